"""What an action would bring about, in lines of its preview: its own effects, what follows by itself, whose cash changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from bot.core.text import begin_sentence
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.discard_words import holder_and_train
from bot.views.formatting import View, escape_line, event_lines, join_names, safe_name
from game.actions import Action, Use
from game.events import (
    CompanyClosed,
    Event,
    Passed,
    PowerUsed,
    Proposed,
    RoundBegan,
    RoundEnded,
    Skipped,
    TokenPlaced,
    TokenRemoved,
    TrainDiscarded,
    TurnBegan,
    TurnEnded,
)
from game.names import company_name
from game.rules import Rules
from render.data import queries
from render.text.money_text import purse_changes

FORESEEN = 9  # lines of a preview: more do not fit on a phone's screen beside a picture
EXCHANGE, TOKEN = "exchange", "token"  # verbs of actions that give a company away, or may
THEN = "Then "
THINGS = {"tile": "tile", "token": "station", "train": "train"}  # by verbs
CHANGES = re.compile(r"(\d+) → (\d+)")


def effect_lines(
    action: Action, done: Sequence[Event], wish: str, doer: str, after: View, rules: Rules, *, carded: bool
) -> Sequence[str]:
    """What an action brings about, in lines; without what its headline, the `wish`, says, unless it is a power or asks others.
    `carded`: a card below shows who closes, where stations stand then, and who gets what, which a line has after a semicolon.
    """
    closed = {e.company for e in done if isinstance(e, CompanyClosed)}  # that their stations go, too, is no news
    told = [e for e in without_named_powers(done, wish) if not (isinstance(e, TokenRemoved) and e.company in closed)]
    told = [e for e in told if not (carded and isinstance(e, CompanyClosed | TokenPlaced))]
    lines = event_lines(told, after, rules)
    if carded and lines and "; " in lines[0]:
        lines = [f"{lines[0].partition('; ')[0]}.", *lines[1:]]
    if isinstance(action, Use) or any(isinstance(e, Proposed) for e in done):
        return lines
    discards = discard_lines(done, after, rules)
    told_lines = lines if carded else leave_out_repeated(lines, wish, doer, discards)
    return explained_lines(told_lines, done, after, rules)


def merges(action: Action, done: Sequence[Event]) -> bool:
    """Whether an action gives a company to another one, at once or once it is asked about its station, or for nothing."""
    return action.verb == EXCHANGE or (action.verb == TOKEN and any(isinstance(e, CompanyClosed) for e in done))


def unsaid_wish(wish: str, label: str, lines: Sequence[str]) -> str:
    """The only thing to do in words, where neither its button nor the first line of what comes of it has room for them."""
    said = _named(label) | (_named(lines[0]) if lines else set())
    return "" if _named(wish.partition(" ")[2]) <= said else f"Possible: {wish}"


def doer_names(table: Table, seat: Seat, view: View) -> str:
    """Whoever acts, by the names that a line about the action may begin with."""
    company = queries.acting_company(view)
    called = begin_sentence(company_name(table.rules, company)) if company else ""
    return " ".join([safe_name(seat), "You", *((company, called) if company else ())])


def without_named_powers(events: Sequence[Event], wish: str) -> Sequence[Event]:
    """The events without the use of a private's power that the wish above them names, where something else happens too."""
    told = [
        e for e in events if not (isinstance(e, PowerUsed) and re.search(rf"(?<!\w){re.escape(e.private)}(?!\w)", wish))
    ]
    return told or events


def leave_out_repeated(lines: Sequence[str], wish: str, doer: str, discards: Collection[str] = ()) -> Sequence[str]:
    """The lines of what an action brings about without the first, where that has no name and no number beside those of the wish
    that stands above it: `Buy LTR for $20`, `Ann gets LTR for $20.` Where another one does the same, both are told.
    `discards`: the lines of trains that are discarded.
    """
    # A line may name a place as the wish does in brackets alone.
    known, told = _named(wish.replace("(", "")) | _named(doer), _named(wish.partition(" ")[2])
    if len(lines) > 1 and _told_of(lines[0]) == _told_of(lines[1]) != "":
        return lines
    if lines and (_tells_more(lines[0], wish) or (len(lines) > 1 and all(line in discards for line in lines[:2]))):
        return lines  # which tell what comes of it too
    if not lines or not _named(lines[0]) <= known:
        return lines
    again = len(lines) > 1 and told <= _named(lines[1]) <= known  # put up and bid for in one
    return lines[2 if again else 1 :]


def _tells_more(line: str, wish: str) -> bool:
    """Whether a line tells after a semicolon what comes of it; not a change of worth that is in the wish: `city 20 → 40`."""
    _, parted, rest = line.partition("; ")
    return bool(parted) and _named(rest) not in [set(change) for change in CHANGES.findall(wish)]


def _told_of(line: str) -> str:
    """What a line tells of whoever it begins with: of `W&A discards a 3-train.` all but `W&A`."""
    return line.partition(" ")[2]


def _named(text: str) -> set[str]:
    """The names and the numbers in a text; a full name in brackets, which a short one stands before, is none. Both ends of track,
    `F10–Savannah`, are names.
    """
    words = re.findall(r"[\w&$£₹%-]+", re.sub(r" \([^()\d]*\)", "", text))
    return {w.casefold().lstrip("$£₹") for w in words if w[0].isupper() or any(c.isdigit() for c in w)}


def following_lines(events: Sequence[Event], view: View, rules: Rules) -> list[str]:
    """What an action brings about in steps that end by themselves after it, a line each, but for who comes next."""
    told = [e for e in events if not isinstance(e, Passed | TurnBegan | TurnEnded | RoundBegan | RoundEnded)]
    return event_lines(told, view, rules)


def without_worth(event: Event) -> Event:
    """The end of a round without what everybody is worth then: its post tells that."""
    return replace(event, worth={}) if isinstance(event, RoundEnded) else event


def split_by_end(events: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    """What an action itself brings about, and what follows by itself: from the first step, turn or round on that ends."""
    end = next((n for n, e in enumerate(events) if n and isinstance(e, Skipped | TurnEnded | RoundEnded)), len(events))
    return events[:end], events[end:]


def effects_head(later: Sequence[Event], why: str = "") -> str:
    """What says that an action is not the reason of what stands below it: `Then the turn ends by itself. Next:`. `why`: the
    reason why the turn ends, if it is known.
    """
    ends = {type(e) for e in later if isinstance(e, TurnEnded | RoundEnded)}
    if not ends:
        return f"{THEN}the turn goes on by itself:"
    end = "the round ends" if RoundEnded in ends else f"the turn ends by itself{why and f' ({why})'}"
    return f"{THEN}{end}. Next:"


def join_effects(own: Sequence[str], head: str, unasked: Sequence[str]) -> str:
    """What an action brings about, and below the head what follows by itself, a line each."""
    if not unasked:
        return own_lines(own)
    return "\n".join(filter(None, [own_lines(own), head, preview_lines(unasked, FORESEEN - len(own))]))


def head_effects(only: Action | None, lines: str, changes: str, *, own: bool, carded: bool = False) -> tuple[str, str]:
    """What an action brings about, below what says that it is not done yet, and whose cash it changes: `With the station: …`.

    `only`: the action where it was not chosen but is the only thing to do, so that what was done before may stand right above;
    `own`: whether the first lines tell of it, else of what follows by itself alone; `carded`: a card shows what comes of it.
    """
    thing = THINGS.get(only.verb, "") if only is not None else ""
    head = f"With the {thing}" if thing else "If you do" if only is not None else "This would happen"
    if own or only is None:
        return f"{head}:\n{lines}" if own else lines, changes
    if not changes:
        return f"{head}, {lines.removeprefix(THEN)}" if lines else "", ""
    told = f"{head}: {changes.removeprefix('-# ')}"
    return (f"{told}\n{lines}", "") if lines and not carded else (lines, f"-# {told}")


def own_lines(lines: Sequence[str]) -> str:
    """What an action itself brings about. Where that is long, what is paid and what is stressed stays: a bankruptcy tells of
    every station that is removed.
    """
    spare = [n for n, line in enumerate(lines) if not line.startswith("**") and not re.search(r"[^\w\s(-]\d", line)]
    cut = spare[max(0, len(spare) - (len(lines) - FORESEEN)) :] if len(lines) > FORESEEN + 1 else []
    told = [f"• {line}" for n, line in enumerate(lines) if n not in cut]
    return "\n".join([*told, f"• … and {len(cut)} more lines without payments"] if cut else told)


def own_events(events: Sequence[Event], view: View) -> list[Event]:
    """The events without those of companies other than the one whose turn it is: what follows by itself elsewhere."""
    company = queries.acting_company(view)
    return [e for e in events if not company or getattr(e, "company", company) == company]


def preview_lines(lines: Sequence[str], most: int = FORESEEN) -> str:
    """What an action brings about, a line each; of rounds that pass by themselves only how many lines tell of them."""
    most = max(most, 1)
    more = [f"… and {len(lines) - most} more lines"] if len(lines) > most + 1 else []
    return "\n".join(f"• {line}" for line in (*lines[: most if more else None], *more))


def cash_change_words(
    table: Table, before: View, after: View, deciders: Sequence[str], seat: str, *, always: bool = False
) -> str:
    """`-# Ann $643 → $12 · then Bob`: whose cash an action changes, and who acts after it: `then you again` for the `seat`.
    `always`: who acts also where no cash changes.
    """
    purses = purse_changes(before, after, table.rules)
    names = "you again" if [*deciders] == [seat] else join_names(table.row, deciders)
    then = f"then {names}" if deciders else ""
    told = [begin_sentence(escape_line(purses)), then if purses else begin_sentence(then) * always]
    return f"-# {' · '.join(filter(None, told))}" if any(told) else ""


def explained_lines(lines: Iterable[str], events: Iterable[Event], view: View, rules: Rules) -> list[str]:
    """Lines of the log with the reason of each discard that follows another one by itself: there was nothing to choose. `events`:
    those that the lines tell, perhaps with others.
    """
    discards = discard_lines(events, view, rules)
    told: list[str] = []
    first = ""  # whose train went before
    for line in lines:
        event = discards.get(line)
        if event is not None and first:
            who, train = holder_and_train(event, view, rules)
            still = "still has" if event.company == first else "also has"
            told.append(f"{begin_sentence(who)} {still} too many trains: {train} goes too.")
            continue
        first = event.company if event is not None else first
        told.append(line)
    return told


def discard_lines(events: Iterable[Event], view: View, rules: Rules) -> dict[str, TrainDiscarded]:
    """The lines of the log that tell of a train that is discarded, each with that event."""
    return {line: e for e in events if isinstance(e, TrainDiscarded) for line in event_lines([e], view, rules)}

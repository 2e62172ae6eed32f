"""What an action would do, with the button that commits it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.core.text import begin_sentence
from bot.model.action_form import is_final
from bot.model.models import Seat
from bot.model.orders.standing_order import STEPS_OF_BUYERS
from bot.tables.service import Table
from bot.views.console.action_worth import worth_facts
from bot.views.console.hints import step_hints
from bot.views.console.last_button import last_label
from bot.views.console.layout import (
    ANYWAY,
    BANKRUPTCY,
    NEVER,
    Frame,
    button_rows,
    colour_words,
    join_facts,
    join_headline,
    join_paragraphs,
)
from bot.views.console.question_step import holdings_button
from bot.views.discard_words import discard_lines, discards_once_agreed, explained_lines
from bot.views.formatting import (
    View,
    action_words,
    escape_line,
    event_lines,
    join_names,
    safe_name,
)
from bot.views.guide.first_game import compose_advice
from bot.views.messages import (
    PASSES,
    PLAYS,
    Picture,
    Private,
    button,
)
from bot.views.options.asked_things import asked_pictures, moved_price_picture
from bot.views.options.card_picks import kept_card_pictures, picked_cards
from bot.views.options.ending import pass_label
from bot.views.options.labels import (
    cut_label,
    short_label,
)
from bot.views.options.named_things import forgone_pictures, named_pictures
from bot.views.options.pictures import only_action_pictures, stock_pictures
from bot.views.options.screen import Screen, action_offers
from bot.views.pictures import post_pictures
from bot.views.press_verbs import StepVerb
from bot.views.turn_panel import short_question
from game.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    Pass,
    PayDividend,
    SellShares,
    Use,
)
from game.choices import Choice
from game.events import (
    CompanyClosed,
    Event,
    Passed,
    PowerUsed,
    Proposed,
    RoundBegan,
    RoundEnded,
    Skipped,
    TokenRemoved,
    TurnBegan,
    TurnEnded,
)
from game.rules import Rules
from render.data import queries
from render.text.money_text import purse_changes

NEVER_WORDS = f"*{NEVER}* stops this question at all your tables. `/me confirm` brings it back."
TAKE_BACK = "Take the offer back"
FORESEEN = 9  # lines of a preview: more do not fit on a phone's screen beside a picture


def _describe_wish(choices: Sequence[Choice], action: Action, view: View, rules: Rules) -> str:
    """An action in words, as whoever may choose it means it: an offer that is repeated is taken back."""
    if isinstance(action, Pass):
        return pass_label(action, choices, view, rules)
    return (
        TAKE_BACK
        if withdraws_offer(choices, action)
        else action_words(action, view, rules, fixed=_is_fixed(choices, action))
    )


def withdraws_offer(choices: Sequence[Choice], action: Action) -> bool:
    """Whether an action takes back what the same player has offered."""
    return any(c.withdraws and action in c for c in choices)


def _is_fixed(choices: Sequence[Choice], action: Action) -> bool:
    """Whether an action is a bid of which nobody may choose the amount: a purchase."""
    return any(isinstance(action, Bid) and action in c and "amount" not in c.ranges for c in choices)


async def compose_preview(
    table: Table,
    seat: Seat,
    screen: Screen,
    frame: Frame,
    *,
    asked: bool,
    pictured: bool,
) -> Private:
    """The message of a console in which nothing is left to choose: what the action would do, with a picture where it changes
    the map. `asked`: nothing was chosen yet, and the turn's question stands above.
    """
    action, ids, title, note, beside = screen.action, frame.ids, frame.title, frame.note, frame.last
    assert action is not None
    choices, view = table.choices(seat.name), await table.view(seat.name)
    played, after = await table.preview(action, seat.name)
    wish = _describe_wish(choices, action, view, table.rules)
    if isinstance(action, Answer) and wish != TAKE_BACK:  # of what
        question = short_question(table, view, seat.name)
        wish = f"{wish}: {question[:1].lower()}{question[1:]}"
    if played.refused is not None:
        body = join_paragraphs(note, f"This is not possible: {played.refused}")
        return Private(title=join_headline(title, wish)[0], body=body, rows=button_rows(beside))
    following = await table.find_following(played, action)
    done, ended = split_by_end([without_worth(e) for e in played.events])
    own = [*_own_lines(action, done, wish, doer_names(table, seat, view), after, table.rules)]
    if proposed := next((e for e in done if isinstance(e, Proposed)), None):
        own += await discards_once_agreed(table, action, proposed.of, after)
    later = (*ended, *following.events)
    lines = join_effects(own, effects_head(later), following_lines(later, after, table.rules))
    pictures = await _changed_pictures(table, played.events, view, after) if pictured else ()
    # Where something is left that is seldom left on purpose, the preview asks: there is a press to make anyway.
    undone = await table.find_forgone(seat, action)
    bankrupt, forced = isinstance(action, Bankrupt), {c.kind for c in choices} == {Pass}
    # What nobody has chosen is called by its name, and so is a pass where nothing else can be done.
    named = cut_label(wish) if isinstance(action, Pass) else short_label(action, view, table.rules)
    acts = last_label(
        action,
        fixed=_is_fixed(choices, action),
        asks=proposed is not None,
        withdraws=withdraws_offer(choices, action),
        merges=any(isinstance(e, CompanyClosed) for e in done),
    )
    wish = _begin_with_verb(wish, acts)
    label = _commit_label(action, named if asked or forced else acts, undone="" if forced else undone)
    buttons = [button(ids(StepVerb.COMMIT), label, PASSES if undone or bankrupt or forced else PLAYS), *beside]
    shown, complete = pictures, False  # what is done; else what is asked about
    if pictured and not pictures:
        outcome, words = (done, after), label if asked else wish
        shown, complete = await _subject_pictures(table, view, screen, outcome, words, asked=asked)
    if asked and not complete and table.position.step in STEPS_OF_BUYERS:
        buttons.append(holdings_button(ids))
    never = undone and not bankrupt and not forced and not is_final(choices, action)
    if never:
        buttons.append(button(ids(StepVerb.NEVER), NEVER))
    changes = cash_change_words(table, view, after, following.deciders, seat.name)
    if asked and not own and changes:  # what was done before may stand right above
        changes = changes.replace("-# ", "-# If you do: ", 1)
    notes = f"{'If you do' if asked else 'This would happen'}:\n{lines}" if own else lines
    question = wish if own or undone or wish.endswith("?") else f"{wish}?"  # no line below says that it is not done yet
    head, rest = join_headline(title, short_question(table, view, seat.name) if asked else question)
    unsaid = unsaid_wish(wish, label, own) if asked else ""
    advice = await compose_advice(table, seat.name, view) if asked and table.row.bots else ""
    doubt = f"**{begin_sentence(undone)}.{'' if bankrupt else ' Go on without?'}**" if undone and not forced else ""
    colours = colour_words(
        rows := button_rows(buttons), asks_first=asked and not forced and await table.asks_before_pass(seat)
    )
    hints = (
        step_hints({type(action)}, view, table.rules, forced=not any(c.kind is Pass for c in choices))
        if asked and not advice
        else []
    )
    worth = await worth_facts(table, action, view, after)
    done_in_picture = shown_words(after) if pictures else ""
    facts = join_facts([worth[0], *hints, *worth[1:], colours, done_in_picture, NEVER_WORDS if never else ""])
    body = join_paragraphs(note, rest, unsaid, advice, doubt, notes, changes, facts)
    return Private(title=head, body=body, pictures=shown, rows=rows)


def _begin_with_verb(wish: str, button_words: str) -> str:
    """What is done to a company that closes with it, as its button says: `Merge minor 3, Paris`. What it has stands below."""
    verb = button_words.partition(" ")[0]
    if wish.startswith((verb, "Give up")) or not wish.startswith("Minor"):
        return wish
    return f"{verb} {wish[:1].lower()}{OWNED.sub('', wish[1:])}"


def _own_lines(action: Action, done: Sequence[Event], wish: str, doer: str, after: View, rules: Rules) -> Sequence[str]:
    """What an action brings about, in lines; without what its headline, the `wish`, says, unless it is a power or asks others."""
    closed = {e.company for e in done if isinstance(e, CompanyClosed)}  # that their stations go, too, is no news
    told = [e for e in without_named_powers(done, wish) if not (isinstance(e, TokenRemoved) and e.company in closed)]
    lines = event_lines(told, after, rules)
    if isinstance(action, Use) or any(isinstance(e, Proposed) for e in done):
        return lines
    discards = discard_lines(done, after, rules)
    return explained_lines(leave_out_repeated(lines, wish, doer, discards), done, after, rules)


async def _changed_pictures(table: Table, events: Sequence[Event], before: View, after: View) -> tuple[Picture, ...]:
    """What an action would change, on the map and of companies; none where neither shows a change."""
    if not post_pictures.shows_change(events, before, after):
        return ()
    companies = await post_pictures.draw_changed_companies(table, before, after, events, headed=False)
    own = own_events(events, before)
    return await post_pictures.preview_pictures(table, own, after, low=bool(companies)) + companies


async def _subject_pictures(
    table: Table, view: View, screen: Screen, outcome: tuple[Sequence[Event], View], words: str, *, asked: bool
) -> tuple[tuple[Picture, ...], bool]:
    """What an action is about that changes nothing on the map, and whether everybody's holdings are part of it. `outcome`: what
    it brings about, and the position after it.
    """
    if asked and isinstance(screen.action, BuyShare | SellShares) and table.position.step in STEPS_OF_BUYERS:
        alone = Screen(screen.asked, action_offers([screen.action]))
        return await stock_pictures(table, view, alone, [words]), True
    if isinstance(screen.action, PayDividend):
        shown = await moved_price_picture(table, *outcome)
    elif screen.action is not None and (cards := picked_cards(screen.action)):
        shown = await kept_card_pictures(table, view, screen.action, cards)
    else:
        shown = await only_action_pictures(table, view, screen, words, asked=asked)
    if isinstance(screen.action, Pass) and not asked:
        shown = await forgone_pictures(table, view, screen.action.by)
    if asked and not shown:
        shown = await asked_pictures(table, view, table.position.choices[screen.action.by] if screen.action else ())
    return shown or await named_pictures(table, view, screen), False


def _commit_label(action: Action, label: str, *, undone: str) -> str:
    """What the button says that does what is shown: `label`, but of a bankruptcy, or where something is left `undone`."""
    if isinstance(action, Bankrupt):
        return BANKRUPTCY
    return ANYWAY if undone else label


def unsaid_wish(wish: str, label: str, lines: Sequence[str]) -> str:
    """The only thing to do in words, where neither its button nor the first line of what comes of it has room for them."""
    said = _named(label) | (_named(lines[0]) if lines else set())
    return "" if _named(wish.partition(" ")[2]) <= said else f"Possible: {wish}"


def shown_words(after: View) -> str:
    """What a picture of what is done shows: not yet in which city a station stands where that is asked next."""
    asked = queries.step_key(after)
    return "Next you choose the city of its station." if asked == "city" else "The picture shows it done."


OWNED = re.compile(r" \([^()]*\)")
CHANGES = re.compile(r"(\d+) → (\d+)")


def doer_names(table: Table, seat: Seat, view: View) -> str:
    """Whoever acts, by the names that a line about the action may begin with."""
    company = queries.acting_company(view)
    called = begin_sentence(queries.called(table.rules, company)) if company else ""
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
    known, told = _named(wish) | _named(doer), _named(wish.partition(" ")[2])
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
    """The names and the numbers in a text; a full name in brackets, which a short one stands before, is none."""
    words = re.findall(r"[\w&$£₹%–-]+", re.sub(r" \([^()\d]*\)", "", text))
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


def effects_head(later: Sequence[Event]) -> str:
    """What says that an action is not the reason of what stands below it: `Then the turn ends by itself. Next:`."""
    ends = {type(e) for e in later if isinstance(e, TurnEnded | RoundEnded)}
    if not ends:
        return "Then the turn goes on by itself:"
    return "Then the round ends. Next:" if RoundEnded in ends else "Then the turn ends by itself. Next:"


def join_effects(own: Sequence[str], head: str, unasked: Sequence[str]) -> str:
    """What an action brings about, and below the head what follows by itself, a line each."""
    if not unasked:
        return own_lines(own)
    return "\n".join(filter(None, [own_lines(own), head, preview_lines(unasked, FORESEEN - len(own))]))


def own_lines(lines: Sequence[str]) -> str:
    """What an action itself brings about. Where that is long, what is paid and what is stressed stays: a bankruptcy tells of
    every station that is removed.
    """
    spare = [n for n, line in enumerate(lines) if not line.startswith("**") and not re.search(r"[^\w\s(-]\d", line)]
    cut = spare[max(0, len(spare) - (len(lines) - FORESEEN)) :] if len(lines) > FORESEEN + 1 else []
    told = [f"• {line}" for n, line in enumerate(lines) if n not in cut]
    return "\n".join([*told, f"• … and {len(cut)} more lines, no payments"] if cut else told)


def own_events(events: Sequence[Event], view: View) -> list[Event]:
    """The events without those of companies other than the one whose turn it is: what follows by itself elsewhere."""
    company = queries.acting_company(view)
    return [e for e in events if not company or getattr(e, "company", company) == company]


def preview_lines(lines: Sequence[str], most: int = FORESEEN) -> str:
    """What an action brings about, a line each; of rounds that pass by themselves only how many lines tell of them."""
    most = max(most, 1)
    more = [f"… and {len(lines) - most} more lines"] if len(lines) > most + 1 else []
    return "\n".join(f"• {line}" for line in (*lines[: most if more else None], *more))


def cash_change_words(table: Table, before: View, after: View, deciders: Sequence[str], seat: str) -> str:
    """`-# Ann $643 → $12 · then Bob`: whose cash an action changes, and who acts after it: `then you again` for the `seat`."""
    purses = purse_changes(before, after, table.rules)
    names = "you again" if [*deciders] == [seat] else join_names(table.row, deciders)
    then = f"then {names}" if deciders else ""
    return f"-# {' · '.join(filter(None, [begin_sentence(escape_line(purses)), then]))}" if purses else ""

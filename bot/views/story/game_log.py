"""The record of a game in words: by round, kind and words, a page at a time."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import render
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.core.text import escape_markup
from bot.tables.service import Move
from bot.tables.story.game_summary import rounds_of_moves
from bot.views.custom_ids import VIEW, Id, parse_number
from bot.views.formatting import View, escape_line, event_lines, plain_words
from bot.views.inspection import SeenTable, moves_until
from bot.views.messages import Menu, Private, Row, button, option
from bot.views.press_verbs import ViewVerb
from bot.views.story.log_search import read_filter
from bot.views.story.move_lines import deeds_of_bot, mark_deed
from game.events import (
    DEALS,
    EVENTS,
    Answered,
    AuctionWon,
    BidMade,
    CardMoved,
    CompanyClosed,
    Divided,
    Event,
    Floated,
    Paid,
    ParSet,
    Passed,
    PhaseBegan,
    PowerUsed,
    PresidentChanged,
    PriceCut,
    PriceMoved,
    PrivateClosed,
    PrivateSold,
    Proposed,
    Ran,
    Rusted,
    SharesBought,
    SharesSold,
    Skipped,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TrainBought,
    TrainDiscarded,
)
from game.rules import Rules
from game.step_keys import StepKey
from render.data.names import round_label, round_name

PAGE = 25  # lines
MAX_PATTERN_LENGTH = 72  # characters that the button of a page may carry
APART = "/"  # between what it carries
IN_IDS = "utf-7"  # how ids of buttons, which are plain ASCII, carry other letters
SKIPPED = "skipped"  # steps in which a company did nothing, which the log leaves out otherwise
# Steps of a company's turn that it may pass, or leave as things are.
UNUSED = (
    StepKey.TRACK,
    StepKey.TOKEN,
    StepKey.TRAINS,
    DEALS,
    "treasury",
    "selling certificates",
    "buying a certificate",
    "pullman",
)


def _pays_for(*whys: str) -> Callable[[Event], bool]:
    """A test of events: money that was paid for one of these reasons."""
    return lambda event: isinstance(event, Paid) and event.why in whys


def _moves_for(*whys: str) -> Callable[[Event], bool]:
    """A test of events: a share price that moved for one of these reasons."""
    return lambda event: isinstance(event, PriceMoved) and event.why in whys


def _is_one_of(*kinds: type[Event]) -> Callable[[Event], bool]:
    """A test of events: one of these classes."""
    return lambda event: isinstance(event, kinds)


def _comes_with_private(event: Event) -> bool:
    """Whether a card came to somebody by the power of a private."""
    return isinstance(event, CardMoved) and event.why == "power"


def _leaves_step(event: Event) -> bool:
    """Whether a company is done with a step of its turn: a third of the lines would say so."""
    return isinstance(event, Passed) and event.what in UNUSED


def _changes_run(event: Event) -> bool:
    """Whether an event of a title says what the trains of a company earn after it."""
    return type(event) not in EVENTS and hasattr(event, "revenue")


EVENT_TESTS: Mapping[str, tuple[Callable[[Event], bool], ...]] = {
    "tiles": (_is_one_of(TileLaid),),
    "stations": (_is_one_of(TokenPlaced, TokenRemoved),),
    "runs": (_is_one_of(Ran), _changes_run),
    "dividends": (_is_one_of(Divided), _pays_for("dividend", "guaranty"), _moves_for("dividend", "withheld")),
    "trains": (_is_one_of(TrainBought, TrainDiscarded, Rusted, PhaseBegan), _pays_for("help")),
    "shares": (
        _is_one_of(SharesBought, SharesSold, ParSet, Floated, PresidentChanged, CompanyClosed),
        _pays_for("capital", "station", "closed"),
        _moves_for("sold", "sold out", "par"),
        _comes_with_private,
    ),
    "privates": (
        _is_one_of(AuctionWon, BidMade, PriceCut, PrivateSold, PowerUsed, PrivateClosed),
        _pays_for("private", "face value"),
        _comes_with_private,
    ),
    SKIPPED: (_is_one_of(Skipped), _leaves_step),
}


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Which lines of the record are wanted: of one round (`OR 3.1`), of a kind of `EVENT_TESTS`, with these words; "" for all.

    Words that name a player want what that player and the player's companies did too; the name of a company or a private wants
    what concerns it.
    """

    words: str = ""
    round: str = ""
    kind: str = ""


async def game_log(at: SeenTable, wanted: LogFilter = LogFilter(), page: int = 0) -> Private:
    """The record as the asker may know it, newest last, a page at a time; page 0 is the newest.

    Lines are told by the position of their time. Which lines there are is found by the position that is looked at, unless words
    are searched for.
    """
    moves = await moves_until(at)
    searched = await at.table.follow_moves(moves, at.seat) if wanted.words else None
    lines = await asyncio.to_thread(_find_lines, at, moves, wanted, searched)
    pages = max(1, -(-len(lines) // PAGE))
    page = min(max(page, 0), pages - 1)
    end = len(lines) - page * PAGE
    shown = lines[max(0, end - PAGE) : end]
    if searched is None:
        followed = await at.table.follow_moves(moves, at.seat, {told.move.id for told in shown}) if shown else iter(())
        shown = await asyncio.to_thread(_tell_again, shown, followed, at, wanted)
    filters = ", ".join(w for w in (wanted.round, wanted.kind, wanted.words) if w)
    nothing = _explain_nothing(at, moves, wanted, filters) if filters else "Nothing yet."
    body = "\n".join(told.line for told in shown) or nothing
    if pages > 1 and not pack_filter(wanted, 0, at.moment):
        body += f"\n-# The last {PAGE} of {len(lines)} lines. Name a round to see earlier ones."
    turns = ((page + 1, "◀ Older"), (page - 1, "Newer ▶"))
    row = tuple(
        button(Id(VIEW, at.table.id, 0, ViewVerb.LOG, arg), text, disabled=not 0 <= to < pages)
        for to, text in turns
        if (arg := pack_filter(wanted, max(to, 0), at.moment))
    )
    title = f"{at.title} · log{f': {escape_markup(filters)}' if filters else ''}"
    turning = (row,) if pages > 1 and row else ()
    return Private(title=title, body=fit(body, EMBED_TEXT), rows=(*_map_menu(at, shown), *turning))


def _explain_nothing(at: SeenTable, moves: Sequence[Move], wanted: LogFilter, filters: str) -> str:
    """That no line fits; where the game has had no such round, which ones it has had."""
    text = f"Nothing fits “{escape_markup(filters)}”."
    rounds = list_rounds(moves)
    if any(is_round(wanted.round, name) for name in rounds):
        return text
    return f"{text} So far there are: {', '.join(map(round_label, rounds))}."


def list_rounds(moves: Sequence[Move]) -> list[str]:
    """The rounds that a game has had so far, oldest first: `SR 1`, `OR 1.1`."""
    rounds = dict.fromkeys(name or move.round for move, happened in rounds_of_moves(moves) for name, _ in happened)
    return [name for name in rounds if name]


def is_round(wanted: str, name: str) -> bool:
    """Whether somebody means that round: `OR 3.1`, `sr1`, `stock round 1`, or `OR 3` for all of a set; "" means every one."""
    full = round_name(name)
    known = {"".join(word.split()).casefold() for whole in (name, full) for word in (whole, whole.partition(".")[0])}
    return not wanted or "".join(wanted.split()).casefold() in known


class _Told(NamedTuple):
    """A line of the record: its move, the events of the move that were asked for, and which of their lines it is."""

    move: Move
    events: Sequence[Event]
    number: int
    line: str


def _find_lines(
    at: SeenTable, moves: Sequence[Move], wanted: LogFilter, followed: Iterator[tuple[Move, View]] | None
) -> list[_Told]:
    """The lines that were asked for. `followed`: the moves with the position after each, where lines are searched for words."""
    found, presidents, sought = [], dict[str, str](), read_filter(wanted.words, at)
    views = (view for _, view in followed) if followed is not None else itertools.repeat(at.view)
    for (move, happened), view in zip(rounds_of_moves(moves), views, strict=False):
        presidents |= {e.company: e.new for e in move.events if isinstance(e, PresidentChanged)}
        inside = [e for name, e in happened if is_round(wanted.round, name or move.round)]
        events = [e for e in inside if not e.to or at.seat in e.to]
        lines = _move_lines(events, view, at.table.rules, wanted.kind)
        if wanted.words:
            concerned = [e for e in events if sought.concerns(e, presidents, move)]
            own = _move_lines(concerned, view, at.table.rules, wanted.kind)
            lines = [
                line
                for line in lines
                if line in own or sought.is_in(_number(move, plain_words(line.replace("**", ""))))
            ] or own
        found += [
            _Told(move, events, n, line) for n, line in enumerate(_finish(lines, move, events, view, at.table.rules))
        ]
    return found


def _finish(lines: Sequence[str], move: Move, events: Sequence[Event], view: View, rules: Rules) -> list[str]:
    """Lines of a move with its number, and with what the bot has done for a player marked."""
    deeds = deeds_of_bot(move, events, lambda some: event_lines(some, view, rules))
    return [_number(move, mark_deed(line) if line in deeds else line) for line in lines]


def _tell_again(
    shown: Sequence[_Told], followed: Iterator[tuple[Move, View]], at: SeenTable, wanted: LogFilter
) -> list[_Told]:
    """Lines of the log, worded once more by the position after each move: a train may serve something else by now."""
    views, again = {move.id: view for move, view in followed}, []
    for told in shown:
        view, rules = views[told.move.id], at.table.rules
        lines = _finish(_move_lines(told.events, view, rules, wanted.kind), told.move, told.events, view, rules)
        again.append(told._replace(line=lines[told.number]) if told.number < len(lines) else told)
    return again


def _number(move: Move, line: str) -> str:
    """A line with the number of its move; not "12. ", of which Discord makes a list that counts by itself."""
    return f"{move.depth} · {line}"


def _map_menu(at: SeenTable, shown: Sequence[_Told]) -> tuple[Row, ...]:
    """A menu of the moves of these lines, newest first, each of which opens the map as that move left it; none without a line."""
    first = {told.move.id: plain_words(told.line.replace("**", "")) for told in reversed(shown)}
    options = tuple(option(str(number), text) for number, text in first.items())[:OPTIONS]
    menu = Menu(str(Id(VIEW, at.table.id, 0, ViewVerb.AT_LINE)), options, "See a line on the map")
    return ((menu,),) if options else ()


def _move_lines(events: Sequence[Event], view: View, rules: Rules, kind: str) -> list[str]:
    """The lines of one move, after which somebody sees the game as `view`; of a kind, only what belongs to it."""
    if not kind:
        return event_lines([e for e in events if not _leaves_step(e)], view, rules)
    chosen = [
        e
        for e in events
        if any(is_kind(e) for is_kind in EVENT_TESTS.get(kind, ()))
        or rules.facts.log_kind(e) == kind
        or _asked_kind(e, rules) == kind
    ]
    if kind == SKIPPED:
        return [escape_line(line) for line in render.tell(chosen, view, rules, detail=True)]
    return event_lines(chosen, view, rules)


def _asked_kind(event: Event, rules: Rules) -> str:
    """Of which kind what one player asks another is: a private, the use of a hex, else a train; "" where nobody is asked."""
    if not isinstance(event, Proposed | Answered):
        return ""
    return "privates" if event.what in rules.data.privates else "tiles" if event.what in rules.data.hexes else "trains"


def pack_filter(wanted: LogFilter, page: int, moment: str) -> str:
    """What the button of a page carries; "" where it has no room for the words. `moment`: as `SeenTable` has it.

    An id is plain ASCII: other letters of the words are carried as UTF-7 writes them.
    """
    text = APART.join([str(page), moment, wanted.kind, wanted.round, wanted.words.encode(IN_IDS).decode()])
    return text if len(text) <= MAX_PATTERN_LENGTH and text.isascii() and text.isprintable() else ""


def unpack_filter(text: str) -> tuple[LogFilter, int, str]:
    """The lines that are wanted, the page and the moment, as a button carries them; whatever it says, it means something."""
    page, moment, kind, name, words = (text.split(APART, 4) + [""] * 5)[:5]
    return LogFilter(words.encode().decode(IN_IDS, "ignore"), name, kind), parse_number(page) or 0, moment

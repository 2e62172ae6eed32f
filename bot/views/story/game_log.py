"""The record of a game in words: by round, kind and words, a page at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import render
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.core.text import escape_markup
from bot.tables.game_summary import rounds_of_moves
from bot.tables.service import Move
from bot.views.custom_ids import VIEW, Id, parse_number
from bot.views.formatting import escape_line, event_lines, plain_words
from bot.views.inspection import SeenTable, moves_until
from bot.views.messages import Menu, Private, Row, button, option
from bot.views.press_verbs import ViewVerb
from bot.views.story.log_search import read_words
from game.events import (
    AuctionWon,
    BidMade,
    CardMoved,
    Divided,
    Event,
    Floated,
    Paid,
    ParSet,
    Passed,
    PhaseBegan,
    PowerUsed,
    PresidentChanged,
    PriceMoved,
    PrivateClosed,
    PrivateSold,
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

PAGE = 25  # lines
MAX_PATTERN_LENGTH = 40  # characters that the button of a page may carry
APART = "/"  # between what it carries
SKIPPED = "skipped"  # steps in which a company did nothing, which the log leaves out otherwise
UNUSED = ("track", "token", "trains")  # steps of a company's turn that it may pass


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


EVENT_TESTS: Mapping[str, tuple[Callable[[Event], bool], ...]] = {
    "tiles": (_is_one_of(TileLaid),),
    "stations": (_is_one_of(TokenPlaced, TokenRemoved),),
    "runs": (_is_one_of(Ran),),
    "dividends": (_is_one_of(Divided), _pays_for("dividend"), _moves_for("dividend", "withheld")),
    "trains": (_is_one_of(TrainBought, TrainDiscarded, Rusted, PhaseBegan), _pays_for("help")),
    "shares": (
        _is_one_of(SharesBought, SharesSold, ParSet, Floated, PresidentChanged),
        _moves_for("sold", "par"),
        _comes_with_private,
    ),
    "privates": (
        _is_one_of(AuctionWon, BidMade, PrivateSold, PowerUsed, PrivateClosed),
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
    """The record as the asker may know it, newest last, a page at a time; page 0 is the newest."""
    moves = await moves_until(at)
    sought = read_words(wanted.words, at)

    def log_lines() -> list[tuple[Move, str]]:
        """The lines that were asked for, each with its move, put together in a thread."""
        log_entries, presidents = [], dict[str, str]()
        for move, happened in rounds_of_moves(moves):
            presidents |= {e.company: e.new for e in move.events if isinstance(e, PresidentChanged)}
            inside = [e for name, e in happened if wanted.round.casefold() in ("", (name or move.round).casefold())]
            if inside:
                events = [e for e in inside if not e.to or at.seat in e.to]
                # Not "12. ", of which Discord makes a list that counts by itself: several lines may be of one move.
                lines = _move_lines(events, at, wanted.kind)
                if wanted.words:
                    concerned = [e for e in events if sought.concerns(e, presidents, move)]
                    own = _move_lines(concerned, at, wanted.kind)
                    lines = [
                        line for line in lines if line in own or sought.is_in(f"{move.depth} · {plain_words(line)}")
                    ] or own
                log_entries += [(move, f"{move.depth} · {line}") for line in lines]
        return log_entries

    lines = await asyncio.to_thread(log_lines)
    pages = max(1, -(-len(lines) // PAGE))
    page = min(max(page, 0), pages - 1)
    end = len(lines) - page * PAGE
    shown = lines[max(0, end - PAGE) : end]
    filters = ", ".join(w for w in (wanted.round, wanted.kind, wanted.words) if w)
    nothing = f"Nothing fits “{escape_markup(filters)}”." if filters else "Nothing yet."
    body = "\n".join(line for _, line in shown) or nothing
    turns = ((page + 1, "◀ Older"), (page - 1, "Newer ▶"))
    row = tuple(
        button(Id(VIEW, at.table.id, 0, ViewVerb.LOG, arg), text, disabled=not 0 <= to < pages)
        for to, text in turns
        if (arg := pack_filter(wanted, max(to, 0), at.at))
    )
    title = f"{at.title} · log{f': {escape_markup(filters)}' if filters else ''}"
    turning = (row,) if pages > 1 and row else ()
    return Private(title=title, body=fit(body, EMBED_TEXT), rows=(*_map_menu(at, shown), *turning))


def _map_menu(at: SeenTable, shown: Sequence[tuple[Move, str]]) -> tuple[Row, ...]:
    """A menu of the moves of these lines, newest first, each of which opens the map as that move left it; none without a line."""
    first = {move.id: plain_words(line.replace("**", "")) for move, line in reversed(shown)}
    options = tuple(option(str(number), text) for number, text in first.items())[:OPTIONS]
    menu = Menu(str(Id(VIEW, at.table.id, 0, ViewVerb.AT_LINE)), options, "Open a line on the map")
    return ((menu,),) if options else ()


def _move_lines(events: Sequence[Event], at: SeenTable, kind: str) -> list[str]:
    """The lines of one move; of a kind, only what belongs to it."""
    if not kind:
        return event_lines([e for e in events if not _leaves_step(e)], at.view, at.table.rules)
    chosen = [e for e in events if any(is_kind(e) for is_kind in EVENT_TESTS.get(kind, ()))]
    if kind == SKIPPED:
        return [escape_line(line) for line in render.tell(chosen, at.view, at.table.rules, detail=True)]
    return event_lines(chosen, at.view, at.table.rules)


def pack_filter(wanted: LogFilter, page: int, move: int) -> str:
    """What the button of a page carries; "" where it cannot carry the words."""
    text = APART.join([str(page), str(move), wanted.kind, wanted.round, wanted.words])
    return text if len(text) <= MAX_PATTERN_LENGTH and text.isascii() and text.isprintable() else ""


def unpack_filter(text: str) -> tuple[LogFilter, int, int]:
    """The lines that are wanted, the page and the move, as a button carries them; whatever it says, it means something."""
    page, move, kind, name, words = (text.split(APART, 4) + [""] * 5)[:5]
    return LogFilter(words, name, kind), parse_number(page) or 0, parse_number(move) or 0

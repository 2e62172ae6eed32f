"""Which pictures a post shows: what an action has changed, and what people look up before they decide."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import render
from bot.model.kinds import PostLevel
from bot.tables.service import Table
from bot.views import map_focus
from bot.views.messages import Picture
from bot.views.pictures import drawing, images
from bot.views.pictures.drawing import View
from bot.views.pictures.images import Size
from game.actions import BuyTrain, Par, SellShares
from game.events import (
    Event,
    Ran,
    RoundBegan,
    RoundEnded,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TurnEnded,
)
from game.state import Hex
from game.step_keys import StepKey
from render import Marks
from render.data import queries
from render.data.before_after import changed_parties, reshapes
from render.data.run_paths import run_hexes
from render.pictures.before_after import alt_before_after, draw_before_after
from render.pictures.window import CROP
from render.text.closing import change_words

OFFER = "offer"  # the file of what somebody is asked to sell, which is over once that is answered
CLOSE = 4  # close looks in one panel
MAX_MAPS = 4  # parts of the map in one post of the log
SLICE: Size = (1098, 860)  # of the map in a panel: three times what a phone shows
# of the map in the log: where that is enough, it does not repeat the picture of the panel below
STRIP: Size = (1098, 560)
BESIDE_LIST: tuple[Size, ...] = ((1098, 480), (1098, 520), STRIP)  # above a list of what changes for companies
LOG: tuple[Size, ...] = (STRIP, SLICE, (1098, 1080), (1098, 1300))  # what suffices
MOST_NUMBERED = 12  # changes on a map; more are outlined only: their list was longer than the map
BOARD = (TileLaid, TokenPlaced, TokenRemoved, Ran)


async def event_pictures(
    table: Table, events: Sequence[Event], view: View, *, possible: bool = False, low: bool = False
) -> tuple[Picture, ...]:
    """The part of the board that an action changes: the surroundings of what was built, and where trains ran.

    `possible`: it has not happened, and is drawn so; `low`: where what is built alone has room, since more stands below it.
    """
    marks, built = replace(render.marks_of(events), possible=possible), map_focus.built_hexes(events)
    if possible and (waiting := queries.find_undecided(view) & {*marks.hexes}):  # the city of a station is asked next
        marks = replace(marks, undecided=tuple(sorted(waiting)))
        view = queries.leave_out_undecided(view, waiting)
    if marks.runs and not built:
        return await images.draw_runs(table, view, [marks])
    places = _places(table, marks, built)
    if (
        places
        and (
            part := render.hold(
                table.rules, places, [*(BESIDE_LIST if low else ()), SLICE, CROP] if possible else [CROP]
            )
        ).legible
    ):
        marks = replace(marks, order=())
        return await drawing.finish_in_time(
            lambda: images.draw_crop(table, view, part.hexes, marks, canvas=part.canvas if possible else None)
        )
    if any(isinstance(e, BOARD) for e in events):
        shown = replace(marks, order=(), removed=()) if len(marks.order) > MOST_NUMBERED else marks
        return await drawing.finish_in_time(lambda: images.draw_whole_map(table, view, shown))
    return ()


def shows_change(events: Sequence[Event], before: View, after: View) -> bool:
    """Whether there is a picture of what an action changes: on the map, or of companies that merge or are converted."""
    return any(isinstance(e, BOARD) for e in events) or reshapes(before, after)


async def preview_pictures(
    table: Table, events: Sequence[Event], view: View, *, low: bool = False
) -> tuple[Picture, ...]:
    """The part of the board that an action would change; what is not there yet is drawn so. `low`: as of `event_pictures`."""
    return await event_pictures(table, events, view, possible=True, low=low)


def _places(table: Table, marks: Marks, built: Sequence[Hex]) -> list[Hex]:
    """What was built and where trains ran, as far as it is on the map."""
    ran = [h for run in marks.runs for h in run_hexes(table.rules, run)]
    return [h for h in dict.fromkeys([*built, *ran]) if h in table.rules.data.hexes]


async def draw_changed_companies(
    table: Table, before: View, after: View, events: Sequence[Event] = (), *, headed: bool = True
) -> tuple[Picture, ...]:
    """Where companies merge, are converted, exchanged or taken over between these positions: who has what before and after it.

    `events`: what happened in between, as everybody may know it; they give the card its heading, unless that stands above it.
    """
    parties = changed_parties(before, after, table.rules, events) if reshapes(before, after) else []
    if not parties:
        return ()
    heading = change_words(events, after, table.rules) if headed else ()
    words = alt_before_after(parties, heading)
    draw = partial(draw_before_after, parties, table.rules, heading)
    return await drawing.finish_in_time(
        lambda: drawing.draw_cached(table, "change", after, draw, words, parties, heading)
    )


async def panel_pictures(
    table: Table,
    events: Sequence[Event],
    view: View,
    *,
    first: bool,
    run: Ran | None = None,
    offered: render.Lot | None = None,
    planned: tuple[Sequence[Event], View] | None = None,
) -> tuple[Picture, ...]:
    """The one picture of a panel: the lots in an auction, the surroundings of what matters now in a turn, else who holds what.

    At a quiet table only at the beginning and where a round has ended; at a lively one a close look at each tile follows.
    `run`: what a button plays; `offered`: the private or train that somebody is asked about; `planned`: the tile that somebody is
    asked about, or what a newcomer is told to build, with the board as it would be.
    """
    ended = first or any(isinstance(e, RoundEnded) for e in events)
    if table.row.post_level == PostLevel.QUIET and not ended:
        return ()
    drawings: list[Callable[[], Any]] = [lambda: _draw_focus(table, events, view, run, planned)]
    if offered is not None:
        drawings = [lambda: images.draw_rows(table, [offered], OFFER)]
    elif planned is not None and queries.pending_offer(view) is not None:
        drawings = [partial(_draw_asked_tile, table, *planned)]
    if table.row.post_level == PostLevel.LIVELY:
        drawings += _draw_built_hexes(table, events, view)
    return await drawing.finish_or_put_off(drawings)


def _draw_asked_tile(table: Table, events: Sequence[Event], board: View) -> Awaitable[Picture]:
    """A tile as it would lie once whoever is asked about it agrees. `board`: with it."""
    marks = replace(render.marks_of(events), possible=True, order=())
    part = render.hold(table.rules, _places(table, marks, map_focus.built_hexes(events)), [SLICE])
    return images.draw_crop(table, board, part.hexes, marks, canvas=SLICE)


def _draw_focus(
    table: Table,
    events: Sequence[Event],
    view: View,
    run: Ran | None,
    advised: tuple[Sequence[Event], View] | None,
) -> Awaitable[Picture]:
    """The picture of what people look up before they decide: lots, the cards of a draft, the market for a par price, the run
    that a button plays, the surroundings of the company on turn, with what is `advised` there, or who holds what.
    """
    if table.position.auction is not None:
        return images.draw_bids(table, view, table.position, brief=True)
    if render.draft_pile(view, table.rules).cards:
        return images.draw_draft_pile(table, view)
    choices = [c for seat in table.position.deciders for c in table.choices(seat)]
    if choices and all(issubclass(c.kind, Par) for c in choices):  # a price is to be chosen, and nothing else
        return images.draw_market(table, view)
    if any(issubclass(c.kind, SellShares) for c in choices):  # of which somebody must part for a train, or may
        return images.draw_holdings(table, view)
    if queries.step_key(view) == StepKey.TRAINS and any(issubclass(c.kind, BuyTrain) for c in choices):
        return images.draw_trains(table, view)
    if run is not None and run.runs:
        ways = replace(render.marks_of([run]), possible=True)
        part = render.hold(table.rules, _places(table, ways, []), [SLICE])
        return images.draw_crop(table, view, part.hexes, ways, canvas=SLICE)
    marks, board = map_focus.turn_marks(view, choices, events), view
    if advised is not None:
        marks, board = map_focus.advised_marks(marks, advised[0]), advised[1]
    places = map_focus.turn_hexes(view, table.rules, choices, marks)
    if not places:
        return images.draw_holdings(table, view)
    bases, built = map_focus.base_hexes(view, table.rules), map_focus.built_marks(marks)
    part = render.hold_most(table.rules, places, bases, built, SLICE)
    return images.draw_crop(table, board, part.hexes, marks, canvas=SLICE)


async def built_pictures(table: Table, events: Sequence[Event], view: View) -> tuple[Picture, ...]:
    """The board as these events have left it, close to all that each company has built and to where its trains ran; none at a
    quiet table, or where nothing was built and no train ran.
    """
    if table.row.post_level == PostLevel.QUIET:
        return ()
    turns: dict[str, list[Event]] = {}
    taken_over = {
        e.slot: e.company for e in events if isinstance(e, TokenPlaced)
    }  # whose own picture shows what is gone
    for event in without_next_home(events, view):
        if isinstance(event, BOARD):
            of = taken_over.get(event.slot, event.company) if isinstance(event, TokenRemoved) else event.company
            turns.setdefault(of, []).append(event)
    drawings = [draw for own in turns.values() for draw in _draw_turn(table, own, view)]
    return await drawing.finish_in_time(*drawings[:MAX_MAPS])


def without_next_home(events: Sequence[Event], view: View) -> Sequence[Event]:
    """The events without the stations that the company whose turn it is now was given as that began: the panel below the log
    shows these.
    """
    begun = max((n for n, e in enumerate(events) if isinstance(e, TurnEnded | RoundBegan)), default=len(events))
    company = queries.acting_company(view)
    built = [e for e in events[begun:] if isinstance(e, BOARD)]
    if not company or not all(isinstance(e, TokenPlaced) and e.company == company for e in built):
        return events
    return [e for e in events if e not in built]


def _draw_turn(table: Table, events: Sequence[Event], view: View) -> list[Callable[[], Any]]:
    """Drawings of what a company has built and how its trains ran: on one part of the map if stations can be read there."""
    marks = replace(render.marks_of(events), order=())
    built = _places(table, replace(marks, runs=()), map_focus.built_hexes(events))
    both = _places(table, marks, built)
    parts = [render.hold(table.rules, both, LOG[1:] if marks.runs else LOG)] if both else []
    apart = bool(marks.runs) and not all(part.legible for part in parts)
    if apart or not all(part.legible for part in parts):
        parts = render.split(table.rules, built, LOG)
    tiles = replace(marks, runs=()) if apart else marks
    drawings: list[Callable[[], Any]] = [
        partial(images.draw_crop, table, view, part.hexes, tiles, canvas=part.canvas) for part in parts
    ]
    return [*drawings, partial(images.draw_ways, table, view, [marks])] if apart else drawings


async def board_and_market(table: Table, view: View, *, listed: bool) -> tuple[Picture, ...]:
    """The whole map and the market. `listed`: companies, players and trains stand below the map."""
    draw_map = images.draw_board if listed else images.draw_whole_map
    return await drawing.finish_in_time(lambda: draw_map(table, view), lambda: images.draw_market(table, view))


def _draw_built_hexes(table: Table, events: Sequence[Event], view: View) -> list[Callable[[], Any]]:
    """Drawings of the surroundings of each hex built on, the newest first, to be run by `finish_in_time`."""
    lays = {e.hex: e for e in events if isinstance(e, TileLaid)}
    newest = list(lays.values())[::-1][:CLOSE]
    data = table.rules.data
    return [partial(images.draw_crop, table, view, render.around(data, e.hex, 2), render.marks_of([e])) for e in newest]


def accent_colour(table: Table, view: View) -> str:
    """The colour of the company that acts."""
    for step in reversed(view.agenda):
        company = table.rules.data.companies.get(getattr(step, "company", ""))
        if company is not None:
            return company.colour
    return ""

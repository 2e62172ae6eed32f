"""What a post is about is inside its picture, at every moment of whole games: tiles, stations, runs, and where one may build."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

import render
from bot.model.kinds import PostLevel, Theme
from bot.model.results import examine_position
from bot.views.messages import Picture
from bot.views.pictures import images, post_pictures
from game.actions import Action, LayTile, PlaceToken, RunTrains
from game.codec import encode
from game.events import Event, Ran, TileLaid, TokenPlaced, TokenRemoved, TurnBegan, TurnEnded
from game.play import Game
from game.transcript import perform, read
from render.data import queries
from render.drawing import phone
from render.pictures.preview import LEAST, STATION, layout_of_crop
from tests.golden import GAMES, Golden
from tests.support.shared_results import worked_out
from titles import TITLES

EACH = 9  # hand-over is looked at


def hand_overs(title: str, each: int = EACH) -> Iterator[tuple[Game, list[Event]]]:
    """The moments of a kept game at which somebody else is asked, with what was played since the last one."""
    golden = next(g for g in GAMES if g.name == f"{title}-bank")
    start = golden.start("1")
    for snapshot, events in worked_out(f"hand-overs of {title}", partial(_play_hand_overs, golden))[each - 1 :: each]:
        yield Game.load(start.rules, snapshot), start.codec.events(events)


def _play_hand_overs(golden: Golden) -> list[tuple[bytes, bytes]]:
    """All such moments: snapshots, and events as bytes."""
    kept = read(golden.path.read_text("utf-8"))
    game = golden.start(kept.seed)
    asked, found, events = list[str](), list[tuple[bytes, bytes]](), list[Event]()
    for _ in perform(game, kept.entries):
        events += game.events
        if game.top_step() is None or game.deciders() == asked:
            continue
        asked = list(game.deciders())
        found.append((game.snapshot(), encode(events)))
        events = []
    return found


def table_of(game: Game) -> Any:
    """Just what pictures ask of a table."""
    now = examine_position(game, 0)
    row = SimpleNamespace(post_level=PostLevel.NORMAL, theme=Theme.LIGHT)
    return SimpleNamespace(
        id=1, rules=game.rules, row=row, position=now, choices=lambda seat: now.choices.get(seat, ())
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[set[str], render.Marks, Any]]:
    """What would be drawn: hexes of a part of the map, marks, and the canvas; no canvas: runs, which show all their ways."""
    shown: list[tuple[set[str], render.Marks, Any]] = []

    async def draw_crop(
        _table: Any, _view: Any, hexes: Sequence[str], marks: render.Marks, canvas: Any = None
    ) -> Picture:
        shown.append((set(hexes), marks, canvas))
        return Picture("part.png", b"", "")

    async def draw_ways(_table: Any, _view: Any, marks: Sequence[render.Marks]) -> Picture:
        shown.append((set(), marks[0], None))
        return Picture("runs.png", b"", "")

    monkeypatch.setattr(images, "draw_crop", draw_crop)
    monkeypatch.setattr(images, "draw_ways", draw_ways)
    return shown


async def cards_of(title: str, drawn: list[Any], each: int = EACH) -> AsyncIterator[tuple[Game, list[Action], Any]]:
    """The moments at which a card shows a part of the map: the game, all that may be done then for all to see, and that part."""
    for game, events in hand_overs(title, each):
        drawn.clear()
        await post_pictures.panel_pictures(table_of(game), events, game.view(None), first=False)
        if drawn:
            (shown,) = drawn
            choices = [c for seat in game.deciders() for c in game.choices(seat)]
            yield game, [a for c in choices if not c.kind.covert for a in c.actions], shown


def hexes_of_runs(runs: Sequence[Any]) -> set[str]:
    """Where these runs stop."""
    return {stop.partition(".")[0] for run in runs for stop in run.stops}


@pytest.mark.parametrize("title", list(TITLES))
async def test_a_card_shows_all_stations_all_of_the_last_run_and_every_place_where_one_may_build(title, drawn):
    """The only place to build, the second station and the ends of the run were beyond the picture."""
    async for game, offers, (hexes, marks, canvas) in cards_of(title, drawn):
        view = game.view(None)
        company = queries.acting_company(view)
        if not company:
            continue
        wanted = {slot.partition(".")[0] for slot, owner in view.tokens.items() if owner == company}
        wanted |= {a.hex for a in offers if isinstance(a, LayTile)}
        wanted |= {a.city.partition(".")[0] for a in offers if isinstance(a, PlaceToken)}
        routes = [a.routes for a in offers if isinstance(a, RunTrains)]
        wanted |= hexes_of_runs(routes[0] if routes else view.companies[company].ran)
        wanted &= set(game.rules.data.hexes)
        whole = render.hold(game.rules, sorted(wanted), [canvas])
        if layout_of_crop(game.rules, whole.hexes, canvas).size * phone.SCREEN_WIDTH / canvas[0] >= LEAST:
            assert wanted <= hexes, game.state.seq
        elif hexes != set(whole.hexes):
            assert hexes & wanted, game.state.seq
        assert marks.runner in {"", company}
        assert not routes or not marks.runs


async def test_a_card_keeps_hexes_so_large_that_they_are_read_on_a_phone(drawn):
    """Nearly a whole large map stood in a card, too small for anything to be read."""
    cut = 0
    async for game, offers, (hexes, _, canvas) in cards_of("18India", drawn, each=3):
        view = game.view(None)
        company = queries.acting_company(view)
        if not company:
            continue
        assert layout_of_crop(game.rules, hexes, canvas).size * phone.SCREEN_WIDTH / canvas[0] >= LEAST, game.state.seq
        stations = {slot.partition(".")[0] for slot, owner in view.tokens.items() if owner == company}
        assert not stations or stations & hexes, game.state.seq
        cut += not {a.hex for a in offers if isinstance(a, LayTile)} <= hexes
    assert cut


async def test_a_card_outlines_where_a_tile_may_be_laid(drawn):
    """Where one may build was seen only after a press."""
    outlined = 0
    async for game, offers, (hexes, marks, _) in cards_of("18TN", drawn):
        view = game.view(None)
        lays = {a.hex for a in offers if isinstance(a, LayTile)}
        if not lays:
            continue
        assert {*marks.buildable, *marks.hexes} >= lays
        outlined += 1
        words = render.alt_map(view, game.rules, marks, (), hexes)
        assert "A tile may be laid in" in words
        said = words.partition("A tile may be laid in ")[2].partition(".")[0]
        assert len(said.split(", ")) <= 11
    assert outlined


@pytest.mark.parametrize("title", list(TITLES))
async def test_the_log_shows_all_tiles_stations_and_runs_of_a_turn_and_stations_can_be_read(title, drawn):
    """Of two tiles one was shown, and of two runs one."""
    turns = 0
    for game, events in hand_overs(title):
        drawn.clear()
        await post_pictures.built_pictures(table_of(game), events, game.view(None))
        ran = [e for e in events if isinstance(e, Ran) and e.runs]
        built = {
            e.hex if isinstance(e, TileLaid) else e.slot.partition(".")[0]
            for e in post_pictures.without_next_home(events, game.view(None))
            if isinstance(e, TileLaid | TokenPlaced)
        }
        if len(drawn) == post_pictures.MAX_MAPS:
            continue
        turns += bool(built and ran)
        assert built & set(game.rules.data.hexes) <= set().union(*(hexes for hexes, _, _ in drawn)), game.state.seq
        for event in ran:
            ways = [(hexes, canvas) for hexes, marks, canvas in drawn if marks.runs == event.runs]
            assert ways, game.state.seq
            for hexes, canvas in ways:
                assert canvas is None or hexes_of_runs(event.runs) & set(game.rules.data.hexes) <= hexes
        for hexes, _, canvas in drawn:
            if canvas is not None:
                assert layout_of_crop(game.rules, hexes, canvas).size * phone.SCREEN_WIDTH / canvas[0] >= STATION
    assert turns


async def test_the_log_of_a_turn_does_not_show_the_home_of_the_next_company_which_the_panel_below_shows(drawn):
    """The same map stood twice, one below the other."""
    for game, _ in hand_overs("18GA"):
        view = game.view(None)
        company = queries.acting_company(view)
        homes = [slot for slot, owner in view.tokens.items() if owner == company]
        if not company or not homes or not view.tiles:
            continue
        other = next(c for c in view.companies if c != company)
        first, laid = next(iter(view.tiles.items()))
        turn = [TileLaid(other, first, laid.tile, laid.rotation), TurnEnded(other)]
        await post_pictures.built_pictures(table_of(game), [*turn, TokenPlaced(company, homes[0])], view)
        ((_, marks, _),) = drawn
        assert marks.hexes == (first,)
        assert not marks.slots
        return
    raise AssertionError("no company was on turn")


async def test_a_station_that_is_taken_over_has_one_picture(drawn):
    """The same part of the map stood twice: once for who has lost it, once for who has it now."""
    game = Game.new(TITLES["18GA"].rules((), 3), ["a", "b", "c"], "1")
    slot = "F6.a.0"
    await post_pictures.built_pictures(
        table_of(game), [TokenRemoved("CoG", slot), TokenPlaced("GA", slot)], game.view(None)
    )
    assert len(drawn) == 1


async def test_a_card_stresses_what_its_own_company_has_built_in_this_turn(drawn):
    """It outlined the tile of the company before, and drew how that one ran."""
    for game, _ in hand_overs("18GA"):
        view = game.view(None)
        company = queries.acting_company(view)
        if not company or not view.tiles:
            continue
        other = next(c for c in view.companies if c != company)
        first, second, *_ = [*view.tiles, "D4", "C3"]
        laid = view.tiles.get(first)
        assert laid is not None
        events = [
            Ran(other, (), 30),
            TileLaid(other, second, laid.tile, 0),
            TurnBegan(company),
            TileLaid(company, first, laid.tile, laid.rotation),
        ]
        drawn.clear()
        await post_pictures.panel_pictures(table_of(game), events, view, first=False)
        if drawn:
            ((hexes, marks, _),) = drawn
            assert marks.hexes == (first,)
            assert first in hexes
            assert marks.runner in {"", company}
            return
    raise AssertionError("no card was looked at")


async def test_a_preview_shows_what_is_only_possible_as_such(drawn):
    game, _ = next(hand_overs("18GA"))
    table, events = table_of(game), [TokenPlaced("GA", "D10.a.0")]
    await post_pictures.event_pictures(table, events, game.view(None))
    await post_pictures.preview_pictures(table, events, game.view(None))
    assert [marks.possible for _, marks, _ in drawn] == [False, True]
    words = render.alt_map(game.view(None), game.rules, drawn[1][1])
    assert "Only possible: a company's station in Augusta (D10)." in words

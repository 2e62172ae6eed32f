"""Powers of private companies: named where they are asked about, apart from what a turn asks, and with the places on the map."""

from __future__ import annotations

from bot.model.action_form import Draft
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.messages import Button, Menu, Private
from bot.views.options.screen import open_draft
from game.state import Laid
from game.steps.token import PlaceToken as PlaceStation
from tests.support.console_measures import SCREEN, height_of
from tests.support.decisions import table_at
from tests.support.golden_positions import golden_position
from tests.support.india_positions import bare, give, operate, running


async def console_at(w, name: str, number: int, draft: Draft | None = None, page: int = 0) -> Private:
    """The console of whoever must act at that position."""
    g = golden_position(name, number)
    table = await w.game(await table_at(w, g))
    seat = table.row.seat(g.deciders()[0])
    return await compose_console(table, seat, ConsoleState(draft or Draft(), page, table.action_version(seat.name)))


def labels_of(shown: Private) -> list[str]:
    return [part.label for row in shown.rows for part in row if isinstance(part, Button)]


def options_of(shown: Private) -> list[str]:
    return [o.label for row in shown.rows for part in row if isinstance(part, Menu) for o in part.options]


async def test_a_power_is_no_choice_among_tiles(full):
    """With P4 in hand tiles were a list of words: a newcomer laid track blind."""
    hexes = await console_at(full, "18India-bank", 195)
    assert hexes.title == "OR 3.1 · MR: lay track where?"
    assert labels_of(hexes) == ["1 · J29", "2 · J31", "3 · K28", "Use P4", "No track", "Close P4 for good"]
    tiles = await console_at(full, "18India-bank", 297)
    assert [label[:3] for label in labels_of(tiles)[:5]] == ["1 ·", "2 ·", "3 ·", "4 ·", "Use"]
    assert len(tiles.pictures) == 1


async def test_closing_a_private_stands_below_all_else_and_says_what_the_bank_pays(full):
    """It stood second of two sales, and nothing said that its owner is paid: “I was afraid of it all evening”."""
    labels = labels_of(await console_at(full, "18India-bank", 302))
    assert [text for text in labels if text.startswith("Close ")] == labels[-1:]
    asked = await console_at(full, "18India-bank", 302, Draft("ClosePrivate"))
    assert "Who closes a private gets the price printed on it" in asked.body


async def test_a_station_by_a_power_says_whose_and_what_it_does(full):
    """“Place a station where?” stood above all cities of the map."""
    shown = await console_at(full, "18India-bank", 639)
    assert shown.title == "OR 7.1 · NSR: station by P5 only, where?"
    assert (
        "P5 (Danish East India Co.): Once, a company of its owner may place its station of the turn in any"
        in shown.body
    )


async def test_an_ordinary_station_does_not_stand_among_those_of_a_power(full):
    """One city for ₹40 was the first of twenty pictures, nineteen of which used up P5."""
    g = bare(2)
    give(g, "p0", "MR", 0, director=True)
    running(g, "MR", "p0", cash=300)
    g.state.place["P5"] = "p0"
    line = {"J29": Laid("9", 2), "I28": Laid("9", 2), "H27": Laid("8", 3), "H25": Laid("57", 0)}
    g.state.tiles |= line  # from Chennai to Hyderabad
    g.changed()
    table = await full.game(await table_at(full, operate(g, "MR", PlaceStation("MR"))))
    seat = table.row.seat("p0")

    async def console(draft: Draft, page: int = 0) -> Private:
        """The console after that much was chosen."""
        return await compose_console(table, seat, ConsoleState(draft, page, table.action_version("p0")))

    first = await console(Draft())
    assert labels_of(first) == ["Station in Hyderabad (H25) for ₹40", "Use P5…", "No station", "Close P5 for good"]
    by_power = await console(open_draft(table.choices("p0"), "PlaceToken:.using=P5") or Draft())
    assert not options_of(by_power)
    assert "Next ▶ (part 2 of 4)" in labels_of(by_power), "18 places, each with a button"
    assert "P5 (Danish East India Co.): Once, a company of its owner may place" in by_power.body
    second = await console(open_draft(table.choices("p0"), "PlaceToken:.using=P5") or Draft(), 1)
    assert max(map(height_of, (first, by_power, second))) <= SCREEN


async def test_a_power_beside_runs_is_a_button_of_its_own(full):
    """18VA: a drop-down of a run and ten stations."""
    assert labels_of(await console_at(full, "18VA-bankruptcy", 160)) == ["Run for $100", "Use P3: place a station…"]


async def test_many_places_are_shown_a_part_at_a_time_the_nearest_first(full):
    """127 hexes stood on six pages without a picture and without a word."""
    first = await console_at(full, "18India-bank", 297, Draft("Use", {"private": "P6"}))
    assert "P6 (British East India Co.): A company of its owner may put the jewelry token" in first.body
    assert options_of(first)[0] == "1 · Use P6 on L9"
    assert 20 <= len(options_of(first)) <= 25
    assert labels_of(first) == ["Next ▶ (part 2 of 6)", "Back"]
    assert len(first.pictures) == 1
    assert "L9" in first.pictures[0].alt
    second = await console_at(full, "18India-bank", 194, page=1)
    assert labels_of(second) == ["Next ▶ (part 3 of 4)"], "a home anywhere: the parts of the map"
    assert options_of(second)[0].startswith("1 · ")

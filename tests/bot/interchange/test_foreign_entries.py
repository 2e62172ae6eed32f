"""Entries that no turn of ours means: they are read as what they come to, or answered by a sentence, never as something else."""

from __future__ import annotations

import json
from functools import cache

import pytest

from bot.interchange.decode_action import decode_action
from bot.interchange.exporter import write_game
from bot.interchange.importer import Importer
from bot.interchange.site import records as theirs
from bot.interchange.site.ledgers import kind_of
from bot.interchange.site.records import Damaged
from bot.interchange.site.route_mapping import read_route
from game import trains
from game.actions import DiscardTrain, Route
from game.steps.trains import DiscardTrains
from tests.second_engine import Setup, played
from tests.support.title_positions import settle
from tests.titles.test_va_routes import position


@cache
def read(title: str, plays: int) -> Importer:
    """A random game, written and read again up to there."""
    importer = Importer(write_game(played(Setup(title, 3, 3, "even"), plays)).data)
    assert all(importer.play_all())
    return importer


CORPORATION = "corporation"


def test_discards_of_several_companies_may_come_in_any_order() -> None:
    """18TN 4.2.5: at the site the companies are asked in the order of its table, here the buyer of the train comes first."""
    game = json.loads(write_game(played(Setup("18TN", 3, 3, "even"), 38)).data)
    last = game["actions"][-1]["id"]
    for company, train in (("GMO", "4-2"), ("GMO", "3-1"), ("L&N", "4-0")):
        entry = {"type": "discard_train", "entity": company, "entity_type": CORPORATION, "train": train}
        game["actions"].append(entry | {"id": game["actions"][-1]["id"] + 1})
    importer = Importer(json.dumps(game).encode())
    midway = []
    for number in importer.play_all():
        midway.append(importer.midway)
        if number == last:
            g = importer.game
            g.state.place |= {"3-1": "L&N", "4-1": "L&N"}
            g.state.place |= {"3-2": "GMO", "3-3": "GMO", "4-3": "GMO", "5-1": "GMO"}
            for train in ("3-1", "4-2"):
                importer.fleet.move(train, "GMO")
            g.state.phase = "5"
            g.changed()
            g.push(DiscardTrains("L&N"), DiscardTrains("GMO"))
            settle(g)
    assert midway[-3:] == [True, True, False]
    plays = [(number - last, action) for number, action in importer.imported.plays[-3:]]
    told = [(number, kind_of(action.train)) for number, action in plays if isinstance(action, DiscardTrain)]
    assert told == [(3, "4"), (1, "4"), (2, "3")]
    assert trains.crowded(g) == []


def test_a_discard_that_ours_has_made_by_itself_is_of_the_train_that_the_file_names() -> None:
    """Trains of a kind are alike here, and the ledger takes the one that is tied to our card; the file may name another."""
    importer = Importer(write_game(played(Setup("18TN", 3, 3, "even"), 29)).data)
    g, fleet = importer.game, importer.fleet
    for n, card in enumerate(("3-1", "3-2", "3-3")):
        fleet.move(f"3-{n}", "SR")
        fleet.tie_card(f"3-{n}", card)
        g.state.place[card] = "SR"
    g.state.place["3-1"] = "pool"
    fleet.move("3-0", "pool")
    for _ in range(2):  # a second one changes nothing
        assert importer._is_discarded(theirs.DiscardTrain(entity="SR", entity_type=CORPORATION, train="3-2"))
        assert (fleet.list_trains("SR"), fleet.list_trains("pool")) == (["3-1", "3-0"], ["3-2"])
    assert {g.state.place[fleet.ours[train]] for train in fleet.list_trains("SR")} == {"SR"}


@pytest.mark.parametrize(
    ("title", "plays", "record", "said"),
    [
        pytest.param(
            "18TN",
            20,
            theirs.BuyShares(entity="L&N", entity_type=CORPORATION, shares=("IC_1",), percent=10),
            "L&N is no player: it buys no shares.",
            id="a company buys a share",
        ),
        pytest.param(
            "18TN",
            29,
            theirs.SellShares(entity="L&N", entity_type=CORPORATION, shares=("L&N_8",), percent=10),
            "L&N sells no shares now.",
            id="a company sells a share in its president's place",
        ),
        pytest.param(
            "18EU",
            3,
            theirs.BuyShares(entity="BNR", entity_type=CORPORATION, shares=("RBSR_1",), percent=10),
            "BNR only buys its own shares back, none of RBSR.",
            id="a company redeems shares of another",
        ),
        pytest.param(
            "18TN",
            38,
            theirs.PlaceToken(entity="L&N", entity_type=CORPORATION, city="H7-0-0", slot=0, tokener="NC&StL"),
            "NC&StL places no station now: it is L&N's turn.",
            id="a company places the station of another",
        ),
    ],
)
def test_what_a_company_cannot_mean_is_told(title: str, plays: int, record: theirs.Record, said: str) -> None:
    with pytest.raises(Damaged) as caught:
        decode_action(read(title, plays), record)
    assert str(caught.value) == said


def test_a_passenger_train_that_runs_on_to_a_mine_has_run_to_the_city_before_it() -> None:
    """18VA 4.5.5: at 18xx.games a route may end in a mine, which pays it nothing; freight is paid for both ends."""
    line = "A12[VR] B13=58/2 C12=5/1[VR] B11=58/3 B9=58/4 C8=57/1"
    recorded = [["B11", "C12"], ["B13", "C12"], ["B11", "B9"], ["B9", "C8"]]
    for train, stops in (
        ("2", ("C8.a", "B9.a", "B11.a", "C12.a")),
        ("2G", ("B13.a", "C12.a", "B11.a", "B9.a", "C8.a")),
    ):
        g = position(line, "3", train)
        profile = g.rules.routes.profile(g, "VR", "2-1" if train == "2" else "3-1")
        route: Route = read_route(g, "2-1", recorded, profile)
        assert route.stops in (stops, stops[::-1])
        assert len(route.sides) == len(stops) - 1

"""18GA: every optional rule and every switch changes what it says, and nothing without it."""

from __future__ import annotations

import re

import pytest

from game import cards, privates, shares, stations, trains
from game.actions import (
    Answer,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PayDividend,
    Route,
    RunTrains,
    SellPrivate,
    SellShares,
)
from game.checks import StationPermit
from game.events import Ran
from game.options import BadOption
from game.play import Game
from game.routing import routes
from game.steps.dividend import Dividend
from game.steps.run import RunRoutes
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.conftest import ROOT
from tests.support.board_notation import board
from tests.support.title_positions import new, operate, own, play, refused, start, stock, verbs
from titles import find

# Where the effect of an option is shown, if not here: file and a word of the test.
ELSEWHERE = {
    "double_yellow_first_turn": "tests/game/test_tile_lays.py",
    "gf_home_columbus": "tests/game/test_stations.py",
    "macon_or_brunswick": "tests/game/test_tile_lays.py",
    "duel_lowest_bid": "tests/titles/test_ga.py",
    "no_first_sale": "tests/titles/test_ga.py",
    "acl_through_jacksonville": "tests/game/test_validator.py",
    "foreign_train_after_sale": "tests/titles/test_emergency.py",
    "emergency_blocks_alone": "tests/titles/test_emergency.py",
    "emergency_shares_only": "tests/titles/test_emergency.py",
}


def has(g: Game, company: str, *names: str) -> None:
    for name in names:
        g.state.place[name] = company
    g.changed()


def presided(*options: str, cash: int = 1000, phase: str = "2", cell: str = "") -> Game:
    """GA of p0, who has half of it, with so many dollars."""
    g = new("18GA", 3, *options)
    start(g, "GA", 110, cell, cash=cash)
    own(g, "p0", "GA", 5, president=True)
    g.state.phase = phase
    return g


def test_7_c_central_of_georgia_has_one_station_less() -> None:
    assert new("18GA").company("CoG").tokens == [0, 40, 100, 100]
    assert new("18GA", 3, "cog_less_token").company("CoG").tokens == [0, 40, 100]


@pytest.mark.parametrize(("options", "over"), [((), ""), (("end_price=250",), "price"), (("end_price=275",), "")])
def test_7_e_the_price_that_ends_the_game(options, over) -> None:
    g = presided(*options, cell="0,12")
    g.company("GA").earned = 100
    operate(g, "GA", Dividend("GA"))
    play(g, PayDividend("full", by="p0"))
    assert g.state.market["0,13"] == ["GA"]  # 250
    assert g.state.over == over


def test_7_e_a_rise_of_a_sold_out_company_leaves_one_operating_round() -> None:
    g = new("18GA", 3, "end_price=250")
    start(g, "GA", 110, "1,13")
    own(g, "p0", "GA", 5, president=True)
    own(g, "p1", "GA", 4)
    g.state.phase = "5"  # sets have three rounds
    stock(g, "p2")
    play(g, BuyShare("GA", "ipo", by="p2"))
    while g.state.round.startswith("SR"):
        play(g, Pass(by=g.deciders()[0]))
    assert g.state.market["0,13"] == ["GA"]
    assert (g.state.ending, g.state.over, g.state.round) == ("price", "", "OR 1.1")
    while not g.state.over:
        assert g.state.round == "OR 1.1"
        g.play(next(iter(next(iter(g.choices(g.deciders()[0]))))))


def test_7_f_eights_never_run_out() -> None:
    for options, left in (((), False), (("unlimited_8",), True)):
        g = new("18GA", 3, *options)
        for company in g.state.companies:
            has(
                g,
                company,
                *[c for c in g.rules.data.train_cards if cards.kind(c) == "8" and g.state.place[c] == "depot"][:2],
            )
        has(g, "gone", *[c for c in g.rules.data.train_cards if cards.kind(c) != "8"])
        assert bool(trains.bank_trains(g)) is left


def test_5_1_a_tie_is_played_off_only_as_an_option() -> None:
    for options, last in (((), "OR 2.1"), (("extra_or_on_tie",), "OR 2.2")):
        g = new("18GA", 3, *options)
        start(g, "GA", 110, "0,14")
        own(g, "p0", "GA", 2, president=True)
        g.company("GA").earned = 100
        g.state.cash |= {"p0": 400, "p1": 1020}
        operate(g, "GA", Dividend("GA"), BuyTrains("GA"))
        play(g, PayDividend("full", by="p0"))  # 400 + 20 + 600 = 1,020
        while not g.state.over:
            g.play(Pass(by="p0"))
        assert (g.state.round, g.state.over) == (last, "price")


def test_fours_run_once_more_after_the_first_eight() -> None:
    for options, runs_once_more in (((), False), (("soft_rust_4",), True)):
        g = presided(*options, cash=900, phase="6")
        start(g, "SAL", 110)
        own(g, "p1", "SAL", 5, president=True)
        has(g, "gone", *[c for c in g.rules.data.train_cards if c[0] in "2356"], "4-3")
        has(g, "SAL", "4-1")
        has(g, "pool", "4-2")
        operate(g, "GA", BuyTrains("GA"))
        play(g, BuyTrain("8-1", 800, by="p0"))
        assert g.state.place["4-2"] == "gone"
        assert (g.state.place["4-1"] == "SAL") is runs_once_more
        g.company("SAL").earned = 0
        operate(g, "SAL", RunRoutes("SAL"), Dividend("SAL"))
        assert g.state.place["4-1"] == "gone"


# ---------------------------------------------------------------------- privates between players


def test_3_2_only_the_buyer_proposes() -> None:
    g = new("18GA", 3, "buyer_proposes_only")
    g.state.place["OSR"] = "p1"
    stock(g, "p0")
    refused(g, SellPrivate("OSR", "p0", 100, by="p1"))
    play(g, BuyPrivate("OSR", 100, by="p0"), Answer(True, by="p1"))
    assert g.state.place["OSR"] == "p0"
    assert not {"BuyShare", "Par"} & verbs(g, "p0")  # it was the purchase of the turn
    while g.deciders() != ["p0"]:
        play(g, Pass(by=g.deciders()[0]))
    assert "SellPrivate" not in verbs(g, "p0")
    g = new("18GA", 3)
    g.state.place["OSR"] = "p0"
    stock(g, "p0")
    assert "SellPrivate" in verbs(g, "p0")


def test_3_3_b_the_buyer_of_a_private_is_below_the_limit() -> None:
    for options, allowed in (((), False), (("buyer_proposes_only",), True)):
        g = new("18GA", 3, *options)
        g.state.place["OSR"] = "p1"
        for company in ("GA", "SAL", "ACL"):
            start(g, company, 110)
            own(g, "p0", company, 6, president=True)
        assert shares.count_for_limit(g, "p0") == 15
        stock(g, "p0")
        assert ("BuyPrivate" in verbs(g, "p0")) is allowed


def test_the_share_of_the_macon_and_birmingham_follows_it() -> None:
    for options, moves in (((), False), (("cog_share_follows_private",), True)):
        g = new("18GA", 3, *options)
        (card,) = privates.certificates_with(g, "M&BR")
        g.state.place["M&BR"] = "p1"
        g.state.place[card] = "p2"
        stock(g, "p0")
        if moves:
            refused(g, BuyPrivate("M&BR", 100, by="p0"), "owns the share that came with it")
        else:
            assert "BuyPrivate" in verbs(g, "p0")
        g.state.place[card] = "pool"
        stock(g, "p0")
        play(g, BuyPrivate("M&BR", 100, by="p0"), Answer(True, by="p1"))
        assert (g.state.place["M&BR"], g.state.place[card]) == ("p0", "p0" if moves else "pool")


def test_the_share_of_the_macon_and_birmingham_stays_with_whoever_has_bought_it() -> None:
    """Only from the market does it go along."""
    g = new("18GA", 3, "cog_share_follows_private")
    (card,) = privates.certificates_with(g, "M&BR")
    g.state.place |= {"M&BR": "p1", card: "p2"}
    privates.sell(g, "M&BR", "p0", 100)
    assert g.state.place[card] == "p2"


# ---------------------------------------------------------------------- trains


def without_train(*options: str, cash: int = 100) -> Game:
    """CoG must own a train; only 6-trains and better are left, and GA of p1 has a 5."""
    line = "F6=57/1[CoG] F4=9/1 F2=8/2"
    g = board(line, BuyTrains("CoG"), phase="6", cash=cash, options=options)
    has(g, "gone", *[c for c in g.rules.data.train_cards if c[0] in "2345" and c != "5-1"], "6-1")
    has(g, "GA", "5-1")
    g.state.cash["ann"] = 300
    return operate(g, "CoG", BuyTrains("CoG"))


def test_4_2_5_1_help_for_a_train_of_another_corporation() -> None:
    assert dearest(without_train(), "5-1") == 100
    assert dearest(without_train("help_foreign_train"), "5-1") == 400
    rich = without_train("help_foreign_train")
    rich.state.cash["ann"] = 2000
    operate(rich, "CoG", BuyTrains("CoG"))
    assert dearest(rich, "5-1") == 450  # no more than its face value
    play(rich, BuyTrain("5-1", 450, "GA", by="ann"))
    assert (rich.state.cash["CoG"], rich.state.cash["ann"]) == (0, 1650)


def dearest(g: Game, train: str) -> int:
    """The most that may be paid to another corporation for a train."""
    spans = (
        c.ranges["price"].high
        for c in g.choices("ann")
        if isinstance(c.actions[0], BuyTrain) and c.actions[0].train == train
    )
    return max(spans, default=0)


def test_4_2_5_f_several_trains_of_the_bank_while_another_has_one_for_sale() -> None:
    for options, owner, more in (
        ((), "SAL", False),
        (("several_bank_trains",), "SAL", True),
        (("several_bank_trains",), "gone", False),
    ):
        g = presided(*options)
        start(g, "SAL", 110)
        own(g, "p1", "SAL", 5, president=True)
        has(g, owner, "2-1")
        operate(g, "GA", BuyTrains("GA"))
        play(g, BuyTrain("2-2", 100, by="p0"))
        second = BuyTrain("2-3", 100, by="p0")
        if more:
            play(g, second)
        else:
            refused(g, second)


# ---------------------------------------------------------------------- runs and consent


def test_4_2_3_less_than_the_best_run() -> None:
    """18GA 4.2.3: others who hold shares may insist on the best."""
    less = RunTrains((Route("3-1", ("E1", "F6")),), by="ann")
    for options, sharer, accepted in (((), "bob", False), ((), "", True), (("free_runs",), "bob", True)):
        g = board(
            "F6=57/1[CoG] F4=9/1 F2=8/2 F8=9/1 F10=57/1", RunRoutes("CoG"), Dividend("CoG"), phase="3", options=options
        )
        has(g, "CoG", "3-1")
        if sharer:
            own(g, sharer, "CoG", 1)
        operate(g, "CoG", RunRoutes("CoG"), Dividend("CoG"))
        if accepted:
            play(g, less)
        else:
            refused(g, less, "the best ones $70", "18GA 4.2.3.1")


def test_4_2_3_what_the_best_runs_earn_is_worked_out_for_who_asks(monkeypatch) -> None:
    """Routes are played without a search for better ones where any legal ones are accepted; the record may ask for it."""
    less = RunTrains((Route("3-1", ("E1", "F6")),), by="ann")
    for curious, said in ((False, 0), (True, 70)):
        g = board("F6=57/1[CoG] F4=9/1 F2=8/2 F8=9/1 F10=57/1", phase="3")
        has(g, "CoG", "3-1")
        operate(g, "CoG", RunRoutes("CoG"), Dividend("CoG"))
        g.remarks = curious
        with monkeypatch.context() as patch:
            if not curious:
                patch.delattr(routes, "best")
            (ran,) = (e for e in g.play(less) if isinstance(e, Ran))
        assert (ran.revenue, ran.best) == (50, said)


def test_purchases_between_players_need_consent() -> None:
    for options, asked in (((), True), (("no_consent",), False)):
        g = new("18GA", 3, *options)
        g.state.place["OSR"] = "p1"
        stock(g, "p0")
        play(g, BuyPrivate("OSR", 100, by="p0"))
        assert (g.state.place["OSR"], g.deciders()) == (("p1", ["p1"]) if asked else ("p0", ["p0"]))


# ---------------------------------------------------------------------- Cotton Port


def test_cotton_port_lets_track_of_savannah_be_printed_and_charleston_lie_beyond() -> None:
    for options, there in (((), False), (("cotton_port",), True)):
        data = find("18GA").rules(options, 3).data
        assert {"E13", "E15", "F14"} <= {*data.hexes} if there else not {"E13", "E15", "F14"} & {*data.hexes}
        assert data.hexes["G13"].buildable is not there
    savannah, charleston = data.print_of("G13"), data.print_of("E15")
    assert (savannah.colour, savannah.faces[0].exits, savannah.cities[0].slots) == ("gray", frozenset(range(4)), 2)
    assert (charleston.colour, charleston.faces[0].exits, charleston.cities[0].end) == (
        "red",
        frozenset(range(2)),
        True,
    )
    assert (data.hexes["F14"].cost, data.hexes["F14"].terrain, data.hexes["E13"].cost) == (20, ("water",), 0)


def test_cotton_port_gives_the_georgia_both_homes_at_once_and_free() -> None:
    for options, homes, left in (((), {"D10"}, [40, 100, 100]), (("cotton_port",), {"D10", "E15"}, [40, 100])):
        g = presided(*options)
        operate(g, "GA", at=0)
        assert {slot.partition(".")[0] for slot, c in g.state.tokens.items() if c == "GA"} == homes
        assert (g.company("GA").tokens, g.state.cash["GA"]) == (left, 1000)


def test_cotton_port_keeps_charleston_for_the_georgia() -> None:
    """18GA 4.2.2(c): in each of its homes a circle stays open."""
    for line, said in (
        (
            "",
            "The last free circle in Charleston (E15) is reserved for GA until its home station is placed (18GA 4.2.2(c))",
        ),
        (" D10[GA]", "None"),
    ):
        g = board(f"F14=9/0 G13[SAL]{line}", options=("cotton_port",), phase="3")
        site = stations.Site(
            "SAL", g.rules.data.hexes["E15"], g.rules.data.print_of("E15").cities[0], StationPermit(40)
        )
        assert str(stations.refuse(g, site)) == said


@pytest.mark.parametrize(("phase", "dollars"), [("3", 60), ("5", 120)])
def test_cotton_port_a_run_between_savannah_and_charleston(phase: str, dollars: int) -> None:
    g = board("F14=9/0 G13[SAL] D10[GA] E15[GA]", options=("cotton_port",), phase=phase)
    has(g, "SAL", "2-1")
    (best, *_) = routes.best(g, "SAL")
    assert (best.revenue, {h.partition(".")[0] for h in best.runs[0].stops}) == (dollars, {"G13", "E15"})


def test_cotton_port_trains_end_in_charleston_also_those_of_the_georgia() -> None:
    """18GA 4.2.3(h)."""
    g = board("F14=9/0 E13=9/1 E11=8/2 G13[SAL] D10=57/2[GA] E15[GA]", options=("cotton_port",), phase="3")
    has(g, "GA", "3-1")
    assert all(len(run.stops) == 2 for run in routes.best(g, "GA")[0].runs)


def test_3_2_3_3_b_who_is_over_the_limit_may_buy_before_he_sells() -> None:
    """The one purchase comes before all sales or after them; whoever is over the limit must have sold when his turn ends."""
    for options, first in (((), True), (("sell_before_buying",), False)):
        g = new("18GA", 3, *options)
        for company, count in (("ACL", 6), ("CoG", 6), ("SAL", 6)):
            start(g, company, 70)
            own(g, "p0", company, count, president=True)
        g.state.place["LTR"] = "p0"
        start(g, "G&F", 55, "3,0")  # yellow: its shares do not count
        own(g, "p1", "G&F", 4, president=True)
        g.state.cash["p0"] = 500
        stock(g)
        assert shares.count_for_limit(g, "p0") == 16
        yellow = BuyShare("G&F", "ipo", by="p0")
        if not first:
            refused(g, yellow, "sell first", "18GA 3.3(b)")
        else:
            play(g, yellow)
            refused(g, Pass(by="p0"), "sell first", "18GA 3.3(b)")
            refused(g, yellow, "sell first", "18GA 3.3(b)")
        play(g, SellShares("SAL", 1, by="p0"))
        assert g.legal(Pass(by="p0"))
        assert g.legal(yellow) is not first


def test_3_3_b_who_is_over_the_limit_and_can_sell_nothing_may_buy_in_the_yellow_zone() -> None:
    """Who can sell nothing need not sell before he buys; other certificates stay out of reach."""
    g = new("18GA", 3, "sell_before_buying")
    for company in ("ACL", "CoG", "SAL"):
        start(g, company, 70)
        own(g, "p0", company, 5, president=True)
        own(g, "pool", company, 5)  # half of a company: no more is sold into the market
    g.state.place |= {"LTR": "p0", "MRC": "p0", "OSR": "p0", "W&SR": "p0"}
    start(g, "G&F", 55, "3,0")
    own(g, "p1", "G&F", 4, president=True)
    g.state.cash["p0"] = 500
    stock(g)
    assert shares.count_for_limit(g, "p0") == 16
    refused(g, BuyShare("SAL", "pool", by="p0"), "limit is 15", "18GA 3.3(b)")
    assert g.legal(Pass(by="p0"))
    play(g, BuyShare("G&F", "ipo", by="p0"))


def test_table_iii_the_midland_lays_a_green_tile_as_well() -> None:
    """A tile, not a yellow one; once, free and without connection."""
    for options, green in (((), True), (("midland_yellow_only",), False)):
        g = board("F6=57/1[CoG] F12=9/2", LayTrack("CoG"), owners={"MRC": "CoG"}, phase="3", cash=0, options=options)
        lays = [a for c in g.choices("ann") for a in c if isinstance(a, LayTile) and a.using == "MRC"]
        assert bool(lays) is green
        if green:
            play(g, lays[0])
            assert g.state.cash["CoG"] == 0
            refused(g, lays[0], "18GA")


# ---------------------------------------------------------------------- the list of options


def test_every_option_has_a_test_of_its_effect() -> None:
    for name in find("18GA").file.option:
        text = (ROOT / ELSEWHERE.get(name, "tests/titles/test_ga_options.py")).read_text("utf-8")
        tests = text.partition("\n}\n")[2] if name not in ELSEWHERE else text
        assert re.search(rf'"{name}[="]', tests), name


def test_the_preset_holds_what_replays_need() -> None:
    g = new("18GA", 3, "18xx.games")
    rulebook = {
        "double_yellow_first_turn",
        "gf_home_columbus",
        "cog_less_token",
        "macon_or_brunswick",
        "end_price",
        "unlimited_8",
        "extra_or_on_tie",
        "soft_rust_4",
        "cotton_port",
    }
    assert set(g.rules.options) == set(find("18GA").file.option) - rulebook


def test_options_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(BadOption, match="as 250 and as 230"):
        new("18GA", 3, "end_price=250", "end_price=230")
    assert new("18GA", 3, "end_price=250", "end_price=250").rules.settings["end_price"] == 250

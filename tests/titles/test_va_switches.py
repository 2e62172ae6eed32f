"""18VA with the switches for what 18xx.games does, and what players are told beside the rules. Numbers are the ledger's."""

from __future__ import annotations

from game import shares, trains
from game.actions import BuyTrain, LayTile, Par, Pass, SellShares
from game.state import Laid
from game.steps.round_sequence import RoundSequence
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from render.text.event_text import tell
from tests.support.title_positions import new, operate, play, refused, stock, verbs
from tests.titles.test_va_operate import another_sells, board, company, needy, offered, phase, ruined, train_of
from titles.va import bankruptcy
from titles.va.opening import bidding_first


def test_11_6_stock_of_the_company_on_turn_may_help_it() -> None:
    for options, may in (((), {"Bankrupt"}), (("first_turn_stock_sold",), {"SellShares"})):
        g = new("18VA", 3, *options)
        company(g, "SR", 0, 5, operated=False, p0=2, p1=2)
        needy(g, "VR", 0, 0, 5, operated=False, p0=3)
        assert verbs(g, "p0") == may
    refused(g, SellShares("SR", 1, by="p0"), "has not finished its first operating turn", "18VA 4.3.1")
    play(g, SellShares("VR", 1, by="p0"))
    assert g.state.cash["p0"] == 100


def test_11_8_tredegar_beside_the_limit_of_a_type() -> None:
    for options, found in (((), False), (("tredegar_beside_type_limit",), True)):
        g = phase(new("18VA", 3, *options), "3", gone=["2"])
        company(g, "VR", 400, p0=2)
        g.state.place["P2"] = "VR"
        another_sells(g, "3")
        operate(g, "VR", BuyTrains("VR"))
        play(g, train_of(g, "p0", "3"))
        assert (("2G", 0, "P2") in offered(g, "p0")) == found
        assert ("2G", 200, "") not in offered(g, "p0")


def test_11_9_a_train_of_the_pool_counts() -> None:
    for options, found in (((), True), (("pool_uses_type_limit",), False)):
        g = phase(new("18VA", 3, *options), "3", gone=["2"])
        company(g, "VR", 500, p0=2)
        g.state.place["3-5"] = "pool"
        another_sells(g, "3")
        operate(g, "VR", BuyTrains("VR"))
        play(g, BuyTrain("3-5", 200, side="3", by="p0"))
        assert (("3", 200, "") in offered(g, "p0")) == found


def test_11_10_the_phase_then_in_force_says_how_many_rounds_the_set_has() -> None:
    for options, last in (((), 1), (("rounds_follow_phase",), 3)):
        g = new("18VA", 3, *options)
        sequence = RoundSequence("SR", stock=5, set=4)
        bidding_first(g, sequence)
        g.state.phase = "5"
        while sequence.stage == "OR":
            bidding_first(g, sequence)
        assert sequence.done == last


def test_11_17_who_holds_too_much_must_sell_first() -> None:
    for options, may_pass in (((), True), (("sell_down_to_limit",), False)):
        g = new("18VA", 5, *options)
        company(g, "B&O", 0, 10, "2,6", p0=5)
        company(g, "C&O", 0, 10, "4,3", p1=4, p0=4)
        g.state.place |= {"P1": "p0", "P2": "p0", "P3": "p0"}
        assert shares.count_for_limit(g, "p0") == 11
        stock(g)
        assert g.legal(Pass(by="p0")) == may_pass
    refused(g, Pass(by="p0"), "you own 11 certificates, the limit is 10")
    play(g, SellShares("C&O", 1, by="p0"))
    assert shares.count_for_limit(g, "p0") == 10
    assert g.legal(Pass(by="p0"))


def test_11_19_one_block_of_each_company_to_raise_money() -> None:
    for options, further in (((), True), (("one_emergency_block",), False)):
        g = phase(new("18VA", 3, *options), "4", gone=["2", "3"])
        company(g, "B&O", 0, 10, "2,6", p1=4, p0=2)
        needy(g, "N&W", 0, 10, p0=2)
        play(g, SellShares("B&O", 1, by="p0"))
        assert g.legal(SellShares("B&O", 1, by="p0")) == further
    refused(g, SellShares("B&O", 1, by="p0"), "B&O has already been sold for this train", "18VA 4.6.2")


def test_11_21_whose_mark_leaves_the_map_with_a_company() -> None:
    for options, left in (((), True), (("closing_clears_express",), False)):
        g = ruined(p0=4, p1=2, p2=3, options=options)
        g.state.marks["express"] = ["N&W", "D9"]
        bankruptcy.close(g, "C&O")
        assert ("express" in g.state.marks) == left


# ---------------------------------------------------------------------- what players are told


def test_12_6_players_are_told_when_the_last_tile_for_an_unstarted_home_is_laid() -> None:
    """A home on the rim of the map takes few tiles: told is who takes the last of them, and only then."""
    g = board("F13=57/1[N&W]", LayTrack("N&W"))
    for name, state in g.state.companies.items():
        state.operated = name != "WMR"
    fitting = {"5", "6", "57"}
    for tile in fitting:
        g.state.supply[tile] = 0
    g.state.supply["5"] = 1
    g.state.tiles.pop("F13")
    g.changed()
    operate(g, "N&W", LayTrack("N&W"))
    lay = next(a for c in g.choices("ann") for a in c if isinstance(a, LayTile) and a.hex == "F13" and a.tile == "5")
    play(g, lay)
    said = "Note: no yellow tile is left for Cumberland (C4), the home of WMR, which has not operated yet."
    assert said in list(tell(g.events, g.view(None), g.rules))
    g.undo()
    g.state.supply["6"] = 1
    g.changed()
    play(g, lay)
    assert not [s for s in tell(g.events, g.view(None), g.rules) if "Note" in s]


def test_12_11_players_are_told_when_a_home_has_no_free_circle() -> None:
    g = new("18VA", 3)
    g.state.tiles = {"D9": Laid("14", 0)}
    g.state.tokens = {"D9.a.0": "SR", "D9.a.1": "VR"}
    stock(g, "p0")
    play(g, Par("C&O", 75, by="p0"))
    said = "Note: Charlottesville (D9) has no free circle; C&O places its home station as soon as one is free."
    assert said in list(tell(g.events, g.view(None), g.rules))
    g = new("18VA", 3)
    stock(g, "p0")
    play(g, Par("C&O", 75, by="p0"))
    assert not [s for s in tell(g.events, g.view(None), g.rules) if "Note" in s]


def test_12_12_the_company_on_turn_discards_first_and_then_by_the_market() -> None:
    g = phase(new("18VA", 3), "3", gone=["2"], left={"3": 0})
    company(g, "N&W", 400, 5, "4,3", p0=2)
    company(g, "B&O", 0, 10, "1,7", p1=2)
    company(g, "C&O", 0, 5, "5,0", p2=2)
    give_types = {"N&W": ["4"], "B&O": ["4"] * 4, "C&O": ["4"] * 2}
    cards = iter(c for c in g.rules.data.train_cards)
    for name, kinds in give_types.items():
        for _ in kinds:
            g.state.place[next(cards)] = name
    g.state.phase = "4"
    g.changed()
    assert trains.crowded(g) == ["B&O", "C&O"]
    assert g.rules.trains.crowded is not None
    assert g.rules.trains.crowded(g, "C&O") == ["C&O", "B&O"]
    assert g.rules.trains.crowded(g, "N&W") == ["B&O", "C&O"]

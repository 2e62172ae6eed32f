"""18TN, paragraph by paragraph. Trap numbers are those of the rules digest."""

from __future__ import annotations

import pytest

from bot.model.board.lay_cost import lay_cost
from game import limits, market, shares, trains
from game.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    Route,
    RunTrains,
    SellShares,
    TakePrivate,
)
from game.checks import LayPermit, Purchase
from game.events import Event, Floated, PrivateClosed, Ran
from game.market import price, where
from game.play import Game
from game.routing import routes, validator
from game.rules import Refusal
from game.steps import Step
from game.steps.dividend import Dividend
from game.steps.operate import CompanyTurn, LastChance, OperatingRound
from game.steps.par import SetPar
from game.steps.round_sequence import RoundSequence
from game.steps.run import RunRoutes
from game.steps.token import HomeToken
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains, DiscardTrains
from game.tile_checks import on_the_map
from game.tile_lays import propose
from render.data.company_card import company_card
from render.data.marks import marks_of
from render.drawing.hex_appearance import look
from render.text.descriptions import describe
from render.text.labels import label
from render.text.questions import ask
from render.text.text import words
from tests.support import board_notation
from tests.support.board_notation import read_board
from tests.support.title_positions import new, operate, own, play, refused, settle, stock, verbs
from tests.support.title_positions import start as started


def board(line: str = "", *steps: object, **more: object) -> Game:
    """A position on 18TN's map; everything belongs to ann."""
    return board_notation.board(line, *steps, title="18TN", **more)  # type: ignore[arg-type]


def train(g: Game, company: str, *cards: str) -> None:
    for card in cards:
        g.state.place[card] = company
    g.changed()


def phase(g: Game, name: str, *, gone: str = "") -> None:
    """As if the phase had begun; `gone`: kinds of train that nobody can buy any more."""
    g.state.phase = name
    for card in g.rules.data.train_cards:
        if g.state.place[card] == "depot" and card.partition("-")[0] in gone:
            g.state.place[card] = "gone"
    g.changed()


def earned(g: Game, company: str) -> int:
    return g.company(company).earned


def happened(g: Game, kind: type[Event]) -> list[Event]:
    return [e for e in g.events if isinstance(e, kind)]


def l_and_n(g: Game, par: int = 90) -> Game:
    """Four players; p0 TCC, p1 ETWCR, p2 MCR and OWR; p3 has bid 195 for LNR and gets it when p2 buys OWR."""
    play(g, Bid("TCC", 20, by="p0"), Bid("ETWCR", 40, by="p1"), Pass(by="p2"), Bid("LNR", 195, by="p3"))
    play(g, Pass(by="p0"), Pass(by="p1"), Bid("MCR", 70, by="p2"), Pass(by="p3"), Pass(by="p0"), Pass(by="p1"))
    play(g, Bid("OWR", 100, by="p2"))
    assert g.deciders() == ["p3"]
    if par:
        play(g, Par("L&N", par, by="p3"))
    return g


# ---------------------------------------------------------------------- 3.1, Table III: auction and the L&N


def test_table_iii_the_l_and_n_starts_with_its_private() -> None:
    """Trap 1."""
    g = l_and_n(new("18TN", 4), par=0)
    assert isinstance(g.top_step(), SetPar)
    assert g.state.cash["p3"] == 255
    assert sorted(a.price for c in g.choices("p3") for a in c if isinstance(a, Par)) == [65, 70, 75, 80, 90]
    refused(g, Pass(by="p3"), "choose the par price of L&N first", "18TN Table III")
    view = g.view("p3")
    assert ask(g.choices("p3"), view, g.rules) == "L&N: set its par price"
    assert label(Par("L&N", 90, by="p3"), view, g.rules) == "start L&N at $90 a share"
    bank = g.state.cash["bank"]
    play(g, Par("L&N", 90, by="p3"))
    assert (g.state.cash["L&N"], g.state.cash["p3"], g.state.cash["bank"]) == (900, 255, bank - 900)
    assert (shares.held(g, "p3", "L&N"), shares.held(g, "ipo", "L&N")) == (2, 8)
    assert g.president("L&N") == "p3"
    assert g.state.place["LNR"] == "gone"
    assert happened(g, Floated) == [Floated("L&N")]
    assert happened(g, PrivateClosed) == [PrivateClosed("LNR")]
    assert g.state.round == "SR 1"
    assert g.deciders() == ["p3"]  # the player after the one who made the purchase that ended the auction
    assert "L&N" in g.rules.order(g)


def test_table_iii_the_l_and_n_by_purchase_and_by_duel() -> None:
    """However it is won, the par price is asked for before anything else."""
    g = new("18TN", 4)
    play(g, Bid("TCC", 20, by="p0"), Bid("ETWCR", 40, by="p1"), Bid("MCR", 70, by="p2"), Bid("OWR", 100, by="p3"))
    play(g, Bid("LNR", 175, by="p0"), Par("L&N", 65, by="p0"))
    assert (g.state.cash["p0"], g.state.cash["L&N"], g.deciders()) == (255, 650, ["p1"])
    g = new("18TN", 4)
    play(g, Bid("LNR", 180, by="p0"), Bid("LNR", 185, by="p1"), Bid("TCC", 20, by="p2"), Bid("ETWCR", 40, by="p3"))
    play(g, Bid("MCR", 70, by="p0"), Pass(by="p1"), Bid("OWR", 100, by="p2"))
    play(g, Bid("LNR", 190, by="p0"), Pass(by="p1"))
    assert g.top_step() == SetPar("p0", "L&N")
    play(g, Par("L&N", 80, by="p0"))
    assert (g.state.cash["p0"], g.state.cash["L&N"], g.deciders()) == (450 - 70 - 190, 800, ["p3"])


def test_table_iii_the_private_never_counts_and_never_pays() -> None:
    g = l_and_n(new("18TN", 4))
    assert shares.count_for_limit(g, "p3") == 1  # the president's certificate
    assert g.rules.worth(g, "p3") == {"cash": 255, "shares": 180, "privates": 0}


def test_3_1_2_the_first_private_gets_cheaper_then_must_be_taken() -> None:
    g = new("18TN", 3)
    for turn in range(12):
        assert g.state.place["TCC"] == "bank"
        play(g, Pass(by=f"p{turn % 3}"))
    assert (g.state.place["TCC"], g.state.cash["p0"]) == ("p0", 600)


def first_round(g: Game) -> Game:
    """The first operating round with nothing but the L&N."""
    l_and_n(g)
    while g.state.round == "SR 1":
        play(g, Pass(by=g.deciders()[0]))
    assert g.state.round == "OR 1.1"
    return g


def test_4_2_5_2_the_l_and_n_must_buy_a_train_in_its_first_turn() -> None:
    """Trap 2: Louisville and Bowling Green are joined before any tile is laid."""
    g = first_round(new("18TN", 4))
    assert g.state.tokens == {"B13.a.0": "L&N"}
    while not isinstance(g.top_step(), BuyTrains):
        play(g, Pass(by="p3"))
    refused(g, Pass(by="p3"), "must own a train", "18TN 4.2.5.2")
    play(g, BuyTrain("2-1", 80, by="p3"))
    assert g.state.cash["L&N"] == 820


def test_3_6_a_sold_out_l_and_n_rises_before_its_first_round() -> None:
    """Trap 3."""
    g = new("18TN", 3)
    started(g, "L&N", 90, cash=900)
    own(g, "p0", "L&N", 6, president=True)
    own(g, "p1", "L&N", 4)
    stock(g, "p0", "SR 2")
    while g.state.round == "SR 2":
        play(g, Pass(by=g.deciders()[0]))
    assert (where(g, "L&N"), price(g, "L&N")) == ("0,4", 100)
    while not isinstance(g.top_step(), BuyTrains):
        play(g, Pass(by="p0"))
    assert (where(g, "L&N"), price(g, "L&N")) == ("0,3", 90)


# ---------------------------------------------------------------------- 3.2 the Illinois Central


def test_3_2_c_1_the_illinois_central_costs_three_shares_and_floats_at_sixty() -> None:
    """Trap 4."""
    g = new("18TN", 4)
    for player in g.state.order:
        g.state.cash[player] = 450
    g.state.cash["p1"] = 190
    stock(g, "p0", "SR 1")
    play(g, Par("IC", 65, by="p0"))
    assert (g.state.cash["p0"], shares.held(g, "p0", "IC"), shares.held(g, "ipo", "IC")) == (450 - 195, 3, 7)
    assert shares.count_for_limit(g, "p0") == 1
    play(g, BuyShare("IC", "ipo", by="p1"), BuyShare("IC", "ipo", by="p2"))
    assert not g.company("IC").floated
    play(g, BuyShare("IC", "ipo", by="p3"))
    assert (g.company("IC").floated, g.state.cash["IC"]) == (True, 650)
    bank = g.state.cash["bank"]
    play(g, BuyShare("IC", "ipo", by="p0"))
    assert (g.state.cash["bank"], g.state.cash["IC"]) == (bank + 65, 650)


def test_3_2_c_1_par_of_the_illinois_central_needs_three_times_the_price() -> None:
    g = new("18TN", 4)
    g.state.cash["p0"] = 190
    stock(g, "p0", "SR 1")
    refused(g, Par("IC", 65, by="p0"), "195", "18TN 3.2(c)")
    play(g, Par("TC", 65, by="p0"))


def test_3_2_a_4_part_of_the_thirty_percent_certificate() -> None:
    """Trap 5."""
    g = new("18TN", 3)
    started(g, "IC", 65, "3,2")  # 55
    own(g, "p0", "IC", 3, president=True)
    own(g, "p1", "IC", 3)
    own(g, "p2", "IC", 3)
    stock(g, "p0")
    play(g, SellShares("IC", 1, by="p0"))
    assert g.state.cash["p0"] == 655
    assert (g.president("IC"), g.state.place["IC.0"]) == ("p1", "p1")
    assert [shares.held(g, p, "IC") for p in ("p0", "p1", "p2", "pool")] == [2, 3, 3, 1]
    assert (where(g, "IC"), price(g, "IC")) == ("4,2", 50)


def test_3_2_a_4_the_whole_certificate_may_go() -> None:
    g = new("18TN", 3)
    started(g, "IC", 65, "3,2")
    own(g, "p0", "IC", 3, president=True)
    own(g, "p1", "IC", 3)
    stock(g, "p0")
    assert {a.shares for c in g.choices("p0") for a in c if isinstance(a, SellShares)} == {1, 2, 3}
    play(g, SellShares("IC", 3, by="p0"))
    assert [shares.held(g, p, "IC") for p in ("p0", "p1", "pool")] == [0, 3, 3]


def test_3_2_a_3_the_illinois_central_needs_a_holder_of_thirty_percent() -> None:
    """Trap 6: not even in an emergency."""
    g = new("18TN", 3)
    started(g, "IC", 65, "3,2")
    own(g, "p0", "IC", 4, president=True)
    own(g, "p1", "IC", 2)
    own(g, "p2", "IC", 2)
    stock(g, "p0")
    refused(g, SellShares("IC", 2, by="p0"), "nobody else owns enough of IC", "18TN 3.2(a)(3)")
    play(g, SellShares("IC", 1, by="p0"))
    needy(g, "TC", 10, 0)
    assert all(a.company != "IC" for c in g.choices("p0") for a in c if isinstance(a, SellShares))


def test_3_5_the_illinois_central_changes_hands_for_three_certificates() -> None:
    g = new("18TN", 3)
    started(g, "IC", 65)
    own(g, "p0", "IC", 3, president=True)
    own(g, "p1", "IC", 3)
    stock(g, "p1")
    play(g, BuyShare("IC", "ipo", by="p1"))
    assert g.president("IC") == "p1"
    assert [c for c, p in g.state.place.items() if p == "p1" and c.startswith("IC.")] == ["IC.0", "IC.4"]
    assert shares.held(g, "p0", "IC") == 3


# ---------------------------------------------------------------------- 3.3 the zones


def green(at: str, held: int) -> Game:
    """p0 holds so much of GMO, whose marker stands there; more lies in the market."""
    g = new("18TN", 3)
    started(g, "GMO", 65, at)
    own(g, "p0", "GMO", held, president=True)
    own(g, "pool", "GMO", 2)
    return stock(g, "p0")


def test_3_3_a_more_than_sixty_percent_in_the_green_zone_only() -> None:
    """Trap 18, first part."""
    g = green("4,0", 6)
    play(g, BuyShare("GMO", "pool", by="p0"))
    assert shares.held(g, "p0", "GMO") == 7
    refused(green("4,1", 6), BuyShare("GMO", "pool", by="p0"), "60%", "18TN 3.3(a)")


def test_3_3_a_who_owns_more_outside_green_sells_down_in_his_next_turn() -> None:
    """Trap 18, second part: a sale that drops the price into green again is enough."""
    g = green("4,1", 7)
    g.state.place["TCC"] = "p1"
    started(g, "SR", 65)
    own(g, "p1", "SR", 3, president=True)
    own(g, "p0", "SR", 2)
    stock(g, "p0")
    assert verbs(g, "p0") == {"SellShares"}
    refused(g, Pass(by="p0"), "too much of GMO", "18TN 3.3")
    refused(g, BuyShare("SR", "ipo", by="p0"), "too much of GMO", "18TN 3.3")
    refused(g, SellShares("SR", 1, by="p0"), "sell some first", "18TN 3.3(a)")
    play(g, SellShares("GMO", 1, by="p0"))
    assert (g.state.cash["p0"], where(g, "GMO"), price(g, "GMO")) == (645, "5,1", 40)
    play(g, SellShares("SR", 1, by="p0"), Pass(by="p0"))


def test_3_3_a_selling_down_frees_by_the_count_too() -> None:
    g = green("3,2", 8)  # 55, then 50, 45: yellow cells on the way down
    g.state.place |= {c: "gone" for c, p in g.state.place.items() if p == "pool"}
    stock(g, "p0")
    play(g, SellShares("GMO", 1, by="p0"))
    assert "Pass" not in verbs(g, "p0")
    play(g, SellShares("GMO", 1, by="p0"))
    assert "Pass" in verbs(g, "p0")


def test_3_3_a_on_18xx_games_other_shares_may_be_sold_first() -> None:
    g = new("18TN", 3, "sell_down_with_any_stock")
    started(g, "GMO", 65, "4,1")
    own(g, "p0", "GMO", 7, president=True)
    started(g, "SR", 65)
    own(g, "p1", "SR", 3, president=True)
    own(g, "p0", "SR", 2)
    stock(g, "p0")
    play(g, SellShares("SR", 1, by="p0"))
    refused(g, Pass(by="p0"), "too much of GMO")


def test_3_3_a_nothing_to_sell_is_no_obligation() -> None:
    """With half of it in the market nothing of the company can be sold: the turn goes on normally."""
    g = new("18TN", 3)
    started(g, "GMO", 65, "4,1")
    own(g, "p0", "GMO", 7, president=True)
    own(g, "pool", "GMO", 3)
    started(g, "SR", 65)
    own(g, "p1", "SR", 3, president=True)
    g.state.place["GMO.8"] = "pool"
    g.state.companies["GMO"].size = 6  # its half is 3 then: the market takes no more
    stock(g, "p0")
    assert "BuyShare" in verbs(g, "p0")
    play(g, Pass(by="p0"))


def test_4_2_5_2_d_emergency_sales_do_not_wait_for_the_sixty_percent() -> None:
    """Decision 10: neither limit of 3.3 has to be met while money is raised."""
    g = new("18TN", 3)
    started(g, "GMO", 65, "4,1")
    own(g, "p0", "GMO", 7, president=True)
    started(g, "SR", 65)
    own(g, "p1", "SR", 3, president=True)
    own(g, "p0", "SR", 2)
    needy(g, "TC", 10, 0)
    sold = {a.company for c in g.choices("p0") for a in c if isinstance(a, SellShares)}
    assert {"GMO", "SR"} <= sold


def test_3_3_b_yellow_and_green_do_not_count_as_certificates() -> None:
    g = new("18TN", 3)
    for company, at in (("SR", "3,0"), ("GMO", "4,0"), ("TC", "2,0")):
        started(g, company, 65, at)
        own(g, "p0", company, 4, president=True)
    assert [limits.in_zone(g, c, "yg") for c in ("SR", "GMO", "TC")] == [True, True, False]
    assert shares.count_for_limit(g, "p0") == 3  # two of ten and two singles of the TC at 50 in a white cell
    g.state.place["TCC"] = "p0"
    g.changed()
    assert shares.count_for_limit(g, "p0") == 4


def test_table_ii_certificate_limits() -> None:
    assert [g.rules.shares.limit(g) for g in (new("18TN", n) for n in (3, 4, 5))] == [16, 12, 10]


# ---------------------------------------------------------------------- 4.2.1 tiles

START = "B13[L&N] D7[IC] F11[TC] G6[GMO]"


def first_lay(g: Game, using: str = "", colour: str = "yellow") -> LayTile:
    """Some legal lay of that kind."""
    tiles = g.rules.data.tiles
    return next(
        a
        for c in g.choices()
        for a in c
        if isinstance(a, LayTile) and a.using == using and tiles[a.tile].colour == colour
    )


def colours(g: Game, using: str = "") -> set[str]:
    tiles = g.rules.data.tiles
    return {tiles[a.tile].colour for c in g.choices() for a in c if isinstance(a, LayTile) and a.using == using}


def test_4_2_b_two_yellow_tiles_or_one_upgrade() -> None:
    """Trap 7."""
    g = board(START, LayTrack("GMO"), phase="3")
    assert colours(g) == {"yellow", "green"}
    play(g, first_lay(g))
    assert colours(g) == {"yellow"}
    refused(g, LayTile("G6", "14", 2, by="ann"), "only yellow tiles", "18TN 4.2(b)")
    play(g, first_lay(g))
    assert not isinstance(g.top_step(), LayTrack)
    g = board(START, LayTrack("GMO"), phase="3")
    play(g, first_lay(g, colour="green"))
    assert not isinstance(g.top_step(), LayTrack)


def test_4_2_b_a_private_tile_comes_beside_the_normal_ones() -> None:
    """Trap 7: yellow, private tile, yellow; or an upgrade and the private tile."""
    g = board(START, LayTrack("GMO"), phase="3", owners={"OWR": "GMO"})
    play(g, first_lay(g))
    play(g, first_lay(g, using="OWR"))
    assert "OWR.lay" in g.state.used
    play(g, first_lay(g))
    assert not isinstance(g.top_step(), LayTrack)
    g = board(START, LayTrack("GMO"), phase="3", owners={"OWR": "GMO"})
    play(g, first_lay(g, colour="green"))
    assert colours(g) == set()
    play(g, first_lay(g, using="OWR"))
    assert g.state.cash["GMO"] == 1000
    assert g.state.place["OWR"] == "GMO"


def test_table_iii_each_private_lays_in_its_own_hex_without_connection() -> None:
    for private, place in (("TCC", "H17"), ("ETWCR", "F19"), ("MCR", "H5"), ("OWR", "E16")):
        g = board(START, LayTrack("L&N"), owners={private: "L&N"})
        lays = [a for c in g.choices() for a in c if isinstance(a, LayTile) and a.using == private]
        assert {a.hex for a in lays} == {place}
        assert {a.tile for a in lays} == {"7", "8", "9"}
        assert {lay_cost(a, g.view(a.by), g.rules) for a in lays} == {0}
        play(g, lays[0])
        assert g.state.cash["L&N"] == 1000
        g.state.tiles.clear()
        assert not any(a.using for c in g.choices() for a in c if isinstance(a, LayTile))


def test_table_iii_a_tile_in_the_hex_ends_the_power() -> None:
    g = board(f"{START} H5=9/1", LayTrack("L&N"), owners={"MCR": "L&N"})
    assert not any(a.using for c in g.choices() for a in c if isinstance(a, LayTile))


def test_table_iii_on_18xx_games_the_memphis_and_charleston_lays_in_memphis() -> None:
    g = board(START, LayTrack("L&N"), owners={"MCR": "L&N"}, options=("mcr_in_memphis",))
    lays = {(a.hex, a.tile) for c in g.choices() for a in c if isinstance(a, LayTile) and a.using == "MCR"}
    assert lays == {("H3", "5"), ("H3", "6"), ("H3", "57")}


def test_4_2_1_privates_of_players_block_nobody() -> None:
    g = board(f"{START} G6=14/2[GMO.a]", LayTrack("GMO"), phase="3", owners={"MCR": "bob"})
    assert "H5" in {a.hex for c in g.choices() for a in c if isinstance(a, LayTile)}


def test_4_2_1_c_green_on_printed_yellow_is_an_upgrade() -> None:
    """Trap 8."""
    g = board(START, LayTrack("L&N"), phase="3")
    play(g, next(a for c in g.choices() for a in c if isinstance(a, LayTile) and a.hex == "D11"))
    assert g.rules.data.tiles[g.state.tiles["D11"].tile].colour == "green"
    assert not isinstance(g.top_step(), LayTrack)


def test_8_a_three_yellow_tiles_in_the_first_turn() -> None:
    g = board(START, LayTrack("TC"), options=("triple_yellow_first_turn",))
    for _ in range(3):
        play(g, first_lay(g))
    assert not isinstance(g.top_step(), LayTrack)
    g = board(START, LayTrack("TC"), options=("triple_yellow_first_turn",))
    g.company("TC").operated = True
    play(g, first_lay(g))
    play(g, first_lay(g))
    assert not isinstance(g.top_step(), LayTrack)


def test_4_2_1_g_two_copies_of_the_brown_p_tile_for_three_hexes() -> None:
    """Trap 20."""
    line = "F11=170/0[TC.a] H15=170/1 H3=14/0[TC.a] B13[L&N]"
    g = board(line, LayTrack("TC"), phase="6")
    assert g.state.supply["170"] == 0
    refused(g, LayTile("H3", "170", 0, by="ann"), "No tile 170 is left", "18TN 4.2.1(b)")
    refused(g, LayTile("H3", "63", 0, by="ann"), "takes only these brown tiles: 170", "18TN 4.2.1(g)")
    refused(g, LayTile("F11", "TN3", 0, by="ann"), "no gray tiles before phase 8", "18TN 4.2.1(a)")
    g = board(line, LayTrack("TC"), phase="8")
    play(g, LayTile("F11", "TN3", 0, by="ann"))
    assert (g.state.supply["170"], g.state.supply["TN3"]) == (1, 0)
    g.push(LayTrack("TC"))
    settle(g)
    assert "170" in {a.tile for c in g.choices() for a in c if isinstance(a, LayTile) and a.hex == "H3"}


def test_4_2_1_g_green_tiles_of_nashville_and_chattanooga() -> None:
    g = board("F11=57/2[TC.a] H15[NC&StL]", LayTrack("TC"), phase="3")
    assert {a.tile for c in g.choices() for a in c if isinstance(a, LayTile) and a.hex == "F11"} == {"TN2"}
    g = board("H15[NC&StL]", LayTrack("NC&StL"), phase="3")
    assert {a.tile for c in g.choices() for a in c if isinstance(a, LayTile) and a.hex == "H15"} == {"TN1"}


def test_table_iv_a_straight_city_becomes_a_619() -> None:
    """Digest 11, no. 16."""
    g = board("G12=57/2[L&N.a]", LayTrack("L&N"), phase="3")
    tiles = {a.tile for c in g.choices() for a in c if isinstance(a, LayTile) and a.hex == "G12"}
    assert tiles == {"14", "15", "619"}


# ---------------------------------------------------------------------- 4.2.2 stations


def test_4_2_a_every_home_is_one_city() -> None:
    homes = {"SR": "F17", "GMO": "G6", "L&N": "B13", "IC": "D7", "NC&StL": "H15", "TC": "F11"}
    for company, place in homes.items():
        g = board("", HomeToken(company), LayTrack(company))
        assert g.state.tokens == {f"{place}.a.0": company}


def test_4_2_2_first_station_40_then_100() -> None:
    g = board("B13[L&N] F11=TN2/0[L&N.a] D11=141/3 E12=8/3", Station("L&N"), phase="3")
    assert g.company("L&N").tokens == [100, 100]
    g = board(START)
    assert (g.company("SR").tokens, g.company("IC").tokens) == ([0, 40, 100, 100], [40, 100])


def test_4_2_2_c_the_circle_of_louisville_is_kept() -> None:
    g = board("B17=6/0[SR.a] B15=9/1 B13", Station("SR"), phase="3")
    assert all(a.city != "B13" for c in g.choices() for a in c if isinstance(a, PlaceToken))


# ---------------------------------------------------------------------- 4.2.3 runs


def judged(g: Game, company: str, *claims: Route) -> int | Refusal:
    found = validator.judge(g, company, claims)
    return found if isinstance(found, Refusal) else validator.total(g, company, found)


def run(train: str, *stops: str) -> Route:
    return Route(train, tuple(f"{s}.a" for s in stops))


def best(g: Game, company: str) -> int:
    found = routes.best(g, company)
    assert not found or found[0].proven
    return found[0].revenue if found else 0


def test_4_2_3_i_towns_count() -> None:
    """Trap 9."""
    g = board("B13[L&N] B15=8/1")
    train(g, "L&N", "2-1", "3-1")
    assert judged(g, "L&N", run("3-1", "A16", "B13", "D11")) == 90
    too_long = judged(g, "L&N", run("2-1", "A16", "B13", "D11"))
    assert isinstance(too_long, Refusal)
    assert too_long.paragraph == "18TN 4.2.3(i)"
    train(g, "gone", "2-1")
    assert best(g, "L&N") == 90


def test_4_2_3_1_bristol_falls_with_the_first_five() -> None:
    """Trap 10."""
    for name, revenue in (("4", 90), ("5", 70)):
        g = board("F17=14/0[SR.a] F19=9/1 F21=8/1", phase=name)
        train(g, "SR", "2-1")
        assert best(g, "SR") == revenue


ROUND = ("F11.a", "E10.a", "D11.a", "A16.a")


@pytest.mark.parametrize(
    ("place", "low", "high"),
    [
        ("A16", 50, 80),
        ("C4", 40, 60),
        ("E22", 60, 40),
        ("H1", 20, 40),
        ("J5", 30, 50),
        ("J11", 30, 40),
        ("J17", 40, 60),
    ],
)
def test_4_2_3_1_values_of_the_edge_of_the_map(place: str, low: int, high: int) -> None:
    for name, value in (("2", low), ("4", low), ("5", high), ("8", high)):
        g = board("", phase=name)
        profile = g.rules.routes.profile(g, "L&N", "2-1")
        assert profile is not None
        assert profile.value(f"{place}.a") == value


def test_4_2_3_e_round_louisville_when_its_circle_is_taken() -> None:
    """Trap 21."""
    line = "B13[L&N] B15=8/1 E10=58/3 F11=57/2[TC.a]"
    g = board(line)
    train(g, "TC", "5-1")
    assert best(g, "TC") == 90
    assert routes.best(g, "TC")[0].runs[0].stops in (ROUND, ROUND[::-1])
    through = judged(g, "TC", run("5-1", "F11", "E10", "D11", "B13", "A16"))
    assert isinstance(through, Refusal)
    assert through.paragraph == "18TN 4.2.3(e)"
    g = board(line.replace("B13[L&N] ", ""))
    train(g, "TC", "5-1")
    assert best(g, "TC") == 120  # the city is free: one may run through it, once


# ---------------------------------------------------------------------- emergencies


def needy(g: Game, company: str, cash: int, president: int) -> None:
    """A company with a route and without a train; p0 presides, both have little money; 6-trains are next."""
    if not g.company(company).par:
        started(g, company, 65, cash=cash)
    own(g, "p0", company, 2, president=True)
    g.state.cash |= {company: cash, "p0": president}
    tiles, tokens = read_board("F11=57/2[TC.a] E10=58/3")
    board_notation.put(g, tiles, tokens)
    phase(g, "6", gone="2345")
    train(g, "gone", "6-1")
    operate(g, company, BuyTrains(company))


def test_4_2_5_2_the_president_helps_with_the_cheapest_train() -> None:
    g = new("18TN", 3)
    needy(g, "TC", 450, 200)
    refused(g, Pass(by="p0"), "must own a train", "18TN 4.2.5.2")
    play(g, BuyTrain("6-2", 600, by="p0"))
    assert (g.state.cash["TC"], g.state.cash["p0"]) == (0, 50)


def test_6_c_bankruptcy_ends_the_game_at_once() -> None:
    g = new("18TN", 3)
    needy(g, "TC", 10, 20)
    while "SellShares" in verbs(g, "p0"):
        g.play(next(iter(next(c for c in g.choices("p0") if c.kind is SellShares))))
    play(g, Bankrupt(by="p0"))
    assert g.state.over == "bankruptcy"
    assert g.rules.worth(g, "p0") == {"cash": 0, "shares": 130, "privates": 0}


# ---------------------------------------------------------------------- 5.1 the Civil War

L_AND_N = "B13[L&N] B15=8/1"  # Cincinnati - Louisville 80, Louisville - Bowling Green 40, all three 90


def outbreak(g: Game, buyer: str = "SR") -> None:
    """The fourth 3-train is sold; the buyer is not the company under test."""
    phase(g, "3", gone="2")
    train(g, buyer, "3-1", "3-2")
    train(g, "gone", "3-3")
    trains.buy(g, Purchase(buyer, "3-4", "depot", 180))
    assert g.state.phase == "3½"


def at_war(line: str, company: str, *cards: str, options: tuple[str, ...] = (), cell: str = "") -> Game:
    """A company with these trains, met by the Civil War; its run comes next."""
    g = board(line, options=options)
    train(g, company, *cards)
    g.state.market = {"2,3": [c for c in g.state.companies if c != company], cell or "2,6": [company]}
    g.changed()
    outbreak(g, "SR" if company != "SR" else "IC")
    assert g.state.marks["civil war"] == [company]
    g.state.agenda = g.state.agenda[:2]
    operate(g, company, RunRoutes(company), Dividend(company), BuyTrains(company), LastChance(company))
    return g


def test_5_1_two_trains() -> None:
    """Trap 11: both run for 40 and 80, or only the one for 80: 80 in either case; the marker moves on."""
    fleet = ("2-1", "2-2")
    both = (run("2-1", "B13", "D11"), run("2-2", "A16", "B13"))
    for claims in (both, both[1:]):
        g = at_war(L_AND_N, "L&N", *fleet)
        own(g, "bob", "L&N", 3)
        assert price(g, "L&N") == 100
        play(g, RunTrains(claims, by="ann"))
        assert earned(g, "L&N") == 80
        told = next(words(e, g.view(None), g.rules) for e in g.events if isinstance(e, Ran))
        assert told.startswith("L&N runs for $80: ")
        assert ("Civil War −$40" in told) == (len(claims) == 2)
        assert marks_of(g.events).together == (-40 if len(claims) == 2 else 0), "pictures tell the sum too"
        assert isinstance(g.top_step(), Dividend)
        bob = g.state.cash["bob"]
        play(g, PayDividend("full", by="ann"))
        assert g.state.cash["bob"] == bob + 24
        assert (where(g, "L&N"), price(g, "L&N")) == ("2,7", 110)
        assert g.state.marks == {}


def test_5_1_less_than_the_best_after_the_loss_is_refused() -> None:
    """Digest 9, no. 17: shareholders compare what is left after the loss."""
    g = at_war(L_AND_N, "L&N", "2-1", "2-2")
    own(g, "bob", "L&N", 3)
    settle(g)
    lesser = RunTrains((run("2-1", "B13", "D11"),), by="ann")
    refused(g, lesser, "earn $40, the best ones $80: the company must run for the most", "18TN 4.2.3.1")
    g = at_war(L_AND_N, "L&N", "2-1", "2-2", options=("civil_war_free_choice",))
    own(g, "bob", "L&N", 3)
    settle(g)
    play(g, lesser)
    assert earned(g, "L&N") == 40


def test_5_1_4_2_3_1_the_train_that_earns_least_stays_idle_where_shareholders_insist() -> None:
    """The president's choice is one within the running of trains, which 4.2.3.1 restricts; an option leaves it to him."""
    fleet = ("2-1", "4-1")  # alone they earn 80 and 90
    short, long = RunTrains((run("2-1", "A16", "B13"),), by="ann"), run("4-1", "A16", "B13", "D11")
    g = at_war(L_AND_N, "L&N", *fleet)
    own(g, "bob", "L&N", 3)
    settle(g)
    refused(g, short, "earn $80, the best ones $90: the company must run for the most", "18TN 4.2.3.1")
    assert g.legal(RunTrains((long,), by="ann"))
    for options in ((), ("civil_war_free_choice",)):
        g = at_war(L_AND_N, "L&N", *fleet, options=options)
        if options:
            own(g, "bob", "L&N", 3)
        assert g.legal(short), "nobody else has stock, or nobody may insist"


def test_5_1_three_trains_all_run_and_four_with_one_idle() -> None:
    """Trap 11: the lowest of all is lost; an idle train is loss enough."""
    g = board(L_AND_N)
    train(g, "L&N", "2-1", "2-2", "2-3")
    g.state.marks["civil war"] = ["L&N"]
    lost = g.rules.routes.cross_train
    assert lost is not None
    trips = [(None, 110), (None, 40), (None, 80)]
    assert lost.value(g, "L&N", trips) == -40  # type: ignore[arg-type]
    train(g, "L&N", "2-4")
    assert lost.value(g, "L&N", [(None, 60), (None, 70), (None, 70)]) == 0  # type: ignore[list-item]
    assert lost.value(g, "SR", trips) == 0  # type: ignore[arg-type]


def test_5_1_one_train_earns_nothing_and_the_price_stays() -> None:
    """Trap 12."""
    g = at_war(L_AND_N, "L&N", "2-1", cell="2,3")
    assert isinstance(g.top_step(), BuyTrains)  # neither runs nor dividend are asked for
    assert (earned(g, "L&N"), price(g, "L&N"), g.state.cash["L&N"]) == (0, 70, 1000)
    assert g.state.marks == {}
    play(g, BuyTrain("3-5", 180, by="ann"))


def test_5_1_the_war_of_one_company_goes_on_when_anothers_is_over() -> None:
    """Each loses the income of one train in its own turn."""
    g = at_war(L_AND_N, "L&N", "2-1", "2-2")
    g.state.marks["civil war"] = ["L&N", "GMO"]
    settle(g)
    play(g, RunTrains((run("2-1", "A16", "B13"),), by="ann"), PayDividend("full", by="ann"))
    assert g.state.marks["civil war"] == ["GMO"]
    assert "civil war round" in g.state.marks


def test_5_1_the_war_meets_who_operates_later_in_the_same_round() -> None:
    """Trap 13; the other reading is an option."""
    for options, revenue in (((), 0), (("civil_war_next_round",), 80)):
        g = board(L_AND_N, options=options)
        train(g, "L&N", "2-1")
        outbreak(g)
        g.state.agenda = g.state.agenda[:2]
        g.push(RunRoutes("L&N"))
        settle(g)
        if revenue:
            play(g, next(iter(next(c for c in g.choices("ann") if c.kind is RunTrains))))
        assert earned(g, "L&N") == revenue
        g.state.round = "OR 1.2"
        g.push(RunRoutes("L&N"))
        settle(g)
        assert earned(g, "L&N") == 0


def test_5_1_no_train_left_is_an_ordinary_turn_without_run() -> None:
    """Trap 14: the 2-train has rusted; the marker moves left and the war is over."""
    g = board(L_AND_N)
    g.state.market = {"3,3": ["L&N"]}
    train(g, "L&N", "2-1")
    outbreak(g)
    trains.rust(g, "2")
    operate(g, "L&N", RunRoutes("L&N"), Dividend("L&N"), BuyTrains("L&N"))
    assert (price(g, "L&N"), g.state.marks) == (55, {})


def test_5_1_two_trains_at_the_outbreak_and_one_later() -> None:
    """Trap 14: counts as exactly one; the marker stays."""
    g = at_war(L_AND_N, "L&N", "2-1", "2-2", cell="2,3")
    train(g, "SR", "2-2")
    operate(g, "L&N", RunRoutes("L&N"), Dividend("L&N"), BuyTrains("L&N"))
    assert (earned(g, "L&N"), price(g, "L&N")) == (0, 70)


def test_5_1_the_buyer_is_met_too_and_who_has_no_train_or_no_route_is_not() -> None:
    for options, met in (((), ["SR", "L&N"]), (("civil_war_without_route",), ["SR", "GMO", "L&N"])):
        g = board("B13[L&N] F17=14/0[SR.a] F19=9/1 F21=8/1 G6[GMO] F11=57/2[TC.a] E10=58/3", options=options)
        train(g, "L&N", "2-1")
        train(g, "GMO", "2-2")  # Jackson's track leads nowhere yet
        outbreak(g)
        assert g.state.marks["civil war"] == met


def test_5_1_only_the_fourth_three_from_the_initial_offering() -> None:
    g = board(L_AND_N)
    phase(g, "3", gone="2")
    train(g, "pool", "3-1")
    train(g, "SR", "3-2")
    g.push(BuyTrains("L&N"))
    settle(g)
    play(g, BuyTrain("3-1", 180, by="ann"))
    assert g.state.phase == "3"
    g.push(BuyTrains("IC"))
    settle(g)
    play(g, BuyTrain("3-3", 180, by="ann"))
    assert (g.state.phase, g.state.marks) == ("3", {})


# ---------------------------------------------------------------------- 4.2.5 trains


def test_4_2_5_1_fours_become_obsolete_with_the_second_six() -> None:
    """Trap 15."""
    g = board(L_AND_N, phase="6")
    phase(g, "6", gone="235")
    train(g, "L&N", "4-1")
    train(g, "SR", "6-1")
    train(g, "IC", "4-2")
    train(g, "pool", "4-3")
    g.state.cash["L&N"] = 2000
    operate(g, "L&N", BuyTrains("L&N"), LastChance("L&N"))
    play(g, BuyTrain("6-2", 600, by="ann"))
    assert (g.state.phase, g.state.place["4-3"]) == ("6½", "gone")
    step = BuyTrains("L&N")
    said = [str(step.refuse(g, a)) for a in (BuyTrain("8-1", 700, by="ann"), BuyTrain("4-2", 1, "IC", by="ann"))]
    assert said == [
        "L&N has 2 trains, the limit is 2 (18TN 4.2.5(g))",
        "the 4-train is obsolete: it runs once more and cannot be sold (18TN 4.2.5.1)",
    ]
    operate(g, "L&N", RunRoutes("L&N"), Dividend("L&N"), BuyTrains("L&N"))
    play(g, next(iter(next(c for c in g.choices("ann") if c.kind is RunTrains))))
    assert {r.train for r in g.company("L&N").ran} == {"4-1", "6-2"}
    play(g, PayDividend("full", by="ann"))
    assert g.state.place["4-1"] == "gone"
    assert g.state.place["4-2"] == "IC"
    play(g, BuyTrain("8-1", 700, by="ann"))


def test_4_2_5_1_on_18xx_games_obsolete_trains_do_not_count() -> None:
    g = board(L_AND_N, phase="6", options=("obsolete_trains_free",))
    phase(g, "6", gone="2345")
    train(g, "L&N", "4-1")
    train(g, "SR", "6-1")
    g.state.cash["L&N"] = 2000
    operate(g, "L&N", BuyTrains("L&N"))
    play(g, BuyTrain("6-2", 600, by="ann"), BuyTrain("8-1", 700, by="ann"))
    assert [trains.count_for_limit(g, "L&N"), len(trains.owned(g, "L&N"))] == [2, 3]


def test_4_2_5_1_only_an_obsolete_train() -> None:
    """Trap 16: it runs, goes, and the forced purchase follows in the same turn."""
    g = board(L_AND_N, phase="6")
    phase(g, "6½", gone="2356")
    train(g, "L&N", "4-1")
    trains.make_obsolete(g, "4")
    operate(g, "L&N", RunRoutes("L&N"), Dividend("L&N"), BuyTrains("L&N"))
    play(g, next(iter(next(c for c in g.choices("ann") if c.kind is RunTrains))))
    assert earned(g, "L&N") == 120
    play(g, PayDividend("none", by="ann"))
    assert trains.owned(g, "L&N") == []
    refused(g, Pass(by="ann"), "must own a train", "18TN 4.2.5.2")
    play(g, BuyTrain("8-1", 700, by="ann"))


def test_4_2_5_1_an_obsolete_train_goes_although_it_did_not_run() -> None:
    g = board("F17[SR]", phase="6")
    phase(g, "6½", gone="2356")
    train(g, "SR", "4-1")
    trains.make_obsolete(g, "4")
    operate(g, "SR", RunRoutes("SR"), Dividend("SR"), BuyTrains("SR"))
    assert g.state.place["4-1"] == "gone"


def test_4_2_5_f_one_bank_train_and_more_from_others() -> None:
    """Trap 17."""
    g = board(L_AND_N, options=("no_consent",))
    phase(g, "3", gone="2")
    train(g, "SR", "2-1")
    operate(g, "L&N", BuyTrains("L&N"))
    play(g, BuyTrain("3-1", 180, by="ann"))
    refused(g, BuyTrain("3-2", 180, by="ann"), "only one train a turn", "18TN 4.2.5(f)")
    play(g, BuyTrain("2-1", 1, "SR", by="ann"))
    g = board(L_AND_N)
    phase(g, "3", gone="2")
    for card in ("3-1", "3-2", "3-3"):
        g.state.place[card] = "gone"
    train(g, "SR", "2-1")
    operate(g, "L&N", BuyTrains("L&N"))
    play(g, BuyTrain("3-4", 180, by="ann"))
    assert g.state.phase == "3½"
    refused(g, BuyTrain("3-5", 180, by="ann"), "only one train a turn", "18TN 4.2.5(f)")
    g = board(L_AND_N)
    phase(g, "3½", gone="23")
    g.state.cash["L&N"] = 700
    operate(g, "L&N", BuyTrains("L&N"))
    play(g, BuyTrain("4-1", 300, by="ann"), BuyTrain("4-2", 300, by="ann"))


def test_4_2_5_g_discards_in_the_order_of_the_table() -> None:
    """Digest 9, no. 23."""
    g = board(L_AND_N)
    phase(g, "4", gone="234")
    train(g, "TC", "3-1", "3-2", "4-1")
    train(g, "GMO", "3-3", "3-4", "4-2")
    train(g, "IC", "3-5", "4-3")
    operate(g, "SR", BuyTrains("SR"))
    play(g, BuyTrain("5-1", 450, by="ann"))
    assert g.top_step() == DiscardTrains("GMO")
    play(g, DiscardTrain("3-3", by="ann"))
    assert g.top_step() == DiscardTrains("TC")
    play(g, DiscardTrain("4-1", by="ann"))
    assert not isinstance(g.top_step(), DiscardTrains)


def test_8_c_salvage_for_threes() -> None:
    for options, paid in (((), 0), (("salvage_3",), 50)):
        g = board(L_AND_N, phase="5", options=options)
        phase(g, "5", gone="245")
        train(g, "SR", "3-1")
        train(g, "IC", "3-2", "3-3")
        train(g, "pool", "3-4")
        train(g, "gone", "3-5")
        operate(g, "L&N", BuyTrains("L&N"))
        bank = g.state.cash["bank"]
        play(g, BuyTrain("6-1", 600, by="ann"))
        assert [g.state.cash[c] - 1000 for c in ("SR", "IC", "L&N")] == [paid, 2 * paid, -600]
        assert g.state.cash["bank"] == bank + 600 - 3 * paid
        told = [words(e, g.state, g.rules) for e in g.events]
        assert told.count("IC gets $50 from the bank for its 3-train.") == (2 if paid else 0)


def test_table_i_order_of_phases() -> None:
    """Each train of the depot bought in turn: what begins when."""
    g = board(L_AND_N)
    g.state.cash["SR"] = 20000
    seen = {}
    for card in [c for c in g.rules.data.train_cards if g.state.place[c] == "depot"]:
        for old in trains.owned(g, "SR"):
            g.state.place[old] = "gone"
        operate(g, "SR", BuyTrains("SR"))
        before = g.state.phase
        play(g, BuyTrain(card, trains.type_of(g, card).price, by="ann"))
        if g.state.phase != before:
            seen[card] = g.state.phase
    assert seen == {"2-1": "2", "3-1": "3", "3-4": "3½", "4-1": "4", "5-1": "5", "6-1": "6", "6-2": "6½", "8-1": "8"}


def test_1_1_phases_do_not_lengthen_the_running_set() -> None:
    """Trap 22."""
    g = board(L_AND_N)
    phase(g, "3", gone="2")
    g.state.agenda[0] = RoundSequence("OR", stock=2, set=2, done=1, planned=1)
    g.state.agenda[1:] = []
    settle(g)
    assert g.state.round == "SR 3"
    g.state.phase = "5"
    sequence = g.state.agenda[0]
    assert isinstance(sequence, RoundSequence)
    while g.state.round == "SR 3":
        play(g, Pass(by=g.deciders()[0]))
    sequence = g.state.agenda[0]
    assert isinstance(sequence, RoundSequence)
    assert (g.state.round, sequence.planned) == ("OR 3.1", 3)


# ---------------------------------------------------------------------- 4.2.6 privates to corporations


def test_4_2_6_in_the_first_round_at_face_value() -> None:
    """Trap 19."""
    owners = {"TCC": "bob", "OWR": "bob", "ETWCR": "cid"}
    g = board(L_AND_N, owners=owners, options=("no_consent",))
    operate_first(g, "L&N")
    refused(g, TakePrivate("TCC", 19, by="ann"), "may pay $20 for TCC", "18TN 4.2.6")
    play(g, TakePrivate("TCC", 20, by="ann"))
    assert (g.state.place["TCC"], g.state.cash["L&N"], g.state.cash["bob"]) == ("L&N", 980, 620)
    assert g.top_step() != LastChance("L&N")  # nothing is left to buy: its turn is over
    operate_first(g, "IC")
    refused(g, TakePrivate("OWR", 100, by="ann"), "bob has already sold a private company in the first", "18TN 4.2.6")
    play(g, TakePrivate("ETWCR", 40, by="ann"))
    g.state.place["MCR"] = "cid"
    operate_first(g, "L&N", BuyTrains("L&N"))
    refused(g, TakePrivate("MCR", 70, by="ann"), "L&N has already bought a private company in the first", "18TN 4.2.6")
    operate_first(g, "L&N")
    assert "TakePrivate" not in verbs(g, "ann")  # it has bought one
    g.state.place["MCR"] = "ann"
    operate_first(g, "SR")
    play(g, TakePrivate("MCR", 70, by="ann"))


def operate_first(g: Game, company: str, *steps: Step) -> None:
    """That company's turn in the first operating round, all steps but these done; the other companies follow."""
    g.state.round = "OR 1.1"
    sequence = RoundSequence("OR", stock=1, set=1, done=1, planned=1)
    g.state.agenda = [sequence, OperatingRound([company], paid=True), CompanyTurn(company, 99)]
    g.push(*steps, LastChance(company))
    settle(g)


def test_4_2_6_not_after_the_first_round_until_the_first_three() -> None:
    g = board(L_AND_N, owners={"TCC": "bob"})
    operate(g, "L&N", BuyTrains("L&N"), LastChance("L&N"))
    assert g.state.round == "OR 2.1"
    refused(g, TakePrivate("TCC", 20, by="ann"), "cannot buy private companies until the first 3-train", "18TN 4.2.6")
    phase(g, "3")
    operate(g, "L&N", LastChance("L&N"))
    refused(g, TakePrivate("TCC", 31, by="ann"), "from $10 to $30", "18TN 4.2.6")
    play(g, TakePrivate("TCC", 30, by="ann"))
    assert g.deciders() == ["bob"]
    play(g, Answer(True, by="bob"))
    assert g.state.place["TCC"] == "L&N"


def test_4_2_6_the_first_three_frees_the_price_even_in_the_first_round() -> None:
    """Digest 11, no. 10, and its switch."""
    for options, price_range in (((), "from $10 to $30"), (("first_round_face_value",), "may pay $20 for TCC")):
        g = board(L_AND_N, LastChance("L&N"), owners={"TCC": "bob"}, options=options, phase="3")
        refused(g, TakePrivate("TCC", 31, by="ann"), price_range)


def test_4_2_6_the_first_three_ends_the_limit_of_one_even_where_the_price_stays() -> None:
    for options, paid in (((), 30), (("first_round_face_value",), 20)):
        g = board(L_AND_N, owners={"OWR": "ann", "TCC": "ann"}, options=options)
        operate_first(g, "L&N", BuyTrains("L&N"))
        play(g, TakePrivate("OWR", 100, by="ann"))
        refused(g, TakePrivate("TCC", 20, by="ann"), "has already bought a private company")
        phase(g, "3")
        play(g, TakePrivate("TCC", paid, by="ann"))
        assert g.state.place["TCC"] == "L&N"


def test_4_2_6_laps_of_the_auction_as_an_option() -> None:
    """Digest 11, no. 11."""
    for options, offered in (((), True), (("laps_are_rounds",), False)):
        g = board(L_AND_N, owners={"TCC": "ann"}, options=options)
        g.state.used["auction.laps"] = 1
        operate_first(g, "L&N")
        assert ("TakePrivate" in verbs(g, "ann")) is offered


def test_8_b_before_the_first_three_any_price_up_to_face_value() -> None:
    g = board(L_AND_N, owners={"TCC": "ann", "OWR": "ann"}, options=("phase2_private_sales",))
    operate(g, "L&N", LastChance("L&N"))
    refused(g, TakePrivate("OWR", 101, by="ann"), "from $1 to $100")
    play(g, TakePrivate("OWR", 1, by="ann"), TakePrivate("TCC", 20, by="ann"))
    assert g.state.place["OWR"] == g.state.place["TCC"] == "L&N"


def test_4_2_6_bought_before_the_tile_step_ends_its_tile_is_laid_at_once() -> None:
    g = board(START, LayTrack("L&N"), owners={"OWR": "ann"})
    play(g, TakePrivate("OWR", 100, by="ann"))
    play(g, first_lay(g, using="OWR"))
    assert g.state.tiles["E16"].tile in {"7", "8", "9"}


def test_table_i_privates_close_with_the_first_five() -> None:
    g = board(L_AND_N, owners={"TCC": "bob", "OWR": "L&N"})
    phase(g, "4", gone="234")
    operate(g, "SR", BuyTrains("SR"))
    play(g, BuyTrain("5-1", 450, by="ann"))
    assert g.state.place["TCC"] == g.state.place["OWR"] == "gone"


# ---------------------------------------------------------------------- 6 the end


def test_6_b_three_hundred_by_dividend_ends_the_game_after_the_round() -> None:
    g = new("18TN", 3)
    started(g, "SR", 90, "0,14")
    own(g, "p0", "SR", 5, president=True)
    g.company("SR").earned = 100
    operate(g, "SR", Dividend("SR"), BuyTrains("SR"))
    play(g, PayDividend("full", by="p0"))
    assert (price(g, "SR"), g.state.over) == (300, "price")


def test_3_6_the_rise_of_a_sold_out_company_never_reaches_the_last_cell() -> None:
    assert {market.target(board(""), at, "up") for at in ("1,14", "1,13")} == {"0,14", "0,13"}


def test_6_a_the_bank_breaks_and_one_round_ends_the_game() -> None:
    g = new("18TN", 3)
    started(g, "SR", 90)
    own(g, "p0", "SR", 5, president=True)
    g.state.cash["p1"] += g.state.cash["bank"] - 20
    g.state.cash["bank"] = 20
    g.company("SR").earned = 100
    operate(g, "SR", Dividend("SR"), BuyTrains("SR"))
    play(g, PayDividend("full", by="p0"))
    assert (g.state.cash["bank"], g.state.over) == (-30, "bank")


def test_6_1_a_tie_is_played_off_only_as_an_option() -> None:
    for options, last in (((), "OR 2.1"), (("extra_or_on_tie",), "OR 2.2")):
        g = new("18TN", 3, *options)
        started(g, "SR", 90, "0,14")
        own(g, "p0", "SR", 2, president=True)
        g.state.cash |= {"p0": 400, "p1": 1020}
        g.company("SR").earned = 100
        operate(g, "SR", Dividend("SR"), BuyTrains("SR"))
        play(g, PayDividend("full", by="p0"))
        assert (g.state.round, g.state.over) == (last, "price")


# ---------------------------------------------------------------------- options


def test_8_b_replaces_the_first_round_rule_altogether() -> None:
    options = ("phase2_private_sales", "first_round_face_value")
    g = board(L_AND_N, LastChance("L&N"), owners={"TCC": "ann"}, options=options, phase="3")
    refused(g, TakePrivate("TCC", 31, by="ann"), "from $10 to $30")


def test_the_preset_holds_every_difference() -> None:
    g = new("18TN", 4, "18xx.games")
    assert g.rules.data.privates["MCR"].abilities[0].hexes == ("H3",)
    assert g.rules.data.hexes["H3"].symbols == ("free_tile",)
    assert not g.rules.consent
    assert not g.rules.stock.seller_deals
    assert not g.rules.trains.obsolete_count
    assert g.rules.trains.trade_help


def test_5_1_the_war_in_words() -> None:
    g = board(L_AND_N)
    train(g, "L&N", "2-1")
    outbreak(g)
    assert ("Also", "Civil War: loses one train's run in its next operating turn") in company_card(
        g.state, g.rules, "L&N"
    ).facts
    assert "Also" not in dict(company_card(g.state, g.rules, "TC").facts)
    told = [words(e, g.state, g.rules) for e in g.events]
    assert "The Civil War breaks out. In their next operating turn these lose one train's run each: L&N." in told


def test_table_iii_the_mark_of_a_free_tile_is_gone_with_the_tile() -> None:
    g = board("B13[L&N]", owners={"TCC": "ann"})
    assert "free tile here" in describe(g.state, g.rules, "H17")
    g = board("B13[L&N]")  # the private is out of the game
    assert "free tile here" not in describe(g.state, g.rules, "H17")
    g = board("B13[L&N] H17=9/0", owners={"TCC": "ann"})
    assert "free tile" not in describe(g.state, g.rules, "H17")
    assert look(g.state, g.rules, g.rules.data.hexes["H17"], 60).symbols == ()


def test_4_2_1_i_track_may_run_into_a_blank_side_of_a_gray_hex() -> None:
    """Louisville's side to C14 has no track: red sides and the edge of the map are closed, gray ones are not named."""
    for options, open_ in (((), True), (("gray_sides_closed",), False)):
        g = board("B13[L&N] B15=9/1", options=options)
        runs_in = [turned for turned in range(6) if 2 in g.rules.data.tiles["8"].faces[turned].exits]
        lays = [propose(g, "L&N", "C14", "8", turned, LayPermit()) for turned in runs_in]
        assert lays
        assert any(not on_the_map(g, lay) for lay in lays) is open_

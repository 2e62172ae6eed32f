"""18 India, paragraph by paragraph: the deal, hands, rows, stock rounds, dividends, trains, closing. Traps are the digest's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec import structs

from game import market, shares, trains
from game.actions import Bid, BuyShare, BuyTrain, ClosePrivate, Pass, PayDividend, SellShares, Use
from game.events import BankBroke, PhaseBegan
from game.play import Game
from game.state import TrainState
from game.steps.dividend import Dividend
from game.steps.operate import CompanyTurn, OperatingRound
from game.steps.round_sequence import RoundSequence
from game.steps.trains import BuyTrains
from tests.support.india_positions import bare, buying, give, keep_all, new, operate, price, running, selling
from tests.support.title_positions import play, refused, settle, verbs
from titles.india import closing, control, hands, holdings, setup
from titles.india.actions import (
    BuyBond,
    BuyCard,
    BuyHand,
    BuyHandPrivates,
    BuyRow,
    ConvertBond,
    Draft,
    Keep,
    SellCard,
    SellTrain,
)
from titles.india.holdings import BuyHolding, SellHoldings, TurnCheck
from titles.india.stock import Trading

# ---------------------------------------------------------------------- 5, 6: the deal, hands, the draft


def test_5_3_the_deal_of_the_site() -> None:
    g = new()
    assert g.state.marks["guaranty"] == ["NWR", "SIR", "TR"]
    assert sorted(c for c, p in g.state.place.items() if p == "pool") == ["BNR.5", "P5", "WIP.2", "WR.5", "WR.8"]
    assert g.state.cash["bank"] == 6514


@pytest.mark.parametrize(
    ("players", "dealt", "row", "rest"), [(2, 15, 18, 4), (3, 13, 15, 4), (4, 11, 13, 5), (5, 10, 12, 2)]
)
def test_6_2_sizes_of_hands_and_rows(players, dealt, row, rest) -> None:
    g = new(players, seed="7")
    places = Counter(g.state.place.values())
    assert [places[f"hand:p{i}"] for i in range(players)] == [dealt] * players
    assert [len(g.state.marks[f"row:{n}"]) for n in (1, 2, 3)] == [row] * 3
    assert places["pool"] == rest
    paid = sum(g.state.cash[c] for c in g.state.companies)
    assert g.state.cash["bank"] == 9000 - players * {2: 1100, 3: 733, 4: 550, 5: 440}[players] - paid
    assert len(g.state.marks["in game"]) == 10
    assert Counter(g.rules.data.companies[c].group for c in g.state.marks["in game"]) == {
        "": 1,
        "east": 3,
        "west": 3,
        "south": 3,
    }


def test_5_3_what_is_left_over_pays_its_companies(monkeypatch) -> None:
    """Trap 7: two players, an GIPR, NWR and EIR share and P5 are left: three companies are paid, the private brings nothing."""

    def arranged(_seed: str, stream: str, items: Sequence[str]) -> list[str]:
        last = {"east": "EIR", "west": "NWR"}.get(stream)
        left = ["GIPR.1", "NWR.1", "EIR.1", "P5"] if stream == "deck" else []
        return [*left, *(i for i in items if i not in (last, *left)), *([last] if last else [])]

    monkeypatch.setattr(setup, "shuffle", arranged)
    g = new(2, seed="7")
    assert {c for c, p in g.state.place.items() if p == "pool"} == {"P5", "GIPR.1", "NWR.1", "EIR.1"}
    assert g.state.cash["bank"] == 6488
    assert {c: n for c, n in g.state.cash.items() if n and c in g.state.companies} == {
        "GIPR": 112,
        "NWR": 100,
        "EIR": 100,
    }


def test_6_4_selection_is_exact_and_simultaneous() -> None:
    g = new()
    assert g.deciders() == ["p0", "p1", "p2", "p3"]
    mine = hands.hand(g, "p2")
    refused(g, Keep(tuple(mine[:5]), by="p2"), "exactly 6", "6.4")
    refused(g, Keep((*mine[:5], hands.hand(g, "p1")[0]), by="p2"), "exactly 6")
    play(g, Keep(tuple(mine[6:0:-1]), by="p2"))
    assert g.deciders() == ["p0", "p1", "p3"]
    keep_all(g)
    assert g.state.round == "Draft"
    assert len(hands.hand(g, "p2")) == 6


@pytest.mark.parametrize(
    ("players", "picks", "order", "sizes"),
    [
        (2, [12, 11], [1, 0], [20, 19]),
        (3, [9, 9, 9], [0, 1, 2], [16, 16, 16]),
        (4, [8, 7, 7, 7], [1, 2, 3, 0], [14, 13, 13, 13]),
        (5, [7, 7, 7, 7, 6], [4, 0, 1, 2, 3], [12, 12, 12, 12, 11]),
    ],
)
def test_6_5_the_draft_first_backwards(players, picks, order, sizes) -> None:
    g = new(players, seed="3")
    keep_all(g)
    seats = [f"p{i}" for i in range(players)]
    refused(g, Draft("P9", by=g.deciders()[0]), "that card is not in the draft", "6.5")
    first = []
    while g.state.round == "Draft":
        by = g.deciders()[0]
        first.append(by)
        play(g, g.choices(by)[0].actions[0])
    assert first[: 2 * players] == [*reversed(seats), *seats][: len(first)]
    assert [len(hands.hand(g, p)) for p in seats] == sizes
    assert g.state.order == [f"p{i}" for i in order]
    assert g.state.round == "SR 1"
    assert len(picks) == players


def test_6_6_certificates_may_be_auctioned_instead() -> None:
    g = new(2, "certificate_auction", seed="5")
    keep_all(g)
    card = hands.pool(g)[0]
    play(g, Bid(card, 0, by="p0"), Bid(card, 3, by="p1"), Pass(by="p0"))
    assert g.state.place[card] == "hand:p1"
    assert g.state.cash["p1"] == 1097
    assert g.deciders() == ["p1"]
    refused(g, Pass(by="p1"), "put up a certificate")


# ---------------------------------------------------------------------- 7: stock rounds


def test_7_2_two_treasuries_two_prices() -> None:
    """Trap 5."""
    g = bare()
    give(g, "p1", "MR", 0, director=True)
    running(g, "MR", "p1", price=67)
    give(g, "hand:p0", "MR", 1)
    give(g, "pool", "MR", 1)
    buying(g)
    play(g, BuyHand("MR", 1, by="p0"))
    assert (g.state.cash["p0"], g.state.cash["MR"]) == (460, 90)
    buying(g, "p2")
    play(g, BuyShare("MR", "pool", by="p2"))
    assert (g.state.cash["p2"], g.state.cash["MR"]) == (483, 90)


def test_7_2_2_rows_are_closed_in_the_first_round_and_open_later() -> None:
    g = bare()
    g.state.marks["row:2"] = ["NWR.1", "P3"]
    g.state.place |= {"NWR.1": "row:2", "P3": "row:2"}
    buying(g, round_="SR 1")
    refused(g, BuyRow(2, 1, by="p0"), "first stock round", "7.2.2")
    buying(g)
    play(g, BuyRow(2, 2, by="p0"))
    assert g.state.place["NWR.1"] == g.state.place["P3"] == "p0"
    assert (g.state.cash["p0"], g.state.cash["NWR"]) == (550 - 160, 100)
    assert g.state.marks["row:2"] == []
    opened = buying(bare(4, "sr1_ipo_open"), round_="SR 1")
    opened.state.marks["row:1"] = ["NWR.1"]
    opened.state.place["NWR.1"] = "row:1"
    settle(opened)
    play(opened, BuyRow(1, 1, by="p0"))
    assert opened.state.place["NWR.1"] == "p0"


def mistaken() -> Game:
    """p0 is on turn in a stock round: MR.1, MR.2, P1 and P4 in the hand, NWR.1 alone in row 2, the Open Market empty."""
    g = bare()
    give(g, "hand:p0", "MR", 2)
    g.state.place |= {"P1": "hand:p0", "P4": "hand:p0", "NWR.1": "row:2"}
    g.state.marks["row:2"] = ["NWR.1"]
    return g


MISTAKES = [
    (BuyHand("XYZ", 1), "no company 'XYZ'", "7.2.1"),
    (BuyHand("MR", 0), "at least one", "7.2.1"),
    (BuyHand("MR", 3), "your hand holds 2 single certificates of MR", "7.2.1"),
    (BuyHand("NWR", 1), "your hand holds no single certificates of NWR", "7.2.1"),
    (BuyHand("MR", 1, director=True), "director's certificate of MR is not in your hand", "7.2.1"),
    (BuyHandPrivates(("P1", "P6")), "P6 is not among the private companies", "7.2.1"),
    (BuyHandPrivates(("P1", "P1")), "named a private company twice", "7.2.1"),
    (BuyHandPrivates(()), "at least one private company", "7.2.1"),
    (BuyRow(4, 1), "the rows are 1 to 3", "7.2.2"),
    (BuyRow(2, 3), "the first one or two certificates", "7.2.2"),
    (BuyRow(2, 2), "row 2 has 1 certificate left", "7.2.2"),
    (BuyRow(1, 1), "row 1 has no certificates left", "7.2.2"),
    (BuyShare("MR", "pool"), "the pool has no share of MR", "7.2.3"),
    (BuyCard("P5"), "the pool has no private company 'P5'", "7.2.3"),
    (ConvertBond(), "from phase IV on", "7.2.5"),
]


@pytest.mark.parametrize(("action", "said", "paragraph"), MISTAKES)
def test_7_2_each_mistake_of_a_buying_turn_has_a_sentence_of_its_own(action, said, paragraph) -> None:
    refused(buying(mistaken()), structs.replace(action, by="p0"), said, paragraph)


def test_7_2_no_money_no_room_and_no_bonds_are_told_apart() -> None:
    g = mistaken()
    g.state.cash["p0"] = 170
    buying(g)
    refused(g, BuyHand("MR", 2, by="p0"), "that costs ₹180, and you have ₹170", "7.2.1")
    g.state.cash["p0"] = 70
    settle(g)
    refused(g, BuyBond(by="p0"), "that costs ₹100, and you have ₹70", "7.2.4")
    g.state.place |= {f"RB{n}": "p1" for n in range(10)}
    settle(g)
    refused(g, BuyBond(by="p0"), "no royal bond left", "7.2.4")
    g.state.phase, g.state.cash["p0"] = "IV", 500
    settle(g)
    refused(g, ConvertBond(by="p0"), "you have no royal bond", "7.2.5")
    for company in ("NWR", "EIR", "BNR"):
        give(g, "p0", company, 6 if company == "NWR" else 5)
    give(g, "p0", "EIR", 1)
    settle(g)
    refused(g, BuyHand("MR", 2, by="p0"), "that is 2 certificates, and you have room for 1", "7.3")
    g.state.place |= {"P5": "p0", "RB0": "bank"}
    settle(g)
    refused(g, BuyHand("MR", 1, by="p0"), "you are at the limit of 18 certificates", "7.3")


def test_7_2_1_private_companies_are_named_in_any_order() -> None:
    g = buying(mistaken())
    play(g, BuyHandPrivates(("P4", "P1"), by="p0"))
    assert g.state.place["P1"] == g.state.place["P4"] == "p0"


def test_7_2_several_privates_from_the_hand_pay_the_bank() -> None:
    g = bare()
    g.state.place |= {"P1": "hand:p0", "P4": "hand:p0"}
    bank = g.state.cash["bank"]
    buying(g)
    play(g, BuyHandPrivates(("P1", "P4"), by="p0"))
    assert g.state.cash["bank"] - bank == 100


def test_7_6_managed_becomes_directed_with_a_tie() -> None:
    """Trap 8."""
    for both in (False, True):
        g = bare()
        give(g, "p0", "MR", 2)
        give(g, "p1", "MR", 1)
        running(g, "MR", "p0", cash=270)
        give(g, "hand:p2", "MR", 1, director=True)
        buying(g, "p2")
        play(g, BuyHand("MR", int(both), director=True, by="p2"))
        if both:
            assert g.president("MR") == "p2"
            assert (shares.held(g, "p2", "MR"), shares.held(g, "p0", "MR")) == (3, 2)
        else:
            assert g.state.cash["MR"] == 450
            assert g.president("MR") == "p0"
            assert g.state.place["MR.0"] == "p0"
            assert control.singles(g, "p0", "MR") == []
            assert len(control.singles(g, "p2", "MR")) == 2


def test_7_6_an_unfloated_tie_goes_to_the_director() -> None:
    """Trap 9."""
    g = bare()
    give(g, "p0", "MR", 2)
    g.company("MR").president = "p0"
    give(g, "hand:p2", "MR", 0, director=True)
    buying(g, "p2")
    play(g, BuyHand("MR", 0, director=True, by="p2"))
    assert g.president("MR") == "p2"
    assert g.company("MR").floated
    assert shares.held(g, "p0", "MR") == 2
    assert "K30.a.0" in g.state.tokens


def test_7_6_half_a_directors_certificate_is_dumped() -> None:
    """Trap 10."""
    g = bare()
    give(g, "p0", "MR", 0, director=True)
    give(g, "p1", "MR", 2)
    running(g, "MR", "p0", price=67)
    selling(g)
    play(g, SellShares("MR", 1, by="p0"))
    assert g.state.cash["p0"] == 617
    assert (g.president("MR"), g.state.place["MR.0"]) == ("p1", "p1")
    assert (shares.held(g, "p0", "MR"), shares.held(g, "p1", "MR"), shares.held(g, "pool", "MR")) == (1, 2, 1)
    few = bare()
    give(few, "p0", "MR", 0, director=True)
    give(few, "p1", "MR", 1)
    running(few, "MR", "p0")
    few.state.place["P1"] = "p0"
    selling(few)
    refused(few, SellShares("MR", 1, by="p0"), "nobody else owns enough", "7.1")
    refused(few, SellShares("XYZ", 1, by="p0"), "there is no company 'XYZ' in this game")
    refused(few, SellShares("MR", 3, by="p0"), "p0 owns 2 shares of MR")
    refused(few, SellCard("P2", by="p0"), "p0 does not own Portuguese East India Co.")


def test_7_7_a_manager_with_nothing_stays() -> None:
    """Trap 11."""
    g = bare()
    give(g, "p0", "MR", 1)
    give(g, "pool", "MR", 2)
    running(g, "MR", "p0")
    selling(g)
    play(g, SellShares("MR", 1, by="p0"))
    assert g.president("MR") == "p0"
    buying(g, "p1")
    play(g, BuyShare("MR", "pool", by="p1"))
    assert g.president("MR") == "p1"


@pytest.mark.parametrize(("at", "paid"), [(142, 42), (90, 0), (0, 12)])
def test_7_2_5_conversion_of_bonds(at, paid) -> None:
    """Trap 12."""
    g = bare()
    g.state.phase = "IV"
    if at:
        give(g, "p1", "GIPR", 3)
        g.company("GIPR").president = "p1"
        g.company("GIPR").floated = True
        market.put(g, "GIPR", next(c for c, cell in g.rules.data.cells.items() if cell.price == at), "test")
    g.state.place["RB3"] = "p0"
    buying(g)
    play(g, ConvertBond(by="p0"))
    assert (g.state.cash["p0"], g.state.cash["GIPR"]) == (550 - paid, 100)
    assert (g.state.place["RB3"], g.state.place["GIPR.10"]) == ("gone", "p0")


def test_7_2_5_a_bond_stays_one_when_the_gipr_has_closed() -> None:
    g = bare()
    g.state.phase = "IV"
    g.state.place["RB3"] = "p0"
    g.company("GIPR").closed = True
    buying(g)
    refused(g, ConvertBond(by="p0"), "its bonds stay bonds", "7.2.5")


def test_7_2_5_no_conversion_before_phase_iv_nor_at_the_limit() -> None:
    g = bare()
    g.state.place["RB3"] = "p0"
    g.state.phase = "III"
    buying(g)
    assert "ConvertBond" not in verbs(g, "p0")
    g.state.phase = "IV"
    for company in ("NWR", "EIR", "MR"):
        give(g, "p0", company, 6)
    buying(g)
    assert shares.count_for_limit(g, "p0") == g.rules.shares.limit(g) == 18
    assert verbs(g, "p0") == {"BuyBond", "Pass"}


def test_7_5_the_selling_turn_does_not_touch_the_pass_order() -> None:
    """Trap 14."""
    g = bare(3)
    for player in g.state.order:
        g.state.place[f"RB{player[1]}"] = player
    g.state.round = "SR 2"
    g.state.agenda = [RoundSequence("SR", stock=2), Trading()]
    settle(g)
    play(g, SellCard("RB0", by="p0"), Pass(by="p1"), Pass(by="p2"))
    play(g, Pass(by="p0"), BuyBond(by="p1"), Pass(by="p2"), Pass(by="p0"), Pass(by="p1"))
    assert g.state.order == ["p0", "p2", "p1"]


def test_7_5_a_purchase_takes_off_the_list() -> None:
    """Trap 15."""
    g = buying(bare(3))
    g.state.agenda = [RoundSequence("SR", stock=2), Trading(selling=False)]
    settle(g)
    play(
        g, Pass(by="p0"), Pass(by="p1"), BuyBond(by="p2"), BuyBond(by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0")
    )
    assert g.state.order == ["p1", "p2", "p0"]


def test_7_1_who_is_over_the_limit_sells_down() -> None:
    g = bare(5)
    for company in ("NWR", "EIR"):
        give(g, "p0", company, 8)
    selling(g)
    assert verbs(g, "p0") == {"SellShares"}
    refused(g, Pass(by="p0"), "1 certificate too many", "7.3")
    play(g, SellShares("NWR", 1, by="p0"), Pass(by="p0"))
    assert g.state.cash["p0"] == 540


def test_7_2_3_a_private_of_the_open_market() -> None:
    g = bare()
    g.state.place["P5"] = "pool"
    buying(g)
    play(g, BuyCard("P5", by="p0"))
    assert (g.state.place["P5"], g.state.cash["p0"]) == ("p0", 435)


# ---------------------------------------------------------------------- 8.4.4: dividends


def paying(g: Game, company: str, earned: int) -> Game:
    g.company(company).earned = earned
    return operate(g, company, Dividend(company))


@pytest.mark.parametrize(
    ("before", "paid", "after", "site"),
    [
        (100, 50, 112, 100),
        (100, 40, 100, 100),
        (71, 40, 76, 76),
        (71, 30, 71, 71),
        (100, 200, 126, 126),
        (58, 250, 71, 71),
    ],
)
def test_8_4_4_3_half_price_counts_as_half(before, paid, after, site) -> None:
    """Trap 1, and moves of two and more."""
    for options, expected in (((), after), (("half_price_stays",), site)):
        g = bare(4, *options)
        give(g, "p0", "EIR", 0, director=True)
        running(g, "EIR", "p0", price=before)
        g.state.place["2-1"] = "EIR"
        paying(g, "EIR", paid)
        play(g, PayDividend("full", by="p0"))
        assert price(g, "EIR") == expected


def test_2_3_guaranty() -> None:
    """Trap 2."""
    for phase, money, first, last in (("II", 12, 71, 67), ("IV", 0, 67, 64)):
        g = bare()
        give(g, "p0", "TR", 4)
        running(g, "TR", "p0", price=71)
        g.state.phase = phase
        if phase == "IV":
            g.emit(PhaseBegan("IV"))
            assert g.state.marks["guaranty"] == []
        g.state.round = "OR 2.1"
        g.state.agenda = [RoundSequence("OR", stock=2, set=2, done=1, planned=1)]
        before = g.state.cash["p0"]
        Dividend("TR").resume(g)
        assert (g.state.cash["p0"] - before, price(g, "TR")) == (money, first)
        TurnCheck("TR").resume(g)
        assert price(g, "TR") == last


def test_2_3_guaranty_with_withheld_revenue() -> None:
    """Trap 3."""
    g = bare()
    g.state.marks["guaranty"].append("MR")
    give(g, "p0", "MR", 3)
    running(g, "MR", "p0", price=100)
    g.state.place["3-1"] = "MR"
    paying(g, "MR", 200)
    play(g, PayDividend("none", by="p0"))
    assert (g.state.cash["MR"], g.state.cash["p0"], price(g, "MR")) == (200, 565, 100)


def test_8_4_5_7_trainless_hurts_twice() -> None:
    """Trap 4."""
    g = bare()
    g.state.marks["guaranty"] = []
    give(g, "p0", "NWR", 0, director=True)
    running(g, "NWR", "p0", price=100)
    Dividend("NWR").resume(g)
    assert price(g, "NWR") == 90
    g.state.place["2-1"] = "NWR"
    g.changed()
    TurnCheck("NWR").resume(g)
    assert price(g, "NWR") == 90
    g.state.place["2-1"] = "depot"
    g.changed()
    TurnCheck("NWR").resume(g)
    assert price(g, "NWR") == 82


def test_8_4_4_1_more_than_ten_shares_of_the_gipr() -> None:
    """Trap 13."""
    g = bare()
    give(g, "p0", "GIPR", 10)
    for n in range(10, 16):
        g.state.place[f"GIPR.{n}"] = "p1"
    g.company("GIPR").president, g.company("GIPR").floated = "p0", True
    market.put(g, "GIPR", "0,11", "test")
    g.state.tokens["I20.a.0"] = "GIPR"
    g.state.place["2-1"] = "GIPR"
    bank = g.state.cash["bank"]
    paying(g, "GIPR", 1000)
    play(g, PayDividend("full", by="p0"))
    assert (bank - g.state.cash["bank"], price(g, "GIPR")) == (1600, 180)


# ---------------------------------------------------------------------- 8.4.5, 8.4.6: trains and certificates


def phase_iv(g: Game) -> None:
    for card in g.rules.data.train_cards:
        if card[0] in "234" and "x" not in card:
            g.state.place[card] = "gone"
    g.state.phase = "IV"
    g.changed()


def test_8_4_5_6_one_train_of_phase_iv() -> None:
    """Trap 24."""
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=900)
    phase_iv(g)
    g.state.place |= {"3x2-1": "EIR", "2-1": "EIR"}
    operate(g, "EIR", BuyTrains("EIR"))
    g.state.place["2-1"] = "gone"
    settle(g)
    refused(g, BuyTrain("4x2-1", 800, side="4x2", by="p0"), "one train of phase IV", "8.4.5.6")
    play(g, SellTrain("3x2-1", by="p0"))
    assert g.state.cash["EIR"] == 1400
    play(g, BuyTrain("4x2-1", 800, side="4Ex2", by="p0"))
    assert trains.face(g, "4x2-1") == "4Ex2"


def two_companies(cash: int, other: int = 0) -> Game:
    """p0 directs the EIR, which is about to buy trains, and the PNS."""
    g = bare()
    for company, money in (("EIR", cash), ("PNS", other)):
        give(g, "p0", company, 0, director=True)
        running(g, company, "p0", cash=money)
    return g


def test_8_4_5_6_nor_from_a_sister() -> None:
    """Trap 24: with a train of phase IV none is bought from another company either."""
    g = two_companies(900)
    phase_iv(g)
    g.state.place |= {"3x2-1": "EIR", "3x3-1": "PNS", "2-1": "PNS"}
    operate(g, "EIR", BuyTrains("EIR"))
    offered = {a.train for c in g.choices("p0") for a in c if isinstance(a, BuyTrain) and a.seller == "PNS"}
    assert offered == {"2-1"}
    play(g, SellTrain("3x2-1", by="p0"))
    offered = {a.train for c in g.choices("p0") for a in c if isinstance(a, BuyTrain) and a.seller == "PNS"}
    assert offered == {"2-1", "3x3-1"}


def test_8_4_4_4_a_4x3_of_a_closed_company_is_for_sale_at_its_face_value() -> None:
    """Trap 25."""
    g = two_companies(1100)
    phase_iv(g)
    g.state.place["4x3-1"] = "PNS"
    closing.close(g, "PNS")
    operate(g, "EIR", BuyTrains("EIR"))
    assert {a.price for c in g.choices("p0") for a in c if isinstance(a, BuyTrain) and a.train == "4x3-1"} == {1100}


def test_8_4_5_the_train_trick() -> None:
    """Trap 26: a 2 of a sister for 1 is sold for 180, and a used 3 bought, which is not sold again in this round."""
    g = two_companies(134)
    g.state.place |= {"2-1": "PNS", "3-1": "pool"}
    operate(g, "EIR", BuyTrains("EIR"))
    play(g, BuyTrain("2-1", 1, seller="PNS", by="p0"), SellTrain("2-1", by="p0"), BuyTrain("3-1", 300, by="p0"))
    assert g.state.cash["EIR"] == 13
    refused(g, SellTrain("3-1", by="p0"), "")


def test_8_4_5_4_all_four_types_are_on_sale_together() -> None:
    g = bare()
    phase_iv(g)
    assert trains.bank_trains(g) == ["3x2-1", "3x3-1", "4x2-1", "4x3-1"]
    for n in (1, 2, 3):
        g.state.place[f"3x2-{n}"] = "EIR"
    g.changed()
    assert trains.bank_trains(g) == ["3x3-1", "4x2-1", "4x3-1"]


def test_8_4_5_5_a_4x3_is_not_sold_and_a_fresh_train_neither() -> None:
    """Traps 25 and 26."""
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=1000)
    g.state.place |= {"4x3-1": "EIR", "3-1": "pool"}
    operate(g, "EIR", BuyTrains("EIR"))
    refused(g, SellTrain("4x3-1", by="p0"), "buys no 4x3-train")
    g.state.place["4x3-1"] = "gone"
    settle(g)
    play(g, BuyTrain("3-1", 300, by="p0"))
    refused(g, SellTrain("3-1", by="p0"), "in this round", "8.4.5.5")


def test_8_4_5_3_a_used_express_stays_one() -> None:
    """Trap 33."""
    for options, sides in (((), {"4E"}), (("train_side_free",), {"4", "4E"})):
        g = bare(4, *options)
        give(g, "p0", "EIR", 0, director=True)
        running(g, "EIR", "p0", cash=1000)
        g.state.place["4-1"] = "pool"
        g.state.trains["4-1"] = TrainState(side="4E")
        operate(g, "EIR", BuyTrains("EIR"))
        found = {a.side for c in g.choices("p0") for a in c.actions if isinstance(a, BuyTrain) and a.train == "4-1"}
        assert found == sides


def test_8_4_6_7_three_certificates_and_any_number_of_bonds() -> None:
    """Trap 27."""
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=1000)
    give(g, "EIR", "MR", 3)
    give(g, "pool", "MR", 1)
    g.state.place |= {"RB0": "EIR", "RB1": "EIR"}
    g.state.phase = "IV"
    operate(g, "EIR", BuyHolding("EIR"))
    assert {c.kind for c in g.choices("p0")} == {BuyBond, Pass}
    refused(g, BuyShare("MR", "pool", by="p0"), "EIR is at the limit of 3 certificates", "8.4.6.7")


def test_8_4_6_2_unfloated_companies_collect_money() -> None:
    """Trap 6."""
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=210)
    g.state.marks["row:1"] = ["NWR.1", "EIR.1"]
    g.state.place |= {"NWR.1": "row:1", "EIR.1": "row:1"}
    operate(g, "EIR", BuyHolding("EIR"))
    play(g, BuyRow(1, 1, by="p0"))
    assert (g.state.cash["EIR"], g.state.cash["NWR"]) == (110, 100)
    assert not market.where(g, "NWR")
    operate(g, "EIR", BuyHolding("EIR"))
    refused(g, BuyRow(1, 1, by="p0"), "EIR may never buy its own share", "8.4.6.2")
    refused(g, BuyRow(1, 2, by="p0"), "you can only buy the first certificate of a row", "8.4.6.2")
    refused(g, BuyHand("NWR", 1, by="p0"))


def test_8_4_6_the_third_share_bought_by_a_company_floats() -> None:
    """Trap 28."""
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=210)
    give(g, "p1", "MR", 1)
    give(g, "EIR", "MR", 1)
    g.company("MR").president = "p1"
    g.state.marks["row:1"] = ["MR.8"]
    g.state.place["MR.8"] = "row:1"
    operate(g, "EIR", BuyHolding("EIR"))
    play(g, BuyRow(1, 1, by="p0"))
    assert g.company("MR").floated
    assert g.state.tokens["K30.a.0"] == "MR"
    assert price(g, "MR") == 90


def test_8_4_6_1_companies_sell_their_certificates() -> None:
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0")
    give(g, "EIR", "EIR", 1)
    g.state.place |= {"P3": "EIR", "RB0": "EIR"}
    operate(g, "EIR", SellHoldings("EIR"))
    play(g, SellShares("EIR", 1, by="p0"), SellCard("P3", by="p0"), SellCard("RB0", by="p0"))
    assert g.state.cash["EIR"] == 260
    assert (g.state.place["P3"], g.state.place["RB0"]) == ("pool", "bank")


# ---------------------------------------------------------------------- 8.2: private companies


def test_8_2_a_private_may_be_closed_for_its_face_value() -> None:
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=100)
    g.state.place["P3"] = "p2"
    operate(g, "EIR", BuyHolding("EIR"))
    play(g, ClosePrivate("P3", by="p2"))
    assert (g.state.cash["p2"], g.state.place["P3"]) == (610, "gone")


def test_2_5_jewelry_lies_on_any_hex_without_a_stop() -> None:
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=100)
    g.state.place["P6"] = "p0"
    operate(g, "EIR", BuyHolding("EIR"))
    for bad in ("C18", "P17", "A18", "F1"):
        assert not g.legal(Use("P6", bad, by="p0")), bad
    play(g, Use("P6", "J13", by="p0"))
    assert g.state.marks["good.jewelry"] == ["EIR"]
    assert (g.state.cash["p0"], g.state.place["P6"]) == (700, "gone")


# ---------------------------------------------------------------------- closing and the end


def test_8_4_4_4_closing() -> None:
    """Trap 29."""
    g = bare(2)
    give(g, "p0", "WR", 4)
    running(g, "WR", "p0", price=56, cash=30)
    give(g, "p1", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p1", True
    g.state.tokens |= {"I20.a.0": "GIPR", "D3.a.0": "WR"}
    g.state.place |= {"RB0": "WR", "3-1": "pool"}
    g.state.round = "OR 2.1"
    sequence = RoundSequence("OR", stock=2, set=2, done=1, planned=1)
    g.state.agenda = [sequence, OperatingRound(list(g.state.companies), paid=True), CompanyTurn("WR", 8)]
    bank = g.state.cash["bank"]
    settle(g)
    assert g.state.tokens["D17.a.0"] == "GIPR"
    assert closing.exchange_left(g) == 2
    assert g.deciders() == ["p1"]
    assert verbs(g, "p1") == {"RemoveToken", "Pass"}
    play(g, Pass(by="p1"))
    assert g.company("WR").closed
    assert "D3.a.0" not in g.state.tokens
    assert holdings.certificate_limit(g) == 33
    assert g.state.place["RB0"] == "bank"
    assert g.state.place["WR.1"] == "gone"
    assert g.state.cash["bank"] >= bank + 30 - 30
    assert g.state.cash["WR"] == 0


def test_9_2_final_value() -> None:
    """Trap 31."""
    g = bare()
    give(g, "p0", "NWR", 0, director=True)
    running(g, "NWR", "p0", price=205, cash=112)
    give(g, "p1", "MR", 0, director=True)
    running(g, "MR", "p1", price=300)
    give(g, "NWR", "MR", 1)
    g.state.place |= {"4x2-1": "NWR", "RB0": "NWR"}
    g.changed()
    assert holdings.assets(g, "NWR") == 1312
    worth = holdings.worth(g, "p0")
    assert (worth["shares"], worth["assets"]) == (2 * 205, 2 * 131)


@pytest.mark.parametrize(
    ("options", "where", "left"), [((), "OR 5.1", 0), (("bank_full_set",), "OR 5.1", 1), ((), "SR 5", 2)]
)
def test_9_1_when_the_bank_breaks(options, where, left) -> None:
    """Trap 30; in a stock round both operating rounds follow."""
    g = bare(4, *options)
    g.state.round = where
    sequence = (
        RoundSequence(where[:2], stock=5, set=5, done=1, planned=2)
        if where[0] == "O"
        else RoundSequence("SR", stock=5, set=4)
    )
    g.state.agenda = [sequence]
    g.state.cash["bank"] = -1
    g.emit(BankBroke())
    rounds = 0
    while g.rules.sequence(g, sequence) is not None:
        rounds += 1
    assert rounds == left


@pytest.mark.parametrize(
    ("options", "broken", "reached", "left"),
    [
        ((), "OR 5.1", "OR 5.1", 0),
        (("bank_full_set",), "OR 5.1", "OR 5.1", 0),
        (("18xx.games",), "OR 5.1", "OR 5.1", 0),
        ((), "SR 5", "OR 5.1", 0),
    ],
)
def test_9_1_a_price_of_400_ends_the_game_with_its_round_though_the_bank_would_end_it_later(
    options, broken, reached, left
) -> None:
    g = bare(4, *options)
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", price=380)
    g.state.round = broken
    g.state.cash["bank"] = -1
    g.emit(BankBroke())
    g.state.round = reached
    market.move(g, "EIR", "right", "test")
    assert price(g, "EIR") == 400
    sequence = RoundSequence("OR", stock=5, set=5, done=1, planned=2)
    rounds = 0
    while g.rules.sequence(g, sequence) is not None:
        rounds += 1
    assert rounds == left


def test_setup_makes_no_two_deals_alike() -> None:
    assert new(seed="1").state.place != new(seed="2").state.place
    assert setup.bonds(new()) == tuple(f"RB{n}" for n in range(10))
    assert Draft("EIR.0").by == ""

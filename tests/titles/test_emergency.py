"""Forced purchases after a sale: how much is sold, what the money may buy, and what is left to do before a bankruptcy."""

from __future__ import annotations

import pytest

from game.actions import Answer, Bankrupt, BuyTrain, SellPrivate, SellShares
from game.play import Game
from game.state import TrainState
from game.steps.trains import BuyTrains
from tests.support import eu_positions
from tests.support.title_positions import new, operate, own, play, refused, settle, start, trades, verbs
from tests.titles import test_ga, test_tn, test_va_operate

SITE = "18xx.games"


def again(g: Game) -> Game:
    """The position was bent once more."""
    g.changed()
    return settle(g)


def short(title: str, *options: str, **prices: str) -> Game:
    """p0 must help his company to a 6-train for 630 (18TN: 600); 100 are missing. He owns a share of each of `prices`."""
    g = new(title, 3, *options)
    if title == "18GA":
        test_ga.forced(g, 480, 50)
        buyer = "CoG"
    else:
        test_tn.needy(g, "TC", 450, 50)
        buyer = "TC"
    for company, cell in prices.items():
        start(g, company, 70, cell.replace("_", ","))
        own(g, "p1", company, 4, president=True)
        own(g, "p0", company, 1)
    g.state.place["5-1"] = "GA" if title == "18GA" else "GMO"
    return operate(g, buyer, BuyTrains(buyer))


GA = {"GA": "0_3", "SAL": "0_6"}  # 90 and 120
TN = {"GMO": "0_3", "IC": "0_6"}  # 90 and 120
PLACES = pytest.mark.parametrize(
    ("title", "small", "large", "d", "a"),
    [
        ("18GA", "GA", "SAL", "18GA 4.2.5.1(d)", "18GA 4.2.5.1(a)"),
        ("18TN", "GMO", "IC", "18TN 4.2.5.2(d)", "18TN 4.2.5.2(a)"),
    ],
)


def position(title: str, *options: str) -> Game:
    return short(title, *options, **(GA if title == "18GA" else TN))


# ---------------------------------------------------------------------- how much is sold


@PLACES
def test_d_no_share_is_sold_in_vain(title: str, small: str, large: str, d: str, a: str) -> None:
    """18GA 4.2.5.1(d), 18TN 4.2.5.2(d): 100 are missing; 120 would be enough, and the 90 before it are too much."""
    g = position(title)
    refused(g, SellShares(small, 1, by="p0"), "you would still need $10", d)
    play(g, SellShares(large, 1, by="p0"))
    refused(g, SellShares(small, 1, by="p0"), "enough money")
    g = position(title, SITE)
    play(g, SellShares(small, 1, by="p0"), SellShares(large, 1, by="p0"))
    assert g.state.cash["p0"] == 260


@PLACES
def test_d_who_can_pay_is_not_driven_into_bankruptcy(title: str, small: str, large: str, d: str, a: str) -> None:
    """Of 10 and 120 for 100 the small one is refused first: after it the large one would leave more than the 10."""
    g = position(title)
    step = g.top_step()
    assert isinstance(step, BuyTrains)
    step.raised = [10]  # as if sold before the rule was looked at
    again(g)
    assert g.legal(SellShares(large, 1, by="p0"))
    assert "Bankrupt" not in verbs(g, "p0")


@PLACES
def test_d_both_are_sold_where_both_are_needed(title: str, small: str, large: str, d: str, a: str) -> None:
    g = position(title)
    g.state.cash["p0"] = 0
    again(g)
    first, second = (SellShares(c, 1, by="p0") for c in (small, large))
    assert g.legal(first)
    play(g, second)
    play(g, first)
    assert g.state.cash["p0"] == 210


@PLACES
def test_d_all_may_be_sold_where_nothing_is_enough(title: str, small: str, large: str, d: str, a: str) -> None:
    g = position(title)
    g.state.cash["CoG" if title == "18GA" else "TC"] = 10
    again(g)
    play(g, SellShares(small, 1, by="p0"), SellShares(large, 1, by="p0"))
    while not g.legal(Bankrupt(by="p0")):
        play(g, next(a for c in g.choices("p0") if c.kind is SellShares for a in c))
    play(g, Bankrupt(by="p0"))
    assert g.state.over == "bankruptcy"


# ---------------------------------------------------------------------- trains of other companies


@PLACES
def test_a_after_a_sale_no_other_companys_train_is_bought(title: str, small: str, large: str, d: str, a: str) -> None:
    """18GA 4.2.5.1(a), 18TN 4.2.5.2(a); 18xx.games: at a price that takes the last share sold."""
    seller = "GA" if title == "18GA" else "GMO"
    for options in ((), (SITE,)):
        g = position(title, *options)
        g.state.cash["CoG" if title == "18GA" else "TC"] = 440
        again(g)
        assert trades(g, "p0")
        play(g, SellShares(large, 1, by="p0"))
        if not options:
            assert not trades(g, "p0")
            refused(g, BuyTrain("5-1", 1, seller, by="p0"), "it cannot buy one from a company now", a)
            continue
        least = 440 + 170 - 120 + 1
        assert not trades(g, "p0")  # a 5-train costs 450 at most
        refused(g, BuyTrain("5-1", 1, seller, by="p0"), f"at least ${least}", a)


def test_18xx_games_least_price_after_a_sale() -> None:
    """The treasury's 100 and the 170 after a sale for 120: from 151 on, and no more than there is."""
    g = position("18GA", SITE)
    g.state.cash["CoG"] = 100
    again(g)
    play(g, SellShares("SAL", 1, by="p0"))
    (span,) = [c.ranges["price"] for c in trades(g, "p0")]
    assert (span.low, span.high) == (151, 270)
    refused(g, BuyTrain("5-1", 150, "GA", by="p0"), "at least $151")
    refused(g, BuyTrain("5-1", 271, "GA", by="p0"), "from $151 to $270", "18GA 4.2.5(d)")
    play(g, BuyTrain("5-1", 151, "GA", by="p0"))
    assert (g.state.cash["CoG"], g.state.cash["p0"]) == (0, 119)


def test_18xx_games_a_train_that_the_treasury_could_pay_at_face_value_has_no_least_price() -> None:
    """A recorded game has one for less after a sale."""
    g = position("18GA", SITE)
    g.state.cash["p0"] = 20
    again(g)
    play(g, SellShares("SAL", 1, by="p0"))
    (span,) = [c.ranges["price"] for c in trades(g, "p0")]
    assert (span.low, span.high) == (1, 480)  # a 5-train's face value is 450


THEIRS = ("help_foreign_train", "foreign_train_after_sale")


@pytest.mark.parametrize(("options", "treasury", "least"), [((), 50, 0), (THEIRS, 50, 51 + 20), (THEIRS, 0, 0)])
def test_18eu_4_5_2_after_a_sale(options: tuple[str, ...], treasury: int, least: int) -> None:
    """A share at 90 is sold; 18xx.games: more than is there without it, and nothing while the treasury is empty."""
    g = eu_positions.needy(*options, treasury=treasury, purse=20)
    eu_positions.corporation(g, "DR", "p1", 2, 100, 0, "4-2", tokens=("D3.a.0",))
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, SellShares("FS", 3, by="p0"))
    found = [c.ranges["price"].low for c in trades(g, "p0")]
    if not least:
        assert not found
        refused(
            g,
            BuyTrain("4-2", 1, "DR", by="p0"),
            *(() if options else ("it cannot buy one from a company now", "18EU 4.5.2")),
        )
        return
    assert found == [treasury + g.state.cash["p0"] - 90 + 1]
    refused(g, BuyTrain("4-2", found[0] - 1, "DR", by="p0"), f"at least £{found[0]}", "18EU 4.5.2")


@pytest.mark.parametrize("options", [(), (SITE,)])
def test_18va_4_6_1_after_a_sale(options: tuple[str, ...]) -> None:
    g = test_va_operate.phase(new("18VA", 3, *options), "4", gone=["2", "3"])
    test_va_operate.company(g, "SR", 0, 10, p1=2)
    test_va_operate.company(g, "B&O", 0, 10, "2,6", p1=4, p0=2)
    test_va_operate.give(g, "SR", "4")
    test_va_operate.needy(g, "N&W", 100, 10, p0=2)
    assert trades(g, "p0")
    play(g, SellShares("B&O", 1, by="p0"))
    card = next(t for t, place in g.state.place.items() if place == "SR" and "-" in t)
    if options:
        play(g, BuyTrain(card, 1, "SR", by="p0"))
    else:
        assert not trades(g, "p0")
        refused(g, BuyTrain(card, 1, "SR", by="p0"), "it cannot buy one from a company now", "18VA 4.6.1")


# ---------------------------------------------------------------------- privates of the president


def with_private(*options: str) -> Game:
    g = short("18GA", *options, GA="0_3", SAL="0_6")
    g.state.place["LTR"] = "p0"
    again(g)
    return g


def test_18ga_4_2_5_1_d_a_private_may_be_sold_to_another_player() -> None:
    """3.2(b) applies as well; its buyer must agree, and what is raised before it is not in vain."""
    g = with_private()
    play(g, SellPrivate("LTR", "p1", 100, by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Answer(False, by="p1"))
    assert g.state.place["LTR"] == "p0"
    play(g, SellPrivate("LTR", "p1", 130, by="p0"), Answer(True, by="p1"))
    assert (g.state.place["LTR"], g.state.cash["p0"]) == ("p1", 180)
    refused(g, SellShares("SAL", 1, by="p0"), "enough money", "18GA 4.2.5.1(d)")
    play(g, BuyTrain("6-2", 630, by="p0"))
    assert (g.state.cash["CoG"], g.state.cash["p0"]) == (0, 30)


def test_18ga_4_2_5_1_d_a_private_brings_no_more_than_is_needed_beside_what_was_sold() -> None:
    g = with_private()
    g.state.cash["p0"] = 0  # 150 are missing
    again(g)
    play(g, SellShares("SAL", 1, by="p0"))
    (most,) = {c.ranges["price"].high for c in g.choices("p0") if c.kind is SellPrivate}
    assert most == 30 + 120 - 1
    refused(g, SellPrivate("LTR", "p1", most + 1, by="p0"), f"at most ${most}", "18GA 4.2.5.1(d)")
    refused(g, SellPrivate("MRC", "p1", 10, by="p0"), "MRC has closed")


def test_18ga_4_2_5_1_d_shares_only_as_on_18xx_games() -> None:
    """`emergency_shares_only`, and `emergency_blocks_alone` with `foreign_train_after_sale`, are switches of the preset."""
    for option in ("emergency_shares_only", SITE):
        g = with_private(option)
        assert "SellPrivate" not in verbs(g, "p0")
        refused(g, SellPrivate("LTR", "p1", 10, by="p0"))
    assert "SellPrivate" in verbs(with_private("emergency_blocks_alone", "foreign_train_after_sale"), "p0")


# ---------------------------------------------------------------------- before a bankruptcy


@PLACES
def test_bankruptcy_is_for_who_can_sell_nothing_more(title: str, small: str, large: str, d: str, a: str) -> None:
    """18GA 4.2.5.1, 18TN 4.2.5.2."""
    g = position(title)
    refused(g, Bankrupt(by="p0"), "can still sell shares", d.partition("(")[0])
    play(g, SellShares(large, 1, by="p0"))
    refused(g, Bankrupt(by="p0"), "when you must buy a train and cannot pay for it", d.partition("(")[0])


def forgone(g: Game) -> str:
    return next(c.forgoes for c in g.choices("p0") if c.kind is Bankrupt)


def test_18ga_who_declares_bankruptcy_is_asked_where_something_would_save_him() -> None:
    g = short("18GA")
    for n in (1, 2, 3, 4, 5):
        g.state.place[f"CoG.{n}"] = "pool"  # which is full then
    again(g)
    assert forgone(g) == "CoG can still buy the 5-train from GA"
    g.state.place["5-1"] = "gone"
    again(g)
    assert forgone(g) == ""
    g.state.place["LTR"] = "p0"
    again(g)
    assert forgone(g) == "LTR can still be sold"


def test_18va_4_6_2_who_declares_bankruptcy_is_asked_where_the_tredegar_would_save_him() -> None:
    g = test_va_operate.phase(new("18VA", 3), "5", gone=["2", "3", "4"])
    g.state.place["P2"] = "N&W"
    test_va_operate.needy(g, "N&W", 250, 100, p0=2)
    assert forgone(g) == "N&W can still buy the 5-train with P2"
    refused(g, SellShares("N&W", 9, by="p0"), "18VA")


def test_table_iii_a_train_that_came_with_a_private_says_so() -> None:
    g = short("18GA")
    g.state.place["2-6"] = "GA"
    g.state.trains["2-6"] = TrainState(bound=True)
    again(g)
    refused(g, BuyTrain("2-6", 1, "GA", by="p0"), "came with a private company", "18GA Table III")


@pytest.mark.parametrize(("title", "paragraph"), [("18GA", "18GA 4.2.5(d)"), ("18TN", "18TN 4.2.5(d)")])
def test_what_another_corporation_is_paid_comes_from_the_treasury(title: str, paragraph: str) -> None:
    g = position(title)
    seller, treasury = ("GA", 480) if title == "18GA" else ("GMO", 450)
    for price in (0, treasury + 1):
        refused(
            g, BuyTrain("5-1", price, seller, by="p0"), f"may pay from $1 to ${treasury} for the 5-train", paragraph
        )

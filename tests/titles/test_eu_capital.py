"""18EU 4.3, 4.1.1, 3.1: corporations that are started, what floats them, what may be held and sold."""

from __future__ import annotations

from game import market, shares
from game.actions import (
    BuyShare,
    Par,
    Pass,
    PlaceToken,
    SellShares,
)
from tests.support.eu_positions import cash, corporation, final, game, give, joined, kinds, percent, phase, pool, rail
from tests.support.title_positions import own, play, refused, stock, verbs
from titles.eu import capital
from titles.eu.mergers import Exchange


def test_4_3_incremental_capital_before_phase_5():
    """Trap 1."""
    g = game()
    cash(g, p0=660)
    give(g, "p0", "15", 134, "2-1")
    stock(g)
    play(g, Par("BNR", 100, by="p0"))
    assert g.state.cash["p0"] == 460
    assert g.state.cash["BNR"] == 234
    assert kinds(g, "BNR") == ["2", "2"]
    assert percent(g, "p0", "BNR") == 30
    assert percent(g, "treasury", "BNR") == 70
    assert g.company("BNR").tokens == [0, 0, 0, 0]
    assert g.state.tokens["B17.a.0"] == "BNR"
    assert g.company("15").closed
    assert not g.company("BNR").floated
    for player in ("p1", "p2"):
        cash(g, **{player: 500})
        play(g, BuyShare("BNR", "treasury", by=player))
    assert g.company("BNR").floated
    assert g.state.cash["BNR"] == 434
    assert percent(g, "treasury", "BNR") == 50
    assert percent(g, "pool", "BNR") == 0


def test_4_1_3_with_several_minors_the_player_says_which_one():
    g = game()
    give(g, "p0", "15")
    give(g, "p0", "14", 20)
    give(g, "p1", "13")
    stock(g)
    play(g, Par("BNR", 90, by="p0"))
    assert g.deciders() == ["p0"]
    refused(g, PlaceToken("G12", by="p0"), "15 (Lyon)", "18EU 4.3")
    play(g, PlaceToken("D13", by="p0"))
    assert g.company("14").closed
    assert not g.company("15").closed
    assert g.state.tokens["D13.a.0"] == "BNR"
    assert g.state.cash["BNR"] == 180 - 100 + 20


def test_4_3_before_phase_5_a_minor_is_needed():
    g = game()
    cash(g, p0=700)
    corporation(g, "FS", "p1", 3)
    stock(g)
    refused(g, Par("BNR", 100, by="p0"), "need a minor", "18EU 4.1.3")


def test_4_3_underwriting_from_phase_5():
    """Trap 2."""
    g = game()
    cash(g, p0=900, p1=900, p2=900)
    phase(g, "5")
    stock(g)
    play(g, Par("SNCF", 100, by="p0"))
    homes = [a.city for c in g.choices("p0") for a in c]
    assert {"A10.a", "C8", "D7", "B17"} <= set(homes)
    assert not {"G2", "A6", "D1"} & set(homes)
    play(g, PlaceToken("D7", by="p0"))
    assert g.state.cash["SNCF"] == 100
    play(g, BuyShare("SNCF", "treasury", by="p1"), BuyShare("SNCF", "treasury", by="p2"))
    assert g.state.cash["SNCF"] == 300
    assert not g.company("SNCF").floated
    play(g, BuyShare("SNCF", "treasury", by="p0"))
    assert g.company("SNCF").floated
    assert g.state.cash["SNCF"] == 900
    assert percent(g, "treasury", "SNCF") == 0
    assert percent(g, "pool", "SNCF") == 50
    assert market.price(g, "SNCF") == 100


def test_4_3_without_a_free_circle_no_corporation_starts():
    g = game()
    cash(g, p0=900)
    phase(g, "5")
    corporation(g, "DR", "p1", 3)
    for h, data in g.rules.data.hexes.items():
        g.state.tokens |= {f"{h}.{c.name}.0": "FS" for c in data.print.cities}
    stock(g)
    refused(g, Par("SNCF", 100, by="p0"), "no city has a free circle", "18EU 4.3")


def test_4_3_underwriting_also_meets_corporations_started_before():
    """Trap 3: started at 82 in phase 4 with one minor and joined by a second, it floats in the final exchange by a third."""
    g = game()
    cash(g, p0=500)
    give(g, "p0", "1")
    give(g, "p0", "3")
    phase(g, "4")
    stock(g)
    play(g, Par("FS", 82, by="p0"), PlaceToken("A10.a", by="p0"), Pass(by="p1"), Pass(by="p2"))
    play(g, Exchange("3", "FS", by="p0"), Pass(by="p0"))
    assert (percent(g, "p0", "FS"), g.company("FS").floated, g.state.cash["FS"]) == (40, False, 164 - 100)
    phase(g, "5")
    give(g, "p0", "2", 1)
    rail(g, C8="201/1", B7="58/5", A8="8/4", A10="580/3")
    final(g, "p0")
    play(g, Pass(by="p0"))
    assert g.company("FS").floated
    assert g.state.cash["FS"] == 64 + 1 + 5 * 82
    assert (percent(g, "treasury", "FS"), percent(g, "pool", "FS")) == (0, 50)
    assert market.price(g, "FS") == 82


def test_4_1_1_the_president_sells_through_his_certificate():
    """Trap 20."""
    g = game()
    corporation(g, "FS", "p1", 4, cell="4,0")
    own(g, "p0", "FS", 4)
    pool(g, "FS", 2)
    assert market.price(g, "FS") == 60
    stock(g, "p1")
    play(g, SellShares("FS", 3, by="p1"))
    assert g.state.cash["p1"] == 450 + 180
    assert percent(g, "p1", "FS") == 10
    assert g.company("FS").president == "p0"
    assert g.state.place["FS.0"] == "p0"
    assert percent(g, "pool", "FS") == 50


def test_4_1_1_one_block_a_turn_of_corporations_that_have_operated():
    g = game()
    corporation(g, "FS", "p0", 5)
    corporation(g, "DR", "p0", 5, operated=False)
    stock(g)
    refused(g, SellShares("DR", 1, by="p0"), "has not operated", "18EU 4.1.1")
    play(g, SellShares("FS", 1, by="p0"))
    refused(g, SellShares("FS", 1, by="p0"), "you can sell each company only once", "18EU 4.1.1")
    refused(g, BuyShare("FS", "pool", by="p0"), "has sold FS")
    assert market.price(g, "FS") == 90


def test_3_2_sold_out_corporations_rise():
    g = game()
    corporation(g, "FS", "p0", 6)
    own(g, "p1", "FS", 4)
    corporation(g, "DR", "p0", 5)
    capital.sold_out(g)
    assert market.price(g, "FS") == 110
    assert market.price(g, "DR") == 100


def test_3_1_an_exchange_needs_no_certificate_and_may_exceed_sixty_percent():
    """Traps 25 and 26."""
    g = joined()
    for card in [c for c in g.state.place if c.startswith("BNR.") and g.state.place[c] == "treasury"][:6]:
        g.state.place[card] = "p0"
    g.changed()
    assert percent(g, "p0", "BNR") == 60
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"))
    assert percent(g, "p0", "BNR") == 70
    assert g.company("BNR").president == "p0"
    # he cannot sell until it has operated, and that is no obstacle to anything else
    if g.top_step().key == "replace":
        play(g, Pass(by="p0"))
    g.company("BNR").operated, g.company("BNR").floated = False, True
    give(g, "p0", "13")
    stock(g)
    assert "Par" in verbs(g, "p0")
    g.company("BNR").operated = True
    stock(g)
    assert verbs(g, "p0") == {"SellShares"}
    refused(g, Pass(by="p0"), "more than 60% of BNR", "18EU 3.1")
    refused(g, Par("FS", 70, by="p0"), "more than 60% of BNR")
    play(g, SellShares("BNR", 1, by="p0"))
    assert "Par" in verbs(g, "p0")


def test_3_1_who_is_over_the_certificate_limit_sells_first():
    """Minors that nobody wanted may bring a player over it; what he can sell he sells before all else."""
    g = game(players=4)
    for name in ("FS", "DR", "RPR", "AIRS"):
        corporation(g, name, "p1", 5)
        own(g, "p0", name, 4)
    give(g, "p0", "15")
    limit = g.rules.shares.limit(g)
    assert shares.count_for_limit(g, "p0") == limit + 1
    stock(g)
    assert verbs(g, "p0") == {"SellShares"}
    refused(g, Pass(by="p0"), f"you own {limit + 1} certificates, the limit is {limit}: sell first", "18EU 3.1")
    play(g, SellShares("FS", 1, by="p0"))
    assert shares.count_for_limit(g, "p0") == limit
    assert "Pass" in verbs(g, "p0")


def test_3_1_minors_count_as_certificates():
    """Trap 25: starting with a minor is net one certificate, so it is legal at the limit less one."""
    for options, players in (((), 4), (("minors_not_counted",), 4)):
        g = game(*options, players=players)
        names = iter(["FS", "DR", "RPR", "AIRS"])
        for name in names:
            corporation(g, name, "p1", 2)
            own(g, "p0", name, 4 if name != "AIRS" else 1)
        give(g, "p0", "15")
        give(g, "p0", "14")
        assert shares.count_for_limit(g, "p0") == (15 if not options else 13)
        cash(g, p0=500)
        stock(g)
        play(g, Par("BNR", 100, by="p0"), PlaceToken("B17", by="p0"))
        assert shares.count_for_limit(g, "p0") == (16 if not options else 15)
    g = game(players=4)
    for name in ("FS", "DR", "RPR", "AIRS"):
        corporation(g, name, "p1", 2)
        own(g, "p0", name, 4 if name != "AIRS" else 2)
    give(g, "p0", "15")
    give(g, "p0", "14")
    corporation(g, "BNR", "p2", 2, tokens=("C16.a.0",), operated=False)
    g.state.tokens["D13.a.1"] = "BNR"
    cash(g, p0=500)
    stock(g)
    refused(g, BuyShare("BNR", "treasury", by="p0"), "limit is 16", "18EU 3.1")
    assert Exchange("14", "BNR", by="p0") in [a for c in g.choices("p0") for a in c]

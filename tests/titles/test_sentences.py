"""Refusals that told the wrong thing, one by one: what they say now, and the paragraph that they name."""

from __future__ import annotations

import pytest

from game.actions import Bid, BuyPrivate, BuyShare, BuyTrain, LayTile, Pass, SellPrivate, SellShares
from game.events import CardMoved
from game.notation import Unclear, parse
from game.state import Laid
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from render.text.glossary import explain_word
from tests.support import india_positions
from tests.support.board_notation import board
from tests.support.title_positions import new, own, play, refused, start, stock
from titles import TITLES
from titles.va import bankruptcy, sizes

# ---------------------------------------------------------------------- paragraphs


def test_18eu_4_1_1_what_was_sold_is_not_bought_back() -> None:
    g = new("18EU", 3)
    start(g, "BNR", 82)
    own(g, "p0", "BNR", 5, president=True)
    own(g, "p1", "BNR", 2)
    g.company("BNR").operated = True
    start(g, "RPR", 82)
    own(g, "p1", "RPR", 3, president=True)
    stock(g)
    play(g, SellShares("BNR", 1, by="p0"))
    refused(g, BuyShare("BNR", "pool", by="p0"), "p0 has sold BNR in this stock round", "18EU 4.1.1")


def test_18ga_table_iii_what_the_midland_allows() -> None:
    g = board("F6=5/0[CoG]", LayTrack("CoG"), owners={"MRC": "CoG"})
    refused(g, LayTile("F8", "9", 0, "MRC", by="ann"), "MRC allows a tile only in F12", "18GA Table III")
    refused(g, LayTile("F12", "9", 0, "LTR", by="ann"), "cannot use LTR", "18GA Table III")
    play(g, LayTile("F4", "9", 1, by="ann"))
    refused(g, LayTile("G5", "9", 0, by="ann"), "You cannot lay another tile", "18GA 4.2(b)")


def test_18tn_table_iii_what_the_copper_company_allows() -> None:
    g = board("F17=57/0[SR]", LayTrack("SR"), title="18TN", owners={"TCC": "SR"})
    refused(g, LayTile("G16", "9", 0, "TCC", by="ann"), "TCC allows a tile only in H17", "18TN Table III")


# ---------------------------------------------------------------------- tiles by the rulebook's numbers


@pytest.mark.parametrize(
    ("typed", "hex_id", "line", "title", "laid"),
    [
        ("tile F11 170 0", "F11", "F11=14/0[SR]", "18VA", "170ric"),
        ("tile Richmond #170", "F11", "F11=14/0[SR]", "18VA", "170ric"),
        ("tile G4 170", "G4", "G4=14/0[SR]", "18VA", "170was"),
        ("tile F13 170", "F13", "F13=14/2[SR]", "18VA", "170"),
        ("tile Atlanta 451 0", "D4", "D4[W&A.+]", "18GA", "451a"),
    ],
)
def test_a_tile_is_understood_by_its_published_number(
    typed: str, hex_id: str, line: str, title: str, laid: str
) -> None:
    company = line.partition("[")[2].rstrip("]").partition(".")[0]
    g = board(line, LayTrack(company), title=title, phase="5")
    words = typed.replace(typed.split()[1], g.rules.data.place(typed.split()[1]))
    lays = (a for c in g.choices("ann") for a in c if isinstance(a, LayTile))
    action = next(a for a in lays if a.hex == hex_id)
    full = words if len(words.split()) == 4 else f"{words} {action.rotation}"
    typed_action = parse(full, "ann", g.choices("ann"))
    play(g, typed_action)
    assert g.state.tiles[hex_id].tile == laid


def test_of_a_published_number_only_the_turn_is_asked_for() -> None:
    g = board("F11=14/0[SR]", LayTrack("SR"), title="18VA", phase="5")
    with pytest.raises(Unclear, match="That can mean: tile F11 170ric 0, tile F11 170ric 3"):
        parse("tile F11 170", "ann", g.choices("ann"))


def test_a_published_number_is_a_legal_answer_as_it_stands() -> None:
    """A line that is typed for another moment is read without what is legal: the number means the same tile."""
    g = board("F11=14/0[SR]", LayTrack("SR"), title="18VA", phase="5")
    offered = next(a for c in g.choices("ann") for a in c if isinstance(a, LayTile) and a.hex == "F11")
    assert offered.tile == "170ric"
    assert g.legal(LayTile("F11", "170", offered.rotation, by="ann"))
    wrong = refused(g, LayTile("F11", "170", 5, by="ann"))
    assert "There is no tile" not in wrong
    g = board("F11=14/0[SR]", LayTrack("SR"), title="18VA", phase="3")
    refused(g, LayTile("F11", "170", 0, by="ann"), "There are no brown tiles before phase 5")
    refused(g, LayTile("F9", "451", 0, by="ann"), "There is no tile '451'")


def test_18india_8_4_5_1_two_trains_are_the_limit() -> None:
    g = india_positions.bare()
    india_positions.give(g, "p0", "MR", 4)
    india_positions.running(g, "MR", "p0", cash=1000)
    g.state.place |= {"2-1": "MR", "2-2": "MR"}
    india_positions.operate(g, "MR", BuyTrains("MR"))
    refused(g, BuyTrain("2-3", 180, by="p0"), "MR has 2 trains, the limit is 2", "18 India 8.4.5.1")


def test_18india_8_4_5_8_nobody_is_told_of_a_help_that_there_is_not() -> None:
    g = india_positions.bare()
    india_positions.give(g, "p0", "MR", 4)
    india_positions.running(g, "MR", "p0", cash=100)
    g.state.place |= {"2-1": "MR", "3-1": "pool"}
    india_positions.operate(g, "MR", BuyTrains("MR"))
    refused(g, BuyTrain("2-2", 180, by="p0"), "MR has ₹100; nobody can add to that", "18 India 8.4.5.8")


def test_18india_8_4_1_1_the_ferry_is_never_upgraded() -> None:
    g = india_positions.bare()
    india_positions.give(g, "p0", "MR", 4)
    india_positions.running(g, "MR", "p0", cash=1000)
    g.state.tiles |= {"J37": Laid("IF1", 2), "I36": Laid("9", 2), "K38": Laid("58", 0)}
    india_positions.operate(g, "MR", LayTrack("MR"))
    refused(g, LayTile("J37", "83", 2, by="p0"), "the ferry cannot be upgraded", "18 India 8.4.1.1")


def test_18india_8_4_1_1_the_help_says_what_a_line_of_yellow_tiles_is() -> None:
    _, meaning = explain_word("yellow tiles", TITLES["18India"].rules((), 3))
    assert "one line" in meaning
    assert "Older and printed track" in meaning


# ---------------------------------------------------------------------- whose a private is


def test_18va_4_2_2_tredegar_helps_only_who_owns_it() -> None:
    g = board("C12=57/0[VR]", BuyTrains("VR"), title="18VA", phase="3", owners={"P2": "bob"})
    refused(
        g,
        BuyTrain("2-1", 0, side="1G", using="P2", by="ann"),
        "P2 does not belong to VR: it must buy it",
        "18VA 4.2(2)",
    )
    g = board("C12=57/0[VR]", BuyTrains("VR"), title="18VA", phase="3", owners={"P1": "VR"})
    refused(g, BuyTrain("2-1", 0, side="1G", using="P1", by="ann"), "P1 does not make a 2-train cheaper")


@pytest.mark.parametrize(("place", "said"), [("gone", "TCC has closed"), ("L&N", "TCC belongs to L&N")])
def test_players_are_told_where_a_private_is_that_they_cannot_trade(place: str, said: str) -> None:
    g = new("18TN", 3)
    stock(g)
    g.state.place["TCC"] = place
    g.changed()
    assert said in refused(g, BuyPrivate("TCC", 20, by="p0"))
    assert said in refused(g, SellPrivate("TCC", "p1", 20, by="p0"))


# ---------------------------------------------------------------------- bids


@pytest.mark.parametrize(("title", "item", "other"), [("18GA", "M&BR", "OSR"), ("18VA", "P1", "P2")])
def test_a_bid_is_refused_by_what_is_set_aside_only_where_something_is(title: str, item: str, other: str) -> None:
    g = new(title, 3)
    cash, words = g.state.cash["p0"], g.rules.data.money
    assert "set aside" not in refused(g, Bid(item, cash + 5, by="p0"), f"you can bid at most {words(cash)}")
    play(g, Bid(other, 105, by="p0"), Pass(by="p1"), Pass(by="p2"))
    high = cash - 105
    refused(
        g,
        Bid(item, cash, by="p0"),
        f"you can bid at most {words(high)}: {words(105)} of your {words(cash)} is set aside for other bids",
    )


def test_who_names_no_player_is_told_in_the_second_person() -> None:
    g = new("18GA", 3)
    assert refused(g, Pass()) == "You do not play in this game"
    assert refused(g, Pass(by="zoe")) == "zoe does not play in this game"


# ---------------------------------------------------------------------- 18VA: a company that closes


def test_18va_4_6_3_each_certificate_that_returns_is_told() -> None:
    g = new("18VA", 3)
    start(g, "VR", 75)
    own(g, "p0", "VR", 3, president=True)
    before = dict(g.state.place)
    g.events = []
    bankruptcy.close(g, "VR")
    moved = {e.card: (e.src, e.dst) for e in g.events if isinstance(e, CardMoved)}
    changed = {c: (before[c], p) for c, p in g.state.place.items() if p != before[c]}
    assert moved == changed
    assert changed["VR.0"] == ("p0", "treasury")
    assert g.state.place == before | sizes.unissued(g, "VR")

"""The comparison of offers tells what only one of two programs offers."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.interchange.exporter import write_game
from bot.interchange.importer import Importer
from tests.second_engine import Setup, played
from tests.support import legal_offers


@pytest.fixture(scope="module")
def start() -> Importer:
    return Importer(write_game(played(Setup("18GA", 3, 201, "even"), 5)).data)


def bids(importer: Importer) -> list[list[object]]:
    """Our own bids as the other program tells them."""
    least: dict[str, list[int]] = {}
    for item, amount in legal_offers.ours(importer)["bids"]:
        least.setdefault(item, []).append(amount)
    return [[item, min(amounts), max(amounts)] for item, amounts in least.items()]


def differences(
    importer: Importer, site_bids: list[list[object]], entity: str = "player:1"
) -> list[legal_offers.Difference]:
    return [*legal_offers._compared(importer, 0, {"entity": entity, "bids": site_bids}, Counter())]


def test_the_same_offers_are_no_difference(start: Importer) -> None:
    assert bids(start)
    assert differences(start, bids(start)) == []


def test_an_offer_of_ours_alone_is_told_with_what_to_try(start: Importer) -> None:
    *others, (item, least, most) = bids(start)
    told = differences(start, others)
    assert [(d.mine, d.offer) for d in told] == [(True, (item, n)) for n in sorted({least, most}, key=str)]
    assert told[0].entries[0]["type"] == "bid"


def test_an_offer_of_theirs_alone_is_told_with_our_refusal(start: Importer) -> None:
    (item, least, most), *others = bids(start)
    (told,) = (
        differences(start, [[item, least, 9_999], *others])
        if least == most
        else differences(start, [[item, 1, most], *others])
    )
    assert not told.mine
    assert told.why


def test_a_bid_that_nobody_can_pay_is_a_known_fault(start: Importer) -> None:
    item, least, _ = next(each for each in bids(start) if each[1] != each[2])
    told = differences(start, [[item, least, 9_999]])
    assert [legal_offers.name_fault(d) for d in told if d.offer == (item, 9_999)] == [
        "bids that nobody can pay are taken (18VA 4.1)"
    ]
    assert not any(legal_offers.name_fault(d) for d in told if d.mine)


@pytest.mark.parametrize(
    ("refusal", "name"),
    [
        ("after your sale you must pay at least £282 for the 3-train (18EU 4.5.2)", "4.5.2"),
        (
            "8 turned by 1 on D5 would not join the line of the tiles already laid in this turn (18 India 8.4.1.1)",
            "8.4.1.1",
        ),
        ("13 turned by 1 on J17 would add no track that a station of NCR reaches (18 India 8.4.1.2)", "8.4.1.2"),
        ("14 turned by 1 on J17 would add no track that a station of NCR reaches (18 India 8.4.1.2)", ""),
        ("the GIPR has closed: its bonds stay bonds (18 India 7.2.5)", "7.2.5"),
        (
            "M&BR cannot change hands while a player owns the share that came with it (18GA Table III)",
            "Table III",
        ),
    ],
)
def test_what_is_offered_against_a_paragraph_is_a_known_fault(refusal: str, name: str) -> None:
    told = legal_offers.Difference(1, "lays", ("D5",), False, refusal, ())
    assert name in legal_offers.name_fault(told)
    assert bool(legal_offers.name_fault(told)) == bool(name)


def test_papers_of_18_india_are_told_as_they_are_bought_and_sold() -> None:
    importer = Importer(write_game(played(Setup("18India", 2, 97000, "even"), 330)).data)
    seen: set[str] = set()
    for _ in importer.play_all():
        for kind in ("papers", "returns"):
            for offer, action in legal_offers.ours(importer).get(kind, {}).items():
                assert [*legal_offers._meant(importer, kind, offer)] == [action]
                seen.add(offer[0].partition(" ")[0])
    assert seen >= {"row", "hand", "market", "bond", "P1"}


def test_a_pass_that_is_still_to_come_is_due() -> None:
    """18 India 7.2.2: the site leaves the turn open after a card of a row, until a pass."""
    importer = legal_offers._Watching(write_game(played(Setup("18India", 2, 83010, "even"), 260)).data)
    due = [number for number in importer.play_all() if importer.is_pass_dropped(number + 1)]
    records = {unit.number: type(unit.record).__name__ for unit in importer.units}
    assert due
    assert all(records[number + 1] == "Pass" for number in due)


def test_a_way_through_a_circle_that_was_added_is_a_known_fault() -> None:
    """18 India 2.5: a station stood beside the circles of Lahore and has gone into one; the site keeps the third circle."""
    importer = legal_offers._Watching(write_game(played(Setup("18India", 2, 3, "even"), 1)).data)
    told = legal_offers.Difference(1, "stations", ("D3",), False, "Lahore is not connected", ())
    assert not legal_offers.name_fault(importer.name_added_circle(told))
    importer._added["D3.a"] = importer._circles("D3.a")
    assert legal_offers.name_fault(importer.name_added_circle(told)).endswith("(18 India 2.5)")
    importer.game.state.tokens["D3.a.+"] = "PNS"
    assert not legal_offers.name_fault(importer.name_added_circle(told))


def test_a_way_through_the_home_of_a_new_company_is_a_known_fault() -> None:
    """18VA 4.5.2.1: the SR has started in F11, beyond which the N&W still reaches E12 there."""
    importer = legal_offers._Watching(write_game(played(Setup("18VA", 5, 97023, "dealer"), 356)).data)
    for _ in importer.play_all():
        pass
    shape = importer.game.rules.data.tiles["7"].faces[3].shape
    refusal = "7 turned by 3 on E12 would add no track that a station of N&W reaches (18VA 4.5.2.1)"
    beyond, beside = (
        legal_offers.Difference(365, "lays", (at, "7", shape), False, refusal, ()) for at in ("E12", "B3")
    )
    assert legal_offers.name_fault(importer.name_new_home(beyond)).startswith("a home is not seen at once")
    assert importer.name_new_home(beside) == beside


def test_a_way_through_the_home_of_a_company_on_its_first_turn_is_a_known_fault() -> None:
    """18GA 4.2.1(j): the G&F has placed its home in Albany, through which the CoG still reaches H6 there."""
    importer = legal_offers._Watching(write_game(played(Setup("18GA", 3, 102009, "starver"), 325)).data)
    for number in importer.play_all():
        if number == 310:
            break
    shape = importer.game.rules.data.tiles["7"].faces[0].shape
    refusal = "7 turned by 0 on H6 would add no track that a station of CoG reaches (18GA 4.2.1(j))"
    beyond = legal_offers.Difference(310, "lays", ("H6", "7", shape), False, refusal, ())
    assert legal_offers.name_fault(importer.name_new_home(beyond)).startswith("a home is not seen at once")


@pytest.mark.long  # a whole game, late in which it comes
def test_a_way_through_a_circle_that_was_left_is_a_named_difference() -> None:
    """18EU 4.4.1: minor 10 has left Milan, through which SNCF now reaches D19; the site sees that once the board changes."""
    importer = legal_offers._Watching(write_game(played(Setup("18EU", 4, 102007, "builder"))).data)
    for number in importer.play_all():
        if number == 1501:
            break
    shape = importer.game.rules.data.tiles["14"].faces[0].shape
    through = legal_offers.Difference(1501, "lays", ("D19", "14", shape), True, "", ())
    named = importer.name_left_circle(through)
    assert legal_offers.name_difference(named.why).startswith("a circle left stays full")
    importer._left.clear()
    assert importer.name_left_circle(through) == through


def test_a_private_before_the_conversion_is_a_named_difference() -> None:
    refused = "Blocking step Convert to 10 Share cannot process action buy_company at 134"
    assert legal_offers.name_difference(refused) == "a private is bought before the company converts (18VA 4.2)"
    assert not legal_offers.name_difference(refused.replace("Convert to 10 Share", "Run Routes"))


def test_another_on_turn_is_not_compared(start: Importer) -> None:
    assert differences(start, [], entity="player:2") == []

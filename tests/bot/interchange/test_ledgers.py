"""Which certificate lies where: the files name single certificates, and the site has its own order."""

import pytest

from bot.interchange.site.ledgers import (
    CertificateLedger,
    TileLedger,
    TrainLedger,
    find_same_kind,
    name_as_ours,
    name_as_theirs,
)
from bot.interchange.site.records import Damaged
from game.load import load


@pytest.fixture
def ledger():
    return CertificateLedger(load("18ga"))


def give(ledger, player, *cards):
    for card in cards:
        ledger.move(f"G&F_{card}", player)


def test_a_purchase_comes_from_where_the_certificate_lies(ledger):
    assert ledger.holder_of("G&F_3") == "ipo"
    give(ledger, "ann", 0, 1, 2)
    ledger.sell("ann", ["G&F_1"], 1, "")
    assert (ledger.holder_of("G&F_1"), ledger.holder_of("G&F_2"), ledger.holder_of("G&F_4")) == ("pool", "ann", "ipo")


def test_the_new_president_gives_what_he_has_held_longest(ledger):
    give(ledger, "ann", 0, 1)
    give(ledger, "bob", 4, 2, 3, 5)
    ledger.change_president("G&F", "ann", "bob")
    assert ledger.list_certificates("ann", "G&F") == ["G&F_1", "G&F_4", "G&F_2"]
    assert ledger.list_certificates("bob", "G&F") == ["G&F_3", "G&F_5", "G&F_0"]


def test_a_certificate_that_left_and_came_back_goes_to_the_end(ledger):
    give(ledger, "ann", 0)
    give(ledger, "bob", 4, 2, 3)
    ledger.sell("bob", ["G&F_4"], 1, "")
    give(ledger, "bob", 4)
    ledger.change_president("G&F", "ann", "bob")
    assert ledger.list_certificates("bob", "G&F") == ["G&F_4", "G&F_0"]


def test_half_of_the_presidents_certificate(ledger):
    """Trap 10 of 18GA: 20 % sold by a president with the 20 % certificate and one more: he keeps a single share."""
    give(ledger, "ann", 0, 1)
    give(ledger, "bob", 2, 3)
    give(ledger, "cid", 4)
    ledger.sell("ann", ["G&F_1", "G&F_0"], 2, "bob")
    assert ledger.list_certificates("bob", "G&F") == ["G&F_0"]
    assert ledger.list_certificates("ann", "G&F") == ["G&F_1"]
    assert ledger.list_certificates("pool", "G&F") == ["G&F_2", "G&F_3"]
    assert ledger.shares(ledger.list_certificates("pool", "G&F")) == 2


def test_all_of_the_presidents_holding_is_sold(ledger):
    give(ledger, "ann", 0)
    give(ledger, "bob", 2, 3, 4)
    ledger.sell("ann", ["G&F_0"], 2, "bob")
    assert ledger.list_certificates("ann", "G&F") == []
    assert ledger.list_certificates("pool", "G&F") == ["G&F_2", "G&F_3"]
    assert ledger.list_certificates("bob", "G&F") == ["G&F_4", "G&F_0"]


def test_an_unknown_certificate(ledger):
    with pytest.raises(Damaged, match="no certificate G&F_9"):
        ledger.holder_of("G&F_9")


def test_copies_of_tiles_leave_when_another_is_laid_on_them():
    copies = TileLedger()
    copies.note_lay("57-0", "D10")
    copies.note_lay("453a-0", "D10")
    assert (copies.hex_of("57-0"), copies.hex_of("453a-0")) == ("", "D10")
    copies.note_lay("57-0", "F6")
    assert copies.hex_of("57-0") == "F6"


def test_trains_of_a_kind_are_taken_once_each():
    assert find_same_kind("4-0", ["3-2", "4-1", "4-2"], {}) == "4-1"
    assert find_same_kind("4-2", ["3-2", "4-1", "4-2"], {"4-0": "4-1"}) == "4-2"
    assert find_same_kind("5-0", ["3-2"], {}) == ""


def test_a_train_of_the_pool_is_the_one_that_lay_there_longest():
    fleet = TrainLedger({})
    for train, card in (("3-0", "3-1"), ("3-1", "3-2")):
        fleet.move(train, "IC")
        fleet.tie_card(train, card)
    fleet.move("3-1", "pool")
    fleet.move("3-0", "pool")
    assert fleet.list_trains("pool") == ["3-1", "3-0"]
    fleet.move("3-1", "SR")
    fleet.tie_card("3-1", "3-1")  # ours has sold its lowest number
    assert (fleet.site_train("3-1"), fleet.site_train("3-2")) == ("3-1", "3-0")


def test_of_alike_trains_another_may_have_gone():
    """The file discards 3-0, our engine the card that was 3-1."""
    fleet = TrainLedger({"3-0": "IC", "3-1": "IC"})
    fleet.tie_card("3-0", "3-1")
    fleet.tie_card("3-1", "3-2")
    fleet.move("3-0", "pool")
    fleet.settle({"3-1": "IC", "3-2": "pool"})
    assert (fleet.site_train("3-1"), fleet.site_train("3-2")) == ("3-1", "3-0")


def test_names_of_trains_go_to_our_words_and_back():
    assert name_as_ours("3'-0", {"3'": "3"}) == "3-0'3'"
    assert name_as_theirs("3-0'3'") == "3'-0"
    assert name_as_theirs("4-2") == "4-2"

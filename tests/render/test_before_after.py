"""Mergers, conversions, exchanges and takeovers on a card: who has what before and after."""

from __future__ import annotations

import copy

import pytest

from game.actions import Bid, PlaceToken
from game.events import CardMoved, CompanyClosed, Paid, RoundBegan, TrainDiscarded
from game.play import Game
from render import png
from render.data.before_after import Line, Party, changed_parties, reshapes
from render.data.change_causes import find_causes
from render.drawing import fonts, phone
from render.pictures.before_after import alt_before_after, draw_before_after
from render.text.closing import change_words
from render.text.event_text import tell
from tests.bot.commands.test_decisions import rare
from tests.bot.commands.test_eu_decisions import market
from tests.support import eu_positions
from tests.support.board_notation import board
from titles import TITLES
from titles.eu.mergers import Exchange
from titles.india.actions import ConvertBond
from titles.va.marks import RAISED_LIMITS

PHONE = 1 / phone.SCALE


@pytest.fixture
def positions():
    """A position, and the same after CoG has taken GA over: its money, its station, its owner's certificate."""
    g = board("F6=57/0[CoG] D10=57/0[GA]")
    before = g.view(None)
    after = copy.deepcopy(before)
    after.companies["GA"].closed = True
    after.cash["CoG"] += after.cash.pop("GA")
    slot = next(s for s, c in after.tokens.items() if c == "GA")
    after.tokens[slot] = "CoG"
    return before, after, g.rules


def test_a_takeover_changes_both_companies_and_nobody_else(positions):
    before, after, rules = positions
    assert reshapes(before, after)
    found = {
        p.company or p.name: {line.what: (line.before, line.after) for line in p.lines}
        for p in changed_parties(*positions)
    }
    assert found["GA"] == {"money": ("$1,000", "closed"), "stations": ("Augusta", "–")}
    assert found["CoG"] == {"money": ("$1,000", "$2,000"), "stations": ("Macon", "Augusta, Macon")}
    assert "ACL" not in found
    assert rules.person("bob") not in found


def test_a_conversion_changes_the_number_of_shares_and_what_they_are_worth(positions):
    before, _, rules = positions
    after = copy.deepcopy(before)
    after.companies["CoG"].size = 5
    assert reshapes(before, after)
    lines = next(p for p in changed_parties(before, after, rules) if p.company == "CoG").lines
    assert Line("made of", "10 shares", "5 shares") in lines


def test_a_conversion_says_the_train_limit_and_the_tokens():
    g = Game.new(TITLES["18VA"].rules((), 3), ("ann", "bob", "cid"), "1")
    before = g.view(None)
    after = copy.deepcopy(before)
    company = next(c for c, known in before.companies.items() if known.size == 5)
    after.companies[company].size, after.companies[company].tokens = 10, [*before.companies[company].tokens, 40]
    found = lines_of(before, after, g.rules)[company]
    assert found["train limit"] == ("2", "4")
    assert found["stations left"][1].endswith("$40)")
    for state in (before, after):  # 18VA 4.2(4): the Potomac Yards add a train
        RAISED_LIMITS.add(state, company)
    assert lines_of(before, after, g.rules)[company]["train limit"] == ("3", "5")


def lines_of(before, after, rules) -> dict[str, dict[str, tuple[str, str]]]:
    """What the card says, by party."""
    return {
        p.company or p.name: {line.what: (line.before, line.after) for line in p.lines}
        for p in changed_parties(before, after, rules)
    }


def test_an_exchange_has_its_card_when_it_is_chosen_with_true_sums():
    g = market()
    first = g.view(None)
    g.play(Exchange("12", "BNR", by="p0"))
    asked = g.view(None)
    assert reshapes(first, asked)
    found = lines_of(first, asked, g.rules)
    assert found["12"]["money"] == ("£30", "closed")
    assert found["12"]["stations"][1] == "asked next"
    cash = first.cash["BNR"]
    assert found["BNR"]["money"] == (f"£{cash}", f"£{cash + 30}")
    player = found[g.rules.person("p0")]["holds"]
    assert player[0].startswith("12")
    assert player[1].startswith("BNR")
    (by,) = g.deciders()
    events = g.play(next(a for c in g.choices(by) for a in c if c.kind is PlaceToken))
    heading = change_words(events, g.view(None), g.rules)
    assert heading[1] == "BNR takes minor 12's station in Amsterdam (D3).", "it looked like any new station"
    done = lines_of(asked, g.view(None), g.rules)
    assert done.keys() == {"12", "BNR"}
    assert done["12"].keys() == {"stations"}, "its money and trains are gone already"
    assert done["BNR"].keys() == {"stations", "stations left"}


def test_the_card_of_a_merger_tells_where_money_and_trains_went():
    g = market()
    first = g.view(None)
    events = g.play(Exchange("12", "BNR", by="p0"))
    view = g.view(None)
    assert change_words(events, view, g.rules)[0].startswith("p0 merges minor 12")
    found = {
        p.company: {line.what: line.after for line in p.lines} for p in changed_parties(first, view, g.rules, events)
    }
    assert found["12"]["money"] == "to BNR"
    extra = (TrainDiscarded("BNR", "P-1"), CardMoved("2-1", "12", "BNR", "merged"), Paid("12", "bank", 30, "closed"))
    causes = find_causes(extra, first, g.rules)
    assert causes.money == {"12": "to the bank"}
    assert causes.trains == {"12": "2T to BNR"}
    assert causes.discarded == {"BNR": "P"}


def test_a_company_that_closes_pays_its_owners_nothing(positions):
    before, after, rules = positions
    before.place["GA.1"], after.place["GA.1"] = "bob", "gone"
    paid = (Paid("GA", "bank", 1000, "closed"), CompanyClosed("GA"))
    lines = {p.company or p.name: p.lines for p in changed_parties(before, after, rules, paid)}
    assert Line("holds", "GA 10%", "nothing for it") in lines[rules.person("bob")]
    assert Line("money", "$1,000", "to the bank") in lines["GA"]
    assert change_words(paid, after, rules) == ("GA's $1,000 goes to the bank.", "GA closes.")
    after.cash["bob"] += 20
    events = (*paid, RoundBegan("OR 2.2"), Paid("bank", "bob", 20, "income of a private"))
    assert {p.company or p.name: p.lines for p in changed_parties(before, after, rules, events)} == lines, (
        "what a private pays as the next round begins looked as if it were paid for GA"
    )


def test_a_conversion_says_that_the_shares_stay():
    g = Game.new(TITLES["18VA"].rules((), 3), ("ann", "bob", "cid"), "1")
    before = g.view(None)
    company = next(c for c, known in before.companies.items() if known.size == 5)
    before.place[f"{company}.0"] = "ann"
    after = copy.deepcopy(before)
    after.companies[company].size = 10
    held = lines_of(before, after, g.rules)[g.rules.person("ann")]["holds"]
    assert held == (f"{company} 40% (2 of 5 shares)", f"{company} 20% (2 of 10 shares)")


def test_the_card_begins_with_what_happened(positions, monkeypatch):
    written: list[str] = []
    monkeypatch.setattr(fonts, "write", lambda _draw, _at, text, *_args, **_more: written.append(text))
    parties = [Party("ann", "", (Line("holds", "GA 20%", "–"),))]
    plain = draw_before_after(parties, positions[2])
    assert draw_before_after(parties, positions[2], ("GA closes.",)).height > plain.height
    assert "GA closes." in written
    assert alt_before_after(parties, ("GA closes.",)).startswith("GA closes.")


def test_a_bond_that_becomes_a_share_has_a_card_and_one_line():
    _, g, _ = rare()
    g.state.cash["p0"] = 500
    before = g.view(None)
    events = g.play(ConvertBond(by="p0"))
    after = g.view(None)
    assert reshapes(before, after)
    held = lines_of(before, after, g.rules)[g.rules.person("p0")]["holds"]
    assert held == ("royal bond", "GIPR 10%")
    told = tell(events, after, g.rules)
    assert sum("10%" in line for line in told) == 1
    assert not any("from bond" in line for line in told)


def test_nothing_is_shown_for_a_purchase_or_a_tile(positions):
    before, _, _ = positions
    after = copy.deepcopy(before)
    after.cash["CoG"] -= 100
    assert not reshapes(before, after)


def test_the_card_is_read_on_a_phone_and_told_in_words(positions, monkeypatch):
    sizes: dict[str, int] = {}
    real = fonts.write

    def write(draw, at, text, size, **more):
        sizes[text] = size
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    parties = [
        Party(
            "CoG", "CoG", (Line("money", "$188", "$412"), Line("stations", "Macon", ", ".join(["Milledgeville"] * 5)))
        ),
        Party("ann", "", (Line("holds", "GA 20%", "–"),)),
    ]
    picture = draw_before_after(parties, positions[2])
    assert {"before", "after", "money", "$188", "$412", "ann", "GA 20%"} <= set(sizes)
    assert all(n * PHONE > 11 for text, n in sizes.items() if text != "CoG")
    assert len(png(picture)) < 40_000
    assert alt_before_after(parties).startswith("CoG: money $188 → $412, stations")


def test_a_minor_that_is_put_up_for_sale_is_not_closed():
    """18EU 4.2.1: beside the first bid on minor 1 stood a picture that said “closed”."""
    g = eu_positions.game()
    before = g.view(None)
    g.play(Bid("1", 100, by=g.deciders()[0]))
    assert not reshapes(before, g.view(None))

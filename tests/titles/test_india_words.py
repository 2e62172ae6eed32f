"""18 India's sentences: cards and trains are called by what they are, not by their ids."""

from __future__ import annotations

import re

from game.actions import RunTrains
from game.events import PowerUsed, PrivateClosed, PrivateSold
from game.play import Game
from game.transcript import perform, read
from render.text.text import words
from tests.golden import GAMES
from titles import TITLES
from titles.india.bonuses import bonuses
from titles.india.events import Drafted, TrainSold


def told(event: object) -> str:
    g = Game.new(TITLES["18India"].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    return words(event, g.view(None), g.rules)  # type: ignore[arg-type]


def test_a_train_that_is_sold_is_a_train():
    assert told(TrainSold("EIR", "2-1", 180)) == "EIR sells a 2-train to the bank for ₹180."


def test_bonds_and_privates_have_names():
    assert told(PrivateSold("RB0", "bank", "ann", 100)) == "ann buys a royal bond from the bank for ₹100."
    assert told(PrivateSold("RB0", "ann", "bank", 100)) == "ann sells a royal bond to the bank for ₹100."
    bought = told(PrivateSold("P3", "hand", "ann", 120))
    assert bought == "ann buys the Dutch East India Co. (P3) from their hand for ₹120."
    assert told(PrivateClosed("P3")) == "The Dutch East India Co. (P3) closes."
    assert told(PrivateClosed("RB0")) == "A royal bond closes."
    assert told(PowerUsed("P3", "lay", "EIR")) == "EIR uses the power of the Dutch East India Co. (P3)."


def test_no_sentence_ends_twice():
    assert told(Drafted("ann", "P1")) == "ann takes Swedish East India Co."
    assert not re.search(r"\.\.", told(PrivateClosed("P1")))


def test_a_sum_names_the_city_that_a_bonus_counts_by_its_hex_where_it_has_no_name():
    """ "Kochi ( 30 + 20) 50" stood below a run through a city that a tile has made."""
    golden = next(g for g in GAMES if g.name == "18India-bank")
    kept = read(golden.path.read_text("utf-8"))
    g, sums = golden.start(kept.seed), set[str]()
    for action in perform(g, kept.entries):
        if isinstance(action, RunTrains):
            view = g.view(None)
            runs = [(run, name) for name, company in view.companies.items() for run in company.ran]
            sums |= {b.told for run, name in runs for b in bonuses(run, name, view, g.rules) if b.told}
    assert "J11 60 + 10" in sums
    assert not [text for text in sums if text.startswith(" ")]

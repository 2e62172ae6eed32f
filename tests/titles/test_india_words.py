"""18 India's sentences: cards and trains are called by what they are, not by their ids."""

from __future__ import annotations

import re

from game.events import PowerUsed, PrivateClosed, PrivateSold
from game.play import Game
from render.text.text import words
from titles import TITLES
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

"""18EU: labels, preview and log of starting and merging say whose minor it is and all that moves."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

import render
from game.actions import PlaceToken
from game.events import Divided, Paid
from game.play import Game
from render.text.money_text import dividend_sums, purse_changes
from titles import TITLES
from titles.eu import words
from titles.eu.mergers import Exchange, Exchanged

RULES = replace(TITLES["18EU"].rules((), 3), called={"ann": "Ann", "bob": "Bob", "cid": "Cid"})
VIEW = Game.new(TITLES["18EU"].rules((), 3), ("ann", "bob", "cid"), "1").view(None)
OWNED = structs.replace(
    VIEW,
    cash={**VIEW.cash, "8": 120},
    companies={**VIEW.companies, "8": structs.replace(VIEW.companies["8"], president="ann")},
    tokens={**VIEW.tokens, f"{RULES.data.companies['8'].home[0]}": "8"},
)


def test_the_label_tells_number_name_owner_money_and_trains():
    name = RULES.data.companies["8"].name
    assert words.owned(OWNED, RULES, "8") == f"{name}, Ann, £120 and a 2-train"
    exchange = render.label(Exchange("8", "FS", by="ann"), OWNED, RULES)
    assert exchange.startswith("minor 8 → FS £")
    assert exchange.endswith(f"({name}, Ann, £120 and a 2-train)")
    city = RULES.data.companies["8"].home[0]
    start = words.first_minor(PlaceToken(city, by="ann"), OWNED, RULES)
    assert start.endswith(f"minor 8 ({name}, Ann, £120 and a 2-train)")


def test_the_log_tells_what_moves():
    merged = Exchanged(who="ann", minor="8", company="FS", source="treasury", dollars=120, trains=("2",))
    (line,) = render.tell([merged], OWNED, RULES)
    name = RULES.data.companies["8"].name
    assert line == (f"Ann merges minor 8 ({name}) into FS for a share from its treasury; FS gets £120 and a 2-train.")


def test_the_preview_tells_whose_money_moves():
    later = structs.replace(OWNED, cash={**OWNED.cash, "8": 0, "FS": 120})
    assert purse_changes(OWNED, later, RULES) == "minor 8 £120 → £0 · FS £0 → £120"


def test_a_minor_pays_half_without_a_share():
    paid = [Paid("8", "ann", 25, "dividend"), Paid("bank", "8", 25, "dividend")]
    lines = render.tell([Divided(company="8", kind="half", revenue=50, each=25), *paid], OWNED, RULES)
    assert lines == ["Minor 8 earns £50 and pays half of it (Ann £25, minor 8 £25)."]
    later = structs.replace(OWNED, cash={**OWNED.cash, "ann": OWNED.cash["ann"] + 25, "8": 145})
    assert dividend_sums(OWNED, later, RULES) == ["Ann £25", "minor 8 £25"]

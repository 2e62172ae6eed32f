"""What is said of a company that closed: into what it went."""

from __future__ import annotations

import pytest

from game.events import CompanyClosed
from render.text.closing import closing_words
from tests.golden import played_until


@pytest.mark.parametrize(
    ("title", "company", "said"),
    [
        (
            "18EU",
            "10",
            [
                "bob merges minor 10 (Strade Ferrate Alta Italia) into AIRS for a share from its treasury; AIRS gets £121.",
                "AIRS places a station in Milan (E18).",
            ],
        ),
        ("18EU", "3", ["GSR places a station in Paris (A10)."]),
        ("18EU", "9", ["cid gives up minor 9 (Berlin-Stettiner-Bahn) for nothing."]),
        ("18India", "WR", ["WR's ₹229 goes to the bank."]),
    ],
)
def test_a_closed_company_went_into_another_or_left_its_money(title, company, said):
    game = played_until(title, lambda g: CompanyClosed(company) in g.events)
    assert closing_words(game.events, company, game.view(None), game.rules) == said
    assert closing_words(game.events, "none", game.view(None), game.rules) == []

"""*What does … mean?*: only words of the title's own game, no menu with one entry, and a way back to the rules in short."""

from __future__ import annotations

import pytest

from bot.views.guide.terms_page import terms_page
from bot.views.messages import Button, Menu
from titles import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_menus_have_words_of_the_title_and_lead_back(title):
    """18TN had a menu “phase 8 to phase 8”, and explained a director and a manager, whom it does not have."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    rows = terms_page(rules).rows
    menus = [part for row in rows for part in row if isinstance(part, Menu)]
    words = {o.value for m in menus for o in m.options}
    assert ("director" in words) != ("president" in words)
    assert min(len(m.options) for m in menus) > 1
    assert max(len(m.hint) for m in menus) <= 40, "a phone shows no more"
    labels = [o.label for m in menus for o in m.options if o.value in rules.data.privates]
    assert all(label.endswith(" (private)") for label in labels), "a company may have the same name"
    assert [b.label for row in rows for b in row if isinstance(b, Button)] == ["◀ Rules in short"]

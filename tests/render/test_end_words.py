"""Why a game is over, in one table: as the end of a sentence and as a label."""

from __future__ import annotations

import pytest

from bot.model.kinds import Ending
from render.data.names import END_REASONS, end_label, end_words
from titles import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_every_end_of_a_title_has_words(title: str):
    assert {*TITLES[title].rules((), 3).ends, "standstill"} <= set(END_REASONS)


def test_every_end_of_a_table_with_a_result_has_words():
    """Statistics counted `abandoned`, `agreed` and `standstill` by their names in the database."""
    assert {Ending.AGREED, Ending.ABANDONED, Ending.CONCEDED, "manual"} <= set(END_REASONS)


def test_words_of_a_table_s_own_stay_as_they_are():
    assert end_words("Bob conceded") == end_label("Bob conceded") == "Bob conceded"
    assert (end_words("bank"), end_label("bank")) == ("the bank ran out of money", "the bank broke")

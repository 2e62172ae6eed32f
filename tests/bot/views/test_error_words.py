"""Errors that carry values are worded in one place."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.core.errors import AskedAlready, NotPossible, NotPossibleFor, OfferedTooOften
from bot.views.error_words import error_words, name_any_company
from game.rules import Refusal

VALUES: dict[str, Any] = {"datetime": datetime(2026, 3, 2, tzinfo=UTC), "int": 77}


@pytest.mark.parametrize("kind", NotPossibleFor.__subclasses__(), ids=lambda k: k.__name__)
def test_every_error_with_values_has_a_sentence(kind: type[NotPossibleFor]):
    values: list[Any] = [VALUES[str(f.type)] for f in fields(kind)] if is_dataclass(kind) else []
    error = kind(*values)
    words = error_words(error)
    assert words[0].isupper() or words[0] == "<"
    assert not words.endswith(".")
    assert kind.__name__ in str(error), "a log shows what it is"
    assert kind.__name__ not in words
    assert all(str(v) in words for v in values if isinstance(v, int))


def test_times_and_people_are_as_discord_shows_them():
    until = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert error_words(OfferedTooOften(3, until)) == (
        "That seat was offered 3 times within a day. You may ask again <t:1772452800:R>"
    )
    assert error_words(AskedAlready(5)) == "<@5> has been asked already and has not answered yet"
    assert error_words(NotPossible("The game is over")) == "The game is over"


def test_a_reason_of_every_company_keeps_the_titles_name():
    """`GA` stands within `18GA`, in the paragraph: reasons that were the same differed while GA had not started."""
    reasons = {
        name_any_company(Refusal(f"{c} has no price yet", "18GA 3.2(c)"), c, "a company") for c in ("GA", "SAL", "W&A")
    }
    assert reasons == {"a company has no price yet (18GA 3.2(c))"}

"""Texts of people and counts in words."""

from __future__ import annotations

from bot.core.text import count_of


def test_one_thing_is_not_called_by_its_plural() -> None:
    """A card said “1 chat messages”, an answer “you own 1 shares of GA”."""
    assert [count_of(n, "share") for n in (0, 1, 2)] == ["0 shares", "1 share", "2 shares"]
    assert [count_of(n, "pass") for n in (1, 3)] == ["1 pass", "3 passes"]

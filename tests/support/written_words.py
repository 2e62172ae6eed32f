"""The words that pictures write while a test draws them, and in which print."""

from __future__ import annotations

from typing import Any, cast

import pytest

from render.drawing import fonts, style
from render.drawing.discs.badges import badge_sprite
from render.drawing.discs.numbers import number_sprite
from render.drawing.discs.piles import edge_sprite
from render.drawing.sprites import token_sprite

MOST_SIZES = 5  # of print in a picture


def note_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line that is written from now on, as it is written."""
    said: list[str] = []
    real = fonts.write

    def write(draw, at, text, *rest, **more):
        said.append(text)
        real(draw, at, text, *rest, **more)

    monkeypatch.setattr(fonts, "write", write)
    return said


def note_sizes(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The sizes of all print that is written from now on, that of tokens and numbers on discs too."""
    sizes, real, real_within = set[int](), fonts.write, fonts.write_within

    def write(draw, at, text, size, **more):
        sizes.update({size} if text else ())
        real(draw, at, text, size, **more)

    def write_within(draw, middle, text, size, most, **more):
        sizes.add(size)
        real_within(draw, middle, text, size, most, **more)

    for kept in (token_sprite, edge_sprite, badge_sprite, number_sprite):
        cast("Any", kept).kept.clear()
    monkeypatch.setattr(fonts, "write", write)
    monkeypatch.setattr(fonts, "write_within", write_within)
    return sizes


def note_word_sizes(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The least print of each line that is written from now on, but not that of tokens and of numbers on discs."""
    least, real = dict[str, int](), fonts.write

    def write(draw, at, text, size, **more):
        least[text] = min(size, least.get(text, size))
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    monkeypatch.setattr(fonts, "write_within", lambda *given, **more: None)
    return least


def check_sizes(sizes: set[int]) -> None:
    """A picture has some print, all of it of few sizes of the ladder."""
    assert 0 < len(sizes) <= MOST_SIZES, sorted(sizes)
    assert sizes <= {*style.LADDER}, sorted(sizes)

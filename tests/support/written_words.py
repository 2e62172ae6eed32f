"""The words that pictures write while a test draws them."""

from __future__ import annotations

import pytest

from render.drawing import fonts


def note_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line that is written from now on, as it is written."""
    said: list[str] = []
    real = fonts.write

    def write(draw, at, text, *rest, **more):
        said.append(text)
        real(draw, at, text, *rest, **more)

    monkeypatch.setattr(fonts, "write", write)
    return said

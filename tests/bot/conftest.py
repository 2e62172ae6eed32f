"""What all tests of the bot share."""

from __future__ import annotations

import pytest

from bot import pictures


@pytest.fixture(autouse=True)
def patient_drawing(monkeypatch):
    """A busy machine draws slowly: panels wait for their pictures however long that takes."""
    monkeypatch.setattr(pictures, "PATIENCE", 120.0)

"""What all tests of the bot share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot import pictures
from bot.store import Store
from bot.tables import Tables
from tests.bot.harness import world
from tests.bot.play import opened, tables_of


@pytest.fixture(autouse=True)
def patient_drawing(monkeypatch):
    """A busy machine draws slowly: panels wait for their pictures however long that takes."""
    monkeypatch.setattr(pictures, "PATIENCE", 120.0)


@pytest.fixture
async def w(tmp_path):
    """Three people in a guild with the bot; files whose tests need others have a fixture of the same name."""
    async with world(tmp_path) as made:
        yield made


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """A database in memory."""
    store = await opened()
    yield store
    await store.close()


@pytest.fixture
def tables(store: Store) -> Tables:
    return tables_of(store)

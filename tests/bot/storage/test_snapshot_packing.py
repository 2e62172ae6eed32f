"""Snapshots in half the room, those of earlier releases too."""

from __future__ import annotations

import zlib
from hashlib import blake2b

import pytest

from bot.benchmarks.service_load import spread_snapshots
from bot.storage.snapshot_packing import DICTIONARY, pack_snapshot, unpack_snapshot
from game.codec import fingerprint
from titles import TITLES


def test_the_dictionary_stays_as_it_is():
    """Databases hold what was packed with it. Another one comes beside it, under another name."""
    assert blake2b(DICTIONARY, digest_size=8).hexdigest() == "2b75ca6a177af13b"


@pytest.mark.parametrize("title", TITLES)
def test_snapshots_take_little_room_and_come_back(title: str):
    plain = packed = 0
    for state in spread_snapshots(title, 5):
        stored = pack_snapshot(state)
        assert unpack_snapshot(stored, fingerprint(state)) == state
        plain, packed = plain + len(zlib.compress(state)), packed + len(stored)
    assert packed < 0.65 * plain


def test_what_earlier_releases_have_stored_comes_back():
    state = b'{"title":"18GA"}'
    assert unpack_snapshot(zlib.compress(state), fingerprint(state)) == state


@pytest.mark.parametrize("damage", [lambda b: b[: len(b) // 2], lambda b: b"", lambda b: b"x" + b[2:]])
def test_what_is_damaged_is_none(damage):
    state = b'{"title":"18GA","options":[]}' * 9
    for packed in (pack_snapshot(state), zlib.compress(state)):
        assert unpack_snapshot(damage(packed), fingerprint(state)) is None

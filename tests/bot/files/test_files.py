"""Games as files: what is written is read again as the same game; whatever else comes in is refused in one sentence."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.errors import NotPossible
from bot.files.transcripts import MAX_FILE_BYTES, read_incoming, transcript_of
from bot.model.replayed_game import PlayedActions
from bot.tables.service import Table
from game.actions import Bid
from tests.support.toy_tables import PASS, act, new, opened, play_out, pledge, running, tables_of, user_of
from tests.support.toy_title import TITLES as TOYS
from titles import TITLES


@pytest.fixture
async def table():
    store = await opened()
    yield await running(tables_of(store))
    await store.close()


async def test_a_finished_game_comes_in_again_with_the_same_fingerprints(table: Table):
    await act(table, pledge(7))
    await play_out(table)
    record = await table.record()
    text = transcript_of(record)
    assert text.splitlines()[:3] == ["title Toy", f"players {' '.join(record.players)}", "seed 7"]
    found = read_incoming(text.encode(), TOYS)
    assert found.actions == tuple(m.action for m in record.moves if m.action)
    assert (found.title, found.players, found.seed, found.seated) == ("Toy", record.players, "7", True)
    tables = tables_of(table.store)
    people = [(p, user_of(table, p), p) for p in found.players]
    brought = await tables.import_game(new(seed=found.seed), people, PlayedActions(found.actions, seated=found.seated))
    assert (await brought.record()).fingerprint == record.fingerprint
    again = text.replace("bid pot 7", "bid pot 8")
    with pytest.raises(NotPossible, match=r"line 6: .* leads to another state"):
        read_incoming(again.encode(), TOYS)


async def test_the_seed_of_a_running_game_stays_secret(table: Table):
    await act(table, pledge(7))
    await act(table, PASS)
    text = transcript_of(await table.record())
    assert "seed hidden" in text
    assert "@" not in text, "fingerprints would let anybody try seeds"
    assert [type(a) for a in read_incoming(text.encode(), TOYS).actions] == [Bid, type(PASS)]


def test_a_recorded_game_is_read(shared):
    found = read_incoming((shared / "recorded" / "18GA" / "18GA_game_end_bankrupt.json").read_bytes(), TITLES)
    assert (found.title, len(found.players), len(found.actions)) == ("18GA", 3, 386)


HEAD = "title Toy\nplayers ann bob cid\nseed 7\nseated\n\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"x" * (MAX_FILE_BYTES + 1), "larger than 4 MB"),
        (b"\xff\xfe\x00\x01", "neither a transcript nor"),
        (b"", "^The file is empty$"),
        (b"  \n", "^The file is empty$"),
        (b"PK\x03\x04\x14\x00", "^This is a packed file. Unpack it, and give me the game in it$"),
        (gzip.compress(b"{}", mtime=0), "packed file"),
        (b"18GA\x00 ann bob", "neither a transcript nor"),
        (b"hello there", "not one of the players"),
        (b"title 1830\nplayers a b c\nseed 1\n", "do not know the title '1830'. There are: Toy"),
        (b"title Toy\nplayers ann ann bob\nseed 1\n", "two players have the name 'ann'"),
        (b"title Toy\nplayers ann\nseed 1\n", "is played by 2 to 5"),
        (b"title Toy\nplayers ann bob\nseed 1\noption even\n", "knows only the option odd"),
        (b"title Toy\nplayers ann bob\nseed " + b"7" * 65, "its seed has 65 characters, at most 64"),
        (b"title Toy\nplayers ann " + b"b" * 41 + b"\nseed 1", "has 41 characters, at most 40"),
        (HEAD.encode() + b"ann fly", "line 6"),
        (HEAD.encode() + b"ann bid pot 99", "line 6"),
        (HEAD.encode() + b"zoe pass", "not one of the players"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"title":' + b"[" * 41, "nested too deeply"),
        (b"{", "cannot be read"),
        (b"[]", "cannot be read"),
        (b'{"title": 5}', "cannot be read"),
        (json.dumps({"title": "1830", "players": [], "actions": []}).encode(), "cannot be read"),
    ],
)
def test_bad_files_get_one_sentence(data: bytes, why: str) -> None:
    with pytest.raises(NotPossible, match=why) as error:
        read_incoming(data, TOYS)
    assert "\n" not in str(error.value).strip()
    assert len(str(error.value)) < 400


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.binary(max_size=300)
    | st.text(max_size=300).map(str.encode)
    | st.text(max_size=80).map(lambda t: (HEAD + t).encode())
)
def test_no_file_does_more_than_be_refused(data):
    with suppress(NotPossible):
        assert read_incoming(data, TOYS).title == "Toy"

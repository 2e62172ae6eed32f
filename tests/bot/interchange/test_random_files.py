"""Games of random players in the words of 18xx.games: each agrees with its trace, and is written again as it was."""

from __future__ import annotations

import re

import msgspec
import pytest

from bot.files.transcripts import convert_recorded_game
from bot.interchange.comparison import compare_positions, describe_result_difference
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.exporter import write_game
from bot.interchange.importer import Importer
from bot.interchange.site.decoding import decode
from bot.interchange.site.ledgers import TileLedger
from bot.interchange.trace import Trace
from tests.bot.interchange.test_exporter import moves_told, without_numbers
from tests.conftest import shared_folder

ALWAYS = 2  # of each title's games in every run; the others are long tests
NUMBERS_SAY_NOTHING = ("18EU", "18India")  # titles whose alike cards have numbers by which nothing is decided
FOLDER = shared_folder() / "recorded" / "random"
FILES = [
    pytest.param(path, id=path.stem, marks=() if number < ALWAYS else pytest.mark.long)
    for title in EXPORT_PROFILES
    for number, path in enumerate(sorted((FOLDER / title).glob("*.json")))
]


@pytest.mark.parametrize("path", FILES)
def test_a_random_game_agrees_with_its_trace_and_comes_out_as_it_went_in(path):
    """Entry by entry, with the copies of tiles; cards of a kind are alike where their numbers decide nothing, and which of the
    alike single certificates of the CoG is meant the file is free to say.
    """
    data = path.read_bytes()
    reader, trace = Importer(data), Trace(path.with_name(f"{path.stem}.trace.jsonl").read_bytes())
    assert not [(unit, different) for unit, different in compare_positions(reader, trace) if different]
    assert not describe_result_difference(reader, trace)
    written = write_game(convert_recorded_game(reader).as_source()).data
    if reader.profile.title in NUMBERS_SAY_NOTHING:
        ours, theirs = moves_told(written), moves_told(data)
    else:
        ours, theirs = plainly(written), plainly(data)
    if reader.profile.title == "18India":
        ours, theirs = without_numbers(ours), without_numbers(theirs)
    assert ours == theirs


def plainly(data):
    """All that a file says of its actions, apart from their numbers."""
    entries = []
    for record in decode(data)[1]:
        entry = msgspec.to_builtins(record)
        del entry["id"]
        if "shares" in entry:
            entry["shares"] = sorted(re.sub(r"^CoG_[1-9]$", "CoG_", card) for card in entry["shares"])
        entries.append(entry)
    return entries


def test_another_copy_is_taken_and_the_one_passed_over_waits_in_its_place():
    copies = TileLedger()
    for number, hex_id in enumerate(("A1", "A2", "A3")):
        copies.note_lay(f"7-{number}", hex_id)
        copies.note_lay(f"80-{number}", hex_id)
    assert copies.free_copies("7", 4) == ["7-3", "7-0", "7-1", "7-2"]
    copies.take_first("7-1", "7-3")
    copies.note_lay("7-1", "B1")
    assert copies.free_copies("7", 4) == ["7-0", "7-3", "7-2"]

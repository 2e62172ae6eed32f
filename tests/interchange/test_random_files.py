"""Games of random players in the words of 18xx.games, of the titles in which alike cards have numbers that say nothing."""

from __future__ import annotations

import io

import pytest

from bot.files.transcripts import played
from bot.interchange.ledgers import Copies
from bot.interchange.reader import Reader
from bot.interchange.replay import SAME, main
from bot.interchange.writer import write
from tests.conftest import shared_folder
from tests.interchange.test_writer import alike, said

ALWAYS = {"18EU-2-4", "18India-2-1"}  # in every run; the others are long tests
FOLDER = shared_folder() / "recorded" / "random"
FILES = [
    pytest.param(path, id=path.stem, marks=() if path.stem in ALWAYS else pytest.mark.long)
    for title in ("18EU", "18India")
    for path in sorted((FOLDER / title).glob("*.json"))
]


@pytest.mark.parametrize("path", FILES)
def test_a_random_game_agrees_with_its_trace(path):
    out = io.StringIO()
    assert main(path, path.with_name(f"{path.stem}.trace.jsonl"), out) == SAME, out.getvalue()


@pytest.mark.parametrize("path", FILES)
def test_a_random_game_comes_out_as_it_went_in(path):
    """Entry by entry, with the copies of tiles; trains, bonds and certificates of a kind are alike."""
    data = path.read_bytes()
    reader = Reader(data)
    for _ in reader.positions():
        pass
    ours, theirs = said(write(played(reader).source()).data), said(data)
    if reader.dialect.title == "18India":
        ours, theirs = alike(ours), alike(theirs)
    assert ours == theirs


def test_another_copy_is_taken_and_the_one_passed_over_waits_in_its_place():
    copies = Copies()
    for number, hex_id in enumerate(("A1", "A2", "A3")):
        copies.laid(f"7-{number}", hex_id)
        copies.laid(f"80-{number}", hex_id)
    assert copies.in_order("7", 4) == ["7-3", "7-0", "7-1", "7-2"]
    copies.prefer("7-1", "7-3")
    copies.laid("7-1", "B1")
    assert copies.in_order("7", 4) == ["7-0", "7-3", "7-2"]

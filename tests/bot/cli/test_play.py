"""Playing on the terminal."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from bot.cli.game_setup import CommandLine
from bot.cli.play import main
from bot.core.errors import UsageError
from game.transcript import read

THREE = ("ann", "bob", "cid")


def played(typed: str = "", **setting) -> str:
    out = StringIO()
    assert main(CommandLine(**{"title": "18GA", "players": THREE, "seed": "3", **setting}), StringIO(typed), out) == 0
    return out.getvalue()


def test_the_first_question():
    said = played()
    assert said.startswith("18GA, seed 3. In order of play: bob, ann, cid.")
    assert "Auction, phase 1: bob with $600: buy LTR for $20" in said
    assert "bid LTR 20" in said
    assert "bid MRC 45..600" in said


def test_words_are_read_as_in_chat():
    said = played("buy LTR\nann bid 80 on W&SR\n70 on w&sr\nbid 60 on MRC\n")
    assert "bob gets LTR for $20" in said
    assert "ann bids $80 on W&SR" in said
    assert "! a bid on W&SR must be at least $85 (18GA 3.1(b))" in said
    assert said.count("! ") == 2


def test_what_chat_shows_first_is_said_in_full_on_the_terminal():
    said = played("raise to 60\nbid MRC 60\n")
    assert "! Say it in full: bid MRC 60" in said
    assert said.count("bob bids $60 on MRC") == 1


def test_a_refusal_names_its_paragraph_and_changes_nothing():
    said = played("bid LTR 20\nann bid LTR 20\nbid W&SR 76\n")
    assert "! LTR is not for sale (18GA 3.1(b))" in said
    assert said.count("ann with $600") == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("dance", "! I do not know “dance”. You can type: bid, pass"),
        ("bid", "! That can mean: bid LTR 20"),
        ("cid pass", "! It is not your turn: it is bob's"),
        ("undo", "! There is nothing to take back"),
        ("redo", "! There is nothing to redo"),
        ("save /nonexistent/x", "! /nonexistent/x: No such file or directory"),
        ("bid \x00 ☃", "! no item here is called ☃"),
    ],
)
def test_bad_lines_get_a_sentence(typed, answer):
    said = played(f"{typed}\nquit\n")
    assert answer in said
    assert said.count("with $600: ") == 1


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("what", "bob bid MRC 45..600"),
        ("map", "Augusta (D10); unbuilt; city 0: 1 of 1 circle free; home of GA."),
        ("map", "Montgomery (E1); gray; city 30 (40 from brown); track to D2, E3 and F2."),
        ("map D10", "Augusta (D10); unbuilt"),
        ("map 99", "! I do not know '99'. Try a hex, a city, a row, a company"),
        ("market", "Par prices: $55 $70 $90 $110"),
        ("bank", "MRC  Midland Railroad Co.     $40"),
        ("table", "bob ◂ $600  $600  0/15"),
        ("company cog", "Central of Georgia Railroad (CoG)"),
        ("company mrc", "Midland Railroad Co."),
        ("company XX", "! There is no company XX; there are: ACL, CoG"),
        ("player ANN", "Cash: $600"),
        ("help", "undo, redo"),
    ],
)
def test_positions_in_words(word, answer):
    assert answer in played(f"{word}\nquit\n")


def test_the_map_in_words_shows_the_tiles_that_were_laid(tmp_path: Path):
    file = tmp_path / "game.txt"
    played(random=400, transcript=file)
    lines = [e.text.split() for e in read(file.read_text("utf-8")).entries]
    said = played("map\nquit\n", script=file, title="", players=(), seed="")
    last = {w[1]: w[2] for w in lines if w[0] == "tile"}
    assert len(last) >= 5
    for hex, tile in last.items():
        (said_there,) = [s for s in said.splitlines() if s.startswith(f"{hex};") or f"({hex});" in s]
        assert f"tile {tile};" in said_there


def test_pictures_are_written_after_each_action(tmp_path: Path):
    played("bid LTR 20\nquit\n", pictures=tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {"0001-map.png", "0001-market.png"}
    assert (tmp_path / "0001-map.png").read_bytes().startswith(b"\x89PNG")


def test_undo_and_redo():
    said = played("bid LTR 20\nundo\nredo\nundo\npass\nredo\n")
    assert "taken back: bob bid LTR 20" in said
    assert "done again: bob bid LTR 20" in said
    assert "! There is nothing to redo" in said


def test_a_transcript_goes_out_and_in(tmp_path: Path):
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    played(random=60, transcript=first)
    played(script=first, transcript=second, title="", players=(), seed="")
    assert first.read_text("utf-8") == second.read_text("utf-8")
    t = read(first.read_text("utf-8"))
    assert (t.title, t.seed, len(t.entries)) == ("18GA", "3", 60)
    assert all(e.fingerprint for e in t.entries)


def test_a_transcript_alone_is_enough(tmp_path: Path):
    file = tmp_path / "game.txt"
    played("bid LTR 20\n", transcript=file)
    said = played(title=str(file), players=(), seed="")
    assert said.startswith("18GA, seed 3. In order of play: bob, ann, cid.")
    assert "bob gets LTR for $20." in said


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"title": "18TN"}, "has the title 18GA, not 18TN"),
        ({"players": ("ann", "bob", "dee")}, "has the players ann bob cid, not ann bob dee"),
        ({"seed": "4"}, "has the seed 3, not 4"),
        ({"options": ("unlimited_8",)}, "has the options none, not unlimited_8"),
    ],
)
def test_what_a_transcript_holds_is_not_asked_for_otherwise(other, says, tmp_path: Path):
    file = tmp_path / "game.txt"
    played("bid LTR 20\n", transcript=file)
    with pytest.raises(UsageError, match=says):
        played(script=file, **other)


def test_a_broken_transcript_is_refused_with_its_line(tmp_path: Path):
    file = tmp_path / "game.txt"
    file.write_text("title 18GA\nplayers ann bob cid\nseed 3\n\nbob  bid LTR 20\nann  bid LTR 20\n", "utf-8")
    with pytest.raises(UsageError, match="line 6: ann  bid LTR 20: LTR is not for sale"):
        played(script=file)


def test_random_games_are_the_same_for_a_seed():
    first = played(random=200)
    assert first == played(random=200)
    assert first != played(random=200, seed="4")


@pytest.mark.parametrize("name", ["18GA", "18ga", "18 GA"])
def test_titles_are_taken_in_any_spelling(name):
    assert played(title=name).startswith("18GA, seed 3")


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"title": "1830"}, "There is no title '1830'; there are 18GA"),
        ({"players": ()}, "Name the players too"),
        ({"players": ("ann",)}, "18GA is played by"),
        ({"players": ("ann", "ann", "bob")}, "two players have the name 'ann'"),
        ({"players": ("ann", "bank", "bob")}, "'bank' cannot be a player's name here"),
        ({"options": ("nonsense",)}, "18GA has no option 'nonsense'; it has: "),
        ({"shown": "eve"}, "--as: 'eve' does not play"),
        ({"script": Path("/nonexistent/x")}, "/nonexistent/x: No such file"),
    ],
)
def test_a_bad_command_line_is_refused_before_anything_is_played(setting, says):
    with pytest.raises(UsageError) as caught:
        played(**setting)
    assert says in str(caught.value)


def test_the_preset_of_18xx_games():
    said = played(preset="18xx.games")
    assert ", with " in said.splitlines()[0]

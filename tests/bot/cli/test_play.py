"""Playing on the terminal."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest

from bot.cli.game_setup import CommandLine, prepare
from bot.cli.play import main
from bot.cli.session_words import carry_out
from bot.cli.terminal_session import Session
from bot.core.errors import UsageError
from game.play import Game
from game.transcript import Transcript, read
from tests.conftest import ROOT
from tests.support.golden_positions import golden_position
from titles import TITLES

THREE = ("ann", "bob", "cid")


def played(typed: str = "", **setting) -> str:
    out = StringIO()
    assert main(CommandLine(**{"title": "18GA", "players": THREE, "seed": "3", **setting}), StringIO(typed), out) == 0
    return out.getvalue()


def test_the_first_question():
    said = played()
    assert said.startswith("18GA, seed 3. In order of play: bob, ann, cid.")
    assert "What to do first\n• The private companies are sold, the cheapest first." in said
    assert "bob · Auction · Buy, bid or pass" in said
    assert "  1* Buy LTR $20\n  2* Bid $45 on MRC\n" in said
    assert "W&SR  $70, $15 per OR   from $75     Waycross & Southern RR. A company that" in said
    assert max(map(len, said.splitlines())) <= 80


def test_numbers_labels_and_words_are_read_as_in_chat():
    said = played("1\nANN bid 80 on W&SR\n70 on w&sr\nother bid\n2\nback\nbuy ltr\n" + "9" * 4301)
    assert "bob gets LTR for $20" in said
    assert f"“{'9' * 10}" in said, "no number is too long"
    assert "ann bids $80 on W&SR" in said
    assert "“70 on w&sr” is not possible: that is too little. You can bid $85 to $600." in said
    assert "cid · Auction · Bid · W&SR: how much?" in said
    assert "cid · Auction · Buy MRC for $40" in said
    assert "cid · Auction · Bid: on which one?\n“buy ltr” is not possible: LTR belongs to bob.\n" in said


def test_a_question_is_answered_and_opens_nothing():
    """`what is w&sr` opened a bid."""
    said = played("what is w&sr\nwhat is love\n")
    assert "Face value $70. It is with the bank." in said
    assert "`" not in said
    assert "! I do what you type here. term says what a word or a card means, map," in said
    assert "on which one?" not in said


def test_what_each_thing_for_sale_does_is_told_once_and_when_asked():
    said = played("1\ncards\nquit\n")
    assert said.count("Macon & Birmingham RR. The bank gives a") == 2
    assert "Midland Railroad Co. A company that" in said
    assert "Co.." not in said


def test_a_refusal_changes_nothing():
    said = played("bid LTR 20\nann bid LTR 20\nbid W&SR 76\n")
    assert "“bid LTR 20” is not possible: LTR belongs to bob." in said
    assert said.count("ann · Auction · Buy") == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("dance", "! I do not understand “dance”."),
        ("bid", "bob · Auction · Bid: on which one?"),
        ("cid pass", "! This waits for bob."),
        ("undo", "! There is nothing to take back"),
        ("redo", "! There is nothing to redo"),
        ("save /nonexistent/x", "! /nonexistent/x: No such file or directory"),
        ("cid", "! Nothing is asked of cid now, but of: bob"),
        ("bid \x00 ☃", "bob · Auction · Bid: on which one?"),
    ],
)
def test_bad_lines_get_a_sentence(typed, answer):
    said = played(f"{typed}\nquit\n")
    assert answer in said
    assert said.count("bob> ") == 2


def test_positions_in_words():
    asked = {
        "what": "  3* Bid $75 on W&SR",
        "": "  3* Bid $75 on W&SR",
        "notation": "bid MRC 45..600",
        "map": "Montgomery (E1); gray; city 30 (40 from brown); track to D2, E3 and F2.",
        "map D10": "Augusta (D10); unbuilt",
        "map 99": "! I do not know '99'. Try a hex, a city, a row, a company",
        "market": "Par prices: $55 $70 $90 $110",
        "bank": "MRC  Midland Railroad Co.     $40",
        "table": "bob ◂ $600  $600  0/15",
        "company cog": "Central of Georgia Railroad (CoG)",
        "company mrc": "Midland Railroad Co.",
        "company XX": "! There is no company XX; there are: ACL, CoG",
        "player ANN": "Cash: $600",
        "term par": "Par: The price at which a company is started",
        "rules": "After each stock round (SR), in which players buy and sell shares",
        "help": "Three things to do now:\n  1   Buy LTR $20",
    }
    answers = played("".join(f"{word}\n" for word in asked)).split("bob> ")[1:]
    for (word, expected), answer in zip(asked.items(), answers, strict=False):
        assert answer.startswith(f"{word}\n")
        assert expected in answer


INTERNALS = re.compile(r"\b\d\w*-\d+\b(?! )|\b[A-Z]\d+\.[a-z]|\.\.\d|\b[A-Z]\d+/\d")


@pytest.mark.parametrize(
    ("game", "number", "typed", "expected"),
    [
        ("18GA-bank", 80, "1", ""),
        ("18TN-bank", 60, "1", "This would happen:\n• ann sells 10% of GMO"),
        ("18VA-bank", 80, "1", ""),
        ("18EU-bank", 65, "", ""),
        ("18India-bank", 40, "cid", "Your hand: 2 × 10% of EIR"),
    ],
)
def test_nothing_internal_is_listed(game, number, typed, expected):
    """`pick 8 to 8 of P5,GIPR.6,GIPR.9` stood there, `run 2-12: D1.a D3.a via D1/0` and `token K14.b`."""
    g, out = golden_position(game, number), StringIO()
    session = Session(g, Transcript(g.rules.name, tuple(g.state.order), "1"), "", out)
    session.ask()
    carry_out(session, typed)
    session.close()
    assert INTERNALS.findall(out.getvalue()) == []
    assert expected in out.getvalue()


def test_secrets_are_shown_to_whom_they_belong_alone():
    out = StringIO()
    g = Game.new(TITLES["18India"].rules((), 3), THREE, "3")
    first, second = g.state.order[:2]
    session = Session(g, Transcript("18India", THREE, "3"), "", out)
    session.ask()
    for line in ("notation", "cards", "help"):
        carry_out(session, line)
    assert "% of " not in out.getvalue()
    for line in (first, "1 2 3", "keep"):
        carry_out(session, line)
    assert f"{first} · Selection · Choose" in out.getvalue()
    assert "✓ " in out.getvalue()
    carry_out(session, "notation")
    assert f"{second} · Selection" not in out.getvalue()
    session.close()


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
    assert "Taken back: bob: Buy LTR for $20" in said
    assert "Done again: bob: Buy LTR for $20" in said
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


def test_the_readmes_map_is_of_a_game_that_is_kept():
    """Whoever drew it anew had to look for the game first."""
    _, head, entries = prepare(CommandLine("18GA", script=ROOT / "docs/pictures/readme.txt"))
    assert (head.title, head.players, head.seed) == ("18GA", ("Ann", "Bob", "Cid"), "c")
    assert (len(entries), entries[-1].text.partition(" ")[0]) == (265, "run"), "all its moves would take a second"


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

"""What a line at the terminal does, and what it says there: words that it has, and nothing that only the chat can do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from rich.text import Text

from bot.cli import chat_table, terminal_text
from bot.cli.session_words import WORDS, carry_out
from bot.cli.terminal_session import Session
from game.actions import ACTIONS
from game.transcript import Transcript
from tests.support.golden_positions import golden_position

ONLY_IN_CHAT = re.compile(
    r"(?<![/.\w])/[a-z]+ ?[a-z]*|\b(?:press|button|ping)\b|green does|first button", re.IGNORECASE
)


@contextmanager
def session_at(game: str, number: int) -> Iterator[Session]:
    """A session that goes on from a golden position, after its question."""
    g = golden_position(game, number)
    session = Session(g, Transcript(g.rules.name, tuple(g.state.order), "1"), "", StringIO())
    session.ask()
    yield session
    session.close()


def answer(session: Session, line: str) -> str:
    """What a line is answered, with what is asked then."""
    out, move = StringIO(), session.g.state.seq
    session.set_output(out)
    carry_out(session, line)
    if session.g.state.seq != move:
        session.ask()
    return out.getvalue()


def test_whatever_means_undo_takes_back_the_move_of_the_session():
    """`take back` said “Taken back; redo plays it again.”, and the tile lay there still."""
    with session_at("18GA-bank", 257) as session:
        assert "Then the turn goes on by itself" in answer(session, "57 on D10")
        assert "OR 4.1 · GA: buy a train" in answer(session, "ok")
        for back, forth in (("take back", "redo"), ("undo the last", " REDO it! "), ("dee undo", "“redo”")):
            carry_out(session, back)
            assert (session.g.state.seq, "D10" in session.g.state.tiles) == (257, False)
            carry_out(session, forth)
            assert (session.g.state.seq, "D10" in session.g.state.tiles) == (258, True)
        assert "Taken back: dee: Lay tile 57 in Augusta" in answer(session, "takeback")


def test_nothing_is_taken_back_behind_the_session(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat_table, "find_way_of_record", lambda _: None)
    with session_at("18GA-bank", 257) as session:
        carry_out(session, "57 on D10")
        carry_out(session, "ok")
        with pytest.raises(AssertionError, match="nothing is taken back here"):
            carry_out(session, "take back")


def test_nobody_plays_for_anybody_on_the_terminal():
    """`draft for me` and `ok` started an order that no line told of, and that nothing could stop."""
    asked = ("draft for me", "Draft for me…", "pass for me", "auto draft", "/auto pass", "auto show", "secret bid 50")
    with session_at("18GA-bank", 2) as session:
        assert answer(session, "mrc max 120").startswith("! Here you play every move yourself. Now: ")
    with session_at("18India-bank", 12) as session:
        for line in (*asked, "bid up to 80 on MRC", "pass until I say"):
            assert answer(session, line) == "! Here you play every move yourself.\n"
        assert "nothing to say yes to" in answer(session, "ok")
        for move in (13, 14):
            answer(session, "1")
            assert session.g.state.seq == move


WALKED = {
    ("18GA-bank", 62): (
        *(
            "hand",
            "holdings",
            "show me the map",
            "network",
            "why does CoG earn nothing",
            "CoG?",
            "no buy",
            "market, more",
        ),
        *("rest of the round", "lay 1", "cid pass", "term power", "what is all this"),
    ),
    ("18GA-bank", 258): ("buy 1", "4", "Another amount…", "no train", "pay end"),
    ("18TN-bank", 174): ("Other runs…", "Type a route…", "5", "done", "back", "1", "Pay out and end the turn?"),
}


@pytest.mark.parametrize(("game", "number"), WALKED)
def test_no_answer_names_what_the_terminal_lacks(game: str, number: int, monkeypatch: pytest.MonkeyPatch):
    """“hand shows your cards” stood there, “view shows the map”, “/auto pass passes for you”."""
    typed: list[str] = []
    read = terminal_text.read_markup

    def note(line: str) -> Text:
        typed.extend(re.findall("`([^`]+)`", line))
        return read(line)

    monkeypatch.setattr(terminal_text, "read_markup", note)
    known = {*WORDS, *(a.verb for a in ACTIONS), "buy"}
    with session_at(game, number) as session:
        for line in WALKED[game, number]:
            said = answer(session, line)
            assert ONLY_IN_CHAT.findall(said) == [], line
            assert [t for t in typed if t.split()[0] not in known] == [], line


def test_help_names_words_that_are_there():
    with session_at("18TN-bank", 174) as session:
        _, _, listed = answer(session, "help").partition("More words:\n")
        shown = [line.split("  ")[1].strip() for line in listed.splitlines()]
        assert {s.split()[0] for s in shown} <= {*WORDS, *session.g.state.order}
        assert len(shown) == len(set(shown)) > len(WORDS) - 3
        for line in shown:
            if line.split()[0] not in ("save", "pictures", "undo", "redo", "quit"):
                assert not answer(session, line).startswith("!") or line in session.g.state.order, line


NEEDS = {
    "log ²": "! Say how many lines, such as: log 20",
    "log 0": "! Say how many lines, such as: log 20",
    "term": "! Say more, such as: term par",
    "company": "! Say more, such as: company ACL",
    "save": "! Say more, such as: save FILE",
    "hand": "ann has no cards in hand.",
    "/view map Waycross": "Waycross",
    "Market, more": "show what there is",
    "what is par?": "ann · Par\nThe price at which",
}


def test_words_of_the_session_say_what_they_need():
    """`log ²` ended the session with an error, and `term` alone was read as a move."""
    with session_at("18GA-bank", 62) as session:
        for line, said in NEEDS.items():
            assert said in answer(session, line)


def test_a_card_that_is_named_twice_is_picked_once():
    with session_at("18India-bank", 0) as session:
        assert answer(session, "hand").startswith("! Type your name to see your cards, such as: ")
        player = session.g.deciders()[0]
        answer(session, player)
        assert answer(session, "2 2 3").count("✓") == 2
        assert answer(session, "2 3 4").count("✓") == 3, "what is chosen stays"
        told = answer(session, "1 2 3 4 5 6 7")
        assert "That would be 7 cards: choose 5." in told
        assert told.count("✓") == 3, "of too many none is taken"


def test_a_pass_that_asks_first_has_no_star():
    """`5* No track` asked first, as the line above said."""
    with session_at("18GA-bank", 257) as session:
        assert "  5  No track\n" in answer(session, "what")
        answer(session, "57 on D10")
        assert "* No train\n" not in answer(session, "what")

"""Which answer is the newest that a person has in a channel."""

from __future__ import annotations

from bot.client import newest_answers
from bot.client.newest_answers import NewestAnswer, NewestAnswers

HERE, THERE = (7, 1), (7, 2)


def test_only_the_newest_answer_of_a_channel_asks():
    answers = NewestAnswers()
    answers.note(HERE, NewestAnswer(10, (1, "ann")))
    answers.note(THERE, NewestAnswer(11))
    assert answers.asks(HERE, 1, "ann")
    assert not answers.asks(HERE, 1, "bob")
    assert not answers.asks(THERE, 1, "ann")
    answers.note(HERE, NewestAnswer(13))
    answers.note(HERE, NewestAnswer(12, (1, "ann")))  # its picture came late
    assert not answers.asks(HERE, 1, "ann")


def test_a_console_that_another_channel_shows_since_is_asked_there():
    """A bid that was shown elsewhere was made by an `ok` under another question."""
    answers = NewestAnswers()
    answers.note(HERE, NewestAnswer(10, (1, "ann")))
    answers.note(THERE, NewestAnswer(11, (2, "ann")))
    assert answers.asks(HERE, 1, "ann"), "another table's console"
    answers.note(THERE, NewestAnswer(12, (1, "ann")))
    assert not answers.asks(HERE, 1, "ann")
    assert answers.asks(THERE, 1, "ann")


def test_the_oldest_are_forgotten(monkeypatch):
    monkeypatch.setattr(newest_answers, "MOST_KEPT", 1)
    answers = NewestAnswers()
    answers.note(HERE, NewestAnswer(10, (1, "ann")))
    answers.note(THERE, NewestAnswer(11, (1, "ann")))
    assert not answers.asks(HERE, 1, "ann")
    assert answers.asks(THERE, 1, "ann")

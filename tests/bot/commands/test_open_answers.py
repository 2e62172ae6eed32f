"""A private answer loses its buttons once its reader goes on elsewhere, as long as Discord lets it be edited."""

from __future__ import annotations

import pytest

from bot.client import open_answers
from bot.views.console.message import MOVED_ON, OPENED_AGAIN
from tests.support.discord_world import answer, labels, words


@pytest.fixture
async def thread(w):
    return await w.table()


def is_closed(w, message, text):
    """Whether a line without buttons and pictures stands in the place of an answer, as its reader sees it now."""
    stored = w.env.backend.get_message(message.channel_id, message.id)
    return words(message) == text and not message.components and not stored.attachments


@pytest.mark.parametrize("elsewhere", ["panel", "command", "console"])
async def test_an_answer_is_closed_when_its_reader_acts_elsewhere(w, thread, elsewhere):
    actor = await w.actor(thread)
    panel = await w.panel(thread)
    first = answer(await actor.click(panel, label="Take my turn"))
    assert labels(first)
    if elsewhere == "panel":
        await actor.click(panel, label="Pass")
    elif elsewhere == "command":
        await actor.slash(thread, "play pass")
    else:
        second = answer(await actor.slash(thread, "turn"))
        assert is_closed(w, first, OPENED_AGAIN)
        assert labels(second), "the newest one stays"
        return
    assert is_closed(w, first, MOVED_ON)


async def test_an_answer_that_is_used_stays_the_same_message(w, thread):
    actor = await w.actor(thread)
    first = answer(await actor.click(await w.asking(thread), label="Take my turn"))
    await actor.click(first, label="Other bid…")
    assert "Back" in labels(first)
    assert len(w.bot.services.open_answers) == 1


async def test_an_answer_is_closed_when_somebody_takes_the_move_back(w, thread):
    first_player, second_player, _ = await w.in_turn(thread)
    await first_player.slash(thread, "play pass")
    opened = answer(await second_player.slash(thread, "turn"))
    assert labels(opened)
    await first_player.slash(thread, "undo")
    assert is_closed(w, opened, MOVED_ON)


async def test_an_answer_that_discord_edits_no_more_is_left_alone(w, thread):
    actor = await w.actor(thread)
    first = answer(await actor.slash(thread, "turn"))
    w.clock.advance(minutes=15)
    await actor.slash(thread, "play pass")
    assert labels(first)
    assert len(w.bot.services.open_answers) == 0


async def test_no_more_answers_are_kept_than_there_is_room_for(w, thread, monkeypatch):
    monkeypatch.setattr(open_answers, "MAX_ANSWERS", 1)
    other = await w.table()
    actor = await w.actor(thread)
    await actor.slash(thread, "turn")
    await (await w.actor(other)).slash(other, "turn")
    assert len(w.bot.services.open_answers) == 1

"""A private answer loses its buttons once its reader goes on elsewhere, as long as Discord lets it be edited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from bot.client import open_answers
from bot.views.console.message import MOVED_ON
from game.actions import BuyPrivate
from tests.support.discord_world import answer, labels, said, words
from tests.support.prepared_games import asks, midgame


@dataclass(frozen=True)
class Offer:
    """An offer for a private: where, who made it and what shows it, who was asked."""

    thread: Any
    buyer: Any
    shown: Any
    asked: Any


async def make_offer(w) -> Offer:
    """An offer for a private company that its owner has not answered yet."""
    thread = await midgame(w, asks(BuyPrivate))
    table = await w.game(thread)
    buyer = await w.actor(thread)
    private = next(
        c.actions[0].private for c in table.choices(table.position.deciders[0]) if isinstance(c.actions[0], BuyPrivate)
    )
    shown = answer(await buyer.slash(thread, "play buy", what=private, price=30))
    await w.env.settle()
    return Offer(thread, buyer, shown, await w.actor(thread))


@pytest.fixture
async def thread(w):
    return await w.table()


def is_closed(w, message, text):
    """Whether a line without buttons and pictures stands in the place of an answer, as its reader sees it now."""
    stored = w.env.backend.get_message(message.channel_id, message.id)
    return words(message) == text and not message.components and not stored.attachments


def is_gone(w, message):
    """Whether an answer has been taken away."""
    with pytest.raises(Exception, match="Unknown Message"):
        w.env.backend.get_message(message.channel_id, message.id)
    return True


@pytest.mark.parametrize("elsewhere", ["panel", "command", "console"])
async def test_an_answer_is_taken_away_when_its_reader_acts_elsewhere(w, thread, elsewhere):
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
        assert labels(second), "the newest one stays"
    assert is_gone(w, first)


async def test_what_only_told_something_goes_with_the_next_answer(w, thread):
    """Dead private posts pushed the card away."""
    first_player, second_player, _ = await w.in_turn(thread)
    told = answer(await first_player.slash(thread, "play pass"))
    assert not labels(told)
    await second_player.slash(thread, "play pass")
    again = answer(await first_player.slash(thread, "view holdings"))
    assert again.id != told.id
    await (await w.actor(thread)).slash(thread, "play pass")
    await first_player.click(await w.asking(thread), label="Take my turn")
    assert is_gone(w, told)


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


@pytest.mark.parametrize(("reply", "told"), [("Accept", "accepts the offer"), ("Decline", "turns down the offer")])
async def test_an_offer_that_was_answered_says_what_came_of_it(w, reply, told):
    """Its player's counter does not move by the answer: *Take the offer back* stood there for ever."""
    offer = await make_offer(w)
    await offer.asked.click(await w.panel(offer.thread), label=reply)
    assert w.env.backend.get_message(offer.shown.channel_id, offer.shown.id).components == []
    assert told in words(offer.shown)
    assert words(offer.shown).endswith("What comes next is below.")


async def test_a_press_that_takes_back_an_answered_offer_says_what_came_of_it(w):
    """As after a restart, when nothing is known of the old answer."""
    offer = await make_offer(w)
    for message in list(w.bot.services.open_answers._answers):
        w.bot.services.open_answers._forget(message)
    await offer.asked.click(await w.panel(offer.thread), label="Accept")
    shown = said(await offer.buyer.click(offer.shown, label="Take the offer back"))
    assert "accepts the offer" in shown
    assert "buy trains" not in shown


async def test_an_answer_that_discord_edits_no_more_is_left_alone(w, thread):
    actor = await w.actor(thread)
    first = answer(await actor.slash(thread, "turn"))
    w.clock.advance(minutes=15)
    await actor.slash(thread, "play pass")
    assert labels(first)
    assert len(w.bot.services.open_answers) == 1, "that of the pass"


async def test_no_more_answers_are_kept_than_there_is_room_for(w, thread, monkeypatch):
    monkeypatch.setattr(open_answers, "MAX_ANSWERS", 1)
    other = await w.table()
    actor = await w.actor(thread)
    await actor.slash(thread, "turn")
    await (await w.actor(other)).slash(other, "turn")
    assert len(w.bot.services.open_answers) == 1

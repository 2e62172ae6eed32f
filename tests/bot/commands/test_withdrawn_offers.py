"""What was shown of an offer says nothing of the next one, for another sum: a yes to it, or a press, accepts nothing unseen."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.console_answers import MOVED
from game.actions import Answer, BuyPrivate
from tests.support.discord_world import World, answer, custom_id, press, said
from tests.support.prepared_games import asks, midgame

CHEAPER = 30


@pytest.fixture
async def offered(w: World) -> tuple[Any, Any, Any, str]:
    """A table where somebody offers a sum for a private: the thread, who offers, who is asked, and the private."""
    thread = await midgame(w, asks(BuyPrivate))
    table, buyer = await w.game(thread), await w.actor(thread)
    kinds = [c.actions[0] for c in table.choices(table.position.deciders[0])]
    private = next(a.private for a in kinds if isinstance(a, BuyPrivate))
    await buyer.slash(thread, "play buy", what=private, price=CHEAPER + 10)
    return thread, buyer, await w.actor(thread), private


async def offer_less(thread: Any, buyer: Any, private: str) -> None:
    """The offer is taken back, and a lower one made."""
    await buyer.slash(thread, "do", action="no")
    await buyer.slash(thread, "play buy", what=private, price=CHEAPER)


@pytest.mark.parametrize("word", ["ok", "yes"])
async def test_a_yes_to_what_was_shown_shows_what_has_changed(w, offered, word):
    thread, buyer, asked, private = offered
    table = await w.game(thread)
    assert f"${CHEAPER + 10}" in said(await asked.slash(thread, "do", action="accept?"))
    await offer_less(thread, buyer, private)
    move = table.position.move
    shown = said(await asked.slash(thread, "do", action=word))
    assert table.position.move == move
    assert "What you were asked has changed." in shown
    assert f"${CHEAPER}" in shown
    await asked.slash(thread, "do", action=word)
    assert isinstance((await table.history())[move].action, Answer)


async def test_a_button_of_the_offer_before_does_nothing(w, offered):
    thread, buyer, asked, private = offered
    table = await w.game(thread)
    opened = answer(await asked.slash(thread, "turn"))
    old = custom_id(opened, "Accept")
    await offer_less(thread, buyer, private)
    move = table.position.move
    assert MOVED in said(await press(w, asked, opened, old))
    assert table.position.move == move

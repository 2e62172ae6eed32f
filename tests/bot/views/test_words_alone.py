"""Games with pictures off: whoever sees none reads all that there is to decide."""

from __future__ import annotations

from typing import Any

import pytest

from bot.views import images
from tests.bot.commands.test_games_of_titles import GAMES, MOST
from tests.support.button_player import Player
from tests.support.discord_world import NUMBER, World, labels, menu, words, world
from tests.support.short_games import brief, eager

FEW = 40  # moves of the quick game


@pytest.fixture
def off(monkeypatch) -> None:
    """No picture can be drawn."""

    async def nothing(*_wanted: Any) -> tuple[()]:
        return ()

    monkeypatch.setattr(images, "within_time", nothing)


async def played(w: World, player: Player, most: int) -> None:
    """Play on, and read each console and panel."""
    for _ in range(most):
        if not await player.by_panel():
            return
        table = await player.game()
        if player.console is not None:
            readable(player.console[1])
        if not table.position.over:
            panel = await w.panel_at(table)
            assert not panel.attachments
            assert len(words(panel).splitlines()) > 2, "a panel says what its picture would show"


def readable(message: Any) -> None:
    """No picture, and no button that points to one."""
    assert not message.attachments
    found = menu(message)
    said = [*labels(message), *(o["label"] for o in (found["options"] if found else ()))]
    assert len(set(said)) == len(said), said
    assert not any(NUMBER.match(text) for text in said), f"numbers of a picture that nobody sees: {said}"


async def test_the_beginning_of_a_game_is_played_with_pictures_off(off, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "28")
    async with world(tmp_path, titles=brief("18GA", 1900)) as w:
        thread = await w.table()
        player = Player(w, thread, 28, eager)
        await played(w, player, FEW)
        assert (await player.game()).position.seq >= FEW


@pytest.mark.long
@pytest.mark.parametrize(("title", "bank", "seed"), [g[:3] for g in GAMES], ids=[g[0] for g in GAMES])
async def test_a_whole_game_with_pictures_off(title: str, bank: int, seed: int, off, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: str(seed))
    async with world(tmp_path, titles=brief(title, bank)) as w:
        thread = await w.table(title=title)
        player = Player(w, thread, seed, eager)
        await played(w, player, MOST)
        assert (await player.game()).position.over

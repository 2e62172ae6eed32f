"""Games with pictures off: whoever sees none reads all that there is to decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.views.formatting import full_name
from game.rules import Rules
from tests.bot.commands.test_games_of_titles import GAMES, MOST
from tests.support.button_player import Player
from tests.support.discord_world import NUMBER, World, labels, menu, words, world
from tests.support.short_games import brief, eager
from titles import TITLES

FEW = 40  # moves of the quick game


async def played(w: World, player: Player, most: int) -> None:
    """Play on, and read each console and panel."""
    for _ in range(most):
        if not await player.by_panel():
            return
        table = await player.game()
        if player.console is not None:
            readable(player.console[1], table.rules)
        if not table.position.over:
            panel = await w.panel_at(table)
            assert not panel.attachments
            assert len(words(panel).splitlines()) > 2, "a panel says what its picture would show"


def readable(message: Any, rules: Rules) -> None:
    """No picture, and no buttons that count what a picture would show: tiles and minors have numbers of their own."""
    assert not message.attachments
    found = menu(message)
    said = [*labels(message), *(o["label"] for o in (found["options"] if found else ()))]
    assert len(set(said)) == len(said), said
    assert not counts(said, rules), f"numbers of a picture that nobody sees: {said}"


def counts(said: Sequence[str], rules: Rules) -> bool:
    """Whether labels count what a picture would show; tiles and minors have numbers of their own."""
    own = tuple(f"{c} · {d.name[:8]}" for c, d in rules.data.companies.items() if c.isdigit())
    numbers = [int(text.partition(" ")[0]) for text in said if NUMBER.match(text) and not text.startswith(own)]
    return numbers[:2] == [1, 2]


def test_numbers_that_point_into_a_picture_are_told_from_those_of_tiles_and_minors() -> None:
    rules = TITLES["18EU"].rules((), 3)
    assert counts(["1 · Paris", "2 · Lyon", "Done"], rules)
    assert not counts(["57 · city 20", "6 · city 20"], rules)
    assert not counts([full_name(rules, "1"), full_name(rules, "2")], rules)


async def test_the_beginning_of_a_game_is_played_with_pictures_off(pictures_off, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "28")
    async with world(tmp_path, titles=brief("18GA", 1900)) as w:
        thread = await w.table()
        player = Player(w, thread, 28, eager)
        await played(w, player, FEW)
        assert (await player.game()).position.seq >= FEW


@pytest.mark.long
@pytest.mark.parametrize(("title", "bank", "seed"), [g[:3] for g in GAMES], ids=[g[0] for g in GAMES])
async def test_a_whole_game_with_pictures_off(
    title: str, bank: int, seed: int, pictures_off, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: str(seed))
    async with world(tmp_path, titles=brief(title, bank)) as w:
        thread = await w.table(title=title)
        player = Player(w, thread, seed, eager)
        await played(w, player, MOST)
        assert (await player.game()).position.over

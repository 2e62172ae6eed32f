"""Right clicks: on a post the board as it was then, taking back to there, its pictures in words; on a person games together."""

from __future__ import annotations

from game.actions import BuyShare
from tests.support.discord_world import answer, said, world
from tests.support.prepared_games import asks, midgame


async def test_every_entry_of_the_context_menus(tmp_path):
    async with world(tmp_path) as w:
        thread = await midgame(w, asks(BuyShare))
        first, begun = await w.panel(thread), len(await (await w.game(thread)).history()) - 1
        actor = await w.actor(thread)
        await w["Ann"].slash(thread, "host undopolicy", policy="free")
        await actor.slash(thread, "play pass")
        second = await w.panel(thread)
        assert second.id != first.id
        table = await w.game(thread)
        now = len(await table.history()) - 1
        shown = await w["Bob"].context_menu(thread, "18xx: board here", first)
        assert f"Move {begun} of {now}" in said(shown)
        assert answer(shown).attachments
        assert f"Move {now} of {now}" in said(await w["Bob"].context_menu(thread, "18xx: board here", second))
        card = w.channel.history()[-1]
        assert "does not show a position" in said(await w["Bob"].context_menu(w.channel, "18xx: board here", card))
        assert "no picture" in said(await w["Bob"].context_menu(w.channel, "18xx: describe picture", card))
        assert "18GA" in said(await w["Cid"].context_menu(thread, "18xx: describe picture", second))
        assert "18GA #1" in said(await w["Ann"].context_menu(thread, "18xx: games together", w["Bob"]))
        back = await actor.context_menu(thread, "18xx: undo to here", first)
        assert "Taken back" in said(back)
        assert len(await table.history()) - 1 == begun
        declared = {c.name for c in w.bot.tree.get_commands() if c.to_dict(w.bot.tree)["type"] != 1}
        assert declared == {f"18xx: {n}" for n in ("board here", "undo to here", "describe picture", "games together")}

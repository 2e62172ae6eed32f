"""A decision at a table of the bot: reached in the private console up to `Commit`, then made by its slash command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot import bring
from bot.commands.lobby import settle_in
from bot.rows import NewGame
from game.actions import Action
from game.play import Game
from game.rules import Rules
from tests.bot.harness import NAMES, World, answer
from tests.bot.player import Player


@dataclass(frozen=True)
class Decision:
    """Which decision it is, where it is asked, and what is decided; `wanted` may depend on the position."""

    name: str
    at: Callable[[], Game]
    wanted: Action | Callable[[Game], Action]

    def action(self, g: Game) -> Action:
        return self.wanted if isinstance(self.wanted, Action) else self.wanted(g)


def listed(kind: type[Action], **fields: object) -> Callable[[Game], Action]:
    """The first action of a kind that somebody may choose, with these fields."""

    def find(g: Game) -> Action:
        every = (a for p in g.deciders() for c in g.choices(p) for a in c if c.kind is kind)
        return next(a for a in every if all(getattr(a, name) == value for name, value in fields.items()))

    return find


async def table_at(w: World, g: Game) -> Any:
    """A table in that position, as if nothing had gone before; its thread."""
    before = {t.id for t in w.channel.threads}
    people = [(seat, w[NAMES[n]].id, NAMES[n]) for n, seat in enumerate(g.state.order)]
    rules: Rules = g.rules
    new = NewGame(
        guild=w.guild.id,
        host=w[NAMES[0]].id,
        title=rules.name,
        shown=NAMES[0],
        options=rules.options,
        home=w.channel.id,
    )
    with w.env.time_context():
        now = bring.Replayed((bring.as_move(g),), tuple(g.state.order), tuple(g.deciders()), "")
        number = await bring.write(w.store, new, people, now, 0)
        await w.store.set_game(number, level="quiet")  # no pictures but at the ends of rounds
        table = await w.bot.tables.get(number)
        await settle_in(w.bot, table.row, w.bot.get_channel(w.channel.id))  # type: ignore[arg-type]
    await w.env.settle()
    return next(t for t in w.channel.threads if t.id not in before)


async def decide(w: World, decision: Decision) -> None:
    """The console shows it and would commit it; the command does it."""
    g = decision.at()
    wanted = decision.action(g)
    thread = await table_at(w, g)
    seat = list(g.state.order).index(wanted.by)
    player, actor = Player(w, thread), w[NAMES[seat]]
    await player.to_commit(actor, answer(await actor.slash(thread, "turn")), wanted)
    await player.command(actor, wanted)
    (done,) = await (await w.game(thread)).history(limit=1)
    g.play(wanted)
    assert (done.action, done.fingerprint) == (wanted, g.fingerprint())

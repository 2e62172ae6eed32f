"""A decision at a table of the bot: reached in the private console up to its preview, then made by its slash command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.client.table_thread import open_table_thread
from bot.model import replayed_game
from bot.model.action_form import Draft, Question, ask_next
from bot.model.kinds import FOLLOWING
from bot.model.models import NewGame
from bot.storage.repositories import new_games
from bot.tables import game_setup
from bot.views.command_options import format_value, interpret_options
from game.actions import Action
from game.choices import Choice
from game.play import Game
from game.rules import Rules
from tests.support.button_player import VERBS, Player
from tests.support.discord_world import NAMES, World, answer


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
        parent_channel=w.channel.id,
    )
    with w.env.time_context():
        now = replayed_game.Replayed((game_setup.make_move(g),), tuple(g.state.order), tuple(g.deciders()), "")
        number = await new_games.write_game(w.store, new, people, now, 0)
        await w.store.set_game(number, post_level="quiet")  # no pictures but at the ends of rounds
        table = await w.bot.tables.get(number)
        await open_table_thread(w.bot.services, table.row, w.bot.get_channel(w.channel.id))  # type: ignore[arg-type]
    await w.env.settle()
    return next(t for t in w.channel.threads if t.id not in before)


async def decide(w: World, decision: Decision) -> None:
    """The console shows it and would commit it; the command does it."""
    g = decision.at()
    wanted = decision.action(g)
    thread = await table_at(w, g)
    seat = list(g.state.order).index(wanted.by)
    player, actor = Player(w, thread), w[NAMES[seat]]
    await player.to_commit(actor, answer(await actor.slash(thread, "turn")), wanted, stop=True)
    await player.command(actor, wanted)
    moves = await (await w.game(thread)).history(limit=5)
    done = next(
        m for m in reversed(moves) if m.via not in FOLLOWING
    )  # where nothing is left to do, a pass follows by itself
    g.play(wanted)
    assert (done.action, done.fingerprint) == (wanted, g.fingerprint())


async def decide_all(w: World, decisions: Sequence[Decision]) -> None:
    """One after the other; the one that goes wrong is named."""
    for decision in decisions:
        try:
            await decide(w, decision)
        except Exception as wrong:
            raise AssertionError(f"no. {decision.name}") from wrong


def numbers(decisions: Sequence[Decision]) -> set[int]:
    """Those of the digest's list that these are."""
    return {int(d.name.split()[0]) for d in decisions}


# ---------------------------------------------------------------------- without Discord


def typed(action: Action) -> tuple[Any, dict[str, Any]]:
    """The verb of an action, and its options as they are written."""
    verb = next(v for v in VERBS if isinstance(action, v.kinds))
    given: dict[str, Any] = {}
    for o in verb.options:
        name = o.fields.get(type(action).__name__)
        value = getattr(action, name) if name else None
        if value not in (None, ""):
            given[o.name] = format_value(value)
    free = [o.name for o in verb.options if o.name not in given]
    if action.word and free:
        given[free[0]] = action.word
    return verb, given


def by_console(choices: Sequence[Choice], action: Action) -> Action | None:
    """What comes of answering the console's questions as somebody does who wants that action."""
    draft = Draft()
    for _ in range(10):
        q: Question = ask_next(choices, draft)
        if q.action is not None:
            return q.action
        if q.kinds:
            draft = Draft(type(action).__name__)
            continue
        wanted = getattr(action, q.field)
        assert q.pick is not None or wanted in q.values or wanted in (q.span or ()), (
            f"{q.field}: {wanted} is not offered"
        )
        draft = Draft(q.draft.kind, {**q.draft.given, q.field: wanted})
    return None


def both_ways(g: Game, action: Action) -> None:
    """The console's questions and the command's options both mean that action."""
    choices = g.choices(action.by)
    verb, given = typed(action)
    read = interpret_options(verb, given, choices, action.by, lambda _c, _f, values, _g: [*map(format_value, values)])
    assert read.action == action, (given, read)
    assert by_console(choices, action) == action

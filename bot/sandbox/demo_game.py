"""A game in mid-play for showing the bot: played by the bot's own sensible player, the same for the same seed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.computer_players.greedy_player import choose_action
from game.actions import Action, LayTile
from game.play import Game
from game.round_names import is_operating_round, round_number
from game.rules import Rules
from game.step_keys import StepKey
from game.transcript import Transcript, entry

SEED = "demo"
SET, TILES = 3, 12  # it stops in this set of operating rounds or later, once so many tiles lie


def play_demo(
    rules: Rules, players: Sequence[str], seed: str = SEED, plays: int = 0
) -> tuple[Transcript, list[Action]]:
    """A game well under way, or of that many plays at least; stopped where a company is to lay track."""
    g = Game.new(rules, players, seed)
    actions: list[Action] = []
    entries = []
    while not g.state.over:
        if (len(actions) >= plays if plays else _is_under_way(g)) and _may_lay_track(g):
            break
        action = choose_action(g.choices(g.deciders()[0]), g.state, rules, seed)
        g.play(action)
        actions.append(action)
        entries.append(entry(g, action))
    made = Transcript(rules.name, tuple(players), seed, rules.options, entries=tuple(entries))
    return made, actions


def _may_lay_track(g: Game) -> bool:
    """Whether a company is to lay track, and has a place for it: else its president is asked for deals in privates only."""
    step = g.top_step()
    return (
        step is not None
        and step.key == StepKey.TRACK
        and any(c.kind.verb == LayTile.verb for c in g.choices(g.deciders()[0]))
    )


def _is_under_way(g: Game) -> bool:
    """Whether the game has come so far: a set of operating rounds and some tiles."""
    name = g.state.round
    return is_operating_round(name) and round_number(name) >= SET and len(g.state.tiles) >= TILES

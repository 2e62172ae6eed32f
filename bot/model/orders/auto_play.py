"""Seats that the bot plays itself, at practice tables: what it does for whoever of them must act."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.model.computer_players.greedy_player import bid_outright, choose_action
from bot.model.computer_players.guided_player import advise_action
from bot.model.results import Position
from game.actions import Action
from game.choices import Choice
from game.play import Game
from game.rules import Rules
from game.state import State

MOOD = "practice"  # of its bids; tables differ by their seeds


def wanted_move(position: Position, rules: Rules, bots: Collection[str]) -> Action | None:
    """The move of the first of the bot's seats that must act, from what that seat may know; None: a person is asked."""
    seat = next((s for s in position.deciders if s in bots), None)
    return bot_move(position.choices[seat], _known_state(position, rules, seat), rules, seat) if seat else None


def bot_move(choices: Sequence[Choice], state: State[Any], rules: Rules, seat: str) -> Action:
    """What the bot plays in a seat of its own: what it likes best, a bid near what the thing is worth to it."""
    mood = f"{MOOD}/{seat}"
    return bid_outright(choose_action(choices, state, rules, mood), choices, state, rules, mood)


def advised_move(position: Position, rules: Rules, seat: str) -> Action:
    """What a person in that seat is told to do, who learns the game."""
    return advise_action(position.choices[seat], _known_state(position, rules, seat), rules, f"{MOOD}/{seat}")


def _known_state(position: Position, rules: Rules, seat: str) -> State[Any]:
    """The state as a seat may know it."""
    return Game.load(rules, position.state).view(seat)

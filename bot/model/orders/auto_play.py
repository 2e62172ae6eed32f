"""Seats that the bot plays itself, at practice tables: what it does for whoever of them must act."""

from __future__ import annotations

from collections.abc import Collection

from bot.model.greedy_player import choose
from bot.model.results import Position
from game.actions import Action
from game.play import Game
from game.rules import Rules

MOOD = "practice"  # of its bids; tables differ by their seeds


def wanted(position: Position, rules: Rules, bots: Collection[str]) -> Action | None:
    """The move of the first of the bot's seats that must act, from what that seat may know; None: a person is asked."""
    seat = next((s for s in position.deciders if s in bots), None)
    return advised(position, rules, seat) if seat is not None else None


def advised(position: Position, rules: Rules, seat: str) -> Action:
    """What the bot would do in that seat."""
    return choose(position.choices[seat], Game.load(rules, position.state).view(seat), rules, f"{MOOD}/{seat}")

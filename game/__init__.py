"""The engine: knows no title, no picture, no chat. These names are all that the bot needs of it."""

from __future__ import annotations

from game.actions import Action
from game.choices import Choice, Pick, Span
from game.events import Event
from game.play import Game
from game.rules import Illegal, Refusal, Rules
from game.state import State

__all__ = ["Action", "Choice", "Event", "Game", "Illegal", "Pick", "Refusal", "Rules", "Span", "State"]

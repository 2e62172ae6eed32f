"""What typed words may speak of at a table: the title's things, its players, and the kinds of action that it knows."""

from __future__ import annotations

from bot.model.words.vocabulary import Vocabulary, describe_position
from bot.tables.service import Table
from bot.views.formatting import View
from game.actions import ACTIONS, Action
from render.data import queries


def collect_vocabulary(table: Table, view: View) -> Vocabulary:
    """What typed words may speak of at this table: the title's things, its players, and what is open for all to see."""
    names = {s.shown: s.name for s in table.seats}
    return describe_position(table.rules, view, names, queries.acting_company(view))


def action_kinds(table: Table) -> tuple[type[Action], ...]:
    """All kinds of action of a table's title."""
    return (*ACTIONS, *table.rules.actions)

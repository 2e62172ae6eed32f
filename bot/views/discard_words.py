"""Trains that are discarded: which go with a purchase or with a yes."""

from __future__ import annotations

from bot.core.text import begin_sentence
from bot.tables.service import Table
from bot.views.formatting import View, escape_line
from game.actions import Action, Answer
from game.events import TrainDiscarded
from game.names import company_name
from game.rules import Rules
from game.state import Player
from render.data import queries
from render.data.names import a_train


def holder_and_train(event: TrainDiscarded, view: View, rules: Rules) -> tuple[str, str]:
    """Who discards what, as a sentence calls them: `minor 13` and `a Pullman`."""
    train = a_train(event.face or queries.face(view, event.train), rules)
    return escape_line(company_name(rules, event.company)), escape_line(train)


async def discards_with_yes(table: Table, view: View) -> str:
    """What a yes to the deal that is asked about makes go: `Minor 13 then discards a Pullman.`; "" where nothing goes."""
    offer = queries.pending_offer(view)
    if offer is None or offer.what not in table.rules.data.train_set:
        return ""
    gone = await table.find_discards(Answer(True, by=offer.of))
    told = (holder_and_train(e, view, table.rules) for e in gone)
    return " ".join(f"{begin_sentence(who)} then discards {train}." for who, train in told)


async def discards_with(table: Table, action: Action | None, view: View, *, what: str = "it") -> str:
    """What goes with an action: `With it minor 13 discards a Pullman.`; "" where nothing does, or there is no action. `what`: the
    action in words.
    """
    gone = await table.find_discards(action) if action is not None else []
    told = (holder_and_train(e, view, table.rules) for e in gone)
    return " ".join(f"With {what} {who} discards {train}." for who, train in told)


async def discards_once_agreed(table: Table, action: Action, asked: Player, after: View) -> list[str]:
    """The trains that go once the player agrees whom an action asks: `If Cid agrees: minor 13 discards a Pullman.`"""
    told = (holder_and_train(e, after, table.rules) for e in await table.find_discards(action))
    return [f"If {table.rules.person(asked)} agrees: {who} discards {train}." for who, train in told]

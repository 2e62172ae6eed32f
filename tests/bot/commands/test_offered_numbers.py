"""Whatever number is accepted is offered while somebody types it: bids, prices of trains and privates, shares, in all titles."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import structs

from bot.commands import action_commands
from bot.commands.do import listing
from bot.commands.do.seat_position import SeatPosition
from bot.model.action_form import find_by_digest
from bot.model.models import NewGame
from bot.model.results import examine_position
from bot.model.words.reading.typed_words import read_words
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.views.command_options import unstamp, verbs
from bot.views.formatting import View
from game.actions import ACTIONS, Action
from game.choices import Choice, Span
from game.notation import line
from game.play import Game
from tests.console_report import walk
from tests.support.held_clock import FrozenClock
from titles import TITLES

POSITIONS = 90  # with a free number, of each title
EXPECTED: dict[str, set[tuple[str, str]]] = {  # fields with free numbers that a game of each title comes to
    "18GA": {("Bid", "amount"), ("BuyPrivate", "price"), ("SellPrivate", "price"), ("BuyTrain", "price")},
    "18TN": {("Bid", "amount"), ("BuyPrivate", "price"), ("SellPrivate", "price"), ("BuyTrain", "price")},
    "18VA": {("Bid", "amount"), ("TakePrivate", "price"), ("BuyTrain", "price")},
    "18EU": {("Bid", "amount"), ("BuyTrain", "price")},
    "18India": {("BuyTrain", "price")},
}


def free(choice: Choice) -> list[tuple[str, Span]]:
    """The fields of a choice that take any number of a range."""
    return [(n, r) for n, r in choice.ranges.items() if isinstance(r, Span) and r.low != r.high]


async def seated(store: Store, title: str, g: Game) -> Any:
    tables = Tables(store, TITLES)
    names = sorted(g.state.order)
    row = await tables.create(NewGame(guild=1, channel=1, host=1, title=title, shown=names[0].title(), seed="1"))
    for user, name in enumerate(names[1:], 2):
        await tables.join(row.id, user, name.title())
    await tables.start(row.id, 1)
    return await tables.get(row.id)


def offered_by_words(table: Any, seat: Any, view: View, wanted: Action) -> bool:
    """Whether `/do` lists exactly that action for what one types of it."""
    position, kinds = SeatPosition(table, seat, view), verbs((*ACTIONS, *table.rules.actions))
    for typed in (line(wanted), f"{line(wanted)} ".lower()):
        values = [unstamp(str(c.value))[1] for c in listing.list_matching_actions(position, typed, kinds)]
        chosen = [find_by_digest(position.choices, v[1:]) if v.startswith("#") else None for v in values]
        choices, known = position.choices, position.vocabulary
        lines = [read_words(v, seat.name, choices, known).action for v in values if not v.startswith("#")]
        if wanted not in (*chosen, *lines):
            return False
    return True


def offered_by_option(table: Any, seat: Any, view: View, wanted: Action, field: str, number: int, sign: str) -> bool:
    """Whether the command's option lists the number once it is typed, with its sign or without."""
    (verb,) = [v for v in verbs((*ACTIONS, *table.rules.actions)) if type(wanted) in v.kinds]
    option = next(o for o in verb.options if o.fields.get(type(wanted).__name__) == field)
    others = {
        o.name: str(getattr(wanted, f))
        for o in verb.options
        if (f := o.fields.get(type(wanted).__name__)) and f != field and getattr(wanted, f) not in ("", 0, False)
    }
    for typed in (str(number), f"{sign}{number}"):
        listed = action_commands.list_option_values(table, seat, view, verb, option, others, typed)
        if number not in [c.value for c in listed]:
            return False
    return True


@pytest.mark.parametrize("title", TITLES)
async def test_every_accepted_number_is_offered(title: str):
    store = Store("sqlite+aiosqlite://", FrozenClock(datetime(2026, 3, 2, 12, tzinfo=UTC)))
    await store.open()
    try:
        dice, table, left = random.Random(7), None, POSITIONS
        seen: set[object] = set()
        for seed in range(3):
            for n, (g, _) in enumerate(walk(title, seed)):
                seat_name = g.deciders()[0]
                ranges = [(c, *f) for c in g.choices(seat_name) for f in free(c)]
                new = {(c.kind.__name__, f) for c, f, _ in ranges} - seen
                if not ranges or (not new and (n % 5 or left <= 0)):
                    continue
                left -= 1
                table = table or await seated(store, title, g)
                table.position = examine_position(g, table.position.move)
                seat, view = table.row.seat(seat_name), g.view(seat_name)
                for c, field, span in ranges if new else dice.sample(ranges, 1):
                    number = dice.choice(span.values())
                    wanted = structs.replace(dice.choice(c.actions), **{field: number})
                    if len(free(c)) > 1 or wanted not in c:
                        continue
                    seen.add((c.kind.__name__, field))
                    assert offered_by_words(table, seat, view, wanted), f"{title}: {line(wanted)}"
                    sign = table.rules.data.currency if field in ("amount", "price") else ""
                    assert offered_by_option(table, seat, view, wanted, field, number, sign), f"{title}: {wanted}"
        assert EXPECTED.get(title, set()) <= seen
    finally:
        await store.close()

"""Whoever is called otherwise than the engine calls them is never shown the engine's name: whole games of all titles."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import structs

from bot.commands.do.seat_position import find_position
from bot.commands.do.spoken_actions import list_phrases
from bot.model.action_form import Draft
from bot.model.models import NewGame
from bot.model.orders.auto_buy import BuyOrder
from bot.model.orders.auto_pass import PassOrder
from bot.model.results import examine_position
from bot.storage.store import Store
from bot.tables.service import Table, Tables
from bot.views import inspection
from bot.views.command_options import verbs
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import parse_id
from bot.views.formatting import event_lines, value_labels
from bot.views.messages import Button, Picture, Private
from bot.views.options.screen import make_screen
from bot.views.order_words import order_line
from bot.views.pictures import drawing
from bot.views.press_verbs import StepVerb
from bot.views.timing_words import untimely_words
from bot.views.turn_panel import compose_panel
from game.actions import Action
from game.play import Game
from tests.bot.views.test_options import follow
from tests.support.held_clock import FrozenClock
from titles import TITLES

ACTING = {StepVerb.COMMIT, StepVerb.PASS, StepVerb.END, StepVerb.NEVER}
CALLED = {"qzann": "Margarete", "qzbob": "Tomáš K.", "qzcid": "Ursula", "qzdee": "Veit", "qzeve": "Wim"}
MARK = "qz"
MOVES = 420
EVERY = 3  # of so many positions one is read aloud
EAGER = {
    "BuyHand": 3,
    "Par": 5,
    "BuyShare": 4,
    "BuyRow": 3,
    "BuyTrain": 4,
    "LayTile": 3,
    "Pass": 0.4,
    "SellShares": 0.3,
}


@pytest.fixture(autouse=True)
def only_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are not drawn; what they say of themselves is."""

    async def describe(_table: Any, kind: str, _view: Any, _make: Any, alts: Sequence[str], *_key: Any) -> Any:
        return tuple(Picture(kind, b"", alt) for alt in alts)

    monkeypatch.setattr(drawing, "draw_all", describe)


def texts(value: Any) -> Iterator[str]:
    """Everything that somebody reads of a message; what only Discord and we read (ids, values of options) not."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from texts(part)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in ("id", "value", "name", "data", "url"):
                yield from texts(getattr(value, field.name))


async def seated(store: Store, title: str, number: int) -> Table:
    """A table whose members have renamed themselves since they sat down."""
    tables = Tables(store, TITLES)
    ids = list(CALLED)[:number]
    row = await tables.create(NewGame(guild=1, channel=1, host=1, title=title, shown=ids[0], seed="1"))
    for user, name in enumerate(ids[1:], 2):
        await tables.join(row.id, user, name)
    await tables.start(row.id, 1)
    table = await tables.get(row.id)
    table.row = replace(table.row, seats=tuple(replace(s, shown=CALLED[s.name]) for s in table.row.seats))
    assert table.rules.called == {n: CALLED[n] for n in ids}
    return table


def chosen(g: Game, dice: random.Random) -> Action:
    """What somebody in a hurry does: any kind of action, those that bring a game on more often."""
    choices = g.choices(g.deciders()[0])
    weights = [EAGER.get(c.kind.__name__, 1.0) for c in choices]
    (choice,) = dice.choices(choices, weights)
    return dice.choice(list(choice)[:40])


def misleading_buttons(message: Private) -> list[str]:
    """Buttons of a preview that act though they are grey, or lead on though they have a colour."""
    buttons = [(part, parse_id(part.id)) for row in message.rows for part in row if isinstance(part, Button)]
    verbs_pressed = {part.label: id.verb for part, id in buttons if id is not None}
    if StepVerb.COMMIT not in verbs_pressed.values():
        return []
    return [p.label for p, _ in buttons if (p.style != "secondary") != (verbs_pressed.get(p.label) in ACTING)]


async def console_texts(table: Table, seat: Any, dice: random.Random) -> Iterator[str]:
    """The console at its first step, and along one way to the preview."""
    choices, draft, read = table.choices(seat.name), Draft(), list[str]()
    for _ in range(5):
        state = ConsoleState(draft, 0, table.action_version(seat.name))
        message = await compose_console(table, seat, state)
        assert not misleading_buttons(message), "in a preview what acts has a colour, and nothing else"
        read += texts(message)
        shown = make_screen(choices, draft)
        offers = [*shown.options, *shown.more]
        if not offers:
            break
        draft = follow(choices, draft, dice.choice(offers)) or Draft()
    return iter(read)


async def refusals(table: Table, seat: str, wishes: Sequence[Action]) -> Iterator[str]:
    """Why actions of other moments, prices out of reach and what comes later are refused."""
    view = await table.view(seat)
    read = []
    for wish in wishes:
        rich = {f: 10**6 for f in ("price", "amount", "shares") if isinstance(getattr(wish, f, None), int)}
        own, dear = structs.replace(wish, by=seat), structs.replace(wish, by=seat, **rich)
        read += [str(await table.find_refusal(own) or ""), str(await table.find_refusal(dear) or "")]
        read.append(untimely_words({wish.verb}, table.choices(seat), view, table.rules))
    return iter(read)


async def command_texts(table: Table, seat: Any) -> Iterator[str]:
    """What lists of choices show while somebody types."""
    view, choices, read = await table.view(seat.name), table.choices(seat.name), list[str]()
    read += [text for text, _ in list_phrases(await find_position(table, seat))[:200]]
    for verb in verbs(tuple({c.kind for c in choices})):
        for kind in verb.kinds:
            of_kind = [c for c in choices if c.kind is kind]
            for name in kind.__struct_fields__:
                if name != "by":
                    values = list(dict.fromkeys(v for c in of_kind for v in c.options(name, {})))[:25]
                    read += value_labels(table.rules, view, of_kind, name, values, {})
    return iter(read)


@pytest.mark.parametrize("title", TITLES)
async def test_nobody_reads_an_id(title: str):
    store = Store("sqlite+aiosqlite://", FrozenClock(datetime(2026, 3, 2, 12, tzinfo=UTC)))
    await store.open()
    faults: dict[str, str] = {}

    def hear(where: str, spoken: Any) -> None:
        for text in spoken:
            if MARK in text.casefold():
                faults.setdefault(f"{where}: {text[:200]}", g.state.round)

    try:
        table = await seated(store, title, TITLES[title].file.players[1] if title != "18India" else 3)
        dice = random.Random(5)
        g = Game.new(table.rules, [s.name for s in table.row.seats], "5", seated=True)
        wishes: list[Action] = []
        for n in range(MOVES):
            if g.state.over:
                break
            by = g.deciders()[0]
            seat = table.row.seat(by)
            if n % EVERY == 0:
                table.position = examine_position(g, table.position.move)
                hear("panel", texts(await compose_panel(table, ())))
                hear("console", await console_texts(table, seat, dice))
                hear("list", await command_texts(table, seat))
                hear("refusal", await refusals(table, by, dice.sample(wishes, min(len(wishes), 6))))
                look = await inspection.look_at(table, seat)
                hear("view", texts(await inspection.show_holdings(look, "text")))
            wishes = [*wishes[-80:], *(dice.choice(list(c)[:20]) for c in g.choices(by))]
            events = g.play(chosen(g, dice))
            hear("log", event_lines(events, g.view(None), table.rules))
            others = [p for p in g.state.order if p != by]
            for order in (
                BuyOrder(seat=others[0], round=g.state.round, company=next(iter(g.state.companies))),
                PassOrder(seat=others[0], round=g.state.round, until="start"),
            ):
                stopped = replace(order, stopped=order.why_stopped(events, g.state))
                hear("/auto", [order_line(stopped, table, g.view(None))])
        assert not faults, "\n".join(f"{at} {text}" for text, at in list(faults.items())[:30])
    finally:
        await store.close()

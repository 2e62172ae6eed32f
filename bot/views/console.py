"""The private console: choose, see the consequences, commit.

Every message says in its ids, and the draft's row keeps, where it stands: it goes on after a restart, in another client,
hours later.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.core.discord_limits import EMBED_TEXT, OPTION_TEXT, OPTIONS, fit
from bot.core.text import plain, quoted
from bot.model.action_form import Draft, Question, a_pass, ask, digest, doc, fields, listed, ranged
from bot.model.models import Seat
from bot.model.short_codes import code
from bot.storage.store import Store
from bot.tables.service import Table
from bot.views import confirmation, images
from bot.views.command_options import restore, token
from bot.views.custom_ids import STEP, Id, number
from bot.views.formatting import View, action_words, money, names, number_words, purse, tell, value_hints, value_labels
from bot.views.formatting import asked as question
from bot.views.messages import Form, Input, Menu, Option, Picture, Private, Row, button, option, page
from game.actions import ACTIONS, Action, BuyPrivate, LayTile, RunTrains, SellPrivate, TakePrivate
from game.choices import Choice
from game.notation import Unclear, parse
from game.rules import Rules
from render.data import queries

VARIANTS = 6  # tiles in one picture
DEALS = (BuyPrivate, SellPrivate, TakePrivate)  # seldom meant: below all else in menus
CHOOSE = "Choose"  # what there is to choose from stands above


class Kept(msgspec.Struct, frozen=True):
    """A console as its row keeps it."""

    draft: Draft = msgspec.field(default_factory=Draft)
    page: int = 0
    turn: int = 0


async def kept(store: Store, table: Table, seat: Seat) -> Kept:
    """The seat's console; a fresh one if the seat has acted since, or if what is kept cannot be read any more."""
    raw = await store.draft(table.id, _desk(seat))
    try:
        found = msgspec.convert(raw, Kept)
    except msgspec.ValidationError:
        return Kept(turn=table.turn(seat.name))
    if found.turn != table.turn(seat.name):
        return Kept(turn=table.turn(seat.name))
    kind = next((k for k in (*ACTIONS, *table.rules.actions) if k.__name__ == found.draft.kind), None)
    given = restore(kind, found.draft.given) if kind is not None else {}
    return Kept(Draft(found.draft.kind if kind else "", given, found.draft.act), found.page, found.turn)


async def keep(store: Store, table: Table, seat: Seat, now: Kept) -> None:
    await store.set_draft(table.id, _desk(seat), msgspec.to_builtins(now))


def _desk(seat: Seat) -> str:
    """Under which name a console is kept: whoever acts for another player has one apart, and leaves that player's alone."""
    return f"{seat.name}/{seat.stand_in}" if seat.stand_in else seat.name


def waiting(table: Table) -> str:
    """Who must act, in a sentence."""
    if table.position.over:
        return "The game is over."
    return f"{names(table.row, table.position.deciders)} must act."


async def console(table: Table, seat: Seat, now: Kept, note: str = "") -> Private:
    """What the console shows now. Reads memory and, for a preview, plays in a worker thread; changes nothing."""
    choices = table.choices(seat.name)
    title = f"{code(table.row)} · {table.position.round}"
    if not choices:
        return Private(title=title, body=_body(note, waiting(table), "There is nothing for you to decide now."))
    view = await table.view(seat.name)
    cash = purse(table.rules, view, seat.name)
    asked = ask(choices, now.draft)
    at = _Ids(table.id, table.turn(seat.name), now.draft.digest())
    if seat.name not in table.position.deciders and now.draft == Draft():  # nothing is asked of this seat
        options = tuple(option(digest(a), _wish(choices, a, view, table.rules)) for a in listed(choices)[:OPTIONS])
        rows: tuple[Row, ...] = (_menu(at("act"), options, "What you may do meanwhile"),)
        return Private(title=title, body=_body(note, cash, waiting(table)), rows=rows)
    if asked.action is not None:
        return await _preview(table, seat, asked.action, at, title, note)
    if asked.kinds:
        rows, lays = _first(choices, asked, at, now.page, view, table.rules)
    else:
        earned = await table.earnings(seat.name) if asked.field == "routes" else {}
        rows, lays = _next(asked, at, now.page, view, table.rules, earned)
    text = question(choices, view, table.rules)
    if asked.span is not None or asked.pick is not None:  # how much or how many; else the menu says it all
        text = f"{text}\n{_text(asked, table.rules)}"
    shown = await images.variants(table, view, lays) if lays else ()
    if not shown and not queries.acting_company(view):
        shown = await images.hand(table, view, seat.name)
        if asked.kinds:  # where what to buy is chosen
            shown = (*shown, *await images.offers(table, view))
    if now.draft.kind or now.draft.act:
        rows = (*rows, (button(at("back"), "Back"),))
    elif (ending := a_pass(choices)) is not None:  # the most frequent press of all
        rows = (*rows, (button(at("pass"), action_words(ending, view, table.rules)),))
    return Private(title=title, body=_body(note, cash, text), pictures=shown, rows=rows)


def _first(
    choices: Sequence[Choice], asked: Question, at: _Ids, number: int, view: View, rules: Rules
) -> tuple[tuple[Row, ...], list[LayTile]]:
    """What there is to do: few actions one by one, many by what kind they are. And the tiles among the few."""
    few = sorted(_few(choices), key=lambda a: isinstance(a, DEALS))
    if not few:
        kinds = sorted(asked.kinds, key=lambda k: issubclass(k, DEALS))
        options = tuple(option(k.__name__, _kind_words(choices, k, view, rules)) for k in kinds)
        return _paged(at, "kind", options, CHOOSE, number), []
    options = tuple(option(digest(a), action_words(a, view, rules)) for a in few)
    options = _numbered(options, [isinstance(a, LayTile) for a in few])
    return (_menu(at("act"), options, CHOOSE),), [a for a in few if isinstance(a, LayTile)]


def _next(
    asked: Question, at: _Ids, number: int, view: View, rules: Rules, earned: Mapping[Action, int]
) -> tuple[tuple[Row, ...], list[LayTile]]:
    """The next field of an action. And the tiles that its first values stand for. `earned`: dollars of the runs offered."""
    brings = {a.routes: n for a, n in earned.items() if isinstance(a, RunTrains)}
    says = value_labels(rules, view, asked.agreeing, asked.field, asked.values, asked.draft.given)
    hints, lays = value_hints(rules, view, asked.values), _lays(asked)
    options = tuple(
        option(value_id(v), brought(rules, brings.get(v), said), hint)
        for v, said, hint in zip(asked.values, says, hints, strict=True)
    )
    return _field(asked, _numbered(options, [n < len(lays) for n in range(len(options))]), at, number, rules), lays


def brought(rules: Rules, dollars: int | None, label: str) -> str:
    """What runs bring, before where they go."""
    return label if dollars is None else f"{money(rules, dollars)} · {label}"


def _wish(choices: Sequence[Choice], action: Action, view: View, rules: Rules) -> str:
    """An action in words, as whoever may choose it means it."""
    withdraws = any(c.note == "withdraw" and action in c for c in choices)
    return "Take the offer back" if withdraws else action_words(action, view, rules)


def _lays(asked: Question) -> list[LayTile]:
    """Up to six ways to build on the hex chosen, one for each option: what the tiles look like there."""
    if asked.choice is None or asked.field not in {"tile", "rotation"}:
        return []
    ways = [
        [a for c in asked.agreeing for a in c.matching({**asked.draft.given, asked.field: v})] for v in asked.values
    ]
    return [a for found in ways for a in found[:1] if isinstance(a, LayTile)][:VARIANTS]


def _numbered(options: tuple[Option, ...], pictured: Sequence[bool]) -> tuple[Option, ...]:
    """The options with the numbers of their pictures; a single picture has none."""
    if sum(pictured) < 2:
        return options
    numbers = itertools.count(1)
    pairs = zip(options, pictured, strict=True)
    return tuple(replace(o, label=fit(f"{next(numbers)}: {o.label}", OPTION_TEXT)) if p else o for o, p in pairs)


class _Ids:
    """Makes the ids of one console: where it stands is in each."""

    def __init__(self, table: int, turn: int, draft: str) -> None:
        self.table, self.turn, self.draft = table, turn, draft

    def __call__(self, verb: str, more: str = "") -> Id:
        return Id(STEP, self.table, self.turn, verb, self.draft + (f".{more}" if more else ""))


def _body(*parts: str) -> str:
    return fit("\n\n".join(p for p in parts if p), EMBED_TEXT)


def value_id(value: Any) -> str:
    """A value as a menu's option carries it."""
    text = token(value)
    return text if 0 < len(text) <= 60 else digest_of(value)


def digest_of(value: Any) -> str:
    return Draft("", {"value": value}).digest()


def _few(choices: Sequence[Choice]) -> list[Action]:
    """All actions, where there are few enough to be shown one by one; else none. Tiles need pictures, which show a few."""
    every = listed(choices)
    few = len(every) <= OPTIONS and not any(ranged(c) or c.judge for c in choices)
    return every if few and sum(isinstance(a, LayTile) for a in every) <= VARIANTS else []


def _kind_words(choices: Sequence[Choice], kind: type[Action], view: View, rules: Rules) -> str:
    """What is done by actions of a kind; of a single one what it does."""
    mine = [c for c in choices if c.kind is kind]
    alone = len(mine) == 1 and not mine[0].ranges and not mine[0].judge and len(mine[0].actions) == 1
    return action_words(mine[0].actions[0], view, rules) if alone else doc(kind)


def _menu(id: Id, options: tuple[Option, ...], hint: str, low: int = 1, high: int = 1) -> Row:
    return (Menu(str(id), options, hint, low, high),)


def _paged(at: _Ids, verb: str, options: tuple[Option, ...], hint: str, number: int) -> tuple[Row, ...]:
    """A menu, with buttons to turn its pages where one does not hold all."""
    shown, count = page(options, number)
    if count == 1:
        return (_menu(at(verb), shown, hint),)
    number = min(number, count - 1)
    back = button(at("page", str((number - 1) % count)), "◀ Previous")
    onward = button(at("page", str((number + 1) % count)), f"Next ▶ (page {number + 1} of {count})")
    turn = (onward,) if count == 2 else (back, onward)  # of two pages both lead to the same one; ids must differ
    return (_menu(at(verb), shown, hint), turn)


def _field(asked: Question, options: tuple[Option, ...], at: _Ids, number: int, rules: Rules) -> tuple[Row, ...]:
    hint = _text(asked, rules)
    if asked.span is None and asked.pick is None:
        hint = re.split(", such as |; |: ", hint)[0]  # the rest is for what is typed
    if asked.pick is not None:
        return (_menu(at("field"), options[:OPTIONS], hint, asked.pick.low, asked.pick.high),)
    rows = _paged(at, "field", options, hint, number)
    if asked.span is not None and len(asked.span.values()) > sum(v in asked.span for v in asked.values):
        rows = (*rows, (button(at("form"), "Another amount…", "primary"),))
    if asked.choice is not None and asked.choice.judge is not None:
        rows = (*rows, (button(at("form"), "Type it…", "primary"),))
    return rows


def _text(asked: Question, rules: Rules) -> str:
    """The question in words."""
    assert asked.choice is not None
    said = next(f.text for f in fields(asked.choice.kind) if f.name == asked.field)
    if asked.span is not None:
        low, high, step = (
            number_words(rules, asked.field, n) for n in (asked.span.low, asked.span.high, asked.span.step)
        )
        return f"{said}: {low} to {high}" + (f", in steps of {step}" if asked.span.step > 1 else "")
    if asked.pick is not None:
        many = str(asked.pick.low) if asked.pick.low == asked.pick.high else f"{asked.pick.low} to {asked.pick.high}"
        return f"{said}: {many} of them"
    return said


def form(table: Table, seat: Seat, now: Kept, value: str = "") -> Form | None:
    """The modal for a number or a text that the console asks for; from memory only. None: nothing of that sort is asked."""
    asked = ask(table.choices(seat.name), now.draft)
    if asked.choice is None or not asked.field:
        return None
    at = _Ids(table.id, table.turn(seat.name), now.draft.digest())
    return Form(
        str(at("form")),
        doc(asked.choice.kind),
        (
            Input(
                "value", asked.field.capitalize(), _text(asked, table.rules), value, most=300, long=asked.span is None
            ),
        ),
    )


async def _preview(table: Table, seat: Seat, action: Action, at: _Ids, title: str, note: str) -> Private:
    """What the action would do, with a picture where it changes the map."""
    played, after = await table.preview(action, seat.name)
    wish = _wish(table.choices(seat.name), action, await table.view(seat.name), table.rules)
    if played.refused is not None:
        return Private(
            title=title,
            body=_body(note, f"**{wish}**", f"This is not possible: {played.refused}"),
            rows=((button(at("back"), "Back"),),),
        )
    lines = "\n".join(f"• {line}" for line in tell(played.events, after, table.rules))
    shown: tuple[Picture, ...] = await images.of_events(table, played.events, after)
    doubt, back = await confirmation.question(table, seat, action), button(at("back"), "Back")
    row: Row = (button(at("commit"), "Commit", "success"), back)
    if doubt:
        row = (button(at("commit"), confirmation.ANYWAY, "danger"), back, button(at("never"), confirmation.NEVER))
    return Private(
        title=title,
        body=_body(
            note, f"**{wish}**", f"**{doubt}**" if doubt else "", f"This would happen:\n{lines}" if lines else ""
        ),
        pictures=shown,
        rows=(row,),
    )


def chosen(asked: Question, values: Sequence[str]) -> Any:
    """The value that a menu's options stand for; None if they are none of what is asked."""
    by_id = {value_id(v): v for v in asked.values}
    if any(v not in by_id for v in values):
        return None
    found = [by_id[v] for v in values]
    return tuple(v for v in asked.values if v in found) if asked.pick is not None else found[0]


def choose(now: Kept, asked: Question, value: Any) -> Kept:
    """The console after a field was answered."""
    return Kept(Draft(asked.draft.kind, {**now.draft.given, asked.field: value}), 0, now.turn)


def turned(now: Kept, number: int) -> Kept:
    return Kept(now.draft, number, now.turn)


def read_value(table: Table, seat: Seat, asked: Question, text: str) -> tuple[Any, str]:
    """A typed value of the field asked for, or why it is none."""
    if asked.choice is None or not asked.field:
        return None, "Nothing of that sort is asked now."
    if asked.span is not None:
        digits = text.strip().lstrip("$£₹").replace(",", "").strip()
        value = number(digits)
        if value in asked.values or value in asked.span:
            return value, ""
        return None, f"{quoted(text)} is not possible. {_text(asked, table.rules)}."
    try:
        action = parse(f"{asked.choice.kind.verb} {text}", seat.name, table.choices(seat.name), (asked.choice.kind,))
    except Unclear as error:
        return None, f"{plain(str(error))}."
    why = asked.choice.judge(action) if asked.choice.judge is not None and action not in asked.choice else ""
    return getattr(action, asked.field, None), why

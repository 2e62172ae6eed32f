"""The private console: choose, see the consequences, commit.

Every message says in its ids, and the draft's row keeps, where it stands: it goes on after a restart, in another client,
hours later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.core.discord_limits import BUTTONS as IN_ROW
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.core.text import plain, quoted
from bot.model.action_form import Draft, Question, ask, doc, listed, pass_action
from bot.model.models import Seat
from bot.model.short_codes import code
from bot.storage.repositories import users
from bot.storage.store import Store
from bot.tables.preview import PassPlan
from bot.tables.service import Table
from bot.views import images
from bot.views.command_options import restore
from bot.views.custom_ids import STEP, Id, number
from bot.views.formatting import View, action_words, money, names, number_words, place_name, purse, safe, tell
from bot.views.guide.first_game import advice
from bot.views.messages import Button, Form, Input, Menu, Option, Private, Row, button, option, page
from bot.views.options.ending import ending_label, ending_words
from bot.views.options.labels import cut, distinct, hints, kind_words, labels, numbered, path
from bot.views.options.pictures import in_words, of_screen, only_hex
from bot.views.options.screen import Screen, acts, as_buttons, field_text, screen
from bot.views.turn_panel import short_question
from game.actions import ACTIONS, Action, RunTrains
from game.choices import Choice
from game.notation import Unclear, parse
from game.rules import Rules
from render.data import queries
from render.text.money_text import purse_changes
from render.text.questions import FIELDS

CHOOSE = "Choose"  # what there is to choose from stands above
ANYWAY, NEVER = "End anyway", "End, never ask again"


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
        return Kept(turn=table.action_version(seat.name))
    if found.turn != table.action_version(seat.name):
        return Kept(turn=table.action_version(seat.name))
    kind = next((k for k in (*ACTIONS, *table.rules.actions) if k.__name__ == found.draft.kind), None)
    given = restore(kind, found.draft.given) if kind is not None else {}
    return Kept(Draft(found.draft.kind if kind else "", given, found.draft.act), found.page, found.turn)


async def keep(store: Store, table: Table, seat: Seat, now: Kept) -> None:
    """Store the state of a seat's console."""
    await store.set_draft(table.id, _desk(seat), msgspec.to_builtins(now))


def _desk(seat: Seat) -> str:
    """Under which name a console is kept: whoever acts for another player has one apart, and leaves that player's alone."""
    return f"{seat.name}/{seat.stand_in}" if seat.stand_in else seat.name


def waiting(table: Table) -> str:
    """Who must act, in a sentence."""
    if table.position.over:
        return "The game is over."
    return f"It is {names(table.row, table.position.deciders)}'s turn."


async def console(table: Table, seat: Seat, now: Kept, note: str = "", *, pictured: bool = True) -> Private:
    """What the console shows now. Reads memory and, for a preview, plays in a worker thread; changes nothing.

    Unless it is `pictured`, nothing is drawn, and no number points into a picture.
    """
    choices = table.choices(seat.name)
    title = f"{code(table.row)} · {table.position.round}"
    if not choices:
        return Private(title=title, body=_body(note, waiting(table), "There is nothing for you to do now."))
    view = await table.view(seat.name)
    at = _Ids(table.id, table.action_version(seat.name), now.draft.digest())
    if seat.name not in table.position.deciders and now.draft == Draft():  # nothing is asked of this seat
        meanwhile = Screen(ask(choices, Draft()), acts(listed(choices)[:OPTIONS]))
        rows = _options(at, meanwhile, labels(meanwhile, choices, view, table.rules), now.page, view, table.rules)
        return Private(title=title, body=_body(note, purse(table.rules, view, seat.name), waiting(table)), rows=rows)
    shown = screen(choices, now.draft)
    ending = pass_action(choices) if now.draft == Draft() else None
    beside: list[Button] = _more(at, shown, choices, view, table.rules)
    plan = await plan_ending(table, seat) if ending is not None else None
    if now.draft != Draft():
        beside.append(button(at("back"), "Back"))
    elif ending is not None:  # the most frequent press of all
        beside.append(button(at("pass"), cut(action_words(ending, view, table.rules))))
        if plan is not None:
            beside.append(button(at("end"), ending_label(plan)))
    if shown.action is not None:
        made = await _preview(table, seat, shown, at, title, (note, beside), pictured=pictured)
    else:
        made = await _step(table, seat, now, shown, at, title, (note, beside), pictured=pictured)
    return made if plan is None else replace(made, body=_body(made.body, f"-# {ending_words(plan, table.rules)}"))


async def _step(
    table: Table,
    seat: Seat,
    now: Kept,
    shown: Screen,
    at: _Ids,
    title: str,
    said: tuple[str, list[Button]],
    *,
    pictured: bool,
) -> Private:
    """What may be chosen next: one picture, one button for each option. `said`: what comes first, and the last buttons."""
    choices, view, rules = table.choices(seat.name), await table.view(seat.name), table.rules
    asked, (note, beside) = shown.asked, said
    ran = await table.runs(seat.name) if any(o.kind is RunTrains for o in shown.offers) else {}
    names = [
        brought(rules, ran[o.action].revenue if o.action in ran else None, text)
        for o, text in zip(shown.offers, labels(shown, choices, view, rules), strict=True)
    ]
    if _other_amounts(shown):
        beside.insert(0, button(at("form"), "Another amount…"))
    elif asked.choice is not None and asked.choice.judge is not None:
        beside.insert(0, button(at("form"), "Type it…"))
    text = _text(asked, rules) if now.draft != Draft() and asked.field else short_question(table, view, seat.name)
    if now.draft == Draft() and (asked.span is not None or asked.pick is not None):  # how much or how many
        text = f"{text}\n{_text(asked, rules)}"
    only = only_hex(shown)
    if only and now.draft == Draft():
        text = f"{text}\nWhich tile in {place_name(rules, only)}?"
    pictures = await of_screen(table, view, shown, names, ran) if pictured else ()
    rows = _options(at, shown, numbered(names) if pictures else names, now.page, view, rules)
    if pictured and not queries.acting_company(view) and now.draft == Draft():
        pictures = (*pictures, *await images.hand(table, view, seat.name), *await images.offers(table, view))
    told = await advice(table, seat.name, view) if now.draft == Draft() else ""
    lines = (_where(shown, now, view, rules), text, told, f"-# {cash_words(rules, view, seat.name)}")
    body = _body(note, "\n".join(line for line in lines if line), in_words(ran, shown, names))
    return Private(title=title, body=body, pictures=pictures, rows=(*rows, *_rows(beside)))


def cash_words(rules: Rules, view: View, seat: str) -> str:
    """What can be spent now: one's own cash, and that of the company whose turn it is."""
    company = queries.acting_company(view)
    bids = sum(said.get(seat, 0) for said in view.bids.values())
    own = f"You have {money(rules, view.cash.get(seat, 0))}"
    if bids:
        own += f", {money(rules, bids)} of it in bids"
    return f"{own} · {queries.called(rules, company)} {money(rules, view.cash.get(company, 0))}" if company else own


def _other_amounts(shown: Screen) -> bool:
    """Whether a number may be given that none of the options is."""
    span = shown.asked.span
    return span is not None and len(span.values()) > sum(o.choice in span for o in shown.offers)


def _where(shown: Screen, now: Kept, view: View, rules: Rules) -> str:
    """What was chosen so far; nothing at the beginning."""
    return f"**{path(shown, view, rules)}**" if now.draft != Draft() else ""


def _options(
    at: _Ids, shown: Screen, said: Sequence[str], page_number: int, view: View, rules: Rules
) -> tuple[Row, ...]:
    """A button for each option up to ten, with the number of its picture; a drop-down above that, or where several are picked."""
    offers = shown.offers
    pick = shown.asked.pick
    if as_buttons(offers) and not (pick is not None and offers and not isinstance(offers[0].choice, tuple)):
        made = [
            button(at(o.verb, o.value), cut(text), "primary" if len(offers) == 1 else "secondary")
            for o, text in zip(offers, said, strict=True)
        ]
        return _rows(made)
    more = hints(offers, view, rules)
    options = tuple(option(o.value, text, hint) for o, text, hint in zip(offers, said, more, strict=True))
    verb = offers[0].verb
    hint = re.split(", such as |; |: ", _text(shown.asked, rules))[0] if shown.asked.field else CHOOSE
    if pick is not None:
        return (_menu(at(verb), options[:OPTIONS], hint, pick.low, pick.high),)
    return _paged(at, verb, options, hint, page_number)


def _more(at: _Ids, shown: Screen, choices: Sequence[Choice], view: View, rules: Rules) -> list[Button]:
    """What else may be done, each by its kind."""
    said = distinct([kind_words(choices, o.kind, view, rules) for o in shown.more])
    return [button(at(o.verb, o.value), cut(text)) for o, text in zip(shown.more, said, strict=True)]


def _rows(made: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in rows as wide as Discord allows."""
    return tuple(tuple(made[i : i + IN_ROW]) for i in range(0, len(made), IN_ROW))


def brought(rules: Rules, dollars: int | None, label: str) -> str:
    """What runs bring, before where they go."""
    return label if dollars is None else f"{money(rules, dollars)} · {label}"


def _wish(choices: Sequence[Choice], action: Action, view: View, rules: Rules) -> str:
    """An action in words, as whoever may choose it means it."""
    withdraws = any(c.note == "withdraw" and action in c for c in choices)
    return "Take the offer back" if withdraws else action_words(action, view, rules)


class _Ids:
    """Makes the ids of one console: where it stands is in each."""

    def __init__(self, table: int, turn: int, draft: str) -> None:
        self.table, self.turn, self.draft = table, turn, draft

    def __call__(self, verb: str, more: str = "") -> Id:
        return Id(STEP, self.table, self.turn, verb, self.draft + (f".{more}" if more else ""))


def _body(*parts: str) -> str:
    return fit("\n\n".join(p for p in parts if p), EMBED_TEXT)


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


def _text(asked: Question, rules: Rules) -> str:
    """The question in words."""
    said = FIELDS.get(asked.field) or field_text(asked)
    if asked.span is not None:
        low, high, step = (
            number_words(rules, asked.field, n) for n in (asked.span.low, asked.span.high, asked.span.step)
        )
        return f"{said}{'' if said.endswith('?') else ':'} {low} to {high}" + (
            f", in steps of {step}" if asked.span.step > 1 else ""
        )
    if asked.pick is not None:
        many = str(asked.pick.low) if asked.pick.low == asked.pick.high else f"{asked.pick.low} to {asked.pick.high}"
        return f"{said}: {many} of them"
    return said


def form(table: Table, seat: Seat, now: Kept, value: str = "") -> Form | None:
    """The modal for a number or a text that the console asks for; from memory only. None: nothing of that sort is asked."""
    asked = ask(table.choices(seat.name), now.draft)
    if asked.choice is None or not asked.field:
        return None
    at = _Ids(table.id, table.action_version(seat.name), now.draft.digest())
    return Form(
        str(at("form")),
        doc(asked.choice.kind),
        (
            Input(
                "value", asked.field.capitalize(), _text(asked, table.rules), value, most=300, long=asked.span is None
            ),
        ),
    )


async def _preview(
    table: Table,
    seat: Seat,
    shown: Screen,
    at: _Ids,
    title: str,
    beginning: tuple[str, list[Button]],
    *,
    pictured: bool,
) -> Private:
    """What the action would do, with a picture where it changes the map. `beginning`: what comes first, and the last buttons."""
    action, (note, beside) = shown.action, beginning
    assert action is not None
    choices, view = table.choices(seat.name), await table.view(seat.name)
    played, after = await table.preview(action, seat.name)
    wish = _wish(choices, action, view, table.rules)
    if played.refused is not None:
        body = _body(note, f"**{wish}**", f"This is not possible: {played.refused}")
        return Private(title=title, body=body, rows=_rows(beside))
    lines = "\n".join(f"• {line}" for line in tell(played.events, after, table.rules))
    pictures = await images.of_events(table, played.events, after) if pictured else ()
    doubt = await doubt_about(table, seat, action)
    commit = button(at("commit"), ANYWAY, "danger") if doubt else button(at("commit"), "Commit", "success")
    made = [commit, *beside]
    if doubt:
        made.append(button(at("never"), NEVER))
    if shown.asked.choice is not None and shown.asked.choice.judge is not None and shown.asked.field:
        made.append(button(at("form"), "Type it…"))
    changes = money_words(table, view, after, played.deciders)
    said = f"This would happen:\n{lines}" if lines else ""
    body = _body(note, f"**{wish}**", f"**{doubt}**" if doubt else "", said, changes)
    return Private(title=title, body=body, pictures=pictures, rows=_rows(made))


async def asks_again(table: Table, seat: Seat) -> bool:
    """Whether whoever acts for that seat is asked before something is left that is seldom left on purpose."""
    if table.row.private:
        return False
    async with table.store.reading() as conn:
        return (await users.load_person(conn, seat.actor)).confirm


async def plan_ending(table: Table, seat: Seat) -> PassPlan | None:
    """What one press of that seat would pass, if that is more than one pass and nothing to be asked about first."""
    plan = await table.plan_passes(seat.name)
    return None if plan is not None and plan.forgoes and await asks_again(table, seat) else plan


def money_words(table: Table, before: View, after: View, deciders: Sequence[str]) -> str:
    """`-# Ann $643 → $12 · then Bob`: whose cash an action changes, and who acts after it."""
    shown = {s.name: s.shown for s in table.seats}
    purses = purse_changes(before, after, table.rules, shown)
    then = f"then {names(table.row, deciders)}" if deciders else ""
    return f"-# {' · '.join(filter(None, [safe(purses), then]))}" if purses else ""


def left_undone(choices: Iterable[Choice], action: Action) -> str:
    """What the action leaves undone, without a full stop; empty where nothing is worth a question. The engine says it."""
    return next((c.forgoes for c in choices if c.forgoes and action in c), "")


async def doubt_about(table: Table, seat: Seat, action: Action) -> str:
    """What to ask whoever is about to end a step in which something is left that is seldom left on purpose.

    Empty: nothing is left, the player has asked not to be asked, or it is a what-if. The question stands in the preview, where
    there is a press to make anyway, so it costs one more only where the action came by a shortcut or a command.
    """
    left = left_undone(table.choices(seat.name), action)
    return f"{left}. End anyway?" if left and await asks_again(table, seat) else ""


def choose(now: Kept, asked: Question, value: Any) -> Kept:
    """The console after a field was answered."""
    return Kept(Draft(asked.draft.kind, {**now.draft.given, asked.field: value}), 0, now.turn)


def read_value(table: Table, seat: Seat, asked: Question, text: str) -> tuple[Any, str]:
    """A typed value of the field asked for, or why it is none."""
    if asked.choice is None or not asked.field:
        return None, "That is not what you are asked now."
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

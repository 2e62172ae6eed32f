"""The private console: choose, see the consequences, commit.

Every message says in its ids, and the draft's row keeps, where it stands: it goes on after a restart, in another client,
hours later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from bot.core.discord_limits import BUTTONS as IN_ROW
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.core.text import plain, quoted
from bot.model.action_form import Draft, Question, ask_next, describe_kind, listed_actions, pass_action
from bot.model.models import Seat
from bot.model.short_codes import code
from bot.storage.repositories import users
from bot.storage.store import Store
from bot.tables.preview import PassPlan
from bot.tables.service import Table
from bot.views import images
from bot.views.command_options import restore
from bot.views.custom_ids import STEP, Id, parse_number
from bot.views.formatting import (
    View,
    action_words,
    event_lines,
    money,
    names,
    number_words,
    purse_words,
    safe,
)
from bot.views.guide.first_game import advice
from bot.views.messages import (
    Button,
    Form,
    Input,
    Menu,
    Option,
    Picture,
    Private,
    Row,
    Style,
    button,
    option,
    page_of,
)
from bot.views.options.ending import ending_label, ending_words, pass_label
from bot.views.options.labels import (
    action_label,
    cut_label,
    kind_words,
    leave_out_names,
    make_distinct,
    number_labels,
    option_hints,
    option_labels,
    path_words,
    shorten_routes,
)
from bot.views.options.pictures import only_hex, route_words, screen_pictures
from bot.views.options.screen import Screen, action_offers, field_text, fit_as_buttons, make_screen, priced_company
from bot.views.turn_panel import short_question
from game.actions import ACTIONS, Action, Bid, Pass, RunTrains
from game.choices import Choice
from game.notation import Unclear, parse
from game.rules import Rules
from render.data import queries
from render.text.card_words import capital_words
from render.text.money_text import purse_changes
from render.text.questions import FIELDS

WAIT = "You have nothing to do until you are called."  # true however long it is read after
CHOOSE = "Choose"  # what there is to choose from stands above
FORESEEN = 9  # lines of a preview: more do not fit on a phone's screen beside a picture
ANYWAY, NEVER = "Go on without", "Go on, never ask again"


class ConsoleState(msgspec.Struct, frozen=True):
    """How far a player has come in the console, as it is stored in the draft of the seat."""

    draft: Draft = msgspec.field(default_factory=Draft)
    page: int = 0
    action_version: int = msgspec.field(default=0, name="turn")  # stored drafts call it so


async def load_state(store: Store, table: Table, seat: Seat) -> ConsoleState:
    """The seat's console; a fresh one if the seat has acted since, or if what is kept cannot be read any more."""
    raw = await store.draft(table.id, _draft_key(seat))
    try:
        state = msgspec.convert(raw, ConsoleState)
    except msgspec.ValidationError:
        return ConsoleState(action_version=table.action_version(seat.name))
    if state.action_version != table.action_version(seat.name):
        return ConsoleState(action_version=table.action_version(seat.name))
    kind = next((k for k in (*ACTIONS, *table.rules.actions) if k.__name__ == state.draft.kind), None)
    fields = restore(kind, state.draft.given) if kind is not None else {}
    return ConsoleState(
        Draft(state.draft.kind if kind else "", fields, state.draft.act), state.page, state.action_version
    )


async def save_state(store: Store, table: Table, seat: Seat, state: ConsoleState) -> None:
    """Store the state of a seat's console."""
    await store.set_draft(table.id, _draft_key(seat), msgspec.to_builtins(state))


def _draft_key(seat: Seat) -> str:
    """The name under which a console is stored: who acts for another player has one apart, and leaves that player's alone."""
    return f"{seat.name}/{seat.stand_in}" if seat.stand_in else seat.name


def whose_turn_words(table: Table) -> str:
    """Who must act, in a sentence."""
    if table.position.over:
        return "The game is over."
    return f"It is {names(table.row, table.position.deciders)}'s turn."


@dataclass(frozen=True)
class _Frame:
    """What stands round every answer of the console: its title, what comes first, the last buttons."""

    ids: _Ids
    title: str
    note: str
    last: list[Button]


async def console(table: Table, seat: Seat, state: ConsoleState, note: str = "", *, pictured: bool = True) -> Private:
    """The private message of a console as it stands now. Reads memory and, for a preview, plays in a worker thread; changes
    nothing.

    Unless it is `pictured`, nothing is drawn, and no number points into a picture.
    """
    choices = table.choices(seat.name)
    title = f"{code(table.row)} · {table.position.round}"
    if not choices:
        return Private(
            title=title, body=_join_paragraphs(note, whose_turn_words(table) if table.position.over else WAIT)
        )
    view = await table.view(seat.name)
    ids = _Ids(table.id, table.action_version(seat.name), state.draft.digest())
    if seat.name not in table.position.deciders and state.draft == Draft():  # nothing is asked of this seat
        meanwhile = Screen(ask_next(choices, Draft()), action_offers(listed_actions(choices)[:OPTIONS]))
        rows = _option_rows(
            ids, meanwhile, option_labels(meanwhile, choices, view, table.rules), state.page, view, table.rules
        )
        return Private(
            title=title,
            body=_join_paragraphs(note, purse_words(table.rules, view, seat.name), whose_turn_words(table)),
            rows=rows,
        )
    screen = make_screen(choices, state.draft)
    ending = pass_action(choices) if state.draft == Draft() else None
    beside: list[Button] = _more_buttons(ids, screen, choices, view, table.rules)
    plan = await plan_ending(table, seat) if ending is not None else None
    if state.draft != Draft():
        beside.append(button(ids("back"), "Back"))
    elif ending is not None:  # the most frequent press of all
        beside.append(button(ids("pass"), cut_label(pass_label(ending, choices, view, table.rules))))
        if plan is not None:
            beside.append(button(ids("end"), ending_label(plan)))
    frame = _Frame(ids, title, note, beside)
    if screen.action is not None:
        made = await _compose_preview(table, seat, screen, frame, pictured=pictured)
    else:
        made = await _compose_question(table, seat, state, screen, frame, pictured=pictured)
    if plan is None:
        return made
    return replace(made, body=_join_paragraphs(made.body, f"-# {ending_words(plan, table.rules)}"))


async def _compose_question(
    table: Table,
    seat: Seat,
    state: ConsoleState,
    screen: Screen,
    frame: _Frame,
    *,
    pictured: bool,
) -> Private:
    """The message of a console that asks something: one picture, one button for each option."""
    rules = table.rules
    view = await table.view(seat.name)
    ran = await table.play_runs(seat.name) if any(o.kind is RunTrains for o in screen.offers) else {}
    labels = [
        with_revenue(rules, ran[o.action].revenue if o.action in ran else None, label)
        for o, label in zip(screen.offers, option_labels(screen, table.choices(seat.name), view, rules), strict=True)
    ]
    pictures = await screen_pictures(table, view, screen, labels, ran) if pictured else ()
    button_labels = (
        number_labels(shorten_routes(leave_out_names(labels, screen, rules), screen, rules)) if pictures else labels
    )
    rows = _option_rows(frame.ids, screen, button_labels, state.page, view, rules)
    if pictured and state.draft == Draft():
        pictures = (*pictures, *await _card_pictures(table, seat, view))
    words = await _question_lines(table, seat, state, screen, view)
    body = _join_paragraphs(frame.note, words, route_words(ran, screen, labels))
    buttons = [*_form_buttons(frame.ids, screen), *frame.last]
    return Private(title=frame.title, body=body, pictures=pictures, rows=(*rows, *_button_rows(buttons)))


def _form_buttons(ids: _Ids, screen: Screen) -> list[Button]:
    """The button that opens a form, where something may be typed that no option is; else none."""
    if _takes_other_amounts(screen):
        return [button(ids("form"), "Another amount…")]
    if screen.asked.choice is not None and screen.asked.choice.judge is not None:
        return [button(ids("form"), "Type it…")]
    return []


async def _card_pictures(table: Table, seat: Seat, view: View) -> tuple[Picture, ...]:
    """The cards of a player's hand and of the rows, which matter where no company is on turn and more than a sale is possible."""
    if queries.acting_company(view) or _only_sells(table.choices(seat.name)):
        return ()
    return (*await images.draw_hand(table, view, seat.name), *await images.draw_offers(table, view))


async def _question_lines(table: Table, seat: Seat, state: ConsoleState, screen: Screen, view: View) -> str:
    """What was chosen so far, what is asked now, advice for a newcomer, and what can be spent, a line or more each."""
    pending, rules = screen.asked, table.rules
    if state.draft != Draft():
        asked = _question_text(pending, rules) if pending.field else short_question(table, view, seat.name)
        lines = [f"**{path_words(screen, view, rules)}**", asked]
    else:
        lines = [short_question(table, view, seat.name)]
        if pending.span is not None or pending.pick is not None:  # how much or how many
            lines.append(_question_text(pending, rules))
        if only := only_hex(screen):
            lines.append(f"Which tile in {queries.place_name(rules, only)}?")
        lines.append(await advice(table, seat.name, view))
    if priced := priced_company(screen):
        lines.append(f"-# {capital_words(rules, priced)}")
    return "\n".join(line for line in (*lines, f"-# {cash_words(rules, view, seat.name)}") if line)


def cash_words(rules: Rules, view: View, seat: str) -> str:
    """What can be spent now: one's own cash, and that of the company whose turn it is."""
    company = queries.acting_company(view)
    bids = sum(bids_of_lot.get(seat, 0) for bids_of_lot in view.bids.values())
    text = f"You have {money(rules, view.cash.get(seat, 0))}"
    if bids:
        text += f", {money(rules, bids)} of it in bids"
    return f"{text} · {queries.called(rules, company)} {money(rules, view.cash.get(company, 0))}" if company else text


def _only_sells(choices: Sequence[Choice]) -> bool:
    """Whether somebody who is asked can only sell: cards of a hand and of rows do not matter then."""
    return all(c.kind.verb in ("sell", Pass.verb) for c in choices)


def _takes_other_amounts(screen: Screen) -> bool:
    """Whether a number may be given that none of the options is."""
    span = screen.asked.span
    return span is not None and len(span.values()) > sum(o.choice in span for o in screen.offers)


def _option_rows(
    ids: _Ids, screen: Screen, labels: Sequence[str], page_number: int, view: View, rules: Rules
) -> tuple[Row, ...]:
    """A button for each option up to ten, with the number of its picture; a drop-down above that, or where several are picked."""
    offers = screen.offers
    pick = screen.asked.pick
    if fit_as_buttons(offers) and not (pick is not None and offers and not isinstance(offers[0].choice, tuple)):
        buttons = [
            button(
                ids(o.verb, o.value),
                cut_label(text),
                "primary" if len(offers) == 1 and not screen.more else "secondary",
            )
            for o, text in zip(offers, labels, strict=True)
        ]
        return _button_rows(buttons)
    hint_lines = option_hints(offers, view, rules)
    options = tuple(option(o.value, text, hint) for o, text, hint in zip(offers, labels, hint_lines, strict=True))
    verb = offers[0].verb
    hint = re.split(", such as |; |: ", _question_text(screen.asked, rules))[0] if screen.asked.field else CHOOSE
    if pick is not None:
        return (_menu_row(ids(verb), options[:OPTIONS], hint, pick.low, pick.high),)
    return _menu_rows(ids, verb, options, hint, page_number)


def _more_buttons(ids: _Ids, screen: Screen, choices: Sequence[Choice], view: View, rules: Rules) -> list[Button]:
    """Buttons for what else may be done, each by its kind."""
    labels = make_distinct([kind_words(choices, o.kind, view, rules) for o in screen.more])
    return [button(ids(o.verb, o.value), cut_label(text)) for o, text in zip(screen.more, labels, strict=True)]


def _button_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in rows as wide as Discord allows."""
    return tuple(tuple(buttons[i : i + IN_ROW]) for i in range(0, len(buttons), IN_ROW))


def with_revenue(rules: Rules, dollars: int | None, label: str) -> str:
    """The label of runs with the dollars that they bring in front; None: as it is."""
    return label if dollars is None else f"{money(rules, dollars)} · {label}"


def _describe_wish(choices: Sequence[Choice], action: Action, view: View, rules: Rules) -> str:
    """An action in words, as whoever may choose it means it: an offer that is repeated is taken back."""
    withdraws = any(c.note == "withdraw" and action in c for c in choices)
    fixed = any(isinstance(action, Bid) and action in c and "amount" not in c.ranges for c in choices)
    return "Take the offer back" if withdraws else action_words(action, view, rules, fixed=fixed)


class _Ids:
    """Makes the ids of one console's buttons: each carries table, counter and the draft's digest."""

    def __init__(self, table: int, action_version: int, draft: str) -> None:
        self.table, self.action_version, self.draft = table, action_version, draft

    def __call__(self, verb: str, suffix: str = "") -> Id:
        return Id(STEP, self.table, self.action_version, verb, self.draft + (f".{suffix}" if suffix else ""))


def _join_paragraphs(*parts: str) -> str:
    """The paragraphs that are not empty as the text of an embed, cut to what Discord takes."""
    return fit("\n\n".join(p for p in parts if p), EMBED_TEXT)


def _menu_row(id: Id, options: tuple[Option, ...], hint: str, low: int = 1, high: int = 1) -> Row:
    """A row with one menu, of which `low` to `high` options are picked."""
    return (Menu(str(id), options, hint, low, high),)


def _menu_rows(ids: _Ids, verb: str, options: tuple[Option, ...], hint: str, number: int) -> tuple[Row, ...]:
    """A menu, with buttons to turn its pages where one does not hold all."""
    page_options, count = page_of(options, number)
    if count == 1:
        return (_menu_row(ids(verb), page_options, hint),)
    number = min(number, count - 1)
    back = button(ids("page", str((number - 1) % count)), "◀ Previous")
    onward = button(ids("page", str((number + 1) % count)), f"Next ▶ (page {number + 1} of {count})")
    paging_buttons = (
        (onward,) if count == 2 else (back, onward)
    )  # of two pages both lead to the same one; ids must differ
    return (_menu_row(ids(verb), page_options, hint), paging_buttons)


def _question_text(question: Question, rules: Rules) -> str:
    """The question in words, with the range or the count where one is asked for."""
    text = FIELDS.get(question.field) or field_text(question)
    if question.span is not None:
        low, high, step = (
            number_words(rules, question.field, n) for n in (question.span.low, question.span.high, question.span.step)
        )
        return f"{text}{'' if text.endswith('?') else ':'} {low} to {high}" + (
            f", in steps of {step}" if question.span.step > 1 else ""
        )
    if question.pick is not None:
        many = (
            str(question.pick.low)
            if question.pick.low == question.pick.high
            else f"{question.pick.low} to {question.pick.high}"
        )
        return f"{text}: choose {many}"
    return text


def form(table: Table, seat: Seat, state: ConsoleState, value: str = "") -> Form | None:
    """The modal for a number or a text that the console asks for; from memory only. None: nothing of that sort is asked."""
    question = ask_next(table.choices(seat.name), state.draft)
    if question.choice is None or not question.field:
        return None
    ids = _Ids(table.id, table.action_version(seat.name), state.draft.digest())
    return Form(
        str(ids("form")),
        describe_kind(question.choice.kind),
        (
            Input(
                "value",
                question.field.capitalize(),
                _question_text(question, table.rules),
                value,
                most=300,
                long=question.span is None,
            ),
        ),
    )


async def _compose_preview(
    table: Table,
    seat: Seat,
    screen: Screen,
    frame: _Frame,
    *,
    pictured: bool,
) -> Private:
    """The message of a console in which nothing is left to choose: what the action would do, with a picture where it changes
    the map.
    """
    action, ids, title, note, beside = screen.action, frame.ids, frame.title, frame.note, frame.last
    assert action is not None
    choices, view = table.choices(seat.name), await table.view(seat.name)
    played, after = await table.preview(action, seat.name)
    wish = _describe_wish(choices, action, view, table.rules)
    if played.refused is not None:
        body = _join_paragraphs(note, f"**{wish}**", f"This is not possible: {played.refused}")
        return Private(title=title, body=body, rows=_button_rows(beside))
    lines = _foreseen(event_lines(played.events, after, table.rules))
    pictures = await images.event_pictures(table, played.events, after) if pictured else ()
    pictures += await images.reshaped(table, view, after) if pictured else ()
    doubt = await doubt_about(table, seat, action)
    # Beside a pass it is a question: nothing is green that nobody has chosen. Trains run anyway.
    unasked = screen.asked.draft == Draft() and not isinstance(action, RunTrains)
    label = cut_label(action_label(action, {}, view, table.rules)) if unasked else "Commit"
    style: Style = "secondary" if unasked else "success"
    commit = button(ids("commit"), ANYWAY, "danger") if doubt else button(ids("commit"), label, style)
    buttons = [commit, *beside]
    if doubt:
        buttons.append(button(ids("never"), NEVER))
    if screen.asked.choice is not None and screen.asked.choice.judge is not None and screen.asked.field:
        buttons.append(button(ids("form"), "Type it…"))
    changes = money_words(table, view, after, await table.deciders_after(played, action))
    notes = f"{'If you choose it' if unasked else 'This would happen'}:\n{lines}" if lines else ""
    head = f"**{short_question(table, view, seat.name)}**\nThere is one choice: {wish}" if unasked else f"**{wish}**"
    body = _join_paragraphs(note, head, f"**{doubt}**" if doubt else "", notes, changes)
    return Private(title=title, body=body, pictures=pictures, rows=_button_rows(buttons))


def _foreseen(lines: Sequence[str]) -> str:
    """What an action brings about, a line each; of rounds that pass by themselves only how many lines tell of them."""
    more = [f"… and {len(lines) - FORESEEN} more lines of what follows by itself"] if len(lines) > FORESEEN + 1 else []
    return "\n".join(f"• {line}" for line in (*lines[: FORESEEN if more else None], *more))


async def wants_doubts(table: Table, seat: Seat) -> bool:
    """Whether whoever acts for that seat is asked before something is left that is seldom left on purpose."""
    if table.row.private:
        return False
    async with table.store.reading() as conn:
        return (await users.load_person(conn, seat.actor)).confirm


async def plan_ending(table: Table, seat: Seat) -> PassPlan | None:
    """What one press of that seat would pass, if that is more than one pass and nothing to be asked about first."""
    plan = await table.plan_passes(seat.name)
    return None if plan is not None and plan.forgoes and await wants_doubts(table, seat) else plan


def money_words(table: Table, before: View, after: View, deciders: Sequence[str]) -> str:
    """`-# Ann $643 → $12 · then Bob`: whose cash an action changes, and who acts after it."""
    purses = purse_changes(before, after, table.rules)
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
    undone = left_undone(table.choices(seat.name), action)
    return f"{undone}. Go on without?" if undone and await wants_doubts(table, seat) else ""


def with_value(state: ConsoleState, question: Question, value: Any) -> ConsoleState:
    """The console's state after the question's field was answered with that value."""
    return ConsoleState(
        Draft(question.draft.kind, {**state.draft.given, question.field: value}), 0, state.action_version
    )


def read_value(table: Table, seat: Seat, question: Question, text: str) -> tuple[Any, str]:
    """The value that was typed for the question's field and "", or None and a sentence on why it is no such value."""
    if question.choice is None or not question.field:
        return None, "That is not what you are asked now."
    if question.span is not None:
        digits = text.strip().lstrip("$£₹").replace(",", "").strip()
        value = parse_number(digits)
        if value in question.values or value in question.span:
            return value, ""
        return None, f"{quoted(text)} is not possible. {_question_text(question, table.rules)}."
    try:
        action = parse(
            f"{question.choice.kind.verb} {text}", seat.name, table.choices(seat.name), (question.choice.kind,)
        )
    except Unclear as error:
        return None, f"{plain(str(error))}."
    refusal = (
        question.choice.judge(action) if question.choice.judge is not None and action not in question.choice else ""
    )
    return getattr(action, question.field, None), refusal

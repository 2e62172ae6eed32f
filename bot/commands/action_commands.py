"""The commands of `/play` and `/corp`: one per verb, made from the action classes. What is missing the console asks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table, require_seat
from bot.client.services import Services
from bot.commands.command_builder import GAME, REQUIRED, Option, OptionDetails, build_command
from bot.commands.completion import Choices
from bot.commands.turn import carry_out, not_your_turn, show_console, typed_action
from bot.core.discord_limits import OPTIONS, fit
from bot.core.errors import NotPossible
from bot.model.action_form import Draft, fields, of_kind
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views import console as console_view
from bot.views.command_options import (
    GROUPS,
    Labels,
    Verb,
    VerbOption,
    among,
    fuzzy,
    meant,
    stamp,
    token,
    unstamp,
    verbs,
)
from bot.views.custom_ids import number as to_number
from bot.views.formatting import View, full_name, label, not_now, value_labels
from bot.views.options.values import digest_of
from game.actions import ACTIONS, Action
from game.choices import Choice, Span

ROUTES = "routes"
HEX = "hex"


def action_classes(services: Services) -> tuple[type[Action], ...]:
    """Of all titles."""
    title_classes = (k for t in services.titles.values() for k in t.rules((), t.file.players[0]).actions)
    return tuple(dict.fromkeys((*ACTIONS, *title_classes)))


def action_group(services: Services, name: str) -> app_commands.Group:
    """The command group of that name, with a command for each of its verbs."""
    group = app_commands.Group(name=name, description=GROUPS[name])
    for verb in verbs(action_classes(services)):
        if verb.group == name:
            group.add_command(action_command(services, verb))
    return group


# ---------------------------------------------------------------------- one command per verb


def action_command(services: Services, verb: Verb) -> app_commands.Command[Any, ..., Any]:
    """The command of a verb: its options are the fields of its action classes."""

    async def work(context: InteractionContext, given: Mapping[str, Any]) -> None:
        await run(context, verb, given)

    options = [_option(verb, o) for o in verb.options]
    return build_command(services, verb.name, verb.text, (*options, Option("game", GAME)), work)


def _option(verb: Verb, o: VerbOption) -> Option:
    async def complete(context: InteractionContext, current: str) -> Choices:
        return await suggest(context, verb, o, current)

    details = OptionDetails(o.text, complete)
    return Option(o.name, details, o.type, REQUIRED) if o.required else Option(o.name, details, o.type | None)


async def suggest(context: InteractionContext, verb: Verb, o: VerbOption, current: str) -> Choices:
    """The legal values of the option being typed, given the options filled in already."""
    filled_in = {name: value for name, value in vars(context.interaction.namespace).items() if value not in (None, "")}
    game = filled_in.pop("game", None)
    access = await find_table(context, game)
    if access.seat is None:
        return []
    filled_in.pop(o.name, None)
    view = await access.table.view(access.seat.name)
    return offered(access.table, access.seat, view, verb, o, filled_in, current)


def offered(
    table: Table, seat: Seat, view: View, verb: Verb, o: VerbOption, filled_in: Mapping[str, Any], current: str
) -> Choices:
    """What the list of an option shows of what is legal for a seat, once so much is typed and other options are `filled_in`."""
    phrases: list[tuple[str, Any]] = []
    turn, words = table.action_version(seat.name), value_words(table, view)
    typed = unstamp(current)[1]
    number = to_number(typed.strip().lstrip("$£₹").replace(",", "")) if o.type is int else None
    for kind in verb.kinds:
        choices_of_kind = of_kind(table.choices(seat.name), kind.__name__)
        name = o.fields.get(kind.__name__)
        if name is None:
            if kind.word and choices_of_kind and o is verb.options[-1]:
                phrases.append((f"{kind.word} · {label(choices_of_kind[0].actions[0], view, table.rules)}", kind.word))
            continue
        fields_so_far: dict[str, Any] = {}  # what is filled in already, by field
        for earlier in verb.options:
            target = earlier.fields.get(kind.__name__)
            if target is not None and earlier.name in filled_in:
                value = among(unstamp(str(filled_in[earlier.name]))[1], target, choices_of_kind, fields_so_far, words)
                fields_so_far |= {target: value} if value is not None else {}
        values = dict.fromkeys(
            v for c in choices_of_kind if c.matching(fields_so_far) for v in c.options(name, fields_so_far)
        )
        if number is not None and any(_may_be(number, c, name) for c in choices_of_kind if c.matching(fields_so_far)):
            values = {number: None} | values
        worded = zip(words(choices_of_kind, name, values, fields_so_far), values, strict=True)
        phrases += [(text, v if o.type is int else _value(turn, v)) for text, v in worded]
    search = [(f"{p} {full_name(table.rules, unstamp(str(v))[1])}", (p, v)) for p, v in dict.fromkeys(phrases)]
    hits = fuzzy(f"{number:,}" if number is not None else typed, search)
    return [app_commands.Choice(name=fit(p, 100), value=v) for p, v in hits[:OPTIONS]]


def _may_be(number: int, choice: Choice, field: str) -> bool:
    """Whether a field whose numbers are not listed one by one may have this one."""
    span = choice.ranges.get(field)
    return isinstance(span, Span) and number in span


def _value(turn: int, value: Any) -> str:
    text = stamp(turn, token(value))
    return text if len(text) <= 100 else stamp(turn, f"#{digest_of(value)}")


def value_words(table: Table, view: Any) -> Labels:
    """How the values of an option are called, for whoever looks at the table with that view."""
    return partial(value_labels, table.rules, view)


async def run(context: InteractionContext, verb: Verb, options: Mapping[str, Any]) -> None:
    """Carry out a verb's command, or ask in the console for what is missing."""
    await context.defer()
    filled_in = {name: v for name, v in options.items() if v is not None}
    access = await find_table(context, filled_in.pop("game", None))
    seat = require_seat(access)
    turns = {t for v in filled_in.values() if isinstance(v, str) for t in (unstamp(v)[0],) if t is not None}
    turn = access.table.action_version(seat.name)
    if turns - {turn}:
        raise NotPossible(f"The game has moved on since that list was made. {console_view.waiting(access.table)}")
    plain_given = {name: unstamp(v)[1] if isinstance(v, str) else v for name, v in filled_in.items()}
    if HEX in plain_given:
        plain_given[HEX] = access.table.rules.data.place(str(plain_given[HEX]))
    choices = access.table.choices(seat.name)
    if not choices and not access.table.position.over:
        raise NotPossible(not_your_turn(access.table))
    if ROUTES in plain_given:
        action = typed_action(access.table, seat, f"{verb.name} {plain_given[ROUTES]}")
        await carry_out_typed(context, access.table, seat, action, turn)
        return
    view = await access.table.view(seat.name)
    wish = meant(verb, plain_given, choices, seat.name, value_words(access.table, view))
    if wish.problem and not any(c.kind.verb == verb.name for c in choices):
        raise NotPossible(not_now({verb.name}, choices, view, access.table.rules))
    if wish.problem:
        raise NotPossible(wish.problem)
    if wish.draft is not None:
        await show_console(context, access.table, seat, console_view.ConsoleState(wish.draft, 0, turn))
        return
    assert wish.action is not None
    await carry_out_typed(context, access.table, seat, wish.action, turn if turns else None)


async def carry_out_typed(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    action: Action,
    turn: int | None,
    about: Collection[str] = (),
) -> None:
    """Play what was typed. What is secret or weighty is shown first; what comes too early is told what comes before it.

    `about`: verbs that the words may have meant as well.
    """
    choices = table.choices(seat.name)
    legal = any(action in c for c in choices)
    if legal and (action.secret or action.weighty):
        field_values = {f.name: getattr(action, f.name) for f in fields(type(action))}
        draft = Draft(type(action).__name__, field_values)
        await show_console(context, table, seat, console_view.ConsoleState(draft, 0, table.action_version(seat.name)))
        return
    if not legal and choices and not any(c.kind.verb == action.verb for c in choices):
        refused = await table.legal(action)
        if refused is not None and not refused.paragraph:
            view = await table.view(seat.name)
            raise NotPossible(not_now({action.verb, *about}, choices, view, table.rules))
    await carry_out(context, table, seat, action, Via.COMMAND, turn)

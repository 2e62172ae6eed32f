"""The commands of `/play` and `/corp`: one per verb, made from the action classes. What is missing the console asks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table, require_seat
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import GAME, REQUIRED, Option, OptionDetails, build_command
from bot.commands.completion import Choices
from bot.commands.console_answers import carry_out, explain_not_your_turn, read_typed_action, store_and_show
from bot.core.discord_limits import OPTIONS, fit
from bot.core.errors import NotPossible
from bot.model.action_form import of_kind
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.model.words.reading.typed_words import fill_draft
from bot.tables.service import Table
from bot.views.command_options import (
    GROUPS,
    Labels,
    Verb,
    VerbOption,
    format_value,
    interpret_options,
    match_value,
    rank_matches,
    stamp,
    unstamp,
    verbs,
)
from bot.views.console.message import whose_turn_words
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import parse_number
from bot.views.formatting import View, action_phrase, full_name, value_labels
from bot.views.options.values import digest_of
from bot.views.timing_words import untimely_words
from game.actions import ACTIONS, Action
from game.choices import Choice, Span

ROUTES = "routes"
HEX = "hex"


def action_classes(services: Services) -> tuple[type[Action], ...]:
    """The classes of actions of all titles, each once."""
    title_classes = (k for t in services.titles.values() for k in t.rules((), t.file.players[0]).actions)
    return tuple(dict.fromkeys((*ACTIONS, *title_classes)))


def setup(registry: Registry, services: Services) -> None:
    """Register `/play` (stock rounds and auctions) and `/corp` (what a player does for a company)."""
    for name in GROUPS:
        registry.tree.add_command(action_group(services, name))


def action_group(services: Services, name: str) -> app_commands.Group:
    """The command group of that name, with a command for each of its verbs."""
    group = app_commands.Group(name=name, description=GROUPS[name])
    for verb in verbs(action_classes(services)):
        if verb.group == name:
            group.add_command(action_command(services, verb))
    return group


def action_command(services: Services, verb: Verb) -> app_commands.Command[Any, ..., Any]:
    """The command of a verb: its options are the fields of its action classes."""

    async def carry_out_options(context: InteractionContext, given: Mapping[str, Any]) -> None:
        """Play the verb with the options that were given."""
        await run_verb(context, verb, given)

    options = [_slash_option(verb, o) for o in verb.options]
    return build_command(services, verb.name, verb.text, (*options, Option("game", GAME)), carry_out_options)


def _slash_option(verb: Verb, option: VerbOption) -> Option:
    """An option of a verb's command as Discord shows it, with a list of its legal values while somebody types."""

    async def complete_option(context: InteractionContext, current: str) -> Choices:
        """The legal values of this option that fit what was typed."""
        return await suggest_values(context, verb, option, current)

    details = OptionDetails(option.text, complete_option)
    return (
        Option(option.name, details, option.type, REQUIRED)
        if option.required
        else Option(option.name, details, option.type | None)
    )


async def suggest_values(context: InteractionContext, verb: Verb, option: VerbOption, current: str) -> Choices:
    """The legal values of the option being typed, given the options filled in already."""
    filled_in = {name: value for name, value in vars(context.interaction.namespace).items() if value not in (None, "")}
    game = filled_in.pop("game", None)
    access = await find_table(context, game)
    if access.seat is None:
        return []
    filled_in.pop(option.name, None)
    view = await access.table.view(access.seat.name)
    return list_option_values(access.table, access.seat, view, verb, option, filled_in, current)


def list_option_values(
    table: Table, seat: Seat, view: View, verb: Verb, option: VerbOption, filled_in: Mapping[str, Any], current: str
) -> Choices:
    """What the list of an option shows of what is legal for a seat, once so much is typed and other options are `filled_in`."""
    phrases: list[tuple[str, Any]] = []
    action_version, words = table.action_version(seat.name), value_labeller(table, view)
    typed = unstamp(current)[1]
    number = parse_number(typed.strip().lstrip("$£₹").replace(",", "")) if option.type is int else None
    for kind in verb.kinds:
        choices_of_kind = of_kind(table.choices(seat.name), kind.__name__)
        name = option.fields.get(kind.__name__)
        if name is None:
            if kind.word and choices_of_kind and option is verb.options[-1]:
                phrases.append(
                    (f"{kind.word} · {action_phrase(choices_of_kind[0].actions[0], view, table.rules)}", kind.word)
                )
            continue
        fields_so_far: dict[str, Any] = {}  # what is filled in already, by field
        for earlier in verb.options:
            target = earlier.fields.get(kind.__name__)
            if target is not None and earlier.name in filled_in:
                value = match_value(
                    unstamp(str(filled_in[earlier.name]))[1], target, choices_of_kind, fields_so_far, words
                )
                fields_so_far |= {target: value} if value is not None else {}
        values = dict.fromkeys(
            v for c in choices_of_kind if c.matching(fields_so_far) for v in c.options(name, fields_so_far)
        )
        if number is not None and any(
            _accepts_number(number, c, name) for c in choices_of_kind if c.matching(fields_so_far)
        ):
            values = {number: None} | values
        worded = zip(words(choices_of_kind, name, values, fields_so_far), values, strict=True)
        phrases += [(text, v if option.type is int else _encode_list_value(action_version, v)) for text, v in worded]
    search = [(f"{p} {full_name(table.rules, unstamp(str(v))[1])}", (p, v)) for p, v in dict.fromkeys(phrases)]
    hits = rank_matches(f"{number:,}" if number is not None else typed, search)
    return [app_commands.Choice(name=fit(p, 100), value=v) for p, v in hits[:OPTIONS]]


def _accepts_number(number: int, choice: Choice, field: str) -> bool:
    """Whether the choice leaves this field open for this number."""
    span = choice.ranges.get(field)
    return isinstance(span, Span) and number in span


def _encode_list_value(action_version: int, value: Any) -> str:
    """A value as a list of choices sends it back: with the seat's counter, and by its digest where it is too long for Discord."""
    text = stamp(action_version, format_value(value))
    return text if len(text) <= 100 else stamp(action_version, f"#{digest_of(value)}")


def value_labeller(table: Table, view: Any) -> Labels:
    """What puts the values of an option into words, for whoever looks at the table with that view."""
    return partial(value_labels, table.rules, view)


async def run_verb(context: InteractionContext, verb: Verb, options: Mapping[str, Any]) -> None:
    """Carry out a verb's command, or ask in the console for what is missing."""
    await context.defer()
    filled_in = {name: v for name, v in options.items() if v is not None}
    access = await find_table(context, filled_in.pop("game", None))
    seat = require_seat(access)
    stamped_versions = {t for v in filled_in.values() if isinstance(v, str) for t in (unstamp(v)[0],) if t is not None}
    action_version = access.table.action_version(seat.name)
    if stamped_versions - {action_version}:
        raise NotPossible(f"The game has moved on since that list was made. {whose_turn_words(access.table)}")
    plain_given = {name: unstamp(v)[1] if isinstance(v, str) else v for name, v in filled_in.items()}
    if HEX in plain_given:
        plain_given[HEX] = access.table.rules.data.place(str(plain_given[HEX]))
    choices = access.table.choices(seat.name)
    if not choices and not access.table.position.over:
        raise NotPossible(explain_not_your_turn(access.table))
    if ROUTES in plain_given:
        action = read_typed_action(access.table, seat, f"{verb.name} {plain_given[ROUTES]}")
        await carry_out_typed(context, access.table, seat, action, action_version)
        return
    view = await access.table.view(seat.name)
    wish = interpret_options(verb, plain_given, choices, seat.name, value_labeller(access.table, view))
    if wish.problem and not any(c.kind.verb == verb.name for c in choices):
        raise NotPossible(untimely_words({verb.name}, choices, view, access.table.rules))
    if wish.problem:
        raise NotPossible(wish.problem)
    if wish.draft is not None:
        await store_and_show(context, access.table, seat, ConsoleState(wish.draft, 0, action_version))
        return
    assert wish.action is not None
    await carry_out_typed(context, access.table, seat, wish.action, action_version if stamped_versions else None)


async def is_asked_about(table: Table, seat: Seat, action: Action, *, lone: bool = False) -> bool:
    """Whether an action that was typed, or chosen from a list, is shown before it is played: it is secret, reveals a secret, is
    weighty or brings about what is. `lone`: nothing that is done after it was typed with it.
    """
    shown = bool(action.secret or action.covert or action.weighty)
    return shown or await table.is_doubtful(seat, action, lone=lone)


async def carry_out_typed(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    action: Action,
    action_version: int | None,
    *,
    lone: bool = False,
) -> None:
    """Play what was typed. What is secret, reveals a secret or is weighty is shown first; what comes too early is told what comes
    before it.

    `lone`: it is a line of its own, of which no option was filled in.
    """
    choices = table.choices(seat.name)
    legal = any(action in c for c in choices)
    if legal and await is_asked_about(table, seat, action, lone=lone):
        await store_and_show(context, table, seat, ConsoleState(fill_draft(action), 0, table.action_version(seat.name)))
        return
    if not legal and choices and not any(c.kind.verb == action.verb for c in choices):
        refused = await table.find_refusal(action)
        if refused is not None and not refused.paragraph:
            view = await table.view(seat.name)
            raise NotPossible(untimely_words({action.verb}, choices, view, table.rules))
    await carry_out(context, table, seat, action, Via.COMMAND, action_version)

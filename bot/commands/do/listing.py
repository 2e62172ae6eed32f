"""What `/do` lists while somebody types: what the words mean so far, and legal actions that hold them.

Enter takes the first entry, in Discord as in the sandbox. So where several actions fit, the first entry asks which of them is
meant, and plays none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table
from bot.commands.action_commands import action_classes
from bot.commands.completion import Choices
from bot.core.discord_limits import OPTION_TEXT, OPTIONS, fit
from bot.model.action_form import action_digest
from bot.model.models import Seat
from bot.model.words.readings import Reading
from bot.model.words.typed_words import read_words
from bot.model.words.vocabulary import Vocabulary, describe_position
from bot.tables.service import Table
from bot.views.command_options import Verb, rank_matches, stamp, unstamp, verbs
from bot.views.formatting import View, action_words, choice_words, typed_line
from game.actions import Action
from game.notation import line
from render.data import queries

UNDO, REDO = ("undo", "take back", "takeback", "zurück"), ("redo",)
TAKEN_BACK = {UNDO: "Take back what was done last · undo", REDO: "Do again what was taken back · redo"}
WHICH = "?"  # before words: which action they mean is asked, and none is played
MOVES_APART = re.compile(r";|\n|\b(?:and\s+)?then\b", re.IGNORECASE)


async def suggest_actions(context: InteractionContext, current: str, game: str | None) -> Choices:
    """What the words mean so far, then legal actions that hold them; where nothing is typed and there are many, their kinds."""
    access = await find_table(context, game)
    if access.seat is None:
        return []
    view = await access.table.view(access.seat.name)
    return list_matching_actions(
        access.table, access.seat, view, unstamp(current)[1], verbs(action_classes(context.services))
    )


def list_matching_actions(table: Table, seat: Seat, view: View, typed: str, all_verbs: Sequence[Verb]) -> Choices:
    """The legal actions of a seat that agree with what is typed so far, as a list of choices; kinds where they are too many."""
    action_version = table.action_version(seat.name)
    phrases = list_phrases(table, seat, view)
    hits = rank_matches(typed, [(text, (text, a)) for text, a in phrases])
    if not typed and len(hits) > OPTIONS:
        every = dict.fromkeys(v.name for _, a in hits for v in all_verbs if isinstance(a, v.kinds))
        return [app_commands.Choice(name=f"{v} … ({_count_hits(hits, all_verbs, v)})", value=v) for v in every][
            :OPTIONS
        ]
    reading = read_words(typed, seat.name, table.choices(seat.name), collect_vocabulary(table, view))
    meant = _phrases_meant(reading, table, view, phrases)
    values = {text: stamp(action_version, f"#{action_digest(a)}") for text, a in hits}
    values = {text: stamp(action_version, value) for text, value in meant.items()} | values
    values |= {told: way[0] for way, told in TAKEN_BACK.items() if _begins_one(typed, way)}
    if len(values) > 1 and len(meant) != 1:
        asked = stamp(action_version, f"{WHICH}{typed.strip()}")[:OPTION_TEXT]
        values = {" · ".join(filter(None, [f"Choose one of {len(values)}", typed.strip()])): asked, **values}
    elif not values and len(parts := split_moves(typed)) > 1:
        values = {f"One after the other: {'; '.join(parts)}": typed.strip()}
    return [app_commands.Choice(name=fit(t, OPTION_TEXT), value=v) for t, v in values.items() if len(v) <= OPTION_TEXT][
        :OPTIONS
    ]


def split_moves(typed: str) -> list[str]:
    """The moves of words that name several: `57 on E6; run best; pay`. Routes have a `;` too, and are one move."""
    return [typed] if ":" in typed else [part for part in map(str.strip, MOVES_APART.split(typed)) if part]


def _begins_one(typed: str, words: Sequence[str]) -> bool:
    """Whether what is typed so far, two letters at least, begins one of these words."""
    return len(typed.strip()) > 1 and any(w.startswith(typed.casefold().strip()) for w in words)


def _phrases_meant(reading: Reading, table: Table, view: View, phrases: Sequence[tuple[str, Action]]) -> dict[str, str]:
    """What a reading offers, by its phrase: a listed action by its digest, one with a number of its own by its line."""
    by_action = {a: text for text, a in phrases}
    values: dict[str, str] = {}
    for action in reading.several or filter(None, [reading.action]):
        if action in by_action:
            values[by_action[action]] = f"#{action_digest(action)}"
        else:
            values[f"{action_words(action, view, table.rules)} · {typed_line(action, table.rules)}"] = line(action)
    return values


def _count_hits(hits: Sequence[tuple[str, Action]], all_verbs: Sequence[Verb], name: str) -> int:
    """How many of the actions that fit the words belong to a verb."""
    verb = next(v for v in all_verbs if v.name == name)
    return sum(isinstance(a, verb.kinds) for _, a in hits)


def list_phrases(table: Table, seat: Seat, view: View) -> list[tuple[str, Action]]:
    """Every legal action in words, with the line that one would type behind it."""
    return [(choice_words(c, a, view, table.rules), a) for c in table.choices(seat.name) for a in c]


def collect_vocabulary(table: Table, view: View) -> Vocabulary:
    """What typed words may speak of at this table: the title's things, its players, and what is open for all to see."""
    names = {s.shown: s.name for s in table.seats}
    return describe_position(table.rules, view, names, queries.acting_company(view))

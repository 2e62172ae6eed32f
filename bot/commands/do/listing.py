"""What `/do` lists while somebody types: what the words mean so far, and legal actions that hold them.

Enter takes the first entry, in Discord as in the sandbox. So where several actions fit, the first entry asks which of them is
meant, and plays none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table
from bot.commands.action_commands import action_classes
from bot.commands.completion import Choices
from bot.commands.do.answerers.picked_cards import list_picks
from bot.commands.do.seat_position import SeatPosition, find_position
from bot.commands.do.spoken_actions import fits_without_no, list_phrases, merging_words, spoken_line
from bot.commands.do.typed_line import WHICH_SIGN
from bot.core.discord_limits import OPTION_TEXT, OPTIONS, fit
from bot.model.action_form import action_digest, describe_kind
from bot.model.kinds import UndoKind
from bot.model.models import Seat
from bot.model.words.moves.following_moves import ends_all
from bot.model.words.moves.move_parts import split_moves
from bot.model.words.reading.loose_names import read_with_names
from bot.model.words.reading.picked_counts import expand_counts
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import side_words
from bot.model.words.vocabulary import LITTLE_WORDS, NUMBER_WORDS, Vocabulary
from bot.tables.service import Table
from bot.views.command_options import Verb, rank_matches, stamp, unstamp, verbs
from bot.views.formatting import View, action_words, full_name, question_words, typed_line
from bot.views.options.ending import END_TURN, ending_label
from bot.views.options.labels import action_label
from game.actions import Action, Bid, LayTile, Pass, RunTrains
from game.choices import Choice, Span
from game.notation import line
from game.rules import Rules

UNDO_LINES, REDO_LINES = ("undo", "take back", "takeback", "zurück"), ("redo",)
UNDOES_LAST = re.compile(
    rf"(?:(?:please|oops|ups|whoops|sorry|wait|no)\W+)*(?:(?:{'|'.join((*UNDO_LINES, 'revert'))})"
    r"(?: (?:it|that|this|(?:the )?last|(?:(?:my|the|one) )?(?:last )?(?:move|one|action|step)))?"
    r"|take (?:it|that|this) back|go back (?:a|one) (?:move|step))"
    r"(?: please)?[\s.!]*",
    re.IGNORECASE,
)
SHOW_ENTRY = "Show me"
QUOTE_SIGNS = ' \t“”„«»"'  # round a line that was copied
TAKEN_BACK = {UNDO_LINES: "Take back what was done last · undo", REDO_LINES: "Play again what was taken back · redo"}
MOST_LABELLED = 200  # actions whose buttons are looked at


async def suggest_actions(context: InteractionContext, current: str, game: str | None) -> Choices:
    """What the words mean so far, then legal actions that hold them; where nothing is typed and there are many, their kinds."""
    access = await find_table(context, game)
    if access.seat is None:
        return []
    position = await find_position(access.table, access.seat)
    earned = {a: ran.revenue for a, ran in (await access.table.play_runs(access.seat.name)).items()}
    typed = unstamp(current)[1]
    ending = await _list_ending(access.table, access.seat, typed)
    if ending and ending[0].name == END_TURN:  # as `/do end` does it
        return ending
    listed = list_matching_actions(position, typed, verbs(action_classes(context.services)), earned)
    return [*listed[: OPTIONS - len(ending)], *ending]  # Enter plays the single action, `Pay out`, not the rest with it


async def _list_ending(table: Table, seat: Seat, typed: str) -> Choices:
    """The button that passes several steps at once, such as `End the turn`, for who types its beginning; else nothing."""
    plan = await table.plan_ending(seat) if typed.strip() else None
    label = ending_label(plan) if plan is not None else ""
    said = len(typed.strip()) > 1 and label.casefold().startswith(typed.strip().casefold())
    said = said or (label == END_TURN and ends_all(typed))
    return [app_commands.Choice(name=label, value=stamp(table.action_version(seat.name), label))] if said else []


def list_matching_actions(
    position: SeatPosition,
    typed: str,
    all_verbs: Sequence[Verb],
    earned: Mapping[Action, int] | None = None,
) -> Choices:
    """The legal actions of a seat that agree with what is typed so far, as a list of choices; kinds where they are too many.

    `earned`: what each run brings, by which it is found too.
    """
    action_version = position.table.action_version(position.by)
    vocabulary = position.vocabulary
    if picks := list_picks(expand_counts(typed, position.choices), position.choices, vocabulary):
        return [app_commands.Choice(name=fit(t, OPTION_TEXT), value=stamp(action_version, v)) for t, v in picks.items()]
    phrases = list_phrases(position)
    shown_on_buttons = _list_button_words(phrases, position.view, vocabulary, earned or {})
    searched = [
        (f"{text} {_full_names(a, position.rules)} {shown_on_buttons.get(a, '')}{merging_words(text)}", (text, a))
        for text, a in phrases
        if fits_without_no(typed, text, a)
    ]
    hits = rank_matches(typed, searched)
    if not hits:  # a little word, such as `of`, hides nothing either
        telling = " ".join(w for w in typed.split() if w.casefold() not in LITTLE_WORDS)
        hits = rank_matches(telling, searched) if telling else []
    reading = read_with_names(typed, position.by, position.choices, vocabulary, position.kinds)
    said = reading.hits
    if not hits and {*said} <= {
        a for _, a in phrases
    }:  # a number that may be chosen hides nothing; what has another one is not what was typed
        lots = {a.item for _, a in phrases if isinstance(a, Bid)}
        named = " ".join(w for w in typed.split() if w in lots or (not w.strip("@$£₹").isdecimal() and w != "@"))
        found = rank_matches(named, searched) if named else []
        hits = [(text, a) for text, a in found if _has_open_number(a, position.choices)]
    if not typed and len(hits) > OPTIONS:
        every = dict.fromkeys(v.name for _, a in hits for v in all_verbs if isinstance(a, v.kinds))
        if len(every) == 1:
            asked = question_words(position.choices, position.view, position.rules)
            name = f"{asked.rstrip('.')} ({len(hits)} ways)"
            return [app_commands.Choice(name=fit(name, OPTION_TEXT), value=next(iter(every)))]
        return [app_commands.Choice(name=_name_verb(hits, all_verbs, v), value=v) for v in every][:OPTIONS]
    meant = _phrases_meant(position, reading, phrases)
    if reading.action is not None and _has_open_number(reading.action, position.choices):
        hits = []  # the number is said
    shown = {text: _show_phrase(text, a, position.view) for text, a in phrases}
    alike = {s for s, count in Counter(shown.values()).items() if count > 1}
    shown = {text: text if s in alike else s for text, s in shown.items()}
    meant = {shown.get(text, text): value for text, value in meant.items()}
    asking = stamp(action_version, f"{WHICH_SIGN}{typed.strip()}")
    values = {shown[text]: _stamp_action(action_version, a) for text, a in hits}
    values = {text: stamp(action_version, value) for text, value in meant.items()} | values
    values |= {told: way[0] for way, told in TAKEN_BACK.items() if _begins_one(typed, way)}
    if len(values) > 1 and len(meant) != 1:
        show = " · ".join(filter(None, [f"{SHOW_ENTRY} ({len(values)} ways)", typed.strip()]))
        values = {show: asking[:OPTION_TEXT], **values}
    elif not values and len(parts := split_moves(typed)) > 1:
        values = {f"One after the other: {'; '.join(parts)}": typed.strip()}
    return [app_commands.Choice(name=fit(t, OPTION_TEXT), value=v) for t, v in values.items() if len(v) <= OPTION_TEXT][
        :OPTIONS
    ]


def find_way_of_record(typed: str) -> UndoKind | None:
    """Which way a line goes in the record of moves, where it says that and no more: `undo my last move please`, `Redo!`."""
    said = " ".join(unstamp(typed)[1].strip(QUOTE_SIGNS).split())
    if UNDOES_LAST.fullmatch(said):
        return UndoKind.UNDO
    return UndoKind.REDO if said.casefold().strip(" .!") in (*REDO_LINES, "redo it", "redo that") else None


def _stamp_action(action_version: int, action: Action) -> str:
    """A listed action as the list sends it back."""
    return stamp(action_version, f"#{action_digest(action)}")


def _show_phrase(text: str, action: Action, view: View) -> str:
    """A phrase of the list, with what one types behind it where its words do not say all of it; of a lay they do."""
    told, _, typed = text.rpartition(" · ")
    if isinstance(action, Pass):
        return told.partition(" · ")[0]
    if isinstance(action, LayTile):
        return told
    words = spoken_line(action, view, priced=str(getattr(action, "price", "")) in typed.split())
    return " · ".join(filter(None, [told, words]))


def _begins_one(typed: str, words: Sequence[str]) -> bool:
    """Whether what is typed so far, two letters at least, begins one of these words."""
    return len(typed.strip()) > 1 and any(w.startswith(typed.casefold().strip()) for w in words)


def _phrases_meant(position: SeatPosition, reading: Reading, phrases: Sequence[tuple[str, Action]]) -> dict[str, str]:
    """What a reading offers, by its phrase: a listed action by its digest, one with a number of its own by its line."""
    by_action = {a: text for text, a in phrases}
    choices = position.choices
    values: dict[str, str] = {}
    for action in reading.hits:
        exact = action == reading.action and _has_open_number(action, choices)
        if action in by_action and not exact:
            values[by_action[action]] = f"#{action_digest(action)}"
        else:
            told = action_words(action, position.view, position.rules)
            plain = " · ".join(filter(None, [told, spoken_line(action, position.view)]))
            values[f"{told} · {typed_line(action, position.rules)}" if plain in values else plain] = line(action)
    return values


def _list_button_words(
    phrases: Sequence[tuple[str, Action]], view: View, vocabulary: Vocabulary, earned: Mapping[Action, int]
) -> dict[Action, str]:
    """What the buttons of actions say, for who types that: prices, sides of a train, what a run earns."""
    labels = {
        a: _write_out(action_label(a, {}, view, vocabulary.rules), a, vocabulary)
        for _, a in phrases[:MOST_LABELLED]
        if not isinstance(a, (LayTile, RunTrains))
    }
    return labels | {a: f"for {vocabulary.rules.data.money(revenue)}" for a, revenue in earned.items()}


def _write_out(label: str, action: Action, vocabulary: Vocabulary) -> str:
    """A label with its numbers as figures too, and with what people call the side of a train's card."""
    figures = [NUMBER_WORDS[w] for w in label.casefold().split() if w in NUMBER_WORDS]
    card = str(getattr(action, "train", ""))
    side = str(getattr(action, "side", "")) or vocabulary.faces.get(card, "")
    return " ".join([label, *figures, *(side_words(side, action, vocabulary) if side else ())])


def _has_open_number(action: Action, choices: Sequence[Choice]) -> bool:
    """Whether an action has a number that could be another."""
    holding = next((c for c in choices if action in c), None)
    return holding is not None and any(isinstance(r, Span) and r.low < r.high for r in holding.ranges.values())


def _name_verb(hits: Sequence[tuple[str, Action]], all_verbs: Sequence[Verb], name: str) -> str:
    """What can be done with a verb, and in how many ways: `Start a company at a par price … (24 ways)`."""
    kinds = next(v.kinds for v in all_verbs if v.name == name)
    own = [(text, a) for text, a in hits if isinstance(a, kinds)]
    if len(own) == 1:
        return own[0][0].partition(" · ")[0]
    return f"{describe_kind(type(own[0][1]))} … ({len(own)} ways)"


def _full_names(action: Action, rules: Rules) -> str:
    """What companies and privates of an action are called in full, for who types a name: `Lexington Terminal RR`."""
    values = [str(getattr(action, f)) for f in action.__struct_fields__ if f != "by"]
    return " ".join(full_name(rules, v) for v in values if v in rules.data.companies or v in rules.data.privates)

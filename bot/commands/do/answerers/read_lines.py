"""Lines whose words mean legal actions: the one that is meant is played or shown, and what they leave open is asked."""

from __future__ import annotations

from msgspec import structs

from bot.commands.do.asking import (
    MOST_NAMED,
    ask_beside,
    ask_meaning,
    ask_which,
    clear_ranges,
    closing_note,
    refuse,
    show_draft,
    show_reading,
)
from bot.commands.do.console_labels.button_words import find_labelled_state
from bot.commands.do.console_labels.number_doubts import explain_number, explain_price
from bot.commands.do.reasons.share_reasons import explain_no_sale
from bot.commands.do.refusals import misfit_words, name_numbers, outside_words, refusal_words
from bot.commands.do.reply import Play, Refuse, Reply, Show
from bot.commands.do.spoken_actions import is_listed, list_phrases
from bot.commands.do.typed_line import TypedLine
from bot.core.text import bare_words
from bot.model.action_form import DEALS, Draft, ask_next, find_by_digest
from bot.model.words.agreement import is_consent
from bot.model.words.doubts.counts import find_one_at_a_time, write_sum
from bot.model.words.doubts.negations import refuses_step
from bot.model.words.misfits.intended_actions import find_misfit_cards, find_outside_range
from bot.model.words.misfits.unfit_trains import name_missing_own_train
from bot.model.words.reading.loose_names import cut_colours, name_colour
from bot.model.words.reading.option_numbers import read_option_number
from bot.model.words.reading.partial_readings import read_part
from bot.model.words.reading.plain_lines import is_plain
from bot.model.words.reading.questions import asks
from bot.model.words.reading.typed_words import find_named_verbs
from bot.model.words.vocabulary import FIELDS_OF_MONEY
from bot.views.command_options import rank_matches
from bot.views.console.state import ConsoleState
from bot.views.guide.next_steps import things_to_do
from bot.views.ways import IN_CHAT, ways
from game.actions import Action, Answer, LayTile, PayDividend, RunTrains, SellPrivate, Use
from game.choices import Span

HELP_WORDS, HOW_OPENINGS = frozenset({"help", "help me", "hilfe"}), ("how ", "wie ")
WORDS_ROUND_DEED = frozenset({"actually", "instead", "just", "rather", "then"})  # words round what is done


async def play_entry(line: TypedLine) -> Reply | None:
    """Answers an entry of the list. Where it leaves a number or cards open these are asked, unless the number is given too."""
    action = find_by_digest(line.choices, line.typed[1:]) if line.typed.startswith("#") else None
    if action is None:
        return None
    holding = next(c for c in line.choices if action in c)
    wide = [n for n, r in holding.ranges.items() if not isinstance(r, Span) or r.low != r.high]
    if len(wide) == 1 and isinstance(holding.ranges[wide[0]], Span) and line.number is not None:
        action, wide = structs.replace(action, **{wide[0]: line.number}), []
    return show_draft(line, clear_ranges(action, holding)) if wide else Play(action, line.fresh.action_version)


async def refuse_several(line: TypedLine) -> Reply | None:
    """Answers two rows, a card behind the first of a row, or two trains: one is bought at a time."""
    single = find_one_at_a_time(line.wanted, line.choices, line.vocabulary)
    if single is None:
        return None
    return ask_beside(line, Draft(single[0].__name__), refusal_words(line.wanted, single[1]))


async def refuse_unclear(line: TypedLine) -> Reply | None:
    """Answers a part of a name that may be several, and what is called by its colour: the rest of the line is asked."""
    deeds = find_named_verbs(line.words, line.kinds)
    now = not deeds or not deeds.isdisjoint(c.kind.verb for c in line.choices)  # else a tile is yellow, and no company
    unclear = line.spelled.unclear or (now and name_colour(line.words, line.vocabulary, line.choices))
    if not unclear:
        return None
    rest = read_part(cut_colours(line.words), line.by, line.choices, line.vocabulary, every_word=True)
    if line.spelled.unclear or rest is None or ask_next(line.choices, rest.draft).action is not None:
        return Refuse(refusal_words(line.wanted, unclear), then=False)
    return ask_beside(line, rest.draft, refusal_words(line.wanted, unclear))


async def refuse_place(line: TypedLine) -> Reply | None:
    """Answers a number, or a minor, that no place for a station has: what can be named instead."""
    if line.reading.several:
        return None
    reason = await explain_number(line.position, line.stands, line.words)
    return Show(line.stands, refusal_words(line.wanted, reason)) if reason else None


async def ask_about(line: TypedLine) -> Reply | None:
    """Answers a line that asks which action it means: the one, or which of those that hold its words; without any word the
    console.
    """
    if not line.only_asks or line.reading.draft is not None:
        return None
    if line.reading.action is not None:
        return show_reading(line, line.reading.action)
    hits = line.reading.several or rank_matches(line.words, list_phrases(line.position))
    if line.words and not hits and not line.wants_list:  # `no, 20` to an offer
        return None
    return ask_which(line, hits) if line.words and hits else Show(line.fresh, await _tell_more(line))


async def _tell_more(line: TypedLine) -> str:
    """What is said above the console that answers a question: to `help` what one can do now, to `how` where it is told."""
    asked = line.question_typed.strip(" ?.!").casefold()
    if asked in HELP_WORDS and ways() == IN_CHAT:
        return "\n".join(f"{n}. {thing}" for n, thing in enumerate(await things_to_do(line.table, line.by), 1))
    return ways().rules if asked.startswith(HOW_OPENINGS) else ""


async def play_reading(line: TypedLine) -> Reply | None:
    """Answers words that mean one action: it is played where they say that plainly, else shown, or asked about."""
    action, words = line.reading.action, line.words
    if action is None:
        return None
    begun = [k.verb for k in line.rules.dividends.kinds if k.verb.startswith(f"{bare_words(words)} ")]
    if isinstance(action, PayDividend) and len(begun) > 1:  # `pay` where half can be paid
        return ask_meaning(line, action)
    listed = not line.rest and is_listed(line.position, line.wanted, action)
    plain = listed or line.plain
    if plain and not line.spelled.parts and not refuses_step(line.wanted, action):
        return Play(action, line.fresh.action_version if line.listed else None)
    told = " ".join(w for w in write_sum(words, action).split() if w.casefold().strip(",.") not in WORDS_ROUND_DEED)
    if plain or asks(words) or is_plain(action, told, line.choices, line.vocabulary):
        return show_reading(line, action)
    return ask_meaning(line, action)


async def ask_number(line: TypedLine) -> Reply | None:
    """Answers a number of which nothing is bought or sold: what the numbers can be."""
    number, draft = read_option_number(line.words, line.choices, line.vocabulary), line.reading.draft
    offers = {c.kind for c in line.choices} == {Answer}  # an offer, whatever the number
    if number is None or offers or (draft is not None and draft.kind not in {k.__name__ for k in DEALS}):
        return None
    position, stands = line.position, line.stands
    if (shown := await find_labelled_state(position, stands, line.words, partly=True)) is not None:
        return Show(shown)
    outside = find_outside_range(line.words, line.by, line.vocabulary, line.choices)
    reason = outside_words(line.rules, outside.field, outside.span) if outside is not None else ""
    reason = reason or name_numbers(line.rules, line.choices) or "nothing here has that number"
    return Show(stands, await explain_price(position, stands, number) or refusal_words(line.wanted, reason))


async def refuse_sale(line: TypedLine) -> Reply | None:
    """Answers the sale of a share, where only privates can be sold."""
    draft = line.reading.draft
    if draft is None or draft.kind != SellPrivate.__name__:
        return None
    unsold = await explain_no_sale(line.position, line.words)
    return refuse(line, unsold) if unsold else None


async def ask_rest(line: TypedLine) -> Reply | None:
    """Answers words that leave something open: that is asked, or which of the few actions is meant that they speak of."""
    reading, draft = line.reading, line.reading.draft
    if draft is not None and (is_consent(line.words) or {c.kind for c in line.choices} == {Answer}):
        return None  # no field is a yes by itself
    if draft is None:
        used = {a.private for a in reading.several if isinstance(a, Use)}
        if len(used) == 1 and len(reading.several) > MOST_NAMED:
            return ask_beside(line, Draft(Use.__name__, {"private": used.pop()}), "")
        return ask_which(line, reading.several) if reading.several else None
    asked = [c for c in line.choices if c.kind.__name__ == draft.kind]
    if (misfit := find_misfit_cards(line.words, line.vocabulary, asked)) is not None:
        return ask_beside(line, draft, refusal_words(line.wanted, misfit_words(misfit)))
    things = [v for name, v in draft.given.items() if v and name not in FIELDS_OF_MONEY]
    if not things and 1 < len(reading.several) < min(sum(len(c.actions) for c in asked), MOST_NAMED + 1):
        return ask_which(line, reading.several, draft if any(draft.given.values()) else None)
    if _says_more(line):
        return ask_which(line, reading.several, draft)
    state = ConsoleState(draft, 0, line.fresh.action_version, said=(line.words,))
    lacking = name_missing_own_train(line.words, line.vocabulary) if draft.kind == RunTrains.__name__ else ""
    only: set[type[Action]] = {type(a) for a in reading.several}
    return Show(state, f"{lacking}." if lacking else closing_note(only.pop(), line.words) if len(only) == 1 else "")


def _says_more(line: TypedLine) -> bool:
    """Whether words about a lay say more than its hex and tile, such as where the track leads: few of those ways are meant."""
    several, given = line.reading.several, line.reading.draft.given if line.reading.draft is not None else {}
    every = [a for c in line.choices if c.kind is LayTile for a in c.matching(given)]
    lays = all(isinstance(a, LayTile) for a in several)
    return lays and "hex" in given and 1 < len(several) < min(len(every), MOST_NAMED + 1)

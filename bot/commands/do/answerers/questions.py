"""Lines that ask what something is, whose it is, or why: they are answered, and never read as something to do."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from bot.commands.do.answerers.presses import ALL_WORDS
from bot.commands.do.console_labels.button_words import plain_label
from bot.commands.do.console_labels.panel_buttons import press_panel
from bot.commands.do.judgement import WHY_QUESTION, judge_line
from bot.commands.do.other_commands import name_command
from bot.commands.do.reply import Do, Refuse, Reply
from bot.commands.do.typed_line import TypedLine
from bot.core.errors import NotPossible
from bot.model.words.vocabulary import MOST_TYPED, split_words
from bot.views.guide.title_guide import explain_term
from bot.views.inspection import look_at
from bot.views.messages import Private
from bot.views.pages.more_page import MORE, add_way_to_turn
from bot.views.press_verbs import ViewVerb
from bot.views.ways import ways

ASKING_WORDS = re.compile(
    r"^\W*(?:(?:so|and|ok|okay|hey|but|well|please|sorry)\W+)*"
    r"(?:what|who|whose|whom|which|when|where|why|how|explain|define|was|wer|wem|wessen|welche[nrs]?|wann|wo|warum|wieso)"
    r"(?:['’](?:s|re|d))?(?!\S)\s*",
    re.IGNORECASE,
)
# something to do, or a bare consent
SUGGESTING = re.compile(r"^\W*(?:(?:how about|what about|what if)\b|why not\W*$)", re.IGNORECASE)
BEFORE_THING = re.compile(
    r"^(?:(?:is|are|was|does|do|did|own|owns|has|have|holds|the|a|an|of|about|much|ist|sind|ein|eine|der|die|das|macht|hat|tut"
    r"|bedeutet|gehört|meant by|kind of)\s+)+",
    re.IGNORECASE,
)
BEHIND_THING = re.compile(
    r"(?:\s+(?:do|does|mean|means|cost|costs|worth|good|for|exactly|again|about|here|owned|by|work|works|called|bring|brings|it))+$",
    re.IGNORECASE,
)
HAPPENED = re.compile(r"^\W*(?:so )?what (?:has |have |just )*(?:happened|did (?:\w+ ){1,3}do)\W*$", re.IGNORECASE)
MOVES_ONLY = "I do what you type here."


async def answer_asked(line: TypedLine) -> Reply | None:
    """Answers a line that asks for something: what it means, or why it cannot be done; where only another command can tell, which
    that is. Silent at entries of the list, and at what the console answers.
    """
    typed, table = line.typed, line.table
    if (
        line.listed
        or line.wants_list
        or not ASKING_WORDS.match(typed)
        or SUGGESTING.match(typed)
        or len(typed) > MOST_TYPED
    ):
        return None
    if plain_label(typed) in ALL_WORDS:
        return None
    told = replace(line, typed=MORE[ViewVerb.CHANGES]) if HAPPENED.match(typed) else line
    if (pressed := await press_panel(told, sure=False)) is not None:  # *What changed*
        return pressed
    if line.choices and WHY_QUESTION.match(typed):
        return Do(partial(judge_line, line.context, table, line.seat, typed))
    if (command := name_command(typed, line.vocabulary)) and line.choices:
        return Refuse(command)
    if (explained := _explain_thing(line)) is not None:
        return Do(partial(line.context.reply, add_way_to_turn(await look_at(table, line.seat), explained)))
    return Refuse(f"{MOVES_ONLY} {ways().words}") if line.choices else None


def _explain_thing(line: TypedLine) -> Private | None:
    """What the thing is or does that a line asks about: a word of the rules, a card, a place; None where it names none, or
    several.
    """
    vocabulary = line.vocabulary
    asked = " ".join(ASKING_WORDS.sub("", line.typed).strip(" ?.!").split())
    asked = BEHIND_THING.sub("", BEFORE_THING.sub("", asked))
    if not asked:
        return None
    data, said = vocabulary.rules.data, split_words(asked, vocabulary)
    named = [t for t in (*data.companies, *data.privates) if t.casefold() in said and not t.isdecimal()]
    for term in (asked, *(named if len(named) == 1 else ())):
        try:
            return explain_term(line.rules, line.view, term)
        except NotPossible:
            continue
    return None

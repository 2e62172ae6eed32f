"""Lines that ask what something is, whose it is, or why: they are answered, and never read as something to do."""

from __future__ import annotations

import re

from bot.client.interaction import InteractionContext
from bot.commands.do.buttons.panel_buttons import answer_panel_button
from bot.commands.do.doubts import asks_for_help
from bot.commands.do.judgement import WHY, judge_line
from bot.commands.do.listing import collect_vocabulary
from bot.commands.do.other_commands import name_command
from bot.core.errors import NotPossible
from bot.model.models import Seat
from bot.model.words.typed_words import MOST_TYPED
from bot.model.words.vocabulary import Vocabulary, split_words
from bot.tables.service import Table
from bot.views.formatting import View, question_sentence
from bot.views.guide.title_guide import explain_term
from bot.views.inspection import look_at
from bot.views.messages import Private
from bot.views.pages.more_page import add_way_to_turn
from bot.views.ways import ways

ASKING = re.compile(
    r"^\W*(?:(?:so|and|ok|okay|hey|but|well|please|sorry)\W+)*"
    r"(?:what|who|whose|whom|which|when|where|why|how|explain|define|was|wer|wem|wessen|welche[nrs]?|wann|wo|warum|wieso)"
    r"(?:['’](?:s|re|d))?(?!\S)\s*",
    re.IGNORECASE,
)
SUGGESTING = re.compile(r"^\W*(?:how about|what about|what if|why not)\b", re.IGNORECASE)  # something to do
BEFORE_THING = re.compile(
    r"^(?:(?:is|are|was|does|do|did|own|owns|has|have|holds|the|a|an|of|about|much|ist|sind|ein|eine|der|die|das|macht|hat|tut"
    r"|bedeutet|gehört|meant by|kind of)\s+)+",
    re.IGNORECASE,
)
BEHIND_THING = re.compile(
    r"(?:\s+(?:do|does|mean|means|cost|costs|worth|good|for|exactly|again|about|here|owned|by|work|works|called|bring|brings|it))+$",
    re.IGNORECASE,
)
MOVES_ONLY = "I do what you type here."


async def answer_asked(context: InteractionContext, table: Table, seat: Seat, typed: str) -> bool:
    """Answer a line that asks for something: what it means, or why it cannot be done. False, and no answer, of other lines, and
    of what the console answers. Raises NotPossible where only another command can tell.
    """
    if not ASKING.match(typed) or SUGGESTING.match(typed) or asks_for_help(typed) or len(typed) > MOST_TYPED:
        return False
    if await answer_panel_button(context, table, seat, typed, sure=False):  # *What changed*
        return True
    choices, view = table.choices(seat.name), await table.view(seat.name)
    known = collect_vocabulary(table, view)
    if choices and WHY.match(typed):
        await judge_line(context, table, seat, typed)
        return True
    if (command := name_command(typed, known)) and choices:
        raise NotPossible(f"{command} Now: {question_sentence(choices, view, table.rules)}")
    if (explained := _explain_thing(table, typed, known, view)) is not None:
        await context.reply(add_way_to_turn(await look_at(table, seat), explained))
        return True
    if not choices:
        return False
    raise NotPossible(f"{MOVES_ONLY} {ways().words} Now: {question_sentence(choices, view, table.rules)}")


def _explain_thing(table: Table, typed: str, known: Vocabulary, view: View) -> Private | None:
    """What the thing is or does that a line asks about: a word of the rules, a card, a place; None where it names none, or
    several.
    """
    asked = " ".join(ASKING.sub("", typed).strip(" ?.!").split())
    asked = BEHIND_THING.sub("", BEFORE_THING.sub("", asked))
    if not asked:
        return None
    data, said = known.rules.data, split_words(asked, known)
    named = [t for t in (*data.companies, *data.privates) if t.casefold() in said and not t.isdecimal()]
    for term in (asked, *(named if len(named) == 1 else ())):
        try:
            return explain_term(table.rules, view, term)
        except NotPossible:
            continue
    return None

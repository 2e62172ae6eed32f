"""`done` passes a step, or asks whether more is meant; `end` and `end turn` pass what is left of a turn, as the button does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import structs

from bot.commands.action_commands import is_asked_about
from bot.commands.console_answers import pass_all
from bot.commands.do.answerers.confirming import commit, find_shown_action
from bot.commands.do.asking import ask_kinds, ask_meaning, show_reading
from bot.commands.do.refusals import not_laid
from bot.commands.do.reply import Do, Play, Refuse, Reply, Show
from bot.commands.do.typed_line import TypedLine
from bot.core.text import quote_typed
from bot.model.action_form import pass_action
from bot.model.kinds import Via
from bot.model.words.agreement import is_refusal
from bot.model.words.moves.following_moves import ends_all
from bot.model.words.reading.readings import Reading
from bot.views.options.ending import ending_label, pass_label
from bot.views.timing_words import untimely_words
from bot.views.ways import ways
from game.actions import Bid, BuyShare, BuyTrain, LayTile, Pass, PlaceToken
from game.choices import Choice

NOTHING_LINES = ("do nothing", "nothing to do", "skip it", "skip this")  # of what stands there, where something does
DONE_LINES = (
    *NOTHING_LINES,
    *("done", "fertig", "i am done", "i'm done", "finish", "all done", "we're done", "we are done"),
    *("that's all", "thats all", "that's it", "thats it", "i'm out", "im out", "i am out", "nothing else"),
)
PASSING_LINES = ("pass", "i pass", "skip")
WITHOUT_LINES = ("go on without", "go on without it", "without", "without it")  # to a tile, or a pass, that is shown
TOLD_UNLAID = "(not laid)"  # among the lines that led to a shown tile: a pass was answered that it is not laid yet
LEAVING_LINES = (  # an auction
    *("out", "fold", "i fold", "quit", "i quit", "leave", "i leave", "let it go"),
    *("too expensive", "too much", "too rich", "too rich for me"),
)
GOING_ON = ("next", "stay", "continue", "go on", "move on", "carry on")  # to more, or to what comes next
END_LINES = ("end", "end it", "end this")  # the turn, where it can end with that
DONE_BUILDING = ("done building", "done with building", "finish building", "i am done building", "i'm done building")
DONE_BUYING = tuple(words.replace("building", "buying") for words in DONE_BUILDING)


async def end_part(line: TypedLine) -> Reply | None:
    """Answers what ends a step or a turn as a whole: that, or all that is left of building or of the turn, is passed. What is
    lost is asked first, and so is a tile that is shown.
    """
    choices, said = line.choices, _bare(line.typed)
    shown = find_shown_action(choices, line.state)
    told = isinstance(shown, LayTile) and TOLD_UNLAID in line.state.said
    unlaid = shown if isinstance(shown, LayTile) and not told else None
    ending, without = pass_action(choices), isinstance(shown, LayTile | Pass) and said in WITHOUT_LINES
    passes = said in PASSING_LINES or (line.says_plainly and isinstance(line.reading.action, Pass))
    passes = passes and not is_refusal(said)  # a bare no may also mean that the pass is not wanted
    if ending is not None and (without or (told and passes)):  # asked already
        return commit(line, ending)
    if not _ends_part(said, choices) and not (unlaid and said in PASSING_LINES):
        return None
    if ending is None:
        return Refuse("You cannot end your turn yet.")
    if said in NOTHING_LINES and line.is_begun:
        return ask_meaning(line, ending)
    if unlaid:  # the next such line goes on without it
        label = pass_label(ending, choices, line.view, line.rules)
        note = f"{not_laid(unlaid, line.rules)}: `ok` lays it, `{label}` or the same again goes on without."
        return Show(structs.replace(line.state, said=(*line.state.said, TOLD_UNLAID)), note, asks_anew=True)
    if shown is not None and not isinstance(shown, Pass | LayTile) and said in (*DONE_LINES, *END_LINES):
        note = f"{quote_typed(line.typed, 60)} can mean two things: `ok` does this, `pass` goes on without."
        return Show(line.state, note, asks_anew=True)
    if await is_asked_about(line.table, line.seat, ending):
        return commit(line, ending) if told else Play(ending)
    plan = await line.table.plan_ending(line.seat)
    if plan is not None and not plan.ends_turn and said in (*DONE_LINES, *END_LINES):
        own = pass_label(ending, choices, line.view, line.rules)
        note = f"{quote_typed(line.typed, 60)} can mean *{own}* or *{ending_label(plan)}*: {ways().press} one."
        return Show(line.fresh, note)
    if plan is None and said.endswith(("rest", "everything")):  # of more than one pass does
        return show_reading(line, ending)
    ends_turn = plan is None or plan.ends_turn
    if (
        said in (*DONE_LINES, *DONE_BUYING)
        or (plan is None and said in END_LINES)
        or (said in DONE_BUILDING and ends_turn)
    ):
        return Play(ending)
    return Do(partial(pass_all, line.context, line.table, line.seat, Via.COMMAND, None))


async def ask_to_pass(line: TypedLine) -> Reply | None:
    """Answers what may be a pass: who leaves an auction sees it before it is done, who goes on is asked. Silent at what means
    something else here.
    """
    choices, said = line.choices, _bare(line.typed)
    leaves = said in LEAVING_LINES and any(c.kind is Bid for c in choices)
    if not leaves and (said not in GOING_ON or line.reading != Reading()):
        return None
    ending = pass_action(choices)
    if ending is None:
        return Refuse(untimely_words(frozenset({Pass.verb}), choices, line.view, line.rules), then=False)
    if leaves:
        return show_reading(line, ending)
    if said == "stay" and any(c.kind is Bid and c.ranges for c in choices):
        return ask_kinds(line, [Bid], "")
    label = pass_label(ending, choices, line.view, line.rules)
    note = f"{quote_typed(line.typed, 60)} can mean *{label}*, or that you do something first: {ways().press} what you mean."
    return Show(line.fresh.ask_again(), note)


def _ends_part(said: str, choices: Sequence[Choice]) -> bool:
    """Whether words end a step or a turn as a whole, of what may be done now: who buys is not done building."""
    kinds = {c.kind for c in choices}
    about = DONE_BUILDING if kinds & {LayTile, PlaceToken} else DONE_BUYING if kinds & {BuyShare, BuyTrain} else ()
    return bool(choices) and (said in (*DONE_LINES, *END_LINES, *about) or ends_all(said))


def _bare(typed: str) -> str:
    """A line as it is compared: in small letters, with single spaces and straight quotes, without a stop."""
    return " ".join(typed.split()).casefold().replace("’", "'").rstrip(".!")

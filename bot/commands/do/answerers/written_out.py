"""Lines that refuse one of two answers, that are an entry of the list, or that name a run by what it leaves out."""

from __future__ import annotations

from bot.commands.do.console_labels.button_words import find_other_button
from bot.commands.do.console_labels.runs_without import find_run_without
from bot.commands.do.refusals import refusal_words
from bot.commands.do.reply import Play, Reply, Show
from bot.commands.do.spoken_actions import find_listed
from bot.commands.do.typed_line import TypedLine
from bot.model.words.agreement import cut_refusal


async def choose_other(line: TypedLine) -> Reply | None:
    """Answers the refusal of one of two answers to a question of the title: the other one is shown."""
    if line.only_asks:
        return None
    other = await find_other_button(line.position, cut_refusal(line.wanted))
    return Show(other) if other is not None else None


async def play_written(line: TypedLine) -> Reply | None:
    """Answers the words of one action in the list, where a press would do it at once."""
    if line.only_asks or line.says_plainly or not line.says_all:
        return None
    listed = find_listed(line.position, line.wanted)
    return Play(listed) if listed is not None else None


async def run_without(line: TypedLine) -> Reply | None:
    """Answers `run without Lebanon`: the best run that leaves that out is shown, or why there is none."""
    if line.only_asks:
        return None
    without = await find_run_without(line.position, line.wanted)
    if without is None:
        return None
    return Show(line.stands, refusal_words(line.wanted, without)) if isinstance(without, str) else Show(without)

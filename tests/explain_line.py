"""How the bot reads a typed line: `python -m tests.explain_line 18GA-bank 62 "buy mrc" ["a second line" ...]`.

At that position of a golden game, as whoever must act first: the words that are read, which answerer has spoken, what it has said
as a value, and what Discord shows. A line that plays an action is played; the next one stands behind it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from bot.commands.do import carry_out
from bot.commands.do.answerers import explanations
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.reply import Answerer, Reply
from bot.commands.do.typed_line import TypedLine
from tests.support.discord_world import said
from tests.support.typed_lines import typing_at


async def explain_lines(name: str, number: int, lines: Sequence[str]) -> AsyncIterator[str]:
    """What is printed of each line."""
    spoken = list[str]()

    async def note_reply(line: TypedLine, answerers: tuple[Answerer, ...]) -> Reply | None:
        """The reply of the first who has one, with his name noted."""
        for answerer in answerers:
            if (reply := await answerer(line)) is not None:
                who = answerer.__name__
                if answerer is explanations.explain_line:
                    who += f" · {await _name_explainer(line)}"
                spoken.append(f"  read as   {line.words}\n  answered  {who}\n  reply     {reply}")
                return reply
        return None

    with TemporaryDirectory() as folder, patch.object(carry_out, "find_reply", note_reply):
        async with typing_at(Path(folder), name, number) as typist:
            for line in lines:
                spoken.clear()
                shown = said(await typist.type_line(line))
                yield "\n".join([line, *spoken, "  shown     " + shown.replace("\n", "\n            ")])


async def _name_explainer(line: TypedLine) -> str:
    """Which of those explains a line that means nothing legal."""
    subject = Subject(line)
    for answerer in explanations.ANSWERERS:
        if await answerer(subject) is not None:
            return answerer.__name__
    return ""


async def _print_lines(name: str, number: int, lines: Sequence[str]) -> None:
    async for text in explain_lines(name, number, lines):
        sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    asyncio.run(_print_lines(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))

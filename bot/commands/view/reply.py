"""A view that is answered in words first where its pictures take long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from bot.client.interaction import InteractionContext
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.views.formatting import safe_lines
from bot.views.inspection import SeenTable
from bot.views.messages import Private
from bot.views.pages.more_page import add_way_to_turn
from bot.views.pictures.drawing import PICTURE_WORDS

WORDS_AFTER = 0.25  # seconds after which a view is shown in words; its pictures follow
FOLLOWS = "-# The picture is being drawn and follows right here."


async def reply_soon(context: InteractionContext, look: SeenTable, drawing: Awaitable[Private]) -> None:
    """Answer with what is drawn: where that takes long in words first, and with pictures by an edit.

    Errors of `drawing` are passed on.
    """
    words = list[str]()
    before = PICTURE_WORDS.set(words)
    drawn = asyncio.ensure_future(drawing)
    PICTURE_WORDS.reset(before)
    try:
        done, _ = await asyncio.wait({drawn}, timeout=WORDS_AFTER)
        if not done:
            text = fit(safe_lines("\n".join(words)), EMBED_TEXT - len(FOLLOWS) - 1)
            await context.reply(Private(title=look.title, body="\n".join(filter(None, [text, FOLLOWS]))))
        await context.reply(add_way_to_turn(look, await drawn))
    finally:
        drawn.cancel()

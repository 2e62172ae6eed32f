"""What players say about a game that is over, once each: it stands in the post of the result."""

from __future__ import annotations

from sqlalchemy import insert, select

from bot.core.errors import NotPossible
from bot.core.text import escape_markup
from bot.model.kinds import PostKind
from bot.model.models import NewPost
from bot.model.player_names import visible_text
from bot.model.post_contents import FinalContent
from bot.storage import row_mapping
from bot.storage.schema import remarks
from bot.storage.store import Store

MAX_REMARK = 260  # characters as they are shown: six players' remarks, with their names, have room in one post
BLANKS = "\u034f\u115f\u1160\u2800\u3164\ufe0f\uffa0"  # signs that nobody sees, though they are none of control


async def load_remarks(store: Store, game: int) -> dict[str, str]:
    """The words of each seat that has said something."""
    async with store.reading() as conn:
        query = select(remarks.c.seat, remarks.c.words).where(remarks.c.game == game)
        return {row.seat: row.words for row in await conn.execute(query)}


async def add_remark(store: Store, game: int, seat: str, words: str) -> None:
    """Keep a seat's words, and have the post of the result edited. Raises NotPossible where it has said
    something already, and for words that nobody would see or that would not stand there in full.
    """
    words = " ".join(words.split())
    if not visible_text(words).strip(f"{BLANKS} "):
        raise NotPossible("Write something first that others can see")
    over = len(escape_markup(words)) - MAX_REMARK
    if over > 0:
        raise NotPossible(
            f"Your words are {over} character{'s' * (over != 1)} too long to be shown in full; signs such as * or ( count"
            f" twice. You wrote: {escape_markup(words)}"
        )
    async with store.writing(game) as conn:
        query = select(remarks.c.seat).where(remarks.c.game == game, remarks.c.seat == seat)
        if await conn.scalar(query) is not None:
            raise NotPossible("You have said something about this game already: it is in the game's last post")
        await conn.execute(insert(remarks).values(game=game, seat=seat, words=words))
        edited = NewPost(kind=PostKind.FINAL, game=game, content=FinalContent(remarked=True))
        await row_mapping.enqueue(conn, edited, store.clock.now())

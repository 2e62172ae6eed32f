"""A running game that is ended without a natural end."""

from __future__ import annotations

from bot.core.errors import GAME_OVER, NotPossible
from bot.model.kinds import PostKind, TableStatus
from bot.model.models import GameRow, NewPost
from bot.storage import row_mapping
from bot.storage.store import Store, TransactionHook
from bot.storage.work import AsyncConnection


async def write_end(store: Store, game: int, how: str, hook: TransactionHook | None = None) -> GameRow:
    """Finish a running game as `how`, with what `hook` does, in one transaction; the table is told. Raises NotPossible."""
    now = store.clock.now()

    async def check_and_tell(conn: AsyncConnection, number: int) -> None:
        """Raises NotPossible where the game is over; else the final post is put in line."""
        before = await row_mapping.load_game(conn, number)
        if before is None or before.status != TableStatus.RUNNING:
            raise NotPossible(GAME_OVER)
        if hook is not None:
            await hook(conn, number)
        if before.channel:
            await row_mapping.enqueue(conn, NewPost(kind=PostKind.FINAL, game=number), now)

    return await store.set_game(game, check_and_tell, status=TableStatus.FINISHED, ended=how, finished=now)

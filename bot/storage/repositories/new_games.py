"""A table that is written with all its moves at once."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import update

from bot.model.kinds import PostKind
from bot.model.models import NewGame, NewPost, PlayWrite
from bot.model.replayed_game import Replayed
from bot.storage.repositories import seats
from bot.storage.repositories.interactions import answered_once
from bot.storage.schema import games
from bot.storage.store import Store, TransactionHook


async def write_game(
    store: Store,
    new: NewGame,
    players: Sequence[tuple[str, int, str]],
    replayed: Replayed,
    interaction: int,
    hook: TransactionHook | None = None,
) -> int:
    """Write a table and its moves in one transaction, with what `hook` does; returns its number. Raises ChannelTaken.

    The same interaction again: the same table.

    `players`: (name in the engine, user, shown), in playing order.
    """
    async with store.writing() as conn, answered_once(conn, interaction, store.clock.now()) as answer:
        if answer.repeated:
            return int(answer.result["game"])
        game = await seats.insert_game(conn, store, new, players)
        post = NewPost(kind=PostKind.FINAL) if replayed.over else NewPost(kind=PostKind.PANEL)
        alone = (post,) if len(replayed.moves) == 1 else ()
        head = (await store.append_play_within(conn, replayed.first_advance(game, alone))).move
        for move in replayed.moves[1:-1]:
            head = await store.insert_move(conn, game, head, move)
        if len(replayed.moves) > 1:
            await conn.execute(update(games).where(games.c.id == game).values(head=head))
            last = PlayWrite(
                game=game,
                parent=head,
                move=replayed.moves[-1],
                deciders=replayed.deciders,
                posts=(post,),
                over=replayed.over,
            )
            await store.append_play_within(conn, last)
        if hook is not None:
            await hook(conn, game)
        answer.game, answer.result["game"] = game, game
    return game

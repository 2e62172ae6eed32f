"""The moves of a table as stored: the line that was played, what was taken back, and the snapshots after them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, null, select, update

from bot.model.models import StoredMove
from bot.storage import row_mapping, schema
from bot.storage.made_once import made_once
from bot.storage.snapshot_packing import pack_snapshot
from bot.storage.store import Store, Transaction

AT_ONCE = 500  # moves of a statement
# made once, as it is read often
ONE_MOVE = made_once(select(schema.moves).where(schema.moves.c.id == bindparam("number")))


async def load_move(store: Store, move: int) -> StoredMove | None:
    """A move with its snapshot, by its number; None if there is none."""
    async with store.reading() as conn:
        row = (await conn.execute(ONE_MOVE, {"number": move})).one_or_none()
    return row_mapping.as_move(row) if row else None


async def load_packed_snapshots(store: Store, moves: Sequence[int]) -> dict[int, bytes]:
    """The snapshots after these moves as they are stored, by move; those that were thinned out are missing."""
    m, packed = schema.moves.c, dict[int, bytes]()
    async with store.reading() as conn:
        for start in range(0, len(moves), AT_ONCE):
            chosen = m.id.in_(moves[start : start + AT_ONCE]), m.state.is_not(None)
            packed |= {row.id: row.state for row in await conn.execute(select(m.id, m.state).where(*chosen))}
    return packed


async def rewrite_snapshot(store: Store, move: int, state: bytes) -> None:
    """Write the snapshot after a move anew."""
    async with store.writing(quiet=True) as conn:
        await conn.execute(update(schema.moves).where(schema.moves.c.id == move).values(state=pack_snapshot(state)))


async def load_line(store: Store, game: int, head: int, *, limit: int = 0, after: int = 0) -> list[StoredMove]:
    """Moves from the deal to `head`, oldest first, without snapshots; the last `limit`, or those after move `after`.

    If `after` is not on this line (it was taken back), what came after the point where the lines part.
    """

    async def read(conn: Transaction) -> list[StoredMove]:
        """Read the line, or as much of it as is asked for."""
        wanted = await _count_moves_after(conn, game, head, after) if after else limit
        if after and not wanted:
            return []
        return await row_mapping.load_line(conn, game, head, limit=wanted)

    return await store.read(read)


async def _count_moves_after(conn: Transaction, game: int, head: int, after: int) -> int:
    """How many moves of the line to `head` came after a move, or after the point where the lines to both part."""
    newer = await row_mapping.load_line_ids(conn, game, head, least=after)
    if newer and newer[-1] == after:  # on this line, which is then not read to its beginning
        return len(newer) - 1
    shared = set(await row_mapping.load_line_ids(conn, game, after))
    return sum(move not in shared for move in await row_mapping.load_line_ids(conn, game, head))


async def load_undone_moves(store: Store, game: int, head: int, steps: int) -> list[StoredMove]:
    """What was played from there, the newest branch at every fork, oldest first: so many moves, 0 all."""
    m = schema.moves.c
    async with store.reading() as conn:
        pairs = await conn.execute(select(m.parent, m.id).where(m.game == game, m.id > head).order_by(m.id))
        newest = {row.parent: row.id for row in pairs}
        line = [head]
        while line[-1] in newest and (not steps or len(line) <= steps):
            line.append(newest[line[-1]])
        return await row_mapping.load_line(conn, game, line[-1], limit=len(line) - 1) if len(line) > 1 else []


async def load_branch_ends(store: Store, game: int) -> list[StoredMove]:
    """The last moves of all branches, newest first: undone lines and the present one."""
    m = schema.moves.c
    parents = select(m.parent).where(m.game == game)
    query = select(*row_mapping.PLAIN).where(m.game == game, m.id.not_in(parents)).order_by(m.id.desc())
    async with store.reading() as conn:
        return [row_mapping.as_move(row) for row in await conn.execute(query)]


async def thin_snapshots(store: Store, game: int) -> int:
    """Drop the snapshots of a finished game within its rounds (kept: where a round starts, and every end of a line).

    The rest is played again from the last one kept when somebody looks. Returns how many were dropped.
    """
    async with store.writing(game, quiet=True) as conn:
        rows = await conn.execute(
            select(schema.moves.c.id, schema.moves.c.parent, schema.moves.c.round).where(schema.moves.c.game == game)
        )
        moves = {row.id: row for row in rows}
        parents = {row.parent for row in moves.values()}
        inside = [m.id for m in moves.values() if m.id in parents and m.parent and moves[m.parent].round == m.round]
        for start in range(0, len(inside), AT_ONCE):
            await _drop_states(conn, inside[start : start + AT_ONCE])
        await conn.execute(update(schema.games).where(schema.games.c.id == game).values(thinned=True))
    return len(inside)


async def _drop_states(conn: Transaction, moves: Sequence[int]) -> None:
    """Write these moves anew without their snapshots.

    A row of SQLite that becomes smaller leaves a hole in its page which no later move can fill; only where rows are taken out
    are pages joined.
    """
    m = schema.moves.c
    if conn.dialect.name != "sqlite":
        await conn.execute(update(schema.moves).where(m.id.in_(moves)).values(state=None))
        return
    rows = select(*(null() if c is m.state else c for c in m)).where(m.id.in_(moves))
    await conn.execute(insert(schema.moves).prefix_with("OR REPLACE").from_select([c.name for c in m], rows))

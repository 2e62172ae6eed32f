"""Games that are carried over, as they are stored while their players are asked."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Row, Select, func, insert, select, update

from bot.core.errors import NotPossible
from bot.model.game_transfer import OPEN, ImportedGame, NewTransfer, Transfer, TransferSeat
from bot.model.kinds import TransferAnswer, TransferState
from bot.storage import row_mapping
from bot.storage.repositories.interactions import answered_once
from bot.storage.schema import games, transfers
from bot.storage.store import Store, TransactionHook
from bot.storage.work import AsyncConnection

TIME_TO_AGREE = timedelta(days=7)
MAX_DRAFTS = 5  # of one person; the oldest is given up for a new one
TRANSFER_COLUMNS = tuple(c for c in transfers.c if c.name != "data")


async def write_draft(store: Store, new: NewTransfer, interaction: int) -> Transfer:
    """Write a draft; the same interaction again: the same draft."""
    data = await asyncio.to_thread(lambda: zlib.compress(msgspec.json.encode(new.game)))
    now = store.clock.now()
    values = {"guild": new.guild, "room": new.room, "host": new.host, "title": new.title, "data": data}
    values |= {"options": list(new.options), "seats": [_seat_row(p) for p in new.seats]}
    values |= {"state": TransferState.DRAFT, "until": now + TIME_TO_AGREE}
    values |= {"practice": bool(new.game.snapshot)}
    async with store.writing() as conn, answered_once(conn, interaction, now) as answer:
        if not answer.repeated:
            made = await conn.execute(insert(transfers).values(**values, game=0, channel=0, message=0))
            answer.result["transfer"] = row_mapping.new_id(made)
            await _void_old_drafts(conn, new.host)
        return await _load_transfer(conn, answer.result["transfer"])


async def _void_old_drafts(conn: AsyncConnection, host: int) -> None:
    """Give up a person's oldest drafts above the limit, and their files."""
    t = transfers.c
    drafts = select(t.id).where(t.host == host, t.state == TransferState.DRAFT)
    old = (await conn.execute(drafts.order_by(t.id.desc()).offset(MAX_DRAFTS))).scalars().all()
    if old:
        await conn.execute(update(transfers).where(t.id.in_(old)).values(state=TransferState.VOID, data=b""))


async def load_transfer(store: Store, number: int) -> Transfer:
    """The transfer of that number; raises NotPossible for one that never was."""
    async with store.reading() as conn:
        return await _load_transfer(conn, number)


async def load_imported_game(store: Store, number: int) -> ImportedGame:
    """What the file held. Raises NotPossible where it is no longer kept."""
    async with store.reading() as conn:
        data = await conn.scalar(select(transfers.c.data).where(transfers.c.id == number))
    if not data:
        raise NotPossible("That file is no longer kept")
    return await asyncio.to_thread(lambda: msgspec.json.decode(zlib.decompress(data), type=ImportedGame))


async def change_transfer(store: Store, number: int, change: Callable[[Transfer], Transfer]) -> Transfer:
    """Read a transfer, change options, seats or state, and write it, in one transaction."""
    async with store.writing() as conn:
        t = change(await _load_transfer(conn, number))
        values: dict[str, Any] = {
            "options": list(t.options),
            "seats": [_seat_row(p) for p in t.seats],
            "state": t.state,
        }
        if t.state == TransferState.VOID:
            values["data"] = b""
        await conn.execute(update(transfers).where(transfers.c.id == number).values(**values))
        return t


async def record_card(store: Store, number: int, channel: int, message: int) -> Transfer:
    """Note where the public card stands; the transfer as it is then."""
    async with store.writing(quiet=True) as conn:
        here = update(transfers).where(transfers.c.id == number)
        await conn.execute(here.values(channel=channel, message=message))
        return await _load_transfer(conn, number)


def make_finishing_hook(agreed: Transfer) -> TransactionHook:
    """What ends a transfer in the transaction in which its table begins. `agreed`: the transfer from which the table was made.

    It raises NotPossible where the table had begun before, is no longer wanted, or somebody has changed rules or answers since.
    """

    async def finish(conn: AsyncConnection, game: int) -> None:
        """End the transfer, in the transaction in which its table begins; raises NotPossible where it has ended."""
        now, t = await _load_transfer(conn, agreed.id), transfers.c
        if now.state not in OPEN:
            raise NotPossible("That game has been carried over already, or was withdrawn")
        if (now.options, now.seats) != (agreed.options, agreed.seats):
            raise NotPossible("Somebody has changed the rules or an answer in the meantime, so the game has not begun")
        here = update(transfers).where(t.id == agreed.id)
        await conn.execute(here.values(state=TransferState.DONE, game=game, data=b""))

    return finish


async def list_unplaced(store: Store) -> list[Transfer]:
    """Transfers whose table has no place yet: a stop came in between."""
    t, homeless = transfers.c, select(games.c.id).where(games.c.channel == 0)
    async with store.reading() as conn:
        rows = await conn.execute(select(*TRANSFER_COLUMNS).where(t.state == TransferState.DONE, t.game.in_(homeless)))
        return [_as_transfer(row) for row in rows]


async def list_asked(store: Store, guild: int) -> list[Transfer]:
    """Those of a server that wait for answers."""
    t = transfers.c
    async with store.reading() as conn:
        rows = await conn.execute(select(*TRANSFER_COLUMNS).where(t.state == TransferState.ASKED, t.guild == guild))
        return [_as_transfer(row) for row in rows]


def select_first_lapse() -> Select[Any]:
    """When the earliest one lapses."""
    return select(func.min(transfers.c.until)).where(transfers.c.state.in_(OPEN))


async def void_lapsed(conn: AsyncConnection, now: datetime) -> None:
    """Forget what nobody agreed to in time, with its file."""
    t = transfers.c
    await conn.execute(
        update(transfers).where(t.state.in_(OPEN), t.until <= now).values(state=TransferState.VOID, data=b"")
    )


async def _load_transfer(conn: AsyncConnection, number: int) -> Transfer:
    """The transfer of that number, within the transaction; raises NotPossible for one that never was."""
    row = (await conn.execute(select(*TRANSFER_COLUMNS).where(transfers.c.id == number))).one_or_none()
    if row is None:
        raise NotPossible("There is no such game")
    return _as_transfer(row)


def _seat_row(seat: TransferSeat) -> dict[str, Any]:
    """A player's seat as JSON, under the keys that stand in databases of old."""
    values = asdict(seat)
    answer = values.pop("answer")
    return {**values, "said": answer}


def _as_seat(stored: dict[str, Any]) -> TransferSeat:
    """A player's seat from its JSON."""
    answer = TransferAnswer(stored["said"])
    return TransferSeat(stored["name"], stored["shown"], stored["user"], stored["called"], answer)


def _as_transfer(row: Row[Any]) -> Transfer:
    """A row of the database as a value."""
    values = dict(row._mapping)
    seats = tuple(map(_as_seat, values.pop("seats")))
    return Transfer(**values | {"options": tuple(values["options"])}, seats=seats)

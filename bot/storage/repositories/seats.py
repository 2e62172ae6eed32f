"""The lobby in the database: opening a table, taking and leaving seats, the waiting list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from bot.core.errors import NO_SEAT, NO_TABLE, NotPossible
from bot.core.text import count_of
from bot.model.kinds import LIVE, Ending, PostLevel, TableStatus, Theme, Visibility
from bot.model.models import GameRow, NewGame, Seat, check_host
from bot.model.player_names import kept_name
from bot.storage import row_mapping
from bot.storage.repositories.interactions import answered_once
from bot.storage.schema import games, invited, seats, waiting
from bot.storage.store import Store
from bot.storage.work import AsyncConnection

Namer = Callable[[str, Collection[str]], str]  # (display name, names taken) -> name in the engine


@dataclass(frozen=True, slots=True)
class Joined:
    """What joining a table came to. `seat` None: on the waiting list, at that place (from 1)."""

    row: GameRow
    seat: Seat | None
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """What leaving a table came to."""

    row: GameRow
    moved_up: Seat | None  # who got the seat from the waiting list


async def create_table(
    store: Store, new: NewGame, people: Iterable[tuple[str, int, str]], interaction: int = 0
) -> GameRow:
    """Open a table with these people ((name, user, shown)) in its seats; the same interaction again: the same table. Of a rematch
    that is open or played already: that one.
    """
    async with store.writing() as conn, answered_once(conn, interaction, store.clock.now()) as answer:
        if not answer.repeated:
            known = await _find_rematch(conn, new.rematch_of) if new.rematch_of else None
            answer.game = known or await insert_game(conn, store, new, people)
            answer.result["game"] = answer.game
        return await _require_row(conn, answer.result["game"])


async def _find_rematch(conn: AsyncConnection, game: int) -> int | None:
    """The number of the live table that is a rematch of that one."""
    query = select(games.c.id).where(games.c.rematch_of == game, games.c.status.in_(list(LIVE)))
    found: int | None = (await conn.execute(query.order_by(games.c.id).limit(1))).scalar()
    return found


async def insert_game(conn: AsyncConnection, store: Store, new: NewGame, people: Iterable[tuple[str, int, str]]) -> int:
    """Write an open table, its seats and invitations; returns its number."""
    same = (
        "guild",
        "channel",
        "parent_channel",
        "title",
        "seed",
        "host",
        "min_players",
        "max_players",
        "pace",
        "nudge_minutes",
    )
    values = {name: getattr(new, name) for name in (*same, "visibility", "undo", "practice", "rematch_of")}
    values |= {
        "name": kept_name(new.name),
        "options": list(new.options),
        "status": TableStatus.OPEN,
        "post_level": PostLevel.NORMAL,
        "theme": Theme.LIGHT,
    }
    values |= {"head": 0, "ended": "", "thinned": False, "created": store.clock.now()}
    number = row_mapping.new_id(await conn.execute(insert(games).values(**values)))
    for place, (name, user, shown) in enumerate(people):
        await _insert_seat(conn, number, place, user, name, shown)
    for user in dict.fromkeys(new.invited):
        await conn.execute(insert(invited).values(game=number, user=user))
    return number


async def join_table(store: Store, game: int, user: int, shown: str, name: Namer, interaction: int = 0) -> Joined:
    """Take a free seat, else a place on the waiting list."""
    async with store.writing(game) as conn, answered_once(conn, interaction, store.clock.now(), game) as answer:
        if not answer.repeated:
            row = await _require_open(conn, game)
            _check_may_join(row, user)
            if len(row.seats) < row.max_players:
                place = max((s.place for s in row.seats), default=-1) + 1
                await _insert_seat(conn, game, place, user, name(shown, [s.name for s in row.seats]), shown)
            else:
                place = max((s.place for s in row.waiting), default=-1) + 1
                await conn.execute(insert(waiting).values(game=game, place=place, user=user, shown=kept_name(shown)))
        row = await _require_row(conn, game)
    own_seats = row.seats_of(user)
    line = [s.user for s in row.waiting]
    return Joined(row, own_seats[-1] if own_seats else None, line.index(user) + 1 if user in line else 0)


def _check_may_join(row: GameRow, user: int) -> None:
    """Raises NotPossible for somebody who has a seat or waits for one, and for those who are not invited."""
    if any(s.user == user for s in row.waiting):
        raise NotPossible("You are on the waiting list already")
    if row.seats_of(user) and not (row.practice and len(row.seats) < row.max_players):
        raise NotPossible("You have a seat already")
    if row.visibility == Visibility.INVITED and user != row.host and user not in row.invited:
        raise NotPossible("This table is for invited players")


async def leave_table(store: Store, game: int, user: int, name: Namer, interaction: int = 0) -> Left:
    """Give a seat or a place in the line back. Next in the line takes the seat, the next seat takes over as host.

    Raises NotPossible where the user has neither.
    """
    async with store.writing(game) as conn, answered_once(conn, interaction, store.clock.now(), game) as answer:
        if answer.repeated:
            return Left(await _require_row(conn, game), None)
        row = await _require_open(conn, game)
        own_seats = row.seats_of(user)
        if not own_seats and all(s.user != user for s in row.waiting):
            raise NotPossible(NO_SEAT)
        moved_up = await _vacate_seat(conn, row, own_seats[-1], name) if own_seats else None
        await conn.execute(delete(waiting).where(waiting.c.game == game, waiting.c.user == user))
        row = await _require_row(conn, game)
        if row.host == user and row.seats and not row.seats_of(user):
            await conn.execute(update(games).where(games.c.id == game).values(host=row.seats[0].user))
        elif not row.seats:
            await conn.execute(
                update(games).where(games.c.id == game).values(status=TableStatus.CLOSED, ended=Ending.EMPTY)
            )
        row = await _require_row(conn, game)
    return Left(row, moved_up)


async def _vacate_seat(conn: AsyncConnection, row: GameRow, seat: Seat, name: Namer) -> Seat | None:
    """Free a seat and give it to the first in the line."""
    s = seats.c
    await conn.execute(delete(seats).where(s.game == row.id, s.place == seat.place))
    following = next(iter(row.waiting), None)
    if following is None:
        return None
    w = waiting.c
    await conn.execute(delete(waiting).where(w.game == row.id, w.place == following.place))
    taken = [other.name for other in row.seats if other is not seat]
    word = name(following.shown, taken)
    await _insert_seat(conn, row.id, seat.place, following.user, word, following.shown)
    return Seat(seat.place, following.user, word, following.shown)


async def invite_user(store: Store, game: int, user: int) -> GameRow:
    """Let a user take a seat at a table in the lobby; returns the table. Raises NotPossible once it has begun."""
    async with store.writing(game) as conn:
        row = await _require_open(conn, game)
        if user not in row.invited:
            await conn.execute(insert(invited).values(game=game, user=user))
        return await _require_row(conn, game)


async def change_host(store: Store, game: int, by: int, user: int) -> GameRow:
    """Make a player the host in place of `by`; returns the table.

    Raises NotPossible where `by` is the host no more, or `user` has left the seat.
    """
    async with store.writing(game) as conn:
        row = check_host(await _require_row(conn, game), by)
        if not row.seats_of(user):
            raise NotPossible("The host must have a seat at the table.")
        await conn.execute(update(games).where(games.c.id == game).values(host=user))
        return await _require_row(conn, game)


async def change_open_table(store: Store, game: int, **fields: Any) -> GameRow:
    """Change settings of an open table; more seats let the waiting list in. Raises NotPossible for fewer than are taken."""
    async with store.writing(game) as conn:
        row = await _require_open(conn, game)
        if fields.get("max_players", row.max_players) < len(row.seats):
            raise NotPossible(
                f"{count_of(len(row.seats), 'seat')} {'is' if len(row.seats) == 1 else 'are'} taken already"
            )
        await conn.execute(update(games).where(games.c.id == game).values(**fields))
        return await _require_row(conn, game)


async def fill_free_seats(store: Store, game: int, make_name: Namer) -> GameRow:
    """Move people from the waiting list into free seats, longest waiting first."""
    async with store.writing(game) as conn:
        row = await _require_open(conn, game)
        while row.waiting and len(row.seats) < row.max_players:
            following = row.waiting[0]
            w = waiting.c
            await conn.execute(delete(waiting).where(w.game == game, w.place == following.place))
            last = await conn.scalar(select(func.max(seats.c.place)).where(seats.c.game == game))
            place = 0 if last is None else last + 1
            word = make_name(following.shown, [s.name for s in row.seats])
            await _insert_seat(conn, game, place, following.user, word, following.shown)
            row = await _require_row(conn, game)
        return row


async def _insert_seat(conn: AsyncConnection, game: int, place: int, user: int, name: str, shown: str) -> None:
    """Write a seat of a user at a place of the table."""
    row = {"game": game, "place": place, "user": user, "name": name, "shown": kept_name(shown), "action_version": 0}
    await conn.execute(insert(seats).values(**row))


async def _require_row(conn: AsyncConnection, game: int) -> GameRow:
    """The row of a table; raises NotPossible where there is none."""
    row = await row_mapping.load_game(conn, game)
    if row is None:
        raise NotPossible(NO_TABLE)
    return row


async def _require_open(conn: AsyncConnection, game: int) -> GameRow:
    """The row of a table that has not begun; raises NotPossible for others."""
    row = await _require_row(conn, game)
    if row.status != TableStatus.OPEN:
        raise NotPossible("That is possible only before the start")
    return row

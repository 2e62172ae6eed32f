"""Which table and which seat somebody means: the channel's table, one named, or the one that waits for them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.client.interaction import InteractionContext
from bot.core.errors import NO_SEAT, NotPossible
from bot.core.text import quote_typed
from bot.model.kinds import TableStatus, Visibility
from bot.model.models import GameRow, Seat
from bot.tables.service import Table
from bot.views.command_options import unstamp
from bot.views.custom_ids import parse_number
from bot.views.ways import read_what_if
from game.marks import COVERED

NOWHERE = "There is no table in this channel. Choose one with `game`, or open one with /game new."
STRANGER = f"{NO_SEAT}."


@dataclass(frozen=True)
class TableAccess:
    """A running or finished table, and the seats of the user who asks.

    A host may act for another player. What only that player may know (orders, cards, a console half filled in) and what only
    that player may say (votes) does not come with it: all of that goes by the host's own seat.
    """

    table: Table
    seat: Seat | None  # to act with
    own: Seat | None  # to look, vote and give orders with


async def find_row(context: InteractionContext, game: str | None, *, lobby: bool = False) -> GameRow:
    """The table that is meant, of whatever status; raises NotPossible, with a sentence, if none is.

    `lobby`: in the channel where a card stands, the one open table of that channel is meant, though it has a thread of its own.
    """
    if game:
        typed = unstamp(game)[1].strip().lstrip("#")
        row = await context.services.store.load_table(parse_number(typed) or 0)
        if row is None or not may_see_table(row, context):
            raise NotPossible(f"There is no table {quote_typed(typed)}. /game list shows them.")
        return row
    if context.guild:
        row = await context.services.store.table_in_channel(context.guild, context.channel)
        if row is not None:
            return row
    if context.guild and lobby:
        open_here = [
            r
            for r in await context.services.store.find_tables(guild=context.guild, statuses=(TableStatus.OPEN,))
            if r.parent_channel == context.channel
        ]
        if len(open_here) == 1:
            return open_here[0]
    waiting = [
        r for r in await context.services.tables.tables_of_user(context.user) if await waits_for_user(context, r)
    ]
    if len(waiting) == 1:
        return waiting[0]
    raise NotPossible(NOWHERE)


def may_see_table(row: GameRow, context: InteractionContext) -> bool:
    """Tables are known within their server, and to those who sit at them; a what-if only to its user."""
    if row.private:
        return row.host == context.user
    return row.guild == context.guild or bool(row.seats_of(context.user)) or context.user in row.invited


def is_listed_for(row: GameRow, user: int) -> bool:
    """Whether a list of tables names this one: all but those that are for invited people are named to everybody."""
    return row.visibility != Visibility.INVITED or user in row.invited or bool(row.seats_of(user))


async def waits_for_user(context: InteractionContext, row: GameRow) -> bool:
    """Whether a running table waits for the user."""
    table = await context.services.tables.get(row.id)
    return any(s.name in table.position.deciders for s in row.seats_of(context.user))


async def find_table(context: InteractionContext, game: str | None = None) -> TableAccess:
    """A running or finished table and the asker's seat; raises NotPossible."""
    row = await find_row(context, game)
    return await load_access(context, row.id)


async def load_access(context: InteractionContext, game: int) -> TableAccess:
    """That table, which a button names, and the asker's seats; raises NotPossible. What is answered of a what-if is put so."""
    table = await context.services.tables.get(game)
    if not may_see_table(table.row, context):
        raise NotPossible("That table is not known here.")
    if table.row.private:
        read_what_if()
    own_seat = choose_own_seat(table, context.user)
    return TableAccess(table, await _seat_acted_for(context, table) or own_seat, own_seat)


async def _seat_acted_for(context: InteractionContext, table: Table) -> Seat | None:
    """The seat that the host acts for, for as long as that decision waits and none of the host's own."""
    if table.row.host != context.user or any(
        s.name in table.position.deciders for s in table.row.seats_of(context.user)
    ):
        return None
    user, _, rest = (await context.services.store.read_note(f"actfor:{table.id}")).partition(":")
    name, _, action_version = rest.partition(":")
    seat = table.row.seat(name)
    if seat is None or user != str(context.user) or name not in table.position.deciders:
        return None
    if str(table.action_version(name)) != action_version or await plays_against_hidden_cards(table, name, context.user):
        return None
    return replace(seat, stand_in=context.user)


async def plays_against_hidden_cards(table: Table, seat: str, user: int) -> bool:
    """Whether that seat holds cards that no other player may see, and the user is a player of the same table."""
    if table.row.practice or not table.row.seats_of(user):
        return False
    return seat in COVERED.entries(await table.view(None))


def choose_own_seat(table: Table, user: int) -> Seat | None:
    """The user's seat; of several the one that must act."""
    own_seats = table.row.seats_of(user)
    return next((s for s in own_seats if s.name in table.position.deciders), own_seats[0] if own_seats else None)


def require_seat(access: TableAccess) -> Seat:
    """The seat that the user acts with; raises NotPossible for a user without one."""
    if access.seat is None:
        raise NotPossible(STRANGER)
    return access.seat


def require_own_seat(access: TableAccess) -> Seat:
    """The user's own seat; raises NotPossible for others, also for a host who acts for another player."""
    if access.own is None:
        raise NotPossible("Only the player of that seat may ask for that" if access.seat else STRANGER)
    return access.own

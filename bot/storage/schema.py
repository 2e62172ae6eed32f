"""The tables of the database, in SQLAlchemy Core. Statements stay portable: a larger host may use PostgreSQL.

Ids of Discord (users, guilds, channels, messages, interactions) are 64-bit numbers; 0 stands for none. A change here needs a
migration in `bot/migrations/versions`; a test compares the two. A `key` is the name in Python of a column that has another one
in the database.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
    true,
)

from bot.model.kinds import (
    Advice,
    Ending,
    NamedInDatabase,
    Pace,
    PostLevel,
    PostState,
    QuestionState,
    ReminderStage,
    TableStatus,
    Theme,
    TransferState,
    UndoKind,
    UndoPolicy,
    Visibility,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# One live table per channel or thread.
LIVE = "channel != 0 AND status IN ('open', 'running')"


class Instant(TypeDecorator[datetime]):
    """An aware instant, kept as whole microseconds since 1970 in UTC: compares and sorts alike on every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Microseconds since the epoch, for the database."""
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The instant in UTC, from the database."""
        return None if value is None else EPOCH + timedelta(microseconds=value)


class EnumValue(TypeDecorator[NamedInDatabase]):
    """A member of an enumeration, kept as its value."""

    impl = String
    cache_ok = True

    def __init__(self, kinds: type[NamedInDatabase], length: int) -> None:
        super().__init__(length)
        self.kinds = kinds

    def process_bind_param(self, value: NamedInDatabase | str | None, dialect: Dialect) -> str | None:
        """The stored value; raises ValueError for a word that is none of the kinds."""
        return None if value is None else self.kinds(value).value

    def process_result_value(self, value: str | None, dialect: Dialect) -> NamedInDatabase | None:
        """The member of the enumeration; raises ValueError for a value that this release does not know."""
        return None if value is None else self.kinds(value)


# SQLite numbers rows by itself only where the key's type is INTEGER.
Key = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _game_column(*, primary: bool = False) -> Column[int]:
    """A column that names a table."""
    return Column("game", Key, ForeignKey("games.id"), primary_key=primary, nullable=False)


games = Table(
    "games",
    metadata,
    Column("id", Key, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("home", BigInteger, key="parent_channel", nullable=False),
    Column("title", String(40), nullable=False),
    Column("name", String(100), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("status", EnumValue(TableStatus, 10), nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("low", Integer, key="min_players", nullable=False),
    Column("high", Integer, key="max_players", nullable=False),
    Column("pace", EnumValue(Pace, 10), nullable=False),
    Column("nudge", Integer, key="nudge_minutes", nullable=False),
    Column("visibility", EnumValue(Visibility, 10), nullable=False),
    Column("undo", EnumValue(UndoPolicy, 10), nullable=False),
    Column("level", EnumValue(PostLevel, 10), key="post_level", nullable=False),
    Column("theme", EnumValue(Theme, 10), nullable=False, server_default=Theme.LIGHT.value),
    Column("practice", Boolean, nullable=False),
    Column("advice", EnumValue(Advice, 10), nullable=False, server_default=Advice.OPENING.value),
    Column("head", BigInteger, nullable=False),
    Column("ended", String(100), nullable=False),
    Column("rematch_of", BigInteger, nullable=False),
    Column("created", Instant, nullable=False),
    Column("started", Instant),
    Column("finished", Instant),
    Column("thinned", Boolean, nullable=False),
    Column("paused", Instant),
)
Index("uq_games_channel", games.c.channel, unique=True, sqlite_where=text(LIVE), postgresql_where=text(LIVE))
Index("ix_games_guild", games.c.guild, games.c.status)

seats = Table(
    "seats",
    metadata,
    _game_column(primary=True),
    Column("place", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("shown", String(100), nullable=False),
    Column("turn", Integer, key="action_version", nullable=False),
    UniqueConstraint("game", "name"),
)

waiting = Table(
    "waiting",
    metadata,
    _game_column(primary=True),
    Column("place", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("shown", String(100), nullable=False),
)

invited = Table(
    "invited",
    metadata,
    _game_column(primary=True),
    Column("user", BigInteger, primary_key=True),
)

moves = Table(
    "moves",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Key, ForeignKey("games.id"), nullable=False, index=True),
    Column("parent", BigInteger, nullable=False, index=True),
    Column("depth", Integer, nullable=False),
    Column("seat", String(40), nullable=False),
    Column("action", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("state", LargeBinary),  # as by `snapshot_packing`; thinned to round starts some time after the game is over
    Column("fingerprint", String(32), nullable=False),
    Column("via", String(20), nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("at", Instant, nullable=False),
    Column("round", String(20), nullable=False),
    Column("revealed", Boolean, nullable=False),
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", BigInteger, nullable=False),
    Column("result", JSON, nullable=False),
    Column("at", Instant, nullable=False, index=True),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("move", BigInteger, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("state", EnumValue(PostState, 10), nullable=False, index=True),
    Column("message", BigInteger, nullable=False),
    Column("not_before", Instant, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("why", Text, nullable=False),  # of a dead one
    sqlite_autoincrement=True,  # the id is the nonce: never used twice
)

posts = Table(
    "posts",
    metadata,
    _game_column(primary=True),
    Column("kind", String(20), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("move", BigInteger, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Key, ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", String(40), nullable=False),
    Column("rule", JSON, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    _game_column(primary=True),
    Column("seat", String(40), primary_key=True),
    Column("given", JSON, nullable=False),
)

remarks = Table(  # of players about a game that is over
    "remarks",
    metadata,
    _game_column(primary=True),
    Column("seat", String(40), primary_key=True),
    Column("words", String(300), nullable=False),
)

reminders = Table(
    "reminders",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Key, ForeignKey("games.id"), nullable=False),
    Column("user", BigInteger, nullable=False, index=True),
    Column("seat", String(40), nullable=False),
    Column("move", BigInteger, nullable=False),
    Column("kind", EnumValue(ReminderStage, 20), nullable=False),
    Column("due", Instant, nullable=False),
    Column("since", Instant, nullable=False),
    Column("snoozed", Boolean, nullable=False),
    Column("sent", Instant),
    UniqueConstraint("game", "seat", "move", "kind"),
)
Index("ix_reminders_due", reminders.c.due, sqlite_where=text("sent IS NULL"), postgresql_where=text("sent IS NULL"))

proposals = Table(  # to undo or to redo, void once the game has moved on
    "proposals",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Key, ForeignKey("games.id"), nullable=False, index=True),
    Column("kind", EnumValue(UndoKind, 10), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("head", BigInteger, nullable=False),
    Column("target", BigInteger, nullable=False),
    Column("asked", JSON, nullable=False),
    Column("host", Boolean, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("reason", String(200), nullable=False),
    Column("until", Instant, nullable=False),
    Column("state", EnumValue(QuestionState, 10), nullable=False),
)

end_votes = Table(
    "end_votes",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Key, ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", String(40), nullable=False),
    Column("ending", EnumValue(Ending, 20), nullable=False),
    Column("asked", JSON, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("until", Instant, nullable=False),
    Column("state", EnumValue(QuestionState, 10), nullable=False),
)

seat_offers = Table(
    "seat_offers",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Key, ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", String(40), nullable=False),
    Column("offered_by", BigInteger, nullable=False),
    Column("offered_to", BigInteger, nullable=False),
    Column("until", Instant, nullable=False),
    Column("state", EnumValue(QuestionState, 10), nullable=False),
)

transfers = Table(  # games that are carried over, while their players are asked
    "transfers",
    metadata,
    Column("id", Key, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("room", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("title", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("data", LargeBinary, nullable=False),  # zlib
    Column("seats", JSON, nullable=False),
    Column("state", EnumValue(TransferState, 10), nullable=False, index=True),
    Column("game", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("until", Instant, nullable=False),
    Column("practice", Boolean, nullable=False),
)

whatifs = Table(
    "whatifs",
    metadata,
    _game_column(primary=True),
    Column("user", BigInteger, nullable=False, index=True),
    Column("source", BigInteger, nullable=False),
    Column("move", BigInteger, nullable=False),
    Column("until", Instant, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("zone", String(64), nullable=False),
    Column("quiet", JSON, nullable=False),
    Column("where", String(10), key="reminder_channel", nullable=False),
    Column("after", Integer, key="first_nudge_minutes", nullable=False),
    Column("dm_closed", Boolean, nullable=False),
    Column("confirm", Boolean, nullable=False, server_default=true()),
    Column("ask_end", Boolean, nullable=False, server_default=false()),
    Column("theme", String(10), nullable=False, server_default=""),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("acted", Instant),
    Column("nudged", Instant),
)

mutes = Table(
    "mutes",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    _game_column(primary=True),
    Column("until", Instant),
)

notes = Table(
    "notes",
    metadata,
    Column("key", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)

leases = Table(  # what a process does alone for a while, where several share a database
    "leases",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("until", Instant, nullable=False),
)

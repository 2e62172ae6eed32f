"""People's own settings in the database: time zone, quiet hours, how they are reminded, whether they end their own
turns, tables that they muted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, delete, insert, select, update

from bot.core.errors import NotPossible, ZoneUnknown
from bot.model.kinds import ReminderChannel, Theme
from bot.model.models import Person, QuietWindow
from bot.model.quiet_hours import check_quiet, check_zone
from bot.storage import row_mapping
from bot.storage.made_once import made_once
from bot.storage.schema import mutes, people
from bot.storage.work import AsyncConnection

MIN_NUDGE_MINUTES, MAX_NUDGE_MINUTES = 2 * 60, 72 * 60  # minutes that a person may set until the first nudge
TO_ASK = made_once(select(people.c.user).where(people.c.user.in_(bindparam("among", expanding=True)), people.c.ask_end))


def _select_person() -> Select[Any]:
    """The statement for the settings of `asked` with each table that they have muted: one row at least, of a stranger an empty
    one.
    """
    asked = select(bindparam("asked", type_=people.c.user.type).label("user")).subquery()
    known = asked.outerjoin(people, people.c.user == asked.c.user).outerjoin(mutes, mutes.c.user == asked.c.user)
    return select(people, mutes.c.game, mutes.c.until).select_from(known)


# Made once, since each interaction, or each move, asks for them.
PERSON = made_once(_select_person())


async def load_person(conn: AsyncConnection, user: int) -> Person:
    """A person's settings; the defaults for somebody unknown."""
    rows = (await conn.execute(PERSON, {"asked": user})).all()
    muted = {row._mapping[mutes.c.game]: row.until for row in rows if row._mapping[mutes.c.game] is not None}
    values = row_mapping.row_by_key(rows[0], people)
    if values["user"] is None:
        return Person(user, mutes=muted)
    quiet = tuple(QuietWindow(q["start"], q["end"], tuple(q["days"])) for q in values.pop("quiet"))
    channel = values["reminder_channel"]
    if channel not in set(ReminderChannel):  # nothing but a made-up press could have asked for it
        channel = Person(user).reminder_channel
    values["reminder_channel"] = ReminderChannel(channel)
    values["theme"] = Theme(values["theme"]) if values["theme"] else None
    return Person(**values, quiet=quiet, mutes=muted)


def check_settings(person: Person, fields: dict[str, Any]) -> dict[str, Any]:
    """New settings as they are stored; raises NotPossible for ones that make no sense."""
    if fields.get("zone"):
        fields["zone"] = check_zone(fields["zone"])
    if fields.get("quiet") and not fields.get("zone", person.zone):
        raise ZoneUnknown
    if "quiet" in fields:
        quiet = tuple(fields["quiet"])
        if any(not 0 <= q.start < 1440 or not 0 <= q.end < 1440 or not q.days for q in quiet):
            raise NotPossible("Quiet hours go from one time of day to another, such as 22:00 to 7:30")
        check_quiet(Person(person.user, zone=fields.get("zone", person.zone), quiet=quiet))
        fields["quiet"] = [asdict(q) for q in quiet]
    after = fields.get("first_nudge_minutes", 0)
    if after and not MIN_NUDGE_MINUTES <= after <= MAX_NUDGE_MINUTES:
        raise NotPossible("Between 2 and 72 hours, please")
    if "reminder_channel" in fields:
        if fields["reminder_channel"] not in set(ReminderChannel):
            raise NotPossible(f"Reminders come to one of: {', '.join(ReminderChannel)}")
        fields["dm_closed"] = False
    if "theme" in fields:
        fields["theme"] = fields["theme"] or ""
    return fields


async def save_person(conn: AsyncConnection, user: int, **fields: Any) -> Person:
    """Change settings of a person, by the names of `Person`; what is not named stays."""
    if not fields:
        return await load_person(conn, user)
    fields = check_settings(await load_person(conn, user), fields)
    await row_mapping.ensure_person(conn, user)
    await conn.execute(update(people).where(people.c.user == user).values(**fields))
    return await load_person(conn, user)


async def mute_table(conn: AsyncConnection, user: int, game: int, until: datetime | None) -> None:
    """Silence the reminders of a table to a user until then; None: for good."""
    await unmute_table(conn, user, game)
    await conn.execute(insert(mutes).values(user=user, game=game, until=until))


async def unmute_table(conn: AsyncConnection, user: int, game: int) -> None:
    """Let the reminders of a table come to a user again."""
    await conn.execute(delete(mutes).where(mutes.c.user == user, mutes.c.game == game))


def is_muted(person: Person, game: int, now: datetime) -> bool:
    """Whether the person wants nothing from that table at present."""
    if game not in person.mutes:
        return False
    until = person.mutes[game]
    return until is None or now < until


async def users_to_ask(conn: AsyncConnection, among: Sequence[int]) -> set[int]:
    """Those of these users who want to be asked at the end of their turns; for all others the bot ends them."""
    return set(await conn.scalars(TO_ASK, {"among": among}))

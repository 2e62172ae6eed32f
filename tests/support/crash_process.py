"""Run as a process of its own: plays a fixed evening on a database and can be killed at a numbered point of it.

`python -m tests.support.crash_process FOLDER POINT`: every time it meets one of its points it counts;
at number POINT it kills itself with
SIGKILL. What "Discord" received is a line in FOLDER/sent; an evening run again delivers the same interactions again, as a gateway
does after a resume, and the sender looks at what was sent before it sends what it had marked.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot.model.kinds import Via
from bot.reminders.scheduler import send_due_reminders
from bot.storage import outbox
from bot.storage.repositories import interactions
from bot.storage.store import Store
from bot.tables.service import Tables
from game.actions import Bid, Choose, Pass
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import ANN, BOB, CID, NOON, USERS, new, url
from tests.support.toy_title import TITLES


class Points:
    def __init__(self, deadly: int) -> None:
        self.deadly = deadly
        self.met = 0

    def pass_(self) -> None:
        self.met += 1
        if self.met == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)


async def deliver(store: Store, folder: Path, points: Points) -> None:
    """Send what the outbox holds, as the sender of the bot does."""
    for channel in (await outbox.find_pending(store))[0]:
        for post in await outbox.load_queue(store, channel):
            line = f"ob{post.id} {post.kind}"
            known = (folder / "sent").read_text("utf-8").splitlines() if (folder / "sent").exists() else []
            if line not in known or post.state == "new":
                await outbox.mark_sending(store, post)
                points.pass_()
                with (folder / "sent").open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                points.pass_()
            await outbox.mark_sent(store, post, 1000 + post.id)
            points.pass_()


async def evening(folder: Path, points: Points) -> None:
    clock = FrozenClock(NOON)
    store = Store(url(folder), clock)
    await store.open()
    points.pass_()
    whole = interactions.record_result

    async def tell(*args: Any) -> None:
        points.pass_()  # within the transaction, all else is written
        await whole(*args)
        points.pass_()

    interactions.record_result = tell  # type: ignore[assignment]
    await deliver(store, folder, points)
    tables = Tables(store, TITLES)
    row = await tables.create(new(), 1)
    for n, user in enumerate((BOB, CID), 2):
        await tables.join(row.id, user, USERS[user], n)
    await tables.start(row.id, ANN, 4)
    points.pass_()
    await deliver(store, folder, points)
    table = await tables.get(row.id)
    a, b, c = (s.name for s in table.seats)
    acts = [(a, Bid("pot", 5)), (a, Pass()), (b, Bid("pot", 7)), (b, Pass()), (c, Pass()), (b, Choose("left"))]
    for n, (seat, action) in enumerate(acts, 10):
        await table.play(seat, action, Via.PANEL, n, user=next(s.user for s in table.seats if s.name == seat))
        points.pass_()
        await deliver(store, folder, points)
    clock.advance(hours=13)
    await send_due_reminders(store)
    points.pass_()
    await deliver(store, folder, points)
    await store.close()
    (folder / "points").write_text(str(points.met), "utf-8")


if __name__ == "__main__":
    asyncio.run(evening(Path(sys.argv[1]), Points(int(sys.argv[2]))))

"""The replay of a table: drawn in a process of its own, once for all who ask, while they are told how far it is."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from hashlib import blake2b

from cachetools import LRUCache

from bot.core.errors import Busy, NotPossible
from bot.core.progress import Tell, tell_progress
from bot.core.tasks import start_observed
from bot.core.worker_process import run_in_process
from bot.files.replay import Film, film_of_table, paint_at_low_priority
from bot.model.short_codes import short_code
from bot.tables.service import Table
from bot.views.messages import Picture, Private

REPLAY_CACHE_BYTES = 24_000_000  # bytes of replays in memory: about a dozen
SECONDS = 300.0  # for one replay on a busy machine; a long game takes ten on an idle one


@dataclass
class Drawing:
    """A replay that is being drawn, who asked for it first, and who hears how far it is."""

    asker: int
    file: asyncio.Future[bytes]
    task: asyncio.Task[None] | None = None  # kept here, since the loop keeps no task from being collected
    listeners: list[Tell] = field(default_factory=list)

    async def tell_all(self, sentence: str) -> None:
        """Tell all listeners. One who cannot be told any more is no reason to stop."""
        await asyncio.gather(*(tell(sentence) for tell in self.listeners), return_exceptions=True)


_kept: LRUCache[str, bytes] = LRUCache(REPLAY_CACHE_BYTES, getsizeof=len)
_drawings: dict[str, Drawing] = {}


async def replay_answer(table: Table, asker: int, tell: Tell) -> Private:
    """The animated map of the game so far, as everybody may know it; `tell` hears how far it is. Raises NotPossible, and Busy
    where another replay is being drawn for the same person.
    """
    film = await film_of_table(table)
    key = film.fingerprint()
    data = _kept.get(key)
    if data is None:
        if key not in _drawings and any(d.asker == asker for d in _drawings.values()):
            raise Busy("Your last replay is still being drawn. Please ask again when it is here")
        drawing = _drawings.get(key) or _start_drawing(key, film, asker)
        await tell("Drawing the replay …")
        drawing.listeners.append(tell)
        data = await asyncio.shield(drawing.file)
    frames = len(film.moments)
    last = film.moments[-1].episode.round
    words = f"{short_code(table.row)}: the map of the game in {frames} frames, from the start to {last}."
    name = f"replay-{table.id}-{blake2b(data, digest_size=4).hexdigest()}.gif"
    return Private(title=f"{short_code(table.row)} · replay", pictures=(Picture(name, data, words),))


def _start_drawing(key: str, film: Film, asker: int) -> Drawing:
    """Begin to draw a film; the drawing is listed until it is over, so that all who ask meanwhile wait for the same one."""
    drawing = _drawings[key] = Drawing(asker, asyncio.get_running_loop().create_future())

    async def draw_and_keep() -> None:
        """Draw the film in a process, keep it, and hand it to all who wait."""
        try:
            data = await run_in_process(
                paint_at_low_priority,
                film,
                timeout_message="The replay takes too long to draw",
                crash_message="The replay cannot be drawn here",
                seconds=SECONDS,
                on_progress=tell_progress(drawing.tell_all, "Drawing the replay: {done} of {of} frames …"),
            )
            _kept[key] = data
            drawing.file.set_result(data)
        except Exception as error:
            drawing.file.set_exception(error)
            drawing.file.exception()  # whoever asked may have gone
            if not isinstance(error, (NotPossible, Busy)):
                raise
        finally:
            del _drawings[key]
            drawing.file.cancel()  # nothing happens to one that is drawn

    drawing.task = start_observed("drawing of a replay", draw_and_keep())
    return drawing

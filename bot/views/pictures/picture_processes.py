"""Processes that draw pictures beside the bot: as many as there are cores to spare."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from threading import Lock

from bot.core import metrics
from bot.core.cpu_time import Part
from bot.views.pictures.drawing_process import Drawn, Files, begin, draw_packed
from render.drawing.style import Theme

MAX_PROCESSES = 2  # where nobody says how many: each keeps parts of drawings of its own, up to 89 MB
CORES = 2  # for each: the bot spends as much time on all else as on pictures


def usual_number() -> int:
    """How many processes draw where nobody says: none on a machine of one core."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux alone has it
    cores = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return min(MAX_PROCESSES, cores // CORES)


def measure_memory(process: int) -> int:
    """Bytes that a process has in memory without pages of files, which are libraries that the bot has there too; 0 where it has
    ended, or the system does not tell as Linux does.
    """
    try:
        _, resident, shared, *_ = Path(f"/proc/{process}/statm").read_text("ascii").split()
    except OSError:
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


class PictureProcesses:
    """So many processes that draw. Those that are left when one dies are replaced together with it."""

    def __init__(self, number: int, *, beforehand: bool = False) -> None:
        """`beforehand`: they draw what first pictures have in common as soon as they run."""
        self.number, self._beforehand = number, beforehand
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._drawing: set[int] = set()  # processes that have drawn
        self._stopped = False

    def draw(self, packed: bytes, theme: Theme) -> Files:
        """The files of a picture, for which the thread waits. Raises BrokenProcessPool where its process dies a second time."""
        try:
            return self._draw_once(packed, theme)
        except BrokenProcessPool:  # what others drew is lost too, so this one need not be to blame
            return self._draw_once(packed, theme)

    def start(self) -> None:
        """Start the processes before anything is to be drawn. Raises OSError and NotImplementedError as `draw`."""
        pool = self._running()
        for _ in range(self.number):
            pool.submit(os.getpid)

    def stop(self) -> None:
        """End the processes, after what they draw now."""
        with self._lock:
            pool, self._pool, self._stopped = self._pool, None, True
            self._drawing.clear()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _draw_once(self, packed: bytes, theme: Theme) -> Files:
        """Draw in the processes that run now, or start them. Raises BrokenProcessPool."""
        pool = self._running()
        try:
            drawn = pool.submit(draw_packed, packed, theme).result()
        except BrokenProcessPool:
            self._forget(pool)
            raise
        self._account(drawn)
        return drawn.files

    def _running(self) -> ProcessPoolExecutor:
        """The pool; each further process of it is started when all that run have work."""
        with self._lock:
            if self._stopped:
                raise BrokenProcessPool("the bot stops")
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")  # a fork would take over locks that threads hold
                self._pool = ProcessPoolExecutor(self.number, spawn, partial(begin, beforehand=self._beforehand))
            return self._pool

    def _forget(self, broken: ProcessPoolExecutor) -> None:
        """Let the next picture start others."""
        with self._lock:
            if self._pool is broken:
                self._pool = None
                self._drawing.clear()
                metrics.DRAWING_LOST.inc()

    def _account(self, drawn: Drawn) -> None:
        """Add what a process took to the metrics."""
        with self._lock:
            self._drawing.add(drawn.process)
        metrics.DRAWING_MEMORY.set_function(self._measure_memory)
        metrics.DRAWING_CPU.inc(drawn.seconds)
        metrics.CPU.labels(Part.RENDER).inc(drawn.seconds)

    def _measure_memory(self) -> int:
        """Bytes that the processes have in memory now: they return some of it when nobody has them draw."""
        with self._lock:
            return sum(map(measure_memory, self._drawing))

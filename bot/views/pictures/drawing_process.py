"""What a process that draws does: what is to be drawn comes as bytes, and files go back, one picture at a time.

It loads rules, titles and `render`; no client of Discord, no database, no metrics.
"""

from __future__ import annotations

import copyreg
import io
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from threading import Event, Lock, Thread, Timer
from time import process_time, sleep
from typing import BinaryIO

from PIL import Image

import render
from bot.core.free_memory import return_free_memory, share_heap, spare_collector
from game.play import Game
from game.rules import Rules
from game.title_data import TitleData
from render.drawing.style import Theme, drawn_in
from titles import TITLES

Make = Callable[[], Image.Image | Sequence[Image.Image]]
Files = tuple[bytes, ...]
# title, options, players, what these are called
RulesName = tuple[str, tuple[str, ...], int, tuple[tuple[str, str], ...]]

YIELDS = 5  # steps of niceness: where cores are few, whoever has pressed comes first
CALM = 4.0  # seconds until pictures are drawn beforehand: at first the bot connects, and a short run needs none of them
SECONDS_BETWEEN = 0.01  # seconds between pictures that are drawn beforehand
HANGS = 60  # seconds; a process that draws longer is ended
DRAWN = 10  # pictures until memory that drawing has left free is returned: 25 MB, which takes a millisecond or two
IDLE = 0.2  # seconds without a picture, after which it is returned in any case


@dataclass(frozen=True)
class Drawn:
    """What came of one picture. `seconds`: CPU time of the process since the one before."""

    files: Files
    seconds: float
    process: int


def make_files(make: Make, theme: Theme) -> Files:
    """Draw and pack as files of PNG, in this thread."""
    with drawn_in(theme):
        made = make()
        return tuple(render.png(image) for image in ([made] if isinstance(made, Image.Image) else made))


class _Packer(pickle.Pickler):
    """Writes what a picture is drawn of; rules are named, not written: they are code. Nothing else is asked about."""

    def __init__(self, file: BinaryIO, rules: Rules | None) -> None:
        """`rules`: those of the table, if it is about one."""
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._rules = rules
        self.dispatch_table = copyreg.dispatch_table | {Rules: self._name_rules, TitleData: self._name_data}

    def _name_rules(self, part: Rules) -> tuple[Callable[[RulesName], Rules], tuple[RulesName]]:
        """How the table's rules are found by their name."""
        if part is not self._rules:
            raise pickle.PicklingError("these are of another table")
        return _find_rules, (_name(part),)

    def _name_data(self, part: TitleData) -> tuple[Callable[[RulesName], TitleData], tuple[RulesName]]:
        """How its data are found by the name of its rules."""
        if self._rules is None or part is not self._rules.data:
            raise pickle.PicklingError("these are of another table")
        return _find_data, (_name(self._rules),)


def _name(rules: Rules) -> RulesName:
    """What tells these rules from others."""
    return rules.name, rules.options, rules.players, tuple(rules.called.items())


@lru_cache(maxsize=64)
def _find_rules(name: RulesName) -> Rules:
    """Rules by their name."""
    title, options, players, called = name
    return replace(TITLES[title].rules(options, players), called=dict(called))


def _find_data(name: RulesName) -> TitleData:
    """The data of the rules of that name."""
    return _find_rules(name).data


def pack(make: Make, rules: Rules | None) -> bytes | None:
    """What is to be drawn as bytes for another process; None where it is not data, such as a function within another."""
    file = io.BytesIO()
    try:
        _Packer(file, rules).dump(make)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None
    return file.getvalue()


def unpack(packed: bytes) -> Make:
    """What `pack` packed."""
    make: Make = pickle.loads(packed)  # noqa: S301  (the bot has packed it)
    return make


_drawings = count(1)
_told = 0.0  # seconds of CPU time that were told to the bot
_drew = Event()  # since memory was last returned
_at_work = Lock()  # what is asked for waits for one picture at most of those that are drawn beforehand


def begin(*, beforehand: bool = False) -> None:
    """Prepare a process that draws. `beforehand`: also draw what first pictures have in common, while nobody waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot stops in good order, and this one with it
    if hasattr(os, "nice"):
        os.nice(YIELDS)
    share_heap()
    spare_collector()
    for work in (_end_with_the_bot, _tidy_when_idle):
        Thread(target=work, daemon=True).start()
    if beforehand:
        later = Timer(CALM, draw_beforehand)
        later.daemon = True
        later.start()


def draw_beforehand() -> None:
    """Draw the maps on which all titles begin: what is on them has its size, its print and its place from then on."""
    for title in TITLES.values():
        players = [f"p{number}" for number in range(title.file.players[0])]
        rules = title.rules((), len(players))
        view = Game.new(rules, players, "beforehand").view(None)
        for canvas in (render.TALL, render.WIDE):
            with _at_work:
                render.png(render.draw_map(view, rules, canvas=canvas))
            sleep(SECONDS_BETWEEN)  # whoever waits comes first
    with _at_work:  # not within a picture that somebody waits for: it would take half of that picture's time
        spare_collector()
    return_free_memory()


def _end_with_the_bot() -> None:
    """End when the bot does, however that ends."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(0)


def _tidy_when_idle() -> None:
    """Return memory that drawing has left free whenever nothing has been drawn for a while."""
    while _drew.wait():
        _drew.clear()
        sleep(IDLE)
        if not _drew.is_set():
            return_free_memory()


def draw_packed(packed: bytes, theme: Theme) -> Drawn:
    """Draw what was packed. One that hangs ends its process."""
    global _told
    if hasattr(signal, "alarm"):
        signal.alarm(HANGS)
    try:
        with _at_work:
            files = make_files(unpack(packed), theme)
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)
    if next(_drawings) % DRAWN == 0:
        return_free_memory()
    _drew.set()
    before, _told = _told, process_time()
    return Drawn(files, _told - before, os.getpid())

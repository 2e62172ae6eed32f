"""Pictures are drawn beside the loop, kept by what they show, never in the way of a turn.

Threads draw, or have processes draw what can be packed as data (`drawing_process.pack`): `functools.partial` of a function of a
module and of values.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from threading import Condition, Semaphore
from time import perf_counter
from typing import Any

from cachetools import LRUCache

from bot.core import metrics
from bot.core.cpu_time import Part, as_same_part, measure_part
from bot.core.free_memory import return_free_memory
from bot.model.kinds import Theme
from bot.tables.service import Table
from bot.views.messages import Picture
from bot.views.pictures.drawing_process import Files, Make, make_files, pack
from bot.views.pictures.picture_processes import PictureProcesses, usual_number
from game.codec import encode
from game.rules import Rules
from game.state import State

log = logging.getLogger(__name__)
VERSION = 9  # of the look: part of each picture's key
PICTURE_CACHE_BYTES = 12_000_000  # bytes of pictures in memory: some hundred
DRAWN = 50  # pictures until memory that drawing has left free is returned
POSTS_DRAWN = 16  # pictures of posts that are drawn or wait for a thread; a panel beyond them is sent without
PRESSES = 8  # that wait for an answer, from which on a panel is sent without its pictures too
ANSWERS = 20  # in which a picture of a panel is drawn all the same
PICTURE_SECONDS = 10.0  # seconds for pictures of a post or an answer; then it goes out without those that are left
LATE_PICTURE = "-# I am too busy to draw the picture just now. Ask again in a moment."
LATE_POST = "-# I was too busy to draw the picture."

ASKED, BEHIND = 2, 2  # pictures that somebody has asked for, and of posts, which are drawn at once
YIELD_SECONDS = 2.0  # seconds; as long a picture of a post waits at most for pictures that somebody has asked for

_pool = ThreadPoolExecutor(ASKED, "draw")
# Nobody who has asked for a view waits behind the posts of many tables.
_pool_behind = ThreadPoolExecutor(BEHIND, "draw posts")
_processes: PictureProcesses | None = None  # None: threads draw
_behind = Semaphore(BEHIND)  # posts that are being drawn
_asked = 0  # pictures that are drawn now as somebody has asked for them
_none_asked = Condition()  # held while that number changes
Place = tuple[str, bool]  # the name of what is drawn, and whether it is for a post
_under_way: dict[Place, asyncio.Future[Files]] = {}
_awaiting: Counter[Place] = Counter()  # how many wait for it
_drawings = itertools.count(1)
_kept: LRUCache[str, Files] = LRUCache(PICTURE_CACHE_BYTES, getsizeof=lambda files: sum(map(len, files)))
View = State[Any]
# Finds the theme of the one person who sees what is drawn, posts excepted; None: everybody sees it.
READER: ContextVar[Callable[[], Awaitable[Theme | None]] | None] = ContextVar("reader", default=None)
# Collects the words beside the pictures that are being drawn for somebody, who reads them while that takes long.
PICTURE_WORDS: ContextVar[list[str] | None] = ContextVar("picture words", default=None)


class Overtaken(Exception):
    """The table has gone on while a post of it waited to be drawn: nobody wants that picture any more."""


@dataclass
class PostDrawing:
    """How a post wants its pictures: for as long as `wanted` says so; those of a panel after its text where they `may_follow`."""

    wanted: Callable[[], bool]
    may_follow: bool = False
    put_off: list[Callable[[], Any]] = field(default_factory=list)  # what was not drawn, as the machine is busy
    late: bool = False  # whether the post goes out without pictures that took too long


_post: ContextVar[PostDrawing | None] = ContextVar("post", default=None)  # for which something is drawn
_answering = 0  # people who wait for an answer
_answers = itertools.count(1)
# What the answer that is composed leaves out since it took too long; None: no answer is composed.
_late: ContextVar[list[str] | None] = ContextVar("late pictures", default=None)
_following: list[asyncio.Future[None]] = []  # panels that stand without pictures and wait for room, newest last


@contextmanager
def drawn_behind(wanted: Callable[[], bool] = lambda: True, *, may_follow: bool = False) -> Iterator[PostDrawing]:
    """What is drawn in here is for posts that nobody waits for: it does not hold up what somebody has asked for.

    `wanted`: is asked in a worker thread just before something is drawn; where it says no, Overtaken is raised. `may_follow`:
    pictures of a panel may be put off, for `draw_put_off`.
    """
    post = PostDrawing(wanted, may_follow)
    token = _post.set(post)
    try:
        yield post
    finally:
        _post.reset(token)


# Whether nothing is drawn: whoever asks wants to know what stands on the buttons beside a picture.
_undrawn: ContextVar[bool] = ContextVar("undrawn", default=False)


@contextmanager
def undrawn() -> Iterator[None]:
    """Pictures within have no file, and cost nothing."""
    before = _undrawn.set(True)
    try:
        yield
    finally:
        _undrawn.reset(before)


async def find_theme(usual: Theme) -> Theme:
    """In which theme to draw: posts in the usual one, for one person in that person's own."""
    reader = READER.get()
    return usual if reader is None or _post.get() is not None else await reader() or usual


def _has_room() -> bool:
    """Whether one more picture of a post may be drawn now."""
    return _answering < PRESSES and _is_short()


def _is_short() -> bool:
    """Whether few pictures of posts are drawn or wait for that."""
    return sum(is_post for _, is_post in _under_way) < POSTS_DRAWN


@contextmanager
def answering() -> Iterator[None]:
    """Somebody waits for an answer. Where many do, pictures that may follow wait too, all but one in so many answers."""
    global _answering
    _answering += 1
    token = _late.set([])
    try:
        yield
    finally:
        _late.reset(token)
        _answering -= 1
        _let_next_follow(busy=next(_answers) % ANSWERS == 0)


async def finish_or_put_off(drawings: Sequence[Callable[[], Any]]) -> tuple[Picture, ...]:
    """Pictures of a panel that could be drawn in time; none for now where too many wait, or presses do, or one takes too long,
    and they may follow.
    """
    post = _post.get()
    if post is None or not post.may_follow:
        return await finish_in_time(*drawings)
    if _has_room():
        pictures = await finish_in_time(*drawings)
        if not post.late:
            return pictures
    post.put_off += drawings
    post.late = False
    return ()


async def draw_put_off(post: PostDrawing) -> tuple[Picture, ...]:
    """Pictures of a panel that stands without them, once there is room; the newest panel comes first. Raises Overtaken."""
    room = asyncio.get_running_loop().create_future()
    _following.append(room)
    metrics.DRAWING.inc()
    try:
        pictures: tuple[Picture, ...] = ()
        try:
            _let_next_follow()
            await room
        finally:
            metrics.DRAWING.dec()
            if room in _following:
                _following.remove(room)
        if post.wanted():
            with drawn_behind(post.wanted):
                pictures = await finish_in_time(*post.put_off)
    finally:
        _let_next_follow()  # also where nothing had to be drawn, or whoever was let in is cancelled
    if not post.wanted():
        raise Overtaken
    return pictures


def _let_next_follow(*, busy: bool = False) -> None:
    """Let the newest panel that waits have its pictures drawn if there is room. `busy`: also where presses wait."""
    while _following and (_is_short() if busy else _has_room()):
        room = _following.pop()
        if not room.done():  # as when whoever waited was cancelled
            room.set_result(None)
            return


async def draw_cached(table: Table, kind: str, view: View | None, make: Make, alt: str, *key: object) -> Picture:
    """A picture, drawn unless the same one is at hand. `view`: as far as it depends on it; `key`: what else it depends on."""
    return (await draw_all(table, kind, view, make, [alt], *key))[0]


async def draw_all(
    table: Table,
    kind: str,
    view: View | None,
    make: Make,
    alts: Sequence[str],
    *key: object,
) -> tuple[Picture, ...]:
    """Pictures of a table that belong together, each with its words."""
    about = [table.rules.name, table.rules.options, table.rules.called, view, repr(key)]
    place = f"{table.id}-{table.position.seq}"
    return await draw_files(kind, about, make, alts, place=place, theme=table.row.theme, rules=table.rules)


async def draw_files(
    kind: str,
    about: Sequence[object],
    make: Make,
    alts: Sequence[str],
    *,
    place: str = "",
    theme: Theme = Theme.LIGHT,
    rules: Rules | None = None,
) -> tuple[Picture, ...]:
    """Pictures that belong together, each with its words, drawn unless the same ones are at hand.

    `about`: all that they depend on; `place`: stands in the names of the files; `theme`: if no reader has another; `rules`:
    what they are drawn by.
    """
    if _undrawn.get():
        return tuple(Picture(f"{kind}.png", b"", alt) for alt in alts)
    theme = await find_theme(theme)
    digest = blake2b(encode([VERSION, kind, *about]), digest_size=8).hexdigest()
    name = digest + ("" if theme == Theme.LIGHT else theme)
    data = _kept.get(name)
    if data is None:
        if (told := PICTURE_WORDS.get()) is not None:
            told += alts
        data = await _draw_or_join(kind, name, make, theme, rules)
    else:
        metrics.CACHED_PICTURES.inc()
    stem = "-".join(part for part in (kind, place, name) if part)
    return tuple(Picture(f"{stem}{n or ''}.png", d, alts[n]) for n, d in enumerate(data))


async def _draw_or_join(kind: str, name: str, make: Make, theme: Theme, rules: Rules | None) -> Files:
    """Draw in a worker thread, or wait for whoever draws that name already; nobody who asks for a view waits behind a post.

    Raises Overtaken where it is not wanted any more by the time that a thread is free. What nobody waits for any more is not
    begun; what is begun goes on, for others too, where whoever waits here is cancelled.
    """
    post, loop = _post.get(), asyncio.get_running_loop()
    wanted = None if post is None else post.wanted
    place = name, wanted is not None
    for joined in ((name, False), place):
        drawing = _under_way.get(joined)
        if drawing is None or drawing.get_loop() is not loop or drawing.done():
            continue
        metrics.CACHED_PICTURES.inc()
        try:
            with _waiting_for(joined):
                return await _finish(drawing)
        except Overtaken:  # the post for which it was to be drawn is, or nobody waited for it; this one may not be
            if wanted is not None and not wanted():
                raise
        return await _draw_or_join(kind, name, make, theme, rules)  # others who waited for it may have begun anew
    draw = partial(_draw_files, make, theme, rules, partial(_is_wanted, place, wanted), behind=wanted is not None)
    with _waiting_for(place):
        drawing = loop.run_in_executor(_pool_behind if wanted else _pool, draw)
        _under_way[place] = drawing
        metrics.DRAWING.inc()
        drawing.add_done_callback(partial(_keep_files, place, kind, perf_counter()))
        return await _finish(drawing)


async def _finish(drawing: asyncio.Future[Files]) -> Files:
    """What is drawn, which goes on where whoever waits is cancelled. `shield` would log what fails then as an error (3.14)."""
    await asyncio.wait((drawing,))
    return drawing.result()


@contextmanager
def _waiting_for(place: Place) -> Iterator[None]:
    """Somebody waits for a picture in here."""
    _awaiting[place] += 1
    try:
        yield
    finally:
        _awaiting[place] -= 1
        if not _awaiting[place]:
            del _awaiting[place]


def _is_wanted(place: Place, wanted: Callable[[], bool] | None) -> bool:
    """Whether somebody waits for a picture that has not been begun, and wants it; called in a worker thread."""
    return _awaiting[place] > 0 and (wanted is None or wanted())


def _draw_files(make: Make, theme: Theme, rules: Rules | None, wanted: Callable[[], bool], *, behind: bool) -> Files:
    """Draw the pictures and pack them as files; called in a worker thread. `behind`: for a post. Raises Overtaken."""
    if not behind:
        if not wanted():
            raise Overtaken
        with _drawing_asked():
            return _draw(make, theme, rules)
    with _behind:
        with _none_asked:
            _none_asked.wait_for(lambda: not _asked, YIELD_SECONDS)
        if not wanted():
            raise Overtaken
        return _draw(make, theme, rules)


@contextmanager
def _drawing_asked() -> Iterator[None]:
    """Something is drawn in here that somebody has asked for: pictures of posts wait for it."""
    global _asked
    with _none_asked:
        _asked += 1
    try:
        yield
    finally:
        with _none_asked:
            _asked -= 1
            _none_asked.notify_all()


def _draw(make: Make, theme: Theme, rules: Rules | None) -> Files:
    """Have a process draw, or draw in this thread where there is none or what is to be drawn is no data."""
    processes = _processes
    with measure_part(Part.RENDER):
        packed = pack(make, rules) if processes is not None else None
        if processes is None or packed is None:
            return make_files(make, theme.value)
    try:
        return processes.draw(packed, theme.value)
    except (OSError, NotImplementedError) as error:  # such as a system without room or right for another process
        log.warning("no process draws, a thread does: %s", error)
        with measure_part(Part.RENDER):
            return make_files(make, theme.value)


@contextmanager
def draw_in_processes(number: int = -1, *, beforehand: bool = False) -> Iterator[None]:
    """Meanwhile so many processes draw; 0: threads do, -1: as many as is usual on this machine.

    `beforehand`: they start now and draw what first pictures have in common; else the first picture starts them.
    """
    global _processes, _behind
    number = usual_number() if number < 0 else number
    if not number:
        yield
        return
    _processes, _behind = _make_processes(number, beforehand=beforehand), Semaphore(min(number, BEHIND))
    try:
        yield
    finally:
        _processes.stop()
        _processes, _behind = None, Semaphore(BEHIND)


def _make_processes(number: int, *, beforehand: bool) -> PictureProcesses:
    """So many processes, which run already if they are to draw `beforehand`."""
    if not beforehand:
        return PictureProcesses(number)
    processes = PictureProcesses(number, beforehand=True)
    with suppress(OSError, NotImplementedError):  # the first picture will say so
        processes.start()
    return processes


def _keep_files(place: Place, kind: str, asked_at: float, drawing: asyncio.Future[Files]) -> None:
    """Keep what was drawn, and measure how long it took since it was asked for."""
    if _under_way.get(place) is drawing:
        del _under_way[place]
    metrics.DRAWING.dec()
    _let_next_follow()
    if drawing.cancelled() or drawing.exception() is not None:
        return
    _kept[place[0]] = drawing.result()
    metrics.PICTURES.labels(kind).observe(perf_counter() - asked_at)
    if next(_drawings) % DRAWN == 0:
        _pool.submit(return_free_memory)


async def finish_in_time(*drawings: Callable[[], Any]) -> tuple[Picture, ...]:
    """Pictures that could be drawn in time, all together: neither a failure nor a busy machine holds up a turn."""
    pictures, loop = [], asyncio.get_running_loop()
    until = loop.time() + PICTURE_SECONDS
    for make in drawings:
        try:
            pictures.append(await asyncio.wait_for(as_same_part(make()), max(0.001, until - loop.time())))
        except Overtaken:
            raise
        except TimeoutError:
            late = len(drawings) - len(pictures)
            log.warning("pictures left out, as they take more than %g s: %d", PICTURE_SECONDS, late)
            if (post := _post.get()) is not None:
                post.late = True
            elif (noted := _late.get()) is not None:
                noted.append(LATE_PICTURE)
            break
        except Exception:
            log.exception("a picture could not be drawn")
    return tuple(pictures)


def take_late_words() -> str:
    """What to tell whoever waits for the answer of pictures that it leaves out, once; "" for none."""
    noted = _late.get() or []
    words = noted[-1] if noted else ""
    noted.clear()
    return words

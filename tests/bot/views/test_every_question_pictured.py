"""No question and no preview is without a picture: each kind of step of the recorded games, with what its options lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.model.action_form import Draft
from bot.model.results import examine_position
from bot.storage.store import Store
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.messages import Picture
from bot.views.options.screen import Screen, make_screen
from bot.views.pictures import drawing
from game.play import Game
from game.transcript import perform, read
from tests.golden import GAMES
from tests.support.console_sheet import _table, following
from tests.support.discord_world import START
from tests.support.held_clock import FrozenClock
from titles import TITLES


def positions(title: str) -> Iterator[Game]:
    """Every position of the title's recorded game to the end of its bank."""
    golden = next(g for g in GAMES if g.name == f"{title}-bank")
    kept = read(golden.path.read_text("utf-8"))
    game = golden.start(kept.seed)
    yield game
    for _ in perform(game, kept.entries):
        yield game


def sort_of(step: str, draft: Draft, screen: Screen) -> tuple[object, ...]:
    """What makes a console another kind of console."""
    kinds = frozenset(o.kind.__name__ for o in (*screen.options, *screen.more))
    return (
        step,
        draft.kind,
        frozenset(draft.given),
        bool(draft.act),
        type(screen.action),
        kinds,
        len(screen.options) > 10,
    )


def next_drafts(choices: Any, draft: Draft, screen: Screen) -> list[Draft]:
    """What a press of some of the options leads to."""
    if len(draft.given) > 1:
        return []
    some = (*screen.options[:2], *screen.options[-1:], *screen.more)
    return [d for o in some if o.verb != "page" for d in following(choices, draft, o)]


@pytest.mark.parametrize("title", list(TITLES))
async def test_no_question_is_without_a_picture(title, monkeypatch):
    """“Buy SR $90” stood alone, and the six pages of hexes of a power as well."""

    async def name_only(kind: str, _about: Any, _make: Any, alts: Any, **_others: Any) -> tuple[Picture, ...]:
        return tuple(Picture(f"{kind}.png", b"", alt) for alt in alts)

    monkeypatch.setattr(drawing, "draw_files", name_only)
    store = Store("sqlite+aiosqlite://", FrozenClock(START))
    await store.open()
    table: Any = None
    seen: set[tuple[object, ...]] = set()
    bare = []
    for game in positions(title):
        if game.state.over:
            break
        table = table or await _table(store, title, game)
        table.position = examine_position(game, table.position.move)
        seat = table.row.seat(game.deciders()[0])
        choices, drafts = table.choices(seat.name), [Draft()]
        while drafts:
            draft = drafts.pop(0)
            screen = make_screen(choices, draft)
            sort = sort_of(table.position.step, draft, screen)
            if sort in seen:
                continue
            seen.add(sort)
            shown = await compose_console(table, seat, ConsoleState(draft, 0, table.action_version(seat.name)))
            bare += [] if shown.pictures else [f"{shown.title} ({sort})"]
            drafts += next_drafts(choices, draft, screen)
    await store.close()
    assert len(seen) > 40
    assert not bare

"""The console's steps as a phone or a wide window shows them: words, picture, buttons, side by side on sheets of each title."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from bot.model.action_form import Draft
from bot.model.models import NewGame
from bot.model.results import examine_position
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.messages import Button, Private
from bot.views.options.screen import make_screen, open_draft
from bot.views.options.single_press import next_question
from bot.views.options.values import chosen_value
from game.play import Game
from render.drawing import fonts, phone
from tests.support.held_clock import FrozenClock
from titles import TITLES

PHONE = phone.SCREEN_WIDTH  # of the window
WIDE = 1280
MARGIN = 12
WIDEST = 550  # of pictures in a wide window; words and buttons of an answer keep to the same column
GROUND, WORDS, SOFT = (49, 51, 56), (235, 236, 238), (170, 174, 180)
COLOURS = {"primary": (88, 101, 242), "secondary": (78, 80, 88), "success": (36, 128, 70), "danger": (218, 55, 60)}
STEPS = 60  # of one title
PAGE = 1700, 1500  # of one sheet, wide and high


class Sheet:
    """Collects one picture for each kind of step, and writes sheets of each title in each width."""

    def __init__(self, folder: Path, widths: Sequence[int] = (PHONE,)) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.widths = folder, widths

    async def add(self, title: str, moments: Iterable[tuple[Game, object]]) -> None:
        """Draw each kind of step once: what a game comes to, and what follows the first options."""
        shown = await self.steps(title, moments)
        for width in self.widths:
            write([picture(content, width) for content in shown.values()], self.folder, f"{title}-{width}")

    async def steps(self, title: str, moments: Iterable[tuple[Game, object]]) -> dict[tuple[object, ...], Private]:
        """The console at each kind of step."""
        store = Store("sqlite+aiosqlite://", FrozenClock(datetime(2026, 3, 2, 12, tzinfo=UTC)))
        await store.open()
        shown: dict[tuple[object, ...], Private] = {}
        try:
            table: Any = None
            for g, _ in moments:
                table = table or await _table(store, title, g)
                table.position = examine_position(g, table.position.move)
                await self._steps(table, g, shown)
                if len(shown) >= STEPS:
                    break
        finally:
            await store.close()
        return shown

    async def _steps(self, table: Any, g: Game, shown: dict[tuple[object, ...], Private]) -> None:
        seat = table.row.seat(g.deciders()[0])
        choices, step = table.choices(seat.name), table.position.step
        drafts, seen = [Draft()], 0
        while drafts and seen < 6:
            draft = drafts.pop(0)
            found = make_screen(choices, draft)
            kinds = tuple(sorted({o.kind.__name__ for o in found.options}))
            sort = (step, draft.kind, len(draft.given), bool(found.action), kinds, len(found.options) > 10)
            if sort in shown:
                continue
            seen += 1
            now = ConsoleState(draft, 0, table.action_version(seat.name))
            shown[sort] = await compose_console(table, seat, now)
            if sort[-1] and kinds == ("BuyTrain",):  # one of the groups of trains
                opened = ConsoleState(draft, 1, table.action_version(seat.name))
                shown[*sort, "group"] = await compose_console(table, seat, opened)
            for offer in (*found.options[:1], *found.options[-1:], *found.more):
                drafts += following(choices, draft, offer)


def following(choices: Any, draft: Draft, offer: Any) -> list[Draft]:
    """What comes of an option."""
    if offer.verb == "act":
        return [Draft(draft.kind, draft.given, offer.value)]
    if offer.verb == "kind":
        return [d for d in [open_draft(choices, offer.value)] if d]
    asked = next_question(choices, draft)
    return [Draft(asked.draft.kind, {**draft.given, asked.field: chosen_value(asked, [offer.value])})]


async def _table(store: Store, title: str, g: Game) -> Any:
    """A table whose seats bear the names of the game's players."""
    tables = Tables(store, TITLES)
    names = sorted(g.state.order)
    row = await tables.create(NewGame(guild=1, channel=1, host=1, title=title, shown=names[0].title(), seed="1"))
    for n, name in enumerate(names[1:], 2):
        await tables.join(row.id, n, name.title())
    await tables.start(row.id, 1)
    return await tables.get(row.id)


def picture(content: Private, width: int) -> Image.Image:
    """A private message as a window of that width shows it, about."""
    column = min(width - 2 * MARGIN, WIDEST)
    image = Image.new("RGB", (column + 2 * MARGIN, 4000), GROUND)
    draw, y = ImageDraw.Draw(image), 10
    text = "\n".join(p for p in (content.text, content.title and f"**{content.title}**", content.body) if p)
    for line in text.split("\n"):
        bold, small = line.startswith("**"), line.startswith("-# ")
        size, step = (14, 19) if small else (16, 22)
        for part in fonts.folded(line.replace("**", "").removeprefix("-# "), column, size, bold):
            fonts.write(draw, (MARGIN, y), part, size, bold=bold, ink=SOFT if small else WORDS)
            y += step
    for found in content.pictures:
        drawn = Image.open(io.BytesIO(found.data)).convert("RGB")
        drawn = drawn.resize((column, round(drawn.height * column / drawn.width)), Image.Resampling.LANCZOS)
        image.paste(drawn, (MARGIN, y + 4))
        y += drawn.height + 10
    for row in content.rows:
        y = _row(draw, row, y, column)
    return image.crop((0, 0, image.width, y + 8))


def _row(draw: ImageDraw.ImageDraw, row: Any, y: int, column: int) -> int:
    """Buttons, which wrap, or a menu with its first options; where the next row begins."""
    x = MARGIN
    for part in row:
        if not isinstance(part, Button):
            draw.rounded_rectangle((MARGIN, y, MARGIN + column, y + 34), 6, fill=(30, 31, 34))
            said = f"{part.hint} ▾ ({len(part.options)}: {', '.join(o.label for o in part.options[:3])} …)"
            fonts.write(draw, (20, y + 9), fonts.shortened(said, column - 20, 13), 13, ink=SOFT)
            return y + 42
        wide = min(fonts.width(part.label, 14) + 24, column)
        if x > MARGIN and x + wide > MARGIN + column:
            x, y = MARGIN, y + 40
        draw.rounded_rectangle((x, y, x + wide, y + 32), 7, fill=COLOURS[part.style])
        fonts.write(draw, (x + 13, y + 7), part.label, 14, ink=WORDS)
        x += wide + 8
    return y + 42


def write(parts: Sequence[Image.Image], folder: Path, name: str) -> None:
    """All of them in columns in their order, on as many numbered sheets as they need."""
    x, y, pages = 10, 10, [Image.new("RGB", PAGE, (210, 212, 216))]
    for part in parts:
        if y > 10 and y + part.height > PAGE[1]:
            x, y = x + part.width + 10, 10
        if x + part.width > PAGE[0]:
            pages.append(Image.new("RGB", PAGE, (210, 212, 216)))
            x, y = 10, 10
        pages[-1].paste(part, (x, y))
        y += part.height + 10
    for number, page in enumerate(pages, 1):
        page.save(folder / f"{name}-{number}.png")

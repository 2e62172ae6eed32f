"""The sheet of a whole map: its size follows the map's shape, the panel stands beside it or below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from game.title_data import HexData, TitleData
from render.drawing import fonts, style
from render.drawing.free_space import Box
from render.drawing.layout import Layout, Size, drops_signs, find_bays, fit, spread
from render.drawing.map_print import MapPrint, phone_print, square_print, wide_print
from render.drawing.table import Rows
from render.pictures.panel import Panel

MARGIN = 44  # pixels at unit 1, to what stands on the sheet
EDGE = 36  # that the coordinates along the sides of the map take
COLUMN = 560  # the panel beside a map
COLUMNS = (1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65)  # of it, where that makes the hexes larger
UNITS = (1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6)  # of what stands in it, the largest that finds room
DENSE = 0.05  # how much more of its usual size that may have than the column
HIGHER = 1.03  # times the height of the map, at most, that the column may have: else there is empty sea above and below
LINE = 34  # of small print
USUAL = 1200  # of the height of a wide sheet
LARGER = 1.15  # print on a sheet for phones, against that on a wide one
APART = 48  # between lists beside each other
TALL_LAND = 1.3  # times its width that a land is high which has a square sheet


@dataclass(frozen=True)
class Sheet:
    """The size of the picture, where the map lies, the panel and the boxes of its parts."""

    size: Size
    where: Layout
    panel: Panel
    ground: Box  # of the panel's lists
    head: Box
    lists: tuple[tuple[str, Box], ...]

    @property
    def grounds(self) -> tuple[Box, ...]:
        """All that is under words beside the map."""
        return self.ground, *self.where.bays

    def paint(self, image: Image.Image) -> None:
        """The panel's words; its ground was painted before."""
        self.panel.head(image, self.head)
        for name, box in self.lists:
            if name == "legend":
                self.panel.legend(image, box)
            elif name in ("pool", "notes"):
                self._lines(image, box, brings=name == "notes")
            elif name in ("cards", "changes"):
                (self.panel.train_cards() if name == "cards" else self.panel.change_lines()).paint(image, box)
            elif name == "signs":
                self.panel.sign_lines().paint(image, box)
            else:
                wide = box[2] - box[0]
                rows = _rows(self.panel, name, wide).whole_in(wide)
                rows.paint(image, self.panel.rules.data, box[0], box[1], wide)

    def _lines(self, image: Image.Image, box: Box, *, brings: bool) -> None:
        for i, line in enumerate(self.panel.notes(box[2] - box[0], brings=brings)):
            at = (box[0], box[1] + self.panel.px(LINE) * i)
            fonts.write(ImageDraw.Draw(image), at, line, self.panel.print.list, ink=style.SOFT)

    def paint_ground(self, image: Image.Image) -> None:
        for ground in self.grounds:
            ImageDraw.Draw(image).rectangle(ground, fill=style.PAPER)


def _rows(panel: Panel, name: str, wide: int) -> Rows:
    if name in ("trains", "brief trains"):
        return panel.trains(wide if name == "trains" else 0)
    if name == "shares":
        return panel.shares()
    return panel.companies() if name == "companies" else panel.players()


def _shares(panel: Panel, box: Box) -> list[tuple[str, Box]]:
    """Who holds how much, where that box has room for it."""
    rows = panel.shares()
    fits = rows.tightest() <= box[2] - box[0] and rows.height <= box[3] - box[1]
    return [("shares", (box[0], box[1], box[2], box[1] + rows.height))] if fits and not rows.empty else []


def arrange(shown: Sequence[HexData], data: TitleData, canvas: Size, panel: Panel) -> Sheet:
    """The sheet on which the hexes are largest. A canvas that is higher than wide only gives its width; one that is not may
    become as high as it is wide for a land that is higher than wide.
    """
    if canvas[1] > canvas[0]:
        return _below(shown, data, canvas[0], None, replace(panel, unit=panel.unit * LARGER))
    around = _around(shown, data, canvas, panel)
    if around is not None:
        return around
    beside, below = _beside(shown, data, canvas, panel), _below(shown, data, canvas[0], canvas[1], panel)
    best = max((beside, below), key=lambda s: s.where.size)
    if best.where.size <= 8:
        raise ValueError(f"a canvas of {canvas[0]} by {canvas[1]} is too small for the map of {data.name}")
    return best


def _country(shown: Sequence[HexData], data: TitleData, box: Box, size: Size) -> Layout:
    """The map in a box, coordinates included."""
    return fit(shown, data, size, box)


def _columns(panel: Panel, left: int, top: int, wide: int, *, signs: bool) -> tuple[list[tuple[str, Box]], int]:
    """The lists of a sheet below its map, and where they end: no half of it stays empty.

    Companies beside players, above them where something would be cut so; where companies are many, the trains stand below the
    players, and what happened last below the companies where the sheet is lower so; else both as bands across.
    `signs`: with those that the map has no room for.
    """
    gap, third, end = panel.px(APART), panel.px(20), left + wide
    companies, players = panel.companies(), panel.players()
    if not players.cells:  # a title that is looked at without a table
        return _bands(panel, [], (left, top, end), signs=signs)
    if not companies.cells:
        parts: list[tuple[str, Box]] = [("players", (left, top, end, 0))]
        return _bands(panel, parts, (left, top + players.height + third, end), signs=signs)
    if companies.tightest() + gap + players.tightest() > wide:
        low = top + companies.height + third
        parts = [("companies", (left, top, end, 0)), ("players", (left, low, end, 0))]
        return _bands(panel, parts, (left, low + players.height + third, end), signs=signs)
    need = sum(companies.least()) + len(companies.columns) * panel.px(12)
    other = sum(players.least()) + len(players.columns) * panel.px(12)
    part = max(min(need, round(wide * 0.62)), min(round(wide * 0.56), wide - gap - other))
    part = min(part, wide - gap - players.tightest())
    right = left + part + gap
    parts = [("companies", (left, top, left + part, 0)), ("players", (right, top, end, 0))]
    low, lower = top + players.height + third, top + companies.height
    trains = panel.trains(end - right)
    if lower > low + trains.height * 0.6:
        parts.append(("trains", (right, low, end, 0)))
        noted, high = _notes(panel, trains, right, low + trains.height + panel.px(12), end)
        bottom = low + trains.height + high
        across, lowest = _last(panel, (left, max(lower, bottom) + third, end), signs=signs)
        within, deepest = _last(panel, (left, lower + third, left + part), signs=False, narrow=True)
        below, deepest = _signs(panel, (left, max(deepest, bottom), end)) if signs else ([], max(deepest, bottom))
        within += below
        return (parts + noted + within, deepest) if deepest < lowest else (parts + noted + across, lowest)
    return _bands(panel, parts, (left, max(low, lower + third), end), signs=signs)


Band = tuple[int, int, int]  # left, top, right in pixels


def _bands(panel: Panel, parts: list[tuple[str, Box]], band: Band, *, signs: bool) -> tuple[list[tuple[str, Box]], int]:
    """The trains as a row of cards, then what happened last."""
    left, top, right = band
    cards = panel.train_cards()
    high = cards.height(right - left)
    parts.append(("cards", (left, top, right, top + high)))
    top += high + panel.px(14)
    brings = bool(cards.left) and not cards.brings(right - left)
    lines = panel.notes(right - left, brings=brings)
    if lines:
        high = panel.px(LINE) * len(lines)
        parts.append(("notes" if brings else "pool", (left, top, right, top + high)))
        top += high + panel.px(14)
    last, end = _last(panel, (left, top, right), signs=signs)
    return parts + last, end


def _last(panel: Panel, band: Band, *, signs: bool, narrow: bool = False) -> tuple[list[tuple[str, Box]], int]:
    """What changed and how the trains ran, beside each other where both are known, in a narrow band below each other; signs that
    the map has no room for; and where everything ends.
    """
    left, top, right = band
    parts: list[tuple[str, Box]] = []
    changes, legend = panel.change_lines(), panel.legend_height(right - left if narrow else 0)
    beside = bool(changes.changes and legend and not narrow)
    middle = (left + right) // 2 if beside else left
    high = changes.height((middle if beside else right) - left)
    if high:
        parts.append(("changes", (left, top, middle if beside else right, top + high)))
    if legend:
        start = top if beside or not high else top + high + panel.px(14)
        parts.append(("legend", (middle, start, right, start + legend)))
        high = max(high, start + legend - top)
    below, top = _signs(panel, (left, top + high, right)) if signs else ([], top + high)
    return parts + below, top


def _signs(panel: Panel, band: Band) -> tuple[list[tuple[str, Box]], int]:
    """Signs that the map has no room for, across that band, and where they end."""
    left, top, right = band
    high = panel.sign_lines().height(right - left)
    if not high:
        return [], top
    top += panel.px(14)
    return [("signs", (left, top, right, top + high))], top + high


def _notes(panel: Panel, trains: Rows, left: int, top: int, end: int) -> tuple[list[tuple[str, Box]], int]:
    """What is said below the list of trains, and the pixels that it adds."""
    brings = len(trains.columns) == 3
    lines = panel.notes(end - left, brings=brings)
    high = panel.px(LINE) * len(lines) + panel.px(16) if lines else 0
    return [("notes" if brings else "pool", (left, top, end, top + high))] if lines else [], high


def _below(shown: Sequence[HexData], data: TitleData, wide: int, high: int | None, panel: Panel) -> Sheet:
    """Head, map, lists, from top to bottom. `high`: pixels that all of it may take; None: as much as it needs."""
    margin, edge = panel.px(MARGIN), round(panel.px(EDGE) / (1 if high else LARGER))
    inner = wide - 2 * margin
    across, down = spread(shown, data.layout == "pointy")
    broad = (wide - 2 * edge - 16) / across
    panel = replace(
        panel, print=_wide(panel, wide_print(int(broad), high / USUAL)) if high else phone_print(int(broad))
    )
    head = panel.head_height(inner)
    top = panel.px(28) + head + edge
    signs = high is None and drops_signs(max(8, int(min(broad, wide * 3 / down))), phone=True)
    lists, end = _columns(panel, margin, 0, inner, signs=signs)
    room = high - top - end - edge - 2 * panel.px(24) if high else wide * 3
    size = max(8, int(min(broad, room / down)))
    bottom = top + round(size * down) + edge
    start = bottom + panel.px(24)
    lists = [(name, (b[0], b[1] + start, b[2], b[3] + start)) for name, b in lists]
    whole = wide, start + end + panel.px(24)
    where = _country(shown, data, (edge, top, wide - edge, top + round(size * down) + 1), whole)
    where = where if where.size <= size else replace(where, size=size)
    where = replace(where, bays=((0, 0, wide, top - edge),))
    ground = (0, bottom, wide, whole[1])
    return Sheet(whole, where, panel, ground, (margin, panel.px(28), wide - margin, 0), tuple(lists))


def _beside(shown: Sequence[HexData], data: TitleData, canvas: Size, panel: Panel) -> Sheet:
    """The map at the left, all else in a column at its right, in the largest print in which that is no higher than the map: who
    holds what with it, if that has room in any.

    The column of a wide land is narrower, for its hexes are larger then.
    """
    edge, times = panel.px(EDGE), min(canvas) / USUAL
    across, down = spread(shown, data.layout == "pointy")

    def largest(share: float) -> int:
        wide = canvas[0] - panel.px(COLUMN * share) - 2 * panel.px(28 * share) - 2 * edge
        return max(8, int(min(wide / across, (canvas[1] - 2 * edge) / down)))

    share = max(COLUMNS, key=largest)
    size, margin, column = largest(share), panel.px(28 * share), panel.px(COLUMN * share)
    left, high = round(across * size) + 2 * edge, round(down * size) + 2 * edge
    inner = (left + margin, margin, left + margin + column, canvas[1] - margin)
    best: tuple[Panel, list[tuple[str, Box]], int] | None = None
    for unit in UNITS:
        small = replace(panel, unit=panel.unit * unit)
        small = replace(small, print=_wide(small, wide_print(size, times)))
        if unit > share + DENSE or (unit > UNITS[-1] and small.tightest() > column):
            continue
        lists, end = _stacked(small, inner, signs=drops_signs(size, phone=False))
        if end + margin > min(high * HIGHER, canvas[1]) and unit > UNITS[-1]:
            continue
        more = _shares(small, (inner[0], end + small.px(26), inner[2], max(high, end + margin) - margin))
        if best is None or more:
            best = small, lists + more, end
        if more or small.shares().empty:
            break
    assert best is not None
    small, lists, end = best
    whole = left + column + 2 * margin, max(high, end + margin)
    where = _country(shown, data, (edge, edge, left - edge + 1, whole[1] - edge), whole)
    return Sheet(whole, where, small, (left, 0, *whole), inner, tuple(lists))


def _around(shown: Sequence[HexData], data: TitleData, canvas: Size, panel: Panel) -> Sheet | None:
    """A tall land from the top of a square to its bottom, and all else at its right: the head above the land's broad part, the
    companies below it, players and trains between these, in the largest print that has room; None where none has.
    """
    edge, times = panel.px(EDGE), min(canvas) / USUAL
    across, down = spread(shown, data.layout == "pointy")
    size = max(8, int((canvas[0] - 2 * edge) / down))
    left, whole = round(across * size) + 2 * edge, (canvas[0], round(down * size) + 2 * edge)
    if down < across * TALL_LAND or whole[0] - left < panel.px(COLUMN * UNITS[-1]):
        return None
    where = _country(shown, data, (edge, edge, left - edge + 1, whole[1] - edge), whole)
    where = replace(where, bays=find_bays(where, shown, edge))
    if len(where.bays) < 2:
        return None
    margin = panel.px(28)
    inner = [(b[0] + margin, b[1] + margin, b[2] - margin, b[3] - margin) for b in where.bays]
    best: Sheet | None = None
    for unit in UNITS[::2]:
        small = replace(panel, unit=panel.unit * unit)
        small = replace(small, print=_wide(small, square_print(size, times)))
        lists = _shared_out(small, left + margin, inner, signs=drops_signs(size, phone=False))
        if lists is None:
            continue
        told = small.shares().empty or any(name == "shares" for name, _ in lists)
        if best is None or told:
            best = Sheet(whole, where, small, (left, 0, *whole), inner[0], lists)
        if told:
            break
    return best


def _shared_out(panel: Panel, left: int, bays: Sequence[Box], *, signs: bool) -> tuple[tuple[str, Box], ...] | None:
    """The lists of a tall land: in its lower bay and, from `left` on, between the head and that; None where they find no room."""
    above, below = bays
    gap, right, low = panel.px(26), below[2], below[1]
    companies, players = panel.companies(), panel.players()
    top = max(above[1] + panel.head_height(above[2] - above[0]) + gap, above[3])
    parts: list[tuple[str, Box]] = [("players", (left, top, right, top + players.height))]
    top += players.height + gap
    if companies.cells:
        parts.append(("companies", (below[0], low, right, low + companies.height)))
        low += companies.height + gap
    if max(players.tightest() - right + left, companies.tightest() - right + below[0], top - below[1]) > 0:
        return None
    full, brief = panel.trains(right - below[0]), panel.trains(0)
    bottom = low + full.height
    noted, high = _notes(panel, full, below[0], bottom + gap // 2, right)
    more, end = _last(panel, (below[0], bottom + high + gap, right), signs=signs)
    if full.tightest() <= right - below[0] and end <= below[3]:
        parts.append(("trains", (below[0], low, right, bottom)))
        shares = _shares(panel, (left, top, right, below[1])) or _shares(panel, (below[0], end + gap, right, below[3]))
        return (*parts, *noted, *more, *shares)
    bottom = top + brief.height
    noted, low = _notes_apart(panel, brief, above, (below[0], low, right))
    more, end = _last(panel, (below[0], low, right), signs=signs)
    if brief.tightest() > right - left or bottom > below[1] or end > below[3]:
        return None
    parts.append(("brief trains", (left, top, right, bottom)))
    shares = _shares(panel, (left, bottom + gap, right, below[1])) or _shares(
        panel, (below[0], end + gap, right, below[3])
    )
    return (*parts, *noted, *more, *shares)


def _notes_apart(panel: Panel, trains: Rows, head: Box, band: Band) -> tuple[list[tuple[str, Box]], int]:
    """What is said of trains: below the head where that leaves room, else in that band, and where what follows there begins."""
    start = head[1] + panel.head_height(head[2] - head[0])
    noted, high = _notes(panel, trains, head[0], start, head[2])
    if start + high <= head[3] + panel.px(20):
        return noted, band[1]
    noted, high = _notes(panel, trains, band[0], band[1], band[2])
    return noted, band[1] + high + panel.px(26)


def _wide(panel: Panel, of_map: MapPrint) -> MapPrint:
    """The print of a wide sheet on which the map has that print."""
    title, words = (style.step(points * panel.unit) for points in (style.TITLE, style.BODY))
    return of_map.with_lists(title, words)


def _stacked(panel: Panel, box: Box, *, signs: bool) -> tuple[list[tuple[str, Box]], int]:
    """The lists below each other in a column, and where they end. `signs`: with those that the map has no room for."""
    gap = panel.px(26)
    y = box[1] + panel.head_height(box[2] - box[0]) + gap
    parts = []
    for name in ("companies", "players", "trains"):
        rows = _rows(panel, name, box[2] - box[0])
        if rows.empty:
            continue
        parts.append((name, (box[0], y, box[2], y + rows.height)))
        y += rows.height + gap
    noted, high = _notes(panel, rows, box[0], y - gap // 2, box[2])
    parts += noted
    y += high
    high = panel.change_lines().height(box[2] - box[0])
    if high:
        parts.append(("changes", (box[0], y, box[2], y + high)))
        y += high + gap
    high = panel.sign_lines().height(box[2] - box[0]) if signs else 0
    if high:
        parts.append(("signs", (box[0], y, box[2], y + high)))
        y += high + gap
    if panel.marks.runs:
        parts.append(("legend", (box[0], y, box[2], y + panel.legend_height())))
        y += panel.legend_height() + gap
    return parts, y - gap

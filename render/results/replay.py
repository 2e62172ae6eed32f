"""One frame of a replay: the map after a turn, what was done in it, and what everybody is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs
from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company, Hex, Laid, Player
from render.data import queries
from render.data.marks import NONE, Marks
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.layout import spread
from render.drawing.sprites import token, word_stencil
from render.pictures.map import BARE_EDGE, Words, draw_map
from render.results.print_sizes import SIGNS

WIDE = 900  # pixels at unit 1; a phone shows it 366 pixels wide
EDGE = 30
HEAD, LINE, ROW = 72, 40, 46  # pixels of the head, of a line of the caption, of a player's row
LINES = 2  # of the caption
SAID = 28  # pixels of all words: eleven on a phone; the map beside them has four sizes of print
HIGHEST = 1.4  # of the map's width: a higher map is drawn smaller
# Of words only names: others would be smudges on a phone. Coordinates at the edges would take a tenth of its width.
LAYERS = frozenset({"marks", "runs", "large stations", "no edges"})
PARTED = 3  # times in halves: the parts of a game that have names at places of their own
FOOT = 44  # pixels of the line that says which move it is


@dataclass(frozen=True)
class Scene:
    """A moment of a replay. `caption`: what happened, for the company or, where that is "", the round.

    `most`: dollars at which a bar of worth has its full length; `move`: the last move in it, and the last of the game.
    """

    round: str
    company: Company
    caption: str
    most: int
    move: tuple[int, int]
    marks: Marks = NONE
    worth: Mapping[Player, int] | None = None  # at the end of the round; None: as the view says


def draw_frame(
    view: View,
    rules: Rules,
    scene: Scene,
    shown: Mapping[Player, str],
    *,
    wide: int = WIDE,
    names: Words | None = None,
) -> Image.Image:
    """The frame as that view knows it. `shown`: what players are called; `wide`: pixels across; `names`: those of places."""
    unit = wide / WIDE
    land = map_size(rules, wide)
    bottom = round((LINE * LINES + 36 + ROW * len(view.order) + 24 + FOOT) * unit)
    image = style.canvas((wide, round(HEAD * unit) + land[1] + bottom), rules.data)
    _head(image, view, rules, scene, unit)
    marks = replace(scene.marks, order=())  # a number of what was built would stand on a name
    picture = draw_map(view, rules, marks, canvas=land, layers=LAYERS, still=names)
    image.paste(picture, (0, round(HEAD * unit)))
    top = round(HEAD * unit) + land[1]
    _caption(image, rules, scene, top, unit)
    _players(image, view, rules, scene, shown, top + round((LINE * LINES + 36) * unit), unit)
    _foot(image, scene, unit)
    return image


def draw_names(views: Sequence[View], rules: Rules, wide: int) -> Words:
    """The names of places as they stand in all frames: where the boards of all these views, the last one first, have room."""
    view, boards = views[-1], boards_of(views)
    named = draw_map(view, rules, canvas=map_size(rules, wide), layers=LAYERS | {"names"}, boards=boards)
    stencil = word_stencil(named, named.info["bare"]).convert("1")
    return Words(named, stencil, named.info["tied"], named.info["far_off"])


def draw_names_of_each(views: Sequence[View], rules: Rules, wide: int) -> list[Words]:
    """The names of places for each of these frames: the same in all of them, or in each part of the game where a place that is
    free on all its boards is too far off.
    """
    return _names_of_parts(views, rules, wide, draw_names(views, rules, wide), PARTED)


def _names_of_parts(views: Sequence[View], rules: Rules, wide: int, whole: Words, times: int) -> list[Words]:
    """The names of places for each frame of one part, those of the `whole` known. `times`: how often it may be parted."""
    if not (whole.far_off and times and len(views) > 1):
        return [whole] * len(views)
    parts = views[: len(views) // 2], views[len(views) // 2 :]
    names = [draw_names(part, rules, wide) for part in parts]
    if min(each.far_off for each in names) >= whole.far_off:
        return [whole] * len(views)
    both = zip(parts, names, strict=True)
    return [words for part, each in both for words in _names_of_parts(part, rules, wide, each, times - 1)]


def boards_of(views: Sequence[View]) -> list[View]:
    """The last view with all tiles that ever lay on each hex: the first ones of all hexes on one board, the next on another."""
    lay: dict[Hex, list[Laid | None]] = {}
    for view in views:
        for i in {*lay, *view.tiles}:
            known = lay.setdefault(i, [None])
            if view.tiles.get(i) not in known:
                known.append(view.tiles.get(i))
    boards = []
    for n in range(max(map(len, lay.values()), default=1)):
        tiles = {i: laid for i, known in lay.items() if (laid := known[min(n, len(known) - 1)]) is not None}
        boards.append(structs.replace(views[-1], tiles=tiles))
    return boards


def _foot(image: Image.Image, scene: Scene, unit: float) -> None:
    """How far the game is: a bar, and the number of the move of how many."""
    draw, (move, of) = ImageDraw.Draw(image), scene.move
    size, edge, middle = style.step(SAID * unit), round(EDGE * unit), image.height - FOOT * unit / 2 - 10 * unit
    text = f"move {move} of {of}"
    fonts.write(draw, (image.width - edge, middle), text, size, ink=style.SOFT, anchor="rm")
    right = image.width - edge - fonts.width(f"move {of} of {of}", size) - round(20 * unit)
    half = 5 * unit
    draw.rectangle((edge, middle - half, right, middle + half), fill=style.RULE)
    done = edge + round((right - edge) * move / max(of, 1))
    draw.rectangle((edge, middle - half, max(done, edge + 1), middle + half), fill=style.SOFT)


def map_size(rules: Rules, wide: int) -> tuple[int, int]:
    """As wide as the picture and as high as the map's shape needs."""
    across, down = spread(list(rules.data.hexes.values()), rules.data.layout == "pointy")
    edge = 2 * BARE_EDGE
    return wide, min(round((wide - edge) * down / across) + edge, round(wide * HIGHEST))


def _head(image: Image.Image, view: View, rules: Rules, scene: Scene, unit: float) -> None:
    draw, middle = ImageDraw.Draw(image), HEAD * unit / 2
    name, size = queries.title_name(rules.data), style.step(SAID * unit)
    fonts.write(draw, (EDGE * unit, middle), name, size, bold=True, anchor="lm")
    bank = queries.bank_words(view, rules)
    where = " · ".join(filter(None, (scene.round, f"phase {view.phase}", f"bank {bank}")))
    fonts.write(draw, (image.width - EDGE * unit, middle), where, size, ink=style.SOFT, anchor="rm")


def _caption(image: Image.Image, rules: Rules, scene: Scene, top: int, unit: float) -> None:
    draw, size, x = ImageDraw.Draw(image), style.step(SAID * unit), round(EDGE * unit)
    high = (LINE * LINES + 36) * unit
    if scene.company:
        r = round(32 * unit)
        sprite = token(rules.data, scene.company, r, sizes=[each for each in SIGNS if each <= size] or [size])
        image.paste(sprite, (x, round(top + high / 2) - r), sprite)
        x += 2 * r + round(18 * unit)
    room = image.width - x - round(EDGE * unit)
    lines = caption_lines(scene.caption, room, size)
    y = top + high / 2 - LINE * unit * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        fonts.write(draw, (x, y + LINE * unit * i), line, size, anchor="lm")


def caption_lines(caption: str, room: int, size: int) -> list[str]:
    """As many of its sentences, the first ones, as find room; a single one that finds none is shortened."""
    sentences = caption.split(". ")
    for count in range(len(sentences), 0, -1):
        lines = fonts.folded(". ".join(sentences[:count]), room, size)
        if len(lines) <= LINES:
            return lines
    return [*lines[: LINES - 1], fonts.shortened(" ".join(lines[LINES - 1 :]), room, size)]


def _players(
    image: Image.Image, view: View, rules: Rules, scene: Scene, shown: Mapping[Player, str], top: int, unit: float
) -> None:
    """A bar of worth for each player, the richest first, from nothing to the most of the game."""
    draw, size, edge = ImageDraw.Draw(image), style.step(SAID * unit), round(EDGE * unit)
    draw.line(
        (edge, top - 8 * unit, image.width - edge, top - 8 * unit), fill=style.RULE, width=max(1, round(2 * unit))
    )
    names = {p: fonts.shortened(shown.get(p, p), 230 * unit, size, bold=True) for p in view.order}
    left = edge + max(fonts.width(n, size, bold=True) for n in names.values()) + round(20 * unit)
    sums = scene.worth or {p: queries.worth(view, rules, p) for p in view.order}
    room = image.width - edge - left - max(fonts.width(rules.data.money(scene.most), size, bold=True), 1)
    for i, player in enumerate(sorted(view.order, key=lambda p: -sums[p])):
        middle = top + (i + 0.5) * ROW * unit
        colour, ink = (of(view.order, player) for of in (style.seat, style.seat_ink))
        fonts.write(draw, (edge, middle), names[player], size, bold=True, ink=ink, anchor="lm")
        long = round((room - 24 * unit) * min(max(sums[player], 0) / max(scene.most, 1), 1))
        half = 14 * unit
        draw.rectangle((left, middle - half, left + max(long, 2), middle + half), fill=colour)
        text = rules.data.money(sums[player])
        fonts.write(draw, (left + long + 14 * unit, middle), text, size, bold=True, anchor="lm")

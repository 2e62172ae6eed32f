"""The panel beside the map: title, round, who acts, bank, trains, tile colours, companies in order of operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.rules import Rules
from render.data import queries
from render.data.marks import Marks
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.fonts import folded
from render.drawing.free_space import Box
from render.drawing.sprites import token
from render.pictures import overlay

Paint = Callable[[Image.Image, ImageDraw.ImageDraw, Box], None]


WIDE = 505  # pixels of the panel at unit 1
SLIM = 380  # of its lists where the map leaves little room: no presidents
BRIEF = 290  # where it leaves hardly any: neither treasuries, nor what trains bring about
LEGEND = 4  # lines of the legend of runs


@dataclass(frozen=True)
class Block:
    """A part of the panel: the size in pixels that it may need, how it is painted into its box, the height it needs now."""

    size: tuple[int, int]
    paint: Paint
    used: int = 0


def blocks(view: View, rules: Rules, marks: Marks, asked: Sequence[str], unit: float, wide: int = WIDE) -> list[Block]:
    """The parts of the panel, the most important first. Their sizes depend on the title, `unit` and `wide` alone.

    `wide`: of the lists, at unit 1: WIDE, SLIM or BRIEF.
    """
    found = [
        _head(view, rules, asked, unit, wide),
        _trains(view, rules, unit, wide),
        _companies(view, rules, unit, wide),
    ]
    return [*found, _legend(view, rules, marks, unit, wide)]


def _head(view: View, rules: Rules, asked: Sequence[str], unit: float, narrow: int) -> Block:
    """What is played, where in the game, and who acts. Where there is little room, rounds and tiles have lines of their own."""
    brief = narrow == BRIEF
    wide, line = round((BRIEF if brief else WIDE) * unit), round(44 * unit)
    high = round(line * (6.4 if brief else 4.4))

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        left, y = box[0], box[1]
        motto, big = rules.data.file.subtitle, round(50 * unit)
        shown = queries.title_name(rules.data)
        motto = "" if motto == shown else motto
        fonts.write(draw, (left, y + line * 0.6), shown, big, bold=True, anchor="lm")
        name = fonts.width(shown, big, bold=True) + round(18 * unit)
        small = round(19 * unit)
        motto = "" if brief else fonts.shortened(motto, wide - name, small)
        fonts.write(draw, (left + name, y + line * 0.72), motto, small, ink=style.SOFT, anchor="lm")
        y += round(line * 1.35)
        now = view.round or "Start"
        big = round(34 * unit)
        fonts.write(draw, (left, y + line / 2), now, big, bold=True, anchor="lm")
        x = left + fonts.width(now, big, bold=True) + round(20 * unit)
        fonts.write(draw, (x, y + line / 2), f"phase {view.phase}", round(28 * unit), anchor="lm")
        x += fonts.width(f"phase {view.phase}", round(28 * unit)) + round(22 * unit)
        if brief:
            x, y = left, y + line
        _track(view, rules, draw, x, y + line // 2, box[2], unit)
        y += line
        _acting(image, draw, view, rules, asked, (left, y, box[2], y + line), unit)
        y += line
        bank = f"Bank {queries.money(view.cash.get('bank', 0), rules.data)}"
        fonts.write(draw, (left, y + line / 2), bank, round(26 * unit), anchor="lm")
        x = left + fonts.width(bank, round(26 * unit)) + round(26 * unit)
        if brief:
            x, y = left, y + line
        _tiles(view, rules, draw, x, y + line // 2, box[2], unit)

    return Block((wide, high), paint, high)


def _track(view: View, rules: Rules, draw: ImageDraw.ImageDraw, x: int, y: int, right: int, unit: float) -> None:
    """The rounds of this set as a row of pills, the present one filled."""
    kind, _, number = view.round.partition(" ")
    planned = next((n for s in view.agenda[:1] if (n := getattr(s, "planned", 0))), 0)
    phase = rules.data.phases.get(view.phase)
    count = (planned if kind == "OR" else 0) or (phase.rounds if phase else 1)
    stage = int(number.partition(".")[2] or 0) if kind == "OR" and number.partition(".")[2].isdigit() else 0
    words = ["SR", *(f"OR {n + 1}" for n in range(max(count, stage)))]
    gap, ends = round(6 * unit), round(16 * unit)
    size = round(18 * unit)
    while size > 8 and x + sum(fonts.width(w, size, bold=True) + ends + gap for w in words) > right:
        size -= 1
    for i, word in enumerate(words):
        wide = fonts.width(word, size, bold=True) + ends
        now = i == stage and kind in ("SR", "OR")
        high = round(15 * unit)
        box = (x, y - high, x + wide, y + high)
        draw.rounded_rectangle(box, radius=high, fill=style.INK if now else style.SHADE, outline=style.PALE)
        ink = style.PAPER if now else style.SOFT
        fonts.write(draw, (x + wide / 2, y), word, size, bold=True, ink=ink, anchor="mm")
        x += wide + gap


def _acting(
    image: Image.Image, draw: ImageDraw.ImageDraw, view: View, rules: Rules, asked: Sequence[str], box: Box, unit: float
) -> None:
    x, y = box[0], (box[1] + box[3]) // 2
    size = round(28 * unit)
    if view.over:
        fonts.write(draw, (x, y), f"Game over: {view.over}", size, bold=True, anchor="lm")
        return
    company = queries.acting_company(view)
    if company:
        r = round(20 * unit)
        sprite = token(rules.data, company, r)
        image.paste(sprite, (x, y - r), sprite)
        x += 2 * r + round(12 * unit)
    names = list(asked) or [n for n in [queries.acting_player(view)] if n]
    if not names:
        return
    who = f"{company}: " if company else ""
    text = f"{who}{' and '.join(names)} to act"
    size = fonts.fitting(text, box[2] - x, size, bold=True, least=round(20 * unit))
    fonts.write(draw, (x, y), fonts.shortened(text, box[2] - x, size, bold=True), size, bold=True, anchor="lm")


def _tiles(view: View, rules: Rules, draw: ImageDraw.ImageDraw, x: int, y: int, right: int, unit: float) -> None:
    phase = rules.data.phases.get(view.phase)
    size = round(26 * unit)
    fonts.write(draw, (x, y), "Tiles", size, anchor="lm")
    x += fonts.width("Tiles", size) + round(12 * unit)
    colours = phase.tiles if phase else ()
    small, ends, gap = round(18 * unit), round(14 * unit), round(6 * unit)
    while small > 8 and x + sum(fonts.width(c, small, bold=True) + ends + gap for c in colours) > right:
        small, ends = small - 1, round(8 * unit)
    for colour in colours:
        wide, high = fonts.width(colour, small, bold=True) + ends, round(15 * unit)
        draw.rectangle((x, y - high, x + wide, y + high), fill=style.HEX[colour], outline=style.INK)
        fonts.write(draw, (x + wide / 2, y), colour, small, bold=True, anchor="mm")
        x += wide + gap


def _trains(view: View, rules: Rules, unit: float, wide: int) -> Block:
    left = queries.depot(view, rules)
    pool = queries.train_names(view, rules, "pool")
    line, step = round(31 * unit), round(20 * unit)
    small, size = round(16.5 * unit), round(22 * unit)
    names = max(fonts.width(queries.type_name(*item), size, bold=True) for item in rules.data.trains.items())
    wider = max(0, names + round(12 * unit) - round(54 * unit))
    columns = (0, *(round(n * unit) + wider for n in (54, 142, 206)))
    room = round(wide * unit) - columns[3]

    def lines(counts: Mapping[str, int]) -> dict[str, list[str]]:
        if wide == BRIEF:
            return {n: [] for n in counts}
        return {n: folded(said, room, small) for n, said in queries.depot_effects(rules, counts).items()}

    def height(words: list[str]) -> int:
        return max(line, step * len(words) + round(8 * unit))

    def soon(name: str, count: int) -> list[str]:
        """What the next train brings, below the list, where the list has no room for it."""
        said = ", ".join(queries.next_effects(rules, name, count)) if wide == BRIEF else ""
        shown = queries.type_name(name, rules.data.trains[name])
        return folded(f"The next {shown}: {said}", round(wide * unit), small) if said else []

    brings = lines(left)
    below = next((soon(*item) for item in left.items()), [])
    whole = lines({n: kind.count for n, kind in rules.data.trains.items()})
    most = sum(height(words) for words in whole.values())  # as it begins: the place it takes
    most += step * max(len(soon(n, kind.count)) for n, kind in rules.data.trains.items())
    heads = ("train", "price", "left", "the first one brings")[: 3 if wide == BRIEF else 4]
    heads = heads if left else ("The bank has no train left",)

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        x, y = box[0], box[1]
        for text, at in zip(heads, columns, strict=False):
            fonts.write(draw, (x + at, y + line / 2), text, small, ink=style.SOFT, anchor="lm")
        y += line
        nxt = next(iter(left), "")
        for name, count in left.items():
            high = height(brings[name])
            if name == nxt:
                draw.rounded_rectangle((x - 6, y, box[2] + 6, y + high - 2), radius=6, fill=style.SHADE)
            middle = y + high / 2
            first = name == nxt
            price = queries.money(rules.data.trains[name].price, rules.data)
            shown = queries.type_name(name, rules.data.trains[name])
            fonts.write(draw, (x, middle), shown, size, bold=True, anchor="lm")
            fonts.write(draw, (x + columns[1], middle), price, size, bold=first, anchor="lm")
            many = "× ∞" if rules.data.trains[name].endless else f"× {count}"
            fonts.write(draw, (x + columns[2], middle), many, size, bold=first, anchor="lm")
            for k, words in enumerate(brings[name]):
                level = middle + (k - (len(brings[name]) - 1) / 2) * step
                fonts.write(draw, (x + columns[3], level), words, small, anchor="lm")
            y += high
        for words in below:
            fonts.write(draw, (x, y + step / 2), words, small, anchor="lm")
            y += step
        if pool:
            text = fonts.shortened("In the pool: " + ", ".join(pool), box[2] - x, size)
            fonts.write(draw, (x, y + line / 2), text, size, anchor="lm")

    used = sum(height(words) for words in brings.values())
    return Block((round(wide * unit), line * 2 + most), paint, line * (2 if pool else 1) + step * len(below) + used)


COLUMNS: dict[int, dict[str, int]] = {  # of the list of companies, where they begin
    WIDE: {"in order": 0, "": 52, "price": 146, "treasury": 232, "trains": 350},
    SLIM: {"order": 0, "price": 64, "treasury": 150, "trains": 264},
    BRIEF: {"order": 0, "price": 64, "trains": 150},
}


def _companies(view: View, rules: Rules, unit: float, wide: int) -> Block:
    ordered = queries.in_order(view, rules)
    minors = sum(c.kind == "minor" for c in rules.data.companies.values())
    rows = max(minors, len(rules.data.companies) - minors)  # minors go as the others come
    line = round((38 if rows <= 9 else 24 if wide == BRIEF else 30) * unit)
    high = line * (rows + 1)
    line = min(line, high // (len(ordered) + 1))

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        x, y = box[0], box[1]
        columns = {head: x + round(at * unit) for head, at in COLUMNS[wide].items()}
        size, small = min(round(22 * unit), round(line * 0.8)), round(18 * unit)
        for text, at in columns.items():
            fonts.write(draw, (at, y + line / 2), text, round(17 * unit), ink=style.SOFT, anchor="lm")
        acting = queries.acting_company(view)
        for company in ordered:
            y += line
            if company == acting:
                draw.rounded_rectangle((x - 4, y, box[2], y + line - 2), radius=6, fill=style.SHADE)
            r = round(line * 0.45)
            sprite = token(rules.data, company, r)
            image.paste(sprite, (x + 4, y + line // 2 - r), sprite)
            known, middle = view.companies[company], y + line / 2
            acts = company == acting
            dollars = queries.price(view, rules, company)
            said = queries.money(dollars, rules.data) if dollars else "minor"
            fonts.write(draw, (columns["price"], middle), said, size, bold=acts, anchor="lm")
            if "" in columns:
                name = fonts.shortened(known.president, columns["price"] - columns[""] - 8, small)
                fonts.write(draw, (columns[""], middle), name, small, ink=style.SOFT, anchor="lm")
            if not known.floated:
                at = columns.get("treasury", columns["trains"])
                fonts.write(draw, (at, middle), "not floated", small, ink=style.SOFT, anchor="lm")
                continue
            if "treasury" in columns:
                said = queries.money(view.cash.get(company, 0), rules.data)
                fonts.write(draw, (columns["treasury"], middle), said, size, bold=acts, anchor="lm")
            names = " ".join(queries.train_names(view, rules, company)) or "–"
            said = fonts.shortened(names, box[2] - columns["trains"], size)
            fonts.write(draw, (columns["trains"], middle), said, size, bold=acts, anchor="lm")

    return Block((round(wide * unit), high), paint, line * (len(ordered) + 1))


def _legend(view: View, rules: Rules, marks: Marks, unit: float, wide: int) -> Block:
    """Which line on the map is which train's run."""
    high = LEGEND * round(32 * unit)

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        if marks.runs:
            overlay.legend(image, view, rules, marks, box, unit)

    return Block((round(wide * unit), high), paint)

"""The panel beside the map: title, round, who acts, bank, trains, tile colours, companies in order of operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.rules import Rules
from render import facts, overlay, style
from render.facts import View
from render.marks import Marks
from render.room import Box
from render.sprites import token
from render.style import folded

Paint = Callable[[Image.Image, ImageDraw.ImageDraw, Box], None]


WIDE = 505  # pixels of the panel at unit 1
LEGEND = 4  # lines of the legend of runs


@dataclass(frozen=True)
class Block:
    """A part of the panel: the size in pixels that it may need, how it is painted into its box, the height it needs now."""

    size: tuple[int, int]
    paint: Paint
    used: int = 0


def blocks(view: View, rules: Rules, marks: Marks, asked: Sequence[str], unit: float) -> list[Block]:
    """The parts of the panel, the most important first. Their sizes depend on the title and `unit` alone."""
    found = [_head(view, rules, asked, unit), _trains(view, rules, unit), _companies(view, rules, unit)]
    return [*found, _legend(view, rules, marks, unit)]


def _head(view: View, rules: Rules, asked: Sequence[str], unit: float) -> Block:
    wide, line = round(WIDE * unit), round(44 * unit)

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        left, y = box[0], box[1]
        title = style.font(round(50 * unit), bold=True)
        draw.text((left, y + line * 0.6), rules.data.name, font=title, fill=style.INK, anchor="lm")
        name = round(style.font(round(50 * unit), bold=True).getlength(rules.data.name)) + round(18 * unit)
        small = round(19 * unit)
        motto = style.shortened(rules.data.file.subtitle, wide - name, small)
        draw.text((left + name, y + line * 0.72), motto, font=style.font(small), fill=style.SOFT, anchor="lm")
        y += round(line * 1.35)
        now = view.round or "Start"
        big = round(34 * unit)
        draw.text((left, y + line / 2), now, font=style.font(big, bold=True), fill=style.INK, anchor="lm")
        x = left + style.width(now, big, bold=True) + round(20 * unit)
        draw.text(
            (x, y + line / 2), f"phase {view.phase}", font=style.font(round(28 * unit)), fill=style.INK, anchor="lm"
        )
        x += style.width(f"phase {view.phase}", round(28 * unit)) + round(22 * unit)
        _track(view, rules, draw, x, y + line // 2, box[2], unit)
        y += line
        _acting(image, draw, view, rules, asked, (left, y, box[2], y + line), unit)
        y += line
        bank = f"Bank {facts.money(view.cash.get('bank', 0), rules.data)}"
        draw.text((left, y + line / 2), bank, font=style.font(round(26 * unit)), fill=style.INK, anchor="lm")
        x = left + style.width(bank, round(26 * unit)) + round(26 * unit)
        _tiles(view, rules, draw, x, y + line // 2, box[2], unit)

    return Block((wide, round(line * 4.4)), paint, round(line * 4.4))


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
    while size > 8 and x + sum(style.width(w, size, bold=True) + ends + gap for w in words) > right:
        size -= 1
    for i, word in enumerate(words):
        wide = style.width(word, size, bold=True) + ends
        now = i == stage and kind in ("SR", "OR")
        high = round(15 * unit)
        box = (x, y - high, x + wide, y + high)
        draw.rounded_rectangle(box, radius=high, fill=style.INK if now else style.SHADE, outline=style.PALE)
        ink = style.PAPER if now else style.SOFT
        draw.text((x + wide / 2, y), word, font=style.font(size, bold=True), fill=ink, anchor="mm")
        x += wide + gap


def _acting(
    image: Image.Image, draw: ImageDraw.ImageDraw, view: View, rules: Rules, asked: Sequence[str], box: Box, unit: float
) -> None:
    x, y = box[0], (box[1] + box[3]) // 2
    size = round(28 * unit)
    if view.over:
        draw.text((x, y), f"Game over: {view.over}", font=style.font(size, bold=True), fill=style.INK, anchor="lm")
        return
    company = facts.acting_company(view)
    if company:
        r = round(20 * unit)
        sprite = token(rules.data, company, r)
        image.paste(sprite, (x, y - r), sprite)
        x += 2 * r + round(12 * unit)
    names = list(asked) or [n for n in [facts.acting_player(view)] if n]
    if not names:
        return
    who = f"{company}: " if company else ""
    text = style.shortened(f"{who}{' and '.join(names)} to act", box[2] - x, size, bold=True)
    draw.text((x, y), text, font=style.font(size, bold=True), fill=style.INK, anchor="lm")


def _tiles(view: View, rules: Rules, draw: ImageDraw.ImageDraw, x: int, y: int, right: int, unit: float) -> None:
    phase = rules.data.phases.get(view.phase)
    size = round(26 * unit)
    draw.text((x, y), "Tiles", font=style.font(size), fill=style.INK, anchor="lm")
    x += style.width("Tiles", size) + round(12 * unit)
    colours = phase.tiles if phase else ()
    small, ends, gap = round(18 * unit), round(14 * unit), round(6 * unit)
    while small > 8 and x + sum(style.width(c, small, bold=True) + ends + gap for c in colours) > right:
        small, ends = small - 1, round(8 * unit)
    for colour in colours:
        wide, high = style.width(colour, small, bold=True) + ends, round(15 * unit)
        draw.rectangle((x, y - high, x + wide, y + high), fill=style.HEX[colour], outline=style.INK)
        draw.text((x + wide / 2, y), colour, font=style.font(small, bold=True), fill=style.INK, anchor="mm")
        x += wide + gap


def _trains(view: View, rules: Rules, unit: float) -> Block:
    left = facts.depot(view, rules)
    pool = facts.train_names(view, rules, "pool")
    line, step = round(31 * unit), round(20 * unit)
    small, size = round(16.5 * unit), round(22 * unit)
    names = max(style.width(facts.type_name(*item), size, bold=True) for item in rules.data.trains.items())
    wider = max(0, names + round(12 * unit) - round(54 * unit))
    columns = (0, *(round(n * unit) + wider for n in (54, 142, 206)))
    room = round(WIDE * unit) - columns[3]

    def lines(name: str, count: int) -> list[str]:
        return folded(", ".join(facts.next_effects(rules, name, count)), room, small)

    def height(words: list[str]) -> int:
        return max(line, step * len(words) + round(8 * unit))

    brings = {n: lines(n, count) for n, count in left.items()}
    most = sum(
        height(lines(n, kind.count)) for n, kind in rules.data.trains.items()
    )  # as it begins: the place it takes

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        x, y = box[0], box[1]
        heads = ("train", "price", "left", "the first one brings")
        for text, at in zip(heads, columns, strict=True):
            draw.text((x + at, y + line / 2), text, font=style.font(small), fill=style.SOFT, anchor="lm")
        y += line
        nxt = next(iter(left), "")
        for name, count in left.items():
            high = height(brings[name])
            if name == nxt:
                draw.rounded_rectangle((x - 6, y, box[2] + 6, y + high - 2), radius=6, fill=style.SHADE)
            middle = y + high / 2
            face = style.font(size, bold=name == nxt)
            price = facts.money(rules.data.trains[name].price, rules.data)
            shown = facts.type_name(name, rules.data.trains[name])
            draw.text((x, middle), shown, font=style.font(size, bold=True), fill=style.INK, anchor="lm")
            draw.text((x + columns[1], middle), price, font=face, fill=style.INK, anchor="lm")
            draw.text((x + columns[2], middle), f"× {count}", font=face, fill=style.INK, anchor="lm")
            for k, words in enumerate(brings[name]):
                level = middle + (k - (len(brings[name]) - 1) / 2) * step
                draw.text((x + columns[3], level), words, font=style.font(small), fill=style.INK, anchor="lm")
            y += high
        if pool:
            text = style.shortened("In the market: " + ", ".join(pool), box[2] - x, size)
            draw.text((x, y + line / 2), text, font=style.font(size), fill=style.INK, anchor="lm")

    used = sum(height(words) for words in brings.values())
    return Block((round(WIDE * unit), line * 2 + most), paint, line * (2 if pool else 1) + used)


def _companies(view: View, rules: Rules, unit: float) -> Block:
    rows = len(rules.data.companies)
    line = round((38 if rows <= 9 else 30) * unit)
    wide = round(WIDE * unit)

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        x, y = box[0], box[1]
        columns = tuple(x + round(n * unit) for n in (0, 52, 146, 232, 350))
        for text, at in zip(("in order", "", "price", "treasury", "trains"), columns, strict=True):
            draw.text((at, y + line / 2), text, font=style.font(round(17 * unit)), fill=style.SOFT, anchor="lm")
        acting = facts.acting_company(view)
        ordered = facts.in_order(view, rules)
        for company in ordered[:rows]:
            y += line
            if company == acting:
                draw.rounded_rectangle((x - 4, y, box[2], y + line - 2), radius=6, fill=style.SHADE)
            r = round(line * 0.45)
            sprite = token(rules.data, company, r)
            image.paste(sprite, (x + 4, y + line // 2 - r), sprite)
            known = view.companies[company]
            size = round(22 * unit)
            face = style.font(size, bold=company == acting)
            middle = y + line / 2
            president = style.shortened(known.president, columns[2] - columns[1] - 8, round(18 * unit))
            draw.text((columns[1], middle), president, font=style.font(round(18 * unit)), fill=style.SOFT, anchor="lm")
            dollars = facts.price(view, rules, company)
            said = facts.money(dollars, rules.data) if dollars else "minor"
            draw.text((columns[2], middle), said, font=face, fill=style.INK, anchor="lm")
            if not known.floated:
                draw.text(
                    (columns[3], middle), "not floated", font=style.font(round(18 * unit)), fill=style.SOFT, anchor="lm"
                )
                continue
            draw.text(
                (columns[3], middle),
                facts.money(view.cash.get(company, 0), rules.data),
                font=face,
                fill=style.INK,
                anchor="lm",
            )
            names = " ".join(facts.train_names(view, rules, company)) or "–"
            draw.text(
                (columns[4], middle),
                style.shortened(names, box[2] - columns[4], size),
                font=face,
                fill=style.INK,
                anchor="lm",
            )

    now = sum(bool(facts.price(view, rules, c)) for c in view.companies)
    return Block((wide, line * (rows + 1)), paint, line * (now + 1))


def _legend(view: View, rules: Rules, marks: Marks, unit: float) -> Block:
    """Which line on the map is which train's run."""
    high = round(32 * LEGEND * unit)

    def paint(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
        if marks.runs:
            overlay.legend(image, view, rules, marks, box, unit)

    return Block((round(WIDE * unit), high), paint)

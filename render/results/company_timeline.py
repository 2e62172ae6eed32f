"""Who presided over each company, and which trains it had, over the rounds of a game: as a picture and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.sprites import token

WIDE = 1098  # 366 pixels of a phone, three times
EDGE = 36
HEAD, SMALL = 46, 34  # sizes of words
TOP, ROW, BAR = 110, 108, 40  # pixels of the head, of a company, of its president's bar
TOKEN = 34  # radius
GONE = "gone"  # where a train is that has rusted
GAP = 14  # pixels between two sets of trains


@dataclass(frozen=True)
class CompanyLine:
    """A company at the end of each round: its president, "" while it has none, and its trains as players call them.

    `rusted`: the trains that have rusted in that round, where it had any at the end of the one before.
    """

    company: Company
    presidents: tuple[Player, ...]
    trains: tuple[tuple[str, ...], ...]
    rusted: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Timeline:
    """The companies that ever had a president, in the title's order. `order`: seats, each with its colour."""

    rounds: tuple[str, ...]
    lines: tuple[CompanyLine, ...]
    order: tuple[Player, ...]


def trace_companies(rounds: Sequence[str], views: Sequence[View], rules: Rules) -> Timeline:
    """The timeline of positions, one at the end of each round."""
    lines = []
    for company in queries.listed(views[-1], rules):
        known = [view.companies[company] for view in views]
        presidents = tuple("" if c.closed else c.president for c in known)
        trains = tuple(tuple(queries.train_names(view, rules, company)) for view in views)
        if any(presidents):
            lines.append(CompanyLine(company, presidents, trains, tuple(_rusted(views, rules, company))))
    return Timeline(tuple(rounds), tuple(lines), tuple(views[-1].order))


def _rusted(views: Sequence[View], rules: Rules, company: Company) -> Iterator[tuple[str, ...]]:
    """For each position the trains that the company had in the one before and that are out of the game since."""
    held: list[str] = []
    for number, view in enumerate(views):
        before = views[number - 1]
        yield tuple(queries.face(before, card) for card in held if view.place.get(card) == GONE)
        held = queries.trains(view, rules, company)


def stretches(values: Sequence[object]) -> Iterator[tuple[int, int]]:
    """First and last index of each stretch of equal values."""
    start = 0
    for i in range(1, len(values) + 1):
        if i == len(values) or values[i] != values[start]:
            yield start, i - 1
            start = i


def draw_timeline(timeline: Timeline, rules: Rules) -> Image.Image:
    """A row for each company: a bar in the colours of who ran it, below it its trains where they changed and find room.

    Trains that have rusted are struck out.
    """
    image = style.canvas((WIDE, TOP + ROW * len(timeline.lines) + 80), rules.data)
    draw = ImageDraw.Draw(image)
    name = queries.title_name(rules.data)
    fonts.write(draw, (EDGE, 50), name, HEAD, bold=True, anchor="lm")
    beyond = EDGE + fonts.width(name, HEAD, bold=True) + 20
    fonts.write(draw, (beyond, 54), "who ran each company, and its trains", SMALL, ink=style.SOFT, anchor="lm")
    left, count = EDGE + 2 * TOKEN + 20, len(timeline.rounds)
    edges = [left + (WIDE - EDGE - left) * i / count for i in range(count + 1)]
    for x in edges:
        draw.line((x - 2, TOP - 6, x - 2, TOP + ROW * len(timeline.lines)), fill=style.RULE, width=2)
    for n, line in enumerate(timeline.lines):
        y = TOP + ROW * n
        sprite = token(rules.data, line.company, TOKEN)
        image.paste(sprite, (EDGE, y + 4), sprite)
        _draw_presidents(draw, timeline, line, rules, y, edges)
        _draw_trains(draw, line, y + BAR + 26, edges)
    _draw_rounds(draw, timeline, edges, TOP + ROW * len(timeline.lines) + 30)
    return image


def _draw_presidents(
    draw: ImageDraw.ImageDraw, timeline: Timeline, line: CompanyLine, rules: Rules, y: int, edges: Sequence[float]
) -> None:
    for first, last in stretches(line.presidents):
        player = line.presidents[first]
        if not player:
            continue
        fill = style.seat(timeline.order, player)
        a, b = round(edges[first]), round(edges[last + 1]) - 3
        draw.rounded_rectangle((a, y, b, y + BAR), 6, fill=fill)
        name = rules.person(player)
        if fonts.width(name, SMALL, bold=True) < b - a - 16:
            fonts.write(draw, (a + 10, y + BAR / 2), name, SMALL, bold=True, ink=style.on(fill), anchor="lm")


def _draw_trains(draw: ImageDraw.ImageDraw, line: CompanyLine, y: float, edges: Sequence[float]) -> None:
    changed = [first for first, _ in stretches(line.trains)]
    rusted = {i: " ".join(line.rusted[i]) if line.rusted and line.presidents[i] else "" for i in changed}
    lost = [i for i in changed[1:] if not line.trains[i] and line.presidents[i] and not rusted[i]]
    every = [(i, "–" if i in lost else f"{rusted[i]} {' '.join(line.trains[i])}".strip()) for i in changed]
    free = edges[0]
    for i, (first, text) in enumerate(every):
        x = max(edges[first], min(free, edges[first] + 20))
        until = next((edges[at] for at, text in every[i + 1 :] if text), edges[-1])
        if text and x >= free and x + fonts.width(text, SMALL) <= until - (GAP if until < edges[-1] else 0):
            fonts.write(draw, (x, y), text, SMALL, ink=style.SOFT, anchor="lm")
            free = x + fonts.width(text, SMALL) + GAP
            if rusted[first]:
                draw.line((x - 2, y, x + fonts.width(rusted[first], SMALL) + 2, y), fill=style.GAUGE, width=5)


def _draw_rounds(draw: ImageDraw.ImageDraw, timeline: Timeline, edges: Sequence[float], y: float) -> None:
    """The names of rounds where they begin, as many as find room, and of the last where it ends."""
    last = timeline.rounds[-1]
    fonts.write(draw, (edges[-1], y), last, SMALL, ink=style.SOFT, anchor="rm")
    free, room = edges[0], edges[-1] - fonts.width(last, SMALL) - GAP
    for name, x in zip(timeline.rounds[:-1], edges, strict=False):
        end = x + fonts.width(name, SMALL)
        if x >= free and end <= room:
            fonts.write(draw, (x, y), name, SMALL, ink=style.SOFT, anchor="lm")
            free = end + 3 * GAP


def timeline_words(timeline: Timeline, rules: Rules) -> list[str]:
    """A sentence for each company: `GA: Bob from SR 1, Ann from SR 3. Trains 2 2 from OR 1.1, none from OR 4.1.`"""
    return [_line_words(line, timeline.rounds, rules) for line in timeline.lines]


def _line_words(line: CompanyLine, rounds: Sequence[str], rules: Rules) -> str:
    heads = [(rules.person(line.presidents[a]), rounds[a]) for a, _ in stretches(line.presidents) if line.presidents[a]]
    left = line.presidents[-1] == ""
    closed = next(a for a, b in stretches(line.presidents) if b == len(rounds) - 1) if left else 0
    presidents = ", ".join(f"{who} from {when}" for who, when in heads) + (
        f", gone in {rounds[closed]}" if left else ""
    )
    sets = [
        (" ".join(line.trains[a]) or "none", f"{rounds[a]}{_rust_words(line, a)}") for a, _ in stretches(line.trains)
    ]
    kept = sets[1:] if sets[0][0] == "none" else sets
    if left and kept and kept[-1][0] == "none" and kept[-1][1].startswith(rounds[closed]):
        kept = kept[:-1]
    trains = ", ".join(f"{cards} from {when}" for cards, when in kept)
    name = queries.called(rules, line.company)
    return f"{name[0].upper()}{name[1:]}: {presidents}." + (f" Trains: {trains}." if trains else " No trains.")


def _rust_words(line: CompanyLine, number: int) -> str:
    """` (2 2 rusted)` where trains have in that round; "" else."""
    rusted = line.rusted[number] if line.rusted else ()
    return f" ({' '.join(rusted)} rusted)" if rusted else ""

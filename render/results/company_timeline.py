"""Who presided over each company, and which trains it had, over the rounds of a game: as a picture and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from game.names import company_name
from game.round_names import is_operating_round, is_stock_round
from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.names import train_in_table
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.drawing.sprites import token
from render.results.print_sizes import HEAD, SIGNS, WORDS

WIDE = phone.PICTURE_WIDTH
EDGE = 36
TOP, BAR = 152, 40  # pixels of the head, of the president's bar of a company
STEP, BELOW = 40, 36  # pixels of a line of trains, and below the last
TOKEN = 34  # radius
CLOSED, SMALL_TOKEN = 56, 25  # pixels of the one line of a minor that is gone, and the radius of its token
SECTION = 32  # pixels between minors that are gone and the companies after them
GONE = "gone"  # where a train is that has rusted
GAP = 14  # pixels between two names of rounds
SETS_APART = 26  # pixels between two sets of trains in a line
ASIDE = 20  # pixels to the right of its round that a set of trains may begin
LEGEND_STEP = 42  # pixels from one line of the legend to the next
THEN = " → "  # between sets of trains in one line
LEGEND, RUSTED, LATER = "Trains stand where they changed", "struck out: rusted", "→: later"
STAR, ONCE_MORE = "*", "*: runs once more"  # of a train that has yet to run for the last time


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


@dataclass(frozen=True)
class TrainSet:
    """The trains of a company from a round on, as they are written: those that rusted first."""

    first: int
    rusted: str
    held: str

    @property
    def text(self) -> str:
        return f"{self.rusted} {self.held}".strip()


@dataclass(frozen=True)
class Row:
    """A company's row. `sets`: its trains, each with its place across and its line; `closed`: a minor's, all in one line."""

    line: CompanyLine
    sets: tuple[tuple[TrainSet, float, int], ...]
    closed: bool = False

    @property
    def height(self) -> int:
        lines = max((n for _, _, n in self.sets), default=0) + 1
        return CLOSED if self.closed else BAR + STEP * lines + BELOW


def has_stars(timeline: Timeline) -> bool:
    """Whether a train has a star: it runs once more."""
    return any(name.endswith(STAR) for line in timeline.lines for names in line.trains for name in names)


def draw_timeline(timeline: Timeline, rules: Rules) -> Image.Image:
    """A row for each company: a bar in the colours of who ran it, below it its trains where they changed, all of them.

    Trains that have rusted are struck out. Those of a minor that is gone stand behind its bar.
    """
    left, count = EDGE + 2 * TOKEN + 20, len(timeline.rounds)
    edges = [left + (WIDE - EDGE - left) * i / count for i in range(count + 1)]
    rows = [_make_row(line, rules, edges) for line in timeline.lines]
    gaps = [SECTION if before.closed and not row.closed else 0 for before, row in pairwise(rows)]
    legend = _legend_lines(timeline, rows)
    top = TOP + LEGEND_STEP * (len(legend) - 1)
    bottom = top + sum(row.height for row in rows) + sum(gaps)
    image = style.canvas((WIDE, bottom + 80), rules.data)
    draw = ImageDraw.Draw(image)
    name = queries.title_name(rules.data)
    fonts.write(draw, (EDGE, 50), name, HEAD, bold=True, anchor="lm")
    beyond = EDGE + fonts.width(name, HEAD, bold=True) + 20
    fonts.write(draw, (beyond, 54), "who ran each company, and its trains", WORDS, ink=style.SOFT, anchor="lm")
    for n, words in enumerate(legend):
        fonts.write(draw, (EDGE, 98 + LEGEND_STEP * n), words, WORDS, ink=style.SOFT, anchor="lm")
    for x in edges:
        draw.line((x - 2, top - 6, x - 2, bottom), fill=style.RULE, width=2)
    y = top
    for row, gap in zip(rows, (0, *gaps), strict=False):
        y += gap
        radius = SMALL_TOKEN if row.closed else TOKEN
        sprite = token(rules.data, row.line.company, radius, sizes=SIGNS)
        image.paste(sprite, (EDGE + TOKEN - radius, y + (BAR // 2 - radius if row.closed else 4)), sprite)
        _draw_presidents(draw, timeline, row.line, rules, y, edges)
        for n, (trains, x, number) in enumerate(row.sets):
            if row.closed and n:
                fonts.write(draw, (x, y + BAR // 2), THEN, WORDS, ink=style.SOFT, anchor="rm")
            _draw_set(draw, trains, x, y + BAR // 2 if row.closed else y + BAR + 26 + STEP * number)
        y += row.height
    _draw_rounds(draw, timeline, edges, bottom + 30)
    return image


def _legend_lines(timeline: Timeline, rows: Sequence[Row]) -> list[str]:
    """What the signs mean that these rows have, as many in a line as have room."""
    rusted = any(made.rusted for row in rows for made, _, _ in row.sets)
    later = any(row.closed and len(row.sets) > 1 for row in rows)
    known = ((LEGEND, True), (RUSTED, rusted), (LATER, later), (ONCE_MORE, has_stars(timeline)))
    lines = [""]
    for words in (words for words, wanted in known if wanted):
        longer = f"{lines[-1]}; {words}".removeprefix("; ")
        lines[-1:] = [longer] if fonts.width(longer, WORDS) <= WIDE - 2 * EDGE else [lines[-1], words]
    return lines


def train_sets(line: CompanyLine) -> list[TrainSet]:
    """The trains of a company wherever they changed; "–" where it sold its last."""
    found = []
    for i in (first for first, _ in stretches(line.trains)):
        rusted = _in_table(line.rusted[i]) if line.rusted and line.presidents[i] else ""
        lost = i > 0 and not line.trains[i] and line.presidents[i] and not rusted
        made = TrainSet(i, rusted, "–" if lost else _in_table(line.trains[i]))
        found += [made] if made.text else []
    return found


def _in_table(trains: Sequence[str]) -> str:
    """`2T, 2T, 3T`: these trains as every picture writes them."""
    return ", ".join(map(train_in_table, trains))


def _make_row(line: CompanyLine, rules: Rules, edges: Sequence[float]) -> Row:
    """A company's row: in one line where a minor is gone and there is room behind its bar."""
    sets = train_sets(line)
    if rules.data.companies[line.company].kind == "minor" and not line.presidents[-1]:
        last = max(i for i, player in enumerate(line.presidents) if player)
        behind = list[tuple[TrainSet, float, int]]()
        x = edges[last + 1] + GAP
        for made in sets:
            x += fonts.width(THEN, WORDS) if behind else 0
            behind.append((made, x, 0))
            x += fonts.width(made.text, WORDS)
        if x <= edges[-1]:
            return Row(line, tuple(behind), closed=True)
    return Row(line, tuple(place_sets(sets, edges)))


def place_sets(sets: Sequence[TrainSet], edges: Sequence[float]) -> Iterator[tuple[TrainSet, float, int]]:
    """Each set of trains with its place below its round and the first line that is free there; none is left out."""
    free: list[float] = []  # where each line is free again
    for made in sets:
        wide = fonts.width(made.text, WORDS)
        x = min(edges[made.first], edges[-1] - wide)
        aside = min(x + ASIDE, edges[-1] - wide)
        number = next((n for n, from_ in enumerate(free) if from_ <= aside), len(free))
        x = max(x, free[number]) if number < len(free) else x
        free[number : number + 1] = [x + wide + SETS_APART]
        yield made, x, number


def _draw_set(draw: ImageDraw.ImageDraw, made: TrainSet, x: float, y: float) -> None:
    fonts.write(draw, (x, y), made.text, WORDS, ink=style.SOFT, anchor="lm")
    if made.rusted:
        draw.line((x - 2, y, x + fonts.width(made.rusted, WORDS) + 2, y), fill=style.GAUGE, width=5)


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
        if fonts.width(name, WORDS, bold=True) < b - a - 16:
            fonts.write(draw, (a + 10, y + BAR / 2), name, WORDS, bold=True, ink=style.on(fill), anchor="lm")


def _draw_rounds(draw: ImageDraw.ImageDraw, timeline: Timeline, edges: Sequence[float], y: float) -> None:
    """The names of stock and operating rounds where they begin, as many as find room, and of the last where it ends."""
    last = timeline.rounds[-1]
    fonts.write(draw, (edges[-1], y), last, WORDS, ink=style.SOFT, anchor="rm")
    free, room = edges[0], edges[-1] - fonts.width(last, WORDS) - GAP
    for name, x in zip(timeline.rounds[:-1], edges, strict=False):
        end = x + fonts.width(name, WORDS)
        if x >= free and end <= room and (is_stock_round(name) or is_operating_round(name)):
            fonts.write(draw, (x, y), name, WORDS, ink=style.SOFT, anchor="lm")
            free = end + 3 * GAP


def timeline_words(timeline: Timeline, rules: Rules) -> list[str]:
    """A sentence for each company: `GA: Bob from SR 1, Ann from SR 3. Trains: 2T, 2T from OR 1.1; none from OR 4.1.`

    Trains that it has had since its first president need no round.
    """
    return [_line_words(line, timeline.rounds, rules) for line in timeline.lines]


def _line_words(line: CompanyLine, rounds: Sequence[str], rules: Rules) -> str:
    heads = [(rules.person(line.presidents[a]), rounds[a]) for a, _ in stretches(line.presidents) if line.presidents[a]]
    left = line.presidents[-1] == ""
    closed = next(a for a, b in stretches(line.presidents) if b == len(rounds) - 1) if left else 0
    presidents = ", ".join(f"{who} from {when}" for who, when in heads) + (
        f", gone in {rounds[closed]}" if left else ""
    )
    sets = [
        (_in_table(line.trains[a]) or "none", f"{rounds[a]}{_rust_words(line, a)}") for a, _ in stretches(line.trains)
    ]
    kept = sets[1:] if sets[0][0] == "none" else sets
    if left and kept and kept[-1][0] == "none" and kept[-1][1].startswith(rounds[closed]):
        kept = kept[:-1]
    begun = next((rounds[i] for i, player in enumerate(line.presidents) if player), "")
    trains = "; ".join(cards if when == begun else f"{cards} from {when}" for cards, when in kept)
    name = company_name(rules, line.company)
    return f"{name[0].upper()}{name[1:]}: {presidents}." + (f" Trains: {trains}." if trains else " No trains.")


def _rust_words(line: CompanyLine, number: int) -> str:
    """` (2T, 2T rusted)` where trains have in that round; "" else."""
    rusted = line.rusted[number] if line.rusted else ()
    return f" ({_in_table(rusted)} rusted)" if rusted else ""

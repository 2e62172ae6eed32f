"""Everybody's holdings and every treasury on one screen of a phone, and the same in words.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.holdings import CompanyLine, Holdings, MinorLine, PlayerLine, everyone
from render.data.names import leader_heading, train_in_table
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.drawing.discs.numbers import number_sprite
from render.drawing.sprites import token
from render.drawing.table import Cell, Column, Rows
from render.pictures.lots import Lot, alt_lots
from render.pictures.space import Space
from render.text.alt_text import acting_words, short
from render.text.holdings_text import holdings_words, notes_below

WIDE = phone.PICTURE_WIDTH
EDGE = 24
HEAD, SIZE, *_ = style.LARGE
GAP = 22  # between the lists
TIGHT = 0.34  # between columns of companies at least, in sizes of their words
HEADING = 66  # pixels of the line that says which game this is, and when
MINORS = "minors: owner, money, trains"  # above them
MINOR = 84  # pixels of a minor beside its words: its token, its owner's bar and the space to the next
MANY = 10  # rows of companies, above which they stand closer
CLOSE = 50
NAME = 200  # pixels of a player's name that stay where other words would take a second line: all are cut alike
LEADER = 140  # the same of a company's president where room is shortest: the name stands in the list of players too
ACROSS = 3  # minors beside each other, where all of them find room
DASH = "–"
TRAINS = "trains"
BOUND = f"+{fonts.HELD}"  # a train is not parted from the sign before it by a line's end
DISC = 25  # radius of a button's number
SOLD, GIVEN = "sold", "given"  # where the numbers of buttons that sell shares, and that give up a minor, belong
NOTHING: Mapping[tuple[Company, str], Sequence[int]] = {}
FIRST = "◂ priority deal: goes first in a stock round"
GOES_FIRST = "◂ goes first"  # the same above the names, where room is short


@dataclass(frozen=True)
class _Page:
    """One picture: what it shows, and whom it stresses."""

    holdings: Holdings
    view: View
    rules: Rules
    asked: Collection[Player]
    numbers: Mapping[tuple[Company, str], Sequence[int]]
    space: Space = Space.WIDE

    @property
    def close(self) -> bool:
        """Whether all rows stand as close as they can."""
        return self.space is not Space.WIDE

    @property
    def line(self) -> int:
        """Pixels of a row of players, of companies where they are few."""
        return self.space.line

    @property
    def company_line(self) -> int:
        """Pixels of a row of companies."""
        return min(CLOSE, self.line) if len(self.holdings.companies) > MANY else self.line

    @property
    def text_line(self) -> int:
        """Pixels of a line of words or of minors."""
        return min(CLOSE, self.line)

    def money(self, amount: int) -> str:
        return self.rules.data.money(amount)

    def companies(self) -> Rows:
        lines = self.holdings.companies
        acting = queries.acting_company(self.view)
        turn = [i for i, line in enumerate(lines) if line.company == acting]
        heads = ("", "price", "offer", "pool", "treasury", TRAINS, leader_heading(self.rules))
        every = [Column(h, right=0 < i < 5, hangs=i == len(heads) - 1) for i, h in enumerate(heads)]
        shown = [i for i, c in enumerate(every) if c.head not in self._unused()]
        columns, trains = tuple(every[i] for i in shown), shown.index([c.head for c in every].index(TRAINS))

        def table(room: int, longest: int) -> Rows:
            """The rows, with trains in lines of so many pixels and names of as many at most, in the columns that are shown."""
            cells = [self._company(line, "\n".join(_train_lines(line.trains, room)), longest) for line in lines]
            rows = tuple(tuple(row[i] for i in shown) for row in cells)
            return Rows(columns, rows, SIZE, self.company_line, turn, sizes=style.LARGE, head=SIZE, tight=TIGHT)

        longest, wide = self._longest_name([c.president for c in lines], bold=False), WIDE - 2 * EDGE
        if (missing := table(WIDE, longest).tightest() - wide) > 0 and self.close:
            longest = min(longest, max(longest - missing, LEADER if self.space.bare else NAME))
        whole = table(WIDE, longest)
        missing = whole.tightest() - wide
        return whole if missing <= 0 else table(whole.least()[trains] - missing, longest)

    def _longest_name(self, players: Sequence[Player], *, bold: bool) -> int:
        """Pixels of the longest name of these players."""
        return max((fonts.width(self.rules.person(p), SIZE, bold=bold) for p in players if p), default=0)

    def _unused(self) -> set[str]:
        """The headings below which nothing would stand: shares that lie nowhere."""
        lines = self.holdings.companies
        lying = {"offer": any(c.offered for c in lines), "pool": any(c.pool for c in lines)}
        return {head for head, some in lying.items() if not some}

    def _company(self, line: CompanyLine, trains: str, longest: int) -> tuple[Cell, ...]:
        """A company's row, with its trains in words, and its president's name in so many pixels at most."""
        price = line.price or line.in_pool
        return (
            Cell(line.company, company=line.company, bold=True),
            Cell(
                self.money(price) if price else DASH,
                before=self.numbers_of(line.company, SOLD),
            ),
            Cell(_percent(line.offered), before=self.numbers_of(line.company, "ipo", "treasury")),
            Cell(_percent(line.pool), before=self.numbers_of(line.company, "pool")),
            Cell(self.money(line.treasury)),
            Cell(trains or DASH),
            Cell(
                fonts.shortened(self.rules.person(line.president), longest, SIZE) or DASH,
                bar=style.seat(self.view.order, line.president) if line.president else None,
            ),
        )

    def numbers_of(self, company: Company, *sources: str) -> tuple[Image.Image, ...]:
        """The numbers of the buttons that buy a company's shares from there, sell them, or give up a minor."""
        radius = min(DISC, self.company_line // 2 - 1)
        numbers = [n for source in sources for n in self.numbers.get((company, source), ())]
        return tuple(number_sprite(radius, str(n)) for n in numbers)

    def players(self) -> Rows:
        lines = self.holdings.players
        turn = [i for i, line in enumerate(lines) if line.player in self.asked]
        columns = (
            Column(GOES_FIRST if self.close and self.has_priority() else ""),
            Column("cash", right=True),
            Column("shares %"),
            Column("certs", right=True),
            Column("worth", right=True),
        )

        def shares_room(longest: int) -> int:
            """Pixels for what players hold, beside names of so many."""
            bare = tuple(self._player(line, "", longest) for line in lines)
            least = Rows(columns, bare, SIZE, self.line, sizes=style.LARGE, head=SIZE).least()
            return WIDE - 2 * EDGE - sum(least) + least[2] - 4 * SIZE // 2

        longest = self._longest_name([line.player for line in lines], bold=True)
        missing = max((fonts.width(_held(line), SIZE) for line in lines), default=0) - shares_room(longest)
        if self.close and missing > 0:
            longest = min(longest, max(longest - missing, NAME))
        room = shares_room(longest)
        texts = ["\n".join(fonts.folded(_held(line), room, SIZE)) for line in lines]
        rows = tuple(self._player(line, text, longest) for line, text in zip(lines, texts, strict=True))
        return Rows(columns, rows, SIZE, self.line, turn, apart=1.2, sizes=style.LARGE, head=SIZE)

    def _player(self, line: PlayerLine, held: str, longest: int) -> tuple[Cell, ...]:
        """A player's row, with a name of so many pixels at most."""
        name = fonts.shortened(self.rules.person(line.player), longest, SIZE, bold=True) + " ◂" * line.priority
        return (
            Cell(name, bar=style.seat(self.view.order, line.player), bold=True),
            Cell(self.money(line.cash)),
            Cell(held),
            Cell(f"{line.certificates}/{line.limit}", soft=True),
            Cell(self.money(line.worth), bold=True),
        )

    def minor(self, line: MinorLine) -> str:
        """`ann £100 · 2, 2`, beside its token."""
        owner = f"{self.rules.person(line.owner)} {self.money(line.treasury)}"
        return " · ".join(filter(None, (owner, _trains(line.trains))))

    def across(self) -> int:
        """Minors beside each other: so few that no words of theirs are cut."""
        widest = max(
            (
                fonts.width(self.minor(line), SIZE) + sum(d.width + 6 for d in self.numbers_of(line.company, GIVEN))
                for line in self.holdings.minors
            ),
            default=0,
        )
        return max(1, min(ACROSS, (WIDE - 2 * EDGE) // (widest + MINOR)))

    def lines_below(self) -> list[str]:
        """What is said below the companies, in lines; what is short shares one."""
        joined: list[str] = []
        for text in () if self.space.bare else notes_below(self.holdings, self.rules):
            beside = f"{joined[-1]} · {text}" if joined else text
            if joined and fonts.width(beside, SIZE) <= WIDE - 2 * EDGE:
                joined[-1] = beside
            else:
                joined.append(text)
        return [line for text in joined for line in fonts.folded(text, WIDE - 2 * EDGE, SIZE)]

    def moment(self) -> str:
        """The round, and who is to act or why the game is over."""
        acting = acting_words(self.view, self.rules, tuple(self.asked))
        return " · ".join(filter(None, (self.view.round or "Start", acting)))

    def has_priority(self) -> bool:
        """Whether somebody holds the priority deal, which a line explains."""
        return any(line.priority for line in self.holdings.players)


def _train_lines(names: Sequence[str], room: int) -> list[str]:
    """The trains in lines of so many pixels, each of them whole."""
    return fonts.folded(_trains(names).replace("+ ", BOUND), room, SIZE)


def _trains(names: Sequence[str]) -> str:
    """`3T`, `3T, 3T, 4T`: each train, as everywhere else in the picture."""
    return ", ".join(map(train_in_table, names))


def draw_holdings(
    view: View,
    rules: Rules,
    asked: Collection[Player] = (),
    numbers: Mapping[tuple[Company, str], Sequence[int]] = NOTHING,
    offered: Collection[Company] = (),
    *,
    headed: bool = False,
    space: Space = Space.WIDE,
) -> Image.Image:
    """Companies with prices and treasuries, who owns which minor, players with shares, cash and worth. `asked`: who must act.

    `numbers`: of the buttons that buy shares, by company and where they lie; `offered`: companies that stand above it already;
    `headed`: with the title, the round and who is to act, where nothing around the picture says so; `space`: how much of it there
    is.
    """
    page = _Page(_by_number(_listed(view, rules, numbers, offered, space), numbers), view, rules, asked, numbers, space)
    companies, players, below = page.companies(), page.players(), page.lines_below()
    high = _height(page, companies, players, below, _heading_height(page) * headed)
    image = style.canvas((WIDE, high), rules.data)
    y = GAP // 2
    if headed:
        y = _heading(image, page, y)
    top = y
    if companies.cells:
        companies.paint(image, rules.data, EDGE, y, WIDE - 2 * EDGE)
        y += companies.height
    for line in below:
        fonts.write(ImageDraw.Draw(image), (EDGE, y + page.text_line / 2), line, SIZE, ink=style.SOFT, anchor="lm")
        y += page.text_line
    y = _minors(image, page, y + GAP // 2 * bool(page.holdings.minors))
    if space is Space.LEAST:
        return image
    if y > top or offered:  # something stands above the players
        ImageDraw.Draw(image).line((EDGE, y + GAP // 2, WIDE - EDGE, y + GAP // 2), fill=style.RULE, width=3)
        y += GAP
    players.paint(image, rules.data, EDGE, y, WIDE - 2 * EDGE)
    if page.has_priority() and not page.close:
        middle = y + players.height + CLOSE / 2
        fonts.write(ImageDraw.Draw(image), (EDGE, middle), FIRST, SIZE, ink=style.SOFT, anchor="lm")
    return image


def holdings_height(
    view: View,
    rules: Rules,
    numbers: Mapping[tuple[Company, str], Sequence[int]],
    offered: Collection[Company] = (),
    *,
    space: Space = Space.WIDE,
) -> int:
    """Pixels of the picture of these, which is `WIDE` pixels wide."""
    page = _Page(_by_number(_listed(view, rules, numbers, offered, space), numbers), view, rules, (), numbers, space)
    return _height(page, page.companies(), page.players(), page.lines_below(), 0)


def _height(page: _Page, companies: Rows, players: Rows, below: Sequence[str], heading: int) -> int:
    """Pixels of everything. `heading`: those of the first line."""
    across = -(-len(page.holdings.minors) // page.across())
    minors = across * page.text_line + (GAP + page.text_line if page.holdings.minors else 0)
    high = (companies.height if companies.cells else 0) + len(below) * page.text_line + minors
    if page.space is Space.LEAST:
        return high + GAP
    high += players.height
    return heading + high + 2 * GAP + EDGE + CLOSE * (page.has_priority() and not page.close)


def _moment_lines(page: _Page) -> list[str]:
    """The moment in lines: the first beside the game's name, the others below it."""
    name = queries.title_name(page.rules.data)
    beside, said = WIDE - 2 * EDGE - fonts.width(name, HEAD, bold=True) - 20, page.moment()
    if fonts.width(said, SIZE) <= beside:
        return [said]
    round_name, _, rest = said.partition(" · ")
    return [round_name, *fonts.folded(rest, WIDE - 2 * EDGE, SIZE)]


def _heading_height(page: _Page) -> int:
    """Pixels of the lines that say which game this is, and when."""
    return HEADING + CLOSE * (len(_moment_lines(page)) - 1)


def _heading(image: Image.Image, page: _Page, y: int) -> int:
    """The game's name and the moment; where the lists begin."""
    draw, name, middle = ImageDraw.Draw(image), queries.title_name(page.rules.data), y + HEADING / 2
    fonts.write(draw, (EDGE, middle), name, HEAD, bold=True, anchor="lm")
    x = EDGE + fonts.width(name, HEAD, bold=True) + 20
    beside, *below = _moment_lines(page)
    fonts.write(draw, (x, middle + 3), beside, SIZE, ink=style.SOFT, anchor="lm")
    for n, words in enumerate(below):
        level = y + HEADING + CLOSE * (n + 0.5)
        fonts.write(draw, (EDGE, level), words, SIZE, ink=style.SOFT, anchor="lm")
    return y + _heading_height(page)


def _listed(
    view: View,
    rules: Rules,
    numbers: Mapping[tuple[Company, str], Sequence[int]],
    offered: Collection[Company],
    space: Space,
) -> Holdings:
    """What everybody holds, without companies that have not started and stand among what is offered; where space is bare, of
    minors only those that have numbers.
    """
    holdings = everyone(view, rules)
    minors = tuple(m for m in holdings.minors if not space.bare or (m.company, GIVEN) in numbers)
    return replace(holdings, idle=tuple(c for c in holdings.idle if c not in offered), minors=minors)


def _by_number(holdings: Holdings, numbers: Mapping[tuple[Company, str], Sequence[int]]) -> Holdings:
    """Holdings with the companies whose shares have buttons first, in the order of these; the others as they stood."""
    first: dict[Company, int] = {}
    for (company, _), own in numbers.items():
        for number in own:
            first[company] = min(number, first.get(company, number))
    lines = sorted(holdings.companies, key=lambda line: first.get(line.company, len(numbers) + sum(first.values())))
    return replace(holdings, companies=tuple(lines))


def _minors(image: Image.Image, page: _Page, y: int) -> int:
    """Minors with owner, money and trains, several beside each other; where they end."""
    across, lines, line_height = page.across(), page.holdings.minors, page.text_line
    wide = (WIDE - 2 * EDGE) // across
    if lines:
        fonts.write(ImageDraw.Draw(image), (EDGE, y + line_height // 2), MINORS, SIZE, ink=style.SOFT, anchor="lm")
        y += line_height
    for i, line in enumerate(lines):
        x, middle = EDGE + i % across * wide, y + i // across * line_height + line_height // 2
        r = line_height * 2 // 5
        right = x + wide
        for disc in page.numbers_of(line.company, GIVEN):
            image.paste(disc, (x, middle - disc.height // 2), disc)
            x += disc.width + 6
        sprite = token(page.rules.data, line.company, r, sizes=style.LARGE)
        image.paste(sprite, (x, middle - r), sprite)
        bar = (x + 2 * r + 12, middle - 16, x + 2 * r + 22, middle + 16)
        ImageDraw.Draw(image).rounded_rectangle(bar, 5, fill=style.seat(page.view.order, line.owner))
        text = fonts.shortened(page.minor(line), right - x - 2 * r - 44, SIZE)
        fonts.write(ImageDraw.Draw(image), (x + 2 * r + 32, middle), text, SIZE, anchor="lm")
    return y + -(-len(lines) // across) * line_height


def _percent(number: int) -> str:
    return f"{number}%" if number else DASH


def _held(line: PlayerLine) -> str:
    """`CoG 50 ACL 20 MRC`: a company and its percent are not parted by a line's end."""
    return ", ".join((*(f"{c}\N{NO-BREAK SPACE}{n}" for c, n in line.shares), *line.privates)) or DASH


def alt_holdings(view: View, rules: Rules, lots: Sequence[Lot] = ()) -> str:
    """The picture in words. `lots`: rows above it."""
    heading = f"Holdings in {queries.title_name(rules.data)}, {view.round or 'start'}."
    sentences = [*([alt_lots(lots)] if lots else []), heading, *holdings_words(view, rules)]
    return short(sentences, "All of it: /view holdings form:text.")

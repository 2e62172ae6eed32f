"""What stands beside or below the map: title, round, who acts; companies, players, trains left, the last run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from PIL import Image, ImageDraw

from game.marks import BANKRUPT
from game.round_names import is_operating_round, round_number
from game.rules import Rules
from game.state import Company, Player
from render.data import queries, train_effects
from render.data.marks import Marks
from render.data.names import end_label, leader_heading, pool_words, train_list, type_in_table
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.free_space import Box
from render.drawing.map_print import SMALL_HEXES, MapPrint, wide_print
from render.drawing.sprites import token
from render.drawing.table import Cell, Column, Rows
from render.pictures.bands import NONE_LEFT, ChangeLines, TrainCards, changes_of, signs_of
from render.pictures.runs import sums as run_sums
from render.text.alt_text import acting_words
from render.text.reach_words import reached_words

T = TypeVar("T")
LEGEND = 46  # pixels of a line of the legend at unit 1
CLOSE = 34  # the same of a row of shares, which stand where there is room
ROOMY = 1.2  # such a row, in its print, that has room for a company's sign
DASH = "–"


@dataclass(frozen=True)
class Panel:
    """The words of one map. `unit`: pixels of a length of 1; `asked`: who must act, by name; None: as the view says.

    `print`: of the sheet; `found`: lists by name, which copies in another print share.
    """

    view: View
    rules: Rules
    marks: Marks
    asked: Sequence[str] | None
    unit: float
    print: MapPrint = field(default_factory=lambda: wide_print(SMALL_HEXES))
    found: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def _find_once(self, name: str, find: Callable[[], T]) -> T:
        """What is the same in every print."""
        if name not in self.found:
            self.found[name] = find()
        known: T = self.found[name]
        return known

    def px(self, size: float) -> int:
        return round(size * self.unit)

    def tightest(self) -> int:
        """Pixels in which nothing of the lists of companies and players is cut."""
        return max(self.companies().tightest(), self.players().tightest())

    def head_height(self, wide: int) -> int:
        """Pixels of the head in that width: what does not fit goes on a further line."""
        return self._head(None, (0, 0, wide, 0))

    def head(self, image: Image.Image, box: Box) -> None:
        self._head(image, box)

    def _head(self, image: Image.Image | None, box: Box) -> int:
        """Paint the head, or only measure it where there is no picture; the height in pixels."""
        x, y, line = box[0], box[1], self.px(60)
        name, big = queries.title_name(self.rules.data), self.print.title
        self._write(image, (x, y + line / 2), name, big, bold=True)
        x += fonts.width(name, big, bold=True) + self.px(20)
        size = self.print.list
        for part in (self._where(), None):
            need = fonts.width(part, size) if part else self._tiles(None, 0, 0)
            if x + need > box[2]:
                x, y = box[0], y + (line if x > box[0] and y == box[1] else self.px(44))
                line = self.px(44)
            level = y + line / 2 + (self.px(7) if y == box[1] else 0)
            if part:
                self._write(image, (x, level), part, size, ink=style.SOFT)
            else:
                self._tiles(image, x, round(level))
            x += need + self.px(28)
        y += line + self.px(4)
        return self._acting(image, (box[0], y, box[2], y)) - box[1]

    def _write(
        self,
        image: Image.Image | None,
        at: tuple[float, float],
        text: str,
        size: int,
        *,
        bold: bool = False,
        ink: style.RGB | None = None,
    ) -> None:
        if image is not None:
            fonts.write(ImageDraw.Draw(image), at, text, size, bold=bold, ink=ink, anchor="lm")

    def _where(self) -> str:
        bank = queries.bank_words(self.view, self.rules)
        name = self.view.round
        planned = next((n for s in self.view.agenda[:1] if (n := getattr(s, "planned", 0))), 0)
        of = f" of {round_number(name)}.{planned}" if is_operating_round(name) and planned > 1 and "." in name else ""
        return f"{name or 'Start'}{of} · phase {self.view.phase} · bank {bank}"

    def _tiles(self, image: Image.Image | None, x: int, y: int) -> int:
        """The colours of tiles that may be laid, as small fields; their width in pixels."""
        phase = self.rules.data.phases.get(self.view.phase)
        size, side = self.print.list, self.px(26)
        at = x + fonts.width("tiles", size) + self.px(10)
        self._write(image, (x, y), "tiles", size, ink=style.SOFT)
        for colour in phase.tiles if phase else ():
            if image is not None:
                fill = style.HEX[colour]
                frame = (at, y - side // 2, at + side, y + side // 2)
                rim = style.mix(fill, style.INK, 0.4)
                ImageDraw.Draw(image).rounded_rectangle(frame, self.px(6), fill=fill, outline=rim, width=self.px(2))
            at += side + self.px(6)
        return at - x

    def _acting(self, image: Image.Image | None, box: Box) -> int:
        """Who acts, and which companies come after, or why the game is over; where they end."""
        x, y, line = box[0], box[1], self.px(56)
        if self.view.over and not self.marks.network:
            return self._ending(image, box)
        middle, size = y + line / 2, self.print.list
        company, text = queries.acting_company(self.view), self._acting_line()
        if company and not self.marks.network:
            r = self.px(21)
            if image is not None:
                sprite = token(self.rules.data, company, r, sizes=self.print.sizes)
                image.paste(sprite, (x, round(middle) - r), sprite)
            x += 2 * r + self.px(14)
        if self.view.over and fonts.width(text, size, bold=True) > box[2] - x:
            text = f"Game over: {end_label(self.view.over)}"
        text = fonts.shortened(text, box[2] - x, size, bold=True)
        self._write(image, (x, middle), text, size, bold=True)
        x += fonts.width(text, size, bold=True) + self.px(20)
        then = "" if self.marks.network else self._then()
        if then and x + fonts.width(then, size) > box[2]:
            x, y = box[0], y + self.px(44)
            if x + fonts.width(then, size) > box[2]:
                then = self._then(short=True)
        self._write(
            image, (x, y + line / 2), fonts.shortened(then, box[2] - x, size) if then else "", size, ink=style.SOFT
        )
        return y + line

    def _ending(self, image: Image.Image | None, box: Box) -> int:
        """Why the game is over, on as many lines as that needs; where they end."""
        size, line, y = self.print.list, self.px(44), box[1] + self.px(6)
        for words in fonts.folded(self._acting_line(), box[2] - box[0], size, bold=True):
            self._write(image, (box[0], y + line / 2), words, size, bold=True)
            y += line
        return y + self.px(6)

    def _acting_line(self) -> str:
        """Who acts, and in whose turn; how the game has ended; on a map of a network, what that reaches."""
        if self.marks.network:
            return reached_words(self.view, self.rules, self.marks)
        return acting_words(self.view, self.rules, self.asked)

    def _then(self, *, short: bool = False) -> str:
        """The companies that have not had their turn in this round, as they would come now. `short`: without presidents."""
        left = queries.operate_next(self.view, self.rules)
        if left is None:
            return ""
        each = [c if short else f"{c} ({self.rules.person(self.view.companies[c].president)})" for c in left]
        return f"then {', '.join(each)}" if left else "the last of this round"

    def rows(self, columns: Sequence[Column], cells: Sequence[Sequence[Cell]], turn: Sequence[int] = ()) -> Rows:
        rows = tuple(tuple(row) for row in cells)
        return Rows(tuple(columns), rows, self.print.list, self.px(48), turn, sizes=self.print.sizes)

    def companies(self) -> Rows:
        """Companies in order of operation."""
        ordered, acting = queries.in_order(self.view, self.rules), queries.acting_company(self.view)
        heads = (
            Column("company"),
            Column("price", right=True),
            Column("treasury", right=True),
            Column("trains"),
            Column(leader_heading(self.rules)),
        )
        rows = self._find_once("companies", lambda: self._company_cells(ordered))
        return self.rows(heads, rows, [ordered.index(acting)] if acting in ordered else [])

    def _company_cells(self, ordered: Sequence[Company]) -> list[tuple[Cell, ...]]:
        view, data = self.view, self.rules.data
        rows: list[tuple[Cell, ...]] = []
        for company in ordered:
            known, price = view.companies[company], queries.price(view, self.rules, company)
            pale = bool(view.over) and not known.floated
            trains = train_list(view, self.rules, company) or DASH
            treasury = data.money(view.cash.get(company, 0))
            rows.append(
                (
                    Cell(company, company=company, bold=True, soft=pale, whole=True),
                    Cell(data.money(price) if price else DASH, soft=pale),
                    Cell(treasury if known.floated else DASH, soft=pale),
                    Cell(trains if known.floated else DASH if view.over else "not floated", soft=not known.floated),
                    Cell(self.rules.person(known.president) or "nobody", bar=style.seat(view.order, known.president)),
                )
            )
        return rows

    def _seated(self) -> list[Player]:
        """Players in the order of their seats, in the end by place: who went bankrupt is behind all others."""
        view = self.view
        if not view.over:
            return [*view.order]
        out = BANKRUPT.entries(view)
        return sorted(view.order, key=lambda p: (p in out, -queries.worth(view, self.rules, p)))

    def players(self) -> Rows:
        """Players as `_seated`."""
        view = self.view
        asked = [i for i, p in enumerate(view.order) if p in (self.asked or ()) and not view.over]
        heads = Column("player"), Column("cash", right=True), Column("certs", right=True), Column("worth", right=True)
        return self.rows(heads, self._find_once("players", self._player_cells), asked)

    def _player_cells(self) -> list[tuple[Cell, ...]]:
        view, data = self.view, self.rules.data
        limit = queries.certificate_limit(view, self.rules)
        return [
            (
                Cell(
                    f"{self.rules.person(p)}{' ◂' if p == view.priority and not view.over else ''}",
                    bar=style.seat(view.order, p),
                    bold=True,
                ),
                Cell(data.money(view.cash.get(p, 0))),
                Cell(f"{queries.certificate_count(view, self.rules, p)}/{limit}", soft=True),
                Cell(data.money(queries.worth(view, self.rules, p)), bold=True),
            )
            for p in self._find_once("seated", self._seated)
        ]

    def shares(self) -> Rows:
        """Who holds how much of each company in operation; nothing before anybody holds any."""
        view, order = self.view, self._find_once("seated", self._seated)
        ordered = [c for c in queries.in_order(view, self.rules) if self.rules.data.companies[c].kind != "minor"]
        heads = Column("shares"), *(Column(self.rules.person(p), right=True) for p in order)
        cells = self._find_once("shares", lambda: [self._shares_of(c) for c in ordered])
        if self.px(CLOSE) < ROOMY * self.print.list:  # the signs of companies would touch
            cells = [(replace(name, company=""), *held) for name, *held in cells]
        rows = self.rows(heads, cells)
        return replace(rows, line=self.px(CLOSE))

    def _shares_of(self, company: Company) -> tuple[Cell, ...]:
        view, held = self.view, queries.holdings(self.view, self.rules, company)
        seated, leads = self._find_once("seated", self._seated), view.companies[company].president
        parts = (queries.percent(view, company, held.get(p, 0)) for p in seated)
        cells = (Cell(f"{part}%" if part else "", bold=p == leads) for p, part in zip(seated, parts, strict=True))
        return Cell(company, company=company, bold=True, whole=True), *cells

    def trains(self, wide: int) -> Rows:
        """Trains left, with what the first one of a type brings about, on as many lines as that needs in this width."""
        (left, effects), kinds = self._depot(), self.rules.data.trains
        if not left:
            return self.rows([Column(NONE_LEFT)], [])
        rows = [
            (
                Cell(type_in_table(self.rules, name), bold=True),
                Cell(self.rules.data.money(kinds[name].price)),
                Cell("× ∞" if kinds[name].endless else f"× {count}"),
            )
            for name, count in left.items()
        ]
        heads = Column("trains left"), Column("price", right=True), Column("")
        short = self.rows(heads, rows)
        room = wide - sum(short.least()) - 3 * self.px(24)
        if room < self.px(190) or not any(effects.values()):
            return replace(short, apart=1.6)
        lines = ["\n".join(fonts.folded(effects[name], room, self.print.list)) for name in left]
        full = [(*row, Cell(text, soft=True)) for row, text in zip(rows, lines, strict=True)]
        return self.rows((*heads, Column("the first brings")), full)

    def _depot(self) -> tuple[dict[str, int], dict[str, str]]:
        """How many trains of each type are left, and what the next one of each brings about."""
        left = self._find_once("depot", lambda: queries.depot(self.view, self.rules))
        return left, self._find_once("effects", lambda: train_effects.depot_effects(self.rules, left))

    def train_cards(self) -> TrainCards:
        """Trains left as a row of cards."""
        return TrainCards(self.view, self.rules, self.unit, self.print)

    def change_lines(self) -> ChangeLines:
        """What the numbers on the map mean, and prices that moved."""
        changes = changes_of(self.view, self.rules, self.marks)
        return ChangeLines(changes, self.unit, self.print, "to build" if self.marks.plans else "what changed")

    def sign_lines(self) -> ChangeLines:
        """What hexes say that is too small to be read on a phone's map: goods and what they pay."""
        heading = self.rules.words.get("signs")  # says in a line what the shortest of them mean
        title = heading(self.rules) if heading else "signs on the map"
        return ChangeLines(signs_of(self.view, self.rules), self.unit, self.print, title)

    def notes(self, wide: int, *, brings: bool) -> list[str]:
        """Trains in the pool and, if asked, what the first train of each type brings about: as lines of that width."""
        lines, size = [], self.print.list
        if pool := pool_words(self.view, self.rules):
            lines += fonts.folded(f"In the pool: {pool}", wide, size)
        left, _ = self._depot()
        own = self._find_once("own effects", lambda: train_effects.own_effects(self.rules, left)) if brings else {}
        for name, text in own.items():
            train = type_in_table(self.rules, name)
            whole = train_effects.first_changes(self.rules, name, left[name])
            lines += fonts.folded(f"The first {train}: {text}" if whole else f"{train}, {text}", wide, size)
        return lines

    def legend_height(self, wide: int = 0) -> int:
        """Pixels of the legend. `wide`: where places that find no room in that width stand in a line of their own."""
        folded = run_sums.folded_runs(self.view, self.rules, self.marks, wide, self.print) if wide else 0
        return self.px(LEGEND) * (len(self.marks.runs) + 1 + folded) if self.marks.runs else 0

    def legend(self, image: Image.Image, box: Box) -> None:
        """Which line on the map is which train's run."""
        if self.marks.runs:
            below = box[3] - box[1] > self.legend_height()
            run_sums.legend(image, self.view, self.rules, self.marks, box, self.print, below=below)

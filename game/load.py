"""Data files to frozen structs: the only place of the engine that reads files.

One folder per title (`title.toml`, `map.toml`, `companies.toml`) and `tiles.toml` for all. The types are the schema: a typo is
an error with its path. A table `[option.NAME.set]` in `title.toml` lies over the other tables while that option is on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from game import hexes as geometry
from game import tiles as notation
from game.state import Laid
from game.tiles import Face, Tile


class _Data(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Base of everything read from a file."""


class Ability(_Data, frozen=True):
    """A power of a private (or company). Which fields matter depends on `kind`."""

    kind: Literal["blocks", "lay", "token", "train", "share", "discount", "bonus", "limit", "close"]
    owner: Literal["player", "company", "any"] = "any"
    hexes: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    free: bool = False  # costs nothing
    extra: bool = False  # comes beside the normal lay or station of the turn
    connected: bool = True  # must be reached from a station
    uses: int = 0  # in the whole game; 0: no limit
    company: str = ""
    shares: int = 0
    train: str = ""
    amount: int = 0
    when: str = ""


class Private(_Data, frozen=True):
    name: str
    value: int  # dollars, face value
    revenue: int  # dollars per operating round
    price: tuple[int, int] = (0, 0)  # dollars a company may pay, from and to
    abilities: tuple[Ability, ...] = ()


class CompanyData(_Data, frozen=True):
    name: str
    colour: str
    ink: str = "#ffffff"  # colour of the mark on it
    kind: str = "corporation"  # or minor
    home: tuple[str, ...] = ()  # hexes or cities ("D4", "D4.b") of its home station
    every_home: bool = False  # it has a home station in each of them, not in one
    tokens: tuple[int, ...] = ()  # dollars for each station, home first
    certificates: tuple[int, ...] = (2, 1, 1, 1, 1, 1, 1, 1, 1)  # shares on each, the president's first
    floats: int = 6  # shares that must be sold
    par: int = 0  # dollars, where the price of a share is fixed
    group: str = ""
    abilities: tuple[Ability, ...] = ()

    @property
    def size(self) -> int:
        """Shares of the company."""
        return sum(self.certificates)


class TrainSide(_Data, frozen=True):
    """One side of a train card: how far it runs, and words that the title's route rules read."""

    name: str
    reach: int
    kinds: tuple[str, ...] = ()
    times: int = 1


class TrainType(_Data, frozen=True):
    price: int
    count: int
    reach: int = 0  # stops
    rusts_on: str = ""
    obsolete_on: str = ""  # runs once more after that train (or card) is bought
    sides: tuple[TrainSide, ...] = ()
    kinds: tuple[str, ...] = ()
    times: int = 1
    extra: int = 0  # cards of this type beside those for sale
    endless: bool = False  # it never runs out: `count` is more than can ever be bought
    sold_from: str = ""  # the bank sells it beside the train in front once the phase of that train has begun


class Phase(_Data, frozen=True):
    on: tuple[
        str, ...
    ] = ()  # the first train (or side) of these starts it, or the sale of a card such as the fourth 3, "3-4"
    limit: Mapping[str, int] = {}  # trains a company may hold, by kind of company or size; "" for all
    tiles: tuple[str, ...] = ("yellow",)
    rounds: int = 1  # operating rounds per set
    flags: tuple[str, ...] = ()  # words that rules ask for: privates, one_train, close_privates ...
    note: str = ""  # what else it brings, in words for players


class Option(_Data, frozen=True):
    text: str
    conflicts: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()
    values: tuple[int, ...] = ()  # `name=value` is written then; the first is the default
    set: Mapping[str, Any] = {}
    ends: bool = False  # the value is a share price: a marker in a cell of that price or more ends the game


class TitleFile(_Data, frozen=True):
    name: str
    subtitle: str
    designer: str
    publisher: str
    link: str
    currency: str
    players: tuple[int, int]
    bank: int
    cash: Mapping[str, int]  # dollars of each player, by number of players
    certificates: Mapping[str, int]  # limit, by number of players
    market: str
    train: Mapping[str, TrainType]
    phase: Mapping[str, Phase]
    option: Mapping[str, Option] = {}
    preset: Mapping[str, tuple[str, ...]] = {}
    numbers: Mapping[str, int] = {}  # small numbers of the title's rules
    summary: tuple[str, ...] = ()  # how the game opens and what is special in it, a sentence each
    hints: tuple[str, ...] = ()  # what players often ask about the rules, a sentence each


class MapFile(_Data, frozen=True):
    layout: geometry.Layout
    hexes: Mapping[str, str]  # print of a hex in tile notation
    names: Mapping[str, str] = {}
    blank: str = ""  # unbuilt hexes without print
    cost: Mapping[str, str] = {}  # "40 water" -> hexes
    tiles: Mapping[str, int] = {}  # how many of each tile
    upgrades: Mapping[str, Mapping[str, str]] = {}  # hex -> colour -> the only tiles allowed there
    borders: Mapping[str, str] = {}  # "impassable" -> "D4/0 E5/3"
    gray_open: bool = False  # track may run into sides of printed gray hexes that have none
    symbols: Mapping[str, str] = {}  # "port" -> hexes: marks printed on the map
    labels: Mapping[str, str] = {}  # hex -> letter of its tiles, where the print has none


class CompaniesFile(_Data, frozen=True):
    private: Mapping[str, Private] = {}
    company: Mapping[str, CompanyData] = {}


class HexData(_Data, frozen=True):
    """One hex of the map. `sides`: the neighbour across each side, "" where no track may lead."""

    id: str
    x: int
    y: int
    print: Tile
    sides: tuple[str, ...]
    name: str = ""
    cost: int = 0
    terrain: tuple[str, ...] = ()
    label: str = ""
    symbols: tuple[str, ...] = ()
    borders: Mapping[int, str] = {}

    @property
    def spot(self) -> str:
        """The hex in words: Augusta (D10)."""
        return f"{self.name} ({self.id})" if self.name else self.id

    @property
    def buildable(self) -> bool:
        """Whether tiles may be laid here: an unbuilt hex, or a print in a tile colour."""
        return self.print.colour in notation.COLOURS[:-1]


class MarketCell(_Data, frozen=True):
    price: int
    codes: str = ""  # p par; y g o b zones; e ends the game; c closes


def money_words(currency: str, amount: int) -> str:
    """`$1,250`; a debt has its sign before the currency: `-$50`. All amounts that anybody reads are written here."""
    return f"{'-' if amount < 0 else ''}{currency}{abs(amount):,}"


class TitleData(Struct, frozen=True, dict=True, eq=False):
    """A title's data under a set of options. Compared by identity, so that what is derived from it can be cached."""

    file: TitleFile
    map: MapFile
    privates: Mapping[str, Private]
    companies: Mapping[str, CompanyData]
    hexes: Mapping[str, HexData]
    tiles: Mapping[str, Tile]
    market: tuple[tuple[MarketCell | None, ...], ...]

    @property
    def name(self) -> str:
        """The title's name, such as 18GA."""
        return self.file.name

    @property
    def currency(self) -> str:
        """What stands before amounts of money."""
        return self.file.currency

    @cached_property
    def trains(self) -> Mapping[str, TrainType]:
        """The types of trains by their name."""
        return self.file.train

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """The phases by their name, in order."""
        return self.file.phase

    @property
    def layout(self) -> geometry.Layout:
        """Whether hexes stand on a point or lie flat."""
        return self.map.layout

    def money(self, amount: int) -> str:
        """An amount with the title's currency: see `money_words`."""
        return money_words(self.currency, amount)

    def cell(self, where: str) -> MarketCell:
        """The market cell "row,column"; KeyError where the chart has none."""
        return self.cells[where]

    @cached_property
    def cells(self) -> dict[str, MarketCell]:
        """All cells of the market chart, by "row,column"."""
        return {f"{r},{c}": cell for r, row in enumerate(self.market) for c, cell in enumerate(row) if cell is not None}

    @cached_property
    def pars(self) -> dict[int, str]:
        """Par prices and their cells."""
        return {
            cell.price: f"{r},{c}"
            for r, row in enumerate(self.market)
            for c, cell in enumerate(row)
            if cell is not None and "p" in cell.codes
        }

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Ids of all cards: privates, certificates "CoG.0", trains "4-1"."""
        certificates = [f"{c}.{i}" for c, data in self.companies.items() for i in range(len(data.certificates))]
        return (*self.privates, *certificates, *self.train_cards)

    @cached_property
    def train_cards(self) -> tuple[str, ...]:
        """Ids of all train cards in order of sale."""
        return tuple(f"{t}-{i + 1}" for t, data in self.trains.items() for i in range(data.count + data.extra))

    @cached_property
    def type_of_train(self) -> dict[str, TrainType]:
        """The type of each train card."""
        return {f"{t}-{i + 1}": data for t, data in self.trains.items() for i in range(data.count + data.extra)}

    @cached_property
    def card_set(self) -> frozenset[str]:
        """The ids of all cards."""
        return frozenset(self.cards)

    @cached_property
    def certificates(self) -> dict[str, tuple[str, int]]:
        """The company and the number of shares of each certificate."""
        return {f"{c}.{i}": (c, n) for c, data in self.companies.items() for i, n in enumerate(data.certificates)}

    @cached_property
    def train_set(self) -> frozenset[str]:
        """The ids of all train cards."""
        return frozenset(self.train_cards)

    @cached_property
    def phase_of(self) -> dict[str, str]:
        """The phase that the first train of each name starts, or the sale of a card."""
        return {train: name for name, phase in self.phases.items() for train in phase.on}

    @cached_property
    def spoken(self) -> dict[str, str]:
        """Hexes by what people call them: id or name, in small letters."""
        return {h.name.casefold(): id for id, h in self.hexes.items() if h.name} | {h.casefold(): h for h in self.hexes}

    def place(self, typed: str) -> str:
        """`macon` and `f6.a` as `F6` and `F6.a`; what names no hex stays as it is."""
        known, dot, stop = self.spoken.get(typed.casefold(), ""), "", ""
        if not known:
            name, dot, stop = typed.partition(".")
            known = self.spoken.get(name.casefold(), "")
        return f"{known}{dot}{stop}" if known else typed

    def print_of(self, hex_id: str) -> Tile:
        """What is printed in a hex."""
        return self.hexes[hex_id].print

    def face(self, hex_id: str, laid: Laid | None) -> Face:
        """What lies in a hex: the tile laid there, or its print."""
        return self.tiles[laid.tile].faces[laid.rotation] if laid else self.hexes[hex_id].print.faces[0]


def _read(name: str) -> dict[str, Any]:
    """The parsed contents of a file below `data/`."""
    with (files("data") / name).open("rb") as handle:
        return tomllib.load(handle)


@lru_cache(maxsize=1)
def all_tiles() -> dict[str, Tile]:
    """Every tile of every title, by name."""
    return {name: notation.parse(name, line) for name, line in _read("tiles.toml").items()}


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` laid over `base`: tables merge, everything else is replaced."""
    out = dict(base)
    for key, value in over.items():
        old = out.get(key)
        out[key] = merge(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return out


def market_grid(text: str) -> tuple[tuple[MarketCell | None, ...], ...]:
    """Rows of cells from a text grid such as `60 70y 80p .`"""
    rows = []
    for line in text.strip().splitlines():
        cells: list[MarketCell | None] = []
        for word in line.split():
            digits = word.rstrip("abcdefghijklmnopqrstuvwxyz")
            cells.append(None if word == "." else MarketCell(int(digits), word[len(digits) :]))
        rows.append(tuple(cells))
    return tuple(rows)


def ending_from(
    grid: tuple[tuple[MarketCell | None, ...], ...], price: int
) -> tuple[tuple[MarketCell | None, ...], ...]:
    """The market with every cell of that price or more as one that ends the game."""

    def marked(cell: MarketCell | None) -> MarketCell | None:
        if cell is None or cell.price < price or "e" in cell.codes:
            return cell
        return MarketCell(cell.price, cell.codes + "e")

    return tuple(tuple(map(marked, row)) for row in grid)


def _spread(table: Mapping[str, str]) -> dict[str, str]:
    """`{"20 water": "C5 E3"}` to `{"C5": "20 water", "E3": "20 water"}`."""
    return {item: key for key, items in table.items() for item in items.split()}


def build_hexes(data: MapFile) -> dict[str, HexData]:
    """The hexes of a map with their neighbours."""
    prints = dict.fromkeys(data.blank.split(), "white") | dict(data.hexes)
    at = {h: geometry.coordinates(h, data.layout) for h in sorted(prints)}
    beside = geometry.neighbours(at, data.layout)
    parsed = {h: notation.parse(h, line) for h, line in prints.items()}
    cost = _spread(data.cost)
    borders: dict[str, dict[int, str]] = {}
    for side, kind in _spread(data.borders).items():
        hex_id, edge = side.split("/")
        borders.setdefault(hex_id, {})[int(edge)] = kind
        other = beside[hex_id][int(edge)]
        if other:
            borders.setdefault(other, {})[geometry.opposite(int(edge))] = kind

    closed = [c for c in notation.FIXED if c != "gray" or not data.gray_open]

    def open_side(hex_id: str, edge: int) -> str:
        """The neighbour there, if track could lead to it: no blank side of fixed print, no impassable border."""
        other = beside[hex_id][edge]
        if not other or borders.get(hex_id, {}).get(edge) == "impassable":
            return ""
        for h, e in ((hex_id, edge), (other, geometry.opposite(edge))):
            if parsed[h].colour in closed and e not in parsed[h].faces[0].exits:
                return ""
        return other

    hexes = {}
    for h, tile in parsed.items():
        words = cost.get(h, "0").split()
        hexes[h] = HexData(
            id=h,
            x=at[h][0],
            y=at[h][1],
            print=tile,
            sides=tuple(open_side(h, e) for e in range(6)),
            name=data.names.get(h, ""),
            cost=int(words[0]),
            terrain=tuple(words[1:]),
            label=tile.label or data.labels.get(h, ""),
            symbols=tuple(s for s, where in data.symbols.items() if h in where.split()),
            borders=borders.get(h, {}),
        )
    return hexes


def chosen(options: Iterable[str]) -> dict[str, int]:
    """`["soft_rust_4", "end_price=250"]` to names with their values (0 for plain ones)."""
    return {o.partition("=")[0]: int(o.partition("=")[2] or 0) for o in options}


def load(folder: str, options: Iterable[str] = ()) -> TitleData:
    """Read a title with its options' overlays; raises msgspec.ValidationError with the path of what is wrong."""
    return _load(folder, tuple(sorted(options)))


@lru_cache(maxsize=64)
def _load(folder: str, options: tuple[str, ...]) -> TitleData:
    """The data of a title with these options, read once."""
    raw = {name: _read(f"{folder}/{name}.toml") for name in ("title", "map", "companies")}
    for name in chosen(options):
        raw = merge(raw, raw["title"].get("option", {}).get(name, {}).get("set", {}))
    title = msgspec.convert(raw["title"], TitleFile)
    map_file = msgspec.convert(raw["map"], MapFile)
    companies = msgspec.convert(raw["companies"], CompaniesFile)
    known = all_tiles()
    market = market_grid(title.market)
    for name, value in chosen(options).items():
        if title.option[name].ends:
            market = ending_from(market, value or title.option[name].values[0])
    return TitleData(
        file=title,
        map=map_file,
        privates=companies.private,
        companies=companies.company,
        hexes=build_hexes(map_file),
        tiles={name: known[name] for name in map_file.tiles},
        market=market,
    )

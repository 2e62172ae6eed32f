"""What the files of a title hold, as frozen structs, and the title's data under a set of options.

The types are the schema of the files in `data/`: a typo is an error with its path (`load.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from game import hexes as geometry
from game import tiles as notation
from game.state import Laid
from game.tiles import Face, Tile


class _Data(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Base of everything read from a file."""


class Ability(_Data, frozen=True):
    """A power of a private (or company). `kind` names an `AbilityKind`, which says what fields it reads."""

    kind: str
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
    when: str = ""  # it closes: "par", as soon as the company has a par price


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
    also: tuple[str, ...] = ()  # what people call it beside its name, such as its country
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
    called: str = ""  # what players call it, where that is not its number
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
    region: str  # where it is played, as a list of titles tells them apart
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
    character: str = ""  # what tells it from the others, in a few words for who must pick one

    @property
    def printed(self) -> str:
        """The title's name as it is printed: `18 India`."""
        return self.subtitle if self.subtitle.replace(" ", "") == self.name else self.name


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
    printed_labels: Mapping[
        str, str
    ] = {}  # label -> what hexes and tiles bear, where the rules tell more of them apart
    labels: Mapping[str, str] = {}  # hex -> letter of its tiles, where the print has none
    # what is printed for the value of a stop -> hexes; `{currency}` stands for the title's, "+": the value adds to another's
    worth: Mapping[str, str] = {}
    sea: str = ""  # the places just beyond the map, by its coordinates, where the sea is; elsewhere there is land


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
    worth: str = ""  # what is printed for the value of its stop, such as "+30"; "+": the value adds to another stop's

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

    def train_called(self, name: str) -> str:
        """What players call a type of trains, or one with that side up: `2-train`, `Pullman`; several of them with an s."""
        kind = self.trains.get(name)
        return (kind.called if kind else "") or f"{name}-train"

    def printed_label(self, label: str) -> str:
        """A label of a hex or tile as it is printed."""
        return self.map.printed_labels.get(label, label)

    def tile_number(self, name: str) -> str:
        """A tile by its published number: `170` for `170ric`."""
        return self.tiles[name].number

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

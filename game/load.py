"""Data files to frozen structs: the only place of the engine that reads files.

One folder per title (`title.toml`, `map.toml`, `companies.toml`) and `tiles.toml` for all; the schema is in `title_data.py`. A
table `[option.NAME.set]` in `title.toml` lies over the other tables while that option is on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from game import hexes as geometry
from game import tiles as notation
from game.options import option_values
from game.tiles import Tile
from game.title_data import CompaniesFile, HexData, MapFile, MarketCell, TitleData, TitleFile


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


def _borders(data: MapFile, beside: Mapping[str, Sequence[str]]) -> dict[str, dict[int, str]]:
    """By hex the kinds of its hexsides that are no ordinary ones, told from both sides. `beside`: the neighbours of each hex."""
    borders: dict[str, dict[int, str]] = {}
    for side, kind in _spread(data.borders).items():
        hex_id, edge = side.split("/")
        borders.setdefault(hex_id, {})[int(edge)] = kind
        other = beside[hex_id][int(edge)]
        if other:
            borders.setdefault(other, {})[geometry.opposite(int(edge))] = kind
    return borders


def build_hexes(data: MapFile, currency: str) -> dict[str, HexData]:
    """The hexes of a map with their neighbours. `currency`: stands in printed values where the file says `{currency}`."""
    prints = dict.fromkeys(data.blank.split(), "white") | dict(data.hexes)
    at = {h: geometry.coordinates(h, data.layout) for h in sorted(prints)}
    beside = geometry.neighbours(at, data.layout)
    parsed = {h: notation.parse(h, line) for h, line in prints.items()}
    cost, worth = _spread(data.cost), _spread(data.worth)
    borders = _borders(data, beside)
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
            worth=worth.get(h, "").replace("{currency}", currency),
        )
    return hexes


def load(folder: str, options: Iterable[str] = ()) -> TitleData:
    """Read a title with its options' overlays; raises msgspec.ValidationError with the path of what is wrong."""
    return _load(folder, tuple(sorted(options)))


@lru_cache(maxsize=64)
def _load(folder: str, options: tuple[str, ...]) -> TitleData:
    """The data of a title with these options, read once."""
    raw = {name: _read(f"{folder}/{name}.toml") for name in ("title", "map", "companies")}
    for name in option_values(options):
        raw = merge(raw, raw["title"].get("option", {}).get(name, {}).get("set", {}))
    title = msgspec.convert(raw["title"], TitleFile)
    map_file = msgspec.convert(raw["map"], MapFile)
    companies = msgspec.convert(raw["companies"], CompaniesFile)
    known = all_tiles()
    market = market_grid(title.market)
    for name, value in option_values(options).items():
        if title.option[name].ends:
            market = ending_from(market, value or title.option[name].values[0])
    return TitleData(
        file=title,
        map=map_file,
        privates=companies.private,
        companies=companies.company,
        hexes=build_hexes(map_file, title.currency),
        tiles={name: known[name] for name in map_file.tiles},
        market=market,
    )

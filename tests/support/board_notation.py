"""A position of the board in one line, for tests and for reports of bugs: `board("D4=451a/2[W&A.b] F6=57/0[CoG]")`.

Hexes stand there with their tiles, rotations and stations; `D10[GA]` is a station in an unbuilt hex,
`D4[W&A.+]` one that stands in no city yet. Everything else is as in the middle of an operating round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.notation import Unclear
from game.play import Game
from game.state import Company, Hex, Laid, Slot
from game.steps import Step
from game.steps.operate import CompanyTurn, OperatingRound
from game.steps.round_sequence import RoundSequence
from titles import find

SEATS = ("ann", "bob", "cid")
PLACED = re.compile(r"(?P<hex>\w+)(=(?P<tile>[^\s/\[]+)(/(?P<rotation>[0-5]))?)?(\[(?P<tokens>[^\]]*)\])?")


def board(
    line: str = "",
    *steps: Step,
    title: str = "18GA",
    phase: str = "",
    cash: int = 1000,
    owners: Mapping[str, str] | None = None,
    options: tuple[str, ...] = (),
) -> Game:
    """A game with these tiles and stations. Every company is floated, has `cash` dollars and belongs to ann.

    `owners`: where privates lie (a player or a company; the others are out of the game). `steps`: what is asked, the first first;
    their company's turn lies below. Later phases, supply and charters follow: tiles on the map are gone from the supply, stations
    on the map from the charters.
    """
    tiles, tokens = read_board(line)
    g = Game.new(find(title).rules(options, len(SEATS)), SEATS, "7", seated=True)
    put(g, tiles, tokens)
    g.state.phase = phase or g.state.phase
    for private in g.rules.data.privates:
        g.state.place[private] = (owners or {}).get(private, "gone")
    for company, state in g.state.companies.items():
        state.president, state.par, state.floated = "ann", 70, True
        g.state.place[f"{company}.0"] = "ann"
        g.state.cash[company] = cash
        state.tokens = state.tokens[sum(owner == company for owner in tokens.values()) :]
        g.state.market.setdefault(g.rules.data.pars[70], []).append(company)
    g.state.round = "OR 1.1"
    on_turn = getattr(steps[0], "company", "") if steps else ""
    g.state.agenda = [
        RoundSequence("OR", stock=1, set=1, done=1, planned=1),
        OperatingRound(list(g.state.companies), paid=True),
    ]
    if on_turn:
        g.push(CompanyTurn(on_turn, 99))
        g.push(*steps)
        g.settle()
    g._keep()
    g.events = []
    return g


def put(g: Game, tiles: Mapping[str, Laid], tokens: Mapping[Slot, str]) -> None:
    """Replace what lies on the map; the supply is what is left of each tile."""
    g.state.tiles, g.state.tokens = dict(tiles), dict(tokens)
    g.state.supply = dict(g.rules.data.map.tiles)
    for laid in tiles.values():
        g.state.supply[laid.tile] -= 1
    g.changed()


def line(g: Game) -> str:
    """The board of a game, as `board` reads it."""
    return board_line(g.state.tiles, g.state.tokens)


def board_line(tiles: Mapping[Hex, Laid], tokens: Mapping[Slot, Company]) -> str:
    """A board in one line: `D4=451a/2[W&A.b.0] F6=57/0[CoG.a.0]`; a hex with stations and no tile is `D10[GA.a.0]`."""
    parts = []
    for hex in sorted({*tiles, *(slot.partition(".")[0] for slot in tokens)}):
        laid = f"={tiles[hex].tile}/{tiles[hex].rotation}" if hex in tiles else ""
        there = [f"{c}.{s.partition('.')[2]}" for s, c in sorted(tokens.items()) if s.partition(".")[0] == hex]
        parts.append(hex + laid + (f"[{' '.join(there)}]" if there else ""))
    return " ".join(parts)


def read_board(text: str) -> tuple[dict[Hex, Laid], dict[Slot, Company]]:
    """Tiles and stations of a line of `board_line`; a station may be short: `[CoG]` is the first circle of stop a."""
    tiles: dict[Hex, Laid] = {}
    tokens: dict[Slot, Company] = {}
    for part in re.findall(r"[^\s\[]+(?:\[[^\]]*\])?", text):
        match = PLACED.fullmatch(part)
        if not match:
            raise Unclear(f"{part!r} is not a hex; write it like", ["D4=451a/2[W&A.b]"])
        hex = match["hex"]
        if match["tile"]:
            tiles[hex] = Laid(match["tile"], int(match["rotation"] or 0))
        for token in (match["tokens"] or "").split():
            company, _, where = token.partition(".")
            stop, _, slot = where.partition(".")
            tokens[f"{hex}.{stop or 'a'}.{slot or 0}"] = company
    return tiles, tokens

"""Positions of recorded games before each run, built from their traces alone (no replay), and games that hold only a board."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from game.options import option_values
from game.play import Game
from game.route_rules import RouteRules
from game.rules import Rules
from game.state import Laid, State
from game.title_data import TitleData

OPTIONS = {  # names of options in recorded games and ours
    "double_yellow_first_or": "double_yellow_first_turn",
    "new_georgia_florida_home": "gf_home_columbus",
    "remove_cog_token": "cog_less_token",
    "soft_rust_4t": "soft_rust_4",
}


@dataclass
class Position:
    """A board and a fleet just before a recorded run."""

    game: str
    action: int
    company: str
    phase: str
    tiles: dict[str, Laid]
    tokens: dict[str, str]
    trains: dict[str, list[str]]  # of every company, by type: "4"
    run: dict[str, Any] = field(default_factory=dict)  # the recorded action
    options: tuple[str, ...] = ()


def positions(trace: Path, data: TitleData) -> Iterator[Position]:
    """The positions before the runs of a trace, in order; the last one, without a run, is the final board."""
    lines = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    now = dict(lines[0]["state"])
    at = Position(
        trace.name.removesuffix(".trace.jsonl"),
        0,
        "",
        str(now["phase"]),
        {},
        {},
        {},
        options=tuple(OPTIONS[o] for o in lines[0]["optional_rules"] if o in OPTIONS),
    )
    companies = [key.removesuffix(".tokens") for key in now if key.endswith(".tokens")]
    _stations(at, data, companies, now, {})
    for line in lines[1:]:
        if "action" not in line:
            continue
        action = line["action"]
        if action["type"] == "run_routes":
            yield _snapshot(at, now, companies, action)
        now |= line["change"]
        for key, value in line["change"].items():
            if key.startswith("tile."):
                _lay(at, data, key.removeprefix("tile."), str(value))
        _stations(at, data, companies, now, action)
        at.phase = str(now["phase"])
    yield _snapshot(at, now, companies, {})


def _snapshot(at: Position, now: Mapping[str, Any], companies: list[str], action: dict[str, Any]) -> Position:
    fleet = {c: list(now[f"{c}.trains"]) for c in companies}
    return Position(
        at.game,
        action.get("id", 0),
        str(action.get("entity", "")),
        at.phase,
        dict(at.tiles),
        dict(at.tokens),
        fleet,
        action,
        at.options,
    )


def _lay(at: Position, data: TitleData, place: str, value: str) -> None:
    """Lay a tile; stations stay with the track of their city."""
    name, _, rotation = value.rpartition("-r")
    before = data.face(place, at.tiles.get(place)).sides
    at.tiles[place] = Laid(name, int(rotation))
    after = data.tiles[name].faces[int(rotation)].sides
    for slot, owner in list(at.tokens.items()):
        where, stop, circle = slot.split(".")
        if where == place and stop != "+" and before[stop]:
            new = next(s for s, sides in after.items() if before[stop] <= sides)
            del at.tokens[slot]
            at.tokens[f"{place}.{new}.{circle}"] = owner


def _stations(
    at: Position, data: TitleData, companies: list[str], now: Mapping[str, Any], action: Mapping[str, Any]
) -> None:
    """Follow the hexes of each company's stations; in a hex of several cities the action says which."""
    for company in companies:
        for place in now[f"{company}.tokens"]:
            cities = data.face(place, at.tiles.get(place)).tile.cities
            mine = [s for s, c in at.tokens.items() if c == company and s.partition(".")[0] == place]
            named = action.get("type") == "place_token" and action.get("tokener", action.get("entity")) == company
            if len(cities) > 1 and not (named and place in at.tiles):
                if not mine:
                    at.tokens[f"{place}.+.0"] = company
            elif not mine or mine[0].split(".")[1] == "+":
                for slot in mine:
                    del at.tokens[slot]
                index = int(action["city"].rpartition("-")[2]) if len(cities) > 1 else 0
                stop = cities[index].name
                circle = sum(1 for s in at.tokens if s.startswith(f"{place}.{stop}."))
                at.tokens[f"{place}.{stop}.{circle}"] = company


def board(
    data: TitleData,
    routes: RouteRules,
    tiles: Mapping[str, Laid],
    tokens: Mapping[str, str],
    fleet: Mapping[str, str],
    phase: str,
    *,
    options: tuple[str, ...] = (),
    paragraphs: Mapping[str, str] | None = None,
) -> Game:
    """A game that holds a board and trains only: enough for routes. `fleet`: train card to company."""
    rules = SimpleNamespace(name=data.name, data=data, options=options, settings=option_values(options), routes=routes)
    rules.paragraphs = paragraphs or {}
    rules.has = lambda option: option in rules.settings
    rules.paragraph = lambda function: Rules.paragraph(cast("Any", rules), function)
    rules.refusal = lambda checks, *args: Rules.refusal(cast("Any", rules), checks, *args)
    rules.forbids = lambda checks, *args: Rules.forbids(cast("Any", rules), checks, *args)
    state: State[Any] = State(title=data.name, tiles=dict(tiles), tokens=dict(tokens), phase=phase)
    state.place = dict.fromkeys(data.cards, "depot") | dict(fleet)
    return Game(cast("Rules", rules), state)


def cards_of(names: list[str]) -> list[str]:
    """Train cards for types by name: ["2", "2", "4"] to ["2-1", "2-2", "4-1"]."""
    return [f"{name}-{names[:i].count(name) + 1}" for i, name in enumerate(names)]


def game_of(position: Position, data: TitleData, routes: RouteRules, options: tuple[str, ...] = ()) -> Game:
    """The game at a recorded position. Train cards keep their type, not their number."""
    fleet = dict.fromkeys(cards_of(position.trains[position.company]), position.company)
    return board(data, routes, position.tiles, position.tokens, fleet, position.phase, options=options)

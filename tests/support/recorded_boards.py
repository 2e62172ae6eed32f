"""Boards of recorded games, move by move, from the traces of their states: no other part of a turn is played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game import stations
from game.actions import Action, LayTile, PlaceToken
from game.play import Game
from game.steps import Step
from game.steps.token import ChooseCity
from tests.support.board_notation import SEATS, board

OPTIONS = {  # the records' names of options, where ours differ
    "double_yellow_first_or": "double_yellow_first_turn",
    "new_georgia_florida_home": "gf_home_columbus",
    "remove_cog_token": "cog_less_token",
    "soft_rust_4t": "soft_rust_4",
}


@dataclass
class Move:
    """A board just before a recorded lay or station: `step` is what is asked, `action` the recorded answer."""

    number: int
    company: str
    step: Step | None  # None: a question that the last move has left open
    action: Action
    after: dict[str, Any] = field(default_factory=dict)  # tiles and stations by the record, after the action


class Recorded:
    """One recorded game's board. Iterate over `moves`; play each move's action on `game` before asking for the next."""

    def __init__(self, path: Path, title: str) -> None:
        self.lines = [json.loads(text) for text in path.read_text("utf-8").splitlines()]
        self.game: Game = board(title=title, options=tuple(OPTIONS.get(o, o) for o in self.lines[0]["optional_rules"]))
        self.seen: dict[str, Any] = dict(self.lines[0]["state"])
        self.cities: dict[str, str] = {}  # the record's "451a-0" -> hex where that tile lies

    def moves(self, steps: dict[str, type[Step]]) -> Iterator[Move]:
        """The recorded lays and stations. `steps`: the classes to ask, by type of the recorded action."""
        for entry in self.lines[1:]:
            if "action" not in entry:
                return
            action = entry["action"]
            after = self.seen | entry["change"]
            if action["type"] in steps:
                self._follow(self.seen)
                yield self._move(entry["n"], action, steps, after)
            else:
                self.game.state.agenda = []
            turn = self.seen["entity"]
            if turn in self.game.state.companies and after["entity"] != turn:
                self.game.company(turn).operated = True
                self.game.state.agenda = []
            self.seen = after

    def _move(self, number: int, action: dict[str, Any], steps: dict[str, type[Step]], after: dict[str, Any]) -> Move:
        g = self.game
        using = action["entity"] if action["entity_type"] == "company" else ""
        company = g.state.place[using] if using else action["entity"]
        by = g.president(company)
        wanted: Action
        if action["type"] == "lay_tile":
            self.cities[action["tile"]] = action["hex"]
            wanted = LayTile(action["hex"], action["tile"].rpartition("-")[0], action["rotation"], using, by=by)
        else:
            tile, _, index = action["city"].rpartition("-")
            hex_id = self.cities.get(tile) or tile.partition("-")[0]
            stop = stations.tile_in(g, hex_id).cities[int(index)].name
            several = len(stations.tile_in(g, hex_id).cities) > 1
            wanted = PlaceToken(f"{hex_id}.{stop}" if several else hex_id, using, by=by)
        kind = steps[action["type"]]
        open_ = isinstance(g.top_step(), ChooseCity | kind)
        step = None if open_ else kind(company)
        return Move(number, company, step, wanted, after)

    def _follow(self, seen: dict[str, Any]) -> None:
        """Take over what the board does not tell: phase, money, owners of privates, home stations."""
        g = self.game
        g.state.phase = seen["phase"]
        for private in g.rules.data.privates:
            g.state.place[private] = "gone"
        for key, value in seen.items():
            who, _, what = key.rpartition(".")
            if what == "privates":
                owner = who if who in g.state.companies else SEATS[int(who.partition(":")[2]) % len(SEATS)]
                g.state.place |= dict.fromkeys(value or (), owner)
            elif what == "cash" and who in g.state.companies:
                g.state.cash[who] = value
            elif what == "tokens" and value and stations.homeless(g, who) and g.top_step() is None:
                slots = stations.home_slots(g, who)
                if {s.partition(".")[0] for s in slots} == set(value):
                    for slot in {s.partition(".")[0]: s for s in reversed(slots)}.values():
                        stations.station(g, who, slot, 0)
        g.changed()

    def ask(self, move: Move) -> None:
        """Put the move's question on the agenda of an otherwise empty game."""
        if move.step is not None:
            self.game.state.agenda = [move.step]
        self.game._keep()

    def differences(self, after: dict[str, Any]) -> dict[str, object]:
        """Tiles and hexes of stations that differ from the record, by its keys: (ours, theirs)."""
        g = self.game
        found: dict[str, object] = {}
        for key, value in after.items():
            who, _, what = key.rpartition(".")
            if key.startswith("tile."):
                name, _, turned = value.rpartition("-r")
                laid = g.state.tiles.get(key[5:])
                same = laid and (laid.tile, laid.rotation) == (name, g.rules.data.tiles[name].listed(int(turned)))
                if not same:
                    found[key] = (laid, value)
            elif what == "tokens":
                ours = sorted(s.partition(".")[0] for s, c in g.state.tokens.items() if c == who and ".+." not in s)
                if ours and ours != sorted(value):
                    found[key] = (ours, value)
            elif what == "cash" and who in g.state.companies and g.state.cash[who] != value:
                found[key] = (g.state.cash[who], value)
        return found


def paths(shared: Path, title: str) -> list[Path]:
    return sorted((shared / "recorded" / title).glob("*.trace.jsonl"))

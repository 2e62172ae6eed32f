"""Where a company builds that has no run yet: straight to the nearest city that it does not reach."""

from __future__ import annotations

from typing import Any

from bot.model.board.lay_cost import lay_cost
from bot.model.board.run_worth import find_best_run, give_train
from bot.model.board.track_value import value_track
from bot.model.computer_players.company_spending import keeps_for_train
from game.actions import LayTile
from game.hexes import opposite
from game.play import Game
from game.routing import company_reach
from game.rules import Rules
from game.state import Company, Hex, State
from game.tiles import Face
from render.data import queries
from render.data.queries import acting_company

FAR = 8  # hexes to build, beyond which no city is looked for
RUN, STEP = 200, 20  # how much a lay is liked that brings a run, and how much less for each hex still to be built
EFFORT = 2_000  # states of a search


class FirstRun:
    """How much lays of one position are liked: a pass has 0.

    A run is needed soon where no president has to pay for a company's train.
    """

    def __init__(self, state: State[Any], rules: Rules) -> None:
        self.state, self.rules, self.company = state, rules, acting_company(state)
        unhelped = self.company in state.companies and rules.trains.must_own is None
        self.wanted = unhelped and not _earns(state, rules, self.company)
        if self.wanted:
            reach = company_reach.reach(Game(rules, state), self.company)
            self.entered = reach.hexes
            self.steps = self._count_steps()
            ends = [h for h in reach.doors if h not in state.tiles]
            self.now = min((self.steps[h] for h in ends if h in self.steps), default=FAR)

    def judge(self, action: LayTile, state: State[Any], rules: Rules, _seed: str) -> int:
        """How much a lay is liked: by the revenue that it may bring; as long as there is no run most by how near that comes."""
        if not self.wanted:
            return value_track(action, state, rules)
        if keeps_for_train(self.company, lay_cost(action, state, rules), state, rules):
            return -5
        left = self._steps_after(action)
        return value_track(action, state, rules) + (RUN - STEP * left if left < self.now else 0)

    def _steps_after(self, action: LayTile) -> int:
        """Hexes that are still to be built until a city is reached, once this tile lies; FAR for a way to none."""
        new = self.rules.data.tiles[action.tile].faces[action.rotation % 6]
        if self._is_goal(action.hex) and new.tile.counts[0]:
            return 0
        sides = self.rules.data.hexes[action.hex].sides
        onward = [(sides[n], n) for n in new.exits - self._face(action.hex).exits if sides[n] not in self.entered]
        return min((self._steps_into(h, n) for h, n in onward if h), default=FAR)

    def _steps_into(self, hex_id: Hex, side: int) -> int:
        """Hexes to be built from one on that track leads into. `side`: of the hex before it."""
        if self._has_track(hex_id):
            return 0 if self._is_goal(hex_id) and opposite(side) in self._face(hex_id).exits else FAR
        return self.steps.get(hex_id, FAR)

    def _count_steps(self) -> dict[Hex, int]:
        """How many hexes without track are to be built from each on, itself counted, until a city is reached."""
        data = self.rules.data.hexes
        bare = {h for h in data if not self._has_track(h)}
        steps = {h: 1 for h in bare if self._is_goal(h) or self._meets_goal(h)}
        edge = set(steps)
        for far in range(2, FAR):
            edge = {n for h in edge for n in data[h].sides if n in bare} - steps.keys()
            steps |= dict.fromkeys(edge, far)
        return steps

    def _meets_goal(self, hex_id: Hex) -> bool:
        """Whether track that is there already leads from a city into this hex."""
        sides = enumerate(self.rules.data.hexes[hex_id].sides)
        return any(n and self._has_track(n) and self._steps_into(n, side) == 0 for side, n in sides)

    def _is_goal(self, hex_id: Hex) -> bool:
        """Whether a hex has a city or a place off the map to which the company has no track."""
        cities, _, off = self._face(hex_id).tile.counts
        return bool(cities or off) and hex_id not in self.entered

    def _has_track(self, hex_id: Hex) -> bool:
        return bool(self._face(hex_id).exits)

    def _face(self, hex_id: Hex) -> Face:
        """The track that lies in a hex now, on a tile or printed."""
        laid, data = self.state.tiles.get(hex_id), self.rules.data
        return data.tiles[laid.tile].faces[laid.rotation] if laid else data.hexes[hex_id].print.faces[0]


def _earns(state: State[Any], rules: Rules, company: Company) -> bool:
    """Whether the company's trains earn something, or would the bank's next one."""
    card = queries.next_card(state, rules)
    found = find_best_run(rules, give_train(state, company, card) if card else state, company, EFFORT)
    return found is not None and found.revenue > 0

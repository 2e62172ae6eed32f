"""Where a newcomer's company had better build: what its trains would earn, and how near the next cities come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.model.board.run_worth import find_best_run, give_train
from bot.model.board.track_value import value_track
from game.actions import Action, LayTile, PlaceToken
from game.choices import Choice
from game.codec import encode
from game.play import Game
from game.routing import company_reach
from game.rules import Rules
from game.state import Card, Company, Hex, State
from render.data import queries
from render.data.queries import acting_company

View = State[Any]
TRIED = 6  # lays that are looked at closely, the likeliest of all
EFFORT = 2_000  # states of a search
NEAR, STEP = (
    24,
    6,
)  # how much a new end of track is liked that leads into a city, and how much less for each hex before it
LASTING = 2  # times that what a run earns more counts, since it does so each time


@dataclass(frozen=True)
class Foreseen:
    """What a company's trains earn at best now and after a lay, or a station, its own alone and with the bank's next one, if it
    can pay for it; `goal`: the nearest stop that the lay leads to, "" for none.
    """

    company: Company
    now: int
    later: int
    now_with_next: int
    later_with_next: int
    goal: Hex


class TrackJudge:
    """How much lays of one position are liked: a pass has 0."""

    def __init__(self, choices: Sequence[Choice], state: View, rules: Rules) -> None:
        self.state, self.rules, self.company = state, rules, acting_company(state)
        self.blocked = blocked_hexes(state, rules)
        known = self.company in state.companies
        self.entered = company_reach.reach(Game(rules, state), self.company).hexes if known else frozenset[Hex]()
        lays = [a for c in choices for a in c if isinstance(a, LayTile)]
        lays.sort(key=lambda a: -value_track(a, state, rules) - self.lead_on(a))
        self.tried = set(lays[:TRIED])
        self.now = self.earn(state) if lays else 0

    def judge(self, action: Action, _state: View, _rules: Rules, _seed: str) -> int:
        """How much a lay is liked: by what runs would earn more, else by how near to another city it leads; what does neither is
        liked less than a pass.
        """
        if not isinstance(action, LayTile) or action not in self.tried:
            return -10
        more = self.earn(self._after(action)) - self.now
        leads, place = self.lead_on(action), self.rules.data.hexes[action.hex]
        cost = place.cost // 10 if action.hex not in self.state.tiles else 0
        return LASTING * more + leads - cost if more > 0 or leads > cost else -5

    def foresee(self, action: LayTile | PlaceToken) -> Foreseen:
        """What a lay, or a station, brings."""
        after, leads = self._after(action), self._leads(action) if isinstance(action, LayTile) else []
        earned = [self.earn(view, beside=beside) for beside in (False, True) for view in (self.state, after)]
        now, later, now_with_next, later_with_next = earned
        return Foreseen(self.company, now, later, now_with_next, later_with_next, leads[0][0] if leads else "")

    def _after(self, action: Action) -> View:
        """The position after a lay, or a station; as it is where that is not possible now."""
        game = Game.load(self.rules, encode(self.state))
        if not any(action in c for c in game.choices(action.by)):
            return self.state
        game.play(action)
        return game.view(action.by)

    def earn(self, view: View, *, beside: bool = True) -> int:
        """Dollars that the company's trains would earn, `beside` them the bank's next one too, if it can pay for it."""
        if self.company not in view.companies:
            return 0
        card = queries.next_card(view, self.rules) if beside else ""
        room = queries.counted_trains(view, self.rules, self.company) < queries.train_limit(
            view, self.rules, self.company
        )
        paid = bool(card) and _price_of(card, self.rules) <= view.cash.get(self.company, 0)
        with_next = give_train(view, self.company, card) if room and paid else view
        run = find_best_run(self.rules, with_next, self.company, EFFORT)
        return run.revenue if run is not None else 0

    def lead_on(self, action: LayTile) -> int:
        """How near to cities, or places off the map, that no track has reached the new ends of its track come, each end to
        another one.
        """
        return sum((NEAR - STEP * far) // n for n, (_, far) in enumerate(self._leads(action), 1))

    def _leads(self, action: LayTile) -> list[tuple[Hex, int]]:
        """The stop that each new end of track leads to, and how many hexes before it are to be built, the nearest first."""
        new = self.rules.data.tiles[action.tile].faces[action.rotation % 6]
        sides, joined = self.rules.data.hexes[action.hex].sides, self._joined(action.hex)
        beside = [sides[n] for n in new.exits if sides[n] in self.rules.data.hexes and sides[n] not in joined]
        ends = sorted((self._find_goals(h, action.hex) for h in beside), key=lambda g: min(g.values(), default=NEAR))
        leads = dict[Hex, int]()
        for goals in ends:
            free = {goal: far for goal, far in goals.items() if goal not in leads}
            if free:
                nearest = min(free, key=lambda goal: free[goal])
                leads[nearest] = free[nearest]
        return list(leads.items())

    def _joined(self, hex_id: Hex) -> set[Hex]:
        """Hexes beside one to which track leads already, from its own tile."""
        laid = self.state.tiles.get(hex_id)
        if laid is None:
            return set()
        sides = self.rules.data.hexes[hex_id].sides
        return {sides[n] for n in self.rules.data.tiles[laid.tile].faces[laid.rotation].exits}

    def _find_goals(self, start: Hex, but: Hex) -> dict[Hex, int]:
        """The stops that no track has reached, from a hex on, and how many hexes before each are still to be built."""
        data = self.rules.data.hexes
        goals, edge, seen, steps = dict[Hex, int](), {start} - self.blocked, {but, start}, 0
        while edge and steps * STEP < NEAR:
            goals |= {h: steps for h in edge if self._is_goal(h)}
            edge = {n for h in edge for n in data[h].sides if n and n in data} - seen - self.blocked
            seen |= edge
            steps += 1
        return goals

    def _is_goal(self, hex_id: Hex) -> bool:
        """Whether a hex has a city or a place off the map, and neither a tile yet nor a way there from the company's stations."""
        cities, _, off = self.rules.data.hexes[hex_id].print.faces[0].tile.counts
        return bool(cities or off) and hex_id not in self.state.tiles and hex_id not in self.entered


def _price_of(card: Card, rules: Rules) -> int:
    """Dollars for a train of the bank."""
    return rules.data.trains[queries.train_type(card)].price


def blocked_hexes(state: View, rules: Rules) -> set[Hex]:
    """Hexes in which nobody may build as long as players own privates."""
    owned = [p for p in rules.data.privates if state.place.get(p) in state.order]
    return {h for p in owned for a in rules.data.privates[p].abilities if a.kind == "blocks" for h in a.hexes}

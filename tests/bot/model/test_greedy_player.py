"""The bot's own player: plays whole games of every title to their end, the same for the same seed, and sensibly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.model.computer_players.greedy_player import bid_limit, choose_action
from bot.sandbox import demo_game
from game.actions import Action, Bid, BuyTrain, PayDividend, RunTrains
from game.events import CompanyClosed, Event, Floated, Ran, TurnBegan, TurnEnded
from game.net_worth import net_worth
from game.play import Game
from game.rules import Rules
from titles import TITLES

THREE = ["ann", "bob", "cid"]
RUNNING = 0.75  # of all turns
CLOSING = 1  # companies that close in a game, without those that merge
ENDING = 7  # times the cash with which a player begins
PAID = {"18India": 12}  # dividends of a demonstration, elsewhere MANY
MANY = 4


@dataclass
class Count:
    """What is counted in a game. `late`: turns after the first operating rounds, in which companies seldom have a train."""

    runs: int = 0
    turns: int = 0
    closed: int = 0
    undone: int = 0
    sold: set[str] = field(default_factory=set)

    def note(self, action: Action, events: Sequence[Event], rules: Rules, *, late: bool) -> None:
        """Count what this move did."""
        if any(isinstance(e, TurnBegan) for e in events):
            self.sold = set()
        kind = getattr(action, "train", "").rpartition("-")[0]
        self.undone += isinstance(action, BuyTrain) and kind in self.sold
        if action.verb == "selltrain":
            self.sold.add(kind)
        self.runs += late * sum(isinstance(e, Ran) for e in events)
        self.turns += late * sum(isinstance(e, TurnEnded) and e.who in rules.data.companies for e in events)
        shut = [rules.data.companies[e.company] for e in events if isinstance(e, CompanyClosed)]
        self.closed += sum(company.kind != "minor" for company in shut)


@pytest.mark.parametrize("title", TITLES)
def test_whole_games_end_and_companies_run(title: str) -> None:
    rules = TITLES[title].rules((), 3)
    g = Game.new(rules, THREE, "a")
    earned, floated, moves = 0, 0, 0
    count = Count()
    while not g.state.over:
        action = choose_action(g.choices(g.deciders()[0]), g.state, rules, "a")
        if isinstance(action, RunTrains):
            assert action == next(c for c in g.choices(action.by) if c.kind is RunTrains).actions[0], "the best run"
        if isinstance(action, BuyTrain) and not action.seller:
            earned += 1
        late = g.state.round.startswith("OR") and not g.state.round.startswith("OR 1")
        events = g.play(action)
        count.note(action, events, rules, late=late)
        floated += sum(isinstance(e, Floated) for e in events)
        moves += 1
        assert moves < 3000, g.state.round
    assert floated >= 3
    assert earned >= floated, "companies own trains"
    assert not count.undone, "a train is sold and one alike bought in the same turn"
    assert count.runs >= RUNNING * count.turns, "most companies run once the first operating rounds are over"
    assert count.closed <= CLOSING, "hardly any company fails"
    assert min(net_worth(g.state, rules, p) for p in THREE) > ENDING * Game.new(rules, THREE, "a").state.cash["ann"]


@pytest.mark.parametrize("title", TITLES)
def test_demonstrations_are_the_same_each_time(title: str) -> None:
    rules = TITLES[title].rules((), 3)
    first, again = (demo_game.play_demo(rules, THREE) for _ in range(2))
    assert first[1] == again[1]
    paid = sum(isinstance(a, PayDividend) and a.kind != "none" for a in first[1])
    assert paid >= PAID.get(title, MANY), "most companies earn something before it stops"


def test_nobody_pays_far_more_than_a_private_is_worth() -> None:
    rules = TITLES["18GA"].rules((), 3)
    for seed in "abcdef":
        g = Game.new(rules, THREE, seed)
        while g.state.round == "Auction":
            action = choose_action(g.choices(g.deciders()[0]), g.state, rules, seed)
            if isinstance(action, Bid):
                private = rules.data.privates[action.item]
                assert action.amount <= bid_limit(action.item, action.by, g.state, rules, seed)
                assert action.amount <= 1.5 * private.value + private.revenue
            g.play(action)

"""Why worth changes: in random games of every title the causes, booked from events, add up to what changed."""

from __future__ import annotations

import pytest

from bot.model.results import Move
from bot.tables.story.round_summary import summarize_rounds
from bot.tables.story.worth_causes import Cause, Kind, WorthLedger
from game.actions import Par
from game.events import AuctionWon, CardMoved, RoundEnded
from game.play import Game
from tests.support.random_games import begin
from tests.support.title_positions import stock
from tests.support.toy_tables import NOON
from titles import TITLES

GAMES = 3  # of each title


def worths(g: Game) -> dict[str, dict[str, int]]:
    return {p: g.rules.worth(g, p) for p in g.state.order}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("number", range(GAMES))
def test_causes_add_up_to_what_changed(title: str, number: int):
    """After every move; a part of companies' assets, which 18 India alone counts, is in no event of a player's."""
    walk = begin(title, number, short=number > 0)
    ledger = WorthLedger(walk.game.rules, walk.game.state.order)
    before = worths(walk.game)
    while not walk.game.state.over:
        action = walk.step()
        for event in walk.game.events:
            ledger.note(event)
        after, changes = worths(walk.game), ledger.take_changes()
        for player, now in after.items():
            changed = sum(now.values()) - sum(before[player].values())
            by_assets = now.get("assets", 0) - before[player].get("assets", 0)
            assert changes[player].total() + by_assets == changed, (walk.game.state.seq, action, changes[player])
            assert not any(c.kind is Kind.OTHER and n for c, n in changes[player].items())
        before = after


@pytest.mark.parametrize("title", TITLES)
def test_the_causes_of_a_round_add_up_and_nothing_is_left_over(title: str):
    """Rounds as they are told: but for companies' assets there is no rest."""
    walk = begin(title, 4)
    start = {p: sum(parts.values()) for p, parts in worths(walk.game).items()}
    moves, ends = [], 0
    while not walk.game.state.over and ends < 9:
        walk.step()
        events = tuple(walk.game.events)
        ends += sum(isinstance(e, RoundEnded) for e in events)
        moves.append(Move(1, 0, 0, "", None, events, "", 0, NOON, "", revealed=False))
    rounds = summarize_rounds(moves, walk.game.rules, start)
    assert len(rounds) >= min(ends, 9) > 3
    for ended in rounds:
        for player, change in ended.change.items():
            assert ended.causes[player].total() == change
            assert title == "18India" or Cause(Kind.ASSETS) not in ended.causes[player]


def test_a_gift_is_none_of_the_shares_bought_below_their_price():
    """18GA 6: “shares bought below their market price +70” of a player whose share came with M&BR before CoG had a price."""
    g = stock(Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1", seated=True), "ann")
    ledger = WorthLedger(g.rules, g.state.order)
    ledger.note(AuctionWon("bob", "M&BR", 150))
    ledger.note(CardMoved("CoG.1", "ipo", "bob", "power"))
    g.play(Par(company="CoG", price=70, by="ann"))
    for event in g.events:
        ledger.note(event)
    changes = ledger.take_changes()
    assert changes["bob"][Cause(Kind.GIFTS)] == 70
    assert changes["bob"][Cause(Kind.TRADES)] == 0
    assert changes["ann"][Cause(Kind.TRADES)] == 0
    assert changes["ann"][Cause(Kind.GIFTS)] == 0

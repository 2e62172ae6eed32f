"""What companies earn and pay by round, for the charts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.tables.story.game_summary import income_series
from game.events import CompanyClosed, Divided, Event, Ran, RoundBegan, RoundEnded
from game.play import Game
from titles import TITLES


def earned(*events: Event) -> dict[str, tuple[int | None, ...]]:
    """Revenue by company, of a game of 18EU with these events."""
    game: Any = Game.new(TITLES["18EU"].rules((), 3), ("ann", "bob", "cid"), "1")
    moves: Any = [SimpleNamespace(events=(event,), round="") for event in events]
    return dict(income_series(game, moves).revenue)


def ran(company: str, revenue: int) -> Ran:
    return Ran(company, (), revenue)


def over(name: str) -> RoundEnded:
    return RoundEnded(name, {})


FIRST = (RoundBegan("OR 1.1"), ran("1", 60), ran("2", 40), over("OR 1.1"), RoundBegan("SR 2"))


def test_a_minor_that_closes_in_a_stock_round_earns_nothing_from_then_on():
    later = (CompanyClosed("1"), over("SR 2"), RoundBegan("OR 2.1"), ran("2", 50), over("OR 2.1"))
    assert earned(*FIRST, *later) == {"1": (60, None), "2": (40, 50)}


def test_a_company_that_closes_after_its_run_has_that_run():
    later = (over("SR 2"), RoundBegan("OR 2.1"), ran("1", 30), CompanyClosed("1"), ran("2", 50), over("OR 2.1"))
    assert earned(*FIRST, *later) == {"1": (60, 30), "2": (40, 50)}


def test_what_is_divided_is_what_a_company_earned():
    """18EU 4.4.9: the Pullman was put on a cheaper stop after the run. The chart said £450 where the card said £430."""
    doubled = Divided("1", "full", 430, 43)
    assert earned(RoundBegan("OR 1.1"), ran("1", 450), doubled, over("OR 1.1"), RoundBegan("SR 2")) == {"1": (430,)}
    assert earned(RoundBegan("OR 1.1"), ran("1", 450), ran("2", 40)) == {"1": (450,), "2": (40,)}


def test_who_has_not_run_yet_in_this_round_has_no_zero():
    later = (over("SR 2"), RoundBegan("OR 2.1"), ran("2", 50))
    assert earned(*FIRST, *later) == {"1": (60, None), "2": (40, 50)}
    assert earned(*FIRST, *later, over("OR 2.1")) == {"1": (60, 0), "2": (40, 50)}


def test_who_may_still_run_in_this_round_is_waiting():
    """The chart's words said of it that it was gone."""
    game: Any = Game.new(TITLES["18EU"].rules((), 3), ("ann", "bob", "cid"), "1")
    later = (over("SR 2"), RoundBegan("OR 2.1"), ran("2", 50))
    moves: list[Any] = [SimpleNamespace(events=(event,), round="") for event in (*FIRST, *later)]
    assert income_series(game, moves).waiting == {"1"}
    moves.append(SimpleNamespace(events=(over("OR 2.1"),), round=""))
    assert income_series(game, moves).waiting == set()

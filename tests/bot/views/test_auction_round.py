"""What is said at the end of an auction: of minors, and of shares that came free and have no price yet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.cli.picture_kinds import make_move
from bot.tables.story.round_summary import Round, summarize_rounds
from bot.views.formatting import event_lines
from bot.views.story.results.round_text import paid_for_minors_only, render_round
from game.events import PowerUsed, PriceCut, TokenPlaced
from game.play import Game
from game.transcript import perform, read
from tests.golden import FOLDER
from titles import find


def auction(title: str, name: str) -> tuple[Round, Game]:
    """The auction of a kept game, and the game at its end."""
    kept = read((FOLDER / name).read_text("utf-8"))
    g = Game.new(find(title).rules(kept.options, len(kept.players)), kept.players, kept.seed, seated=kept.seated)
    moves = [make_move(g, None)]
    for _ in perform(g, kept.entries):
        moves.append(make_move(g, None))
        if not g.state.round.startswith("Auction"):
            break
    start = dict.fromkeys(g.state.order, g.rules.data.file.cash[str(len(g.state.order))])
    return summarize_rounds(moves, g.rules, start)[0], g


def words_of(ended: Round, g: Game, *, pictured: bool) -> str:
    row: Any = SimpleNamespace(seats=[SimpleNamespace(name=p, shown=p) for p in g.state.order])
    return render_round(ended, row, g.rules, pictured=pictured)


def test_money_paid_for_minors_is_not_told_as_lost():
    """All stood at £0 with a red loss and an empty bar."""
    ended, g = auction("18EU", "18EU-bank.txt")
    assert paid_for_minors_only(ended)
    text = words_of(ended, g, pictured=False)
    assert "Paid to the bank for minors, which are worth what they will earn: " in text
    assert "\n" not in text


def test_a_share_that_came_free_is_told_before_it_has_a_price():
    ended, g = auction("18GA", next(p.name for p in sorted(FOLDER.glob("18GA*.txt"))))
    assert not paid_for_minors_only(ended)
    assert "10% of CoG came free and has no price yet" in words_of(ended, g, pictured=True)


@pytest.mark.parametrize("count", [1, 3])
def test_cuts_of_a_price_are_one_line(count):
    g = Game.new(find("18EU").rules((), 3), ("ann", "bob", "cid"), "1")
    cuts = [PriceCut("3", 90 - 10 * n) for n in range(count)]
    (line,) = event_lines(cuts, g.view(None), g.rules)
    assert line.endswith(f"it is offered for £{cuts[-1].price}.")


def test_a_power_that_a_station_names_is_told_once():
    g = Game.new(find("18GA").rules((), 3), ("ann", "bob", "cid"), "1")
    used = [TokenPlaced("CoG", "I9.a.0", using="W&SR"), PowerUsed("W&SR", "token", "CoG")]
    assert len(event_lines(used, g.view(None), g.rules)) == 1
    assert len(event_lines(used[1:], g.view(None), g.rules)) == 1


def test_a_round_without_trades_says_nothing_of_worth():
    """“Selection is over. Nobody's worth has changed.” was said where cards had been chosen in secret."""
    nobody: Any = SimpleNamespace(seats=())
    told = {name: render_round(Round(name), nobody, find("18India").rules((), 3)) for name in ("Selection", "SR 2")}
    assert told["Selection"] == "**Selection is over.**"
    assert told["SR 2"] == "**Stock round 2 is over.** Nobody's worth has changed."

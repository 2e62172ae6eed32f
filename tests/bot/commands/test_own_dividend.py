"""A kind of dividend that no shared code names: it is offered, shown, typed, played and told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.results import examine_position
from bot.tables.lookahead.pass_plans import plan_paying
from bot.views.options.dividends import dividend_lines
from game import places, shares
from game.actions import PayDividend
from game.dividend_kinds import PAY_OUT, WITHHOLD, DividendKind
from game.events import Divided, Ran
from game.play import Game
from game.rules import Illegal, Rules
from render.data.run_values import revenue_words
from render.text.event_text import tell
from render.text.turn_words import turn_words
from tests.support.discord_world import NAMES, commit_label, labels, words, world
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import typist_at
from titles import Title

FIFTH = DividendKind(
    *("fifth", lambda revenue: revenue // 5),
    *("pay a fifth", "pays a fifth", "a fifth paid out", "Share it"),
)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of 18GA, whose companies may also pay a fifth, at a dividend."""
    usual, at = Title.rules, golden_position("18GA-bank", 250)

    def with_fifth(title: Title, options: Iterable[str], players: int) -> Rules:
        rules = usual(title, options, players)
        return replace(rules, dividends=replace(rules.dividends, kinds=(PAY_OUT, FIFTH, WITHHOLD)))

    monkeypatch.setattr(Title, "rules", with_fifth)
    rules = replace(at.rules, dividends=replace(at.rules.dividends, kinds=(PAY_OUT, FIFTH, WITHHOLD)))
    return Game.load(rules, at.snapshot())


def test_the_engine_pays_it_and_words_tell_it(game: Game) -> None:
    (seat,), company = game.deciders(), game.state.agenda[-1].company
    revenue = game.company(company).earned
    paid, before = revenue // 5, game.state.cash[company]
    pooled = shares.held(game, places.POOL, company)
    with pytest.raises(Illegal, match="no company can pay half in 18GA: pay out, pay a fifth or withhold"):
        game.play(PayDividend("half", by=seat))
    events = game.play(PayDividend("fifth", by=seat))
    divided = next(e for e in events if isinstance(e, Divided))
    assert divided == Divided(company, "fifth", revenue, paid // 10)
    assert game.state.cash[company] - before == revenue - paid + pooled * paid // 10
    view, rules = game.view(None), game.rules
    assert f"{company} pays ${paid} of ${revenue}: ${paid // 10} a share" in " ".join(tell(events, view, rules))
    assert revenue_words(view, rules, company) == "a fifth paid out"
    assert "pays a fifth" in turn_words([Ran(company, (), revenue), *events], company, view, rules)


async def test_the_bot_offers_shows_reads_and_plays_it(game: Game, tmp_path: Path) -> None:
    async with world(tmp_path, NAMES) as w:
        typist = await typist_at(w, game)
        shown = await typist.show("turn")
        assert "ACL: pay out, pay a fifth or withhold $50" in words(shown)
        assert labels(shown)[:3] == [
            "1 · Pay out $50: $5 a share",
            "2 · Pay a fifth $10: $1 a share",
            "3 · Withhold $50",
        ]
        view = await typist.table.view(None)
        assert "-# Pay a fifth: " in await dividend_lines(typist.table, view)
        seat = game.deciders()[0]
        assert plan_paying(typist.table.rules, examine_position(game, 0), seat) is not None
        (said,) = await typist.ask("pay out $7")
        assert "how much is not yours to say: pay out, pay a fifth or withhold" in said
        shown = await typist.show("a fifth")
        assert commit_label(shown) == "Share it"
        assert await typist.play("pay a fifth") == PayDividend("fifth", by=seat)

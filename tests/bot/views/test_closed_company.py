"""The card of a company that has closed says when, and into what it went."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.model.kinds import Theme
from bot.views.inspection import show_company
from bot.views.pages.network_page import network_page
from bot.views.pictures import images
from game.events import CompanyClosed, Event
from game.play import Game
from game.transcript import perform, read
from tests.golden import FOLDER
from titles import find


async def test_a_closed_minor_says_into_what_it_went(monkeypatch):
    """Its card said `closed` and nothing else, its network that it reaches nothing yet."""
    kept = read((FOLDER / "18EU-bank.txt").read_text("utf-8"))
    game = Game.new(find("18EU").rules(kept.options, len(kept.players)), kept.players, kept.seed, seated=kept.seated)
    moves: list[Any] = []
    for _ in perform(game, kept.entries):
        events: tuple[Event, ...] = tuple(game.events)
        moves.append(SimpleNamespace(events=events, round=game.state.round))
        if CompanyClosed("10") in events:
            break

    async def history() -> list[Any]:
        return moves

    row = SimpleNamespace(theme=Theme.LIGHT, code="", id=1)
    table: Any = SimpleNamespace(
        id=1, rules=game.rules, row=row, position=SimpleNamespace(seq=1, deciders=()), history=history
    )
    look: Any = SimpleNamespace(table=table, seat=None, view=game.view(None), at=0, closed=False, title="18EU")
    cards = [await show_company(look, name) for name in ("10", "AIRS")]
    closed, open_ = [card.body for card in cards]
    assert (
        "Was: a minor at home in Milan (E18). Closed: Stock round 3. Then: bob merges minor 10"
        in cards[0].pictures[0].alt
    )
    drawn = {}

    async def draw_board(table: Any, view: Any, marks: Any, **_: Any) -> None:
        drawn[marks.runner] = marks

    monkeypatch.setattr(images, "draw_board", draw_board)
    look.asked = None
    assert closed == (
        "Stock round 3: closed.\n"
        "bob merges minor 10 (Strade Ferrate Alta Italia) into AIRS for a share from its treasury; AIRS gets £121.\n"
        "AIRS places a station in Milan (E18)."
    )
    assert open_ == ""
    gone, ask_way, there = [
        (await network_page(look, name, place)).body for name, place in (("10", ""), ("10", "Milan"), ("AIRS", ""))
    ]
    assert gone == ask_way == f"Minor 10 has closed. It has no stations.\n{closed}"
    assert drawn[""].network == frozenset()
    assert there.startswith("**AIRS reaches** ")

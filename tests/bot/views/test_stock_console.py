"""The console of a stock round: what may be bought, and what everybody holds, on one screen."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

import render
from bot.model.action_form import Draft
from bot.views.options.labels import option_labels
from bot.views.options.pictures.stock_pictures import stock_pictures
from bot.views.options.rows import option_lots
from bot.views.options.screen import Screen, fit_as_buttons, make_screen
from bot.views.options.shortcuts import share_reason
from bot.views.options.start_facts import tell_alike_once
from bot.views.pictures import images
from game.actions import BuyShare, Par
from game.play import Game
from render.drawing import fonts, phone
from render.pictures.choices import offers_above_holdings
from render.pictures.space import Space
from tests.console_report import walk
from tests.golden import played_until
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, labels
from tests.support.golden_positions import golden_position
from titles import TITLES

if TYPE_CHECKING:
    from bot.tables.service import Table


def buys(g: Game) -> bool:
    """Whether shares of several companies may be bought in a game that is well under way, by a button each."""
    if not g.state.round.startswith("SR") or g.state.step_key != "stock" or len(g.state.tiles) < 9:
        return False
    offers = make_screen(g.choices(g.deciders()[0]), Draft()).options
    return len({o.action.company for o in offers if isinstance(o.action, BuyShare)}) > 1 and fit_as_buttons(offers)


async def shown(g: Game, monkeypatch: pytest.MonkeyPatch) -> tuple[Screen, render.StockOffers]:
    """The first screen of whoever must act, and what is drawn for it above everybody's holdings."""
    seat = g.deciders()[0]
    choices, view = g.choices(seat), g.view(seat)
    drawn: list[render.StockOffers] = []

    async def draw_stock_offers(_table: object, _view: object, offers: render.StockOffers) -> tuple[()]:
        drawn.append(offers)
        return ()

    monkeypatch.setattr(images, "draw_stock_offers", draw_stock_offers)
    screen = make_screen(choices, Draft())
    labels = option_labels(screen, choices, view, g.rules)
    table = cast("Table", SimpleNamespace(rules=g.rules))
    await stock_pictures(table, view, screen, labels)
    return screen, drawn[0]


@pytest.mark.parametrize(
    ("name", "number", "trains"),
    [("18TN-bank", 620, {"3T, 3T", "3T, 5T", "3T, 4T"}), ("18EU-bank", 290, {"2T, 2T, 3T, 3T", "3T, 3T, P"})],
)
async def test_trains_stand_in_one_line_where_a_heading_can_give_way(name, number, trains, monkeypatch):
    """“3T,” stood above “3T”, with room beside them."""
    written: list[str] = []
    g = golden_position(name, number)
    _, drawn = await shown(g, monkeypatch)
    monkeypatch.setattr(fonts, "write", lambda _draw, _at, text, *_more, **_others: written.append(text))
    render.draw_stock_offers(g.view(None), g.rules, (), drawn)
    assert trains <= set(written)
    assert not [text for text in written if text.endswith("…")], "BNR and SNCF were both “Société Nationale des Che…”"


@pytest.mark.parametrize("title", TITLES)
async def test_each_button_has_its_number_among_everybodys_holdings_within_one_screen(title, monkeypatch):
    g = played_until(title, buys)
    screen, drawn = await shown(g, monkeypatch)
    beside_shares = [n for numbers in drawn.numbers.values() for n in numbers]
    assert beside_shares, "what is bought has its number where its shares stand"
    pointed = sorted(beside_shares + [lot.number for lot in (*drawn.lots, *drawn.starts)])
    assert pointed == list(range(1, len(screen.options) + 1))
    view = g.view(g.deciders()[0])
    labels = option_labels(screen, g.choices(g.deciders()[0]), view, g.rules)
    rows = option_lots(screen.options, labels, view, g.rules, {})
    picture = render.draw_stock_offers(view, g.rules, (), drawn)
    assert drawn.starts or picture.height == render.measure_stock_offers(view, g.rules)(drawn)
    assert picture.height <= max(phone.PICTURE_ROOM, render.lots_height(rows))
    assert picture.tobytes() != render.draw_stock_offers(view, g.rules, (), replace(drawn, numbers={})).tobytes()


def test_lists_of_holdings_that_are_alike_are_measured_once(monkeypatch):
    """Ways to show the same offers differ by their rows mostly; each was measured with all lists, on the bot's own thread."""
    measured: list[Space] = []

    def measure_holdings(*_: object, space: Space, **_more: object) -> int:
        measured.append(space)
        return 100

    monkeypatch.setattr(offers_above_holdings, "holdings_height", measure_holdings)
    g = golden_position("18TN-bank", 620)
    height = render.measure_stock_offers(g.view(None), g.rules)
    lots = [render.Lot("SR", number=2), render.Lot("ACL", number=3)]
    numbers = {("L&N", "market"): [1]}
    assert height(render.StockOffers(numbers, lots)) > height(render.StockOffers(numbers, [lots[0]]))
    assert measured == [Space.WIDE]
    height(render.StockOffers(numbers, space=Space.CLOSE))
    height(render.StockOffers({("L&N", "market"): [2]}, space=Space.CLOSE))
    assert measured == [Space.WIDE, Space.CLOSE, Space.CLOSE]


async def test_holdings_stand_below_the_rows_of_companies_to_start(w):
    """They were a press away, and who starts a company compares what others hold."""
    g = next(g for g, legal in walk("18GA", 0) if any(isinstance(a, Par) for _, a in legal))
    thread = await table_at(w, g)
    actor = await w.actor(thread)
    shown = answer(await actor.slash(thread, "turn"))
    picture = shown.attachments[0].description
    assert "starts in" in picture
    assert shown.attachments[0].filename.startswith("holdings-")
    assert "Holdings" not in labels(shown)


async def test_the_numbers_beside_shares_go_down_the_table_in_order(monkeypatch):
    """They stood there as 6, 3, 4, 1, 5, 2."""
    g = played_until("18TN", buys)
    _, drawn = await shown(g, monkeypatch)
    names = [company for company, _ in drawn.numbers]
    turned = {place: (len(names) - n,) for n, place in enumerate(drawn.numbers)}
    written: list[str] = []
    keep = fonts.write

    def note(draw: Any, at: Any, text: str, *more: Any, **others: Any) -> None:
        written.append(text)
        keep(draw, at, text, *more, **others)

    monkeypatch.setattr(fonts, "write", note)
    for numbers in (drawn.numbers, turned):
        written.clear()
        render.draw_holdings(g.view(None), g.rules, (), numbers)
        first: dict[str, int] = {}
        for (company, _), own in sorted(numbers.items(), key=lambda item: min(item[1], default=99)):
            first.setdefault(company, min(own, default=99))
        rows = list(dict.fromkeys(text for text in written if text in first))
        assert len(rows) > 2
        assert rows == sorted(rows, key=lambda company: first[company])


def test_a_proposed_share_says_what_its_company_earned_last():
    """“Bob is its president” compared nothing: he presided two, and one paid more for less."""
    g = golden_position("18TN-bank", 253)
    table = cast("Table", SimpleNamespace(rules=g.rules, choices=g.choices))
    assert share_reason(table, g.view(None), g.deciders()[0]).endswith("is its president (last run $70).")


def test_what_all_companies_to_start_have_is_told_once():
    """“5 stations · floats at 50%” stood eight times below each other."""
    alike = render.Fact("5 stations"), render.Fact("floats at 50%")
    rows = [
        render.Lot(c, "", f"Railway {c}", (render.Fact(f"starts in {c}", "a river"), *alike), "20% from £140", c, n)
        for n, c in enumerate("ABC", 1)
    ]
    first, *own = tell_alike_once(rows)
    assert (first.key, first.words) == ("Each", "20% from £140 · 5 stations · floats at 50%")
    assert [(row.words, row.note) for row in own] == [(f"starts in {c}, near a river", "") for c in "ABC"]
    assert tell_alike_once(rows[:2]) == rows[:2]


async def test_a_share_above_its_market_price_is_shown_before_it_is_bought(full):
    """A gray button bought at once for $80 what is worth $70, while gray elsewhere only shows."""
    thread = await table_at(full, golden_position("18GA-bank", 44))
    table = await full.game(thread)
    actor, before = full.actor_at(table), table.position.move
    console = answer(await actor.slash(thread, "turn"))
    dear = next(label for label in labels(console) if "SAL" in label)
    shown = answer(await actor.click(console, label=dear))
    assert commit_label(shown) == "Buy it"
    assert table.position.move == before

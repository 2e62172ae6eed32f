"""An auction as one table: what is for sale, who bid what, what the next bid is, what everybody can spend."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from bot.model.results import examine_position
from bot.views.pictures.images import lots_for_sale
from game import net_worth
from game.play import Game
from render import bids_words, draw_bids
from render.drawing import fonts, phone
from render.pictures.bids import _folded
from render.pictures.lots import WIDE
from tests.golden import played_until
from tests.support.written_words import note_words

LEGIBLE = 11  # pixels of the smallest words there
SCREEN = 400  # pixels of its height that leave room for a panel's words and buttons
AUCTIONS = ["18GA", "18TN", "18VA", "18EU"]


def with_a_bid(g: Game) -> bool:
    step = g.top_step()
    return (
        step is not None and step.auction(g) is not None and (bool(g.state.bids) or getattr(step, "bidder", "") != "")
    )


@pytest.fixture(scope="module", params=AUCTIONS)
def game(request) -> Game:
    return played_until(request.param, with_a_bid)


def test_all_that_is_asked_for_is_there(game: Game):
    view, sold = game.view(None), lots_for_sale(examine_position(game, 0))
    said = " ".join(bids_words(view, game.rules, sold))
    for item, bids in view.bids.items():
        for player, amount in bids.items():
            assert f"{player} {game.rules.data.money(amount)}" in said, item
    for item, place in view.place.items():
        if item in game.rules.data.privates and place in view.order:
            assert f"{item} to {place}" in said, "what was sold stays in sight"
    for player in view.order:
        assert f"{player} {game.rules.data.money(net_worth.free_cash(game.state, game.rules, player))}" in said
    assert all(item in said for item in sold.items)
    shown = (sold.now or sold.items)[:8]
    for item in set(shown) & set(sold.prices):
        assert game.rules.data.money(sold.prices[item]) in said
    for item in set(shown) & set(game.rules.data.privates):
        private = game.rules.data.privates[item]
        pays = f", {game.rules.data.money(private.revenue)} per OR" if private.revenue else ""
        assert f"{game.rules.data.money(private.value)}{pays}" in said


def test_it_is_legible_on_a_phone_and_leaves_room(game: Game, monkeypatch):
    sold = lots_for_sale(examine_position(game, 0))
    draw_bids(game.view(None), game.rules, sold)  # the tokens are drawn once, and kept
    sizes: set[int] = set()
    real = fonts.write

    def write(draw, at, text, size, **more):
        sizes.add(size)
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    image = draw_bids(game.view(None), game.rules, sold)
    assert image.width == WIDE
    assert min(sizes) * phone.WIDTH / WIDE >= LEGIBLE
    assert image.height * phone.WIDTH / WIDE <= SCREEN


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA"])  # in 18EU one thing is sold at a time
def test_a_brief_table_has_a_line_of_bids_for_each_lot_and_leaves_room(title: str, monkeypatch):
    """After many bids: a list of all bids on each lot outgrew the screen."""
    game = played_until(title, with_a_bid)
    state = game.state
    sold = lots_for_sale(examine_position(game, 0))
    view = structs.replace(game.view(None), bids={item: dict.fromkeys(state.order, 125) for item in sold.items})
    written = note_words(monkeypatch)
    brief = draw_bids(view, game.rules, replace(sold, brief=True))
    cut = [text for text in written if text.endswith("…")]
    assert not cut or title == "18GA", "where a power needs more than two lines"
    assert brief.height * phone.WIDTH / WIDE <= 380
    assert brief.height < draw_bids(view, game.rules, sold).height
    said = " ".join(bids_words(view, game.rules, replace(sold, brief=True)))
    assert all(player in said for player in state.order), "words tell all bids"
    assert "Free cash: " in said, "“Cash not in bids, outbid or not” was not understood"


def test_a_name_keeps_its_sum_in_one_line():
    """“Dee / $373” stood in two."""
    lines = _folded(f"Free cash: {', '.join(f'Bartholomew{n} $1,{n}00' for n in range(9))}")
    assert len(lines) > 1
    assert all(line.startswith(("Free", "Bartholomew")) for line in lines)
    assert "\u00a0" not in "".join(lines)

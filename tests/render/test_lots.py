"""Rows of things to choose from: what they say, and how large their words are."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from game.actions import Bid
from game.play import Game
from render.drawing import fonts, phone
from render.drawing.discs import numbers
from render.pictures import lots
from render.pictures.lots import EDGE, SIZE, WIDE, Fact, Lot, alt_lots, auction_lots, draw_lots, one_liners
from titles import TITLES


def opening() -> Game:
    return Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1")


def test_words_can_be_read_on_a_phone() -> None:
    """366 pixels across: 11 at least."""
    assert SIZE * phone.WIDTH / WIDE >= 11


def test_an_auction_says_who_bid_what_and_what_comes_next() -> None:
    g = opening()
    step = g.top_step()
    assert step is not None
    sale = step.auction(g)
    assert sale is not None
    bids = [a for c in g.choices(g.deciders()[0]) for a in c if isinstance(a, Bid)]
    least = {a.item: a.amount for a in bids}
    bid = next(a for a in bids if a.item == "W&SR")
    g.play(bid)
    rows = auction_lots(
        g.view(None), g.rules, sale.items, least | {"W&SR": 80}, bought=sale.lot, words={"LTR": "No power."}
    )
    first = rows[0]
    assert (first.key, first.stressed, first.words) == ("LTR", True, "No power.")
    assert first.note == f"buy for {g.rules.data.money(20)}"
    other = next(r for r in rows if r.key == "W&SR")
    assert (other.note, other.following) == (f"{bid.by} $75", "next $80")


def test_longer_words_make_a_higher_picture_and_the_numbers_are_said() -> None:
    data = TITLES["18GA"].rules((), 3).data
    short, long = (Lot("LTR", number=1, facts=(Fact(text),)) for text in ("No power.", "No power at all. " * 9))
    assert draw_lots([long], data).height > draw_lots([short], data).height
    assert draw_lots([short], data).width == WIDE
    assert alt_lots([short, Lot("CoG", "$70", company="CoG", number=2)]) == "1: LTR, No power. 2: CoG, $70."


def test_no_number_lies_on_the_price_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of a button covered the top of a `$40`."""
    ends: dict[str, float] = {}
    write, paste = fonts.write, numbers.paste_number

    def note_price(draw: Any, at: tuple[float, float], text: str, size: int, **more: Any) -> None:
        ends[text] = at[1] - fonts.bounds("$", size)[3] / 2
        write(draw, at, text, size, **more)

    def note_number(image: Image.Image, x: float, y: float, radius: int, *more: Any) -> int:
        ends["number"] = y + radius
        return paste(image, x, y, radius, *more)

    monkeypatch.setattr(fonts, "write", note_price)
    monkeypatch.setattr(lots, "paste_number", note_number)
    picture = draw_lots([Lot("MRC", "$40\n$10 per OR", number=2)], TITLES["18GA"].rules((), 3).data)
    assert ends["$40"] - ends["number"] >= 3, "a pixel on a phone"
    assert ends["$10 per OR"] + SIZE < picture.height - EDGE // 2


def test_a_name_is_cut_only_where_a_note_stands_beside_it() -> None:
    """18 India: “Buy Swedish East India Co. f…” stood before half a row of nothing."""
    name = "Buy Swedish East India Co. for ₹25 (hand)"
    sold = Lot("BNR", name=name, note="₹82\nfrom the pool", company="BNR", number=2)
    alone, beside = one_liners([Lot("", number=1, name=name), sold])
    assert alone.name == name
    assert beside.name.endswith("…")


def test_a_line_without_a_note_keeps_its_price() -> None:
    """“Bond, Royal Bond” stood among shares with their prices, and said nothing of what it costs and brings."""
    bond, share = one_liners(
        [Lot("Bond", "₹100\n₹10 per OR", "Royal Bond"), Lot("MR", "₹90", note="₹90\nfrom the pool")]
    )
    assert (bond.note, share.note) == ("₹100, ₹10 per OR", "₹90\nfrom the pool")

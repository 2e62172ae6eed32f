"""Question, picture and buttons of a console stand on one screen of a phone, in print that is read there."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.model.action_form import Draft
from bot.views.console.layout import join_rows, pack_rows, row_lines
from bot.views.console.message import compose_console
from bot.views.console.phone_screen import Content, Rank, StepFact, fit_screen, room_for_picture, words_height
from bot.views.console.state import ConsoleState, load_state
from bot.views.messages import Button, Menu
from bot.views.pictures.picture_stack import TALLEST, read_size
from render.drawing import phone
from tests.support.console_measures import LEAST, height_of, noted_print
from tests.support.console_measures import SCREEN as PHONE_SCREEN
from tests.support.discord_world import answer, labels
from tests.support.typed_lines import plain_words, typing_at


def named(*words: str) -> list[Button]:
    return [Button(f"x{n}", text) for n, text in enumerate(words)]


@pytest.mark.unit
def test_buttons_stand_in_as_few_lines_as_they_need():
    """Five to a row left one alone in a line of its own: three lines where two suffice."""
    shares = named(
        "1 · Buy AIRS £100", "2 · Buy BNR £70", "3 · Buy DR £75", "4 · Buy FS £90", "5 · Buy GSR £75", "6 · Buy FS £9"
    )
    rows = pack_rows(shares, named("Pass this turn"))
    assert [b.label for row in rows for b in row if isinstance(b, Button)] == [
        b.label for b in (*shares, *named("Pass this turn"))
    ]
    assert sum(map(row_lines, rows)) == 4
    assert len(pack_rows(named(*map(str, range(23))), named("Back", "Done"))) == 5
    short = pack_rows(named("1", "2"), named("Back"))
    assert len(short) == 1, "a row less"
    menu = Menu("m", (), "Choose")
    joined = join_rows(((menu,), tuple(named("Next"))), named("Back", "Done"))
    assert joined[0] == (menu,)
    assert len(joined) == 2


@pytest.mark.unit
def test_words_that_have_no_room_wait():
    told = ["You have $40", "short", "A long fact that needs a line of its own on every phone there is.", "B " * 40]
    facts = [
        StepFact(rank, text)
        for rank, text in zip((Rank.FIRM, Rank.NEEDED, Rank.NEEDED, Rank.USEFUL), told, strict=True)
    ]
    buttons: Any = SimpleNamespace(make_rows=lambda labels, *, more: (tuple(named(*labels, *(["Explain"] * more))),))
    whole = Content("A", "", "", facts, "green does it at once", "", "", ["1 · Buy CoG", "2 · Buy ACL"], buttons)
    fitting = fit_screen(whole, 0)
    assert (fitting.facts, fitting.more, fitting.labels) == (facts, False, whole.labels)
    bare = replace(whole, facts=facts[:2], more=True, labels=["1 · CoG", "2 · ACL"])
    folded = fit_screen(whole, phone.HEIGHT - bare.height)
    assert (folded.facts, folded.more, folded.labels) == (facts[:2], True, bare.labels)
    assert fit_screen(whole, phone.HEIGHT).facts == facts[:1], "what is firm stays"
    assert words_height("**A**\n-# b") < words_height("**A**\nb")
    assert phone.SCALE * (phone.HEIGHT - whole.height) < room_for_picture(whole) < phone.SCALE * phone.HEIGHT


async def test_a_crowded_console_keeps_to_a_screen_and_the_rest_of_its_words_is_a_press_away(tmp_path):
    """Five lines of words stood above a picture whose buttons were below the screen."""
    async with typing_at(tmp_path, "18EU-bank", 192) as at:
        shown = await at.show("turn")
        assert "Explain" in labels(shown)
        assert "After a sale the price falls" not in plain_words(shown)
        whole = answer(await at.actor.click(shown, label="Explain"))
        assert "After a sale the price falls" in plain_words(whole)
        assert "Explain" not in labels(whole)
        others = [s for s in at.table.row.seats if s.name not in at.table.position.deciders]
        states = [await load_state(at.table.store, at.table, s) for s in others]
        assert not any(s.whole for s in states), "it is open for whoever pressed it"


@pytest.mark.parametrize(
    ("game", "number"), [("18EU-bank", 192), ("18India-bank", 110), ("18VA-bank", 36), ("18TN-bank", 95)]
)
async def test_question_picture_and_buttons_are_on_one_screen_in_print_that_is_read(tmp_path, game, number):
    """Every kind of step of all titles: `python -m tests.console_report`."""
    async with typing_at(tmp_path, game, number) as at:
        seat = at.table.row.seat(at.table.position.deciders[0])
        state = ConsoleState(Draft(), 0, at.table.action_version(seat.name))
        with noted_print() as smallest:
            shown = await compose_console(at.table, seat, state)
    assert height_of(shown) <= PHONE_SCREEN
    assert shown.pictures
    assert all(len(p.data) < 200_000 for p in shown.pictures)
    assert all(round(smallest[p.data]) >= LEAST for p in shown.pictures)


async def test_beside_cards_that_are_auctioned_stand_none_of_rows(tmp_path):
    """Three screens of a phone, 208 kB, with the certificates of 18 India's rows, which nobody could buy then."""
    async with typing_at(tmp_path, "18India-options", 11) as at:
        seat = at.table.row.seat(at.table.position.deciders[0])
        shown = await compose_console(
            at.table, seat, ConsoleState(Draft(), 0, at.table.action_version(seat.name)), pictured=True
        )
    (picture,) = shown.pictures
    assert "Row 1" not in picture.alt
    wide, high = read_size(picture.data)
    assert high <= TALLEST * wide
    assert len(picture.data) < 200_000

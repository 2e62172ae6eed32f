"""A console whose pictures take long comes in words first; the pictures follow by an edit, unless somebody has gone on."""

from __future__ import annotations

import asyncio
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from bot.client.newest_answers import NewestAnswers
from bot.client.open_answers import OpenAnswers
from bot.commands import console_answers
from bot.commands.view import reply
from bot.core.errors import NotPossible
from bot.model.kinds import Via
from bot.views import inspection
from bot.views.console import message
from bot.views.console.state import ConsoleState, save_state
from bot.views.custom_ids import IdKind, parse_id
from bot.views.guide import first_game
from bot.views.messages import Button, Private
from bot.views.pictures import drawing
from bot.views.pictures.drawing_process import make_files
from game.actions import Pass
from tests.support.discord_world import NUMBER


class Answers:
    """An interaction that keeps what it is answered. `meanwhile`: done after the first answer."""

    def __init__(self, store: Any, meanwhile: Any = None, sent: Any = None) -> None:
        answers = OpenAnswers(store.clock)
        self.services = SimpleNamespace(store=store, newest_answers=NewestAnswers(), open_answers=answers)
        self.id, self.place, self.unanswered, self.pictured, self.user = 1, (1, 1), "", True, 1
        self.told, self.meanwhile, self.sent = list[Private](), meanwhile, sent

    async def reply(self, answer: Private) -> Any:
        self.told.append(answer)
        if self.meanwhile is not None and len(self.told) == 1:
            await self.meanwhile()
        return self.sent


class Message:
    """An answer as Discord has it. `said`: what was put in its place."""

    id, said = 1, ""

    async def edit(self, *, content: str, **_: Any) -> None:
        self.said = content


def counted(answer: Private) -> bool:
    """Whether its buttons point into a picture."""
    return any(NUMBER.match(b.label) for row in answer.rows for b in row if isinstance(b, Button))


@pytest.fixture
async def asked(w):
    """A table and the seat that must act."""
    table = await w.game(await w.table())
    return table, table.row.seat(table.position.deciders[0])


@pytest.mark.parametrize(("patience", "pictures"), [(0, [False, True]), (60, [True])])
async def test_words_come_first_where_the_picture_takes_long(w, asked, monkeypatch, patience, pictures):
    monkeypatch.setattr(console_answers, "WORDS_AFTER", patience)
    context: Any = Answers(w.store)
    table, seat = asked
    await console_answers.answer_with_console(
        context, table, seat, ConsoleState(action_version=table.action_version(seat.name))
    )
    assert [bool(a.pictures) for a in context.told] == pictures
    assert [counted(a) for a in context.told] == pictures, "numbers stand beside a picture only"


async def test_no_picture_follows_where_somebody_has_gone_on(w, asked, monkeypatch):
    monkeypatch.setattr(console_answers, "WORDS_AFTER", 0)
    table, seat = asked
    state = ConsoleState(action_version=table.action_version(seat.name))
    context: Any = Answers(
        w.store,
        lambda: save_state(w.store, table, seat, ConsoleState(page=3, action_version=state.action_version)),
    )
    await console_answers.answer_with_console(context, table, seat, state)
    assert [bool(a.pictures) for a in context.told] == [False]


async def test_a_console_that_arrives_after_its_seat_has_acted_is_closed(w, asked):
    """It was taken for what is asked by then, and stayed with buttons that did nothing."""
    table, seat = asked
    sent = Message()
    context: Any = Answers(w.store, lambda: table.play(seat.name, Pass(by=seat.name), Via.COMMAND), sent)
    await console_answers.answer_with_console(
        context, table, seat, ConsoleState(action_version=table.action_version(seat.name))
    )
    assert sent.said == message.MOVED_ON
    assert not len(context.services.open_answers)


async def test_a_console_is_of_one_position_though_its_seat_plays_while_it_is_composed(asked, monkeypatch):
    """Options of one position met the companies of the next, which was a fault; or its buttons bore the later counter."""
    table, seat = asked
    state = ConsoleState(action_version=table.action_version(seat.name))
    alone, find = await message.compose_console(table, seat, state, pictured=False), first_game.find_advised

    async def play_meanwhile(*given: Any) -> Any:
        await table.play(seat.name, Pass(by=seat.name), Via.COMMAND)
        return await find(*given)

    monkeypatch.setattr(message, "find_advised", play_meanwhile)
    assert await message.compose_console(table, seat, state, pictured=False) == alone
    ids = [parse_id(b.id) for row in alone.rows for b in row if isinstance(b, Button) and b.id]
    assert {id.action_version for id in ids if id is not None and id.kind == IdKind.STEP} == {state.action_version}
    assert table.action_version(seat.name) > state.action_version


@pytest.mark.parametrize(("patience", "answers"), [(0, [False, True]), (60, [True])])
async def test_a_view_that_takes_long_says_so_first(w, asked, monkeypatch, patience, answers):
    monkeypatch.setattr(reply, "WORDS_AFTER", patience)
    context: Any = Answers(w.store)
    table, seat = asked
    look = await inspection.look_at(table, seat)

    async def draw_late() -> Any:
        while not patience and not context.told:  # noqa: ASYNC110 a map that was drawn before would be there at once
            await asyncio.sleep(0)
        return await inspection.show_map(look)

    await reply.reply_soon(context, look, draw_late())
    assert [bool(a.pictures) for a in context.told] == answers
    assert all(a.title == look.title for a in context.told)


async def test_a_view_that_takes_long_is_read_before_it_is_seen(w, asked, monkeypatch):
    """The words said that a picture followed, and nothing of what it shows."""
    monkeypatch.setattr(drawing, "_kept", {})
    draw, begun, go = make_files, Event(), Event()

    def draw_slowly(make: Any, theme: Any) -> Any:
        begun.set()
        go.wait(60)
        return draw(make, theme)

    async def wait_until_begun(drawn: Any, **_: Any) -> Any:
        """In place of the time after which a view is shown in words: until then it is known what is drawn."""
        await asyncio.to_thread(begun.wait, 60)
        return set(), drawn

    monkeypatch.setattr(drawing, "make_files", draw_slowly)
    monkeypatch.setattr(reply, "asyncio", SimpleNamespace(ensure_future=asyncio.ensure_future, wait=wait_until_begun))
    look = await inspection.look_at(*asked)
    context: Any = Answers(w.store, lambda: asyncio.to_thread(go.set))
    await reply.reply_soon(context, look, inspection.show_bank(look))
    first, last = context.told[0], context.told[-1]
    assert "Bank: $6,200" in first.body
    assert first.body.endswith(reply.FOLLOWS)
    assert last.pictures
    assert not last.body


async def test_a_post_waits_for_what_somebody_has_asked_for(w, asked, monkeypatch):
    """Thirty tables that draw their panels shared the core with whoever looked something up."""
    monkeypatch.setattr(drawing, "_kept", {})
    monkeypatch.setattr(drawing, "YIELD_SECONDS", 60.0)
    draw, begun, go, drawn = make_files, Event(), Event(), list[str]()

    def draw_slowly(make: Any, theme: Any) -> Any:
        """Draw; what is asked for waits until the post has come."""
        asked_for = not begun.is_set()
        begun.set()
        if asked_for:
            go.wait(60)
        drawn.append("asked" if asked_for else "post")
        return draw(make, theme)

    monkeypatch.setattr(drawing, "make_files", draw_slowly)
    look = await inspection.look_at(*asked)
    bank = asyncio.ensure_future(inspection.show_bank(look))
    await asyncio.to_thread(begun.wait, 60)
    with drawing.drawn_behind():
        market = asyncio.ensure_future(inspection.show_market(look))
    await asyncio.sleep(0.3)
    assert not drawn
    go.set()
    await asyncio.gather(bank, market)
    assert drawn[0] == "asked"


async def test_a_view_that_cannot_be_shown_says_why(w, asked, monkeypatch):
    monkeypatch.setattr(reply, "WORDS_AFTER", 60)
    context: Any = Answers(w.store)
    look = await inspection.look_at(*asked)
    with pytest.raises(NotPossible, match="no company"):
        await reply.reply_soon(context, look, inspection.show_company(look, "XYZ"))


async def test_a_player_s_card_is_found_by_the_name_that_people_read(w, asked):
    look = await inspection.look_at(*asked)
    assert (await inspection.show_player(look, "Ann")).pictures

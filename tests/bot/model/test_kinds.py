"""Kinds that are stored by name: what is stored stays readable, and every kind of post can be made."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import StatementError

from bot.model import kinds
from bot.model.kinds import COALESCED, SUMMARIES, MessageRole, NamedInDatabase, OrderKind, PostKind
from bot.model.models import NewPost
from bot.model.post_contents import (
    CONTENTS,
    NudgeContent,
    PanelContent,
    PauseContent,
    QuestionContent,
    SeatTakenContent,
    UndoContent,
    WaitingContent,
)
from bot.storage import outbox, schema
from bot.storage.store import Store
from bot.views import post_registry

STORED = {  # values in databases of users
    "TableStatus": "open running finished closed",
    "PostKind": "start panel final round undo redo vote endvote seatoffer seattaken reminder still later question unreachable "
    "frozen whatif pause undopolicy",
    "MessageRole": "lobby lot call pastcall",
    "PostState": "new sending sent failed dead",
    "Via": "panel slash order buy auto end more bot import demo copy ",
    "OrderKind": "pass buy draft keep sealed",
    "ReminderStage": "nudge1 nudge2 nudge3 question",
    "UndoKind": "undo redo",
    "QuestionState": "open done declined void",
    "Ending": "agreed abandoned concede dropped empty",
    "Pace": "live daily relaxed custom",
    "Visibility": "open invited link private",
    "UndoPolicy": "vote free host",
    "PostLevel": "quiet normal lively",
    "Advice": "opening always never",
    "Theme": "light dark print",
    "ReminderChannel": "thread dm both never",
    "TransferAnswer": " yes no",
    "TransferState": "draft asked done void",
}


def test_values_that_lie_in_databases_stay_as_they_are():
    enumerations = {k.__name__: k for k in NamedInDatabase.__subclasses__()}
    assert {name: " ".join(kind) for name, kind in enumerations.items()} == STORED
    assert all(kind.__module__ == kinds.__name__ for kind in enumerations.values())


def test_every_kind_of_post_is_made_somewhere():
    assert set(post_registry.COMPOSERS) == set(PostKind)
    assert set(COALESCED) <= set(SUMMARIES) < set(PostKind)
    assert not set(PostKind) & set(MessageRole)


def test_every_kind_of_post_has_the_class_of_its_content():
    assert set(CONTENTS) == set(PostKind)
    with pytest.raises(TypeError, match="carries no PauseContent"):
        NewPost(kind=PostKind.PANEL, content=PauseContent(on=True))


@pytest.mark.parametrize(
    ("kind", "stored", "content"),
    [  # as releases have written them
        (PostKind.PANEL, {"seats": ["ann", "bob"]}, PanelContent()),
        (PostKind.PANEL, {"silent": True, "lot": 7}, PanelContent(silent=True, lot=7)),
        (PostKind.UNDO, {"seat": "ann", "moves": [3, 4]}, UndoContent(seat="ann", moves=(3, 4))),
        (PostKind.UNDO_PROPOSAL, {"proposal": 2, "seats": [], "host": True}, QuestionContent(proposal=2)),
        (PostKind.SEAT_TAKEN, {"seat": "ann", "old": 9}, SeatTakenContent(seat="ann", old=9)),
        (
            PostKind.REMINDER,
            {"user": 5, "items": [{"game": 1, "seat": "ann", "kind": "nudge1", "move": 8, "since": 60}]},
            NudgeContent(user=5, items=(WaitingContent(game=1, seat="ann", kind="nudge1", move=8, since=60),)),
        ),
    ],
)
async def test_what_a_post_carries_is_read_as_it_was_written(store: Store, kind, stored, content):
    await store.enqueue(NewPost(kind=kind, channel=5, content=content))
    (post,) = await outbox.load_queue(store, 5)
    assert post.content_as(CONTENTS[kind]) == content
    assert replace(post, payload=stored).content_as(CONTENTS[kind]) == content


async def test_a_post_of_another_release_is_given_up_and_not_lost_in_an_error(store: Store):
    (number,) = await store.enqueue(NewPost(kind=PostKind.PAUSE, channel=5))
    async with store.writing() as conn:
        await conn.execute(text("UPDATE outbox SET kind = 'holiday'"))
    (post,) = await outbox.load_queue(store, 5)
    assert (post.id, post.kind) == (number, "holiday")
    assert post.kind not in post_registry.COMPOSERS


async def test_a_word_that_is_no_state_is_not_written(store: Store):
    await store.enqueue(NewPost(kind=PostKind.PAUSE, channel=5))
    with pytest.raises(StatementError, match="holiday"):
        async with store.writing() as conn:
            await conn.execute(schema.outbox.update().values(state="holiday"))
    (post,) = await outbox.load_queue(store, 5)
    assert post.state is kinds.PostState.NEW


def test_orders_name_their_kind_in_their_rule():
    from bot.model.orders.auto_buy import BuyOrder
    from bot.model.orders.auto_pass import PassOrder

    assert PassOrder(seat="ann", round="SR 1", until="sale").stored_rule["kind"] is OrderKind.PASS
    assert BuyOrder(seat="ann", round="SR 1", company="CPR").stored_rule["kind"] is OrderKind.BUY

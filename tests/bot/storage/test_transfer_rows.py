"""Games that are carried over, as they are stored: a database of an earlier release is read."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select, update

from bot.model.game_transfer import ImportedGame, NewTransfer, TransferSeat
from bot.model.kinds import TransferAnswer
from bot.storage.repositories.transfers import change_transfer, load_transfer, write_draft
from bot.storage.schema import transfers
from tests.support.toy_tables import ANN

GAME = ImportedGame(players=("a",), seed="7", seated=False, actions=[], offered=())
OLD = {"name": "a", "shown": "A", "user": ANN, "called": "Ann", "said": "yes"}


async def test_answers_stand_under_the_key_that_old_databases_have(store):
    draft = NewTransfer(guild=1, room=2, host=ANN, title="Toy", options=(), seats=(TransferSeat("a", "A"),), game=GAME)
    number = (await write_draft(store, draft, 0)).id
    seats = (TransferSeat("a", "A", ANN, "Ann", TransferAnswer.YES),)
    await change_transfer(store, number, lambda t: replace(t, seats=seats))
    async with store.reading() as conn:
        assert await conn.scalar(select(transfers.c.seats)) == [OLD]
    async with store.writing() as conn:
        await conn.execute(update(transfers).values(seats=[{**OLD, "said": ""}]))
    assert (await load_transfer(store, number)).unanswered == (replace(seats[0], answer=TransferAnswer.NONE),)

"""Everything that changes a table's row waits for the table's lock, and what is in memory is what was written."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.core.errors import NotPossible
from bot.model.kinds import Ending, TableStatus, Via
from bot.model.results import ConsentRequest, ProposalClosed, WhyClosed
from bot.storage.repositories.game_ends import write_end
from bot.storage.repositories.questions import votes
from bot.storage.store import Store
from bot.tables import end_votes, seat_handover
from bot.tables.position_copies import open_whatif
from bot.tables.service import Table, Tables
from tests.support.toy_tables import ANN, BOB, BOTH, CID, PASS, act, first, pledge, running, tables_of, user_of

DATABASES = BOTH
DORA = 104
Change = Callable[[Tables, Table], Awaitable[object]]


async def set_pace(tables: Tables, table: Table) -> None:
    await tables.change_settings(table.id, table.row.host, pace="live")


async def move_channel(tables: Tables, table: Table) -> None:
    await tables.place_in_channel(table.id, 77)


async def hand_over_host(tables: Tables, table: Table) -> None:
    await tables.hand_over_host(table.id, table.row.host, next(u for u in (ANN, BOB, CID) if u != table.row.host))


async def pause(tables: Tables, table: Table) -> None:
    await tables.set_paused(table.id, table.row.host, on=True)


async def abandon(tables: Tables, table: Table) -> None:
    await tables.end(table.id, "abandoned")


async def end_by_vote(tables: Tables, table: Table) -> None:
    vote = await end_votes.propose_end(tables, table, ANN, Ending.AGREED)
    for user in (BOB, CID):
        vote = await end_votes.answer_end(tables, table, vote.proposal, user, yes=True)
    assert vote.state == "done"


async def take_seat(tables: Tables, table: Table) -> None:
    seat = table.seats[-1]
    offer = await seat_handover.offer_seat(table, seat.user, seat, DORA)
    await seat_handover.answer_offer(table, offer.proposal, DORA, "Dora", yes=True)


@pytest.fixture
async def tables(store: Store) -> Tables:
    return tables_of(store)


@pytest.mark.parametrize(
    "change", [set_pace, move_channel, hand_over_host, pause, abandon, end_by_vote, take_seat], ids=lambda c: c.__name__
)
async def test_a_change_of_a_row_waits_for_the_lock(tables: Tables, store: Store, change: Change):
    table = await running(tables)
    before = await store.load_table(table.id)
    async with table.locked():
        work = asyncio.ensure_future(change(tables, table))
        done, _ = await asyncio.wait([work], timeout=0.2)
        assert not done, "it does not wait"
        assert await store.load_table(table.id) == before
    await work
    assert table.row == await store.load_table(table.id) != before


async def test_a_change_of_a_row_keeps_the_counters_of_a_play_that_went_before(tables: Tables, store: Store):
    table = await running(tables)
    seat = first(table)
    play = asyncio.ensure_future(table.play(seat, pledge(1), Via.PANEL, user=user_of(table, seat)))
    await asyncio.gather(play, set_pace(tables, table))
    assert (await play).refused is None
    assert table.row == await store.load_table(table.id)


async def test_a_table_that_is_not_in_memory_is_not_loaded_while_its_row_changes(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
):
    """Else it would stand in memory as it was before."""
    number = (await running(tables)).id
    fresh = tables_of(store)
    set_game, begun, go_on = store.set_game, asyncio.Event(), asyncio.Event()

    async def slow(*args: object, **fields: object) -> object:
        begun.set()
        await go_on.wait()
        return await set_game(*args, **fields)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "set_game", slow)
    change = asyncio.ensure_future(fresh.change_settings(number, (await fresh._require_row(number)).host, pace="live"))
    await begun.wait()
    load = asyncio.ensure_future(fresh.get(number))
    done, _ = await asyncio.wait([load], timeout=0.2)
    assert not done
    go_on.set()
    await change
    assert (await load).row.pace == "live"


async def offer(table: Table) -> Callable[[], Awaitable[object]]:
    seat = table.seats[-1]
    made = await seat_handover.offer_seat(table, seat.user, seat, DORA)
    return lambda: seat_handover.answer_offer(table, made.proposal, DORA, "Dora", yes=True)


@pytest.mark.parametrize("late", [False, True])
async def test_a_seat_is_taken_over_only_if_game_and_time_still_allow_it_under_the_lock(
    tables: Tables, store: Store, *, late: bool
):
    table = await running(tables)
    answer = await offer(table)
    async with table.locked():
        work = asyncio.ensure_future(answer())
        await asyncio.wait([work], timeout=0.2)
        if late:
            store.clock.advance(days=4)  # type: ignore[attr-defined]
        else:
            await table.write_row(lambda: write_end(store, table.id, "abandoned"))
    with pytest.raises(NotPossible, match="Too late" if late else "decided already"):
        await work
    row = await store.load_table(table.id)
    assert row is not None
    assert not row.seats_of(DORA)


async def test_a_vote_on_the_end_that_waited_too_long_for_the_lock_is_too_late(tables: Tables, store: Store):
    table = await running(tables)
    vote = await end_votes.propose_end(tables, table, ANN, Ending.AGREED)
    async with table.locked():
        work = asyncio.ensure_future(end_votes.answer_end(tables, table, vote.proposal, BOB, yes=True))
        await asyncio.wait([work], timeout=0.2)
        store.clock.advance(days=4)  # type: ignore[attr-defined]
    with pytest.raises(NotPossible, match="Too late"):
        await work
    question = await end_votes.load_end_question(table, vote.proposal)
    assert user_seat(table, BOB) in question.asked


async def test_a_settled_vote_takes_in_no_further_word(tables: Tables, store: Store):
    table = await running(tables)
    vote = await end_votes.propose_end(tables, table, ANN, Ending.AGREED)
    await end_votes.answer_end(tables, table, vote.proposal, BOB, yes=False)
    seat = user_seat(table, CID)
    with pytest.raises(NotPossible, match="decided already"):
        await votes.record_vote(store, table.id, vote.proposal, [seat], yes=True)


@pytest.mark.parametrize("ends", [False, True])
async def test_the_last_yes_and_what_it_brings_about_are_one_transaction(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch, ends: bool
):
    """A stop between the two left a question that all had agreed to, and nothing done."""
    table = await running(tables)

    async def stopped(*_: Any, **__: Any) -> Any:
        raise asyncio.CancelledError

    if ends:
        vote = await end_votes.propose_end(tables, table, ANN, Ending.AGREED)
        await end_votes.answer_end(tables, table, vote.proposal, BOB, yes=True)
        monkeypatch.setattr(tables, "end", stopped)
        with pytest.raises(asyncio.CancelledError):
            await end_votes.answer_end(tables, table, vote.proposal, CID, yes=True)
        assert (await end_votes.load_end_question(table, vote.proposal)).asked == (user_seat(table, CID),)
        return
    by = first(table)
    await act(table, PASS)
    other = first(table)
    await act(table, PASS)
    asked = await table.undo(by, to=(await table.history())[0].id, user=user_of(table, by))
    assert isinstance(asked, ConsentRequest)
    monkeypatch.setattr(store, "append_play", stopped)
    with pytest.raises(asyncio.CancelledError):
        await table.answer_proposal(asked.proposal, other, yes=True, user=user_of(table, other))
    monkeypatch.undo()
    question = await table.open_proposal()
    assert question is not None
    assert question.seats == (other,)
    await table.answer_proposal(asked.proposal, other, yes=True, user=user_of(table, other))
    assert table.position.seq == 0
    again = await table.answer_proposal(asked.proposal, other, yes=True, user=user_of(table, other))
    assert isinstance(again, ProposalClosed)
    assert again.why == WhyClosed.AGREED


async def test_of_two_last_yeses_at_two_processes_one_ends_the_game(tables: Tables, store: Store):
    table = await running(tables)
    vote = await end_votes.propose_end(tables, table, ANN, Ending.AGREED)
    others = tables_of(store)
    again = await others.get(table.id)
    await asyncio.gather(
        end_votes.answer_end(tables, table, vote.proposal, BOB, yes=True),
        end_votes.answer_end(others, again, vote.proposal, CID, yes=True),
        return_exceptions=True,
    )
    row = await store.load_table(table.id)
    assert row is not None
    assert row.status != TableStatus.RUNNING


def user_seat(table: Table, user: int) -> str:
    (seat,) = table.row.seats_of(user)
    return seat.name


async def test_a_what_if_is_dropped_when_its_play_is_over(tables: Tables, store: Store):
    copy, _, _ = await open_whatif(tables, await running(tables), 0, ANN)
    async with copy.locked():
        work = asyncio.ensure_future(tables.drop_what_if(copy.id))
        done, _ = await asyncio.wait([work], timeout=0.2)
        assert not done, "it does not wait"
    await work
    row = await store.load_table(copy.id)
    assert row is not None
    assert row.status == "closed"
    with pytest.raises(NotPossible):
        await tables.get(copy.id)

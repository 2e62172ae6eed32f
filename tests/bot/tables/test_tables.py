"""Tables: one play after the other, repeated and stale presses, undo by consent, history, imports, rematches."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace
from datetime import UTC

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import NotPossible
from bot.model.kinds import Ending, TableStatus, Via
from bot.model.models import PlayWrite, WrittenPlay
from bot.model.replayed_game import PlayedActions
from bot.model.results import WhyClosed
from bot.storage.outbox import load_queue
from bot.storage.repositories.moves import load_move, thin_snapshots
from bot.storage.repositories.orders import close_proxy_bids, drop_open_orders, load_proxy_bids, write_proxy_bid
from bot.storage.store import Store
from bot.tables.service import Busy, ConsentRequest, Played, ProposalClosed, Table, Tables, events_seen_by
from bot.tables.session import MAX_QUEUE
from game.actions import Bid, Pass
from game.events import Revealed
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import (
    ANN,
    BOB,
    BOTH,
    CHANNEL,
    CID,
    GUILD,
    LEFT,
    NOON,
    PASS,
    RIGHT,
    act,
    first,
    new,
    opened,
    play_out,
    pledge,
    running,
    tables_of,
    user_of,
)  # fmt: skip

DATABASES = BOTH


@pytest.fixture
async def table(tables: Tables) -> Table:
    return await running(tables)


def refused(played: Played | ConsentRequest | ProposalClosed) -> str:
    assert isinstance(played, Played)
    assert played.refused is not None
    return str(played.refused)


# ---------------------------------------------------------------------- playing


async def test_a_play_moves_the_game_and_the_seats_counter_only(table: Table):
    a, b, c = (s.name for s in table.seats)
    before = {s: table.action_version(s) for s in (a, b, c)}
    played = await act(table, pledge(7))
    assert (played.deciders, played.over) == ((a,), "")
    assert {s: table.action_version(s) - before[s] for s in (a, b, c)} == {a: 1, b: 0, c: 0}
    played = await act(table, PASS)
    assert played.deciders == (b,)
    assert (await table.view(None)).cash[a] == 393


async def test_refusals_say_why_and_change_nothing(table: Table):
    a, b, _ = (s.name for s in table.seats)
    before = table.position
    assert "Toy 1" in refused(await table.play(a, pledge(50), Via.COMMAND))
    assert "not your turn" in refused(await table.play(b, PASS, Via.COMMAND))
    assert "no seat" in refused(await table.play("zoe", PASS, Via.COMMAND))
    assert table.position is before
    assert len(await table.history()) == 1


async def test_a_play_under_another_name_is_played_for_the_seat(table: Table):
    a, b, _ = (s.name for s in table.seats)
    await table.play(a, Bid("pot", 5, by=b), Via.COMMAND)
    state = await table.view(None)
    assert (state.cash[a], state.cash[b]) == (395, 400)


async def test_a_stale_button_does_nothing(table: Table):
    a = first(table)
    turn = table.action_version(a)
    assert (await table.play(a, pledge(1), Via.PANEL, action_version=turn)).refused is None
    again = await table.play(a, pledge(1), Via.PANEL, action_version=turn)
    assert again.stale
    assert "moved on" in refused(again)
    assert (await table.view(None)).cash[a] == 399


async def test_a_repeated_interaction_gets_the_same_answer_and_changes_nothing(table: Table):
    a = first(table)
    once = await table.play(a, pledge(9), Via.PANEL, 555)
    await act(table, pledge(1))
    again = await table.play(a, pledge(9), Via.PANEL, 555)
    assert again.repeated
    assert again.events == once.events
    assert again.action == Bid("pot", 9, by=a)
    assert (await table.view(None)).cash[a] == 390


async def test_a_refused_interaction_stays_refused_when_it_is_repeated_at_a_better_time(table: Table):
    b = table.seats[1].name
    assert (await table.play(b, PASS, Via.PANEL, 556)).refused
    await act(table, PASS)
    assert first(table) == b
    again = await table.play(b, PASS, Via.PANEL, 556)
    assert again.repeated
    assert "not your turn" in refused(again)
    assert first(table) == b


async def test_plays_queue_and_the_many_are_turned_away(table: Table):
    a = first(table)
    results = await asyncio.gather(
        *(table.play(a, pledge(1), Via.PANEL, 1000 + n) for n in range(MAX_QUEUE + 10)), return_exceptions=True
    )
    done = [r for r in results if isinstance(r, Played) and r.refused is None]
    busy = [r for r in results if isinstance(r, Busy)]
    assert (len(done), len(busy)) == (MAX_QUEUE + 1, 9)
    assert (await table.view(None)).cash[a] == 400 - len(done)


async def test_a_failing_engine_leaves_the_table_as_it_was(table: Table, monkeypatch: pytest.MonkeyPatch):
    a, before = first(table), table.position
    with monkeypatch.context() as m:
        m.setattr("bot.tables.session.examine_position", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await table.play(a, pledge(5), Via.PANEL, 77)
    assert table.position is before
    assert (await act(table, pledge(5), interaction=77)).repeated is False
    assert (await table.view(None)).cash[a] == 395


async def test_a_cancelled_play_is_either_written_or_not_and_the_table_knows(address: str):
    store = await opened(address)
    table = await running(tables_of(store))
    for pause in (0.0, 0.001, 0.003, 0.006, 0.01):
        task = asyncio.create_task(table.play(first(table), pledge(1), Via.PANEL))
        await asyncio.sleep(pause)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await act(table, pledge(1))
    line = await table.history()
    row = await store.load_table(table.id)
    assert row is not None
    assert row.head == line[-1].id == table.position.move
    assert (await table.view(None)).cash[first(table)] == 400 - (len(line) - 1)
    await store.close()


async def test_choices_are_read_from_memory_for_the_seats_asked(table: Table):
    a, b, _ = (s.name for s in table.seats)
    assert {c.kind for c in table.choices(a)} == {Pass, Bid}
    assert table.choices(b) == ()


async def test_preview_and_legal_change_nothing(table: Table):
    a, b, _ = (s.name for s in table.seats)
    before = table.position
    played, view = await table.preview(Bid("pot", 3, by=a), a)
    assert (view.cash[a], played.deciders) == (397, (a,))
    assert (await table.preview(Pass(by=a), a))[0].deciders == (b,)
    assert "Toy 1" in refused((await table.preview(Bid("pot", 300, by=a), a))[0])
    assert await table.find_refusal(Bid("pot", 3, by=a)) is None
    assert str(await table.find_refusal(Bid("pot", 21, by=a))) == "Pledges go from 1 to 20 (Toy 1)"
    assert table.position is before


# ---------------------------------------------------------------------- several at once, secrets


async def to_sides(table: Table) -> tuple[str, ...]:
    for _ in table.seats:
        await act(table, PASS)
    assert table.position.step == "sides"
    return table.position.deciders


async def test_decisions_of_several_seats_do_not_spoil_each_other(table: Table):
    a, b, c = await to_sides(table)
    turns = {s: table.action_version(s) for s in (a, b, c)}
    assert (await table.play(b, LEFT, Via.PANEL, action_version=turns[b])).refused is None
    played = await table.play(a, RIGHT, Via.PANEL, action_version=turns[a])
    assert (played.refused, played.deciders) == (None, (c,))
    assert (await table.play(b, LEFT, Via.PANEL, action_version=turns[b])).stale


async def test_what_is_secret_reaches_its_owner_only(table: Table):
    a, b, _ = await to_sides(table)
    played = await act(table, RIGHT, a)
    assert "right" not in repr(events_seen_by(played.events, None))
    assert "right" not in repr(events_seen_by(played.events, b))
    assert "right" in repr(events_seen_by(played.events, a))
    assert "right" not in repr(await table.view(b))
    assert "right" not in repr(await table.view(b, at=played.move))
    assert "right" in repr(await table.view(a))


# ---------------------------------------------------------------------- undo


async def test_undo_is_free_while_nobody_else_has_acted(table: Table):
    a = first(table)
    await act(table, pledge(5))
    await act(table, pledge(6))
    turn = table.action_version(a)
    undone = await table.undo(a)
    assert isinstance(undone, Played)
    assert [m.action for m in undone.took_back] == [Bid("pot", 6, by=a)]
    assert (await table.view(None)).cash[a] == 395
    assert table.action_version(a) == turn + 1, "buttons of the undone branch are dead"
    redone = await table.redo(a)
    assert isinstance(redone, Played)
    assert [m.action for m in redone.redone] == [Bid("pot", 6, by=a)]
    assert (await table.view(None)).cash[a] == 389
    assert table.action_version(a) == turn + 2


async def test_undo_past_others_asks_those_who_acted(table: Table):
    a, b, c = (s.name for s in table.seats)
    start = table.position.move
    await act(table, PASS)
    await act(table, pledge(4))
    asked = await table.undo(a, to=start, reason="misread")
    assert isinstance(asked, ConsentRequest)
    assert (asked.seats, asked.host, asked.by, asked.reason) == ((b,), False, a, "misread")
    assert [m.seat for m in asked.moves] == [b, a]
    with pytest.raises(NotPossible, match="not asked"):
        await table.answer_proposal(asked.proposal, c, yes=True)
    done = await table.answer_proposal(asked.proposal, b, yes=True)
    assert isinstance(done, Played)
    assert table.position.move == start
    assert first(table) == a


async def test_a_no_ends_the_matter_and_so_does_silence_or_a_move(table: Table, store: Store):
    a, b, _ = (s.name for s in table.seats)
    await act(table, PASS)
    await act(table, pledge(4))
    asked = await table.undo(a)
    assert isinstance(asked, ConsentRequest)
    assert await table.answer_proposal(asked.proposal, b, yes=False) == ProposalClosed(
        asked.proposal, WhyClosed.DECLINED, b
    )
    assert await table.answer_proposal(asked.proposal, b, yes=True) == ProposalClosed(
        asked.proposal, WhyClosed.DECLINED
    )
    asked = await table.undo(a)
    assert isinstance(asked, ConsentRequest)
    assert await table.open_proposal() == asked
    assert isinstance(store.clock, FrozenClock)
    store.clock.advance(hours=25)
    assert await table.open_proposal() is None
    assert await table.answer_proposal(asked.proposal, b, yes=True) == ProposalClosed(asked.proposal, WhyClosed.LATE)
    asked = await table.undo(a)
    assert isinstance(asked, ConsentRequest)
    await act(table, pledge(1))
    assert await table.answer_proposal(asked.proposal, b, yes=True) == ProposalClosed(
        asked.proposal, WhyClosed.MOVED_ON
    )


async def test_past_a_reveal_everybody_must_agree_whatever_the_policy(table: Table, tables: Tables):
    await tables.change_settings(table.id, ANN, undo="free")
    a, b, c = await to_sides(table)
    for seat in (a, b, c):
        played = await act(table, LEFT, seat)
    assert any(isinstance(e, Revealed) for e in played.events)
    asked = await table.undo(c)
    assert isinstance(asked, ConsentRequest)
    assert (set(asked.seats), asked.revealed) == ({a, b}, ("sides",))
    half = await table.answer_proposal(asked.proposal, a, yes=True)
    assert isinstance(half, ConsentRequest)
    assert half.seats == (b,)
    done = await table.answer_proposal(asked.proposal, b, yes=True, interaction=900)
    assert isinstance(done, Played)
    assert table.position.deciders == (c,)
    again = await table.answer_proposal(asked.proposal, b, yes=True, interaction=900)
    assert isinstance(again, Played)
    assert again.repeated


async def test_a_closed_game_with_secrets_goes_on_only_if_all_agree(table: Table, tables: Tables):
    a, b, c = await to_sides(table)
    await act(table, LEFT, a)
    await act(table, LEFT, b)
    asked = await table.undo(b)
    assert isinstance(asked, Played), "an own choice, while nobody may look"
    await table.redo(b)
    early = await table.undo(c)
    assert isinstance(early, ConsentRequest)
    await tables.end(table.id, Ending.ABANDONED)
    assert await table.answer_proposal(early.proposal, b, yes=True) == ProposalClosed(
        early.proposal, WhyClosed.MOVED_ON
    ), "asked before everybody could look"
    asked = await table.undo(b)
    assert isinstance(asked, ConsentRequest)
    assert set(asked.seats) == {a, c}
    assert isinstance(await table.answer_proposal(asked.proposal, a, yes=True), ConsentRequest)
    assert isinstance(await table.answer_proposal(asked.proposal, c, yes=True), Played)
    assert table.row.status == TableStatus.RUNNING


async def test_only_a_host_without_a_seat_withdraws_what_that_host_asked(table: Table, store: Store):
    host = 990
    table.row = await store.set_game(table.id, host=host)
    await act(table, PASS)
    asked = await table.undo("", user=host)
    assert isinstance(asked, ConsentRequest)
    with pytest.raises(NotPossible, match="not asked"):
        await table.answer_proposal(asked.proposal, "", yes=False, user=991)
    assert await table.answer_proposal(asked.proposal, "", yes=False, user=host) == ProposalClosed(
        asked.proposal, WhyClosed.DECLINED, ""
    )


@pytest.mark.parametrize("policy", ["free", "host"])
async def test_the_tables_policy_decides(policy: str, tables: Tables, table: Table):
    await tables.change_settings(table.id, ANN, undo=policy)
    a = first(table)
    await act(table, PASS)
    asker = next(s.name for s in table.seats if s.user not in {ANN, user_of(table, a)})
    undone = await table.undo(asker)
    if policy == "free":
        assert isinstance(undone, Played)
        return
    assert isinstance(undone, ConsentRequest)
    assert (undone.seats, undone.host) == ((), True)
    with pytest.raises(NotPossible):
        await table.answer_proposal(undone.proposal, asker, yes=True, user=user_of(table, asker))
    assert isinstance(await table.answer_proposal(undone.proposal, "", yes=True, user=ANN), Played)


async def test_one_user_with_several_seats_is_not_asked_for_their_own_word(tables: Tables):
    row = await tables.create(new(practice=True))
    for _ in range(2):
        await tables.join(row.id, ANN, "Ann")
    await tables.start(row.id, ANN)
    table = await tables.get(row.id)
    assert [s.user for s in table.seats] == [ANN] * 3
    assert sorted(s.name for s in table.seats) == ["ann", "ann2", "ann3"]
    await act(table, PASS)
    await act(table, PASS)
    assert isinstance(await table.undo(first(table), to=(await table.history())[0].id), Played)


async def test_branches_stay_readable_and_history_follows_the_present_one(table: Table):
    a = first(table)
    for amount in (1, 2, 3):
        await act(table, pledge(amount))
    old = await table.history()
    await table.undo(a, to=old[1].id)
    await act(table, pledge(9))
    amounts = [m.action.amount for m in await table.history() if isinstance(m.action, Bid)]
    assert amounts == [1, 9]
    (end,) = await table.list_branches()
    assert end.id == old[-1].id
    assert [m.action.amount for m in await table.line_to(end.id) if isinstance(m.action, Bid)] == [1, 2, 3]
    assert (await table.view(None, at=end.id)).cash[a] == 394
    assert refused(await table.undo(a, to=end.id)) == "That is not an earlier move"
    assert refused(await table.redo(a)) == "There is nothing to redo"
    assert [m.id for m in await table.history(after=end.id)] == [(await table.history())[-1].id]


async def test_redo_goes_to_the_newest_branch_as_far_as_asked(table: Table):
    a = first(table)
    start = table.position.move
    await act(table, pledge(1))
    await table.undo(a)
    await act(table, pledge(2))
    await act(table, pledge(3))
    await table.undo(a, to=start)
    redone = await table.redo(a, steps=0)
    assert isinstance(redone, Played)
    assert [m.action.amount for m in redone.redone if isinstance(m.action, Bid)] == [2, 3]


async def test_others_do_not_redo_what_the_author_took_back(table: Table):
    a, b, _ = (s.name for s in table.seats)
    await act(table, PASS)
    await table.undo(a)
    asked = await table.redo(b)
    assert isinstance(asked, ConsentRequest)
    assert (asked.kind, asked.seats) == ("redo", (a,))


async def test_nothing_lies_before_the_deal(table: Table):
    assert refused(await table.undo(first(table))) == "There is nothing to take back"


async def test_undo_is_not_for_strangers(table: Table):
    await act(table, PASS)
    assert "no seat" in refused(await table.undo("zoe"))
    assert "no seat" in refused(await table.undo("", user=999))


async def test_a_repeated_undo_takes_back_once(table: Table):
    a = first(table)
    await act(table, pledge(1))
    await act(table, pledge(2))
    await table.undo(a, interaction=800)
    again = await table.undo(a, interaction=800)
    assert isinstance(again, Played)
    assert again.repeated
    assert len(await table.history()) == 2


async def test_a_repeated_wish_to_take_back_asks_nobody_again(table: Table):
    a, b, _ = (s.name for s in table.seats)
    await act(table, pledge(1))
    await act(table, PASS)
    await act(table, PASS)
    asked = await table.undo(a, interaction=801)
    assert isinstance(asked, ConsentRequest)
    assert await table.undo(a, interaction=801) == asked
    await table.answer_proposal(asked.proposal, b, yes=True)
    assert first(table) == b
    await table.answer_proposal((await table.undo(b)).proposal, a, yes=True)  # type: ignore[union-attr]
    assert first(table) == a
    again = await table.undo(a, interaction=801)
    assert refused(again).startswith("The game has moved on")
    assert len(await table.history()) == 2, "what would be free by now is not done by an old press"


async def test_the_last_move_of_a_game_may_be_taken_back(table: Table, tables: Tables):
    await play_out(table)
    assert table.row.status == "finished"
    asked = await table.undo(table.seats[-1].name)
    assert isinstance(asked, ConsentRequest), "sides were revealed by it"
    for seat in asked.seats:
        done = await table.answer_proposal(asked.proposal, seat, yes=True)
    assert isinstance(done, Played)
    assert (table.row.status, table.row.ended, table.position.over) == ("running", "", "")


# ---------------------------------------------------------------------- memory


async def test_a_table_comes_back_from_disk_as_it_was(address: str):
    store = await opened(address)
    table = await running(tables_of(store))
    await act(table, pledge(3))
    await act(table, PASS)
    before = table.position
    await store.close()
    store = await opened(address)
    again = await tables_of(store).get(table.id)
    assert replace(again.position, choices={}) == replace(before, choices={})
    assert again.row == table.row
    assert {s: [c.actions for c in cs] for s, cs in again.position.choices.items()} == {
        s: [c.actions for c in cs] for s, cs in before.choices.items()
    }
    assert (await act(again, PASS)).refused is None
    await store.close()


async def test_tables_leave_the_memory_after_an_idle_hour(store: Store, tables: Tables, table: Table):
    assert tables.table_in_memory(table.id) is table
    assert isinstance(store.clock, FrozenClock)
    store.clock.advance(minutes=59)
    assert tables.table_in_memory(table.id) is table
    other = await running(tables, channel=12)
    store.clock.advance(minutes=61)
    assert (await tables.get(other.id)).id == other.id
    assert tables.table_in_memory(table.id) is None
    assert (await tables.get(table.id)) is not table


async def test_many_first_calls_load_a_table_once(store: Store, table: Table):
    tables = tables_of(store)
    found = await asyncio.gather(*(tables.get(table.id) for _ in range(20)))
    assert all(t is found[0] for t in found)


async def test_tables_do_not_wait_for_each_other(tables: Tables, table: Table, monkeypatch: pytest.MonkeyPatch):
    other = await running(tables, channel=12)
    async with table.locked():
        played = await asyncio.wait_for(act(other, pledge(1)), 60)
    assert played.refused is None


# ---------------------------------------------------------------------- records, imports, rematches


async def test_an_exported_game_comes_in_again_as_the_same_game(table: Table, tables: Tables):
    await act(table, pledge(3))
    await act(table, PASS)
    await act(table, pledge(2))
    await table.undo(first(table))
    record = await table.record()
    assert record.seed == "", "the seed of a running game is secret"
    players = [(s.name, s.user, s.shown) for s in table.seats]
    actions = [m.action for m in record.moves if m.action]
    brought = await tables.import_game(new(channel=13), players, PlayedActions(actions))
    assert brought.row.status == "running"
    assert (await brought.record()).fingerprint == record.fingerprint
    assert [m.action for m in await brought.history()] == [m.action for m in record.moves]
    assert [s.name for s in brought.seats] == [s.name for s in table.seats]


async def test_an_import_that_our_rules_refuse_names_the_action_and_writes_nothing(tables: Tables, store: Store):
    players = [("ann", ANN, "Ann"), ("bob", BOB, "Bob")]
    with pytest.raises(NotPossible, match=r"Action 2 \(ann: bid\) is refused: Pledges go from 1 to 20"):
        await tables.import_game(new(), players, PlayedActions([Bid("pot", 3, by="ann"), Bid("pot", 99, by="ann")]))
    assert await store.find_tables(guild=GUILD) == []


async def test_a_whole_game_is_written_in_one_go_and_over(tables: Tables, table: Table, store: Store):
    await play_out(table)
    record = await table.record()
    assert record.seed == "7"
    actions = [m.action for m in record.moves if m.action]
    brought = await tables.import_game(
        new(), [(s.name, s.user, s.shown) for s in table.seats], PlayedActions(actions), interaction=31
    )
    assert (brought.row.status, brought.row.ended, brought.position.over) == ("finished", "done", "done")
    again = await tables.import_game(
        new(), [(s.name, s.user, s.shown) for s in table.seats], PlayedActions(actions), interaction=31
    )
    assert again is brought


async def test_two_deliveries_of_one_import_at_the_same_time_make_one_table(tables: Tables):
    players = [("ann", ANN, "Ann"), ("bob", BOB, "Bob")]
    both = [
        tables.import_game(new(), players, PlayedActions([Bid("pot", 3, by="ann")]), interaction=32) for _ in range(2)
    ]
    one, other = await asyncio.gather(*both)
    assert one is other
    assert len(await tables.store.find_tables()) == 1


async def test_thinned_games_show_every_position(table: Table, store: Store):
    a = first(table)
    await act(table, pledge(5))
    line_views = {m.id: await table.view(None, at=m.id) for m in await table.history()}
    await play_out(table)
    line_views |= {m.id: await table.view(None, at=m.id) for m in (await table.history())[2:]}
    dropped = await thin_snapshots(store, table.id)
    assert dropped == 13, "20 plays in six rounds: all but the deal, the round starts and the end"
    assert {m: await table.view(None, at=m) for m in line_views} == line_views
    assert line_views[(await table.history())[1].id].cash[a] == 395


async def test_games_are_thinned_a_week_after_their_end(table: Table, tables: Tables, store: Store):
    await play_out(table)
    assert isinstance(store.clock, FrozenClock)
    assert await tables.thin_old_games() == 0
    store.clock.advance(days=8)
    assert await tables.thin_old_games() == 1
    assert await tables.thin_old_games() == 0
    stored = [await load_move(store, m.id) for m in await table.history()]
    assert [m.state is not None for m in stored if m].count(True) == 7


async def test_a_rematch_is_one_table_that_the_others_join(table: Table, tables: Tables, store: Store):
    with pytest.raises(NotPossible, match="not over"):
        await tables.rematch(table.id, ANN, "Ann")
    await play_out(table)
    row = await tables.rematch(table.id, BOB, "Bob")
    assert (row.host, row.title, row.min_players, row.max_players, row.status) == (BOB, "Toy", 3, 3, "open")
    assert set(row.invited) == {ANN, CID}
    assert row.seed != table.row.seed
    joined = await tables.rematch(table.id, CID, "Cid")
    assert joined.id == row.id
    assert [s.user for s in joined.seats] == [BOB, CID]
    with pytest.raises(NotPossible, match="did not play"):
        await tables.rematch(table.id, 999, "Zoe")


async def test_two_who_ask_for_a_rematch_at_once_sit_at_one_table(table: Table, tables: Tables):
    await play_out(table)
    opened = await asyncio.gather(*(tables.rematch(table.id, u, "x", u) for u in (ANN, BOB)))
    assert len({row.id for row in opened}) == 1
    assert {s.user for row in opened for s in row.seats} == {ANN, BOB}
    again = await tables.rematch(table.id, BOB, "x", BOB)
    assert [s.user for s in again.seats].count(BOB) == 1


async def test_a_seat_has_one_open_maximum_for_a_lot_and_those_that_have_come_to_light_outlive_a_takeover(
    table: Table, store: Store
):
    seat = table.seats[0].name
    await asyncio.gather(*(write_proxy_bid(store, table.id, seat, ANN, "pot", most) for most in (50, 90)))
    (bid,) = await load_proxy_bids(store, table.id)
    await close_proxy_bids(store, table.id, [bid])
    await write_proxy_bid(store, table.id, seat, ANN, "pan", 40)
    async with store.writing(table.id) as conn:
        await drop_open_orders(conn, table.id, seat)
    assert [(b.item, b.open) for b in await load_proxy_bids(store, table.id)] == [("pot", False)]


async def test_tables_that_wait_for_somebody_come_first(tables: Tables, store: Store):
    one = await running(tables)
    assert isinstance(store.clock, FrozenClock)
    store.clock.advance(hours=1)
    two = await running(tables, channel=12, seed="8")
    asked = user_of(one, first(one))
    while user_of(two, first(two)) != asked:
        await act(two, PASS)
    assert [r.id for r in await tables.tables_of_user(asked)] == [one.id, two.id]
    await act(one, PASS)
    assert [r.id for r in await tables.tables_of_user(asked)] == [two.id, one.id]
    assert NOON.tzinfo is UTC
    assert await tables.store.table_in_channel(GUILD, CHANNEL) is not None


async def test_a_play_under_way_does_not_go_on_with_a_game_that_was_ended(
    tables: Tables, table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
):
    append = store.append_play

    async def late(advance: PlayWrite) -> WrittenPlay:
        await tables_of(store).end(table.id, "agreed")  # by another process: here it would wait for the play
        return await append(advance)

    monkeypatch.setattr(store, "append_play", late)
    assert "moved on" in refused(await table.play(first(table), pledge(7), Via.COMMAND))
    row = await store.load_table(table.id)
    assert row is not None
    assert (row.status, row.ended) == ("finished", "agreed")
    assert refused(await table.play(first(table), pledge(7), Via.COMMAND)) == "The game is over"


async def test_the_end_and_the_post_that_tells_of_it_are_written_together(tables: Tables, table: Table, store: Store):
    async def fails(conn: AsyncConnection, game: int) -> None:
        raise NotPossible("not now")

    with pytest.raises(NotPossible):
        await tables.end(table.id, "agreed", fails)
    assert table.row.status == "running"
    await tables.end(table.id, "agreed")
    assert [p.kind for p in await load_queue(store, CHANNEL)][-1] == "final"


async def test_a_table_that_is_not_there_leaves_nothing_in_memory(tables: Tables):
    for game in (998, 999):
        with pytest.raises(NotPossible):
            await tables.get(game)
    gc.collect()
    assert not tables._memory._loading


async def test_two_who_ask_for_a_table_at_once_get_the_same_one(tables: Tables, table: Table):
    fresh = tables_of(tables.store)
    one, other = await asyncio.gather(fresh.get(table.id), fresh.get(table.id))
    assert one is other


async def test_the_table_hears_of_a_hand_over_at_once_and_of_other_moves_after_a_silence(table: Table, store: Store):
    assert isinstance(store.clock, FrozenClock)

    async def told() -> list[bool]:
        """Of each panel that may be posted by now whether it pings nobody."""
        return [bool(p.payload.get("silent")) for p in await load_queue(store, CHANNEL) if p.kind == "panel"]

    before = len(await told())
    await act(table, pledge(7))
    assert len(await told()) == before
    store.clock.advance(seconds=90)
    assert (await told())[before:] == [True]
    await act(table, PASS)
    assert (await told())[before:] == [True, False]

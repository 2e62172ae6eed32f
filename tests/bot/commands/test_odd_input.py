"""What a crowd may type, press and hand in: each input is answered once, in words, and touches nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.client import lookup
from bot.core import worker_process
from bot.core.errors import NotPossible
from bot.model.action_form import Draft, listed_actions
from bot.model.models import NewGame, QuietWindow
from bot.model.replayed_game import PlayedActions
from bot.reminders import scheduler
from bot.storage.databases import sqlite_driver
from bot.storage.schema import people
from bot.tables.service import Table, Tables
from bot.views.command_options import stamp
from bot.views.console.state import ConsoleState, load_state, save_state
from bot.views.custom_ids import VERBS, Id, IdKind, parse_id, parse_number
from bot.views.pictures import drawing
from bot.views.reminders import settings as reminder_settings
from tests import fuzz_inputs
from tests.support import random_inputs
from tests.support.api_contract import walk
from tests.support.thin_discord import GUILD, ROOM, Done, Thin, at_once, near, thin
from tests.support.worker_threads import start_in_thread

ANN, BOB, CID, EVE = (1 << 50 | n for n in range(1, 5))
PEOPLE = {ANN: "Ann", BOB: "Bob", CID: "Cid", EVE: "Eve"}
CHANNEL = 77


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(sqlite_driver.ThreadedConnection, "run", near)
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)
    monkeypatch.setattr(drawing, "draw_all", fuzz_inputs.stub)


async def opened(title: str, tables: Tables) -> None:
    seats = [("ann", ANN, "Ann"), ("bob", BOB, "Bob"), ("cid", CID, "Cid")]
    await tables.import_game(
        NewGame(guild=GUILD, host=ANN, title=title, shown="Ann", channel=CHANNEL, seed="1"), seats, PlayedActions([])
    )


@pytest.fixture
async def to(tmp_path, request):
    """A table of Ann, Bob and Cid that has just begun; of 18GA, if a test names no other title."""
    title = getattr(request, "param", "18GA")
    async with thin(
        f"sqlite+aiosqlite:///{tmp_path / 'bot.sqlite'}", PEOPLE, before=lambda t: opened(title, t)
    ) as made:
        yield made
        assert made.bot.run_state.last_fault is None


def said(done: Done) -> str:
    """The last private answer, after exactly one first answer."""
    assert len(done.answers) == 1, done.answers
    return str(done.shown[-1])


async def acting(to: Thin) -> tuple[Table, int]:
    table = await to.bot.tables.get(1)
    return table, next(s.user for s in table.seats if s.name == table.position.deciders[0])


# ---------------------------------------------------------------------- things that ordinary people do


async def test_remind_with_nothing_chosen_shows_the_settings(to):
    assert "Your settings" in said(await to.command(ANN, CHANNEL, "me remind", {}))


@pytest.mark.parametrize("to", ["18EU"], indirect=True)
async def test_a_sealed_maximum_before_anything_is_put_up(to):
    """The first panel of 18EU offers it though nothing is bid for yet: the form asks for what."""
    table, user = await acting(to)
    done = await to.press(user, CHANNEL, "x1:s:1:0:ask", private=False)
    form = done.requests[0].body
    assert form["type"] == 9
    assert [c["custom_id"] for c in walk(form["data"]["components"]) if c["type"] == 4] == ["on", "most"]
    assert table.position.auction is not None
    given = {"on": table.position.auction.items[0], "most": "100"}
    assert "I bid up to" in said(await to.submit(user, CHANNEL, form["data"]["custom_id"], given))


@pytest.mark.parametrize("to", ["18India"], indirect=True)
async def test_a_number_where_cards_are_chosen(to):
    """A line of the list with a number beside it: what is asked for are cards, so the console asks."""
    table, user = await acting(to)
    (seat,) = table.row.seats_of(user)
    offered = await to.command(user, CHANNEL, "do", {"action": ""}, focused="action")
    line = offered.shown[-1]["choices"][0]["value"]
    assert line.startswith(stamp(seat.action_version, "#"))
    assert listed_actions(table.choices(seat.name))
    assert "components" in said(await to.command(user, CHANNEL, "do", {"action": line, "number": 10}))


@pytest.mark.parametrize("to", ["18India"], indirect=True)
async def test_a_practice_table_at_which_one_person_is_asked_three_times(to):
    """All choose cards at once: who plays all seats is called once, else Discord refuses the panel."""
    given = {"file": {"type": 11, "value": "7"}, "as": "practice"}
    done = await to.command(ANN, ROOM, "game import", given, attached(to))
    assert "practice table" in said(done)
    called = [r.body["allowed_mentions"]["users"] for r in done.posted if r.body["allowed_mentions"].get("users")]
    assert called == [[ANN]]


def attached(to: Thin) -> dict[str, Any]:
    data = to.files["file"] = b"title 18India\nplayers ann bob cid\nseed 1\n\n"
    return {
        "attachments": {
            "7": {"id": "7", "filename": "file", "size": len(data), "url": "https://cdn.invalid/file", "proxy_url": ""}
        }
    }


# ---------------------------------------------------------------------- ids and values that somebody made up


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "x1",
        "x1:z:1:0:ask",
        "x1:r:²:0:where",
        "x1:r:٣:0:where",
        f"x1:r:{'9' * 30}:0:where",
        "x1:r:01:0:where",
        "x1:r:1:0:what",
        "x1:r:1:00:where",
        "x1:r:1:zzzzzzzzz:where",
        "x1:r:1:0:where:",
        "x1:r:1:0:where:\n",
        "x1:r:1:0:where:é",
        f"x1:a:1:0:bid:{'x' * 73}",
    ],
)
async def test_a_made_up_id_is_refused_in_words(to, text):
    assert parse_id(text) is None
    for done in (await to.press(ANN, CHANNEL, text), await to.submit(ANN, CHANNEL, text, {"until": "3d"})):
        assert "I do not know that button" in said(done)


async def test_ids_of_tables_and_forms_that_are_not_there(to):
    for kind, verbs in VERBS.items():
        for verb in verbs:
            for table in (0, 99, 10**12 - 1):
                assert said(await to.press(EVE, CHANNEL, str(Id(kind, table, 0, verb))))
            assert said(await to.submit(EVE, CHANNEL, str(Id(kind, 1, 0, verb)), {"x": "²"}))


def test_numbers_are_those_of_a_keyboard():
    assert [parse_number(t) for t in ("0", "12", "²", "٣", "9" * 30, "-1", " 1", "")] == [
        0,
        12,
        None,
        None,
        None,
        None,
        None,
        None,
    ]


async def test_where_reminders_come_is_one_of_four_places(to):
    """A made-up value was kept, and /me could not be shown any more; one that was kept before is put right."""
    done = await to.press(ANN, CHANNEL, "x1:r:1:0:where", ["5"])
    assert "Reminders come to one of" in said(done)
    await scheduler.change_settings(to.bot.store, ANN, reminder_channel="dm")
    async with to.bot.store.writing() as conn:
        await conn.execute(people.update().values(reminder_channel="5"))
    assert "in the thread" in said(await to.command(ANN, CHANNEL, "me settings", {}))


async def test_nobody_looks_at_the_what_if_of_another(to):
    await to.command(ANN, CHANNEL, "whatif open", {})
    assert "That table is gone" in said(await to.press(BOB, CHANNEL, "x1:l:2:0:info"))
    assert "yours alone" in said(await to.press(ANN, CHANNEL, "x1:l:2:0:info"))


async def test_in_direct_messages_nobody_reads_at_which_tables_others_play(to):
    """A server lists its own tables; where there is no server, those of all of them would be listed."""
    wanted = {"show": "running", "player": {"type": 6, "value": str(ANN)}}
    found = {"users": {str(ANN): to.user(ANN)}, "members": {}}
    assert "18GA #1" not in said(await to.command(EVE, EVE, "game list", wanted, found))
    assert "18GA #1" in said(await to.command(ANN, ANN, "game list", wanted, found))
    assert "18GA #1" in said(await to.command(ANN, ANN, "game list", {"show": "running"}))


async def test_a_command_of_another_version_is_answered(to):
    assert "That command has changed" in said(await to.command(ANN, CHANNEL, "game nonsense", {}))


# ---------------------------------------------------------------------- again and again


async def test_a_second_quiet_window_leaves_the_first(to):
    await to.command(ANN, CHANNEL, "me timezone", {"zone": "Europe/Rome"})
    for start, end, days in (
        ("22:00", "8:00", "every day"),
        ("12:00", "13:00", "every day"),
        ("14:00", "15:00", "weekdays"),
    ):
        shown = said(await to.command(ANN, CHANNEL, "me quiet", {"from": start, "to": end, "days": days}))
    assert "22:00–08:00 every day; 12:00–13:00 every day; 14:00–15:00 weekdays" in shown
    shown = said(await to.command(ANN, CHANNEL, "me quiet", {"from": "14:00", "to": "15:00", "days": "weekend"}))
    assert "14:00–15:00 every day" in shown
    assert "none" in said(await to.command(ANN, CHANNEL, "me quiet", {"days": "none"}))


def test_quiet_windows_have_a_limit():
    windows: tuple[QuietWindow, ...] = ()
    for n in range(reminder_settings.WINDOWS):
        windows = reminder_settings.add_quiet(windows, QuietWindow(n, n + 1))
    with pytest.raises(NotPossible, match="removes them all"):
        reminder_settings.add_quiet(windows, QuietWindow(100, 200))
    assert len(reminder_settings.add_quiet(windows, replace(windows[0], days=(0,)))) == reminder_settings.WINDOWS


async def test_a_seat_is_not_offered_again_and_again(to):
    """Each offer calls somebody: the same person once while the question is open, three within a day."""

    async def offer() -> str:
        given = {"user": {"type": 6, "value": str(EVE)}}
        member = {k: v for k, v in to.member(EVE).items() if k != "user"}
        found = {"users": {str(EVE): to.user(EVE)}, "members": {str(EVE): member}}
        return said(await to.command(ANN, CHANNEL, "game handover", given, found))

    for n in range(1, 4):
        assert "I have asked" in await offer()
        assert "has been asked already" in await offer()
        await to.press(EVE, CHANNEL, str(Id(IdKind.SEAT, 1, 0, "no", str(n))), private=False)
    assert "3 times within a day" in await offer()
    await to.wait(24 * 60 + 1)
    assert "I have asked" in await offer()


async def test_nobody_is_asked_again_and_again_to_end_the_game(to):
    """Each question calls everybody: the same one once while it is open, three of one player within a day."""

    async def ask(how: str) -> str:
        return said(await to.command(ANN, CHANNEL, "game end", {"how": how}))

    for n, how in enumerate(("agreed", "abandoned", "concede")):
        assert "I have asked" in await ask(how)
        assert "asked that already" in await ask(how)
        if n:
            await to.press(BOB, CHANNEL, str(Id(IdKind.VOTE, 1, 0, "endno", str(n + 1))), private=False)
    assert "You have asked 3 times" in await ask("agreed")
    assert "I have asked" in said(await to.command(BOB, CHANNEL, "game end", {"how": "agreed"})), "others may"
    await to.wait(24 * 60 + 1)
    assert "I have asked" in await ask("abandoned")


async def test_nobody_is_asked_again_and_again_to_take_a_move_back(to):
    """The same question once while it is open, three of one player until the next move."""
    table, user = await acting(to)
    for _ in range(2):
        _, other = await acting(to)
        await to.command(other, CHANNEL, "play pass", {})

    async def ask() -> str:
        done = await to.command(user, CHANNEL, "undo", {"to": "0"})
        return "\n".join(map(str, done.shown))  # the answer to an earlier wish goes after the new one is there

    for _ in range(3):
        assert "I have asked" in await ask()
        assert "asked that already" in await ask()
        question = await table.open_proposal()
        assert question is not None
        decliner = table.row.seat(question.seats[0])
        assert decliner is not None
        await to.press(decliner.user, CHANNEL, str(Id(IdKind.VOTE, 1, 0, "no", str(question.proposal))), private=False)
    assert "You have asked 3 times" in await ask()
    _, other = await acting(to)
    await to.command(other, CHANNEL, "play pass", {})
    assert "I have asked" in await ask()


async def test_a_host_who_acts_for_a_player_has_a_console_apart(to):
    """What the player has half filled in stays the player's, and is not shown."""
    table, user = await acting(to)
    host = next(u for u in (ANN, BOB) if u != user)
    await to.bot.store.set_game(1, host=host)
    table.row = replace(table.row, host=host)
    (seat,) = table.row.seats_of(user)
    kind = table.choices(seat.name)[-1].kind.__name__
    await save_state(to.bot.store, table, seat, ConsoleState(Draft(kind), 0, seat.action_version))
    await to.wait(25 * 60)
    assert "You act for" in said(await to.command(host, CHANNEL, "host actfor", {"seat": seat.name}))
    stand_in = replace(seat, stand_in=host)
    assert (await load_state(to.bot.store, table, stand_in)).draft == Draft()
    assert (await load_state(to.bot.store, table, seat)).draft == Draft(kind)
    assert "You have no seat" not in said(await to.command(host, CHANNEL, "auto show", {}))


def test_the_crowd_presses_buttons_of_every_kind():
    assert set(random_inputs.LIKED) == set(IdKind)


async def test_a_crowd_finds_nothing(tmp_path):
    """A small part of `python -m tests.fuzz_inputs`."""
    told: list[str] = []
    assert not await fuzz_inputs.search(
        300, "suite", await fuzz_inputs.new_files(tmp_path), told.append, longest=40, shrink=False
    ), told


async def test_a_crowd_tells_a_fault_with_the_shortest_input(tmp_path, monkeypatch):
    async def broken(*_args: object, **_options: object) -> None:
        raise ValueError("planted")

    monkeypatch.setattr(lookup, "find_row", broken)
    told: list[str] = []
    faults = await fuzz_inputs.search(60, "suite", await fuzz_inputs.new_files(tmp_path), told.append, longest=40)
    planted = [f for f in faults if f.key.startswith("ValueError")]
    assert [len(f.inputs) for f in planted] == [1]
    assert any("planted" in text for text in told)

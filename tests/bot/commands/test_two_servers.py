"""What is played in one server is neither told nor decided in another, nor posted where the asker may not write."""

from __future__ import annotations

import discord
import pytest

from bot.model.kinds import TableStatus
from tests.support.discord_world import said, world


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


@pytest.mark.parametrize("command", ["host close", "host resend"])
async def test_who_manages_another_server_decides_nothing_here(w, command):
    """Bob has a seat at the table, so it is known to him everywhere, and manages a server of his own."""
    thread = await w.table()
    row = await w.row(thread)
    other = w.env.create_guild("Bob's own")
    room = other.create_text_channel("general")
    manager = other.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    bob = other.add_member(w["Bob"].user, roles=[manager])
    given = {"game": str(row.id)} | ({"confirm": row.id} if command == "host close" else {})
    assert "Only the host may do that" in said(await bob.slash(room, command, **given))
    assert (await w.row(thread)).status == TableStatus.RUNNING
    most = w.guild.add_member(w.env.create_user("Max"), roles=[w.guild.roles["Managers"]])
    assert "Only the host" not in said(await most.slash(thread, command, **given)), "who manages the table's server may"


async def test_no_table_is_opened_where_its_host_may_not_write(w):
    silent = discord.PermissionOverwrite(send_messages=False)
    news = w.guild.create_text_channel("news", overwrites={w["Bob"]: silent})
    refused = said(await w["Bob"].slash(w.channel, "game new", title="18GA", where=news))
    assert "You cannot write in" in refused
    assert not news.history()
    assert "is open" in said(await w["Ann"].slash(w.channel, "game new", title="18GA", where=news))
    assert news.history()

"""The leases on channels are held for as long as something is sent to them."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import discord
import pytest

from bot.client.outbox_sender import OutboxSender
from bot.client.services import make_services
from bot.storage import leases
from bot.storage.store import Store
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import NOON
from titles import TITLES


@pytest.fixture
def sender() -> OutboxSender:
    store = Store("sqlite+aiosqlite://", FrozenClock(NOON))
    return make_services(store, TITLES, discord.Client(intents=discord.Intents.none())).sender


async def test_one_renewal_that_fails_is_not_the_last(sender: OutboxSender, monkeypatch: pytest.MonkeyPatch):
    tried, sent = [], asyncio.Event()

    async def renew(_store, names):
        tried.append(names)
        if len(tried) == 1:
            raise ConnectionResetError
        sent.set()

    async def send():
        await sent.wait()
        del sender._senders[5]

    monkeypatch.setattr(leases, "RENEWAL", timedelta(milliseconds=2))
    monkeypatch.setattr(leases, "renew_leases", renew)
    sender._senders[5] = asyncio.create_task(send())
    await asyncio.wait_for(sender._renew_leases(), 60)
    assert tried == [["posts:5"]] * 2


async def test_leases_are_not_renewed_with_each_round_of_senders(sender: OutboxSender, monkeypatch: pytest.MonkeyPatch):
    renewed = []

    async def renew(_store, names):
        renewed.append(names)

    async def send(channel):
        await asyncio.sleep(0)
        if channel < 5:
            sender._senders[channel + 1] = asyncio.create_task(send(channel + 1))
        del sender._senders[channel]

    monkeypatch.setattr(leases, "RENEWAL", timedelta(hours=1))
    monkeypatch.setattr(leases, "renew_leases", renew)
    sender._senders[1] = asyncio.create_task(send(1))
    await asyncio.wait_for(sender._renew_leases(), 60)
    assert not renewed

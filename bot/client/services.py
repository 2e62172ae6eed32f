"""What commands work with: database, tables, titles, clock, and the ways to Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

import discord

from bot.client.newest_answers import NewestAnswers
from bot.client.open_answers import OpenAnswers
from bot.client.outbox_sender import OutboxSender
from bot.client.run_state import RunState
from bot.core.clock import Clock
from bot.reminders.scheduler import Scheduler
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.tables.statistics.finished_games import FinishedGames
from titles import Title


@dataclass(frozen=True)
class Services:
    """Made once by `make_services` for each client, and handed to every command."""

    store: Store
    tables: Tables
    titles: Mapping[str, Title]  # by name
    clock: Clock
    run_state: RunState
    sender: OutboxSender
    scheduler: Scheduler
    lookup: discord.Client  # finds channels, servers and users; nothing else is asked of it
    open_answers: OpenAnswers
    newest_answers: NewestAnswers
    finished_games: FinishedGames
    # by table: held while its thread is opened
    thread_locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)


def make_services(store: Store, titles: Mapping[str, Title], lookup: discord.Client) -> Services:
    """All that hangs on one database, wired: the one place where these are put together.

    - `Tables` holds the games of the store in memory, by the rules of the titles.
    - `RunState` is the gate that interactions pass; the sender sends nothing before it is open, and counts its faults there.
    - `OutboxSender` sends what the store's outbox holds by the client `lookup`, worded from the tables. It looks when somebody
      wakes it: the client has the store do so after each commit.
    - `FinishedGames` keeps what statistics need of games that are over, read from the tables.
    - `OpenAnswers` keeps the private answers whose buttons still act, in memory; `NewestAnswers` which is the last in a channel.
    - `Scheduler` turns due times of the store into rows of the outbox, and listens to the store once it is started.

    The clock is the store's. Nothing runs yet: the client starts and stops the sender and the scheduler.
    """
    run_state, tables, clock = RunState(), Tables(store, titles), store.clock
    sender = OutboxSender(lookup, store, tables, clock, run_state)
    scheduler, answers, finished = Scheduler(store), OpenAnswers(clock), FinishedGames(tables)
    return Services(
        store, tables, titles, clock, run_state, sender, scheduler, lookup, answers, NewestAnswers(), finished
    )

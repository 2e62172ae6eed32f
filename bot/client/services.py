"""What commands work with: database, tables, titles, clock, and the ways to Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.client.outbox_sender import OutboxSender
from bot.client.run_state import RunState
from bot.core.clock import Clock
from bot.storage.store import Store
from bot.tables.service import Tables
from titles import Title


@dataclass(frozen=True)
class Services:
    """Made once by the client and handed to every command."""

    store: Store
    tables: Tables
    titles: Mapping[str, Title]  # by name
    clock: Clock
    run_state: RunState
    sender: OutboxSender
    lookup: discord.Client  # finds channels, servers and users; nothing else is asked of it

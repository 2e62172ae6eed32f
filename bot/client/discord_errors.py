"""Errors by which Discord, or the way to it, ends a request."""

from __future__ import annotations

import aiohttp
import discord

LOST = (OSError, TimeoutError, aiohttp.ClientError)  # no answer came: what was asked for may have been done
REFUSED_OR_LOST = (discord.HTTPException, *LOST)

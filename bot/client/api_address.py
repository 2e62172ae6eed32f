"""Where Discord's API is: measurements and tests run the bot against a Discord of their own."""

from __future__ import annotations

from discord.http import Route


def set_api_address(address: str) -> None:
    """Send all further requests of this process to that address, such as `http://127.0.0.1:8080`."""
    Route.BASE = address

"""Where Discord is: measurements and tests run the bot against a Discord of their own."""

from __future__ import annotations

from discord.gateway import DiscordWebSocket
from discord.http import Route


def set_addresses(api: str, gateway: str) -> None:
    """Send all further requests of this process to an address such as `http://127.0.0.1:8080/api/v10`.

    `gateway`: where shards connect to whose number is given, for which discord.py does not ask the API.
    """
    Route.BASE = api
    as_address = type(DiscordWebSocket.DEFAULT_GATEWAY)
    DiscordWebSocket.DEFAULT_GATEWAY = as_address(gateway)

"""`trunkline bot` against a Discord elsewhere, for measurements: `python -m bot.cli.bot_process ADDRESS`.

Settings and token come from the environment.
"""

from __future__ import annotations

import sys

from discord.http import Route

from bot.cli.serve import main
from bot.core.settings import load_settings, read_token

if __name__ == "__main__":
    Route.BASE = sys.argv[1]
    settings = load_settings()
    sys.exit(main(settings, read_token(settings)))

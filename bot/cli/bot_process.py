"""`trunkline bot` against a Discord elsewhere, for measurements: `python -m bot.cli.bot_process API GATEWAY`.

Settings and token come from the environment.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":  # what else is started, such as a process that draws, loads nothing of this
    from bot.cli.serve import main
    from bot.client.api_address import set_addresses
    from bot.core.settings import load_settings, read_token

    set_addresses(*sys.argv[1:])
    settings = load_settings()
    sys.exit(main(settings, read_token(settings)))

"""Discord's limits that shape what we build. Values from Discord's developer documentation, read in August 2026.

`tests/bot/client/test_payloads.py` compares those that the published OpenAPI description states with that description.
"""

from __future__ import annotations

CONTENT = 2_000  # characters of a classic message
EMBED_TITLE = 256
EMBED_TEXT = 4_096  # characters of an embed's description
TEXTS = 4_000  # characters of all text displays of a components V2 message
ROWS = 5  # action rows of a classic message
BUTTONS = 5  # in a row
OPTIONS = 25  # of a select, of a list of autocomplete choices, of a command
OPTION_TEXT = 100  # characters of a select option's label, value or description, and of an autocomplete choice
LABEL = 80  # characters on a button
OWN_ID = 96  # characters of an id of ours; Discord takes 100
MODAL_TITLE = 45
MODAL_LABEL = 45
MODAL_HINT = 100
ALT = 1_024  # characters of a picture's description
COMMAND = 8_000  # characters of a command with all its options
FILE = 8 * 1024 * 1024  # bytes; Discord takes 10 MiB where a server is not boosted


def fit(text: str, most: int) -> str:
    """The text, cut with an ellipsis where it is longer than that many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"

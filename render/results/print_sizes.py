"""The print of pictures of results, of the ladder. A phone shows these pictures a third as large."""

from __future__ import annotations

TITLE, HEAD, WORDS = 56, 44, 35  # pixels: of what a game came to, of names and sums, of all other words
SIGNS = (35, 28, 22)  # of letters on tokens, the largest that has room: seven on a phone at least

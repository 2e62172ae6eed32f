"""How many requests Discord would still take before it shuts the bot out, counted from its own answers.

Discord takes 50 requests a second of a bot, and shuts out an address after 10,000 answers of 401, 403 or 429 within ten minutes
(https://docs.discord.com/developers/topics/rate-limits). Answers to interactions count towards neither of the first.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from bot.core import metrics

REQUESTS, SECOND = 50, 1.0  # within so many seconds
REFUSED, TEN_MINUTES = 10_000, 600.0
REFUSALS = {401, 403, 429}
FREE_PATHS = ("/interactions/", "/webhooks/")  # answers to interactions
SHARED = "shared"  # scope of a 429 for which others are to blame, which does not count


class RequestLimits:
    """Counts the answers of Discord of the last second and of the last ten minutes."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._sent: deque[float] = deque()
        self._refused: deque[float] = deque()
        metrics.REQUESTS_LEFT.labels("requests a second").set_function(self.requests_left)
        metrics.REQUESTS_LEFT.labels("refusals in ten minutes").set_function(self.refusals_left)

    def trace(self) -> aiohttp.TraceConfig:
        """What discord.py's HTTP session is told, so that each answer is counted."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._on_answer)
        return config

    async def _on_answer(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        """Count an answer as aiohttp tells of it."""
        self.count(answer.url.path, answer.response.status, answer.response.headers.get("X-RateLimit-Scope", ""))

    def count(self, path: str, status: int, scope: str = "") -> None:
        """Count one answer. `scope`: of a 429, whose limit was reached."""
        metrics.REQUESTS.labels(str(status)).inc()
        if not any(part in path for part in FREE_PATHS):
            self._sent.append(self._seconds())
        if status in REFUSALS and scope != SHARED:
            self._refused.append(self._seconds())
        self.requests_left(), self.refusals_left()  # drop what is past

    def requests_left(self) -> int:
        """How many more requests Discord takes within this second."""
        return REQUESTS - self._count_since(self._sent, SECOND)

    def refusals_left(self) -> int:
        """How many more refusals Discord gives within these ten minutes before it shuts the bot's address out."""
        return REFUSED - self._count_since(self._refused, TEN_MINUTES)

    def _count_since(self, times: deque[float], length: float) -> int:
        """How many of the times lie within the last `length` seconds; older ones are dropped."""
        while times and times[0] <= self._seconds() - length:
            times.popleft()
        return len(times)

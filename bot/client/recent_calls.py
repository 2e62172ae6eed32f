"""Whom posts have called in the last minutes: who asks again and again makes nobody's phone ring twice."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.clock import Clock
from bot.model.kinds import PostKind
from bot.model.models import Post
from bot.model.post_contents import PanelContent
from bot.views.messages import Public

REST = timedelta(minutes=5)  # until a post that was asked for again calls anew
QUESTIONS = {PostKind.UNDO_PROPOSAL, PostKind.END_VOTE}


class RecentCalls:
    """Makes a post silent where all whom it names were called a few minutes ago by one like it. In memory: after a restart
    somebody may be called once more.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._called: dict[tuple[int, str, int], datetime] = {}  # by table, kind of post and user

    def soften(self, post: Post, content: Public) -> Public:
        """The post, silent where it calls nobody who was not called just now; a panel only where it was asked for again."""
        again = post.kind in QUESTIONS or (post.kind == PostKind.PANEL and post.content_as(PanelContent).again)
        if not again or not content.pings:
            return content
        self._forget_old()
        known = all((post.game, post.kind, user) in self._called for user in content.pings)
        return replace(content, silent=True) if known else content

    def note(self, post: Post, content: Public) -> None:
        """Note whom a post has called that was sent."""
        if content.silent or not (post.kind in QUESTIONS or post.kind == PostKind.PANEL):
            return
        self._forget_old()
        self._called.update({(post.game, post.kind, user): self._clock.now() for user in content.pings})

    def _forget_old(self) -> None:
        """Forget calls that are no longer recent."""
        now = self._clock.now()
        self._called = {key: at for key, at in self._called.items() if now - at < REST}

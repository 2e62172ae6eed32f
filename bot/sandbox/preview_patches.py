"""What is changed of SimCord's preview of a channel, in parts that it keeps to itself: with `simcord_patches.py` the only
module that touches these.

SimCord 3.2 has no settings for any of it, and no issue that we know of asks for one (github.com/SilentHacks/simcord/issues).
Each function says which setting would take its place. `page_patches.py` collects what is changed in the page's scripts,
`page_style.py` how it looks; what makes the page quicker lies apart in `simcord_patches.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from aiohttp import web
from simcord.backend.errors import BackendError, SetupError
from simcord.preview._action_plans import _find_scoped_component

from bot.sandbox.page_patches import MENDED

BUTTON = 2  # a component's type
Preview = Any  # simcord.preview's; not exported with types
# with the id of the page that was pressed, and the request
Press = Callable[[str | None, Mapping[str, Any]], Awaitable[Any]]


def port_of(preview: Preview) -> int:
    """The port that an open preview listens on. Would go with: a property `port`."""
    number: int = preview._server.port
    return number


def is_closed(preview: Preview) -> bool:
    """Whether the preview has been closed. Would go with: a property `closed`."""
    closed: bool = preview._closed
    return closed


def latest_viewer(preview: Preview) -> int:
    """The person through whose eyes a browser looked last, 0 for none. Would go with: a property `viewer`."""
    pages = [page for page in preview._pages.values() if page.id != "python"]
    return max(pages, key=lambda page: page.last_activity).viewer.id if pages else 0


def has_room(preview: Preview) -> bool:
    """Whether one more window may show an open preview. Would go with: a count of its pages."""
    return not preview._closed and len(preview._pages) < preview._MAX_PAGES // 2


def begin_as(preview: Preview, viewers: Sequence[Any]) -> None:
    """Let the next window begin through the eyes of the first of these. Would go with: a setter of `viewers`."""
    preview.viewers = tuple(viewers)


def refresh_others(preview: Preview, page: str | None) -> None:
    """Show what is new in all windows but that page's. Would go with: a press that refreshes all windows."""
    for other in [p for p in preview._pages.values() if p.id != page]:
        preview._publish(other, reason="refresh")


def serve_patched_scripts(preview: Preview) -> None:
    """Serve the page's scripts with what `page_patches.py` says; before the preview is entered."""
    server = preview._server
    static = server._static

    async def serve_patched(request: web.Request) -> Any:
        """The page's script with the patch in it."""
        answer = await static(request)
        for original, patched in MENDED.get(request.path, {}).items():
            answer.text = answer.text.replace(original, patched)
        return answer

    server._static = serve_patched


def allow_frame(preview: Preview, origin: str) -> None:
    """Let a page of that origin, and nobody else, show the preview in a frame; "" for nobody.

    Would go with: an option for the headers.
    """
    server = preview._server
    headers: dict[str, str] = dict(server._SECURITY_HEADERS)
    if origin:
        headers.pop("X-Frame-Options", None)
        policy = headers["Content-Security-Policy"]
        headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", f"frame-ancestors {origin}")
    server._SECURITY_HEADERS = headers


def reckon_from(preview: Preview, now: Callable[[], datetime]) -> None:
    """Let "a minute ago" be reckoned from now: the preview would reckon from when it was opened, through all presses.

    Would go with: a clock as an option.
    """
    publish = preview._publish

    def publish_now(page: Any, **why: Any) -> None:
        """Publish what has changed, with the moment from which the page counts."""
        preview.capture_time = now()
        publish(page, **why)

    preview._publish = publish_now


def publish_if_another(preview: Preview, page: str | None, request: Mapping[str, Any]) -> None:
    """Show a page what is new where another button has come to the place of the one that was pressed: the press, of an older
    state then, is refused, and pressed again only if the button still stands. SimCord knows buttons by their place in a post.

    Would go with: presses that carry the button's own id.
    """
    opened = preview._pages.get(page)
    key, target = request.get("control_key"), str(request.get("target_id", ""))
    if opened is None or request.get("kind") != "click" or not opened.snapshot or not target.isdigit():
        return
    shown = _shown_id(opened.snapshot.get("messages"), key)
    try:
        message = preview._target_message(opened, int(target))
        now = _find_scoped_component(message, key, types=(BUTTON,)).get("custom_id")
    except (SetupError, BackendError):  # it is gone: the press itself is refused
        return
    if shown and shown != now:
        preview._publish(opened, reason="refresh")


def _shown_id(part: Any, key: Any) -> str:
    """The id of the button with that key in a part of what a page shows; "" where there is none."""
    if isinstance(part, Mapping):
        if part.get("control_key") == key:
            return str(part.get("custom_id") or "")
        part = list(part.values())
    return next((found for each in part if (found := _shown_id(each, key))), "") if isinstance(part, list) else ""


def wrap_presses(preview: Preview, wrap: Callable[[Press, str | None, Mapping[str, Any]], Awaitable[Any]]) -> None:
    """Hand every press to `wrap`, with the function that carries it out. Would go with: a hook around actions."""
    press: Press = preview._action

    async def hand_to_wrapper(page: str | None, request: Mapping[str, Any]) -> Any:
        """Hand the page's request to the wrapper."""
        publish_if_another(preview, page, request)
        return await wrap(press, page, request)

    preview._action = hand_to_wrapper

"""What a press in the sandbox costs beside the bot, and how it is spared.

- SimCord's page reads each text that it shows with a Markdown parser made for it. A parser for each sort of text is kept,
  and what it has read: the same messages are shown again after each press.
- It sums up all messages of a channel to list the first of them. Only those are handed to it.
- It decodes each picture in a process made for it, one after the other, again for each player who looks, and at most eight may
  wait; a browser sends no press before its pictures are there. What was decoded is kept, and more may wait.
- It tells the page how large a picture is once it was decoded. A PNG's header says it at once, so that the page leaves its room
  free and a late picture moves no button. Its digest tells the page that it has had it before.
- It looks each 50 milliseconds whether the bot has come to rest, also where only the next turn of the event loop is left.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache, wraps
from typing import Any

import simcord
import simcord.preview
from cachetools import LRUCache

PREVIEW: Any = simcord.preview  # what is spared lies in parts that it keeps to itself
Make = Callable[[Mapping[str, Any], Mapping[str, Any]], Any]
SORTS, TEXTS, PICTURES = 500, 2000, 100  # kept at most: parsers, texts of each, pictures of about 400 kB
WAITING = 100  # pictures
LOOK = 0.002  # seconds


def keep_parsers(make: Make) -> Make:
    """What makes a parser for a sort of text and the names that it may mention, with one memory for all texts of that sort."""
    made: LRUCache[str, Any] = LRUCache(SORTS)

    @wraps(make)
    def make_or_reuse(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
        """The parser for that sort of text; a new one where it may mention emojis."""
        if context.get("emojis"):  # pictures are added to what has been read
            return make(policy, context)
        sort = repr((policy, context))
        if sort not in made:
            made[sort] = remember_texts(make(policy, context))
        return made[sort]

    return make_or_reuse


def remember_texts(parser: Any) -> Any:
    """Let a parser read no text twice. SimCord changes nothing in what was read, and asks for nothing else of the reading."""
    blocks = lru_cache(TEXTS)(parser.parse)
    inline = lru_cache(TEXTS)(parser.parseInline)
    parser.parse = lambda text, _env: blocks(text)
    parser.parseInline = lambda text, _env: inline(text)
    return parser


def list_first_page(navigation: Callable[[Any, Any, list[Any]], Any]) -> Callable[[Any, Any, list[Any]], Any]:
    """What lists the messages of a channel, without those that come after the first page; unless some are looked for."""

    @wraps(navigation)
    def list_page(preview: Any, page: Any, visible: list[Any]) -> Any:
        """The first page of messages, or all where some are looked for."""
        if not page.navigation_query and page.navigation_cursor is None:
            visible = visible[: PREVIEW._queries.QUERY_PAGE_SIZE + 1]  # one more says that there are more
        return navigation(preview, page, visible)

    return list_page


def decode_once(validate: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """What decodes a picture, once for the digest of its bytes; of a film once for each moment."""
    known: LRUCache[tuple[str, float | None], Any] = LRUCache(PICTURES)

    @wraps(validate)
    async def validate_once(worker: Any, digest: str, blob: bytes, *, media_time: float | None = None) -> Any:
        """What the picture holds, from what is kept where these bytes were seen before."""
        which = digest, media_time
        if which not in known:
            known[which] = await validate(worker, digest, blob, media_time=media_time)
        return known[which]

    return validate_once


def picture_size(blob: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG in pixels, from its header; None for other files."""
    if blob[:8] != b"\x89PNG\r\n\x1a\n" or len(blob) < 24:
        return None
    return int.from_bytes(blob[16:20]), int.from_bytes(blob[20:24])


def send_sizes(retain: Callable[[Any, bytes], str | None], as_sent: Callable[[Any], dict[str, Any]]) -> tuple[Any, Any]:
    """What keeps a file, and what tells the page of it, with a picture's size and digest: there is room for one that is late."""
    sizes: LRUCache[str, tuple[int, int]] = LRUCache(TEXTS)

    @wraps(retain)
    def retain_and_measure(preview: Any, blob: bytes) -> str | None:
        """Keep a picture, and note its size in pixels."""
        digest, size = retain(preview, blob), picture_size(blob)
        if digest is not None and size is not None:
            sizes[digest] = size
        return digest

    @wraps(as_sent)
    def as_sent_with_size(asset: Any) -> dict[str, Any]:
        """What the page is sent of a picture, with its size and digest."""
        sent = as_sent(asset)
        if asset.digest in sizes:
            width, height = sizes[asset.digest]
            sent.setdefault("displayWidth", width)
            sent.setdefault("displayHeight", height)
            sent["digest"] = asset.digest
        return sent

    return retain_and_measure, as_sent_with_size


def look_often() -> None:
    """Look often whether the bot has come to rest."""
    settle: Any = simcord.Env._settle_internal
    settle.__kwdefaults__["idle"] = LOOK


def apply_patches() -> None:
    """Put these in the place of SimCord's own, in this process."""
    look_often()
    markdown, snapshot, media = PREVIEW._markdown, PREVIEW._snapshot, PREVIEW._media
    if not hasattr(markdown._markdown_parser, "__wrapped__"):
        markdown._markdown_parser = keep_parsers(markdown._markdown_parser)
        snapshot._message_navigation = list_first_page(snapshot._message_navigation)
        media.MediaWorker.validate = decode_once(media.MediaWorker.validate)
        media.MAX_QUEUE = WAITING
        assets = PREVIEW._assets
        keeper, record = assets._AssetOps, assets._Asset
        keeper._retain_blob, record.to_wire = send_sizes(keeper._retain_blob, record.to_wire)
        for field in ("embed_description", "embed_field_value"):  # as Discord shows them
            markdown._FIELD_POLICIES[field].update(mentions=True, commands=True, subtext=True)

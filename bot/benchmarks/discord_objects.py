"""What a small Discord tells of people, servers, channels and messages, as the service would."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

BOT = 1
SHARD_BITS = 22  # of a server's number lie below what tells its shard
WHEN = "2026-01-01T00:00:00+00:00"
FILES = "https://cdn.invalid/"
RIGHTS = str(2**53 - 1)
Message = dict[str, Any]


def shard_of(channel: int, shards: int) -> int:
    """The shard that hears of a channel: they are dealt out in turn."""
    return channel % shards


def guild_of(shard: int) -> int:
    """The one server of a shard, which Discord tells by the upper part of a server's number."""
    return (shard << SHARD_BITS) + 10


def make_user(id: int | str) -> dict[str, Any]:
    """A person, or the bot."""
    name = "Trunkline" if int(id) == BOT else f"player{id}"
    return {"id": str(id), "username": name, "global_name": name, "discriminator": "0", "avatar": None} | {
        "bot": int(id) == BOT
    }


def make_member(id: int) -> dict[str, Any]:
    """Somebody as a member of the server, who may do everything."""
    return {"user": make_user(id), "nick": None, "roles": [], "joined_at": WHEN, "deaf": False, "mute": False} | {
        "flags": 0,
        "permissions": RIGHTS,
    }


def make_channel(id: int | str, guild: int) -> dict[str, Any]:
    """A text channel."""
    return {"id": str(id), "type": 0, "guild_id": str(guild), "name": "tables", "position": 0} | {
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
    }


def make_guild(id: int) -> dict[str, Any]:
    """A server, as the gateway tells of it."""
    everyone = {"id": str(id), "name": "@everyone", "permissions": RIGHTS, "position": 0, "color": 0} | {
        "colors": {"primary_color": 0},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    empty = ("emojis", "stickers", "features", "threads", "voice_states", "presences", "stage_instances")
    return {"id": str(id), "name": "Rails", "owner_id": "2", "roles": [everyone], "member_count": 2} | {
        "channels": [make_channel(id + 1, id)],
        "members": [make_member(BOT)],
        "guild_scheduled_events": [],
        **{name: [] for name in empty},
    }


def make_interaction(
    id: str, kind: int, user: int, channel: str, guild: int, data: Mapping[str, Any]
) -> dict[str, Any]:
    """What somebody does in a channel, as the gateway tells of it. Its number is its token too."""
    return {"id": id, "application_id": str(BOT), "type": kind, "token": id, "version": 1, "data": data} | {
        "channel_id": channel,
        "channel": make_channel(channel, guild) | {"permissions": RIGHTS},
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 1 << 23,
        "app_permissions": RIGHTS,
        "context": 0,
        "guild_id": str(guild),
        "guild_locale": "en-US",
        "member": make_member(user),
    }


def make_message(id: int, channel: int, body: Mapping[str, Any], flags: int = 0) -> Message:
    """A message of the bot's as Discord gives it back."""
    files = [a for a in body.get("attachments") or () if "filename" in a]
    links = [
        {"id": str(n), "size": 1, "url": FILES + a["filename"], "proxy_url": FILES + a["filename"]}
        | {k: v for k, v in a.items() if k != "id"}
        for n, a in enumerate(files)
    ]
    components = json.loads(json.dumps(body.get("components") or []).replace("attachment://", FILES))
    return {
        "id": str(id),
        "channel_id": str(channel),
        "author": make_user(BOT),
        "content": body.get("content") or "",
    } | {
        "timestamp": WHEN,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "pinned": False,
        "type": 0,
        "flags": (body.get("flags") or 0) | flags,
        "attachments": links,
        "embeds": body.get("embeds") or [],
        "components": components,
    }

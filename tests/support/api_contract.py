"""Checks the bot's requests: against Discord's published API description, and against the rules that only Discord's prose states.

The description is reference material beside the project; without it our own rules are still checked.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import jsonschema_rs

from bot.core import discord_limits
from tests.conftest import shared_folder

V2 = 1 << 15
EMBEDS = 6_000  # characters of all embeds of a message together
COMPONENTS = 40  # of a components V2 message, nested ones included
BUTTON, SELECT, TEXT, GALLERY, FILE = 2, 3, 10, 12, 13
MEDIA = 16  # a kind of forum that discord.py offers with forums and the description does not list
CALLBACK = {4: "message", 5: "defer", 6: "defer", 7: "message", 8: "choices", 9: "modal"}


@cache
def spec() -> Any:
    """The description, or None where it is not at hand."""
    path = shared_folder() / "discord" / "openapi.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


@cache
def routes() -> list[tuple[re.Pattern[str], str, Mapping[str, Any]]]:
    """Paths as patterns, those with the fewest wildcards first."""
    found = [
        (re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(p))), p, item) for p, item in spec()["paths"].items()
    ]
    return sorted(found, key=lambda f: f[1].count("{"))


@cache
def validator(pointer: str) -> Any:
    registry = jsonschema_rs.Registry([("urn:spec", spec())])
    return jsonschema_rs.Draft202012Validator({"$ref": f"urn:spec#{pointer}"}, registry=registry)


def exact(value: Any) -> Any:
    """Numbers that can only be ids as text, and those that discord.py gives to new attachments: the service takes both."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 1 << 40:
        return str(value)
    if isinstance(value, Mapping):
        own = {"attachments": [{**a, "id": str(a["id"])} for a in value.get("attachments") or () if "id" in a]}
        value = {**value, **own} if own["attachments"] else value
        return {k: [t for t in v if t != MEDIA] if k == "channel_types" else exact(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [exact(v) for v in value]
    return value


_right: list[Any] = []  # commands with which nothing is wrong: nearly all bots of a process send the same


def problems(method: str, path: str, body: Any, files: Sequence[str] | None = None) -> list[str]:
    """What is wrong with a request; [] if nothing is. `files`: names of what is uploaded with it, if known."""
    commands = method == "PUT" and path.endswith("/commands")
    if commands and body in _right:
        return []
    found = list(schema(method, path, body))
    message = body.get("data") if isinstance(body, Mapping) and path.endswith("/callback") else body
    if isinstance(body, Mapping) and path.endswith("/callback"):
        kind = CALLBACK.get(body["type"], "")
        if kind == "choices":
            return found + list(_choices(message or {}))
        if kind == "modal":
            return found + list(_modal(message or {}))
    if isinstance(message, Mapping) and ("/messages" in path or "/webhooks" in path or path.endswith("/callback")):
        found += list(_message(message, edit=method == "PATCH" and path.startswith("/channels")))
    if commands:
        found += [p for c in body for p in command(c)]
        _right.extend([body] * (not found))
    return found


def schema(method: str, path: str, body: Any) -> Iterator[str]:
    """What the published description says."""
    if spec() is None:
        return
    path = re.sub(r"^/api(/v\d+)?", "", path.partition("?")[0])
    hit = next((f for f in routes() if f[0].fullmatch(path) and method.lower() in f[2]), None)
    if hit is None:
        yield f"no such operation: {method} {path}"
        return
    operation = hit[2][method.lower()]
    content = (operation.get("requestBody") or {}).get("content") or {}
    if "application/json" not in content or body is None:
        return
    steps = ("paths", hit[1], method.lower(), "requestBody", "content", "application/json", "schema")
    pointer = "/" + "/".join(
        s.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D").replace("@", "%40")
        for s in steps
    )
    for error in validator(pointer).iter_errors(exact(body)):
        yield f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"


def walk(components: Any) -> Iterator[Mapping[str, Any]]:
    for found in components or ():
        yield found
        yield from walk(found.get("components"))
        yield from walk([found[k] for k in ("accessory", "component") if found.get(k)])


def _message(m: Mapping[str, Any], *, edit: bool = False) -> Iterator[str]:
    """Rules of messages that neither discord.py nor the description knows."""
    if len(m.get("content") or "") > discord_limits.CONTENT:
        yield "content is too long"
    embeds = [
        len(e.get("title") or "") + len(e.get("description") or "") + len((e.get("footer") or {}).get("text") or "")
        for e in m.get("embeds") or ()
    ]
    if sum(embeds) > EMBEDS:
        yield f"{sum(embeds)} characters in embeds"
    every = list(walk(m.get("components")))
    if len(every) > COMPONENTS:
        yield f"{len(every)} components"
    if sum(len(c.get("content") or "") for c in every if c.get("type") == TEXT) > discord_limits.TEXTS:
        yield "texts are too long together"
    yield from _ids(every)
    if not (m.get("flags") or 0) & V2 and len(m.get("components") or ()) > discord_limits.ROWS:
        yield "too many rows"
    if (m.get("flags") or 0) & V2 and (m.get("content") or m.get("embeds")):
        yield "a V2 message with content or embeds"
    yield from _files(m, every)
    if not edit:  # an edit of a post pings nobody
        yield from _mentions(m, every)


def _ids(every: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    ids = [c["custom_id"] for c in every if c.get("custom_id")]
    yield from (f"custom_id {i!r} twice" for i, n in Counter(ids).items() if n > 1)
    yield from (f"custom_id {i!r} is too long" for i in ids if len(i) > discord_limits.OWN_ID)
    for c in every:
        if c.get("type") == 1 and len(c["components"]) > discord_limits.BUTTONS:
            yield "too many buttons in a row"
        if c.get("type") == SELECT:
            values = [o["value"] for o in c.get("options", ())]
            if len(set(values)) != len(values):
                yield f"equal values in a menu: {values}"
            if c.get("max_values", 1) > max(1, len(values)) or not values:
                yield "a menu that allows more than it has"
        if c.get("type") == BUTTON and len(c.get("label") or "") > discord_limits.LABEL:
            yield "a label is too long"


def _files(m: Mapping[str, Any], every: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Pictures shown must be sent along, files sent in a V2 message must be shown, and all pictures have words."""
    if "attachments" not in m:
        return
    sent = {a["filename"] for a in m["attachments"] if "filename" in a}
    media = [i["media"]["url"] for c in every if c.get("type") == GALLERY for i in c["items"]]
    media += [c["file"]["url"] for c in every if c.get("type") == FILE]
    shown = {u.removeprefix("attachment://") for u in media if u.startswith("attachment://")}
    embedded = {(e.get("image") or {}).get("url", "").removeprefix("attachment://") for e in m.get("embeds") or ()} - {
        ""
    }
    yield from (f"{n} is shown and not sent" for n in (shown | embedded) - sent)
    if (m.get("flags") or 0) & V2:
        yield from (f"{n} is sent and not shown" for n in sent - shown)
    for a in m["attachments"]:
        if a.get("filename", "").endswith(".png") and not a.get("description"):
            yield f"{a['filename']} has no alternative text"


def _mentions(m: Mapping[str, Any], every: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Everybody's @everyone is mere text, and only users that are listed may be pinged."""
    if "allowed_mentions" not in m:
        if "content" in m or every:
            yield "no policy for mentions"
        return
    policy = m["allowed_mentions"]
    if set(policy.get("parse", ())) - {"users"} or "everyone" in policy.get("parse", ()):
        yield f"mentions are parsed: {policy}"
    if policy.get("parse"):
        yield f"users are pinged by what a text says: {policy}"
    text = " ".join(c.get("content") or "" for c in every)
    for user in policy.get("users", ()):
        if f"<@{user}>" not in text:
            yield f"{user} may be pinged and is not named"


def _choices(data: Mapping[str, Any]) -> Iterator[str]:
    found = data.get("choices") or ()
    if len(found) > discord_limits.OPTIONS:
        yield "too many choices"
    for c in found:
        if not 0 < len(c["name"]) <= discord_limits.OPTION_TEXT or len(str(c["value"])) > discord_limits.OPTION_TEXT:
            yield f"choice {c}"


def _modal(data: Mapping[str, Any]) -> Iterator[str]:
    if len(data["title"]) > discord_limits.MODAL_TITLE or len(data["components"]) > 5:
        yield "a modal that is too large"
    yield from _ids(list(walk(data["components"])))


def command(c: Mapping[str, Any]) -> Iterator[str]:
    """Rules of commands: size, number and order of options."""
    if size(c) > discord_limits.COMMAND:
        yield f"/{c['name']} has {size(c)} characters"
    for found in _commands(c):
        options = found.get("options") or []
        if len(options) > discord_limits.OPTIONS:
            yield f"/{found['name']} has {len(options)} options"
        required = [bool(o.get("required")) for o in options]
        if required != sorted(required, reverse=True):
            yield f"/{found['name']}: a required option after an optional one"
        if any(o.get("choices") and o.get("autocomplete") for o in options):
            yield f"/{found['name']}: choices and autocomplete"
        if len({o["name"] for o in options}) != len(options):
            yield f"/{found['name']}: two options of one name"
        for o in (found, *options):
            if not 0 < len(o.get("description", "x")) <= 100 or o.get("description") == "…":
                yield f"/{found['name']} {o['name']}: {o.get('description')!r}"


def _commands(c: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield c
    for o in c.get("options") or ():
        if o["type"] in {1, 2}:
            yield from _commands(o)


def size(c: Mapping[str, Any]) -> int:
    """Characters that count towards Discord's limit of a command."""
    own = len(c.get("name", "")) + len(c.get("description", "")) + len(str(c.get("value", "")))
    return own + sum(size(o) for o in (*(c.get("options") or ()), *(c.get("choices") or ())))

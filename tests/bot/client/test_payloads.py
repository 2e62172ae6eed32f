"""The checker of requests finds what it should, and the bot's commands keep to Discord's limits."""

from __future__ import annotations

import discord
import pytest

from bot.core import discord_limits
from bot.core.text import escape_markup
from bot.views.messages import Picture
from tests.conftest import unavailable
from tests.support import api_contract
from tests.support.discord_world import world

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "x1:a:1:0:go"}


def row(*components):
    return {"type": 1, "components": list(components)}


def message(**fields):
    return {"allowed_mentions": {"parse": []}, "components": [], **fields}


BAD = {
    "twice": message(components=[row(BUTTON, BUTTON)]),
    "characters in embeds": message(embeds=[{"description": "x" * 4000}, {"description": "x" * 2001}]),
    "texts are too long": message(flags=1 << 15, components=[{"type": 10, "content": "x" * 2001}] * 2),
    "equal values": message(
        components=[row({"type": 3, "custom_id": "a", "options": [{"label": "a", "value": "a"}] * 2})]
    ),
    "allows more": message(
        components=[row({"type": 3, "custom_id": "a", "max_values": 2, "options": [{"label": "a", "value": "a"}]})]
    ),
    "shown and not sent": message(
        flags=1 << 15, attachments=[], components=[{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]
    ),
    "sent and not shown": message(flags=1 << 15, attachments=[{"id": 0, "filename": "a.txt"}]),
    "alternative text": message(attachments=[{"id": 0, "filename": "a.png"}]),
    "mentions are parsed": message(allowed_mentions={"parse": ["everyone"]}),
    "is not named": message(allowed_mentions={"parse": [], "users": ["5"]}),
    "no policy": {"content": "@everyone"},
    "content is too long": message(content="x" * 2001),
}


@pytest.mark.parametrize("word", BAD)
def test_the_checker_knows_what_only_prose_states(word):
    assert any(word in p for p in api_contract.problems("POST", "/channels/1/messages", BAD[word]))


def test_the_checker_knows_the_description(shared):
    if api_contract.spec() is None:
        unavailable("no API description")
    bad = message(content="x" * 4001)
    assert api_contract.problems("POST", "/channels/1/messages", message(content="x")) == []
    assert len(list(api_contract.schema("POST", "/channels/1/messages", bad))) == 1
    assert list(api_contract.schema("POST", "/channels/1/nonsense", {})) == [
        "no such operation: POST /channels/1/nonsense"
    ]


def test_our_limits_are_those_of_the_description(shared):
    schemas = api_contract.spec()["components"]["schemas"]
    button = schemas["ButtonComponentForMessageRequest"]["properties"]
    option = schemas["StringSelectOptionForRequest"]["properties"]
    select = schemas["StringSelectComponentForMessageRequest"]["properties"]
    assert button["custom_id"]["maxLength"] > discord_limits.OWN_ID
    assert button["label"]["maxLength"] == discord_limits.LABEL
    assert option["label"]["maxLength"] == option["value"]["maxLength"] == discord_limits.OPTION_TEXT
    assert select["options"]["maxItems"] == discord_limits.OPTIONS


async def test_commands_keep_to_the_limits(tmp_path):
    async with world(tmp_path) as w:
        (synced,) = [r for r in w.sent("PUT") if r.path.endswith("/commands")]
        assert len(synced.json) <= 100
        assert max(map(api_contract.size, synced.json)) < discord_limits.COMMAND
        assert api_contract.problems("PUT", synced.path, synced.json) == []


async def test_the_bot_asks_for_servers_only_and_mentions_nobody_by_itself(tmp_path):
    async with world(tmp_path) as w:
        assert w.bot.intents.value == discord.Intents(guilds=True).value == 1
        assert w.bot.allowed_mentions is not None
        assert not any((w.bot.allowed_mentions.everyone, w.bot.allowed_mentions.users, w.bot.allowed_mentions.roles))


async def test_commands_are_sent_only_when_they_changed(tmp_path):
    async with world(tmp_path) as w:
        before = len(w.sent("PUT"))
        await w.restart()
        assert len(w.sent("PUT")) == before
        await w.store.write_note("commands", "other")
        await w.restart()
        assert len(w.sent("PUT")) == before + 1


@pytest.mark.parametrize(
    "text", ["@everyone", "<@5>", "**bold**", "[a](http://x)", "a\nb", "`x`", "||s||", "# head", "<#4>"]
)
def test_what_users_write_shows_as_written(text):
    shown = escape_markup(text)
    assert "@everyone" not in shown
    assert "\n" not in shown
    for sign in "*`|[<#":
        assert shown.count(sign) == shown.count("\\" + sign)


def test_what_cannot_be_seen_is_not_shown():
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    assert escape_markup(f"a\x1b[2J\x00\u202eb\u2028c\u2066\u200b {family}") == rf"a\[2Jb c {family}"


def test_alternative_texts_are_cut_to_what_discord_takes():
    assert len(Picture("a.png", b"", "x" * 5000).alt) == discord_limits.ALT

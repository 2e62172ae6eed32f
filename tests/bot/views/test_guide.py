"""What newcomers are told: the start post, the summary of a title, words of the rules, and what can be done now."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from bot.commands.help import OPENING, TOPICS
from bot.model.short_codes import printed_title
from bot.views.guide.terms_page import PRESIDENTS
from bot.views.guide.title_guide import NOW, RULES_LABEL, TERMS_LABEL, introduce_title, terms_of
from render.text.glossary import TERMS
from tests.support.discord_world import NAMES, answer, labels, parts, said, words, world
from titles import TITLES


@pytest.fixture
async def w(tmp_path):
    """Four people: one has no seat."""
    async with world(tmp_path, NAMES[:4]) as made:
        yield made


@pytest.mark.parametrize("title", TITLES)
async def test_a_table_begins_with_what_to_do_first(w, title):
    """The post repeated the ten lines that somebody had just read in *Rules in short*, and said neither what to do now nor
    what a good price is; random draws were the first thing after the rules.
    """
    thread = await w.table(title=title)
    first = next(m for m in thread.history() if "begins" in words(m))
    told = words(first)
    assert "Order of play" in told
    assert "richest at the end" in told
    lines = [line for line in told.splitlines() if line.startswith("• ")]
    assert 6 <= len(lines) <= 8
    assert told.index("**First:**") < told.index("**The whole game:**")
    assert len([line for line in told.splitlines() if line.strip()]) <= 10, "12 to 14"
    assert any(line.startswith("• What is ") and " worth?" in line for line in lines)
    assert "After each stock round" in lines[-2]
    assert "The game ends" in lines[-1]
    assert not set(TITLES[title].file.summary) & {line.removeprefix("• ") for line in lines}
    assert "random" not in told
    assert max(map(len, lines)) < 215
    assert not re.search(r"[0-9a-f]{16}", told), "no hash"
    assert "_" not in re.sub(r"\(http\S+\)", "", told.replace("`", "")), "no option by its identifier"
    assert labels(first) == [RULES_LABEL, TERMS_LABEL]
    rules = answer(await w["Dora"].click(first, label=RULES_LABEL))
    assert rules.id != first.id
    assert "game ends" in words(rules)
    terms = answer(await w["Dora"].click(rules, label=TERMS_LABEL))
    assert terms.id == rules.id


def menus(message: Any) -> list[Any]:
    return [part for part in parts(message) if part["type"] == discord.ComponentType.select.value]


async def test_help_begins_with_what_the_asker_can_do_now(w):
    alone = said(await w["Ann"].slash(w.channel, "help"))
    assert alone.startswith("What you can do now") or "**What you can do now**" in alone
    assert len(alone) < 400, "on a phone's screen"
    assert "1. `/game new` opens a table" in alone
    thread = await w.table()
    actor = await w.actor(thread)
    mine = said(await actor.slash(thread, "help"))
    assert "1. **It is your turn**: Buy the" in mine or "1. **It is your turn**: Buy LTR" in mine
    assert all(f"{n}. " in mine for n in (1, 2, 3))
    waiting = next(w[n] for n in ("Ann", "Bob", "Cid") if w[n].id != actor.id)
    assert "'s turn. You get a ping when it is yours." in said(await waiting.slash(thread, "help"))
    assert "You have no seat here" in said(await w["Dora"].slash(thread, "help"))
    assert f"It is your turn at {(await w.game(thread)).row.title}" in said(await actor.slash(w.channel, "help"))
    assert "What you can do now" not in said(await actor.slash(thread, "help", topic="Take a turn"))


async def test_help_in_a_lobby_says_who_is_missing_and_who_starts(w):
    """Host and players of a table that had not started read how to open another one."""
    thread = await w.table(("Ann", "Bob"), start=False, title="18India")
    told = {
        ("Ann", w.channel): "2. Press *Start* on its card in <#",
        ("Bob", thread): f"2. <@{w['Ann'].id}> starts it; *Leave* on its card in <#",
        ("Dora", thread): "2. Press *Join* on its card in <#",
    }
    for (name, where), words_ in told.items():
        shown = said(await w[name].slash(where, "help"))
        assert "**18 India #1** has not started: it has players enough. So far: Ann and Bob." in shown
        assert words_ in shown
    assert "1. `/game new` opens a table" in said(await w["Dora"].slash(w.channel, "help"))


async def test_each_topic_of_the_help_is_one_press(w):
    ann = w["Ann"]
    message = answer(await ann.slash(w.channel, "help"))
    assert labels(message) == [*TOPICS, RULES_LABEL, TERMS_LABEL]
    for topic, lines in TOPICS.items():
        shown = answer(await ann.click(message, label=topic))
        assert shown.id == message.id, "in the place of the list"
        assert all(line in words(shown) for line in lines)
        opening = [f"Open {printed_title(title)}" for title in TITLES] if topic == OPENING else []
        others = [t for t in TOPICS if t != topic]
        assert labels(shown) == [*opening, NOW, *others, RULES_LABEL, TERMS_LABEL], "they vanished"
        assert len(words(shown)) < (640 if topic == OPENING else 520), "on a phone's screen"
        assert ("18EU**, 2 to 6 players: small companies" in words(shown)) == (topic == OPENING)
        message = answer(await ann.click(shown, label=NOW))
        assert "What you can do now" in words(message)


async def test_a_table_is_opened_where_the_help_offers_it(w):
    """*Open a table* opened none: it told again how to type that."""
    ann = w["Ann"]
    shown = answer(await ann.click(answer(await ann.slash(w.channel, "help")), label=OPENING))
    opened = await ann.click(shown, label="Open 18TN")
    assert "is open: others join on its card" in said(opened)
    thread = await w.table()
    within = answer(await ann.click(answer(await ann.slash(thread, "help")), label=OPENING))
    assert "Open 18TN" not in labels(within), "a table is played there"


async def test_words_are_explained_without_typing(w):
    """Of all games anywhere; at a table its cards too, and every word that can be asked for is in a menu."""
    ann = w["Ann"]
    thread = await w.table(title="18India")
    for where, title in ((w.channel, ""), (thread, "18India")):
        page = answer(await ann.click(answer(await ann.slash(where, "help")), label=TERMS_LABEL))
        offered = [o["value"] for menu in menus(page) for o in menu["options"]]
        rules = TITLES[title].rules((), 3) if title else None
        known = [t for t in terms_of(rules) if t not in PRESIDENTS] if rules else TERMS  # it has directors
        assert sorted(offered) == sorted(known)
        menu = next(m for m in menus(page) if "par" in [o["value"] for o in m["options"]])
        shown = answer(await ann.select(page, ["par"], custom_id=menu["custom_id"]))
        assert "price at which a company is started" in words(shown)
        assert len(menus(shown)) == len(menus(page)), "the next word is one press away"
    shown = answer(await ann.select(page, ["P1"], custom_id=menus(page)[2]["custom_id"]))
    assert "18 India" in words(shown)


async def test_the_rules_in_short_lead_on_and_back(w):
    """Which game to pick was asked with names alone, and from its rules no button led to a table of it, nor to the help."""
    ann = w["Ann"]
    asked = answer(await ann.click(answer(await ann.slash(w.channel, "help")), label=RULES_LABEL))
    assert "**18GA**, 3 to 5 players: plain rules" in words(asked)
    told = answer(await ann.click(asked, label="18TN · Tennessee · 3 to 5 players"))
    assert "game ends" in words(told)
    assert labels(told)[-3:] == ["Open 18TN", "◀ Other games", "◀ Help"]
    again = answer(await ann.click(told, label="◀ Other games"))
    assert labels(again)[-1] == "◀ Help"
    first = answer(await ann.click(again, label="◀ Help"))
    assert "What you can do now" in words(first)
    told = answer(await ann.slash(w.channel, "rules title", title="18TN"))
    assert "is open: others join on its card" in said(await ann.click(told, label="Open 18TN"))
    thread = await w.table()
    there = answer(await ann.slash(thread, "rules title", title="18TN"))
    assert "Open 18TN" not in labels(there), "a table is played there"


async def test_words_of_the_rules_and_cards(w):
    thread = await w.table()
    ann = w["Ann"]
    assert "station in Waycross" in said(await ann.slash(thread, "rules term", term="W&SR"))
    assert "station in Waycross" in said(await ann.slash(thread, "view company", company="W&SR"))
    assert "price at which a company is started" in said(await ann.slash(w.channel, "rules term", term="Par"))
    assert "four other stations" in said(await ann.slash(w.channel, "rules term", term="FS", title="18EU"))
    assert "**18 India**: " in said(await w["Dora"].slash(w.channel, "rules term", term="GIPR"))
    assert "**18EU**: " in said(await w["Dora"].slash(w.channel, "rules term", term="FS"))
    everywhere = said(await w["Dora"].slash(w.channel, "rules term", term="3-train"))
    assert all(f"**{printed_title(title)}**: " in everywhere for title in TITLES if title != "18VA")
    assert "I do not know" in said(await w["Dora"].slash(w.channel, "rules term", term="hotel"))
    assert "first shares of a company" in said(
        await w["Dora"].slash(w.channel, "rules term", term="President's certificate")
    )
    assert "I do not know" in said(await ann.slash(thread, "rules term", term="hotel"))
    assert "gets ten times its par price" in said(await ann.slash(thread, "rules term", term="float"))
    assert "president's certificate is sold" in said(await ann.slash(thread, "rules term", term="floats", title="18VA"))
    tile = answer(await ann.slash(thread, "rules term", term="tile 57"))
    assert "Tile 57: yellow" in words(tile)
    assert len(tile.attachments) == 1
    found = await ann.autocomplete(thread, "rules term", "term", "midland")
    assert [c["value"] for c in found] == ["MRC"]
    about = answer(await ann.slash(thread, "rules title"))
    assert "**18GA · " in words(about) or "18GA · The Railroads" in words(about), "the game of this table"
    assert "game ends" in words(about)
    assert "8-trains never" not in words(about), "nobody at this table plays that"
    before = words(answer(await ann.slash(w.channel, "rules title", title="18GA")))
    assert "• The 8-trains never run out.\n" in before
    assert "As on 18xx.games: 14 small rules, see *Optional rules*" in before
    assert len(before) < 2300
    played = introduce_title(TITLES["18GA"], TITLES["18GA"].rules(("unlimited_8",), 3), opens=False, played=True).body
    assert played.endswith("**Optional rules at this table**\n• The 8-trains never run out.")
    assert "Of which game?" in said(await ann.slash(w.channel, "rules title"))
    optional = words(answer(await ann.click(about, label="Optional rules")))
    assert "The 8-trains never run out." in optional
    assert "uses only those that its card names" in optional
    assert "unlimited_8" not in optional


async def test_the_auction_says_what_is_for_sale(w):
    thread = await w.table()
    actor = await w.actor(thread)
    shown = await actor.slash(thread, "view describe", what="MRC")
    assert "no company may build in F12" in said(shown)


async def test_why_is_answered_in_words_of_people(w):
    thread = await w.table()
    actor = await w.actor(thread)
    asked = {
        text: said(await actor.slash(thread, "rules why", action=text)) for text in ("buy LTR", "train 2", "a hotel")
    }
    assert asked["buy LTR"] == "That is allowed now."
    assert asked["train 2"].startswith(
        "Trains are bought in an operating round, in the turn of a company, and you lead none now. Now: Buy LTR for $20"
    )
    assert asked["a hotel"].startswith("“a hotel” is not possible: I do not know the word “hotel”.")

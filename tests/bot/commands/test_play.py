"""Playing by the console, by commands and by typed text."""

from __future__ import annotations

import pytest

import render
from bot.commands.console_answers import without_ended_steps
from bot.model.action_form import Draft
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from game.actions import BuyPrivate, LayTile
from game.events import Passed, TileLaid
from game.play import Game
from tests.support.discord_world import answer, commit_label, labels, offered, pick, said, words
from tests.support.prepared_games import asks, midgame
from titles import TITLES


@pytest.fixture
async def thread(w):
    return await w.table()


async def test_the_console_chooses_previews_and_commits(w, thread):
    actor = await w.actor(thread)
    panel = w.last(thread)
    shown = await actor.click(panel, label="Take my turn")
    assert "Free cash: $600 each" in said(shown)
    assert offered(answer(shown))[:2] == ["Buy LTR $20", "Bid $45 on MRC"]
    assert labels(answer(shown))[-3:] == ["Other bid…", "Pass", "Pass for me…"]
    shown = await actor.click(answer(shown), label="Other bid…")
    shown = await pick(actor, answer(shown), "MRC")
    assert "$45 to $600" in said(shown)
    form = await actor.click(answer(shown), label="Another amount…")
    shown = await actor.submit_modal(form, {"value": "50"})
    assert "· Bid $50 on MRC?**" in said(shown)
    assert labels(answer(shown)) == ["Bid it", "Back"]
    assert len(w.posts(thread)) == 2, "a preview is nobody else's business"
    preview = answer(shown)
    shown = await actor.click(preview, label=commit_label(preview))
    assert "bids $50" in said(shown)
    table = await w.game(thread)
    assert table.position.seq == 1
    assert "bids $50" in words(await w.panel(thread))


async def test_a_verb_with_everything_plays_at_once(w, thread):
    actor = await w.actor(thread)
    done = await actor.slash(thread, "play bid", on="LTR", price=20)
    assert "gets LTR for $20" in said(done)
    again = await actor.slash(thread, "play bid", on="LTR", price=20)
    assert "You get a ping when it is your turn." in said(again)
    other = await w.actor(thread)
    assert other is not actor
    choices = await other.autocomplete(thread, "play bid", "on", "mid")
    assert [c["name"] for c in choices] == ["MRC for $40"]
    done = await other.slash(thread, "play bid", on=choices[0]["value"], price=40)
    assert "gets MRC" in said(done)


async def test_a_refusal_names_the_rule_and_posts_nothing(w, thread):
    actor = await w.actor(thread)
    before = len(w.posts(thread))
    refused = await actor.slash(thread, "do", action="bid LTR 45")
    assert "18GA 3.1(b)" in said(refused).replace("\\", "")
    assert len(w.posts(thread)) == before
    assert (await w.game(thread)).position.seq == 0


async def test_do_takes_words_that_only_one_action_holds(w, thread):
    actor = await w.actor(thread)
    shown = await actor.slash(thread, "do", action="ltr")
    assert "· Buy LTR for $20?**" in said(shown)
    assert "gets LTR" in said(await actor.click(answer(shown), label=commit_label(answer(shown))))
    assert "can mean" in said(await (await w.actor(thread)).slash(thread, "do", action="on"))


async def test_only_who_is_asked_is_pinged_for_consent_and_the_offer_can_be_taken_back(w):
    thread = await midgame(w, asks(BuyPrivate))
    table = await w.game(thread)
    buyer = await w.actor(thread)
    name = table.position.deciders[0]
    offer = next(c.actions[0] for c in table.choices(name) if isinstance(c.actions[0], BuyPrivate))
    owner = (await table.view(None)).place[offer.private]
    asked = next(p for p in w.people.values() if p.id == next(s.user for s in table.seats if s.name == owner))
    wanted = Draft("BuyPrivate", {"private": offer.private, "price": 30, "company": offer.company})
    state = ConsoleState(wanted, 0, table.action_version(name))
    foreseen = await compose_console(table, table.row.seat(name), state, pictured=False)
    waits = f"You then wait for {owner.title()}'s answer, and can take it back till it comes."
    assert waits in foreseen.body, "does the game stand still?"
    before = len(w.sent("POST"))
    shown = await buyer.slash(thread, "play buy", what=offer.private, price=30)
    assert offered(answer(shown)) == ["Take the offer back"]
    await w.env.settle()
    pinged = [
        r.json["allowed_mentions"]["users"] for r in w.sent("POST")[before:] if "allowed_mentions" in (r.json or {})
    ]
    assert [str(u) for users in pinged for u in users] == [str(asked.id)]
    shown = await pick(buyer, answer(shown), "Take the offer back")
    shown = await buyer.click(answer(shown), label=commit_label(answer(shown)))
    assert "takes back the offer" in said(shown)
    assert (await w.game(thread)).position.deciders == (name,)


def lays(least: int, most: int):
    """Whether a company may lay so many tiles, or do something else."""
    return lambda g: (
        least <= sum(isinstance(a, LayTile) for c in g.choices() for a in c) <= most and len(g.choices()) > 1
    )


async def test_places_stand_in_one_picture_with_the_numbers_of_their_buttons(w):
    thread = await midgame(w, lays(7, 25))
    actor = await w.actor(thread)
    shown = answer(await actor.slash(thread, "turn"))
    numbers = [label.partition(" · ")[0] for label in labels(shown) if " · " in label]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert len(numbers) > 1
    assert len(shown.attachments) == 1
    assert f"{len(numbers)}: " in shown.attachments[0].description
    place = offered(shown)[0].partition(" ")[0]
    shown = answer(await pick(actor, shown, place))
    assert place in words(shown).splitlines()[0], "the path so far"
    assert shown.attachments[0].filename.startswith("lays-")


async def test_options_of_privates_say_what_they_are_worth(w, thread):
    shown = answer(await (await w.actor(thread)).slash(thread, "turn"))
    (picture,) = shown.attachments
    assert picture.filename.startswith("lots-")
    assert "1: LTR, $20, $5 per OR, Lexington Terminal" in picture.description


def test_a_step_that_ended_by_itself_is_no_pass():
    """“GA and GA pass.” was told after a tile, which nobody had pressed."""
    view = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1").view(None)
    laid, ended, left = TileLaid("GA", "F6", "57", 0, "", 0, ""), Passed("GA", "deals"), Passed("ann", "SR 1")
    assert without_ended_steps([laid, ended, ended, left], view) == [laid, left]
    assert without_ended_steps([ended, ended], view) == [ended], "what was played is a pass, what follows it is none"
    built = Passed("GA", "track"), Passed("GA", "token")
    assert without_ended_steps(built, view) == [*built], "one press that is done building"
    rules = TITLES["18GA"].rules((), 3)
    assert render.tell([ended, ended], view, rules) == ["GA is done with privates."]

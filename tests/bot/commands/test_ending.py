"""One press for all that is left of building, or of a turn: in the console, on the panel, in words; taken back as one."""

from __future__ import annotations

import re
from functools import cache

import discord
import pytest

from bot.model.kinds import Via
from bot.model.results import examine_position
from bot.tables.lookahead.pass_plans import PassPlan, plan_passes, plan_paying
from bot.views.console.layout import ANYWAY
from bot.views.options.ending import BUILT, END_TURN, PAY_AND_END, RUN_AND_END, SKIPPED_TO, plan_words
from game.actions import Pass, PayDividend
from game.events import Skipped, TurnEnded
from game.play import Game
from game.step_keys import StepKey
from render.data.queries import acting_company
from tests.console_report import rules_of, seated, walk
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, custom_id, labels, parts, press, said, words, world
from tests.support.golden_positions import golden_position


@cache
def begun(title: str, label: str, count: int) -> bytes:
    """A position in which one press of that name makes so many passes."""
    for g, _ in walk(title, 1):
        now = examine_position(g, 0)
        if len(now.deciders) == 1:
            plan = plan_passes(g.rules, now, now.deciders[0])
            if plan is not None and not plan.forgoes and (plan.count, plan.ends_turn) == (count, label == END_TURN):
                return g.snapshot()
    raise AssertionError("no such position")


async def table_in(w, title, label, count):
    """The table, its thread, who acts and for which company."""
    g = Game.load(rules_of(title), begun(title, label, count))
    thread = await seated(w, g)
    table = await w.game(thread)
    return table, thread, w.actor_at(table, table.position.deciders[0]), acting_company(g.state)


CASES = [("18TN", SKIPPED_TO[StepKey.RUN], 2), ("18EU", END_TURN, 2), ("18India", END_TURN, 3)]


@pytest.mark.parametrize(("title", "label", "count"), CASES)
@pytest.mark.parametrize("way", ["console", "panel", "end", "end turn"])
async def test_one_press_passes_all_that_is_left_and_undo_takes_it_back(w, title, label, count, way):
    table, thread, actor, company = await table_in(w, title, label, count)
    before = table.position
    shown = answer(await actor.slash(thread, "turn"))
    assert f"{label}: skips " in words(shown), "what it comes to is told before"
    if way == "console":
        done = await actor.click(shown, label=label)
    elif way == "panel":
        done = await actor.click(await w.panel_at(table), label=label)
    elif label == END_TURN:
        offered = await actor.autocomplete(thread, "do", "action", way)
        assert [c["name"] for c in offered] == [label], "what is then done is offered, and no pass beside it"
        done = await actor.slash(thread, "do", action=way)
    else:
        asked = answer(await actor.slash(thread, "do", action="done"))
        assert f"or *{label}*: press one." in words(asked)
        assert table.position.move == before.move
        done = await actor.slash(thread, "do", action="done building")
    made = [m for m in await table.history(limit=table.position.seq) if m.action is not None and m.id > before.move]
    passes = [m for m in made if m.via is not Via.AUTO_END][:count]
    assert all(m.action == Pass(by=before.deciders[0]) for m in made[:count])
    assert [m.via for m in passes][1:] == [Via.SAME_PRESS] * (len(passes) - 1)
    assert table.position.seq >= before.seq + count
    assert re.search("trades no more|places no station|buys no more", said(done))
    if label != END_TURN:
        assert table.position.step not in {"track", "token"}
        assert acting_company(await table.view(None)) == company
    else:
        assert acting_company(await table.view(None)) != company
    await actor.slash(thread, "undo")
    assert table.position.move == before.move


@pytest.mark.parametrize("typed", ["pass", "done", "fertig"])
async def test_passing_one_thing_is_still_possible(w, typed):
    table, thread, actor, company = await table_in(w, *CASES[2])
    await actor.slash(thread, "do", action=typed)
    assert acting_company(await table.view(None)) == company
    assert table.position.step == "sell holdings"


async def test_what_is_left_unasked_is_never_passed_over(w):
    """A company without a train that can buy one is asked first: no press passes that as well, unless nobody is to be asked."""
    for g, _ in walk("18India", 1):
        now = examine_position(g, 0)
        plan = plan_passes(g.rules, now, now.deciders[0])
        if plan is not None and plan.forgoes:
            break
    else:
        raise AssertionError("no such position")
    thread = await seated(w, g)
    table = await w.game(thread)
    actor = w.actor_at(table, now.deciders[0])
    assert END_TURN not in labels(await w.panel_at(table))
    assert END_TURN not in labels(answer(await actor.slash(thread, "turn")))
    asked = answer(await actor.slash(thread, "do", action="done"))
    assert ANYWAY in labels(asked)
    await actor.click(asked, label="Back")
    await actor.slash(thread, "me confirm", ask="never")
    assert END_TURN in labels(answer(await actor.slash(thread, "turn")))


async def test_an_old_button_ends_nothing(w):
    table, thread, actor, _ = await table_in(w, *CASES[2])
    shown = answer(await actor.slash(thread, "turn"))
    old, panel = custom_id(shown, END_TURN), await w.panel_at(table)
    posted = custom_id(panel, END_TURN)
    w.clock.advance(minutes=15)  # Discord lets the answer not be taken away any more
    await actor.slash(thread, "do", action="pass")
    move = table.position.move
    assert "button did nothing" in said(await press(w, actor, shown, old))
    assert "button did nothing" in said(await press(w, actor, panel, posted))
    assert table.position.move == move


async def test_the_console_has_no_such_button_where_one_pass_ends_it(w):
    table, thread, actor, _ = await table_in(w, *CASES[0])
    await actor.slash(thread, "do", action="pass")
    assert table.position.step == "token"
    shown = answer(await actor.slash(thread, "turn"))
    assert "No station" in labels(shown)
    assert not {BUILT, *SKIPPED_TO.values()} & set(labels(shown))


async def test_paying_out_and_ending_the_turn_is_one_press_and_one_undo(tmp_path):
    """Whoever wanted no train pressed twice at the end of every turn."""
    async with world(tmp_path, NAMES) as w:
        g = golden_position("18GA-bank", 400)
        thread = await table_at(w, g)
        table = await w.game(thread)
        before, actor = table.position, w.actor_at(table, g.deciders()[0])
        shown = answer(await actor.slash(thread, "turn"))
        assert f"{PAY_AND_END}: skips buying trains." in words(shown)
        colours = {p["label"]: p["style"] for p in parts(shown) if "label" in p}
        green = [label for label, colour in colours.items() if colour == discord.ButtonStyle.success.value]
        assert green == ["1 · Pay out $100: $10 a share"], "three greens: which is usual?"
        done = await actor.click(shown, label=PAY_AND_END)
        assert "ACL pays" in said(done)
        assert acting_company(await table.view(None)) != "ACL"
        await actor.slash(thread, "undo")
        assert (table.position.step, table.position.move) == ("dividend", before.move)


async def test_a_minor_runs_and_ends_its_turn_by_one_press(tmp_path):
    """18EU: after each of 27 of 30 runs of minors three menus of trains were a press and a screen for nothing."""
    async with world(tmp_path, NAMES) as w:
        g = golden_position("18EU-bank", 42)
        thread = await seated(w, g)
        table = await w.game(thread)
        before, actor = table.position, w.actor_at(table, g.deciders()[0])
        shown = answer(await actor.slash(thread, "turn"))
        assert f"{RUN_AND_END}: skips buying trains." in words(shown)
        assert RUN_AND_END in labels(shown)
        panel = await w.panel_at(table)
        assert len(labels(panel)) <= 5
        await actor.click(panel, label=RUN_AND_END)
        assert acting_company(await table.view(None)) != "10"
        await actor.slash(thread, "undo")
        assert (table.position.step, table.position.move) == ("run", before.move)


def test_a_minor_that_could_buy_a_train_of_the_bank_is_asked_for_it():
    g = golden_position("18EU-preset", 247)  # the same press would have skipped a second 2-train
    assert examine_position(g, 0).step == StepKey.RUN
    assert plan_paying(g.rules, examine_position(g, 0), g.deciders()[0]) is None


def test_a_dividend_that_ends_the_turn_by_itself_needs_no_second_button():
    g = golden_position("18GA-bank", 503)  # nothing is asked after the dividend
    assert plan_paying(g.rules, examine_position(g, 0), g.deciders()[0]) is None


def test_one_press_past_privates_alone_says_what_it_skips():
    """The console failed at the dividend of a company that could do nothing but buy privates after it: no step is passed then."""
    g = golden_position("18GA-bank", 400)
    seat = g.deciders()[0]
    events = (Skipped("ACL", "trains", "it has as many trains as it may, 4"), TurnEnded("ACL"))
    plan = PassPlan(2, False, True, events, g.view(seat), PayDividend("full", by=seat))
    assert plan_words(plan, g.rules) == f"{PAY_AND_END}: skips deals and powers of privates."

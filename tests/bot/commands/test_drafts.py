"""Hands that are chosen and cards that are drafted by numbered buttons, or by the bot."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.model.kinds import Via
from bot.model.orders.auto_draft import DraftOrder, wanted_card
from bot.model.results import Position
from bot.tables.order_runner import Request, _panel_post
from bot.views.turn_panel import place_line
from render import CardPick, alt_card_pick, draw_card_pick
from render.pictures.choices.card_pick import home_words
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, commit_label, labels, parts, said, words
from tests.support.golden_positions import golden_position
from tests.support.toy_tables import NOON
from titles.india.actions import Draft, Keep


async def at_draft(w: Any, number: int) -> tuple[Any, Any, Any]:
    """The table of a golden game, its thread, and who must act."""
    g = golden_position("18India-bank", number)
    thread = await table_at(w, g)
    return thread, await w.game(thread), w[NAMES[g.state.order.index(g.deciders()[0])]]


async def test_a_card_of_the_draft_is_one_press_of_the_console(full):
    """Each pick was four presses and two screens of scrolling, 27 times."""
    thread, table, actor = await at_draft(full, 5)
    console = answer(await actor.slash(thread, "turn"))
    before, shown = table.position.move, labels(console)
    assert len(shown) == 23
    assert shown[4] == "5 · EIR 20%"
    assert shown[-2:] == ["Draft for me…", "Explain"]
    assert next(p for p in parts(console) if p.get("label") == shown[4])["style"] == 3, "green: at once"
    await actor.click(console, label="5 · EIR 20%")
    table = await full.game(thread)
    assert table.position.move == before + 1
    assert table.position.step == "draft"


async def test_cards_of_the_hand_are_kept_by_presses_that_can_be_taken_back(full):
    """A drop-down of thirteen showed two at a time, and not how many were chosen."""
    thread, _, actor = await at_draft(full, 0)
    console = answer(await actor.slash(thread, "turn"))
    assert labels(console)[-1] == "0 of 5 chosen"
    assert "Choose 5 cards to keep" in words(console)
    assert "Which cards" not in words(console), "the question says how many"
    for label in labels(console)[:5]:
        console = answer(await actor.click(console, label=label))
    disabled = [p["label"] for p in parts(console) if p.get("disabled")]
    assert disabled == labels(console)[5:10]
    assert labels(console)[-1] == "Keep these 5"
    kept = next(p for p in parts(console) if p.get("label") == "Keep these 5")
    assert kept["style"] == 1, "it was as grey as the dead “0 of 5 chosen” before it"
    before, picks = (await full.game(thread)).position.move, labels(console)
    shown = answer(await actor.click(console, label="Keep these 5"))
    assert (await full.game(thread)).position.move == before, "secret and for good: it is shown first"
    assert labels(shown)[-1] == "Back"
    back = answer(await actor.click(shown, label="Back"))
    assert labels(back) == picks, "the same five"
    shown = answer(await actor.click(back, label="Keep these 5"))
    await actor.click(shown, label=commit_label(shown))
    assert (await full.game(thread)).position.move == before + 1


async def test_it_is_counted_how_many_have_chosen(full):
    """“then Bob, Cid, Dora, Emil” stood below the question to the last of five who were all asked at once."""
    _, table, _ = await at_draft(full, 4)
    assert place_line(table, await table.view(None)) == "-# Selection · 4 of 5 have chosen"


async def test_the_bot_drafts_for_who_asks_it(full):
    """27 rounds of picking by hand were over a hundred presses."""
    thread, table, actor = await at_draft(full, 5)
    seat, before = table.position.deciders[0], table.position.move
    console = answer(await actor.slash(thread, "turn"))
    asked = answer(await actor.click(console, label="Draft for me…"))
    assert "until the draft is over, I take the largest card of the company that you have drafted most of" in words(
        asked
    )
    assert (await full.game(thread)).position.move == before, "it says what it does first"
    done = await actor.click(asked, label="Draft the rest for me")
    assert "for you in the draft" in said(done)
    assert labels(answer(done)) == ["Stop"]
    assert answer(done).id == asked.id, "the question is gone with its buttons"
    table = await full.game(thread)
    assert table.position.move > before
    assert seat not in table.position.deciders
    again = await actor.slash(thread, "auto draft")
    assert "I take the largest card" in said(again)
    assert "Stopped: cards of the draft" in said(await actor.click(answer(again), label="Stop"))


async def test_all_cards_of_the_bot_are_told_alike_and_the_round_after_them_is_nobody_s(full):
    """The last card was the player's own, and “Stock round 1 begins (by the bot)”."""
    thread, _, _ = await at_draft(full, 36)
    full.bot.sender.wake()
    await full.bot.sender.drain()  # the panel stands, in which what follows is told
    for person in NAMES:
        await full[person].slash(thread, "auto draft")
    full.bot.sender.wake()
    await full.bot.sender.drain()
    told = "\n".join(full.posts(thread))
    taken = [line for line in told.split("\n") if " takes " in line]
    assert len(taken) > 1
    assert all(line.endswith("(by the bot).") for line in taken)
    assert "Stock round 1 begins." in told


def test_nobody_who_has_chosen_is_still_called():
    """The card went on calling all players for seconds, and offered them a turn."""
    store: Any = SimpleNamespace(clock=SimpleNamespace(now=lambda: NOON))
    before, after = (
        SimpleNamespace(over="", auction=None, deciders=who) for who in (("ann", "bob", "cid"), ("ann", "cid"))
    )
    applied: Any = SimpleNamespace(position=after, events=(), game=None)
    post = _panel_post(
        store, Request("bob", Keep((), by="bob"), Via.PANEL), cast("Any", before), applied, before.deciders
    )
    assert post.not_before is None


def test_the_bot_takes_the_largest_card_of_the_company_of_which_one_has_drafted_most():
    """What it says it does. By the cards kept in secret it would tell of which company there are most."""
    taken = {}
    for move in (5, 20):
        g = golden_position("18India-bank", move)
        seat = g.deciders()[0]
        choices = {seat: tuple(g.choices(seat))}
        position = Position(move, move, g.state.round, "", (seat,), choices, "draft", None, g.snapshot())
        taken[move] = wanted_card(position, g.rules, [DraftOrder(seat=seat, round=g.state.round)])
        assert wanted_card(position, g.rules, [DraftOrder(seat="somebody", round=g.state.round)]) is None
    assert taken == {5: Draft("EIR.0", by="ann"), 20: Draft("PNS.0", by="dee")}, "not WIP, of which Ann has kept two"


def test_the_hand_stands_first_and_says_where_its_companies_start():
    """Nine codes stood there, and the hand below two other pictures."""
    g = golden_position("18India-bank", 0)
    seat = g.deciders()[0]
    view = g.view(seat)
    numbers = {card: n for n, card in enumerate(sorted(c for c, at in view.place.items() if at == f"hand:{seat}"), 1)}
    told = alt_card_pick(view, g.rules, seat, CardPick(numbers, tuple(numbers)[:1]))
    assert told.index("Your hand") < told.index("In the draft")
    assert told.startswith("Chosen: EIR 10% ₹100.")
    assert home_words("EIR", g.rules) == "Kolkata (P17)"
    assert home_words("GIPR", g.rules) == "starts in any city"
    high = draw_card_pick(view, g.rules, seat, CardPick(numbers)).height
    assert high < 850, "equal cards have a line together"
    first_of_two = next(c for c in numbers if c.startswith("GIPR"))
    apart = draw_card_pick(view, g.rules, seat, CardPick(numbers, (first_of_two,))).height
    assert apart > high, "unless one of them is chosen"

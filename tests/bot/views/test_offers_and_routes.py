"""What an offer comes to, and routes that people type."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from bot.model.board.run_worth import BestRun, find_best_run
from bot.model.kinds import Via
from bot.views.console.hints import run_hints
from bot.views.console.station_worth import shut_out_words
from bot.views.console.train_worth import sold_train_words
from bot.views.console.typed_routes import example_routes, give_cards, spell_routes
from bot.views.messages import PASSES, PLAYS, button, playing_words
from bot.views.offer_words import offer_words
from bot.views.story.named_moves import move_words
from game.actions import Bid, BuyTrain, PlaceToken, Route, RunTrains, SellPrivate
from game.events import DEALS, Passed, TurnEnded
from game.notation import parse
from game.routing import validator
from game.rules import Refusal
from game.steps.operate import LastChance
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from render import auction_lots
from render.data import queries
from render.pictures.bids import _leader_only
from render.text.card_words import power_words
from tests.bot.views.test_likely_first import style
from tests.console_report import seated
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, labels, parts, said, words
from tests.support.golden_positions import golden_position
from tests.support.title_positions import new, operate, own, play, stock
from tests.titles.test_tn import L_AND_N, board, phase, train

RUN = RunTrains((Route("2-1", ("F11.a", "E10.a")),), by="ann")
LONG = RunTrains((Route("2-1", ("F11.a", "E10.a")), Route("3-1", ("C4.a", "D7.a"))), by="ann")


def asked():
    """Bob, who leads SR, is asked for its only train."""
    g = board(L_AND_N)
    phase(g, "3", gone="2")
    train(g, "SR", "2-1")
    own(g, "bob", "SR", 3)
    g.state.place["SR.0"], g.company("SR").president = "bob", "bob"
    g.state.cash |= {"L&N": 1000, "SR": 20}
    operate(g, "L&N", BuyTrains("L&N"), LastChance("L&N"))
    play(g, BuyTrain("2-1", 50, "SR", by="ann"))
    return g


async def test_an_offer_says_what_it_comes_to_and_is_answered_alike_everywhere(w):
    """Bob saw what L&N had, not that it was SR's only train; both answers were green, in the private answer grey."""
    g = asked()
    said = "SR $20 → $70, no train left; a 3-train costs $180 now · L&N $1,000 → $950"
    assert offer_words(g.view("bob"), g.rules) == said
    thread = await seated(w, g)
    bob = w["Bob"]
    panel, shown = await w.panel(thread), answer(await bob.slash(thread, "turn"))
    for message in (panel, shown):
        assert said in words(message)
        assert "*Accept* and *Decline* are done at once" in words(message)
        assert (style(message, "Accept"), style(message, "Decline")) == (3, 4)
    await bob.click(shown, label="Decline")
    assert (await w.game(thread)).position.deciders == ("ann",), "it asks no further"


async def test_whoever_sells_a_train_is_told_what_the_company_earns_without_it():
    """Ann saw what TC would be paid, and not that its run fell from $100 to $60."""
    g = asked()
    view = g.view("bob")
    own = structs.replace(view, tokens={slot: "SR" if c == "L&N" else c for slot, c in view.tokens.items()})

    async def find_run(board: Any, company: str, _beside: str = "") -> BestRun | None:
        return find_best_run(g.rules, board, company)

    table: Any = SimpleNamespace(rules=g.rules, find_best_run=find_run)
    assert await sold_train_words(table, own) == "SR's best run $80 → $0"
    both = structs.replace(own, place={**own.place, "2-2": "SR"})
    assert await sold_train_words(table, both) == "SR's best run $120 → $80"
    assert "keeps a 2-train" in offer_words(both, g.rules)
    assert await sold_train_words(table, structs.replace(own, agenda=[])) == ""


async def test_a_station_says_whom_it_shuts_out():
    """Its preview said that the best run stays $60, and not that TC could go no further: that was the news."""
    g = board(L_AND_N)
    view = g.view(None)
    before = structs.replace(view, tokens={"D11.a.0": "L&N"}, place={**view.place, "3-1": "L&N"})
    after = structs.replace(before, tokens={**before.tokens, "B13.a.0": "SR"})

    async def find_run(board: Any, company: str, effort: int) -> BestRun | None:
        return find_best_run(g.rules, board, company, effort)

    table: Any = SimpleNamespace(rules=g.rules, find_best_run=find_run)
    station = PlaceToken("B13.a", by="bob")
    said = "It shuts out L&N (best run $90 → $60): its trains end there."
    assert await shut_out_words(table, station, before, after) == said
    assert await shut_out_words(table, station, after, after) == ""
    closed = structs.replace(after.companies["L&N"], closed=True)
    gone = structs.replace(after, companies={**after.companies, "L&N": closed})
    assert await shut_out_words(table, station, before, gone) == "", "a company that closes with it, as in a merger"


def test_an_offer_for_a_private_says_what_it_pays():
    g = new("18TN", 3)
    g.state.place["OWR"] = "p0"
    stock(g, "p0")
    play(g, SellPrivate("OWR", "p1", 110, by="p0"))
    cash = g.state.cash["p0"], g.state.cash["p1"]
    said = offer_words(g.view("p1"), g.rules)
    assert said.startswith(f"P0 ${cash[0]} → ${cash[0] + 110}, without OWR's $20 per OR · p1 ${cash[1]} →")
    play(g, *[a for c in g.choices("p1") for a in c][:1])
    assert offer_words(g.view("p1"), g.rules) == ""


def test_red_says_that_it_asks_first():
    """“Red passes” stood above a button that asked “Go on without?”."""
    acting = [button("x", "No track", PASSES), button("y", "Lay", PLAYS)]
    assert playing_words(acting) == "Green and red do it at once", "“*Lay* is done at once”, and the pass was too"
    assert playing_words(acting, asks=True) == "*Lay* is done at once, *No track* asks you first"
    assert playing_words(acting, yes_or_no=True) == "*Lay* and *No track* are done at once"


async def test_never_ask_again_is_not_red(w):
    g = board(L_AND_N)
    operate(g, "L&N", LayTrack("L&N"))
    thread = await seated(w, g)
    ann = w["Ann"]
    assert "*No track* asks you first" in words(await w.panel(thread))
    shown = answer(await ann.slash(thread, "turn"))
    assert "*No track* asks you first" in words(shown)
    left = answer(await ann.click(shown, label="No track"))
    assert labels(left) == ["Go on without", "Back", "Go on, never ask again"]
    assert [p["style"] for p in parts(left) if "label" in p] == [4, 2, 2]
    assert "I will not ask again" in said(await ann.slash(thread, "do", action="go on, never ask again"))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Nashville Clarksville", "2: F11 E10"),
        ("2: nashville, Clarksville", "2: F11 E10"),
        ("2-train: Bowling Green–Clarksville", "2: D11 E10"),
        ("E10-F11", "2: E10 F11"),
        ("2-1: D4.b E7 via D4/0", "2-1: D4.b E7 via D4/0"),
    ],
)
def test_a_route_may_be_typed_by_names_and_without_the_only_train(typed, read):
    """“'Nashville Clarksville' is not a route; type train: stops, such as: run 3: D4.b E7 F6.”"""
    assert spell_routes(typed, [RUN], new("18TN").rules) == (read, "")


@pytest.mark.parametrize(("name", "number"), [("18TN-bank", 330), ("18EU-bank", 281)])
def test_trains_of_a_typed_run_are_the_companys_own_cards(name, number):
    """Its preview broke on a train that was named by its type, as the form's own example names it; 18EU's Paris has two stops."""
    g = golden_position(name, number)
    (seat,) = g.deciders()
    runs = [a for c in g.choices(seat) for a in c if isinstance(a, RunTrains)]
    text, trouble = spell_routes(example_routes(runs, g.rules), runs, g.rules)
    typed = parse(f"run {text}", seat, g.choices(seat), (RunTrains,))
    assert isinstance(typed, RunTrains)
    run = give_cards(typed, g.view(seat), g.rules)
    assert not trouble
    assert {r.train for r in run.routes} == {r.train for r in runs[0].routes}
    assert not isinstance(validator.judge(g, queries.acting_company(g.view(seat)), run.routes), Refusal)
    assert run_hints([run], g.view(seat), g.rules)[:1] == run_hints(runs[:1], g.view(seat), g.rules)[:1]


def test_of_several_trains_the_one_that_is_meant_must_be_named():
    rules = new("18TN").rules
    assert example_routes([RUN], rules) == "2: Nashville, Clarksville"
    text, missing = spell_routes("Nashville Clarksville", [LONG], rules)
    assert text == "Nashville Clarksville"
    assert missing.startswith("“Nashville Clarksville” names no train. Type it as 2: Nashville, Clarksville; 3: ")
    assert spell_routes("2: F11 E10; 3: Memphis, Nashville", [LONG], rules)[1] == ""


def test_what_a_private_without_income_brings_is_said_before_it_is_bid_for():
    """LNR was won for $205, and only the par prices said that its share is worth $130 to $180."""
    g = new("18TN", 3)
    (lot,) = auction_lots(g.view("p0"), g.rules, ["LNR"], {"LNR": 175})
    assert lot.price == "$175\nno income"
    assert lot.words == power_words(g.rules, "LNR")
    assert "the president's 20% of L&N, worth $130 to $180" in lot.words


def test_the_next_bid_stands_below_the_highest():
    """“Cid $180, next” was broken before its sum."""
    g = new("18TN", 3)
    play(g, Bid("LNR", 180, by="p0"))
    (lot,) = auction_lots(g.view("p0"), g.rules, ["LNR"], {"LNR": 185})
    assert _leader_only(lot).end == ["p0 $180", "next $185"]


async def test_who_ends_a_turn_with_nothing_more_is_told_with_the_company(w):
    """*Undo…* listed “Ann: Done”."""
    g = board(L_AND_N, owners={"TCC": "bob"})
    phase(g, "3")
    operate(g, "L&N", LastChance("L&N"))
    thread = await seated(w, g)
    await w["Ann"].slash(thread, "play pass")
    table = await w.game(thread)
    move, view = (await table.history())[1], await table.view(None)

    def told(**changed: Any) -> str:
        return move_words(replace(move, **changed), view, table.rules, table.row)

    assert told() == "Ann ends the turn of L&N"
    assert told(events=(TurnEnded("ann"),)) == "Ann ends the turn", "“Ann: nothing more” did not say of what"
    alone = told(events=(Passed("L&N", DEALS),), via=Via.AUTO_END)
    assert alone == "L&N could only have traded privates, so the turn went on"


async def test_a_merger_is_taken_back_as_one(w):
    """18EU: a corporation starts where its minor's station is, and *Undo…* said that it places a station there."""
    thread = await table_at(w, golden_position("18EU-bank", 193))
    table = await w.game(thread)
    seat = next(s for s in table.seats if s.name in table.position.deciders)
    player = next(p for p in w.people.values() if p.id == seat.user)
    shown = answer(await player.slash(thread, "do", action="minor 3"))
    await player.click(shown, label=commit_label(shown))
    (move,) = [m for m in await table.history() if isinstance(m.action, PlaceToken)]
    words = move_words(move, await table.view(None), table.rules, table.row)
    assert words.startswith(f"{seat.shown} merges minor 3 (Paris-Lyon-Méditerranée) into GSR")


FIRST_ANSWER = 3  # moves, with the position and the merger before it


async def test_an_answer_to_what_a_merger_leaves_open_is_named_by_the_answer(w):
    """“Takes back 1 step: Minor 3's station in Paris (A10) is removed” was said of a choice."""
    thread = await table_at(w, golden_position("18EU-bank", 194))
    table = await w.game(thread)
    seat = next(s for s in table.seats if s.name in table.position.deciders)
    player = next(p for p in w.people.values() if p.id == seat.user)
    shown = answer(await player.slash(thread, "do", action="3 into GSR"))
    await player.click(shown, label=commit_label(shown))
    answers = (("No station", " passes: minor 3's station in Paris"), ("Station in", "GSR places a station in Paris"))
    for label, named in answers:
        question = answer(await player.slash(thread, "turn"))
        question = answer(await player.click(question, label=next(t for t in labels(question) if t.startswith(label))))
        if len(await table.history()) < FIRST_ANSWER:  # else it was done at once
            await player.click(question, label=commit_label(question))
        move = (await table.history())[FIRST_ANSWER - 1]
        assert named in move_words(move, await table.view(None), table.rules, table.row)
        await player.slash(thread, "undo")

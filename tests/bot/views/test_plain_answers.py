"""What is asked, shown and told is of now, says why, and puts nothing in anybody's mouth."""

from __future__ import annotations

import io
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from msgspec import structs
from PIL import Image

import render
from bot.commands.console_answers import CALLED_ANEW
from bot.model.action_form import Draft, ask_next, pass_action
from bot.model.kinds import Via
from bot.model.results import Move
from bot.storage.repositories.moves import load_line
from bot.views.console.effect_lines import leave_out_repeated, without_named_powers
from bot.views.messages import PASSES, PLAYS
from bot.views.options.ending import pass_label
from bot.views.options.labels import cut_label, number_labels, shorten_routes
from bot.views.options.screen import RUNS, Screen, ScreenOption, make_screen, priced_company
from bot.views.options.shortcuts import _button_text, _share_appeal, shortcut_buttons
from bot.views.press_verbs import StepVerb
from bot.views.story.move_browser import browse_position
from bot.views.story.move_lines import _is_first_purchase, happened_lines, newest_words
from bot.views.turn_panel import _next_players_line, can_only_wait
from game.actions import Action, BuyShare, BuyTrain, LayTile, Par, Pass, Route, RunTrains, SellShares, TakePrivate
from game.choices import Auction, choice
from game.events import Event, Passed, PowerUsed, RoundEnded, TokenPlaced
from game.play import Game
from game.steps.token import PlaceToken
from game.steps.track import LayTrack
from render.drawing.layout import edge_margin, spread
from render.pictures.map import placed
from render.text.card_words import capital_words
from render.text.directions import shared_exits, toward
from render.text.labels import stop_names
from tests.console_report import seated, walk
from tests.support.board_notation import board
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, labels, menu, said, words, world
from tests.support.golden_positions import golden_position
from tests.support.toy_tables import NOON
from tests.support.track_turns import COLUMBUS
from titles import TITLES
from titles.india.hands import DraftCards

if TYPE_CHECKING:
    from bot.tables.service import Table


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


async def test_the_map_that_is_asked_for_is_the_map_alone(w):
    """It was a thumbnail beside tables, in a small frame with the market below it."""
    thread = await w.table()
    actor = await w.actor(thread)
    other = next(w[name] for name in ("Ann", "Bob") if w[name] is not actor)
    shown = answer(await actor.click(await w.asking(thread), label="Map"))
    assert len(shown.attachments) == 1
    assert not shown.embeds, "a single picture is as wide as those of posts"
    assert labels(shown) == ["Market", "Table", "Key", "Take my turn"], "whose turn it is"
    assert labels(answer(await other.click(await w.asking(thread), label="Map"))) == ["Market", "Table", "Key"]
    assert len(answer(await actor.click(shown, label="Market")).attachments) == 1


async def test_map_and_market_are_one_press_from_every_panel(w):
    """The market was two presses away: behind the map, or behind a menu."""
    thread = await w.table()
    panel = await w.panel(thread)
    for label, kind in (("Map", "map"), ("Market, more", "market")):
        (shown,) = answer(await w["Bob"].click(panel, label=label)).attachments
        assert shown.filename.startswith(f"{kind}-")


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_map_is_as_wide_as_a_phone_and_no_higher_than_it_needs(title):
    """It was a third of a phone's width, between empty stripes."""
    data = TITLES[title].rules((), TITLES[title].file.players[0]).data
    canvas = render.map_canvas(data)
    where = placed(list(data.hexes.values()), data, canvas)
    wide, high = (n * where.size for n in spread(list(data.hexes.values()), data.layout == "pointy"))
    assert canvas[0] == render.TALL[0]
    assert canvas[0] - wide <= 2 * edge_margin(canvas) + canvas[0] * 0.04
    assert canvas[1] - high <= 2 * edge_margin(canvas) + 4


def told_of(*played: tuple[Action | None, tuple[Event, ...], Via], title: str = "18TN") -> list[str]:
    """What is told of moves of Ann's, each with its events and how it was made."""
    g = Game.new(TITLES[title].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    row = SimpleNamespace(seat=lambda _name: None, seats_of=lambda _user: (), host=0)
    moves = [Move(1, 0, 0, "ann", action, events, via, 0, NOON, "", revealed=False) for action, events, via in played]
    return happened_lines(cast("Table", SimpleNamespace(rules=g.rules, row=row)), moves, g.view(None))


def ended(what: str, before: Any, title: str = "18TN") -> list[str]:
    """What is told of a step of TC's that ended by itself after that action."""
    passed = (Passed("TC", what),) if what else ()
    return told_of((before, (), Via.PANEL), (Pass(by="ann"), passed, Via.AUTO_END), title=title)


def test_a_turn_that_ends_by_itself_says_why():
    bought = BuyTrain("2-1", 80, by="ann")
    assert ended("trains", bought) == ["TC buys no more trains: it has bought its one from the bank this turn."]
    assert ended("trains", BuyTrain("2-1", 80, seller="L&N", by="ann")) == ["TC buys no more trains."]
    assert ended("track", None) == ["TC is done with track."]
    assert ended("token", None) == ["TC places no station."]
    bought_once = "The turn is over: a player buys only one share a turn."
    assert ended("", BuyShare("TC", "ipo", by="ann")) == [bought_once]
    assert ended("", Par("TC", 70, by="ann")) == [], "a start is a certificate of two shares"
    assert ended("", bought) == ["The turn is over: nothing was left to do."], "trains are no shares"


def test_what_was_not_done_does_not_push_out_what_was():
    """“W&A places a station in Rome. • W&A places no station.”, and the tile laid before was left out of the post."""
    placed = (None, (TokenPlaced("TC", "F11.a", 40),), Via.PANEL)
    for via in (Via.PANEL, Via.AUTO_END):
        nothing = [(None, (Passed("TC", step),), via) for step in ("token", "track", "trains")]
        assert told_of(placed, *nothing) == told_of(placed) != []
        assert told_of(*nothing[:2]) == ["TC places no station.", "TC is done with track."], "else that is all there is"


def test_one_purchase_a_turn_is_said_after_the_first_alone():
    g = Game.new(TITLES["18TN"].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    view = g.view(None)
    assert _is_first_purchase(view, "ann")
    view.place.update({"TC.1": "ann", "TC.2": "ann"})
    assert not _is_first_purchase(view, "ann")


def test_a_preview_says_nothing_twice():
    """“Buy LTR for $20”, and below it that Ann gets LTR for $20."""
    more = ["Ann gets LTR for $20.", "The auction is over."]
    assert leave_out_repeated(more, "Buy LTR for $20", "Ann") == more[1:]
    start = ["Ann starts ACL (Atlantic Coast Line) at $55 a share and buys 20% for $110."]
    assert leave_out_repeated(start, "Start ACL at $55 a share · 20% for $110", "Ann") == []
    tracks = ["GA upgrades F12 to tile 16, F10–Savannah and Statesboro–E11, using MRC."]
    wish = "Upgrade F12 to tile 16, F10–G13 (Savannah) and G11 (Statesboro)–E11, using MRC"
    assert leave_out_repeated(tracks, wish, "Dee GA") == []
    both = ["ACL discards a 3-train.", "W&A discards a 3-train."]
    assert leave_out_repeated(both, "Discard a 3-train", "Ann ACL", both) == both, (
        "what the asker's own does is told too"
    )
    for line, wish in (
        ("CoG runs for $50: 2-train Atlanta–Macon $50.", "Run the 2-train Atlanta–Macon"),
        ("CoG pays $50: $5 a share (Bob $10); price $60 → $70.", "Pay out $50: $5 a share"),
        ("Ann sells 20% of GA for $180; price $90 → $80.", "Sell 2 GA for $180"),
    ):
        assert leave_out_repeated([line], wish, "Ann CoG") == [line]


def ends_round_and_goes_on() -> tuple[Game, Pass]:
    """A position of 18GA in which a pass ends a round, and whoever passes begins the next one."""
    for g, _ in walk("18GA", 1):
        (by, *_), snapshot = g.deciders(), g.snapshot()
        ends = [a for c in g.choices(by) for a in c if isinstance(a, Pass)]
        if not ends:
            continue
        after = Game.load(g.rules, snapshot)
        events = after.play(ends[0])
        if any(isinstance(e, RoundEnded) for e in events) and after.deciders() == [by]:
            return Game.load(g.rules, snapshot), ends[0]
    raise AssertionError("nobody does in that game")


async def test_who_ends_a_round_and_goes_on_reads_of_its_end_once(w):
    """The answer told it too, with the next question, which the new panel asks."""
    g, ends = ends_round_and_goes_on()
    thread = await seated(w, g)
    table = await w.bot.tables.get((await w.store.table_in_channel(w.guild.id, thread.id)).id)
    actor = w.actor_at(table, ends.by)
    told = answer(await actor.slash(thread, "play pass"))
    if labels(told):
        told = answer(await actor.click(told, label=commit_label(told)))
    assert CALLED_ANEW in words(told)
    assert "is over" not in words(told)
    assert not labels(told), "the panel below asks"
    await w.bot.sender.drain()
    await w.env.settle()
    posts = [words(m) for m in thread.history()]
    assert sum("is over" in p for p in posts) == 1
    assert "Take my turn" in labels(thread.history()[-1])


async def test_what_nobody_has_chosen_is_no_green_button(w):
    """After a tile the preview of the only station stood there at once, green, where the last press was."""
    thread = await table_at(w, board(COLUMBUS, PlaceToken("CoG")))
    shown = answer(await w["Ann"].slash(thread, "turn"))
    assert "lace a station, or no station" in words(shown)
    assert commit_label(shown).startswith("Station in ")
    assert words(shown).count("Station in ") == 0, "its button says it"
    assert "he picture shows it done" in words(shown)
    assert "This would happen" not in words(shown)
    assert labels(shown)[-1] == "No station"


async def test_stepping_begins_now_and_says_a_move_once_beside_a_map_that_leaves_its_buttons_in_sight(w):
    """The newest move was "an earlier position", told twice, and its buttons stood 500 pixels below a phone's screen."""
    thread = await w.table()
    table = await w.bot.tables.get((await w.store.table_in_channel(w.guild.id, thread.id)).id)
    for _ in range(2):
        seat = table.position.deciders[0]
        await table.play(seat, pass_action(table.choices(seat)), Via.COMMAND)
    line = await load_line(w.store, table.id, table.position.move)
    now = await browse_position(table, None)
    assert now.title.endswith(" · now")
    assert "earlier position" not in now.title
    before = await browse_position(table, None, line[-2].id)
    assert before.title.endswith(" · an earlier position")
    for shown in (now, before):
        first, *rest = shown.body.splitlines()
        assert all(line.removeprefix("• ").rstrip(".") not in first for line in rest)
        with Image.open(io.BytesIO(shown.pictures[0].data)) as picture:
            wide, high = picture.size
        assert high <= wide


def test_a_tile_names_the_hexes_and_places_it_leads_to():
    rules = TITLES["18TN"].rules((), 3)
    straight = toward(rules, "B15", rules.data.tiles["8"].faces[1], named=True)
    assert straight == "to B13 (Louisville) and A16 (Cincinnati)"
    assert toward(rules, "B15", rules.data.tiles["8"].faces[5], named=True) == "to B13 (Louisville) and C16 (Danville)"


def test_ways_that_join_the_same_track_name_the_other_end():
    """18VA: five buttons began with “to D9 and”, where the company's own track lies, and the captions with Charlottesville."""
    view, rules = golden_position("18GA-bank", 350).view(None), TITLES["18GA"].rules((), 3)
    lays = [LayTile("D8", tile, turn) for tile in ("7", "8", "9") for turn in range(6)]
    faces = {lay: rules.data.tiles[lay.tile].faces[lay.rotation] for lay in lays}
    joins, others = ([lay for lay in lays if side in faces[lay].exits] for side in (0, 1))  # E7's track, an empty hex
    assert shared_exits(view, rules, joins) == {0}
    assert len({toward(rules, "D8", faces[lay], shared=frozenset({0})) for lay in joins}) == 5
    assert shared_exits(view, rules, others) == frozenset(), "nothing lies there: it is said where they lead"
    assert shared_exits(view, rules, lays) == frozenset(), "they have no side in common"


def test_an_upgrade_names_the_places_it_leads_to_anew():
    """Four ways to turn Nashville's green tile named five places each, and four of them were the same."""
    view, rules = golden_position("18GA-bank", 350).view(None), TITLES["18GA"].rules((), 3)
    known = rules.data.face("E7", view.tiles["E7"]).exits
    both = [f for f in rules.data.tiles["141"].faces if known < f.exits]
    ways = [toward(rules, "E7", f, named=True, known=known) for f in both]
    assert ways == ["also to E5", "also to E9"]
    assert toward(rules, "E7", both[0], named=True, known=both[0].exits) == toward(rules, "E7", both[0], named=True)


def test_the_share_of_one_press_is_of_the_own_company_first():
    """Whoever presided L&N was offered a share of a company of another's."""

    def state(president: str, *, floated: bool) -> Any:
        return SimpleNamespace(president=president, floated=floated, earned=0)

    companies = {
        "L&N": state("bob", floated=True),
        "TC": state("ann", floated=False),
        "SR": state("ann", floated=False),
    }
    view: Any = SimpleNamespace(companies=companies, place={"SR.1": "bob"})
    buys = [BuyShare(c, "ipo", by="bob") for c in companies]
    best = sorted(buys, key=lambda a: _share_appeal(a, view), reverse=True)
    assert [a.company for a in best] == ["SR", "L&N", "TC"]


def test_only_who_may_still_bid_comes_next():
    """ "then Bob, Ann" stood beside a lot for which Bob had never bid."""
    step = SimpleNamespace(key="duel", next_players=lambda _view: None)
    view: Any = SimpleNamespace(agenda=[step], order=["cid", "bob", "ann"], companies={}, place={})
    position = SimpleNamespace(deciders=("cid",), auction=Auction("MRC", ("MRC",), alone=True, bidders=("cid", "ann")))
    table: Any = SimpleNamespace(position=position, rules=None, row=SimpleNamespace(seat=lambda _name: None))
    assert _next_players_line(table, view) == "then ann"


def test_a_draft_that_turns_round_says_who_takes_two_in_a_row():
    """18 India 6.5: “then Ann, Cid” stood there, and Cid came."""
    view: Any = SimpleNamespace(agenda=[DraftCards(taken=1)], order=["ann", "bob", "cid"], companies={})
    view.place = dict.fromkeys("1234567", "draft")
    position = SimpleNamespace(deciders=("bob",), auction=None)
    table: Any = SimpleNamespace(position=position, rules=None, row=SimpleNamespace(seat=lambda _name: None))
    assert _next_players_line(table, view) == "then ann twice, bob"
    view.place = dict.fromkeys("12", "draft")
    assert _next_players_line(table, view) == "then ann"


def test_a_button_of_a_panel_plays_what_it_says_and_holds_no_choice():
    """“Lay 451a in Atlanta” laid one of two turns; a red *No track* asked first."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    turns = [LayTile("D4", "451a", n, by="ann") for n in (0, 2)]

    def buttons(*choices: Any) -> list[tuple[str, str]]:
        table: Any = SimpleNamespace(
            id=1, rules=rules, position=SimpleNamespace(auction=None), choices=lambda _seat: choices
        )
        return [(b.label, b.style) for b in shortcut_buttons(table, view, "ann", 0, {}, "")]

    asks = choice(Pass(by="ann"), forgoes="a tile could be laid")
    assert [style for _, style in buttons(choice(*turns), asks)] == [PASSES], "the same button has the same colour"
    lay, ending = buttons(choice(turns[0]), choice(Pass(by="ann")))
    assert lay == ("Lay tile 451a in Atlanta", PLAYS)
    assert ending[1] == PASSES


async def test_what_a_deal_can_be_checked_with_is_in_a_list_of_its_own(w):
    """Lines of hashes stood above the market."""
    thread = await w.table()
    more = answer(await w["Ann"].click(await w.asking(thread), label="Market, more"))
    assert re.fullmatch(r"-# Details: 18GA #\d+ · move \d+", words(more).splitlines()[-1])
    assert "SHA-256" not in words(more)
    checked = said(await w["Ann"].select(more, ["proofs"], custom_id=menu(more)["custom_id"]))
    whole = re.findall(r"SHA-256 of the seed: (\w{64})", checked)
    assert whole
    assert whole[0][:16] not in w.posts(thread)[0]
    assert "How to check draws and secret bids" in w.posts(thread)[0]


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA", "18EU"])
def test_a_par_price_says_what_it_is_good_for(title):
    """ "Your 20% are worth $130" was all that was told to choose between $65 and $90."""
    for g, _ in walk(title, 1):
        choices = g.choices(g.deciders()[0])
        shown = make_screen(choices, Draft())
        company = next((o.choice for o in shown.options if o.kind is Par and o.field == "company"), "")
        asked = make_screen(choices, Draft("Par", {"company": company})) if company else shown
        if priced_company(asked):
            said_of_it = capital_words(g.rules, priced_company(asked))
            assert said_of_it.endswith("for track and trains.")
            assert ("10 times this price" in said_of_it) == (title in ("18GA", "18TN"))
            return
    pytest.fail("nobody sets a price in this game")


def test_what_a_private_pays_and_when_stands_beside_it():
    g = Game.new(TITLES["18TN"].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    (lot,) = render.auction_lots(g.view(None), g.rules, ["TCC"], {})
    assert lot.price == "$20\n$5 per OR"


async def test_who_pays_for_a_private_and_what_done_ends_stand_on_their_buttons(w):
    """ "Buy TCC from Ann for $20": did the company pay, or its president? And was "Done" the whole turn?"""
    thread = await table_at(w, board(COLUMBUS, LayTrack("CoG"), phase="3", owners={"LTR": "bob"}))
    table = await w.game(thread)
    view, rules = await table.view(None), table.rules
    deal = TakePrivate("LTR", 20, by="ann")
    assert _button_text(table, deal, view, {}) == "CoG buys LTR for $20 from Bob"
    assert _button_text(table, structs.replace(deal, by="bob"), view, {}) == "CoG buys LTR for $20"
    assert pass_label(Pass(by="ann"), table.choices("ann"), view, rules) == "No track"
    deals = [c for c in table.choices("ann") if c.kind is not LayTile]
    assert pass_label(Pass(by="ann"), deals, view, rules) == "Done"


def test_runs_of_several_trains_that_earn_the_same_have_a_stop_of_their_own():
    """ "1 · £140" and "2 · £140"."""
    rules = TITLES["18VA"].rules((), 2)
    ways = [("F7.a", "E8.a"), ("F5.a", "E8.a")]
    runs = [RunTrains((Route("2-1", stops), Route("2-2", ("C4.a", "E8.a"))), by="ann") for stops in ways]
    offers = tuple(ScreenOption(StepVerb.ACT, str(n), RunTrains, run) for n, run in enumerate(runs))
    shown = Screen(ask_next([choice(*runs)], Draft()), offers)
    labels = [
        f"$140 · {'; '.join(stop_names(r.stops, rules) for r in run.routes)}, the long way round it" for run in runs
    ]
    assert number_labels(shorten_routes(labels, shown, rules)) == [
        "1 · $140 via Fredericksburg",
        "2 · $140 via Alexandria",
    ]


def test_a_player_who_can_buy_nothing_may_leave_it_to_the_bot():
    """Four questions each in a round to whoever had $0."""
    poor = [choice(Pass(by="ann")), choice(SellShares("CoG", 1, by="ann"))]
    position, view = SimpleNamespace(round="SR 3"), cast("Any", SimpleNamespace(agenda=[]))
    table = SimpleNamespace(position=position, choices=lambda _: poor, rules=TITLES["18GA"].rules((), 3))
    assert can_only_wait(cast("Table", table), "ann", view)
    table.rules = TITLES["18India"].rules((), 3)
    assert not can_only_wait(cast("Table", table), "ann", view), "it would show what is in a hand"
    table.rules = TITLES["18GA"].rules((), 3)
    view.agenda.append(SimpleNamespace(key="stock", has_bought=True))
    assert not can_only_wait(cast("Table", table), "ann", view), "it has just bought"
    view.agenda.clear()
    poor.append(choice(BuyShare("CoG", "ipo", by="ann")))
    assert not can_only_wait(cast("Table", table), "ann", view)


def test_a_long_route_is_named_by_its_ends_and_no_word_is_cut():
    """ "3-train Freder … Cumberland"."""
    rules = TITLES["18VA"].rules((), 2)
    ways = [("F7.a", "E8.a", "C4.a"), ("F5.a", "E8.a", "C4.a")]
    runs = [RunTrains((Route("3-1", stops),), by="ann") for stops in ways]
    offers = tuple(ScreenOption(StepVerb.ACT, str(n), RunTrains, run) for n, run in enumerate(runs))
    shown = Screen(ask_next([choice(*runs)], Draft()), offers)
    labels = [f"$80 · 3-train {stop_names(stops, rules)}" for stops in ways]
    assert [cut_label(text) for text in number_labels(shorten_routes(labels, shown, rules))] == [
        "1 · $80 · Fredericksburg … Cumberland",
        "2 · $80 · Alexandria … Cumberland",
    ]


def test_runs_of_several_trains_say_what_these_earn_together():
    """ "1 · $140 · 1) 2-train Cinci … Nashville"."""
    rules = TITLES["18VA"].rules((), 2)
    long, other = ("F7.a", "E8.a", "C4.a"), ("F5.a", "E8.a", "C4.a")
    runs = [RunTrains((Route("3-1", long), Route("3-2", stops)), by="ann") for stops in (other, long[:2])]
    shown = Screen(
        ask_next([choice(*runs)], Draft()),
        tuple(ScreenOption(StepVerb.ACT, str(n), RunTrains, run) for n, run in enumerate(runs)),
    )
    labels = [
        f"${n} · {'; '.join(stop_names(r.stops, rules) for r in run.routes)}"
        for n, run in zip((140, 130), runs, strict=True)
    ]
    assert number_labels(shorten_routes(labels, shown, rules)) == ["1 · $140", "2 · $130"]


def test_one_screen_offers_the_best_runs_and_a_way_to_the_others():
    ways = [RunTrains((Route("2-1", (f"F{n}.a", "E8.a")),), by="ann") for n in range(9)]
    shown = make_screen([choice(*ways), choice(Pass(by="ann"))], Draft())
    assert [o.action for o in shown.options] == ways[:RUNS]
    assert [o.kind for o in shown.more] == [RunTrains]


def test_the_use_of_a_power_that_stands_above_is_not_told_again():
    """ "This would happen: SAL uses the power of W&SR." said nothing."""
    used, placed = PowerUsed("W&SR", "token", "SAL"), TokenPlaced("SAL", "I9.a", 0)
    assert without_named_powers([used, placed], "Station in Waycross (I9) free, using W&SR") == [placed]
    assert without_named_powers([used], "Use W&SR") == [used], "nothing else happens"
    assert without_named_powers([used, placed], "Station in Waycross (I9)") == [used, placed]


def test_the_newest_lines_are_joined_without_stops():
    """“Ann bids $110 on OSR. · Bob bids $80 on W&SR.”"""
    offered = "Carl (bot) buys 10% of ACL from the initial offering for $55."
    assert newest_words([offered], 52) == "-# Carl (bot) buys 10% of ACL for $55", "“from the initial…”"
    assert newest_words([offered]) == f"-# {offered[:-1]}", "with room it says from whom"
    assert newest_words(["Bea buys W&SR of Carl for $105 and its track"], 43).endswith("$105 and its…"), "“trac…”"
    told = newest_words(["Ann bids $110 on OSR.", "Bob bids $80 on W&SR."])
    assert told == "-# Ann bids $110 on OSR · Bob bids $80 on W&SR"


async def test_a_maximum_is_for_the_lot_that_its_name_means(w):
    """“midland” is not for sale in this auction, though `/do` reads it."""
    thread = await w.table()
    assert "MRC" in said(await w["Ann"].slash(thread, "auto bid", on="midland", maximum=60))
    assert "W&SR" in said(await w["Ann"].slash(thread, "auto bid", on="wsr", maximum=60)), "`/do` knew it"
    told = said(await w["Ann"].slash(thread, "auto bid", on="rr", maximum=60))
    assert "“rr” can be LTR, W&SR, OSR or M&BR: say which" in told, "of several"
    assert "not for sale" in said(await w["Ann"].slash(thread, "auto bid", on="atlantic", maximum=60)), "of none"

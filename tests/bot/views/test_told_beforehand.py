"""What is said before somebody finds out: which tiles a turn has, which shares may not be bought, what a train must cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

import render
from bot.model.action_form import Draft, Question, ask_next
from bot.model.board.track_end import find_awaited_colour
from bot.views.console.action_worth import track_end_words, train_money_words, unmet_words
from bot.views.console.hints import hints, letter_words, run_hints, step_hints
from bot.views.console.withheld_shares import explain_withheld_sales, explain_withheld_shares, name_companies
from bot.views.options.labels import option_labels, place_words
from bot.views.options.pictures.step_pictures import screen_pictures
from bot.views.options.rows import option_lots
from bot.views.options.run_offers import keep_best_run, list_runs_once
from bot.views.options.screen import Screen, action_options, make_screen
from bot.views.pictures import images
from bot.views.turn_panel import idle_train_line
from game.actions import Action, BuyTrain, LayTile, Route, RunTrains
from game.choices import Choice
from game.events import Ran
from game.nearby import places_by_side
from game.state import Hex, Run
from game.steps.run import RunRoutes
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from game.title_data import TitleData
from render.text.directions import next_places_words
from render.text.labels import stop_names
from tests.console_report import walk
from tests.support import eu_positions, india_positions
from tests.support.golden_positions import golden_position
from tests.support.title_positions import new, operate, own, start, stock
from titles import TITLES
from titles.ga.track import closed_hexes
from titles.tn.marks import AT_WAR

LAYS = {
    "18GA": "One tile a turn: a new one or an upgrade.",
    "18TN": "Up to 2 yellow tiles a turn, or one upgrade.",
    "18VA": "One tile a turn: a new one or an upgrade.",
}


class Asked:
    """A table as far as the questions of a console need it: choices, rules, and why an action is refused."""

    def __init__(self, game):
        self.game, self.rules = game, game.rules

    def choices(self, seat):
        return tuple(self.game.choices(seat))

    async def find_refusal(self, action):
        return self.game.refusal(action)


def asked(game) -> Any:
    return Asked(game)


@pytest.mark.parametrize("title", LAYS)
def test_which_tiles_a_turn_has_is_said_before_the_first(title):
    g = new(title)
    company = next(iter(g.rules.data.companies))
    said = g.rules.words["lays"](company, g.view(None), g.rules)
    assert said == LAYS[title]


def test_a_minor_lays_two_yellow_tiles_in_its_first_turn_and_one_later():
    """18EU 4.4.1."""
    g = eu_positions.game()
    eu_positions.give(g, "p0", "1")
    tell = g.rules.words["lays"]
    assert (
        tell("1", g.view(None), g.rules) == "A minor lays up to two yellow tiles in its first turn and cannot upgrade."
    )
    view = g.view(None)
    view.companies["1"].operated = True
    assert tell("1", view, g.rules) == "A minor lays one yellow tile and cannot upgrade."
    assert tell("BNR", g.view(None), g.rules) == "One tile a turn: a new one or an upgrade."


def test_what_a_freight_train_does_is_said_where_it_is_bought():
    """18VA 4.5.4: a 2-train and a 1G-train cost the same, and nothing said what the G means."""
    g = new("18VA")
    said = g.rules.words["hints"]({BuyTrain}, g.view(None), g.rules)
    assert said.startswith("You choose: passengers (2) run to 2 cities. Freight (1G) runs to 1 city, and to mines.")
    assert g.rules.words["hints"]({LayTile}, g.view(None), g.rules) == ""


@pytest.mark.parametrize(("number", "told"), [(85, True), (86, False)])
def test_the_bank_s_train_is_explained_only_while_it_can_be_bought(number, told):
    """“Its buyer chooses: passengers …” stood there after a company had bought its one train."""
    g = golden_position("18VA-bank", number)
    player = g.deciders()[0]
    screen = make_screen(tuple(g.choices(player)), Draft())
    said = " ".join(hints(screen, g.view(player), g.rules))
    assert ("You choose: passengers" in said) == told


def test_it_is_said_above_the_first_tile_only():
    told: dict[bool, set[bool]] = {}
    for g, _ in walk("18TN", 1):
        step = g.top_step()
        if isinstance(step, LayTrack) and any(c.kind is LayTile for c in g.choices()):
            player = g.deciders()[0]
            shown = make_screen(tuple(g.choices(player)), Draft())
            told.setdefault(bool(step.laid), set()).add(LAYS["18TN"] in hints(shown, g.view(player), g.rules))
    assert told == {False: {True}, True: {False}}


def test_whose_word_a_first_tile_needs_is_said_on_the_map_and_beside_the_hex():
    """18EU 4.6."""
    g = eu_positions.game()
    eu_positions.give(g, "p1", "3")
    eu_positions.give(g, "p0", "2")
    operate(g, "2", LayTrack("2"))
    others = dict(g.rules.signs(new("18EU").view(None)))
    assert others["C8"] == ("ask minor 2",), "in the auction all is told"
    others.pop("C8")
    assert g.rules.signs(g.view(None)) == others, "nobody is asked at home"
    assert place_words("B11", g.view("p0"), g.rules).endswith("(needs p1's yes)")
    assert "asks" not in place_words("C8", g.view("p0"), g.rules), "its owner builds there"
    g.company("3").closed = True
    g.changed()
    assert "B11" not in g.rules.signs(g.state), "the minor has closed"


async def test_a_share_that_may_not_be_bought_is_told_with_its_rule():
    """18GA 3.3(a): the likely share on the panel changed from one company to another, and nothing said why."""
    g = new("18GA")
    for company, player in (("CoG", "p0"), ("SAL", "p1")):
        own(g, player, company, 6 if player == "p0" else 2, president=True)
        start(g, company, 70)
    g.state.cash["p0"] = 500
    stock(g)
    table, view = asked(g), g.view("p0")
    assert await explain_withheld_shares(table, "p0", view) == ["You may own at most 60% of CoG (18GA 3.3(a))."]
    view.cash["p0"] = 60
    assert await explain_withheld_shares(table, "p0", view) == [], "that money is missing needs no words"


async def test_who_owns_shares_and_may_sell_none_is_told_why():
    """“No shares to buy or sell” to one with 60% of a company."""
    g = golden_position("18GA-bank", 14)
    told = await explain_withheld_sales(asked(g), "bob", g.view("bob"))
    assert told == "No shares are sold in the first stock round (18GA 3.2(a)(1))."
    assert await explain_withheld_sales(asked(golden_position("18GA-bank", 11)), "cid", g.view("cid")) == "", (
        "none owned"
    )


async def test_what_holds_of_several_companies_is_said_once():
    """Four lines told of four companies that their shares had been sold in this round."""
    assert name_companies("You have sold {company} and cannot buy it back yet.", ["ACL", "SAL"]) == (
        "You have sold ACL and SAL and cannot buy them back yet."
    )
    assert name_companies("You may own at most 60% of {company}.", ["CoG"]) == "You may own at most 60% of CoG."


async def test_a_minor_that_cannot_be_merged_now_is_told_with_the_reason():
    """18EU 4.1.2: the list had some minors and not others, and no word about those."""
    g = eu_positions.game()
    for minor in ("14", "15", "1"):
        eu_positions.give(g, "p0", minor)
    stock(g)
    assert await explain_withheld_shares(asked(g), "p0", g.view("p0")) == [], "no corporation has started"
    eu_positions.corporation(g, "BNR", "p2", 2, tokens=("C16.a.0",), operated=False)
    g.state.tokens["D13.a.1"] = "BNR"
    stock(g)
    said = "No track leads from minors 1 and 15 to a station of BNR: they cannot merge yet (18EU 4.1.2)."
    assert await explain_withheld_shares(asked(g), "p0", g.view("p0")) == [said]
    g.company("BNR").operated = True
    stock(g)
    (said,) = await explain_withheld_shares(asked(g), "p0", g.view("p0"))
    assert said.startswith("No corporation takes minors 1, 14 and 15 now: all that have started have operated")


async def test_nothing_is_withheld_outside_a_stock_round():
    g = eu_positions.needy()
    operate(g, "BNR", BuyTrains("BNR"))
    assert await explain_withheld_shares(asked(g), "p0", g.view("p0")) == []


def test_a_car_that_does_not_run_alone_is_no_train_that_must_be_bought():
    """18EU 4.4.9, 4.5: a Pullman for £100 was called the cheapest, so that nothing seemed to be missing."""
    g = eu_positions.needy(treasury=150, purse=80)
    for card, place in g.state.place.items():
        if place == "depot" and card.partition("-")[0] not in ("P", "6"):
            g.state.place[card] = "gone"
    g.state.place["P-1"], g.state.place["4-1"] = "pool", "pool"
    operate(g, "BNR", BuyTrains("BNR"))
    question = render.ask(g.choices("p0"), g.view("p0"), g.rules)
    assert question.startswith("BNR: must buy a train. The cheapest costs £300: it has £150, p0 pays £80")
    assert any("costs" in line for line in step_hints({BuyTrain}, g.view("p0"), g.rules))
    assert step_hints({BuyTrain}, g.view("p0"), g.rules, forced=True) == [], "the question has said what it costs"


def test_a_car_without_a_route_of_its_own_does_not_stay_at_home():
    """18EU 4.4.9: “Pullman +£30”, and below it “A Pullman stays at home: no route is left for it.”"""
    g = eu_positions.joined()
    g.state.place |= {"2-1": "BNR", "2-2": "BNR", "P-1": "BNR"}
    operate(g, "BNR", RunRoutes("BNR"))
    run = RunTrains((Route("2-1", ("C8.a", "D3.a")),), by="p1")
    assert run_hints([run], g.view("p1"), g.rules) == ["A 2-train stays at home: no route is left for it."]


def test_ports_are_called_ports():
    """18EU: “B21–Marseille” in words, “port 10” in the picture; that they are free was said twice, once of towns alone."""
    g = eu_positions.joined()
    operate(g, "BNR", RunRoutes("BNR"))
    assert stop_names(("B21.a", "C22.a"), g.rules).startswith("port B21–")
    run = RunTrains((Route("2-1", ("B21.a", "C8.a", "D3.a")),), by="p1")
    assert run_hints([run], g.view("p1"), g.rules) == ["Ports do not count for a train's number."]
    assert g.rules.words["hints"]({RunTrains}, g.view("p1"), g.rules) == "", "nothing else says it"


def test_the_same_ways_by_other_trains_are_no_other_runs():
    """18EU: “1 · £140, way 1”, “2 · £140, way 2” were the same two routes with the trains changed over."""
    ways = Run("2-1", ("A.a", "B.a"), ("x",), 60), Run("2-2", ("C.a", "D.a"), ("y",), 80)
    over = tuple(replace(run, train=other.train) for run, other in zip(ways, ways[::-1], strict=True))
    same, changed, less = (RunTrains((Route(train, ("A.a",)),), by="p1") for train in ("2-1", "2-2", "2-3"))
    screen = Screen(Question(Draft()), action_options([same, changed]))
    ran: dict[Action, Ran] = {same: Ran("BNR", ways, 140), changed: Ran("BNR", over, 140)}
    best = keep_best_run(screen, ran)
    assert ([o.action for o in best.options], best.more) == ([same], ())
    every: dict[Action, Ran] = ran | {less: Ran("BNR", ways[:1], 140)}
    assert [o.action for o in keep_best_run(screen, every).options] == [same], (
        "who earns the same has nothing to choose"
    )
    assert [o.kind for o in keep_best_run(screen, every).more] == [RunTrains]
    listed = list_runs_once(Screen(Question(Draft()), action_options([same, changed, less])), every)
    assert [o.action for o in listed.options] == [same, less]


def test_only_what_can_be_done_with_track_is_asked():
    """18EU 4.4.1: a minor upgrades nothing, and was asked to “lay or upgrade track”."""
    g = eu_positions.game()
    eu_positions.give(g, "p0", "1", 200)
    eu_positions.rail(g, B9="9/1")
    operate(g, "1", LayTrack("1"))
    view = g.view("p0")
    assert render.ask(g.choices("p0"), view, g.rules) == "minor 1: lay track, or no track"
    upgrade = Choice(LayTile, "p0", lambda: (LayTile("B9", "23", 0, by="p0"),))
    assert render.ask([*g.choices("p0"), upgrade], view, g.rules) == "minor 1: lay or upgrade track, or no track"
    assert render.ask([upgrade], view, g.rules) == "minor 1: upgrade track"


def test_actions_of_a_title_tell_what_is_known_of_their_company():
    g = eu_positions.joined()
    stock(g)
    choices, view = tuple(g.choices("p0")), g.view("p0")
    first = make_screen(choices, Draft())
    rows = option_lots(first.options, option_labels(first, choices, view, g.rules), view, g.rules, {})
    (row,) = [row for row in rows if row.name.startswith("Minor 12 → BNR")]
    assert (row.key, row.company) == ("12", "12")
    assert "£30 in cash" in row.words
    assert "starts in" not in row.words, "it stands there already"


def test_what_two_rows_of_a_company_have_in_common_is_said_once():
    g = india_positions.bare()
    india_positions.give(g, "hand:p0", "NWR", 3)
    india_positions.buying(g)
    choices, view = tuple(g.choices("p0")), g.view("p0")
    first = make_screen(choices, Draft())
    rows = option_lots(first.options, option_labels(first, choices, view, g.rules), view, g.rules, {})
    own_rows = [row for row in rows if row.company == "NWR"]
    assert len(own_rows) > 1
    assert [bool(row.words) for row in own_rows] == [True] + [False] * (len(own_rows) - 1)
    assert own_rows[0].words.startswith("Northwestern Railway · ")


async def test_one_way_for_either_of_two_trains_is_drawn_once(monkeypatch):
    drawn = []

    async def draw_runs(_table, _view, marks, _room):
        drawn.append(len(marks))
        return ()

    monkeypatch.setattr(images, "draw_runs", draw_runs)
    g = eu_positions.joined()
    way, back, other = ("C8.a", "D3.a"), ("D3.a", "C8.a"), ("C8.a", "C6.a")
    for stops, many in ((back, 1), (other, 2)):
        runs: Any = {
            RunTrains((), by="p0"): Ran("BNR", (Run("2-1", way, ("C8/0",), 60),), 60),
            RunTrains((), by="p1"): Ran("BNR", (Run("3-1", stops, ("C8/0",), 60),), 60),
        }
        shown: Any = SimpleNamespace(
            options=[SimpleNamespace(action=a, kind=RunTrains, field="", choice=None) for a in runs]
        )
        await screen_pictures(asked(g), g.view("p0"), shown, ["", ""], runs)
        assert drawn.pop() == many


def test_which_tile_is_asked_with_the_price_of_the_ground():
    """18TN: B15 costs $60, which only the question before said; with OWR the ground of E16 is free."""
    g = golden_position("18TN-bank", 40)
    choices, view = tuple(g.choices(g.deciders()[0])), g.view(None)
    told = {
        place: [h for h in hints(make_screen(choices, Draft("LayTile", given)), view, g.rules) if "costs" in h]
        for place, given in (("B15", {"hex": "B15"}), ("E16", {"hex": "E16", "using": "OWR"}), ("E10", {"hex": "E10"}))
    }
    free = [c for c in choices if c.kind is LayTile for a in c.actions if isinstance(a, LayTile) and a.using == "OWR"][
        :1
    ]
    alone = hints(make_screen(free, Draft()), view, g.rules)
    assert not any("costs $60" in h for h in alone), "nor where nothing but its tile may be laid"
    assert told == {"B15": ["Building in B15 costs $60."], "E16": [], "E10": []}


def test_the_war_is_named_whichever_train_stays_at_home():
    """18TN 5.1: of two best runs each left another train at home, and “$150 is the best possible” was all that was said."""
    g = new("18TN")
    begun = g.view("p0")
    place = begun.place | dict.fromkeys(("2-1", "2-2", "3-1"), "L&N")
    agenda, marks = [SimpleNamespace(key="run", company="L&N")], {AT_WAR.name: ["L&N"]}
    view = replace(begun, round="OR 3.2", place=place, agenda=agenda, marks=marks)
    first, second, longer = (RunTrains((Route(card, ("B13.a", "D11.a")),), by="p0") for card in ("2-1", "2-2", "3-1"))
    why = "the Civil War takes the run of one train"
    assert run_hints([first, second], view, g.rules) == [f"A 2-train and a 3-train stay at home: {why}."]
    assert run_hints([first, longer], view, g.rules) == [f"{why[:1].upper()}{why[1:]}."]
    assert idle_train_line(longer, view, g.rules) == f"-# Two 2-trains stay at home: {why}."


def test_an_auction_says_how_it_ends_and_whether_a_pass_is_for_good():
    """Of 18VA's four lots nothing said when they are sold, nor whether who passes is out."""
    g = new("18VA", 3)
    by = g.deciders()[0]
    told = hints(make_screen(g.choices(by), Draft()), g.view(by), g.rules)
    assert told == ["Who passes may bid again. Once all pass in a row, and each lot has a bid, all are sold."]


@pytest.mark.parametrize(
    ("title", "lay", "told"),
    [
        (
            "18TN",
            LayTile("F11", "TN2", 0, by="ann"),
            "N on the map: in green only tiles with N go there, in brown and gray only tiles with P.",
        ),
        ("18India", LayTile("P17", "235", 0, by="ann"), "OO on the map: only tiles with OO go there."),
        ("18TN", LayTile("H7", "57", 0, by="ann"), ""),
    ],
)
def test_letters_of_the_hex_on_offer_are_explained(title: str, lay: LayTile, told: str):
    """“OO”, “P”, “Was” on the map: a newcomer had to find the key for them."""
    screen = Screen(ask_next((), Draft()), action_options([lay]))
    assert letter_words(screen, TITLES[title].rules((), 3)) == told


def test_track_that_nothing_meets_is_told_of():
    """“tile 9 to Chattanooga” cost $40, and Chattanooga's track did not lead there."""
    g, after = golden_position("18TN-bank", 125), golden_position("18TN-bank", 125)
    after.play(LayTile("F9", "8", 1, by="bob"))
    assert unmet_words(g.rules, "F9", g.view(None), after.view(None)) == "No track of F7 meets it yet."
    assert unmet_words(g.rules, "F9", after.view(None), after.view(None)) == ""


def test_ways_that_end_beside_the_hex_say_which_place_comes_next():
    """“To G10, F9, F7, G6, H7, H9”: a newcomer went north with four tiles, and reached no city."""
    g = golden_position("18TN-bank", 125)
    faces = g.rules.data.tiles["8"].faces
    told = next_places_words(g.view(None), g.rules, "F9", [faces[r] for r in range(6)])
    assert told == "Further on: Paducah by E8 (2 hexes), Murfreesboro by G10 (2), Corinth by G8 (3)"
    assert next_places_words(g.view(None), g.rules, "F9", []) == ""


def test_a_stop_without_a_name_is_the_next_one():
    """Towns without a name were walked through: “Nepal by O16 (5)”, where a town lies in O16."""
    data = TITLES["18India"].rules((), 3).data
    unnamed = {h.id for h in data.hexes.values() if h.print.stops and not h.name}
    nearest = {h: places_by_side(data, h, printed_track(data)) for h in data.hexes}
    assert unnamed & {place for found in nearest.values() for place, _ in found.values()}
    for hex_id, found in nearest.items():
        for side, beside in enumerate(data.hexes[hex_id].sides):
            if beside in unnamed:
                assert found.get(side, (beside, 1)) == (beside, 1)


def test_track_comes_to_where_nobody_builds_where_its_print_has_track():
    """“Louisville by C14 (2 hexes)”: its printed track ends at other sides."""
    data = TITLES["18TN"].rules((), 3).data
    found = places_by_side(data, "C16", printed_track(data))
    assert "B13" not in {place for place, steps in found.values() if steps <= 2}


def test_track_that_lies_already_is_met_at_its_ends_alone():
    """“Atlanta by E5 (2 hexes)” stood at a tile; then no track of Atlanta met it."""
    data = TITLES["18GA"].rules((), 3).data
    atlanta = next(h.id for h in data.hexes.values() if h.name == "Atlanta")
    near = [h for h in data.hexes if any(place == atlanta for place, _ in nearest_places(data, h, {}))]
    assert near
    for h in near:
        assert all(place != atlanta for place, _ in nearest_places(data, h, {atlanta: frozenset({-1})}))


def printed_track(data: TitleData) -> Callable[[Hex, int], bool]:
    """Whether track may come to a side of a hex before anything is laid."""
    return partial(may_come, data, {})


def may_come(data: TitleData, laid: Mapping[Hex, frozenset[int]], hex_id: Hex, side: int) -> bool:
    exits = laid.get(hex_id, data.hexes[hex_id].print.faces[0].exits)
    return side in exits if exits else data.hexes[hex_id].buildable


def nearest_places(data: TitleData, hex_id: Hex, laid: Mapping[Hex, frozenset[int]]) -> Collection[tuple[Hex, int]]:
    """The places that come next by any side of a hex, where these hexes have track to these sides."""
    return places_by_side(data, hex_id, partial(may_come, data, laid)).values()


def test_a_hex_that_is_kept_for_a_private_is_no_way():
    """“Augusta by F12 (3 hexes)”, where F12 was kept for the MRC."""
    g = golden_position("18GA-bank", 103)
    data, view = g.rules.data, g.view(None)
    closed = closed_hexes(view, data)
    tried = 0
    for name, known in data.hexes.items():
        for hex_id in closed.keys() & {*known.sides} if known.buildable else ():
            tried += 1
            assert hex_id not in re.split(r"\W+", next_places_words(view, g.rules, name, data.tiles["9"].faces)), name
    assert tried


async def test_where_a_city_is_asked_next_nothing_is_said_of_where_track_ends():
    """“W&A cannot lay any track until green tiles come.”, before its station was in a city: it could."""
    g, after = golden_position("18GA-bank", 253), golden_position("18GA-bank", 254)
    assert find_awaited_colour(g.rules, after.view(None), "W&A") == "green"
    assert await track_end_words(g.rules, g.view(None), after.view(None)) == ""


def test_a_tile_that_takes_the_money_for_the_first_train_says_so():
    """A newcomer's company built for ₹30 and had ₹170 when trains, at ₹180, were for sale: its price fell twice."""
    g, after = golden_position("18India-bank", 153), golden_position("18India-bank", 153)
    lay = next(a for c in g.choices(g.deciders()[0]) for a in c if isinstance(a, LayTile) and a.hex == "C8")
    after.play(lay)
    told = train_money_words(g.rules, g.view(None), after.view(None))
    assert told == "**After this, WR has ₹0: too little for a 2-train (₹180).**"
    assert train_money_words(g.rules, g.view(None), g.view(None)) == ""

"""From legal actions to questions, commands and ids: all that needs no Discord."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from bot.core.discord_limits import OPTION_TEXT, OPTIONS, OWN_ID, fit
from bot.model.action_form import Draft, Field, action_digest, ask_next, fields_of, find_by_digest
from bot.model.kinds import Pace, PostLevel, TableStatus, UndoPolicy, Visibility
from bot.model.models import GameRow
from bot.views import custom_ids
from bot.views.command_options import interpret_options, parse_value, rank_matches, stamp, unstamp, verbs
from bot.views.console.layout import ConsoleIds, StepButtons, menu_rows, option_button_rows
from bot.views.console.state import ConsoleState, with_value
from bot.views.formatting import value_labels
from bot.views.lobby_card import lobby_card, option_choices, option_lines, option_pages, options_menu
from bot.views.messages import Button, Menu, answer_row, option, page_of
from bot.views.options.outcomes import OptionColours
from bot.views.options.screen import make_screen
from bot.views.options.values import chosen_value, value_id
from game.actions import (
    ACTIONS,
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    Choose,
    ClosePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunTrains,
    SellPrivate,
    SellShares,
    Use,
)
from game.choices import Pick, Span, choice
from game.play import Game
from titles import TITLES

LAYS = choice(
    LayTile("D4", "57", 0, by="a"),
    LayTile("D4", "57", 1, by="a"),
    LayTile("D4", "5", 2, by="a"),
    LayTile("F6", "57", 3, by="a"),
)
BIDS = [choice(Bid("MRC", 45, by="a"), amount=Span(45, 200, 5)), choice(Bid("LTR", 20, by="a"))]


def words(c, field, values, given):
    return [f"{field} {value}" for value in values]


# ---------------------------------------------------------------------- buttons or a menu


@pytest.mark.parametrize("count", [1, 3, 5, 6, 25])
def test_one_to_five_answers_are_buttons_and_more_a_menu(count):
    id = custom_ids.Id(custom_ids.VIEW, 7, 0, "player")
    row = answer_row(id, tuple(option(f"p{n}", f"Player {n}") for n in range(count)), "Look at a player")
    if count > 5:
        (shown,) = row
        assert isinstance(shown, Menu)
        assert id.answers(("p3",)) == ("p3",), "what a menu sends"
        return
    buttons = [b for b in row if isinstance(b, Button)]
    assert [b.label for b in buttons] == [f"Player {n}" for n in range(count)]
    pressed = [custom_ids.parse_id(b.id) for b in buttons]
    assert [p and p.answers(()) for p in pressed] == [(f"p{n}",) for n in range(count)]


# ---------------------------------------------------------------------- questions


def test_what_leaves_no_choice_is_not_asked():
    q = ask_next([LAYS], Draft("LayTile", {"hex": "D4"}))
    assert (q.field, q.values) == ("tile", ("57", "5"))
    q = ask_next([LAYS], Draft("LayTile", {"hex": "F6"}))
    assert q.action == LayTile("F6", "57", 3, by="a")
    assert ask_next([LAYS], Draft("LayTile", {"hex": "D4", "tile": "57"})).values == (0, 1)


def test_one_kind_is_not_asked_for():
    assert ask_next([LAYS], Draft()).field == "hex"
    assert ask_next([LAYS, choice(Pass(by="a"))], Draft()).kinds == (LayTile, Pass)


def test_a_range_is_asked_with_suggestions():
    q = ask_next(BIDS, Draft("Bid", {"item": "MRC"}))
    assert q.span == Span(45, 200, 5)
    assert (q.values[0], q.values[-1]) == (45, 200)
    assert len(q.values) < OPTIONS
    assert ask_next(BIDS, Draft("Bid", {"item": "MRC", "amount": 60})).action == Bid("MRC", 60, by="a")
    assert ask_next(BIDS, Draft("Bid", {"item": "LTR"})).action == Bid("LTR", 20, by="a")


@pytest.mark.parametrize(("low", "high"), [(1, 350), (20, 60), (50, 200), (1, 100_000)])
def test_of_a_price_of_any_dollars_round_sums_are_suggested(low, high):
    """Asked for a price, a menu listed $1, $2, $3 ... and the highest."""
    q = ask_next([choice(SellPrivate("LTR", "b", low, by="a"), price=Span(low, high))], Draft("SellPrivate"))
    assert (q.values[0], q.values[-1]) == (low, high)
    assert all(n % 5 == 0 for n in q.values[1:-1])
    assert 8 <= len(q.values) < OPTIONS
    assert q.values[2] - low <= 10, "little more than the least, as one bids"
    assert list(q.values) == sorted(set(q.values))


def test_a_menu_gives_no_example_of_what_is_typed():
    g = Game.new(TITLES["18GA"].rules((), 3), ("a", "b", "c"), "1", seated=True)
    lays = choice(*(LayTile(hex_id, "57", 0, by="a") for hex_id in [*g.rules.data.hexes][:12]))
    shown = make_screen([lays, choice(Pass(by="a"))], Draft("LayTile"))
    ((menu,),) = option_button_rows(
        ConsoleIds(1, 1, "x"), shown, [str(o.choice) for o in shown.options], 0, [lays], g.view("a"), g.rules
    )
    assert getattr(menu, "hint", "") == "Where?"


def test_a_tile_that_lies_in_several_ways_says_what_is_on_it():
    """Beside `5 · city 20 · to J10 and J12` a menu said `6 · 2 left`."""
    g = Game.new(TITLES["18GA"].rules((), 3), ("a", "b", "c"), "1", seated=True)
    (said,) = value_labels(g.rules, g.view("a"), (LAYS,), "tile", ["57"], {"hex": "D4"})
    assert said == "57 · city 20 · 2 ways · 4 left"


def test_trading_privates_stands_below_what_is_done_more_often():
    g = Game.new(TITLES["18GA"].rules((), 3), ("a", "b", "c"), "1", seated=True)
    for item, price, by in (
        ("LTR", 20, "a"),
        ("MRC", 40, "b"),
        ("W&SR", 70, "c"),
        ("OSR", 100, "a"),
        ("M&BR", 150, "b"),
    ):
        g.play(Bid(item, price, by=by))
    choices = g.choices("c")
    shown = make_screen(choices, Draft())
    assert [o.kind for o in shown.more] == [SellPrivate, BuyPrivate]
    assert {o.kind for o in shown.options} == {Par}


def test_of_two_companies_at_several_prices_the_company_is_asked_first():
    """Ten rows, the prices of both below each other, were three screens of a phone high; cells of the market had one number."""
    prices = (70, 75, 82)
    pars = choice(*(Par(company, price, by="a") for company in ("DR", "SNCF") for price in prices))
    both = make_screen([pars, choice(Pass(by="a"))], Draft(Par.__name__))
    assert [o.choice for o in both.options] == ["DR", "SNCF"]
    one = make_screen([pars, choice(Pass(by="a"))], Draft(Par.__name__, {"company": "DR"}))
    assert [o.action for o in one.options] == [Par("DR", price, by="a") for price in prices]
    alone = choice(Par("DR", 70, by="a"), Par("SNCF", 70, by="a"))
    assert all(o.action for o in make_screen([alone], Draft(Par.__name__)).options), (
        "one press where there is one price"
    )


def test_what_lies_beside_a_range_is_offered_as_well():
    """18EU: a minor is put up with a bid or without."""
    both = [choice(Bid("14", 0, by="a")), choice(Bid("14", 100, by="a"), amount=Span(100, 450, 5))]
    q = ask_next(both, Draft("Bid", {"item": "14"}))
    assert (q.values[:3], q.span) == ((0, 100, 105), Span(100, 450, 5))
    assert ask_next(both, Draft("Bid", {"item": "14", "amount": 0})).action == Bid("14", 0, by="a")
    assert ask_next(both, Draft("Bid", {"item": "14", "amount": 120})).action == Bid("14", 120, by="a")


def test_a_value_that_leaves_more_to_choose_does_not_say_the_rest():
    """Menus named each minor "without a bid" although the amount was asked next."""
    rules = TITLES["18EU"].rules((), 3)
    view: Any = Game.new(rules, ("a", "b", "c"), "1", seated=True).view("a")
    both = (choice(Bid("14", 0, by="a")), choice(Bid("14", 100, by="a"), amount=Span(100, 450, 5)))
    assert value_labels(rules, view, both, "item", ["14"], {}) == ["14 · Ligne Strasbourg-Bâle"]
    none, more = value_labels(rules, view, both, "amount", [0, 105], {"item": "14"})
    assert none.endswith("without a bid")
    assert more == "£105"


def test_some_of_several_are_picked_together():
    held = choice(Choose("", by="a"), option=Pick(("x", "y", "z"), 1, 2))
    q = ask_next([held], Draft("Choose"))
    assert q.pick == Pick(("x", "y", "z"), 1, 2)
    assert chosen_value(q, ["z", "x"]) == ("x", "z")
    assert chosen_value(q, ["w"]) is None


def test_what_is_judged_may_be_typed():
    best = RunTrains((Route("2-1", ("D4.a", "F6.a")),), by="a")
    runs = choice(best, judge=lambda a: "" if a.routes == () else "no")
    q = ask_next([runs], Draft())
    assert (q.field, q.values) == ("routes", (best.routes,)), "even the only set listed leaves others to type"
    assert ask_next([runs], Draft("RunTrains", {"routes": ()})).action == RunTrains((), by="a")
    assert ask_next([runs], Draft("RunTrains", {"routes": (Route("9", ()),)})).action is None


def test_a_draft_that_no_longer_fits_begins_anew():
    assert ask_next([LAYS], Draft("LayTile", {"hex": "Z9"})).field == "hex"
    assert ask_next([choice(Pass(by="a"))], Draft("LayTile", {"hex": "D4"})).action == Pass(by="a")


def test_back_takes_the_last_answer_away():
    draft = Draft("LayTile", {"hex": "D4", "tile": "57"})
    assert draft.without_last() == Draft("LayTile", {"hex": "D4"})
    assert draft.without_last().without_last().without_last() == Draft()
    assert Draft("LayTile", {"hex": "D4"}, "x").without_last() == Draft("LayTile", {"hex": "D4"})
    assert Draft(act="x").without_last() == Draft()


def test_a_draft_survives_the_database():
    kept = with_value(ConsoleState(Draft("LayTile"), 3, 7), ask_next([LAYS], Draft("LayTile")), "D4")
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(kept)), ConsoleState) == kept
    assert (kept.page, kept.action_version) == (0, 7)
    assert kept.draft.digest() != Draft("LayTile").digest()


def test_a_stored_draft_keeps_the_name_of_its_counter():
    stored = msgspec.to_builtins(ConsoleState(action_version=7))
    older = {"draft": msgspec.to_builtins(Draft()), "page": 0, "turn": 7, "routes": None, "before": None}
    assert stored == {**older, "picked": (), "said": (), "meant": (), "typed": "", "whole": False}, (
        "drafts that an older version has stored"
    )
    assert msgspec.convert({**older, "overtaken": True}, ConsoleState) == ConsoleState(action_version=7), (
        "what a state no longer has"
    )
    assert msgspec.convert(older, ConsoleState) == ConsoleState(action_version=7), "without what came later"
    assert msgspec.convert({"draft": {}, "page": 1, "turn": 7}, ConsoleState) == ConsoleState(page=1, action_version=7)


# ---------------------------------------------------------------------- menus of many


def test_long_lists_come_in_pages():
    every = tuple(option(str(n), f"hex {n}") for n in range(60))
    at = ConsoleIds(1, 0, "abcdef")
    menus: list[Any] = [menu_rows(at, "field", every, "Where", n) for n in range(3)]
    shown = [o.value for rows in menus for o in rows[0][0].options]
    assert shown == [str(n) for n in range(60)]
    assert [len(rows[0][0].options) for rows in menus] == [25, 25, 10]
    assert [b.label for b in menus[1][1]] == ["◀ Previous", "Next ▶ (page 2 of 3)"]
    assert custom_ids.parse_id(menus[2][1][1].id) == custom_ids.Id(custom_ids.STEP, 1, 0, "page", "abcdef.0")
    assert page_of(every, 99)[0] == every[50:]


def test_optional_rules_with_values_are_choices_each():
    every = dict(option_choices(TITLES["18GA"].file))
    assert {"end_price=250", "end_price=230", "end_price=275", "unlimited_8"} <= set(every)
    assert all(every.values())


@pytest.mark.parametrize("title", TITLES)
def test_options_are_read_as_sentences_never_by_their_names(title):
    file = TITLES[title].file
    every = option_choices(file)
    names = {*file.option, *(given for given, _ in every)}
    assert len({fit(text, OPTION_TEXT) for _, text in every}) == len(every), "no two look alike in the menu"
    pages = option_pages(file)
    assert sorted(given for _, page in pages for given, _ in page) == sorted(given for given, _ in every)
    assert all(0 < len(page) <= OPTIONS for _, page in pages)
    for line in option_lines(file, [given for given, _ in every]):
        assert line.startswith("• "), line
        assert not names & {*re.findall(r"[\w=]+", line)}, line
        assert "this many" not in line


def a_table(title: str, *options: str) -> GameRow:
    """An open table with these optional rules."""
    low, high = TITLES[title].file.players
    return GameRow(
        *(1, 1, 1, 1, title, "Friday", options, TableStatus.OPEN, 1, low, high, Pace.DAILY, 0, Visibility.OPEN),
        *(
            UndoPolicy.VOTE,
            PostLevel.NORMAL,
            False,
            0,
            "",
            datetime(2026, 1, 1, tzinfo=UTC),
            None,
            None,
            (),
            (),
            (),
            "",
        ),
    )


@pytest.mark.parametrize("title", TITLES)
def test_optional_rules_are_few_at_a_time_and_never_cut_in_a_word(title):
    """23 of 18 India stood in one menu, cut in the middle of words, beside a button for the rules of a site nobody had named."""
    file = TITLES[title].file
    shown = options_menu(a_table(title), TITLES[title])
    assert "A first game needs none of them." in shown.body
    assert (
        f"has {len(file.preset['18xx.games'])} small rules of its own for this game: *Single rules of 18xx.games*"
        in shown.body
    )
    assert "*Rules as on 18xx.games* chooses them all." in shown.body, "one of two buttons was explained"
    menu = shown.rows[0][0]
    assert isinstance(menu, Menu)
    assert len(menu.options) <= 11
    pages = [options_menu(a_table(title), TITLES[title], n).rows[0][0] for n in range(len(option_pages(file)))]
    told = [o for page in pages if isinstance(page, Menu) for o in page.options]
    assert all(len(o.label) <= OPTION_TEXT and len(o.hint) <= OPTION_TEXT for o in told)
    whole = {f"{o.label.removesuffix('…').strip()} {o.hint.removeprefix('…').strip()}".strip() for o in told}
    assert whole == {text for _, text in option_choices(file)}
    assert shown.rows[1][0].label == "Single rules of 18xx.games ▶"  # type: ignore[union-attr]


def test_a_preset_is_one_line_on_the_card():
    """Its twenty rules made a card of two screens."""
    file = TITLES["18India"].file
    row = a_table("18India", *file.preset["18xx.games"], "certificate_auction")
    rules = lobby_card(row, TITLES["18India"]).texts[-1].splitlines()
    assert rules[1:] == [
        "• as on 18xx.games: 20 small rules (see *Details*)",
        "• The certificates are auctioned one by one instead of drafted",
    ]


# ---------------------------------------------------------------------- verbs


def test_every_verb_has_words_for_everything():
    for verb in verbs(ACTIONS):
        assert verb.text
        assert all(o.text for o in verb.options), verb.name
        assert sum(o.required for o in verb.options) <= len(verb.options)
    by_name = {v.name: v for v in verbs(ACTIONS)}
    assert [o.name for o in by_name["buy"].options] == ["what", "source", "price", "company"]
    assert [o.name for o in by_name["sell"].options] == ["what", "count", "to", "price"]
    assert [o.name for o in by_name["tile"].options] == ["hex", "tile", "rotation", "using"]
    assert [o.required for o in by_name["tile"].options] == [True, True, False, False]
    assert [o.name for o in by_name["choose"].options] == ["option"]


def verb(name):
    return next(v for v in verbs(ACTIONS) if v.name == name)


def test_what_is_legal_says_which_class_is_meant():
    shares, private = choice(BuyShare("CoG", "ipo", by="a")), choice(BuyPrivate("MRC", 40, by="a"), price=Span(20, 60))
    assert interpret_options(verb("buy"), {"what": "CoG"}, [shares, private], "a", words).action == BuyShare(
        "CoG", "ipo", by="a"
    )
    found = interpret_options(verb("buy"), {"what": "mrc", "price": 50}, [shares, private], "a", words)
    assert found.action == BuyPrivate("MRC", 50, by="a")
    assert interpret_options(verb("buy"), {"what": "MRC"}, [private], "a", words).draft == Draft(
        "BuyPrivate", {"private": "MRC"}
    )


def test_a_word_tells_classes_apart():
    both = [choice(Use("MRC", by="a")), choice(ClosePrivate("MRC", by="a"))]
    assert interpret_options(verb("power"), {"private": "MRC"}, both, "a", words).action == Use("MRC", by="a")
    assert interpret_options(
        verb("power"), {"private": "MRC", "target": "close"}, both, "a", words
    ).action == ClosePrivate("MRC", by="a")


def test_an_illegal_wish_is_the_engines_to_refuse():
    wish = interpret_options(verb("tile"), {"hex": "Z9", "tile": "57", "rotation": 1}, [LAYS], "a", words)
    assert wish.action == LayTile("Z9", "57", 1, by="a")
    assert interpret_options(verb("tile"), {"hex": "Z9", "tile": "57"}, [LAYS], "a", words).action == LayTile(
        "Z9", "57", 0, by="a"
    )
    assert interpret_options(verb("sell"), {"what": "CoG", "count": 2}, [], "a", words).action == SellShares(
        "CoG", 2, by="a"
    )
    assert "not possible now" in interpret_options(verb("tile"), {"hex": "D4"}, [], "a", words).problem


def test_the_only_city_of_a_hex_need_not_be_named():
    tokens = choice(PlaceToken("F6.a", by="a"), PlaceToken("D4.a", by="a"), PlaceToken("D4.b", by="a"))
    assert interpret_options(verb("token"), {"hex": "F6"}, [tokens], "a", words).action == PlaceToken("F6.a", by="a")
    assert interpret_options(verb("token"), {"hex": "D4"}, [tokens], "a", words).action == PlaceToken("D4", by="a")


@pytest.mark.parametrize(("typed", "value"), [("yes", True), ("No", False), ("accept", True), ("maybe", None)])
def test_yes_and_no(typed, value):
    assert parse_value(Field("yes", "", bool, True), typed) is value
    if value is not None:
        asked = [choice(Answer(True, by="a"), Answer(False, by="a"))]
        assert interpret_options(verb("choose"), {"option": typed}, asked, "a", words).action == Answer(value, by="a")


@pytest.mark.parametrize(
    ("typed", "value"), [("$1,200", 1200), ("12", 12), ("1.5", None), ("9" * 12, None), ("x", None)]
)
def test_numbers(typed, value):
    assert parse_value(Field("price", "", int, True), typed) == value


# ---------------------------------------------------------------------- ids and lists


def test_ids_go_there_and_back():
    for id in (
        custom_ids.Id(custom_ids.ACT, 812, 15, "dividend", "full"),
        custom_ids.Id(custom_ids.CONSOLE, 1, 0, "open"),
        custom_ids.Id(custom_ids.STEP, 99, 36**4, "field", "a.1"),
    ):
        assert custom_ids.parse_id(str(id)) == id
        assert len(str(id)) <= OWN_ID
    assert str(custom_ids.Id(custom_ids.ACT, 812, 411, "dividend", "full")) == "x1:a:812:bf:dividend:full"
    assert custom_ids.parse_id("x2:a:1:0:go") is None
    with pytest.raises(ValueError, match="cannot be an id"):
        str(custom_ids.Id(custom_ids.ACT, 1, 1, "verb", "x" * 80))


def test_stamps_carry_the_counter():
    assert unstamp(stamp(411, "M&BR")) == (411, "M&BR")
    assert unstamp("D10") == (None, "D10")


def test_words_in_any_order_find_a_phrase():
    phrases = [("Lay 57 on Macon (F6)", 1), ("Lay 5 on Augusta (D10)", 2), ("Pass", 3)]
    assert rank_matches("macon 57", phrases) == [1]
    assert rank_matches("lay", phrases) == [1, 2]
    assert rank_matches("", phrases) == [1, 2, 3]
    assert rank_matches("x", phrases) == []


def test_what_stands_between_words_of_a_phrase_may_be_typed_too():
    """`E3–C5` and `30 → 20` stand on buttons: whoever typed them was offered nothing."""
    upgrade = ("Upgrade D4 to tile 452a, city 30 → 20, E3–C5", 1)
    phrases = [upgrade, ("Upgrade D4 to tile 453a, city 30 → 20, E3–D2", 2), ("Buy a 2/1G for $1,600", 3)]
    assert rank_matches(upgrade[0], phrases) == [1]
    assert rank_matches("E3–", phrases) == [1, 2]
    assert [rank_matches(typed, phrases) for typed in ("2/1G", "1,600", "$1,600", "1,601")] == [[3], [3], [3], []]


def test_every_value_has_an_id_of_its_own():
    values = ["D4", "", 0, True, False, (Route("2-1", ("D4.a", "F6.a")),), ("x",) * 40]
    assert len({value_id(v) for v in values}) == len(values)
    assert all(0 < len(value_id(v)) <= 100 for v in values)


def test_a_digest_names_one_action():
    every = [*LAYS, *BIDS[0], *BIDS[1]]
    assert len({action_digest(a) for a in every}) == len(every)
    assert find_by_digest([LAYS, *BIDS], action_digest(every[2])) == every[2]
    assert find_by_digest([LAYS], "nothing") is None


def test_fields_are_read_off_the_class():
    assert [(f.name, f.type, f.required) for f in fields_of(LayTile)] == [
        ("hex", str, True),
        ("tile", str, True),
        ("rotation", int, True),
        ("using", str, False),
    ]


@pytest.mark.parametrize("count", [26, 60])
def test_buttons_that_turn_pages_differ(count):
    """Discord refuses a message in which two buttons have one id."""
    options = tuple(option(str(n), f"option {n}") for n in range(count))
    _, paging_buttons = menu_rows(ConsoleIds(1, 2, "draft"), "kind", options, "hint", 0)
    buttons = [b for b in paging_buttons if isinstance(b, Button)]
    assert len({b.id for b in buttons}) == len(buttons)
    assert any(b.label.startswith("Next") for b in buttons)


def test_a_drop_down_begins_with_what_is_advised():
    """Above ten hexes nothing showed which one the advice meant: a drop-down has no colours."""
    g = Game.new(TITLES["18GA"].rules((), 3), ("ann", "bob", "cid"), "1")
    view, hexes = g.view("ann"), list(g.rules.data.hexes)[:12]
    offered = [choice(*(LayTile(h, "57", 0, by="ann") for h in hexes))]
    screen = make_screen(offered, Draft())
    names = [str(o.choice) for o in screen.options]
    colours = OptionColours((), (f".{screen.options[7].value}",))
    step = StepButtons(ConsoleIds(1, 0, ""), screen, ConsoleState(), offered, view, g.rules, colours, (), ())
    menu = step.make_rows(names)[0][0]
    assert isinstance(menu, Menu)
    assert [o.label for o in menu.options] == [names[7], *names[:7], *names[8:]]
    assert [o.hint.partition(" · ")[0] == "My advice" for o in menu.options] == [True, *[False] * 11]

"""What the console offers at every step of games of all titles: one button for each option, no two alike, nothing left out."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from msgspec import structs

from bot.core.discord_limits import BUTTONS as IN_ROW
from bot.core.discord_limits import LABEL, OPTIONS, ROWS
from bot.model.action_form import Draft, Question, leaves_open, pass_action
from bot.model.words.reading.typed_words import read_words
from bot.model.words.vocabulary import Vocabulary
from bot.views.command_options import rank_matches
from bot.views.console.hints import hints
from bot.views.console.layout import ConsoleIds, hint_beside, join_rows, more_buttons, option_button_rows
from bot.views.console.questions import path_words
from bot.views.custom_ids import parse_id
from bot.views.formatting import action_words, choice_words
from bot.views.formatting import question_words as asked_words
from bot.views.messages import PASSES, PLAYS, Button, Menu, Row
from bot.views.options import values
from bot.views.options.labels import (
    MAX_LABEL_LENGTH,
    cut_label,
    cut_labels,
    make_distinct,
    number_labels,
    option_labels,
    picture_labels,
    place_words,
)
from bot.views.options.rows import option_lots as picture_rows
from bot.views.options.screen import BUTTONS, Screen, ScreenOption, make_screen, open_draft
from bot.views.options.shortcuts import _fit_button
from bot.views.options.single_press import needs_no_preview, next_question, played_by_press
from bot.views.options.values import chosen_value, list_combinations, value_id
from bot.views.press_verbs import StepVerb
from game.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    ClosePrivate,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    Route,
    RunTrains,
    SellPrivate,
)
from game.choices import Choice, Pick, choice
from game.play import Game
from game.state import Laid
from render import ground_words
from render.data import queries
from tests.console_report import rules_of, walk
from tests.support.discord_world import NUMBER
from tests.support.golden_positions import golden_position
from tests.support.shared_results import worked_out
from titles import TITLES

MINOR = re.compile(r"\d+ · £\d+")  # a button of a minor that bids at once
DEEP = 4  # answers after which everything is settled, at most
EVERY = 7  # of so many positions one is looked at
FIRST = 3  # and the first ones of each kind of step
RARE = {  # steps that come once in a game
    "18EU": {"FinalExchange", "ReplaceToken", "Consent", "FirstMinor"},
    "18India": {
        "SelectHands",
        "DraftCards",
        "GiprHome",
        "SellingTurn",
        "BuyHolding",
        "LayTrack",
        "RunRoutes",
        "Dividend",
    },
}


def moments(title: str) -> Iterator[tuple[Game, tuple[Choice, ...], Any]]:
    """Positions of a game with every kind of step that it comes to, with what whoever must act may do and sees."""
    for snapshot in worked_out(f"moments of {title}", partial(_pick_moments, title)):
        g = Game.load(rules_of(title), snapshot)
        seat = g.deciders()[0]
        yield g, tuple(g.choices(seat)), g.view(seat)


def _pick_moments(title: str) -> list[bytes]:
    """Every so many positions of a game, and the first ones of each step: all tests here look at the same ones."""
    steps, found = Counter[str](), list[bytes]()
    for n, (g, _) in enumerate(walk(title, 1)):
        step = type(g.top_step()).__name__
        steps[step] += 1
        if (n % EVERY == 0 and n < 500) or steps[step] <= FIRST:
            found.append(g.snapshot())
    return found


def follow(choices: tuple[Choice, ...], draft: Draft, offer: ScreenOption) -> Draft | None:
    """Where a press on an option leads."""
    if offer.verb == "act":
        return Draft(draft.kind, draft.given, offer.value)
    if offer.verb == "kind":
        return open_draft(choices, offer.value)
    asked = next_question(choices, draft)
    value = chosen_value(asked, [offer.value])
    return Draft(asked.draft.kind, {**draft.given, asked.field: value}) if value is not None else None


def steps(choices: tuple[Choice, ...], dice: random.Random) -> Iterator[tuple[Draft, Screen]]:
    """The first step, and some ways on from there."""
    drafts = [Draft()]
    for _ in range(9):
        if not drafts:
            return
        draft = drafts.pop(0)
        shown = make_screen(choices, draft)
        yield draft, shown
        several = shown.question.pick is not None and not list_combinations(shown.question.pick)
        offers = [] if several else [*shown.options, *shown.more]
        for offer in dice.sample(offers, min(3, len(offers))):
            after = follow(choices, draft, offer)
            assert after is not None, f"{offer} leads nowhere"
            assert after != draft
            drafts.append(after)


def rows_of(g: Game, choices: tuple[Choice, ...], view: Any, shown: Screen) -> tuple[Row, ...]:
    """All buttons and menus of a step, as with a picture."""
    at = ConsoleIds(1, 1, "abcdef")
    named = picture_labels(option_labels(shown, choices, view, g.rules), shown, g.rules)
    more = tuple(more_buttons(at, shown, choices, view, g.rules))
    return (*option_button_rows(at, shown, named, 0, choices, view, g.rules), more)


def shown_as_buttons(shown: Screen, parts: list[Button | Menu]) -> tuple[ScreenOption, ...]:
    """The options of a step that have a button each."""
    return shown.more if any(isinstance(p, Menu) for p in parts) else (*shown.options, *shown.more)


def plays(choices: tuple[Choice, ...], draft: Draft, offer: ScreenOption) -> bool:
    """Whether a press on an option's button plays at once."""
    after = follow(choices, draft, offer)
    return after is not None and played_by_press(choices, offer.verb, offer.value, after) is not None


@pytest.mark.parametrize("title", TITLES)
def test_no_two_buttons_bear_the_same_text_and_few_answers_are_no_drop_down(title: str) -> None:
    dice = random.Random(1)
    seen = 0
    for g, choices, view in moments(title):
        for draft, shown in steps(choices, dice):
            rows = rows_of(g, choices, view, shown)
            parts = [part for row in rows for part in row]
            buttons = [b for b in parts if isinstance(b, Button)]
            # The number of a minor is its name.
            words = [b.label if MINOR.fullmatch(b.label) else NUMBER.sub("", b.label, count=1) for b in buttons]
            assert len({b.label for b in buttons}) == len(buttons), f"{title} {draft}: {[b.label for b in buttons]}"
            assert len({b.id for b in buttons}) == len(buttons)
            assert all(0 < len(w) <= MAX_LABEL_LENGTH + 5 <= LABEL for w in words)
            assert len(set(words)) == len(words), f"{title} {draft}: only numbers tell {words} apart"
            whole = join_rows(rows, [Button("x", "Back", "secondary")])
            assert len(whole) <= ROWS
            assert all(len(row) <= IN_ROW for row in whole)
            green = {found.arg for b in buttons if b.style == PLAYS and (found := parse_id(b.id))}
            pressed = {f"abcdef.{o.value}" for o in shown_as_buttons(shown, parts) if plays(choices, draft, o)}
            red = [parse_id(b.id) for b in buttons if b.style == PASSES]  # the one that plays at once and is not green
            green |= {found.arg for found in red if found is not None}
            assert green == pressed, f"{title} {draft}: green is what plays at once, and nothing else"
            for menu in (m for m in parts if isinstance(m, Menu)):
                assert len(menu.options) <= OPTIONS
                assert len(shown.options) > BUTTONS or menu.high > 1, f"{title} {draft}: a menu of {len(shown.options)}"
                assert len({o.value for o in menu.options}) == len(menu.options)
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("title", TITLES)
def test_everything_that_may_be_done_can_be_reached(title: str) -> None:
    dice = random.Random(2)
    for _, choices, _ in moments(title):
        every = [a for c in choices for a in c if not c.ranges and c.judge is None and not isinstance(a, Pass)]
        for wanted in dice.sample(every, min(3, len(every))):
            assert reached(choices, wanted, Draft(), DEEP), f"{title}: {wanted}"


def reached(choices: tuple[Choice, ...], wanted: Action, draft: Draft, left: int) -> bool:
    """Whether presses lead to the preview of it, or do it."""
    shown = make_screen(choices, draft)
    if shown.action == wanted:
        return True
    if not left:
        return False
    for offer in (*shown.options, *shown.more):
        if offer.kind is not type(wanted) or (offer.action is not None and not offer.field and offer.action != wanted):
            continue
        if offer.field and getattr(wanted, offer.field) != offer.choice:
            continue
        after = follow(choices, draft, offer)
        if after is not None and (
            next_question(choices, after).action == wanted or reached(choices, wanted, after, left - 1)
        ):
            return True
    return False


@pytest.mark.parametrize("title", TITLES)
def test_one_press_does_nothing_that_hides_a_choice_or_a_secret(title: str) -> None:
    done = 0
    for _, choices, _ in moments(title):
        for c in choices:
            for a in c:
                if needs_no_preview(choices, a):
                    done += 1
                    assert not c.kind.covert
                    assert isinstance(a, Bid) or not leaves_open(c)
    assert done


@pytest.mark.parametrize("title", RARE)
def test_rare_steps_are_among_those_looked_at(title: str) -> None:
    assert RARE[title] <= {type(g.top_step()).__name__ for g, _, _ in moments(title)}


def test_long_labels_lose_what_stands_in_brackets_first() -> None:
    assert cut_label("8 → FS £110 (Ungarische Staatsbahn, bob, £10 and a 2-train)") == "8 → FS £110"
    assert cut_label("1 · Station in Mumbai (D23), toward Pune for ₹40") == "1 · Station in Mumbai, toward Pune for ₹40"
    assert MAX_LABEL_LENGTH - 4 < len(cut_label("a" * 30 + " (b) " + "c" * 30)) <= MAX_LABEL_LENGTH


def test_minors_in_order_bear_one_number() -> None:
    assert number_labels(["Minor 1", "AIRS"]) == ["Minor 1", "2 · AIRS"]
    ways = ["Minor 3 → BNR", "Minor 2 → RBSR", "Give up minor 3"]
    assert number_labels(ways) == ["1 · Minor 3 → BNR", "2 · Minor 2 → RBSR", "3 · Give up minor 3"]


def test_the_path_says_what_was_chosen() -> None:
    """Of a tile: the company, what it does, the place."""
    for g, choices, view in moments("18GA"):
        lays = [a for c in choices for a in c if isinstance(a, LayTile)]
        if len({a.hex for a in lays}) > 1:
            hex_id = lays[0].hex
            shown = make_screen(choices, Draft("LayTile", {"hex": hex_id}))
            said = path_words(shown, view, g.rules)
            assert " · Lay a tile · " in said
            assert hex_id in said
            assert not said.startswith("Lay"), "the company comes first"
            return
    pytest.fail("no lay in that game")


def test_the_only_run_is_played_by_one_press() -> None:
    for _, choices, _ in moments("18GA"):
        runs = [a for c in choices for a in c if isinstance(a, RunTrains)]
        if len(runs) == 1:
            (only,) = make_screen(choices, Draft()).options
            assert only.action == runs[0]
            assert plays(choices, Draft(), only)
            return
    pytest.fail("no single run in that game")


def test_equal_words_are_told_apart_by_their_place() -> None:
    long = "x" * MAX_LABEL_LENGTH
    assert make_distinct(["a", "b"]) == ["a", "b"]
    assert make_distinct(["a", "A", "b"]) == ["1) a", "2) A", "b"]
    assert [cut_label(s)[-1] for s in make_distinct([f"{long}1", f"{long}2"])] == ["1", "2"], (
        "the end of a long text is shown"
    )
    assert len(cut_label(long * 2)) <= MAX_LABEL_LENGTH


def test_few_things_to_pick_from_are_buttons_for_each_combination() -> None:
    assert list_combinations(Pick(("a", "b"), 1, 2)) == (("a",), ("b",), ("a", "b"))
    assert list_combinations(Pick(tuple("abcdefghi"), 4, 4)) == ()
    shares = choice(BuyShare("CoG", "ipo", by="a"))
    assert pass_action([shares, choice(Pass(by="a"))]) == Pass(by="a")
    assert value_id(("a", "b")) == "a b"


def kinds_of_action(kind: type[Action] = Action) -> Iterator[type[Action]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from kinds_of_action(sub)


@pytest.mark.parametrize("kind", list(kinds_of_action()), ids=lambda k: k.__name__)
def test_the_longest_option_of_each_kind_fits_into_an_id(kind: type[Action]) -> None:
    """Such as a run, `RunTrains:3-4: G6.a G2.a F3.a D3.a`, beside what was chosen before."""
    longest = f"{kind.__name__}:{'x' * values.MAX_VALUE_LENGTH}"
    assert parse_id(str(ConsoleIds(10**7, 36**4 - 1, Draft().digest())("kind", longest))) is not None


def internals(text: str, g: Game) -> list[str]:
    """Names of the program's own that stand in a text: cards, cities by letters, places and options."""
    data = g.rules.data
    cards = {*data.train_set, *data.certificates}
    found = re.findall(r"[\w&:.-]+", text)
    return [
        word
        for word in (w.strip(".:") for w in found)
        if word in cards or "_" in word or re.fullmatch(r"[A-Z]+\d+\.[a-z]", word) or word.startswith("hand:")
    ]


@pytest.mark.parametrize("title", TITLES)
def test_nothing_that_people_read_holds_a_name_of_the_programs_own(title: str) -> None:
    dice = random.Random(3)
    seen: set[str] = set()
    for g, choices, view in moments(title):
        for _, shown in steps(choices, dice):
            for part in (part for row in rows_of(g, choices, view, shown) for part in row):
                if isinstance(part, Button):
                    seen.add(part.label)
                elif isinstance(part, Menu):
                    seen |= {part.hint, *(f"{o.label} {o.hint}" for o in part.options)}
            seen |= {path_words(shown, view, g.rules), asked_words(choices, view, g.rules)}
        seen |= {
            action_words(a, view, g.rules) for c in choices for a in dice.sample(c.actions, min(5, len(c.actions)))
        }
        for seen_text in seen:
            assert not internals(seen_text, g), f"{title}: {seen_text}"
        seen.clear()


def test_a_tile_of_the_same_number_as_its_place_keeps_both():
    ways = [f"{tile} · Annapolis to Washington" for tile in (5, 5, 5, 5, 6, 6)]
    assert number_labels(ways)[-1] == "6 · 6 · Annapolis to Washington"
    assert number_labels(["Minor 1: £100", "Minor 2: £100"]) == ["Minor 1: £100", "Minor 2: £100"]


def test_only_the_best_of_several_runs_is_one_press():
    best, less = (RunTrains((Route("2-1", (stop,)),), by="ann") for stop in ("D4.a", "F6.a"))
    runs = Choice(RunTrains, "ann", lambda: (best, less))
    assert needs_no_preview([runs], best)
    assert not needs_no_preview([runs], less)


def test_neighbours_are_called_by_their_names_on_every_button():
    """“tile 58 to Bowling Green and Nashville”, “tile 5 to F9 and E10” of Clarksville, “tile 4 to F11 (Nashville) and F15”."""
    assert cut_labels(["tile 4 to F11 (Nashville) and F15"]) == ["tile 4 to Nashville and F15"]
    long = "5 · tile 57 to E10 (Clarksville) and G12 (Murfreesboro)"
    assert cut_labels([long, "1 · tile 5 to F9 and E10 (Clarksville)"]) == [
        "5 · tile 57 to Clarksville, Murfreesboro",
        "1 · tile 5 to F9, Clarksville",
    ]
    alike = ["to A1 (Off) and B2", "to A3 (Off) and B2"]
    assert cut_labels(alike) == alike, "the name alone does not tell them apart"


def test_buttons_that_stand_together_leave_out_the_same():
    long, short = "Give up minor 8 (Ungarische Staatsbahn, Ann, £275)", "Give up minor 11 (Südbahn, Ann)"
    assert cut_labels([long, short]) == ["Give up minor 8", "Give up minor 11"]
    assert cut_labels([short, "Pass"]) == [short, "Pass"]
    apart = ["Station in Mumbai (D23), toward Pune at ₹40 each", "Station in Mumbai (D24)"]
    assert cut_labels(apart) == ["Mumbai, toward Pune at ₹40 each", "Mumbai"]
    lay = "Upgrade Nice (C20) to tile 142, to B19 (Marseille), D19 (Turin) and D21"
    assert cut_labels([lay]) == ["Upgrade Nice to tile 142"], "its middle was cut out: “Upgrade Nice to tile … and D21”"
    assert cut_labels(["Station in Murfreesboro (G12) for $40"]) == ["Station in Murfreesboro for $40"]
    tiles = [
        f"{n} · tile {n} to I9 (Waycross) and J12 ({place})" for n, place in ((7, "Jacksonville"), (8, "Brunswick"))
    ]
    assert cut_labels(tiles)[0] == "7 · tile 7 to Waycross, Jacksonville"


def test_a_train_that_a_private_makes_cheaper_is_offered_at_that_price():
    """18VA: “a 3/2G-train costs $200, VR has $112”, and a button for $200; with P2 it cost nothing."""
    g = golden_position("18VA-bank", 287)
    choices, view = g.choices(g.deciders()[0]), g.view(None)
    screen = make_screen(choices, Draft())
    assert option_labels(screen, choices, view, g.rules)[0] == "3/2G-train for $0 with P2"
    told = hints(screen, view, g.rules)
    assert "With P2 a 3/2G-train costs $0, else $200." in told
    assert not [line for line in told if "VR has" in line]


def test_a_panel_button_keeps_its_price():
    assert _fit_button("Station in Murfreesboro (G12) for $40") == "Station in Murfreesboro for $40"
    assert _fit_button("Station in Macon (F6) for $40") == "Station in Macon (F6) for $40"


@pytest.mark.parametrize("title", TITLES)
def test_what_a_button_says_may_be_typed(title: str) -> None:
    """It is never read as something else, and it is among what is offered then."""
    dice, seen = random.Random(1), 0
    for g, choices, view in moments(title):
        company, step = queries.acting_company(view), g.state.step_key
        known = Vocabulary(g.rules, places=view.place, company=company, step=step)
        phrases = [(choice_words(c, a, view, g.rules), a) for c in choices for a in c]
        for draft, shown in steps(choices, dice):
            texts = option_labels(shown, choices, view, g.rules)
            for option, text in zip(shown.options, texts, strict=True):
                if option.action is None or isinstance(option.action, RunTrains) or draft != Draft():
                    continue
                if text.startswith(("to ", "$", "£")):
                    continue  # says nothing but what is left of an action that is named above it
                for typed in (text, action_words(option.action, view, g.rules)):
                    read = read_words(typed, choices[0].by, choices, known)
                    meant = [read.action] if read.action else read.several or rank_matches(typed, phrases)
                    assert option.action in meant, f"{title}: {typed} is read as {meant[:3]}"
                    seen += 1
    assert seen > 100


def test_a_hex_that_only_a_power_allows_says_so_in_place_of_its_cost() -> None:
    rules = TITLES["18TN"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "words", seated=True).view(None)
    assert place_words("F19", view, rules) == "F19 for $120"
    assert place_words("F19", view, rules, "ETWCR") == "F19 free, by ETWCR"


def test_what_is_given_away_or_must_be_bought_has_a_row_of_its_own() -> None:
    """Discarding a train, naming a buyer, closing a private and the only train for sale came without a picture."""
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1")
    view, rules = g.view("ann"), g.rules
    offers = [
        ScreenOption(StepVerb.ACT, "1", DiscardTrain, DiscardTrain("2-1", by="ann")),
        ScreenOption(StepVerb.FIELD, "bob", SellPrivate, None, "buyer", "bob"),
        ScreenOption(StepVerb.ACT, "2", ClosePrivate, ClosePrivate("MRC", by="ann")),
        ScreenOption(StepVerb.KIND, "BuyTrain", BuyTrain),
    ]
    discarded, buyer, closed, bought = picture_rows(offers, ["a", "b", "c", "d"], view, rules, {})
    assert (discarded.key, discarded.name, discarded.words) == ("2T", "a", "rusts with 4T")
    assert (buyer.name, buyer.words) == (f"{rules.data.money(view.cash['bob'])} in cash", "owns 0 of 15 certificates")
    assert closed.key == "MRC"
    assert (bought.key, bought.price) == ("2T", "$100")


def test_a_place_in_a_list_says_its_price_once_and_that_it_is_an_upgrade():
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "1")
    view, rules, asked = g.view(None), g.rules, Question(Draft())
    screen, laid = Screen(asked, ()), structs.replace(g.view(None), tiles={"F11": Laid("57", 0)})

    def hint(hex_id: str, board: Any = view, **about: Any) -> str:
        offer = ScreenOption(StepVerb.FIELD, hex_id, about.get("kind", LayTile), field="hex", choice=hex_id)
        return hint_beside(offer, "its own", replace(screen, question=about.get("asked", asked)), board, rules)

    dear = next(h for h, d in rules.data.hexes.items() if d.cost and d.terrain and not d.name)
    terrain, cost = rules.data.hexes[dear].terrain[0], rules.data.money(rules.data.hexes[dear].cost)
    assert hint(dear) == terrain, "the label has the price"
    free = Question(Draft(), agreeing=(choice(LayTile(dear, "8", 0, "TCC", by="ann")),))
    assert hint(dear, asked=free) == terrain, "the label says that it is free"
    assert ground_words(view, rules, dear, builds=True) == f"costs {cost} ({terrain})", (
        "where the label has a power alone"
    )
    assert hint("F11", laid).startswith("upgrades yellow tile 57, city ")
    printed = next(h for h, d in rules.data.hexes.items() if d.print.faces[0].tile.colour == "yellow")
    assert hint(printed).startswith("upgrades yellow track")
    assert hint(dear, kind=PlaceToken) == "its own"


def test_of_several_lots_those_without_a_bid_are_behind_one_button():
    """With seven minors left, seven buttons put one up for nothing before the bids, which had come first until then."""
    g = Game.new(TITLES["18EU"].rules((), 2), ["ann", "bob"], "1")
    for _ in range(400):
        every = [a for c in g.choices(g.deciders()[0]) for a in c]
        bids = [a for a in every if isinstance(a, Bid)]
        if len({a.item for a in bids}) == 7:
            break
        unpaid = [a for a in bids if not a.amount]
        g.play(next((a for a in (*unpaid, *every) if a in unpaid or isinstance(a, Pass)), every[0]))
    screen = make_screen(g.choices(g.deciders()[0]), Draft())
    assert [getattr(o.action, "amount", 0) for o in screen.options] == [100] * 7
    assert any(o.field == "amount" for o in screen.more)

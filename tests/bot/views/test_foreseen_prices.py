"""What is said before somebody presses names what it costs and each price that moves then; a train that brings nothing is asked
about.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from bot.model.action_form import Draft, left_undone, pass_action
from bot.model.computer_players.track_advice import Foreseen
from bot.model.results import examine_position
from bot.tables.lookahead.pass_plans import foresee_prices
from bot.tables.lookahead.spare_trains import is_spare
from bot.views.console.hints import step_hints
from bot.views.formatting import event_lines
from bot.views.guide import advice_reasons
from bot.views.guide.advice_reasons import explain_action
from bot.views.messages import PLAYS, Button
from bot.views.options.labels import cut_labels, option_labels, picture_labels
from bot.views.options.screen import make_screen
from bot.views.turn_panel import compose_panel, last_station_line
from game.actions import Action, BuyTrain, LayTile, Par, Pass, PayDividend, PlaceToken
from game.events import Divided, Event, PriceMoved, TurnEnded
from game.play import Game
from render.data import queries
from tests.console_report import seated
from tests.golden import GAMES
from tests.support.discord_world import NAMES, said, world
from tests.support.golden_positions import golden_position, golden_positions
from tests.support.typed_lines import typist_in

STEP = 17  # of so many positions of a recorded game one is looked at
LAST = 330


def ends_of(g: Game, seat: str) -> list[Action]:
    """What may end a part of a company's turn: a pass, and each dividend."""
    ending = pass_action(g.choices(seat))
    paid: list[Action] = [a for c in g.choices(seat) for a in c.actions if isinstance(a, PayDividend)]
    return paid + ([ending] if ending is not None else [])


@pytest.mark.parametrize("name", [g.name for g in GAMES if g.name.endswith("bank")])
def test_each_price_that_moves_or_stays_with_what_a_company_earns_is_told(name: str) -> None:
    """18 India: a guaranty kept the price of NSR, and no line said so, while those of others named theirs."""
    told = 0
    for g in golden_positions(name, range(40, LAST, STEP)):
        seats, before = g.deciders(), g.snapshot()
        if g.state.over or len(seats) != 1 or not queries.acting_company(g.view(None)):
            continue
        for action in ends_of(g, seats[0]):
            tried = Game.load(g.rules, before)
            events, view = tried.play(action), tried.view(None)
            lines = "\n".join(event_lines(events, view, g.rules))
            for event in events:
                if isinstance(event, PriceMoved) and event.new:
                    assert g.rules.data.money(g.rules.data.cell(event.new).price) in lines, (name, action)
                if isinstance(event, Divided) and queries.price(view, g.rules, event.company):
                    assert " price " in lines, (name, action, lines)
                    told += 1
    assert told or name in ("18EU-bank", "18GA-bank")


def test_what_the_end_of_a_turn_does_to_a_price_is_foreseen_as_it_comes():
    """18 India 8.4.5.7: a company without a train falls by one, also where its guaranty paid."""
    for number in (65, 77, 87):
        g = golden_position("18India-bank", number)
        (seat,) = g.deciders()
        company = queries.acting_company(g.view(None))
        assert left_undone(g.choices(seat), Pass(by=seat))
        foreseen = foresee_prices(g.rules, examine_position(g, 0), seat)
        events: list[Event] = []
        while not any(isinstance(e, TurnEnded) for e in events):
            events += g.play(Pass(by=seat))
        happened = [e for e in events if isinstance(e, PriceMoved) and e.company == company]
        assert [*foreseen] == happened[: len(foreseen)]
        assert foreseen


@pytest.mark.parametrize(
    ("name", "number", "spare"),
    [("18India-bank", 65, False), ("18India-bank", 66, True), ("18GA-bank", 251, True), ("18TN-bank", 176, False)],
)
async def test_a_second_train_that_brings_nothing_is_not_green_and_asks(tmp_path, name, number, spare):
    """18 India: the same green button stood there again after a purchase, and bought a useless train that ended the turn."""
    async with world(tmp_path, NAMES) as w:
        at = await typist_in(w, await seated(w, golden_position(name, number)))
        panel = await compose_panel(at.table, ())
        (buy,) = [b for row in panel.rows for b in row if isinstance(b, Button) and b.label.startswith("Buy a ")]
        assert (buy.style == PLAYS) is not spare
        if spare:
            before = at.table.position.move
            shown = await at.actor.click(await w.panel(at.thread), label=buy.label)
            assert at.table.position.move == before
            assert f" with {buy.label.removeprefix('Buy ').partition(' for')[0]}" in said(shown)
        elif name == "18India-bank":  # what comes of no train is said with its price
            (told,) = await at.ask("no train")
            assert "EIR has no train and can still buy one. At the end of the turn its price: ₹" in told


def test_a_second_train_that_ends_the_turn_asks_whatever_it_brings(monkeypatch):
    g = golden_position("18TN-preset", 135)
    (seat,) = g.deciders()
    buys = [a for c in g.choices(seat) for a in c if isinstance(a, BuyTrain) and not a.seller]
    position, play = examine_position(g, 0), Game.play
    played: list[Action] = []

    def play_and_note(game: Game, action: Action) -> list[Event]:
        played.append(action)
        return play(game, action)

    monkeypatch.setattr(Game, "play", play_and_note)
    assert all(is_spare(g.rules, position, seat, a) for a in buys)
    assert [a for a in played if a in buys] == buys, "each is tried once"
    first = golden_position(
        "18TN-preset", 82
    )  # nothing is bought in this turn yet: that it ends with it is no reason to ask
    (seat,) = first.deciders()
    buy = next(a for c in first.choices(seat) for a in c if isinstance(a, BuyTrain) and not a.seller)
    assert not is_spare(first.rules, examine_position(first, 0), seat, buy)


def test_what_a_river_costs_is_told_where_the_place_and_the_tile_are_chosen():
    """18 India: the list had *3 · Q18*, the tiles *3 · tile 9 to Haldia and Dhaka*, and only the preview “for ₹30”."""
    g = golden_position("18India-price", 55)
    (seat,) = g.deciders()
    choices, view = g.choices(seat), g.view(seat)

    def buttons(draft: Draft) -> list[str]:
        screen = make_screen(choices, draft)
        return cut_labels(picture_labels(option_labels(screen, choices, view, g.rules), screen, g.rules))

    assert buttons(Draft()) == ["1 · O18", "2 · O20", "3 · Q18 for up to ₹30"]
    assert buttons(Draft("LayTile", {"hex": "Q18"})) == [
        "1 · tile 7 to Kolkata",
        "2 · tile 8 to Q16",
        "3 · tile 9 to Dhaka for ₹30",
    ]


@pytest.mark.parametrize(
    ("name", "number", "told"),
    [
        ("18VA-bank", 57, "This is B&O's last station."),
        ("18VA-bank", 37, "The next one costs $100."),
        ("18VA-bank", 44, ""),
    ],
)
def test_the_last_station_says_so_and_a_cheap_one_what_the_next_costs(name, number, told):
    """18VA: *Station in Staunton for $40* was C&O's last, and only the table of all companies told it."""
    g = golden_position(name, number)
    seats, view = g.deciders(), g.view(None)
    table: Any = SimpleNamespace(position=SimpleNamespace(deciders=seats), choices=g.choices, rules=g.rules)
    assert last_station_line(table, view) == (f"-# {told}" if told else "")
    assert step_hints({PlaceToken}, view, g.rules)[1:] == ([told] if told else [])


def test_the_guide_says_what_a_first_round_does_to_the_price_and_when_track_earns(monkeypatch):
    """“Start ACL at $90”, then “Ann −55 … share prices −60”; “where ACL will earn more”, then “Best run stays $50”."""
    g = golden_position("18GA-bank", 251)
    view = g.view(None)
    first = structs.replace(
        view, round="SR 1", companies={c: structs.replace(k, president="") for c, k in view.companies.items()}
    )
    why, _ = explain_action(Par("GA", 90, by="ann"), first, g.rules)
    assert "without a train its price falls a step." in why
    why, _ = explain_action(Par("GA", 90, by="ann"), view, g.rules)
    assert "without a train" not in why, "that is known in a later round, when there is much else to say"
    company = queries.acting_company(view)
    seen: Any = SimpleNamespace(foresee=lambda _action: Foreseen(company, 50, 50, 50, 50, "J12"))
    monkeypatch.setattr(advice_reasons, "TrackJudge", lambda *_: seen)
    why, _ = explain_action(LayTile("I11", "8", 0, by="ann"), view, g.rules)
    assert (
        why
        == f"It leads towards Jacksonville (J12), where {company} will earn more with one more train or a longer one."
    )

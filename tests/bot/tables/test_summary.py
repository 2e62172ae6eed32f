"""What a game came to, and rounds in a few lines: read off the record of games that were played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.interchange.importer import read_game
from bot.model.kinds import Ending
from bot.model.replayed_game import PlayedActions
from bot.model.results import Move
from bot.storage.store import Store
from bot.tables.service import Table, Tables
from bot.tables.story import round_summary
from bot.tables.story.game_summary import Holding, Standing, summarize
from bot.tables.story.round_summary import CompanyRound, Round
from bot.tables.story.worth_causes import Cause, Kind
from bot.views.story.results.result_text import MAX_TEXT_LENGTH, duration_words, summary_text, winner_line
from bot.views.story.results.round_text import render_round
from game.events import (
    CardMoved,
    CompanyClosed,
    Divided,
    Event,
    GameEnded,
    Paid,
    PriceMoved,
    PrivateSold,
    Ran,
    RoundBegan,
    RoundEnded,
    SharesBought,
    SharesSold,
    TrainBought,
)
from render.results.charts import worth_chart
from tests.support.held_clock import FrozenClock
from tests.support.round_texts import round_text
from tests.support.toy_tables import (
    ANN,
    BOB,
    CID,
    LEFT,
    NOON,
    PASS,
    RIGHT,
    act,
    new,
    play_out,
    pledge,
    running,
    tables_of,
)
from titles import TITLES, find

RULES = find("18GA").rules((), 3)
DATA = RULES.data


@pytest.fixture
async def table(store: Store) -> Table:
    return await running(tables_of(store))


async def first_rounds(table: Table) -> tuple[str, str, str]:
    """T 1: the first seat pledges 20 and 10, the second 5; S 1: the first two go left."""
    a, b, c = (s.name for s in table.seats)
    for seat, amount in ((a, 20), (a, 10), (b, 5)):
        if table.position.deciders != (seat,):
            await act(table, PASS)
        await act(table, pledge(amount), seat)
    await act(table, PASS, b)
    await act(table, PASS, c)
    for seat, side in ((a, LEFT), (c, RIGHT), (b, LEFT)):
        await act(table, side, seat)
    return a, b, c


async def test_the_ranking_and_the_curves_follow_what_was_played(table: Table, store: Store):
    a, b, c = await first_rounds(table)
    assert isinstance(store.clock, FrozenClock)
    store.clock.advance(days=12, hours=4)
    await play_out(table)
    found = await summarize(table)
    assert found.called == "Toy"
    assert " 18 India with " in winner_line(replace(found, called="18 India")), (
        "the post said 18India, its picture 18 India"
    )
    assert found.series.rounds == ("Start", "T 1", "S 1", "T 2", "S 2", "T 3", "S 3")
    assert found.series.worth == {
        a: (400, 370, 400, 400, 430, 430, 460),
        b: (400, 395, 425, 425, 455, 455, 485),
        c: (400, 400, 400, 400, 430, 430, 460),
    }
    assert [(s.rank, s.total) for s in found.standings] == [(1, 485), (2, 460), (2, 460)]
    assert found.standings[0].parts == {"cash": 485, "shares": 0, "privates": 0}
    assert [s.seat for s in found.winners] == [b]
    assert (found.why, found.triggered, found.round) == ("done", "", "S 3")
    assert (found.lasted, found.moves) == (timedelta(days=12, hours=4), 21)
    shown = {s.name: s.shown for s in table.seats}
    assert summary_text(found).splitlines() == [
        f"{shown[b]} wins Toy with $485.",
        f"**1. {shown[b]}** $485 = cash $485",
        *(f"**2. {shown[p]}** $460 = cash $460" for p in (a, c)),
        "Over in S 3: done. 21 moves in 12 days 4 hours.",
    ]


async def test_what_was_taken_back_counts_for_nothing(table: Table):
    a = table.position.deciders[0]
    await act(table, pledge(20))
    await table.undo(a)
    await play_out(table)
    assert (await summarize(table)).series.worth[a][1] == 400


async def test_equal_worth_shares_the_victory(table: Table):
    await play_out(table)
    found = await summarize(table)
    assert [s.rank for s in found.standings] == [1, 1, 1]
    names = [s.shown for s in table.seats]
    assert [x[:5] for x in summary_text(found).splitlines()[1:4]] == ["**1. "] * 3, (
        "no list, which Discord would number anew"
    )
    assert (
        summary_text(found).splitlines()[0]
        == f"{names[0]}, {names[1]} and {names[2]} share the victory in Toy with $490."
    )
    abandoned = replace(found, why=Ending.ABANDONED)
    together = f"{names[0]}, {names[1]} and {names[2]}"
    assert winner_line(abandoned) == f"Toy is over without a result; {together} were ahead with $490", "nobody wins it"


async def test_a_table_that_was_closed_says_so(table: Table, store: Store):
    await act(table, PASS)
    tables = Tables(store, {})
    row = await tables.end(table.id, "agreed")
    found = await summarize(Table(store, row, table.rules, table.position))
    assert "the players agreed to end it" in summary_text(found)
    assert found.series.rounds == ("Start",)


async def test_names_cannot_break_the_post_and_it_never_grows_too_long(table: Table):
    await play_out(table)
    found = await summarize(table)
    evil = Standing(1, "x", "**@everyone** [a](b) `c`" * 4, 5000, {"cash": 1, "shares": 4999}, (), bankrupt=True)
    many = tuple(Holding(f"C{n}", 3, 100) for n in range(12))
    long = replace(found, standings=tuple(replace(evil, holdings=many) for _ in range(6)), why="[d](e) conceded")
    said = summary_text(long)
    assert len(said) <= MAX_TEXT_LENGTH
    assert "@everyone" not in said
    assert "[a](b)" not in said
    assert "[d](e)" not in said
    assert "bankrupt" in said


async def test_the_series_feed_the_chart(table: Table):
    await play_out(table)
    s = (await summarize(table)).series
    made = worth_chart(s.rounds, s.worth, {p.name: p.shown for p in table.seats}, "$")
    assert made.alt.startswith("Chart: worth from Start to S 3.")
    assert "$490 at the end" in made.alt


@pytest.mark.parametrize(
    ("lasted", "said"),
    [
        (timedelta(seconds=30), "less than a minute"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(hours=5, minutes=2), "5 hours 2 minutes"),
        (timedelta(days=12, hours=1, minutes=59), "12 days 1 hour"),
    ],
)
def test_durations_are_spelt(lasted: timedelta, said: str) -> None:
    assert duration_words(lasted) == said


@pytest.mark.parametrize("name", ["179942_game_end_stock_market", "18GA_game_end_bank", "18GA_game_end_bankrupt"])
async def test_recorded_games_come_out_as_they_did(name: str, store: Store, shared: Path) -> None:
    data = (shared / "recorded" / "18GA" / f"{name}.json").read_bytes()
    played = read_game(data)
    actions = [action for _, action in played.plays]
    people = [(p, 100 + n, f"P{n}") for n, p in enumerate(played.players)]
    table = await Tables(store, TITLES).import_game(
        new(title="18GA", options=played.options), people, PlayedActions(actions)
    )
    found = await summarize(table)
    result = json.loads(data)["result"]
    assert {s.seat: s.total for s in found.standings} == {
        p: result[str(theirs["id"])] for p, theirs in zip(played.players, by_name(data, played.names), strict=True)
    }
    assert {p: values[-1] for p, values in found.series.worth.items()} == {s.seat: s.total for s in found.standings}
    assert all(h.shares <= 10 for s in found.standings for h in s.holdings)
    for s in found.standings:
        assert sum(h.shares * h.price for h in s.holdings) == s.parts["shares"]
    assert len(summary_text(found)) <= MAX_TEXT_LENGTH
    ended = [e.name for m in await table.history() for e in m.events if isinstance(e, RoundEnded)]
    texts = [await round_text(table, name) for name in ended]
    assert all(0 < len(text) <= MAX_TEXT_LENGTH for text in texts)


def by_name(data: bytes, names: Sequence[str]) -> list[dict[str, Any]]:
    known = {p["name"]: p for p in json.loads(data)["players"]}
    return [known[n] for n in names]


# ---------------------------------------------------------------------- rounds


async def test_each_round_is_told_with_the_change_in_worth(table: Table):
    a, b, c = await first_rounds(table)
    shown = {s.name: s.shown for s in table.seats}
    first, second = await round_text(table, "T 1"), await round_text(table, "S 1")
    assert first.splitlines() == [
        "**T 1 is over.** What everybody is worth:",
        f"{shown[c]} $400 (±0)",
        f"{shown[b]} $395 (−5): other payments",
        f"{shown[a]} $370 (−30): other payments",
    ]
    assert second.splitlines()[1] == f"{shown[b]} $425 (+30): other payments"
    await act(table, pledge(1))
    assert await round_text(table, "S 1") == second
    assert await round_text(table, "T 2") == "", "it is not over"


def moves_of(*events: Event) -> list[Move]:
    return [Move(1, 0, 0, "", None, events, "", 0, NOON, "", revealed=False)]


ROW = type("Row", (), {"seats": ()})()


def test_a_new_train_is_told_by_the_side_that_its_company_chose():
    """18 India's 4E-train was told as a 4-train."""
    events = (RoundBegan("OR 1.1"), TrainBought("WIP", "4-1", "depot", 550, "4E"), RoundEnded("OR 1.1", {"ann": 600}))
    rules = find("18India").rules((), 3)
    (found,) = round_summary.summarize_rounds(moves_of(*events), rules, {"ann": 600})
    assert found.companies["WIP"].trains == ["4E"]
    assert "WIP: bought a 4E-train" in render_round(found, ROW, rules)


def test_rounds_of_companies():
    rules = find("18GA").rules((), 3)
    found = round_summary.summarize_rounds(
        moves_of(
            RoundBegan("SR 1"),
            CardMoved("CoG.0", "ipo", "ann", "bought"),
            SharesBought("ann", "CoG", 2, "ipo", 220),
            PriceMoved("CoG", "", "0,5", "par"),
            CardMoved("CoG.1", "ipo", "bob", "bought"),
            SharesBought("bob", "CoG", 1, "ipo", 110),
            RoundEnded("SR 1", {"ann": 600, "bob": 600}),
            RoundBegan("OR 1.1"),
            Paid("bank", "ann", 20, "private"),
            Ran("CoG", (), 120, 120),
            Divided("CoG", "full", 120, 12),
            Paid("bank", "ann", 24, "dividend"),
            PriceMoved("CoG", "0,5", "0,6", "dividend"),
            TrainBought("CoG", "3-1", "depot", 180),
            CardMoved("CoG.1", "bob", "pool", "sold"),
            SharesSold("bob", "CoG", 1, 120),
            RoundEnded("OR 1.1", {"ann": 664, "bob": 610}),
        ),
        rules,
        {"ann": 600, "bob": 600},
    )
    assert [r.name for r in found] == ["SR 1", "OR 1.1"]
    assert found[0].change == {"ann": 0, "bob": 0}
    assert [r.income for r in found] == [True, False], "privates have paid since stock round 1"
    assert found[1].companies == {"CoG": CompanyRound(120, "full", {"3-1": "3"}, 110, 120)}
    assert found[1].causes["ann"] == {Cause(Kind.DIVIDENDS): 24, Cause(Kind.PRIVATES): 20, Cause(Kind.PRICES): 20}
    assert render_round(found[0], ROW, RULES).splitlines() == [
        "**Stock round 1 is over.** What everybody is worth:",
        "ann $600 (±0): +2 shares of CoG",
        "bob $600 (±0): +1 share of CoG",
        "-# CoG: starts at $110",
    ]
    assert render_round(found[1], ROW, RULES).splitlines() == [
        "**OR 1.1 is over.** What everybody is worth:",
        "ann $664 (+64): dividends $24, privates $20, share prices +20",
        "bob $610 (+10): −1 share of CoG, share prices",
        "-# CoG: ran $120, paid out, price 110 → 120, bought a 3-train",
    ]


def test_beside_its_picture_a_round_says_only_what_that_does_not():
    """What everybody is worth stood in the answer, in the text and in the picture; each company's falling price in a line."""
    companies = {"GA": CompanyRound(before=70, after=60), "CoG": CompanyRound(before=90, after=80)}
    found = Round("OR 1.1", {"ann": 660, "bob": 585}, {"ann": 60, "bob": -5}, companies=companies)
    found.causes = {
        "ann": Counter({Cause(Kind.DIVIDENDS): 44, Cause(Kind.PRICES): 16}),
        "bob": Counter({Cause(Kind.PRICES): -5}),
    }
    beside = render_round(found, ROW, RULES, pictured=True).splitlines()
    assert beside == [
        "**OR 1.1 is over.**",
        "-# ann +60: dividends $44, share prices +16",
        "-# bob −5: share prices",
    ]
    alone = render_round(found, ROW, RULES).splitlines()
    assert alone[2:] == ["bob $585 (−5): share prices", "-# Prices: GA 70 → 60, CoG 90 → 80"]


def test_beside_the_picture_too_everybody_has_a_line():
    """Who had gained or lost by one cause alone had none, and it was who had lost most."""
    found = Round("SR 1", {"ann": 540, "bob": 600}, {"ann": -60, "bob": 0})
    found.causes = {"ann": Counter({Cause(Kind.PRICES): -60}), "bob": Counter()}
    told = render_round(found, ROW, RULES, pictured=True).splitlines()
    assert told[1:] == ["-# bob ±0", "-# ann −60: share prices"], "among others a player without a line seems forgotten"
    found.shares = {"bob": Counter({"GA": 2})}
    assert render_round(found, ROW, RULES, pictured=True).splitlines() == told, "the picture has what was bought"
    found.causes = {"bob": Counter({Cause(Kind.PRICES): 60})}  # “Ann +60: share prices”: why?
    assert render_round(found, ROW, RULES, pictured=True).splitlines()[1].endswith("share prices +60 (sold out)")


def test_what_privates_bring_is_not_told_as_share_prices():
    value = DATA.privates["MRC"].value
    found = round_summary.summarize_rounds(
        moves_of(
            RoundBegan("Auction"),
            CardMoved("MRC", "bank", "bob", "bought"),
            PrivateSold("MRC", "bank", "bob", 60),
            RoundEnded("Auction", {"ann": 600, "bob": 600 + value - 60}),
            RoundBegan("OR 1.1"),
            Paid("bank", "bob", 24, "dividend"),
            CardMoved("MRC", "bob", "CoG", "bought"),
            PrivateSold("MRC", "bob", "CoG", 75),
            CardMoved("MRC", "CoG", "gone", "closed"),
            RoundEnded("OR 1.1", {"ann": 600, "bob": 600 - 60 + 24 + 75}),
        ),
        find("18GA").rules((), 3),
        {"ann": 600, "bob": 600},
    )
    auction = render_round(found[0], ROW, RULES).splitlines()[2]
    assert auction == f"bob ${540 + value} (−{60 - value}): bought MRC above face value"
    told = render_round(found[1], ROW, RULES).splitlines()[1]
    assert told == f"bob $639 (+{99 - value}): dividends $24, sold MRC +{75 - value}"


def test_a_round_is_never_longer_than_a_post_may_be():
    crowd = {f"p{n}": 1000 for n in range(60)}
    found = Round(
        "OR 1.1", worth=crowd, change=dict.fromkeys(crowd, 5), companies={f"C{n}": CompanyRound(100) for n in range(40)}
    )
    said = render_round(found, ROW, RULES)
    assert 1300 < len(said) <= MAX_TEXT_LENGTH


def test_curves_of_companies_that_come_and_go():
    from bot.tables.story.game_summary import worth_series
    from game.play import Game

    game = Game.new(find("18GA").rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    worth = dict.fromkeys(game.state.order, 600)
    found = worth_series(
        game,
        moves_of(
            PriceMoved("GA", "", "0,5", "par"),
            RoundEnded("SR 1", worth),
            PriceMoved("CoG", "", "1,4", "par"),
            PriceMoved("GA", "0,5", "0,6", "dividend"),
            RoundEnded("OR 1.1", worth),
            CompanyClosed("GA"),
            GameEnded("bankruptcy", worth | {"bob": 0}),
        ),
    )
    assert found.rounds == ("Start", "SR 1", "OR 1.1", "End")
    assert found.prices == {"CoG": (None, None, 90, 90), "GA": (None, 110, 120, None)}
    assert found.worth["bob"] == (600, 600, 600, 0)
    assert {ANN, BOB, CID} == {101, 102, 103}


def test_a_train_that_a_company_sold_and_bought_back_in_a_round_is_not_new():
    """The picture of the last round had old trains as new ones, which the timeline showed bought long before."""
    rules = TITLES["18India"].rules((), 3)
    events = [
        RoundBegan("OR 1.1"),
        CardMoved("2-1", "EIR", "pool", "sold"),
        CardMoved("2-1", "pool", "EIR"),
        TrainBought("EIR", "2-1", "pool", 180),
        TrainBought("EIR", "3-1", "depot", 300),
        TrainBought("WR", "2-2", "depot", 180),
        CardMoved("2-2", "WR", "pool", "sold"),
        RoundEnded("OR 1.1", {"ann": 1000}),
    ]
    moves: Any = [SimpleNamespace(events=(e,), round="") for e in events]
    (found,) = round_summary.summarize_rounds(moves, rules, {"ann": 1000})
    assert {c: did.trains for c, did in found.companies.items()} == {"EIR": ["3"], "WR": []}


def test_shares_that_came_for_minors_are_counted():
    """“after SR 2” gave Ann 2 more shares of SNCF, who had bought two and got one for each of two minors."""
    rules = TITLES["18EU"].rules((), 3)
    shares = [card for card, (company, _) in rules.data.certificates.items() if company == "SNCF"]
    events = [
        RoundBegan("SR 2"),
        SharesBought("ann", "SNCF", 2, "ipo", 140),
        CardMoved(shares[1], "ipo", "ann", "exchanged"),
        CardMoved(shares[2], "treasury", "ann", "exchanged"),
        CardMoved("7.0", "ann", "gone", "exchanged"),
        RoundEnded("SR 2", {"ann": 1000}),
    ]
    moves: Any = [SimpleNamespace(events=(e,), round="") for e in events]
    (found,) = round_summary.summarize_rounds(moves, rules, {"ann": 1000})
    assert found.shares["ann"] == {"SNCF": 4}


def test_a_round_knows_which_minor_went_where():
    """18EU's Final Exchange Round is about nothing else, and its picture said nothing of it."""
    from titles.eu.mergers import Exchanged

    moves = moves_of(
        RoundBegan("FER 4"),
        Exchanged("ann", "3", "DR", "treasury"),
        Exchanged("ann", "7", "DR", ""),
        RoundEnded("FER 4", {"ann": 600}),
    )
    (ended,) = round_summary.summarize_rounds(moves, TITLES["18EU"].rules((), 3), {"ann": 600})
    assert ended.minors == {"ann": {"3": "DR", "7": ""}}

"""The log by round, kind and words, in pages; charts and changes at an earlier moment."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest
from msgspec import structs

import render
from bot.client.lookup import TableAccess
from bot.commands.moment import find_moment
from bot.core.errors import NotPossible
from bot.tables.story.game_summary import income_series
from bot.views import inspection
from bot.views.custom_ids import parse_id
from bot.views.formatting import escape_line
from bot.views.inspection import look_at, read_moment
from bot.views.messages import Menu, Picture
from bot.views.pages import routes_page
from bot.views.pictures import images, post_pictures
from bot.views.story import game_log as story_log
from bot.views.story.game_log import PAGE, LogFilter, game_log, is_round, pack_filter, unpack_filter
from bot.views.story.move_browser import show_changes
from bot.views.story.results.chart_page import show_chart
from game.events import (
    Answered,
    CompanyClosed,
    Divided,
    Paid,
    Passed,
    PriceCut,
    PriceMoved,
    Proposed,
    Ran,
    RoundEnded,
    SharesSold,
)
from game.play import Game
from render.data import queries
from render.data.card_data import Dividend
from render.data.names import train_list
from tests.support.recorded_tables import recorded_table
from titles import TITLES
from titles.eu.mergers import Exchanged
from titles.eu.minors import PutUp
from titles.india.events import BondConverted, Managed, TrainSold
from titles.tn.civil_war import WarEnded
from titles.tn.salvage import Salvaged
from titles.va.sizes import Converted


@pytest.fixture
async def table(shared):
    """A table of a recorded game up to operating round 4.1."""
    async with recorded_table(shared, 130) as found:
        yield found


async def lines(table, at=0, page=0, **wanted):
    made = await game_log(await look_at(table, None, at), LogFilter(**wanted), page)
    return made.body.splitlines(), made


async def test_by_kind(table):
    bought, _ = await lines(table, kind="trains")
    assert all("buys a" in line or "Phase" in line for line in bought)
    paid, _ = await lines(table, kind="dividends", words="CoG")
    assert paid[-1].endswith(
        "CoG pays $70: $7 a share (Player\\_1 $14, Player\\_2 $7, Player\\_3 $42, $7 stays in the bank); price $50 → $55."
    )
    skipped, _ = await lines(table, kind="skipped", words="CoG")
    assert any(line.endswith("CoG: no city is free for a station within its reach.") for line in skipped)
    assert any(line.endswith("CoG buys no more trains.") for line in skipped)
    every, _ = await lines(table)
    assert not any("no city is free" in line or "buys no more" in line for line in every)


async def test_by_round(table):
    found, made = await lines(table, round="or 4.1", kind="tiles")
    assert "log: or 4.1, tiles" in made.title
    assert [line.partition(" · ")[2] for line in found][-1] == "CoG lays tile 8 in G5, to Columbus and Macon."
    assert (await lines(table, round="or 4", kind="tiles"))[0] == found, "the set of rounds"
    assert is_round("OR 3", "OR 3.2")
    assert not is_round("OR 1", "OR 10.1")
    nothing, *_ = (await lines(table, round="OR 9.9"))[0]
    assert nothing.startswith("Nothing fits “OR 9.9”. So far there are: Auction, Stock round 1, OR 1.1, ")
    assert nothing.endswith(", OR 4.1, Stock round 5.")


@pytest.mark.parametrize(
    ("title", "event", "kind"),
    [
        ("18India", TrainSold("WIP", "3-1", 300), "trains"),
        ("18India", BondConverted("p1", "GIPR.1", 100), "shares"),
        ("18India", Managed("p1", "BNR"), "shares"),
        ("18India", PriceMoved("BNR", "1,1", "1,0", "no train"), "dividends"),
        ("18EU", Exchanged("p1", "3", "GSR", "treasury"), "shares"),
        ("18EU", PutUp("p1", "3"), "privates"),
        ("18TN", Salvaged("GMO", "3-1", 50), "trains"),
        ("18TN", WarEnded("GMO"), "runs"),
        ("18VA", Converted("VR"), "shares"),
        ("18VA", Paid("bank", "VR", 40, "coal"), "dividends"),
    ],
)
async def test_what_a_title_tells_of_its_own_is_of_a_kind_too(table, title, event, kind):
    """A train that was sold stood in no kind of line, nor did a bond that became a share."""
    facts = TITLES[title].rules((), 4).facts
    assert facts.log_kind(event) == kind
    assert facts.log_kind(Divided("VR", "full", 100, 10)) == ""
    assert table.rules.facts.log_kind(event) == "", "18GA has no events of its own"


async def test_what_is_asked_and_prices_of_shares_that_are_sold_out_are_of_a_kind_too():
    """“ann offers cid MRC for $61.” and “SAL is sold out: its price $55 → $60.” stood in no kind of line."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["a", "b", "c"], "x").view(None)
    asked = [Proposed("a", "b", what, 9, "a", "b") for what in ("MRC", "2-1", "D4")]
    events = [
        *asked,
        Answered("b", yes=True, what="MRC"),
        PriceMoved("SAL", "2,1", "1,1", "sold out"),
        PriceCut("MRC", 35),
    ]
    told = {
        kind: story_log._move_lines(events, view, rules, kind) for kind in ("privates", "trains", "tiles", "shares")
    }
    assert {kind: len(lines) for kind, lines in told.items()} == {"privates": 3, "trains": 1, "tiles": 1, "shares": 1}
    assert story_log._move_lines([CompanyClosed("SAL")], view, rules, "shares") == ["**SAL closes.**"]


async def test_the_end_of_a_round_is_called_so_and_compared_with_the_round_before(table):
    """`at:OR 2.1` was headed “Stock round 3”, and its column of changes compared that moment with itself."""
    access = TableAccess(table, None, None)
    move, name = await find_moment(access, "or2.1")
    ended = [e for m in await table.history() for e in m.events if isinstance(e, RoundEnded)]
    at = next(n for n, e in enumerate(ended) if e.name == "OR 2.1")
    for moment, title in (((move, name), "end of OR 2.1"), ((move,), "end of OR 2.1, Stock round 3 begins")):
        look = await look_at(table, None, *moment)
        assert look.title.endswith(f" · {title} · an earlier position")
        assert await inspection.last_net_worths(look) == ended[at - 1].worth != ended[at].worth


async def test_the_end_of_a_round_is_before_the_income_of_the_next_one_in_every_view(table):
    """`at:SR 3` had the income of privates that the operating round after it began with, in tables, not in the chart."""
    look = await look_at(table, None, *await find_moment(TableAccess(table, None, None), "stock round 3"))
    (told,) = [
        e.worth for m in await table.history() for e in m.events if isinstance(e, RoundEnded) and e.name == "SR 3"
    ]
    assert inspection.net_worths(look) == told
    assert inspection.net_worths(await look_at(table, None, look.at)) != told, "the move went on"
    assert look.view.round == "SR 3"
    body = (await game_log(look)).body
    assert "Privates pay" not in body.splitlines()[-1]
    assert "Operating round 3.1" not in body
    since = await show_changes(await look_at(table, None), look.at, "SR 3")
    assert "Privates pay" in (await game_log(await look_at(table, None, look.at))).body.splitlines()[-1]
    assert since.title.endswith("since the end of SR 3")
    words = (await show_chart(look, "worth", "text")).body
    assert all(table.rules.data.money(worth) in words for worth in told.values())
    assert " now" not in words


async def test_a_sale_that_moves_no_price_says_so(shared):
    """“Player 3 sells 20% of CoG for $140.” left open what that did to its price."""
    rules, view = TITLES["18GA"].rules((), 3), Game.new(TITLES["18GA"].rules((), 3), ["a", "b", "c"], "x").view(None)
    view = structs.replace(view, market={(cell := next(iter(rules.data.cells))): ("CoG",)})
    sold = SharesSold("a", "CoG", 2, 140)
    (line,) = render.tell([sold], view, rules)
    assert line == f"a sells 20% of CoG for $140; price stays {rules.data.money(queries.price(view, rules, 'CoG'))}."
    (line,) = render.tell([sold, PriceMoved("CoG", "", cell, "sold")], view, rules)
    assert "stays" not in line


async def test_shares_of_a_company_that_floats_have_its_capital(table):
    """“CoG has floated and operates from now on.” did not say with how much."""
    assert any(
        " has floated and operates from now on with $" in line for line in (await lines(table, kind="shares"))[0]
    )


async def test_a_round_has_its_first_lines(table):
    """What begins a round happens in the move that ends the one before: no operating round had its private income."""
    found = [line.partition(" · ")[2] for line in (await lines(table, round="OR 2.1"))[0]]
    assert found[0].startswith("**Operating round 2.1** begins") or found[0].startswith("Operating round 2.1 begins")
    assert found[1].startswith("Privates pay: ")
    assert not any("Stock round" in line for line in found)


async def test_a_round_goes_by_all_its_names(table):
    """“SR1” and “stock round 1” found nothing, though every view is headed so."""
    every = [(await lines(table, round=name))[0] for name in ("SR 1", "sr1", "Stock round 1", "stock round  1")]
    assert every[0] == every[1] == every[2] == every[3] != ["Nothing fits “SR 1”."]


def older(made):
    """The button that leads to older lines; none where there is none."""
    return [part for row in made.rows for part in row if getattr(part, "label", "") == "◀ Older"]


async def test_a_filter_that_no_button_can_carry_says_that_there_is_more(table, monkeypatch):
    """Of some hundred lines with “→” the first 75 could not be reached: a button carries that too."""
    monkeypatch.setattr(story_log, "PAGE", 5)
    assert not any(line.startswith("-#") for line in (await lines(table, words="CoG"))[0]), "buttons lead on"
    newest, made = await lines(table, words="→")
    (button,) = older(made)
    pressed = parse_id(button.id)
    assert pressed is not None
    wanted, page, _ = unpack_filter(pressed.arg)
    before, _ = await lines(table, page=page, words=wanted.words)
    assert len(before) == 5
    assert not set(before) & set(newest)
    monkeypatch.setattr(story_log, "MAX_PATTERN_LENGTH", 8)
    found, made = await lines(table, words="→")
    assert not older(made)
    assert found[-1].startswith("-# The last 5 of ")
    assert (await lines(table, words="**"))[0] == ["Nothing fits “\\*\\*”."], "our own marks are no words"


async def test_the_map_shows_the_run_of_who_ran_last(table, monkeypatch):
    """It showed that of the last company in the list of companies."""
    marked = []

    async def draw_board(_table, _view, marks, **_more):
        marked.append(marks.runner)

    monkeypatch.setattr(images, "draw_board", draw_board)
    events = [e for m in await table.history() for e in m.events]
    await inspection.show_map(await look_at(table, None), layers="last runs")
    assert marked == [[e.company for e in events if isinstance(e, Ran) and e.runs][-1]]


async def test_a_chart_of_prices_before_any_says_so(table):
    """It was an empty frame from Start to Auction."""
    moves = await table.history()
    first = next(m for m in moves if any(isinstance(e, RoundEnded) for e in m.events))
    with pytest.raises(NotPossible, match="no company had a price"):
        await show_chart(await look_at(table, None, first.id), "share prices")


async def test_a_round_as_a_moment_is_its_end(table):
    """`at:OR 3.1` showed a company that had run and not yet paid: the last move of a round leads to the next one."""
    moves = await table.history()
    access = TableAccess(table, None, None)
    for end in (m for m in moves if any(isinstance(e, RoundEnded) for e in m.events)):
        (name,) = [e.name for e in end.events if isinstance(e, RoundEnded)]
        assert await find_moment(access, name) == (end.id, name)
    assert await find_moment(access, moves[-1].round) == (moves[-1].id, "")


async def test_what_privates_pay_and_bring_has_a_kind(table):
    """“Privates pay” and “also gets 10% of CoG” were found by no kind."""
    paid = [line.partition(" · ")[2] for line in (await lines(table, kind="privates"))[0]]
    assert any(line.startswith("Privates pay: ") for line in paid)
    brought = [line for kind in ("privates", "shares") for line in (await lines(table, kind=kind, words="CoG"))[0]]
    assert sum("also gets 10% of CoG" in line for line in brought) == 2


async def test_changes_say_since_when(table):
    """They said “since your last turn” though a move was asked for."""
    moves = await table.history()
    look = await look_at(table, None)
    assert (await show_changes(look, moves[-3].id)).title.endswith(f" · since move {moves[-3].depth}")
    assert (await show_changes(look)).title.endswith(" · since your last turn")


def test_steps_that_leave_things_as_they_are_stand_under_their_kind():
    """“SNCF trades no more of its own shares” and “keeps its Pullman” stood in each of its turns."""
    rules = TITLES["18EU"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    passed = [Passed(who="SNCF", what=what) for what in ("treasury", "pullman")]
    assert story_log._move_lines(passed, view, rules, "") == []
    assert len(story_log._move_lines(passed, view, rules, "skipped")) == 2


async def test_changes_leave_out_what_companies_did_not_do(table, monkeypatch):
    """“L&N is done with privates”, which nobody had done, stood there as news."""

    async def draw_nothing(*_about, **_more):
        return ()

    monkeypatch.setattr(post_pictures, "event_pictures", draw_nothing)
    moves = await table.history()
    look = await look_at(table, None)
    silent = next(n for n, m in enumerate(moves) if [type(e) for e in m.events] == [Passed])
    assert "places no station" not in (await show_changes(look, moves[silent - 1].id)).body

    async def history_of_one(*_about, **_more):
        return [moves[silent]]

    monkeypatch.setattr(type(table), "history", history_of_one)
    assert (await show_changes(look, moves[silent - 1].id)).body == "• W&A places no station.", "nothing else happened"


async def test_changes_since_a_round_say_so_and_their_map_lists_few(table, monkeypatch):
    """A map of 41 numbered changes was four screens high and above the size that a picture may have."""
    moves, drawn = await table.history(), []

    async def draw_board(_table, _view, marks, **_more):
        drawn.append(marks)
        return Picture("map.png", b"", "")

    monkeypatch.setattr(images, "draw_board", draw_board)
    ended = next(m for m in moves if any(isinstance(e, RoundEnded) and e.name == "SR 1" for e in m.events))
    made = await show_changes(await look_at(table, None), ended.id)
    assert made.title.endswith(" · since the end of SR 1")
    (marks,) = drawn
    assert marks.hexes
    assert not marks.order


async def test_a_finished_game_is_compared_with_the_round_before_its_last(table):
    """Once a game was over every player's worth had changed by 0."""
    moves = await table.history()
    ends = [e for m in moves for e in m.events if isinstance(e, RoundEnded)]
    last = next(m for m in moves if ends[-1] in m.events)
    look = await look_at(table, None, last.id)
    over = replace(look, view=structs.replace(look.view, over="bank", round=ends[-1].name))
    assert await inspection.last_net_worths(await look_at(table, None)) == ends[-1].worth
    assert await inspection.last_net_worths(over) == ends[-2].worth


async def test_a_players_name_finds_what_the_players_companies_did(table):
    """Only lines that name the player were found: no train at all."""
    every, _ = await lines(table, kind="trains")
    by_player = {name: (await lines(table, kind="trains", words=name))[0] for name in (s.shown for s in table.seats)}
    buys = [line for line in every if " buys a " in line]
    assert len(buys) > 3
    assert all(sum(line in found for found in by_player.values()) == 1 for line in buys)
    first = table.seats[0].shown
    state = await table.view(None)
    own = {c for c, s in state.companies.items() if s.president == table.seats[0].name}
    tiles, _ = await lines(table, kind="tiles", words=first.casefold())
    assert tiles
    assert own & {line.partition(" · ")[2].split(" ")[0] for line in tiles}


async def test_filtered_pages_keep_their_filter_and_moment(table):
    newest, made = await lines(table, words="CoG")
    assert len(newest) == PAGE
    (menu,), (older, newer) = made.rows
    assert 1 < len(menu.options) <= PAGE, "its lines, to be opened on the map"
    assert newer.disabled
    pressed = parse_id(older.id)
    assert pressed is not None
    wanted, page, moment = unpack_filter(pressed.arg)
    assert (wanted, page, read_moment(moment)) == (LogFilter("CoG"), 1, (0, ""))
    before, _ = await lines(table, page=page, words="CoG")
    assert 0 < len(before) <= PAGE
    assert not set(before) & set(newest)


def test_what_a_page_s_button_carries():
    wanted = LogFilter("W&A/x", "OR 3.1", "tiles")
    assert unpack_filter(pack_filter(wanted, 2, "17:SR 4")) == (wanted, 2, "17:SR 4")
    for words in ("Brünn", "Пётр Иванович", "a+b", "from the initial offering"):
        assert unpack_filter(pack_filter(LogFilter(words, kind="shares"), 1, "0"))[0].words == words
    assert pack_filter(LogFilter("a" * 72), 1, "0") == ""
    assert pack_filter(LogFilter("\n"), 1, "0") == ""
    assert unpack_filter("3") == (LogFilter(), 3, "")
    assert read_moment("17:SR 4") == (17, "SR 4")
    assert read_moment("x") == (0, "")
    assert unpack_filter("x/y") == (LogFilter(), 0, "y")


async def test_an_earlier_moment_compares_with_the_round_before_it(table):
    moves = await table.history()
    ends = [m for m in moves if any(isinstance(e, RoundEnded) for e in m.events)]
    early = await look_at(table, None, moves[moves.index(ends[2]) + 1].id)
    (told,) = [e.worth for e in ends[2].events if isinstance(e, RoundEnded)]
    assert await inspection.last_net_worths(early) == told
    late = await look_at(table, None)
    assert await inspection.last_net_worths(late) != told


async def test_charts_of_an_earlier_moment(table):
    moves = await table.history()
    ends = [m for m in moves if any(isinstance(e, RoundEnded) for e in m.events)]
    early = await show_chart(await look_at(table, None, ends[2].id), "worth")
    late = await show_chart(await look_at(table, None), "worth")
    assert early.pictures[0].alt != late.pictures[0].alt
    assert early.pictures[0].name != late.pictures[0].name


async def test_a_chart_within_a_round_ends_with_the_moment_and_only_the_newest_is_now(table):
    """The chart said $80 “at the end” while market, card and holdings said $90; and of an earlier moment it said “now”."""
    moves = await table.history()
    sold = next(m for m in moves if any(isinstance(e, PriceMoved) and e.old for e in m.events))
    look = await look_at(table, None, sold.id)
    prices = {c: queries.price(look.view, table.rules, c) for c in look.view.companies}
    for seen, ends, called in ((look, f"to {look.view.round}.", "at the end"), (replace(look, at=0), "to now.", "now")):
        (shown,) = (await show_chart(seen, "share prices")).pictures
        assert ends in shown.alt
        assert all(f"${price} {called}." in shown.alt for price in prices.values() if price)


async def test_the_table_as_csv_has_the_columns_of_its_pictures(table):
    """It listed cards such as “ACL.6” and trains such as “4-3”, without price, president or last run."""
    (file,) = (await inspection.show_overview(await look_at(table, None), "csv")).files
    rows = list(csv.DictReader(file.data.decode().splitlines()))
    view = (await look_at(table, None)).view
    assert [r["who"] for r in rows if r["kind"] == "player"] == [table.rules.person(p) for p in view.order]
    (cog,) = [r for r in rows if r["who"] == "CoG"]
    assert cog["price"] == str(queries.price(view, table.rules, "CoG"))
    assert cog["trains"] == train_list(view, table.rules, "CoG")
    assert cog["last run"] == str(view.companies["CoG"].earned)
    assert sum(int(r["% CoG"] or 0) for r in rows) <= 100
    assert all(r["round"] == view.round and r["phase"] == view.phase for r in rows)


async def test_of_many_last_runs_the_newest_is_drawn_and_a_menu_has_the_others(table, monkeypatch):
    """A map for each company kept whoever asked waiting for two seconds."""
    drawn = []

    async def draw_last_runs(_table, _view, runs):
        drawn.append([run.marks.runner for run in runs])
        return ()

    monkeypatch.setattr(images, "draw_last_runs", draw_last_runs)
    events = [e for m in await table.history() for e in m.events]
    look = await look_at(table, None)
    shown = await routes_page.show_routes(look)
    newest = [e.company for e in events if isinstance(e, Ran)][-1]
    assert drawn == [[newest]]
    every = [c for c, s in look.view.companies.items() if s.ran]
    ((menu,),) = shown.rows
    assert isinstance(menu, Menu)
    assert [o.value for o in menu.options] == every
    assert all(f"**{c}** " in shown.body for c in map(escape_line, every))
    await routes_page.show_routes(look, every[0])
    assert drawn[1] == [every[0]]


async def test_revenue_and_dividends_are_charts_of_their_own(table):
    """What the charts say of a company adds up to what the record says that it earned and paid a share."""
    look = await look_at(table, None)
    events = [e for m in await table.history() for e in m.events]
    income = income_series(Game.load(table.rules, await table.snapshot(0)), await table.history())
    for company, values in income.revenue.items():
        assert sum(v or 0 for v in values) == sum(
            e.revenue for e in events if isinstance(e, Ran) and e.company == company
        )
    for company, values in income.dividends.items():
        assert sum(v or 0 for v in values) == sum(
            e.each for e in events if isinstance(e, Divided) and e.company == company
        )
    assert any(any(values) for values in income.dividends.values())
    for kind, title in (("revenue", "Chart: revenue"), ("dividends", "Chart: dividends per share")):
        (shown,) = (await show_chart(look, kind)).pictures
        assert shown.alt.startswith(title)
        assert all(f"{company}: " in shown.alt for company in income.revenue)
        told = await show_chart(look, kind, "text")
        assert all(f"\n{escape_line(company)}: " in told.body for company in income.revenue)
        assert not told.pictures


async def test_the_card_of_a_company_lists_what_it_earned_and_paid(table, monkeypatch):
    """The card's picture was never given the history that it can show."""
    given: list[list[Dividend]] = []
    real = render.draw_company

    def draw(view, rules, company, history=(), closing=()):
        given.append(list(history))
        return real(view, rules, company, history, closing)

    monkeypatch.setattr(render, "draw_company", draw)
    await inspection.show_company(await look_at(table, None), "CoG")
    events = [e for m in await table.history() for e in m.events if isinstance(e, Divided) and e.company == "CoG"]
    assert len(events) >= 3
    assert [(d.earned, d.used, d.each) for d in given[0]] == [
        (e.revenue, e.kind if e.revenue else "", e.each) for e in events
    ]
    assert given[0][-1].price == queries.price((await look_at(table, None)).view, table.rules, "CoG")
    assert given[0][0][0].startswith("OR ")

"""The guided first game: a person follows the advice, or does something else, and the bot plays the others, also after a stop."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ButtonStyle
from msgspec import structs

from bot.model.action_form import action_digest
from bot.model.computer_players.guided_player import LIKINGS
from bot.model.kinds import TableStatus, Via
from bot.model.orders.auto_play import advised_move
from bot.sandbox.demo_loader import LEARN
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.guide.advice_reasons import (
    REASONS,
    _explain_bid,
    _explain_par,
    _explain_pass,
    _explain_share,
    _ground_costs,
)
from bot.views.guide.first_game import CLOSING, END, _rivals_words, compose_advice, find_advised
from bot.views.guide.other_ways import other_ways_words
from bot.views.lobby_card import table_details
from bot.views.messages import PLAYS, Button
from bot.views.press_verbs import ADVISE_LABEL
from bot.views.story.move_lines import happened_lines, lines_of_bots, opening_lines
from bot.views.turn_panel import compose_panel, compose_past_panel, panel_button_rows, without_weighty
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Par, Pass, PayDividend, PlaceToken, RunTrains
from game.choices import choice
from game.events import RoundEnded
from game.play import Game
from tests.bot.sandbox.test_sandbox import row_in, sandbox
from tests.support.button_player import Player
from tests.support.discord_world import (
    OPTION,
    World,
    answer,
    commit_label,
    labels,
    options,
    parts,
    pick,
    said,
    words,
    world,
)
from tests.support.title_positions import new
from titles import TITLES

SAID_AGAIN = 2  # times that the same is said at most


@pytest.fixture(autouse=True)
def seed(monkeypatch) -> None:
    """The same seats each time."""
    monkeypatch.setattr("bot.tables.title_catalogue.secrets.token_hex", lambda _: "1")


async def begun(w: World) -> Any:
    """A practice table of Ann's; its thread."""
    await w["Ann"].slash(w.channel, "game new", title="18GA", practice=True)
    await w.env.settle()
    return w.channel.threads[-1]


def obedient(table: Any, _dice: Random) -> Action:
    return advised_move(table.position, table.rules, table.position.deciders[0])


def contrary(table: Any, dice: Random) -> Action:
    """Something else than the advice where that is possible."""
    seat = table.position.deciders[0]
    told = advised_move(table.position, table.rules, seat)
    state = table.position
    others = [c for c in state.choices[seat] if c.kind is not type(told) and not c.kind.weighty]
    plain = [c for c in others if c.kind.verb in {"pass", "bid", "par", "buy", "tile"}]
    action = dice.choice(plain).actions[0] if plain and dice.random() < 0.5 else told
    return action if not getattr(action, "private", "") else told


async def one_button_stands_out(table: Any, seat: str) -> None:
    """On a panel and in the console what is advised alone is green or blue, and a pass that is advised comes first."""
    told, view = await find_advised(table, seat), await table.view(seat)
    assert told is not None
    ids = ConsoleState(action_version=table.action_version(seat))
    shown = await compose_console(table, table.row.seat(seat), ids, pictured=False)
    posted = await without_weighty(table, panel_button_rows(table, view, await table.earnings(seat), "", told), told)
    for rows, first in ((shown.rows, 0), (posted, 1)):  # a panel begins with *Take my turn*
        answers = [b for row in rows for b in row if isinstance(b, Button)][first:]
        (bright,) = (b for b in answers if b.style in (PLAYS, "primary"))
        exact = [b for b in answers if b.id.endswith((f".{action_digest(told)}", f":{action_digest(told)}"))]
        if exact or isinstance(told, Pass):
            assert bright == (exact or answers)[0], f"{told}: {[b.label for b in answers]}"


async def what_is_advised_is_drawn(table: Any, told: Action) -> None:
    """“Lay tile 9 in H12”, and the picture outlined H12 and J10 alike."""
    (picture,) = (await compose_panel(table, ())).pictures
    where = told.hex if isinstance(told, LayTile) else getattr(told, "city", "").partition(".")[0]
    drawn = picture.alt.partition("Only possible: ")[2].partition(". ")[0]
    assert f"({where})" in drawn or f" {where}" in drawn, picture.alt


async def the_bots_turns_are_told(table: Any, moves: list[Any]) -> None:
    """“Stock round 1 begins” and then one's own turn: nothing said that a bot had started a company before."""
    view = await table.view("ann")
    ends = [n for n, m in enumerate(moves) if any(isinstance(e, RoundEnded) for e in m.events)]
    first = next(n for n in ends if n + 1 < len(moves) and moves[n + 1].via == Via.BOT)
    follow = list(itertools.takewhile(lambda m: m.via == Via.BOT, moves[first + 1 :]))
    told = lines_of_bots(table, moves[first : first + 1 + len(follow)], view)
    assert told == happened_lines(table, follow, view) != []
    round_name = next(e.name for e in moves[first].events if isinstance(e, RoundEnded))
    opened = opening_lines(table, moves[: first + 1 + len(follow)], round_name, view)
    assert not {*told} & {*opened}, "the round's post may stand before the bot plays"
    past = "\n".join((await compose_past_panel(table, moves[first : first + 1 + len(follow)])).texts)
    assert all(line in past for line in told)


async def advice_goes_on(w: World, thread: Any, player: Player) -> None:
    """The guide has ended; who wants it goes on with its advice, also after a restart, until it is stopped."""
    panel = await w.panel(thread)
    assert END in words(panel)
    green = [b["label"] for b in parts(panel) if b.get("style") == ButtonStyle.success.value]
    assert not green, "green was advice until now: $55 of $60 went to what was taken for it"
    assert "one of everything" not in END, "no train has rusted yet"
    told = said(await w["Ann"].click(panel, label=ADVISE_LABEL))
    assert "*Stop advising me* is in *Market, more*" in told
    await w.env.settle()
    again = await w.panel(thread)
    assert again.id == panel.id, "the panel that stands says it"
    assert "My advice: " in words(again)
    assert ADVISE_LABEL not in labels(again)
    assert "with advice" in table_details((await w.game(thread)).row, TITLES["18GA"]).body
    await w.restart()
    for _ in range(3):
        assert await player.by_panel()
        await w.env.settle()
        table = await w.game(thread)
        (seat,) = table.position.deciders
        assert "My advice: " in words(await w.panel(thread))
        await one_button_stands_out(table, seat)
    panel = await w.panel(thread)
    more = answer(await w["Ann"].click(panel, label="Market, more"))
    assert "Reminders" not in labels(more), "nobody is reminded of a game against the bot"
    await w["Ann"].click(more, label="Stop advising me")
    await w.env.settle()
    silent = words(await w.panel(thread))
    assert "My advice: " not in silent
    assert END not in silent, "the last word is said once"
    assert "From now on" in said(await w["Ann"].slash(thread, "do", action="keep advising me"))


@pytest.mark.parametrize("wishes", [obedient, contrary], ids=["follows", "does otherwise"])
async def test_a_guided_opening_ends_in_an_open_game(tmp_path: Path, wishes: Any):
    async with world(tmp_path, ("Ann", "Bob")) as w:
        thread = await begun(w)
        table = await w.game(thread)
        assert {s.shown for s in table.seats} == {"Ann", "Bea (bot)", "Carl (bot)"}
        player = Player(w, thread, seed=3, wishes=wishes)
        asked, ended, advised, built = 0, False, Counter[str](), set[type[Action]]()
        while not ended:
            (seat,) = table.position.deciders
            assert seat not in table.row.bots, "the bot has played its seats"
            told = await compose_advice(table, seat, await table.view(seat), await find_advised(table, seat))
            assert told, f"nothing is said in {table.position.round}"
            ended = told == END
            assert ended or "**My advice: " in told
            assert "wait, but" not in told or any(c.kind is Pass for c in table.choices(seat)), "it must buy a train"
            asked += 1
            advised[told] += 1
            if not ended:
                await one_button_stands_out(table, seat)
                action = await find_advised(table, seat)
                if wishes is obedient and isinstance(action, LayTile | PlaceToken) and type(action) not in built:
                    built.add(type(action))
                    await what_is_advised_is_drawn(table, action)
            assert asked < 120, "at most half an hour"
            assert await player.by_panel()
            await w.env.settle()
            table = await w.game(thread)
        assert table.position.round in CLOSING
        moves = await table.history()
        await the_bots_turns_are_told(table, moves)
        assert {m.seat for m in moves if m.via == Via.BOT} == set(table.row.bots)
        if wishes is obedient:
            mine = {type(m.action) for m in moves if m.seat == "ann"}
            assert {LayTile, BuyTrain, RunTrains, PayDividend} <= mine, "one of everything"
            assert max(advised.values()) <= SAID_AGAIN, advised.most_common(3)
            await advice_goes_on(w, thread, player)
            return
        while table.position.round in CLOSING:  # and it goes on, then without a word
            assert await player.by_panel()
            await w.env.settle()
            if table.position.deciders == ("ann",):
                assert not await compose_advice(table, "ann", await table.view("ann"), None), (
                    "the last word is said once"
                )
                assert await find_advised(table, "ann") is None, "and the buttons are those of any table"


async def test_the_first_post_says_what_to_do_and_why(tmp_path: Path):
    async with world(tmp_path, ("Ann", "Bob")) as w:
        thread = await begun(w)
        panel = await w.panel(thread)
        assert "My advice: " in words(panel)
        advised = words(panel).partition("My advice: ")[2].partition(".**")[0]
        assert [b for b in labels(panel) if b.startswith(("Buy", "Bid"))] == [advised], "no other move has a button"
        assert "The others:" not in words(panel), "a panel fits a phone: what else there is stands in the console"
        console = await w["Ann"].click(await w.opener(await w.game(thread)), label="Take my turn")
        assert "My advice: " in said(console)
        assert "The others:" in said(console)
        assert "Start" not in labels(w.last(thread))
        assert "no seat" in said(await w["Bob"].slash(thread, "do", action="pass"))
        await w["Ann"].slash(thread, "do", action="bid 75 on W&SR")
        await w.env.settle()
        bought = answer(await w["Ann"].slash(thread, "do", action="buy LTR"))
        assert (await w.game(thread)).position.deciders == ("ann",), "the next lot is hers to raise"
        assert not labels(bought), "the next lot's post asks: four buttons to pass stood on a screen"


async def test_what_is_advised_alone_stands_out_and_all_else_is_shown_first(tmp_path: Path):
    """“The first button does it at once” stood below “My advice: Pass”, and that button was a bid."""
    async with world(tmp_path, ("Ann", "Bob")) as w:
        thread = await begun(w)
        table = await w.game(thread)
        told = advised_move(table.position, table.rules, "ann")
        console = answer(await w["Ann"].click(await w.opener(table), label="Take my turn"))
        styles = {p["custom_id"]: p["style"] for p in parts(console) if OPTION.match(p.get("custom_id", ""))}
        outstanding = [id for id, style in styles.items() if style != ButtonStyle.secondary.value]
        assert [id.rpartition(".")[2] for id in outstanding] == [action_digest(told)]
        label, other = next((label, id) for label, id in options(console).items() if id not in outstanding)
        shown = answer(await w["Ann"].click(console, custom_id=other))
        assert commit_label(shown), "not done at once"
        assert table.position.deciders == ("ann",)
        passing = await w["Ann"].slash(thread, "do", action="pass")
        assert commit_label(answer(passing)), "a pass neither"
        for against in (answer(passing), shown):
            (style,) = (p["style"] for p in parts(against) if p.get("label") == commit_label(against))
            assert style == ButtonStyle.secondary.value, "green is the colour of advice"
        refused = await w["Ann"].slash(thread, "do", action=label)
        assert commit_label(answer(refused)), "nor where it is typed"


async def test_a_price_is_asked_below_the_advice_that_named_it(tmp_path: Path):
    """Of four prices of a company none said that it was the advised one."""
    async with world(tmp_path, ("Ann", "Bob")) as w:
        thread = await begun(w)
        table = await w.game(thread)
        player = Player(w, thread, seed=3, wishes=obedient)
        while not isinstance(told := obedient(table, Random(1)), Par):
            assert await player.by_panel()
            await w.env.settle()
        console = answer(await w["Ann"].click(await w.opener(table), label="Take my turn"))
        asked = answer(await pick(w["Ann"], console, f"Start {told.company}"))
        assert f"My advice: Start {told.company} at ${told.price}" in words(asked)
        blue = [p["label"] for p in parts(asked) if p.get("style") == ButtonStyle.primary.value]
        assert blue
        assert all(f"${told.price}" in label for label in blue)


async def test_a_stop_between_two_moves_of_the_bot_loses_nothing(tmp_path: Path, monkeypatch):
    """The bot is stopped after its first own move; the next start goes on, and Ann is asked."""
    async with world(tmp_path, ("Ann", "Bob")) as w:
        thread = await begun(w)
        table = await w.game(thread)

        def once(*args: Any) -> Action | None:
            monkeypatch.setattr("bot.model.orders.auto_play.wanted_move", lambda *_: None)
            return real(*args)

        from bot.model.orders import auto_play

        real = auto_play.wanted_move
        monkeypatch.setattr("bot.model.orders.auto_play.wanted_move", once)
        told = obedient(table, Random(1))
        await table.play(told.by, told, Via.COMMAND, user=w["Ann"].id)
        (waiting,) = table.position.deciders
        assert waiting in table.row.bots, "it stopped halfway"
        monkeypatch.setattr("bot.model.orders.auto_play.wanted_move", real)
        await w.restart()
        await w.env.settle()
        table = await w.game(thread)
        assert table.position.deciders == ("ann",)
        assert "My advice" in words(await w.asking(thread))


async def test_one_step_back_is_the_persons_own(tmp_path: Path):
    async with world(tmp_path, ("Ann", "Bob")) as w:
        thread = await begun(w)
        table = await w.game(thread)
        before = table.position
        told = obedient(table, Random(1))
        await table.play(told.by, told, Via.COMMAND, user=w["Ann"].id)
        assert table.position.seq > before.seq + 1
        await table.undo("ann", user=w["Ann"].id)
        assert (table.position.seq, table.position.deciders) == (before.seq, ("ann",))


async def test_the_sandbox_opens_on_it_and_finds_it_again(tmp_path: Path):
    for _ in range(2):
        async with sandbox(tmp_path, learn=True) as index:
            live = await index.sandbox.bot.store.find_tables(
                guild=index.sandbox.guild.id, statuses=(TableStatus.RUNNING,)
            )
            assert [(r.title, r.name) for r in live] == [("18GA", LEARN)]
            (thread,) = index.sandbox.lobby.threads
            assert index.loader.first == thread.id
            assert (await row_in(index, thread)).bots
            assert any("My advice" in words(m) for m in thread.history())


async def test_what_is_chosen_from_a_hand_is_not_told_in_public(tmp_path: Path):
    """Everybody reads a panel: in 18 India nothing is said while cards are chosen from one's own hand."""
    async with world(tmp_path, ("Ann", "Bob")) as w:
        await w["Ann"].slash(w.channel, "game new", title="18India", practice=True)
        await w.env.settle()
        table = await w.game(w.channel.threads[-1])
        (seat,) = table.position.deciders
        assert type(advised_move(table.position, table.rules, seat)).covert
        assert await compose_advice(table, seat, await table.view(seat), await find_advised(table, seat)) == ""


def moment(step: str) -> tuple[Any, Any, str]:
    """Rules and a view of 18GA in which a company is at that step."""
    g = Game.new(TITLES["18GA"].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    company = next(iter(g.state.companies))
    return (
        g.rules,
        structs.replace(g.view("ann"), round="OR 1.1", agenda=[SimpleNamespace(key=step, company=company)]),
        company,
    )


def test_advice_to_pass_says_why_and_that_the_other_button_plays():
    """“There is nothing to gain in this step” stood beside a green button that placed a station for $40."""
    rules, view, company = moment("token")
    why, _ = _explain_pass(Pass(by="ann"), view, rules)
    assert why == f"{company} has no train yet: keep its money for one."
    view = structs.replace(view, place={**view.place, "2-1": company})
    assert "more than it costs" in _explain_pass(Pass(by="ann"), view, rules)[0]
    told = {_explain_pass(Pass(by="ann"), moment(step)[1], rules)[0] for step in ("track", "token", "trains", "other")}
    assert len(told) == 4


def test_advice_argues_from_no_run_that_was_none():
    """“ACL earned $0 last time; each share gets its part of that”, of a company that had never run."""
    rules, view, company = moment("stock")
    view.companies[company].floated = True
    why, _ = _explain_share(BuyShare(company, "ipo", by="ann"), view, rules)
    assert "$0" not in why
    assert "has earned nothing yet" in why
    view.companies[company].earned = 80
    assert "earned $80 last time" in _explain_share(BuyShare(company, "ipo", by="ann"), view, rules)[0]


def test_advice_says_what_is_missing_until_a_company_floats():
    """“At 60% it begins to run” was said where the player's money did not reach 60%."""
    rules, view, company = moment("stock")
    view = structs.replace(view, round="SR 1")
    known = view.companies[company]
    known.par, known.president = 55, "ann"
    view.cash["ann"] = 400
    assert (
        "6 more shares are sold, for $330 together; you have $400"
        in _explain_share(BuyShare(company, "ipo", by="ann"), view, rules)[0]
    )
    view.cash["ann"] = 225
    kept = _explain_pass(Pass(by="ann"), view, rules)[0]
    assert kept.startswith(f"{company} might not float: keep your money."), "what it lacks stands in the picture"
    assert "keep your money" in kept
    view.cash["ann"] = 18
    assert _explain_pass(Pass(by="ann"), view, rules)[0].startswith("The cheapest share costs $55, you have $18."), (
        "“It might not float: keep your money” was said of a share that could not be bought"
    )
    view.cash["ann"] = 225
    known.par, known.president = 0, ""
    assert "To float a new company costs $330 or more; you have $225" in _explain_pass(Pass(by="ann"), view, rules)[0]


def test_advice_to_buy_says_that_one_takes_a_company_over():
    """“Ann is president of SAL in place of Carl”, the greatest thing of the round, came without a word."""
    rules, view, company = moment("stock")
    known = view.companies[company]
    known.par, known.president = 55, "bob"
    view.place |= {f"{company}.0": "bob", f"{company}.1": "ann"}
    share = BuyShare(company, "ipo", by="ann")
    assert "president" not in _explain_share(share, view, rules)[0], "both have 20% then"
    view.place[f"{company}.2"] = "ann"
    taken = f"You then own more of {company} than bob: you become its president, and run it. "
    told = _explain_share(share, view, rules)[0]
    assert told.startswith(taken)
    assert "brings you nothing" not in told, "a panel of 617 pixels"


def test_advice_to_start_a_company_says_why_this_one_at_this_price():
    """“Start ACL at $90 a share”: why ACL, why $90, where others start at $55?"""
    g = new("18GA", 3)
    view = g.view("p0")
    view.cash["p0"] = 465
    why, _ = _explain_par(Par("G&F", 70, by="p0"), view, g.rules)
    assert why.startswith("Another city is beside its home, Albany. ")
    assert "$70 is the most at which you alone can pay for the 60% that float it ($420)." in why
    cheaper, _ = _explain_par(Par("SAL", 55, by="p0"), view, g.rules)
    assert "home" not in cheaper, "others have a nearer city"
    assert "It floats once 60% is sold, for $330; you have $465." in cheaper


def test_advice_holds_in_its_title():
    """18VA: “What you bid is tied up until that lot is sold”, hills and rivers cost money, every dividend raises the price; in
    18GA a shorter run was offered, which is refused, and a share to somebody with $5.
    """
    va = TITLES["18VA"].rules((), 3)
    view = Game.new(va, ("ann", "bob", "cid"), "1", seated=True).view("ann")
    assert "your money is free again" in _explain_bid(Bid("P1", 45, by="ann"), view, va)[1]
    pays, asked = REASONS[PayDividend], [SimpleNamespace(key="dividend", company="VR")]
    paid = structs.replace(view, agenda=asked)
    paid.companies["VR"].earned, paid.market = 50, {"4,3": ["VR"]}
    stays, _ = pays(PayDividend("full", by="ann"), paid, va)
    paid.companies["VR"].earned = 75
    rises, _ = pays(PayDividend("full", by="ann"), paid, va)
    assert stays == "All owners get their part, and the price stays $75."
    assert rises.endswith("the price rises.")
    assert not any("rivers" in said for said in REASONS[LayTile](LayTile("F11", "57", 0, by="ann"), view, va))
    assert not _ground_costs(va)
    ga, view, _ = moment("stock")
    explained = replace(ga, words={**ga.words, "term: free cash": lambda _rules: "Cash less bids."})
    private = next(iter(ga.data.privates))
    assert "tied up" in _explain_bid(Bid(private, 45, by="ann"), view, explained)[1], (
        "a word that is explained is no rule"
    )
    assert REASONS[RunTrains](RunTrains((), by="ann"), view, ga)[1] == ""
    lay = LayTile("H12", "9", 0, by="ann")
    assert "rivers" in REASONS[LayTile](lay, structs.replace(view, agenda=[]), ga)[1]
    assert _explain_pass(Pass(by="ann"), structs.replace(view, round="SR 2"), ga)[1] == ""


def test_what_else_there_is_can_be_done_now():
    """“Or: pass, and keep your cash” stood beside five other shares; “start one of your own” where $55 were left."""
    share, own = BuyShare("G&F", "ipo", by="ann"), choice(BuyShare("G&F", "ipo", by="ann"))
    other, passes = choice(BuyShare("ACL", "ipo", by="ann")), choice(Pass(by="ann"))
    starts = choice(*(Par(company, price, by="ann") for company in ("GA", "SAL") for price in (55, 60)))
    assert other_ways_words([own, passes], share) == "pass."
    assert other_ways_words([own, other, passes], share) == "buy a share of another company or pass."
    assert other_ways_words([own, starts, passes], share) == "start one of your own or pass."
    told = other_ways_words([starts, passes], starts.actions[0])
    assert told == "choose another price, start another company or pass."
    bids = [choice(Bid(item, 45, by="ann")) for item in ("MRC", "OSR")]
    assert other_ways_words([*bids, passes], bids[0].actions[0]) == "bid on another one or pass."
    assert other_ways_words([bids[0], passes], bids[0].actions[0]) == "pass."


async def test_details_of_a_practice_table_call_it_so(tmp_path: Path):
    """“18GA #3 · daily: a few moves a day · for invited players” did not say what it was."""
    async with world(tmp_path, ("Ann", "Bob")) as w:
        row = (await w.game(await begun(w))).row
        assert "practice: the bot plays the other seats" in table_details(row, TITLES["18GA"]).body


def test_advice_to_bid_tells_what_comes_with_the_lot_and_how_much_more_it_costs():
    """Of M&BR it said that it pays $25, not that a share of CoG comes with it, nor that $155 is more than its price."""
    g = new("18GA", 3)
    why, _ = _explain_bid(Bid("M&BR", 155, by="p0"), g.view("p0"), g.rules)
    assert why.startswith("It pays $25 each operating round. Your bid is $5 above its price of $150.")
    assert "10% share of CoG" in why
    assert "above" not in _explain_bid(Bid("LTR", 20, by="p0"), g.view("p0"), g.rules)[0]


async def test_advice_has_the_words_of_the_button(tmp_path: Path, monkeypatch):
    """“Bid $20 on LTR” stood above the button “Buy LTR for $20”."""
    async with world(tmp_path, ("Ann", "Bob")) as w:
        table = await w.game(await begun(w))
        (seat,) = [s.name for s in table.seats if s.name in table.position.deciders]
        asked: list[str] = []

        def advise(*about: Any) -> Bid:
            asked.append(about[-1])
            return Bid("LTR", 20, by=seat)

        monkeypatch.setattr("bot.views.guide.first_game.advised_move", advise)
        advice = await compose_advice(table, seat, await table.view(seat), await find_advised(table, seat))
        assert "**My advice: Buy LTR for $20.**" in advice
        asked.clear()
        shown = await compose_console(
            table, table.row.seat(seat), ConsoleState(action_version=table.action_version(seat))
        )
        assert "**My advice: Buy LTR for $20.**" in shown.body
        await compose_panel(table, ())
        assert asked == [seat, seat], "what to advise is worked out once for a console and once for a panel"


def test_others_are_told_of_where_it_helps():
    """“The others: Bea runs ACL; Carl runs CoG. Each wants their own companies to earn.” stood word for word at each step."""
    g = new("18GA", 3)
    view = g.view("p0")
    other = next(p for p in view.order if p != "p0")
    view.companies["ACL"].president, view.cash[other] = other, 27
    row = SimpleNamespace(seat=lambda _: None)
    table: Any = SimpleNamespace(rules=g.rules, row=row, position=SimpleNamespace(auction=None))
    assert _rivals_words(table, "p0", structs.replace(view, round="SR 1")).endswith("runs ACL and has $27.")
    assert not _rivals_words(table, "p0", structs.replace(view, round="OR 1.1")), "a company's turn has many steps"


def test_advice_on_trains_agrees_with_the_best_run():
    """“A company earns more with another train” stood above “no more with a 2-train”, and “You can buy one anyway” where the
    company had not the money.
    """
    rules, view, company = moment("trains")
    view = structs.replace(view, place={**view.place, "2-1": company})
    buy, score = BuyTrain("2-2", 100, by="ann"), LIKINGS[BuyTrain]
    view.cash[company] = 500
    assert score(buy, view, rules, "") < 0, "no track: it earns nothing with two either"
    assert "would earn no more with another train" in _explain_pass(Pass(by="ann"), view, rules)[0]
    better = BuyTrain("3-1", 180, by="ann")
    assert score(better, view, rules, "") > 0
    assert REASONS[BuyTrain](better, view, rules)[0].startswith(
        "It earns no more yet, but stays longer in the game than"
    )
    view.cash[company] = 40
    assert _explain_pass(Pass(by="ann"), view, rules)[0] == f"A 2-train costs $100, {company} has $40."


async def test_advice_to_end_a_step_names_the_button_that_is_there(tmp_path: Path, monkeypatch):
    """“My advice: Done.” where the only such button said *No more trains*."""
    async with world(tmp_path, ("Ann", "Bob")) as w:
        table = await w.game(await begun(w))
        (seat,) = [s.name for s in table.seats if s.name in table.position.deciders]
        view = await table.view(seat)
        monkeypatch.setattr("bot.views.guide.first_game.advised_move", lambda *_: Pass(by=seat))
        monkeypatch.setattr("bot.views.guide.first_game.pass_label", lambda *_: "No more trains")
        advice = await compose_advice(table, seat, view, await find_advised(table, seat))
        assert advice.startswith("**My advice: No more trains.**")
        assert "*The others:*" in advice, "nobody but the others has done anything yet"

"""Steps and turns that end by themselves: told, recorded, taken back with what caused them, and made after a crash as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from bot.model.action_form import DEALS
from bot.model.kinds import Via
from bot.model.orders import auto_end
from bot.model.results import Position, examine_position
from bot.storage.repositories.orders import load_proxy_bids, write_proxy_bid
from bot.tables import order_runner
from bot.tables.lookahead.previews import find_following
from bot.views.console.effect_lines import following_lines
from bot.views.story.named_moves import move_words
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Pass, PlaceToken
from game.events import PriceMoved
from game.play import Game
from render.data.queries import acting_company
from tests.console_report import rules_of, seated, walk
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, press_more, said, words
from tests.support.golden_positions import golden_position

TITLE = "18GA"


def leading(wish: Callable[[Action, Position], bool]) -> tuple[Game, Action]:
    """The first position and action after which a step ends by itself as is wished."""
    for seed in range(6):
        for g, legal in walk(TITLE, seed):
            for _, action in legal:
                after = Game.load(rules_of(TITLE), g.snapshot())
                after.play(action)
                now = examine_position(after, 0) if not after.state.over else None
                if now is not None and wish(action, now) and auto_end.wanted_pass(now, g.rules, action) is not None:
                    return g, action
    raise AssertionError("no such position")


def purchase() -> tuple[Game, Action]:
    """A share is bought, and nothing but deals in privates is left."""
    return leading(lambda a, now: isinstance(a, BuyShare) and now.deciders == (a.by,) and len(now.choices[a.by]) > 1)


async def play(w: Any, g: Game, action: Action) -> tuple[Any, Any, Any]:
    """The table, its thread and who acts, after the action was pressed."""
    thread = await seated(w, g)
    table = await w.game(thread)
    actor = w.actor_at(table, action.by)
    seat = next(s for s in table.seats if s.name == action.by)
    await table.play(seat.name, action, Via.PANEL, user=actor.id)
    return table, thread, actor


async def test_a_turn_that_has_only_deals_left_ends_after_a_purchase(w) -> None:
    g, action = purchase()
    table, thread, actor = await play(w, g, action)
    *_, bought, ended = await table.history(limit=3)
    assert (bought.action, bought.via) == (action, Via.PANEL)
    assert (ended.action, ended.via) == (Pass(by=action.by), Via.AUTO_END)
    assert action.by not in table.position.deciders
    w.bot.sender.wake()
    await w.bot.sender.drain()
    assert any("turn is over: " in words(post) for post in thread.history()), "a line of the log says why"
    asked = said(await press_more(actor, await w.asking(thread), "Undo…"))
    assert "The last step: **" in asked, "the purchase, with which the end of the turn is taken back"
    assert "ended by itself" not in asked, "three of eight lines said so"
    assert "Pass" not in asked, "nobody has pressed it"
    step = asked.partition("The last step: **")[2].partition("**")[0]
    await actor.slash(thread, "undo")
    told = next(post for post in w.posts(thread) if "takes back" in post)
    assert f"takes back 1 step: {step}" in told, "two steps, of which one ended by itself"


def test_a_preview_names_who_is_really_next():
    """It said that the same player goes on, and then that turn ended by itself."""
    g, action = purchase()
    position = examine_position(g, 0)
    told = find_following(g.rules, position, action, ()).deciders
    assert told != (action.by,)
    assert find_following(g.rules, position, action, {action.by}).deciders == (action.by,), "who wants to be asked is"


def test_a_preview_of_what_somebody_has_done_meanwhile_is_no_fault():
    """A panel was composed while its player bought that train: it could not be made."""
    g, action = purchase()
    g.play(action)
    told = find_following(g.rules, examine_position(g, 0), action, ())
    assert (told.deciders, told.events) == (tuple(g.deciders()), ())


def test_a_preview_tells_what_follows_by_itself_while_building():
    """A company without a train earned nothing, and its price fell, without a word before it had built."""
    g, action = leading(lambda a, now: isinstance(a, LayTile | PlaceToken) and now.step == "track")
    told = find_following(g.rules, examine_position(g, 0), action, ()).events
    assert any(isinstance(e, PriceMoved) and e.new < e.old for e in told)
    lines = following_lines(told, g.view(action.by), g.rules)
    assert any("earns nothing" in line for line in lines)
    assert not any("no more track" in line or "no station" in line for line in lines), "that was to be expected"


async def test_undo_and_redo_take_the_pass_with_them(w) -> None:
    g, action = purchase()
    table, thread, actor = await play(w, g, action)
    after = table.position
    await w["Ann"].slash(thread, "host undopolicy", policy="free")
    await table.undo(action.by, user=actor.id)
    assert table.position.seq == after.seq - 2, "the purchase too"
    await table.redo(action.by, user=actor.id)
    assert (table.position.move, table.position.seq) == (after.move, after.seq)


async def test_who_wants_to_be_asked_is_asked(w) -> None:
    g, action = purchase()
    person = w[NAMES[list(g.state.order).index(action.by)]]
    settings = said(await person.slash(w.channel, "me endturn", end="ask"))
    assert "only" in settings or "asked" in settings
    table, _, _ = await play(w, g, action)
    assert table.position.deciders == (action.by,)
    assert (await table.history(limit=1))[0].action == action


async def test_a_pass_that_a_crash_has_cut_off_is_made_at_the_start(w) -> None:
    """The purchase was written, the pass was not: nobody was told of the purchase yet."""
    g, action = purchase()
    person = w[NAMES[list(g.state.order).index(action.by)]]
    await person.slash(w.channel, "me endturn", end="ask")
    _, thread, _ = await play(w, g, action)
    await person.slash(w.channel, "me endturn", end="by itself")
    await w.restart()
    (ended,) = await (await w.game(thread)).history(limit=1)
    assert (ended.action, ended.via) == (Pass(by=action.by), Via.AUTO_END)
    seq = (await w.game(thread)).position.seq
    await w.restart()
    assert (await w.game(thread)).position.seq == seq, "once"


def test_track_is_not_asked_where_none_can_be_laid() -> None:
    g, action = leading(lambda a, now: now.step == "track")
    after = Game.load(g.rules, g.snapshot())
    after.play(action)
    now = examine_position(after, 0)
    (seat,) = now.deciders
    assert {c.kind.__name__ for c in now.choices[seat]} <= {"Pass", "TakePrivate"}
    if len(now.choices[seat]) > 1:
        assert auto_end.wanted_pass(now, g.rules, action, {seat}) is None, "unless one wants to be asked"


def test_a_choice_is_never_made_for_anybody() -> None:
    """Over whole games: what ends by itself offered nothing but deals, or nothing at all."""
    ended = 0
    for title in ("18GA", "18VA", "18India"):
        for n, (g, _) in enumerate(walk(title, 1)):
            if n % 3:
                continue
            now = examine_position(g, 0)
            made = auto_end.wanted_pass(now, g.rules, None)
            if made is not None:
                ended += 1
                kinds = {c.kind for c in now.choices[made.by]} - {Pass}
                assert all(issubclass(k, DEALS) for k in kinds)
                assert made in [a for c in now.choices[made.by] for a in c]
    assert ended > 5


async def test_a_train_that_ends_the_turn_says_so_before_it_is_bought(w) -> None:
    """After its one train a company was asked for *Trains done*, another's turn was simply over."""

    def ends(g: Game, action: Action) -> bool:
        after, company = Game.load(g.rules, g.snapshot()), acting_company(g.state)
        after.play(action)
        if after.state.over or acting_company(after.state) != company:
            return True
        return all(issubclass(c.kind, (Pass, *DEALS)) for c in after.choices(action.by))

    found: dict[bool, Game] = {}
    for seed in range(4):
        for g, legal in walk(TITLE, seed):
            bought = [a for _, a in legal if isinstance(a, BuyTrain) and not a.seller]
            if bought and len(found) < len((True, False)):
                found.setdefault(all(ends(g, a) for a in bought), Game.load(g.rules, g.snapshot()))
    assert "ends the turn" in words(await w.panel(await seated(w, found[True])))
    assert "ends the turn" not in words(await w.panel(await seated(w, found[False])))


async def test_nobody_is_asked_for_the_only_train_of_another_players_company(w) -> None:
    """“Buy trains of other companies, or no more” after each train, although nobody sells the one that a company has."""
    g = golden_position("18VA-options", 20)
    after = Game.load(g.rules, g.snapshot())
    after.play(bought := BuyTrain("2-2", 100, side="1G", by="ann"))
    now = examine_position(after, 0)
    assert {(a.train, a.seller) for c in now.choices["ann"] for a in c if isinstance(a, BuyTrain)} == {("2-1", "B&O")}
    assert auto_end.wanted_pass(now, g.rules, bought) == Pass(by="ann")
    assert auto_end.wanted_pass(now, g.rules, bought, {"ann"}) is None, "unless one wants to be asked"
    assert auto_end.wanted_pass(now, g.rules, None) is None, "a turn in which nothing was bought is asked about"
    own = structs.replace(after.state.companies["B&O"], president="ann")
    after.state.companies["B&O"] = own
    assert not examine_position(after, 0).sole_trains, "one's own companies do sell to each other"
    thread = await seated(w, g)
    table = await w.game(thread)
    told = said(await w.actor_at(table, "ann").click(await w.panel(thread), label="Buy a 1G-train for $100"))
    left = "VR buys no more trains: only deals with others were left."
    assert f"{left} To be asked: `/me endturn`." in told
    (ended,) = await table.history(limit=1)
    assert (ended.action, ended.via) == (Pass(by="ann"), Via.AUTO_END)
    w.bot.sender.wake()
    await w.bot.sender.drain()
    assert any(left in words(post) for post in thread.history())
    assert not any("/me endturn" in words(post) for post in thread.history()), "it stood after each turn of a bot too"


async def test_the_last_lot_that_nobody_can_bid_on_is_put_up_by_itself(w, monkeypatch) -> None:
    """18EU: who had the last minor to put up was asked, with one button."""
    thread = await table_at(w, golden_position("18EU-bank", 27))
    table = await w.game(thread)
    posts, find_posts = [], order_runner._table_posts

    def note_posts(*of):
        posts.append(find_posts(*of))
        return posts[-1]

    monkeypatch.setattr(order_runner, "_table_posts", note_posts)
    (seat,) = table.position.deciders
    await table.play(seat, Bid("11", 0, by=seat), Via.PANEL, user=w.actor_at(table, seat).id)
    *_, last = await table.history(limit=2)
    assert last.action is not None
    assert (last.action.by != seat, last.via, table.position.auction) == (True, Via.AUTO_PASS, None)
    assert move_words(last, await table.view(None), table.rules, table.row).endswith(
        "puts up minor 4 (Leipzig-Dresdner-Bahn)"
    )
    assert table.position.round == "OR 1.1"
    assert [len(made) for made in posts] == [1, 1], "a crash between the two leaves a post that shows where to go on"
    await write_proxy_bid(w.store, table.id, seat, 1, "11", 5)
    *_, before, _ = await table.history()
    await table.undo(seat, to=before.id)  # it looked for ever for what of that seat had put up the lot
    assert len(await load_proxy_bids(w.store, table.id)) == 1

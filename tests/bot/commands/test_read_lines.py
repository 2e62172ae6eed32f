"""What typed words mean of what can be done: nothing is done that nobody meant, and each line gets its reason."""

from __future__ import annotations

import pytest

from game.actions import BuyShare, BuyTrain, LayTile, SellShares
from game.codec import encode
from game.events import Rusted
from game.play import Game
from game.steps.trains import BuyTrains
from render.data.queries import acting_company
from tests.console_report import walk
from tests.support.board_notation import board
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, said
from tests.support.prepared_games import asks, midgame
from tests.support.typed_lines import typing_at, typist_at, typist_in


def buying(title: str, buyer: str, seller: str, hexes: str, trains: tuple[str, ...]) -> Game:
    """One company that may buy, another with trains."""
    g = board(hexes, BuyTrains(buyer), title=title, phase="3")
    for card in trains:
        g.state.place[card] = seller
    return Game.load(g.rules, encode(g.state))


def virginia() -> Game:
    """18VA: the RFPR has a 2-train, and no other company has any."""
    return buying("18VA", "VR", "RFPR", "C12[VR] F11[RFPR]", ("2-1",))


@pytest.mark.parametrize(
    "typed", ["buy 3", "train 3", "buy 3 from RFPR", "train 4 RFPR", "buy the 3", "buy 3 trains", "buy a 2 from RFPR"]
)
async def test_the_number_of_a_train_is_no_price(w, typed):
    (told,) = await (await typist_at(w, virginia())).ask(typed)
    assert "for $3" not in told
    assert "for $4" not in told


async def test_a_price_is_read_beside_its_train(w):
    for typed in ("2T from RFPR for 3", "buy 2 RFPR 3", "train 2 RFPR $3", "buy 2-train of RFPR at 3"):
        thread = await table_at(w, virginia())
        done = await w["Ann"].slash(thread, "do", action=typed)
        if commit_label(answer(done)):
            await w["Ann"].click(answer(done), label=commit_label(answer(done)))
        made = [m.action for m in await (await w.game(thread)).history() if isinstance(m.action, BuyTrain)]
        assert made == [BuyTrain("2-1", 3, "RFPR", by="ann")], f"{typed}: {said(done)}"


async def test_a_bare_name_or_verb_is_shown_before_it_is_done(w):
    await (await typist_in(w, await w.table(title="18GA"))).ask("buy", "bid", "LTR")


async def test_names_are_read_in_any_case(w):
    (told,) = await (await typist_in(w, await w.table(title="18GA"))).ask("bid w&sr 46")
    assert "for sale" not in told
    assert "must be at least $75" in told


async def test_an_amount_that_is_not_possible_is_answered_by_those_that_are(w):
    (told,) = await (await typist_in(w, await w.table(title="18EU"))).ask("bid 103 on 1")
    assert "you can bid £100 to " in told
    assert "in steps of £5" in told


async def test_what_comes_later_is_said_of_words_without_a_verb(w):
    g = Game.new(virginia().rules, ("ann", "bob", "cid"), "later", seated=True)
    for told in await (await typist_at(w, g)).ask("57 on C12 rot 1", "lay 57 C12", "lay 5 on Z99"):
        assert "I do not know" not in told
        assert told.startswith(
            "Track is laid in an operating round, in the turn of a company, and you lead none now. Now: Bid on P1"
        )


async def test_a_turn_that_cannot_end_says_what_must_be_done(w):
    (told,) = await (await typist_in(w, await w.table(title="18India"))).ask("done")
    assert told.startswith("You cannot end your turn yet. Now: ")


async def test_a_refusal_speaks_of_what_was_typed(w):
    typist = await typist_in(w, await midgame(w, asks(LayTile)))
    told, abroad = await typist.ask("tile 63", "lay 5 on Z99")
    assert "has none" not in told, told
    assert "I do not know" not in abroad


async def test_no_other_company_is_shown_for_the_one_that_was_named(w):
    typist = await typist_in(w, await midgame(w, asks(SellShares)))
    table = typist.table
    sold = {a.company for c in table.choices(typist.actor.name.lower()) for a in c if isinstance(a, SellShares)}
    other = next(c for c in table.rules.data.companies if c not in sold)
    (told,) = await typist.ask(f"sell {other}")
    assert not any(f"Sell 1 {c}" in told for c in sold), told


def about_to_scrap() -> tuple[Game, BuyTrain]:
    """18EU: a purchase from the bank with which a train of its own buyer rusts."""
    for g, legal in walk("18EU", 1):
        for action in [a for _, a in legal if isinstance(a, BuyTrain) and not a.seller and a.train.startswith("4")]:
            company, places = acting_company(g.state), dict(g.state.place)
            events = Game.load(g.rules, encode(g.state)).play(action)
            if any(places[card] == company for e in events if isinstance(e, Rusted) for card in e.trains):
                return Game.load(g.rules, encode(g.state)), action
    raise AssertionError("no such position")


async def test_a_purchase_that_scraps_own_trains_is_shown_first(w):
    """One green press bought a 4-train and scrapped two trains of the same company."""
    g, action = about_to_scrap()
    thread = await table_at(w, g)
    table = await w.game(thread)
    actor, before = w.actor_at(table, action.by), table.position.move
    shown = await actor.slash(thread, "do", action="buy 4")
    assert table.position.move == before, said(shown)
    assert "2-trains rust" in said(shown)
    await actor.click(answer(shown), label=commit_label(answer(shown)))
    assert [m.action for m in await table.history() if isinstance(m.action, BuyTrain)] == [action]


@pytest.mark.parametrize(
    ("name", "number", "typed", "source"),
    [
        ("18GA-bank", 290, "buy acl", "pool"),
        ("18EU-bank", 290, "buy rpr", "treasury"),
        ("18GA-bank", 62, "Buy GA", "ipo"),
    ],
)
async def test_a_share_that_lies_in_one_place_is_bought_without_its_name(tmp_path, name, number, typed, source):
    """It was shown first where shares of other companies lay in other places too."""
    async with typing_at(tmp_path, name, number) as typist:
        action = await typist.play(typed)
    assert isinstance(action, BuyShare)
    assert action.source == source


@pytest.mark.parametrize("typed", ["acl's 2-train for 5 please", "buy ACL’s 2-train for 5", "2-train from acl for 5"])
async def test_a_train_is_bought_by_whose_it_is(tmp_path, typed):
    """It could “mean something else”."""
    async with typing_at(tmp_path, "18GA-bank", 255) as typist:
        bought = await typist.play(typed)
    assert (bought.seller, bought.price) == ("ACL", 5)

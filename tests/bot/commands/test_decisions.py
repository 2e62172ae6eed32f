"""18 India: every decision is a choice in the console and a slash command, hands and rows included."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from game.actions import Action, Pass, RemoveToken
from game.play import Game
from game.state import Laid
from game.steps.track import LayTrack
from tests.support.button_player import Player
from tests.support.decisions import both_ways, typed
from tests.support.discord_world import answer, commit_label, labels, said, words, world
from tests.support.india_positions import bare, buying, give, operate, running
from tests.support.random_games import begin
from titles.india.actions import ACTIONS as OWN
from titles.india.actions import BuyBond, BuyHand
from titles.india.actions import Draft as Take
from titles.india.closing import TakeOver


def tried(g: Game, seen: Counter[str], rng: random.Random) -> None:
    """One action of each kind that can be done, both ways."""
    for player in g.deciders():
        choices = g.choices(player)
        for kind in {c.kind for c in choices}:
            if seen[kind.__name__] < 4:
                action = rng.choice(rng.choice([c for c in choices if c.kind is kind]).actions)
                both_ways(g, action)
                seen[kind.__name__] += 1


def rare() -> list[Game]:
    """Positions that a random game seldom meets: a marker to remove, a bond to convert, a station to replace."""
    gauge = bare()
    give(gauge, "p0", "EIR", 0, director=True)
    running(gauge, "EIR", "p0")
    gauge.state.phase, gauge.state.tokens, gauge.state.marks["gauge"] = "IV", {"P17.a.0": "EIR"}, ["R13/0"]
    for hex_id, tile, turned in (("P17", "235", 0), ("Q18", "9", 1), ("R15", "9", 0), ("R13", "4", 0)):
        gauge.state.tiles[hex_id] = Laid(tile, turned)
    operate(gauge, "EIR", LayTrack("EIR"))
    bond = bare()
    bond.state.phase, bond.state.place["RB0"] = "IV", "p0"
    buying(bond)
    closing = bare()
    give(closing, "p0", "WR", 4)
    running(closing, "WR", "p0", price=56)
    give(closing, "p1", "GIPR", 3)
    closing.company("GIPR").president, closing.company("GIPR").floated = "p1", True
    closing.state.tokens["D3.a.0"] = "WR"
    operate(closing, "WR", TakeOver("WR", "D17.a.0"))
    return [gauge, bond, closing]


def test_every_kind_of_decision_by_console_and_by_command() -> None:
    seen: Counter[str] = Counter()
    rng = random.Random(1)
    for g in rare():
        tried(g, seen, rng)
    for number in (1, 5):
        walk = begin("18India", number)
        while not walk.game.state.over and walk.game.state.seq < 330:
            tried(walk.game, seen, rng)
            walk.step()
    wanted = {k.__name__ for k in OWN}
    assert wanted <= set(seen), wanted - set(seen)
    assert {"LayTile", "PlaceToken", "RunTrains", "PayDividend", "BuyTrain", "BuyShare", "SellShares", "Pass"} <= set(
        seen
    )
    assert seen[RemoveToken.__name__]


class Trader(Player):
    """Tries each kind of purchase, the rarest so far first."""

    async def wish(self) -> tuple[Any, Action] | None:
        table = await self.w.game(self.thread)
        seat = table.position.deciders[0]
        legal = [a for c in table.choices(seat) for a in c]
        fewest = min(self.seen[type(a).__name__] for a in legal)
        wanted = self.dice.choice([a for a in legal if self.seen[type(a).__name__] == fewest])
        self.seen[type(wanted).__name__] += 1
        return await self.w.actor(self.thread), wanted


@pytest.fixture(autouse=True)
def same_deal(monkeypatch):
    """The same seats and hands every time."""
    monkeypatch.setattr("secrets.token_hex", lambda _: "2")


async def test_hands_are_chosen_by_all_at_once_and_certificates_bought(tmp_path) -> None:
    """Bob by the console, Ann by command; then the draft and the first stock round, now by panels, now by commands."""
    async with world(tmp_path) as w:
        thread = await w.table(title="18India")
        await w["Ann"].slash(thread, "host post", level="quiet")
        assert "keep" in words(await w.panel(thread))
        message = answer(await w["Bob"].slash(thread, "turn"))
        cards = [label for label in labels(message) if re.match(r"\d+ · ", label)]
        assert len(cards) == 13
        assert any(text.endswith(" 10%") for text in cards)
        assert "0 of 7 chosen" in labels(message)
        for label in (*cards[:3], cards[0], *cards[3:8]):  # the first of them no longer
            message = answer(await w["Bob"].click(message, label=label))
        message = answer(await w["Bob"].click(message, label="Keep these 7"))
        await w["Bob"].click(message, label=commit_label(message))
        assert "Bob" not in words(await w.panel(thread)).splitlines()[1]
        refused = said(await w["Ann"].slash(thread, "do", action="pick P1,P2 keep"))
        assert "keep exactly 7" in refused
        for name in ("Ann", "Cid"):
            seat = next(s.name for s in (await w.game(thread)).seats if s.user == w[name].id)
            whole = (await w.game(thread)).choices(seat)[0].actions[0]
            verb, given = typed(whole)
            shown = await w[name].slash(thread, f"{verb.group} {verb.name}", **given)
            await w[name].click(
                answer(shown), label=commit_label(answer(shown))
            )  # what is secret is shown before it is done
        assert (await w.game(thread)).position.step == "draft"
        assert any("In the draft" in text for text in w.posts(thread))
        player = Trader(w, thread)
        for n in range(44):
            await (player.by_panel() if n % 2 else player.by_command())
        assert player.seen[Take.__name__] >= 20
        assert all(player.seen[k.__name__] for k in (BuyHand, BuyBond, Pass)), player.seen
        assert "Take my turn" in labels(await w.panel(thread))

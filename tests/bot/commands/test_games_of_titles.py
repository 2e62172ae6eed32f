"""A game of each title in Discord, from the lobby to the result: every decision by panel and console."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.files.transcripts import transcript_of
from bot.model.kinds import FOLLOWING
from bot.views.messages import Picture
from bot.views.pictures import drawing
from game import transcript
from game.actions import Action, Bid, Pass
from game.ending import total
from game.play import Game
from tests.fuzz_inputs import PNG
from tests.support.bot_process import until
from tests.support.button_player import Player
from tests.support.discord_world import World, answer, labels, words, world
from tests.support.short_games import brief, eager

MOST = 1200  # moves after which a game is over
COMMON = {"Bid", "Par", "BuyShare", "SellShares", "LayTile", "PlaceToken", "BuyTrain", "Answer", "Pass"}
# Title, dollars in its bank, a seed of which the game is short, and what is decided in it.
GAMES: list[tuple[str, int, int, set[str]]] = [
    (
        "18GA",
        1900,
        28,
        COMMON | {"SellPrivate", "BuyPrivate", "RunTrains", "shortcut", "button act", "button kind"},
    ),
    ("18TN", 1800, 2, COMMON - {"PlaceToken"} | {"TakePrivate", "BuyPrivate", "SellPrivate", "RunTrains"}),
    ("18VA", 800, 8, COMMON | {"Choose", "TakePrivate", "RunTrains", "PayDividend"}),
    ("18EU", 1300, 14, COMMON - {"SellShares"} | {"Exchange", "RunTrains", "PayDividend"}),
    ("18India", 1400, 11, {"Keep", "Draft", "BuyHand", "BuyBond", "BuyRow", "SellTrain", "SellCard", "PlaceToken"}),
]
IDS = [g[0] for g in GAMES]


def _is_forced(action: Action) -> bool:
    """Whether the bot may do that by itself: end a step, or put up the last lot of an auction, on which nothing can be bid."""
    return isinstance(action, Pass) or (isinstance(action, Bid) and not action.amount)


async def whole(w: World, title: str, bank: int, seed: int) -> Player:
    """From the lobby to the end; whoever is pinged must act. Returns who played for all."""
    thread = await w.table(title=title)
    await w["Ann"].slash(thread, "host post", level="quiet")
    player = Player(w, thread, seed, eager)
    known = len(w.env.http_requests)
    while await player.by_panel():
        table = await player.game()
        assert table.position.seq < MOST, "a game without end"
        asked = {s.user for s in table.seats if s.name in table.position.deciders or table.position.over}
        assert pinged(w, known) <= asked, words(await w.panel_at(table))
        known = len(w.env.http_requests)
    await w.env.settle()
    made = await (await player.game()).history()
    moves = sum(m.via not in FOLLOWING for m in made if m.action is not None)
    by_itself = [m.action for m in made if m.via in FOLLOWING and m.action is not None]
    assert all(map(_is_forced, by_itself)), "nothing was chosen"
    assert sum(isinstance(a, Bid) for a in by_itself) <= 1, "only the last lot of an auction"
    assert player.seen["commit"] + player.seen["shortcut"] + player.seen["at once"] == moves
    calls = [r for r in w.sent("POST") if r.path.endswith(f"{thread.id}/messages") and pings(r)]
    assert len(calls) < moves, "one ping per hand-over, not one per action"
    await over(w, player, brief(title, bank)[title].rules((), 3))
    return player


def pinged(w: World, after: int) -> set[int]:
    """Who was pinged since so many requests."""
    return {u for r in w.env.http_requests[after:] if r.method == "POST" for u in pings(r)}


def pings(request: Any) -> list[int]:
    return [int(u) for u in ((request.json or {}).get("allowed_mentions") or {}).get("users", ())]


async def over(w: World, player: Player, rules: Any) -> None:
    """The last post offers a rematch, and behind it figures that rank all with a record that leads to the same position."""
    table = await player.game()
    record = await table.record()
    kept = transcript.read(transcript_of(record))
    again = Game.new(rules, kept.players, kept.seed, seated=kept.seated)
    for _ in transcript.perform(again, kept.entries):
        pass
    assert again.fingerprint() == record.fingerprint
    post = player.thread.history()[-1]
    ranking = sorted(again.state.order, key=lambda p: -total(again, p))
    pressed = await w["Ann"].click(post, label="In figures")

    async def told() -> bool:
        """Over the network the answer says for a while that it is being worked out."""
        return "Adding up" not in words(answer(pressed))

    await until(told)
    figures = answer(pressed)
    said = words(figures)
    places = [said.index(f"**{n}. {record.shown[p]}**") for n, p in enumerate(ranking, 1)]
    assert places == sorted(places)
    assert "Rematch" in labels(post)
    assert any(a.filename.endswith(".txt") for a in figures.attachments), "no record"
    assert {s.user for s in table.seats} <= pinged(w, 0)


@pytest.fixture
def drawn_once(monkeypatch):
    """Nobody looks at all pictures of a whole game: each kind is drawn once for each kind of question."""
    draw, seen = drawing.draw_all, set[tuple[str, str]]()

    async def draw_new(table: Any, kind: str, view: Any, make: Any, alts: Sequence[str], *key: object) -> Any:
        if (kind, table.position.step) in seen:
            return tuple(Picture(f"{kind}-{table.position.seq}-{n}.png", PNG, alt) for n, alt in enumerate(alts))
        seen.add((kind, table.position.step))
        return await draw(table, kind, view, make, alts, *key)

    monkeypatch.setattr(drawing, "draw_all", draw_new)


@pytest.mark.usefixtures("drawn_once")
@pytest.mark.parametrize(("title", "bank", "seed", "decided"), GAMES, ids=IDS)
async def test_a_game_by_panels(title: str, bank: int, seed: int, decided: set[str], tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.token_hex", lambda _: str(seed))
    async with world(tmp_path, titles=brief(title, bank)) as w:
        player = await whole(w, title, bank, seed)
    assert decided <= set(player.seen), "another game than the one chosen: look for a seed whose game decides all this"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", IDS)
async def test_games_with_more_money(title: str, seed: int, tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.token_hex", lambda _: str(seed))
    async with world(tmp_path, titles=brief(title, 3000)) as w:
        await whole(w, title, 3000, seed)

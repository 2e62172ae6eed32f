"""Hidden cards at a real table: two games that differ in nothing but cards of others look the same, byte for byte.

All that the bot sends is compared: panels, posts, alt texts, files and their names, private answers, completions, refusals,
exports, the past, votes. The hands of Bob and Cid are dealt in two ways that Ann cannot tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from bot.client.table_thread import open_table_thread
from bot.files.transcripts import transcript_of
from bot.model.kinds import Via
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.tables.service import ConsentRequest, Tables
from game.actions import Action, Pass
from game.play import Game
from tests.support.decisions import typed
from tests.support.discord_world import World, answer, commit_label, labels, said, words, world
from tests.support.toy_tables import opened
from titles import TITLES
from titles.india import setup
from titles.india.actions import BuyHand, Keep

SEED = "966963484 18xx.games"
SEATS = ("ann", "bob", "cid")
SWAPPED = ("P1", "EIR.1")  # a private for 25 and a share for 100: with 40 rupees it makes a difference
STRANGER = "Dora"


def arrange(g: Game, *, swapped: bool) -> None:
    """Bob holds the one card and Cid the other; Bob has 40 rupees. The other cheap card is Cid's."""
    state = g.state
    where = {"P1": "hand:bob", "EIR.1": "hand:cid", "P2": "hand:cid"}
    for card, place in where.items():
        other = next(c for c, p in state.place.items() if p == place and c not in where)
        state.place[card], state.place[other] = place, state.place[card]
        for row in ("row:1", "row:2", "row:3"):
            state.marks[row] = [other if c == card else c for c in state.marks[row]]
    if swapped:
        one, two = SWAPPED
        state.place[one], state.place[two] = state.place[two], state.place[one]
    state.cash["bank"] += state.cash["bob"] - 40
    state.cash["bob"] = 40
    g.changed()


class Sight:
    """A table of Ann, Bob and Cid, and everything that Ann, a stranger and the public get to see of it."""

    def __init__(self, w: World) -> None:
        self.w, self.thread = w, None
        self.extra: list[str] = []

    async def begin(self) -> None:
        w = self.w
        people = [(name, w[name.title()].id, name.title()) for name in SEATS]
        new = NewGame(
            guild=w.guild.id, host=w["Ann"].id, title="18India", shown="Ann", parent_channel=w.channel.id, seed=SEED
        )
        with w.env.time_context():
            table = await w.bot.tables.import_game(new, people, PlayedActions([]))
            room: Any = w.bot.get_channel(w.channel.id)
            await open_table_thread(w.bot.services, table.row, room)
            await w.bot.sender.drain()
        await w.env.settle()
        self.thread = w.channel.threads[-1]

    async def table(self) -> Any:
        return await self.w.game(self.thread)

    async def play(self, action: Action) -> None:
        """A move that nobody here can see being made, only what becomes of it."""
        table = await self.table()
        with self.w.env.time_context():
            played = await table.play(action.by, action, Via.COMMAND, user=self.w[action.by.title()].id)
            assert played.refused is None, played.refused
            await self.w.bot.sender.drain()
        await self.w.env.settle()

    async def look(self, who: str, command: str, **options: Any) -> None:
        shown = await self.w[who].slash(self.thread, command, **options)
        self.extra.append(f"{who} {command} {options}: {words(answer(shown))}")

    async def offers(self, who: str, command: str, option: str, typed: str = "", **given: Any) -> None:
        found = await self.w[who].autocomplete(self.thread, command, option, typed, **given)
        self.extra.append(f"{who} {command} {option}: {found}")

    def everything(self) -> list[str]:
        """What was sent over the wire, and what stood in the answers."""
        sent = [f"{r.method} {r.path} {msgspec.json.encode(r.json).decode()}" for r in self.w.sent()]
        return [*(re.sub(r'"nonce":"\d+"', "", text) for text in sent), *self.extra]  # discord.py's own, by chance


LOOKS: Sequence[tuple[str, dict[str, Any]]] = (
    ("view table", {}),
    ("view table", {"form": "csv"}),
    ("view player", {"player": "bob"}),
    ("view company", {"company": "EIR"}),
    ("view bank", {}),
    ("view log", {}),
    ("view changes", {}),
    ("view describe", {}),
    ("view key", {}),
    ("view describe", {"what": "bob"}),
    ("history browse", {}),
    ("game export", {"format": "transcript"}),
    ("game export", {"format": "log"}),
    ("game export", {"format": "json"}),
    ("game info", {}),
)
TRIES: Sequence[tuple[str, dict[str, Any]]] = (
    ("do", {"action": "buy P1 hand"}),
    ("do", {"action": "buy EIR 1 hand"}),
    ("play buy", {"what": "P1", "source": "hand"}),
    ("rules why", {"action": "buy P1 hand"}),
    ("rules why", {"action": "buy EIR 1 hand"}),
    ("host actfor", {"seat": "bob"}),
    ("turn", {}),
)


async def inspect(s: Sight) -> None:
    """All that Ann, and somebody without a seat, may ask while Bob is to decide."""
    for command, options in LOOKS:
        await s.look("Ann", command, **options)
    for command, options in LOOKS[:6]:
        await s.look(STRANGER, command, **options)
    for command, options in TRIES:
        await s.look("Ann", command, **options)
    s.extra.append(transcript_of(await (await s.table()).record()))
    for command, option in (("do", "action"), ("play buy", "what"), ("history browse", "at"), ("undo", "to")):
        await s.offers("Ann", command, option)


async def whole(folder: Any) -> list[str]:
    """One table from the selection of hands to the first purchase from a hand."""
    folder.mkdir()
    async with world(folder, ("Ann", "Bob", "Cid", STRANGER)) as w:
        files: list[str] = []
        store = w.env.backend.cdn.store_attachment

        def note(*given: Any, **named: Any) -> Any:
            data = next(v for v in (*given, *named.values()) if isinstance(v, bytes))
            files.append(blake2b(data, digest_size=8).hexdigest())
            return store(*given, **named)

        w.env.backend.cdn.store_attachment = note
        s = Sight(w)
        await s.begin()
        table = await s.table()
        for seat in ("bob", "cid"):
            mine = [c for c, p in (await table.view(seat)).place.items() if p == f"hand:{seat}"]
            await s.play(Keep(tuple(sorted(mine, key=lambda c: (c not in (*SWAPPED, "P2"), c))[:7]), by=seat))
        await inspect(s)
        message = answer(await w["Ann"].slash(s.thread, "turn"))
        for label in labels(message)[:7]:
            message = answer(await w["Ann"].click(message, label=label))
            s.extra.append(f"picked: {labels(message)} {words(message)}")
        assert "Keep these 7" in labels(message)
        verb, given = typed(next(a for c in (await s.table()).choices("ann") for a in c))
        message = answer(await w["Ann"].slash(s.thread, f"{verb.group} {verb.name}", **given))
        s.extra.append(f"preview: {words(message)}")
        assert "In the draft" not in words(message), "a look ahead shows what others have laid away"
        await w["Ann"].click(message, label=commit_label(message))
        await w.env.settle()
        while (await s.table()).position.step == "draft":
            now = (await s.table()).position
            await s.play((await s.table()).choices(now.deciders[0])[0].actions[0])
        while (await s.table()).position.deciders != ("bob",):
            await s.play(Pass(by=(await s.table()).position.deciders[0]))
        s.extra.append(f"panel: {labels(await w.panel(s.thread))}")
        await inspect(s)
        await s.play(Pass(by="bob"))
        s.extra.append(f"undo: {said(await w['Ann'].slash(s.thread, 'undo'))}")
        await w.env.settle()
        return [*s.everything(), *files]


async def test_exchanged_cards_of_others_show_in_nothing(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda n=16: "2" * n)
    out, found = setup._hand_out, []
    for swapped in (False, True):

        def hand_out(g: Game, deal: setup.Deal, swapped: bool = swapped) -> None:
            out(g, deal)
            arrange(g, swapped=swapped)

        monkeypatch.setattr(setup, "_hand_out", hand_out)
        found.append(await whole(tmp_path / str(swapped)))
    one, two = map(sorted, found)  # a post and an answer leave side by side
    assert len(one) == len(two)
    for a, b in zip(one, two, strict=True):
        assert a == b


async def test_back_past_what_came_to_light_needs_everybody() -> None:
    """The cards of the draft, and those that somebody had kept and has bought: else one's own last move is free."""
    store = await opened()
    tables = Tables(store, TITLES)
    people = [(name, 101 + n, name.title()) for n, name in enumerate(SEATS)]
    users = {name: user for name, user, _ in people}
    table = await tables.import_game(
        NewGame(guild=1, host=101, title="18India", shown="Ann", seed=SEED), people, PlayedActions([])
    )

    async def play(action: Action) -> None:
        seat = action.by or table.position.deciders[0]
        assert (await table.play(seat, action, Via.COMMAND, user=users[seat])).refused is None

    async def asked(seat: str) -> tuple[set[str], tuple[str, ...]]:
        done = await table.undo(seat, user=users[seat])
        return (set(done.seats), done.revealed) if isinstance(done, ConsentRequest) else (set(), ())

    for seat in SEATS:
        await play(table.choices(seat)[0].actions[0])
    assert await asked("cid") == ({"ann", "bob"}, ("the cards of the draft",))
    while table.position.step == "draft":
        await play(table.choices(table.position.deciders[0])[0].actions[0])
    seat = table.position.deciders[0]
    seen = (await table.view(None)).place
    open_ = {c.partition(".")[0] for c, p in seen.items() if p == f"hand:{seat}" and not c.endswith(".0")}
    bought = [a for c in table.choices(seat) for a in c if isinstance(a, BuyHand) and a.shares == 1 and not a.director]
    drafted = next(a for a in bought if a.company in open_)
    await play(drafted)
    assert await asked(seat) == (set(), ())
    kept = next(a for a in bought if a.company not in open_)
    await play(kept)
    others, revealed = await asked(seat)
    assert others == {*SEATS} - {seat}
    assert revealed == (f"10% of {kept.company} in the hand of {seat}",)
    await store.close()

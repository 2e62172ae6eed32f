"""What is private belongs to a person: orders, sealed maxima, consoles half filled in, settings, hands.

Two tables that differ in nothing but a secret of one player look the same, byte for byte, to everybody else: to another player,
to a spectator, and to the host who acts for that very player. Every command, list of choices and button is tried, then the game
goes on: also when the bot acts by itself, and how much it posts, tells nothing.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from bot.commands.host import ABSENT
from bot.model.action_form import Draft
from bot.model.kinds import Via
from bot.model.player_names import name_to_type
from bot.reminders import scheduler
from bot.storage.databases import sqlite_driver
from bot.storage.repositories.orders import write_proxy_bid
from bot.storage.schema import orders
from bot.tables.service import Table, Tables
from bot.views.console.state import ConsoleState, save_state
from bot.views.custom_ids import parse_id
from bot.views.messages import Picture
from bot.views.pictures import drawing
from game.actions import Pass
from game.choices import Span
from game.codec import encode
from game.play import Game
from tests.support.api_contract import walk
from tests.support.game_phases import Phase, phases
from tests.support.random_inputs import Leaf, leaves
from tests.support.thin_discord import GUILD, Done, Thin, at_once, near, thin

OWNER, HOST, OTHER, MORE, EVE = (1 << 50 | n for n in range(1, 6))
PEOPLE = {OWNER: "Cid", HOST: "Ann", OTHER: "Bob", MORE: "Dora", EVE: "Eve"}
CHANNEL = 77
EARLY = 60  # moves of a game that are looked at for a position

# These move the game or the table on; what they tell is tried by the moves at the end.
MOVING = {
    "host close",
    "host transfer",
    "host replace",
    "game end",
    "game handover",
    "undo",
    "redo",
    "game new",
    "game import",
}
Arrange = Callable[[Table, bool], Awaitable[None]]


@dataclass(frozen=True)
class Secret:
    """What one player alone knows at a table, in two forms each."""

    title: str
    step: str  # what that player is asked meanwhile
    kept: tuple[Arrange, ...]
    acted_for: bool = True  # else it is somebody else's turn, and the bot soon acts by what was kept
    seated: bool = True  # the host has a seat


async def seal(table: Table, other: bool) -> None:
    sale = table.position.auction
    assert sale is not None
    item = next((i for i in sale.items if i not in sale.now), sale.items[0])
    await write_proxy_bid(table.store, table.id, owned(table), OWNER, item, 310 if other else 300)


def owned(table: Table) -> str:
    return table.row.seats_of(OWNER)[0].name


def order(one: dict[str, Any], two: dict[str, Any]) -> Arrange:
    async def arrange(table: Table, other: bool) -> None:
        rule = {"round": table.position.round, **(two if other else one)}
        if rule["kind"] == "buy":
            view = await table.view(None)
            rule["company"] = next(c for c, s in view.companies.items() if s.par)
        async with table.store.writing() as conn:
            await conn.execute(insert(orders).values(game=table.id, seat=owned(table), rule=rule))

    return arrange


async def draft(table: Table, other: bool) -> None:
    (seat,) = table.row.seats_of(OWNER)
    kinds = list(dict.fromkeys(c.kind.__name__ for c in table.choices(seat.name)))
    await save_state(table.store, table, seat, ConsoleState(Draft(kinds[-1 if other else 0]), 0, seat.action_version))


async def settings(table: Table, other: bool) -> None:
    await scheduler.change_settings(table.store, OWNER, zone="Europe/Rome" if other else "Asia/Tokyo", confirm=other)


PASS = {"kind": "pass", "until": "sale"}
BUY = {"kind": "buy", "company": "", "source": "", "stopped": ""}
passes = order(
    PASS | {"stopped": "Bob sold shares of X"}, PASS | {"stopped": "Bob started Y"}
)  # none that acts at once
purchases = order(BUY | {"goal": 5, "most": 1}, BUY | {"goal": 6, "most": 2})
SECRETS = (
    Secret("18GA", "auction", (seal, settings), acted_for=False),
    Secret("18EU", "auction", (seal, draft)),
    Secret("18TN", "stock", (passes, draft, settings)),
    Secret("18VA", "stock", (purchases, draft)),
    Secret("18India", "stock", (passes, draft), seated=False),
)
SHOWN = {seal: "auto show", passes: "auto show", purchases: "auto show", draft: "turn", settings: "me settings"}


def position(secret: Secret) -> Phase:
    """An early one at which the owner of the secret can keep it."""
    return next(p for p in phases(secret.title, EARLY) if p.step == secret.step and p.moves and _fits(secret, p.game()))


def _fits(secret: Secret, g: Game) -> bool:
    asked, deciders = g.top_step(), g.deciders()
    sale = asked.auction(g) if asked else None
    if len(deciders) != 1 or not any(issubclass(c.kind, Pass) for c in g.choices(deciders[0])):
        return False
    if seal in secret.kept and secret.acted_for and (sale is None or not set(sale.items) - set(sale.now)):
        return False  # the bot would act at once
    return purchases not in secret.kept or any(s.par for s in g.state.companies.values())


@pytest.fixture(autouse=True)
def same_dice(monkeypatch):
    monkeypatch.setattr(sqlite_driver.ThreadedConnection, "run", near)
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    monkeypatch.setattr("secrets.token_hex", lambda n=16: "2" * n)
    monkeypatch.setattr(drawing, "draw_all", small)


async def small(table: Table, kind: str, view: Any, make: Any, alts: Sequence[str], *key: object) -> tuple[Any, ...]:
    """In place of a picture what it is made of."""
    name = f"{kind}-{table.position.seq}-{len(alts)}.png"
    return tuple(Picture(name, encode(view) + repr(key).encode(), alt) for alt in alts)


class Sight:
    """Everything that people get to see, in order."""

    def __init__(self, to: Thin, table: Table) -> None:
        self.to, self.table, self.told = to, table, list[str]()

    def note(self, what: str, done: Done) -> Done:
        for r in done.requests:
            body = re.sub(
                r'"nonce": ?"\w+"|\b[0-9a-f]{32}\b', "", json.dumps(r.body, sort_keys=True)
            )  # pledges hide what they are made of
            self.told.append(
                f"{what}: {r.method} {re.sub('[0-9]{15,}', 'N', r.path)} {re.sub('14[0-9]{17}', 'N', body)} {r.files}"
            )
        return done

    async def look(self, user: int, *, acting: bool) -> None:
        """All commands, lists and buttons, as somebody who has the secret not."""
        for leaf in leaves(self.to.bot):
            group = leaf.path.split()[0]
            plays = group in {"play", "corp", "do", "whatif"}
            if leaf.path in MOVING or (plays and (acting or user == EVE)):
                continue
            for options in self.options(leaf)[: None if acting else 1]:
                self.note(
                    f"{user} /{leaf.path}",
                    await self.to.command(user, CHANNEL, leaf.path, options, self.people(options)),
                )
            for o in leaf.options:
                if o.get("autocomplete") and o["name"] not in {"game", "at"} and user != EVE:
                    self.note(
                        f"{user} list",
                        await self.to.command(user, CHANNEL, leaf.path, {o["name"]: ""}, focused=o["name"]),
                    )
        for (_, id), message in [*self.to.messages.items()][-2:]:
            if message["channel_id"] == str(CHANNEL):
                await self.press(user, message, acting=acting)
                for menu in ("18xx: board here", "18xx: describe picture"):
                    self.note(menu, await self.to.menu(user, CHANNEL, menu, id))

    async def press(self, user: int, message: Any, *, acting: bool) -> None:
        for c in walk(message["components"]):
            id = parse_id(c.get("custom_id") or "")
            if (
                id is not None
                and not (acting and id.kind == "a")
                and id.verb not in {"back", "endyes", "yes", "endno", "no"}
            ):
                self.note(f"{user} {id.kind}:{id.verb}", await self.to.press(user, CHANNEL, str(id), private=False))

    def options(self, leaf: Leaf) -> list[dict[str, Any]]:
        """An option of each sort at least once."""
        made = [
            {o["name"]: self.value(o) for o in leaf.options if o.get("required") or o["name"] in given}
            for given in ((), ("at", "large"))
        ]
        for o in leaf.options:
            made += [{**made[0], o["name"]: c["value"]} for c in o.get("choices") or ()]
        return [m for n, m in enumerate(made) if m not in made[:n]]

    def value(self, o: dict[str, Any]) -> Any:
        data, seat = self.table.rules.data, self.table.position.deciders[0]
        known = {
            "at": "1",
            "seat": seat,
            "player": seat,
            "company": next(iter(data.companies)),
            "action": "pass",
            "hex": next(iter(data.hexes)),
        }
        if o.get("choices"):
            return o["choices"][0]["value"]
        if o["type"] == 6:
            return {"type": 6, "value": str(OWNER)}
        return {4: max(1, o.get("min_value", 1)), 5: True}.get(o["type"], known.get(o["name"], "1"))

    def people(self, options: dict[str, Any]) -> dict[str, Any]:
        users = [int(v["value"]) for v in options.values() if isinstance(v, dict)]
        return {
            "users": {str(u): self.to.user(u) for u in users},
            "members": {str(u): {k: v for k, v in self.to.member(u).items() if k != "user"} for u in users},
        }


async def told(file: Path, secret: Secret, *, other: bool) -> tuple[list[str], list[str]]:
    """What everybody else sees of a table, and what the owner of the secret is shown."""
    phase = position(secret)

    async def before(tables: Tables) -> None:
        order = list(phase.replayed().order)
        owner = (order.index(phase.game().deciders()[0]) + (not secret.acted_for)) % len(order)
        rest = [*[HOST] * secret.seated, OTHER, MORE, *(90 + n for n in range(4))]
        users = [OWNER if n == owner else rest[n if n < owner else n - 1] for n in range(len(order))]
        number = await phase.table(tables, GUILD, CHANNEL, HOST, users, PEOPLE | {90 + n: f"P{n}" for n in range(4)})
        for arrange in secret.kept:
            await arrange(await tables.get(number), other)

    async with thin(f"sqlite+aiosqlite:///{file}", PEOPLE, before=before) as to:
        table = await to.bot.tables.get(1)
        s = Sight(to, table)
        await s.look(EVE, acting=False)
        await s.look(OTHER, acting=False)
        seat = table.position.deciders[0]
        s.note("a day", await to.wait(ABSENT.total_seconds() / 60 + 1))
        owner = next(name_to_type(each, table.seats) for each in table.seats if each.name == seat)
        acts = s.note("actfor", await to.command(HOST, CHANNEL, "host actfor", {"seat": owner}))
        assert ("You act for" in str(acts.shown[-1])) or not secret.acted_for, acts.shown
        await s.look(HOST, acting=True)
        s.note("off", await to.command(HOST, CHANNEL, "auto off", {}))
        mine = [json.dumps((await to.command(OWNER, CHANNEL, SHOWN[a], {})).shown) for a in secret.kept]
        await play_on(s, table)
        assert to.bot.run_state.last_fault is None, to.bot.run_state.last_fault
        return s.told, mine


async def play_on(s: Sight, table: Table) -> None:
    """Some moves, each of whoever must act, with all that follows by itself."""
    users = {seat.name: seat.user for seat in table.seats}
    for _ in range(5):
        if table.position.over:
            return
        seat = table.position.deciders[0]
        choices = table.choices(seat)
        ends = next((a for c in choices for a in c.actions if isinstance(a, Pass)), choices[0].actions[0])
        spare = next(
            (a for c in choices for a in c.actions if any(isinstance(r, Span) for r in c.ranges.values())), ends
        )
        played = await table.play(seat, ends if users[seat] == OWNER else spare, Via.COMMAND, user=users[seat])
        assert played.refused is None
        s.note(f"move of {seat}", await s.to.wait(2))


@pytest.mark.parametrize("secret", SECRETS, ids=lambda s: s.title)
async def test_a_secret_shows_in_nothing_that_others_see(tmp_path, secret):
    one, mine = await told(tmp_path / "one.sqlite", secret, other=False)
    two, again = await told(tmp_path / "two.sqlite", secret, other=True)
    assert not [m for m, other in zip(mine, again, strict=True) if m == other], "the owner sees what it is"
    assert len(one) > 300
    assert len(one) == len(two)
    for a, b in zip(one, two, strict=True):
        if ("SHA-256 of `" in a or "secret maximum was" in a) and a != b:
            assert not secret.acted_for, "a maximum is told when its lot is sold"
            break
        assert a == b

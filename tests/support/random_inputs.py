"""A crowd that types and presses anything: inputs made up by chance, what is offered as well as what nobody would mean."""

from __future__ import annotations

import string
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from bot.client.client import Bot
from bot.tables.service import Table
from bot.views.custom_ids import (
    ACT,
    CONSOLE,
    HELP,
    LOBBY,
    REMIND,
    SEAL,
    SEAT,
    STEP,
    TRANSFER,
    VERBS,
    VIEW,
    VOTE,
    Id,
    IdKind,
    parse_id,
)
from game.notation import line
from tests.support.api_contract import walk
from tests.support.thin_discord import ROOM, SELF, Done

LIKED = {
    STEP: 9,
    ACT: 4,
    CONSOLE: 3,
    SEAL: 2,
    TRANSFER: 2,
    SEAT: 1,
    VOTE: 1,
    VIEW: 2,
    REMIND: 1,
    LOBBY: 1,
    HELP: 1,
}  # how often pressed
NOBODY = 999  # a user whom the server does not know
USER, CHANNEL, FILE = 6, 7, 11  # types of options
WORDS = (
    *(
        "",
        " ",
        "0",
        "1",
        "-1",
        "²",
        "٣",
        "9" * 30,
        "#",
        "#1",
        "#99999",
        "#²",
        "1|",
        "0|57",
        "zz|x",
        "\x00",
        "\n",
        "a\nb",
        "\u202e",
    ),
    *(
        "@everyone",
        "<@103>",
        "<#11>",
        "`x`",
        "**",
        "[a](http://b)",
        "x" * 100,
        "x" * 6000,
        "é",
        "ß",
        "İ",
        "none",
        "None",
        "NaN",
    ),
    *(
        "22:00",
        "8",
        "25:00",
        "24:00",
        "7.30",
        "3d",
        "5h",
        "72h",
        "2",
        "90m",
        "monday",
        "Monday 9:00",
        "tomorrow",
        "9999-12-31 23:59",
        "0001-01-01",
    ),
    *(
        "Europe/Berlin",
        "berlin",
        "UTC",
        "Pacific/Kiritimati",
        "SR 1",
        "SR1",
        "OR 1.1",
        "Auction",
        "0",
        "1",
        "12",
        "pass",
        "yes",
        "no",
    ),
    *(
        "ann",
        "bob",
        "cid",
        "D10",
        "57",
        "D10 57 2",
        "2: D10 F6",
        "full",
        "half",
        "ipo",
        "pool",
        "hand",
        "map",
        "market",
        "here",
        "bid 1 100",
    ),
)
NUMBERS = (0, 1, 2, 3, 5, 10, 20, 50, 70, 100, 155, 200, 1000, -1, 2**31, 2**53 - 1, -(2**53) + 1)
MARKS = ("<", ">", "\\", "'", '"', "{", "%s", "%", "\t", "\u200b", "😀")


class Input(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody does. `at`: the number of a table, in whose channel it is done; 0: the room above; -1: alone with the bot."""

    kind: str  # command, list, press, submit, menu, time
    user: int = 0
    at: int = 0
    what: str = ""  # the command, id or menu
    given: dict[str, Any] = {}
    values: tuple[str, ...] = ()
    private: bool = True
    focused: str = ""
    amount: int = 0  # minutes that go by, the person of a menu or which of the newest posts, the number of a file


class Shown(msgspec.Struct, frozen=True):
    """A button or menu that somebody saw."""

    user: int  # 0: everybody
    at: int
    component: dict[str, Any]
    private: bool


class Leaf(msgspec.Struct, frozen=True):
    """A command with its options as Discord knows them."""

    path: str
    options: tuple[dict[str, Any], ...]


def leaves(bot: Bot) -> list[Leaf]:
    """All commands that are typed."""
    return [leaf for c in bot.tree.get_commands() if "options" in (d := c.to_dict(bot.tree)) for leaf in _leaves(d, "")]


def _leaves(found: Mapping[str, Any], above: str) -> Iterator[Leaf]:
    path, options = f"{above} {found['name']}".strip(), found.get("options") or []
    inner = [o for o in options if o["type"] in {1, 2}]
    for o in inner:
        yield from _leaves(o, path)
    if not inner:
        yield Leaf(path, tuple(options))


class Crowd:
    """Makes up inputs for one world; remembers what was shown and offered in it."""

    def __init__(self, dice: Random, bot: Bot, people: Sequence[int]) -> None:
        self.dice, self.bot, self.people = dice, bot, people
        self.commands = leaves(bot)
        self.menus = [c.name for c in bot.tree.get_commands() if "options" not in c.to_dict(bot.tree)]
        self.seen: dict[IdKind, deque[Shown]] = {}  # by kind of id
        self.forms: deque[tuple[int, int, str, tuple[str, ...]]] = deque(maxlen=20)
        self.tables: Mapping[int, Table | None] = {}
        self.offers: dict[str, list[Any]] = {}

    # ------------------------------------------------------------------ what was seen

    def note(self, made: Input, done: Done) -> None:
        """Remember what an input has brought to light."""
        for r in done.requests:
            data = r.data
            if isinstance(r.body, Mapping) and r.body.get("type") == 9:
                names = tuple(c["custom_id"] for c in walk(data["components"]) if c.get("type") == 4)
                self.forms.append((made.user, made.at, data["custom_id"], names))
                continue
            if made.kind == "list" and "choices" in data:
                self.offers[f"{made.what} {made.focused}"] = [c["value"] for c in data["choices"]]
            private = "/channels/" not in r.path
            self.see(made.user if private else 0, made.at, data.get("components"))

    def see(self, user: int, at: int, components: Any) -> None:
        """Remember buttons and menus. `user` 0: everybody sees them."""
        for c in walk(components):
            id = parse_id(c.get("custom_id") or "")
            if id is not None and not c.get("disabled"):
                kept = self.seen.setdefault(id.kind, deque(maxlen=40))
                kept.append(Shown(user, at if user or id.kind == TRANSFER else id.table, dict(c), bool(user)))

    # ------------------------------------------------------------------ what is done

    def next(self, tables: Mapping[int, Table | None]) -> Input:
        """One more input. `tables`: those that are known, as far as they have begun."""
        dice, self.tables = self.dice, tables
        number = dice.choice([*tables])
        table = tables[number]
        user, at = self._person(table), dice.choices((number, 0, -1), (12, 1, 1))[0]
        way = dice.choices(("command", "list", "press", "submit", "menu", "time"), (36, 10, 42, 6, 2, 1))[0]
        if way == "time":
            return Input("time", amount=dice.choice((1, 2, 5, 60, 600, 1500, 5000)))
        if way == "menu":
            person = dice.random() < 0.3
            names = [n for n in self.menus if ("together" in n) == person]
            return Input(
                "menu", user, at, dice.choice(names), amount=dice.choice(self.people) if person else dice.randrange(9)
            )
        if way == "submit":
            return self._submit(user, at, number)
        if way == "press":
            return self._press(user, at, number)
        return self._command(user, at, table, way)

    def _person(self, table: Table | None) -> int:
        """Mostly somebody who must act."""
        acting = self._acting(table)
        return self.dice.choice(acting) if acting and self.dice.random() < 0.7 else self.dice.choice(self.people)

    @staticmethod
    def _acting(table: Table | None) -> list[int]:
        return [s.user for s in table.seats if s.name in table.position.deciders] if table else []

    def _command(self, user: int, at: int, table: Table | None, way: str) -> Input:
        dice = self.dice
        if table is not None and dice.random() < 0.2:
            leaf = next(c for c in self.commands if c.path == "do")
            return Input("command", user, at, "do", {"action": self._phrase(table)})
        playing = [
            c
            for c in self.commands
            if c.path.split()[0] in {"play", "corp", "do", "turn", "undo", "redo", "whatif", "auto", "host"}
        ]
        leaf = dice.choice(playing if dice.random() < 0.5 else self.commands)
        given = {
            o["name"]: self._value(leaf, o, table)
            for o in leaf.options
            if o.get("required") or dice.random() < (0.1 if o["name"] == "game" else 0.4)
        }
        listed = [o["name"] for o in leaf.options if o.get("autocomplete")]
        if way == "list" and listed:
            name = dice.choice(listed)
            rest = {n: v for n, v in given.items() if not isinstance(v, dict) or v["type"] != FILE}
            return Input(
                "list",
                user,
                at,
                leaf.path,
                {**rest, name: self._word(table) if dice.random() < 0.5 else ""},
                focused=name,
            )
        file = dice.randrange(10**6) if any(isinstance(v, dict) and v["type"] == FILE for v in given.values()) else 0
        return Input("command", user, at, leaf.path, given, amount=file)

    def _value(self, leaf: Leaf, o: Mapping[str, Any], table: Table | None) -> Any:
        """Anything that Discord lets through for an option."""
        dice = self.dice
        if o.get("choices"):
            return dice.choice(o["choices"])["value"]
        match o["type"]:
            case 4:
                low, high = o.get("min_value", -(2**53) + 1), o.get("max_value", 2**53 - 1)
                return dice.choice([n for n in NUMBERS if low <= n <= high])
            case 5:
                return dice.random() < 0.5
            case 6:
                return {"type": USER, "value": str(dice.choice((*self.people, *self.people, SELF, NOBODY)))}
            case 7:
                return {"type": CHANNEL, "value": str(ROOM)}
            case 11:
                return {"type": FILE, "value": "7"}
        if o["name"] == "game" and dice.random() < 0.7:
            return str(dice.choice([*self.tables]))
        offers = self.offers.get(f"{leaf.path} {o['name']}")
        if offers and dice.random() < 0.6:
            return str(dice.choice(offers))
        word = self._phrase(table) if o["name"] == "action" and dice.random() < 0.7 else self._word(table)
        low, high = o.get("min_length", 1), o.get("max_length", 6000)
        return (word or "x").ljust(low)[:high]

    def _phrase(self, table: Table | None) -> str:
        """A legal action as one types it, now and then with a slip."""
        found = [a for cs in table.position.choices.values() for c in cs for a in c.actions[:20]] if table else []
        said = line(self.dice.choice(found)) if found else "pass"
        return said if self.dice.random() < 0.8 else self._spoilt(said)

    def _word(self, table: Table | None) -> str:
        dice = self.dice
        way = dice.random()
        if way < 0.15 and table is not None:
            data = table.rules.data
            return str(
                dice.choice(
                    [
                        *data.companies,
                        *data.privates,
                        *data.tiles,
                        *list(data.hexes)[:20],
                        *(s.name for s in table.seats),
                    ]
                )
            )
        if way < 0.2:
            return str(dice.choice(NUMBERS))
        if way < 0.25 and self.offers:
            found = self.offers[dice.choice([*self.offers])]
            return str(dice.choice(found)) if found else ""
        return self._spoilt(dice.choice(WORDS)) if dice.random() < 0.2 else dice.choice(WORDS)

    def _spoilt(self, text: str) -> str:
        at = self.dice.randrange(len(text) + 1)
        return str(
            text[:at]
            + self.dice.choice((*MARKS, *WORDS[:8], *string.printable[:70:7]))
            + text[at + self.dice.randrange(2) :]
        )

    def _press(self, user: int, at: int, number: int) -> Input:
        dice = self.dice
        if not self.seen or dice.random() < 0.06:
            return Input(
                "press",
                user,
                at,
                self._id(number),
                self._people(),
                tuple(self._word(None) for _ in range(dice.randrange(3))),
                dice.random() < 0.7,
            )
        kinds = [*self.seen]
        kept = self.seen[dice.choices(kinds, [LIKED[k] for k in kinds])[0]]
        shown = kept[-1 - min(int(dice.expovariate(0.2)), len(kept) - 1)]
        by, there, c, private = shown.user or user, shown.at, shown.component, shown.private
        if not shown.user and (acting := self._acting(self.tables.get(there))) and dice.random() < 0.8:
            by = dice.choice(acting)
        id = self._mutated(c["custom_id"]) if dice.random() < 0.15 else c["custom_id"]
        values: tuple[str, ...] = ()
        if c.get("type") == 5:
            values = (str(dice.choice((*self.people, NOBODY))),)
        elif c.get("options"):
            low, high = c.get("min_values", 1), c.get("max_values", 1)
            values = tuple(o["value"] for o in dice.sample(c["options"], dice.randint(low, high)))
            if dice.random() < 0.1:
                values = tuple(self._word(None)[:100] for _ in range(dice.randrange(30)))
        given = {"members": True} if c.get("type") == 5 else {}
        return Input("press", by if dice.random() < 0.85 else user, there, id, given, values, private)

    def _people(self) -> dict[str, Any]:
        return {"members": True} if self.dice.random() < 0.1 else {}

    def _submit(self, user: int, at: int, number: int) -> Input:
        dice = self.dice
        texts = lambda names: {n: self._word(None) for n in names}  # noqa: E731
        if not self.forms or dice.random() < 0.15:
            names = dice.sample(("value", "most", "on", "until", "x"), dice.randrange(4))
            return Input("submit", user, at, self._id(number), texts(names))
        by, there, id, asked = dice.choice(self.forms)
        return Input(
            "submit",
            by if dice.random() < 0.85 else user,
            there,
            self._mutated(id) if dice.random() < 0.15 else id,
            texts(asked),
        )

    def _id(self, number: int) -> str:
        """An id that somebody made up."""
        dice = self.dice
        kind: str = dice.choice([*VERBS, ACT, "z"])
        verbs = VERBS.get(IdKind(kind), ("bid", "pass")) if kind != "z" else ("bid", "pass")
        verb = dice.choice([*verbs, "nonsense"])
        table = dice.choice((str(number), "0", "99", "9" * 12, "²", "01"))
        arg = dice.choice(("", ":", f":{dice.choice(WORDS)[:50]}", ":1", ":zzzzzz", f":{dice.choice(WORDS)[:20]}.1"))
        return f"x1:{kind}:{table}:{dice.choice(('0', '1', '5', 'zz', 'zzzzzzzz', '²'))}:{verb}{arg}"[:100]

    def _mutated(self, text: str) -> str:
        id = parse_id(text)
        if id is None or self.dice.random() < 0.2:
            return self._spoilt(text)[:100]
        kind = self.dice.choice([*VERBS, ACT])
        other: dict[str, Any] = {
            "kind": kind,
            "table": self.dice.randrange(30),
            "action_version": self.dice.randrange(50),
            "verb": self.dice.choice([*VERBS.get(kind, ("pass",))]),
            "arg": self.dice.choice(("", "0", "1", "77777", "x", "2.0")),
        }
        field = self.dice.choice([*other])
        made: Id = id._replace(**{field: other[field]})
        return f"x1:{made.kind}:{made.table}:{made.action_version}:{made.verb}" + (f":{made.arg}" if made.arg else "")

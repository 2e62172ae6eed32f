"""A game as text: a header, then one line per action exactly as typed.

    title 18GA
    players ann bob cid
    seed 7
    option unlimited_8

    ann  buy LTR
    bob  bid M&BR 155  @9f86d081884c7d65
    # a remark

`@` and hex digits after a line are the beginning of the state's fingerprint after that action; reading checks it.
`seated` in the header says that the players are named in order of play; otherwise seats are drawn from the seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.actions import ACTIONS, Action
from game.notation import Unclear, line, parse
from game.rules import Illegal

if TYPE_CHECKING:
    from game.play import Game

MARK = re.compile(r"\s+@([0-9a-f]{4,32})$")
DIGITS = 16


class Broken(ValueError):
    """A transcript that cannot be read or played; the sentence names the line."""


@dataclass(frozen=True)
class Entry:
    """One action: who, what was typed, the state's fingerprint after it ("" if not recorded), its line in the file."""

    by: str
    text: str
    fingerprint: str = ""
    number: int = 0


@dataclass(frozen=True)
class Transcript:
    title: str
    players: tuple[str, ...]
    seed: str
    options: tuple[str, ...] = ()
    seated: bool = False
    entries: tuple[Entry, ...] = field(default=())


def read(text: str) -> Transcript:
    """Raises Broken if the text is no transcript."""
    header: dict[str, str] = {}
    options: list[str] = []
    entries: list[Entry] = []
    for number, raw in enumerate(text.splitlines(), 1):
        kept = re.split(r"(?:^|\s)#", raw, maxsplit=1)[0].strip()
        if not kept:
            continue
        word, _, rest = kept.partition(" ")
        if not entries and word == "option":
            options.append(rest.strip())
        elif not entries and word in {"title", "players", "seed", "seated"} and word not in header:
            header[word] = rest.strip()
        else:
            mark = MARK.search(kept)
            action_part = kept[: mark.start()] if mark else kept
            by, _, words = action_part.partition(" ")
            if by not in header.get("players", "").split():
                raise Broken(f"line {number}: {by!r} is not one of the players, nor a word of the header")
            entries.append(Entry(by, words.strip(), mark[1] if mark else "", number))
    missing = [w for w in ("title", "players", "seed") if not header.get(w)]
    if missing:
        raise Broken(f"the header lacks {' and '.join(missing)}")
    players = tuple(header["players"].split())
    return Transcript(header["title"], players, header["seed"], tuple(options), "seated" in header, tuple(entries))


def write(t: Transcript) -> str:
    """The text that `read` makes the same transcript of, but for the numbers of lines."""
    head = [f"title {t.title}", f"players {' '.join(t.players)}", f"seed {t.seed}", *(f"option {o}" for o in t.options)]
    if t.seated:
        head.append("seated")
    width = max(map(len, t.players), default=0)
    body = [f"{e.by:{width}}  {e.text}" + (f"  @{e.fingerprint}" if e.fingerprint else "") for e in t.entries]
    return "\n".join([*head, "", *body, ""])


def entry(g: Game, action: Action) -> Entry:
    """The entry of an action that the game has just played."""
    return Entry(action.by, line(action), g.fingerprint()[:DIGITS])


def classes(g: Game) -> tuple[type[Action], ...]:
    """Every action class that can be typed in this game."""
    return (*ACTIONS, *g.rules.actions)


def perform(g: Game, entries: Iterable[Entry]) -> Iterator[Action]:
    """Play the entries one by one; raises Broken with the line that does not go, or that leads to another state."""
    for e in entries:
        try:
            action = parse(e.text, e.by, g.choices(e.by), classes(g))
            g.play(action)
        except (Unclear, Illegal) as error:
            raise Broken(f"line {e.number}: {e.by}  {e.text}: {error}") from error
        if e.fingerprint and not g.fingerprint().startswith(e.fingerprint):
            raise Broken(f"line {e.number}: {e.by}  {e.text}: leads to another state than when it was recorded")
        yield action

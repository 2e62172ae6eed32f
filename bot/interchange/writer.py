"""Writes a game of ours as a file of 18xx.games.

The game is played once more under the rules of that site (the preset of its name) by the side of what reading keeps: ledgers
of certificates, trains and tiles. So every entry is written in the position in which reading will find it. Passes of a
company's turn are not ours but those of the site (`blocking`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from bot.interchange.blocking import Turn
from bot.interchange.ledgers import kind
from bot.interchange.manners import Entry, Manner, manners
from bot.interchange.reader import Reader, in_our_words
from bot.interchange.records import Damaged, record_of
from bot.interchange.runs import face
from bot.interchange.titles import PRESET, dialects
from bot.interchange.written import Unwritable, by_company, by_player, written
from game import actions as ours
from game import ending
from game.board import Built
from game.events import Event, Skipped, TileLaid, TrainBought, TurnBegan, TurnEnded
from game.play import Game
from game.rules import Illegal, Reaction
from titles import TITLES

if TYPE_CHECKING:
    from bot.interchange.records import Id
    from game.actions import Action

PATIENCE = 8  # passes tried before an action that the site's rules would ask for later
CONSENT = "consent"  # key of the step in which another player is asked


@dataclass(frozen=True)
class Source:
    """A game to be written: as it was set up, and what was done."""

    title: str
    options: tuple[str, ...]
    players: tuple[str, ...]  # names in the actions
    seed: str
    seated: bool  # the players are named in order of play
    actions: tuple[Action, ...]
    names: tuple[str, ...] = ()  # to be shown, in the order of `players`; empty: the same
    keys: tuple[Id, ...] = ()  # ids of the players in the file; empty: 1, 2, ...
    settings: Mapping[str, Any] = field(default_factory=dict)  # of the file that it came from
    ended: bool = False  # players ended it by hand
    implied: frozenset[int] = (
        frozenset()
    )  # numbers of actions that the file did not have, since they came by themselves


@dataclass(frozen=True)
class Written:
    """A file, and what its reader should know."""

    data: bytes
    warnings: tuple[str, ...] = ()


def write(source: Source) -> Written:
    """The file; raises Unwritable with one sentence when 18xx.games cannot play this game."""
    return Writer(source).write()


class Writer:
    """A game being written."""

    def __init__(self, source: Source) -> None:
        self.source = source
        title = TITLES[source.title]
        manner = manners().get(source.title)
        if manner is None or manner.refused:
            why = manner.refused if manner else "its files are not known here"
            raise Unwritable(f"{source.title} cannot be written for 18xx.games: {why}")
        self.manner: Manner = manner
        self.dialect = next(d for d in dialects().values() if d.title == source.title)
        self.given = Game.new(
            title.rules(source.options, len(source.players)), source.players, source.seed, seated=source.seated
        )
        order = list(self.given.state.order)
        keys = source.keys or tuple(range(1, len(order) + 1))
        shown = dict(zip(source.players, source.names or source.players, strict=True))
        self.head = self._head(order, keys, shown)
        self.reader = Reader(msgspec.json.encode({**self.head, "actions": []}))
        self.game = self.reader.game
        self.certificates, self.fleet, self.copies = self.reader.certificates, self.reader.fleet, self.reader.copies
        self.same = dict(zip(order, self.game.state.order, strict=True))  # names may be taken at the site
        self.ids: dict[str, Id] = {name: key for key, name in self.reader.seats.items()}
        self.entries: list[Entry] = []
        self.warnings: dict[str, None] = {}
        self.turn: Turn | None = None
        self.number = 0  # of the action that is being written
        self._coming: list[Entry] = []
        self._fresh = ""  # who came on turn since the last action
        self._listen()

    # ------------------------------------------------------------------ the file around the actions

    def _head(self, order: Sequence[str], keys: Sequence[Id], shown: Mapping[str, str]) -> dict[str, Any]:
        theirs = {mine: name for name, mine in self.dialect.options.items() if mine}
        rules = TITLES[self.source.title].rules((PRESET,), len(order))
        chosen = [theirs[o] for o in self.source.options if o in theirs and o not in rules.options]
        site = next(name for name, d in dialects().items() if d is self.dialect)
        return {
            "id": 0,
            "title": site,
            "description": "",
            "players": [{"id": key, "name": shown[name]} for name, key in zip(order, keys, strict=True)],
            "settings": {"optional_rules": chosen, **self.source.settings},
            "status": "active",
        }

    def write(self) -> Written:
        """Everything; raises Unwritable."""
        waiting: Action | None = None  # proposed, not answered yet
        try:
            for number, action in enumerate(self.source.actions, 1):
                self.number = number
                self.given.play(action)
                if isinstance(action, ours.Answer):
                    if waiting is not None and action.yes:
                        self.put(waiting)
                    waiting = None
                elif getattr(self.given.asked(), "key", "") == CONSENT:
                    waiting = action
                elif self.number in self.source.implied:
                    self.game.play(structs.replace(action, by=self.same[action.by]))
                else:
                    self.put(action)
        except (Illegal, Damaged) as error:
            raise Unwritable(
                f"Action {self.number} cannot be written for 18xx.games: {str(error).rstrip('.')}"
            ) from error
        except Unwritable as error:
            raise Unwritable(f"Action {self.number}: {error}") from error
        self._compare()
        return Written(self._file(), tuple(self.warnings))

    def _file(self) -> bytes:
        head = dict(self.head)
        if self.source.ended:
            player = self.game.deciders()[:1] or self.game.state.order[:1]
            self._write({"type": "end_game", "entity": self.ids[player[0]], "entity_type": "player"})
        if self.game.state.over or self.source.ended:
            head["status"] = "finished"
            head["result"] = {str(self.ids[p]): ending.total(self.game, p) for p in self.game.state.order}
            if self.source.ended:
                head["manually_ended"] = True
        head["actions"] = [{"id": i, **entry} for i, entry in enumerate(self.entries, 1)]
        return msgspec.json.format(msgspec.json.encode(head), indent=1) + b"\n"

    def _compare(self) -> None:
        """The game must have gone the same way under the rules of the site."""
        mine, other = self.given.state, self.game.state
        same = all(mine.cash[p] == other.cash[self.same.get(p, p)] for p in mine.cash) and (
            mine.tiles,
            mine.tokens,
            mine.market,
            mine.phase,
            mine.over,
        ) == (
            other.tiles,
            other.tokens,
            other.market,
            other.phase,
            other.over,
        )
        if not same:
            raise Unwritable("Under the rules of 18xx.games the same actions lead to another position")
        lacking = sorted({*self.given.rules.settings} - {*self.game.rules.settings})
        unlike = sorted({*self.game.rules.settings} - {*self.given.rules.settings})
        if lacking:
            self.warnings[
                f"18xx.games does not have these rules, which made no difference here: {', '.join(lacking)}"
            ] = None
        elif unlike:
            self.warnings["The game was played without the preset 18xx.games, which made no difference here"] = None

    # ------------------------------------------------------------------ actions

    def put(self, action: Action) -> None:
        """Write one action and play it; passes that the site does not ask for are only played."""
        action = structs.replace(action, by=self.same[action.by])
        if not self.game.legal(action):
            if isinstance(action, ours.Pass):
                return
            self._make_way(action)
        own = isinstance(action, ours.Pass) and self.asked_company() and self.manner.special(self, action) is None
        if own or self.manner.silent(self, action):
            self.play(action, None)
            return
        entry = written(self, action)
        self._reach(action)
        self._tally(action)
        self.play(action, entry)

    def _tally(self, action: Action) -> None:
        """Count what later questions need to know: the stations of the turn."""
        step = self.game.asked()
        if isinstance(action, ours.PlaceToken) and self.turn and step is not None and step.key == "token":
            extra = any(
                p.extra for p in self.game.rules.tokens.powers(self.game, self.turn.company) if p.using == action.using
            )
            self.turn.stations += not (action.using and extra)
        if self.turn and step is not None and step.key == "treasury":
            self.turn.sold = True

    def _make_way(self, action: Action) -> None:
        """Pass what the site's rules ask for and those of this game did not; raises Illegal if the action stays refused."""
        why = Illegal(self.game.refusal(action))
        for _ in range(PATIENCE):
            found = [c.actions[0] for c in self.game.choices() if c.kind is ours.Pass]
            if not found:
                break
            self.put(found[0])
            if self.game.legal(action):
                return
        raise why

    def play(self, action: Action, entry: Entry | None) -> None:
        """Play and keep the ledgers; then the passes that fell due meanwhile."""
        presidents = {c: s.president for c, s in self.game.state.companies.items()}
        places = dict(self.game.state.place)
        if entry is not None:
            self._write(entry)
        self._coming.clear()
        self._fresh = ""
        events = self.game.play(action)
        self._remember(events)
        if entry is not None:
            self.reader.note(in_our_words(record_of(entry), self.dialect), action, presidents, places)
        for late in self._coming:
            self._write(late)
        self._coming.clear()
        self._reach_asked()

    def _write(self, entry: Entry) -> None:
        self.entries.append(entry)

    # ------------------------------------------------------------------ turns of companies

    def _listen(self) -> None:
        """Hear when turns begin and end: what a step is worth then can be seen at that moment only."""
        rules = self.game.rules
        hears: dict[type[Event], Reaction] = {
            TurnBegan: self._began,
            Skipped: self._skipped,
            TurnEnded: self._ended,
        }
        reactions = {**rules.reactions, **{e: (*rules.reactions.get(e, ()), hear) for e, hear in hears.items()}}
        self.game.rules = dataclasses.replace(rules, reactions=reactions)

    def _began(self, g: Game, event: TurnBegan) -> None:
        company = g.state.companies.get(event.who)
        self._fresh = event.who
        self.turn = Turn(event.who, first=not company.operated) if company else None

    def _skipped(self, g: Game, event: Skipped) -> None:
        """Runs that the site asks for although they earn nothing."""
        keys = [step.key for step in self.manner.turn]
        if self.turn and (event.who, event.what) == (self.turn.company, "run"):
            self._note_turn(g.events)
            self._coming += self._passes(keys.index("run"))
            lost = self.manner.lost_run(self, event.who)
            self._coming += [lost] if lost else []

    def _ended(self, g: Game, event: TurnEnded) -> None:
        if self.turn and self.turn.company == event.who:
            self._note_turn(g.events)
            self._coming += self._passes(len(self.manner.turn))
            self.turn = None
        if event.who == self._fresh and event.who in g.state.order and self.manner.player_waits(g, event.who):
            self._coming.append(by_player(self, event.who, "pass"))

    def _note_turn(self, events: Sequence[Event]) -> None:
        """What the company has done so far in this turn, from events not seen before."""
        turn = self.turn
        if turn is None:
            return
        for event in events[self._seen(events) :]:
            if isinstance(event, TileLaid) and event.company == turn.company:
                turn.laid.append(Built(event.hex, event.tile, event.using))
            elif isinstance(event, TrainBought) and event.company == turn.company:
                turn.bought += event.seller not in self.game.state.companies
        turn.seen = len(events)

    def _seen(self, events: Sequence[Event]) -> int:
        return self.turn.seen if self.turn else len(events)

    def _remember(self, events: Sequence[Event]) -> None:
        self._note_turn(events)
        if self.turn:
            self.turn.seen = 0

    def _passes(self, until: int) -> list[Entry]:
        """Passes of the site's steps from the present one up to another."""
        turn = self.turn
        if turn is None:
            return []
        found = []
        while turn.at < until:
            step = self.manner.turn[turn.at]
            if step.waits(self.game, turn):
                found.append(by_company(self, turn.company, "pass"))
            turn.at += 1
        return found

    def _reach(self, action: Action) -> None:
        """Passes before an action that belongs to a step of the turn."""
        key = STEP_OF.get(type(action), "")
        step = self.game.asked()
        if step is not None and step.key == key:
            self._advance(key)

    def _reach_asked(self) -> None:
        """Passes of steps that ours has left behind."""
        for step in self.game.state.agenda:
            if self.turn and getattr(step, "company", "") == self.turn.company:
                self._advance(step.key)

    def _advance(self, key: str) -> None:
        keys = [step.key for step in self.manner.turn]
        if self.turn and key in keys:
            for late in self._passes(keys.index(key)):
                self._write(late)

    # ------------------------------------------------------------------ words

    def kind_of(self, company: str) -> str:
        return self.game.rules.data.companies[company].kind

    def asked_company(self) -> str:
        """The company whose step is asked, "" for a player's."""
        step = self.game.asked()
        return getattr(step, "company", "") if step else ""

    def company_of(self, _by: str) -> str:
        """The company that acts; raises Unwritable when none does."""
        company = self.asked_company() or (self.turn.company if self.turn else "")
        if not company:
            raise Unwritable("No company is on turn")
        return company

    def following(self) -> Action | None:
        """The action after the one that is being written."""
        return next(iter(self.source.actions[self.number :]), None)

    def token_owner(self, action: ours.PlaceToken) -> str:
        """Whose station is placed: of those that stand beside a new tile's cities, the one that is asked for."""
        choices = [c for c in self.game.choices(action.by) if action in c]
        return next((c.note for c in choices if c.note in self.game.state.companies), "") or self.company_of(action.by)

    def percent(self, certificates: Sequence[str]) -> int:
        company = self.certificates.company(certificates[0])
        return self.certificates.shares(certificates) * 100 // self.game.company(company).size

    def train_id(self, card: str) -> str:
        """The site counts from 0, and calls the last of some types by another name, for the phases that they bring."""
        name, number = kind(card), int(card.rpartition("-")[2]) - 1
        first = self.manner.primed.get(name)
        return f"{name}-{number}" if first is None or number < first else f"{name}'-{number - first}"

    def tile_id(self, tile: str, hex_id: str) -> str:
        """The copy that is laid next."""
        found = self.copies.next_of(tile, self.game.rules.data.map.tiles.get(tile, 0))
        if not found:
            raise Unwritable(f"All tiles {tile} lie on the map, and {hex_id} needs one")
        return found

    def city(self, hex_id: str, stop: str) -> str:
        """As "57-0-1": tile, copy and number of the city; for a printed hex its own name and its number within the site's map."""
        cities = [c.name for c in face(self.game, hex_id).tile.cities]
        index = cities.index(stop) if stop in cities else 0
        if hex_id in self.game.state.tiles:
            return f"{self.copies.on(hex_id)}-{index}"
        return f"{hex_id}-{self.manner.serial.get(hex_id, 0)}-{index}"

    def circle(self, hex_id: str, stop: str) -> int:
        """The first free circle."""
        cities = [c for c in face(self.game, hex_id).tile.cities if stop in ("", c.name)]
        name, slots = (cities[0].name, cities[0].slots) if cities else (stop, 1)
        free = (i for i in range(slots) if f"{hex_id}.{name}.{i}" not in self.game.state.tokens)
        return next(free, 0)

    def node(self, stop: str) -> str:
        """As "D4-2": the third of the cities (or of the towns) in D4."""
        hex_id, _, name = stop.partition(".")
        tile = face(self.game, hex_id).tile
        group = [s.name for s in tile.stops if s.kind == tile.stop(name).kind]
        return f"{hex_id}-{group.index(name)}"


STEP_OF: Mapping[type[Action], str] = {  # in which step of a turn an action is at home
    ours.Choose: "convert",
    ours.DiscardTrain: "pullman",
    ours.SellShares: "treasury",
    ours.LayTile: "track",
    ours.PlaceToken: "token",
    ours.RunTrains: "run",
    ours.PayDividend: "dividend",
    ours.BuyTrain: "trains",
}

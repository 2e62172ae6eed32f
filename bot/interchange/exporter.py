"""Writes a game of ours as a file of 18xx.games.

The game is played once more under the rules of that site (the preset of its name) by the side of what reading keeps: ledgers
of certificates, trains and tiles. So every entry is written in the position in which reading will find it. Passes of a
company's turn are not ours but those of the site (`blocking`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from bot.interchange.divergence import missing, position, to_blame
from bot.interchange.encode_action import written
from bot.interchange.export_profiles import Entry, Manner, manners
from bot.interchange.import_profiles import PRESET, dialects
from bot.interchange.importer import Reader
from bot.interchange.metadata import in_our_words
from bot.interchange.site.decoding import record_of
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.records import Damaged
from bot.interchange.site_names import Naming
from bot.interchange.turn_tracker import Course
from bot.interchange.unsupported_rules import lacking
from game import actions as ours
from game import ending
from game.play import Game
from game.rules import Illegal
from titles import TITLES

if TYPE_CHECKING:
    from bot.interchange.site.records import Id
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
    implied: frozenset[int] = frozenset()  # numbers of actions that the file did not have: they came by themselves


@dataclass(frozen=True)
class Written:
    """A file, and what its reader should know."""

    data: bytes
    warnings: tuple[str, ...] = ()


def write(source: Source, *, partial: bool = False) -> Written:
    """The file; raises Unwritable with one sentence when 18xx.games cannot play this game.

    `partial`: the file ends before the first action that cannot be written, which is told as a warning.
    """
    return Writer(source).write(partial=partial)


class Writer:
    """A game being written."""

    def __init__(self, source: Source) -> None:
        self.source = source
        title = TITLES[source.title]
        self.manner: Manner = manners()[source.title]
        self.dialect = next(d for d in dialects().values() if d.title == source.title)
        self.given = Game.new(
            title.rules(source.options, len(source.players)), source.players, source.seed, seated=source.seated
        )
        self.lacks = lacking(source.title, self.given.rules.settings)
        order = list(self.given.state.order)
        keys = source.keys or tuple(range(1, len(order) + 1))
        shown = dict(zip(source.players, source.names or source.players, strict=True))
        self.head = self._head(order, keys, shown)
        self.reader = Reader(msgspec.json.encode({**self.head, "actions": []}))
        self.game = self.reader.game
        self.books = self.reader.books
        self.certificates = self.books.certificates
        self.names = Naming(self.books, self.manner)
        self.same = dict(zip(order, self.game.state.order, strict=True))  # names may be taken at the site
        self.alike = {*self.given.rules.settings} == {*self.game.rules.settings}  # then nothing can go another way
        self.ids: dict[str, Id] = {name: key for key, name in self.reader.seats.items()}
        self.entries: list[Entry] = []
        self.warnings: dict[str, None] = {}
        self.number = 0  # of the action that is being written
        self.sound = 0  # entries up to the last action after which both games are alike
        self.parted = 0  # the first action after which both games differ, 0: none
        self.at: int | None = None  # where the next entry belongs, if not at the end
        self.memory: dict[str, Any] = {}  # what the title's manner has to remember
        self.actions: Sequence[Action] = self.manner.arrange(self.given, source.actions)
        self.course = Course(self)
        trades = any(isinstance(a, ours.BuyPrivate | ours.SellPrivate) for a in source.actions)
        self.told_apart = self.dialect.told_apart if trades or not source.actions else ()  # where it matters which

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
            "settings": {"optional_rules": chosen, **self.manner.deal(self.source.seed), **self.source.settings},
            "status": "active",
        }

    def write(self, *, partial: bool = False) -> Written:
        """Everything, or as much as can be; raises Unwritable."""
        try:
            self._put_all()
        except Unwritable as error:
            if not partial:
                raise
            self.warnings[f"The file ends before that: {error}"] = None
            self.entries = self.entries[: self.sound]
            return Written(self._file(cut=True), tuple(self.warnings))
        return Written(self._file(), tuple(self.warnings))

    def _put_all(self) -> None:
        waiting: Action | None = None  # proposed, not answered yet
        try:
            for number, action in enumerate(self.actions, 1):
                self.number = number
                if not self.alike:
                    self.given.play(action)
                    self.given.past.clear()
                if isinstance(action, ours.Answer):
                    if waiting is not None and action.yes:
                        self.put(waiting)
                    waiting = None
                elif not self.alike and getattr(self.given.asked(), "key", "") == CONSENT:
                    waiting = action
                elif self.number in self.source.implied:
                    self.game.play(structs.replace(action, by=self.same[action.by]))
                else:
                    self.put(action)
                self._note_parting()
        except (Illegal, Damaged) as error:
            said = "; ".join([str(error).rstrip("."), *self._others("18xx.games")])
            raise Unwritable(f"Action {self.number} cannot be written for 18xx.games: {said}") from error
        except Unwritable as error:
            raise Unwritable(f"Action {self.number}: {error}") from error
        except (LookupError, ValueError, TypeError, AttributeError, StopIteration, AssertionError) as error:
            said = f"18xx.games has no words for it here ({type(error).__name__})"
            raise Unwritable(f"Action {self.number} cannot be written: {said}") from error
        if not self.alike:
            self._compare()

    def _file(self, *, cut: bool = False) -> bytes:
        head = dict(self.head)
        if cut:
            head["actions"] = [{"id": i, **entry} for i, entry in enumerate(self.entries, 1)]
            return msgspec.json.format(msgspec.json.encode(head), indent=1) + b"\n"
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

    def _note_parting(self) -> None:
        """Whether the game still goes the same way under the rules of the site. What is asked later there may catch up."""
        if self.alike or position(self.given.state, self.same) == position(self.game.state, {}):
            self.parted = 0
        else:
            self.parted = self.parted or self.number
        if not self.parted:
            self.sound = len(self.entries)

    def _compare(self) -> None:
        """The game must have gone the same way under the rules of the site."""
        if self.parted:
            said = "; ".join(self._others("it"))
            raise Unwritable(f"Action {self.parted} leads to another position at 18xx.games: {said}")
        said = "; ".join([*self._lacks("it"), *_without(missing(self.source))])
        if said:
            self.warnings[f"18xx.games has other rules, which made no difference here: {said}"] = None

    def _others(self, site: str) -> list[str]:
        """The rules that led, or may have led, to what the site cannot follow. `site`: what it is called."""
        if self.alike:
            return []
        number = self.parted or self.number
        return [*self._lacks(site), *_without(to_blame(self.source, self.actions[:number]))]

    def _lacks(self, site: str) -> list[str]:
        return [f"{site} {lack.instead} ({name})" for name, lack in self.lacks.items()]

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
            self.play(action, [])
            return
        entries = written(self, action)
        for late in self.course.reach(action):
            self._write(late)
        self.play(action, entries)

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

    def play(self, action: Action, entries: Sequence[Entry]) -> None:
        """Play and keep the ledgers; then the passes that fell due meanwhile."""
        before = self.books.before()
        for entry in entries:
            self._write(entry)
        self.course.begin(action, written=bool(entries))
        events = self.game.play(action)
        for entry in entries:
            self.books.note(in_our_words(record_of(entry), self.dialect), action, before)
        self.books.settle()
        for late in self.course.end(action, events):
            self._write(late)

    def _write(self, entry: Entry) -> None:
        self.entries.insert(len(self.entries) if self.at is None else self.at, entry)
        self.at = None

    # ------------------------------------------------------------------ words

    def kind_of(self, company: str) -> str:
        return self.game.rules.data.companies[company].kind

    def asked_company(self) -> str:
        """The company whose step is asked, "" for a player's."""
        step = self.game.asked()
        return getattr(step, "company", "") if step else ""

    def company_of(self, _by: str) -> str:
        """The company that acts; raises Unwritable when none does."""
        company = self.asked_company() or (self.course.turn.company if self.course.turn else "")
        if not company:
            raise Unwritable("No company is on turn")
        return company

    def token_owner(self, action: ours.PlaceToken) -> str:
        """Whose station is placed: of those that stand beside a new tile's cities, the one that is asked for."""
        choices = [c for c in self.game.choices(action.by) if action in c]
        return next((c.note for c in choices if c.note in self.game.state.companies), "") or self.company_of(action.by)


def _without(rules: Sequence[str]) -> list[str]:
    """In a list of reasons: what of the site's rules was not in force."""
    return [f"the game was played without {', '.join(rules)}"] if rules else []

"""What a game is read into: the game so far with its ledgers, who acts and where; and what is special about one title.

An `ImportProfile` holds names and tables, no rules: differences of rules are options of the title, which its preset
`18xx.games` turns on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bot.interchange.site import records as theirs
from bot.interchange.site.asset_ledger import AssetLedger, AssetProfile
from bot.interchange.site.records import Damaged
from bot.interchange.site.route_mapping import city_numbers, face_on
from game import actions as ours
from game.events import TurnBegan
from game.places import IPO

if TYPE_CHECKING:
    from bot.interchange.site.records import Id, Record, Saved
    from bot.interchange.site.site_turn import Turn, Waiting
    from game.actions import Action
    from game.play import Game

A = TypeVar("A", bound="ours.Action")
PRESET = "18xx.games"
Meaning = Callable[["ImportState", Any], "Action | None"]  # a record of a file -> the action that it means


def no_seed(_saved: Saved) -> str:
    """No seed: nothing in the setup of most titles is left to chance."""
    return ""


def one_unit(_state: ImportState, _i: int) -> int:
    """How many units are one action here: each is an action by itself."""
    return 1


def never_leaves_turn_open(_state: ImportState, _i: int) -> bool:
    """No turn is left open at the site that is over here."""
    return False


def every_company(g: Game) -> Iterable[str]:
    """All companies of the title."""
    return g.state.companies


def no_papers(_g: Game, _company: str) -> Iterable[str]:
    """No papers beside the privates."""
    return ()


def keep_name(private: str) -> str:
    """The name of a private as it is."""
    return private


def no_passes_owed(_state: ImportState) -> list[str]:
    """Nobody owes a pass."""
    return []


def never_asked_in_vain(_g: Game) -> bool:
    """No question of ours is unknown to the site."""
    return False


@dataclass(frozen=True)
class ImportProfile:
    """One title's part of reading: names and tables.

    `decoders`: functions that are asked before those of all titles, and may leave a record to them by None. `second_decoders`:
    what else a record means, as an action after the first. `count_together`: how many units from unit `i` on are one action of
    ours. `leaves_turn_open_at`: whether a pass must end the turn of unit `i` at the site that is over here. `list_papers`: what
    a company has that the site counts among its privates. `shorten_private`: one name for privates that are alike.
    `waits_for_passes`: whether a step of the site waits for a pass where ours goes on; positions are compared after that pass.
    `asked_companies`: key of a step -> the company that is asked in it, where it is not the step's own.
    `list_passes_owed`: who must pass at the site after a play that asks nothing here. `is_asked_in_vain`: whether ours asks what
    the site never asks, so that only a pass is left.
    """

    title: str  # in `titles.TITLES`
    options: Mapping[str, str] = field(default_factory=dict)  # of the file -> ours; "": no effect on the rules
    lenient_options: tuple[str, ...] = ()  # of ours, for files that need them: the site loads more than it offers
    phases: Mapping[str, str] = field(default_factory=dict)  # ours -> the file's, where they differ
    rounds: Mapping[str, str] = field(default_factory=dict)  # ours -> the file's, where they differ
    shown_early: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # where stations stand from the start
    tiles: Mapping[str, str] = field(default_factory=dict)  # tile of the file -> ours, where the names differ
    trains: Mapping[str, str] = field(default_factory=dict)  # kind of train of the file -> ours, where they differ
    serials: Mapping[str, int] = field(default_factory=dict)  # printed hex -> its number in the site's map, if not 0
    cities: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # tile or printed hex -> numbers of its cities
    unsold: Mapping[str, str] = field(default_factory=lambda: {"ipo": IPO})  # key of the trace -> our place
    decoders: Mapping[type[Record], Meaning] = field(default_factory=dict)
    second_decoders: Mapping[type[Record], Meaning] = field(default_factory=dict)
    assets: AssetProfile = field(default_factory=AssetProfile)
    pooled: tuple[str, ...] = ()  # kinds of trains that lie in our pool and in the file's depot
    endless: tuple[str, ...] = ()  # kinds of trains whose number in the depot says nothing
    shuffle_seed: Callable[[Saved], str] = no_seed  # by which our setup deals as the site did
    count_together: Callable[[ImportState, int], int] = one_unit
    leaves_turn_open_at: Callable[[ImportState, int], bool] = never_leaves_turn_open
    companies_in_play: Callable[[Game], Iterable[str]] = every_company
    list_papers: Callable[[Game, str], Iterable[str]] = no_papers
    shorten_private: Callable[[str], str] = keep_name
    waits_for_passes: bool = False
    asked_companies: Mapping[str, str] = field(default_factory=dict)
    list_passes_owed: Callable[[ImportState], list[str]] = no_passes_owed
    is_asked_in_vain: Callable[[Game], bool] = never_asked_in_vain


class Unit(NamedTuple):
    """One recorded action, or one that followed it by itself. `number`: the action's id in the file."""

    number: int
    record: Record
    last: bool  # the last of those with this number


@dataclass
class Imported:
    """A whole game, read and played."""

    title: str
    options: tuple[str, ...]
    players: tuple[str, ...]  # names in our engine, in order of seats
    names: tuple[str, ...]  # as the file writes them
    game: Game
    plays: list[tuple[int, Action]] = field(default_factory=list)  # number of the recorded action, ours
    implied: set[int] = field(default_factory=set)  # numbers of plays, from 1, that the site makes by itself


class ImportState:
    """A game being read, as the functions that decode its records see it."""

    def __init__(
        self,
        saved: Saved,
        profile: ImportProfile,
        units: Sequence[Unit],
        seats: Mapping[Id, str],
        imported: Imported,
        steps: Sequence[Waiting],
    ) -> None:
        """`seats`: players by their ids in the file; `steps`: a company's turn at the site."""
        self.saved = saved
        self.profile = profile
        self.units = units
        self.seats = seats
        self.imported = imported
        self.steps = steps
        self.game = imported.game
        self.books = AssetLedger(self.game, profile.assets)
        self.certificates, self.fleet, self.copies = self.books.certificates, self.books.fleet, self.books.copies
        self.turn: Turn | None = None  # of the company that acts
        self.memory: dict[str, Any] = {}  # what the title's profile has to remember
        self.looking = 0  # the unit that is being decoded
        self.owed_passes: list[str] = []  # players and companies whose pass the site demands next, passed by here
        self.early_passes: list[str] = []  # those who have passed before ours was over it

    def owe_passes(self, players: Sequence[str]) -> None:
        """Note which players must pass at the site after the last play."""
        for player in players:
            if player in self.early_passes:
                self.early_passes.remove(player)
            else:
                self.owed_passes.append(player)

    def has_just_begun(self, company: str) -> bool:
        """Whether a turn of that company has begun with the last play."""
        return any(type(e) is TurnBegan and e.who == company for e in self.game.events)

    def last_company(self, i: int) -> str:
        """The company that acted before unit `i`, itself or by its private. A private may be gone since."""
        for n in range(i - 1, -1, -1):
            record = self.units[n].record
            entity = str(record.entity)
            owner = self.game.state.place.get(entity, entity)
            if record.entity_type != "company" or owner in self.game.state.companies:
                return owner
        return ""

    def player_acting(self, record: Record) -> str:
        """The player who acts; raises Damaged for nobody."""
        if record.entity_type == "player":
            if record.entity not in self.seats:
                raise Damaged(f"Nobody with the number {str(record.entity)[:20]} plays in this game.")
            return self.seats[record.entity]
        owner = self.company_acting(record)
        state = self.game.state.companies.get(owner)
        return state.president if state else owner

    def company_acting(self, record: Record) -> str:
        """The company that acts, or for a private its owner; raises Damaged for nobody."""
        name = str(record.entity)
        if record.entity_type == "player":
            return ""
        if record.entity_type == "company":
            name = self.game.state.place.get(name, "")
        if name not in self.game.state.companies and name not in self.game.state.order:
            raise Damaged(f"There is no company {str(record.entity)[:20]} that could act.")
        return name

    def is_asked(self, record: Record) -> bool:
        """Whether our engine waits for the player or company that acted."""
        step = self.game.top_step()
        if step is None or not self.game.awaits(self.player_acting(record)):
            return False
        company = self.profile.asked_companies.get(step.key, getattr(step, "company", ""))
        if record.entity_type == "player":
            return not (company and type(record) is theirs.Pass)
        return company == self.company_acting(record)

    def listed_actions(self, kind: type[A], by: str = "") -> list[A]:
        """The listed legal actions of a class, of one player or of all."""
        actions: list[A] = []
        for choice in self.game.choices_of(kind):
            if by in ("", choice.by):
                actions += choice.actions  # type: ignore[arg-type]
        return actions

    def list_trains(self, company: str) -> list[str]:
        """Our train cards of a company, in order of sale."""
        place = self.game.state.place
        return [t for t in self.game.rules.data.train_cards if place[t] == company]

    def find_city(self, name: str) -> tuple[str, str]:
        """Hex and stop of "57-0-1": the second city of the tile 57-0, or of a hex as printed; raises Damaged for none."""
        head, _, index = name.rpartition("-")
        hex_id = self.copies.hex_of(head) or head.rpartition("-")[0] or head
        if hex_id not in self.game.rules.data.hexes or not index.isdecimal():
            raise Damaged(f"There is no city {name[:20]}.")
        cities = face_on(self.game, hex_id).tile.cities
        numbers = city_numbers(self.game, self.profile.cities, hex_id) or range(len(cities))
        if int(index) not in numbers:
            raise Damaged(f"{hex_id} has no city number {index}.")
        return hex_id, self._as_turned(hex_id, cities[numbers.index(int(index))].name)

    def _as_turned(self, hex_id: str, stop: str) -> str:
        """Our name of a stop: the one at the same sides. The file may have turned the tile otherwise to the same track."""
        if hex_id not in self.game.state.tiles:
            return stop
        turned = face_on(self.game, hex_id)
        sides = turned.tile.faces[self.copies.rotation_in(hex_id) % 6].sides[stop]
        return next((name for name, at in turned.sides.items() if at == sides), stop)

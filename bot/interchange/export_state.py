"""What a game is written from: the game under the rules of the site, ledgers, entries so far; and a title's `ExportProfile`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.interchange.site.errors import Unwritable
from bot.interchange.site_names import SiteNames
from game import actions as ours

if TYPE_CHECKING:
    from bot.interchange.import_state import ImportState
    from bot.interchange.site.records import Id
    from bot.interchange.site.site_turn import Turn, Waiting
    from game.actions import Action
    from game.play import Game

Entry = dict[str, Any]  # an action as the file has it
Special = Callable[["ExportState", "Action"], "Entry | list[Entry] | None"]  # None: written as in all titles


def encode_as_usual(_state: ExportState, _action: Action) -> None:
    """No action is written in a way of the title's own."""


def always_has_entry(_state: ExportState, _action: Action) -> bool:
    """Whether an action has no entry of its own: each has one."""
    return False


def never_waits_for_player(_state: ExportState, _player: str, _fresh: bool) -> bool:
    """Whether the site waits for a player whose turn is over here: for nobody."""
    return False


def always_asks_run(_state: ExportState, _company: str) -> bool:
    """Whether the site stops at the runs of a company: of every one."""
    return True


def encode_no_lost_run(_state: ExportState, _company: str) -> Entry | None:
    """No entry for a company that cannot run."""
    return None


def note_nothing(_state: ExportState, _turn: Turn) -> None:
    """Nothing is remembered of a turn that begins."""


def keep_order(_g: Game, actions: Sequence[Action]) -> Sequence[Action]:
    """Actions in the order in which they were played."""
    return actions


def keep_seed(seed: str) -> str:
    """The seed as it is."""
    return seed


def no_deal_settings(_seed: str) -> Mapping[str, Any]:
    """Nothing about how cards were dealt."""
    return {}


@dataclass(frozen=True)
class ExportProfile:
    """One title's part of writing.

    `encode_special`: the entries of actions that the title writes in a way of its own, None for all other actions.
    `has_no_entry`: whether an action is only played and not written, since the entry before it tells it already or since the
    site does not ask for it. `event_entries`: name of an event -> what the site records when that happens by itself.

    `waits_for_player`: whether a player's turn that is over here waits at the site; the third argument tells that ours has
    offered nothing in that turn. `encode_lost_run`: runs that earn nothing, where the site asks for them. `asks_run`: whether
    the site stops at the runs of a company at all. `arrange_actions`: the actions in the order in which the site asks for them.
    `convert_seed`: what our setup must be given to deal as the site does; `deal_settings`: the settings from which the site
    deals as a seed of ours did. `runs_after_private`: whether the site stops where the lay of a private ends a turn without
    runs. `keeps_steps`: a step is over for privates as well once the site has left it, so late powers are written before that.
    `uses_until`: the step in which a power that is used on nothing in particular can be used last, "" for any.
    """

    turn: tuple[Waiting, ...]  # the steps of a company's turn as the site has them
    primed: Mapping[str, int] = field(default_factory=dict)  # kind of train -> after so many the site calls it "3'"
    encode_special: Special = encode_as_usual
    has_no_entry: Callable[[ExportState, Action], bool] = always_has_entry
    waits_for_player: Callable[[ExportState, str, bool], bool] = never_waits_for_player
    bid_field: str = "company"  # what a bid is on, as the file calls it
    encode_lost_run: Callable[[ExportState, str], Entry | None] = encode_no_lost_run
    asks_run: Callable[[ExportState, str], bool] = always_asks_run
    asks_discards: bool = True  # which train a company over its limit gives up, also where all are alike
    runs_after_private: bool = False
    keeps_steps: bool = True
    uses_until: str = ""
    falls_last: str = ""  # why a price falls at the end of a turn, after all steps
    event_entries: Mapping[str, Callable[[ExportState, Game, Any], Iterable[Entry]]] = field(default_factory=dict)
    note_turn_began: Callable[[ExportState, Turn], None] = note_nothing  # lets the title prepare a turn that begins
    arrange_actions: Callable[[Game, Sequence[Action]], Sequence[Action]] = keep_order
    convert_seed: Callable[[str], str] = keep_seed
    deal_settings: Callable[[str], Mapping[str, Any]] = no_deal_settings


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


class ExportState:
    """A game being written, as the functions that encode its actions see it."""

    def __init__(self, source: Source, profile: ExportProfile, reading: ImportState, actions: Sequence[Action]) -> None:
        """`reading`: the game as it is read back, at its start; `actions`: in the order in which the site asks for them."""
        self.source = source
        self.profile = profile
        self.import_profile = reading.profile
        self.game = reading.game
        self.rules = self.game.rules  # without what listens while it is written
        self.books = reading.books
        self.certificates = self.books.certificates
        self.names = SiteNames(self.books, self.import_profile, profile.primed)
        self.ids: dict[str, Id] = {name: key for key, name in reading.seats.items()}
        self.actions = actions
        self.entries: list[Entry] = []
        self.coming: list[Entry] = []  # what fell due during the present play
        self.number = 0  # of the action that is being written
        self.at: int | None = None  # where the next entry belongs, if not at the end
        self.memory: dict[str, Any] = {}  # what the title's profile has to remember
        self.turn: Turn | None = None  # of the company that acts
        self.turns: list[Turn] = []  # of companies that have begun, since when the title minds
        self.action: Action | None = None  # the present play
        self.only_sold = False  # it is a sale in a player's turn without a purchase
        trades = any(isinstance(a, ours.BuyPrivate | ours.SellPrivate) for a in source.actions)
        self.told_apart = (
            reading.profile.assets.told_apart if trades or not source.actions else ()
        )  # where it matters which

    def kind_of(self, company: str) -> str:
        """The type of a company: corporation or minor."""
        return self.game.rules.data.companies[company].kind

    def asked_company(self) -> str:
        """The company whose step is asked, "" for a player's."""
        step = self.game.top_step()
        return getattr(step, "company", "") if step else ""

    def company_of(self, _by: str) -> str:
        """The company that acts; raises Unwritable when none does."""
        company = self.asked_company() or (self.turn.company if self.turn else "")
        if not company:
            raise Unwritable("It is no company's turn")
        return company

    def token_owner(self, action: ours.PlaceToken) -> str:
        """Whose station is placed: the company on turn, or of the companies whose stations stand beside a new tile's cities the
        one that is asked.
        """
        choices = [c for c in self.game.choices(action.by) if action in c]
        return next((c.about for c in choices if c.about), "") or self.company_of(action.by)

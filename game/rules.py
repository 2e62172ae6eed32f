"""Rules of a title under a set of options, as one immutable value.

Every rule that differs between titles takes the lowest rung that holds it:
1. a number or word in a data file;
2. a small function in one of the tuples below: a check (refusal or None), a cost, a bonus, a source, a reaction to an event;
3. a step of the title's own, put into `turn` or returned by `sequence`.

A function's docstring begins with its paragraph ("18GA 4.2.1(j): ..."). Shared functions have no title's paragraph; each title
gives it for them in `paragraphs`, by function name. A refusal thus always names the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVarTuple

from game.ability_kinds import COMMON_KINDS, AbilityKind
from game.checks import (
    AidCheck,
    CompanyCheck,
    DealCheck,
    LayCheck,
    LayPermit,
    Offer,
    OfferCheck,
    ParCheck,
    PurchaseCheck,
    SaleCheck,
    StationCheck,
    StationPermit,
)
from game.dividend_kinds import DividendKind
from game.options import option_values
from game.route_rules import RouteRules, RunBonus
from game.step_keys import StepKey

if TYPE_CHECKING:
    from game.actions import Action
    from game.choices import Choice
    from game.events import Event
    from game.marks import Declaration
    from game.play import Game
    from game.state import Card, Company, Hex, Player, Run, Slot, State
    from game.steps import Step
    from game.steps.round_sequence import RoundSequence
    from game.tile_lays import Built, Lay
    from game.title_data import TitleData

StepOfTurn = Callable[["Company"], "Step"]
"""Makes a step of a company's turn: the class of the step."""
Reaction = Callable[["Game", Any], None]
Judged = TypeVarTuple("Judged")  # what checks are given beside themselves, the game first


class Refusal(NamedTuple):
    """Why an action is not legal, in the player's words, and where the rulebook says so.

    `tells`: the reason says more than that something cannot be done now.
    """

    reason: str
    paragraph: str = ""
    tells: bool = True

    def __str__(self) -> str:
        return f"{self.reason} ({self.paragraph})" if self.paragraph else self.reason


class Illegal(Exception):
    """An action that the rules refuse. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Power(NamedTuple):
    """Powers of privates that a company may use beside the steps of its turn."""

    choices: Callable[[Game, Company, str], Iterable[Choice]]  # (g, company, key of the step that is asked)
    use: Callable[[Game, Company, Any], None]  # (g, company, action)
    why_not: Callable[[Game, Company, Any], Refusal | None] = lambda _g, _c, _a: None  # (g, company, action)
    # keys of the steps that wait for a pass while it may be used
    keeps: tuple[str, ...] = (StepKey.TOKEN, StepKey.TRAINS)


class PurchaseAlternative(NamedTuple):
    """What a player may do in a stock turn in place of a purchase, such as exchanging a minor for a share."""

    choices: Callable[[Game, Player], Iterable[Choice]]
    use: Callable[[Game, Player, Any], None]  # (g, player, action)
    why_not: Callable[[Game, Player, Any], Refusal | None] = lambda _g, _p, _a: None  # (g, player, action)


@dataclass(frozen=True)
class StockRules:
    """Stock rounds. `shape`: the allowed orders of a turn's deeds, by the letters of `Deed`, as a regular expression."""

    sources: tuple[Callable[[Game, Player], Iterator[Offer]], ...]
    buy: tuple[OfferCheck, ...]
    sell: tuple[SaleCheck, ...]
    pars: Callable[[Game, str], Iterable[int]]  # (g, company): par prices that may be chosen
    par: tuple[ParCheck, ...] = ()
    shape: str = "s*b?|bs*"
    deals: tuple[DealCheck, ...] | None = None  # None: players sell each other no privates
    seller_deals: bool = True  # also in the seller's turn, as a sale
    # why a player must sell in this turn, or None
    must_sell: Callable[[Game, Player], str | None] = lambda _g, _p: None
    sell_first: Callable[[Game, Player], bool] = lambda _g, _p: True  # whether who must sell does so before buying
    close: tuple[Callable[[Game], None], ...] = ()  # what happens when the round ends; may push steps
    alternatives: tuple[PurchaseAlternative, ...] = ()  # to a purchase


@dataclass(frozen=True)
class ShareRules:
    """Shares, floating, capital and control of companies."""

    most: Callable[[Game, Company], int]  # shares of a company that one player may own
    pool: Callable[[Game, Company], int]  # shares of a company that the pool may hold
    counts: Callable[[Game, Card], bool]  # whether a player's card counts for the certificate limit
    limit: Callable[[Game], int]  # certificates
    payee: Callable[[Game, Company, str], str]  # who is paid for a share of a company from a source
    floats: Callable[[Game, Company], bool]
    capitalise: Callable[[Game, Company], None]
    control: Callable[[Game, Company], Player]  # who should be president


@dataclass(frozen=True)
class MarketRules:
    """Marker moves. Each function moves the marker and emits what happened."""

    dividend: Callable[[Game, Company, str, int], None]  # (g, company, kind, revenue)
    sale: Callable[[Game, Company, int, Player], None]  # (g, company, shares, seller)
    # (price, rules): dollars that must be paid on all shares together for a price to rise
    rises_from: Callable[[int, Rules], int] = lambda _price, _rules: 1


@dataclass(frozen=True)
class TrackRules:
    """Tile lays. `checks` stand in the order in which players want to hear of them; `game/tile_checks.py` has the shared ones."""

    # normal lays still open, after those of this turn
    permits: Callable[[Game, Company, Sequence[Built]], Iterable[LayPermit]]
    checks: tuple[LayCheck, ...]
    cost: Callable[[Game, Lay], int]  # dollars
    powers: Callable[[Game, Company], Iterable[LayPermit]] = lambda _g, _c: ()  # lays by powers of privates
    consent: Callable[[Game, Lay], Player] = lambda _g, _l: ""  # whose word a lay needs; empty: nobody's
    grows: frozenset[tuple[str, str]] = frozenset()  # kinds of stop that may turn into others: ("town", "city")
    fixed: frozenset[LayCheck] = (
        frozenset()
    )  # checks of the title that depend on the hex and the old and new tile alone


@dataclass(frozen=True)
class TokenRules:
    """Stations. `game/stations.py` has the shared functions."""

    cost: Callable[[Game, Company], int]  # dollars for the next station
    checks: tuple[StationCheck, ...]
    homes: Callable[[Game, Company], list[Slot]]  # slots where the home station may go now
    powers: Callable[[Game, Company], Iterable[StationPermit]] = lambda _g, _c: ()  # stations by powers of privates


@dataclass(frozen=True)
class DividendRules:
    """What becomes of revenue. A kind is named by its `DividendKind.name` wherever it is stored."""

    kinds: tuple[DividendKind, ...]  # `WITHHOLD` among them: that is done where nothing was earned
    owed: Callable[[Game, Company, str, int], list[tuple[str, int]]]  # (g, company, kind, revenue): who gets how much
    # (g, company): what the bank pays it beside the dividend, with the reason of the payment
    side_income: Callable[[Game, Company], Iterable[tuple[int, str]]] = lambda _g, _c: ()

    def kind(self, name: str) -> DividendKind:
        """The kind of that name; KeyError where the title has none."""
        return {kind.name: kind for kind in self.kinds}[name]

    def paid(self, name: str, revenue: int) -> int:
        """Dollars that a dividend of the kind of that name pays out on all shares together."""
        return self.kind(name).paid(revenue)


@dataclass(frozen=True)
class TrainRules:
    checks: tuple[PurchaseCheck, ...]
    limit: Callable[[Game, Company], int]
    trade: bool = True  # companies may sell trains to each other
    must_own: Callable[[Game, Company], bool] | None = None  # whether it must now; None: no company ever must
    sale_checks: tuple[AidCheck, ...] = ()
    trade_help: bool = False  # the president may add money for another company's train
    # (g, company, what sales to help have brought): whether that is allowed now
    trade_help_when: Callable[[Game, Company, Sequence[int]], bool] = lambda _g, _c, _r: True
    # whether who has sold to help may still buy one: no; at a price that takes the last share sold, where the treasury is below
    # the train's face value; at any price
    trade_after_sale: Literal["no", "dear", "any"] = "no"
    private_sales: bool = False  # the president may also sell privates to other players to raise money
    help_dearer: bool = (
        False  # the president's cash may go into any train of the bank, whatever the treasury could pay alone
    )
    # privates whose power makes a train of the bank cheaper, with the dollars
    discounts: Callable[[Game, Company, Card], Iterable[tuple[str, int]]] = lambda _g, _c, _t: ()
    bankrupt: Callable[[Game, Player, Company], None] | None = None  # None: `bankruptcy.go_bankrupt`
    obsolete_count: bool = False  # whether trains that run once more count for the train limit
    # (g, buyer): who must discard now, in order; None: the buyer, then by the table
    crowded: Callable[[Game, Company], Iterable[Company]] | None = None
    # which of its trains a company over the limit may discard now; None: any
    discards: Callable[[Game, Company], Sequence[Card]] | None = None


When = Literal["now", "round", "set"]  # the sooner first


class End(NamedTuple):
    """How soon something ends the game: at once, with an operating round, or with a whole set of them.

    The present round or set where it happens in an operating round, else the one that follows.
    """

    operating: When
    stock: When


NOW, ROUND, SET = End("now", "now"), End("round", "round"), End("set", "set")


@dataclass(frozen=True)
class OwnFacts:
    """What shared code asks of a title's own actions, events and piles of cards, by ids. Sentences stand in `Rules.words`."""

    # (action, view, rules): the company with which an action deals; "" for none or several
    subject: Callable[[Action, State[Any], Rules], Company] = lambda _a, _v, _r: ""
    # (action): the private that it is about without naming it; "" for none
    unnamed_private: Callable[[Action], Card] = lambda _a: ""
    # (action, view, rules): the cards that a purchase takes from hands, rows and pool; None: the title has none of these
    cards_taken: Callable[[Action, State[Any], Rules], Sequence[Card]] | None = None
    # (view, rules): which of `rows` and `pool` nobody may buy from yet
    closed_piles: Callable[[State[Any], Rules], Sequence[Literal["rows", "pool"]]] = lambda _v, _r: ()
    # (event): the kind of line under which the log has it; "" for none
    log_kind: Callable[[Event], str] = lambda _e: ""


@dataclass(frozen=True)
class Rules:
    """A title's rules: reads as a table of contents of its rulebook."""

    data: TitleData
    options: tuple[str, ...]
    players: int
    setup: tuple[Callable[[Game], None], ...]
    # what follows the round that just ended; None: the game is over
    sequence: Callable[[Game, RoundSequence], Step | None]
    turn: Callable[[Game, Company], Sequence[StepOfTurn]]  # a company's operating turn, first step first
    order: Callable[[Game], list[Company]]  # companies that operate, in order
    stock: StockRules
    shares: ShareRules
    market: MarketRules
    track: TrackRules
    tokens: TokenRules
    routes: RouteRules
    dividends: DividendRules
    trains: TrainRules
    ends: Mapping[str, End]  # by its cause (`game/end_causes.py`). The soonest counts (`game/ending.py`)
    worth: Callable[[Game, Player], dict[str, int]]  # dollars by heading: cash, shares, privates
    # least and most dollars that a company may pay for a private
    private_price_range: Callable[[Game, Company, Card], tuple[int, int]] = lambda _g, _c, _p: (0, 0)
    # why a company may pay nothing for it now
    why_no_private_price: Callable[[Game, Company, Card], str] = lambda _g, _c, _p: (
        "companies cannot buy private companies in this phase"
    )
    # whether less than the best revenue is accepted
    allows_suboptimal_run: Callable[[Game, Company], bool] = lambda _g, _c: False
    # why a company that has a route and need not run the best may not run no train at all
    must_run: CompanyCheck = lambda _g, _c: None
    powers: tuple[Power, ...] = ()  # of privates, beside the steps of a company's turn
    abilities: tuple[AbilityKind, ...] = ()  # kinds of the title's own
    consent: bool = True  # who is asked to sell must agree; otherwise a purchase is taken as agreed
    reactions: Mapping[type[Event], tuple[Reaction, ...]] = field(default_factory=dict)
    paragraphs: Mapping[str, str] = field(default_factory=dict)  # of shared functions, by name
    # of the title's own events and actions, by class, of its steps, by key, and more: `game/word_keys.py` lists all keys
    words: Mapping[type | str, Callable[..., str]] = field(default_factory=dict)
    facts: OwnFacts = OwnFacts()
    # (run, company, view, rules): what pays a run more or less than its stops show, rule by rule
    run_bonuses: Callable[[Run, Company, State[Any], Rules], Sequence[RunBonus]] = lambda _r, _c, _v, _rules: ()
    notes: Callable[[State[Any], Company], Iterable[str]] = lambda _v, _c: ()  # what else a charter holds, in words
    # trains that a power adds to the limit of a company
    more_trains: Callable[[State[Any], Company], int] = lambda _s, _c: 0
    # short words on hexes, hexsides ("D4/0") and charters, by their ids, for markers of the title
    signs: Callable[[State[Any]], Mapping[str, tuple[str, ...]]] = lambda _s: {}
    # hexes that the map has in gray, since not everybody may build there
    shaded: Callable[[State[Any]], Collection[Hex]] = lambda _s: ()
    marks: tuple[Declaration, ...] = ()  # of the title's own
    actions: tuple[type[Action], ...] = ()  # of the title's own
    steps: tuple[type[Step], ...] = ()
    events: tuple[type[Event], ...] = ()
    called: Mapping[Player, str] = field(default_factory=dict)  # names of the players at a table as people read them

    def __post_init__(self) -> None:
        """Raises ValueError where the data name a kind of ability that nobody has declared, or set a field that its kind does not
        read.
        """
        of_privates, of_companies = self.data.privates.values(), self.data.companies.values()
        abilities = [*(a for p in of_privates for a in p.abilities), *(a for c in of_companies for a in c.abilities)]
        unknown = {ability.kind for ability in abilities} - self.ability_kinds.keys()
        if unknown:
            raise ValueError(f"{self.name} declares no kind of ability called {' or '.join(sorted(unknown))}")
        for ability in abilities:
            unread = self.ability_kinds[ability.kind].list_unread(ability)
            if unread:
                raise ValueError(f"{self.name}: an ability of kind {ability.kind} does not read {' or '.join(unread)}")

    @property
    def name(self) -> str:
        """The title's name, such as 18GA."""
        return self.data.name

    @cached_property
    def settings(self) -> Mapping[str, int]:
        """The options by name, with their values."""
        return option_values(self.options)

    @cached_property
    def ability_kinds(self) -> Mapping[str, AbilityKind]:
        """The kinds of abilities that its data may name, by name."""
        return {kind.name: kind for kind in (*COMMON_KINDS, *self.abilities)}

    def person(self, player: Player) -> str:
        """A player as people read it; anything else, such as a company, stays as it is."""
        return self.called.get(player, player)

    def has(self, option: str) -> bool:
        """Whether the game is played with that option."""
        return option in self.settings

    def paragraph(self, function: Callable[..., Any]) -> str:
        """Where the rulebook states what that function does."""
        known = self.paragraphs.get(function.__name__)
        if known is not None:
            return known
        head, colon, _ = (function.__doc__ or "").partition(":")
        return head if colon and len(head) < 40 else ""

    def forbids(self, checks: Iterable[Callable[[*Judged], str | None]], *judged: *Judged) -> bool:
        """Whether one of these checks refuses: told sooner than why."""
        for check in checks:  # noqa: SIM110 (a generator costs more than most checks)
            if check(*judged):
                return True
        return False

    def refusal(self, checks: Iterable[Callable[[*Judged], str | None]], *judged: *Judged) -> Refusal | None:
        """The first refusal of these checks, with its paragraph."""
        for check in checks:
            why = check(*judged)
            if why:
                return Refusal(why, self.paragraph(check))
        return None

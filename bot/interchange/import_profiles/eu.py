"""18EU in the files of 18xx.games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.import_state import ImportProfile
from bot.interchange.site import records as theirs
from bot.interchange.site.asset_ledger import AssetProfile
from bot.interchange.site.ledgers import kind_of
from bot.interchange.site.records import Damaged
from game import actions as ours
from game.events import PhaseBegan, Rusted, SharesSold, TrainDiscarded, TurnBegan, TurnEnded
from game.places import POOL, TREASURY

if TYPE_CHECKING:
    from bot.interchange.import_state import ImportState
    from bot.interchange.site.asset_ledger import AssetLedger
    from game.actions import Action
    from game.play import Game

PULLMAN = "P"


def _decode_share_purchase(state: ImportState, record: Any) -> Action | None:
    """What a minor "buys" is the share that it is exchanged for, and what a corporation buys it redeems; None for other
    purchases; raises Damaged where a corporation buys shares of another.
    """
    if not record.shares or record.entity_type not in ("minor", "corporation"):
        return None
    verbs: dict[str, Any] = {kind.verb: kind for kind in state.game.rules.actions}
    by, company = state.player_acting(record), state.certificates.company(record.shares[0])
    meant: Action
    if record.entity_type == "minor":
        meant = verbs["exchange"](minor=str(record.entity), company=company, by=by)
    elif company != record.entity:
        raise Damaged(f"{record.entity} only buys its own shares back, none of {company}.")
    else:
        meant = verbs["redeem"](count=state.certificates.shares(record.shares), by=by)
    return meant


def _decode_pullman_stop(state: ImportState, record: Any) -> Action | None:
    """The stop that the Pullman doubles, which the file names by a "route" of the Pullman; a pass where it names none."""
    if state.game.state.step_key != "doubled":
        return None
    by = state.player_acting(record)
    local = next((leg[1] for r in record.routes for leg in r.connections if len(leg) == 2 and leg[0] == "local"), "")
    named = (c for c in state.listed_actions(ours.Choose, by) if c.option.partition(".")[0] == local)
    return next(named, ours.Pass(by=by))


def list_passes_owed(state: ImportState) -> list[str]:
    """The players who must pass at the site: whoever owns a minor and has not bought, also where a turn is over here by
    itself, since nothing was left to do in it, or after sales.
    """
    g, owing = state.game, list[str]()
    waiting: set[str] = set()  # who came on turn, or has sold, in the present play: who may buy next
    for event in g.events:
        if type(event) is TurnBegan or type(event) is SharesSold:
            waiting.add(event.who)
        elif type(event) is TurnEnded and event.who in waiting and _owns_minor(g, event.who):
            waiting.discard(event.who)
            owing.append(event.who)
    return owing


def _owns_minor(g: Game, player: str) -> bool:
    """Whether a player owns a minor."""
    known = g.rules.data.companies
    return any(its.president == player and known[company].kind == "minor" for company, its in g.state.companies.items())


def settle_pullmans(books: AssetLedger) -> None:
    """Tie our card to the Pullman that a merger or a new phase takes from a company: at the site the oldest, here any. With a new
    phase they go there company by company, minors first, whether trains have rusted or are too many.
    """
    fleet, minor, company = books.fleet, "", ""
    events = books.game.events
    if not any(type(event) is TrainDiscarded for event in events):
        return
    began = next((n for n, event in enumerate(events) if type(event) is PhaseBegan), len(events))
    known = [*books.game.rules.data.companies]  # minors first
    discards = [e for e in events[began:] if type(e) is TrainDiscarded and kind_of(e.train) == PULLMAN]
    discards.sort(key=lambda e: known.index(e.company))
    events = [*(e for e in events if e not in discards), *discards]
    for event in events:
        match event:
            case PhaseBegan() | Rusted():
                minor = company = "none"
            case TrainDiscarded() if company and kind_of(event.train) == PULLMAN:
                lost = fleet.site_train(event.train)
                owned = [t for who in (event.company, minor) for t in fleet.list_trains(who) if kind_of(t) == PULLMAN]
                if owned and owned[0] != lost:
                    fleet.tie_card(owned[0], event.train)
                    fleet.move(lost, event.company)
                fleet.move(fleet.site_train(event.train), POOL)
            case _ if type(event).__name__ == "Exchanged":
                minor, company = getattr(event, "minor", ""), getattr(event, "company", "")


PROFILE = ImportProfile(
    title="18EU",
    options={
        "extra_three_train": "extra_three",
        "second_extra_three_train": "second_extra_three",
        "extra_four_train": "extra_four",
    },
    rounds={"Auction": "ISR 1"},
    unsold={"ipo": TREASURY, "treasury": TREASURY},
    decoders={theirs.BuyShares: _decode_share_purchase},
    second_decoders={theirs.RunRoutes: _decode_pullman_stop},
    list_passes_owed=list_passes_owed,
    assets=AssetProfile(
        fleet={f"2-{n}": str(n + 1) for n in range(15)} | {f"P-{n}": POOL for n in range(5)},
        settle=settle_pullmans,
    ),
    pooled=("P",),
    endless=("8",),
    serials={
        "C8": 1,
        "D3": 2,
        "D13": 3,
        "E18": 4,
        "G12": 5,
        "H19": 6,
        "J7": 7,
        "M16": 8,
        "D7": 1,
        "D19": 2,
        "E6": 3,
        "E20": 4,
        "F9": 5,
        "I18": 6,
        "J11": 7,
    },
)

"""18 India 1.2, 6, 8, 9.1: what follows what, who operates when, and when the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import ending, market, trains
from game.end_causes import STANDSTILL
from game.round_names import OPERATING, STOCK, is_operating_round
from game.steps.dividend import Dividend
from game.steps.round_sequence import operating_round, stands_still
from game.steps.run import RunRoutes
from game.steps.token import PlaceToken
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from titles.india import gipr
from titles.india.auction import CertificateAuction
from titles.india.hands import DraftCards, SelectHands
from titles.india.holdings import BuyHolding, SellHoldings, TrackDone, TurnCheck
from titles.india.marks import FRESH, ORDER
from titles.india.setup import GIPR
from titles.india.stock import Trading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.checks import Purchase
    from game.events import PriceMoved, RoundBegan, TrainBought, TurnEnded
    from game.play import Game
    from game.rules import StepOfTurn
    from game.state import Company
    from game.steps import Step
    from game.steps.round_sequence import RoundSequence


def begin_next(g: Game, sequence: RoundSequence) -> Step | None:
    """18 India 1.2, 9.1: selection, draft, then a stock round and two operating rounds again and again.

    The operating round in which the end is triggered is the last; after a stock round in which the bank breaks, both are
    played, unless a price of 400 ends the game after the first.
    """
    if not sequence.stage:
        sequence.stage, g.state.round = "select", "Selection"
        return SelectHands()
    if sequence.stage == "select":
        sequence.stage, g.state.round = "draft", "Draft"
        auctioned = g.rules.has("certificate_auction")
        return CertificateAuction(g.state.order[0]) if auctioned else DraftCards()
    if sequence.stage == STOCK:
        sequence.set, sequence.done, sequence.planned = sequence.set + 1, 0, trains.phase(g).rounds
        return operating_round(g, sequence)
    if sequence.stage == OPERATING and sequence.done < sequence.planned and ending.due(g) != "round":
        return operating_round(g, sequence)
    if sequence.stage == OPERATING and g.state.ending:
        return None
    if stands_still(g, sequence):
        g.state.ending = STANDSTILL
        return None
    sequence.stage, sequence.stock = STOCK, sequence.stock + 1
    g.state.round = f"{STOCK} {sequence.stock}"
    return Trading()


def end_price(g: Game, event: PriceMoved) -> None:
    """18 India 9.1: a price of 400 or more."""
    ending.end_cell(g, event)


def turn(g: Game, company: Company) -> Sequence[StepOfTurn]:
    """18 India 8.4: the steps of a company's turn."""
    return LayTrack, TrackDone, PlaceToken, RunRoutes, Dividend, BuyTrains, SellHoldings, BuyHolding, TurnCheck


def order(g: Game) -> list[Company]:
    """18 India 8.3: as it was fixed when the round began."""
    return list(ORDER.entries(g.state)) if ORDER.is_set(g.state) else planned(g)


def planned(g: Game) -> list[Company]:
    """18 India 8.3, 2.2.1, 2.4.1: floated companies with somebody in charge, by price; the GIPR from phase II on."""
    return [c for c in market.floated(g) if g.president(c) and (c != GIPR or gipr.operates(g))]


def fix_order(g: Game, event: RoundBegan) -> None:
    """18 India 8.3: the order stands for the whole operating round."""
    ORDER.clear(g.state)
    FRESH.clear(g.state)
    if is_operating_round(event.name):
        ORDER.set(g.state, planned(g))


def note_fresh(g: Game, event: TrainBought) -> None:
    """18 India 8.4.5.5: a train from the bank is not sold back in the same operating round."""
    if event.seller not in g.state.companies:
        by_company = g.rules.has("free_resale_after_transfer")
        FRESH.add(g.state, f"{event.train}={event.company}" if by_company else event.train)


def forget_fresh(g: Game, event: TurnEnded) -> None:
    """18xx.games: only in that turn."""
    if g.rules.has("free_resale_after_transfer"):
        FRESH.clear(g.state)


def one_of_phase_iv(g: Game, purchase: Purchase) -> str | None:
    """18 India 8.4.5.6: a company owns one train of phase IV at most."""
    if "phase IV" not in trains.type_of(g, purchase.train).kinds:
        return None
    own = [t for t in trains.owned(g, purchase.company) if "phase IV" in trains.type_of(g, t).kinds]
    limit = g.rules.data.file.numbers["phase_iv_trains"]
    return (
        f"{purchase.company} has a {trains.train_name(g, own[0])} already: a company may own only one train of phase IV"
        if len(own) >= limit
        else None
    )


def side_stays(g: Game, purchase: Purchase) -> str | None:
    """18 India 8.4.5.3: the side of a two-sided train is chosen once and for all."""
    up = g.state.trains.get(purchase.train)
    if up is None or not up.side or purchase.side in ("", up.side) or g.rules.has("train_side_free"):
        return None
    return f"that train is a {up.side}-train, and stays one"

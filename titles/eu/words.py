"""18EU: what happened, what is asked and what may be done, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from game.actions import Bid, Pass
from game.events import AuctionWon, BidMade, CompanyClosed, PriceCut
from titles.eu import capital, doubled, final, mergers, minors, pullman, treasury

if TYPE_CHECKING:
    from game.rules import Rules


def named(rules: Rules, company: str) -> str:
    """`minor 14 (Ligne Strasbourg-Bâle)`, or a corporation's code."""
    data = rules.data.companies[company]
    return f"minor {company} ({data.name})" if data.kind == minors.MINOR else company


def money(rules: Rules, dollars: int) -> str:
    return f"{rules.data.currency}{dollars}"


# ---------------------------------------------------------------------- what happened


def put_up(event: minors.PutUp, _view: object, rules: Rules) -> str:
    return f"{event.who} puts up {named(rules, event.minor)}."


def bid_made(event: BidMade, _view: object, rules: Rules) -> str:
    return f"{event.who} bids {money(rules, event.amount)} on {named(rules, event.item)}."


def price_cut(event: PriceCut, _view: object, rules: Rules) -> str:
    return f"Nobody wants {named(rules, event.item)}: it is offered for {money(rules, event.price)}."


def won(event: AuctionWon, _view: object, rules: Rules) -> str:
    return (
        f"{event.who} gets {named(rules, event.item)} for {money(rules, event.amount) if event.amount else 'nothing'}."
    )


def closed(event: CompanyClosed, _view: object, rules: Rules) -> str:
    said = named(rules, event.company)
    return f"{said[:1].upper()}{said[1:]} closes."


def exchanged(event: mergers.Exchanged, _view: object, rules: Rules) -> str:
    minor = named(rules, event.minor)
    if not event.source:
        return f"{event.who} gives up {minor} for nothing."
    whence = "its treasury" if event.source == "treasury" else "the market"
    return f"{event.who} exchanges {minor} for a share of {event.company} from {whence}."


def stop_doubled(event: doubled.StopDoubled, _view: object, rules: Rules) -> str:
    where = rules.data.hexes[event.stop.partition(".")[0]].spot
    return f"The Pullman of {event.company} doubles {where}: the trains earn {money(rules, event.revenue)} in all."


# ---------------------------------------------------------------------- what may be done


def bid(action: Bid, _view: object, rules: Rules) -> str:
    minor = named(rules, action.item)
    return f"{minor} for {money(rules, action.amount)}" if action.amount else f"put up {minor} without a bid"


def exchange(action: mergers.Exchange, _view: object, rules: Rules) -> str:
    minor = named(rules, action.minor)
    return f"exchange {minor} for a share of {action.company}" if action.company else f"give up {minor} for nothing"


def redeem(action: treasury.Redeem, _view: object, _rules: Rules) -> str:
    return f"buy {action.count} share{'s' if action.count > 1 else ''} back from the pool"


def no_token(_action: Pass, view: Any, rules: Rules) -> str:
    return f"no token: that of {named(rules, view.agenda[-1].minor)} leaves the map"


def kept_pullman(_action: Pass, _view: object, _rules: Rules) -> str:
    return "keep the Pullman"


def nothing_doubled(_action: Pass, _view: object, _rules: Rules) -> str:
    return "double no stop"


# ---------------------------------------------------------------------- what is asked


def ask_in_sale(step: minors.MinorSale, _view: object, rules: Rules) -> str:
    if step.mode == "select":
        return f"put up one of the minors, with a bid of {money(rules, minors.OPENING)} or more or without"
    minor = named(rules, step.minor)
    match step.mode:
        case "open":
            return f"open the bidding on {minor} with {money(rules, minors.OPENING)} or more, or pass"
        case "auction":
            return f"raise the bid of {step.bidder} ({money(rules, step.price)}) on {minor}, or pass"
    return f"take {minor} for {money(rules, step.price)}, or pass"


def ask_home(step: Any, _view: object, _rules: Rules) -> str:
    if isinstance(step, capital.FirstMinor):
        return f"{step.company}: which of your minors does it start with? Its token becomes the home"
    return f"{step.company}: choose the home, any free circle"


def ask_token(step: mergers.ReplaceToken, _view: object, rules: Rules) -> str:
    return f"{step.company}: shall one of its tokens take the place of that of {named(rules, step.minor)}?"


def ask_final(_step: final.FinalExchange, _view: object, _rules: Rules) -> str:
    return "final exchange: give up one of your minors"


def ask_pullman(step: pullman.OfferPullman, _view: object, _rules: Rules) -> str:
    return f"{step.company}: give up the Pullman, or keep it"


def ask_treasury(step: treasury.IssueOrRedeem, _view: object, _rules: Rules) -> str:
    return f"{step.company}: sell shares of its treasury, buy back its own, or done"


def ask_doubled(step: doubled.ChooseDoubled, _view: object, _rules: Rules) -> str:
    return f"{step.company}: which stop does the Pullman double?"


WORDS: Mapping[type | str, Callable[..., str]] = {
    minors.PutUp: put_up,
    BidMade: bid_made,
    PriceCut: price_cut,
    AuctionWon: won,
    CompanyClosed: closed,
    mergers.Exchanged: exchanged,
    doubled.StopDoubled: stop_doubled,
    Bid: bid,
    mergers.Exchange: exchange,
    treasury.Redeem: redeem,
    "auction": ask_in_sale,
    "home": ask_home,
    "replace": ask_token,
    "exchange": ask_final,
    "pullman": ask_pullman,
    "treasury": ask_treasury,
    "doubled": ask_doubled,
    "replace: pass": no_token,
    "pullman: pass": kept_pullman,
    "doubled: pass": nothing_doubled,
}

"""18VA: the words of its own rules, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from game import bankruptcy, market, shares
from game.ability_kinds import SHARE
from titles.va import cards, sizes
from titles.va.opening import CUT, STEP

if TYPE_CHECKING:
    from game.rules import Rules


def opening(rules: Rules) -> str:
    """18VA 4.1, 4.2: what to do in the auction, and what its lots are worth."""
    data = rules.data
    gift = next(p for p in data.privates.values() if any(a.kind == SHARE.name for a in p.abilities))
    low, high = (2 * price for price in (min(data.pars), max(data.pars)))
    return (
        f"All lots are for sale at once: bid on one, {data.money(STEP)} or more above the last bid, or pass. When all pass, all"
        f" are sold; if a lot has no bid, it gets {data.money(CUT)} cheaper and all bid on. A beaten bid costs you nothing.\n"
        "What is a lot worth? Three are private companies. They pay in each operating round, and from phase 3 on a company may"
        " buy one for up to half more than its price.\n"
        f"The fourth, {data.money(gift.value)}, makes you president of the B&O, with two of its ten shares: worth"
        f" {data.money(low)} to {data.money(high)}, as you choose their price. Other companies have five shares at first.\n"
        f"Keep money: {data.money(2 * min(data.pars))} or more start a company of your own, and whoever has most left is"
        " first."
    )


def auction(_rules: Rules) -> str:
    """18VA 4.1."""
    return (
        "How the game begins: four lots are for sale at the same time. Once everybody has passed and each lot has a bid, all go"
        " to whoever bids most. A bid that somebody beats costs you nothing."
    )


def free_cash(_rules: Rules) -> str:
    """18VA 4.1."""
    return (
        "Your cash without the bids of yours that lead. The money of a bid that somebody beats is yours to bid again."
    )


def convert(rules: Rules) -> str:
    """18VA 4.5.1."""
    may, must = (
        next(phase for phase, known in rules.data.phases.items() if flag in known.flags)
        for flag in ("convert", "all_ten_shares")
    )
    token = rules.data.money(rules.data.file.numbers["convert_token"])
    return (
        f"A company of {sizes.FIVE} shares (20% each) becomes one of {sizes.TEN} (10% each). Each share is then half as much of"
        f" it, the company has {sizes.TEN - sizes.FIVE} more to sell, and two more stations for {token} each. From phase {may} on"
        f" it may do so at the start of its turn; in phase {must} all must."
    )


def freight(rules: Rules) -> str:
    """18VA 4.5.4."""
    first = next(name for name, kind in rules.data.trains.items() if kind.sides)
    last = next(name for name, kind in rules.data.trains.items() if not kind.sides)
    return (
        f"Each train but the {last} is for passengers or for freight, as its buyer chooses. With the first kind"
        f" {cards.sides(first, rules)}"
    )


def floating(_rules: Rules) -> str:
    """18VA 4.3."""
    return (
        "A company floats as soon as its president's certificate is sold, and operates from the next operating round on. It has"
        " what is paid for its shares, each at the price of that moment."
    )


WORDS: Mapping[type | str, Callable[..., str]] = {
    "opening": opening,
    "term: auction, lot": auction,
    "term: free cash": free_cash,
    "advice: beaten bid": lambda: "If somebody bids more, your money is free again",
    "bankruptcy": bankruptcy.tell_end,
    "term: market, price, market price": lambda _rules: market.tell_moves(),
    "term: treasury": lambda _rules: shares.tell_treasury(),
    "term: initial offering, offer": lambda _rules: shares.tell_unsold(),
    "term: float, floats, floated": floating,
    "term: convert, conversion, five shares, ten shares": convert,
    "term: freight, passengers, freight train": freight,
    "term: mine": lambda rules: cards.mine("", rules),
    "term: port": lambda rules: cards.port("", rules),
    "term: coal mining district, coal, CMD": lambda rules: cards.coal("", rules),
}

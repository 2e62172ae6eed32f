"""18EU: the words of its own rules, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from game import bankruptcy, market, shares
from titles.eu import cards, minors

if TYPE_CHECKING:
    from game.rules import Rules


def opening(rules: Rules) -> str:
    """18EU 4.2.1, 4.3: what to do in the sale of the minors, and what one is worth."""
    money, file = rules.data.money, rules.data.file
    count = sum(d.kind == minors.MINOR for d in rules.data.companies.values())
    each = rules.players * file.cash[str(rules.players)] // count
    return (
        "The bank sells the minors, small companies with one owner, one by one. In your turn put one up: bid"
        f" {money(minors.OPENING)} or more for it, or let the others begin.\n"
        f"If nobody bids, its price falls by {money(minors.FALL)} at a time until somebody takes it. If nobody ever does, whoever"
        " put it up gets it for nothing.\n"
        f"What is a minor worth? You get half of what it earns, and later a share for it. All players together have {money(each)}"
        f" for each of the {count} minors. One near rich cities earns more.\n"
        "Keep some money: two operating rounds follow the sale, and then a minor and"
        f" {money(2 * min(rules.data.pars))} or more start a corporation, a large company with shares."
    )


def sale(rules: Rules) -> str:
    """18EU 4.2.1."""
    money = rules.data.money
    return (
        "The sale of the minors opens the game. Each of you in turn puts one up. Once somebody bids"
        f" {money(minors.OPENING)} or more, it goes to whoever bids most. Without a bid it gets cheaper by"
        f" {money(minors.FALL)} at a time. When it costs nothing, whoever put it up gets it."
    )


def minor(rules: Rules) -> str:
    """18EU 4.1, 4.2."""
    every = [d for d in rules.data.companies.values() if d.kind == minors.MINOR]
    return f"One of the {len(every)} small companies that are sold at the start. {cards.MINOR}"


def corporation(rules: Rules) -> str:
    """18EU 4.3."""
    return (
        f"A large company with shares, started in a stock round. Before phase {last_exchange(rules)} its first president gives up"
        " a minor for it. Its money is what its shares are sold for."
    )


def merge(_rules: Rules) -> str:
    """18EU 4.1.2, 4.2.2, 4.3."""
    return (
        "In a stock round you may give up a minor for a share of a corporation. Its track must lead there, and the corporation"
        " must not have operated yet. It gets the minor's money and trains, and may put a station in its place. If it has no"
        " share left, you get one from the pool, and the minor's money and trains go to bank and pool."
    )


def final_exchange(rules: Rules) -> str:
    """18EU 4.2.2."""
    return (
        f"A round of its own, before the first stock round after the sale of a {last_exchange(rules)}-train. Each of you in turn"
        " gives up a minor until none are left: for a share of a corporation that its track leads to, or else for nothing."
    )


def last_exchange(rules: Rules) -> str:
    """The phase in which minors end."""
    return next(phase for phase, known in rules.data.phases.items() if "underwritten" in known.flags)


def pullman(rules: Rules) -> str:
    """18EU 4.4.9."""
    since = next(phase for phase, known in rules.data.phases.items() if "pullman" in known.flags)
    name = next(t for t, d in rules.data.trains.items() if "pullman" in d.kinds)
    price = rules.data.money(rules.data.trains[name].price)
    return f"{cards.train(name, rules)} From phase {since} on a company that has a train may buy one, for {price}."


def treasury_shares(_rules: Rules) -> str:
    """18EU 4.4.8."""
    return "A corporation keeps its unsold shares itself. In its turn it may sell some to the pool, or buy some back from there."


def floating(rules: Rules) -> str:
    """18EU 4.3."""
    return (
        "A corporation floats once players hold half of its shares. It has what was paid for them. From phase"
        f" {last_exchange(rules)} on the bank pays for the other half too, and those shares go to the pool."
    )


def worth(_rules: Rules) -> str:
    """18EU 5: minors count for nothing at the end."""
    return "What a player would have if the game ended now: cash, and shares at their price. Minors count for nothing."


def asking(_rules: Rules) -> str:
    """18EU 4.6."""
    return (
        "Whoever owns that minor must agree to the first tile there, until the minor closes. You choose the tile, then the"
        " owner is asked."
    )


WORDS: Mapping[type | str, Callable[..., str]] = {
    "opening": opening,
    "term: auction, sale, sale of minors, put up": sale,
    "term: worth": worth,
    "term: treasury": lambda _rules: shares.tell_treasury(),
    "term: market, price, market price": lambda _rules: market.tell_moves(),
    "term: initial offering, offer": lambda _rules: shares.tell_unsold(),
    "bankruptcy": bankruptcy.tell_end,
    "term: float, floats, floated": floating,
    "term: minor, minor company": minor,
    "term: corporation": corporation,
    "term: merge, merger, exchange": merge,
    "term: ask, ask minor": asking,
    "term: Final Exchange Round, FER, final exchange": final_exchange,
    "term: Pullman, Pullman car": pullman,
    "term: port": lambda rules: cards.port("", rules),
    "term: issue, buy back, redeem": treasury_shares,
}

"""18EU: the words of its own rules, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from titles.eu import cards, minors

if TYPE_CHECKING:
    from game.rules import Rules


def minor(rules: Rules) -> str:
    """18EU 4.1, 4.2."""
    every = [d for d in rules.data.companies.values() if d.kind == minors.MINOR]
    return f"One of the {len(every)} small companies that are sold at the start. {cards.MINOR}"


def corporation(rules: Rules) -> str:
    """18EU 4.3."""
    return (
        f"A large company with shares, started in a stock round. Until phase {last_exchange(rules)} its first president gives a"
        " minor up for it. What its shares are sold for is its money."
    )


def merge(_rules: Rules) -> str:
    """18EU 4.1.2, 4.2.2, 4.3."""
    return (
        "In a stock round the owner of a minor may give it up for a share of a corporation that its track leads to. As long as"
        " the corporation has a share itself, it gets the minor's money and train, and may put a station in place of the minor's."
        " Otherwise the share comes from the pool, and what the minor had goes to the bank."
    )


def final_exchange(rules: Rules) -> str:
    """18EU 4.2.2."""
    return (
        f"A round of its own, before the first stock round after the sale of a {last_exchange(rules)}-train: in turn each player"
        " gives up a minor, for a share of a corporation that its track leads to, or else for nothing, until no minors are left."
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
    return "A corporation has its unsold shares itself. In its turn it may sell some to the pool, or buy some back from there."


def floating(rules: Rules) -> str:
    """18EU 4.3."""
    return (
        "A corporation floats once players hold half of its shares, and has what was paid for them. From phase"
        f" {last_exchange(rules)} on the bank pays for the other half too, and those shares go to the market."
    )


WORDS: Mapping[type | str, Callable[..., str]] = {
    "term: float, floats, floated": floating,
    "term: minor, minor company": minor,
    "term: corporation": corporation,
    "term: merge, merger, exchange": merge,
    "term: Final Exchange Round, FER, final exchange": final_exchange,
    "term: Pullman, Pullman car": pullman,
    "term: port": lambda rules: cards.port("", rules),
    "term: issue, buy back, redeem": treasury_shares,
}

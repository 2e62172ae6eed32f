"""18VA: what its privates, companies and trains do, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from game import cards, places
from game.ability_kinds import CLOSE
from game.actions import Action, Bid, BuyTrain, Choose
from game.events import Event, Paid
from titles.va.freight import INCOME, WORTH
from titles.va.powers import ExpressPlaced
from titles.va.sizes import FIVE, Conversion, Converted

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import State
    from game.title_data import Ability


def bonus(_ability: Ability, _private: str, rules: Rules) -> str:
    """18VA 4.2(1)."""
    more = rules.data.money(WORTH)
    return f"The company that owns it may make one city worth {more} more to itself for the rest of the game."


def discount(ability: Ability, _private: str, rules: Rules) -> str:
    """18VA 4.2(2)."""
    return f"The company that owns it may buy one new train from the bank for {rules.data.money(ability.amount)} less."


def token(_ability: Ability, _private: str, _rules: Rules) -> str:
    """18VA 4.2(3)."""
    return (
        "The company that owns it may place one more station in any city that has a circle, even a full one. It is free, and need"
        " not be connected."
    )


def limit(ability: Ability, _private: str, _rules: Rules) -> str:
    """18VA 4.2(4)."""
    more = "one train" if ability.amount == 1 else f"{ability.amount} trains"
    return f"Or it may own {more} more than the limit instead, for the rest of the game."


def closes(private: str, rules: Rules) -> str:
    """18VA 4.2: with the use of a power."""
    parred = [a.company for a in rules.data.privates[private].abilities if a.kind == CLOSE.name]
    return f"It closes when the par price of {parred[0]} is set." if parred else "It closes when its power is used."


def company(name: str, rules: Rules) -> str:
    """18VA 4.5.1."""
    if _begins_with_five(name, rules):
        return "From phase 3 on it may become a company of ten shares; in phase 5 it must."
    return "It has ten shares from the start."


def president(name: str, rules: Rules) -> str:
    """18VA 4.4."""
    five = _begins_with_five(name, rules)
    return "It begins with five shares of 20%. Its president's certificate is two of these, 40%." if five else ""


def floats(name: str, rules: Rules) -> str:
    """18VA 4.4."""
    return "That certificate floats it at once." if _begins_with_five(name, rules) else ""


def _begins_with_five(name: str, rules: Rules) -> bool:
    return rules.data.companies[name].group == "five"


def train(name: str, rules: Rules) -> str:
    kind = rules.data.trains[name]
    if not kind.sides:
        return f"Runs to {kind.reach} cities, and everything counts twice." if kind.times == 2 else ""
    return f"Its buyer chooses: {sides(name, rules)}"


def sides(name: str, rules: Rules) -> str:
    """18VA 4.5.4: what a train does for passengers and what for freight."""
    passenger, freight = rules.data.trains[name].sides
    coal = rules.data.file.numbers["coal"] * freight.reach
    cities = "city" if freight.reach == 1 else "cities"
    return (
        f"passengers ({passenger.name}) run to {passenger.reach} cities. Freight ({freight.name}) runs to {freight.reach}"
        f" {cities}, and to mines. It doubles a port city, and earns {rules.data.money(coal)} in a coal mining"
        f" district.{_lone_city(freight.name) if freight.reach == 1 else ''}"
    )


def _lone_city(freight: str) -> str:
    """18VA 4.5.4: a route has two stops, of which a port is none."""
    return f" A {freight} needs a mine or a coal mining district: one city with its port is not enough."


def why_idle(company: str, view: State[Any], rules: Rules) -> str:
    """Why no train of a company has a route, where all of them are freight trains of one city; else ""."""
    shown = {
        view.trains[card].side
        for card in rules.data.train_cards
        if view.place.get(card) == company and card in view.trains
    }
    lone = {f.name for t in rules.data.trains.values() for f in t.sides if "freight" in f.kinds and f.reach == 1}
    return f"a {min(shown)} needs a mine or a coal mining district" if shown and shown <= lone else ""


def hints(kinds: AbstractSet[type[Action]], view: State[Any], rules: Rules) -> str:
    """18VA 4.1: how the bidding ends; 4.5.4: what tells the bank's next train for passengers from the one for freight; 4.5.1:
    what conversion brings.
    """
    step = view.agenda[-1] if view.agenda else None
    if Bid in kinds:
        return "Who passes may bid again. Once all pass in a row, and each lot has a bid, all are sold."
    if Choose in kinds and isinstance(step, Conversion):
        price = next((rules.data.cell(at).price for at, pile in view.market.items() if step.company in pile), 0)
        worth = f"{rules.data.money(FIVE * price)} at today's {rules.data.money(price)} each"
        return f"Converting is for good. It gives {step.company} {FIVE} more shares to sell: {worth}."
    bank = next((cards.kind(card) for card in rules.data.train_cards if view.place.get(card) == places.DEPOT), "")
    return f"You choose: {sides(bank, rules)}" if BuyTrain in kinds and bank and rules.data.trains[bank].sides else ""


def capital(_company: str, _rules: Rules) -> str:
    return "What its shares are sold for is its money for track and trains."


def coal(_symbol: str, rules: Rules) -> str:
    """18VA 4.5.4.3."""
    each = rules.data.money(rules.data.file.numbers["coal"])
    last = next(phase for phase, data in rules.data.phases.items() if "no_coal_income" in data.flags)
    return (
        f"a coal mining district: only freight trains run there, for {each} times their number. Until phase {last} a company"
        " with a station there gets as much again for its treasury"
    )


def mine(_symbol: str, _rules: Rules) -> str:
    """18VA 4.5.4.2."""
    return "a mine: it earns for freight trains only"


def port(_symbol: str, _rules: Rules) -> str:
    """18VA 4.5.4.4."""
    return (
        "a port: it adds its number to the city beside it, for companies with a station in that city. A freight train that ends"
        " there counts both twice"
    )


def express(_rules: Rules) -> str:
    """18VA 4.2(1)."""
    return "the mark of the Railway Express Agency: this city earns that much more for that company"


def log_kind(event: Event) -> str:
    """Under which kind of line the log has one of the title's own events, and what is paid for coal."""
    if isinstance(event, Paid) and event.why == INCOME:
        return "dividends"
    return "shares" if isinstance(event, Converted) else "privates" if isinstance(event, ExpressPlaced) else ""


WORDS: Mapping[type | str, Callable[..., str]] = {
    "hints": hints,
    "idle train": why_idle,
    "capital": capital,
    "power: bonus": bonus,
    "power: discount": discount,
    "power: token": token,
    "power: limit": limit,
    "closes": closes,
    "company": company,
    "company: president": president,
    "company: floats": floats,
    "train": train,
    "symbol: coal": coal,
    "symbol: mine": mine,
    "symbol: port": port,
    f"sign: Company +{WORTH}": express,
    f"paid: {INCOME}": lambda: "for coal",
}

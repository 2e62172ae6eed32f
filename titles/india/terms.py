"""18 India: the words of its own rules, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from titles.india import cards
from titles.india.dividends import GUARANTY_PART
from titles.india.goods import GOODS
from titles.india.powers import BONUS
from titles.india.routes import BASE, PAID, variable_bonuses
from titles.india.rows import PLACES
from titles.india.track import CEYLON, FERRY, YELLOWS

if TYPE_CHECKING:
    from game.rules import Rules


def opening(rules: Rules) -> str:
    """18 India 6.3 to 6.6: what to do in the selection and the draft, and which cards are worth having."""
    data, numbers = rules.data, rules.data.file.numbers
    dealt, kept = (numbers[f"{what}_{rules.players}"] for what in ("dealt", "kept"))
    each = data.companies.values()
    floats, dear, cheap = max(c.floats for c in each), *(f(c.par for c in each) for f in (max, min))
    return (
        f"Choose {kept} of the {dealt} cards that you were dealt. Nobody sees them and they cost nothing yet: you alone may buy"
        " them later, each at its price.\n"
        f"{_draft(rules)}\n"
        f"What is a card worth? You have {data.money(data.file.cash[str(rules.players)])}, and 10% of a company costs"
        f" {data.money(cheap)} to {data.money(dear)}. A company runs once {floats} of these are bought, or its director's"
        " certificate (20%) alone, and whoever has most of it leads it.\n"
        "So keep cards that go together: several of one company. Private companies (P1 to P6) pay in every operating round."
    )


def _draft(rules: Rules) -> str:
    """What becomes of the cards that nobody keeps, in a sentence."""
    if rules.has("certificate_auction"):
        return "The cards that nobody keeps and all directors' certificates are then auctioned: you bid for the right to buy one."
    return (
        "The cards that nobody keeps and all directors' certificates then lie open, and you take turns to pick one until all are"
        " gone (the draft). That costs nothing either."
    )


def selection(rules: Rules) -> str:
    """18 India 6.3, 6.4."""
    numbers = rules.data.file.numbers
    dealt, kept = (numbers[f"{what}_{rules.players}"] for what in ("dealt", "kept"))
    return (
        f"How the game opens: each player keeps {kept} of {dealt} cards, in secret and for nothing. They are that player's hand:"
        f" nobody else may buy them. {_draft(rules)}"
    )


def gauge(rules: Rules) -> str:
    """18 India 8.4.1.3, 8.4.3.5."""
    last = next(phase for phase, known in rules.data.phases.items() if "gauge" not in known.flags)
    return (
        "At a dashed red line the gauge changes. Track across it gets a marker, which counts as a stop and earns nothing."
        " Only an express ignores it."
        f" From phase {last} on there are no new markers, and a company may take one away instead of laying tiles."
    )


def best(rules: Rules) -> str:
    """18 India 8.4.3.3."""
    hex_id, more = next(iter(variable_bonuses(rules.data).items()))
    return (
        f"“best +{more}” on a city such as {rules.data.hexes[hex_id].name}: it earns {more} more than the best other city of the"
        f" route, and at least {rules.data.money(BASE + more)}."
    )


def jewelry(rules: Rules) -> str:
    """18 India 2.5, 8.4.3.7."""
    private = next(name for name, d in rules.data.privates.items() if any(a.kind == BONUS.name for a in d.abilities))
    ability = next(a for a in rules.data.privates[private].abilities if a.kind == BONUS.name)
    return f"One of the goods. It comes with {private}. {cards.bonus(ability, private, rules)}"


def ferry(rules: Rules) -> str:
    """18 India 8.4.1.1, 8.4.1.4."""
    hexes = rules.data.hexes
    (water,) = (h for h in hexes.values() if h.label == FERRY)
    return (
        f"A tile that crosses the sea from {water.id} to {hexes[CEYLON].spot}. It costs {rules.data.money(water.cost)} and"
        " is never upgraded."
    )


def goods(_rules: Rules) -> str:
    """18 India 8.4.3.7."""
    return (
        f"{', '.join(GOODS).capitalize()}. A train is paid more if its route passes the place where one comes from and a city"
        " whose list names it. The first company that delivers a good is the only one that is paid for it from then on."
    )


def concession(_rules: Rules) -> str:
    """18 India 8.4.3.7."""
    return (
        "The right to be paid for one good. The first company that delivers a good keeps it for the rest of the game."
    )


def open_market(_rules: Rules) -> str:
    """18 India 6, 7.2.2."""
    return (
        "Shares and private companies that were sold or left over, called the Open Market in the rules. In a stock round anybody"
        " may buy them."
    )


def row(_rules: Rules) -> str:
    """18 India 6.1, 7.2.2."""
    return (
        f"One of {len(PLACES)} open rows of cards. You can buy the first card of a row, and in a stock round also its"
        " first two together."
    )


def hand(_rules: Rules) -> str:
    """18 India 6.3, 6.5."""
    return "The cards that you kept or drafted at the start. You alone may buy them in stock rounds, at their printed price."


def draft(_rules: Rules) -> str:
    """18 India 6.5."""
    return "All directors' certificates and the cards that nobody kept lie open, and players in turn pick one for their hands."


def director(_rules: Rules) -> str:
    """18 India 2.1, 2.2.1."""
    return (
        "The player who has a company's director's certificate, a card of 20%, and so leads it. “Director 30%” is that card"
        " and 10% more."
    )


def guaranty(rules: Rules) -> str:
    """18 India 2.3, 2.3.1."""
    last = next(phase for phase, known in rules.data.phases.items() if "guaranty" not in known.flags)
    return (
        f"Some companies have one until phase {last}. When such a company pays no dividend, the bank pays its owners"
        f" 1/{GUARANTY_PART} of the share price for each share, and the price stays."
    )


def bond(rules: Rules) -> str:
    """18 India 2.5, 7.2.5."""
    data = rules.data.privates[f"{cards.BOND}0"]
    income = f"Costs {rules.data.money(data.value)} and pays {rules.data.money(data.revenue)} each operating round."
    return f"{income} {cards.powers(cards.BOND, rules)}"


def share_of_assets(_rules: Rules) -> str:
    """18 India 9.2."""
    return (
        "What a company owns counts for its shareholders. Each 10% is worth the share price and a tenth of all that the company"
        " has: cash, trains at their price, bonds, private companies and shares. That tenth is rounded down."
    )


def counts(_rules: Rules) -> str:
    """18 India 9.2: what a player is worth."""
    return (
        "cash, bonds and private companies at face value, and for each 10% of a company its share price and a tenth of all that"
        " it owns, money too."
    )


def express(_rules: Rules) -> str:
    """18 India 8.4.3.5."""
    return f"A train with an E. It runs any distance, counts its best {PAID} cities but no towns, and ignores gauge markers."


def exchange_token(rules: Rules) -> str:
    """18 India 8.4.2.2."""
    count = rules.data.file.numbers["exchange_tokens"]
    return f"One of the GIPR's {count}. When a company closes, the GIPR may put one in place of its station."


def yellow_tiles(_rules: Rules) -> str:
    """18 India 8.4.1.1."""
    return (
        f"A company may lay up to {YELLOWS} of them in a turn if they lie along one line: one route from a station must pass"
        " them in the order you lay them. Older and printed track may lie between them."
    )


def floating(_rules: Rules) -> str:
    """18 India 2.2.1, 2.3."""
    return (
        "A company with a director floats as soon as the director's certificate is bought. One with a manager does once three of"
        " its shares are with players, with companies or in the pool. It has what was paid for its shares."
    )


# Words of all games of the kind that mean something else here.


def auction(_rules: Rules) -> str:
    """18 India 6.6."""
    return "Only an optional rule has one: the cards of the draft are then auctioned one by one."


def certificate(_rules: Rules) -> str:
    """18 India 2.2.1."""
    return "A card with one share of a company, 10%. The director's certificate is two, 20%."


def par(_rules: Rules) -> str:
    """18 India 2.2."""
    return "The price at which a company is started. It is printed: nobody chooses it."


def market(_rules: Rules) -> str:
    """18 India 8.4.4."""
    return (
        "The row of share prices. A price moves right when the company pays out half of it or more in all, further when that"
        " is twice the price or more. It moves left when the company pays nothing, or has no train. Purchases and sales do not"
        " move it."
    )


def priority(_rules: Rules) -> str:
    """18 India 7.5, 7.8."""
    return "The player who passed first in this stock round begins the next one. The others follow in the order they passed."


def private_company(_rules: Rules) -> str:
    """18 India 2.5, 8.2."""
    return (
        "A card that pays its owner in every operating round. Most have a power, which a company of its owner may use once: then"
        " the card goes, and the owner gets its face value."
    )


def close(_rules: Rules) -> str:
    """18 India 2.5, 8.2, 8.4.4.4."""
    return (
        "A private company that closes leaves the game, and the bank pays its owner the face value. A company closes when its"
        " price falls into the box Closed: its shares and its money are gone, and nobody gets anything for them."
    )


def rust(_rules: Rules) -> str:
    """18 India 8.4.5."""
    return "In other games old trains leave when better ones are bought. Here that never happens: trains stay."


def treasury(_rules: Rules) -> str:
    """18 India 9.2."""
    return "A company's own money. At the end each 10% of the company counts a tenth of it."


def reach() -> str:
    """18 India 8.4.3.1: towns are free."""
    return "cities"


WORDS: Mapping[type | str, Callable[..., str]] = {
    "counts": counts,
    "reach": reach,
    "opening": opening,
    "term: selection, keep": selection,
    "term: auction": auction,
    "term: certificate": certificate,
    "term: par": par,
    "term: market, price, market price": market,
    "term: priority deal, priority": priority,
    "term: private company, private": private_company,
    "term: close, closed": close,
    "term: rust, obsolete, never rusts": rust,
    "term: treasury": treasury,
    "term: worth": lambda rules: f"What a player would have if the game ended now: {counts(rules)}",
    "term: share of assets, assets": share_of_assets,
    "term: float, floats, floated": floating,
    "term: gauge, gauge marker, marker, change of gauge": gauge,
    "term: best +, best": best,
    "term: jewelry, jewellery, jewelry token": jewelry,
    "term: ferry, ferry tile": ferry,
    "term: goods, good": goods,
    "term: concession": concession,
    "term: pool, open market": open_market,
    "term: row, rows, initial offering": row,
    "term: hand": hand,
    "term: draft": draft,
    "term: director, director's certificate": director,
    "term: guaranty, guaranty company, guaranty companies, guaranties, guarantee, guaranties end": guaranty,
    "term: royal bond, bond, convert, convertible, bonds become convertible": bond,
    "term: express": express,
    "term: exchange token": exchange_token,
    "term: yellow tiles, yellow tile": yellow_tiles,
}

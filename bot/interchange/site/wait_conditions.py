"""What a step of a company's turn waits for at 18xx.games: conditions that the titles put together to their turns.

Each tells from the position and from what the company has done in its turn whether the site waits in that step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game import cards, privates, stations, train_checks, trains
from game.ability_kinds import AbilityKind
from game.checks import Purchase, StationPermit

if TYPE_CHECKING:
    from bot.interchange.site.site_turn import Turn
    from game.play import Game


def always_waits(_g: Game, _turn: Turn) -> bool:
    """Whether the site waits: always, in every turn."""
    return True


def never_waits_for(_g: Game, _turn: Turn) -> bool:
    """Whether the site waits: never."""
    return False


def may_lay(g: Game, turn: Turn) -> bool:
    """Whether the site waits for track: once more after the first lay while the turn allows another, whether or not one is
    legal; and while a private that lays tiles is unused or could be bought.
    """
    if not turn.laid:
        return True
    normal = [b for b in turn.laid if not b.using]
    if any(True for _ in g.rules.track.permits(g, turn.company, normal)):
        return True
    return any(_may_lay_by_private(g, p, turn.company) for p in g.rules.data.privates) or any(
        _may_lay_by_private(g, p, "") for p in _affordable_privates(g, turn.company)
    )


def _may_lay_by_private(g: Game, private: str, owner: str) -> bool:
    """Whether a private of that owner (empty: any) has an unused power to lay a tile."""
    if owner and g.state.place[private] != owner:
        return False
    return any(
        a.kind == "lay" and a.owner != "player" and f"{private}.lay" not in g.state.used
        for a in g.rules.data.privates[private].abilities
    )


def _affordable_privates(g: Game, company: str) -> list[str]:
    """Privates of players that the company can pay in a phase that lets all companies buy them."""
    if "privates" not in trains.phase(g).flags:
        return []
    affordable = []
    for player in g.state.order:
        for private in cards.privates(g, player):
            low, high = g.rules.private_price_range(g, company, private)
            if 0 < low <= min(high, g.state.cash[company]):
                affordable.append(private)
    return affordable


def may_place_station(g: Game, turn: Turn) -> bool:
    """Whether a station is affordable and a circle for it is reached, or a private has a station to place."""
    company = turn.company
    if not turn.stations and g.state.companies[company].tokens:
        cost = g.rules.tokens.cost(g, company)
        if cost <= g.state.cash[company] and any(True for _ in stations.slots(g, company, StationPermit(cost))):
            return True
    powers = (p for p in g.rules.tokens.powers(g, company) if p.extra or not turn.stations)
    return any(True for p in powers for _ in stations.slots(g, company, p))


def may_buy_train(g: Game, turn: Turn) -> bool:
    """Whether there is room and money for the cheapest offer. Any train of another company counts as an offer of 1.

    After such a purchase the site no longer minds how many came from the bank.
    """
    company, cash = turn.company, g.state.cash[turn.company]
    if trains.count_for_limit(g, company) >= g.rules.trains.limit(g, company):
        return False
    offers = (
        Purchase(company, card, seller, 1, turn.bought) for seller, card in train_checks.others_trains(g, company)
    )
    if cash >= 1 and any(not g.rules.forbids(g.rules.trains.checks, g, p) for p in offers):
        return True
    return any(p.price <= cash and not g.rules.forbids(g.rules.trains.checks, g, p) for p in _bank_offers(g, turn))


def may_buy_another(g: Game, turn: Turn) -> bool:
    """Whether there is room and money for a train of the bank after one of another company, whatever it has sold in this turn."""
    company = turn.company
    if not turn.traded or trains.count_for_limit(g, company) >= g.rules.trains.limit(g, company):
        return False
    return any(p.price <= g.state.cash[company] for p in _bank_offers(g, turn))


def _bank_offers(g: Game, turn: Turn) -> Iterator[Purchase]:
    """What the bank could sell the company of the turn now."""
    return trains.bank_offers(g, turn.company, 0 if turn.traded else turn.bought)


def may_buy_private(g: Game, turn: Turn) -> bool:
    """Whether a player's private could be bought, in a phase that lets all companies buy."""
    return bool(_affordable_privates(g, turn.company))


def has_power_left(g: Game, turn: Turn, kind: AbilityKind) -> bool:
    """Whether the company owns a private whose power of that kind is unused."""
    return any(True for _ in privates.powers(g, turn.company, kind))

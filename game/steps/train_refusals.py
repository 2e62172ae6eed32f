"""Why a train cannot be bought, or a private sold for one, as a president asks: reasons in the order in which they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import emergency, train_checks, trains
from game.actions import BuyTrain, SellPrivate
from game.checks import Purchase
from game.deal_checks import why_no_deal
from game.rules import Refusal

if TYPE_CHECKING:
    from game.play import Game
    from game.steps.trains import BuyTrains


def refuse_purchase(g: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """The first reason against a purchase; None where there is none."""
    reasons = (
        _unknown_train,
        _kept_by_company if action.seller else _not_at_the_bank,
        _side_left_out,
        _no_discount,
        _other_price_at_the_bank,
        _forbidden,
        _price_out_of_range if action.seller else _too_dear,
    )
    return next(filter(None, (reason(g, step, action) for reason in reasons)), None)


def _unknown_train(g: Game, _step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """No such card is in the game."""
    if action.train in g.rules.data.train_set:
        return None
    return Refusal(f"there is no {trains.train_name(g, action.train)} in this game")


def _kept_by_company(g: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """The other company does not have the train, or may not sell it now."""
    if g.state.place[action.train] != action.seller:
        return Refusal(f"{g.rules.person(action.seller)} does not have that {trains.train_name(g, action.train)}")
    return g.rules.refusal(train_checks.NOT_FOR_SALE, g, action.train) or g.rules.refusal(
        (emergency.not_after_a_sale,), g, step.company, action.train, action.price, step.raised
    )


def _not_at_the_bank(g: Game, _step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """The bank does not sell the train now."""
    if action.train in trains.bank_trains(g):
        return None
    called = g.rules.data.train_called(action.side) if action.side else trains.train_name(g, action.train)
    return Refusal(f"the bank is not selling {called}s now", g.rules.paragraph(trains.bank_trains))


def _side_left_out(g: Game, _step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """A card of the bank that has two sides is bought as one of them."""
    sides = [s.name for s in trains.type_of(g, action.train).sides]
    if action.seller or not sides or action.side in sides:
        return None
    return Refusal(f"say which side of the train you want: {' or '.join(sides)}")


def _no_discount(g: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """The private does not make the train cheaper."""
    if not action.using or (not action.seller and action.using in _discounts(g, step, action)):
        return None
    reason = f"{action.using} does not make a {trains.train_name(g, action.train)} cheaper"
    if action.using in g.rules.data.privates and g.state.place[action.using] != step.company:
        reason = f"{action.using} does not belong to {step.company}: it must buy it before it uses its power"
    return Refusal(reason, g.rules.paragraph(g.rules.trains.discounts))


def _discounts(g: Game, step: BuyTrains, action: BuyTrain) -> dict[str, int]:
    """Dollars by which the train is cheaper at the bank, by the private whose power is used; "" for none."""
    return {"": 0, **dict(g.rules.trains.discounts(g, step.company, action.train))}


def _other_price_at_the_bank(g: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """The bank asks for another price."""
    if action.seller:
        return None
    price = max(0, trains.type_of(g, action.train).price - _discounts(g, step, action)[action.using])
    if action.price == price:
        return None
    reason = f"the {trains.train_name(g, action.train)} costs {g.rules.data.money(price)} at the bank"
    return Refusal(reason, g.rules.paragraph(step.bank_purchases))


def _forbidden(g: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """A check of the title refuses."""
    place = g.state.place[action.train]
    purchase = Purchase(step.company, action.train, place, action.price, step.bank, action.side, action.using)
    return g.rules.refusal(g.rules.trains.checks, g, purchase)


def _price_out_of_range(g: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """Another company may not be paid so much, or so little."""
    low, high = emergency.prices(g, step.company, action.train, step.raised, helped=step.president_may_add(g))
    if low <= action.price <= high:
        return None
    least, most = map(g.rules.data.money, (low, high))
    asked = f"from {least} to {most}" if low < high else most if low == high else "nothing"
    reason = f"{step.company} may pay {asked} for the {trains.train_name(g, action.train)}"
    return Refusal(reason, g.rules.paragraph(emergency.prices))


def _too_dear(g: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """The treasury cannot pay the bank, and the president may not help."""
    if action.price <= g.state.cash[step.company]:
        return None
    raised = step.raised if step.must_buy(g) else None
    why = emergency.why_no_help(g, step.company, action.price, step.cheapest_price(g), raised)
    return Refusal(why, g.rules.paragraph(step.list_presidents_help))


def refuse_private_sale(g: Game, step: BuyTrains, action: SellPrivate) -> Refusal | None:
    """Why the president may not sell a private for the train."""
    need = step.missing_dollars(g, action.by)
    if need <= 0:
        return Refusal("there is enough money: you cannot sell any more", g.rules.paragraph(emergency.sales))
    if step.raised and action.price >= need + min(step.raised):
        missing, asked = map(g.rules.data.money, (need, need + min(step.raised) - 1))
        reason = f"you need {missing} more: ask for at most {asked}, since you have sold shares for it already"
        return Refusal(reason, g.rules.paragraph(emergency.just_enough))
    return why_no_deal(g, action.by, action.buyer, action.private, action.price)

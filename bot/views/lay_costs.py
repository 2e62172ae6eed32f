"""What tiles cost on ground and across borders, beside the options that lay them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.model.board.lay_cost import lay_cost
from bot.views.formatting import View
from bot.views.options.screen import Screen, ScreenOption
from game.actions import LayTile
from game.rules import Rules


def add_lay_costs(labels: Sequence[str], screen: Screen, view: View, rules: Rules) -> list[str]:
    """The labels with what their tiles cost: `Q18 for up to ₹30`, of a hex at whose borders that hangs on the tile, and, where
    the tiles of one hex differ in it, `tile 9 to Haldia and Dhaka for ₹30`.
    """
    costs = [_lay_costs(o, screen, view, rules) for o in screen.options]
    if len({*costs}) < 2 and not any(o.field == "hex" for o in screen.options):
        return [*labels]
    return [_with_cost(text, known, rules) for text, known in zip(labels, costs, strict=True)]


def _lay_costs(offer: ScreenOption, screen: Screen, view: View, rules: Rules) -> tuple[int, ...]:
    """The least and the most dollars of the lays that an option leads to; none of other options, of lays by a power, and where
    the hex alone says it.
    """
    given = (offer.question or screen.question).draft.given
    place = getattr(offer.action, "hex", "") or (offer.choice if offer.field == "hex" else given.get("hex", ""))
    ground = rules.data.hexes.get(str(place))
    if not issubclass(offer.kind, LayTile) or ground is None or not (ground.cost or ground.borders):
        return ()
    known = {lay_cost(a, view, rules) for a in list_lays(offer, screen) if not a.using}
    return (min(known), max(known)) if known else ()


def list_lays(offer: ScreenOption, screen: Screen) -> list[LayTile]:
    """The lays that an option leads to."""
    if isinstance(offer.action, LayTile) and not offer.field:
        return [offer.action]
    question = offer.question or screen.question
    given = {**question.draft.given, **({offer.field: offer.choice} if offer.field else {})}
    return [a for c in question.agreeing for a in c.matching(given) if isinstance(a, LayTile)]


def _with_cost(label: str, costs: tuple[int, ...], rules: Rules) -> str:
    """A label with its dollars, in place of those of the ground alone."""
    if not costs:
        return label
    low, high = (rules.data.money(dollars) for dollars in costs)
    told = f" for {high}" if low == high else f" for {low} to {high}" if costs[0] else f" for up to {high}"
    ground = re.search(rf" for {re.escape(rules.data.currency)}[\d,]+", label)
    if not costs[-1]:
        told = ""
    return label.replace(ground[0], told) if ground is not None else f"{label}{told}"

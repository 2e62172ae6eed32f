"""Words beside the question of a console: what can be spent, which shares are dear, whose stations the picture shows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.core.text import begin_sentence
from bot.tables.service import Table
from bot.views.console.questions import step_words
from bot.views.discard_words import discards_with
from bot.views.formatting import View, escape_line
from bot.views.options.pictures import is_lettered
from bot.views.options.screen import Screen, fit_as_buttons
from game.actions import BuyShare, BuyTrain, PlaceToken
from game.rules import Rules
from render.data import queries
from render.data.choice_names import choice_name

WHOSE = re.compile(r"(?<=\()[^(),]+, [^(),]+, ")  # name and owner of a minor, before what it has


def station_words(screen: Screen, labels: Sequence[str], view: View, rules: Rules) -> str:
    """Whose stations the picture shows, where the title says it, and below it what has no room on the buttons, but not whose each
    is: all are one's own; else "".
    """
    stations = screen.offers and all(issubclass(o.kind, PlaceToken) for o in screen.offers)
    said = step_words("picture", view, rules) if stations else ""
    if not said:
        return ""
    lines = labels if fit_as_buttons(screen.offers) else ()
    lettered = is_lettered(screen, view)
    listed = (f"{choice_name(n, lettered=lettered)} · {WHOSE.sub('', text)}" for n, text in enumerate(lines, 1))
    return "\n".join(f"-# {line}" for line in (said, *listed))


def special_tile_words(private: str, rules: Rules) -> str:
    """What a tile is that the power of a private company allows: `the free tile of ETWCR`; "" where there is no such power."""
    ability = next((a for a in rules.data.privates[private].abilities if a.kind == "lay"), None) if private else None
    if ability is None:
        return ""
    return f"the {'free ' if ability.free else 'extra ' if ability.extra else ''}tile of {private}"


def cash_words(rules: Rules, view: View, seat: str, *, bidding: bool = False) -> str:
    """What can be spent now: by the company whose turn it is and by oneself; while lots are sold (`bidding`), what everybody
    has free, since that is what others can bid.
    """
    company, own = queries.acting_company(view), rules.data.money(view.cash.get(seat, 0))
    if bidding:
        bound = {p: sum(bids.get(p, 0) for bids in view.bids.values()) for p in view.order}
        free = {p: rules.data.money(view.cash.get(p, 0) - bound[p]) for p in view.order}
        if len({*free.values()}) == 1 and not any(bound.values()):
            return f"Free cash: you and all others {free[seat]}"
        yours = f"you {free[seat]}{f' (of {own})' if bound[seat] else ''}"
        others = [f"{rules.person(p)} {free[p]}" for p in view.order if p != seat]
        return escape_line(f"Free cash: {' · '.join((yours, *others))}")
    if not company:
        return f"You have {own}"
    return f"{begin_sentence(queries.called(rules, company))} {rules.data.money(view.cash.get(company, 0))} · you {own}"


def dear_share_words(screen: Screen, view: View, rules: Rules) -> list[str]:
    """Which shares that are offered cost more than the market gives for them: `GMO $75 costs more than its market price, $65`;
    of several one line with all of them.
    """
    money, shares = rules.data.money, (o.action for o in screen.offers if isinstance(o.action, BuyShare))
    dear = {
        f"{a.company} {money(queries.asking(view, rules, a.company, a.source))}": money(
            queries.price(view, rules, a.company)
        )
        for a in shares
        if queries.costs_too_much(view, rules, a.company, a.source)
    }
    if len(dear) < 2:
        return [f"{asked} costs more than its market price, {price}" for asked, price in dear.items()]
    return [f"Above their market price: {', '.join(f'{asked} (market {price})' for asked, price in dear.items())}"]


async def lost_train_words(table: Table, screen: Screen, view: View) -> str:
    """What goes with a train for which a price is asked (`With it minor 13 discards a Pullman.`), or with one of the bank's; ""
    where nothing does.
    """
    given, kind = screen.asked.draft.given, screen.asked.draft.kind
    if kind == BuyTrain.__name__ and screen.asked.span is not None:
        priced = [a for c in screen.asked.agreeing for a in c.matching(given)]
        return await discards_with(table, next(iter(priced), None), view)
    sold = [o.action for o in screen.offers if isinstance(o.action, BuyTrain) and not o.action.seller]  # by one press
    return await discards_with(table, next(iter(sold), None), view, what="a train of the bank")

"""Which of very many answers stand on the screen, by what the table shows: sensible prices, trains by their owners."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import render
from bot.core.discord_limits import OPTIONS
from bot.model.action_form import Question
from bot.views.formatting import View
from bot.views.map_focus import base_hexes
from bot.views.options.screen import BUTTONS, Screen, ScreenOption, asks_price, completed_action
from bot.views.options.values import value_id
from bot.views.press_verbs import StepVerb
from game.actions import Action, Bid, PlaceToken, SellPrivate, Use
from game.events import Ran
from game.names import company_name
from game.numbering import by_number
from game.rules import Rules
from game.state import Player
from render.data import queries
from render.data.marks import marks_of
from render.data.run_paths import face_of
from render.text.labels import city_values


def arrange_offers(screen: Screen, view: View, rules: Rules, seat: Player, page: int) -> Screen:
    """The screen with prices that people name, or with the trains of one player's companies at a time where there are many.

    `page`: 0, or the number of the group of trains that was opened.
    """
    if asks_price(screen):
        return replace(screen, options=_price_offers(screen, view, rules))
    return replace(screen, options=_group_trains(screen.options, view, seat, page))


def _price_offers(screen: Screen, view: View, rules: Rules) -> tuple[ScreenOption, ...]:
    """Options for the prices that people name, the likeliest first."""
    pending, shown = screen.question, []
    for price in _sensible_prices(pending, view, rules):
        action = completed_action(pending, price)
        kind = pending.agreeing[0].kind
        shown.append(ScreenOption(StepVerb.FIELD, value_id(price), kind, action, pending.field, price, pending))
    return tuple(shown)


def _sensible_prices(pending: Question, view: View, rules: Rules) -> list[int]:
    """Dollars: what is printed on the thing; of a train then the least, all of the buying company's money and the most, of a
    private the most, which its owner wants, and the least.
    """
    span, given = pending.span, pending.draft.given
    assert span is not None
    treasury = view.cash.get(queries.acting_company(view), 0)
    train = str(given.get("train", ""))
    if train:
        wanted = [_printed_price(given, rules), span.low, treasury, span.high]
    else:
        wanted = [_printed_price(given, rules), span.high, span.low]
    alone = [v for v in pending.values if v not in span]
    return list(dict.fromkeys([*alone, *(v for v in wanted if v in span)]))


def _printed_price(given: Mapping[str, object], rules: Rules) -> int:
    """Dollars that are printed on the train or the private of a deal."""
    if "train" in given:
        return rules.data.trains[queries.train_type(str(given["train"]))].price
    return rules.data.privates[str(given["private"])].value


def _group_trains(offers: Sequence[ScreenOption], view: View, seat: Player, page: int) -> tuple[ScreenOption, ...]:
    """The bank's trains and a group for each player who runs companies with trains, the own ones first; or one of the groups."""
    owners = [company_owner(str(o.choice), view) for o in offers]
    players = [p for p in dict.fromkeys([seat, *view.order]) if p in owners]
    if 0 < page <= len(players):
        return tuple(o for o, owner in zip(offers, owners, strict=True) if owner == players[page - 1])
    lone = [o for o, owner in zip(offers, owners, strict=True) if not owner]
    groups = [
        replace(offers[0], verb=StepVerb.PAGE, value=str(n), action=None, choice=p) for n, p in enumerate(players, 1)
    ]
    return (*lone, *groups)


def company_owner(train: str, view: View) -> Player:
    """The president of the company that has a train; "" where the bank has it."""
    place = view.place.get(train, "")
    return view.companies[place].president if place in view.companies else ""


def trains_of_player(values: Iterable[object], view: View, player: Player) -> list[str]:
    """Of the trains among these values those that companies of that player have, by name, the smallest first."""
    return by_number(queries.face(view, str(v)) for v in values if company_owner(str(v), view) == player)


def page_places(screen: Screen, view: View, rules: Rules, page: int) -> Screen:
    """Of more places than a drop-down holds one page, those nearest the company's stations first, so that each page lies together
    on the map; a company that chooses its home, or a city anywhere by a power, has a page for each part of the map.
    """
    places = [_place(o, rules) for o in screen.options]
    if not all(places):
        return screen
    anywhere = len(places) > BUTTONS and all(getattr(o.action, "using", "") for o in screen.options)
    if anywhere and all(o.kind is PlaceToken for o in screen.options):
        parts = _offers_by_part(screen.options, view, rules, BUTTONS)
        return replace(screen, options=parts[min(page, len(parts) - 1)], pages=len(parts)) if parts else screen
    if len(places) <= OPTIONS:
        return screen
    company = queries.acting_company(view)
    homes = [rules.data.hexes[slot.partition(".")[0]] for slot, owner in view.tokens.items() if owner == company]
    parts = _offers_by_part(screen.options, view, rules, OPTIONS) if not homes else []
    if parts:
        return replace(screen, options=parts[min(page, len(parts) - 1)], pages=len(parts))

    def rank(n: int) -> tuple[int, int, int]:
        """By what places are in order."""
        spot = rules.data.hexes[places[n]]
        far = min((abs(spot.x - h.x) + abs(spot.y - h.y) for h in homes), default=0)
        return far, spot.y, spot.x

    order = sorted(range(len(places)), key=rank)
    pages = -(-len(places) // OPTIONS)
    size, number = -(-len(places) // pages), min(page, pages - 1)
    offers = tuple(screen.options[n] for n in order[number * size : (number + 1) * size])
    return replace(screen, options=offers, pages=pages)


def _offers_by_part(
    offers: Sequence[ScreenOption], view: View, rules: Rules, most: int
) -> list[tuple[ScreenOption, ...]]:
    """The places in each part of the map that has any, the best cities first, at most so many together; none where the map is
    read as a whole.
    """

    def rank(offer: ScreenOption) -> int:
        """By what they are in order: what their city earns, least."""
        return -max(city_values(face_of(view, rules, _place(offer, rules)).tile), default=0)

    left, found = [*offers], list[tuple[ScreenOption, ...]]()
    for part in render.map_parts(rules.data):
        here = [o for o in left if _place(o, rules) in part.hexes]
        left = [o for o in left if o not in here]
        ranked = sorted(here, key=rank)
        found += [tuple(ranked[n : n + most]) for n in range(0, len(ranked), most)]
    return found


async def page_runs(screen: Screen, ran: Mapping[Action, Ran], view: View, rules: Rules, page: int) -> Screen:
    """Of more runs than a phone's screen shows large one page. `ran`: what each would bring, and where it goes."""
    actions = [o.action for o in screen.options]
    marks = [marks_of([ran[a]]) for a in actions if a is not None and a in ran]
    if len(marks) < len(actions):
        return screen
    counts = await asyncio.to_thread(render.screens_of_runs, view, rules, marks)
    number = min(page, len(counts) - 1)
    start = sum(counts[:number])
    return replace(screen, options=screen.options[start : start + counts[number]], pages=len(counts))


def _place(offer: ScreenOption, rules: Rules) -> str:
    """The hex that an option is about; "" where it is about none."""
    action = offer.action
    named = getattr(action, "city", "") or getattr(action, "target", "") if offer.choice is None else str(offer.choice)
    hex_id = str(named or getattr(action, "hex", "")).partition(".")[0]
    return hex_id if hex_id in rules.data.hexes else ""


def offer_price_words(offer: ScreenOption, view: View, rules: Rules) -> str:
    """`Offer $60` where somebody else must agree, `Ask $60` of whoever is to buy, else `Pay $60`; and what that price is."""
    verb = "Pay" if not _needs_agreement(offer, view, rules) else "Ask" if offer.kind is SellPrivate else "Offer"
    dollars = int(offer.choice)
    about = _price_note(offer, dollars, view, rules)
    return f"{verb} {rules.data.money(dollars)}{f' ({about})' if about else ''}"


def _price_note(offer: ScreenOption, dollars: int, view: View, rules: Rules) -> str:
    """Why that price is offered: `printed price`, `all that CoG has`, `the least`; "" where nothing but itself speaks for it."""
    assert offer.question is not None
    span, company = offer.question.span, queries.acting_company(view)
    if dollars == _printed_price(offer.question.draft.given, rules):
        return "printed price"
    if company and dollars == view.cash.get(company, 0) and offer.kind is not SellPrivate:
        return f"all that {company_name(rules, company)} has"
    if span is None or dollars not in (span.low, span.high) or span.low == span.high:
        return ""
    return "the least" if dollars == span.low else "the most"


def _needs_agreement(offer: ScreenOption, view: View, rules: Rules) -> bool:
    """Whether somebody else is asked before a purchase or sale at a price takes place."""
    assert offer.question is not None
    given, seat = offer.question.draft.given, offer.question.agreeing[0].by
    if not rules.consent:
        return False
    other = given.get("buyer") or view.place.get(str(given.get("train") or given.get("private") or ""), "")
    if other in view.companies:
        other = view.companies[str(other)].president
    return other in view.order and other != seat


def group_words(offer: ScreenOption, view: View, rules: Rules) -> str:
    """`Bob's trains…`, of a group of trains of companies."""
    assert offer.question is not None
    owner = str(offer.choice)
    whose = "Your own" if owner == offer.question.agreeing[0].by else f"{rules.person(owner)}'s"
    return f"{whose} trains…"


def outbids_oneself(bid: Bid, view: View) -> bool:
    """Whether a bid is on what the bidder leads already."""
    return bool(bid.amount) and queries.high_bid(view, bid.item)[0] == bid.by


def put_visited_first(screen: Screen, view: View, rules: Rules) -> Screen:
    """A screen with the places of a private's power in another order: first those to which the company on turn ran last, then
    those with stations of its own. What it makes dearer elsewhere earns nothing now.
    """
    company = view.companies.get(queries.acting_company(view))
    places = [o.action.target if isinstance(o.action, Use) else "" for o in screen.options]
    if company is None or not all(place in rules.data.hexes for place in places):
        return screen
    stops = {stop.partition(".")[0] for run in company.ran for stop in run.stops}
    own = base_hexes(view, rules)
    ranked = sorted(zip(screen.options, places, strict=True), key=lambda o: (o[1] not in stops, o[1] not in own))
    return replace(screen, options=tuple(offer for offer, _ in ranked))

"""Legal actions as phrases for buttons, menus and autocomplete."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias, assert_never, get_args

from game.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    ClosePrivate,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RemoveToken,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from game.rules import Rules
from game.state import Company
from game.step_keys import StepKey
from game.tiles import Tile
from render.data import queries
from render.data.names import a_train, holder, lot_name
from render.data.queries import View, asking, face, percent, place_name, price
from render.data.run_paths import face_of, has_track
from render.text.directions import city_way, toward

# Every shared action: `_shared` matches to the last one, so that an action without a phrase is a type error.
Shared: TypeAlias = (
    Pass
    | Answer
    | Choose
    | Bankrupt
    | Bid
    | Par
    | BuyShare
    | SellShares
    | BuyPrivate
    | SellPrivate
    | Use
    | ClosePrivate
    | LayTile
    | PlaceToken
    | RemoveToken
    | RunTrains
    | PayDividend
    | BuyTrain
    | DiscardTrain
    | TakePrivate
)


def label(action: Action, view: View, rules: Rules, *, known: Collection[str] = (), after: View | None = None) -> str:
    """An action as a phrase: `57 · city 20 · to C9 and E11`.

    `known`: fields that were chosen before and need not be said; of a tile `cost`, where the caller says what it costs. `after`:
    the position that the action leads to, where the caller has tried it: then prices that move are told: `sell 2 CoG for $140 ·
    CoG $70 → $55`.
    """
    own = rules.words.get(type(action))
    if own is not None:
        text = own(action, view, rules)
    elif isinstance(action, get_args(Shared)):
        text = _shared(action, view, rules, set(known))
    else:
        raise TypeError(f"{rules.name} has no words for {type(action).__name__}")
    if after is None:
        return text
    return " · ".join([text, *(f"{c} {way}" for c, way in _moved_prices(view, after, rules).items())])


def _moved_prices(view: View, after: View, rules: Rules) -> dict[Company, str]:
    """`$70 → $55` for every marker that moves between two positions, by its company."""
    prices = {c: (price(view, rules, c), price(after, rules, c)) for c in view.companies}
    money = rules.data.money
    return {c: f"{money(old)} → {money(new)}" for c, (old, new) in prices.items() if old and new and old != new}


def share_price_changes(view: View, after: View, rules: Rules, called: str = "share price") -> list[str]:
    """`share price $80 → $90` of the company whose turn it is, `CoG's share price $70 → $55` of others."""
    acting = queries.acting_company(view)
    moved = _moved_prices(view, after, rules)
    return [f"{called} {way}" if c == acting else f"{c}'s {called} {way}" for c, way in moved.items()]


def dividend_price_words(
    action: PayDividend, view: View, after: View, rules: Rules, called: str = "share price", *, explains: bool = True
) -> list[str]:
    """What a dividend does to prices; where the company's own stays, what sum raises it: `share price stays $82; $82
    or more raises it`. `explains`: that sum too.
    """
    company, money = queries.acting_company(view), rules.data.money
    moved, now = share_price_changes(view, after, rules, called), price(after, rules, company)
    if not now or now != price(view, rules, company):
        return moved
    paid, least = rules.dividends.paid(action.kind, view.companies[company].earned), rules.market.rises_from(now, rules)
    rises = f"; {money(least)} or more raises it" if explains and 0 < paid < least else ""
    return [f"{called} stays {money(now)}{rises}", *moved]


def _shared(action: Shared, view: View, rules: Rules, known: set[str]) -> str:
    data = rules.data

    def cash(amount: int) -> str:
        return data.money(amount)

    match action:
        case Pass():
            own = rules.words.get(f"{view.agenda[-1].key}: pass") if view.agenda else None
            if own is not None:
                return own(action, view, rules)
            if view.agenda and getattr(view.agenda[-1], "key", "") == StepKey.TOKEN:
                return "no station"
            return "done" if queries.acting_company(view) or _has_acted(view) else "pass"
        case Answer(yes=yes):
            return "accept" if yes else "decline"
        case Choose(option=option):
            return option
        case Bankrupt():
            return "declare bankruptcy"
        case Bid(item=item, amount=amount):
            return cash(amount) if "item" in known else f"{lot_name(item, view, rules)} for {cash(amount)}"
        case Par(company=company, price=par):
            if queries.step_key(view) == StepKey.PAR:  # its certificate comes for nothing
                return f"{cash(par)} a share" if "company" in known else f"start {company} at {cash(par)} a share"
            share = percent(view, company, data.companies[company].certificates[0])
            price_text = f"{cash(par)} a share · {share}% for {cash(par * data.companies[company].certificates[0])}"
            return price_text if "company" in known else f"start {company} at {price_text}"
        case BuyShare(company=company, source=source):
            return buy_words(company, source, view, rules, known)
        case SellShares(company=company, shares=shares):
            gets = cash(shares * asking(view, rules, company, "pool"))
            return f"{shares} for {gets}" if "company" in known else f"sell {shares} {company} for {gets}"
        case BuyPrivate(private=private, price=dollars, company=company):
            owner = holder(view.place.get(private, ""), rules)
            return f"{f'{company} buys' if company else 'buy'} {private} from {owner} for {cash(dollars)}"
        case SellPrivate(private=private, buyer=buyer, price=dollars):
            return f"sell {private} to {rules.person(buyer)} for {cash(dollars)}"
        case Use(private=private, target=target):
            return f"use {private}{f' on {place_name(rules, target)}' if target else ''}"
        case ClosePrivate(private=private):
            return f"close {private} for good"
        case LayTile():
            return lay_words(action, view, rules, known)
        case PlaceToken(city=city, using=using):
            own = rules.words.get(f"{view.agenda[-1].key}: place") if view.agenda else None
            if own is not None:
                return own(action, view, rules)
            return token_words(city, using, view, rules)
        case RemoveToken(city=city):
            own = rules.words.get(f"{view.agenda[-1].key}: remove") if view.agenda else None
            if own is not None:
                return own(action, view, rules)
            return f"remove the station in {place_name(rules, city)}"
        case RunTrains(routes=routes):
            each = "; ".join(
                f"{rules.data.train_called(face(view, r.train))} {stop_names(r.stops, rules)}" for r in routes
            )
            return each or "run no train"
        case PayDividend(kind=kind):
            return dividend_words(kind, view, rules)
        case BuyTrain(train=train, price=dollars, seller=seller, side=side, using=using):
            name = rules.data.train_called(side or face(view, train))
            if seller:
                return f"{name} from {holder(seller, rules)} for {cash(dollars)}"
            power = f" using {using}" if using else ""
            return f"{name} for {cash(dollars)}{power}{' (pool)' if view.place.get(train) == 'pool' else ''}"
        case DiscardTrain(train=train):
            return f"discard {a_train(face(view, train), rules)}"
        case TakePrivate(private=private, price=dollars):
            return f"buy {private} from {holder(view.place.get(private, ''), rules)} for {cash(dollars)}"
        case _:
            assert_never(action)


def _has_acted(view: View) -> bool:
    """Whether the player on turn has done something in it."""
    return queries.has_traded(view)


def stop_names(stops: Sequence[str], rules: Rules) -> str:
    """The stops of a route by name, else by what is printed there and the hex, `port B21`; cities of one hex told apart."""
    named = []
    for stop in stops:
        hex_id, _, which = stop.partition(".")
        known = rules.data.hexes.get(hex_id)
        name = (known.name if known is not None else "") or f"{queries.stop_symbol(rules, hex_id)} {hex_id}".strip()
        several = sum(s.partition(".")[0] == hex_id for s in stops) > 1
        named.append(f"{name} {which}" if several else name)
    return "–".join(named)


def buy_words(company: str, source: str, view: View, rules: Rules, known: set[str]) -> str:
    """`10% of CoG from the pool for $70`."""
    dollars = asking(view, rules, company, source)
    smallest = min(rules.data.companies[company].certificates)
    share = f"{percent(view, company, smallest)}%"
    where = holder(source, rules)
    if "company" in known:
        return f"from {where} for {rules.data.money(dollars * smallest)}"
    return f"{share} of {company} from {where} for {rules.data.money(dollars * smallest)}"


def lay_words(action: LayTile, view: View, rules: Rules, known: set[str]) -> str:
    """Hex, tile, where it leads and what its ground costs, without what was chosen before, or is said elsewhere (`cost`)."""
    tile = rules.data.tiles[action.tile]
    hex_data = rules.data.hexes[action.hex]
    parts: list[str] = []
    if "hex" not in known:
        parts.append(place_name(rules, action.hex))
    if "tile" not in known:
        parts.append(rules.data.tile_number(action.tile))
        stop = tile_words(tile.name, rules)
        if stop:
            parts.append(stop)
    face = tile.faces[action.rotation]
    parts.append(toward(rules, action.hex, face, named=True))
    if "cost" not in known and hex_data.cost and not has_track(view, rules, action.hex) and not action.using:
        parts.append(f"for {rules.data.money(hex_data.cost)}")
    if action.using:
        parts.append(f"using {action.using}")
    return " · ".join(p for p in parts if p)


def tile_words(name: str, rules: Rules) -> str:
    """What is on a tile: `city 20`, `3 cities 30`, `town 10`; plain track has nothing to say."""
    tile = rules.data.tiles[name]
    kinds: dict[tuple[str, int], int] = {}
    for s in tile.stops:
        kinds[s.kind, s.values[0][1]] = kinds.get((s.kind, s.values[0][1]), 0) + 1
    slots = sum(s.slots for s in tile.cities)
    stops = []
    for (kind, value), count in kinds.items():
        plural = {"city": "cities", "town": "towns"}.get(kind, kind)
        stops.append(f"{kind} {value}" if count == 1 else f"{count} {plural} {value}")
    if len(tile.cities) == 1 and slots > 1:
        stops.append(f"{slots} circles")
    return ", ".join(stops)


def upgrade_words(action: LayTile, view: View, rules: Rules) -> str:
    """What an upgrade makes of a city's value: `city 20 → 30`; "" where it stays or the tile replaces none."""
    if not has_track(view, rules, action.hex):
        return ""
    before, now = city_values(face_of(view, rules, action.hex).tile), city_values(rules.data.tiles[action.tile])
    return f"city {max(before)} → {max(now)}" if before and now and max(before) != max(now) else ""


def city_values(tile: Tile) -> list[int]:
    """What each city on a tile, or on the print of a hex, is worth."""
    return [c.value(frozenset()) for c in tile.cities]


def token_words(city: str, using: str, view: View, rules: Rules) -> str:
    """`Waycross (I9) for $40`, `Atlanta (D4), toward Rome`; a station that stands already, or at home, costs nothing."""
    company = queries.acting_company(view)
    there = queries.step_key(view) in {StepKey.CITY, StepKey.HOME}
    tokens = view.companies[company].tokens if company in view.companies and not there else []
    cost = f" for {rules.data.money(tokens[0])}" if tokens and not using and tokens[0] else ""
    name = city_name(city, view, rules)
    free = f"{',' if ',' in name else ''} free, using {using}" if using else ""  # `toward Q18, free, using P5`
    return f"{name}{cost or free}"


def city_name(city: str, view: View, rules: Rules) -> str:
    """A city, or a circle of it, by its place; of several in a hex also where its track leads: `Atlanta (D4), toward Rome`."""
    hex_id, _, rest = city.partition(".")
    stop = rest.partition(".")[0]
    face = face_of(view, rules, hex_id)
    cities = [s.name for s in face.tile.cities]
    way = city_way(rules, hex_id, face, stop) if stop in cities and len(cities) > 1 else ""
    if not way and stop in cities and len(cities) > 1:  # without track nothing else tells them apart
        way = f"circle {cities.index(stop) + 1} of {len(cities)}"
    return f"{place_name(rules, city)}{f', {way}' if way else ''}"


def dividend_words(kind: str, view: View, rules: Rules) -> str:
    """`pay out $120: $12 a share`, `pay half (rounded up) £60: £6 a share` or `withhold $120`."""
    company = queries.acting_company(view)
    use = rules.dividends.kind(kind)
    if company not in view.companies:
        return use.verb
    known = view.companies[company]
    revenue = known.earned
    paid = use.paid(revenue)
    if not paid:
        return f"{use.verb} {rules.data.money(revenue)}"
    rounded = " (rounded up)" if revenue < 2 * paid < 2 * revenue else ""
    return f"{use.verb}{rounded} {rules.data.money(paid)}: {rules.data.money(paid // known.size)} a share"

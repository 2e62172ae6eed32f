"""What can be read off a view: who holds what, prices, order of operation, trains left. Shared by pictures and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import structs

from game.net_worth import net_worth, worth_parts
from game.rules import Rules
from game.state import Card, Cell, Company, Hex, Place, Player, State
from game.step_keys import StepKey
from game.title_data import HexData, TitleData, TrainType

View = State[Any]
OF_PRIVATES = ("free_station", "free_tile")  # symbols of a power of privates
UNBUILT = frozenset({"free_tile"})  # symbols of what is over once a tile lies in the hex


def title_name(data: TitleData) -> str:
    """The title's name as it is printed: `18 India`."""
    return data.file.printed


def symbols(view: View, rules: Rules, data: HexData) -> tuple[str, ...]:
    """What is printed on a hex and still holds."""
    printed = (s for s in data.symbols if data.id not in view.tiles or s not in UNBUILT)
    return tuple(s for s in printed if s not in OF_PRIVATES or _has_power_left(view, rules, data.id))


def _has_power_left(view: View, rules: Rules, hex_id: Hex) -> bool:
    """Whether a private with a free power there is still in the game and may use it; true where no private has one."""
    powers = [(p, a) for p, d in rules.data.privates.items() for a in d.abilities if hex_id in a.hexes and a.free]
    alive = ("bank", *view.order, *view.companies)
    left = (not a.uses or view.used.get(f"{p}.{a.kind}", 0) < a.uses for p, a in powers if view.place.get(p) in alive)
    return any(left) or not powers


def stop_symbol(rules: Rules, hex_id: Hex) -> str:
    """What is printed on a hex without a name, as its stop may be called: `port`; else ""."""
    known = rules.data.hexes.get(hex_id)
    printed = known.symbols if known is not None and not known.name else ()
    return next((s for s in printed if s not in OF_PRIVATES), "")


def beside(view: View) -> dict[Hex, tuple[str, ...]]:
    """Hexes where a station stands beside the circles, with the cities; "+" for one in no city yet."""
    cities_of: dict[Hex, tuple[str, ...]] = {}
    for slot in view.tokens:
        hex_id, city, circle = slot.split(".")
        if "+" in (city, circle):
            cities_of[hex_id] = (*cities_of.get(hex_id, ()), city)
    return cities_of


def find_undecided(view: View) -> frozenset[Hex]:
    """The hexes with a tile on which a station stands in no city yet."""
    return frozenset(s.partition(".")[0] for s in view.tokens if s.split(".")[1] == "+") & view.tiles.keys()


def leave_out_undecided(view: View, hexes: Collection[Hex]) -> View:
    """The view without stations in these hexes that are in no city yet: they will stand in one of the cities that are shown."""
    left = {s: c for s, c in view.tokens.items() if s.split(".")[1] != "+" or s.partition(".")[0] not in hexes}
    return view if len(left) == len(view.tokens) else structs.replace(view, tokens=left)


def cells(view: View) -> dict[Company, Cell]:
    """Where each company's marker stands on the market."""
    return {c: cell for cell, pile in view.market.items() for c in pile}


def price(view: View, rules: Rules, company: Company) -> int:
    """Dollars of one share on the market; 0 where the company has no price yet."""
    cell = cells(view).get(company)
    return rules.data.cell(cell).price if cell else 0


def asking(view: View, rules: Rules, company: Company, source: Place) -> int:
    """Dollars of one share there: par in the initial offering, the market's price elsewhere, if it has one."""
    par = view.companies[company].par or rules.data.companies[company].par
    return par if source == "ipo" else price(view, rules, company) or par


def costs_too_much(view: View, rules: Rules, company: Company, source: Place) -> bool:
    """Whether a share there costs more than the market gives for it, which loses money."""
    return 0 < price(view, rules, company) < asking(view, rules, company, source)


def operating_order(view: View, rules: Rules) -> list[Company]:
    """Companies with a price: dearest first, then farther right, then higher in the pile."""
    ranked = []
    for cell, pile in view.market.items():
        row, column = (int(n) for n in cell.split(","))
        ranked += [(-rules.data.cell(cell).price, -column, row, i, c) for i, c in enumerate(pile)]
    return [f[-1] for f in sorted(ranked)]


def listed(view: View, rules: Rules) -> list[Company]:
    """The companies of a position in the order of the title's data."""
    return [c for c in rules.data.companies if c in view.companies]


def in_order(view: View, rules: Rules) -> list[Company]:
    """Companies as they operate: minors, which have no price, by their numbers, then the others."""
    known = rules.data.companies
    minors = [c for c in listed(view, rules) if known[c].kind == "minor" and view.companies[c].president]
    return minors + operating_order(view, rules)


def certificates(view: View, rules: Rules, company: Company) -> Iterator[tuple[Card, int, Place]]:
    """Certificates of a company: id, shares, place."""
    for i, shares in enumerate(rules.data.companies[company].certificates):
        card = f"{company}.{i}"
        if card in view.place:
            yield card, shares, view.place[card]


def holdings(view: View, rules: Rules, company: Company) -> dict[Place, int]:
    """Shares of a company by place, in the order of their certificates; those that are not part of it yet lie aside."""
    shares_at: dict[Place, int] = {}
    for _, shares, place in certificates(view, rules, company):
        if place == "aside":
            continue
        shares_at[place] = shares_at.get(place, 0) + shares
    return shares_at


def shares_to_float(view: View, rules: Rules, company: Company) -> int:
    """Shares that must still be sold until a company floats; those that came with privates are sold."""
    sold = sum(n for place, n in holdings(view, rules, company).items() if place not in ("ipo", "treasury"))
    return max(0, rules.data.companies[company].floats - sold)


def percent(view: View, company: Company, shares: int) -> int:
    return round(shares * 100 / (view.companies[company].size or 10))


def train_type(card: Card) -> str:
    """`4-2` is a `4`."""
    return card.rpartition("-")[0]


def runs_alone(rules: Rules, card: Card) -> bool:
    """Whether a train has a route of its own: no car that only adds to those of others."""
    kind = rules.data.trains[train_type(card)]
    return bool(kind.reach or kind.sides)


def type_name(name: str, kind: TrainType) -> str:
    """A type of trains with all that its cards may be turned to: `2/1G`."""
    return "/".join(s.name for s in kind.sides) or name


def type_called(rules: Rules, name: str) -> str:
    """What a type of trains is called with all its sides, by its name; any other name stays as it is."""
    kind = rules.data.trains.get(name)
    return type_name(name, kind) if kind is not None else name


def face(view: View, card: Card) -> str:
    """What a train card shows: the side that is up, else its type."""
    special = view.trains.get(card)
    return special.side if special and special.side else train_type(card) or card


def trains(view: View, rules: Rules, place: Place) -> list[Card]:
    """Train cards at a place, in order of sale."""
    return [t for t in rules.data.train_cards if view.place.get(t) == place]


def train_names(view: View, rules: Rules, place: Place) -> list[str]:
    """The trains of a company as players call them; a train that runs for the last time carries a star."""
    names = []
    for t in trains(view, rules, place):
        special = view.trains.get(t)
        names.append(face(view, t) + ("*" if special and special.obsolete else ""))
    return names


def privates(view: View, rules: Rules, owner: Place) -> list[Card]:
    return [p for p in rules.data.privates if view.place.get(p) == owner]


def shares_name(private: Card, rules: Rules) -> bool:
    """Whether other privates have the same name: nobody tells these apart by their ids."""
    name = rules.data.privates[private].name
    return sum(other.name == name for other in rules.data.privates.values()) > 1


def private_words(view: View, rules: Rules, owner: Place) -> list[str]:
    """Somebody's privates, short; those that share a name by that and their number: `royal bond ×2`."""
    own = Counter(
        rules.data.privates[p].name.lower() if shares_name(p, rules) else p for p in privates(view, rules, owner)
    )
    return [f"{name} ×{count}" if count > 1 else name for name, count in own.items()]


def train_limit(view: View, rules: Rules, company: Company) -> int:
    """How many trains a company may have in this phase, by its kind and size, with what a power adds."""
    limits, data = rules.data.phases[view.phase].limit, rules.data.companies[company]
    usual = limits.get(data.kind, limits.get(str(view.companies[company].size), limits.get("", 0)))
    return usual + rules.more_trains(view, company)


def counted_trains(view: View, rules: Rules, company: Company) -> int:
    """How many trains of a company count for its limit: obsolete ones only where the title says so."""
    obsolete = {t for t, mark in view.trains.items() if mark.obsolete and not rules.trains.obsolete_count}
    return sum(t not in obsolete for t in trains(view, rules, company))


def depot(view: View, rules: Rules) -> dict[str, int]:
    """Trains for sale in the depot by type, in order of sale; an extra card that is not for sale does not count."""
    left_of: dict[str, int] = {}
    for name, kind in rules.data.trains.items():
        left = sum(view.place.get(f"{name}-{i + 1}") == "depot" for i in range(kind.count))
        if left:
            left_of[name] = left
    return left_of


def next_card(view: View, rules: Rules) -> Card:
    """The card of the train that the bank sells next; "" where it has none."""
    return next((t for t in trains(view, rules, "depot") if train_type(t) in depot(view, rules)), "")


def sells_one_train(view: View, rules: Rules, company: Company) -> bool:
    """Whether the bank sells that company only one train a turn: in some phases, and with one option only where no other company
    has a train (`game.trains.one_from_bank`).
    """
    if view.phase not in rules.data.phases or "one_train" not in rules.data.phases[view.phase].flags:
        return False
    others = view.companies.keys() - {company}
    return not (rules.has("several_bank_trains") and any(view.place.get(t) in others for t in rules.data.train_cards))


def how_many(kind: TrainType, left: int) -> str:
    """`× 3`, or that there are as many as are wanted."""
    return "no limit" if kind.endless else f"× {left}"


def limit_text(limit: Mapping[str, int]) -> str:
    """Train limits in words: `3`, `2 for minors, 3 for corporations`, or `2 (with 5 shares), 4 (with 10 shares)`."""
    return ", ".join(
        f"{v} (with {k} shares)" if k.isdecimal() else f"{v} for {k}s" if k else str(v) for k, v in limit.items()
    )


def certificate_count(view: View, rules: Rules, player: Player) -> int:
    """Certificates that count against the limit: privates, and shares of companies that are not `free_of_limit`."""
    free = free_of_limit(view, rules)
    counted = [c for c in rules.data.companies if c not in free]
    shares = sum(place == player for c in counted for _, _, place in certificates(view, rules, c))
    return len(privates(view, rules, player)) + shares


def free_of_limit(view: View, rules: Rules) -> tuple[Company, ...]:
    """Companies whose certificates do not count against the limit: those in zones of the market that are free (y, g, o, b)."""
    where = cells(view)
    return tuple(c for c in rules.data.companies if c in where and set(rules.data.cell(where[c]).codes) & set("ygob"))


def certificate_limit(view: View, rules: Rules) -> int:
    return rules.data.file.certificates.get(str(len(view.order)), 0)


def worth(view: View, rules: Rules, player: Player) -> int:
    """Dollars that a player is worth by the title's own reckoning: what counts in the end, wherever worth is told."""
    return net_worth(view, rules, player)


def parts_of_worth(view: View, rules: Rules, player: Player) -> dict[str, int]:
    """Dollars by heading, which add up to `worth`."""
    return worth_parts(view, rules, player)


def bank_words(view: View, rules: Rules) -> str:
    """What is left in the bank; a broken one pays all the same, and how much no rule asks."""
    left = view.cash.get("bank", 0)
    return rules.data.money(left) if left >= 0 else "broken"


def started(view: View) -> list[Company]:
    """Companies that have a president, in the order of the title's table."""
    return [c for c, s in view.companies.items() if s.president and not s.closed]


def high_bid(view: View, item: str) -> tuple[Player, int]:
    """Who has bid most on a thing, and how many dollars: from the bids, or from the step that sells one thing at a time."""
    bids = view.bids.get(item)
    if bids:
        best = max(bids, key=lambda p: bids[p])
        return best, bids[best]
    step = view.agenda[-1] if view.agenda else None
    bidder = getattr(step, "bidder", "") or getattr(step, "high", "")
    return (
        (str(bidder), int(getattr(step, "price", 0) or getattr(step, "amount", 0)))
        if isinstance(bidder, str) and bidder
        else ("", 0)
    )


def home_open(view: View, rules: Rules, company: Company) -> bool:
    """Whether the company's home station has yet to be placed."""
    known = view.companies[company]
    return (
        not known.closed
        and len(known.tokens) == len(rules.data.companies[company].tokens) > 0
        and company not in set(view.tokens.values())
    )


def step_key(view: View) -> str:
    """What is asked now, by the key of its step: `track`, `trains`, `consent`; "" where nothing is."""
    return view.step_key


class PendingOffer(NamedTuple):
    """A deal, or a lay in a hex, that waits for somebody's word."""

    by: Player
    of: Player  # who is asked
    what: Card | Hex
    price: int  # dollars
    buyer: Place
    seller: Place


def pending_offer(view: View) -> PendingOffer | None:
    """The offer that waits for an answer now; None where none does."""
    if step_key(view) != StepKey.CONSENT:
        return None
    return PendingOffer(*(getattr(view.agenda[-1], name) for name in PendingOffer._fields))


def has_bought(view: View) -> bool:
    """Whether the player on turn in a stock round has bought something in it; never outside of such turns."""
    return bool(view.agenda and getattr(view.agenda[-1], "has_bought", False))


def has_traded(view: View) -> bool:
    """Whether the player on turn in a stock round has bought or sold something in it; never outside of such turns."""
    return bool(view.agenda and getattr(view.agenda[-1], "deeds", ""))


def tiles_laid(view: View) -> int:
    """How many tiles the company on turn has laid in the step that is asked."""
    return len(getattr(view.agenda[-1], "laid", ())) if view.agenda else 0


def bank_trains_bought(view: View) -> int:
    """How many trains the company on turn has bought of the bank in the step that is asked."""
    return int(getattr(view.agenda[-1], "bank", 0)) if view.agenda else 0


def acting_company(view: View) -> Company:
    """The company whose turn it is, "" outside of companies' turns."""
    for step in reversed(view.agenda):
        company = getattr(step, "company", "")
        if company in view.companies:
            return str(company)
    return ""


def operate_next(view: View, rules: Rules) -> list[Company] | None:
    """The companies that have not had their turn in this round, as they would come now; None outside of companies' turns.

    A floated company without a president waits (18 India 2.1.1).
    """
    acting = acting_company(view)
    done = next((d for s in view.agenda if isinstance(d := getattr(s, "done", None), list)), None)
    if done is None or not acting:
        return None
    waiting = (c for c in in_order(view, rules) if c not in done and c != acting)
    return [c for c in waiting if view.companies[c].floated and view.companies[c].president]


def acting_player(view: View) -> Player:
    """The player on turn, as far as the agenda tells."""
    for step in reversed(view.agenda):
        player = getattr(step, "player", "")
        if player in view.order:
            return str(player)
        company = getattr(step, "company", "")
        if company in view.companies:
            return view.companies[company].president
    return ""


def place_name(rules: Rules, hex_id: str) -> str:
    """`Augusta (D10)`, or the bare hex where it has no name."""
    base = hex_id.partition(".")[0]
    known = rules.data.hexes.get(base)
    return f"{known.name} ({base})" if known is not None and known.name else base

"""Sentences for what only 18 India has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from game import places
from game.ability_kinds import DISCOUNT
from game.actions import Action, BuyTrain, ClosePrivate, LayTile, SellShares
from game.events import Event, PowerUsed, PriceMoved, PrivateClosed, PrivateSold, Revealed
from game.marks import ROWS
from game.rules import OwnFacts
from game.state import Card, Company
from game.step_keys import StepKey
from titles.india import actions, events, routes, track
from titles.india.card_names import card, counted, face_value, open_to_draft, several, together
from titles.india.cards import BOND, train
from titles.india.goods import JEWELS
from titles.india.hands import OF_DRAFT
from titles.india.marks import IN_GAME, JEWELRY_HEX
from titles.india.powers import JEWELRY
from titles.india.rows import closed_piles, rows_open, sells_rows
from titles.india.setup import DRAFT

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import State

Say = Callable[..., str]
SHORT_KINDS = {
    actions.BuyHandPrivates: "Privates in hand…",
    actions.BuyCard: "Privates in pool…",
    actions.RemoveGauge: "Remove a gauge marker…",
}
RIGHT_TO_BUY = "A card is only the right to buy it"
SELLERS = {
    places.BANK: "the bank",
    places.POOL: "the pool",
    "hand": "their hand",
    "row": "a row",
}  # of a private, but for an owner


def _revealed(it: Revealed, _view: object, _rules: Rules) -> str:
    """That hidden cards are seen by all; of the draft another line has told which."""
    if it.what == OF_DRAFT:
        return ""
    bought = " in the hand of " in it.what  # so they leave it
    return f"Hidden until now: {it.what}." if bought else f"Everybody can now see {it.what}."


def _named_alone(privates: Sequence[str], rules: Rules) -> str:
    """The name of a private that is bought alone; of two the letters must do."""
    return f"{rules.data.privates[privates[0]].name}, " if len(privates) == 1 else ""


def _hand(it: actions.BuyHand, _view: State[Any], rules: Rules) -> str:
    company = rules.data.companies[it.company]
    shares = it.shares + 2 * it.director
    part = f"{it.company} as director, {shares * 10}%" if it.director else f"{shares * 10}% of {it.company}"
    return f"Buy {part} for {rules.data.money(shares * company.par)} (hand)"


def _draft(_it: object, view: State[Any], _rules: Rules) -> str:
    return f"take a card from the draft, {sum(place == DRAFT for place in view.place.values())} left"


def _row(it: actions.BuyRow, view: State[Any], rules: Rules) -> str:
    pile = tuple(ROWS[it.row].entries(view)[: it.count])
    return f"Row {it.row}: {several(pile, rules)}, {face_value(pile, rules)}"


def hints(kinds: AbstractSet[type[Action]], view: State[Any], rules: Rules) -> str:
    """18 India 4.3, 7.1, 7.2: what cards of a hand cost, which of a row are for sale, what a bond is: a line each."""
    return "\n".join(_hint_lines(kinds, view, rules))


def _hint_lines(kinds: AbstractSet[type[Action]], view: State[Any], rules: Rules) -> Iterator[str]:
    """The lines above the options of these kinds of actions."""
    data = rules.data
    step = view.step_key
    if step in ("select", "draft"):
        yield "In the stock rounds you may buy the cards in your hand, at their printed prices."
    if step == "select":
        yield "Several cards of one company help you to lead it. Directors' certificates come in the draft."
    if step == "draft":
        yield "20%: the director's certificate. Whoever buys it first leads the company."
    if kinds & {actions.BuyHand, actions.BuyHandPrivates}:
        if _holds_director(view, rules):
            yield "With director: 20% of it are the director's certificate, which leads the company."
        yield "You pay the price printed on a card in your hand. The money for shares goes to their company."
    if actions.BuyRow in kinds or (step == StepKey.STOCK and sells_rows(view, rules)):
        two = ", or the first two together" if step == StepKey.STOCK else ""
        yield f"Cards that nobody has had yet lie in three rows: the first of each is for sale{two}."
    elif step == StepKey.STOCK and not sells_rows(view, rules):
        yield "The three rows of cards open to companies after this round, to players in the next stock round."
    if step == StepKey.TRACK and LayTile in kinds:
        yield from routes.tell_gauges(getattr(view.agenda[-1], "company", ""), view, rules)
    if step == StepKey.HOME and LayTile in kinds:
        yield "Any free city, or a town, which then becomes a city. In each part of the map the best cities come first."
    if BuyTrain in kinds and (train := _next_special_train(view, rules)):
        yield train
    if actions.BuyBond in kinds:
        bond = data.privates[f"{BOND}0"]
        yield (
            f"Royal bond: {data.money(bond.revenue)} each OR, sells for {data.money(bond.value)}, from phase IV on 10% of GIPR."
        )
    if {*kinds} == {ClosePrivate}:
        yield "Who closes a private gets the price printed on it, and it pays nothing any more."
    if kinds & {SellShares, actions.SellCard}:
        yield "A sale does not change any price."


def _holds_director(view: State[Any], rules: Rules) -> bool:
    """Whether whoever is on turn has a director's certificate in hand."""
    hand = f"hand:{getattr(view.agenda[-1] if view.agenda else None, 'player', '')}"
    return any(
        place == hand and rules.data.certificates.get(card, ("", 0))[1] > 1 for card, place in view.place.items()
    )


def _next_special_train(view: State[Any], rules: Rules) -> str:
    """How the bank's next train runs, where its name does not say it: `A 3x2-train runs to 3 cities, and …`; "" of others."""
    left = (
        name
        for name, kind in rules.data.trains.items()
        if any(view.place.get(f"{name}-{n + 1}") == places.DEPOT for n in range(kind.count))
    )
    name = next(left, "")
    kind = rules.data.trains.get(name)
    if kind is None or (not kind.sides and kind.times < 2):
        return ""
    told = train(name, rules)
    return f"A {rules.data.train_called(name)} {told[:1].lower()}{told[1:]}"


def _lay_changes(company: Company, view: State[Any], after: State[Any], rules: Rules) -> str:
    """What a tile costs short trains, and why it is the turn's last."""
    told = (routes.tell_marker(company, view, after, rules), track.tell_end(view, after, rules))
    return " ".join(filter(None, told))


def subject(action: Action, view: State[Any], rules: Rules) -> str:
    """The company whose certificates are taken or bought; "" for privates and several companies."""
    match action:
        case actions.BuyHand(company=company):
            return company
        case actions.Draft(card=name):
            names: Sequence[str] = (name,)
        case actions.BuyRow():
            names = ROWS[action.row].entries(view)[: action.count]
        case _:
            return ""
    companies = {rules.data.certificates[n][0] if n in rules.data.certificates else "" for n in names}
    return companies.pop() if len(companies) == 1 else ""


def unnamed_private(action: Action) -> str:
    """The private that an action is about without naming it: a royal bond, of which all are alike; "" of any other."""
    return f"{BOND}0" if isinstance(action, actions.BuyBond) else ""


def cards_taken(action: Action, view: State[Any], rules: Rules) -> Sequence[Card]:
    """The cards that a purchase takes; none for what takes none of a hand, a row or the pool."""
    match action:
        case actions.BuyHand(company=company, shares=shares, director=director):
            held = [c for c, place in view.place.items() if place == f"hand:{action.by}"]
            own = [c for c in held if rules.data.certificates.get(c, ("",))[0] == company]
            first = [c for c in own if rules.data.certificates[c][1] > 1]
            plain = [c for c in own if c not in first]
            return [*first * director, *plain * bool(shares)]
        case actions.BuyHandPrivates(privates=privates):
            return privates
        case actions.BuyCard(private=private):
            return [private]
        case actions.BuyRow(row=row, count=count):
            return ROWS[row].entries(view)[:count]
    return ()


def short_label(action: Action, view: State[Any], rules: Rules) -> str:
    """A purchase beside a picture of its cards: `MR with director 30% ₹270`; "" for what keeps its usual words."""
    match action:
        case actions.BuyHand(company=company, shares=shares, director=director):
            dollars = rules.data.money((shares + 2 * director) * rules.data.companies[company].par)
            return f"{company}{' with director' * director} {(shares + 2 * director) * 10}% {dollars}"
        case actions.BuyHandPrivates(privates=privates):
            return f"{' + '.join(privates)} {face_value(privates, rules)}"
        case actions.BuyCard(private=private):
            return f"{private} {face_value((private,), rules)}"
        case actions.BuyRow(row=row, count=count):
            pile = tuple(ROWS[row].entries(view)[:count])
            short = [
                name if name in rules.data.privates else card(name, rules).removeprefix("10% of ") for name in pile
            ]
            return f"Row {row}: {counted(short)} {face_value(pile, rules)}"
        case actions.ConvertBond():
            return "Royal bond → GIPR 10%"
        case actions.BuyBond():
            return f"Royal bond {rules.data.money(rules.data.privates[f'{BOND}0'].value)}"
    return ""


def _stock(_it: object, view: State[Any], rules: Rules) -> str:
    row = " a row," if sells_rows(view, rules) else ""
    return f"buy from hand,{row} the pool or the bank, or pass"


def _train(it: actions.SellTrain, view: State[Any], rules: Rules) -> str:
    dollars = rules.data.file.numbers[f"resale_{it.train.rpartition('-')[0]}"]
    return f"Sell {_train_name(it.train, view)} for {rules.data.money(dollars)}"


def _train_name(train: str, view: State[Any]) -> str:
    """`a 2-train`, by the side that is up."""
    up = view.trains.get(train)
    name = up.side if up is not None and up.side else train.rpartition("-")[0]
    return f"{'an' if name.startswith('8') else 'a'} {name}-train"


def _spot(city: str, rules: Rules) -> str:
    """A city or a hex as people read it."""
    return rules.data.hexes[city.partition(".")[0]].spot


def _side(side: str, rules: Rules) -> str:
    hex_id, _, number = side.partition("/")
    place = rules.data.hexes[hex_id]
    return f"between {place.spot} and {rules.data.hexes[place.sides[int(number)]].spot}"


def _edge(side: str, rules: Rules) -> str:
    """`J19–J21`: a hexside by both its hexes, short enough for a button."""
    hex_id, _, number = side.partition("/")
    return f"{hex_id}–{rules.data.hexes[hex_id].sides[int(number)]}"


def _gauge(it: events.GaugeChanged, _view: State[Any], rules: Rules) -> str:
    if it.marker:
        return f"The gauge changes {_side(it.side, rules)}."
    return f"{it.company} removes the gauge marker {_side(it.side, rules)}."


def _private(name: str, rules: Rules) -> str:
    """A private within a sentence: `the Dutch East India Co. (P3)`, `a royal bond`, since all bonds are alike."""
    return "a royal bond" if name.startswith(BOND) else f"the {rules.data.privates[name].name} ({name})"


def _private_closed(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]} closes."


LOG_KINDS: Mapping[type[Event], str] = {
    events.BondConverted: "shares",
    events.Claimed: "runs",
    events.Drafted: "shares",
    events.GaugeChanged: "tiles",
    events.GuarantyPaid: "dividends",
    events.GuarantiesEnded: "dividends",
    events.Managed: "shares",
    events.Unmanaged: "shares",
    events.TakenOver: "stations",
    events.TrainSold: "trains",
}


def _log_kind(event: Event) -> str:
    """Under which kind of line the log has one of these events, and a price that falls since a company has no train."""
    if isinstance(event, PriceMoved) and event.why == "no train":
        return "dividends"
    return LOG_KINDS.get(type(event), "")


def _private_sold(it: PrivateSold, _view: State[Any], rules: Rules) -> str:
    price = rules.data.money(it.price)
    if it.buyer in (places.BANK, places.POOL):
        return f"{it.seller} sells {_private(it.private, rules)} to the {it.buyer} for {price}."
    return f"{it.buyer} buys {_private(it.private, rules)} from {SELLERS.get(it.seller, it.seller)} for {price}."


def _claimed(it: events.Claimed, view: State[Any], rules: Rules) -> str:
    """Of jewelry also where its token lies and what it brings (18 India 2.5), which the map printed nowhere."""
    if it.good != JEWELRY or not JEWELRY_HEX.is_set(view):
        return f"{it.company} has the concession for {it.good}."
    where, price = _spot(JEWELRY_HEX.value(view), rules), rules.data.money(max(JEWELS.values()))
    return f"{it.company} has the concession for jewelry in {where}: {price} wherever another good is delivered."


def _power_used(it: PowerUsed, _view: State[Any], rules: Rules) -> str:
    """What a power does that no other line tells: terrain that a private pays (18 India 2.5)."""
    name = _private(it.private, rules)
    if it.kind == DISCOUNT.name:
        most = rules.data.money(rules.data.privates[it.private].abilities[0].amount)
        return f"{name[:1].upper()}{name[1:]} pays up to {most} for terrain in this turn; what is not used is lost."
    return f"{it.who or 'Somebody'} uses the power of {name}."


def _closing(it: Any, view: State[Any], rules: Rules) -> str:
    """18 India 8.4.4.4: what goes with a company that closes, told as its stations are settled."""
    owned = sum(view.place.get(card) == it.company for card in rules.data.train_cards)
    trains = f" and {'its trains' if owned > 1 else 'its train'}" if owned else ""
    return f"{it.company} is about to close: {rules.data.money(view.cash[it.company])}{trains} go back, certificates are gone"


def _taken_over(it: events.TakenOver, _view: State[Any], rules: Rules) -> str:
    place = rules.data.hexes[it.slot.partition(".")[0]].spot
    if it.spare:
        return f"The GIPR has a station in {place} already, so it may place the exchange token later, as a station."
    return f"GIPR takes over {f'the station of {it.company}' if it.company else 'the station'} in {place}."


WORDS: Mapping[type | str, Say] = {
    # actions
    actions.Keep: lambda it, _v, rules: f"Keep {several(it.cards, rules) or 'cards of the hand'}",
    actions.Draft: lambda it, _v, rules: f"Take {card(it.card, rules)}",
    actions.BuyHand: _hand,
    actions.BuyHandPrivates: lambda it, _v, rules: (
        f"Buy {' and '.join(it.privates)} for {face_value(it.privates, rules)} ({_named_alone(it.privates, rules)}hand)"
    ),
    actions.BuyRow: _row,
    actions.BuyCard: lambda it, _v, rules: (
        f"Buy {it.private} for {face_value((it.private,), rules)} ({card(it.private, rules)}, from the pool)"
    ),
    actions.BuyBond: lambda _it, _v, rules: f"Buy a royal bond for {rules.data.money(100)}",
    actions.ConvertBond: lambda _it, _v, _r: "Turn a royal bond into 10% of GIPR",
    actions.SellCard: lambda it, _v, rules: (
        f"Sell {'a royal bond' if it.card.startswith(BOND) else it.card}"
        f" for {rules.data.money(rules.data.privates[it.card].value)}"
    ),
    actions.SellTrain: _train,
    actions.RemoveGauge: lambda it, _v, rules: f"Remove the marker {_edge(it.side, rules)}",
    # events
    events.Kept: lambda it, _v, rules: f"You keep {several(it.cards, rules)}.",
    events.Chose: lambda it, _v, _r: f"{it.who} has chosen {it.count} cards.",
    events.PoolOpened: open_to_draft,
    Revealed: _revealed,
    events.Drafted: lambda it, _v, rules: f"{it.who} takes {card(it.card, rules).removesuffix('.')}.",
    events.Reordered: lambda it, _v, _r: f"The next turn order is {', '.join(it.order)}.",
    events.Managed: lambda it, _v, _r: f"{it.new} takes charge of {it.company}.",
    events.Unmanaged: lambda it, _v, _r: (
        f"No player owns a share of {it.company}: {it.old} is no longer in charge, and it waits for a manager."
    ),
    events.BondConverted: lambda it, _v, rules: (
        f"{it.who} turns a royal bond into 10% of GIPR{f' for {rules.data.money(it.price)}' if it.price else ''}:"
        f" the bank pays GIPR {rules.data.money(100)} for it."
    ),
    events.GaugeChanged: _gauge,
    events.GuarantyPaid: lambda it, _v, rules: (
        f"In place of a dividend {it.company}'s guaranty pays {rules.data.money(it.each)} a share."
    ),
    events.GuarantiesEnded: lambda it, _v, _r: f"The guaranties of {', '.join(it.companies)} end.",
    events.Claimed: _claimed,
    events.TakenOver: _taken_over,
    events.TrainSold: lambda it, view, rules: (
        f"{it.company} sells {_train_name(it.train, view)} to the bank for {rules.data.money(it.price)}."
    ),
    PrivateSold: _private_sold,
    PrivateClosed: lambda it, _v, rules: _private_closed(_private(it.private, rules)),
    PowerUsed: _power_used,
    "hints": hints,
    "lays": track.tell_lays,
    "lay changes": _lay_changes,
    "rows open": rows_open,
    "left out": lambda company, view: "" if IN_GAME.contains(view, company) else "not in this game",
    "cards": together,
    "undealt": lambda: (
        "Cards that were dealt to nobody lie in the three rows, the last few of them in the pool: for these the bank has paid"
        " their companies."
    ),
    "short label": short_label,
    "short kind": lambda kind: SHORT_KINDS.get(kind, ""),
    # who runs a company
    "leader": lambda view, company: (
        "director" if view.place.get(f"{company}.0") == view.companies[company].president else "manager"
    ),
    "first certificate": lambda: "director's certificate",
    # steps
    "select": lambda _it, view, rules: f"choose {rules.data.file.numbers[f'kept_{len(view.order)}']} cards to keep",
    "select: known": lambda _it, _v, _r: RIGHT_TO_BUY,
    "select: done": lambda it, view, _r: f"{len(it.kept)} of {len(view.order)} have chosen",
    "draft": _draft,
    "draft: known": lambda _it, _v, _r: RIGHT_TO_BUY,
    "auction: raised": lambda it, _v, _r: "If you pass now, you are out of this sale." if it.high else "",
    StepKey.STOCK: _stock,
    "selling turn: pass": lambda _it, view, _r: "done" if view.agenda[-1].sold else "sell nothing",
    "paid: guaranty": lambda: "from its guaranty",
    "tiles laid": track.tell_laid,
    "selling turn": lambda _it, _v, _r: "sell what you like: this is your only turn to sell in this round",
    "sell holdings": lambda it, _v, _r: f"{it.company}: sell certificates, or done",
    "buy holding": lambda it, _v, _r: f"{it.company}: buy one certificate, or done",
    "take over: known": _closing,
    "take over": lambda it, _v, _r: f"{it.company} closes: should the GIPR take over its station?",
    "take over: remove": lambda it, _v, rules: f"GIPR takes over {_spot(it.city, rules)}",
    "passed: selling": lambda several: "sell nothing" if several else "sells nothing",
    "passed: selling certificates": lambda several: (
        "sell no more certificates" if several else "sells no more certificates"
    ),
    "passed: buying a certificate": lambda several: "buy no certificate" if several else "buys no certificate",
    "take over: pass": lambda _it, view, _r: f"{view.agenda[-1].company}'s station is lost",
}
FACTS = OwnFacts(subject, unnamed_private, cards_taken, closed_piles, _log_kind)

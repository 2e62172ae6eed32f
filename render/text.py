"""Events in words: one sentence each, meaningful when read aloud; `tell` folds what belongs together into one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never, get_args

from game.events import (
    Answered,
    AuctionWon,
    BankBroke,
    BidMade,
    CardMoved,
    CompanyClosed,
    Divided,
    EndTriggered,
    Event,
    Floated,
    GameEnded,
    Marked,
    Paid,
    ParSet,
    Passed,
    PhaseBegan,
    PowerUsed,
    PresidentChanged,
    PriceCut,
    PriceMoved,
    PrivateClosed,
    PrivateSold,
    Proposed,
    Ran,
    Revealed,
    RoundBegan,
    RoundEnded,
    Rusted,
    SharesBought,
    SharesSold,
    Skipped,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TrainBought,
    TrainDiscarded,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from game.rules import Rules
from game.state import COVERED
from render.facts import View, face, limit_text, money, percent, place_name
from render.toward import toward

# Every shared event. `words` matches on it to the last one, so that an event without words is a type error.
Shared: TypeAlias = (
    RoundBegan
    | RoundEnded
    | TurnBegan
    | TurnEnded
    | Passed
    | Skipped
    | BidMade
    | AuctionWon
    | PriceCut
    | Paid
    | CardMoved
    | SharesBought
    | SharesSold
    | ParSet
    | Floated
    | PresidentChanged
    | PriceMoved
    | TileLaid
    | TokenPlaced
    | TokenRemoved
    | Ran
    | Divided
    | TrainBought
    | TrainDiscarded
    | PhaseBegan
    | Rusted
    | PrivateSold
    | PowerUsed
    | PrivateClosed
    | CompanyClosed
    | Proposed
    | Answered
    | Marked
    | Revealed
    | BankBroke
    | EndTriggered
    | WentBankrupt
    | GameEnded
)
QUIET = (Paid, CardMoved, TurnBegan, TurnEnded, Skipped, Marked)  # told by other events, or of interest to few
LOUD = (PhaseBegan, Rusted, PresidentChanged, Floated, BankBroke, EndTriggered, WentBankrupt, GameEnded, CompanyClosed)
ENDS = {
    "bank": "the bank is broken",
    "price": "a share price reached the end of the market",
    "bankruptcy": "a bankruptcy",
    "standstill": "nobody can do anything any more",
}
STEPS = {
    "auction": "in the auction",
    "duel": "in the auction",
    "stock": "",
    "stock round": "",
    "track": "on track",
    "token": "on a station",
    "trains": "on trains",
    "run": "on running trains",
    "dividend": "on the dividend",
    "convert": "on converting",
}


def words(event: Event, view: View, rules: Rules) -> str:
    """One event as a sentence. `view`: the position after it, or later."""
    own = rules.words.get(type(event))
    if own is not None:
        return own(event, view, rules)
    if not isinstance(event, get_args(Shared)):
        raise TypeError(f"{rules.name} has no words for {type(event).__name__}")
    return _shared(event, view, rules)


def _shared(event: Shared, view: View, rules: Rules) -> str:  # noqa: PLR0915 one case for each event
    data = rules.data

    def cash(amount: int) -> str:
        return money(amount, data)

    match event:
        case RoundBegan(name=name):
            return f"{round_name(name)} begins."
        case RoundEnded(name=name, worth=worth):
            ranked = sorted(worth.items(), key=lambda item: -item[1])
            return f"{round_name(name)} is over. Worth: {', '.join(f'{p} {cash(n)}' for p, n in ranked)}."
        case TurnBegan(who=who):
            return f"{who}'s turn begins."
        case TurnEnded(who=who):
            return f"{who}'s turn is over."
        case Passed(who=who, what=what):
            where = STEPS.get(what, f"on {what}" if what else "")
            return f"{who} passes {where}".rstrip() + "."
        case Skipped(who=who, why=why):
            return f"{who}: {why}."
        case BidMade(who=who, item=item, amount=amount):
            return f"{who} bids {cash(amount)} on {item}."
        case AuctionWon(who=who, item=item, amount=amount):
            return f"{who} gets {item} for {cash(amount) if amount else 'nothing'}."
        case PriceCut(item=item, price=price):
            return f"Nobody buys: {item} now costs {cash(price)}."
        case Paid(src=src, dst=dst, amount=amount, why=why):
            return f"{holder(src)} pays {holder(dst)} {cash(amount)}{f' ({why})' if why else ''}."
        case CardMoved(card=card, src=src, dst=dst):
            return f"{card_name(card, view, rules)} goes from {holder(src)} to {holder(dst)}."
        case SharesBought(who=who, company=company, shares=shares, source=source, price=price):
            part = percent(view, company, shares)
            return f"{who} buys {part}% of {company} from {holder(source)} for {cash(price)}."
        case SharesSold(who=who, company=company, shares=shares, price=price):
            return f"{who} sells {percent(view, company, shares)}% of {company} for {cash(price)}."
        case ParSet(who=who, company=company, price=price):
            return f"{who} starts {company} ({data.companies[company].name}) at {cash(price)} a share."
        case Floated(company=company):
            return f"{company} floats and may operate."
        case PresidentChanged(company=company, old=old, new=new):
            return f"{new} is president of {company}{f', no longer {old}' if old else ''}."
        case PriceMoved(company=company, old=old, new=new):
            return f"{company}'s price {price_way(old, new, rules)}."
        case TileLaid():
            return tile_words(event, rules)
        case TokenPlaced(company=company, slot=slot, cost=cost, using=using):
            more = f" for {cash(cost)}" if cost else ""
            return (
                f"{company} places a station in {place_name(rules, slot)}{more}{f', using {using}' if using else ''}."
            )
        case TokenRemoved(company=company, slot=slot):
            return f"{company}'s station in {place_name(rules, slot)} is removed."
        case Ran():
            return run_words(event, view, rules)
        case Divided(company=company, kind=kind, revenue=revenue, each=each):
            if kind == "none" or not revenue:
                return f"{company} keeps {cash(revenue)}." if revenue else f"{company} earns nothing."
            pays = "pays half of" if kind == "half" else "pays"
            return f"{company} {pays} {cash(revenue)}: {cash(each)} a share."
        case TrainBought(company=company, train=train, seller=seller, price=price):
            return f"{company} buys a {face(view, train)}-train from {holder(seller)} for {cash(price)}."
        case TrainDiscarded(company=company, train=train):
            return f"{company} discards a {face(view, train)}-train."
        case PhaseBegan(phase=phase):
            return f"Phase {phase} begins: {phase_words(phase, rules)}."
        case Rusted(kind=kind, trains=trains):
            count = len(trains)
            return f"All {kind}-trains rust{f' ({count} lost)' if count else ''}."
        case PrivateSold(private=private, seller=seller, buyer=buyer, price=price):
            return f"{buyer} buys {private} from {holder(seller)} for {cash(price)}."
        case PowerUsed(private=private, who=who):
            return f"{who or 'Somebody'} uses the power of {private}."
        case PrivateClosed(private=private):
            return f"{private} closes."
        case CompanyClosed(company=company):
            return f"{company} closes."
        case Proposed(by=by, of=of, what=what, price=price, buyer=buyer, seller=seller):
            if what in data.hexes:
                return f"{by} asks {of}: {buyer} to lay the first tile in {data.hexes[what].spot}."
            return f"{by} asks {of}: {buyer} to buy {card_name(what, view, rules)} from {seller} for {cash(price)}."
        case Answered(by=by, what=what, withdrawn=True):
            return f"{by} takes the offer back: {card_name(what, view, rules)}."
        case Answered(by=by, yes=yes, what=what):
            return f"{by} {'accepts' if yes else 'says no'}: {card_name(what, view, rules)}."
        case Marked(key=key, value=value):
            return f"{key.replace('_', ' ')}: {value}."
        case Revealed(what=what):
            return f"Revealed: {what}."
        case BankBroke():
            return "The bank is broken; it goes on paying."
        case EndTriggered(why=why):
            return f"The end is near: {ENDS.get(why, why)}."
        case WentBankrupt(who=who):
            return f"{who} is bankrupt."
        case GameEnded(why=why, worth=worth):
            ranked = sorted(worth.items(), key=lambda item: -item[1])
            return f"The game is over: {ENDS.get(why, why)}. {', '.join(f'{p} {cash(n)}' for p, n in ranked)}."
        case _:
            assert_never(event)


def tell(events: Sequence[Event], view: View, rules: Rules, *, detail: bool = False, bold: bool = False) -> list[str]:
    """What happened, in lines. Passes in a row are one line, prices and payments join the line they belong to.

    `detail`: also what is usually of no interest, one line for each event. `bold`: stress what matters most with `**`.
    """
    if detail:
        return [words(e, view, rules) for e in events]
    lines: list[_Line] = []
    for event in events:
        last = lines[-1] if lines else None
        match event:
            case Passed() if last is not None and isinstance(last.event, Passed) and last.event.what == event.what:
                last.names.append(event.who)
            case PriceMoved(company=company) if any(_about(line, company) for line in lines):
                line = next(line for line in reversed(lines) if _about(line, company))
                line.moves[company] = (line.moves.get(company, (event.old, ""))[0], event.new)
            case Paid(why="private"):
                if last is None or not last.incomes:
                    last = _Line(event)
                    lines.append(last)
                last.incomes[event.dst] = last.incomes.get(event.dst, 0) + event.amount
            case Paid(why="dividend") if last is not None and isinstance(last.event, Divided):
                last.shares[event.dst] = last.shares.get(event.dst, 0) + event.amount
            case SharesBought() if last is not None and isinstance(last.event, ParSet) and last.event.who == event.who:
                last.bought = event
            case _ if isinstance(event, QUIET):
                continue
            case _:
                lines.append(_Line(event, [event.who] if isinstance(event, Passed) else None))
    return [line.text(view, rules, bold=bold) for line in lines]


class _Line:
    """A sentence with what joins it."""

    def __init__(self, event: Event, names: list[str] | None = None) -> None:
        self.event = event
        self.names = names or []
        self.moves: dict[str, tuple[str, str]] = {}
        self.incomes: dict[str, int] = {}
        self.shares: dict[str, int] = {}
        self.bought: SharesBought | None = None

    def text(self, view: View, rules: Rules, *, bold: bool) -> str:
        if self.incomes:
            said = ", ".join(f"{who} {money(n, rules.data)}" for who, n in self.incomes.items())
            return f"Privates pay: {said}."
        if isinstance(self.event, Passed) and len(self.names) > 1:
            where = STEPS.get(self.event.what, f"on {self.event.what}" if self.event.what else "")
            return f"{listed(self.names)} pass {where}".rstrip() + "."
        said = words(self.event, view, rules)
        if self.bought is not None:
            b = self.bought
            said = f"{said[:-1]} and buys {percent(view, b.company, b.shares)}% for {money(b.price, rules.data)}."
        if self.shares:
            said = f"{said[:-1]} ({', '.join(f'{who} {money(n, rules.data)}' for who, n in self.shares.items())})."
        if isinstance(self.event, PriceMoved):
            ways = {self.event.company: (self.event.old, self.event.new)} | self.moves
            said = "; ".join(f"{c}'s price {price_way(a, b, rules)}" for c, (a, b) in ways.items()) + "."
        elif self.moves:
            said = f"{said[:-1]}; {'; '.join(_way(c, w, rules, self.event) for c, w in self.moves.items())}."
        return f"**{said}**" if bold and isinstance(self.event, LOUD) else said


def _way(company: str, way: tuple[str, str], rules: Rules, event: Event) -> str:
    own = getattr(event, "company", "") == company
    return f"{'price' if own else company} {price_way(way[0], way[1], rules)}"


def _about(line: _Line, company: str) -> bool:
    """Whether a price that moved joins that line."""
    if isinstance(line.event, PriceMoved):
        return line.event.company == company
    return isinstance(line.event, (SharesSold, Divided, ParSet)) and line.event.company == company


def listed(names: Iterable[str]) -> str:
    """`ann, bob and cid`."""
    *most, last = list(names)
    return f"{', '.join(most)} and {last}" if most else last


def price_way(old: str, new: str, rules: Rules) -> str:
    """`$70 → $80`, or what happened where the marker entered or left the market or kept its price."""
    if not old:
        return f"starts at {money(rules.data.cell(new).price, rules.data)}"
    if not new:
        return "leaves the market"
    a, b = rules.data.cell(old).price, rules.data.cell(new).price
    if a == b:
        return f"stays at {money(a, rules.data)}"
    return f"{money(a, rules.data)} → {money(b, rules.data)}"


def round_name(name: str) -> str:
    """`Operating round 2.1` for `OR 2.1`."""
    kind, _, number = name.partition(" ")
    return f"{ {'SR': 'Stock round', 'OR': 'Operating round'}.get(kind, kind) } {number}".rstrip()


def holder(place: str) -> str:
    """A place as the object of a sentence."""
    known = {
        "bank": "the bank",
        "depot": "the bank",
        "ipo": "the initial offering",
        "pool": "the open market",
        "treasury": "the treasury",
        "gone": "out of the game",
        "aside": "aside",
        "hidden": "a hand",
    }
    return known.get(place, place.partition(":")[2] or place)


def card_name(card: str, view: View, rules: Rules) -> str:
    """A card in words: a private by its name, a train by its type, a certificate by its share."""
    data = rules.data
    if card in data.privates:
        return f"{card} ({data.privates[card].name})"
    if card in data.train_cards:
        return f"a {face(view, card)}-train"
    company, _, number = card.rpartition(".")
    if company in data.companies and number.isdigit():
        sizes = data.companies[company].certificates
        part = percent(view, company, sizes[int(number)])
        presides = number == "0" and (len(sizes) == 1 or sizes[0] > sizes[1])
        return f"{company}'s president's certificate ({part}%)" if presides else f"{part}% of {company}"
    return card


def cards_in_hand(view: View, rules: Rules, player: str) -> str:
    """What is in a player's hand, as far as the view's owner may know: `2 × 10% of CGR, 5 cards unseen`; "" for nothing."""
    shown = [card_name(c, view, rules) for c, place in view.place.items() if place == f"hand:{player}"]
    counts = {said: shown.count(said) for said in dict.fromkeys(shown)}
    parts = [said if count == 1 else f"{count} × {said}" for said, count in counts.items()]
    unseen = view.marks.get(COVERED, []).count(player)
    if unseen:
        parts.append(f"{unseen} card{'s' if unseen > 1 else ''} unseen")
    return ", ".join(parts)


def tile_words(event: TileLaid, rules: Rules) -> str:
    tile = rules.data.tiles[event.tile]
    where = place_name(rules, event.hex)
    does = f"upgrades {where} to {event.tile}" if event.old else f"lays {event.tile} on {where}"
    ways = toward(rules, event.hex, tile.faces[event.rotation])
    more = f", {ways}" if ways else ""
    cost = f" for {money(event.cost, rules.data)}" if event.cost else ""
    return f"{event.company} {does}{more}{cost}{f', using {event.using}' if event.using else ''}."


def run_words(event: Ran, view: View, rules: Rules) -> str:
    if not event.runs:
        return f"{event.company} runs no train."
    each = []
    for run in event.runs:
        stops = "–".join(dict.fromkeys(rules.data.hexes[h].name or h for h in (s.partition(".")[0] for s in run.stops)))
        each.append(f"{face(view, run.train)} {stops} {money(run.revenue, rules.data)}")
    extra = event.revenue - sum(run.revenue for run in event.runs)  # by a rule over all trains together
    if extra:
        each.append(f"all together {'+' if extra > 0 else '−'}{money(abs(extra), rules.data)}")
    less = f" (best {money(event.best, rules.data)})" if event.best > event.revenue else ""
    return f"{event.company} runs for {money(event.revenue, rules.data)}{less}: {'; '.join(each)}."


def phase_words(phase: str, rules: Rules) -> str:
    """What holds in a phase: tiles, train limit, rounds."""
    data = rules.data.phases[phase]
    limit = limit_text(data.limit)
    rounds = f"{data.rounds} operating round{'s' if data.rounds > 1 else ''} a set"
    return f"{listed(data.tiles)} tiles, train limit {limit}, {rounds}"

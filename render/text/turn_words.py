"""What happened in one turn of a company, or in a round of players, in one line: as short as a caption."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.events import (
    EVENTS,
    AuctionWon,
    CompanyClosed,
    Divided,
    Event,
    Floated,
    Paid,
    ParSet,
    PhaseBegan,
    PresidentChanged,
    PriceMoved,
    PrivateSold,
    Ran,
    Rusted,
    SharesBought,
    SharesSold,
    TileLaid,
    TokenPlaced,
    TrainBought,
    WentBankrupt,
)
from game.rules import Rules
from game.state import Company
from render.data.names import count_trains, listed, price_way, private_in_short
from render.data.queries import View, face, percent, type_called
from render.text.player_names import with_names
from render.text.text import words

IDLE = "does nothing"


def turn_words(events: Sequence[Event], company: Company, view: View, rules: Rules, *, of_run: str = "") -> str:
    """A company's turn: `lays 2 tiles, station in Macon, runs for $120 and pays out, $90 → $100, buys a 3-train`. `of_run`: what
    stands behind its run, if it had one.
    """
    own = [e for e in events if getattr(e, "company", "") == company]
    helped = [e for e in events if isinstance(e, Paid) and e.why == "help" and e.dst == company]
    income = [f"{text}{of_run}" for text in _income(own, rules)]
    parts = [*_building(own, rules), *income, *_price(own, rules), *_trains(own, view, rules)]
    parts += [f"{rules.data.money(e.amount)} of it from {rules.person(e.src)}" for e in helped]
    return ", ".join(parts) or IDLE


def forced_words(events: Sequence[Event], view: View, rules: Rules) -> list[str]:
    """What a company's turn cost players: `ann sells 20% GA, 10% CoG`, `bob is bankrupt`, `cid takes GA from ann`."""
    sold: dict[str, Counter[Company]] = {}
    for e in events:
        if isinstance(e, SharesSold):
            sold.setdefault(rules.person(e.who), Counter())[e.company] += e.shares
    sales = [
        f"{who} sells {', '.join(f'{percent(view, c, n)}% {c}' for c, n in shares.items())}"
        for who, shares in sold.items()
    ]
    told = [e for e in events if isinstance(e, WentBankrupt | PresidentChanged | CompanyClosed)]
    return [*sales, *news(told, view, rules)] if sales or any(isinstance(e, WentBankrupt) for e in told) else []


def _building(own: Sequence[Event], rules: Rules) -> list[str]:
    """Tiles and stations."""
    laid = [e for e in own if isinstance(e, TileLaid)]
    clauses = []
    if laid:
        named = [name for e in laid if (name := rules.data.hexes[e.hex].name)]
        what = "lays a tile" if len(laid) == 1 else f"lays {len(laid)} tiles"
        some = f", {'one' if len(named) == 1 else len(named)}" if len(named) < len(laid) else ""
        clauses.append(f"{what}{some} in {listed(dict.fromkeys(named))}" if named else what)
    stations = dict.fromkeys(e.slot.partition(".")[0] for e in own if isinstance(e, TokenPlaced))
    if stations:
        verb = "station" if laid else "places a station"
        clauses.append(f"{verb} in {listed(rules.data.hexes[h].name or h for h in stations)}")
    return clauses


def _income(own: Sequence[Event], rules: Rules) -> list[str]:
    """What it earned in the end, and what became of that."""
    divided = next((e for e in own if isinstance(e, Divided) and e.revenue), None)
    ran = next((e for e in own if isinstance(e, Ran) and e.revenue), None)
    if ran is None:
        return []
    earned = divided.revenue if divided else ran.revenue
    use = rules.dividends.kind(divided.kind).present if divided else ""
    return [f"runs for {rules.data.money(earned)}{f' and {use}' if use else ''}"]


def _price(own: Sequence[Event], rules: Rules) -> list[str]:
    """Where its price went, from the turn's beginning to its end."""
    moved = [e for e in own if isinstance(e, PriceMoved)]
    if not moved or moved[0].old == moved[-1].new:
        return []
    return [price_way(moved[0].old, moved[-1].new, rules)]


def _trains(own: Sequence[Event], view: View, rules: Rules) -> list[str]:
    """Trains bought: `buys two 2-trains and a 3-train`."""
    bought = count_trains((e.face or face(view, e.train) for e in own if isinstance(e, TrainBought)), rules)
    return [f"buys {bought}"] if bought else []


def news(events: Sequence[Event], view: View, rules: Rules) -> list[str]:
    """What changed for all, in short sentences: phases, trains that rust, companies that start, float, change hands or close.

    What only this title knows comes last.
    """
    events, rules = with_names(events, rules)
    own = [e for e in events if type(e) in rules.words and type(e) not in EVENTS]
    clauses = [_new(event, view, rules) for event in events]
    return [*filter(None, clauses), *(words(e, view, rules).rstrip(".") for e in own)]


def _new(event: Event, view: View, rules: Rules) -> str:
    data = rules.data
    match event:
        case AuctionWon() if AuctionWon in rules.words:
            return words(event, view, rules).rstrip(".")
        case PhaseBegan(phase=phase):
            return f"Phase {phase} begins"
        case Rusted(kind=kind, trains=lost):
            return f"{data.train_called(type_called(rules, kind))}s rust{f' ({len(lost)} lost)' if lost else ''}"
        case ParSet(who=who, company=company, price=price):
            return f"{who} starts {company} at {data.money(price)}"
        case Floated(company=company):
            return f"{company} floats"
        case PresidentChanged(company=company, old=old, new=new) if old and new:
            return f"{new} takes {company} from {old}"
        case AuctionWon(who=who, item=item, amount=amount, unopposed=unopposed):
            alone = " by the only bid" if unopposed else ""
            return f"{who} gets {private_in_short(item, rules)}{f' for {data.money(amount)}' if amount else ''}{alone}"
        case PrivateSold(buyer="bank" | "pool"):  # what somebody lays aside is no news
            return ""
        case PrivateSold(private=private, buyer=buyer, price=price):
            return f"{buyer} buys {private_in_short(private, rules)} for {data.money(price)}"
        case CompanyClosed(company=company):
            return f"{company} closes"
        case WentBankrupt(who=who):
            return f"{who} is bankrupt"
        case _:
            return ""


def trading(events: Sequence[Event], view: View, rules: Rules) -> list[str]:
    """What players bought and sold: `ann: +20% GA, −10% CoG`, in the order in which they began."""
    traded: dict[str, Counter[Company]] = {}
    for event in events:
        match event:
            case SharesBought(who=who, company=company, shares=shares):
                traded.setdefault(who, Counter())[company] += shares
            case SharesSold(who=who, company=company, shares=shares):
                traded.setdefault(who, Counter())[company] -= shares
            case _:
                pass
    lines = []
    for who, sums in traded.items():
        each = [f"{'+' if n > 0 else '−'}{percent(view, c, abs(n))}% {c}" for c, n in sums.items() if n]
        lines += [f"{rules.person(who)} {', '.join(each)}"] if each else []
    return lines

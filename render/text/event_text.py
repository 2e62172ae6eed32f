"""What happened, in lines: sentences of events with what belongs together folded into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from game.events import (
    EVENTS,
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
    PresidentChanged,
    PriceMoved,
    Rusted,
    SharesBought,
    SharesSold,
    Skipped,
    TokenPlaced,
    TokenRemoved,
    TrainBought,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from game.names import company_name
from game.rules import Rules
from game.step_keys import StepKey
from render.data.names import COUNTS, card_name, holder, listed, price_way
from render.data.queries import View, percent, price, type_called
from render.text.money_text import paid_for, unpaid_dividend, unpaid_words
from render.text.player_names import with_names
from render.text.text import minor_first, pass_words, words

QUIET = (Paid, CardMoved, TurnBegan, TurnEnded, Skipped, Marked)  # told by other events, or of interest to few
LOUD = (PhaseBegan, Rusted, PresidentChanged, Floated, BankBroke, EndTriggered, WentBankrupt, GameEnded, CompanyClosed)

# why a price moved, where no other line says it
PRICE_REASONS = {"sold out": "{} is sold out: its price {}", "no train": "{} has no train: its price {}"}


def tell(events: Sequence[Event], view: View, rules: Rules, *, detail: bool = False, bold: bool = False) -> list[str]:
    """What happened, in lines. Passes in a row are one line, prices and payments join the line they belong to.

    `detail`: also what is usually of no interest, one line for each event. `bold`: stress what matters most with `**`.
    """
    events, rules = with_names(events, rules)
    if detail:
        return [said for e in events if (said := words(e, view, rules))]
    lines: list[_Line] = []
    helped: Paid | None = None  # what a president adds to the purchase that follows
    idle: set[str] = set()  # companies no train of which could run
    for event in _join_purchases(_without_replaced(events)):
        last = lines[-1] if lines else None
        match event:
            case Passed() if last is not None and isinstance(last.event, Passed) and last.event.what == event.what:
                last.names = [*dict.fromkeys((*last.names, event.who))]  # a company may pass two steps
            case PriceMoved(company=company) if (line := _priced_line(event, lines)) is not None:
                line.moves[company] = (line.moves.get(company, (event.old, ""))[0], event.new)
            case Paid(why="private"):
                if last is None or not last.incomes:
                    last = _Line(event)
                    lines.append(last)
                last.incomes[event.dst] = last.incomes.get(event.dst, 0) + event.amount
            case Paid() if (payer := _paid_by(event, lines)) is not None:
                payer.add(event)
            case Paid(why="help"):
                helped = event
            case Paid(dst=dst, why="capital"):
                begun = [line for line in lines if line.event == Floated(dst) and not line.more]
                rest = _underwritten(dst, events)
                if begun and not rest:
                    begun[0].more = f" with {rules.data.money(event.amount)}"
                else:
                    lines.append(_Line(event, also=_capital_words(event, rest, events, rules)))
            case Paid() if told := _payout_words(event, rules):
                lines.append(_Line(event, also=told))
            case Paid(src=src, amount=amount, why="station") if last is not None and last.event == Floated(src):
                last.more += f" and pays {rules.data.money(amount)} for its other stations"
            case TrainBought(company=company) if helped is not None and helped.dst == company:
                lines.append(_Line(event, more=f", {rules.data.money(helped.amount)} of it from {helped.src}"))
                helped = None
            case SharesBought() if last is not None and isinstance(last.event, ParSet) and last.event.who == event.who:
                last.bought = event
            case BidMade() if last is not None and not last.more and _puts_up(last.event, event):
                last.more = f" and bids {rules.data.money(event.amount)}"
            case CardMoved(card=card, dst=dst, why="power") if dst not in ("gone", "aside"):
                text = card_name(card, view, rules)
                lines.append(_Line(event, also=f"{dst} also gets {text}."))
            case Skipped(who=company, what=StepKey.RUN):
                idle.add(company)
            case Divided(company=company, revenue=0) if company in idle:
                lines.append(_Line(event, more=_no_route_words(company, view, rules)))
            case _ if _is_quiet(event):
                continue
            case _:
                lines.append(_Line(event, _names(event), also=_rust_words(event, events, view, rules)))
    return [*filter(None, (line.text(view, rules, bold=bold) for line in _say_what_stays(lines, events, view, rules)))]


def _say_what_stays(lines: Sequence[_Line], events: Sequence[Event], view: View, rules: Rules) -> Sequence[_Line]:
    """These lines; those of dividends, and of shares that were sold, that moved no price say that it stays what it is."""
    moved = {e.company for e in events if isinstance(e, PriceMoved)}
    for line in lines:
        told = line.event
        if not isinstance(told, SharesSold | Divided) or told.company in moved:
            continue
        if stays := price(view, rules, told.company):
            line.stays = f"; price stays {rules.data.money(stays)}"
    return lines


def _join_purchases(events: Sequence[Event]) -> list[Event]:
    """Events with equal purchases of shares, one after the other, as one of all these shares, for what they cost together."""
    joined: list[Event] = []
    alike: Event | None = None  # the purchase that the last of them repeats
    for event in events:
        last = next((n for n in range(len(joined) - 1, -1, -1) if not isinstance(joined[n], CardMoved | Paid)), -1)
        before = joined[last] if last >= 0 else None
        if isinstance(event, SharesBought) and isinstance(before, SharesBought) and event == alike:
            joined[last] = replace(event, shares=before.shares + event.shares, price=before.price + event.price)
            continue
        alike = event if not isinstance(event, CardMoved | Paid) else alike
        joined.append(event)
    return joined


def _puts_up(event: Event, bid: BidMade) -> bool:
    """Whether a title's event tells that whoever bids has chosen the thing for sale, by the same action."""
    named = {getattr(event, name) for name in event.__struct_fields__ if isinstance(getattr(event, name), str)}
    return type(event) not in EVENTS and {bid.who, bid.item} <= named


def _without_replaced(events: Sequence[Event]) -> list[Event]:
    """Events without a station that is removed and the one that takes its place at once, where a title's event after them says
    both; and without the money of a minor that closes, where one says it.
    """
    left = {(getattr(e, "minor", ""), getattr(e, "dollars", 0)) for e in events if type(e) not in EVENTS}
    events = [e for e in events if not (isinstance(e, Paid) and e.why == "closed" and (e.src, e.amount) in left)]
    told = {
        n
        for n, (old, new, own) in enumerate(zip(events, events[1:], events[2:], strict=False))
        if isinstance(old, TokenRemoved) and isinstance(new, TokenPlaced) and old.slot == new.slot == _slot_of(own)
    }
    return [e for n, e in enumerate(events) if n not in told and n - 1 not in told]


def _slot_of(event: Event) -> str:
    """The circle that an event is about; "" for none."""
    return str(getattr(event, "slot", ""))


def _no_route_words(company: str, view: View, rules: Rules) -> str:
    """That no train of a company has a route, and what a title says of its trains."""
    own = rules.words.get("idle train")
    why = own(company, view, rules) if own is not None else ""
    return f", since it has no train with a route{f' ({why})' if why else ''}"


def _underwritten(company: str, events: Sequence[Event]) -> int:
    """How many certificates of a company the bank has taken and put into the pool in these events."""
    moved = [e for e in events if isinstance(e, CardMoved) and e.why == "underwritten"]
    return sum(e.card.partition(".")[0] == company for e in moved)


def _capital_words(paid: Paid, rest: int, events: Sequence[Event], rules: Rules) -> str:
    """What the bank pays into a treasury, and for what: its last certificates, or the one with which it was started."""
    pays = f"The bank pays {paid.dst} {rules.data.money(paid.amount)}"
    if rest:
        return f"{pays} for its last {rest} shares, which go to {holder('pool', rules)}."
    started = any(isinstance(e, ParSet) and e.company == paid.dst for e in events)
    return f"{pays} for its president's certificate." if started else f"{pays}."


def _payout_words(paid: Paid, rules: Rules) -> str:
    """What goes to the bank when somebody is out of the game, what the bank pays for a private that closes, and what it pays a
    company beside its dividend; "" of other payments.
    """
    money, what_for = rules.data.money(paid.amount), paid_for(paid, rules)
    if what_for:
        return f"The bank pays {paid.dst} {money} {what_for}."
    if paid.why == "face value":
        return f"{paid.dst} gets {money}, its face value, from {holder(paid.src, rules)}."
    if paid.why not in ("forfeit", "closed"):
        return ""
    return minor_first(f"{paid.src}'s {money} goes to {holder(paid.dst, rules)}.", rules)


class _Line:
    """A sentence with what joins it."""

    def __init__(self, event: Event, names: list[str] | None = None, also: str = "", more: str = "") -> None:
        self.event = event
        self.also = also  # the whole line, where it is not the event's own sentence
        self.more = more  # added to that sentence
        self.names = names or []
        self.moves: dict[str, tuple[str, str]] = {}
        self.stays = ""  # that a price does not move
        self.incomes: dict[str, int] = {}
        self.sums: dict[str, int] = {}  # dollars that everybody is paid
        self.payments: list[Paid] = []  # of which these sums are
        self.bought: SharesBought | None = None

    def add(self, payment: Paid) -> None:
        """Add a payment to the sums."""
        self.sums[payment.dst] = self.sums.get(payment.dst, 0) + payment.amount
        self.payments.append(payment)

    def text(self, view: View, rules: Rules, *, bold: bool) -> str:
        if self.also:
            return f"**{self.also}**" if bold and isinstance(self.event, LOUD) else self.also
        if self.incomes:
            text = ", ".join(f"{who} {rules.data.money(n)}" for who, n in self.incomes.items())
            return f"Privates pay: {text}."
        if isinstance(self.event, Passed) and len(self.names) > 1:
            return f"{listed(self.names)} {pass_words(self.event.what, rules, several=True)}."
        text = words(self.event, view, rules)
        if not text:  # a title tells it elsewhere
            return ""
        if self.bought is not None:
            b = self.bought
            text = f"{text[:-1]} and buys {percent(view, b.company, b.shares)}% for {rules.data.money(b.price)}."
        text = f"{text[:-1]}{self.more}."
        if self.sums:
            text = self._earned_first(text, rules)
            paid = [f"{company_name(rules, who)} {rules.data.money(n)}" for who, n in self.sums.items()]
            shared = " and pays " in text and text.endswith(
                " of it."
            )  # by a minor, and what it keeps is among the parts
            head, parts = (
                (text.partition(" and pays ")[0] if shared else text[:-1]),
                ", ".join((*paid, *self._unpaid(rules))),
            )
            text = f"{head}: {parts}." if shared else f"{head} ({parts})."
        if isinstance(self.event, PriceMoved):
            ways = {self.event.company: (self.event.old, self.event.new)} | self.moves
            whose = PRICE_REASONS.get(self.event.why, "{}'s price {}")
            text = "; ".join(whose.format(c, price_way(a, b, rules)) for c, (a, b) in ways.items()) + "."
        moves = {c: w for c, w in self.moves.items() if w[0] or not isinstance(self.event, ParSet)}  # its start is told
        if moves and not isinstance(self.event, PriceMoved):
            text = f"{text[:-1]}; {'; '.join(_way(c, w, rules, self.event) for c, w in moves.items())}."
        if self.stays:
            text = f"{text[:-1]}{self.stays}."
        return f"**{text}**" if bold and isinstance(self.event, LOUD) else text

    def _earned_first(self, text: str, rules: Rules) -> str:
        """The sentence of a dividend; where more is paid than was earned, by a company of more than ten shares, it says both."""
        it = self.event
        if not isinstance(it, Divided) or not rules.dividends.paid(it.kind, it.revenue):
            return text
        if sum(self.sums.values()) <= it.revenue:
            return text
        earned, each = rules.data.money(it.revenue), rules.data.money(it.each)
        return f"{it.company} earns {earned} and pays {each} a share."

    def _unpaid(self, rules: Rules) -> list[str]:
        """What of a dividend nobody gets, since the bank holds shares: `$12 stays in the bank`."""
        divided = self.event
        return unpaid_words(unpaid_dividend(divided, self.payments), rules) if isinstance(divided, Divided) else []


def _names(event: Event) -> list[str] | None:
    """Who passes, to be joined by others who do."""
    return [event.who] if isinstance(event, Passed) else None


def _rust_words(event: Event, events: Sequence[Event], view: View, rules: Rules) -> str:
    """`All 2-trains rust and leave the game: two of L&N, one of GMO.`; "" where the events around do not say whose they were."""
    if not isinstance(event, Rusted):
        return ""
    owners = {e.card: e.src for e in events if isinstance(e, CardMoved) and e.why == "rusted"}
    lost = Counter(owners[t] for t in event.trains if t in owners)
    if not lost:
        return ""
    whose = [
        f"{_count(n)} of {company_name(rules, c) if c in view.companies else holder(c, rules)}" for c, n in lost.items()
    ]
    return (
        f"All {rules.data.train_called(type_called(rules, event.kind))}s rust and leave the game: {', '.join(whose)}."
    )


def _count(count: int) -> str:
    """A small number in a word."""
    return ("none", "one", *COUNTS[2:])[count] if count < len(COUNTS) else str(count)


def _paid_by(event: Paid, lines: Sequence[_Line]) -> _Line | None:
    """The line of what a payment to several comes from: a dividend, or a guaranty, which is told right before."""
    if event.why == "dividend":
        return next((line for line in reversed(lines) if isinstance(line.event, Divided)), None)
    return lines[-1] if event.why == "guaranty" and lines else None


def _way(company: str, way: tuple[str, str], rules: Rules, event: Event) -> str:
    own = getattr(event, "company", "") == company
    return f"{'price' if own else company} {price_way(way[0], way[1], rules)}"


def _priced_line(event: PriceMoved, lines: Sequence[_Line]) -> _Line | None:
    """The line that a price that moved joins: one about that company, or one right before it of the price of another."""
    about = next((line for line in reversed(lines) if _about(line, event.company)), None)
    last = lines[-1].event if lines else None
    alike = isinstance(last, PriceMoved) and PRICE_REASONS.get(last.why) == PRICE_REASONS.get(event.why)
    if about is None and alike and isinstance(last, PriceMoved) and event.old and last.old:
        return lines[-1]
    return about


def _is_quiet(event: Event) -> bool:
    """Whether an event is told by another: a share that a bond becomes, and what it brings its company, by that of the bond."""
    of_bond = (isinstance(event, SharesBought) and event.source == "bond") or (
        isinstance(event, Paid) and event.why == "bond"
    )
    return isinstance(event, QUIET) or of_bond


def _about(line: _Line, company: str) -> bool:
    """Whether a price that moved joins that line."""
    if isinstance(line.event, PriceMoved):
        return company == line.event.company or company in line.moves
    return isinstance(line.event, (SharesSold, Divided, ParSet)) and line.event.company == company

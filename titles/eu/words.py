"""18EU: what happened, what is asked and what may be done, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from game import places
from game.actions import Action, Bid, Choose, Par, Pass, PlaceToken
from game.events import AuctionWon, BidMade, CompanyClosed, ParSet, PriceCut
from game.rules import OwnFacts
from game.step_keys import StepKey
from titles.eu import capital, doubled_stop, final, mergers, minors, pullman, track, treasury

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import State


NAMED = 3  # corporations that are named where something holds of all of them


NUMBERS = {2: "two", 3: "three"}


def named(rules: Rules, company: str) -> str:
    """`minor 14 (Ligne Strasbourg-Bâle)`, or a corporation's code."""
    data = rules.data.companies[company]
    return f"minor {company} ({data.name})" if data.kind == minors.MINOR else company


def put_up(event: minors.PutUp, _view: object, rules: Rules) -> str:
    return f"{event.who} puts up {named(rules, event.minor)}."


def bid_made(event: BidMade, _view: object, rules: Rules) -> str:
    return f"{event.who} bids {rules.data.money(event.amount)} on {named(rules, event.item)}."


def price_cut(event: PriceCut, _view: object, rules: Rules) -> str:
    return f"Nobody takes {named(rules, event.item)} for more: it is offered for {rules.data.money(event.price)}."


def won(event: AuctionWon, _view: object, rules: Rules) -> str:
    return f"{event.who} gets {named(rules, event.item)} for {rules.data.money(event.amount) if event.amount else 'nothing'}."


def closed(event: CompanyClosed, _view: object, rules: Rules) -> str:
    name = named(rules, event.company)
    return f"{name[:1].upper()}{name[1:]} closes."


def exchanged(event: mergers.Exchanged, _view: object, rules: Rules) -> str:
    minor = named(rules, event.minor)
    has = belongings(rules, event.dollars, event.trains)
    if not event.source:
        return f"{event.who} gives up {minor} for nothing{f', with {has}' if has else ''}."
    if event.source == places.TREASURY:
        with_it = f"; {event.company} gets {has}" if has else ""
        return f"{event.who} merges {minor} into {event.company} for a share from its treasury{with_it}."
    left = {"bank": belongings(rules, event.dollars, ()), "pool": belongings(rules, 0, event.trains)}
    lost = " and ".join(f"the {place} gets {what}" for place, what in left.items() if what)
    return f"{event.who} exchanges {minor} for a share of {event.company} from the pool{f'; {lost}' if lost else ''}."


def belongings(rules: Rules, dollars: int, trains: Iterable[str]) -> str:
    """`£120 and two 2-trains`; "" for nothing."""
    parts = [rules.data.money(dollars)] if dollars else []
    parts += [_counted(name, n) for name, n in Counter(map(rules.data.train_called, trains)).items()]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def _counted(train: str, count: int) -> str:
    """`a 2-train`, `two 3-trains`: a minor has two at most."""
    article = "an" if train.startswith("8") else "a"
    return f"{article} {train}" if count == 1 else f"{NUMBERS.get(count, str(count))} {train}s"


def par_set(event: ParSet, view: Any, rules: Rules) -> str:
    """Said with the price: what its further tokens cost it at once."""
    later = rules.has("charter_when_floated") and "underwritten" in rules.data.phases[view.phase].flags
    charter = rules.data.money(rules.data.file.numbers["charter"])
    due = "" if later else f"; its four other stations cost it {charter}"
    name = rules.data.companies[event.company].name
    return f"{event.who} starts {event.company} ({name}{due}) at {rules.data.money(event.price)} a share."


def stop_doubled(event: doubled_stop.StopDoubled, _view: object, rules: Rules) -> str:
    where = rules.data.hexes[event.stop.partition(".")[0]].spot
    return f"The Pullman of {event.company} doubles {where}: the trains earn {rules.data.money(event.revenue)} in all."


def bid(action: Bid, _view: object, rules: Rules) -> str:
    minor = named(rules, action.item)
    return f"{minor} for {rules.data.money(action.amount)}" if action.amount else f"put up {minor} without a bid"


def exchange(action: mergers.Exchange, view: Any, rules: Rules) -> str:
    has = owned(view, rules, action.minor)
    if not action.company:
        return f"give up minor {action.minor} ({has}) for nothing"
    state = view.companies[action.company]
    price = next((rules.data.cell(c).price for c, here in view.market.items() if action.company in here), state.par)
    return f"minor {action.minor} → {action.company} (share {rules.data.money(price)}; {has})"


def owned(view: Any, rules: Rules, minor: str) -> str:
    """What a minor is and has: `Ungarische Staatsbahn, ann, £120 and a 2-train`."""
    faces = [
        (view.trains[t].side if t in view.trains else "") or t.rpartition("-")[0]
        for t, place in view.place.items()
        if place == minor and t in rules.data.train_set
    ]
    has = belongings(rules, view.cash.get(minor, 0), faces)
    return ", ".join(
        filter(None, [rules.data.companies[minor].name, rules.person(view.companies[minor].president), has])
    )


def first_minor(action: PlaceToken, view: Any, rules: Rules) -> str:
    """The minor that a corporation starts with, and the city of its station; from phase 5 on the city alone."""
    there = [
        c for s, c in view.tokens.items() if rules.data.companies[c].kind == minors.MINOR and s.startswith(action.city)
    ]
    own_minors = [c for c in there if view.companies[c].president == action.by]
    hex_id, _, which = action.city.partition(".")
    spot = rules.data.hexes[hex_id].spot
    if not own_minors:
        return f"{spot}, circle {ascii_lowercase.index(which) + 1}" if which in ascii_lowercase and which else spot
    return f"minor {own_minors[0]} ({owned(view, rules, own_minors[0])}), {spot}"


def redeem(action: treasury.Redeem, _view: object, _rules: Rules) -> str:
    return f"buy {action.count} share{'s' if action.count > 1 else ''} back from the pool"


def gives_all_up(action: Pass, view: Any, rules: Rules) -> str:
    """A pass of the final exchange: all minors of a player go."""
    own = [
        c
        for c, state in view.companies.items()
        if rules.data.companies[c].kind == minors.MINOR and state.president == action.by and not state.closed
    ]
    return f"give up {final.listed_minors(own)} for nothing"


def no_token(_action: Pass, view: Any, _rules: Rules) -> str:
    return f"no station: minor {view.agenda[-1].minor}'s is removed"


def kept_pullman(_action: Pass, _view: object, _rules: Rules) -> str:
    return "keep the Pullman"


def double(action: Choose, _view: object, rules: Rules) -> str:
    """The stop that the Pullman is to double, by its name."""
    known = rules.data.hexes.get(action.option.partition(".")[0])
    return f"double {known.spot}" if known is not None else action.option


def nothing_doubled(_action: Pass, _view: object, _rules: Rules) -> str:
    return "do not double any stop"


def ask_in_sale(step: minors.MinorSale, view: Any, rules: Rules) -> str:
    if step.mode == "select":
        if view.cash.get(step.player, 0) < minors.OPENING:
            return "put up one of the minors, without a bid"
        return f"put up one of the minors, with a bid ({rules.data.money(minors.OPENING)} or more) or without"
    minor = named(rules, step.minor)
    match step.mode:
        case "open":
            return f"open the bidding on {minor} with {rules.data.money(minors.OPENING)} or more, or pass"
        case "auction":
            return f"raise {rules.person(step.bidder)}'s {rules.data.money(step.price)} on {minor}, or pass"
    takes = f"take {minor} for {rules.data.money(step.price)}"
    if step.price > minors.FALL:
        return f"{takes}, or pass"
    own = step.player == step.auctioneer
    return f"{takes}; if all pass, {'you get' if own else f'{rules.person(step.auctioneer)} gets'} it for nothing"


def worth_of_minors(step: minors.MinorSale, _view: object, rules: Rules) -> str:
    """18EU 4.1: what a minor brings whoever buys it."""
    train = rules.data.train_called(next(iter(rules.data.trains)))
    return f"{'It' if step.minor else 'Each'} brings a {train}, half of its income, later a share."


def hints(kinds: AbstractSet[type[Action]], view: State[Any], rules: Rules) -> str:
    """18EU 4.1.2, 4.3: what a minor is exchanged for, and that it takes one to start a corporation before phase 5."""
    said = []
    if mergers.Exchange in kinds:
        said.append(
            "For a minor you get a share of a company that it is connected to, for nothing."
            " The company gets its money and trains."
        )
    if Par in kinds and "underwritten" not in rules.data.phases[view.phase].flags:
        said.append(
            "A company starts with one of your minors: it gets the minor's station, money and trains, and you get a share for it."
            " All are alike."
        )
    return "\n".join(said)


OUT = "If you pass now, you are out of this sale."


def tell_unpaid(_step: object, _view: object, rules: Rules) -> str:
    """What comes of a minor that is put up without a bid."""
    money = rules.data.money
    return (
        f"The others may bid {money(minors.OPENING)} or more. If nobody does, it is offered to all for"
        f" {money(minors.OPENING - minors.FALL)}, then for {money(minors.FALL)} less each time; at {money(0)} it is yours."
    )


def ask_home(step: Any, _view: object, rules: Rules) -> str:
    if isinstance(step, capital.FirstMinor):
        company = rules.data.companies[step.company]
        own, floats = (100 * n // sum(company.certificates) for n in (company.certificates[0] + 1, company.floats))
        return (
            f"{step.company}: which of your minors does it start with? That minor closes: {step.company} gets its station,"
            f" money and trains, and you get a share of {step.company}: {own}% in all, it floats at {floats}%"
        )
    return f"{step.company}: choose the home, any free circle"


def ask_for_city(step: Any, _view: object, _rules: Rules) -> str:
    """What the list of homes asks."""
    return "Which minor?" if isinstance(step, capital.FirstMinor) else "Which city?"


def whose_stations(step: Any, _view: object, _rules: Rules) -> str:
    """Said below a picture of the homes to choose from."""
    return "Your minors on the map:" if isinstance(step, capital.FirstMinor) else ""


def ask_token(step: mergers.ReplaceToken, _view: object, rules: Rules) -> str:
    return f"{step.company}: put one of its stations in place of {named(rules, step.minor)}?"


def ask_final(_step: final.FinalExchange, _view: object, _rules: Rules) -> str:
    return "final exchange: give up one of your minors"


def ask_pullman(step: pullman.OfferPullman, _view: object, _rules: Rules) -> str:
    return f"{step.company}: give up the Pullman, or keep it"


def ask_treasury(step: treasury.IssueOrRedeem, view: State[Any], rules: Rules) -> str:
    """The trades that it can make: `AIRS: buy back its own shares, or done`."""
    company, state = step.company, view.companies[step.company]
    lying = Counter(place for card, place in view.place.items() if card.startswith(f"{company}."))
    cell = next(c for c, pile in view.market.items() if company in pile)
    price, first = rules.data.cell(cell).price, rules.has("no_first_redemption") and not state.operated
    trades = []
    if state.operated and lying[places.TREASURY] and lying[places.POOL] < state.size // 2:
        trades.append("sell shares from its treasury")
    if lying[places.POOL] and price <= view.cash.get(company, 0) and not first:
        trades.append("buy back its own" if trades else "buy back its own shares")
    return f"{company}: {', '.join(trades)}, or done"


def ask_doubled(step: doubled_stop.ChooseDoubled, _view: object, _rules: Rules) -> str:
    return f"{step.company}: which stop does the Pullman double?"


def withheld(offered: Sequence[Action], seat: str, view: Any, rules: Rules) -> str:
    """18EU 4.1.2: why minors of a player cannot be merged or exchanged in this turn; "" where each can, or none has a chance."""
    free = {a.minor for a in offered if isinstance(a, mergers.Exchange)}
    kept = [
        c
        for c, data in rules.data.companies.items()
        if data.kind == minors.MINOR and view.companies[c].president == seat and c not in free
    ]
    started = [c for c, known in view.companies.items() if known.par and not known.closed]
    if not kept or not started:
        return ""
    lying = (places.TREASURY, places.POOL)
    still = [
        c
        for c in started
        if not view.companies[c].operated and any(view.place[card] in lying for card in _certificates(c, rules))
    ]
    which = f"{'minors' if len(kept) > 1 else 'minor'} {all_of(kept)}"
    if not still:
        return f"No corporation takes {which} now: all that have started have operated, or have no share left (18EU 4.1.2)."
    whose = all_of(still, "or") if len(still) <= NAMED else "a corporation that still takes minors"
    they = "they" if len(kept) > 1 else "it"
    return f"No track leads from {which} to a station of {whose}: {they} cannot merge yet (18EU 4.1.2)."


def all_of(names: Sequence[str], last: str = "and") -> str:
    """`2, 5 and 7`."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _certificates(company: str, rules: Rules) -> list[str]:
    return [f"{company}.{n}" for n in range(len(rules.data.companies[company].certificates))]


def subject(action: Action, view: Any, _rules: Rules) -> str:
    """The minor that is given up, or the company that buys its own shares back."""
    if isinstance(action, treasury.Redeem):
        return str(getattr(view.agenda[-1], "company", "")) if view.agenda else ""
    return action.minor if isinstance(action, mergers.Exchange) else ""


LOG_KINDS: Mapping[type, str] = {mergers.Exchanged: "shares", minors.PutUp: "privates"}

WORDS: Mapping[type | str, Callable[..., str]] = {
    "withheld": withheld,
    "lays": track.tell_lays,
    "lay asks": track.asked_owner,
    "lay asks: why": track.tell_asked_owner,
    "sign: Ask 10": track.guard_words,
    "together": lambda: "Pullman",
    "together chosen later": lambda rules: "after the run" if rules.has("free_runs") else "",
    "own round": lambda: "FER: the Final Exchange Round: minors merge or close",
    minors.PutUp: put_up,
    BidMade: bid_made,
    PriceCut: price_cut,
    AuctionWon: won,
    CompanyClosed: closed,
    mergers.Exchanged: exchanged,
    doubled_stop.StopDoubled: stop_doubled,
    Bid: bid,
    Choose: double,
    mergers.Exchange: exchange,
    ParSet: par_set,
    "home: place": first_minor,
    treasury.Redeem: redeem,
    "hints": hints,
    StepKey.AUCTION: ask_in_sale,
    "auction: known": worth_of_minors,
    "auction: unpaid": tell_unpaid,
    "auction: raised": lambda step, _view, _rules: OUT if step.bidder else "",
    "auction: item": lambda _step, _view, _rules: "Which minor?",
    StepKey.HOME: ask_home,
    "home: city": ask_for_city,
    "home: picture": whose_stations,
    "replace": ask_token,
    "exchange": ask_final,
    "pullman": ask_pullman,
    "treasury": ask_treasury,
    "doubled": ask_doubled,
    "exchange: pass": gives_all_up,
    "replace: pass": no_token,
    "pullman: pass": kept_pullman,
    "passed: exchange": lambda several: "exchange no minor" if several else "exchanges no minor",
    "passed: treasury": lambda several: (
        "trade no more of their own shares" if several else "trades no more of its own shares"
    ),
    "passed: pullman": lambda several: "keep their Pullmans" if several else "keeps its Pullman",
    "passed: doubled": lambda several: "double no stop" if several else "doubles no stop",
    "skipped: exchange": lambda: "exchanging a minor",
    "skipped: treasury": lambda: "trading its own shares",
    "skipped: pullman": lambda: "the Pullman",
    "skipped: doubled": lambda: "doubling a stop",
    "doubled: pass": nothing_doubled,
}
FACTS = OwnFacts(subject, log_kind=lambda event: LOG_KINDS.get(type(event), ""))

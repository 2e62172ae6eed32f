"""The short words on the console's buttons: what tells an option from the others beside it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.core.discord_limits import OPTION_TEXT, fit
from bot.model.action_form import DEALS, describe_kind
from bot.views.formatting import View, action_phrase, action_words, value_hints, value_labels
from bot.views.lay_costs import add_lay_costs
from bot.views.options.arrangement import group_words, offer_price_words
from bot.views.options.powers import find_lay_power, lays_free, powers_of, use_words
from bot.views.options.run_labels import shorten_runs, tell_runs_apart
from bot.views.options.screen import PRICED, Screen, ScreenOption
from bot.views.options.start_facts import share_part
from bot.views.press_verbs import StepVerb
from game.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ClosePrivate,
    LayTile,
    Par,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from game.choices import Choice
from game.names import company_name
from game.rules import Rules
from render.data import queries
from render.data.choice_names import choice_name, lot_numbers
from render.data.names import a_train, holder, lot_name
from render.data.run_paths import face_of, has_track
from render.text.directions import names_alone, own_way, richest_way, shared_exits, toward

MAX_LABEL_LENGTH = 42  # characters on a button: more is cut on a phone
MAX_NAMED_MINORS = 5  # minors that are called by that word on their buttons; above that the picture alone says it
PHONE_LABEL_LENGTH = 34  # characters of a button that a phone shows
STATION = r"\bStation in "
# what is replaced in labels that are too long: names for hexes, the hexes beside names, where track leads ...
SHORTENED = (
    (r"\b[A-Z]{1,2}\d{1,2} \(([^()]*)\)", r"\1"),
    (r"(?<= to )(\S.*) and ", r"\1, "),
    (STATION, ""),
    (r" from the bank\b", ""),
    (r" from the pool\b", " (pool)"),
    (r" \([A-Z]{1,2}\d{1,2}\)", ""),
    (r"(?<=\d), to .*?(?=, by |$)", ""),
    (r"Minor (\d+) \([^(),]+, [^(),]+, ([^()]*)\), (.+)", r"Minor \1, \3: \2"),  # its money and trains, which decide
    (r"Minor (\d+) \([^(),]+, [^(),]+\), ", r"Minor \1, "),
    (r"(?<=: )(\S*\d) and .*|: [a-z]+ \S+-trains?$", r"\1"),
)
GAP = " … "
SCRAP = 3  # letters of a word that say nothing
FULL = 34  # characters of a name that is not cut
TAIL = 16  # of them that end a longer text: there options differ
LABELS_OF_KINDS: Mapping[type[Action], str] = {
    Bid: "Other bid…",
    BuyPrivate: "Buy a private…",
    BuyShare: "Buy a share…",
    BuyTrain: "Buy a train…",
    ClosePrivate: "Close a private…",
    LayTile: "Lay a tile…",
    Par: "Start a company…",
    RunTrains: "Other runs…",
    SellPrivate: "Sell a private…",
    SellShares: "Sell shares…",
    TakePrivate: "Buy a private…",
    Use: "Use a private…",
}
WITHOUT_BID = "Without a bid…"
NUMBERED = r"\d+ · "
NUMBER = len("10 · ")  # in front of a label beside a picture


def option_labels(screen: Screen, choices: Sequence[Choice], view: View, rules: Rules) -> list[str]:
    """What each option says, no two alike."""
    lays = [o.action for o in screen.options if isinstance(o.action, LayTile)]
    shared = shared_exits(view, rules, lays) if len(lays) == len(screen.options) else frozenset()
    plain = [option_words(o, screen, choices, view, rules, shared) for o in screen.options]
    ran = [(n, o.action) for n, o in enumerate(screen.options) if isinstance(o.action, RunTrains)]
    told = tell_runs_apart([run for _, run in ran], [plain[n] for n, _ in ran], rules, OPTION_TEXT)
    for (n, _), text in zip(ran, told, strict=True):
        plain[n] = text
    return make_distinct(_without_shared_power(add_lay_costs(plain, screen, view, rules), screen))


def _without_shared_power(labels: Sequence[str], screen: Screen) -> list[str]:
    """`Petersburg (F13) +10` for `Petersburg (F13) +10, using P1 (Railway Express Agency)`, where all use that power: the lines
    above say which.
    """
    powers = {o.action.private if isinstance(o.action, Use) and o.action.target else "" for o in screen.options}
    if len(labels) < 2 or len(powers) != 1 or "" in powers:
        return [*labels]
    return [text.partition(f", using {min(powers)} ")[0] for text in labels]


def make_distinct(labels: Sequence[str]) -> list[str]:
    """Labels that differ: equal ones say which of them it is, `10% of EIR, 2 of 3`; where two would only be cut to the same on
    their buttons, their place in the order stands in front.
    """
    seen = Counter(cut_label(s).casefold() for s in labels)
    equal = [labels[:n].count(s) + 1 for n, s in enumerate(labels)]
    made = []
    for n, (s, nth) in enumerate(zip(labels, equal, strict=True), 1):
        count = labels.count(s)
        if seen[cut_label(s).casefold()] == count and len(s) <= MAX_LABEL_LENGTH - len(", 10 of 10"):
            made.append(s if count == 1 else f"{s}, {nth} of {count}")
        else:
            made.append(s if seen[cut_label(s).casefold()] == 1 else f"{n}) {s}")
    return made


def cut_label(text: str) -> str:
    """As much of a label as a button shows: neighbours by their names alone, then without what stands in brackets, else its
    beginning and its end.
    """
    if len(text) <= MAX_LABEL_LENGTH:
        return text
    without = re.sub(r" \([^()]*\)", "", text)
    for shorter in (names_alone(text), without):
        if len(shorter) <= MAX_LABEL_LENGTH:
            return shorter
    end = text[-TAIL:]
    whole = re.sub(r"^[^ –]*[ –]+", "", end)  # without a part of a word
    tail = whole or end
    head = without[: MAX_LABEL_LENGTH - len(tail) - len(GAP)]
    short = re.sub(rf"[^ –]{{1,{SCRAP}}}$", "", head)  # nor a scrap of one
    return f"{short.rstrip(' –')}{GAP}{tail.lstrip(' –')}"


def cut_labels(labels: Sequence[str]) -> list[str]:
    """The labels of buttons that stand together: places by their names alone, and of all as much left out as makes each short
    enough for a phone, so that they still differ; what stands in brackets where one has no room for it.
    """
    patterns = [s for s in SHORTENED if s[0] != STATION or len(labels) > 1]  # a place alone does not say what is done
    stages = list(itertools.accumulate(patterns, _shorten_all, initial=[*labels]))[1:]
    apart = [s for s in stages if len(set(map(_unnumbered, s))) == len(labels) and _longest(s) <= MAX_LABEL_LENGTH]
    if apart:
        return next((s for s in apart if _longest(s) <= PHONE_LABEL_LENGTH), min(apart, key=_longest))
    cut = [cut_label(text) for text in labels]
    if not any("(" in whole and "(" not in short for whole, short in zip(labels, cut, strict=True)):
        return cut
    without = [cut_label(re.sub(r" \([^()]*\)", "", text)) for text in labels]
    return without if len(set(map(_unnumbered, without))) == len(set(map(_unnumbered, cut))) else cut


def _shorten_all(labels: Sequence[str], left_out: tuple[str, str]) -> list[str]:
    """The labels with a pattern replaced."""
    return [re.sub(*left_out, text) for text in labels]


def _longest(labels: Sequence[str]) -> int:
    """Characters of the longest label."""
    return max(map(len, labels), default=0)


def short_label(action: Action, view: View, rules: Rules) -> str:
    """An action that stands alone, on a button: what it does first, and no more than a phone shows where that is enough."""
    (label,) = cut_labels([action_label(action, {}, view, rules)])
    return label


def _unnumbered(label: str) -> str:
    """A label without the number of its picture, which alone would tell it from another."""
    return re.sub(rf"^{NUMBERED}", "", label)


def picture_labels(labels: Sequence[str], screen: Screen, rules: Rules, *, lettered: bool = False) -> list[str]:
    """The labels beside a picture, with its numbers or letters, and without what it shows."""
    short = shorten_routes(leave_out_names(labels, screen, rules), screen, rules)
    if lettered:
        return letter_labels(short)
    if have_own_numbers(screen.options, rules):
        return _minor_numbers(short) if len(short) > MAX_NAMED_MINORS else short
    return number_labels(short, option_numbers(screen.options, rules))


def _minor_numbers(labels: Sequence[str]) -> list[str]:
    """`3 · £100` for `Minor 3: £100`, `3` for `Minor 3`."""
    return [re.sub(r"^Minor (\d+)(?:: )?", lambda m: m[1] + " · " * m[0].endswith(": "), text) for text in labels]


def leave_out_names(labels: Sequence[str], screen: Screen, rules: Rules) -> list[str]:
    """Companies and privates without their full names, where a picture beside the buttons tells these."""
    return [_without_name(text, str(o.choice), rules) for o, text in zip(screen.options, labels, strict=True)]


def _without_name(text: str, item: str, rules: Rules) -> str:
    """A label without the full name that follows the short one."""
    if text != item and not text.startswith(f"{item} · "):
        return text
    name = company_name(rules, item)
    return name if name == item else name.capitalize()


def shorten_routes(labels: Sequence[str], screen: Screen, rules: Rules) -> list[str]:
    """The labels where routes fit on their buttons; else what they earn, and what tells them apart: the picture and the lines
    above the buttons show the rest.
    """
    if all(cut_label(text) == text for text in number_labels(labels)):
        return list(labels)
    return shorten_runs(labels, screen.options, rules, MAX_LABEL_LENGTH - NUMBER)


def lot_of(offer: ScreenOption) -> str:
    """The thing that an option bids for; "" of any other option, and of an amount."""
    if not issubclass(offer.kind, Bid) or offer.field == "amount":
        return ""
    return offer.action.item if isinstance(offer.action, Bid) else str(offer.choice or "")


def have_own_numbers(offers: Sequence[ScreenOption], rules: Rules) -> bool:
    """Whether all that is offered are minors for sale, which are called by numbers of their own."""
    lots = [lot_of(o) for o in offers]
    return bool(lots) and all(lots) and all(company_name(rules, item) != item for item in lots)


def option_numbers(offers: Sequence[ScreenOption], rules: Rules) -> list[int]:
    """The number of each option: of a private for sale its place in the title's list, which it keeps when others are sold; else
    its place on the screen. 0, which is none: of minors, which have theirs already, and of a single option.
    """
    numbers = lot_numbers(rules)
    if offers and all(lot_of(o) in numbers for o in offers):
        return [numbers[lot_of(o)] for o in offers]
    if len(offers) < 2 or have_own_numbers(offers, rules):
        return [0] * len(offers)
    return list(range(1, len(offers) + 1))


def letter_labels(labels: Sequence[str]) -> list[str]:
    """Labels with the letters that the picture has beside them; a single option has none."""
    if len(labels) == 1:
        return list(labels)
    return [f"{choice_name(n, lettered=True)} · {s}" for n, s in enumerate(labels, 1)]


def number_labels(labels: Sequence[str], numbers: Sequence[int] = ()) -> list[str]:
    """Labels with the numbers that the picture has beside them: `numbers`, of which 0 is none, else their places in order.

    A single option has none unless it is given, and minors that stand in order have theirs already.

    A tile's number is none of these: the sixth way is `6 · tile 6 to G4 and H1` where it is tile 6.
    """
    places = numbers or ([0] if len(labels) == 1 else range(1, len(labels) + 1))
    numbered = list(zip(places, labels, strict=True))
    if all(re.match(rf"Minor {n}\b", s) for n, s in numbered):
        return list(labels)
    return [f"{n} · {s}" if n and s != f"Minor {n}" else s for n, s in numbered]


def option_words(
    offer: ScreenOption,
    screen: Screen,
    choices: Sequence[Choice],
    view: View,
    rules: Rules,
    shared: frozenset[int] = frozenset(),
) -> str:
    """One option, without what was chosen before. `shared`: sides at which all options join the same track."""
    question = offer.question or screen.question
    fields = question.draft.given
    if offer.verb == StepVerb.PAGE:
        return group_words(offer, view, rules)
    if offer.field == "price" and issubclass(offer.kind, PRICED):
        return offer_price_words(offer, view, rules)
    if offer.field == "hex":
        return place_words(str(offer.choice), view, rules, find_lay_power(question, str(offer.choice)))
    if offer.kind is Par and offer.field == "company":
        return f"Start {offer.choice}"
    if isinstance(offer.action, Par) and offer.verb == StepVerb.KIND:  # nothing above the buttons says which company
        return f"Start {offer.action.company} at {rules.data.money(offer.action.price)}"
    if offer.kind is BuyShare and offer.field == "company" and offer.verb == StepVerb.KIND:
        return action_label(offer.action, {}, view, rules) if offer.action is not None else f"Buy {offer.choice}…"
    if isinstance(offer.action, Bid) and "amount" in fields:  # the price was chosen before
        return company_name(rules, offer.action.item).capitalize()
    if offer.action is not None and (not offer.field or (isinstance(offer.action, Bid) and offer.field != "amount")):
        if any(c.withdraws and offer.action in c for c in choices):
            return "Take the offer back"
        fixed = any(offer.action in c and "amount" not in c.ranges for c in choices)
        if isinstance(offer.action, Bid) and offer.action.amount and not fixed and len(screen.options) > 1:
            name = company_name(rules, offer.action.item)
            if name != offer.action.item:  # of minors many are on sale at once
                return f"{name.capitalize()}: {rules.data.money(offer.action.amount)}"
        return action_label(offer.action, fields, view, rules, fixed=fixed, shared=shared)
    if offer.field == "train" and offer.kind is BuyTrain and view.place.get(str(offer.choice)) in view.companies:
        owner = company_name(rules, view.place[str(offer.choice)])
        return f"{rules.data.train_called(queries.face(view, str(offer.choice)))} from {owner}"
    if offer.field == "tile":
        ways = len({a for c in question.agreeing for a in c.matching({**fields, "tile": offer.choice})})
        turns = f", {ways} ways" if ways > 1 and "hex" in fields else ""
        return f"tile {rules.data.tile_number(str(offer.choice))}{turns} ({view.supply.get(str(offer.choice), 0)} left)"
    if not offer.field:
        return kind_words(choices, offer.kind, view, rules)
    if isinstance(offer.choice, tuple) and question.pick is not None:
        return " + ".join(map(str, offer.choice))
    (text,) = value_labels(rules, view, question.agreeing, offer.field, [offer.choice], fields)
    if offer.kind is BuyTrain and offer.field == "train":
        buys = [a for c in question.agreeing for a in c.matching({**fields, "train": offer.choice})]
        text = _power_price_words(text, [a for a in buys if isinstance(a, BuyTrain)], rules)
    return text if len(text) <= FULL else text.split(" · ")[0]


def _power_price_words(label: str, buys: Sequence[BuyTrain], rules: Rules) -> str:
    """The label of a train of the bank with what it costs by the power of a private: `3/2G-train for $0 with P2`."""
    if not buys or not all(a.using for a in buys):
        return label
    cheaper = min(buys, key=lambda a: a.price)
    return f"{label.partition(' from ')[0]} for {rules.data.money(cheaper.price)} with {cheaper.using}"


def action_label(
    action: Action,
    given: Mapping[str, object],
    view: View,
    rules: Rules,
    *,
    fixed: bool = False,
    shared: frozenset[int] = frozenset(),
) -> str:
    """An action on a button: short, with its price. `fixed`: nobody may bid more; `shared`: sides at which
    tiles beside it join the same track.
    """

    def as_money(dollars: int) -> str:
        """Dollars as this game writes them."""
        return rules.data.money(dollars)

    match action:
        case LayTile(hex=h, tile=tile, rotation=rotation, using=using) if "hex" in given:
            laid = rules.data.tiles[tile]
            face, turns = laid.faces[rotation], [laid.faces[r] for r in laid.rotations]
            way = toward(rules, h, face, named=True, known=face_of(view, rules, h).exits, shared=shared)
            if "tile" in given and len({richest_way(rules, h, f) for f in turns}) == len(turns):
                richest = richest_way(rules, h, face)
                own = "" if using else own_way(view, rules, h, face)  # by a power tiles may lie far away
                way = f"{richest}{own}" if richest else way
            number = "" if "tile" in given and way else f"tile {rules.data.tile_number(tile)}"
            return " ".join(p for p in (number, way, f"by {using}" if using else "") if p)
        case LayTile(using=using):
            words = action_words(action, view, rules)
            return (
                words
                if len(words) <= FULL
                else words.replace("Lay tile", "Tile").replace(f", using {using}", f", by {using}")
            )
        case Bid(item=item, amount=amount) if amount:
            name = lot_name(item, view, rules)
            if action.by and queries.high_bid(view, item)[0] == action.by:
                return f"Bid {as_money(amount)} on {name}, yours leads"
            return f"Buy {name} {as_money(amount)}" if fixed else f"Bid {as_money(amount)} on {name}"
        case BuyShare(company=company, source=source):
            dollars = queries.asking(view, rules, company, source)
            least = min(rules.data.companies[company].certificates)
            # Shares of a treasury are on offer as those of the bank are, where a company has only one of both.
            offered = source == "ipo" or (
                source == "treasury" and not queries.holdings(view, rules, company).get("ipo")
            )
            place = "" if offered else f" ({holder(source, rules).removeprefix('the ')})"
            part = share_part(company, view)
            return f"Buy {part}{' of ' if part else ''}{company} {as_money(dollars * least)}{place}"
        case BuyTrain(train=train, price=dollars, seller=seller, side=side, using=using):
            name = a_train(side or queries.face(view, train), rules)
            place = holder(seller, rules) if seller else "pool" if view.place.get(train) == "pool" else ""
            tail = "".join(f" ({w})" for w in (place, using) if w)
            return f"Buy {name} {as_money(dollars)}{tail}"
        case SellShares(company=company, shares=shares):
            return f"Sell {shares} {company}, {as_money(shares * queries.asking(view, rules, company, 'pool'))}"
        case Par(company=company, price=price):
            return f"{as_money(price)} a share" if "company" in given else f"Start {company} at {as_money(price)}"
        case RunTrains():
            return action_phrase(action, view, rules)
        case _:
            return action_phrase(action, view, rules, given) if given else action_words(action, view, rules)


def place_words(hex_id: str, view: View, rules: Rules, power: str = "") -> str:
    """A hex to build on: `G7 Milledgeville for $20`; `F19 by ETWCR` where only the `power` of a private allows it;
    `B11 (needs Bob's yes)` where somebody else must agree.
    """
    data = rules.data.hexes[hex_id]
    cost = f"for {rules.data.money(data.cost)}" if data.cost and not has_track(view, rules, hex_id) else ""
    if power:
        cost = f"{'free, ' if lays_free(power, rules) else ''}by {power}"
    asks, company = rules.words.get("lay asks"), queries.acting_company(view)
    asked = asks(company, hex_id, view, rules) if asks is not None and company else ""
    return " ".join(p for p in (hex_id, data.name, cost, asked and f"(needs {asked}'s yes)") if p)


def kind_words(choices: Sequence[Choice], kind: type[Action], view: View, rules: Rules) -> str:
    """What is done by actions of a kind; of a single one what it does."""
    of_kind_ = [c for c in choices if c.kind is kind]
    alone = len(of_kind_) == 1 and not of_kind_[0].ranges and not of_kind_[0].judge and len(of_kind_[0].actions) == 1
    if alone:
        return action_words(of_kind_[0].actions[0], view, rules)
    if powers := powers_of(of_kind_):
        return use_words(kind, powers)
    privates = {getattr(a, "private", "") for c in of_kind_ for a in c} if issubclass(kind, DEALS) else set()
    if len(privates) == 1:
        (private,) = privates
        seller = "" if kind is SellPrivate else f" from {holder(view.place.get(private, ''), rules)}"
        return f"{'Sell' if kind is SellPrivate else 'Buy'} {private}{seller}…"
    return LABELS_OF_KINDS.get(kind) or f"{describe_kind(kind)}…"


def option_hints(offers: Sequence[ScreenOption], view: View, rules: Rules) -> list[str]:
    """What else helps to choose, in a drop-down."""
    return [fit(h, OPTION_TEXT) for h in value_hints(rules, view, [o.choice for o in offers])]

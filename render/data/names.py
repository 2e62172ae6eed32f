"""Names of what words and pictures speak of: places, cards, rounds, prices that moved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from game.end_causes import BANK_BROKE, BANKRUPTCY, PRICE_REACHED, STANDSTILL
from game.marks import COVERED
from game.names import company_name
from game.round_names import OPERATING, STOCK, is_stock_round
from game.rules import Rules
from game.state import Place
from render.data.queries import View, face, percent, shares_name, train_names, type_called

END_REASONS = {
    BANK_BROKE: ("the bank ran out of money", "the bank broke"),
    PRICE_REACHED: ("a share price reached the end of the market", "end of the market"),
    BANKRUPTCY: ("a player went bankrupt", "bankruptcy"),
    STANDSTILL: ("nobody could do anything any more", "standstill"),
    "agreed": ("the players agreed to end it", "agreed"),
    "abandoned": ("it was abandoned", "abandoned"),
    "concede": ("a player gave up", "conceded"),
    "manual": ("a player ended it", "ended by a player"),
}  # why a game is over: the rules' reasons, then those of a table; in words, and as a label


def end_words(why: str) -> str:
    """Why a game is over as the end of a sentence: `the bank ran out of money`; words of a table's own stay as they are."""
    return END_REASONS[why][0] if why in END_REASONS else why


def end_label(why: str) -> str:
    """Why a game is over, as short as a label: `the bank broke`."""
    return END_REASONS[why][1] if why in END_REASONS else why


ORDINAL_ENDS = ("th", "st", "nd", "rd")


def nth(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    last = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number}{ORDINAL_ENDS[last] if last < len(ORDINAL_ENDS) else ORDINAL_ENDS[0]}"


def listed(names: Iterable[str], joined_by: str = "and") -> str:
    """`ann, bob and cid`."""
    *most, last = list(names)
    return f"{', '.join(most)} {joined_by} {last}" if most else last


def price_way(old: str, new: str, rules: Rules) -> str:
    """`$70 → $80`, or what happened where the marker entered or left the market or kept its price."""
    if not old:
        return f"starts at {rules.data.money(rules.data.cell(new).price)}"
    if not new:
        return "leaves the market"
    a, b = rules.data.cell(old).price, rules.data.cell(new).price
    if a == b:
        return f"stays at {rules.data.money(a)}"
    return f"{rules.data.money(a)} → {rules.data.money(b)}"


def round_name(name: str) -> str:
    """`Operating round 2.1` for `OR 2.1`."""
    kind, _, number = name.partition(" ")
    return f"{ {STOCK: 'Stock round', OPERATING: 'Operating round', 'Auction': 'The auction'}.get(kind, kind) } {number}".rstrip()


def round_label(name: str) -> str:
    """A round's name as headlines have it: `Stock round 2`, since SR is also the Southern Railway, but `OR 2.1`."""
    return round_name(name) if is_stock_round(name) else name


def holder(place: str, rules: Rules) -> str:
    """A place as the object of a sentence."""
    known = {
        "bank": "the bank",
        "depot": "the bank",
        "ipo": "the initial offering",
        "pool": "the pool",
        "treasury": "the company",
        "gone": "out of the game",
        "aside": "aside",
        "hidden": "a hand",
        "hand": "their hand",
        "row": "a row",
    }
    return known.get(place) or row_name(place) or company_name(rules, rules.person(place.partition(":")[2] or place))


def row_name(place: str) -> str:
    """A row of cards by its number: `row 2`; "" of any other place."""
    kind, _, which = place.partition(":")
    return f"row {which}" if kind == "row" and which else ""


def owner_name(place: str) -> str:
    """A holder in words; of a hand only that it is one."""
    if place.partition(":")[0] in ("hand", "hidden"):
        return "in hands"
    return row_name(place) or {"ipo": "on offer", "treasury": "on offer"}.get(place, place)


def lot_name(item: str, view: View, rules: Rules) -> str:
    """What is bid for as a button calls it: `MRC`, `minor 3`, of a single certificate its company and its part: `GIPR 20%`."""
    if item not in rules.data.certificates:
        return company_name(rules, item)
    company, shares = rules.data.certificates[item]
    return f"{company} {percent(view, company, shares)}%"


def a_train(name: str, rules: Rules) -> str:
    """`a 2-train`, `an 8-train`: one of a type, or with that side up."""
    return with_article(rules.data.train_called(name))


def train_in_table(name: str) -> str:
    """A train in a table or a picture: `2T`, `3T*`, `1G`, `2T/1G`: a number alone would be read as how many there are."""
    return re.sub(r"(?<![^/])(\d+)(?=\*?(?:/|$))", r"\1T", name)


def type_in_table(rules: Rules, name: str) -> str:
    """A type of trains in a table or a picture: `2T`, `2T/1G`."""
    return train_in_table(type_called(rules, name))


def train_list(view: View, rules: Rules, place: Place) -> str:
    """The trains at a place as every picture writes them: `2T, 2T, 3T`; "" for none."""
    return ", ".join(map(train_in_table, train_names(view, rules, place)))


def pool_words(view: View, rules: Rules) -> str:
    """The trains in the pool, equal ones once: `3T, P × 2`; "" for none."""
    trains = Counter(train_names(view, rules, "pool"))
    return ", ".join(f"{train_in_table(name)}{f' × {n}' if n > 1 else ''}" for name, n in trains.items())


ADDS = "+"  # before a value that adds to another stop's
COUNTS = ("", "", "two", "three", "four", "five", "six")


def count_trains(names: Iterable[str], rules: Rules) -> str:
    """`two 3-trains and a 4-train`; "" for none."""
    counted = Counter(names).items()
    several = [
        a_train(t, rules) if n == 1 else f"{COUNTS[n] if n < len(COUNTS) else n} {rules.data.train_called(t)}s"
        for t, n in counted
    ]
    return listed(several) if several else ""


def with_article(train: str) -> str:
    return f"{'an' if train.startswith('8') else 'a'} {train}"


def stop_worth(printed: str, dollars: int) -> str:
    """What the map has for a stop's value: `30`, `+30` where it adds to another stop's, or what is `printed` instead of one."""
    return printed if printed not in ("", ADDS) else f"{printed}{dollars}"


def role_of_leader(view: View, rules: Rules, company: str) -> str:
    """What the player is called who runs a company: its president, or what the title says."""
    own = rules.words.get("leader")
    return own(view, company) if own else "president"


def leader_heading(rules: Rules) -> str:
    """The head of a column of those who run companies."""
    return "in charge" if "leader" in rules.words else "president"


def card_name(card: str, view: View, rules: Rules) -> str:
    """A card in words: a private by its name, a train by its type, a certificate by its share."""
    data = rules.data
    if card in data.privates:
        name = data.privates[card].name
        return f"a {name.lower()}" if shares_name(card, rules) else f"{card} ({name})"
    if card in data.train_cards:
        return a_train(face(view, card), rules)
    company, _, number = card.rpartition(".")
    if company in data.companies and number.isdigit():
        sizes = data.companies[company].certificates
        part = percent(view, company, sizes[int(number)])
        presides = number == "0" and (len(sizes) == 1 or sizes[0] > sizes[1])
        first = rules.words["first certificate"]() if "first certificate" in rules.words else "president's certificate"
        return f"{company}'s {first} ({part}%)" if presides else f"{part}% of {company}"
    return card


def private_in_short(private: str, rules: Rules) -> str:
    """A private in few words: `MRC`; `a royal bond`, `the Potomac Yards` where what tells it from others is only a number."""
    known = rules.data.privates.get(private)
    if known is None or not private[-1].isdigit():
        return private
    return f"a {known.name.lower()}" if shares_name(private, rules) else f"the {known.name}"


def cards_in_hand(view: View, rules: Rules, player: str) -> str:
    """What is in a player's hand, as far as the view's owner may know: `2 × 10% of CGR, 5 cards unseen`; "" for nothing."""
    shown = [card_name(c, view, rules) for c, place in view.place.items() if place == f"hand:{player}"]
    counts = {text: shown.count(text) for text in dict.fromkeys(shown)}
    parts = [text if count == 1 else f"{count} × {text}" for text, count in counts.items()]
    unseen = COVERED.entries(view).count(player)
    if unseen:
        parts.append(f"{unseen} card{'s' if unseen > 1 else ''} unseen")
    return ", ".join(parts)

"""What a line names by words that stand on a button: a thing, with its price, `L&N 70`; runs by what they earn, `run for 230`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.commands.do.asking import ask_beside, ask_which
from bot.commands.do.console_labels.priced_options import list_sums
from bot.commands.do.refusals import ONE_SHARE, outside_words, refusal_words
from bot.commands.do.reply import Reply, Show
from bot.commands.do.typed_line import TypedLine
from bot.core.text import quote_typed
from bot.model.action_form import DEALS, Draft
from bot.model.words.misfits.intended_actions import find_outside_range, wants_several_shares
from bot.model.words.reading.superlatives import wants_extreme_share
from bot.model.words.reading.typed_values import bare_train, read_number
from bot.model.words.reading.typed_words import fill_draft, find_named_verbs, read_words
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.rewritten_words import rewrite
from bot.model.words.vocabulary import (
    CURRENCIES,
    LITTLE_WORDS,
    NUMBER_WORDS,
    Vocabulary,
    find_kinds,
    list_words,
    split_words,
)
from bot.tables.service import Table
from bot.views.command_options import split_phrase
from bot.views.formatting import View, action_words
from bot.views.options.labels import action_label
from bot.views.options.single_press import next_question
from game.actions import Action, BuyPrivate, BuyShare, BuyTrain, RunTrains, SellShares, TakePrivate
from game.choices import Choice
from game.rules import Rules

TRADING_VERBS = frozenset({BuyShare.verb, SellShares.verb, BuyTrain.verb, TakePrivate.verb})
ROLES_OF_OWNERS = frozenset({"director", "president"})
LEAST_PRICE = 20  # dollars: a number below counts things
MOST_SHOWN = 10
SELLS_ALL = re.compile(
    r"^\s*(?:sell|dump|verkaufe) (?:all|everything|max|maximum|alles|alle)(?: (?:my |of my )?shares)?\W*$",
    re.IGNORECASE,
)
RUN_EARNING = re.compile(r"^\s*(?:(?:run|runs|fahre)\b)?(?:\s*(?:for|the|für))*\s*[$£₹]?(\d{2,6})\s*$", re.IGNORECASE)


def ask_trades(line: TypedLine) -> Reply | None:
    """Answers what is bought or sold by the words of a button, or what of it fits."""
    if shown := find_shown_trades(line.words, line.choices, line.vocabulary, line.view, line.kinds):
        return ask_which(line, shown)
    if sale := find_whole_sale(line.wanted, line.choices):
        return ask_beside(line, sale, "" if sale.given else "Say of which company.")
    if company := _find_company_of_several(line.words, line.choices, line.vocabulary, line.kinds):
        draft = Draft(BuyShare.__name__, {"company": company})
        return ask_beside(line, draft, refusal_words(line.wanted, ONE_SHARE))
    return None


def ask_mispriced(line: TypedLine) -> Reply | None:
    """Answers what a line buys or sells but for the sum in it, which is not its price."""
    if drafted := _list_drafted(line.words, line.by, line.choices, line.vocabulary):
        return ask_which(line, drafted)
    misprice = find_misprice(line.words, line.by, line.choices, line.vocabulary)
    if misprice is None:
        return None
    draft, named = misprice
    sale = draft.kind == SellShares.__name__ and "shares" not in draft.given
    note = (
        "Say how many shares: their price is the market's." if sale else f"{quote_typed(named, 20)} is not its price."
    )
    only = next_question(line.choices, draft).action
    told = action_words(only, line.view, line.rules).split() if only is not None else []
    right = any(w.lstrip(CURRENCIES) == named.lstrip(CURRENCIES) for w in told)
    return ask_beside(line, draft, "" if right else note)


def ask_price(line: TypedLine) -> Reply | None:
    """Answers a private or a train that is bought for a price that cannot be: it is asked."""
    deals = [c for c in line.choices if c.kind in (BuyPrivate, BuyTrain)]
    outside = find_outside_range(line.words, line.by, line.vocabulary, deals)
    if outside is None:
        return None
    action, name, span = outside
    given = {n: v for n, v in fill_draft(action).given.items() if n != name and v}
    note = refusal_words(line.words, outside_words(line.rules, name, span))
    return ask_beside(line, Draft(type(action).__name__, given), note)


async def find_runs_earning(table: Table, seat: str, words: str) -> list[Action]:
    """The runs that bring as much as a line says, which stands on their buttons: `run for 230`; none of other lines."""
    asked = RUN_EARNING.match(words.replace(",", ""))
    if asked is None:
        return []
    return [a for a, ran in (await table.play_runs(seat)).items() if ran.revenue == int(asked[1])]


def name_sum_of_no_run(words: str, rules: Rules) -> str:
    """That no run listed earns as much as a line says; "" of other lines."""
    asked = RUN_EARNING.match(words.replace(",", ""))
    return f"none of the runs listed earns {rules.data.money(int(asked[1]))}" if asked is not None else ""


def ask_runs(line: TypedLine, runs: Sequence[Action]) -> Reply:
    """The question which of the runs that bring the same is meant: the best stand on the console's own buttons."""
    best = next((c.actions[0] for c in line.choices if c.kind is RunTrains and c.actions), None)
    return Show(line.fresh) if len(runs) > 1 and best in runs else ask_which(line, runs)


def find_shown_trades(
    words: str, choices: Sequence[Choice], vocabulary: Vocabulary, view: View, kinds: Sequence[type[Action]]
) -> list[Action]:
    """What is bought or sold on whose button all words stand that say something, of which one is the name of a thing: `BNR`,
    `buy NCR 90`. None where they are on too many.
    """
    typed = _list_telling(words, vocabulary)
    if not typed or typed.isdisjoint(_name_things(vocabulary)):
        return []
    verbs = find_named_verbs(words, kinds)
    if not verbs and not DEED_VERBS.isdisjoint(words.casefold().split()):
        return []  # `merge L&N`, where nothing merges
    offered = (c for c in choices if c.kind.verb in (verbs & TRADING_VERBS if verbs else TRADING_VERBS))
    shown = {a: {*_list_shown(a, vocabulary, view)} for c in offered for a in c.actions}
    hits = [a for a, label in shown.items() if typed <= label]
    roles = {w for w in split_words(words, vocabulary) if w in ROLES_OF_OWNERS}
    led = [a for a in hits if roles <= shown[a]]
    return (led or hits) if len(hits) <= MOST_SHOWN else []


def find_extreme_shares(words: str, choices: Sequence[Choice], view: View, rules: Rules) -> list[BuyShare]:
    """The shares that cost the least, or the most, where a line buys such a one: `buy the cheapest`, `cheapest CoG`; none of
    other lines.
    """
    shares = _list_shares(choices)
    wanted = wants_extreme_share(words, {a.company for a in shares})
    said = words.casefold().replace(",", " ").split()
    named = [a for a in shares if a.company.casefold() in said] or shares
    prices = list_sums({a: action_label(a, {}, view, rules) for a in named}) if wanted else {}
    if not prices:
        return []
    price = min(prices.values()) if wanted == "low" else max(prices.values())
    return [a for a, n in prices.items() if n == price]


def find_misprice(words: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> tuple[Draft, str] | None:
    """What a line says without the sum in it, which is no price of that: `buy P6 200`, `L&N 65`; None of other lines."""
    sums = [w for w in words.split() if (read_number(w.strip(",.")) or 0) >= LEAST_PRICE]
    rest = " ".join(w for w in words.split() if w not in sums and w.casefold() not in ("for", "at", "@"))
    priced = {"price"}
    fixed = [
        c
        for c in choices
        if c.kind.verb in TRADING_VERBS and (not priced & {*c.kind.__struct_fields__} or is_of_bank(c))
    ]
    if len(sums) != 1 or not rest:
        return None
    reading = read_words(rest, by, fixed, vocabulary)
    found = reading.hits
    bought = {a.company for a in found if isinstance(a, BuyShare)}
    sold = {a.company for a in found if isinstance(a, SellShares)}
    if len(found) == 1:
        return fill_draft(found[0]), sums[0].strip(",.")
    if len(sold) == 1 and len(found) > 1 and all(isinstance(a, SellShares) for a in found):
        return Draft(SellShares.__name__, {"company": sold.pop()}), sums[0].strip(",.")
    if len(bought) == 1 and all(isinstance(a, BuyShare | SellShares) for a in found):
        return Draft(BuyShare.__name__, {"company": bought.pop()}), sums[0].strip(",.")
    return None


def is_of_bank(choice: Choice) -> bool:
    """Whether trains of the bank are bought, whose price is printed."""
    return choice.kind is BuyTrain and "price" not in choice.ranges


def _list_drafted(words: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> list[Action]:
    """The cards of a draft that a line names with the price that is printed on them: `MR 90`; none of other lines."""
    rest = [w for w in words.split() if (read_number(w.strip(",.")) or 0) < LEAST_PRICE]
    cards = [c for c in choices if "card" in c.kind.__struct_fields__ and c.kind.verb == "pick"]
    if not cards or len(rest) == len(words.split()) or not rest:
        return []
    reading = read_words(" ".join(rest), by, cards, vocabulary)
    return [*reading.hits]


def find_whole_sale(typed: str, choices: Sequence[Choice]) -> Draft | None:
    """What `sell all` is: the largest sale where only one company can be sold, else a sale; None of other lines."""
    sales = [a for c in choices if c.kind is SellShares for a in c.actions if isinstance(a, SellShares)]
    if not SELLS_ALL.match(typed) or not sales:
        return None
    others = any(c.kind.verb == SellShares.verb and c.kind is not SellShares and c.kind not in DEALS for c in choices)
    alone = len({a.company for a in sales}) == 1 and not others
    return fill_draft(max(sales, key=lambda a: a.shares)) if alone else Draft(SellShares.__name__)


def _find_company_of_several(
    words: str, choices: Sequence[Choice], vocabulary: Vocabulary, every: Sequence[type[Action]]
) -> str:
    """The company of which a line buys several shares where one can be bought; "" elsewhere, such as of a sale or a merger."""
    kinds = {c.kind for c in choices}
    several = any("shares" in k.__struct_fields__ and k.verb == BuyShare.verb for k in kinds)
    if several or BuyTrain in kinds or not wants_several_shares(words, vocabulary) or says_other_verb(words, every):
        return ""
    named = {*split_words(words, vocabulary)}
    return next((a.company for a in _list_shares(choices) if a.company.casefold() in named), "")


def says_other_verb(words: str, kinds: Sequence[type[Action]]) -> bool:
    """Whether a line says that something else is done than that a share is bought: `sell 2 GA`, `8 → AIRS`."""
    verbs = find_named_verbs(rewrite(words), kinds)
    return words.casefold().startswith("offer ") or (bool(verbs) and BuyShare.verb not in verbs)


def _list_shares(choices: Sequence[Choice]) -> list[BuyShare]:
    """The shares that can be bought now."""
    return [a for c in choices if c.kind is BuyShare for a in c.actions if isinstance(a, BuyShare)]


def _list_telling(words: str, vocabulary: Vocabulary) -> set[str]:
    """The words of a line that name something, numbers as figures; empty where the line is too long."""
    split = list_words(words, vocabulary)
    said = [w for w in split if w not in LITTLE_WORDS and w not in DEED_VERBS]
    said = [w for w in said if not find_kinds(w) or w in vocabulary.shared_names.values()]  # a bond
    return {bare_train(NUMBER_WORDS.get(w, w)).strip("$£₹") for w in said}


def _name_things(vocabulary: Vocabulary) -> set[str]:
    """Companies and privates, in small letters; no minors, whose numbers are those of trains too."""
    return {
        t.casefold() for t in (*vocabulary.rules.data.companies, *vocabulary.rules.data.privates) if not t.isdecimal()
    }


def _list_shown(action: Action, vocabulary: Vocabulary, view: View) -> Iterator[str]:
    """The words on an action's button, and the letters of what it names there."""
    for word in split_phrase(action_label(action, {}, view, vocabulary.rules)):
        yield from (word, bare_train(word))
    yield from (str(getattr(action, f)).casefold() for f in action.__struct_fields__ if f != "by")

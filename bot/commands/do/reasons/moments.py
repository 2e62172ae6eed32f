"""Why a line cannot be carried out of whose kind nothing is asked now: the rules' own reason, or what is named wrongly."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import structs

from bot.commands.do.reasons.rules import find_common_reason, find_reason
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.seat_position import SeatPosition
from bot.model.words.misfits.intended_actions import is_of_title, spell_as_line
from bot.model.words.misfits.unfit_trains import TRAIN_NOUNS, names_train_plainly
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.typed_words import TRAIN_SALE
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.vocabulary import CURRENCIES, LITTLE_WORDS, MOST_TYPED, Vocabulary, find_kinds, list_words
from bot.tables.lookahead.later_steps import LaterStep
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.timing_words import order_words
from game.actions import Action, Bid, BuyShare, BuyTrain, DiscardTrain, Par, Pass, PayDividend, SellShares
from game.choices import Choice
from game.dividend_kinds import COMMON_KINDS
from game.notation import Unclear, parse

CARD_VERBS = frozenset({"buy", "draft", "pick", "play", "sell", "take"})  # deeds that are no names
KEEPING_VERBS = frozenset({"keep", "behalten"})
LATER_TRADES = frozenset({SellShares.verb, "redeem"})  # of certificates, by a company
LEAST_SUM = 20  # dollars that somebody may bid; a number below may be that of a lot


async def explain_moment(subject: Subject) -> str:
    """Why nothing that the words mean can be done: of what is not asked now by the rules, of lots by what is for sale; "" where
    that is not plain.
    """
    table, words, vocabulary, choices = subject.line.table, subject.words, subject.vocabulary, subject.choices
    if told := _name_missing_dividend(subject):
        return told
    if (
        told := _name_kept(words, vocabulary, choices)
        or _name_dropped(words, vocabulary, choices)
        or _name_own_train(subject)
    ):
        return told
    if bids := _list_bids(words, vocabulary, choices, subject.line.by):
        told = next(filter(None, (_name_owner(a.item, subject.line.view, vocabulary) for a in bids)), "")
        return told or await _find_told_reason(table, bids)
    if (
        told := _name_unsold_card(words, vocabulary, choices)
        or _name_unsold_thing(words, vocabulary, choices)
        or await _name_place(subject)
    ):
        return told
    about = subject.verbs
    if not about or not about.isdisjoint(subject.now) or order_words(about, choices, subject.line.view, table.rules):
        return ""
    said = {*list_words(words, vocabulary)}
    own = _read_own_actions(subject)
    written = [subject.parsed] if isinstance(subject.parsed, Action) else []
    own_word = [a for a in (*written, *own) if a.word and a.word in said]  # a bond is no private
    read = own_word or [a for a in subject.meant if a.verb in about] + own
    read = [a for a in read if not isinstance(a, BuyShare) or a.company.casefold() in said]  # `buy pool` names none
    for action in (a for a in read if getattr(a, "company", None) == "" and type(a) in table.rules.actions):
        if told := await find_common_reason(table, action, "company"):  # whichever company is meant
            return told
    return await _find_told_reason(table, [_of_company_on_turn(action, words, vocabulary) for action in read])


def _name_missing_dividend(subject: Subject) -> str:
    """That no company of the title uses its revenue so, where that is not asked; "" elsewhere."""
    rules, meant = subject.line.rules, {a.kind if isinstance(a, PayDividend) else "" for a in subject.meant}
    kinds = {k.name for k in rules.dividends.kinds}
    missing = [k.verb for k in COMMON_KINDS if meant == {k.name} and k.name not in kinds]
    asked = PayDividend.verb in subject.now
    return f"no company can {missing[0]} in {rules.data.file.printed}" if missing and not asked else ""


async def _find_told_reason(table: Table, actions: Collection[Action]) -> str:
    """Why none of these can be done, where there is more to say than that."""
    reason = await find_reason(table, actions)
    return str(reason) if reason is not None and reason.tells else ""


async def comes_later(position: SeatPosition, about: frozenset[str]) -> bool:
    """Whether these are sales of shares and the like that a company may do later in its turn: after trains."""
    trades = about & LATER_TRADES
    return bool(trades) and await is_asked_later(position, trades)


async def is_asked_later(position: SeatPosition, verbs: frozenset[str]) -> bool:
    """Whether a company may do one of these things later in its turn, and none of them now."""
    if not verbs.isdisjoint(c.kind.verb for c in position.choices):
        return False
    return isinstance(await position.table.find_later_step(position.by, verbs), LaterStep)


async def comes_later_in_round(position: SeatPosition, about: frozenset[str], said: Sequence[str]) -> bool:
    """Whether a stock round has a part for one of these things later; companies may start by a purchase, but for those that are
    named and have started.
    """
    named = [known for c, known in position.view.companies.items() if c.casefold() in said]
    if about == {Par.verb} and named and all(known.president for known in named):
        return False
    bought = about == {Par.verb} and any("director" in k.__struct_fields__ for k in position.kinds)
    return await position.table.asks_later_in_round(position.by, {BuyShare.verb} if bought else about)


def _of_company_on_turn(action: Action, words: str, vocabulary: Vocabulary) -> Action:
    """The action; as a sale of shares of the company on turn where the words name no company."""
    said = {*list_words(words, vocabulary)}
    named = any(company.casefold() in said for company in vocabulary.rules.data.companies)
    if named or not vocabulary.company or not isinstance(action, SellShares):
        return action
    return structs.replace(action, company=vocabulary.company)


def _name_kept(words: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That a discard is named by what goes, where somebody says what stays; "" elsewhere."""
    said = list_words(words, vocabulary)
    discards = bool(choices) and all(c.kind is DiscardTrain for c in choices)
    return "say which train goes, not which one stays" if discards and KEEPING_VERBS & {*said} else ""


def _name_dropped(words: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That cards are named by what stays, where somebody says which go; "" elsewhere."""
    said = list_words(words, vocabulary)
    keeps = any(c.kind.word == "keep" for c in choices)
    dropped = any(DiscardTrain.verb in (w, *find_kinds(w)) and w not in TRAIN_NOUNS for w in said)
    return "say which cards stay, not which ones go" if keeps and dropped else ""


def _name_own_train(subject: Subject) -> str:
    """That trains are not sold by who has them, where somebody sells one while trains are bought; "" elsewhere."""
    words, vocabulary, verbs = subject.words, subject.vocabulary, subject.now
    said = list_words(words, vocabulary)
    trains = not subject.names_company and any(
        w in vocabulary.train_names for w in said
    )  # none are `2` of `sell 2 ACL`
    named = trains or names_train_plainly(words, vocabulary)
    sold = "sell" in said and len(words) <= MOST_TYPED and named
    bought = BuyTrain.verb in verbs and SellShares.verb not in verbs
    own = sold and bought and all(k.verb != TRAIN_SALE for k in subject.line.kinds)
    return "a company sells a train when another buys it in its own turn" if own else ""


def _list_bids(words: str, vocabulary: Vocabulary, choices: Sequence[Choice], by: str) -> list[Bid]:
    """The bids on things that words name and that are not for sale, where something is auctioned; of what is for sale alone the
    bid of a sum that names nothing.
    """
    lots = {a.item for c in choices if c.kind is Bid for a in c.actions if isinstance(a, Bid)}
    if not lots:
        return []
    said, data = list_words(words, vocabulary), vocabulary.rules.data
    telling = [w for w in said if w not in LITTLE_WORDS and not find_kinds(w) and w != Bid.verb]
    minors = any(lot.isdecimal() for lot in lots)
    shares = any(c.casefold() in said for c in data.companies if not c.isdecimal())
    deeds = ("bid", "buy", "purchase", *(("start",) if minors and not shares else ()))
    if any(w in DEED_VERBS and w not in deeds for w in said):
        return []
    sums = [n for w in telling if (n := read_number(w)) is not None and (n >= LEAST_SUM or w[0] in CURRENCIES)]
    items = {t.casefold(): t for t in (*data.privates, *(c for c in data.companies if minors and c.isdecimal()))}
    named = [items[w] for w in telling if w in items and (not w.isdecimal() or read_number(w) not in sums)]
    if not named and len(lots) == 1 and len(sums) == 1 == len(telling):
        named = [*lots]
    free = {
        a.item
        for c in choices
        if c.kind is Bid and not c.ranges
        for a in c.actions
        if isinstance(a, Bid) and not a.amount
    }
    free -= {
        a.item for c in choices if c.kind is Bid and c.ranges for a in c.actions if isinstance(a, Bid)
    }  # no money for them
    return [
        Bid(item, next(iter(sums), 0), by=by)
        for item in named
        if item not in lots or len(lots) == 1 or (sums and item in free)
    ]


def _name_owner(item: str, view: View, vocabulary: Vocabulary) -> str:
    """Who has what was auctioned already; "" of what nobody has."""
    minor = view.companies.get(item)
    owner = minor.president if minor is not None else vocabulary.places.get(item, "")
    people = vocabulary.shown_names
    if owner not in people:
        return ""
    return f"{'minor ' if item.isdecimal() else ''}{item} belongs to {people[owner]}"


def _name_unsold_card(words: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That no card such as a bond is for sale, of which there are several alike, where lots are auctioned; "" elsewhere."""
    lots = {a.item for c in choices if c.kind is Bid for a in c.actions if isinstance(a, Bid)}
    alike = [p for p, name in vocabulary.shared_names.items() if name.casefold() in list_words(words, vocabulary)]
    if not lots or not alike or not lots.isdisjoint(alike):
        return ""
    return f"no {vocabulary.rules.data.privates[alike[0]].name.lower()} is for sale now"


def _name_unsold_thing(words: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That a company is not for sale, where lots are auctioned and the words name no other; "" elsewhere."""
    lots = {a.item.casefold() for c in choices if c.kind is Bid for a in c.actions if isinstance(a, Bid)}
    said = list_words(words, vocabulary)
    deeds = [w for w in said if (find_kinds(w) or w in DEED_VERBS) and w not in ("bid", "director", "president")]
    things = [c for c in vocabulary.rules.data.companies if c.casefold() in said and not c.isdecimal()]
    if not lots or deeds or not things or any(lot.partition(".")[0] in said for lot in lots):
        return ""
    name = vocabulary.rules.data.companies[things[0]].name.rpartition(" ")[0]
    called = [lot for lot, d in vocabulary.rules.data.privates.items() if name and d.name.startswith(name)]
    also = [f"; {lot} is the {vocabulary.rules.data.privates[lot].name}" for lot in called if lot.casefold() in lots]
    return f"{things[0]} is not for sale now{''.join(also)}"


async def _name_place(subject: Subject) -> str:
    """Where a private lies that is named alone and is not for sale: in a row, in somebody's hand, or unseen; "" elsewhere."""
    line, vocabulary = subject.line, subject.vocabulary
    said = list_words(subject.words, vocabulary)
    telling = [w for w in said if w not in LITTLE_WORDS and w not in CARD_VERBS]
    private = next((p for p in vocabulary.rules.data.privates if telling == [p.casefold()]), "")
    place, _, holder = line.view.place.get(private, "").partition(":")
    if place == "gone":
        return f"{private} is out of the game"
    if place in (line.by, vocabulary.company) and place and "sell" in said:
        return f"{'you' if place == line.by else place} cannot sell {private} now"
    rows = [k for k in line.rules.actions if {"row", "count"} <= {*k.__struct_fields__}]
    if place == "row" and rows:
        return await _find_told_reason(line.table, [rows[0](row=int(holder), count=1, by=line.by)])  # type: ignore[call-arg]
    if place == "hand" and holder != line.by:
        return f"{private} is in {line.rules.person(holder)}'s hand"
    picks = any("cards" in c.kind.__struct_fields__ for c in subject.choices)  # a hand is looked through for it
    return f"{private} is still hidden" if place == "hidden" and not picks else ""


def _read_own_actions(subject: Subject) -> list[Action]:
    """The title's own actions that the words say, legal or not: `8 → FS`."""
    line, read = subject.line, list[Action]()
    for kind in (k for k in line.rules.actions if k.verb in subject.verbs and not issubclass(k, Pass)):
        try:
            action = parse(spell_as_line(subject.words, kind, subject.vocabulary), line.by, subject.choices, line.kinds)
        except Unclear:
            continue
        if type(action) is kind and is_of_title(action, subject.vocabulary):
            read.append(action)
    return read

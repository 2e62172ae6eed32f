"""What is offered at each step of the console: one option for each answer, and what is chosen already.

Nothing of Discord and no words in here: `labels` says each option, `pictures` shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.model.action_form import (
    DEALS,
    Draft,
    Question,
    action_digest,
    ask_next,
    fields_of,
    leaves_open,
    listed_actions,
    of_kind,
)
from bot.views.options.powers import ask_without_power, drop_dearer_stations, powers_beside, powers_of
from bot.views.options.single_press import needs_no_preview, next_question
from bot.views.options.values import list_combinations, value_id
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
    Pass,
    PlaceToken,
    RemoveToken,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from game.choices import Choice

BUTTONS = 10  # options of one step as buttons; more of them are a drop-down
RUNS = 4  # of the best runs on the first screen
WAYS = 6  # to lay tiles on a hex: of more the tile is asked first, since their labels have a line each on a phone
LOTS = 15  # of an auction: their labels are short
CARDS = 22  # that are picked: two more buttons have room
AMOUNTS = 8  # suggestions of a range of numbers
LEADS = (LayTile, PlaceToken, RemoveToken, RunTrains)  # their places stand in the first picture
UNPAID = "amount=0"  # how a button carries what is put up without a bid
BY_POWER = ".using="  # how a button carries that a tile is laid by a private's power, after the hex
LAST = (SellShares, Use, ClosePrivate, *DEALS)  # below what is done more often
PRICED = (BuyTrain, BuyPrivate, SellPrivate, TakePrivate)  # what has a price that two sides agree on
OFTEN = ("bid", "buy", "par", "pick", "tile", "token", "run", "train", "dividend")  # verbs beside which LAST comes last


@dataclass(frozen=True)
class ScreenOption:
    """One option. `verb` and `value`: what its button carries. `action`: what it would do, where that is settled.

    `field`: of which field it is a `choice`, where more is asked after it; of a whole kind of actions neither is given.
    """

    verb: StepVerb
    value: str
    kind: type[Action]
    action: Action | None = None
    field: str = ""
    choice: Any = None
    question: Question | None = None  # that it answers, where it is one about a field


@dataclass(frozen=True)
class Screen:
    """One step: what may be chosen, in order; `more`: what may be done instead; `action`: nothing is left to choose."""

    question: Question
    options: tuple[ScreenOption, ...] = ()
    more: tuple[ScreenOption, ...] = ()
    action: Action | None = None
    pages: int = 1  # of many places, of which one page at a time is offered


def make_screen(choices: Sequence[Choice], draft: Draft, *, asks: bool = False) -> Screen:
    """What is offered to somebody who has chosen that much. `asks`: also about the only thing to do, else shown at once."""
    pending = (ask_without_power if asks else next_question)(choices, draft)
    if pending.action is not None:
        other_kinds = _other_options(choices, type(pending.action)) if draft == Draft() else ()
        return Screen(pending, action=pending.action, more=other_kinds)
    if pending.kinds or (draft == Draft() and pending.pick is None and pending.span is None):
        return _first_screen(choices, pending)
    return Screen(pending, _answer_options(pending), more=_power_options(choices, draft))


def _power_options(choices: Sequence[Choice], draft: Draft) -> tuple[ScreenOption, ...]:
    """An option for each private by whose power a tile could be laid in the hex that is chosen, or a station placed, beside what
    needs none.
    """
    where = ask_next(choices, draft).draft.given.get("hex", "")
    kind = PlaceToken if draft.kind == PlaceToken.__name__ else LayTile
    return tuple(
        ScreenOption(StepVerb.KIND, f"{kind.__name__}:{where}{BY_POWER}{power}", kind, field="using", choice=power)
        for power in powers_beside(choices, draft)
    )


def plays_at_once(choices: Sequence[Choice], option: ScreenOption) -> bool:
    """Whether a press of the option's button plays it: nothing is left to choose, and it needs no preview."""
    return option.action is not None and needs_no_preview(choices, option.action)


def _first_screen(choices: Sequence[Choice], pending: Question) -> Screen:
    """The screen at the beginning: few answers one by one; of what has more, its kind. What is built has its places at once."""
    options: list[ScreenOption] = []
    further: list[ScreenOption] = []
    kinds = [k for k in dict.fromkeys(c.kind for c in choices) if not issubclass(k, Pass)]
    usual = [k for k in kinds if not issubclass(k, LAST)]
    powered = {k for k in usual if powers_of(of_kind(choices, k.__name__))}
    alike = not any(k.verb in OFTEN for k in usual)  # nothing is done more often than what is last elsewhere
    last = {k for k in kinds if k not in usual or (k in powered and len(powered) < len(usual))}
    last = {k for k in last if not alike or issubclass(k, DEALS)}
    sells = SellShares in kinds  # which people do more often than deals in privates
    # Who must buy a train has to sell, and does not end with it.
    forced = not any(issubclass(c.kind, Pass) for c in choices)
    for kind in sorted(kinds, key=_rank_kind):
        of_this_kind = of_kind(choices, kind.__name__)
        expanded = (
            ()
            if (usual and kind in last and not (forced and kind is SellShares))
            or (kind is ClosePrivate and len(kinds) > 1)  # never beside anything else
            or (sells and issubclass(kind, DEALS))
            else _options_of_kind(of_this_kind, kind, BUTTONS - len(options))
        )
        options += expanded
        further += _unpaid_offer(of_this_kind, expanded)
        further += _power_options(choices, Draft(kind.__name__)) if kind in (LayTile, PlaceToken) and expanded else ()
        if not expanded or _has_more(of_this_kind, kind):
            few = _listed_actions(of_this_kind) if not expanded else []
            further += action_options(few) if len(few) == 1 else [ScreenOption(StepVerb.KIND, kind.__name__, kind)]
    if not options:
        options = [o for o in further if not issubclass(o.kind, DEALS)]
        further = [o for o in further if issubclass(o.kind, DEALS)]
        if not options and len(further) == 1:  # one kind of deals alone
            options, further = further, []
        options = _options_within(choices, options[0].kind) if len(options) == 1 else options
    return Screen(pending, tuple(options), tuple(further))


def _options_within(choices: Sequence[Choice], kind: type[Action]) -> list[ScreenOption]:
    """The answers to the first question about the only kind of action; amounts and picks of several need a step of their own."""
    inner = ask_without_power(choices, Draft(kind.__name__))
    plain = inner.field and inner.pick is None and inner.span is None
    return list(_answer_options(inner, given=False)) if plain else [ScreenOption(StepVerb.KIND, kind.__name__, kind)]


def _unpaid_offer(choices: Sequence[Choice], expanded: Sequence[ScreenOption]) -> list[ScreenOption]:
    """An option for what is put up without a bid, where the options that stand there are all bids."""
    unpaid = [a for c in choices if "amount" not in c.ranges for a in c if isinstance(a, Bid) and not a.amount]
    if not unpaid or not expanded or any(o.action in unpaid for o in expanded):
        return []
    return [ScreenOption(StepVerb.KIND, f"{Bid.__name__}:{UNPAID}", Bid, field="amount", choice=0)]


def _has_more(choices: Sequence[Choice], kind: type[Action]) -> bool:
    """Whether there is more of a kind than its options: any amount, any run, or a station that one could have for nothing."""
    if issubclass(kind, RunTrains):
        return len(listed_actions(choices)) > RUNS
    if issubclass(kind, PlaceToken):
        return len(drop_dearer_stations(listed_actions(choices))) < len(listed_actions(choices))
    return issubclass(kind, Bid) and any(map(leaves_open, choices))


def _rank_kind(kind: type[Action]) -> tuple[bool, bool, bool]:
    """By what kinds are ordered: what is built, bid for or bought first, deals in privates and the last resorts at the end."""
    return issubclass(kind, DEALS), issubclass(kind, LAST), not issubclass(kind, (*LEADS, Bid, BuyShare))


def _options_of_kind(choices: Sequence[Choice], kind: type[Action], room: int) -> tuple[ScreenOption, ...]:
    """The answers of one kind, if there is room for them; of leading kinds they always stand there."""
    if issubclass(kind, Bid):
        bids = action_options([a for c in choices for a in c])
        paid = action_options([a for c in choices for a in c if isinstance(a, Bid) and a.amount])
        limit = room - BUTTONS + LOTS
        # Of several lots those without a bid are behind one button.
        ways = (paid, bids) if len(paid) > 1 else (bids, paid)
        return next((listed for listed in ways if 0 < len(listed) <= limit), ())
    if issubclass(kind, (*LEADS, Par)):
        inner = ask_without_power(choices, Draft(kind.__name__))
        options = (
            _answer_options(inner, given=False)
            if inner.field
            else action_options([inner.action] if inner.action else [])
        )
        if issubclass(kind, RunTrains):
            return tuple(options[:RUNS])
        options = _without_dearer(options)
        return tuple(options) if issubclass(kind, LEADS) or len(options) <= room else ()
    few = action_options(_listed_actions(choices)) or _counted_options(choices, kind)
    if issubclass(kind, BuyTrain) and not few:  # of which some have a price to be named: each train at once
        few = tuple(o for o in _options_within(choices, kind) if o.field == "train") or _only_train_option(choices)
    return few if 0 < len(few) <= room else ()


def _counted_options(choices: Sequence[Choice], kind: type[Action]) -> tuple[ScreenOption, ...]:
    """An option for each number of a kind whose only question is how many; none of what has a price."""
    inner = ask_without_power(choices, Draft(kind.__name__))
    if inner.span is None or issubclass(kind, (Bid, *PRICED)) or len(inner.values) < len(inner.span.values()):
        return ()
    options = _answer_options(inner, given=False) if len(inner.values) <= AMOUNTS else ()
    whole = [replace(o, field="") for o in options if o.action is not None]  # which say all that they do
    return tuple(whole) if len(whole) == len(options) else ()


def _only_train_option(choices: Sequence[Choice]) -> tuple[ScreenOption, ...]:
    """The only train whose price is to be named, by its name; none where there are several."""
    inner, trains = ask_next(choices, Draft(BuyTrain.__name__)), {getattr(a, "train", "") for c in choices for a in c}
    if len(trains) != 1 or inner.span is None:
        return ()
    name = BuyTrain.__name__
    return (ScreenOption(StepVerb.KIND, name, BuyTrain, field="train", choice=trains.pop(), question=inner),)


def _without_dearer(options: Sequence[ScreenOption]) -> tuple[ScreenOption, ...]:
    """The options without those that cost what another one does for nothing."""
    kept = drop_dearer_stations([o.action for o in options if o.action is not None])
    return tuple(o for o in options if o.action is None or o.action in kept)


def put_behind_kinds(choices: Sequence[Choice]) -> Screen:
    """The first screen with a button for each kind alone: what is seldom wanted is a press away."""
    kinds = [k for k in dict.fromkeys(c.kind for c in choices) if not issubclass(k, Pass)]
    more = (ScreenOption(StepVerb.KIND, k.__name__, k) for k in sorted(kinds, key=_rank_kind))
    return Screen(ask_next(choices, Draft()), more=tuple(more))


def _other_options(choices: Sequence[Choice], kind: type[Action]) -> tuple[ScreenOption, ...]:
    """What may be done instead of the only likely thing."""
    kinds = [k for k in dict.fromkeys(c.kind for c in choices) if not issubclass(k, (Pass, kind))]
    return tuple(ScreenOption(StepVerb.KIND, k.__name__, k) for k in kinds)


def action_options(actions: Iterable[Action], asked: Question | None = None) -> tuple[ScreenOption, ...]:
    """Whole actions as options. `asked`: the question that they answer, where something was given before."""
    return tuple(ScreenOption(StepVerb.ACT, action_digest(a), type(a), a, question=asked) for a in actions)


def name_sides(screen: Screen) -> Screen:
    """The screen with each use of a card of the bank as an option, in place of the card whose side is asked next: where others
    sell no trains the uses are listed so as well.
    """
    options = tuple(s for o in screen.options for s in _list_sides(o) or (o,))
    return replace(screen, options=options) if fit_as_buttons(options) else screen


def _list_sides(offer: ScreenOption) -> tuple[ScreenOption, ...]:
    """The purchases of a card that differ in its side alone; none of any other option."""
    if offer.field != "train" or offer.action is not None or offer.question is None:
        return ()
    given = {**offer.question.draft.given, "train": offer.choice}
    found = [(c, a) for c in offer.question.agreeing for a in c.matching(given)]
    alone = all(isinstance(a, BuyTrain) and a.side and not a.using and not c.ranges for c, a in found)
    return action_options((a for _, a in found), offer.question) if alone else ()


def _listed_actions(choices: Sequence[Choice]) -> list[Action]:
    """All legal actions, where every choice lists its own; else none."""
    return [] if any(leaves_open(c) or c.judge for c in choices) else listed_actions(choices)


def _answer_options(pending: Question, *, given: bool = True) -> tuple[ScreenOption, ...]:
    """The answers to a question: whole actions where few are left, else the values of the field that is asked.

    `given`: the kind of action was chosen before; else each option says it too.
    """
    kind, values = pending.agreeing[0].kind, list(pending.values)
    if pending.pick is not None:
        values = list(list_combinations(pending.pick)) or values
    elif pending.span is not None:
        values = _suggested_amounts(values, pending)
    elif not _wants_place(kind, pending):
        remaining = [a for c in pending.agreeing for a in c.matching(pending.draft.given)]
        few = WAYS if issubclass(kind, LayTile) else BUTTONS
        # Several prices of each of several companies: their rows were three screens high.
        apart = issubclass(kind, Par) and (not given or (pending.field == "company" and len(remaining) > len(values)))
        if _listed_actions(pending.agreeing) and len(remaining) <= few and not apart:
            return action_options(remaining, pending)
    if issubclass(kind, Bid) and given and len(listed_actions(pending.agreeing)) <= LOTS:
        # What is bought at its price has had its own button on the first screen.
        values = [v for v in values if completed_action(pending, v) is None] or values
    verb, lead = (StepVerb.FIELD, "") if given else (StepVerb.KIND, f"{kind.__name__}:")
    return tuple(
        ScreenOption(verb, lead + value_id(v), kind, completed_action(pending, v), pending.field, v, pending)
        for v in values
    )


def _wants_place(kind: type[Action], pending: Question) -> bool:
    """Whether a tile is to be laid whose hex is not chosen yet."""
    return issubclass(kind, LayTile) and "hex" not in pending.draft.given


def completed_action(pending: Question, value: Any) -> Action | None:
    """The action that a value completes; None if more is asked."""
    if pending.pick is not None:
        return None
    matches = [(c, a) for c in pending.agreeing for a in c.matching({**pending.draft.given, pending.field: value})]
    if len(matches) != 1:
        return None
    holds, action = matches[0]
    if pending.field in holds.ranges:
        return holds.complete({**pending.draft.given, pending.field: value})
    return action if not leaves_open(holds) else None


def _suggested_amounts(values: list[Any], pending: Question) -> list[Any]:
    """Suggestions as buttons: the lowest ones and the highest; nobody bids all that they have by one press."""
    if issubclass(pending.agreeing[0].kind, Bid):
        return values[:AMOUNTS]
    return values if len(values) <= AMOUNTS else [*values[: AMOUNTS - 1], values[-1]]


def open_draft(choices: Sequence[Choice], value: str) -> Draft | None:
    """The draft that an option of the first step stands for: a kind of action, and what was chosen of it."""
    name, _, rest = value.partition(":")
    if not any(c.kind.__name__ == name for c in choices):
        return None
    if not rest:
        return Draft(name)
    if rest == UNPAID:
        return Draft(name, {"amount": 0})
    where, _, power = rest.partition(BY_POWER)
    if power:
        return Draft(name, {"hex": where, "using": power} if where else {"using": power})
    pending = ask_without_power(choices, Draft(name))
    chosen_value = next((v for v in pending.values if value_id(v) == rest), None)
    return Draft(name, {**pending.draft.given, pending.field: chosen_value}) if chosen_value is not None else None


def field_text(pending: Question) -> str:
    """What the field that is asked is, in the words of its action."""
    assert pending.choice is not None
    return next(f.text for f in fields_of(pending.choice.kind) if f.name == pending.field)


def priced_company(screen: Screen) -> str:
    """The company of which nothing but the par price is chosen; "" where something else is."""
    companies = {o.action.company if isinstance(o.action, Par) else "" for o in screen.options}
    return companies.pop() if len(companies) == 1 else ""


def asks_price(screen: Screen) -> bool:
    """Whether a price is to be named for a train or a private."""
    return screen.question.span is not None and issubclass(screen.question.agreeing[0].kind, PRICED)


def lists_many_trains(screen: Screen) -> bool:
    """Whether there are more trains to choose from than buttons."""
    trains = all(o.kind is BuyTrain and o.field == "train" for o in screen.options)
    return trains and len(screen.options) > BUTTONS


def fit_as_buttons(options: Sequence[ScreenOption]) -> bool:
    """Whether there are few enough options for a button each."""
    lots = all(issubclass(o.kind, Bid) and o.field != "amount" for o in options)
    return len(options) <= (LOTS if lots else CARDS if picks_cards(options) else BUTTONS)


def picks_cards(options: Sequence[ScreenOption]) -> bool:
    """Whether a card, or several, are picked of a hand or a draft."""
    return bool(options) and all(o.kind.verb == "pick" for o in options)

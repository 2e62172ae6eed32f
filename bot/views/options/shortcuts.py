"""Buttons of a panel that play an action by one press: what is done most likely and needs no detail, and to pass."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.discord_limits import fit
from bot.core.text import begin_sentence
from bot.model.action_form import DEALS, action_digest, leaves_open, listed_actions
from bot.tables.service import Table
from bot.views.custom_ids import ACT, CONSOLE, END_ALL, Id
from bot.views.formatting import action_words
from bot.views.messages import PASSES, PLAYS, Button, button
from bot.views.options.ending import ending_style, pass_label, pass_style, play_style
from bot.views.options.labels import kind_words
from bot.views.options.powers import drop_dearer_stations
from bot.views.options.screen import LAST
from bot.views.options.start_facts import share_part
from bot.views.pictures import images
from bot.views.press_verbs import ConsoleVerb
from game.actions import (
    Action,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    ClosePrivate,
    LayTile,
    Par,
    Pass,
    PayDividend,
    RemoveToken,
    RunTrains,
    SellShares,
    TakePrivate,
)
from game.choices import Choice
from game.names import company_name
from game.rules import Rules
from game.state import State
from game.step_keys import StepKey
from render.data import queries
from render.data.names import holder, lot_name, role_of_leader
from render.data.run_paths import has_track

LIKELY = 2  # actions that have a button of their own, the pass among them; all others are behind *Take my turn*


BUTTON = 32  # characters of a button: five fit in two rows on a phone
# of a text that is too long, in this order
SPARED = (r" \([^()]*\)", r", toward .*?(?= for |$)", r"^Buy an? ", r" for \S+$")


MAX_LIKELY_BUTTONS = 4  # plain actions of one of the first kinds, each of which may be one press


FIRST = (RunTrains, PayDividend, Bid, BuyTrain, BuyShare)  # what is done rather than anything else


def shortcut_buttons(
    table: Table,
    view: State[Any],
    seat: str,
    action_version: int,
    earned: Mapping[Action, int],
    ending: str,
    advised: Action | None = None,
) -> list[Button]:
    """Buttons for what is done most likely and needs no detail, and to pass.

    Everybody sees them: what only the seat may know stays in the console.
    """
    choices = [c for c in table.choices(seat) if not c.kind.covert]
    plays = [a for c in choices for a in _one_press_actions(c, view, table.rules)]
    passes = [c.actions[0] for c in choices if issubclass(c.kind, Pass)][:LIKELY]
    told = advised if advised in passes else None
    bought = {a.company for a in _purchases(table, seat)}
    # One choice may hold a single company while others are for sale elsewhere: then nothing speaks for it.
    plays = [a for a in plays if not isinstance(a, BuyShare) or len(bought) < 2 or any(_share_appeal(a, view))]
    if passes:  # an answer to a question of the title, such as a company that grows, is no trifle where none is needed
        plays = [a for a in plays if not isinstance(a, Choose)]
    if advised is not None:  # the one that a newcomer is told to do, or none: another would be pressed for it
        plays = [a for a in (c for holds in choices for c in holds) if a == advised and not isinstance(a, Pass)]
    said = {action: _fit_button(_button_text(table, action, view, earned)) for action in (*plays, *passes)}
    alike = Counter(said.values())
    plays = [a for a in plays if alike[said[a]] == 1]  # else it holds a choice, such as a tile's turns
    actions = [*_clear_likeliest(plays, LIKELY - min(len(passes), 1)), *passes]
    made = [
        button(
            Id(ACT, table.id, action_version, a.verb, action_digest(a)),
            said[a],
            pass_style(choices, view, told) if a in passes else PLAYS if a == advised else play_style(a, table.rules),
        )
        for a in actions
    ]
    if ending and passes:
        made = [*made[:-1], button(Id(ACT, table.id, action_version, END_ALL), ending, PASSES)]
    elif ending:
        made = [*made[: LIKELY - 1], button(Id(ACT, table.id, action_version, END_ALL), ending, ending_style(ending))]
    opening = [] if plays or advised is not None else _opening_button(table, view, choices, action_version)
    return [*opening, *made][:LIKELY]


def _clear_likeliest(plays: Sequence[Action], room: int) -> list[Action]:
    """The likeliest actions for which there is room, without those of a kind of which one would be named and others not, such as
    one of two tiles; both sides of a train are named.
    """
    alike = Counter(type(a) for a in plays)
    clear = _likeliest_first([a for a in plays if alike[type(a)] <= room or isinstance(a, FIRST)])
    first = clear[0] if clear else None
    sides: list[Action] = [
        a for a in clear if isinstance(first, BuyTrain) and isinstance(a, BuyTrain) and a.train == first.train
    ]
    return sides if len(sides) == LIKELY else clear[:room]


def _opening_button(table: Table, view: State[Any], choices: Sequence[Choice], action_version: int) -> list[Button]:
    """The button that opens the console with what is done most likely, where no press alone does it: where a tile may be laid,
    from whom a train is bought, what a minor is exchanged for; none in a stock round where only shares, sales and deals are left.
    """
    if lays := _lay_button(table, view, choices, action_version):
        return lays
    trades = queries.step_key(view) == StepKey.STOCK
    unnamed = (
        Pass,
        Bid,
        Bankrupt,
        LayTile,
        *((BuyShare, Par) if trades else ()),
    )  # a reason names shares, or nothing does
    kinds = [c.kind for c in choices if not issubclass(c.kind, unnamed)]
    usual = [kind for kind in kinds if kind.proposed and not issubclass(kind, LAST)]
    passes = trades or ClosePrivate in kinds  # where a pass is likelier than a sale, a deal, or the use of a power
    kind = next(iter(sorted(dict.fromkeys(usual or (() if passes else kinds)), key=_rank)), None)
    if kind is None or not any(issubclass(c.kind, Pass) for c in choices):  # else the question says what must be done
        return []
    listed = listed_actions(only := [c for c in choices if c.kind is kind])
    alone = len(listed) == 1 and not any(map(leaves_open, only))
    arg = action_digest(listed[0]) if alone else kind.__name__
    words = _sellers_words(listed, view, table.rules) or kind_words(choices, kind, view, table.rules)
    return [button(Id(CONSOLE, table.id, action_version, ConsoleVerb.SHOW, arg), _fit_button(words))]


def _sellers_words(actions: Sequence[Action], view: State[Any], rules: Rules) -> str:
    """`Buy a train from SAL…`, where only other companies sell any; else ""."""
    sellers = {view.place.get(a.train, "") for a in actions if isinstance(a, BuyTrain)}
    if not sellers or not sellers <= view.companies.keys():
        return ""
    return f"Buy a train from {holder(sellers.pop(), rules)}…" if len(sellers) == 1 else "Buy a train from a company…"


def _lay_button(table: Table, view: State[Any], choices: Sequence[Choice], action_version: int) -> list[Button]:
    """The button that shows where a tile may be laid, where that is what a turn asks for; else none."""
    places = {a.hex for c in choices if issubclass(c.kind, LayTile) for a in c.actions if isinstance(a, LayTile)}
    if queries.step_key(view) != StepKey.TRACK or not places:
        return []
    does = "Upgrade a tile" if all(has_track(view, table.rules, h) for h in places) else "Lay a tile"
    return [button(Id(CONSOLE, table.id, action_version, ConsoleVerb.LAY), does)]


def _fit_button(text: str) -> str:
    """As much of a text as a button shows: first brackets are left out, then where track leads, the verb, the price."""
    for left_out in SPARED:
        if len(text) <= BUTTON:
            break
        text = re.sub(left_out, "", text)
    return fit(text, BUTTON)


def _one_press_actions(choice: Choice, view: State[Any], rules: Rules) -> list[Action]:
    """The actions of a choice that may be one press: the least bid, the best runs, any that are few; no deal in privates, no
    last resort, no power that is used up, and nothing that loses money.
    """
    weighty = choice.kind.weighty and not issubclass(choice.kind, RemoveToken)  # which keeps what a pass would lose
    if issubclass(choice.kind, (Pass, *DEALS)) or weighty or not choice.kind.proposed:
        return []
    if issubclass(choice.kind, Bid):
        offers = [
            a for a in choice.actions if isinstance(a, Bid) and a.amount and queries.high_bid(view, a.item)[0] != a.by
        ]
        return [*offers] if len(offers) <= MAX_LIKELY_BUTTONS else []
    if leaves_open(choice) or issubclass(choice.kind, SellShares):
        return []
    if issubclass(choice.kind, RunTrains):
        return list(choice.actions[:1])
    if issubclass(choice.kind, BuyTrain) and _is_full(view, rules):
        return []
    if issubclass(choice.kind, BuyShare):
        shares = [a for a in choice.actions if isinstance(a, BuyShare)]
        alone = len({a.company for a in shares}) == 1 and not any(kind.covert for kind in rules.actions)
        # None is proposed without a reason, or for more than the market gives for it.
        fair = [a for a in shares if not queries.costs_too_much(view, rules, a.company, a.source)]
        named = [a for a in fair if alone or any(_share_appeal(a, view))]
        return [*sorted(named, key=lambda a: (_share_appeal(a, view), -_asked(a, view, rules)), reverse=True)[:1]]
    if issubclass(choice.kind, Par) and not all(_can_float(a, view, rules) for a in choice.actions):
        return []
    actions = [a for a in drop_dearer_stations(choice.actions) if not getattr(a, "using", "")]
    few = len(actions) <= (MAX_LIKELY_BUTTONS if issubclass(choice.kind, FIRST) else LIKELY)
    return actions if few and not choice.judge else []


def _is_full(view: State[Any], rules: Rules) -> bool:
    """Whether the company on turn has all the trains that it may have, so that one goes with a further one."""
    company = queries.acting_company(view)
    limit = queries.train_limit(view, rules, company) if company in view.companies else 0
    return 0 < limit <= queries.counted_trains(view, rules, company)


def _asked(action: Action, view: State[Any], rules: Rules) -> int:
    """Dollars of one share of a purchase; 0 of anything else."""
    return queries.asking(view, rules, action.company, action.source) if isinstance(action, BuyShare) else 0


def _can_float(action: Action, view: State[Any], rules: Rules) -> bool:
    """Whether who starts a company has the cash that floats it, should nobody else buy of it."""
    return isinstance(action, Par) and _floating_cost(action, view, rules) <= view.cash.get(action.by, 0)


def _floating_cost(action: Par, view: State[Any], rules: Rules) -> int:
    """Dollars of all that must be bought of a company until it floats, its first certificate included."""
    first = rules.data.companies[action.company].certificates[0]
    return action.price * max(first, queries.shares_to_float(view, rules, action.company))


def _likeliest_first(plays: Sequence[Action]) -> list[Action]:
    """The actions in order: by kind, and a thing that is bought at its price before one that is bid for."""
    return sorted(plays, key=lambda a: _rank(type(a)))


def _rank(kind: type[Action]) -> int:
    """By what kinds of actions are ordered: the most likely first."""
    return FIRST.index(kind) if kind in FIRST else len(FIRST)


def share_reason(table: Table, view: State[Any], seat: str) -> str:
    """Why a panel proposes the share that one of its buttons buys, or the company that it starts: `Why CoG: Ann owns 20%,
    40% more floats it.`; "" where none does.
    """
    rules = table.rules
    plays = [a for c in table.choices(seat) if not c.kind.covert for a in _one_press_actions(c, view, rules)]
    first = next(iter(_likeliest_first(plays)), None)
    if isinstance(first, Par):
        dollars = rules.data.money(_floating_cost(first, view, rules))
        return f"-# Why {first.company}: {rules.person(seat)} can float it alone, for {dollars} in all."
    if not isinstance(first, BuyShare):
        return ""
    company, owner = first.company, rules.person(seat)
    _, leads, held, _ = _share_appeal(first, view)
    state, data = view.companies[company], rules.data
    if held:
        part = queries.percent(view, company, queries.holdings(view, rules, company).get(seat, 0))
        missing = queries.percent(view, company, queries.shares_to_float(view, rules, company))
        why = f"{owner} owns {part}%{f', {missing}% more floats it' if missing > 0 else ''}"
    elif leads:
        last = f" (last run {data.money(state.earned)})" if state.earned else ""
        why = f"{owner} is its {role_of_leader(view, rules, company)}{last}"
    elif state.earned:
        others = {a.company for a in _purchases(table, seat)} - {company}
        why = f"it earned {'the most of those for sale, ' if others else ''}{data.money(state.earned)}"
    elif {a.company for a in _purchases(table, seat)} - {company}:
        return ""
    elif any(issubclass(c.kind, Par) for c in table.choices(seat)):  # to start one is to buy shares as well
        why = "no other company has started"
    else:
        why = f"it is the only share that {owner} can buy now"
    return f"-# Why {company}: {why}."


def _purchases(table: Table, seat: str) -> list[BuyShare]:
    """The shares that a seat can buy; none where cards of companies are sold in other ways too, which nobody compares here."""
    choices = table.choices(seat)
    if any(c.kind.verb == BuyShare.verb and c.kind is not BuyShare for c in choices):
        return []
    return [a for c in choices for a in c if isinstance(a, BuyShare)]


def _share_appeal(action: Action, view: State[Any]) -> tuple[bool, bool, int, int]:
    """By what shares are compared, the likelier the higher: of a company that is about to float and of which the player holds
    shares, else of one that the player presides, else of one that earns most.
    """
    company = getattr(action, "company", "")
    state = view.companies.get(company)
    if state is None:
        return False, False, 0, 0
    held = sum(1 for card, place in view.place.items() if card.startswith(f"{company}.") and place == action.by)
    return not state.floated and held > 0, state.president == action.by, held if not state.floated else 0, state.earned


def _button_text(table: Table, action: Action, view: State[Any], earned: Mapping[Action, int]) -> str:
    """What a button says, as short as it can: of runs what they bring, of a dividend what is paid, of a share its price."""
    rules, sale = table.rules, table.position.auction
    match action:
        case Pass():
            return pass_label(action, table.choices(action.by), view, rules)
        case RunTrains(routes=routes) if routes:
            return f"Run for {rules.data.money(earned.get(action, 0))}"
        case Par(company=company, price=price):
            return f"Start {company} at {rules.data.money(price)}"
        case PayDividend(kind=name):
            use, company = rules.dividends.kind(name), queries.acting_company(view)
            paid = use.paid(view.companies[company].earned) if company else 0
            return f"{begin_sentence(use.verb)}{f' {rules.data.money(paid)}' if paid else ''}"
        case BuyShare(company=company, source=source) if queries.asking(view, rules, company, source):
            asked = queries.asking(view, rules, company, source)
            beside = "" if source != "ipo" or queries.price(view, rules, company) else " (par)"
            part = share_part(company, view)
            return f"Buy {part}{' of ' if part else ''}{company} for {rules.data.money(asked)}{beside}"
        case TakePrivate(private=private, price=dollars):
            company, owner = queries.acting_company(view), view.place.get(private, "")
            deal = f"{company} buys {private} for {rules.data.money(dollars)}"
            whole = f"{deal} from {holder(owner, rules)}"
            return deal if owner == action.by or len(whole) > BUTTON else whole
        case LayTile(hex=where, tile=tile):
            place = rules.data.hexes[where].name or where
            number = rules.data.tile_number(tile)
            return (
                f"Upgrade {place} to tile {number}"
                if has_track(view, rules, where)
                else f"Lay tile {number} in {place}"
            )
        case Bid(item=item, amount=amount) if sale is not None and amount:
            if images.lots_for_sale(table.position).bought == item:
                return f"Buy {company_name(table.rules, item)} for {rules.data.money(amount)}"
            return f"Bid {rules.data.money(amount)}{'' if sale.alone else f' on {lot_name(item, view, rules)}'}"
    return action_words(action, view, rules)

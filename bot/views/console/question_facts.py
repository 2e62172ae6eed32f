"""Words beside the question of a console: what can be spent, which shares are dear, whose stations the picture shows.

`list_facts` has all of them, with how much each is needed where a screen has no room for all.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence

from bot.core.text import begin_sentence
from bot.model.action_form import Draft, pass_action
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.console.hints import building_cost_words, hints, step_words
from bot.views.console.phone_screen import Rank, StepFact
from bot.views.console.state import ConsoleState
from bot.views.console.station_worth import closed_city_words, station_worth_words
from bot.views.console.train_limits import explain_withheld_train
from bot.views.console.train_worth import sold_train_words, train_worth_words
from bot.views.console.withheld_shares import explain_withheld_sales, explain_withheld_shares
from bot.views.discard_words import discards_with, discards_with_yes
from bot.views.formatting import View, escape_line
from bot.views.lay_costs import list_lays
from bot.views.offer_words import asked_owner_words, next_train_words, offer_words
from bot.views.options.card_picks import cost_words
from bot.views.options.dividends import run_income_words, run_price_words
from bot.views.options.pictures.asked_things import asked_tile_words
from bot.views.options.pictures.step_pictures import find_only_hex, is_lettered
from bot.views.options.powers import named_powers, told_powers
from bot.views.options.screen import Screen, fit_as_buttons, priced_company
from bot.views.options.start_facts import start_facts
from game.actions import Action, Bid, BuyShare, BuyTrain, Choose, LayTile, Pass, PlaceToken, RunTrains
from game.choices import Choice
from game.names import company_name
from game.net_worth import free_cash
from game.rules import Rules
from render.data import queries
from render.data.choice_names import choice_name
from render.text.card_words import capital_words
from render.text.directions import laid_faces, next_places_words

OF_MINOR = re.compile(r"Minor (\d+) \([^(),]+, [^(),]+(?:, ([^()]*))?\), .*")  # its number, and what it has
WHOSE = re.compile(r"(?<=\()[^(),]+, [^(),]+, ")  # name and owner of a minor, before what it has


async def list_facts(
    table: Table, seat: Seat, state: ConsoleState, screen: Screen, view: View, earned: Mapping[Action, int]
) -> list[StepFact]:
    """What helps to decide, in the order in which it is said. `earned`: what trains earn with each of the options."""
    rules, choices, first = table.rules, table.choices(seat.name), state.draft == Draft()
    bidding = table.position.auction is not None and seat.name in view.order
    powers = _power_lines(state.draft, choices, screen, view, rules)
    buys, forced = any(o.kind is BuyTrain for o in screen.options), not any(c.kind is Pass for c in choices)
    train = await explain_withheld_train(table, seat.name, view) if buys else ""
    idle = [f"Without it the trains earn {rules.data.money(n)}." for a, n in earned.items() if isinstance(a, Pass)]
    unpaid = step_words("unpaid", view, rules) if _bids_nothing(state.draft, screen) else ""
    told: tuple[tuple[Rank, Sequence[str]], ...] = (
        (Rank.FIRM, [cash_words(rules, view, seat.name, bidding=bidding)]),
        (Rank.FIRM, ["" if unpaid else step_words("known", view, rules)]),
        (Rank.NEEDED, _start_lines(screen, view, rules, first=first)),
        (Rank.NEEDED, [undecided_words(screen, view), building_cost_words(screen, view, rules)]),
        (Rank.FIRM, powers[:1]),
        (Rank.NEEDED, powers[1:]),
        (Rank.NEEDED, [await station_worth_words(table, screen, view), await train_worth_words(table, screen, view)]),
        (Rank.USEFUL, [_places_beyond_words(screen, view, rules)]),
        (Rank.NEEDED, dear_share_words(screen, view, rules)),
        (Rank.NEEDED, [await discards_with_yes(table, view), await lost_train_words(table, screen, view)]),
        (Rank.NEEDED, [unpaid]),
        (Rank.NEEDED, [step_words("raised", view, rules), cost_words(state.picked, rules)]),
        (Rank.NEEDED, [offer_words(view, rules), await sold_train_words(table, view)]),
        (
            Rank.NEEDED,
            [await asked_tile_words(table, view), *await asked_owner_words(table, _offered_hexes(screen), view)],
        ),
        (Rank.NEEDED, idle),
        (Rank.USEFUL, await _run_lines(table, earned, view)),
        (Rank.USEFUL, await asyncio.to_thread(closed_city_words, view, rules) if first else ()),
        (Rank.USEFUL, [train, *hints(screen, view, rules, forced=forced)]),
        (Rank.USEFUL, [await explain_withheld_sales(table, seat.name, view)]),
        (Rank.USEFUL, await explain_withheld_shares(table, seat.name, view) if first else ()),
    )
    ranks: dict[str, Rank] = {}
    for rank, texts in told:
        for text in filter(None, texts):
            ranks.setdefault(text, rank)
    return [StepFact(rank, text) for text, rank in ranks.items()]


async def _run_lines(table: Table, earned: Mapping[Action, int], view: View) -> list[str]:
    """What the best of the runs on offer brings beside, and whether its price stays; none where nothing runs."""
    runs = [dollars for action, dollars in earned.items() if isinstance(action, RunTrains)]
    return [await run_income_words(table, view), run_price_words(runs, view, table.rules)] if runs else []


def _offered_hexes(screen: Screen) -> list[str]:
    """The hexes on which the options lay a tile, in their order."""
    only = find_only_hex(screen)
    if only:
        return [only]
    return [str(o.choice) for o in screen.options if o.field == "hex" and issubclass(o.kind, LayTile)]


def _places_beyond_words(screen: Screen, view: View, rules: Rules) -> str:
    """Which places come next, by the ways out of the tiles that may be laid on the one hex on offer; "" for none."""
    only = find_only_hex(screen)
    lays = {(a.tile, a.rotation): a for o in screen.options for a in list_lays(o, screen)} if only else {}
    return next_places_words(view, rules, only, laid_faces(rules, lays.values())) if lays else ""


def _start_lines(screen: Screen, view: View, rules: Rules, *, first: bool) -> list[str]:
    """What is known of a company for whose start a price is asked, and what it can buy then; none of anything else."""
    company = priced_company(screen)
    if not company:
        return []
    started = "" if first else " · ".join(map(str, start_facts(company, view, rules)))
    return [begin_sentence(started), f"{capital_words(rules, company)} {next_train_words(view, rules)}".rstrip()]


def _power_lines(draft: Draft, choices: Sequence[Choice], screen: Screen, view: View, rules: Rules) -> list[str]:
    """What the powers of privates do that are asked about, or by which a tile is laid or a station placed."""
    asked = draft if draft != Draft() else Draft(next((o.kind.__name__ for o in screen.options), ""))
    used = asked.given.get("using") if asked.kind in (LayTile.__name__, PlaceToken.__name__) else None
    return told_powers([*named_powers(choices, asked), *([str(used)] if used else [])], view, rules)


def _bids_nothing(draft: Draft, screen: Screen) -> bool:
    """Whether lots are put up without a bid."""
    return draft.given == {"amount": 0} or all(
        isinstance(o.action, Bid) and not o.action.amount for o in screen.options
    )


async def find_earnings(table: Table, seat: Seat, view: View, screen: Screen) -> dict[Action, int]:
    """What a company's trains earn together with each answer to a question of its title, and with none; empty where they earn
    the same with all of them.
    """
    company, ending = queries.acting_company(view), pass_action(table.choices(seat.name))
    answers: list[Action] = [o.action for o in screen.options if isinstance(o.action, Choose)]
    if company not in view.companies or ending is None or not 0 < len(answers) == len(screen.options):
        return {}
    earned = {a: (await table.preview(a, a.by))[1].companies[company].earned for a in (*answers, ending)}
    return earned if len({*earned.values()}) > 1 else {}


def station_words(screen: Screen, labels: Sequence[str], view: View, rules: Rules) -> str:
    """Whose stations the picture shows, where the title says it, and below it what has no room on the buttons, but not whose each
    is: all are one's own; else "".
    """
    stations = screen.options and all(issubclass(o.kind, PlaceToken) for o in screen.options)
    said = step_words("picture", view, rules) if stations else ""
    if not said:
        return ""
    lines = labels if fit_as_buttons(screen.options) else ()
    lettered = is_lettered(screen, view)
    listed = (f"{choice_name(n, lettered=lettered)} · {WHOSE.sub('', text)}" for n, text in enumerate(lines, 1))
    return "\n".join(f"-# {line}" for line in (said, *listed))


def brief_station_words(screen: Screen, labels: Sequence[str]) -> str:
    """What goes with each of these stations, in a small line: `Minor 3: £50 and a 2-train · 10: £121`; "" where nothing does."""
    named = [OF_MINOR.fullmatch(text) for text in labels] if fit_as_buttons(screen.options) else []
    told = [f"{found[1]}: {found[2] or 'nothing'}" for found in named if found is not None]
    return f"-# Minor {' · '.join(told)}" if told else ""


def cash_words(rules: Rules, view: View, seat: str, *, bidding: bool = False) -> str:
    """What can be spent now: by the company whose turn it is and by oneself; while lots are sold (`bidding`), what everybody
    has free, since that is what others can bid.
    """
    company, own = queries.acting_company(view), rules.data.money(view.cash.get(seat, 0))
    if bidding:
        bound = {p: view.cash.get(p, 0) - free_cash(view, rules, p) for p in view.order}
        free = {p: rules.data.money(view.cash.get(p, 0) - bound[p]) for p in view.order}
        if len({*free.values()}) == 1 and not any(bound.values()):
            return f"Free cash: {free[seat]} each"
        yours = f"you {free[seat]}{f' (of {own})' if bound[seat] else ''}"
        others = [f"{rules.person(p)} {free[p]}" for p in view.order if p != seat]
        return escape_line(f"Free cash: {' · '.join((yours, *others))}")
    if not company:
        return f"You have {own}"
    return f"{begin_sentence(company_name(rules, company))} {rules.data.money(view.cash.get(company, 0))} · you {own}"


def undecided_words(screen: Screen, view: View) -> str:
    """That a company's station gets its city after the tile whose ways stand to choose, and so is in none of their pictures; ""
    elsewhere.
    """
    company, only = queries.acting_company(view), find_only_hex(screen)
    waits = only and any(s.startswith(f"{only}.+.") and owner == company for s, owner in view.tokens.items())
    return f"Next you choose the city of {company}'s station" if waits else ""


def dear_share_words(screen: Screen, view: View, rules: Rules) -> list[str]:
    """Which shares that are offered cost more than the market gives for them: `GMO $75 costs more than its market price, $65`;
    of several one line with all of them.
    """
    money, shares = rules.data.money, (o.action for o in screen.options if isinstance(o.action, BuyShare))
    dear = {
        f"{a.company} {money(queries.asking(view, rules, a.company, a.source))}": money(
            queries.price(view, rules, a.company)
        )
        for a in shares
        if queries.costs_too_much(view, rules, a.company, a.source)
    }
    if len(dear) < 2:
        return [f"{asked} costs more than its market price, {price}" for asked, price in dear.items()]
    return [f"Above their market price: {', '.join(f'{asked} (market {price})' for asked, price in dear.items())}"]


async def lost_train_words(table: Table, screen: Screen, view: View) -> str:
    """What goes with a train for which a price is asked (`With it minor 13 discards a Pullman.`), or with one of the bank's; ""
    where nothing does.
    """
    given, kind = screen.question.draft.given, screen.question.draft.kind
    if kind == BuyTrain.__name__ and screen.question.span is not None:
        priced = [a for c in screen.question.agreeing for a in c.matching(given)]
        return await discards_with(table, next(iter(priced), None), view)
    sold = [o.action for o in screen.options if isinstance(o.action, BuyTrain) and not o.action.seller]  # by one press
    return await discards_with(table, next(iter(sold), None), view, what="a train of the bank")

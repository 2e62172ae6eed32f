"""What options bring about that say so before they are chosen: sales of shares, dividends, starts of companies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from bot.model.action_form import Draft, pass_action
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.formatting import View, event_lines
from bot.views.guide.first_game import departs_from, find_advised, leads_to
from bot.views.messages import PASSES, PLAYS, Button, Menu, Row, Style, option
from bot.views.options.arrangement import outbids_oneself
from bot.views.options.screen import ScreenOption
from game.actions import Action, Bid, BuyShare, Par, Pass, PayDividend, SellShares
from game.events import CompanyClosed, Divided, Event, PriceMoved, Skipped, TurnEnded
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries

OF_RUN = (Skipped, Divided, PriceMoved, CompanyClosed)  # what a run that is left out brings about
ADVICE = "My advice"  # beside an entry of a drop-down


class Outcome(NamedTuple):
    """Where an action leads, as whoever chooses it may know it."""

    view: View  # the position after it
    events: Sequence[Event] = ()  # what happens until then


Outcomes = Mapping[Action, Outcome]


async def foresee_offers(table: Table, offers: Sequence[ScreenOption]) -> Outcomes:
    """Where sales, dividends and starts among the options lead."""
    known: list[Action] = []
    for offer in offers:
        plain = isinstance(offer.action, SellShares | PayDividend | Par)
        known += [offer.action] if plain and offer.action is not None else sales_of(offer)
    return {action: await foresee(table, action) for action in known}


async def foresee(table: Table, action: Action) -> Outcome:
    """Where one action leads."""
    played, after = await table.preview(action, action.by)
    return Outcome(after, played.events)


def sales_of(offer: ScreenOption) -> list[SellShares]:
    """Where the company is chosen before the number of shares: the smallest sale of it, and the largest where that is another."""
    if not issubclass(offer.kind, SellShares) or offer.field != "company" or offer.question is None:
        return []
    wanted = {**offer.question.draft.given, "company": offer.choice}
    sales = [a for c in offer.question.agreeing for a in c.matching(wanted) if isinstance(a, SellShares)]
    if not sales:
        return []
    ends = min(sales, key=lambda s: s.shares), max(sales, key=lambda s: s.shares)
    return list(dict.fromkeys(ends))


async def find_shown_first(table: Table, seat: Seat, actions: Iterable[Action | None]) -> frozenset[Action]:
    """The actions that are shown before they are done, although one press could do them: they leave something valuable undone,
    bring about what is for good and easily overlooked, lose money, or are not what a newcomer was advised.
    """
    return await hold_against_advice(table, seat, actions, await find_advised(table, seat.name))


async def hold_against_advice(
    table: Table, seat: Seat, actions: Iterable[Action | None], advised: Action | None
) -> frozenset[Action]:
    """What `find_shown_first` finds, where it is known what a newcomer is `advised`."""
    tried = [a for a in actions if a is not None]
    view = await table.view(seat.name)
    known = {a for a in tried if departs_from(advised, a) or loses_money(a, view, table.rules)}
    return frozenset(known | await table.find_doubtful(seat, [a for a in tried if a not in known]))


async def asks_before_pass(table: Table, seat: Seat, advised: Action | None) -> bool:
    """Whether a pass is asked about first: something is left that is seldom left on purpose, or something else is `advised`."""
    return departs_from(advised, Pass(by=seat.name)) or await table.asks_before_pass(seat)


async def building_end_words(table: Table, seat: Seat, view: View) -> str:
    """That a run which is left out follows, laid or not, and what comes of it: `Whether you lay track or not: EIR earns
    nothing, since it has no train with a route; price ₹100 → ₹90.`; "" where no price falls with it.
    """
    ending, company = pass_action(table.choices(seat.name)), queries.acting_company(view)
    if queries.step_key(view) != StepKey.TRACK or ending is None or company not in view.companies:
        return ""
    if queries.trains(view, table.rules, company) or await table.find_forgone(seat, ending):
        return ""
    played, after = await table.preview(ending, seat.name)
    own = [e for e in takewhile(lambda e: not isinstance(e, TurnEnded), played.events) if isinstance(e, OF_RUN)]
    if not played.events:  # it would bring to light what is hidden, such as the cards of a company that closes
        own = [*await table.foresee_prices(seat.name)]
    fallen = [e.new for e in own if isinstance(e, PriceMoved) and e.company == company]
    if not fallen:
        return ""
    if "c" in table.rules.data.cell(fallen[-1]).codes and CompanyClosed(company) not in own:
        own.append(CompanyClosed(company))
    return f"Whether you lay track or not: {' '.join(event_lines(own, after, table.rules))}"


def loses_money(action: Action, view: View, rules: Rules) -> bool:
    """Whether somebody pays more for a share than it is worth, or more in an auction than the own bid that leads."""
    if isinstance(action, BuyShare):
        return queries.costs_too_much(view, rules, action.company, action.source)
    return isinstance(action, Bid) and outbids_oneself(action, view)


@dataclass(frozen=True)
class OptionColours:
    """How buttons differ from what their kind says, by how their ids end: `grey` asks first, `blue` is advised."""

    grey: tuple[str, ...]
    blue: tuple[str, ...] = ()

    def paint(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        """The rows in these colours; a menu has none, and says what is advised."""
        return tuple(tuple(self._paint_part(part) for part in row) for row in rows)

    def _paint_part(self, part: Button | Menu) -> Button | Menu:
        """A button in its colour, a menu with a word beside what is advised."""
        if isinstance(part, Button):
            return replace(part, style=self._choose_style(part))
        told = (
            option(o.value, o.label, " · ".join(filter(None, (ADVICE, o.hint)))) if self.is_advised(o.value) else o
            for o in part.options
        )
        return replace(part, options=tuple(told))

    def is_advised(self, value: str) -> bool:
        """Whether an option with that value is what is advised, or leads there."""
        return f".{value}" in self.blue

    def _choose_style(self, painted: Button) -> Style:
        """The colour of a button. What is advised is green where it is done at once."""
        acts, advised = painted.style in (PLAYS, PASSES), painted.id.endswith(self.blue)
        if acts and not painted.id.endswith(self.grey):
            return PLAYS if advised else painted.style
        return "primary" if advised else "secondary" if acts else painted.style


async def find_colours(
    table: Table, seat: Seat, options: Sequence[ScreenOption], draft: Draft, advised: Action | None
) -> OptionColours:
    """The colours of a console's options. `draft`: what is chosen so far; `advised`: what a newcomer is told to do."""
    shown_first = await hold_against_advice(table, seat, [o.action for o in options], advised)
    leading = [o for o in options if advised is not None and leads_to(o, advised, draft)]
    blue = [o for o in leading if o.action == advised] or [o for o in leading if o.field] or leading
    grey = [o for o in options if o.action is not None and o.action in shown_first]
    return OptionColours(tuple(f".{o.value}" for o in grey), tuple(f".{o.value}" for o in blue))

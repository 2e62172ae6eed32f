"""18VA 4.4, 4.5.1: companies of five and of ten shares, and how the one becomes the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from game import cards, market, money, places, share_checks, shares, trains
from game.actions import Action, Choose, Pass
from game.choices import Choice, choice
from game.events import Event, Passed, PhaseBegan, SharesBought
from game.places import ASIDE
from game.state import CompanyState
from game.steps import Step
from game.steps.operate import CompanyTurn

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules

FIVE, TEN = 5, 10
CONVERT = "convert"


class Converted(Event, frozen=True):
    weighty: ClassVar[bool] = True
    company: str


def lay_out(g: Game) -> None:
    """18VA 1.2: every company has its shares in its own treasury, most of them only five."""
    for company, data in g.rules.data.companies.items():
        g.state.companies[company].size = FIVE if data.group else TEN
        g.state.place |= unissued(g, company)


def unissued(g: Game, company: str) -> dict[str, str]:
    """Where the certificates of an unstarted company lie."""
    data = g.rules.data.companies[company]
    first = FIVE - 1 if data.group else len(data.certificates)
    return {f"{company}.{i}": places.TREASURY if i < first else ASIDE for i in range(len(data.certificates))}


def start_anew(g: Game, company: str) -> None:
    """18VA 4.4, 4.4.1: an unstarted company: of five shares if its kind is that and the phase still has such, else of ten."""
    data = g.rules.data.companies[company]
    g.state.companies[company] = CompanyState(size=FIVE if data.group else TEN, tokens=list(data.tokens))
    for card, place in unissued(g, company).items():
        if g.state.place[card] != place:
            cards.move(g, card, place, "closed")
    if data.group and "all_ten_shares" in trains.phase(g).flags:
        grow_to_ten_shares(g, company)


def grow_to_ten_shares(g: Game, company: str) -> None:
    """The further five shares come into the treasury, two stations onto the charter."""
    state = g.company(company)
    state.size = TEN
    state.tokens += [g.rules.data.file.numbers["convert_token"]] * 2
    for card in cards.certificates(g, ASIDE, company):
        cards.move(g, card, places.TREASURY, CONVERT)


def convert(g: Game, company: str) -> None:
    """18VA 4.5.1: percentages halve, numbers of shares stay."""
    grow_to_ten_shares(g, company)
    g.emit(Converted(company))


def converted_in_words(event: Converted, _view: object, _rules: Rules) -> str:
    return (
        f"{event.company} becomes a ten-share company for good: each share is half as much of it, and it has {TEN - FIVE} more to"
        " sell and two more stations."
    )


def question_in_words(step: Conversion, _view: object, _rules: Rules) -> str:
    return f"{step.company}: convert to ten shares, or keep five"


def choice_in_words(_action: Choose, _view: object, _rules: Rules) -> str:
    return "convert to ten shares"


def keep_in_words(_action: Pass, _view: object, _rules: Rules) -> str:
    return "keep five shares"


def may_convert(g: Game, company: str) -> bool:
    """18VA 4.5.1: a five-share company from phase 3 on (18xx.games: not before it has operated)."""
    state = g.company(company)
    early = g.rules.has("convert_needs_prior_or") and not state.operated
    return state.size == FIVE and "convert" in trains.phase(g).flags and not early


class Conversion(Step):
    """The president may make the company one of ten shares before all else; to pass is to keep it as it is."""

    company: str
    done: bool = False

    key: ClassVar[str] = "convert"
    recurs: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        if not self.done and may_convert(g, self.company):
            by = g.president(self.company)
            yield structs.replace(choice(Choose(CONVERT, by=by)), for_good=True)
            yield choice(Pass(by=by))

    def apply(self, g: Game, action: Action) -> None:
        self.done = True
        if isinstance(action, Choose):
            convert(g, self.company)
        else:
            g.emit(Passed(self.company, self.key))


def convert_all(g: Game, event: PhaseBegan) -> None:
    """18VA 4.5.1: when phase 5 begins, all five-share companies convert at once, in the middle of the turn."""
    if "all_ten_shares" in trains.phase(g).flags:
        for company, state in g.state.companies.items():
            if state.size == FIVE and state.par:
                convert(g, company)
            elif state.size == FIVE:
                grow_to_ten_shares(g, company)


def underwrite(g: Game, event: SharesBought) -> None:
    """18VA 4.4: with the sixth share of a ten-share company the bank pays for the last four, which go to the pool."""
    rest = cards.certificates(g, places.TREASURY, event.company)
    if event.source != places.TREASURY or g.company(event.company).size != TEN or len(rest) != 4:
        return
    money.pay(g, places.BANK, event.company, len(rest) * market.price(g, event.company), "capital")
    for card in rest:
        cards.move(g, card, places.POOL, "underwritten")


def sold_out(g: Game) -> None:
    """18VA 3.2: ten-share companies wholly in players' hands rise when the stock round ends, in operating order."""
    for company in market.operating_order(g):
        size = g.company(company).size
        if size == TEN and sum(shares.held(g, p, company) for p in g.state.order) == size:
            market.move(g, company, "up", "sold out")


def most(g: Game, company: str) -> int:
    """18VA 3.1: 60% of a company; two players as an option 70%."""
    tenths = 7 if g.rules.has("two_player_70") and len(g.state.order) == 2 else 6
    return g.company(company).size * tenths // 10


def has_operated(g: Game, player: str, company: str, count: int) -> str | None:
    """18VA 4.3.1: stock of companies that have not completed a turn in an operating round is not sold.

    18xx.games: once its trains have run, a company has operated: its stock may help to buy the first train.
    """
    on_turn = any(isinstance(s, CompanyTurn) and s.company == company for s in g.state.agenda)
    early = on_turn and g.rules.has("first_turn_stock_sold")
    return None if early or g.company(company).operated else f"{company} has not finished its first operating turn yet"


def must_sell(g: Game, player: str) -> str | None:
    """18VA 3.1: only purchases are barred above the limit (18xx.games: such a player must sell first)."""
    return share_checks.over_limit(g, player) if g.rules.has("sell_down_to_limit") else None

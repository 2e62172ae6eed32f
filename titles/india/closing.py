"""18 India 8.4.4.4, 8.4.2.2: a company closes; the GIPR may take over its stations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import cards, market, money, places, stations
from game.actions import Action, Pass, RemoveToken
from game.choices import Choice, choice
from game.events import CompanyClosed, PriceMoved, Revealed, TokenPlaced, TokenRemoved, TurnEnded
from game.places import GONE, POOL
from game.rules import Refusal
from game.steps import Step
from titles.india import goods, hands, rows, setup
from titles.india.events import TakenOver
from titles.india.marks import GUARANTY, ORDER
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Company, Slot

EXCHANGED = "exchange tokens"  # in State.used: how many the GIPR has used


def closes(g: Game, event: PriceMoved) -> None:
    """18 India 8.4.4.4: the marker has come to the box Closed: the turn ends, the GIPR takes stations over, all else goes."""
    if "c" not in g.rules.data.cell(event.new).codes:
        return
    company = event.company
    g.unwind(company)
    g.emit(TurnEnded(company))
    left = standing(g, company)
    g.push(TakeOver(company, home(g, company, left) if left else ""))


def standing(g: Game, company: Company) -> list[Slot]:
    """Where the stations of a company stand."""
    return [slot for slot, owner in sorted(g.state.tokens.items()) if owner == company]


def exchange_left(g: Game) -> int:
    """Exchange tokens that the GIPR still has."""
    return g.rules.data.file.numbers["exchange_tokens"] - g.state.used.get(EXCHANGED, 0)


def close(g: Game, company: Company) -> None:
    """18 India 8.4.4.4: everything goes back; its certificates vanish wherever they are."""
    state = g.company(company)
    state.closed, state.floated = True, False
    money.pay(g, company, places.BANK, g.state.cash[company], "closed")
    for card in list(cards.at(g, company)):
        if card in g.rules.data.train_set:
            cards.move(g, card, places.POOL, "closed")
        else:
            cards.move(g, card, places.BANK if card in setup.bonds(g) else POOL, "closed")
    vanish(g, company)
    market.remove(g, company)
    state.president = ""
    state.tokens.clear()
    GUARANTY.remove(g.state, company)
    ORDER.remove(g.state, company)
    goods.lose(g, company)
    g.changed()
    for slot in standing(g, company):
        stations.take_off(g, slot)
    g.emit(CompanyClosed(company))


def vanish(g: Game, company: Company) -> None:
    """18 India 8.4.4.4: its certificates are out of the game, those in hands too, where they come to light with that."""
    unseen = False
    for index in range(len(g.rules.data.companies[company].certificates)):
        card = f"{company}.{index}"
        rows.forget(g, card)
        unseen |= g.state.place[card].startswith("hand:") and hands.leave(g, card)
        cards.move(g, card, GONE, "closed")
    if unseen:
        g.emit(Revealed(f"the certificates of {company} in hands"))


def home(g: Game, company: Company, slots: list[Slot]) -> Slot:
    """The station in the company's home hex."""
    hexes = {h.partition(".")[0] for h in stations.homes(g, company)}
    return next((s for s in slots if s.partition(".")[0] in hexes), slots[0])


def beside(g: Game, slot: Slot) -> bool:
    """Whether the GIPR has another station in that hex already."""
    hex_id = slot.partition(".")[0]
    return any(owner == GIPR and s.partition(".")[0] == hex_id for s, owner in g.state.tokens.items())


def replace(g: Game, slot: Slot) -> None:
    """18 India 2.4.4: an exchange token takes the place of a station, which is free for nobody else in between."""
    g.state.used[EXCHANGED] = g.state.used.get(EXCHANGED, 0) + 1
    company = g.state.tokens[slot]
    g.state.tokens[slot] = GIPR
    g.emit(TokenRemoved(company, slot))
    g.emit(TokenPlaced(GIPR, slot))
    g.emit(TakenOver(slot, company=company))


def return_surplus_station(g: Game, slot: Slot) -> None:
    """18 India 8.4.2.2: one station is enough in a hex; the surplus one comes to the charter and may be built later."""
    g.state.used[EXCHANGED] = g.state.used.get(EXCHANGED, 0) + 1
    if g.rules.has("takeover_18xx"):
        g.company(GIPR).tokens.insert(0, 0)
    else:
        g.company(GIPR).tokens.append(g.rules.data.file.numbers["later_token"])
    stations.take_off(g, slot)
    g.emit(TakenOver(slot, spare=True))


class TakeOver(Step):
    """18 India 2.4.4, 8.4.4.4: the home must be replaced, of the others the GIPR's manager says which, while tokens last."""

    company: str
    home: str
    settled: bool = False  # the home
    done: bool = False

    key: ClassVar[str] = "take over"
    modal: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        manager = g.president(GIPR)
        if self.done or not self.settled or not exchange_left(g) or not manager:
            return
        cities = self.open(g)
        if cities:
            yield choice(*(RemoveToken(city, by=manager) for city in cities))
            yield choice(Pass(by=manager), forgoes=f"{self.company}'s station is lost for good", final=True)

    def open(self, g: Game) -> dict[str, Slot]:
        """Stations that may be replaced, by the names that players write."""
        return {stations.city_of_slot(g, slot): slot for slot in standing(g, self.company) if not beside(g, slot)}

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, RemoveToken):
            replace(g, self.open(g)[action.city])
        else:
            self.done = True

    def resume(self, g: Game) -> bool:
        if not self.settled:
            self.settled = True
            if self.home and self.company != GIPR and g.company(GIPR).floated and exchange_left(g):
                (return_surplus_station if beside(g, self.home) else replace)(g, self.home)
                return True
            self.done = True
        close(g, self.company)
        return False

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if isinstance(action, RemoveToken):
            return Refusal(f"there is no station of {self.company} that the GIPR could replace", "18 India 8.4.4.4")
        return None

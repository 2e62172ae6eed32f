"""Operating rounds and the turns of companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import cards, places, privates
from game.actions import Action, Pass, TakePrivate
from game.choices import Choice, Span, choice
from game.events import TurnBegan, TurnEnded
from game.rules import Power, Refusal
from game.step_keys import StepKey
from game.steps import Step
from game.steps.consent import Consent, ask

if TYPE_CHECKING:
    from game.play import Game
    from game.title_data import Ability


class OperatingRound(Step):
    """Privates pay, then each company has a turn. The next one is always chosen by the market as it stands."""

    done: list[str]
    paid: bool = False

    key: ClassVar[str] = StepKey.OPERATING_ROUND

    def resume(self, g: Game) -> bool:
        if not self.paid:
            self.paid = True
            privates.pay_revenue(g)
        waiting = [c for c in g.rules.order(g) if c not in self.done]
        if not waiting:
            return False
        self.done.append(waiting[0])
        g.emit(TurnBegan(waiting[0]))
        g.push(CompanyTurn(waiting[0]))
        return True


class CompanyTurn(Step):
    """One company's turn: the steps of `rules.turn`, with purchases of privates at any time."""

    company: str
    at: int = 0  # how many steps of the turn have begun
    declined_last: bool = False  # the step before ended by a pass

    key: ClassVar[str] = StepKey.TURN

    def resume(self, g: Game) -> bool:
        steps = g.rules.turn(g, self.company)
        if self.at < len(steps):
            g.push(steps[self.at](self.company))
            self.at += 1
            return True
        g.company(self.company).operated = True
        g.emit(TurnEnded(self.company))
        return False

    def asides(self, g: Game) -> Iterator[Choice]:
        """What the company may do at any time of its turn."""
        by = g.president(self.company)
        for owner in g.state.order:
            for private in cards.privates(g, owner):
                low, high = g.rules.private_price_range(g, self.company, private)
                high = min(high, g.state.cash[self.company])
                if 0 < low <= high:
                    yield choice(TakePrivate(private, low, by=by), price=Span(low, high))
        for _, offered in self.powers(g):
            yield offered

    def powers(self, g: Game) -> Iterator[tuple[Power, Choice]]:
        """Powers of privates that may be used now."""
        top = g.state.agenda[-1]
        if getattr(top, "company", self.company) == self.company:
            for power in g.rules.powers:
                for offered in power.choices(g, self.company, top.key):
                    yield power, offered

    def apply(self, g: Game, action: Action) -> None:
        if not isinstance(action, TakePrivate):
            power = next(power for power, offered in self.powers(g) if action in offered)
            power.use(g, self.company, action)
            return
        by, owner = action.by, g.state.place[action.private]
        question = Consent(by, owner, action.private, action.price, self.company, owner)
        if not ask(g, question):
            privates.sell(g, action.private, self.company, action.price)

    def after(self, g: Game, child: Step) -> bool:
        if type(child) is Consent and child.yes:
            privates.sell(g, child.what, self.company, child.price)
        self.declined_last = child.declined()
        return type(child) is Consent

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != g.president(self.company):
            return None
        if not isinstance(action, TakePrivate):
            return next(filter(None, (power.why_not(g, self.company, action) for power in g.rules.powers)), None)
        paragraph = g.rules.paragraph(g.rules.private_price_range)
        if action.private not in g.rules.data.privates:
            return Refusal(f"there is no private company {action.private!r}")
        owner = g.state.place[action.private]
        if owner not in g.state.order:
            return Refusal(f"{action.private} belongs to no player", paragraph)
        low, high = g.rules.private_price_range(g, self.company, action.private)
        if not low:
            return Refusal(g.rules.why_no_private_price(g, self.company, action.private), paragraph)
        return Refusal(price_words(g, self.company, action.private, low, high), paragraph)


def price_words(g: Game, company: str, private: str, low: int, high: int) -> str:
    """What a company may pay for a private: from `low` to `high` dollars, and no more than its cash."""
    cash, words = g.state.cash[company], g.rules.data.money
    wanted = words(low) if low == high else f"from {words(low)} to {words(high)}"
    return f"{company} may pay {wanted} for {private}" + (f", and has {words(cash)}" if cash < high else "")


def powers_wait(g: Game) -> bool:
    """Whether powers of privates may be used now beside the step that is asked: it then waits for a pass."""
    below = g.state.find_step(CompanyTurn)
    key = g.state.agenda[-1].key
    return below is not None and any(key in power.keeps for power, _ in below.powers(g))


def abilities_on_offer(g: Game) -> Iterator[Ability]:
    """Unused abilities for the step that is asked, of privates which the company on turn may buy now: the step waits for them."""
    key = g.state.agenda[-1].key
    offered = {a.private for _, c in g.asides() if c.kind is TakePrivate for a in c if isinstance(a, TakePrivate)}
    for private in offered:
        for ability in g.rules.data.privates[private].abilities:
            unused = f"{private}.{ability.kind}" not in g.state.used
            train_sold = ability.train and g.state.place[ability.train] != places.ASIDE
            if (
                g.rules.ability_kinds[ability.kind].waits_in == key
                and ability.owner != "player"
                and unused
                and not train_sold
            ):
                yield ability


class LastChance(Step):
    """The end of a turn: waits once more while something may still be done beside the steps.

    Who has just passed on the step before had all that in view, and is not asked a second time.
    """

    company: str
    passed: bool = False

    key: ClassVar[str] = StepKey.LAST_CHANCE

    def choices(self, g: Game) -> Iterator[Choice]:
        below = g.state.agenda[-2]
        offered = isinstance(below, CompanyTurn) and below.declined_last
        if not self.passed and not offered and any(True for _ in g.asides()):
            yield choice(Pass(by=g.president(self.company)))

    def apply(self, g: Game, action: Action) -> None:
        self.passed = True

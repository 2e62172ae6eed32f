"""18 India 6.3 to 6.5: each player keeps some cards in secret; the others are drafted in the open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import field, structs

from game import cards, seating
from game.actions import Action
from game.choices import Choice, Pick, choice
from game.events import Revealed
from game.marks import OPEN
from game.rules import Refusal
from game.steps import Step
from titles.india.actions import Draft, Keep
from titles.india.events import Chose, Drafted, Kept, PoolOpened
from titles.india.setup import DRAFT

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Player, State

OF_DRAFT = "the cards of the draft"  # what everybody sees then


def hand(g: Game, player: Player) -> list[str]:
    """The cards that a player has an option on."""
    return cards.at(g, f"hand:{player}")


def of_company(g: Game, player: Player, company: str) -> list[str]:
    """The ordinary certificates of a company in a hand, those that everybody has seen first.

    They are alike, so whoever buys one is taken to buy one that was drafted: what is left in the open then says nothing
    about the cards that were kept.
    """
    certificates = [
        c for c in cards.certificates(g, f"hand:{player}", company) if company == "GIPR" or not c.endswith(".0")
    ]
    return sorted(certificates, key=lambda card: not is_open(g, card))


def is_open(g: Game, card: str) -> bool:
    """Whether everybody has seen that card of a hand: it was drafted."""
    return OPEN.contains(g.state, card)


def covered(g: Game) -> list[str]:
    """Cards in hands that only their owners know. All together are known to all, as every other card lies in the open."""
    return [c for c, place in g.state.place.items() if place.startswith("hand:") and not is_open(g, c)]


def leave(g: Game, card: str) -> bool:
    """A card leaves its hand; whether it comes to light only now."""
    seen = is_open(g, card)
    OPEN.remove(g.state, card)
    return not seen


class SelectHands(Step):
    """All players choose at the same time; nobody learns what another has kept, nor who put what into the draft."""

    kept: dict[str, tuple[str, ...]] = field(default_factory=dict)
    opened: bool = False

    key: ClassVar[str] = "select"

    def count(self, g: Game) -> int:
        return g.rules.data.file.numbers[f"kept_{len(g.state.order)}"]

    def choices(self, g: Game) -> Iterator[Choice]:
        count = self.count(g)
        for player in g.state.order:
            if player not in self.kept:
                own_cards = tuple(hand(g, player))
                yield choice(Keep(own_cards[:count], by=player), cards=Pick(own_cards, count, count))

    def normal(self, g: Game, action: Action) -> Action:
        """Cards in the order in which they are listed."""
        if not isinstance(action, Keep) or len(set(action.cards)) != len(action.cards):
            return action
        own_cards = hand(g, action.by)
        if not set(action.cards) <= set(own_cards):
            return action
        return structs.replace(action, cards=tuple(c for c in own_cards if c in action.cards))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, Keep)
        self.kept[action.by] = action.cards
        g.emit(Kept(action.by, action.cards, to=(action.by,)))
        g.emit(Chose(action.by, len(action.cards)))

    def resume(self, g: Game) -> bool:
        """The cards that nobody kept come to light together, without a word on whose they were."""
        if self.opened:
            return False
        self.opened = True
        for player in g.state.order:
            for card in hand(g, player):
                if card not in self.kept[player]:
                    g.state.place[card] = DRAFT
            g.changed()
        self.kept = {}
        g.emit(PoolOpened(tuple(cards.at(g, DRAFT))))
        g.emit(Revealed(OF_DRAFT))
        return False

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, Keep):
            return None
        return Refusal(f"keep exactly {self.count(g)} different cards of your hand", "18 India 6.4")

    def seen_by(self, player: Player) -> Step:
        """Of the others only that they have chosen."""
        return structs.replace(self, kept={p: c if p == player else () for p, c in self.kept.items()})


def lap(order: list[Player], number: int) -> Player:
    """Who takes the card of that number: backwards at first, then forwards for ever."""
    return order[::-1][number] if number < len(order) else order[number % len(order)]


class DraftCards(Step):
    """One card each in turn, all of them; the last goes by itself. Then the turn order of the first stock round is set."""

    taken: int = 0

    key: ClassVar[str] = "draft"
    auto: ClassVar[bool] = True

    def next_players(self, view: State[Any]) -> list[Player]:
        """18 India 6.5: backwards, then forwards, so that one takes two in a row; no more than there are cards for."""
        left = sum(place == DRAFT for place in view.place.values()) - 1
        return [lap(view.order, self.taken + n) for n in range(1, 1 + min(left, len(view.order)))]

    def choices(self, g: Game) -> Iterator[Choice]:
        undrafted = pool(g)
        if undrafted:
            by = lap(g.state.order, self.taken)
            yield choice(*(Draft(card, by=by) for card in undrafted))

    def normal(self, g: Game, action: Action) -> Action:
        return listed(g, action)

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, Draft)
        take(g, action.by, action.card)
        self.taken += 1

    def resume(self, g: Game) -> bool:
        last = lap(g.state.order, self.taken - 1)
        first_is(g, seating.players_after(g, last)[0])
        return False

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        return Refusal("that card is not in the draft", "18 India 6.5") if isinstance(action, Draft) else None


def pool(g: Game) -> list[str]:
    """Cards of the draft; of equal ones the first."""
    seen: dict[tuple[str, int], str] = {}
    for card in cards.at(g, DRAFT):
        company, size = g.rules.data.certificates.get(card, (card, 0))
        seen.setdefault((company, size), card)
    return list(seen.values())


def listed(g: Game, action: Action) -> Action:
    """Of equal certificates only the first is listed."""
    if not isinstance(action, Draft) or g.state.place.get(action.card) != DRAFT:
        return action
    kind = g.rules.data.certificates.get(action.card)
    return structs.replace(
        action, card=next((c for c in pool(g) if kind and g.rules.data.certificates.get(c) == kind), action.card)
    )


def take(g: Game, player: Player, card: str) -> None:
    """18 India 6.5: a drafted card comes into the hand, where everybody has seen it."""
    cards.move(g, card, f"hand:{player}", "drafted")
    OPEN.add(g.state, card)
    g.emit(Drafted(player, card))


def first_is(g: Game, player: Player) -> None:
    """18 India 6.5: that player is first in the stock round, the others follow as they sit."""
    at = g.state.order.index(player)
    g.state.order = g.state.order[at:] + g.state.order[:at]
    g.state.priority = player

"""Cards and the places where they lie."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from game.events import CardMoved
from game.memo import memoized

if TYPE_CHECKING:
    from game.play import Game


def at(g: Game, place: str) -> list[str]:
    """The cards that lie in a place, in the order of the title's data."""
    return _cards_by_place(g).get(place, [])


@memoized("place")
def _cards_by_place(g: Game) -> dict[str, list[str]]:
    """By place the cards that lie there."""
    piles: dict[str, list[str]] = defaultdict(list)
    place = g.state.place
    known = g.rules.data.card_set
    for card in g.rules.data.cards:
        piles[place[card]].append(card)
    if len(place) > len(known):
        for card in sorted(place.keys() - known):
            piles[place[card]].append(card)
    return piles


def move(g: Game, card: str, dst: str, why: str = "") -> None:
    """Move one card."""
    src = g.state.place[card]
    g.state.place[card] = dst
    g.emit(CardMoved(card, src, dst, why))


def certificates(g: Game, place: str, company: str) -> list[str]:
    """Certificates of a company in a place, the president's first."""
    return certificates_by_place(g).get((place, company), [])


@memoized("place")
def certificates_by_place(g: Game) -> dict[tuple[str, str], list[str]]:
    """By place and company its certificates there, the president's first."""
    by_place: dict[tuple[str, str], list[str]] = {}
    place = g.state.place
    for card, (company, _) in g.rules.data.certificates.items():
        by_place.setdefault((place[card], company), []).append(card)
    return by_place


def privates(g: Game, place: str) -> list[str]:
    """Private companies in a place, cheapest first."""
    known = g.rules.data.privates
    return [c for c in at(g, place) if c in known] if known else []


def trains(g: Game, place: str) -> list[str]:
    """Train cards in a place, in order of sale."""
    return trains_by_owner(g).get(place, [])


@memoized("place")
def trains_by_owner(g: Game) -> dict[str, list[str]]:
    """By place the train cards that lie there, in order of sale."""
    by_place: dict[str, list[str]] = {}
    place = g.state.place
    for card in g.rules.data.train_cards:
        by_place.setdefault(place[card], []).append(card)
    return by_place


def kind(card: str) -> str:
    """The name of a train card's type: "4-2" is a "4"."""
    return card.rpartition("-")[0]

"""18 India 5, 6.1: which companies are in the game, the deck, and where its cards lie at the start.

Places of cards: "hand:ann", "row:1" to "row:3" (their order is a mark), "draft", "pool" (the Open Market).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from game import places
from game.chance import shuffle
from game.marks import ROWS
from game.places import ASIDE, GONE, POOL
from titles.india import rows
from titles.india.marks import GUARANTY, IN_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.play import Game
    from game.title_data import TitleData

GIPR = "GIPR"
DRAFT = "draft"
REGIONS = ("east", "west", "south")
EACH = 3  # companies of a region
SITE = re.compile(r"(\d+) 18xx\.games")  # a seed that deals as that site does
COMPANIES = ("BNR DHR EIR EBR NCR TR", "BR NWR PNS SPD WR", "CGR KGF MR NSR SIR WIP")  # of each region


class Deal(NamedTuple):
    companies: tuple[str, ...]  # in the order of the table, the GIPR first
    guaranteed: tuple[str, ...]
    deck: list[str]  # the last card is dealt first
    blocks: tuple[str, ...]  # places in order of dealing


def bonds(g: Game) -> tuple[str, ...]:
    """All royal bonds."""
    return _bonds(g.rules.data)


@lru_cache(maxsize=8)
def _bonds(data: TitleData) -> tuple[str, ...]:
    return tuple(p for p in data.privates if p.startswith("RB"))


def lay_out(g: Game) -> None:
    """18 India 5.3: nine companies and the GIPR; the deck of their certificates and the privates is dealt."""
    state = g.state
    site_seed = SITE.fullmatch(state.seed)
    dealt = _deal(
        g, _their_shuffle(int(site_seed[1])) if site_seed else _our_shuffle(state.seed), theirs=bool(site_seed)
    )
    IN_GAME.set(state, dealt.companies)
    GUARANTY.set(state, dealt.guaranteed)
    state.supply |= g.rules.data.map.tiles
    for company in g.rules.data.companies:
        state.companies[company].size = 10
        state.companies[company].closed = company not in dealt.companies
        for index in range(len(g.rules.data.companies[company].certificates)):
            state.place[f"{company}.{index}"] = GONE if company not in dealt.companies else DRAFT
    for index in range(10, 20):
        state.place[f"{GIPR}.{index}"] = ASIDE
    _hand_out(g, dealt)
    g.changed()


def _deal(g: Game, mix: Callable[[str, Sequence[str]], list[str]], *, theirs: bool) -> Deal:
    data = g.rules.data
    picked: list[str] = []
    guaranteed: list[str] = []
    for region, listed in zip(REGIONS, COMPANIES, strict=True):
        drawn = mix(region, listed.split())[-EACH:]
        picked += drawn
        guaranteed.append(drawn[-1])
    companies = tuple(c for c in data.companies if c == GIPR or c in picked)
    deck = [p for p in data.privates if p not in bonds(g)]
    for company in companies:
        numbers = [*range(1, 10), 0] if company == GIPR else range(1, 9)
        deck += [f"{company}.{n}" for n in numbers]
    hands = [f"hand:{p}" for p in g.state.order]
    return Deal(companies, tuple(c for c in companies if c in guaranteed), mix("deck", deck), (*rows.PLACES, *hands))


def _hand_out(g: Game, dealt: Deal) -> None:
    """Rows and hands, each taken off the end of the deck, the first card of a row on top; the rest is in the Open Market."""
    state, numbers, players = g.state, g.rules.data.file.numbers, len(g.state.order)
    deck = dealt.deck
    for block in dealt.blocks:
        count = numbers[f"{'row' if block in rows.PLACES else 'dealt'}_{players}"]
        taken, deck = deck[-count:], deck[:-count]
        for card in taken:
            state.place[card] = block
        if block in rows.PLACES:
            ROWS[block[-1]].set(state, taken)
    for card in deck:
        state.place[card] = POOL
        company = card.partition(".")[0]
        if company in state.companies:
            price = g.rules.data.companies[company].par
            state.cash[places.BANK] -= price
            state.cash[company] += price


def _our_shuffle(seed: str) -> Callable[[str, Sequence[str]], list[str]]:
    return lambda stream, items: shuffle(seed, stream, items)


def _their_shuffle(seed: int) -> Callable[[str, Sequence[str]], list[str]]:
    """How 18xx.games shuffles: a number for each item in order, then sorted by it."""
    number = seed % 2**31

    def mix(_stream: str, items: Sequence[str]) -> list[str]:
        nonlocal number
        keyed = []
        for item in items:
            number = (1103515245 * number + 12345) % 2**31
            keyed.append((number, item))
        return [item for _, item in sorted(keyed, key=lambda pair: pair[0])]

    return mix

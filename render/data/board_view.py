"""The part of a view that the map shows: positions that differ in nothing else have one picture of it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from msgspec import msgpack, structs

from game.rules import Rules
from game.state import Company, CompanyState
from render.data.queries import View


def board_view(view: View, rules: Rules) -> View:
    """A view without money, shares, the market and the sequence of play: what is drawn of it depends on the board alone.

    Where signs on hexes depend on whose turn it is, that is kept.
    """
    board = _without_play(view, rules)
    if rules.signs(board) == rules.signs(view):
        return board
    leaders = {c: structs.replace(known, president=view.companies[c].president) for c, known in board.companies.items()}
    return structs.replace(board, agenda=view.agenda, companies=leaders)


def _without_play(view: View, rules: Rules) -> View:
    """The view without money, shares, the market and the sequence of play, whatever signs say."""
    return structs.replace(
        view,
        seed="",
        priority="",
        cash={},
        place={card: place for card, place in view.place.items() if card in rules.data.privates},
        companies=_charters(view.companies),
        market={},
        supply={},
        bids={},
        used={},
        agenda=[],
        round="",
        ending="",
        over="",
        seq=0,
    )


def board_digest(view: View, rules: Rules, *others: object) -> bytes:
    """What tells the map of a position from all others, with what else a picture of it depends on."""
    board = board_view(view, rules)
    return blake2b(msgpack.encode((rules.name, rules.options, rules.players, board, others)), digest_size=16).digest()


LED = "led"  # in the place of a president, whoever that is


def _charters(companies: Mapping[Company, CompanyState]) -> dict[Company, CompanyState]:
    """Companies with what the map tells of them: the stations left on their charters, and whether anybody leads them."""
    return {
        name: CompanyState(closed=known.closed, president=known.president and LED, tokens=known.tokens)
        for name, known in companies.items()
    }

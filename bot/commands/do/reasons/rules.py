"""What the rules say against actions that words may mean: the first reason with a paragraph, and of lays the one of the hex."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from msgspec import structs

from bot.tables.service import Table
from bot.views.error_words import name_any_company
from bot.views.formatting import View
from game import tile_checks
from game.actions import Action, LayTile, PlaceToken
from game.choices import Choice
from game.rules import Refusal, Rules
from game.tiles import COLOURS

TURNS_OF_TILE = range(6)
TURN_IN_REASON = re.compile(r" turned by \d")  # of a lay, in a reason
A_LAY = re.compile(r"^\S+ turned by \d on ")


async def find_rule_of_lay(table: Table, lays: Sequence[LayTile], choices: Sequence[Choice]) -> str:
    """Why a tile cannot be laid there in any way, or nothing at all; "" where some can, or neither was named."""
    hexes, tiles = {a.hex for a in lays}, {a.tile for a in lays}
    if len(hexes) > 1:
        possible = {a.tile for c in choices if c.kind is LayTile for a in c if isinstance(a, LayTile)}
        return (
            f"tile {min(tiles)} cannot be laid anywhere now" if len(tiles) == 1 and tiles.isdisjoint(possible) else ""
        )
    view = await table.view(None)
    colours = table.rules.data.phases[view.phase].tiles
    open_now = [a for a in lays if table.rules.data.tiles[a.tile].colour in colours] or lays
    open_now = _list_upgrades(lays, view, table.rules) or open_now
    turned = lays if len(tiles) == 1 else [structs.replace(a, rotation=n) for a in open_now for n in TURNS_OF_TILE]
    refusals = [r for r in await table.find_refusals(turned) if r is not None]
    if len(refusals) < len(turned):
        return ""
    if not any(r.tells for r in refusals):  # a place for a station may be meant, where both are asked
        stations = [PlaceToken(h, by=lays[0].by) for h in hexes if any(c.kind is PlaceToken for c in choices)]
        reason = await find_reason(table, stations)
        return str(reason) if reason is not None and reason.tells else ""
    reach = table.rules.paragraph(tile_checks.touches)
    likely = [r for r in refusals if r.paragraph == reach] or refusals  # else it would fit: the track ends elsewhere
    reasons = Counter(_without_turn(r, len(turned), len(tiles)) for r in likely)
    if len(reasons) == 1 or likely is not refusals:
        return reasons.most_common(1)[0][0]
    if told := _find_reason_of_hex(turned, refusals):
        return told
    return (
        f"tile {table.rules.data.tile_number(lays[0].tile)} does not fit there, whichever way you turn it"
        if len(tiles) == 1
        else "nothing can be laid there now"
    )


def _list_upgrades(lays: Sequence[LayTile], view: View, rules: Rules) -> list[LayTile]:
    """Of lays in a hex those of the colour that follows its tile or its print, where none of these tiles was named."""
    here = view.tiles.get(lays[0].hex)
    if len({a.tile for a in lays}) == 1:
        return []
    there = rules.data.hexes[lays[0].hex].print if here is None else rules.data.tiles[here.tile]
    if there.colour not in COLOURS:
        return []
    now = COLOURS.index(there.colour)
    return [a for a in lays if COLOURS.index(rules.data.tiles[a.tile].colour) == now + 1]


def _find_reason_of_hex(lays: Sequence[LayTile], refusals: Sequence[Refusal]) -> str:
    """The reason that most tiles share, word for word, such as that a hex is closed; "" where there is none."""
    tiles_by_reason: dict[str, set[str]] = {}
    for lay, refusal in zip(lays, refusals, strict=True):
        tiles_by_reason.setdefault(str(refusal), set()).add(lay.tile)
    told = max(tiles_by_reason, key=lambda reason: len(tiles_by_reason[reason]))
    return told if len(tiles_by_reason[told]) > 1 else ""


def _without_turn(refusal: Refusal, ways: int, tiles: int) -> str:
    """A reason against a lay, without how the tile is turned or which it is, where that was not said."""
    said = str(refusal)
    if tiles > 1:
        return A_LAY.sub("a tile on ", said)
    return TURN_IN_REASON.sub("", said) if ways > 1 else said


async def find_reason(table: Table, actions: Collection[Action]) -> Refusal | None:
    """Why none of these is legal now: the first reason with a paragraph of the rules, such as a limit where shares of the
    company lie, before there being none where nobody looks. None where one is legal, or for no actions.
    """
    refusals = await table.find_refusals(list(actions))
    reasons = [r for r in refusals if r is not None]
    if len(reasons) < len(refusals):
        return None
    return next((r for r in reasons if r.paragraph), next(iter(reasons), None))


async def find_common_reason(table: Table, action: Action, field: str) -> str:
    """Why no company may stand in an empty field: the one reason that holds for all that have started."""
    started = [c for c, state in (await table.view(None)).companies.items() if state.par]
    refusals = await table.find_refusals([structs.replace(action, **{field: c}) for c in started])
    texts = [
        name_any_company(r, c, "any corporation")
        for c, r in zip(started, refusals, strict=True)
        if r is not None and r.tells
    ]
    return texts[0] if len(texts) == len(started) and len(set(texts)) == 1 else ""

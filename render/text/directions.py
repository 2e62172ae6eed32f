"""Which way track leads, in words."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import partial
from typing import Any

from game.actions import LayTile
from game.hexes import DIRECTIONS, HEX_SIDES, opposite
from game.nearby import places_by_side
from game.privates import blocked_hexes
from game.rules import Rules
from game.state import Hex, State
from game.tiles import Face
from render.data import queries
from render.data.names import listed
from render.data.run_paths import face_of


def side_name(rules: Rules, hex_id: Hex, side: int) -> str:
    """The neighbour across that side, or the direction where the map ends."""
    return rules.data.hexes[hex_id].sides[side] or DIRECTIONS[rules.data.layout][side]


PLACES = ("port", "mine")  # signs of places; others are of goods that come from there
MANY_STOPS = 3  # of one hex, whose tracks are hard to tell apart
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")  # of cities in a hex


def toward(
    rules: Rules,
    hex_id: Hex,
    face: Face,
    *,
    named: bool = False,
    known: frozenset[int] = frozenset(),
    shared: frozenset[int] = frozenset(),
) -> str:
    """`to C9 and E11`; track that runs through apart: `C9–E11 and D8–D12`; cities with one way out each: `to E3, C3 and D6`.

    `named`: with the places that lie there: `to C9 and D10 (Augusta)`. First comes what pictures write at that side.
    `known`: the exits of the tile below, which one with one stop keeps: `also to F9 and G10`. `shared`: the sides at which
    all ways beside it join the same track.
    """
    groups = _group_ends(face)
    if not groups:
        return ""
    if len(groups) == 1 and (known or shared) and (more := sorted(face.exits - known - shared)):
        return f"{'also ' if known else ''}to {_and([_end(rules, hex_id, e, named=named) for e in more])}"
    different = dict.fromkeys(tuple(sorted(sides)) for sides in groups.values())  # past a stop and through it: once
    ways = [[_end(rules, hex_id, e, named=named) for e in sides] for sides in different]
    if len(ways) == 1:
        return "to " + _and(ways[0])
    if all(len(n) == 1 for n in ways):
        return "to " + _and([n[0] for n in ways])
    return _and(["–".join(n) for n in ways])


def shared_exits(view: State[Any], rules: Rules, lays: Sequence[LayTile]) -> frozenset[int]:
    """The sides at which each of several lays in one hex joins track that lies beside it: they tell no way from another. None
    where one leads nowhere else, or has tracks apart.
    """
    faces = laid_faces(rules, lays)
    if len(faces) < 2 or len({lay.hex for lay in lays}) > 1 or any(len(_group_ends(face)) != 1 for face in faces):
        return frozenset()
    joined = _sides_met(view, rules, lays[0].hex).intersection(*(face.exits for face in faces))
    return joined if all(face.exits - joined for face in faces) else frozenset()


def laid_faces(rules: Rules, lays: Iterable[LayTile]) -> list[Face]:
    """The tiles of these lays as they will lie."""
    return [rules.data.tiles[lay.tile].faces[lay.rotation % HEX_SIDES] for lay in lays]


def _sides_met(view: State[Any], rules: Rules, hex_id: Hex) -> frozenset[int]:
    """The sides of a hex at which track beside it ends."""
    beside = enumerate(rules.data.hexes[hex_id].sides)
    return frozenset(side for side, h in beside if h and opposite(side) in face_of(view, rules, h).exits)


def _group_ends(face: Face) -> dict[str, list[int]]:
    """The sides that hang together by track: of each stop, of each joint, of each piece that runs through."""
    groups: dict[str, list[int]] = {}
    for t in face.tracks:
        ends = [e for e in (t.a, t.b) if isinstance(e, int)]
        stop = next((e for e in (t.a, t.b) if isinstance(e, str)), "")
        if stop:
            groups.setdefault(stop, []).extend(e for e in ends if e not in groups.get(stop, []))
        elif t.joint >= 0:
            key = f"joint {t.joint}"
            groups.setdefault(key, []).extend(e for e in ends if e not in groups.get(key, []))
        else:
            groups[f"{t.a}-{t.b}"] = ends
    return groups


def richest_way(rules: Rules, hex_id: Hex, face: Face) -> str:
    """`20 on Pune–Mumbai`: where track leads from the one of several stops that earns more than all others; "" for none."""
    values = sorted((s.values[0][1], s.name) for s in face.tile.stops)
    if len(values) < MANY_STOPS or values[-1][0] == values[-2][0]:
        return ""
    dollars, stop = values[-1]
    ends = [_end(rules, hex_id, e, named=True) for e in sorted(face.sides[stop])]
    return f"{dollars} on {names_alone('–'.join(ends))}" if ends else ""


def own_way(view: State[Any], rules: Rules, hex_id: Hex, face: Face) -> str:
    """What of such tracks one's own leads to: `, yours` on the one that `richest_way` names, else `, yours 10 to F9`; "" where
    track meets the hex at several sides or none.
    """
    met = _sides_met(view, rules, hex_id)
    values = {s.name: s.values[0][1] for s in face.tile.stops}
    mine = next((name for name in values if met & face.sides[name]), "")
    if len(met) != 1 or not mine:
        return ""
    if values[mine] == max(values.values()):
        return ", yours"
    ends = [_end(rules, hex_id, e, named=True) for e in sorted(face.sides[mine] - met)]
    return f", yours {values[mine]} to {names_alone(_and(ends))}" if ends else ""


def names_alone(text: str) -> str:
    """`Rome and A3` for `C3 (Rome) and A3`."""
    return re.sub(r"\b[A-Z]{1,2}\d{1,2} \(([^()]*)\)", r"\1", text)


def _end(rules: Rules, hex_id: Hex, side: int, *, named: bool) -> str:
    """What lies across a side: `D10`, or `named` `D10 (Augusta)`."""
    across = side_name(rules, hex_id, side)
    place = place_across(rules, hex_id, side) if named else ""
    return f"{across} ({place})" if place else across


def place_across(rules: Rules, hex_id: Hex, side: int) -> str:
    """What players call the place across a side: `Augusta`, without a name of its own by what it is, `the port`; "" where several
    beside the hex are such a thing, and of any other.
    """
    beside = rules.data.hexes[hex_id].sides
    across = rules.data.hexes.get(beside[side])
    if across is None or across.name:
        return across.name if across is not None else ""
    sign = queries.stop_symbol(rules, beside[side])
    alike = [h for h in beside if h and queries.stop_symbol(rules, h) == sign]
    return f"the {sign}" if sign in PLACES and len(alike) == 1 else ""


def next_places_words(view: State[Any], rules: Rules, hex_id: Hex, faces: Iterable[Face]) -> str:
    """Which places come next where one's own new track of any of these tiles would end beside the hex, as the board is now:
    `Further on: Augusta by F9 (3 hexes), Macon by E8 (2)`; "" where it joins track or places alone.
    """
    data, known = rules.data, face_of(view, rules, hex_id).exits
    company, met = queries.acting_company(view), _sides_met(view, rules, hex_id)
    own = {slot.partition(".")[0] for slot, owner in view.tokens.items() if owner == company}
    nearest = places_by_side(data, hex_id, partial(_may_meet, view, rules, blocked_hexes(view, data)))
    sides: dict[tuple[int, Hex], list[Hex]] = {}  # by how far a place is
    for side in sorted(frozenset[int]().union(*(_own_exits(face, met) for face in faces)) - known - met):
        place, steps = nearest.get(side, ("", 0))
        if steps > 1 and place not in own:
            sides.setdefault((steps, place), []).append(data.hexes[hex_id].sides[side])
    told: list[str] = []
    for (steps, place), by in sorted(sides.items()):
        called = data.hexes[place].name or f"a stop in {place}"
        told.append(f"{called} by {listed(by, 'or')} ({steps}{'' if told else ' hexes'})")
    return f"Further on: {', '.join(told)}" if told else ""


def _may_meet(view: State[Any], rules: Rules, blocked: Container[Hex], hex_id: Hex, side: int) -> bool:
    """Whether track may come to a side of a hex: it ends there, or the hex has none yet and may be built in."""
    exits = face_of(view, rules, hex_id).exits
    return side in exits if exits else rules.data.hexes[hex_id].buildable and hex_id not in blocked


def _own_exits(face: Face, met: frozenset[int]) -> frozenset[int]:
    """The sides where track of a tile ends that hangs together with track beside the hex; all where none does. `met`: the sides
    where that ends.
    """
    groups = map(frozenset, _group_ends(face).values())
    return frozenset[int]().union(*(ends for ends in groups if ends & met)) or face.exits


def city_way(rules: Rules, hex_id: Hex, face: Face, city: str) -> str:
    """`toward Montgomery`: a neighbour to which track leads from that city of several in a hex, one with a name if there is one;
    where no track leads out of it `no track yet`, or of several of them its place in the order: `the second city`.
    """
    near = [side_name(rules, hex_id, e) for e in sorted(face.sides.get(city, ()))]
    names = [rules.data.hexes[h].name if h in rules.data.hexes else "" for h in near]
    named = next((name for name in names if name), next(iter(near), ""))
    if named:
        return f"toward {named}"
    bare = [s.name for s in face.tile.cities if not face.sides.get(s.name)]
    return f"the {ORDINALS[bare.index(city)]} city" if len(bare) > 1 else "no track yet"


def _and(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]

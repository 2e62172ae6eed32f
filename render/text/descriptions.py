"""The board in words: a hex, a company's network, a row of the map, the market. Complete enough to play without pictures."""

from __future__ import annotations

import re

from game.names import company_name
from game.routing.company_reach import explore
from game.routing.network import network
from game.rules import Rules
from game.state import Company, Hex
from game.tiles import Stop
from render.data import queries
from render.data.hexsides import hexside
from render.data.names import holder, listed, stop_worth, train_in_table
from render.data.queries import View
from render.data.run_paths import face_of
from render.text.card_words import company_words, phase_words, power_words, private_words, tile_places, train_words
from render.text.directions import city_way, side_name, toward
from render.text.labels import tile_words
from render.text.market_text import market_words
from render.text.plain import NARROW, company_text, player_text


def describe(view: View, rules: Rules, what: str, width: int = NARROW) -> str:
    """A hex (`D10`, `Augusta`), a row or column of hexes (`D`, `10`), a company, a player, `market`, or `map` for all
    that is built and all places that are not.

    Raises KeyError with what can be described when `what` is none of these. `width`: columns of cards, 40 for phones.
    """
    data = rules.data
    word = what.strip()
    upper = word.upper()
    if upper in data.hexes:
        return hex_words(view, rules, upper)
    company = next((c for c in view.companies if c.upper() == upper), "")
    if company:
        more = company_words(rules, company, home=not data.companies[company].home)
        known = f"{company_text(view, rules, company, width=width)}\n{more}"
        return f"{known}\n\n{network_words(view, rules, company)}" if company in view.tokens.values() else known
    card = card_words(view, rules, word)
    if card:
        return card
    player = next((p for p in view.order if word.casefold() in (p.casefold(), rules.person(p).casefold())), "")
    if player:
        return player_text(view, rules, player, width=width)
    if word.lower() == "market":
        return market_words(view, rules)
    if word.lower() == "map":
        built = [hex_words(view, rules, h) for h in data.hexes if h in view.tiles]
        bare = [hex_words(view, rules, h) for h in data.hexes if h not in view.tiles and _is_place(view, rules, h)]
        return "\n".join([*(built or ["Nothing is built yet."]), *(["As printed:"] if built and bare else []), *bare])
    named = [h for h, known in data.hexes.items() if known.name.upper() == upper]
    if named:
        return "\n".join(hex_words(view, rules, h) for h in named)
    row = re.sub(r"^(ROW|COLUMN)\s+", "", upper)
    line = [h for h in data.hexes if row in (re.sub(r"\d", "", h), re.sub(r"\D", "", h))]
    if line:
        return "\n".join(hex_words(view, rules, h) for h in line)
    raise KeyError(
        f"I do not know {what!r}. Try a hex, a city, a row, a company, a private, a player, "
        "3-train, phase 2, tile 57, market or map"
    )


def _is_place(view: View, rules: Rules, hex_id: Hex) -> bool:
    """Whether a hex as it is printed has more than ground: stops, track, or a station that waits there for a city."""
    known = rules.data.hexes[hex_id]
    return bool(known.print.stops or known.print.tracks) or any(s.startswith(f"{hex_id}.") for s in view.tokens)


def card_words(view: View, rules: Rules, what: str) -> str:
    """A private, a type of train, a phase or a tile by its name, with what it does; "" for anything else."""
    data, low = rules.data, what.casefold().removeprefix("#")
    private = next((p for p, d in data.privates.items() if low in (p.casefold(), d.name.casefold())), "")
    if private:
        known = data.privates[private]
        alike = [p for p, d in data.privates.items() if d.name == known.name]
        gone = view.place.get(private) == "gone"
        what = power_words(rules, private) if gone else private_words(rules, private)
        heading = known.name if len(alike) > 1 else f"{private} · {known.name}"
        facts = [
            f"Face value {data.money(known.value)}.",
            *([] if len(alike) > 1 else [_held_words(view, rules, private)]),
        ]
        return f"{heading}\n{' '.join(facts)}\n{what}"
    train = next((t for t in data.trains if low.replace(" ", "-") in _train_topics(rules, t)), "")
    if train:
        called = data.train_called(queries.type_called(rules, train))
        return f"{called[:1].upper()}{called[1:]}\n{train_words(rules, train)}"
    phase = next((p for p in data.phases if low == f"phase {p}".casefold()), "")
    if phase:
        return f"Phase {phase}\n{phase_words(rules, phase)}"
    typed = low.removeprefix("tile ").strip()
    tile = next((t for t in data.map.tiles if t.casefold() == typed), "")
    if tile and (low.startswith("tile ") or not typed.isdigit()):  # a bare number may be a train, or a column
        left = f"{view.supply.get(tile, 0)} left of {data.map.tiles[tile]}"
        parts = filter(None, [data.tiles[tile].colour, tile_words(tile, rules), left])
        return f"Tile {data.tile_number(tile)}: {', '.join(parts)}. {tile_places(rules, tile)}".strip()
    return ""


def _held_words(view: View, rules: Rules, private: str) -> str:
    """Who has a private company, as a sentence."""
    place = view.place.get(private, "")
    if place == "gone":
        return "It is out of the game."
    kind, _, which = place.partition(":")
    lying = {
        "bank": "with the bank",
        "draft": "in the draft",
        "hidden": "not seen yet",
        "hand": f"in {rules.person(which)}'s hand",
        "row": f"in row {which}",
        "pool": "in the pool",
    }
    owner = holder(place, rules)
    return f"It is {lying[kind]}." if kind in lying else f"{owner[:1].upper()}{owner[1:]} owns it."


def _train_topics(rules: Rules, train: str) -> list[str]:
    """What a type of trains is asked for by: its name, that of all its sides, or one of these, also as tables write it (`2T`);
    bare where that is no number.
    """
    called = queries.type_called(rules, train)
    sides = (train, called, *called.split("/"))
    names = (*sides, *map(train_in_table, sides))
    bare = [name.casefold() for name in names if not name.isdigit()]
    return [*bare, *(word.casefold() for name in names for word in (f"{name}-train", rules.data.train_called(name)))]


def hex_words(view: View, rules: Rules, hex_id: Hex) -> str:
    """One hex: what lies there, its stops with stations, where its track leads, what it costs to build."""
    data = rules.data.hexes[hex_id]
    laid = view.tiles.get(hex_id)
    face = face_of(view, rules, hex_id)
    tile = face.tile
    facts, signs = [queries.place_name(rules, hex_id)], rules.signs(view)
    if laid:
        facts.append(f"{tile.colour} tile {rules.data.tile_number(laid.tile)}")
    else:
        ground = "unbuilt" if data.buildable and tile.colour == "white" else tile.colour
        facts.append(ground + (f", label {rules.data.printed_label(data.label)}" if data.label else ""))
    facts += [_stop(view, rules, hex_id, s, several=len(tile.stops) > 1) for s in tile.stops]
    waiting = [c for s, c in sorted(view.tokens.items()) if s.startswith(f"{hex_id}.+")]
    facts += [f"{company_name(rules, c)}'s station in no city yet" for c in waiting]
    homes = [c for c in rules.data.companies if c in view.companies and queries.home_open(view, rules, c)]
    facts += [
        f"home of {company_name(rules, c)}"
        for c in homes
        if hex_id in {h.partition(".")[0] for h in rules.data.companies[c].home}
    ]
    ways = toward(rules, hex_id, face)
    if ways and len(tile.stops) < 2:
        facts.append(f"track {ways}")
    facts += [f"{symbol.replace('_', ' ')} here" for symbol in queries.symbols(view, rules, data)]
    facts += list(signs.get(hex_id, ()))
    facts += _cost(view, rules, hex_id)
    for side, kind in sorted(data.borders.items()):
        marker = " with a marker" if hexside(rules, hex_id, side) in signs else ""
        facts.append(f"{kind} border{marker} to {side_name(rules, hex_id, side)}")
    return "; ".join(facts) + "."


def ground_words(view: View, rules: Rules, hex_id: Hex, *, builds: bool = False, priced: bool = True) -> str:
    """What a builder finds in a hex, in a few words: `yellow tile 57, city 20`, `2 towns, costs $40 (river)`. `builds`: who reads
    it builds there: `upgrades yellow tile 57`; unless it is `priced`, the cost is told beside it.
    """
    laid, tile = view.tiles.get(hex_id), face_of(view, rules, hex_id).tile
    printed = f"{tile.colour} track" if builds else tile.colour
    track = (
        f"{tile.colour} tile {rules.data.tile_number(laid.tile)}" if laid else printed if tile.colour != "white" else ""
    )
    facts = [f"upgrades {track}" if builds and track else track]
    for kind, several in (("city", "cities"), ("town", "towns")):
        many = sum(s.kind == kind for s in tile.stops)
        facts.append(kind if many == 1 else f"{many} {several}" if many else "")
    if len(tile.cities) == 1:
        facts[1] = f"city {_value(tile.cities[0], view, rules)}"
    return ", ".join(filter(None, [*facts, *_cost(view, rules, hex_id, priced=priced)])) or "open ground"


def _value(stop: Stop, view: View, rules: Rules) -> int:
    """What a stop earns in the present phase."""
    phase = rules.data.phases.get(view.phase)
    return stop.value(frozenset(phase.tiles if phase else ()))


def _cost(view: View, rules: Rules, hex_id: Hex, *, priced: bool = True) -> list[str]:
    """`costs $40 (river)`, nothing where the first tile is free or lies already; `river` where the price is told elsewhere."""
    data = rules.data.hexes[hex_id]
    if not data.cost or hex_id in view.tiles:
        return []
    if not priced:
        return list(data.terrain[:1])
    return [f"costs {rules.data.money(data.cost)}{f' ({data.terrain[0]})' if data.terrain else ''}"]


def _stop(view: View, rules: Rules, hex_id: Hex, stop: Stop, *, several: bool) -> str:
    """`city toward Rome 30: W&A, one circle free`."""
    value = _value(stop, view, rules)
    kind = "off the map" if stop.kind == "off" else stop.kind
    printed = rules.data.hexes[hex_id].worth if hex_id not in view.tiles else ""
    later = ", ".join(f"{stop_worth(printed, n)} from {colour}" for colour, n in stop.values if colour and n != value)
    way = city_way(rules, hex_id, face_of(view, rules, hex_id), stop.name) if several else ""
    which = way if way.startswith("the ") else f"{kind} {way}".strip()  # `the first city` of several without track
    words = f"{which} {stop_worth(printed, value)}{f' ({later})' if later else ''}"
    if stop.slots:
        own = [c for s, c in sorted(view.tokens.items()) if s.startswith(f"{hex_id}.{stop.name}.")]
        here = [company_name(rules, c) for c in own]
        free = stop.slots - sum(not s.endswith("+") for s in view.tokens if s.startswith(f"{hex_id}.{stop.name}."))
        circles = f"{free} of {stop.slots} circle{'s' if stop.slots > 1 else ''} free" if free else "full"
        words += f": {', '.join([*here, circles])}"
    sides = sorted(face_of(view, rules, hex_id).sides[stop.name]) if several else []
    if sides:
        words += f", track to {listed([side_name(rules, hex_id, e) for e in sides])}"
    return words


def network_words(view: View, rules: Rules, company: Company) -> str:
    """What a company reaches: stops with their values, and the hexes where its track could go on."""
    net = network(rules.data, view.tiles)
    reach = explore(net, view.tokens, company)
    called = company_name(rules, company)
    called = called[:1].upper() + called[1:]
    if not reach.stops and not reach.bare:
        return f"{called} has no station."
    phase = rules.data.phases.get(view.phase)
    colours = frozenset(phase.tiles if phase else ())
    stops = []
    for stop in sorted(reach.stops):
        hex_id = stop.partition(".")[0]
        value = net.stops[stop].value(colours)
        own = any(c == company and s.rpartition(".")[0] == stop for s, c in view.tokens.items())
        worth = stop_worth(rules.data.hexes[hex_id].worth if hex_id not in view.tiles else "", value)
        several = sum(other.partition(".")[0] == hex_id for other in net.stops) > 1
        way = city_way(rules, hex_id, face_of(view, rules, hex_id), stop.partition(".")[2]) if several else ""
        which = f" ({way})" if way else ""
        stops.append(f"{queries.place_name(rules, hex_id)}{which} {worth}{' with its station' if own else ''}")
    sentences = f"{called} reaches {', '.join(stops) or 'no stop'}."
    ends = sorted({h for h in reach.doors if h not in view.tiles and rules.data.hexes[h].buildable} | set(reach.bare))
    if ends:
        sentences += f" It can build on from there into {', '.join(ends)}."
    return sentences

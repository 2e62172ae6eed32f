"""The key of a title's map and of the tables: what each sign on them means, from the data that the rules read.

What only one title has it says in `Rules.words`: `symbol: NAME` for what is printed on hexes, `border: KIND` for hexsides, `cost`
for what is paid beside the first tile's price, `sign: WORDS` for what the map shows in play, `own round` for a round of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Literal, NamedTuple

from game.rules import Rules
from game.tile_checks import tiles_allowed
from game.tiles import COLOURS, FIXED, Stop
from game.title_data import HexData, Phase, TitleData
from render.data.names import leader_heading, listed, train_in_table
from render.data.queries import OF_PRIVATES, place_name
from render.data.train_effects import effects_of, phase_changes
from render.text.card_words import begun_by

SHAPES = {"mountain": "peak", "hill": "hilltop", "rough": "small peak", "water": "wave"}  # as the map draws the ground
BORDERS = {"impassable": "Thick dark line"}  # how the map draws these hexsides
SIGN = "sign: "
FEW = 10  # companies whose names the key has; of more it has the letters alone
NO_PHASE = Phase(tiles=(), rounds=0)  # before the first
LEADER = "president"  # or what the title has in this head
LEADERS = "who runs the company: its director, or its manager where nobody is director"

COLUMNS: dict[str, str] = {
    "price": "what a share costs now; in the list of trains, what a train costs",
    "offer": "percent of the company that nobody has bought yet; below it what a share costs, if that is not the price",
    "pool": "percent that players have sold: anybody may buy it",
    "for sale": "the same two in words",
    "treasury": "the company's own money",
    "trains": "“2T, 2T, 3T” are two 2-trains and a 3-train",
    "trains left": "what the bank still has",
    "the first brings": "what changes when the first train of that kind is bought",
    LEADER: "who runs the company",
    "stations left": "stations that the company can still place",
    "last run": "what its trains earned last time",
    "shares %": "percent of each company; * is who runs it",
    "cash": "a player's money",
    "certs": "certificates that a player owns, and may own (9/12); those of companies with a coloured price do not count",
    "minors": "the minors that a player owns",
    "worth": "what a player would have if the game ended now: it changes when others move a price; whoever has most wins",
    "±": "change in worth since the last round",
    "privates": "private companies",
}


class Example(NamedTuple):
    """What shows a sign: a hex as it is printed, a tile, or a company's station or home."""

    kind: Literal["hex", "tile", "station", "home"]
    name: str  # of the hex, tile or company


class KeyLine(NamedTuple):
    """One line of a key: what is seen, and what it means. `letters`: those on hexes and tiles that it is about."""

    sign: str
    words: str
    examples: tuple[Example, ...] = ()
    letters: str = ""


def map_key(rules: Rules) -> list[KeyLine]:
    """Everything that the title's map shows. Raises TypeError for a sign of the title that has no words."""
    return [line for lines in map_key_parts(rules).values() for line in lines]


def map_key_parts(rules: Rules) -> dict[str, list[KeyLine]]:
    """What the title's map shows by subjects, each as much as a phone shows in one picture."""
    outlines = [
        KeyLine("Pink outline and number", "what you can choose, and its button"),
        KeyLine("Violet outline", "what is new, in order. Only corners: not done yet"),
    ]
    return {
        "places": [*_names(rules.data), *_stops(rules.data)],
        "stations and outlines": [*_stations(rules.data), *outlines],
        "ground": [*_colours(rules.data), *_values(rules.data), *_costs(rules), *_borders(rules)],
        "letters and signs": [*_labels(rules.data), *_symbols(rules), *_signs(rules)],
    }


def phase_key(rules: Rules) -> list[KeyLine]:
    """What begins each phase, and what changes with it."""
    phases, lines = rules.data.phases, []
    for phase, data in phases.items():
        news = [n for train in data.on for n in effects_of(rules, train)] if data.on else phase_changes(data, NO_PHASE)
        since = f"from {begun_by(rules, phase)} on" if data.on else "at the start"
        lines.append(KeyLine(f"Phase {phase}", f"{since}: {', '.join(dict.fromkeys(news)) or 'nothing changes'}"))
    return lines


def table_key(rules: Rules) -> list[KeyLine]:
    """The columns of tables, and the names of rounds."""
    rounds = [
        KeyLine("SR 2", "the second stock round: players trade shares"),
        KeyLine("OR 2.1", "the operating round after it: companies build and run"),
    ]
    if own := rules.words.get("own round"):
        name, _, words = own().partition(": ")
        rounds.append(KeyLine(name, words))
    has_minors = any(c.kind == "minor" for c in rules.data.companies.values())
    missing = {head for head, has in (("privates", rules.data.privates), ("minors", has_minors)) if not has}
    heads = [head for head in COLUMNS if head not in missing]
    shown = {LEADER: leader_heading(rules)}
    told = COLUMNS | ({LEADER: LEADERS} if leader_heading(rules) != LEADER else {})
    last = next((name for name, kind in rules.data.trains.items() if kind.obsolete_on), "")
    if last:
        told["trains"] += f"; “{train_in_table(last + '*')}” runs once more, then leaves the game"
    return [*(KeyLine(shown.get(head, head), told[head]) for head in heads), *rounds]


def _all_stops(data: TitleData) -> list[Stop]:
    """Every city, town and off-map place that is printed."""
    return [s for h in data.hexes.values() for s in h.print.stops]


def _names(data: TitleData) -> Iterator[KeyLine]:
    """How hexes and their sides are called, by the example of a place on the map."""
    example = next(h for h in data.hexes.values() if h.name and h.buildable)
    letter, number = ("row", "column") if data.layout == "pointy" else ("column", "row")
    side = next(filter(None, example.sides))
    yield KeyLine(
        "Letters and numbers at the edge",
        f"a hex has the letter of its {letter} and the number of its {number}: {example.name} is {example.id}. Its sides are"
        f" named after the hexes beyond them: “to {side}”",
        (Example("hex", example.id),),
    )


def _stations(data: TitleData) -> Iterator[KeyLine]:
    """Whose the discs in cities are."""
    lettered = {c: d.name for c, d in data.companies.items() if d.kind != "minor"}
    whose = listed([f"{c} ({name})" for c, name in lettered.items()] if len(lettered) <= FEW else list(lettered))
    first = next(iter(lettered))
    yield KeyLine(
        "Disc with letters",
        f"a station of the company with these letters, in its colour: {whose}",
        (Example("station", first),),
    )
    minor = next((c for c in data.companies if c not in lettered), "")
    if minor:
        yield KeyLine("Disc with a number", "the station of the minor of that number", (Example("station", minor),))
    home = next((c for c, d in data.companies.items() if d.home), "")
    if home:
        yield KeyLine("Pale disc", "the home of that company: its first station goes there", (Example("home", home),))


def _stops(data: TitleData) -> Iterator[KeyLine]:
    city = _first_hex(data, lambda h: h.buildable and any(s.kind == "city" for s in h.print.stops))
    yield KeyLine("White circle", "a city with room for one station; two circles have room for two", city)
    if any(s.kind == "town" for s in _all_stops(data)):
        town = _first_hex(data, lambda h: any(s.kind == "town" for s in h.print.stops))
        yield KeyLine("Black dot or bar", "a town: it earns, but holds no station", town)
    built = next(t.name for t in data.tiles.values() if data.map.tiles.get(t.name) and t.stops)
    yield KeyLine("Number beside a city or town", "what a train earns there", (Example("tile", built),))


def _first_hex(data: TitleData, shows: Callable[[HexData], bool]) -> tuple[Example, ...]:
    """The first hex of the map that shows something, one without a name if there is one; none where no hex does."""
    found = sorted((h for h in data.hexes.values() if shows(h)), key=lambda h: bool(h.name))
    return (Example("hex", found[0].id),) if found else ()


def _colours(data: TitleData) -> Iterator[KeyLine]:
    start = next(iter(data.phases))
    since = [(colour, phase_of(data, colour)) for colour in COLOURS[1:] if phase_of(data, colour)]
    parts = [
        f"{listed([colour for colour, _ in same])} from {'the start' if phase == start else f'phase {phase}'}"
        for phase, same in groupby(since, key=lambda pair: pair[1])
    ]
    tiles = [
        next((t.name for t in data.tiles.values() if t.colour == c and data.map.tiles.get(t.name)), "")
        for c, _ in since
    ]
    yield KeyLine(
        "Colours of tiles",
        f"{', '.join(parts)}; each is laid on a tile of the colour before it",
        tuple(Example("tile", t) for t in tiles if t),
    )
    fixed = {h.print.colour for h in data.hexes.values()}
    printed = [c for c in FIXED if c in fixed]
    shown = [e for colour in printed for e in _first_hex(data, lambda h, c=colour: h.print.colour == c)]  # type: ignore[misc]
    yield KeyLine(
        f"{listed(printed).capitalize()} hexes of the map",
        "printed on the map: nothing can be built there",
        tuple(shown),
    )


def phase_of(data: TitleData, colour: str) -> str:
    """The phase from which on tiles of a colour may be laid; "" where there are none."""
    return next((p for p, d in data.phases.items() if colour in d.tiles), "")


def _values(data: TitleData) -> Iterator[KeyLine]:
    changes = dict.fromkeys(colour for s in _all_stops(data) for colour, _ in s.values[1:])
    for colour in changes:
        yield KeyLine(
            "Two numbers in a place",
            f"the yellow box counts until phase {phase_of(data, colour)} begins, then the {colour} one. The one that counts now"
            " has a dark edge",
            _first_hex(data, lambda h: any(len(s.values) > 1 for s in h.print.stops)),
        )
    wedged = [c for c in ("red", "blue") if any(h.print.colour == c and _is_off(h) for h in data.hexes.values())]
    if wedged:
        wedge = _first_hex(data, lambda h: h.print.colour == wedged[0] and _is_off(h))
        yield KeyLine(f"Black wedge in a {' or '.join(wedged)} hex", "where track may join it", wedge)


def _is_off(place: HexData) -> bool:
    """Whether that hex is off the map as a whole, without cities, and pays."""
    return any(s.kind == "off" and s.values[-1][1] for s in place.print.stops)


def _costs(rules: Rules) -> Iterator[KeyLine]:
    data = rules.data
    paid = sorted({(h.terrain, h.cost) for h in data.hexes.values() if h.cost})
    for terrain, group in groupby(paid, key=lambda pair: pair[0]):
        amounts = [data.money(cost) for _, cost in group]
        ground = listed(terrain)
        shape = SHAPES.get(terrain[0], "peak") if terrain else "mark"
        lies = _first_hex(data, lambda h, t=terrain: bool(h.cost) and h.terrain == t)  # type: ignore[misc]
        yield KeyLine(f"{ground.capitalize()} ({shape}) {' / '.join(amounts)}", "what the first tile costs there", lies)
    own = rules.words.get("cost")
    if own is not None:
        yield KeyLine("Later tiles", own(rules))


def _borders(rules: Rules) -> Iterator[KeyLine]:
    kinds = dict.fromkeys(k for h in rules.data.hexes.values() for border in h.borders.values() for k in border.split())
    for kind in kinds:
        own = rules.words.get(f"border: {kind}")
        shown = _first_hex(rules.data, lambda h, k=kind: any(k in b.split() for b in h.borders.values()))  # type: ignore[misc]
        if own is not None:
            sign, _, words = own(rules).partition(": ")
            yield KeyLine(sign, words, shown)
        elif kind in BORDERS:
            yield KeyLine(BORDERS[kind], "no track crosses it", shown)
        else:
            raise TypeError(f"{rules.name} has no words for the border {kind!r}")


def _labels(data: TitleData) -> Iterator[KeyLine]:
    """Letters on hexes and tiles: where such tiles lie, and that no others do."""
    made = [t for t in data.tiles.values() if t.label and data.map.tiles.get(t.name)]
    borne = [h.label for h in data.hexes.values() if h.label] + [t.label for t in made]
    labels = dict.fromkeys(map(data.printed_label, borne))
    for label in labels:
        tiles = [t for t in made if data.printed_label(t.label) == label]
        places = [
            h.name or h.id
            for h in data.hexes.values()
            if data.printed_label(h.label) == label
            or any(t.name in (tiles_allowed(data, h.id, t.colour) or ()) for t in tiles)
        ]
        by_colour = [
            f"{colour} {', '.join(dict.fromkeys(data.tile_number(t.name) for t in tiles if t.colour == colour))}"
            for colour in COLOURS
            if any(t.colour == colour for t in tiles)
        ]
        words = f"for {listed(places)} alone: {'; '.join(by_colour)}. No other tiles of these colours go there"
        shown = tuple(Example("tile", t.name) for t in tiles[:1]) or _first_hex(
            data,
            lambda h, n=label: data.printed_label(h.label) == n,  # type: ignore[misc]
        )
        yield KeyLine(f"Letters {label}" if len(label) > 1 else f"Letter {label}", words, shown, label)


def _symbols(rules: Rules) -> Iterator[KeyLine]:
    """What is printed on hexes beside tiles: those that mean the same in one line."""
    names = dict.fromkeys(s for h in rules.data.hexes.values() for s in h.symbols)
    said = [(name, symbol_words(rules, name)) for name in names]
    for words, same in groupby(sorted(said, key=lambda pair: pair[1]), key=lambda pair: pair[1]):
        alike = [name for name, _ in same]
        shown = [e for name in alike for e in _first_hex(rules.data, lambda h, n=name: n in h.symbols)]  # type: ignore[misc]
        yield KeyLine(listed([name.replace("_", " ") for name in alike]).capitalize(), words, tuple(shown))


def symbol_words(rules: Rules, name: str) -> str:
    """What a symbol on hexes means; raises TypeError for one that has no words."""
    own = rules.words.get(f"symbol: {name}")
    if own is not None:
        return own(name, rules)
    if name not in OF_PRIVATES:
        raise TypeError(f"{rules.name} has no words for the symbol {name!r}")
    hexes = [h.id for h in rules.data.hexes.values() if name in h.symbols]
    owners = [
        f"{p} in {place_name(rules, hex_id)}"
        for p, d in rules.data.privates.items()
        for hex_id in hexes
        if any(hex_id in a.hexes and a.free for a in d.abilities)
    ]
    what = "place a station" if name == "free_station" else "lay a tile"
    return f"the company that owns the private of that place may once {what} there for free: {', '.join(owners)}"


def _signs(rules: Rules) -> Iterator[KeyLine]:
    for key, say in rules.words.items():
        if isinstance(key, str) and key.startswith(SIGN):
            yield KeyLine(key.removeprefix(SIGN), say(rules))

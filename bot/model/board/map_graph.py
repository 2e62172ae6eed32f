"""The map as a graph: what a company reaches, what would join two places, which hexes are the only link.

Questions for people who look at the map, answered with networkx on stops and track; the engine itself searches with masks.
Tiles are not looked up: a hex on the way counts as one tile or upgrade, whatever shape it needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import networkx as nx
from msgspec import structs

from game.play import Game
from game.routing import company_reach, network
from game.rules import Rules
from game.state import Company, Hex, State
from render.data.tile_upgrades import tiles_to_come

View = State[Any]
START, GOAL = ("start", ""), ("goal", "")


@dataclass(frozen=True)
class Gap:
    """The least that joins two places: hexes that need a tile or an upgrade, in order; none where track joins them."""

    target: Hex
    hexes: tuple[Hex, ...]
    terrain: int  # dollars for ground that nobody has built on yet


def stop_graph(net: network.Network) -> nx.MultiGraph[str]:
    """Stops joined by segments, for questions about the shape of a network; the key of an edge is its mask of hexsides."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(sorted(net.stops))
    for s in net.segments:
        graph.add_edge(s.a, s.b, key=s.mask, segment=s)
    return graph


def _go_on(track: nx.MultiGraph[str], way: tuple[str, ...], goal: str) -> tuple[str, ...]:
    """A way with the fewest further stops up to a goal; none where no track leads there."""
    if goal in way or not nx.has_path(track, way[-1], goal):
        return ()
    return (*way, *nx.shortest_path(track, way[-1], goal)[1:])


class MapGraph:
    """The track of one position, for questions of one company, or of nobody in particular ("": no city is closed)."""

    def __init__(self, view: View, rules: Rules, company: Company = "") -> None:
        self.view, self.rules, self.company = view, rules, company
        self.game = Game(rules, view)
        self.network = network.of(self.game)
        self._reached_past: dict[frozenset[str], frozenset[Hex]] = {}

    @cached_property
    def places(self) -> tuple[Hex, ...]:
        """Hexes with a city or an off-map place, printed or built."""
        kinds = {h for stop, s in self.network.stops.items() if s.kind != "town" for h in [stop.partition(".")[0]]}
        return tuple(sorted(kinds))

    @cached_property
    def city_hexes(self) -> frozenset[Hex]:
        """Hexes with a city, printed or built."""
        return frozenset(stop.partition(".")[0] for stop, s in self.network.stops.items() if s.kind == "city")

    @cached_property
    def reached_stops(self) -> frozenset[str]:
        """The stops that trains of the company could run to, whatever their length."""
        return company_reach.reach(self.game, self.company).stops

    @property
    def hexsides(self) -> frozenset[str]:
        """Borders between hexes that the company's trains could cross."""
        return company_reach.reach(self.game, self.company).hexsides

    @cached_property
    def stations(self) -> frozenset[str]:
        """The stops with a station of the company."""
        return company_reach.stations(self.view.tokens, self.company)[0] & self.network.stops.keys()

    def starting_hexes(self) -> tuple[Hex, ...]:
        """Where the company stands, or its homes before it has a station."""
        stations, bare = company_reach.stations(self.view.tokens, self.company)
        homes = [home.partition(".")[0] for home in self.rules.data.companies[self.company].home]
        return tuple(sorted({*bare, *(s.partition(".")[0] for s in stations)} or set(homes)))

    def missing_places(self) -> list[Gap]:
        """The places that the company does not reach, nearest first, with what would lead there; without any that nothing can."""
        reached = {s.partition(".")[0] for s in self.reached_stops} | set(self.starting_hexes())
        return self._find_gaps(self.starting_hexes(), [h for h in self.places if h not in reached])

    def find_gap(self, start: Iterable[Hex], target: Hex) -> Gap | None:
        """What would join a place to any of some others; None where neither track nor anything that may be built does."""
        return next(iter(self._find_gaps(start, [target])), None)

    def blocking_cities(self, target: Hex) -> tuple[str, ...]:
        """The cities full of others' stations that keep the company from a place to which track leads: each of those that would
        be enough alone, else those on the way with the fewest; none where others' stations are not the reason.
        """
        if not self._blocked or target in self._hexes_reached_past(self._blocked):
            return ()
        if target not in self._hexes_reached_past(frozenset()):
            return ()
        closed = sorted(self._blocked & self.reached_stops)
        enough = [city for city in closed if target in self._hexes_reached_past(self._blocked - {city})]
        return tuple(enough) or self._closed_on_the_way(target) or tuple(closed)

    def would_open(self, target: Hex, hexes: Collection[Hex]) -> bool:
        """Whether the company would reach a place if the closed cities of these hexes had another circle."""
        return target in self._hexes_reached_past(
            frozenset(city for city in self._blocked if city.partition(".")[0] not in hexes)
        )

    def _closed_on_the_way(self, target: Hex) -> tuple[str, ...]:
        """The cities closed to the company on the way along track that passes the fewest of them, in its order."""
        left = company_reach.passable(self.game, self.company) | self.stations | self._blocked
        ways: nx.DiGraph[Any] = nx.DiGraph()
        ways.add_edges_from(((START, station) for station in self.stations), weight=0)
        for a, b in stop_graph(self.network).edges():
            for start, end in ((a, b), (b, a)):
                if start in left:
                    ways.add_edge(start, end, weight=len(left) if start in self._blocked else 1)
        ways.add_edges_from(((s, GOAL) for s in self.network.stops if s.partition(".")[0] == target), weight=0)
        way = nx.shortest_path(ways, START, GOAL, "weight") if nx.has_path(ways, START, GOAL) else []
        return tuple(stop for stop in way[2:-2] if stop in self._blocked)

    @cached_property
    def _blocked(self) -> frozenset[str]:
        """The cities full of others' stations, where trains of the company end; of nobody in particular none."""
        if not self.company:
            return frozenset()
        return company_reach.blocked_cities(self.network, self.view.tokens, self.company)

    def _hexes_reached_past(self, full: frozenset[str]) -> frozenset[Hex]:
        """The hexes with a stop that the company would reach if of the cities that are closed to it only these were full."""
        if full not in self._reached_past:
            tokens = {
                slot: owner
                for slot, owner in self.view.tokens.items()
                if (city := slot.rpartition(".")[0]) not in self._blocked or city in full
            }
            game = Game(self.rules, structs.replace(self.view, tokens=tokens))
            stops = company_reach.reach(game, self.company).stops
            self._reached_past[full] = frozenset(stop.partition(".")[0] for stop in stops)
        return self._reached_past[full]

    def track_from(self, hex_: Hex) -> frozenset[str]:
        """The hexsides ("D4/0") that hang together with a place by track."""
        names = self.network.borders.names
        numbers = {
            node
            for c in self._components_by_hex.get(hex_, ())
            if self._has_stop_in(c, hex_)
            for node in self._components[c]
        }
        return frozenset(names[n] for n in numbers if isinstance(n, int))

    def find_ways(self, places: Sequence[Hex]) -> list[tuple[str, ...]]:
        """Stops along track that pass these places in their order, short ones first; where only one is named, from a station of
        the company, or from one in that place to whatever is next to it.
        """
        track = stop_graph(self.network)
        goals = [[s for s in track if s.partition(".")[0] == place] for place in places]
        ways: list[tuple[str, ...]]
        if len(places) > 1:
            ways = [(stop,) for stop in goals.pop(0)]
        elif set(goals[0]) & self.stations:
            return sorted((stop, near) for stop in goals[0] for near in track.neighbors(stop))
        else:
            ways = [(station,) for station in sorted(self.stations)]
        for stops in goals:
            ways = [longer for way in ways for stop in stops if (longer := _go_on(track, way, stop))]
        return sorted(ways, key=len)

    def only_links(self) -> dict[Hex, tuple[Hex, ...]]:
        """Hexes without whose track the company would lose places that it reaches now, with these places."""
        links = {}
        for hex_, lost in self._lost_stops.items():
            cut_off = {s.partition(".")[0] for s in lost} - {hex_}
            if cut_off & set(self.places):
                links[hex_] = tuple(h for h in self.places if h in cut_off)
        return links

    def cities_lost(self, link: Hex, place: Hex) -> tuple[str, ...]:
        """The cities of a place that the company would lose without that link; none where it would lose all of them."""
        there = {s for s in self.reached_stops if s.partition(".")[0] == place}
        lost = there & self._lost_stops.get(link, frozenset())
        return tuple(sorted(lost)) if there - lost else ()

    @cached_property
    def _lost_stops(self) -> Mapping[Hex, frozenset[str]]:
        """By hex: the stops that the company reaches now and would not reach without the track there."""
        graph = self._run_graph
        stations = {s.partition(".")[0] for s in self.stations}
        reached = self._stops_within(graph) & self.reached_stops
        hexes = sorted({h for _, _, hexes in graph.edges(data="hexes") for h in hexes} - stations)
        return {h: frozenset(reached - self._stops_within(self._without(graph, h))) for h in hexes}

    @cached_property
    def _run_graph(self) -> nx.MultiDiGraph[str]:
        """Stops, with an edge for each stretch of track in each direction in which the company may leave."""
        passable = company_reach.passable(self.game, self.company) | self.stations
        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        graph.add_nodes_from(self.network.stops)
        for a, b, segment in stop_graph(self.network).edges(data="segment"):
            for start, end in ((a, b), (b, a)):
                if start in passable:
                    graph.add_edge(start, end, hexes=segment.hexes)
        return graph

    def _stops_within(self, graph: nx.MultiDiGraph[str]) -> set[str]:
        """The stops that can be reached in such a graph."""
        return set(self.stations).union(*(nx.descendants(graph, s) for s in self.stations if s in graph))

    @staticmethod
    def _without(graph: nx.MultiDiGraph[str], hex_: Hex) -> nx.MultiDiGraph[str]:
        """The graph as if a hex had no track."""
        kept = [(a, b, key) for a, b, key, hexes in graph.edges(keys=True, data="hexes") if hex_ not in hexes]
        rest: nx.MultiDiGraph[str] = graph.edge_subgraph(kept)
        return rest

    def _find_gaps(self, start: Iterable[Hex], targets: Collection[Hex]) -> list[Gap]:
        """The cheapest ways in hexes to build, then in dollars, from some places to each of others, nearest first."""
        graph = self._building_graph.copy()
        for h in start:
            stops = {stop for stop in self.network.stops if stop.partition(".")[0] == h}
            own = stops & self.stations or stops  # not the other city of a hex, whose track may lead elsewhere
            for component in self._components_by_hex.get(h, ()):
                if self._stops_of[component] & own:
                    graph.add_edge(START, ("track", component), weight=0)
            if h in self._tiles_to_come:
                graph.add_edge(START, ("hex", h), weight=self._building_cost(h))
        graph.add_node(START)
        lengths, paths = nx.single_source_dijkstra(graph, START)
        gaps = []
        for target in targets:
            ends: list[tuple[str, object]] = [
                ("track", c) for c in self._components_by_hex.get(target, ()) if self._has_stop_in(c, target)
            ]
            ends = [e for e in (*ends, ("hex", target)) if e in lengths]
            if ends:
                path = paths[min(ends, key=lambda e: lengths[e])]
                hexes = tuple(str(name) for kind, name in path if kind == "hex")
                gaps.append(Gap(target, hexes, sum(self._terrain_cost(h) for h in hexes)))
            elif self.blocking_cities(target):
                gaps.append(Gap(target, (), 0))
        return sorted(gaps, key=lambda gap: (len(gap.hexes), gap.terrain, gap.target))

    def _has_stop_in(self, component: int, hex_: Hex) -> bool:
        """Whether a component has a stop in a hex."""
        return any(stop.partition(".")[0] == hex_ for stop in self._stops_of[component])

    def _terrain_cost(self, hex_: Hex) -> int:
        """Dollars for the ground of a hex that nobody has built on."""
        data = self.rules.data.hexes[hex_]
        return data.cost if hex_ not in self.view.tiles and data.print.colour == "white" else 0

    def _building_cost(self, hex_: Hex) -> int:
        """A hex to build counts more than all the money of the map."""
        return 1_000_000 + self._terrain_cost(hex_)

    @cached_property
    def _components(self) -> list[set[Any]]:
        """Track that hangs together: sets of stops and of hexsides that track comes to. A closed city joins nothing."""
        net, graph = self.network, nx.Graph()
        graph.add_nodes_from(net.stops)
        for stop, ways in net.leave.items():
            for crossing, _, _ in ways:
                name = (stop, crossing >> 1) if stop in self._blocked else stop
                graph.add_edge(name, crossing >> 1)
        for crossing, following in net.cross.items():
            graph.add_edges_from((crossing >> 1, after >> 1) for after, _ in following)
        return list(nx.connected_components(graph))

    @cached_property
    def _stops_of(self) -> list[set[str]]:
        """The stops of each component."""
        return [
            {node if isinstance(node, str) else node[0] for node in component if not isinstance(node, int)}
            for component in self._components
        ]

    @cached_property
    def _components_by_hex(self) -> Mapping[Hex, set[int]]:
        """By hex: the components with track in it or at its border."""
        touching: dict[Hex, set[int]] = {}
        into = self.network.borders.into
        for number, component in enumerate(self._components):
            for node in component:
                if isinstance(node, int):
                    touching.setdefault(into[2 * node], set()).add(number)
                    touching.setdefault(into[2 * node + 1], set()).add(number)
            for stop in self._stops_of[number]:
                touching.setdefault(stop.partition(".")[0], set()).add(number)
        return touching

    @cached_property
    def _tiles_to_come(self) -> Mapping[Hex, tuple[str, ...]]:
        """By hex that may still be built on: the tiles of all later colours that fit over what lies there, without those of which
        none is left and none will come back.
        """
        laid = {h: self.view.tiles[h].tile if h in self.view.tiles else "" for h in self.rules.data.hexes}
        fitting = {h: tiles_to_come(self.rules, h, tile) for h, tile in laid.items()}
        back = {tile for h, tile in laid.items() if fitting[h]}
        left = {tile for tile, count in self.view.supply.items() if count > 0} | back
        found = {
            h: tuple(t for tiles in colours.values() for t in tiles if t in left) for h, colours in fitting.items()
        }
        return {h: tiles for h, tiles in found.items() if tiles}

    def _may_lead_through(self, hex_: Hex) -> bool:
        """Whether a tile to come may lead the company through a hex: no city there is closed to it, or one gets more circles."""
        if not any(city.partition(".")[0] == hex_ for city in self._blocked):
            return True
        filled = sum(slot.partition(".")[0] == hex_ and not slot.endswith("+") for slot in self.view.tokens)
        tiles = self.rules.data.tiles
        return any(sum(city.slots for city in tiles[t].cities) > filled for t in self._tiles_to_come[hex_])

    @cached_property
    def _building_graph(self) -> nx.DiGraph[Any]:
        """Components of track and hexes that may be built on; entering a hex costs a tile, leaving it for track is free."""
        graph: nx.DiGraph[Any] = nx.DiGraph()
        through = {h for h in self._tiles_to_come if self._may_lead_through(h)}
        for h in self._tiles_to_come:
            for other in self.rules.data.hexes[h].sides:
                if other in through:
                    graph.add_edge(("hex", other), ("hex", h), weight=self._building_cost(h))
            for component in self._components_by_hex.get(h, ()):
                graph.add_edge(("track", component), ("hex", h), weight=self._building_cost(h))
                if h in through:
                    graph.add_edge(("hex", h), ("track", component), weight=0)
        return graph

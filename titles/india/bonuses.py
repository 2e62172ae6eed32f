"""18 India: what pays a run more or less than its stops show, in words and dollars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.route_rules import RunBonus
from titles.india.goods import delivered, hex_of, open_to, passed_hexes
from titles.india.routes import BASE, CONNECTIONS, Cities, paid_four, variable_bonuses

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.rules import Rules
    from game.state import Run, State


def bonuses(run: Run, company: str, view: State[Any], rules: Rules) -> list[RunBonus]:
    """18 India 8.4.3.3, 8.4.3.4, 8.4.3.6, 8.4.3.7: pairs of cities, goods, variable cities, and what multiplies all cities."""
    hexes, named = {hex_of(s) for s in run.stops}, rules.data.hexes
    pairs = [RunBonus(f"{named[a].name}–{named[b].name}", n) for a, b, n in CONNECTIONS if {a, b} <= hexes]
    more_by_hex = variable_bonuses(rules.data)
    cities, towns = _shown_values(run, view, rules, "city"), _shown_values(run, view, rules, "town")
    fixed = {s: n for s, n in cities.items() if hex_of(s) not in more_by_hex}
    richest = max(fixed, key=lambda s: fixed[s], default="")
    best = fixed.get(richest, BASE)
    richest_name = named[hex_of(richest)].name or hex_of(richest) if richest else ""
    times, express = _kind(run, view, rules)
    paid = _paid_by_express(cities, company, view, rules) if express else None
    variable, unpaid = list[RunBonus](), list[RunBonus]()
    for stop, shown in (cities | towns).items():
        more = more_by_hex.get(hex_of(stop), 0) if stop in cities and best > BASE else 0
        name = f"best +{more} in {named[hex_of(stop)].name}" if more else ""
        if paid is not None and stop not in paid:
            unpaid.append(RunBonus(name, -shown, stop, "not paid" if more else ""))
        elif more:
            variable.append(RunBonus(name, best - BASE, stop, f"{richest_name} {best} + {more}"))
    once = sum(paid.values()) if paid is not None else sum((cities | towns).values()) + sum(v.dollars for v in variable)
    whole = [RunBonus(f"all cities ×{times}", (times - 1) * once)] if times > 1 else []
    by_stop = sorted([*variable, *unpaid], key=lambda b: [*more_by_hex, hex_of(b.stop)].index(hex_of(b.stop)))
    return [*pairs, *_deliveries(run, company, view, rules), *by_stop, *whole]


def _deliveries(run: Run, company: str, view: State[Any], rules: Rules) -> list[RunBonus]:
    """18 India 8.4.3.7: each good that a run delivers, with what that pays."""
    passed, hexes = passed_hexes(rules, run), {hex_of(s) for s in run.stops}
    found = []
    for name, good in open_to(view, company).items():
        if delivered(run, passed, good):
            sources = len(passed & {*good.sources}) if rules.has("double_source") else 1
            found.append(RunBonus(name, sources * max(pay for h, pay in good.pays.items() if h in hexes)))
    return found


def _paid_by_express(cities: Mapping[str, int], company: str, view: State[Any], rules: Rules) -> dict[str, int]:
    """18 India 8.4.3.4: the four best of these cities with what they earn, before it is multiplied."""
    own = {slot.rpartition(".")[0] for slot, owner in view.tokens.items() if owner == company}
    more_by_hex = variable_bonuses(rules.data)
    fixed = {s: n for s, n in cities.items() if hex_of(s) not in more_by_hex}
    known = Cities(fixed, {s: more_by_hex[hex_of(s)] for s in cities.keys() - fixed.keys()})
    return paid_four(known, [*cities], own if rules.has("express_token_counted") else None)


def _kind(run: Run, view: State[Any], rules: Rules) -> tuple[int, bool]:
    """By what a train multiplies, and whether it is an express."""
    kind, card = rules.data.trains[run.train.rpartition("-")[0]], view.trains.get(run.train)
    side = next((s for s in kind.sides if card is not None and s.name == card.side), None)
    return (side.times, "express" in side.kinds) if side is not None else (kind.times, False)


def _shown_values(run: Run, view: State[Any], rules: Rules, kind: str) -> dict[str, int]:
    """The stops of a kind that a run visits, each with what the board shows."""
    values = dict[str, int]()
    for stop in run.stops:
        hex_id, _, name = stop.partition(".")
        stops = rules.data.face(hex_id, view.tiles.get(hex_id)).tile.stops
        values.update((stop, s.value(frozenset())) for s in stops if s.name == name and s.kind == kind)
    return values

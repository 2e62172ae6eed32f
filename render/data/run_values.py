"""What a run is paid for: its stops, and what it earns beside them."""

from __future__ import annotations

from collections.abc import Iterable

from game.rules import Rules
from game.state import Company, Run
from render.data.queries import View, stop_symbol
from render.data.run_paths import face_of


def stop_values(view: View, rules: Rules, run: Run) -> list[tuple[str, int]]:
    """The stops of a run, by name or hex, each with its dollars on the board of that view; stops that are gone are left out."""
    phase = rules.data.phases.get(view.phase)
    colours = frozenset(phase.tiles if phase else ())
    values = []
    for stop in run.stops:
        hex_id, _, name = stop.partition(".")
        known = rules.data.hexes.get(hex_id)
        stops = face_of(view, rules, hex_id).tile.stops if known is not None else ()
        called = known.name or stop_symbol(rules, hex_id) or hex_id if known is not None else hex_id
        values += [(called, here.value(colours)) for here in stops if here.name == name]
    return values


def earned_beside(view: View, rules: Rules, run: Run) -> int:
    """Dollars beside the stops; less than nothing where the board pays more than was earned."""
    return run.revenue - sum(dollars for _, dollars in stop_values(view, rules, run))


def earned_together(revenue: int, runs: Iterable[Run]) -> int:
    """Dollars that runs earn by a rule over all of them, beside their own; less than nothing: they lose."""
    return revenue - sum(run.revenue for run in runs)


def together_words(rules: Rules, dollars: int) -> str:
    """`Pullman +£40`: what trains earn by a rule over all of them, beside their own; "" for nothing.

    A title names the rule in `Rules.words` under "together".
    """
    own = rules.words.get("together")
    name = own() if own is not None else "all together"
    return f"{name} {'+' if dollars > 0 else '−'}{rules.data.money(abs(dollars))}" if dollars else ""


def bonus_name(view: View, rules: Rules, run: Run, company: Company) -> str:
    """What pays a company more than the stops of a run, by the rules of the title; "" where these do not tell.

    A title says it in `Rules.words` under "bonus".
    """
    own = rules.words.get("bonus")
    return own(run, company, view, rules) if own is not None else ""

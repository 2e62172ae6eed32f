"""What a run is paid for: its stops, and what it earns beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.route_rules import RunBonus
from game.rules import Rules
from game.state import Company, Hex, Run
from game.step_keys import StepKey
from render.data.queries import View, stop_symbol
from render.data.run_paths import face_of


def stop_values(view: View, rules: Rules, run: Run) -> list[tuple[str, int]]:
    """The stops of a run, by name or hex, each with its dollars on the board of that view; stops that are gone are left out."""
    return [(name, dollars) for _, name, dollars in _stops(view, rules, run)]


def stop_name(rules: Rules, hex_id: Hex) -> str:
    """What a stop is called: a place by its name, one without by its symbol (`port`), any other by its hex."""
    known = rules.data.hexes.get(hex_id)
    return known.name or stop_symbol(rules, hex_id) or hex_id if known is not None else hex_id


def _stops(view: View, rules: Rules, run: Run) -> list[tuple[str, str, int]]:
    """The stops of a run on the board of that view, each with its name and dollars."""
    phase = rules.data.phases.get(view.phase)
    colours = frozenset(phase.tiles if phase else ())
    values = []
    for stop in run.stops:
        hex_id, _, name = stop.partition(".")
        known = rules.data.hexes.get(hex_id)
        stops = face_of(view, rules, hex_id).tile.stops if known is not None else ()
        called = stop_name(rules, hex_id)
        values += [(stop, called, here.value(colours)) for here in stops if here.name == name]
    return values


class PaidPart(NamedTuple):
    """A part of what a run is paid for, in words and dollars. `ruled`: a rule of the title has changed it, as the words say."""

    name: str
    dollars: int
    ruled: bool = False


def paid_parts(view: View, rules: Rules, run: Run, company: Company) -> list[PaidPart]:
    """All that a run is paid for, in words and dollars that add to its revenue; none where the board of that view does not tell.

    Stops come first, each with what it is worth more by a rule, `Lahore (Delhi 60 + 30)`, then sums of their own, `cotton`.
    """
    stops, more = _stops(view, rules, run), earned_beside(view, rules, run)
    beside = bonuses(view, rules, run, company)
    if sum(b.dollars for b in beside) != more:
        beside = [RunBonus(bonus_name(view, rules, run, company) or "bonus", more)] if more else []
        if more < 0:
            return []
    parts: list[PaidPart] = []
    for stop, name, dollars in stops:
        here = [b for b in beside if b.stop == stop]
        beside = [b for b in beside if b not in here]
        told = ", ".join(filter(None, (b.told or b.name for b in here)))
        worth = dollars + sum(b.dollars for b in here)
        parts.append(PaidPart(f"{name} ({told})" if told else name, worth, ruled=bool(told)))
    return [*parts, *(PaidPart(b.told or b.name or "bonus", b.dollars) for b in beside if b.dollars)]


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
    return f"{together_name(rules)} {'+' if dollars > 0 else '−'}{rules.data.money(abs(dollars))}" if dollars else ""


def together_name(rules: Rules) -> str:
    """What a title calls the rule over all trains of a company."""
    own = rules.words.get("together")
    return own() if own is not None else "all together"


def together_chosen_later(rules: Rules) -> bool:
    """Whether a president chooses after the run what trains earn together, so that nothing of it is paid by the run itself.

    A title says so in `Rules.words` under "together chosen later", by words of any kind.
    """
    own = rules.words.get("together chosen later")
    return own is not None and bool(own(rules))


def bonuses(view: View, rules: Rules, run: Run, company: Company) -> list[RunBonus]:
    """What pays a company more or less than the stops of a run, by the rules of the title, rule by rule."""
    return [b for b in rules.run_bonuses(run, company, view, rules) if b.name or b.dollars]


def bonus_name(view: View, rules: Rules, run: Run, company: Company) -> str:
    """What pays a company more than the stops of a run, in words: `coal, port`; "" where the title's rules do not tell."""
    return ", ".join(dict.fromkeys(b.name for b in bonuses(view, rules, run, company) if b.name))


NOTHING = "nothing earned"


def revenue_words(view: View, rules: Rules, company: Company) -> str:
    """What a company did with its last revenue: `paid out`; `dividend to come` while it has run and not yet decided."""
    for step in view.agenda:
        if getattr(step, "key", "") == StepKey.DIVIDEND and getattr(step, "company", "") == company and not step.done:
            return "dividend to come"
    paid = view.companies[company].paid
    return used_words(paid, rules)


def used_words(kind: str, rules: Rules) -> str:
    """What became of revenue by the name of a kind of dividend: `paid out`; "" is the kind of no revenue."""
    return rules.dividends.kind(kind).past if kind else NOTHING


def sum_words(view: View, rules: Rules, run: Run, company: Company = "") -> list[str]:
    """What a train's dollars are made of, the longest wording first: its parts as `sum_parts` has them, and without names.

    The parts always add to the sum. Where the board has changed since and pays more than was earned, no wording has dollars.
    """
    paid, beside = _shown_parts(view, rules, run, company)
    if not paid and not beside:
        return [" ".join(sum_parts(view, rules, run, company)), ""]
    named = _named([*paid, *beside])
    numbers = [(str(abs(part.dollars)), part.dollars) for part in paid] + _named(beside)
    return [" ".join(_signed(named)), " ".join(_signed(numbers)), "".join(_signed(numbers, ""))]


def sum_parts(view: View, rules: Rules, run: Run, company: Company = "") -> list[str]:
    """What a train's dollars are made of, `Macon 20`, `+ Augusta 20`, `+ bonus 20`, each part with its sign before it.

    What a bonus or a kind of train brings beside the stops is a part too. Stops that pay nothing are left out, but where
    something says why. Where the board has changed since and pays more than was earned, these are the names of the stops:
    `Macon,`, `Augusta`.
    """
    paid, beside = _shown_parts(view, rules, run, company)
    if not paid and not beside:
        *names, last = [name for name, _ in stop_values(view, rules, run)] or [""]
        return [*(f"{name}," for name in names), last]
    return _signed(_named([*paid, *beside]))


def _shown_parts(view: View, rules: Rules, run: Run, company: Company) -> tuple[list[PaidPart], list[PaidPart]]:
    """The stops of a run of which a sum tells, and what it earns beside them; none of both where the board does not tell."""
    parts, count = paid_parts(view, rules, run, company), len(stop_values(view, rules, run))
    stops, beside = parts[:count], parts[count:]
    paid = [part for part in stops if part.dollars or part.ruled] if any(p.dollars for p in parts) else stops
    return paid, beside


def _named(parts: Iterable[PaidPart]) -> list[tuple[str, int]]:
    """Parts with their names and dollars in words, and their dollars."""
    return [(f"{part.name} {abs(part.dollars)}", part.dollars) for part in parts]


def _signed(parts: Sequence[tuple[str, int]], space: str = " ") -> list[str]:
    """Each part with a plus before it but the first, one that is taken off with a minus."""
    signs = [f"{'−' if n < 0 else '+'}{space}" for _, n in parts]
    return [f"{sign}{words}" for sign, (words, _) in zip(["", *signs[1:]], parts, strict=True)]

"""What the sale of a train begins and ends: phases, trains that rust, limits."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules import Rules
from game.title_data import Phase, TrainType
from render.data.names import a_train, nth, type_in_table
from render.data.queries import limit_text, type_called


def next_effects(rules: Rules, train: str, left: int, *, in_table: bool = False) -> list[str]:
    """What trains of a type will bring about while so many are left: the first one, and cards that the data name. `in_table`:
    with the names of trains in tables.
    """
    count = rules.data.trains[train].count
    effects = effects_of(rules, train, in_table=in_table) if left == count else []
    for number in range(count - left + 1, count + 1):
        later = effects_of(rules, f"{train}-{number}", in_table=in_table)
        effects += [f"the {nth(number)} sold: {', '.join(later)}"] if later else []
    return effects


def first_changes(rules: Rules, train: str, left: int) -> bool:
    """Whether the next train of a type is its first, which brings something; else only later ones do, if any."""
    return left == rules.data.trains[train].count and bool(effects_of(rules, train))


def depot_effects(rules: Rules, left: Mapping[str, int], *, in_table: bool = True) -> dict[str, str]:
    """What the next train of each type brings about, in words; a type that brings the same as one before it refers to that.
    `in_table`: trains have their names in tables, as beside these words in a picture.
    """
    first = {text: name for name, text in own_effects(rules, left, in_table=in_table).items()}

    def told(name: str, text: str) -> str:
        """What a train of that type brings, or which other one brings it too."""
        like = first.get(text, name)
        other = type_in_table(rules, like) if in_table else a_train(type_called(rules, like), rules)
        return text if like == name else f"as {other}"

    return {n: told(n, ", ".join(next_effects(rules, n, count, in_table=in_table))) for n, count in left.items()}


def own_effects(rules: Rules, left: Mapping[str, int], *, in_table: bool = True) -> dict[str, str]:
    """What the next train of each type brings about; types that bring nothing, or the same as one before them, are left out."""
    own: dict[str, str] = {}
    for name, count in left.items():
        text = ", ".join(next_effects(rules, name, count, in_table=in_table))
        if text and text not in own.values():
            own[name] = text
    return own


def effects_of(rules: Rules, train: str, *, in_table: bool = False) -> list[str]:
    """What begins and ends when a train of that name, a type or a single card, is sold: `2-trains rust`, `green tiles`.
    `in_table`: `2T rust`.
    """
    data = rules.data

    def trains_of(kind: str) -> str:
        if in_table:
            return type_in_table(rules, kind)
        return f"{data.train_called(type_called(rules, kind))}s"

    effects = [f"{trains_of(n)} rust" for n, t in data.trains.items() if t.rusts_on == train]
    effects += [f"{trains_of(n)} run once more" for n, t in data.trains.items() if t.obsolete_on == train]
    names = list(data.phases)
    phase = data.phase_of.get(train)
    if phase is None:
        return effects
    entered = data.phases[phase]
    before = data.phases[names[names.index(phase) - 1]] if names.index(phase) else entered
    return effects + phase_changes(entered, before)


def phase_changes(entered: Phase, before: Phase) -> list[str]:
    """What holds in a phase and did not in the one before it."""
    effects: list[str] = []
    tiles = [c for c in entered.tiles if c not in before.tiles]
    effects += [f"{', '.join(tiles)} tiles"] if tiles else []
    if "close_privates" in entered.flags and "close_privates" not in before.flags:
        effects.append("privates close")
    if entered.limit != before.limit:
        effects.append(f"train limit {limit_text(entered.limit)}")
    if entered.rounds != before.rounds:
        effects.append(f"{entered.rounds} ORs in a row" if entered.rounds > 1 else "one OR")
    return [*effects, entered.note] if entered.note else effects  # last: what follows a verb would read as its object


def rusted_by(rules: Rules, kind: TrainType) -> str:
    """What ends a type of train: `4T`, `6T no. 2, after one more run`, or nothing."""
    name, _, number = kind.obsolete_on.partition("-")
    after = f"{type_in_table(rules, name)}{f' no. {number}' if number else ''}, after one more run"
    return type_in_table(rules, kind.rusts_on) or (after if name else "")

"""Optional rules and switches of a title: checking what was asked for before a table exists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.title_data import TitleFile


class BadOption(ValueError):
    """Options that do not exist or do not go together; the text is for the player."""


def option_values(options: Iterable[str]) -> dict[str, int]:
    """`["soft_rust_4", "end_price=250"]` to names with their values (0 for plain ones)."""
    return {o.partition("=")[0]: int(o.partition("=")[2] or 0) for o in options}


def settle(file: TitleFile, options: Iterable[str]) -> tuple[str, ...]:
    """The options asked for, presets spelled out, values filled in, sorted; raises BadOption."""
    wanted: dict[str, str] = {}
    for word in options:
        if word in file.preset:
            wanted |= {name.partition("=")[0]: name.partition("=")[2] for name in file.preset[word]}
        elif word:
            name, _, value = word.partition("=")
            if wanted.get(name) and value and wanted[name] != value:
                raise BadOption(
                    f"option {name} of {file.name} is asked for as {wanted[name]} and as {value}: choose one"
                )
            wanted[name] = value or wanted.get(name, "")
    for name in list(wanted):
        known = file.option.get(name)
        if known is None:
            raise BadOption(f"{file.name} has no option {name!r}; it has: {', '.join([*file.option, *file.preset])}")
        for other in known.implies:
            wanted.setdefault(other, "")
    return tuple(
        sorted(
            _stored_value(file, name, value) for name, value in wanted.items() if _check_conflicts(file, name, wanted)
        )
    )


def _check_conflicts(file: TitleFile, name: str, wanted: Iterable[str]) -> bool:
    """Raises BadOption if an option does not go with the others."""
    for other in file.option[name].conflicts:
        if other in wanted:
            raise BadOption(f"options {name} and {other} of {file.name} exclude each other")
    return True


def _stored_value(file: TitleFile, name: str, value: str) -> str:
    """The value of an option as it is stored; raises BadOption if it has no such value."""
    values = file.option[name].values
    if not values:
        if value:
            raise BadOption(f"option {name} of {file.name} takes no value")
        return name
    if not value:
        return f"{name}={values[0]}"
    if not value.isdigit() or int(value) not in values:
        raise BadOption(f"option {name} of {file.name} is one of: {', '.join(str(v) for v in values)}")
    return f"{name}={int(value)}"

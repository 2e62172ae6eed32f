"""What choices are called in a picture and on its buttons: by numbers, or by letters where the map itself has numbers.

What is auctioned keeps its number until all is sold.
"""

from __future__ import annotations

from string import ascii_uppercase

from game.rules import Rules
from render.data.queries import View


def are_stations_lettered(view: View) -> bool:
    """Whether places for stations have letters: where companies are called by numbers, these stand on the map already."""
    return any(company.isdigit() for company in view.tokens.values())


def choice_name(number: int, *, lettered: bool) -> str:
    """What the first, second ... choice is called: 1, 2, or A, B ... Z, AA, AB."""
    if not lettered:
        return str(number)
    letters = ""
    while number:
        number, digit = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[digit] + letters
    return letters


def lot_numbers(rules: Rules) -> dict[str, int]:
    """The number of each private in an auction, its place in the title's list; empty where certificates with a printed price are
    sold beside privates.
    """
    if any(company.par for company in rules.data.companies.values()):
        return {}
    return {private: n for n, private in enumerate(rules.data.privates, 1)}

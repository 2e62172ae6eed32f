"""A title in ten lines: what to aim for, how rounds follow each other, what is special, what makes trains go, how it ends."""

from __future__ import annotations

from game.rules import Rules
from render.data.names import listed
from render.data.queries import type_called

ENDINGS = {
    "now": "at once when",
    "round": "after the operating round in which",
    "set": "after the set of operating rounds in which",
}

NTH = {"2": "second", "3": "third", "4": "fourth"}


def title_summary(rules: Rules) -> list[str]:
    """Lines about a game with these rules, for somebody who has not played it."""
    opens, *special = rules.data.file.summary
    return [aim(rules), opens, rounds(rules), *special, *trains(rules), ending(rules)]


def first_steps(rules: Rules) -> list[str]:
    """What players do first in a game with these rules, and how to judge a price."""
    told: str = rules.words["opening"](rules)
    return told.splitlines()


def frame(rules: Rules) -> list[str]:
    """What every table should know before it begins: the aim, the rounds, the end."""
    return [aim(rules), rounds_in_short(rules), ending(rules)]


def aim(rules: Rules) -> str:
    """What counts at the end: in a title's own words, else cash and cards."""
    wins = "Whoever is richest at the end wins: "
    own = rules.words.get("counts")
    if own is not None:
        return f"{wins}{own(rules)}"
    counts = "cash, shares and private companies" if rules.data.privates else "cash and shares"
    return f"{wins}{counts} count; the companies' own money does not."


def rounds_in_short(rules: Rules) -> str:
    """`After each stock round (SR: …) come 1 to 3 operating rounds (OR: …).`"""
    many, several = _rounds_in_set(rules)
    come = f"come {many} operating rounds" if several else "comes an operating round"
    return f"After each stock round (SR: players buy and sell shares) {come} (OR: companies build, run, pay and buy trains)."


def _rounds_in_set(rules: Rules) -> tuple[str, bool]:
    """How many operating rounds a set has, `2` or `1 to 3`, and whether that is ever more than one."""
    counts = sorted({p.rounds for p in rules.data.phases.values()})
    many = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return many, counts[-1] > 1


def rounds(rules: Rules) -> str:
    many, several = _rounds_in_set(rules)
    set_of = f"a set of {many} operating rounds (OR)" if several else "an operating round (OR)"
    return (
        f"After each stock round (SR), in which players buy and sell shares, comes {set_of}. In each OR every company lays"
        " track, places a station, runs its trains, pays its shareholders or keeps the money, and buys trains."
    )


def trains(rules: Rules) -> list[str]:
    """Which trains make which others go; nothing where none ever go."""
    goes: dict[str, list[str]] = {}
    for train, kind in rules.data.trains.items():
        on = kind.rusts_on or kind.obsolete_on
        if on:
            goes.setdefault(on, []).append(train)
    if not goes:
        return []
    return [
        f"New trains push old ones out of the game: {listed([_going(rules, on, old) for on, old in goes.items()])}."
    ]


def _going(rules: Rules, on: str, old: list[str]) -> str:
    name, _, number = on.partition("-")
    called = rules.data.train_called
    gone = listed([f"{called(type_called(rules, t))}s" for t in old])
    return f"the {NTH.get(number, 'first')} {called(type_called(rules, name))} ends the {gone}"


def ending(rules: Rules) -> str:
    """What ends the game, and how soon."""
    causes = {
        "bank": f"the bank runs out of its {rules.data.money(rules.data.file.bank)}",
        "price": f"a share price reaches {rules.data.money(_last_price(rules))}",
        "bankruptcy": rules.words["bankruptcy"]() if "bankruptcy" in rules.words else "somebody goes bankrupt",
    }
    by_time: dict[str, list[str]] = {}
    for why, end in rules.ends.items():
        if why in causes:
            by_time.setdefault(ENDINGS[end.operating], []).append(causes[why])
    clauses = [f"{when} {' or '.join(whys)}" for when, whys in by_time.items()]
    return f"The game ends {', and '.join(clauses)}."


def _last_price(rules: Rules) -> int:
    """The lowest share price that ends the game; 0 where none does."""
    return min((cell.price for cell in rules.data.cells.values() if "e" in cell.codes), default=0)


def option_sentences(rules: Rules) -> list[str]:
    """The optional rules in force, a sentence each."""
    sentences = []
    for given in rules.options:
        key, _, value = given.partition("=")
        text = rules.data.file.option[key].text.rpartition(" [")[0] or rules.data.file.option[key].text
        sentences.append(f"{text}{f': {value}' if value else ''}.")
    return sentences

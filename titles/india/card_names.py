"""Cards of 18 India in words: one, several, those of a company together, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from titles.india.events import PoolOpened

if TYPE_CHECKING:
    from game.rules import Rules


def card(name: str, rules: Rules) -> str:
    """A card in words: NWR's director's certificate, a share of NWR, Danish East India Co.; what is no card is left as it is."""
    if name in rules.data.privates:
        return rules.data.privates[name].name
    if name not in rules.data.certificates:
        return name
    company, shares = rules.data.certificates[name]
    return f"the director's certificate of {company}" if shares > 1 else f"10% of {company}"


def lot(name: str, rules: Rules) -> str:
    """What is up for auction as its buttons call it: `MR 10%`, `P2`."""
    company, shares = rules.data.certificates.get(name, (name, 0))
    return f"{company} {10 * shares}%" if shares else name


def several(names: tuple[str, ...], rules: Rules) -> str:
    return counted([card(n, rules) for n in names])


def together(names: Sequence[str], rules: Rules) -> str:
    """Cards of the same company as one: `EIR director 20% + 10%, MR 10%, P2`."""
    percents: dict[str, int] = {}
    for company, shares in (rules.data.certificates[n] for n in names if n in rules.data.certificates):
        percents[company] = percents.get(company, 0) + 10 * shares
    led = _led(names, rules)
    parts = [
        f"{c} director 20%{f' + {percent - 20}%' if percent > 20 else ''}" if c in led else f"{c} {percent}%"
        for c, percent in percents.items()
    ]
    return ", ".join([*parts, *(n for n in names if n in rules.data.privates)])


def _led(names: Sequence[str], rules: Rules) -> list[str]:
    """The companies whose director's certificates are among these cards."""
    return [c for c, shares in (rules.data.certificates.get(n, ("", 0)) for n in names) if shares > 1]


def open_to_draft(it: PoolOpened, _view: object, rules: Rules) -> str:
    """What may be drafted: `In the draft: P2; directors' certificates (20%) of EIR, MR; 10% of EIR × 3, MR.`"""
    plain = Counter(c for c, shares in (rules.data.certificates.get(n, ("", 0)) for n in it.cards) if shares == 1)
    alone = [c if n == 1 else f"{c} × {n}" for c, n in plain.items()]
    parts = (
        ", ".join(n for n in it.cards if n in rules.data.privates),
        f"directors' certificates (20%) of {', '.join(led)}" if (led := _led(it.cards, rules)) else "",
        f"10% of {', '.join(alone)}" if alone else "",
    )
    return f"In the draft: {'; '.join(filter(None, parts))}."


def counted(words: Sequence[str]) -> str:
    """These words, those that are alike once: `2 × NCR, P6`."""
    counts = {s: words.count(s) for s in dict.fromkeys(words)}
    return ", ".join(s if n == 1 else f"{n} × {s}" for s, n in counts.items())


def face_value(names: tuple[str, ...], rules: Rules) -> str:
    """What these cards cost out of a hand, a row or the pool: what is printed on them."""
    data, dollars = rules.data, 0
    for name in names:
        if name in data.privates:
            dollars += data.privates[name].value
        else:
            company, shares = data.certificates[name]
            dollars += shares * data.companies[company].par
    return f"{data.currency}{dollars}"

"""An auction as one table: lots with face value, income, bids and the next bid, and what each player can still spend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image, ImageDraw

from game.net_worth import free_cash
from game.rules import Rules
from render.data import queries
from render.data.choice_names import lot_numbers
from render.data.names import lot_name
from render.data.queries import View
from render.drawing import fonts, style
from render.pictures.lots import EDGE, FINE, SIZE, WIDE, Lot, alt_lots, auction_lots, cut_words, draw_lots
from render.text.alt_text import short

MAX_LOTS = 8  # lots that are shown; others are named
MAX_BRIEF_HEIGHT = 1000  # pixels of a brief table; in a higher one is told in so many lines what each thing does
LINES = 2


@dataclass(frozen=True)
class Sale:
    """What is auctioned. `items`: in order; `now`: those that are bid for now; `prices`: dollars of the least bid on each.

    `bought`: what is bought at its price, not bid on; `words`: what is said of each thing, else what a private does; `brief`: of
    the bids on a thing the highest only is drawn, and nobody's sum of bids.
    """

    items: tuple[str, ...]
    now: tuple[str, ...] = ()
    prices: Mapping[str, int] = field(default_factory=dict)
    bought: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    brief: bool = False


def draw_bids(view: View, rules: Rules, sale: Sale) -> Image.Image:
    """The lots, and below them what is still to come and what each player can spend."""
    lots, later = _rows(view, rules, sale)
    top = draw_lots([_leader_only(lot) for lot in lots] if sale.brief else lots, rules.data)
    if sale.brief and top.height > MAX_BRIEF_HEIGHT:
        top = draw_lots(cut_words([_leader_only(lot) for lot in lots], LINES), rules.data)
    lines = [
        line
        for text in (_later(view, sale, later, rules), _sold(view, rules), _purses(view, rules, brief=sale.brief))
        if text
        for line in _folded(text)
    ]
    image = style.canvas((WIDE, top.height + FINE * len(lines) + EDGE // 2), rules.data)
    image.paste(top, (0, 0))
    draw = ImageDraw.Draw(image)
    draw.line((EDGE, top.height - EDGE // 2, WIDE - EDGE, top.height - EDGE // 2), fill=style.RULE, width=3)
    for i, line in enumerate(lines):
        fonts.write(draw, (EDGE, top.height + FINE * i + EDGE // 2), line, SIZE, ink=style.SOFT, anchor="lm")
    return image


def alt_bids(view: View, rules: Rules, sale: Sale) -> str:
    return short(bids_words(view, rules, sale))


def bids_words(view: View, rules: Rules, sale: Sale) -> list[str]:
    """The table of lots and of what each player can spend, in sentences."""
    lots, later = _rows(view, rules, sale)
    sentences = [alt_lots(lots), f"{_later(view, sale, later, rules)}." if later else ""]
    sentences += [f"{_sold(view, rules)}." if _sold(view, rules) else "", f"{_purses(view, rules)}."]
    return [s for s in sentences if s]


def sale_rows(view: View, rules: Rules, sale: Sale) -> tuple[list[Lot], list[str]]:
    """The rows of the same table, and what is told below them: what is still to come, and what was sold."""
    lots, later = _rows(view, rules, sale)
    return lots, [f"{text}." for text in (_later(view, sale, later, rules), _sold(view, rules)) if text]


def purse_words(view: View, rules: Rules, *, brief: bool = False) -> str:
    """`ann $380, bob $400 of $420`: what each player can spend, and of how much, where some of it is in bids.

    `brief`: not of how much.
    """
    purses = []
    for player in view.order:
        cash, free = view.cash.get(player, 0), free_cash(view, rules, player)
        held = f" of {rules.data.money(cash)}" if free != cash and not brief else ""
        purses.append(f"{rules.person(player)} {rules.data.money(free)}{held}")
    return ", ".join(purses)


def _purses(view: View, rules: Rules, *, brief: bool = False) -> str:
    """What each player can spend: free is what is in no bid, nor in one that another has beaten."""
    bound = any(free_cash(view, rules, p) != view.cash.get(p, 0) for p in view.order)
    return f"{'Free cash' if bound else 'Cash'}: {purse_words(view, rules, brief=brief)}"


def _later(view: View, sale: Sale, items: Sequence[str], rules: Rules) -> str:
    """What is named only; of companies that may be chosen now also where they begin: `Also for sale: 9 (Berlin), 10 (Milan)`."""
    if sale.now:
        return f"Still to come: {', '.join(_name_lots(items, view, rules))}" if items else ""
    homes = {i: rules.data.companies[i].home[:1] for i in items if i in rules.data.companies}
    where = {i: queries.place_name(rules, h).partition(" (")[0] for i, hexes in homes.items() for h in hexes}
    named = (f"{i} ({where[i]})" if i in where else i for i in items)
    return f"Also for sale: {', '.join(_name_lots(named, view, rules))}" if items else ""


def _name_lots(items: Iterable[str], view: View, rules: Rules) -> list[str]:
    """Things for sale; certificates by company and part, equal ones once: `EIR 20%`, `EIR 10% × 3`."""
    names = Counter(lot_name(i, view, rules) if i in rules.data.certificates else i for i in items)
    return [f"{name} × {n}" if n > 1 else name for name, n in names.items()]


def _sold(view: View, rules: Rules) -> str:
    """Who holds what was sold before: `Sold: LTR to ann, W&SR to bob`."""
    owned = [(p, view.place.get(p, "")) for p in rules.data.privates]
    owned += [(c, known.president) for c, known in view.companies.items() if known.size == 1]
    sold = ", ".join(f"{item} to {rules.person(who)}" for item, who in owned if who in view.order)
    return f"Sold: {sold}" if sold else ""


def _folded(text: str) -> list[str]:
    """A list in lines: a name keeps its sum, or what was sold its owner."""
    parts = [part.replace(" ", fonts.HELD) for part in text.split(", ")]
    parts[0] = parts[0].replace(f":{fonts.HELD}", ": ", 1)
    return fonts.folded_held(", ".join(parts), WIDE - 2 * EDGE, SIZE)


def _rows(view: View, rules: Rules, sale: Sale) -> tuple[list[Lot], tuple[str, ...]]:
    """The lots that are shown, what is bid for now first, and those that are only named."""
    shown = sale.now or sale.items
    shown = shown[: MAX_LOTS if len(shown) > MAX_LOTS + 1 else len(shown)]  # one alone is not worth a line of names
    bidder, amount = queries.high_bid(view, shown[0]) if len(sale.now) == 1 else ("", 0)
    words = {i: _home(rules, i) for i in shown if i in rules.data.companies} | dict(sale.words)
    numbers = lot_numbers(rules)
    lots = auction_lots(view, rules, shown, sale.prices, words=words, numbers=numbers, bought=sale.bought)
    if len(sale.now) == 1 and bidder and not view.bids.get(sale.now[0]):
        bid = f"{rules.person(bidder)} {rules.data.money(amount)}"
        following = f"next {rules.data.money(sale.prices[shown[0]])}" if shown[0] in sale.prices else ""
        lots = [replace(lot, note=bid, led=True, following=following) for lot in lots]
    lots = [replace(lot, name=lot.name or _name(view, rules, lot.key)) for lot in lots]
    if len(sale.now) == 1:
        lots = [replace(lot, stressed=True) for lot in lots]
    return lots, tuple(i for i in sale.items if i not in shown)


def _leader_only(lot: Lot) -> Lot:
    """The row with the highest bid, and the next one below it, in one ink."""
    leader, *_ = lot.note.split("\n")
    return (
        replace(lot, note="\n".join(filter(None, (leader, lot.following))), led=False, following="") if lot.led else lot
    )


def _home(rules: Rules, item: str) -> str:
    """Where a company begins."""
    homes = rules.data.companies[item].home if item in rules.data.companies else ()
    return f"home: {', '.join(queries.place_name(rules, h) for h in homes)}" if homes else ""


def _name(view: View, rules: Rules, item: str) -> str:
    """A certificate in words."""
    return lot_name(item, view, rules) if item in rules.data.certificates else ""

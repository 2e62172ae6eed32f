"""The stock market in words: each marker with its zone and the prices round it, what zones mean, par prices."""

from __future__ import annotations

from game.rules import Rules
from game.state import Cell
from game.title_data import MarketCell
from render.data import queries
from render.data.names import listed
from render.data.queries import View

ZONES: dict[str, str] = {  # what a cell of each code means
    "y": "yellow: shares do not count towards your certificate limit",
    "g": "green: shares do not count, and you may own them all",
    "o": "orange: shares do not count, and you may own them all",
    "b": "brown: shares do not count, you may own them all, and buy several in a turn",
    "c": "a company that comes here closes",
    "e": "a company that comes here ends the game",
}
COLOURS = {"y": "yellow", "g": "green", "o": "orange", "b": "brown", "c": "closing", "e": "end"}
AROUND = (("right", 0, 1), ("left", 0, -1), ("up", -1, 0), ("down", 1, 0))


def zone_of(cell: MarketCell) -> str:
    """The code of the zone in which a cell lies; "" outside of zones."""
    return next((z for z in "ecbogy" if z in cell.codes), "")


def market_words(view: View, rules: Rules) -> str:
    """Markers in order of operation, with what lies round each; then what the zones mean, and par prices."""
    data, where = rules.data, queries.cells(view)
    sentences = [f"Stock market of {queries.title_name(data)}, {view.round or 'start'}."]
    for place, company in enumerate(queries.operating_order(view, rules), 1):
        at = where[company]
        pile = view.market[at]
        shared = f", {pile.index(company) + 1} of {len(pile)} in its cell" if len(pile) > 1 else ""
        sentences.append(f"{place}. {company} {_price(rules, at)}{shared}: {around_words(rules, at)}.")
    sentences += cell_words(rules)
    if len(data.market) > 1:
        sentences.append("At the right end of its row a price goes up instead, at the left end down.")
    return "\n".join(sentences)


def cell_words(rules: Rules) -> list[str]:
    """What is printed on cells: par prices, and what each zone means, with its prices."""
    cells, money = rules.data.cells.values(), rules.data.money
    pars = sorted((c.price for c in cells if "p" in c.codes), reverse=True)
    sentences = [f"A company may start at {', '.join(map(money, dict.fromkeys(pars)))}."] if pars else []
    for zone, words in ZONES.items():
        prices = sorted({c.price for c in cells if zone_of(c) == zone})
        if prices:
            low, high = money(prices[0]), money(prices[-1])
            which = f"{low} to {high}" if len(prices) > 2 else listed(map(money, prices))
            said = f"{COLOURS[zone]} cells ({which}):".capitalize() if zone in "ygob" else f"{which}:"
            sentences.append(f"{said} {words.removeprefix(f'{COLOURS[zone]}: ')}.")
    return sentences


def _price(rules: Rules, at: Cell) -> str:
    """`$70 (yellow)`."""
    cell = rules.data.cell(at)
    zone = zone_of(cell)
    return rules.data.money(cell.price) + (f" ({COLOURS[zone]})" if zone else "")


def around_words(rules: Rules, at: Cell) -> str:
    """`right $80, left $65 (yellow), up the edge, down $60`."""
    row, column = (int(n) for n in at.split(","))
    beside = ((way, f"{row + down},{column + right}") for way, down, right in AROUND)
    return ", ".join(f"{way} {_price(rules, to) if to in rules.data.cells else 'the edge'}" for way, to in beside)

"""Words for the least and the most: of an amount, of prices, of the order of trains."""

from __future__ import annotations

LOWEST = frozenset({"min", "minimum", "lowest"})  # of what an amount may be
HIGHEST = frozenset({"max", "maximum", "highest"})
CHEAPEST = ("cheapest", "cheaper", "cheap", "lowest", "smallest", "billigste", "billigsten", "günstigste", "niedrigste")
DEAREST = ("dearest", "highest", "top", "most expensive", "teuerste", "teuersten", "höchste")
OLDEST, NEWEST = ("oldest", "älteste", "ältesten"), ("newest", "latest", "neueste", "neuesten")  # of trains
LITTLE_MONEY = LOWEST.union(CHEAPEST, ("least", "little"))  # words that alone choose by price
MUCH_MONEY = HIGHEST.union(DEAREST, ("expensive", "most", "much", "largest"))
EXTREME_PRICES = {"all": "max", "everything": "max", "alles": "max", "cheapest": "min"}  # of a price that is agreed on
EXTREME_WORDS = LOWEST.union(HIGHEST, CHEAPEST, DEAREST, OLDEST, NEWEST, {"dear"}) - {"most expensive"}

"""Words for the least and the most: of an amount, of prices, of the order of trains."""

from __future__ import annotations

LOWEST_AMOUNT = frozenset({"min", "minimum", "lowest"})  # of what an amount may be
HIGHEST_AMOUNT = frozenset({"max", "maximum", "highest"})
CHEAPEST_PRICE = (
    "cheapest",
    "cheaper",
    "cheap",
    "lowest",
    "smallest",
    "billigste",
    "billigsten",
    "günstigste",
    "niedrigste",
)
DEAREST_PRICE = ("dearest", "highest", "top", "most expensive", "teuerste", "teuersten", "höchste")
OLDEST_TRAIN, NEWEST_TRAIN = ("oldest", "älteste", "ältesten"), ("newest", "latest", "neueste", "neuesten")  # of trains
LITTLE_MONEY = LOWEST_AMOUNT.union(CHEAPEST_PRICE, ("least", "little"))  # words that alone choose by price
MUCH_MONEY = HIGHEST_AMOUNT.union(DEAREST_PRICE, ("expensive", "most", "much", "largest"))
EXTREME_PRICES = {"all": "max", "everything": "max", "alles": "max", "cheapest": "min"}  # of a price that is agreed on
EXTREME_WORDS = LOWEST_AMOUNT.union(
    HIGHEST_AMOUNT, CHEAPEST_PRICE, DEAREST_PRICE, OLDEST_TRAIN, NEWEST_TRAIN, {"dear"}
) - {"most expensive"}

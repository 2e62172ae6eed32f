"""The words of these games, each in a sentence or two."""

from __future__ import annotations

from game.rules import Rules
from render.text.screen_words import explain_screen_word, forms_of

TITLE_TERM = (
    "term: "  # of the words of a title: how it begins whose sentences explain a term, its other names behind it
)
SYMBOL = "symbol: "
ALIASES = {
    "city": "stop",
    "town": "stop",
    "off-map place": "stop",
    "private": "private company",
    "token": "station",
    "marker": "station",
    "withhold": "dividend",
    "pay out": "dividend",
    "sr": "stock round",
    "or": "operating round",
    "limit": "train limit",
    "obsolete": "rust",
    "priority": "priority deal",
    "price": "market",
    "offer": "initial offering",
    "ipo": "initial offering",
    "in the pool": "pool",
    "home station": "home",
    "lot": "auction",
    "market price": "market",
    "needed to float": "float",
    "goes first": "priority deal",
}  # other names of terms

FREE_TOWNS = " Towns do not count for a train's number."  # where only cities do
TERMS: dict[str, str] = {
    "auction": "How the game begins: each thing for sale goes to whoever bids most for it. What you bid is tied up"
    " until it is sold.",
    "bank": "The money that no player and no company has. What they pay goes there, dividends come from there.",
    "certificate": "A card with one share of a company or more. The president's has two or more.",
    "certificate limit": "How many certificates each of you may own: fewer with more players. At the limit you cannot buy more.",
    "director": "The player who has a company's director's certificate and so runs it. Other games say president.",
    "dividend": "What a company's trains earned: it is paid to the owners of its shares, or kept by the company (withheld).",
    "float": "A company floats when enough of it is sold: it gets its money, and has its turns from then on.",
    "free cash": "The cash that you have not bid: what you bid is tied up until that thing is sold, even if others bid more.",
    "home": "The city of a company's first station.",
    "initial offering": "The shares of a company that nobody has bought yet. Tables show them as offer.",
    "manager": "The player who runs a company without a director, because they have most of its shares.",
    "market": "The table of share prices. If a company pays out, its price can go right; if it withholds, left. Each share sold"
    " moves it down.",
    "operating round": "Each company has a turn: track, station, run, dividend, trains.",
    "par": "The price at which a company is started, chosen by its first president. A high one brings the company more money, but"
    " others pay more for its shares.",
    "phase": "A part of the game: it says which tiles may be laid and how many trains a company may have. Most begin when the"
    " first train of a new kind is bought.",
    "pool": "Shares that players have sold, and trains that companies had to discard. Anybody may buy them.",
    "president": "The player with the most shares of a company. They run it, and pay for its train when it cannot.",
    "president's certificate": "The first shares of a company, on one card. Whoever starts the company buys it.",
    "priority deal": "Whoever has it begins the next stock round: the player after the last one to buy or sell in this one.",
    "private company": "A card that pays its owner every operating round. Most have a power, which works for a"
    " company that has bought the card from a player.",
    "rust": "Old trains leave the game when better ones are bought: they rust.",
    "route": "A train runs along track from stop to stop, through at least one station of its company, and never twice over the"
    " same track.",
    "set": "The operating rounds between two stock rounds.",
    "share": "A part of a company, mostly 10%. It brings you that part of every dividend, and you may sell it.",
    "station": "A company's marker in a city. Each of its routes must pass one of them. A city full of others' stations"
    " blocks the way.",
    "stop": "Where a train earns money: a city, a town or a place off the map.",
    "stock round": "Players in turn buy and sell shares, until all pass one after the other.",
    "train limit": "How many trains a company may own. Trains above it must be discarded.",
    "treasury": "A company's own money. It does not belong to its president, and counts for nobody at the end.",
    "upgrade": "A tile of the next colour in place of the one there: green on yellow, then brown, then gray.",
    "worth": "What a player would have if the game ended now: cash, shares at their price, private companies at face value.",
}


def explain_word(word: str, rules: Rules | None = None) -> tuple[str, str]:
    """A word as it is headed, and what it means in games with these rules, or in all; ("", "") for one that is not known."""
    searched = " ".join(word.casefold().split())
    if not searched.startswith(
        "phase "
    ):  # each is a thing of its own; in `best +20`, `director 30%` the number tells nothing
        searched = searched.rstrip("0123456789%").strip()
    for form in (*forms_of(searched), f"{searched}s"):
        names = _title_names(rules) if rules is not None else {}
        own = names.get(form) or names.get(ALIASES.get(form, form))
        if own is not None and rules is not None:
            heading, key = own
            return heading, _sentence(rules, key)
        term = ALIASES.get(form, form)
        if term in TERMS:
            free_towns = term == "stop" and rules is not None and "reach" in rules.words
            return _begin(term), TERMS[term] + FREE_TOWNS * free_towns
    shown = explain_screen_word(word, rules)
    whole = " ".join(word.split()).removesuffix(" train")  # an express train is an express
    return shown if shown[1] or whole == word else explain_word(whole, rules)


def title_terms(rules: Rules) -> dict[str, str]:
    """The words of a title's own rules, each with its sentences."""
    found = [key for key in rules.words if isinstance(key, str) and key.startswith(TITLE_TERM)]
    return {_names(key)[0]: _sentence(rules, key) for key in sorted(found, key=str.casefold)}


def _title_names(rules: Rules) -> dict[str, tuple[str, str]]:
    """What a title's own words and the marks on its map are called, each with its heading and the key of its sentences."""
    names = dict[str, tuple[str, str]]()
    for key in rules.words:
        if isinstance(key, str) and key.startswith((TITLE_TERM, SYMBOL)):
            called = _names(key)
            for name in called:
                names.setdefault(name.casefold().replace("_", " "), (_begin(called[0]), key))
    own = {name: known for name, known in names.items() if known[1].startswith(TITLE_TERM)}
    return names | own


def _names(key: str) -> list[str]:
    """The names behind a key, the first of which is its heading."""
    return key.partition(": ")[2].split(", ")


def _sentence(rules: Rules, key: str) -> str:
    """What is said of a title's word. What stands on the map is said elsewhere in half a sentence behind its name."""
    said = rules.words[key](rules) if key.startswith(TITLE_TERM) else rules.words[key](_names(key)[0], rules)
    return _begin(said if said.endswith(".") else f"{said.partition(': ')[2] or said}.")


def _begin(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"

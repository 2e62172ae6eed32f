"""What stands on screens, maps and buttons beside the words of the rules: letters, heads of columns, colours, what is done."""

from __future__ import annotations

import re

from game.rules import Rules
from game.tiles import COLOURS
from render.data.names import leader_heading
from render.data.queries import OF_PRIVATES
from render.text.map_key import SIGN, map_key, phase_of, symbol_words, table_key
from render.text.market_text import COLOURS as ZONE_COLOURS
from render.text.market_text import ZONES

SHORTEST = 4  # letters of a word that is looked up in the map's key
BROKE = "You are bankrupt if you must buy a train for your company and cannot pay, even after all the sales that you may make."
WORDS: dict[str, str] = {
    "bankruptcy, bankrupt": BROKE,
    "bid": "What you offer for a thing in an auction. You pay it only if you get the thing.",
    "bonus": "What a run earns besides the values of its stops.",
    "build": "To lay track and to place stations.",
    "buy": "You buy shares in stock rounds. A company buys trains, and may buy a private from a player.",
    "card": "A private, a certificate or a train.",
    "choose": "You say which of several things it is.",
    "close": "A private or company that closes leaves the game, and its owner gets nothing for it.",
    "company": "A railway: it builds track, runs trains and pays. Players own it by its shares.",
    "cost": "What must be paid, for a tile or a station mostly by the company that builds it.",
    "discard": "A company with too many trains gives one up and gets no money for it. It goes to the pool.",
    "done, no more trains, no more track, skip, done building": "You are finished with this step, and the next one begins.",
    "best run": "The most that a company's trains can bring in together now.",
    "circle": "Room for one station in a city.",
    "earned, revenue": "What a company's trains bring in when they run.",
    "end the turn": "You skip the rest of your turn.",
    "exchange": "You give a card or a company, and get a share for it.",
    "give up": "You hand something back and get no money for it.",
    "redeem, issue": "A company buys its own shares back from the pool, or sells some of them to it.",
    "hex": "One of the six-sided spaces of the map. A tile covers one.",
    "in charge": "Who runs a company: they decide what it builds, buys and pays.",
    "left": "How many of these the bank still has.",
    "left over, you keep": "What you still have after paying.",
    "lay, lay track, tile, track": "To put a tile on a hex, or a better one in place of the one there. New track must"
    " connect to one of the company's stations.",
    "maximum": "The most that you would bid. The bot bids up to it for you, and the others do not see it.",
    "network": "All the track that a company's stations reach.",
    "new trains": "What a company bought in these rounds.",
    "off-board, off-board place, off board, off map, off-map": "A place at the edge of the map, in red. Trains earn there,"
    " and mostly go no further.",
    "operate, operate in order, order": "Companies take their turns in this order: the one with the highest share price first.",
    "pass": "You do nothing now. In a stock round you are asked again, unless all the others pass too.",
    "pay half, half": "Half of what was earned goes to the owners of shares, half to the company.",
    "percent, %": "How much of a company it is: most have ten shares of 10%.",
    "place": "To put a station of the company into a city.",
    "player": "One of you. Players own shares and privates, companies own track, trains and their own money.",
    "power, use": "What a private can do besides paying money: look up its name to see what.",
    "printed price": "What the bank asks for it: the price on the card.",
    "run": "Trains run once in each of their company's turns, and earn what the stops on their routes are worth.",
    "secret": "Only you see it, until it is played.",
    "sell": "You get what a share costs now. In most games its price then falls.",
    "start": "To buy a company's first shares and to choose its price. You then run it.",
    "the first one brings, the first brings": "What changes when the first train of that kind is bought: a phase, tiles, or"
    " trains that leave the game.",
    "left to float": "Shares that must still be sold until the company floats.",
    "train": "It runs along track and earns money. Its number says how far it can run.",
    "turn": "What one player, or one company, does before the next one is asked.",
    "also": "What else is true of this company or train.",
    "cash and shares": "A player's money, and what all their shares cost now.",
    "each round, income": "What a private pays its owner at the beginning of each operating round.",
    "free": "It costs nothing.",
    "in hands, unseen": "Cards that only their players see. They are not paid for yet.",
    "never, no limit": "Nothing ends it, or it has no end.",
    "none": "There is nothing of that kind.",
    "not floated": "Too few of its shares are sold: it has no turns yet.",
    "not in this game": "It was left out when this game was set up.",
    "not started": "Nobody has started it yet, so it is not on the market.",
    "on offer, unsold": "Nobody has bought it yet: you can.",
    "owner": "The one who has it, and gets what it pays.",
    "privates close": "All privates leave the game: from then on they pay nothing.",
    "round, rounds": "Players trade in stock rounds, companies build and run in operating rounds.",
    "rusts with, rust with": "The train whose purchase takes this one out of the game.",
    "shares for sale, trains for sale, privates for sale, cards for sale": "What can be bought now, and for how much.",
    "stays at home, stay at home": "That train does not run: no route is left for it.",
    "shareholder": "Whoever owns shares of the company.",
    "state": "How far a company is: not started, not floated, running, or closed.",
    "value, face value": "The price printed on a private. That is what it counts for at the end.",
}  # names of each


def list_screen_words(rules: Rules) -> list[str]:
    """Words on screens of a title that can be asked for: of those that mean the same the first."""
    letters = [line.letters for line in map_key(rules) if line.letters]
    heads = [line.sign for line in table_key(rules)]
    return list(dict.fromkeys((*letters, *heads, *(names.split(", ")[0] for names in WORDS))))


def explain_screen_word(word: str, rules: Rules | None) -> tuple[str, str]:
    """A word on screens as it is headed, and what it means there; ("", "") for what is on none."""
    said = " ".join(word.casefold().split())
    found = (_letters(said, rules) or _signs(said, rules) or _colour(said, rules)) if rules is not None else ("", "")
    found = found if found and found[1] else _plain(said, rules)
    if found[1] or rules is None:
        return found
    heads = _heads(said, rules)
    return heads if heads[1] else _in_key(said, rules)


def forms_of(word: str) -> tuple[str, ...]:
    """A word as it may be listed: as it is, and of several one."""
    ones = [word.removesuffix(end) + one for end, one in (("ies", "y"), ("es", ""), ("s", "")) if word.endswith(end)]
    return (word, *ones)


def _begun(heading: str, words: str) -> tuple[str, str]:
    """A heading and what it means, each as it begins a line."""
    said = words if words.endswith(".") else f"{words}."
    return f"{heading[:1].upper()}{heading[1:]}", f"{said[:1].upper()}{said[1:]}"


def _letters(said: str, rules: Rules) -> tuple[str, str] | None:
    """Letters on hexes and tiles, such as `B-V`."""
    for line in map_key(rules):
        if line.letters and said in (line.letters.casefold(), line.sign.casefold()):
            return _begun(line.sign, line.words)
    return None


def _signs(said: str, rules: Rules) -> tuple[str, str] | None:
    """Marks on hexes, whatever number stands in them: `ask minor 2`, `best +20`, `free station`."""
    plain = said.rstrip("0123456789").strip()
    for key, say in rules.words.items():
        if isinstance(key, str) and key.startswith(SIGN):
            sign = key.removeprefix(SIGN)
            if plain.removesuffix(" minor") == sign.casefold().rstrip("0123456789").strip():
                return _begun(sign.rstrip("0123456789").strip(), say(rules))
    if (line := rules.words.get(f"border: {forms_of(plain)[-1]}")) is not None:
        return _begun(forms_of(plain)[-1], line(rules).partition(": ")[2])
    printed = {s for h in rules.data.hexes.values() for s in h.symbols if s in OF_PRIVATES}
    symbol = plain.replace(" ", "_")
    return _begun(plain, symbol_words(rules, symbol)) if symbol in printed else None


def _colour(said: str, rules: Rules) -> tuple[str, str] | None:
    """A colour of tiles, or of the market's cells: `yellow`, `yellow zone`."""
    colour = said.removesuffix(" zone").removesuffix(" tiles").removesuffix(" tile")
    phase = phase_of(rules.data, colour) if colour in COLOURS else ""
    tiles = f"{colour} tiles may be laid from {_since(phase, rules)} on. " if phase else ""
    codes = {code for cell in rules.data.cells.values() for code in cell.codes}
    zone = next((ZONES[code] for code, name in ZONE_COLOURS.items() if name == colour and code in codes), "")
    market = f"In {colour} cells of the market {zone.partition(': ')[2] or zone}." if zone else ""
    told = market or tiles if said.endswith("zone") else f"{tiles}{market}"
    return _begun(said, told.strip()) if told else None


def _since(phase: str, rules: Rules) -> str:
    """`phase 3`, or `the start`."""
    return "the start" if phase == next(iter(rules.data.phases)) else f"phase {phase}"


def _plain(said: str, rules: Rules | None) -> tuple[str, str]:
    """A word of all games."""
    for names, words in WORDS.items():
        every = names.split(", ")
        if not {*forms_of(said)}.isdisjoint(every):
            if words is BROKE and rules is not None and "bankruptcy" in rules.words:
                return _begun(said, f"{BROKE} The game ends once {rules.words['bankruptcy']()}.")
            return _begun(said, words)
    return "", ""


def _heads(said: str, rules: Rules) -> tuple[str, str]:
    """The head of a column, or the name of a round."""
    for line in table_key(rules):
        if said == line.sign.casefold() or (said, line.sign) == (leader_heading(rules), leader_heading(rules)):
            return _begun(line.sign, line.words)
    return "", ""


def _in_key(said: str, rules: Rules) -> tuple[str, str]:
    """What the map's key says of the first of its signs that is named with that word: ground, lines, discs."""
    if len(said) >= SHORTEST:
        for line in map_key(rules):
            if not {*forms_of(said)}.isdisjoint(re.findall("[a-z]+", line.sign.casefold())):
                return _begun(line.sign, line.words)
    return "", ""

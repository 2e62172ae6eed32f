"""Under which keys a title has words of its own in `Rules.words`, what these functions are given, and what they say.

Beside these keys `words` has classes of the title's own events and actions, and of others that it words anew, with functions
of (it, view, rules). A sentence may be "" where nothing is to be said, or where the words of all titles hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

SINGLE_KEYS = {
    # how the title calls things
    "leader": "(view, company): what its president is called",
    "first certificate": "(): what the president's certificate is called",
    "reach": "(): what the number of a train counts, where towns do not: `cities`",
    "together": "(): the rule by which all trains together earn more or less than each",
    "together chosen later": "(rules): when the president chooses what trains earn together, if after the run",
    # what the game is about, before it starts
    "opening": "(rules): what to do first and how to judge a price, a line each; every title has it",
    "counts": "(rules): what counts at the end",
    "bankruptcy": "(): what a bankruptcy has to be to end the game",
    "own round": "(): a round that other titles do not have: `FER: what it is`",
    "advice: beaten bid": "(): what a bid that is beaten leaves, for newcomers",
    # what cards do
    "company": "(company, rules): what else is to be known of a company",
    "company: home": "(company, rules): where a company's first station stands",
    "company: president": "(company, rules): how large the president's certificate is",
    "company: floats": "(company, rules): what floats a company",
    "company: stations": "(company, rules): its other stations and what they cost",
    "capital": "(company, rules): what its par price is good for",
    "floats": "(shares, price, view, rules): when a company floats of which so many more must be sold after its start",
    "undealt": "(): where the cards lie that were dealt to nobody, told after a draft",
    "left out": "(company, view): why a company is not in this game",
    "train": "(train, rules): how a train runs",
    "powers": "(private, rules): what a private does, where its abilities in the data do not say it",
    "closes": "(private, rules): when a private closes",
    "sales": "(private, rules): what companies pay for a private, and when",
    "lot": "(item, rules): what tells one thing that is sold from others",
    # map and table
    "cost": "(rules): what is paid for building beside the price of the first tile",
    "signs": "(rules): what the shortest signs on the map mean, in a line",
    "route bonuses": "(rules): what a route through two places is paid beside them, a line each",
    # what is asked and offered
    "hints": "(kinds of actions, view, rules): lines above options of these kinds",
    "lays": "(company, view, rules): which tiles a turn has",
    "tiles laid": "(tiles of the turn, rules): how many of all that it has are laid, where nobody could count them",
    "lay changes": "(company, view, after, rules): what a tile changes for its trains, of which it may have none yet",
    "lay asks": "(company, hex, view, rules): whose word its first tile there needs",
    "lay asks: why": "(company, hex, view, rules): that it does, and until when, in a sentence",
    "idle train": "(company, view, rules): why a train stays at home beside those that run",
    "withheld": "(actions offered, player, view, rules): why nothing else may be done now",
    "cards": "(cards, rules): cards that a player has taken, those of a company together",
    "short label": "(action, view, rules): a purchase beside a picture of cards",
    "short kind": "(class of actions): what its button is called beside a picture of cards; empty: as elsewhere",
    "rows open": "(rules): from when on cards of rows are for sale, where there are closed piles",
}
KEY_PREFIXES = {
    "power: ": "a kind of ability (ability, private, rules): what it allows",
    "symbol: ": "a symbol that is printed on hexes (symbol, rules): what it means",
    "border: ": "a kind of hexside (rules): `how it is drawn: what it means`",
    "sign: ": "what stands on the map in play (rules): what it means",
    "passed: ": "what somebody passes on (several): what one or several did not do: `keeps its Pullman`, `keep their Pullmans`",
    "skipped: ": "what somebody passes on (): what is left out then: `the Pullman`",
    "paid: ": "why the bank pays a company something beside its dividend (): for what it does: `for coal`",
    "term: ": "names of a thing, parted by commas (rules): what the word means",
}
# Of a step, by its key alone: what it asks. Behind its key and a colon, beside the fields of its actions:
STEP_PARTS = {
    "pass": "(pass, view, rules): what passing means, where that is more than to be done",
    "place": "(action, view, rules): what placing this station means",
    "remove": "(action, view, rules): what removing this station means",
    "known": "(step, view, rules): what nobody can choose without, in a few words",
    "done": "(step, view, rules): how many have answered what all are asked at once",
    "picture": "(step, view, rules): what the picture of its options shows",
    "raised": "(step, view, rules): what a pass means once somebody has bid",
    "unpaid": "(step, view, rules): what an offer without a bid comes to",
}


def unread_keys(keys: Iterable[type | str], steps: Collection[str], fields: Collection[str]) -> list[str]:
    """The keys that nobody asks for, such as a slip of the pen. `steps`: the keys of all steps; `fields`: those of actions."""
    asked = {f"{step}: {part}" for step in steps for part in (*STEP_PARTS, *fields)}
    named = [key for key in keys if isinstance(key, str) and not key.startswith(tuple(KEY_PREFIXES))]
    return [key for key in named if key not in SINGLE_KEYS and key not in steps and key not in asked]

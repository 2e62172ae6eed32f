"""What cards do, in a sentence or two, from the data that the rules read: privates, companies, trains, tiles of one place.

What a title does differently it says in `Rules.words`, under the keys that `game/word_keys.py` lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.ability_kinds import BLOCKS, CLOSE, LAY, SHARE, TOKEN, TRAIN
from game.rules import Rules
from game.title_data import Ability, TrainType
from render.data.names import listed, nth
from render.data.queries import View, limit_text, place_name, type_called

Say = Callable[..., str]
FAR = ", even far away"  # of its track: where a power needs none


def private_words(rules: Rules, private: str) -> str:
    """What a private pays, does and costs companies, and when it closes."""
    sentences = [f"Pays its owner {rules.data.money(rules.data.privates[private].revenue)} each operating round."]
    if not rules.data.privates[private].revenue:
        sentences = ["Pays nothing by itself."]
    return " ".join(
        [*sentences, power_words(rules, private), *filter(None, [price_words(rules, private), closing(rules, private)])]
    )


def power_words(rules: Rules, private: str, view: View | None = None) -> str:
    """What a private does beside its income: a sentence for each of its abilities, first what comes with it, last what it
    forbids, for a picture may have no room for that.

    `view`: where it is given, a right to lay a first tile where track lies already is told as void, and a share that its first
    owner got with it is left out.
    """
    own = rules.words.get("powers")
    if own is not None and (own_words := own(private, rules)):
        return str(own_words)
    abilities = [a for a in rules.data.privates[private].abilities if a.kind != CLOSE.name]
    if view is not None and view.place.get(private, "") in (*view.order, *view.companies):
        abilities = [a for a in abilities if a.kind != SHARE.name]
    abilities.sort(key=lambda a: (a.kind != SHARE.name, a.kind == BLOCKS.name))
    said = (
        _void_words(a, rules) if view is not None and _is_void(a, view, rules) else ability_words(rules, private, a)
        for a in abilities
    )
    return " ".join(said) or "It has no special power."


def _is_void(ability: Ability, view: View, rules: Rules) -> bool:
    """Whether an ability lays first tiles only, and each of its hexes has one."""
    first = (
        ability.kind == LAY.name
        and ability.tiles
        and all(rules.data.tiles[t].colour == "yellow" for t in ability.tiles)
    )
    return bool(first) and all(h in view.tiles for h in ability.hexes)


def _void_words(ability: Ability, rules: Rules) -> str:
    return f"Its own tile can no longer be laid: {listed([place_name(rules, h) for h in ability.hexes])} has track already."


def capital_words(rules: Rules, company: str) -> str:
    """What the par price of a company is good for: as long as a title has no words of its own, all that its shares are worth at
    that price is paid to it when it floats.
    """
    own = rules.words.get("capital")
    if own is not None:
        return own(company, rules)
    shares = sum(rules.data.companies[company].certificates)
    return f"When it floats it has {shares} times this price for track and trains."


def ability_words(rules: Rules, private: str, ability: Ability) -> str:
    """One ability as a sentence; raises TypeError for one that has no words."""
    own = rules.words.get(f"power: {ability.kind}")
    if own is not None:
        return own(ability, private, rules)
    words = ABILITIES.get(ability.kind)
    if words is None:
        raise TypeError(f"{rules.name} has no words for the power {ability.kind!r} of {private}")
    return words(ability, private, rules)


def _blocks(ability: Ability, _private: str, rules: Rules) -> str:
    where = listed([place_name(rules, h) for h in ability.hexes])
    return f"While a player owns it, no company may build in {where}."


def _lay(ability: Ability, private: str, rules: Rules) -> str:
    where = listed([place_name(rules, h) for h in ability.hexes])
    which = f"{_one_of(ability.tiles)} " if ability.tiles else "a tile "
    free = ", free" if ability.free else ""
    beside = ", as an extra tile" if ability.extra else ", in place of its usual tile"
    far = "" if ability.connected else FAR
    return f"A company that owns it may once lay {which}in {where}{free}{beside}{far}."


def _one_of(tiles: tuple[str, ...]) -> str:
    return f"tile {listed(tiles, 'or')}"


def _token(ability: Ability, private: str, rules: Rules) -> str:
    where = listed([place_name(rules, h) for h in ability.hexes])
    free = "for free" if ability.free else "at the usual price"
    far = "" if ability.connected else FAR
    return f"A company that owns it may place a station in {where} {free}{far}."


def _train(ability: Ability, _private: str, rules: Rules) -> str:
    kind = ability.train.rpartition("-")[0]
    return f"The company that buys it gets a free {kind}-train with it, if it has room and the {kind}-trains still run."


def _share(ability: Ability, _private: str, rules: Rules) -> str:
    company = rules.data.companies[ability.company]
    part = 100 * ability.shares // company.size
    if ability.shares == company.certificates[0] and ability.shares > 1:
        sums = [rules.data.money(price * ability.shares) for price in sorted(rules.data.pars)]
        worth = f", worth {sums[0]} to {sums[-1]}" if sums else ""
        is_president = f"It becomes the president's {part}% of {ability.company}{worth}"
        if company.floats <= ability.shares:
            return f"{is_president}, as its owner sets par; {ability.company} floats."
        return f"{is_president}: its owner sets the par price."
    return f"The bank gives a {part}% share of {ability.company} ({company.name}) with it."


ABILITIES: Mapping[str, Say] = {
    BLOCKS.name: _blocks,
    LAY.name: _lay,
    TOKEN.name: _token,
    TRAIN.name: _train,
    SHARE.name: _share,
}


def price_words(rules: Rules, private: str) -> str:
    """What companies pay for a private, and from when on; "" where they buy none."""
    own = rules.words.get("sales")
    if own is not None:
        return own(private, rules)
    low, high = rules.data.privates[private].price
    if not high:
        return ""
    since = next((p for p, d in rules.data.phases.items() if "privates" in d.flags), "")
    when = f"From phase {since} on a company" if since else "A company"
    return f"{when} may buy it for {rules.data.money(low)} to {rules.data.money(high)}."


def closing(rules: Rules, private: str) -> str:
    """When a private leaves the game."""
    own = rules.words.get("closes")
    if own is not None:
        return own(private, rules)
    parred = [a.company for a in rules.data.privates[private].abilities if (a.kind, a.when) == (CLOSE.name, "par")]
    if parred:
        return f"It closes as soon as {parred[0]} has a par price."
    phase = next((d for d in rules.data.phases.values() if "close_privates" in d.flags), None)
    return f"It closes when the first {phase.on[0]}-train is bought." if phase is not None else "It never closes."


def company_words(rules: Rules, company: str, *, home: bool = True) -> str:
    """Where a company starts (`home`: unless that is said beside it), what it takes to float it, its stations; for a minor what
    it is. A title may say each of these in words of its own, and more of a company under "company".
    """
    facts = (*((_home_words,) if home else ()), _largest_words, _float_words, _par_words, _station_words, _more_words)
    return " ".join(filter(None, (words(rules, company) for words in facts)))


def _own_words(key: str, rules: Rules, company: str) -> str:
    """What a title says of a company in its own words under a key; "" where it says no more than other titles."""
    own = rules.words.get(key)
    return own(company, rules) if own is not None else ""


def _home_words(rules: Rules, company: str) -> str:
    """Where a company's first station stands."""
    if own := _own_words("company: home", rules, company):
        return own
    home = rules.data.companies[company].home
    if not home:
        return "Its home is chosen when it starts."
    return f"Its home is {listed([place_name(rules, h) for h in home])}."


def _largest_words(rules: Rules, company: str) -> str:
    """How large the president's certificate is, where it is more than a share."""
    data = rules.data.companies[company]
    if data.size == 1 or data.certificates[0] == 1:
        return ""
    if own := _own_words("company: president", rules, company):
        return own
    largest = rules.words["first certificate"]() if "first certificate" in rules.words else "president's certificate"
    return f"The {largest} is {100 * data.certificates[0] // data.size}%."


def _float_words(rules: Rules, company: str) -> str:
    """What floats a company; nothing floats a minor."""
    data = rules.data.companies[company]
    usual = f"It floats once {100 * data.floats // data.size}% of it is sold." if data.size > 1 else ""
    return _own_words("company: floats", rules, company) or usual


def _par_words(rules: Rules, company: str) -> str:
    """What a share costs at first, where that is given."""
    data = rules.data.companies[company]
    return f"A share costs {rules.data.money(data.par)} at first." if data.par and data.size > 1 else ""


def _station_words(rules: Rules, company: str) -> str:
    """How many stations a company has beside its first, and what they cost."""
    tokens = rules.data.companies[company].tokens[1:]
    if not tokens:
        return ""
    if own := _own_words("company: stations", rules, company):
        return own
    costs = ", ".join(rules.data.money(t) if t else "free" for t in tokens)
    return f"Further stations: {len(tokens)} ({costs if any(tokens) else 'free'})."


def _more_words(rules: Rules, company: str) -> str:
    """What else a title says of a company."""
    return _own_words("company", rules, company)


def train_words(rules: Rules, train: str) -> str:
    """How far a train runs, what it costs, what it ends and what ends it."""
    kind = rules.data.trains[train]
    own = rules.words.get("train")
    own_words = own(train, rules) if own is not None else ""
    runs = own_words or _reach_words(rules, kind.reach)
    cost = f"Costs {rules.data.money(kind.price)}; there are {'plenty' if kind.endless else kind.count}."
    later = [type_called(rules, t) for t, d in rules.data.trains.items() if d.rusts_on == train]
    ends = (
        f"When the first one is bought, all {listed([f'{t}-trains' for t in later])} leave the game." if later else ""
    )
    return " ".join(filter(None, [runs, cost, ends, *_last_runs(rules, train), _leaves(rules, kind)]))


def _last_runs(rules: Rules, train: str) -> list[str]:
    """Which older trains the purchase of one of these lets run once more, a sentence each."""
    told = []
    for kind, known in rules.data.trains.items():
        on, _, number = known.obsolete_on.partition("-")
        if on == train:
            which = f"the {nth(int(number))} one" if number else "the first one"
            told.append(
                f"When {which} is bought, all {type_called(rules, kind)}-trains run once more, then leave the game."
            )
    return told


def _reach_words(rules: Rules, reach: int) -> str:
    """How far a train runs: to so many stops, or to so many cities where the title says under "reach" that towns do not count."""
    if "reach" not in rules.words:
        return f"Runs to {reach} stops."
    return f"Runs to {reach} {rules.words['reach']()}; towns on the way pay too, but do not count."


def _leaves(rules: Rules, kind: TrainType) -> str:
    if kind.rusts_on:
        return f"It leaves the game with the first {type_called(rules, kind.rusts_on)}-train."
    name, _, number = kind.obsolete_on.partition("-")
    which = f"{name}-train no. {number}" if number else f"the first {type_called(rules, name)}-train"
    return f"After {which} it runs once more, then leaves the game." if name else "It never rusts."


def phase_words(rules: Rules, phase: str) -> str:
    """What holds in a phase, and what begins it."""
    data = rules.data.phases[phase]
    begins = f"Begins with {begun_by(rules, phase)}. " if data.on else ""
    rounds = f"{data.rounds} operating round{'s' if data.rounds > 1 else ''} in a set"
    note = f" Also: {data.note}." if data.note else ""
    return f"{begins}Tiles: {listed(data.tiles)}; train limit {limit_text(data.limit)}; {rounds}.{note}"


def begun_by(rules: Rules, phase: str) -> str:
    """What begins a phase: `the first 3-train`, `the first 3/2G-train`, or of a single card `3-train no. 4`."""
    on, known = rules.data.phases[phase].on, rules.data.trains
    if on[0] in rules.data.train_cards:
        kind, _, number = on[0].rpartition("-")
        return f"{type_called(rules, kind)}-train no. {number}"
    return f"the first {' or '.join(type_called(rules, t) for t in on if t in known)}-train"


def tile_places(rules: Rules, tile: str) -> str:
    """Where alone a special tile may lie; "" for one that fits anywhere."""
    where = [
        h for h, colours in rules.data.map.upgrades.items() if any(tile in names.split() for names in colours.values())
    ]
    return f"Only for {listed([place_name(rules, h) for h in where])}." if where else ""

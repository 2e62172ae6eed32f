"""Random games: players with habits, and what must hold in every position of every title."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from msgspec import Struct, structs

from game.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
)
from game.choices import Choice, Pick, Span
from game.codec import encode, in_order
from game.marks import ENGINE, Declaration, Mark, RecordMark
from game.play import Game
from game.state import Laid
from game.title_data import TitleData
from tests.support.title_positions import is_trade
from titles import TITLES

NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")

# How much each kind of action is liked: by everybody, then by habit. What is not named counts 1.
COMMON: dict[type[Action], float] = {SellPrivate: 0.02, BuyPrivate: 0.02, TakePrivate: 0.1}
HABITS: dict[str, dict[type[Action], float]] = {
    "even": {Pass: 0.6, SellShares: 0.05, LayTile: 4, BuyTrain: 4},
    "builders": {Pass: 0.5, Par: 3, BuyShare: 3, SellShares: 0.03, LayTile: 20, PlaceToken: 6, BuyTrain: 8},
    "investors": {Pass: 0.5, Par: 6, BuyShare: 9, SellShares: 0.03, LayTile: 5, BuyTrain: 4, Bid: 2},
    "raiders": {Pass: 0.5, SellShares: 3, BuyShare: 4, BuyTrain: 4, LayTile: 2},
    "misers": {Pass: 3, BuyTrain: 1, Bid: 0.3, SellShares: 0.1},
}
# After many plays everybody hurries, so that the game ends.
HURRIED: dict[type[Action], float] = {SellShares: 0.01, LayTile: 0.4, PlaceToken: 0.2, BuyTrain: 3, BuyShare: 2, Par: 4}
LONG = 1000
# A short game is one whose bank loses its money at some play of this range, and what comes in later every so many plays:
# it goes on to the end that the bank brings, in a fraction of the time of a whole one.
LOSSES = (25, 110)
AGAIN = 40
# Habits of games 0, 1, ...
TURNS = ("raiders", "even", "builders", "investors", "raiders", "even", "misers", "investors")
LISTED = 4  # every so many plays all that is listed is looked at: most of it is listed only when somebody looks
BEST_RUN = 0.9  # how often the first run offered, the best, is taken
PAYS = 0.85  # how often all is paid out


@dataclass
class Walk:
    """A game and what was played in it."""

    number: int
    game: Game
    rng: random.Random
    habit: Mapping[type[Action], float]  # how much each kind of action is liked
    dry: int  # the play before which the bank's money is lost; 0: it is not
    money: int  # dollars that are in the game
    long: int  # plays after which everybody hurries
    pays: float = PAYS  # how often all is paid out
    plays: list[Action] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def step(self) -> Action:
        """Play one random legal action."""
        self.drain()
        habit = HURRIED if self.game.state.seq > self.long else self.habit
        action = pick(self.game, self.rng, habit, self.pays)
        self.game.play(action)
        self.plays.append(action)
        self.kinds[type(action).__name__] += 1
        return action

    def drain(self) -> bool:
        """Lose the bank's money if the time has come; True if there was any. What was before cannot be played again."""
        g = self.game
        late = g.state.seq - self.dry
        if not self.dry or late < 0 or late % AGAIN or g.state.cash["bank"] <= 0:
            return False
        self.money -= g.state.cash["bank"]
        g.state.cash["bank"] = 0
        self.game = Game.load(g.rules, encode(g.state))
        self.plays.clear()
        return True


def begin(title: str, number: int, *, short: bool = False, long: int = LONG) -> Walk:
    """The random game with that number: its players, habits, options and seed follow from the number alone.

    `short`: the bank loses its money on the way.
    """
    rng = random.Random(f"{title}/{number}")
    low, high = TITLES[title].file.players
    players = NAMES[: rng.randint(low, high)]
    rules = TITLES[title].rules(random_options(title, rng), len(players))
    g = Game.new(rules, players, seed=f"walk {number}")
    dry = rng.randint(*LOSSES) if short else 0
    return Walk(number, g, rng, HABITS[TURNS[number % len(TURNS)]], dry, rules.data.file.bank, long)


def random_options(title: str, rng: random.Random) -> tuple[str, ...]:
    """None, a preset, or some of the options, without those that exclude each other."""
    file = TITLES[title].file
    way = rng.random()
    if way < 0.4:
        return ()
    if way < 0.6:
        return (rng.choice(sorted(file.preset)),)
    found: list[str] = []
    for name in sorted(file.option):
        excluded = {c for f in found for c in file.option[f].conflicts} | {*file.option[name].conflicts}
        if rng.random() < 0.3 and name not in excluded and not excluded & {*found}:
            found.append(name)
    return tuple(found)


def pick(g: Game, rng: random.Random, habit: Mapping[type[Action], float], pays: float = PAYS) -> Action:
    """A legal action: first its kind, by habit, then any of that kind. `pays`: how often all is paid out."""
    choices: dict[type[Action], list[Choice]] = {}
    for choice in g.choices():
        choices.setdefault(choice.kind, []).append(choice)
    kind = rng.choices([*choices], [habit.get(kind, COMMON.get(kind, 1.0)) for kind in choices])[0]
    choice = rng.choice(choices[kind])
    trade = is_trade(choice) and rng.random() > (0.9 if habit is HABITS["raiders"] else 0.1)
    if trade or (kind is Bid and leads(g, choice)):  # who raises his own bid for ever keeps an auction open for ever
        choice = choices.get(Pass, choices[kind])[0]
    if choice.kind is RunTrains and rng.random() < BEST_RUN:
        return choice.actions[0]
    if choice.kind is PayDividend and rng.random() < pays:
        return next((a for a in choice.actions if getattr(a, "kind", "") == "full"), choice.actions[0])
    return any_of(choice, rng)


def leads(g: Game, choice: Choice) -> bool:
    """Whether the player holds the highest bid on what he could bid on."""
    bids = g.state.bids.get(getattr(choice.actions[0], "item", ""), {})
    return bids.get(choice.by, 0) >= max(bids.values(), default=1)


def any_of(choice: Choice, rng: random.Random) -> Action:
    """One of a choice's actions, ranged fields included; low numbers are more likely than high ones."""
    action = rng.choice(choice.actions)
    values: dict[str, object] = {}
    for name, span in choice.ranges.items():
        if isinstance(span, Span):
            values[name] = rng.choice(span.values()[: rng.choice((1, 4, 40, None))])
        elif isinstance(span, Pick):
            chosen = rng.sample(span.items, rng.randint(span.low, span.high))
            values[name] = tuple(i for i in span.items if i in chosen)
    return structs.replace(action, **values) if values else action


def all_of(choice: Choice) -> list[Action]:
    """Every listed action; a range is represented by its lowest and highest values."""
    found = list(choice.actions)
    for name, span in choice.ranges.items():
        if isinstance(span, Span):
            found += [structs.replace(a, **{name: span.values()[-1]}) for a in found]
    return list(dict.fromkeys(found))


# ---------------------------------------------------------------------- what must hold


def wrongs(g: Game, money: int) -> list[str]:
    """What is wrong with a position of a game with so many dollars; an empty list where all is conserved."""
    return [
        *money_wrong(g, money),
        *cards_wrong(g),
        *tokens_wrong(g),
        *tiles_wrong(g),
        *market_wrong(g),
        *asking_wrong(g),
        *marks_wrong(g),
    ]


def declares(declaration: Declaration, name: str) -> bool:
    """Whether an entry of `State.marks` with this name is one of the declared mark or family."""
    if isinstance(declaration, Mark):
        return name == declaration.name
    return name.startswith(declaration.prefix)


def marks_wrong(g: Game) -> list[str]:
    """Entries of `State.marks` that neither the engine nor the title declares, or that are no values of their mark."""
    declared = (*ENGINE, *g.rules.marks)
    found = [
        f"the mark {name!r} is not declared" for name in g.state.marks if not any(declares(d, name) for d in declared)
    ]
    for mark in g.rules.marks:
        if isinstance(mark, RecordMark):
            mark.record(g.state)
    return found


def money_wrong(g: Game, money: int) -> list[str]:
    found = [] if sum(g.state.cash.values()) == money else ["money is lost or made"]
    return found + [f"{who} owes money" for who, sum_ in g.state.cash.items() if sum_ < 0 and who != "bank"]


PLACES = {"bank", "ipo", "treasury", "pool", "depot", "gone", "aside", "deck", "draft"}


def cards_wrong(g: Game) -> list[str]:
    state = g.state
    strange = {*state.place.values()} - PLACES - {*state.order} - state.companies.keys()
    found = [f"a card lies in {place}" for place in strange if ":" not in place]
    if state.place.keys() != g.rules.data.card_set:
        found.append("a card is lost or made")
    for name, company in state.companies.items():
        card = state.place[f"{name}.0"]
        if company.president and card != company.president:
            managed = g.rules.name == "18India" and (name == "GIPR" or card not in state.order)  # by who has most
            if not managed:
                found.append(f"{company.president} presides over {name} without its certificate")
    return found


def stations_due(g: Game, name: str) -> int:
    """How many stations a company that has not closed has on its charter and on the map together."""
    count = len(g.rules.data.companies[name].tokens)
    if g.rules.name == "18VA" and g.rules.data.companies[name].group:
        count += 2 * (g.company(name).size == 10)  # with its conversion to ten shares
    if g.rules.name == "18India" and name == "GIPR":
        count += g.state.used.get(
            "exchange tokens", 0
        )  # for stations of closed companies, on the map or back on the charter
    return count


@cache
def circles(data: TitleData, hex_id: str, laid: Laid | None, stop: str) -> int:
    """How many a stop has on that tile, or on the print."""
    return data.face(hex_id, laid).tile.stop(stop).slots


def tokens_wrong(g: Game) -> list[str]:
    markers = [s for s in g.state.tokens if g.rules.name == "18VA" and s.endswith(".+")]  # Potomac Yards: no station
    placed = dict(Counter(company for slot, company in g.state.tokens.items() if slot not in markers))
    found = ["there are two markers of the Potomac Yards"] * (len(markers) > g.state.used.get("P3.token", 0))
    asked = g.top_step()
    gives_up = getattr(asked, "company", "") if asked is not None and asked.key == "take over" else ""
    for name, company in g.state.companies.items():
        here = placed.get(name, 0)
        if company.closed:
            found += [f"{name} has closed and has stations"] * bool(here)
            continue
        if name == gives_up:
            continue  # its stations go one by one
        if here + len(company.tokens) != stations_due(g, name):
            found.append(f"{name} has {here} stations on the map and {company.tokens} on the charter")
    for slot in g.state.tokens:
        hex_id, stop, circle = slot.split(".")
        laid = g.state.tiles.get(hex_id)
        if stop != "+" and circle != "+" and int(circle) >= circles(g.rules.data, hex_id, laid, stop):
            found.append(f"there is no circle {slot} on {laid or 'the print'}")
    return found


def tiles_wrong(g: Game) -> list[str]:
    laid, left = dict(Counter([t.tile for t in g.state.tiles.values()])), g.state.supply
    return [
        f"{laid.get(name, 0)} tiles {name} lie on the map, {left[name]} are left of {count}"
        for name, count in g.rules.data.map.tiles.items()
        if laid.get(name, 0) + left[name] != count or left[name] < 0
    ]


def market_wrong(g: Game) -> list[str]:
    standing = [c for pile in g.state.market.values() for c in pile]
    started = [name for name, c in g.state.companies.items() if c.par and not c.closed]
    return [] if sorted(standing) == sorted(started) else [f"the market shows {standing}, started are {started}"]


def asking_wrong(g: Game) -> list[str]:
    if g.state.over:
        return ["the game is over, yet asks"] if g.choices() or g.deciders() else []
    found = [] if g.deciders() else ["nobody can act"]
    for choice in g.choices() if g.state.seq % LISTED == 0 else ():
        if not choice.actions or any(type(a) is not choice.kind or a.by != choice.by for a in choice.actions):
            found.append(f"a choice of {choice.by} is empty or mixed")
        if len(set(choice.actions)) != len(choice.actions):
            found.append(f"{choice.kind.__name__} lists an action twice")
    return found


def mutable_parts(value: object) -> Iterator[object]:
    """Every list, dict and changeable struct inside a value, as often as it is met."""
    if isinstance(value, (list, dict)) or (isinstance(value, Struct) and not value.__struct_config__.frozen):
        yield value
    inside: Iterable[object] = ()
    if isinstance(value, Struct):
        inside = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, dict):
        inside = value.values()
    elif isinstance(value, (list, tuple)):
        inside = value
    for part in inside:
        yield from mutable_parts(part)


def stands_alone(g: Game) -> bool:
    """Whether the state is what its bytes say, type by type and in their order, and shares no part with itself or an event."""
    parts = [id(part) for whole in (g.state, *g.events) for part in mutable_parts(whole)]
    same = g.state == g.codec.state(g.snapshot()) and in_order(g.state)
    return same and len(parts) == len({*parts})

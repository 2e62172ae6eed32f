"""The contract of every registered title, tried by random games: `pytest tests/titles/test_contract.py --games 2000` for more.

No dead end; every listed action plays; money, cards, stations and tiles are conserved; undo, redo, codec and replay of the log
give the same bytes; what is refused is refused with a sentence and changes nothing. Every game is played until it is over; so
that so many of each title take a minute, most have a bank that loses its money at some play, early or late
(tests/support/random_games.py):
what it has lost is out of the game, and all else must be conserved as ever.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from game.actions import ACTIONS, Action, Route
from game.codec import encode
from game.lazy_list import LazyList
from game.play import Game
from game.rules import Illegal
from game.steps.round_sequence import RoundSequence
from tests.characters import CHARACTERS, fault, meet
from tests.support.random_games import Walk, all_of, any_of, begin, stands_alone, wrongs
from titles import TITLES

GAMES = 20  # of each title, unless --games says otherwise: each habit twice; 200 took a tenth of the whole suite's ten minutes
WHOLE = 39  # every so many games the bank keeps its money, in all with --whole; the others end sooner
WHOLE_CHARACTERS = ("builder", "flooder")  # they play whole games
AT_ONCE = 10  # games in one test, so that they spread over processes
FIRST = {
    "18TN": 24,
    "18VA": 8,
    "18EU": 47,
    "18India": 5,
}  # where to begin to look for every end: there it is soon found
LAST = 40  # plays that are replayed of every game
ALL = 7  # every so many games all plays are replayed
LONGEST = 6_000  # actions; no random game has come near it
TRIED = 0.04  # how often another listed action is tried on a copy
REFUSED = 0.04  # how often something illegal is tried
BACK = 0.03  # how often play is taken back and done again


def pytest_generate_tests(metafunc):
    if "batch" in metafunc.fixturenames:
        asked = metafunc.config.getoption("--games")
        batches = [(t, first) for t in TITLES for first in range(0, asked or GAMES, AT_ONCE)]
        metafunc.parametrize(("title", "batch"), batches, ids=[f"{t}-{b}" for t, b in batches])


def test_random_games(title, batch, pytestconfig):
    whole = pytestconfig.getoption("--whole")
    for number in range(batch, batch + AT_ONCE):
        play_out(begin(title, number, short=not whole and number % WHOLE != 0), f"{title} {number}")


def play_out(walk: Walk, name: str) -> None:
    """Play to the end, looking at every position."""
    befores: list[bytes] = []
    exhaustive = walk.rng.randrange(250)  # at this play all listed actions are tried
    assert not wrongs(walk.game, walk.money), name
    while not walk.game.state.over:
        if walk.drain():
            befores = []
        g = walk.game
        before = g.snapshot()
        befores.append(before)
        where = f"{name}, play {g.state.seq}"
        if walk.rng.random() < TRIED:
            plays_on_a_copy(walk, [any_of(walk.rng.choice(g.choices()), walk.rng)], where)
        if g.state.seq == exhaustive:
            plays_on_a_copy(walk, [a for c in g.choices() for a in all_of(c)], where)
        if walk.rng.random() < REFUSED:
            refuses(g, nonsense(g, walk.rng), where)
        action = walk.step()
        wrong = wrongs(g, walk.money)
        assert not wrong, f"{where}: {action}: {wrong}"
        assert g.codec.action(encode(action)) == action
        assert g.codec.events(encode(g.events)) == g.events
        if walk.rng.random() < BACK:
            there_and_back(g, before, where)
        assert g.state.seq < LONGEST, f"{name} does not end"
    replays(walk, befores, name)


def plays_on_a_copy(walk: Walk, actions: list[Action], where: str) -> None:
    g = walk.game
    snapshot = g.snapshot()
    for action in actions:
        assert g.legal(action), f"{where}: {action} is listed and not legal"
        copy = Game.load(g.rules, snapshot)
        copy.play(action)
        wrong = wrongs(copy, walk.money)
        assert not wrong, f"{where}: {action}: {wrong}"
    assert g.snapshot() == snapshot


def there_and_back(g: Game, before: bytes, where: str) -> None:
    after = g.snapshot()
    assert stands_alone(g), where
    g.undo()
    assert g.snapshot() == before, where
    g.redo()
    assert g.snapshot() == after == encode(g.codec.state(after)) == encode(g.state), where


def replays(walk: Walk, befores: list[bytes], name: str) -> None:
    """The log gives the same bytes: of every seventh game all of it, of the others its last plays."""
    played = 0 if walk.number % ALL == 0 else max(0, len(befores) - LAST)
    copy = Game.load(walk.game.rules, befores[played])
    for action in walk.plays[played:]:
        copy.play(action)
    assert copy.snapshot() == walk.game.snapshot(), name


def refuses(g: Game, action, where: str) -> None:
    before = g.snapshot()
    if g.legal(action):
        return
    with pytest.raises(Illegal) as caught:
        g.play(action)
    said = str(caught.value)
    assert len(said) > 8, f"{where}: {action} is refused with {said!r}"
    assert not set(said) & set("{}<>"), f"{where}: {action} is refused with {said!r}"
    assert "None" not in said, f"{where}: {action} is refused with {said!r}"
    assert g.snapshot() == before == encode(g.state), where


def nonsense(g: Game, rng: random.Random):
    """An action of any kind with fields of the right type: things of this game, numbers, or words of no meaning."""
    kind = rng.choice([*ACTIONS, *g.rules.actions])
    data = g.rules.data
    words = [
        *data.hexes,
        *data.tiles,
        *data.companies,
        *data.cards,
        *g.state.order,
        "ipo",
        "pool",
        "full",
        "",
        "?",
        "D4.b",
    ]
    values: dict[str, Any] = {"by": rng.choice([*g.state.order, *g.deciders() * 3, "nobody"])}
    for field in msgspec.structs.fields(kind):
        if field.name == "by":
            continue
        shape = str(field.type)
        if "Route" in shape:
            stops = tuple(f"{rng.choice([*data.hexes])}.a" for _ in range(rng.randint(0, 4)))
            values[field.name] = (Route(rng.choice(data.train_cards), stops),) * rng.randint(0, 2)
        elif "bool" in shape:
            values[field.name] = rng.random() < 0.5
        elif "int" in shape:
            values[field.name] = rng.choice([-5, 0, 1, 2, 5, 20, 55, 100, 10**9])
        elif "tuple" in shape:
            values[field.name] = tuple(rng.sample(words, rng.randint(0, 3)))
        else:
            values[field.name] = rng.choice(words)
    return kind(**values)


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("title", TITLES)
def test_odd_characters_get_nobody_stuck(title, character):
    """Whoever must act can, in whole games too; `python -m tests.characters` plays many more."""
    found = fault(meet(title, [*CHARACTERS].index(character), character, short=character not in WHOLE_CHARACTERS))
    assert not found, f"{title}, {found}"


def test_a_step_that_offers_nothing_is_found():
    walk = meet("18GA", 0, "builder", short=True)
    walk.game._awaited = lambda: LazyList(())  # type: ignore[method-assign]
    assert "nobody must act" in fault(walk)


@pytest.mark.parametrize("title", TITLES)
def test_random_games_end_in_every_way(title):
    """The habits together reach every end that the title knows, by many kinds of action."""
    ends: set[str] = set()
    kinds: Counter[str] = Counter()
    for number in range(first := FIRST.get(title, 0), first + 24):
        walk = begin(title, number, long=LONGEST)
        while not walk.game.state.over:
            walk.step()
        ends.add(walk.game.state.over)
        kinds += walk.kinds
        wanted = {*walk.game.rules.ends} - {"standstill"}
        if ends >= wanted:
            break
    assert ends >= wanted
    opening = {"Keep", "Draft", "BuyHand", "BuyRow"} if title == "18India" else {"Bid", "Par"}
    assert {*opening, "BuyShare", "SellShares", "LayTile", "PlaceToken", "RunTrains", "BuyTrain"} <= {*kinds}


@pytest.mark.parametrize("title", TITLES)
def test_a_game_in_which_nobody_can_ever_act_is_over(title):
    """Nobody has money, shares or privates: rounds would follow each other without end."""
    walk = begin(title, 0)
    state = walk.game.codec.state(walk.game.snapshot())
    state.place = {c: "gone" if c in walk.game.rules.data.privates else p for c, p in state.place.items()}
    state.cash = dict.fromkeys(state.cash, 0) | {"bank": walk.game.rules.data.file.bank}
    state.bids, state.agenda = {}, [RoundSequence(stage="OR")]
    g = Game(walk.game.rules, state)
    g.settle()
    assert g.state.over == "standstill"

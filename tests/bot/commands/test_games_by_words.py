"""Games by typed words alone, without a picture: whole ones of each title as words are read, and parts of them by `/do`."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from bot.interchange.importer import read_game
from bot.model.action_form import find_by_digest
from bot.model.kinds import FOLLOWING
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_words import read_words
from bot.model.words.vocabulary import Vocabulary, describe_position
from bot.views.command_options import unstamp
from game.actions import Action, LayTile, RunTrains
from game.choices import Choice
from game.notation import line
from game.play import Game
from game.rules import Rules
from render.data import queries
from tests.support.button_player import Player
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, World, answer, commit_label, said, words, world
from tests.support.golden_positions import golden_position
from tests.support.random_games import pick
from tests.support.short_games import EAGER, brief
from tests.support.spoken_words import Speaker
from titles import TITLES
from titles.india.actions import Keep

MOST = 1500  # moves after which a game is over
FEW = 22  # moves by `/do` from the middle of a game
SEATS = {name: name.lower() for name in NAMES[:3]}
OPERATING = {"LayTile", "PlaceToken", "RunTrains", "PayDividend", "BuyTrain", "Pass"}
COMMON = OPERATING | {"BuyShare", "SellShares", "Answer"}
DEALS = {"SellPrivate", "BuyPrivate", "TakePrivate"}
CARDS = {
    "Keep",
    "Draft",
    "BuyHand",
    "BuyHandPrivates",
    "BuyRow",
    "BuyCard",
    "BuyBond",
    "SellCard",
    "Use",
    "ClosePrivate",
}
# Title, dollars in its bank, seeds of games that such a bank ends soon, and what is decided in them.
GAMES: list[tuple[str, int, tuple[int, ...], set[str]]] = [
    ("18GA", 1900, (1, 28), COMMON | DEALS | {"Bid", "Par", "DiscardTrain"}),
    ("18TN", 1800, (0, 2), COMMON | DEALS | {"Bid", "Par"}),
    ("18VA", 1500, (0, 3), COMMON | {"Bid", "Par", "TakePrivate", "Choose", "Use"}),
    ("18EU", 4000, (3,), COMMON | {"Bid", "Par", "Exchange", "Redeem"}),
    ("18India", 2250, (0, 2), COMMON | CARDS | {"SellTrain", "RemoveToken"}),
]
MIDDLES = [("18GA-bank", 249), ("18TN-bank", 126), ("18VA-bank", 285), ("18EU-bank", 189), ("18India-bank", 195)]


def wish(g: Game, dice: random.Random) -> Action:
    """What is wanted: anything, but of runs the best."""
    wanted = pick(g, dice, EAGER)
    runs = [a for c in g.choices(wanted.by) if c.kind is RunTrains for a in c.actions[:1]]
    return runs[0] if isinstance(wanted, RunTrains) else wanted


def knows(g: Game, by: str) -> Vocabulary:
    """What somebody's words may speak of, as `/do` has it."""
    view = g.view(by)
    return describe_position(g.rules, view, SEATS, queries.acting_company(view))


def offered(choices: list[Choice]) -> list[Action]:
    return [a for c in choices for a in c]


def meant(reading: Reading) -> Action | None:
    """What words mean alone: played, or shown to be committed."""
    alone = reading.several[0] if len(reading.several) == 1 else None
    return reading.action or alone


def alike(one: Action | None, other: Action, rules: Rules) -> bool:
    """Whether two actions are the same, or cannot be told apart: equal faces of a tile, cards of a hand."""
    return one is not None and _plain(one, rules) == _plain(other, rules)


def _plain(action: Action, rules: Rules) -> Any:
    match action:
        case LayTile(tile=tile, rotation=rotation):
            return structs.replace(action, rotation=rules.data.tiles[tile].listed(rotation))
        case Keep(cards=cards):
            return sorted(map(str, (rules.data.certificates.get(c, c) for c in cards)))
    return action


def played(title: str, bank: int, seed: int) -> Counter[str]:
    """A whole game of three people who type; how often each kind of action was said."""
    g = Game.new(brief(title, bank)[title].rules((), 3), [*SEATS.values()], str(seed))
    dice, speaker, kinds = random.Random(seed), Speaker(random.Random(seed)), Counter[str]()
    while not g.state.over:
        wanted = wish(g, dice)
        choices, known = g.choices(wanted.by), knows(g, wanted.by)
        typed = speaker.say(wanted, known, offered(choices))
        read = read_words(typed, wanted.by, choices, known)
        found = meant(read)
        assert alike(found, wanted, g.rules), (
            f"{title} {seed}, move {g.state.seq}: {typed!r} for {line(wanted)} is read as {read}"
        )
        assert found is not None
        g.play(found)
        kinds[type(wanted).__name__] += 1
        assert g.state.seq < MOST, "a game without end"
    return kinds


@pytest.mark.parametrize(("title", "bank", "seeds", "decided"), GAMES, ids=[g[0] for g in GAMES])
def test_whole_games_are_played_by_words_alone(
    title: str, bank: int, seeds: tuple[int, ...], decided: set[str]
) -> None:
    kinds = sum((played(title, bank, seed) for seed in seeds), Counter[str]())
    assert decided <= set(kinds), "other games than those chosen: look for seeds whose games decide all this"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("title", TITLES)
def test_games_with_more_money_are_played_by_words_alone(title: str, seed: int) -> None:
    assert sum(played(title, 6000, seed).values())


@pytest.mark.long
@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA", "18EU"])  # 18 India's hands were dealt by that site
def test_what_people_did_on_18xx_games_can_be_typed(title: str, shared: Path) -> None:
    """Each action of the recorded games but runs, whose routes nobody types."""
    for path in sorted((shared / "recorded" / title).glob("*.json")):
        imported = read_game(path.read_bytes())
        g = Game.new(TITLES[title].rules(imported.options, len(imported.players)), imported.players, "", seated=True)
        speaker = Speaker(random.Random(path.stem))
        for _, done in imported.plays:
            if not isinstance(done, RunTrains):
                choices, known = g.choices(done.by), knows(g, done.by)
                typed = speaker.say(done, known, offered(choices))
                found = meant(read_words(typed, done.by, choices, known))
                assert alike(found, done, g.rules), f"{path.stem}, move {g.state.seq}: {typed!r} for {line(done)}"
            g.play(done)


# ---------------------------------------------------------------------- by /do, in Discord


async def type_on(w: World, thread: Any, seed: int, most: int) -> int:
    """So many moves by `/do`, or to the end: each is what was wanted, at once or when what is shown is committed."""
    dice, speaker = random.Random(seed), Speaker(random.Random(seed))
    for done in range(most):
        table = await w.game(thread)
        if table.position.over:
            return done
        g = Game.load(table.rules, table.position.state)
        wanted = wish(g, dice)
        typed = speaker.say(wanted, knows(g, wanted.by), offered(g.choices(wanted.by)))
        await type_one(w, thread, wanted, typed)
    return most


async def type_one(w: World, thread: Any, wanted: Action, typed: str) -> None:
    """Type it: nothing but what was wanted is done, and whatever is secret or weighty is shown first."""
    table = await w.game(thread)
    actor, before = w.actor_at(table, wanted.by), len(await table.history())
    offers = [unstamp(o["value"])[1] for o in await actor.autocomplete(thread, "do", "action", typed)]
    first = find_by_digest(table.choices(wanted.by), offers[0][1:]) if offers and offers[0].startswith("#") else None
    assert offers, f"nothing is offered for {typed!r}"
    assert alike(first, wanted, table.rules) or line(wanted) in offers or isinstance(wanted, Keep), offers[0]
    shown = await actor.slash(thread, "do", action=typed)
    if len(await table.history()) == before:
        message = answer(shown)
        assert commit_label(message), f"{typed!r} for {line(wanted)}: {words(message)}"
        await actor.click(message, label=commit_label(message))
    else:
        to_be_shown = wanted.weighty or wanted.covert or bool(wanted.secret)
        assert not to_be_shown, f"{typed!r} is not shown before it is done"
    made = [m for m in (await table.history())[before:] if m.via not in FOLLOWING]
    assert made, f"{typed!r} does nothing: {said(shown)}"
    assert alike(made[0].action, wanted, table.rules), f"{typed!r} for {line(wanted)} does {made[0].action}"


@pytest.mark.parametrize(("name", "number"), MIDDLES, ids=[m[0] for m in MIDDLES])
async def test_a_part_of_a_game_is_typed_without_pictures(
    name: str, number: int, pictures_off: None, tmp_path: Path
) -> None:
    async with world(tmp_path, NAMES) as w:
        thread = await table_at(w, golden_position(name, number))
        assert await type_on(w, thread, number, FEW) == FEW


@pytest.mark.long
@pytest.mark.parametrize(("title", "bank", "seeds", "_decided"), GAMES, ids=[g[0] for g in GAMES])
async def test_a_whole_game_is_typed_without_pictures(
    title: str,
    bank: int,
    seeds: tuple[int, ...],
    _decided: set[str],
    pictures_off: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: str(seeds[0]))
    async with world(tmp_path, titles=brief(title, bank)) as w:
        thread = await w.table(title=title)
        await w["Ann"].slash(thread, "host post", level="quiet")
        await type_on(w, thread, seeds[0], MOST)
        assert (await Player(w, thread).game()).position.over

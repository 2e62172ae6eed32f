"""Games written as files of 18xx.games: recorded ones come out as they went in, random ones lead to the same state again."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import msgspec
import pytest

from bot.files.transcripts import convert_recorded_game
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.export_state import Source
from bot.interchange.exporter import Exporter, write_game, write_in_order
from bot.interchange.importer import Importer
from bot.interchange.site import records
from bot.interchange.site.decoding import decode
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.undo_filter import filter_undone
from bot.interchange.trace import Trace, find_differences
from game.actions import Action, LayTile, Pass
from game.codec import encode
from game.load import load
from game.play import Game
from tests.conftest import shared_folder
from tests.support.preset_games import StuckError, begun, plays

RECORDED = [
    path
    for title in EXPORT_PROFILES
    for path in sorted((shared_folder() / "recorded" / title.replace(" ", "")).glob("*.json"))
]
RANDOM = 1  # game of each title; test_random_files has others, which go both ways
MORE = 79  # others, in the long tests


def test_a_title_without_a_profile_is_told_in_a_sentence():
    """One that is added works without: asking for its file was a fault."""
    with pytest.raises(Unwritable, match="cannot write games of Toy for"):
        write_game(Source("Toy", (), ("ann", "bob"), "7", seated=True, actions=()))


def moves_told(data):
    """What a file says, apart from numbering, time stamps and bookkeeping."""
    _, entries = decode(data)
    parts = [part for record in filter_undone(entries) for part in (record, *record.auto_actions)]
    return with_purchases_first([comparable_fields(part) for part in parts if type(part) not in records.ORDERS])


def with_purchases_first(entries):
    """A company buys privates at any time: before or after its pass in another step is all the same."""
    for i in range(1, len(entries)):
        j = i
        while (
            j
            and entries[j]["type"] == "buy_company"
            and entries[j - 1]["type"] == "pass"
            and entries[j - 1]["entity"] == entries[j]["entity"]
        ):
            entries[j - 1], entries[j] = entries[j], entries[j - 1]
            j -= 1
    return entries


def comparable_fields(record):
    """One action. Trains, certificates and bonds of a kind are alike, the circle of a station is ignored by the site, old files
    lack percentages, and the legs of a route come in any order and direction.
    """
    fields = msgspec.to_builtins(record)
    for key in ("id", "auto_actions", "slot", "tokener"):
        fields.pop(key, None)
    if "train" in fields:
        fields["train"] = fields["train"].rpartition("-")[0]
    if fields["type"] == "buy_shares":
        fields.pop("percent", None)
    if fields["type"] == "remove_border":  # a hexside has two names
        here, edge = fields.pop("hex"), fields.pop("edge")
        fields["between"] = {here, load("18india").hexes[here].sides[edge]}
    if fields["type"] == "end_game":
        del fields["entity"], fields["entity_type"]
    if fields["type"] == "run_routes":
        fields["routes"] = sorted(map(travelled, fields.pop("routes", ())))
    return fields


def travelled(route):
    legs = route.get("connections", ())
    return (
        route["train"].rpartition("-")[0],
        sorted(min(tuple(c), tuple(c[::-1])) for c in legs),
        route.get("revenue") if legs else None,
    )


def unpriced(entries):
    """The oldest files do not tell what the runs were worth."""
    for action in entries:
        if action["type"] == "run_routes":
            action["routes"] = [(train, legs, None) for train, legs, _ in action["routes"]]
    return entries


def without_numbers(entries):
    """Certificates of 18 India without their numbers, apart from the director's: equal ones take each other's place."""
    for action in entries:
        for key in ("company", "shares", "companies"):
            names = action.get(key)
            if isinstance(names, str):
                action[key] = unnumbered(names)
            elif names:
                action[key] = sorted(map(unnumbered, names))
    return entries


def unnumbered(name):
    return re.sub(r"^(GIPR_|RB)\d+$|^([A-Z]+_)[1-9]$", r"\1\2", name)


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.stem)
def test_a_recorded_game_comes_out_as_it_went_in(path):
    """The same actions, and after each of them what the site's own engine said of the game."""
    data = path.read_bytes()
    first = Importer(data)
    told = {}  # plays so far -> number of the action that they have come to
    for at in first.play_all():
        if not first.midway:
            told[len(first.imported.plays)] = at
    source = convert_recorded_game(first).as_source()
    written = write_game(source)
    assert written.warnings == ()
    ours, theirs = moves_told(written.data), moves_told(data)
    if first.profile.title == "18India":
        ours, theirs = without_numbers(ours), without_numbers(theirs)
    if b'"revenue"' not in data:
        ours = unpriced(ours)
    assert ours == theirs
    again, trace = Importer(written.data), Trace(path.with_name(f"{path.stem}.trace.jsonl").read_bytes())
    rows = [row.id for row in trace.rows]
    compared = 0
    for _ in again.play_all():
        come = told.get(len(again.imported.plays))
        if come is None or again.midway:
            continue
        while rows and rows[0] <= come:
            assert trace.follow(rows.pop(0))
        assert find_differences(again.game, again.profile, trace.recorded_state, again.imported.players) == {}, come
        compared += 1
    assert compared > 0.9 * len(told)
    assert tuple(a for _, a in again.imported.plays) == source.actions
    assert again.game.snapshot() == first.game.snapshot()


# ---------------------------------------------------------------------- random games


def apart_from_passes(g):
    """The state without the number of plays, since a pass that the site does not ask for is in no file; and without the seed,
    which seats the players and nothing else but deals 18 India.
    """
    state = g.codec.state(g.snapshot())
    state.seq = 0
    if state.title != "18India":
        state.seed = ""
    return encode(state)


def without_passes(actions):
    """In 18 India all players choose their cards before anything else, here in any order. A private's tile is written before the
    company's last one where the site waits for it no longer after that, and both ways lead to the same position.
    """
    acted = [a for a in actions if not isinstance(a, Pass)]
    chosen = [a for a in acted if type(a).__name__ == "Keep"]
    rest = acted[len(chosen) :]
    for n, (lay, private) in enumerate(itertools.pairwise(rest)):
        if isinstance(lay, LayTile) and isinstance(private, LayTile) and private.using and not lay.using:
            rest[n : n + 2] = private, lay
    return sorted(chosen, key=lambda a: a.by) + rest


# What that program cannot play, or charges wrongly, and the writer says so: another game is taken.
AVOIDED = {
    "18India": r"18xx\.games (cannot (float|convert)|breaks down|keeps that city|loses the station)",
    "18EU": r"18xx\.games (charges £60 too much|lets|cannot start)",
}


def leads_to_the_same_state_again(title, first):
    """Of numbers from the first on the first one whose game both engines can play to its end."""
    for number in range(first, first + 1000, 200):
        played: list[Action] = []
        try:
            exporter = Exporter(begun(title, number))
            assert apart_from_passes(exporter.game) == apart_from_passes(exporter.original), "another setup"
            game = Game.load(exporter.original.rules, exporter.original.snapshot())
            for action in plays(game, title, number):
                played.append(action)
                game.play(action)
            written, exporter = write_in_order(replace(exporter.source, actions=tuple(played)))
            played = [*exporter.actions]
        except StuckError:
            continue
        except Unwritable as error:
            if re.search(AVOIDED.get(title, "$^"), str(error)):
                continue
            raise
        assert written.warnings == ()
        again = Importer(written.data)
        for _ in again.play_all():
            pass
        assert without_passes(a for _, a in again.imported.plays) == without_passes(played)
        assert exporter.game.state.over
        assert apart_from_passes(again.game) == apart_from_passes(exporter.game)
        return
    raise AssertionError("no number leads to a game that both engines can play")


@pytest.mark.parametrize("number", range(RANDOM))
@pytest.mark.parametrize("title", EXPORT_PROFILES)
def test_a_random_game_leads_to_the_same_state_again(title, number):
    leads_to_the_same_state_again(title, number)


@pytest.mark.long
@pytest.mark.parametrize("number", range(RANDOM, RANDOM + MORE))
@pytest.mark.parametrize("title", EXPORT_PROFILES)
def test_many_random_games_lead_to_the_same_state_again(title, number):
    leads_to_the_same_state_again(title, number)

"""Runs that are named by what they leave out, a place or a train: `run without Lebanon`, `best run not via Rome`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.commands.do.seat_position import SeatPosition
from bot.model.action_form import Draft, action_digest
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.vocabulary import Vocabulary
from bot.views.console.state import ConsoleState
from bot.views.pages.run_reasons import explain_missing_places, find_places, find_runs_through
from game.actions import RunTrains
from game.rules import Rules
from render.data import queries
from render.data.names import listed

WITHOUT_PLACE = re.compile(
    r"\b(?:without|avoid|avoiding|skip|skipping|except|ohne|not (?:via|through|to|over|with|into?))\s+(?=\S)",
    re.IGNORECASE,
)


async def find_run_without(position: SeatPosition, words: str) -> ConsoleState | str | None:
    """The console with the best run that leaves out what a line says, or why there is no such run; None of other lines, and where
    no trains run.
    """
    said = WITHOUT_PLACE.search(words)
    runs = (
        [a for a in await position.table.play_runs(position.by) if isinstance(a, RunTrains)] if said is not None else []
    )
    if said is None or not runs:
        return None
    wanted, unwanted = words[: said.start()], words[said.end() :]
    skipped = find_places(unwanted, position.rules)
    trains = (
        [w for w in map(bare_train, unwanted.casefold().split()) if w in position.vocabulary.train_names]
        if not skipped
        else []
    )
    if not skipped and not trains:
        return None
    if find_places(wanted, position.rules):
        runs = find_runs_through(wanted, runs, position.rules)
        if not runs and (missing := await explain_missing_places(position.table, position.by, position.view, wanted)):
            return missing.rstrip(".")
    kept = [r for r in runs if not _stops_at(r, skipped) and not _uses(r, trains, position.vocabulary)]
    if kept:
        return ConsoleState(Draft(act=action_digest(kept[0])), 0, position.table.action_version(position.by))
    names = [position.rules.data.hexes[h].name or h for h in skipped] or [
        _name_train(t, position.vocabulary.rules) for t in trains
    ]
    return f"none of the runs listed leaves out {listed(names, 'and')}"


def _stops_at(run: RunTrains, hexes: Sequence[str]) -> bool:
    """Whether a train of a run stops in one of these hexes."""
    return any(stop.partition(".")[0] in hexes for route in run.routes for stop in route.stops)


def _uses(run: RunTrains, trains: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether one of these trains runs, or is a car of the company without a route of its own: that goes with the others."""
    cars = {t for t, d in vocabulary.rules.data.trains.items() if not d.reach and not d.sides}
    owned = {queries.train_type(card) for card, place in vocabulary.places.items() if place == vocabulary.company}
    running = {queries.train_type(route.train) for route in run.routes} | (cars & owned)
    return any({t.casefold(), vocabulary.rules.data.trains[t].called.casefold()} & {*trains} for t in running)


def _name_train(train: str, rules: Rules) -> str:
    """What a train is called in a sentence, `the 3-train`, `the Pullman`, by how it was typed."""
    called = next((d.called for t, d in rules.data.trains.items() if train in (t.casefold(), d.called.casefold())), "")
    return f"the {called or f'{train.upper()}-train'}"

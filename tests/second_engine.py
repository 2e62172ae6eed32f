"""Games of random players held against another program that plays files of 18xx.games, action by action.

    python -m tests.second_engine --engine "COMMAND" --titles 18GA 18TN --games 100 --players 3 4 --seed 1

plays games under the preset of 18xx.games, writes each as a file and runs COMMAND FILE, which prints a trace: a line with the
start state, a line per action with what changed, a line with the result, all as JSON. An action that the other program refuses
ends its trace with a line `{"refused": message}`, with `"loads": true` where it takes the whole file as it loads it, with
fewer checks. A company that is out of the game is missing from a state; one that may start again is there anew. Every state
and the result must be equal. `--keep DIR` keeps the files that fall short, `--faults FILE` notes the games that end in a known
fault of other programs; they are counted by name, and are neither accepted nor equal. The exit status is 1 where a game falls
short for any other cause.

`--speed` prints the CPU time of both for the games that both play to the end: ours reads and plays the file with all checks;
theirs is that of its process, start included, or the seconds that its last line gives as `cpu`.

`--speed --recorded FOLDER` does so for recorded games, which lie in a folder for each title (`tests/support/replay_speed.py`).

`--legal` also compares at each position what both offer; `tests/support/legal_offers.py` says in which form the other program
tells it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TextIO

from bot.interchange.comparison import compare_positions, describe_result_difference
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.export_state import Source
from bot.interchange.exporter import write_game
from bot.interchange.import_state import PRESET
from bot.interchange.importer import Importer
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.records import Damaged
from bot.interchange.trace import Trace
from bot.sandbox import random_player
from game.actions import Action
from game.play import Game
from tests.characters import CHARACTERS, PAYING, SELDOM
from tests.support import legal_offers
from tests.support.legal_offers import Difference
from tests.support.random_games import HURRIED, LONG, PAYS, pick
from tests.support.replay_speed import compare_speed
from titles import TITLES

LONGEST = 4000  # plays; what goes on for longer is written as far as it has come
EVEN = "even"  # the player of `trunkline play --random`
PATIENCE = 600  # seconds for the other program and one file
# Faults of other programs that no file can avoid: pattern of the message -> name, with the paragraph that it breaks
FAULTS = {
    r"must use new track or change city value": "a lay that closes a loop is refused (18GA, 18TN 4.2.1(j))",
    r"breaks down where \w+ gets its home in": "the second resident of a yellow double city finds no place (18 India 2.0)",
    r"keeps that city of \w+ for": "the layer of a double city cannot choose for its token (18 India 8.4.1.1)",
    r"undefined method .price=": "it crashes where only a taken-over token is left for P5 (18 India 2.5, 8.4.4.4)",
    r"undefined method .spender": "it crashes where the French company helps a company that closes (18 India 2.5)",
    r"goes along, which at 18xx.games lies elsewhere": "a share follows the M&BR to its next owners (18GA Table III)",
    r"charges \S+ too much for the upgrade": "a mountain's cost goes with the tile that lay there (18EU 4.4.1)",
    r"lets \S+ (place no station|lay no tile) in": "a circle left stays full for a while (18EU 4.4.1, 4.4.2; 18VA 4.6.3)",
    r"cannot start \w+ so close to the certificate limit": "a minor given up makes no room for its share (18EU 3.1, 4.1.3)",
    r"lets nobody give up minor": "Hamburg counts as a corporation to which minors are connected (18EU 4.2.2)",
    r"cannot float \w+ without a manager": "three shares in play float no company without a manager (18 India 2.2.1)",
    r"cannot float \w+, three shares of which": "three shares dealt into the market float no company (18 India 2.2.1)",
    r"has put the station of \S+ into the circle of": "a double city keeps no circle for its second resident (18 India 8.4.2.2)",
    r"looks at the broken bank a round too late": "interest breaks the bank unseen where no company has a turn (18 India 9.1)",
    r"loses the station of \S+ in": "a guest's station in a double city is lost by its first tile (18 India 8.4.1.1)",
    r"demands a train of \S+ for track at": "a city that a station has left demands a train (18GA 4.2.5.1)",
    r"breaks down where the tile of \w+ ends": "it crashes where a private's tile ends a turn without runs (18TN, privates)",
    r"asks \S+ for no (station|run) after": "a step without a use is over before P2 or P3 give it one (18 India 8.2)",
    r"has not noticed that the GIPR has taken over": "a station taken over is of no use for a while (18 India 8.4.4.4)",
    r"takes circles for full that .* left by closing": "a circle left in a closing stays full for a while (18 India 8.4.4.4)",
    r"ends the game before SR": "its hundredth stock round ends every game (18 India 9.1)",
    r"Run Routes cannot process .* though it loads": "a city left as it was chosen asks for runs (18GA 4.2.3, 18 India 8.4.1.1)",
    r"gives the station of \S+ in \S+ to nobody": "a home beside the Danish station is not taken over (18 India 8.4.4.4)",
    r"asks \S+ for no train by P\d": "trains are over before a private is bought that brings one (18VA, privates)",
    r"cannot convert a bond before": "it crashes where a bond is converted before the GIPR has an owner (18 India 7.2.5)",
}


@dataclass(frozen=True)
class Setup:
    """One game to be played."""

    title: str
    players: int
    seed: int
    character: str

    def __str__(self) -> str:
        return f"{self.title}-{self.players}-{self.seed}-{self.character}"


@dataclass
class Verdict:
    """What came of one game. `short`: why it falls short, "" where it is accepted and equal."""

    setup: Setup
    short: str = ""
    accepted: bool = False
    fault: str = ""  # name of the fault of the other program
    offers: list[Difference] = field(default_factory=list)  # that only one of the two makes
    compared: Counter[str] = field(default_factory=Counter)  # positions whose offers have been compared, by kind
    ours: float = 0.0  # seconds of CPU time for replaying the file
    theirs: float = 0.0
    data: bytes = field(default=b"", repr=False)
    trace: bytes = field(default=b"", repr=False)


# ---------------------------------------------------------------------- one game


def played(setup: Setup, longest: int = LONGEST) -> Source:
    """The game of that setup, as `trunkline play` would play it by this character; so many plays at most."""
    players = tuple(f"p{n}" for n in range(1, setup.players + 1))
    seed = EXPORT_PROFILES[setup.title].convert_seed(str(setup.seed))
    rules = TITLES[setup.title].rules((PRESET,), setup.players)
    g = Game.new(rules, players, seed)
    choose = _player(setup)
    actions: list[Action] = []
    while not g.state.over and len(actions) < longest:
        actions.append(choose(g))
        g.play(actions[-1])
        g.past.clear()
    return Source(setup.title, rules.options, players, seed, seated=False, actions=tuple(actions))


def _player(setup: Setup) -> Callable[[Game], Action]:
    """Who picks the actions: as `trunkline play --random` does, or one of the odd characters, who hurries in the end."""
    if setup.character == EVEN:
        return lambda g: random_player.pick_action(g, str(setup.seed))
    rng = random.Random(str(setup))
    habit, pays = {**SELDOM, **CHARACTERS[setup.character]}, PAYING.get(setup.character, PAYS)
    return lambda g: pick(g, rng, HURRIED if g.state.seq > LONG else habit, pays)


def judge(engine: Sequence[str], setup: Setup, *, legal: bool = False, speed: bool = False) -> Verdict:
    """Play, write, give it to the other program and compare. `legal`: also what both offer, in a game that is equal; `speed`:
    measure how long ours takes to read the file.
    """
    verdict = Verdict(setup)
    try:
        source = played(setup)
        try:
            verdict.data = write_game(source).data
            _hold(verdict, engine)
            if speed:
                verdict.ours = _time_reading(verdict.data)
            if legal and not verdict.short:
                verdict.offers = legal_offers.compare(engine, verdict.data, verdict.compared)
        except Unwritable as error:  # the game up to there must be equal all the same
            verdict.data = write_game(source, partial=True).data
            _hold(verdict, engine)
            verdict.accepted = False
            verdict.short = verdict.short or f"not written: {error}"
    except Damaged as error:
        verdict.short = f"not read: {error}"
    except Exception as error:  # a fault of ours like any other
        verdict.short = f"{type(error).__name__}: {error}"
    verdict.fault = next((name for said, name in FAULTS.items() if re.search(said, verdict.short, re.IGNORECASE)), "")
    return verdict


def _time_reading(data: bytes) -> float:
    """Seconds of CPU time for reading and playing a file; raises Damaged."""
    began = time.process_time()
    for _ in Importer(data).play_all():
        pass
    return time.process_time() - began


def _hold(verdict: Verdict, engine: Sequence[str]) -> None:
    """Hold a written game against the other program; raises Damaged where ours does not read it."""
    verdict.trace, refused = _told(verdict, engine)
    verdict.accepted = not refused
    if not verdict.trace:
        verdict.short = refused or "no trace"
        return
    reader, trace = Importer(verdict.data), Trace(verdict.trace)
    try:
        for unit, found in compare_positions(reader, trace):
            if found and not (refused and not trace.count_left):  # what was refused may be why it differs before
                key, (mine, other) = next(iter(found.items()))
                verdict.short = f"differs after {_where(unit)}: {key}: ours {mine}, theirs {other}"
                return
    except Damaged:
        if not refused:
            raise
    verdict.short = refused or describe_result_difference(reader, trace)


def _where(unit: object) -> str:
    return f"action {unit.number} ({type(unit.record).__name__})" if unit else "the start"  # type: ignore[attr-defined]


def _told(verdict: Verdict, engine: Sequence[str]) -> tuple[bytes, str]:
    """The other program's trace, as far as it goes, and why it goes no further."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{verdict.setup}.json"
        path.write_bytes(verdict.data)
        before = os.times()
        found = subprocess.run([*engine, str(path)], capture_output=True, timeout=PATIENCE, check=False)
        after = os.times()
    verdict.theirs = sum(after[2:4]) - sum(before[2:4])
    lines = [line for line in found.stdout.splitlines() if line.startswith(b"{")]  # the rest is chatter
    last = json.loads(lines[-1]) if lines else {}
    if "refused" in last:
        cut = [*lines[:-1], b'{"final":false,"finished":false}']
        where = f"action {last.get('id', '?')} ({(last.get('action') or {}).get('type', '?')})"
        loads = ", though it loads the file" if last.get("loads") else ""
        return b"\n".join(cut) if len(cut) > 1 else b"", f"refused at {where}: {last['refused']}{loads}"
    if not last.get("final"):
        said = found.stderr.decode(errors="replace").strip().splitlines()[-1:] or [f"exit status {found.returncode}"]
        return b"", f"the program stopped: {said[0][:300]}"
    verdict.theirs = float(last.get("cpu", verdict.theirs))
    return b"\n".join(lines), ""


# ---------------------------------------------------------------------- many games


def setups(title: str, games: int, players: Sequence[int], seed: int, characters: Sequence[str]) -> Iterator[Setup]:
    """Games with seeds from the first one on, with numbers of players and characters in turn."""
    low, high = TITLES[title].file.players
    tables = [n for n in players if low <= n <= high] or [*range(low, high + 1)]
    for i in range(games):
        yield Setup(title, tables[i % len(tables)], seed + i, characters[i // len(tables) % len(characters)])


def kind_of(short: str) -> str:
    """The class of a cause: without numbers and names."""
    plain = re.sub(r"\[[^]]*\]|\{[^}]*\}|'[^']*'", "…", short)
    return re.sub(r"\b[\w'&.-]*[\d&][\w'&.-]*|\b[A-Z]{2,}\b", "#", plain)


def told(title: str, verdicts: Sequence[Verdict], out: TextIO, *, speed: bool) -> bool:
    """Print what came of a title's games; whether all fall short of nothing but known faults."""
    classes: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.short and not verdict.fault:
            classes.setdefault(kind_of(verdict.short), []).append(verdict)
    for found in sorted(classes.values(), key=len, reverse=True):
        print(f"  {len(found)} x {found[0].setup}: {found[0].short[:400]}", file=out)
    for name, count in Counter(v.fault for v in verdicts if v.fault).items():
        print(f"  {count} x known fault: {name}", file=out)
    if speed:
        whole = [v for v in verdicts if v.accepted]
        ours, theirs = sum(v.ours for v in whole), sum(v.theirs for v in whole)
        ratio = f", theirs is {theirs / ours:.2f} of ours" if ours else ""
        print(f"  CPU time for the same {len(whole)} files: ours {ours:.2f} s, theirs {theirs:.2f} s{ratio}", file=out)
    _tell_offers(verdicts, out)
    accepted, equal = sum(v.accepted for v in verdicts), sum(not v.short for v in verdicts)
    print(f"{title}: {accepted} of {len(verdicts)} accepted, {equal} equal", file=out, flush=True)
    return not classes and not any(v.offers for v in verdicts)


def _tell_offers(verdicts: Sequence[Verdict], out: TextIO) -> None:
    """Print how many positions were compared, and what only one of the two offers, by class."""
    classes: dict[str, list[str]] = {}
    for verdict in verdicts:
        for each in verdict.offers:
            name = f"{each.kind} of {'ours' if each.mine else 'theirs'} only: {kind_of(each.why)}"
            classes.setdefault(name, []).append(f"{verdict.setup} {each}")
    compared = sum((v.compared for v in verdicts), Counter[str]())
    if compared:
        print(f"  offers compared: {', '.join(f'{n} x {kind}' for kind, n in compared.most_common())}", file=out)
    for found in sorted(classes.values(), key=len, reverse=True):
        print(f"  {len(found)} x {found[0][:400]}", file=out)


def keep(folder: Path, verdict: Verdict) -> None:
    """The file, the trace and the cause, for looking at."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{verdict.setup}.txt").write_text(f"{verdict.short}\n", "utf-8")
    (folder / f"{verdict.setup}.json").write_bytes(verdict.data)
    (folder / f"{verdict.setup}.trace.jsonl").write_bytes(verdict.trace)


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.second_engine", description=__doc__)
    parser.add_argument("--engine", required=True, type=shlex.split, help="command that prints the trace of a file")
    parser.add_argument("--titles", nargs="+", default=[*TITLES], choices=[*TITLES])
    parser.add_argument("--games", type=int, default=10, help="of each title")
    parser.add_argument(
        "--players", nargs="+", type=int, default=[], help="numbers of players; all that a title allows"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others follow")
    parser.add_argument("--characters", nargs="+", default=[EVEN, *CHARACTERS], choices=[EVEN, *CHARACTERS])
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the games that fall short")
    parser.add_argument("--faults", type=Path, help="file to which games with a known fault are added")
    parser.add_argument("--legal", action="store_true", help="compare what both offer at each position, too")
    parser.add_argument("--speed", action="store_true", help="print the CPU time of both")
    parser.add_argument("--recorded", type=Path, help="with --speed: recorded games in place of new ones")
    parser.add_argument("--rounds", type=int, default=3, help="with --recorded: how often each is measured")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    asked = arguments(words)
    if asked.speed and asked.recorded:
        for title in asked.titles:
            for line in compare_speed(asked.engine, asked.recorded / title, asked.rounds):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
        return 0
    fine = True
    with get_context("spawn").Pool(asked.workers) as pool:
        for title in asked.titles:
            found = setups(title, asked.games, asked.players, asked.seed, asked.characters)
            verdicts = []
            for verdict in pool.imap(partial(judge, asked.engine, legal=asked.legal, speed=asked.speed), found):
                verdicts.append(verdict)
                sys.stdout.write(f"  {verdict.setup}: {verdict.short[:400] or 'equal'}\n")
                sys.stdout.flush()
                if verdict.short and asked.keep:
                    keep(asked.keep, verdict)
                if verdict.fault and asked.faults:
                    with asked.faults.open("a", encoding="utf-8") as handle:
                        handle.write(f"{verdict.setup}: {verdict.fault}: {verdict.short}\n")
            fine = told(title, verdicts, sys.stdout, speed=asked.speed) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

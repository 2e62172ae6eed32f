"""The same log gives the same bytes in every process: other hash seeds, from the start and from snapshot to snapshot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from game.codec import encode
from tests.conftest import ROOT
from tests.support.random_games import begin
from titles import TITLES

SEED = "0"
OTHER = "4711"  # under this one the game is played from snapshot to snapshot
EVERY = 60  # plays between two snapshots
LONGEST = 10_000  # plays; no random game has so many

PROGRAM = """
import json, sys
from game.codec import encode
from game.play import Game
from titles import TITLES

job = json.load(sys.stdin)
rules = TITLES[job["title"]].rules(job["options"], len(job["players"]))
codec = Game.codec_of(rules)
actions = [codec.action(encode(a)) for a in job["actions"]]
out = []
for start, end, snapshot in job["starts"]:
    g = Game.load(rules, snapshot.encode()) if snapshot else Game.new(rules, job["players"], job["seed"])
    out.append([])
    for action in actions[start:end]:
        menu = [encode(a) for c in g.choices() for a in c]
        g.play(action)
        out[-1].append(g.fingerprint() + str(len(menu)) + (menu[0] + menu[-1]).decode())
json.dump(out, sys.stdout)
"""


def log_of(title, number):
    """A random game; its snapshots, with the part of the log that is played from each; and how it ends."""
    walk = begin(title, number)
    players, options, seed = walk.game.state.order, list(walk.game.rules.options), walk.game.state.seed
    snapshots = []
    while not walk.game.state.over:
        walk.step()
        if len(walk.plays) % EVERY == 0:
            snapshots.append((len(walk.plays), len(walk.plays) + EVERY, walk.game.snapshot().decode()))
    asked = {
        "title": title,
        "players": sorted(players),
        "options": options,
        "seed": seed,
        "actions": [json.loads(encode(a)) for a in walk.plays],
    }
    return asked, snapshots, walk.game.fingerprint()


def run(asked, hash_seed):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("title", TITLES)
def test_a_log_gives_the_same_bytes_under_every_hash_seed(title):
    asked, snapshots, last = log_of(title, 3)
    jobs = [([(0, LONGEST, "")], SEED), (snapshots, OTHER)]
    with ThreadPoolExecutor(2) as pool:
        (first,), parts = pool.map(lambda job: run({**asked, "starts": job[0]}, job[1]), jobs)
    assert first[-1].startswith(last)
    assert len(parts) == len(snapshots) > 1
    for (start, end, _), part in zip(snapshots, parts, strict=True):
        assert part == first[start:end]


def test_seats_are_drawn_alike_everywhere():
    asked = {"title": next(iter(TITLES)), "players": ["ann", "bob", "cid"], "options": [], "seed": "x", "actions": []}
    found = run({**asked, "starts": [[0, 0, ""]]}, "5")
    assert found == [[]]

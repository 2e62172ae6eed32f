"""What `trunkline bot` loads before it answers."""

from __future__ import annotations

import subprocess
import sys

from tests.conftest import ROOT


def loaded(modules: str) -> set[str]:
    """What a fresh interpreter has loaded after importing these modules."""
    script = f"import sys, {modules}\nprint(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    return set(run.stdout.split())


def test_the_bot_starts_without_the_libraries_that_few_answers_need() -> None:
    modules = loaded("bot.__main__, bot.cli.serve")
    assert "discord" in modules
    assert not modules & {"alembic", "bot.interchange.importer", "networkx", "simcord", "sqlalchemy.orm"}


def test_what_is_being_loaded_is_seldom_searched_for_garbage() -> None:
    """All of it stays: to look through it hundreds of times took an eighth of the start."""
    script = "import gc, bot.__main__\nfrom gc import get_stats as g\na = g()[0]['collections']\n"
    script += "import bot.model.words.reading.typed_words\nprint(g()[0]['collections'] - a)"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert int(run.stdout) < 15


def test_what_needs_networkx_loads_it() -> None:
    assert "networkx" in loaded("bot.model.board.map_graph")

"""The linters and the type checker are part of the one test command, so that it is the whole check."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import CI, ROOT

TOOLS = {
    "mypy": ["mypy", *["--no-incremental"] * CI],  # nobody comes back to what it would keep of a continuous run
    "ruff check": ["ruff", "check", "--output-format", "concise", "."],
    "ruff format": ["ruff", "format", "--check", "."],
}


@pytest.mark.parametrize("tool", TOOLS)
def test_tool_finds_nothing(tool: str) -> None:
    done = subprocess.run([sys.executable, "-m", *TOOLS[tool]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{tool}:\n{done.stdout}{done.stderr}"


def test_the_longest_tests_begin_first(request: pytest.FixtureRequest) -> None:
    """Tests are collected in the order of folders, in which these came last."""
    assert request.session.items[0].path == request.path

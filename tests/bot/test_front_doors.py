"""Each package of the bot says what is in it: the names of its docstring are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

BOT = ROOT / "bot"
QUOTED = re.compile(r"`([a-z_0-9]+)(?:\.([A-Za-z_]+))?`")
DOORS = sorted(p for p in BOT.glob("*/__init__.py") if p.parent.name != "migrations")


def named(path: Path) -> list[tuple[str, str]]:
    """Modules and the names in them that a package's docstring lists."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return [(m[1], m[2] or "") for m in QUOTED.finditer(text)]


def defined(module: Path) -> set[str]:
    """Top-level names of a module."""
    body = ast.parse(module.read_text("utf-8")).body
    names = {n.name for n in body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    names |= {t.id for n in body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    return names | {n.target.id for n in body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}


@pytest.mark.parametrize("door", DOORS, ids=lambda p: p.parent.name)
def test_what_a_package_names_is_in_it(door: Path) -> None:
    pairs = named(door)
    assert pairs, "say what is in it, and the names to begin with"
    for module, name in pairs:
        file = door.parent / f"{module}.py"
        if name:
            assert name in defined(file), f"{module}.{name}"
        else:
            assert file.is_file() or (door.parent / module).is_dir(), module

"""The shape of the code: who may import whom, and a few habits that keep titles apart from the engine."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from tests.conftest import ROOT

STDLIB = sys.stdlib_module_names - {"random"}  # chance comes from the seed of the game
TIMELESS = STDLIB - {"asyncio", "time", "datetime", "threading", "socket", "sqlite3", "subprocess"}
OUTSIDE_BOT = {"msgspec", "networkx", "PIL", "matplotlib"}
DISCORD = ("bot/client/*.py", "bot/commands/*.py")


@dataclass(frozen=True)
class Rule:
    """What the files that match may import: roots (`msgspec`) or modules (`game.rules`), and what of these they may not."""

    files: str
    may: frozenset[str] | set[str]
    but: frozenset[str] | set[str] = frozenset()


RULES = (
    Rule("game/*.py", TIMELESS | {"msgspec", "networkx", "game"}),
    Rule("titles/*.py", TIMELESS | {"msgspec", "game", "titles"}),
    # One lock: matplotlib's settings are global.
    Rule(
        "render/*.py",
        TIMELESS | {"threading", "msgspec", "game", "render", "PIL", "matplotlib"},
        {"game.play", "game.steps"},
    ),
    Rule(
        "bot/*.py",
        STDLIB
        | {"msgspec", "networkx", "game", "titles", "render", "bot", "discord", "simcord", "aiohttp", "typer"}
        | {"sqlalchemy", "alembic", "aiosqlite", "platformdirs", "prometheus_client", "PIL"},
        {"game.steps"},
    ),
)

# Inside `game` imports go down only: a module imports from its own level or from below.
LEVELS = (
    {"state", "actions", "events", "choices", "chance", "hexes", "tiles", "rules", "steps", "routing.reachability"},
    {"load", "codec", "cards", "money", "notation", "transcript", "upgrade", "upgrades", "options"},
    {
        "market",
        "routing.*",
        "board",
        "stations",
        "trains",
        "ending",
        "shares",
        "emergency",
        "limits",
        "privates",
        "bankruptcy",
    },
    {"steps.*"},
    {"play"},
)


@dataclass(frozen=True)
class Import:
    file: str
    module: str

    def within(self, names: frozenset[str] | set[str]) -> bool:
        return any(self.module == n or self.module.startswith(f"{n}.") for n in names)


def sources(*folders: str) -> list[Path]:
    return [p for folder in folders for p in sorted((ROOT / folder).rglob("*.py"))]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run: imports for the type checker only are left out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from walk(child)


@cache
def imports(path: Path) -> tuple[Import, ...]:
    return tuple(found_imports(path))


def found_imports(path: Path) -> Iterator[Import]:
    file = path.relative_to(ROOT).as_posix()
    for node in walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (Import(file, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: imports are absolute"
            base = node.module or ""
            modules = [f"{base}.{alias.name}" for alias in node.names]
            yield from (Import(file, m if exists(m) else base) for m in modules)


def exists(module: str) -> bool:
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def level(file: str) -> int:
    name = file.removeprefix("game/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    found = [i for i, names in enumerate(LEVELS) if any(fnmatch(name, n) for n in names)]
    assert found, f"{file} has no level yet: give it one in LEVELS"
    return found[0]


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.files.split("/")[0])
def test_imports_keep_to_the_table(rule: Rule) -> None:
    found = [i for path in sources(rule.files.split("/")[0]) for i in imports(path)]
    assert sources(rule.files.split("/")[0]), "the folder has moved"
    bad = [f"{i.file} imports {i.module}" for i in found if not i.within(rule.may) or i.within(rule.but)]
    assert not bad, "\n".join(bad)


def test_game_imports_downward_only():
    graph = nx.DiGraph()
    bad = []
    for path in sources("game"):
        for i in imports(path):
            if i.module.startswith("game.") and i.file != "game/__init__.py":
                target = "game/" + i.module.removeprefix("game.").replace(".", "/") + ".py"
                target = target if (ROOT / target).is_file() else target.removesuffix(".py") + "/__init__.py"
                graph.add_edge(i.file, target)
                if level(target) > level(i.file):
                    bad.append(f"{i.file} imports {target}, which lies above it")
    assert not bad, "\n".join(bad)
    assert nx.is_directed_acyclic_graph(graph), nx.find_cycle(graph)


def test_the_type_checkers_imports_are_told_apart(tmp_path):
    path = tmp_path / "x.py"
    path.write_text("if TYPE_CHECKING:\n    import discord\nimport json\n", "utf-8")
    assert [n.names[0].name for n in walk(tree(path)) if isinstance(n, ast.Import)] == ["json"]


@pytest.mark.parametrize(
    ("library", "allowed"),
    [
        ("discord", DISCORD),
        ("simcord", ("bot/sandbox/server.py", "bot/sandbox/simcord_patches.py", "bot/sandbox/turns.py")),
        ("matplotlib", ("render/pictures/charts.py",)),
        ("aiohttp", ("bot/sandbox/server.py",)),
    ],
)
def test_a_library_stays_in_its_place(library: str, allowed: tuple[str, ...]) -> None:
    bad = {
        i.file
        for path in sources("bot", "game", "render", "titles")
        for i in imports(path)
        if i.within({library}) and not any(fnmatch(i.file, a) for a in allowed)
    }
    assert not bad


def test_the_bot_meets_titles_only_through_their_table():
    bad = {f"{i.file} imports {i.module}" for p in sources("bot") for i in imports(p) if i.module.startswith("titles.")}
    assert not bad


def test_titles_do_not_import_each_other():
    bad = set()
    for path in sources("titles"):
        own = path.relative_to(ROOT / "titles").parts[0].removesuffix(".py")
        for i in imports(path):
            if own != "__init__" and i.module.startswith("titles.") and not i.within({f"titles.{own}"}):
                bad.add(f"{i.file} imports {i.module}")
    assert not bad


TITLE = re.compile(r"18\s?(ga|tn|va|eu|india)\b|\b(ga|tn|va|eu|india)18\b", re.IGNORECASE)


def docstrings(module: ast.Module) -> set[int]:
    """Ids of the constants that are documentation."""
    out = set()
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            out |= {id(n.value) for n in body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    return out


@pytest.mark.parametrize("path", sources("game", "render"), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_title_is_named_outside_titles(path: Path) -> None:
    documentation = docstrings(tree(path))
    said = [
        (node.lineno, node.value)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        if TITLE.search(node.value)
    ]
    assert not said, "data and rules tell titles apart, not the engine"


def test_only_constructors_call_super():
    bad = []
    for path in sources("bot", "game", "render", "titles"):
        for function in ast.walk(tree(path)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name != "__init__":
                calls = (n.func for n in ast.walk(function) if isinstance(n, ast.Call))
                if any(isinstance(f, ast.Name) and f.id == "super" for f in calls):
                    bad.append(f"{path.relative_to(ROOT)}: {function.name}")
    assert not bad, "behaviour comes from values and functions, not from overriding"


def test_the_engine_has_no_clock_no_files_and_no_coroutines():
    bad = []
    for path in sources("game", "titles"):
        for node in walk(tree(path)):
            if isinstance(node, ast.AsyncFunctionDef | ast.Await):
                bad.append(f"{path.name}:{node.lineno} is asynchronous")
            opens = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
            reads = isinstance(node, ast.Attribute) and node.attr in {"read_text", "read_bytes", "write_text"}
            if (opens or reads) and path.name != "load.py":
                bad.append(f"{path.name}:{getattr(node, 'lineno', 0)} touches a file")
    assert not bad


PARAGRAPH = re.compile(r"18(GA|TN|VA|EU| ?India) [\w(].{0,30}?: \S", re.DOTALL)


def test_every_check_of_a_title_begins_with_its_paragraph():
    bad = []
    for path in sources("titles"):
        for node in tree(path).body:
            if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "str | None":
                text = ast.get_docstring(node) or ""
                if not PARAGRAPH.match(text):
                    bad.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {text[:40]!r}")
    assert not bad, "a refusal names the rule that it rests on"

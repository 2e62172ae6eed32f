"""Who imports whom in the project, read from the sources."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import networkx as nx

from tests.conftest import ROOT

ROOTS = ("bot", "game", "render", "titles")
LENIENT = ("game/", "titles/")  # may name the engine's central values for type checking


@dataclass(frozen=True)
class Import:
    """One imported module; `checking`: for the type checker only."""

    file: str
    module: str
    checking: bool = False

    def within(self, names: Iterable[str]) -> bool:
        return any(self.module == n or self.module.startswith(f"{n}.") for n in names)

    def __str__(self) -> str:
        return f"{self.file} imports {self.module}"


def sources(*folders: str) -> list[Path]:
    return [p for folder in folders for p in sorted((ROOT / folder).rglob("*.py"))]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")  # fields of statements that hold statements


def statements(node: ast.AST, checking: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """All statements below, and whether each stands in a block for the type checker. What they are made of is not looked at."""
    guarded = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    for field in BLOCKS:
        for child in getattr(node, field, ()):
            within = checking or (guarded and field == "body")
            yield child, within
            yield from statements(child, within)


def imports_in(file: str, module: ast.Module) -> Iterator[Import]:
    """The imports of a file, late ones too."""
    for node, checking in statements(module):
        if isinstance(node, ast.Import):
            yield from (Import(file, alias.name, checking) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: imports are absolute"
            base = node.module or ""
            modules = [f"{base}.{alias.name}" for alias in node.names]
            yield from (Import(file, m if exists(m) else base, checking) for m in modules)


@cache
def imports(path: Path) -> tuple[Import, ...]:
    return tuple(imports_in(path.relative_to(ROOT).as_posix(), tree(path)))


def counted(*folders: str) -> list[Import]:
    """The imports that the architecture speaks of: in `bot` and `render` those for type checking as well."""
    return [i for p in sources(*folders) for i in imports(p) if not (i.checking and i.file.startswith(LENIENT))]


@cache
def exists(module: str) -> bool:
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def module_of(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def folder_of(module: str) -> str:
    """The folder in which a module lies; a package lies in itself."""
    return module if (ROOT.joinpath(*module.split(".")) / "__init__.py").is_file() else module.rpartition(".")[0]


def rings(found: Iterable[Import], part: Callable[[str], str] = str) -> list[set[str]]:
    """Groups of modules of which each imports, by way of others, all others. `part`: what a module is counted as, itself if
    nothing is said.
    """
    graph = nx.DiGraph()
    inner = [i for i in found if i.module.partition(".")[0] in ROOTS]
    graph.add_edges_from((part(module_of(i.file)), part(i.module)) for i in inner)
    return [set(group) for group in nx.strongly_connected_components(graph) if len(group) > 1]

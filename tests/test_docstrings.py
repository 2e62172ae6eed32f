"""What docstrings say of parameters is said of parameters that there are, and each can be read by itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT

NAME = "`[a-z_][a-z_0-9]*`"
EXPLAINED = re.compile(
    rf"(?<![Ww]ith\s)({NAME}(?:(?:, | and | or ){NAME})*)(?: (?:not )?[A-Z0-9]\w*)?:"
)  # "`a`, `b` 0: ..."
Function = ast.FunctionDef | ast.AsyncFunctionDef


def explained_names(docstring: str) -> list[str]:
    """The names in backticks that a docstring explains: those before a colon."""
    return [name for match in EXPLAINED.finditer(docstring) for name in re.findall("`(.+?)`", match[1])]


def parameters(function: Function) -> set[str]:
    """The names of all parameters of a function."""
    a = function.args
    return {p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg)))}


def members(owner: ast.ClassDef) -> set[str]:
    """Fields, methods and attributes of a class, and the parameters that it is made with."""
    methods = [n for n in owner.body if isinstance(n, Function)]
    names = {n.name for n in methods}
    names |= {n.target.id for n in owner.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
    names |= {n.attr for n in ast.walk(owner) if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "self"}
    return names.union(*(parameters(m) for m in methods if m.name == "__init__"))


def unknown_names(source: str) -> Iterator[str]:
    """Names that a docstring explains and that its function or class does not have."""

    def look_into(parent: ast.AST, known: set[str]) -> Iterator[str]:
        for node in ast.iter_child_nodes(parent):
            own = known
            if isinstance(node, ast.ClassDef | Function):
                own = members(node) if isinstance(node, ast.ClassDef) else known | parameters(node)
                unknown = [n for n in explained_names(ast.get_docstring(node) or "") if n not in own]
                yield from (f"{node.name}, line {node.lineno}: {name}" for name in unknown)
            yield from look_into(node, own if isinstance(node, ast.ClassDef) else set())

    return look_into(ast.parse(source), set())


@pytest.mark.parametrize("package", ["bot", "game", "titles", "render"])
def test_what_a_docstring_explains_is_a_parameter(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    wrong = [f"{p.relative_to(ROOT)}: {text}" for p in files for text in unknown_names(p.read_text("utf-8"))]
    assert not wrong, "\n".join(wrong)


def test_a_name_that_is_gone_is_found() -> None:
    source = '''
class Box:
    """A box. `size`: its width; `colour`: red."""

    size: int

    def fill(self, level: int) -> None:
        """Fill it. `level`, `most` 0: nothing; `size`: its own; with `option`: never. What `gone` says: no more."""
'''
    assert list(unknown_names(source)) == ["Box, line 2: colour", "fill, line 7: most"]


def test_no_docstring_leans_on_the_one_before() -> None:
    """“The same, kept.” is read beside the name in an editor, where nothing stands before it."""
    paths = [p for top in ("bot", "game", "render", "titles") for p in sorted((ROOT / top).rglob("*.py"))]
    leaning = re.compile(r'"""The same\b')
    assert [p.relative_to(ROOT).as_posix() for p in paths if leaning.search(p.read_text("utf-8"))] == []

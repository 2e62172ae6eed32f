"""Every key of a title's `paragraphs` is the name of a function for which somebody asks: a typo loses a citation in silence."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial

import pytest

from game.options import BadOption
from game.rules import Rules
from tests.conftest import ROOT
from titles import TITLES, Title

CHECKS = re.compile(r"Check\b|str \| None")  # annotations of tuples of checks
ASKING = {"paragraph", "refusal", "_paragraph"}  # functions that look a citation up


def functions_in(value: object, seen: set[int]) -> Iterator[str]:
    """Names of all functions that a title's rules hold."""
    if id(value) in seen or isinstance(value, type):
        return
    seen.add(id(value))
    if isinstance(value, partial):
        yield from functions_in(value.func, seen)
    elif callable(value):
        yield getattr(value, "__name__", "")
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name != "data":
                yield from functions_in(getattr(value, field.name), seen)
    elif isinstance(value, Mapping):
        yield from functions_in(tuple(value.values()), seen)
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for inner in value:
            yield from functions_in(inner, seen)


def names_in(node: ast.AST) -> Iterator[str]:
    """Names and attributes in a piece of code."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute):
            yield inner.attr
        elif isinstance(inner, ast.Name):
            yield inner.id


@cache
def asked_in(folder: str) -> frozenset[str]:
    """Functions for which the modules of a folder look a citation up by name: in a call, or in a tuple of checks."""
    asked: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        words = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name) and isinstance(node.value.value, str)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and next(names_in(node.func), "") in ASKING:
                asked |= {words.get(name, name) for name in names_in(node)}
            elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple):
                asked |= {*names_in(node.iter)}
            elif isinstance(node, ast.AnnAssign) and node.value and CHECKS.search(ast.unparse(node.annotation)):
                asked |= {*names_in(node.value)}
    return frozenset(asked)


def variants(title: Title) -> Iterator[Rules]:
    """The rules without options, and with each option that can stand alone."""
    for options in ((), *((name,) for name in title.file.option)):
        try:
            yield title.rules(options, 4)
        except BadOption:
            continue


@cache
def used(title: str) -> frozenset[str]:
    """Names of functions for which a citation of that title may be looked up."""
    chosen = TITLES[title]
    held = {name for rules in variants(chosen) for name in functions_in(rules, set())}
    return asked_in("game") | asked_in(f"titles/{chosen.folder.removeprefix('18')}") | held


@pytest.mark.parametrize("title", TITLES)
def test_every_paragraph_is_that_of_a_function_that_is_asked_for(title: str) -> None:
    rules = TITLES[title].rules((), 4)
    assert rules.paragraphs
    assert sorted(rules.paragraphs.keys() - used(title)) == []


@pytest.mark.parametrize("wrong", ["train_limits", "enough_stop", "own_trains", "affordabel", "successor"])
def test_a_key_that_nobody_asks_for_is_found(wrong: str) -> None:
    assert wrong not in used("18GA")
    assert {"train_limit", "enough_stops", "own_train", "affordable", "successor_exists"} <= used("18GA")

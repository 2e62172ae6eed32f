"""Words in data that rules ask for: one that is misspelt, in data or in code, would be a rule that never holds, in silence."""

from __future__ import annotations

import re
from functools import cache

import pytest

from game.load import load
from tests.conftest import ROOT
from titles import TITLES

FLAG = re.compile(r'"(\w+)" (?:not )?in (?:[\w.()\[\]"]+\.)?flags\b')
OPTION = re.compile(r'"(\w+)" (?:not )?in settings\b|\.has\("(\w+)"\)')
NUMBER = re.compile(r'numbers\["(\w+)"\]')
FLAGS = {t: {flag for p in load(title.folder).file.phase.values() for flag in p.flags} for t, title in TITLES.items()}
OPTIONS = {t: {*load(title.folder).file.option} for t, title in TITLES.items()}


@cache
def asked_words(folder: str) -> tuple[set[str], set[str], set[str]]:
    """The flags of phases, the options and the numbers for which the modules of a folder ask by name."""
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py"))
    return {*FLAG.findall(code)}, {"".join(found) for found in OPTION.findall(code)}, {*NUMBER.findall(code)}


@pytest.mark.parametrize("title", TITLES)
def test_rules_of_a_title_ask_for_words_of_its_data(title):
    flags, options, numbers = asked_words(f"titles/{TITLES[title].folder.removeprefix('18')}")
    assert options
    assert (flags - FLAGS[title], options - OPTIONS[title]) == (set(), set())
    assert not numbers - load(TITLES[title].folder).file.numbers.keys()
    assert not FLAGS[title] - flags - asked_words("game")[0], "flags for which no rule asks"


@pytest.mark.parametrize("folder", ["game", "render", "bot"])
def test_shared_code_asks_for_words_of_some_title(folder):
    flags, options, _ = asked_words(folder)
    assert flags
    assert not flags - set().union(*FLAGS.values())
    assert not options - set().union(*OPTIONS.values())

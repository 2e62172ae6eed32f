"""No regular expression takes time that grows by powers with what somebody types: one line would stop the bot for everybody."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from time import thread_time

ROOT = Path(__file__).parent.parent
LAYERS = ("bot", "game", "render", "titles")
LENGTH = (
    20  # characters: a pattern that doubles with each takes tenths of a second, one that does not some microseconds
)
SECONDS = 0.05
OWN = 4  # words of the pattern that are tried
UNITS = ("1", "a", " ", "1 ", "a ", "1, ", "- ", "and ")


def patterns() -> Iterator[tuple[str, str]]:
    """Each pattern that stands in a call of `re` as it is, and its module."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if "import re\n" in text else ():
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                    first, module = node.args[0], node.func.value
                    called = isinstance(module, ast.Name) and module.id == "re"
                    if called and isinstance(first, ast.Constant) and isinstance(first.value, str):
                        yield first.value, str(path.relative_to(ROOT))


def slow_lines(pattern: str) -> list[str]:
    """The lines on which a pattern takes longer than it may: signs and some of its words again and again, with a wrong end."""
    compiled, own = re.compile(pattern, re.IGNORECASE), re.findall(r"[a-zäöü]+", re.sub(r"\\.", "", pattern))
    found = []
    for unit in (*UNITS, *(f"{word} " for word in [*dict.fromkeys(own)][:OWN])):
        line = f"{(unit * LENGTH)[:LENGTH]} pass!"
        started = thread_time()
        compiled.search(line)
        if thread_time() - started > SECONDS:
            found.append(line)
    return found


def test_patterns_take_no_longer_than_their_lines() -> None:
    known = dict(patterns())
    assert len(known) > 150
    slow = {f"{where}: {pattern}": lines for pattern, where in known.items() if (lines := slow_lines(pattern))}
    assert not slow


def test_a_pattern_that_doubles_is_found() -> None:
    assert slow_lines(r"^(?:\d+(?:[\s,]+(?:and)?\s*)?){2,}$")

"""Every trap of the rules digests has a test that names it: "Trap 7" or "Traps 25 and 26", or in a table of cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SAID = re.compile(r"[Tt]raps? (\d+(?:(?:, | and )\d+)*)")
HERE = Path(__file__).parent
SHARED = {
    "18GA": (HERE.parent / "game" / "test_stations.py", HERE.parent / "game" / "test_validator.py")
}  # where its map shows what all titles share


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA", "18EU", "18India"])
def test_every_trap_of_the_digest_has_a_test(title: str, shared: Path) -> None:
    text = (shared / "rules" / f"{title}.md").read_text("utf-8")
    section = text.partition("\n## 10. Traps")[2].partition("\n## 11")[0]
    listed = [int(n) for n in re.findall(r"^(\d+)\. ", section, re.MULTILINE)]
    assert listed == list(range(1, len(listed) + 1))
    files = [*HERE.glob(f"test_{title.removeprefix('18').casefold()}*.py"), *SHARED.get(title, ())]
    named = {int(n) for f in files for found in SAID.findall(f.read_text("utf-8")) for n in re.findall(r"\d+", found)}
    assert len(listed) > 20
    assert not set(listed) - named

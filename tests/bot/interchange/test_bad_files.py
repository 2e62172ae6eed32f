"""Files that must not be read: one sentence with the number of the action, exit status 2, and nothing written."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from tests.support.bad_files import bad_files


@pytest.mark.parametrize("bad", bad_files(), ids=lambda bad: bad.name)
def test_a_bad_file_is_answered_by_one_sentence(bad, tmp_path):
    file, out = tmp_path / "game.json", tmp_path / "out.json"
    file.write_bytes(bad.data)
    for words in (["export", str(file), "-o", str(out)], ["export", str(file), "--format", "csv", "-o", str(out)]):
        run = CliRunner().invoke(app, words)
        assert run.exit_code == 2
        assert run.stdout == ""
        assert run.stderr.startswith(f"{file}: {bad.sentence}")
        assert run.stderr.count("\n") == 1
        assert run.stderr.isascii()
        assert len(run.stderr) < 500
        assert not out.exists()


@pytest.mark.parametrize("bad", bad_files(), ids=lambda bad: bad.name)
def test_a_bad_file_is_not_replayed(bad, tmp_path):
    file = tmp_path / "game.json"
    file.write_bytes(bad.data)
    run = CliRunner().invoke(app, ["replay", str(file)])
    assert (run.exit_code, run.stdout.count("\n")) == (2, 1)
    assert run.stdout.startswith("game.json: ")

"""Both programs' CPU time for recorded games, side by side."""

from __future__ import annotations

import gc
import sys

from tests.support.replay_speed import compare_speed

ENGINE = (sys.executable, "-c", "print('chatter'); print('{\"cpu\": 1.0, \"cpu_file\": 3.0}')")


def test_what_both_need_for_a_file_is_told_as_a_ratio(shared, tmp_path):
    data = (shared / "recorded" / "18EU" / "can_pass_when_bid_equals_cash.json").read_bytes()
    folder = tmp_path / "18EU"
    folder.mkdir()
    (folder / "short.json").write_bytes(data)
    gc.freeze()  # what other tests have left is not looked through before each measurement
    of_file, of_title = compare_speed(ENGINE, folder, rounds=1)
    assert of_file.startswith("  short: 33 actions; plays: ours ")
    assert of_title.startswith("18EU: 1 files, 33 actions; ")
    assert "theirs 33: x" in of_title
    assert "theirs 11: x" in of_title

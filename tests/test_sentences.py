"""Where sentences stand: `tests/sentences.py` prints them all, to be read in one sitting."""

from __future__ import annotations

from tests import sentences


def test_sentences_stand_where_the_list_says() -> None:
    """A module that is new here says why nobody better could say it (`tests/sentences.py`), or its words move to the views."""
    assert sentences.misplaced() == []


def test_what_nobody_reads_is_no_sentence() -> None:
    path = sentences.ROOT / "bot" / "client" / "client.py"
    texts = [text for _, text in sentences.sentences(path)]
    assert any("I do not know that button" in text for text in texts)
    assert not any("commands sent to Discord" in text for text in texts), "that is for the log"

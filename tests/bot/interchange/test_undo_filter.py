"""Undo and redo of the site."""

import json

import pytest

from bot.interchange.site.decoding import decode
from bot.interchange.site.records import Damaged
from bot.interchange.site.undo_filter import filter_undone


def numbered(*kinds):
    """Records from short words: `a` an action, `u` undo, `u3` undo to 3, `r` redo, `m` message, `l` log."""
    names = {"a": "pass", "u": "undo", "r": "redo", "m": "message", "l": "log"}
    actions = []
    for number, word in enumerate(kinds, 1):
        action = {"type": names[word[0]], "entity": 1, "entity_type": "player", "id": number}
        if word[1:]:
            action["action_id"] = int(word[1:])
        actions.append(action)
    return decode(json.dumps({"title": "18GA", "players": [], "actions": actions}).encode())[1]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("a a a", [1, 2, 3]),
        ("a a u", [1]),
        ("a a u u", []),
        ("u a", [2]),
        ("a a u r", [1, 2]),
        ("a a u u r r", [1, 2]),
        ("a a u m r", [1, 2]),
        ("a a a u1", [1]),
        ("a a a u1 r", [1, 2, 3]),
        ("a a a u0", []),
        ("a a a u0 a u r", [5]),
        ("a m m u", []),
        ("a a l u", [1, 2]),
        ("a a u a u2", [1]),
        ("a a u2 a", [1, 2, 4]),
        ("a a u a a u4 r", [1, 4, 5]),
    ],
)
def test_what_counts_after_undo_and_redo(words, left):
    assert [r.id for r in filter_undone(numbered(*words.split()))] == left


def test_an_action_after_an_undo_forgets_what_was_undone():
    with pytest.raises(Damaged, match=r"Action 4 takes an undo back"):
        filter_undone(numbered("a", "u", "a", "r"))

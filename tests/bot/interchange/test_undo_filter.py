"""Undo and redo of the site, and what a broken file is told."""

import json

import pytest

from bot.interchange.site.decoding import LARGEST, decode
from bot.interchange.site.records import Bid, Damaged
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


def test_actions_that_follow_by_themselves_keep_their_place():
    action = {"type": "bid", "entity": 7, "company": "LTR", "price": 20, "id": 1}
    action["auto_actions"] = [{"type": "pass", "entity": 8, "entity_type": "player", "created_at": 5}]
    saved, found = decode(json.dumps({"title": "18GA", "players": [], "actions": [action]}).encode())
    assert saved.title == "18GA"
    assert isinstance(found[0], Bid)
    assert [(type(a).__name__, a.entity, a.id) for a in found[0].auto_actions] == [("Pass", 8, -1)]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not a game of 18xx.games: "),
        (b"\xff\xfe{", "This is not a game of 18xx.games: "),
        (b"[1, 2", "This is not a game of 18xx.games: "),
        (b"null", "This is not a game of 18xx.games: "),
        (b"{}", "This is not a game of 18xx.games: Object missing required field `title`."),
        (b"[" * 200_000, "This is not a game of 18xx.games: "),
        (b'{"a":' * 200_000, "This is not a game of 18xx.games: "),
        (b" " * (LARGEST + 1), "The file is larger than 4 MB: no game is that long."),
        (b'{"title":"18GA","players":[],"actions":' + b"[" * 99_999, "This is not a game of 18xx.games: "),
        (b'{"title":"18GA","players":[],"actions":[' + b"1," * 30_000 + b"1]}", "The file has 30001 actions"),
    ],
)
def test_a_file_that_is_no_game(data, sentence):
    with pytest.raises(Damaged) as caught:
        decode(data)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ('{"type":"fly","entity":1,"id":57}', "Action 57 cannot be read: "),
        ('{"type":"bid","entity":1,"id":57,"company":"LTR"}', "Action 57 cannot be read: Object missing required"),
        ('{"type":"bid","entity":1,"id":57,"company":"LTR","price":"x"}', "Action 57 cannot be read: Expected `int`"),
        ('{"type":"bid","entity":1,"id":57,"company":"LTR","price":1e999}', "Action 57 cannot be read: "),
        ('{"entity":1,"id":57}', "Action 57 cannot be read: "),
        ('{"entity":1}', "Action at place 1 cannot be read: "),
        ('{"type":"pass","entity":[],"id":{}}', "Action at place 1 cannot be read: "),
        ("3", "Action at place 1 cannot be read: "),
    ],
)
def test_an_action_that_cannot_be_read_is_named(action, sentence):
    with pytest.raises(Damaged) as caught:
        decode((f'{{"title":"18GA","players":[],"actions":[{action}]}}').encode())
    assert str(caught.value).startswith(sentence)

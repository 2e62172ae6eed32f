"""Files of the site decoded: actions with those that follow by themselves, and one sentence for what cannot be read."""

import json

import pytest

from bot.interchange.site.decoding import LARGEST, decode
from bot.interchange.site.records import Bid, Damaged


def test_actions_that_follow_by_themselves_keep_their_place():
    action = {"type": "bid", "entity": 7, "company": "LTR", "price": 20, "id": 1}
    action["auto_actions"] = [{"type": "pass", "entity": 8, "entity_type": "player", "created_at": 5}]
    saved, records = decode(json.dumps({"title": "18GA", "players": [], "actions": [action]}).encode())
    assert saved.title == "18GA"
    assert isinstance(records[0], Bid)
    assert [(type(a).__name__, a.entity, a.id) for a in records[0].auto_actions] == [("Pass", 8, -1)]


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

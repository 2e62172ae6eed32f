"""Games recorded on 18xx.games: each replays in our engine with no difference from its trace, and broken files are refused."""

from __future__ import annotations

import io
import json
import random

import pytest

from bot.interchange.comparison import DIFFERENT, SAME, UNREADABLE, main
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.import_profiles import IMPORT_PROFILES
from bot.interchange.importer import read_game
from bot.interchange.metadata import seat_names
from bot.interchange.site.records import Damaged
from game import ending
from game.play import Game
from tests.conftest import shared_folder
from tests.fuzz import damaged, wrong
from titles import TITLES

TITLES_DONE = ("18GA", "18TN", "18VA", "18EU", "18India")  # whose recorded games show no difference
RECORDED = shared_folder() / "recorded"
GAMES = [path for title in TITLES_DONE for path in sorted((RECORDED / title).glob("*.json"))]
GAMES += sorted((RECORDED / "pending").glob("18GA/*.json"))


def files(shared, title):
    return sorted((shared / "recorded" / title).glob("*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_a_recorded_game_agrees_with_its_trace(path):
    out = io.StringIO()
    status = main(path, path.with_name(f"{path.stem}.trace.jsonl"), out)
    assert (status, out.getvalue().rpartition(": ")[2]) == (SAME, "no difference\n"), out.getvalue()


def test_the_recorded_games_of_18ga(shared):
    """They end in the three ways there are: a price of 300, the bank, a bankruptcy."""
    totals = {}
    for path in files(shared, "18GA"):
        imported = read_game(path.read_bytes())
        g = imported.game
        totals[g.state.over] = sorted((ending.total(g, p) for p in imported.players), reverse=True)
    assert totals == {
        "price": [7017, 5852, 5726],
        "bank": [5670, 5358, 4585, 3489],
        "bankruptcy": [2589, 1704, 530],
    }


def test_what_is_read_can_be_played_again(shared):
    """An imported game is a log of ordinary actions: from the start it leads to the same bytes."""
    for path in files(shared, "18GA"):
        imported = read_game(path.read_bytes())
        rules = TITLES[imported.title].rules(imported.options, len(imported.players))
        again = Game.new(rules, imported.players, "", seated=True)
        for _, action in imported.plays:
            again.play(action)
        assert again.snapshot() == imported.game.snapshot()


# ---------------------------------------------------------------------- differences are told


def changed(path, tmp_path, edit):
    """A copy of a trace after `edit` on its list of lines."""
    lines = [json.loads(line) for line in path.with_name(f"{path.stem}.trace.jsonl").read_text().splitlines()]
    edit(lines)
    trace = tmp_path / "t.jsonl"
    trace.write_text("\n".join(map(json.dumps, lines)))
    return trace


def test_a_difference_names_action_key_and_both_values(shared, tmp_path):
    path = files(shared, "18GA")[0]

    def edit(lines):
        assert lines[1]["change"]["player:1.cash"] == 580
        lines[1]["change"]["player:1.cash"] = 581
        lines[6]["change"]["CoG.price"] = [70, 2, 4]

    out = io.StringIO()
    assert main(path, changed(path, tmp_path, edit), out) == DIFFERENT
    rows = out.getvalue().splitlines()
    assert rows[0] == 'Action 1: {"company":"LTR","entity":4898,"entity_type":"player","id":1,"price":20,"type":"bid"}'
    assert rows[1] == "    player:1.cash: ours 580, theirs 581"
    assert "    CoG.price: ours [70, 2, 3], theirs [70, 2, 4]" in rows


def test_a_tile_turned_alike_is_no_difference(shared, tmp_path):
    """A straight track turned by half a circle is the same track."""
    path = next(p for p in files(shared, "18GA") if p.stem == "18GA_game_end_bank")
    turned = []

    def edit(lines):
        for line in lines:
            for key, value in (line.get("change") or {}).items():
                if key.startswith("tile.") and value and value.startswith("9-r"):
                    line["change"][key] = f"9-r{(int(value[-1]) + 3) % 6}"
                    turned.append(key)

    assert main(path, changed(path, tmp_path, edit), io.StringIO()) == SAME
    assert turned

    def edit_wrongly(lines):
        for line in lines:
            for key, value in (line.get("change") or {}).items():
                if key == turned[0] and value:
                    line["change"][key] = f"9-r{(int(value[-1]) + 1) % 6}"

    assert main(path, changed(path, tmp_path, edit_wrongly), io.StringIO()) == DIFFERENT


def test_another_result_is_a_difference(shared, tmp_path):
    path = files(shared, "18GA")[0]
    game = json.loads(path.read_bytes())
    game["result"]["4898"] += 1
    copy = tmp_path / "g.json"
    copy.write_text(json.dumps(game))
    out = io.StringIO()
    assert main(copy, None, out) == DIFFERENT
    assert "result: ours" in out.getvalue()
    assert main(path, None, out) == SAME


def test_a_trace_of_another_game(shared, tmp_path):
    one, two = files(shared, "18GA")[:2]
    out = io.StringIO()
    assert main(one, two.with_name(f"{two.stem}.trace.jsonl"), out) == UNREADABLE
    assert out.getvalue().endswith("The trace belongs to another game: other players sit at it.\n")
    lines = one.with_name(f"{one.stem}.trace.jsonl").read_text().splitlines()
    for edit, sentence in (
        (lines[:-2] + lines[-1:], "Action 497 counts here, but the trace has another action in its place."),
        ([*lines[:4], "{", *lines[5:]], "Line 5 of the trace cannot be read: "),
        ([*lines[:-1], lines[-2], lines[-1]], "The trace goes on for 1 actions after the file's last."),
        (lines[:1], "The trace has no actions."),
    ):
        copy = tmp_path / "t.jsonl"
        copy.write_text("\n".join(edit))
        out = io.StringIO()
        assert main(one, copy, out) == UNREADABLE
        assert out.getvalue().startswith(f"{one.name}: {sentence}")


# ---------------------------------------------------------------------- options and players


def short(shared, actions=60, **changes):
    """The beginning of a recorded game."""
    game = json.loads(files(shared, "18GA")[0].read_bytes())
    return game | {"actions": game["actions"][:actions], "status": "active", "result": None} | changes


def encoded(game):
    return json.dumps(game).encode()


@pytest.mark.parametrize(
    ("title", "theirs", "ours"),
    [
        ("18TN", "triple_yellow_first_or", "triple_yellow_first_turn"),
        ("18VA", "two_player_share_limit", "two_player_70"),
    ],
)
def test_options_of_other_titles_become_ours(shared, title, theirs, ours):
    file = next((shared / "recorded" / title).glob("*.json"))
    saved = json.loads(file.read_text("utf-8"))
    saved["actions"] = saved["actions"][:3]
    assert not read_game(encoded(saved)).game.rules.has(ours)
    saved["settings"]["optional_rules"] = [theirs]
    assert read_game(encoded(saved)).game.rules.has(ours)


def test_options_of_the_file_become_ours(shared):
    imported = read_game(encoded(short(shared, 3)))
    assert {"double_yellow_first_turn", "gf_home_columbus", "cog_less_token", "soft_rust_4"} <= {
        *imported.game.rules.options
    }
    assert {"duel_lowest_bid", "no_consent", "acl_through_jacksonville"} <= {*imported.game.rules.options}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"title": "1846"}, "1846 is not played here; read are games of "),
        ({"title": "18GA\n2026 ERROR forged"}, "18GA?2026 ERROR forged is not played here"),
        ({"settings": {"optional_rules": ["moon_base"]}}, "The option moon_base of 18GA is not known here."),
        ({"players": []}, "18GA is played by 3 to 5, not by 0."),
        ({"players": [{"name": "a", "id": 1}] * 3}, "Two players have the same number."),
        (
            {"players": [{"name": "a", "id": i} for i in range(3)]},
            "Action 1 (bid by 4898): Nobody with the number 4898",
        ),
        ({"players": "ann"}, "This is not a game of 18xx.games: "),
    ],
)
def test_a_game_that_is_not_for_us(shared, changes, sentence):
    with pytest.raises(Damaged) as caught:
        read_game(encoded(short(shared, 3, **changes)))
    assert str(caught.value).startswith(sentence)


def test_names_of_players_may_be_anything():
    assert seat_names(["", "a b", "a.b", "ipo", "CoG"], {"CoG"}) == ("player", "a_b", "a_b_3", "ipo_4", "CoG_5")


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda a: a[0].update(price=19), "Action 1 (bid by 4898) is not legal here: "),
        (lambda a: a[0].update(entity="CoG", entity_type="corporation"), "Action 1 (bid by CoG)"),
        (lambda a: a.insert(0, {"type": "buy_shares", "entity": 4898, "shares": [], "id": 0}), "Action 0 (buy_shares"),
        (
            lambda a: a.insert(0, {"type": "remove_border", "entity": 4898, "hex": "D4", "edge": 1, "id": 0}),
            "Action 0 (remove_border by 4898): remove_border is not",
        ),
        (lambda a: a.insert(0, {"type": "redo", "entity": 4898, "id": 0}), "Action 0 takes an undo back"),
    ],
)
def test_an_action_that_does_not_fit_is_named(shared, edit, sentence):
    game = short(shared, 3)
    edit(game["actions"])
    with pytest.raises(Damaged) as caught:
        read_game(encoded(game))
    assert str(caught.value).startswith(sentence)


def test_files_that_cannot_be_opened(tmp_path):
    out = io.StringIO()
    assert main(tmp_path / "nothing.json", None, out) == UNREADABLE
    assert main(tmp_path, None, out) == UNREADABLE
    big = tmp_path / "big.json"
    big.write_bytes(b" " * 5_000_000)
    assert main(big, None, out) == UNREADABLE
    lines = out.getvalue().splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("nothing.json: The file cannot be opened")
    assert lines[2] == "big.json: The file is larger than 4 MB: no game is that long."


def test_a_trace_that_cannot_be_opened_is_named(shared, tmp_path):
    out = io.StringIO()
    assert main(files(shared, "18GA")[0], tmp_path / "nothing.jsonl", out) == UNREADABLE
    assert ": The trace nothing.jsonl cannot be opened: No such file" in out.getvalue()


# ---------------------------------------------------------------------- damage


def survives(data: bytes) -> None:
    """Either a whole game or one sentence, never anything else."""
    try:
        imported = read_game(data)
    except Damaged as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert len(sentence) < 700
        return
    assert imported.plays or not json.loads(data)["actions"]
    assert imported.game.deciders() or imported.game.state.over


def test_a_broken_file_names_the_last_whole_action(shared):
    data = files(shared, "18GA")[0].read_bytes()
    at = data.index(b'"id":27,') if b'"id":27,' in data else data.index(b'"id": 27,')
    with pytest.raises(Damaged, match=r"Input data was truncated, after action 27\.$"):
        read_game(data[: at + 40])
    with pytest.raises(Damaged, match=r"\(byte \d+\), after action 27\.$"):
        read_game(data[: at + 9] + b"\x00" + data[at + 10 :])


def test_truncated_files(shared):
    data = files(shared, "18GA")[0].read_bytes()
    rng = random.Random(1)
    for at in [0, 1, 2, *rng.sample(range(len(data)), 100), len(data) - 1]:
        with pytest.raises(Damaged, match="not a game of 18xx"):
            read_game(data[:at])


def test_scratched_files(shared):
    """Single bytes changed anywhere."""
    data = encoded(short(shared, 50))
    rng = random.Random(2)
    for _ in range(100):
        damaged = bytearray(data)
        damaged[rng.randrange(len(data))] = rng.randrange(256)
        survives(bytes(damaged))


def test_titles_whose_games_were_recorded_are_read_and_written():
    assert {*TITLES_DONE} <= {*EXPORT_PROFILES} == {profile.title for profile in IMPORT_PROFILES.values()}


@pytest.mark.parametrize("title", TITLES_DONE)
def test_damaged_files_of_every_title(shared, title):
    """A whole game or one sentence. `python -m tests.fuzz 2000` tries more of them."""
    faults = {number: wrong(damaged(title, number)) for number in range(60)}
    assert {number: fault for number, fault in faults.items() if fault} == {}


def test_what_a_file_says_is_told_in_one_short_plain_line():
    assert str(Damaged("a\nb\u202e " + "c" * 1000)) == "a b? " + "c" * 395 + "…."

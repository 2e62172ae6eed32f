"""Names of players in the engine: whoever people are called, they can open and start a table."""

from __future__ import annotations

import pytest

from bot.interchange.metadata import seat_names
from bot.model import player_names
from bot.model.models import Seat
from bot.model.player_names import find_called, name_to_type
from bot.tables.service import Tables
from game.names import WORDS, reserved
from game.play import Game
from tests.support.toy_tables import ANN, BOB, CID, USERS, new, opened
from titles import TITLES, Title

EVERY = pytest.mark.parametrize("title", TITLES.values(), ids=lambda t: t.name)


@EVERY
def test_no_place_of_a_title_is_a_players_name(title: Title):
    """Where cards lie at the start, and whom the engine pays, are reserved."""
    players = [f"p{n}" for n in range(title.file.players[0])]
    rules = title.rules((), len(players))
    g = Game.new(rules, players, "1")
    places = {place.partition(":")[0] for place in (*g.state.place.values(), *g.state.cash)} - set(players)
    assert places <= reserved(rules)


@EVERY
def test_a_player_of_any_reserved_word_can_be_seated(title: Title):
    rules = title.rules((), 3)
    words, taken = {*reserved(rules), *rules.data.hexes}, player_names.all_reserved_words(rules)
    for shown in {case(word) for word in words for case in (str, str.title, str.upper)}:
        ours = (player_names.make_unique(shown, taken), "bob", "cid")
        for names in (ours, seat_names([shown, shown, "cid"], reserved(rules))):
            assert not reserved(rules).intersection(names)
            if shown.lower() in WORDS or shown in rules.data.companies:
                Game.new(rules, names, "1")


@EVERY
@pytest.mark.parametrize("word", sorted(WORDS))
def test_the_engine_takes_no_reserved_word(title: Title, word: str):
    with pytest.raises(ValueError, match="cannot be a player's name"):
        Game.new(title.rules((), 3), [word, "bob", "cid"], "1")


@EVERY
async def test_a_host_of_a_reserved_word_opens_and_starts_a_table(title: Title):
    store = await opened()
    tables = Tables(store, TITLES)
    for channel, word in enumerate(("aside", "bank", "draft"), 1):
        row = await tables.create(new(title=title.name, channel=channel, shown=word.title()))
        for user in (BOB, CID):
            await tables.join(row.id, user, USERS[user])
        await tables.start(row.id, ANN)
        table = await tables.get(row.id)
        host = next(s for s in table.seats if s.user == ANN)
        assert (host.shown, host.name) == (word.title(), f"{word}2")
    await store.close()


def test_a_seat_is_found_by_what_its_owner_is_called_before_its_name_in_the_game():
    """Whoever typed Bob got the seat of Dora, which Bob had left: it still has his name in the game."""
    called = {"ann": "Bob", "bob": "Dora", "cid": "Cid", "dee": "cid"}
    seats = [Seat(n, 101 + n, name, shown) for n, (name, shown) in enumerate(called.items())]
    assert [s.name if (s := find_called(seats, typed)) else "" for typed in ("bob", "Dora", "ann", "eve")] == [
        "ann",
        "bob",
        "ann",
        "",
    ]
    assert [name_to_type(s, seats) for s in seats] == ["Bob", "Dora", "Cid", "dee"]
    assert [find_called(seats, name_to_type(s, seats)) for s in seats] == seats

"""People read names as they were written, never the engine's."""

from __future__ import annotations

from dataclasses import replace

import render
from bot.model.models import Seat
from bot.model.player_names import shown_names
from bot.views.formatting import event_lines
from bot.views.story.move_lines import happened_lines
from bot.views.story.named_moves import move_words
from game.actions import Bid
from game.events import AuctionWon, BidMade, Passed, PresidentChanged, RoundEnded
from game.play import Game
from render.data.overview import everything
from render.data.player_card import player_card
from render.text.turn_words import news
from tests.support.discord_world import World
from titles import TITLES

CALLED = {"ann": "Ann", "zoe": "Zoë van Dijk", "bob": "Bob"}
GA = replace(TITLES["18GA"].rules((), 3), called=CALLED)
GAME = Game.new(TITLES["18GA"].rules((), 3), tuple(CALLED), "1")
VIEW = GAME.view(None)


def test_each_is_called_once_and_without_markup():
    seats = [
        Seat(n, n, name, shown) for n, (name, shown) in enumerate((("ann", "Ann"), ("ann2", "Ann"), ("x", "<@1>")))
    ]
    assert shown_names(seats) == {"ann": "Ann", "ann2": "Ann (ann2)", "x": "‹＠1›"}
    assert shown_names([Seat(0, 1, "x", "http://e.vil/x")]) == {"x": "http: //e.vil/x"}, "it was a link in every line"
    assert shown_names([Seat(0, 1, "bart", "Bartholomew the Third of Macon")]) == {"bart": "Bartholomew the Thi…"}


def test_the_log_and_the_summary_of_a_round_say_them():
    events = [
        BidMade(who="zoe", item="MRC", amount=45),
        AuctionWon(who="bob", item="LTR", amount=20),
        PresidentChanged(company="GA", old="ann", new="zoe"),
        Passed(who="ann", what="stock"),
        Passed(who="bob", what="stock"),
        RoundEnded(name="SR 1", worth={"ann": 600, "bob": 580}),
    ]
    lines = "\n".join(event_lines(events, VIEW, GA))
    for words in (
        "Zoë van Dijk bids",
        "Bob gets LTR",
        "Zoë van Dijk is president of GA",
        "Ann and Bob pass",
        "Ann $600, Bob",
    ):
        assert words in lines
    assert "Zoë van Dijk takes GA from Ann" in news(events, VIEW, GA)
    assert not {"ann", "bob", "zoe"} & set(lines.replace(",", " ").split())


def test_a_name_that_is_another_s_id_is_not_renamed_again():
    crossed = replace(GA, called={"ann": "bob", "bob": "Cid"})
    assert event_lines([BidMade(who="ann", item="MRC", amount=45)], VIEW, crossed) == ["bob bids $45 on MRC."]


def test_holdings_cards_and_auction_say_them():
    every = [*render.holdings_words(VIEW, GA), *render.alt_table(VIEW, GA), render.alt_player(VIEW, GA, "zoe")]
    every += [row[0].removesuffix(" ◂") for row in everything(VIEW, GA, None, None)[0].rows]
    assert player_card(VIEW, GA, "zoe").title == "Zoë van Dijk"
    assert all(any(shown in text for text in every) for shown in CALLED.values())
    assert not any(f"{name}:" in text or text == name for text in every for name in CALLED)


async def test_a_table_calls_its_players_by_the_names_of_their_seats(w: World):
    thread = await w.table()
    table = await w.game(thread)
    seat = table.position.deciders[0]
    action = next(a for c in table.choices(seat) for a in c if isinstance(a, Bid))
    played, after = await table.preview(action, seat)
    shown = table.row.seat(seat).shown
    assert seat != shown
    assert event_lines(played.events, after, table.rules)[0].startswith(f"{shown} ")
    actor = w.actor_at(table, seat)
    await actor.click(await w.asking(thread), label="Pass")
    moves = await (await w.game(thread)).history(limit=1)
    view = await table.view(None)
    assert happened_lines(table, moves, view)[0].startswith(f"{shown} passes")
    assert move_words(moves[0], view, table.rules, table.row).startswith(f"{shown} passes")

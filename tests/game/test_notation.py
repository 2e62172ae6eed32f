"""Lines of actions, boards and transcripts."""

from __future__ import annotations

import pytest
from msgspec import structs

from bot.sandbox.random_player import pick_action
from game.actions import (
    Answer,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    ClosePrivate,
    LayTile,
    Pass,
    Route,
    RunTrains,
    SellShares,
    TakePrivate,
    Use,
)
from game.actions import Bid as BidOn
from game.choices import Choice, Span, choice
from game.notation import Unclear, line, parse, usage
from game.play import Game
from game.state import Laid
from game.transcript import Broken, Entry, Transcript, classes, entry, perform, read, write
from tests.support.board_notation import board_line, read_board
from titles import TITLES

BEST = RunTrains(by="ann", routes=(Route("3", ("D4.b", "E7.a", "F6.a"), ("D4/0", "E7/1")),))
CHOICES: tuple[Choice, ...] = (
    choice(
        LayTile(by="ann", hex="D10", tile="57", rotation=2),
        LayTile(by="ann", hex="D10", tile="5", rotation=0),
        LayTile(by="ann", hex="D10", tile="5", rotation=1),
        LayTile(by="ann", hex="F12", tile="8", rotation=3),
        LayTile(by="ann", hex="F12", tile="8", rotation=3, using="MRC"),
    ),
    choice(BidOn(by="ann", item="MRC", amount=45), amount=Span(45, 200, 5)),
    choice(BidOn(by="ann", item="LTR", amount=20), amount=Span(20, 20)),
    choice(
        BuyShare(by="ann", company="CoG", source="ipo"),
        BuyShare(by="ann", company="CoG", source="pool"),
        BuyShare(by="ann", company="W&A", source="ipo"),
    ),
    choice(BuyPrivate(by="ann", private="LTR", price=1), price=Span(1, 40)),
    choice(SellShares(by="ann", company="W&A", shares=1), SellShares(by="ann", company="W&A", shares=2)),
    choice(Use(by="ann", private="OSR")),
    choice(ClosePrivate(by="ann", private="OSR")),
    choice(Answer(by="ann", yes=True), Answer(by="ann", yes=False)),
    choice(BuyTrain(by="ann", train="4-1", price=300)),
    choice(BuyTrain(by="ann", train="3-2", price=1, seller="W&A"), price=Span(1, 90)),
    choice(TakePrivate(by="ann", private="MRC", price=20), price=Span(20, 80)),
    choice(BEST, RunTrains(by="ann", routes=()), judge=lambda _a: "no such track"),
    choice(Pass(by="ann")),
)
LISTED = [a for c in CHOICES for a in c.actions]


def read_line(text: str):
    return parse(text, "ann", CHOICES)


@pytest.mark.parametrize("action", LISTED, ids=line)
def test_every_listed_action_is_read_back(action):
    assert read_line(line(action)) == action


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tile D10 57 2", LISTED[0]),
        ("TILE d10 57", LISTED[0]),  # one rotation remains
        ("tile tile=5 rotation=1 hex=D10", LISTED[2]),
        ("tile F12", LISTED[3]),  # without the private, unless it is named
        ("tile F12 using=mrc", LISTED[4]),
        ("bid mrc $150", BidOn(by="ann", item="MRC", amount=150)),
        ("bid LTR", BidOn(by="ann", item="LTR", amount=20)),
        ("buy w&a", BuyShare(by="ann", company="W&A", source="ipo")),
        ("buy LTR 30", BuyPrivate(by="ann", private="LTR", price=30)),
        ("sell W&A 2", SellShares(by="ann", company="W&A", shares=2)),
        ("power OSR", Use(by="ann", private="OSR")),
        ("power OSR close", ClosePrivate(by="ann", private="OSR")),
        ("choose no", Answer(by="ann", yes=False)),
        ("train 4", BuyTrain(by="ann", train="4-1", price=300)),
        ("train 3-2 55 W&A", BuyTrain(by="ann", train="3-2", price=55, seller="W&A")),
        ("run", BEST),
        ("run none", RunTrains(by="ann", routes=())),
        ("run 3: f6.A E7.a D4.b", BEST),  # either direction; the track is that of the listed run
        ("run 3: D4.b D10.a", RunTrains(by="ann", routes=(Route("3", ("D4.b", "D10.a")),))),
        ("pass", Pass(by="ann")),
    ],
)
def test_lines_mean_what_is_legal(typed, meant):
    assert read_line(typed) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Type what you want to do: tile, bid"),
        ("dance", "I do not know “dance”. You can type: tile, bid, buy"),
        ("tile D10 5", "That can mean: tile D10 5 0, tile D10 5 1"),
        ("tile Z99", "no hex here is called Z99. It may be: D10, F12"),
        ("bid MRC", "amount is missing, 45 to 200 in steps of 5; such as: bid MRC 45"),
        ("bid", "That can mean: bid LTR 20, bid MRC 45"),
        ("buy CoG", "That can mean: buy CoG ipo, buy CoG pool"),
        ("sell", "That can mean: sell W&A 1, sell W&A 2"),
        ("run D4.b E7", "'D4.b E7' is not a route; type train: stops, such as: run 3: D4.b E7 F6"),
        ("pass now please", "Type it as: pass"),
    ],
)
def test_unclear_lines_say_what_would_be_understood(typed, says):
    with pytest.raises(Unclear) as caught:
        read_line(typed)
    assert str(caught.value).startswith(says)


def test_what_is_typed_in_full_but_not_legal_is_read_for_the_refusal():
    assert read_line("tile D10 57 3") == LayTile(by="ann", hex="D10", tile="57", rotation=3)
    assert read_line("bid MRC 46") == BidOn(by="ann", item="MRC", amount=46)
    assert parse("par CoG 60", "ann", ()).verb == "par"


def test_a_line_of_another_player_finds_none_of_these_choices():
    assert parse("pass", "bob", CHOICES) == Pass(by="bob")
    with pytest.raises(Unclear, match="Type it as: tile HEX TILE ROTATION"):
        parse("tile D10", "bob", CHOICES)


def test_words_with_spaces_are_quoted():
    action = Choose(by="ann", option="two words")
    assert line(action) == 'choose "two words"'
    assert parse(line(action), "ann", (choice(action),)) == action


def test_usage():
    assert usage(LayTile) == "tile HEX TILE ROTATION [USING]"
    assert usage(ClosePrivate) == "power PRIVATE close"


def test_a_gap_in_optional_fields_is_named():
    assert line(BuyTrain(by="ann", train="4D", price=800, side="freight")) == "train 4D 800 side=freight"


def test_board_line():
    text = "D10[GA.a.0] D4=451a/2[W&A.b.0 CoG.c.0] F6=57/0"
    tiles, tokens = read_board(text)
    assert tiles == {"D4": Laid("451a", 2), "F6": Laid("57", 0)}
    assert tokens == {"D10.a.0": "GA", "D4.b.0": "W&A", "D4.c.0": "CoG"}
    assert board_line(tiles, tokens) == text
    assert read_board("D4=451a/2[W&A.b] F6=57[CoG]")[1] == {"D4.b.0": "W&A", "F6.a.0": "CoG"}
    with pytest.raises(Unclear, match="is not a hex"):
        read_board("D4=451a/7")


def test_transcript_round_trip():
    text = """# ours
title 18GA
players ann bob cid
seed 7
option unlimited_8

ann  buy LTR   # the cheapest
bob  bid M&BR 155  @9f86d081884c7d65
"""
    entries = (Entry("ann", "buy LTR", "", 7), Entry("bob", "bid M&BR 155", "9f86d081884c7d65", 8))
    t = read(text)
    assert t == Transcript("18GA", ("ann", "bob", "cid"), "7", ("unlimited_8",), False, entries)
    assert [(e.by, e.text, e.fingerprint) for e in read(write(t)).entries] == [
        (e.by, e.text, e.fingerprint) for e in entries
    ]
    assert write(read(write(t))) == write(t)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title 18GA\nseed 7\n", "the header lacks players"),
        ("title 18GA\nplayers ann bob\nseed 7\n\neve pass\n", "line 5: 'eve' is not one of the players"),
        ("garbage\n", "line 1: 'garbage' is not one of the players"),
    ],
)
def test_broken_transcripts_name_the_line(text, says):
    with pytest.raises(Broken, match=says):
        read(text)


def extremes(c: Choice):
    """Listed actions, each with the lowest and the highest values of its ranges."""
    for action in c.actions:
        yield action
        spans = {n: s for n, s in c.ranges.items() if isinstance(s, Span)}
        yield structs.replace(action, **{n: s.values()[-1] for n, s in spans.items()})


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("seed", range(2))
def test_every_legal_action_of_random_games_is_read_back(name, seed):
    g = Game.new(TITLES[name].rules((), 4), ["ann", "bob", "cid", "dee"], str(seed))
    known = classes(g)
    played = []
    for _ in range(150):
        if g.state.over:
            break
        for player in g.state.order:
            choices = g.choices(player)
            for action in (a for c in choices for a in list(extremes(c))[:: 1 + len(c.actions) // 8]):
                assert parse(line(action), player, choices, known) == action, line(action)
        action = pick_action(g, str(seed))
        g.play(action)
        played.append(entry(g, action))
    assert len(played) > 100

    again = read(write(Transcript(name, ("ann", "bob", "cid", "dee"), str(seed), entries=tuple(played))))
    other = Game.new(TITLES[name].rules((), 4), again.players, again.seed)
    assert len(list(perform(other, again.entries))) == len(played)
    assert other.fingerprint() == g.fingerprint()


def test_a_transcript_that_leads_elsewhere_is_broken():
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1")
    first = pick_action(g, "1")
    with pytest.raises(Broken, match=r"line 9: .* leads to another state"):
        list(perform(g, [Entry(first.by, line(first), "00000000", 9)]))
    with pytest.raises(Broken, match=r"line 10: eve  pass: .*"):
        list(perform(g, [Entry("eve", "pass", "", 10)]))

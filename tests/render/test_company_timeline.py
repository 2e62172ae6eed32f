"""Presidents and trains over the rounds, from positions."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.events import RoundEnded
from game.play import Game
from game.rules import Rules
from render.drawing import fonts
from render.results.company_timeline import (
    LEGEND,
    RUSTED,
    SECTION,
    CompanyLine,
    Timeline,
    TrainSet,
    draw_timeline,
    place_sets,
    stretches,
    timeline_words,
    trace_companies,
)
from render.results.print_sizes import WORDS
from tests.support.written_words import note_words
from titles import TITLES

pytestmark = pytest.mark.unit

LINES = (
    CompanyLine("GA", ("ann", "ann", "bob", "bob"), (("2",), ("2", "3"), (), ("5",))),
    CompanyLine("CoG", ("", "cid", "cid", ""), ((), ("2",), ("2",), ())),
    CompanyLine("ACL", ("", "", "", "ann"), ((), (), (), ())),
)
TIMELINE = Timeline(("SR 1", "OR 1.1", "SR 2", "OR 2.1"), LINES, ("ann", "bob", "cid"))


def called(title: str = "18GA") -> Rules:
    return replace(TITLES[title].rules((), 3), called={"ann": "Ann", "bob": "Bob", "cid": "Cid"})


def test_stretches_of_equal_values():
    assert list(stretches("aabccc")) == [(0, 1), (2, 2), (3, 5)]
    assert list(stretches("")) == []


def test_a_line_in_words():
    assert timeline_words(TIMELINE, called()) == [
        "GA: Ann from SR 1, Bob from SR 2. Trains: 2T; 2T, 3T from OR 1.1; none from SR 2; 5T from OR 2.1.",
        "CoG: Cid from OR 1.1, gone in OR 2.1. Trains: 2T.",
        "ACL: Ann from OR 2.1. No trains.",
    ]
    rules = called("18EU")
    (minor,) = timeline_words(Timeline(("SR 1",), (CompanyLine("3", ("bob",), (("2",),)),), ("bob",)), rules)
    assert minor == "Minor 3: Bob from SR 1. Trains: 2T."


def test_what_the_picture_writes(monkeypatch):
    written: list[tuple[str, float]] = []
    real = fonts.write

    def write(draw, at, text, size, **more):
        written.append((text, at[0]))
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    image = draw_timeline(TIMELINE, called())
    assert image.width == 1098
    texts = [text for text, _ in written]
    assert {"Ann", "Bob", "Cid", "2T", "2T, 3T", "–", "5T", "SR 1", "OR 2.1"} <= set(texts)
    where = dict(written)
    assert where["Cid"] < where["Bob"] < where["Ann"], "the last Ann is that of the last row"


def test_a_round_of_one_title_alone_is_not_named_below_the_picture(monkeypatch):
    """18EU's edge said "FER 5", which no other title has and few can read."""
    said = note_words(monkeypatch)
    line = CompanyLine("DR", ("ann",) * 4, ((),) * 4)
    draw_timeline(Timeline(("SR 5", "OR 5.1", "FER 5", "OR 6.1"), (line,), ("ann",)), called("18EU"))
    assert {"SR 5", "OR 5.1", "OR 6.1"} <= set(said)
    assert "FER 5" not in said


def test_what_a_star_means_is_said_where_there_is_one(monkeypatch):
    """4* stood in picture and words of 18TN, and nothing said that this train runs once more."""
    written = note_words(monkeypatch)
    draw_timeline(TIMELINE, called())
    assert not any("once more" in words for words in written)
    starred = replace(
        TIMELINE, lines=(replace(LINES[0], trains=(("4",), ("4*",), (), ("5",)), rusted=((), (), ("4",), ())),)
    )
    draw_timeline(starred, called())
    assert {f"{LEGEND}; {RUSTED}", "*: runs once more"} <= {*written}, "it was cut at “runs on”, at the edge"


def test_trains_that_rust_are_struck_out_and_told(monkeypatch):
    from render.drawing import style

    rules = TITLES["18GA"].rules((), 3)
    g = Game.new(rules, ["ann", "bob", "cid"], "1")
    views = []
    for place, other in (("GA", "GA"), ("gone", "CoG")):
        g.state.place |= {"2-1": place, "2-2": other, "3-1": "GA"}
        g.state.companies["GA"].president, g.state.companies["GA"].par = "ann", 60
        views.append(deepcopy(g.state))
    timeline = trace_companies(["OR 1.1", "OR 1.2"], views, rules)
    (line,) = timeline.lines
    assert line.rusted == ((), ("2",)), "the other one was sold"
    told = "Trains: 2T, 2T, 3T; 3T from OR 1.2 (2T rusted)."
    assert told in timeline_words(timeline, called())[0]
    said = note_words(monkeypatch)
    image = draw_timeline(timeline, rules)
    assert {"2T, 2T, 3T", "2T 3T"} <= set(said)
    struck = sum(image.getpixel((x, y)) == style.GAUGE for x in range(image.width) for y in range(image.height))
    assert 50 < struck < 400, "a line through one train"


EDGES = [100 + 48 * n for n in range(19)]


@given(st.lists(st.sampled_from(["2", "2 2", "3 3 4", "4Ex3", "4 4x2", "3 4Ex2 5"]), min_size=18, max_size=18))
def test_every_set_of_trains_is_shown_whole_and_beside_the_others(held):
    """What found no room was left out: a company that ended with 5 6 ended at 3 3 4."""
    sets = [TrainSet(i, "", text) for i, text in enumerate(held)]
    placed = list(place_sets(sets, EDGES))
    assert [made for made, _, _ in placed] == sets
    spans = [(line, x, x + fonts.width(made.text, WORDS)) for made, x, line in placed]
    assert all(x >= EDGES[0] and end <= EDGES[-1] for _, x, end in spans)
    for n, (line, x, end) in enumerate(spans):
        assert all(end <= b or a >= beyond for other, b, beyond in spans[n + 1 :] for a in (x,) if other == line)
    assert all(
        0 <= x - EDGES[made.first] <= 20 or x + fonts.width(made.text, WORDS) == EDGES[-1] for made, x, _ in placed
    )


def test_minors_that_are_gone_take_one_line(monkeypatch):
    gone = CompanyLine("3", ("bob", "bob", "", "", "", ""), (("2",), ("2", "3"), (), (), (), ()))
    alive = CompanyLine("3", ("bob",) * 6, gone.trains)
    rounds = tuple(f"OR {n}.1" for n in range(6))
    said: dict[str, float] = {}
    real = fonts.write

    def write(draw, at, text, size, **more):
        said[text] = at[1]
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    high, low = (draw_timeline(Timeline(rounds, (line,), ("bob",)), called("18EU")).height for line in (alive, gone))
    assert low <= high - 50
    assert said["2T"] == said["2T, 3T"] == said["Bob"]
    large = CompanyLine("BNR", ("cid",) * 6, ((),) * 6)
    apart = draw_timeline(Timeline(rounds, (gone, large), ("bob", "cid")), called("18EU"))
    both = draw_timeline(Timeline(rounds, (large,), ("cid",)), called("18EU")).height + low
    empty = draw_timeline(Timeline(rounds, (), ("cid",)), called("18EU")).height
    assert apart.height == both - empty + SECTION, "the companies below them begin a part of their own"


@pytest.mark.parametrize("title", sorted(TITLES))
def test_positions_tell_all_that_happened(title, played_rounds):
    """Whatever way a president or a train came by: each line's end is what the last position says."""
    rounds, views, rules = played_rounds(title)
    timeline = trace_companies(rounds, views, rules)
    last = views[-1]
    assert timeline.rounds == tuple(rounds)
    for line in timeline.lines:
        known = last.companies[line.company]
        assert line.presidents[-1] == ("" if known.closed else known.president)
        held = [c for c in rules.data.train_cards if last.place.get(c) == line.company]
        assert len(line.trains[-1]) == len(held), "a train that has rusted is no train"
    kinds = {rules.data.companies[line.company].kind for line in timeline.lines}
    assert "minor" in kinds or title != "18EU"
    assert draw_timeline(timeline, rules).height > 200


@pytest.fixture
def played_rounds():
    def play(title: str):
        from bot.sandbox import demo_game

        players = ("ann", "bob", "cid")
        rules = TITLES[title].rules((), len(players))
        g = Game.new(rules, players, demo_game.SEED)
        rounds, views = [], []
        for action in demo_game.play_demo(rules, players)[1]:
            ended = [e.name for e in g.play(action) if isinstance(e, RoundEnded)]
            if ended:
                rounds.append(ended[-1])
                views.append(g.view(None))
        rounds.append(g.state.round)
        views.append(g.view(None))
        return rounds, views, rules

    return play


def test_an_arrow_between_trains_is_explained_only_where_one_is_drawn(monkeypatch):
    """Four titles' legends explained an arrow that only the rows of minors that are gone have."""
    written = note_words(monkeypatch)
    draw_timeline(TIMELINE, called())
    assert not any("→" in words for words in written)


def test_a_red_line_through_a_train_is_explained(monkeypatch):
    """Numbers were struck out in red, and nothing said what that means."""
    rusted = replace(LINES[0], rusted=((), (), ("2", "3"), ()))
    for lines, explained in ((LINES, False), ((rusted, *LINES[1:]), True)):
        written = note_words(monkeypatch)
        draw_timeline(replace(TIMELINE, lines=lines), called())
        assert any("struck out: rusted" in words for words in written) is explained

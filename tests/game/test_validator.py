"""The checker of runs: each rule of 18GA refuses with its own sentence and paragraph."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.actions import Route
from game.play import Game
from game.routing import routes, validator
from game.rules import Refusal
from game.state import Run
from tests.support.board_notation import board

# Macon's eastern exit forks at F8: to Albany by G7 and H6, to Statesboro by G9. Its western exit leads to Montgomery.
FORK = "F6=57/1[CoG] F8=28/1 G7=9/0 H6=8/1 H4=57/1 G9=8/2 G11=4/1 F4=9/1 F2=8/2"


def game(line: str, fleet: str, company: str = "CoG", phase: str = "4", options: tuple[str, ...] = ()) -> Game:
    g = board(line, phase=phase, options=options)
    for card in fleet.split():
        g.state.place[card] = company
    g.changed()
    return g


def claim(*texts: str) -> tuple[Route, ...]:
    """`4-1: F6 E1 via F4/4`."""
    found = []
    for text in texts:
        train, _, rest = text.partition(": ")
        stops, _, via = rest.partition(" via ")
        found.append(Route(train, tuple(stops.split()), tuple(via.split())))
    return tuple(found)


def refused(g: Game, *texts: str, company: str = "CoG") -> str:
    found = validator.judge(g, company, claim(*texts))
    assert isinstance(found, Refusal)
    return str(found)


def accepted(g: Game, *texts: str, company: str = "CoG") -> tuple[Run, ...]:
    found = validator.judge(g, company, claim(*texts))
    assert not isinstance(found, Refusal), str(found)
    return found


def test_a_legal_run_is_valued_with_its_track():
    g = game(FORK, "3-1 3-2")
    (run,) = accepted(g, "3-1: E1 F6 G11")
    assert run.stops == ("E1.a", "F6.a", "G11.a")
    assert run.sides == ("E1/5", "F2/4", "F4/4", "F6/4", "F8/5", "G11/1")
    assert run.revenue == 30 + 20 + 10


@pytest.mark.parametrize(
    ("claimed", "sentence"),
    [
        (["4-1: E1 F6"], "CoG has no 4-train (18GA 4.2.3)"),
        (["3-1: E1 F6", "3-1: F6 G11"], "each 3-train can run only once (18GA 4.2.3)"),
        (["3-1: F6"], "3-train: a route needs 2 stops (18GA 4.2.3(a))"),
        (
            ["3-1: E1 H4 F6"],
            "3-train: no track leads from Montgomery (E1) to Albany (H4) without passing another stop (18GA 4.2.3(a))",
        ),
        (["3-1: H4 F6 G11"], "3-train: it would use a piece of track twice (18GA 4.2.3(b))"),
        (
            ["3-1: F6 H4 G11"],
            "3-train: a train from Albany (H4) to Statesboro (G11) would have to turn round at a fork (18GA 4.2.3(c))",
        ),
        (["3-1: F6 E1 F6"], "3-train: Macon (F6) is on the route twice (18GA 4.2.3(g))"),
        (
            ["3-1: E1 F6", "3-2: F6 E1"],
            "two 3-trains would use the same piece of track (18GA 4.2.3(j))",
        ),
        (["3-1: E1 Z9"], "There is no hex Z9 on this map"),
        (["3-1: F6 F4"], "F4 has no city, town or off-map place"),
        (["3-1: F6 D4"], "D4 has several stops: name one of D4.a, D4.b, D4.c"),
        (["3-1: F6 E1.b"], "E1 has no stop E1.b: it has E1.a"),
        (
            ["3-1: F6 E1 via G9/1"],
            "There is no hexside G9/1: they are named by the first of their two hexes, such as D4/0",
        ),
        (["3-1: F6 E1 via H4/4"], "3-train: H4/4 is not on the way of this route (18GA 4.2.3(a))"),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_paragraph(claimed, sentence):
    assert refused(game(FORK, "3-1 3-2"), *claimed) == sentence


def test_a_closed_city_may_be_an_end_and_is_not_passed():
    g = game(FORK.replace("[CoG]", "[GA]").replace("H4=57/1", "H4=57/1[CoG]"), "3-1")
    assert accepted(g, "3-1: H4 F6")[0].revenue == 40
    assert refused(g, "3-1: H4 F6 E1") == (
        "3-train: others have taken all circles of Macon (F6): a route can only end there (18GA 4.2.3(e))"
    )


def test_a_route_needs_a_station_of_the_company():
    g = game(FORK, "3-1", company="GA")
    assert refused(g, "3-1: E1 F6", company="GA") == "3-train: GA has no station on the route (18GA 4.2.3(f))"


def test_cities_and_red_areas_count_for_the_length_and_towns_do_not():
    g = game(FORK, "2-1")
    assert accepted(g, "2-1: E1 F6 G11")[0].revenue == 60
    g = game(FORK + " E3=8/1 D4=451a/0", "2-1")
    assert refused(g, "2-1: D4.a E1 F6") == "2-train: that is a length of 3, and the train only runs 2 (18GA 4.2.3(i))"


def test_trains_are_named_by_card_or_by_type_and_places_by_hex_or_name():
    g = game(FORK, "3-1 3-2")
    runs = accepted(g, "3: e1 Macon", "3: statesboro F6")
    assert [(r.train, r.stops) for r in runs] == [("3-1", ("E1.a", "F6.a")), ("3-2", ("G11.a", "F6.a"))]
    assert [r.train for r in accepted(g, "3-1: E1 F6", "3: G11 F6")] == ["3-1", "3-2"]
    assert refused(g, "3: E1 F6", "3: F6 G11", "3: F6 H4") == "each 3-train can run only once (18GA 4.2.3)"
    assert refused(g, "2: E1 F6") == "CoG has no 2-train (18GA 4.2.3)"


JACKSONVILLE = "J12[ACL] I11=57/2 J10=8/2 I9=57/2"


def test_4_2_3_h_jacksonville_is_an_end_even_for_its_own_company():
    """Trap 19, and the option for what 18xx.games does."""
    g = game(JACKSONVILLE, "3-1", "ACL")
    assert accepted(g, "3-1: I11 J12", company="ACL")[0].revenue == 50
    assert refused(g, "3-1: I11 J12 I9", company="ACL") == (
        "3-train: no train can run through Jacksonville (J12) (18GA 4.2.3(h))"
    )
    assert [r.revenue for r in routes.best(g, "ACL")] == [50, 50]
    peer = game(JACKSONVILLE, "3-1", "ACL", options=("acl_through_jacksonville",))
    assert accepted(peer, "3-1: I11 J12 I9", company="ACL")[0].revenue == 70
    assert routes.best(peer, "ACL")[0].revenue == 70


def test_4_2_3_i_three_cities_of_atlanta_are_three_stops():
    """Trap 18: the town between is free; each city of Atlanta is paid; the track is separate."""
    g = game("D4=455a/0[W&A.a] E3=8/1 D2=8/4 D6=8/5 E7=58/0 F6=458a/1 E5=9/2", "5-1 4-1", "W&A", phase="5")
    top = routes.best(g, "W&A")[0]
    (longest,) = [r for r in top.runs if r.train == "5-1"]
    assert longest.revenue == 310
    assert sorted(longest.stops) == ["D4.a", "D4.b", "D4.c", "E1.a", "E7.a", "F6.a"]
    assert accepted(g, "5-1: D4.a E1 D4.c E7 F6 D4.b", company="W&A")[0].revenue == 310
    assert refused(g, "4-1: D4.a E1 D4.c E7 F6 D4.b", company="W&A").endswith("the train only runs 4 (18GA 4.2.3(i))")


def test_a_named_hexside_tells_parallel_track_apart():
    """Two ways from Atlanta to Montgomery, by D2 and by E3; two trains that name none are given one each."""
    g = game("D4=63/0[CoG] E3=8/1 D2=8/4", "2-1 2-2")
    assert accepted(g, "2-1: D4 E1")[0].sides == ("D2/4", "D2/0")
    assert accepted(g, "2-1: D4 E1 via E1/4")[0].sides == ("D4/0", "E1/4")
    assert accepted(g, "2-1: D4 E1 via D4/0 E1/4")[0].sides == ("D4/0", "E1/4")
    both = accepted(g, "2-1: D4 E1", "2-2: E1 D4")
    assert [r.sides for r in both] == [("D2/4", "D2/0"), ("E1/4", "D4/0")]
    assert refused(g, "2-1: D4 E1 via D4/0", "2-2: E1 D4 via D4/0").endswith("the same piece of track (18GA 4.2.3(j))")
    assert next(len(r.runs) for r in routes.best(g, "CoG")) == 2


WORDS = st.one_of(
    st.text(max_size=6), st.sampled_from(["F6", "E1.a", "G11", "H4", "F6.a", "F4/4", "F6/4", "D4", "D4/²", "E1/", "."])
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["3-1", "3-2", "x"]), st.lists(WORDS, max_size=5), st.lists(WORDS, max_size=3)),
        max_size=3,
    )
)
@settings(max_examples=300, deadline=None)
def test_any_text_is_judged_and_never_fails(claimed):
    found = validator.judge(GAME, "CoG", tuple(Route(t, tuple(stops), tuple(sides)) for t, stops, sides in claimed))
    assert isinstance(found, Refusal) or len(found) == len(claimed)


GAME = game(FORK, "3-1 3-2")

"""Privates that companies buy at any time of their turn: each step waits for those whose power it needs."""

from __future__ import annotations

from game.actions import Answer, BuyTrain, LayTile, Pass, PayDividend, PlaceToken, RunTrains, TakePrivate, Use
from game.play import Game
from game.state import TrainState
from tests.support.board_notation import board
from tests.support.title_positions import operate, play, verbs


def key(g: Game) -> str:
    step = g.top_step()
    assert step is not None
    return step.key


def buy(g: Game, private: str, price: int) -> None:
    play(g, TakePrivate(private, price, by="ann"), Answer(True, by="bob"))


# ---------------------------------------------------------------------- 18GA


def test_18ga_4_2_g_the_ocilla_is_bought_before_the_run_that_its_train_makes() -> None:
    """Without a station to place and without a train nothing else would be asked between tile and trains."""
    g = board("F6=5/3[CoG] E7=4/0", phase="3", cash=60, owners={"OSR": "bob"})
    operate(g, "CoG", at=1)
    play(g, Pass(by="ann"))
    assert key(g) == "token"
    buy(g, "OSR", 50)
    assert g.state.place["2-6"] == "CoG"
    assert key(g) == "run"
    play(g, next(a for c in g.choices("ann") for a in c if isinstance(a, RunTrains)))
    assert g.company("CoG").earned == 30


def test_18ga_4_2_g_nothing_waits_for_an_ocilla_that_brings_no_train() -> None:
    g = board("F6=5/3[CoG] E7=4/0", phase="4", cash=60, owners={"OSR": "bob"})
    g.state.place |= {"2-6": "gone", "4-1": "CoG"}
    operate(g, "CoG", at=1)
    play(g, Pass(by="ann"))
    assert key(g) == "run"


def test_18ga_4_2_g_the_waycross_is_bought_before_the_step_in_which_it_is_used() -> None:
    g = board("F6=5/3[CoG] E7=4/0", phase="3", cash=35, owners={"W&SR": "bob"})
    operate(g, "CoG", at=1)
    play(g, Pass(by="ann"))
    assert key(g) == "token"
    buy(g, "W&SR", 35)
    play(g, PlaceToken("I9", "W&SR", by="ann"))
    assert g.state.tokens["I9.a.0"] == "CoG"


def test_18ga_4_2_g_the_midland_is_bought_when_the_turns_own_tile_lies() -> None:
    """Table III: its tile comes on top, so the track step waits for it."""
    g = board("F6=5/3[CoG] E7=4/0", phase="3", cash=60, owners={"MRC": "bob"})
    operate(g, "CoG", at=1)
    play(g, LayTile("D8", "7", 0, by="ann"))
    assert key(g) == "track"
    buy(g, "MRC", 20)
    assert any(a.using == "MRC" for c in g.choices("ann") for a in c if isinstance(a, LayTile))


def test_18ga_table_iii_nothing_waits_for_a_waycross_without_a_station_on_the_charter() -> None:
    g = board("F6=5/3[CoG] E7=4/0", phase="3", cash=35, owners={"W&SR": "bob"})
    g.company("CoG").tokens = []
    operate(g, "CoG", at=1)
    play(g, Pass(by="ann"))
    assert key(g) == "trains"


def test_18ga_4_2_g_what_a_president_declines_lets_the_turn_go_on() -> None:
    g = board("F6=5/3[CoG] E7=4/0", phase="3", cash=60, owners={"OSR": "bob"})
    operate(g, "CoG", at=1)
    play(g, Pass(by="ann"), Pass(by="ann"))
    assert key(g) == "trains"


# ---------------------------------------------------------------------- 18VA


def railway(cash: int, train: str, **owners: str) -> Game:
    """The Virginian with a train and a run of 30, all stations placed; nothing can be bought but privates."""
    g = board("C12=5/2[VR] B11=58/3", title="18VA", phase="3", cash=cash, owners=owners)
    for card in ("2-1", "2-2"):
        g.state.place[card] = "VR"
        g.state.trains[card] = TrainState(side=train)
    g.company("VR").size, g.company("VR").tokens = 5, []
    g.changed()
    return g


def test_18va_4_2_withheld_money_buys_a_private() -> None:
    g = railway(0, "1G", P1="bob")
    operate(g, "VR", at=2)
    play(g, Pass(by="ann"))
    play(g, next(a for c in g.choices("ann") for a in c if isinstance(a, RunTrains)))
    play(g, PayDividend("none", by="ann"))
    assert key(g) == "last chance"
    buy(g, "P1", 20)
    assert g.state.place["P1"] == "VR"


def test_18va_4_2_4_a_company_at_its_limit_buys_the_potomac_yards_and_then_a_train() -> None:
    g = railway(140, "2", P3="bob")
    operate(g, "VR", at=6)
    assert key(g) == "trains"
    assert "BuyTrain" not in verbs(g, "ann")
    buy(g, "P3", 40)
    play(g, Use("P3", by="ann"), BuyTrain("2-3", 100, side="1G", by="ann"))
    assert g.state.place["2-3"] == "VR"


def test_18va_4_2_2_tredegar_is_bought_where_without_it_no_train_can_be_paid() -> None:
    g = railway(40, "2", P2="bob")
    g.state.place |= {"2-2": "gone"} | {f"2-{n}": "gone" for n in range(3, 7)}
    operate(g, "VR", at=6)
    assert key(g) == "trains"
    buy(g, "P2", 30)
    play(g, BuyTrain("3-1", 0, side="2G", using="P2", by="ann"))
    assert (g.state.cash["VR"], g.state.place["P2"]) == (10, "gone")


def test_18va_4_5_3_markers_are_bought_before_the_run() -> None:
    for private in ("P1", "P3"):
        g = railway(100, "2", **{private: "bob"})
        operate(g, "VR", at=2)
        play(g, Pass(by="ann"))
        assert key(g) == "token", private


def test_18va_4_2_who_has_just_passed_with_the_private_in_view_is_not_asked_again() -> None:
    g = railway(140, "2", P3="bob")
    operate(g, "VR", at=6)
    play(g, Pass(by="ann"))
    assert g.company("VR").operated


def test_18va_4_2_in_phase_2_nothing_waits() -> None:
    g = railway(140, "2", P3="bob")
    g.state.phase = "2"
    g.changed()
    operate(g, "VR", at=6)
    assert g.company("VR").operated

"""18VA, paragraph by paragraph: track, stations, powers, trains, emergencies, bankruptcy. Trap numbers are the digest's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game import legal_lays, shares, trains
from game.actions import (
    Answer,
    Bankrupt,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    Route,
    RunTrains,
    SellShares,
    TakePrivate,
    Use,
)
from game.checks import LayPermit, Purchase
from game.events import Paid
from game.market import where
from game.notation import parse
from game.play import Game
from game.state import Laid, TrainState
from game.steps.dividend import Dividend
from game.steps.run import RunRoutes
from game.steps.token import HomeToken
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains, DiscardTrains
from render.text.event_text import tell
from render.text.text import words
from tests.support import board_notation
from tests.support.title_positions import new, operate, own, play, refused, settle, stock, trades, verbs
from tests.support.title_positions import start as started
from titles.va import bankruptcy, sizes
from titles.va.marks import RAISED_LIMITS


def board(line: str = "", *steps: object, **more: object) -> Game:
    """A position on 18VA's map; everything belongs to ann."""
    return board_notation.board(line, *steps, title="18VA", **more)  # type: ignore[arg-type]


def give(g: Game, company: str, *faces: str) -> None:
    """Trains as they are named: 3, 2G."""
    for face in faces:
        kind = next(k for k, t in g.rules.data.trains.items() if face in (k, *(s.name for s in t.sides)))
        card = next(c for c in g.rules.data.train_cards if c.startswith(f"{kind}-") and g.state.place[c] == "depot")
        g.state.place[card] = company
        if face != kind:
            g.state.trains[card] = TrainState(side=face)
    g.changed()


def phase(g: Game, name: str, gone: Sequence[str] = (), left: dict[str, int] | None = None) -> Game:
    """As if the phase had begun; `gone`: types that nobody has any more; `left`: trains of a type still in the depot."""
    g.state.phase = name
    for card in g.rules.data.train_cards:
        kind, _, number = card.partition("-")
        count = g.rules.data.trains[kind].count
        sold = left is not None and kind in left and int(number) <= count - left[kind]
        if g.state.place[card] == "depot" and (kind in gone or sold):
            g.state.place[card] = "gone"
    g.changed()
    return g


def company(
    g: Game, name: str, cash: int, size: int = 5, at: str = "4,3", *, operated: bool = True, **held: int
) -> None:
    """A started company; shares by player, the first is president."""
    if size == 10 and g.company(name).size == 5:
        sizes.grow_to_ten_shares(g, name)
    started(g, name, 75, at, cash=cash)
    g.company(name).operated = operated
    for n, (player, count) in enumerate(held.items()):
        own(g, player, name, count, president=not n)


def another_sells(g: Game, face: str) -> None:
    """SR, p1's, has a train: there is something left to buy."""
    company(g, "SR", 0, p1=2)
    give(g, "SR", face)


def offered(g: Game, player: str) -> set[tuple[str, int, str]]:
    """Trains that may be bought: face, lowest price, private used."""
    return {
        (a.side or a.train.partition("-")[0], a.price, a.using)
        for c in g.choices(player)
        for a in c
        if isinstance(a, BuyTrain)
    }


def train_of(g: Game, player: str, face: str, using: str = "", seller: str = "") -> BuyTrain:
    return next(
        a
        for c in g.choices(player)
        for a in c
        if isinstance(a, BuyTrain)
        and (a.using, a.seller) == (using, seller)
        and face in (a.side, trains.face(g, a.train))
    )


# ---------------------------------------------------------------------- 4.5.2 track


def tiles_for(g: Game, name: str, hex_id: str) -> set[tuple[str, int]]:
    found = legal_lays.lays(g, name, LayPermit(hexes=(hex_id,)), g.rules.track.checks)
    return {(lay.tile, lay.rotation) for lay in found}


def test_4_5_2_one_yellow_tile_or_one_upgrade_free() -> None:
    g = board("C12[VR]", LayTrack("VR"))
    lays = {a.hex for c in g.choices("ann") for a in c if isinstance(a, LayTile)}
    assert lays == {"C12"}  # a company without track begins at home
    play(g, next(a for c in g.choices("ann") for a in c if getattr(a, "tile", "") == "57"))
    assert not isinstance(g.top_step(), LayTrack)
    assert g.state.cash["VR"] == 1000


def test_4_5_2_1_upgrades_that_lead_nowhere() -> None:
    """Trap 30."""
    g = board("F7=57/0[RFPR]", phase="4D")
    assert tiles_for(g, "RFPR", "F7") == {("15", 0)}
    g = board("F7=15/0[RFPR]", phase="4D")
    assert tiles_for(g, "RFPR", "F7") == set()
    g = board("H15[N&W]", phase="4D")
    assert tiles_for(g, "N&W", "H15") == set()
    g = board("H3=14/2[B&O]", phase="5")
    assert tiles_for(g, "B&O", "H3") == {("170", 5)}


@pytest.mark.parametrize(
    ("line", "hex_id", "tiles"),
    [
        ("F11=14/0[VR]", "F11", {"170ric"}),
        ("F11=170ric/0[VR]", "F11", {"171"}),
        ("G4=15/0[VR]", "G4", {"170was"}),
        ("G4=170was/0[VR]", "G4", {"172"}),
        ("F13=15/5[VR]", "F13", {"170"}),
        ("D9=14/0[VR]", "D9", {"63"}),
        ("C12=5/1[VR] B13=58/2", "B13", {"141", "142", "143", "144"}),
    ],
)
def test_4_5_2_1_tiles_of_the_marked_hexes(line: str, hex_id: str, tiles: set[str]) -> None:
    assert {tile for tile, _ in tiles_for(board(line, phase="4D"), "VR", hex_id)} <= tiles
    assert {tile for tile, _ in tiles_for(board(line, phase="4D"), "VR", hex_id)} & tiles


# ---------------------------------------------------------------------- 4.5.3 stations, Potomac Yards, Express Agency


def test_4_5_3_the_home_of_an_unstarted_company_is_kept() -> None:
    """Trap 20."""
    line = "D9={} E8=57/1[RFPR]"
    yellow = board(line.format("57/1"), Station("RFPR"), owners={"P3": "RFPR"})
    refused(yellow, PlaceToken("D9", by="ann"), "reserved for C&O", "18VA 4.5.3")
    play(yellow, PlaceToken("D9", "P3", by="ann"))
    assert yellow.state.tokens["D9.a.+"] == "RFPR"
    green = board(line.format("14/0"), Station("RFPR"), phase="3")
    play(green, PlaceToken("D9", by="ann"))
    assert green.state.cash["RFPR"] == 960
    full = board(line.format("14/0[RFPR]") + " F9=8/2 F7[SR]", Station("SR"), phase="3", owners={"P3": "SR"})
    refused(full, PlaceToken("D9", by="ann"), "reserved for C&O", "18VA 4.5.3")


def test_4_2_3_the_marker_leads_the_station_of_the_same_turn() -> None:
    """Trap 21: through a full city that only the marker opens."""
    line = "H1[B&O,RFPR] H3=14/3[B&O] F11=57/0[SR]"
    g = board(line, Station("SR"), RunRoutes("SR"), owners={"P3": "SR"}, phase="3")
    give(g, "SR", "2")
    assert "Baltimore" in refused(g, PlaceToken("H3", by="ann"), "not connected")
    play(g, PlaceToken("H1", "P3", by="ann"), PlaceToken("H3", by="ann"))
    assert {s for s, c in g.state.tokens.items() if c == "SR"} == {"F11.a.0", "H1.a.+", "H3.a.1"}
    assert (g.state.place["P3"], g.state.cash["SR"], g.company("SR").tokens) == ("gone", 960, [])
    (run,) = [a for c in g.choices("ann") for a in c if isinstance(a, RunTrains)]
    play(g, run)
    assert g.company("SR").earned == 110


def test_4_2_3_the_marker_needs_a_circle_and_no_station_there() -> None:
    g = board("C12=57/0[VR]", Station("VR"), owners={"P3": "VR"})
    g.company("VR").tokens = []
    refused(g, PlaceToken("E8", "P3", by="ann"), "no tile and so no circle", "18VA 4.2(3)")
    refused(g, PlaceToken("C12", "P3", by="ann"), "has a station", "18VA 4.5.3")
    refused(g, PlaceToken("D7", "P3", by="ann"), "no such city")
    found = {a.city for c in g.choices("ann") for a in c if isinstance(a, PlaceToken)}
    assert found == {"A6", "A12", "B15", "F17", "H1", "H5", "H13", "H15"}
    site = board("C12=57/0[VR]", Station("VR"), owners={"P3": "VR"}, options=("private_powers_any_step",))
    assert "E8" in {a.city for c in site.choices("ann") for a in c if isinstance(a, PlaceToken)}


def test_4_2_1_the_express_agency_names_any_city() -> None:
    g = board("C12=57/0[VR]", Station("VR"), RunRoutes("VR"), owners={"P1": "VR"})
    assert isinstance(g.top_step(), Station)  # nothing else could be placed: it waits for the mark
    targets = {a.target for c in g.choices("ann") for a in c if isinstance(a, Use)}
    assert len(targets) == 16
    assert not targets & {"A6", "A12", "B15", "F17", "H1", "B7"}
    refused(g, Use("P1", "A12", by="ann"), "not a city", "18VA 4.2(1)")
    play(g, Use("P1", "F5", by="ann"))
    assert (g.state.marks["express"], g.state.place["P1"]) == (["VR", "F5"], "gone")
    assert "Alexandria (F5) is worth $10 more to VR." in [words(e, g.view(None), g.rules) for e in g.events]
    assert not any(isinstance(a, Use) for c in g.choices("ann") for a in c)


def test_11_5_when_the_express_agency_is_used() -> None:
    """After the tile and before the run; on 18xx.games at any time of the turn."""
    for options, early in (((), False), (("private_powers_any_step",), True)):
        g = board("C12=57/0[VR] D11", LayTrack("VR"), owners={"P1": "VR"}, options=options)
        assert any(isinstance(a, Use) for c in g.choices("ann") for a in c) == early
    g = board("A12 B13=58/2 C12=5/1[VR]", owners={"P1": "VR", "P3": "VR"})
    give(g, "VR", "1G")
    operate(g, "VR", RunRoutes("VR"))
    play(g, Use("P1", "C12", by="ann"), PlaceToken("A12", "P3", by="ann"))
    (run,) = [a for c in g.choices("ann") for a in c if isinstance(a, RunTrains)]
    play(g, run)
    assert g.company("VR").earned == 60


def test_4_2_players_have_no_powers_and_sell_to_companies_for_half_to_one_and_a_half() -> None:
    g = board("C12=57/0[VR]", LayTrack("VR"), owners={"P1": "bob"}, phase="3")
    refused(g, TakePrivate("P1", 19, by="ann"), "from $20 to $60", "18VA 4.2")
    play(g, TakePrivate("P1", 60, by="ann"), Answer(True, by="bob"))
    assert (g.state.place["P1"], g.state.cash["bob"]) == ("VR", 460)
    g = board("C12=57/0[VR]", LayTrack("VR"), owners={"P1": "bob"})
    refused(g, TakePrivate("P1", 40, by="ann"), "not buy private companies in this phase", "18VA 4.2")


# ---------------------------------------------------------------------- 4.5.8 trains


def test_4_5_8_a_train_is_declared_when_it_is_bought() -> None:
    g = new("18VA", 3)
    company(g, "VR", 250, p0=2)
    another_sells(g, "2")
    operate(g, "VR", BuyTrains("VR"))
    assert offered(g, "p0") == {("2", 100, ""), ("1G", 100, ""), ("2", 1, "")}
    play(g, BuyTrain("2-2", 100, side="1G", by="p0"))
    assert (trains.face(g, "2-2"), g.state.cash["VR"]) == ("1G", 150)
    refused(g, BuyTrain("2-3", 100, side="2", by="p0"), "has bought a new 2-train", "18VA 4.5.8")


def test_4_5_8_one_new_train_of_a_type_and_the_next_type() -> None:
    """Trap 17."""
    g = phase(new("18VA", 3), "3", gone=["2"], left={"3": 1})
    company(g, "VR", 900, 10, p0=2)
    g.state.place |= {"2-1": "VR", "2-2": "VR"}
    g.state.trains |= {"2-1": TrainState(side="1G"), "2-2": TrainState(side="1G")}
    another_sells(g, "5")
    operate(g, "VR", BuyTrains("VR"))
    play(g, train_of(g, "p0", "3"))
    play(g, train_of(g, "p0", "3G"))
    assert (g.state.phase, g.state.cash["VR"]) == ("4", 400)
    assert [trains.face(g, t) for t in trains.owned(g, "VR")] == ["3", "3G"]
    refused(g, BuyTrain("4-2", 300, side="4", by="p0"), "has bought a new 4-train", "18VA 4.5.8")


def test_4_5_8_the_pool_does_not_count_for_that() -> None:
    g = phase(new("18VA", 3), "3", gone=["2"])
    company(g, "VR", 900, 10, p0=2)
    g.state.place |= {"3-1": "pool", "3-2": "pool"}
    operate(g, "VR", BuyTrains("VR"))
    play(g, BuyTrain("3-1", 200, side="2G", by="p0"), BuyTrain("3-2", 200, side="3", by="p0"))
    play(g, BuyTrain("3-3", 200, side="3", by="p0"))
    assert [trains.face(g, t) for t in trains.owned(g, "VR")] == ["2G", "3", "3"]


@pytest.mark.parametrize(("second", "cash"), [("6", 1200), ("4D", 1400)])
def test_4_5_8_the_first_6_train_ends_the_limit(second: str, cash: int) -> None:
    """Trap 18."""
    g = phase(new("18VA", 3), "5", gone=["2", "3", "4", "5"])
    company(g, "VR", cash, 10, p0=2)
    operate(g, "VR", BuyTrains("VR"))
    assert offered(g, "p0") == {("6", 600, ""), ("5G", 600, "")}
    play(g, train_of(g, "p0", "6"))
    play(g, train_of(g, "p0", second))
    assert (g.state.cash["VR"], g.state.phase) == (0, second)


def test_4_5_8_three_types_in_one_turn_need_room() -> None:
    """Trap 18, last part: the power of the Potomac Yards makes it."""
    g = phase(new("18VA", 3), "5", gone=["2", "3", "4"], left={"5": 1})
    company(g, "VR", 1900, 10, p0=2)
    g.state.place["P3"] = "VR"
    operate(g, "VR", BuyTrains("VR"))
    play(g, train_of(g, "p0", "4G"), Use("P3", by="p0"))
    play(g, train_of(g, "p0", "5G"))
    play(g, train_of(g, "p0", "4D"))
    assert (g.state.cash["VR"], [trains.face(g, t) for t in trains.owned(g, "VR")]) == (0, ["4G", "5G", "4D"])
    assert (g.state.place["P3"], g.rules.trains.limit(g, "VR")) == ("gone", 3)


@pytest.mark.parametrize(
    ("options", "held", "raised"),
    [
        pytest.param((), 2, True, id="4.2, 4.5.8: the phase of buying trains is long enough"),
        pytest.param(("yards_before_trains",), 2, False, id="18xx.games: it buys no train, so the Yards come too late"),
        pytest.param(("yards_before_trains",), 1, True, id="18xx.games: it could still buy a train"),
    ],
)
def test_4_5_8_yards_that_are_bought_with_the_trains(options, held: int, raised: bool) -> None:
    """The company may hold two trains."""
    g = phase(new("18VA", 3, "no_consent", *options), "5", gone=["2", "3"])
    company(g, "VR", 1000, 10, p0=2)
    g.state.place |= {"P3": "p1", **{f"4-{n + 1}": "VR" for n in range(held)}}
    turn = operate(g, "VR", BuyTrains("VR"))
    play(turn, TakePrivate("P3", 80, by="p0"))
    assert (Use("P3", by="p0") in [a for c in turn.choices("p0") for a in c]) == raised


def test_8_one_6_train_a_turn_as_an_option() -> None:
    g = phase(new("18VA", 3, "t6_limit_kept"), "5", gone=["2", "3", "4", "5"])
    company(g, "VR", 1400, 10, p0=2)
    operate(g, "VR", BuyTrains("VR"))
    play(g, train_of(g, "p0", "6"))
    refused(g, BuyTrain("6-2", 600, side="6", by="p0"), "has bought a new 6-train")
    play(g, train_of(g, "p0", "4D"))


def test_4_2_4_at_the_limit_the_step_waits_for_the_power() -> None:
    g = phase(new("18VA", 3), "4", gone=["2"])
    company(g, "VR", 0, p0=2)
    give(g, "VR", "3")
    g.state.place["P3"] = "VR"
    operate(g, "VR", BuyTrains("VR"))
    assert verbs(g, "p0") == {"Pass", "Use"}
    play(g, Pass(by="p0"))


def test_3_discards_come_after_scrapping() -> None:
    """Trap 19."""
    for fleet, asked in ((("2", "3"), False), (("3", "2G"), True)):
        g = phase(new("18VA", 3), "3", left={"2": 1, "3": 2})
        company(g, "VR", 300, p0=2)
        company(g, "SR", 0, p1=2)
        give(g, "SR", *fleet)
        phase(g, "3", gone=["3", "2"])
        operate(g, "VR", BuyTrains("VR"))
        play(g, train_of(g, "p0", "4"))
        assert isinstance(g.top_step(), DiscardTrains) == asked
        if asked:
            play(
                g,
                next(
                    a
                    for c in g.choices("p1")
                    for a in c
                    if isinstance(a, DiscardTrain) and trains.face(g, a.train) == "2G"
                ),
            )
            (card,) = [c for c, p in g.state.place.items() if p == "pool"]
            assert {p.side for p in BuyTrains("VR").bank_purchases(g) if p.train == card} <= {"3", "2G"}
            assert trains.face(g, card) == "3"  # undeclared again
        assert [trains.face(g, t) for t in trains.owned(g, "SR")] == ["3"]


def test_4_5_1_the_first_5_train_converts_all_at_once() -> None:
    """In the middle of a turn, even who has operated, even who has not started."""
    g = phase(new("18VA", 3), "4", gone=["2", "3", "4"])
    company(g, "VR", 500, p0=2)
    company(g, "SR", 0, p1=3)
    operate(g, "VR", BuyTrains("VR"))
    play(g, train_of(g, "p0", "5"))
    assert {s.size for s in g.state.companies.values()} == {10}
    assert (shares.percent(g, "p1", "SR"), shares.held(g, "treasury", "C&O")) == (30, 10)
    assert g.company("C&O").tokens == [0, 40, 100, 100]


def test_4_2_2_tredegar_makes_one_new_train_cheaper() -> None:
    g = phase(new("18VA", 3), "3", gone=["2"])
    company(g, "VR", 150, 10, p0=2)
    g.state.place |= {"P2": "VR", "3-1": "pool"}
    give(g, "VR", "3")
    operate(g, "VR", BuyTrains("VR"))
    assert offered(g, "p0") == {("3", 0, "P2"), ("2G", 0, "P2")}
    refused(g, BuyTrain("3-1", 0, side="3", using="P2", by="p0"), "does not make a 3-train cheaper", "18VA 4.2(2)")
    refused(g, Use("P2", by="p0"), "is used when you buy a train", "18VA 4.2(2)")
    play(g, train_of(g, "p0", "2G", "P2"))
    assert (g.state.place["P2"], g.state.cash["VR"]) == ("gone", 150)


def test_4_2_a_power_is_used_by_its_owner_and_for_what_it_is() -> None:
    g = phase(new("18VA", 3), "3", gone=["2"])
    company(g, "VR", 500, 10, p0=2)
    g.state.place |= {"P1": "VR", "P2": "p1", "P4": "VR"}
    give(g, "VR", "3")
    operate(g, "VR", BuyTrains("VR"))
    refused(g, Use("P2", by="p0"), "P2 does not belong to VR", "18VA 4.2")
    refused(g, Use("nothing", by="p0"), "nothing does not belong to VR", "18VA 4.2")
    refused(g, Use("P1", target="A1", by="p0"), "A1 is not a city on the map", "18VA 4.2(1)")
    refused(g, Use("P4", by="p0"), "P4 cannot be used in this part of the turn", "18VA 4.2")


# ---------------------------------------------------------------------- 4.6 mandatory purchase


def needy(g: Game, name: str, treasury: int, purse: int, size: int = 10, *, operated: bool = True, **held: int) -> Game:
    """A company without train, its president p0 with so much in his purse."""
    company(g, name, treasury, size, "3,5", operated=operated, **held)
    g.state.cash["p0"] = purse
    return operate(g, name, BuyTrains(name))


def test_4_6_a_train_is_bought_with_or_without_a_route() -> None:
    g = needy(new("18VA", 3), "N&W", 150, 400, p0=2)
    refused(g, Pass(by="p0"), "must own a train", "18VA 4.6")
    assert offered(g, "p0") == {("2", 100, ""), ("1G", 100, "")}


def test_4_6_2_the_president_adds_what_is_missing_for_the_cheapest() -> None:
    """Trap 26."""
    g = phase(new("18VA", 3), "5", gone=["2", "3", "4"])
    needy(g, "N&W", 496, 400, p0=2)
    assert offered(g, "p0") == {("5", 500, ""), ("4G", 500, "")}
    play(g, train_of(g, "p0", "4G"))
    assert (g.state.cash["p0"], g.state.cash["N&W"]) == (396, 0)


def test_4_6_2_he_sells_no_more_than_he_must() -> None:
    """Trap 26, second part."""
    g = phase(new("18VA", 3), "5", gone=["2", "3", "4"])
    company(g, "B&O", 0, 10, "1,7", p1=4, p0=1)
    needy(g, "N&W", 496, 1, p0=2)
    assert {(a.company, a.shares) for c in g.choices("p0") for a in c if isinstance(a, SellShares)} == {("B&O", 1)}
    play(g, SellShares("B&O", 1, by="p0"))
    assert where(g, "B&O") == "2,7"
    play(g, train_of(g, "p0", "5"))
    assert g.state.cash["p0"] == 147


def test_4_6_1_the_presidents_cash_for_a_used_train() -> None:
    """Trap 27."""
    for purse, treasury, span in ((90, 0, (1, 90)), (400, 0, (1, 300)), (400, 1, (1, 1))):
        g = phase(new("18VA", 3), "4", gone=["2", "3"])
        company(g, "SR", 0, 10, p1=2)
        give(g, "SR", "4", "3G")
        needy(g, "N&W", treasury, purse, p0=2)
        found = [c.ranges["price"] for c in trades(g, "p0")]
        assert [(s.low, s.high) for s in found] == [span, span]
    play(g, BuyTrain("4-2", 1, "SR", by="p0"), Answer(True, by="p1"))
    assert [trains.face(g, t) for t in trains.owned(g, "N&W")] == ["3G"]
    assert (g.state.cash["p0"], g.state.cash["N&W"]) == (400, 0)


def test_4_6_1_not_with_money_from_sales() -> None:
    g = phase(new("18VA", 3), "4", gone=["2", "3"])
    company(g, "SR", 0, 10, p1=2)
    company(g, "B&O", 0, 10, "2,6", p1=4, p0=2)
    give(g, "SR", "4")
    needy(g, "N&W", 0, 10, p0=2)
    assert [c.ranges["price"].high for c in trades(g, "p0")] == [10]
    play(g, SellShares("B&O", 1, by="p0"))
    assert not trades(g, "p0")
    play(g, SellShares("B&O", 1, by="p0"))  # a further block of the same company, at the price that it has now


def test_12_17_tredegar_helps_the_president_if_he_wants() -> None:
    g = phase(new("18VA", 3), "5", gone=["2", "3", "4"])
    g.state.place["P2"] = "N&W"
    needy(g, "N&W", 250, 400, p0=2)
    assert offered(g, "p0") == {("5", 500, ""), ("4G", 500, ""), ("5", 300, "P2"), ("4G", 300, "P2")}
    play(g, train_of(g, "p0", "5", "P2"))
    assert (g.state.cash["p0"], g.state.cash["N&W"]) == (350, 0)


def test_4_6_2_stock_of_a_company_in_its_first_turn_is_not_sold() -> None:
    """Trap 28: the president is bankrupt."""
    g = new("18VA", 3)
    needy(g, "VR", 0, 0, 5, operated=False, p0=3)
    assert verbs(g, "p0") == {"Bankrupt"}
    refused(g, SellShares("VR", 1, by="p0"), "has not finished its first operating turn", "18VA 4.3.1")


def test_4_6_2_the_presidency_of_the_company_that_buys_stays() -> None:
    g = new("18VA", 3)
    company(g, "SR", 0, 5, p0=2, p1=2)
    needy(g, "VR", 50, 0, 5, p0=3, p1=2)
    sold = {(a.company, a.shares) for c in g.choices("p0") for a in c if isinstance(a, SellShares)}
    assert sold == {("SR", 1), ("VR", 1)}
    play(g, SellShares("SR", 1, by="p0"))
    assert (g.president("SR"), g.president("VR")) == ("p1", "p0")


# ---------------------------------------------------------------------- 4.6.3 bankruptcy


def ruined(options: Sequence[str] = (), **held: int) -> Game:
    """p0 cannot pay a 5-train for N&W, whose shares lie so; he leads C&O alone and owns a private."""
    g = phase(new("18VA", 3, *options), "5", gone=["2", "3", "4"])
    company(g, "C&O", 55, 10, p0=3, p1=1)
    for card in [c for c, p in g.state.place.items() if p == "treasury" and c.startswith("C&O.")]:
        g.state.place[card] = "pool"
    g.state.tokens |= {"D9.a.0": "C&O", "H5.a.+": "C&O"}
    g.state.marks = {"express": ["C&O", "D9"], RAISED_LIMITS.name: ["C&O"]}
    g.state.place |= {"P2": "p0", "P1": "C&O"}
    give(g, "C&O", "4G")
    return needy(g, "N&W", 100, 20, operated=True, **held)


def test_4_6_3_a_new_president_gets_the_money_and_must_go_on() -> None:
    g = ruined(p0=4, p1=2, p2=3)
    while SellShares.__name__ in verbs(g, "p0"):
        play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, SellShares)))
    purse = g.state.cash["p0"]
    price = where(g, "N&W")
    play(g, Bankrupt(by="p0"))
    assert (g.president("N&W"), g.state.cash["N&W"], g.state.cash["p0"]) == ("p2", 100 + purse, 0)
    assert where(g, "N&W") == price
    assert not [c for c, p in g.state.place.items() if p == "p0"]
    assert g.state.place["P2"] == "gone"
    assert (verbs(g, "p2"), g.deciders()) == ({"BuyTrain"}, ["p2"])
    play(g, train_of(g, "p2", "5"))
    assert g.rules.worth(g, "p0") == {"cash": 0, "shares": 0, "privates": 0}
    assert not g.state.over


def test_4_6_3_a_company_without_heir_closes_and_may_start_again() -> None:
    g = ruined(p0=4, p1=2, p2=3)
    cash = g.state.cash["bank"]
    bankruptcy.bankrupt(g, "p0", "N&W")
    assert g.company("C&O") == type(g.company("C&O"))(size=10, tokens=[0, 40, 100, 100])
    assert (where(g, "C&O"), g.state.cash["C&O"], g.state.cash["bank"]) == ("", 0, cash + 55)
    assert "C&O" not in g.state.tokens.values()
    assert ("express" in g.state.marks, g.state.marks[RAISED_LIMITS.name]) == (False, [])
    assert [c for c, p in g.state.place.items() if p == "pool" and "-" in c] == ["5-1"]
    assert trains.face(g, "5-1") == "5"
    assert (g.state.place["P1"], shares.held(g, "treasury", "C&O")) == ("gone", 10)
    g.state.cash["p1"] = 400
    stock(g, "p1")
    play(g, Par("C&O", 70, by="p1"))
    assert (g.state.tokens["D9.a.0"], shares.held(g, "p1", "C&O"), g.company("C&O").operated) == ("C&O", 2, False)


def test_4_6_3_where_the_operating_company_closes_the_round_goes_on() -> None:
    """Decision 10: his money goes to the bank then."""
    g = ruined(p0=4, p1=1)
    g.state.agenda[1].done = [c for c in g.state.companies if c != "SR"]
    company(g, "SR", 700, 10, p1=2)
    give(g, "SR", "6")
    for card in [c for c, p in g.state.place.items() if p == "treasury" and c.startswith("N&W.")]:
        g.state.place[card] = "pool"
    settle(g)
    play(g, Bankrupt(by="p0"))
    assert (g.company("N&W").president, g.state.cash["p0"], g.state.cash["N&W"]) == ("", 0, 0)
    assert (g.deciders(), getattr(g.top_step(), "company", "")) == (["p1"], "SR")


def test_5_one_player_left_ends_the_game_at_once() -> None:
    g = ruined(p0=4, p1=2, p2=3)
    bankruptcy.bankrupt(g, "p1", "SR")
    found = [g.state.over]
    bankruptcy.bankrupt(g, "p0", "N&W")
    assert [*found, g.state.over] == ["", "bankruptcy"]


def test_a_purchase_beyond_the_limit_is_refused() -> None:
    g = new("18VA", 3)
    company(g, "VR", 500, p0=2)
    give(g, "VR", "2", "1G")
    operate(g, "VR", BuyTrains("VR"))
    said = g.rules.refusal(g.rules.trains.checks, g, Purchase("VR", "2-3", "depot", 100))
    assert str(said) == "VR has 2 trains, the limit is 2 (18VA 4.5.8)"


# ---------------------------------------------------------------------- 4.5.5 runs as they are asked


def test_4_5_5_less_than_the_most_is_refused_unless_so_chosen() -> None:
    """11.11: on 18xx.games anything goes."""
    for options, accepted in ((("free_runs",), True), ((), False)):
        g = board("H1[B&O] H3=6/1[B&O] G4=57/1", phase="3", options=options)
        give(g, "B&O", "2", "2")
        operate(g, "B&O", RunRoutes("B&O"))
        less = RunTrains((Route("2-1", ("H1.a", "H3.a")),), by="ann")
        assert g.legal(less) == accepted
    refused(g, less, "these routes earn $100, the best ones $140: the company must run for the most", "18VA 4.5.5")


def test_12_11_a_company_that_starts_again_waits_for_a_circle() -> None:
    """Two others stand in its home: the home station comes with a larger tile, or when one of them closes."""
    g = new("18VA", 3)
    g.state.tiles = {"D9": Laid("14", 0)}
    g.state.tokens = {"D9.a.0": "SR", "D9.a.1": "VR"}
    stock(g, "p0")
    play(g, Par("C&O", 75, by="p0"))
    assert "C&O" not in g.state.tokens.values()
    del g.state.tokens["D9.a.1"]
    operate(g, "C&O", HomeToken("C&O"))
    assert g.state.tokens["D9.a.1"] == "C&O"


@pytest.mark.parametrize(
    ("typed", "side", "price", "using"),
    [("2G 200", "2G", 200, ""), ("3 200", "3", 200, ""), ("2g 0", "2G", 0, "P2"), ("2G using=P2", "2G", 0, "P2")],
)
def test_a_train_is_typed_by_what_it_shall_be(typed: str, side: str, price: int, using: str) -> None:
    g = phase(new("18VA", 3), "3", gone=["2"])
    company(g, "VR", 400, p0=2)
    g.state.place["P2"] = "VR"
    another_sells(g, "3")
    operate(g, "VR", BuyTrains("VR"))
    assert parse(f"train {typed}", "p0", g.choices("p0")) == BuyTrain("3-2", price, side=side, using=using, by="p0")


def test_4_5_8_the_side_must_be_said() -> None:
    g = new("18VA", 3)
    company(g, "VR", 250, p0=2)
    operate(g, "VR", BuyTrains("VR"))
    refused(g, BuyTrain("2-1", 100, by="p0"), "say which side of the train you want: 2 or 1G")


@pytest.mark.parametrize(
    ("line", "fleet", "kind", "treasury", "to"),
    [
        ("A12[VR] C12=5/1[VR] B13=58/2", ("1G",), "full", 20, "4,3"),  # 50 is paid: less than 75
        ("A12[VR] C12=5/1[VR] B13=58/2", ("1G",), "none", 20 + 50, "4,2"),
        ("A12[VR] C12=5/1[VR] B13=58/2 B11=58/5", ("1G", "1G"), "none", 40 + 100, "4,2"),
    ],
)
def test_4_5_4_3_coal_pays_the_treasury_whatever_becomes_of_the_dividend(
    line: str, fleet: tuple[str, ...], kind: str, treasury: int, to: str
) -> None:
    """Trap 6: and the price looks at the dividend alone."""
    g = board(line)
    give(g, "VR", *fleet)
    g.state.market = {"4,3": ["VR"]}
    g.state.cash["VR"] = 0
    operate(g, "VR", RunRoutes("VR"), Dividend("VR"))
    if "RunTrains" in verbs(g, "ann"):
        play(g, next(a for c in g.choices("ann") for a in c if isinstance(a, RunTrains)))
    play(g, PayDividend(kind, by="ann"))
    assert (g.state.cash["VR"], where(g, "VR")) == (treasury, to)
    (coal,) = (e for e in g.events if isinstance(e, Paid) and e.why == "coal")
    assert coal.amount == 20 * len(fleet)
    assert f"The bank pays VR ${coal.amount} for coal." in tell(g.events, g.view(None), g.rules)

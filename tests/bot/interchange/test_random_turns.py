"""Turns of random games whose files were once written or read wrongly: each game is played up to there, written and read."""

from __future__ import annotations

import json
import re

import pytest

from bot.interchange import exporter as exporter_module
from bot.interchange.export_profiles import india_stations
from bot.interchange.export_profiles.eu_stations import note_token_removed
from bot.interchange.export_profiles.india_turn import (
    waits_for_station,
    waits_for_track,
    waits_for_trade,
)
from bot.interchange.export_profiles.left_circles import note_turn_began
from bot.interchange.exporter import Exporter, write_game
from bot.interchange.import_profiles import IMPORT_PROFILES
from bot.interchange.import_profiles.india_passes import converts_in_vain
from bot.interchange.import_state import PRESET
from bot.interchange.importer import Importer, read_game
from bot.interchange.site import records as theirs
from bot.interchange.site.asset_ledger import AssetLedger, AssetProfile
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import Turn
from bot.interchange.trace import find_differences, project_state
from game.actions import Bankrupt, LayTile, PlaceToken
from game.events import CardMoved, CompanyClosed, RoundBegan, TokenPlaced, TokenRemoved, TrainDiscarded
from game.play import Game
from game.routing import company_reach
from tests.second_engine import Setup, played
from titles import TITLES
from titles.eu.mergers import Exchanged
from titles.india.actions import RemoveGauge

LATE = (
    pytest.mark.long
)  # long games: of more than 700 plays twenty took half a minute, of more than 300 a dozen as long


@pytest.mark.parametrize(
    ("setup", "plays"),
    [
        pytest.param(
            Setup("18India", 2, 201, "even"), 560, id="the GIPR takes a home over as the company closes", marks=LATE
        ),
        pytest.param(Setup("18India", 2, 209, "hoarder"), 60, id="a bond is bought after cards of a hand"),
        pytest.param(Setup("18India", 2, 221, "builder"), 250, id="two homes are chosen in one purchase"),
        pytest.param(
            Setup("18India", 5, 216, "starver"), 70, id="one company's two turns in a row, the first only of passes"
        ),
        pytest.param(
            Setup("18India", 3, 214, "starver"), 90, id="one company's two turns in a row, passes after its track"
        ),
        pytest.param(
            Setup("18India", 3, 210, "hoarder"),
            840,
            id="owners of bonds are asked after the GIPR has closed",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 2, 2008, "hoarder"),
            952,
            id="a company's next turn begins while the site waits for a purchase",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 2, 2072, "dealer"),
            1134,
            id="one company's two turns in a row, no pass left before its train",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 4, 90080, "even"), 685, id="a company closes with the bond that it converts", marks=LATE
        ),
        pytest.param(
            Setup("18EU", 2, 30050, "bidder"), 752, id="a minor is exchanged, with a pass beside it", marks=LATE
        ),
        pytest.param(
            Setup("18GA", 4, 20044, "hoarder"),
            334,
            id="one company's two turns in a row, a pass on privates between",
            marks=LATE,
        ),
        pytest.param(Setup("18VA", 2, 201, "even"), 30, id="one company's two turns without a question in one play"),
        pytest.param(
            Setup("18VA", 5, 91015, "even"), 265, id="the next turn begins with a conversion in the play of a lay"
        ),
        pytest.param(Setup("18VA", 2, 229, "flooder"), 100, id="no question in two turns after a train"),
        pytest.param(
            Setup("18VA", 4, 95002, "even"),
            45,
            id="one company's turns in a row, without track, routes or stock rounds",
        ),
        pytest.param(
            Setup("18EU", 2, 231, "bidder"),
            590,
            id="sales that end a turn, and a pass that the site wants then",
            marks=LATE,
        ),
        pytest.param(Setup("18India", 4, 223, "builder"), 150, id="a private's tile needs the company's last one"),
        pytest.param(
            Setup("18India", 5, 30093, "starver"),
            195,
            id="the second resident's city is chosen first, the site's second",
        ),
    ],
)
def test_a_game_is_read_as_it_was_written(setup: Setup, plays: int) -> None:
    source = played(setup, plays)
    again = Importer(write_game(source).data)
    for _ in again.play_all():
        pass
    actions = [a for _, a in again.imported.plays if type(a).__name__ not in ("Pass", "Keep")]
    assert actions == [a for a in source.actions if type(a).__name__ not in ("Pass", "Keep")]


@pytest.mark.parametrize(
    ("setup", "plays", "entries"),
    [
        pytest.param(
            Setup("18EU", 5, 234, "bidder"),
            1292,
            [("buy_shares", "15"), ("pass", 2), ("pass", 3)],
            id="a share from the pool keeps the turn of the final exchange",
            marks=LATE,
        ),
        pytest.param(
            Setup("18EU", 5, 224, "flooder"),
            309,
            [("buy_shares", "2"), ("discard_train", "RPR"), ("place_token", "RPR")],
            id="a merger's discard is asked for where all trains are alike, before the token",
        ),
        pytest.param(
            Setup("18GA", 4, 1011, "builder"),
            844,
            [("buy_shares", 1), ("sell_shares", 2), ("pass", 2)],
            id="a sale leaves the turn open while another owns a private",
            marks=LATE,
        ),
        pytest.param(
            Setup("18GA", 5, 90058, "hoarder"),
            552,
            [("place_token", "W&A"), ("pass", "W&A"), ("buy_train", "W&A")],
            id="a station is asked for once the city on the new tile is chosen",
        ),
        pytest.param(
            Setup("18GA", 4, 100091, "hoarder"),
            700,
            [("dividend", "GA"), ("place_token", "W&A"), ("lay_tile", "W&A")],
            id="a home is asked for also where one of several cities is left",
        ),
        pytest.param(
            Setup("18VA", 3, 90159, "bidder"),
            216,
            [("place_token", "B&O"), ("run_routes", "B&O"), ("buy_train", "B&O")],
            id="no station is asked for after one of the charter, with P3 at hand",
        ),
        pytest.param(
            Setup("18India", 5, 90065, "starver"),
            261,
            [
                ("buy_company", 3),
                ("place_token", "SPD"),
                ("buy_company", 3),
                ("place_token", "TR"),
            ],
            id="two homes that are placed by themselves in one purchase",
        ),
        pytest.param(
            Setup("18EU", 2, 1012, "builder"),
            907,
            [("place_token", "BNR"), ("buy_shares", "13"), ("pass", "SNCF")],
            id="a corporation that stands in the minor's city is asked for its token",
            marks=LATE,
        ),
        pytest.param(
            Setup("18EU", 3, 207, "builder"),
            1177,
            [("pass", 3), ("pass", "GSR"), ("run_routes", "GSR")],
            id="no station is asked for where only circles are free that minors have left",
            marks=LATE,
        ),
        pytest.param(
            Setup("18EU", 3, 90041, "flooder"),
            1136,
            [("pass", "AIRS"), ("pass", "GSR"), ("pass", "GSR"), ("run_routes", "GSR")],
            id="a station is asked for in a circle that was left since the company placed its last one",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 4, 95046, "flooder"),
            381,
            [("pass", "GIPR"), ("lay_tile", "GIPR"), ("pass", "GIPR"), ("corporate_buy_shares", "GIPR")],
            id="a circle that was added beside two is gone with the next tile of two",
        ),
        pytest.param(
            Setup("18India", 5, 404, "even"),
            123,
            [("place_token", "MR"), ("run_routes", "MR"), ("sell_train", "MR")],
            id="runs are asked for between two stations of one company",
        ),
        pytest.param(
            Setup("18India", 4, 902, "even"),
            65,
            [("corporate_buy_company", "CGR"), ("lay_tile", "EIR"), ("pass", "EIR")],
            id="as a file is loaded no runs are asked for from the open city of the home hex",
        ),
        pytest.param(
            Setup("18VA", 3, 30031, "dealer"),
            151,
            [("buy_company", "B&O"), ("choose_ability", "P3"), ("buy_train", "B&O")],
            id="the limit is raised before the purchase that fills the company",
        ),
        pytest.param(
            Setup("18VA", 2, 99028, "even"),
            98,
            [("buy_train", "P2"), ("pass", "B&O"), ("pass", "B&O"), ("convert", "SR")],
            id="the limit may still be raised after a private's purchase has filled the company",
        ),
        pytest.param(
            Setup("18VA", 4, 20092, "bidder"),
            217,
            [("run_routes", "WMR"), ("buy_train", "WMR"), ("pass", "WMR")],
            id="a private makes a train free for a company without money",
        ),
        pytest.param(
            Setup("18TN", 3, 3069, "builder"),
            376,
            [("pass", 2), ("lay_tile", "L&N"), ("buy_company", "L&N"), ("lay_tile", "OWR")],
            id="a private comes before the last lay, also where another late lay needs the tile that comes back",
        ),
        pytest.param(
            Setup("18India", 4, 2054, "even"),
            393,
            [("lay_tile", "NWR"), ("pass", "NWR"), ("lay_tile", "WIP")],
            id="no runs are asked for from the city of the home hex that the second resident got",
        ),
        pytest.param(
            Setup("18India", 2, 7004, "builder"),
            542,
            [("lay_tile", "NWR"), ("pass", "NWR"), ("pass", "NWR"), ("pass", "NWR"), ("corporate_buy_shares", "NWR")],
            id="no station is asked for in a hex with one of the company, also where a circle was added",
        ),
        pytest.param(
            Setup("18India", 3, 85055, "flooder"),
            837,
            [("lay_tile", "GIPR"), ("pass", "GIPR"), ("run_routes", "GIPR")],
            id="a station is asked for behind a circle that was added",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 3, 422, "dealer"),
            60,
            [("lay_tile", "P3"), ("pass", "MR"), ("lay_tile", "SPD")],
            id="a certificate can be bought after the late lay of a private",
        ),
        pytest.param(
            Setup("18India", 4, 922, "hoarder"),
            290,
            [("place_token", "BNR"), ("run_routes", "BNR"), ("pass", "GIPR")],
            id="the GIPR is asked after the runs for which a company closes",
        ),
        pytest.param(
            Setup("18India", 5, 432, "even"),
            899,
            [("pass", "SIR"), ("remove_token", "GIPR"), ("remove_border", "GIPR")],
            id="the GIPR is asked no more once its last exchange token is used",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 5, 907, "builder"),
            119,
            [("lay_tile", "P2"), ("sell_train", "SPD"), ("buy_train", "SPD")],
            id="runs are not asked for after the late lay of a private",
        ),
        pytest.param(
            Setup("18India", 5, 2031, "builder"),
            492,
            [("lay_tile", "P2"), ("place_token", 5), ("lay_tile", "PNS")],
            id="a private's double city with its station comes before the upgrade that ends a turn",
        ),
        pytest.param(
            Setup("18India", 3, 422, "dealer"),
            52,
            [("place_token", 1), ("place_token", 1), ("buy_train", "NWR")],
            id="the player chooses for both companies on a private's double city",
        ),
        pytest.param(
            Setup("18India", 3, 210, "hoarder"),
            837,
            [("buy_company", 1), ("pass", 3), ("pass", 2), ("pass", 1), ("remove_border", "NWR")],
            id="owners of bonds pass after the GIPR has closed",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 3, 302, "even"),
            1052,
            [("buy_shares", 1), ("buy_shares", 3)],
            id="an owner of bonds at the certificate limit is not asked",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 2, 221, "dealer"),
            161,
            [("pass", "BR"), ("pass", "BR"), ("lay_tile", "EBR")],
            id="the GIPR is not asked for a station beside its own",
        ),
        pytest.param(
            Setup("18GA", 3, 204, "builder"),
            319,
            [
                ("lay_tile", "SAL"),
                ("buy_company", "SAL"),
                ("buy_company", "SAL"),
                ("pass", "SAL"),
                ("place_token", "W&SR"),
            ],
            id="a private is bought before the step in which it is used is over",
        ),
        pytest.param(
            Setup("18GA", 3, 82049, "hoarder"),
            183,
            [("lay_tile", "GA"), ("buy_company", "GA"), ("place_token", "W&SR")],
            id="the site waits for no more track once the last private is bought",
        ),
        pytest.param(
            Setup("18GA", 4, 82064, "flooder"),
            235,
            [("buy_company", "SAL"), ("pass", "SAL"), ("buy_company", "SAL"), ("place_token", "W&SR")],
            id="the turn begins with a station for a private that the company does not own yet",
        ),
        pytest.param(
            Setup("18GA", 5, 95119, "flooder"),
            323,
            [
                ("buy_company", "W&A"),
                ("lay_tile", "W&A"),
                ("place_token", "W&A"),
                ("buy_company", "W&A"),
                ("place_token", "W&SR"),
            ],
            id="a private whose station is placed after the choice of a city is bought before the lay",
        ),
        pytest.param(
            Setup("18TN", 4, 208, "hoarder"),
            42,
            [("lay_tile", "L&N"), ("buy_company", "L&N"), ("buy_train", "L&N")],
            id="a private is bought before the train that ends the turn",
        ),
        pytest.param(
            Setup("18TN", 4, 214, "flooder"),
            277,
            [("buy_company", "SR"), ("lay_tile", "ETWCR"), ("lay_tile", "SR")],
            id="a private lays its tile before the lay that ends a turn without runs",
        ),
        pytest.param(
            Setup("18GA", 4, 3001, "bidder"),
            237,
            [("buy_company", "ACL"), ("lay_tile", "ACL"), ("run_routes", "ACL")],
            id="a private that brings the company's only train is bought before the site goes past the runs",
        ),
        pytest.param(
            Setup("18VA", 4, 3002, "bidder"),
            78,
            [("buy_train", "B&O"), ("buy_train", "B&O"), ("pass", "B&O")],
            id="the bank's trains are on offer again after one of another company, also of a type bought before",
        ),
    ],
)
def test_who_is_waited_for(setup: Setup, plays: int, entries: list[tuple[str, object]]) -> None:
    written = json.loads(write_game(played(setup, plays)).data)["actions"]
    kinds = [(e["type"], e["entity"]) for e in written]
    last = len(kinds) - next(n for n, kind in enumerate(reversed(kinds)) if kind == entries[-1])
    assert kinds[last - len(entries) : last] == entries


def test_the_first_discarded_train_is_that_of_the_company_that_closed_first() -> None:
    """18VA 4.6.3: a bankrupt's companies close in operating order, here the N&W first, which bought 4-3 before 4-0."""
    written = json.loads(write_game(played(Setup("18VA", 4, 207, "builder"), 600)).data)["actions"]
    bankrupt = next(n for n, e in enumerate(written) if e["type"] == "bankrupt")
    bought = [e["train"] for e in written[bankrupt:] if e["type"] == "buy_train" and e["price"] == 300]
    assert bought[:2] == ["4-3", "4-0"]


@LATE
def test_pullmans_of_a_new_phase_leave_the_minors_first() -> None:
    """18EU 4.4.9: DR's trains have rusted, minor 1 has too many; the one that minor 1 had is the first in the pool."""
    written = json.loads(write_game(played(Setup("18EU", 4, 3002, "hoarder"), 1150)).data)["actions"]
    bought = [e for e in written if e["type"] == "buy_train" and e["train"].startswith("P-")]
    assert [(e["entity"], e["train"]) for e in bought[-3:-1]] == [("AIRS", "P-2"), ("FS", "P-3")]


def test_stations_are_taken_over_in_the_order_in_which_they_were_placed() -> None:
    """18 India 8.4.4.4: ours may name Nepal first; the site asks for the station that the company has placed first."""
    written = json.loads(write_game(played(Setup("18India", 2, 205, "builder"), 391)).data)["actions"]
    assert [e["city"] for e in written if e["type"] == "remove_token"][-2:] == ["206-0-0", "M10-0-0"]


@pytest.mark.parametrize(
    ("setup", "plays", "sentence"),
    [
        pytest.param(
            Setup("18EU", 5, 414, "hoarder"),
            925,
            "charges £60 too much for the upgrade of F5",
            id="4.4.1 mountain",
            marks=LATE,
        ),
        pytest.param(
            Setup("18EU", 3, 232, "bidder"),
            455,
            "cannot start RBSR so close to the certificate limit",
            id="4.1.3 limit",
        ),
        pytest.param(Setup("18EU", 5, 204, "even"), 572, "lets nobody give up minor 4", id="4.2.2 Hamburg"),
        pytest.param(
            Setup("18EU", 6, 210, "builder"),
            1445,
            "lets RBSR place no station in M16",
            id="4.4.2 a minor's circle",
            marks=LATE,
        ),
        pytest.param(
            Setup("18EU", 2, 30010, "hoarder"),
            795,
            "lets FS place no station in F9",
            id="4.4.2 behind cities joined",
            marks=LATE,
        ),
        pytest.param(
            Setup("18EU", 5, 424, "flooder"),
            1116,
            "lets FS lay no tile in K8",
            id="4.4.1 behind a minor's circle",
            marks=LATE,
        ),
        pytest.param(
            Setup("18India", 2, 100144, "builder"), 146, "has put the station of BR into", id="8.4.2.2 way past a guest"
        ),
        pytest.param(
            Setup("18India", 4, 100106, "dealer"), 66, "keeps that city of G8 for SPD", id="8.4.1.1 company's P2"
        ),
        pytest.param(
            Setup("18India", 3, 406, "builder"), 64, "keeps that city of P17 for EIR", id="8.4.1.1 double city"
        ),
        pytest.param(
            Setup("18India", 3, 418, "flooder"), 264, "breaks down where EBR gets its home in P17", id="2.0 second home"
        ),
        pytest.param(
            Setup("18India", 4, 439, "hoarder"), 220, "cannot float EIR without a manager", id="2.2.1 three shares"
        ),
        pytest.param(
            Setup("18GA", 3, 3000, "bidder"), 71, "CoG_1 goes along, which at 18xx.games lies elsewhere", id="III M&BR"
        ),
        pytest.param(
            Setup("18GA", 5, 30062, "flooder"), 539, "demands a train of W&A for track at", id="4.2.5.1 city left"
        ),
        pytest.param(Setup("18India", 5, 903, "even"), 140, "asks DHR for no station after", id="8.2 at any point"),
        pytest.param(
            Setup("18India", 4, 2046, "dealer"),
            306,
            "the GIPR has taken over the station in Q10",
            id="8.4.4.4 taken over",
        ),
        pytest.param(
            Setup("18India", 3, 905, "builder"),
            184,
            "has put the station of BR into the circle of P17",
            id="8.4.2.2 circle of the second home",
        ),
        pytest.param(
            Setup("18India", 3, 85025, "flooder"),
            192,
            "gives the station of SPD in G8 to nobody, keeping the circle for NWR",
            id="8.4.4.4 home beside the Danish station",
        ),
        pytest.param(
            Setup("18VA", 5, 90003, "starver"),
            476,
            "lets C&O place no station in E8",
            id="4.6.3 circle of a bankrupt's",
        ),
        pytest.param(
            Setup("18VA", 4, 91030, "builder"), 188, "asks VR for no train by P2", id="a train of a private bought last"
        ),
        pytest.param(
            Setup("18VA", 2, 100016, "flooder"),
            241,
            "asks WMR for no train by P2",
            id="a train of a private after the president's help",
        ),
        pytest.param(
            Setup("18India", 4, 407, "builder"), 1, "cannot float SPD, three shares of which", id="2.2.1 dealt shares"
        ),
    ],
)
def test_what_the_site_cannot_play_is_said_in_one_sentence(setup: Setup, plays: int, sentence: str) -> None:
    source = played(setup, plays)
    with pytest.raises(Unwritable, match=re.escape(sentence)) as caught:
        write_game(source)
    assert "\n" not in str(caught.value)
    if plays > 1:
        (warning,) = write_game(source, partial=True).warnings
        assert sentence in warning


def test_a_pass_that_was_only_tried_is_not_owed() -> None:
    """Reading tries passes and takes them back: what the site would ask for after them is then not due."""
    importer = Importer(write_game(played(Setup("18EU", 6, 904, "even"), 147)).data)
    for _ in importer.play_all():
        pass
    assert importer.owed_passes == []


def test_a_file_cut_before_a_late_lay_ends_where_the_site_still_waits() -> None:
    """18 India 8.2: the partial file ends before the tile after which the site has gone on to the trains."""
    written = json.loads(write_game(played(Setup("18India", 5, 903, "even"), 140), partial=True).data)["actions"]
    assert [(e["type"], e["entity"]) for e in written[-1:]] == [("corporate_buy_shares", "SPD")]


@LATE
def test_a_file_cut_before_a_station_ends_before_the_pass_on_track() -> None:
    """18EU 4.4.2: with that pass the site goes past the station, and lets the price fall."""
    written = json.loads(write_game(played(Setup("18EU", 5, 90073, "flooder"), 1227), partial=True).data)["actions"]
    assert [(e["type"], e["entity_type"]) for e in written[-1:]] == [("pass", "player")]


def test_a_file_cut_before_the_train_of_a_private_ends_before_its_purchase() -> None:
    """18VA: nothing is left to wait for in the turn once the private is bought."""
    written = json.loads(write_game(played(Setup("18VA", 4, 91030, "builder"), 188), partial=True).data)["actions"]
    assert [e["type"] for e in written[-2:]] == ["run_routes", "dividend"]


def test_a_file_cut_before_a_train_after_the_presidents_help_ends_before_that() -> None:
    """18VA: the site goes on after the train that the company had to buy; its private came long before."""
    written = json.loads(write_game(played(Setup("18VA", 2, 100016, "flooder"), 241), partial=True).data)["actions"]
    assert [e["type"] for e in written[-2:]] == ["lay_tile", "sell_shares"]


def test_the_gipr_starts_in_the_city_of_a_double_city_that_is_nobody_s_home() -> None:
    """18 India 2.4.3: Kolkata's first city is kept for EIR, which has not floated."""
    written = json.loads(write_game(played(Setup("18India", 4, 415, "starver"), 63)).data)["actions"]
    assert [e["city"] for e in written if e["type"] == "place_token"][-1:] == ["P17-0-1"]


def test_the_gipr_starts_in_the_city_beside_the_resident_of_a_double_city() -> None:
    """18 India 2.4.3: NWR stands in the first city of Delhi, SPD is not in the game."""
    written = json.loads(write_game(played(Setup("18India", 5, 82131, "builder"), 94)).data)["actions"]
    assert [e["city"] for e in written if e["type"] == "place_token"][-1:] == ["G8-0-1"]


def test_a_position_past_runs_for_nothing_is_compared_after_them() -> None:
    """18VA: our company waits for a station while a private is on offer; ours passes that before its empty runs."""
    importer = Importer(write_game(played(Setup("18VA", 4, 2006, "hoarder"), 221)).data)
    midway = {}
    for number in importer.play_all():
        midway[number] = importer.midway
    runs = [u.number for u in importer.units if type(u.record).__name__ == "RunRoutes"][-1]
    assert (midway[runs - 1], midway[runs]) == (True, False)


def test_the_share_of_a_private_that_makes_its_buyer_president_stays_with_him() -> None:
    """18GA Table III: at the site CoG_1 is what he got last, and he gives what he has held longest for the certificate."""
    written = json.loads(write_game(played(Setup("18GA", 5, 3026, "even"), 290)).data)["actions"]
    bought = next(
        n for n, e in enumerate(written) if (e.get("company"), e["entity"]) == ("M&BR", 4) and e["type"] != "bid"
    )
    assert written[bought + 1]["shares"] == ["CoG_1"]


def test_a_pass_after_a_private_s_tile_ends_the_track_step() -> None:
    """18TN: two more passes follow in the turn; the first is of the step in which the site waits."""
    importer = Importer(write_game(played(Setup("18TN", 4, 3028, "builder"), 453)).data)
    passes = [u.number for u in importer.units if type(u.record).__name__ == "Pass" and u.record.entity == "NC&StL"][
        -3:
    ]
    asked = {number: getattr(importer.game.top_step(), "key", "") for number in importer.play_all()}
    assert (asked[passes[0] - 1], asked[passes[0]]) == ("track", "trains")


def test_a_pass_before_a_private_s_station_ends_the_token_step() -> None:
    """18VA: P3's station can be placed before that pass as well, but a company without a route is at its trains then."""
    source = played(Setup("18VA", 3, 6000, "starver"), 522)
    again = Importer(write_game(source).data)
    for _ in again.play_all():
        pass
    actions = [a for _, a in again.imported.plays]
    station = next(n for n, a in enumerate(actions) if isinstance(a, PlaceToken) and a.using == "P3")
    assert actions[station - 2 : station] == [*source.actions[512:514]]
    assert actions[station:] == [*source.actions[515:]]


def test_another_company_s_train_of_phase_iv_is_on_offer() -> None:
    """18 India 8.4.5.6: the site waits for a company although it owns the one train of that phase that it may have."""
    g = Game.new(TITLES["18India"].rules((PRESET,), 3), ("p1", "p2", "p3"), "1")
    g.state.place |= {"4x3-1": "DHR", "4x3-2": "MR"}
    g.state.cash |= {"DHR": 68}
    g.changed()
    assert waits_for_trade(g, Turn("DHR"))
    g.state.cash |= {"DHR": 0}
    assert not waits_for_trade(g, Turn("DHR"))


def test_the_site_asks_for_the_first_city_s_resident_first() -> None:
    """18 India 8.4.1.1: in EBR's turn a player's private has laid Kolkata; ours asks for EBR's city, and EIR gets the other."""
    written = json.loads(write_game(played(Setup("18India", 5, 30093, "starver"), 193)).data)["actions"]
    assert [(e["city"], e["tokener"]) for e in written[-2:]] == [("235-0-0", "EIR"), ("235-0-1", "EBR")]


def test_a_company_with_three_certificates_is_not_asked_to_convert_its_bond() -> None:
    """18 India 8.4.6.7: the site asks owners of bonds in vain once the GIPR has closed, but not at the certificate limit."""
    g = Game.new(TITLES["18India"].rules((PRESET,), 3), ("p1", "p2", "p3"), "1")
    g.company("GIPR").closed = True
    g.state.phase = "IV"
    g.state.place |= {"RB1": "DHR", "MR.1": "DHR", "MR.2": "DHR"}
    g.state.cash |= {"DHR": 100}
    g.changed()
    assert converts_in_vain(g, "DHR")
    g.state.place |= {"MR.3": "DHR"}
    g.changed()
    assert not converts_in_vain(g, "DHR")


def test_a_private_s_tile_that_has_to_end_a_turn_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """18TN: no order of the lays avoids it, as where the private needs the tile that the company's own lay has brought back."""
    monkeypatch.setattr(exporter_module, "ORDERS", 0)
    source = played(Setup("18TN", 5, 406, "hoarder"), 179)
    with pytest.raises(Unwritable, match="the tile of ETWCR ends the turn of NC&StL without runs"):
        write_game(source)


def test_circles_of_a_closed_company_stay_full_for_who_has_looked_at_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """18 India 8.4.4.4: until a tile is laid or a station is placed; a company that could pay no station has not looked."""
    exporter = Exporter(played(Setup("18India", 3, 1, "even"), 1))
    g = exporter.game
    g.state.tokens |= {"I20.a.0": "MR"}
    g.state.cash |= {"DHR": 100, "BNR": 0}
    turns = {company: Turn(company) for company in ("DHR", "BNR")}
    for company, turn in turns.items():
        g.company(company).tokens = [40]
        india_stations.note_turn_began(exporter, turn)
    del g.state.tokens["I20.a.0"]
    for turn in turns.values():
        india_stations.note_turn_began(exporter, turn)
    assert (turns["DHR"].left, turns["BNR"].left) == ({"I20.a.0": "MR"}, {})
    exporter.turn = turns["DHR"]
    monkeypatch.setattr(exporter, "asked_company", lambda: "DHR")
    with pytest.raises(Unwritable, match="takes circles for full that MR left by closing"):
        india_stations.check_reach(exporter, LayTile("I18", "8", 0, by="p1"))
    india_stations.note_board_changed(exporter, g, TokenPlaced("NWR", "G8.a.0"))
    india_stations.note_turn_began(exporter, turns["DHR"])
    assert turns["DHR"].left == {}


@pytest.mark.parametrize(
    ("company", "source", "unnoticed"), [("DR", "pool", True), ("", "", True), ("DR", "treasury", False)]
)
def test_a_circle_left_for_a_share_from_the_pool_or_for_nothing_is_not_noticed(
    company: str, source: str, unnoticed: bool
) -> None:
    """18EU 4.2.2: a company that has had its turn since the board changed takes the circle for full (played: 5, 82038)."""
    exporter = Exporter(played(Setup("18EU", 3, 1, "even"), 1))
    exporter.turns = [Turn("SNCF")]
    exporter.game.events = [Exchanged("p1", "2", company, source, 0, ())]
    note_token_removed(exporter, exporter.game, TokenRemoved("2", "C8.a.0"))
    turn = Turn("SNCF")
    note_turn_began(exporter, turn)
    assert turn.left == ({"C8.a.0": "2"} if unnoticed else {})


def test_a_pass_before_the_first_turn_of_the_next_round_is_read_as_one_of_the_round_before() -> None:
    """The only company lays track, the site waits for more, and in the next round it begins with a lay: the pass lies between."""
    source = played(Setup("18TN", 5, 82002, "even"), 304)
    again = Importer(write_game(source).data)
    for _ in again.play_all():
        pass
    assert [type(a).__name__ for _, a in again.imported.plays[-3:]] == ["LayTile", "Pass", "RunTrains"]


def test_a_power_that_belongs_to_no_step_comes_after_the_steps_that_are_over() -> None:
    """The upgrade ends the step at the site, so the guaranty is paid before the British company's good is placed."""
    source = played(Setup("18India", 5, 8033, "starver"), 68)
    again = Importer(write_game(source).data)
    for _ in again.play_all():
        pass
    assert [type(a).__name__ for _, a in again.imported.plays[-4:]] == ["LayTile", "Pass", "Use", "Pass"]


def test_rounds_in_which_nobody_can_do_anything_are_no_difference() -> None:
    """Ours ends a game that stands still; the site goes on with empty rounds up to its last one."""
    g = Game.new(TITLES["18India"].rules((PRESET,), 2), ("p1", "p2"), "1")
    profile = next(p for p in IMPORT_PROFILES.values() if p.title == "18India")
    expected = {**dict(project_state(g, profile)), "round": "SR 100"}
    assert "round" in find_differences(g, profile, expected)
    g.state.over = "standstill"
    assert "round" not in find_differences(g, profile, expected)


def test_the_site_plays_no_hundredth_stock_round() -> None:
    """18 India 9.1 knows no such end."""
    source = played(Setup("18India", 2, 3, "even"), 1)
    exporter = Exporter(source)
    with pytest.raises(Unwritable, match="ends the game before SR 100"):
        exporter.profile.event_entries["RoundBegan"](exporter, exporter.game, RoundBegan("SR 100"))
    exporter.profile.event_entries["RoundBegan"](exporter, exporter.game, RoundBegan("SR 99"))


def test_the_circle_of_the_danish_company_s_station_stays_on_offer() -> None:
    """18 India 2.4: the site keeps the circle that it has added for the station of P5, also once another has become free."""
    source = played(Setup("18India", 3, 901, "builder"), 90)
    g = Game.new(TITLES["18India"].rules((PRESET,), 3), source.players, source.seed)
    for action in source.actions:
        g.play(action)
    company, other, city, slots = "BNR", "NSR", "H25.a", 1
    g.state.place["P5"] = "gone"
    g.state.cash[company] = 500
    assert g.state.tokens[f"{city}.0"] == other
    beyond = [stop for stop in company_reach.reach(g, company).stops if stop != city]
    g.state.tokens = {f"{stop}.{n}": other for stop in beyond for n in range(6)} | g.state.tokens
    g.state.tokens[f"{city}.{slots}"] = company
    g.changed()
    assert not waits_for_station(g, Turn(company, added={city: slots}))  # it has a station in that hex
    del g.state.tokens[f"{city}.{slots}"]
    g.changed()
    assert not waits_for_station(g, Turn(company))
    assert waits_for_station(g, Turn(company, added={city: slots}))
    assert not waits_for_station(g, Turn(company, added={city: slots + 1}))  # another tile lies there now
    g.state.tokens[f"{city}.+"] = other
    assert not waits_for_station(g, Turn(company, added={city: slots}))


@LATE
def test_passes_of_a_round_that_is_over_here_belong_to_no_later_one() -> None:
    """18 India 7.2.5: the site asks the owners of bonds when the GIPR has closed; ours has gone on to the next stock round."""
    again = Importer(write_game(played(Setup("18India", 5, 90011, "dealer"), 1050)).data)
    for _ in again.play_all():
        pass
    assert [type(r.record).__name__ for r in again.units[-6:]] == ["BuyCompany", *["Pass"] * 5]
    assert type(again.imported.plays[-1][1]).__name__ == "BuyBond"


@LATE
def test_a_game_cut_before_a_station_that_is_not_seen_ends_before_the_pass_on_track() -> None:
    """18 India 8.4.4.4: with that pass the site goes on to the trains, as it takes the circle for full."""
    source = played(Setup("18India", 5, 95163, "dealer"), 766)
    with pytest.raises(Unwritable, match="takes circles for full that GIPR left") as refused:
        write_game(source)
    entries = json.loads(write_game(source, partial=True).data)["actions"]
    assert len(entries) == refused.value.sound_entries
    assert entries[-1]["entity_type"] == "player"


def test_passes_of_a_turn_in_which_the_file_ends_are_its_first() -> None:
    """18 India: the pass on a certificate is to come; of the two, ours has left the track behind by itself."""
    written = write_game(played(Setup("18India", 2, 83005, "even"), 119), partial=True)
    assert [e["type"] for e in json.loads(written.data)["actions"][-3:]] == ["lay_tile", "pass", "pass"]
    importer = Importer(written.data)
    for _ in importer.play_all():
        pass
    step = importer.game.top_step()
    assert (getattr(step, "key", ""), getattr(step, "company", "")) == ("buy holding", "EBR")


def test_a_manager_with_as_many_shares_holds_the_director_s_certificate_for_a_moment() -> None:
    """18 India 7.7: the buyer's next certificate makes him director; what each gives is what he has held longest then."""
    written = json.loads(write_game(played(Setup("18India", 2, 83009, "flooder"), 80)).data)["actions"]
    assert written[-1]["shares"] == ["PNS_4", "PNS_1", "PNS_3"]


def test_the_buyer_of_the_director_s_certificate_of_a_company_to_be_floated_keeps_it() -> None:
    """18 India 2.1.1: a manager with as many shares holds the director's certificate only of a company that has floated."""
    written = json.loads(write_game(played(Setup("18India", 4, 90056, "builder"), 143)).data)["actions"]
    assert written[-1]["shares"] == ["TR_2"]


def test_a_certificate_bought_as_the_company_closes_lies_in_the_open_market_at_once() -> None:
    """18 India 8.4.4.4: NWR's comes before that of NCR, which closes in the next turn; a seller takes the first one back."""
    written = json.loads(write_game(played(Setup("18India", 3, 90187, "bidder"), 296)).data)["actions"]
    assert written[-1]["shares"] == ["BNR_5"]


def test_trains_of_minors_given_up_together_come_into_the_pool_by_their_minors() -> None:
    """18EU 4.2.2: not in the order in which the trains were bought (played: 5, 82063)."""
    g = Game.new(TITLES["18EU"].rules((PRESET,), 3), ("p1", "p2", "p3"), "1")
    books = AssetLedger(g, AssetProfile())
    for minor, train, card in (("12", "3-0", "3-1"), ("2", "3-3", "3-4")):
        books.fleet.move(train, minor)
        books.fleet.tie_card(train, card)
        g.company(minor).closed = True
        g.state.place[card] = "pool"
    g.events = [TrainDiscarded("2", "3-4"), TrainDiscarded("12", "3-1")]
    books.settle()
    assert books.fleet.list_trains("pool") == ["3-3", "3-0"]


def test_a_company_that_closes_loses_first_what_it_has_had_the_longest() -> None:
    """The site takes used trains from the pool in that order, whichever of our cards are discarded first (played: 4, 95006)."""
    g = Game.new(TITLES["18VA"].rules((PRESET,), 3), ("p1", "p2", "p3"), "1")
    books = AssetLedger(g, AssetProfile())
    for train, card in (("4-2", "4-3"), ("4-0", "4-1")):
        books.fleet.move(train, "VR")
        books.fleet.tie_card(train, card)
        g.state.place[card] = "pool"
    g.events = [
        CompanyClosed("VR"),
        *(CardMoved(card, "VR", "pool", "discarded") for card in ("4-1", "4-3")),
        *(TrainDiscarded("VR", card) for card in ("4-1", "4-3")),
    ]
    books.note_record(theirs.Bankrupt(entity=1), Bankrupt(by="p1"))
    assert books.fleet.list_trains("pool") == ["4-2", "4-0"]


def test_a_removed_marker_ends_the_track_step_also_for_the_owner_of_a_private() -> None:
    """18 India 8.4.1.5: P2 and P3 keep the step open after lays only."""
    g = Game.new(TITLES["18India"].rules((PRESET,), 3), ("p1", "p2", "p3"), "1")
    g.state.place["P2"] = "WR"
    assert waits_for_track(g, Turn("WR"))
    assert not waits_for_track(g, Turn("WR", acted=[("track", RemoveGauge("J15/4", by="p1"))]))


def test_the_pass_that_ends_a_turn_there_ends_it_here() -> None:
    """18VA: the site waits once more after the trains, for a private's power; ours has that in view at the trains."""
    importer = Importer(write_game(played(Setup("18VA", 5, 82143, "even"), 183)).data)
    rounds = {}
    for number in importer.play_all():
        rounds[number] = importer.game.state.round
    lay = [u.number for u in importer.units if type(u.record).__name__ == "LayTile" and u.record.entity == "VR"][-2]
    assert (rounds[lay], rounds[lay + 1]) == ("OR 9.1", "OR 9.2")


def test_of_two_passes_in_a_row_only_the_one_owed_is_made_already() -> None:
    """18 India 8.4.4.4: the site asks the GIPR for a station that goes here unasked, then, in the next round, for its track."""
    importer = Importer(write_game(played(Setup("18India", 4, 97030, "even"), 408)).data)
    asked = [(importer.game.state.step_key, *importer.owed_passes) for _ in importer.play_all()]
    assert asked[461:464] == [("track", "GIPR"), ("track",), ("token",)]


@pytest.mark.parametrize(
    ("number", "token_type", "sentence"),
    [
        pytest.param(401, "", "Action 401 .*the free one that it has taken over goes first", id="the free one kept"),
        pytest.param(465, "exchange", "Action 465 .*no station left that it has taken over", id="a paid one"),
    ],
)
def test_a_station_of_the_gipr_is_the_one_that_the_file_names(number: int, token_type: str, sentence: str) -> None:
    """18 India 8.4.2.2: a surplus station comes to the charter; there it is free, and may be kept for later."""
    game = json.loads(write_game(played(Setup("18India", 4, 97030, "even"), 408)).data)
    entry = game["actions"][number - 1]
    assert (entry["entity"], entry.get("token_type", "")) == ("GIPR", "" if token_type else "exchange")
    entry["token_type"] = token_type
    with pytest.raises(theirs.Damaged, match=sentence):
        read_game(json.dumps(game).encode())


def test_a_pullman_that_goes_as_another_comes_is_bought_again_first() -> None:
    """18EU 4.4.9: AIRS buys P-0, with which RBSR, on turn next, loses P-4; that one is sold before those lost to phase 5."""
    written = json.loads(write_game(played(Setup("18EU", 6, 100144, "even"), 560)).data)["actions"]
    pullmans = [(e["entity"], e["train"]) for e in written if e["type"] == "buy_train" and e["train"].startswith("P")]
    assert pullmans[-4:] == [("AIRS", "P-0"), ("BNR", "P-2"), ("DR", "P-1"), ("FS", "P-4")]


def test_a_pass_before_runs_for_nothing_is_none_on_trains() -> None:
    """18 India: the site asks the GIPR for track and a station, ours for track alone; its trains come after its runs."""
    source = played(Setup("18India", 3, 100077, "dealer"), 585)
    again = Importer(write_game(source).data)
    for _ in again.play_all():
        pass
    sales = [type(a).__name__ for _, a in again.imported.plays].count("SellTrain")
    assert sales == [type(a).__name__ for a in source.actions].count("SellTrain")


def test_the_site_looks_for_a_station_with_a_late_tile_on_the_board() -> None:
    """18 India 8.2: P3's tile comes before the company's, which then reaches Mumbai: one pass each for station and trains."""
    written = json.loads(write_game(played(Setup("18India", 3, 86005, "flooder"), 156)).data)["actions"]
    assert [(e["type"], e["entity"]) for e in written[-5:]] == [
        ("lay_tile", "P3"),
        ("lay_tile", "WIP"),
        ("pass", "WIP"),
        ("pass", "WIP"),
        ("corporate_sell_shares", "WIP"),
    ]

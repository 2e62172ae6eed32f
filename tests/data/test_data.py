"""Data of every title: each cross-reference leads somewhere, and the numbers are those of the published game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from game import load as loader
from game.load import all_tiles, load
from game.tiles import COLOURS
from game.title_data import TitleData, TrainType
from game.upgrades import upgrade

DATA = Path(loader.__file__).parent.parent / "data"
FOLDERS = sorted(p.parent.name for p in DATA.glob("*/title.toml"))
RUN_THROUGH = {("18EU", "G2")}  # Hamburg is an off-map place; the site makes a city of it so that trains run through
AS_PRINTED = {("18VA", "A6"): "red", ("18VA", "A12"): "red"}  # coal districts are red areas in the rulebook (4.5.4.3)
NAMES = {"18ga": "18GA", "18tn": "18TN", "18va": "18VA", "18eu": "18EU", "18india": "18India"}


def variants(folder: str) -> Iterator[TitleData]:
    """The title as it comes and with each of its options."""
    plain = load(folder)
    yield plain
    for name, option in plain.file.option.items():
        yield load(folder, [f"{name}={option.values[0]}" if option.values else name])


@pytest.fixture(params=FOLDERS)
def folder(request):
    return request.param


@pytest.fixture
def title(folder):
    return load(folder)


@pytest.fixture
def facts(shared, folder):
    if folder not in NAMES:
        pytest.skip("the reference material has no facts of this title")
    return json.loads((shared / "facts" / f"{NAMES[folder]}.json").read_text())


# ---------------------------------------------------------------- cross-references


def test_named_hexes_are_on_the_map(folder):
    for data in variants(folder):
        known = set(data.hexes)
        abilities = [a for p in data.privates.values() for a in p.abilities]
        abilities += [a for c in data.companies.values() for a in c.abilities]
        named = {
            "names": set(data.map.names),
            "upgrades": set(data.map.upgrades),
            "labels": set(data.map.labels),
            "cost": {h for hexes in data.map.cost.values() for h in hexes.split()},
            "symbols": {h for hexes in data.map.symbols.values() for h in hexes.split()},
            "borders": {b.split("/")[0] for sides in data.map.borders.values() for b in sides.split()},
            "abilities": {h for a in abilities for h in a.hexes},
            "homes": {h.split(".")[0] for c in data.companies.values() for h in c.home},
        }
        assert {what: hexes - known for what, hexes in named.items() if hexes - known} == {}


def test_homes_have_a_circle(folder):
    for data in variants(folder):
        for company in data.companies.values():
            for home in company.home:
                hex_id, _, stop = home.partition(".")
                found = [s for s in data.print_of(hex_id).cities if stop in ("", s.name)]
                assert found, home
                assert any(s.slots for s in found), home
            assert company.tokens, company.name


def test_listed_tiles_exist_in_the_colour_that_lists_them(folder):
    for data in variants(folder):
        assert set(data.map.tiles) <= set(all_tiles())
        for hex_id, lists in data.map.upgrades.items():
            for colour, names in lists.items():
                assert names.split(), hex_id
                assert {data.tiles[n].colour for n in names.split()} == {colour}, hex_id
        for private in data.privates.values():
            for ability in private.abilities:
                assert set(ability.tiles) <= set(data.tiles)
                assert ability.company in ("", *data.companies)
                assert ability.train in ("", *data.train_cards)


def test_every_labelled_tile_has_a_hex(folder):
    """A labelled tile that no hex takes could never be laid."""
    for data in variants(folder):
        listed = {n for lists in data.map.upgrades.values() for names in lists.values() for n in names.split()}
        labels = {h.label for h in data.hexes.values()}
        lost = {t.name for t in data.tiles.values() if t.label and t.name not in listed and t.label not in labels}
        assert {n for n in lost if data.map.tiles[n]} == set()


def test_listed_upgrades_preserve_the_track_of_what_they_replace(folder):
    """Some rotation of each listed tile fits onto some rotation of some tile that may lie there before."""
    for data in variants(folder):
        for hex_id, lists in data.map.upgrades.items():
            for colour, names in lists.items():
                below = COLOURS[COLOURS.index(colour) - 1]
                if below == "white" or below == data.print_of(hex_id).colour:
                    before = [data.print_of(hex_id).faces[0]]
                else:
                    lower = lists.get(below, "").split() or [
                        t.name for t in data.tiles.values() if t.colour == below and not t.label
                    ]
                    before = [f for n in lower for f in data.tiles[n].faces]
                for name in names.split():
                    found = any(upgrade(b, f) is not None for b in before for f in data.tiles[name].faces)
                    assert found, (hex_id, name)


def test_neighbours_agree(folder):
    for data in variants(folder):
        for found in data.hexes.values():
            for side, other in enumerate(found.sides):
                if other:
                    assert data.hexes[other].sides[(side + 3) % 6] == found.id


def test_trains_and_phases_name_each_other(folder):
    for data in variants(folder):
        sides = {s.name for t in data.trains.values() for s in t.sides}
        names = set(data.trains) | sides
        for name, train in data.trains.items():
            assert train.price > 0, name
            assert train.rusts_on in names | {""}, name
            assert train.obsolete_on in {"", *names, *data.train_cards}, name
        for name, phase in data.phases.items():
            assert set(phase.on) <= names | set(data.train_cards), name
            assert set(phase.tiles) <= set(COLOURS), name
        widths = [len(p.tiles) for p in data.phases.values()]
        assert widths == sorted(widths)


def test_options_name_options(title):
    known = set(title.file.option)
    for name, option in title.file.option.items():
        assert {*option.conflicts, *option.implies} <= known, name
        assert option.text
    for names in title.file.preset.values():
        assert {n.partition("=")[0] for n in names} <= known


def test_par_prices_lie_on_the_chart(folder):
    for data in variants(folder):
        assert all(data.cell(where).price == price for price, where in data.pars.items())
        assert all(row[0] is not None or any(row) for row in data.market)


def test_shares_of_each_company_are_complete(title):
    for name, company in title.companies.items():
        assert company.size in ((1,) if company.kind == "minor" else (5, 10, 20)), name
        assert company.certificates[0] >= company.certificates[-1], name


def test_colours_of_companies_are_distinct(title):
    colours = [c.colour for c in title.companies.values()]
    assert len(set(colours)) == len(colours)


# ---------------------------------------------------------------- against the published facts


def test_tile_counts_are_the_published_ones(title, facts):
    ours = {"18India": {"984": 1}}  # the manifest's, where the site has another
    assert dict(title.map.tiles) == {t["tile"]: t["count"] for t in facts["tiles"]} | ours.get(title.name, {})


def test_hexes_lie_and_look_as_published(title, facts):
    assert set(title.hexes) == {h["hex"] for h in facts["hexes"]}
    for fact in facts["hexes"]:
        found = title.hexes[fact["hex"]]
        assert (found.x, found.y) == (fact["x"], fact["y"]), found.id
        colour = AS_PRINTED.get((title.name, found.id), fact["color"])
        assert found.print.colour == colour, found.id
        assert found.name.upper() == fact.get("name", "").upper() or title.name == "18India", found.id
        later = fact.get("future_label", [""])[0]  # of its brown tiles
        assert found.label in (fact.get("label", ""), later), found.id
        assert found.cost == sum(t["cost"] for t in fact.get("terrain", [])), found.id
        kinds = {"offboard": "off"} | ({"city": "off"} if (title.name, found.id) in RUN_THROUGH else {})
        stub = (
            ["off"] if title.name == "18India" and found.print.colour == "blue" else []
        )  # off the coast, worth nothing
        stops = stub + [kinds.get(s["kind"], s["kind"]) for s in fact.get("stops", [])]
        assert sorted(s.kind for s in found.print.stops) == sorted(stops), found.id
        exits = {int(p[e][-1]) for p in fact.get("paths", []) for e in ("from", "to") if p[e].startswith("edge")}
        assert set(found.print.faces[0].exits) == exits, found.id


def test_names_of_18_india_are_those_of_its_cities(shared):
    """The facts name the sources of goods as well, and not the homes on white hexes."""
    title, facts = load("18india"), json.loads((shared / "facts" / "18India.json").read_text())
    sources = {h for hexes in title.map.symbols.values() for h in hexes.split()}
    said = {f["hex"]: f["name"].title() for f in facts["hexes"] if f.get("name") and f["hex"] not in sources}
    homes = {h.partition(".")[0] for c in title.companies.values() for h in c.home}
    assert title.map.names.items() >= said.items()
    assert set(title.map.names) - set(said) <= homes


def test_track_leads_where_the_published_map_says(title, facts):
    """A side is open where there is a neighbour, and where fixed print on either side has track (gray: an option of 18TN)."""
    if title.map.gray_open:
        title = load("18tn", ("gray_sides_closed",))
    colours = {h["hex"]: h["color"] for h in facts["hexes"]}
    exits = {
        h["hex"]: {int(p[e][-1]) for p in h.get("paths", []) for e in ("from", "to") if p[e].startswith("edge")}
        for h in facts["hexes"]
    }
    fixed = ("red", "gray", "blue")
    for fact in facts["hexes"]:
        closed = set(fact.get("edges_without_connection", []))
        shut = {int(b["edge"]) for b in fact.get("borders", []) if b["type"] == "impassable"}
        for side in range(6):
            other = fact["neighbors"].get(str(side), "")
            blank = any(
                colours[h] in fixed and s not in exits[h]
                for h, s in ((fact["hex"], side), (other, (side + 3) % 6))
                if h
            )
            expected = "" if blank or side in shut or side in closed else other
            assert title.hexes[fact["hex"]].sides[side] == expected, (fact["hex"], side)


def test_values_of_printed_stops_are_the_published_ones(title, facts):
    for fact in facts["hexes"]:
        amounts = sorted(
            [s["revenue"]] if isinstance(s["revenue"], int) else list(s["revenue"].values())
            for s in fact.get("stops", [])
        )
        if fact["color"] == "blue" and not amounts:
            amounts = [[0]] * len(title.print_of(fact["hex"]).stops)  # the stub of 18 India
        assert sorted([v for _, v in s.values] for s in title.print_of(fact["hex"]).stops) == amounts, fact["hex"]


def test_companies_are_the_published_ones(title, facts):
    assert set(title.companies) == {c["sym"] for c in facts["corporations"]} | {
        m["sym"] for m in facts.get("minors", [])
    }
    for fact in facts["corporations"]:
        company = title.companies[fact["sym"]]
        assert list(company.tokens) == fact["token_costs"], fact["sym"]
        assert [h.split(".")[0] for h in company.home] == [fact["home"]] if fact.get("home") else not company.home
        if title.name == "18India":
            assert company.par == fact["par"], fact["sym"]
            assert (company.group.upper() or None) == fact["region"], fact["sym"]
            continue
        first = company.certificates[: len(fact["certificates"])]  # others come when the company grows
        assert [s * 100 // sum(first) for s in first] == fact["certificates"], fact["sym"]
    for fact in facts["privates"]:
        private = title.privates[fact["sym"]]
        assert (private.value, private.revenue) == (fact["value"], fact["revenue"])


def test_trains_are_the_published_ones(title, facts):
    for fact in facts["trains"]:
        train = title.trains[fact["name"]]
        assert train.price == fact["price"], fact["name"]
        assert train.rusts_on == fact.get("rusts_on", ""), fact["name"]
        if not fact.get("unlimited"):
            assert train.count + train.extra == fact["count"], fact["name"]


def test_market_is_the_published_one(title, facts):
    prices = [[None if cell is None else cell[0] for cell in row] for row in facts["market_rows"]]
    assert [[None if c is None else c.price for c in row] for row in title.market] == prices
    pars = sorted(cell[0] for row in facts["market_rows"] for cell in row if cell and "par" in cell)
    assert sorted(title.pars) == pars


def test_money_and_limits_are_the_published_ones(title, facts):
    assert title.file.bank == facts["bank"]
    assert dict(title.file.cash) == facts["starting_cash"]
    ours = {"18VA": {"4": 13}}  # the rulebook's, where the site has another
    if title.name == "18India":
        for players, limits in facts["certificate_limit"]["companies_closed_0_1_2"].items():
            numbers = title.file.numbers
            found = [title.file.certificates[players], numbers[f"limit_{players}_1"], numbers[f"limit_{players}_2"]]
            assert found == limits, players
        return
    assert dict(title.file.certificates) == facts["certificate_limit"] | ours.get(title.name, {})


# ---------------------------------------------------------------- the schema


def test_a_typo_in_a_data_file_is_told_with_its_path():
    with pytest.raises(msgspec.ValidationError, match=r"Expected `int`, got `str` - at `\$.trains\[\.\.\.\].price`"):
        msgspec.convert({"trains": {"2": {"price": "cheap", "count": 1}}}, type=_Trains)
    with pytest.raises(msgspec.ValidationError, match="unknown field `cuont`"):
        msgspec.convert({"trains": {"2": {"price": 100, "count": 1, "cuont": 2}}}, type=_Trains)


class _Trains(msgspec.Struct):
    trains: dict[str, TrainType]


def test_an_option_lies_over_the_files():
    assert load("18ga").companies["G&F"].home == ("H4",)
    marked = [c.price for c in load("18ga", ["end_price=250"]).cells.values() if "e" in c.codes]
    assert sorted(marked) == [250, 250, 275, 300]
    assert [c.price for c in load("18ga").cells.values() if "e" in c.codes] == [300]
    assert load("18ga", ["gf_home_columbus"]).companies["G&F"].home == ("G3",)
    assert load("18ga", ["macon_or_brunswick"]).map.tiles["457a"] == 0
    assert load("18ga", ["unlimited_8"]).trains["8"].count == 18

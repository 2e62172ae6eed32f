"""Turns of random games whose files were once written or read wrongly: each game is played up to there, written and read."""

from __future__ import annotations

import json

import pytest

from bot.interchange.exporter import write
from bot.interchange.importer import Importer
from tests.second_engine import Setup, played


@pytest.mark.parametrize(
    ("setup", "plays"),
    [
        pytest.param(Setup("18India", 2, 201, "even"), 560, id="the GIPR takes a home over as the company closes"),
        pytest.param(Setup("18India", 2, 209, "hoarder"), 60, id="a bond is bought after cards of a hand"),
        pytest.param(Setup("18India", 2, 221, "builder"), 250, id="two homes are chosen in one purchase"),
        pytest.param(
            Setup("18India", 5, 216, "starver"), 70, id="one company's two turns in a row, the first only of passes"
        ),
        pytest.param(
            Setup("18India", 3, 214, "starver"), 90, id="one company's two turns in a row, passes after its track"
        ),
        pytest.param(
            Setup("18India", 3, 210, "hoarder"), 840, id="owners of bonds are asked after the GIPR has closed"
        ),
        pytest.param(Setup("18India", 4, 223, "builder"), 160, id="a private's tile needs the company's last one"),
        pytest.param(Setup("18VA", 2, 201, "even"), 30, id="one company's two turns without a question in one play"),
        pytest.param(Setup("18VA", 2, 229, "flooder"), 100, id="no question in two turns after a train"),
    ],
)
def test_a_game_is_read_as_it_was_written(setup: Setup, plays: int) -> None:
    source = played(setup, plays)
    again = Importer(write(source).data)
    for _ in again.positions():
        pass
    actions = [a for _, a in again.imported.plays if type(a).__name__ not in ("Pass", "Keep")]
    assert actions == [a for a in source.actions if type(a).__name__ not in ("Pass", "Keep")]


@pytest.mark.parametrize(
    ("setup", "plays", "entries"),
    [
        pytest.param(
            Setup("18India", 3, 210, "hoarder"),
            837,
            [("buy_company", 1), ("pass", 3), ("pass", 2), ("pass", 1), ("remove_border", "NWR")],
            id="owners of bonds pass after the GIPR has closed",
        ),
        pytest.param(
            Setup("18India", 3, 302, "even"),
            1052,
            [("buy_shares", 1), ("buy_shares", 3)],
            id="an owner of bonds at the certificate limit is not asked",
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
                ("pass", "SAL"),
                ("buy_company", "SAL"),
                ("place_token", "W&SR"),
            ],
            id="a private is bought before the step in which it is used is over",
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
    ],
)
def test_who_is_waited_for(setup: Setup, plays: int, entries: list[tuple[str, object]]) -> None:
    written = json.loads(write(played(setup, plays)).data)["actions"]
    kinds = [(e["type"], e["entity"]) for e in written]
    last = len(kinds) - next(n for n, kind in enumerate(reversed(kinds)) if kind == entries[-1])
    assert kinds[last - len(entries) : last] == entries


def test_the_first_discarded_train_is_that_of_the_company_that_closed_first() -> None:
    """18VA 4.6.3: a bankrupt's companies close in operating order."""
    written = json.loads(write(played(Setup("18VA", 4, 207, "builder"), 600)).data)["actions"]
    bankrupt = next(n for n, e in enumerate(written) if e["type"] == "bankrupt")
    bought = [e["train"] for e in written[bankrupt:] if e["type"] == "buy_train" and e["price"] == 300]
    assert bought[:2] == ["4-0", "4-3"]

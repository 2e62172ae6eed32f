"""What all tests share: the folder of reference material, and what a continuous run demands."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings

from tests.support.golden_positions import share_positions
from tests.support.shared_results import share_results

ROOT = Path(__file__).parent.parent
# A busy machine is no failure.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
CI = os.environ.get("CI") == "true"


def unavailable(reason: str) -> NoReturn:
    """Skip with a reason; in a continuous run (CI=true) nothing that can be had may be missing, so fail."""
    if CI:
        pytest.fail(f"{reason}, and CI=true forbids skipping")
    pytest.skip(reason)


def shared_folder() -> Path:
    """Recorded games and rulebook facts lie outside the project: TRUNKLINE_SHARED, or `shared` beside the checkout."""
    return Path(os.environ.get("TRUNKLINE_SHARED") or ROOT.parent / "shared")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference material."""
    folder = shared_folder()
    if not (folder / "recorded").is_dir():
        unavailable(
            f"no reference material in {folder.name!r} beside the project (TRUNKLINE_SHARED names another place)"
        )
    return folder


@pytest.fixture(autouse=True, scope="session")
def shared_positions(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Processes of one run work out once between them what all need: their folders lie side by side in that of the run."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        share_positions(tmp_path_factory.getbasetemp().parent / "golden-positions")
        share_results(tmp_path_factory.getbasetemp().parent / "results")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many random games of each title the contract tests play."""
    parser.addoption("--games", type=int, default=0, help="random games of each title (tests/titles/test_contract.py)")
    parser.addoption("--whole", action="store_true", help="play all of them with a bank that keeps its money")


BROWSER = {"test_page", "test_first_sight"}
TOOLS = {
    "test_tools",
    "test_cli",
    "test_start_up",
    "test_upkeep",
    "test_server_upkeep",
    "test_progress",
    "test_bench",
    "test_full_board",
    "test_architecture",
    "test_docstrings",
}
# Files, and tests of other files, that have no marker: they play or draw whole games, or try every route of many boards.
LENGTHY = {
    "test_contract", "test_determinism", "test_ledger", "test_playthroughs", "test_recorded", "test_counts",
    "test_random_files", "test_exporter", "test_bad_files", "test_export", "test_unsupported_rules", "test_route_hooks",
    "test_random_turns", "test_greedy_player", "test_dense_boards", "test_lettering", "test_replay",
    "test_best_runs_are_what_brute_force_finds", "test_every_payment_of_recorded_games_is_told",
    "test_bytes_are_the_same_twice_and_under_other_hash_seeds",
    "test_every_choice_of_random_games_has_a_question_and_phrases",
    "test_the_largest_recorded_boards_with_two_long_trains_and_a_pullman_are_solved",
}  # fmt: skip

DISCORD = {"client", "commands", "reminders", "sandbox", "storage", "tables", "views"}  # packages of the bot


def kind_of(path: Path) -> str:
    """The marker of a file of tests, by its name and folder; "" for those that take long."""
    if path.stem in BROWSER:
        return "browser"
    if path.stem in TOOLS:
        return "tools"
    if path.stem in LENGTHY:
        return ""
    return "discord" if DISCORD & set(path.relative_to(ROOT).parts) else "unit"


def pytest_collection() -> None:
    """Collecting makes much and throws away little: a third of its time went into looking for garbage."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with its kind, so that `-m unit` runs what takes little time. The longest test, the type checker, comes
    first: it came last, and for half a minute the other processes had nothing to do.
    """
    items.sort(key=lambda item: item.path.stem != "test_tools")
    for item in items:
        kind = kind_of(item.path)
        name = getattr(item, "originalname", item.name)
        if kind and name not in LENGTHY and item.get_closest_marker("long") is None:
            item.add_marker(kind)


def pytest_collection_finish() -> None:
    """All modules are loaded, and stay: a collector of garbage that goes through them again and again only takes time."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)

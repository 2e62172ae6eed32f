"""18 India in the files of 18xx.games: cards by name, several purchases of a turn, which are one action here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.interchange.import_profiles.india_actions import DECODERS, count_together
from bot.interchange.import_profiles.india_ledger import follow_record, note_open_market, settle_closed
from bot.interchange.import_profiles.india_names import GIPR, list_bonds, shorten_bond_name
from bot.interchange.import_profiles.india_passes import is_asked_in_vain, leaves_turn_open_at, list_passes_owed
from bot.interchange.import_state import ImportProfile
from bot.interchange.site.asset_ledger import AssetProfile
from game.marks import list_mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.interchange.site.records import Saved
    from game.play import Game


def seed_of(saved: Saved) -> str:
    """The seed by which our setup deals as the site did: the file's, or if empty the first digits of the game's number."""
    number = saved.settings.seed
    if number in (None, ""):
        digits = re.search(r"\d+", str(saved.id))
        number = digits[0] if digits else 0
    return f"{number} 18xx.games"


def companies_in_play(g: Game) -> Iterable[str]:
    """The companies that have not been left out of the game."""
    return list_mark(g.rules.marks, "in game").entries(g.state)


def list_guaranty_papers(g: Game, company: str) -> Iterator[str]:
    """The guaranty warrant of a company, if it has one: the site keeps that among its privates."""
    if list_mark(g.rules.marks, "guaranty").contains(g.state, company):
        yield "GW"


PROFILE = ImportProfile(
    title="18India",
    lenient_options=("line_passes_again",),
    rounds={"Selection": "DR 1", "Draft": "DR 1"},
    unsold={},
    decoders=DECODERS,
    cities={"M10": (0, 3)},
    shuffle_seed=seed_of,
    count_together=count_together,
    leaves_turn_open_at=leaves_turn_open_at,
    companies_in_play=companies_in_play,
    list_papers=list_guaranty_papers,
    shorten_private=shorten_bond_name,
    waits_for_passes=True,
    assets=AssetProfile(
        open_books=note_open_market, papers_named=list_bonds, follow=follow_record, settle=settle_closed
    ),
    asked_companies={"take over": GIPR},
    list_passes_owed=list_passes_owed,
    is_asked_in_vain=is_asked_in_vain,
)

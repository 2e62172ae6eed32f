"""18TN as 18xx.games plays it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from bot.interchange.encode_action import encode_routes
from bot.interchange.entries import entry_by_company
from bot.interchange.export_profiles.ga import TURN
from bot.interchange.export_state import ExportProfile
from game.routing import routes

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState


def encode_lost_run(state: ExportState, company: str) -> Entry | None:
    """18TN 5.1: in the Civil War a corporation's only train earns nothing. The site asks for its route all the same."""
    g = state.game
    rules = g.rules
    g.rules = dataclasses.replace(rules, routes=dataclasses.replace(rules.routes, cross_train=None))
    g.changed()
    best = routes.best(g, company)
    g.rules = rules
    g.changed()
    if not best or not best[0].runs:
        return None
    return entry_by_company(
        state, company, "run_routes", routes=encode_routes(state, best[0].runs), extra_revenue=0, subsidy=0
    )


PROFILE = ExportProfile(turn=TURN, primed={"3": 3, "6": 1}, encode_lost_run=encode_lost_run, runs_after_private=True)

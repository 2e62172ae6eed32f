"""Words that hold a choice play nothing: what they come to is shown first."""

from __future__ import annotations

import pytest

from game.notation import line
from tests.support.decisions import table_at
from tests.support.discord_world import said
from tests.support.walked_positions import walked_position

BOND = "Buy a royal bond for ₹100?"
SHOWN = {
    ("18India", "buy holding", 30): {"buy": BOND, "kaufen": BOND, "b": BOND, "bond": BOND},
    ("18India", "", 757): {"buy": BOND},
    ("18GA", "dividend", 20): {"0": "Withhold $110", "1": "Pay out $110", "2": "Withhold $110"},
    ("18GA", "trains", 8): {"train 3 3": "Buy a 3-train from W&A for $3", "buy 3 5": "Buy a 3-train from W&A for $5"},
    ("18EU", "home of 4", 0): {
        **dict.fromkeys(("A", "5", "minor 5", "with minor 5", "Ferrovia Adriatica"), "Minor 5's station in Venice (H19)"),
        "B": "Minor 8's station in Budapest (M16)",
        "1": "minor 1 is not yours to start with; you can say minor 5, 8, 11 or 14",
        "Etat Belge": "minor 2 is not yours to start with",
        "Chemin de Fer du Nord": "minor 1 is not yours to start with",
        "start with 2": "minor 2 is not yours to start with",
        "2 Brussels": "minor 2 is not yours to start with",
    },
    ("18India", "trains", 70): {"end turn": "End the turn: skips trains and selling certificates"},
}
PLAYED = {
    ("18India", "buy holding", 30): {"buy bond": "buy bond"},
    ("18GA", "dividend", 20): {"keep": "dividend none"},
    ("18GA", "trains", 8): {"buy 3 for 5 from W&A": "train 3-1 5 W&A"},
    ("18India", "trains", 70): {"done": "pass"},
}


@pytest.mark.usefixtures("pictures_off")
@pytest.mark.parametrize("where", SHOWN, ids=str)
async def test_what_holds_a_choice_is_shown_first(w, where):
    thread = await table_at(w, walked_position(*where))
    table = await w.game(thread)
    actor, before = w.actor_at(table), table.position.move
    for typed, wanted in SHOWN[where].items():
        told = said(await actor.slash(thread, "do", action=typed)).replace("\\", "")
        assert wanted in told, f"{typed!r}: {told}"
        assert table.position.move == before, f"{typed!r} is played"


@pytest.mark.usefixtures("pictures_off")
@pytest.mark.parametrize("where", PLAYED, ids=str)
async def test_what_names_all_is_played(w, where):
    for typed, wanted in PLAYED[where].items():
        thread = await table_at(w, walked_position(*where))
        table = await w.game(thread)
        await w.actor_at(table).slash(thread, "do", action=typed)
        made = [line(m.action) for m in await table.history() if m.action is not None]
        assert made == [wanted], typed

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
        **dict.fromkeys(("A", "5", "minor 5", "with minor 5", "Ferrovia Adriatica"), "Merge minor 5, Venice"),
        "B": "Merge minor 8, Budapest",
        "1": "minor 1 is not yours to start with; you can say minor 5, 8, 11 or 14",
        "Etat Belge": "minor 2 is not yours to start with",
        "Chemin de Fer du Nord": "minor 1 is not yours to start with",
        "start with 2": "minor 2 is not yours to start with",
        "2 Brussels": "minor 2 is not yours to start with",
    },
    ("18GA", "token", 10): {"nix": "No station?"},
    ("18GA", "city", 0): {
        **dict.fromkeys(("toward Rome", "Rome", "station toward Rome"), "Station in Atlanta (D4), toward Rome?"),
        "D6": "Station in Atlanta (D4), toward D6?",
    },
    ("18India", "home", 0): {"toward Pune": "Station in Mumbai (D23), toward Pune?"},
}
LATER = "That comes later. First: "
REFUSED = {
    ("18GA", "track", 25): {
        "buy 3": LATER,
        "buy 2 from CoG": LATER,
        "57": "Lay tile 57 in Rome (C3)",
        "lay 9": "W&A · Lay a tile: where? / “lay 9” is not possible",
        "lay at F6": "W&A · Lay a tile: where? / “lay at F6” is not possible",
    },
    ("18VA", "track", 50): {"buy 4": LATER, "57": "tile 57 cannot be laid anywhere now"},
    ("18TN", "stock", 60): {
        "buy 2 L&N": "L&N costs $80, you have $50 (18TN 3.2(c))",
        "buy L&N share": "L&N costs $80, you have $50 (18TN 3.2(c))",
        "buy IC": "IC costs $65, you have $50 (18TN 3.2(c))",
        "buy IC ipo": "IC costs $65, you have $50 (18TN 3.2(c))",
    },
    ("18GA", "stock", 60): {"buy 2 GA": "GA costs $110, you have $30 (18GA 3.2(c))"},
    ("18GA", "stock", 100): {
        "sell all CoG": "Sell 2 CoG for $120",
        "buy CoG from pool": "no share of CoG is in the pool",
    },
    ("18GA", "run", 20): {"run 50": "none of the runs listed earns $50"},
    ("18GA", "trains", 8): {
        "buy a 3 from GA for 1": "ACL · Buy a train · $1: which train? / “buy a 3 from GA for 1” is not possible: GA has no "
        "train.",
        "buy all trains": "you can buy only one train at a time",
    },
    ("18VA", "trains", 40): {
        "buy 3T from RFPR for 10": "N&W · Buy a train · $10: which train? / “buy 3T from RFPR for 10” is not possible: RFPR has "
        "no 3-train.",
        "train 4 RFPR 10": "N&W · Buy a train: which train? / “train 4 RFPR 10” is not possible: RFPR has no 4-train.",
    },
    ("18VA", "discard", 0): {"1": "Discard a 3-train?"},
    ("18VA", "convert", 40): {"ten shares": "Convert to ten shares"},
    ("18VA", "par", 0): {"80": "the prices are $70, $75, $82, $90, $100"},
    ("18EU", "trains", 80): {"buy 8 for 1": "Buy a 3-train from minor 8 for £1"},
    ("18EU", "exchange", 0): {"keep": "you can only exchange minors (18EU 4.2.2). Now: Final exchange"},
    ("18EU", "replace", 0): {
        "keep the token": "That does not answer the question. Now: DR",
        "ja": "Station in Berlin (J5)",
        "hint": "DR: put one of its stations in place",
    },
    ("18EU", "treasury", 30): {"redeem": "(18EU 4.4.8)", "buy back 1": "(18EU 4.4.8)"},
    ("18EU", "", 228): {
        "start SNCF with minor 2": "Start a company · SNCF: at what price? / Once it has started, I ask which "
        "minor it starts with.",
        "start FS at 100 with 8": "· Start FS at £100 a share",
    },
    ("18EU", "auction", 20): {"105": "you can bid £195 to £750 in steps of £5"},
    ("18India", "select", 0): {
        "all": "choose 8 of your 15 cards; name them by their companies",
        "pick 1 2 3 4 5 6": "choose 8 cards; you named 6",
    },
    ("18India", "buy holding", 30): {
        "buy EIR": "it can only be “Buy a royal bond for ₹100” now",
        "buy 2 bonds": "only one at a time",
    },
}
PLAYED = {
    ("18GA", "token", 10): {"no station": "pass"},
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
@pytest.mark.parametrize("where", REFUSED, ids=str)
async def test_what_is_not_possible_has_a_reason_of_its_own(w, where):
    thread = await table_at(w, walked_position(*where))
    table = await w.game(thread)
    actor, before = w.actor_at(table), table.position.move
    for typed, wanted in REFUSED[where].items():
        told = said(await actor.slash(thread, "do", action=typed)).replace("\\", "").replace("\n", " / ")
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
        assert made[:1] == [wanted], typed


OFFERED = {
    ("18EU", "auction", 0): {"bid 100 on 1": ["Bid £100 on minor 1"]},
    ("18VA", "auction", 0): {"P2 7": ["Bid $60 or more on P2"]},
    ("18GA", "track", 25): {"57": ["Lay tile 57 in Rome (C3), to C1 and C5"]},
    ("18GA", "run", 20): {"run": ["Run the 4-train Waycross–Brunswick–Jacksonville"]},
}


@pytest.mark.usefixtures("pictures_off")
@pytest.mark.parametrize("where", OFFERED, ids=str)
async def test_the_list_shows_what_will_be_played_in_words_that_people_type(w, where):
    thread = await table_at(w, walked_position(*where))
    actor = await w.actor(thread)
    for typed, wanted in OFFERED[where].items():
        assert [o["name"] for o in await actor.autocomplete(thread, "do", "action", typed)] == wanted


@pytest.mark.usefixtures("pictures_off")
async def test_what_words_can_mean_is_told_without_ids(w):
    thread = await table_at(w, walked_position("18VA", "trains", 40))
    told = said(await (await w.actor(thread)).slash(thread, "do", action="buy"))
    assert "(from $1): `buy 2 from B&O`" in told
    assert "2-4" not in told

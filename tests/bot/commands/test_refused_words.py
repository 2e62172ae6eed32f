"""What players of other sites type from habit is read, or refused with what is possible; a choice is never made for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.model.words.shorthand import SHORTHAND
from game.notation import line
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, World, said, world
from tests.support.golden_positions import golden_positions
from titles import TITLES

REFUSED = {  # what is answered, as far as it matters; nothing is played
    ("18GA-bank", 3): {
        "what if i bid 115 on osr": "Bid $115 on OSR?",
        "how about buying ltr": "Buy LTR for $20?",
        "why not bid 40 on mrc": "you can bid $45 to $450",
        "midlnd 50": "Bid $50 on MRC?",
        "2 please": "Bid $45 on MRC?",
    },
    ("18GA-bank", 250): {"pay out?": "• ACL pays $50: $5 a share", "actually withhold": "• ACL keeps $50"},
    ("18GA-bank", 424): {"pass until or 8": "`/auto pass` passes for you."},
    ("18GA-bank", 824): {"no, 20": "an offer can only be accepted or declined"},
    ("18GA-bank", 12): {"start acl as cheap as possible": "Start ACL at $55"},
    ("18GA-bank", 278): {
        "2s from acl for 5": "only one train at a time",
        "why no 4": "the bank is not selling 4-trains now",
        "trian": "Buy a train: which train?",
    },
    ("18GA-bank", 0): {"raise to 60": "Bid $60 on MRC?", "60": "Bid $60 on MRC?"},
    ("18GA-bank", 52): {"sell 1 ACL and buy W&A": "is not possible: say one thing at a time"},
    ("18India-bank", 330): {"run 3": "₹80 is the best possible"},
    ("18India-bank", 799): {
        "remove J19": "removes the gauge marker between J19 and J21",
        "gauge J21 J19": "removes the gauge marker between J19 and J21",
    },
    ("18GA-bank", 44): {
        "b CoG": "is not possible: you have sold CoG in this stock round and cannot buy it back yet (18GA 3.2)",
        "CoG ipo": "is not possible: you have sold CoG in this stock round and cannot buy it back yet (18GA 3.2)",
        "s 1 GA": "is not possible: you own no share of GA (18GA 3.2(a))",
        "sell 20% GA": "is not possible: you own no share of GA (18GA 3.2(a))",
        "verkaufe 1 GA": "is not possible: you own no share of GA (18GA 3.2(a))",
        "buy MRC from Ann for 30": "is not possible: MRC belongs to Bob",
        "buy teleporter": "is not possible: I do not know the word “teleporter”",
        "pool": "Buy 10% of SAL from the pool for $60?",
    },
    ("18GA-bank", 103): {
        "57 on C12": "is not possible: there is no hex C12 on the map. Now: SAL: lay track, or no track",
        "upgrade D4": "a tile on Atlanta (D4) would add no track that a station of SAL reaches (18GA 4.2.1(j))",
        "yellow D10": "a tile on Augusta (D10) would add no track that a station of SAL reaches (18GA 4.2.1(j))",
        "lay 5 D4": "Atlanta (D4) takes only these yellow tiles: 451a (18GA 4.2.1(g))",
        "57": "is not possible: tile 57 cannot be laid anywhere now",
        "no tile": "SAL may still lay a tile. Go on without?",
        "lay track in savanah": "Savannah (G13): which tile?",
        "57 c12 r1": "There is no hex C12 on the map.",
    },
    ("18GA-bank", 169): {
        "station Atlanta": "is not possible: Atlanta (D4) is not connected to a station of ACL (18GA 4.2.2(a))",
        "token in Macon": "the last free circle in Macon (F6) is reserved for CoG until its home station is placed (18GA",
    },
    ("18TN-bank", 44): {
        "D": "is not possible: nothing here is called D. Now: L&N: must buy a train",
        "buy D": "is not possible: nothing here is called D. Now: L&N: must buy a train",
        "trade in 4 for D": "nothing here is called D",
    },
    ("18TN-bank", 14): {"nah": "Pass this turn?"},
    ("18TN-bank", 61): {"merge l&n": "I cannot tell what “merge l&n” means here"},
    ("18TN-bank", 150): {
        "buy tennesee central": "TC: from where?",
        "start nashville": "There is no company that you can start now",
    },
    ("18TN-bank", 250): {
        "3": "a company can buy only one train a turn from the bank in this phase (18TN 4.2.5(f)). Now: L&N: buy trains",
    },
    ("18VA-bank", 0): {"bid 43 P1": "you can bid $40 to $300 in steps of $5"},
    ("18VA-bank", 36): {
        "lay 57 C12": "57 on Lynchburg (C12) would add no track that a station of B&O reaches (18VA 4.5.2.1)",
        "57 C12 rot 1": "57 turned by 1 on Lynchburg (C12) would add no track that a station of B&O reaches",
        "C12": "a tile on Lynchburg (C12) would add no track that a station of B&O reaches (18VA 4.5.2.1)",
    },
    ("18VA-bank", 58): {
        "2 from SR for 20": "is not possible: SR has no train",
        "buy 2/1G": "passengers (2) or freight (1G)?",
        "2/1G": "passengers (2) or freight (1G)?",
        "train 3 RFPR 10": "is not possible: RFPR has no train",
        "buy 2G": "the bank is not selling 2G-trains now (18VA 4.5.8)",
        "bid P1 43": "Nothing is being auctioned. Now: B&O: buy trains, or no more",
    },
    ("18VA-bank", 151): {"b C&O": "Start C&O at $70 a share"},
    ("18VA-bank", 234): {"3 from SR for 20": "is not possible: SR has no 3-train"},
    ("18VA-bank", 242): {"buy 3 from sr": "SR has no 3-train"},
    ("18VA-bank", 467): {
        "discard 3": "Discard a 3-train?",
        "get rid of the 3": "Discard a 3-train?",
        "discard 2": "is not possible: it can only be 3, 2G or 4 now",
    },
    ("18EU-bank", 0): {"bid 120 on P1": "nothing here is called P1"},
    ("18EU-bank", 43): {
        "P": "is not possible: the bank sells Pullman cars from phase 3 on (18EU 4.4.9)",
        "buy pullman": "the bank sells Pullman cars from phase 3 on (18EU 4.4.9)",
    },
    ("18EU-bank", 5): {"bid 120": "the only price is £0"},
    ("18EU-bank", 97): {
        "par SR 100": "is not possible: nothing here is called SR",
        "start snfc 90": "Start SNCF at £90",
    },
    ("18EU-bank", 160): {"58 prauge": "and J11 (Prague)?"},
    ("18EU-bank", 193): {"start with the one in lyon": "Merge minor 15"},
    ("18EU-bank", 345): {"pullmann": "it costs £100, FS has £78"},
    ("18EU-bank", 380): {"issue 1": "There is no share that you can sell now."},
    ("18EU-bank", 755): {
        "merge 6": "minor 6 is neither connected to a station of any corporation nor in a hex with one (18EU 4.2.2)",
        "give up 6": "Give up minor 6 (Kaiser-Ferdinand-Nordbahn, Bob)",
        "give up both": "one minor at a time",
        "swap 8 for a share of fs": "minor 8 is neither connected to a station of FS",
    },
    ("18India-bank", 0): {"pick GIPR GIPR BR": "there is no card of BR left to pick"},
    ("18India-bank", 5): {
        "pick P1": "Take Swedish East India Co.?",
        "take EIR 20%": "Take the director's certificate of EIR?",
        "EIR ordinary": "Take 10% of EIR?",
    },
    ("18India-bank", 38): {
        "buy 2 from row 1": "is not possible: you cannot buy from a row now",
        "row 1": "you cannot buy from a row now. Now: Buy from hand",
        "bond": "Buy a royal bond for ₹100?",
    },
    ("18India-bank", 67): {
        "buy 2 from row 1": "is not possible: only one at a time now",
        "2 from row 3": "is not possible: only one at a time now",
        "buy row 4": "is not possible: row can be 1, 2 or 3",
    },
    ("18India-bank", 80): {"sell 2": "Sell a 2-train for ₹180?"},
    ("18India-bank", 89): {
        "sell 1 GIPR": "is not possible: it can only be NSR now",
        "sell bond": "“sell bond” is not possible: it can only be “Sell 1 NSR for ₹71” now. Now: WR: sell certificates, or done",
    },
    ("18India-bank", 736): {"remove token": "should the GIPR take over its station?"},
}
PLAYED = {
    ("18GA-bank", 10): {"IPO GA 90": "par GA 90"},
    ("18GA-bank", 250): {"i'd like to pay out": "dividend full"},
    ("18GA-bank", 257): {"57 d10, no station, run, pay out, no train": "tile D10 57 2"},
    ("18GA-bank", 259): {"2 from CoG for 20": "train 2-3 20 CoG"},
    ("18GA-bank", 278): {"that's it": "pass"},
    ("18EU-bank", 0): {"bid 120 on 1": "bid 1 120"},
    ("18EU-bank", 191): {"sell 20% AIRS": "sell AIRS 2"},
    ("18EU-bank", 214): {"reject offer": "choose no"},
    ("18India-bank", 65): {"b 2": "train 2-1 180"},
    ("18India-bank", 91): {"sell bond": "sell RB5 card"},
    ("18India-bank", 113): {"2 from row 1": "buy 1 2 row"},
}


@pytest.mark.usefixtures("pictures_off")
@pytest.mark.parametrize("title", TITLES)
async def test_habits_are_read_or_answered_with_what_is_possible(title: str, tmp_path: Path) -> None:
    name = f"{title}-bank"
    numbers = sorted(number for game, number in {*REFUSED, *PLAYED} if game == name)
    async with world(tmp_path, NAMES) as w:
        for number, g in zip(numbers, golden_positions(name, numbers), strict=True):
            thread = await table_at(w, g)
            await check_answers(w, thread, f"{name} {number}", REFUSED.get((name, number), {}))
            for typed, wanted in PLAYED.get((name, number), {}).items():
                table = await w.game(thread)
                shown = said(await w.actor_at(table).slash(thread, "do", action=typed))
                made = [line(m.action) for m in await table.history() if m.action is not None]
                assert made[:1] == [wanted], f"{name} {number}, {typed!r}: {shown}"


async def check_answers(w: World, thread: Any, where: str, lines: Mapping[str, str]) -> None:
    """What is answered to each line; nothing is played."""
    table = await w.game(thread)
    actor, before = w.actor_at(table), table.position.move
    for typed, wanted in lines.items():
        told = said(await actor.slash(thread, "do", action=typed)).replace("\\", "")
        assert wanted in told, f"{where}, {typed!r}: {told}"
        assert table.position.move == before, f"{where}, {typed!r} is played"


async def test_undo_and_redo_are_offered_while_they_are_typed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        thread = await w.table()
        actor = await w.actor(thread)
        assert [o["value"] for o in await actor.autocomplete(thread, "do", "action", "und")] == ["undo"]
        assert [o["value"] for o in await actor.autocomplete(thread, "do", "action", "redo")] == ["redo"]


def test_shorthand_is_no_name_of_a_thing() -> None:
    for title in TITLES.values():
        data = title.rules((), title.file.players[0]).data
        things = (*data.companies, *data.privates, *data.hexes, *data.trains, *data.tiles)
        assert not {t.casefold() for t in things} & set(SHORTHAND)

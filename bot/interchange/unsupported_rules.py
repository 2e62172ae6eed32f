"""Rules of ours that 18xx.games does not have, with what happens there instead: for refusals and warnings.

Every option of a title is in one of three places: in its preset 18xx.games, in the options of its `ImportProfile` (or those
that only some files need), or here.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from bot.interchange.site.errors import Unwritable


class Lack(NamedTuple):
    """What 18xx.games does instead."""

    instead: str  # a clause, to be read after "18xx.games"
    always: bool = False  # no game under that rule can be a game there, whatever was played


TIES = Lack("leaves a tie for the lead as it is")

LACKING: Mapping[str, Mapping[str, Lack]] = {
    "18GA": {
        "macon_or_brunswick": Lack("has one brown tile for Macon and another for Brunswick"),
        "end_price": Lack("ends a game at a share price of 300 only"),
        "unlimited_8": Lack("sells no more 8-trains than the box holds"),
        "extra_or_on_tie": TIES,
    },
    "18TN": {
        "phase2_private_sales": Lack("sells no privates to corporations in phase 2 after the first operating round"),
        "salvage_3": Lack("pays nothing for 3-trains that are lost"),
        "extra_or_on_tie": TIES,
        "civil_war_next_round": Lack("lets the Civil War meet corporations in the round in which it breaks out"),
        "civil_war_free_choice": Lack("takes any legal runs, and the lowest is lost"),
        "laps_are_rounds": Lack("counts no lap of the auction as an operating round"),
    },
    "18VA": {"rounds_follow_phase": Lack("settles the number of operating rounds when their set begins")},
    "18EU": {
        "shareless_trains_leave": Lack("puts all trains of the final exchange into the pool"),
        "charter_when_floated": Lack("takes the money for the tokens when a corporation is started"),
    },
    "18India": {
        "certificate_auction": Lack("drafts the certificates, and does not auction them", always=True),
        "sr1_ipo_open": Lack("keeps the rows closed in the first stock round"),
    },
}


def find_lacks(title: str, options: Container[str]) -> dict[str, Lack]:
    """Those of the options that the site does not have; raises Unwritable for one under which no game can be written."""
    lacks = {name: lack for name, lack in LACKING[title].items() if name in options}
    for name, lack in lacks.items():
        if lack.always:
            raise Unwritable(f"18xx.games {lack.instead} ({name})")
    return lacks

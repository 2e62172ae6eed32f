"""Rules of ours that 18xx.games does not have, with what happens there instead: for refusals and warnings.

Every option of a title is in one of three places: in its preset 18xx.games, in the options of its `ImportProfile` (or those
that only some files need), or here.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from bot.interchange.site.errors import Unwritable
from titles import TITLES


class UnsupportedRule(NamedTuple):
    """A rule of ours that 18xx.games does not have."""

    instead: str  # what the site does: a clause, to be read after "18xx.games"
    always: bool = False  # no game under that rule can be a game there, whatever was played


TIES = UnsupportedRule("leaves a tie for the lead as it is")

UNSUPPORTED_RULES: Mapping[str, Mapping[str, UnsupportedRule]] = {
    "18GA": {
        "macon_or_brunswick": UnsupportedRule("has one brown tile for Macon and another for Brunswick"),
        "end_price": UnsupportedRule("ends a game at a share price of 300 only"),
        "unlimited_8": UnsupportedRule("sells no more 8-trains than the box holds"),
        "extra_or_on_tie": TIES,
    },
    "18TN": {
        "phase2_private_sales": UnsupportedRule(
            "sells no privates to corporations in phase 2 after the first operating round"
        ),
        "salvage_3": UnsupportedRule("pays nothing for 3-trains that are lost"),
        "extra_or_on_tie": TIES,
        "civil_war_next_round": UnsupportedRule(
            "lets the Civil War meet corporations in the round in which it breaks out"
        ),
        "civil_war_free_choice": UnsupportedRule("takes any legal runs, and the lowest is lost"),
        "laps_are_rounds": UnsupportedRule("counts no lap of the auction as an operating round"),
    },
    "18VA": {"rounds_follow_phase": UnsupportedRule("settles the number of operating rounds when their set begins")},
    "18EU": {
        "shareless_trains_leave": UnsupportedRule("puts all trains of the final exchange into the pool"),
        "charter_when_floated": UnsupportedRule("takes the money for the tokens when a corporation is started"),
    },
    "18India": {
        "certificate_auction": UnsupportedRule("drafts the certificates, and does not auction them", always=True),
        "sr1_ipo_open": UnsupportedRule("keeps the rows closed in the first stock round"),
    },
}


def find_unsupported_rules(title: str, options: Container[str]) -> dict[str, UnsupportedRule]:
    """The rules among these options that the site does not have, by name; raises Unwritable for a rule under which no game can be
    written.
    """
    unsupported = {name: rule for name, rule in UNSUPPORTED_RULES[title].items() if name in options}
    for rule in unsupported.values():
        if rule.always:
            raise Unwritable(f"18xx.games {rule.instead}")
    return unsupported


def rule_words(title: str, name: str) -> str:
    """A rule of a title as the lobby names it, without the paragraph."""
    return TITLES[title].file.option[name].text.partition(" [")[0]

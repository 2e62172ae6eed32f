"""What the files of 18xx.games need of one title, beside the names that reading needs: values and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.interchange.exporter import Writer
    from bot.interchange.site.site_turn import Waiting
    from game.actions import Action
    from game.play import Game

Entry = dict[str, Any]  # an action as the file has it
Special = Callable[["Writer", "Action"], "Entry | list[Entry] | None"]  # None: nothing special about this one


def nothing_special(_w: Writer, _action: Action) -> None:
    """No action is written in a way of the title's own."""


def never_silent(_w: Writer, _action: Action) -> bool:
    return False


def never_waits(_w: Writer, _player: str, _fresh: bool) -> bool:
    return False


def no_run(_w: Writer, _company: str) -> Entry | None:
    return None


def as_given(_g: Game, actions: Sequence[Action]) -> Sequence[Action]:
    return actions


def same_seed(said: str) -> str:
    return said


def no_deal(_seed: str) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Manner:
    """One title's part of writing.

    `turn`: steps of a company's turn as the site has them. `special`: actions of the title that are written in another way.
    `silent`: actions that the entry before has said. `heard`: events of the title by name, with what the site records when they
    happen by themselves.

    `player_waits`: whether a player's turn that is over here waits there; its third argument says that ours has offered nothing
    in it. `lost_run`: runs that earn nothing, yet the site asks for them. `arrange`: the actions in the order in which the site
    asks for them. `seed`: what our setup must be given to deal as the site does; `deal`: the settings from which the site deals
    as a seed of ours did.
    """

    turn: tuple[Waiting, ...]
    primed: Mapping[str, int] = field(default_factory=dict)  # kind of train -> after so many the site calls it "3'"
    special: Special = nothing_special
    silent: Callable[[Writer, Action], bool] = never_silent
    player_waits: Callable[[Writer, str, bool], bool] = never_waits
    items: str = "company"  # what a bid is on, as the file calls it
    lost_run: Callable[[Writer, str], Entry | None] = no_run
    asks_discards: bool = True  # which train a company over its limit gives up, also where all are alike
    falls_last: str = ""  # why a price falls at the end of a turn, after all steps
    heard: Mapping[str, Callable[[Writer, Game, Any], Iterable[Entry]]] = field(default_factory=dict)
    arrange: Callable[[Game, Sequence[Action]], Sequence[Action]] = as_given
    seed: Callable[[str], str] = same_seed
    deal: Callable[[str], Mapping[str, Any]] = no_deal


def manners() -> dict[str, Manner]:
    """By our name of the title."""
    from bot.interchange.export_profiles import eu, ga, india, tn, va

    return {"18GA": ga.MANNER, "18TN": tn.MANNER, "18VA": va.MANNER, "18EU": eu.MANNER, "18India": india.MANNER}

"""What the files of 18xx.games need of one title, beside the names that reading needs: values and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.interchange.blocking import Waiting
    from bot.interchange.writer import Writer
    from game.actions import Action
    from game.play import Game

Entry = dict[str, Any]  # an action as the file has it
Special = Callable[["Writer", "Action"], "Entry | list[Entry] | None"]  # None: nothing special about this one


@dataclass(frozen=True)
class Manner:
    """One title's part of writing."""

    turn: tuple[Waiting, ...]  # steps of a company's turn as the site has them
    primed: Mapping[str, int] = field(default_factory=dict)  # kind of train -> after so many the site calls it "3'"
    serial: Mapping[str, int] = field(
        default_factory=dict
    )  # printed hex -> its number within the site's map, where not 0
    special: Special = lambda _w, _a: None  # actions of the title that are written in another way
    silent: Callable[[Writer, Action], bool] = lambda _w, _a: False  # actions that the entry before has said
    player_waits: Callable[[Writer, str, bool], bool] = lambda _w, _p, _fresh: (
        False
    )  # whether a player's turn that is over here waits there; fresh: ours has offered nothing in it
    items: str = "company"  # what a bid is on, as the file calls it
    lost_run: Callable[[Writer, str], Entry | None] = lambda _w, _c: (
        None
    )  # runs that earn nothing, yet the site asks for them
    falls_last: str = ""  # why a price falls at the end of a turn, after all steps
    heard: Mapping[str, Callable[[Writer, Game, Any], Iterable[Entry]]] = field(
        default_factory=dict
    )  # events of the title by name -> what the site records when it happens by itself
    arrange: Callable[[Game, Sequence[Action]], Sequence[Action]] = lambda _g, actions: (
        actions
    )  # the actions in the order in which the site asks for them
    seed: Callable[[str], str] = lambda said: said  # by which our setup deals as the site does with that one
    deal: Callable[[str], Mapping[str, Any]] = lambda _seed: {}  # settings from which the site deals as this seed did


def manners() -> dict[str, Manner]:
    """By our name of the title."""
    from bot.interchange.manners import eu, ga, india, tn, va

    return {"18GA": ga.MANNER, "18TN": tn.MANNER, "18VA": va.MANNER, "18EU": eu.MANNER, "18India": india.MANNER}

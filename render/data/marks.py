"""What the pictures should stress, made from events: what changed, where prices moved, how trains ran."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from game.events import Event, PriceMoved, Ran, TileLaid, TokenPlaced, TokenRemoved
from game.state import Cell, Company, CompanyState, Hex, Run, Slot
from render.data.run_values import earned_together


@dataclass(frozen=True)
class PriceChange:
    """A marker's way over the market since the last picture. `old` is empty for a company that entered it."""

    company: Company
    old: Cell
    new: Cell


@dataclass(frozen=True)
class Marks:
    """What to stress on a picture; everything empty: nothing."""

    hexes: tuple[Hex, ...] = ()  # tiles laid, in order of play: outlined and numbered
    slots: tuple[Slot, ...] = ()  # stations placed, numbered after the tiles of the same order
    order: tuple[str, ...] = ()  # hexes and slots together in order of play
    removed: tuple[Slot, ...] = ()
    moves: tuple[PriceChange, ...] = ()
    runner: Company = ""
    runs: tuple[Run, ...] = ()  # of that company, drawn along the track
    together: int = (
        0  # dollars that these runs earn by a rule over all of them, beside their own; less than nothing: they lose
    )
    least: int = 0  # pixels of a number's radius, at least, as far as its hex has room
    choice: bool = False  # the hexes are to choose from; the slots, still empty, hold their numbers
    possible: bool = (
        False  # what is marked has not happened: stations are pale in dashed rings, outlines have only corners
    )
    buildable: tuple[Hex, ...] = ()  # where a tile may be laid: dashed outlines, no numbers
    lettered: bool = False  # what is to be chosen has letters, not numbers
    old: frozenset[int] = (
        frozenset()
    )  # sides of the laid hexes to which track led before: it is grey, what is new black
    undecided: tuple[Hex, ...] = ()  # where a station will choose its city: no home of others is shown there before
    network: frozenset[str] = frozenset()  # hexsides ("D4/0") that a company reaches: a bright line along their track
    planned: bool = False  # the hexes are to be built: nothing of them has happened
    focus: tuple[Hex, ...] = ()  # what a part of the map is shown for, where nothing of it is stressed

    @property
    def plans(self) -> bool:
        """Whether what is marked would have to be built, for more to be reached."""
        return self.planned or bool(self.network)

    @property
    def about(self) -> frozenset[Hex] | None:
        """The hexes that a picture with these marks is about; None: all that it has."""
        places = (*self.hexes, *self.slots, *self.order, *self.removed, *self.buildable)
        there = {place.partition(".")[0] for place in (*places, *(stop for run in self.runs for stop in run.stops))}
        return frozenset(there) if there and not self.network else None


NONE = Marks()


def seen_marks(marks: Marks) -> Marks:
    """The marks as far as a part of the map shows them: a run looks the same before and after its trains have run."""
    return replace(marks, moves=(), together=0, possible=marks.possible and bool(marks.hexes or marks.slots))


def marks_of(events: Iterable[Event]) -> Marks:
    """The marks of what happened; of several tiles on one hex the last counts, of several runs those of the last company."""
    order: dict[str, None] = {}
    removed: dict[str, None] = {}
    ways: dict[str, tuple[str, str]] = {}
    runner: Company = ""
    runs: tuple[Run, ...] = ()
    revenue = 0
    for e in events:
        if isinstance(e, TileLaid):
            order.pop(e.hex, None)
            order[e.hex] = None
        elif isinstance(e, TokenPlaced):
            order.pop(e.slot, None)
            order[e.slot] = None
            removed.pop(e.slot, None)  # another stands there now
        elif isinstance(e, TokenRemoved):
            order.pop(e.slot, None)
            removed[e.slot] = None
        elif isinstance(e, PriceMoved):
            first = ways.get(e.company, (e.old, ""))[0]
            ways.pop(e.company, None)
            ways[e.company] = (first, e.new)
        elif isinstance(e, Ran):
            runner, runs, revenue = e.company, e.runs, e.revenue
        elif getattr(e, "company", "") == runner:  # what a president chose after the run may have changed it
            revenue = getattr(e, "revenue", revenue)
    return Marks(
        hexes=tuple(k for k in order if "." not in k),
        slots=tuple(k for k in order if "." in k),
        order=tuple(order),
        removed=tuple(removed),
        moves=tuple(PriceChange(c, old, new) for c, (old, new) in ways.items() if old != new),
        runner=runner,
        runs=tuple(runs),
        together=earned_together(revenue, runs),
    )


def marks_of_last_run(company: Company, state: CompanyState) -> Marks:
    """How a company's trains ran last."""
    ran = tuple(state.ran)
    return Marks(runner=company, runs=ran, together=earned_together(state.earned, ran))

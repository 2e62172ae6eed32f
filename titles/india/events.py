"""What happens in 18 India beside the events that titles share."""

from __future__ import annotations

from game.events import Event


class Kept(Event, frozen=True):
    """Addressed to the player alone."""

    who: str
    cards: tuple[str, ...]


class Chose(Event, frozen=True):
    """A player has chosen; what, nobody else knows."""

    who: str
    count: int


class PoolOpened(Event, frozen=True):
    cards: tuple[str, ...]


class Drafted(Event, frozen=True):
    who: str
    card: str


class Reordered(Event, frozen=True):
    order: tuple[str, ...]


class Managed(Event, frozen=True):
    """A company without director's certificate gets a manager, or another one."""

    company: str
    new: str


class Unmanaged(Event, frozen=True):
    """A company floats of which no player owns a share: who was its manager before is so no more."""

    company: str
    old: str


class BondConverted(Event, frozen=True):
    who: str
    card: str
    price: int


class GaugeChanged(Event, frozen=True):
    """A marker was put on a hexside, taken off it, or not needed any more."""

    side: str
    marker: bool
    company: str = ""


class GuarantyPaid(Event, frozen=True):
    company: str
    each: int


class GuarantiesEnded(Event, frozen=True):
    companies: tuple[str, ...]


class Claimed(Event, frozen=True):
    company: str
    good: str


class TakenOver(Event, frozen=True):
    """The GIPR's station replaces one of a closed company; `spare`: it goes to the charter instead."""

    slot: str
    spare: bool = False
    company: str = ""  # whose station it was


class TrainSold(Event, frozen=True):
    company: str
    train: str
    price: int


EVENTS: tuple[type[Event], ...] = (
    Kept,
    Chose,
    PoolOpened,
    Drafted,
    Reordered,
    Managed,
    Unmanaged,
    BondConverted,
    GaugeChanged,
    GuarantyPaid,
    GuarantiesEnded,
    Claimed,
    TakenOver,
    TrainSold,
)

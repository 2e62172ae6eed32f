"""What a player may ask for: one frozen class per verb.

The class is the source of the slash command (group, verb, description, options), the line typed on the command line and in a
transcript, and the stored JSON. `by` is filled from the seat and never typed.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct, structs


def spoken_form(description: str) -> Meta:
    """The description of a field, shown to players as the option's text."""
    return Meta(description=description)


class Action(Struct, frozen=True, kw_only=True, tag=True):
    """Base of all actions; `by` is the player who acts."""

    by: str = ""

    group: ClassVar[str] = "play"
    verb: ClassVar[str] = ""
    secret: ClassVar[tuple[str, ...]] = ()  # fields that nobody else may know of while the game runs
    covert: ClassVar[bool] = (
        False  # whether it can be done may show what only its player knows: never offered in public
    )
    weighty: ClassVar[bool] = False  # nobody does it by mistake and is glad: always shown before it is done
    proposed: ClassVar[bool] = True  # whether somebody who knows little may do it by the first press
    # of a verb that one title has: what the button says that does it, to one thing and to several; what is said where it is
    # typed and nothing of the kind can be done now
    button: ClassVar[tuple[str, str]] = ("", "")
    untimely: ClassVar[str] = ""
    when: ClassVar[str] = ""  # the same in other rounds: when it is done
    asked_first: ClassVar[str] = ""  # the field that is asked before those above it
    word: ClassVar[str] = ""  # ends the line of a class that its fields do not tell from another class of the same verb


def disclosed(action: Action) -> Action:
    """The action as anybody may know of it: its secret fields are empty."""
    return structs.replace(action, **{name: type(getattr(action, name))() for name in action.secret})


class Pass(Action, frozen=True):
    """Pass, or finish this part of the turn."""

    verb: ClassVar[str] = "pass"


class Answer(Action, frozen=True):
    """Accept or decline a proposal."""

    verb: ClassVar[str] = "choose"
    yes: Annotated[bool, spoken_form("Your answer")]


class Choose(Action, frozen=True):
    """Answer what the game asks."""

    verb: ClassVar[str] = "choose"
    option: Annotated[str, spoken_form("What you choose")]


class Bankrupt(Action, frozen=True):
    """Declare bankruptcy."""

    verb: ClassVar[str] = "bankrupt"
    weighty: ClassVar[bool] = True


class Bid(Action, frozen=True):
    """Buy at the price asked, or bid."""

    verb: ClassVar[str] = "bid"
    item: Annotated[str, spoken_form("What to bid on")]
    amount: Annotated[int, spoken_form("How much")]


class Par(Action, frozen=True):
    """Start a company at a par price.

    Its president's certificate is bought with that.
    """

    verb: ClassVar[str] = "par"
    company: Annotated[str, spoken_form("Company")]
    price: Annotated[int, spoken_form("Par price of one share")]


class BuyShare(Action, frozen=True):
    """Buy a share."""

    verb: ClassVar[str] = "buy"
    company: Annotated[str, spoken_form("Company")]
    source: Annotated[str, spoken_form("Where it is bought from")]


class SellShares(Action, frozen=True):
    """Sell shares to the pool."""

    verb: ClassVar[str] = "sell"
    company: Annotated[str, spoken_form("Company")]
    shares: Annotated[int, spoken_form("How many shares")]


class BuyPrivate(Action, frozen=True):
    """Offer to buy a private company."""

    verb: ClassVar[str] = "buy"
    private: Annotated[str, spoken_form("Private company")]
    price: Annotated[int, spoken_form("How much you offer")]
    company: Annotated[str, spoken_form("Company that buys it; if left out: you do")] = ""


class SellPrivate(Action, frozen=True):
    """Offer a private company for sale."""

    verb: ClassVar[str] = "sell"
    private: Annotated[str, spoken_form("Private company")]
    buyer: Annotated[str, spoken_form("Who buys it")]
    price: Annotated[int, spoken_form("How much you ask")]


class Use(Action, frozen=True):
    """Use the power of a private company."""

    verb: ClassVar[str] = "power"
    weighty: ClassVar[bool] = True
    private: Annotated[str, spoken_form("Private company")]
    target: Annotated[str, spoken_form("Where to use it")] = ""


class ClosePrivate(Action, frozen=True):
    """Close a private company of yours."""

    verb: ClassVar[str] = "power"
    word: ClassVar[str] = "close"
    weighty: ClassVar[bool] = True
    private: Annotated[str, spoken_form("Private company to close")]


class LayTile(Action, frozen=True):
    """Lay or upgrade a track tile."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "tile"
    hex: Annotated[str, spoken_form("Where to build, such as D10")]
    tile: Annotated[str, spoken_form("Number of the tile")]
    rotation: Annotated[int, spoken_form("Which way round: sides clockwise, 0 to 5")]
    using: Annotated[str, spoken_form("Private company whose power is used")] = ""


class PlaceToken(Action, frozen=True):
    """Place a station."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "token"
    city: Annotated[str, spoken_form("City, by its hex or its name")]
    using: Annotated[str, spoken_form("Private company whose power is used")] = ""


class RemoveToken(Action, frozen=True):
    """Remove or exchange a station."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "untoken"
    weighty: ClassVar[bool] = True
    city: Annotated[str, spoken_form("City, by its hex or its name")]


class Route(Struct, frozen=True):
    """A route as it is written down: the train and the stops in order; hexes in between tell parallel tracks apart."""

    train: str
    stops: tuple[str, ...]
    sides: tuple[str, ...] = ()


class RunTrains(Action, frozen=True):
    """Run trains."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "run"
    routes: Annotated[tuple[Route, ...], spoken_form("Routes by the names of their places")]


class PayDividend(Action, frozen=True):
    """Pay out or withhold the revenue."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "dividend"
    kind: Annotated[str, spoken_form("Pay out, half or withhold")]


class BuyTrain(Action, frozen=True):
    """Buy a train."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "train"
    train: Annotated[str, spoken_form("Which train, such as 4")]
    price: Annotated[int, spoken_form("How much")]
    seller: Annotated[str, spoken_form("Company that sells it; if left out: the bank")] = ""
    side: Annotated[str, spoken_form("Side of the card that you choose")] = ""
    using: Annotated[str, spoken_form("Private company whose power is used")] = ""


class DiscardTrain(Action, frozen=True):
    """Discard a train."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "discard"
    weighty: ClassVar[bool] = True
    train: Annotated[str, spoken_form("Train to discard")]


class TakePrivate(Action, frozen=True):
    """Buy a private company from a player.

    The company pays.
    """

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "private"
    private: Annotated[str, spoken_form("Private company")]
    price: Annotated[int, spoken_form("How much")]


ACTIONS: tuple[type[Action], ...] = (
    Pass,
    Answer,
    Choose,
    Bankrupt,
    Bid,
    Par,
    BuyShare,
    SellShares,
    BuyPrivate,
    SellPrivate,
    Use,
    ClosePrivate,
    LayTile,
    PlaceToken,
    RemoveToken,
    RunTrains,
    PayDividend,
    BuyTrain,
    DiscardTrain,
    TakePrivate,
)

"""What players of 18 India do beside the actions that titles share."""

from __future__ import annotations

from typing import Annotated, ClassVar

from game.actions import Action, spoken_form


class Keep(Action, frozen=True):
    """Choose the cards that you keep."""

    verb: ClassVar[str] = "pick"
    button: ClassVar[tuple[str, str]] = ("Keep it", "Keep them")
    untimely: ClassVar[str] = "Cards are only picked before the first stock round."
    word: ClassVar[str] = "keep"
    covert: ClassVar[bool] = True
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Annotated[tuple[str, ...], spoken_form("Cards that you keep")]


class Draft(Action, frozen=True):
    """Take a certificate into your hand."""

    verb: ClassVar[str] = "pick"
    button: ClassVar[tuple[str, str]] = ("Take it", "Take them")
    untimely: ClassVar[str] = "Cards are only picked before the first stock round."
    weighty: ClassVar[bool] = True
    card: Annotated[str, spoken_form("Certificate to take")]


class BuyHand(Action, frozen=True):
    """Buy shares from your hand."""

    verb: ClassVar[str] = "buy"
    asked_first: ClassVar[str] = "director"  # what so many shares are depends on it
    when: ClassVar[str] = "Cards from a hand are bought in a stock round, once everybody has sold."
    word: ClassVar[str] = "hand"
    covert: ClassVar[bool] = True
    company: Annotated[str, spoken_form("Company")]
    shares: Annotated[int, spoken_form("How many of its 10% certificates")]
    director: Annotated[bool, spoken_form("Its director's certificate too")] = False


class BuyHandPrivates(Action, frozen=True):
    """Buy privates from your hand."""

    verb: ClassVar[str] = "buy"
    when: ClassVar[str] = "Cards from a hand are bought in a stock round, once everybody has sold."
    word: ClassVar[str] = "hand"
    covert: ClassVar[bool] = True
    privates: Annotated[tuple[str, ...], spoken_form("Private companies")]


class BuyRow(Action, frozen=True):
    """Buy from a row."""

    verb: ClassVar[str] = "buy"
    when: ClassVar[str] = "Cards of the rows are bought in a stock round, or by a company at the end of its turn."
    proposed: ClassVar[bool] = False
    word: ClassVar[str] = "row"
    row: Annotated[int, spoken_form("Row: 1, 2 or 3")]
    count: Annotated[int, spoken_form("How many of its cards, from the top")] = 1


class BuyCard(Action, frozen=True):
    """Buy a private from the pool."""

    verb: ClassVar[str] = "buy"
    when: ClassVar[str] = "Privates in the pool are bought in a stock round, or by a company at the end of its turn."
    proposed: ClassVar[bool] = False
    word: ClassVar[str] = "market"
    private: Annotated[str, spoken_form("Private company")]


class BuyBond(Action, frozen=True):
    """Buy a royal bond from the bank."""

    verb: ClassVar[str] = "buy"
    when: ClassVar[str] = "Royal bonds are bought in a stock round, or by a company at the end of its turn."
    proposed: ClassVar[bool] = False
    word: ClassVar[str] = "bond"


class ConvertBond(Action, frozen=True):
    """Turn a royal bond into a share."""

    verb: ClassVar[str] = "exchange"
    button: ClassVar[tuple[str, str]] = ("Exchange it", "")
    untimely: ClassVar[str] = "There is nothing that you can exchange now."
    when: ClassVar[str] = (
        "From phase IV on royal bonds are exchanged for shares of GIPR: in a stock round, once everybody has sold,"
        " or by a company at the end of its turn."
    )
    weighty: ClassVar[bool] = True
    word: ClassVar[str] = "bond"


class SellCard(Action, frozen=True):
    """Sell a private or bond at face value."""

    verb: ClassVar[str] = "sell"
    when: ClassVar[str] = "Privates and bonds are sold in a stock round, or by a company after its trains."
    proposed: ClassVar[bool] = False
    word: ClassVar[str] = "card"
    card: Annotated[str, spoken_form("Private company or bond")]


class SellTrain(Action, frozen=True):
    """Sell a train to the bank."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "selltrain"
    button: ClassVar[tuple[str, str]] = ("Sell it", "")
    untimely: ClassVar[str] = "There is no train that the company can sell now."
    weighty: ClassVar[bool] = True
    train: Annotated[str, spoken_form("Train to sell")]


class RemoveGauge(Action, frozen=True):
    """Remove a gauge marker, lay no track."""

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "border"
    button: ClassVar[tuple[str, str]] = ("Remove it", "")
    untimely: ClassVar[str] = "There is no gauge marker that you can remove now."
    proposed: ClassVar[bool] = False
    side: Annotated[str, spoken_form("Which marker")]


ACTIONS: tuple[type[Action], ...] = (
    Keep,
    Draft,
    BuyHand,
    BuyHandPrivates,
    BuyRow,
    BuyCard,
    BuyBond,
    ConvertBond,
    SellCard,
    SellTrain,
    RemoveGauge,
)

"""What a file of 18xx.games contains, as types: the game around it and one struct per kind of recorded action.

No kind has others below it, nor has a kind of event. Which one a record is, is asked by `type(record) is`: `isinstance` takes
several times as long where a struct is of another class, and each record and event is asked some hundred times.
"""

from __future__ import annotations

from msgspec import Raw, Struct

Id = int | str  # of a player or company, as the file writes it
LONGEST = 400  # characters of what is said about a file


class Damaged(Exception):
    """A file that cannot be read or played. The text is one sentence for the person who gave it, whatever the file holds."""

    def __init__(self, text: str) -> None:
        plain = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
        super().__init__(plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}….")


class Seat(Struct, frozen=True):
    """A player of the file."""

    name: str
    id: Id | None = None  # some games made on one machine have names only

    @property
    def key(self) -> Id:
        """How entries name the player: by number, or in old files by name."""
        return self.name if self.id is None else self.id


class Settings(Struct, frozen=True):
    """What the file says of how the game was set up."""

    seed: int | float | str | None = None
    optional_rules: tuple[str, ...] = ()
    player_order: tuple[Id, ...] | None = None


class Saved(Struct, frozen=True):
    """A game as the site stores it. `actions` are decoded one by one, so that a bad one can be named."""

    title: str
    players: tuple[Seat, ...]
    actions: tuple[Raw, ...]
    settings: Settings = Settings()
    id: Id = ""
    status: str = ""
    result: dict[str, int] | None = None
    manually_ended: bool | None = None
    game_end_reason: str | None = None

    @property
    def by_hand(self) -> bool:
        """Whether players ended the game before its end."""
        return bool(self.manually_ended) or self.game_end_reason == "manually_ended"


class Record(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of all recorded actions. `id` is -1 for those that follow another one by themselves."""

    entity: Id
    entity_type: str = "player"  # player, corporation, minor, company (a private)
    id: int = -1
    auto_actions: tuple[AnyRecord, ...] = ()


class Pass(Record, frozen=True, tag="pass"):
    pass


class Bid(Record, frozen=True, tag="bid"):
    price: int
    company: str = ""
    minor: str = ""
    corporation: str = ""


class Par(Record, frozen=True, tag="par"):
    corporation: str
    share_price: str  # "price,row,column"


class BuyShares(Record, frozen=True, tag="buy_shares"):
    shares: tuple[str, ...]
    percent: int = 0  # 0: what the certificates are worth


class SellShares(Record, frozen=True, tag="sell_shares"):
    shares: tuple[str, ...]
    percent: int = 0


class BuyCompany(Record, frozen=True, tag="buy_company"):
    company: str
    price: int


class LayTile(Record, frozen=True, tag="lay_tile"):
    hex: str
    tile: str  # "57-0": tile and copy
    rotation: int


class PlaceToken(Record, frozen=True, tag="place_token"):
    city: str  # "57-0-0": tile, copy, number of the city
    slot: int | None = 0
    tokener: str | None = None
    token_type: str = ""  # "exchange": one that the company has taken over


class RecordedRoute(Struct, frozen=True):
    train: str
    connections: tuple[tuple[str, ...], ...] = ()
    revenue: int | None = None


class RunRoutes(Record, frozen=True, tag="run_routes"):
    routes: tuple[RecordedRoute, ...] = ()


class Dividend(Record, frozen=True, tag="dividend"):
    kind: str  # payout, half, withhold


class BuyTrain(Record, frozen=True, tag="buy_train"):
    train: str  # "4-0": type and copy
    price: int
    variant: str | None = None


class DiscardTrain(Record, frozen=True, tag="discard_train"):
    train: str


class Bankrupt(Record, frozen=True, tag="bankrupt"):
    pass


class EndGame(Record, frozen=True, tag="end_game"):
    pass


class Undo(Record, frozen=True, tag="undo"):
    action_id: int | None = None


class Redo(Record, frozen=True, tag="redo"):
    pass


class Message(Record, frozen=True, tag="message"):
    pass


class Log(Record, frozen=True, tag="log"):
    pass


class ProgramBuyShares(Record, frozen=True, tag="program_buy_shares"):
    pass


class ProgramSharePass(Record, frozen=True, tag="program_share_pass"):
    pass


class ProgramAuctionBid(Record, frozen=True, tag="program_auction_bid"):
    pass


class ProgramDisable(Record, frozen=True, tag="program_disable"):
    pass


class Convert(Record, frozen=True, tag="convert"):
    pass


class Assign(Record, frozen=True, tag="assign"):
    target: str
    target_type: str = ""


class Choose(Record, frozen=True, tag="choose"):
    choice: str


class ChooseAbility(Record, frozen=True, tag="choose_ability"):
    choice: str


class SelectCompanies(Record, frozen=True, tag="select_multiple_companies"):
    companies: tuple[str, ...]


class CorporateBuyCompany(Record, frozen=True, tag="corporate_buy_company"):
    company: str
    price: int


class CorporateSellCompany(Record, frozen=True, tag="corporate_sell_company"):
    company: str
    price: int


class SellCompany(Record, frozen=True, tag="sell_company"):
    company: str
    price: int = 0


class CorporateBuyShares(Record, frozen=True, tag="corporate_buy_shares"):
    shares: tuple[str, ...]
    percent: int = 0


class CorporateSellShares(Record, frozen=True, tag="corporate_sell_shares"):
    shares: tuple[str, ...]
    percent: int = 0


class SellTrain(Record, frozen=True, tag="sell_train"):
    train: str
    price: int


class RemoveBorder(Record, frozen=True, tag="remove_border"):
    hex: str
    edge: int


class RemoveToken(Record, frozen=True, tag="remove_token"):
    city: str
    slot: int | None = 0


# These change nothing themselves.
ORDERS = frozenset((Message, Log, ProgramBuyShares, ProgramSharePass, ProgramAuctionBid, ProgramDisable))

AnyRecord = (
    Pass
    | Bid
    | Par
    | BuyShares
    | SellShares
    | BuyCompany
    | LayTile
    | PlaceToken
    | RunRoutes
    | Dividend
    | BuyTrain
    | DiscardTrain
    | Bankrupt
    | EndGame
    | Undo
    | Redo
    | Message
    | Log
    | ProgramBuyShares
    | ProgramSharePass
    | ProgramAuctionBid
    | ProgramDisable
    | Convert
    | Assign
    | Choose
    | ChooseAbility
    | SelectCompanies
    | CorporateBuyCompany
    | CorporateSellCompany
    | SellCompany
    | CorporateBuyShares
    | CorporateSellShares
    | SellTrain
    | RemoveBorder
    | RemoveToken
)

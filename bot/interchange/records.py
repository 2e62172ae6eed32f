"""What a file of 18xx.games contains, as types: the game around it and one struct per kind of recorded action.

Decoding is strict about what is read and silent about what is not: a file may hold any further keys.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Raw, Struct

Id = int | str  # of a player or company, as the file writes it
LARGEST = 4_000_000  # bytes; the longest real games have a tenth of that
MOST = 20_000  # actions
DEEPEST = 40  # brackets within brackets; no honest file has more than a dozen
LONGEST = 400  # characters of what is said about a file


class Damaged(Exception):
    """A file that cannot be read or played. The text is one sentence for the person who gave it, whatever the file holds."""

    def __init__(self, text: str) -> None:
        plain = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
        super().__init__(plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}….")


class Seat(Struct, frozen=True):
    name: str
    id: Id | None = None  # some games made on one machine have names only

    @property
    def key(self) -> Id:
        return self.name if self.id is None else self.id


class Settings(Struct, frozen=True):
    seed: int | str | None = None
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


ORDERS = (
    Message,
    Log,
    ProgramBuyShares,
    ProgramSharePass,
    ProgramAuctionBid,
    ProgramDisable,
)  # change nothing themselves

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


def record_of(entry: dict[str, Any]) -> AnyRecord:
    """An action of a file from its parts, as reading it would give."""
    return _RECORD.decode(msgspec.json.encode(entry))


class _Numbered(Struct):
    id: Any = None


_SAVED = msgspec.json.Decoder(Saved)
_RECORD: msgspec.json.Decoder[AnyRecord] = msgspec.json.Decoder(AnyRecord)
_NUMBERED = msgspec.json.Decoder(_Numbered)


def decode(data: bytes) -> tuple[Saved, list[AnyRecord]]:
    """A file's game and all its actions, undone ones included; raises Damaged with one sentence."""
    if len(data) > LARGEST:
        raise Damaged(f"The file is larger than {LARGEST // 1_000_000} MB: no game is that long.")
    if deep := _too_deep(data):
        raise Damaged(f"This is not a game of 18xx.games: it is nested too deeply{_after(data[:deep])}.")
    try:
        saved = _SAVED.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Damaged(f"This is not a game of 18xx.games: {_said(error)}{_broken(data, error)}.") from error
    if len(saved.actions) > MOST:
        raise Damaged(f"The file has {len(saved.actions)} actions: no game is that long.")
    return saved, [_record(i, raw) for i, raw in enumerate(saved.actions, 1)]


def _record(place: int, raw: Raw) -> AnyRecord:
    try:
        return _RECORD.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Damaged(f"Action {_number(place, raw)} cannot be read: {_said(error)}.") from error


def _number(place: int, raw: Raw) -> str:
    """The action's own number where it has a plain one, else its place in the list."""
    try:
        known = _NUMBERED.decode(raw).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        known = None
    return str(known) if isinstance(known, int) else f"at place {place}"


def _broken(data: bytes, error: Exception) -> str:
    """Where a file breaks off or is scratched."""
    place = re.search(r"\(byte (\d+)\)", str(error))
    return _after(data[: int(place[1])] if place else data if "truncated" in str(error) else b"")


def _too_deep(data: bytes) -> int:
    """Where brackets are nested too deeply, 0 for nowhere."""
    depth = 0
    for bracket in re.finditer(rb"[][{}]", data):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > DEEPEST:
            return bracket.start()
    return 0


def _after(whole: bytes) -> str:
    """Behind which action the beginning of a file ends; "" if it has none."""
    _, found, actions = whole.partition(b'"actions"')
    numbers = re.findall(rb'"id"\s*:\s*(\d{1,6})\b', actions)
    return f", after action {int(numbers[-1])}" if found and numbers else ""


def _said(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    kind = re.fullmatch(r"Invalid value '(.*)' - at `\$\.type`", str(error), re.DOTALL)
    if kind:
        return f"{kind[1][:40]!r} is no action of these games"
    return str(error).rstrip(".").replace("\n", " ")[:200]

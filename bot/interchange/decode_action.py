"""One recorded action of 18xx.games as an action of ours, in the position where it was played.

Every function here gets the state of reading and a record and gives the action meant; the engine says whether it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from bot.interchange.site import records as theirs
from bot.interchange.site.ledgers import find_same_kind, kind_of
from bot.interchange.site.records import Damaged
from bot.interchange.site.route_mapping import read_route
from game import actions as ours
from game import trains
from game.places import POOL
from game.step_keys import StepKey

if TYPE_CHECKING:
    from bot.interchange.import_state import ImportState
    from game.actions import Action

DIVIDEND_KINDS = {  # what is done with earnings: the site's word -> ours
    "payout": "full",
    "half": "half",
    "withhold": "none",
}


def decode_action(state: ImportState, record: theirs.Record) -> Action:
    """The action that a record means, by the title's own decoder first; raises Damaged where it means nothing here."""
    special = state.profile.decoders.get(type(record))
    meant = special(state, record) if special else None
    if meant is not None:
        return meant
    decoder = DECODERS.get(type(record))
    if decoder is None:
        raise Damaged(f"{record_type(record)} is not part of {state.game.rules.name}.")
    return decoder(state, record)


def record_type(record: theirs.Record) -> str:
    """The kind of a record as the file names it."""
    return str(type(record).__struct_config__.tag)


def _decode_pass(state: ImportState, record: theirs.Record) -> Action:
    """The pass that a record means."""
    return ours.Pass(by=state.player_acting(record))


def _decode_bid(state: ImportState, record: theirs.Bid) -> Action:
    """The bid on a private or minor."""
    return ours.Bid(item=record.company or record.minor, amount=record.price, by=state.player_acting(record))


def _decode_par(state: ImportState, record: theirs.Par) -> Action:
    """The start of a company at a par price; raises Damaged for what is no price."""
    price = record.share_price.partition(",")[0]
    if not price.isdecimal():
        raise Damaged(f"{record.share_price[:20]!r} is not a par price.")
    return ours.Par(company=record.corporation, price=int(price), by=state.player_acting(record))


def _decode_share_purchase(state: ImportState, record: theirs.BuyShares) -> Action:
    """The purchase of a share from where that certificate lies; raises Damaged where none is named, or a company buys."""
    if not record.shares:
        raise Damaged("No certificate is named.")
    if record.entity_type != "player":
        raise Damaged(f"{str(record.entity)[:20]} is no player: it buys no shares.")
    card = record.shares[0]
    company, by = state.certificates.company(card), state.player_acting(record)
    source = state.certificates.holder_of(card)
    if source != POOL:
        listed = (a.source for a in state.listed_actions(ours.BuyShare, by) if a.company == company)
        source = next((s for s in listed if s != POOL), source)
    return ours.BuyShare(company=company, source=source, by=by)


def _decode_share_sale(state: ImportState, record: theirs.SellShares) -> Action:
    """The sale of shares of one company; raises Damaged where none is named, or a company sells while it issues none."""
    if not record.shares:
        raise Damaged("No certificate is named.")
    company = state.certificates.company(record.shares[0])
    issues = company == record.entity and state.game.state.step_key == "treasury"
    if record.entity_type != "player" and not issues:
        raise Damaged(f"{str(record.entity)[:20]} sells no shares now.")
    return ours.SellShares(
        company=company, shares=state.books.count_shares_sold(record), by=state.player_acting(record)
    )


def _decode_private_purchase(state: ImportState, record: theirs.BuyCompany) -> Action:
    """The purchase of a private, by a player or by the company on turn; raises Damaged for another company."""
    by = state.player_acting(record)
    if record.entity_type == "player":
        return ours.BuyPrivate(private=record.company, price=record.price, by=by)
    asked = getattr(state.game.top_step(), "company", "")
    if asked and asked != record.entity:
        raise Damaged(f"it is not {record.entity}'s turn, it is {asked}'s")
    return ours.TakePrivate(private=record.company, price=record.price, by=by)


def _decode_lay(state: ImportState, record: theirs.LayTile) -> Action:
    """The lay of a tile, under our number of it."""
    tile = record.tile.rpartition("-")[0]
    return ours.LayTile(
        hex=record.hex,
        tile=state.profile.tiles.get(tile, tile),
        rotation=record.rotation,
        using=private_used(record),
        by=state.player_acting(record),
    )


def private_used(record: theirs.Record) -> str:
    """The private whose power is used, "" for none."""
    return str(record.entity) if record.entity_type == "company" else ""


def _decode_station(state: ImportState, record: theirs.PlaceToken) -> Action:
    """The placing of a station that is listed, or the choice of a city for a station that must move; raises Damaged where the
    record names the station of another company than the one that places one.
    """
    by, asked = state.player_acting(record), state.game.top_step()
    company = getattr(asked, "company", "") if getattr(asked, "key", "") == StepKey.TOKEN else ""
    if company and record.tokener in state.game.state.companies and record.tokener != company:
        raise Damaged(f"{record.tokener} places no station now: it is {company}'s turn.")
    hex_id, stop = state.find_city(record.city)
    for action in state.listed_actions(ours.PlaceToken, by):
        if action.using == private_used(record) and _is_same_city(action.city, hex_id, stop):
            return action
    for choice in state.listed_actions(ours.Choose, by):
        if _is_same_city(choice.option, hex_id, stop):
            return choice
    return ours.PlaceToken(city=f"{hex_id}.{stop}", using=private_used(record), by=by)


def _is_same_city(city: str, hex_id: str, stop: str) -> bool:
    """Whether a place for a station, as our actions name it, is that stop of that hex."""
    parts = city.split(".")
    return parts[0] == hex_id and (len(parts) == 1 or parts[1] in (stop, "+"))


def _decode_runs(state: ImportState, record: theirs.RunRoutes) -> Action:
    """The runs of all trains, each train by our card for it, else by a card of the same kind."""
    owned = state.list_trains(str(record.entity))
    taken: dict[str, str] = {}
    routes = []
    for route in record.routes:
        if route.connections:
            our_card = state.fleet.ours.get(route.train, "")
            free = our_card in owned and our_card not in taken.values()
            card = our_card if free else find_same_kind(route.train, owned, taken)
            profile = state.game.rules.routes.profile(state.game, str(record.entity), card) if card else None
            if card and profile is None:
                continue  # a Pullman is no route here
            taken[route.train] = card
            routes.append(read_route(state.game, card or route.train, route.connections, profile))
    return ours.RunTrains(routes=tuple(routes), by=state.player_acting(record))


def _decode_dividend(state: ImportState, record: theirs.Dividend) -> Action:
    """What is done with the earnings."""
    return ours.PayDividend(kind=DIVIDEND_KINDS.get(record.kind, record.kind), by=state.player_acting(record))


def _decode_train_purchase(state: ImportState, record: theirs.BuyTrain) -> Action:
    """The listed purchase of the recorded train from its owner, at the recorded price: of alike trains the card that is tied
    to the recorded one, if any is.
    """
    by = state.player_acting(record)
    owner = state.fleet.owner(record.train)
    face = kind_of(record.variant or record.train) if "-" in (record.variant or record.train) else record.variant or ""
    from_company = owner in state.game.state.companies
    seller = owner if from_company else ""
    card = state.fleet.ours.get(record.train, "")
    fitting = []
    for action in state.listed_actions(ours.BuyTrain, by):
        if action.seller == seller and _face_bought(action) == face and action.using == private_used(record):
            if from_company and card and trains.face(state.game, card) != trains.face(state.game, action.train):
                continue
            here = state.game.state.place.get(action.train, owner)
            if from_company or here == owner:
                fitting.append(structs.replace(action, price=record.price))
    if fitting:
        same = [a for a in fitting if card and trains.face(state.game, a.train) == trains.face(state.game, card)]
        return next((a for a in fitting if a.train == card), (same or fitting)[0])
    return ours.BuyTrain(train=face, price=record.price, seller=seller, using=private_used(record), by=by)


def _face_bought(action: ours.BuyTrain) -> str:
    """The type of train that an action buys, by the side that its buyer chooses."""
    return action.side or (kind_of(action.train) if "-" in action.train else action.train)


def _decode_discard(state: ImportState, record: theirs.DiscardTrain) -> Action:
    """The discard of the recorded train, or of one of the same type."""
    owned = state.list_trains(str(record.entity))
    card = state.fleet.ours.get(record.train, "")
    listed = [a.train for a in state.listed_actions(ours.DiscardTrain, state.player_acting(record))]
    alike = [t for t in listed if card in owned and trains.face(state.game, t) == trains.face(state.game, card)]
    train = alike[0] if alike else find_same_kind(record.train, owned, {}) or record.train
    return ours.DiscardTrain(train=train, by=state.player_acting(record))


def _decode_bankruptcy(state: ImportState, record: theirs.Bankrupt) -> Action:
    """The bankruptcy of whoever must pay."""
    return ours.Bankrupt(by=state.player_acting(record))


def _decode_conversion(state: ImportState, record: theirs.Convert) -> Action:
    """The conversion of the company on turn."""
    return ours.Choose(option="convert", by=state.player_acting(record))


def _decode_power_on_target(state: ImportState, record: theirs.Assign) -> Action:
    """The use of a private's power on a hex or company."""
    return ours.Use(private=private_used(record), target=record.target, by=state.player_acting(record))


def _decode_power(state: ImportState, record: theirs.ChooseAbility) -> Action:
    """The use of a private's power that needs no target."""
    return ours.Use(private=private_used(record), by=state.player_acting(record))


Decoder = Callable[[Any, Any], "Action"]

DECODERS: Mapping[type[theirs.Record], Decoder] = {
    theirs.Pass: _decode_pass,
    theirs.Bid: _decode_bid,
    theirs.Par: _decode_par,
    theirs.BuyShares: _decode_share_purchase,
    theirs.SellShares: _decode_share_sale,
    theirs.BuyCompany: _decode_private_purchase,
    theirs.LayTile: _decode_lay,
    theirs.PlaceToken: _decode_station,
    theirs.RunRoutes: _decode_runs,
    theirs.Dividend: _decode_dividend,
    theirs.BuyTrain: _decode_train_purchase,
    theirs.DiscardTrain: _decode_discard,
    theirs.Bankrupt: _decode_bankruptcy,
    theirs.Convert: _decode_conversion,
    theirs.Assign: _decode_power_on_target,
    theirs.ChooseAbility: _decode_power,
}

__all__: Sequence[str] = ("decode_action", "private_used", "record_type")

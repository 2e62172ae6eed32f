"""One action of ours as 18xx.games writes it, in the position where it is about to be played.

The counterpart of `decode_action`: every function gets the state of writing and an action
and gives the entry of the file, without number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bot.interchange.decode_action import DIVIDEND_KINDS
from bot.interchange.entries import entry_by_company, entry_by_owner, entry_by_player
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.route_mapping import list_connections
from game import actions as ours
from game import cards, shares, trains
from game.places import IPO, POOL
from game.routing import company_reach, validator
from game.rules import Refusal

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState
    from game.actions import Action
    from game.state import Run

SITE_DIVIDEND_KINDS = {our_kind: site_kind for site_kind, our_kind in DIVIDEND_KINDS.items()}


def encode_action(state: ExportState, action: Action) -> list[Entry]:
    """The entries of an action, by the title's own encoder first; raises Unwritable for one that the site does not have."""
    special = state.profile.encode_special(state, action)
    if special is not None:
        return special if isinstance(special, list) else [special]
    encoder = ENCODERS.get(type(action))
    if encoder is None:
        raise Unwritable(f"18xx.games has no action for {action.verb!r} in {state.game.rules.name}")
    return [encoder(state, action)]


def _encode_pass(state: ExportState, action: ours.Pass) -> Entry:
    """The entry of a pass, by the company or the player who is asked."""
    company = state.asked_company()
    return entry_by_company(state, company, "pass") if company else entry_by_player(state, action.by, "pass")


def _encode_bid(state: ExportState, action: ours.Bid) -> Entry:
    """The entry of a bid on a private or minor."""
    return entry_by_player(state, action.by, "bid", **{state.profile.bid_field: action.item}, price=action.amount)


def _encode_par(state: ExportState, action: ours.Par) -> Entry:
    """The entry of a company's start, with the cell of its par price."""
    return entry_by_player(
        state, action.by, "par", corporation=action.company, share_price=write_par_cell(state, action.price)
    )


def write_par_cell(state: ExportState, price: int) -> str:
    """A par price as "100,2,4": the price and its cell, by row and column."""
    return f"{price},{state.game.rules.data.pars[price]}"


def _encode_share_purchase(state: ExportState, action: ours.BuyShare) -> Entry:
    """The entry of a bought share, with the certificate that the site sells next."""
    card = choose_certificate(state, action.company, action.source)
    return entry_by_player(state, action.by, "buy_shares", shares=[card], percent=state.names.percent([card]))


def choose_certificate(state: ExportState, company: str, source: str) -> str:
    """The certificate that the site sells next from a place: of the size that ours sells, and longest in that place.

    Raises Unwritable where there is none.
    """
    place = source if source == POOL else IPO
    held = _order_to_take(state, place, company)
    size = next(
        (
            shares.shares_on(state.game, c)
            for c in cards.certificates(state.game, source, company)
            if not c.endswith(".0")
        ),
        1,
    )
    fitting = [c for c in held if state.certificates.shares([c]) == size]
    if not fitting:
        raise Unwritable(f"There is no certificate of {company} in the {source}")
    return next((c for c in fitting if not c.endswith("_0")), fitting[0])


def _encode_share_sale(state: ExportState, action: ours.SellShares) -> Entry:
    """The entry of sold shares, with the certificates that the site takes."""
    bundle = choose_bundle(state, action.by, action.company, action.shares)
    size = state.game.company(action.company).size
    return entry_by_player(state, action.by, "sell_shares", shares=bundle, percent=action.shares * 100 // size)


def choose_bundle(state: ExportState, holder: str, company: str, count: int) -> list[str]:
    """Certificates of a sale: single ones in the order of arrival, the president's last, as many as make up the number."""
    held = sorted(_order_to_take(state, holder, company), key=lambda c: c.endswith("_0"))
    bundle: list[str] = []
    for card in held:
        if state.certificates.shares(bundle) >= count:
            break
        bundle.append(card)
    return bundle


def _order_to_take(state: ExportState, place: str, company: str) -> list[str]:
    """Certificates in the order in which a sale takes them: by arrival, or where it matters which, in our order."""
    held = state.certificates.list_certificates(place, company)
    return sorted(held, key=lambda c: int(c.rpartition("_")[2])) if company in state.told_apart else held


def _encode_private_purchase(state: ExportState, action: ours.BuyPrivate) -> Entry:
    """The entry of a private that a player buys."""
    return entry_by_player(state, action.by, "buy_company", company=action.private, price=action.price)


def _encode_private_taken_over(state: ExportState, action: ours.TakePrivate) -> Entry:
    """The entry of a private that a company buys."""
    return entry_by_company(
        state, state.company_of(action.by), "buy_company", company=action.private, price=action.price
    )


def _encode_lay(state: ExportState, action: ours.LayTile) -> Entry:
    """The entry of a tile, by the company or by the private whose power is used."""
    tile = state.names.tile_id(action.tile, action.hex)
    fields = {"hex": action.hex, "tile": tile, "rotation": action.rotation}
    return entry_by_owner(state, state.company_of(action.by), action.using, "lay_tile", **fields)


def _encode_station(state: ExportState, action: ours.PlaceToken) -> Entry:
    """The entry of a station, in the first free circle of its city."""
    company = state.token_owner(action)
    hex_id, _, stop = action.city.partition(".")
    city, slot = state.names.city_id(hex_id, stop), state.names.free_circle(hex_id, stop)
    return entry_by_owner(
        state, state.company_of(action.by), action.using, "place_token", city=city, slot=slot, tokener=company
    )


def encode_runs(state: ExportState, action: ours.RunTrains) -> Entry:
    """The runs of a company; raises Unwritable where they are illegal."""
    company = state.company_of(action.by)
    judged = validator.judge(state.game, company, action.routes)
    if isinstance(judged, Refusal):
        raise Unwritable(str(judged))
    return entry_by_company(
        state, company, "run_routes", routes=encode_routes(state, judged), extra_revenue=0, subsidy=0
    )


def encode_empty_run(state: ExportState, company: str) -> Entry | None:
    """The entry of runs that earn nothing, None where the site does not ask: it asks a company with a train as soon as track
    leads from its station to another stop, also where no train of the company can use that track.
    """
    if not company_reach.has_route(state.game, company) or not trains.owned(state.game, company):
        return None
    return encode_no_run(state, company)


def encode_no_run(state: ExportState, company: str) -> Entry:
    """Runs of no train at all."""
    return entry_by_company(state, company, "run_routes", routes=[], extra_revenue=0, subsidy=0)


def encode_routes(state: ExportState, runs: Sequence[Run]) -> list[Entry]:
    """Runs as the file has them: the hexes from stop to stop, and which city of a hex is meant."""
    return [encode_route(state, run) for run in runs]


def encode_route(state: ExportState, run: Run) -> Entry:
    """The run of one train as the file has it."""
    stops = [stop.partition(".")[0] for stop in run.stops]
    return {
        "train": state.names.train_id(run.train),
        "connections": [list(hexes) for hexes in list_connections(state.game, run.stops, run.sides)],
        "hexes": stops,
        "revenue": run.revenue,
        "revenue_str": "-".join(stops),
        "nodes": [state.names.node_id(stop) for stop in run.stops],
    }


def _encode_dividend(state: ExportState, action: ours.PayDividend) -> Entry:
    """The entry of what is done with the earnings."""
    kind = SITE_DIVIDEND_KINDS.get(action.kind, action.kind)
    return entry_by_company(state, state.company_of(action.by), "dividend", kind=kind)


def _encode_train_purchase(state: ExportState, action: ours.BuyTrain) -> Entry:
    """The entry of a bought train, with its side where the bank sells it."""
    fields: Entry = {"train": state.names.train_id(action.train), "price": action.price}
    if not action.seller:
        fields["variant"] = action.side or state.names.train_id(action.train).rpartition("-")[0]
    return entry_by_owner(state, state.company_of(action.by), action.using, "buy_train", **fields)


def _encode_discard(state: ExportState, action: ours.DiscardTrain) -> Entry:
    """The entry of a discarded train, by its owner."""
    owner = state.game.state.place[action.train]
    return entry_by_company(state, owner, "discard_train", train=state.names.train_id(action.train))


def _encode_bankruptcy(state: ExportState, action: ours.Bankrupt) -> Entry:
    """The entry of a bankruptcy."""
    return entry_by_company(state, state.company_of(action.by), "bankrupt")


ENCODERS: Mapping[type[Action], Callable[[Any, Any], Entry]] = {
    ours.Pass: _encode_pass,
    ours.Bid: _encode_bid,
    ours.Par: _encode_par,
    ours.BuyShare: _encode_share_purchase,
    ours.SellShares: _encode_share_sale,
    ours.BuyPrivate: _encode_private_purchase,
    ours.TakePrivate: _encode_private_taken_over,
    ours.LayTile: _encode_lay,
    ours.PlaceToken: _encode_station,
    ours.RunTrains: encode_runs,
    ours.PayDividend: _encode_dividend,
    ours.BuyTrain: _encode_train_purchase,
    ours.DiscardTrain: _encode_discard,
    ours.Bankrupt: _encode_bankruptcy,
}

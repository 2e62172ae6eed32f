"""Records of 18 India's own kinds, and purchases of certificates, as actions of ours. Several may be one action here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bot.interchange.import_profiles.india_names import GIPR, our_name
from bot.interchange.site import records as theirs
from bot.interchange.site.ledgers import find_same_kind
from bot.interchange.site.records import Damaged
from bot.interchange.site.route_mapping import hexside
from game import actions as ours
from game.places import POOL
from game.step_keys import StepKey

if TYPE_CHECKING:
    from collections.abc import Container

    from bot.interchange.import_state import ImportState, Meaning
    from bot.interchange.site.records import Record
    from game.actions import Action
    from game.play import Game

ROW_PLACES = ("row:1", "row:2", "row:3")
TAKEN_OVER = ("exchange",)  # what the site calls a station that the GIPR has taken over


def _action_classes(state: ImportState) -> dict[str, Any]:
    """The classes of the title's actions by their names."""
    return {kind.__name__: kind for kind in state.game.rules.actions}


def _place_of_purchase(state: ImportState, name: str) -> str:
    """Where a card lies that is bought: bond, row, market of a private; all else is in the buyer's hand."""
    place = state.game.state.place.get(our_name(name), "")
    if place in ROW_PLACES or name.startswith("RB") or (place == POOL and "_" not in name):
        return place
    return "hand"


def _decode_kept_cards(state: ImportState, record: Any) -> Action | None:
    """Keeping the private companies that a player has selected from the draft hand."""
    action: Action = _action_classes(state)["Keep"](
        tuple(map(our_name, record.companies)), by=state.player_acting(record)
    )
    return action


def _decode_draft(state: ImportState, record: Any) -> Action | None:
    """The drafting of a card, or of a listed card with as many shares of the same company."""
    draft, by, card = _action_classes(state)["Draft"], state.player_acting(record), our_name(record.company)
    known = state.game.rules.data.certificates
    for action in state.listed_actions(draft, by):
        if action.card == card or (card in known and known.get(action.card) == known[card]):
            return action  # type: ignore[no-any-return]
    first_fitting: Action = draft(card, by=by)
    return first_fitting


def count_together(state: ImportState, i: int) -> int:
    """How many units from unit `i` on are one action of ours: purchases of certificates of one company, or from one row.

    In ours the last cards of the draft go by themselves once they are all alike.
    """
    first = state.units[i].record
    if type(first) is theirs.Bid:
        place, certificates = state.game.state.place, state.game.rules.data.certificates
        draft = [certificates.get(c, (c, 0)) for c, at in place.items() if at == "draft"]
        taken = certificates.get(our_name(first.company), (first.company, 0))
        if taken in draft:
            draft.remove(taken)
        bids = [type(u.record) is theirs.Bid for u in state.units[i : i + 1 + len(draft)]]
        return len(bids) if len(set(draft)) == 1 and all(bids) else 1
    if type(first) is not theirs.BuyCompany or first.entity_type != "player":
        return 1
    count, bought = 1, {first.company.partition("_")[0]}
    for j in range(i + 1, len(state.units)):
        later = state.units[j].record
        if type(later) in theirs.ORDERS or _brings_home(later, bought):
            continue
        if (
            type(later) is not theirs.BuyCompany
            or later.entity != first.entity
            or not _are_bought_together(state, first, later)
        ):
            break
        count = j + 1 - i
        bought.add(later.company.partition("_")[0])
        if _place_of_purchase(state, first.company) in ROW_PLACES:
            break
    return count


def _brings_home(record: theirs.Record, bought: Container[str]) -> bool:
    """Whether a company that floats by a purchase chooses its home, which the site asks before the next certificate."""
    return isinstance(record, (theirs.PlaceToken, theirs.LayTile)) and record.entity in bought


def _are_bought_together(state: ImportState, first: theirs.BuyCompany, later: theirs.BuyCompany) -> bool:
    """Whether two purchases are one action here: from one row, or from the hand of one company."""
    place = _place_of_purchase(state, first.company)
    if place != _place_of_purchase(state, later.company) or place not in (*ROW_PLACES, "hand"):
        return False
    heads = [c.company.partition("_")[0] if "_" in c.company else "" for c in (first, later)]
    return place in ROW_PLACES or heads[0] == heads[1]


def _decode_purchase(state: ImportState, record: Any) -> Action | None:
    """A purchase from row, hand, market or bank, with all units that are one action with it."""
    kinds, by = _action_classes(state), state.player_acting(record)
    place = _place_of_purchase(state, record.company)
    group = state.units[state.looking : state.looking + count_together(state, state.looking)]
    bought = [u.record.company for u in group if type(u.record) is theirs.BuyCompany] or [record.company]
    action: Action
    if place in ROW_PLACES:
        action = kinds["BuyRow"](int(place[-1]), len(bought), by=by)
    elif record.company.startswith("RB"):
        action = kinds["BuyBond"](by=by)
    elif place == POOL:
        action = kinds["BuyCard"](record.company, by=by)
    elif "_" not in record.company:
        action = kinds["BuyHandPrivates"](tuple(sorted(bought)), by=by)
    else:
        company = record.company.partition("_")[0]
        heads = sum(c.endswith("_0") and company != GIPR for c in bought)
        action = kinds["BuyHand"](company, len(bought) - heads, bool(heads), by=by)
    return action


def _decode_share_purchase(state: ImportState, record: Any) -> Action | None:
    """A share that a company buys from the market."""
    company = state.certificates.company(record.shares[0]) if record.shares else ""
    return ours.BuyShare(company, POOL, by=state.player_acting(record))


def _decode_share_sale(state: ImportState, record: Any) -> Action | None:
    """The sale of shares of one company; raises Damaged where none is named."""
    if not record.shares:
        raise Damaged("No certificate is named.")
    count = record.percent // 10 if record.percent else state.certificates.shares(record.shares)
    return ours.SellShares(state.certificates.company(record.shares[0]), count, by=state.player_acting(record))


def _decode_card_sale(state: ImportState, record: Any) -> Action | None:
    """A private, bond or certificate that is sold to the market; bonds are alike."""
    card, by = record.company, state.player_acting(record)
    if card.startswith("RB"):
        listed = state.listed_actions(_action_classes(state)["SellCard"], by)
        card = next((a.card for a in listed if a.card.startswith("RB")), card)
    action: Action = _action_classes(state)["SellCard"](card, by=by)
    return action


def _decode_conversion(state: ImportState, record: Any) -> Action | None:
    """A bond that is turned into a share."""
    action: Action = _action_classes(state)["ConvertBond"](by=state.player_acting(record))
    return action


def _decode_train_sale(state: ImportState, record: Any) -> Action | None:
    """The sale of a train to the bank: of alike trains a card that may be sold."""
    owned = state.list_trains(str(record.entity))
    our_card = state.fleet.ours.get(record.train, "")
    train = our_card if our_card in owned else find_same_kind(record.train, owned, {})
    by = state.player_acting(record)
    listed = [a.train for a in state.listed_actions(_action_classes(state)["SellTrain"], by)]
    alike = [t for t in listed if _face_of(state.game, t) == _face_of(state.game, train)]
    action: Action = _action_classes(state)["SellTrain"](alike[0] if alike else train or record.train, by=by)
    return action


def _face_of(g: Game, card: str) -> str:
    """The side of a train that is up, or its type."""
    state = g.state.trains.get(card)
    return state.side if state and state.side else card.rpartition("-")[0]


def _decode_gauge_removal(state: ImportState, record: Any) -> Action | None:
    """A change of gauge that is removed; raises Damaged where the map has no such border."""
    place = state.game.rules.data.hexes.get(record.hex)
    if place is None or not 0 <= record.edge < 6 or not place.sides[record.edge]:
        raise Damaged(f"There is no border {record.edge} of {record.hex[:10]}.")
    side = hexside(record.hex, record.edge, place.sides[record.edge])
    action: Action = _action_classes(state)["RemoveGauge"](side, by=state.player_acting(record))
    return action


def _decode_station_removal(state: ImportState, record: Any) -> Action | None:
    """The removal of a station from the map, by the listed action if there is one."""
    hex_id, stop = state.find_city(record.city)
    listed = state.listed_actions(ours.RemoveToken, state.player_acting(record))
    named = (a for a in listed if a.city in (hex_id, f"{hex_id}.{stop}"))
    return next(named, ours.RemoveToken(f"{hex_id}.{stop}", by=state.player_acting(record)))


def _decode_station(state: ImportState, record: Any) -> Action | None:
    """A station. Raises Damaged where the GIPR takes another one of its charter than ours does: that of a home which it has taken
    over is free and goes first here, while the site lets it choose.
    """
    if state.game.state.step_key == StepKey.TOKEN and record.entity == GIPR:
        goes_first, is_meant = state.game.company(GIPR).tokens[:1] == [0], record.token_type in TAKEN_OVER
        if goes_first and not is_meant:
            raise Damaged("GIPR pays for a station, but here the free one that it has taken over goes first")
        if is_meant and not goes_first:
            raise Damaged("GIPR has no station left that it has taken over")
    return _decode_other_city(state, record)


def _decode_other_city(state: ImportState, record: Any) -> Action | None:
    """The choice of a city where the site asks first for the station that here goes to the city that is left: ours then has the
    other one. None for all other stations.
    """
    if state.game.state.step_key != StepKey.CITY or not record.tokener:
        return None
    city = ".".join(state.find_city(record.city))
    for choice in state.game.choices(state.player_acting(record)):
        others = [a for a in choice.actions if isinstance(a, ours.PlaceToken) and a.city != city]
        if choice.about != record.tokener and len(choice.actions) == 2 and len(others) == 1:
            return others[0]
    return None


DECODERS: Mapping[type[Record], Meaning] = {
    theirs.PlaceToken: _decode_station,
    theirs.SelectCompanies: _decode_kept_cards,
    theirs.Bid: _decode_draft,
    theirs.BuyCompany: _decode_purchase,
    theirs.CorporateBuyCompany: _decode_purchase,
    theirs.CorporateSellCompany: _decode_card_sale,
    theirs.SellCompany: _decode_card_sale,
    theirs.BuyShares: _decode_share_purchase,
    theirs.CorporateBuyShares: _decode_share_purchase,
    theirs.SellShares: _decode_share_sale,
    theirs.CorporateSellShares: _decode_share_sale,
    theirs.Choose: _decode_conversion,
    theirs.SellTrain: _decode_train_sale,
    theirs.RemoveBorder: _decode_gauge_removal,
    theirs.RemoveToken: _decode_station_removal,
}

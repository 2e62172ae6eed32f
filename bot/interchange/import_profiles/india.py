"""18 India in the files of 18xx.games: cards by name, several purchases of a turn, which are one action here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.interchange.import_state import ImportProfile
from bot.interchange.site import records as theirs
from bot.interchange.site.asset_ledger import AssetProfile
from bot.interchange.site.certificate_ledgers import BANK, GONE, IPO, POOL, find_same_kind
from bot.interchange.site.records import Damaged
from bot.interchange.site.route_mapping import hexside
from game import actions as ours
from game import shares
from game.events import TokenRemoved
from game.marks import ROWS, list_mark

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from bot.interchange.import_state import ImportState
    from bot.interchange.site.asset_ledger import AssetLedger
    from bot.interchange.site.records import Record, Saved
    from game.actions import Action
    from game.play import Game

GIPR = "GIPR"  # the company that takes over what others leave
ROW_PLACES = ("row:1", "row:2", "row:3")


def _action_classes(state: ImportState) -> dict[str, Any]:
    """The classes of the title's actions by their names."""
    return {kind.__name__: kind for kind in state.game.rules.actions}


def _our_name(name: str) -> str:
    """The "NWR_0" of the file is our "NWR.0"; privates and bonds are called alike."""
    return name.replace("_", ".")


def _place_of_purchase(state: ImportState, name: str) -> str:
    """Where a card lies that is bought: bond, row, market of a private; all else is in the buyer's hand."""
    place = state.game.state.place.get(_our_name(name), "")
    if place in ROW_PLACES or name.startswith("RB") or (place == POOL and "_" not in name):
        return place
    return "hand"


def _decode_kept_cards(state: ImportState, record: Any) -> Action | None:
    """Keeping the private companies that a player has selected from the draft hand."""
    action: Action = _action_classes(state)["Keep"](
        tuple(map(_our_name, record.companies)), by=state.player_acting(record)
    )
    return action


def _decode_draft(state: ImportState, record: Any) -> Action | None:
    """The drafting of a card: of two with the same number of shares of a company the one that is listed."""
    draft, by, card = _action_classes(state)["Draft"], state.player_acting(record), _our_name(record.company)
    known = state.game.rules.data.certificates
    for action in state.listed_actions(draft, by):
        if action.card == card or (card in known and known.get(action.card) == known[card]):
            return action  # type: ignore[no-any-return]
    first_fitting: Action = draft(card, by=by)
    return first_fitting


def count_together(state: ImportState, i: int) -> int:
    """How many units from this one on are one action here: certificates of one company, or from one row.

    Here the last cards of the draft go by themselves once they are all alike.
    """
    first = state.units[i].record
    if isinstance(first, theirs.Bid):
        place, certificates = state.game.state.place, state.game.rules.data.certificates
        draft = [certificates.get(c, (c, 0)) for c, at in place.items() if at == "draft"]
        taken = certificates.get(_our_name(first.company), (first.company, 0))
        if taken in draft:
            draft.remove(taken)
        bids = [isinstance(u.record, theirs.Bid) for u in state.units[i : i + 1 + len(draft)]]
        return len(bids) if len(set(draft)) == 1 and all(bids) else 1
    if not isinstance(first, theirs.BuyCompany) or first.entity_type != "player":
        return 1
    count, bought = 1, {first.company.partition("_")[0]}
    for j in range(i + 1, len(state.units)):
        later = state.units[j].record
        if isinstance(later, theirs.ORDERS) or _brings_home(later, bought):
            continue
        if (
            not isinstance(later, theirs.BuyCompany)
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
    bought = [u.record.company for u in group if isinstance(u.record, theirs.BuyCompany)] or [record.company]
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


def stays_open(state: ImportState, i: int) -> bool:
    """Whether the site leaves the turn open after the purchase just played, so that a pass ends it.

    It does while another card of that company (or another private) is in the hand, whatever it costs, and after one card of
    a row while the next can be paid; unless the certificate limit is reached.
    """
    record = state.units[i].record
    if not isinstance(record, theirs.BuyCompany) or record.entity_type != "player":
        return False
    names = ("BuyRow", "BuyHand", "BuyHandPrivates", "BuyBond", "BuyCard")
    bought = next((a for _, a in reversed(state.imported.plays) if type(a).__name__ in names), None)
    return bought is not None and state.imported.plays[-1][1].by == bought.by and left_open(state.game, bought)


def left_open(g: Game, last: Action) -> bool:
    """Whether the site leaves a buying turn open after that purchase."""
    kinds: dict[str, Any] = {kind.__name__: kind for kind in g.rules.actions}
    player = last.by
    if shares.counted(g, player) >= g.rules.shares.limit(g):
        return False
    if isinstance(last, kinds["BuyRow"]):
        pile = ROWS[last.row].entries(g.state)
        return last.count == 1 and bool(pile) and _printed_value(g, pile[0]) <= g.state.cash[player]
    if isinstance(last, (kinds["BuyHand"], kinds["BuyHandPrivates"])):
        company = getattr(last, "company", "")
        hand = [c for c, place in g.state.place.items() if place == f"hand:{player}"]
        return any((c.partition(".")[0] if "." in c else "") == company for c in hand)
    return False


def _printed_value(g: Game, card: str) -> int:
    """Dollars that are printed on a card: a private's value, a company's par."""
    data = g.rules.data
    company, dot, _ = card.partition(".")
    return data.companies[company].par if dot else data.privates[card].value


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
    """A train that is sold to the bank: of alike ones one that may be sold."""
    owned = state.trains_of(str(record.entity))
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
    """A station that is taken off the map, of those that may be."""
    hex_id, stop = state.city_of(record.city)
    listed = state.listed_actions(ours.RemoveToken, state.player_acting(record))
    named = (a for a in listed if a.city in (hex_id, f"{hex_id}.{stop}"))
    return next(named, ours.RemoveToken(f"{hex_id}.{stop}", by=state.player_acting(record)))


def passes_owed(state: ImportState) -> list[str]:
    """The GIPR for each station that goes here without a question, for which the site asks."""
    events, taken = state.game.events, state.memory.setdefault("taken over", {})
    replaced = {getattr(e, "slot", "") for e in events if type(e).__name__ == "TakenOver"}
    gone = [e for e in events if isinstance(e, TokenRemoved)]
    asked = []
    for e in gone:
        if e.slot in replaced:
            count_takeover(taken, e.company)
        elif is_asked_for(state.game, e, taken):
            asked.append(e.company)
    if any(tokens_run_out(state.game, taken, company) for company in asked):
        return [GIPR] * state.early_passes.count(GIPR)
    return [GIPR for _ in asked]


def count_takeover(taken: dict[str, int], company: str) -> None:
    """Count a station of a company that the GIPR takes over. `taken`: how many so far, by company; it is changed."""
    taken[company] = taken.get(company, 0) + 1


def is_asked_for(g: Game, event: TokenRemoved, taken: Mapping[str, int]) -> bool:
    """Whether the site asks the GIPR for that station, which goes here and is not taken over.

    Once the GIPR has taken a home over, it asks for each further station of the company that closes, also where there is no
    token for them left, but not beside a station of its own. `taken`: such companies so far, with the stations taken over.
    """
    hex_id = event.slot.partition(".")[0]
    beside = any(owner == GIPR and slot.startswith(f"{hex_id}.") for slot, owner in g.state.tokens.items())
    return not beside and event.company in taken


def tokens_run_out(g: Game, taken: dict[str, int], company: str) -> bool:
    """Whether a station besides the home has taken the last exchange token: then the site asks for no more of them."""
    left = g.rules.data.file.numbers["exchange_tokens"] - g.state.used.get("exchange tokens", 0)
    return not left and taken.get(company, 0) > 1


def is_asked_in_vain(g: Game) -> bool:
    """Whether a player who can buy nothing is asked, which only keeps his hand secret here."""
    step = g.asked()
    return step is not None and step.key == "stock" and all(c.kind is ours.Pass for c in g.choices())


def seed_of(saved: Saved) -> str:
    """The site's seed; an empty one is replaced by the first digits of the game's number."""
    number = saved.settings.seed
    if number in (None, ""):
        digits = re.search(r"\d+", str(saved.id))
        number = digits[0] if digits else 0
    return f"{number} 18xx.games"


def companies_in_play(g: Game) -> Iterable[str]:
    """The companies that have not been left out of the game."""
    return list_mark(g.rules.marks, "in game").entries(g.state)


def papers_of(g: Game, company: str) -> Iterator[str]:
    """What the site keeps among a company's privates."""
    if list_mark(g.rules.marks, "guaranty").contains(g.state, company):
        yield "GW"


def common_name(private: str) -> str:
    """The bonds by one name."""
    return "RB" if private.startswith("RB") else private


# ---------------------------------------------------------------------- certificates


def their_name(card: str) -> str:
    """Our "NWR.0" is the "NWR_0" of the file; privates and bonds are called alike."""
    return card.replace(".", "_")


def bonds_of(g: Game) -> list[str]:
    """The royal bonds."""
    return [p for p in g.rules.data.privates if p.startswith("RB")]


def note_open_market(books: AssetLedger) -> None:
    """Enter the certificates that were dealt into the Open Market."""
    for card, place in books.game.state.place.items():
        if place == POOL and "." in card:
            books.certificates.move(their_name(card), POOL)


def follow_record(books: AssetLedger, record: Record, action: Action) -> None:
    """Certificates and bonds by name: what is bought, sold and converted, and changes of directors, which nobody says."""
    certificates, g = books.certificates, books.game
    holder = action.by if record.entity_type == "player" else str(record.entity)
    match record:
        case theirs.BuyCompany() | theirs.CorporateBuyCompany():
            if "_" in record.company or record.company.startswith("RB"):
                certificates.move(record.company, holder)
        case theirs.BuyShares() | theirs.CorporateBuyShares():
            for card in record.shares:
                certificates.move(card, holder)
        case theirs.SellShares() | theirs.CorporateSellShares():
            company = certificates.company(record.shares[0])
            owner = g.state.place[f"{company}.0"]
            passed_on = f"{company}_0" in record.shares and company != GIPR and owner != POOL
            certificates.sell(holder, record.shares, books.shares_of(record), owner if passed_on else "")
        case theirs.SellCompany() | theirs.CorporateSellCompany():
            if record.company.startswith("RB"):
                certificates.move(record.company, BANK)
        case theirs.Choose():
            certificates.move(certificates.held_in(holder, "")[0], GONE)
            certificates.move(next(c for c in certificates.held_in(IPO, GIPR) if len(c) > len("GIPR_0")), holder)
        case theirs.SellTrain():
            books.fleet.move(record.train, POOL)
    _follow_directors(books, holder)


def settle_closed(books: AssetLedger) -> None:
    """Move what a company owned that has closed: bonds go to the bank, all else to the Open Market."""
    for company, state in books.game.state.companies.items():
        if state.closed:
            for card in books.certificates.all_in(company):
                books.certificates.move(card, BANK if card.startswith("RB") else POOL)
            books.fleet.move_all(company, POOL)


def _follow_directors(books: AssetLedger, buyer: str) -> None:
    """A director who is not the one that the books know has given his two oldest certificates for the office.

    The site settles that after each certificate of a purchase: once the new director has more, or as much as the buyer of the
    director's certificate. `buyer`: who has just bought or sold.
    """
    certificates, g = books.certificates, books.game
    for company in g.state.companies:
        director, before = g.state.place[f"{company}.0"], certificates.holder_of(f"{company}_0")
        if company == GIPR or director == before or not {director, before} <= {*g.state.order}:
            continue
        new_shares, theirs_ = (
            certificates.shares(certificates.held_in(player, company)) for player in (director, before)
        )
        if new_shares > theirs_ or (new_shares == theirs_ and buyer == before):
            certificates.change_president(company, before, director)


PROFILE = ImportProfile(
    title="18India",
    lenient=("line_passes_again",),
    rounds={"Selection": "DR 1", "Draft": "DR 1"},
    unsold={},
    own={
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
    },
    cities={"M10": (0, 3)},
    seed=seed_of,
    together=count_together,
    stays_open=stays_open,
    playing=companies_in_play,
    papers=papers_of,
    alike=common_name,
    waits=True,
    assets=AssetProfile(open_books=note_open_market, papers_named=bonds_of, follow=follow_record, settle=settle_closed),
    speaker={"take over": GIPR},
    owed=passes_owed,
    unasked=is_asked_in_vain,
)

"""18 India in the files of 18xx.games: cards by name, several purchases of a turn, which are one action here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.interchange.import_state import ImportProfile
from bot.interchange.site import records as theirs
from bot.interchange.site.asset_ledger import AssetProfile
from bot.interchange.site.certificate_ledgers import BANK, GONE, IPO, POOL, same_kind
from bot.interchange.site.records import Damaged
from bot.interchange.site.route_mapping import hexside
from game import actions as ours
from game import shares
from game.events import TokenRemoved
from game.marks import ROWS, list_mark

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from bot.interchange.import_state import ImportState
    from bot.interchange.site.asset_ledger import AssetLedger
    from bot.interchange.site.records import Record, Saved
    from game.actions import Action
    from game.play import Game

ROW_PLACES = ("row:1", "row:2", "row:3")


def _kinds(state: ImportState) -> dict[str, Any]:
    return {kind.__name__: kind for kind in state.game.rules.actions}


def _card(name: str) -> str:
    """The "NWR_0" of the file is our "NWR.0"; privates and bonds are called alike."""
    return name.replace("_", ".")


def _place(state: ImportState, name: str) -> str:
    """Where a card lies that is bought: bond, row, market of a private; all else is in the buyer's hand."""
    place = state.game.state.place.get(_card(name), "")
    if place in ROW_PLACES or name.startswith("RB") or (place == POOL and "_" not in name):
        return place
    return "hand"


def _kept_cards(state: ImportState, record: Any) -> Action | None:
    """Keeping the private companies that a player has selected from the draft hand."""
    action: Action = _kinds(state)["Keep"](tuple(map(_card, record.companies)), by=state.actor(record))
    return action


def _draft(state: ImportState, record: Any) -> Action | None:
    draft, by, card = _kinds(state)["Draft"], state.actor(record), _card(record.company)
    known = state.game.rules.data.certificates
    for action in state.listed(draft, by):
        if action.card == card or (card in known and known.get(action.card) == known[card]):
            return action  # type: ignore[no-any-return]
    first_fitting: Action = draft(card, by=by)
    return first_fitting


def together(state: ImportState, i: int) -> int:
    """How many units from this one on are one action here: certificates of one company, or from one row.

    Here the last cards of the draft go by themselves once they are all alike.
    """
    first = state.units[i].record
    if isinstance(first, theirs.Bid):
        place, certificates = state.game.state.place, state.game.rules.data.certificates
        draft = [certificates.get(c, (c, 0)) for c, at in place.items() if at == "draft"]
        taken = certificates.get(_card(first.company), (first.company, 0))
        if taken in draft:
            draft.remove(taken)
        bids = [isinstance(u.record, theirs.Bid) for u in state.units[i : i + 1 + len(draft)]]
        return len(bids) if len(set(draft)) == 1 and all(bids) else 1
    if not isinstance(first, theirs.BuyCompany) or first.entity_type != "player":
        return 1
    count, bought = 1, {first.company.partition("_")[0]}
    for j in range(i + 1, len(state.units)):
        later = state.units[j].record
        if isinstance(later, theirs.ORDERS) or _home(later, bought):
            continue
        if not isinstance(later, theirs.BuyCompany) or later.entity != first.entity or not _alike(state, first, later):
            break
        count = j + 1 - i
        bought.add(later.company.partition("_")[0])
        if _place(state, first.company) in ROW_PLACES:
            break
    return count


def _home(record: theirs.Record, bought: Container[str]) -> bool:
    """Whether a company that floats by a purchase chooses its home, which the site asks before the next certificate."""
    return isinstance(record, (theirs.PlaceToken, theirs.LayTile)) and record.entity in bought


def _alike(state: ImportState, first: theirs.BuyCompany, later: theirs.BuyCompany) -> bool:
    place = _place(state, first.company)
    if place != _place(state, later.company) or place not in (*ROW_PLACES, "hand"):
        return False
    heads = [c.company.partition("_")[0] if "_" in c.company else "" for c in (first, later)]
    return place in ROW_PLACES or heads[0] == heads[1]


def _buy(state: ImportState, record: Any) -> Action | None:
    kinds, by = _kinds(state), state.actor(record)
    place = _place(state, record.company)
    group = state.units[state.looking : state.looking + together(state, state.looking)]
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
        heads = sum(c.endswith("_0") and company != "GIPR" for c in bought)
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
        return last.count == 1 and bool(pile) and _price(g, pile[0]) <= g.state.cash[player]
    if isinstance(last, (kinds["BuyHand"], kinds["BuyHandPrivates"])):
        company = getattr(last, "company", "")
        hand = [c for c, place in g.state.place.items() if place == f"hand:{player}"]
        return any((c.partition(".")[0] if "." in c else "") == company for c in hand)
    return False


def _price(g: Game, card: str) -> int:
    data = g.rules.data
    company, dot, _ = card.partition(".")
    return data.companies[company].par if dot else data.privates[card].value


def _buy_share(state: ImportState, record: Any) -> Action | None:
    company = state.certificates.company(record.shares[0]) if record.shares else ""
    return ours.BuyShare(company, POOL, by=state.actor(record))


def _sell_shares(state: ImportState, record: Any) -> Action | None:
    if not record.shares:
        raise Damaged("No certificate is named.")
    count = record.percent // 10 if record.percent else state.certificates.shares(record.shares)
    return ours.SellShares(state.certificates.company(record.shares[0]), count, by=state.actor(record))


def _sell_card(state: ImportState, record: Any) -> Action | None:
    card, by = record.company, state.actor(record)
    if card.startswith("RB"):
        listed = state.listed(_kinds(state)["SellCard"], by)
        card = next((a.card for a in listed if a.card.startswith("RB")), card)
    action: Action = _kinds(state)["SellCard"](card, by=by)
    return action


def _convert(state: ImportState, record: Any) -> Action | None:
    action: Action = _kinds(state)["ConvertBond"](by=state.actor(record))
    return action


def _sell_train(state: ImportState, record: Any) -> Action | None:
    owned = state.trains_of(str(record.entity))
    our_card = state.fleet.ours.get(record.train, "")
    train = our_card if our_card in owned else same_kind(record.train, owned, {})
    by = state.actor(record)
    listed = [a.train for a in state.listed(_kinds(state)["SellTrain"], by)]
    alike = [t for t in listed if _face(state.game, t) == _face(state.game, train)]
    action: Action = _kinds(state)["SellTrain"](alike[0] if alike else train or record.train, by=by)
    return action


def _face(g: Game, card: str) -> str:
    state = g.state.trains.get(card)
    return state.side if state and state.side else card.rpartition("-")[0]


def _remove_border(state: ImportState, record: Any) -> Action | None:
    place = state.game.rules.data.hexes.get(record.hex)
    if place is None or not 0 <= record.edge < 6 or not place.sides[record.edge]:
        raise Damaged(f"There is no border {record.edge} of {record.hex[:10]}.")
    side = hexside(record.hex, record.edge, place.sides[record.edge])
    action: Action = _kinds(state)["RemoveGauge"](side, by=state.actor(record))
    return action


def _remove_token(state: ImportState, record: Any) -> Action | None:
    hex_id, stop = state.city(record.city)
    listed = state.listed(ours.RemoveToken, state.actor(record))
    named = (a for a in listed if a.city in (hex_id, f"{hex_id}.{stop}"))
    return next(named, ours.RemoveToken(f"{hex_id}.{stop}", by=state.actor(record)))


def owed(state: ImportState) -> list[str]:
    """The site asks the GIPR for stations that go here without a question."""
    events, taken = state.game.events, state.memory.setdefault("taken over", {})
    replaced = {getattr(e, "slot", "") for e in events if type(e).__name__ == "TakenOver"}
    gone = [e for e in events if isinstance(e, TokenRemoved)]
    asked = [e.company for e in gone if asked_for(state.game, e, taken, replaced=e.slot in replaced)]
    if any(runs_out(state.game, taken, company) for company in asked):
        return ["GIPR"] * state.early_passes.count("GIPR")
    return ["GIPR" for _ in asked]


def asked_for(g: Game, event: TokenRemoved, taken: dict[str, int], *, replaced: bool) -> bool:
    """Whether the site asks the GIPR for that station, which goes here.

    Once the GIPR has taken a home over, it asks for each further station of the company that closes, also where there is no
    token for them left, but not beside a station of its own. `taken`: such companies so far, with the stations taken over.
    `replaced`: this one is taken over.
    """
    if replaced:
        taken[event.company] = taken.get(event.company, 0) + 1
    hex_id = event.slot.partition(".")[0]
    beside = any(owner == "GIPR" and slot.startswith(f"{hex_id}.") for slot, owner in g.state.tokens.items())
    return not replaced and not beside and event.company in taken


def runs_out(g: Game, taken: dict[str, int], company: str) -> bool:
    """Whether a station besides the home has taken the last exchange token: then the site asks for no more of them."""
    left = g.rules.data.file.numbers["exchange_tokens"] - g.state.used.get("exchange tokens", 0)
    return not left and taken.get(company, 0) > 1


def unasked(g: Game) -> bool:
    """Whether a player who can buy nothing is asked, which only keeps his hand secret here."""
    step = g.asked()
    return step is not None and step.key == "stock" and all(c.kind is ours.Pass for c in g.choices())


def seed(saved: Saved) -> str:
    """The site's seed; an empty one is replaced by the first digits of the game's number."""
    number = saved.settings.seed
    if number in (None, ""):
        digits = re.search(r"\d+", str(saved.id))
        number = digits[0] if digits else 0
    return f"{number} 18xx.games"


def playing(g: Game) -> Iterable[str]:
    """The companies that have not been left out of the game."""
    return list_mark(g.rules.marks, "in game").entries(g.state)


def papers(g: Game, company: str) -> Iterator[str]:
    """What the site keeps among a company's privates."""
    if list_mark(g.rules.marks, "guaranty").contains(g.state, company):
        yield "GW"


def alike(private: str) -> str:
    """The bonds by one name."""
    return "RB" if private.startswith("RB") else private


# ---------------------------------------------------------------------- certificates


def their_name(card: str) -> str:
    """Our "NWR.0" is the "NWR_0" of the file; privates and bonds are called alike."""
    return card.replace(".", "_")


def bonds(g: Game) -> list[str]:
    """The royal bonds."""
    return [p for p in g.rules.data.privates if p.startswith("RB")]


def open_books(books: AssetLedger) -> None:
    """Certificates that were dealt into the Open Market."""
    for card, place in books.game.state.place.items():
        if place == POOL and "." in card:
            books.certificates.move(their_name(card), POOL)


def follow(books: AssetLedger, record: Record, action: Action) -> None:
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
            passed_on = f"{company}_0" in record.shares and company != "GIPR" and owner != POOL
            certificates.sold(holder, record.shares, books.shares_of(record), owner if passed_on else "")
        case theirs.SellCompany() | theirs.CorporateSellCompany():
            if record.company.startswith("RB"):
                certificates.move(record.company, BANK)
        case theirs.Choose():
            certificates.move(certificates.held(holder, "")[0], GONE)
            certificates.move(next(c for c in certificates.held(IPO, "GIPR") if len(c) > len("GIPR_0")), holder)
        case theirs.SellTrain():
            books.fleet.move(record.train, POOL)
    _follow_directors(books, holder)


def settle(books: AssetLedger) -> None:
    """What a company owned that has closed: bonds go to the bank, all else to the Open Market."""
    for company, state in books.game.state.companies.items():
        if state.closed:
            for card in books.certificates.all_of(company):
                books.certificates.move(card, BANK if card.startswith("RB") else POOL)
            books.fleet.all_to(company, POOL)


def _follow_directors(books: AssetLedger, buyer: str) -> None:
    """A director who is not the one that the books know has given his two oldest certificates for the office.

    The site settles that after each certificate of a purchase: once the new director has more, or as much as the buyer of the
    director's certificate. `buyer`: who has just bought or sold.
    """
    certificates, g = books.certificates, books.game
    for company in g.state.companies:
        director, before = g.state.place[f"{company}.0"], certificates.place(f"{company}_0")
        if company == "GIPR" or director == before or not {director, before} <= {*g.state.order}:
            continue
        new_shares, theirs_ = (certificates.shares(certificates.held(player, company)) for player in (director, before))
        if new_shares > theirs_ or (new_shares == theirs_ and buyer == before):
            certificates.presidency(company, before, director)


PROFILE = ImportProfile(
    title="18India",
    lenient=("line_passes_again",),
    rounds={"Selection": "DR 1", "Draft": "DR 1"},
    unsold={},
    own={
        theirs.SelectCompanies: _kept_cards,
        theirs.Bid: _draft,
        theirs.BuyCompany: _buy,
        theirs.CorporateBuyCompany: _buy,
        theirs.CorporateSellCompany: _sell_card,
        theirs.SellCompany: _sell_card,
        theirs.BuyShares: _buy_share,
        theirs.CorporateBuyShares: _buy_share,
        theirs.SellShares: _sell_shares,
        theirs.CorporateSellShares: _sell_shares,
        theirs.Choose: _convert,
        theirs.SellTrain: _sell_train,
        theirs.RemoveBorder: _remove_border,
        theirs.RemoveToken: _remove_token,
    },
    cities={"M10": (0, 3)},
    seed=seed,
    together=together,
    stays_open=stays_open,
    playing=playing,
    papers=papers,
    alike=alike,
    waits=True,
    assets=AssetProfile(open_books=open_books, papers_named=bonds, follow=follow, settle=settle),
    speaker={"take over": "GIPR"},
    owed=owed,
    unasked=unasked,
)

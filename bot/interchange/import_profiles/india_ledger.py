"""The certificates and bonds of 18 India by the names that 18xx.games gives them, moved with each record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.import_profiles.india_names import GIPR, their_name
from bot.interchange.site import records as theirs
from game.events import CardMoved, Floated
from game.places import BANK, GONE, IPO, POOL

if TYPE_CHECKING:
    from bot.interchange.site.asset_ledger import AssetLedger
    from bot.interchange.site.records import Record
    from game.actions import Action


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
                _give_to_manager(books, record.company, holder)
        case theirs.BuyShares() | theirs.CorporateBuyShares():
            for card in record.shares:
                certificates.move(card, holder)
        case theirs.SellShares() | theirs.CorporateSellShares():
            company = certificates.company(record.shares[0])
            owner = g.state.place[f"{company}.0"]
            passed_on = f"{company}_0" in record.shares and company != GIPR and owner != POOL
            certificates.sell(holder, record.shares, books.count_shares_sold(record), owner if passed_on else "")
        case theirs.SellCompany() | theirs.CorporateSellCompany():
            if record.company.startswith("RB"):
                certificates.move(record.company, BANK)
        case theirs.Choose():
            certificates.move(_find_converted_bond(books, holder), GONE)
            certificates.move(
                next(c for c in certificates.list_certificates(IPO, GIPR) if len(c) > len("GIPR_0")), holder
            )
        case theirs.SellTrain():
            books.fleet.move(record.train, POOL)
    _follow_directors(books, holder)
    if holder in g.state.companies:
        settle_closed(books)  # its last purchase may have closed it


def _find_converted_bond(books: AssetLedger, holder: str) -> str:
    """The bond that its owner has had longest; a company that has closed with the conversion has returned it with its others."""
    owned = books.certificates.list_certificates(holder, "")
    if owned:
        return owned[0]
    others = [e for e in books.game.events if type(e) is CardMoved and e.src == holder and e.card.startswith("RB")]
    returned = sum(books.game.state.place[event.card] == BANK for event in others)
    return books.certificates.list_certificates(BANK, "")[-1 - returned]


def _give_to_manager(books: AssetLedger, certificate: str, buyer: str) -> None:
    """A manager with as many shares as the buyer of the director's certificate gets it at the site, also where the next
    certificate of the same purchase makes the buyer director after all. With a company that has not floated the buyer keeps it.
    """
    certificates = books.certificates
    company, _, number = certificate.rpartition("_")
    manager = books.former_presidents().get(company, buyer)
    if number != "0" or company == GIPR or manager == buyer or manager not in books.game.state.order:
        return
    if any(type(event) is Floated and event.company == company for event in books.game.events):
        return
    managed, bought = (
        certificates.shares(certificates.list_certificates(owner, company)) for owner in (manager, buyer)
    )
    if managed >= bought:
        certificates.change_president(company, buyer, manager)


def settle_closed(books: AssetLedger) -> None:
    """Move what a company owned that has closed: bonds go to the bank, all else to the Open Market."""
    for company, state in books.game.state.companies.items():
        if state.closed:
            for card in books.certificates.list_all(company):
                books.certificates.move(card, BANK if card.startswith("RB") else POOL)
            books.fleet.move_all(company, POOL)


def _follow_directors(books: AssetLedger, buyer: str) -> None:
    """A director who is not the one that the books know has given the two oldest certificates for the office.

    The site settles that after each certificate of a purchase: once the new director has more, or as much as the buyer of the
    director's certificate. `buyer`: who has just bought or sold.
    """
    certificates, g = books.certificates, books.game
    for company in g.state.companies:
        director, before = g.state.place[f"{company}.0"], certificates.holder_of(f"{company}_0")
        if company == GIPR or director == before or not {director, before} <= {*g.state.order}:
            continue
        new_shares, theirs_ = (
            certificates.shares(certificates.list_certificates(player, company)) for player in (director, before)
        )
        if new_shares > theirs_ or (new_shares == theirs_ and buyer == before):
            certificates.change_president(company, before, director)

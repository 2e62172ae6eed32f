"""The ledgers of a game that is read or written, kept in step with what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bot.interchange.site import records as theirs
from bot.interchange.site.ledgers import IPO, POOL, CertificateLedger, TileLedger, TrainLedger, count_from_one
from bot.interchange.site.records import Damaged
from game.events import TrainDiscarded
from game.shares import TREASURY

if TYPE_CHECKING:
    from bot.interchange.site.records import Record
    from game.actions import Action
    from game.play import Game


UNSOLD = (IPO, TREASURY, "aside")  # aside: certificates that a company of five shares does not have


class AssetSnapshot(NamedTuple):
    """What a play may change, noted before it: who presides, and where cards lie."""

    presidents: dict[str, str]  # by company
    places: dict[str, str]  # of cards


@dataclass(frozen=True)
class AssetProfile:
    """What the certificates and trains of one title do, and those of other titles do not."""

    told_apart: tuple[str, ...] = ()  # companies one of whose certificates follows a private: the site minds which
    fleet: Mapping[str, str] = field(default_factory=dict)  # trains of the file that belong to somebody at the start
    papers_named: Callable[[Game], Iterable[str]] = lambda _g: ()  # bonds and the like that files name as certificates
    open_books: Callable[[AssetLedger], None] = lambda _b: None  # where certificates lie from the start
    follow: Callable[[AssetLedger, Record, Action], None] | None = None  # None: as in most titles
    settle: Callable[[AssetLedger], None] = lambda _b: None  # moves what any play, a pass as well, moves by itself


class AssetLedger:
    """Certificates, trains and copies of tiles by the names that the site gives them."""

    def __init__(self, game: Game, profile: AssetProfile) -> None:
        self.game = game
        self.profile = profile
        self.certificates = CertificateLedger(game.rules.data, profile.papers_named(game))
        self.fleet = TrainLedger(profile.fleet)
        cards = {t: count_from_one(t) for t in profile.fleet}
        for train, card in cards.items():
            if card in game.rules.data.train_set:
                self.fleet.tie_card(train, card)
        self.copies = TileLedger()
        # certificates of each company: ours, and by the names of the site
        self._issued = {
            company: [(f"{company}.{i}", f"{company}_{i}") for i in range(len(data.certificates))]
            for company, data in game.rules.data.companies.items()
        }
        profile.open_books(self)

    def snapshot(self) -> AssetSnapshot:
        """The position before a play, with which `note_record` compares the one after it."""
        state = self.game.state
        return AssetSnapshot({c: s.president for c, s in state.companies.items()}, dict(state.place))

    def note_record(self, record: Record, action: Action, before: AssetSnapshot) -> None:
        """Take in a record that has just been played. `before`: the snapshot from before the play."""
        places = before.places
        if isinstance(record, theirs.LayTile):
            self.copies.note_lay(record.tile, record.hex, record.rotation)
        elif isinstance(record, theirs.BuyTrain):
            by = str(record.entity)
            self.fleet.move(record.train, places.get(by, by))  # of a private whose power is used, the owner
            self.fleet.tie_card(record.train, getattr(action, "train", ""))
        elif isinstance(record, theirs.DiscardTrain):
            self.fleet.move(record.train, POOL)
        if self.profile.follow is not None:
            self.profile.follow(self, record, action)
        else:
            self._apply_record(record, action, before)

    def settle(self) -> None:
        """Take in what any play, a pass as well, does by itself: trains of companies that have closed have gone elsewhere."""
        state = self.game.state
        closed = {company for company, its in state.companies.items() if its.closed}
        for train, owner in self.fleet.owners() if closed else ():
            if owner in closed:
                place = state.place.get(self.fleet.ours.get(train, ""), "")
                if place == POOL or place in state.companies:
                    self.fleet.move(train, place)
        self.profile.settle(self)
        self.fleet.settle(state.place)

    def note_discard(self, card: str) -> str:
        """Take in the discard of a card of ours that no record names; returns the site's name of that train."""
        train = self.fleet.site_train(card)
        self.fleet.move(train, POOL)
        return train

    def _apply_record(self, record: Record, action: Action, before: AssetSnapshot) -> None:
        """Take in what a record moves at the site: certificates by their names there, and trains that it does not name."""
        state, places = self.game.state, before.places
        if isinstance(record, theirs.BuyShares):
            for card in record.shares:
                self.certificates.move(card, IPO if record.entity_type == "corporation" else action.by)
        elif isinstance(record, theirs.Par):
            self.certificates.move(f"{record.corporation}_0", action.by)
        if isinstance(record, theirs.SellShares):
            company = self.certificates.company(record.shares[0])
            new = state.companies[company].president
            successor = new if new != before.presidents[company] else ""
            self.certificates.sell(action.by, record.shares, self.count_shares_sold(record), successor)
            return
        if state.place != places:
            moved = dict(sorted([item for item in state.place.items() if places.get(item[0]) != item[1]]))
            if not {*UNSOLD}.isdisjoint(moved.values()):
                self._return_certificates()
            self._follow_gifts(moved, places, record, action.by)
            self._follow_underwriting(moved, places)
            self._follow_trains(moved, places, getattr(action, "train", ""))
        for company, old in before.presidents.items():
            new = state.companies[company].president
            if old and new and new != old:
                self.certificates.change_president(company, old, new)
        if isinstance(record, theirs.Bankrupt):
            self._forfeit_assets(action.by)

    def count_shares_sold(self, record: theirs.SellShares | theirs.CorporateSellShares) -> int:
        """How many shares a record sells: by its percent, which may be less than the certificates that it names."""
        listed = self.certificates.shares(record.shares)
        company = self.certificates.company(record.shares[0])
        return record.percent * self.game.company(company).size // 100 if record.percent else listed

    def _return_certificates(self) -> None:
        """Move the certificates of a company that a bankruptcy has wiped out back to where they lay at the start."""
        place = self.game.state.place
        for issued in self._issued.values():
            back = [certificate for _, certificate in issued if self.certificates.holder_of(certificate) != IPO]
            if back and all(place[card] in UNSOLD for card, _ in issued):
                for _, certificate in issued:
                    self.certificates.move(certificate, IPO)

    def _forfeit_assets(self, player: str) -> None:
        """Move what a bankrupt player could not sell to the market, where the game goes on without him."""
        place = self.game.state.place
        for company, issued in self._issued.items():
            if all(place[card] != player for card, _ in issued):
                for certificate in self.certificates.list_certificates(player, company):
                    self.certificates.move(certificate, POOL)

    def _follow_gifts(self, moved: Mapping[str, str], places: Mapping[str, str], record: Record, by: str) -> None:
        """Move the shares that came with a private: the first single certificate of the place where they lay, or the very
        certificate that belongs to the private. The buyer has that for a moment, even where it makes him president and then goes
        to the old president.
        """
        if isinstance(record, theirs.BuyShares):
            return
        named = {c.replace("_", ".") for c in getattr(record, "shares", ())}
        for card, place in moved.items():
            company, dot, index = card.rpartition(".")
            if not dot or index == "0" or card in named:
                continue
            source = {TREASURY: IPO}.get(places[card], places[card])
            if source not in (IPO, POOL):
                continue
            if isinstance(record, theirs.BuyCompany) and company in self.profile.told_apart:
                self._follow_certificate(f"{company}_{index}", source, by)
            elif place in self.game.state.order:
                singles = [c for c in self.certificates.list_certificates(source, company) if not c.endswith("_0")]
                self.certificates.move(singles[0], place)

    def _follow_certificate(self, certificate: str, source: str, to: str) -> None:
        """Move the certificate that goes with a private; raises Damaged where it lies elsewhere at the site than here."""
        if self.certificates.holder_of(certificate) != source:
            raise Damaged(f"{certificate} goes along, which at 18xx.games lies elsewhere than here")
        self.certificates.move(certificate, to)

    def _follow_underwriting(self, moved: Mapping[str, str], places: Mapping[str, str]) -> None:
        """Move the shares that went from a treasury to the market by themselves: all that were left in the treasury."""
        for card, place in moved.items():
            if place == POOL and places[card] == TREASURY:
                for certificate in self.certificates.list_certificates(IPO, card.rpartition(".")[0]):
                    self.certificates.move(certificate, POOL)

    def _follow_trains(self, moved: Mapping[str, str], places: Mapping[str, str], named: str) -> None:
        """Move the trains, beside the one that is named, that went from a company to another, or in the order of the events to
        the market.
        """
        companies = self.game.state.companies
        if self.game.rules.data.train_set.isdisjoint(moved):
            return
        gone = [e.train for e in self.game.events if isinstance(e, TrainDiscarded)]
        for card in dict.fromkeys((*gone, *self.game.rules.data.train_cards)):
            if card not in moved:
                continue
            old, place = places[card], moved[card]
            train = self.fleet.site_train(card)
            if card == named or old not in companies or self.fleet.owner(train) == place:
                continue
            if place == POOL or place in companies:
                self.fleet.move(train, place)

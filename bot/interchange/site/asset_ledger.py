"""The ledgers of a game that is read or written, kept in step with what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bot.interchange.site import records as theirs
from bot.interchange.site.certificate_ledgers import IPO, POOL, Certificates, Copies, Fleet, count_from_one
from bot.interchange.site.records import Damaged
from game.events import TrainDiscarded
from game.shares import TREASURY

if TYPE_CHECKING:
    from bot.interchange.site.records import Record
    from game.actions import Action
    from game.play import Game


UNSOLD = (IPO, TREASURY, "aside")  # aside: certificates that a company of five shares does not have


class Before(NamedTuple):
    """What a play may change, as it was before."""

    presidents: dict[str, str]  # by company
    places: dict[str, str]  # of cards


@dataclass(frozen=True)
class AssetProfile:
    """What one title's certificates and trains do that those of the others do not."""

    told_apart: tuple[str, ...] = ()  # companies one of whose certificates follows a private: the site minds which
    fleet: Mapping[str, str] = field(default_factory=dict)  # trains of the file that belong to somebody at the start
    papers_named: Callable[[Game], Iterable[str]] = lambda _g: ()  # bonds and the like that files name as certificates
    open_books: Callable[[AssetLedger], None] = lambda _b: None  # where certificates lie from the start
    follow: Callable[[AssetLedger, Record, Action], None] | None = None  # how certificates wander; None: as everywhere
    settle: Callable[[AssetLedger], None] = lambda _b: None  # what goes by itself after any play, a pass as well


class AssetLedger:
    """Certificates, trains and copies of tiles by the names that the site gives them."""

    def __init__(self, game: Game, profile: AssetProfile) -> None:
        self.game = game
        self.profile = profile
        self.certificates = Certificates(game.rules.data, profile.papers_named(game))
        self.fleet = Fleet(profile.fleet)
        cards = {t: count_from_one(t) for t in profile.fleet}
        for train, card in cards.items():
            if card in game.rules.data.train_set:
                self.fleet.tie_card(train, card)
        self.copies = Copies()
        # certificates of each company: ours, and by the names of the site
        self._issued = {
            company: [(f"{company}.{i}", f"{company}_{i}") for i in range(len(data.certificates))]
            for company, data in game.rules.data.companies.items()
        }
        profile.open_books(self)

    def snapshot(self) -> Before:
        """What the ledger compares with after a play."""
        state = self.game.state
        return Before({c: s.president for c, s in state.companies.items()}, dict(state.place))

    def note_record(self, record: Record, action: Action, before: Before) -> None:
        """Take in a record that has just been played."""
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
        """Take in a discard that nobody has said; the site's name of the train."""
        train = self.fleet.site_train(card)
        self.fleet.move(train, POOL)
        return train

    def _apply_record(self, record: Record, action: Action, before: Before) -> None:
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
            self.certificates.sell(action.by, record.shares, self.shares_of(record), successor)
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

    def shares_of(self, record: theirs.SellShares | theirs.CorporateSellShares) -> int:
        """How many shares a record sells: by its percent, which may be less than the certificates that it names."""
        listed = self.certificates.shares(record.shares)
        company = self.certificates.company(record.shares[0])
        return record.percent * self.game.company(company).size // 100 if record.percent else listed

    def _return_certificates(self) -> None:
        """Certificates of a company that a bankruptcy has wiped out: all lie where they lay at the start."""
        place = self.game.state.place
        for issued in self._issued.values():
            back = [certificate for _, certificate in issued if self.certificates.holder_of(certificate) != IPO]
            if back and all(place[card] in UNSOLD for card, _ in issued):
                for _, certificate in issued:
                    self.certificates.move(certificate, IPO)

    def _forfeit_assets(self, player: str) -> None:
        """What a bankrupt player could not sell lies in the market, where the game goes on without him."""
        place = self.game.state.place
        for company, issued in self._issued.items():
            if all(place[card] != player for card, _ in issued):
                for certificate in self.certificates.held_in(player, company):
                    self.certificates.move(certificate, POOL)

    def _follow_gifts(self, moved: Mapping[str, str], places: Mapping[str, str], record: Record, by: str) -> None:
        """Shares that came with a private: the first single certificate of that place, or the very one that belongs to it, which
        the buyer has for a moment even if it makes him president and goes on to the old one.
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
                singles = [c for c in self.certificates.held_in(source, company) if not c.endswith("_0")]
                self.certificates.move(singles[0], place)

    def _follow_certificate(self, certificate: str, source: str, to: str) -> None:
        """The certificate that goes with a private; raises Damaged where the site's lies elsewhere than ours."""
        if self.certificates.holder_of(certificate) != source:
            raise Damaged(f"{certificate} goes along, which at 18xx.games lies elsewhere than here")
        self.certificates.move(certificate, to)

    def _follow_underwriting(self, moved: Mapping[str, str], places: Mapping[str, str]) -> None:
        """Shares that went from a treasury to the market by themselves: all that were left there."""
        for card, place in moved.items():
            if place == POOL and places[card] == TREASURY:
                for certificate in self.certificates.held_in(IPO, card.rpartition(".")[0]):
                    self.certificates.move(certificate, POOL)

    def _follow_trains(self, moved: Mapping[str, str], places: Mapping[str, str], named: str) -> None:
        """Trains beside the one that is named which went from a company to another, or to the market in the order told."""
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

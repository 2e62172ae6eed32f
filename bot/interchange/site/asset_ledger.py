"""The ledgers of a game that is read or written, kept in step with what is played."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bot.interchange.site import records as theirs
from bot.interchange.site.ledgers import CertificateLedger, TileLedger, TrainLedger, count_from_one
from bot.interchange.site.records import Damaged
from game.events import CardMoved, CompanyClosed, PresidentChanged, TrainBought, TrainDiscarded
from game.places import ASIDE, IPO, POOL, TREASURY

if TYPE_CHECKING:
    from bot.interchange.site.records import Record
    from game.actions import Action
    from game.play import Game


UNSOLD = (IPO, TREASURY, ASIDE)  # aside: certificates that a company of five shares does not have


class Move(NamedTuple):
    """Where a card of ours lay before the last play, and where it lies now."""

    src: str
    dst: str


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

    def note_record(self, record: Record, action: Action) -> None:
        """Take in a record that has just been played."""
        if type(record) is theirs.LayTile:
            self.copies.note_lay(record.tile, record.hex, record.rotation)
        elif type(record) is theirs.BuyTrain:
            self.fleet.move(record.train, self._buyer(str(record.entity)))
            self.fleet.tie_card(record.train, getattr(action, "train", ""))
        elif type(record) is theirs.DiscardTrain:
            self.fleet.move(record.train, POOL)
        if self.profile.follow is not None:
            self.profile.follow(self, record, action)
        else:
            self._apply_record(record, action)

    def _buyer(self, entity: str) -> str:
        """The company that has bought, or of a private whose power was used the owner before the play."""
        sources = (event.src for event in self.game.events if type(event) is CardMoved and event.card == entity)
        return next(sources, self.game.state.place.get(entity, entity))

    def _list_moves(self) -> dict[str, Move]:
        """The cards that the last play has moved, by their names."""
        sources: dict[str, str] = {}
        for event in self.game.events:
            if type(event) is CardMoved:
                sources.setdefault(event.card, event.src)
        place = self.game.state.place
        return {card: Move(src, place[card]) for card, src in sorted(sources.items()) if place[card] != src}

    def settle(self) -> None:
        """Take in what any play, a pass as well, does by itself: trains of companies that have closed have gone elsewhere. A
        purchase that brings discards is settled once its record has told which train it was.
        """
        moved = [event.card for event in self.game.events if type(event) is CardMoved]
        if moved or not self.fleet.settled:
            self._follow_closed()
        self.profile.settle(self)
        if {TrainBought, TrainDiscarded} <= {type(event) for event in self.game.events}:
            self.fleet.reopen()
        elif not (self.fleet.settled and self.game.rules.data.train_set.isdisjoint(moved)):
            self.fleet.settle(self.game.state.place)

    def _follow_closed(self) -> None:
        """Move the trains of companies that have closed to where our cards lie, in the order in which they were discarded."""
        state = self.game.state
        closed = {company for company, its in state.companies.items() if its.closed}
        if not closed:
            return
        order = {card: n for n, card in enumerate(self._list_discards())}
        cards = [(self.fleet.ours.get(train, ""), train) for train, owner in self.fleet.owners() if owner in closed]
        for card, train in sorted(cards, key=lambda each: order.get(each[0], len(order))):
            place = state.place.get(card, "")
            if place == POOL or place in state.companies:
                self.fleet.move(train, place)

    def _list_discards(self) -> Iterator[str]:
        """Our cards that the last play has discarded, in the order of the site: a company that closes first loses what it has had
        the longest.
        """
        discards = [event for event in self.game.events if type(event) is TrainDiscarded]
        closed = {event.company for event in self.game.events if type(event) is CompanyClosed}
        since = {train: n for n, (train, _) in enumerate(self.fleet.owners())}
        for company, events in itertools.groupby(discards, key=lambda event: event.company):
            cards = [event.train for event in events]
            if company in closed:
                cards.sort(key=lambda card: since.get(self.fleet.site_train(card), 0))
            yield from cards

    def note_discard(self, card: str) -> str:
        """Take in the discard of a card of ours that no record names; returns the site's name of that train."""
        train = self.fleet.site_train(card)
        self.fleet.move(train, POOL)
        return train

    def _apply_record(self, record: Record, action: Action) -> None:
        """Take in what a record moves at the site: certificates by their names there, and trains that it does not name."""
        if type(record) is theirs.BuyShares:
            for card in record.shares:
                self.certificates.move(card, IPO if record.entity_type == "corporation" else action.by)
        elif type(record) is theirs.Par:
            self.certificates.move(f"{record.corporation}_0", action.by)
        if type(record) is theirs.SellShares:
            company = self.certificates.company(record.shares[0])
            new = self.game.president(company)
            successor = new if new != self.former_presidents().get(company, new) else ""
            self.certificates.sell(action.by, record.shares, self.count_shares_sold(record), successor)
            return
        moves = self._list_moves()
        if moves:
            if any(move.dst in UNSOLD for move in moves.values()):
                self._return_certificates()
            self._follow_gifts(moves, record, action.by)
            self._follow_underwriting(moves)
            self._follow_trains(moves, getattr(action, "train", ""))
        for company, old in self.former_presidents().items():
            new = self.game.president(company)
            if old and new and new != old:
                self.certificates.change_president(company, old, new)
        if type(record) is theirs.Bankrupt:
            self._forfeit_assets(action.by)

    def former_presidents(self) -> dict[str, str]:
        """By company, in the order of the table, who presided before the last play where that has changed hands."""
        former: dict[str, str] = {}
        for event in self.game.events:
            if type(event) is PresidentChanged:
                former.setdefault(event.company, event.old)
        return (
            {company: former[company] for company in self.game.state.companies if company in former} if former else {}
        )

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
        """Move what a bankrupt player could not sell to the market, where the others play on."""
        place = self.game.state.place
        for company, issued in self._issued.items():
            if all(place[card] != player for card, _ in issued):
                for certificate in self.certificates.list_certificates(player, company):
                    self.certificates.move(certificate, POOL)

    def _follow_gifts(self, moves: Mapping[str, Move], record: Record, by: str) -> None:
        """Move the shares that came with a private: the first single certificate of the place where they lay, or the very
        certificate that belongs to the private. The buyer has that for a moment, even where the presidency comes with it and it
        then goes to the old president.
        """
        if type(record) is theirs.BuyShares:
            return
        named = {c.replace("_", ".") for c in getattr(record, "shares", ())}
        for card, (old, place) in moves.items():
            company, dot, index = card.rpartition(".")
            if not dot or index == "0" or card in named:
                continue
            source = IPO if old == TREASURY else old
            if source not in (IPO, POOL):
                continue
            if type(record) is theirs.BuyCompany and company in self.profile.told_apart:
                self._follow_certificate(f"{company}_{index}", source, by)
            elif place in self.game.state.order:
                singles = [c for c in self.certificates.list_certificates(source, company) if not c.endswith("_0")]
                self.certificates.move(singles[0], place)

    def _follow_certificate(self, certificate: str, source: str, to: str) -> None:
        """Move the certificate that goes with a private; raises Damaged where it lies elsewhere at the site than here."""
        if self.certificates.holder_of(certificate) != source:
            raise Damaged(f"{certificate} goes along, which at 18xx.games lies elsewhere than here")
        self.certificates.move(certificate, to)

    def _follow_underwriting(self, moves: Mapping[str, Move]) -> None:
        """Move the shares that went from a treasury to the market by themselves: all that were left in the treasury."""
        for card, move in moves.items():
            if move == (TREASURY, POOL):
                for certificate in self.certificates.list_certificates(IPO, card.rpartition(".")[0]):
                    self.certificates.move(certificate, POOL)

    def _follow_trains(self, moves: Mapping[str, Move], named: str) -> None:
        """Move the trains, beside the one that is named, that went from a company to another, or in the order of the events to
        the market.
        """
        companies = self.game.state.companies
        if self.game.rules.data.train_set.isdisjoint(moves):
            return
        for card in dict.fromkeys((*self._list_discards(), *self.game.rules.data.train_cards)):
            if card not in moves:
                continue
            old, place = moves[card]
            train = self.fleet.site_train(card)
            if card == named or old not in companies or self.fleet.owner(train) == place:
                continue
            if place == POOL or place in companies:
                self.fleet.move(train, place)

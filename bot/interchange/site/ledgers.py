"""What 18xx.games remembers and its files only hint at: which certificate, train and copy of a tile is where.

Our engine counts shares and lists one train of a kind; the files name single certificates, trains and tiles. Where a named
certificate lies decides whether a purchase comes from the initial offering or from the market.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.interchange.site.records import Damaged
from game.places import DEPOT, IPO, POOL
from game.title_data import TitleData


class CertificateLedger:
    """Certificates "CoG_3" by holder, each list in the order of arrival."""

    def __init__(self, data: TitleData, papers: Iterable[str] = ()) -> None:
        """`papers`: bonds and the like, which are no shares."""
        self._shares = {f"{c}_{i}": n for c, d in data.companies.items() for i, n in enumerate(d.certificates)}
        self._shares |= dict.fromkeys(papers, 0)
        self._held: dict[str, list[str]] = {IPO: list(self._shares)}
        self._place = dict.fromkeys(self._shares, IPO)

    @staticmethod
    def company(certificate: str) -> str:
        """The company of a certificate."""
        return certificate.rpartition("_")[0]

    def shares(self, certificates: Sequence[str]) -> int:
        """Shares on these certificates; raises Damaged for an unknown one."""
        return sum(self._shares_on(c) for c in certificates)

    def _shares_on(self, certificate: str) -> int:
        """Shares on a certificate; raises Damaged for an unknown one."""
        if certificate not in self._shares:
            raise Damaged(f"There is no certificate {certificate[:20]}.")
        return self._shares[certificate]

    def holder_of(self, certificate: str) -> str:
        """Who holds a certificate: ipo, pool, a player or a company; raises Damaged for an unknown one."""
        self._shares_on(certificate)
        return self._place[certificate]

    def list_certificates(self, place: str, company: str) -> list[str]:
        """Certificates of a company in a place, longest there first."""
        return [c for c in self._held.get(place, []) if self.company(c) == company]

    def list_all(self, place: str) -> list[str]:
        """All certificates in a place, longest there first."""
        return [*self._held.get(place, [])]

    def move(self, certificate: str, to: str) -> None:
        """Move a certificate to the end of a place's list."""
        self._held[self.holder_of(certificate)].remove(certificate)
        self._held.setdefault(to, []).append(certificate)
        self._place[certificate] = to

    def sell(self, seller: str, certificates: Sequence[str], shares: int, successor: str) -> None:
        """Take in a sale of so many shares. Listing more than that means part of the president's certificate: all goes to the
        market, the presidency changes, and the seller takes the rest back from the front of the market's list.
        """
        company = self.company(certificates[0])
        back = self.shares(certificates) - shares
        for certificate in certificates:
            self.move(certificate, POOL)
        if successor:
            self.change_president(company, seller, successor)
        while back > 0:
            first = next(c for c in self.list_certificates(POOL, company) if self._shares[c] <= back)
            self.move(first, seller)
            back -= self._shares[first]

    def change_president(self, company: str, old: str, new: str) -> None:
        """Let the new president give what was held longest for the president's certificate: to the old president, if still
        holding as much, else (it was sold) to the market.
        """
        card = f"{company}_0"
        owed = self._shares[card]
        to = old if self.shares(self.list_certificates(old, company)) >= owed else POOL
        for certificate in self.list_certificates(new, company):
            if owed > 0:
                self.move(certificate, to)
                owed -= self._shares[certificate]
        self.move(card, new)


class TrainLedger:
    """Who owns the train "4-0" of the files, and which card of ours it is: trains are alike, so numbers may differ."""

    def __init__(self, owners: Mapping[str, str]) -> None:
        self._owner = dict(owners)  # in the order in which they came to where they are
        self._theirs: dict[str, str] = {}  # theirs for our card
        self.ours: dict[str, str] = {}  # our card for theirs, where it was bought
        self.settled = False  # no train has been moved or tied to another card since the last call of `settle`

    def owner(self, train: str) -> str:
        """The owner of a train: a company, `pool`, or `depot`."""
        return self._owner.get(train, DEPOT)

    def owners(self) -> list[tuple[str, str]]:
        """Trains that have been sold, with their owners."""
        return [*self._owner.items()]

    def site_train(self, card: str) -> str:
        """The train that our card is, "" while it has not been sold."""
        return self._theirs.get(card, "")

    def list_trains(self, owner: str) -> list[str]:
        """Trains of an owner, longest there first."""
        return [t for t, has in self._owner.items() if has == owner]

    def move(self, train: str, to: str) -> None:
        """Move a train to the end of a company's list."""
        self._owner.pop(train, None)
        self._owner[train] = to
        self.settled = False

    def tie_card(self, train: str, card: str) -> None:
        """Note that our card is that train from now on; the card and the train that these two were before become each other."""
        self.settled = False
        was, before = self.ours.get(train, ""), self._theirs.get(card, "")
        for site_train, our_card in ((before, was), (train, card)):
            self.ours |= {site_train: our_card} if site_train else {}
            self._theirs |= {our_card: site_train} if our_card else {}

    def reopen(self) -> None:
        """Note that our cards may have moved, as when a play is taken back."""
        self.settled = False

    def settle(self, place: Mapping[str, str]) -> None:
        """Exchange cards that have gone another way than the trains that they are with cards of the same type that have gone
        there. `place`: where our cards lie.
        """
        self.settled = True
        astray = [t for t, card in self.ours.items() if card and self._owner.get(t) != place.get(card)]
        reached = {place.get(self.ours[t]) for t in astray}  # most have gone for good, and nobody waits there
        for train in astray:
            owner = self._owner.get(train)
            for other in astray if owner and owner in reached else ():
                card = self.ours[other]
                if card and place.get(card) == owner and kind_of(other) == kind_of(train):
                    self.tie_card(train, card)
                    break

    def move_all(self, owner: str, to: str) -> None:
        """Move all trains of an owner to another one."""
        for train in self.list_trains(owner):
            self.move(train, to)


class TileLedger:
    """On which hex the copy "57-0" of a tile lies."""

    def __init__(self) -> None:
        self._hex: dict[str, str] = {}
        self._turned: dict[str, int] = {}  # rotation of the copy in the file
        self._back: list[str] = []  # taken off the map, in that order

    def note_lay(self, copy: str, hex_id: str, rotation: int = 0) -> None:
        """Note that a copy of a tile lies in a hex; what lay there is free again."""
        self._turned[copy] = rotation
        gone = [c for c, h in self._hex.items() if h == hex_id]
        self._back = [c for c in self._back if c != copy] + gone
        for other in gone:
            del self._hex[other]
        self._hex[copy] = hex_id

    def hex_of(self, copy: str) -> str:
        """The hex on which a copy lies, "" if it lies nowhere."""
        return self._hex.get(copy, "")

    def rotation_in(self, hex_id: str) -> int:
        """How the file has turned the tile on a hex; ours names one of the rotations that give the same track."""
        return self._turned.get(self.copy_in(hex_id), 0)

    def copy_in(self, hex_id: str) -> str:
        """The copy that lies on a hex, "" for none."""
        return next((c for c, h in self._hex.items() if h == hex_id), "")

    def next_copy(self, tile: str, count: int) -> str:
        """The copy that the site takes next, "" if all lie on the map."""
        return next(iter(self.free_copies(tile, count)), "")

    def free_copies(self, tile: str, count: int) -> list[str]:
        """Copies beside the map in the order in which the site takes them: the unused, then what came back, first to last."""
        copies = [f"{tile}-{i}" for i in range(count)]
        unused = [c for c in copies if c not in self._hex and c not in self._back]
        return unused + [c for c in self._back if c in copies]

    def take_first(self, copy: str, other: str) -> None:
        """Let a copy that came back be taken now; the other, whose turn it is, waits in its place."""
        self._back = [{copy: other, other: copy}.get(c, c) for c in self._back]


def kind_of(train: str) -> str:
    """The type of a train card: "4-2" is a "4"."""
    return train.rpartition("-")[0] or train


def name_as_ours(train: str, kinds: Mapping[str, str]) -> str:
    """A train whose type goes by another name here: "3'-0" is "3-0'3'", so that it stays another card than "3-0"."""
    site_kind, dash, number = train.rpartition("-")
    if not dash:
        return kinds.get(train, train)
    return f"{kinds[site_kind]}-{number}'{site_kind}" if site_kind in kinds else train


def name_as_theirs(train: str) -> str:
    """A train of ours by its name at the site, the counterpart of `name_as_ours`. "3-0'3'" is "3'-0"."""
    head, quote, suffix = train.partition("'")
    return f"{suffix}-{head.rpartition('-')[2]}" if quote else train


def find_same_kind(train: str, owned: Sequence[str], taken: Mapping[str, str]) -> str:
    """Our card for a recorded train: of the same kind, not yet taken; "" if the company has none."""
    return next((card for card in owned if kind_of(card) == kind_of(train) and card not in taken.values()), "")


def count_from_one(train: str) -> str:
    """Our card for a train of the file that is dealt at the start: "2-0" is our "2-1"."""
    return f"{kind_of(train)}-{int(train.rpartition('-')[2]) + 1}"

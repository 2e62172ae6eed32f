"""A sealed maximum bid, and what proves it later."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

PLEDGE_DIGITS = 32  # hexadecimal digits of a pledge


@dataclass(frozen=True, slots=True)
class ProxyBid:
    """A maximum. `open`: it still bids."""

    id: int
    seat: str
    user: int
    item: str
    most: int = field(repr=False)
    salt: str = field(repr=False)
    open: bool = True

    @property
    def proof(self) -> str:
        """The text whose SHA-256 is the commitment: item, maximum in dollars, salt. Shown when the lot is sold."""
        return f"{self.item} {self.most} {self.salt}"

    @property
    def commitment(self) -> str:
        """The hash that is shown while the maximum is secret; the proof shows afterwards that it was not changed."""
        return sha256(self.proof.encode()).hexdigest()[:PLEDGE_DIGITS]

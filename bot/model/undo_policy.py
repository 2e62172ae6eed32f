"""Who must agree before moves are taken back or played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.kinds import FOLLOWING, UndoKind, UndoPolicy, Via
from bot.model.models import GameRow, StoredMove


@dataclass(frozen=True, slots=True)
class NeededConsent:
    """Whose consent is needed; nobody's: it may be done at once."""

    seats: tuple[str, ...] = ()
    host: bool = False

    @property
    def is_free(self) -> bool:
        """Whether nobody has to be asked."""
        return not self.seats and not self.host


@dataclass(frozen=True, slots=True)
class NewProposal:
    """A proposal to be put before a table. `head`: where the table stands; `target`: where it would."""

    game: int
    kind: UndoKind
    seat: str
    head: int
    target: int
    needed: NeededConsent
    reason: str


def consent_needed(
    row: GameRow, moves: Sequence[StoredMove], seat: str, *, back: bool, unanimous: bool = False
) -> NeededConsent:
    """Whose consent a seat needs for these moves to be taken back (`back`) or redone.

    `unanimous`: all must agree, whatever the policy: what is secret there is known by now, or the game was ended by hand.

    Free while the moves are the seat's own. Otherwise the table's policy decides: `vote` asks the seats whose moves they are,
    `host` the host alone, `free` nobody. Where hidden information came out, all must agree to go back, whatever the policy.
    One user is never asked twice nor asked for what they wish themselves: at practice tables one holds several seats. Passes that
    the bot made for somebody need nobody's consent: it makes them again. Whoever has a sealed maximum is always asked before its
    bids are taken back: bid after bid, it could be found out.
    """
    asker = row.seat(seat)
    own = {asker.user} if asker else set()
    others = [s for s in row.seats if s.user not in own and not s.by_bot]
    if unanimous or (back and any(m.revealed for m in moves)):
        return NeededConsent(tuple(s.name for s in others))
    authors = {m.seat for m in moves if m.via not in FOLLOWING}
    theirs = tuple(s.name for s in others if s.name in authors)
    bidders = {m.seat for m in moves if m.via == Via.PROXY_BID}
    sealed = tuple(s.name for s in others if s.name in bidders and back)
    if not theirs or row.undo == UndoPolicy.FREE:
        return NeededConsent(sealed)
    if row.undo == UndoPolicy.HOST:
        return NeededConsent(sealed, host=row.host not in own)
    return NeededConsent(theirs)

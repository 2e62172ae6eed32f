"""What 18 India remembers beside the engine's own state."""

from __future__ import annotations

from typing import NamedTuple

from game.marks import Declaration, ListMark, MarkFamily, RecordMark, ValueMark


class TerrainHelp(NamedTuple):
    """Terrain that the French company still pays for in this turn."""

    company: str
    rupees: int


IN_GAME = ListMark("in game")  # companies that were not left out at the start
GUARANTY = ListMark("guaranty")  # companies with a guaranty warrant
ORDER = ListMark("order")  # companies in the order of the present operating round
FRESH = ListMark("fresh")  # trains that the bank has sold, and does not take back for now
GAUGE = ListMark("gauge")  # hexsides with a gauge marker
CROSSED = ListMark("crossed")  # rivers and gauges that track crosses, as hexsides
TERRAIN_HELP = RecordMark("terrain help", TerrainHelp)
CLOSING = ListMark("closing")  # privates whose help has begun, which close once it has paid
JEWELRY_HEX = ValueMark("jewelry")  # where the jewelry token lies
CONCESSIONS = MarkFamily("good.", ValueMark)  # by good: the company that may deliver it, "nobody" when that has closed

MARKS: tuple[Declaration, ...] = (
    IN_GAME,
    GUARANTY,
    ORDER,
    FRESH,
    GAUGE,
    CROSSED,
    TERRAIN_HELP,
    CLOSING,
    JEWELRY_HEX,
    CONCESSIONS,
)

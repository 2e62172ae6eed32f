"""Where the turn of a company waits in 18 India at 18xx.games, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.import_profiles.india_passes import converts_in_vain
from bot.interchange.site.ledgers import kind_of
from bot.interchange.site.site_turn import open_circles, restore_left_circles
from bot.interchange.site.wait_conditions import may_buy_train, may_place_station
from game import cards, train_checks, trains
from game.actions import BuyShare, Pass
from game.marks import list_mark
from game.routing import company_reach, network

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState
    from bot.interchange.site.site_turn import Turn
    from game.actions import Action
    from game.play import Game

YELLOWS = 4  # tiles of one turn


def waits_for_track(g: Game, turn: Turn) -> bool:
    """Whether the site waits for track: until an upgrade, a removed marker or the fourth yellow tile; while the company itself
    owns P2 or P3, until a removed marker only.
    """
    if any(type(action).__name__ == "RemoveGauge" for _, action in turn.acted):
        return False
    if any(g.state.place[p] == turn.company for p in ("P2", "P3")):
        return True
    normal = [b for b in turn.laid if not b.using]
    yellow = all(g.rules.data.tiles[b.tile].colour == "yellow" for b in normal)
    return len(normal) < YELLOWS and yellow


def waits_for_station(g: Game, turn: Turn) -> bool:
    """Whether the site waits for a station: until the turn has one, if a station is affordable and possible, or P5 is at hand,
    also without a station on the charter.
    """
    danish = g.state.place["P5"] in (turn.company, g.president(turn.company))
    if turn.stations or danish:
        return not turn.stations
    with restore_left_circles(g, turn):
        if may_place_station(g, turn) or _has_added_circle(g, turn):
            return True
        with open_circles(g, turn.company, _list_added_circles(g, turn)):
            return may_place_station(g, turn)


def _has_added_circle(g: Game, turn: Turn) -> bool:
    """Whether the site offers a circle that it has added for the Danish company's station. A company with a station in another
    city of that hex is not asked.
    """
    if not g.company(turn.company).tokens or g.rules.tokens.cost(g, turn.company) > g.state.cash[turn.company]:
        return False
    for city in _list_added_circles(g, turn):
        hex_id = city.partition(".")[0]
        owners = [owner for slot, owner in g.state.tokens.items() if slot.startswith(f"{hex_id}.")]
        if city in company_reach.reach(g, turn.company).stops and turn.company not in owners:
            return True
    return False


def _list_added_circles(g: Game, turn: Turn) -> list[str]:
    """Cities in which the circle that the site has added for the Danish company's station is free: it stays when another in the
    city has become free, and what lies behind it is reached.
    """
    cities: list[str] = []
    for city, slots in turn.added.items():
        hex_id, _, stop = city.partition(".")
        places = g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities
        if f"{city}.+" not in g.state.tokens and any((c.name, c.slots) == (stop, slots) for c in places):
            cities.append(city)
    return cities


def asks_run(state: ExportState, company: str) -> bool:
    """Whether the site, as it loads a file, asks for runs: track leads from a station to another stop, the stub at the edge of
    the map being none. While a game is played it also counts the city of a double city's yellow tile in which the station stood
    before its city was chosen; no file serves both.
    """
    g = state.game
    if not trains.owned(g, company):
        return False
    net = network.of(g)
    own, _ = company_reach.stations(g.state.tokens, company)
    ways = [way for s in net.segments for way in ((s.a, s.b), (s.b, s.a)) if way[0] in own and way[0] != way[1]]
    return any(net.stops[to].kind != "off" for _, to in ways)


def waits_for_trade(g: Game, turn: Turn) -> bool:
    """Whether the site waits for trains: one can be bought, or sold to the bank. Another company's is on offer even where
    8.4.5.6 forbids it.
    """
    company = turn.company
    room = trains.count_for_limit(g, company) < g.rules.trains.limit(g, company)
    if room and g.state.cash[company] > 0 and train_checks.others_trains(g, company):
        return True
    return may_buy_train(g, turn) or any(_may_sell_train(g, company, t) for t in trains.owned(g, company))


def _may_sell_train(g: Game, company: str, card: str) -> bool:
    """Whether a company may sell a train to the bank: its type has a price there, and it was not bought in this turn."""
    fresh = list_mark(g.rules.marks, "fresh").entries(g.state)
    return bool(g.rules.data.file.numbers.get(f"resale_{kind_of(card)}")) and f"{card}={company}" not in fresh


def waits_for_sale(g: Game, turn: Turn) -> bool:
    """Whether the site waits for a sale: the company owns a certificate."""
    trains_ = g.rules.data.train_set
    return any(card not in trains_ for card in cards.at(g, turn.company))


def waits_for_purchase(g: Game, turn: Turn) -> bool:
    """Whether the site waits for the company to buy a certificate: one a turn is the limit.

    What it could pay only after the fall at the end of the turn does not count: that fall has not happened yet.
    """
    if turn.has_done("buy holding"):
        return False
    if converts_in_vain(g, turn.company):
        return True
    steps = (make(turn.company) for make in g.rules.turn(g, turn.company))
    step = next(s for s in steps if s.key == "buy holding")
    cash = g.state.cash[turn.company]
    return any(
        not _waits_for_fall(a, turn, cash) for c in step.choices(g) for a in c.actions if not isinstance(a, Pass)
    )


def _waits_for_fall(action: Action, turn: Turn, cash: int) -> bool:
    """Whether an action buys a share of the company on turn that it can pay only after the fall at the end of the turn."""
    return isinstance(action, BuyShare) and action.company == turn.company and cash < turn.price

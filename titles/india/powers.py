"""18 India 2.5, 8.2: the private companies. Each power is used once, for any company that its owner controls; then it closes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from game import cards, money, places, privates, stations, tile_lays, trains
from game.ability_kinds import DISCOUNT, LAY, TOKEN, AbilityKind
from game.actions import ClosePrivate, LayTile, Use
from game.checks import LayPermit, StationPermit
from game.choices import Choice, choice
from game.routing import company_reach
from game.rules import Power, Refusal
from game.stations import Site
from game.step_keys import StepKey
from game.steps.token import ChooseCity
from game.steps.track import LayTrack, list_lays
from game.tile_lays import Built
from titles.india import setup
from titles.india.actions import RemoveGauge, SellTrain
from titles.india.events import Claimed, GaugeChanged, TrainSold
from titles.india.marks import CLOSING, CONCESSIONS, FRESH, GAUGE, JEWELRY_HEX, TERRAIN_HELP, TerrainHelp

if TYPE_CHECKING:
    from game.events import PowerUsed, TurnEnded
    from game.play import Game
    from game.state import Company
    from game.title_data import TitleData

JEWELRY = "jewelry"  # the good of the British company
BONUS = AbilityKind("bonus", StepKey.TOKEN, ("amount",))


def owned(g: Game, company: Company, private: str) -> bool:
    """18 India 8.2: by the company itself or by who is in charge of it."""
    return g.state.place[private] in (company, g.president(company))


def usable(g: Game, company: Company, kind: AbilityKind) -> Iterator[str]:
    """Privates with a power of that kind which the company may use now."""
    for private in _with(g.rules.data, kind):
        if owned(g, company, private) and not _waiting(g, private):
            yield private


@lru_cache(maxsize=64)
def _with(data: TitleData, kind: AbilityKind) -> tuple[str, ...]:
    return tuple(p for p, private in data.privates.items() if any(a.kind == kind.name for a in private.abilities))


def _waiting(g: Game, private: str) -> bool:
    return CLOSING.contains(g.state, private)


def leave(g: Game, private: str) -> None:
    """A private leaves the game; the bank pays its owner the face value."""
    owner = g.state.place[private]
    money.pay(g, places.BANK, owner, g.rules.data.privates[private].value, "face value")
    trains.close_private(g, private)


def close_used(g: Game, event: PowerUsed) -> None:
    """18 India 2.5, 8.2: a private closes when its power is used; while track is laid, when French help first pays."""
    if event.kind == DISCOUNT.name and isinstance(g.top_step(), LayTrack):
        CLOSING.add(g.state, event.private)
    else:
        leave(g, event.private)


def close_waiting(g: Game) -> None:
    """Privates whose help has begun leave."""
    waiting = tuple(CLOSING.entries(g.state))
    CLOSING.clear(g.state)
    for private in waiting:
        leave(g, private)


ALLOWS = {"P2": ("yellow",), "P3": ("green", "brown", "gray")}


def lays(g: Game, company: Company) -> Iterator[LayPermit]:
    """18 India 2.5: one yellow tile or one upgrade beside the normal ones, in no need to be part of their line."""
    for private in usable(g, company, LAY):
        yield LayPermit(ALLOWS[private], using=private)


def lay_choices(g: Game, company: Company, key: str) -> Iterator[Choice]:
    """18 India 8.2: at any point of the turn; while track is laid, the step itself offers them."""
    if key == StepKey.TRACK:
        return
    for permit in lays(g, company):
        if g.rules.has("powers_by_step") and g.state.place[permit.using] == company:
            continue
        listed = list_lays(g, company, (permit,))
        if listed:
            yield listed


def lay(g: Game, company: Company, action: LayTile) -> None:
    """18 India 2.5: a tile by a private, after which a station in no city chooses its city."""
    permit = next(a for a in lays(g, company) if a.using == action.using)
    tile_lays.carry_out(g, tile_lays.propose(g, company, action.hex, action.tile, action.rotation, permit))
    privates.use(g, action.using, LAY)
    if stations.standing(g, action.hex) and not stations.unsettled(g, action.hex):
        g.push(ChooseCity(company, action.hex))


def help_left(g: Game, company: Company) -> int:
    """Rupees of terrain that the French company still pays in this turn."""
    help = TERRAIN_HELP.record(g.state)
    return help.rupees if help is not None and help.company == company else 0


def use_help(g: Game, company: Company, amount: int) -> None:
    """18 India 2.5: so many rupees are paid; the private leaves at once (18xx.games: when the track is laid)."""
    if amount > 0 and help_left(g, company):
        TERRAIN_HELP.set(g.state, TerrainHelp(company, max(0, help_left(g, company) - amount)))
        if not g.rules.has("help_closes_after_track"):
            close_waiting(g)


def help_choices(g: Game, company: Company, key: str) -> Iterator[Choice]:
    """18 India 2.5: before the costs arise; what is not used in the turn is lost."""
    if g.rules.has("powers_by_step") and not _may_lay_more(g, company):
        return
    for private in usable(g, company, DISCOUNT):
        yield choice(Use(private, by=g.president(company)))


def _may_lay_more(g: Game, company: Company) -> bool:
    """Whether the company may lay another tile of its own, or by a private that it owns itself."""
    step = g.top_step()
    if not isinstance(step, LayTrack):
        return False
    own = any(g.state.place[private] == company for private in usable(g, company, LAY))
    return own or any(True for _ in g.rules.track.permits(g, company, step.laid))


def begin_help(g: Game, company: Company, action: Use) -> None:
    """18 India 2.5: the rupees of terrain that are paid from now on until the turn ends."""
    amount = next(a.amount for a in g.rules.data.privates[action.private].abilities)
    TERRAIN_HELP.set(g.state, TerrainHelp(company, amount))
    privates.use(g, action.private, DISCOUNT)


def end_help(g: Game, event: TurnEnded) -> None:
    """18 India 2.5: the rest is lost when the turn ends."""
    TERRAIN_HELP.clear(g.state)


def free_stations(g: Game, company: Company) -> Iterator[StationPermit]:
    """18 India 2.5: the station of the turn free of charge in any city of the map, full or not."""
    for private in usable(g, company, TOKEN):
        yield StationPermit(0, connected=False, using=private)
        yield StationPermit(0, connected=False, outside_circle="always", using=private)


def site(g: Game, company: Company, city: str) -> Site:
    """A city where a station would take a circle."""
    hex_id, _, stop = city.partition(".")
    return Site(
        company, g.rules.data.hexes[hex_id], stations.tile_in(g, hex_id).stop(stop), StationPermit(0, connected=False)
    )


def jewelry_hexes(g: Game) -> list[str]:
    """18 India 2.5: any hex without town or city; neither sea nor the frame."""
    return [
        h
        for h, place in g.rules.data.hexes.items()
        if not place.print.stops and (place.buildable or (place.print.colour == "gray" and place.print.tracks))
    ]


def jewelry_choices(g: Game, company: Company, key: str) -> Iterator[Choice]:
    """18 India 2.5: where the company may put the jewelry."""
    for private in usable(g, company, BONUS):
        yield choice(*(Use(private, h, by=g.president(company)) for h in jewelry_hexes(g)))


def place_jewelry(g: Game, company: Company, action: Use) -> None:
    """18 India 2.5: the good comes onto the map, and the company has its concession."""
    JEWELRY_HEX.set(g.state, action.target)
    CONCESSIONS[JEWELRY].set(g.state, company)
    g.emit(Claimed(company, JEWELRY))
    privates.use(g, action.private, BONUS)


def close_choices(g: Game, company: Company, key: str) -> Iterator[Choice]:
    """18 India 8.2: players close privates of theirs at any time of an operating round, companies in their turn."""
    if g.rules.has("no_closing"):
        return
    for private in g.rules.data.privates:
        owner = g.state.place[private]
        by = g.president(company) if owner == company else owner
        if private not in setup.bonds(g) and by in g.state.order and not _waiting(g, private):
            yield choice(ClosePrivate(private, by=by))


def close(g: Game, company: Company, action: ClosePrivate) -> None:
    """18 India 8.2: the private leaves the game."""
    leave(g, action.private)


def resale(g: Game, card: str) -> int:
    """What the bank pays for a train, 0: it does not buy it."""
    return g.rules.data.file.numbers.get(f"resale_{cards.kind(card)}", 0)


def why_no_sale(g: Game, company: Company, card: str) -> str:
    """18 India 8.4.5.5: a train that the bank sold in this operating round it does not take back; nor a 4x3."""
    if not resale(g, card):
        return f"the bank buys no {trains.train_name(g, card)}s"
    sold = f"{card}={company}" if g.rules.has("free_resale_after_transfer") else card
    return (
        f"the {trains.train_name(g, card)} was bought from the bank in this round: it can be sold back in a later one"
        if FRESH.contains(g.state, sold)
        else ""
    )


def sale_choices(g: Game, company: Company, key: str) -> Iterator[Choice]:
    """18 India 8.4.5.5: trains that the bank takes back while the company may buy trains, one of each face."""
    if key != StepKey.TRAINS:
        return
    sold: dict[str, str] = {}
    for card in trains.owned(g, company):
        if not why_no_sale(g, company, card):
            sold.setdefault(trains.face(g, card), card)
    if sold:
        yield choice(*(SellTrain(card, by=g.president(company)) for card in sold.values()))


def sell_train(g: Game, company: Company, action: SellTrain) -> None:
    """18 India 8.4.5.5: the bank pays the price on the card and offers the train to all for its full price."""
    money.pay(g, places.BANK, company, resale(g, action.train), "train")
    cards.move(g, action.train, places.POOL, "sold")
    g.emit(TrainSold(company, action.train, resale(g, action.train)))


def why_not_sell(g: Game, company: Company, action: object) -> Refusal | None:
    """18 India 8.4.5.5: why the bank does not take a train back; None for other actions."""
    if not isinstance(action, SellTrain):
        return None
    if action.train not in trains.owned(g, company):
        return Refusal(f"{company} has no {trains.train_name(g, action.train)}")
    return Refusal(
        why_no_sale(g, company, action.train) or "you can only sell trains while you may buy trains",
        "18 India 8.4.5.5",
    )


def marker_choices(g: Game, company: Company, key: str) -> Iterator[Choice]:
    """18 India 8.4.1.5: from phase IV on, one marker that a route of the company passes, in place of all normal track work.

    Tiles by powers of privates are beside that (2.5), before and after.
    """
    step = g.top_step()
    if key != StepKey.TRACK or not isinstance(step, LayTrack) or "convert" not in trains.phase(g).flags:
        return
    if any(not built.using for built in step.laid):
        return
    reach, hexes = company_reach.reach(g, company), g.rules.data.hexes
    removals = []
    for side in GAUGE.entries(g.state):
        hex_id, _, number = side.partition("/")
        between = {hex_id, hexes[hex_id].sides[int(number)]}
        if side in reach.hexsides or (g.rules.has("marker_by_hexes") and between <= reach.hexes | reach.bare):
            removals.append(RemoveGauge(side, by=g.president(company)))
    if removals:
        yield choice(*removals)


def why_no_removal(g: Game, company: Company, action: object) -> Refusal | None:
    """Why a marker is not removed."""
    step = g.top_step()
    if not isinstance(action, RemoveGauge) or not isinstance(step, LayTrack):
        return None
    if "convert" not in trains.phase(g).flags:
        return Refusal("gauge markers can be removed from phase IV on", "18 India 3.4")
    if not GAUGE.contains(g.state, action.side):
        return Refusal(f"there is no gauge marker at {action.side}", "18 India 8.4.1.5")
    if any(not built.using for built in step.laid):
        return Refusal(
            "you can only remove a marker instead of laying track, and a tile has been laid already", "18 India 8.4.1.5"
        )
    return Refusal(f"no route of {company} passes the gauge marker at {action.side}", "18 India 8.4.1.5")


def remove_marker(g: Game, company: Company, action: RemoveGauge) -> None:
    """The removal counts as the turn's track work: what privates may lay comes on top."""
    step = g.top_step()
    assert isinstance(step, LayTrack)
    step.laid.append(Built(action.side, ""))
    GAUGE.remove(g.state, action.side)
    g.emit(GaugeChanged(action.side, marker=False, company=company))


POWERS = (
    Power(lay_choices, lay, keeps=()),
    Power(help_choices, begin_help, keeps=()),
    Power(jewelry_choices, place_jewelry, keeps=()),
    Power(close_choices, close, keeps=()),
    Power(sale_choices, sell_train, why_not_sell, keeps=("trains",)),
    Power(marker_choices, remove_marker, why_no_removal, keeps=("track",)),
)

"""18EU as 18xx.games plays it: minors that "buy" the share they are exchanged for, Pullman cars with a route of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.encode_action import choose_bundle, encode_empty_run, encode_route
from bot.interchange.entries import entry_by_company, entry_by_player
from bot.interchange.export_profiles import eu_stations, left_circles
from bot.interchange.export_profiles.eu_tiles import choose_copy
from bot.interchange.export_state import ExportProfile
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import Turn, Waiting
from bot.interchange.site.wait_conditions import may_buy_train, may_lay, never_waits_for
from game import shares, trains
from game.actions import Choose, LayTile, Par, Pass, PlaceToken, SellShares
from game.places import IPO, POOL
from game.routing import company_reach
from game.state import Run
from game.step_keys import StepKey

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState
    from game.actions import Action
    from game.play import Game
    from titles.eu.doubled_stop import StopDoubled

PULLMAN = "P"
HAMBURG = "G2"
STARTED = 2  # certificates of whoever starts a corporation with a minor: the president's, and the share for the minor


def list_pullmans(g: Game, company: str) -> list[str]:
    """The Pullmans of a company."""
    return [t for t in trains.owned(g, company) if trains.face(g, t) == PULLMAN]


def may_discard_pullman(g: Game, turn: Turn) -> bool:
    """Whether the company owns a Pullman, which the site lets it discard in each turn."""
    return bool(list_pullmans(g, turn.company))


def may_use_treasury(g: Game, turn: Turn) -> bool:
    """Whether the site waits for issuing and redeeming: not in the first operation, and only once."""
    steps = (make(turn.company) for make in g.rules.turn(g, turn.company))
    step = next((s for s in steps if s.key == "treasury"), None)
    return step is not None and not turn.first and not turn.has_done("treasury") and any(True for _ in step.choices(g))


def waits_for_player(state: ExportState, player: str, fresh: bool) -> bool:
    """Whether the site waits for a player: for whoever owns a minor and has not bought, also where none could be exchanged, and
    after sales.
    """
    return (fresh or isinstance(state.action, SellShares)) and bool(_minors_of(state, player))


def _minors_of(state: ExportState, player: str) -> list[str]:
    """The minors of a player."""
    return [c for c, s in state.game.state.companies.items() if s.president == player and state.kind_of(c) == "minor"]


def encode_special(state: ExportState, action: Action) -> Entry | list[Entry] | None:
    """The entry of an exchange, of the Pullman's stop, or of what corporations do with their own shares; None for other
    actions.
    """
    step: Any = state.game.top_step()
    entry: Entry | list[Entry] | None = None
    if isinstance(action, LayTile):
        left_circles.check_tile(state, action)
        choose_copy(state, action)
    elif isinstance(action, PlaceToken) and step.key == StepKey.TOKEN:
        left_circles.check_station(state, action)
    elif isinstance(action, Par):
        _check_limit(state, action)
    elif isinstance(action, Pass) and step.key == "exchange":
        _check_hamburg(state, action, step)
    elif action.verb == "exchange":
        entry = _encode_exchange(state, action)
    elif action.verb == "redeem":
        entry = _encode_redemption(state, action)
    elif isinstance(action, SellShares) and step.key == "treasury":
        cards = choose_bundle(state, IPO, action.company, action.shares)
        entry = entry_by_company(state, action.company, "sell_shares", shares=cards, percent=state.names.percent(cards))
    elif isinstance(action, Pass) and step.key == "replace":
        entry = entry_by_company(state, step.company, "pass")
    return entry


def _check_limit(state: ExportState, action: Par) -> None:
    """Minors are no certificates at the site, so that giving up a minor makes no room: raises Unwritable for a start at
    the limit.
    """
    g = state.game
    limit = g.rules.shares.limit(g)
    if "underwritten" not in trains.phase(g).flags and shares.count_for_limit(g, action.by) + STARTED > limit:
        raise Unwritable(
            f"18xx.games cannot start {action.company} so close to the certificate limit of {limit}:"
            f" it has no room for the share that {action.by} gets for the minor"
        )


def _check_hamburg(state: ExportState, action: Pass, step: Any) -> None:
    """The site takes Hamburg for a corporation with shares: raises Unwritable for a pass with a minor that reaches no other."""
    g = state.game
    for minor in _minors_of(state, action.by):
        reached = {stop.partition(".")[0] for stop in company_reach.reach(g, minor).stops}
        if HAMBURG in reached and not step.joined_to(g, minor):
            raise Unwritable(
                f"18xx.games lets nobody give up minor {minor}: it is joined to Hamburg, which counts as a corporation there"
            )


def _encode_exchange(state: ExportState, action: Any) -> Entry | list[Entry]:
    """A minor that is given up for nothing is a pass there, which gives up all minors of the player. A corporation that stands in
    the minor's city already is asked for a token all the same, and passes.
    """
    if not action.company:
        if _minors_of(state, action.by) != [action.minor]:
            raise Unwritable(f"18xx.games cannot give up minor {action.minor} alone")
        return entry_by_player(state, action.by, "pass")
    singles = [
        c
        for at in (IPO, POOL)
        for c in state.certificates.list_certificates(at, action.company)
        if not c.endswith("_0")
    ]
    if not singles:
        raise Unwritable(f"{action.company} has no share for minor {action.minor}")
    entry = entry_by_company(
        state, action.minor, "buy_shares", shares=singles[:1], percent=state.names.percent(singles[:1])
    )
    in_vain = singles[0] in state.certificates.list_certificates(IPO, action.company) and _stands_beside(state, action)
    return [entry, entry_by_company(state, action.company, "pass")] if in_vain else entry


def _stands_beside(state: ExportState, action: Any) -> bool:
    """Whether the corporation has a token in the minor's city."""
    tokens = state.game.state.tokens
    cities = [
        {s.rpartition(".")[0] for s, owner in tokens.items() if owner == o} for o in (action.minor, action.company)
    ]
    return bool(cities[0] & cities[1])


def _encode_redemption(state: ExportState, action: Any) -> Entry:
    """The entry of a corporation that buys back shares of its own."""
    company = state.company_of(action.by)
    cards = choose_bundle(state, POOL, company, action.count)
    return entry_by_company(state, company, "buy_shares", shares=cards, percent=state.names.percent(cards))


def note_doubled(state: ExportState, g: Game, event: StopDoubled) -> tuple[()]:
    """Write the stop that the Pullman doubles into the runs before, as a route of its own."""
    runs = next(e for e in reversed(state.entries) if e["type"] == "run_routes")
    route = encode_route(
        state, Run(list_pullmans(g, event.company)[0], (event.stop,), (), _stop_value(state, event.stop))
    )
    runs["routes"].append({**route, "connections": [["local", event.stop.partition(".")[0]]], "nodes": []})
    return ()


def _stop_value(state: ExportState, stop: str) -> int:
    """Dollars of a stop for the phase."""
    profile = next(
        s
        for t in trains.owned(state.game, state.company_of(""))
        if (s := state.game.rules.routes.profile(state.game, state.company_of(""), t)) is not None
    )
    return profile.value(stop)


def has_no_entry(state: ExportState, action: Action) -> bool:
    """Whether the entry of the runs tells an action already: the stop that a Pullman doubles."""
    return isinstance(action, Choose) and state.game.state.step_key == "doubled"


PROFILE = ExportProfile(
    turn=(
        Waiting(StepKey.TRACK, may_lay),
        Waiting(StepKey.TOKEN, left_circles.can_place_station),
        Waiting(StepKey.RUN, never_waits_for),
        Waiting("doubled", never_waits_for),
        Waiting(StepKey.DIVIDEND, never_waits_for),
        Waiting("pullman", may_discard_pullman),
        Waiting(StepKey.TRAINS, may_buy_train),
        Waiting("treasury", may_use_treasury),
        Waiting("discards", never_waits_for),
    ),
    bid_field="minor",
    asks_discards=False,
    encode_special=encode_special,
    has_no_entry=has_no_entry,
    event_entries={
        "StopDoubled": note_doubled,
        "TileLaid": left_circles.note_tile_laid,
        "TokenPlaced": left_circles.note_token_placed,
        "TokenRemoved": eu_stations.note_token_removed,
    },
    note_turn_began=left_circles.note_turn_began,
    waits_for_player=waits_for_player,
    encode_lost_run=encode_empty_run,
)

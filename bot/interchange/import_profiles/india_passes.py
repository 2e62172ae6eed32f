"""Passes of 18 India that only 18xx.games asks for: after a purchase, and for the stations of a company that closes.

The exporter writes passes by the same conditions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.import_profiles.india_names import GIPR, list_bonds
from bot.interchange.site import records as theirs
from game import actions as ours
from game import shares, trains
from game.events import RoundBegan, TokenRemoved, TurnBegan, TurnEnded
from game.marks import ROWS
from game.step_keys import StepKey
from titles.india import holdings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.interchange.import_state import ImportState
    from game.actions import Action
    from game.play import Game


def leaves_turn_open_at(state: ImportState, i: int) -> bool:
    """Whether the site leaves the turn open after the purchase of unit `i`, just played, so that a pass ends it.

    The turn stays open while another card of that company (or another private) is in the hand, whatever it costs, and after
    one card of a row while the next can be paid; unless the certificate limit is reached.
    """
    record = state.units[i].record
    if type(record) is not theirs.BuyCompany or record.entity_type != "player":
        return False
    names = ("BuyRow", "BuyHand", "BuyHandPrivates", "BuyBond", "BuyCard")
    bought = next((a for _, a in reversed(state.imported.plays) if type(a).__name__ in names), None)
    return bought is not None and state.imported.plays[-1][1].by == bought.by and leaves_buying_open(state.game, bought)


def leaves_buying_open(g: Game, last: Action) -> bool:
    """Whether the site leaves a buying turn open after that purchase. The exporter asks it for the player's pass."""
    kinds: dict[str, Any] = {kind.__name__: kind for kind in g.rules.actions}
    player = last.by
    if shares.count_for_limit(g, player) >= g.rules.shares.limit(g):
        return False
    if isinstance(last, kinds["BuyRow"]):
        pile = ROWS[last.row].entries(g.state)
        return last.count == 1 and bool(pile) and _printed_value(g, pile[0]) <= g.state.cash[player]
    if isinstance(last, (kinds["BuyHand"], kinds["BuyHandPrivates"])):
        company = getattr(last, "company", "")
        hand = [c for c, place in g.state.place.items() if place == f"hand:{player}"]
        return any((c.partition(".")[0] if "." in c else "") == company for c in hand)
    return False


def _printed_value(g: Game, card: str) -> int:
    """Dollars that are printed on a card: a private's value, a company's par."""
    data = g.rules.data
    company, dot, _ = card.partition(".")
    return data.companies[company].par if dot else data.privates[card].value


def list_passes_owed(state: ImportState) -> list[str]:
    """The GIPR as often as it must pass at the site: for each station that goes here without a question. Before it the owners of
    bonds who are asked in a round that is over here.
    """
    events, taken = state.game.events, state.memory.setdefault("taken over", {})
    replaced = {getattr(e, "slot", "") for e in events if type(e).__name__ == "TakenOver"}
    gone = [e for e in events if type(e) is TokenRemoved]
    asked = []
    for e in gone:
        if e.slot in replaced:
            count_takeover(taken, e.company)
        elif is_station_asked_for(state.game, e, taken):
            asked.append(e.company)
    owners = [*_list_owners_asked(state.game)]
    if any(tokens_run_out(state.game, taken, company) for company in asked):
        return [*owners, *[GIPR] * state.early_passes.count(GIPR)]
    return [*owners, *(GIPR for _ in asked)]


def _list_owners_asked(g: Game) -> Iterator[str]:
    """The players whom the site asks for conversions in a stock round that is over here, with all up to the next one."""
    events = g.events
    ended = next((n for n, e in enumerate(events) if type(e) is RoundBegan and e.name.startswith("SR ")), 0)
    waiting: set[str] = set()  # who came on turn in the present play
    for event in events[:ended]:
        if type(event) is TurnBegan:
            waiting.add(event.who)
        elif type(event) is TurnEnded and event.who in waiting and event.who in g.state.order:
            waiting.discard(event.who)
            if converts_in_vain(g, event.who):
                yield event.who


def count_takeover(taken: dict[str, int], company: str) -> None:
    """Count a station of a company that the GIPR takes over. `taken`: how many so far, by company, which this changes."""
    taken[company] = taken.get(company, 0) + 1


def is_station_asked_for(g: Game, event: TokenRemoved, taken: Mapping[str, int]) -> bool:
    """Whether the site asks the GIPR for that station, which goes here and is not taken over.

    Once the GIPR has taken a home over, it asks for each further station of the company that closes, also where there is no
    token for them left, but not beside a station of its own. `taken`: such companies so far, with the stations taken over.
    """
    hex_id = event.slot.partition(".")[0]
    beside = any(owner == GIPR and slot.startswith(f"{hex_id}.") for slot, owner in g.state.tokens.items())
    return not beside and event.company in taken


def tokens_run_out(g: Game, taken: dict[str, int], company: str) -> bool:
    """Whether a station besides the home has taken the last exchange token: then the site asks for no more of them."""
    left = g.rules.data.file.numbers["exchange_tokens"] - g.state.used.get("exchange tokens", 0)
    return not left and taken.get(company, 0) > 1


def is_asked_in_vain(g: Game) -> bool:
    """Whether a player who can buy nothing is asked, which only keeps that hand secret here."""
    step = g.top_step()
    return step is not None and step.key == StepKey.STOCK and all(c.kind is ours.Pass for c in g.choices())


def converts_in_vain(g: Game, owner: str) -> bool:
    """The site asks the owner of a bond also once the GIPR has closed, for shares at the printed price, unless the certificate
    limit of players or companies is reached.
    """
    if _is_at_limit(g, owner):
        return False
    owned = [b for b in list_bonds(g) if g.state.place[b] == owner]
    if not owned or not g.company(GIPR).closed or "convert" not in trains.phase(g).flags:
        return False
    return g.rules.data.companies[GIPR].par - g.rules.data.privates[owned[0]].value <= g.state.cash[owner]


def _is_at_limit(g: Game, owner: str) -> bool:
    """Whether a player or a company may own no more certificates; bonds and trains do not count."""
    if owner in g.state.order:
        return shares.count_for_limit(g, owner) >= g.rules.shares.limit(g)
    return holdings.free_holdings(g, owner) <= 0

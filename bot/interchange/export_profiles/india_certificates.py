"""Certificates of 18 India as 18xx.games writes them: drafted, bought one at a time, converted and sold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.encode_action import choose_bundle
from bot.interchange.entries import entry_by_company, entry_by_player
from bot.interchange.import_profiles.india_names import GIPR, their_name
from bot.interchange.site.errors import Unwritable
from game import cards, market, shares
from game.marks import OPEN, ROWS
from game.places import ASIDE, BANK, GONE, IPO, POOL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.interchange.export_state import Entry, ExportState
    from game.actions import Action, SellShares
    from game.play import Game


IN_PLAY = 3  # shares that float a company without director


def entry_of_actor(state: ExportState, action: Action, tag: str, **fields: Any) -> Entry:
    """An entry by the company whose step is asked ("corporate" actions are for it), else by the player."""
    company = state.asked_company()
    return (
        entry_by_company(state, company, f"corporate_{tag}", **fields)
        if company
        else entry_by_player(state, action.by, tag, **fields)
    )


def choose_bundle_of_sale(state: ExportState, seller: str, action: SellShares) -> list[str]:
    """Certificates of a sale: of the GIPR the oldest, of others as `choose_bundle` says."""
    if action.company == GIPR:
        return state.certificates.list_certificates(seller, GIPR)[: action.shares]
    return choose_bundle(state, seller, action.company, action.shares)


def encode_kept_cards(state: ExportState, action: Any) -> list[Entry]:
    """The entry of the cards that a player keeps."""
    return [entry_by_player(state, action.by, "select_multiple_companies", companies=[*map(their_name, action.cards)])]


def encode_draft(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a card taken in the draft."""
    state.memory["drafted"] = action.card
    return [_bid_at_value(state, action.by, action.card)]


def _bid_at_value(state: ExportState, player: str, card: str) -> Entry:
    """A bid of a card's printed value, as the site records drafted cards."""
    return entry_by_player(state, player, "bid", company=their_name(card), price=printed_value(state.game, card))


def encode_last_drafted(state: ExportState, _g: Game, event: Any) -> Iterable[Entry]:
    """The entry of a drafted card, where it is one of the last, which go by themselves here."""
    if state.memory.pop("drafted", "") != event.card:
        yield _bid_at_value(state, event.who, event.card)


def printed_value(g: Game, card: str) -> int:
    """Dollars that a private costs, or the shares of a certificate at par."""
    data = g.rules.data
    if card in data.privates:
        return data.privates[card].value
    company, count = data.certificates[card]
    return count * data.companies[company].par


def encode_purchases(state: ExportState, action: Any, taken: Sequence[str]) -> list[Entry]:
    """Entries of certificates bought together, one purchase each. A company that floats on the way chooses its home before the
    next of them.
    """
    if not state.asked_company():
        state.memory["bought"] = action
    homes = state.memory.setdefault("homes", {})
    homes.clear()
    _check_managed_float(state, taken, state.asked_company())
    in_play: dict[str, int] = {}
    for number, card in enumerate(taken, 1):
        company = card.partition(".")[0]
        if "." in card and not state.game.company(company).floated and company not in homes:
            in_play[company] = in_play.get(company, _count_in_play(state.game, company)) + 1
            if in_play[company] >= IN_PLAY or (card.endswith(".0") and company != GIPR):
                homes[company] = len(state.entries) + number
    return [
        entry_of_actor(state, action, "buy_company", company=their_name(c), price=printed_value(state.game, c))
        for c in taken
    ]


def _check_managed_float(state: ExportState, taken: Sequence[str], company: str) -> None:
    """Raise Unwritable where a company buys the third share of another without a manager, which the site does not float."""
    if company:
        unmanaged = [c.partition(".")[0] for c in taken if "." in c and not state.game.president(c.partition(".")[0])]
        for name in unmanaged:
            if _count_in_play(state.game, name) + unmanaged.count(name) >= IN_PLAY:
                raise Unwritable(f"18xx.games cannot float {name} without a manager")


def _count_in_play(g: Game, company: str) -> int:
    """Shares of a company that players, companies and the market hold, bonds left out."""
    places = (*g.state.order, *g.state.companies, POOL)
    bonds = sum(g.state.place[f"{GIPR}.{n}"] not in (ASIDE, GONE) for n in range(10, 20)) if company == GIPR else 0
    return sum(shares.held(g, place, company) for place in places) - bonds


def encode_hand_purchase(state: ExportState, action: Any) -> list[Entry]:
    """Entries of certificates bought from a hand: the director's, then what others have seen, then what nobody has seen."""
    held = cards.certificates(state.game, f"hand:{action.by}", action.company)
    head = f"{action.company}.0"
    seen = OPEN.entries(state.game.state)  # drafted ones are bought before those that nobody has seen
    singles = sorted((c for c in held if c != head or action.company == GIPR), key=lambda c: c not in seen)
    return encode_purchases(state, action, [*([head] if action.director else []), *singles[: action.shares]])


def encode_row_purchase(state: ExportState, action: Any) -> list[Entry]:
    """Entries of certificates bought from a row of the market."""
    return encode_purchases(state, action, ROWS[action.row].entries(state.game.state)[: action.count])


def encode_bond_purchase(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a bought railroad bond: the lowest number that is unsold."""
    unsold = [*state.certificates.list_certificates(IPO, ""), *state.certificates.list_certificates(BANK, "")]
    return [
        entry_of_actor(state, action, "buy_company", company=min(unsold), price=printed_value(state.game, unsold[0]))
    ]


def encode_conversion(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a bond turned into a share; raises Unwritable while nobody owns a share of that company."""
    if not state.game.president(GIPR):
        raise Unwritable("18xx.games cannot convert a bond before somebody has owned a share of the GIPR")
    data = state.game.rules.data
    price = data.cell(at).price if (at := market.where(state.game, GIPR)) else data.companies[GIPR].par
    choice = {"choice": f"Convert to GIPR Share for {data.file.currency}{max(0, price - 100)}"}
    company = state.asked_company()
    return [
        entry_by_company(state, company, "choose", **choice)
        if company
        else entry_by_player(state, action.by, "choose", **choice)
    ]


def encode_card_sale(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a card sold to the market."""
    card = action.card
    if card.startswith("RB"):
        card = state.certificates.list_certificates(state.asked_company() or action.by, "")[0]
    return [entry_of_actor(state, action, "sell_company", company=card, price=printed_value(state.game, card))]

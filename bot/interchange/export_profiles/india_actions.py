"""Actions of 18 India that 18xx.games writes in another way than those of other titles: what each becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.divergence import comparable_position
from bot.interchange.entries import entry_by_company, entry_by_private
from bot.interchange.export_profiles.india_certificates import (
    choose_bundle_of_sale,
    encode_bond_purchase,
    encode_card_sale,
    encode_conversion,
    encode_draft,
    encode_hand_purchase,
    encode_kept_cards,
    encode_purchases,
    encode_row_purchase,
    entry_of_actor,
    printed_value,
)
from bot.interchange.export_profiles.india_homes import encode_home, encode_station
from bot.interchange.export_profiles.india_stations import check_guests, check_reach
from bot.interchange.export_profiles.india_takeovers import note_station_taken_over
from bot.interchange.import_profiles.india_passes import is_asked_in_vain
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.ledgers import kind_of
from game.actions import Action, BuyShare, LayTile, Pass, PlaceToken, RemoveToken, RunTrains, SellShares, Use
from game.events import RoundBegan, RoundEnded, TurnBegan
from game.places import BANK, POOL
from game.play import Game
from game.round_names import is_stock_round
from game.rules import Illegal
from game.step_keys import StepKey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.interchange.export_state import Entry, ExportState


LAST_ROUND = "SR 100"
TOKEN = 1  # place of the station among the steps of a turn


def encode_special(state: ExportState, action: Action) -> Entry | list[Entry] | None:
    """The entries of actions that only this title has, and of certificates that go by other names; None for other actions."""
    encoder = OWN.get(type(action).__name__)
    if encoder is not None:
        entries: list[Entry] = encoder(state, action)
        return entries
    step: Any = state.game.top_step()
    if isinstance(action, Pass) and step.key == "take over":
        return []  # `token_removed` says which stations are declined
    if isinstance(action, RemoveToken):
        note_station_taken_over(state, action, step.company)
        return []
    if isinstance(action, BuyShare):
        card = state.certificates.list_certificates(POOL, action.company)[:1]
        return entry_of_actor(state, action, "buy_shares", shares=card, percent=10)
    if isinstance(action, SellShares):
        seller = state.asked_company() or action.by
        bundle = choose_bundle_of_sale(state, seller, action)
        return entry_of_actor(state, action, "sell_shares", shares=bundle, percent=action.shares * 10)
    if isinstance(action, Use):
        if action.target:
            return entry_by_private(state, action.private, "assign", target=action.target, target_type="hex")
        return entry_by_private(state, action.private, "choose_ability", choice="use")
    if isinstance(action, (LayTile, PlaceToken)) and step.key == StepKey.HOME:
        return encode_home(state, action, step)
    if isinstance(action, LayTile | PlaceToken | RunTrains):
        check_guests(state, action)
    if isinstance(action, LayTile | PlaceToken):
        check_reach(state, action)
    if isinstance(action, LayTile):
        _note_private_lay(state, action)
    return encode_station(state, action, step) if isinstance(action, PlaceToken) else None


def _note_private_lay(state: ExportState, action: LayTile) -> None:
    """Place a private's tile that comes after the track of a turn in which the site asks for neither station nor runs: the site
    has gone on to the trains, so the entry comes before the last tile of the company, unless that changes what comes of both.
    Then the site looks with both tiles on the board whether it waits for a station.
    """
    turn = state.turn
    if not action.using:
        state.memory["lay"] = (turn, len(state.entries), action, state.game.snapshot())
        return
    of, at, lay, before = state.memory.get("lay", (None, 0, None, b""))
    if turn is None or of is not turn or turn.at <= TOKEN + 1:
        return
    if _may_change_places(state, before, lay, action):
        state.at = at
        turn.at = TOKEN
        state.memory["city at"] = (turn, action.hex, at + 1)
    else:
        turn.late_lay = at


def _may_change_places(state: ExportState, before: bytes, lay: LayTile, private: LayTile) -> bool:
    """Whether the private's tile can be laid before the company's, with the choice of a city for the station in that hex, and
    leads to the same position and question.
    """
    game_now, game_before = Game.load(state.rules, state.game.snapshot()), Game.load(state.rules, before)
    try:
        game_now.play(private)
        game_before.play(private)
        for choice in state.actions[state.number :]:
            if game_now.state.step_key != StepKey.CITY:
                break
            game_now.play(choice)
            game_before.play(choice)
        game_before.play(lay)
    except Illegal:
        return False
    return type(game_now.top_step()) is type(game_before.top_step()) and comparable_position(
        game_now.state, {}
    ) == comparable_position(game_before.state, {})


def _encode_train_sale(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a train sold to the bank."""
    price = state.game.rules.data.file.numbers[f"resale_{kind_of(action.train)}"]
    company = state.company_of(action.by)
    return [entry_by_company(state, company, "sell_train", train=state.names.train_id(action.train), price=price)]


def _encode_gauge_removal(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a change of gauge that is removed."""
    check_reach(state, action)
    hex_id, _, edge = action.side.partition("/")
    return [entry_by_company(state, state.company_of(action.by), "remove_border", hex=hex_id, edge=int(edge))]


def encode_last_interest(_state: ExportState, g: Game, _event: Any) -> Iterable[Entry]:
    """Raise Unwritable for interest that breaks the bank in operating rounds in which no company has a turn: the site looks at
    the bank after the next action only.
    """
    turns = any(isinstance(e, TurnBegan) and e.who in g.state.companies for e in g.events)
    since_stock = any(isinstance(e, RoundEnded) and is_stock_round(e.name) for e in g.events)
    if since_stock and not turns and g.state.cash[BANK] <= 0:
        raise Unwritable(
            "18xx.games looks at the broken bank a round too late, since no company has a turn before the end"
        )
    return ()


def check_round(_state: ExportState, g: Game, event: RoundBegan) -> tuple[()]:
    """Raise Unwritable when the hundredth stock round begins, in whose place the site ends the game."""
    if event.name == LAST_ROUND:
        raise Unwritable(f"18xx.games ends the game before {LAST_ROUND}")
    return ()


def has_no_entry(state: ExportState, action: Action) -> bool:
    """Whether the site does not ask for an action: a pass of a player who can buy nothing."""
    return isinstance(action, Pass) and is_asked_in_vain(state.game)


OWN = {
    "Keep": encode_kept_cards,
    "Draft": encode_draft,
    "BuyHand": encode_hand_purchase,
    "BuyHandPrivates": lambda w, action: encode_purchases(w, action, action.privates),
    "BuyRow": encode_row_purchase,
    "BuyCard": lambda w, action: [
        entry_of_actor(w, action, "buy_company", company=action.private, price=printed_value(w.game, action.private))
    ],
    "BuyBond": encode_bond_purchase,
    "ConvertBond": encode_conversion,
    "SellCard": encode_card_sale,
    "SellTrain": _encode_train_sale,
    "RemoveGauge": _encode_gauge_removal,
}

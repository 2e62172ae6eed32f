"""Actions of 18 India as 18xx.games writes them: purchases a certificate at a time, and homes between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.divergence import comparable_position
from bot.interchange.encode_action import bundle_of, entry_by_company, entry_by_player, entry_by_private
from bot.interchange.export_profiles.india_stations import check_reach, note_board_changed
from bot.interchange.import_profiles.india import (
    count_takeover,
    is_asked_for,
    is_asked_in_vain,
    their_name,
    tokens_run_out,
)
from bot.interchange.site.certificate_ledgers import BANK, IPO, POOL, kind_of
from bot.interchange.site.errors import Unwritable
from game import cards, market, shares
from game.actions import Action, BuyShare, LayTile, Pass, PlaceToken, RemoveToken, SellShares, Use
from game.events import RoundBegan, RoundEnded, TurnBegan
from game.marks import OPEN, ROWS
from game.play import Game
from game.rules import Illegal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.interchange.export_state import Entry, ExportState

GIPR = "GIPR"
IN_PLAY = 3  # shares that float a company without director
LAST_ROUND = "SR 100"
DOUBLE = "235"  # the yellow tile whose two cities are not connected


def encode_special(state: ExportState, action: Action) -> Entry | list[Entry] | None:
    """The entries of actions that only this title has, and of certificates that go by other names; None for other actions."""
    encoder = OWN.get(type(action).__name__)
    if encoder is not None:
        entries: list[Entry] = encoder(state, action)
        return entries
    step: Any = state.game.asked()
    if isinstance(action, Pass) and step.key == "take over":
        return []  # `token_removed` says which stations are declined
    if isinstance(action, RemoveToken):
        hex_id, _, stop = action.city.partition(".")
        slot = next(
            s
            for s in state.game.state.tokens
            if s.startswith(f"{hex_id}.{stop}") and _is_station_of(state, s, step.company)
        )
        city = state.names.city_id(hex_id, slot.split(".")[1])
        _encode_answer(
            state,
            step.company,
            hex_id,
            entry_by_company(state, GIPR, "remove_token", city=city, slot=_circle_number(slot)),
        )
        return []
    if isinstance(action, BuyShare):
        card = state.certificates.held_in(POOL, action.company)[:1]
        return _entry_of_actor(state, action, "buy_shares", shares=card, percent=10)
    if isinstance(action, SellShares):
        seller = state.asked_company() or action.by
        bundle = _bundle_of(state, seller, action)
        return _entry_of_actor(state, action, "sell_shares", shares=bundle, percent=action.shares * 10)
    if isinstance(action, Use):
        if action.target:
            return entry_by_private(state, action.private, "assign", target=action.target, target_type="hex")
        return entry_by_private(state, action.private, "choose_ability", choice="use")
    if isinstance(action, (LayTile, PlaceToken)) and step.key == "home":
        return _encode_home(state, action, step)
    if isinstance(action, LayTile | PlaceToken):
        check_reach(state, action)
    if isinstance(action, LayTile):
        _note_private_lay(state, action)
    return _encode_station(state, action, step) if isinstance(action, PlaceToken) else None


def _note_private_lay(state: ExportState, action: LayTile) -> None:
    """A private's tile after the track of a turn in which the site asks for neither station nor runs: it has gone on to the
    trains there, so the private comes before the last tile of the company, unless that changes what comes of both.
    """
    turn = state.turn
    if not action.using:
        state.memory["lay"] = (turn, len(state.entries), action, state.game.snapshot())
        return
    of, at, lay, before = state.memory.get("lay", (None, 0, None, b""))
    if turn is None or of is not turn or turn.at <= len(("track", "token")):
        return
    if _may_change_places(state, before, lay, action):
        state.at = at
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
            if getattr(game_now.asked(), "key", "") != "city":
                break
            game_now.play(choice)
            game_before.play(choice)
        game_before.play(lay)
    except Illegal:
        return False
    return type(game_now.asked()) is type(game_before.asked()) and comparable_position(
        game_now.state, {}
    ) == comparable_position(game_before.state, {})


def _encode_station(state: ExportState, action: PlaceToken, step: Any) -> Entry | None:
    """Stations that are placed in another way than elsewhere: beside a tile that a player's private has laid the player chooses
    the cities, and the GIPR says when it builds a station that it has taken over.
    """
    hex_id, _, stop = action.city.partition(".")
    city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": state.names.free_circle(hex_id, stop)}
    by_player_laid = hex_id in state.memory.get("by player", ())
    if step.key == "city" and not by_player_laid:
        _note_other_city(state, hex_id, stop, state.token_owner(action))
    if step.key == "city" and by_player_laid:
        _check_partner(state, hex_id, stop, state.token_owner(action))
        of, moved_hex, at = state.memory.pop("city at", (None, "", 0))
        if of is state.turn and moved_hex == hex_id:
            state.at, state.memory["city at"] = at, (of, hex_id, at + 1)
        return entry_by_player(state, action.by, "place_token", **city_and_slot, tokener=state.token_owner(action))
    spare = (
        step.key == "token" and step.company == GIPR and not action.using and state.game.company(GIPR).tokens[:1] == [0]
    )
    if spare:
        return entry_by_company(state, GIPR, "place_token", **city_and_slot, tokener=GIPR, token_type="exchange")  # noqa: S106
    return None


def _note_other_city(state: ExportState, hex_id: str, stop: str, company: str) -> None:
    """Remember a station that stands in another city than where the site puts that of the first resident, which it never
    forgets.
    """
    face = state.game.rules.data.face(hex_id, state.game.state.tiles.get(hex_id))
    first = face.tile.cities[0].name
    sides = [
        side for t in face.tracks for side, to in ((t.a, t.b), (t.b, t.a)) if isinstance(side, int) and to == first
    ]
    if sides and stop != first and f"{hex_id}.{first}" in state.game.rules.data.companies[company].home:
        state.memory.setdefault("left", {})[company] = (hex_id, sides[0])


def _check_partner(state: ExportState, hex_id: str, stop: str, company: str) -> None:
    """Beside a tile that a player's private has laid the site keeps the partner's own city: raises Unwritable for that city."""
    data = state.game.rules.data.companies
    for partner in state.import_profile.playing(state.game):
        waits = not state.game.company(partner).floated and not state.game.company(partner).closed
        if partner != company and waits and f"{hex_id}.{stop}" in data[partner].home:
            raise Unwritable(f"18xx.games keeps that city of {hex_id} for {partner}: {company} cannot choose it")


def _is_station_of(state: ExportState, slot: str, company: str) -> bool:
    """Whether a circle has a station of the company."""
    return state.game.state.tokens[slot] == company


def _circle_number(slot: str) -> int:
    """The number of a circle within its city."""
    number = slot.rpartition(".")[2]
    return int(number) if number.isdecimal() else 0


def _entry_of_actor(state: ExportState, action: Action, tag: str, **fields: Any) -> Entry:
    """An entry by the company whose step is asked ("corporate" actions are for it), else by the player."""
    company = state.asked_company()
    return (
        entry_by_company(state, company, f"corporate_{tag}", **fields)
        if company
        else entry_by_player(state, action.by, tag, **fields)
    )


def _bundle_of(state: ExportState, seller: str, action: SellShares) -> list[str]:
    """Certificates of a sale: of the GIPR the oldest, of others as `bundle_of` says."""
    if action.company == GIPR:
        return state.certificates.held_in(seller, GIPR)[: action.shares]
    return bundle_of(state, seller, action.company, action.shares)


def _encode_kept_cards(state: ExportState, action: Any) -> list[Entry]:
    """The entry of the cards that a player keeps; so for each kind of action below."""
    return [entry_by_player(state, action.by, "select_multiple_companies", companies=[*map(their_name, action.cards)])]


def _encode_draft(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a card taken in the draft."""
    state.memory["drafted"] = action.card
    return [_bid_at_value(state, action.by, action.card)]


def _bid_at_value(state: ExportState, player: str, card: str) -> Entry:
    """A bid of a card's printed value, as the site records drafted cards."""
    return entry_by_player(state, player, "bid", company=their_name(card), price=_printed_value(state.game, card))


def encode_last_drafted(state: ExportState, _g: Game, event: Any) -> Iterable[Entry]:
    """The last cards of the draft go by themselves here."""
    if state.memory.pop("drafted", "") != event.card:
        yield _bid_at_value(state, event.who, event.card)


def _printed_value(g: Game, card: str) -> int:
    """Dollars that a private costs, or the shares of a certificate at par."""
    data = g.rules.data
    if card in data.privates:
        return data.privates[card].value
    company, count = data.certificates[card]
    return count * data.companies[company].par


def _encode_purchases(state: ExportState, action: Any, taken: Sequence[str]) -> list[Entry]:
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
        _entry_of_actor(state, action, "buy_company", company=their_name(c), price=_printed_value(state.game, c))
        for c in taken
    ]


def _check_managed_float(state: ExportState, taken: Sequence[str], company: str) -> None:
    """A third share that a company buys floats there only when a player buys one, and then without marker."""
    if company:
        unmanaged = [c.partition(".")[0] for c in taken if "." in c and not state.game.president(c.partition(".")[0])]
        for name in unmanaged:
            if _count_in_play(state.game, name) + unmanaged.count(name) >= IN_PLAY:
                raise Unwritable(f"18xx.games cannot float {name} without a manager")


def _count_in_play(g: Game, company: str) -> int:
    """Shares of a company that players, companies and the market hold, bonds left out."""
    places = (*g.state.order, *g.state.companies, POOL)
    bonds = sum(g.state.place[f"{GIPR}.{n}"] not in ("aside", "gone") for n in range(10, 20)) if company == GIPR else 0
    return sum(shares.held(g, place, company) for place in places) - bonds


def _encode_hand_purchase(state: ExportState, action: Any) -> list[Entry]:
    """Entries of certificates bought from a hand: the director's first, then those that others have seen."""
    held = cards.certificates(state.game, f"hand:{action.by}", action.company)
    head = f"{action.company}.0"
    seen = OPEN.entries(state.game.state)  # drafted ones are bought before those that nobody has seen
    singles = sorted((c for c in held if c != head or action.company == GIPR), key=lambda c: c not in seen)
    return _encode_purchases(state, action, [*([head] if action.director else []), *singles[: action.shares]])


def _encode_row_purchase(state: ExportState, action: Any) -> list[Entry]:
    """Entries of certificates bought from a row of the market."""
    return _encode_purchases(state, action, ROWS[action.row].entries(state.game.state)[: action.count])


def _encode_bond_purchase(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a bought railroad bond: the lowest number that is unsold."""
    unsold = [*state.certificates.held_in(IPO, ""), *state.certificates.held_in(BANK, "")]
    return [
        _entry_of_actor(state, action, "buy_company", company=min(unsold), price=_printed_value(state.game, unsold[0]))
    ]


def _encode_conversion(state: ExportState, action: Any) -> list[Entry]:
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


def _encode_card_sale(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a card sold to the market."""
    card = action.card
    if card.startswith("RB"):
        card = state.certificates.held_in(state.asked_company() or action.by, "")[0]
    return [_entry_of_actor(state, action, "sell_company", company=card, price=_printed_value(state.game, card))]


def _encode_train_sale(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a train sold to the bank."""
    price = state.game.rules.data.file.numbers[f"resale_{kind_of(action.train)}"]
    company = state.company_of(action.by)
    return [entry_by_company(state, company, "sell_train", train=state.names.train_id(action.train), price=price)]


def _encode_gauge_removal(state: ExportState, action: Any) -> list[Entry]:
    """The entry of a change of gauge that is removed."""
    hex_id, _, edge = action.side.partition("/")
    return [entry_by_company(state, state.company_of(action.by), "remove_border", hex=hex_id, edge=int(edge))]


def _encode_home(state: ExportState, action: Action, step: Any) -> list[Entry]:
    """A home is chosen as soon as the company floats: where certificates were bought together, between two of them."""
    company = step.company
    if isinstance(action, LayTile):
        tile = state.names.tile_id(action.tile, action.hex)
        entry = entry_by_company(state, company, "lay_tile", hex=action.hex, tile=tile, rotation=action.rotation)
    else:
        assert isinstance(action, PlaceToken)
        hex_id, _, stop = action.city.partition(".")
        stop = stop or _free_city(state, hex_id)
        city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": state.names.free_circle(hex_id, stop)}
        entry = entry_by_company(state, company, "place_token", **city_and_slot, tokener=company)
    state.at = state.memory.get("homes", {}).pop(company, None)
    return [entry]


def _free_city(state: ExportState, hex_id: str) -> str:
    """The city of a double city without a tile that is nobody's home: ours does not tell them apart, the site keeps a home."""
    g = state.game
    taken = {slot.partition(".")[2].partition(".")[0] for slot in g.state.tokens if slot.startswith(f"{hex_id}.")}
    for name in state.import_profile.playing(g):
        if not g.company(name).floated and not g.company(name).closed:
            taken |= {h.partition(".")[2] for h in g.rules.data.companies[name].home if h.partition(".")[0] == hex_id}
    cities = [c.name for c in g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities]
    return next((name for name in cities if name not in taken), "")


def encode_city_choice(state: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """Entries that follow a lay: a double city that gets its first track while a station stands in it asks for the resident's
    city later, unless a player's private has laid it.
    """
    note_board_changed(state, g, event)
    if event.tile == DOUBLE and any(slot.startswith(f"{event.hex}.") for slot in g.state.tokens):
        by_player = event.using and g.state.place[event.using] in g.state.order
        state.memory.setdefault("by player" if by_player else "shared", set()).add(event.hex)
        if not by_player:
            _check_guest_station(g, event.hex, event.company)
    return ()


def _check_guest_station(g: Game, hex_id: str, company: str) -> None:
    """The site loses the station of a company that is not at home in a double city when another has laid its first tile and has
    chosen its own city: raises Unwritable.
    """
    owners = {owner for slot, owner in g.state.tokens.items() if slot.startswith(f"{hex_id}.")}
    for guest in sorted(owners - {company}):
        homes = {home.partition(".")[0] for home in g.rules.data.companies[guest].home}
        if company in owners and hex_id not in homes:
            raise Unwritable(
                f"18xx.games loses the station of {guest} in {hex_id} when {company} lays the tile with two cities"
            )


def encode_home_placed(state: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """Entries of a home that is placed by itself here when the company floats, and asked for there: of such a resident, and of
    a company that may choose among the cities of a hex, of which one is left.
    """
    note_board_changed(state, g, event)
    hex_id, stop, circle = event.slot.split(".")
    state.memory.setdefault("placed", {}).setdefault(event.company, []).append(hex_id)
    _check_home_circle(g, event.company, hex_id, stop)
    if circle == "+" and stop != "+":
        slots = g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.stop(stop).slots
        state.memory.setdefault("added", {})[f"{hex_id}.{stop}"] = slots
    if isinstance(state.action, PlaceToken) and hex_id in state.memory.get("by player", ()):
        return _encode_last_city(state, state.action, event)
    if isinstance(state.action, (LayTile, PlaceToken)) or g.company(event.company).operated or event.company == GIPR:
        return ()
    at = state.memory.get("homes", {}).pop(event.company, None)
    home = hex_id in g.rules.data.companies[event.company].home  # without the name of a city
    chosen = home and len(g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities) > 1
    if not chosen and hex_id not in state.memory.get("shared", ()):
        return ()
    if not chosen and g.state.tiles[hex_id].tile == DOUBLE:
        raise Unwritable(
            f"18xx.games breaks down where {event.company} gets its home in {hex_id}: the other company has laid the yellow tile"
            " with two cities there"
        )
    city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": int(circle)}
    entry = entry_by_company(state, event.company, "place_token", **city_and_slot, tokener=event.company)
    if at is None:
        return (entry,)
    state.entries.insert(at, entry)
    return ()


def _check_home_circle(g: Game, company: str, hex_id: str, stop: str) -> None:
    """The site keeps no circle on a double city's tile for the second resident: raises Unwritable for a home in whose circle
    the Danish company has placed a station there.
    """
    beside = next((owner for slot, owner in g.state.tokens.items() if slot == f"{hex_id}.{stop}.+"), "")
    homes = {home.partition(".")[0] for home in g.rules.data.companies[company].home}
    double = len(g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities) > 1
    if beside and double and hex_id in homes:
        raise Unwritable(
            f"18xx.games has put the station of {beside} into the circle of {hex_id} that is the home of {company}"
        )


def _encode_last_city(state: ExportState, action: PlaceToken, event: Any) -> Iterable[Entry]:
    """Beside a tile of a player's private: the token that goes here by itself to the city that is left."""
    hex_id, stop, circle = event.slot.split(".")
    if action.city != f"{hex_id}.{stop}" and action.city.startswith(f"{hex_id}."):
        city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": int(circle)}
        yield entry_by_player(state, action.by, "place_token", **city_and_slot, tokener=event.company)


def encode_station_given_up(state: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """Entries of a station that the GIPR has not taken over."""
    taken = state.memory.setdefault("taken over", {})
    if not g.company(event.company).closed:
        count_takeover(taken, event.company)
    elif is_asked_for(g, event, taken):
        _encode_answer(state, event.company, event.slot.partition(".")[0], entry_by_company(state, GIPR, "pass"))
    return ()


def _encode_answer(state: ExportState, company: str, hex_id: str, entry: Entry) -> None:
    """What becomes of a station of a company that closes: the site asks in the order in which they were placed, until the last
    exchange token is used.
    """
    answers: list[tuple[str, Entry]] = state.memory.setdefault("answers", {}).setdefault(company, [])
    if not answers:
        state.entries += state.coming
        state.coming.clear()
    written = state.memory.setdefault("written answers", {})
    first = len(state.entries) - written.get(company, 0)
    placed = state.memory.get("placed", {}).get(company, [])
    answers.append((hex_id, entry))
    answers.sort(key=lambda answer: placed.index(answer[0]) if answer[0] in placed else -1)
    entries = [entry for _, entry in answers]
    if tokens_run_out(state.game, state.memory.get("taken over", {}), company):
        entries = entries[: max(n for n, entry in enumerate(entries, 1) if entry["type"] == "remove_token")]
    state.entries[first:] = entries
    written[company] = len(entries)


def encode_last_interest(_w: ExportState, g: Game, _event: Any) -> Iterable[Entry]:
    """Interest that breaks the bank in operating rounds in which no company has a turn: the site looks at the bank after the next
    action only. Raises Unwritable.
    """
    turns = any(isinstance(e, TurnBegan) and e.who in g.state.companies for e in g.events)
    since_stock = any(isinstance(e, RoundEnded) and e.name.startswith("SR") for e in g.events)
    if since_stock and not turns and g.state.cash["bank"] <= 0:
        raise Unwritable(
            "18xx.games looks at the broken bank a round too late, since no company has a turn before the end"
        )
    return ()


def check_round(_w: ExportState, g: Game, event: RoundBegan) -> tuple[()]:
    """The site ends the game when its hundredth stock round would begin: raises Unwritable."""
    if event.name == LAST_ROUND:
        raise Unwritable(f"18xx.games ends the game before {LAST_ROUND}")
    return ()


def is_silent(state: ExportState, action: Action) -> bool:
    """A pass to a question that the site does not ask."""
    return isinstance(action, Pass) and is_asked_in_vain(state.game)


OWN = {
    "Keep": _encode_kept_cards,
    "Draft": _encode_draft,
    "BuyHand": _encode_hand_purchase,
    "BuyHandPrivates": lambda w, action: _encode_purchases(w, action, action.privates),
    "BuyRow": _encode_row_purchase,
    "BuyCard": lambda w, action: [
        _entry_of_actor(w, action, "buy_company", company=action.private, price=_printed_value(w.game, action.private))
    ],
    "BuyBond": _encode_bond_purchase,
    "ConvertBond": _encode_conversion,
    "SellCard": _encode_card_sale,
    "SellTrain": _encode_train_sale,
    "RemoveGauge": _encode_gauge_removal,
}

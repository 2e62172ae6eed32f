"""Actions of 18 India as 18xx.games writes them: purchases a certificate at a time, and homes between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.divergence import position
from bot.interchange.encode_action import bundle_of, by_company, by_player, by_private, empty_run
from bot.interchange.import_profiles.india import asked_for, their_name, unasked
from bot.interchange.site.certificate_ledgers import BANK, IPO, POOL, kind
from bot.interchange.site.errors import Unwritable
from game import cards, market, shares
from game.actions import Action, BuyShare, LayTile, Pass, PlaceToken, RemoveToken, SellShares, Use
from game.marks import OPEN, ROWS
from game.play import Game
from game.rules import Illegal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.interchange.export_state import Entry, ExportState

GIPR = "GIPR"
IN_PLAY = 3  # shares that float a company without director
DOUBLE = "235"  # the yellow tile whose two cities are not connected


def special(w: ExportState, action: Action) -> Entry | list[Entry] | None:
    """What the title has of its own, and certificates that go by other names."""
    own = OWN.get(type(action).__name__)
    if own is not None:
        found: list[Entry] = own(w, action)
        return found
    step: Any = w.game.asked()
    if isinstance(action, Pass) and step.key == "take over":
        return []  # `token_removed` says which stations are declined
    if isinstance(action, RemoveToken):
        hex_id, _, stop = action.city.partition(".")
        slot = next(s for s in w.game.state.tokens if s.startswith(f"{hex_id}.{stop}") and _is(w, s, step.company))
        city = w.names.city(hex_id, slot.split(".")[1])
        _answer(w, step.company, hex_id, by_company(w, GIPR, "remove_token", city=city, slot=_circle(slot)))
        return []
    if isinstance(action, BuyShare):
        card = w.certificates.held(POOL, action.company)[:1]
        return _by(w, action, "buy_shares", shares=card, percent=10)
    if isinstance(action, SellShares):
        seller = w.asked_company() or action.by
        bundle = _bundle(w, seller, action)
        return _by(w, action, "sell_shares", shares=bundle, percent=action.shares * 10)
    if isinstance(action, Use):
        if action.target:
            return by_private(w, action.private, "assign", target=action.target, target_type="hex")
        return by_private(w, action.private, "choose_ability", choice="use")
    if isinstance(action, (LayTile, PlaceToken)) and step.key == "home":
        return _home(w, action, step)
    if isinstance(action, LayTile):
        _note_lay(w, action)
    return _station(w, action, step) if isinstance(action, PlaceToken) else None


def _note_lay(w: ExportState, action: LayTile) -> None:
    """A private's tile after the track of a turn in which the site asks for neither station nor runs: it has gone on to the
    trains there, so the private comes before the last tile of the company, unless that changes what comes of both.
    """
    turn = w.turn
    if not action.using:
        w.memory["lay"] = (turn, len(w.entries), action, w.game.snapshot())
        return
    of, at, lay, before = w.memory.get("lay", (None, 0, None, b""))
    if turn is None or of is not turn or turn.at < len(("track", "token")):
        return
    if _change_places(w, before, lay, action) and not empty_run(w, turn.company):
        w.at = at


def _change_places(w: ExportState, before: bytes, lay: LayTile, private: LayTile) -> bool:
    """Whether the private's tile can be laid before the company's, and leads to the same position and question."""
    here, there = Game.load(w.rules, w.game.snapshot()), Game.load(w.rules, before)
    try:
        here.play(private)
        there.play(private)
        there.play(lay)
    except Illegal:
        return False
    return type(here.asked()) is type(there.asked()) and position(here.state, {}) == position(there.state, {})


def _station(w: ExportState, action: PlaceToken, step: Any) -> Entry | None:
    """Stations that are placed in another way than elsewhere: beside a tile that a player's private has laid the player chooses
    the cities, and the GIPR says when it builds a station that it has taken over.
    """
    hex_id, _, stop = action.city.partition(".")
    where = {"city": w.names.city(hex_id, stop), "slot": w.names.circle(hex_id, stop)}
    if step.key == "city" and hex_id in w.memory.get("by player", ()):
        _check_partner(w, hex_id, stop, w.token_owner(action))
        return by_player(w, action.by, "place_token", **where, tokener=w.token_owner(action))
    spare = step.key == "token" and step.company == GIPR and not action.using and w.game.company(GIPR).tokens[:1] == [0]
    if spare:
        return by_company(w, GIPR, "place_token", **where, tokener=GIPR, token_type="exchange")  # noqa: S106
    return None


def _check_partner(w: ExportState, hex_id: str, stop: str, company: str) -> None:
    """Beside a tile that a player's private has laid the site keeps the partner's own city: raises Unwritable for that city."""
    data = w.game.rules.data.companies
    for partner in w.import_profile.playing(w.game):
        waits = not w.game.company(partner).floated and not w.game.company(partner).closed
        if partner != company and waits and f"{hex_id}.{stop}" in data[partner].home:
            raise Unwritable(f"18xx.games keeps that city of {hex_id} for {partner}: {company} cannot choose it")


def _is(w: ExportState, slot: str, company: str) -> bool:
    return w.game.state.tokens[slot] == company


def _circle(slot: str) -> int:
    number = slot.rpartition(".")[2]
    return int(number) if number.isdecimal() else 0


def _by(w: ExportState, action: Action, tag: str, **fields: Any) -> Entry:
    """By the company whose step is asked, which "corporate" actions are for, else by the player."""
    company = w.asked_company()
    return by_company(w, company, f"corporate_{tag}", **fields) if company else by_player(w, action.by, tag, **fields)


def _bundle(w: ExportState, seller: str, action: SellShares) -> list[str]:
    if action.company == GIPR:
        return w.certificates.held(seller, GIPR)[: action.shares]
    return bundle_of(w, seller, action.company, action.shares)


def _keep(w: ExportState, action: Any) -> list[Entry]:
    return [by_player(w, action.by, "select_multiple_companies", companies=[*map(their_name, action.cards)])]


def _draft(w: ExportState, action: Any) -> list[Entry]:
    w.memory["drafted"] = action.card
    return [_bid(w, action.by, action.card)]


def _bid(w: ExportState, player: str, card: str) -> Entry:
    return by_player(w, player, "bid", company=their_name(card), price=_printed(w.game, card))


def drafted(w: ExportState, _g: Game, event: Any) -> Iterable[Entry]:
    """The last cards of the draft go by themselves here."""
    if w.memory.pop("drafted", "") != event.card:
        yield _bid(w, event.who, event.card)


def _printed(g: Game, card: str) -> int:
    data = g.rules.data
    if card in data.privates:
        return data.privates[card].value
    company, count = data.certificates[card]
    return count * data.companies[company].par


def _bought(w: ExportState, action: Any, taken: Sequence[str]) -> list[Entry]:
    """One purchase of several certificates. A company that floats on the way chooses its home before the next of them."""
    if not w.asked_company():
        w.memory["bought"] = action
    homes = w.memory.setdefault("homes", {})
    homes.clear()
    _as_managed(w, taken, w.asked_company())
    in_play: dict[str, int] = {}
    for number, card in enumerate(taken, 1):
        company = card.partition(".")[0]
        if "." in card and not w.game.company(company).floated and company not in homes:
            in_play[company] = in_play.get(company, _in_play(w.game, company)) + 1
            if in_play[company] >= IN_PLAY or (card.endswith(".0") and company != GIPR):
                homes[company] = len(w.entries) + number
    return [_by(w, action, "buy_company", company=their_name(c), price=_printed(w.game, c)) for c in taken]


def _as_managed(w: ExportState, taken: Sequence[str], company: str) -> None:
    """A third share that a company buys floats there only when a player buys one, and then without marker."""
    if company:
        unmanaged = [c.partition(".")[0] for c in taken if "." in c and not w.game.president(c.partition(".")[0])]
        for name in unmanaged:
            if _in_play(w.game, name) + unmanaged.count(name) >= IN_PLAY:
                raise Unwritable(f"18xx.games cannot float {name} without a manager")


def _in_play(g: Game, company: str) -> int:
    places = (*g.state.order, *g.state.companies, POOL)
    bonds = sum(g.state.place[f"{GIPR}.{n}"] not in ("aside", "gone") for n in range(10, 20)) if company == GIPR else 0
    return sum(shares.held(g, place, company) for place in places) - bonds


def _buy_hand(w: ExportState, action: Any) -> list[Entry]:
    held = cards.certificates(w.game, f"hand:{action.by}", action.company)
    head = f"{action.company}.0"
    seen = OPEN.entries(w.game.state)  # drafted ones are bought before those that nobody has seen
    singles = sorted((c for c in held if c != head or action.company == GIPR), key=lambda c: c not in seen)
    return _bought(w, action, [*([head] if action.director else []), *singles[: action.shares]])


def _buy_row(w: ExportState, action: Any) -> list[Entry]:
    return _bought(w, action, ROWS[action.row].entries(w.game.state)[: action.count])


def _buy_bond(w: ExportState, action: Any) -> list[Entry]:
    unsold = [*w.certificates.held(IPO, ""), *w.certificates.held(BANK, "")]
    return [_by(w, action, "buy_company", company=min(unsold), price=_printed(w.game, unsold[0]))]


def _convert(w: ExportState, action: Any) -> list[Entry]:
    if not w.game.president(GIPR):
        raise Unwritable("18xx.games cannot convert a bond before somebody has owned a share of the GIPR")
    data = w.game.rules.data
    price = data.cell(at).price if (at := market.where(w.game, GIPR)) else data.companies[GIPR].par
    said = {"choice": f"Convert to GIPR Share for {data.file.currency}{max(0, price - 100)}"}
    company = w.asked_company()
    return [by_company(w, company, "choose", **said) if company else by_player(w, action.by, "choose", **said)]


def _sell_card(w: ExportState, action: Any) -> list[Entry]:
    card = action.card
    if card.startswith("RB"):
        card = w.certificates.held(w.asked_company() or action.by, "")[0]
    return [_by(w, action, "sell_company", company=card, price=_printed(w.game, card))]


def _sell_train(w: ExportState, action: Any) -> list[Entry]:
    price = w.game.rules.data.file.numbers[f"resale_{kind(action.train)}"]
    company = w.company_of(action.by)
    return [by_company(w, company, "sell_train", train=w.names.train_id(action.train), price=price)]


def _remove_gauge(w: ExportState, action: Any) -> list[Entry]:
    hex_id, _, edge = action.side.partition("/")
    return [by_company(w, w.company_of(action.by), "remove_border", hex=hex_id, edge=int(edge))]


def _home(w: ExportState, action: Action, step: Any) -> list[Entry]:
    """A home is chosen as soon as the company floats: where certificates were bought together, between two of them."""
    company = step.company
    if isinstance(action, LayTile):
        tile = w.names.tile_id(action.tile, action.hex)
        entry = by_company(w, company, "lay_tile", hex=action.hex, tile=tile, rotation=action.rotation)
    else:
        assert isinstance(action, PlaceToken)
        hex_id, _, stop = action.city.partition(".")
        where = {"city": w.names.city(hex_id, stop), "slot": w.names.circle(hex_id, stop)}
        entry = by_company(w, company, "place_token", **where, tokener=company)
    w.at = w.memory.get("homes", {}).pop(company, None)
    return [entry]


def tile_laid(w: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """A double city that gets its first track while a station stands in it: the resident's own city is asked for later, unless
    a player's private has laid it.
    """
    if event.tile == DOUBLE and any(slot.startswith(f"{event.hex}.") for slot in g.state.tokens):
        by_player = event.using and g.state.place[event.using] in g.state.order
        w.memory.setdefault("by player" if by_player else "shared", set()).add(event.hex)
    return ()


def token_placed(w: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """A home that is placed by itself here when the company floats, and asked for there: of such a resident, and of a company
    that may choose among the cities of a hex, of which one is left.
    """
    hex_id, stop, circle = event.slot.split(".")
    w.memory.setdefault("placed", {}).setdefault(event.company, []).append(hex_id)
    if isinstance(w.action, PlaceToken) and hex_id in w.memory.get("by player", ()):
        return _last_city(w, w.action, event)
    if isinstance(w.action, (LayTile, PlaceToken)) or g.company(event.company).operated or event.company == GIPR:
        return ()
    at = w.memory.get("homes", {}).pop(event.company, None)
    home = hex_id in g.rules.data.companies[event.company].home  # without the name of a city
    chosen = home and len(g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities) > 1
    if not chosen and hex_id not in w.memory.get("shared", ()):
        return ()
    if not chosen and g.state.tiles[hex_id].tile == DOUBLE:
        raise Unwritable(
            f"18xx.games breaks down where {event.company} gets its home in {hex_id}: the other company has laid the yellow tile"
            " with two cities there"
        )
    where = {"city": w.names.city(hex_id, stop), "slot": int(circle)}
    entry = by_company(w, event.company, "place_token", **where, tokener=event.company)
    if at is None:
        return (entry,)
    w.entries.insert(at, entry)
    return ()


def _last_city(w: ExportState, action: PlaceToken, event: Any) -> Iterable[Entry]:
    """Beside a tile of a player's private: the token that goes here by itself to the city that is left."""
    hex_id, stop, circle = event.slot.split(".")
    if action.city != f"{hex_id}.{stop}" and action.city.startswith(f"{hex_id}."):
        where = {"city": w.names.city(hex_id, stop), "slot": int(circle)}
        yield by_player(w, action.by, "place_token", **where, tokener=event.company)


def token_removed(w: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """A station that the GIPR has not taken over."""
    if asked_for(g, event, w.memory.setdefault("taken over", set()), replaced=not g.company(event.company).closed):
        _answer(w, event.company, event.slot.partition(".")[0], by_company(w, GIPR, "pass"))
    return ()


def _answer(w: ExportState, company: str, hex_id: str, entry: Entry) -> None:
    """What becomes of a station of a company that closes: the site asks in the order in which they were placed."""
    answers: list[tuple[str, Entry]] = w.memory.setdefault("answers", {}).setdefault(company, [])
    first = len(w.entries) - len(answers)
    placed = w.memory.get("placed", {}).get(company, [])
    answers.append((hex_id, entry))
    answers.sort(key=lambda answer: placed.index(answer[0]) if answer[0] in placed else -1)
    w.entries[first:] = [entry for _, entry in answers]


def silent(w: ExportState, action: Action) -> bool:
    """A pass to a question that the site does not ask."""
    return isinstance(action, Pass) and unasked(w.game)


OWN = {
    "Keep": _keep,
    "Draft": _draft,
    "BuyHand": _buy_hand,
    "BuyHandPrivates": lambda w, action: _bought(w, action, action.privates),
    "BuyRow": _buy_row,
    "BuyCard": lambda w, action: [
        _by(w, action, "buy_company", company=action.private, price=_printed(w.game, action.private))
    ],
    "BuyBond": _buy_bond,
    "ConvertBond": _convert,
    "SellCard": _sell_card,
    "SellTrain": _sell_train,
    "RemoveGauge": _remove_gauge,
}

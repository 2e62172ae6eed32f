"""What our engine offers at each position of a game, held against what another program offers there.

With `--legal` the other program's trace has a key `legal` in its first line and in each action's: who is on turn (`entity`), and
what is offered in the step in which it waits. A list that is missing says nothing.

    lays      [hex, tile, rotation]               bids      [item, least, most]
    stations  hex                                 trains    [name, "bank" or company, least price, the company must buy]
    buys      [company, "ipo" or "market"]        privates  [private, least, most]
    sales     [company, percent]                  pars      [company, price]
    papers    [source, name] of what else 18 India sells (row 1 to 3, hand, market, bond, convert; a director's certificate is
              `COMPANY director`)                 returns   [private, or bond] that 18 India buys back

With `--try=FILE` (a list of `{"try": number, "after": id of an action or 0, "actions": [...]}`) it also prints for each
`{"tried": number, "refused": message or null}`.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import structs

from bot.interchange.encode_action import encode_action
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.export_state import Entry, ExportState, Source
from bot.interchange.importer import Importer
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.records import Pass as TheirPass
from bot.interchange.site.route_mapping import face_on
from bot.interchange.trace import describe_face
from game import trains
from game.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
    TakePrivate,
)
from game.choices import Span
from game.events import TileLaid, TokenPlaced, TokenRemoved
from titles.india.actions import BuyBond, BuyCard, BuyHand, BuyHandPrivates, BuyRow, ConvertBond, SellCard
from titles.india.setup import bonds

if TYPE_CHECKING:
    from game.choices import Choice
    from game.play import Game

A = TypeVar("A", bound=Action)
Offer = tuple[Any, ...]
PATIENCE = 900  # seconds for the other program and one file
# What other programs offer against the rulebook: pattern of our refusal -> name
FAULTS = {
    r"^you can bid at most \D?\d+": "bids that nobody can pay are taken (18VA 4.1)",
    r"^only .* is being auctioned now": "other privates can be bid on during an auction (18GA, 18TN 3.1.1)",
    r"^M&BR cannot change hands while a player owns the share": "a share goes along with the M&BR (18GA Table III)",
    r"^after your sale you must pay at least": "after a sale a minor's train is sold for any price (18EU 4.5.2)",
    r"would not join the line of the tiles": "a further yellow tile need not be joined to the last (18 India 8.4.1.1)",
    r"^(12|13|205|206) .* would add no track .*18 India": "a town becomes a city out of reach (18 India 8.4.1.2)",
    r"^\S+ owns \d+ certificates, the limit is \d+ \(18EU": "minors are no certificates (18EU 3.1)",
    r"^you must sell at least \d+ of \S+ to come down": "a sale need not cure all of the excess (18EU 3.1)",
    r"^the GIPR has closed: its bonds stay bonds": "bonds are converted once the GIPR has closed (18 India 7.2.5)",
    r", the home of a new company is in the way$": "a home is not seen at once (18GA 4.2.1(j), 18VA 4.5.2.1)",
    r", a circle was added there$": "the circle added for the Danish station stays (18 India 2.5)",
}
# What ours offers where no rulebook says when, and other programs only later: pattern of their refusal -> name
DIFFERENCES = {
    r"^Blocking step Convert .* cannot process action buy_company": "a private is bought before the company converts (18VA 4.2)",
    r"^it leads through a circle that was left": "a circle left stays full for a while (18EU 4.4.1, 4.4.2; 18VA 4.6.3)",
}
STOCK = ("buys", "sales", "pars")
KINDS = {  # what is compared in which step
    "stock": (*STOCK, "papers"),
    "selling turn": ("sales", "returns"),
    "sell holdings": ("sales", "returns"),
    "buy holding": ("buys", "papers"),
    "track": ("lays",),
    "token": ("stations",),
    "trains": ("trains",),
    "auction": ("bids",),
    "duel": ("bids",),
}


class Difference(NamedTuple):
    """Offers of one kind at one position that only one of the two makes."""

    after: int  # number of the action, 0: the start
    kind: str
    offer: Offer
    mine: bool  # offered by ours only, else by theirs only
    why: str  # what the other says against it
    entries: tuple[Entry, ...]  # the offer as a file has it, () where it cannot be written

    def __str__(self) -> str:
        return f"after {self.after}: {self.kind}: only {'ours' if self.mine else 'theirs'} {self.offer} ({self.why})"


def compare(engine: Sequence[str], data: bytes, counts: Counter[str]) -> list[Difference]:
    """Play a file in both and compare at each position. What only one offers the other program is asked to do: a difference is
    what ours offers and theirs refuses, or theirs offers, accepts and ours refuses. `counts`: positions compared, by kind.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, asked = Path(folder) / "game.json", Path(folder) / "tries.json"
        file.write_bytes(data)
        legal = {row.get("id", 0): row["legal"] for row in _told([*engine, "--legal", str(file)]) if row.get("legal")}
        found = [*_positions(data, legal, counts)]
        tries = [{"try": i, "after": d.after, "actions": d.entries} for i, d in enumerate(found) if d.entries]
        asked.write_text(json.dumps(tries), "utf-8")
        said = {row["tried"]: row["refused"] for row in _told([*engine, f"--try={asked}", str(file)]) if "tried" in row}
    kept = []
    for i, difference in enumerate(found):
        refused = said.get(i, "not tried")
        fault = name_fault(difference)
        named = name_difference(difference.why or refused) if difference.mine and refused else ""
        if named:
            counts[f"named difference: {named}"] += 1
        elif difference.mine and refused:
            kept.append(difference._replace(why=refused))
        elif fault and (refused is None or not difference.entries):
            counts[f"known fault: {fault}"] += 1
        elif not difference.mine and refused in (None, "not tried"):
            kept.append(difference)
        counts["shown and refused, or not shown and accepted"] += (refused is None) == difference.mine
    return kept


def name_fault(difference: Difference) -> str:
    """The name of the known fault that makes the other program offer this, "" where it is none."""
    return next((name for why, name in FAULTS.items() if not difference.mine and re.search(why, difference.why)), "")


def name_difference(refused: str) -> str:
    """The name of the difference for which the other program refuses what ours offers, "" where it is none."""
    return next((name for why, name in DIFFERENCES.items() if re.search(why, refused)), "")


def _told(command: Sequence[str]) -> list[dict[str, Any]]:
    found = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    return [json.loads(line) for line in found.stdout.splitlines() if line.startswith(b"{")]


def _positions(data: bytes, legal: Mapping[int, Mapping[str, Any]], counts: Counter[str]) -> Iterator[Difference]:
    importer = _Watching(data)
    yield from _compared(importer, 0, legal.get(0, {}), counts)
    before = 0
    for number in importer.play_all():
        yield from (d._replace(after=before) for d in importer.unasked())
        if importer.owed_passes or importer.is_pass_dropped(number + 1):
            counts["a pass of somebody is due there"] += 1
        elif not importer.midway:
            told = _compared(importer, number, legal.get(number, {}), counts)
            named = map(importer.name_left_circle, told)
            yield from map(importer.name_new_home, map(importer.name_added_circle, named))
        before = number


class _Watching(Importer):
    """Notes what ours offers in steps that theirs leaves without a pass."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._passed_by: list[tuple[int, Action, Difference]] = []  # with the number of the pass among the plays
        # the company whose recorded pass was the last play: another pass of it may be the one that was meant
        self._passed_last: str | None = None
        self._added: dict[str, int] = {}  # cities beside whose circles a station has stood -> circles then
        self._left: dict[str, str] = {}  # circles left since the board changed last, with who has left them
        self._new_homes: set[str] = (
            set()
        )  # circles taken by homes of companies that started since the board changed last

    def name_added_circle(self, difference: Difference) -> Difference:
        """Note with a lay or a station that the site may see a way through a city with a circle more than ours: the one that it
        has added for a station beside the circles, which has moved into a circle since.
        """
        tokens = self.game.state.tokens
        stays = any(f"{city}.+" not in tokens and self._circles(city) == n for city, n in self._added.items())
        if stays and not difference.mine and difference.kind in ("lays", "stations"):
            return difference._replace(why=f"{difference.why}, a circle was added there")
        return difference

    def name_new_home(self, difference: Difference) -> Difference:
        """Note with a lay or a station that it would be possible if the companies that started last had no homes yet: the site
        looks at the board when a tile is laid or a station is placed in a turn.
        """
        if difference.mine or not self._new_homes or difference.kind not in ("lays", "stations"):
            return difference
        g = self.game
        tokens = {slot: owner for slot, owner in g.state.tokens.items() if slot not in self._new_homes}
        possible = self._is_possible(difference, tokens)
        return (
            difference._replace(why=f"{difference.why}, the home of a new company is in the way")
            if possible
            else difference
        )

    def name_left_circle(self, difference: Difference) -> Difference:
        """Note with a lay or a station that it would not be possible if the circles that were left since the board changed were
        still full, as the site takes them to be.
        """
        if not difference.mine or not self._left or difference.kind not in ("lays", "stations"):
            return difference
        if self._is_possible(difference, {**self.game.state.tokens, **self._left}):
            return difference
        return difference._replace(why="it leads through a circle that was left")

    def _is_possible(self, difference: Difference, tokens: dict[str, str]) -> bool:
        """Whether what is offered would be legal with these stations on the board."""
        g = self.game
        real_tokens = g.state.tokens
        g.state.tokens = tokens
        g.changed()
        possible = any(g.legal(action) for action in _meant(self, difference.kind, difference.offer))
        g.state.tokens = real_tokens
        g.changed()
        return possible

    def _note_left_circles(self) -> None:
        """Note the circles that stations have left, until the board changes; one taken again in an exchange is no change."""
        for event in self.game.events:
            if isinstance(event, TokenRemoved):
                self._left[event.slot] = event.company
            elif isinstance(event, TileLaid) or (isinstance(event, TokenPlaced) and not self._left.pop(event.slot, "")):
                self._left.clear()

    def _note_homes(self, action: Action) -> None:
        """Note the homes placed by a play in which a company starts, or comes on turn first, until the board changes."""
        for event in self.game.events:
            if isinstance(event, TokenPlaced) and not isinstance(action, PlaceToken):
                self._new_homes.add(event.slot)
            elif isinstance(event, TokenPlaced | TileLaid):
                self._new_homes.clear()

    def _circles(self, city: str) -> int:
        """The circles of a city, 0 where the tile has no such city."""
        hex_id, _, name = city.partition(".")
        return next((c.slots for c in face_on(self.game, hex_id).tile.cities if c.name == name), 0)

    def is_pass_dropped(self, number: int) -> bool:
        """Whether a recorded action is a pass that ours has no use for: somebody is still asked there."""
        i = next((i for i, unit in enumerate(self.units) if unit.number >= number), len(self.units))
        return i < self.recorded_passes.dropped and isinstance(self.units[i].record, TheirPass)

    def play_action(self, i: int, action: Action) -> None:
        step = self.game.top_step()
        company = getattr(step, "company", None)
        unsaid = isinstance(action, Pass) and not isinstance(self.units[i].record, TheirPass)
        if unsaid and company and self._passed_last != company:
            for kind, offers in ours(self).items():
                if kind in ("lays", "stations", "trains"):
                    self._passed_by += [
                        (len(self.imported.plays), action, Difference(0, kind, o, True, "not asked", ()))
                        for o in offers
                    ]
        said = isinstance(action, Pass) and isinstance(self.units[i].record, TheirPass)
        self._passed_last = company if said else None
        super().play_action(i, action)
        self._note_homes(action)
        self._note_left_circles()
        for city in (slot.removesuffix(".+") for slot in self.game.state.tokens if slot.endswith(".+")):
            self._added[city] = self._circles(city)

    def unasked(self) -> list[Difference]:
        """What ours has offered since the last time, without the passes that were only tried."""
        plays = self.imported.plays
        found = [d for n, action, d in self._passed_by if n < len(plays) and plays[n][1] is action]
        self._passed_by.clear()
        return found


def _compared(importer: Importer, number: int, said: Mapping[str, Any], counts: Counter[str]) -> Iterator[Difference]:
    if said.get("entity") != _on_turn(importer):
        counts["another is on turn"] += 1
        return
    for kind, mine in ours(importer).items():
        if kind not in said:
            continue
        counts[kind] += 1
        theirs = {*_as_ours(importer, kind, said[kind])}
        for offer in sorted({*mine} - theirs, key=str):
            yield Difference(number, kind, offer, True, "", _entries(importer, mine[offer]))
        for offer in sorted(theirs - {*mine}, key=str):
            for action in _meant(importer, kind, offer):
                yield Difference(
                    number, kind, offer, False, str(importer.game.refusal(action)), _entries(importer, action)
                )


def _entries(importer: Importer, action: Action) -> tuple[Entry, ...]:
    """An action as the file has it, () where it cannot be written."""
    title = importer.imported.title
    source = Source(title, importer.imported.options, importer.imported.players, "", seated=True, actions=())
    state = ExportState(source, EXPORT_PROFILES[title], importer, ())
    state.turn = importer.turn
    try:
        return tuple(encode_action(state, action))
    except (Unwritable, LookupError, StopIteration):
        return ()


def _on_turn(importer: Importer) -> str:
    """Who is asked, in the words of the trace."""
    step = importer.game.top_step()
    if step is None:
        return ""
    company = getattr(step, "company", "")
    by = importer.game.deciders()
    seats = importer.imported.players
    return company or (f"player:{seats.index(by[0]) + 1}" if by else "")


# ---------------------------------------------------------------------- ours


def ours(importer: Importer) -> dict[str, dict[Offer, Action]]:
    """What our engine offers to whoever is asked, by kind."""
    g = importer.game
    step = g.top_step()
    key = step.key if step else ""
    by = g.deciders()[:1]
    choices = [*g.choices(by[0])] if by else []
    found = {kind: {o: a for c in choices for o, a in _offers(g, kind, c)} for kind in KINDS.get(key, ())}
    if key in (*("stock", "track", "token", "trains", "run", "dividend", "convert"), "last chance"):
        found["privates"] = {o: a for c in choices for o, a in _offers(g, "privates", c)}
    return found


def _offers(g: Game, kind: str, choice: Choice) -> Iterator[tuple[Offer, Action]]:
    for action in choice.actions:
        if kind == "lays" and isinstance(action, LayTile) and not action.using:
            yield (action.hex, action.tile, g.rules.data.tiles[action.tile].faces[action.rotation].shape), action
        elif kind == "stations" and isinstance(action, PlaceToken) and not action.using:
            yield (action.city.partition(".")[0],), action
        elif kind == "buys" and isinstance(action, BuyShare):
            yield (action.company, "market" if action.source == "pool" else "ipo"), action
        elif kind == "sales" and isinstance(action, SellShares):
            for each in _all_of(choice, action, "shares"):
                yield (action.company, each.shares * 100 // g.company(action.company).size), each
        elif kind == "pars" and isinstance(action, Par):
            for par in _all_of(choice, action, "price"):
                yield (action.company, par.price), par
        elif kind == "bids" and isinstance(action, Bid):
            for bid in _ends_of(choice, action, "amount"):
                yield (action.item, bid.amount), bid
        elif kind == "trains" and isinstance(action, BuyTrain) and not action.using:
            name = action.side or trains.face(g, action.train)
            yield ((name, action.seller) if action.seller else (name, "bank", action.price)), action
        elif kind == "papers" and (paper := _paper(action)):
            yield paper, action
        elif kind == "returns" and isinstance(action, SellCard):
            yield ("bond" if action.card in bonds(g) else action.card,), action
        elif kind == "privates" and isinstance(action, TakePrivate):
            for purchase in _ends_of(choice, action, "price"):
                yield (action.private, purchase.price), purchase
        elif kind == "privates" and isinstance(action, BuyPrivate):
            yield (action.private,), action


def _paper(action: Action) -> Offer:
    """Source and name of a single certificate that 18 India sells, () for anything else."""
    match action:
        case BuyRow(row=row, count=1):
            return f"row {row}", ""
        case BuyHand(company=company, shares=1, director=False):
            return "hand", company
        case BuyHand(company=company, shares=0, director=True):
            return "hand", f"{company} director"
        case BuyHandPrivates(privates=(private,)):
            return "hand", private
        case BuyCard(private=private):
            return "market", private
        case BuyBond():
            return "bond", ""
        case ConvertBond():
            return "convert", ""
    return ()


def _paper_meant(by: str, source: str, name: str) -> Action:
    """What source and name of a certificate mean as an action of ours."""
    company, _, director = name.partition(" ")
    match source.partition(" ")[0], name:
        case "row", _:
            return BuyRow(row=int(source[-1]), by=by)
        case "hand", _ if name.startswith("P") and name[1:].isdecimal():
            return BuyHandPrivates(privates=(name,), by=by)
        case "hand", _:
            return BuyHand(company=company, shares=not director, director=bool(director), by=by)
        case "market", _:
            return BuyCard(private=name, by=by)
        case "bond", _:
            return BuyBond(by=by)
    return ConvertBond(by=by)


def _all_of(choice: Choice, action: A, name: str) -> Iterator[A]:
    """An action with each value of its range."""
    span = choice.ranges.get(name)
    for value in span.values() if isinstance(span, Span) else (getattr(action, name),):
        yield structs.replace(action, **{name: value})


def _ends_of(choice: Choice, action: A, name: str) -> Iterator[A]:
    """An action with the least and the most of its range."""
    found = [*_all_of(choice, action, name)]
    yield from (found[0], found[-1])


# ---------------------------------------------------------------------- theirs


def _as_ours(importer: Importer, kind: str, said: Sequence[Any]) -> Iterator[Offer]:
    """Their offers in our words; without what they show although the money is lacking."""
    g, profile = importer.game, importer.profile
    for each in said:
        if kind == "stations":
            yield (each,)
        elif kind == "lays":
            hex_id, tile, rotation = each
            yield hex_id, *describe_face(g, profile, f"{tile}-r{rotation}")
        elif kind == "trains":
            name, seller, price, must = each
            name = profile.trains.get(name, name)
            if seller != "bank":
                yield name, seller
            elif must or price <= g.state.cash[getattr(g.top_step(), "company", "")]:
                yield name, "bank", price
        elif kind == "privates" and not getattr(g.top_step(), "company", ""):
            yield (each[0],)  # the limits that are told are those of companies
        elif kind in ("bids", "privates"):
            if each[1] <= each[2]:
                yield from ((each[0], each[1]), (each[0], each[2]))
        else:
            yield tuple(each)


def _meant(importer: Importer, kind: str, offer: Offer) -> Iterator[Action]:
    """What an offer of theirs may be as an action of ours."""
    g = importer.game
    by = (g.deciders() or [""])[0]
    if kind == "lays":
        hex_id, tile, shape = offer
        faces = g.rules.data.tiles[tile].faces if tile in g.rules.data.tiles else ()
        rotations = [r for r, turned in enumerate(faces) if turned.shape == shape]
        yield from (LayTile(hex=hex_id, tile=tile, rotation=r, by=by) for r in rotations[:1])
    elif kind == "stations":
        yield from (PlaceToken(city=f"{offer[0]}.{c.name}", by=by) for c in face_on(g, offer[0]).tile.cities)
    elif kind == "sales":
        yield SellShares(company=offer[0], shares=offer[1] * g.company(offer[0]).size // 100, by=by)
    elif kind == "buys":
        unsold = next(iter(importer.profile.unsold.values()), "pool")
        yield BuyShare(company=offer[0], source="pool" if offer[1] == "market" else unsold, by=by)
    elif kind == "pars":
        yield Par(company=offer[0], price=offer[1], by=by)
    elif kind == "papers":
        yield _paper_meant(by, *offer)
    elif kind == "returns":
        owner = getattr(g.top_step(), "company", "") or by
        owned = [b for b in bonds(g) if g.state.place[b] == owner] if offer[0] == "bond" else [*offer]
        yield from (SellCard(card=card, by=by) for card in owned[:1])
    elif kind == "bids":
        yield Bid(item=offer[0], amount=offer[1], by=by)
    elif kind == "privates" and len(offer) > 1:
        yield TakePrivate(private=offer[0], price=offer[1], by=by)
    elif kind == "privates":
        yield BuyPrivate(private=offer[0], price=1, by=by)
    elif kind == "trains":
        yield from _train_meant(g, offer, by)


def _train_meant(g: Game, offer: Offer, by: str) -> Iterator[Action]:
    name, seller, price = (*offer, 1)[:3]
    cards = (
        [*trains.bank_trains(g)]
        if seller == "bank"
        else [t for t in g.rules.data.train_cards if g.state.place[t] == seller]
    )
    for card in cards:
        sides = [s.name for s in trains.type_of(g, card).sides]
        if name in sides or name == trains.face(g, card):
            side = name if name in sides and seller == "bank" else ""
            yield BuyTrain(train=card, price=price, seller="" if seller == "bank" else seller, side=side, by=by)
            return

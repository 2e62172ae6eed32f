"""What a person types who wants an action: several ways of saying it, none of them the line that the game prints."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bot.model.words.vocabulary import Vocabulary
from game import cards
from game.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    ClosePrivate,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RemoveToken,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from titles.eu.mergers import Exchange
from titles.eu.treasury import Redeem
from titles.india.actions import (
    BuyBond,
    BuyCard,
    BuyHand,
    BuyHandPrivates,
    BuyRow,
    ConvertBond,
    Draft,
    Keep,
    RemoveGauge,
    SellCard,
    SellTrain,
)

SOURCES = {
    "ipo": ("from the ipo", "at par", "out of the initial offering", "ipo"),
    "pool": ("from the pool", "from the market", "pool"),
    "treasury": ("from the treasury", "treasury"),
}
PAYS = {
    "full": ("pay", "pay out", "payout", "pay dividends", "full", "auszahlen"),
    "half": ("half", "pay half", "split", "halb"),
    "none": ("withhold", "hold", "keep it", "w", "einbehalten"),
}
SKIPS = {
    "track": ("no track", "no tile", "skip track"),
    "token": ("no station", "no token", "skip token"),
    "trains": ("no train", "no more trains"),
}
PASSES = ("pass", "done", "skip", "passe")


class Speaker:
    """Somebody at a table who knows what he wants and says it in one of the ways that people have."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def say(self, wanted: Action, known: Vocabulary, legal: list[Any]) -> str:
        """The words for an action. `legal`: all that may be done, of which people say what tells it from the others."""
        return _WAYS[type(wanted)](self, wanted, known, legal)

    def any_of(self, *ways: str) -> str:
        return self.dice.choice(ways)

    def passes(self, _a: Pass, known: Vocabulary, _legal: list[Any]) -> str:
        return self.any_of(*PASSES, *SKIPS.get(known.step, ()))

    def bids(self, a: Bid, known: Vocabulary, _legal: list[Any]) -> str:
        money = known.rules.data.money(a.amount)
        if not a.amount:
            return f"put up {a.item}"
        return self.any_of(
            f"bid {a.amount} on {a.item}", f"{a.amount} on {a.item}", f"b {a.item} {money}", f"bid {money} {a.item}"
        )

    def starts(self, a: Par, known: Vocabulary, _legal: list[Any]) -> str:
        name = known.rules.data.companies[a.company].name
        return self.any_of(
            f"par {a.company} at {a.price}",
            f"start {a.company} {a.price}",
            f"ipo {a.company} {a.price}",
            f"float {name} at {a.price}",
        )

    def buys_share(self, a: BuyShare, known: Vocabulary, legal: list[Any]) -> str:
        source = self.any_of(*SOURCES[a.source])
        if sum(getattr(b, "company", "") == a.company for b in legal if not isinstance(b, SellShares)) == 1:
            source = self.any_of(source, "")
        name = known.rules.data.companies[a.company].name
        return self.any_of(f"buy {a.company} {source}", f"b {a.company} {source}", f"buy a share of {name} {source}")

    def sells(self, a: SellShares, known: Vocabulary, _legal: list[Any]) -> str:
        part = a.shares * 100 // known.size(a.company)
        return self.any_of(
            f"sell {a.shares} {a.company}",
            f"sell {part}% of {a.company}",
            f"s {a.shares} {a.company}",
            f"{a.company}: sell {a.shares} shares",
        )

    def offers(self, a: BuyPrivate, _known: Vocabulary, _legal: list[Any]) -> str:
        buyer = f"{a.company} " if a.company else ""
        return f"{buyer}{self.any_of(f'offer {a.price} for {a.private}', f'buy {a.private} for {a.price}')}"

    def sells_private(self, a: SellPrivate, known: Vocabulary, _legal: list[Any]) -> str:
        buyer = {seat: shown for shown, seat in known.names.items()}.get(a.buyer, a.buyer)
        return self.any_of(f"sell {a.private} to {buyer} for {a.price}", f"{a.private} to {buyer} at {a.price}, sell")

    def takes_private(self, a: TakePrivate, known: Vocabulary, _legal: list[Any]) -> str:
        name = known.rules.data.privates[a.private].name
        return self.any_of(f"buy {a.private} for {a.price}", f"buy {name} at {a.price}", f"{a.price} for {a.private}")

    def uses(self, a: Use, known: Vocabulary, _legal: list[Any]) -> str:
        place = getattr(known.rules.data.hexes.get(a.target), "name", "") or a.target
        return f"use {a.private} {self.any_of(f'on {a.target}', f'in {place}') if a.target else ''}"

    def closes(self, a: ClosePrivate, _known: Vocabulary, _legal: list[Any]) -> str:
        return f"close {a.private}"

    def lays(self, a: LayTile, known: Vocabulary, legal: list[Any]) -> str:
        data = known.rules.data
        number = a.tile.rstrip("abcdefghijklmnopqrstuvwxyz") or a.tile
        place = data.hexes[a.hex].name or a.hex
        where = self.any_of(a.hex, place) if sum(h.name == place for h in data.hexes.values()) <= 1 else a.hex
        using = f" using {a.using}" if a.using else ""
        turn = self.any_of(f"rot {a.rotation}", f"turned {a.rotation}", f"rotation={a.rotation}", f"r{a.rotation}")
        if (
            len([b for b in legal if isinstance(b, LayTile) and (b.hex, b.tile, b.using) == (a.hex, a.tile, a.using)])
            == 1
        ):
            turn = self.any_of(turn, "")
        return self.any_of(
            f"{number} on {where} {turn}{using}",
            f"lay {number} {where} {turn}{using}",
            f"tile #{number} at {where}, {turn}{using}",
        )

    def places(self, a: PlaceToken, known: Vocabulary, legal: list[Any]) -> str:
        hex_ = a.city.partition(".")[0]
        name = known.rules.data.hexes[hex_].name or hex_
        alone = sum(isinstance(b, PlaceToken) and b.city.partition(".")[0] == hex_ for b in legal) == 1
        where = self.any_of(name, hex_) if alone else a.city
        using = f" using {a.using}" if a.using else ""
        return f"{self.any_of('station in', 'token', 'place a token in')} {where}{using}"

    def removes(self, a: RemoveToken, _known: Vocabulary, _legal: list[Any]) -> str:
        return f"take over the token in {a.city}"

    def runs(self, _a: RunTrains, _known: Vocabulary, _legal: list[Any]) -> str:
        return self.any_of("run best", "best", "run the best routes", "optimal")

    def pays(self, a: PayDividend, _known: Vocabulary, legal: list[Any]) -> str:
        halved = any(isinstance(b, PayDividend) and b.kind == "half" for b in legal)
        return self.any_of(*(words for words in PAYS[a.kind] if words != "pay" or not halved))  # which of them is asked

    def buys_train(self, a: BuyTrain, known: Vocabulary, legal: list[Any]) -> str:
        kind = known.rules.data.trains[cards.kind(a.train)]
        face = a.side or known.faces.get(a.train) or kind.called or cards.kind(a.train)
        using = f" using {a.using}" if a.using else ""
        if a.seller:
            seller = f"minor {a.seller}" if a.seller.isdigit() else a.seller
            return self.any_of(
                f"{face} from {seller} for {a.price}",
                f"buy {face}T from {seller} for {a.price}",
                f"buy a {face}-train from {seller} at {a.price}",
            )
        pool = known.places.get(a.train) == "pool"
        others = [
            b
            for b in legal
            if isinstance(b, BuyTrain) and b != a and face in (b.side, known.faces.get(b.train), cards.kind(b.train))
        ]
        source = " from the pool" if pool else " from the depot" if others else self.any_of("", " from the bank")
        if any(b.using != a.using for b in others):  # a discount is a choice: people name the price
            using = f" for {a.price}{using}"
        return f"{self.any_of(f'buy {face}', f'b {face}', f'buy a {face}-train', f'{face}T')}{source}{using}"

    def discards(self, a: Any, known: Vocabulary, _legal: list[Any]) -> str:
        kind = known.rules.data.trains[cards.kind(a.train)]
        face = known.faces.get(a.train) or kind.called or cards.kind(a.train)
        verb = ("discard", "drop") if isinstance(a, DiscardTrain) else ("sell", "sell the")
        return f"{self.any_of(*verb)} {face}-train"

    def answers(self, a: Answer, _known: Vocabulary, _legal: list[Any]) -> str:
        return self.any_of(*(("yes", "y", "accept", "ok", "ja") if a.yes else ("no", "n", "decline", "nein")))

    def chooses(self, a: Choose, _known: Vocabulary, _legal: list[Any]) -> str:
        return a.option

    def gives_up(self, _a: Bankrupt, _known: Vocabulary, _legal: list[Any]) -> str:
        return self.any_of("bankrupt", "declare bankruptcy")

    def merges(self, a: Exchange, _known: Vocabulary, _legal: list[Any]) -> str:
        if not a.company:
            return self.any_of(f"give up {a.minor}", f"give up minor {a.minor}")
        return self.any_of(
            f"merge {a.minor} into {a.company}", f"{a.minor} → {a.company}", f"swap {a.minor} for {a.company}"
        )

    def redeems(self, a: Redeem, _known: Vocabulary, _legal: list[Any]) -> str:
        return self.any_of(f"redeem {a.count}", f"buy back {a.count}")

    def keeps(self, a: Keep, _known: Vocabulary, _legal: list[Any]) -> str:
        named = [self.any_of(c, c.rpartition(".")[0]) if "." in c else c for c in a.cards]
        self.dice.shuffle(named)
        return f"{self.any_of('keep', 'pick')} {self.any_of(' ', ', ').join(named)}"

    def drafts(self, a: Draft, known: Vocabulary, legal: list[Any]) -> str:
        if "." not in a.card:
            return self.any_of(f"take {a.card}", f"draft {a.card}")
        company = a.card.rpartition(".")[0]
        if sum(b.card.rpartition(".")[0] == company for b in legal if isinstance(b, Draft)) == 1:
            return self.any_of(f"take {company}", f"draft a share of {company}")
        director = known.rules.data.certificates[a.card][1] > 1
        return f"take {company} {self.any_of('director', '20%') if director else self.any_of('10%', 'ordinary')}"

    def buys_of_hand(self, a: BuyHand, _known: Vocabulary, _legal: list[Any]) -> str:
        director = "director's certificate and " if a.director and a.shares else "director" if a.director else ""
        shares = str(a.shares) if a.shares else ""
        return f"buy {a.company} {director}{shares} from my hand"

    def buys_privates_of_hand(self, a: BuyHandPrivates, _known: Vocabulary, _legal: list[Any]) -> str:
        return f"buy {' and '.join(a.privates)} from my hand"

    def buys_of_row(self, a: BuyRow, _known: Vocabulary, legal: list[Any]) -> str:
        if a.count == 1 and any(isinstance(b, BuyRow) and b.row == a.row and b.count > 1 for b in legal):
            return f"buy 1 from row {a.row}"
        return self.any_of(f"buy {a.count} from row {a.row}", f"{a.count} from row {a.row}")

    def buys_card(self, a: BuyCard, _known: Vocabulary, _legal: list[Any]) -> str:
        return f"buy {a.private} from the market"

    def buys_bond(self, _a: BuyBond, _known: Vocabulary, _legal: list[Any]) -> str:
        return self.any_of("buy a bond", "buy royal bond")

    def converts_bond(self, _a: ConvertBond, _known: Vocabulary, _legal: list[Any]) -> str:
        return self.any_of("convert a bond", "exchange royal bond")

    def sells_card(self, a: SellCard, known: Vocabulary, _legal: list[Any]) -> str:
        return "sell a royal bond" if a.card in known.shared_names else f"sell {a.card}"

    def removes_gauge(self, a: RemoveGauge, _known: Vocabulary, _legal: list[Any]) -> str:
        return f"remove the gauge marker {a.side}"


_WAYS: dict[type[Action], Callable[[Speaker, Any, Vocabulary, list[Any]], str]] = {
    Answer: Speaker.answers,
    Bankrupt: Speaker.gives_up,
    Bid: Speaker.bids,
    BuyBond: Speaker.buys_bond,
    BuyCard: Speaker.buys_card,
    BuyHand: Speaker.buys_of_hand,
    BuyHandPrivates: Speaker.buys_privates_of_hand,
    BuyPrivate: Speaker.offers,
    BuyRow: Speaker.buys_of_row,
    BuyShare: Speaker.buys_share,
    BuyTrain: Speaker.buys_train,
    Choose: Speaker.chooses,
    ClosePrivate: Speaker.closes,
    ConvertBond: Speaker.converts_bond,
    DiscardTrain: Speaker.discards,
    Draft: Speaker.drafts,
    Exchange: Speaker.merges,
    Keep: Speaker.keeps,
    LayTile: Speaker.lays,
    Par: Speaker.starts,
    Pass: Speaker.passes,
    PayDividend: Speaker.pays,
    PlaceToken: Speaker.places,
    Redeem: Speaker.redeems,
    RemoveGauge: Speaker.removes_gauge,
    RemoveToken: Speaker.removes,
    RunTrains: Speaker.runs,
    SellCard: Speaker.sells_card,
    SellPrivate: Speaker.sells_private,
    SellShares: Speaker.sells,
    SellTrain: Speaker.discards,
    TakePrivate: Speaker.takes_private,
    Use: Speaker.uses,
}

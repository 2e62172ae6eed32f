"""Events in words: one sentence each, meaningful when read aloud."""

from __future__ import annotations

from typing import TypeAlias, assert_never, get_args

from game.events import (
    Answered,
    AuctionWon,
    BankBroke,
    BidMade,
    CardMoved,
    CompanyClosed,
    Divided,
    EndTriggered,
    Event,
    Floated,
    GameEnded,
    Marked,
    Paid,
    ParSet,
    Passed,
    PhaseBegan,
    PowerUsed,
    PresidentChanged,
    PriceCut,
    PriceMoved,
    PrivateClosed,
    PrivateSold,
    Proposed,
    Ran,
    Revealed,
    RoundBegan,
    RoundEnded,
    Rusted,
    SharesBought,
    SharesSold,
    Skipped,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TrainBought,
    TrainDiscarded,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from game.marks import DUE
from game.round_names import is_operating_round
from game.rules import Rules
from game.step_keys import StepKey
from game.tiles import Tile
from render.data.names import (
    a_train,
    card_name,
    end_words,
    holder,
    listed,
    lot_name,
    price_way,
    role_of_leader,
    round_name,
)
from render.data.queries import View, face, limit_text, percent, place_name, type_called
from render.data.run_paths import face_of
from render.data.run_values import (
    bonus_name,
    earned_beside,
    earned_together,
    stop_name,
    together_chosen_later,
    together_name,
    together_words,
)
from render.text.directions import city_way, names_alone, toward
from render.text.labels import city_values
from render.text.player_names import with_names

# Every shared event. `words` matches on it to the last one, so that an event without words is a type error.
Shared: TypeAlias = (
    RoundBegan
    | RoundEnded
    | TurnBegan
    | TurnEnded
    | Passed
    | Skipped
    | BidMade
    | AuctionWon
    | PriceCut
    | Paid
    | CardMoved
    | SharesBought
    | SharesSold
    | ParSet
    | Floated
    | PresidentChanged
    | PriceMoved
    | TileLaid
    | TokenPlaced
    | TokenRemoved
    | Ran
    | Divided
    | TrainBought
    | TrainDiscarded
    | PhaseBegan
    | Rusted
    | PrivateSold
    | PowerUsed
    | PrivateClosed
    | CompanyClosed
    | Proposed
    | Answered
    | Marked
    | Revealed
    | BankBroke
    | EndTriggered
    | WentBankrupt
    | GameEnded
)
PASSES = {
    StepKey.TRACK: ("is done with track", "are done with track"),
    "deals": ("is done with privates", "are done with privates"),
    StepKey.TOKEN: ("places no station", "place no station"),
    StepKey.TRAINS: ("buys no more trains", "buy no more trains"),
    StepKey.RUN: ("runs no trains", "run no trains"),
}  # what somebody does not do in a step of all titles, of one and of several
# Steps in which people just pass
ROUNDS = (StepKey.AUCTION, StepKey.DUEL, StepKey.STOCK, StepKey.STOCK_ROUND, StepKey.DIVIDEND)


def pass_words(what: str, rules: Rules, *, several: bool = False) -> str:
    """`is done laying track`, `passes`, `pass on MRC`."""
    if own := rules.words.get(f"passed: {what}"):
        return own(several)
    if what in PASSES:
        return PASSES[what][several]
    verb = "pass" if several else "passes"
    return f"{verb} on {what}" if what and what not in ROUNDS else verb


def words(event: Event, view: View, rules: Rules) -> str:
    """One event as a sentence. `view`: the position after it, or later."""
    (event,), rules = with_names([event], rules)
    own = rules.words.get(type(event))
    if own is not None:
        return own(event, view, rules)
    if not isinstance(event, get_args(Shared)):
        raise TypeError(f"{rules.name} has no words for {type(event).__name__}")
    return minor_first(_shared(event, view, rules), rules)


def minor_first(sentence: str, rules: Rules) -> str:
    """A sentence about a minor begins with what it is: `Minor 3 runs for £60`, `Minor 8: no tile can be laid`."""
    company = sentence.partition(" ")[0].rstrip(":").removesuffix("'s")
    data = rules.data.companies.get(company)
    return f"Minor {sentence}" if data is not None and data.kind == "minor" else sentence


def _shared(event: Shared, view: View, rules: Rules) -> str:  # noqa: PLR0915 one case for each event
    data = rules.data

    def cash(amount: int) -> str:
        return data.money(amount)

    match event:
        case RoundBegan(name=name):
            return f"{round_name(name)} begins."
        case RoundEnded(name=name, worth=worth):
            ranked = sorted(worth.items(), key=lambda item: -item[1])
            told = f" Worth: {', '.join(f'{p} {cash(n)}' for p, n in ranked)}." if ranked else ""
            return f"{round_name(name)} is over.{told}"
        case TurnBegan(who=who):
            return f"{who}'s turn begins."
        case TurnEnded(who=who):
            return f"{who}'s turn is over."
        case Passed(who=who, what=what):
            return f"{who} {pass_words(what, rules)}."
        case Skipped(who=who, why=why):
            return f"{who}: {why}."
        case BidMade(who=who, item=item, amount=amount):
            return f"{who} bids {cash(amount)} on {lot_name(item, view, rules)}."
        case AuctionWon(who=who, item=item, amount=amount, unopposed=True):
            lot = lot_name(item, view, rules)
            return f"{lot} is next for sale, and only {who} has bid on it: {who} gets it for {cash(amount)}."
        case AuctionWon(who=who, item=item, amount=amount):
            return f"{who} gets {lot_name(item, view, rules)} for {cash(amount) if amount else 'nothing'}."
        case PriceCut(item=item, price=price):
            return f"Nobody wants {lot_name(item, view, rules)}: it now costs {cash(price)}."
        case Paid(src=src, dst=dst, amount=amount, why=why):
            return f"{holder(src, rules)} pays {holder(dst, rules)} {cash(amount)}{f' ({why})' if why else ''}."
        case CardMoved(card=card, src=src, dst=dst):
            return f"{card_name(card, view, rules)} goes from {holder(src, rules)} to {holder(dst, rules)}."
        case SharesBought(who=who, company=company, shares=shares, source=source, price=price):
            part = percent(view, company, shares)
            return f"{who} buys {part}% of {company} from {holder(source, rules)} for {cash(price)}."
        case SharesSold(who=who, company=company, shares=shares, price=price):
            return f"{who} sells {percent(view, company, shares)}% of {company} for {cash(price)}."
        case ParSet(who=who, company=company, price=price):
            return f"{who} starts {company} ({data.companies[company].name}) at {cash(price)} a share."
        case Floated(company=company):
            return f"{company} has floated and operates from now on."
        case PresidentChanged(company=company, old=old, new=new):
            return (
                f"{new} is {role_of_leader(view, rules, company)} of {company}{f' in place of {old}' if old else ''}."
            )
        case PriceMoved(company=company, old=old, new=new):
            return f"{company}'s price {price_way(old, new, rules)}."
        case TileLaid():
            return tile_words(event, rules)
        case TokenPlaced(company=company, slot=slot, cost=cost, using=using):
            if not cost and not using and (way := chosen_city(company, slot, view, rules)):
                return f"{company}'s station in {place_name(rules, slot)} is in the city {way}."
            free = not cost and not using and slot.partition(".")[0] in _homes(company, rules)
            more = f"{f' for {cash(cost)}' if cost else ''}{f', using {using}' if using else ''}"
            return f"{company} places {'its home' if free else 'a'} station in {place_name(rules, slot)}{more}."
        case TokenRemoved(company=company, slot=slot):
            return f"{company}'s station in {place_name(rules, slot)} is removed."
        case Ran():
            return run_words(event, view, rules)
        case Divided(company=company, kind=kind, revenue=revenue, each=each):
            paid_out = rules.dividends.paid(kind, revenue)
            if not paid_out:
                return f"{company} keeps {cash(revenue)}." if revenue else f"{company} earns nothing."
            if company in view.companies and view.companies[company].size == 1:
                return f"{company} earns {cash(revenue)} and pays {cash(each)} of it."
            pays = cash(revenue) if paid_out == revenue else f"{cash(paid_out)} of {cash(revenue)}"
            return f"{company} pays {pays}: {cash(each)} a share."
        case TrainBought(company=company, train=train, seller=seller, price=price, face=shown):
            return f"{company} buys {a_train(shown or face(view, train), rules)} from {holder(seller, rules)} for {cash(price)}."
        case TrainDiscarded(company=company, train=train, face=shown):
            return f"{company} discards {a_train(shown or face(view, train), rules)}."
        case PhaseBegan(phase=phase):
            return f"Phase {phase} begins: {phase_words(phase, rules)}."
        case Rusted(kind=kind, trains=trains):
            count = len(trains)
            return (
                f"All {rules.data.train_called(type_called(rules, kind))}s rust{f' ({count} lost)' if count else ''}."
            )
        case PrivateSold(private=private, seller=seller, buyer="bank", price=price):
            return f"{seller} sells {private} to the bank for {cash(price)}."
        case PrivateSold(private=private, seller=seller, buyer=buyer, price=price):
            return f"{buyer} buys {private} from {holder(seller, rules)} for {cash(price)}."
        case PowerUsed(private=private, who=who):
            return f"{who or 'Somebody'} uses the power of {private}."
        case PrivateClosed(private=private):
            return f"The private company {private} closes."
        case CompanyClosed(company=company):
            return f"{company} closes."
        case Proposed(by=by, of=of, what=what, price=price, buyer=buyer):
            if what in data.hexes:
                return (
                    f"{by} asks {of} whether {holder(buyer, rules)} may lay the first tile in {data.hexes[what].spot}."
                )
            return _proposal(event, card_name(what, view, rules), cash(price), rules)
        case Answered(by=by, what=what, withdrawn=True):
            return f"{by} takes back the {_wish(what, view, rules)}."
        case Answered(by=by, yes=yes, what=what):
            return f"{by} {'accepts' if yes else 'turns down'} the {_wish(what, view, rules)}."
        case Marked(key=key, value=value):
            return f"{key.replace('_', ' ')}: {value}."
        case Revealed(what=what):
            return f"Everybody can now see {what}."
        case BankBroke():
            return "The bank has run out of money. It keeps paying all the same."
        case EndTriggered(why=why):
            return f"The game ends {_end_time(why, view, rules)}: {end_words(why)}."
        case WentBankrupt(who=who):
            return f"{who} is bankrupt."
        case GameEnded(why=why, worth=worth):
            ranked = sorted(worth.items(), key=lambda item: -item[1])
            return f"The game is over: {end_words(why)}. {', '.join(f'{p} {cash(n)}' for p, n in ranked)}."
        case _:
            assert_never(event)


def _end_time(why: str, view: View, rules: Rules) -> str:
    """When the game ends now that something ends it: `after this operating round`. A view of a later round knows it still."""
    end, operating = rules.ends[why], is_operating_round(view.round)
    known = DUE.value(view) if view.ending == why else ""
    when = known or (end.operating if operating else end.stock)
    if when == "now":
        return "now"
    last = "operating round" if when == "round" else "set of operating rounds"
    return f"after this {last}" if operating else f"after the next {last}"


def _proposal(event: Proposed, lot: str, price: str, rules: Rules) -> str:
    """What somebody offers or asks for, by who is to pay and who is to give: `ann offers bob $50 for LTR.`"""
    by, of, buyer, seller = event.by, event.of, event.buyer, event.seller
    match (by == buyer, of == buyer, by == seller, of == seller):
        case (True, _, _, True):
            return f"{by} offers {of} {price} for {lot}."
        case (_, True, True, _):
            return f"{by} offers {of} {lot} for {price}."
        case (_, _, _, True):
            return f"{by} asks {of} to sell {lot} to {holder(buyer, rules)} for {price}."
        case _:
            return (
                f"{by} asks {of} whether {holder(buyer, rules)} may buy {lot} from {holder(seller, rules)} for {price}."
            )


def _wish(what: str, view: View, rules: Rules) -> str:
    """What somebody was asked for: `offer for a 2-train`, `request to lay in Delhi`."""
    if what in rules.data.hexes:
        return f"request to lay in {rules.data.hexes[what].spot}"
    return f"offer for {card_name(what, view, rules)}"


def chosen_city(company: str, slot: str, view: View, rules: Rules) -> str:
    """`toward Rome`: in which city of a home the station is, once a tile tells its cities apart; "" elsewhere."""
    hex_id, _, rest = slot.partition(".")
    if hex_id not in _homes(company, rules) or hex_id not in view.tiles:
        return ""
    face, city = face_of(view, rules, hex_id), rest.partition(".")[0]
    if len(face.tile.cities) < 2 or not face.sides.get(city):
        return ""
    return city_way(rules, hex_id, face, city)


def _homes(company: str, rules: Rules) -> set[str]:
    """The hexes in which a company is at home."""
    return {home.partition(".")[0] for home in rules.data.companies[company].home}


def tile_words(event: TileLaid, rules: Rules) -> str:
    tile = rules.data.tiles[event.tile]
    where = place_name(rules, event.hex)
    upgrades, tile_number = _replaced_tile(event, rules).colour != "white", rules.data.tile_number(event.tile)
    does = f"upgrades {where} to tile {tile_number}" if upgrades else f"lays tile {tile_number} in {where}"
    ways = names_alone(toward(rules, event.hex, tile.faces[event.rotation], named=True))
    more = f", {ways}" if ways else ""
    cost = f" for {rules.data.money(event.cost)}" if event.cost else ""
    return f"{event.company} {does}{more}{cost}{f', using {event.using}' if event.using else ''}{_value_words(event, rules)}."


def _replaced_tile(event: TileLaid, rules: Rules) -> Tile:
    """The tile that lay there before, else the print of the hex."""
    return rules.data.tiles[event.old] if event.old else rules.data.hexes[event.hex].print


def _value_words(event: TileLaid, rules: Rules) -> str:
    """What an upgrade makes of the value of a city: `; a city there is worth $20 now, $30 before`."""
    replaced = _replaced_tile(event, rules)
    before, now = city_values(replaced) if replaced.colour != "white" else [], city_values(rules.data.tiles[event.tile])
    if not before or not now or max(now) == max(before):
        return ""
    which, cash = "the" if len(now) == 1 else "a", rules.data.money
    return f"; {which} city there is worth {cash(max(now))} now, {cash(max(before))} before"


def run_words(event: Ran, view: View, rules: Rules) -> str:
    if not event.runs:
        return f"{event.company} runs no train."
    each, known = list[str](), list[set[str]]()
    for run in event.runs:
        stops = "–".join(stop_name(rules, stop.partition(".")[0]) for stop in run.stops)
        again = " on other track" if {*run.stops} in known else ""
        known.append({*run.stops})
        beside = bonus_name(view, rules, run, event.company) if earned_beside(view, rules, run) > 0 else ""
        name = rules.data.train_called(face(view, run.train))
        each.append(f"{name} {stops}{again} {rules.data.money(run.revenue)}{f' with {beside}' if beside else ''}")
    together = earned_together(event.revenue, event.runs)
    later = together_chosen_later(rules) and together > 0  # what comes to it is told when the president has chosen
    if not later and (more := together_words(rules, together)):
        each.append(more)
    earned = event.revenue - together if later else event.revenue
    with_it = f" with the {together_name(rules)}" if later else ""
    less = f" (best {rules.data.money(event.best)}{with_it})" if event.best > event.revenue else ""
    return f"{event.company} runs for {rules.data.money(earned)}{less}: {'; '.join(each)}."


def phase_words(phase: str, rules: Rules) -> str:
    """What holds in a phase: tiles, train limit, rounds; and what companies may do from now on that they might not before.
    Of a phase in which only something else is new, that alone.
    """
    phases = list(rules.data.phases)
    data, before = rules.data.phases[phase], rules.data.phases[phases[max(phases.index(phase) - 1, 0)]]
    if data.note and all(getattr(data, part) == getattr(before, part) for part in ("tiles", "limit", "rounds")):
        return data.note
    rounds = f"{data.rounds} operating round{'s' if data.rounds > 1 else ''} between stock rounds"
    if data.rounds != before.rounds:
        rounds += " from the next set on"
    news = {
        "companies may buy private companies from players": "privates" in data.flags and "privates" not in before.flags,
        "a company may buy several of the bank's trains a turn": "one_train" in before.flags
        and "one_train" not in data.flags,
    }
    holds = f"{listed(data.tiles)} tiles, train limit {limit_text(data.limit)}, {rounds}"
    return "; ".join([holds, *(words for words, new in news.items() if new)])

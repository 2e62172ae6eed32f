"""The picture of one step of the console: what may be chosen, numbered as its buttons are."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import render
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.options.labels import cut_label, number_labels
from bot.views.options.outcomes import foresee_offers
from bot.views.options.pictures.asked_things import preview_asked_tile
from bot.views.options.rows import offered_row, option_lots, thing_row
from bot.views.options.run_offers import run_ways
from bot.views.options.screen import Screen, ScreenOption, action_options, fit_as_buttons
from bot.views.options.start_facts import par_prices
from bot.views.pictures import drawing, images, post_pictures
from game.actions import Action, Answer, Bid, BuyTrain, Choose, LayTile, PayDividend, PlaceToken, RemoveToken, RunTrains
from game.events import Ran
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries
from render.data.choice_names import are_stations_lettered
from render.data.marks import marks_of
from render.drawing import phone

MAX_PLACES = 60  # places on one picture
PLACE_FIELDS = ("hex", "target")  # whose values are hexes
NEAR = 2  # hexes round the one that an offer is about
RUNS = 10  # drawn one by one: as many as a list has buttons for


async def screen_pictures(
    table: Table,
    view: View,
    screen: Screen,
    labels: Sequence[str],
    ran: Mapping[Action, Ran],
    room: int = phone.PICTURE_ROOM,
) -> tuple[Picture, ...]:
    """What the options of a step look like. `labels`: their words; `ran`: what the runs offered would bring; `room`: pixels of
    the height that leaves words and buttons on a screen.
    """
    lays = [o.action for o in screen.options if isinstance(o.action, LayTile) and o.field != "hex"]
    if lays and len(lays) == len(screen.options):
        return await images.draw_variants(table, view, lays)
    tiles = _tiles_unturned(screen)
    if tiles:
        return await images.draw_variants(table, view, tiles, turned=False)
    places = [
        str(o.choice) if o.field in PLACE_FIELDS else _city_of(o) or _hex_of_answer(o, table) for o in screen.options
    ]
    places = _beside_markers(screen, table.rules) or places
    if len(set(places)) < len(places):  # two stops of one hex
        places = [
            place if o.field in PLACE_FIELDS else _city_of(o) for o, place in zip(screen.options, places, strict=True)
        ]
    if any(places):
        # Numbers are those of the options: what is no place comes after these.
        numbered = list(itertools.takewhile(bool, places))
        cities = {city for o in screen.options if (city := _city_of(o))}
        drawn = list(dict.fromkeys(numbered))[:MAX_PLACES]
        return await images.draw_places(table, view, drawn, cities, room) if drawn else ()
    runs = [ran[o.action] for o in screen.options if isinstance(o.action, RunTrains) and o.action in ran]
    if runs:
        alike = len({run_ways(r.runs) for r in runs}) == 1  # one way, whichever train takes it
        return await images.draw_runs(table, view, [marks_of([r]) for r in runs[: 1 if alike else RUNS]], room)
    if screen.options and all(isinstance(o.action, Answer) for o in screen.options):
        return await offer_pictures(table, view)
    if screen.question.span is not None:
        return await priced_thing_pictures(table, view, screen)
    if not screen.options or not fit_as_buttons(screen.options):
        return ()
    return await _row_pictures(table, view, screen, labels, room)


def _beside_markers(screen: Screen, rules: Rules) -> list[str]:
    """A hex of its own beside each marker of a hexside that the options name; none where they name anything else."""
    places: list[str] = []
    for offer in screen.options:
        hex_id, _, side = str(getattr(offer.action, "side", "") or offer.choice).partition("/")
        here = rules.data.hexes.get(hex_id)
        if here is None or not side.isdigit():
            return []
        beside = (hex_id, here.sides[int(side)])
        places.append(next((h for h in beside if h and h not in places), hex_id))
    return places


def is_lettered(screen: Screen, view: View) -> bool:
    """Whether the picture of a step has letters for its places, where the map itself has numbers."""
    first = next(iter(screen.options), None)
    stations = first is not None and bool(_city_of(first)) and all(o.field != "hex" for o in screen.options)
    return stations and are_stations_lettered(view)


def _city_of(offer: ScreenOption) -> str:
    """The city or circle that an option is about, whether or not more is asked after it; "" where it is about none."""
    if isinstance(offer.action, PlaceToken | RemoveToken):
        return offer.action.city
    return str(offer.choice) if issubclass(offer.kind, PlaceToken) and offer.field == "city" else ""


def _hex_of_answer(offer: ScreenOption, table: Table) -> str:
    """The hex of the stop that an answer to a question of a title names, or where a power is used; "" where it names none."""
    named = offer.action.option if isinstance(offer.action, Choose) else getattr(offer.action, "target", "")
    hex_id = str(named).partition(".")[0]
    return hex_id if hex_id in table.rules.data.hexes else ""


def find_only_hex(screen: Screen) -> str:
    """The one hex that all offers of a screen lay a tile on; "" where they differ."""
    lays = _tiles_unturned(screen) or [
        o.action for o in screen.options if isinstance(o.action, LayTile) and o.field != "hex"
    ]
    hexes = {lay.hex for lay in lays}
    return hexes.pop() if len(hexes) == 1 and len(lays) == len(screen.options) else ""


def find_only_power(screen: Screen) -> str:
    """The private company by whose power alone the tiles that a screen is about may be laid; "" where they need none."""
    lays: list[Action] = []
    for offer in screen.options:
        if not issubclass(offer.kind, LayTile):
            return ""
        if offer.action is not None:
            lays.append(offer.action)
        elif offer.question is not None:
            wanted = {**offer.question.draft.given, offer.field: offer.choice}
            lays += [a for c in offer.question.agreeing for a in c.matching(wanted)]
    powers = {lay.using for lay in lays if isinstance(lay, LayTile)}
    return powers.pop() if len(powers) == 1 else ""


def _tiles_unturned(screen: Screen) -> list[LayTile]:
    """Where a tile is chosen before its turn: each tile in one of its turns; else nothing."""
    if any(o.field != "tile" or o.question is None for o in screen.options):
        return []
    lays = []
    for offer in screen.options:
        assert offer.question is not None
        wanted = {**offer.question.draft.given, "tile": offer.choice}
        lays += [a for c in offer.question.agreeing for a in c.matching(wanted)][:1]
    return [a for a in lays if isinstance(a, LayTile)]


async def _row_pictures(
    table: Table, view: View, screen: Screen, labels: Sequence[str], room: int = phone.PICTURE_ROOM
) -> tuple[Picture, ...]:
    """What is no place on the map as rows of a picture, with the labels of the options; in less words where these would be higher
    than `room` (pixels).
    """
    after = await foresee_offers(table, screen.options)
    lots = option_lots(screen.options, labels, view, table.rules, after)
    if prices := par_prices(screen):
        return await images.draw_pars(table, view, prices, lots)
    if all(not lot.key for lot in lots):  # nothing but what the buttons say
        return ()
    told = render.shorten_many(lots)
    ways = (shorten(told) for shorten in (list, partial(render.cut_words, most=1), render.one_liners))
    return await images.draw_lots(table, phone.first_that_fits(ways, render.lots_height, room))


async def priced_thing_pictures(table: Table, view: View, screen: Screen) -> tuple[Picture, ...]:
    """What a price is asked for, or bid on, as a row: a private, a minor, a train."""
    given = screen.question.draft.given
    least = screen.question.span.low if screen.question.span is not None and "item" in given else 0
    named = [str(given[name]) for name in ("item", "private", "train") if given.get(name)]
    rows = [row for thing in named if (row := thing_row(thing, view, table.rules, least)) is not None]
    return await images.draw_lots(table, rows[:1])


async def offer_pictures(table: Table, view: View) -> tuple[Picture, ...]:
    """What an offer that somebody is asked about is for: a private or a train as a row, a tile as it would lie; else none."""
    offer = queries.pending_offer(view)
    if offer is not None and offer.what in table.rules.data.hexes:
        if (asked := await preview_asked_tile(table, view)) is not None:
            return await post_pictures.preview_pictures(table, *asked)
        hexes = render.around(table.rules.data, offer.what, NEAR)
        marks = render.Marks(hexes=(offer.what,))
        return await drawing.finish_in_time(lambda: images.draw_crop(table, view, hexes, marks))
    row = offered_row(view, table.rules)
    return await images.draw_lots(table, [row] if row is not None else [])


async def only_action_pictures(
    table: Table, view: View, screen: Screen, label: str, *, asked: bool = False
) -> tuple[Picture, ...]:
    """What the only thing to do, or what is shown before it is done, is about, as a row; where a train is `asked` about that
    nobody has chosen, all trains.
    """
    if screen.action is None:
        return ()
    if isinstance(screen.action, Answer):
        return await offer_pictures(table, view)
    if isinstance(screen.action, PayDividend):  # the preview says all that its row would
        return ()
    if asked and isinstance(screen.action, BuyTrain) and table.position.step == StepKey.TRAINS:
        return await drawing.finish_in_time(lambda: images.draw_trains(table, view))
    if isinstance(screen.action, Bid) and screen.action.amount:
        row = thing_row(screen.action.item, view, table.rules)
        note = _bid_note(screen.action, view, table.rules)
        return await images.draw_lots(table, [replace(row, note=note)] if row is not None else [])
    alone = Screen(screen.question, action_options([screen.action]))
    return await _row_pictures(table, view, alone, [label])


def _bid_note(bid: Bid, view: View, rules: Rules) -> str:
    """One's own bid before it is made, and below it the one that it tops: `you $187`, `Bob $180`; `before $180` of one's own."""
    bidder, amount = queries.high_bid(view, bid.item)
    mine = f"you {rules.data.money(bid.amount)}"
    whose = "before" if bidder == bid.by else rules.person(bidder)
    return f"{mine}\n{whose} {rules.data.money(amount)}" if bidder else mine


def route_words(ran: Mapping[Action, Ran], screen: Screen, labels: Sequence[str]) -> str:
    """Routes in words below the question, where a button has no room for one; without the numbers that tell cut labels apart."""
    listed = [o for o in screen.options if isinstance(o.action, RunTrains) and o.action in ran]
    if not listed or (len(listed) > 1 and all(cut_label(text) == text for text in number_labels(labels))):
        return ""
    if len(listed) == 1:  # the only one that earns so much: its button says the sum
        return f"-# {labels[0]}"
    # What a button has no room for begins with its place there; here each has its number.
    plain = [re.sub(r"(^|· )\d+\) ", r"\1", text) for text in labels]
    return "\n".join(f"-# {n} · {text}" for n, text in enumerate(plain, 1))

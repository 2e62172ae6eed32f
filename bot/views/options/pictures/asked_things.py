"""Pictures of what a question or a preview is about where no option of it is drawn: privates for sale, holdings, the market."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.service import Table
from bot.views.formatting import View, event_lines
from bot.views.messages import Picture
from bot.views.options.rows import thing_row
from bot.views.pictures import drawing, images
from game.actions import Answer, BuyPrivate, Pass, TakePrivate
from game.choices import Choice, Span
from game.events import Event, TileLaid
from game.rules import Rules
from render import Lot
from render.data import queries
from render.data.marks import marks_of

MOST_CARDS = 4  # privates in one picture, which leave room for the buttons on a phone


async def asked_pictures(table: Table, view: View, choices: Sequence[Choice]) -> tuple[Picture, ...]:
    """The privates, where nothing else can be bought; who holds what, where a company trades its own shares; else none."""
    kinds = {c.kind for c in choices} - {Pass}
    if kinds and kinds <= {BuyPrivate, TakePrivate}:
        return await images.draw_lots(table, private_cards(choices, view, table.rules)[:MOST_CARDS])
    if table.position.step == "treasury":
        return await drawing.finish_in_time(lambda: images.draw_holdings(table, view))
    return ()


def private_cards(choices: Sequence[Choice], view: View, rules: Rules) -> list[Lot]:
    """A row for each private that may be bought: whose it is, and between which prices."""
    prices: dict[str, set[int]] = {}
    for holds in choices:
        span = holds.ranges.get("price")
        for action in holds.actions:
            if isinstance(action, BuyPrivate | TakePrivate):
                ends = (span.low, span.high) if isinstance(span, Span) else (action.price,)
                prices.setdefault(action.private, set()).update(ends)
    cards = []
    for private, dollars in prices.items():
        row = thing_row(private, view, rules)
        if row is not None:
            limits = dict.fromkeys((min(dollars), max(dollars)))
            cards.append(replace(row, note=f"{row.note}\n{' to '.join(map(rules.data.money, limits))}".strip()))
    return cards


async def preview_asked_tile(table: Table, view: View) -> tuple[Sequence[Event], View] | None:
    """The tile for which somebody's word is asked, and the board with it; None where none is asked for."""
    offer = queries.pending_offer(view)
    if offer is None or offer.what not in table.rules.data.hexes:
        return None
    answers = [a for c in table.choices(offer.of) for a in c]
    yes = next((a for a in answers if isinstance(a, Answer) and a.yes), None)
    if yes is None:
        return None
    played, after = await table.preview(yes, yes.by)
    laid = [e for e in played.events if isinstance(e, TileLaid)]
    return (laid, after) if laid else None


async def asked_tile_words(table: Table, view: View) -> str:
    """The tile for which somebody's word is asked, in words: `Minor 1 lays tile 201 in Brussels (C8), to B9 and Lille.`"""
    asked = await preview_asked_tile(table, view)
    return event_lines(asked[0], asked[1], table.rules)[0] if asked is not None else ""


async def moved_price_picture(table: Table, events: Sequence[Event], after: View) -> tuple[Picture, ...]:
    """The part of the market where a dividend would move a price, with the way that it would go; none where no price moves."""
    marks = marks_of(events)
    return await drawing.finish_in_time(lambda: images.draw_price_move(table, after, marks)) if marks.moves else ()

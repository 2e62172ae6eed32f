"""What a question or a preview names, where nothing else is drawn of it: places, privates, else who holds what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import render
from bot.model.action_form import Draft
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.options.outcomes import Outcomes, foresee
from bot.views.options.pictures.train_sales import asks_for_train, train_sale_pictures
from bot.views.options.rows import option_row, thing_row
from bot.views.options.screen import Screen, action_options, make_screen
from bot.views.pictures import drawing, images
from game.actions import Action, PayDividend
from game.rules import Rules
from render.text.questions import BUILDING

HEXES_AROUND = 2  # hexes round a place
MAX_PLACES = 8  # places on one picture, and privates below each other


async def named_pictures(table: Table, view: View, screen: Screen) -> tuple[Picture, ...]:
    """The one private that a power belongs to; the part of the map where the places lie that are named; the privates; what is
    paid out; else everybody's holdings.
    """
    rules, values = table.rules, [*named_values(screen)]
    privates = list(dict.fromkeys(v for v in values if v in rules.data.privates))
    chosen = [str(v) for v in screen.question.draft.given.values() if str(v) in rules.data.privates]
    places = named_places(values, rules)
    if places and len(places) <= MAX_PLACES and not chosen:
        return await _marked_places(table, view, values)
    rows = [row for p in (chosen or privates)[:MAX_PLACES] if (row := thing_row(p, view, rules)) is not None]
    if isinstance(screen.action, PayDividend):
        after: Outcomes = {screen.action: await foresee(table, screen.action)}
        rows = [option_row(action_options([screen.action])[0], "", 0, view, rules, after)]
    if rows:
        return await images.draw_lots(table, rows)
    return await drawing.finish_in_time(lambda: images.draw_holdings(table, view))


def named_places(values: Iterable[str], rules: Rules) -> list[str]:
    """The hexes among these values, or of the cities and hexsides among them."""
    return list(dict.fromkeys(p for v in values if (p := re.split(r"[./]", v)[0]) in rules.data.hexes))


async def _marked_places(table: Table, view: View, values: Sequence[str]) -> tuple[Picture, ...]:
    """The part of the map where the places lie that these values name, outlined; none where they name none."""
    places = named_places(values, table.rules)
    around = [h for place in places for h in render.around(table.rules.data, place, HEXES_AROUND)]
    marks, hexes = render.Marks(hexes=tuple(places)), list(dict.fromkeys(around))
    return await drawing.finish_in_time(lambda: images.draw_crop(table, view, hexes, marks)) if places else ()


async def forgone_pictures(table: Table, view: View, seat: str) -> tuple[Picture, ...]:
    """What a company does without whose player passes: where it could build, or the trains that it could buy; else none."""
    choices = table.choices(seat)
    screen = make_screen(choices, Draft())
    if table.position.step not in BUILDING or not screen.options:
        return ()
    if asks_for_train(screen, view):
        return await train_sale_pictures(table, view, (), ())
    return await _marked_places(table, view, [*named_values(screen)])


def named_values(screen: Screen) -> Iterator[str]:
    """All that the options of a screen, or its only action, name."""
    yield from (str(v) for v in screen.question.draft.given.values())
    for offer in screen.options:
        if isinstance(offer.choice, str):
            yield offer.choice
    for action in (screen.action, *(o.action for o in screen.options)):
        if action is not None:
            yield from _fields(action)


def _fields(action: Action) -> Iterator[str]:
    """The values of an action that are words."""
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name != "by":
            yield from (v for v in (value if isinstance(value, tuple) else (value,)) if isinstance(v, str))

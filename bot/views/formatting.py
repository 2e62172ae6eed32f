"""Words around the game: names of tables and players as people read them, labels of actions and of single values.

What happened and what is legal is put into words by `render`; here those words are made safe to post.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import render
from bot.core.text import begin_sentence, escape_markup
from bot.model.action_form import describe_kind
from bot.model.board.lay_cost import has_free_ground, lay_cost
from bot.model.models import GameRow, Seat
from bot.model.words.vocabulary import FIELDS_OF_MONEY
from bot.views.command_options import format_value
from game import cards
from game.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    LayTile,
    PlaceToken,
    RunTrains,
)
from game.choices import Choice, Pick, Span
from game.events import EndTriggered, Event, GameEnded, PowerUsed, PriceCut
from game.names import company_name
from game.notation import line
from game.rules import Rules
from game.state import State
from render.data import queries
from render.data.names import card_name, lot_name, with_article
from render.data.run_paths import has_track
from render.text.labels import city_name, stop_names, tile_words, upgrade_words

NOTHING = {"using": "no private's power", "seller": "from the bank", "company": "for yourself", "side": "–"}
View = State[Any]
SAYS = {PlaceToken: "Station in", BuyTrain: "Buy", BuyShare: "Buy"}


def safe_name(seat: Seat) -> str:
    """A seat's display name, safe to post."""
    return escape_markup(seat.shown) or seat.name


def mention(seat: Seat) -> str:
    """The user who has a seat, called by Discord; of a seat that the bot plays just its name."""
    return safe_name(seat) if seat.by_bot else f"<@{seat.user}>"


def join_names(row: GameRow, seats: Iterable[str]) -> str:
    """`Ann, Bob and Cem`, safe to post."""
    return _join([safe_name(s) if (s := row.seat(p)) else p for p in seats])


def join_plain_names(row: GameRow, seats: Iterable[str]) -> str:
    """`Ann, Bob and Cem` as they are, for a page that reads no markup."""
    return _join([s.shown if (s := row.seat(p)) else p for p in seats])


def _join(shown: Sequence[str]) -> str:
    """Names in a row."""
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def timestamp(instant: datetime | int, style: str = "R") -> str:
    """A time (aware, or seconds since 1970) that Discord shows as `in 3 days`; with the style "f" as date and time."""
    seconds = instant if isinstance(instant, int) else int(instant.timestamp())
    return f"<t:{seconds}:{style}>"


def datestamp(instant: datetime | int) -> str:
    """A time that Discord shows with its date, in the reader's own zone."""
    return timestamp(instant, "f")


def escape_line(line: str) -> str:
    """A line of `render`'s with its stress, but without any other markup: a star is also a train's last run."""
    loud = len(line) > 4 and line.startswith("**") and line.endswith("**")
    escaped = re.sub(r"([\\*_~`|])", r"\\\1", line[2:-2] if loud else line)
    return f"**{escaped}**" if loud else escaped


def safe_lines(text: str) -> str:
    """Text whose lines cannot be read as Markdown."""
    return "\n".join(map(escape_line, text.splitlines()))


def plain_words(text: str) -> str:
    """A safe line as it reads where markup is not read: in menus and lists of choices."""
    return re.sub(r"\\([\\*_~`|])", r"\1", text)


def event_lines(events: Sequence[Event], view: View, rules: Rules) -> list[str]:
    """Events as lines to post, for whoever has that view; what matters most is stressed."""
    return [escape_line(line) for line in render.tell(_without_repeats(events), view, rules, bold=True)]


def _without_repeats(events: Sequence[Event]) -> list[Event]:
    """Events without those that others tell: a power that a tile or a station names, all price cuts of a lot but
    the last, that the end is near where it has come.
    """
    named, over = {getattr(e, "using", "") for e in events}, any(isinstance(e, GameEnded) for e in events)
    cuts = {e.item: n for n, e in enumerate(events) if isinstance(e, PriceCut)}
    return [
        e
        for n, e in enumerate(events)
        if not (isinstance(e, PowerUsed) and e.private in named)
        and not (isinstance(e, PriceCut) and n < cuts[e.item])
        and not (isinstance(e, EndTriggered) and over)
    ]


def action_phrase(action: Action, view: View, rules: Rules, known: Iterable[str] = ()) -> str:
    """An action as a phrase that begins with a capital; fields that were chosen before are left out."""
    if isinstance(action, LayTile) and rules.data.hexes[action.hex].cost and has_free_ground(action, view, rules):
        known = (*known, "cost")
    return begin_sentence(render.label(action, view, rules, known=tuple(known)))


def action_words(action: Action, view: View, rules: Rules, *, fixed: bool = False) -> str:
    """The whole action where nothing around it says what is done: `Buy a 2-train for $100`.

    `fixed`: of a bid, that nobody may bid more: it is a purchase.
    """
    if isinstance(action, Bid) and action.amount:
        item = lot_name(action.item, view, rules)
        price = rules.data.money(action.amount)
        return f"Buy {item} for {price}" if fixed else f"Bid {price} on {item}"
    if isinstance(action, LayTile):
        where, _, more = render.label(action, view, rules, known=("tile", "cost")).partition(" · ")
        ground = rules.data.hexes[action.hex]
        if (ground.cost or ground.borders) and not action.using:
            cost = lay_cost(action, view, rules)
            more = " · ".join(p for p in (more, cost and f"for {rules.data.money(cost)}") if p)
        value = upgrade_words(action, view, rules)
        number = rules.data.tile_number(action.tile)
        lays = (
            f"Upgrade {where} to tile {number}"
            if has_track(view, rules, action.hex)
            else f"Lay tile {number} in {where}"
        )
        return ", ".join(p for p in (lays, value, more.replace(" · ", ", ")) if p)
    if isinstance(action, RunTrains) and action.routes:
        each = [
            f"the {rules.data.train_called(queries.face(view, r.train))} {stop_names(r.stops, rules)}"
            for r in action.routes
        ]
        return f"Run {'; '.join(each)}"
    text, verb = action_phrase(action, view, rules), SAYS.get(type(action), "")
    if isinstance(action, BuyTrain):
        text = with_article(text)
    if isinstance(action, PlaceToken) and not text.startswith(queries.place_name(rules, action.city)):
        return text  # a title's own words, which say what is done
    return text if not verb or text.startswith(verb) else f"{verb} {text}"


def typed_line(action: Action, rules: Rules) -> str:
    """The action as one would type it, with players as people read them."""
    return " ".join(rules.person(word) for word in line(action).split(" "))


def choice_words(choice: Choice, action: Action, view: View, rules: Rules) -> str:
    """A listed action in words, with the line that one would type; what is still to be chosen is left open in both."""
    wide = {n: r for n, r in choice.ranges.items() if not isinstance(r, Span) or r.low != r.high}
    if not wide:
        return f"{action_words(action, view, rules, fixed='amount' not in choice.ranges)} · {typed_line(action, rules)}"
    values = [str(getattr(action, f)) for f in action.__struct_fields__ if f != "by" and f not in wide]
    typed = " ".join(filter(None, [action.verb, *map(rules.person, values), action.word]))
    if any(isinstance(r, Pick) for r in wide.values()):
        return f"{describe_kind(type(action))} … · {typed}"
    text = action_words(action, view, rules)
    if isinstance(action, Bid) and action.amount:
        price = rules.data.money(action.amount)
        return f"{text.replace(price, f'{price} or more', 1)} · {typed}"
    return f"{text}{' or more' if set(wide) <= FIELDS_OF_MONEY else ' …'} · {typed}"


def question_sentence(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What must be decided now, as the end of a sentence."""
    text = escape_line(question_words(choices, view, rules)).rstrip(".")
    return text if text.endswith("?") else f"{text}."


def question_words(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What must be decided now, in one line."""
    text = render.ask(choices, view, rules)
    return begin_sentence(text)


def full_name(rules: Rules, value: str, view: View | None = None) -> str:
    """A company, private or place with its full name; a certificate that is auctioned as its buttons call it, by its share in
    this view: a company may have half of its shares at first.
    """
    if value in rules.data.companies:
        return f"{value} · {rules.data.companies[value].name}"
    if value in rules.data.privates:
        return f"{value} · {rules.data.privates[value].name}"
    if value in rules.data.certificates:
        company, shares = rules.data.certificates[value]
        part = shares * 100 // rules.data.companies[company].size
        return f"{company} {part if view is None else queries.percent(view, company, shares)}%"
    return queries.place_name(rules, value)


def train_words(rules: Rules, view: View, card: str) -> str:
    """A train that may be bought, and where it is: `2/1G-train` where its buyer chooses the side, or the side that is up."""
    kind, place = rules.data.trains[cards.kind(card)], view.place.get(card, "")
    if place in view.companies:
        return f"{rules.data.train_called(queries.face(view, card))} from {company_name(rules, place)}"
    sides = "/".join(s.name for s in kind.sides) or cards.kind(card)
    return f"{rules.data.train_called(sides)} from the {'pool' if place == 'pool' else 'bank'} for {rules.data.money(kind.price)}"


def value_labels(
    rules: Rules, view: View, choices: Sequence[Choice], field: str, values: Iterable[Any], given: Mapping[str, Any]
) -> list[str]:
    """What a menu shows for each value of a field: the rest of the action where nothing else is left to choose."""
    listed: dict[Any, list[tuple[Choice, Action]]] = {}
    ranged: list[tuple[Choice, Action]] = []
    for c in choices:
        for a in c.matching(given):
            (ranged if field in c.ranges else listed.setdefault(getattr(a, field, None), [])).append((c, a))
    texts = []
    for value in values:
        uses = [*listed.get(value, ()), *((c, a) for c, a in ranged if value in c.ranges[field])]
        whole = uses[0][1] if len(uses) == 1 and not uses[0][0].ranges else None
        if whole is not None:
            texts.append(action_phrase(whole, view, rules, given))
        elif field == "tile":
            texts.append(_tile_words(rules, view, value, len(uses)))
        else:
            texts.append(_value_words(rules, view, field, value))
    return texts


def _tile_words(rules: Rules, view: View, tile: str, ways: int) -> str:
    """A tile that may be laid in several ways: `6 · city 20 · 2 ways · 2 left`."""
    supply = f"{view.supply.get(tile, 0)} left"
    return " · ".join(p for p in (rules.data.tile_number(tile), tile_words(tile, rules), f"{ways} ways", supply) if p)


def _value_words(rules: Rules, view: View, field: str, value: Any) -> str:
    """One value of a field in words, whatever else is chosen."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int):
        return number_words(rules, field, value)
    if value in rules.data.certificates:
        return lot_name(value, view, rules) if field == "item" else card_name(value, view, rules)
    if field == "city" and value:
        return city_name(value, view, rules)
    if field == "train" and value in rules.data.train_set:
        return train_words(rules, view, value)
    if isinstance(value, str) and value:
        return rules.called.get(value) or full_name(rules, value)
    return format_value(value) or NOTHING.get(field, "–")


def number_words(rules: Rules, field: str, value: int) -> str:
    """A number of that field: `$20`, or `2` shares."""
    return rules.data.money(value) if field in FIELDS_OF_MONEY else str(value)


def value_hints(rules: Rules, view: View, values: Iterable[Any]) -> list[str]:
    """What else helps to choose among values: what lies in a hex, where a company would start, what a private is worth."""
    return [_value_hint(rules, view, v) for v in values]


def _value_hint(rules: Rules, view: View, value: Any) -> str:
    """What helps to judge one value: the ground of a hex, a private's worth and power, where a company would start; else ""."""
    data = rules.data
    if value in data.hexes:
        return render.ground_words(view, rules, value)
    if value in data.privates:
        private = data.privates[value]
        facts = f"{rules.data.money(private.value)}, pays {rules.data.money(private.revenue)} per OR"
        return f"{facts}: {render.power_words(rules, value, view)}"
    if value in data.certificates:
        return _certificate_hint(rules, view, *data.certificates[value])
    if value in data.companies and data.companies[value].home and not view.companies[value].par:
        return f"home: {', '.join(queries.place_name(rules, h) for h in data.companies[value].home)}"
    return ""


def _certificate_hint(rules: Rules, view: View, company: str, shares: int) -> str:
    """`20% for ₹224 · Great Indian Peninsula Railway, Mumbai`; "" where no price is printed on a certificate."""
    data = rules.data.companies[company]
    if not data.par:
        return ""
    home = ", ".join(dict.fromkeys(queries.place_name(rules, h) for h in data.home))
    part = f"{queries.percent(view, company, shares)}% for {rules.data.money(shares * data.par)}"
    return f"{part} · {data.name}{home and f', {home}'}"


def purse_words(rules: Rules, view: View, seat: str) -> str:
    """What a seat can spend: its own cash and that of its companies."""
    parts = [f"You have {rules.data.money(view.cash.get(seat, 0))}"]
    led = [c for c, s in view.companies.items() if s.president == seat]
    parts += [f"{company_name(rules, c)} {rules.data.money(view.cash.get(c, 0))}" for c in led]
    return " · ".join(parts)

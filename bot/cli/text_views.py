"""What the terminal says: who must act, what may be done, positions and events in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

import render
from bot.core.text import find_named
from bot.model.results import sort_by_seller
from game.choices import Choice, Pick, Span
from game.ending import total
from game.events import Event
from game.notation import Unclear, line
from game.play import Game
from game.transcript import Transcript
from render.text.descriptions import hex_words

WIDTH = 100  # columns
MAX_LISTED_ACTIONS = 6  # actions of one kind that are listed in the summary


def opening_line(g: Game, header: Transcript) -> str:
    """The first line of a game on the terminal: title, players, seed."""
    options = f", with {', '.join(header.options)}" if header.options else ""
    return f"{g.rules.name}, seed {header.seed}{options}. In order of play: {', '.join(g.state.order)}. Type help for help."


def question_lines(g: Game) -> Iterator[str]:
    """Who must act and what may be done, in short."""
    yield ""
    for player in g.deciders():
        cash = g.rules.data.money(g.state.cash[player])
        question = render.ask(g.choices(player), g.view(player), g.rules)
        yield f"{g.state.round}, phase {g.state.phase}: {player} with {cash}: {question}"
        for choice in sort_by_seller(g.choices(player)):
            yield f"  {choice_summary(choice)}"


def choice_summary(choice: Choice) -> str:
    """One kind of action: its lines, or how many there are."""
    lines = [typed_line(choice, i) for i in range(len(choice.actions))]
    note = f"  ({choice.note})" if choice.note else ""
    if len(lines) <= MAX_LISTED_ACTIONS:
        return " | ".join(lines) + note
    return f"{' | '.join(lines[:MAX_LISTED_ACTIONS])} ... {len(lines)} in all: what lists them{note}"


def choice_lines(g: Game) -> Iterator[str]:
    """Everything that may be done, one line each."""
    for player in g.state.order:
        for choice in sort_by_seller(g.choices(player)):
            for i, action in enumerate(choice.actions):
                yield f"{player} {typed_line(choice, i)}  # {render.label(action, g.view(player), g.rules)}"


def typed_line(choice: Choice, index: int) -> str:
    """A listed action as it is typed, ranges as `45..200`."""
    text = line(choice.actions[index])
    if not choice.ranges:
        return text
    marked = structs.replace(choice.actions[index], **{n: f"<{n}>" for n in choice.ranges})
    text = line(marked)
    for name, span in choice.ranges.items():
        text = text.replace(f"<{name}>", range_words(span))
    return text


def range_words(span: Span | Pick) -> str:
    """A range of numbers as `trunkline play` lists it: `3`, `1..5`, `0..50 by 10`, or `1 to 2 of A,B` for a choice of items."""
    if isinstance(span, Pick):
        return f"{span.low} to {span.high} of {','.join(span.items)}"
    if span.low == span.high:
        return str(span.low)
    return f"{span.low}..{span.high}" + (f" by {span.step}" if span.step > 1 else "")


def event_lines(events: Sequence[Event], g: Game, shown: str) -> list[str]:
    """Events as sentences, for that player or the public."""
    return render.tell(events, g.view(shown or None), g.rules)


def view_lines(word: str, g: Game, shown: str) -> list[str]:
    """The map, market, bank or table in words, as that player may know them."""
    state = g.view(shown or None)
    if word == "map":
        shown_there = [h.id for h in g.rules.data.hexes.values() if h.id in state.tiles or h.print.stops]
        return [hex_words(state, g.rules, h) for h in shown_there]
    if word == "market":
        pars = " ".join(g.rules.data.money(p) for p in sorted(g.rules.data.pars))
        return [*render.describe(state, g.rules, "market").splitlines(), f"Par prices: {pars}"]
    if word == "bank":
        return render.bank_text(state, g.rules).splitlines()
    worth = {p: total(g, p) for p in g.state.order}
    return render.table_text(state, g.rules, worth, width=WIDTH).splitlines()


def describe_board(subject: str, g: Game, shown: str) -> list[str]:
    """A hex, a row of the map, a company's network and so on; raises Unclear for something else."""
    try:
        return render.describe(g.view(shown or None), g.rules, subject).splitlines()
    except KeyError as error:
        raise Unclear(str(error.args[0])) from error


def card_lines(word: str, name: str, g: Game, shown: str) -> list[str]:
    """A company's or player's card in words; raises Unclear for an unknown name."""
    state = g.view(shown or None)
    private = find_named(g.rules.data.privates, name) if word == "company" else ""
    if private:
        return describe_board(private, g, shown)
    names = list(state.companies) if word == "company" else state.order
    match = find_named(names, name)
    if not match:
        raise Unclear(f"There is no {word} {name}; there are", names)
    if word == "company":
        return render.company_text(state, g.rules, match).splitlines()
    return render.player_text(state, g.rules, match, total(g, match)).splitlines()


def result_lines(g: Game) -> Iterator[str]:
    """How the game ended, and the ranking, a player in a line."""
    yield f"The game is over: {g.state.over}"
    ranking = sorted(g.state.order, key=lambda p: -total(g, p))
    for place, player in enumerate(ranking, 1):
        parts = ", ".join(f"{name} {g.rules.data.money(n)}" for name, n in g.rules.worth(g, player).items() if n)
        yield f"  {place}. {player} {g.rules.data.money(total(g, player))} ({parts})"

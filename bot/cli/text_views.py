"""What the terminal says: who must act, what may be done, positions and events in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec import structs

import render
from bot.cli.terminal_text import Entry
from bot.core.text import find_named
from bot.model.results import examine_position, sort_by_seller
from bot.views.formatting import action_words, plain_words, question_words
from bot.views.guide.title_guide import explain_term
from bot.views.messages import Private
from bot.views.pictures import images
from game.actions import Action
from game.choices import Choice, Pick, Span
from game.ending import total
from game.events import Event
from game.notation import Unclear, line
from game.play import Game
from game.rules import Rules
from game.transcript import Transcript
from render.data.names import card_name
from render.text.card_words import company_words, private_words
from render.text.descriptions import hex_words
from render.text.title_words import first_steps, frame, option_sentences, title_summary

WIDTH, CARD = 100, 80  # columns of tables, and of a card


def opening_line(g: Game, header: Transcript) -> str:
    """The first line of a game on the terminal: title, players, seed."""
    options = f", with {', '.join(header.options)}" if header.options else ""
    return f"{g.rules.name}, seed {header.seed}{options}. In order of play: {', '.join(g.state.order)}."


def holds_secrets(g: Game, player: str) -> bool:
    """Whether what is asked of a player shows what only that player may know."""
    return any(c.kind.covert for c in g.choices(player))


def lots_for_sale(g: Game) -> tuple[list[render.Lot], list[str]]:
    """What is auctioned now, with what each thing does, and what is told below it; nothing where nothing is auctioned."""
    position = examine_position(g, 0)
    if position.auction is None:
        return [], []
    sale = images.lots_for_sale(position)
    words = images.lot_words(g.rules, sale.now or sale.items)
    return render.sale_rows(g.view(None), g.rules, replace(sale, words=words))


def cards_to_take(g: Game, player: str) -> list[render.Lot]:
    """The privates and the companies whose cards a player may take or keep, with what they do."""
    taken: list[str] = []
    for choice in g.choices(player):
        pick = choice.ranges.get("cards")
        taken += pick.items if isinstance(pick, Pick) else [str(getattr(a, "card", "")) for a in choice]
    data = g.rules.data
    lots: dict[str, render.Lot] = {}
    for card in taken:
        company, _ = data.certificates.get(card, ("", 0))
        if company:
            known = data.companies[company]
            price = f"{data.money(known.par)} a share" if known.par else ""
            lots[company] = render.Lot(company, price, known.name, (render.Fact(company_words(g.rules, company)),))
        elif card in data.privates:
            private = data.privates[card]
            lots[card] = render.Lot(
                card, data.money(private.value), private.name, (render.Fact(private_words(g.rules, card)),)
            )
    return list(lots.values())


def hand_lines(g: Game, player: str) -> list[str]:
    """The cards in a player's hand, which nobody else may see; nothing for an empty one."""
    view = g.view(player)
    held = Counter(card_name(c, view, g.rules) for c, place in view.place.items() if place == f"hand:{player}")
    told = [f"{count} × {name}" if count > 1 else name for name, count in held.items()]
    return [f"Your hand: {', '.join(told)}."] if told else []


def done_words(action: Action, g: Game) -> str:
    """`ann: Buy LTR for $20`; of a secret choice only that there was one."""
    if type(action).covert:
        return f"{action.by}'s secret choice"
    fixed = any(action in c and "amount" not in c.ranges for c in g.choices(action.by))
    return f"{action.by}: {plain_words(action_words(action, g.view(action.by), g.rules, fixed=fixed))}"


def named_answer(answer: Private, player: str) -> Private:
    """An answer with the name of whom it asks; one that only says something is marked as a refusal."""
    if answer.title:
        return replace(answer, title=f"{player} · {answer.title}")
    return replace(answer, text=f"! {answer.text}") if answer.text and not answer.body and not answer.rows else answer


def three_things(g: Game, player: str, options: Sequence[Entry]) -> Iterator[str]:
    """Three things that somebody can do just now."""
    if g.state.over or not player:
        return
    question = question_words(g.choices(player), g.view(player), g.rules).rstrip(".?")
    yield f"It is {player}'s turn: {plain_words(question)}. Three things to do now:"
    for option in options[:2]:
        yield f"  {option.number}   {option.label}"
    yield "  undo   take the last thing back" if g.state.seq else "  rules   the game in ten lines"


def rules_lines(rules: Rules, *, begins: bool = False) -> Iterator[str]:
    """The game in ten lines, and what to do first; of a game that `begins` in short, with the way to more."""
    known = frame(rules) if begins else title_summary(rules)
    yield from ["", "What to do first"] if begins else []
    yield from (f"• {text}" for text in first_steps(rules) if begins)
    yield from ["", "The whole game"] if begins else []
    yield from (f"• {text}" for text in [*known, *option_sentences(rules)])
    yield (
        "Type  rules  for more,  term par  for what a word means,  help  for all that you can type."
        if begins
        else (f"All rules: {rules.data.file.link}")
    )


def term_lines(word: str, g: Game, shown: str) -> list[str]:
    """What a word, or a card of the title, is."""
    told = explain_term(g.rules, g.view(shown or None), word)
    title = "" if told.title == g.rules.name else f"{told.title}: "
    return [plain_words(line) for line in f"{title}{told.body}".splitlines()]


def choice_lines(g: Game, player: str) -> Iterator[str]:
    """Everything that a player may do, one line each, as it stands in files."""
    for choice in sort_by_seller(g.choices(player)):
        for i, action in enumerate(choice.actions):
            yield f"{typed_line(choice, i)}  # {render.label(action, g.view(player), g.rules)}"


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
        return render.bank_text(state, g.rules, CARD).splitlines()
    worth = {p: total(g, p) for p in g.state.order}
    return render.table_text(state, g.rules, worth, width=WIDTH).splitlines()


def describe_board(subject: str, g: Game, shown: str) -> list[str]:
    """A hex, a row of the map, a company's network and so on; raises Unclear for something else."""
    try:
        return render.describe(g.view(shown or None), g.rules, subject, CARD).splitlines()
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
        return render.company_text(state, g.rules, match, width=CARD).splitlines()
    return render.player_text(state, g.rules, match, total(g, match), CARD).splitlines()


def result_lines(g: Game) -> Iterator[str]:
    """How the game ended, and the ranking, a player in a line."""
    yield f"The game is over: {g.state.over}"
    ranking = sorted(g.state.order, key=lambda p: -total(g, p))
    for place, player in enumerate(ranking, 1):
        parts = ", ".join(f"{name} {g.rules.data.money(n)}" for name, n in g.rules.worth(g, player).items() if n)
        yield f"  {place}. {player} {g.rules.data.money(total(g, player))} ({parts})"

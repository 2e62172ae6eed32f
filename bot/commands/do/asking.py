"""Questions of the console in place of a move: what typed words leave open, or which of several things they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from bot.commands.do.refusals import outside_words, refusal_words
from bot.commands.do.reply import Refuse, Reply, Show
from bot.commands.do.spoken_actions import spoken_line
from bot.commands.do.typed_line import TypedLine
from bot.core.text import begin_sentence, quote_typed
from bot.model.action_form import DEALS, Draft, action_digest, leaves_open, listed_actions
from bot.model.words.doubts.counts import ONE_TRAIN, counts_trains
from bot.model.words.doubts.negations import buys_nothing
from bot.model.words.reading.typed_words import fill_draft
from bot.views.console.state import ConsoleState
from bot.views.formatting import View, action_words
from bot.views.options.ending import pass_label
from bot.views.options.screen import BUTTONS
from bot.views.ways import ways
from game.actions import Action, Bid, ClosePrivate, LayTile, Pass, PayDividend
from game.choices import Choice, Span
from game.rules import Rules

MOST_NAMED = 10  # possibilities that an answer names


def show_draft(line: TypedLine, draft: Draft, note: str = "") -> Show:
    """The console with that much chosen."""
    return Show(ConsoleState(draft, 0, line.fresh.action_version), note)


def refuse(line: TypedLine, reason: str) -> Refuse:
    """That a line is not possible, and why; without a reason that it is not understood."""
    return Refuse(refusal_words(line.wanted, reason))


def clear_ranges(action: Action, holding: Choice) -> Draft:
    """The action as it stands before its numbers or cards are chosen."""
    field_values = {n: getattr(action, n) for n in action.__struct_fields__ if n != "by" and n not in holding.ranges}
    return Draft(type(action).__name__, field_values)


def ask_kinds(line: TypedLine, kinds: Sequence[type[Action]], note: str) -> Show:
    """The question of the kinds of action that were named, with a word about what was typed."""
    return ask_beside(line, Draft(kinds[0].__name__) if len(kinds) == 1 else Draft(), note)


def ask_beside(line: TypedLine, draft: Draft, note: str, said: tuple[str, ...] = ()) -> Show:
    """The question of what was not said, with a word about what was; *Take my turn* shows what stood there before. `said`: lines
    of which an answer in words chooses a part.
    """
    return Show(structs.replace(line.state.ask_beside(draft), said=said), note)


def ask_which(
    line: TypedLine, hits: Sequence[Action], settled: Draft | None = None, said: tuple[str, ...] = ()
) -> Show:
    """The question which of several things is meant; what the words only come close to is shown before it is played. `settled`:
    where it opens; None: at the kinds of these. `said`: the lines that led here; none: this one alone.
    """
    choices, typed = line.choices, line.wanted
    if len(hits) == 1:
        holding = next(c for c in choices if hits[0] in c)
        whole = Draft(act=action_digest(hits[0])) if hits[0] in listed_actions(choices) else Draft()
        draft = clear_ranges(hits[0], holding) if leaves_open(holding) else whole
        return show_draft(line, draft, closing_note(type(hits[0]), typed))
    hexes = {a.hex if isinstance(a, LayTile) else "" for a in hits}
    if len(hexes) == 1 and "" not in hexes and len(hits) <= BUTTONS:  # a picture and a button of each way
        opened = ask_beside(line, settled or Draft(LayTile.__name__, {"hex": hexes.pop()}), "", said or (typed,))
        return replace(opened, state=structs.replace(opened.state, meant=tuple(map(action_digest, hits))))
    unpriced = {a for a in hits if _leaves_price(a, typed, choices)}
    told = [
        (
            _describe(a, line.view, line.rules, priced=a not in unpriced),
            spoken_line(a, line.view, priced=a not in unpriced),
        )
        for a in hits[:MOST_NAMED]
    ]
    lines = "\n".join(f"• {text}: `{spoken}`" if spoken else f"• {text}" for text, spoken in told)
    rest = f"\n… and {len(hits) - MOST_NAMED} more" if len(hits) > MOST_NAMED else ""
    note = f"{quote_typed(typed, 60)} can mean:\n{lines}{rest}"
    kinds = list(dict.fromkeys(type(a) for a in hits))
    draft = settled or (Draft(kinds[0].__name__) if len(kinds) == 1 else Draft())
    return ask_beside(line, draft, note, said or (typed,))


def show_bid(line: TypedLine, item: str, amount: int) -> Show:
    """The bid of a sum on what is for sale, shown; where it cannot be bid, what can be."""
    given = {"item": item}
    ranges = [c.ranges["amount"] for c in line.choices if c.kind is Bid and "amount" in c.ranges and c.matching(given)]
    span = next((r for r in ranges if isinstance(r, Span)), None)
    if span is None or amount in span:
        return show_draft(line, Draft(Bid.__name__, given if span is None else {**given, "amount": amount}))
    told = outside_words(line.rules, "amount", span)
    told = f"that is too little. {begin_sentence(told)}" if amount < span.low else told
    return ask_beside(line, Draft(Bid.__name__, given), refusal_words(line.typed, told))


def show_reading(line: TypedLine, action: Action, note: str = "") -> Show:
    """The action that a line is read as, with its last button."""
    return show_draft(line, fill_draft(action), note)


def ask_meaning(line: TypedLine, action: Action) -> Reply:
    """What a line is read as that is not plain. A pass, a dividend and a deal with somebody may be the contrary of what it says:
    there the question is asked anew.
    """
    said = quote_typed(line.wanted, 60)
    short = buys_nothing(line.wanted) or len(line.wanted.strip()) == 1
    if isinstance(action, Pass | PayDividend) and not short:
        label = pass_label(action, line.choices, line.view, line.rules) if isinstance(action, Pass) else ""
        press = ways().press
        pressed = f" If you mean *{label}*, {press} it." if label else f" {press.capitalize()} what you mean."
        return Show(line.fresh.ask_again(), f"{said} can mean two things.{pressed}")
    if isinstance(action, DEALS) or str(getattr(action, "seller", "")):
        another = f"can mean something else: say it in other words, or {ways().press} its {ways().button}."
        return ask_kinds(line, [type(action)], f"{said} {another}")
    return show_reading(
        line, action, refusal_words(line.wanted, ONE_TRAIN) if counts_trains(line.wanted, action) else ""
    )


def closing_note(kind: type[Action], typed: str) -> str:
    """What to say where a private can only be closed and nobody has said that it should be; "" elsewhere."""
    plain = kind is ClosePrivate and "close" not in typed.casefold()
    return "It has no power to use now, it can only be closed." if plain else ""


def _leaves_price(action: Action, typed: str, choices: Sequence[Choice]) -> bool:
    """Whether a deal is for a price that is still to be named, or a bid of a sum."""
    field = "amount" if isinstance(action, Bid) else "price"
    span = next((c.ranges.get(field) for c in choices if action in c), None)
    price = getattr(action, field, None)
    said = re.search(rf"(?:\bfor|\bat|[@$£₹]) ?{price}\b", typed)
    return isinstance(span, Span) and span.low < span.high and price == span.low and said is None


def _describe(action: Action, view: View, rules: Rules, *, priced: bool) -> str:
    """What an action does; unless it is `priced`, of its price the least: `Buy OSR from Ann (from $1)`."""
    told = action_words(action, view, rules)
    if priced:
        return told
    least = rules.data.money(action.amount if isinstance(action, Bid) else int(getattr(action, "price", 0)))
    return re.sub(rf" for {re.escape(least)}$", f" (from {least})", told)

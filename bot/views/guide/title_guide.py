"""What somebody new is told about a title: how a table begins, the game in ten lines, a word of the rules."""

from __future__ import annotations

import render
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from bot.model.models import GameRow
from bot.model.short_codes import short_code
from bot.views.formatting import View, escape_line, join_names, money
from bot.views.messages import Private, Public
from game.rules import Rules
from render.text.glossary import TERMS
from render.text.title_words import option_sentences, title_summary
from titles import Title

PIECES = "A private company, a company, 3-train, phase 2, tile 57, or a word such as par"


def start_post(row: GameRow, rules: Rules, order: tuple[str, ...], commitment: str) -> Public:
    """The first post of a table: who plays in which order, and the game in ten lines."""
    lines = [f"• {line}" for line in (*title_summary(rules), *option_sentences(rules))]
    more = (
        f"• All rules: <{rules.data.file.link}>. In short: `/rules title`, `/rules term`; what you can do now: `/help`."
    )
    head = f"### {short_code(row)} begins\nOrder of play: {join_names(row, order)}."
    return Public(
        (head, fit("\n".join([*lines, more]), EMBED_TEXT)),
        foot=f"All that is random was drawn at the start; at the end this proves it (SHA-256 of the seed): {commitment}",
        silent=True,
    )


def introduce_title(title: Title, rules: Rules) -> Private:
    """A title in short, its optional rules as sentences, and where its rules are."""
    file = title.file
    low, high = file.players
    lines = [
        f"By {file.designer}, published by {file.publisher}. {low} to {high} players, bank {money(rules, file.bank)}.",
        f"[Rules and more]({file.link})",
        "",
        *(f"• {line}" for line in title_summary(rules)),
        *(f"• {hint}" for hint in file.hints),
        "",
        "**Optional rules**: none is in force unless the table's card says so",
        *(f"• {option.text.rpartition(' [')[0] or option.text}." for option in file.option.values()),
    ]
    return Private(title=f"{file.name} {file.subtitle}", body=fit("\n".join(lines), EMBED_TEXT))


def explain_term(rules: Rules, view: View, word: str) -> Private:
    """A word of the rules, or what a card of the title does. Raises NotPossible for what is neither."""
    searched = word.strip().casefold()
    entry = next((t for t in TERMS if searched in (t, f"{t}s")), "")
    if entry:
        return Private(title=entry.capitalize(), body=TERMS[entry])
    try:
        description = render.describe(view, rules, word)
    except KeyError:
        raise NotPossible(f"I do not know {quote_typed(word)}. {PIECES}: try one of these.") from None
    return Private(title=rules.name, body=fit("\n".join(map(escape_line, description.splitlines())), EMBED_TEXT))


def terms_of(rules: Rules) -> list[str]:
    """Everything that can be asked for: cards of the title, then words of the rules."""
    data = rules.data
    cards = [
        *data.privates,
        *data.companies,
        *(f"{t}-train" for t in data.trains),
        *(f"phase {p}" for p in data.phases),
    ]
    return [*cards, *TERMS]

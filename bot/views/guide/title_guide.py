"""What somebody new is told about a title: how a table begins, the game in ten lines, a word of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import render
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.core.text import count_of, quote_typed
from bot.model.models import GameRow
from bot.model.short_codes import printed_title, short_code
from bot.views import map_focus
from bot.views.custom_ids import HELP, Id
from bot.views.formatting import View, escape_line, join_names
from bot.views.messages import PLAYS, Button, Private, Public, button
from bot.views.press_verbs import HelpVerb
from game.rules import Rules
from render.data import queries
from render.text.glossary import ALIASES, TERMS, explain_word, title_terms
from render.text.title_words import first_steps, frame, option_sentences, title_summary
from titles import Title

PIECES = "A private company, a company, 3-train, phase 2, tile 57, or a word such as par"
NOW = "What to do now"  # the first page of the help
DRAWN = (
    "All draws are fixed at the start and can be checked: *Market, more*, then *How to check draws and secret bids*."
)
RULES_LABEL = "Rules in short"
OPTIONAL = "Optional rules"
TERMS_LABEL = "What does … mean?"
GUIDED = (
    "Welcome! The bot plays the others. At each of your turns it says below what it would do and why: "
    "follow it, or do something else. Press *Take my turn* below the newest post. There its advice is green, or blue where it "
    "asks more; all else is shown before it is done. To take something back, press *Market, more*, then *Undo…*, or type `/undo`."
)
USES = "A table uses only those that its card names."


def start_post(row: GameRow, rules: Rules, order: tuple[str, ...], buttons: tuple[Button, ...] = ()) -> Public:
    """The first post of a table: who plays in which order, what to do first, and how the game goes; of a guided one
    what to do. The panel is the post below it, which is what its players are called to.
    """
    rows = (buttons,) if buttons else ()
    known, first = frame(rules), first_steps(rules)
    if row.bots:
        return Public(
            (f"### {short_code(row)} begins\n{GUIDED}", as_bullets([known[0], first[0]])), silent=True, rows=rows
        )
    head = f"### {short_code(row)} begins\nOrder of play: {join_names(row, order)}."
    more = f"What you can do now: `/help`. All rules: [{queries.title_name(rules.data)}]({rules.data.file.link})."
    parts = (
        as_bullets([f"**First:** {first[0]}", *first[1:]]),
        f"{as_bullets([f'**The whole game:** {known[0]}', *known[1:], *option_sentences(rules)])}\n{more} {DRAWN}",
    )
    return Public((head, *(fit(part, EMBED_TEXT // 2) for part in parts)), silent=True, rows=rows)


def as_bullets(lines: Sequence[str]) -> str:
    """Lines, each behind a bullet."""
    return "\n".join(f"• {line}" for line in lines)


def introduce_title(title: Title, rules: Rules, *, opens: bool, played: bool = False) -> Private:
    """A title in short with its optional rules, where its rules are, buttons for more and for its words, and the ways on.
    `opens`: to a table of it, too; `played`: at a table with these rules, whose own optional rules alone are told.
    """
    file = title.file
    low, high = file.players
    lines = [
        f"By {file.designer}, published by {file.publisher}. {low} to {high} players, bank {rules.data.money(file.bank)}.",
        f"[Rules and more]({file.link})",
        "",
        as_bullets(title_summary(rules)),
        *(_optional_rules_here(rules) if played else _optional_rules_in_short(title)),
    ]
    options = (button(Id(HELP, 0, 0, HelpVerb.OPTIONS, file.name), OPTIONAL),) if file.option else ()
    terms = button(Id(HELP, 0, 0, HelpVerb.TERMS, file.name), TERMS_LABEL)
    ways = (*((open_button(file.name),) if opens else ()), *ways_back())
    return Private(title=full_title(title), body=fit("\n".join(lines), EMBED_TEXT), rows=((*options, terms), ways))


def open_button(title: str) -> Button:
    """The button that opens a table of a title."""
    return button(Id(HELP, 0, 0, HelpVerb.OPEN, title), f"Open {printed_title(title)}", PLAYS)


def ways_back() -> tuple[Button, ...]:
    """The buttons from a title's rules to those of the others, and to the help."""
    return (button(Id(HELP, 0, 0, HelpVerb.RULES), "◀ Other games"), help_button())


def help_button() -> Button:
    """The button that leads to the first page of the help."""
    return button(Id(HELP, 0, 0, HelpVerb.TOPIC, NOW), "◀ Help")


def compare_titles(titles: Iterable[Title]) -> list[str]:
    """A line on each title, for who must pick one: `18GA, 3 to 5 players: plain rules`."""
    return [
        f"**{t.file.printed}**, {t.file.players[0]} to {t.file.players[1]} players: {t.file.character}." for t in titles
    ]


def _optional_rules_in_short(title: Title) -> list[str]:
    """The optional rules under a heading, without those that only make it the game of another site, which are counted."""
    presets = {name: {o.partition("=")[0] for o in held} for name, held in title.file.preset.items()}
    own = [key for key in title.file.option if not any(key in held for held in presets.values())]
    small = [f"As on {name}: {count_of(len(held), 'small rule')}, see *{OPTIONAL}*" for name, held in presets.items()]
    told = [*_option_texts(title, own), *small]
    return ["", f"**{OPTIONAL}**", f"-# {USES}", as_bullets(told)] if told else []


def _optional_rules_here(rules: Rules) -> list[str]:
    """The optional rules of a table that is played, under a heading; nothing where it has none."""
    told = option_sentences(rules)
    return ["", f"**{OPTIONAL} at this table**", as_bullets(told)] if told else []


def _option_texts(title: Title, keys: Iterable[str]) -> list[str]:
    """Optional rules as sentences, without their paragraphs."""
    texts = [title.file.option[key].text for key in keys]
    return [f"{text.rpartition(' [')[0] or text}." for text in texts]


def list_optional_rules(title: Title) -> Private:
    """The optional rules of a title as sentences."""
    lines = [USES, as_bullets(_option_texts(title, title.file.option))]
    back = button(Id(HELP, 0, 0, HelpVerb.RULES, title.file.name), RULES_LABEL)
    body = fit("\n".join(lines), EMBED_TEXT)
    return Private(title=f"{full_title(title)} · optional rules", body=body, rows=((back,),))


def full_title(title: Title) -> str:
    """`18TN · The Railroads Come to Tennessee`."""
    name, subtitle = title.file.printed, title.file.subtitle
    return name if subtitle in {"", name} else f"{name} · {subtitle}"


def explain_term(rules: Rules, view: View, word: str) -> Private:
    """A word of the rules, or what a card of the title does. Raises NotPossible for what is neither."""
    heading, meaning = explain_word(word, rules)
    company = map_focus.find_company(rules, word)
    if company in rules.data.companies:
        told = [_describe(rules, view, company)]
        if word.strip() in rules.data.trains:  # a minor's number is a train's too
            told.append(_describe_piece(rules, view, word))
        if word.strip().casefold() in ALIASES:  # the Southern Railway is SR, as a stock round is
            told.append(f"{company} is also short for {heading.lower()}: {meaning}")
        return Private(title=queries.title_name(rules.data), body=fit("\n".join(told), EMBED_TEXT))
    if heading:  # 18EU's P is a letter of its map and a train
        train = _describe_piece(rules, view, word) if word.strip() in rules.data.trains else ""
        return Private(title=heading, body=fit("\n".join(filter(None, (meaning, train))), EMBED_TEXT))
    described = _describe_piece(rules, view, word)
    if not described:
        raise NotPossible(_unknown_words(word))
    return Private(title=queries.title_name(rules.data), body=fit(described, EMBED_TEXT))


def explain_everywhere(looks: Sequence[tuple[Rules, View]], word: str) -> Private:
    """A word of the rules where no title is named, or the card of each title that has one of that name."""
    heading, meaning = explain_word(word)
    if heading:
        return Private(title=heading, body=meaning)
    told = [
        (queries.title_name(rules.data), explain_word(word, rules)[1] or _describe_piece(rules, view, word))
        for rules, view in looks
    ]
    found = [(name, text) for name, text in told if text]
    if not found:
        raise NotPossible(_unknown_words(word))
    alike = len({text for _, text in found}) == 1 < len(found)
    body = found[0][1] if alike else "\n".join(f"**{name}**: {described}" for name, described in found)
    return Private(title=word.strip(), body=fit(body, EMBED_TEXT))


def _describe_piece(rules: Rules, view: View, word: str) -> str:
    """What a card, train or place of a title is; "" for what the title does not have."""
    train = word.strip() if word.strip() in rules.data.trains else ""  # before it is a column of hexes
    return _describe(rules, view, f"{train}-train" if train else word)


def _describe(rules: Rules, view: View, what: str) -> str:
    """What a piece is by the name that it has in the title."""
    try:
        return "\n".join(map(escape_line, render.describe(view, rules, what).splitlines()))
    except KeyError:
        return ""


def _unknown_words(word: str) -> str:
    """That there is no such thing, and what there is."""
    return f"I do not know {quote_typed(word)}. Try one of these: {PIECES[:1].lower()}{PIECES[1:]}."


def terms_of(rules: Rules) -> list[str]:
    """Everything that can be asked for: cards of the title, of those that are alike one, then words of the rules."""
    data = rules.data
    first: dict[str, str] = {}  # private company of each name
    for private, known in data.privates.items():
        first.setdefault(known.name, private)
    cards = [
        *first.values(),
        *data.companies,
        *(data.train_called(queries.type_called(rules, t)) for t in data.trains),
        *(f"phase {p}" for p in data.phases),
    ]
    return list(dict.fromkeys((*cards, *TERMS, *title_terms(rules))))

"""What a word of the rules means, by menus: words of all games, and the cards of a title."""

from __future__ import annotations

from dataclasses import replace

from bot.core.discord_limits import OPTIONS, ROWS
from bot.views.custom_ids import HELP, Id
from bot.views.formatting import full_name
from bot.views.guide.title_guide import RULES_LABEL, TERMS_LABEL, terms_of
from bot.views.messages import Button, Menu, Option, Private, Row, button, option
from bot.views.press_verbs import HelpVerb
from game.rules import Rules
from render.data import queries
from render.data.names import leader_heading, listed
from render.text.glossary import TERMS, title_terms

PRESIDENTS, OTHERS = ("president", "president's certificate"), ("director", "manager")  # words for who runs companies
APART = "/"  # between the title and the number of the menu, in what a menu carries


def rules_buttons(title: str, table: int = 0) -> tuple[Button, ...]:
    """The buttons that lead to the rules in short and to what words mean; `title` "" asks for one. `table`: of a public post."""
    return (
        button(Id(HELP, table, 0, HelpVerb.RULES, title), RULES_LABEL),
        button(Id(HELP, table, 0, HelpVerb.TERMS, title), TERMS_LABEL),
    )


def terms_page(rules: Rules | None, explained: Private | None = None) -> Private:
    """Menus of words of the rules, and of the cards of a title if there is one, below what was `explained` last."""
    page = explained or Private(title="What does it mean?", body="Choose a word. `/rules term` finds it as you type.")
    title = rules.name if rules is not None else ""
    back = button(Id(HELP, 0, 0, HelpVerb.RULES, title), f"◀ {RULES_LABEL}")
    return replace(page, rows=(*_menus(rules), (back,))[:ROWS])


def title_of(arg: str) -> str:
    """The title in what a menu carries; "" for none."""
    return arg.partition(APART)[0]


def _menus(rules: Rules | None) -> tuple[Row, ...]:
    """A menu for each part of the words, so that none has more than Discord shows."""
    known = {term: text for term, text in TERMS.items() if _has_meaning(term, rules)}
    known |= title_terms(rules) if rules is not None else {}
    words = [option(term, term, text) for term, text in sorted(known.items(), key=lambda pair: pair[0].casefold())]
    half = (len(words) + 1) // 2
    parts = [(f"Words: {_range_of(part)}", part) for part in (words[:half], words[half:])]
    if rules is not None:
        cards = [t for t in terms_of(rules) if t not in known and _has_meaning(t, rules)]
        parts += [
            (f"{queries.title_name(rules.data)}: {_kinds_of(part, rules)}", part) for part in _pages_of(cards, rules)
        ]
    title = rules.name if rules is not None else ""
    ids = (Id(HELP, 0, 0, HelpVerb.TERM, f"{title}{APART}{n}") for n in range(len(parts)))
    return tuple((Menu(str(id), tuple(part), hint),) for id, (hint, part) in zip(ids, parts, strict=True))


def _has_meaning(term: str, rules: Rules | None) -> bool:
    """Whether a word is used in a title: where there are presidents, nobody is a director or a manager."""
    if rules is None:
        return True
    if term == "private company" and not rules.data.privates:
        return False
    return term not in (OTHERS if leader_heading(rules) == "president" else PRESIDENTS)


def _pages_of(cards: list[str], rules: Rules) -> list[list[Option]]:
    """Companies, and apart from them trains and phases, in menus that are as long as each other; a private company says that it
    is one, as a company may have the same name.
    """
    data, pages = rules.data, list[list[Option]]()
    for kinds in (("privates", "minors", "companies"), ("trains", "phases")):
        part = [t for t in cards if _kind_of(t, rules) in kinds]
        size = -(-len(part) // -(-len(part) // OPTIONS)) if part else 1
        named = [option(t, full_name(rules, t) + " (private)" * (t in data.privates)) for t in part]
        pages += [named[n : n + size] for n in range(0, len(named), size)]
    return pages


def _kinds_of(options: list[Option], rules: Rules) -> str:
    """`minors, companies and trains`: what kinds of cards these are."""
    return listed(list(dict.fromkeys(_kind_of(o.value, rules) for o in options)))


def _kind_of(card: str, rules: Rules) -> str:
    """What kind of card this is, in the plural."""
    data = rules.data
    if card in data.privates:
        return "privates"
    if card in data.companies:
        return "minors" if data.companies[card].kind == "minor" else "companies"
    return "phases" if card.startswith("phase ") else "trains"


def _range_of(options: list[Option]) -> str:
    """`auction to phase`: the first and the last of these."""
    return f"{options[0].value} to {options[-1].value}"

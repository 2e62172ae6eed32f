"""The key: what the signs on a title's map and the columns of its tables mean."""

from __future__ import annotations

from functools import partial

from bot.core.discord_limits import EMBED_TEXT, fit
from bot.views.formatting import escape_line
from bot.views.inspection import SeenTable
from bot.views.messages import Private
from bot.views.pages.picture_pages import turning_rows
from bot.views.pictures import drawing
from bot.views.press_verbs import ViewVerb
from game.rules import Rules
from render.data import queries
from render.pictures.reference.key import alt_key, draw_key
from render.text.map_key import KeyLine, map_key, map_key_parts, phase_key, table_key

WORDS_LABEL = "In words, with phases and tables"
IN_WORDS = "words"  # what the button of these carries in place of a part's number


async def show_key(look: SeenTable, shown: str = "0") -> Private:
    """What the signs on this title's map mean, drawn a part at a time; or all in words, with phases and tables.

    `shown`: the number of a part, or `WORDS`.
    """
    rules = look.table.rules
    title = f"{queries.title_name(rules.data)} · key"
    ways = {str(n): part.capitalize() for n, part in enumerate(map_key_parts(rules))} | {IN_WORDS: WORDS_LABEL}
    shown = shown if shown in ways else "0"
    rows = turning_rows(look, ViewVerb.KEY, ways, shown)
    if shown == IN_WORDS:
        return Private(title=title, body=_key_words(rules), rows=rows)
    parts = await drawing.draw_all(look.table, "key", None, partial(draw_key, rules), alt_key(rules))
    return Private(title=title, pictures=(parts[int(shown)],), rows=rows)


def _key_words(rules: Rules) -> str:
    """The whole key in words."""
    parts = {"The map": map_key(rules), "Phases": phase_key(rules), "Tables and rounds": table_key(rules)}
    body = "\n\n".join("\n".join([f"__{head}__", *map(_line_words, lines)]) for head, lines in parts.items())
    return fit(body, EMBED_TEXT)


def _line_words(line: KeyLine) -> str:
    """A line of the key, what it explains in bold."""
    return f"**{escape_line(line.sign)}**: {escape_line(line.words)}"

"""The key: what the signs on a title's map and the columns of its tables mean."""

from __future__ import annotations

from functools import partial

from bot.core.discord_limits import EMBED_TEXT, fit
from bot.views.custom_ids import VIEW, Id
from bot.views.formatting import escape_line
from bot.views.inspection import SeenTable
from bot.views.messages import Private, button
from bot.views.pictures import drawing
from bot.views.press_verbs import ViewVerb
from render.data import queries
from render.pictures.reference.key import alt_key, draw_key
from render.text.map_key import KeyLine, map_key, phase_key, table_key

WORDS_LABEL = "In words, and phases and tables"


async def show_key(look: SeenTable) -> Private:
    """What the signs on this title's map mean, drawn; the same in words, with phases and tables, is a press away."""
    rules = look.table.rules
    make = partial(draw_key, rules)
    shown = await drawing.draw_all(look.table, "key", None, make, alt_key(rules))
    words = button(Id(VIEW, look.table.id, 0, ViewVerb.KEY_WORDS, rules.name), WORDS_LABEL)
    return Private(title=f"{queries.title_name(rules.data)} · key", pictures=shown, rows=((words,),))


def show_key_in_words(look: SeenTable) -> Private:
    """What the signs on this title's map and the columns of its tables mean."""
    rules = look.table.rules
    parts = {"The map": map_key(rules), "Phases": phase_key(rules), "Tables and rounds": table_key(rules)}
    body = "\n\n".join("\n".join([f"__{head}__", *map(_line_words, lines)]) for head, lines in parts.items())
    return Private(title=f"{queries.title_name(rules.data)} · key", body=fit(body, EMBED_TEXT))


def _line_words(line: KeyLine) -> str:
    """A line of the key, what it explains in bold."""
    return f"**{escape_line(line.sign)}**: {escape_line(line.words)}"

"""The key: what the signs on a title's map and the columns of its tables mean."""

from __future__ import annotations

from bot.core.discord_limits import EMBED_TEXT, fit
from bot.views.formatting import escape_line
from bot.views.inspection import SeenTable
from bot.views.messages import Private
from render.data import queries
from render.text.map_key import KeyLine, map_key, phase_key, table_key


def show_key(look: SeenTable) -> Private:
    """What the signs on this title's map and the columns of its tables mean."""
    rules = look.table.rules
    parts = {"The map": map_key(rules), "Phases": phase_key(rules), "Tables and rounds": table_key(rules)}
    body = "\n\n".join("\n".join([f"__{head}__", *map(_line_words, lines)]) for head, lines in parts.items())
    return Private(title=f"{queries.title_name(rules.data)} · key", body=fit(body, EMBED_TEXT))


def _line_words(line: KeyLine) -> str:
    """A line of the key, what it explains in bold."""
    return f"**{escape_line(line.sign)}**: {escape_line(line.words)}"

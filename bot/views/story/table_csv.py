"""The table of everything as CSV: what its pictures show, in plain numbers."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.csv_text import format_csv
from game.names import company_name
from game.rules import Rules
from game.state import Player
from render.data.card_data import Sign
from render.data.overview import everything
from render.data.queries import View

HEADS = ("round", "phase", "kind", "who", "name")


def table_csv(view: View, rules: Rules, worth: Mapping[Player, int], before: Mapping[Player, int] | None) -> str:
    """A line for each player, then one for each company, under the headings of the pictures; where and when first."""
    players, companies = everything(view, rules, worth, before)
    own = [_plain(head) for head in players.heads[1:]]
    theirs = [_plain(head) for head in companies.heads[2:]]
    moment = view.round or "start", view.phase
    rows: list[list[object]] = [[*HEADS, *own, *(head for head in theirs if head not in own)]]
    heads = [str(head) for head in rows[0][len(HEADS) :]]
    for player, cells in zip(view.order, players.rows, strict=True):
        known = dict(zip(own, cells[1:], strict=True))
        rows.append([*moment, "player", rules.person(player), "", *(_number(known.get(h, ""), rules) for h in heads)])
    for cells in companies.rows:
        known = dict(zip(theirs, cells[2:], strict=True))
        name = rules.data.companies[cells[1]].name
        about = [*moment, "company", cells[1], name if name != cells[1] else company_name(rules, cells[1])]
        rows.append([*about, *(_number(known.get(h, ""), rules) for h in heads)])
    return format_csv(rows)


def _plain(head: str) -> str:
    """A heading in words: `% CoG` for the shares of a company."""
    return f"% {head}" if isinstance(head, Sign) else {"±": "change"}.get(head, head)


def _number(cell: str, rules: Rules) -> object:
    """A cell as a number where it is one: without currency, thousands and the mark of a president."""
    text = cell.removesuffix("*").replace("−", "-").replace(rules.data.currency, "").replace(",", "")
    if text.removeprefix("+").removeprefix("-").isdigit():
        return int(text)
    return "" if cell == "–" else cell

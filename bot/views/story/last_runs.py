"""Which of many companies' last runs are drawn at once, and the menu that draws any other.

Each run needs a map of its own, some 200 ms to draw: a dozen of them kept whoever asked waiting for two seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.core.discord_limits import OPTIONS
from bot.core.text import begin_sentence
from bot.tables.service import Move
from bot.views.custom_ids import VIEW, Id
from bot.views.messages import Menu, Row, option
from bot.views.press_verbs import ViewVerb
from game.events import Ran
from game.names import company_name
from game.rules import Rules
from game.state import Company

DRAWN_AT_ONCE = 1


def newest_runs(moves: Iterable[Move], companies: Sequence[Company]) -> list[Company]:
    """Of these companies those that have run last, in the order in which they did; all where they are few."""
    order: dict[Company, None] = {}
    for event in (e for move in moves for e in move.events if isinstance(e, Ran)):
        order.pop(event.company, None)
        order[event.company] = None
    ran = [c for c in order if c in companies]
    return ran[-DRAWN_AT_ONCE:] or list(companies[:DRAWN_AT_ONCE])


def runs_menu(table: int, moment: str, earned: Mapping[Company, int], rules: Rules) -> tuple[Row, ...]:
    """A menu of companies, each with what its trains earned, that draws the run of one. `moment`: that is looked at."""
    options = tuple(
        option(company, begin_sentence(company_name(rules, company)), rules.data.money(dollars))
        for company, dollars in earned.items()
    )
    menu = Menu(str(Id(VIEW, table, 0, ViewVerb.RUN_OF, moment)), options[:OPTIONS], "See a company's run on the map")
    return ((menu,),)

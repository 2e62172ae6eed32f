"""The three things that somebody can do just now."""

from __future__ import annotations

from bot.core.text import begin_sentence, count_of
from bot.model.models import GameRow
from bot.model.short_codes import printed_title, short_code
from bot.tables.service import Table
from bot.views.formatting import escape_line, join_names, question_words


async def things_to_do(table: Table, seat: str | None) -> list[str]:
    """The three things that somebody can do at a table just now; `seat` None: who has no seat there."""
    row = table.row
    if table.position.over:
        return [
            "This game is over. `/view table` shows the final position, `/history browse` how it came about.",
            "`/view chart` draws share prices, and what everybody was worth round by round.",
            "`/game new` opens the next table, `/game rematch` the same one again.",
        ]
    waiting = f"It is {join_names(row, table.position.deciders)}'s turn."
    if seat is None:
        return [
            f"{waiting} You have no seat here; you may look at everything that is public.",
            "`/view map`, `/view market` and `/view table` show the board, `/history browse` the game so far.",
            f"`/rules title` says what {printed_title(row.title)} is about.",
        ]
    choices = table.choices(seat)
    if seat in table.position.deciders:
        question = escape_line(question_words(choices, await table.view(seat), table.rules)).rstrip(".?")
        return [
            f"**It is your turn**: {question}.",
            (
                "Press *Take my turn* below the newest post (or `/turn`). Green does it at once; red passes, and "
                "asks first where something is left, or withholds; blue leads on, gray shows more."
            ),
            (
                "Or type it (`/do pass`): if I have to guess, I show you first. "
                "`/undo`, or *Undo…* in *Market, more*, takes it back."
            ),
        ]
    return [
        f"{waiting} You get a ping when it is yours.",
        "Meanwhile: `/view changes` says what happened since your last turn, `/view map` shows the board.",
        "`/auto pass` passes for you, `/auto bid` bids for you, up to a maximum that only you know.",
    ]


def things_in_lobby(row: GameRow, user: int) -> list[str]:
    """The three things that somebody can do about a table that has not started: who is missing, who starts it, what to read."""
    missing, card = max(0, row.min_players - len(row.seats)), f"its card in <#{row.parent_channel}>"
    needs = f"it needs {count_of(missing, 'more player')}" if missing else "it has players enough"
    seated = join_names(row, [s.name for s in row.seats])
    if user == row.host:
        ways = f"press *Start* on {card}" + (" once they have joined." if missing else ".")
    elif row.seats_of(user):
        ways = f"<@{row.host}> starts it; *Leave* on {card} gives your seat back."
    else:
        ways = f"press *Join* on {card}." if len(row.seats) < row.max_players else "all seats are taken."
    return [
        f"**{short_code(row)}** has not started: {needs}. So far: {seated}.",
        begin_sentence(ways),
        "`/rules title` has the game in ten lines; *Optional rules* on the card are the host's choice.",
    ]


def things_to_open(waiting: list[str]) -> list[str]:
    """The three things that `/help` names where there is no table. `waiting`: codes of tables that wait for the asker."""
    first = [f"It is your turn at {', '.join(waiting)}: go there, or type `/turn`."] if waiting else []
    return [
        *first,
        "`/game new` opens a table; its card has buttons to join and to start.",
        "`/game list` shows tables that you can join, `/me games` your own.",
        "New to this? `/game new` with `practice:` plays a first game with you; `/rules title` sums one up in ten lines.",
    ][:3]

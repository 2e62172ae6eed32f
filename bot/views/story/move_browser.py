"""Going back and forth in a table's moves: one position with buttons to others, what has changed, all lines of the record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import render
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.core.text import count_of
from bot.model.models import Seat, StoredMove
from bot.storage.repositories.moves import load_line
from bot.tables.service import Move, Table, events_seen_by
from bot.views.custom_ids import VIEW, Id
from bot.views.formatting import escape_line, event_lines, plain_words
from bot.views.inspection import SeenTable, look_at, until_round_end
from bot.views.messages import Private, Row, answer_row, button, option
from bot.views.pictures import images, post_pictures
from bot.views.press_verbs import STEPPING, ViewVerb
from bot.views.story.move_lines import deeds_of_bot, is_uneventful, mark_deed
from bot.views.story.named_moves import move_words
from game.events import RoundEnded

CATCH_UP = 12  # lines of what happened since one's last turn
BOARD = (1098, 1080)  # pixels of the map beside the buttons that step: on a phone's screen they stand below it


async def collect_log(table: Table) -> str:
    """What happened, sentence by sentence, as the public may know it."""
    followed = await table.follow_moves(await table.history(), None)

    def log_lines() -> list[str]:
        """All lines, put together in a thread."""
        told = []
        for move, view in followed:
            events, tell = events_seen_by(move.events, None), partial(render.tell, view=view, rules=table.rules)
            deeds = deeds_of_bot(move, events, tell)
            told += [f"{move.depth}. {mark_deed(line) if line in deeds else line}" for line in tell(events)]
        return told

    return "\n".join(await asyncio.to_thread(log_lines)) + "\n"


async def show_changes(look: SeenTable, since: int = 0, ended: str = "") -> Private:
    """What happened since the asker's last turn (or that move), with the board as it is. `ended`: a round that this move ended:
    since its end, with what the next one began with.
    """
    moves = await look.table.history(after=since) if since else _after_own_move(await look.table.history(), look.seat)
    if ended:
        moves = [*(await _after_round_end(look.table, since, ended)), *moves]
    events = [e for m in moves for e in events_seen_by(m.events, look.seat)]
    followed = await look.table.follow_moves(moves, look.seat)

    def change_lines() -> list[str]:
        """All lines, put together in a thread; what companies did not do only where nothing else happened."""
        rules, told, idle = look.table.rules, list[str](), list[str]()
        for move, view in followed:
            seen = events_seen_by(move.events, look.seat)
            told += event_lines([e for e in seen if not is_uneventful(e, rules)], view, rules)
            idle += event_lines([e for e in seen if is_uneventful(e, rules)], view, rules)
        return told or idle

    lines = await asyncio.to_thread(change_lines)
    rest = f"… and {count_of(len(lines) - CATCH_UP, 'earlier line')}: `/view log`\n" if len(lines) > CATCH_UP else ""
    body = rest + "\n".join(f"• {line}" for line in lines[-CATCH_UP:])
    shown = await post_pictures.event_pictures(look.table, events, look.view)
    begin = await _since_words(look.table, since) if since else "since your last turn"
    return Private(title=f"{look.title} · {begin}", body=fit(body or "Nothing.", EMBED_TEXT), pictures=shown)


async def _after_round_end(table: Table, move: int, name: str) -> list[Move]:
    """That move with what happened in it once that round was over; nothing where the round did not end in it."""
    known = next((m for m in await table.history() if m.id == move), None)
    if known is None:
        return []
    events = known.events[len(until_round_end(known, name).events) :]
    return [replace(known, events=events)] if events else []


async def _since_words(table: Table, since: int) -> str:
    """`since the end of OR 3.1`, or `since move 83` for one within a round."""
    move = next((m for m in await table.history() if m.id == since), None)
    if move is None:
        return "since that move"
    ended = [e.name for e in move.events if isinstance(e, RoundEnded)]
    return f"since the end of {ended[-1]}" if ended else f"since move {move.depth}"


def _after_own_move(moves: Sequence[Move], seat: str | None) -> Sequence[Move]:
    """The moves after that seat's last one; the last ten for who has not moved, or has no seat."""
    own_moves = [n for n, m in enumerate(moves) if m.seat == seat]
    return moves[own_moves[-1] + 1 :] if own_moves and seat else moves[-10:]


async def browse_position(table: Table, seat: Seat | None, at: int = 0) -> Private:
    """One position of the game, with buttons to its neighbours on the present line, to the rounds beside it and to any round."""
    line = await load_line(table.store, table.id, table.position.move)
    ids = [m.id for m in line]
    place = ids.index(at) if at in ids else len(ids) - 1
    newest = place == len(ids) - 1
    shown = await look_at(table, seat, 0 if newest else ids[place])
    (move,) = await table.decode_moves([line[place]])
    lines = [escape_line(s) for s in render.tell(events_seen_by(move.events, shown.seat), shown.view, table.rules)]
    head = f"Move {move.depth} of {line[-1].depth} · {move_words(move, shown.view, table.rules, table.row)}"
    marks = render.marks_of(events_seen_by(move.events, None))
    picture = await images.draw_board(table, shown.view, marks, canvas=BOARD, asked=shown.asked)
    body = "\n".join([head, *(f"• {s}" for s in _leave_out_told(lines, head))])
    return Private(
        title=f"{shown.title}{' · now' if newest else ''}",
        body=fit(body, EMBED_TEXT),
        pictures=(picture,),
        rows=_jump_rows(table.id, line, place),
    )


def _leave_out_told(lines: Sequence[str], head: str) -> Sequence[str]:
    """What came of a move without the first line, where the head above it ends with that."""
    return lines[1:] if lines and head.endswith(lines[0].rstrip(".")) else lines


def _jump_rows(table: int, line: Sequence[StoredMove], place: int) -> tuple[Row, ...]:
    """What leads from that place on the line to others: move by move, round by round, and a menu of rounds."""
    begun = [n for n, m in enumerate(line) if n == 0 or m.round != line[n - 1].round]
    last = len(line) - 1
    before, after = [n for n in begun if n < place], [n for n in begun if n > place]
    steps = (("⏮ Start", 0), ("◀ Back", place - 1), ("Forward ▶", place + 1), ("End ⏭", last))
    rounds = (("⏪ Round", before[-1] if before else place), ("Round ⏩", after[0] if after else place))

    def make_row(wanted: Sequence[tuple[str, int]], first: int) -> Row:
        """A row of buttons to places on the line; `first`: the number of the first button."""
        return tuple(
            button(
                Id(VIEW, table, 0, STEPPING[n], str(line[to].id) if 0 <= to <= last else ""),
                text,
                disabled=not 0 <= to <= last or to == place,
            )
            for n, (text, to) in enumerate(wanted, first)
        )

    rows: list[Row] = [make_row(steps, 0), make_row(rounds, len(steps))]
    if len(begun) > 1:
        middle = len(before)
        first = max(0, min(middle - OPTIONS // 2, len(begun) - OPTIONS))
        options = tuple(
            option(str(line[n].id), line[n].round or "Start", f"from move {line[n].depth}")
            for n in begun[first : first + OPTIONS]
        )
        rows.append(answer_row(Id(VIEW, table, 0, ViewVerb.AT_ROUND), options, "Jump to the beginning of a round"))
    return tuple(rows)


def move_phrase(look: SeenTable, move: Move) -> str:
    """A move of the record for a list of choices."""
    text = move_words(move, look.view, look.table.rules, look.table.row) if move.action else "the deal"
    return f"{move.depth}: {plain_words(text)}"

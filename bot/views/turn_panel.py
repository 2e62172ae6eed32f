"""The public turn panel, one per hand-over: what happened since the last one, the pictures that changed, buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.core.discord_limits import BUTTONS, TEXTS, fit
from bot.core.text import plain
from bot.model.action_form import digest, listed, ranged
from bot.model.kinds import Via
from bot.model.models import GameRow
from bot.model.short_codes import code
from bot.tables import round_summary
from bot.tables.service import Move, Position, Table, seen
from bot.views import images
from bot.views.custom_ids import ACT, CONSOLE, REMIND, SEAL, VIEW, VOTE, Id
from bot.views.formatting import action_words, asked, money, name, tell
from bot.views.messages import Button, Public, Row, button
from game.actions import Action, Bid, Pass, RunTrains
from game.choices import Choice
from game.events import Event, RoundEnded
from game.state import State

NOTHING: Mapping[Action, int] = {}
LINES = 8  # of what happened since the last post
OPEN = "Take my turn"
BY_ITSELF = {Via.AUTO_BUY, Via.AUTO_PASS, Via.AUTO_END}  # how moves came about that the bot made for a player
SHORTCUTS = 4  # more ways than these are the console's


async def panel(table: Table, moves: Sequence[Move], since: datetime, *, first: bool = False) -> Public:
    """The panel of the present position. `moves`: what was played since the last panel; `since`: when the waiting began."""
    position, view = await at_rest(table)
    events = [e for m in moves for e in seen(m.events, None)]
    lines = told(table, moves, view)
    # Whatever reads the table comes before the pictures: while they are drawn somebody may play.
    acting = [s for s in table.seats if s.name in position.deciders]
    texts = [headline(table, view, since)]
    earned = await table.earnings(acting[0].name) if len(acting) == 1 else {}
    buttons, colour = rows(table, view, earned), images.accent(table, view)
    shown = await images.of_panel(table, events, view, first=first)
    if lines:
        texts.append(fit(recent(lines), TEXTS // 3))
    texts += [fit(text, TEXTS // 3) for text in (await round_summary.texts(table, moves))[-1:]]
    return Public(
        texts=tuple(texts),
        foot="Same by /turn · any action by /do",
        colour=colour,
        pictures=shown,
        rows=buttons,
        pings=tuple(s.user for s in acting),
    )


async def at_rest(table: Table) -> tuple[Position, State[Any]]:
    """The position and what everybody sees of it, of the same moment."""
    while True:
        position = table.position
        view = await table.view(None)
        if position is table.position:
            return position, view


def headline(table: Table, view: State[Any], since: datetime) -> str:
    """Which table this is, who must do what, and since when."""
    title = f"### {fit(_title(table.row), 200)} · {table.position.round}"
    return f"{title}\n{who_must(table, view)} · {_since(table.row, since)} · move {table.position.seq}"


def told(table: Table, moves: Sequence[Move], view: State[Any]) -> list[str]:
    """What happened in these moves, as everybody may know it."""
    return [line for m in moves for line in (*_lines(m, table, view), *_stood_in(table.row, m))]


def _lines(move: Move, table: Table, view: State[Any]) -> list[str]:
    """The move in words; what the bot did for somebody is marked."""
    lines = tell(_news(move), view, table.rules)
    if move.via == Via.AUTO_END and not lines:
        return [f"{name(seat)} is done (auto)." if (seat := table.row.seat(move.seat)) else "The turn is over (auto)."]
    return [f"{line.removesuffix('.')} (auto)." for line in lines] if move.via in BY_ITSELF else lines


def _news(move: Move) -> list[Event]:
    """What the lines tell; rounds that end have a text of their own."""
    return [e for e in seen(move.events, None) if not isinstance(e, RoundEnded)]


def _stood_in(row: GameRow, move: Move) -> list[str]:
    """Who acted for a seat, where that was not its own player."""
    seat = row.seat(move.seat)
    if seat is None or not move.user or move.user == seat.user:
        return []
    host = ["The host"] if move.user == row.host else []  # else it was who had the seat before
    return [f"({other} acted for {name(seat)}.)" for other in [*(name(s) for s in row.seats_of(move.user)), *host][:1]]


def stamp(instant: datetime, style: str = "R") -> str:
    """A time that Discord shows in the reader's own zone and words."""
    return f"<t:{int(instant.timestamp())}:{style}>"


def _since(row: GameRow, since: datetime) -> str:
    return f"paused {stamp(row.paused)}: nobody is reminded" if row.paused else f"asked {stamp(since)}"


def _title(row: GameRow) -> str:
    return code(row) + (f" · {plain(row.name)}" if row.name else "")


def who_must(table: Table, view: State[Any]) -> str:
    """Who must do what."""
    who = ", ".join(dict.fromkeys(f"<@{s.user}>" for s in table.seats if s.name in table.position.deciders))
    what = dict.fromkeys(asked(table.choices(s), view, table.rules) for s in table.position.deciders)
    return f"{who}: **{' / '.join(what)}**"


def recent(lines: Sequence[str], most: int = LINES) -> str:
    """The newest lines; older ones are counted."""
    more = len(lines) - most
    head = [f"… {more + 1} more before: *What changed* tells them"] if more > 0 else []
    return "\n".join([*head, *(f"• {text}" for text in lines[-most + len(head) :])])


def rows(table: Table, view: State[Any], earned: Mapping[Action, int] = NOTHING) -> tuple[Row, ...]:
    """The buttons: for those who must act, for everybody, for reminders. `earned`: what runs would bring."""
    position = table.position
    if position.over:
        return ()
    turn = table.action_version(position.deciders[0]) if len(position.deciders) == 1 else 0
    # The move tells this panel from all others: after a crash it is looked for by that.
    own: list[Button] = [button(Id(CONSOLE, table.id, turn, "open", str(position.move)), OPEN, "primary")]
    if len(position.deciders) == 1:
        own += _shortcuts(table, view, position.deciders[0], turn, earned)
    looks = [
        button(Id(VIEW, table.id, 0, verb), text)
        for verb, text in (
            ("changes", "What changed"),
            ("table", "Table"),
            ("hand", "My cards"),
            ("text", "Text"),
            ("more", "More…"),
        )
    ]
    care: tuple[Button, ...] = (
        button(Id(VOTE, table.id, turn, "ask"), "Undo…"),
        button(Id(REMIND, table.id, 0, "snooze4"), "Snooze 4 h"),
        button(Id(REMIND, table.id, 0, "settings"), "Reminders"),
    )
    if position.auction is not None:
        care = (button(Id(SEAL, table.id, 0, "ask"), "Sealed maximum…"), *care)
    elif position.round.startswith("SR"):
        care = (button(Id(SEAL, table.id, 0, "passes"), "Pass for me…"), *care)
    return (tuple(own[:BUTTONS]), tuple(looks), care)


def _shortcuts(table: Table, view: State[Any], seat: str, turn: int, earned: Mapping[Action, int]) -> list[Button]:
    """Buttons for what needs no detail: all of a few plain actions, else to pass and to run the best routes.

    Everybody sees them: what only the seat may know stays in the console.
    """
    choices = [c for c in table.choices(seat) if not c.kind.covert]
    settled = [c for c in choices if not ranged(c)]
    every = listed(choices)
    if len(every) <= SHORTCUTS and len(settled) == len(choices) and not any(c.judge for c in choices):
        wanted: list[Action] = every
    else:
        wanted = [*_least_bids(choices), *(a for c in settled for a in _quick(c))]
    says = {digest(a): a for a in wanted}
    return [button(Id(ACT, table.id, turn, a.verb, d), fit(_says(table, a, view, earned), 40)) for d, a in says.items()]


def _least_bids(choices: Sequence[Choice]) -> list[Action]:
    """The next amount for each thing that may be bid for; none where that would be too many buttons."""
    bids = [c.actions[0] for c in choices if issubclass(c.kind, Bid) and ranged(c) and len(c.actions) == 1]
    return bids if len(bids) < SHORTCUTS else []


def _says(table: Table, action: Action, view: State[Any], earned: Mapping[Action, int]) -> str:
    """What a shortcut says: of runs what they bring, not where they go; of what is bid for alone the table knows what it is."""
    if isinstance(action, RunTrains) and action.routes:
        return f"Run for {money(table.rules, earned.get(action, 0))}"
    sale = table.position.auction
    if sale is None or not isinstance(action, Bid) or not action.amount:
        return action_words(action, view, table.rules)
    on = "" if sale.alone else f" on {action.item}"
    return f"Bid {money(table.rules, action.amount)}{on}"


def _quick(choice: Choice) -> list[Action]:
    """What a shortcut may do of a kind that offers more."""
    if issubclass(choice.kind, Pass):
        return [choice.actions[0]]
    if issubclass(choice.kind, RunTrains):
        return list(choice.actions[:1])
    return []

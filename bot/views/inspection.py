"""What can be looked at, privately: pictures and words of a table at any of its moves."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import render
from bot.core.csv_text import sheet
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.core.errors import NotPossible
from bot.core.text import quoted
from bot.model.models import Seat, StoredMove
from bot.model.short_codes import code
from bot.tables.game_summary import summarize
from bot.tables.service import Move, Table, seen
from bot.views import images, map_focus
from bot.views.custom_ids import VIEW, Id
from bot.views.formatting import label, money, move_words, plain_words, safe, tell
from bot.views.game_result import graphs
from bot.views.messages import File, Menu, Private, Row, button, option
from game.actions import LayTile
from game.events import RoundEnded
from game.state import State
from render.data import queries
from render.data.names import a_train
from render.data.queries import face
from render.text.labels import stop_names

View = State[Any]
CATCH_UP = 12  # lines of what happened since one's last turn
LOG = 25  # moves on a page of the log
RUNS = 10  # that one picture draws


@dataclass(frozen=True)
class Look:
    """A table as somebody may see it, now or after an earlier move."""

    table: Table
    seat: str | None
    view: View
    at: int = 0  # move; 0: now

    @property
    def title(self) -> str:
        """The table's code and the round, and whether that is an earlier position."""
        when = "" if not self.at else " · an earlier position"
        return f"{code(self.table.row)} · {self.view.round}{when}"


async def look(table: Table, seat: Seat | None, at: int = 0) -> Look:
    """Raises NotPossible for a move that this table does not know."""
    name = seat.name if seat else None
    return Look(table, name, await table.view(name, at), at)


def worth(at: Look) -> dict[str, int]:
    """Each player's worth in dollars at that moment, by the title's own reckoning."""
    return {p: queries.worth(at.view, at.table.rules, p) for p in at.view.order}


def block(text: str) -> str:
    """Text in a fixed pitch."""
    return f"```\n{text.replace('```', '')}\n```"


async def map_(at: Look, closely: str = "", layers: str = "", *, large: bool = False) -> Private:
    """The map, or closely a part of it: a hex, a city, a company, a region, or `here`."""
    marks = _last_runs(at) if layers == "last routes" else render.Marks()
    if closely:
        events = [e for m in (await _until(at))[-LOG:] for e in seen(m.events, None)]
        hexes = map_focus.hexes(at.view, at.table.rules, closely, events)
        return Private(title=at.title, pictures=(await images.crop(at.table, at.view, hexes, marks),))
    options: dict[str, Any] = {"large": large} if large else {}
    if layers == "plain":
        options["layers"] = ("coordinates",)
    return Private(title=at.title, pictures=(await images.board(at.table, at.view, marks, **options),))


def _last_runs(at: Look) -> Any:
    ran = [(c, s.ran) for c, s in at.view.companies.items() if s.ran]
    return render.Marks(runner=ran[-1][0], runs=tuple(ran[-1][1])) if ran else render.Marks()


async def boards(at: Look) -> Private:
    """The whole map and the market."""
    shown = (await images.board(at.table, at.view), await images.market(at.table, at.view))
    return Private(title=at.title, pictures=shown)


async def market(at: Look) -> Private:
    """The stock market, and what is for sale."""
    shown = await images.market(at.table, at.view)
    return Private(title=at.title, pictures=(shown, *await images.offers(at.table, at.view)))


async def company(at: Look, name: str) -> Private:
    """The card of a company; raises NotPossible for a name that the title does not have."""
    if name in at.table.rules.data.privates:
        return describe(at, name)
    if name not in at.table.rules.data.companies:
        raise NotPossible(f"There is no company {quoted(name)}.")
    text = render.alt_company(at.view, at.table.rules, name)
    picture = await images.sheet(
        at.table, at.view, "company", lambda: render.draw_company(at.view, at.table.rules, name), text, name
    )
    return Private(title=at.title, pictures=(picture,))


async def player(at: Look, name: str) -> Private:
    """The card of a player; raises NotPossible for somebody without a seat."""
    if name not in at.view.order:
        raise NotPossible(f"There is no player {quoted(name)} at this table.")
    text = render.alt_player(at.view, at.table.rules, name)
    picture = await images.sheet(
        at.table, at.view, "player", lambda: render.draw_player(at.view, at.table.rules, name), text, name
    )
    return Private(title=at.title, pictures=(picture,))


async def holdings(at: Look, form: str = "image") -> Private:
    """Every player's shares, cash and worth, and every company's price, treasury and trains."""
    if form == "text":
        said = "\n".join(render.holdings_words(at.view, at.table.rules))
        return Private(title=at.title, body=fit(safe_lines(said), EMBED_TEXT))
    return Private(title=at.title, pictures=(await images.holdings(at.table, at.view),))


async def auction(at: Look, form: str = "image") -> Private:
    """Lots, bids, the next bid, and what everybody can spend."""
    table = at.table
    now = await table.position_at(at.at) if at.at else table.position
    if now.auction is None:
        raise NotPossible("Nothing is being auctioned now")
    if form == "text":
        said = "\n".join(render.bids_words(at.view, table.rules, images.sale(now)))
        return Private(title=at.title, body=fit(safe_lines(said), EMBED_TEXT))
    return Private(title=at.title, pictures=(await images.bids(table, at.view, now),))


async def bank(at: Look) -> Private:
    """The bank's cash, the trains that are left, and what rusts next."""
    text = render.alt_bank(at.view, at.table.rules)
    picture = await images.sheet(at.table, at.view, "bank", lambda: render.draw_bank(at.view, at.table.rules), text)
    return Private(title=at.title, pictures=(picture,))


async def everything(at: Look, form: str = "image") -> Private:
    """The table of everything, with the change in worth since the last round."""
    rules, worths = at.table.rules, worth(at)
    before = await last_worth(at.table)
    text = render.table_text(at.view, rules, worths, before)
    if form == "text":
        return Private(title=at.title, body=fit(block(text), EMBED_TEXT))
    if form == "csv":
        return Private(title=at.title, files=(File(f"table-{at.table.id}.csv", csv(at.view, worths).encode()),))
    alt = render.alt_table(at.view, rules, worths, before)
    shown = await images.draw_all(
        at.table, "table", at.view, lambda: render.draw_table(at.view, rules, worths, before), alt, worths, before
    )
    return Private(title=at.title, pictures=shown)


async def last_worth(table: Table) -> dict[str, int] | None:
    """What everybody was worth at the end of the last round."""
    ended = [e for m in await table.history() for e in m.events if isinstance(e, RoundEnded)]
    return ended[-1].worth if ended else None


def csv(view: View, rich: Mapping[str, int]) -> str:
    """Players with cash, worth and cards; companies with treasury and cards."""
    rows: list[list[object]] = [["who", "kind", "cash", "worth", "cards"]]
    for who in (*view.order, *view.companies):
        cards = " ".join(c for c, p in view.place.items() if p == who)
        kind = "player" if who in view.order else "company"
        rows.append([who, kind, view.cash.get(who, 0), rich.get(who, ""), cards])
    return sheet(rows)


async def tiles(at: Look, hex: str = "") -> Private:
    """Tiles left, or what a hex is and which tiles may lie there now."""
    rules = at.table.rules
    if hex:
        where = map_focus.find_hex(at.table.rules, hex)
        lays = [a for c in at.table.choices(at.seat or "") for a in c if isinstance(a, LayTile) and a.hex == where]
        may = "\n".join(f"• {label(a, at.view, rules)}" for a in lays[:OPTIONS])
        lines = safe_lines(render.describe(at.view, rules, where))
        return Private(title=at.title, body=fit(f"{lines}\n\n{may or 'You may lay nothing there now.'}", EMBED_TEXT))
    shown = await images.draw(
        at.table, "tiles", at.view, lambda: render.draw_tiles(at.view, rules), render.alt_tiles(at.view, rules)
    )
    return Private(title=f"{at.title} · tiles left", pictures=(shown,))


async def log(at: Look, words: str = "", number: int = 0) -> Private:
    """The record, newest last, a page at a time."""
    moves, wanted = await _until(at), words.casefold()

    def log_lines() -> list[str]:
        every = ((m, line) for m in moves for line in tell(seen(m.events, at.seat), at.view, at.table.rules))
        # Not "12. ", of which Discord makes a list that counts by itself: several lines may be of one move.
        return [f"{m.depth} · {line}" for m, line in every if wanted in line.casefold()]

    lines = await asyncio.to_thread(log_lines)
    pages = max(1, -(-len(lines) // LOG))
    number = min(max(number, 0), pages - 1)
    end = len(lines) - number * LOG
    body = "\n".join(lines[max(0, end - LOG) : end]) or "Nothing yet."
    turn = (
        button(Id(VIEW, at.table.id, 0, "log", str(number + 1)), "◀ Older", disabled=number + 1 >= pages),
        button(Id(VIEW, at.table.id, 0, "log", str(number - 1)), "Newer ▶", disabled=number == 0),
    )
    return Private(
        title=f"{at.title} · log", body=fit(body, EMBED_TEXT), rows=(turn,) if pages > 1 and not words else ()
    )


async def whole_log(table: Table) -> str:
    """What happened, sentence by sentence, as the public may know it."""
    view = await table.view(None)
    moves = await table.history()

    def log_lines() -> list[str]:
        return [f"{m.depth}. {line}" for m in moves for line in render.tell(seen(m.events, None), view, table.rules)]

    return "\n".join(await asyncio.to_thread(log_lines)) + "\n"


async def _until(at: Look) -> list[Move]:
    return await at.table.line_to(at.at) if at.at else await at.table.history()


async def changes(at: Look, since: int = 0) -> Private:
    """What happened since the asker's last turn (or that move), with the board as it is."""
    moves = await at.table.history(after=since) if since else _since_mine(await at.table.history(), at.seat)
    events = [e for m in moves for e in seen(m.events, at.seat)]
    lines = [line for m in moves for line in tell(seen(m.events, at.seat), at.view, at.table.rules)]
    more = f"… and {len(lines) - CATCH_UP} lines before: /view log\n" if len(lines) > CATCH_UP else ""
    body = more + "\n".join(f"• {line}" for line in lines[-CATCH_UP:])
    shown = await images.of_events(at.table, events, at.view)
    return Private(title=f"{at.title} · since your last turn", body=fit(body or "Nothing.", EMBED_TEXT), pictures=shown)


def _since_mine(moves: Sequence[Move], seat: str | None) -> Sequence[Move]:
    own_moves = [n for n, m in enumerate(moves) if m.seat == seat]
    return moves[own_moves[-1] + 1 :] if own_moves and seat else moves[-10:]


async def routes(at: Look, name: str = "") -> Private:
    """The last runs, drawn and train by train: of one company, or of all, numbered in the picture where there are several.

    Raises NotPossible for a name that the title does not have.
    """
    rules, title = at.table.rules, f"{at.title} · last runs"
    if name and name not in rules.data.companies:
        raise NotPossible(f"There is no company {quoted(name)}.")
    ran = [c for c, s in at.view.companies.items() if s.ran and name in ("", c)]
    if not ran:
        return Private(title=title, body=f"{name} has not run yet." if name else "No company has run yet.")
    marks = [render.Marks(runner=c, runs=tuple(at.view.companies[c].ran)) for c in ran]
    pictures = await images.runs(at.table, at.view, marks[:RUNS])
    parts = [f"**{f'{n} · ' if len(ran) > 1 and n <= RUNS else ''}{c}** {_run(at, c)}" for n, c in enumerate(ran, 1)]
    return Private(title=title, body=fit("\n".join(parts), EMBED_TEXT), pictures=pictures)


def _run(at: Look, name: str) -> str:
    """What a company's last run brought, and each train by its name with the places where it went."""
    rules, company = at.table.rules, at.view.companies[name]
    paid = {"full": "paid out", "none": "withheld", "half": "half paid out"}.get(company.paid, company.paid)
    trains = [
        f"• {a_train(face(at.view, r.train))}: {stop_names(r.stops, rules)}, {money(rules, r.revenue)}"
        for r in company.ran
    ]
    return "\n".join([", ".join(filter(None, [money(rules, company.earned), paid])), *trains])


async def hand(at: Look) -> Private:
    """What only the asker may know, and all that the asker owns."""
    if at.seat is None:
        raise NotPossible("You have no seat at this table.")
    own = render.player_text(at.view, at.table.rules, at.seat)
    shown = await images.hand(at.table, at.view, at.seat)
    return Private(title=at.title, body=fit(block(own), EMBED_TEXT), pictures=shown)


async def chart(at: Look, kind: str) -> Private:
    """Net worth or share prices over the rounds so far."""
    shown = await graphs(at.table, await summarize(at.table))
    wanted = [p for p in shown if p.name.startswith("worth" if kind == "net worth" else "prices")]
    if not wanted:
        raise NotPossible("No round has ended yet.")
    return Private(title=at.title, pictures=tuple(wanted))


# ---------------------------------------------------------------------- in words


def describe(at: Look, what: str = "") -> Private:
    """The board in words: a hex, a row, a company, a player, the market, or all that is built."""
    try:
        body = safe_lines(render.describe(at.view, at.table.rules, what.strip() or "map"))
    except KeyError as error:
        raise NotPossible(str(error.args[0])) from None
    if len(body) <= EMBED_TEXT:
        return Private(title=f"{at.title} · in words", body=body)
    return Private(title=f"{at.title} · in words", files=(File(f"board-{at.table.id}.txt", body.encode()),))


def safe_lines(text: str) -> str:
    """Text whose lines cannot be read as Markdown."""
    return "\n".join(map(safe, text.splitlines()))


# ---------------------------------------------------------------------- moments


async def browse(table: Table, seat: Seat | None, at: int = 0) -> Private:
    """One position of the game, with buttons to its neighbours on the present line, to the rounds beside it and to any round."""
    line = await table.store.line(table.id, table.position.move)
    ids = [m.id for m in line]
    place = ids.index(at) if at in ids else len(ids) - 1
    shown = await look(table, seat, ids[place])
    (move,) = await table.decode([line[place]])
    lines = [safe(s) for s in render.tell(seen(move.events, shown.seat), shown.view, table.rules)]
    head = f"Move {move.depth} of {line[-1].depth} · {move_words(move, shown.view, table.rules, table.row)}"
    picture = await images.board(table, shown.view, render.marks_of(seen(move.events, None)))
    body = "\n".join([head, *(f"• {s}" for s in lines)])
    return Private(
        title=shown.title, body=fit(body, EMBED_TEXT), pictures=(picture,), rows=_jumps(table.id, line, place)
    )


def _jumps(table: int, line: Sequence[StoredMove], place: int) -> tuple[Row, ...]:
    """What leads from that place on the line to others: move by move, round by round, and a menu of rounds."""
    begun = [n for n, m in enumerate(line) if n == 0 or m.round != line[n - 1].round]
    last = len(line) - 1
    before, after = [n for n in begun if n < place], [n for n in begun if n > place]
    steps = (("⏮ Start", 0), ("◀ Back", place - 1), ("Forward ▶", place + 1), ("End ⏭", last))
    rounds = (("⏪ Round", before[-1] if before else place), ("Round ⏩", after[0] if after else place))

    def row(wanted: Sequence[tuple[str, int]], first: int) -> Row:
        return tuple(
            button(
                Id(VIEW, table, 0, f"at{n}", str(line[to].id) if 0 <= to <= last else ""),
                text,
                disabled=not 0 <= to <= last or to == place,
            )
            for n, (text, to) in enumerate(wanted, first)
        )

    rows: list[Row] = [row(steps, 0), row(rounds, len(steps))]
    if len(begun) > 1:
        middle = len(before)
        first = max(0, min(middle - OPTIONS // 2, len(begun) - OPTIONS))
        options = tuple(
            option(str(line[n].id), line[n].round or "Start", f"from move {line[n].depth}")
            for n in begun[first : first + OPTIONS]
        )
        rows.append((Menu(str(Id(VIEW, table, 0, "atround")), options, "Jump to the beginning of a round"),))
    return tuple(rows)


def phrase(at: Look, move: Move) -> str:
    """A move of the record for a list of choices."""
    said = move_words(move, at.view, at.table.rules, at.table.row) if move.action else "the deal"
    return f"{move.depth}: {plain_words(said)}"

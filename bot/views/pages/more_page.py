"""What is one press away from a panel: the market, what may be done beside a turn, all there is to look at, the details."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

from bot.core.discord_limits import EMBED_TEXT, OPTIONS, ROWS, fit
from bot.model.kinds import TableStatus
from bot.model.short_codes import short_code
from bot.tables.service import Table
from bot.views import auction_post
from bot.views.custom_ids import CONSOLE, HELP, REMIND, SEAL, VIEW, VOTE, Id
from bot.views.guide.first_game import advice_button
from bot.views.guide.title_guide import TERMS_LABEL
from bot.views.inspection import SeenTable
from bot.views.messages import Menu, Private, Row, answer_row, button, option
from bot.views.pictures import drawing, images
from bot.views.press_verbs import (
    LEAVE_TO_BOT,
    UNDO_LABEL,
    ConsoleVerb,
    HelpVerb,
    RemindVerb,
    SealVerb,
    ViewVerb,
    VoteVerb,
)
from bot.views.turn_panel import OPEN
from bot.views.ways import ways
from game.round_names import OPERATING, STOCK, is_stock_round
from render.text.glossary import explain_word

MORE = {
    ViewVerb.MAP: "Map",
    ViewVerb.MARKET: "Market",
    ViewVerb.HOLDINGS: "Holdings and treasuries",
    ViewVerb.TABLE: "Table of everything",
    ViewVerb.BANK: "Bank, trains, phase",
    ViewVerb.TILES: "Tiles left",
    ViewVerb.ROUTES: "Last runs",
    ViewVerb.LOG: "Log",
    ViewVerb.CHANGES: "What changed",
    ViewVerb.HAND: "Your cards",
    ViewVerb.TEXT: "The board in words",
    ViewVerb.KEY: "Key of map and tables",
    ViewVerb.BROWSE: "Step through the game",
    ViewVerb.REPLAY: "Replay as an animated map",
    ViewVerb.PROOFS: "How to check draws and secret bids",
}
AUCTION = "auction"
# what newcomers ask about in each kind of round, by its term in the glossary, and with the sign that a panel has for it
NEWCOMERS_ASK = {
    AUCTION: ("par", "free cash", "◂ priority deal"),
    STOCK: ("par", "float", "◂ priority deal"),
    OPERATING: ("phase", "train limit", "rust"),
}
SIGN = "◂ "
BACK = "back"  # what a button carries that brings the page back in the place of a view
PROVES = "A hash is a fingerprint: it shows later that nothing has been changed since."
NOTHING_TO_PROVE = "This table has no record of its whole game, so there is nothing to check."


async def more_page(look: SeenTable) -> Private:
    """The market, and the rest of what a panel offers: what may be done beside a turn, all there is to look at, the details."""
    table, position = look.table, look.table.position
    views = tuple(option(key, text) for key, text in MORE.items())
    data = table.rules.data
    named = [(c, d.name) for c, d in data.companies.items()] + [(p, d.name) for p, d in data.privates.items()]
    companies = tuple(option(short, f"{short} · {name}") for short, name in named)
    players = tuple(option(p, s.shown if (s := table.row.seat(p)) else p) for p in look.view.order)
    rows: list[Row] = [
        *side_buttons(table),
        (Menu(str(Id(VIEW, table.id, 0, ViewVerb.SHOW)), views, "What do you want to see?"),),
        (Menu(str(Id(VIEW, table.id, 0, ViewVerb.COMPANY)), companies[:OPTIONS], "Look at a company or private"),),
        answer_row(Id(VIEW, table.id, 0, ViewVerb.PLAYER), players, "Look at a player"),
    ]
    lines = ["This is the market; choose below what else to look at. Only you see it."]
    if position.deciders:
        lines.append(ways().go_on)
    lines += _explain_words(table)
    details = [f"{short_code(table.row)} · move {position.seq}"]
    details += await auction_post.maxima_in_words(table)
    lines.append(f"-# Details: {'; '.join(details)}")
    market = await drawing.finish_in_time(lambda: images.draw_market(table, look.view))
    return Private(title=look.title, body=fit("\n".join(lines), EMBED_TEXT), pictures=market, rows=tuple(rows))


def _explain_words(table: Table) -> list[str]:
    """What words of the present kind of round mean, a small line each: a newcomer meets them on the panel that leads here."""
    position = table.position
    round_ = AUCTION if position.auction is not None else STOCK if is_stock_round(position.round) else OPERATING
    lines = []
    for word in NEWCOMERS_ASK.get(round_, ()):
        heading, text = explain_word(word.removeprefix(SIGN), table.rules)
        lines += [f"-# **{word if word.startswith(SIGN) else heading}**: {text}"] if text else []
    return lines


async def add_way_back(table: Table, drawing_view: Awaitable[Private]) -> Private:
    """A view that takes the place of the page with the rest, with a button that brings that page back."""
    shown = await drawing_view
    back = button(Id(VIEW, table.id, 0, ViewVerb.MORE, BACK), "◀ Back")
    return replace(shown, rows=(*shown.rows, (back,))) if len(shown.rows) < ROWS else shown


def add_way_to_turn(look: SeenTable, shown: Private) -> Private:
    """What was looked up, with the way to the asker's turn while one waits: the panel is pages above by then."""
    if look.seat not in look.table.position.deciders or len(shown.rows) >= ROWS:
        return shown
    turn = button(Id(CONSOLE, look.table.id, 0, ConsoleVerb.OPEN), OPEN, "primary")
    return replace(shown, rows=(*shown.rows, (turn,)))


def side_buttons(table: Table) -> tuple[Row, ...]:
    """What may be done beside a turn; in an auction what the bot may do for somebody has a row of its own."""
    running = table.row.status == TableStatus.RUNNING
    looks = (
        button(Id(VIEW, table.id, 0, ViewVerb.CHANGES), "What changed"),
        button(Id(VIEW, table.id, 0, ViewVerb.TABLE), "Table"),
    )
    if not running:
        return (looks,)
    action_version = table.action_version(table.position.deciders[0]) if len(table.position.deciders) == 1 else 0
    undo = button(Id(VOTE, table.id, action_version, VoteVerb.ASK), UNDO_LABEL)
    # Nobody is reminded of a game against the bot.
    beside = (
        advice_button(table) if table.row.bots else button(Id(REMIND, table.id, 0, RemindVerb.SETTINGS), "Reminders")
    )
    passes = button(Id(SEAL, table.id, 0, SealVerb.PASSES), LEAVE_TO_BOT)
    words = button(Id(HELP, table.id, 0, HelpVerb.TERMS, table.row.title), TERMS_LABEL)
    if table.row.private:  # its player plays all seats
        return (*looks, undo, beside), (words,)
    if table.position.auction is not None:
        bids = button(Id(SEAL, table.id, 0, SealVerb.ASK), "Bid for me…")
        return (*looks, undo, beside), (bids, passes, words)
    if is_stock_round(table.position.round):
        return (*looks, undo, beside), (passes, words)
    return ((*looks, undo, beside, words),)


async def proofs_page(look: SeenTable) -> Private:
    """Hashes: what was drawn at the start, and who promised to bid how much, can be checked with them at the end."""
    lines = [*await _seed_lines(look.table), *await auction_post.proofs(look.table, look.seat or "")]
    body = "\n".join(f"• {line}" for line in (PROVES, *lines) if lines)
    return Private(title=look.title, body=fit(body or NOTHING_TO_PROVE, EMBED_TEXT))


async def _seed_lines(table: Table) -> list[str]:
    """What the deal can be checked with: the seed's hash, after the game the seed."""
    record = await table.record()
    if not record.whole:
        return []
    return [
        f"The seed was {record.seed}, its SHA-256 {record.commitment}"
        if record.seed
        else f"SHA-256 of the seed: {record.commitment}"
    ]

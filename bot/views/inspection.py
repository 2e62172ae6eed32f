"""What can be looked at, privately: pictures and words of a table at any of its moves."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import render
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.core.errors import NO_SEAT, NOTHING_AUCTIONED, NotPossible
from bot.core.text import begin_sentence, find_named, quote_typed
from bot.model.models import Seat
from bot.model.player_names import find_called
from bot.model.short_codes import short_code
from bot.tables.service import Move, Table, events_seen_by
from bot.tables.snapshots import view_of_round_end
from bot.tables.story.game_summary import list_dividends
from bot.views import map_focus
from bot.views.custom_ids import VIEW, Id, parse_number
from bot.views.formatting import action_phrase, safe_lines
from bot.views.messages import File, Private, Row, button
from bot.views.pages import picture_pages
from bot.views.pictures import drawing, images
from bot.views.press_verbs import ViewVerb
from bot.views.story.closed_company import story_lines, tell_closing
from bot.views.story.table_csv import table_csv
from game.actions import LayTile
from game.events import Event, Ran, RoundEnded
from game.rules import Rules
from game.state import State
from render.data import queries
from render.data.bank_card import bank_parts
from render.data.marks import marks_of_last_run
from render.data.names import listed, round_label
from render.data.tile_pages import tile_pages
from render.pictures.reference.tile_upgrades import draw_upgrades, tile_words, to_come_words, upgrade_words

View = State[Any]
LEFT = "-# ×2/4: 2 of 4 are left · →: what the tile becomes"
WHOLE = "whole"  # what the button carries that brings the whole map back
NORMAL, LAST_RUNS = "normal", "last runs"  # how much is drawn on a map
PLAIN = frozenset({"coordinates", "costs", "phone"})
ROUND = 150  # moves that are looked through for what a round has built
RECENT = 25  # moves in which the place is looked for where something happened
MAX_DOUBLED_WIDTH = 860  # pixels of a large map before it is doubled: the fullest boards are files of less than 200 kB


@dataclass(frozen=True)
class SeenTable:
    """A table as somebody may see it, now or after an earlier move."""

    table: Table
    seat: str | None
    view: View
    at: int = 0  # move; 0: now
    asked: tuple[str, ...] = ()  # the seats that must act at that moment
    ended: str = ""  # the round that ended with the move `at`
    closed: bool = False  # the moment is the end of that round, before the next one began

    @property
    def moment(self) -> str:
        """The move and the round whose end is meant, as buttons carry them: `1234`, `1234:SR 4`."""
        return f"{self.at}:{self.ended}" if self.closed else str(self.at)

    @property
    def title(self) -> str:
        """The table's code and the round, and whether that is an earlier position; of a title for how many players it is."""
        suffix = " · an earlier position" if self.at else ""
        suffix = suffix if self.table.id else f" · for {len(self.table.seats)} players"
        begun = round_label(self.view.round)
        when = f"end of {round_label(self.ended)}" if self.ended else begun
        when = f"{when}, {begun} begins" if self.ended and not self.closed else when
        return f"{short_code(self.table.row)} · {when}{suffix}"


def read_moment(text: str) -> tuple[int, str]:
    """The move and the round whose end is meant, as `SeenTable.moment` has them; whatever a button carries means something."""
    move, _, ended = text.partition(":")
    return parse_number(move) or 0, ended


async def look_at(table: Table, seat: Seat | None, at: int = 0, ended: str = "") -> SeenTable:
    """A table as that seat may see it, now or after the move `at`; raises NotPossible for a move that it does not know.

    `ended`: a round that this move ended: as it was then, before what the next one began with.
    """
    name = seat.name if seat else None
    end = await view_of_round_end(table.store, table.rules, table.id, at, name, ended) if ended else None
    if end is not None:
        return SeenTable(table, name, end, at, ended=ended, closed=True)
    view, asked = await table.view_with_deciders(name, at)
    last = await table.events_of(at) if at and not view.over else ()
    rounds = [event.name for event in last if isinstance(event, RoundEnded)]
    return SeenTable(table, name, view, at, asked, rounds[-1] if rounds else "")


def net_worths(look: SeenTable) -> dict[str, int]:
    """Each player's worth in dollars at that moment, by the title's own reckoning."""
    return {p: queries.worth(look.view, look.table.rules, p) for p in look.view.order}


def code_block(text: str) -> str:
    """A text as Discord shows it in a fixed pitch, for columns."""
    return f"```\n{text.replace('```', '')}\n```"


async def show_map(
    look: SeenTable, closely: str = "", layers: str = NORMAL, *, large: bool = False, part: str = ""
) -> Private:
    """The map, or closely a part of it: a hex, a city, a company, a region, or `here`; `part`: one of those in which a map is
    shown that is too small to be read on a phone (`north-west`).

    A picture at a time, without tables, which Discord shows as wide as it can. The other parts, the market, all tables and what
    the signs mean are a press away.
    """
    marks, body = await _mark_last_runs(look) if layers == LAST_RUNS else render.Marks(), ""
    if layers == NORMAL and not closely and look.table.id:
        marks, built_in = map_focus.round_marks(await _latest_events(look, ROUND))
        body = f"-# Outlined: built in {round_label(built_in)}." if built_in else ""
    if closely:
        events = await _latest_events(look, RECENT)
        hexes = map_focus.hexes_of_word(look.view, look.table.rules, closely, events)
        marks = replace(marks, focus=tuple(map_focus.places_of_word(look.view, look.table.rules, closely)))
        return Private(
            title=look.title, pictures=(await images.draw_crop(look.table, look.view, hexes, marks, asked=look.asked),)
        )
    drawn_layers = PLAIN if layers == "plain" else render.MAP_ALONE
    if large:
        return replace(await _show_large_map(look, marks, drawn_layers), body=body)
    words = [known.word for known in render.map_parts(look.table.rules.data)]
    part = part if part in words else ""
    if part:
        of_map = drawn_layers if layers == "plain" else render.LAYERS
        pictures = await images.draw_map_parts(look.table, look.view, marks, layers=of_map, word=part)
    else:
        pictures = (await images.draw_whole_map(look.table, look.view, marks, layers=drawn_layers, asked=look.asked),)
    return Private(title=look.title, body=body, pictures=pictures, rows=_map_rows(look, words, part, layers))


def _map_rows(look: SeenTable, words: Sequence[str], shown: str, layers: str) -> tuple[Row, ...]:
    """The whole map and its parts, but the one that is shown; and at a table, as it is now, what else people look up."""
    drawn = "" if layers == NORMAL else f".{layers}"
    ways = {f"{WHOLE}{drawn}": "Whole map"} | {f"{word}{drawn}": begin_sentence(word) for word in words}
    rows = picture_pages.turning_rows(look, ViewVerb.MAP, ways, f"{shown or WHOLE}{drawn}") if words else ()
    if look.at or not look.table.id:
        return rows
    looks = {ViewVerb.MARKET: "Market", ViewVerb.TABLE: "Table", ViewVerb.KEY: "Key"}
    return (*rows, tuple(button(Id(VIEW, look.table.id, 0, verb), text) for verb, text in looks.items()))


async def turn_map(look: SeenTable, way: str) -> Private:
    """The map, or the part of it, that a button below one carries."""
    part, _, layers = way.partition(".")
    return await show_map(look, "", layers or NORMAL, part=part)


async def _show_large_map(look: SeenTable, marks: render.Marks, layers: Collection[str]) -> Private:
    """The map in large print, without the tables below it: with them it was no file for a phone."""
    bare = frozenset(layers) - {"panel"}
    picture = await images.draw_board(
        look.table,
        look.view,
        marks,
        canvas=render.map_canvas(look.table.rules.data, MAX_DOUBLED_WIDTH),
        layers=bare,
        large=True,
        asked=look.asked,
    )
    return Private(title=look.title, pictures=(picture,))


async def _mark_last_runs(look: SeenTable) -> Any:
    """What a map marks of the last runs: those of the company that has run last; nothing where none has."""
    ran = [e.company for m in await moves_until(look) for e in m.events if isinstance(e, Ran) and e.runs]
    return marks_of_last_run(ran[-1], look.view.companies[ran[-1]]) if ran else render.Marks()


async def show_market(look: SeenTable, page: str = "") -> Private:
    """The stock market, and what is for sale."""
    shown = await images.draw_market(look.table, look.view)
    drawn = (shown, *await images.draw_offers(look.table, look.view))
    answer = Private(title=look.title, pictures=drawn)
    return await picture_pages.show_page(look, ViewVerb.MARKET, answer, page, labels=("market", "cards for sale"))


async def show_company(look: SeenTable, name: str) -> Private:
    """The card of a company; raises NotPossible for a name that the title does not have."""
    data = look.table.rules.data
    name = map_focus.find_company(look.table.rules, name) or name
    if name in data.privates:
        lays = private_lays(look.table.rules, name)
        shown = await images.draw_variants(look.table, look.view, lays) if lays else ()
        return replace(show_words(look, name), pictures=shown)
    if name not in data.companies:
        raise map_focus.refuse_company(name, look.table.rules)
    history = list_dividends(await moves_until(look), name, data)
    closing = await _find_closing(look, name)
    text = render.alt_company(look.view, look.table.rules, name, history, closing)
    picture = await images.draw_card(
        look.table,
        look.view,
        "company",
        partial(render.draw_company, look.view, look.table.rules, name, history, closing),
        text,
        name,
        tuple(history),
        closing,
    )
    return Private(title=look.title, body=story_lines(closing), pictures=(picture,))


def private_lays(rules: Rules, private: str) -> list[LayTile]:
    """The tiles that a private company may lay in its hex, each turned one way: what their numbers stand for."""
    powers = [a for a in rules.data.privates[private].abilities if a.kind == "lay" and len(a.hexes) == 1]
    return [LayTile(a.hexes[0], tile, 0, using=private) for a in powers for tile in a.tiles]


async def closing_lines(look: SeenTable, company: str) -> str:
    """When a company closed and into what it went, as lines of a post; "" for one that has not closed."""
    return story_lines(await _find_closing(look, company))


async def _find_closing(look: SeenTable, company: str) -> tuple[str, ...]:
    """In which round a company closed, and what happened then; nothing for one that has not closed."""
    moves = await moves_until(look) if look.view.companies[company].closed else []
    return tell_closing(moves, look.view, look.table.rules, look.seat, company)


async def show_player(look: SeenTable, name: str) -> Private:
    """The card of a player; raises NotPossible for somebody without a seat."""
    found = find_called(look.table.seats, name)
    name = found.name if found is not None else name
    if name not in look.view.order:
        raise NotPossible(f"There is no player {quote_typed(name)} at this table.")
    text = render.alt_player(look.view, look.table.rules, name)
    picture = await images.draw_card(
        look.table, look.view, "player", partial(render.draw_player, look.view, look.table.rules, name), text, name
    )
    return Private(title=look.title, pictures=(picture,))


async def show_holdings(look: SeenTable, form: str = "image") -> Private:
    """Every player's shares, cash and worth, and every company's price, treasury and trains."""
    if form == "text":
        text = "\n".join(render.holdings_words(look.view, look.table.rules))
        return Private(title=look.title, body=fit(safe_lines(text), EMBED_TEXT))
    return Private(
        title=look.title, pictures=(await images.draw_holdings(look.table, look.view, look.asked, headed=True),)
    )


async def show_auction(look: SeenTable, form: str = "image") -> Private:
    """Lots, bids, the next bid, and what everybody can spend."""
    table = look.table
    position = await table.position_at(look.at) if look.at else table.position
    if position.auction is None:
        raise NotPossible(NOTHING_AUCTIONED)
    if form == "text":
        text = "\n".join(render.bids_words(look.view, table.rules, images.lots_for_sale(position)))
        return Private(title=look.title, body=fit(safe_lines(text), EMBED_TEXT))
    return Private(title=look.title, pictures=(await images.draw_bids(table, look.view, position),))


async def show_bank(look: SeenTable, page: str = "") -> Private:
    """The bank's cash, the trains that are left, and what rusts next."""
    texts = render.alt_bank_parts(look.view, look.table.rules)
    make = partial(render.draw_bank_parts, look.view, look.table.rules)
    answer = Private(title=look.title, pictures=await drawing.draw_all(look.table, "bank", look.view, make, texts))
    apart = [card.title.partition(" ")[0].lower() for card in bank_parts(look.view, look.table.rules)[1:]]
    return await picture_pages.show_page(look, ViewVerb.BANK, answer, page, labels=("bank", *apart))


async def show_overview(look: SeenTable, form: str = "image", page: str = "") -> Private:
    """The table of everything, with the change in worth since the last round."""
    rules, worths = look.table.rules, net_worths(look)
    before = await last_net_worths(look)
    text = render.table_text(look.view, rules, worths, before)
    if form == "text":
        return Private(title=look.title, body=fit(code_block(text), EMBED_TEXT))
    if form == "csv":
        lines = table_csv(look.view, rules, worths, before).encode()
        return Private(title=look.title, files=(File(f"table-{look.table.id}.csv", lines),))
    alt = render.alt_table(look.view, rules, worths, before)
    shown = await drawing.draw_all(
        look.table,
        "table",
        look.view,
        partial(render.draw_table, look.view, rules, worths, before),
        alt,
        worths,
        before,
    )
    answer = Private(title=look.title, pictures=shown)
    return await picture_pages.show_page(look, ViewVerb.TABLE, answer, page, labels=("players", "companies"))


async def last_net_worths(look: SeenTable) -> dict[str, int] | None:
    """What everybody was worth at the end of the last round before that moment, or before the one that ends with it."""
    ended = [e for m in await moves_until(look) for e in m.events if isinstance(e, RoundEnded)]
    if ended and (look.ended or (look.view.over and ended[-1].name == look.view.round)):
        ended.pop()  # its own worth is what is compared with the one before
    return ended[-1].worth if ended else None


async def show_tiles(look: SeenTable, hex: str = "", tile: str = "", page: str = "") -> Private:
    """Tiles left and what becomes of each; or what a hex is and which tiles may lie there now; or what becomes of one tile.

    Raises NotPossible for a hex or a tile that the title does not have.
    """
    rules = look.table.rules
    if tile and hex:
        raise NotPossible("Name a hex or a tile, not both")
    if tile:
        return await _tile_upgrades(look, tile)
    if hex:
        hex_id = map_focus.find_hex(look.table.rules, hex)
        lays = [a for c in look.table.choices(look.seat or "") for a in c if isinstance(a, LayTile) and a.hex == hex_id]
        may = "\n".join(f"• {action_phrase(a, look.view, rules)}" for a in lays[:OPTIONS])
        lines = safe_lines(render.describe(look.view, rules, hex_id))
        if not may:
            fitting = "\n".join(f"• {line}" for line in to_come_words(look.view, rules, hex_id))
            may = f"**Tiles of later colours that fit**\n{fitting}" if fitting else "No tile can be laid there."
        return Private(title=look.title, body=fit(f"{lines}\n\n{may}", EMBED_TEXT))
    alt = render.alt_tiles(look.view, rules)
    drawn = drawing.draw_all(look.table, "tiles", look.view, partial(render.draw_tiles, look.view, rules), alt)
    shown, told = await asyncio.gather(drawn, asyncio.to_thread(upgrade_words, look.view, rules))
    lines = safe_lines("\n".join(told))
    answer = Private(title=f"{look.title} · tiles left", body=fit(f"{LEFT}\n{lines}", EMBED_TEXT), pictures=shown)
    labels = [listed(colour for colour, _ in part).capitalize() for part in tile_pages(rules)]
    return await picture_pages.show_page(look, ViewVerb.TILES, answer, page, labels=labels)


async def _tile_upgrades(look: SeenTable, typed: str) -> Private:
    """A tile with what it comes from and what it becomes, drawn and in words; raises NotPossible for none of the title's."""
    rules = look.table.rules
    known = [t for t in rules.data.tiles if rules.data.map.tiles[t]]
    name = find_named(known, typed)
    if not name:
        raise NotPossible(f"There is no tile {quote_typed(typed)}. There are: {', '.join(known)}")
    words = tile_words(look.view, rules, name)
    shown = await drawing.draw_cached(
        look.table, "upgrades", look.view, partial(draw_upgrades, look.view, rules, name), words, name
    )
    return Private(
        title=f"{look.title} · tile {rules.data.tile_number(name)}", body=safe_lines(words), pictures=(shown,)
    )


def until_round_end(move: Move, name: str) -> Move:
    """A move with what happened in it until that round was over."""
    ends = [n for n, e in enumerate(move.events) if isinstance(e, RoundEnded) and e.name == name]
    return replace(move, events=move.events[: ends[0] + 1]) if ends else move


async def moves_until(look: SeenTable) -> list[Move]:
    """The line that leads to that moment, from the deal on."""
    moves = await look.table.line_to(look.at) if look.at else await look.table.history()
    return [*moves[:-1], until_round_end(moves[-1], look.ended)] if look.closed else moves


async def _latest_events(look: SeenTable, count: int) -> Sequence[Event]:
    """What so many of the last moves that led to that moment brought about, as everybody may know it."""
    moves = (await moves_until(look))[-count:] if look.at else await look.table.history(limit=count)
    return [e for m in moves for e in events_seen_by(m.events, None)]


async def show_hand(look: SeenTable) -> Private:
    """What only the asker may know, and all that the asker owns."""
    if look.seat is None:
        raise NotPossible(NO_SEAT)
    text = render.player_text(look.view, look.table.rules, look.seat)
    shown = await images.draw_hand(look.table, look.view, look.seat)
    return Private(title=look.title, body=fit(code_block(text), EMBED_TEXT), pictures=shown)


def show_words(look: SeenTable, subject: str = "") -> Private:
    """The board in words: a hex, a row, a company, a player, the market, or all that is built."""
    try:
        body = safe_lines(render.describe(look.view, look.table.rules, subject.strip() or "map"))
    except KeyError as error:
        raise NotPossible(str(error.args[0])) from None
    if len(body) <= EMBED_TEXT:
        return Private(title=f"{look.title} · in words", body=body)
    return Private(title=f"{look.title} · in words", files=(File(f"board-{look.table.id}.txt", body.encode()),))

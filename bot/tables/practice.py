"""Practice tables: one person, and the bot in the other seats, who says what it would do in that person's."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import NO_SEAT, NotPossible
from bot.model.kinds import Advice, TableStatus, Visibility
from bot.model.models import BOT, GameRow, NewGame
from bot.model.player_names import all_reserved_words, make_unique
from bot.storage.repositories import seats
from bot.tables.service import Tables

SEATS = 3
NAMES = ("Bea (bot)", "Carl (bot)")


async def open_practice(tables: Tables, new: NewGame, interaction: int = 0) -> GameRow:
    """A practice table, to be started, with its host in one seat and the bot in the others. Raises NotPossible."""
    new = tables.with_defaults(replace(new, practice=True, visibility=Visibility.INVITED), SEATS)
    words = all_reserved_words(tables.rules_of(new.title, new.options, SEATS))
    people: list[tuple[str, int, str]] = []
    for shown, user in ((new.shown, new.host), *((name, BOT) for name in NAMES)):
        people.append((make_unique(shown.partition(" (")[0] or shown, {*words, *(p[0] for p in people)}), user, shown))
    return await seats.create_table(tables.store, new, people, interaction)


async def set_advice(tables: Tables, game: int, user: int, advice: Advice) -> GameRow:
    """How long the bot says from now on what it would do; the panel that stands says so at once. Raises NotPossible for who has
    no seat there, and at a table where the bot plays nobody.
    """
    row = (await tables.get(game)).row
    if not row.seats_of(user):
        raise NotPossible(NO_SEAT)
    if not row.bots or row.status != TableStatus.RUNNING:
        raise NotPossible("I give advice only while a game runs that you play against me")
    return await tables.change_settings(game, row.host, advice=advice)

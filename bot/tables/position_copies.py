"""Positions that are copied: for practice tables, and for private what-ifs that lapse after a day.

A copy knows no more than whoever makes it. What that person cannot know is dealt anew: the same cards, in other places. Where
somebody has chosen in secret and the choice is not known yet, there is no position to copy.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from datetime import timedelta

from bot.core.errors import NotPossible, NoWhatIf
from bot.model.kinds import TableStatus, Via, Visibility
from bot.model.models import NewGame, NewMove
from bot.model.replayed_game import Replayed
from bot.model.short_codes import short_code
from bot.model.what_if import WhatIf
from bot.storage.repositories import what_ifs
from bot.storage.repositories.new_games import write_game
from bot.storage.store import Store, TransactionHook
from bot.tables.service import Table, Tables
from game.chance import commitment, shuffle
from game.codec import encode
from game.play import Game
from game.rules import Rules

WHAT_IF_LIFETIME = timedelta(days=1)
HIDDEN = "hidden"  # where a view puts what may not be known


def redeal_unknown(rules: Rules, snapshot: bytes, seats: Sequence[str], dice: str) -> tuple[bytes, int]:
    """A position as those seats (none: the public) may know it, what is unknown dealt anew; and how many cards that were.

    `dice`: a fresh secret; the copy's seed is made of it too. Raises NotPossible while a secret choice is under way.
    """
    game = Game.load(rules, snapshot)
    if game.state.over:
        raise NotPossible("The game is over there: name an earlier move with `at`")
    views = [game.view(s) for s in seats or (None,)]
    secret = encode(game.state.agenda) not in [encode(v.agenda) for v in views]
    if secret and set(seats) != set(game.state.order):
        raise NotPossible("Others have chosen in secret there, and that cannot be copied. Name another move with `at`")
    unknown = sorted(card for card in game.state.place if all(v.place[card] == HIDDEN for v in views))
    places = sorted(game.state.place[card] for card in unknown)
    for card, place in zip(shuffle(dice, "copy", unknown), places, strict=True):
        game.state.place[card] = place
    game.state.seed = commitment(f"copy/{dice}")[:32]
    return encode(game.state), len(unknown)


async def copy_position(table: Table, user: int, move: int) -> tuple[bytes, int]:
    """The position after that move (0: now), as that user may know it, and how many cards were dealt anew.

    Where the game is over nothing is secret any more.
    """
    snapshot = await table.snapshot(move)
    if table.row.status == TableStatus.FINISHED:
        if table.position.move == (move or table.position.move) and table.position.over:
            raise NotPossible("The game is over there: name an earlier move with `at`")
        return snapshot, 0
    seats = [s.name for s in table.row.seats_of(user)]
    return await asyncio.to_thread(redeal_unknown, table.rules, snapshot, seats, secrets.token_hex(16))


def as_first_move(rules: Rules, snapshot: bytes) -> Replayed:
    """A copied position as the first move of a table."""
    game = Game.load(rules, snapshot)
    move = NewMove(
        seat="",
        action=b"",
        events=b"[]",
        state=snapshot,
        fingerprint=game.fingerprint(),
        via=Via.COPY,
        round=game.state.round,
    )
    return Replayed((move,), tuple(game.state.order), tuple(game.deciders()), game.state.over)


async def start_copy(
    tables: Tables,
    new: NewGame,
    people: list[tuple[str, int, str]],
    snapshot: bytes,
    hook: TransactionHook | None = None,
) -> Table:
    """A table that begins at a copied position. `people`: (name in the position, user, shown)."""
    new = tables.with_defaults(new, len(people))
    rules = tables.rules_of(new.title, new.options, len(people))
    replayed = await asyncio.to_thread(as_first_move, rules, snapshot)
    return await tables.get(await write_game(tables.store, new, people, replayed, 0, hook))


async def open_whatif(tables: Tables, source: Table, move: int, user: int) -> tuple[Table, WhatIf, int]:
    """Make a private table on a copy, all of whose seats are that user's; the one before is dropped. And how many cards are
    anew.

    A copy of a what-if, which is dropped, is one of the game that this was copied from.
    """
    snapshot, redealt_cards = await copy_position(source, user, move)
    until = tables.store.clock.now() + WHAT_IF_LIFETIME
    before = await what_ifs.find_what_if(tables.store, user)
    if before is not None and before.game == source.id:
        source, move = await tables.get(before.source), before.move
    move_id = move or source.position.move
    row = source.row
    new = NewGame(
        guild=row.guild,
        host=user,
        title=row.title,
        shown="",
        name=f"What if, at {short_code(row)}",
        options=row.options,
        practice=True,
        visibility=Visibility.PRIVATE,
    )

    people = [(s.name, user, s.shown) for s in row.seats]
    hook = what_ifs.make_inserting_hook(user, row.id, move_id, until)
    copy = await start_copy(tables, new, people, snapshot, hook)
    return copy, WhatIf(copy.id, user, row.id, move_id, until), redealt_cards


async def require_what_if(store: Store, user: int) -> WhatIf:
    """The what-if of a user; raises NotPossible."""
    what_if = await what_ifs.find_what_if(store, user)
    if what_if is None:
        raise NoWhatIf
    return what_if

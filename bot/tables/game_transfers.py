"""Games that are carried over from a file: who plays whom, and whether everybody agrees. They outlive a restart.

A transfer is a `draft` while its host names the players, `asked` while they answer, `done` with the table's beginning, `void`
when it was withdrawn or nobody answered in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from bot.core.errors import BroughtByAnother, NotPossible
from bot.core.text import escape_markup
from bot.core.worker_process import OnProgress
from bot.model.game_transfer import OPEN, ImportedGame, NewTransfer, Transfer, TransferSeat
from bot.model.imported_game import HIDDEN, IncomingGame
from bot.model.kinds import TransferAnswer, TransferState
from bot.model.models import NewGame
from bot.model.player_names import all_reserved_words, kept_name
from bot.model.renamed_players import new_names, rename_actions, rename_snapshot
from bot.model.replayed_game import PlayedActions
from bot.storage.repositories import transfers
from bot.storage.store import Store
from bot.tables import position_copies
from bot.tables.service import Table, Tables
from game.codec import encode

REVEALING_NAME = "hands known from a file"  # a table's name, so that it is seen as long as the table is


async def start_transfer(
    store: Store, guild: int, room: int, host: int, incoming: IncomingGame, interaction: int
) -> Transfer:
    """Write a draft of what a file holds; the same interaction again: the same draft."""
    game = ImportedGame(
        players=incoming.players,
        seed="" if incoming.seed == HIDDEN else incoming.seed,
        seated=incoming.seated,
        actions=[msgspec.Raw(encode(a)) for a in incoming.actions],
        offered=incoming.options,
        round=incoming.round,
        deciders=incoming.deciders,
        over=incoming.over,
        counts=incoming.counts,
        reveals_hands=incoming.reveals_hands,
    )
    people = zip(incoming.players, incoming.shown, strict=True)
    seats = tuple(TransferSeat(name, kept_name(shown)) for name, shown in people)
    new = NewTransfer(guild, room, host, incoming.title, incoming.options, seats, game)
    return await transfers.write_draft(store, new, interaction)


async def assign_player(store: Store, number: int, by: int, player: str, user: int, called: str) -> Transfer:
    """Say who plays whom, which is for the host: a player of the file is that user from now on, who must agree.

    Raises NotPossible where that person plays another, or the transfer is over.
    """

    def put_in_seat(transfer: Transfer) -> Transfer:
        """The transfer with that person in the seat; raises NotPossible where they have another."""
        if not transfer.practice and any(p.user == user and p.name != player for p in transfer.seats):
            seat = next(p for p in transfer.seats if p.user == user)
            raise NotPossible(
                f"{escape_markup(called)} is {escape_markup(seat.shown)} already: one player cannot have two seats"
            )
        answer = TransferAnswer.YES if user == transfer.host else TransferAnswer.NONE
        seats = [
            TransferSeat(p.name, p.shown, user, kept_name(called), answer) if p.name == player else p
            for p in transfer.seats
        ]
        return replace(transfer, seats=tuple(seats))

    return await _change_open(store, number, by, put_in_seat)


async def choose_options(store: Store, number: int, by: int, options: Sequence[str]) -> Transfer:
    """Choose other options. Whoever agreed before agreed to other rules: all but the host are asked again."""

    def with_options(transfer: Transfer) -> Transfer:
        """The transfer with those options, and its answers taken back."""
        seats = tuple(p if p.user == transfer.host else replace(p, answer=TransferAnswer.NONE) for p in transfer.seats)
        return replace(transfer, options=tuple(options), seats=seats)

    return await _change_open(store, number, by, with_options)


async def ask_players(store: Store, number: int, by: int) -> Transfer:
    """Put the transfer to its players, who must all be named. Raises NotPossible for others than the host."""

    def as_asked(transfer: Transfer) -> Transfer:
        """The transfer as one whose players are asked; raises NotPossible while somebody is missing."""
        if transfer.missing:
            raise NotPossible(f"Say first who plays {', '.join(escape_markup(p.shown) for p in transfer.missing)}")
        return replace(transfer, state=TransferState.ASKED)

    return await _change_open(store, number, by, as_asked)


async def withdraw_transfer(store: Store, number: int, by: int) -> Transfer:
    """Give a transfer up; raises NotPossible for anybody but its host, or when it is over."""
    return await _change_open(store, number, by, lambda transfer: replace(transfer, state=TransferState.VOID))


async def answer_transfer(store: Store, number: int, user: int, *, yes: bool) -> Transfer:
    """Take in the word of a player who is named; raises NotPossible for others, and before the host has asked."""

    def with_answer(transfer: Transfer) -> Transfer:
        """The transfer with the answer; raises NotPossible for somebody who is not named, or before the host has asked."""
        if all(p.user != user for p in transfer.seats):
            raise NotPossible("Only those who are named here may answer")
        if transfer.state != TransferState.ASKED:
            raise NotPossible("The host has not asked yet")
        word = TransferAnswer.YES if yes else TransferAnswer.NO
        return replace(transfer, seats=tuple(replace(p, answer=word) if p.user == user else p for p in transfer.seats))

    return await _change_open(store, number, 0, with_answer)


def describe_table(
    transfer: Transfer, held: ImportedGame, practice: int = 0, shown: str = ""
) -> tuple[NewGame, list[tuple[str, int, str]]]:
    """The table that a transfer becomes, and its people. `practice`: that user plays all seats."""
    people = [(p.name, practice or p.user, p.shown if practice else p.called) for p in transfer.seats]
    host = next((p.called for p in transfer.seats if p.user == transfer.host), shown)
    new = NewGame(
        guild=transfer.guild,
        host=practice or transfer.host,
        title=transfer.title,
        name=REVEALING_NAME if held.reveals_hands else "",
        shown=host or shown,
        options=transfer.options,
        parent_channel=transfer.room,
        practice=bool(practice) or transfer.practice,
        seed=held.seed,
    )
    return new, people


def check_open(transfer: Transfer, now: datetime) -> None:
    """Raises NotPossible for one that is settled."""
    if transfer.state not in OPEN or now >= transfer.until:
        raise NotPossible(
            "That game is played here already" if transfer.state == TransferState.DONE else "That offer has ended"
        )


async def create_table(
    tables: Tables,
    transfer: Transfer,
    held: ImportedGame,
    new: NewGame,
    people: list[tuple[str, int, str]],
    on_progress: OnProgress | None = None,
) -> Table:
    """Write the table, and the transfer's end in the same transaction; raises NotPossible. `on_progress` hears of actions played.

    Its players are named after those who play here, in the record as well; the seats and the deal stay as they were.
    """
    hook, codec = (
        transfers.make_finishing_hook(transfer),
        tables.codec_of(transfer.title, transfer.options, len(people)),
    )
    called = [(name, shown) for name, _, shown in people]
    names = new_names(called, all_reserved_words(tables.rules_of(transfer.title, transfer.options, len(people))))
    people = [(names[name], user, shown) for name, user, shown in people]
    if held.snapshot:
        snapshot = await asyncio.to_thread(rename_snapshot, held.snapshot, codec, names)
        return await position_copies.start_copy(tables, new, people, snapshot, hook)
    actions = rename_actions(held.decode_actions(codec), names)
    return await tables.import_game(
        new, people, PlayedActions(actions, seated=held.seated), hook=hook, on_progress=on_progress
    )


async def _change_open(store: Store, number: int, by: int, change: Callable[[Transfer], Transfer]) -> Transfer:
    """Change an open transfer in one transaction. `by` not 0: only its host may."""

    def check_and_change(transfer: Transfer) -> Transfer:
        """The changed transfer; raises NotPossible where it is settled, or for others than its host."""
        check_open(transfer, store.clock.now())
        if by and by != transfer.host:
            raise BroughtByAnother(transfer.host)
        return change(transfer)

    return await transfers.change_transfer(store, number, check_and_change)

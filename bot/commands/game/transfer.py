"""Carrying a game over from a file: the host names the players, each of them accepts, and the game goes on here."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot.client.components import post_arguments, post_layout
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.client.interaction import InteractionContext
from bot.client.registry import Registry
from bot.client.services import Services
from bot.client.table_thread import Room, find_card, open_table_thread
from bot.commands.game.table_limit import check_table_count
from bot.core.errors import Busy, NotPossible
from bot.core.progress import tell_progress
from bot.files import importer, transcripts
from bot.model.game_transfer import OPEN, Transfer
from bot.model.imported_game import IncomingGame
from bot.model.kinds import LIVE, TransferState
from bot.model.short_codes import short_code
from bot.storage.repositories import transfers
from bot.tables import game_transfers
from bot.views import transfer_card
from bot.views.custom_ids import TRANSFER, Id, parse_number
from bot.views.error_words import error_words
from bot.views.messages import Private
from bot.views.press_verbs import TransferVerb

log = logging.getLogger(__name__)
_readers: set[int] = set()  # whose file is being read


def add_handlers(registry: Registry, services: Services) -> None:
    """Register the buttons of summary and card, and what is finished after a start."""
    registry.button_handlers[TRANSFER] = handle_press
    registry.startup_hooks.append(lambda: resume_transfers(services))


async def read_in_file(context: InteractionContext, file: discord.Attachment, *, practice: bool) -> None:
    """Read a file and show the host what it holds; at a practice table the host plays all seats, and nobody is asked."""
    await context.defer()
    room = context.interaction.channel
    if not context.guild or not isinstance(room, Room):
        raise NotPossible("Games are played in servers: use this in a server's text channel.")
    existing = await context.services.store.table_in_channel(context.guild, room.id)
    if isinstance(room, discord.Thread) and existing is not None and existing.status in LIVE:
        raise NotPossible(f"{short_code(existing)} is played in this thread. Use the channel above, or another one")
    await check_table_count(context)
    if file.size > transcripts.MAX_FILE_BYTES:
        raise NotPossible(transcripts.TOO_LARGE)
    imported = await _play_file(context, file)
    imported = replace(imported, options=context.services.titles[imported.title].options(imported.options))
    transfer = await game_transfers.start_transfer(
        context.services.store, context.guild, room.id, context.user, imported, context.id
    )
    if practice:
        await begin_table(context, transfer, practice=True)
        return
    await show_summary(context, transfer)


async def _play_file(context: InteractionContext, file: discord.Attachment) -> IncomingGame:
    """The game in a file, while whoever gave it is told how far it is; one file of each person at a time."""
    if context.user in _readers:
        raise Busy("Your last file is still being read. Please wait for it, then give me the next one")
    _readers.add(context.user)
    try:
        await context.show_progress("Reading the file and playing its game again, move by move …")
        on_progress = tell_progress(context.show_progress, "Playing the file's game again: {percent}% …")
        return await importer.read_file(await file.read(), on_progress)
    finally:
        _readers.discard(context.user)


async def show_summary(context: InteractionContext, transfer: Transfer, player: str = "", note: str = "") -> None:
    """Show the host what the file holds and who plays whom; `note`: what was just done."""
    held = await transfers.load_imported_game(context.services.store, transfer.id)
    await context.reply(
        transfer_card.transfer_summary(transfer, context.services.titles[transfer.title], held, player, note)
    )


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Do what a button or menu of the private summary or the public card stands for; the transfer itself says who may."""
    await (
        context.defer()
        if id.verb in {TransferVerb.YES, TransferVerb.NO, TransferVerb.CHANGE}
        else context.defer_update()
    )
    transfer = await transfers.load_transfer(context.services.store, id.table)
    if transfer.guild != context.guild:
        raise NotPossible("That game is not known here")
    if id.verb in {TransferVerb.YES, TransferVerb.NO}:
        await _take_answer(context, transfer, yes=id.verb == TransferVerb.YES)
        return
    if context.user != transfer.host:
        raise NotPossible(f"Only <@{transfer.host}>, who brought the game here, may do that")
    game_transfers.check_open(transfer, context.services.clock.now())
    works: dict[str, Callable[[InteractionContext, Transfer, Id, tuple[str, ...]], Awaitable[None]]] = {
        TransferVerb.WHO: _show_player,
        TransferVerb.USER: _assign_user,
        TransferVerb.PLAIN: _change_rules,
        TransferVerb.PRESET: _change_rules,
        TransferVerb.ASK: _ask_players,
        TransferVerb.ALONE: _begin_practice,
        TransferVerb.DROP: _throw_away,
    }
    if id.verb == TransferVerb.CHANGE:
        await show_summary(context, transfer)
    elif id.verb in works:
        await works[id.verb](context, transfer, id, values)


async def _show_player(context: InteractionContext, transfer: Transfer, id: Id, values: tuple[str, ...]) -> None:
    """Show the summary with the menu that names who plays a player of the file."""
    await show_summary(context, transfer, _player_name(transfer, "".join(id.answers(values)[:1])))


def _player_name(transfer: Transfer, place: str) -> str:
    """The player of the file at a place of the list, as a menu carries it; "" for what is no place."""
    n = parse_number(place)
    return transfer.seats[n].name if n is not None and n < len(transfer.seats) else ""


async def _assign_user(context: InteractionContext, transfer: Transfer, id: Id, values: tuple[str, ...]) -> None:
    """Name a member of the server for a player of the file."""
    player = _player_name(transfer, id.arg)
    note = ""
    try:
        user, called = _member_named(context, values[0] if values else "")
        transfer = await game_transfers.assign_player(
            context.services.store, transfer.id, context.user, player, user, called
        )
        player = ""
    except NotPossible as error:
        note = f"**{error_words(error)}.**"
    await show_summary(context, transfer, player, note)
    await refresh_card(context.services, transfer)


def _member_named(context: InteractionContext, value: str) -> tuple[int, str]:
    """The member that a menu of people carries, and how that member is called; raises NotPossible for others."""
    data: Any = context.interaction.data or {}
    resolved = data.get("resolved") or {}
    user, member = (resolved.get("users") or {}).get(value), (resolved.get("members") or {}).get(value)
    if user is None or member is None:
        raise NotPossible("Only members of this server can play here")
    if user.get("bot"):
        raise NotPossible("A bot cannot play")
    return int(value), str(member.get("nick") or user.get("global_name") or user.get("username") or "player")


async def _change_rules(context: InteractionContext, transfer: Transfer, id: Id, values: tuple[str, ...]) -> None:
    """Change the options: to our default rules, if the game could have been played by them so far, or to those it was begun
    under.
    """
    title, held, note = (
        context.services.titles[transfer.title],
        await transfers.load_imported_game(context.services.store, transfer.id),
        "",
    )
    chosen = held.offered
    try:
        if id.verb == TransferVerb.PLAIN:
            chosen = title.options(
                transfer_card.without_preset(title, held.offered, transfer_card.preset_of(title, held.offered))
            )
            await importer.check_options(transfer.title, chosen, held)
        transfer = await game_transfers.choose_options(context.services.store, transfer.id, context.user, chosen)
    except NotPossible as error:
        note = f"**By our default rules this game cannot go on.** {error_words(error)}"
    await show_summary(context, transfer, note=note)
    await refresh_card(context.services, transfer)


async def _begin_practice(context: InteractionContext, transfer: Transfer, id: Id, values: tuple[str, ...]) -> None:
    """Begin the table with all seats for the host."""
    await begin_table(context, transfer, practice=True)


async def _throw_away(context: InteractionContext, transfer: Transfer, id: Id, values: tuple[str, ...]) -> None:
    """Withdraw the transfer, and bring its card up to date."""
    transfer = await game_transfers.withdraw_transfer(context.services.store, transfer.id, context.user)
    await refresh_card(context.services, transfer)
    await context.reply(Private("Thrown away. No game was started."))


async def _ask_players(context: InteractionContext, transfer: Transfer, id: Id, values: tuple[str, ...]) -> None:
    """Post the card, or post it anew for those who are asked now; whoever has all seats needs to ask nobody."""
    transfer = await game_transfers.ask_players(context.services.store, transfer.id, context.user)
    if not transfer.unanswered:
        await begin_table(context, transfer)
        return
    await post_card(context.services, transfer)
    await show_summary(context, transfer, note="**I have asked them.** The game begins when all have accepted.")


async def post_card(services: Services, transfer: Transfer) -> None:
    """A new public card; an older one loses its buttons."""
    room = services.lookup.get_channel(transfer.room) or await services.lookup.fetch_channel(transfer.room)
    if not isinstance(room, discord.TextChannel | discord.Thread):
        raise NotPossible("That channel is gone. Import the file in the channel where you want to play")
    held = await transfers.load_imported_game(services.store, transfer.id)
    made = transfer_card.transfer_card(transfer, services.titles[transfer.title], held)
    arrived = None if transfer.message else await find_card(services, room, TRANSFER, transfer.id)
    if arrived is not None:
        await arrived.edit(view=post_layout(made))
        await transfers.record_card(services.store, transfer.id, room.id, arrived.id)
        return
    sent = await room.send(**post_arguments(made))
    if transfer.message:
        with contextlib.suppress(*REFUSED_OR_LOST):
            await (
                services.lookup.get_partial_messageable(transfer.channel).get_partial_message(transfer.message).delete()
            )
    await transfers.record_card(services.store, transfer.id, room.id, sent.id)


async def refresh_card(services: Services, transfer: Transfer, news: str = "") -> None:
    """Bring the card up to date; one that is gone is no loss."""
    if transfer.message:
        held = await transfers.load_imported_game(services.store, transfer.id) if transfer.state in OPEN else None
        with contextlib.suppress(*REFUSED_OR_LOST):
            message = services.lookup.get_partial_messageable(transfer.channel).get_partial_message(transfer.message)
            await message.edit(
                view=post_layout(transfer_card.transfer_card(transfer, services.titles[transfer.title], held, news))
            )


async def _take_answer(context: InteractionContext, transfer: Transfer, *, yes: bool) -> None:
    """Take in a player's yes or no; the table begins with the last yes."""
    if transfer.state == TransferState.DONE and any(p.user == context.user for p in transfer.seats):
        await begin_table(context, transfer)  # a stop came between the table and its thread
        return
    transfer = await game_transfers.answer_transfer(context.services.store, transfer.id, context.user, yes=yes)
    if not transfer.unanswered:
        await begin_table(context, transfer)
        return
    await refresh_card(context.services, transfer)
    rest = ", ".join(f"<@{p.user}>" for p in transfer.unanswered)
    await context.notify(
        f"Noted. Not accepted yet: {rest}." if yes else f"You declined. <@{transfer.host}> may name somebody else."
    )


async def begin_table(context: InteractionContext, transfer: Transfer, *, practice: bool = False) -> None:
    """Write the table, with its moves, and the transfer's end in one transaction; then give it its thread."""
    services, counted = context.services, ""
    if transfer.state != TransferState.DONE:
        held = await transfers.load_imported_game(services.store, transfer.id)
        new, people = game_transfers.describe_table(
            transfer, held, context.user if practice else 0, context.display_name
        )
        await context.show_progress(f"Setting up the table: playing {len(held.actions):,} actions again …")
        on_progress = tell_progress(context.show_progress, "Setting up the table: {done} of {of} actions …")
        await game_transfers.create_table(services.tables, transfer, held, new, people, on_progress)
        transfer = await transfers.load_transfer(services.store, transfer.id)
        counted = transfer_card.entry_words(held) if practice else ""
    row = await settle_table(services, transfer)
    kind = "a practice table" if row.practice else "a table"
    await context.notify(f"{short_code(row)} is {kind} in <#{row.channel}> now. {counted}".rstrip())


async def settle_table(services: Services, transfer: Transfer) -> Any:
    """Give the table of a transfer a thread below its card, if it has none; returns the place."""
    row = await services.store.load_table(transfer.game)
    if row is None:
        raise NotPossible("That table is gone")
    if row.channel:
        return row
    room = services.lookup.get_channel(transfer.room) or await services.lookup.fetch_channel(transfer.room)
    if not isinstance(room, Room):
        raise NotPossible("That channel is gone")
    card = None
    if transfer.message and not isinstance(room, discord.ForumChannel):
        with contextlib.suppress(discord.HTTPException):
            card = await room.fetch_message(transfer.message)
    return await open_table_thread(services, row, room, card)


async def resume_transfers(services: Services) -> None:
    """After a start of the bot: give tables their threads that began and have none yet."""
    for transfer in await transfers.list_unplaced(services.store):
        try:
            await settle_table(services, transfer)
        except (NotPossible, discord.HTTPException):
            log.warning("table %d has no place yet", transfer.game)

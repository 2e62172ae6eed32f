"""What each kind of post in the outbox says, made when it is sent: from the table as it is then. Nothing of Discord in here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.core.cpu_time import Part, measured
from bot.core.discord_limits import TEXTS, fit
from bot.core.errors import NotPossible
from bot.core.text import escape_markup
from bot.model.kinds import COALESCED, MessageRole, PostKind, PostLevel, TableStatus, UndoPolicy
from bot.model.models import Post, Sent
from bot.model.post_contents import (
    FinalContent,
    FrozenContent,
    PanelContent,
    PauseContent,
    QuestionContent,
    RoundContent,
    SeatTakenContent,
    UndoContent,
    UndoPolicyContent,
    UnreachableContent,
    WhatIfContent,
)
from bot.model.short_codes import short_code
from bot.storage import outbox
from bot.storage.repositories.moves import load_move
from bot.storage.repositories.posts import find_newest_post
from bot.storage.repositories.remarks import load_remarks
from bot.storage.store import Store
from bot.tables.order_runner import AT_ONCE
from bot.tables.service import Move, Table, Tables, events_seen_by
from bot.tables.story.round_summary import find_round
from bot.views import auction_post, vote_posts
from bot.views.custom_ids import CONSOLE, Id
from bot.views.formatting import join_names, safe_name
from bot.views.guide.terms_page import rules_buttons
from bot.views.guide.title_guide import start_post
from bot.views.messages import ComposedPost, FollowUp, Public, button
from bot.views.pictures import drawing, post_pictures
from bot.views.pictures.drawing import Overtaken
from bot.views.press_verbs import ConsoleVerb
from bot.views.reminders import posts as reminder_posts
from bot.views.story.move_lines import LINES, opening_lines
from bot.views.story.named_moves import count_steps, find_steps, move_words
from bot.views.story.results.game_result import compose_final_post
from bot.views.story.results.round_result import round_picture
from bot.views.story.results.round_text import drafted_lines, has_results, render_round
from bot.views.turn_panel import compose_panel, compose_past_panel
from game.round_names import is_stock_round
from render.data import queries

MAX_NAMED_MOVES = 8  # moves that a line names
UNREACHABLE = {  # by Discord's code, or else by the status of its answer
    10003: "its channel is gone",
    50001: "I am not allowed to see its channel",
    50013: "I am missing a permission there",
    160005: "its thread is locked",
    160006: "there are too many active threads in this server",
    400: "Discord cannot read the post",
    401: "Discord does not accept my token",
    403: "I am not allowed to post there",
    404: "the place that I post to is gone",
}


Compose = Callable[[Store, Tables, Post], Awaitable[ComposedPost | None]]
UNDO_WORDS = {
    UndoPolicy.VOTE: "Everyone who has acted since is asked",
    UndoPolicy.FREE: "Anybody takes moves back, and nobody is asked",
    UndoPolicy.HOST: "The host decides alone",
}


@measured(Part.COMPOSE)
async def compose(store: Store, tables: Tables, post: Post, *, patient: bool = False) -> ComposedPost | None:
    """The post; None if there is nothing to say any more. Raises NotPossible for a table that is gone.

    Raises Overtaken where a move is played before the pictures of a panel are drawn, unless it is to be made all the same:
    `patient`.
    """
    if post.kind not in set(PostKind):  # of another release
        raise NotPossible(f"a post of the unknown kind {post.kind}")
    if post.kind not in COALESCED or patient:
        with drawing.drawn_behind() as post_drawing:
            made = await COMPOSERS[PostKind(post.kind)](store, tables, post)
        return _say_what_is_late(made, post_drawing)
    table = await tables.get(post.game)
    shown = _identify_position(table)
    with drawing.drawn_behind(lambda: _identify_position(table) == shown, may_follow=True) as post_drawing:
        made = await COMPOSERS[PostKind(post.kind)](store, tables, post)
    if _identify_position(table) != shown:
        raise Overtaken
    if made is None or not post_drawing.put_off:
        return _say_what_is_late(made, post_drawing)
    draw = partial(drawing.draw_put_off, post_drawing)
    return replace(made, follow_up=FollowUp(draw, partial(_still_stands, store, tables, post, shown)))


def _say_what_is_late(made: ComposedPost | None, pictures: drawing.PostDrawing) -> ComposedPost | None:
    """The post, with a line of it where a picture took too long and it stands without."""
    if made is None or not pictures.late:
        return made
    return replace(made, public=replace(made.public, texts=(*made.public.texts, drawing.LATE_POST)))


def _identify_position(table: Table) -> tuple[object, ...]:
    """What tells a position from any other of the table: a move that was taken back and made again has the same number, but
    the buttons of before are dead.
    """
    return (table.position.move, table.position.state, *(s.action_version for s in table.row.seats))


async def _still_stands(store: Store, tables: Tables, post: Post, shown: tuple[object, ...]) -> bool:
    """Whether a panel shows what the table shows, and no newer post has edited or replaced it; other processes may have."""
    try:
        table = await tables.get(post.game)
    except NotPossible:
        return False
    return _identify_position(table) == shown and not await outbox.is_followed(store, post)


async def _compose_panel(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """The panel of the position as it is now, or the lot's edited post; None where nothing is left to say."""
    table = await tables.get(post.game)
    if table.position.over:
        return None
    before = await find_newest_post(store, post.game, PostKind.PANEL)
    # A table that was brought here in mid-game begins with its last moves.
    moves = await (table.history(limit=LINES) if before is None else table.history(after=before.move))
    content = post.content_as(PanelContent)
    if content.searched and before is not None and before.move == table.position.move:
        return ComposedPost(await compose_panel(table, []), table.position.move, edits=before)
    silent = content.silent
    if silent and not moves and not content.pledge:
        return None
    lot = await auction_post.current_lot_post(store, table)
    if lot is not None and not await auction_post.is_told_on_below(store, lot):
        below = None if silent else await auction_post.turn_call(table)
        called = below is not None or await find_newest_post(store, post.game, MessageRole.CALL) is not None
        lines = await auction_post.lot_post(table, await table.history(after=lot.move), called=called)
        return ComposedPost(lines, table.position.move, edits=lot, call=below)
    made = await compose_panel(table, moves, first=before is None)
    if silent:
        made = replace(made, pings=(), silent=True)
        if before is not None and await _continues_same_turn(table, before, moves):
            # What was done since is still told by it when the next one stands.
            return ComposedPost(made, before.move, edits=before)
    since = lot.move if lot is not None else before.move if before is not None else 0
    begins = auction_post.find_lot_start(moves, since) if table.position.auction is not None else None
    told = moves if lot is None else await table.history(after=lot.move)
    last = await auction_post.close_lot_post(store, table) or (
        await compose_past_panel(table, told) if before is not None else None
    )
    return ComposedPost(made, table.position.move, lot=begins, before=last)


async def _continues_same_turn(table: Table, before: Sent, moves: Sequence[Move]) -> bool:
    """Whether nothing has happened since a panel but steps of the player whom it asks, for the same company.

    Then it is brought up to date where it stands: no button is out of date, and nobody is asked in two places.
    """
    acting = set(table.position.deciders)
    if not moves or table.position.auction is not None or not {m.seat for m in moves} <= acting:
        return False
    if any(isinstance(e, AT_ONCE) for m in moves for e in m.events):
        return False
    if is_stock_round(table.position.round):  # a company that is started asks within its player's turn
        return True
    old_view, new_view = await table.view(None, before.move), await table.view(None)
    return queries.acting_company(old_view) == queries.acting_company(new_view)


async def _compose_final(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """The post of the result; None where the end was taken back meanwhile."""
    table = await tables.get(post.game)
    if table.row.status != TableStatus.FINISHED:
        return None
    remarks = await load_remarks(store, post.game)
    made = await compose_final_post(table, remarks)
    standing = await find_newest_post(store, post.game, PostKind.FINAL)
    if post.content_as(FinalContent).remarked and standing is not None and standing.move == table.position.move:
        return ComposedPost(replace(made, pings=(), silent=True), table.position.move, edits=standing)
    before = await find_newest_post(store, post.game, PostKind.PANEL)
    moves = await table.history(after=before.move) if before is not None else await table.history(limit=1)
    return ComposedPost(
        made,
        table.position.move,
        before=await compose_past_panel(table, moves) if before is not None else None,
    )


async def _compose_round(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """The post of a round that is over, with a picture of it; after a set of operating rounds with map and market too.

    At a quiet table words take the place of the picture, and the map has what else that one says below it.
    """
    table = await tables.get(post.game)
    content = post.content_as(RoundContent)
    ended = await find_round(table, content.round)
    if ended is None:
        return None
    view = await table.view(None)
    quiet = table.row.post_level == PostLevel.QUIET or not has_results(ended)
    shown = () if quiet else await round_picture(table, ended, view)
    drafted = drafted_lines(ended, table.row, table.rules)
    text = render_round(ended, table.row, table.rules, pictured=bool(shown), drafted=drafted)
    if content.ends_set:
        shown += await post_pictures.board_and_market(table, view, listed=not shown)
    follows = fit(
        "\n".join(f"• {line}" for line in opening_lines(table, await table.history(), content.round, view)), TEXTS // 2
    )
    return ComposedPost(
        Public(tuple(t for t in (text, follows) if t), pictures=shown, silent=True), table.position.move
    )


async def _compose_undo(store: Store, tables: Tables, post: Post) -> ComposedPost:
    """The post that tells in one line what was taken back."""
    return ComposedPost(Public((await _undone_words(store, tables, post, "↩", "takes back"),)))


async def _compose_redo(store: Store, tables: Tables, post: Post) -> ComposedPost:
    """The post that tells in one line what was played again."""
    return ComposedPost(Public((await _undone_words(store, tables, post, "↪", "does again"),)))


async def _undone_words(store: Store, tables: Tables, post: Post, sign: str, verb: str) -> str:
    """The line of moves that were taken back or played again: who did it, how many, and which."""
    table = await tables.get(post.game)
    ids = post.content_as(UndoContent).moves
    actor = join_names(table.row, [post.content_as(UndoContent).seat]) or "The host"
    view = await table.view(None)
    stored = [move for number in ids if (move := await load_move(store, number)) is not None]
    steps = find_steps(stored)
    moves = await table.decode_moves(steps[:MAX_NAMED_MOVES])
    lines = [move_words(m, view, table.rules, table.row).removeprefix(f"{actor}: ") for m in moves]
    rest = f" and {len(steps) - MAX_NAMED_MOVES} more" if len(steps) > MAX_NAMED_MOVES else ""
    return f"{sign} {actor} {verb} {count_steps(stored)}: {'; '.join(lines)}{rest}"


def _make_question(make: Callable[[Table, int], Awaitable[Public | None]]) -> Compose:
    """What makes the post of a question to the table, found by its number, with the view's function `make`."""

    async def compose(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
        """The post of that question; None where it has been answered."""
        text = await make(await tables.get(post.game), post.content_as(QuestionContent).proposal)
        return ComposedPost(text) if text else None

    return compose


async def _compose_unreachable(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """A private message to the host: Discord refuses posts of the table."""
    row = await store.load_table(post.content_as(UnreachableContent).game)
    if row is None:
        return None
    why = discord_refusal_words(post.content_as(UnreachableContent).code)
    text = (
        f"I cannot post at your table **{short_code(row)}** any more: {why}. "
        "The game is safe. `/guild check` shows what is missing; after that, `/host resend` posts everything."
    )
    return ComposedPost(Public((text,)))


def discord_refusal_words(why: str) -> str:
    """What Discord's refusal means: `why` begins with its status and its code."""
    numbers = [int(n) for n in why.split()[:2] if n.isdecimal()]
    return next((UNREACHABLE[n] for n in reversed(numbers) if n in UNREACHABLE), "Discord refuses it")


async def _compose_frozen(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """The post that says that a table cannot go on, as its position is lost on the disk."""
    row = await store.load_table(post.game)
    if row is None or row.status != TableStatus.RUNNING:
        return None
    text = (
        f"### ⚠ {short_code(row)} is frozen\n{escape_markup(post.content_as(FrozenContent).why)}. "
        "Nobody can move; all other tables go on. "
        f"<@{row.host}>, please tell whoever runs the bot: `trunkline doctor` shows the damage, `trunkline restore` puts "
        "back a backup."
    )
    return ComposedPost(Public((text,), pings=(row.host,)))


async def _compose_start(store: Store, tables: Tables, post: Post) -> ComposedPost:
    """The first post of a game: the order of play, what to do first, and how it goes."""
    table = await tables.get(post.game)
    order = tuple((await table.view(None)).order)
    buttons = rules_buttons(table.row.title, table.id)
    return ComposedPost(start_post(table.row, table.rules, order, buttons))


async def _compose_whatif(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """What somebody tried on a copy of the position, for the table to see."""
    source, copied = await tables.get(post.game), await tables.get(post.content_as(WhatIfContent).whatif)
    moves = (await copied.history())[1:]
    view = await copied.view(None)
    lines = [f"• {move_words(m, view, copied.rules, copied.row)}" for m in moves[-MAX_NAMED_MOVES:]]
    comment = escape_markup(post.content_as(WhatIfContent).comment)
    author = next((safe_name(s) for s in source.seats if s.user == post.content_as(WhatIfContent).by), "A player")
    head = f"### {author} asks: what if?\n{comment}".strip()
    events = [e for m in moves for e in events_seen_by(m.events, None)]
    shown = await post_pictures.panel_pictures(copied, events, view, first=False)
    foot = f"None of this has happened at {short_code(source.row)}."
    return ComposedPost(Public((head, fit("\n".join(lines), TEXTS // 3)), foot=foot, pictures=shown, silent=True))


async def _compose_seat_taken(store: Store, tables: Tables, post: Post) -> ComposedPost:
    """The post that says who plays a seat from now on; that player is asked to move at once where the table waits for it."""
    table = await tables.get(post.game)
    seat = table.row.seat(post.content_as(SeatTakenContent).seat)
    assert seat is not None, "seats stay as long as their table"
    text = f"**{safe_name(seat)}** takes over from <@{post.content_as(SeatTakenContent).old}>."
    if not post.content_as(SeatTakenContent).waited or seat.name not in table.position.deciders:
        return ComposedPost(Public((text,), silent=True))
    take_turn = button(Id(CONSOLE, table.id, 0, ConsoleVerb.OPEN), "Take my turn", "primary")
    return ComposedPost(
        Public((f"{text}\n<@{seat.user}>, it is your turn.",), rows=((take_turn,),), pings=(seat.user,))
    )


async def _compose_pause(store: Store, tables: Tables, post: Post) -> ComposedPost:
    """The post that says that a table rests, or goes on."""
    table = await tables.get(post.game)
    by = next((safe_name(s) for s in table.seats if s.user == post.content_as(PauseContent).by), "The host")
    on = f"⏸ {by} pauses the table: no reminders until `/host resume`. You may still move."
    return ComposedPost(
        Public(
            (on if post.content_as(PauseContent).on else f"▶ {by} ends the pause: reminders come again.",),
            silent=True,
        )
    )


async def _compose_undo_policy(store: Store, tables: Tables, post: Post) -> ComposedPost:
    """The post that says that others decide from now on whether a move is taken back."""
    table = await tables.get(post.game)
    content = post.content_as(UndoPolicyContent)
    by = next((safe_name(s) for s in table.seats if s.user == content.by), "The host")
    return ComposedPost(Public((f"{by} changes who decides on undo. {UNDO_WORDS[content.policy]}.",), silent=True))


COMPOSERS: dict[PostKind, Compose] = {
    PostKind.START: _compose_start,
    PostKind.PANEL: _compose_panel,
    PostKind.FINAL: _compose_final,
    PostKind.ROUND: _compose_round,
    PostKind.UNDO: _compose_undo,
    PostKind.REDO: _compose_redo,
    PostKind.UNDO_PROPOSAL: _make_question(vote_posts.undo_question),
    PostKind.REMINDER: reminder_posts.compose_nudge,
    PostKind.STILL_WAITING: reminder_posts.compose_waiting_post,
    PostKind.HOST_QUESTION: reminder_posts.compose_host_question,
    PostKind.FROZEN: _compose_frozen,
    PostKind.BACK_LATER: reminder_posts.compose_back_later,
    PostKind.UNREACHABLE: _compose_unreachable,
    PostKind.WHAT_IF: _compose_whatif,
    PostKind.PAUSE: _compose_pause,
    PostKind.UNDO_POLICY: _compose_undo_policy,
    PostKind.END_VOTE: _make_question(vote_posts.end_question),
    PostKind.SEAT_OFFER: _make_question(vote_posts.seat_question),
    PostKind.SEAT_TAKEN: _compose_seat_taken,
}

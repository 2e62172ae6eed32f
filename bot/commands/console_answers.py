"""What commands and presses that act come to: a play, and the private console as the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.client.interaction import InteractionContext
from bot.client.lookup import choose_own_seat
from bot.client.newest_answers import NewestAnswer
from bot.client.open_answers import Asks
from bot.commands.standing_orders import close_ended_answers
from bot.core.cpu_time import as_same_part
from bot.core.errors import NotPossible
from bot.core.text import begin_sentence, escape_markup
from bot.model.action_form import Draft, action_digest, fields_of, find_by_digest, pass_action
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.tables.order_runner import AT_ONCE, begins_company_turn
from bot.tables.service import Played, Table, events_seen_by
from bot.views.console.message import compose_console, whose_turn_words
from bot.views.console.state import ConsoleState, load_state, save_state
from bot.views.error_words import say_to
from bot.views.formatting import View, event_lines, join_names
from bot.views.guide.first_game import is_guided
from bot.views.messages import Private
from bot.views.options.ending import sole_train_words
from bot.views.options.outcomes import find_shown_first
from bot.views.story.skipped_steps import skipped_line
from bot.views.ways import ways
from game.actions import ACTIONS, Action, BuyTrain, Pass
from game.choices import Choice
from game.events import DEALS, Answered, Event, Passed, PrivateSold, RoundEnded, TrainBought
from game.notation import Unclear, parse
from game.rules import Rules
from game.step_keys import StepKey

WORDS_AFTER = 0.8  # seconds after which a console is shown without its pictures, which follow
CALLED_ANEW = "It is your turn again: see the newest post below."
BELOW = "What comes next is below."
RECENT = 6  # moves in which an answer to an offer is looked for
OUTCOMES = (Answered, PrivateSold, TrainBought)  # what is told of an offer that was answered
MOVED = "Something has happened since that post, so that button did nothing."


def explain_not_your_turn(table: Table) -> str:
    """Why whoever asked has nothing to decide: for whom it is, and that the asker is told when that changes.

    It stays where it is while others act, so it is no less true when the asker's turn has come.
    """
    if table.position.over:
        return whose_turn_words(table)
    asked = join_names(table.row, table.position.deciders)
    return f"This waits for {asked}. {ways().ping}".rstrip()


async def pass_all(context: InteractionContext, table: Table, seat: Seat, via: Via, action_version: int | None) -> None:
    """Pass all that is left of building, or of the turn, and answer; where one pass does that, make that pass."""
    plan = await table.plan_ending(seat)
    if plan is not None and not is_guided(table, seat.name):
        played = await table.pass_all(
            seat.name, plan, via, context.id, user=context.user, action_version=action_version
        )
        await report_play(context, table, seat, played)
        return
    ending = pass_action(table.choices(seat.name))
    if ending is None:
        await store_and_show(context, table, seat, await load_state(context.services.store, table, seat), MOVED)
        return
    await carry_out(context, table, seat, ending, via, action_version)


async def carry_out(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    action: Action,
    via: Via,
    action_version: int | None,
    *,
    confirmed: bool = False,
) -> None:
    """Play, and tell the player alone what came of it. The table learns of it through the outbox.

    Unless the player is `confirmed`, what leaves something valuable undone, scraps its buyer's own trains, uses up a private's
    power or is weighty is shown first, to be committed in the console. Whether to go on without is asked beside what stands
    there: *Take my turn* leads back to that.
    """
    if (
        not confirmed
        and action_version in {None, table.action_version(seat.name)}
        and await find_shown_first(table, seat, [action])
    ):
        draft, version = draft_of(table.choices(seat.name), action), table.action_version(seat.name)
        shown = ConsoleState(draft, 0, version)
        if isinstance(action, Pass):
            shown = (await load_state(context.services.store, table, seat)).ask_beside(draft)
        await store_and_show(context, table, seat, shown)
        return
    played = await table.play(seat.name, action, via, context.id, user=context.user, action_version=action_version)
    await report_play(context, table, seat, played)


def draft_of(choices: Sequence[Choice], action: Action) -> Draft:
    """A whole action as what was chosen in the console: by its digest where it is listed, by its fields where a price is open."""
    digest = action_digest(action)
    if find_by_digest(choices, digest) is not None:
        return Draft(act=digest)
    return Draft(type(action).__name__, {f.name: getattr(action, f.name) for f in fields_of(type(action))})


async def report_play(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    played: Played,
    also: str = "",
    stands: ConsoleState | None = None,
) -> None:
    """Tell the player alone what came of a play, and what comes next. `also`: said below it; `stands`: what is asked next where
    that was typed.
    """
    if played.refused is not None:
        await context.notify(begin_sentence(say_to(seat.shown, str(played.refused))))
        return
    called_anew = await _is_called_anew(table, seat, played)
    own = played.events if table.row.private else until_round_ends(played.events)  # its end is told by a post
    if table.row.practice:  # whoever has several seats goes on with the next
        seat = choose_own_seat(table, context.user) or seat
    view = await table.view(seat.name)
    skipped = (await skipped_line(own, view, table.rules)).removeprefix("-# ")
    # In a line of several moves the pass may be the player's own.
    ended = why_trains_ended(own, view, table.rules) if isinstance(played.action, BuyTrain) else ""
    lines = [*event_lines(without_ended_steps(own, view), view, table.rules), *filter(None, [ended, skipped])]
    note = "\n".join(f"• {text}" for text in lines) or "Done."
    if played.repeated:
        note = f"You did that already.\n{note}"
    note = f"{note}\n{also}" if also else note
    if stands is not None:
        await store_and_show(context, table, seat, stands, note, asks_anew=True)
    elif called_anew or (len(own) < len(played.events) and table.position.deciders == (seat.name,)):
        version = table.action_version(seat.name)
        await _reply_and_close_others(context, table, seat, Private(body=f"{note}\n\n{CALLED_ANEW}"), version)
    else:
        fresh = ConsoleState(action_version=table.action_version(seat.name))
        await answer_with_console(context, table, seat, fresh, note)
    if outcome := await outcome_words(table, played.events):
        await context.services.open_answers.settle_offers(table.id, f"{outcome}\n{BELOW}")


async def outcome_words(table: Table, events: Sequence[Event]) -> str:
    """What came of an offer: `Ann accepts the offer for W&SR.`, with the deal; "" where none was answered."""
    public = events_seen_by(events, None)
    if not any(isinstance(e, Answered) for e in public):
        return ""
    return "\n".join(event_lines([e for e in public if isinstance(e, OUTCOMES)], await table.view(None), table.rules))


async def find_outcome(table: Table, seat: Seat) -> str:
    """What came of the offer that a seat made last; "" where none was answered since its last action."""
    since: list[Event] = []
    for move in reversed(await table.history(limit=RECENT)):
        if move.seat == seat.name and not any(isinstance(e, Answered) for e in move.events):
            break
        since = [*move.events, *since]
    return await outcome_words(table, since)


def until_round_ends(events: Sequence[Event]) -> Sequence[Event]:
    """The events before the first that ends a round: what follows is told to everybody, below which a new post asks."""
    return events[: next((n for n, e in enumerate(events) if isinstance(e, RoundEnded)), len(events))]


def without_ended_steps(events: Sequence[Event], view: View) -> list[Event]:
    """Events without the steps of companies that ended by themselves after what was played: nobody has passed there. After a
    pass one press may have made those that follow, where more than deals in privates was left.
    """
    passed = bool(events) and isinstance(events[0], Passed)
    return [
        e
        for n, e in enumerate(events)
        if not (isinstance(e, Passed) and e.who in view.companies and (n if e.what == DEALS else not passed))
    ]


def why_trains_ended(events: Sequence[Event], view: View, rules: Rules) -> str:
    """Why a turn has ended by itself with a train, where others could still have been asked for theirs, and how to be asked."""
    bought = {e.company for e in events if isinstance(e, TrainBought)}
    ended = [e.who for e in events if isinstance(e, Passed) and e.what == StepKey.TRAINS and e.who in bought]
    told = sole_train_words(ended[0], view, rules) if ended else ""
    return told and f"{told} To be asked: `/me endturn`."


async def _is_called_anew(table: Table, seat: Seat, played: Played) -> bool:
    """Whether a new post asks the seat again: for the next company, or since others have moved, and the bot for them."""
    if table.row.private or table.position.deciders != (seat.name,):
        return False
    view = await table.view(None)
    if any(begins_company_turn(e, view) for e in played.events):
        return True
    if any(isinstance(e, AT_ONCE) for e in played.events):
        return True  # such as a lot that was sold: the next one has a post of its own
    if not table.row.bots and table.position.auction is None:  # nobody moves in between
        return False
    last = (await table.history(limit=1))[-1]
    return last.seat != seat.name


async def answer_with_console(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    state: ConsoleState,
    note: str = "",
    *,
    asks_anew: bool | None = None,
    apart: bool = False,
) -> None:
    """Answer with the console: where its pictures take long in words first, and with pictures by an edit.

    Nothing is edited any more once somebody has gone on from the words. `asks_anew`: a bare `ok` to this answer agrees to what it
    shows; left out, where it has no note about something else. `apart`: the note is about something else and stands above the
    heading.
    """
    shows = (table.id, seat.name) if (not note if asks_anew is None else asks_anew) else None
    note = "\n".join(filter(None, [note, context.unanswered]))
    above, note = (note, "") if apart else ("", note)
    store, action_version = context.services.store, table.action_version(seat.name)
    drawn = asyncio.ensure_future(as_same_part(compose_console(table, seat, state, note, pictured=context.pictured)))
    try:
        done, _ = await asyncio.wait({drawn}, timeout=WORDS_AFTER)
        if not done:
            before = await load_state(store, table, seat)
            words = await compose_console(table, seat, state, note, pictured=False)
            await _reply_and_close_others(context, table, seat, replace(words, text=above), action_version, shows)
            await asyncio.wait({drawn})
            if table.action_version(seat.name) != action_version or await load_state(store, table, seat) != before:
                return
        made = replace(drawn.result(), text=above)
        await _reply_and_close_others(context, table, seat, made, action_version, shows)
    finally:
        drawn.cancel()


async def _reply_and_close_others(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    answer: Private,
    action_version: int,
    shows: tuple[int, str] | None = None,
) -> None:
    """Answer, and close what this user was answered before at the table, and what asks anybody there for something settled: this
    answer too where the seat has acted while it was made. `action_version`: the counter that its buttons carry.

    `shows`: the table and the seat whose console a bare `ok` agrees to after this answer.
    """
    offers = any(c.withdraws for c in table.choices(seat.name))
    sent = await context.reply(answer)
    context.services.newest_answers.note(context.place, NewestAnswer(context.id, shows))
    if sent is not None:
        answers = context.services.open_answers
        asks = Asks.NOTHING if not answer.rows else Asks.OFFER if offers else Asks.TURN
        await answers.replace(sent, context.user, table.id, seat.name, action_version, asks)
        await answers.close_outdated(table.id, {s.name: s.action_version for s in table.row.seats}, table.position.move)
        if answers.about_orders(table.id):
            await close_ended_answers(answers, table)


async def store_and_show(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    state: ConsoleState,
    note: str = "",
    *,
    asks_anew: bool = False,
    apart: bool = False,
) -> None:
    """Store a console's state and show it. What was shown before comes with a `note` where a line was refused: a bare `ok` is
    asked then what it means, unless it `asks_anew`. A kind of action that another refused line came close to is left then: what
    the player stands at is shown. `apart`: the note is about something else.
    """
    store = context.services.store
    before = await load_state(store, table, seat)
    if note and not asks_anew and state == before and state.before is not None and state.is_guessed:
        state = state.before
    anew = asks_anew or not note or before.draft != state.draft
    await save_state(store, table, seat, state)
    await answer_with_console(context, table, seat, state, say_to(seat.shown, note), asks_anew=anew, apart=apart)


def read_typed_action(table: Table, seat: Seat, text: str) -> Action:
    """A typed line as an action; raises NotPossible with what would be understood."""
    try:
        return parse(text, seat.name, table.choices(seat.name), (*ACTIONS, *table.rules.actions))
    except Unclear as error:
        raise NotPossible(f"{escape_markup(str(error))}.") from None

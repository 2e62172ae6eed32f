"""What `/do` does with what was chosen or typed.

What is typed is played where it says one thing. Everything else is asked: the console opens where the words end.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table, require_seat
from bot.commands.action_commands import carry_out_typed
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices
from bot.commands.console_answers import explain_not_your_turn, store_and_show
from bot.commands.do.bare_number import explain_number, find_numbered_state, read_bare_number
from bot.commands.do.ending import DONE, END_ALL, end_part
from bot.commands.do.listing import (
    REDO,
    UNDO,
    WHICH,
    collect_vocabulary,
    list_decided_words,
    list_decisions,
    list_phrases,
    split_moves,
    spoken_line,
    suggest_actions,
)
from bot.commands.do.meant_verbs import find_verbs
from bot.commands.do.refusals import (
    Unread,
    action_kinds,
    find_forbidding_rule,
    find_reason,
    keep_what_fits,
    list_counted,
    misfit_words,
    name_numbers,
    name_picks,
    name_what_fits,
    outside_words,
    refusal_words,
)
from bot.commands.do.several import play_in_order
from bot.commands.do.share_reasons import explain_share, list_all_shares
from bot.commands.do.start_words import LATER, read_start
from bot.commands.undo import redo_last, take_back
from bot.core.errors import NotPossible
from bot.core.text import escape_markup, quote_typed
from bot.model.action_form import DEALS, Draft, action_digest, find_by_digest, leaves_open, listed_actions
from bot.model.models import Seat
from bot.model.words.intended_actions import (
    find_misfit_cards,
    find_outside_range,
    is_of_title,
    list_kinds_akin,
    narrow_to_sellers,
    narrow_verbs,
    read_intended_actions,
    speaks_of_all,
    wants_several_shares,
)
from bot.model.words.loose_names import is_loose, name_colour, spell_parts
from bot.model.words.readings import Reading
from bot.model.words.shorthand import spell_out
from bot.model.words.typed_words import MOST_WORDS, fill_draft, find_named_verbs, read_words
from bot.model.words.unfit_words import name_unknown, name_untimely_kind
from bot.model.words.vocabulary import rewrite, spell_names
from bot.tables.service import Table
from bot.views.command_options import find_worded_actions, rank_matches, split_phrase, unstamp
from bot.views.console.message import whose_turn_words
from bot.views.console.state import ConsoleState, load_state
from bot.views.formatting import View, action_words, escape_line, other_round_words, question_sentence, untimely_words
from bot.views.run_reasons import explain_missing_places
from game.actions import Action, BuyShare, LayTile, RunTrains
from game.choices import Choice, Pick, Span
from game.notation import YES, Ambiguous, Unclear, UnknownVerb, parse

HELP = ("hint", "help", "hilfe", "tipp", "what can i do")
VAGUE = (["keep"], ["all"], ["behalten"])  # say of no action what it is
NAMED = 10  # possibilities that an answer names


commands = CommandGroup()


async def complete_action(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: legal actions that fit the words so far."""
    return await suggest_actions(context, current, getattr(context.interaction.namespace, "game", None))


@commands.command(
    "do",
    "Any legal action, in your own words",
    action=OptionDetails("Choose or type it: buy a 2-train, run best, pass, undo", complete_action),
    number="How much, or how many shares, where the action asks for a number",
)
async def carry_out_words(
    context: InteractionContext, action: str, number: int | None = None, game: str | None = None
) -> None:
    """`/do`: play the action that the typed words mean; where they leave something open, ask in the console."""
    await context.defer()
    access = await find_table(context, game)
    stamped_version, typed = unstamp(action)
    if typed.strip().casefold() in UNDO:
        await take_back(context, access)
        return
    if typed.strip().casefold() in REDO:
        await redo_last(context, access)
        return
    seat, table = require_seat(access), access.table
    action_version = table.action_version(seat.name)
    if " ".join(typed.split()).casefold() in (*DONE, *END_ALL) and table.choices(seat.name):
        await end_part(context, table, seat, typed)
        return
    typed = WHICH if typed.strip().casefold() in HELP else typed
    to_be_asked, typed = typed.startswith(WHICH), typed.removeprefix(WHICH)
    if stamped_version is not None and stamped_version != action_version:
        raise NotPossible(f"The game has moved on since that list was made. {whose_turn_words(table)}")
    choices = table.choices(seat.name)
    if not choices and not table.position.over:
        raise NotPossible(explain_not_your_turn(table))
    chosen = find_by_digest(choices, typed[1:]) if typed.startswith("#") else None
    if chosen is not None:
        await _play_listed(context, table, seat, chosen, number)
        return
    words = f"{typed} {number}" if number is not None else typed
    await _carry_out_read(context, table, seat, words, to_be_asked=to_be_asked, stamped=stamped_version is not None)


async def _carry_out_read(
    context: InteractionContext, table: Table, seat: Seat, words: str, *, to_be_asked: bool, stamped: bool
) -> None:
    """Read what was typed, and play, show, ask or refuse it. `stamped`: it is an entry of a list of this very turn."""
    choices, action_version = table.choices(seat.name), table.action_version(seat.name)
    view = await table.view(seat.name)
    known = collect_vocabulary(table, view)
    spelled = spell_parts(words, known, action_kinds(table), choices)
    words = spelled.text
    if unclear := spelled.unclear or name_colour(words, known, choices):
        raise NotPossible(refusal_words(words, unclear))
    stands = await load_state(context.services.store, table, seat)
    stands = stands.before or stands
    numbered = await find_numbered_state(table, seat, stands, words, view, known)
    reading = read_words(words, seat.name, choices, known)
    if not to_be_asked and numbered is None and reading == Reading() and len(parts := split_moves(words)) > 1:
        if await play_in_order(context, table, seat, parts):
            return
        words = parts[0]
        reading = read_words(words, seat.name, choices, known)
    if numbered is not None:
        await store_and_show(context, table, seat, numbered)
    elif start := read_start(words, seat.name, choices, known):
        await store_and_show(context, table, seat, ConsoleState(start, 0, action_version), LATER)
    elif not reading.several and (reason := await explain_number(table, seat, stands, words, view, known)):
        await store_and_show(context, table, seat, stands, refusal_words(words, reason))
    elif to_be_asked and reading.draft is None:
        await _ask_about(context, table, seat, words, reading)
    elif reading.action is not None and (spelled.parts or is_loose(reading.action, words, known)):
        await store_and_show(
            context, table, seat, ConsoleState(fill_draft(reading.action), 0, table.action_version(seat.name))
        )
    elif reading.action is not None:
        await carry_out_typed(context, table, seat, reading.action, action_version if stamped else None)
    else:
        await _ask_or_refuse(context, table, seat, words, reading, view)


async def _ask_or_refuse(
    context: InteractionContext, table: Table, seat: Seat, words: str, reading: Reading, view: View
) -> None:
    """Ask what the words leave open, or say why they mean nothing that can be done."""
    choices, known = table.choices(seat.name), collect_vocabulary(table, view)
    number = read_bare_number(words, choices)
    deals = {k.__name__ for k in DEALS}
    if number is not None and (reading.draft is None or reading.draft.kind in deals):  # nobody means that as a price
        outside = find_outside_range(words, seat.name, known, choices)
        reason = outside_words(table.rules, *outside[1:]) if outside is not None else ""
        reason = reason or name_numbers(table.rules, choices) or "nothing here has that number"
        stands = await load_state(context.services.store, table, seat)
        await store_and_show(context, table, seat, stands.before or stands, refusal_words(words, reason))
    elif reading.draft is not None:
        asked = [c for c in choices if c.kind.__name__ == reading.draft.kind]
        misfit = find_misfit_cards(words, known, asked)
        if misfit is not None:
            await _ask_beside(context, table, seat, reading.draft, refusal_words(words, misfit_words(*misfit)))
            return
        state = ConsoleState(reading.draft, 0, table.action_version(seat.name))
        await store_and_show(context, table, seat, state)
    elif reading.several:
        await _ask_which(context, table, seat, words, reading.several)
    else:
        await _answer_unread(context, table, seat, words, view)


async def _ask_about(context: InteractionContext, table: Table, seat: Seat, words: str, reading: Reading) -> None:
    """Ask which of the actions that the words hold is meant; without any word in the console."""
    view, only = await table.view(seat.name), filter(None, [reading.action])
    hits = reading.several or tuple(only) or rank_matches(words, list_phrases(table, seat, view))
    if words and hits:
        await _ask_which(context, table, seat, words, hits)
    else:
        await store_and_show(context, table, seat, ConsoleState(action_version=table.action_version(seat.name)))


async def _play_listed(
    context: InteractionContext, table: Table, seat: Seat, action: Action, number: int | None
) -> None:
    """Play an entry of the list. Where it leaves a number or cards open these are asked, unless the number was given with
    it.
    """
    action_version = table.action_version(seat.name)
    holding = next(c for c in table.choices(seat.name) if action in c)
    wide = [n for n, r in holding.ranges.items() if not isinstance(r, Span) or r.low != r.high]
    if len(wide) == 1 and isinstance(holding.ranges[wide[0]], Span) and number is not None:
        action, wide = structs.replace(action, **{wide[0]: number}), []
    if wide:
        await store_and_show(context, table, seat, ConsoleState(clear_ranges(action, holding), 0, action_version))
    else:
        await carry_out_typed(context, table, seat, action, action_version)


def clear_ranges(action: Action, holding: Choice) -> Draft:
    """The action as it stands before its numbers or cards are chosen."""
    field_values = {n: getattr(action, n) for n in action.__struct_fields__ if n != "by" and n not in holding.ranges}
    return Draft(type(action).__name__, field_values)


async def _answer_unread(context: InteractionContext, table: Table, seat: Seat, words: str, view: View) -> None:
    """Answer words that mean no legal action: routes that somebody wrote, something that the rules refuse, or what comes close
    to one.
    """
    choices, classes = table.choices(seat.name), action_kinds(table)
    known = collect_vocabulary(table, view)
    meant = read_intended_actions(words, seat.name, known, choices)
    rewritten = rewrite(words)
    about = find_verbs(rewritten, find_named_verbs(rewritten, classes), meant, known, choices)
    counted = wants_several_shares(words, known) and any(c.kind is BuyShare for c in choices)  # not 2-trains
    narrow = about if counted else narrow_to_sellers(narrow_verbs(rewritten, about, meant, classes), meant, choices)
    if all_shares := list_all_shares(seat, words, known, about, choices):
        await _ask_which(context, table, seat, words, all_shares)
        return
    if reason := await explain_share(table, seat, words, known, about):
        raise NotPossible(refusal_words(words, reason, question_sentence(choices, view, table.rules)))
    if words.casefold().split()[:1] in VAGUE and not any(c.kind.verb in narrow for c in choices):
        if picks := name_picks(choices):
            raise NotPossible(refusal_words(words, picks, question_sentence(choices, view, table.rules)))
        raise NotPossible(untimely_words(frozenset(), choices, view, table.rules))
    elsewhere = other_round_words(narrow, choices, view, table.rules)
    hits = find_worded_actions(words, list_decided_words(table, seat, view)) if elsewhere else []
    if hits:
        await _ask_which(context, table, seat, words, hits)
        return
    if elsewhere:
        raise NotPossible(f"{elsewhere} Now: {question_sentence(choices, view, table.rules)}")
    unread = Unread(words, known, choices, meant, narrow, list_kinds_akin(rewritten, narrow, choices))
    if not unread.akin and (rule := await find_reason(table, list_counted(unread, seat.name, classes))) is not None:
        raise NotPossible(refusal_words(words, str(rule), question_sentence(choices, view, table.rules)))
    try:
        action = parse(spell_names(words, known), seat.name, choices, classes)
    except Unclear as error:
        await _answer_unclear(context, table, seat, unread, view, error)
        return
    legal = any(action in c for c in choices)
    read_otherwise = not legal and type(action) in {type(a) for a in meant} and action not in meant
    if unread.akin and (type(action) not in unread.akin or not is_of_title(action, known) or read_otherwise):
        reason = await find_forbidding_rule(table, seat, unread)
        if hits := [] if reason else _find_hits(table, seat, view, unread):
            await _ask_which(context, table, seat, words, hits)
            return
        reason = reason or name_what_fits(table, seat, unread)
        await _refuse_akin(context, table, seat, unread, view, reason)
    elif legal and not isinstance(action, RunTrains):
        await _ask_which(context, table, seat, words, [action])
    else:
        await carry_out_typed(context, table, seat, action, None, about)


async def _answer_unclear(
    context: InteractionContext, table: Table, seat: Seat, unread: Unread, view: View, error: Unclear
) -> None:
    """Answer words that are no line of an action either, legal or not."""
    words, rules = unread.words, table.rules
    reason = await find_forbidding_rule(table, seat, unread) if unread.akin else ""
    hits = [] if reason else _find_hits(table, seat, view, unread)
    if (
        spell_out(words.casefold().strip()) in (*YES, "ok", "okay")
        and len(others := list_decisions(unread.choices)) == 1
    ):
        hits = others  # what is asked can be answered by yes or no
    if hits:
        await _ask_which(context, table, seat, words, hits)
    elif (missing := await _explain_run(table, seat, unread, view)) is not None:
        await _open_at_kinds(context, table, seat, [RunTrains], f"{escape_line(missing)}." if missing else "")
    elif unread.about and not unread.akin:
        refusal = await find_reason(table, [a for a in unread.meant if a.verb in unread.about])
        if refusal is not None and refusal.paragraph:
            question = question_sentence(unread.choices, view, rules)
            raise NotPossible(refusal_words(words, str(refusal), question)) from None
        raise NotPossible(untimely_words(unread.about, unread.choices, view, rules)) from None
    elif len(words.split()) > MOST_WORDS:
        raise NotPossible(f"That is too long for me: say it in at most {MOST_WORDS} words.") from None
    elif unread.akin and not reason and isinstance(error, Ambiguous):
        await _open_at_kinds(context, table, seat, unread.akin, "")
    elif unread.akin:
        await _refuse_akin(context, table, seat, unread, view, reason or name_what_fits(table, seat, unread))
    elif unknown := name_unknown(words, unread.known, action_kinds(table), unread.choices) or name_untimely_kind(
        words, unread.known, action_kinds(table), unread.choices
    ):
        question = question_sentence(unread.choices, view, rules)
        raise NotPossible(refusal_words(words, unknown, question)) from None
    elif isinstance(error, UnknownVerb):
        question = question_sentence(unread.choices, view, rules)
        raise NotPossible(f"I do not know what {quote_typed(words, 60)} means here. Now: {question}") from None
    else:
        raise NotPossible(f"{escape_markup(str(error))}.") from None


async def _explain_run(table: Table, seat: Seat, unread: Unread, view: View) -> str | None:
    """Why places that are named are not in the runs that are asked for; None where something else was named."""
    if (
        unread.about - {RunTrains.verb, LayTile.verb} or len(unread.words.split()) > MOST_WORDS
    ):  # a place alone may be either
        return None
    if LayTile.verb in find_named_verbs(unread.words, action_kinds(table)):
        return None
    return await explain_missing_places(table, seat.name, view, unread.words)


async def _refuse_akin(
    context: InteractionContext, table: Table, seat: Seat, unread: Unread, view: View, reason: str
) -> None:
    """Say why it is not possible, and ask what else of its kind. Where one other action is all there is it is named, but not
    offered: it was not asked for.
    """
    if not reason and unread.akin == [RunTrains]:
        reason = "say “run best”, or name the places of a route"
    possible = [c for c in unread.choices if c.kind in unread.akin]
    others = [a for c in possible for a in c]
    to_pick = any(isinstance(r, Pick) for c in possible for r in c.ranges.values())
    if len(others) == 1 and not (
        to_pick or (leaves_open(possible[0]) and speaks_of_all(others[0], unread.words, unread.known))
    ):
        question = question_sentence(unread.choices, view, table.rules)
        reason = reason or f"it can only be “{action_words(others[0], view, table.rules)}” now"
        raise NotPossible(refusal_words(unread.words, reason, question))
    draft = keep_what_fits(seat, unread) if len(unread.akin) == 1 else Draft()
    await _ask_beside(context, table, seat, draft, refusal_words(unread.words, reason))


def _find_hits(table: Table, seat: Seat, view: View, unread: Unread) -> list[Action]:
    """The actions in whose words those that were typed are found: a label as it stands, else what speaks of all that is named."""
    phrases = list_phrases(table, seat, view)
    asked = split_phrase(unread.words)
    labelled = [(p, a) for p, a in phrases if split_phrase(p.partition(" · ")[0]) == asked]
    speaking = [(p, a) for p, a in phrases if speaks_of_all(a, unread.words, unread.known)]
    return find_worded_actions(unread.words, labelled or speaking)


async def _open_at_kinds(
    context: InteractionContext, table: Table, seat: Seat, kinds: Sequence[type[Action]], note: str
) -> None:
    """Open the console at the kinds of action that were named, with a word about what was typed."""
    await _ask_beside(context, table, seat, Draft(kinds[0].__name__) if len(kinds) == 1 else Draft(), note)


async def _ask_beside(context: InteractionContext, table: Table, seat: Seat, draft: Draft, note: str) -> None:
    """Ask what was not said, with a word about what was; *Take my turn* shows what stood there before."""
    state = await load_state(context.services.store, table, seat)
    await store_and_show(context, table, seat, state.ask_beside(draft), note)


async def _ask_which(context: InteractionContext, table: Table, seat: Seat, typed: str, hits: Sequence[Action]) -> None:
    """Open the console where more than one thing may be meant. What the words only come close to is shown before it is
    played.
    """
    action_version, choices = table.action_version(seat.name), table.choices(seat.name)
    if len(hits) == 1:
        holding = next(c for c in choices if hits[0] in c)
        whole = Draft(act=action_digest(hits[0])) if hits[0] in listed_actions(choices) else Draft()
        draft = clear_ranges(hits[0], holding) if leaves_open(holding) else whole
        await store_and_show(context, table, seat, ConsoleState(draft, 0, action_version))
        return
    view = await table.view(seat.name)
    told = [(action_words(a, view, table.rules), spoken_line(a, view, table.rules)) for a in hits[:NAMED]]
    lines = "\n".join(f"• {text}: `{typed}`" if typed else f"• {text}" for text, typed in told)
    rest = f"\n… and {len(hits) - NAMED} more" if len(hits) > NAMED else ""
    kinds = list(dict.fromkeys(type(a) for a in hits))
    await _open_at_kinds(context, table, seat, kinds, f"{quote_typed(typed, 60)} can mean:\n{lines}{rest}")

"""What is answered to typed words that mean no legal action: the rule that forbids them, or what comes close."""

from __future__ import annotations

from collections.abc import Sequence

from bot.client.interaction import InteractionContext
from bot.commands.action_commands import carry_out_typed
from bot.commands.console_answers import store_and_show
from bot.commands.do.asking import ask_beside, ask_which, load_stands, open_at_kinds
from bot.commands.do.buttons.bare_number import find_dealt_state
from bot.commands.do.buttons.button_words import find_labelled_state, find_state_by_part
from bot.commands.do.confirming import says_yes
from bot.commands.do.doubts import (
    NOTHING,
    WHOLE_SUM,
    adds_to_bid,
    asks,
    keeps_shares,
    names_numbers_only,
    refuses_something,
)
from bot.commands.do.listing import (
    collect_vocabulary,
    list_decided_words,
    list_decisions,
    list_phrases,
)
from bot.commands.do.other_commands import name_command
from bot.commands.do.partial_questions import ask_part, says_nothing_else
from bot.commands.do.reasons import find_reason
from bot.commands.do.refusals import (
    Unread,
    action_kinds,
    find_forbidding_rule,
    keep_what_fits,
    list_counted,
    list_lot_bids,
    name_picks,
    name_what_fits,
    refusal_words,
)
from bot.commands.do.share_reasons import (
    explain_no_private,
    explain_no_sale,
    explain_no_start,
    explain_share,
    list_all_shares,
    name_minor,
)
from bot.commands.do.shown_words import answer_misprice, answer_shown, ask_deal, name_sum_of_no_run
from bot.commands.do.untimely import explain_untimely, refuse_later_trade
from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from bot.model.action_form import Draft, leaves_open
from bot.model.models import Seat
from bot.model.words.intended_actions import (
    is_of_title,
    list_kinds_akin,
    narrow_to_sellers,
    narrow_verbs,
    read_intended_actions,
    speaks_of_all,
    wants_several_shares,
)
from bot.model.words.loose_names import find_other_tile
from bot.model.words.meant_verbs import find_verbs, names_deed
from bot.model.words.rewritten_words import rewrite
from bot.model.words.typed_words import MOST_WORDS, PRIVATES, find_named_verbs
from bot.model.words.unfit_trains import name_train_elsewhere, name_unsold
from bot.model.words.unfit_words import name_not_yours, name_two_things, name_untimely_kind, name_wrong_owner
from bot.model.words.unknown_words import UNKNOWN_WORD, name_unknown
from bot.model.words.vocabulary import spell_names
from bot.tables.service import Table
from bot.views.command_options import find_worded_actions, split_phrase
from bot.views.formatting import View, action_words, escape_line, question_sentence
from bot.views.run_reasons import explain_missing_places, find_runs_through
from bot.views.timing_words import order_words, other_round_words, untimely_words
from game.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    RunTrains,
    SellPrivate,
    SellShares,
)
from game.choices import Choice, Pick
from game.notation import Ambiguous, Unclear, UnknownVerb, parse
from game.play import NOT_NOW

PUT_UP = {Bid.verb, "pick"}  # verbs of what is auctioned or drafted
TRADED = {BuyShare.verb, SellShares.verb, Par.verb}
ROW = "row"  # of actions that name no card: their words do
OWN_OFFER = "you can only take your offer back"
OFFER = "an offer can only be accepted or declined; for another price, decline and say which"
VAGUE = (["keep"], ["all"], ["behalten"])  # say of no action what it is


async def answer_unread(
    context: InteractionContext, table: Table, seat: Seat, words: str, view: View, typed: str = ""
) -> None:
    """Answer words that mean no legal action: routes that somebody wrote, something that the rules refuse, or what comes close
    to one. `typed`: the line itself, where names in it are spelled out in `words`.
    """
    typed = typed or words
    choices, classes = table.choices(seat.name), action_kinds(table)
    if says_yes(words):
        await _answer_yes(context, table, seat, words, view)
        return
    _refuse_plainly(table, seat, typed, view)
    stands = await load_stands(context, table, seat)
    if (answered := await find_labelled_state(table, seat, stands, words, partly=True)) is not None:
        await store_and_show(context, table, seat, answered)
        return
    refused = (
        find_named_verbs(" ".join(words.casefold().split()[1:]), classes) if refuses_something(typed) else frozenset()
    )
    if refused.isdisjoint(c.kind.verb for c in choices) and (told := order_words(refused, choices, view, table.rules)):
        raise NotPossible(told)
    if reason := _name_refused_whole(typed, choices):
        raise NotPossible(f"{reason} Now: {question_sentence(choices, view, table.rules)}")
    if keeps_shares(typed, choices):
        raise NotPossible(untimely_words(frozenset(), choices, view, table.rules))
    known = collect_vocabulary(table, view)
    if await answer_shown(context, table, seat, (words, typed), known, view):
        return
    meant = read_intended_actions(words, seat.name, known, choices)
    rewritten = rewrite(words)
    about = find_verbs(rewritten, find_named_verbs(rewritten, classes), meant, known, choices)
    counted = wants_several_shares(words, known) and any(c.kind is BuyShare for c in choices)  # not 2-trains
    narrow = about if counted else narrow_to_sellers(narrow_verbs(rewritten, about, meant, classes), meant, choices)
    await refuse_later_trade(table, seat, narrow, view)
    if all_shares := list_all_shares(seat, words, known, about, choices):
        await ask_which(context, table, seat, typed, all_shares)
        return
    reason = await _find_own_reason(table, seat, words, view, meant, about)
    if reason and not reason.startswith(NOT_NOW):
        raise NotPossible(refusal_words(typed, reason, question_sentence(choices, view, table.rules)))
    if await answer_misprice(context, table, seat, words, known) or await ask_deal(context, table, seat, words, known):
        return
    if reason := await explain_untimely(table, seat, words, view, known, meant, about):
        raise NotPossible(refusal_words(typed, reason, question_sentence(choices, view, table.rules)))
    if words.casefold().split()[:1] in VAGUE and not any(c.kind.verb in narrow for c in choices):
        if picks := name_picks(choices):
            raise NotPossible(refusal_words(typed, picks, question_sentence(choices, view, table.rules)))
        raise NotPossible(untimely_words(frozenset(), choices, view, table.rules))
    now = {c.kind.verb for c in choices}
    if now & PUT_UP and about.isdisjoint(now) and about <= TRADED and not names_deed(rewritten, classes):
        about = narrow = frozenset()  # a company's name says no deed where lots are for sale
    unread = Unread(words, typed, known, choices, meant, narrow, list_kinds_akin(rewritten, narrow, choices), about)
    rule = (
        await find_reason(table, list_lot_bids(unread, seat.name) or list_counted(unread, seat.name, classes))
        if not unread.akin
        else None
    )
    if rule is not None and rule.paragraph:
        raise NotPossible(refusal_words(typed, str(rule), question_sentence(choices, view, table.rules)))
    if elsewhere := other_round_words(narrow, choices, view, table.rules):
        await _answer_elsewhere(context, table, seat, unread, view, elsewhere)
        return
    if about == {BuyTrain.verb} and not any(c.kind is BuyTrain for c in choices):
        raise NotPossible(untimely_words(about, choices, view, table.rules))
    await _answer_line(context, table, seat, unread, view)


async def _answer_line(context: InteractionContext, table: Table, seat: Seat, unread: Unread, view: View) -> None:
    """Answer words as a line of an action, of which the engine says why it is refused; else what comes close to them."""
    words, typed, known, choices, meant = unread.words, unread.typed, unread.known, unread.choices, unread.meant
    try:
        action = parse(spell_names(words, known), seat.name, choices, action_kinds(table))
    except Unclear as error:
        await _answer_unclear(context, table, seat, unread, view, error)
        return
    legal = any(action in c for c in choices)
    if not legal and not unread.akin and not is_of_title(action, known):  # `buy P1 25` buys no share of a company P1
        await _answer_unclear(context, table, seat, unread, view, Unclear(typed))
        return
    read_otherwise = not legal and type(action) in {type(a) for a in meant} and action not in meant
    if unread.akin and (type(action) not in unread.akin or not is_of_title(action, known) or read_otherwise):
        reason = await find_forbidding_rule(table, seat, unread)
        if hits := [] if reason else _find_hits(table, seat, view, unread):
            await ask_which(context, table, seat, typed, hits)
            return
        reason = reason or name_what_fits(table, seat, unread)
        await _refuse_akin(context, table, seat, unread, view, reason)
    elif legal and (asks(words) or not isinstance(action, RunTrains)):
        await ask_which(context, table, seat, typed, [action])
    elif type(action) in unread.akin and await _is_refused_bare(table, action):
        await _refuse_akin(context, table, seat, unread, view, name_what_fits(table, seat, unread))
    else:
        refused = None if legal else await table.find_refusal(action)
        if refused is not None and not str(refused).startswith(NOT_NOW):
            raise NotPossible(refusal_words(typed, str(refused), question_sentence(choices, view, table.rules)))
        await carry_out_typed(context, table, seat, action, None, unread.verbs)


async def _is_refused_bare(table: Table, action: Action) -> bool:
    """Whether an action is refused without a reason that says more than that."""
    refused = await table.find_refusal(action)
    return refused is not None and str(refused) == NOT_NOW


def _refuse_plainly(table: Table, seat: Seat, words: str, view: View) -> None:
    """Raise NotPossible for what another command does, numbers of nothing, and two things in one line."""
    choices, known = table.choices(seat.name), collect_vocabulary(table, view)
    question = question_sentence(choices, view, table.rules)
    if command := name_command(words, known):
        raise NotPossible(f"{command} Now: {question}")
    if names_numbers_only(words):
        raise NotPossible(f"Say what the numbers in {quote_typed(words, 60)} mean. Now: {question}")
    if adds_to_bid(words, choices):
        raise NotPossible(refusal_words(words, WHOLE_SUM, question))
    if several := name_minor(words, known, choices) or name_two_things(words, known, choices):
        raise NotPossible(refusal_words(words, several, question))


def _name_refused_whole(words: str, choices: Sequence[Choice]) -> str:
    """What to say of a line that only says what is not wanted, or of any line where an offer waits; "" elsewhere."""
    if {c.kind for c in choices} == {Answer}:
        return refusal_words(words, OWN_OFFER if any(c.withdraws for c in choices) else OFFER)
    return f"{quote_typed(words, 60)} does not say what you want instead." if refuses_something(words) else ""


async def _answer_elsewhere(
    context: InteractionContext, table: Table, seat: Seat, unread: Unread, view: View, elsewhere: str
) -> None:
    """Show what is decided now in the very words that were typed; else say that their kind is done in other rounds."""
    words, typed, choices = unread.words, unread.typed, unread.choices
    dealt = await find_dealt_state(table, seat, await load_stands(context, table, seat), words)
    if dealt is not None:
        await store_and_show(context, table, seat, *dealt)
        return
    untimely = name_untimely_kind(words, unread.known, action_kinds(table), choices)
    if untimely and unread.known.company:  # companies may do that too, and not in stock rounds alone
        raise NotPossible(refusal_words(typed, untimely, question_sentence(choices, view, table.rules)))
    hits = find_worded_actions(words, list_decided_words(table, seat, view))
    if not hits:
        raise NotPossible(f"{elsewhere} Now: {question_sentence(choices, view, table.rules)}")
    await ask_which(context, table, seat, typed, hits)


async def _find_own_reason(
    table: Table, seat: Seat, words: str, view: View, meant: Sequence[Action], about: frozenset[str]
) -> str:
    """Why a share cannot be had or sold, a private that is another's not be sold, or no company be started; "" elsewhere."""
    choices, known = table.choices(seat.name), collect_vocabulary(table, view)
    if reason := await explain_share(table, seat, words, known, about) or name_not_yours(
        words, seat.name, known, about
    ):
        return reason
    if SellShares.verb in about and (reason := await explain_no_sale(table, seat, words, known)):
        return reason
    if reason := await explain_no_private(table, seat, words, known, about):
        return reason
    if (
        reason := name_train_elsewhere(words, known, choices)
        or name_unsold(words, known, action_kinds(table))
        or _name_nothing_to_sell(words, about, choices)
    ):
        return reason
    startable = any(c.kind is Par for c in choices) or Par.verb not in about
    return "" if startable else await explain_no_start(table, words, known, meant)


def _name_nothing_to_sell(words: str, about: frozenset[str], choices: Sequence[Choice]) -> str:
    """That a player has no private to sell, or no shares where a train is to be paid for; "" elsewhere."""
    private = not PRIVATES.isdisjoint(words.casefold().split())
    if private and SellShares.verb in about and not any(c.kind is SellPrivate for c in choices):
        return "you have no private that you can sell now"
    forced = any(c.kind is Bankrupt for c in choices)
    return "you have no shares that you can sell" if forced and about == {SellShares.verb} else ""


async def _answer_yes(context: InteractionContext, table: Table, seat: Seat, words: str, view: View) -> None:
    """Show what a bare yes can only mean, where one thing can be done; else say what is asked. An offer that waits for somebody
    else is not taken back by a yes.
    """
    choices = table.choices(seat.name)
    if len(others := list_decisions([c for c in choices if not c.withdraws])) == 1:
        await ask_which(context, table, seat, words, others)
        return
    raise NotPossible(f"There is nothing to say yes to. Now: {question_sentence(choices, view, table.rules)}")


async def _answer_unclear(
    context: InteractionContext, table: Table, seat: Seat, unread: Unread, view: View, error: Unclear
) -> None:
    """Answer words that are no line of an action either, legal or not."""
    words, typed, rules = unread.words, unread.typed, table.rules
    reason = await find_forbidding_rule(table, seat, unread) if unread.akin else ""
    hits = [] if reason else _find_hits(table, seat, view, unread)
    by_part = None
    if not reason and not hits:
        stands = await load_stands(context, table, seat)
        by_part = await find_state_by_part(table, seat, stands, typed)
    if hits:
        await ask_which(context, table, seat, typed, hits)
    elif by_part is not None:
        await store_and_show(context, table, seat, by_part)
    elif (missing := await _explain_run(table, seat, unread, view)) is not None:
        listed = [a for c in unread.choices for a in c if isinstance(a, RunTrains)]
        runs = [] if missing else find_runs_through(words, listed, rules)
        if runs and len(runs) < len(listed):
            await ask_which(context, table, seat, typed, runs)
            return
        await open_at_kinds(context, table, seat, [RunTrains], f"{escape_line(missing)}." if missing else "")
    elif unread.about and not unread.akin:
        refusal = await find_reason(table, [a for a in unread.meant if a.verb in unread.about])
        if refusal is not None and refusal.paragraph:
            question = question_sentence(unread.choices, view, rules)
            raise NotPossible(refusal_words(typed, str(refusal), question))
        raise NotPossible(untimely_words(unread.about, unread.choices, view, rules))
    elif len(words.split()) > MOST_WORDS:
        raise NotPossible(f"That is too long for me: say it in at most {MOST_WORDS} words.")
    elif unread.akin and not reason and isinstance(error, Ambiguous):
        await open_at_kinds(context, table, seat, unread.akin, "")
    elif unread.akin:
        await _refuse_akin(context, table, seat, unread, view, reason or name_what_fits(table, seat, unread))
    elif unknown := name_unknown(words, unread.known, action_kinds(table), unread.choices) or name_untimely_kind(
        words, unread.known, action_kinds(table), unread.choices
    ):
        if await ask_part(context, table, seat, unread, unknown):
            return
        question = question_sentence(unread.choices, view, rules)
        if len(typed.split()) == 1 and unknown.startswith(UNKNOWN_WORD):
            raise NotPossible(f"I do not understand {quote_typed(typed)}. Now: {question}")
        raise NotPossible(refusal_words(typed, unknown, question))
    elif isinstance(error, UnknownVerb):
        question = question_sentence(unread.choices, view, rules)
        if owner := name_wrong_owner(words, unread.known):
            raise NotPossible(refusal_words(typed, owner, question))
        raise NotPossible(refusal_words(typed, "", question))
    else:
        raise NotPossible(refusal_words(typed, "", question_sentence(unread.choices, view, rules)))


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
    possible = [c for c in unread.choices if c.kind in unread.akin]
    reason = reason or name_picks(possible)
    if not reason and unread.akin == [RunTrains]:
        reason = name_sum_of_no_run(unread.typed, table.rules) or "say “run best”, or name the places of a route"
    by_part = await find_state_by_part(table, seat, await load_stands(context, table, seat), unread.typed)
    unknown = name_unknown(unread.words, unread.known, action_kinds(table), unread.choices)
    if by_part is not None and reason in ("", unknown):
        await store_and_show(context, table, seat, by_part)
        return
    if await ask_part(context, table, seat, unread, reason):
        return
    others = [a for c in possible for a in c]
    to_pick = any(isinstance(r, Pick) for c in possible for r in c.ranges.values())
    if len(others) == 1 and not (
        to_pick or (leaves_open(possible[0]) and speaks_of_all(others[0], unread.words, unread.known))
    ):
        if not reason and says_nothing_else(unread.words, others[0], action_words(others[0], view, table.rules)):
            await ask_which(context, table, seat, unread.typed, others)
            return
        question = question_sentence(unread.choices, view, table.rules)
        if not reason and isinstance(others[0], Pass):
            raise NotPossible(f"I cannot tell what {quote_typed(unread.typed, 60)} means here. Now: {question}")
        reason = reason or f"it can only be “{action_words(others[0], view, table.rules)}” now"
        raise NotPossible(refusal_words(unread.typed, reason, question))
    draft = keep_what_fits(seat, unread) if len(unread.akin) == 1 else Draft()
    await ask_beside(context, table, seat, draft, refusal_words(unread.typed, reason))


def _find_hits(table: Table, seat: Seat, view: View, unread: Unread) -> list[Action]:
    """The actions in whose words those that were typed are found: a label as it stands, else what speaks of all that is named;
    `no` alone names nothing.
    """
    phrases = list_phrases(table, seat, view)
    asked = split_phrase(unread.words)
    labelled = [(p, a) for p, a in phrases if split_phrase(p.partition(" · ")[0]) == asked]
    speaking = [(p, a) for p, a in phrases if a.word == ROW or speaks_of_all(a, unread.words, unread.known)]
    hits = find_worded_actions(unread.words, labelled or ([] if NOTHING.issuperset(asked) else speaking))
    return [] if find_other_tile(hits, unread.words) else hits  # `lay 1` is no turn

"""Words that mean no legal action: the rule that forbids what they speak of, when it can be done, or what comes close to it.

`ANSWERERS` has them in the order in which they are asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.commands.do.answerers import literal_lines, maxima, typed_runs, untimely_lines
from bot.commands.do.answerers.confirming import find_shown_action
from bot.commands.do.answerers.known_parts import ask_part, says_nothing_else
from bot.commands.do.answerers.shown_words import ask_mispriced, ask_price, ask_trades, name_sum_of_no_run
from bot.commands.do.asking import ask_beside, ask_kinds, ask_which, refuse, show_bid
from bot.commands.do.console_labels.button_words import find_labelled_state, find_state_by_part
from bot.commands.do.reasons import forbidding_rules, moments, own_reasons, rules, share_reasons, subjects
from bot.commands.do.refusals import name_numbers, name_picks, not_laid, refusal_words
from bot.commands.do.reply import Play, Refuse, Reply, Show
from bot.commands.do.spoken_actions import fits_without_no, list_phrases
from bot.commands.do.typed_line import TypedLine
from bot.core.text import quote_typed
from bot.model.action_form import Draft, leaves_open
from bot.model.words.agreement import NEGATING_WORDS
from bot.model.words.misfits.intended_actions import speaks_of_all
from bot.model.words.misfits.unfit_words import ALL_WORDS, name_time_of_kind, name_untimely_kind, name_wrong_owner
from bot.model.words.reading.loose_names import find_other_tile
from bot.model.words.reading.questions import asks
from bot.model.words.reading.readings import PURCHASES
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.typed_words import PRIVATE_NOUNS, find_named_verbs
from bot.model.words.reading.unknown_words import UNKNOWN_WORD, name_unknown
from bot.model.words.vocabulary import LITTLE_WORDS, MOST_WORDS, split_words
from bot.views.command_options import find_worded_actions, split_phrase
from bot.views.formatting import action_words
from bot.views.timing_words import order_words
from bot.views.ways import ways
from game.actions import Action, Bid, BuyPrivate, LayTile, Par, Pass, RunTrains, TakePrivate, Use
from game.choices import Pick
from game.notation import Ambiguous, UnknownVerb
from game.round_names import is_stock_round
from render.text.glossary import explain_word

ROW_WORD = "row"  # of actions that name no card: their words do
MOST_VAGUE_WORDS = 3  # words of a line that begins with these
KEPT_WORD = "keep"  # of actions that keep cards
VAGUE_OPENINGS = ([KEPT_WORD], ["all"], ["behalten"])  # say of no action what it is


async def show_label(subject: subjects.Subject) -> Reply | None:
    """Answers a part of what a button says, where a few buttons answer all that is asked: it is shown as pressed."""
    line = subject.line
    shown = await find_labelled_state(line.position, line.stands, subject.words, partly=True)
    return Show(shown) if shown is not None else None


async def show_trade(subject: subjects.Subject) -> Reply | None:
    """Answers what is bought or sold by the words of a button, or by some of them."""
    return ask_trades(subject.line)


async def ask_private(subject: subjects.Subject) -> Reply | None:
    """Answers that a private is bought, where some are for sale and none is named: which one is asked, of whom where that is
    said.
    """
    line, vocabulary = subject.line, subject.vocabulary
    deals = [c for c in subject.choices if c.kind in (BuyPrivate, TakePrivate)]
    if (
        not deals
        or PRIVATE_NOUNS.isdisjoint(line.words.casefold().split())
        or not ALL_WORDS.isdisjoint(line.words.split())
    ):
        return None  # one at a time
    telling = [w for w in split_words(subject.words, vocabulary) if w not in LITTLE_WORDS and w not in PURCHASES]
    people = {s for s in vocabulary.names.values() if s.casefold() in telling}
    if not {p.casefold() for p in people}.issuperset(telling):
        return None
    owners = people - {line.by}
    hits = [a for c in deals for a in c if vocabulary.places.get(str(getattr(a, "private", ""))) in owners]
    return ask_which(line, hits) if hits else None if owners else ask_kinds(line, [deals[0].kind], "")


async def refuse_later_trade(subject: subjects.Subject) -> Reply | None:
    """Answers sales of shares and the like that a company may do later in its turn: after trains."""
    later = await moments.comes_later(subject.line.position, subject.about)
    return Refuse(f"That comes later. First: {subject.line.question}", then=False) if later else None


async def show_powers(subject: subjects.Subject) -> Reply | None:
    """Answers the use of a private where its power is part of something else: which of what it may do is asked."""
    if subject.about != {Use.verb} or not subject.about.isdisjoint(subject.now):
        return None
    lent = [a for c in subject.choices for a in c if getattr(a, "using", "")]
    kinds = list(dict.fromkeys(map(type, lent)))
    given = {name: {getattr(a, name, "") for a in lent} for name in ("hex", "using")}
    settled = {name: values.pop() for name, values in given.items() if len(values) == 1}
    return ask_beside(subject.line, Draft(kinds[0].__name__, settled), "") if len(kinds) == 1 else None


async def show_start(subject: subjects.Subject) -> Reply | None:
    """Answers the start of a company that begins with the purchase of its director's certificate, `EIR 20`, or as a lot."""
    said = split_words(subject.words, subject.vocabulary)
    open_bids = any(c.kind is Bid and "amount" in c.ranges for c in subject.choices)  # else a price is asked, or none
    lots = (Bid,) if open_bids and not subject.names_foreign else ()
    starts = [a for c in subject.choices for a in c if getattr(a, "director", False) or isinstance(a, lots)]
    named = [a for a in starts if str(getattr(a, "company", getattr(a, "item", ""))).casefold() in said]
    items = {a.item for a in named if isinstance(a, Bid)}
    sums = [n for w in said if w not in items and (n := read_number(w)) is not None]
    if len(items) == len(sums) == 1 and subject.about == {Par.verb}:
        return show_bid(subject.line, items.pop(), sums[0])  # `start 9 for 100`
    return ask_which(subject.line, named) if subject.about == {Par.verb} and named else None


async def show_whole_sale(subject: subjects.Subject) -> Reply | None:
    """Answers the sale of all shares of one company: it is shown."""
    line = subject.line
    sales = share_reasons.list_all_shares(line.seat, subject.words, subject.vocabulary, subject.verbs, subject.choices)
    return ask_which(line, sales) if sales else None


async def refuse_own_thing(subject: subjects.Subject) -> Reply | None:
    """Answers why the one share, private or train that is named cannot be had or sold."""
    reason = await own_reasons.find_own_reason(subject)
    return refuse(subject.line, reason) if reason else None


async def refuse_own_kind(subject: subjects.Subject) -> Reply | None:
    """Answers what a title has of its own, a row or a bond, by when it is done; silent in stock rounds and auctions, whose
    rules say more, and where a private is named.
    """
    line, vocabulary = subject.line, subject.vocabulary
    if subject.privates or is_stock_round(line.view.round) or subject.now & {Bid.verb, *subject.about}:
        return None
    told = name_time_of_kind(subject.words, vocabulary, line.kinds, subject.choices)
    later = order_words(subject.about, subject.choices, line.view, line.rules) if told else ""
    return Refuse(later, then=False) if later else refuse(line, told) if told else None


async def show_mispriced(subject: subjects.Subject) -> Reply | None:
    """Answers what would be right but for its price, which is asked."""
    return ask_mispriced(subject.line) or ask_price(subject.line)


async def refuse_vague(subject: subjects.Subject) -> Reply | None:
    """Answers `keep` and `all` where nothing is kept: how cards are named, else what is asked."""
    words = subject.words.casefold().split()
    if words[:1] not in VAGUE_OPENINGS or len(words) > MOST_VAGUE_WORDS or not subject.about.isdisjoint(subject.now):
        return None
    picks, kept = name_picks(subject.choices), {k.verb for k in subject.line.kinds if k.word == KEPT_WORD}
    about = subject.about & kept if words[:1] == [KEPT_WORD] else frozenset[str]()
    return refuse(subject.line, picks) if picks else Refuse(subject.say_when(about), then=False)


async def refuse_counted(subject: subjects.Subject) -> Reply | None:
    """Answers bids and numbers of which only the rules can say that they are too low, too high or too many."""
    if subject.akin:
        return None
    tried = forbidding_rules.list_lot_bids(subject) or forbidding_rules.list_counted(subject, subject.line.kinds)
    rule = await rules.find_reason(subject.line.table, tried)
    return refuse(subject.line, str(rule)) if rule is not None and rule.paragraph else None


async def carry_out_written(subject: subjects.Subject) -> Reply | None:
    """Answers the line of an action, as files have it: a legal one is shown, of another the engine says why it is refused."""
    action, line = subject.written, subject.line
    if action is None:
        return None
    if any(action in c for c in subject.choices):
        shown = asks(subject.words) or not isinstance(action, RunTrains)
        return ask_which(line, [action]) if shown else Play(action)
    refused = await line.table.find_refusal(action)
    if refused is not None and not refused.tells and type(action) in subject.akin:
        return await _refuse_akin(subject, forbidding_rules.name_what_fits(subject))
    if refused is not None and refused.tells:
        return refuse(line, str(refused))
    later = refused is not None and not refused.paragraph and action.verb not in subject.now
    return None if later else Play(action)


async def refuse_by_rule(subject: subjects.Subject) -> Reply | None:
    """Answers what is asked now by the rule or the limit that forbids it so."""
    reason = await forbidding_rules.find_forbidding_rule(subject) if subject.akin else ""
    return await _refuse_akin(subject, reason) if reason else None


async def show_worded(subject: subjects.Subject) -> Reply | None:
    """Answers words that are found in those of actions: a label as it stands, else what speaks of all that is named; `no` alone
    names nothing.
    """
    line = subject.line
    phrases = list_phrases(line.position)
    asked = split_phrase(subject.words)
    labelled = [(p, a) for p, a in phrases if split_phrase(p.partition(" · ")[0]) == asked]
    speaking = [(p, a) for p, a in phrases if a.word == ROW_WORD or speaks_of_all(a, subject.words, subject.vocabulary)]
    found = labelled or ([] if NEGATING_WORDS.issuperset(asked) else speaking)
    hits = find_worded_actions(subject.words, [(p, a) for p, a in found if fits_without_no(subject.words, p, a)])
    return ask_which(line, hits) if hits and not find_other_tile(hits, subject.words) else None  # `lay 1` is no turn


async def show_part(subject: subjects.Subject) -> Reply | None:
    """Answers words that all stand on one button, which is shown as pressed, but where they name another deed: `buy bond` is no
    sale.
    """
    line = subject.line
    deeds = find_named_verbs(subject.words, line.kinds)
    if deeds and deeds.isdisjoint(subject.now):
        return None
    by_part = await find_state_by_part(line.position, line.stands, subject.typed)
    return Show(by_part) if by_part is not None else None


async def refuse_long(subject: subjects.Subject) -> Reply | None:
    """Answers a line of more words than are read."""
    long = len(subject.words.split()) > MOST_WORDS
    return Refuse(f"That is too long for me: say it in at most {MOST_WORDS} words.", then=False) if long else None


async def ask_ambiguous(subject: subjects.Subject) -> Reply | None:
    """Answers the beginning of several lines of actions: which of them is asked."""
    ambiguous = subject.akin and isinstance(subject.parsed, Ambiguous)
    return ask_kinds(subject.line, subject.akin, "") if ambiguous else None


async def name_term(subject: subjects.Subject) -> Reply | None:
    """Answers a word of the rules that is no move: where it is explained. Not where the line names a private or a company, about
    which something may be asked: `auction LTR`.
    """
    line, words, data = subject.line, subject.unknown, subject.line.rules.data
    unknown = name_unknown(subject.words, subject.vocabulary, line.kinds, subject.choices).startswith(UNKNOWN_WORD)
    named = {name.casefold() for name in (*data.privates, *data.companies)}.intersection(
        split_words(subject.words, subject.vocabulary)
    )
    if not unknown or named or not explain_word(words[0], line.rules)[0]:
        return None
    return Refuse(f"There is nothing to do with {quote_typed(words[0])} here. {ways().words}", then=False)


async def refuse_unfit(subject: subjects.Subject) -> Reply | None:
    """Answers what is asked now by what of the words fits nothing."""
    return await _refuse_akin(subject, forbidding_rules.name_what_fits(subject)) if subject.akin else None


async def refuse_unknown(subject: subjects.Subject) -> Reply | None:
    """Answers words that mean nothing in this game: the rest of the line is asked, where that says enough."""
    line, words, vocabulary, typed = subject.line, subject.words, subject.vocabulary, subject.typed
    unknown = name_unknown(words, vocabulary, line.kinds, subject.choices)
    unknown = unknown or name_untimely_kind(words, vocabulary, line.kinds, subject.choices)
    if not unknown:
        return None
    if (asked := ask_part(subject, unknown)) is not None:
        return asked
    if len(typed.split()) == 1 and unknown.startswith(UNKNOWN_WORD):
        return Refuse(f"I do not understand {quote_typed(typed)}.")
    return refuse(line, unknown)


async def refuse_rest(subject: subjects.Subject) -> Reply | None:
    """Answers all that is left: whose a private is that is named, or that nothing is understood."""
    owner = name_wrong_owner(subject.words, subject.vocabulary) if isinstance(subject.parsed, UnknownVerb) else ""
    return refuse(subject.line, owner)


ANSWERERS: tuple[Callable[[subjects.Subject], Awaitable[Reply | None]], ...] = (
    # What the line says in so many words.
    literal_lines.answer_yes,
    maxima.refuse_maximum,
    literal_lines.name_other_command,
    literal_lines.ask_numbers,
    literal_lines.ask_whole_sum,
    literal_lines.refuse_several,
    literal_lines.refuse_buyback,
    show_label,
    literal_lines.refuse_untimely_no,
    literal_lines.ask_about_offer,
    literal_lines.refuse_no,
    show_trade,
    ask_private,
    # Why the thing that is named cannot be had, at this price or at all.
    refuse_later_trade,
    show_powers,
    show_start,
    show_whole_sale,
    refuse_own_kind,
    refuse_own_thing,
    show_mispriced,
    untimely_lines.refuse_untimely,
    # What is done at another moment.
    refuse_vague,
    refuse_counted,
    untimely_lines.name_other_round,
    untimely_lines.name_train_step,
    # What is asked now, and why it is not possible so.
    carry_out_written,
    refuse_by_rule,
    # What comes close.
    show_worded,
    show_part,
    typed_runs.explain_run,
    untimely_lines.name_moment,
    refuse_long,
    ask_ambiguous,
    name_term,
    refuse_unfit,
    refuse_unknown,
    refuse_rest,
)


async def explain_line(line: TypedLine) -> Reply | None:
    """Answers every line that means no legal action, as the first of `ANSWERERS` does who is not silent. Of a line that is
    refused the preview stays.
    """
    subject = subjects.Subject(line)
    for answerer in ANSWERERS:
        if (answer := await answerer(subject)) is not None:
            return _keep_preview(subject, answer)
    return None


def _keep_preview(subject: subjects.Subject, answer: Reply) -> Reply:
    """A refusal beside what the console shows as chosen: only what it says, unless a part of the line fits something else; of
    another step that the tile that is shown is not laid yet.
    """
    line = subject.line
    shown = find_shown_action(line.choices, line.state)
    if (
        isinstance(shown, LayTile)
        and isinstance(answer, Refuse)
        and subject.about
        and subject.now.isdisjoint(subject.about)
    ):
        return replace(answer, sentence=f"{not_laid(shown, line.rules)}. {answer.sentence}")
    if shown is None or not isinstance(answer, Show) or not answer.note:
        return answer
    return Refuse(answer.note, then=False) if answer.state.is_guessed else answer


async def _refuse_akin(subject: subjects.Subject, reason: str) -> Reply:
    """Say why it is not possible, and ask what else of its kind. Where one other action is all there is it is named, but not
    offered: it was not asked for.
    """
    line = subject.line
    possible = [c for c in subject.choices if c.kind in subject.akin]
    reason = reason or name_picks(possible)
    if not reason and subject.akin == [Bid] and any(map(str.isdecimal, subject.words.split())):
        reason = name_numbers(line.rules, possible)
    if not reason and subject.akin == [RunTrains]:
        reason = name_sum_of_no_run(subject.typed, line.rules) or "say “run best”, or name the places of a route"
    unknown = name_unknown(subject.words, subject.vocabulary, line.kinds, subject.choices)
    if reason in ("", unknown) and (shown := await show_part(subject)) is not None:
        return shown
    if (asked := ask_part(subject, reason)) is not None:
        return asked
    others = [a for c in possible for a in c]
    to_pick = any(isinstance(r, Pick) for c in possible for r in c.ranges.values())
    wide = to_pick or (leaves_open(possible[0]) and speaks_of_all(others[0], subject.words, subject.vocabulary))
    if len(others) == 1 and not wide:
        return _name_only(subject, others[0], reason)
    draft = forbidding_rules.keep_what_fits(subject) if len(subject.akin) == 1 else Draft()
    if reason and reason == unknown and not draft.given and not subject.names_akin:
        draft = Draft()  # `give me a loan` asks for none of the privates
    return ask_beside(line, draft, refusal_words(subject.typed, reason))


def _name_only(subject: subjects.Subject, only: Action, reason: str) -> Reply:
    """That another action is all there is; where the words say nothing beside it, it is shown."""
    line, told = subject.line, action_words(only, subject.line.view, subject.line.rules)
    if not reason and says_nothing_else(subject.words, only, told):
        return ask_which(line, [only])
    if not reason and isinstance(only, Pass):
        return Refuse(f"I cannot tell what {quote_typed(subject.typed, 60)} means here.")
    return refuse(line, reason or f"it can only be “{told}” now")

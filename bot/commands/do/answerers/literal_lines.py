"""Lines that mean no legal action and are what they say: a yes, a no, a count, the name of another command."""

from __future__ import annotations

import re

from bot.commands.do.asking import ask_which, refuse, show_draft
from bot.commands.do.other_commands import name_command
from bot.commands.do.reasons.share_reasons import name_minor
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.reply import Refuse, Reply
from bot.commands.do.spoken_actions import list_decisions
from bot.core.text import bare_words, quote_typed
from bot.model.action_form import Draft
from bot.model.words.agreement import is_consent
from bot.model.words.doubts.counts import WHOLE_SUM, adds_to_bid, names_numbers_only
from bot.model.words.doubts.negations import keeps_shares, refuses_something
from bot.model.words.misfits.unfit_words import name_two_things
from bot.model.words.reading.typed_words import find_named_verbs
from bot.model.words.vocabulary import split_words
from bot.views.timing_words import order_words
from game.actions import Answer, Bid, BuyShare, SellShares

BUY_BACK = "redeem"  # as which `buy back` is read
OWN_OFFER = "you can only take your offer back"
OFFER_ANSWERS = "an offer can only be accepted or declined; for another price, decline and say which"


async def answer_yes(subject: Subject) -> Reply | None:
    """Answers a bare yes where the console shows nothing: what it can only mean is shown. An offer that waits for somebody else
    is not taken back by a yes, and nothing is sold.
    """
    if not is_consent(subject.words):
        return None
    others = list_decisions([c for c in subject.choices if not c.withdraws])
    if len(others) == 1 and not isinstance(others[0], SellShares):
        return ask_which(subject.line, others)
    return Refuse("There is nothing to say yes to.")


async def name_other_command(subject: Subject) -> Reply | None:
    """Answers what another command does."""
    command = name_command(subject.typed, subject.vocabulary)
    return Refuse(command) if command else None


async def ask_numbers(subject: Subject) -> Reply | None:
    """Answers numbers of which nobody says what they count, and a part of a company that is not named."""
    if BuyShare.verb in subject.now and re.fullmatch(r"\W*\d+ ?%\W*", subject.typed):
        return Refuse(f"{quote_typed(subject.typed, 60)} of which company?")
    unsaid = names_numbers_only(subject.typed)
    return Refuse(f"Say what the numbers in {quote_typed(subject.typed, 60)} mean.") if unsaid else None


async def ask_whole_sum(subject: Subject) -> Reply | None:
    """Answers what is only added to a bid."""
    return refuse(subject.line, WHOLE_SUM) if adds_to_bid(subject.typed, subject.choices) else None


async def refuse_several(subject: Subject) -> Reply | None:
    """Answers a minor as if it had shares, and two things in one line."""
    typed, vocabulary, choices = subject.typed, subject.vocabulary, subject.choices
    several = name_minor(typed, vocabulary, choices) or name_two_things(typed, vocabulary, choices)
    return refuse(subject.line, several) if several else None


async def refuse_buyback(subject: Subject) -> Reply | None:
    """Answers that a company buys back its shares, where none ever does: a purchase from others is something else."""
    buys_back = BUY_BACK in split_words(subject.words, subject.vocabulary)
    if not buys_back or any(kind.verb == BUY_BACK for kind in subject.line.kinds):
        return None
    return refuse(subject.line, "no company buys back shares in this game")


async def refuse_untimely_no(subject: Subject) -> Reply | None:
    """Answers the refusal of what is not asked yet: when it comes."""
    line = subject.line
    if not refuses_something(subject.typed):
        return None
    refused = find_named_verbs(" ".join(subject.words.casefold().split()[1:]), line.kinds)
    told = order_words(refused, subject.choices, line.view, line.rules) if refused.isdisjoint(subject.now) else ""
    return Refuse(told, then=False) if told else None


async def ask_about_offer(subject: Subject) -> Reply | None:
    """Answers every line where an offer waits: what can be said to it."""
    if {c.kind for c in subject.choices} != {Answer}:
        return None
    return refuse(subject.line, OWN_OFFER if any(c.withdraws for c in subject.choices) else OFFER_ANSWERS)


async def refuse_no(subject: Subject) -> Reply | None:
    """Answers a line that only says what is not wanted; what is put up without a bid is asked."""
    free = any(isinstance(a, Bid) and not a.amount for c in subject.choices for a in c.actions)
    if free and bare_words(subject.typed) == "no bid":
        return show_draft(subject.line, Draft(Bid.__name__, {"amount": 0}))
    if refuses_something(subject.typed):
        return Refuse(f"{quote_typed(subject.typed, 60)} does not say what you want instead.")
    kept = keeps_shares(subject.typed, subject.choices)
    return Refuse(subject.say_when(frozenset()), then=False) if kept else None

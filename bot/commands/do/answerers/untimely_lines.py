"""Lines about what is done at another moment, or in rounds of another kind: when it is."""

from __future__ import annotations

from bot.commands.do.asking import ask_which, refuse
from bot.commands.do.console_labels.numbered_options import find_dealt_state
from bot.commands.do.reasons import moments, rules, subjects
from bot.commands.do.reply import Refuse, Reply, Show
from bot.commands.do.spoken_actions import list_decided_words
from bot.model.words.vocabulary import split_words
from bot.views.command_options import find_worded_actions
from bot.views.timing_words import NONE_NOW, other_round_words
from game.actions import Bid, BuyTrain


async def refuse_untimely(subject: subjects.Subject) -> Reply | None:
    """Answers what is not asked now by the rules against it, and lots by what is for sale."""
    reason = await moments.explain_moment(subject)
    return refuse(subject.line, reason) if reason else None


async def name_other_round(subject: subjects.Subject) -> Reply | None:
    """Answers what is done in other rounds; what can be decided now in the very words that were typed is shown instead."""
    line, words, choices = subject.line, subject.words, subject.choices
    elsewhere = other_round_words(subject.about, choices, line.view, line.rules, foreign=subject.names_foreign)
    if not elsewhere:
        return None
    dealt = await find_dealt_state(line.position, line.stands, words)
    if dealt is not None:
        return Show(*dealt)
    hits = find_worded_actions(words, list_decided_words(line.position))
    return ask_which(line, hits) if hits else Refuse(elsewhere)


async def name_train_step(subject: subjects.Subject) -> Reply | None:
    """Answers trains where none are bought: when they are."""
    trains = subject.verbs == {BuyTrain.verb} and not any(c.kind is BuyTrain for c in subject.choices)
    return Refuse(subject.say_when(subject.verbs), then=False) if trains else None


async def name_moment(subject: subjects.Subject) -> Reply | None:
    """Answers what cannot be done now at all: by the rule against it, else by when it can be done."""
    if subject.akin or not subject.about or subject.names_only_things:
        return None
    refusal = await rules.find_reason(subject.line.table, [a for a in subject.meant if a.verb in subject.about])
    if refusal is not None and refusal.paragraph:
        return refuse(subject.line, str(refusal))
    line = subject.line
    if subject.about == {Bid.verb} and not subject.names_lot:
        return None  # `3 all` bids on nothing
    if await moments.comes_later_in_round(line.position, subject.about, split_words(subject.words, subject.vocabulary)):
        return Refuse(f"That comes later in this round. First: {line.question}", then=False)
    if (dealt := await find_dealt_state(line.position, line.stands, subject.words)) is not None:
        return Show(*dealt)
    told = subject.say_when(subject.about)
    if told.startswith(NONE_NOW) and subject.unknown:
        return None  # `take a loan`
    if told.startswith(NONE_NOW) and await moments.is_asked_later(line.position, subject.about):
        told = f"That comes later. First: {line.question}"
    return Refuse(told, then=False)

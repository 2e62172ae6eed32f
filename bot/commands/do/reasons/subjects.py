"""Words that mean no legal action, with what they may be about: each thing found out once."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.commands.do.typed_line import TypedLine
from bot.model.words.misfits.intended_actions import (
    is_of_title,
    list_kinds_akin,
    narrow_to_sellers,
    narrow_verbs,
    read_intended_actions,
    wants_several_shares,
)
from bot.model.words.misfits.meant_verbs import find_verbs, names_deed
from bot.model.words.misfits.unfit_trains import name_missing_train, names_train_plainly
from bot.model.words.reading.bound_words import SHARE_NOUNS
from bot.model.words.reading.start_words import cut_minor
from bot.model.words.reading.typed_words import PRIVATE_NOUNS, TRAIN_SALE, find_named_verbs
from bot.model.words.reading.unknown_words import MEANINGFUL_WORDS, list_unknown
from bot.model.words.rewritten_words import rewrite
from bot.model.words.vocabulary import Vocabulary, names_kind, read_buyback, spell_names, split_words
from bot.views.timing_words import untimely_words
from game.actions import Action, Bid, BuyShare, BuyTrain, Par, SellShares, TakePrivate
from game.choices import Choice
from game.notation import Unclear, parse

VERBS_OF_LOTS = {Bid.verb, "pick"}  # verbs of what is auctioned or drafted
PART_OF_COMPANY = re.compile(r"\d+%")  # of a company
SHARE_TRADES = {BuyShare.verb, SellShares.verb, Par.verb}


@dataclass(frozen=True, eq=False)
class Subject:
    """Words that mean no legal action, and what they speak of."""

    line: TypedLine

    @cached_property
    def words(self) -> str:
        """The words, with names spelled out, without the minor that a company is to start with."""
        return cut_minor(self.line.words, self.choices, self.vocabulary)

    @property
    def typed(self) -> str:
        """The words as they were typed."""
        return self.line.wanted

    @property
    def vocabulary(self) -> Vocabulary:
        """What words may speak of."""
        return self.line.vocabulary

    @property
    def choices(self) -> Sequence[Choice]:
        """What can be done now."""
        return self.line.choices

    @cached_property
    def now(self) -> frozenset[str]:
        """The verbs of what can be done now."""
        return frozenset(c.kind.verb for c in self.choices)

    @cached_property
    def meant(self) -> Sequence[Action]:
        """The actions that the words may speak of, legal or not."""
        return read_intended_actions(self.words, self.line.by, self.vocabulary, self.choices)

    @cached_property
    def _rewritten(self) -> str:
        """The words, with what people write in several words as it is read."""
        return read_buyback(rewrite(self.words), self.vocabulary)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The verbs that the words may be about. Where lots are for sale a company's name says no deed."""
        if self.names_share:
            return frozenset({BuyShare.verb})
        # `pay half` is rewritten without its verb
        named = find_named_verbs(self._rewritten, self.line.kinds) or find_named_verbs(self.words, self.line.kinds)
        verbs = find_verbs(self._rewritten, named, self.meant, self.vocabulary, self.choices)
        own = {*self._rewritten.split()} - MEANINGFUL_WORDS  # `row 1`
        if verbs == {Par.verb} and not named and self._is_started:  # `ga 55`
            return frozenset({BuyShare.verb})
        verbs = verbs or frozenset(k.verb for k in self.line.kinds if k.word in own and k.verb not in self.now)
        companies = {*map(str.casefold, self.vocabulary.rules.data.companies)}
        trades = (
            SHARE_TRADES | {BuyTrain.verb} if companies & {*split_words(self.words, self.vocabulary)} else SHARE_TRADES
        )
        unsaid = verbs.isdisjoint(self.now) and verbs <= trades and not names_deed(self._rewritten, self.line.kinds)
        return frozenset() if self.now & VERBS_OF_LOTS and unsaid else verbs

    @property
    def _is_started(self) -> bool:
        """Whether all companies that the words may start have started, and no share can be bought."""
        known, shares = self.line.view.companies, any(c.kind is BuyShare for c in self.choices)
        return not shares and all(known[a.company].par for a in self.meant if isinstance(a, Par) and a.company in known)

    @cached_property
    def names_share(self) -> bool:
        """Whether somebody buys a share where none can be bought or picked now: `buy 10% of MR`, which is no train of MR,
        `buy MR pool`.
        """
        named = find_named_verbs(self._rewritten, self.line.kinds)
        marks = SHARE_NOUNS.union(PART_OF_COMPANY.findall(self._rewritten))
        said = self.names_company and not marks.isdisjoint(self._rewritten.split())
        line = self.parsed
        written = isinstance(line, BuyShare) and is_of_title(line, self.vocabulary) and not line.company.isdigit()
        return BuyShare.verb in named and (said or written) and self.now.isdisjoint({BuyShare.verb, "pick"})

    @cached_property
    def unknown(self) -> Sequence[str]:
        """The words that mean nothing in this game."""
        return list_unknown(self.words, self.vocabulary, self.line.kinds, self.choices)

    @cached_property
    def names_only_things(self) -> bool:
        """Whether nothing that is understood says what is done: a word that is not understood may."""
        rest = " ".join(w for w in self._rewritten.split() if w not in PRIVATE_NOUNS)
        return bool(self.unknown) and not names_deed(rest, self.line.kinds)

    @property
    def names_lot(self) -> bool:
        """Whether the words say that somebody bids, or name a private."""
        return Bid.verb in find_named_verbs(self._rewritten, self.line.kinds) or bool(self.privates)

    @property
    def privates(self) -> list[str]:
        """The private companies that the words name."""
        said = split_words(self.words, self.vocabulary)
        return [p for p in self.vocabulary.rules.data.privates if p.casefold() in said]

    @property
    def names_company(self) -> bool:
        """Whether the words name a company with shares, as they were typed or as they are read."""
        said = {*split_words(self.words, self.vocabulary), *split_words(self.typed, self.vocabulary)}
        return any(c.casefold() in said for c in self.vocabulary.rules.data.companies if not c.isdecimal())

    @property
    def names_foreign(self) -> bool:
        """Whether the words name a company with shares, and not the one on turn."""
        said = {*split_words(self.words, self.vocabulary)} - {self.vocabulary.company.casefold()}
        return any(c.casefold() in said for c in self.vocabulary.rules.data.companies if not c.isdecimal())

    @cached_property
    def about(self) -> frozenset[str]:
        """Those of these verbs that go with what is named: a row, a train, a share."""
        if wants_several_shares(self.words, self.vocabulary) and any(c.kind is BuyShare for c in self.choices):
            return self.verbs  # not 2-trains
        nouns = PRIVATE_NOUNS & {*self.words.casefold().split()}
        if nouns and TakePrivate.verb in self.verbs and self.now.isdisjoint(VERBS_OF_LOTS):
            return frozenset({TakePrivate.verb})
        sells = BuyTrain.verb not in self.verbs and names_train_plainly(self.words, self.vocabulary)
        verbs = self.verbs & {TRAIN_SALE} if sells else frozenset()
        verbs = verbs or narrow_verbs(self._rewritten, self.verbs, self.meant, self.line.kinds)
        bought = BuyTrain.verb in self.now and verbs.isdisjoint(self.now) and BuyShare.verb in self.verbs
        if bought and not self.names_share and name_missing_train(self.words, self.vocabulary):
            return frozenset({BuyTrain.verb})  # `buy 3 from SR` means no shares
        return narrow_to_sellers(verbs, self.meant, self.choices)

    @cached_property
    def akin(self) -> list[type[Action]]:
        """The kinds of action that the words are about and that can be done now."""
        return list_kinds_akin(self._rewritten, self.about, self.choices)

    @property
    def names_akin(self) -> bool:
        """Whether a word names one of these kinds itself, as `train` does, and not its verb alone."""
        return any(names_kind(w, k) for w in self.words.casefold().split() for k in self.akin)

    @cached_property
    def parsed(self) -> Action | Unclear:
        """The action whose line the words are, legal or not; what is unclear in them where they are none."""
        try:
            return parse(spell_names(self.words, self.vocabulary), self.line.by, self.choices, self.line.kinds)
        except Unclear as error:
            return error

    @cached_property
    def written(self) -> Action | None:
        """That action, where it is what the words are about; None elsewhere."""
        action = self.parsed
        if isinstance(action, Unclear):
            return None
        legal, of_title = any(action in c for c in self.choices), is_of_title(action, self.vocabulary)
        if not self.akin:
            return action if legal or of_title else None  # `buy P1 25` buys no share of a company P1
        otherwise = not legal and type(action) in {type(a) for a in self.meant} and action not in self.meant
        return action if type(action) in self.akin and of_title and not otherwise else None

    def say_when(self, verbs: Collection[str]) -> str:
        """When these things are done, and what is asked now."""
        return untimely_words(frozenset(verbs), self.choices, self.line.view, self.line.rules)

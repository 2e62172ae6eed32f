"""What a line answers of the question in which the console stands: a value, a sum, or a part of what is meant, `from the pool`.

The question keeps the lines that led to it. Whatever is typed next is read among the actions of which those speak.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from bot.commands.do.answerers.ending import LEAVING_LINES
from bot.commands.do.answerers.presses import find_press
from bot.commands.do.asking import ask_which
from bot.commands.do.console_labels.button_words import compose_labels
from bot.commands.do.console_labels.number_doubts import explain_number_of_button, explain_price
from bot.commands.do.console_labels.offered_actions import list_offered
from bot.commands.do.console_labels.priced_options import (
    DASH_SIGNS,
    choose_by_price,
    sums_in_words,
)
from bot.commands.do.console_labels.question_values import (
    explain_added,
    explain_sum,
    find_accepted,
    find_answered,
    find_train_or_sum,
)
from bot.commands.do.other_commands import name_command
from bot.commands.do.refusals import refusal_words
from bot.commands.do.reply import Reply, Show
from bot.commands.do.typed_line import TypedLine, asks_part
from bot.core.text import quote_typed
from bot.model.action_form import Draft, Question, ask_next
from bot.model.words.agreement import LED_BY_NO, is_consent
from bot.model.words.doubts.corrections import cut_correction
from bot.model.words.extremes import LITTLE_MONEY, MUCH_MONEY
from bot.model.words.misfits.meant_verbs import NOUNS_OF_THINGS
from bot.model.words.misfits.unfit_trains import name_missing_train
from bot.model.words.plain_words import split_plainly
from bot.model.words.reading.loose_names import find_other_tile, read_with_names
from bot.model.words.reading.option_numbers import read_ordinal
from bot.model.words.reading.plain_lines import is_plain
from bot.model.words.reading.questions import asks
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.start_words import spell_stake
from bot.model.words.reading.typed_values import bare_train, read_number
from bot.model.words.reading.typed_words import find_named_verbs
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import (
    FIELDS_OF_MONEY,
    LITTLE_WORDS,
    MOST_TYPED,
    find_kinds,
    names_kind,
    split_words,
    word_stems,
)
from bot.views.command_options import split_phrase
from bot.views.console.state import ConsoleState
from bot.views.timing_words import order_words
from game import cards
from game.actions import Action, Answer, Bid, BuyTrain, Choose, Pass, PayDividend
from game.choices import Choice

# what people say round an answer
WORDS_ROUND_ANSWER = re.compile(
    r"^\W*(?:(?:ok|okay|yes|then|rather|actually|better|please|sorry|i mean|i meant|the one|take|choose|make it)\b"
    rf"(?:[\s,:;.]|[{DASH_SIGNS}](?!\d))*)+"
    r"|(?:[\s,]+(?:then|instead|rather|please|bitte|one|ones|ok|okay|thanks))+\W*$",
    re.IGNORECASE,
)
NO_ANSWER, NO_DIFFERENCE = "does not answer this question.", "does not say which."


async def accept_offer(line: TypedLine) -> Reply | None:
    """Answers who agrees to an offer in other words than its button: `deal`, `ok 20`."""
    accepted = await find_accepted(line.position, line.typed)
    return Show(accepted) if accepted is not None else None


async def fill_in(line: TypedLine) -> Reply | None:
    """Answers what gives the asked field its value, or the preview another sum: `express`, `40`, `make it 50`."""
    answered = await find_answered(line.position, line.state, line.answer)
    if line.listed or answered is None or not _is_offered(line, answered):
        return None
    return Show(answered)


async def refuse_sum(line: TypedLine) -> Reply | None:
    """Answers a sum that is too small or too large for what is asked or shown, what is only added to that, and a number that is
    the price and a train too.
    """
    if line.listed:
        return None
    reason = explain_sum(line.rules, line.choices, line.state, line.typed)
    if reason := reason or explain_added(line.choices, line.state, line.typed):
        return Show(line.state, refusal_words(line.typed, reason))
    number = find_train_or_sum(line.choices, line.state, line.typed, line.vocabulary)
    if number is None:
        return None
    price = line.rules.data.money(number)
    means = f"“{number}” can mean {price} or a train: type `{price}` for the price, `buy {number}` for the train."
    return Show(line.state, means)


async def narrow_question(line: TypedLine) -> Reply | None:
    """Answers what chooses a part of what an open question offers, or nothing of it. Silent where nothing is asked beside what
    can be done, and at a line that says by itself what is to be done.
    """
    if line.listed or len(line.typed) > MOST_TYPED or len(line.parts) > 1:
        return None
    before = _ask_before(line.choices, line.state)
    asked = OpenQuestion(line, before or line.state, went_back=before is not None)
    if not asks_part(line.choices, asked.stands) or read_ordinal(line.typed, line.choices, line.vocabulary) is not None:
        return None
    if asked.is_left or await find_press(line.position, asked.stands, line.typed) is not None:
        return None
    for answerer in NUMBER_ANSWERERS:
        if (answer := await answerer(asked)) is not None:
            return answer
    if await asked.is_other_number():
        return None
    for answerer in PART_ANSWERERS:
        if (answer := await answerer(asked)) is not None:
            return answer
    return None


@dataclass(frozen=True, eq=False)
class OpenQuestion:
    """A question of which a part is settled, and what a line says about it.

    `stands`: the console that asks it; `went_back`: it is the question before what is shown as chosen.
    """

    line: TypedLine
    stands: ConsoleState
    went_back: bool

    @cached_property
    def words(self) -> str:
        """The line without what people say round an answer."""
        typed = self.line.answer
        return spell_stake(WORDS_ROUND_ANSWER.sub("", cut_correction(typed) or typed) or typed, self.line.choices)

    @cached_property
    def number(self) -> int | None:
        """The number that the line is."""
        return read_number(self.words.strip().removeprefix("#"))

    @cached_property
    def offered(self) -> list[Choice]:
        """What the question offers."""
        return list_offered(self.line.choices, self.stands, self.line.by, self.line.vocabulary)

    @cached_property
    def reading(self) -> Reading:
        """What the words mean of that."""
        reading = self.read(self.words, self.offered)
        leads = "hex" in self.stands.draft.given and self.line.vocabulary.places_on_map.issuperset(self.telling or [""])
        # The place is settled: another one is where it leads.
        return self.read(f"to {self.words}", self.offered) if reading == Reading() and leads else reading

    @cached_property
    def whole(self) -> Reading:
        """What the line means of all that can be done."""
        return self.read(self.line.typed, self.line.choices)

    def read(self, words: str, choices: Sequence[Choice]) -> Reading:
        """What words mean among these choices."""
        return read_with_names(words, self.line.by, choices, self.line.vocabulary, self.line.kinds)

    @cached_property
    def hits(self) -> tuple[Action, ...]:
        """The actions of the question that are meant."""
        hits = self.reading.hits
        return () if find_other_tile(hits, f"tile {self.words}") else hits

    @property
    def fewer(self) -> bool:
        """Whether some of what is offered is meant, and not all of it."""
        return 0 < len(self.hits) < _count(self.offered)

    @cached_property
    def telling(self) -> list[str]:
        """The words that say something."""
        return [w for w in split_words(self.words, self.line.vocabulary) if w not in LITTLE_WORDS]

    @cached_property
    def commands(self) -> bool:
        """Whether the line says by itself what is to be done: it has a verb, or is a whole plain one."""
        said = [spell_out(w.strip(",.!?")) for w in self.line.typed.casefold().split()] or [""]
        first, kinds, whole = said[0], self.line.kinds, self.whole.action
        if any(stem in DEED_VERBS for w in said[1:] for stem in word_stems(w)):
            return True
        verbs = first not in NOUNS_OF_THINGS and (bool(find_kinds(first)) or any(names_kind(first, k) for k in kinds))
        if verbs and find_named_verbs(first, kinds):
            return True
        return whole is not None and is_plain(whole, self.line.typed, self.line.choices, self.line.vocabulary)

    @property
    def is_left(self) -> bool:
        """Whether the line says something else than an answer."""
        return self.commands and (self.whole.action is not None or self.reading == Reading())

    async def is_other_number(self) -> bool:
        """Whether there is more to say of a number alone: of a button that is shown, of a sum where one is asked, of a train or
        a tile where it is asked which thing is meant.
        """
        if self.number is None or self.fewer:
            return False
        numbered = await self._is_on_button()
        if self.hits and all(self.number in _sums(a) for a in self.hits) and not numbered:
            return False
        question = ask_next(self.line.choices, self.stands.draft)
        fields = {name for c in question.agreeing for name in c.kind.__struct_fields__}
        if fields & {"tile", "routes"} or question.field in FIELDS_OF_MONEY or not question.field:
            return True
        return numbered or (not any(self.stands.draft.given.values()) and bool(fields & {"train", *FIELDS_OF_MONEY}))

    async def _is_on_button(self) -> bool:
        """Whether the number stands on a button of the console."""
        labels = await compose_labels(self.line.position, self.stands)
        return any(str(self.number) in split_phrase(label.text) for label in labels)


async def tell_prices_apart(asked: OpenQuestion) -> Reply | None:
    """Answers the price of several things that are shown: which of them is meant is asked."""
    if asked.number is None or asked.stands.draft == Draft():
        return None
    doubt = await explain_price(asked.line.position, asked.stands, asked.number)
    return Show(asked.stands, doubt) if doubt else None


async def tell_button_apart(asked: OpenQuestion) -> Reply | None:
    """Answers a number that is read as something, and stands on a button that does another thing."""
    if asked.number is None:
        return None
    line = asked.line
    doubt = await explain_number_of_button(line.position, asked.stands, asked.number, asked.hits)
    return Show(asked.stands, doubt) if doubt else None


async def choose_priced(asked: OpenQuestion) -> Reply | None:
    """Answers the price of a thing where the question is which one is meant: `82`, `cheapest`."""
    if asked.hits or asked.stands.draft != Draft():
        return None
    priced = choose_by_price(await sums_in_words(asked.line.position, asked.offered), asked.words)
    return ask_which(asked.line, priced, said=(*asked.stands.said, asked.line.typed)) if priced else None


async def refuse_no(asked: OpenQuestion) -> Reply | None:
    """Answers `no pool`: what is refused is not chosen, unless a pass is meant, or the answer to a question of yes and no."""
    doing = any(not isinstance(a, Pass | Choose | PayDividend | Answer) for a in asked.hits)
    if not LED_BY_NO.match(asked.words) or not doing:
        return None
    return Show(asked.stands, refusal_words(asked.line.typed, "does not say what you want instead."))


async def choose_part(asked: OpenQuestion) -> Reply | None:
    """Answers what some of the offered actions have: they are all that is left, or the one of them is shown."""
    line, stands, reading, hits = asked.line, asked.stands, asked.reading, asked.hits
    settled = ask_next(line.choices, stands.draft).draft.given
    if not hits or not (asked.fewer or _settles_more(reading, settled)):
        return None
    said, read = (*stands.said, line.typed), {} if reading.draft is None else reading.draft.given
    if reading.action is not None:
        read = {n: getattr(reading.action, n) for n in reading.action.__struct_fields__ if n != "by"}
    kinds = {type(a) for a in hits}
    if len(kinds) > 1 or not (read or stands.draft.given):
        return ask_which(line, hits, said=said)
    draft = Draft(kinds.pop().__name__, {**read, **stands.draft.given})
    if ask_next(line.choices, draft).action is None and len(hits) > 1 and "train" not in read:
        return ask_which(line, hits, draft, said=said)
    return Show(ConsoleState(draft, 0, stands.action_version, before=stands.before, said=said))


async def refuse_word(asked: OpenQuestion) -> Reply | None:
    """Answers one word that chooses nothing of what is asked: the question stays. Silent at what names another thing or step."""
    line, typed = asked.line, asked.line.typed
    alone = len(asked.telling) == 1 and not is_consent(typed)
    if asked.commands or asked.went_back or not alone or asked.stands.draft == Draft() or _leaves(line):
        return None
    if asks(typed) or name_command(typed, line.vocabulary) or (not asked.hits and _names_thing(asked)):
        return None
    train = cards.kind(str(asked.stands.draft.given.get("train", "")))
    if train and (missing := name_missing_train(f"{train} {asked.words}", line.vocabulary)):
        return Show(asked.stands, refusal_words(typed, missing))
    alike = asked.hits or (LITTLE_MONEY | MUCH_MONEY).issuperset(asked.telling)
    return Show(asked.stands, f"{quote_typed(typed, 60)} {NO_DIFFERENCE if alike else NO_ANSWER}")


def _leaves(line: TypedLine) -> bool:
    """Whether a word names another step of the turn, or leaves an auction."""
    other = order_words(find_named_verbs(line.typed, line.kinds), line.choices, line.view, line.rules)
    return bool(other) or (line.typed.casefold() in LEAVING_LINES and any(c.kind is Bid for c in line.choices))


async def keep_price(line: TypedLine) -> Reply | None:
    """Answers a sum with other words round it, where a price is asked and no other thing is named: what it is for stays."""
    asked = ask_next(line.choices, line.state.draft)
    if not line.is_open or asked.field not in FIELDS_OF_MONEY or line.reading != Reading() or _names_more(line, asked):
        return None
    words = ["", *split_plainly(line.typed)]
    sums = [n for before, w in pairwise(words) if before != "minor" and (n := read_number(w)) is not None]
    if len(sums) != 1 or not (sums[0] in asked.values or (asked.span is not None and sums[0] in asked.span)):
        return None
    price = line.rules.data.money(sums[0])
    return Show(line.state, f"{quote_typed(line.typed, 60)} says more than a price: for {price} type `{sums[0]}`.")


def _names_more(line: TypedLine, asked: Question) -> bool:
    """Whether a line begins with another deed than the one that is priced, or names a company, a private, a place or a train."""
    data, words = line.rules.data, split_plainly(line.typed)
    led = find_named_verbs(" ".join(words[:1]), line.kinds)
    things = {t.casefold() for t in (*data.companies, *data.privates, *data.hexes) if not t.isdecimal()}
    trains = any(bare_train(w) != w and bare_train(w) in line.vocabulary.train_names for w in words)
    other = bool(led) and led.isdisjoint(c.kind.verb for c in asked.agreeing)
    return other or trains or not things.isdisjoint(split_words(line.words, line.vocabulary))


Part = Callable[[OpenQuestion], Awaitable[Reply | None]]
NUMBER_ANSWERERS: tuple[Part, ...] = (tell_prices_apart, tell_button_apart)  # first: of a number that says two things
PART_ANSWERERS: tuple[Part, ...] = (
    choose_priced,
    refuse_no,
    choose_part,
    refuse_word,
)  # then, of what the question offers


def _is_offered(line: TypedLine, told: ConsoleState) -> bool:
    """Whether an answer chooses something of which the lines before it speak."""
    if not line.state.said:
        return True
    offered = list_offered(line.choices, line.state, line.by, line.vocabulary)
    chosen = ask_next(line.choices, told.draft).action if told.draft.act else None
    if chosen is not None:
        return any(chosen in c for c in offered)
    return any(c.kind.__name__ == told.draft.kind and c.matching(told.draft.given) for c in offered)


def _ask_before(choices: Sequence[Choice], stands: ConsoleState) -> ConsoleState | None:
    """Where the console stood before the last answer in words, where it shows what that has chosen; None elsewhere."""
    if len(stands.said) < 2 or ask_next(choices, stands.draft).action is None:
        return None
    return ConsoleState(Draft(), 0, stands.action_version, before=stands.before, said=stands.said[:-1])


def _settles_more(reading: Reading, settled: Collection[str]) -> bool:
    """Whether a reading settles a field that was open."""
    if reading.action is not None:
        return True
    return reading.draft is not None and any(
        value and name not in settled for name, value in reading.draft.given.items()
    )


def _names_thing(asked: OpenQuestion) -> bool:
    """Whether words name a hex, of which there is more to say, or a company or a private that can be chosen instead; of those who
    sell trains one that has such a train.
    """
    vocabulary, data = asked.line.vocabulary, asked.line.vocabulary.rules.data
    said = {*split_words(asked.words, vocabulary), *split_words(asked.line.words, vocabulary)}
    if not vocabulary.places_on_map.isdisjoint(said):
        return True
    kinds = {o.kind for o in asked.offered}
    reading = asked.read(asked.words, [c for c in asked.line.choices if c.kind in kinds])
    trains = {cards.kind(a.train) for c in asked.offered for a in c if isinstance(a, BuyTrain)}
    if any(isinstance(a, BuyTrain) and cards.kind(a.train) not in trains for a in reading.hits):
        return False
    things = {t.casefold() for t in (*data.companies, *data.privates) if not t.isdecimal()}
    return reading != Reading() and not things.isdisjoint(said)


def _sums(action: Action) -> list[int]:
    """The dollars of an action."""
    return [getattr(action, n) for n in action.__struct_fields__ if n in FIELDS_OF_MONEY]


def _count(choices: Iterable[Choice]) -> int:
    """How many actions there are."""
    return sum(len(c.actions) for c in choices)

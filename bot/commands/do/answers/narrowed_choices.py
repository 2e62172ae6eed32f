"""An open question that a line answers by a part of what is meant: `from the bank pool`, `ic`, `hand`, `director`.

The question keeps the lines that led to it. Whatever is typed next is read among the actions of which those speak.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from msgspec import structs

from bot.client.interaction import InteractionContext
from bot.commands.console_answers import store_and_show
from bot.commands.do.answers.open_question import explain_sum, find_accepted, find_answer
from bot.commands.do.answers.priced_options import CHEAP, DEAR, choose_by_price, sums_in_words
from bot.commands.do.asking import ask_which
from bot.commands.do.buttons.bare_number import explain_number_of_button, explain_price, read_ordinal
from bot.commands.do.buttons.button_words import compose_labels
from bot.commands.do.buttons.presses import find_press
from bot.commands.do.confirming import says_yes
from bot.commands.do.doubts import asks, cut_correction
from bot.commands.do.listing import split_moves
from bot.commands.do.other_commands import name_command
from bot.commands.do.refusals import action_kinds, refusal_words
from bot.core.text import quote_typed
from bot.model.action_form import Draft, ask_next
from bot.model.models import Seat
from bot.model.words.loose_names import find_other_tile, spell_parts
from bot.model.words.meant_verbs import THINGS
from bot.model.words.plain_lines import is_plain
from bot.model.words.readings import Reading
from bot.model.words.shorthand import spell_out
from bot.model.words.typed_values import read_number
from bot.model.words.typed_words import MOST_TYPED, find_named_verbs, read_words
from bot.model.words.unknown_words import DOING
from bot.model.words.vocabulary import LITTLE, MONEY, Vocabulary, find_kinds, names_kind, split_words, word_stems
from bot.tables.service import Table
from bot.views.command_options import split_phrase
from bot.views.console.state import ConsoleState, load_state
from game import cards
from game.actions import Action, Answer, BuyTrain, Choose, Pass, PayDividend
from game.choices import Choice

# what people say round an answer
AROUND = re.compile(
    r"^\W*(?:(?:ok|okay|yes|then|rather|actually|better|please|sorry|i mean|i meant|the one|take|choose|make it)\b"
    r"(?:[\s,:;.]|-(?!\d))*)+"
    r"|(?:[\s,]+(?:then|instead|rather|please|bitte|one|ones|ok|okay|thanks))+\W*$",
    re.IGNORECASE,
)
BARE_NO = re.compile(r"^\W*(?:no|nein)\b(?!\.)", re.IGNORECASE)  # `no. 6` is number 6
NO_ANSWER, NO_DIFFERENCE = "does not answer this question.", "does not say which."


async def answer_question(
    context: InteractionContext, table: Table, seat: Seat, typed: str, known: Vocabulary, *, listed: bool
) -> bool:
    """Answer a line with what it chooses of what the console asks, or that it chooses nothing of it. False, and no answer, where
    nothing is asked beside what can be done, and of a line that says by itself what is to be done. `listed`: it is an entry of a
    list, which answers offers alone.
    """
    stands = await load_state(context.services.store, table, seat)
    choices = table.choices(seat.name)
    accepted = await find_accepted(table, seat, typed)
    told = accepted or (None if listed else await find_answer(table, seat, stands, typed, known))
    if told is not None and (accepted is not None or _is_offered(choices, stands, told, seat.name, known)):
        await store_and_show(context, table, seat, told)
        return True
    if listed:
        return False
    if reason := explain_sum(table.rules, choices, stands, typed):
        await store_and_show(context, table, seat, stands, refusal_words(typed, reason))
        return True
    if doubt := _name_train_too(table, choices, stands, typed, known):
        await store_and_show(context, table, seat, stands, doubt)
        return True
    before = _ask_before(choices, stands)
    stands = before or stands
    if not _is_open(choices, stands) or len(typed) > MOST_TYPED or len(split_moves(typed)) > 1:
        return False
    if read_ordinal(typed, choices, known) is not None or await find_press(table, seat, stands, typed) is not None:
        return False
    kinds, words = action_kinds(table), AROUND.sub("", cut_correction(typed) or typed) or typed
    offered = list_offered(choices, stands, seat.name, known)
    reading = _read_with_names(words, seat.name, offered, known, kinds)
    if reading == Reading() and "hex" in stands.draft.given and _names_places(words, known):
        reading = _read_with_names(
            f"to {words}", seat.name, offered, known, kinds
        )  # the place is settled: it leads there
    whole = _read_with_names(typed, seat.name, choices, known, kinds)
    commands = _commands(typed, whole, choices, known, kinds)
    if commands and (whole.action is not None or reading == Reading()):
        return False
    hits = () if find_other_tile(_hits(reading), f"tile {words}") else _hits(reading)
    number = read_number(words.strip().removeprefix("#"))
    if number is not None and stands.draft != Draft() and (doubt := await explain_price(table, seat, stands, number)):
        await store_and_show(context, table, seat, stands, doubt)
        return True
    fewer = 0 < len(hits) < _count(offered)
    if number is not None and (doubt := await explain_number_of_button(table, seat, stands, number, hits)):
        await store_and_show(context, table, seat, stands, doubt)
        return True
    summed = number is not None and hits and all(number in _sums(a) for a in hits)
    shown = number is not None and await _is_on_button(table, seat, stands, number)
    if (
        number is not None
        and not fewer
        and not (summed and not shown)
        and await _may_be_more(table, seat, stands, number)
    ):
        return False
    settled = ask_next(choices, stands.draft).draft.given
    prices = await sums_in_words(table, seat, offered) if not hits and stands.draft == Draft() else {}
    if priced := choose_by_price(prices, words):
        await ask_which(context, table, seat, typed, priced, said=(*stands.said, typed))
        return True
    if BARE_NO.match(words) and any(not isinstance(a, Pass | Choose | PayDividend | Answer) for a in hits):
        await store_and_show(context, table, seat, stands, refusal_words(typed, "does not say what you want instead."))
        return True
    if hits and (fewer or _says_more(reading, settled)):
        await _go_on(context, table, seat, stands, reading, typed)
        return True
    alone = len(_telling(words, known)) == 1 and not says_yes(typed)
    if commands or before or not alone or stands.draft == Draft() or asks(typed) or name_command(typed, known):
        return False
    other = _read_with_names(
        words, seat.name, [c for c in choices if c.kind in {o.kind for o in offered}], known, kinds
    )
    if not hits and _names_thing(words, other, offered, known):
        return False
    alike = hits or (CHEAP | DEAR).issuperset(_telling(words, known))
    note = f"{quote_typed(typed, 60)} {NO_DIFFERENCE if alike else NO_ANSWER}"
    await store_and_show(context, table, seat, stands, note)
    return True


def _name_train_too(
    table: Table, choices: Sequence[Choice], stands: ConsoleState, typed: str, known: Vocabulary
) -> str:
    """That a number is the price that is asked, and a train too; "" elsewhere."""
    question, number = ask_next(choices, stands.draft), read_number(typed.strip())
    asked = question.field in MONEY and question.span is not None and "train" in question.draft.given
    if number is None or not asked or typed.strip() not in known.train_names or number not in (question.span or ()):
        return ""
    price = table.rules.data.money(number)
    return f"“{number}” can mean {price} or another train: type `{price}` for the price, `buy {number}` for the train."


async def _may_be_more(table: Table, seat: Seat, stands: ConsoleState, number: int) -> bool:
    """Whether there is more to say of a number alone: of a button that is shown, of a sum where one is asked, of a train or a
    tile where it is asked which thing is meant.
    """
    question = ask_next(table.choices(seat.name), stands.draft)
    fields = {name for c in question.agreeing for name in c.kind.__struct_fields__}
    if fields & {"tile", "routes"} or question.field in MONEY or not question.field:
        return True
    if not any(stands.draft.given.values()) and fields & {"train", *MONEY}:
        return True
    return await _is_on_button(table, seat, stands, number)


async def _is_on_button(table: Table, seat: Seat, stands: ConsoleState, number: int) -> bool:
    """Whether a number stands on a button of the console."""
    labels = await compose_labels(table, seat, stands)
    return any(str(number) in split_phrase(label.text) for label in labels)


def list_offered(choices: Sequence[Choice], stands: ConsoleState, by: str, known: Vocabulary) -> list[Choice]:
    """What an open question offers: what agrees with all that is settled, and of that what the lines before speak of."""
    draft = stands.draft
    offered = [_keep(c, c.matching(draft.given)) for c in choices if draft.kind in ("", c.kind.__name__)]
    for line in stands.said:
        found = {*_hits(read_words(line, by, offered, known))}
        offered = [_keep(c, [a for a in c if _is_found(a, c, found)]) for c in offered] if found else offered
        offered = [c for c in offered if c.actions]
    return [c for c in offered if c.actions]


def _is_found(action: Action, choice: Choice, found: Collection[Action]) -> bool:
    """Whether one of the actions that are found is this one, whatever numbers it has where they are open."""
    alike = (a for a in found if type(a) is type(action))
    return any(structs.replace(a, **{n: getattr(action, n) for n in choice.ranges}) == action for a in alike)


def _is_offered(
    choices: Sequence[Choice], stands: ConsoleState, told: ConsoleState, by: str, known: Vocabulary
) -> bool:
    """Whether an answer chooses something of which the lines before it speak."""
    if not stands.said:
        return True
    offered = list_offered(choices, stands, by, known)
    chosen = ask_next(choices, told.draft).action if told.draft.act else None
    if chosen is not None:
        return any(chosen in c for c in offered)
    return any(c.kind.__name__ == told.draft.kind and c.matching(told.draft.given) for c in offered)


def _ask_before(choices: Sequence[Choice], stands: ConsoleState) -> ConsoleState | None:
    """Where the console stood before the last answer in words, where it shows what that has chosen; None elsewhere."""
    if len(stands.said) < 2 or ask_next(choices, stands.draft).action is None:
        return None
    return ConsoleState(Draft(), 0, stands.action_version, before=stands.before, said=stands.said[:-1])


def _is_open(choices: Sequence[Choice], stands: ConsoleState) -> bool:
    """Whether something is asked of which a part is settled, by lines or by presses: no preview, no cards, no routes."""
    if stands.routes is not None or stands.picked or (stands.draft == Draft() and not stands.said):
        return False
    question = ask_next(choices, stands.draft)
    gone = question.draft.kind != stands.draft.kind and stands.draft != Draft()
    return question.action is None and question.pick is None and not gone


def _commands(
    typed: str, reading: Reading, choices: Sequence[Choice], known: Vocabulary, kinds: Sequence[type[Action]]
) -> bool:
    """Whether a line says by itself what is to be done: it begins with a verb, or is a whole plain one."""
    said = [spell_out(w.strip(",.!?")) for w in typed.casefold().split()] or [""]
    first = said[0]
    if any(stem in DOING for w in said[1:] for stem in word_stems(w)):
        return True
    verbs = first not in THINGS and (bool(find_kinds(first)) or any(names_kind(first, k) for k in kinds))
    if verbs and find_named_verbs(first, kinds):
        return True
    return reading.action is not None and is_plain(reading.action, typed, choices, known)


def _read_with_names(
    words: str, by: str, choices: Sequence[Choice], known: Vocabulary, kinds: Sequence[type[Action]]
) -> Reading:
    """What words mean among these choices, also where parts of names are typed."""
    if (reading := read_words(words, by, choices, known)) != Reading():
        return reading
    spelled = spell_parts(words, known, kinds, choices)
    return read_words(spelled.text, by, choices, known) if spelled.parts and not spelled.unclear else reading


async def _go_on(
    context: InteractionContext, table: Table, seat: Seat, stands: ConsoleState, reading: Reading, typed: str
) -> None:
    """Show what is chosen with the answer, or ask what it leaves open."""
    hits, said = _hits(reading), (*stands.said, typed)
    read = {} if reading.draft is None else reading.draft.given
    if reading.action is not None:
        read = {n: getattr(reading.action, n) for n in reading.action.__struct_fields__ if n != "by"}
    kinds = {type(a) for a in hits}
    if len(kinds) > 1 or not (read or stands.draft.given):
        await ask_which(context, table, seat, typed, hits, said=said)
        return
    draft = Draft(kinds.pop().__name__, {**read, **stands.draft.given})
    state = ConsoleState(draft, 0, stands.action_version, before=stands.before, said=said)
    if ask_next(table.choices(seat.name), draft).action is None and len(hits) > 1 and "train" not in read:
        await ask_which(context, table, seat, typed, hits, draft, said=said)
        return
    await store_and_show(context, table, seat, state)


def _names_places(words: str, known: Vocabulary) -> bool:
    """Whether words are places on the map, and nothing else."""
    return known.places_on_map.issuperset(_telling(words, known) or [""])


def _says_more(reading: Reading, settled: Collection[str]) -> bool:
    """Whether a reading settles a field that was open."""
    if reading.action is not None:
        return True
    return reading.draft is not None and any(
        value and name not in settled for name, value in reading.draft.given.items()
    )


def _hits(reading: Reading) -> tuple[Action, ...]:
    """The actions that are meant."""
    return reading.several or tuple(a for a in [reading.action] if a is not None)


def _sums(action: Action) -> list[int]:
    """The dollars of an action."""
    return [getattr(action, n) for n in action.__struct_fields__ if n in MONEY]


def _count(choices: Iterable[Choice]) -> int:
    """How many actions there are."""
    return sum(len(c.actions) for c in choices)


def _keep(among: Choice, actions: Sequence[Action]) -> Choice:
    """A choice of these of its actions alone."""
    kept = structs.replace(among, find=lambda: tuple(actions), judge=None, test=None)
    vars(kept)["actions"] = tuple(actions)
    return kept


def _telling(words: str, known: Vocabulary) -> list[str]:
    """The words that say something."""
    return [w for w in split_words(words, known) if w not in LITTLE]


def _names_thing(words: str, reading: Reading, offered: Sequence[Choice], known: Vocabulary) -> bool:
    """Whether words name a hex, of which there is more to say, or a company or a private that can be chosen instead; of those who
    sell trains one that has such a train.
    """
    data = known.rules.data
    if not known.places_on_map.isdisjoint(split_words(words, known)):
        return True
    trains = {cards.kind(a.train) for c in offered for a in c if isinstance(a, BuyTrain)}
    if any(isinstance(a, BuyTrain) and cards.kind(a.train) not in trains for a in _hits(reading)):
        return False
    things = {t.casefold() for t in (*data.companies, *data.privates) if not t.isdecimal()}
    return reading != Reading() and not things.isdisjoint(split_words(words, known))

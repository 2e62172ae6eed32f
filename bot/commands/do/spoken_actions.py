"""Legal actions in the words of the list and of buttons, and what one types for them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.commands.do.seat_position import SeatPosition
from bot.model.action_form import DEALS, leaves_open
from bot.model.words.agreement import DENIAL_WORDS, NEGATING_WORDS
from bot.model.words.vocabulary import KINDS_BY_WORD, LITTLE_WORDS
from bot.views.command_options import split_phrase
from bot.views.formatting import View, choice_words
from bot.views.options.ending import pass_label
from bot.views.options.single_press import needs_no_preview
from game.actions import Action, Answer, BuyTrain, Choose, LayTile, Pass
from game.choices import Choice
from game.rules import Rules
from render.data import queries

WORDS_OF_PASS = (Pass.verb, *(word for word, kinds in KINDS_BY_WORD.items() if Pass.verb in kinds))
MERGING_VERBS = " merge exchange fold swap"  # behind what is searched


def spoken_line(action: Action, view: View, *, priced: bool = True) -> str:
    """What one types where an action's words do not say all: `57 on C3 rot 1`, `buy 3 from W&A for 5`; "" elsewhere."""
    match action:
        case LayTile(hex=hex_id, tile=tile, rotation=turn, using=""):
            return f"{tile} on {hex_id} rot {turn}"
        case BuyTrain(train=card, price=price, seller=seller) if seller:
            name = f"minor {seller}" if seller.isdigit() else seller
            return f"buy {queries.face(view, card)} from {name}{f' for {price}' if priced else ''}"
        case _:
            return ""


def list_phrases(position: SeatPosition) -> list[tuple[str, Action]]:
    """Every legal action in words, with the line that one would type behind it."""
    choices, rules = position.choices, position.rules
    return [(_word_choice(c, a, choices, position.view, rules), a) for c in choices for a in c]


def is_listed(position: SeatPosition, typed: str, action: Action) -> bool:
    """Whether a line is what the list, or a button, says of a legal action, and no more."""
    choices = position.choices
    holding = next((c for c in choices if action in c), None)
    told = (
        _word_choice(holding, action, choices, position.view, position.rules).split(" · ")
        if holding is not None
        else []
    )
    return " ".join(typed.split()).casefold() in map(str.casefold, told)


def find_listed(position: SeatPosition, typed: str) -> Action | None:
    """The one action whose words in the list these are, where a press would do it at once and no number of it is open."""
    choices, said = position.choices, " ".join(typed.split()).casefold()
    listed = [a for c in choices if not leaves_open(c) for a in c if needs_no_preview(choices, a)]
    hits = [a for a in listed if is_listed(position, said, a)]
    return hits[0] if len(hits) == 1 else None


def _word_choice(choice: Choice, action: Action, choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """A listed action in words, a pass in those of its button, with the line that one would type."""
    told = choice_words(choice, action, view, rules)
    if not isinstance(action, Pass):
        return told
    return f"{pass_label(action, choices, view, rules)} · {told}"


def fits_without_no(typed: str, text: str, action: Action) -> bool:
    """Whether words may be completed to an entry: to a *no* only by who says no, or passes, with a word or its beginning. A no
    is no beginning of a name.
    """
    label, said = text.casefold().split()[:1], typed.casefold().split()
    if not isinstance(action, Pass):
        denied = NEGATING_WORDS if isinstance(action, Answer | Choose) else NEGATING_WORDS.union(DENIAL_WORDS)
        return denied.intersection(said) <= {*split_phrase(text)}
    if NEGATING_WORDS.isdisjoint(label):
        return True
    return not said or any(w.startswith(part) for part in said for w in (*label, *WORDS_OF_PASS))


def list_decisions(choices: Sequence[Choice]) -> list[Action]:
    """What can be done, apart from passing and deals in privates."""
    return [a for c in choices if not issubclass(c.kind, (Pass, *DEALS)) for a in c]


def list_decided_words(position: SeatPosition) -> list[tuple[str, Action]]:
    """What can be decided, each in the words of its button."""
    phrases = list_phrases(position)
    return [(text.partition(" · ")[0], a) for text, a in phrases if not isinstance(a, (Pass, *DEALS))]


def names_merger(position: SeatPosition, typed: str) -> bool:
    """Whether a line says that something is merged, and no more, where all that can be done is a merger of several."""
    words = [w for w in typed.casefold().split() if w not in LITTLE_WORDS and w != "minor"]
    if len(words) != 1 or words[0] not in MERGING_VERBS.split() or not position.choices:
        return False
    return all(merging_words(text) for text, _ in list_phrases(position))


def merging_words(text: str) -> str:
    """What one types to merge or exchange a minor, of an entry that begins with the minor."""
    return MERGING_VERBS if text.startswith("Minor ") else ""

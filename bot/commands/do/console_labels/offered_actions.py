"""What an open question offers: of all that can be done what the answers so far leave."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import structs

from bot.model.words.reading.typed_words import read_words
from bot.model.words.vocabulary import Vocabulary
from bot.views.console.state import ConsoleState
from game.actions import Action
from game.choices import Choice


def list_offered(choices: Sequence[Choice], stands: ConsoleState, by: str, vocabulary: Vocabulary) -> list[Choice]:
    """What an open question offers: what agrees with all that is settled, and of that what the lines before speak of."""
    draft = stands.draft
    agreeing = (_keep(c, c.matching(draft.given)) for c in choices if draft.kind in ("", c.kind.__name__))
    offered = [c for c in agreeing if c.actions]
    for line in stands.said:
        found = {*read_words(line, by, offered, vocabulary).hits}
        offered = [_keep(c, [a for a in c if _is_found(a, c, found)]) for c in offered] if found else offered
        offered = [c for c in offered if c.actions]
    return offered


def _is_found(action: Action, choice: Choice, found: Collection[Action]) -> bool:
    """Whether one of the actions that are found is this one, whatever numbers it has where they are open."""
    alike = (a for a in found if type(a) is type(action))
    return any(structs.replace(a, **{n: getattr(action, n) for n in choice.ranges}) == action for a in alike)


def _keep(among: Choice, actions: Sequence[Action]) -> Choice:
    """A choice of these of its actions alone."""
    kept = structs.replace(among, find=lambda: tuple(actions), judge=None, test=None)
    vars(kept)["actions"] = tuple(actions)
    return kept

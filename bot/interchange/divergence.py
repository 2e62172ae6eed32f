"""Which rules of 18xx.games lead a game another way: for those who want to know why it cannot be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.interchange.import_state import PRESET
from game.actions import Answer
from game.options import BadOption
from game.play import Game
from game.rules import Illegal
from titles import TITLES

if TYPE_CHECKING:
    from bot.interchange.export_state import Source
    from game.actions import Action
    from game.rules import Rules
    from game.state import State


def comparable_position(state: State[Any], same: Mapping[str, str]) -> object:
    """What must be alike in a game and its copy. `same`: names of players in the copy."""

    def rename_place(place: str) -> str:
        """A place, with the player's name as the copy has it."""
        head, colon, player = place.partition(":")
        return f"{head}:{same.get(player, player)}" if colon else same.get(place, place)

    return (
        {rename_place(who): money for who, money in state.cash.items()},
        {card: rename_place(place) for card, place in state.place.items()},
        {c: (rename_place(s.president), s.par, s.size, s.closed, s.tokens) for c, s in state.companies.items()},
        (state.tiles, state.tokens, state.market, state.phase, state.round, state.over),
    )


def missing_rules(source: Source) -> list[str]:
    """Rules of the site under which a game was not played."""
    our_settings, site_settings = (_rules_with(source, options).settings for options in (source.options, (PRESET,)))
    return sorted({*site_settings} - {*our_settings})


def find_causes(source: Source, actions: Sequence[Action]) -> list[str]:
    """Those of the missing rules that alone forbid one of a game's first actions or change what comes of them; all of the
    missing rules, if none does.

    Plays these actions once for each rule.
    """
    whole = missing_rules(source)
    plain = _result_of(source, source.options, actions)
    blamed = []
    for name in whole:
        with suppress(BadOption):  # it excludes a rule of this game, which then is named itself
            if _result_of(source, (*source.options, name), actions) != plain:
                blamed.append(name)
    return blamed or whole


def _rules_with(source: Source, options: Sequence[str]) -> Rules:
    """The rules of a game's title under these options."""
    return TITLES[source.title].rules(options, len(source.players))


def _result_of(source: Source, options: Sequence[str], actions: Sequence[Action]) -> object:
    """The position to which these actions lead; None if an action is refused."""
    g = Game.new(_rules_with(source, options), source.players, source.seed, seated=source.seated)
    try:
        for action in actions if g.rules.consent else _without_answers(actions):
            g.play(action)
            g.past.clear()
    except Illegal:
        return None
    return comparable_position(g.state, {})


def _without_answers(actions: Sequence[Action]) -> list[Action]:
    """These actions where nobody is asked: what somebody has agreed to, without the answer, and nothing of what was refused."""
    kept: list[Action] = []
    for action in actions:
        if not isinstance(action, Answer):
            kept.append(action)
        elif not action.yes:
            kept.pop()
    return kept

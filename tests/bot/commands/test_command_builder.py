"""Options of commands that are members of an enumeration: offered by their values, handed over as members."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

import pytest

from bot.commands.action_commands import action_classes
from bot.commands.command_builder import CommandGroup, build_command, offered_members
from bot.commands.completion import MAX_TYPED
from bot.core.discord_limits import OPTION_TEXT
from bot.model.kinds import Pace, Theme
from bot.views.command_options import verbs
from titles import TITLES


@pytest.mark.parametrize(
    ("annotation", "members"),
    [
        (Theme, (Theme.LIGHT, Theme.DARK, Theme.PRINT)),
        (Theme | None, (Theme.LIGHT, Theme.DARK, Theme.PRINT)),
        (Literal[Pace.RELAXED, Pace.LIVE] | None, (Pace.RELAXED, Pace.LIVE)),
        (Literal["open", "mine"], ()),
        (str | None, ()),
        (int, ()),
    ],
)
def test_the_members_that_an_option_offers(annotation: Any, members: tuple[Any, ...]) -> None:
    assert offered_members(annotation) == members


def test_discord_is_given_the_values() -> None:
    group = CommandGroup()

    @group.command("try", "Try it", theme="Colours", pace="How often", game="Which")
    async def handle_try(
        context: Any, theme: Theme, pace: Literal[Pace.LIVE] | None = None, game: str | None = None
    ) -> None: ...

    options = group.commands[0].options
    types = {option.name: option.type for option in options}
    assert (types["theme"], types["pace"]) == (Literal["light", "dark", "print"], Literal["live"] | None)
    services: Any = SimpleNamespace()
    work: Any = handle_try
    game = build_command(services, "try", "Try it", options, work).get_parameter("game")
    assert (game and game.max_value) == MAX_TYPED, "a line of thousands of characters takes seconds to read"


def test_no_description_of_an_action_is_cut() -> None:
    """`/play buy` listed what five titles sell and broke off in “Buy privates from your h…”."""
    services: Any = SimpleNamespace(titles=TITLES)
    told = [text for verb in verbs(action_classes(services)) for text in (verb.text, *(o.text for o in verb.options))]
    assert [text for text in told if len(text) > OPTION_TEXT] == []
    assert not any("empty:" in text for text in told), "other options say “if left out”"

"""Options of commands that are members of an enumeration: offered by their values, handed over as members."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from bot.commands.command_builder import CommandGroup, offered_members
from bot.model.kinds import Pace, Theme


@pytest.mark.parametrize(
    ("annotation", "members"),
    [
        (Theme, (Theme.LIGHT, Theme.DARK)),
        (Theme | None, (Theme.LIGHT, Theme.DARK)),
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

    types = {option.name: option.type for option in group.commands[0].options}
    assert types == {"theme": Literal["light", "dark"], "pace": Literal["live"] | None, "game": str | None}

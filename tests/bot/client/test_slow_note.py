"""A press that came to nothing for a minute looked like one that had worked: a slow answer says so until it stands."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from discord import InteractionResponseType

from bot.client import interaction, slow_note
from bot.client.interaction import InteractionContext
from bot.client.run_state import GateState, RunState
from bot.views.messages import Private

LONG = 0.02  # seconds that the work takes; the note comes at once or never


class Press:
    """A press, and all that Discord is told of it, in order."""

    def __init__(self, *, private: bool) -> None:
        self.told = list[str]()
        self.message = SimpleNamespace(flags=SimpleNamespace(ephemeral=private))
        self.user, self.id = SimpleNamespace(id=1, display_name="Ann"), 1
        self.guild_id = self.channel_id = None
        self.type = SimpleNamespace(name="component")
        self.response = SimpleNamespace(is_done=lambda: bool(self.told), type=None, defer=self.defer)
        self.followup = SimpleNamespace(send=self.send)

    async def defer(self, **_: Any) -> None:
        self.told.append("acknowledged")
        if not self.message.flags.ephemeral:
            self.response.type = InteractionResponseType.deferred_channel_message

    async def send(self, content: str, **_: Any) -> Any:
        self.told.append(f"below: {content}")

        async def delete() -> None:
            self.told.append("note deleted")

        return SimpleNamespace(delete=delete)

    async def edit_original_response(self, *, content: str, **_: Any) -> None:
        self.told.append(content)


async def answered(monkeypatch: pytest.MonkeyPatch, patience: float, *, private: bool) -> list[str]:
    monkeypatch.setattr(slow_note, "PATIENCE", patience)
    press: Any = Press(private=private)
    run_state, refusals = RunState(), SimpleNamespace(notify_once=lambda _: asyncio.sleep(0))
    run_state.gate = GateState.OPEN
    sender = SimpleNamespace(failures=SimpleNamespace(refusals=refusals))
    services: Any = SimpleNamespace(run_state=run_state, sender=sender)

    async def work(context: InteractionContext) -> None:
        await context.defer_update()
        await asyncio.sleep(LONG)
        await context.reply(Private("the answer"))

    await interaction.handle(services, press, work)
    return list(press.told)


async def test_where_discord_says_that_the_bot_thinks_the_answer_takes_the_place_of_the_note(monkeypatch):
    told = await answered(monkeypatch, 0, private=False)
    assert told == ["acknowledged", slow_note.STILL_WORKING, "the answer"]


async def test_a_message_that_is_to_be_replaced_keeps_its_words_and_the_note_below_it_goes(monkeypatch):
    told = await answered(monkeypatch, 0, private=True)
    assert told == ["acknowledged", f"below: {slow_note.STILL_WORKING}", "the answer", "note deleted"]


@pytest.mark.parametrize("private", [True, False])
async def test_nothing_is_said_where_the_answer_comes_soon(monkeypatch, private):
    assert await answered(monkeypatch, 60, private=private) == ["acknowledged", "the answer"]

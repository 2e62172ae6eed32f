"""An interaction is acknowledged before anything is looked up: a slow disk must not cost the three seconds."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from bot.client.interaction import InteractionContext
from bot.storage.store import Store
from bot.views.pictures import drawing
from tests.support.discord_world import answer, labels, pick, said, world


@pytest.fixture
async def w(tmp_path, monkeypatch):
    """A world in which a look into the database fails as long as the newest interaction is not acknowledged."""
    newest: list[InteractionContext] = []
    begin, reading, writing = InteractionContext.__init__, Store.reading, Store.writing

    def begun(self, bot, interaction):
        begin(self, bot, interaction)
        newest[:] = [self]

    def guarded(work):
        @asynccontextmanager
        async def checked(self, *args, **options):
            assert all(v.interaction.response.is_done() for v in newest), "looked up before the acknowledgement"
            async with work(self, *args, **options) as conn:
                yield conn

        return checked

    async with world(tmp_path) as made:
        monkeypatch.setattr(InteractionContext, "__init__", begun)
        monkeypatch.setattr(Store, "reading", guarded(reading))
        monkeypatch.setattr(Store, "writing", guarded(writing))
        yield made
        monkeypatch.undo()


async def late(*_about, **_options):
    """What comes of a picture that takes too long."""
    raise TimeoutError


async def test_buttons_and_commands_are_acknowledged_first(w, monkeypatch):
    await w["Ann"].slash(w.channel, "game new", title="18GA")
    (thread,) = w.channel.threads
    card = w.last(w.channel)
    for name, label in (("Bob", "Join"), ("Cid", "Join"), ("Ann", "Details"), ("Bob", "Leave"), ("Bob", "Join")):
        assert said(await w[name].click(card, label=label)), label
    options = answer(await w["Ann"].click(card, label="Optional rules"))
    await pick(w["Ann"], options, "The game ends when a share price reaches $250 instead of 300 [7(e)]")
    await w["Ann"].click(card, label="Start")
    panel, actor = w.last(thread), await w.actor(thread)
    other = next(w[name] for name in ("Bob", "Cid") if w[name] is not actor)
    for label in labels(panel):
        assert await other.click(panel, label=label), label
    with monkeypatch.context() as busy:
        busy.setattr(drawing, "draw_files", late)
        result = await actor.slash(thread, "turn")
    assert said(result).count(drawing.LATE_PICTURE) == 1, said(result)
    assert answer(result).components, "the question stands all the same"
    assert not answer(result).attachments
    for command, given in (
        ("me timezone", {"zone": "Europe/Berlin"}),
        ("me quiet", {}),
        ("me remind", {"where": "dm"}),
        ("me mute", {}),
        ("me games", {}),
        ("me settings", {}),
        ("turn", {}),
        ("undo", {}),
        ("redo", {}),
        ("do", {"action": "pass"}),
        ("play pass", {}),
        ("view bank", {}),
        ("view bank", {"title": "18TN"}),
        ("history branches", {}),
        ("auto show", {}),
        ("whatif open", {}),
        ("whatif show", {}),
        ("whatif close", {}),
        ("game list", {}),
        ("game export", {}),
        ("host pace", {"pace": "relaxed"}),
        ("host close", {"confirm": 0}),
        ("guild check", {}),
    ):
        assert said(await w["Ann"].slash(thread, command, **given)), command
    assert w.bot.run_state.last_fault is None

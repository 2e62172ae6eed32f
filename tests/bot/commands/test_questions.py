"""Lines that ask what something is are answered, and never read as something to do."""

from __future__ import annotations

import pytest

from tests.support.discord_world import NAMES, answer, said, world
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import plain_words, typing_at, typist_at

pytestmark = pytest.mark.usefixtures("undrawn")


async def test_a_question_about_a_thing_is_answered_as_the_rules_do(tmp_path):
    """`what is w&sr` opened a bid on it."""
    lines = {
        "what is w&sr": "Face value $70.",
        "What does the W&SR do?": "may place a station in Waycross",
        "so what's par": "The price at which a company is started",
        "who owns W&SR": "It is with the bank.",
        "explain float": "A company floats once 60%",
        "what is tile 57": "Tile 57: yellow",
        "what is a 3T": "Runs to 3 cities",
        "what does 8T do": "Runs to 8 cities",
        "what is 451a": "Tile 451a: yellow",
        "what should I do": "bid or pass",
        "why can't I buy OSR": "OSR",
        "what": "`/rules term` says what a word or a card",
        "who?": "I do not understand “who?”",
        "what is love": "`/rules term` says what a word or a card means",
        "how about osr": "OSR",
    }
    async with typing_at(tmp_path, "18GA-bank", 0) as typist:
        answers = dict(zip(lines, await typist.ask(*lines), strict=True))
    assert {typed: told for typed, told in answers.items() if lines[typed] not in told} == {}


async def test_whoever_waits_is_answered_too(tmp_path):
    async with world(tmp_path, NAMES) as w:
        typist = await typist_at(w, golden_position("18GA-bank", 0))
        asked = typist.table.position.deciders
        waiting = w.actor_at(typist.table, next(s.name for s in typist.table.seats if s.name not in asked))
        done = await waiting.slash(typist.thread, "do", action="what is w&sr")
        assert "Face value $70." in plain_words(answer(done))
        assert "This waits for" in said(await waiting.slash(typist.thread, "do", action="what is love"))

"""What nobody means to type: digits that are no numbers, numbers that no database holds, days that no zone has."""

from __future__ import annotations

from tests.support.discord_world import said

ODD = ("²", "#²", "9" * 30, "#" + "9" * 30, "٣", "\x00", "9999-12-31 23:59", "0001-01-01 0:00")


async def test_odd_words_get_a_sentence_wherever_something_is_typed(w):
    thread = await w.table()
    actor = await w.actor(thread)
    for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
        await actor.slash(thread, "me timezone", zone=zone)
        for text in ODD[-2:]:
            assert said(await actor.slash(thread, "me mute", until=text))
    for text in ODD:
        for command, option in (
            ("turn", "game"),
            ("view map", "at"),
            ("view map", "focus"),
            ("view company", "company"),
            ("view log", "filter"),
            ("undo", "to"),
            ("do", "action"),
            ("rules why", "action"),
            ("auto off", "on"),
            ("host actfor", "seat"),
            ("me mute", "until"),
            ("me remind", "after"),
        ):
            assert said(await actor.slash(thread, command, **{option: text})), (command, option, text)
            assert w.bot.run_state.last_fault is None, (command, option, text)
        await actor.slash(thread, "corp tile", hex=text, tile=text)
        await actor.slash(thread, "auto bid", on=text, maximum=2**53 - 1)
        assert w.bot.run_state.last_fault is None, text
    told = said(await actor.slash(thread, "do", action="bid " + "exactly what was said " * 8))
    assert "too long for me: say it in at most 24 words" in told

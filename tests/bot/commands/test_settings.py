"""One's own settings, and reminders as they come: by message, in the thread, with buttons."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.core.errors import NotPossible
from bot.reminders import scheduler
from bot.views.reminders import settings as reminder_settings
from tests.support.discord_world import labels, press_more, said, words

NOW = datetime(2026, 11, 4, 20, 0, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("typed", "zone", "expected"),
    [
        ("3d", "", NOW + timedelta(days=3)),
        ("5 hours", "", NOW + timedelta(hours=5)),
        ("tomorrow", "", datetime(2026, 11, 5, 9, tzinfo=UTC)),
        ("Monday 9:30", "", datetime(2026, 11, 9, 9, 30, tzinfo=UTC)),
        ("wed", "", datetime(2026, 11, 11, 9, tzinfo=UTC)),
        ("2026-12-24 18:00", "Europe/Berlin", datetime(2026, 12, 24, 17, tzinfo=UTC)),
        ("tomorrow 8", "America/New_York", datetime(2026, 11, 5, 13, tzinfo=UTC)),
        ("tomorrow", "Australia/Sydney", datetime(2026, 11, 5, 22, tzinfo=UTC)),
    ],
)
def test_times_as_people_type_them(typed, zone, expected):
    assert reminder_settings.parse_moment(typed, NOW, zone) == expected


@pytest.mark.parametrize("typed", ["", "soon", "2026-13-01", "25:00", "Monday 9:99", "-3d", "999999d"])
def test_what_is_no_time(typed):
    with pytest.raises(NotPossible):
        reminder_settings.parse_moment(typed, NOW, "")


def test_spans_and_times_of_day():
    assert [reminder_settings.parse_duration(t) for t in ("10h", "90m", "2d", "3")] == [600, 90, 2880, 180]
    assert [reminder_settings.parse_clock(t) for t in ("22:30", "8", "24", "7.05")] == [1350, 480, 0, 425]


async def test_settings_by_command(w):
    assert "Tell me your time zone first" in said(await w["Bob"].slash(w.channel, "me quiet"))
    (berlin,) = await w["Bob"].autocomplete(w.channel, "me timezone", "zone", "berlin")
    assert berlin["name"].startswith("Europe/Berlin · ")
    assert "Europe/Berlin (now 13:00)" in said(await w["Bob"].slash(w.channel, "me timezone", zone=berlin["value"]))
    assert "22:00–07:30" in said(await w["Bob"].slash(w.channel, "me quiet", to="7:30"))
    assert "the first after 12 hours" in said(await w["Bob"].slash(w.channel, "me remind", where="dm", after="12h"))
    assert "by direct message" in said(await w["Bob"].slash(w.channel, "me settings"))
    assert "Between 2 and 72 hours" in said(await w["Bob"].slash(w.channel, "me remind", after="1h"))
    assert "Choose a zone" in said(await w["Bob"].slash(w.channel, "me timezone", zone="Atlantis"))


async def later(w, **by):
    w.clock.advance(**by)
    w.bot.schedule.watch.wake()
    await w.bot.schedule.wait_for_look()
    w.bot.sender.wake()
    await w.bot.sender.drain()


async def test_a_nudge_in_the_thread_with_buttons(w):
    thread = await w.table()
    actor = await w.actor(thread)
    posts = len(w.posts(thread))
    await later(w, hours=13)
    assert len(w.posts(thread)) == posts + 1
    nudge = w.last(thread)
    assert f"<@{actor.id}>, it is your turn" in words(nudge)
    assert labels(nudge) == ["Take my turn", "Snooze 4 h", "Tomorrow 9:00", "Reminders"]
    sent = [r for r in w.sent("POST") if r.path.endswith(f"{thread.id}/messages")][-1]
    assert sent.json["allowed_mentions"]["users"] == [actor.id]
    assert "next reminder" in said(await actor.click(nudge, label="Snooze 4 h"))
    other = next(p for p in w.people.values() if p is not actor)
    assert "Nothing waits for you" in said(await other.click(nudge, label="Snooze 4 h"))
    await actor.click(nudge, label="Take my turn")


async def test_a_nudge_by_message_falls_back_to_the_thread(w):
    thread = await w.table()
    actor = await w.actor(thread)
    await scheduler.change_settings(w.store, actor.id, reminder_channel="dm")
    w.env.inject_error("POST", f"/channels/{actor.user.dm_channel.id}/messages", status=403, code=50007)
    posts = len(w.posts(thread))
    await later(w, hours=13)
    assert len(w.posts(thread)) == posts + 1
    assert (await scheduler.load_person_settings(w.store, actor.id)).dm_closed
    assert "closed" in said(await actor.slash(thread, "me settings"))


async def test_a_nudge_by_message_works_there(w):
    thread = await w.table()
    actor = await w.actor(thread)
    await scheduler.change_settings(w.store, actor.id, reminder_channel="dm")
    posts = len(w.posts(thread))
    await later(w, hours=13)
    assert len(w.posts(thread)) == posts
    (nudge,) = actor.user.dm_channel.history()
    assert "it is your turn" in words(nudge)
    assert "Auction" in said(await actor.user.click(nudge, label="Take my turn"))


async def test_the_host_is_asked_in_the_end(w):
    thread = await w.table()
    for _ in range(12):
        await later(w, hours=13)
    assert any("has not acted since" in p and f"<@{w['Ann'].id}>" in p for p in w.posts(thread))


async def test_a_promise_is_told_to_the_table(w):
    thread = await w.table()
    actor = await w.actor(thread)
    shown = await press_more(actor, await w.asking(thread), "Reminders")
    from tests.support.discord_world import answer

    form = await actor.click(answer(shown), label="I need until…")
    await actor.submit_modal(form, {"until": "3d"})
    await w.bot.sender.drain()
    assert any("will be back by" in p for p in w.posts(thread))


async def test_games_that_wait_are_listed_first(w):
    thread = await w.table()
    actor = await w.actor(thread)
    assert "your turn" in said(await actor.slash(w.channel, "me games"))
    other = next(p for p in w.people.values() if p is not actor)
    assert "your turn" not in said(await other.slash(w.channel, "me games"))
    assert "Auction" in said(await actor.slash(w.channel, "turn")), "the one table that waits is meant anywhere"
    (first, *_) = await actor.autocomplete(w.channel, "turn", "game", "")
    assert first["name"].endswith("your turn")

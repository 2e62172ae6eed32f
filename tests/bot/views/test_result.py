"""The end of a game as it is posted: in the simulated Discord, with a recorded game of which the last action is played there."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import pytest

from bot.core import progress, worker_process
from bot.core.discord_limits import ALT, TEXTS
from bot.core.errors import Busy, NotPossible
from bot.files import best_runs
from bot.files import replay as files_replay
from bot.model.kinds import PostKind
from bot.model.models import NewGame, NewPost, Post
from bot.model.replayed_game import PlayedActions
from bot.storage import outbox
from bot.storage.repositories.remarks import MAX_REMARK, add_remark
from bot.views.messages import ComposedPost, Public
from bot.views.pictures import drawing
from bot.views.post_registry import COMPOSERS, compose
from bot.views.story import replay
from bot.views.story.results.game_result import compose_details, compose_final_post
from bot.views.story.results.result_text import remark_lines
from render.drawing import phone
from tests.support.discord_world import NAMES, answer, labels, said, words, world
from tests.support.recorded_tables import recorded_game
from tests.support.shown_pictures import shown_widths
from tests.support.toy_tables import ANN, BOB, CID, opened, play_out, running, tables_of
from tests.support.worker_threads import start_in_thread
from titles import TITLES, find


@pytest.fixture(autouse=True)
def nothing_at_hand(monkeypatch):
    """What another test has drawn is not at hand here."""
    monkeypatch.setattr(replay, "_kept", {})


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, NAMES[:4]) as made:
        yield made


async def test_the_final_post_has_all_that_belongs_to_it(w, shared, monkeypatch):
    found = recorded_game(shared, "18GA/18GA_game_end_bankrupt")
    people = [(p, w[name].id, name) for p, name in zip(found.players, NAMES, strict=False)]
    opened_ = NewGame(
        guild=w.guild.id, channel=w.channel.id, host=w["Ann"].id, shown="Ann", title="18GA", options=found.options
    )
    table = await w.bot.tables.import_game(opened_, people, PlayedActions(found.actions[:-1]))
    await w.bot.sender.drain()
    await w.env.settle()
    assert sum("Take my turn" in labels(m) for m in w.channel.history()) == 1
    last = found.actions[-1]
    played = await table.play(last.by, last, "panel", user=1)
    assert played.over
    await w.bot.sender.drain()
    await w.env.settle()
    (post,) = [m for m in w.channel.history() if "wins 18GA" in words(m)]
    assert [m.id for m in w.channel.history() if labels(m)] == [post.id], "no panel asks for a turn any more"
    text = words(post)
    assert "Bob wins 18GA with $2,589" in text
    assert "a player went bankrupt" in text
    assert "moves in" not in text, "it was brought here"
    seed = (await table.record()).seed
    assert seed not in text
    assert labels(post) == ["Rematch", "In figures", "Replay", "Map", "Market, more", "Say something about it"]
    request = next(r for r in reversed(w.sent("POST")) if "wins 18GA" in str(r.json))
    (picture,) = request.json["attachments"]
    assert picture["filename"].startswith("final-")
    assert "3rd Cid $530 = shares $530: W&A 30, G&F 40." in picture["description"]
    turned = "Turning point OR 9.1: Bob's lead grows from $621 to $885 as W&A buys an 8-train, $631 of it from Cid."
    assert turned in picture["description"]
    assert len(picture["description"]) <= ALT
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    before = len(w.sent("PATCH"))
    pressed = await w["Bob"].click(post, label="In figures")
    figures = answer(pressed)
    edits = [request.json.get("content") for request in w.sent("PATCH")[before:] if request.json]
    assert edits[0] == "Adding up the game …"
    assert "Looking for runs that fell short: 1 of 32 …" in edits, "one message, edited"
    assert "**Missed** $70 in 2 of 32 runs: CoG $200 of $260 (OR 6.2), W&A $120 of $130 (OR 8.1)" in words(figures)
    assert "**3. Cid** $530 = shares $530 (3 W&A at $110, 4 G&F at $50) · bankrupt" in words(figures)
    told = words(figures)
    assert "• SR 5: Bob takes the lead by $39, after Ann led by $85. Bob −$150, Cid −$240, Ann −$320\n" in told
    assert (
        "◦ Bob sells 30% W&A and 40% ACL, buys 30% CoG, W&A $110 → $80, ACL $110 → $70: Cid −$180, Ann −$200\n" in told
    )
    rusted = "runs no train (its best run before: $220; trains of it rusted in GA's turn), $135 → $110, buys an 8-train"
    assert f"◦ W&A {rusted}, $631 of it from Cid, Cid sells 30% W&A: Ann −$25, Bob −$25, Cid −$751\n" in told
    assert "Bob −$10, Cid −$130, Ann −$150" in told, "privates of players closed"
    assert "buys a 4-train and a 5-train, W&SR of Cid and M&BR of Ann close: " in told
    assert "\nBob was ahead from SR 5 on, Ann before.\n" in told
    assert seed not in words(figures), "it was dealt elsewhere"
    assert "everybody is worth" not in words(figures), "that is told above"
    kinds = [[a.filename.partition("-")[0] for a in m.attachments] for m in (figures, *pressed.followups)]
    assert kinds == [["worth", "18GA"], ["revenue"], ["companies"]], "two charts in a picture, each as wide as a phone"
    assert [await shown_widths(m) for m in (figures, *pressed.followups)] == [{k[0]: phone.WIDTH} for k in kinds]
    assert set(map(int, request.json["allowed_mentions"]["users"])) == {w[n].id for n in NAMES[:3]}

    monkeypatch.setattr(files_replay, "MAX_FRAMES", 8)
    before = len(w.sent("PATCH"))
    shown, again = [answer(await w[name].click(post, label="Replay")) for name in ("Bob", "Cid")]
    (animation,) = shown.attachments
    assert animation.filename.endswith(".gif")
    assert animation.filename == again.attachments[0].filename
    edits = [request.json["content"] for request in w.sent("PATCH")[before:] if request.json]
    assert edits[0] == "Drawing the replay …"
    assert edits.count("Drawing the replay …") == 1, "the second time it is at hand"
    assert [f"Drawing the replay: {n} of 7 frames …" for n in range(1, 8)] == edits[1:8]

    result = await w["Bob"].click(post, label="Rematch")
    assert "is open in" in said(result)


async def test_runs_of_a_game_from_a_file_are_held_against_the_best(w, shared, monkeypatch):
    found = recorded_game(shared, "18EU/74045")
    people = [(p, w[name].id, name) for p, name in zip(found.players, NAMES, strict=False)]
    opened_ = NewGame(guild=w.guild.id, channel=w.channel.id, host=1, shown="Ann", title="18EU", options=found.options)
    table = await w.bot.tables.import_game(opened_, people, PlayedActions(found.actions))
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)
    figures = await compose_details(table)
    assert "• FER 4: Dora's lead falls from £307 to £41. Ann +£366, Bob +£220, Cid +£100, Dora +£100\n" in figures.body
    shares = "minors become shares: Ann 3, 13 and 14 of BNR, Bob 7 and 9 of RPR, Cid 1 of DR, Dora 8 of RBSR"
    assert f"\n  ◦ {shares}\n" in figures.body
    assert "• SR 6: Dora's lead falls from £429 to £291. Bob +£303, Cid +£272, Ann +£180, Dora +£165\n" in figures.body
    assert "\n  ◦ sold out: RPR £200 → £225, FS £180 → £200, " in figures.body
    assert (
        "**Missed** £360 in 15 of 114 runs: FS £340 of £380 (OR 4.2), FS £350 of £390 (OR 5.1), FS £130 of £160 (OR 4.1), …"
        in figures.body
    )
    monkeypatch.setattr(worker_process, "MAX_PROCESSES", 0)
    assert "**Missed** £360" in (await compose_details(table)).body, "it is at hand"
    monkeypatch.setattr(best_runs, "_kept", {})
    assert "cannot tell yet which runs fell short" in (await compose_details(table)).body


async def say(w, who: str, post, words: str) -> str:
    """What a player is told who presses the button below the result and types these words."""
    shown = await w[who].click(post, label="Say something about it")
    told = said(await w[who].submit_modal(shown, {"words": words}) if shown.modal is not None else shown)
    await w.bot.sender.drain()
    await w.env.settle()
    return told


async def test_each_player_says_something_once_and_it_stands_below_the_result(w, shared):
    found = recorded_game(shared, "18GA/18GA_game_end_bankrupt")
    people = [(p, w[name].id, name) for p, name in zip(found.players, NAMES, strict=False)]
    opened_ = NewGame(
        guild=w.guild.id, channel=w.channel.id, host=w["Ann"].id, shown="Ann", title="18GA", options=found.options
    )
    table = await w.bot.tables.import_game(opened_, people, PlayedActions(found.actions[:-1]))
    last = found.actions[-1]
    await table.play(last.by, last, "panel", user=1)
    await w.bot.sender.drain()
    await w.env.settle()
    (post,) = [m for m in w.channel.history() if "wins 18GA" in words(m)]
    sent = len(w.sent("POST"))
    assert await say(w, "Cid", post, f"So close!\n<@{w['Ann'].id}> @everyone **hm**") == (
        "Your words are below the result now."
    )
    await say(w, "Bob", post, "x" * 260)
    (edited,) = [m for m in w.channel.history() if "wins 18GA" in words(m)]
    assert edited.id == post.id, "the post that stands is edited"
    assert len(edited.attachments) == len(post.attachments) == 1
    lines = words(edited).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("**Cid**: So close!"))
    assert lines[at - 1] == f"**Bob**: {'x' * 260}", "in the order of places"
    assert f"<@{w['Ann'].id}>" not in lines[at]
    assert "@everyone" not in lines[at]
    assert w.sent("PATCH")[-1].json is not None
    assert not [r for r in w.sent("POST")[sent:] if "wins 18GA" in str(r.json)]
    assert "You have said something about this game already" in await say(w, "Cid", post, "And more")
    assert "Only those who played" in await say(w, NAMES[3], post, "I watched")


@pytest.mark.parametrize("blank", [" \n ", "\u200b", "\u200d\u2060", "\u2800\u3164"])
async def test_blanks_are_no_words(blank):
    store = await opened()
    with pytest.raises(NotPossible, match="Write something first"):
        await add_remark(store, 1, "ann", blank)
    await store.close()


async def test_a_remark_is_kept_only_where_it_will_stand_in_full():
    store = await opened()
    with pytest.raises(NotPossible, match="are 2 characters too long"):
        await add_remark(store, 1, "ann", "*" * (MAX_REMARK // 2 + 1))
    await store.close()
    longest = [("_" * 32, "*" * (MAX_REMARK // 2))] * max(find(t).file.players[1] for t in TITLES)
    assert remark_lines(longest).count(r"\*" * (MAX_REMARK // 2)) == len(longest)


async def test_a_replay_that_fails_is_told_to_who_asked_and_drawn_anew(monkeypatch, caplog):
    store = await opened()
    table = await running(tables_of(store))
    await play_out(table)
    answers = []

    async def tell(text):
        answers.append(text)

    async def break_down(*_, **__):
        raise RuntimeError("no room")

    async def draw(*_, **__):
        return b"GIF"

    monkeypatch.setattr(replay, "run_in_process", break_down)
    with pytest.raises(RuntimeError, match="no room"):
        await replay.replay_answer(table, ANN, tell)
    assert "drawing of a replay failed" in caplog.text
    monkeypatch.setattr(replay, "run_in_process", draw)
    (picture,) = (await replay.replay_answer(table, ANN, tell)).pictures
    assert picture.data == b"GIF"
    assert answers == ["Drawing the replay …"] * 2
    replay._kept.clear()
    done, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def draw_late(*_, **__):
        begun.release()
        await done.wait()
        return b"GIF"

    monkeypatch.setattr(replay, "run_in_process", draw_late)
    first = asyncio.create_task(replay.replay_answer(table, ANN, tell))
    await begun.acquire()
    with monkeypatch.context() as other:  # another table
        other.setattr(files_replay.Film, "fingerprint", lambda _: "another")
        with pytest.raises(Busy, match="Your last replay is still being drawn"):
            await replay.replay_answer(table, ANN, tell)
        second = asyncio.create_task(replay.replay_answer(table, BOB, tell))
        await begun.acquire()
    done.set()
    assert [(await asked).pictures[0].data for asked in (first, second)] == [b"GIF", b"GIF"]
    await store.close()


async def test_the_words_fit_whatever_the_players_are_called():
    store = await opened()
    tables = tables_of(store)
    table = await running(tables)
    await play_out(table)
    made = await compose_final_post(table, {})
    assert sum(map(len, made.texts)) <= TEXTS - 200
    assert made.pings == tuple(dict.fromkeys(s.user for s in table.seats))
    assert {ANN, BOB, CID} == set(made.pings)
    figures = await compose_details(table)
    seed = (await table.record()).seed
    assert f"The seed was {seed}, its SHA-256 {sha256(seed.encode()).hexdigest()}" in figures.body
    (file,) = figures.files
    assert file.name == "Toy-1.txt"
    assert file.data.startswith(b"title Toy\n")
    await store.close()


async def test_nothing_is_posted_where_the_end_was_taken_back_and_a_late_picture_is_told_of(monkeypatch):
    store = await opened()
    tables = tables_of(store)
    table = await running(tables)
    (number,) = await store.enqueue(NewPost(kind=PostKind.FINAL, game=table.id))
    (*_, post) = await outbox.load_queue(store, table.row.channel)
    assert isinstance(post, Post)
    assert post.id == number
    assert await compose(store, tables, post) is None

    async def late(*_about: object) -> ComposedPost:
        assert not await drawing.finish_in_time(asyncio.Event().wait)
        return ComposedPost(Public(("The end",)))

    monkeypatch.setitem(COMPOSERS, PostKind.FINAL, late)
    monkeypatch.setattr(drawing, "PICTURE_SECONDS", 0.01)
    made = await compose(store, tables, post)
    assert made is not None
    assert made.public.texts == ("The end", drawing.LATE_POST), "a post without its picture did not say why"
    await store.close()

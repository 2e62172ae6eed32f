"""Which pictures a post carries, and how messages show several."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

import render
from bot.client import components
from bot.core import metrics
from bot.core.errors import NotPossible
from bot.model.kinds import PostLevel, Theme
from bot.model.results import examine_position
from bot.views import map_focus
from bot.views.messages import Picture, Private, Public
from bot.views.pictures import drawing, images, post_pictures
from game.actions import Choose, Pass
from game.events import TileLaid, TokenPlaced
from game.play import Game
from tests.bot.commands.test_va_decisions import growing
from tests.golden import played_until
from tests.support.discord_world import answer, labels, world
from titles import TITLES


def table(title):
    """Just what pictures ask of a table, and its public view."""
    rules = TITLES[title].rules((), 3)
    g = Game.new(rules, ["ann", "bob", "cid"], "1")
    position = SimpleNamespace(deciders=("ann",), seq=5)
    return SimpleNamespace(
        id=1, rules=rules, row=SimpleNamespace(post_level=PostLevel.NORMAL, theme=Theme.LIGHT), position=position
    ), g.view(None)


def _asked(g: Game) -> Any:
    return g.top_step()


MID_GAME: dict[str, tuple[str, Callable[[Game], Any]]] = {
    "auction": ("bids", lambda g: _asked(g).auction(g) is not None),
    "stock": ("holdings", lambda g: g.state.round.startswith("SR") and g.state.tiles),
    "track": ("part", lambda g: _asked(g).key == "track"),
    "run": ("part", lambda g: _asked(g).key == "run"),
}


def reached(title: str, wanted: Callable[[Game], Any]) -> Game:
    """The first question of a kept game that is wanted."""
    return played_until(title, lambda g: g.top_step() is not None and bool(wanted(g)))


@pytest.mark.parametrize("title", list(TITLES))
async def test_a_panel_has_one_picture_of_what_matters_now(title):
    for key, (kind, wanted) in MID_GAME.items():
        if (title, key) == ("18India", "auction"):  # cards are drafted there
            continue
        game = reached(title, wanted)
        row = SimpleNamespace(post_level=PostLevel.NORMAL, theme=Theme.LIGHT)
        now = examine_position(game, 0)
        made: Any = SimpleNamespace(
            id=1, rules=game.rules, row=row, position=now, choices=lambda seat, now=now: now.choices.get(seat, ())
        )
        shown = await post_pictures.panel_pictures(made, game.events, game.view(None), first=False)
        assert [p.name.partition("-")[0] for p in shown] == [kind], key
        row.post_level = "quiet"
        assert await post_pictures.panel_pictures(made, [], game.view(None), first=False) == ()


async def test_a_panel_shows_the_cards_of_a_draft_while_it_lasts():
    """It showed companies, none of which anybody could buy."""
    game = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "7")
    now = examine_position(game, 0)
    made: Any = SimpleNamespace(
        id=1,
        rules=game.rules,
        row=SimpleNamespace(post_level=PostLevel.NORMAL, theme=Theme.LIGHT),
        position=now,
        choices=lambda seat: now.choices.get(seat, ()),
    )
    (picture,) = await post_pictures.panel_pictures(made, (), game.view(None), first=False)
    assert picture.name.startswith("draft-")
    assert picture.alt.startswith("In the draft: ")


def test_the_latest_changes_come_first():
    events = [TileLaid("WR", "D17", "57", 0), TokenPlaced("WR", "D17.a.0"), TileLaid("EIR", "P17", "235", 0)]
    assert map_focus.built_hexes(events) == ["P17", "D17"]
    made, view = table("18India")
    shown = render.latest(made.rules.data, map_focus.built_hexes(events))
    assert "P17" in shown
    assert "D17" not in shown  # too far away for one picture on a phone
    assert "P17" in map_focus.hexes_of_word(view, made.rules, "here", events)


def test_parts_by_company_region_name_and_hex():
    made, view = table("18India")
    assert "D17" in map_focus.hexes_of_word(view, made.rules, "WR", [])  # its home, as it has no station
    view.tokens["I20.a.0"] = "WR"
    assert "I20" in map_focus.hexes_of_word(view, made.rules, "wr", [])
    assert "D17" not in map_focus.hexes_of_word(view, made.rules, "wr", [])
    assert "A16" in map_focus.hexes_of_word(view, made.rules, "West", [])
    assert "Q10" in map_focus.hexes_of_word(view, made.rules, "china", [])
    with pytest.raises(NotPossible, match="GIPR has no place on the map yet"):
        map_focus.hexes_of_word(view, made.rules, "GIPR", [])
    assert map_focus.places_of_word(view, made.rules, "wr") == ["I20"]
    assert map_focus.places_of_word(view, made.rules, "China") == [map_focus.find_hex(made.rules, "China")]
    assert map_focus.places_of_word(view, made.rules, "West") == []
    with pytest.raises(NotPossible, match="no hex “atlantis”"):
        map_focus.hexes_of_word(view, made.rules, "atlantis", [])


async def test_a_hand_is_for_its_owner():
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "1")
    made, _ = table("18India")
    assert [len(await images.draw_hand(made, g.view(viewer), "ann")) for viewer in ("ann", "bob", None)] == [1, 0, 0]


async def test_the_console_shows_a_hand_to_its_owner_and_the_panel_shows_none(tmp_path):
    def shown(message):
        return [a.filename.partition("-")[0] for a in message.attachments]

    async with world(tmp_path) as w:
        thread = await w.table(title="18India")
        assert shown(w.last(thread)) == ["draft"]
        for command, picture in (("turn", "picks"), ("view hand", "hand")):  # the console's has the draft's cards too
            found = answer(await w["Bob"].slash(thread, command))
            assert found.ephemeral
            assert picture in shown(found)
            assert any("Your hand" in str(a.description) or a.filename.startswith("hand") for a in found.attachments)
        market = answer(await w["Bob"].slash(thread, "view market"))
        assert shown(market) == ["market"]
        if "Cards for sale" in labels(market):  # as they are dealt: too high for the same picture
            market = answer(await w["Bob"].click(market, label="Cards for sale"))
        assert "Row 1, top first" in str(market.attachments[0].description)


def test_each_picture_is_shown_at_full_width():
    two = tuple(Picture(f"p{n}.png", b"x", f"words {n}") for n in (1, 2))
    shown = components.post_layout(Public(texts=("a",), pictures=two)).to_components()
    galleries = [c for c in shown[0]["components"] if c["type"] == 12]
    assert [[i["media"]["url"] for i in c["items"]] for c in galleries] == [
        ["attachment://p1.png"],
        ["attachment://p2.png"],
    ]
    for words in ("few", "many " * 500):  # a message has room for 2,000 characters, an embed for 4,096
        made = components.private_arguments(Private(title="t", body=words, pictures=two[:1]))
        assert [f.filename for f in made["files"]] == ["p1.png"]
        assert [e.image.url for e in made.get("embeds", ())] == [None] * (words != "few")
    assert components.private_arguments(Private(text="only words")) == {"content": "only words"}


async def test_after_some_drawings_free_memory_is_returned(monkeypatch):
    returned: list[None] = []
    monkeypatch.setattr(drawing, "return_free_memory", lambda: returned.append(None))
    monkeypatch.setattr(drawing, "_drawings", itertools.count(1))
    monkeypatch.setattr(drawing, "_kept", {})
    made, view = table("18GA")
    blank = Image.new("L", (1, 1))
    for n in range(2 * drawing.DRAWN - 1):
        await drawing.draw_cached(made, "test", view, lambda: blank, "", n)
        await drawing.draw_cached(made, "test", view, lambda: blank, "", n)
    assert len(returned) == 1


async def test_a_conversion_is_shown_before_and_after_and_a_pass_is_not():
    game = growing()
    before = game.view(None)
    seen = []
    for action in (Choose("convert", by="p0"), Pass(by="p0")):
        after = growing()
        after.play(action)
        made: Any = SimpleNamespace(
            id=1, rules=game.rules, row=SimpleNamespace(theme=Theme.LIGHT), position=SimpleNamespace(seq=5)
        )
        seen.append(await post_pictures.draw_changed_companies(made, before, after.view(None)))
    converted, passed = seen
    assert [p.name.partition("-")[0] for p in converted] == ["change"]
    tokens = "stations left 2 ($0, $40) → 4 ($0, $40, $100, $100)"
    assert f"VR: train limit 2 → 4, {tokens}, made of 5 shares → 10 shares" in converted[0].alt
    assert passed == ()


async def test_a_view_does_not_wait_behind_the_posts_of_many_tables():
    """Thirty tables draw, and none of their drawings ends before the view of somebody who has asked for it is there."""
    played, view = table("18GA")
    go_on = threading.Event()

    def held() -> Image.Image:
        go_on.wait()
        return Image.new("RGB", (4, 4))

    with drawing.drawn_behind():
        posts = [
            asyncio.ensure_future(drawing.draw_cached(played, "held", view, held, "", number)) for number in range(30)
        ]
    try:
        seen = await drawing.draw_cached(played, "seen", view, lambda: Image.new("RGB", (8, 8)), "seen")
        assert seen.alt == "seen"
        assert not any(post.done() for post in posts)
    finally:
        go_on.set()
    assert len(await asyncio.gather(*posts)) == 30


async def test_a_picture_that_is_asked_for_twice_at_once_is_drawn_once():
    played, view = table("18GA")
    go_on, drawn = threading.Event(), []

    def held() -> Image.Image:
        drawn.append(1)
        go_on.wait()
        return Image.new("RGB", (5, 5))

    asked = [asyncio.ensure_future(drawing.draw_cached(played, "twice", view, held, "")) for _ in range(3)]
    with drawing.drawn_behind():  # a post waits for what somebody has asked for
        asked.append(asyncio.ensure_future(drawing.draw_cached(played, "twice", view, held, "")))
    await asyncio.sleep(0)
    asked.pop(0).cancel()  # the others wait on
    go_on.set()
    first, *others = await asyncio.gather(*asked)
    assert drawn == [1]
    assert all(other.data == first.data for other in others)
    assert not drawing._under_way


async def test_what_is_overtaken_before_a_thread_is_free_is_not_drawn():
    played, view = table("18GA")
    wanted, drawn = [True], []

    def make() -> Image.Image:
        drawn.append(1)
        return Image.new("RGB", (6, 6))

    go_on = threading.Event()

    def held() -> Image.Image:
        go_on.wait()
        return Image.new("RGB", (4, 4))

    with drawing.drawn_behind():
        others = [asyncio.ensure_future(drawing.draw_cached(played, "full", view, held, "", n)) for n in range(2)]
    with drawing.drawn_behind(lambda: wanted[0]):
        overtaken = asyncio.ensure_future(
            drawing.finish_in_time(lambda: drawing.draw_cached(played, "late", view, make, ""))
        )
    await asyncio.sleep(0.01)  # it stands in the queue
    with drawing.drawn_behind():
        another = asyncio.ensure_future(drawing.draw_cached(played, "late", view, make, "", "other"))
        joined = [asyncio.ensure_future(drawing.draw_cached(played, "late", view, make, "")) for _ in range(2)]
    await asyncio.sleep(0.01)  # these too
    wanted[0] = False
    go_on.set()
    with pytest.raises(drawing.Overtaken):
        await overtaken
    await asyncio.gather(*others, another, *joined)  # whoever still wants the same picture gets it
    assert drawn == [1, 1], "two who waited for it drew it twice"


async def test_an_answer_says_once_what_it_leaves_out_as_it_takes_too_long(monkeypatch, caplog):
    """On a busy machine it was a fault of the log with its traceback, once for each picture, and nobody was told."""
    monkeypatch.setattr(drawing, "PICTURE_SECONDS", 0.02)
    begun = list[int]()

    async def draw() -> None:
        begun.append(1)
        await asyncio.Event().wait()

    with drawing.answering():
        assert await drawing.finish_in_time(draw, draw) == ()
        assert begun == [1], "the second waited as long again"
        assert (drawing.take_late_words(), drawing.take_late_words()) == (drawing.LATE_PICTURE, "")
        with drawing.drawn_behind(may_follow=True) as post:
            assert await drawing.finish_in_time(draw) == ()
            assert post.late
            assert await drawing.finish_or_put_off([draw]) == ()
        assert not post.late
        assert post.put_off == [draw], "it never came"
        assert not drawing.take_late_words(), "a post is no answer"
    assert not drawing.take_late_words()
    assert {(r.levelname, r.exc_info) for r in caplog.records} == {("WARNING", None)}


async def test_what_everybody_has_given_up_is_not_drawn_and_is_where_somebody_asks_again():
    """On a busy machine all threads drew pictures of answers that had gone out without them."""
    played, view = table("18GA")
    go_on, drawn = threading.Event(), list[str]()

    def held() -> Image.Image:
        go_on.wait()
        return Image.new("RGB", (4, 4))

    def ask(name: str, make: Callable[[], Image.Image]) -> asyncio.Future[Any]:
        return asyncio.ensure_future(drawing.draw_cached(played, "given up", view, make, "", name))

    def make(name: str) -> Image.Image:
        drawn.append(name)
        return Image.new("RGB", (6, 6))

    first = [ask(f"held {n}", held) for n in range(drawing.ASKED)]
    late = {name: [ask(name, partial(make, name)) for _ in range(2)] for name in ("kept", "dropped", "again")}
    await asyncio.sleep(0.01)  # they stand in the queue
    for given_up in (late["kept"][0], *late["dropped"], *late["again"]):
        given_up.cancel()
    await asyncio.sleep(0)
    once_more = ask("again", partial(make, "again"))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*first, late["kept"][1], once_more)
    assert sorted(drawn) == ["again", "kept"]
    assert not drawing._awaiting


async def test_a_panel_beyond_those_that_wait_is_drawn_later_and_the_newest_first(monkeypatch):
    """Its text goes out at once; nothing is drawn for it once its table has gone on."""
    played, view = table("18GA")
    monkeypatch.setattr(drawing, "POSTS_DRAWN", 1)
    go_on, drawn = threading.Event(), list[str]()

    def held() -> Image.Image:
        go_on.wait()
        return Image.new("RGB", (4, 4))

    def draw(name: str) -> Callable[[], Any]:
        def make() -> Image.Image:
            drawn.append(name)
            return Image.new("RGB", (6, 6))

        return lambda: drawing.draw_cached(played, "panel", view, make, name, name)

    with drawing.drawn_behind():
        first = asyncio.ensure_future(drawing.draw_cached(played, "first", view, held, ""))
    await asyncio.sleep(0)
    waiting = metrics.DRAWING._value.get()
    late, wanted = [], dict.fromkeys(("older", "overtaken", "newer"), True)
    for name in wanted:
        with drawing.drawn_behind(partial(wanted.__getitem__, name), may_follow=True) as post:
            assert await drawing.finish_or_put_off([draw(name)]) == ()
        late.append(asyncio.ensure_future(drawing.draw_put_off(post)))
        await asyncio.sleep(0)
    assert metrics.DRAWING._value.get() == waiting + 3
    assert drawn == []
    wanted["overtaken"] = False
    go_on.set()
    older, overtaken, newer = await asyncio.gather(*late, return_exceptions=True)
    assert drawn == ["newer", "older"]
    assert [isinstance(shown, tuple) and len(shown) for shown in (older, newer)] == [1, 1]
    assert isinstance(overtaken, drawing.Overtaken)
    await first
    assert not drawing._following
    assert metrics.DRAWING._value.get() == waiting - 1


async def test_a_panel_is_drawn_at_once_where_few_wait():
    played, view = table("18GA")
    with drawing.drawn_behind(may_follow=True) as post:
        shown = await drawing.finish_or_put_off(
            [lambda: drawing.draw_cached(played, "at once", view, lambda: Image.new("RGB", (7, 7)), "")]
        )
    assert len(shown) == 1
    assert not post.put_off


async def test_where_many_presses_wait_a_panel_is_drawn_later_and_one_for_some_answers(monkeypatch):
    """Its text goes out at once; what the next move overtakes meanwhile is never drawn."""
    played, view = table("18GA")
    monkeypatch.setattr(drawing, "_answers", itertools.count(1))
    drawn = list[str]()

    def draw(name: str) -> Callable[[], Any]:
        def make() -> Image.Image:
            drawn.append(name)
            return Image.new("RGB", (6, 6))

        return lambda: drawing.draw_cached(played, "pressed", view, make, name, name)

    async def put_off(name: str) -> asyncio.Future[Any]:
        with drawing.drawn_behind(partial(wanted.__getitem__, name), may_follow=True) as post:
            assert await drawing.finish_or_put_off([draw(name)]) == ()
        late = asyncio.ensure_future(drawing.draw_put_off(post))
        await asyncio.sleep(0)
        return late

    wanted = dict.fromkeys(("older", "overtaken", "newer"), True)
    with ExitStack() as presses:
        for _ in range(drawing.PRESSES):
            presses.enter_context(drawing.answering())
        older, overtaken = await put_off("older"), await put_off("overtaken")
        newer = await put_off("newer")
        for _ in range(drawing.ANSWERS - 1):
            with drawing.answering():
                pass
        assert drawn == []
        with drawing.answering():
            pass
        assert len(await newer) == 1
        assert drawn == ["newer"]
        wanted["overtaken"] = False
    assert len(await older) == 1
    assert isinstance((await asyncio.gather(overtaken, return_exceptions=True))[0], drawing.Overtaken)
    assert drawn == ["newer", "older"]
    assert not drawing._answering


async def test_a_part_of_the_map_is_not_drawn_again_for_a_change_of_money():
    game = reached("18GA", lambda g: _asked(g).key == "track")
    made = table("18GA")[0]
    view, hexes = game.view(None), list(game.rules.data.hexes)[:9]
    first = await images.draw_crop(made, view, hexes, render.Marks())
    cached = metrics.CACHED_PICTURES._value.get()
    view.cash["bank"] -= 10
    second = await images.draw_crop(made, view, hexes, render.Marks())
    assert second.data == first.data
    assert metrics.CACHED_PICTURES._value.get() == cached + 1


async def test_what_looks_the_same_after_a_move_is_not_drawn_again(monkeypatch):
    """A proposed run was drawn once more when it was over, and trains for sale after each move that changed none of them."""
    drawn = []

    def draw(*given, **options):
        drawn.append(given)
        return Image.new("RGB", (8, 8))

    monkeypatch.setattr(render, "draw_crop", draw)
    monkeypatch.setattr(render, "draw_trains", draw)
    game = reached("18GA", lambda g: _asked(g).key == "run")
    made, view = table("18GA")[0], game.view(None)
    for possible in (True, False):
        await images.draw_crop(made, view, ("E5",), render.Marks(runner="W&A", possible=possible))
        await images.draw_trains(made, view)
        view.seq += 1
    assert len(drawn) == 2
    await images.draw_crop(made, view, ("E5",), render.Marks(hexes=("E5",), possible=True))
    await images.draw_crop(made, view, ("E5",), render.Marks(hexes=("E5",)))
    assert len(drawn) == 4  # what is laid looks other than what may be

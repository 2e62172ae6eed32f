"""Everything that can be looked at answers privately, with a picture that has words."""

from __future__ import annotations

import re
from typing import Any

import pytest

import render
from bot.commands.view import commands
from bot.core.text import begin_sentence
from bot.model.kinds import Via
from bot.model.renamed_players import rename_actions
from bot.views import inspection
from bot.views.guide.title_guide import TERMS_LABEL
from bot.views.pages.key_page import WORDS_LABEL
from bot.views.turn_panel import OPEN
from game.actions import LayTile
from game.names import company_name
from game.play import Game
from game.transcript import perform, read
from render.data.names import round_label
from render.drawing import phone
from tests.console_report import seated, walk
from tests.golden import FOLDER
from tests.support.discord_world import (
    NAMES,
    answer,
    labels,
    menu,
    offered,
    parts,
    pick,
    press_more,
    said,
    words,
    world,
)
from tests.support.prepared_games import asks, until
from tests.support.shown_pictures import shown_widths
from titles import TITLES


@pytest.fixture
async def thread(w):
    return await w.table()


VIEWS: list[tuple[str, dict[str, Any], str]] = [
    ("view map", {}, "map-1-0"),
    ("view map", {"layers": "last runs"}, "map-1-0"),
    ("view map", {"large": True}, "map-1-0"),
    ("view map", {"focus": "Atlanta", "layers": "plain"}, "part-1-0"),
    ("view map", {"focus": "cog"}, "part-1-0"),
    ("view map", {"focus": "south-east"}, "part-1-0"),
    ("view map", {"focus": "here"}, "part-1-0"),
    ("view market", {}, "market-1-0"),
    ("view company", {"company": "CoG"}, "company-1-0"),
    ("view company", {"company": "cog"}, "company-1-0"),
    ("view player", {"player": "ann"}, "player-1-0"),
    ("view holdings", {}, "holdings-1-0"),
    ("view auction", {}, "bids-1-0"),
    ("view bank", {}, "bank-1-0"),
    ("view tiles", {}, "tiles-1-0"),
    ("view tiles", {"tile": "57"}, "upgrades-1-0"),
    ("view table", {}, "table-1-0"),
    ("view table", {"form": "csv"}, "table-1.csv"),
    ("view network", {"company": "CoG"}, "map-1-0"),
    ("view key", {}, "key-1-0"),
    ("history browse", {}, "map-1-0"),
]
WORDS_ALONE = {"log", "changes", "routes", "chart", "describe", "hand"}  # at the start of a game of 18GA


async def test_pictures_are_as_wide_as_those_of_posts(w, thread):
    """Whole maps were 76 to 148 pixels wide, tables 225, since each picture stood in an embed, or was too high for a phone."""
    assert {command.removeprefix("view ") for command, *_ in VIEWS} >= {v.name for v in commands.VIEWS} - WORDS_ALONE
    before = len(w.posts(thread))
    for command, options, file in VIEWS:
        shown = answer(await w["Bob"].slash(thread, command, **options))
        (found,) = shown.attachments
        assert found.filename.startswith(file), (command, options)
        assert 0 < found.size < 200_000
        assert "ann" not in found.filename
        narrow = {k: wide for k, wide in (await shown_widths(shown)).items() if wide < phone.WIDTH}
        assert not narrow, (command, options)
    assert len(w.posts(thread)) == before


async def test_parts_of_the_map_are_proposed_and_others_refused(w, thread):
    found = await w["Bob"].autocomplete(thread, "view map", "focus", "")
    assert [c["value"] for c in found[:3]] == ["here", "north-west", "north"]
    found = await w["Bob"].autocomplete(thread, "view map", "focus", "central")
    assert [c["value"] for c in found] == ["CoG"]
    assert "no hex “nowhere”" in said(await w["Bob"].slash(thread, "view map", focus="nowhere"))


TEXTS = [
    ("view table", {"form": "text"}, "cash"),
    ("view tiles", {"hex": "Macon"}, "Macon"),
    ("view log", {}, "Auction"),
    ("view changes", {}, "Auction"),
    ("view routes", {}, "No company has run yet"),
    ("view network", {"company": "CoG"}, "CoG has not started. Its home is Macon (F6)."),
    ("view network", {"company": "cog"}, "**Next to it**"),
    ("view network", {"company": "CoG", "place": "Macon"}, "CoG has not started. Its home is Macon (F6)."),
    ("view network", {"company": "CoG", "place": "Macon"}, "Macon (F6) is where CoG starts."),
    ("view network", {"title": "18EU", "company": "FS", "place": "Milan"}, "Name a place to begin at with `start`"),
    ("view network", {"company": "CoG", "place": "Atlanta"}, "Between CoG and Atlanta (D4): "),
    ("view network", {"start": "Savannah", "place": "Atlanta"}, "Between Savannah (G13) and Atlanta (D4): "),
    ("view network", {"start": "Atlanta", "place": "Atlanta"}, "are the same place: Atlanta (D4)"),
    ("view network", {"start": "Savannah"}, "Say which place to reach, with `place`"),
    ("view network", {"company": "NYC"}, "There is no company “NYC”. There are ACL, CoG"),
    ("view network", {}, "Say which company"),
    ("view network", {"place": "Nowhere"}, "There is no hex “Nowhere”"),
    ("view tiles", {"hex": "Macon", "tile": "57"}, "Name a hex or a tile, not both"),
    ("view map", {"title": "18GA", "at": "5"}, "A game as it starts has no earlier moment"),
    ("view describe", {"what": "Bob"}, "Bob"),
    ("view describe", {"what": "row F"}, "Macon"),
    ("view hand", {}, "$600"),
    ("view describe", {"what": "D4"}, "Atlanta"),
    (
        "view describe",
        {"what": "market"},
        "Yellow cells ($30 to $55): shares do not count towards your certificate limit",
    ),
    ("history branches", {}, "Nothing was taken back"),
]


@pytest.mark.parametrize(("command", "options", "text"), TEXTS, ids=[f"{c}-{len(o)}" for c, o, _ in TEXTS])
async def test_words(w, thread, command, options, text):
    assert text in said(await w["Bob"].slash(thread, command, **options))


@pytest.mark.parametrize(("title", "text"), [({}, "451a"), ({"title": "18EU"}, "a mountain costs another £60")])
async def test_the_key_is_drawn_and_told_in_words(w, thread, title, text):
    key = answer(await w["Bob"].slash(thread, "view key", **title))
    for label in ("Stations and outlines", "Ground", "Letters and signs", "Places"):
        (picture,) = key.attachments  # one alone is as wide as a phone
        assert picture.filename.startswith("key")
        assert 0 < picture.size < 200_000
        key = answer(await w["Bob"].click(key, label=label))
    assert text in said(await w["Bob"].click(key, label=WORDS_LABEL))


async def test_strangers_may_look_but_have_no_hand(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Eve")) as w:
        thread = await w.table()
        assert answer(await w["Eve"].slash(thread, "view map")).attachments
        assert "no seat" in said(await w["Eve"].slash(thread, "view hand"))
        assert "no seat" in said(
            await pick(w["Eve"], answer(await w["Eve"].click(w.last(thread), label="Market, more")), "Your cards")
        )
        assert "no seat" in said(await w["Eve"].click(w.last(thread), label="Take my turn"))


async def test_the_panels_buttons_for_everybody(w, thread):
    panel = w.last(thread)
    for label in ("What changed", "Table"):
        assert answer(await press_more(w["Cid"], panel, label)).ephemeral
    boards = answer(await w["Cid"].click(panel, label="Map"))
    assert [a.filename.partition("-")[0] for a in boards.attachments] == ["map"]
    more = await w["Cid"].click(panel, label="Market, more")
    assert "**Par**: The price at which a company is started" in said(more), "words that newcomers meet on the panel"
    assert "**◂ priority deal**: Whoever has it begins" in said(more)
    terms = answer(await w["Cid"].click(answer(more), label=TERMS_LABEL))
    assert menu(terms), "the way to all other words had scrolled away"
    shown = await pick(w["Cid"], answer(more), "Market")
    assert answer(shown).attachments[0].filename.startswith("market-")


@pytest.mark.parametrize("chosen", ["holdings", "CoG"])
async def test_what_is_looked_at_has_a_way_back_to_all_there_is(w, thread, chosen):
    """The menus were gone with the page."""
    more = answer(await w["Cid"].click(w.last(thread), label="Market, more"))
    of = next(p["custom_id"] for p in parts(more) if chosen in {o["value"] for o in p.get("options", ())})
    shown = answer(await w["Cid"].select(more, [chosen], custom_id=of))
    back = answer(await w["Cid"].click(shown, label="◀ Back"))
    assert back.id == more.id
    assert "What changed" in labels(back)
    assert menu(back)


async def test_the_tiles_that_a_private_may_lay_are_shown_by_their_numbers(w):
    """ "Tile 7, 8 or 9": which are these?"""
    thread = await w.table(title="18TN")
    more = answer(await w["Cid"].click(w.last(thread), label="Market, more"))
    of = next(p["custom_id"] for p in parts(more) if "ETWCR" in {o["value"] for o in p.get("options", ())})
    shown = answer(await w["Cid"].select(more, ["ETWCR"], custom_id=of))
    assert "lay tile 7, 8 or 9 in F19" in words(shown)
    assert "1: F19 · 7 · to G18 and F17 (Knoxville) · using ETWCR" in shown.attachments[0].description


async def test_stepping_through_the_game(w, thread):
    await (await w.actor(thread)).slash(thread, "play bid", on="LTR", price=20)
    shown = await w["Bob"].slash(thread, "history browse")
    assert "Move 1 of 1" in said(shown)
    shown = await w["Bob"].click(answer(shown), label="◀ Back")
    assert "Move 0 of 1" in said(shown)
    assert "The deal" in said(shown)
    shown = await w["Bob"].click(answer(shown), label="End ⏭")
    assert "Move 1 of 1" in said(shown)
    shown = await w["Bob"].slash(thread, "view log", at="auction")
    assert "gets LTR for $20" in said(shown)
    assert "no move or round “OR 7.1”. So far there is 1 move" in said(
        await w["Bob"].slash(thread, "view map", at="OR 7.1")
    )
    assert [c["value"] for c in await w["Bob"].autocomplete(thread, "view log", "round", "")] == ["Auction"]
    about = await w["Bob"].autocomplete(thread, "view log", "filter", "")
    assert {"Ann", "Bob", "Cid", "W&A"} <= {c["value"] for c in about}
    choices = await w["Bob"].autocomplete(thread, "view map", "at", "deal")
    assert [c["name"] for c in choices] == ["0:  the deal"] or choices
    shown = await w["Bob"].slash(thread, "view map", at=choices[0]["value"])
    assert answer(shown).attachments[0].filename.startswith("map-1-")


async def test_pictures_of_the_past_say_who_had_to_act_then(w, thread):
    """Not who must act now; and a picture that was drawn so is not shown again once the moment comes back."""
    first = await w.actor(thread)
    await first.slash(thread, "play pass")
    second = await w.actor(thread)

    async def seen(command, **options):
        (picture,) = answer(await w["Bob"].slash(thread, command, **options)).attachments
        return picture.description, await picture.read()

    looks: tuple[tuple[str, dict[str, str]], ...] = (
        ("view map", {}),
        ("view map", {"focus": "D10"}),
        ("history browse", {}),
    )
    for command, options in looks:
        assert f"{first.name} to act" in (await seen(command, at="0", **options))[0]
        assert f"{second.name} to act" in (await seen(command, **options))[0]
    then = await seen("view holdings", at="0")
    assert then != await seen("view holdings")
    await first.slash(thread, "undo")
    assert await seen("view holdings") == then


async def test_a_line_of_the_log_opens_on_the_map(w, thread):
    await (await w.actor(thread)).slash(thread, "play bid", on="LTR", price=20)
    await (await w.actor(thread)).slash(thread, "do", action="pass")
    log = answer(await w["Bob"].slash(thread, "view log"))
    lines = offered(log)
    assert len(lines) == 2, "newest first, a move once"
    assert "passes" in lines[0]
    assert "gets LTR for $20" in lines[1]
    assert "*" not in lines[1]
    shown = await pick(w["Bob"], log, lines[1])
    assert "Move 1 of 2" in said(shown)
    assert answer(shown).attachments[0].filename.startswith("map-1-")
    assert "LTR" in words(log), "the log stays, the map comes below it"
    none = answer(await w["Bob"].slash(thread, "view log", filter="nothing like this"))
    assert "Nothing fits “nothing like this”." in words(none)
    assert set(labels(none)) <= {OPEN}, "no line to open, no page to turn"


async def test_stepping_from_round_to_round(w):
    """By buttons to the beginning of a round, the one before and the one after; by a menu to any."""
    table = await w.bot.tables.get((await w.row(thread := await w.table())).id)
    order, actions = until(asks(LayTile))
    seats = dict(zip(order, [s.name for s in table.seats], strict=True))
    for action in rename_actions(actions, seats):
        await table.play(action.by, action, Via.COMMAND, user=table.row.seat(action.by).user)
    shown = answer(await w["Bob"].slash(thread, "history browse"))
    rounds = offered(shown)
    assert rounds[0] == "Auction"
    one, two = rounds[2:4]
    for name in (one, two):
        shown = answer(await pick(w["Bob"], shown, name))
        assert f", {round_label(name)} begins ·" in words(shown)
    first = words(shown)
    shown = answer(await w["Bob"].click(shown, label="⏪ Round"))
    assert f", {round_label(one)} begins ·" in words(shown)
    shown = answer(await w["Bob"].click(shown, label="Round ⏩"))
    assert words(shown) == first
    shown = answer(await w["Bob"].click(shown, label="Forward ▶"))
    shown = answer(await w["Bob"].click(shown, label="⏪ Round"))
    assert words(shown) == first, "to the beginning of the round that is shown"


async def test_the_last_run_of_any_company_is_drawn_and_told_by_names(w, monkeypatch):
    for title, seed in (("18GA", 1), ("18EU", 1)):
        g = next(g for g, _ in walk(title, seed) if sum(bool(c.ran) for c in g.state.companies.values()) > 2)
        thread = await seated(w, g)
        ran = {c: s.ran for c, s in g.state.companies.items() if s.ran}
        every = await w["Bob"].slash(thread, "view routes")
        living = [c for c in ran if not g.state.companies[c].closed]
        named = [begin_sentence(company_name(g.rules, c)) for c in living]
        assert len(answer(every).attachments) == 1, "the newest run; the others are a press away"
        assert all(f"**{name}** {g.rules.data.currency}" in said(every) for name in named)
        (beside,) = [picture.description for picture in answer(every).attachments]
        assert len([name for name in named if f"{name}, {g.rules.data.currency}" in beside]) == 1
        for company, runs in ran.items():
            shown = await w["Bob"].slash(thread, "view routes", company=company)
            (picture,) = answer(shown).attachments
            assert picture.filename.startswith("runs-")
            names = [g.rules.data.hexes[stop.partition(".")[0]].name for r in runs for stop in r.stops]
            for text in (said(shown), picture.description):
                assert all(name in text for name in names if name)
                assert not re.search(r"\b\w+-\d+-train|\b[A-Z]\d+\.[a-z]\b", text), text
            assert said(shown).count("-train") == len(runs)
        silent = next(c for c in g.rules.data.companies if c not in ran)
        assert "has not run yet" in said(await w["Bob"].slash(thread, "view routes", company=silent))
    assert "There is no company “NYC”" in said(await w["Bob"].slash(thread, "view routes", company="NYC"))


@pytest.mark.parametrize("title", TITLES)
async def test_the_large_map_of_a_full_board_is_no_larger_a_file_than_others(title):
    """It was 284 kB, with tables below it."""
    kept = read((FOLDER / f"{title}-bank.txt").read_text("utf-8"))
    g = Game.new(TITLES[title].rules(kept.options, len(kept.players)), kept.players, kept.seed, seated=kept.seated)
    for _ in perform(g, kept.entries):
        pass
    bare, canvas = render.LAYERS - {"panel"}, render.map_canvas(g.rules.data, inspection.MAX_DOUBLED_WIDTH)
    image = render.draw_map(g.view(None), g.rules, canvas=canvas, layers=bare, large=True)
    assert image.width > render.TALL[0]
    assert len(render.png(image)) <= 200_000


async def test_runs_of_companies_that_have_closed_are_left_out_and_named(w):
    """Minors that were gone stood like living ones among the runs of all companies."""
    g = next(g for g, _ in walk("18EU", 1) if any(c.closed and c.ran for c in g.state.companies.values()))
    thread = await seated(w, g)
    gone = [c for c, s in g.state.companies.items() if s.closed and s.ran]
    every = said(await w["Bob"].slash(thread, "view routes"))
    assert f"Closed, not shown: {', '.join(company_name(g.rules, c) for c in gone)}." in every
    assert not any(f"**{begin_sentence(company_name(g.rules, c))}**" in every for c in gone)
    one = await w["Bob"].slash(thread, "view routes", company=gone[0])
    assert "closed" in said(one).splitlines()[1]
    assert len(answer(one).attachments) == 1


async def test_a_title_is_looked_at_without_a_table(tmp_path):
    async with world(tmp_path) as w:
        for command in ("map", "market", "bank", "tiles"):
            shown = await w["Ann"].slash(w.channel, f"view {command}", title="18TN")
            assert said(shown).removeprefix("**").startswith("18TN · Auction"), command
            (picture,) = answer(shown).attachments
            if command == "map":  # the parts of one that is too large for a phone
                (picture,) = answer(await w["Ann"].click(answer(shown), label="East")).attachments
                assert "the east" in picture.description
            assert "to act" not in (picture.description or ""), command
            assert command != "tiles" or "2 of 4 are left" in said(shown), "nothing said what `57 ×2/4 → 14` means"
        for command in ("map", "market", "bank"):  # “player1 $600” was to act on a map for two
            shown = await w["Ann"].slash(w.channel, f"view {command}", title="18TN")
            assert "player1" not in " ".join(p.description or "" for p in answer(shown).attachments)
            assert "18TN · Auction · for 3 players" in said(shown)
        card = await w["Ann"].slash(w.channel, "view company", title="18TN", company="IC")
        assert answer(card).attachments
        assert "not started" in answer(card).attachments[0].description
        words = await w["Ann"].slash(w.channel, "view describe", title="18TN", what="Nashville")
        assert "Nashville" in said(words)
        network = await w["Ann"].slash(w.channel, "view network", title="18TN", company="IC")
        assert "IC" in said(network)


async def test_a_company_is_found_by_what_sentences_call_it(tmp_path):
    """“There is no company “minor 3”” was said, though all posts call it that."""
    async with world(tmp_path, NAMES[:3]) as w:
        thread = await w.table(title="18EU")
        by_number = said(await w["Ann"].slash(thread, "view company", company="3"))
        assert said(await w["Ann"].slash(thread, "view company", company="Minor 3")) == by_number
        network = said(await w["Ann"].slash(thread, "view network", company="minor 3"))
        assert network.replace("Minor 3", "minor 3").count("minor 3")
        assert "There is no company" not in network


async def test_what_is_looked_up_leads_back_to_a_turn_that_waits(w, thread):
    """From the map on a phone the panel was 1,400 pixels above."""
    actor = await w.actor(thread)
    other = next(w[n] for n in ("Ann", "Bob", "Cid") if w[n] is not actor)
    for command, options in (
        ("view map", {}),
        ("view log", {}),
        ("view market", {}),
        ("rules term", {"term": "float"}),
    ):
        assert labels(answer(await actor.slash(thread, command, **options)))[-1] == OPEN
        assert OPEN not in labels(answer(await other.slash(thread, command, **options)))
    opened = answer(await actor.click(answer(await actor.slash(thread, "view map")), label=OPEN))
    assert "bid" in words(opened).casefold()

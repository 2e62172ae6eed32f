"""Every command and every button is used: whatever the tree holds and whatever was shown must have been tried here."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import pytest
from discord import app_commands

from bot.commands.action_commands import action_classes
from bot.core import worker_process
from bot.files import replay
from bot.views.command_options import verbs
from bot.views.custom_ids import VERBS, IdKind, parse_id
from bot.views.guide.title_guide import RULES_LABEL, TERMS_LABEL
from bot.views.pages.more_page import MORE
from bot.views.press_verbs import ConsoleVerb, HelpVerb, SealVerb, SeatVerb, StepVerb, ViewVerb
from game.actions import BuyShare, LayTile, RunTrains
from tests.conftest import ROOT
from tests.support.api_contract import walk
from tests.support.discord_world import (
    World,
    answer,
    commit_label,
    labels,
    offered,
    pick,
    press_more,
    said,
    words,
    world,
)
from tests.support.prepared_games import asks, midgame
from tests.support.worker_threads import start_in_thread

ODD = "Something went wrong"
FILES = ROOT / "tests" / "bot"

# Options with which each command is used at least once, here in this order; where it takes no part in the game it may be called
# at any time. What a command does is tested elsewhere: here every one is called, and answers only the caller.
CALLS: dict[str, dict[str, Any]] = {
    "help": {"topic": "Take a turn"},
    "rules title": {"title": "18GA"},
    "rules term": {"term": "W&SR"},
    "rules why": {"action": "bid M&BR 1"},
    "me games": {},
    "me settings": {},
    "me timezone": {"zone": "Europe/Berlin"},
    "me quiet": {"from": "22:00", "to": "7:30"},
    "me remind": {"where": "dm", "after": "12h"},
    "me confirm": {"ask": "never"},
    "me endturn": {"end": "ask"},
    "me statistics": {"listed": "yes"},
    "me theme": {"colours": "dark"},
    "me mute": {"until": "3d"},
    "game list": {"show": "mine"},
    "game info": {},
    "game options": {},
    "game export": {"format": "log"},
    "game invite": {"user": "Eve"},
    "game kick": {"user": "Cid"},
    "game join": {},
    "game leave": {},
    "game start": {},
    "game rematch": {},
    "view map": {},
    "view market": {},
    "view company": {"company": "CoG"},
    "view player": {"player": "ann"},
    "view hand": {},
    "view bank": {},
    "view tiles": {},
    "view table": {},
    "view holdings": {},
    "view auction": {},
    "view routes": {},
    "view network": {"company": "CoG"},
    "view log": {},
    "view changes": {},
    "view chart": {},
    "view describe": {},
    "view key": {},
    "history browse": {},
    "history branches": {},
    "game end": {"how": "agreed"},
    "whatif open": {},
    "whatif try": {"action": "pass"},
    "whatif show": {},
    "whatif share": {"comment": "so?"},
    "whatif close": {},
    "undo": {},
    "redo": {},
    "turn": {},
    "do": {"action": "pass"},
    "host actfor": {"seat": "bob"},
    "host undopolicy": {"policy": "free"},
    "host pace": {"pace": "live"},
    "host post": {"level": "quiet"},
    "host theme": {"colours": "dark"},
    "host replace": {"seat": "bob", "user": "Eve"},
    "game handover": {"user": "Eve"},
    "host transfer": {"user": "Bob"},
    "host pause": {},
    "host resume": {},
    "host resend": {},
    "host close": {"confirm": 1},
    "guild check": {},
    "guild statistics": {},
    "play pass": {},
    "play choose": {"option": "yes"},
    "play bankrupt": {},
    "play bid": {"on": "LTR", "price": 20},
    "play par": {"company": "CoG", "price": 70},
    "play buy": {"what": "CoG", "source": "ipo"},
    "play sell": {"what": "CoG", "count": 1},
    "play power": {"private": "MRC"},
    "corp tile": {"hex": "D10", "tile": "57", "rotation": 2},
    "corp token": {"hex": "D10"},
    "corp untoken": {"hex": "D10"},
    "corp run": {"routes": "2: D10 F6"},
    "corp dividend": {"kind": "full"},
    "corp train": {"train": "2", "price": 100},
    "corp discard": {"train": "2-1"},
    "corp private": {"private": "MRC", "price": 40},
}
ELSEWHERE = {
    "game new": "test_lobby",
    "game import": "test_transfer",
    "game clone": "test_position_copies",
}  # these make tables
ELSEWHERE |= dict.fromkeys(("auto bid", "auto show", "auto off"), "test_auctions") | {
    "auto pass": "test_passing",
    "auto buy": "test_buying",
    "auto draft": "test_drafts",
}


def leaves(tree: app_commands.CommandTree[Any]) -> Iterator[str]:
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command.qualified_name


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Eve")) as made:
        yield made


def others(w: World) -> dict[str, dict[str, Any]]:
    """Verbs of other titles, with whatever their options take: here they must refuse in words."""
    found = {}
    for verb in verbs(action_classes(w.bot.services)):
        if f"{verb.group} {verb.name}" not in CALLS:
            found[f"{verb.group} {verb.name}"] = {
                o.name: 1 if o.type is int else "x" for o in verb.options if o.required
            }
    return found


async def test_no_command_is_forgotten(w):
    assert {c for c in leaves(w.bot.tree) if c not in others(w)} == {*CALLS, *ELSEWHERE}
    for command, file in ELSEWHERE.items():
        assert f'"{command}"' in next(FILES.rglob(f"{file}.py")).read_text("utf-8")


@pytest.mark.parametrize("started", [False, True], ids=["lobby", "running"])
async def test_every_command_answers_its_caller_alone(w, started):
    """In the lobby and in a game, by a host, a player and a stranger, with every list of choices asked for."""
    thread = await w.table(start=started)
    for person in ("Eve", "Bob", "Ann"):
        for command, options in (CALLS | others(w)).items():
            if command.startswith("guild") and person != "Ann":
                continue  # hidden from those who do not manage the server
            given = {k: w[v] if k == "user" else v for k, v in options.items()}
            declared = {p.name: p for p in find(w, command).parameters}
            for name, parameter in declared.items():
                if parameter.autocomplete:
                    rest = {k: v for k, v in given.items() if k != name}
                    assert len(await w[person].autocomplete(thread, command, name, "", **rest)) <= 25
            result = await w[person].slash(thread, command, **given)
            assert ODD not in said(result), f"/{command} by {person}"


def find(w: World, name: str) -> Any:
    return next(c for c in w.bot.tree.walk_commands() if c.qualified_name == name)


# ---------------------------------------------------------------------- buttons


class Presses:
    """Which kinds and verbs of ids were shown, and which were pressed."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.pressed: set[tuple[IdKind, str]] = set()
        told = w.bot.on_interaction

        async def note(interaction: Any) -> None:
            id = parse_id(str((interaction.data or {}).get("custom_id", "")))
            if id is not None:
                self.pressed.add((id.kind, id.verb))
            await told(interaction)

        w.bot.on_interaction = note  # type: ignore[method-assign]

    @property
    def shown(self) -> set[tuple[IdKind, str]]:
        found = set()
        for r in self.w.sent():
            message = (r.json or {}).get("data", r.json) if isinstance(r.json, dict) else None
            for c in walk((message or {}).get("components")):
                id = parse_id(c.get("custom_id", ""))
                if id is not None and not c.get("disabled"):
                    found.add((id.kind, id.verb))
        return found


async def test_every_button_is_pressed(w, monkeypatch):
    presses = Presses(w)
    thread = await w.table(start=False)
    await _lobby(w)
    await w["Ann"].click(w.last(w.channel), label="Start")
    await _panel(w, thread)
    await _console(w, thread)
    await _sealed(w)
    await _passes(w)
    await _track(w)
    await _undo(w, thread)
    await _reminders(w, thread)
    await _carry(w, monkeypatch)
    await _vote(w)
    await _end(w, monkeypatch)
    played = {p for p in presses.shown if p[0] == "a"}
    assert played & presses.pressed, "no shortcut of the panel was pressed"
    assert presses.shown - presses.pressed - played == set()
    made = {(kind, verb) for kind, verbs in VERBS.items() for verb in verbs}
    picked = {(IdKind.VIEW, verb) for verb in MORE}  # in the menu of views: test_view
    assert made - presses.pressed - picked == set(PRESSED_ELSEWHERE)


PRESSED_ELSEWHERE: dict[
    tuple[IdKind, StrEnum], str
] = {  # buttons that this table does not get to, and who presses them
    (IdKind.CONSOLE, ConsoleVerb.SHOW): "test_panel_shortcuts",
    (IdKind.STEP, StepVerb.END): "test_ending",
    (IdKind.STEP, StepVerb.NEVER): "test_left_undone",
    (IdKind.STEP, StepVerb.PAGE): "test_menus",
    (IdKind.STEP, StepVerb.TRAINS): "test_train_by_train",
    (IdKind.STEP, StepVerb.ROUTE): "test_train_by_train",
    (IdKind.STEP, StepVerb.WORDS): "test_phone_screen",
    (IdKind.STEP, StepVerb.TOGGLE): "test_drafts",
    (IdKind.STEP, StepVerb.TAKE): "test_decisions",
    (IdKind.SEAL, SealVerb.ASK_INSTEAD): "test_passing",
    (IdKind.SEAL, SealVerb.PUT_INSTEAD): "test_passing",
    (IdKind.SEAL, SealVerb.ASK_DRAFT): "test_drafts",
    (IdKind.SEAL, SealVerb.DRAFT): "test_drafts",
    (IdKind.SEAL, SealVerb.KEEP): "test_kept_small",
    (IdKind.SEAL, SealVerb.WAIT): "test_passing",
    (IdKind.SEAL, SealVerb.ADVISE): "test_first_game",
    (IdKind.SEAL, SealVerb.UNADVISE): "test_first_game",
    (IdKind.HELP, HelpVerb.OPEN): "test_guide",
    (IdKind.SEAT, SeatVerb.YES): "test_seats",
    (IdKind.SEAT, SeatVerb.NO): "test_seats",
    (IdKind.VIEW, ViewVerb.AUCTION): "test_odd_input: posts of older releases have it",
}


async def _lobby(w):
    card = w.last(w.channel)
    await w["Eve"].click(card, label="Join")
    await w["Eve"].click(card, label="Leave")
    await w["Bob"].click(card, label="Details")
    shown = await w["Ann"].click(card, label="Optional rules")
    shown = await pick(w["Ann"], answer(shown), offered(answer(shown))[0])
    for label in [b for b in labels(answer(shown)) if b.startswith(("Rules as", "Single rules"))]:
        shown = await w["Ann"].click(answer(shown), label=label)
    shown = await w["Ann"].click(answer(shown), label="None of them")
    assert "No optional rules" in said(shown)


async def _panel(w, thread):
    panel = await w.asking(thread)
    board = answer(await w["Bob"].click(panel, label="Map"))
    await w["Bob"].click(board, label="Market")
    await w["Bob"].click(board, label="Key")
    for label in ("What changed", "Table"):
        await press_more(w["Bob"], panel, label)
    more = answer(await w["Bob"].click(panel, label="Market, more"))
    for found in [p for p in walk(more.components) if p.get("type") == 3]:
        await w["Bob"].select(more, [found["options"][0]["value"]], custom_id=found["custom_id"])
        more = answer(await w["Bob"].click(panel, label="Market, more"))
    await w["Bob"].click(more, label="Cid")  # three players: no menu, a button each
    actor = await w.actor(thread)
    await actor.click(panel, label="Take my turn")
    await actor.click(panel, label="Pass")


async def _console(w, thread):
    """A pass; a number by the form, a wrong one first; back; and more options than one page holds."""
    actor = await w.actor(thread)
    await actor.click(answer(await actor.slash(thread, "turn")), label="Pass")
    actor = await w.actor(thread)
    shown = await actor.slash(thread, "turn")
    shown = await pick(actor, answer(shown), "Bid $155 on M&BR")
    assert "bids $155" in said(shown), "what its label says is done at once"
    actor = await w.actor(thread)
    shown = await actor.slash(thread, "turn")
    shown = await actor.click(answer(shown), label="Other bid…")
    shown = await pick(actor, answer(shown), "OSR")
    assert "$105" in offered(answer(shown))
    form = await actor.click(answer(shown), label="Another amount…")
    assert "$105 to $600" in str(form.modal)
    shown = await actor.submit_modal(form, {"value": "9999"})
    assert "not possible" in said(shown)
    form = await actor.click(answer(shown), label="Another amount…")
    assert "9999" in str(form.modal), "what was typed is there to be mended"
    shown = await actor.submit_modal(form, {"value": "$200"})
    assert "Bid $200 on OSR" in said(shown)
    shown = await actor.click(answer(shown), label="Back")
    form = await actor.click(answer(shown), label="Another amount…")
    assert "9999" not in str(form.modal)
    shown = await actor.submit_modal(form, {"value": "205"})
    assert "bids $205" in said(await actor.click(answer(shown), label=commit_label(answer(shown))))


async def _sealed(w):
    """The call below a lot's post, and a maximum that the bot bids up to."""
    thread = await w.table(title="18EU")
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=100)
    actor = await w.actor(thread)
    await actor.click(w.last(thread), label="Take my turn")
    form = await press_more(actor, await w.asking(thread), "Bid for me…")
    assert "I bid up to £120" in said(await actor.submit_modal(form, {"most": "120"}))


async def _passes(w):
    """Passes that the bot makes for somebody."""
    thread = await midgame(w, asks(BuyShare))
    actor = await w.actor(thread)
    shown = answer(await press_more(actor, await w.asking(thread), "Pass for me…"))
    *ways, cancel = labels(shown)
    assert "Nothing has changed" in said(await actor.click(shown, label=cancel))
    for label in ways:
        shown = answer(await press_more(actor, await w.asking(thread), "Pass for me…"))
        done = await actor.click(shown, label=label)
        assert "pass" in said(done)
    assert "Stopped: passes" in said(await actor.click(answer(done), label="Stop"))


async def _track(w):
    """Tiles with their pictures, and routes that are typed."""
    thread = await midgame(w, asks(LayTile))
    actor = await w.actor(thread)
    shown = await actor.click(await w.asking(thread), label="Lay a tile")
    while not commit_label(answer(shown)):
        shown = await pick(actor, answer(shown), offered(answer(shown))[0])
    assert answer(shown).attachments[0].filename.startswith("part-")
    log = await actor.slash(thread, "view log")
    seen = answer(await pick(actor, answer(log), offered(answer(log))[0]))
    start = answer(await pick(actor, seen, offered(seen)[0]))
    await actor.click(start, label="Round ⏩")
    shown = await actor.click(answer(log), label="◀ Older")
    await actor.click(answer(shown), label="Newer ▶")
    thread = await midgame(w, asks(RunTrains, 3))
    actor = await w.actor(thread)
    ran = answer(await actor.slash(thread, "view routes"))
    seen = answer(await pick(actor, ran, offered(ran)[0]))
    assert seen.attachments, "the run that was picked, on the map"
    best = said(await actor.slash(thread, "turn"))
    others = answer(await actor.click(answer(await actor.slash(thread, "turn")), label="Other runs…"))
    form = await actor.click(others, label="Type a route…")
    shown = await actor.submit_modal(form, {"value": "2: D4.a"})
    assert "is the best possible." in best
    assert any(label.startswith("Run for $") for label in labels(await w.panel(thread)))
    assert "not possible" in said(shown) or "needs" in said(shown) or "(" in said(shown)


async def _undo(w, thread):
    actor = await w.actor(thread)
    await actor.click(answer(await actor.slash(thread, "help")), label="Take a turn")
    await actor.click(answer(await actor.slash(thread, "help")), label=RULES_LABEL)
    terms = answer(await actor.click(answer(await actor.slash(thread, "help")), label=TERMS_LABEL))
    await pick(actor, terms, "par")
    await actor.click(answer(await actor.slash(thread, "rules title", title="18GA")), label="Optional rules")
    await actor.slash(thread, "play pass")
    shown = await press_more(actor, await w.asking(thread), "Undo…")
    await actor.click(answer(shown), label="Take the last step back")
    line = await (await w.game(thread)).history()
    for word in ("Decline", "Agree"):
        await actor.slash(thread, "undo", to=f"#{line[0].id}")
        question = w.last(thread)
        asked = next(p for p in w.people.values() if f"<@{p.id}>" in words(question))
        await asked.click(question, label=word)
    for label in ("⏮ Start", "Forward ▶", "◀ Back", "End ⏭", "⏪ Round"):
        moment = {"at": "0"} if label in {"Forward ▶", "End ⏭"} else {}
        x = await actor.slash(thread, "history browse", **moment)
        await actor.click(answer(x), label=label)


async def _reminders(w, thread):
    actor = await w.actor(thread)
    panel = await w.asking(thread)
    shown = await press_more(actor, panel, "Reminders")
    await actor.click(answer(shown), label="Snooze 4 h")
    shown = await press_more(actor, panel, "Reminders")
    await actor.click(answer(shown), label="Remind me by direct message")
    await actor.click(answer(shown), label="Tomorrow 9:00")
    form = await actor.click(answer(shown), label="I need until…")
    assert "next reminder" in said(await actor.submit_modal(form, {"until": "3d"}))
    await actor.click(answer(shown), label="Mute this table")
    shown = await press_more(actor, panel, "Reminders")
    await actor.click(answer(shown), label="Unmute this table")


async def _carry(w, monkeypatch):
    """A file whose players are named, asked, changed; thrown away, and played alone."""
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)
    lines = ["title 18GA", "players ann bob cid", "seed 1", "option 18xx.games", "seated", "", "ann bid LTR 20", ""]
    file = ("game.txt", "\n".join(lines).encode())
    shown = await w["Ann"].slash(w.channel, "game import", file=file)
    for label in ("Our default rules", "Rules as on 18xx.games"):
        shown = await w["Ann"].click(answer(shown), label=label)
    for number, name in enumerate(("Ann", "Bob", "Cid")):
        shown = await w["Ann"].click(answer(shown), label=[b for b in labels(answer(shown)) if " · " in b][number])
        people = next(p for p in walk(answer(shown).components) if p.get("type") == 5)
        shown = await w["Ann"].select(answer(shown), [w[name]], custom_id=people["custom_id"])
    await w["Ann"].click(answer(shown), label="Ask the players")
    card = w.last(w.channel)
    await w["Bob"].click(card, label="Decline")
    await w["Bob"].click(card, label="Accept")
    shown = await w["Ann"].click(card, label="Change…")
    await w["Ann"].click(answer(shown), label="Throw away")
    shown = await w["Ann"].slash(w.channel, "game import", file=file)
    assert "practice" in said(await w["Ann"].click(answer(shown), label="Practice: I play all"))


async def _vote(w):
    thread = await midgame(w, asks(LayTile))
    for label in ("Decline", "Agree"):
        await w["Ann"].slash(thread, "game end", how="agreed")
        question = w.last(thread)
        await w["Bob"].click(question, label=label)
    await w["Cid"].click(question, label="Agree")


async def _end(w, monkeypatch):
    thread = await midgame(w, lambda g: g.state.over != "")
    await w["Ann"].click(w.last(thread), label="Rematch")
    await w["Ann"].click(w.last(thread), label="Say something about it")
    await press_more(w["Bob"], w.last(thread), "Table")
    await w["Bob"].click(w.last(thread), label="In figures")
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)
    monkeypatch.setattr(replay, "MAX_FRAMES", 4)
    await w["Bob"].click(w.last(thread), label="Replay")

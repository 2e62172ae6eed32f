"""A game as a file: a transcript, plain JSON, a game of 18xx.games, the log in sentences, or a table of numbers (CSV)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from bot.core.csv_text import format_csv
from bot.interchange.export_state import Source
from bot.interchange.exporter import ExportedFile, write_game
from bot.interchange.site.errors import Unwritable
from bot.model.imported_game import HIDDEN
from game import ending, market, transcript
from game.actions import Action
from game.codec import encode
from game.notation import line
from game.play import Game
from game.transcript import DIGITS, Entry, Transcript
from render.text.event_text import tell
from titles import TITLES

SITE = "18xx.games"

__all__ = ["FORMATS", "Unwritable", "export_18xx", "export_game"]


def export_game(source: Source, format_: str) -> ExportedFile:
    """The file in a format; raises Unwritable."""
    return FORMATS[format_](source)


def export_18xx(record: Transcript) -> ExportedFile:
    """A game that has been played here, as a file of 18xx.games; raises Unwritable."""
    rules = TITLES[record.title].rules(record.options, len(record.players))
    g = Game.new(rules, record.players, record.seed, seated=record.seated)
    actions = tuple(transcript.perform(g, record.entries))
    return write_game(Source(record.title, rules.options, record.players, record.seed, record.seated, actions))


def replay_source(source: Source) -> Iterator[tuple[Game, Action]]:
    """The game after each action, with that action; every format but the one of 18xx.games is written from it."""
    rules = TITLES[source.title].rules(source.options, len(source.players))
    g = Game.new(rules, source.players, source.seed, seated=source.seated)
    for action in source.actions:
        g.play(action)
        g.past.clear()
        yield g, action


def _as_transcript(source: Source) -> ExportedFile:
    """The game as the lines that its players would type."""
    whole = source.seed not in ("", HIDDEN)
    entries = tuple(Entry(a.by, line(a), g.fingerprint()[:DIGITS] if whole else "") for g, a in replay_source(source))
    written = Transcript(source.title, source.players, source.seed or HIDDEN, source.options, source.seated, entries)
    return ExportedFile(transcript.write(written).encode())


def _as_json(source: Source) -> ExportedFile:
    """Everything in our own words: the actions as they are stored, and as they are typed."""
    actions = []
    last: Game | None = None
    for last, action in replay_source(source):
        actions.append(
            {
                "round": last.state.round,
                "by": action.by,
                "line": line(action),
                "action": msgspec.Raw(encode(action)),
                "fingerprint": last.fingerprint(),
            }
        )
    whole = {
        "title": source.title,
        "options": source.options,
        "players": source.players,
        "names": source.names or source.players,
        "seated": source.seated,
        "seed": source.seed,
        "over": last.state.over if last else "",
        "worth": {p: ending.total(last, p) for p in last.state.order} if last else {},
        "actions": actions,
    }
    return ExportedFile(msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n")


def _as_log(source: Source) -> ExportedFile:
    """What happened in sentences, as everybody may know it."""
    out: list[str] = []
    last_round = ""
    for g, action in replay_source(source):
        if g.state.round != last_round:
            last_round = g.state.round
            out += ["", last_round]
        out.append(f"{action.by}: {line(action)}")
        out += [f"  {text}" for text in tell(g.events, g.view(None), g.rules)]
    return ExportedFile("\n".join([*out[1:], ""]).encode())


def _as_csv(source: Source) -> ExportedFile:
    """One row for each action: round, who, what, then cash and worth of the players, cash and price of the companies."""
    rules = TITLES[source.title].rules(source.options, len(source.players))
    players, companies = source.players, list(rules.data.companies)
    head = ["number", "round", "player", "action"]
    head += [f"{p} {content}" for p in players for content in ("cash", "worth")]
    head += [f"{c} {content}" for c in companies for content in ("cash", "price")]
    rows: list[list[object]] = [[*head]]
    for number, (g, action) in enumerate(replay_source(source), 1):
        row: list[object] = [number, g.state.round, action.by, line(action)]
        for player in players:
            row += [g.state.cash[player], ending.total(g, player)]
        for company in companies:
            row += [g.state.cash[company], market.price(g, company) or ""]
        rows.append(row)
    return ExportedFile(format_csv(rows).encode())


FORMATS: Mapping[str, Callable[[Source], ExportedFile]] = {
    "transcript": _as_transcript,
    "json": _as_json,
    SITE: write_game,
    "log": _as_log,
    "csv": _as_csv,
}

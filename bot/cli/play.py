"""`trunkline play`: a game on the terminal, from its beginning or from a transcript, typed or at random."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from bot.cli import text_views
from bot.cli.game_setup import CommandLine, perform, prepare
from bot.cli.progress import progress_bar
from bot.cli.session_words import carry_out
from bot.cli.terminal_session import Played, Session
from bot.sandbox.random_player import pick_action
from game import transcript
from game.transcript import Entry


def main(setting: CommandLine, lines: TextIO | None = None, out: TextIO | None = None) -> int:
    """Play until the end of the game or of the lines; the exit status. Raises UsageError before anything is played."""
    lines, out = lines or sys.stdin, out or sys.stdout
    if not setting.script and not setting.players and Path(setting.title).is_file():
        setting = replace(setting, title="", script=Path(setting.title))
    g, header, first = prepare(setting)
    session = Session(g, header, setting.shown, out)
    session.printer.print_text(text_views.opening_line(g, header))
    try:
        _play_session(session, setting, first, lines)
    finally:
        session.close()
    return 0


def _play_session(session: Session, setting: CommandLine, first: Sequence[Entry], lines: TextIO) -> None:
    """Play what is written first, then random actions or what is typed; then write what is asked for."""
    g = session.g
    for entry, action in zip(first, perform(g, first), strict=True):
        session.moves.append(Played(Entry(entry.by, entry.text, g.fingerprint()[: transcript.DIGITS]), action))
        session.print_events(text_views.event_lines(g.events, g, session.shown))
    session.pictures = setting.pictures
    if setting.random:
        _play_random(session, session.header.seed, setting.random)
    elif not first:
        session.print_prose(text_views.rules_lines(g.rules, begins=True))
    if not setting.random or lines.isatty():
        read_and_carry_out(session, lines)
    if g.state.over:
        session.print_lines(text_views.result_lines(g))
    if setting.transcript:
        session.save(setting.transcript)
    if setting.export:
        session.export(setting.export)


def _play_random(session: Session, seed: str, most: int) -> None:
    """Play so many random actions, or to the end. A bar shows how far it is; on a terminal the lines go by above it."""
    out, usual = session.out, sys.stdout
    with progress_bar("Playing") as report:
        session.set_output(
            sys.stdout if out is usual else out
        )  # the bar puts one of its own there, which prints above it
        for done in range(1, most + 1):
            if session.g.state.over:
                break
            action = pick_action(session.g, seed)
            session.printer.print_text(text_views.done_words(action, session.g))
            session.play(action)
            report(done, most)
    session.set_output(out)


def read_and_carry_out(session: Session, lines: TextIO) -> None:
    """Read lines and carry them out until somebody quits, the lines end, or the game is over."""
    asked = -1
    while not (session.ended or session.g.state.over):
        if asked != session.g.state.seq:
            session.ask()
            asked = session.g.state.seq
        player = session.asked_player() or "/".join(session.g.deciders())
        print(f"{player}> ", end="", file=session.out, flush=True)
        text = lines.readline()
        if not text:
            print(file=session.out)
            return
        if not lines.isatty():
            print(text.rstrip("\n"), file=session.out)
        carry_out(session, text)

"""Play on the terminal: the rules and words of the chat, without Discord.

Lines are actions as in chat (`tile D10 57 2`) or one of the words in `HELP`. With several players to act a line begins with
the name of the one who acts: `bob pass`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from bot.cli import text_views
from bot.cli.game_setup import CommandLine, perform, prepare
from bot.cli.progress import progress_bar
from bot.core.errors import UsageError
from bot.model.words.intended_actions import read_intended_actions
from bot.model.words.typed_words import read_words
from bot.model.words.vocabulary import describe_position, spell_names
from bot.sandbox.random_player import pick_action
from game import transcript
from game.actions import Action
from game.notation import Unclear, UnknownVerb, line, parse
from game.play import Game
from game.rules import Illegal
from game.transcript import Entry, Transcript
from render.data import queries

HELP = """\
Type an action as it is listed, such as  bid MRC 45  or  tile D10 57 2 ; you may leave out a word that can only be one thing.
  what          everything that you can do now, line by line
  map, market   the board and the stock market in words;  map D10  a hex;  map D  a row;  map CoG  a company's network
  company CoG   a company;  player ann  a player;  bank  money, trains and the phase;  table  everything
  log           what has happened since the beginning;  log 20  the last 20 lines
  undo, redo    take the last action back, play it again
  save FILE     write the game as a transcript;  pictures FOLDER  draw map and market
  quit          stop"""


class Session:
    """One game on one terminal: what is typed is carried out, and what happens is printed."""

    def __init__(self, g: Game, header: Transcript, shown: str, out: TextIO) -> None:
        self.g = g
        g.remarks = True
        self.header = header
        self.shown = shown  # whose view; "": the public's
        self.out = out
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        self.log: list[str] = []
        self.pictures: Path | None = None

    def play(self, action: Action) -> None:
        """Play and tell; raises Illegal, and then nothing has changed."""
        events = self.g.play(action)
        self.entries.append(transcript.entry(self.g, action))
        self.undone.clear()
        self.print_events(text_views.event_lines(events, self.g, self.shown))
        if self.pictures:
            self.draw(self.pictures)

    def print_events(self, lines: Sequence[str]) -> None:
        """Print lines of what happens, and keep them for the log of the session."""
        self.log += lines
        for text in lines:
            print(f"  {text}", file=self.out)

    def undo(self) -> None:
        """Take the last action back."""
        self.g.undo()
        self.undone.append(self.entries.pop())
        self.print_events([f"taken back: {self.undone[-1].by} {self.undone[-1].text}"])

    def redo(self) -> None:
        """Play again what was taken back last."""
        self.g.redo()
        self.entries.append(self.undone.pop())
        self.print_events([f"done again: {self.entries[-1].by} {self.entries[-1].text}"])

    def make_transcript(self) -> Transcript:
        """The session so far, as a transcript that can be read again."""
        head = self.header
        return Transcript(head.title, head.players, head.seed, head.options, head.seated, tuple(self.entries))

    def save(self, path: Path) -> None:
        """Write the transcript to a file."""
        path.write_text(transcript.write(self.make_transcript()), "utf-8")
        print(f"written: {path}", file=self.out)

    def export(self, path: Path) -> None:
        """The session as a file of 18xx.games; raises UsageError when that site cannot play it."""
        from bot.files.exporters import Unwritable, export_18xx

        try:
            written = export_18xx(self.make_transcript())
        except Unwritable as error:
            raise UsageError(str(error)) from error
        path.write_bytes(written.data)
        self.print_lines([*written.warnings, f"written: {path}"])

    def draw(self, folder: Path) -> None:
        """Draw map, market and cards of the position into a folder, numbered by the position."""
        from bot.cli.render import draw  # Pillow takes time to load

        for path in draw(self.g, self.shown or None, folder, f"{self.g.state.seq:04}"):
            print(f"drawn: {path}", file=self.out)

    def split_actor(self, words: list[str]) -> tuple[str, str]:
        """Who speaks, and the rest of the line."""
        order = self.g.state.order
        if len(words) > 1 and words[0] in order:
            return words[0], " ".join(words[1:])
        deciders = self.g.deciders()
        if self.shown in deciders:
            return self.shown, " ".join(words)
        if len(deciders) != 1:
            raise Unclear("Say who acts, such as", [f"{p} {' '.join(words)}" for p in deciders])
        return deciders[0], " ".join(words)

    def carry_out(self, text: str) -> bool:
        """Carry out one line; False ends the session. Bad lines are answered and change nothing."""
        words = text.split()
        if not words or words[0].startswith("#"):
            return True
        try:
            if words[0] in {"quit", "exit"}:
                return False
            if not self.run_word(words[0].lower(), words[1:]):
                by, rest = self.split_actor(words)
                self.play(self.read_action(rest, by))
        except (Unclear, Illegal, UsageError) as error:
            print(f"! {error}", file=self.out)
        except OSError as error:
            print(f"! {error.filename or 'the file'}: {error.strerror}", file=self.out)
        return True

    def read_action(self, text: str, by: str) -> Action:
        """The action that a line means, as it is written in files or in one's own words as in chat; raises Unclear. What is
        forbidden is read too: the game says why.
        """
        choices, view, names = self.g.choices(by), self.g.view(by), {p.title(): p for p in self.g.state.order}
        known = describe_position(self.g.rules, view, names, queries.acting_company(view))
        reading = read_words(text, by, choices, known)
        meant = reading.action
        try:
            written = parse(spell_names(text, known), by, choices, transcript.classes(self.g))
        except Unclear as error:
            if isinstance(error, UnknownVerb) and meant is None and len(reading.several) == 1:  # chat shows it first
                raise Unclear("Say it in full", map(line, reading.several)) from None
            forbidden = read_intended_actions(text, by, known, choices) if meant is None else []
            if meant is None and len(forbidden) != 1:
                raise
            return meant or forbidden[0]
        return written if meant is None or any(written in c for c in choices) else meant

    def run_word(self, word: str, rest: list[str]) -> bool:
        """A word about the game instead of an action in it; False if it is none."""
        match word, rest:
            case "help" | "?", _:
                print(HELP, file=self.out)
            case "what", _:
                self.print_lines(text_views.choice_lines(self.g))
            case "map" | "market" | "bank" | "table", []:
                self.print_lines(text_views.view_lines(word, self.g, self.shown))
            case "describe" | "map", [subject]:
                self.print_lines(text_views.describe_board(subject, self.g, self.shown))
            case "company" | "player", [name]:
                self.print_lines(text_views.card_lines(word, name, self.g, self.shown))
            case "log", _:
                self.print_lines(self.log[-int(rest[0]) :] if rest and rest[0].isdigit() else self.log)
            case "undo", []:
                self.undo()
            case "redo", []:
                self.redo()
            case "save", [path]:
                self.save(Path(path))
            case "pictures", [path]:
                self.draw(Path(path))
            case _:
                return False
        return True

    def print_lines(self, texts: Iterable[str]) -> None:
        """Print lines that are not kept for the log: help, lists, answers to questions."""
        for text in texts:
            print(text, file=self.out)


def main(setting: CommandLine, lines: TextIO | None = None, out: TextIO | None = None) -> int:
    """Play until the end of the game or of the lines; the exit status. Raises UsageError before anything is played."""
    lines, out = lines or sys.stdin, out or sys.stdout
    if not setting.script and not setting.players and Path(setting.title).is_file():
        setting = replace(setting, title="", script=Path(setting.title))
    g, header, first = prepare(setting)
    session = Session(g, header, setting.shown, out)
    print(text_views.opening_line(g, header), file=out)
    for entry, _ in zip(first, perform(g, first), strict=True):
        session.entries.append(Entry(entry.by, entry.text, g.fingerprint()[: transcript.DIGITS]))
        session.print_events(text_views.event_lines(g.events, g, session.shown))
    session.pictures = setting.pictures
    if setting.random:
        _play_random(session, header.seed, setting.random)
    if not setting.random or lines.isatty():
        read_and_carry_out(session, lines)
    if g.state.over:
        session.print_lines(text_views.result_lines(g))
    if setting.transcript:
        session.save(setting.transcript)
    if setting.export:
        session.export(setting.export)
    return 0


def _play_random(session: Session, seed: str, most: int) -> None:
    """Play so many random actions, or to the end. A bar shows how far it is; on a terminal the lines go by above it."""
    out, usual = session.out, sys.stdout
    with progress_bar("Playing") as report:
        session.out = sys.stdout if out is usual else out  # the bar puts one of its own there, which prints above it
        for done in range(1, most + 1):
            if session.g.state.over:
                break
            action = pick_action(session.g, seed)
            print(f"{action.by} {line(action)}", file=session.out)
            session.play(action)
            report(done, most)
    session.out = out


def read_and_carry_out(session: Session, lines: TextIO) -> None:
    """Read lines and carry them out until somebody quits, the lines end, or the game is over."""
    asked = -1
    while not session.g.state.over:
        if asked != session.g.state.seq:
            session.print_lines(text_views.question_lines(session.g))
            asked = session.g.state.seq
        print(f"{'/'.join(session.g.deciders())}> ", end="", file=session.out, flush=True)
        text = lines.readline()
        if not text:
            print(file=session.out)
            return
        if not lines.isatty():
            print(text.rstrip("\n"), file=session.out)
        if not session.carry_out(text):
            return

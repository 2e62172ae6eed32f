"""One game on the terminal: the rules, words and questions of the chat, without Discord.

A line that plays is the number of what is listed, or what one would type behind `/do`. With several players to act it begins
with the name of the one who acts: `bob pass`. Other words are in `bot.cli.session_words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bot.cli import text_views
from bot.cli.terminal_text import Entry as Option
from bot.cli.terminal_text import Printer
from bot.core.errors import UsageError
from bot.model.kinds import UndoKind
from bot.views.press_verbs import StepVerb
from game import transcript
from game.actions import Action
from game.notation import Unclear, line, parse
from game.play import Game
from game.round_names import is_stock_round
from game.transcript import Entry, Transcript

if TYPE_CHECKING:
    from bot.cli.chat_table import ChatTable

WRITTEN = re.compile(r"\d-\d|\w\.\w|/\d")  # what no words but those of files have: trains, cities, hexsides
LABEL_END = re.compile(r"[….]+$")


@dataclass(frozen=True)
class Played:
    """One move of the session. `follows`: it came with the one before, and is taken back with it."""

    entry: Entry
    action: Action
    follows: bool = False


class Session:
    """One game on one terminal: what is typed is carried out, and what happens is printed."""

    def __init__(self, g: Game, header: Transcript, shown: str, out: TextIO) -> None:
        self.g = g
        g.remarks = True
        self.header = header
        self.shown = shown  # whose view; "": the public's
        self.out = out
        self.printer = Printer(out)
        self.moves: list[Played] = []
        self.undone: list[Played] = []
        self.log: list[str] = []
        self.pictures: Path | None = None
        self.named = ""  # who was asked by name what to do
        self.options: tuple[Option, ...] = ()  # of the question that was printed last
        self.looked = ""  # who was asked last
        self.told: tuple[str, ...] = ()  # things for sale of which it was told what they do
        self.ended = False
        self._chat: ChatTable | None = None

    @property
    def chat(self) -> ChatTable:
        """The table of the chat, made when it is needed first."""
        if self._chat is None:
            from bot.cli.chat_table import ChatTable  # the whole bot takes time to load

            self._chat = ChatTable()
        return self._chat

    def close(self) -> None:
        """Let go what was opened."""
        if self._chat is not None:
            self._chat.close()

    def play(self, action: Action, *, follows: bool = False) -> None:
        """Play and tell; raises Illegal, and then nothing has changed."""
        events = self.g.play(action)
        self.moves.append(Played(transcript.entry(self.g, action), action, follows))
        self.undone.clear()
        self.named, self.options = "", ()
        self.print_events(text_views.event_lines(events, self.g, self.shown))
        if self.pictures:
            self.draw(self.pictures)

    def set_output(self, out: TextIO) -> None:
        """Print there from now on."""
        self.out, self.printer = out, Printer(out)

    def print_events(self, lines: Sequence[str]) -> None:
        """Print lines of what happens, and keep them for the log of the session."""
        self.log += lines
        for text in lines:
            self.printer.print_text(f"  {text}", "  ")

    def undo(self) -> None:
        """Take the last thing back, with what came of it by itself."""
        while True:
            self.g.undo()
            self.undone.append(self.moves.pop())
            if not self.undone[-1].follows:
                break
        self._move_on("Taken back", self.undone[-1].action)

    def redo(self) -> None:
        """Do again what was taken back last."""
        before = self.g.snapshot()
        self.g.redo()
        first = self.undone.pop()
        self.moves.append(first)
        while self.undone and self.undone[-1].follows:
            self.g.redo()
            self.moves.append(self.undone.pop())
        self._move_on("Done again", first.action, before)

    def _move_on(self, what: str, action: Action, before: bytes = b"") -> None:
        """Tell what was taken back or done again. `before`: the position in which it is done, if that is not the present one."""
        g = Game.load(self.g.rules, before) if before else self.g
        self.named, self.options = "", ()
        self.print_events([f"{what}: {text_views.done_words(action, g)}"])

    def make_transcript(self) -> Transcript:
        """The session so far, as a transcript that can be read again."""
        head, entries = self.header, tuple(m.entry for m in self.moves)
        return Transcript(head.title, head.players, head.seed, head.options, head.seated, entries)

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

    def split_actor(self, text: str) -> tuple[str, str]:
        """Who speaks, and the rest of the line."""
        first, _, rest = text.partition(" ")
        if rest and (named := self.find_named(first)):
            return named, rest.strip()
        player = self.asked_player()
        if not player:
            raise Unclear("Say who acts, such as", [f"{p} {text}" for p in self.g.deciders()])
        return player, text

    def find_named(self, word: str) -> str:
        """The player who is called so, in capital letters or small ones; "" for any other word."""
        order = self.g.state.order
        return word if word in order else next((p for p in order if p.casefold() == word.casefold()), "")

    def asked_player(self) -> str:
        """Who is asked: of several who must act the one who was named, else the one whose view is shown; "" for none of these."""
        deciders = self.g.deciders()
        if self.named:
            return self.named
        return self.shown if self.shown in deciders else deciders[0] if len(deciders) == 1 else ""

    def act(self, text: str) -> None:
        """Do what a line says: an option by its number or its words, a line as it stands in files, else as `/do` reads it."""
        player, rest = self.split_actor(text)
        options = self.options if player == self.asked_player() else ()
        chosen = next((o for o in options if _is_typed(rest, o)), None)
        if chosen is not None:
            done = self.chat.press(self.g, player, chosen.id, chosen.values)
        elif (written := self.read_written(rest, player)) is not None:
            self.play(written)
            return
        else:
            done = self.chat.type(self.g, player, rest)
        if done.way is not None:
            (self.undo if done.way is UndoKind.UNDO else self.redo)()
        for n, action in enumerate(done.actions):
            self.play(action, follows=n > 0)
        if done.actions:
            return
        for answer in done.answers:
            options = self.printer.print_answer(text_views.named_answer(answer, player), done.marks)
            self.options = options or self.options
        if self.options and player in self.g.deciders():
            self.named = player

    def read_written(self, text: str, by: str) -> Action | None:
        """The action that a line means as it is written in files; None for words as people type them."""
        if not WRITTEN.search(text):
            return None
        try:
            action = parse(text, by, self.g.choices(by), transcript.classes(self.g))
        except Unclear:
            return None
        return action if line(action) == text and any(action in c for c in self.g.choices(by)) else None

    def seen_player(self) -> str:
        """Who is asked, unless what is asked may be seen by that player alone and nobody has said to be that one."""
        player = self.asked_player()
        hidden = bool(player) and text_views.holds_secrets(self.g, player) and player not in (self.shown, self.named)
        return "" if hidden else player

    def ask(self) -> None:
        """Print who must act, and what can be done: what only one player may see once that player is named."""
        g, player = self.g, self.asked_player()
        if g.state.over:
            return
        print(file=self.out)
        if not player:
            names = f"{', '.join(g.deciders()[:-1])} and {g.deciders()[-1]}"
            self.printer.print_text(
                f"{names} choose now, in any order. Type a name to see what is asked: {g.deciders()[0]}"
            )
            return
        if not self.seen_player():
            self.printer.print_text(
                f"It is {player}'s turn. What comes next is for {player} alone. Type  {player}  to see it."
            )
            return
        if text_views.holds_secrets(g, player):
            self.printer.clear()
        if is_stock_round(g.state.round) and self.looked != player:
            self.print_lines([*text_views.view_lines("table", g, self.shown), ""])
        self.looked = player
        self.print_sale(player)
        asked = self.chat.ask(g, player)
        if player in (self.shown, self.named):
            self.print_prose(text_views.hand_lines(g, player))
        self.options = self.printer.print_answer(text_views.named_answer(asked.answer, player), asked.marks)

    def ask_named(self, player: str) -> None:
        """Print what is asked of that player."""
        if not self.g.choices(player):
            raise Unclear(f"Nothing is asked of {player} now, but of", self.g.deciders())
        self.named = player
        self.ask()

    def print_sale(self, player: str, *, told: bool = False) -> None:
        """Print what is auctioned, with the bids; what each thing does that can be had where that was not told yet, or all that
        is `told`.
        """
        lots, below = text_views.lots_for_sale(self.g)
        cards = text_views.cards_to_take(self.g, player) if player and not lots else []
        new = any(lot.key not in self.told for lot in (*lots, *cards))
        self.told = (*self.told, *(lot.key for lot in (*lots, *cards) if lot.key not in self.told))
        if lots or (cards and (told or new)):
            self.printer.print_lots(lots or cards, told=told or new)
            self.print_prose(below)
        elif told:
            self.print_lines(["Nothing is for sale here now. company NAME  tells what a company or a private does."])

    def print_prose(self, texts: Iterable[str]) -> None:
        """Print sentences, which are broken where the terminal ends."""
        for text in texts:
            self.printer.print_text(text, "  ")

    def print_lines(self, texts: Iterable[str]) -> None:
        """Print lines that are not kept for the log: help, lists, answers to questions."""
        for text in texts:
            print(text, file=self.out)


def _is_typed(typed: str, option: Option) -> bool:
    """Whether a line is the number of an option, or all that it says; of cards that are kept its first word is enough."""
    said = LABEL_END.sub("", option.label).casefold()
    if option.id.verb == StepVerb.TAKE and typed.casefold() in ("ok", said.partition(" ")[0]):
        return True
    return typed.strip(". ") == str(option.number) or LABEL_END.sub("", typed).casefold() == said

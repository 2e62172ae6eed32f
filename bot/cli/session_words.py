"""What a line typed at the terminal does: the words of a session that play nothing; all other lines are what somebody plays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.cli import text_views
from bot.cli.terminal_session import Session
from bot.core.errors import NotPossible, UsageError
from game.notation import Unclear
from game.rules import Illegal

SLASH = re.compile(r"^/(?:(?:do|view|rules) +)?(?=\S)")  # as commands begin in chat
ANY = 99  # words behind a word, as many as one likes
LOG_LINES = 20


@dataclass(frozen=True)
class Word:
    """A word of the session: what it does with the words behind it, and the help's lines about it: what one types, and what for.
    `least`, `most`: how many words stand behind it; a line with more of them is no line of this word.
    """

    run: Callable[[Session, list[str]], None]
    help: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


def carry_out(session: Session, text: str) -> None:
    """Carry out one line. Bad lines are answered and change nothing."""
    words = SLASH.sub("", text.strip(), count=1).split()
    if not words:
        session.ask()
        return
    if words[0].startswith("#"):
        return
    try:
        alone = words[0] if len(words) == 1 else ""
        if alone in session.g.state.order or (alone and not session.seen_player() and session.find_named(alone)):
            session.ask_named(session.find_named(alone))
        elif not run_word(session, words[0].casefold(), words[1:]):
            session.act(" ".join(words))
    except (Unclear, Illegal, UsageError, NotPossible) as error:
        session.printer.print_text(f"! {error}", "  ")
    except OSError as error:
        print(f"! {error.filename or 'the file'}: {error.strerror}", file=session.out)


def run_word(session: Session, word: str, rest: list[str]) -> bool:
    """A word of the session; False, and nothing is done, for any other line. Raises Unclear where more must stand behind it."""
    known = WORDS.get(word)
    if known is None or len(rest) > known.most:
        return False
    if len(rest) < known.least:
        raise Unclear("Say more, such as", [_fill_in(known.help[0][0], session)])
    known.run(session, rest)
    return True


def print_help(session: Session, _rest: list[str]) -> None:
    """Print three things to do now, and all words of the session."""
    session.print_prose(text_views.three_things(session.g, session.seen_player(), session.options))
    session.print_prose(
        [
            "Type the number of a line, or say it in your own words, such as  run best  or  pass.",
            f"Where several must choose at once, begin with a name:  {session.g.state.order[0]} pass",
            "More words:",
        ]
    )
    lines = [
        (_fill_in(typed, session), _fill_in(told, session)) for word in WORDS.values() for typed, told in word.help
    ]
    width = max(len(typed) for typed, _ in lines)
    session.print_lines(f"  {typed:{width}}   {told}" for typed, told in lines)


def _fill_in(text: str, session: Session) -> str:
    """A text of the help with names of this very game."""
    data, player = session.g.rules.data, session.g.state.order[0]
    city = next(h.id for h in data.hexes.values() if h.print.stops)
    return text.format(player=player, company=next(iter(data.companies)), hex=city, row=city[0])


def _print_hand(session: Session, _rest: list[str]) -> None:
    """Print the cards in the hand of whoever is asked, once that player has said to be that one."""
    player = session.seen_player()
    held = text_views.hand_lines(session.g, player) if player else []
    if not player or (held and player not in (session.shown, session.named)):
        raise Unclear("Type your name to see your cards, such as", session.g.deciders())
    session.print_prose(held or [f"{player} has no cards in hand."])


def _print_log(session: Session, rest: list[str]) -> None:
    """Print what has happened, or so many lines of it."""
    if rest and not (rest[0].isascii() and rest[0].isdecimal() and int(rest[0])):
        raise Unclear("Say how many lines, such as", [f"log {LOG_LINES}"])
    session.print_lines(session.log[-int(rest[0]) :] if rest else session.log)


def _print_written(session: Session, _rest: list[str]) -> None:
    """Print what can be done as files have it."""
    player = session.seen_player()
    if player:
        session.print_lines(text_views.choice_lines(session.g, player))
    else:
        session.ask()


def _print_map(session: Session, rest: list[str]) -> None:
    """Print the whole map in words, or a part of it."""
    if rest:
        session.print_prose(text_views.describe_board(" ".join(rest), session.g, session.shown))
    else:
        session.print_lines(text_views.view_lines("map", session.g, session.shown))


def _print_rules(session: Session, rest: list[str]) -> None:
    """Print the game in ten lines, or what a word means."""
    word = " ".join(rest).removeprefix("term ")
    told = text_views.term_lines(word, session.g, session.shown) if word else text_views.rules_lines(session.g.rules)
    session.print_prose(told)


def _print_view(word: str) -> Callable[[Session, list[str]], None]:
    """What prints the market, the bank or the table."""
    return lambda session, _: session.print_lines(text_views.view_lines(word, session.g, session.shown))


def _print_card(word: str) -> Callable[[Session, list[str]], None]:
    """What prints the card of a company or of a player."""
    return lambda session, rest: session.print_lines(
        text_views.card_lines(word, " ".join(rest), session.g, session.shown)
    )


def _end(session: Session, _rest: list[str]) -> None:
    """End the session."""
    session.ended = True


WORDS: Mapping[str, Word] = {
    "what": Word(
        lambda session, _: session.ask(),
        (
            ("what", "what can be done now, again"),
            ("{player}", "what {player} is asked, where several must choose at once"),
        ),
    ),
    "cards": Word(
        lambda session, _: session.print_sale(session.seen_player(), told=True),
        (("cards", "what each thing for sale does"),),
    ),
    "hand": Word(_print_hand, (("hand", "your cards that nobody else sees"),)),
    "map": Word(
        _print_map,
        (("map", "the board"), ("map {hex}", "a hex"), ("map {row}", "a row"), ("map {company}", "where it can run")),
        most=ANY,
    ),
    "market": Word(_print_view("market"), (("market", "the stock market"),)),
    "table": Word(_print_view("table"), (("table", "who has what"),)),
    "bank": Word(_print_view("bank"), (("bank", "money, trains and the phase"),)),
    "company": Word(_print_card("company"), (("company {company}", "a company or a private"),), 1, ANY),
    "player": Word(_print_card("player"), (("player {player}", "a player"),), 1, 1),
    "term": Word(_print_rules, (("term par", "what a word means"),), 1, ANY),
    "rules": Word(_print_rules, (("rules", "the game in ten lines"),), most=ANY),
    "log": Word(
        _print_log,
        (("log", "what has happened"), (f"log {LOG_LINES}", f"the last {LOG_LINES} lines of it")),
        most=1,
    ),
    "undo": Word(lambda session, _: session.undo(), (("undo", "take the last thing back"),)),
    "redo": Word(lambda session, _: session.redo(), (("redo", "do it again"),)),
    "save": Word(
        lambda session, rest: session.save(Path(" ".join(rest))),
        (("save FILE", "write the game to a file"),),
        1,
        ANY,
    ),
    "pictures": Word(
        lambda session, rest: session.draw(Path(" ".join(rest))),
        (("pictures FOLDER", "draw it"),),
        1,
        ANY,
    ),
    "notation": Word(
        _print_written, (("notation", "what can be done now, written as in files: you can type that too"),)
    ),
    "help": Word(print_help, most=ANY),
    "quit": Word(_end, (("quit", "stop"),)),
    "describe": Word(_print_map, most=ANY),
    "?": Word(print_help, most=ANY),
    "exit": Word(_end),
}

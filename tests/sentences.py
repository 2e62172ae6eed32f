"""All sentences that people read, to be read in one sitting: `python -m tests.sentences [FOLDER ...]`.

Taken from the sources: texts of at least three words that are no docstrings, with `…` for what is put in, by module. `HOMES`
says where sentences stand and why there, `ELSEWHERE` which other modules may say something to people.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOMES = {  # folders that exist to say something, or whose values are what they say
    "bot/views": "posts, panels, consoles and cards",
    "bot/commands": "what a command is for stands in its decorator, what it answers in one line beside what it does",
    "render/text": "what has happened, what is asked, what a word or a card means",
    "render/pictures": "words in pictures",
    "render/results": "words in pictures of results",
    "render/data": "names and headings that words and pictures share",
    "game": "a check is the sentence with which it refuses: one function, one paragraph of the rules, one reason",
    "titles": "the same, and the words of what only this title has",
    "bot/cli": "what is read on the terminal, by whoever runs the bot",
    "bot/benchmarks": "a table of measurements on the terminal",
    "bot/interchange": "what a file of another program holds that cannot be played, in the words of its place",
}
ELSEWHERE = {  # what is refused or told where it is found out, since only there is known why; and the modules that do
    "bot/__main__": (
        "the options of the command line",
        "",
    ),
    "bot/client": (
        "what is said before any handler is reached: no table, an unknown button, a restart; what Discord refuses",
        (
            "client connection delivery_failures following_pictures interaction lookup monitoring outbox_sender "
            "request_limits run_state table_thread undelivered"
        ),
    ),
    "bot/core": (
        "settings and figures for whoever runs the bot; what is refused in several places, in the same words",
        "errors log_format metrics settings worker_process",
    ),
    "bot/files": (
        "why a file cannot be read or written",
        "best_runs importer replay table_export transcripts",
    ),
    "bot/model": (
        "what an order waits for, what a tile is worth or why none is laid, and which of the typed words fits nothing",
        (
            "board/run_worth board/track_end models"
            " orders/auto_buy orders/auto_draft orders/auto_keep orders/auto_pass orders/proxy_bid quiet_hours"
            " results words/agreement words/doubts/corrections words/doubts/counts"
            " words/doubts/negations words/reading/questions words/misfits/unfit_trains words/misfits/unfit_words"
            " words/moves/following_moves words/moves/move_parts words/reading/loose_names words/reading/picked_counts"
            " words/reading/plain_lines words/reading/start_words words/reading/superlatives words/reading/unknown_words"
            " words/rewritten_words words/shorthand words/vocabulary"
        ),
    ),
    "bot/reminders": (
        "a time that is no time to wait for",
        "scheduler",
    ),
    "bot/sandbox": (
        "the page around the simulated Discord",
        "demo_loader page_commands page_loading page_patches page_style page_waiting room_index server simulation",
    ),
    "bot/storage": (
        "why a database cannot be used; what a row that has changed meanwhile makes impossible",
        (
            "copying databases/postgres_backend databases/postgres_server engine errors identity_file "
            "repositories/pauses repositories/questions/handovers repositories/remarks repositories/reminders "
            "repositories/seats repositories/transfers repositories/users schema store"
        ),
    ),
    "bot/tables": (
        "why a use case is refused",
        (
            "answered_offers end_votes game_setup game_transfers position_copies practice seat_handover service session "
            "snapshots standing_orders table_memory title_catalogue undo"
        ),
    ),
}
FOLDERS = (*HOMES, *ELSEWHERE)
WORDS = 3  # fewer are keys and names more often than sentences


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Line and words of each text of a module that may be read by people."""
    tree = ast.parse(path.read_text("utf-8"))
    unread = {id(part) for node in ast.walk(tree) for part in _unread(node)}
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        text = said(node)
        if len(text.split()) >= WORDS:
            yield node.lineno if isinstance(node, ast.expr) else 0, " ".join(text.split())


def _unread(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node nobody but programmers reads: docstrings, claims that hold, the log; and parts of a text of several."""
    match node:
        case ast.Expr(value=text):
            yield text
        case ast.JoinedStr(values=parts):
            yield from parts
        case ast.Assert(msg=ast.expr() as claim):
            yield from ast.walk(claim)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
            yield from ast.walk(node)


def said(node: ast.AST) -> str:
    """A text as it is read, `…` for what is put in; "" for what is none."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(said(part) if isinstance(part, ast.Constant) else "…" for part in parts)
    return ""


def misplaced() -> list[str]:
    """Modules that say something although neither their folder nor they are named above, and named ones that say nothing."""
    named = {f"{folder}/{m}".rstrip("/") for folder, (_, modules) in ELSEWHERE.items() for m in modules.split() or [""]}
    found = set()
    for top in ("bot", "game", "render", "titles"):
        for path in (ROOT / top).rglob("*.py"):
            module = path.relative_to(ROOT).with_suffix("").as_posix()
            if not any(module.startswith(f"{home}/") for home in (*HOMES, "bot/migrations")) and any(sentences(path)):
                found.add(module)
    return sorted(found ^ named)


def listing(folders: Sequence[str]) -> Iterator[str]:
    """The lines that are printed: each module, then its sentences with their lines."""
    for folder in folders:
        whole = (ROOT / folder).with_suffix(".py")
        for path in sorted((ROOT / folder).rglob("*.py")) or [whole]:
            found = sorted(set(sentences(path)))
            if found:
                yield f"\n{path.relative_to(ROOT)}"
            yield from (f"{line:5} {text}" for line, text in found)


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in listing(sys.argv[1:] or FOLDERS))

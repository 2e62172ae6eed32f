"""Runs that are written out, a route for each train, `3 Jackson–Louisville; 3 Lexington–Louisville`, or named by their places."""

from __future__ import annotations

from bot.commands.do.asking import ask_kinds, ask_which, refuse, show_reading
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.reply import Reply
from bot.commands.do.typed_line import TypedLine
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.reading.typed_words import find_named_verbs
from bot.model.words.vocabulary import MOST_WORDS, split_words
from bot.views.console.typed_routes import give_cards, spell_routes
from bot.views.formatting import escape_line
from bot.views.pages.run_reasons import explain_missing_places, find_places, find_runs_through
from game.actions import LayTile, RunTrains
from game.notation import Unclear, parse


async def show_routes(line: TypedLine) -> Reply | None:
    """Answers the routes of several trains: they are one run, which is shown, or why it cannot be."""
    parts = line.wanted.split(";")
    listed = [a for c in line.choices for a in c if isinstance(a, RunTrains)]
    routes = [_write_route(part, line) for part in parts] if listed and (len(parts) > 1 or ":" in line.wanted) else [""]
    if not all(routes):
        return None
    text, _ = spell_routes("; ".join(routes), listed, line.rules)
    try:
        run = parse(f"{RunTrains.verb} {text}", line.by, line.choices, line.kinds)
    except Unclear:
        return None
    run = give_cards(run, line.view, line.rules) if isinstance(run, RunTrains) else run
    if any(run in c for c in line.choices):
        return show_reading(line, run)
    refused = await line.table.find_refusal(run)
    return refuse(line, str(refused)) if refused is not None else None


async def explain_run(subject: Subject) -> Reply | None:
    """Answers places that are named while trains run: the runs through them, or why there are none."""
    line, words = subject.line, subject.words
    said, lays = {*split_words(words, line.vocabulary)}, [a for a in subject.meant if isinstance(a, LayTile)]
    track = LayTile.verb in find_named_verbs(words, line.kinds) or any({a.hex.casefold(), a.tile} <= said for a in lays)
    other = subject.about - {RunTrains.verb, LayTile.verb}  # a place may be either
    if track or other or len(words.split()) > MOST_WORDS:
        return None
    missing = await explain_missing_places(line.table, line.by, line.view, words)
    if missing is None:
        return None
    listed = [a for c in subject.choices for a in c if isinstance(a, RunTrains)]
    runs = [] if missing else find_runs_through(words, listed, line.rules)
    if runs and len(runs) < len(listed):
        return ask_which(line, runs)
    return ask_kinds(line, [RunTrains], f"{escape_line(missing)}." if missing else "")


def _write_route(text: str, line: TypedLine) -> str:
    """A route as files have it, of a train and two places or more; "" of other words."""
    words = [w for w in text.split() if w.casefold() != RunTrains.verb]
    train = bare_train(words[0].casefold().rstrip(":")) if words else ""
    stops = " ".join(words[1:])
    written = train in line.vocabulary.train_names and len(find_places(stops, line.rules)) > 1
    return f"{train}: {stops}" if written else ""

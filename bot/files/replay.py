"""The replay of a game: an animated map with a frame for each turn of a company and each round of players."""

from __future__ import annotations

import multiprocessing
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import render
from bot.core.errors import NotPossible
from bot.core.worker_process import Report, ignore_progress
from bot.model.episodes import Episode, join_idle, split_episodes
from bot.model.imported_game import IncomingGame
from bot.model.kinds import Via
from bot.model.results import events_seen_by
from bot.tables.table import Table
from game.events import Event, RoundEnded
from game.play import Game
from game.rules import Rules
from game.state import Player
from render.data import queries
from render.data.names import listed
from render.data.queries import View
from render.drawing.style import Theme, drawn_in
from render.results.animation import Animation
from render.results.replay import Scene, draw_frame, draw_names_of_each
from render.text.turn_words import news, trading, turn_words
from titles import TITLES

MAX_REPLAY_BYTES = 8 * 1024 * 1024  # bytes: what Discord takes from everybody
WIDTHS = (900, 720, 540)  # pixels: the first at which the file is small enough
WHOLE = 120_000  # milliseconds that a replay should take, as far as the next two allow
MIN_FRAME_TIME, MAX_FRAME_TIME = 450, 1400  # milliseconds of a frame
LAST = 8000  # milliseconds of the last
MAX_FRAMES = 400  # frames: games of more episodes leave out those of players, then every second one
POLITE = 10  # by how much a replay that is drawn beside games takes second place


@dataclass(frozen=True, slots=True)
class Moment:
    """An episode and the state when it is over. `worth`: what players had at the end of the round, if it ended then: in the
    state privates have paid since.
    """

    episode: Episode
    state: bytes
    worth: Mapping[Player, int] | None = None


@dataclass(frozen=True, slots=True)
class Film:
    """What a replay is made of: the game's title, options and players with what these are called, and its moments."""

    title: str
    options: tuple[str, ...]
    shown: Mapping[Player, str]
    moments: tuple[Moment, ...]
    theme: Theme = "light"

    def fingerprint(self) -> str:
        """What tells this replay from others: equal replays have equal ones, so that a drawn one is found again."""
        digest = blake2b(
            repr((self.title, self.options, sorted(self.shown.items()), self.theme)).encode(), digest_size=16
        )
        for moment in self.moments:
            digest.update(repr(moment.episode).encode())
            digest.update(moment.state)
        return digest.hexdigest()


def choose_episodes(every: Sequence[Episode]) -> list[Episode]:
    """The episodes that get a frame: all of them, in a long game fewer."""
    kept = list(every)
    if len(kept) > MAX_FRAMES:
        kept = [e for e in kept if e.company] or kept
    step = -(-len(kept) // MAX_FRAMES)
    return kept[::-1][::step][::-1] if step > 1 else kept


def film_of_file(game: IncomingGame, report: Report = ignore_progress) -> Film:
    """The replay's material of a game that was read from a file, played once; a refused action ends it there."""
    rules = TITLES[game.title].rules(game.options, len(game.players))
    play = Game.new(rules, game.players, game.seed, seated=game.seated)
    states, events_of_plays = [play.snapshot()], [tuple(play.events)]
    for number, action in enumerate(game.actions, 1):
        events_of_plays.append(tuple(play.play(action)))
        play.past.clear()
        states.append(play.snapshot())
        report(number, len(game.actions))
    shown = dict(zip(game.players, game.shown, strict=True))
    moments = [
        Moment(e, states[e.last], worth_at_end(e, events_of_plays[e.last]))
        for e in choose_episodes(public_episodes(events_of_plays, rules))
    ]
    return Film(game.title, tuple(rules.options), shown, tuple(moments))


async def film_of_table(table: Table) -> Film:
    """The replay's material of a table: the moves of its present line and the positions after them."""
    moves = await table.history()
    begun = moves[0].round if moves[0].via == Via.COPY else ""
    wanted = choose_episodes(public_episodes([m.events for m in moves], table.rules, begun))
    moments = [Moment(e, await table.snapshot(moves[e.last].id), worth_at_end(e, moves[e.last].events)) for e in wanted]
    shown = {s.name: s.shown for s in table.seats}
    return Film(table.row.title, tuple(table.rules.options), shown, tuple(moments), table.row.theme.value)


def worth_at_end(episode: Episode, events: Iterable[Event]) -> Mapping[Player, int] | None:
    """What players were worth when that round ended, if it did in the episode's last move. `events`: of that move."""
    return next((e.worth for e in events if isinstance(e, RoundEnded) and e.name == episode.round), None)


def public_episodes(events_of_plays: Sequence[Sequence[Event]], rules: Rules, begun: str = "") -> list[Episode]:
    """The episodes of moves, as everybody may know them. `begun`: the round in which the first of them began."""
    seen = [events_seen_by(events, None) for events in events_of_plays]
    return join_idle(split_episodes(seen, rules.data.companies, begun))


def paint_film(film: Film, report: Report = ignore_progress) -> bytes:
    """The animation as a file. Slow: some 30 ms a frame. Raises NotPossible where nothing has happened, or it gets too large."""
    if not film.moments:
        raise NotPossible("Nothing has happened yet in this game")
    for wide in WIDTHS:
        with drawn_in(film.theme):
            data = _paint_wide(film, wide, report)
        if len(data) <= MAX_REPLAY_BYTES:
            return data
    raise NotPossible("The replay of this game would be too large")


def paint_at_low_priority(film: Film, report: Report) -> bytes:
    """`paint_film` with the lowest claim on the processor, where this is a process of its own."""
    if hasattr(os, "nice") and multiprocessing.parent_process() is not None:
        os.nice(POLITE)
    return paint_film(film, report)


def _paint_wide(film: Film, wide: int, report: Report) -> bytes:
    """The animation so many pixels wide: a frame for each moment, and the result at the end of a game."""
    rules = TITLES[film.title].rules(film.options, len(film.shown))
    views = [Game.load(rules, moment.state).view(None) for moment in film.moments]
    last = views[-1]
    worths = {p: queries.worth(last, rules, p) for p in last.order}
    most, count = max(1, *worths.values()), len(film.moments)
    pace = min(max(WHOLE // count, MIN_FRAME_TIME), MAX_FRAME_TIME)
    animation, names = Animation(), draw_names_of_each(views, rules, wide)
    end = film.moments[-1].episode.last
    for number, (moment, view) in enumerate(zip(film.moments, views, strict=True), 1):
        episode = moment.episode
        words = replace_ids(write_caption(episode, view, rules), film.shown)
        marks = render.marks_of(episode.events)
        scene = Scene(episode.round, episode.company, words, most, (episode.last, end), marks, moment.worth)
        image = draw_frame(view, rules, scene, film.shown, wide=wide, names=names[number - 1])
        animation.add(image, pace if number < count or last.over else LAST)
        report(number, count)
    if last.over:
        scene = Scene(
            film.moments[-1].episode.round, "", replace_ids(_winner_words(worths, rules), film.shown), most, (end, end)
        )
        animation.add(draw_frame(last, rules, scene, film.shown, wide=wide, names=names[-1]), LAST)
    return animation.gif()


def _winner_words(worths: Mapping[Player, int], rules: Rules) -> str:
    """Who has won with how much, or all who have."""
    best = max(worths.values())
    first = [p for p, worth in worths.items() if worth == best]
    return f"{listed(first)} {'wins' if len(first) == 1 else 'win'} with {rules.data.money(best)}"


def write_caption(episode: Episode, view: View, rules: Rules) -> str:
    """The line below a frame: what happened in this episode, the company's own doings first."""
    company, events = episode.company, episode.events
    if not company:
        return ". ".join([*news(events, view, rules), *trading(events, view, rules)]) or "Everybody passes"
    minor = rules.data.companies[company].kind == "minor"
    own = f"{'Minor ' if minor else ''}{company} {turn_words(events, company, view, rules)}"
    return ". ".join([own, *news(events, view, rules)])


def replace_ids(text: str, shown: Mapping[Player, str]) -> str:
    """The text with what players are called in the place of their ids."""
    ids = "|".join(re.escape(p) for p in sorted(shown, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{ids})(?!\w)", lambda match: shown[match[0]], text)

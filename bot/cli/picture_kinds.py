"""The pictures that a game brings beside map, market and cards: its questions, runs, changes of companies, rounds, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from PIL import Image

import render
from bot.files.replay import public_episodes, write_caption
from bot.model.action_form import Draft
from bot.model.board.map_graph import MapGraph
from bot.model.episodes import Episode
from bot.model.kinds import Via
from bot.model.results import Move, events_seen_by, examine_position
from bot.tables.story.game_summary import income_series, list_dividends, worth_series
from bot.tables.story.round_summary import summarize_rounds
from bot.views.options.labels import option_labels
from bot.views.options.rows import option_lots
from bot.views.options.screen import make_screen
from bot.views.pictures.images import lots_for_sale
from bot.views.story.results.round_result import result_of
from game.actions import Action, BuyTrain, LayTile, Par, PlaceToken, RunTrains
from game.choices import Choice
from game.events import Ran, RoundEnded
from game.play import Game
from game.routing import validator
from game.rules import Refusal
from game.state import State
from render.data import queries
from render.data.before_after import changed_parties, reshapes
from render.data.card_data import Dividend
from render.data.holdings import cards_in_words
from render.data.marks import Marks, marks_of, marks_of_last_run
from render.data.names import end_words
from render.pictures.before_after import draw_before_after
from render.pictures.reference.tile_upgrades import draw_upgrades
from render.results import charts
from render.results.company_timeline import draw_timeline, trace_companies
from render.results.final import Ending, FinalPlace, draw_final
from render.results.income import income_chart
from render.results.replay import WIDE, Scene, draw_frame, draw_names
from render.results.round_picture import draw_round
from render.text.closing import change_words

View = State[Any]
MIN_ANSWERS = 2  # answers that make a question worth a picture
BESIDE = 6  # ways or runs beside each other
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)


def make_move(g: Game, action: Action | None) -> Move:
    """What was just played (None: the deal) as the story reads it: its events and the round after it."""
    by = action.by if action is not None else ""
    return Move(0, 0, 0, by, action, tuple(g.events), Via.IMPORT, 0, BEGINNING, g.state.round, revealed=False)


class Gallery:
    """A game that is played once, and what there was to draw on its way: of each kind of picture the latest."""

    def __init__(self, g: Game, actions: Iterable[Action]) -> None:
        self.game, self.rules = g, g.rules
        self._makes: dict[str, Callable[[], Image.Image]] = {}
        self._lots = 0  # in the largest sale so far
        self._round_ends: dict[str, View] = {}
        self._seen_at_run: dict[str, View] = {}  # by company: the position after its last run
        self._moves = [make_move(g, None)]
        after = g.view(None)
        for action in actions:
            self._note_question(action)
            before, events = after, tuple(g.play(action))
            after = g.view(None)
            self._moves.append(make_move(g, action))
            public = events_seen_by(events, None)
            parties = changed_parties(before, after, g.rules, public) if reshapes(before, after) else []
            if parties:
                heading = change_words(public, after, g.rules)
                self._makes["change"] = partial(draw_before_after, parties, g.rules, heading)
            self._seen_at_run |= {e.company: after for e in events if isinstance(e, Ran)}
            self._round_ends |= {e.name: after for e in events if isinstance(e, RoundEnded)}

    def pictures(self) -> Iterator[tuple[str, Image.Image]]:
        """All that was met, then the story as far as the game goes, each with the name of its kind."""
        g, rules, view = self.game, self.rules, self.game.view(None)
        yield from ((kind, make()) for kind, make in self._makes.items() if kind != "change")
        company = queries.acting_company(view)
        reached = MapGraph(view, rules, company).hexsides
        yield "network", render.draw_map(view, rules, Marks(network=reached, runner=company), canvas=render.TALL)
        yield "holdings", render.draw_holdings(view, rules, g.deciders(), headed=True)
        yield "upgrades", draw_upgrades(view, rules, next(t.tile for t in view.tiles.values()))
        yield from self.story()
        episode = self.last_episode()
        most, words = max(queries.worth(view, rules, p) for p in view.order), write_caption(episode, view, rules)
        scene = Scene(
            episode.round, episode.company, words, most, (episode.last, episode.last * 2), marks_of(episode.events)
        )
        names = draw_names([view], rules, WIDE)
        yield "frame", draw_frame(view, rules, scene, {p: p for p in view.order}, names=names)

    def story(self) -> Iterator[tuple[str, Image.Image]]:
        """A change of companies, last runs, the last round, presidents and trains over the rounds, the result: each by name."""
        rules, view = self.rules, self.game.view(None)
        cash = dict.fromkeys(view.order, rules.data.file.cash[str(len(view.order))])
        rounds = summarize_rounds(self._moves, rules, cash)
        if "change" in self._makes:
            yield "change", self._makes["change"]()
        for number, runs in enumerate(render.share_out(self._last_runs(), rules), 1):
            yield f"last-runs-{number}", render.draw_last_runs(runs, rules)
        yield "round", draw_round(result_of(rounds[-1], tuple(view.order), rules), rules)
        ends = self._round_ends
        yield "timeline", draw_timeline(trace_companies(list(ends), list(ends.values()), rules), rules)
        yield "final", self._draw_result()

    def _last_runs(self) -> list[render.LastRun]:
        """The last runs of all companies that are not closed."""
        state, seen = self.game.state, self._seen_at_run
        living = [(c, s) for c, s in state.companies.items() if s.ran and not s.closed and c in seen]
        return [render.LastRun(seen[c], marks_of_last_run(c, s)) for c, s in living]

    def last_episode(self) -> Episode:
        """What was done last: a company's turn, or a round of stock."""
        return public_episodes([m.events for m in self._moves], self.rules)[-1]

    def history(self, company: str) -> list[Dividend]:
        """What a company did with its revenue, round by round."""
        return list_dividends(self._moves, company, self.game.rules.data)

    def charts(self) -> Iterator[tuple[str, bytes]]:
        """Worth and prices over the rounds, as files."""
        data, series = self.rules.data, worth_series(self.game, self._moves)
        shown = {p: p for p in self.game.state.order}
        colours = {name: company.colour for name, company in data.companies.items()}
        yield "worth", charts.worth_chart(series.rounds, series.worth, shown, data.currency).png
        minors = [name for name, company in data.companies.items() if company.kind == "minor"]
        ran = income_series(self.game, self._moves)
        for name, title, values in (
            ("revenue", "Revenue", ran.revenue),
            ("dividends", "Dividends per share", ran.dividends),
        ):
            yield name, income_chart(title, ran.rounds, values, colours, data.currency, minors, ran.waiting).png
        yield "prices", charts.price_chart(series.rounds, series.prices, colours, data.currency).png

    def _draw_result(self) -> Image.Image:
        """The picture of the result, as if the game ended here."""
        view, rules = self.game.view(None), self.rules
        series = worth_series(self.game, self._moves)
        totals = sorted(((queries.worth(view, rules, p), p) for p in view.order), reverse=True)
        places = [
            FinalPlace(n, p, p, total, queries.parts_of_worth(view, rules, p), cards_in_words(view, rules, p))
            for n, (total, p) in enumerate(totals, 1)
        ]
        title = f"{queries.title_name(rules.data)} · {len(view.order)} players"
        over = series.rounds[-1] if series.rounds else "the first round"
        note = f"Over in {over}: {end_words(view.over) or 'somebody ended it'}."
        ending = Ending(title, tuple(places), tuple(view.order), series.rounds, series.worth, note)
        return draw_final(ending, rules.data)

    def _note_question(self, action: Action) -> None:
        """Note what the question looks like that an action answers."""
        g, seat = self.game, action.by
        view, choices = g.view(seat), tuple(g.choices(seat))
        listed = [a for c in choices if c.kind is type(action) for a in c.actions]
        asked = g.top_step()
        if asked is not None and asked.auction(g) is not None:
            sale = lots_for_sale(examine_position(g, 0))
            if len(sale.items) >= self._lots:  # of an auction that ends the last lot would be shown alone
                self._lots = len(sale.items)
                self._makes["bids"] = lambda: render.draw_bids(view, self.rules, sale)
        elif isinstance(action, LayTile):
            self._note_lays(view, [a for a in listed if isinstance(a, LayTile)], action.hex)
        elif isinstance(action, PlaceToken):
            cities = list(dict.fromkeys(a.city for a in listed if isinstance(a, PlaceToken)))
            slots = [render.free_slot(view, self.rules, c) for c in cities]
            if len(slots) >= MIN_ANSWERS:
                self._makes["stations"] = lambda: render.draw_places(view, self.rules, (), slots)
        elif isinstance(action, RunTrains):
            self._note_runs(view, [a for a in listed if isinstance(a, RunTrains)])
        elif isinstance(action, Par | BuyTrain):
            self._note_rows(view, choices, action)

    def _note_lays(self, view: View, lays: Sequence[LayTile], hex_id: str) -> None:
        """Where tiles can be laid, and the ways in which one hex can be built on."""
        hexes = list(dict.fromkeys(a.hex for a in lays))
        ways = [a for a in lays if a.hex == hex_id][:BESIDE]
        if len(hexes) >= MIN_ANSWERS:
            self._makes["places"] = lambda: render.draw_places(view, self.rules, hexes)
        if len(ways) >= MIN_ANSWERS:
            self._makes["lays"] = lambda: render.draw_lays(view, self.rules, ways)

    def _note_runs(self, view: View, listed: Sequence[RunTrains]) -> None:
        """Runs beside each other."""
        company = queries.acting_company(view)
        judged = [validator.judge(self.game, company, a.routes) for a in listed[:BESIDE]]
        marks = [
            marks_of([Ran(company, runs, validator.total(self.game, company, runs))])
            for runs in judged
            if not isinstance(runs, Refusal)
        ]
        self._makes["runs"] = lambda: render.draw_runs(view, self.rules, render.share_runs(view, self.rules, marks)[0])

    def _note_rows(self, view: View, choices: Sequence[Choice], action: Par | BuyTrain) -> None:
        """Prices at which a company may start, or trains that it may buy."""
        given: dict[str, object] = {"company": action.company} if isinstance(action, Par) else {}
        screen = make_screen(choices, Draft(type(action).__name__, given))
        if len(screen.options) < MIN_ANSWERS:
            return
        rows = option_lots(screen.options, option_labels(screen, choices, view, self.rules), view, self.rules, {})
        if isinstance(action, Par):
            prices = [a.price for o in screen.options if isinstance(a := o.action, Par)]
            if len(prices) == len(rows):
                self._makes["par"] = lambda: render.draw_par(view, self.rules, prices, rows)
        else:
            self._makes["trains"] = lambda: render.draw_lots(rows, self.rules.data)

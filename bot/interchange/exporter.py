"""Writes a game of ours as a file of 18xx.games.

The game is played once more under the rules of that site (the preset of its name) by the side of what reading keeps: ledgers
of certificates, trains and tiles. So every entry is written in the position in which reading will find it. Passes of a
company's turn are not ours but those of the site (`site/site_turn.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from bot.interchange.divergence import comparable_position, find_causes, missing_rules
from bot.interchange.encode_action import encode_action
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.export_state import Entry, ExportState, Source
from bot.interchange.import_profiles import IMPORT_PROFILES
from bot.interchange.import_state import PRESET
from bot.interchange.importer import Importer
from bot.interchange.late_actions import reorder
from bot.interchange.metadata import rename_train_types
from bot.interchange.site.decoding import make_record
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.records import Damaged
from bot.interchange.turn_tracker import TurnTracker
from bot.interchange.unsupported_rules import find_unsupported_rules, rule_words
from game import actions as ours
from game import ending
from game.play import Game
from game.rules import Illegal
from game.step_keys import StepKey
from titles import TITLES

if TYPE_CHECKING:
    from game.actions import Action

ORDERS = 6  # of the actions, tried until none comes too late for the site
MOST_PASSES_BEFORE = 8  # passes tried before an action that the site's rules would ask for later
MOST_NAMED = 3  # small rules in a sentence


@dataclass(frozen=True)
class ExportedFile:
    """A file that was written, with what its reader should know: for the commands and pages that hand it out."""

    data: bytes
    warnings: tuple[str, ...] = ()
    cut: bool = False  # the game goes on where the file ends


def write_game(source: Source, *, partial: bool = False) -> ExportedFile:
    """The file of a game; raises Unwritable with one sentence when 18xx.games cannot play this game.

    `partial`: the file ends before the first action that cannot be written, which is told as a warning.
    """
    return write_in_order(source, partial=partial)[0]


def write_in_order(source: Source, *, partial: bool = False) -> tuple[ExportedFile, Exporter]:
    """The file of a game with its late actions where the site still waits for them, as far as that is possible, and its exporter;
    raises Unwritable.
    """
    if source.title not in EXPORT_PROFILES:
        raise Unwritable(f"I cannot write games of {source.title} for 18xx.games yet")
    exporter = Exporter(source)
    result = exporter.write_all(partial=partial)
    unmovable: set[int] = set()  # late actions that are not possible where the site still waits
    for _ in range(ORDERS):
        late = exporter.tracker.late.moves.items()
        moves = {number: to for number, to in late if id(exporter.actions[number - 1]) not in unmovable}
        if not moves:
            break
        reordered = Exporter(reorder_late_actions(exporter, moves))
        written: ExportedFile | None = None
        with suppress(Unwritable):
            written = reordered.write_all(partial=partial)
        if written is None or (written.cut and not result.cut):
            place = max((to for to in moves.values() if to <= reordered.number), default=0)
            unmovable |= {id(exporter.actions[number - 1]) for number, to in moves.items() if to == place or not place}
            continue
        result, exporter = written, reordered
    if exporter.tracker.late.breaking:
        exporter = Exporter(exporter.source)
        exporter.tracker.late.settled = True
        result = exporter.write_all(partial=partial)
    return result, exporter


def reorder_late_actions(exporter: Exporter, moves: Mapping[int, int]) -> Source:
    """The game of an exporter with its late actions where the site still waits for them. `moves`: as `LateActions` has them."""
    source = exporter.source
    numbers = reorder(range(1, len(exporter.actions) + 1), moves)
    implied = frozenset(i for i, number in enumerate(numbers, 1) if number in source.implied)
    return replace(source, actions=tuple(reorder(exporter.actions, moves)), implied=implied)


class Exporter(ExportState):
    """A game being written."""

    def __init__(self, source: Source) -> None:
        title, profile = TITLES[source.title], EXPORT_PROFILES[source.title]
        self.original = Game.new(
            title.rules(source.options, len(source.players)), source.players, source.seed, seated=source.seated
        )
        self.unsupported = find_unsupported_rules(source.title, self.original.rules.settings)
        order = list(self.original.state.order)
        self.head = make_head(source, order)
        reading = Importer(msgspec.json.encode({**self.head, "actions": []}), source.options)
        super().__init__(source, profile, reading, profile.arrange_actions(self.original, source.actions))
        self.renamed_players = dict(zip(order, self.game.state.order, strict=True))  # names may be taken at the site
        # under the same rules nothing can go another way
        self.same_rules = {*self.original.rules.settings} == {*self.game.rules.settings}
        self.warnings: dict[str, None] = {}
        self.sound_entries = 0  # entries up to the last action after which both games are alike
        self.parted_at = 0  # the first action after which both games differ, 0: none
        self.tracker = TurnTracker(self)

    def write_all(self, *, partial: bool = False) -> ExportedFile:
        """The file with all actions, or with `partial` with the first that can be written; raises Unwritable."""
        try:
            self._put_all()
        except Unwritable as error:
            if not partial:
                raise
            self.warnings[f"The file ends before that: {error}"] = None
            self.entries = self.entries[: self.sound_entries if error.sound_entries is None else error.sound_entries]
            return ExportedFile(self._make_file(cut=True), tuple(self.warnings), cut=True)
        return ExportedFile(self._make_file(), tuple(self.warnings))

    def _put_all(self) -> None:
        """Write every action of the game; raises Unwritable naming the one that cannot be written."""
        waiting: Action | None = None  # proposed, not answered yet
        try:
            for number, action in enumerate(self.actions, 1):
                self.number = number
                if not self.same_rules:
                    self.original.play(action)
                    self.original.past.clear()
                if isinstance(action, ours.Answer):
                    if waiting is not None and action.yes:
                        self.put_action(waiting)
                    waiting = None
                elif not self.same_rules and self.original.state.step_key == StepKey.CONSENT:
                    waiting = action
                elif self.number in self.source.implied:
                    self.game.play(structs.replace(action, by=self.renamed_players[action.by]))
                else:
                    self.put_action(action)
                self._note_divergence()
        except (Illegal, Damaged) as error:
            reasons = "; ".join(self._name_causes("it")) or str(error).rstrip(".")
            raise Unwritable(f"18xx.games does not allow move {self.number}: {reasons}") from error
        except Unwritable as error:
            raise Unwritable(f"Move {self.number}: {error}", error.sound_entries) from error
        except (LookupError, ValueError, TypeError, AttributeError, StopIteration, AssertionError) as error:
            raise Unwritable(f"18xx.games has no words for move {self.number}") from error
        if not self.same_rules:
            self._check_same_course()

    def _make_file(self, *, cut: bool = False) -> bytes:
        """The bytes of a file with the entries so far. `cut`: the file ends before the game does."""
        head = dict(self.head)
        if cut:
            head["actions"] = [{"id": i, **entry} for i, entry in enumerate(self.entries, 1)]
            return msgspec.json.format(msgspec.json.encode(head), indent=1) + b"\n"
        if self.source.ended:
            player = self.game.deciders()[:1] or self.game.state.order[:1]
            self._write_entry({"type": "end_game", "entity": self.ids[player[0]], "entity_type": "player"})
        if self.game.state.over or self.source.ended:
            head["status"] = "finished"
            head["result"] = {str(self.ids[p]): ending.total(self.game, p) for p in self.game.state.order}
            if self.source.ended:
                head["manually_ended"] = True
        head["actions"] = [{"id": i, **entry} for i, entry in enumerate(self.entries, 1)]
        return msgspec.json.format(msgspec.json.encode(head), indent=1) + b"\n"

    def _note_divergence(self) -> None:
        """Note whether the game still goes the same way under the rules of the site. What is asked later there may catch up."""
        if self.same_rules or self._stands_alike():
            self.parted_at = 0
        else:
            self.parted_at = self.parted_at or self.number
        if not self.parted_at:
            self.sound_entries = len(self.entries)

    def _stands_alike(self) -> bool:
        """Whether the game stands in the same position under its own rules and under those of the site."""
        position = comparable_position(self.original.state, self.renamed_players)
        return position == comparable_position(self.game.state, {})

    def _check_same_course(self) -> None:
        """Raise Unwritable unless the game has gone the same way under the rules of the site; else warn of rules that differ."""
        if self.parted_at:
            reasons = "; ".join(self._name_causes("it"))
            raise Unwritable(f"Move {self.parted_at} leads to another position at 18xx.games: {reasons}")
        reasons = "; ".join(
            [*self._name_unsupported_rules("it"), *self._name_missing_rules(missing_rules(self.source))]
        )
        if reasons:
            self.warnings[f"18xx.games has other rules, which made no difference here: {reasons}"] = None

    def _name_causes(self, site: str) -> list[str]:
        """The rules that led, or may have led, to what the site cannot follow. `site`: how the sentence calls the site."""
        if self.same_rules:
            return []
        number = self.parted_at or self.number
        return [
            *self._name_unsupported_rules(site),
            *self._name_missing_rules(find_causes(self.source, self.actions[:number])),
        ]

    def _name_unsupported_rules(self, site: str) -> list[str]:
        """What the site does in place of rules that it does not have."""
        return [f"{site} {rule.instead}" for rule in self.unsupported.values()]

    def _name_missing_rules(self, rules: Sequence[str]) -> list[str]:
        """Small rules of the site that were not in force, as the lobby names them."""
        if not rules:
            return []
        named = [f"“{rule_words(self.source.title, name)}”" for name in rules[:MOST_NAMED]]
        more = [f"and {len(rules) - len(named)} more"] if len(rules) > len(named) else []
        return [f"it has small rules that this game was played without: {', '.join([*named, *more])}"]

    def put_action(self, action: Action) -> None:
        """Write one action and play it; a pass that the site does not ask for is only played."""
        action = structs.replace(action, by=self.renamed_players[action.by])
        if not self.game.legal(action):
            if isinstance(action, ours.Pass):
                return
            self._pass_until_legal(action)
        implicit = (
            isinstance(action, ours.Pass) and self.asked_company() and self.profile.encode_special(self, action) is None
        )
        if implicit or self.profile.has_no_entry(self, action):
            self.play_action(action, [])
            return
        entries = encode_action(self, action)
        for late in self.tracker.passes_before(action):
            self._write_entry(late)
        self.play_action(action, entries)

    def _pass_until_legal(self, action: Action) -> None:
        """Pass what only the site's rules ask for, until the action is legal; raises Illegal if it stays refused. Under the same
        rules only a late action that was moved makes another pass necessary, in the turn of its company.
        """
        refusal, company = Illegal(self.game.refusal(action)), self.asked_company()
        for _ in range(MOST_PASSES_BEFORE):
            passes = [c.actions[0] for c in self.game.choices() if c.kind is ours.Pass]
            if not passes or (self.same_rules and not (company and self.asked_company() == company)):
                break
            self.put_action(passes[0])
            if self.game.legal(action):
                return
        raise refusal

    def play_action(self, action: Action, entries: Sequence[Entry]) -> None:
        """Write the entries of an action, play it with the ledgers, and write the passes that fell due meanwhile."""
        for entry in entries:
            self._write_entry(entry)
        self.tracker.begin_action(action, written=bool(entries))
        events = self.game.play(action)
        self.books.settle()
        # a pass beside another entry moves nothing more
        for entry in [e for e in entries if e["type"] != "pass"] or entries:
            self.books.note_record(rename_train_types(make_record(entry), self.import_profile), action)
        for late in self.tracker.end_action(action, events):
            self._write_entry(late)

    def _write_entry(self, entry: Entry) -> None:
        """Write an entry at the end, or once at the place that was noted for it."""
        self.entries.insert(len(self.entries) if self.at is None else self.at, entry)
        self.at = None


def make_head(source: Source, order: Sequence[str]) -> dict[str, Any]:
    """The file around the actions. `order`: the players as they sit."""
    site, profile = next((name, p) for name, p in IMPORT_PROFILES.items() if p.title == source.title)
    keys = source.keys or tuple(range(1, len(order) + 1))
    shown = dict(zip(source.players, source.names or source.players, strict=True))
    site_options = {option: name for name, option in profile.options.items() if option}
    rules = TITLES[source.title].rules((PRESET,), len(order))
    chosen = [site_options[o] for o in source.options if o in site_options and o not in rules.options]
    dealt = EXPORT_PROFILES[source.title].deal_settings(source.seed)
    return {
        "id": 0,
        "title": site,
        "description": "",
        "players": [{"id": key, "name": shown[name]} for name, key in zip(order, keys, strict=True)],
        "settings": {"optional_rules": chosen, **dealt, **source.settings},
        "status": "active",
    }

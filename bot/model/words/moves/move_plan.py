"""The moves of one line, followed on a copy of the position before any of them is played: whether each fits behind those before
it.

A line whose moves go against each other, `run; pay; hold`, is not played up to there: which of them is meant is open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from bot.model.action_form import pass_action
from bot.model.orders import auto_end
from bot.model.results import Position, examine_position, reveals_card
from bot.model.words.agreement import is_short_no
from bot.model.words.misfits.intended_actions import read_intended_actions
from bot.model.words.moves.following_moves import (
    ends_all,
    may_follow,
    refuses_thing,
    says_what_goes_by,
    steps_passed,
)
from bot.model.words.reading.plain_lines import is_plain
from bot.model.words.reading.typed_words import read_words
from bot.model.words.shorthand import spell_refusal
from bot.model.words.vocabulary import Vocabulary, describe_position
from game.actions import Action
from game.choices import Choice
from game.events import Proposed, RoundEnded
from game.play import Game
from game.routing.routes import QUICK_EFFORT
from game.rules import Rules
from game.step_keys import STEPS_OF_TURN
from render.data.queries import acting_company

MOST_PASSES = 8  # that are made by themselves behind one move
TRADING_VERBS = ("buy", "sell", "par")  # verbs of what may end a player's turn by itself


@dataclass(frozen=True)
class Typist:
    """Who has typed a line. `names`: seats by what people call them; `asking`: seats that want to end turns themselves."""

    seat: str
    names: Mapping[str, str]
    asking: Collection[str] = ()


@dataclass(frozen=True)
class MovePlan:
    """What comes of the moves of a line. `parts`: those to be played, in order, without what goes by itself.

    `unclear`: one that is no plain move; `misfit`: one that does not fit behind the part `after`; `contrary`: that was done in
    its place, else it is never possible there, for the `reason` of the rules where there is one.
    """

    parts: tuple[str, ...] = ()
    unclear: str = ""
    misfit: str = ""
    after: str = ""
    reason: str = ""
    contrary: bool = False


@dataclass
class _Line:
    """How far a line is followed. `asked`: by part what could be done before it; `ended`: the turn is over, or another decides;
    `hidden`: what comes next depends on what must not be seen, or on what somebody says to an offer.
    """

    game: Game
    typist: Typist
    company: str
    asked: list[tuple[str, Sequence[Choice], Vocabulary, Action]] = field(default_factory=list)
    ended: bool = False
    hidden: bool = False


def read_plain(text: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> Action | None:
    """The action that words say and nothing else; None where they leave something open. The end of a turn is a pass there."""
    if ends_all(text):
        return pass_action(choices)
    text = spell_refusal(text)
    action = read_words(text, by, choices, vocabulary).action
    return action if action is not None and is_plain(action, text, choices, vocabulary) else None


def plan_moves(
    rules: Rules, position: Position, typist: Typist, parts: Sequence[str], first: Action | None = None
) -> MovePlan:
    """Follow the moves of a line. `first`: what the first of them is, where that was asked before: `ok; run best`. Slow: for
    worker threads.
    """
    game = Game.load(rules, position.state)
    line, kept = _Line(game, typist, acting_company(game.state)), list[str]()
    choices: Sequence[Choice] = position.choices.get(typist.seat, ())
    for n, part in enumerate(parts):
        vocabulary = describe_position(rules, game.view(typist.seat), typist.names, acting_company(game.state))
        now = () if line.ended else choices
        action = first if n == 0 and first is not None else read_plain(part, typist.seat, now, vocabulary)
        if n and is_short_no(part):  # it may be about the move before
            return MovePlan(unclear=part)
        if before := _find_contrary(part, line):
            return MovePlan(misfit=part, after=before, contrary=True)
        if line.hidden or (n and _goes_by(part, action, parts[n + 1 :], vocabulary.step, line)):
            if not may_follow(part, typist.seat, now, vocabulary):
                return MovePlan(unclear=part)
            kept += [part] if line.hidden else []
            continue
        if action is None and not n:  # it leaves something open: what comes then is not known
            unclear = (p for p in parts[1:] if not may_follow(p, typist.seat, now, vocabulary))
            return MovePlan(unclear=next(unclear, part))
        if action is None:
            judged = _judge_misfit(part, now, vocabulary, line)
            if judged.contrary or line.ended or not line.company or vocabulary.step in STEPS_OF_TURN:
                return judged
            unclear = (p for p in parts[n:] if not may_follow(p, typist.seat, now, vocabulary))
            return MovePlan((*kept, *parts[n:]), next(unclear, ""))  # another question comes first
        kept.append(part)
        line.asked.append((part, now, vocabulary, action))
        choices = _play_on(line, action, all_passes=ends_all(part))
    return MovePlan(tuple(kept))


def _play_on(line: _Line, action: Action, *, all_passes: bool) -> Sequence[Choice]:
    """Play a move on the copy, and what goes by itself behind it; returns what can be done then."""
    game, seat = line.game, line.typist.seat
    before = game.view(seat)
    events = [*game.play(action)]
    position = examine_position(game, 0, QUICK_EFFORT)
    for _ in range(MOST_PASSES):
        ending = auto_end.wanted_pass(position, game.rules, action, line.typist.asking)
        own = position.deciders == (seat,) and acting_company(game.state) == line.company
        if own and all_passes and ending is None:
            ending = pass_action(position.choices.get(seat, ()))
        if ending is None or ending.by != seat or not own:
            break
        events += game.play(ending)
        position = examine_position(game, 0, QUICK_EFFORT)
    other = acting_company(game.state) != line.company or any(isinstance(e, RoundEnded) for e in events)
    line.ended = line.ended or other or position.deciders != (seat,)
    offered = any(isinstance(e, Proposed) for e in events)
    line.hidden = line.hidden or offered or reveals_card(before, game.view(seat))
    return position.choices.get(seat, ())


def _find_contrary(part: str, line: _Line) -> str:
    """The part before that did what this one says is not wanted: `no train` behind `buy 3`; "" elsewhere."""
    return next((said for said, _, vocabulary, made in line.asked if refuses_thing(part, made, vocabulary)), "")


def _goes_by(part: str, action: Action | None, rest: Sequence[str], step: str, line: _Line) -> bool:
    """Whether a part says what has gone by itself: the run of a company without trains, a pass where nothing was asked."""
    *_, vocabulary, last = line.asked[-1]
    passed, meant = steps_passed(part, vocabulary), says_what_goes_by(part, vocabulary)
    if not line.company:  # a player's turn is over with what ends it
        return action is None and line.ended and passed == () and last.verb in TRADING_VERBS
    here = len(STEPS_OF_TURN) if line.ended else STEPS_OF_TURN.index(step) if step in STEPS_OF_TURN else 0
    if meant:
        asked = any(before.step == meant for _, _, before, _ in line.asked)
        return action is None and not asked and STEPS_OF_TURN.index(meant) < here
    if passed is None:
        return False
    if action is None:
        return line.ended or not passed or any(STEPS_OF_TURN.index(s) < here for s in passed)
    later = [STEPS_OF_TURN.index(m) for p in rest if (m := says_what_goes_by(p, vocabulary))]
    return any(n < here for n in later)  # it was meant for what came before that


def _judge_misfit(part: str, choices: Sequence[Choice], vocabulary: Vocabulary, line: _Line) -> MovePlan:
    """Why a part is no move where it stands: another part was done in its place, the rules forbid it, or it is not plain."""
    seat = line.typist.seat
    for said, asked, then, _ in reversed(line.asked):
        if read_plain(part, seat, asked, then) is not None:
            return MovePlan(misfit=part, after=said, contrary=True)
    if not may_follow(part, seat, choices, vocabulary):
        return MovePlan(unclear=part)
    meant = [
        a for a in read_intended_actions(part, seat, vocabulary, choices) if is_plain(a, part, choices, vocabulary)
    ]
    refusals = [line.game.refusal(a) for a in meant if not line.ended]
    reason = next((str(r) for r in refusals if r.paragraph), "")
    return MovePlan(misfit=part, after=line.asked[-1][0], reason=reason)

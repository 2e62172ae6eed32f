"""A game being played: rules, state and history. Atomic plays, legal choices, undo, views."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec import structs

from game.actions import Action
from game.chance import shuffle
from game.choices import Choice
from game.codec import Codec, codec, encode, encode_ordered, fingerprint, in_order
from game.events import Event
from game.lazy_list import LazyList
from game.marks import COVERED, OPEN
from game.names import reserved
from game.numbering import by_number
from game.places import ASIDE, BANK, DEPOT, IPO
from game.rules import Illegal, Refusal, Rules
from game.state import CompanyState, Player, State, tidy
from game.steps import Step
from game.steps.registry import STEPS
from game.steps.round_sequence import RoundSequence

T = TypeVar("T")
MAX_KEPT_PLAYS = 100  # plays that can be taken back in memory: some 20 kB each
LIMIT = 10_000  # steps of one settling; more is an engine fault
NOT_NOW = "You cannot do that now"  # where no rule says more
ABSENT: Any = object()  # what nothing derived can be


class Game:
    """One game. Everything that changes is in `state`; `play` either succeeds as a whole or changes nothing."""

    def __init__(self, rules: Rules, state: State[Any]) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []  # of the last play
        self.past: list[bytes] = []
        self.future: list[bytes] = []
        # States that a search for runs to be listed may look at; None: what is usual. Given runs are always judged in full.
        self.effort: int | None = None
        self.remarks = False  # events tell too what takes long to find out: what the best runs would have earned
        self._memo: dict[Hashable, Any] = {}
        self._kept: dict[
            tuple[str, ...], tuple[list[Any], dict[Hashable, Any]]
        ] = {}  # by fields: a copy, what came of it
        self._bytes = b""
        self._ends: list[int | str] = []  # of parts of the state when they were put in order
        self._ordered: list[list[str]] = []  # keys of parts of the state that were in order

    @classmethod
    def new(cls, rules: Rules, players: Sequence[Player], seed: str, *, seated: bool = False) -> Game:
        """Set up a game. Seats are drawn from the seed unless `seated` says that the order given is the order of play.

        Raises ValueError where the title is not played by so many.
        """
        low, high = rules.data.file.players
        if not low <= len(players) <= high:
            raise ValueError(f"{rules.name} is played by {low} to {high}, not by {len(players)}")
        names = reserved(rules)
        for p in players:
            if not p or p in names or ":" in p or "." in p or " " in p:
                raise ValueError(f"{p!r} cannot be a player's name here")
            if list(players).count(p) > 1:
                raise ValueError(f"two players have the name {p!r}: names tell them apart")
        order = list(players) if seated else shuffle(seed, "seats", players)
        state: State[Any] = State(title=rules.name, options=sorted(rules.options), seed=seed, order=order)
        g = cls(rules, state)
        g._lay_out()
        for prepare in rules.setup:
            prepare(g)
        g.push(RoundSequence())
        g.settle()
        g._keep()
        return g

    def _lay_out(self) -> None:
        """Money, cards, tiles and companies as every title starts."""
        data, state = self.rules.data, self.state
        each = data.file.cash[str(len(state.order))]
        state.priority = state.order[0]
        state.cash = dict.fromkeys(state.order, each) | dict.fromkeys(data.companies, 0)
        state.cash[BANK] = data.file.bank - each * len(state.order)
        state.place = dict.fromkeys(data.privates, BANK)
        for name, train in data.trains.items():
            state.place |= {
                f"{name}-{i + 1}": DEPOT if i < train.count else ASIDE for i in range(train.count + train.extra)
            }
        for name, company in data.companies.items():
            state.place |= {f"{name}.{i}": IPO for i in range(len(company.certificates))}
            state.companies[name] = CompanyState(size=company.size, tokens=list(company.tokens))
        state.supply = dict(data.map.tiles)
        state.phase = next(iter(data.phases))

    @classmethod
    def load(cls, rules: Rules, snapshot: bytes) -> Game:
        """A game from the bytes of `snapshot()`."""
        g = cls(rules, cls.codec_of(rules).state(snapshot))
        g._bytes = snapshot
        return g

    @staticmethod
    def codec_of(rules: Rules) -> Codec:
        """The codec for the steps, actions and events of these rules."""
        return codec((*STEPS, *rules.steps), rules.actions, rules.events)

    @property
    def codec(self) -> Codec:
        """The codec for this game."""
        return self.codec_of(self.rules)

    def deciders(self) -> list[Player]:
        """Who must act now, in playing order."""
        waiting = {c.by for c in self._awaited()} if self.top_step() else set()
        return [p for p in self.state.order if p in waiting]

    def awaits(self, player: Player) -> bool:
        """Whether that player is among those who must act now: told sooner than all of them."""
        return self.top_step() is not None and any(c.by == player for c in self._awaited())

    def choices(self, player: Player | None = None) -> list[Choice]:
        """Every legal action, by kind; of one player, or of all."""
        return [c for _, c in self._offers() if player is None or c.by == player]

    def choices_of(self, kind: type[Action]) -> Iterator[Choice]:
        """The choices of one class of actions, found without looking for others where that can be."""
        return (c for _, c in self._memo.get("offers") or self._collect(kind) if c.kind is kind)

    def _offers(self) -> list[tuple[int, Choice]]:
        """Choices with the place in the agenda of the step that offers them."""
        return self.memo("offers", lambda: list(self._collect()))

    def _collect(self, wanted: type[Action] | None = None) -> Iterator[tuple[int, Choice]]:
        """`wanted`: of this class only, perhaps with others."""
        step = self.top_step()
        if step is None:
            return
        top = len(self.state.agenda) - 1
        for c in self._awaited_of(step, wanted) if wanted else self._awaited():
            yield top, c
        for below, c in self.asides():
            yield self.state.agenda.index(below), c

    def _awaited_of(self, step: Step, wanted: type[Action]) -> LazyList[Choice]:
        """The choices that may hold an action of this class: those that the step tells sooner, else all."""
        key = ("awaited of", wanted)
        awaited: LazyList[Choice] | None = self._memo.get(key)
        if awaited is None:
            of_class = step.choices_of(self, wanted)
            awaited = self._memo[key] = self._awaited() if of_class is None else LazyList(of_class)
        return awaited

    def _awaited(self) -> LazyList[Choice]:
        """The choices that the game waits for, found as far as somebody looks at them."""
        return self.memo("awaited", lambda: LazyList(self.state.agenda[-1].choices(self)))

    def asides(self) -> LazyList[tuple[Step, Choice]]:
        """What steps allow beside the one that is asked, down to the first modal one; found as far as somebody looks at it."""
        return self.memo("asides", lambda: LazyList(self._find_asides()))

    def _find_asides(self) -> Iterator[tuple[Step, Choice]]:
        """What steps allow beside the one that is asked, each with its step, from the top."""
        for step in reversed(self.state.agenda):
            for c in step.asides(self):
                yield step, c
            if step.modal:
                return

    def top_step(self) -> Step | None:
        """The step that waits, None when the game is over."""
        return self.state.agenda[-1] if self.state.agenda and not self.state.over else None

    def _find(self, action: Action) -> tuple[Step, Action] | None:
        """The step that offers an action, and the action as it is listed there; None: it is not legal."""
        return self.memo(("find", action), lambda: self._search_by_class(action))

    def _search_by_class(self, action: Action) -> tuple[Step, Action] | None:
        """The step that offers an action and the action as listed, looked for among choices of its class."""
        kind = type(action)
        # What was offered is looked through where it is known already; else only as far as need be.
        for place, c in self._memo.get("offers") or self._collect(kind):
            if c.kind is kind and c.by == action.by:
                step = self.state.agenda[place]
                normal = step.normal(self, action)
                if normal in c:
                    return step, normal
        return None

    def legal(self, action: Action) -> bool:
        """Whether the action may be played now."""
        return self._find(action) is not None

    def refusal(self, action: Action) -> Refusal:
        """Why an action is not legal: the first reason that a player would want to hear."""
        if self.state.over:
            return Refusal("The game is over")
        if action.by not in self.state.order:
            return Refusal(f"{action.by} does not play in this game" if action.by else "You do not play in this game")
        own_choices = [c for _, c in self._offers() if c.by == action.by]
        if not own_choices:
            return Refusal(f"It is not your turn: it is {' and '.join(self.deciders())}'s")
        for step in reversed(self.state.agenda):
            refusal: Refusal | None = step.refuse(self, action)
            if refusal:
                return refusal
            if step.modal:
                break
        if not any(isinstance(action, c.kind) for c in own_choices):
            verbs = ", ".join(dict.fromkeys(c.kind.verb for c in own_choices))
            return Refusal(f"{NOT_NOW}. You can: {verbs}", tells=False)
        return Refusal(NOT_NOW, tells=False)

    def play(self, action: Action) -> list[Event]:
        """Carry out a legal action; raises Illegal, and then nothing has changed."""
        step_and_action = self._find(action)
        if step_and_action is None:
            raise Illegal(self.refusal(action))
        step, normal = step_and_action
        before = self.snapshot()
        self.events = []
        try:
            step.apply(self, normal)
            self.settle()
            self.state.seq += 1
            self._keep()
        except BaseException:
            self._restore(before)
            raise
        del self.past[: 1 - MAX_KEPT_PLAYS]
        self.past.append(before)
        self.future = []
        return self.events

    def _keep(self) -> None:
        """Bytes of the new state. Insertion order never outlives a play: a state with its entries in another order than its
        bytes is read back from them, and what was derived from it is dropped. Most are in order (`state.tidy`), and stay.
        """
        if in_order(self.state, self._ordered):
            self._bytes = encode_ordered(self.state)
        else:
            self._restore(encode(self.state))

    def _restore(self, data: bytes) -> None:
        """Make these bytes the state."""
        self._bytes = data
        self.state = self.codec.state(data)
        self._memo.clear()
        self._ends.clear()

    def settle(self) -> None:
        """Let steps follow each other until somebody must decide; RuntimeError where that never happens."""
        for _ in range(LIMIT):
            self._memo.clear()
            if self.state.over or not self.state.agenda:
                self.state.agenda.clear()
                return
            top = self.state.agenda[-1]
            if self._waits(top):
                only = self._forced_action(top)
                if only is None:
                    return
                top.apply(self, only)
            elif not top.resume(self) and self._is_on_top(top):
                self.finish(top)  # otherwise its last deed has put another step first, or closed the company
        raise RuntimeError(f"{self.rules.name}: the agenda does not settle at {self.state.agenda[-1]!r}")

    def _waits(self, top: Step) -> bool:
        """Whether the step that is asked next waits for an answer; most have none to wait for."""
        if type(top).choices is Step.choices:
            return False
        tidy(self.state, self._ends)
        return bool(self._awaited())

    def _is_on_top(self, step: Step) -> bool:
        """Whether that step is asked next."""
        return not self.state.over and self.state.agenda[-1:] == [step]

    def _forced_action(self, top: Step) -> Action | None:
        """The single legal action of a step that wants it taken by itself; what is allowed beside it can wait."""
        if not top.auto:
            return None
        awaited = list(self._awaited())
        one = len(awaited) == 1 and awaited[0].judge is None and not awaited[0].ranges and len(awaited[0].actions) == 1
        return awaited[0].actions[0] if one else None

    def memo(self, key: Hashable, make: Callable[[], T], *parts: str) -> T:
        """Something derived from the state, computed once and dropped at the next play or step.

        `parts`: fields of the state, where nothing else matters for it, nor the order of their entries: it is kept while they
        stay equal.
        """
        value: T = self._memo.get(key, ABSENT)
        if value is ABSENT:
            lasting = self._derived(parts) if parts else self._memo
            value = lasting.get(key, ABSENT)
            if value is ABSENT:
                value = lasting[key] = make()
            self._memo[key] = value
        return value

    def _derived(self, parts: tuple[str, ...]) -> dict[Hashable, Any]:
        """What was derived from these fields as they are; they are compared once, until something is changed."""
        known: dict[Hashable, Any] | None = self._memo.get(parts)
        if known is None:
            values = [getattr(self.state, name) for name in parts]
            if parts not in self._kept or self._kept[parts][0] != values:
                self._kept[parts] = [part if isinstance(part, str) else part.copy() for part in values], {}
            known = self._memo[parts] = self._kept[parts][1]
        return known

    def changed(self) -> None:
        """Drop what was derived: call after changing the state within a step, before asking anything derived."""
        self._memo.clear()

    def emit(self, event: Event) -> None:
        """Note what happened and let the title react."""
        self._memo.clear()
        self.events.append(event)
        for react in self.rules.reactions.get(type(event), ()):
            react(self, event)

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda; the first given is asked first."""
        self.state.agenda.extend(reversed(steps))

    def finish(self, step: Step) -> None:
        """Take a step that is done off the top and tell the one that pushed it (an aside's may lie further down)."""
        assert self.state.agenda[-1] is step
        self.state.agenda.pop()
        for below in self.state.agenda[::-1]:
            if below.after(self, step):
                return

    def unwind(self, company: str) -> None:
        """Drop the steps of a company that closed."""
        self.state.agenda = [s for s in self.state.agenda if getattr(s, "company", "") != company]

    def undo(self) -> None:
        """Take the last play back; raises Illegal where there is none."""
        if not self.past:
            raise Illegal(Refusal("There is nothing to take back"))
        self.future.append(self._bytes)
        self._restore(self.past.pop())
        self.events = []

    def redo(self) -> None:
        """Play again what was taken back; raises Illegal where nothing was."""
        if not self.future:
            raise Illegal(Refusal("There is nothing to redo"))
        self.past.append(self._bytes)
        self._restore(self.future.pop())
        self.events = []

    def snapshot(self) -> bytes:
        """The state as bytes."""
        return self._bytes or encode(self.state)

    def fingerprint(self) -> str:
        """32 hex digits that tell this state from others."""
        return fingerprint(self.snapshot())

    def view(self, player: Player | None) -> State[Any]:
        """The state as a player (None: the public) may know it: other hands, the deck and the seed are hidden.

        Cards that everybody saw go into a hand stay in sight; of the others only how many each player has. Companies stand in
        the order of their names, minors in that of their numbers.
        """
        state = self.codec.state(self.snapshot())
        state.companies = {name: state.companies[name] for name in by_number(state.companies)}
        if not state.over:
            state.seed = ""
        own, seen, covered = f"hand:{player}", set(OPEN.entries(state)), []
        for card, place in state.place.items():
            if place == "deck" or (place.startswith("hand:") and place != own and card not in seen):
                state.place[card] = "hidden"
                covered += [place.partition(":")[2]] * (place != "deck")
        if covered:
            COVERED.set(state, sorted(covered))
        state.agenda = [s.seen_by(player or "") for s in state.agenda]
        return state

    def company(self, name: str) -> CompanyState:
        """The state of a company; KeyError if there is none of that name."""
        return self.state.companies[name]

    def president(self, company: str) -> Player:
        """The player who acts for a company, "" if nobody does."""
        return self.state.companies[company].president

    @staticmethod
    def with_fields(action: Action, **fields: object) -> Action:
        """The action with these fields in place of its own."""
        return structs.replace(action, **fields)

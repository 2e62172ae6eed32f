"""What an action would do, with the button that commits it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.text import begin_sentence, escape_markup
from bot.model.action_form import is_final
from bot.model.models import Seat
from bot.model.orders.standing_order import STEPS_OF_BUYERS
from bot.tables.lookahead.previews import Following
from bot.tables.service import Played, Table
from bot.views.console.action_worth import worth_facts
from bot.views.console.effect_lines import (
    cash_change_words,
    doer_names,
    effect_lines,
    effects_head,
    following_lines,
    head_effects,
    join_effects,
    merges,
    own_events,
    split_by_end,
    unsaid_wish,
    without_worth,
)
from bot.views.console.hints import step_hints, step_words
from bot.views.console.last_button import last_label
from bot.views.console.layout import (
    ANYWAY,
    BANKRUPTCY,
    NEVER,
    Frame,
    colour_words,
    holdings_button,
    join_facts,
    join_headline,
    join_paragraphs,
    split_into_rows,
)
from bot.views.console.station_worth import closed_city_words
from bot.views.discard_words import discards_once_agreed
from bot.views.formatting import View, action_words
from bot.views.guide.first_game import compose_advice
from bot.views.messages import PASSES, PLAYS, Button, Picture, Private, Style, button
from bot.views.offer_words import declined_words, find_declined_lays
from bot.views.options.card_picks import kept_card_pictures, picked_cards
from bot.views.options.ending import pass_label, why_turn_ends
from bot.views.options.labels import cut_label, short_label
from bot.views.options.outcomes import asks_before_pass
from bot.views.options.pictures.asked_things import asked_pictures, moved_price_picture
from bot.views.options.pictures.named_things import forgone_pictures, named_pictures
from bot.views.options.pictures.step_pictures import only_action_pictures
from bot.views.options.pictures.stock_pictures import stock_pictures
from bot.views.options.screen import Screen, action_options
from bot.views.pictures import post_pictures
from bot.views.press_verbs import StepVerb
from bot.views.story.company_changes import find_merger_start
from bot.views.turn_panel import short_question
from bot.views.ways import ways
from game.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PayDividend,
    PlaceToken,
    SellShares,
)
from game.choices import Choice
from game.events import Event, Proposed, TokenPlaced, TurnEnded
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries
from render.data.names import price_way

TAKE_BACK = "Take the offer back"
OWNED = re.compile(r" \([^()]*\)")


def _describe_wish(choices: Sequence[Choice], action: Action, view: View, rules: Rules) -> str:
    """An action in words, as whoever may choose it means it: an offer that is repeated is taken back."""
    if isinstance(action, Pass):
        return pass_label(action, choices, view, rules)
    return (
        TAKE_BACK
        if withdraws_offer(choices, action)
        else action_words(action, view, rules, fixed=_is_fixed(choices, action))
    )


def withdraws_offer(choices: Sequence[Choice], action: Action) -> bool:
    """Whether an action takes back what the same player has offered."""
    return any(c.withdraws and action in c for c in choices)


def _is_fixed(choices: Sequence[Choice], action: Action) -> bool:
    """Whether an action is a bid of which nobody may choose the amount: a purchase."""
    return any(isinstance(action, Bid) and action in c and "amount" not in c.ranges for c in choices)


@dataclass(frozen=True)
class Trial:
    """An action as it was tried. `asked`: nothing was chosen yet, and the turn's question stands above; `wish`: the action in
    words; `done`: what it brings about itself, `later` what follows; `undone`: what it leaves that is seldom left on purpose.
    `built`, `board`: what happens in all, and the position then; of a tile about which somebody is asked, once that is agreed.
    """

    table: Table
    seat: Seat
    action: Action
    asked: bool
    view: View
    after: View
    played: Played
    following: Following
    wish: str
    done: Sequence[Event]
    later: Sequence[Event]
    undone: str
    built: Sequence[Event]
    board: View

    @property
    def choices(self) -> Sequence[Choice]:
        """All that the seat may do."""
        return self.table.choices(self.seat.name)

    @property
    def forced(self) -> bool:
        """Whether nothing but a pass is possible."""
        return {c.kind for c in self.choices} == {Pass}

    @property
    def proposed(self) -> Proposed | None:
        """The offer that somebody else would be asked about."""
        return next((e for e in self.done if isinstance(e, Proposed)), None)

    @property
    def agreed_by(self) -> str:
        """Whoever must agree to a tile before it lies there; "" where nobody is asked about one."""
        asked = self.proposed is not None and isinstance(self.action, LayTile)
        return self.table.rules.person(self.proposed.of) if self.proposed is not None and asked else ""

    @property
    def bankrupt(self) -> bool:
        """Whether the action is a bankruptcy."""
        return isinstance(self.action, Bankrupt)

    @property
    def never(self) -> bool:
        """Whether it can be wished never to be asked this again."""
        left = bool(self.undone) and not self.bankrupt and not self.forced
        return bool(ways().never_again) and left and not is_final(self.choices, self.action)


async def _try_action(table: Table, seat: Seat, action: Action, *, asked: bool) -> Trial:
    """What comes of an action."""
    view = await table.view(seat.name)
    played, after = await table.preview(action, seat.name)
    wish = _describe_wish(table.choices(seat.name), action, view, table.rules)
    if isinstance(action, Answer) and wish != TAKE_BACK:  # of what
        question = short_question(table, view, seat.name)
        wish = f"{wish}: {question[:1].lower()}{question[1:]}"
    following = await table.find_following(played, action)
    done, ended = split_by_end([without_worth(e) for e in played.events])
    undone = "" if played.refused is not None else await table.find_forgone(seat, action)
    later, built, board = (*ended, *following.events), played.events, after
    if isinstance(action, LayTile) and any(isinstance(e, Proposed) for e in done):
        agreed, board = await table.preview(action, seat.name, agreed=True)
        built = agreed.events
    return Trial(table, seat, action, asked, view, after, played, following, wish, done, later, undone, built, board)


async def compose_preview(
    table: Table, seat: Seat, screen: Screen, frame: Frame, advised: Action | None, *, asked: bool, pictured: bool
) -> Private:
    """The message of a console in which nothing is left to choose: what the action would do, with a picture where it changes
    the map. `asked`: nothing was chosen yet, and the turn's question stands above; `advised`: what a newcomer is told to do.
    """
    assert screen.action is not None
    trial = await _try_action(table, seat, screen.action, asked=asked)
    if trial.played.refused is not None:
        body = join_paragraphs(frame.note, f"This is not possible: {trial.played.refused}")
        return Private(title=join_headline(frame.title, trial.wish)[0], body=body, rows=split_into_rows(frame.last))
    pictures, merged = await _changed_pictures(trial) if pictured else ((), False)
    own = await _own_lines(trial, carded=merged)
    wish, label = _name_action(trial)
    shown, complete = pictures, False  # what is done; else what is asked about
    if pictured and not pictures:
        shown, complete = await _subject_pictures(trial, screen, label if asked else wish)
    rows = split_into_rows(_preview_buttons(trial, frame, label, advised, complete=complete))
    question = (
        wish if own or trial.undone or wish.endswith("?") else f"{wish}?"
    )  # no line below says that it is not done yet
    head, rest = join_headline(frame.title, short_question(table, trial.view, seat.name) if asked else question)
    advice = await compose_advice(table, seat.name, trial.view, advised) if asked else ""
    asks = asked and not trial.forced and await asks_before_pass(table, seat, advised)
    effects, changes = _effect_words(trial, own, merged=merged)
    facts = await _list_facts(trial, hinted=not advice)
    body = join_paragraphs(
        frame.note,
        rest,
        unsaid_wish(wish, label, own) if asked else "",
        advice,
        await _doubt_words(trial),
        effects,
        "" if merged else changes,
        join_facts(
            [
                changes.removeprefix("-# ") if merged else "",
                *facts,
                colour_words(rows, trial.table.rules, asks_first=asks),
                shown_words(trial.board, trial.agreed_by) if pictures else "",
                f"*{NEVER}* {ways().never_again}" if trial.never else "",
            ]
        ),
    )
    return Private(title=head, body=body, pictures=shown, rows=rows)


async def _own_lines(trial: Trial, *, carded: bool) -> list[str]:
    """What the action itself does, in lines. `carded`: a card shows a part of it."""
    who = doer_names(trial.table, trial.seat, trial.view)
    own = effect_lines(trial.action, trial.done, trial.wish, who, trial.after, trial.table.rules, carded=carded)
    if (proposed := trial.proposed) is not None:
        own = [*own, *await discards_once_agreed(trial.table, trial.action, proposed.of, trial.after)]
    return [*own]


def _effect_words(trial: Trial, own: Sequence[str], *, merged: bool) -> tuple[str, str]:
    """What would happen, by the action itself, in its `own` lines, and after it; how cash changes, and who is next. `merged`: a
    card shows the rest.
    """
    head = effects_head(trial.later, _why_train_ends_turn(trial))
    lines = join_effects(own, head, following_lines(_told_later(trial), trial.after, trial.table.rules))
    after, who = trial.view if merged else trial.after, trial.following.deciders
    changes = cash_change_words(trial.table, trial.view, after, who, trial.seat.name, always=merged)
    return head_effects(trial.action if trial.asked else None, lines, changes, own=bool(own), carded=merged)


def _told_later(trial: Trial) -> list[Event]:
    """What is told of what follows by itself: not where the next company begins, once a train has ended the turn, for that is
    no reason to buy or not to.
    """
    ended = isinstance(trial.action, BuyTrain) and any(isinstance(e, TurnEnded) for e in trial.later)
    return [e for e in trial.later if not (ended and isinstance(e, TokenPlaced) and not e.cost)]


def _why_train_ends_turn(trial: Trial) -> str:
    """Why a turn ends with a train that is bought: `a company may buy one train a turn from the bank`; "" of anything else."""
    company, buys = queries.acting_company(trial.view), isinstance(trial.action, BuyTrain)
    known = buys and company in trial.view.companies
    return why_turn_ends(company, trial.view, trial.after, trial.table.rules) if known else ""


def _name_action(trial: Trial) -> tuple[str, str]:
    """The action in words, and on the button that does it."""
    action, choices = trial.action, trial.choices
    acts = last_label(
        action,
        trial.table.rules,
        fixed=_is_fixed(choices, action),
        asks=trial.proposed is not None,
        withdraws=withdraws_offer(choices, action),
        merges=trial.wish.startswith("Minor"),  # a station in its place is no merger
    )
    wish = _begin_with_verb(trial.wish, acts)
    if trial.bankrupt:
        return wish, BANKRUPTCY
    if trial.undone and not trial.forced:
        return wish, ANYWAY
    if not trial.asked and not trial.forced:
        return wish, acts
    # What nobody has chosen is called by its name, and so is a pass where nothing else can be done.
    named = cut_label(trial.wish) if isinstance(action, Pass) else short_label(action, trial.view, trial.table.rules)
    return wish, named


def _preview_buttons(trial: Trial, frame: Frame, label: str, advised: Action | None, *, complete: bool) -> list[Button]:
    """The button that does it, with that label, and those beside it: red where much is given up, never green against the advice
    that a newcomer gets. `complete`: the picture has everybody's holdings.
    """
    gives_up = trial.bankrupt or (trial.action != advised and (trial.undone or trial.forced))
    style: Style = PASSES if gives_up else PLAYS if advised in (None, trial.action) else "secondary"
    buttons = [button(frame.ids(StepVerb.COMMIT), label, style), *frame.last]
    if trial.asked and not complete and trial.table.position.step in STEPS_OF_BUYERS:
        buttons.append(holdings_button(frame.ids))
    return [*buttons, *([button(frame.ids(StepVerb.NEVER), NEVER)] if trial.never else [])]


async def _doubt_words(trial: Trial) -> str:
    """What would be left, what that does to the company's price, and the question whether to go on; "" for nothing."""
    if not trial.undone or trial.forced:
        return ""
    gives_up_train = isinstance(trial.action, Pass) and trial.table.position.step == StepKey.TRAINS
    falls = await _price_words(trial) if gives_up_train else ""
    return f"**{begin_sentence(trial.undone)}.{falls}{'' if trial.bankrupt else ' Go on without?'}**"


async def _price_words(trial: Trial) -> str:
    """` At the end of the turn its price: ₹71 → ₹67.`, of a turn that goes on with passes alone; "" where it stays."""
    table = trial.table
    moves = await table.foresee_prices(trial.seat.name)
    if not moves:
        return ""
    return f" At the end of the turn its price: {price_way(moves[0].old, moves[-1].new, table.rules)}."


async def _list_facts(trial: Trial, *, hinted: bool) -> list[str]:
    """What the action is worth. `hinted`: with what newcomers do not see in what they are asked."""
    table, action, view = trial.table, trial.action, trial.view
    first, *others = await worth_facts(table, action, view, trial.board)
    first = f"{first} if {escape_markup(trial.agreed_by)} agrees" if first and trial.agreed_by else first
    if trial.agreed_by and action in await find_declined_lays(table):
        others = [declined_words(action, view, table.rules), *others]
    if trial.proposed is not None:
        whom = escape_markup(table.rules.person(trial.proposed.of))
        others = [*others, f"You then wait for {whom}'s answer, and can take it back till it comes."]
    if not trial.asked:
        return [first, *others]
    forced = not any(c.kind is Pass for c in trial.choices)
    hints = step_hints({type(action)}, view, table.rules, forced=forced) if hinted else []
    closed = await asyncio.to_thread(closed_city_words, view, table.rules) if isinstance(action, PlaceToken) else []
    return [first, *dict.fromkeys((*hints, *closed, step_words("known", view, table.rules), *others))]


def _begin_with_verb(wish: str, button_words: str) -> str:
    """What is done to a company that closes with it, as its button says: `Merge minor 3, Paris`. What it has stands below."""
    verb = button_words.partition(" ")[0]
    if wish.startswith((verb, "Give up")) or not wish.startswith("Minor"):
        return wish
    return f"{verb} {wish[:1].lower()}{OWNED.sub('', wish[1:])}"


async def _changed_pictures(trial: Trial) -> tuple[tuple[Picture, ...], bool]:
    """What an action would change, on the map and, on a card, of companies, and whether that card shows a merger; none where
    neither shows a change.
    """
    table, action, before, after, events = trial.table, trial.action, trial.view, trial.board, trial.built
    if not post_pictures.shows_change(events, before, after):
        return (), False
    start, earlier = await find_merger_start(table, before, action.by)
    companies = await post_pictures.draw_changed_companies(table, start, after, [*earlier, *events], headed=False)
    own = own_events(split_by_end(events)[0], before)  # what follows by itself may be at the other end of the map
    board = await post_pictures.preview_pictures(table, own, after, low=bool(companies))
    return board + companies, bool(companies) and merges(action, events)


async def _subject_pictures(trial: Trial, screen: Screen, words: str) -> tuple[tuple[Picture, ...], bool]:
    """What an action is about that changes nothing on the map, and whether everybody's holdings are part of it. `words`: what a
    row says of it.
    """
    table, action, view, asked = trial.table, trial.action, trial.view, trial.asked
    if asked and isinstance(action, BuyShare | SellShares) and table.position.step in STEPS_OF_BUYERS:
        return await stock_pictures(table, view, Screen(screen.question, action_options([action])), [words]), True
    if isinstance(action, PayDividend):
        shown = await moved_price_picture(table, trial.done, trial.after)
    elif cards := picked_cards(action):
        shown = await kept_card_pictures(table, view, action, cards)
    elif isinstance(action, Pass) and not asked:
        shown = await forgone_pictures(table, view, action.by)
    else:
        shown = await only_action_pictures(table, view, screen, words, asked=asked)
    if asked and not shown:
        shown = await asked_pictures(table, view, table.position.choices[action.by])
    return shown or await named_pictures(table, view, screen), False


def shown_words(after: View, agreed_by: str = "") -> str:
    """What a picture of what is done shows: not yet in which city a station stands where that is asked next. `agreed_by`: whoever
    is asked about it first.
    """
    asked = queries.step_key(after)
    if agreed_by:
        return f"The picture shows it once {escape_markup(agreed_by)} agrees."
    return "Next you choose the city of its station." if asked == StepKey.CITY else "The picture shows it done."

"""What an action would do, with the button that commits it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.core.text import begin_sentence
from bot.model.action_form import is_final
from bot.model.models import Seat
from bot.model.orders.standing_order import STEPS_OF_BUYERS
from bot.tables.service import Table
from bot.views.console.action_worth import worth_facts
from bot.views.console.effect_lines import (
    cash_change_words,
    doer_names,
    effect_lines,
    effects_head,
    following_lines,
    join_effects,
    merges,
    own_events,
    split_by_end,
    unsaid_wish,
    without_worth,
)
from bot.views.console.hints import step_hints
from bot.views.console.last_button import last_label
from bot.views.console.layout import (
    ANYWAY,
    BANKRUPTCY,
    NEVER,
    Frame,
    button_rows,
    colour_words,
    holdings_button,
    join_facts,
    join_headline,
    join_paragraphs,
)
from bot.views.console.question_facts import wait_words
from bot.views.discard_words import discards_once_agreed
from bot.views.formatting import View, action_words
from bot.views.guide.first_game import compose_advice
from bot.views.messages import PASSES, PLAYS, Picture, Private, button
from bot.views.options.asked_things import asked_pictures, moved_price_picture
from bot.views.options.card_picks import kept_card_pictures, picked_cards
from bot.views.options.ending import pass_label
from bot.views.options.labels import cut_label, short_label
from bot.views.options.named_things import forgone_pictures, named_pictures
from bot.views.options.outcomes import asks_before_pass
from bot.views.options.pictures import only_action_pictures
from bot.views.options.screen import Screen, action_offers
from bot.views.options.stock_pictures import stock_pictures
from bot.views.pictures import post_pictures
from bot.views.press_verbs import StepVerb
from bot.views.story.company_changes import find_merger_start
from bot.views.turn_panel import short_question
from bot.views.ways import ways
from game.actions import Action, Answer, Bankrupt, Bid, BuyShare, Pass, PayDividend, SellShares
from game.choices import Choice
from game.events import CompanyClosed, Event, Proposed
from game.rules import Rules
from render.data import queries

TAKE_BACK = "Take the offer back"


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


async def compose_preview(
    table: Table,
    seat: Seat,
    screen: Screen,
    frame: Frame,
    advised: Action | None,
    *,
    asked: bool,
    pictured: bool,
) -> Private:
    """The message of a console in which nothing is left to choose: what the action would do, with a picture where it changes
    the map. `asked`: nothing was chosen yet, and the turn's question stands above; `advised`: what a newcomer is
    told to do.
    """
    action, ids, title, note, beside = screen.action, frame.ids, frame.title, frame.note, frame.last
    assert action is not None
    choices, view = table.choices(seat.name), await table.view(seat.name)
    played, after = await table.preview(action, seat.name)
    wish = _describe_wish(choices, action, view, table.rules)
    if isinstance(action, Answer) and wish != TAKE_BACK:  # of what
        question = short_question(table, view, seat.name)
        wish = f"{wish}: {question[:1].lower()}{question[1:]}"
    if played.refused is not None:
        body = join_paragraphs(note, f"This is not possible: {played.refused}")
        return Private(title=join_headline(title, wish)[0], body=body, rows=button_rows(beside))
    following = await table.find_following(played, action)
    done, ended = split_by_end([without_worth(e) for e in played.events])
    pictures, merged = await _changed_pictures(table, action, played.events, view, after) if pictured else ((), False)
    own = [*effect_lines(action, done, wish, doer_names(table, seat, view), after, table.rules, carded=merged)]
    if proposed := next((e for e in done if isinstance(e, Proposed)), None):
        own += await discards_once_agreed(table, action, proposed.of, after)
    later = (*ended, *following.events)
    lines = join_effects(own, effects_head(later), following_lines(later, after, table.rules))
    # Where something is left that is seldom left on purpose, the preview asks: there is a press to make anyway.
    undone = await table.find_forgone(seat, action)
    bankrupt, forced = isinstance(action, Bankrupt), {c.kind for c in choices} == {Pass}
    # What nobody has chosen is called by its name, and so is a pass where nothing else can be done.
    named = cut_label(wish) if isinstance(action, Pass) else short_label(action, view, table.rules)
    acts = last_label(
        action,
        fixed=_is_fixed(choices, action),
        asks=proposed is not None,
        withdraws=withdraws_offer(choices, action),
        merges=any(isinstance(e, CompanyClosed) for e in done),
    )
    wish = _begin_with_verb(wish, acts)
    label = _commit_label(action, named if asked or forced else acts, undone="" if forced else undone)
    buttons = [button(ids(StepVerb.COMMIT), label, PASSES if undone or bankrupt or forced else PLAYS), *beside]
    shown, complete = pictures, False  # what is done; else what is asked about
    if pictured and not pictures:
        outcome, words = (done, after), label if asked else wish
        shown, complete = await _subject_pictures(table, view, screen, outcome, words, asked=asked)
    if asked and not complete and table.position.step in STEPS_OF_BUYERS:
        buttons.append(holdings_button(ids))
    never = ways().never_again and undone and not bankrupt and not forced and not is_final(choices, action)
    if never:
        buttons.append(button(ids(StepVerb.NEVER), NEVER))
    changes = cash_change_words(table, view, view if merged else after, following.deciders, seat.name, always=merged)
    if asked and not own and changes:  # what was done before may stand right above
        changes = changes.replace("-# ", "-# If you do: ", 1)
    notes = f"{'If you do' if asked else 'This would happen'}:\n{lines}" if own else lines
    question = wish if own or undone or wish.endswith("?") else f"{wish}?"  # no line below says that it is not done yet
    head, rest = join_headline(title, short_question(table, view, seat.name) if asked else question)
    unsaid = unsaid_wish(wish, label, own) if asked else ""
    advice = await compose_advice(table, seat.name, view, advised) if asked else ""
    doubt = f"**{begin_sentence(undone)}.{'' if bankrupt else ' Go on without?'}**" if undone and not forced else ""
    colours = colour_words(
        rows := button_rows(buttons), asks_first=asked and not forced and await asks_before_pass(table, seat, advised)
    )
    hints = (
        step_hints({type(action)}, view, table.rules, forced=not any(c.kind is Pass for c in choices))
        if asked and not advice
        else []
    )
    worth = await worth_facts(table, action, view, after)
    then, changed = (changes.removeprefix("-# "), "") if merged else ("", changes)
    facts = join_facts(
        [
            *(then, worth[0], *hints, *worth[1:], wait_words(table, seat.name, view) if asked else "", colours),
            *(shown_words(after) * bool(pictures), f"*{NEVER}* {ways().never_again}" * bool(never)),
        ]
    )
    body = join_paragraphs(note, rest, unsaid, advice, doubt, notes, changed, facts)
    return Private(title=head, body=body, pictures=shown, rows=rows)


def _begin_with_verb(wish: str, button_words: str) -> str:
    """What is done to a company that closes with it, as its button says: `Merge minor 3, Paris`. What it has stands below."""
    verb = button_words.partition(" ")[0]
    if wish.startswith((verb, "Give up")) or not wish.startswith("Minor"):
        return wish
    return f"{verb} {wish[:1].lower()}{OWNED.sub('', wish[1:])}"


async def _changed_pictures(
    table: Table, action: Action, events: Sequence[Event], before: View, after: View
) -> tuple[tuple[Picture, ...], bool]:
    """What an action would change, on the map and, on a card, of companies, and whether that card shows a merger; none where
    neither shows a change.
    """
    if not post_pictures.shows_change(events, before, after):
        return (), False
    start, earlier = await find_merger_start(table, before, action.by)
    companies = await post_pictures.draw_changed_companies(table, start, after, [*earlier, *events], headed=False)
    own = own_events(split_by_end(events)[0], before)  # what follows by itself may be at the other end of the map
    board = await post_pictures.preview_pictures(table, own, after, low=bool(companies))
    return board + companies, bool(companies) and merges(action, events)


async def _subject_pictures(
    table: Table, view: View, screen: Screen, outcome: tuple[Sequence[Event], View], words: str, *, asked: bool
) -> tuple[tuple[Picture, ...], bool]:
    """What an action is about that changes nothing on the map, and whether everybody's holdings are part of it. `outcome`: what
    it brings about, and the position after it.
    """
    if asked and isinstance(screen.action, BuyShare | SellShares) and table.position.step in STEPS_OF_BUYERS:
        alone = Screen(screen.asked, action_offers([screen.action]))
        return await stock_pictures(table, view, alone, [words]), True
    if isinstance(screen.action, PayDividend):
        shown = await moved_price_picture(table, *outcome)
    elif screen.action is not None and (cards := picked_cards(screen.action)):
        shown = await kept_card_pictures(table, view, screen.action, cards)
    else:
        shown = await only_action_pictures(table, view, screen, words, asked=asked)
    if isinstance(screen.action, Pass) and not asked:
        shown = await forgone_pictures(table, view, screen.action.by)
    if asked and not shown:
        shown = await asked_pictures(table, view, table.position.choices[screen.action.by] if screen.action else ())
    return shown or await named_pictures(table, view, screen), False


def _commit_label(action: Action, label: str, *, undone: str) -> str:
    """What the button says that does what is shown: `label`, but of a bankruptcy, or where something is left `undone`."""
    if isinstance(action, Bankrupt):
        return BANKRUPTCY
    return ANYWAY if undone else label


def shown_words(after: View) -> str:
    """What a picture of what is done shows: not yet in which city a station stands where that is asked next."""
    asked = queries.step_key(after)
    return "Next you choose the city of its station." if asked == "city" else "The picture shows it done."


OWNED = re.compile(r" \([^()]*\)")

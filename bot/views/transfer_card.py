"""What is shown of a game that is carried over: the host's private summary, and the card on which its players answer."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.discord_limits import TEXTS, fit
from bot.core.text import count_of, escape_markup
from bot.model.game_transfer import OPEN, ImportedGame, Transfer, TransferSeat
from bot.model.kinds import TransferAnswer, TransferState
from bot.model.short_codes import printed_title
from bot.views.custom_ids import TRANSFER, Id
from bot.views.formatting import timestamp
from bot.views.lobby_card import option_lines
from bot.views.messages import Menu, Private, Public, Row, answer_row, button, option
from bot.views.press_verbs import TransferVerb
from render.data.names import end_words, listed, round_label
from titles import Title

DEALT = "The hidden cards were dealt again"
TOLD = (
    "**No hand is secret in this game**: anybody with the file can find out what the players hold and what is still to come."
    " Accept only if you trust those who have it."
)
ANSWERS = {TransferAnswer.YES: "has accepted", TransferAnswer.NO: "has declined", TransferAnswer.NONE: "is asked"}


def preset_of(title: Title, options: Sequence[str]) -> str:
    """The preset that these options hold in full; "" if none."""
    return next((name for name, held in title.file.preset.items() if set(held) <= set(options)), "")


def without_preset(title: Title, options: Sequence[str], preset: str) -> tuple[str, ...]:
    """These options without those of the preset: the same game by our default rules."""
    return tuple(o for o in options if o not in title.file.preset[preset])


def standing_words(held: ImportedGame, transfer: Transfer) -> str:
    """Where the game of a transfer is: its round, and who must act."""
    count = f"{len(held.actions)} actions"
    if held.snapshot:
        dealt_note = f". {DEALT}" if held.redealt_cards else ""
        return f"a copied position; it stands at {round_label(held.round)}, {_deciders_words(held, transfer)} to act{dealt_note}"
    if held.over:
        return f"{count}, and it is over: {end_words(held.over) or 'somebody ended it'}"
    return f"{count}; it stands at {round_label(held.round)}, {_deciders_words(held, transfer)} to act"


def entry_words(held: ImportedGame) -> str:
    """Why a file has more or fewer entries than the game has actions, in a sentence; "" where it has as many."""
    counts, actions = held.counts, len(held.actions)
    if counts is None or counts.entries == actions:
        return ""
    rest = counts.entries - counts.chat - counts.undone - counts.orders + counts.automatic - actions
    without = [
        *([f"{count_of(counts.chat, 'chat message')}"] if counts.chat else []),
        *([f"{counts.undone} taken back, undos included"] if counts.undone else []),
        *([f"{count_of(counts.orders, 'order')} for automatic play"] if counts.orders else []),
        *([f"{rest} with no action of their own here (passes, parts of moves)"] if rest > 0 else []),
    ]
    added = [
        *([f"{count_of(counts.automatic, 'automatic move')}"] if counts.automatic else []),
        *([f"{count_of(-rest, 'pass')} that 18xx.games makes by itself"] if rest < 0 else []),
    ]
    kinds = [f"{word} {listed(parts)}" for word, parts in (("without", without), ("with", added)) if parts]
    return f"The file has {counts.entries} entries: {' and '.join(kinds)} they are {actions} actions."


def _deciders_words(held: ImportedGame, transfer: Transfer) -> str:
    """Who must act in the game of the file, as it writes them."""
    shown = {p.name: p.shown for p in transfer.seats}
    return " and ".join(escape_markup(shown.get(name, name)) for name in held.deciders)


def rules_words(transfer: Transfer, title: Title, held: ImportedGame) -> str:
    """Its options, and what they do that our default rules do not."""
    preset = preset_of(title, transfer.options)
    options = [o for o in transfer.options if not preset or o not in title.file.preset[preset]]
    text = "**Optional rules**\n" + ("\n".join(option_lines(title.file, options)) or "none")
    if preset and not held.snapshot:
        lines = [f"• {title.file.option[o.partition('=')[0]].text}" for o in title.file.preset[preset]]
        return (
            f"{text}\n**Rules as on {preset}**, where the game was begun. What differs from our default rules:\n"
            + "\n".join(lines)
        )
    if held.snapshot:
        text += "\n**Practice**: one person may play several seats, and it does not count in statistics."
        return text + (f"\nRules as on {preset}" if preset else "")
    offered = preset_of(title, held.offered)
    return f"{text}\nOur default rules" + (
        f", not those of {offered} under which the game was begun" if offered else ""
    )


def reveal_note(held: ImportedGame) -> str:
    """What the file gives away, to be known before anybody agrees."""
    return TOLD if held.reveals_hands else ""


def transfer_summary(transfer: Transfer, title: Title, held: ImportedGame, player: str = "", note: str = "") -> Private:
    """What the host sees and decides, before others are asked and while they are. `player`: who is being named."""
    row = [f"{n}. **{escape_markup(p.shown)}** {_player_state(p)}" for n, p in enumerate(transfer.seats, 1)]
    head = " ".join(
        x for x in (f"A game of {len(transfer.seats)}: {standing_words(held, transfer)}.", entry_words(held)) if x
    )
    body = "\n\n".join(
        x for x in (note, head, reveal_note(held), "\n".join(row), rules_words(transfer, title, held)) if x
    )
    return Private(
        title=f"{printed_title(transfer.title)} · {_kind_words(held)}",
        body=fit(body, TEXTS),
        rows=_decision_rows(transfer, title, held, player),
    )


def _kind_words(held: ImportedGame | None) -> str:
    """What is carried over, in words: a game, or a position alone."""
    return "a position to play on from" if held is not None and held.snapshot else "a game to carry over"


def _player_state(p: TransferSeat) -> str:
    """What follows a player's name on the card: who plays it here, and what that person has answered."""
    if not p.user:
        return "– nobody yet"
    return f"is <@{p.user}>" + (f", who {ANSWERS[p.answer]}" if p.answer else "")


def _decision_rows(transfer: Transfer, title: Title, held: ImportedGame, player: str) -> tuple[Row, ...]:
    """The host's menus and buttons, as long as the transfer is open: who plays whom, rules, asking, throwing away."""
    if transfer.state not in OPEN:
        return ()
    seat = next(p for p in (*[p for p in transfer.seats if p.name == player], *transfer.missing, *transfer.seats))
    n = transfer.seats.index(seat)
    names = tuple(option(str(i), f"{p.shown} · {p.called or 'nobody yet'}") for i, p in enumerate(transfer.seats))
    preset = preset_of(title, transfer.options)
    offered = preset_of(title, held.offered)
    buttons = [
        button(
            Id(TRANSFER, transfer.id, 0, TransferVerb.ASK),
            "Ask the players",
            "primary",
            disabled=bool(transfer.missing),
        )
    ]
    if held.snapshot:
        pass  # a position is what it is
    elif preset:
        buttons.append(button(Id(TRANSFER, transfer.id, 0, TransferVerb.PLAIN), "Our default rules"))
    elif offered:
        buttons.append(button(Id(TRANSFER, transfer.id, 0, TransferVerb.PRESET), fit(f"Rules as on {offered}", 40)))
    buttons.append(button(Id(TRANSFER, transfer.id, 0, TransferVerb.ALONE), "Practice: I play all"))
    buttons.append(button(Id(TRANSFER, transfer.id, 0, TransferVerb.DROP), "Throw away", "danger"))
    return (
        answer_row(Id(TRANSFER, transfer.id, 0, TransferVerb.WHO), names, "Choose a player"),
        (
            Menu(
                str(Id(TRANSFER, transfer.id, 0, TransferVerb.USER, str(n))),
                (),
                fit(f"Who is {seat.shown}?", 100),
                people=True,
            ),
        ),
        tuple(buttons),
    )


def transfer_card(transfer: Transfer, title: Title, held: ImportedGame | None, news: str = "") -> Public:
    """The public card. It pings whoever must still answer; `held` None: what stays of it when nothing is asked any more."""
    head = f"### {printed_title(transfer.title)} · {_kind_words(held)}\n<@{transfer.host}> brings it here"
    if held is not None:
        head += f": {standing_words(held, transfer)}."
    row = [
        f"{n}. {escape_markup(p.shown)} is <@{p.user}>, who {ANSWERS[p.answer]}"
        for n, p in enumerate(transfer.seats, 1)
    ]
    if held is not None and held.reveals_hands:
        head += f"\n{reveal_note(held)}"
    texts = [head, "\n".join(row), *([rules_words(transfer, title, held)] if held is not None else [])]
    if transfer.state != TransferState.ASKED:
        over = {
            TransferState.DONE: "Everybody has accepted.",
            TransferState.VOID: "This game will not be carried over.",
        }
        return Public((*texts, news or over.get(transfer.state, "The host is naming the players again.")))
    buttons = (
        button(Id(TRANSFER, transfer.id, 0, TransferVerb.YES), "Accept", "success"),
        button(Id(TRANSFER, transfer.id, 0, TransferVerb.NO), "Decline", "danger"),
        button(Id(TRANSFER, transfer.id, 0, TransferVerb.CHANGE), "Change…"),
    )
    until = f"The game begins when all have accepted. This offer ends {timestamp(transfer.until)}."
    pings = tuple(dict.fromkeys(p.user for p in transfer.seats if not p.answer))
    return Public(tuple(fit(x, TEXTS // 3) for x in texts), foot=until, rows=(buttons,), pings=pings)

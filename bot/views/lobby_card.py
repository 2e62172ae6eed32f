"""The lobby card of a table and the private menu of its optional rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.discord_limits import OPTION_TEXT, OPTIONS, TEXTS, fit
from bot.core.text import escape_markup
from bot.model.kinds import Advice, Pace, PostLevel, TableStatus, UndoPolicy, Visibility
from bot.model.models import GameRow
from bot.model.short_codes import short_code
from bot.views.custom_ids import HELP, LOBBY, Id
from bot.views.formatting import mention, safe_name
from bot.views.guide.title_guide import RULES_LABEL, full_title
from bot.views.messages import PASSES, PLAYS, Menu, Option, Private, Public, Row, button
from bot.views.press_verbs import HelpVerb, LobbyVerb
from game.title_data import TitleFile, money_words
from titles import Title

ANY_DOLLARS = "this many dollars"  # in an option's text: where its value stands
PACES = {
    Pace.LIVE: "live: minutes",
    Pace.DAILY: "daily: a few moves a day",
    Pace.RELAXED: "relaxed: a move every day or two",
    Pace.CUSTOM: "custom",
}
SEEN = {
    Visibility.OPEN: "open to everybody",
    Visibility.INVITED: "for invited players",
    Visibility.LINK: "for those who have the link",
    Visibility.PRIVATE: "yours alone",
}


STATES = {
    TableStatus.OPEN: "It has not started. Anybody may take a seat.",
    TableStatus.RUNNING: "The game is on.",
    TableStatus.FINISHED: "The game is over.",
    TableStatus.CLOSED: "It is closed.",
}
UNDO = {
    UndoPolicy.VOTE: "To take a move back, ask everyone who has played since.",
    UndoPolicy.HOST: "The host decides whether a move is taken back.",
    UndoPolicy.FREE: "Anybody may take moves back.",
}
POSTS = {
    PostLevel.QUIET: "Pictures come only at the end of each round.",
    PostLevel.NORMAL: "Each post has a picture.",
    PostLevel.LIVELY: "Each post has a picture, and a close-up of each tile.",
}
ADVICE = {Advice.OPENING: ", with advice at first", Advice.ALWAYS: ", with advice", Advice.NEVER: ""}
PRACTICE = "New to it? `/game new` with `practice:` plays a first game with you."


def _players_words(row: GameRow) -> str:
    """How many may play: `3 to 5 players`."""
    return (
        f"{row.min_players} to {row.max_players} players"
        if row.min_players < row.max_players
        else f"{row.min_players} players"
    )


def lobby_card(row: GameRow, title: Title) -> Public:
    """The public card of an open table; once it has started without buttons."""
    file = title.file
    facts = f"By {file.designer} · {_players_words(row)} · {PACES[row.pace]} · {SEEN[row.visibility]}"
    head = f"### {short_code(row)} · {escape_markup(row.name) or file.subtitle}\n{facts}"
    seats = [f"{n}. {safe_name(s)}" + (" (host)" if s.user == row.host else "") for n, s in enumerate(row.seats, 1)]
    if row.status == TableStatus.OPEN:
        seats += [f"{n}. (free)" for n in range(len(seats) + 1, row.max_players + 1)]
    if row.waiting:
        seats.append("Waiting: " + ", ".join(safe_name(s) for s in row.waiting))
    rules = option_lines_in_short(file, row.options)
    texts = [head, "\n".join(seats), "**Optional rules**\n" + ("\n".join(rules) or "none chosen")]
    return Public(tuple(fit(t, TEXTS // 3) for t in texts if t), foot=_foot_line(row), rows=_button_rows(row))


def _foot_line(row: GameRow) -> str:
    """The card's last line: how many players are missing, or how the table stands, and how to try the game alone."""
    if row.status == TableStatus.OPEN:
        stands = (
            f"{max(0, row.min_players - len(row.seats))} more needed. Seats are shuffled at the start."
            if len(row.seats) < row.min_players
            else "Ready to start: the host presses Start."
        )
        return f"{stands} {PRACTICE}"
    return "This table has started." if row.status == TableStatus.RUNNING else "This table is closed."


def _button_rows(row: GameRow) -> tuple[Row, ...]:
    """The buttons of an open table's card, green what comes next: to join until there are enough; none for others."""
    if row.status != TableStatus.OPEN:
        return ()
    ready = len(row.seats) >= row.min_players
    return (
        (
            button(Id(LOBBY, row.id, 0, LobbyVerb.JOIN), "Join", "secondary" if ready else PLAYS),
            button(Id(LOBBY, row.id, 0, LobbyVerb.LEAVE), "Leave", PASSES),
            button(Id(LOBBY, row.id, 0, LobbyVerb.START), "Start", PLAYS if ready else "secondary"),
        ),
        (
            button(Id(HELP, row.id, 0, HelpVerb.RULES, row.title), RULES_LABEL),
            button(Id(LOBBY, row.id, 0, LobbyVerb.OPTIONS), "Optional rules"),
            button(Id(LOBBY, row.id, 0, LobbyVerb.INFO), "Details"),
        ),
    )


def option_lines_in_short(file: TitleFile, options: Sequence[str]) -> list[str]:
    """The optional rules in force, a line each; one line for all that belong to a preset which is in force as a whole."""
    whole = [name for name, rules in file.preset.items() if set(rules) <= set(options)]
    told = {rule for name in whole for rule in file.preset[name]}
    presets = [f"• as on {name}: {len(file.preset[name])} small rules (see *Details*)" for name in whole]
    return [*presets, *option_lines(file, [o for o in options if o not in told])]


def option_lines(file: TitleFile, options: Iterable[str]) -> list[str]:
    """One line for each optional rule in force."""
    return [f"• {optional_rule_words(file, given)}" for given in options]


def optional_rule_words(file: TitleFile, given: str) -> str:
    """An optional rule in a sentence: `The game ends when a share price reaches $250 instead of 300 [7(e)]`."""
    key, _, value = given.partition("=")
    option = file.option.get(key)
    if option is None:  # of another release
        return key.replace("_", " ")
    if not value:
        return option.text
    filled = option.text.replace(ANY_DOLLARS, money_words(file.currency, int(value)) if value.isdecimal() else value)
    return filled if filled != option.text else f"{option.text}: {value}"


def options_menu(row: GameRow, title: Title, number: int = 0, note: str = "") -> Private:
    """The optional rules of a title, a page of them, those in force chosen."""
    file = title.file
    pages = option_pages(file)
    number = number if 0 <= number < len(pages) else 0
    rows: list[Row] = []
    if pages:
        heading, choices = pages[number]
        shown = tuple(_menu_option(given, text, given in row.options) for given, text in choices)
        rows.append((Menu(str(Id(LOBBY, row.id, 0, LobbyVerb.RULES, str(number))), shown, heading, 0, len(shown)),))
    after = (number + 1) % max(1, len(pages))
    turn = [button(Id(LOBBY, row.id, 0, LobbyVerb.PAGE, str(after)), f"{pages[after][0]} ▶")] if len(pages) > 1 else []
    presets = [button(Id(LOBBY, row.id, 0, LobbyVerb.PRESET, fit(p, 30)), f"Rules as on {p}") for p in file.preset]
    rows.append((*turn, *presets[:3], button(Id(LOBBY, row.id, 0, LobbyVerb.PLAIN), "None of them")))
    chosen = "\n".join(option_lines(file, row.options)) or "No optional rules are chosen."
    told = "\n\n".join(filter(None, [note, chosen, _options_guide(file)]))
    return Private(title=f"{short_code(row)} · optional rules", body=fit(told, 4000), rows=tuple(rows))


def _options_guide(file: TitleFile) -> str:
    """What somebody who is new to a title need know of its optional rules, and what a preset does."""
    presets = [
        f"The website {name} has {len(rules)} small rules of its own for this game: *Single rules of {name}* lists them,"
        f" *Rules as on {name}* chooses them all."
        for name, rules in file.preset.items()
    ]
    return "\n".join(["A first game needs none of them.", *presets])


def _menu_option(given: str, text: str, chosen: bool) -> Option:
    """An optional rule in the menu: what its label has no room for goes on below, at a word."""
    if len(text) <= OPTION_TEXT:
        return Option(given, text, "", chosen)
    at = text.rindex(" ", 0, OPTION_TEXT - 1)
    return Option(given, f"{text[:at]} …", fit(f"… {text[at + 1 :]}", OPTION_TEXT), chosen)


def option_pages(file: TitleFile) -> list[tuple[str, list[tuple[str, str]]]]:
    """The pages of the menu, each with its heading: first the rules that stand alone, then those of each preset."""
    every = option_choices(file)
    of_presets = [(f"Single rules of {name}", set(rules)) for name, rules in file.preset.items()]
    parts = [("Optional rules", [c for c in every if not any(c[0] in rules for _, rules in of_presets)])]
    parts += [(heading, [c for c in every if c[0] in rules]) for heading, rules in of_presets]
    return [
        (heading if not n else f"{heading}, {n // OPTIONS + 1}", choices[n : n + OPTIONS])
        for heading, choices in parts
        for n in range(0, len(choices), OPTIONS)
    ]


def option_choices(file: TitleFile) -> list[tuple[str, str]]:
    """Every way to choose an option, with its sentence: `end_price=250` ..."""
    entries = []
    for key, option in file.option.items():
        ways = [f"{key}={n}" for n in option.values] or [key]
        entries += [(given, optional_rule_words(file, given)) for given in ways]
    return entries


def chosen_options(row: GameRow, title: Title, number: int, values: Iterable[str]) -> tuple[str, ...]:
    """The options after those of one page of the menu were chosen anew."""
    pages = option_pages(title.file)
    shown = [given for given, _ in pages[number][1]] if 0 <= number < len(pages) else []
    return tuple([o for o in row.options if o not in shown] + [v for v in values if v in shown])


def table_details(row: GameRow, title: Title) -> Private:
    """Settings, seats and state of a table in words."""
    file = title.file
    seats = "\n".join(
        f"{n}. {mention(s)}" + (" (host)" if s.user == row.host else "") for n, s in enumerate(row.seats, 1)
    )
    place = f"Played in <#{row.channel}>. " if row.channel else ""
    paused = " Paused: no reminders." if row.paused and row.status == TableStatus.RUNNING else ""
    ended = f" It ended: {escape_markup(row.ended)}." if row.ended else ""
    players = f"practice: the bot plays the other seats{ADVICE[row.advice]}" if row.bots else _players_words(row)
    lines = [
        f"{place}{STATES[row.status]}{paused}{ended}",
        f"{players} · {PACES[row.pace]} · {SEEN[row.visibility]}\n{UNDO[row.undo]} {POSTS[row.post_level]}",
        seats or "No seats are taken.",
        "**Optional rules**\n" + ("\n".join(option_lines(file, row.options)) or "none"),
        f"{full_title(title)}, by {file.designer}, {file.publisher}. [Rules]({file.link}). `/rules title` sums them up.",
    ]
    return Private(title=f"{short_code(row)} · {escape_markup(row.name)}", body=fit("\n\n".join(lines), 4000))

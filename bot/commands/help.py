"""`/help` and `/rules`: how to use the bot, and where the rules are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table, load_access, require_seat, waits_for_user
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices, list_titles, matching_choices
from bot.commands.do.judgement import judge_line
from bot.commands.game.lobby import TableRequest, open_table
from bot.core.discord_limits import BUTTONS as IN_ROW
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.model.kinds import Pace, TableStatus, Visibility
from bot.model.models import GameRow
from bot.model.short_codes import short_code
from bot.views.custom_ids import HELP, Id
from bot.views.formatting import View, full_name
from bot.views.guide import terms_page, title_guide
from bot.views.guide.next_steps import things_in_lobby, things_to_do, things_to_open
from bot.views.guide.title_guide import NOW
from bot.views.inspection import SeenTable, look_at, show_tiles
from bot.views.messages import Private, Row, answer_row, button, option
from bot.views.pages.more_page import add_way_to_turn
from bot.views.pages.title_preview import look_at_start
from bot.views.press_verbs import HelpVerb
from game.rules import Rules
from render.text.screen_words import list_screen_words
from titles import Title

OPENING = "Open a table"
TOPICS: dict[str, tuple[str, ...]] = {
    OPENING: (
        "Press a button below to open a table here. Others join on its card, then you press *Start*.",
        "`/game new` does so too, with a name, a pace, other seats, or `practice:` against the bot.",
        "It is played in the thread below the card. `/game list` shows open tables, `/me games` yours.",
    ),
    "Take a turn": (
        "When it is your turn, you get a ping from the table's newest post.",
        "Press *Take my turn* (or type `/turn`): choose, see what would happen, then do it. Only you see this.",
        "The bot can pass for you in an auction or a stock round: *Market, more*, then *Pass for me…*.",
        "Or type what you want: `/do pass`, `/corp tile D10 57 2`, `/play buy`.",
        "If you say it in full, I do it at once. If I have to guess, I show you first.",
    ),
    "Look around": (
        "`/view` shows the map, the market, cards and more, now or at any earlier move. Only you see it.",
        "`/view key` says what the signs on the map mean, `/view describe` puts the board into words.",
    ),
    "Undo": (
        "`/undo` takes your last step back. If others have acted since, I ask them first. `/redo` plays it again.",
        "Nothing is lost: `/history` keeps what was taken back.",
    ),
    "Reminders": (
        "You get one ping when your turn begins. Later reminders come only in your waking hours:",
        "set them with `/me timezone` and `/me quiet`. `/me remind` says where reminders come.",
        "Each reminder has buttons to put it off.",
    ),
    "For the host": (
        "`/host` is for the host: who may undo, how much is posted, acting for somebody who is away, closing the table.",
        "`/game handover` gives your seat to somebody else, `/host replace` the seat of a player who is gone.",
        "`/guild check` tells a server's managers which permissions the bot lacks, `/guild statistics` lists finished games.",
    ),
    "Statistics": (
        "`/me statistics` shows your finished games, your rating and how long you take to reply.",
        "Others see your figures only if you say so: `/me statistics listed: yes`.",
        "Server managers see players and titles with `/guild statistics`, of this server or everywhere.",
        "Your rating begins at 1500. A game counts as one against each of the others, and moves your rating by at most 32.",
    ),
}


TOPICS_IN_ROW = 3

help_ = CommandGroup()
rules = CommandGroup("rules", "Rules in short, what words mean, why something is not allowed")


def setup(registry: Registry, services: Services) -> None:
    """Register `/help` with its buttons, and `/rules`."""
    help_.add_to(registry, services)
    registry.button_handlers[HELP] = handle_press
    rules.add_to(registry, services)


@help_.command(
    "help",
    "What you can do now, and how to use this bot",
    topic=OptionDetails("What you want help with", choices=lambda _: {t: t for t in TOPICS}),
)
async def answer_help(context: InteractionContext, topic: str | None = None) -> None:
    """What the asker can do now, with a button for each topic; of a topic that is named only that."""
    await context.defer()
    if topic in TOPICS:
        await context.reply(await _compose_page(context, topic))
        return
    await context.reply(await _compose_first_page(context))


async def _compose_first_page(context: InteractionContext) -> Private:
    """What the asker can do now, with a button for each topic."""
    steps = "\n".join(f"{n}. {step}" for n, step in enumerate(await _next_steps(context), 1))
    rows = (*topic_rows(NOW), terms_page.rules_buttons(await _title_here(context)))
    return Private(title="What you can do now", body=fit(steps, EMBED_TEXT), rows=rows)


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Show what the pressed button names, in the place of what was there if that was the asker's own; raises NotPossible for what
    there is no more.
    """
    if id.verb == HelpVerb.OPEN:
        wanted = TableRequest(_find_title(context, id.arg).name, "", 0, 0, Pace.DAILY, Visibility.OPEN, practice=False)
        await open_table(context, wanted, None)
        return
    await (context.defer() if id.table else context.defer_update())
    if id.verb == HelpVerb.TOPIC:
        await context.reply(await _compose_page(context, id.arg))
    elif id.verb == HelpVerb.RULES:
        chosen = "".join(id.answers(values))
        await context.reply(
            await _introduce(context, _find_title(context, chosen), opens=not id.table and await _may_open(context))
            if chosen
            else _ask_title(context)
        )
    elif id.verb == HelpVerb.OPTIONS:
        await context.reply(title_guide.list_optional_rules(_find_title(context, id.arg)))
    else:
        await context.reply(await _compose_terms(context, terms_page.title_of(id.arg), values))


async def _compose_terms(context: InteractionContext, name: str, chosen: Sequence[str]) -> Private:
    """The menus of words, and of the cards of the title of that name if there is one; of what was chosen what it means."""
    services = context.services
    look = await look_at_start(services.store, services.tables, name) if name in services.titles else None
    if look is None:
        explained = [title_guide.explain_everywhere([], word) for word in chosen]
    else:
        explained = [title_guide.explain_term(look.table.rules, look.view, word) for word in chosen]
    return terms_page.terms_page(look.table.rules if look else None, next(iter(explained), None))


async def _compose_page(context: InteractionContext, topic: str) -> Private:
    """The first page, or that of a topic; raises NotPossible for one that there is no more."""
    if topic == NOW:
        return await _compose_first_page(context)
    if topic not in TOPICS:
        raise NotPossible("`/help` has changed since: type it again")
    opens = topic == OPENING and await _may_open(context)
    opening = opening_rows(context) if opens else ()
    told = [*TOPICS[topic], *(title_guide.compare_titles(context.services.titles.values()) if opens else [])]
    rows = (*opening, *topic_rows(topic), terms_page.rules_buttons(await _title_here(context)))
    return Private(title=topic, body="\n".join(told), rows=rows)


async def _may_open(context: InteractionContext) -> bool:
    """Whether a table can be opened in this channel: it is one of a server, and none is played in it."""
    return bool(context.guild) and await _table_here(context) is None


def _find_title(context: InteractionContext, name: str) -> Title:
    """The title of that name; raises NotPossible where there is none by now."""
    if (title := context.services.titles.get(name)) is None:
        raise NotPossible("`/rules title` has changed since: type it again")
    return title


async def _introduce(context: InteractionContext, title: Title, *, opens: bool) -> Private:
    """A title in short: where a table of it is played with that table's rules, else with the fewest players and no optional
    rule.
    """
    row = await _table_here(context)
    if row is not None and row.title == title.file.name and row.status != TableStatus.OPEN:
        rules = context.services.tables.rules_of(row.title, row.options, len(row.seats))
        return title_guide.introduce_title(title, rules, opens=opens, played=True)
    return title_guide.introduce_title(title, title.rules((), title.file.players[0]), opens=opens)


def _ask_title(context: InteractionContext) -> Private:
    """Which title's rules are wanted, where the channel does not say."""
    options = tuple(option(value, label) for label, value in list_titles(context.services).items())
    return Private(
        title=title_guide.RULES_LABEL,
        body="\n".join(["Of which game?", *title_guide.compare_titles(context.services.titles.values())]),
        rows=(answer_row(Id(HELP, 0, 0, HelpVerb.RULES), options, "Which game"), (title_guide.help_button(),)),
    )


def opening_rows(context: InteractionContext) -> tuple[Row, ...]:
    """A button for each title, which opens a table of it."""
    titles = list(context.services.titles)[:IN_ROW]
    return (tuple(map(title_guide.open_button, titles)),)


def topic_rows(but: str) -> tuple[Row, ...]:
    """A button for each topic `but` the one that is shown, in rows that a phone does not wrap."""
    buttons = [button(Id(HELP, 0, 0, HelpVerb.TOPIC, t), t) for t in (NOW, *TOPICS) if t != but]
    return tuple(tuple(buttons[n : n + TOPICS_IN_ROW]) for n in range(0, len(buttons), TOPICS_IN_ROW))


async def _table_here(context: InteractionContext) -> GameRow | None:
    """The table of the channel in which somebody asks; None where there is none."""
    return await context.services.store.table_in_channel(context.guild, context.channel) if context.guild else None


async def _title_here(context: InteractionContext) -> str:
    """The title of that table; "" where there is none."""
    row = await _table_here(context)
    return row.title if row is not None else ""


async def _next_steps(context: InteractionContext) -> list[str]:
    """Three things that the asker can do in this channel, or anywhere."""
    tables = context.services.tables
    table_row = await _table_here(context)
    if table_row is not None and table_row.status in {TableStatus.RUNNING, TableStatus.FINISHED}:
        access = await load_access(context, table_row.id)
        return await things_to_do(access.table, access.seat.name if access.seat else None)
    if table_row is not None and table_row.status == TableStatus.OPEN:
        return things_in_lobby(table_row, context.user)
    own_rows = await tables.tables_of_user(context.user, (TableStatus.RUNNING, TableStatus.OPEN))
    waiting = [r for r in own_rows if r.status == TableStatus.RUNNING and await waits_for_user(context, r)]
    lobbies = [r for r in own_rows if r.status == TableStatus.OPEN and r.guild == context.guild]
    if lobbies and not waiting:
        return things_in_lobby(lobbies[0], context.user)
    return things_to_open([short_code(r) for r in waiting])


@rules.command(
    "title",
    "The game in ten lines, its optional rules, and where the rules are",
    title=OptionDetails("Which game; if left out: the one in this channel", choices=list_titles),
)
async def introduce_title(context: InteractionContext, title: str | None = None) -> None:
    """Introduce a title, that of the table here where none is named: how many play it, what it is about, where its rules are."""
    await context.defer()
    title = title or await _title_here(context)
    if not title:
        await context.reply(_ask_title(context))
        return
    if title not in context.services.titles:
        raise NotPossible(f"There are: {', '.join(context.services.titles)}.")
    await context.reply(await _introduce(context, context.services.titles[title], opens=await _may_open(context)))


async def complete_term(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: words and cards of the title that is being typed, or of the table."""
    options = vars(context.interaction.namespace)
    look = await _look_for_term(context, options.get("title"), options.get("game"))
    rules = look.table.rules
    known = dict.fromkeys((*title_guide.terms_of(rules), *list_screen_words(rules)))
    return matching_choices(current, [(full_name(rules, t), t) for t in known])


@rules.command(
    "term",
    "What a word means, or what a card does",
    term=OptionDetails(title_guide.PIECES, complete_term),
    title=OptionDetails("Of which game; if left out: the one in this channel", choices=list_titles),
)
async def explain_term(
    context: InteractionContext, term: str, title: str | None = None, game: str | None = None
) -> None:
    """A word of the rules in general, or a card of the table's title or of the one named."""
    await context.defer()
    try:
        look_ = await _look_for_term(context, title, game)
    except NotPossible:
        await context.reply(title_guide.explain_everywhere(await _look_at_titles(context), term))
        return
    explained = title_guide.explain_term(look_.table.rules, look_.view, term)
    await context.reply(add_way_to_turn(look_, await _add_tile(look_, term, explained)))


async def _add_tile(look: SeenTable, term: str, explained: Private) -> Private:
    """What a word means, with its picture where it is a tile of the title: `tile 57`."""
    word, _, number = term.strip().partition(" ")
    if word.casefold() != "tile" or not number:
        return explained
    drawn = await show_tiles(look, "", number)
    return replace(explained, pictures=drawn.pictures)


async def _look_at_titles(context: InteractionContext) -> list[tuple[Rules, View]]:
    """Every title as it starts."""
    services = context.services
    looks = [await look_at_start(services.store, services.tables, name) for name in services.titles]
    return [(look.table.rules, look.view) for look in looks]


async def _look_for_term(context: InteractionContext, title: str | None, game: str | None) -> SeenTable:
    """A look at the title as it starts, or else at the table as the asker sees it."""
    if title:
        return await look_at_start(context.services.store, context.services.tables, title)
    access = await find_table(context, game)
    return await look_at(access.table, access.own)


@rules.command(
    "why", "Whether you can do something, and if not, why", action="What you would like to do, such as tile D10 57 2"
)
async def explain_refusal(context: InteractionContext, action: str, game: str | None = None) -> None:
    """Answer whether an action is allowed, or with the rule that forbids it, without trying it."""
    await context.defer()
    access = await find_table(context, game)
    await judge_line(context, access.table, require_seat(access), action)

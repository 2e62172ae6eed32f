"""The command `trunkline`. Each subcommand imports what it needs when it runs, so that the command itself starts at once."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.core.errors import UsageError
from bot.model.kinds import Theme

gc.set_threshold(
    10_000, 50, 50
)  # to look through what is being loaded, all of which stays, took an eighth of every start

app = typer.Typer(
    help="18xx railway games with enforced rules: a Discord bot, a sandbox without Discord, and the terminal.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Settings = Annotated[Path | None, typer.Option("--config", help="Settings file (TOML)")]


def exit_with_error(sentence: object, status: int = 2) -> NoReturn:
    """End the program with this status, after one clear sentence on the error output."""
    typer.echo(str(sentence), err=True)
    raise typer.Exit(status)


@app.command()
def sandbox(
    demo: Annotated[bool, typer.Option("--demo", help="With a table of each title in mid-game")] = False,
    learn: Annotated[bool, typer.Option("--learn", help="With a guided first game against the bot")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0: any free one")] = 8018,
    data: Annotated[Path | None, typer.Option(help="Folder for the sandbox's database")] = None,
    players: Annotated[
        str, typer.Option(help="Local players, with commas between them: three to five names")
    ] = "ann,bob,cid,dee",
) -> None:
    """Try everything in the browser: the real bot in a simulated Discord, without account or token."""
    try:
        from bot.sandbox.server import main
    except ModuleNotFoundError as error:
        exit_with_error(f"The sandbox needs {error.name}: install it with  pip install 'trunkline[sandbox]'")
    try:
        main(demo=demo, learn=learn, port=port, data=data, names=tuple(n.strip() for n in players.split(",")))
    except UsageError as error:
        exit_with_error(error)


@app.command()
def bot(
    config: Settings = None,
    new: Annotated[
        bool, typer.Option("--new", help="Start with the database that is there, even if it is not the one from before")
    ] = False,
) -> None:
    """Run the bot on Discord. The token comes from TRUNKLINE_TOKEN or from the file named by token_file."""
    from bot.core.settings import Broken, load_settings, make_room, read_token

    try:
        settings = load_settings(config)
        secret = read_token(settings)
        if not settings.database:
            make_room(settings.folder)
    except Broken as error:
        exit_with_error(error)
    from bot.cli.serve import main

    raise typer.Exit(main(settings, secret, new=new))


@app.command()
def backup(
    target: Annotated[
        Path | None, typer.Argument(help="File to write, or a folder; left out: beside the database, with the time")
    ] = None,
    config: Settings = None,
) -> None:
    """Copy the database while the bot may be at work on it."""
    from bot.cli.upkeep.maintenance import backup as copied
    from bot.core.settings import Broken, load_settings

    try:
        typer.echo(f"The database is copied to {copied(load_settings(config), target)}")
    except (Broken, UsageError) as error:
        exit_with_error(error)


@app.command()
def restore(source: Annotated[Path, typer.Argument(help="A backup")], config: Settings = None) -> None:
    """Put a backup in the place of the database. The bot must be stopped; what was there is kept."""
    from bot.cli.upkeep.maintenance import restore as put_back
    from bot.core.settings import Broken, load_settings

    try:
        kept = put_back(load_settings(config), source)
    except (Broken, UsageError) as error:
        exit_with_error(error)
    typer.echo(f"{source} is the database now." + (f" What was there before is in {kept}" if kept else ""))


@app.command("move-database")
def move_database(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A file, or an address as in the setting database")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same, of a new and empty database")],
) -> None:
    """Carry everything over into another database and compare it. The bot must be stopped; FROM stays as it is."""
    from bot.cli.upkeep.move_database import main

    try:
        for sentence in main(source, target):
            typer.echo(sentence)
    except UsageError as error:
        exit_with_error(error)


@app.command("check-upgrade")
def check_upgrade(
    copy: Annotated[str, typer.Argument(help="A backup, or the address of a copy of the database")],
) -> None:
    """Play every running game of a copy again with this release, and name what would differ. Exit status 1 if something would."""
    from bot.cli.upkeep.check_upgrade import main

    sound = True
    try:
        for good, sentence in main(copy):
            typer.echo(f"{'ok  ' if good else 'BAD '} {sentence}")
            sound = sound and good
    except UsageError as error:
        exit_with_error(error)
    raise typer.Exit(0 if sound else 1)


@app.command()
def doctor(config: Settings = None) -> None:
    """Look whether database, disk and tables are sound; nothing is changed. Exit status 1 if something is not."""
    from bot.cli.upkeep.doctor import examine
    from bot.core.settings import Broken, load_settings

    sound = True
    try:
        for good, sentence in examine(load_settings(config)):
            typer.echo(f"{'ok  ' if good else 'BAD '} {sentence}")
            sound = sound and good
    except (Broken, UsageError) as error:
        exit_with_error(error)
    raise typer.Exit(0 if sound else 1)


@app.command("check-config")
def check_config(config: Settings = None) -> None:
    """Say what the settings are, and what is wrong with them. The token is never shown."""
    from bot.core.settings import KEYS, Broken, check_room, describe_key, load_settings, read_token

    try:
        settings = load_settings(config)
        for key in KEYS:
            typer.echo(f"{key} = {settings.show_value(key)!r}  # {describe_key(key)}")
        typer.echo(f"# data is in {settings.show_value('database') or settings.folder}")
        read_token(settings)
        if not settings.database:
            check_room(settings.folder)
    except Broken as error:
        exit_with_error(error)
    typer.echo("# the token is there")


@app.command()
def play(
    title: Annotated[str, typer.Argument(help="18GA, 18TN, 18VA, 18EU or 18India; or a transcript to go on with")],
    players: Annotated[list[str] | None, typer.Argument(help="Names of the players")] = None,
    seed: Annotated[
        str, typer.Option(help="The same seed gives the same seats and, with --random, the same game")
    ] = "",
    random: Annotated[
        int, typer.Option("--random", min=0, help="Play that many random legal actions, or to the end")
    ] = 0,
    script: Annotated[Path | None, typer.Option(help="Play the lines of a transcript first")] = None,
    as_: Annotated[str, typer.Option("--as", metavar="NAME", help="Show what that player may know")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="An optional rule; may be given again")] = None,
    preset: Annotated[str, typer.Option(help="A named set of optional rules, such as 18xx.games")] = "",
    pictures: Annotated[
        Path | None, typer.Option(help="Folder for pictures of map and market after each action")
    ] = None,
    transcript: Annotated[Path | None, typer.Option(help="Write the game as a transcript")] = None,
    export: Annotated[Path | None, typer.Option(help="Write the game as a file of 18xx.games (JSON)")] = None,
) -> None:
    """Play on the terminal: choose by number, or say it in your own words, such as  57 on D10"""
    from bot.cli.game_setup import CommandLine
    from bot.cli.play import main

    setting = CommandLine(
        title=title,
        players=tuple(players or ()),
        seed=seed,
        random=random,
        script=script,
        shown=as_,
        options=tuple(option or ()),
        preset=preset,
        pictures=pictures,
        transcript=transcript,
        export=export,
    )
    try:
        raise typer.Exit(main(setting))
    except UsageError as error:
        exit_with_error(error)
    except BrokenPipeError:  # whoever read has seen enough: typer ends the command without a word
        raise
    except OSError as error:
        exit_with_error(f"{error.filename}: {error.strerror}")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game of 18xx.games (JSON)")],
    trace: Annotated[Path | None, typer.Option(help="Recorded states to compare with (JSON lines)")] = None,
) -> None:
    """Play a recorded game of 18xx.games in our engine; with a trace, compare the state after each action."""
    from bot.cli.progress import progress_bar
    from bot.interchange.comparison import main

    with progress_bar("Playing") as report:
        status = main(file, trace, report=report)
    raise typer.Exit(status)


@app.command("export")
def export_(
    file: Annotated[str, typer.Argument(help="A transcript, a game of 18xx.games, or the number of a table")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write; - writes to the output")],
    format_: Annotated[str, typer.Option("--format", help="transcript, json, 18xx.games, log or csv")] = "18xx.games",
    partial: Annotated[
        bool, typer.Option("--partial", help="Write what 18xx.games can play, up to the first move that it cannot")
    ] = False,
    config: Settings = None,
) -> None:
    """Write a game as another kind of file. Of a running table only what is public."""
    from bot.cli.export import main

    try:
        for warning in main(file, format_, out, config, partial=partial):
            typer.echo(warning, err=True)
    except UsageError as error:
        exit_with_error(error)


@app.command()
def rating(
    files: Annotated[
        list[Path] | None, typer.Argument(help="games.csv of /guild statistics; left out: the records of the database")
    ] = None,
    config: Settings = None,
) -> None:
    """Reckon all ratings once more, game by game, as CSV: from the records of finished games, or from files."""
    from bot.cli.rating import main

    try:
        typer.echo(main(files or (), config), nl=False)
    except UsageError as error:
        exit_with_error(error)


@app.command()
def render(
    title: Annotated[str, typer.Argument(help="18GA, 18TN, 18VA, 18EU or 18India")] = "",
    script: Annotated[Path | None, typer.Option(help="A transcript: draw the position that it leads to")] = None,
    every: Annotated[
        Path | None,
        typer.Option("--all", help="Draw every picture of the title, or of all, into this folder, light and dark"),
    ] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", help="Draw a recorded game (transcript or JSON) as an animated map")
    ] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Draw a contact sheet of every tile and market cell")] = False,
    theme: Annotated[
        Theme, typer.Option(help="Colours of the pictures; print: on white, with little ink")
    ] = Theme.LIGHT,
    out: Annotated[Path, typer.Option(help="Folder for the pictures")] = Path("out"),
) -> None:
    """Draw a title's map, market and cards, every tile on one sheet, or a whole game as an animated map."""
    from bot.cli import render as pictures
    from render.drawing.style import drawn_in

    try:
        with drawn_in(theme.value):
            if replay:
                typer.echo(str(pictures.draw_replay(replay, out)))
                return
            for path in pictures.draw_everything(every, title) if every else pictures.main(title, script, sheet, out):
                typer.echo(str(path))
    except UsageError as error:
        exit_with_error(error)
    except OSError as error:
        exit_with_error(f"{error.filename}: {error.strerror}. Name another folder with --out")


@app.command()
def bench(
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON")] = False,
    shared: Annotated[Path | None, typer.Option(help="Folder of recorded games; default TRUNKLINE_SHARED")] = None,
    service: Annotated[bool, typer.Option(help="Measure the bot as a service instead: people who press")] = False,
    tables: Annotated[int, typer.Option(min=1, help="With --service: tables that are played at")] = 60,
    rate: Annotated[float, typer.Option(min=0.1, help="With --service: how many presses a second people offer")] = 5,
    seconds: Annotated[float, typer.Option(min=1, help="With --service: how long they are offered")] = 20,
    database: Annotated[str, typer.Option(help="With --service: an empty database on PostgreSQL; else SQLite")] = "",
    processes: Annotated[
        int, typer.Option(min=1, help="With --service and --database: processes that share the database")
    ] = 1,
) -> None:
    """Measure replay, routes, lays, pictures, snapshots and memory against their targets; or the bot under load."""
    from bot.benchmarks import bench as engine_bench
    from bot.benchmarks import service_load
    from bot.benchmarks.load_figures import Load
    from bot.cli.progress import progress_bar

    try:
        with progress_bar("Measuring") as report:
            if service:
                status = service_load.main(Load(tables, rate, seconds, database, processes), json, report)
            else:
                status = engine_bench.main(shared, json, report)
    except UsageError as error:
        exit_with_error(error)
    raise typer.Exit(status)


def main() -> None:
    """Entry point. Text goes out as UTF-8 wherever it can, for pounds and rupees."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app()


if __name__ == "__main__":
    main()

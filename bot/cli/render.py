"""Pictures as files: of a position, for the terminal and `trunkline render`, and contact sheets of all that a title can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from pathlib import Path

from PIL import Image

import render
from bot.cli import game_setup, sample_statistics
from bot.cli.export import read_game
from bot.cli.picture_kinds import Gallery, make_move
from bot.cli.progress import progress_bar
from bot.core.errors import NotPossible, UsageError
from bot.core.worker_process import Report
from bot.files.replay import film_of_file, paint_film
from bot.sandbox import demo_game
from bot.tables.story.game_summary import list_dividends
from game.play import Game
from render import Marks
from render.data.card_data import Dividend
from render.drawing import phone
from render.drawing.style import Theme, drawn_in, theme_now
from titles import TITLES, Title

History = Sequence[Dividend]
NO_HISTORY: Mapping[str, History] = {}
PHONE_COLOURS = 256  # of a copy as wide as a phone
FOUR = ("ann", "bob", "cid", "dora")
WHOLE_GAME = 100_000  # actions: more than a game has
USUAL_COUNT = 90  # pictures of a title, as long as none is drawn
ALL_THEMES: tuple[Theme, ...] = ("light", "dark")  # in which all pictures are drawn
SHEET_COLUMNS = 6  # of the sheet of all pictures


def draw(g: Game, player: str | None, folder: Path, name: str, marks: Marks | None = None) -> Iterator[Path]:
    """Map and market as that player (None: the public) may know them; what just happened is marked."""
    folder.mkdir(parents=True, exist_ok=True)
    view = g.view(player)
    marks = marks or render.marks_of(g.events)
    pictures = {
        "map": render.draw_map(view, g.rules, marks, asked=g.deciders()),
        "market": render.draw_market(view, g.rules, marks),
    }
    for kind, image in pictures.items():
        path = folder / f"{name}-{kind}.png"
        path.write_bytes(render.png(image))
        yield path


def draw_cards(g: Game, folder: Path, name: str, paid: Mapping[str, History] = NO_HISTORY) -> Iterator[Path]:
    """Every company's and player's card, the bank's, and the table of everything. `paid`: what companies did with revenue."""
    folder.mkdir(parents=True, exist_ok=True)
    view = g.view(None)
    worth = {p: sum(g.rules.worth(g, p).values()) for p in view.order}
    pictures: dict[str, Image.Image] = {
        "bank": render.draw_bank(view, g.rules),
    }
    pictures |= {f"table-{i}": image for i, image in enumerate(render.draw_table(view, g.rules, worth), 1)}
    pictures |= {f"company-{c}": render.draw_company(view, g.rules, c, paid.get(c, ())) for c in view.companies}
    pictures |= {f"player-{p}": render.draw_player(view, g.rules, p, worth[p]) for p in view.order}
    for kind, image in pictures.items():
        path = folder / f"{name}-{kind.replace('&', '')}.png"
        path.write_bytes(render.png(image))
        yield path


def draw_sheets(title: Title, folder: Path) -> Iterator[Path]:
    """Every tile in every rotation, every print of the map, every height of the market's piles."""
    from render.pictures.reference.manifest import contact_sheet

    folder.mkdir(parents=True, exist_ok=True)
    with progress_bar("Drawing") as report:
        sheets = contact_sheet(title.rules((), title.file.players[0]))
        for number, image in enumerate(sheets, 1):
            path = folder / f"{title.folder}-sheet-{number}.png"
            path.write_bytes(render.png(image))
            report(number, len(sheets))
            yield path


def draw_everything(folder: Path, name: str = "") -> Iterator[Path]:
    """Every kind of picture of every title, or of the one of that name, by day and by night in a folder each: from a game played
    by seed, as it is, as wide as a phone, and all on one sheet. Raises UsageError.
    """
    files: list[Path] = []
    parts = list(product(ALL_THEMES, [game_setup.find_title(name)] if name else TITLES.values()))
    with progress_bar("Drawing") as report:
        for number, (theme, title) in enumerate(parts):
            expected = (len(files) // number if number else USUAL_COUNT) * (len(parts) - number)
            report(len(files), len(files) + expected)
            into = folder / theme
            into.mkdir(parents=True, exist_ok=True)
            with drawn_in(theme):
                drawn = chain(_draw_middle(title, into), _draw_end(title, into))
                small = [_shrink(path) for path in _tell_each(drawn, report, len(files), expected)]
            sheet = into / f"{title.folder}-all.png"
            _contact_sheet([Image.open(path) for path in small]).save(sheet)
            files += [*small, sheet]
        report(len(files), len(files))
    yield from files


def _tell_each(drawn: Iterable[Path], report: Report, before: int, expected: int) -> Iterator[Path]:
    """The pictures, each told as it comes: so many were there `before`, so many are expected from then on."""
    for count, path in enumerate(drawn, 1):
        report(before + count, before + max(count, expected))
        yield path


def _draw_middle(title: Title, folder: Path) -> Iterator[Path]:
    """The pictures of a game of that title in its middle."""
    players = FOUR[: title.file.players[1]]
    rules = title.rules((), len(players))
    g = Game.new(rules, players, demo_game.SEED)
    gallery = Gallery(g, demo_game.play_demo(rules, players)[1])
    view, marks = g.view(None), render.marks_of(gallery.last_episode().events)
    yield from draw(g, None, folder, title.folder, marks)
    yield from draw_cards(g, folder, title.folder, {c: gallery.history(c) for c in view.companies})
    more = {
        "phone": render.draw_map(view, rules, marks, canvas=render.TALL, asked=g.deciders()),
        "crop": render.draw_crop(view, rules, render.latest(rules.data, [*reversed(view.tiles), *rules.data.hexes])),
    }
    more |= {f"tiles-{n}": image for n, image in enumerate(render.draw_tiles(view, rules), 1)}
    if render.offers(view, rules):
        more |= {
            "offers": render.draw_offers(view, rules),
            "hand": render.draw_hand(g.view(players[0]), rules, players[0]),
        }
    games = sample_statistics.make_games(view, rules)
    samples = sample_statistics.draw_samples(games, rules)
    for kind, image in chain(more.items(), gallery.pictures(), samples):
        path = folder / f"{title.folder}-{kind}.png"
        path.write_bytes(render.png(image))
        yield path
    for kind, data in (*gallery.charts(), ("statistics-ratings", sample_statistics.chart_ratings(games))):
        path = folder / f"{title.folder}-{kind}.png"
        path.write_bytes(data)
        yield path


def _draw_end(title: Title, folder: Path) -> Iterator[Path]:
    """What is drawn of a finished game of that title for four: late sums, long timelines, a full board."""
    players = FOUR[: title.file.players[1]]
    rules = title.rules((), len(players))
    g = Game.new(rules, players, demo_game.SEED)
    gallery = Gallery(g, demo_game.play_demo(rules, players, plays=WHOLE_GAME)[1])
    yield from draw(g, None, folder, f"{title.folder}-end")
    for kind, image in chain(_draw_parts(g), gallery.story()):
        path = folder / f"{title.folder}-end-{kind}.png"
        path.write_bytes(render.png(image))
        yield path
    for kind, data in gallery.charts():
        path = folder / f"{title.folder}-end-{kind}.png"
        path.write_bytes(data)
        yield path


def _draw_parts(g: Game) -> Iterator[tuple[str, Image.Image]]:
    """The parts of the map, which a phone has beside the whole, each with its name; none where the whole can be read there."""
    view = render.board_view(g.view(None), g.rules)
    for part in render.map_parts(g.rules.data):
        drawn = render.draw_crop(view, g.rules, part.hexes, canvas=part.canvas)
        yield f"part-{part.word}", drawn


def _shrink(path: Path) -> Path:
    """The picture as wide as a phone shows it, in its own colours: a new choice of few loses a player's or a tile's."""
    whole = Image.open(path)
    image, small = whole.convert("RGB"), path.with_name(f"{path.stem}-{phone.SCREEN_WIDTH}.png")
    narrow = image.resize(
        (phone.SCREEN_WIDTH, max(1, round(image.height * phone.SCREEN_WIDTH / image.width))), Image.Resampling.LANCZOS
    )
    palette = whole if whole.mode == "P" else None
    narrow.quantize(PHONE_COLOURS, palette=palette, dither=Image.Dither.NONE).save(small, optimize=True)
    return small


def _contact_sheet(images: Sequence[Image.Image]) -> Image.Image:
    """All small pictures on one sheet, for `trunkline render --all`: each below the column that is shortest so far."""
    gap = 12
    ends = [gap] * SHEET_COLUMNS
    spots = []
    for image in images:
        column = ends.index(min(ends))
        spots.append((gap + column * (phone.SCREEN_WIDTH + gap), ends[column]))
        ends[column] += image.height + gap
    sheet = Image.new("RGB", (gap + SHEET_COLUMNS * (phone.SCREEN_WIDTH + gap), max(ends)), "gray")
    for image, spot in zip(images, spots, strict=True):
        sheet.paste(image, spot)
    return sheet


def draw_replay(file: Path, folder: Path) -> Path:
    """The replay of a recorded game as an animated map; raises UsageError."""
    try:
        with progress_bar("Reading") as report:
            game = read_game(file, report)
        with progress_bar("Playing") as report:
            film = replace(film_of_file(game, report), theme=theme_now())
        with progress_bar("Drawing") as report:
            data = paint_film(film, report)
    except NotPossible as error:
        raise UsageError(f"{file}: {str(error).rstrip('.')}.") from error
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{file.stem}-replay.gif"
    path.write_bytes(data)
    return path


def main(name: str, script: Path | None, sheet: bool, out: Path) -> Iterator[Path]:
    """What `trunkline render` draws; raises UsageError."""
    title = game_setup.find_title(name)
    if sheet:
        yield from draw_sheets(title, out)
        return
    players = tuple(f"p{i + 1}" for i in range(title.file.players[0]))
    setting = (
        game_setup.CommandLine(title.name, script=script)
        if script
        else game_setup.CommandLine(title.name, players, seed="1")
    )
    g, _, entries = game_setup.prepare(setting)
    moves = [make_move(g, None)]
    with progress_bar("Playing") as report:
        for done, action in enumerate(game_setup.perform(g, entries), 1):
            moves.append(make_move(g, action))
            report(done, len(entries))
    paid = {c: list_dividends(moves, c, g.rules.data) for c in g.state.companies}
    pictures = 3 + len(g.state.companies) + len(g.state.order)  # at least: map, market, bank, and a card for each
    with progress_bar("Drawing") as report:
        drawn = chain(draw(g, None, out, title.folder), draw_cards(g, out, title.folder, paid))
        for done, path in enumerate(drawn, 1):
            report(done, max(done, pictures))
            yield path

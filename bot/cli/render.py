"""Pictures as files: of a position, for the terminal and `trunkline render`, and contact sheets of all that a title can show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL.Image import Image

import render
from bot.cli import game_setup
from game.play import Game
from render import Marks
from titles import Title


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


def cards(g: Game, folder: Path, name: str) -> Iterator[Path]:
    """Every company's and player's card, the bank's, and the table of everything."""
    folder.mkdir(parents=True, exist_ok=True)
    view = g.view(None)
    worth = {p: sum(g.rules.worth(g, p).values()) for p in view.order}
    pictures: dict[str, Image] = {
        "bank": render.draw_bank(view, g.rules),
    }
    pictures |= {f"table-{i}": image for i, image in enumerate(render.draw_table(view, g.rules, worth), 1)}
    pictures |= {f"company-{c}": render.draw_company(view, g.rules, c) for c in view.companies}
    pictures |= {f"player-{p}": render.draw_player(view, g.rules, p, worth[p]) for p in view.order}
    for kind, image in pictures.items():
        path = folder / f"{name}-{kind.replace('&', '')}.png"
        path.write_bytes(render.png(image))
        yield path


def sheets(title: Title, folder: Path) -> Iterator[Path]:
    """Every tile in every rotation, every print of the map, every height of the market's piles."""
    from render.pictures.manifest import contact_sheet

    folder.mkdir(parents=True, exist_ok=True)
    for number, image in enumerate(contact_sheet(title.rules((), title.file.players[0])), 1):
        path = folder / f"{title.folder}-sheet-{number}.png"
        path.write_bytes(render.png(image))
        yield path


def main(name: str, script: Path | None, sheet: bool, out: Path) -> Iterator[Path]:
    """What `trunkline render` draws; raises Unsuitable."""
    title = game_setup.title_of(name)
    if sheet:
        yield from sheets(title, out)
        return
    players = tuple(f"p{i + 1}" for i in range(title.file.players[0]))
    setting = (
        game_setup.Setting(title.name, script=script) if script else game_setup.Setting(title.name, players, seed="1")
    )
    g, _, entries = game_setup.prepare(setting)
    for _ in game_setup.performed(g, entries):
        pass
    yield from draw(g, None, out, title.folder)
    yield from cards(g, out, title.folder)

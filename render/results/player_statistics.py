"""Records of players as pictures: a list of several with who came before whom, and one player's own; and the same in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from render.data.names import nth
from render.drawing import fonts, phone, style
from render.drawing.colours import colours_now
from render.drawing.table import Cell, Column, Rows
from render.results.bars import LINE, Bar, draw_bars, half_up
from render.results.print_sizes import HEAD, WORDS
from render.text.alt_text import short

WIDE = phone.PICTURE_WIDTH
EDGE = 36
TOP, ROW, HEADING = 136, 116, 76  # pixels of the head, of a player, of a heading
INDENT, APART = 32, 12  # pixels before a player's words, and between them and the rating
LISTED = 20  # players in the list at most
ACROSS = 6  # players in the table of duels at most
DASH = "–"


@dataclass(frozen=True)
class Duel:
    """In how many games of both the one came before the other, behind, and level."""

    before: int
    behind: int
    level: int

    def __str__(self) -> str:
        return f"{self.before}{DASH}{self.behind}" + (f" ({self.level})" if self.level else "")

    @property
    def games(self) -> int:
        """Games that both played."""
        return self.before + self.behind + self.level


@dataclass(frozen=True)
class PlayerLine:
    """A player's games. `rank`: the mean; `rating` None: no rated game; `thinking`: how long replies take, "" unknown."""

    name: str
    games: int
    wins: int
    rank: float
    rating: float | None
    rated: int
    provisional: bool
    thinking: str = ""


@dataclass(frozen=True)
class PlayersSheet:
    """Several players, the best rated first. `duels`: of each two, by their places in the list from 0; `colours`: which of the
    players' colours each has, by name.
    """

    sample: str
    lines: tuple[PlayerLine, ...]
    duels: Mapping[tuple[int, int], Duel] = field(default_factory=dict)
    colours: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class TitleLine:
    """A player's games of a title at one number of players. `favourite`: the company most often held most of."""

    title: str
    players: int
    games: int
    wins: int
    rank: float
    favourite: str


@dataclass(frozen=True)
class Profile:
    """A player's own figures. `thinking`: by kind of question the median in minutes, in words, and of how many replies;
    `colours`: which of the players' colours each person has, by name.
    """

    line: PlayerLine
    titles: tuple[TitleLine, ...]
    against: tuple[tuple[str, Duel], ...]
    thinking: tuple[tuple[str, float, str, int], ...]
    colours: Mapping[str, int] = field(default_factory=dict)


def player_colours(numbers: Mapping[str, int]) -> dict[str, style.RGB]:
    """Each person's own colour in the theme of this thread. `numbers`: which of the players' colours, from 0."""
    return {name: colours_now().PLAYERS[number] for name, number in numbers.items()}


def draw_players(sheet: PlayersSheet) -> Image.Image:
    """A row for each player, then the table of duels where two have met."""
    lines = sheet.lines[:LISTED]
    across = min(len(lines), ACROSS) if any(d.games for d in sheet.duels.values()) else 0
    high = TOP + ROW * len(lines) + (HEADING + LINE * (across + 1) + 24 if across else 0) + EDGE // 2
    image = style.canvas((WIDE, high), None)
    draw = ImageDraw.Draw(image)
    _draw_head(draw, "Players", sheet.sample)
    colours = player_colours(sheet.colours)
    size = min((fonts.fitting(line_words(line), _room(line), WORDS, least=style.BODY) for line in lines), default=WORDS)
    for n, line in enumerate(lines):
        _draw_player(draw, n, line, TOP + ROW * n, colours[line.name], size)
    if across:
        _draw_duels(draw, sheet, across, TOP + ROW * len(lines), colours)
    return image


def _draw_head(draw: ImageDraw.ImageDraw, head: str, sample: str) -> None:
    fonts.write(draw, (EDGE, 58), fonts.shortened(head, WIDE - 2 * EDGE, HEAD, bold=True), HEAD, bold=True, anchor="lm")
    fonts.write(draw, (EDGE, 108), sample, WORDS, ink=style.SOFT, anchor="lm")


def _rating(line: PlayerLine) -> tuple[str, str]:
    """A rating, and how many games it stands on."""
    if line.rating is None:
        return "not rated", ""
    return f"{line.rating:.0f}", "provisional" if line.provisional else f"{line.rated} rated"


def _room(line: PlayerLine) -> int:
    """Pixels of a player's name and games, beside the rating."""
    rating, note = _rating(line)
    right = max(fonts.width(rating, HEAD, bold=True), fonts.width(note, WORDS))
    return WIDE - 2 * EDGE - INDENT - APART - right


def _draw_player(draw: ImageDraw.ImageDraw, n: int, line: PlayerLine, y: int, colour: style.RGB, size: int) -> None:
    """Place, name and games on the left, the rating on the right. `size`: pixels of the games' print."""
    draw.line((EDGE, y, WIDE - EDGE, y), fill=style.RULE, width=3)
    draw.rounded_rectangle((EDGE, y + 18, EDGE + 12, y + ROW - 16), 6, fill=colour)
    (rating, note), room = _rating(line), _room(line)
    name = fonts.shortened(f"{n + 1}  {line.name}", room, HEAD, bold=True)
    fonts.write(draw, (EDGE + INDENT, y + 38), name, HEAD, bold=True, anchor="lm")
    words = fonts.shortened(line_words(line), room, size)
    fonts.write(draw, (EDGE + INDENT, y + 84), words, size, ink=style.SOFT, anchor="lm")
    plain = line.rating is None
    ink = style.SOFT if plain else style.INK
    fonts.write(draw, (WIDE - EDGE, y + 38), rating, WORDS if plain else HEAD, bold=not plain, ink=ink, anchor="rm")
    fonts.write(draw, (WIDE - EDGE, y + 84), note, size, ink=style.SOFT, anchor="rm")


def line_words(line: PlayerLine) -> str:
    """`12 games, 4 won, mean place 2.1, replies 25 min`."""
    games = f"{line.games} game{'s' * (line.games != 1)}, {line.wins} won, mean place {half_up(line.rank, 1):.1f}"
    return games + (f", replies {line.thinking}" if line.thinking else "")


def _draw_duels(
    draw: ImageDraw.ImageDraw, sheet: PlayersSheet, across: int, top: int, colours: Mapping[str, style.RGB]
) -> None:
    """Who came before whom: a row and a column for each of the first players."""
    fonts.write(draw, (EDGE, top + 46), "Before – behind (level)", WORDS, bold=True, anchor="lm")
    left, y = EDGE + 250, top + HEADING
    wide = (WIDE - EDGE - left) / across
    for n in range(across):
        head = fonts.shortened(sheet.lines[n].name, wide - 16, WORDS)
        x = left + wide * n + wide / 2
        fonts.write(draw, (x, y + LINE / 2), head, WORDS, ink=style.SOFT, anchor="mm")
    for row in range(across):
        middle = y + LINE * (row + 1) + LINE / 2
        draw.line((EDGE, middle - LINE / 2, WIDE - EDGE, middle - LINE / 2), fill=style.RULE, width=2)
        draw.rounded_rectangle((EDGE, middle - 16, EDGE + 12, middle + 16), 6, fill=colours[sheet.lines[row].name])
        name = fonts.shortened(sheet.lines[row].name, left - EDGE - 48, WORDS, bold=True)
        fonts.write(draw, (EDGE + INDENT, middle), name, WORDS, bold=True, anchor="lm")
        for column in range(across):
            duel = sheet.duels.get((row, column))
            met = duel is not None and duel.games > 0 and row != column
            x = left + wide * column + wide / 2
            if met and duel is not None and duel.before > duel.behind:
                box = (x - wide / 2 + 6, middle - 22, x + wide / 2 - 6, middle + 22)
                draw.rounded_rectangle(box, 8, fill=style.TURN)
            words, ink = (str(duel), style.INK) if met else ("" if row == column else DASH, style.SOFT)
            fonts.write(draw, (x, middle), words, WORDS, ink=ink, anchor="mm")


def alt_players(sheet: PlayersSheet) -> str:
    """The picture of a server's players in words."""
    sentences = [f"Players, {sheet.sample}."]
    for n, line in enumerate(sheet.lines[:LISTED], 1):
        rating = "not rated" if line.rating is None else f"rating {line.rating:.0f}{', provisional' * line.provisional}"
        sentences.append(f"{nth(n)} {line.name}, {rating}: {line_words(line)}.")
    shown = sheet.lines[:ACROSS]
    for (row, column), duel in sorted(sheet.duels.items()):
        if row < column < len(shown) and duel.games:
            sentences.append(f"{shown[row].name} against {shown[column].name}: {duel}.")
    return short(sentences)


def draw_profile(profile: Profile) -> Image.Image:
    """A player's figures on one screen of a phone: games, titles, who else played, how long replies take."""
    titles, duels, thinking = _titles(profile), _duel_bars(profile), _thinking_bars(profile)
    parts = [
        (h, bars) for h, bars in (("Came before", duels), ("Waking time of a reply, the median", thinking)) if bars
    ]
    high = TOP + 130 + (titles.height + 24 if titles.cells else 0) + EDGE
    image = style.canvas((WIDE, high + sum(HEADING + LINE * len(bars) for _, bars in parts)), None)
    draw = ImageDraw.Draw(image)
    line = profile.line
    _draw_head(draw, line.name, f"{line.games} finished game{'s' * (line.games != 1)}")
    wide = (WIDE - 2 * EDGE) / 3
    for n, (value, what) in enumerate(_figures(line)):
        fonts.write(draw, (EDGE + wide * n, TOP + 40), value, HEAD, bold=True, anchor="lm")
        fonts.write(draw, (EDGE + wide * n, TOP + 88), what, WORDS, ink=style.SOFT, anchor="lm")
    y = TOP + 130
    if titles.cells:
        titles.paint(image, None, EDGE, y, WIDE - 2 * EDGE)
        y += titles.height + 24
    for heading, bars in parts:
        fonts.write(draw, (EDGE, y + 42), heading, WORDS, bold=True, anchor="lm")
        y += HEADING
        y += draw_bars(image, bars, (EDGE, y, WIDE - EDGE), most=1.0 if bars is duels else 0.0)
    return image


def _figures(line: PlayerLine) -> Sequence[tuple[str, str]]:
    """The three largest figures, each with what it is."""
    rating = DASH if line.rating is None else f"{line.rating:.0f}"
    what = "not rated yet" if line.rating is None else "provisional rating" if line.provisional else "rating"
    return ((rating, what), (f"{line.wins} of {line.games}", "won"), (f"{half_up(line.rank, 1):.1f}", "mean place"))


def _titles(profile: Profile) -> Rows:
    columns = ("title", "players", "games", "won", "place", "mostly held")
    cells = tuple(
        (
            Cell(t.title, bold=True),
            Cell(str(t.players)),
            Cell(str(t.games)),
            Cell(str(t.wins)),
            Cell(f"{half_up(t.rank, 1):.1f}"),
            Cell(t.favourite or DASH),
        )
        for t in profile.titles
    )
    heads = tuple(Column(head, right=0 < n < len(columns) - 1) for n, head in enumerate(columns))
    return Rows(heads, cells, WORDS, LINE, head=WORDS)


def _duel_bars(profile: Profile) -> list[Bar]:
    """How large a part of the games with each other player was ended before that one."""
    colours = player_colours(profile.colours)
    return [
        Bar(name, (duel.before + duel.level / 2) / duel.games, f"{duel.before} of {duel.games}", colours[name])
        for name, duel in profile.against
        if duel.games
    ]


def _thinking_bars(profile: Profile) -> list[Bar]:
    return [Bar(kind, value, f"{words} ({n})") for kind, value, words, n in profile.thinking]


def alt_profile(profile: Profile) -> str:
    """The picture of one player's figures in words."""
    line = profile.line
    figures = ", ".join(f"{value} {what}" for value, what in _figures(line))
    titles = [
        f"{t.title} with {t.players} players: {t.games} played, {t.wins} won, mean place {half_up(t.rank, 1):.1f}"
        + (f", mostly {t.favourite}." if t.favourite else ".")
        for t in profile.titles
    ]
    against = [f"Before {name} in {duel.before} of {duel.games}." for name, duel in profile.against if duel.games]
    thinking = ", ".join(f"{kind} {words} ({n})" for kind, _, words, n in profile.thinking)
    return short(
        [f"{line.name}: {figures}.", *titles, *against, *([f"Replies, the median: {thinking}."] if thinking else [])]
    )

"""How high an answer is on a phone: question, picture and buttons stand on one screen, and words that have no room there wait."""

from __future__ import annotations

from collections.abc import Sequence

from bot.views.console.layout import FACT, PHONE, join_facts, row_lines
from bot.views.messages import Picture, Row
from render.drawing import fonts

SCREEN = 672  # pixels of a phone's screen that is 844 high, less its own bars, the head of the message and the space round it
WORDS, LINE = 16, 22  # pixels of plain words and of a line of them
SMALL, SMALL_LINE = 14, 20  # the same of small ones
BUTTON, BETWEEN = 40, 2  # of a line of buttons, and what a row of them adds
ROUND_PICTURE = 12  # above and below one
MARK = "-# "


def words_height(text: str) -> int:
    """Pixels of words above a picture."""
    high = 0
    for line in filter(None, text.split("\n")):
        small, plain = line.startswith(MARK), line.removeprefix(MARK).replace("*", "")
        size, step = (SMALL, SMALL_LINE) if small else (WORDS, LINE)
        high += step * len(fonts.folded(plain, PHONE, size, bold="**" in line))
    return high


def rows_height(rows: Sequence[Row]) -> int:
    """Pixels of buttons and menus below it."""
    return sum(BUTTON * row_lines(row) + BETWEEN for row in rows)


def pictures_height(pictures: Sequence[Picture]) -> int:
    """Pixels of pictures as wide as a phone, by what their files say of themselves."""
    high = 0
    for picture in pictures:
        wide, tall = (int.from_bytes(picture.data[at : at + 4], "big") for at in (16, 20))
        high += round(tall * PHONE / wide) + ROUND_PICTURE if wide else 0
    return high


def room_for_picture(title: str, body: str, rows: Sequence[Row]) -> int:
    """Pixels of the height of a picture, drawn three times as large as it is shown, that fill the screen beside these."""
    beside = words_height(f"**{title}**") + words_height(body) + rows_height(rows) + ROUND_PICTURE
    return 3 * (SCREEN - beside)


def screen_height(title: str, body: str, pictures: Sequence[Picture], rows: Sequence[Row]) -> int:
    """Pixels of all of it."""
    return words_height(f"**{title}**") + words_height(body) + pictures_height(pictures) + rows_height(rows)


def fold_facts(facts: Sequence[str], always: str, room: int, least: int = 1) -> list[str]:
    """The facts that have room, in so many pixels of a phone, beside what is said in any case; the first ones always, `least` of
    them. Those with a line of their own go first, the last of them before the others.
    """
    kept = list(dict.fromkeys(filter(None, facts)))
    while len(kept) > least and words_height(join_facts([*kept, always])) > room:
        long = [f for f in kept[least:] if len(f) > FACT]
        kept.remove((long or kept)[-1])
    return kept

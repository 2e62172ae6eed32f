"""How high an answer is on a phone: question, picture and buttons stand on one screen, and words that have no room there wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.views.console.layout import FACT, join_facts, join_paragraphs, row_lines
from bot.views.messages import Picture, Row
from bot.views.options.tight_labels import tighten_labels
from render.drawing import fonts, phone

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
        high += step * len(fonts.folded(plain, phone.WIDTH, size, bold="**" in line))
    return high


def rows_height(rows: Sequence[Row]) -> int:
    """Pixels of buttons and menus below it."""
    return sum(BUTTON * row_lines(row) + BETWEEN for row in rows)


def pictures_height(pictures: Sequence[Picture]) -> int:
    """Pixels of pictures as wide as a phone, by what their files say of themselves."""
    high = 0
    for picture in pictures:
        wide, tall = (int.from_bytes(picture.data[at : at + 4], "big") for at in (16, 20))
        high += round(tall * phone.WIDTH / wide) + ROUND_PICTURE if wide else 0
    return high


def room_for_picture(title: str, body: str, rows: Sequence[Row]) -> int:
    """Pixels of the height of a picture, drawn larger than it is shown, that fill the screen beside these."""
    beside = words_height(f"**{title}**") + words_height(body) + rows_height(rows) + ROUND_PICTURE
    return phone.SCALE * (phone.HEIGHT - beside)


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


@dataclass(frozen=True)
class StepWords:
    """The words of a step above its picture: the `facts` by which one decides stand between those that stay. `colours`: what its
    buttons do; `stations`: what its picture shows; `last`: below all buttons' words.
    """

    title: str
    note: str
    above: str
    facts: Sequence[str]
    colours: str
    runs: str
    stations: str
    below: str
    last: str

    def body(self, facts: Sequence[str], *, stations: str = "", colours: bool = True) -> str:
        """The words with these of the facts."""
        told = join_facts([*facts, self.colours]) if colours else ""
        return join_paragraphs(self.note, self.above, told, self.runs, stations, self.below)

    def height(self, body: str, pictures: Sequence[Picture], rows: Sequence[Row]) -> int:
        """Pixels of all of it with that body."""
        return screen_height(self.title, f"{body}\n{self.last}", pictures, rows)


def fit_screen(
    words: StepWords,
    pictures: Sequence[Picture],
    labels: Sequence[str],
    make_rows: Callable[[Sequence[str], bool], tuple[Row, ...]],
) -> tuple[str, tuple[Row, ...]]:
    """The words and the buttons of a step that leave its picture on one screen: with shorter `labels` where it is too high, then
    with fewer facts. `make_rows`: the buttons with these labels, and with the one that shows all words.
    """
    whole, rows = words.body(words.facts, stations=words.stations), make_rows(labels, False)
    if words.height(whole, pictures, rows) <= phone.HEIGHT:
        return whole, rows
    tight = tighten_labels(labels)
    rows = make_rows(tight, False)
    if words.height(whole, pictures, rows) <= phone.HEIGHT:
        return whole, rows
    with_more = make_rows(tight, True)
    firm = 1 + sum("): " in fact for fact in words.facts[1:2])  # what a power does that is asked about
    room = phone.HEIGHT - words.height(words.body((), colours=False), pictures, with_more)
    kept = fold_facts(words.facts, words.colours, room, firm)
    if len(kept) < len(words.facts) or words.stations:
        return words.body(kept), with_more
    return whole, rows

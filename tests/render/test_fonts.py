"""Words are put together from letters that are kept, and look as the font's own."""

from collections.abc import Iterator
from itertools import product

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.drawing import fonts, style
from titles import TITLES

pytestmark = pytest.mark.unit
WORDS = (
    "Needed to float: 20%, ACL\xa010%",
    "AVAToy Wa fi",
    "$1,629",
    "₹100",
    "G&F",
    "–…▲ 20",
    "Zürich",
    "fjord (j) /x",
    " ",
)


@pytest.mark.parametrize("size", [9, 14, 21, 38])
@pytest.mark.parametrize("bold", [False, True])
def test_a_word_of_letters_is_the_word_that_the_font_draws(size: int, bold: fonts.Weight) -> None:
    known = fonts.font(size, bold)
    for text in WORDS:
        assert fonts.width(text, size, bold) == round(known.getlength(text))
        for anchor in ("la", "lm", "mm", "rm", "ls"):
            assert fonts.bounds(text, size, bold, anchor) == known.getbbox(text, anchor=anchor)
            for halo in (0, 3):
                ours, own = (Image.new("RGB", (600, 120), style.WHITE) for _ in range(2))
                fonts.write(
                    ImageDraw.Draw(ours), (300, 60), text, size, bold=bold, anchor=anchor, ink=style.INK, halo=halo
                )
                for stroke, ink in ((halo, style.WHITE), (0, style.INK)):
                    ImageDraw.Draw(own).text((300, 60), text, ink, known, anchor=anchor, stroke_width=stroke)
                assert ImageChops.difference(ours, own).getbbox() is None, (text, anchor, halo)


@pytest.mark.parametrize("size", [9, 14, 18, 22, 38])
def test_names_have_the_distances_of_the_letters_that_are_drawn(size: int) -> None:
    """Whole pixels from each letter to the next made Murfreesboro a tenth wider at 14 pixels than at 140."""
    for cut, name in product((fonts.NARROW, fonts.CONDENSED), ("Murfreesboro", "Magdeburg", "Kraków")):
        large, wide = fonts.font(size * 10, cut), fonts.width(name, size, cut)
        assert abs(wide - large.getlength(name) / 10) <= 1 + len(name) * size * fonts.CLOSER
        left, _, right, _ = fonts.bounds(name, size, cut)
        assert abs(right - left - wide) <= 2
    assert fonts.width("Murfreesboro", size, fonts.CONDENSED) < 0.94 * fonts.width("Murfreesboro", size, fonts.NARROW)


@pytest.mark.parametrize("size", [18, 22, 28])
def test_words_of_a_narrow_heading_stand_as_far_apart_as_those_below_it(size: int) -> None:
    """ "the first onebrings", "ashare"."""
    apart = fonts.width("a share", size, fonts.Cut.HEADING) - fonts.width("ashare", size, fonts.Cut.HEADING)
    assert apart >= fonts.width(" ", size) - 1
    assert fonts.width("price", size, fonts.Cut.HEADING) < fonts.width("price", size, bold=True), "it is narrow"


def test_a_letter_is_drawn_once_for_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()

    def watch(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, **options: object) -> None:
        drawn.append(text)

    def letters_of(text: str) -> Iterator[str]:
        drawn.clear()
        fonts.write(ImageDraw.Draw(Image.new("RGB", (900, 90))), (0, 0), text, 57)
        yield from drawn

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", watch)
    assert sorted(letters_of("$107")) == ["$", "0", "1", "7"]
    assert list(letters_of("$710, $170")) == [",", " "]


@pytest.mark.parametrize("name", list(TITLES))
def test_the_narrow_letters_hold_every_name_of_a_place(name: str) -> None:
    """It has Latin letters only."""
    hexes = TITLES[name].rules((), 3).data.hexes.values()
    for cut in (fonts.NARROW, fonts.CONDENSED):
        assert {letter for h in hexes for letter in h.name if not fonts.has(letter, cut)} == set()
    assert not fonts.has("Ж", fonts.NARROW)


def test_words_are_cut_between_words() -> None:
    """Two companies were both “Société Nationale des Che…”."""
    text = "Société Nationale des Chemins de Fer Belges"
    room = fonts.width("Société Nationale des Chemi", 35)
    assert fonts.shortened(text, room, 35) == "Société Nationale des …"
    assert fonts.shortened("Staatseisenbahn-Gesellschaft", fonts.width("Staatseisen", 35), 35).startswith("Staatseis")

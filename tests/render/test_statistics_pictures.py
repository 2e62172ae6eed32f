"""Statistics as pictures: what they write, how long their bars are, how much they weigh; and the same in words."""

from __future__ import annotations

import pytest
from PIL import ImageDraw

from bot.cli.sample_statistics import draw_samples, make_games
from bot.views.story.statistics_text import replies_words, short_duration
from game.play import Game
from render import png
from render.drawing import fonts, phone, style
from render.results.bars import LINE, Bar, draw_bars, half_up
from render.results.player_statistics import (
    LISTED,
    Duel,
    PlayerLine,
    PlayersSheet,
    Profile,
    TitleLine,
    alt_players,
    alt_profile,
    draw_players,
    draw_profile,
    player_colours,
)
from render.results.title_statistics import SeatShare, TitleSheet, alt_title, draw_title, length_words
from tests.support.written_words import note_words
from titles import TITLES

pytestmark = pytest.mark.unit

PHONE = 1 / phone.SCALE
LINES = (
    PlayerLine("Ann", 24, 9, 1.9, 1583.2, 21, provisional=False, thinking="35 min"),
    PlayerLine("Bob of the long name", 12, 4, 2.1, 1532, 4, provisional=True),
    PlayerLine("Cid", 3, 0, 3.0, None, 0, provisional=True),
)
DUELS = {(0, 1): Duel(7, 4, 1), (1, 0): Duel(4, 7, 1), (0, 2): Duel(0, 0, 0), (2, 0): Duel(0, 0, 0)}
COLOURS = {"Ann": 0, "Bob of the long name": 1, "Bob": 1, "Cid": 2}
PLAYERS = PlayersSheet("28 finished games", LINES, DUELS, COLOURS)
PROFILE = Profile(
    LINES[0],
    (TitleLine("18GA", 3, 9, 4, 1.7, "CoG"), TitleLine("18TN", 4, 3, 1, 2.3, "")),
    (("Bob", Duel(7, 4, 1)), ("Cid", Duel(0, 0, 0))),
    (("auctions", 12, "12 min", 31), ("track", 210, "3.5 h", 88)),
    COLOURS,
)
TITLE = TitleSheet(
    players=3,
    games=28,
    moves=412,
    days=31.4,
    ends=(("the bank broke", 22), ("bankruptcy", 6)),
    seats=tuple(SeatShare(n, 28, wins, 0.1, 0.6) for n, wins in ((1, 14), (2, 7), (3, 7))),
    prices={"GA": (25, 150.2), "CoG": (28, 188.4)},
)


@pytest.fixture
def written(monkeypatch):
    """All that is written from now on: words, and pixels of their size."""
    said: dict[str, int] = {}
    real = fonts.write

    def write(draw, at, text, size, **more):
        said[text] = size
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    return said


def pictures():
    data = TITLES["18GA"].rules((), 3).data
    return [draw_players(PLAYERS), draw_profile(PROFILE), draw_title(TITLE, data)]


def test_words_are_read_on_a_phone_and_files_are_small(written):
    for picture in pictures():
        assert picture.width * PHONE == phone.WIDTH
        assert len(png(picture)) < 60_000
    assert min(size for text, size in written.items() if text) >= style.BODY, "a third of it on a phone"


def test_the_same_figures_give_the_same_bytes():
    assert [png(p) for p in pictures()] == [png(p) for p in pictures()]


def test_dark_pictures_are_the_same_in_other_colours():
    with style.drawn_in("dark"):
        at_night = pictures()
    for light, dark in zip(pictures(), at_night, strict=True):
        assert light.size == dark.size
        assert png(light) != png(dark)


def test_a_list_says_rating_games_and_duels(written):
    draw_players(PLAYERS)
    assert {"1583", "21 rated", "1532", "provisional", "not rated", "7–4 (1)", "4–7 (1)"} <= set(written)
    assert "24 games, 9 won, mean place 1.9, replies 35 min" in written
    assert "3 games, 0 won, mean place 3.0" in written
    assert alt_players(PLAYERS).startswith("Players, 28 finished games. 1st Ann, rating 1583: 24 games, 9 won,")
    assert "Ann against Bob of the long name: 7–4 (1)." in alt_players(PLAYERS)


def test_a_list_without_duels_has_no_table_of_them_and_ends_somewhere(written):
    short = draw_players(PlayersSheet("1 finished game", LINES[:1], colours=COLOURS))
    assert "Before – behind (level)" not in written
    many = draw_players(PlayersSheet("900 finished games", LINES * 20, colours=COLOURS))
    assert many.height < short.height + 120 * LISTED


def test_a_profile_says_titles_others_and_replies(written):
    draw_profile(PROFILE)
    assert {"1583", "9 of 24", "18GA", "CoG", "Bob", "7 of 12", "12 min (31)", "3.5 h (88)"} <= set(written)
    assert "Cid" not in written, "they have not met"
    assert alt_profile(PROFILE).endswith(
        "Before Bob in 7 of 12. Replies, the median: auctions 12 min (31), track 3.5 h (88)."
    )


def test_a_title_says_ends_seats_and_prices_with_their_samples(written):
    data = TITLES["18GA"].rules((), 3).data
    draw_title(TITLE, data)
    assert {"22 of 28", "14 of 28", "$188 (28)", "$150 (25)"} <= set(written)
    assert "28 games · median 412 moves, 31.4 days" in written
    assert "Seat 1 won 14 of 28 (likely range 10% to 60%)." in alt_title(TITLE, data)


def test_bars_are_as_long_as_their_values():
    image = style.canvas((800, 3 * LINE), None)
    bars = [Bar("a", 4, "4", style.PLAYERS[0]), Bar("b", 2, "2", style.PLAYERS[0]), Bar("c", 0, "0", style.PLAYERS[0])]
    assert draw_bars(image, bars, (0, 0, 800)) == 3 * LINE

    def length(row: int) -> int:
        """Pixels of a bar, along its middle."""
        y = LINE * row + LINE // 2
        return sum(image.getpixel((x, y)) == style.PLAYERS[0] for x in range(800))

    assert length(0) == pytest.approx(2 * length(1), abs=2)
    assert length(1) > 100
    assert length(2) == 0


def test_games_that_took_no_time_are_not_said_to_take_no_days():
    """A game from a file was `median of 386 moves and 0.0 days`."""
    assert length_words(1, 386, 0.0) == "386 moves"
    assert length_words(1, 386, 12.5) == "386 moves, 12.5 days"
    assert length_words(4, 386, 12.5) == "median 386 moves, 12.5 days"


def test_a_player_keeps_a_colour_whatever_rank_and_list(monkeypatch):
    """Colours went by rank: who rose by one place in the list had another's colour."""
    seen: list[style.RGB] = []
    real = ImageDraw.ImageDraw.rounded_rectangle

    def note(draw, box, *args, **more):
        if box[2] - box[0] == 12:
            seen.append(more["fill"])
        real(draw, box, *args, **more)

    monkeypatch.setattr(ImageDraw.ImageDraw, "rounded_rectangle", note)
    lines = [PlayerLine(name, 3, 1, 2.0, None, 0, provisional=False) for name in ("Ann", "Bob", "Cid", "Dora")]
    numbers = {line.name: n for n, line in enumerate(lines)}
    for order in (lines, lines[::-1]):
        seen.clear()
        draw_players(PlayersSheet("3 games", tuple(order), colours=numbers))
        assert seen == [player_colours(numbers)[line.name] for line in order]


def test_half_goes_up_everywhere():
    """A mean price of 77.5 was $78 and one of 162.5 $162; a median of 32.5 minutes was 32."""
    assert [half_up(n) for n in (77.5, 162.5, 32.5, 32.4)] == [78, 163, 33, 32]
    assert half_up(1.25, 1) == 1.3
    assert short_duration(32.5) == "33 min"
    assert "33 minutes" in replies_words([25, 40])


def test_a_title_has_the_name_that_it_has_everywhere(monkeypatch):
    """A person's own figures had “18India”, all other pictures “18 India”."""
    rules = TITLES["18India"].rules((), 3)
    games = make_games(Game.new(rules, ["ann", "bob", "cid"], "1").view(None), rules)
    written = note_words(monkeypatch)
    assert len(list(draw_samples(games, rules))) == 3
    assert "18 India" in written
    assert "18India" not in written

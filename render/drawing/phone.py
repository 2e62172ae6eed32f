"""The phone that pictures and messages are made for: all that is reckoned of its screen is in its own pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Way = TypeVar("Way")

SCREEN_WIDTH = 390  # of a picture that is opened
WIDTH = 366  # of a message: its words, its buttons, a picture beside them
HEIGHT = 672  # of a message, without the phone's own bars, the head of the message and the space round it
SCALE = 3  # a picture beside words is drawn so many times as large as it is shown
PICTURE_WIDTH = SCALE * WIDTH  # pixels of that picture
CARD_SCALE = 2  # the same of a card or a table, which has more words
CARD_WIDTH = CARD_SCALE * WIDTH
PICTURE_ROOM = SCALE * 440  # of its height, where nothing is known of the words and buttons beside it


def first_that_fits(ways: Iterable[Way], height: Callable[[Way], int], room: int) -> Way:
    """The first of these ways to show the same that is at most `room` high, in pixels as `height` counts them; the lowest where
    none is. No way after that one is looked at.
    """
    lowest: list[tuple[int, Way]] = []
    for way in ways:
        high = height(way)
        if high <= room:
            return way
        if not lowest or high < lowest[0][0]:
            lowest = [(high, way)]
    return lowest[0][1]

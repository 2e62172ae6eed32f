"""The phone that pictures and messages are made for: all that is reckoned of its screen is in its own pixels."""

from __future__ import annotations

SCREEN_WIDTH = 390  # of a picture that is opened
SCREEN_HEIGHT = 844
WIDTH = 366  # of a message: its words, its buttons, a picture beside them
HEIGHT = 672  # of a message, without the phone's own bars, the head of the message and the space round it
SCALE = 3  # a picture beside words is drawn so many times as large as it is shown
PICTURE_WIDTH = SCALE * WIDTH  # pixels of that picture
CARD_SCALE = 2  # the same of a card or a table, which has more words
CARD_WIDTH = CARD_SCALE * WIDTH
PICTURE_ROOM = SCALE * 440  # of its height, where nothing is known of the words and buttons beside it

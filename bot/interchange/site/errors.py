"""What cannot be a file of 18xx.games."""


class Unwritable(Exception):
    """A game that cannot be a file of 18xx.games. The text is one sentence."""

    def __init__(self, sentence: str, sound: int | None = None) -> None:
        """`sound`: entries before which the game already cannot go on, None: those written so far are fine."""
        super().__init__(sentence)
        self.sound = sound

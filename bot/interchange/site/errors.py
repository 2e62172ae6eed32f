"""What cannot be a file of 18xx.games."""


class Unwritable(Exception):
    """A game that cannot be a file of 18xx.games. The text is one sentence."""

    def __init__(self, sentence: str, sound_entries: int | None = None) -> None:
        """`sound_entries`: how many entries are fine, where the game cannot go on after them; None: all that are written."""
        super().__init__(sentence)
        self.sound_entries = sound_entries

"""What cannot be a file of 18xx.games."""


class Unwritable(Exception):
    """A game that cannot be a file of 18xx.games. The text is one sentence."""

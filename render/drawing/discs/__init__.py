"""Discs with a word on them: marks of pictures and the numbers of buttons."""

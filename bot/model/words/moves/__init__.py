"""Several moves in one line: told apart, and followed on a copy of the position."""

"""Pages that people open to look something up, in private answers."""

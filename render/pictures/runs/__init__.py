"""Runs of trains: the lines beside their track, what each stop earned, and their pictures."""

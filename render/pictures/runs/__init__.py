"""Runs of trains: the lines beside their track, and what each stop earned."""

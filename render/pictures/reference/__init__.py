"""Pictures to look things up in: what the signs on a map mean, which tile becomes which."""

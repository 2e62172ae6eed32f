"""Words that make a line doubtful: negations, corrections, counts."""

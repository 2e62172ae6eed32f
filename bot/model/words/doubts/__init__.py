"""Words that make a line doubtful: questions, refusals, corrections; and bare words of yes and no."""

"""What a game or a round came to, and what made it: worth and its causes, who led since when, the rounds in which it turned."""

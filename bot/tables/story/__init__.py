"""What made a game: who led since when, the rounds in which it turned and the turns behind them, best and missed runs."""

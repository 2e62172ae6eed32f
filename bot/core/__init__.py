"""What every package may use: clock, settings, log format, metrics, workers, text; knows nothing of tables or Discord."""

"""What differs between SQLite and PostgreSQL: how transactions begin, what is locked, how others are heard."""

"""The terminal: playing, pictures as files, upkeep of the database."""

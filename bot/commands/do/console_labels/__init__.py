"""Which button or option of the console a line means: its label, its number, its letter, its price."""

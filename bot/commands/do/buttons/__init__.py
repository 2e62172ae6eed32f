"""Lines of `/do` that say what a button says, or its number."""

"""Lines of `/do` that answer the question in which the console stands."""

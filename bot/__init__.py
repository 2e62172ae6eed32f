"""The bot: tables, storage, reminders, Discord, sandbox, terminal. ARCHITECTURE.md draws its packages and who may import whom.

Each package says in its own docstring what is in it, with the names to begin with.
"""

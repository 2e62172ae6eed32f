"""The discord.py side: client, interactions, components, the sender of the outbox."""

"""Orders that stand: what the bot plays for somebody when their turn comes."""

"""The words: events, positions and questions as sentences."""

"""The bot in a simulated Discord, with a page in the browser."""

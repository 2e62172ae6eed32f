"""Due times become posts."""

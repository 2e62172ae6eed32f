"""What would come of actions, found out on a copy of a position. Slow: for worker threads."""

"""What finished games tell: read from their records, and reckoned up for players and titles."""

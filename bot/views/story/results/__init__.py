"""What a round or a game came to, told by pictures and words."""

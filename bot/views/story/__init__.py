"""How a game went, told by pictures and words."""

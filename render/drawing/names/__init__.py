"""Names and numbers of hexes on a map, and the room that they find."""

"""What lies round and between the hexes of a map: sea, coast, rivers."""

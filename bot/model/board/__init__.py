"""The map as companies use it: what a tile costs and is worth, what runs earn, what track joins and where it ends."""

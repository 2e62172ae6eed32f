"""How it is drawn: canvas, type, hexes, symbols; knows no picture as a whole."""

"""What may be chosen, numbered as the buttons below are: places, tiles with their turns, trains' runs, trains, cards."""

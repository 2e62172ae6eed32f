"""What people read and press, as values: panels, consoles, cards, pictures, the ids of buttons."""

"""The pictures beside what the console offers, and beside what is asked or previewed: numbered as the buttons are."""

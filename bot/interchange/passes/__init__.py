"""Passes that a file of 18xx.games leaves out or has, and the steps of ours that wait for them."""

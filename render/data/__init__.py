"""What is shown: facts of a view, asked by words and pictures alike."""

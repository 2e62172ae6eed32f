"""What the private console offers at each step: the options in order, their short words, the picture that numbers them."""

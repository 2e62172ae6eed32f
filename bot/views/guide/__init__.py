"""What newcomers are told."""

"""What `trunkline bench` measures."""

"""What `trunkline bench` measures.

- `bench.main`: all measurements, beside their targets of `figures.Row`.
- `dense.load_positions`, `full_board.fill_board`, `stress.stressed_positions`: the boards.
"""

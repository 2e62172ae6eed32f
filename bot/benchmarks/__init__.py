"""What `trunkline bench` measures.

- `bench.main`: all measurements, beside their targets of `figures.Row`.
- `dense.positions`, `full_board.full`, `stress.positions`: the boards.
"""

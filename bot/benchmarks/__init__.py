"""What `trunkline bench` measures.

- `bench.main`: all measurements, beside their targets of `figures.Row`.
- `engine_times.EngineTimes`, `picture_times.measure_pictures`: of the games of `played_games.PlayedGame`.
- `dense.load_positions`, `full_board.fill_board`, `stress.stressed_positions`: the boards.
"""

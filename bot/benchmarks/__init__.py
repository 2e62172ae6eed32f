"""What `trunkline bench` measures.

- `bench.main`: all measurements, beside their targets of `figures.Row`.
- `engine_times.EngineTimes`, `picture_times.measure_pictures`, `replay_times.measure_replay_film`: of the games of
  `played_games.PlayedGame`; `busy_views.measure_busy_views`: each view while many tables draw.
- `service_load.main`: the bot under load. `small_discord.SmallDiscord`, on `discord_gateway.Gateway`, is its Discord, in which
  `pressing_players.Players` press; `service_process.run_service` runs `trunkline bot` in a process of its own.
- `dense.load_positions`, `full_board.fill_board`, `stress.stressed_positions`: the boards.
"""

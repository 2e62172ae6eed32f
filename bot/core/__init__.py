"""What every package may use: clock, settings, log format, metrics, workers, text; knows nothing of tables or Discord.

- `clock.Clock`, `clock.SystemClock`: the only place that asks for the time.
- `settings.load_settings`, `settings.Config`: what the host has set.
- `errors.NotPossible`: an error whose sentence is shown to whoever asked.
- `poller.Poller`: work that is done when it is due, or when woken.
- `tasks.start_observed`, `tasks.uncancellable`: tasks whose errors are heard of, work that is not cut off.
- `worker_process.run_in_process`: whole games, in a process that is ended after its time.
- `text.escape_markup`, `discord_limits.fit`: text that is safe to show, and short enough.
"""

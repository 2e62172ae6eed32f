"""Due times become posts.

- `scheduler.Scheduler`: sleeps until the next due time and sends what is due.
- `scheduler.change_settings`, `scheduler.snooze_reminders`, `scheduler.mute_table`: what people say about their reminders.
"""

"""Due times become posts.

- `scheduler.Scheduler`: sleeps until the next due time and sends what is due.
- `scheduler.set_person`, `scheduler.snooze`, `scheduler.mute`: what people say about their reminders.
"""

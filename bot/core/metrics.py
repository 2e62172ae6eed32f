"""What Prometheus is told of the bot, beside what its client tells of every Python program. Names no user, table or server."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

FAST = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

INTERACTIONS = Counter("trunkline_interactions", "Interactions by kind and by how they ended", ("kind", "end"))
ANSWERED = Histogram(
    "trunkline_interaction_seconds", "From an interaction's arrival to its last answer", ("kind",), buckets=FAST
)
ACKNOWLEDGED = Histogram(
    "trunkline_acknowledge_seconds", "From an interaction's arrival to its first answer", buckets=FAST
)
PLAYS = Histogram(
    "trunkline_play_seconds", "A play, from the moment it has the lock of its table until it is written", buckets=FAST
)
REFUSALS = Counter("trunkline_refused_plays", "Plays that the rules refused, or that came too late")
CPU = Counter("trunkline_cpu_seconds", "CPU time by what it was spent on", ("part",))
PICTURES = Histogram("trunkline_picture_seconds", "Drawing one picture", ("kind",), buckets=FAST)
DRAWING = Gauge("trunkline_pictures_waiting", "Pictures that are being drawn, or wait for that")
DRAWING_CPU = Counter(
    "trunkline_picture_processes_cpu_seconds", "CPU time of the processes that draw, their starts too"
)
DRAWING_MEMORY = Gauge(
    "trunkline_picture_processes_memory_bytes", "Memory of the processes that draw, beside that of the bot"
)
DRAWING_LOST = Counter(
    "trunkline_picture_processes_lost", "Times that processes that draw were replaced, as one had died"
)
CACHED_PICTURES = Counter("trunkline_pictures_kept", "Pictures that were at hand already")
POSTS = Counter("trunkline_posts", "Posts by how sending them ended", ("end",))
OUTBOX = Gauge("trunkline_outbox_depth", "Posts that wait to be sent")
POST_DELAY = Gauge("trunkline_post_delay_seconds", "How long ago the post that waits longest fell due")
REMINDER_DELAY = Gauge("trunkline_reminder_delay_seconds", "How long ago the reminder that waits longest fell due")
REQUESTS = Counter("trunkline_discord_requests", "Requests to Discord by the status of the answer", ("status",))
REQUESTS_LEFT = Gauge(
    "trunkline_discord_requests_left", "What Discord still takes before a limit is reached", ("limit",)
)
TABLES = Gauge("trunkline_tables_in_memory", "Tables in memory")
FAILURES = Counter("trunkline_task_failures", "Tasks in the background that an error has ended", ("task",))
UNDELIVERED = Gauge("trunkline_posts_undelivered", "Posts that Discord refuses, until somebody sends them again")

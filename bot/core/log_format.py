"""Lines of the log: one record is one line, or one line and a trace that is set in, whatever stands in it."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from bot.core.log_context import attach_fields

INSET = "    | "  # before each line of a trace: no line that begins at the margin is anything but a record


class JsonLines(logging.Formatter):
    """One JSON object per line, with table, move, interaction and post as fields of their own where they are known.

    All that is not plain ASCII is escaped, so that a terminal shows it and obeys nothing.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON: when, how grave, from where, what, and what was raised."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry)


class TextLines(logging.Formatter):
    """Plain lines, with what they are about in brackets at the end.

    What could begin another line, or command a terminal, is shown escaped.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 the name is logging's
        """The line of text; what users typed cannot break it, as control characters are escaped."""
        fields = " ".join(f"{name}={value}" for name, value in getattr(record, "fields", {}).items())
        record.message = escape(f"{record.message} ({fields})" if fields else record.message)
        return self._style.format(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """A traceback, each line of it indented and escaped."""
        trace = logging.Formatter.formatException(self, ei)
        return "\n".join(INSET + escape(line) for line in trace.split("\n"))


class ErrorOutput(logging.StreamHandler[TextIO]):
    """Writes to the error output that stands at that moment: whoever catches it for a while also gets the log, and closes it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; called by `logging`."""
        self.stream = sys.stderr
        logging.StreamHandler.emit(self, record)


def send_to_error_output(level: str, form: logging.Formatter) -> None:
    """Records of that level and above go to the error output in that form, and nowhere else."""
    handler = ErrorOutput(sys.stderr)
    handler.setFormatter(form)
    handler.addFilter(attach_fields)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def escape(text: str) -> str:
    """The text on one line: characters that are not printed are shown as Python writes them."""
    if text.isprintable():  # as nearly all are
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)

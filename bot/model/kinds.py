"""The kinds of things that are stored by name. A value stands in databases: it may get another name here, never another value."""

from __future__ import annotations

from enum import StrEnum


class NamedInDatabase(StrEnum):
    """What is stored by its value, which no release changes."""


class TableStatus(NamedInDatabase):
    """How far a table is."""

    OPEN = "open"  # in its lobby
    RUNNING = "running"
    FINISHED = "finished"  # its game is over, or was ended
    CLOSED = "closed"  # without a game, or a what-if that was dropped


LIVE = (TableStatus.OPEN, TableStatus.RUNNING)  # tables that somebody plays at, or is going to


class PostKind(NamedInDatabase):
    """What a row of the outbox becomes; `bot.views.post_registry` says what each is made of."""

    START = "start"
    PANEL = "panel"
    FINAL = "final"
    ROUND = "round"
    UNDO = "undo"
    REDO = "redo"
    UNDO_PROPOSAL = "vote"
    END_VOTE = "endvote"
    SEAT_OFFER = "seatoffer"
    SEAT_TAKEN = "seattaken"
    REMINDER = "reminder"
    STILL_WAITING = "still"
    BACK_LATER = "later"
    HOST_QUESTION = "question"
    UNREACHABLE = "unreachable"
    FROZEN = "frozen"
    WHAT_IF = "whatif"
    PAUSE = "pause"
    UNDO_POLICY = "undopolicy"


COALESCED = (PostKind.PANEL,)  # only the newest of a table is sent
# tell all that has happened since the newest of them, whose buttons they replace
SUMMARIES = (PostKind.PANEL, PostKind.FINAL)


class MessageRole(NamedInDatabase):
    """What a message of a table is remembered as, besides the kinds of posts."""

    LOBBY = "lobby"
    LOT = "lot"
    CALL = "call"
    PAST_CALL = "pastcall"


class PostState(NamedInDatabase):
    """How far a row of the outbox is."""

    NEW = "new"
    SENDING = "sending"  # it may have arrived or not
    SENT = "sent"
    FAILED = "failed"  # Discord refuses it until somebody sends it again
    DEAD = "dead"  # nobody misses it


class Via(NamedInDatabase):
    """How a move came about."""

    PANEL = "panel"
    COMMAND = "slash"
    PROXY_BID = "order"
    AUTO_BUY = "buy"
    AUTO_PASS = "auto"  # noqa: S105  (no password)
    AUTO_END = "end"  # nothing else was left to do
    SAME_PRESS = "more"  # one press has made this pass and the one before it
    BOT = "bot"  # the bot plays that seat
    IMPORT = "import"
    DEMO = "demo"
    COPY = "copy"  # the position of another table
    START = ""


# played by the bot, for a player or for a seat of its own
MADE_BY_BOT = frozenset({Via.PROXY_BID, Via.AUTO_BUY, Via.AUTO_PASS, Via.AUTO_END, Via.BOT})
# what follows from a move: taken back with it, and made again
FOLLOWING = frozenset({Via.AUTO_PASS, Via.AUTO_END, Via.SAME_PRESS, Via.BOT})


class OrderKind(NamedInDatabase):
    """What a standing order does; stands in its rule."""

    PASS = "pass"  # noqa: S105  (no password)
    BUY = "buy"
    DRAFT = "draft"
    KEEP = "keep"
    PROXY_BID = "sealed"


class ReminderStage(NamedInDatabase):
    """How often somebody was reminded of one turn, in this order."""

    FIRST = "nudge1"
    SECOND = "nudge2"
    THIRD = "nudge3"
    HOST = "question"  # asks the host instead


class UndoKind(NamedInDatabase):
    """Which way the head of a table moves without a play."""

    UNDO = "undo"
    REDO = "redo"


class QuestionState(NamedInDatabase):
    """How far a question to a table is."""

    OPEN = "open"
    DONE = "done"
    DECLINED = "declined"
    VOID = "void"


class Ending(NamedInDatabase):
    """How a table ends without a natural end of its game, in `GameRow.ended`."""

    AGREED = "agreed"  # its players stop the game as it stands
    ABANDONED = "abandoned"  # without a result
    CONCEDED = "concede"  # a player gives up; the sentence that names the player is stored instead
    DROPPED = "dropped"  # a what-if that its user has no more use for
    EMPTY = "empty"  # everybody left before the start


class Pace(NamedInDatabase):
    """How often people mean to move: decides when reminders come."""

    LIVE = "live"
    DAILY = "daily"
    RELAXED = "relaxed"
    CUSTOM = "custom"


class Visibility(NamedInDatabase):
    """Who may take a seat at a table."""

    OPEN = "open"
    INVITED = "invited"
    LINK = "link"
    PRIVATE = "private"  # a what-if


class UndoPolicy(NamedInDatabase):
    """Who decides whether moves of others are taken back."""

    VOTE = "vote"  # whoever has acted since
    FREE = "free"  # anybody
    HOST = "host"


class PostLevel(NamedInDatabase):
    """How much is posted at a table."""

    QUIET = "quiet"  # pictures at the ends of rounds only
    NORMAL = "normal"
    LIVELY = "lively"  # a close look at each tile laid, too


class Advice(NamedInDatabase):
    """How long a newcomer is told what to do, at a table where the bot plays the other seats."""

    OPENING = "opening"  # until there has been one of everything
    ALWAYS = "always"
    NEVER = "never"


class Theme(NamedInDatabase):
    """Colours of pictures."""

    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"  # on white, with little ink


class ReminderChannel(NamedInDatabase):
    """Where a person's reminders come."""

    THREAD = "thread"
    DIRECT = "dm"
    BOTH = "both"
    NEVER = "never"


class TransferAnswer(NamedInDatabase):
    """What a player of a transfer has answered."""

    NONE = ""
    YES = "yes"
    NO = "no"


class TransferState(NamedInDatabase):
    """How far a game from a file is on its way to a table."""

    DRAFT = "draft"  # its host names the players
    ASKED = "asked"  # they answer
    DONE = "done"  # the table has begun
    VOID = "void"  # withdrawn, or not answered in time

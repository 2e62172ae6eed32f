"""What a press within a kind of ids asks for: makers of buttons and their handlers name the same member.

A value stands in posts of old: it may get another name here, never another value, and none is taken away.
"""

from __future__ import annotations

from enum import StrEnum

UNDO_LABEL = "Undo…"  # of the button that takes back, on the page of *Market, more*
DRAFT_FOR_ME = "Draft for me…"  # the label of the button that carries `SealVerb.ASK_DRAFT`
LEAVE_TO_BOT = "Pass for me…"  # the label of the buttons that carry `SealVerb.PASSES`
TYPE_ROUTE = "Type a route…"  # the label of the button that carries `StepVerb.FORM` where trains run
WAIT_LABEL = "Pass for me until others sell"  # of the buttons that carry `SealVerb.WAIT`
ADVISE_LABEL = "Keep advising me"  # of the buttons that carry `SealVerb.ADVISE`
MORE_LABEL = "Market, more"  # the label of the buttons that carry `ViewVerb.MORE`


class ConsoleVerb(StrEnum):
    """Of the button that opens the private console."""

    OPEN = "open"
    LAY = "lay"  # at its beginning, with the map of where a tile may be laid
    SHOW = "show"  # with what is asked about a kind of action, or with the preview of an action
    CALL = "call"  # below a post of a lot, which is edited while others bid


class ViewVerb(StrEnum):
    """What is shown privately."""

    MAP = "map"
    MARKET = "market"
    BANK = "bank"
    TABLE = "table"
    HOLDINGS = "holdings"
    AUCTION = "auction"
    CHANGES = "changes"
    LOG = "log"
    TILES = "tiles"
    ROUTES = "routes"
    RUN_OF = "runof"  # of the menu below the last runs: that of one company
    HAND = "hand"
    TEXT = "text"
    KEY = "key"  # what the signs on the map and the columns of tables mean
    PROOFS = "proofs"  # hashes: what shows at the end that nothing was changed
    MORE = "more"
    RESULT = "result"
    REPLAY = "replay"
    SHOW = "show"  # what the menu of views has picked
    COMPANY = "company"
    PLAYER = "player"
    BROWSE = "browse"
    AT_FIRST = "at0"  # the rest: another position of the game, by the buttons that step through it
    AT_BACK = "at1"
    AT_ONWARD = "at2"
    AT_LAST = "at3"
    AT_ROUND_BACK = "at4"
    AT_ROUND_ONWARD = "at5"
    AT_ROUND = "atround"  # of a menu: the beginning of a round
    AT_LINE = "atline"  # of the menu below the log: the move of a line


# in the order of the buttons
STEPPING = (
    ViewVerb.AT_FIRST,
    ViewVerb.AT_BACK,
    ViewVerb.AT_ONWARD,
    ViewVerb.AT_LAST,
    ViewVerb.AT_ROUND_BACK,
    ViewVerb.AT_ROUND_ONWARD,
)


class RemindVerb(StrEnum):
    """About a person's reminders."""

    SNOOZE = "snooze4"
    TOMORROW = "tomorrow"
    UNTIL = "until"
    MUTE = "mute"
    UNMUTE = "unmute"
    SETTINGS = "settings"
    WHERE = "where"


class VoteVerb(StrEnum):
    """About taking back and about ending a game: asking the table, and its answers."""

    ASK = "ask"
    BACK = "back"
    YES = "yes"
    NO = "no"
    END_YES = "endyes"
    END_NO = "endno"


class LobbyVerb(StrEnum):
    """On the card of a table, and in its menu of optional rules."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    OPTIONS = "options"
    INFO = "info"
    REMATCH = "rematch"
    REMARK = "remark"  # a player's words about a game that is over
    RULES = "rules"
    PAGE = "page"
    PRESET = "preset"
    PLAIN = "plain"


class SealVerb(StrEnum):
    """About what the bot does for a player: sealed maximum bids, passes, advice."""

    ASK = "ask"
    PUT = "put"
    ASK_INSTEAD = "askinstead"  # in the question until when to pass, whose place the answer takes
    PUT_INSTEAD = "putinstead"
    PASSES = "passes"
    UNTIL = "until"
    ASK_DRAFT = "askdraft"  # what drafting for somebody is
    DRAFT = "draft"
    KEEP = "keep"  # companies stay as they are, in all rounds
    STOP = "stop"  # ends what the bot does for a player
    CANCEL = "cancel"  # of the question until when to pass
    WAIT = "wait"  # passes at once, and until others buy or sell shares
    ADVISE = "advise"  # says what it would do, also once there has been one of everything
    UNADVISE = "unadvise"


class StepVerb(StrEnum):
    """Within the private console."""

    KIND = "kind"
    ACT = "act"
    FIELD = "field"
    PAGE = "page"
    FORM = "form"
    TRAINS = "trains"  # runs are chosen train by train
    ROUTE = "route"  # of the train that is asked
    BACK = "back"
    WORDS = "words"  # shows all words of a step, also those that have no room beside its picture
    TOGGLE = "toggle"  # picks one of several, or no longer
    TAKE = "take"  # shows what all that is picked would do
    COMMIT = "commit"
    PASS = "pass"  # noqa: S105  (no password)
    END = "end"  # passes all that is left of building, or of a turn
    NEVER = "never"  # commits, and is not asked again


class SeatVerb(StrEnum):
    """The answer of somebody who is asked to take a seat over."""

    YES = "yes"
    NO = "no"


class TransferVerb(StrEnum):
    """About a game that is carried over from a file."""

    WHO = "who"
    USER = "user"
    PLAIN = "plain"
    PRESET = "preset"
    ASK = "ask"
    ALONE = "alone"
    DROP = "drop"
    YES = "yes"
    NO = "no"
    CHANGE = "change"


class HelpVerb(StrEnum):
    """Of the help."""

    TOPIC = "topic"
    OPEN = "open"  # a table of a title
    OPTIONS = "options"  # the optional rules of a title
    RULES = "rules"  # of a title in short
    TERMS = "terms"  # words, to choose what is explained
    TERM = "term"  # one of them

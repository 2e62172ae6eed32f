"""Why something cannot be done, in a sentence for whoever asked."""

from __future__ import annotations

import re

from bot.core import errors
from bot.core.errors import NotPossible
from bot.core.text import begin_sentence
from bot.views.formatting import datestamp, timestamp
from game.rules import Refusal
from game.state import Company

WORDS_BY_ERROR: dict[type[NotPossible], str] = {
    errors.PausedTable: "The table is paused, so nobody is late. `/host resume` ends the pause",
    errors.QuestionOpen: "You have asked that already, and the others have not all answered yet",
    errors.NoWhatIf: "You have no what-if: `/whatif open` starts one",
    errors.ZoneUnknown: "Tell me your time zone first, with `/me timezone`",
    errors.AlwaysQuiet: "That would leave fewer than ten hours a week for reminders. To have none, use `/me remind never`",
}

# of a player by name, and as whoever reads it is told
VERBS = {
    "has": "have",
    "is": "are",
    "was": "were",
    "does": "do",
    **{f"{verb}s": verb for verb in ("buy", "get", "hold", "need", "own", "pay", "sell", "take")},
    **{verb: verb for verb in ("can", "cannot", "may", "must")},
}
QUOTED = re.compile(r"(“[^”]*”)")  # as somebody typed it


def say_to(name: str, text: str) -> str:
    """What is said of somebody by name, as it is said to that person: `you may own at most 60% of CoG`."""
    if not name:
        return text
    of_reader = re.compile(rf"(?<![\w&]){re.escape(name)}(?:(['’]s)|(?= ({'|'.join(VERBS)})\b))")
    owned = re.compile(rf"\bbelongs to {re.escape(name)}(?![\w'’])")
    parts = [part if n % 2 else owned.sub("is yours", part) for n, part in enumerate(QUOTED.split(text))]
    return "".join(part if n % 2 else _address(part, of_reader) for n, part in enumerate(parts))


def name_any_company(refusal: Refusal, company: Company, called: str) -> str:
    """A refusal that is the same of every company, with `called` in the place of one; the title before its paragraph stays: `GA`
    is not within `18GA`.
    """
    return re.sub(rf"(?<![\w&]){re.escape(company)}(?![\w&])", called, str(refusal))


def _address(text: str, of_reader: re.Pattern[str]) -> str:
    """A text in which somebody is spoken of, spoken to."""

    def turn(named: re.Match[str]) -> str:
        """`your` for somebody's, `you` for the name before a verb; with a capital at the beginning of a sentence."""
        said = "your" if named[1] else "you"
        before = text[: named.start()].rstrip()
        return begin_sentence(said) if not before or before.endswith((".", "?", "!")) else said

    told = of_reader.sub(turn, text)
    return (
        re.sub(rf"\b([Yy]ou) ({'|'.join(VERBS)})\b", lambda m: f"{m[1]} {VERBS[m[2]]}", told) if told != text else text
    )


def error_words(error: NotPossible) -> str:
    """The sentence of an error, without a full stop: its own, or the one that its values make."""
    match error:
        case errors.SeatedAlready(user=user):
            return f"<@{user}> has a seat at this table already"
        case errors.AskedAlready(user=user):
            return f"<@{user}> has been asked already and has not answered yet"
        case errors.OfferedTooOften(times=times, until=until):
            return f"That seat was offered {times} times within a day. You may ask again {timestamp(until)}"
        case errors.AskedTooOften(times=times, until=until):
            return f"You have asked {times} times within a day. You may ask again {timestamp(until)}"
        case errors.AskedTooOftenHere(times=times):
            return f"You have asked {times} times. You may ask again when the game has moved on"
        case errors.NotYoursToOffer(host=host):
            return f"Only the player of that seat or the host can offer it: <@{host}>"
        case errors.NotLateYet(until=until):
            return f"That player still has time until {datestamp(until)}; after that you may look for somebody else"
        case errors.OfferedToAnother(user=user):
            return f"Only <@{user}> was asked"
        case errors.BroughtByAnother(host=host):
            return f"Only <@{host}>, who brought the game here, may do that"
    return WORDS_BY_ERROR.get(type(error)) or str(error)

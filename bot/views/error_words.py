"""Why something cannot be done, in a sentence for whoever asked."""

from __future__ import annotations

from bot.core import errors
from bot.core.errors import NotPossible
from bot.views.formatting import datestamp, timestamp

PLAIN: dict[type[NotPossible], str] = {
    errors.PausedTable: "The table is paused, so nobody is late. `/host resume` ends the pause",
    errors.QuestionOpen: "You have asked that already, and the others have not all answered yet",
    errors.NoWhatIf: "You have no what-if: `/whatif open` starts one",
    errors.ZoneUnknown: "Tell me your time zone first, with `/me timezone`",
    errors.AlwaysQuiet: "That would leave fewer than ten hours a week for reminders. To have none, use `/me remind never`",
}


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
    return PLAIN.get(type(error)) or str(error)

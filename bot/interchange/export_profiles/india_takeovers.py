"""Stations of companies that close in 18 India, which the GIPR takes over or gives up, as 18xx.games asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.entries import entry_by_company
from bot.interchange.import_profiles.india_names import GIPR
from bot.interchange.import_profiles.india_passes import count_takeover, is_station_asked_for, tokens_run_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.interchange.export_state import Entry, ExportState
    from game.actions import RemoveToken
    from game.play import Game


def note_station_taken_over(state: ExportState, action: RemoveToken, company: str) -> None:
    """Keep the entry of a station that the GIPR takes over from a company that closes."""
    hex_id, _, stop = action.city.partition(".")
    slot = next(
        s for s in state.game.state.tokens if s.startswith(f"{hex_id}.{stop}") and _is_station_of(state, s, company)
    )
    city = state.names.city_id(hex_id, slot.split(".")[1])
    _encode_answer(
        state,
        company,
        hex_id,
        entry_by_company(state, GIPR, "remove_token", city=city, slot=_circle_number(slot)),
    )


def encode_station_given_up(state: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """Entries of a station that the GIPR has not taken over."""
    taken = state.memory.setdefault("taken over", {})
    if not g.company(event.company).closed:
        count_takeover(taken, event.company)
    elif is_station_asked_for(g, event, taken):
        _encode_answer(state, event.company, event.slot.partition(".")[0], entry_by_company(state, GIPR, "pass"))
    return ()


def _encode_answer(state: ExportState, company: str, hex_id: str, entry: Entry) -> None:
    """What becomes of a station of a company that closes: the site asks in the order in which they were placed, until the last
    exchange token is used.
    """
    answers: list[tuple[str, Entry]] = state.memory.setdefault("answers", {}).setdefault(company, [])
    if not answers:
        state.entries += state.coming
        state.coming.clear()
    written = state.memory.setdefault("written answers", {})
    first = len(state.entries) - written.get(company, 0)
    placed = state.memory.get("placed", {}).get(company, [])
    answers.append((hex_id, entry))
    answers.sort(key=lambda answer: placed.index(answer[0]) if answer[0] in placed else -1)
    entries = [entry for _, entry in answers]
    if tokens_run_out(state.game, state.memory.get("taken over", {}), company):
        entries = entries[: max(n for n, entry in enumerate(entries, 1) if entry["type"] == "remove_token")]
    state.entries[first:] = entries
    written[company] = len(entries)


def _is_station_of(state: ExportState, slot: str, company: str) -> bool:
    """Whether a circle has a station of the company."""
    return state.game.state.tokens[slot] == company


def _circle_number(slot: str) -> int:
    """The number of a circle within its city."""
    number = slot.rpartition(".")[2]
    return int(number) if number.isdecimal() else 0

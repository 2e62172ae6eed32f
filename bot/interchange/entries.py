"""Entries of a file of 18xx.games, each with the player, company or private that acts in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState


def entry_by_player(state: ExportState, player: str, tag: str, /, **fields: Any) -> Entry:
    """An entry of a player."""
    return {"type": tag, "entity": state.ids[player], "entity_type": "player", **fields}


def entry_by_company(state: ExportState, company: str, tag: str, /, **fields: Any) -> Entry:
    """An entry of a company."""
    return {"type": tag, "entity": company, "entity_type": state.kind_of(company), **fields}


def entry_by_private(_state: ExportState, private: str, tag: str, /, **fields: Any) -> Entry:
    """An entry of a private company."""
    return {"type": tag, "entity": private, "entity_type": "company", **fields}


def entry_by_owner(state: ExportState, company: str, private: str, tag: str, /, **fields: Any) -> Entry:
    """An entry by the private whose power is used, else by the company."""
    return (
        entry_by_private(state, private, tag, **fields) if private else entry_by_company(state, company, tag, **fields)
    )

"""What a file says around its actions: title, options, players and seats; and its actions one by one, in our words."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from bot.interchange.import_profiles import IMPORT_PROFILES
from bot.interchange.import_state import PRESET, ImportProfile, Unit
from bot.interchange.site import records as theirs
from bot.interchange.site.ledgers import name_as_ours
from bot.interchange.site.records import Damaged, Record, Saved
from game.names import WORDS
from titles import TITLES

if TYPE_CHECKING:
    from game.rules import Rules


def split_units(records: Sequence[Record]) -> Iterator[Unit]:
    """The units of a file: each action followed by the actions that the site made by itself after it."""
    for record in records:
        group = [record, *record.auto_actions]
        for i, part in enumerate(group):
            yield Unit(record.id, part, i == len(group) - 1)


def rename_train_types(record: Record, profile: ImportProfile) -> Record:
    """The record with the types of its trains by our names; the importer and the exporter's ledgers read it so."""
    kinds = profile.trains
    if kinds and isinstance(record, (theirs.BuyTrain, theirs.DiscardTrain)):
        record = structs.replace(record, train=name_as_ours(record.train, kinds))
    if kinds and type(record) is theirs.BuyTrain and record.variant:
        return structs.replace(record, variant=name_as_ours(record.variant, kinds))
    if kinds and type(record) is theirs.RunRoutes:
        routes = tuple(structs.replace(r, train=name_as_ours(r.train, kinds)) for r in record.routes)
        return structs.replace(record, routes=routes)
    return record


def find_profile(saved: Saved) -> ImportProfile:
    """What is special about the file's title; raises Damaged for a title that is not played here."""
    profile = IMPORT_PROFILES.get(saved.title)
    if profile is None or profile.title not in TITLES:
        titles = ", ".join(sorted(IMPORT_PROFILES))
        raise Damaged(f"{_clean_text(saved.title)} is not played here; read are games of {titles}.")
    return profile


def read_options(saved: Saved, profile: ImportProfile) -> tuple[str, ...]:
    """The preset of 18xx.games and the options of the file as ours; raises Damaged for an unknown option."""
    options = []
    for name in saved.settings.optional_rules:
        if name not in profile.options:
            raise Damaged(f"The option {_clean_text(name)} of {profile.title} is not known here.")
        options.append(profile.options[name])
    return (PRESET, *filter(None, options))


def make_rules(profile: ImportProfile, options: Sequence[str], players: int) -> Rules:
    """The rules under these options; raises Damaged where they do not go together."""
    title = TITLES[profile.title]
    low, high = title.file.players
    if not low <= players <= high:
        raise Damaged(f"{title.name} is played by {low} to {high}, not by {players}.")
    try:
        return title.rules(options, players)
    except ValueError as error:
        raise Damaged(f"The game cannot be set up: {error}.") from error


def list_seats(saved: Saved) -> list[theirs.Seat]:
    """The players in order of seats; raises Damaged where two have one number."""
    seats = list(saved.players)
    if len({s.key for s in seats}) != len(seats):
        raise Damaged("Two players have the same number.")
    order = saved.settings.player_order
    if order and set(order) == {s.key for s in seats}:
        seats.sort(key=lambda s: order.index(s.key))
    return seats


def _clean_text(text: str) -> str:
    """Text of a file, fit to be shown."""
    return re.sub(r"[^\w .&-]", "?", text)[:40] or "Nothing"


def seat_names(names: Sequence[str], forbidden: Container[str] = ()) -> tuple[str, ...]:
    """Names that our engine takes: letters, digits and underscores, all different, none of them forbidden.

    >>> seat_names(["Player 1", "ann", "ann", "CoG"], {"CoG"})
    ('Player_1', 'ann', 'ann_3', 'CoG_4')
    """
    unique_names: list[str] = []
    for seat, name in enumerate(names, 1):
        plain = re.sub(r"\W+", "_", name)[:30].strip("_") or "player"
        if plain.lower() in WORDS or plain in forbidden or plain in unique_names:
            plain = f"{plain}_{seat}"
        unique_names.append(plain)
    return tuple(unique_names)

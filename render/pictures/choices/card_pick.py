"""Cards of which one is taken, or several are kept: each with its button's number, its company and the town where that starts.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image

from game.nearby import places_around
from game.rules import Rules
from game.state import Card, Player
from render.data import queries
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.pictures.card_images import Pile, alt_piles, draft_pile, face, hand
from render.pictures.choices.entries import DISC, EDGE, SIZE, WIDE, Entry, Section, list_entries, paint_section
from render.text.alt_text import short
from render.text.card_words import power_words

MAX_HEIGHT = 1800  # pixels of a picture, a third of them on a phone


@dataclass(frozen=True)
class CardPick:
    """The number of the button of each card, equal ones by the first of them; `chosen`: those that are picked already; `room`:
    pixels of a picture above which no private says what it does; `with_hand`: with what the player has.
    """

    numbers: Mapping[Card, int] = field(default_factory=dict)
    chosen: tuple[Card, ...] = ()
    room: int = MAX_HEIGHT
    with_hand: bool = True


def draw_card_pick(view: View, rules: Rules, player: Player, pick: CardPick) -> Image.Image:
    """A player's hand, and what else is picked from below it."""
    sections = _sections(view, rules, player, pick)
    image = style.canvas((WIDE, sum(s.height for s in sections) + EDGE), rules.data)
    y = EDGE // 2
    for section in sections:
        paint_section(image, section, y)
        y += section.height
    return image


def alt_card_pick(view: View, rules: Rules, player: Player, pick: CardPick) -> str:
    """The picture in words."""
    piles = _piles(view, rules, player, pick)
    chosen = (
        [f"Chosen: {', '.join(' '.join(face(c, view, rules)).strip() for c in pick.chosen)}."] if pick.chosen else []
    )
    return short([*chosen, alt_piles(piles, view, rules)])


def _piles(view: View, rules: Rules, player: Player, pick: CardPick) -> list[Pile]:
    """What is drawn of the hand and of the cards of the draft."""
    held = [hand(view, rules, player)] if pick.with_hand else []
    return [pile for pile in (*held, draft_pile(view, rules)) if pile.cards]


def _sections(view: View, rules: Rules, player: Player, pick: CardPick) -> list[Section]:
    """The hand first; what privates do, and where companies start, only as long as that has room."""
    piles = _piles(view, rules, player, pick)
    ways = (
        [_section(pile, view, rules, pick, told=told, noted=noted) for pile in piles]
        for told, noted in ((True, True), (False, True), (False, False))
    )
    return phone.first_that_fits(ways, lambda sections: sum(s.height for s in sections), pick.room)


def _section(pile: Pile, view: View, rules: Rules, pick: CardPick, *, told: bool, noted: bool) -> Section:
    """The cards that may be picked in a line each, or, not `noted`, beside each other; others short."""
    if pick.numbers.keys().isdisjoint(pile.cards):
        return list_entries(pile.heading, _brief_entries(pile, view, rules))
    entries = _full_entries(pile, view, rules, pick, told=told)
    if noted:
        return Section(pile.heading, [entries], 1)
    return list_entries(pile.heading, [replace(entry, note="") for entry in entries])


def _brief_entries(pile: Pile, view: View, rules: Rules) -> list[Entry]:
    """The cards of a hand that nothing is asked about, equal ones together."""
    many: dict[tuple[str, str, str], int] = {}
    for card in pile.cards:
        many[face(card, view, rules)] = many.get(face(card, view, rules), 0) + 1
    return [
        Entry((), _colour(company, rules), f"{company} {name} {cost}{f' × {n}' if n > 1 else ''}".strip())
        for (company, name, cost), n in many.items()
    ]


def _full_entries(pile: Pile, view: View, rules: Rules, pick: CardPick, *, told: bool) -> list[Entry]:
    """A line for each card that may be picked; equal ones have one together, those that are chosen apart from the others.
    `told`: privates say what they do.
    """
    left: dict[tuple[str, str, str], int] = {}
    for card in pile.cards:
        left[face(card, view, rules)] = left.get(face(card, view, rules), 0) + 1
    alike: dict[tuple[tuple[str, str, str], bool], list[Card]] = {}
    for card in pile.cards:
        if card in pick.numbers:
            alike.setdefault((face(card, view, rules), card in pick.chosen), []).append(card)
    entries = []
    for (shown, _), cards in alike.items():
        many = left[shown] if sum(known == shown for known, _ in alike) == 1 else len(cards)
        entries.append(_full_entry(cards, pick, view, rules, many=many, told=told))
    return entries


def _full_entry(cards: Sequence[Card], pick: CardPick, view: View, rules: Rules, *, many: int, told: bool) -> Entry:
    """Equal cards with their numbers: `EIR 10% ₹100  Kolkata (P17) · East India Railway`; of a private what it does below."""
    card = cards[0]
    company, name, cost = face(card, view, rules)
    text = f"{company} {name} {cost}{f' × {many}' if many > 1 else ''}".strip()
    if company:
        note = f"{home_words(company, rules)} · {rules.data.companies[company].name}"
    else:
        note = f"{rules.data.privates[card].name}, pays {rules.data.money(rules.data.privates[card].revenue)} each OR"
    numbers = tuple(dict.fromkeys(pick.numbers[c] for c in cards))
    entry = Entry(numbers, _colour(company, rules), text, note=note, chosen=card in pick.chosen)
    if company or not told:
        return entry
    return replace(entry, below=tuple(fonts.folded(power_words(rules, card, view), WIDE - 2 * EDGE - 2 * DISC, SIZE)))


def home_words(company: str, rules: Rules) -> str:
    """Where a company starts: the town, the hex and a town near it, or that it chooses."""
    homes = [*dict.fromkeys(h.partition(".")[0] for h in rules.data.companies[company].home)]
    if len(homes) == 1 and not rules.data.hexes[homes[0]].name and (near := places_around(rules.data, homes[0])):
        return f"{homes[0]}, near {near[0]}"
    return " or ".join(queries.place_name(rules, h) for h in homes) or "starts in any city"


def _colour(company: str, rules: Rules) -> style.RGB | None:
    """The colour of a company; none of a private."""
    return style.rgb(rules.data.companies[company].colour) if company else None

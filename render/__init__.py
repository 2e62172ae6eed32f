"""Pictures and words from a view of a game: never from the game itself, so that nothing hidden can come out."""

from render.data.marks import Marks, marks_of
from render.drawing.style import png
from render.pictures.card_images import alt_piles, draw_hand, draw_offers, hand, offers
from render.pictures.manifest import contact_sheet, draw_tiles
from render.pictures.map import TALL, draw_map
from render.pictures.market import draw_market
from render.pictures.preview import around, draw_crop, draw_preview
from render.pictures.table_images import draw_bank, draw_company, draw_player, draw_table
from render.pictures.window import REGIONS, latest, needs_crops, region, window
from render.text.alt_text import (
    alt_bank,
    alt_company,
    alt_map,
    alt_market,
    alt_player,
    alt_preview,
    alt_table,
    alt_tiles,
)
from render.text.card_words import company_words, power_words, private_words, train_words
from render.text.descriptions import describe, ground_words
from render.text.event_text import tell
from render.text.labels import label
from render.text.plain import bank_text, company_text, player_text, table_text
from render.text.questions import ask
from render.text.text import words

__all__ = [
    "REGIONS",
    "TALL",
    "Marks",
    "alt_bank",
    "alt_company",
    "alt_map",
    "alt_market",
    "alt_piles",
    "alt_player",
    "alt_preview",
    "alt_table",
    "alt_tiles",
    "around",
    "ask",
    "bank_text",
    "company_text",
    "company_words",
    "contact_sheet",
    "describe",
    "draw_bank",
    "draw_company",
    "draw_crop",
    "draw_hand",
    "draw_map",
    "draw_market",
    "draw_offers",
    "draw_player",
    "draw_preview",
    "draw_table",
    "draw_tiles",
    "ground_words",
    "hand",
    "label",
    "latest",
    "marks_of",
    "needs_crops",
    "offers",
    "player_text",
    "png",
    "power_words",
    "private_words",
    "region",
    "table_text",
    "tell",
    "train_words",
    "window",
    "words",
]

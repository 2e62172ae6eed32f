"""Pictures and words from a view of a game: never from the game itself, so that nothing hidden can come out."""

from render.data.board_view import board_view
from render.data.choice_names import are_stations_lettered
from render.data.marks import Marks, marks_of, seen_marks
from render.drawing.packing import png
from render.pictures.bids import Sale, alt_bids, bids_words, draw_bids, sale_rows
from render.pictures.card_images import alt_piles, draft_pile, draw_draft, draw_hand, draw_offers, hand, offers
from render.pictures.choices.card_pick import CardPick, alt_card_pick, draw_card_pick
from render.pictures.choices.card_sale import (
    CardSale,
    alt_card_sale,
    card_sale_height,
    draw_card_sale,
)
from render.pictures.choices.lays import draw_lays
from render.pictures.choices.offers_above_holdings import StockOffers, draw_stock_offers, measure_stock_offers
from render.pictures.choices.par import StartLine, StartTable, draw_par
from render.pictures.choices.places import draw_places, free_slot
from render.pictures.choices.runs import RunWindow, draw_runs, find_window, screens_of_runs, share_runs
from render.pictures.choices.trains import TrainSale, alt_trains, draw_trains, trains_height
from render.pictures.holdings import alt_holdings, draw_holdings, holdings_height
from render.pictures.lots import (
    Fact,
    Lot,
    alt_lots,
    auction_lots,
    cut_words,
    draw_lots,
    lots_height,
    one_liners,
    shorten_many,
)
from render.pictures.map import CANVAS as WIDE
from render.pictures.map import LAYERS, MAP_ALONE, TALL, draw_map
from render.pictures.market import draw_market
from render.pictures.market_part import draw_price_move
from render.pictures.preview import around, draw_crop, draw_preview, hold, hold_most, split
from render.pictures.reference.manifest import contact_sheet
from render.pictures.reference.tiles_left import draw_tiles
from render.pictures.table_images import draw_bank, draw_bank_parts, draw_company, draw_player, draw_table
from render.pictures.window import REGIONS, MapPart, latest, map_canvas, map_parts, needs_crops, region, window
from render.results.last_runs import LastRun, alt_last_runs, draw_last_runs, share_out
from render.text.alt_text import (
    alt_bank,
    alt_bank_parts,
    alt_company,
    alt_map,
    alt_market,
    alt_places,
    alt_player,
    alt_preview,
    alt_runs,
    alt_table,
    alt_tiles,
    alt_ways,
)
from render.text.card_words import power_words, train_words
from render.text.descriptions import describe, ground_words
from render.text.event_text import tell
from render.text.holdings_text import holdings_words
from render.text.labels import label
from render.text.plain import bank_text, company_text, player_text, table_text
from render.text.questions import ask
from render.text.text import words

__all__ = [
    "LAYERS",
    "MAP_ALONE",
    "REGIONS",
    "TALL",
    "WIDE",
    "CardPick",
    "CardSale",
    "Fact",
    "LastRun",
    "Lot",
    "MapPart",
    "Marks",
    "RunWindow",
    "Sale",
    "StartLine",
    "StartTable",
    "StockOffers",
    "TrainSale",
    "alt_bank",
    "alt_bank_parts",
    "alt_bids",
    "alt_card_pick",
    "alt_card_sale",
    "alt_company",
    "alt_holdings",
    "alt_last_runs",
    "alt_lots",
    "alt_map",
    "alt_market",
    "alt_piles",
    "alt_places",
    "alt_player",
    "alt_preview",
    "alt_runs",
    "alt_table",
    "alt_tiles",
    "alt_trains",
    "alt_ways",
    "are_stations_lettered",
    "around",
    "ask",
    "auction_lots",
    "bank_text",
    "bids_words",
    "board_view",
    "card_sale_height",
    "company_text",
    "contact_sheet",
    "cut_words",
    "describe",
    "draft_pile",
    "draw_bank",
    "draw_bank_parts",
    "draw_bids",
    "draw_card_pick",
    "draw_card_sale",
    "draw_company",
    "draw_crop",
    "draw_draft",
    "draw_hand",
    "draw_holdings",
    "draw_last_runs",
    "draw_lays",
    "draw_lots",
    "draw_map",
    "draw_market",
    "draw_offers",
    "draw_par",
    "draw_places",
    "draw_player",
    "draw_preview",
    "draw_price_move",
    "draw_runs",
    "draw_stock_offers",
    "draw_table",
    "draw_tiles",
    "draw_trains",
    "find_window",
    "free_slot",
    "ground_words",
    "hand",
    "hold",
    "hold_most",
    "holdings_height",
    "holdings_words",
    "label",
    "latest",
    "lots_height",
    "map_canvas",
    "map_parts",
    "marks_of",
    "measure_stock_offers",
    "needs_crops",
    "offers",
    "one_liners",
    "player_text",
    "png",
    "power_words",
    "region",
    "sale_rows",
    "screens_of_runs",
    "seen_marks",
    "share_out",
    "share_runs",
    "shorten_many",
    "split",
    "table_text",
    "tell",
    "train_words",
    "trains_height",
    "window",
    "words",
]

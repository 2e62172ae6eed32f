"""The pictures: map, market, cards, tables, charts."""

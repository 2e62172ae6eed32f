"""What gives way where a phone's screen is too low: words of buttons, holdings, the height of maps; two pictures become one."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PIL import Image

import render
from bot.model.action_form import Draft
from bot.views.console.phone_screen import tighten_labels
from bot.views.messages import Picture
from bot.views.options.arrangement import page_places
from bot.views.options.card_sales import shorten_purchases
from bot.views.options.pictures.train_sales import find_train_sale
from bot.views.options.screen import BUTTONS, Screen, ScreenOption, fit_as_buttons, make_screen
from bot.views.pictures.picture_stack import fit_pictures, join_pictures, read_size, stack_files
from bot.views.press_verbs import StepVerb
from game.actions import PlaceToken
from render import CardSale
from render.drawing import fonts, packing, style
from render.pictures.choices.trains import owned_entries
from render.pictures.space import Space
from tests.support import india_positions
from tests.support.golden_positions import golden_position
from titles.india.gipr import GiprHome

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("labels", "tight"),
    [
        (["1 · Station in Turin (D19)", "2 · Station in Genoa (E20)"], ["1 · Turin", "2 · Genoa"]),
        (
            ["1 · £200 · Double Berlin (J5)", "2 · £180 · Double Vienna (K14)"],
            ["1 · £200 · Berlin", "2 · £180 · Vienna"],
        ),
        (["1 · F33 by P2", "2 · H37 by P2"], ["1 · F33", "2 · H37"]),
        (
            ["1 · Kolkata, toward P15, free, using P5", "2 · China free, using P5"],
            ["1 · Kolkata, toward P15", "2 · China"],
        ),
        (["1 · £70 a share", "2 · £75 a share"], ["1 · £70", "2 · £75"]),
        (["1 · F33 by P2", "2 · H37 by P3"], ["1 · F33 by P2", "2 · H37 by P3"]),
        (["1 · Buy WR ₹64 (pool)", "2 · Buy a royal bond for ₹100"], ["1 · WR ₹64 (pool)", "2 · Royal bond for ₹100"]),
        (["1 · Buy CoG", "2 · CoG"], ["1 · Buy CoG", "2 · CoG"]),
        (["1 · Buy GSR £82", "2 · Minor 3 → GSR"], ["1 · Buy GSR £82", "2 · Minor 3 → GSR"]),
        (["Station in Turin (D19)"], ["Station in Turin (D19)"]),
    ],
)
def test_labels_keep_what_tells_them_apart(labels, tight):
    assert tighten_labels(labels) == tight


def test_the_same_share_from_two_places_says_where_in_a_word():
    """“Buy 10% of EIR for ₹100 (hand)” took a line of a phone, beside “EIR ₹100”."""
    labels = ["Buy EIR ₹100 (pool)", "Buy 10% of EIR for ₹100 (hand)"]
    held = PlaceToken("", by="ann")  # stands for a purchase from a hand
    offers = [ScreenOption(StepVerb.ACT, "0", PlaceToken), ScreenOption(StepVerb.ACT, "1", PlaceToken, held)]
    rules: Any = SimpleNamespace(words={"short label": lambda *_: "EIR ₹100"})
    assert shorten_purchases(labels, offers, cast("Any", None), rules) == ["EIR ₹100 (pool)", "EIR ₹100 (hand)"]


def test_where_room_is_shortest_cards_for_sale_stand_without_the_players():
    g = golden_position("18India-bank", 110)
    view, player = g.view(g.deciders()[0]), g.deciders()[0]
    heights = {space: render.card_sale_height(view, g.rules, player, CardSale(space=space)) for space in Space}
    assert heights[Space.LEAST] < heights[Space.BARE] - 100
    drawn = render.draw_card_sale(view, g.rules, player, CardSale(space=Space.LEAST))
    assert drawn.height == heights[Space.LEAST]


def test_trains_of_a_group_stand_without_their_owner_whom_the_button_names():
    g = golden_position("18India-bank", 842)
    view = g.view(None)
    company = next(c for c, known in view.companies.items() if known.floated and known.president)
    trains = [t for t in g.rules.data.train_cards if view.place.get(t) in view.companies and view.place[t] != company]
    apart = owned_entries(view, g.rules, company, render.TrainSale({t: (n,) for n, t in enumerate(trains, 1)}))
    grouped = owned_entries(view, g.rules, company, render.TrainSale(dict.fromkeys(trains, (1,))))
    assert all(entry.text.endswith(")") for entry in apart)
    assert grouped
    assert not any("(" in entry.text for entry in grouped)


def test_a_map_of_places_keeps_to_the_room_that_it_has():
    g = golden_position("18India-bank", 110)
    every = [h for h in g.rules.data.hexes if h.startswith(("A", "P", "G"))]
    assert render.draw_places(g.view(None), g.rules, every).height > 1200
    assert render.draw_places(g.view(None), g.rules, every, room=960).height == 960


async def test_two_pictures_of_one_width_become_one():
    """Each stood in an embed of its own, narrower than one alone: its print was below eleven pixels."""
    rules = golden_position("18EU-bank", 43).rules
    files = [packing.png(style.canvas((90, high), rules.data)) for high in (30, 50)]
    one = await join_pictures(tuple(Picture(f"p{n}.png", data, f"Alt {n}.") for n, data in enumerate(files)))
    assert [(p.name, p.alt) for p in one] == [("p0.png", "Alt 0. Alt 1.")]
    assert Image.open(io.BytesIO(one[0].data)).size == (90, 80)
    wide = packing.png(style.canvas((180, 30), rules.data))
    assert read_size(stack_files([files[0], wide])) == (180, 90), "of different widths, as a phone shows them"
    two = (Picture("a.png", files[0], ""), Picture("b.png", b"", ""))
    assert await join_pictures(two) == two


async def test_pictures_are_joined_as_long_as_a_phone_shows_them_at_full_width():
    """Joined to one that is higher, they were narrower than the picture of a post."""
    rules = golden_position("18EU-bank", 43).rules
    made = tuple(
        Picture(f"p{n}.png", packing.png(style.canvas((90, high), rules.data)), f"Alt {n}.")
        for n, high in enumerate((100, 50, 60, 200, 10))
    )
    shared = await fit_pictures(made)
    assert [(p.alt, read_size(p.data)[1]) for p in shared] == [
        ("Alt 0. Alt 1.", 150),
        ("Alt 2.", 60),
        ("Alt 3.", 200),
        ("Alt 4.", 10),
    ]


def test_facts_without_room_are_left_out_whole():
    """“Great Indian …”, “You may sell it back to the bank for what …” were cut in the middle."""
    facts = "Nizam State Railway · ₹284 in cash · director Ann"
    assert fonts.cut_lines(facts, fonts.width("Nizam State Railway · ₹284 in cash", 30), 30, 1) == [
        "Nizam State Railway · ₹284 in cash"
    ]
    told = "You may sell it back. From phase IV on it may become a share."
    assert fonts.cut_lines(told, fonts.width("You may sell it back. From", 30), 30, 1) == ["You may sell it back."]
    assert fonts.name_ways("Bengal Nagpur Railway") == ["Bengal Nagpur Railway", "Bengal Nagpur"]
    assert fonts.name_ways("Western Railway") == ["Western Railway"]


def test_a_home_anywhere_is_chosen_part_by_part_of_the_map():
    """All of India stood above 21 numbers of which none could be read, and the list began in the north."""
    g = india_positions.bare()
    india_positions.give(g, "p0", "GIPR", 3)
    g.company("GIPR").president = "p0"
    india_positions.operate(g, "GIPR", GiprHome("GIPR"))
    view, choices = g.view("p0"), g.choices("p0")
    screen = make_screen(choices, Draft())
    first = page_places(screen, view, g.rules, 0)
    pages = [page_places(screen, view, g.rules, n) for n in range(first.pages)]
    assert 3 < len(pages) < 7
    assert sum(len(page.options) for page in pages) == len(screen.options)
    for page in pages:
        assert len(page.options) <= 25
        hexes = {str(hex_of(o)) for o in page.options}
        assert any(hexes <= {*part.hexes} for part in render.map_parts(g.rules.data)), "all lie in one part"
    assert isinstance(first.options[0].action, PlaceToken), "cities come before towns"
    assert "Any free city, or a town" in g.rules.words["hints"]({o.kind for o in screen.options}, view, g.rules)


def test_a_city_anywhere_by_a_power_is_chosen_by_buttons_part_by_part():
    """21 places of all India stood in a drop-down, below a map on which none could be read."""
    g = golden_position("18India-bank", 639)
    view, screen = g.view(None), make_screen(g.choices(g.deciders()[0]), Draft())
    pages = [page_places(screen, view, g.rules, n) for n in range(page_places(screen, view, g.rules, 0).pages)]
    assert len(pages) > 1
    assert sum(len(page.options) for page in pages) == len(screen.options) > BUTTONS
    assert all(fit_as_buttons(page.options) for page in pages)


def hex_of(offer: ScreenOption) -> str:
    action = offer.action
    return action.city.partition(".")[0] if isinstance(action, PlaceToken) else str(offer.choice)


def test_other_screens_have_their_places_as_before():
    g = golden_position("18India-bank", 110)
    few = Screen(make_screen(g.choices(g.deciders()[0]), Draft()).question, ())
    assert page_places(few, g.view(None), g.rules, 0) == few
    assert find_train_sale((), (), g.view(None), g.rules, {}).cards == {}

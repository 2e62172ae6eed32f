"""18 India's sentences: cards and trains are called by what they are, not by their ids."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from msgspec import structs

import render
from bot.tables.story.round_summary import summarize_rounds
from bot.views.story.results.round_text import drafted_lines, render_round
from game.actions import BuyTrain, LayTile, RunTrains
from game.events import CardMoved, PowerUsed, PrivateClosed, PrivateSold, Revealed, RoundBegan, RoundEnded
from game.places import POOL
from game.play import Game
from game.state import Laid
from game.step_keys import StepKey
from game.transcript import perform, read
from render.text.directions import own_way, richest_way
from render.text.event_text import tell
from render.text.text import words
from tests.golden import GAMES
from tests.support.golden_positions import golden_position
from titles import TITLES
from titles.india import rows
from titles.india.actions import BuyHandPrivates
from titles.india.bonuses import bonuses
from titles.india.deals import printed
from titles.india.events import Drafted, PoolOpened, TrainSold

DRAFTED = {"EIR.0": "ann", "EIR.1": "bob", "MR.2": "ann", "EIR.3": "ann", "P2": "ann"}


def told(event: object) -> str:
    g = Game.new(TITLES["18India"].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    return words(event, g.view(None), g.rules)  # type: ignore[arg-type]


def test_a_train_that_is_sold_is_a_train():
    assert told(TrainSold("EIR", "2-1", 180)) == "EIR sells a 2-train to the bank for ₹180."


def test_bonds_and_privates_have_names():
    assert told(PrivateSold("RB0", "bank", "ann", 100)) == "ann buys a royal bond from the bank for ₹100."
    assert told(PrivateSold("RB0", "ann", "bank", 100)) == "ann sells a royal bond to the bank for ₹100."
    bought = told(PrivateSold("P3", "hand", "ann", 120))
    assert bought == "ann buys the Dutch East India Co. (P3) from their hand for ₹120."
    assert told(PrivateClosed("P3")) == "The Dutch East India Co. (P3) closes."
    assert told(PrivateClosed("RB0")) == "A royal bond closes."
    assert told(PowerUsed("P3", "lay", "EIR")) == "EIR uses the power of the Dutch East India Co. (P3)."


def test_no_sentence_ends_twice():
    assert told(Drafted("ann", "P1")) == "ann takes Swedish East India Co."
    assert not re.search(r"\.\.", told(PrivateClosed("P1")))


def test_a_sum_names_the_city_that_a_bonus_counts_by_its_hex_where_it_has_no_name():
    """ "Kochi ( 30 + 20) 50" stood below a run through a city that a tile has made."""
    golden = next(g for g in GAMES if g.name == "18India-bank")
    kept = read(golden.path.read_text("utf-8"))
    g, sums = golden.start(kept.seed), set[str]()
    for action in perform(g, kept.entries):
        if isinstance(action, RunTrains):
            view = g.view(None)
            runs = [(run, name) for name, company in view.companies.items() for run in company.ran]
            sums |= {b.told for run, name in runs for b in bonuses(run, name, view, g.rules) if b.told}
    assert "J11 60 + 10" in sums
    assert not [text for text in sums if text.startswith(" ")]


def test_what_may_be_drafted_is_told_in_one_short_line():
    """Forty cards stood in a wall of text, each company's name twice, and then that everybody can see them."""
    cards = ("P2", "EIR.0", "EIR.1", "EIR.2", "MR.0", "MR.3", "GIPR.0", "GIPR.1")
    assert told(PoolOpened(cards)) == (
        "In the draft: P2; directors' certificates (20%) of EIR, MR; 10% of EIR × 2, MR, GIPR × 2."
    )
    g = Game.new(TITLES["18India"].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    shown = [PoolOpened(cards), Revealed("the cards of the draft"), Revealed("10% of EIR in the hand of ann")]
    lines = tell(shown, g.view(None), g.rules)
    assert lines[1:] == ["Hidden until now: 10% of EIR in the hand of ann."]
    assert len(tell(shown, g.view(None), g.rules, detail=True)) == 2


def test_a_draft_ends_with_what_everybody_has_taken_in_the_open():
    """“Draft is over.” said nothing; what was kept in secret stays so."""
    rules = TITLES["18India"].rules((), 3)
    events = (
        RoundBegan("Draft"),
        *(CardMoved(card, "draft", f"hand:{who}", "drafted") for card, who in DRAFTED.items()),
        RoundEnded("Draft", {"ann": 800, "bob": 800}),
    )
    move: Any = SimpleNamespace(events=events, via="", round="Draft")
    (ended,) = summarize_rounds([move], rules, {"ann": 800, "bob": 800})
    row: Any = SimpleNamespace(seats=[SimpleNamespace(name=n, shown=n.title()) for n in ("ann", "bob", "cid")])
    lines = drafted_lines(ended, row, rules)
    undealt = (
        "-# Cards that were dealt to nobody lie in the three rows, the last few of them in the pool: for these the bank has paid"
        " their companies."
    )
    assert lines == ["-# Ann: EIR director 20% + 10%, MR 10%, P2", "-# Bob: EIR 10%", undealt]
    said = render_round(ended, row, rules, drafted=lines).splitlines()
    assert said[0].startswith("**Draft is over.** Besides the cards that they kept in secret")
    assert said[1:] == lines
    begun = Game.new(rules, ("ann", "bob", "cid"), "1")
    pool = [card for card, place in begun.state.place.items() if place == POOL]
    paid = sum(dollars for who, dollars in begun.state.cash.items() if who in rules.data.companies)
    assert ([len(rows.row(begun, n)) for n in (1, 2, 3)], len(pool)) == ([15] * 3, 4)
    assert paid == sum(printed(begun, card) for card in pool if card in rules.data.certificates) > 0


def test_6_no_pile_is_open_while_certificates_are_auctioned() -> None:
    """“The first card of each row is for sale” stood below them, and the pool's cards were not pale."""
    g = golden_position("18India-options", 5)
    assert g.state.step_key == StepKey.AUCTION
    assert all(pile.closed for pile in render.offers(g.view("ann"), g.rules))


def test_a_train_whose_name_says_little_is_explained_where_it_is_for_sale():
    """“3x2” stood in a list of trains, and nothing near it said what that runs."""
    g = Game.new(TITLES["18India"].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    hints = g.rules.words["hints"]
    view = g.view(None)
    assert "train runs" not in hints({BuyTrain}, view, g.rules)
    assert "money for shares goes to their company" in hints({BuyHandPrivates}, view, g.rules), (
        "the bank is paid for privates"
    )
    sold = dict.fromkeys((c for c in g.rules.data.train_cards if c.startswith(("2-", "3-", "4-"))), "gone")
    said = hints({BuyTrain}, structs.replace(view, place=view.place | sold), g.rules)
    assert "A 3x2-train runs to 3 cities, and its cities and towns count twice;" in said


def test_a_tile_that_nothing_can_follow_says_so():
    """“Up to 4 yellow tiles”, and the step was over after two, without a reason."""
    g = golden_position("18India-bank", 70)
    before, tell = g.view("cid"), g.rules.words["lay changes"]
    g.play(LayTile("D25", "7", 3, by="cid"))
    told = tell("WIP", before, g.view("cid"), g.rules)
    assert told == "Tile 3 of 4: none further along the line can be laid or paid for."
    assert tell("WIP", before, before, g.rules) == "", "others can follow"


def test_of_three_tracks_that_cross_it_is_said_which_joins_one_s_own():
    """“Which way round?”, six pictures of three tracks: a newcomer chose blindly, and no track of his met it."""
    rules = TITLES["18India"].rules((), 3)
    view, faces = Game.new(rules, ("ann", "bob", "cid"), "x").view(None), rules.data.tiles["IND2"].faces
    assert own_way(view, rules, "F5", faces[0]) == "", "no track meets it"
    view.tiles["F7"] = Laid("9", 0)
    told = [richest_way(rules, "F5", faces[turn]) + own_way(view, rules, "F5", faces[turn]) for turn in (0, 5)]
    assert told == ["20 on E6–E4, yours 10 to G4", "20 on F7–E6, yours"]

"""Words: every event and every action has them, what belongs together is one line, and no text is too long."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import get_args

import pytest
from msgspec import structs

import render
from game.actions import (
    ACTIONS,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    ClosePrivate,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RemoveToken,
    Route,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from game.choices import choice
from game.ending import trigger
from game.events import (
    EVENTS,
    Answered,
    AuctionWon,
    BankBroke,
    BidMade,
    CardMoved,
    CompanyClosed,
    Divided,
    EndTriggered,
    Event,
    Floated,
    GameEnded,
    Marked,
    Paid,
    ParSet,
    Passed,
    PhaseBegan,
    PowerUsed,
    PresidentChanged,
    PriceCut,
    PriceMoved,
    PrivateClosed,
    PrivateSold,
    Proposed,
    Ran,
    Revealed,
    RoundBegan,
    RoundEnded,
    Rusted,
    SharesBought,
    SharesSold,
    Skipped,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TrainBought,
    TrainDiscarded,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from game.play import Game
from game.state import Laid, Run
from game.steps.token import ChooseCity
from render import (
    Marks,
    alt_bank,
    alt_company,
    alt_map,
    alt_market,
    alt_player,
    alt_preview,
    alt_table,
    alt_tiles,
    ask,
    bank_text,
    company_text,
    describe,
    label,
    player_text,
    table_text,
    tell,
    words,
)
from render.data.card_data import Dividend, Table
from render.data.names import card_name
from render.pictures.bands import changes_of
from render.text import labels, text, title_words
from render.text.alt_text import short
from render.text.descriptions import hex_words
from render.text.plain import lines_of
from render.text.questions import stock_words
from tests.render.test_render import FULL
from tests.support.board_notation import board
from titles import TITLES
from titles.eu.mergers import Exchange

RUN = Run("3-1", ("C3.a", "D4.b", "A3.a"), (), 90)
SENTENCES: list[tuple[Event, str]] = [
    (RoundBegan("OR 2.1"), "Operating round 2.1 begins."),
    (RoundEnded("SR 2", {"ann": 500, "bob": 620}), "Stock round 2 is over. Worth: bob $620, ann $500."),
    (TurnBegan("CoG"), "CoG's turn begins."),
    (TurnEnded("ann"), "ann's turn is over."),
    (Passed("ann", "stock round"), "ann passes."),
    (Passed("CoG", "track"), "CoG is done with track."),
    (Skipped("CoG", "trains", "no train can be bought"), "CoG: no train can be bought."),
    (BidMade("ann", "MRC", 45), "ann bids $45 on MRC."),
    (AuctionWon("ann", "LTR", 0), "ann gets LTR for nothing."),
    (
        AuctionWon("bob", "MRC", 45, unopposed=True),
        "MRC is next for sale, and only bob has bid on it: bob gets it for $45.",
    ),
    (PriceCut("LTR", 15), "Nobody wants LTR: it now costs $15."),
    (Paid("CoG", "bank", 40, "terrain"), "CoG pays the bank $40 (terrain)."),
    (CardMoved("CoG.0", "ipo", "ann"), "CoG's president's certificate (20%) goes from the initial offering to ann."),
    (CardMoved("CoG.3", "ann", "pool"), "10% of CoG goes from ann to the pool."),
    (CardMoved("4-2", "depot", "GA"), "a 4-train goes from the bank to GA."),
    (SharesBought("bob", "CoG", 1, "pool", 70), "bob buys 10% of CoG from the pool for $70."),
    (SharesSold("bob", "CoG", 2, 140), "bob sells 20% of CoG for $140."),
    (ParSet("ann", "GA", 90), "ann starts GA (Georgia Railroad) at $90 a share."),
    (Floated("GA"), "GA has floated and operates from now on."),
    (PresidentChanged("GA", "ann", "bob"), "bob is president of GA in place of ann."),
    (PriceMoved("GA", "2,3", "2,4"), "GA's price $70 → $80."),
    (PriceMoved("GA", "", "2,3"), "GA's price starts at $70."),
    (TileLaid("GA", "D10", "57", 2), "GA lays tile 57 in Augusta (D10), to C9 and E11."),
    (
        TileLaid("GA", "D4", "452a", 0, "451a"),
        "GA upgrades Atlanta (D4) to tile 452a, E3–C5, Rome–E5 and D2–D6; a city there is worth $20 now, $30 before.",
    ),
    (
        TileLaid("GA", "C5", "20", 0, "9", 20, "MRC"),
        "GA upgrades C5 to tile 20, Atlanta–B6 and Rome–C7 for $20, using MRC.",
    ),
    (TokenPlaced("GA", "I9.a.0", 40), "GA places a station in Waycross (I9) for $40."),
    (TokenRemoved("GA", "I9.a.0"), "GA's station in Waycross (I9) is removed."),
    (Ran("CoG", (RUN,), 90, 100), "CoG runs for $90 (best $100): 3-train Rome–Atlanta–Chattanooga $90."),
    (
        Ran("CoG", (Run("3-1", ("D4.a", "E1.a", "D4.b", "D10.a"), (), 90),), 90),
        "CoG runs for $90: 3-train Atlanta–Montgomery–Atlanta–Augusta $90.",
    ),
    (
        Ran("CoG", (Run("2-1", ("D4.a", "D10.a"), (), 30), Run("2-2", ("D10.a", "D4.a"), (), 30)), 60),
        "CoG runs for $60: 2-train Atlanta–Augusta $30; 2-train Augusta–Atlanta on other track $30.",
    ),
    (Ran("CoG", (), 0), "CoG runs no train."),
    (Divided("CoG", "full", 90, 9), "CoG pays $90: $9 a share."),
    (Divided("CoG", "none", 90, 0), "CoG keeps $90."),
    (Divided("CoG", "none", 0, 0), "CoG earns nothing."),
    (TrainBought("CoG", "3-2", "depot", 180), "CoG buys a 3-train from the bank for $180."),
    (TrainBought("CoG", "3-2", "depot", 180, "2G"), "CoG buys a 2G-train from the bank for $180."),
    (TrainDiscarded("CoG", "2-1"), "CoG discards a 2-train."),
    (
        PhaseBegan("4"),
        (
            "Phase 4 begins: yellow and green tiles, train limit 3, 2 operating rounds between stock rounds; "
            "a company may buy several of the bank's trains a turn."
        ),
    ),
    (Rusted("2", ("2-1", "2-3")), "All 2-trains rust (2 lost)."),
    (PrivateSold("MRC", "ann", "CoG", 60), "CoG buys MRC from ann for $60."),
    (PrivateSold("RB1", "NWR", "bank", 100), "NWR sells RB1 to the bank for $100."),
    (PowerUsed("MRC", "lay", "CoG"), "CoG uses the power of MRC."),
    (PrivateClosed("MRC"), "The private company MRC closes."),
    (CompanyClosed("CoG"), "CoG closes."),
    (
        Proposed("ann", "bob", "MRC", 50, "CoG", "bob"),
        "ann asks bob to sell MRC (Midland Railroad Co.) to CoG for $50.",
    ),
    (Proposed("ann", "bob", "MRC", 50, "ann", "bob"), "ann offers bob $50 for MRC (Midland Railroad Co.)."),
    (Proposed("ann", "bob", "MRC", 50, "bob", "ann"), "ann offers bob MRC (Midland Railroad Co.) for $50."),
    (Answered("bob", True, "MRC"), "bob accepts the offer for MRC (Midland Railroad Co.)."),
    (Answered("bob", False, "MRC"), "bob turns down the offer for MRC (Midland Railroad Co.)."),
    (Answered("bob", False, "MRC", withdrawn=True), "bob takes back the offer for MRC (Midland Railroad Co.)."),
    (Marked("civil_war", "CoG"), "civil war: CoG."),
    (Revealed("a card"), "Everybody can now see a card."),
    (BankBroke(), "The bank has run out of money. It keeps paying all the same."),
    (
        EndTriggered("price"),
        "The game ends after this operating round: a share price reached the end of the market.",
    ),
    (WentBankrupt("ann"), "ann is bankrupt."),
    (
        GameEnded("bank", {"ann": 900, "bob": 1200}),
        "The game is over: the bank ran out of money. bob $1,200, ann $900.",
    ),
]


@pytest.fixture(scope="module")
def full():
    g = board(FULL, phase="6")
    return g.view(None), g.rules


# ---------------------------------------------------------------------- events


@pytest.mark.parametrize(
    ("event", "sentence"), SENTENCES, ids=lambda x: type(x).__name__ if isinstance(x, Event) else ""
)
def test_events_in_words(full, event, sentence):
    assert words(event, *full) == sentence


@pytest.mark.parametrize(
    ("title", "round_", "why", "said"),
    [
        ("18GA", "OR 2.1", "bank", "after this operating round: the bank ran out of money"),
        ("18VA", "OR 2.1", "bank", "after this set of operating rounds: the bank ran out of money"),
        ("18EU", "SR 3", "bank", "after the next set of operating rounds: the bank ran out of money"),
        ("18GA", "OR 2.1", "bankruptcy", "now: a player went bankrupt"),
    ],
)
def test_the_log_says_when_the_game_ends(title, round_, why, said):
    """“The end is near” left open whether one round or three are still to come."""
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "", seated=True).view(None)
    view.round = round_
    assert words(EndTriggered(why), view, rules) == f"The game ends {said}."


def test_a_line_that_is_told_a_round_later_says_when_the_game_ends_as_it_was_fixed():
    """18 India's bank broke in a stock round, and the line that was told in the next one spoke of the operating round alone."""
    rules = TITLES["18India"].rules((), 3)
    game = Game.new(rules, ("ann", "bob", "cid"), "", seated=True)
    game.state.round = "SR 3"
    trigger(game, "bank")
    view = Game(rules, game.state).view(None)
    view.round = "OR 3.1"
    told = words(EndTriggered("bank"), view, rules)
    assert told.startswith("The game ends after this set of operating rounds")


def test_every_event_class_has_words():
    """`words` matches exhaustively on `text.Shared`; that holds every event only if this does."""
    assert set(get_args(text.Shared)) == set(EVENTS)
    assert {type(e) for e, _ in SENTENCES} == set(EVENTS)


class Danced(Event, frozen=True):
    who: str


def test_a_titles_own_event_needs_words_of_the_title(full):
    view, rules = full
    with pytest.raises(TypeError, match="18GA has no words for Danced"):
        words(Danced("ann"), view, rules)
    own = replace(rules, words={Danced: lambda e, _view, _rules: f"{e.who} dances."})
    assert tell([Danced("ann")], view, own) == ["ann dances."]


def test_passes_in_a_row_are_one_line(full):
    passes = [
        Passed("ann", "stock round"),
        TurnEnded("ann"),
        Passed("bob", "stock round"),
        Passed("cid", "stock round"),
    ]
    assert tell(passes, *full) == ["ann, bob and cid pass."]
    assert tell([*passes[:1], Passed("CoG", "track")], *full) == ["ann passes.", "CoG is done with track."]


def test_a_home_station_that_a_tile_gives_a_city_is_told_with_that_city():
    """18GA 4.3.2: “W&A places a station in Atlanta” stood there twice, the second time for its city."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    assert words(TokenPlaced("W&A", "D4.+.0"), view, rules) == "W&A places its home station in Atlanta (D4)."
    view.tiles["D4"] = Laid("451a", 0)
    told = words(TokenPlaced("W&A", "D4.b.0"), view, rules)
    assert re.fullmatch(r"W&A's station in Atlanta \(D4\) is in the city toward \S+\.", told)
    assert words(TokenPlaced("GA", "D4.b.0", 40), view, rules).startswith("GA places a station in Atlanta (D4) for $40")


def test_prices_join_the_sale_or_dividend_that_moved_them(full):
    sale = [Paid("bank", "ann", 140, "sale"), SharesSold("ann", "CoG", 2, 140), PriceMoved("CoG", "2,3", "4,3", "sold")]
    assert tell(sale, *full) == ["ann sells 20% of CoG for $140; price $70 → $55."]
    dividend = [
        Divided("CoG", "full", 120, 12),
        Paid("bank", "ann", 72, "dividend"),
        Paid("bank", "bob", 24, "dividend"),
        PriceMoved("CoG", "2,3", "2,4", "dividend"),
    ]
    assert tell(dividend, *full) == [
        "CoG pays $120: $12 a share (ann $72, bob $24, $24 stays in the bank); price $70 → $80."
    ]
    alone = [PriceMoved("GA", "2,3", "1,3", "sold out")]
    trainless = [PriceMoved("GA", "2,4", "2,3", "no train")]
    assert tell(trainless, *full) == ["GA has no train: its price $80 → $70."], "or nobody knows why it falls again"
    assert tell(alone, *full) == ["GA is sold out: its price $70 → $80."], "or nobody knows why it rises"
    several = [*alone, PriceMoved("CoG", "2,3", "4,3", "pool"), PriceMoved("SAL", "", "2,3", "par")]
    assert tell(several, *full) == [
        "GA is sold out: its price $70 → $80.",
        "CoG's price $70 → $55.",
        "SAL's price starts at $70.",
    ]


def test_trains_that_rust_are_told_with_who_loses_them(full):
    gone = [CardMoved(t, who, "gone", "rusted") for t, who in (("2-1", "CoG"), ("2-2", "GA"), ("2-3", "CoG"))]
    told = tell([*gone, Rusted("2", ("2-1", "2-2", "2-3"))], *full)
    assert told == ["All 2-trains rust and leave the game: two of CoG, one of GA."]
    assert tell([Rusted("2", ("2-1",))], *full) == ["All 2-trains rust (1 lost)."]


def test_an_upgrade_says_what_it_makes_of_a_city(full):
    told = words(TileLaid("GA", "E7", "14", 0, "57"), *full)
    assert told.endswith("; the city there is worth $30 now, $20 before.")


def test_incomes_of_privates_are_one_line(full):
    paid = [Paid("bank", "ann", 5, "private"), Paid("bank", "bob", 10, "private"), Paid("bank", "ann", 20, "private")]
    assert tell(paid, *full) == ["Privates pay: ann $25, bob $10."]


def test_a_phase_that_brings_only_one_thing_tells_that_alone():
    """“Phase 3½ begins: yellow and green tiles, train limit 4, …”, of which nothing was new."""
    rules = TITLES["18TN"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    told = "Phase 3½ begins: the Civil War costs companies with a route one train's run."
    assert words(PhaseBegan("3½"), view, rules) == told


def test_what_matters_most_can_be_stressed(full):
    told = tell([PhaseBegan("5"), TrainBought("CoG", "5-1", "depot", 450)], *full, bold=True)
    assert told[0].startswith("**Phase 5 begins")
    assert told[0].endswith("**")
    assert "**" not in told[1]


def test_detail_tells_every_event(full):
    events = [e for e, _ in SENTENCES]
    assert tell(events, *full, detail=True) == [sentence for _, sentence in SENTENCES]


# ---------------------------------------------------------------------- actions

PHRASES: list[tuple[Action, set[str], str]] = [
    (Pass(), set(), "pass"),
    (Answer(True), set(), "accept"),
    (Answer(False), set(), "decline"),
    (Choose("left"), set(), "left"),
    (Bankrupt(), set(), "declare bankruptcy"),
    (Bid("MRC", 45), set(), "MRC for $45"),
    (Bid("MRC", 45), {"item"}, "$45"),
    (Par("GA", 70), set(), "start GA at $70 a share · 20% for $140"),
    (Par("GA", 70), {"company"}, "$70 a share · 20% for $140"),
    (BuyShare("CoG", "ipo"), set(), "10% of CoG from the initial offering for $70"),
    (BuyShare("CoG", "pool"), {"company"}, "from the pool for $70"),
    (SellShares("CoG", 2), set(), "sell 2 CoG for $140"),
    (BuyPrivate("MRC", 50), set(), "buy MRC from out of the game for $50"),
    (SellPrivate("MRC", "bob", 50), set(), "sell MRC to bob for $50"),
    (Use("W&SR", "I9"), set(), "use W&SR on Waycross (I9)"),
    (ClosePrivate("MRC"), set(), "close MRC for good"),
    (LayTile("G7", "8", 0), set(), "G7 · 8 · to H6 and F6 (Macon)"),
    (LayTile("D10", "57", 2), {"hex"}, "57 · city 20 · to C9 and E11"),
    (LayTile("D10", "57", 2), {"hex", "tile"}, "to C9 and E11"),
    (LayTile("F8", "9", 1), {"hex"}, "9 · to F6 (Macon) and F10 · for $20"),
    (LayTile("F12", "9", 1, "MRC"), {"hex"}, "9 · to F10 and east · using MRC"),
    (LayTile("D4", "451a", 0), {"hex"}, "451a · 3 cities 30 · to E3, C3 (Rome) and D6"),
    (LayTile("D10", "453a", 0), {"hex"}, "453a · city 40, 2 circles · to E9, D8, C9 and E11"),
    (PlaceToken("I9.a"), set(), "Waycross (I9)"),
    (PlaceToken("D4.c"), set(), "Atlanta (D4), toward D2"),
    (RemoveToken("I9.a"), set(), "remove the station in Waycross (I9)"),
    (RunTrains((Route("3-1", ("C3.a", "D4.b", "D4.a")),)), set(), "3-train Rome–Atlanta b–Atlanta a"),
    (RunTrains(()), set(), "run no train"),
    (PayDividend("full"), set(), "pay out"),
    (BuyTrain("5-1", 450), set(), "5-train for $450"),
    (BuyTrain("5-1", 1, "GA"), set(), "5-train from GA for $1"),
    (DiscardTrain("3-1"), set(), "discard a 3-train"),
    (TakePrivate("MRC", 50), set(), "buy MRC from out of the game for $50"),
]


@pytest.mark.parametrize(
    ("action", "known", "phrase"), PHRASES, ids=lambda x: type(x).__name__ if isinstance(x, Action) else ""
)
def test_actions_in_words(full, action, known, phrase):
    view, rules = full
    view = structs.replace(view, tiles={h: t for h, t in view.tiles.items() if h not in ("F12", "F8")})
    assert label(action, view, rules, known=known) == phrase


def test_every_action_class_has_a_phrase():
    assert set(get_args(labels.Shared)) == set(ACTIONS)
    assert {type(a) for a, _, _ in PHRASES} == set(ACTIONS)


def test_a_phrase_tells_the_prices_after_it_where_they_are_known(full):
    view, rules = full
    after = structs.replace(view, market={"4,3": ["CoG"], "2,3": [c for c in view.companies if c != "CoG"]})
    assert label(SellShares("CoG", 2), view, rules, after=after) == "sell 2 CoG for $140 · CoG $70 → $55"


def test_every_choice_of_random_games_has_a_question_and_phrases():
    """All that can be asked and done in the opening and some rounds, for every title."""
    for name, title in TITLES.items():
        for seed in (1, 2):
            rules = title.rules((), 3)
            g = Game.new(rules, ["ann", "bob", "cid"], str(seed))
            pick = random.Random(seed)
            for _ in range(250):
                if not g.choices():
                    break
                view = g.view(None)
                for player in g.deciders():
                    question = ask(g.choices(player), view, rules)
                    assert question, (name, g.top_step())
                    assert len(question) < 300
                for found in g.choices():
                    for action in list(found)[:6]:
                        phrase = label(action, view, rules)
                        assert 0 < len(phrase) <= 150, action
                chosen = pick.choice(g.choices())
                for line in tell(g.play(pick.choice(list(chosen))), g.view(None), rules):
                    assert re.search(r"[.?]$", line), line


def test_questions():
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    asked = ask(g.choices("ann"), g.view(None), g.rules)
    assert asked == (
        "buy LTR for $20, bid on MRC (from $45), W&SR (from $75), OSR (from $105) or M&BR (from $155), or pass"
    )
    assert ask([], g.view(None), g.rules) == ""
    g.play(Bid("MRC", 45, by="ann"))
    g.play(Bid("MRC", 50, by="bob"))
    g.play(Bid("LTR", 20, by="cid"))
    asked = ask(g.choices(g.deciders()[0]), g.view(None), g.rules)
    assert asked == "raise bob's bid of $50 on MRC, or pass"


def test_a_turn_without_shares_says_what_else_may_be_done():
    """18EU's minors were called privates where nothing but their merging was left."""
    view = Game.new(TITLES["18EU"].rules((), 3), ("ann", "bob", "cid"), "1").view(None)
    deals = [choice(Exchange("6", "FS", by="ann")), choice(Pass(by="ann"))]
    assert stock_words(deals, view) == "no shares to buy or sell: exchange a minor for a share, or pass"
    deals = [choice(SellPrivate("LTR", "bob", 20, by="ann")), choice(Pass(by="ann"))]
    assert stock_words(deals, view) == "no shares to buy or sell: sell a private, or pass"


def test_choosing_the_city_of_a_station_that_stands_there_names_no_price():
    """A menu offered `Atlanta (D4), city c for $40`, under the question `W&A: token`: letters that stand nowhere on the map."""
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    view = g.view(None)
    view.agenda.append(ChooseCity("CoG", "D4"))
    view.companies["CoG"].tokens = [40]
    action = PlaceToken("D4.c", by="ann")
    assert label(action, view, g.rules) == "Atlanta (D4), the third city", "no track leads anywhere yet"
    view.tiles["D4"] = Laid("451a", 0)
    ways = [label(PlaceToken(f"D4.{stop}", by="ann"), view, g.rules) for stop in "abc"]
    assert ways == ["Atlanta (D4), toward E3", "Atlanta (D4), toward Rome", "Atlanta (D4), toward D6"]
    assert ask([choice(action)], view, g.rules).endswith("choose the city for the station")


def test_who_is_asked_to_agree_reads_a_deal_of_their_own():
    """`May ann have OSR for $4?` was what ann was asked."""
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    for item, price, by in (("LTR", 20, "ann"), ("MRC", 40, "bob"), ("W&SR", 70, "cid"), ("OSR", 100, "ann")):
        g.play(Bid(item, price, by=by))
    g.play(Bid("M&BR", 150, by="bob"))
    g.play(SellPrivate("W&SR", "ann", 4, by="cid"))
    asked = ask(g.choices("ann"), g.view(None), g.rules)
    assert asked == "buy W&SR (Waycross & Southern RR) from cid for $4?"
    g.play(Answer(False, by="ann"))
    g.play(BuyPrivate("LTR", 30, by="cid"))
    asked = ask(g.choices("ann"), g.view(None), g.rules)
    assert asked == "sell LTR (Lexington Terminal RR) to cid for $30?"


# ---------------------------------------------------------------------- alternative texts, cards, the board in words


def test_alternative_texts_fit_and_say_what_is_new(full):
    view, rules = full
    marks = Marks(hexes=("D10",), slots=("I9.a.0",), order=("D10", "I9.a.0"), runner="CoG", runs=(RUN,))
    lays = [LayTile("G7", "8", r) for r in range(6)]
    said = {
        "map": alt_map(view, rules, marks, ["ann"]),
        "market": alt_market(view, rules, marks),
        "company": alt_company(view, rules, "CoG", [Dividend("OR 1.1", 40, "full"), Dividend("OR 2.1", 60, "none")]),
        "player": alt_player(view, rules, "ann"),
        "bank": alt_bank(view, rules),
        "tiles": alt_tiles(view, rules)[0],
        "preview": alt_preview(view, rules, lays),
    } | dict(zip(("players", "companies"), alt_table(view, rules), strict=True))
    for name, alt in said.items():
        assert 40 < len(alt) <= 1024, name
        assert "18GA" in alt, name
        assert "seed" not in alt, name
    assert "ann to act" in said["map"]
    assert "New, number 2: GA's station in Waycross (I9)." in said["map"]
    assert "New, number 1: tile 456a on Augusta (D10), to" in said["map"]
    assert said["map"].index("number 1") < said["map"].index("number 2")
    assert "Outlined" not in said["map"]
    unnumbered = alt_map(view, rules, replace(marks, order=()), ["ann"])
    assert "Outlined: tile 456a on Augusta (D10), to " in unnumbered
    assert "; GA's station in Waycross (I9)." in unnumbered
    assert "CoG ran: 3-train Rome–Atlanta–Chattanooga $90." in said["map"]
    assert "1. ACL $70." in said["market"]
    for pile in view.market.values():  # what the picture shows round each marker
        assert f"Beside {' and '.join(pile)}: right $" in said["market"]
    assert "OR 2.1: earned $60, withheld. OR 1.1: earned $40, paid out." in said["company"]


def test_a_part_of_the_map_is_said_to_be_one_and_tells_only_what_is_on_it(full):
    """Every crop had the words of the whole map."""
    view, rules = full
    marks = Marks(hexes=("D10",), slots=("I9.a.0",), order=("D10", "I9.a.0"))
    said = alt_map(view, rules, marks, ["ann"], ("D10", "E9", "D8"))
    assert said.startswith("Part of the map around ")
    assert "D8 to E10, of 18GA" in said
    assert "number 1: tile 456a on Augusta (D10)" in said
    assert "Waycross" not in said


@pytest.mark.parametrize("name", list(TITLES))
def test_a_part_of_the_map_that_was_asked_for_is_said_to_be_around_that_place(name):
    """`focus:Savannah` was "around Waycross", for a part at the coast has another city in its middle."""
    rules = TITLES[name].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "demo").view(None)
    for h in rules.data.hexes.values():
        said = alt_map(view, rules, Marks(focus=(h.id,)), ["ann"], render.window(rules.data, [h.id]))
        assert said.startswith(f"Part of the map around {h.name or h.id}, ")


def test_what_is_still_to_be_built_is_not_told_as_built(full):
    """A place's missing track stood under "what changed", with the tiles that are to go."""
    view, rules = full
    marks = Marks(hexes=("D10",), order=("D10",), network=frozenset({"D10/0"}), runner="CoG")
    said = alt_map(view, rules, marks, ["ann"])
    assert "To build, number 1: Augusta (D10), upgrade of 456a." in said
    assert "CoG reaches" in said
    assert "New" not in said
    assert "to act" not in said
    assert [c.words for c in changes_of(view, rules, marks)] == ["Augusta (D10), upgrade of 456a"]


def test_alternative_texts_are_cut_at_their_limit():
    cut = short(["a" * 600, "b" * 600])
    assert len(cut) <= 1024
    assert cut.endswith("…")
    assert short(["one.", "two."]) == "one. two."


def test_cards_as_text_are_narrow_and_short(full):
    view, rules = full
    before = dict.fromkeys(view.order, 700)
    texts = [company_text(view, rules, c, [Dividend("OR 1.1", 60, "full")] * 9) for c in view.companies]
    texts += [player_text(view, rules, p) for p in view.order]
    texts += [bank_text(view, rules), table_text(view, rules, before=before)]
    for said in texts:
        assert len(said) <= 2000
        assert max(len(line) for line in said.splitlines()) <= 40, said


def test_table_in_text_goes_on_below_when_it_is_too_wide():
    table = Table("T", ("", "first", "second"), (("row", "x" * 20, "y" * 20), ("two", "z", "w")))
    assert lines_of(table, 40).splitlines() == [
        "T",
        "    first",
        "row xxxxxxxxxxxxxxxxxxxx",
        "two z",
        "",
        "    second",
        "row yyyyyyyyyyyyyyyyyyyy",
        "two w",
    ]


def test_table_shows_cash_worth_and_changes(full):
    view, rules = full
    said = table_text(
        view, rules, worth={"ann": 1500, "bob": 700, "cid": 650}, before={"ann": 1400, "bob": 710, "cid": 650}
    )
    ann = next(line for line in said.splitlines() if line.startswith("ann"))
    assert "$1,500" in ann
    assert "+100" in ann
    bob = next(line for line in said.splitlines() if line.startswith("bob"))
    assert "−10" in bob


@pytest.mark.parametrize(
    ("what", "words_in_it"),
    [
        (
            "D4",
            [
                "Atlanta (D4); brown tile 455a",
                "city toward E3 70: CoG, full, track to",
                "city toward D2 70: 1 of 1 circle free",
            ],
        ),
        ("d10", ["city 50: GA, SAL, full", "track to E9, D8, C9 and E11"]),
        ("B2", ["unbuilt", "costs $60 (water)"]),
        ("A3", ["Chattanooga (A3); red", "off the map 60", "track to B2 and B4"]),
        ("J12", ["city 60: ACL, full"]),
        ("CoG", ["Central of Georgia", "CoG reaches", "Macon (F6) 50 with its station", "It can build on"]),
        ("ann", ["Cash: "]),
        (
            "market",
            [
                "1. ACL $70, 1 of 6 in its cell: right $80, left $60, up $80, down $60.",
                "Yellow cells ($30 to $55): shares do not count towards your certificate limit.",
            ],
        ),
        ("D", ["D2;", "D8; unbuilt."]),
        ("map", ["B4; yellow tile 8"]),
    ],
)
def test_the_board_in_words(full, what, words_in_it):
    view, rules = full
    said = describe(view, rules, what)
    for word in words_in_it:
        assert word in said


def test_at_the_start_the_map_tells_its_cities_and_one_is_found_by_its_name():
    g = Game.new(TITLES["18GA"].rules((), 3), ("a", "b", "c"), "1")
    said = describe(g.view(None), g.rules, "map")
    assert said.startswith("Nothing is built yet.")
    assert "Savannah (G13)" in said
    assert describe(g.view(None), g.rules, "atlanta").startswith("Atlanta (D4)")


def test_the_map_in_words_has_what_is_printed_also_once_tiles_lie():
    """With the first tile all red and grey places, bare cities and stations in them were left out."""
    g = board("B4=8/0 D4[W&A.+]", phase="2")
    said = describe(g.view(None), g.rules, "map")
    assert said.startswith("B4; yellow tile 8")
    for place in ("Savannah (G13)", "Chattanooga (A3)", "W&A's station in no city yet"):
        assert place in said
    assert "D8; unbuilt" not in said


def test_track_past_a_city_and_through_it_is_said_once():
    g = Game.new(TITLES["18TN"].rules((), 3), ("a", "b", "c"), "1")
    assert describe(g.view(None), g.rules, "Louisville").endswith("track to C12 and B15.")


def test_words_beside_a_map_say_where_homes_are():
    g = Game.new(TITLES["18GA"].rules((), 3), ("a", "b", "c"), "1")
    assert "CoG in Macon (F6)" in alt_map(g.view(None), g.rules).partition("Homes: ")[2]


def test_what_cannot_be_described_is_said(full):
    view, rules = full
    with pytest.raises(KeyError, match="I do not know"):
        describe(view, rules, "Z99")


def test_reserved_homes_are_told():
    g = board("", phase="2")
    assert "home of W&A" in describe(g.view(None), g.rules, "D4")
    g = board("D4[W&A.+]", phase="2")
    said = describe(g.view(None), g.rules, "D4")
    assert "W&A's station in no city yet" in said
    assert "home of" not in said


def test_who_runs_a_company_of_18_india_is_called_as_its_rules_do():
    rules = TITLES["18India"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "words", seated=True).view(None)
    view.companies["EIR"].president = view.companies["GIPR"].president = "bob"
    view.place["EIR.0"] = "bob"
    told = tell([PresidentChanged("EIR", "", "bob"), PresidentChanged("GIPR", "ann", "bob")], view, rules)
    assert told == ["bob is director of EIR.", "bob is manager of GIPR in place of ann."]
    assert card_name("EIR.0", view, rules) == "EIR's director's certificate (20%)"


def test_a_type_of_trains_has_one_name_wherever_it_is_told():
    """18VA's were 3/2G in the bank and 3 where it was said what makes them go."""
    rules = TITLES["18VA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    assert words(Rusted("2", ()), view, rules) == "All 2/1G-trains rust."
    assert "leaves the game with the first 5/4G-train" in render.train_words(rules, "3")
    assert "all 2/1G-trains leave" in render.train_words(rules, "4")
    assert "the first 4/3G-train ends the 2/1G-trains" in title_words.trains(rules)[0]
    assert all(
        describe(view, rules, asked).startswith("3/2G-train\n") for asked in ("3-train", "2g train", "3/2G-train")
    )


@pytest.mark.parametrize("change", [{"used": {"W&SR.token": 1}}, {"place": {"W&SR": "gone"}}])
def test_the_free_station_of_a_private_is_told_until_it_is_used(change):
    """18GA: the map still said “free station: W&SR” when that had been placed, and when the private had closed."""
    g = Game.new(TITLES["18GA"].rules((), 3), ("a", "b", "c"), "1")
    rules = g.rules
    before = g.view(None)
    after = structs.replace(before, **{part: {**getattr(before, part), **more} for part, more in change.items()})
    assert "free station" in describe(before, rules, "I9")
    assert "free station" not in describe(after, rules, "I9")


def test_the_market_before_a_start_says_its_par_prices_and_zones():
    """“Stock market of 18GA, Auction, phase 1.” was all that stood beside its picture."""
    rules = TITLES["18GA"].rules((), 4)
    said = alt_market(Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None), rules)
    assert "A company may start at $110, $90, $70, $55." in said
    assert "Yellow cells ($30 to $55): shares do not count towards your certificate limit." in said


def test_cities_of_one_hex_without_track_have_their_place_in_the_order():
    """Atlanta read “city the first city 0”."""
    rules = TITLES["18GA"].rules((), 4)
    said = hex_words(Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None), rules, "D4")
    assert "; the first city 0: 1 of 1 circle free; the second city 0:" in said


def test_a_minor_that_does_nothing_is_called_one_too():
    """“8: no tile can be laid.” stood beside “Minor 7 buys no more trains.”"""
    rules = TITLES["18EU"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    told = tell(
        [Skipped("8", "track", "no tile can be laid"), Skipped("FS", "track", "no track")], view, rules, detail=True
    )
    assert told == ["Minor 8: no tile can be laid.", "FS: no track."]
    assert "; home of minor 1; home of minor 3" in hex_words(view, rules, "A10")
    standing = structs.replace(view, tokens={"A10.a.0": "3"})
    assert ": minor 3, " in hex_words(standing, rules, "A10")
    ran = alt_map(view, rules, Marks(runner="3", runs=(Run("2-1", ("A10.a", "B7.a"), (), 50),)), ["ann"])
    assert " Minor 3 ran: 2-train Paris–Lille £50." in ran

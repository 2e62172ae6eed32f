"""Phrases as people type them: each means one action, and where it may mean two nothing is played."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec import structs

from bot.model.words.misfits.intended_actions import read_intended_actions
from bot.model.words.number_words import write_figures
from bot.model.words.reading.typed_words import find_named_verbs, read_words
from bot.model.words.vocabulary import Vocabulary
from game.actions import (
    ACTIONS,
    Action,
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ClosePrivate,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    Route,
    RunTrains,
    SellShares,
    TakePrivate,
    Use,
)
from game.choices import Choice, Pick, Span, choice
from titles import find
from titles.eu.mergers import Exchange
from titles.eu.treasury import Redeem
from titles.india.actions import (
    BuyBond,
    BuyCard,
    BuyHand,
    BuyHandPrivates,
    BuyRow,
    ConvertBond,
    Keep,
    SellCard,
    SellTrain,
)

ME = "ann"
MOST_WORDS_BOUND = 5000  # steps that a reading may take
GA, VA, EU, INDIA = (Vocabulary(find(t).rules((), 3)) for t in ("18GA", "18VA", "18EU", "18India"))
DIVIDENDS = [choice(*(PayDividend(k, by=ME) for k in ("full", "half", "none")))]
SHARES = [
    choice(BuyShare("CoG", "ipo", by=ME), BuyShare("CoG", "pool", by=ME)),
    choice(*(SellShares("CoG", n, by=ME) for n in (1, 2, 3))),
    choice(Pass(by=ME)),
]
ONE_SHARE = [choice(BuyShare("CoG", "ipo", by=ME)), choice(Pass(by=ME))]
PARS = [choice(*(Par("CoG", n, by=ME) for n in (70, 80, 90))), choice(Pass(by=ME))]
TRAINS = [
    choice(BuyTrain("3-1", 180, by=ME)),
    choice(BuyTrain("2-4", 100, by=ME)),
    choice(BuyTrain("2-1", 1, "G&F", by=ME), price=Span(1, 300)),
    choice(Pass(by=ME)),
]
LOTS = [choice(Bid("MRC", 45, by=ME), amount=Span(45, 300, 5)), choice(Bid("LTR", 20, by=ME)), choice(Pass(by=ME))]
PRIVATES = [choice(TakePrivate("MRC", 20, by=ME), price=Span(20, 80)), choice(Pass(by=ME))]
OTHERS_PRIVATE = [choice(BuyPrivate("MRC", 1, by=ME), price=Span(1, 300))]
LAYS = [
    choice(*(LayTile("C12", "57", n, by=ME) for n in range(3)), LayTile("D13", "57", 0, by=ME)),
    choice(Pass(by=ME)),
]
STATIONS = [choice(PlaceToken("D4.b", by=ME), PlaceToken("I9", by=ME)), choice(Pass(by=ME))]
POWERS = [choice(Use("P4", by=ME)), choice(ClosePrivate("P4", by=ME))]
HAND = [
    choice(*(BuyHand("GIPR", n, by=ME) for n in (1, 2)), BuyHand("NSR", 1, True, by=ME)),
    choice(BuyHandPrivates(("P1", "P2"), by=ME), BuyHandPrivates(("P1",), by=ME)),
    choice(BuyShare("GIPR", "pool", by=ME), BuyShare("BR", "pool", by=ME)),
    choice(*(BuyRow(r, n, by=ME) for r in (1, 2, 3) for n in (1, 2))),
    choice(BuyCard("P5", by=ME)),
    choice(BuyBond(by=ME)),
    choice(SellCard("P4", by=ME)),
    choice(Pass(by=ME)),
]
ANOTHERS = [
    choice(BuyTrain("3-1", 180, by=ME)),
    choice(BuyTrain("3-2", 1, "G&F", by=ME), BuyTrain("3-3", 1, "W&A", by=ME), price=Span(1, 250)),
    choice(Pass(by=ME)),
]
RUNS = [choice(RunTrains((), by=ME), RunTrains((Route("2-1", ("D4.b", "E7")),), by=ME))]
MERGERS = [choice(*(Exchange("1", c, by=ME) for c in ("GSR", "FS"))), choice(Redeem(1, by=ME), Redeem(2, by=ME))]


def means(phrases: str, wanted: Action | None) -> list[tuple[str, Action | None]]:
    return [(phrase.strip(), wanted) for phrase in phrases.split("|")]


SALES = [
    *means(
        "sell 1 CoG | sell one CoG | sell a share of CoG | sell 1x CoG | sell CoG x1 | dump 1 CoG", SellShares("CoG", 1)
    ),
    *means("sell two CoG | sell 20% CoG to the bank | sell 2xCoG | Ann sells 2 CoG", SellShares("CoG", 2)),
    *means("sell CoG | sell all CoG | a share of CoG", None),
]
CASES: list[tuple[Sequence[Choice], Vocabulary, list[tuple[str, Action | None]]]] = [
    (
        DIVIDENDS,
        replace(GA, company="CoG"),
        [
            *means(
                "withhold | withhold all | withhold everything | no dividend | retain | hold | CoG withholds",
                PayDividend("none"),
            ),
            *means("pay nothing | pay none | keep it | keep all | nothing", PayDividend("none")),
            *means(
                "pay | pays out | pay it all | pay dividends | pay all | CoG pays out | distribute", PayDividend("full")
            ),
            *means("half | pay half | split | half pay", PayDividend("half")),
            *means("all | dividend | withhold half | hold out", None),
        ],
    ),
    (SHARES, replace(GA, names={"Ann": ME}), SALES),
    (
        SHARES,
        GA,
        [
            *means("buy CoG from the initial offering | buy CoG at par | buy CoG from the IPO", BuyShare("CoG", "ipo")),
            *means("buy one CoG from the bank pool", BuyShare("CoG", "pool")),
            *means("buy CoG | buy 2 CoG | 1 CoG from the pool", None),
        ],
    ),
    (
        ONE_SHARE,
        GA,
        [
            *means(
                "buy 1 CoG | buy one CoG | buy a share of CoG | buy 10% of CoG | buy 1x CoG | buys CoG",
                BuyShare("CoG", "ipo"),
            ),
            *means("buy 2 CoG | buy 20% CoG | buy all CoG", None),
            *means(
                "pass | buy nothing | no more | p | no | no thanks | nothing | skip | enough | finished | passes | stop",
                Pass(),
            ),
            *means("no track | track done", None),
        ],
    ),
    (
        PARS,
        GA,
        [
            *means(
                "par CoG at 80 | start CoG at $80 | float CoG at 80 | ipo CoG 80 | launch CoG for 80", Par("CoG", 80)
            ),
            *means("buy the president's certificate of CoG at 80 | CoG par 80 | open CoG at 80", Par("CoG", 80)),
            *means("par CoG | start CoG | buy CoG", None),
        ],
    ),
    (
        TRAINS,
        replace(GA, places={"2-4": "pool"}, company="CoG", step="trains"),
        [
            *means(
                "buy a 3-train from the bank | buy a 3T | CoG buys a 3 train | next 3-train | buy 3T from the depot",
                BuyTrain("3-1", 180),
            ),
            *means(
                "buy 2T from the pool | buy the 2-train from the bank pool | buy a 2 from the market",
                BuyTrain("2-4", 100),
            ),
            *means("buy 2T from G&F for 120 | buy a 2 from G&F at $120", BuyTrain("2-1", 120, "G&F")),
            *means("buy 2T from G&F for max", BuyTrain("2-1", 300, "G&F")),
            *means("buy a train | buy a 2-train | buy one 2 | next | buy next | buy 3T from the pool", None),
            *means("no train | no more trains | trains done | skip trains", Pass()),
            *means("no track | no station", None),
        ],
    ),
    (
        LOTS,
        GA,
        [
            *means("raise MRC to 60 | bid $60 for MRC | 60 on MRC | bids 60 on MRC", Bid("MRC", 60)),
            *means("minimum bid on MRC | bid min MRC | bid the minimum for MRC", Bid("MRC", 45)),
            *means("buy LTR | buy LTR for 20 | take LTR", Bid("LTR", 20)),
            *means("bid on MRC | MRC | LTR | bid", None),
        ],
    ),
    (
        PRIVATES,
        replace(GA, company="CoG", places={"MRC": ME}, names={"Ann": ME}),
        [
            *means(
                "buy MRC for 60 | MRC at 60 | buy MRC from Ann for 60 | CoG buys MRC for 60", TakePrivate("MRC", 60)
            ),
            *means("sell MRC to CoG for 60", TakePrivate("MRC", 60)),
            *means("buy MRC for max | buy MRC at the maximum", TakePrivate("MRC", 80)),
            *means("buy MRC | buy MRC from bob for 60", None),
        ],
    ),
    (OTHERS_PRIVATE, replace(GA, places={"MRC": "bob"}), means("buy MRC from bob for 60", BuyPrivate("MRC", 60))),
    (
        LAYS,
        replace(VA, company="VR", step="track"),
        [
            *means("57 C12 r1 | put 57 on C12 rot1 | yellow 57 C12 1 | VR lays 57 on C12, 1", LayTile("C12", "57", 1)),
            *means("57 C12 | put a 57 in C12 | green 57 C12 1", None),
            *means("no track | skip track | track done | no tile | build nothing", Pass()),
            *means("no station | no train", None),
        ],
    ),
    (
        STATIONS,
        replace(GA, company="CoG", step="token"),
        [
            *means("put a station in Waycross | CoG token I9 | station I9 | home I9", PlaceToken("I9")),
            *means("no station | no token | skip the station", Pass()),
            *means("no track | station", None),
        ],
    ),
    (POWERS, INDIA, [*means("use P4 | use the power of P4", Use("P4")), *means("close P4", ClosePrivate("P4"))]),
    (
        HAND,
        INDIA,
        [
            *means("buy 2 GIPR from hand | play 2 GIPR | buy two GIPR from my hand", BuyHand("GIPR", 2)),
            *means("buy the director of NSR from my hand", BuyHand("NSR", 1, True)),
            *means("buy P1 and P2 from hand | buy P2, P1 from my hand", BuyHandPrivates(("P1", "P2"))),
            *means("buy one BR | buy 1 BR | buy BR from the open market", BuyShare("BR", "pool")),
            *means("buy P5 | buy P5 from the open market", BuyCard("P5")),
            *means("buy 2 from row 1 | buy the first 2 of row 1", BuyRow(1, 2)),
            *means("buy a royal bond | buy a bond from the bank", BuyBond()),
            *means("sell private P4 | sell P4 to the bank", SellCard("P4")),
            *means("no | no thanks | nothing", Pass()),
            *means("buy one GIPR | buy 1 GIPR | row 2", None),
        ],
    ),
    (
        MERGERS,
        EU,
        [
            *means("1 -> GSR | 1 → GSR | fold 1 into GSR | exchange minor 1 for a share of GSR", Exchange("1", "GSR")),
            *means("buy back two shares | redeem 2", Redeem(2)),
            *means("merge 1 | redeem", None),
        ],
    ),
    ([choice(ConvertBond(by=ME))], INDIA, means("turn the royal bond into a share | convert my bond", ConvertBond())),
    ([choice(SellTrain("2-1", by=ME))], INDIA, means("sell the 2T to the bank | sell a 2-train", SellTrain("2-1"))),
    (
        [choice(Answer(True, by=ME), Answer(False, by=ME))],
        GA,
        [*means("yes | ok | accept | agreed", Answer(True)), *means("no | refuse | decline | reject", Answer(False))],
    ),
    (
        ANOTHERS,
        replace(GA, company="CoG", step="trains"),
        [
            *means("next | train | trains | buy | buy train | buy next | buy a 3-train", None),
            *means("buy a 3-train from the bank | buy 3T from the depot", BuyTrain("3-1", 180)),
            *means("buy 3T from G&F for 10", BuyTrain("3-2", 10, "G&F")),
        ],
    ),
    (
        RUNS,
        replace(GA, company="CoG"),
        [*means("run best | best routes | run for max", RunTrains(())), *means("run | runs | trains route", None)],
    ),
    (
        [choice(RunTrains((), by=ME))],
        replace(GA, company="CoG"),
        [
            *means("run | best route | run the best routes | run for max | CoG runs", RunTrains(())),
            *means("best | auto | routes | my routes", None),
        ],
    ),
    (
        [choice(BuyTrain("2-1", 1, "13", by=ME), BuyTrain("2-1", 1, "1", by=ME), price=Span(1, 300))],
        EU,
        [
            *means("buy the 2T from 13 for 1", BuyTrain("2-1", 1, "13")),
            *means("2T from 1 for $13", BuyTrain("2-1", 13, "1")),
        ],
    ),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_phrase_means_what_it_says(number):
    choices, known, phrases = CASES[number]
    for typed, wanted in phrases:
        found = read_words(typed, ME, choices, known).action
        assert found == (wanted and _by_me(wanted)), typed


def _by_me(action: Action) -> Action:
    return structs.replace(action, by=ME)


def test_a_hidden_hand_is_still_named_card_by_card():
    pick = Pick(("GIPR.1", "NSR.1", "P1"), 2, 2)
    hand = Choice(Keep, ME, lambda: (Keep(cards=pick.items[:2], by=ME),), {"cards": pick})
    assert read_words("keep GIPR and P1", ME, (hand,), INDIA).action == Keep(cards=("GIPR.1", "P1"), by=ME)
    assert read_words("keep", ME, (hand,), INDIA).action is None


def test_the_verb_of_a_phrase_is_known_too_early():
    assert find_named_verbs("CoG withholds", ACTIONS) == {"dividend"}
    assert find_named_verbs("close MRC", ACTIONS) == {"power"}


ENDLESS = (
    "pay " * 24,
    f"{'pay ' * 23}xyz",
    "a share " * 12,
    "sell " + "one 1 " * 11,
    f"buy {'president ipo bank ' * 7}",
    "yellow " * 24,
    "pay " * 1500,
    "-=" * 3000,
    " ".join(map("w{}".format, range(1000))),
)


def test_no_phrase_takes_long():
    """Each word that is repeated once doubled the work: 24 of them took minutes."""
    words_bound = 0

    def count(frame, event, _):
        nonlocal words_bound
        words_bound += event == "call" and frame.f_code.co_name.startswith("_bind_word")
        assert words_bound < MOST_WORDS_BOUND

    for typed in ENDLESS:
        words_bound = 0
        sys.setprofile(count)
        try:
            read_words(typed, ME, [*DIVIDENDS, *SHARES, *PARS], GA)
            find_named_verbs(typed, ACTIONS)
        finally:
            sys.setprofile(None)


def test_what_was_typed_to_ask_why_takes_no_longer():
    assert read_intended_actions("pay " * 12, ME, INDIA, ()) == [PayDividend("full", by=ME)]
    assert read_intended_actions("lay", ME, INDIA, ()) == []
    assert read_intended_actions("57 C12 1", ME, VA, ()) == [LayTile("C12", "57", 1, by=ME)]


def test_numbers_in_words_are_figures():
    """`a thousand two hundred` was two numbers, and a bid of ₹1,200 was asked as 1000."""
    said = "a thousand two hundred, one thousand five hundred and five, a thousand and fifty, two hundred and five, nine thousand"
    assert write_figures(said) == "1200, 1505, 1050, 205, 9000"

"""What typed words mean: exactly one legal action, a question, or nothing; in random positions of every title."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_words import read_words
from bot.model.words.rewritten_words import WRITTEN_PHRASES, rewrite
from bot.model.words.vocabulary import Vocabulary
from game.actions import Bid, BuyShare, BuyTrain, LayTile, Pass, PayDividend, PlaceToken, RunTrains, SellShares
from game.choices import Choice, Pick, Span
from game.notation import line
from game.play import Game
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.board_notation import board
from tests.support.random_games import all_of, begin
from titles import TITLES, find
from titles.eu.mergers import Exchange
from titles.india.actions import Keep

POSITIONS = 14  # of each title
APART = 23  # plays between two of them
TRIED = 30  # actions of each position


def known(g: Game) -> Vocabulary:
    return Vocabulary(g.rules, faces={card: t.side for card, t in g.state.trains.items() if t.side})


def means(g: Game, text: str) -> Reading:
    by = g.deciders()[0]
    return read_words(text, by, g.choices(by), known(g))


def positions(title: str):
    """Positions of random games, early and late."""
    number = 0
    walk = begin(title, number)
    for _ in range(POSITIONS):
        for _ in range(APART):
            walk.step()
            if walk.game.state.over:
                number += 1
                walk = begin(title, number)
        yield walk.game, walk.rng


def some(choices: list[Choice], rng: random.Random):
    """Listed actions, and of ranges more than the lowest value."""
    every = [a for c in choices for a in c.actions] + [a for c in choices if c.ranges for a in all_of(c)]
    return rng.sample(every, min(TRIED, len(every)))


@pytest.mark.parametrize("title", TITLES)
def test_a_line_means_its_action_and_shuffled_words_never_another(title):
    for g, rng in positions(title):
        by = g.deciders()[0]
        mine = [c for c in g.choices() if c.by == by]
        legal = {line(a).casefold(): a for a in some(mine, rng)}
        for typed, action in legal.items():
            assert read_words(typed, by, mine, known(g)).action == action, typed
            words = typed.split()
            rng.shuffle(words)
            if "row" in words[:-1] and typed.split()[-1] == "row":
                continue  # the number behind it is the row's
            shuffled = read_words(" ".join(words), by, mine, known(g)).action
            assert shuffled in {None, action} or line(shuffled).casefold() == " ".join(words), f"{typed}: {words}"
            dropped = read_words(" ".join(words[1:]), by, mine, known(g))
            assert dropped.action is None or agrees(dropped.action, words[1:], g), f"{words[1:]}: {dropped.action}"


def agrees(action, words: list[str], g: Game) -> bool:
    """Whether an action's line has every word that was typed (trains and cities by their beginnings)."""
    said = line(action).casefold().replace("=", " ").split()
    extra = {"pass": ["done"]}.get(action.verb, [])
    return all(any(part.startswith(w.partition("=")[2] or w) for part in [*said, action.verb, *extra]) for w in words)


@pytest.mark.parametrize("title", TITLES)
def test_what_holds_a_choice_is_never_played(title):
    for g, _ in positions(title):
        by = g.deciders()[0]
        mine = [c for c in g.choices() if c.by == by]
        for c in mine:
            wide = [n for n, r in c.ranges.items() if not isinstance(r, Span) or r.low != r.high]
            for action in c.actions[:5] if wide else ():
                kept = [str(getattr(action, f)) for f in action.__struct_fields__ if f != "by" and f not in wide]
                for typed in (action.verb, " ".join([action.verb, *kept]), " ".join(kept)):
                    found = read_words(typed, by, mine, known(g)).action
                    assert found is None or type(found) is not c.kind, f"{typed}: {found}"


@pytest.mark.parametrize(
    "typed",
    [
        "57 on D10 rot 2",
        "lay 57 D10 rotation 2",
        "tile d10 57 2",
        "build D10 57 turned 5",
        "57 on Augusta rot 2",
        "D10 #57 rotation=2",
    ],
)
def test_a_tile_in_any_order(typed):
    g = board("D10[GA]", LayTrack("GA"))
    assert means(g, typed).action == LayTile("D10", "57", 2, by="ann")


def test_what_is_missing_is_asked():
    g = board("D10[GA]", LayTrack("GA"))
    found = means(g, "lay 5 in Augusta")
    assert found.action is None
    assert found.draft is not None
    assert (found.draft.kind, found.draft.given) == ("LayTile", {"hex": "D10", "tile": "5", "using": ""})
    assert means(g, "lay 57 in Augusta").action == LayTile("D10", "57", 2, by="ann")  # there is one way
    assert means(g, "5").action is None
    assert means(g, "57").action is None
    assert means(g, "99") == Reading()
    assert means(g, "done").action == Pass(by="ann")


@pytest.mark.parametrize(
    "typed", ["buy 3T from CoG for 10", "train 3 CoG 10", "10 for 3-train of CoG", "buy CoG's 3 $10"]
)
def test_a_train_of_another_company(typed):
    g = board("F6=57/1[CoG] D10[GA]", BuyTrains("GA"), phase="4")
    g.state.place["3-1"] = "CoG"
    g.changed()
    assert means(g, typed).action == BuyTrain("3-1", 10, "CoG", by="ann")


def game(title: str, players: int = 3, options: tuple[str, ...] = ()) -> Game:
    return Game.new(find(title).rules(options, players), ("ann", "bob", "cid", "dee")[:players], "words", seated=True)


def test_the_hand_of_18_india_is_chosen_by_names_only():
    g = game("18India")
    by = g.deciders()[0]
    choice = next(c for c in g.choices(by) if c.kind is Keep)
    pick = choice.ranges["cards"]
    assert isinstance(pick, Pick)
    for typed in ("pick", "keep", "EIR", "pick EIR", "pick 10"):
        assert means(g, typed).action is None, typed
    wanted = pick.items[: pick.low]
    for word in ("pick", "keep"):
        typed = f"{word} {' '.join(reversed(wanted))}"
        assert means(g, typed).action == structs.replace(choice.actions[0], cards=wanted)


def test_cards_of_a_hand_by_their_companies():
    pick = Pick(("GIPR.1", "GIPR.2", "GIPR.3", "NWR.0", "NWR.1", "BR.4", "P1"), 3, 3)
    hand = Choice(Keep, "ann", lambda: (Keep(cards=pick.items[:3], by="ann"),), {"cards": pick})
    rules = find("18India").rules((), 3)
    for typed, cards in {
        "pick GIPR GIPR BR": ("GIPR.1", "GIPR.2", "BR.4"),
        "keep BR, GIPR, P1": ("GIPR.1", "BR.4", "P1"),
        "pick NWR NWR Swedish East India Co.": ("NWR.0", "NWR.1", "P1"),
        "pick NWR.1 BR P1": ("NWR.1", "BR.4", "P1"),
        "pick NWR BR P1": None,  # the director's certificate or an ordinary one?
        "pick BR BR P1": None,
        "pick GIPR GIPR": None,
    }.items():
        found = read_words(typed, "ann", (hand,), Vocabulary(rules)).action
        assert found == (Keep(cards=cards, by="ann") if cards else None), typed


def test_bids_by_number_of_the_minor():
    g = game("18EU")
    found = means(g, "bid 120 on 1")
    assert isinstance(found.action, Bid)
    assert (found.action.item, found.action.amount) == ("1", 120)
    assert means(g, "120 on Chemin de Fer du Nord bid").action == found.action


def test_shares_by_per_cent_and_places():
    choices = (
        Choice(BuyShare, "ann", lambda: (BuyShare("CoG", "ipo", by="ann"), BuyShare("CoG", "pool", by="ann"))),
        Choice(SellShares, "ann", lambda: tuple(SellShares("CoG", n, by="ann") for n in (1, 2, 3))),
        Choice(PlaceToken, "ann", lambda: (PlaceToken("D4.a", by="ann"), PlaceToken("D4.b", by="ann"))),
        Choice(PayDividend, "ann", lambda: tuple(PayDividend(k, by="ann") for k in ("full", "half", "none"))),
        Choice(Exchange, "ann", lambda: tuple(Exchange("1", c, by="ann") for c in ("GSR", "FS"))),
        Choice(RunTrains, "ann", lambda: (RunTrains((), by="ann"),)),
    )
    rules = find("18GA").rules((), 3)
    for typed, action in {
        "buy CoG from the market": BuyShare("CoG", "pool", by="ann"),
        "buy a share of Central of Georgia Railroad in the ipo": BuyShare("CoG", "ipo", by="ann"),
        "buy CoG": None,
        "sell 2 CoG": SellShares("CoG", 2, by="ann"),
        "sell 20% of CoG": SellShares("CoG", 2, by="ann"),
        "sell": None,
        "station in Atlanta": None,
        "station D4.b": PlaceToken("D4.b", by="ann"),
        "pay out": PayDividend("full", by="ann"),
        "pay": PayDividend("full", by="ann"),
        "pay half": PayDividend("half", by="ann"),
        "withhold": PayDividend("none", by="ann"),
        "dividend": None,
        "merge 1 into GSR": Exchange("1", "GSR", by="ann"),
        "merge 1": None,
        "run": RunTrains((), by="ann"),
        "run best": RunTrains((), by="ann"),
        "run to Atlanta": None,
        "merge everything": None,
    }.items():
        assert read_words(typed, "ann", choices, Vocabulary(rules)).action == action, typed


REWRITTEN = {  # an example of each phrase and of each pattern
    "initial public offering": "ipo",
    "get rid of": "discard",
    **{f"{word} row": f"row row={n}" for n, word in enumerate(("first", "second", "third"), 1)},
    "drop out": "pass",
    "swap 8 for a share of fs": "swap 8 into fs",
    "bank pool": "pool",
    "open market": "market",
    "royal bonds": "bond",
    "president's cert": "president",
    "directors share": "director",
    "a share": "1share",
    "buy back": "redeem",
    "for all its cash": "max",
    "all our money": "max",
    "for everything": "max",
    "for all we have": "max",
    "take off": "remove",
    "i'd like": "",
    "i would like": "",
    "pay-out": "payout",
    "give it up": "giveup",
    "raise some money": "sell",
    "pay out half": "half",
    "payout half": "half",
    "half pay": "half",
    "enter my bid": "bid",
    "with no bid": "putup",
    "without a bid": "putup",
    "put one up": "putup",
    "put a minor up": "putup",
    "takes it over": "takeover",
    "out of": "from",
    "gimme 2": "take 2",
    "we want to pass": "pass",
    "1,200": "1200",
    "no thanks!": "no",
    "minor 8 to FS": "8 into fs",
    "y tile": "yellow tile",
    "lay toward E4": "lay towards e4",
    "minor 4, for free": "putup 4",
    "no bid on minor 4": "putup 4",
    "pay GA $50 for its 3-train": "buy 3-train from ga $50",
    "both cards": "two cards",
    "next 3": "train 3",
    "at 50": "$50",
    "row 2": "row row=2",
    "minor 7's": "seller=7",
    "from minor 7": "seller=7",
    "2xgipr x3 4x": "2 gipr 3 4",
    "8 → FS": "8 into fs",
}


def test_every_phrase_is_read_as_its_word():
    for said, read in REWRITTEN.items():
        assert " ".join(rewrite(said).split()) == read, said
    assert {read for read in WRITTEN_PHRASES if read} <= {*REWRITTEN.values()}

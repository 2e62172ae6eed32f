"""Everybody's holdings on one screen: complete, legible on a phone, and of one meaning of worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from game.play import Game
from render import draw_holdings, draw_map, holdings_words
from render.data import queries
from render.data.holdings import everyone
from render.data.names import train_in_table
from render.drawing import fonts, phone
from render.pictures.holdings import WIDE, _Page, _trains
from render.pictures.space import Space
from render.text.holdings_text import notes_below
from tests.golden import played_until
from tests.support.golden_positions import golden_position
from tests.support.title_positions import new, own, start, stock
from tests.support.written_words import note_words
from titles import TITLES

LEGIBLE = 11  # pixels of the smallest words there
SCREEN = 440  # pixels of its height that leave room for a panel's words and buttons


@pytest.fixture(scope="module", params=list(TITLES))
def game(request) -> Game:
    """The middle of a game that was kept, in a stock round."""
    return played_until(request.param, lambda g: g.state.round.startswith("SR") and len(g.state.tiles) > 8)


def test_all_that_is_asked_for_is_there(game: Game):
    view = game.view(None)
    found = everyone(view, game.rules)
    names = {c.company for c in found.companies} | {m.company for m in found.minors} | set(found.idle)
    assert names >= {c for c, s in view.companies.items() if s.president and not s.closed}
    assert all(c.treasury == game.state.cash[c.company] for c in found.companies)
    unfloated = [c for c, n in game.state.cash.items() if c in view.companies and n and not view.companies[c].floated]
    assert set(unfloated) <= {c.company for c in found.companies}
    for line in found.players:
        assert line.cash == game.state.cash[line.player]
        assert line.worth == sum(game.rules.worth(game, line.player).values())
    said = "\n".join(holdings_words(view, game.rules))
    for line in found.players:
        assert game.rules.data.money(line.worth) in said
    assert all(f"{c.company}: " in said for c in found.companies)


def test_it_is_legible_on_a_phone_and_leaves_room(game: Game, monkeypatch):
    draw_holdings(game.view(None), game.rules)  # the tokens are drawn once, and kept
    sizes: set[int] = set()
    real = fonts.write

    def write(draw, at, text, size, **more):
        sizes.add(size)
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    image = draw_holdings(game.view(None), game.rules, game.deciders())
    assert image.width == WIDE
    assert min(sizes) * phone.WIDTH / WIDE >= LEGIBLE
    assert image.height * phone.WIDTH / WIDE <= SCREEN


def test_it_says_which_game_this_is_and_who_is_to_act(game: Game, monkeypatch):
    """Passed on to somebody it was rows of numbers of no game and no moment. In a post, which says so, it goes without."""
    view = game.view(None)
    written = note_words(monkeypatch)
    draw_holdings(view, game.rules, game.deciders(), headed=True)
    assert written[:2] == [queries.title_name(game.rules.data), f"{view.round} · {game.deciders()[0]} to act"]
    written.clear()
    over = structs.replace(view, over="bank")
    draw_holdings(over, game.rules, (), headed=True)
    assert written[1] == f"{view.round} · Game over: the bank ran out of money"
    written.clear()
    long = structs.replace(view, over="price")
    draw_holdings(long, game.rules, (), headed=True)
    assert "Game over: a share price reached the end of the market" in " ".join(written[1:4]), "it was cut"
    written.clear()
    draw_holdings(view, game.rules, game.deciders(), {(next(iter(view.companies)), "pool"): (1,)})
    assert queries.title_name(game.rules.data) not in written


def test_how_far_a_started_company_is_from_floating_is_said(monkeypatch):
    """18GA: it floats at 60%; what came with a private counts as sold. One that nobody has started says nothing.

    "40% more" stood below *trains*; a column for shares in the pool stood there while none lay there.
    """
    g = new("18GA")
    start(g, "CoG", 70, floated=False)
    own(g, "p0", "CoG", 2, president=True)
    own(g, "p1", "CoG", 1)
    start(g, "SAL", 70)
    own(g, "p2", "SAL", 2, president=True)
    view = stock(g).view(None)
    assert {c.company: c.missing for c in everyone(view, g.rules).companies} == {"CoG": 30, "SAL": 0}
    assert "30% more floats it" in "\n".join(holdings_words(view, g.rules))
    written = note_words(monkeypatch)
    draw_holdings(view, g.rules)
    assert "Needed to float: CoG\N{NO-BREAK SPACE}30%\N{NO-BREAK SPACE}more" in written
    assert "pool" not in written
    view.companies["CoG"].par = 0
    assert {c.missing for c in everyone(view, g.rules).companies} == {0}


def test_a_company_that_gave_a_share_away_with_a_private_has_not_started(monkeypatch):
    """It stood among the *Not floated*, as if somebody ran it."""
    g = new("18GA")
    own(g, "p1", "CoG", 1)
    view = stock(g).view(None)
    assert any(
        "CoG: no price, 90% on offer" in words and "not started" in words for words in holdings_words(view, g.rules)
    )
    written = note_words(monkeypatch)
    draw_holdings(view, g.rules)
    below = "\n".join(written)
    assert "Not started: ACL" in below, "its own line shows that nobody is in charge: it stood there twice"
    assert "Not floated" not in below


def test_a_share_on_offer_has_its_own_price_where_that_is_not_the_market_s():
    """18GA 3.2: the initial offering costs par. “Buy CoG at par, $70” stood beside a price of $60."""
    g = new("18GA")
    start(g, "CoG", 70)
    own(g, "p0", "CoG", 2, president=True)
    view = stock(g).view(None)
    (line,) = everyone(view, g.rules).companies
    assert (line.price, line.at_par) == (70, 0)
    assert "on offer at" not in "\n".join(holdings_words(view, g.rules))
    view.companies["CoG"].par = 90
    (line,) = everyone(view, g.rules).companies
    assert (line.price, line.at_par) == (70, 90)
    assert "80% on offer at $90" in "\n".join(holdings_words(view, g.rules))
    (said,) = [note for note in notes_below(everyone(view, g.rules), g.rules) if note.startswith("On offer")]
    assert said.count(" ") == 5, "a line may end before the bracket, and nowhere else"


@pytest.mark.parametrize("owned", [True, False])
def test_companies_whose_shares_do_not_count_for_the_limit_are_named(owned: bool, monkeypatch):
    """18GA 3.5: “0/12” stood beside 40% of a company whose price is in the yellow, and nothing said why."""
    g = new("18GA")
    start(g, "SAL", 70, next(where for where, cell in g.rules.data.cells.items() if "y" in cell.codes))
    if owned:
        own(g, "p1", "SAL", 2, president=True)
    g.state.place["SAL.8"] = "pool"
    view = stock(g).view(None)
    assert everyone(view, g.rules).uncounted == (("SAL",) if owned else ())
    assert {p.certificates for p in everyone(view, g.rules).players} == {0}
    written = note_words(monkeypatch)
    draw_holdings(view, g.rules)
    assert ("Not counted in certs: SAL" in written) is owned
    assert "pool" in written, "a share lies there"


def test_no_train_is_cut_off(game: Game, monkeypatch):
    """Three more trains for every company: their words go on in a second line, and minors make room for each other."""
    view = game.view(None)
    for n, company in enumerate(c for c, known in view.companies.items() if known.president and not known.closed):
        names = [card for card, place in view.place.items() if card in game.rules.data.train_cards and place == "depot"]
        view.place |= dict.fromkeys(names[:3] if n else names[:1], company)
    said = note_words(monkeypatch)
    draw_holdings(view, game.rules)
    assert not [text for text in said if text.endswith("…")]


def test_worth_has_one_meaning_in_a_title_that_counts_assets():
    """18 India 9.2: a tenth of a company's assets with each share."""
    game = played_until("18India", lambda g: g.state.round.startswith("OR 2"))
    view = game.view(None)
    for player in view.order:
        assert queries.worth(view, game.rules, player) == sum(game.rules.worth(game, player).values())


def test_trains_are_named_alike_however_many_there_are():
    """One column read "2-train" in a row and "2, 2" in the next; then a lone "2" read as two trains."""
    assert [_trains(names) for names in (["3"], ["3", "3", "4"], ["4D"], [])] == [
        "3T",
        "3T, 3T, 4T",
        "4D",
        "",
    ]


def test_privates_of_companies_are_there(monkeypatch):
    """18TN: a private that a company had bought stood nowhere."""
    g = new("18TN")
    start(g, "SR", 65)
    g.state.place |= {"OWR": "SR", "TCC": "SR"}
    view = stock(g).view(None)
    assert any(words.startswith("SR: ") and "TCC, OWR" in words for words in holdings_words(view, g.rules))
    written = note_words(monkeypatch)
    draw_holdings(view, g.rules)
    assert "Privates: SR TCC + OWR" in "\n".join(written).replace("\N{NO-BREAK SPACE}", " ")


def test_what_stands_beside_a_minor_is_explained(monkeypatch):
    """`Bob £69 2, 2` stood there alone: nobody could know that the last are trains."""
    game = played_until("18EU", lambda g: g.state.round.startswith("OR 1"))
    view = game.view(None)
    written = note_words(monkeypatch)
    draw_holdings(view, game.rules)
    assert "minors: owner, money, trains" in written
    minor = next(m for m in everyone(view, game.rules).minors if m.trains)
    owner = f"{game.rules.person(minor.owner)} {game.rules.data.money(minor.treasury)}"
    assert f"{owner} · {', '.join(map(train_in_table, minor.trains))}" in written


def test_every_picture_writes_several_trains_alike(game: Game, monkeypatch):
    """A company had “2 2” on the map, in the round's picture and on the timeline, “2, 2” on its card and in the holdings."""
    view, rules = game.view(None), game.rules
    sets = [names for c in view.companies if len(names := queries.train_names(view, rules, c)) > 1]
    written = note_words(monkeypatch)
    draw_map(view, rules)
    draw_holdings(view, rules)
    assert sets
    assert not {" ".join(names) for names in sets} & {*written}
    assert any(", ".join(map(train_in_table, names)) in written for names in sets)


@pytest.mark.parametrize("game", ["18GA"], indirect=True)
def test_where_room_is_short_long_names_give_way_to_shares(game: Game, monkeypatch):
    """Four long names made the question for a price higher than a phone's screen: each share took a line of its own."""
    view, long = game.view(None), {p: f"{p.title()} Featherstonehaugh" for p in game.state.order}
    rules = replace(game.rules, called=long)
    short = draw_holdings(view, game.rules, space=Space.BARE).height
    written = note_words(monkeypatch)
    assert draw_holdings(view, rules, space=Space.BARE).height == short
    names = [text for text in written if text.partition(" ")[0] in {n.partition(" ")[0] for n in long.values()}]
    assert any(text.startswith(f"{game.state.order[0].title()}") and text.endswith("…") for text in names), names
    assert draw_holdings(view, rules).height > draw_holdings(view, game.rules).height, "elsewhere they stand in full"


def test_trains_stay_in_a_line_beside_a_president_with_a_long_name():
    """18EU's price step was 711 pixels high: trains took two lines each, beside names that stand below as well."""
    g = golden_position("18EU-bank", 290)
    view = g.view(None)
    view.place["4-1"] = "GSR"  # which has four others
    leaders = {c.president for c in view.companies.values() if c.president}
    others = set(g.state.order) - leaders
    long = dict.fromkeys(leaders, "Bartholomew Featherstonehaugh") | dict.fromkeys(others, "B" * 40)
    heights = {
        _Page(everyone(view, rules), view, rules, (), {}, Space.BARE).companies().height
        for rules in (g.rules, replace(g.rules, called=long))
    }
    assert len(heights) == 1


def test_a_share_of_the_pool_has_its_price_before_its_company_has_one():
    """“–” stood beside a share of the GIPR that cost ₹112."""
    g = golden_position("18India-preset", 25)
    nwr = next(c for c in everyone(g.view(None), g.rules).companies if c.company == "NWR")
    assert (nwr.price, nwr.pool, nwr.in_pool) == (0, 10, 100)
    assert any(words.startswith("NWR: price ₹100, ") for words in holdings_words(g.view(None), g.rules))

"""What is typed with a part of a name: it is read where it names one thing, and shown before it is played."""

from __future__ import annotations

import re

import pytest

from bot.model.words.reading.loose_names import spell_parts
from bot.model.words.shorthand import SHORTHAND
from bot.model.words.vocabulary import describe_position, split_words, without_accents
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, labels, said, world
from tests.support.golden_positions import golden_position
from tests.support.title_positions import new, stock
from tests.support.typed_lines import plain_words, typing_at
from titles import TITLES


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, NAMES) as made:
        yield made


async def type_at(w, g, *lines):
    """What is answered to each line, and whether it was played, typed at one table."""
    thread = await table_at(w, g)
    table = await w.game(thread)
    told = []
    for typed in lines:
        before = table.position.move
        done = said(await w.actor_at(table).slash(thread, "do", action=typed)).replace("\\", "")
        told.append((done, table.position.move != before))
    return told


async def test_a_part_of_a_name_is_read_and_shown_first(w):
    """“Nothing here is called Oneida” stood above a picture that said “Oneida & Western RR”."""
    ((told, played),) = await type_at(w, golden_position("18TN-bank", 3), "bid 115 on Oneida")
    assert not played
    assert "Bid $115 on OWR?" in told


async def test_a_part_that_several_names_have_is_asked(w):
    ((told, played),) = await type_at(w, golden_position("18TN-bank", 3), "bid 105 on tennessee")
    assert not played
    assert "tennessee can be Tennessee Copper Company (TCC) or East Tennessee" in told


async def test_the_start_of_a_company_is_shown_unless_its_calledor_whole_name_is_typed(w):
    """“Start the Southern at 90” took $180 without a question, where the button asked."""
    start = stock(new("18TN"))
    loose, exact = await type_at(w, start, "start the Southern at 90", "par SR 90")
    assert not loose[1]
    assert "Start SR" in loose[0]
    assert exact[1]


async def test_the_whole_name_starts_a_company_at_once(w):
    ((_, played),) = await type_at(w, stock(new("18TN")), "start Southern Railway at 90")
    assert played


async def test_a_colour_is_no_name(w):
    ((told, _),) = await type_at(w, golden_position("18TN-bank", 26), "buy a share of the red one")
    assert "companies are typed by their letters, not by colours" in told


async def test_people_say_who_is_paid_and_where_track_goes(w):
    ((_, played),) = await type_at(w, golden_position("18TN-bank", 127), "pay the shareholders")
    assert played
    for way in ("towards", "toward"):
        ((told, _),) = await type_at(w, golden_position("18TN-bank", 40), f"lay track {way} Cincinnati")
        assert "Lay tile 8 in B15, to B13 (Louisville) and A16 (Cincinnati)" in told


async def test_a_line_means_whoever_is_called_so_and_not_whose_seat_is(tmp_path):
    """`sell OSR bob 5` was offered to Dora, whose seat bears the name that Bob is called by."""
    async with typing_at(tmp_path, "18GA-bank", 10) as at:
        offered = await at.play("sell OSR bob 5")
        assert at.table.rules.person(offered.buyer) == "Bob"


GA_SHARES = "you can buy 10% of GA from the initial offering for $55"


async def test_the_price_stays_where_a_company_is_called_by_its_colour(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 10) as typist:
        shown = await typist.show("start the blue one at 70")
        assert "by their letters, not by colours" in plain_words(shown)
        assert "1 · Start ACL at $70" in labels(shown)


def test_shorthand_is_no_name_of_a_thing() -> None:
    for title in TITLES.values():
        data = title.rules((), title.file.players[0]).data
        things = (*data.companies, *data.privates, *data.hexes, *data.trains, *data.tiles)
        assert not {t.casefold() for t in things} & set(SHORTHAND)


@pytest.mark.parametrize("number", [0, 97])
def test_whole_names_read_like_keys_with_and_without_their_accents_and_signs(number):
    """`start bnr 82 with Chemin de Fer du Nord` was not understood, and of `paris-lyon-mediterranee` were read 3 and 3 again."""
    g = golden_position("18EU-bank", number)
    by = g.deciders()[0]
    choices, known = g.choices(by), describe_position(g.rules, g.view(by), {}, "")
    kinds = tuple({c.kind for c in choices})
    for key, company in g.rules.data.companies.items():
        plain = without_accents(company.name)
        for name in (company.name, plain.upper(), re.sub(r"[-.]", " ", plain)):
            for typed in ("", "bid 120 on ", "start bnr 82 with "):
                spelled = spell_parts(typed + name, known, kinds, choices).text
                called = f"minor {key}" if key.isdecimal() else key  # a number alone may be that of a button
                assert split_words(spelled, known) == split_words(typed + called, known), (typed, name)
                if key.isdecimal():
                    assert spelled == typed + called, "as `with minor 5` is looked for"

"""Rules of ours that 18xx.games does not have: each is refused with the reason, or exported with a warning."""

from __future__ import annotations

import pytest

from bot.core.errors import NotPossible
from bot.files import table_export
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.export_state import Source
from bot.interchange.exporter import Exporter, write_game
from bot.interchange.import_profiles import IMPORT_PROFILES
from bot.interchange.import_state import PRESET
from bot.interchange.importer import Importer
from bot.interchange.site.errors import Unwritable
from bot.interchange.unsupported_rules import UNSUPPORTED_RULES
from bot.sandbox.random_player import pick_action
from game.actions import Action
from game.play import Game
from tests.golden import NAMES
from tests.support import restless_player
from tests.support.preset_games import HABITS, keen
from titles import TITLES

PRESETS = {title: TITLES[title].file.preset[PRESET] for title in EXPORT_PROFILES}
SEEDS = {"18India": "1 18xx.games"}


def begun(title, options, policy=None, most=0):
    """The first actions of a game under these options, as it is written."""
    players = NAMES[: TITLES[title].file.players[0]]
    seed = SEEDS.get(title, "1")
    g = Game.new(TITLES[title].rules(options, len(players)), players, seed, seated=True)
    actions: list[Action] = []
    while policy and len(actions) < most and not g.state.over:
        actions.append(policy(g))
        g.play(actions[-1])
    return g, Source(title, g.rules.options, players, seed, seated=True, actions=tuple(actions))


@pytest.mark.parametrize("title", EXPORT_PROFILES)
def test_every_option_of_a_title_has_its_place_at_the_site(title):
    """A new option fails here until somebody has found out what 18xx.games does instead."""
    profile = next(p for p in IMPORT_PROFILES.values() if p.title == title)
    places = [
        {*PRESETS[title]},
        {*filter(None, profile.options.values()), *profile.lenient_options},
        {*UNSUPPORTED_RULES[title]},
    ]
    assert set.union(*places) == {*TITLES[title].file.option}
    assert sum(map(len, places)) == len(TITLES[title].file.option), "one place each"


LACKS = [(title, option) for title, found in UNSUPPORTED_RULES.items() for option in found]
SWITCHES = [(title, switch) for title, preset in PRESETS.items() for switch in preset]


@pytest.mark.parametrize(("title", "option"), LACKS, ids=map("-".join, LACKS))
def test_a_rule_that_the_site_lacks_is_refused_or_told(title, option):
    _, source = begun(title, (PRESET, option))
    lack = UNSUPPORTED_RULES[title][option]
    if lack.always:
        with pytest.raises(Unwritable) as caught:
            write_game(source)
        assert str(caught.value) == f"18xx.games {lack.instead}"
        return
    (warning,) = write_game(source).warnings
    assert warning == (f"18xx.games has other rules, which made no difference here: it {lack.instead}")


@pytest.mark.parametrize(("title", "switch"), SWITCHES, ids=map("-".join, SWITCHES))
def test_a_rule_of_the_site_under_which_the_game_was_not_played_is_told(title, switch):
    _, source = begun(title, [s for s in PRESETS[title] if s != switch])
    (warning,) = write_game(source).warnings
    text = TITLES[title].file.option[switch].text.partition(" [")[0]
    assert warning.endswith(f"it has small rules that this game was played without: “{text}”"), "as the lobby names it"


def test_whoever_asks_for_what_the_site_cannot_play_reads_which_formats_have_it():
    _, source = begun("18India", (PRESET, "certificate_auction"))
    with pytest.raises(
        NotPossible, match=r"does not auction them\. Every other format .*: transcript, json, log, csv$"
    ):
        table_export._export(source, "18xx.games")


def test_a_game_by_the_rules_of_the_site_needs_no_warning():
    assert [write_game(begun(title, (PRESET,))[1]).warnings for title in EXPORT_PROFILES] == [()] * len(EXPORT_PROFILES)


# ---------------------------------------------------------------------- games that depend on such a rule


def test_a_purchase_that_the_site_does_not_have_names_its_action_and_the_rule():
    """18 India: a row of the initial offering is bought from in the first stock round."""

    def impatient(g):
        return next((a for c in g.choices() for a in c if type(a).__name__ == "BuyRow"), None) or pick_action(g, "1")

    _, source = begun("18India", (PRESET, "sr1_ipo_open"), impatient, 40)
    first = next(n for n, a in enumerate(source.actions, 1) if type(a).__name__ == "BuyRow")
    with pytest.raises(Unwritable) as caught:
        write_game(source)
    sentence = str(caught.value)
    lack = "it keeps the rows closed in the first stock round"
    assert sentence == f"Move {first} leads to another position at 18xx.games: {lack}"


def test_an_end_that_the_site_does_not_have_names_its_action_and_the_rule():
    """18GA: the market ends the game at 230, where it goes on at 18xx.games."""

    g, source = begun("18GA", (PRESET, "end_price=230"), lambda g: keen(g, "1", HABITS[0]), 3000)
    assert g.state.over == "price"
    with pytest.raises(Unwritable) as caught:
        write_game(source)
    assert str(caught.value) == (
        f"Move {len(source.actions)} leads to another position at 18xx.games: it ends a game at a share price of 300 only"
    )


def test_of_many_rules_of_the_site_those_are_named_that_make_the_difference():
    """18VA by the rulebook: a company is turned into one of ten shares before it has operated."""
    _, source = begun("18VA", (), lambda g: restless_player.choose(g, "8"), 150)
    with pytest.raises(Unwritable) as caught:
        write_game(source)
    sentence = str(caught.value)
    assert sentence.endswith(
        ": it has small rules that this game was played without: “Only companies that have operated before may convert by choice”"
    ), sentence
    assert "You can" not in sentence, "what the site would ask for is of no use here"


def test_a_game_is_written_up_to_what_the_site_does_not_have():
    _, source = begun("18VA", (), lambda g: restless_player.choose(g, "8"), 200)
    written = write_game(source, partial=True)
    assert written.warnings[-1].startswith("The file ends before that: 18xx.games does not allow move ")
    reader = Importer(written.data)
    for _ in reader.play_all():
        pass
    assert 10 < len(reader.imported.plays) < len(source.actions)
    assert not reader.game.state.over


def test_what_nobody_has_foreseen_is_refused_with_a_sentence(monkeypatch):
    """18GA: no export ends in a traceback."""
    _, source = begun("18GA", (PRESET,), lambda g: pick_action(g, "1"), 5)
    monkeypatch.setattr(Exporter, "put_action", lambda _self, action: {}[action])
    with pytest.raises(Unwritable) as caught:
        write_game(source)
    assert str(caught.value) == "18xx.games has no words for move 1"

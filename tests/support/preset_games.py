"""Games under the rules of 18xx.games whose players are in a hurry: whole ones, of all kinds of actions, and cheap to compute.

The bank keeps its money and every action is legal there; what is short is the way to the end. Runs are the best, all is paid
out, and what makes a game go on for ever (shares sold and bought again, trains traded back) is done now and then only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs

from bot.interchange.export_state import Source
from bot.sandbox.random_player import pick_action, pick_value
from game.actions import Action, BuyTrain, PayDividend, RunTrains
from game.chance import number
from game.choices import Choice
from game.play import Game
from game.routing import routes
from tests.golden import LONGEST, NAMES
from tests.support.title_positions import is_trade
from titles import TITLES

# How often, in percent, a kind of action is taken up where it is offered, in this order; what is not named, once in twenty.
USUAL = {"BuyTrain": 40, "Exchange": 30, "BuyHand": 90, "BuyRow": 90, "Par": 80, "BuyShare": 80, "LayTile": 60}
HABITS: tuple[Mapping[str, int], ...] = (
    {**USUAL, "PlaceToken": 30, "Use": 50},
    {**USUAL, "LayTile": 80, "PlaceToken": 60, "TakePrivate": 30},
    {**USUAL, "BuyTrain": 90, "Exchange": 90, "Redeem": 30, "BuyBond": 10, "ConvertBond": 30},
    {"SellShares": 4, **USUAL, "Choose": 30, "SellTrain": 5},
)
PRICED = {"LayTile": 25}  # where the market soon ends the game, track adds nothing but time
SOON = ("18GA", "18TN")
OTHERWISE = 5  # percent
STUCK = 500  # actions of an auction that never closes, since bidders tie up all money


class StuckError(Exception):
    """The first auction never closes."""


def begun(title: str, seed: int) -> Source:
    """The game of that number before anything is played; players and setup follow from the number."""
    low, high = TITLES[title].file.players
    players = NAMES[: low + seed % (high - low + 1)]
    dealt = f"{seed} 18xx.games" if title == "18India" else str(seed)
    g = Game.new(TITLES[title].rules(("18xx.games",), len(players)), players, dealt)
    return Source(title, g.rules.options, tuple(g.state.order), dealt, seated=True, actions=())


def plays(g: Game, title: str, seed: int) -> Iterator[Action]:
    """What is played in the game of that number, one action after the other to the end: whoever asks plays each in `g`."""
    habit = {**HABITS[seed % len(HABITS)], **(PRICED if title in SOON else {})}
    for played in range(LONGEST):
        if g.state.over:
            return
        if played > STUCK and g.state.round == "Auction":
            raise StuckError
        g.past.clear()
        yield keen(g, str(seed), habit)
    raise AssertionError("a game without end")


def keen(g: Game, seed: str, habit: Mapping[str, int]) -> Action:
    """A legal action of the first who must act, by habit. Companies seldom buy certificates: the site cannot float all so."""
    stream, by = f"keen/{g.state.seq}", g.deciders()[0]
    offers: dict[str, list[Choice]] = {}
    for choice in g.choices(by):
        offers.setdefault(choice.kind.__name__, []).append(choice)
    if PayDividend.__name__ in offers:
        return PayDividend("full", by=by)
    if RunTrains.__name__ in offers:  # the first one listed; to list others takes longer than to find it
        return RunTrains(routes.written(routes.best(g, getattr(g.top_step(), "company", ""), keep=1)[0].runs), by=by)
    liked = {} if g.state.step_key == "buy holding" else habit
    for n, (kind, percent) in enumerate(liked.items()):
        if kind in offers and number(seed, stream, n, 100) < percent:
            usual = [c for c in offers[kind] if kind != BuyTrain.__name__ or _is_from_treasury(g, c)]
            if usual:
                return _one(usual, seed, stream)
    if "Pass" in offers and number(seed, stream, 50, 100) >= OTHERWISE:
        return offers["Pass"][0].actions[0]
    return pick_action(g, seed)


def _is_from_treasury(g: Game, trains: Choice) -> bool:
    """Whether these are trains of the bank that the company pays alone."""
    treasury = g.state.cash[getattr(g.top_step(), "company", "")]
    return not is_trade(trains) and all(a.price <= treasury for a in trains if isinstance(a, BuyTrain))


def _one(choices: list[Choice], seed: str, stream: str) -> Action:
    choice = choices[number(seed, stream, 51, len(choices))]
    action = choice.actions[number(seed, stream, 52, len(choice.actions))]
    return structs.replace(
        action, **{name: pick_value(span, seed, f"{stream}/{name}") for name, span in choice.ranges.items()}
    )

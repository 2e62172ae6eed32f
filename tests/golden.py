"""Golden games: whole games as text, with what happened after each action in words, and fingerprints of the state.

`python -m tests.golden` writes them anew; the difference in git shows what a change of the code changed in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from msgspec import structs

from bot.sandbox.random_player import pick_action, pick_value
from game.actions import (
    Action,
    Bankrupt,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
)
from game.chance import number
from game.events import RoundEnded
from game.notation import line
from game.play import Game
from game.transcript import perform, read
from render.text.event_text import tell
from titles import find

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay")
SEEDS = 200
LONGEST = 6000  # actions; a game that takes more has no end


def thrifty(g: Game, seed: str) -> Action:
    """Buys and holds shares, pays out, lays little track, buys trains when it must: prices rise and the bank lasts."""
    by = g.deciders()[0]
    offers = {c.kind: c for c in g.choices(by)}
    chance = number(seed, f"thrift/{g.state.seq}", 0, 100)
    if PayDividend in offers:
        return PayDividend("full", by=by)
    if BuyShare in offers and chance < 70:
        shares = offers[BuyShare].actions
        return shares[chance % len(shares)]
    only_sales = SellShares in offers and BuyShare not in offers and Par not in offers
    idle = only_sales or BuyTrain in offers or PlaceToken in offers or (LayTile in offers and chance > 40)
    return Pass(by=by) if Pass in offers and idle else pick_action(g, seed)


def careless(g: Game, seed: str) -> Action:
    """Any legal action of any kind, passes and sales as likely as the rest: somebody soon cannot pay for a train."""
    by = g.deciders()[0]
    offers = [c for c in g.choices(by) if c.kind not in (BuyPrivate, SellPrivate)]
    found = offers[number(seed, f"care/{g.state.seq}", 0, len(offers))]
    action = found.actions[number(seed, f"care/{g.state.seq}", 1, len(found.actions))]
    values = {name: pick_value(span, seed, f"care/{g.state.seq}/{name}") for name, span in found.ranges.items()}
    return structs.replace(action, **values)


def reckless(g: Game, seed: str) -> Action:
    """The first player buys every train, the others nothing but shares, and all is paid out: soon nobody can help a company."""
    by = g.deciders()[0]
    offers = {c.kind: c for c in reversed(g.choices(by))}
    stream = f"reckless/{g.state.seq}"
    trains = [a for c in g.choices(by) for a in c if isinstance(a, BuyTrain) and not a.seller]
    if Bankrupt in offers:
        return offers[Bankrupt].actions[0]
    if PayDividend in offers:
        return PayDividend("full", by=by)
    if by == g.state.order[0]:
        return trains[0] if trains else pick_action(g, seed)
    found = offers.get(Par) or offers.get(BuyShare)
    if found:
        action = found.actions[number(seed, stream, 0, len(found.actions))]
        return structs.replace(action, **{n: pick_value(s, seed, f"{stream}/{n}") for n, s in found.ranges.items()})
    idle = BuyTrain in offers or LayTile in offers or SellShares in offers
    return Pass(by=by) if Pass in offers and idle else pick_action(g, seed)


def keen(g: Game, seed: str) -> Action:
    """Buys what shares there are, and a train wherever the bank sells one; pays out, sells nothing, stops building early."""
    by = g.deciders()[0]
    offers = {c.kind: c for c in g.choices(by)}
    chance = number(seed, f"keen/{g.state.seq}", 0, 100)
    if PayDividend in offers:
        return PayDividend("full", by=by)
    shares = [a for c in g.choices(by) if c.kind.verb == "buy" and not c.ranges for a in c]
    if shares and chance < 80:
        return shares[number(seed, f"keen/{g.state.seq}", 1, len(shares))]
    new = [a for a in offers.get(BuyTrain, ()) if isinstance(a, BuyTrain) and not a.seller]
    if new and chance < 90:
        return new[0]
    if Pass in offers and (LayTile not in offers or chance > 50):
        return Pass(by=by) if RunTrains not in offers else pick_action(g, seed)
    return pick_action(g, seed)


def played_until(title: str, wanted: Callable[[Game], bool], name: str = "bank") -> Game:
    """A kept game at the first moment that is wanted."""
    kept = read((FOLDER / f"{title}-{name}.txt").read_text("utf-8"))
    rules = find(title).rules(kept.options, len(kept.players))
    game = Game.new(rules, kept.players, kept.seed, seated=kept.seated)
    if wanted(game) or any(wanted(game) for _ in perform(game, kept.entries)):
        return game
    raise LookupError(f"{title}-{name} has no such moment")


@dataclass(frozen=True)
class Golden:
    """A game that is kept as text: what is played, how, and why it ends. Which seed leads there is found when it is written."""

    name: str
    title: str
    end: str
    players: int = 3
    options: tuple[str, ...] = ()
    policy: Callable[[Game, str], Action] = pick_action

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def start(self, seed: str) -> Game:
        """The game before its first action."""
        rules = find(self.title).rules(self.options, self.players)
        g = Game.new(rules, NAMES[: self.players], seed)
        g.remarks = True
        return g

    def write(self) -> None:
        """Play with one seed after another until the game ends as it should, and keep that game."""
        for seed in range(1, SEEDS):
            text = (
                "\n".join(told(self.start(str(seed)), str(seed), partial(policy_actions, self.policy, str(seed))))
                + "\n"
            )
            if text.endswith(f"# end: {self.end}\n"):
                self.path.write_text(text, "utf-8")
                return
        raise AssertionError(f"{self.name}: no seed below {SEEDS} ends by {self.end}")

    def retold(self) -> str:
        """The kept actions played again, and told anew."""
        kept = read(self.path.read_text("utf-8"))
        return "\n".join(told(self.start(kept.seed), kept.seed, lambda g: perform(g, kept.entries))) + "\n"


def policy_actions(policy: Callable[[Game, str], Action], seed: str, g: Game) -> Iterator[Action]:
    """Actions of a policy, played as they come."""
    for _ in range(LONGEST):
        if g.state.over:
            return
        action = policy(g, seed)
        g.play(action)
        yield action


def told(g: Game, seed: str, actions: Callable[[Game], Iterator[Action]]) -> Iterator[str]:
    """A game line by line: what was typed, what happened in words, and at the end of rounds the state's fingerprint."""
    yield from (f"title {g.rules.name}", f"players {' '.join(sorted(g.state.order))}", f"seed {seed}")
    yield from (f"option {o}" for o in g.rules.options)
    yield ""
    for action in actions(g):
        mark = f"  @{g.fingerprint()[:8]}" if any(isinstance(e, RoundEnded) for e in g.events) else ""
        yield f"{action.by}  {line(action)}{mark}"
        yield from (f"#   {said}" for said in tell(g.events, g.view(None), g.rules))
    yield ""
    yield from (f"# {p}: {g.rules.worth(g, p)}" for p in g.state.order)
    yield f"# end: {g.state.over}"


GA_OPTIONS = (
    "double_yellow_first_turn",
    "gf_home_columbus",
    "cog_less_token",
    "macon_or_brunswick",
    "end_price=250",
    "unlimited_8",
    "extra_or_on_tie",
    "soft_rust_4",
    "cotton_port",
)
TN_OPTIONS = (
    "triple_yellow_first_turn",
    "phase2_private_sales",
    "salvage_3",
    "extra_or_on_tie",
    "civil_war_free_choice",
    "civil_war_next_round",
    "laps_are_rounds",
)
EU_OPTIONS = ("second_extra_three", "extra_four", "shareless_trains_leave", "charter_when_floated")

GAMES = (
    Golden("18GA-bank", "18GA", "bank", 4),
    Golden("18GA-bankruptcy", "18GA", "bankruptcy", 4, policy=careless),
    Golden("18GA-price", "18GA", "price", 4, policy=thrifty),
    Golden("18GA-options", "18GA", "price", 5, GA_OPTIONS, thrifty),
    Golden("18GA-preset", "18GA", "bank", 3, ("18xx.games",)),
    Golden("18TN-bank", "18TN", "bank", 4),
    Golden("18TN-bankruptcy", "18TN", "bankruptcy", 4, policy=careless),
    Golden("18TN-price", "18TN", "price", 3, policy=thrifty),
    Golden("18TN-options", "18TN", "bank", 4, TN_OPTIONS),
    Golden("18TN-preset", "18TN", "bank", 3, ("18xx.games",)),
    Golden("18VA-bank", "18VA", "bank", 4),
    Golden("18VA-bankruptcy", "18VA", "bankruptcy", 3, policy=careless),
    Golden("18VA-options", "18VA", "bank", 2, ("two_player_70", "rounds_follow_phase")),
    Golden("18VA-preset", "18VA", "bank", 4, ("18xx.games",)),
    Golden("18EU-bank", "18EU", "bank", 3, policy=reckless),
    Golden("18EU-bankruptcy", "18EU", "bankruptcy", 3, policy=reckless),
    Golden("18EU-options", "18EU", "bank", 5, EU_OPTIONS, careless),
    Golden("18EU-preset", "18EU", "bank", 2, ("18xx.games",), careless),
    Golden("18India-bank", "18India", "bank", 5),
    Golden("18India-price", "18India", "price", 3),
    Golden("18India-options", "18India", "bank", 4, ("certificate_auction", "sr1_ipo_open", "line_passes_again"), keen),
    Golden("18India-preset", "18India", "bank", 2, ("18xx.games",), keen),
)


def main() -> None:
    """Write all golden games anew."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        game.write()


if __name__ == "__main__":
    main()

"""The part of a company's turn in which it lays tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import field, structs

from game import legal_lays, privates, stations, tile_checks, tile_lays
from game.ability_kinds import LAY
from game.actions import Action, LayTile, Pass
from game.checks import LayCheck, LayPermit
from game.choices import Choice, choice
from game.events import DEALS, Passed, Skipped
from game.hexes import HEX_SIDES
from game.memo import memoized
from game.names import company_name
from game.rules import Refusal
from game.state import Company, Hex
from game.step_keys import StepKey
from game.steps import Step
from game.steps.consent import Consent, ask
from game.steps.listing import listed_later
from game.steps.operate import abilities_on_offer, powers_wait
from game.steps.token import ChooseCity
from game.tile_lays import Built, Lay

if TYPE_CHECKING:
    from game.play import Game


class LayTrack(Step):
    """Normal lays of the turn and lays by powers of privates, in any order, until nothing is left or the company passes."""

    company: Company
    laid: list[Built] = field(default_factory=list)  # in this turn, in order
    asked: list[LayTile] = field(default_factory=list)  # the lay that waits for another player's word
    done: bool = False

    key: ClassVar[str] = StepKey.TRACK

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        lays = list_lays(g, self.company, self.lay_permits(g))
        if lays:
            yield lays
        if lays or any(abilities_on_offer(g)) or powers_wait(g):
            kept = not lays or self.laid or self._only_powers_lay(g)
            forgoes = "" if kept else f"{company_name(g.rules, self.company)} may still lay a tile"
            yield choice(Pass(by=g.president(self.company)), forgoes=forgoes)

    def _only_powers_lay(self, g: Game) -> bool:
        """Whether all tiles that can be laid need the power of a private, which is kept for later turns."""
        permits = self.lay_permits(g)
        usual = tuple(a for a in permits if not a.using)
        return len(usual) < len(permits) and list_lays(g, self.company, usual) is None

    def apply(self, g: Game, action: Action) -> None:
        if not isinstance(action, LayTile):
            self.done = True
            g.emit(Passed(self.company, self.key if list_lays(g, self.company, self.lay_permits(g)) else DEALS))
            return
        lay = self._meant(g, action)
        other = g.rules.track.consent(g, lay)
        if other and ask(g, Consent(action.by, other, lay.hex, 0, self.company, "")):
            self.asked = [action]
        else:
            self._lay(g, lay)

    def after(self, g: Game, child: Step) -> bool:
        if not self.asked or not isinstance(child, Consent):
            return False
        action = self.asked.pop()
        if child.yes:
            self._lay(g, self._meant(g, action))
        return True

    def _meant(self, g: Game, action: LayTile) -> Lay:
        """The legal lay that an action stands for."""
        lay = find_lay(g, self.company, self.lay_permits(g), action, g.rules.track.checks)
        assert lay is not None, f"{action} is not legal"
        return lay

    def _lay(self, g: Game, lay: Lay) -> None:
        """Carry out a lay, and note the power that it used."""
        self.laid.append(Built(lay.hex, lay.tile, lay.permit.using))
        tile_lays.carry_out(g, lay)
        if lay.permit.using:
            privates.use(g, lay.permit.using, LAY)
        if stations.standing(g, lay.hex) and not stations.unsettled(g, lay.hex):
            g.push(ChooseCity(self.company, lay.hex))

    def resume(self, g: Game) -> bool:
        if not self.done and not self.laid:
            g.emit(Skipped(self.company, self.key, "no tile can be laid"))
        return False

    def normal(self, g: Game, action: Action) -> Action:
        """Of equal faces of a tile only one is listed, and a tile is listed by its own name."""
        if not isinstance(action, LayTile):
            return action
        tile = tile_checks.numbered(g.rules.data, action.hex, action.tile)
        if tile not in g.rules.data.tiles or action.rotation not in range(HEX_SIDES):
            return action
        return structs.replace(action, tile=tile, rotation=g.rules.data.tiles[tile].listed(action.rotation))

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, LayTile) or action.by != g.president(self.company):
            return None
        data = g.rules.data
        action = structs.replace(action, tile=tile_checks.numbered(data, action.hex, action.tile))
        if action.hex not in data.hexes:
            return Refusal(f"There is no hex {action.hex!r} on the map")
        if action.tile not in data.tiles:
            return Refusal(f"There is no tile {action.tile!r} in this game")
        if action.rotation not in range(HEX_SIDES):
            return Refusal("A tile is turned by 0 to 5 sides")
        permits = [a for a in self.lay_permits(g) if a.using == action.using]
        if not permits:
            if action.using:
                why = f"{self.company} cannot use {action.using} to lay a tile"
                return Refusal(why, g.rules.paragraph(tile_checks.within_power))
            return Refusal("You cannot lay another tile this turn", g.rules.paragraph(tile_checks.within_allowance))
        lays = [tile_lays.propose(g, self.company, action.hex, action.tile, action.rotation, a) for a in permits]
        refusals = [legal_lays.refuse(g, lay, g.rules.track.checks) for lay in lays]
        return None if None in refusals else refusals[0]

    def lay_permits(self, g: Game) -> tuple[LayPermit, ...]:
        return (*g.rules.track.permits(g, self.company, self.laid), *g.rules.track.powers(g, self.company))


def list_lays(
    g: Game, company: Company, permits: tuple[LayPermit, ...], checks: tuple[LayCheck, ...] = ()
) -> Choice | None:
    """The legal lays of some kinds as a choice, None: there are none. `checks`: others than those of the title's turns."""
    by, checks = g.president(company), checks or g.rules.track.checks

    def lays_found(among: Collection[Hex] | None = None) -> Iterator[LayTile]:
        for permit in permits:
            for lay in legal_lays.lays(g, company, permit, checks, among):
                yield LayTile(lay.hex, lay.tile, lay.rotation, permit.using, by=by)

    # Where tiles must follow each other, one beside the last is the likeliest.
    beside = {h for a in permits for last in a.after[-1:] for h in g.rules.data.hexes[last].sides if h}
    first = next(lays_found(beside), None) if beside else None
    return listed_later(g, lays_found, test=lambda a: find_lay(g, company, permits, a, checks) is not None, first=first)


@memoized()
def find_lay(
    g: Game, company: Company, permits: tuple[LayPermit, ...], action: LayTile, checks: tuple[LayCheck, ...]
) -> Lay | None:
    """The legal lay of an action by the first kind of lay that allows it, None: it is not legal."""
    data = g.rules.data
    if action.hex not in data.hexes or action.tile not in data.tiles:
        return None
    if action.rotation not in data.tiles[action.tile].rotations:
        return None
    own_permits = (a for a in permits if a.using == action.using)
    lays = (tile_lays.propose(g, company, action.hex, action.tile, action.rotation, a) for a in own_permits)
    return next((lay for lay in lays if not g.rules.forbids(checks, g, lay)), None)

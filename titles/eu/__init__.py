"""18EU: A Century of Railroading in Europe. Paragraphs are those of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import emergency, ending, limits, market, share_checks, share_trading, shares, trains
from game.end_causes import BANK_BROKE, BANKRUPTCY
from game.events import (
    BankBroke,
    ParSet,
    PhaseBegan,
    RoundBegan,
    Rusted,
    SharesBought,
    SharesSold,
    TileLaid,
    TrainBought,
    TurnBegan,
)
from game.load import load
from game.options import option_values
from game.rules import NOW, SET, MarketRules, Rules, ShareRules, StockRules, TrainRules
from game.steps.dividend import Dividend
from game.steps.run import RunRoutes
from game.steps.token import PlaceToken
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from titles.eu import (
    bankruptcy,
    capital,
    depot,
    doubled_stop,
    final,
    income,
    mergers,
    minors,
    pullman,
    routes,
    track,
    treasury,
)
from titles.eu.cards import WORDS as CARDS
from titles.eu.cards import bonuses
from titles.eu.marks import MARKS
from titles.eu.paragraphs import PARAGRAPHS
from titles.eu.terms import WORDS as TERMS
from titles.eu.words import FACTS, WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.play import Game
    from game.rules import StepOfTurn


def turn(g: Game, company: str) -> Sequence[StepOfTurn]:
    """18EU 4.4: the steps of a minor's turn, and of a corporation's."""
    late = (depot.LateDiscards,) if g.rules.has("discard_after_turn") else ()
    choose = (doubled_stop.ChooseDoubled,) if g.rules.has("free_runs") else ()
    offer = (pullman.OfferPullman,) if g.rules.has("free_pullman_discard") else ()
    if minors.is_minor(g, company):
        return LayTrack, RunRoutes, *choose, income.MinorIncome, *offer, BuyTrains, *late
    return LayTrack, PlaceToken, RunRoutes, *choose, Dividend, *offer, BuyTrains, treasury.IssueOrRedeem, *late


def order(g: Game) -> list[str]:
    """18EU 4.4: minors by their numbers, then corporations by price."""
    companies = g.state.companies
    open_ = [c for c, data in g.rules.data.companies.items() if data.kind == minors.MINOR and companies[c].president]
    return open_ + market.floated(g)


def rules(options: tuple[str, ...], players: int) -> Rules:
    """18EU's rules under these options."""
    data, settings = load("18eu", options), option_values(options)
    return Rules(
        data=data,
        options=options,
        players=players,
        setup=(minors.lay_out,),
        sequence=final.sale_first,
        turn=turn,
        order=order,
        stock=StockRules(
            sources=(shares.from_treasury, shares.from_pool),
            pars=capital.pars,
            buy=(share_checks.affordable, share_checks.ownership_limit, share_checks.certificate_limit),
            sell=(*capital.SALES, capital.cures),
            par=(capital.gives_a_minor, capital.has_a_city),
            shape="s*b?",
            must_sell=capital.must_sell,
            close=(depot.discard_excess, capital.sold_out),
            alternatives=(mergers.ALTERNATIVE,),
        ),
        shares=ShareRules(
            most=limits.sixty_percent,
            pool=limits.half,
            counts=capital.counts,
            limit=limits.by_players,
            payee=shares.treasury_or_bank,
            floats=capital.half_with_players,
            capitalise=capital.underwrite,
            control=share_trading.most_shares,
        ),
        market=MarketRules(income.price, market.down_per_share, market.whole_price),
        track=track.TRACK,
        tokens=track.TOKENS,
        routes=routes.routes(once="connect_through_hex" not in settings),
        dividends=income.DIVIDENDS,
        trains=TrainRules(
            checks=(pullman.one_beside_a_train, pullman.room_or_give_up),
            limit=trains.phase_limit,
            must_own=depot.must_own,
            sale_checks=(depot.one_block_each, emergency.no_more_than_needed, depot.keeps_it_payable),
            trade_help=True,
            trade_help_when=depot.help_for_others_train,
            trade_after_sale="dear" if "foreign_train_after_sale" in settings else "no",
            help_dearer="help_dearer_train" in settings,
            bankrupt=bankruptcy.bankrupt,
            crowded=depot.crowded,
            discards=pullman.first_to_go,
        ),
        allows_suboptimal_run=routes.best_demanded,
        consent="no_consent" not in settings,
        # 18EU 5: with the set in which the bank broke, but at once when only one player is left
        ends={BANK_BROKE: SET, BANKRUPTCY: NOW},
        worth=ending.cash_shares_privates,
        reactions={
            ParSet: (capital.ask_for_home,),
            SharesBought: (capital.pay_for_tokens,),
            SharesSold: (depot.note_block,),
            TileLaid: (track.one_token_each,),
            TrainBought: (depot.note_first_five, pullman.after_purchase),
            Rusted: (pullman.after_rust,),
            PhaseBegan: (pullman.after_phase,),
            TurnBegan: (pullman.new_turn, depot.forget_blocks),
            RoundBegan: (final.late_discards,),
            BankBroke: (ending.bank_broke,),
        },
        marks=MARKS,
        paragraphs=PARAGRAPHS,
        actions=(mergers.Exchange, treasury.Redeem),
        steps=(
            minors.MinorSale,
            mergers.ReplaceToken,
            capital.FirstMinor,
            final.FinalExchange,
            pullman.OfferPullman,
            pullman.ShedPullmans,
            depot.LateDiscards,
            depot.AskedDiscards,
            doubled_stop.ChooseDoubled,
            treasury.IssueOrRedeem,
            income.MinorIncome,
        ),
        events=(minors.PutUp, mergers.Exchanged, doubled_stop.StopDoubled),
        words={**WORDS, **CARDS, **TERMS},
        facts=FACTS,
        run_bonuses=bonuses,
        notes=track.guards(data),
        shaded=track.shaded_hexes(data) if "no_protected_hexes" not in settings else lambda _s: (),
        signs=track.marks(data, guarded="no_protected_hexes" not in settings),
    )

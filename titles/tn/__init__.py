"""18TN: The Railroads Come to Tennessee. Paragraphs are those of the rulebook, version 2.3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game import (
    emergency,
    ending,
    limits,
    market,
    privates,
    share_checks,
    share_trading,
    shares,
    station_checks,
    stations,
    tile_checks,
    tile_lays,
    train_checks,
    trains,
)
from game.deal_checks import buyer_below_limit
from game.dividend_kinds import PAY_OUT, WITHHOLD
from game.end_causes import BANK_BROKE, BANKRUPTCY, PRICE_REACHED
from game.events import AuctionWon, BankBroke, CardMoved, ParSet, PhaseBegan, PriceMoved, PrivateSold, RoundEnded
from game.load import load
from game.market import par_prices
from game.options import option_values
from game.route_rules import RouteRules
from game.routing import company_reach, train_profiles
from game.rules import (
    NOW,
    ROUND,
    DividendRules,
    MarketRules,
    OwnFacts,
    Rules,
    ShareRules,
    StockRules,
    TokenRules,
    TrackRules,
    TrainRules,
)
from game.steps.dividend import per_share_pool_to_company
from game.steps.par import par_with_private
from game.steps.standard_turn import usual_turn
from game.steps.waterfall import auction_first
from titles.tn import civil_war, private_sales, salvage
from titles.tn.cards import WORDS as CARDS
from titles.tn.marks import MARKS
from titles.tn.paragraphs import PARAGRAPHS
from titles.tn.terms import WORDS as TERMS

if TYPE_CHECKING:
    from game.play import Game
    from game.state import CompanyState


LOG_KINDS: Mapping[type, str] = {civil_war.WarBrokeOut: "runs", civil_war.WarEnded: "runs", salvage.Salvaged: "trains"}


def yellows_of_turn(company: CompanyState, rules: Rules) -> int:
    """18TN 4.2(b), 8(a): one or two yellow tiles, or one upgrade; as an option three yellow ones in the first turn."""
    return 3 if rules.has("triple_yellow_first_turn") and not company.operated else 2


TURN = tile_lays.TileTurn(yellows_of_turn)


def most(g: Game, company: str) -> int:
    """18TN 3.3(a): 60% of a corporation, and all of one in the green zone."""
    return g.company(company).size if limits.in_zone(g, company, "g") else limits.sixty_percent(g, company)


def rules(options: tuple[str, ...], players: int) -> Rules:
    """18TN's rules under these options."""
    data, settings = load("18tn", options), option_values(options)
    return Rules(
        data=data,
        options=options,
        players=players,
        setup=(),
        sequence=auction_first,
        turn=usual_turn,
        order=market.floated,
        stock=StockRules(
            sources=(shares.from_ipo, shares.from_pool),
            pars=par_prices,
            buy=(share_checks.affordable, share_checks.ownership_limit, share_checks.certificate_limit),
            sell=(
                share_checks.has_price,
                share_checks.no_sale_in_first_round,
                share_checks.pool_limit,
                share_checks.successor_exists,
                *(() if "sell_down_with_any_stock" in settings else (share_checks.excess_first,)),
            ),
            deals=() if "buyer_proposes_only" in settings else (buyer_below_limit,),
            seller_deals="buyer_proposes_only" not in settings,
            must_sell=share_checks.over_any_limit,
            sell_first=share_checks.sells_first,
            close=(shares.sold_out_rise,),
        ),
        shares=ShareRules(
            most=most,
            pool=limits.half,
            counts=limits.counts_outside("yg"),
            limit=limits.by_players,
            payee=shares.everywhere_the_bank,
            floats=shares.enough_sold,
            capitalise=shares.full_capital,
            control=share_trading.most_shares,
        ),
        market=MarketRules(dividend=civil_war.dividend, sale=market.down_per_share),
        track=TrackRules(
            permits=TURN.permits,
            checks=tile_checks.CHECKS,
            cost=tile_lays.terrain,
            powers=tile_lays.private_lays,
        ),
        tokens=TokenRules(
            cost=stations.charter_price,
            checks=station_checks.CHECKS,
            homes=stations.home_slots,
        ),
        routes=RouteRules(profile=train_profiles.every_stop, cross_train=civil_war.CROSS_TRAIN_RULE),
        dividends=DividendRules(kinds=(PAY_OUT, WITHHOLD), owed=per_share_pool_to_company),
        trains=TrainRules(
            checks=(train_checks.train_limit, train_checks.one_from_bank),
            limit=trains.phase_limit,
            must_own=company_reach.has_route,
            sale_checks=emergency.sale_checks(alone="emergency_blocks_alone" in settings),
            trade_help="help_foreign_train" in settings,
            trade_after_sale="dear" if "foreign_train_after_sale" in settings else "no",
            obsolete_count="obsolete_trains_free" not in settings,
        ),
        private_price_range=private_sales.private_price_range,
        why_no_private_price=private_sales.why_no_private_price,
        allows_suboptimal_run=civil_war.allows_suboptimal_run,
        consent="no_consent" not in settings,
        # 18TN 6: a bankruptcy ends the game at once, also after the bank or a price has made its end certain
        ends={BANK_BROKE: ROUND, PRICE_REACHED: ROUND, BANKRUPTCY: NOW},
        worth=ending.cash_shares_privates,
        reactions={
            AuctionWon: (par_with_private,),
            ParSet: (privates.close_at_par,),
            PrivateSold: (private_sales.note_sale,),
            RoundEnded: (private_sales.forget,),
            PhaseBegan: (civil_war.outbreak,),
            CardMoved: (salvage.salvage,),
            PriceMoved: (ending.end_cell,),
            BankBroke: (ending.bank_broke,),
        },
        marks=MARKS,
        paragraphs=PARAGRAPHS,
        notes=civil_war.notes,
        events=(civil_war.WarBrokeOut, civil_war.WarEnded, salvage.Salvaged),
        facts=OwnFacts(log_kind=lambda event: LOG_KINDS.get(type(event), "")),
        words={
            **CARDS,
            **TERMS,
            "together": lambda: "Civil War",
            "lays": TURN.tell,
            "hints": private_sales.hints,
            "sales": private_sales.describe_sales,
            civil_war.WarBrokeOut: civil_war.broke_out_in_words,
            civil_war.WarEnded: civil_war.ended_in_words,
            "idle train": civil_war.why_idle,
            salvage.Salvaged: salvage.in_words,
        },
    )

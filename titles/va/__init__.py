"""18VA: The Railroads Come to Virginia. Paragraphs are those of the rulebook, version 0.99."""

from __future__ import annotations

from collections.abc import Sequence
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
)
from game.actions import Choose, Use
from game.dividend_kinds import PAY_OUT, WITHHOLD
from game.end_causes import BANK_BROKE, BANKRUPTCY
from game.events import (
    AuctionWon,
    BankBroke,
    Floated,
    ParSet,
    PhaseBegan,
    PowerUsed,
    PrivateSold,
    SharesBought,
    SharesSold,
    TileLaid,
    TrainBought,
    TurnBegan,
)
from game.load import load
from game.market import par_prices
from game.options import option_values
from game.rules import (
    NOW,
    SET,
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
from game.steps.dividend import Dividend, per_share_pool_to_company
from game.steps.operate import LastChance
from game.steps.par import par_with_private
from game.steps.run import RunRoutes
from game.steps.stock import one_block
from game.steps.token import HomeToken, PlaceToken
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from titles.va import bankruptcy, depot, freight, notices, opening, powers, sizes
from titles.va.bonuses import bonuses
from titles.va.cards import WORDS as CARDS
from titles.va.cards import log_kind
from titles.va.marks import MARKS
from titles.va.paragraphs import PARAGRAPHS
from titles.va.terms import WORDS as TERMS

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import StepOfTurn


def turn(g: Game, company: str) -> Sequence[StepOfTurn]:
    """18VA 4.5: the steps of a company's turn; privates may be bought at any time of it (4.2), so also before it passes on."""
    return sizes.Conversion, HomeToken, LayTrack, PlaceToken, RunRoutes, Dividend, BuyTrains, LastChance


def has_president(g: Game, company: str) -> bool:
    """18VA 4.4: a company operates as soon as its president's certificate is sold."""
    return bool(g.president(company))


def rules(options: tuple[str, ...], players: int) -> Rules:
    """18VA's rules under these options."""
    data, settings = load("18va", options), option_values(options)
    return Rules(
        data=data,
        options=options,
        players=players,
        setup=(sizes.lay_out,),
        sequence=opening.bidding_first,
        turn=turn,
        order=market.floated,
        stock=StockRules(
            sources=(shares.from_treasury, shares.from_pool),
            pars=par_prices,
            buy=(share_checks.affordable, share_checks.ownership_limit, share_checks.certificate_limit),
            sell=(
                share_checks.has_price,
                sizes.has_operated,
                one_block,
                share_checks.pool_limit,
                share_checks.successor_exists,
            ),
            shape="s*b?",
            must_sell=sizes.must_sell,
            close=(sizes.sold_out,),
        ),
        shares=ShareRules(
            most=sizes.most,
            pool=limits.half,
            counts=limits.counts_outside(""),
            limit=limits.by_players,
            payee=shares.treasury_or_bank,
            floats=has_president,
            capitalise=opening.bank_pays_presidency,
            control=share_trading.most_shares,
        ),
        market=MarketRules(freight.price, market.down_per_share, market.whole_price),
        # 18VA 4.5.2
        track=TrackRules(permits=tile_lays.ONE_TILE.permits, checks=tile_checks.CHECKS, cost=tile_lays.terrain),
        tokens=TokenRules(
            cost=stations.charter_price,
            checks=(*station_checks.CHECKS, powers.circle_there),
            homes=stations.home_slots,
            powers=powers.markers,
        ),
        routes=freight.ROUTES,
        dividends=DividendRules(
            kinds=(PAY_OUT, WITHHOLD), owed=per_share_pool_to_company, side_income=freight.pay_for_coal
        ),
        trains=TrainRules(
            checks=(train_checks.train_limit, depot.one_of_type),
            limit=powers.train_limit,
            must_own=depot.always_must_own,
            sale_checks=(
                emergency.no_more_than_needed,
                *((bankruptcy.one_block_each,) if "one_emergency_block" in settings else ()),
            ),
            trade_help=True,
            trade_help_when=depot.treasury_empty,
            trade_after_sale="any" if "foreign_train_after_sale" in settings else "no",
            discounts=powers.discounts,
            bankrupt=bankruptcy.bankrupt,
            crowded=depot.crowded,
        ),
        private_price_range=privates.listed_price_range,
        allows_suboptimal_run=freight.allows_suboptimal_run,
        powers=powers.POWERS,
        abilities=(powers.BONUS, powers.LIMIT),
        consent="no_consent" not in settings,
        # 18VA 5: with the set in which the bank broke, but at once when only one player is left
        ends={BANK_BROKE: SET, BANKRUPTCY: NOW},
        worth=ending.cash_shares_privates,
        reactions={
            AuctionWon: (par_with_private,),
            ParSet: (privates.close_at_par,),
            Floated: (notices.place_home,),
            SharesBought: (sizes.underwrite,),
            SharesSold: (bankruptcy.note_block,),
            TileLaid: (notices.shut_homes,),
            PhaseBegan: (sizes.convert_all,),
            PowerUsed: (powers.close_used,),
            TrainBought: (depot.note_type,),
            PrivateSold: (powers.note_late_yards,),
            TurnBegan: (depot.forget_types, bankruptcy.forget_blocks, powers.forget_late_yards),
            BankBroke: (ending.bank_broke,),
        },
        marks=MARKS,
        paragraphs=PARAGRAPHS,
        signs=powers.signs,
        more_trains=powers.more_trains,
        events=(
            opening.Reseated,
            sizes.Converted,
            powers.ExpressPlaced,
            powers.LimitRaised,
            notices.HomeShut,
            notices.HomeFull,
        ),
        steps=(opening.OpenBidding, sizes.Conversion),
        run_bonuses=bonuses,
        facts=OwnFacts(log_kind=log_kind),
        words={
            **CARDS,
            **TERMS,
            "lays": tile_lays.ONE_TILE.tell,
            opening.Reseated: opening.reseated_in_words,
            sizes.Converted: sizes.converted_in_words,
            sizes.Conversion.key: sizes.question_in_words,
            f"{sizes.Conversion.key}: pass": sizes.keep_in_words,
            f"passed: {sizes.Conversion.key}": lambda several: "do not convert" if several else "does not convert",
            f"skipped: {sizes.Conversion.key}": lambda: "converting",
            Choose: sizes.choice_in_words,
            Use: powers.use_in_words,
            powers.ExpressPlaced: powers.express_in_words,
            powers.LimitRaised: powers.limit_in_words,
            notices.HomeShut: notices.shut_in_words,
            notices.HomeFull: notices.full_in_words,
        },
    )

"""18GA: The Railroads Come to Georgia. Paragraphs are those of the rulebook, version 3.26."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import (
    cards,
    emergency,
    ending,
    limits,
    market,
    places,
    privates,
    share_checks,
    share_trading,
    shares,
    train_checks,
    trains,
)
from game.deal_checks import buyer_below_limit
from game.dividend_kinds import PAY_OUT, WITHHOLD
from game.end_causes import BANK_BROKE, BANKRUPTCY, PRICE_REACHED
from game.events import AuctionWon, BankBroke, PriceMoved, PrivateSold
from game.load import load
from game.market import par_prices
from game.options import option_values
from game.routing import company_reach
from game.rules import NOW, ROUND, DividendRules, MarketRules, Rules, ShareRules, StockRules, TrainRules
from game.steps.dividend import per_share_pool_to_company
from game.steps.standard_turn import usual_turn
from game.steps.waterfall import auction_first
from titles.ga import routes, track
from titles.ga.paragraphs import PARAGRAPHS
from titles.ga.terms import WORDS as TERMS

if TYPE_CHECKING:
    from game.play import Game


def share_lies_still(g: Game, buyer: str, private: str, price: int) -> str | None:
    """18GA Table III: on 18xx.games it cannot be resold while a player owns the share that came with it."""
    moves = g.rules.has("cog_share_follows_private") and any(
        g.state.place[card] in g.state.order for card in privates.certificates_with(g, private)
    )
    return f"{private} cannot change hands while a player owns the share that came with it" if moves else None


def share_follows_private(g: Game, event: PrivateSold) -> None:
    """18xx.games: where that share lies in the market, a later buyer gets it."""
    if g.rules.has("cog_share_follows_private") and event.buyer in g.state.order:
        for card in privates.certificates_with(g, event.private):
            if g.state.place[card] == places.POOL:
                cards.move(g, card, event.buyer, "power")
                share_trading.settle_control(g, card.partition(".")[0])


def rules(options: tuple[str, ...], players: int) -> Rules:
    """18GA's rules under these options."""
    data, settings = load("18ga", options), option_values(options)
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
            ),
            shape="s*b?|bs*",
            deals=(share_lies_still,) if "buyer_proposes_only" in settings else (buyer_below_limit, share_lies_still),
            seller_deals="buyer_proposes_only" not in settings,
            must_sell=share_checks.over_limit,
            sell_first=share_checks.sells_first,
            close=(shares.sold_out_rise,),
        ),
        shares=ShareRules(
            most=limits.sixty_percent,
            pool=limits.half,
            counts=limits.counts_outside("y"),
            limit=limits.by_players,
            payee=shares.everywhere_the_bank,
            floats=shares.enough_sold,
            capitalise=shares.full_capital,
            control=share_trading.most_shares,
        ),
        market=MarketRules(dividend=market.pay_right_else_left, sale=market.down_per_share),
        track=track.TRACK,
        tokens=track.TOKENS,
        routes=routes.ROUTES,
        dividends=DividendRules(kinds=(PAY_OUT, WITHHOLD), owed=per_share_pool_to_company),
        trains=TrainRules(
            checks=(train_checks.train_limit, train_checks.one_from_bank),
            limit=trains.phase_limit,
            must_own=company_reach.has_route,
            sale_checks=emergency.sale_checks(alone="emergency_blocks_alone" in settings),
            trade_help="help_foreign_train" in settings,
            trade_after_sale="dear" if "foreign_train_after_sale" in settings else "no",
            private_sales="emergency_shares_only" not in settings,
        ),
        private_price_range=privates.listed_price_range,
        allows_suboptimal_run=limits.nobody_insists,
        consent="no_consent" not in settings,
        # 18GA 5: a bankruptcy ends the game at once, also after the bank or a price has made its end certain
        ends={BANK_BROKE: ROUND, PRICE_REACHED: ROUND, BANKRUPTCY: NOW},
        worth=ending.cash_shares_privates,
        reactions={
            AuctionWon: (privates.share_with_private,),
            PrivateSold: (privates.free_train, share_follows_private),
            PriceMoved: (ending.end_cell,),
            BankBroke: (ending.bank_broke,),
        },
        paragraphs=PARAGRAPHS,
        signs=track.signs(data),
        words={**track.WORDS, **TERMS},
    )

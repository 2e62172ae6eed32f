"""18 India. Paragraphs are those of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import ending, shares, train_checks, trains
from game.dividend_kinds import PAY_OUT, WITHHOLD
from game.end_causes import BANK_BROKE, PRICE_REACHED
from game.events import (
    BankBroke,
    Floated,
    PhaseBegan,
    PowerUsed,
    PriceMoved,
    Ran,
    RoundBegan,
    TileLaid,
    TokenRemoved,
    TrainBought,
    TurnEnded,
)
from game.load import load
from game.options import option_values
from game.rules import SET, DividendRules, End, MarketRules, Rules, ShareRules, StockRules, TrainRules
from titles.india import (
    auction,
    closing,
    control,
    dividends,
    gipr,
    goods,
    hands,
    holdings,
    homes,
    powers,
    round_sequence,
    routes,
    setup,
    stock,
    track,
)
from titles.india.actions import ACTIONS
from titles.india.bonuses import bonuses
from titles.india.cards import WORDS as CARDS
from titles.india.events import EVENTS, Managed
from titles.india.marks import MARKS
from titles.india.notes import notes_of
from titles.india.paragraphs import PARAGRAPHS
from titles.india.signs import signs
from titles.india.terms import WORDS as TERMS
from titles.india.words import FACTS, WORDS

if TYPE_CHECKING:
    from game.play import Game

# 18 India 9.1: with the present operating round; where it happens in a stock round both that follow are played.
END = End("round", "set")


def allows_suboptimal_run(g: Game, company: str) -> bool:
    """18 India 8.4.3: no route needs to be the best one."""
    return True


def some_train_runs(g: Game, company: str) -> str | None:
    """18 India 8.4: of the steps of a turn running trains is none that a company may leave out.

    One train that runs is enough, as nothing is said of the routes that it takes from the other.
    """
    return None if g.rules.has("trains_may_stand_still") else f"{company} has a route and must run a train"


def rules(options: tuple[str, ...], players: int) -> Rules:
    """18 India's rules under these options."""
    data, settings = load("18india", options), option_values(options)
    return Rules(
        data=data,
        options=options,
        players=players,
        setup=(setup.lay_out, control.float_at_setup),
        sequence=round_sequence.begin_next,
        turn=round_sequence.turn,
        order=round_sequence.order,
        stock=StockRules(sources=(), buy=(), sell=(), pars=lambda _g, _c: ()),
        shares=ShareRules(
            most=lambda _g, _c: 20,
            pool=lambda _g, _c: 20,
            counts=holdings.counts,
            limit=holdings.certificate_limit,
            payee=shares.everywhere_the_bank,
            floats=lambda g, c: g.company(c).floated,
            capitalise=lambda _g, _c: None,
            control=control.most,
        ),
        market=MarketRules(dividends.price, lambda _g, _c, _n, _p: None, dividends.rises_from),
        track=track.TRACK,
        tokens=track.TOKENS,
        routes=routes.ROUTES,
        dividends=DividendRules(kinds=(PAY_OUT, WITHHOLD), owed=dividends.owed),
        trains=TrainRules(
            checks=(train_checks.train_limit, round_sequence.one_of_phase_iv, round_sequence.side_stays),
            limit=trains.phase_limit,
        ),
        allows_suboptimal_run=allows_suboptimal_run,
        must_run=some_train_runs,
        powers=powers.POWERS,
        abilities=(powers.BONUS,),
        consent="no_consent" not in settings,
        ends={BANK_BROKE: SET if "bank_full_set" in settings else END, PRICE_REACHED: END},
        worth=holdings.worth,
        reactions={
            RoundBegan: (round_sequence.fix_order,),
            TurnEnded: (powers.end_help, round_sequence.forget_fresh),
            Floated: (homes.settle_down,),
            Managed: (homes.settle_down,),
            TileLaid: (track.note_crossings, track.drop_in),
            TokenRemoved: (track.drop_in,),
            Ran: (goods.claim,),
            PriceMoved: (round_sequence.end_price, closing.closes),
            PhaseBegan: (dividends.end_guaranties,),
            PowerUsed: (powers.close_used,),
            TrainBought: (round_sequence.note_fresh,),
            BankBroke: (ending.bank_broke,),
        },
        marks=MARKS,
        paragraphs=PARAGRAPHS,
        words={**WORDS, **CARDS, **TERMS},
        facts=FACTS,
        run_bonuses=bonuses,
        notes=notes_of(data),
        signs=signs(data),
        actions=ACTIONS,
        events=EVENTS,
        steps=(
            hands.SelectHands,
            hands.DraftCards,
            auction.CertificateAuction,
            stock.Trading,
            stock.SellingTurn,
            stock.BuyingTurn,
            gipr.GiprHome,
            holdings.TrackDone,
            holdings.SellHoldings,
            holdings.BuyHolding,
            holdings.TurnCheck,
            closing.TakeOver,
        ),
    )

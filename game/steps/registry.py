"""All steps of the engine, for reading states back."""

from __future__ import annotations

from game.steps import Step
from game.steps.consent import Consent
from game.steps.dividend import Dividend
from game.steps.operate import CompanyTurn, LastChance, OperatingRound
from game.steps.par import SetPar
from game.steps.round_sequence import RoundSequence
from game.steps.run import RunRoutes
from game.steps.stock import StockRound, StockTurn
from game.steps.token import ChooseCity, HomeToken, PlaceToken
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains, DiscardTrains
from game.steps.waterfall import Duel, Waterfall

STEPS: tuple[type[Step], ...] = (
    BuyTrains,
    ChooseCity,
    CompanyTurn,
    Consent,
    RoundSequence,
    DiscardTrains,
    Dividend,
    Duel,
    HomeToken,
    LastChance,
    LayTrack,
    OperatingRound,
    PlaceToken,
    SetPar,
    RunRoutes,
    StockRound,
    StockTurn,
    Waterfall,
)

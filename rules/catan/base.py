"""The base game of Catan as a module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.core import Chance, Choices, Option

from . import scoring
from .bank import BankTrade
from .building import City, Road, Settlement
from .cards import ONE, RESOURCES
from .conditional_moves import PLANS
from .expansion import Expansion
from .layout import DESERT
from .moves import Discard, End, FreeRoad, Pass, Robber, Roll, Setup, TradeAccept, TradeCounter, TradeDecline
from .state import CITY, SETTLEMENT, CatanState
from .trading import Trade
from .turn import (
    ACTIONS,
    BEGIN,
    DICE,
    NEXT,
    SPECIAL,
    YIELD,
    BeforeRoll,
    Main,
    NextTurn,
    SpecialBuilding,
    TurnBegins,
    Yield,
)

GOAL = 10
CARDS_PER_LEVEL = {0: 0, SETTLEMENT: 1, CITY: 2}


class Base(Expansion):
    """The base game; always in play."""

    key = "base"
    order = 0
    options = (
        Option("rules", ("official", "colonist")),
        Option("map", ("lettered", "beginner", "random")),
        Option("no_adjacent_red", ("on", "off")),
        Option("no_adjacent_same", ("off", "on")),
        Option("special_build", ("auto", "on", "off")),
    )
    presets: ClassVar[Mapping[str, Choices]] = {"base": Choices()}
    actions = (Road, Settlement, City, BankTrade, Trade)
    answer_moves = (Setup, Roll, Discard, Robber, TradeAccept, TradeDecline, TradeCounter, FreeRoad, End, Pass)
    plans = PLANS
    tally = ("settlements", "cities", "longest_road")
    turn = (
        (BEGIN, TurnBegins),
        (DICE, BeforeRoll),
        (YIELD, Yield),
        (ACTIONS, Main),
        (SPECIAL, SpecialBuilding),
        (NEXT, NextTurn),
    )
    goal = GOAL
    second_building_level = SETTLEMENT

    def set_up_module(self, s: CatanState, chance: Chance) -> None:
        s.bank += self.module_cards(s)

    def module_cards(self, s: CatanState) -> int:
        cards_per_kind: int = s.layout.printed_facts["bank"]
        return sum(cards_per_kind * ONE[kind] for kind in range(len(RESOURCES)))

    def cards_yielded(self, terrain: int, level: int, cards: int) -> int:
        if terrain == DESERT:
            return cards
        return cards + CARDS_PER_LEVEL[level] * ONE[terrain]

    def points_by_category(self, s: CatanState, seat: int) -> Mapping[str, int]:
        return scoring.base_game_points(s, seat)

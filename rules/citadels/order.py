"""The order of a round: moments of its steps, and hooks called between them."""  # citadels.md 5, 6

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from rules.core.game import STEPS

from .hooks import ROLES, RULES, Character, District
from .state import CitadelsStep

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")  # Character or District


class RoundHook(Generic[C, P, R]):
    """A hook with its moment in the round. Only cards that implement it are called."""

    def __init__(self, moment: int, cards: Mapping[str, C], hook: Callable[Concatenate[C, P], R]) -> None:
        """`hook`: the method of the base class, which does nothing."""
        self.moment = moment
        self.name = hook.__name__
        self._cards = cards
        self._default = hook
        QUESTIONS.append(self)

    @cached_property
    def implementation_by_card(self) -> Mapping[str, Callable[P, R]]:
        """Card -> its implementation."""
        return {
            key: getattr(card, self.name)
            for key, card in self._cards.items()
            if getattr(type(card), self.name) is not self._default
        }

    def implementations_of(self, cards: Iterable[str]) -> list[Callable[P, R]]:
        """The implementations of these cards, in order."""
        answers = self.implementation_by_card
        return [answers[card] for card in cards if card in answers]


QUESTIONS: Final[list[RoundHook[Any, ..., Any]]] = []  # all instances

# Moments: higher numbers come later; the gaps are for more.
START: Final = 100
DRAFT: Final = 200
CALL: Final = 300
SILENCE: Final = 310
GREETING: Final = 350
BEGIN: Final = 400
HALF: Final = 410
NAMING: Final = 420
TAKE_OVER: Final = 430
OPENING: Final = 440
GAINING: Final = 450  # right after the action, with the turn going on
LANDING: Final = 470
MAIN: Final = 500
END_POWER: Final = 600
CLOSING: Final = 700
FAREWELL: Final = 750
TURN_OVER: Final = 800
ROUND_END: Final = 900

ANSWERED: Final = RoundHook(320, ROLES, Character.on_character_revealed)
REVEALED: Final = RoundHook(330, ROLES, Character.on_own_reveal)
ASSUMED: Final = RoundHook(340, ROLES, Character.on_acting_begun)
TAKEN_OVER: Final = RoundHook(
    TAKE_OVER + 5, ROLES, Character.on_acting_begun
)  # of a character taken over by another player
GAINS: Final = RoundHook(GAINING + 10, ROLES, Character.gain_after_action)
POWERS: Final = RoundHook(MAIN, ROLES, Character.list_powers)
ACTIONS: Final = RoundHook(MAIN, RULES, District.list_actions)
LEVIES: Final = RoundHook(CLOSING + 10, ROLES, Character.on_any_turn_end)
TURN_ENDS: Final = RoundHook(CLOSING + 20, RULES, District.on_turn_end)
REFUNDS: Final = RoundHook(CLOSING + 30, ROLES, Character.refund_gold)
ROUND_ENDS: Final = RoundHook(ROUND_END + 10, ROLES, Character.on_round_end)


def steps_by_moment(steps: Iterable[CitadelsStep]) -> list[CitadelsStep]:
    """Steps sorted by moment, for the agenda."""
    return sorted(steps, key=attrgetter("moment"))


def round_order(cards: Collection[str]) -> list[tuple[int, str, str]]:
    """The order of a round with these cards: (moment, step or hook, its card)."""
    entries = [
        (step.moment, kind, owner)
        for kind, step in STEPS.items()
        if issubclass(step, CitadelsStep) and step.moment and (owner := _card_of_step(step)) in ("base", *cards)
    ]
    for question in QUESTIONS:
        entries += [(question.moment, question.name, key) for key in question.implementation_by_card if key in cards]
    return sorted(entries, key=lambda entry: entry[0])


def _card_of_step(step: type[CitadelsStep]) -> str:
    """The card whose file defines a step."""
    name = step.__module__.rpartition(".")[2]
    return name if name in ROLES or name in RULES else "base"

"""Simultaneous decisions of several players, applied when all have decided."""  # catan.md 8.2

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules.catan.state import CatanState, Ctx
from rules.catan.steps import CatanStep
from rules.core import Chance, IllegalMove, Move, Phrase


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(CatanStep):
    """Every seat in `owed` decides, in any order. A decision is a number: a corner, a card."""

    phrase_key: ClassVar[str]  # its part of the keys of phrases and events: `catan.task.lose`
    answer_type: ClassVar[type[Move]]  # the move that answers
    owed: tuple[int, ...]  # seats, in order of effect
    given: tuple[tuple[int, int], ...] = ()  # (seat, its decision)

    def waiting(self, s: CatanState) -> Collection[int]:
        if not self.given:
            return self.owed
        done = {seat for seat, _ in self.given}
        return [seat for seat in self.owed if seat not in done]

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.task.{self.phrase_key}")

    def possible_decisions(self, s: CatanState, seat: int) -> Iterable[int]:
        """The possible decisions of the player."""
        raise NotImplementedError

    def as_move(self, decision: int) -> Move:
        """The decision as a move."""
        raise NotImplementedError

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return [self.as_move(decision) for decision in self.possible_decisions(s, seat)]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if move in self.legal(s, seat):
            return
        raise IllegalMove(
            f"catan.error.{self.phrase_key}_which"
            if type(move) is self.answer_type
            else f"catan.error.{self.phrase_key}"
        )

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> Self:
        decision = next(option for option in self.possible_decisions(ctx.s, seat) if self.as_move(option) == move)
        if len(self.owed) > 1:  # a single decision is reported by its effect
            ctx.emit(f"catan.chosen.{self.phrase_key}", seat=seat)
            ctx.emit(f"catan.chosen.{self.phrase_key}_own", to=[seat], **self.decision_for_event(decision))
        return replace(self, given=(*self.given, (seat, decision)))

    def decision_for_event(self, decision: int) -> dict[str, Any]:
        """The decision as parameters of the event for its seat."""
        raise NotImplementedError

    def carry_out_step(self, ctx: Ctx) -> None:
        decisions = dict(self.given)
        for seat in self.owed:
            self.apply_decision(ctx, seat, decisions[seat])

    def apply_decision(self, ctx: Ctx, seat: int, decision: int) -> None:
        """Apply the decision of one player."""
        raise NotImplementedError

    def with_random_decisions(self, s: CatanState, viewer: int | None, chance: Chance) -> Self:
        """The same step with other players' decisions replaced by random possible ones."""
        decisions = []
        for seat, decision in self.given:
            if seat != viewer:
                options = list(self.possible_decisions(s, seat))
                decision = options[chance.below(len(options))]
            decisions.append((seat, decision))
        return replace(self, given=tuple(decisions))

"""The Aqueduct: a resource of choice for a player who got nothing."""  # catan.md 6.3, 8.2 D7

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rules.catan import effects
from rules.catan.cards import ONE, RESOURCES, kind_counts
from rules.catan.places import OUT
from rules.catan.state import CatanState, Ctx
from rules.catan.steps import CatanStep
from rules.catan.turn import ROBBER_TOTAL
from rules.core import NOBODY, Move, Phrase

from .moves import AQUEDUCT, PASS_AQUEDUCT, AnswerAqueduct
from .realm import ABILITY, SCIENCE, realm_of
from .simultaneous import SimultaneousDecision

NOTHING: Final = OUT


def resources_in_bank(s: CatanState) -> tuple[int, ...]:
    """Resource -> its count in the bank."""
    return kind_counts(s.bank)[: len(RESOURCES)]


@dataclass(frozen=True, slots=True)
class Aqueduct(CatanStep):
    """After the roll: ask the players entitled to a resource."""

    kind: ClassVar[str] = "catan.ck.aqueduct"

    def carry_out_step(self, ctx: Ctx) -> None:
        s = ctx.s
        realm = realm_of(s)
        if sum(s.dice[:2]) == ROBBER_TOTAL:
            return
        seats = [seat for seat in s.seats_from_active() if realm.levels[seat][SCIENCE] >= ABILITY and not s.gains[seat]]
        if s.hooks.chosen["aqueduct_on_shortage"] == "off":
            seats = [seat for seat in seats if not s.due[seat]]
        available = [n for n in resources_in_bank(s) if n]
        if not seats or not available:
            return
        if min(available) < len(seats):  # not enough of a kind for all: one after the other
            ctx.push(*(TakeResource((seat,)) for seat in seats))  # catan.md R5
        else:
            ctx.push(TakeResource(tuple(seats)))


@dataclass(frozen=True, slots=True)
class TakeResource(SimultaneousDecision):
    """One resource of the bank, or none."""

    kind: ClassVar[str] = "catan.ck.take_resource"
    phrase_key: ClassVar[str] = "aqueduct"
    answer_type: ClassVar[type[Move]] = AnswerAqueduct

    def waiting(self, s: CatanState) -> Collection[int]:
        return SimultaneousDecision.waiting(self, s) if any(resources_in_bank(s)) else NOBODY

    def possible_decisions(self, s: CatanState, seat: int) -> Iterable[int]:
        return [kind for kind, n in enumerate(resources_in_bank(s)) if n] + [NOTHING]

    def default_move(self, s: CatanState, seat: int) -> Move:
        """The most frequent resource of the bank; of equals the first."""
        return self.as_move(_most_frequent_resource(s))

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.aqueduct", {"card": RESOURCES[_most_frequent_resource(s)]})

    def as_move(self, decision: int) -> Move:
        return PASS_AQUEDUCT if decision == NOTHING else AQUEDUCT[decision]

    def decision_for_event(self, decision: int) -> dict[str, Any]:
        return {"card": "nothing" if decision == NOTHING else RESOURCES[decision]}

    def carry_out_step(self, ctx: Ctx) -> None:
        if len(self.given) == len(self.owed):  # otherwise earlier players have emptied the bank
            SimultaneousDecision.carry_out_step(self, ctx)

    def apply_decision(self, ctx: Ctx, seat: int, decision: int) -> None:
        if decision == NOTHING:
            ctx.emit("catan.aqueduct.nothing", seat=seat)
            return
        effects.receive_cards(ctx.s, seat, ONE[decision])
        ctx.emit("catan.aqueduct.took", reveals=True, seat=seat, card=RESOURCES[decision])


def _most_frequent_resource(s: CatanState) -> int:
    in_bank = resources_in_bank(s)
    return in_bank.index(max(in_bank))

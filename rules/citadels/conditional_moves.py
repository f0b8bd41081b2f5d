"""Conditional moves: the character to choose, the district to build in one's next turn, and that whole turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rules.core import AnswerWithMove, ConditionalChoice, ConditionalKind, ConditionalMove, Dropped, Move, Part, Phrase
from rules.core.conditional_moves import PAST, move_as_token

from . import order
from .decisions import Ask, KeepCards
from .draft import PickLast, PickOne
from .effects import ACTION_GOLD, building_cost, building_refusal
from .hooks import ROLES
from .moves import CARDS, END, GOLD, INCOME, Build, DistrictMove, Pass, Pick, Power
from .round import find_successor
from .state import CitadelsState, Turn
from .turn import Main, count_income_due

ANY: Final = "any"  # instead of a character: the default choice
DEAREST: Final = "dearest"  # instead of a district: the most expensive buildable one in the hand
ASK: Final = "ask"  # for powers: ask the owner
LEAVE: Final = "leave"  # for powers: do not use them


def has_still_to_pick(s: CitadelsState, seat: int) -> bool:
    """Whether the seat still has to choose a character in this round."""
    return any(isinstance(step, (PickOne, PickLast)) and step.seat == seat for step in s.agenda)


class PickPlan(ConditionalKind[CitadelsState]):
    """In one round: choose the first of these characters that is available."""

    kind: ClassVar[str] = "pick"
    part_names: ClassVar[tuple[str, ...]] = ("character",)

    def offer_choice(self, s: CitadelsState, seat: int) -> ConditionalChoice | None:
        top, this_round = s.agenda[-1], has_still_to_pick(s, seat)
        if isinstance(top, (PickOne, PickLast)) and top.seat == seat:
            return None  # asked right now
        if not this_round and s.ended:
            return None
        unavailable = s.face_up if this_round else ()
        characters = tuple(character for character in s.cast if character not in unavailable)
        part = Part("character", (*characters, ANY), len(characters) + 1)
        return ConditionalChoice(self.kind, s.round if this_round else s.round + 1, (part,))

    def answer(self, s: CitadelsState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        top = s.agenda[-1]
        if s.round > prepared.when or (s.round == prepared.when and not has_still_to_pick(s, seat)):
            return Dropped(PAST)
        if s.round < prepared.when or not isinstance(top, (PickOne, PickLast)) or top.seat != seat:
            return None
        legal = list(top.legal(s, seat))
        for token in prepared.parts[0]:
            move = top.default_move(s, seat) if token == ANY else Pick(token)
            if move in legal:
                picks_again = any(isinstance(step, (PickOne, PickLast)) and step.seat == seat for step in s.agenda[:-1])
                return AnswerWithMove(move, str(prepared) if picks_again else None)
        return Dropped(Phrase("cit.programme_dropped.none_there"))


def was_targeted(s: CitadelsState, seat: int, turn: Turn) -> bool:
    """Whether another player's power targets the character of that turn."""
    return any(named.character == turn.character and named.seat != seat for named in s.named.values())


class BuildPlan(ConditionalKind[CitadelsState]):
    """In the seat's next turn: take gold and income, build this district, and end the turn if nothing else is possible.
    Dropped if a power targets the character."""

    kind: ClassVar[str] = "build"
    part_names: ClassVar[tuple[str, ...]] = ("district",)

    def offer_choice(self, s: CitadelsState, seat: int) -> ConditionalChoice | None:
        top = s.agenda[-1]
        turn_begun = isinstance(top, Main) and top.seat == seat
        this_round = has_still_to_pick(s, seat) or (not turn_begun and s.count_unrevealed(seat) > 0)
        if not this_round and s.ended:
            return None
        hand = tuple(dict.fromkeys(s.hands[seat]))
        when = s.round if this_round else s.round + 1
        return ConditionalChoice(self.kind, when, (Part("district", hand),), several=True)

    def answer(self, s: CitadelsState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        (district,) = prepared.parts[0]
        if district not in s.hands[seat]:
            return Dropped(Phrase("cit.error.not_in_hand"))
        if s.round > prepared.when:
            return Dropped(PAST)
        top, turn = s.agenda[-1], s.turn
        if s.round < prepared.when or not isinstance(top, Main) or top.seat != seat or turn is None:
            return None
        if was_targeted(s, seat, turn):
            return Dropped(Phrase("cit.programme_dropped.named"))
        if reason := self._obstacle_to_building(s, seat, district):
            return Dropped(Phrase(reason))
        if not turn.acted:
            return AnswerWithMove(GOLD, str(prepared))
        if count_income_due(s, turn):
            return AnswerWithMove(INCOME, str(prepared))
        return AnswerWithMove(Build(district), str(ConditionalMove(EndTurn.kind, prepared.when, ((turn.character,),))))

    def _obstacle_to_building(self, s: CitadelsState, seat: int, district: str) -> str:
        """The key of the reason why it cannot be built, even with the remaining gold of this turn; empty: it can."""
        turn = s.turn
        assert turn is not None
        if not turn.builds:
            return "cit.error.built_enough" if turn.built else "cit.error.never_builds"
        gold_to_come = count_income_due(s, turn) + (0 if turn.acted else ACTION_GOLD)
        reason = building_refusal(s, seat, district)
        is_affordable = building_cost(s, seat, district) <= s.gold[seat] + gold_to_come
        return reason if reason != "cit.error.too_dear" or not is_affordable else ""


class EndTurn(ConditionalKind[CitadelsState]):
    """Remainder after the district is built: end the turn, unless the owner has another decision."""

    kind: ClassVar[str] = "end"
    part_names: ClassVar[tuple[str, ...]] = ("character",)

    def answer(self, s: CitadelsState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        top, turn = s.agenda[-1], s.turn
        if turn is None or turn.seat != seat or (s.round, (turn.character,)) != (prepared.when, prepared.parts[0]):
            return Dropped()
        if not isinstance(top, Main):
            return None
        powers_left = any(isinstance(move, (Power, DistrictMove)) for move in top.legal(s, seat))
        return Dropped() if powers_left else AnswerWithMove(END)


class TurnPlan(ConditionalKind[CitadelsState]):
    """The seat's whole turn: gold or cards, income, as many of the districts as possible, a chosen power, the end.
    Earlier districts are preferred. An open choice waits for the owner. Dropped if a power targets the character."""

    kind: ClassVar[str] = "turn"
    part_names: ClassVar[tuple[str, ...]] = ("action", "district", "power")

    def offer_choice(self, s: CitadelsState, seat: int) -> ConditionalChoice | None:
        turn_begun = s.turn is not None and s.turn.seat == seat
        this_round = has_still_to_pick(s, seat) or (not turn_begun and s.count_unrevealed(seat) > 0)
        if not this_round and s.ended:
            return None
        hand = tuple(dict.fromkeys(s.hands[seat]))
        unrevealed = (
            [character for character in s.characters_of(seat) if character not in s.shown] if this_round else []
        )
        plannable = [move for character in unrevealed for move in ROLES[character].list_plannable_powers(s, seat)]
        powers = tuple(dict.fromkeys(map(move_as_token, plannable)))
        parts = (
            Part("action", (GOLD.kind, CARDS.kind)),
            Part("district", (*hand, DEAREST), len(hand) + 1),
            Part("power", (*powers, ASK, LEAVE), len(powers) + 1),
        )
        return ConditionalChoice(self.kind, s.round if this_round else s.round + 1, parts)

    def answer(self, s: CitadelsState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        if prepared.parts[0][0] not in (GOLD.kind, CARDS.kind):
            raise ValueError(prepared)
        turn = s.turn
        if s.round < prepared.when:
            return None
        if turn is None or turn.seat != seat or s.round > prepared.when:
            if s.round == prepared.when and has_turn_to_come(s, seat):
                return None
            return Dropped(PAST if prepared.kind == TurnPlan.kind else None)
        if was_targeted(s, seat, turn):
            return Dropped(Phrase("cit.programme_dropped.named"))
        return self._next_answer(s, seat, turn, prepared)

    def _next_answer(
        self, s: CitadelsState, seat: int, turn: Turn, prepared: ConditionalMove
    ) -> AnswerWithMove | Dropped | None:
        top, rest_of_plan = s.agenda[-1], str(prepared._replace(kind=GoingOn.kind))
        if seat not in top.waiting(s):
            return None
        if isinstance(top, KeepCards):
            return AnswerWithMove(top.default_move(s, seat), rest_of_plan)
        _, _, powers = prepared.parts
        legal = list(top.legal(s, seat))
        move = self._next_planned_move(s, seat, prepared, legal)
        if move is None and isinstance(top, Main):
            power_left = any(isinstance(possible, (Power, DistrictMove)) for possible in legal)
            return Dropped() if power_left and ASK in powers else AnswerWithMove(END, rest_of_plan)
        if move is None and isinstance(top, Ask) and top.moment == order.END_POWER and LEAVE in powers:
            move = next((possible for possible in legal if isinstance(possible, Pass)), None)
        return AnswerWithMove(move, rest_of_plan) if move is not None else None

    def _next_planned_move(
        self, s: CitadelsState, seat: int, prepared: ConditionalMove, legal: Sequence[Move]
    ) -> Move | None:
        """The next possible move of the plan; None: only the end or an undecided choice is left."""
        action, districts, powers = prepared.parts
        if GOLD in legal:
            return CARDS if action[0] == CARDS.kind and CARDS in legal else GOLD
        if INCOME in legal:
            return INCOME
        builds = [move.district for move in legal if isinstance(move, Build)]
        for token in districts if builds else ():
            if token == DEAREST:
                return Build(max(builds, key=lambda district: building_cost(s, seat, district)))
            if token in builds:
                return Build(token)
        possible = {move_as_token(move): move for move in legal if isinstance(move, Power)}
        return next((possible[token] for token in powers if token in possible), None)


class GoingOn(TurnPlan):
    """Remainder of the plan once the turn has begun; not offered by itself."""

    kind: ClassVar[str] = "turn_on"

    def offer_choice(self, s: CitadelsState, seat: int) -> ConditionalChoice | None:
        return None


def has_turn_to_come(s: CitadelsState, seat: int) -> bool:
    """Whether a turn of the seat is still to come in this round, as far as the seat knows."""
    called = (*s.acting, *s.silent)
    will_take_over = any(find_successor(s, character) == seat and character not in called for character in s.cast)
    return has_still_to_pick(s, seat) or s.count_unrevealed(seat) > 0 or will_take_over


PLANS: Final = (PickPlan, BuildPlan, EndTurn, TurnPlan, GoingOn)

"""The turn of a called character: action, building, powers, districts, and the end of the turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Known, Move, Phrase

from . import effects, order
from .cards import DISTRICTS
from .decisions import GOLD_TOLD, list_action_moves, take_action
from .hooks import ROLES, RULES
from .moves import END, GOLD, INCOME, Build, Cards, DistrictMove, End, Gold, Income, Power
from .state import CitadelsState, CitadelsStep, Ctx, Turn

POWER: Final = "power"


def count_income_due(s: CitadelsState, turn: Turn) -> int:
    """The character's present income in gold; 0 if already taken."""
    if INCOME.kind in turn.used:
        return 0
    role = ROLES[turn.character]
    gold = role.extra_income(s, turn.seat)
    if role.colour is not None:
        for built in s.cities[turn.seat]:
            gold += DISTRICTS[built.key].colour == role.colour or RULES[built.key].counts_for_every_income
    return gold


@dataclass(frozen=True, slots=True)
class Main(CitadelsStep):
    """All moves of a player in their turn, in any legal order, until they end it."""

    kind: ClassVar[str] = "cit.main"
    moment: ClassVar[int] = order.MAIN
    seat: int
    done: bool = False

    def waiting(self, s: CitadelsState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[self.seat]

    def task(self, s: CitadelsState, seat: int) -> Phrase:
        turn = s.turn
        return Phrase("cit.task.build" if turn is not None and turn.acted else "cit.task.action")

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        turn = s.turn
        assert turn is not None
        moves: list[Move] = [] if turn.acted else list(list_action_moves(s))
        if count_income_due(s, turn):
            moves.append(INCOME)
        powers, actions_of = order.POWERS.implementation_by_card, order.ACTIONS.implementation_by_card
        if turn.character in powers and POWER not in turn.used:
            moves += powers[turn.character](s, seat)
        for built in s.cities[seat]:
            if built.key in actions_of and built.key not in turn.used:
                moves += actions_of[built.key](s, seat)
        if turn.acted:
            if turn.builds:
                hand = dict.fromkeys(s.hands[seat])
                moves += [Build(key) for key in hand if not effects.building_refusal(s, seat, key)]
            moves.append(END)
        return moves

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        move, _ = self._default_move_and_phrase(s)
        return move

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        _, phrase = self._default_move_and_phrase(s)
        return phrase

    def _default_move_and_phrase(self, s: CitadelsState) -> tuple[Move, Phrase]:
        """The default move, and it in words: gold, income, then the end, without building or using powers."""
        turn = s.turn
        assert turn is not None
        if not turn.acted:
            return GOLD, GOLD_TOLD
        income = count_income_due(s, turn)
        return (INCOME, Phrase("cit.fallback.income", {"n": income})) if income else (END, Phrase("cit.fallback.end"))

    def partly_listed_kinds(self, s: CitadelsState, seat: int) -> Collection[str]:
        turn = s.turn
        return ROLES[turn.character].partly_listed_kinds(s, seat) if turn is not None and POWER not in turn.used else ()

    def list_matching_moves(self, s: CitadelsState, seat: int, kind: str, known: Known) -> Iterable[Move]:
        turn = s.turn
        if turn is None or kind not in self.partly_listed_kinds(s, seat):
            return ()
        return ROLES[turn.character].list_matching_moves(s, seat, kind, known)

    def check(self, s: CitadelsState, seat: int, move: Move) -> None:
        turn = s.turn
        assert turn is not None
        role = ROLES[turn.character]
        if POWER not in turn.used and role.check_unlisted_power(s, seat, move):
            return
        if move not in self.legal(s, seat):
            raise IllegalMove(_refusal_reason(s, turn, move))

    def describe_effect(self, s: CitadelsState, move: Move) -> Sequence[Phrase]:
        """The publicly known effect of a legal move, in words."""
        if isinstance(move, Build):
            return [Phrase("cit.preview.pays", {"n": effects.building_cost(s, self.seat, move.district)})]
        if isinstance(move, Income) and s.turn is not None:
            return [Phrase("cit.preview.gets", {"n": count_income_due(s, s.turn)})]
        return ()

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> Main:
        s = ctx.s
        turn = s.turn
        assert turn is not None
        s.changed = ()
        if isinstance(move, End):
            return replace(self, done=True)
        if isinstance(move, (Gold, Cards)):
            s.turn = turn._replace(acted=True)
            ctx.push(Gains(seat))
            choice = take_action(ctx, seat, move)
            if choice is not None:
                ctx.push(choice)  # comes before the gains
        elif isinstance(move, Build):
            s.turn = turn._replace(builds=turn.builds - 1)
            effects.remove_from_hand(s, seat, [move.district])
            effects.build_district(ctx, seat, move.district)
        elif isinstance(move, Income):
            income = count_income_due(s, turn)
            s.gold[seat] += income
            s.turn = turn._replace(used=(*turn.used, INCOME.kind))
            ctx.emit("cit.turn.income", seat=seat, n=income)
        elif isinstance(move, Power):
            s.turn = turn._replace(used=(*turn.used, POWER))
            ROLES[turn.character].use_power(ctx, seat, move)
        else:
            key = next(built.key for built in s.cities[seat] if type(move) in RULES[built.key].moves)
            s.turn = turn._replace(used=(*turn.used, key))
            RULES[key].use_action(ctx, seat, move)
        return self

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        assert s.turn is not None
        ctx.push(*order.steps_by_moment((*ROLES[s.turn.character].steps_at_turn_end(s, self.seat), Closing(self.seat))))


def _refusal_reason(s: CitadelsState, turn: Turn, move: Move) -> str:
    """The key of the reason why the move is illegal."""
    if isinstance(move, (Gold, Cards)):
        return "cit.error.acted" if turn.acted else "cit.error.deck_empty"
    if isinstance(move, (Build, End)) and not turn.acted:
        return "cit.error.action_first"
    if isinstance(move, Build):
        if not ROLES[turn.character].build_limit:
            return "cit.error.never_builds"
        if not turn.builds:
            return "cit.error.built_enough"
        if move.district not in s.hands[turn.seat]:
            return "cit.error.not_in_hand"
        return effects.building_refusal(s, turn.seat, move.district)
    if isinstance(move, Income):
        return "cit.error.income_taken" if INCOME.kind in turn.used else "cit.error.no_income"
    if isinstance(move, Power):
        if type(move) not in ROLES[turn.character].moves:
            return "cit.error.not_your_power"
        return "cit.error.power_used" if POWER in turn.used else "cit.error.power_now"
    if isinstance(move, DistrictMove):
        own_districts = [built.key for built in s.cities[turn.seat] if type(move) in RULES[built.key].moves]
        if not own_districts:
            return "cit.error.not_your_district"
        return "cit.error.district_used" if own_districts[0] in turn.used else "cit.error.district_now"
    return "cit.error.not_now"


@dataclass(frozen=True, slots=True)
class Gains(CitadelsStep):
    """The gains of the character after the action."""  # citadels.md 6.2

    kind: ClassVar[str] = "cit.gains"
    moment: ClassVar[int] = order.GAINING
    seat: int

    def run(self, ctx: Ctx) -> None:
        turn = ctx.s.turn
        assert turn is not None
        for gains in order.GAINS.implementations_of((turn.character,)):
            gains(ctx, self.seat)


@dataclass(frozen=True, slots=True)
class Closing(CitadelsStep):
    """The automatic effects at the end of a turn, in their fixed order."""  # citadels.md 6.6

    kind: ClassVar[str] = "cit.closing"
    moment: ClassVar[int] = order.CLOSING
    seat: int

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        turn = s.turn
        assert turn is not None
        for levies in order.LEVIES.implementations_of(s.cast):
            levies(ctx, self.seat)
        for end_turn in order.TURN_ENDS.implementations_of(built.key for built in s.cities[self.seat]):
            end_turn(ctx, self.seat)
        for refunds in order.REFUNDS.implementations_of((turn.character,)):
            refunds(ctx, self.seat)
        questions = [RULES[built.key].question_after_turn(s, self.seat) for built in s.cities[self.seat]]
        ctx.push(*order.steps_by_moment((*(step for step in questions if step is not None), TurnOver())))


@dataclass(frozen=True, slots=True)
class TurnOver(CitadelsStep):
    """The turn is complete; the next character can be called."""

    kind: ClassVar[str] = "cit.turn.over"
    moment: ClassVar[int] = order.TURN_OVER

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        turn = s.turn
        assert turn is not None
        if turn.built:
            s.builders = (*s.builders, turn.seat)
        s.turn = None

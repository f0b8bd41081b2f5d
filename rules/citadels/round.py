"""The round: characters are chosen, called by rank, and returned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import draft, order, scoring
from .decisions import HalfTurn
from .hooks import ROLES, RULES
from .state import OUT, CitadelsState, CitadelsStep, Ctx, Turn
from .turn import Gains, Main


@dataclass(frozen=True, slots=True)
class RoundStart(CitadelsStep):
    """Start a round: put some characters aside and pass the others around."""

    kind: ClassVar[str] = "cit.round.start"
    moment: ClassVar[int] = order.START

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        s.round += 1
        s.rank = 0
        s.shown = s.silent = s.builders = ()
        s.named.clear()
        s.acting.clear()
        ctx.emit("cit.round.begun", n=s.round, seat=s.crown)
        draft.set_characters_aside(ctx)
        calls = (Call(ROLES[character].rank) for character in s.cast)
        ctx.push(*order.steps_by_moment((*draft.plan_draft(s), *calls, RoundEnd())))


def is_murdered(s: CitadelsState, character: str) -> bool:
    """Whether the character is murdered in this round."""
    return any(ROLES[other].has_murdered(s, character) for other in s.cast)


def find_successor(s: CitadelsState, character: str) -> int:
    """The player who continues as that character instead of its holder; OUT: nobody."""
    for other in s.cast:
        seat = ROLES[other].successor_as(s, character)
        if seat != OUT:
            return seat
    return OUT


def silence_character(ctx: Ctx, character: str) -> None:
    """Report that nobody answers. For a murdered character the text is the same whether anybody holds it or not, so
    that it reveals nothing."""
    ctx.s.silent = (*ctx.s.silent, character)
    key = "cit.call.hushed" if is_murdered(ctx.s, character) else "cit.call.silent"
    ctx.emit(key, reveals=True, character=character)


@dataclass(frozen=True, slots=True)
class Call(CitadelsStep):
    """Call the character of a rank."""  # citadels.md 5.3

    kind: ClassVar[str] = "cit.call"
    moment: ClassVar[int] = order.CALL
    rank: int

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        s.rank = self.rank
        character = next(candidate for candidate in s.cast if ROLES[candidate].rank == self.rank)
        holder = s.holder_of(character)
        if is_murdered(s, character):
            for owner, city in enumerate(s.cities):
                for built in city:
                    question = RULES[built.key].question_on_murder(s, owner, character)
                    if question is not None:
                        ctx.push(question)
                        return
            silence_character(ctx, character)
        elif holder == OUT:
            silence_character(ctx, character)
        else:
            self.reveal_character(ctx, holder, character)

    def reveal_character(self, ctx: Ctx, holder: int, character: str) -> None:
        s = ctx.s
        s.shown = (*s.shown, character)
        ctx.emit("cit.call.answers", reveals=True, seat=holder, character=character)
        for answered in order.ANSWERED.implementations_of(s.cast):
            answered(ctx, holder, character)
        questions: list[CitadelsStep] = []
        for owner, city in enumerate(s.cities):
            answers = (RULES[built.key].question_on_call(s, owner, holder, character) for built in city)
            questions += (question for question in answers if question is not None)
        for revealed in order.REVEALED.implementations_of((character,)):
            revealed(ctx, holder)
        if find_successor(s, character) == OUT:
            s.acting[character] = holder
            for assumed in order.ASSUMED.implementations_of((character,)):
                assumed(ctx, holder)
        ctx.push(*(questions or [Begin(character)]))


@dataclass(frozen=True, slots=True)
class Begin(CitadelsStep):
    """The turn of a character that was revealed. `lost`: its holder loses the turn."""

    kind: ClassVar[str] = "cit.begin"
    moment: ClassVar[int] = order.BEGIN
    character: str
    lost: bool = False

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        role = ROLES[self.character]
        holder = s.holder_of(self.character)
        successor = find_successor(s, self.character)
        steps: list[CitadelsStep] = []
        if successor != OUT:
            steps.append(TakeOver(self.character, successor))
            if not self.lost:
                s.turn = Turn(holder, self.character, builds=0, half=True)
                steps.append(HalfTurn(holder))
        elif not self.lost:
            s.turn = Turn(holder, self.character, role.build_limit)
            steps += (*role.steps_before_turn(s, holder), *(role.turn_steps(holder) or (Main(holder),)))
        ctx.push(*order.steps_by_moment(steps))


@dataclass(frozen=True, slots=True)
class TakeOver(CitadelsStep):
    """Another player continues as the character after the action."""  # citadels.md 7.9

    kind: ClassVar[str] = "cit.take_over"
    moment: ClassVar[int] = order.TAKE_OVER
    character: str
    seat: int

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        role = ROLES[self.character]
        s.turn = Turn(self.seat, self.character, role.build_limit, acted=True)
        ctx.emit("cit.turn.taken_over", seat=self.seat, character=self.character)
        s.acting[self.character] = self.seat
        for assumed in order.TAKEN_OVER.implementations_of((self.character,)):
            assumed(ctx, self.seat)
        ctx.push(*order.steps_by_moment((*role.steps_before_turn(s, self.seat), Gains(self.seat), Main(self.seat))))


@dataclass(frozen=True, slots=True)
class RoundEnd(CitadelsStep):
    """Reveal murdered characters; then begin a new round or end the game."""  # citadels.md 5.4

    kind: ClassVar[str] = "cit.round.end"
    moment: ClassVar[int] = order.ROUND_END

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        for character in s.cast:
            if character not in s.shown and s.holder_of(character) != OUT:
                s.shown = (*s.shown, character)
                ctx.emit("cit.round.murdered", reveals=True, seat=s.holder_of(character), character=character)
        for end_round in order.ROUND_ENDS.implementations_of(s.cast):
            end_round(ctx)
        if not s.ended:
            ctx.push(RoundStart())
            return
        seats = scoring.find_winners(s)
        points = scoring.list_scores(s)
        ctx.emit("cit.game.over", reveals=True, seats=list(seats), points=points[seats[0]], scores=list(points))


@dataclass(frozen=True, slots=True)
class GameStart(CitadelsStep):
    """Deal gold and cards, and report the random selections of this game."""

    kind: ClassVar[str] = "cit.start"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        purples = list(dict.fromkeys(s.purples))
        ctx.emit("cit.game.begun", seat=s.crown, characters=list(s.cast), districts=purples, n=s.goal)
        for seat, hand in enumerate(s.hands):
            ctx.emit("cit.game.hand_own", to=[seat], districts=list(hand))
        ctx.push(RoundStart())

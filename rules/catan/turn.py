"""The steps of a turn of the base game, in order (catan.md 8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase

from . import trading
from .expansion import BEFORE, BUILD, MAIN
from .moves import END, PASS_BUILD, ROLL, End, Pass, Roll, TradeDecline
from .production import produce_cards
from .robber import resolve_seven
from .state import CatanState, Ctx
from .steps import Ask, CatanStep
from .view import SUMS

# Ranks of the steps of a turn. The gaps are for modules.
BEGIN: Final = 100
DICE: Final = 200
EVENT: Final = 300
YIELD: Final = 400
AFTER_YIELD: Final = 450
ACTIONS: Final = 500
CLOSING: Final = 600
SPECIAL: Final = 700
NEXT: Final = 999

DIE_SIDES: Final = 6
ROBBER_TOTAL: Final = 7

# Standing answers. None depends on a hand: they roll, pass and decline in any case.
AUTO_ROLL: Final = "auto_roll"
SKIP_BUILD: Final = "skip_build"
DECLINE_TRADES: Final = "decline_trades"


def has_special_build_phase(s: CatanState) -> bool:
    """Whether the game has the special build phase."""  # catan.md 14.2
    chosen = s.hooks.chosen["special_build"]
    return chosen == "on" or (chosen == "auto" and s.seats > 4)


@dataclass(frozen=True, slots=True)
class TurnBegins(CatanStep):
    """A player's turn begins; a player with enough points wins before rolling."""

    kind: ClassVar[str] = "catan.turn"

    def carry_out_step(self, ctx: Ctx) -> None:
        s = ctx.s
        s.turn += 1
        s.building = False
        s.dice = s.rolled = s.gains = s.due = ()
        trading.forget_unaccepted_offer(s, s.active)
        trading.forget_refusals(s)
        for notice in s.hooks.on_turn_begin:
            notice(ctx)


@dataclass(frozen=True, slots=True)
class BeforeRoll(CatanStep):
    """The active player rolls, or first does something allowed before the dice."""  # catan.md 8.2 D2

    kind: ClassVar[str] = "catan.roll"

    def waiting(self, s: CatanState) -> Collection[int]:
        return NOBODY if s.dice else ONLY_SEAT[s.active]

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.task.roll")

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        moves: list[Move] = [ROLL]
        for action in s.hooks.actions_by_phase[BEFORE]:
            action.add_legal_moves(s, seat, moves)
        return moves

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, Roll):
            check_action(s, seat, move, BEFORE, "catan.error.roll_first")

    def standing_answer_moves(self, s: CatanState, seat: int) -> Mapping[str, Move]:
        return {AUTO_ROLL: ROLL}  # whatever the hand holds

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> BeforeRoll:
        if isinstance(move, Roll):
            roll_dice(ctx, (1 + ctx.chance.below(DIE_SIDES), 1 + ctx.chance.below(DIE_SIDES)))
        else:
            ctx.s.hooks.action_by_move[type(move)].carry_out_action(ctx, seat, move)
        return self


def roll_dice(ctx: Ctx, dice: tuple[int, int]) -> None:
    """Set the number dice. Modules throw the other dice of the turn."""
    s = ctx.s
    s.dice = dice
    s.sums = tuple(count + (total == sum(dice)) for total, count in enumerate(s.sums, SUMS.start))
    ctx.emit("catan.dice.rolled", seat=s.active, red=dice[0], white=dice[1], n=sum(dice))
    for notice in s.hooks.on_dice_rolled:
        notice(ctx)


def check_action(s: CatanState, seat: int, move: Move, phase: str, wrong_kind_key: str) -> None:
    """IllegalMove unless the move is legal in this phase; `wrong_kind_key`: the reason if its kind is not."""
    action = s.hooks.action_by_move.get(type(move))
    if action is None or phase not in action.phases:
        raise IllegalMove(wrong_kind_key)
    action.check(s, seat, move)


@dataclass(frozen=True, slots=True)
class Yield(CatanStep):
    """The effect of the number dice: production, or a seven."""

    kind: ClassVar[str] = "catan.yield"

    def carry_out_step(self, ctx: Ctx) -> None:
        total = sum(ctx.s.dice[:2])
        if total == ROBBER_TOTAL:
            resolve_seven(ctx)
        else:
            produce_cards(ctx, total)


@dataclass(frozen=True, slots=True)
class Main(CatanStep):
    """The main phase: trade, build and play cards in any order until the player ends the turn. Players with an offer
    may answer meanwhile without being waited for."""  # catan.md 8.2 D10 to D12

    kind: ClassVar[str] = "catan.main"
    done: bool = False

    def waiting(self, s: CatanState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[s.active]

    def invited_seats(self, s: CatanState) -> Collection[int]:
        return NOBODY if s.offer is None else s.offer.whom

    def seats_yet_to_answer(self, s: CatanState) -> Collection[int]:
        return NOBODY if s.offer is None else trading.seats_without_answer(s.offer)

    def standing_answer_moves(self, s: CatanState, seat: int) -> Mapping[str, Move]:
        if s.offer is None or seat not in trading.seats_without_answer(s.offer):
            return {}
        return {DECLINE_TRADES: TradeDecline(s.offer.number)}

    def task(self, s: CatanState, seat: int) -> Phrase:
        if seat != s.active:
            return Phrase("catan.task.answer", {"offer": s.offer.number if s.offer else 0})
        is_choosing = s.offer is not None and trading.is_maker_choosing(s.offer)
        return Phrase("catan.task.trade" if is_choosing else "catan.task.main")

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        if seat != s.active:
            return trading.list_trade_answers(s, seat)
        moves: list[Move] = []
        for action in s.hooks.actions_by_phase[MAIN]:
            action.add_legal_moves(s, seat, moves)
        moves.append(END)
        return moves

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if seat != s.active:
            trading.check_answer(s, seat, move)
        elif isinstance(move, trading.ANSWERS) and s.offer is not None:
            trading.get_open_offer(s, move.offer)
            raise IllegalMove("catan.error.own_offer")
        elif not isinstance(move, End):
            check_action(s, seat, move, MAIN, "catan.error.not_now")

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> Main:
        s = ctx.s
        if seat != s.active:
            trading.record_answer(ctx, seat, move)
            return self
        if isinstance(move, End):
            trading.close_offer_at_turn_end(s)
            ctx.emit("catan.turn.ended", seat=seat)
            return MAIN_DONE
        s.hooks.action_by_move[type(move)].carry_out_action(ctx, seat, move)
        return self


@dataclass(frozen=True, slots=True)
class SpecialBuilding(CatanStep):
    """With five or six players all others may build before the next turn."""  # catan.md 14.2

    kind: ClassVar[str] = "catan.special"

    def carry_out_step(self, ctx: Ctx) -> None:
        s = ctx.s
        if has_special_build_phase(s):
            s.building = True
            ctx.push(*(SpecialBuild(seat) for seat in s.seats_from_active()[1:]))


@dataclass(frozen=True, slots=True)
class SpecialBuild(Ask):
    """One of the others builds. All are asked, because skipping one would reveal their hand."""

    kind: ClassVar[str] = "catan.special.build"
    phrase_key: ClassVar[str] = "build"

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        moves: list[Move] = []
        for action in s.hooks.actions_by_phase[BUILD]:
            action.add_legal_moves(s, seat, moves)
        moves.append(PASS_BUILD)
        return moves

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, Pass):
            if move != PASS_BUILD:
                raise IllegalMove("catan.error.pass_step", step=move.step)
        else:
            check_action(s, seat, move, BUILD, "catan.error.build_only")

    def standing_answer_moves(self, s: CatanState, seat: int) -> Mapping[str, Move]:
        return {SKIP_BUILD: PASS_BUILD}

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> SpecialBuild:
        if isinstance(move, Pass):
            ctx.emit("catan.special.done", seat=seat)
            return SpecialBuild(seat, done=True)
        ctx.s.hooks.action_by_move[type(move)].carry_out_action(ctx, seat, move)
        return self


@dataclass(frozen=True, slots=True)
class NextTurn(CatanStep):
    """Pass the turn to the next player."""

    kind: ClassVar[str] = "catan.next"

    def carry_out_step(self, ctx: Ctx) -> None:
        s = ctx.s
        s.building = True  # nobody wins until the next turn begins
        s.active = (s.active + 1) % s.seats
        s.agenda += s.hooks.turn_steps


MAIN_DONE: Final = Main(done=True)

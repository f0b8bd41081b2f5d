"""Moving followers out of the City before scoring."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.carcassonne.cells import CELLS, Spot
from rules.carcassonne.figures import closed_tiles
from rules.carcassonne.scoring import figure_site_for_events, spot_token
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import FIELD, KINDS, MONASTERY
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase, Step

from .moves import NEVER_MARCH, PASS_SEND, SendOut
from .state import HELPS, MARKET, QUARTERS, Citizen, city_of_carcassonne, leave_quarter, writable_city


def features_to_help(s: CarcassonneState) -> tuple[int, ...]:
    """The features about to be scored in this part that may receive followers."""  # carcassonne.md 16.4
    if s.hooks.chosen["count_market"] == "end_only":
        return s.completed
    return (*s.completed, *(root for ask in s.hooks.list_fields_to_score for root in ask(s)))


def features_quarter_helps(s: CarcassonneState, quarter: int, final: bool) -> list[int]:
    """The roots of the features the followers of a quarter may be sent to. `final`: at the end of the game."""
    board = s.board
    kind = HELPS[quarter]
    if not final:
        roots = [root for root in features_to_help(s) if board.kinds[root] == kind]
    elif quarter == MARKET:
        roots = [root for root in board.roots() if board.kinds[root] == FIELD]
    elif s.hooks.chosen["count_final"] == "any_quarter":
        roots = [root for root in board.roots() if board.kinds[root] == kind and board.open[root]]
    else:
        roots = []
    if closed := closed_tiles(s):
        roots = [root for root in roots if not _is_closed_off(s, root, closed)]
    return sorted(roots, key=board.first_node)


def _is_closed_off(s: CarcassonneState, root: int, closed: Container[int]) -> bool:
    """Whether all tiles of a feature are closed to figures."""
    if s.board.kinds[root] != MONASTERY and s.hooks.chosen["count_lair"] == "fields_open":
        return False
    return all(at in closed for at in s.board.feature_positions(root))


def citizens_free_to_leave(s: CarcassonneState, seat: int) -> list[Citizen]:
    """The followers of a seat outside the count's quarter, without duplicates, quarter by quarter."""
    city = city_of_carcassonne(s)
    own = {citizen for citizen in city.inside if citizen.seat == seat and citizen.quarter != city.count}
    kinds = [kind.key for kind in s.hooks.figures]
    return sorted(own, key=lambda citizen: (citizen.quarter, kinds.index(citizen.kind)))


def list_sendings(s: CarcassonneState, seat: int, final: bool) -> list[Move]:
    """Every follower of the seat that may leave, combined with every feature it may go to."""
    board = s.board
    moves: list[Move] = []
    for citizen in citizens_free_to_leave(s, seat):
        for root in features_quarter_helps(s, citizen.quarter, final):
            head = board.first_node(root)
            spot = Spot(CELLS[board.cells[head]], board.place_of_node(head))
            moves.append(SendOut(citizen.kind, QUARTERS[citizen.quarter], spot))
    return moves


def may_send_follower(s: CarcassonneState, seat: int, final: bool) -> bool:
    """Whether a follower of the seat may leave the City. `final`: at the end of the game."""
    return any(features_quarter_helps(s, citizen.quarter, final) for citizen in citizens_free_to_leave(s, seat))


@dataclass(frozen=True, slots=True)
class BeforeScoring(Step[CarcassonneState]):
    """Before scoring, players with followers in the City may send them out."""  # carcassonne.md 5 no. 9

    kind: ClassVar[str] = "carc.count.before"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        city = writable_city(s)
        city.before = tuple(s.scores)
        if city.inside and features_to_help(s):
            ctx.push(SendRound(tuple((s.active + 1 + i) % s.seats for i in range(s.seats))))


@dataclass(frozen=True, slots=True)
class BeforeEnd(Step[CarcassonneState]):
    """The last redistribution."""  # carcassonne.md 16.5

    kind: ClassVar[str] = "carc.count.last"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        city = city_of_carcassonne(s)
        if city.inside:
            writable_city(s).moved = False
            order = tuple((city.last + 1 + i) % s.seats for i in range(s.seats))
            round_robin = s.hooks.chosen["count_final_order"] == "round_robin"
            ctx.push(SendRound(order, final=True, again=order if round_robin else ()))


@dataclass(frozen=True, slots=True)
class SendRound(Step[CarcassonneState]):
    """Ask one seat after the other."""

    kind: ClassVar[str] = "carc.count.round"
    left: tuple[int, ...]  # the seats still to be asked
    final: bool = False
    again: tuple[int, ...] = ()  # seats of the next round, one follower at a time, until nobody moves

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        for i, seat in enumerate(self.left):
            if may_send_follower(s, seat, self.final):
                question = AskSend(seat, self.final, single=bool(self.again))
                ctx.push(question, replace(self, left=self.left[i + 1 :]))
                return
        city = city_of_carcassonne(s)
        if self.again and city.moved:
            writable_city(s).moved = False
            ctx.push(replace(self, left=self.again))


@dataclass(frozen=True, slots=True)
class AskSend(Step[CarcassonneState]):
    """One seat sends any number of followers out of the City."""  # carcassonne.md 16.4

    kind: ClassVar[str] = "carc.count.send"
    seat: int
    final: bool = False
    single: bool = False  # one follower at a time
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[self.seat]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.last_send" if self.final else "carc.task.send")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return [*list_sendings(s, seat, self.final), PASS_SEND]

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if move == PASS_SEND or move in list_sendings(s, seat, self.final):
            return
        if not isinstance(move, SendOut):
            raise IllegalMove("move.illegal", move=str(move))
        if move.quarter not in QUARTERS:
            raise IllegalMove("carc.error.no_quarter", quarter=move.quarter)
        quarter = QUARTERS.index(move.quarter)
        city = city_of_carcassonne(s)
        if Citizen(move.figure, seat, quarter) not in city.inside:
            raise IllegalMove("carc.error.not_inside", figure=move.figure, quarter=move.quarter)
        if quarter == city.count:
            raise IllegalMove("carc.error.count_keeps", quarter=move.quarter)
        feature = KINDS[HELPS[quarter]]
        raise IllegalMove("carc.error.not_helped", quarter=move.quarter, spot=str(move.spot), feature=feature)

    def standing_answer_moves(self, s: CarcassonneState, seat: int) -> Mapping[str, Move]:
        return {NEVER_MARCH: PASS_SEND}

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> AskSend:
        s = ctx.s
        if not isinstance(move, SendOut):
            ctx.emit("carc.count.stayed", seat=seat)
            return replace(self, done=True)
        quarter = QUARTERS.index(move.quarter)
        heads = [s.board.first_node(root) for root in features_quarter_helps(s, quarter, self.final)]
        node = next(head for head in heads if spot_token(s, head) == str(move.spot))
        leave_quarter(s, Citizen(move.figure, seat, quarter), s.board.of[node])
        ctx.emit(
            "carc.count.sent",
            seat=seat,
            figure=move.figure,
            quarter=move.quarter,
            **figure_site_for_events(s, node),
        )
        return replace(self, done=self.single or not may_send_follower(s, seat, self.final))

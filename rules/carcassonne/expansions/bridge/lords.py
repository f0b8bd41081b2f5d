"""Steps for castles: building them and scoring them."""  # carcassonne.md 5 no. 8 and 10a, 15.3

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.carcassonne.cells import CELLS, Cell, Spot
from rules.carcassonne.scoring import feature_name, leaving_figures, return_figures
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.turn import SCORE
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase, Step

from .castles import (
    NOT_SCORED,
    build_castle,
    castle_candidates,
    castle_for_events,
    castle_points,
    castles_in_turn,
    castles_of,
    has_scored,
    list_convertible_cities,
    score_castle,
    writable_castles,
)
from .moves import CastleBuild, CastleKeep, CastlePick

LORDS: Final = SCORE + 60  # carcassonne.md 7.4: after all other scoring of the tile, barn fields included
FINAL_CASTLES: Final = 500


def naming_cell(s: CarcassonneState, root: int) -> Cell:
    """The cell that identifies a small city or castle: its older tile."""
    return CELLS[s.board.cells[s.board.first_node(root)]]


@dataclass(frozen=True, slots=True)
class CastleTime(Step[CarcassonneState]):
    """Ask the owners of small cities completed by this tile whether to build a castle."""

    kind: ClassVar[str] = "carc.castle.time"
    asked: tuple[int, ...] = ()  # roots

    def run(self, ctx: Ctx) -> None:
        if not ctx.s.completed:
            return
        for seat, root in list_convertible_cities(ctx.s):
            if root not in self.asked:
                ctx.push(AskCastle(seat, root), CastleTime((*self.asked, root)))
                return


@dataclass(frozen=True, slots=True)
class AskCastle(Step[CarcassonneState]):
    """The owner of a small city makes it a castle or scores it as a city."""

    kind: ClassVar[str] = "carc.castle"
    seat: int
    root: int
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[self.seat]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.castle", castle_for_events(s, self.root))

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        cell = naming_cell(s, self.root)
        return (CastleBuild(cell), CastleKeep(cell))

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if move not in self.legal(s, seat):
            if isinstance(move, (CastleBuild, CastleKeep)):
                cell = str(naming_cell(s, self.root))
                raise IllegalMove("carc.error.castle_other", castle=str(move.castle), cell=cell)
            raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> AskCastle:
        if isinstance(move, CastleBuild):
            build_castle(ctx, seat, self.root)
        else:
            ctx.emit("carc.castle.kept", seat=seat, **castle_for_events(ctx.s, self.root))
        return replace(self, done=True)


@dataclass(frozen=True, slots=True)
class Lords(Step[CarcassonneState]):
    """After the features: score castles, round by round, until none scores."""

    kind: ClassVar[str] = "carc.lords"
    round: int = 1

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        if not castles_of(s).fresh:
            return
        for number in castles_in_turn(s):
            candidates = castle_candidates(s, castles_of(s).built[number], self.round)
            if len(candidates) > 1:
                ctx.push(AskLord(number, self.round), self)
                return
            if candidates:
                score_castle(ctx, number, candidates[0], self.round)
        if any(has_scored(s, castle, self.round) for castle in castles_of(s).built):
            ctx.push(Lords(self.round + 1))
        else:
            writable_castles(s).fresh = ()


@dataclass(frozen=True, slots=True)
class AskLord(Step[CarcassonneState]):
    """The owner of a castle with several candidates chooses one."""

    kind: ClassVar[str] = "carc.lord"
    number: int  # of the castle
    round: int
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[castles_of(s).built[self.number].seat]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.pick", castle_for_events(s, s.board.of[castles_of(s).built[self.number].node]))

    def castle_cell(self, s: CarcassonneState) -> Cell:
        return naming_cell(s, s.board.of[castles_of(s).built[self.number].node])

    def features_by_move(self, s: CarcassonneState) -> dict[CastlePick, int]:
        """Move -> the feature it scores."""
        board = s.board
        cell = self.castle_cell(s)
        features: dict[CastlePick, int] = {}
        for root in castle_candidates(s, castles_of(s).built[self.number], self.round):
            head = board.first_node(root)
            features[CastlePick(cell, Spot(CELLS[board.cells[head]], board.place_of_node(head)))] = root
        return features

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return list(self.features_by_move(s))

    def default_move(self, s: CarcassonneState, seat: int) -> CastlePick:
        """The candidate with most points; the first of equals."""
        features = self.features_by_move(s)
        return max(features, key=lambda move: castle_points(s, features[move]))

    def describe_default_move(self, s: CarcassonneState, seat: int) -> Phrase:
        root = self.features_by_move(s)[self.default_move(s, seat)]
        params = {
            "cell": str(self.castle_cell(s)),
            "source": feature_name(s, root),
            "source_cell": str(naming_cell(s, root)),
            "points": castle_points(s, root),
        }
        return Phrase("carc.fallback.lord", params)

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if move in self.features_by_move(s):
            return
        if not isinstance(move, CastlePick):
            raise IllegalMove("move.illegal", move=str(move))
        cell = self.castle_cell(s)
        if move.castle != cell:
            raise IllegalMove("carc.error.castle_asked", castle=str(move.castle), cell=str(cell))
        others = [str(pick.spot) for pick in self.features_by_move(s)]
        raise IllegalMove("carc.error.castle_pick", cell=str(cell), spot=str(move.spot), other=others)

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> AskLord:
        assert isinstance(move, CastlePick)
        score_castle(ctx, self.number, self.features_by_move(ctx.s)[move], self.round)
        return replace(self, done=True)


@dataclass(frozen=True, slots=True)
class FinalCastles(Step[CarcassonneState]):
    """Return the lords of castles that never scored, without points."""  # carcassonne.md 10 no. 5

    kind: ClassVar[str] = "carc.final.castles"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        roots = set()
        for castle in castles_of(s).built:
            if castle.points == NOT_SCORED:
                root = s.board.of[castle.node]
                roots.add(root)
                returned = leaving_figures(s, root)
                ctx.emit("carc.castle.final", seat=castle.seat, returned=returned, **castle_for_events(s, root))
        if roots:
            return_figures(s, roots)

"""The King and the Robber Baron: holders and points."""  # carcassonne.md 17.1

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from rules.carcassonne.cells import NAMES
from rules.carcassonne.scoring import feature_name, first_spots, give_points, spot_token
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import CITY, KINDS, ROAD
from rules.core import Step
from rules.core.saving import Slice

AWARDS: Final = {"king": CITY, "robber": ROAD}


class Held(NamedTuple):
    """An award and its holder."""

    seat: int = -1  # its holder, -1: nobody
    size: int = 0  # tiles of the largest feature completed so far


class Awards(Slice):
    """Both awards, in the order of AWARDS. Immutable, because copies share it."""

    kind: ClassVar[str] = "king"
    held: tuple[Held, ...]
    __slots__ = ("held",)

    def __init__(self, held: tuple[Held, ...]) -> None:
        self.held = held

    def copy(self) -> Awards:
        return self


def awards_of(s: CarcassonneState) -> Awards:
    return s.module_state(Awards)


def settled_features(s: CarcassonneState, kind: int) -> list[int]:
    """The complete roads, or cities that are no castles, whose completion was settled."""
    board = s.board
    return [
        root
        for root in board.roots()
        if board.kinds[root] == kind
        and not board.open[root]
        and root not in s.completed
        and feature_name(s, root) == KINDS[kind]
    ]


def contest_award(ctx: Ctx, roots: Sequence[int]) -> None:
    """Give the award to the player who completed a feature larger than all before."""
    s = ctx.s
    board = s.board
    held = awards_of(s).held
    for i, (name, kind) in enumerate(AWARDS.items()):
        candidates = [root for root in roots if board.kinds[root] == kind and feature_name(s, root) == KINDS[kind]]
        largest = max(candidates, key=board.count_tiles, default=-1)
        if largest < 0 or board.count_tiles(largest) <= held[i].size:
            continue
        old_seat = held[i].seat
        award = Held(s.active, board.count_tiles(largest))
        held = (*held[:i], award, *held[i + 1 :])
        s.ext[Awards.kind] = Awards(held)
        s.mark_changed(board.feature_positions(largest))
        first = board.first_node(largest)
        ctx.emit(
            f"carc.{name}.kept" if old_seat == s.active else f"carc.{name}.taken",
            seat=s.active,
            award=name,
            n=award.size,
            spot=spot_token(s, first),
            cell=NAMES[board.cells[first]],
            tiles=[NAMES[at] for at in board.feature_positions(largest)],
            old_seat=old_seat if old_seat >= 0 else None,
        )


@dataclass(frozen=True, slots=True)
class FinalAwards(Step[CarcassonneState]):
    """A point for each complete city, and for each complete road, to the holder."""

    kind: ClassVar[str] = "carc.final.awards"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        for (name, kind), held in zip(AWARDS.items(), awards_of(s).held, strict=True):
            if held.seat < 0:
                continue
            features = sorted(settled_features(s, kind), key=s.board.first_node)
            off_board = sum(ask(s, kind) for ask in s.hooks.count_walled_features)
            points = len(features) + off_board
            give_points(s, [held.seat], points, name)
            ctx.emit(
                f"carc.{name}.final",
                seats=[held.seat],
                points=points,
                n=points,
                beyond=off_board,
                spots=first_spots(s, features),
                features=[[NAMES[at] for at in s.board.feature_positions(root)] for root in features],
                category=name,
                rule=name,
            )

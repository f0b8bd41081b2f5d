"""The wagon, which moves on after its feature was scored."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.carcassonne.board import Board
from rules.carcassonne.cells import CELLS, STEPS_AROUND, STEPS_OVER_EDGES, Spot
from rules.carcassonne.expansion import FigureKind
from rules.carcassonne.figures import barred_features, closed_tiles, put_figure
from rules.carcassonne.scoring import figure_site_for_events, figures_in, guests_in, spot_token
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import CITY, MONASTERY, ROAD
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase, Step

from .moves import PASS_WAGON, MoveWagon
from .state import Driver, estate_of, writable_estate

WEIGHT_AS_GUEST: Final = 2  # carcassonne.md 16.6: weight of a mayor or wagon as a guest
WAGON: Final = FigureKind("wagon", 1, frozenset((ROAD, CITY, MONASTERY)), sent_weight=WEIGHT_AS_GUEST)


def note_scored_wagons(s: CarcassonneState, roots: Sequence[int]) -> None:
    """Remember the wagons in features just scored."""
    board = s.board
    drivers = []
    for root in roots:
        wagons = [figure for figure in figures_in(s, root) if figure.kind == WAGON.key]
        drivers += [Driver(wagon.seat, root, board.cells[wagon.node]) for wagon in wagons]
        drivers += [Driver(guest.seat, root, at=-1) for guest in guests_in(s, root) if guest.kind == WAGON.key]
    if drivers:
        # carcassonne.md 13.4: clockwise, beginning with the player who laid the tile.
        drivers.sort(key=lambda driver: (driver.seat - s.active) % s.seats)
        writable_estate(s).drivers = tuple(drivers)


def adjoining_segments(board: Board, root: int) -> Iterator[int]:
    """The segments a feature meets on its tiles or at the edge of an abbey."""
    for node in sorted(board.feature_nodes(root)):
        at = board.cells[node]
        turned, nodes = board.turned_tile_at(at), board.nodes_at(at)
        segment = nodes.index(node)
        for touching in turned.tile.meets:
            if segment in touching:
                yield from (nodes[other] for other in sorted(touching) if other != segment)
        for edge in (0, 1, 2, 3):
            there = at + STEPS_OVER_EDGES[edge]
            if there not in board.laid:
                continue
            other, other_nodes = board.turned_tile_at(there), board.nodes_at(there)
            if turned.closes_neighbours:
                yield from (other_nodes[i] for i in other.seam_into[edge ^ 2] if other.printed_open_ends[i])
            elif other.closes_neighbours and segment in turned.seam_out[edge]:
                yield other_nodes[other.building_segment]


def segments_near_wagon(board: Board, driver: Driver) -> Iterator[int]:
    """The segments on the wagon's tile and on the tiles around it."""
    starts = [driver.at] if driver.at >= 0 else board.feature_positions(driver.root)
    for at in dict.fromkeys(start + step for start in starts for step in (0, *STEPS_AROUND)):
        if at in board.laid:
            yield from board.nodes_at(at)


def wagon_targets(s: CarcassonneState, driver: Driver, nearby: bool) -> list[int]:
    """The possible destinations of a wagon: segments of incomplete, unoccupied features other than fields."""
    board = s.board
    reached = segments_near_wagon(board, driver) if nearby else adjoining_segments(board, driver.root)
    targets = []
    barred, closed = barred_features(s, WAGON.key), closed_tiles(s)
    for node in dict.fromkeys(reached):
        root = board.of[node]
        free = board.kinds[node] in WAGON.stands and board.open[root] and not board.held[root]
        if free and root not in barred and board.cells[node] not in closed:
            targets.append(node)
    return targets


def asked_wagon_targets(s: CarcassonneState) -> list[int]:
    """The destinations of the wagon being asked about."""
    return wagon_targets(s, estate_of(s).drivers[0], s.hooks.chosen["wagon_move"] == "nearby")


def remove_asked_wagon(s: CarcassonneState) -> None:
    """Remove the wagon that was asked about."""
    estate = writable_estate(s)
    estate.drivers = estate.drivers[1:]


@dataclass(frozen=True, slots=True)
class Wagons(Step[CarcassonneState]):
    """After scoring: ask about the scored wagons one after the other."""

    kind: ClassVar[str] = "carc.wagon.time"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        while estate_of(s).drivers:
            if asked_wagon_targets(s):
                ctx.push(ASK_WAGON, self)
                return
            remove_asked_wagon(s)


@dataclass(frozen=True, slots=True)
class AskWagon(Step[CarcassonneState]):
    """The owner of a scored wagon moves it or takes it back."""  # carcassonne.md 13.4

    kind: ClassVar[str] = "carc.wagon"
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[estate_of(s).drivers[0].seat]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.wagon")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        board = s.board
        return [
            *(MoveWagon(Spot(CELLS[board.cells[node]], board.place_of_node(node))) for node in asked_wagon_targets(s)),
            PASS_WAGON,
        ]

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if move not in self.legal(s, seat):
            if isinstance(move, MoveWagon):
                raise IllegalMove("carc.error.wagon_target", spot=str(move.spot), place=move.spot.place)
            raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> AskWagon:
        s = ctx.s
        if isinstance(move, MoveWagon):
            node = next(node for node in asked_wagon_targets(s) if spot_token(s, node) == str(move.spot))
            put_figure(s, WAGON.key, seat, node)
            s.mark_changed([s.board.cells[node]])
            ctx.emit(
                "carc.wagon.moved",
                seat=seat,
                figure=WAGON.key,
                **figure_site_for_events(s, node),
                left=spot_token(s, s.board.first_node(estate_of(s).drivers[0].root)),
            )
        else:
            ctx.emit("carc.wagon.home", seat=seat)
        remove_asked_wagon(s)
        return replace(self, done=True)


ASK_WAGON: Final = AskWagon()

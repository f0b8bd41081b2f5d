"""A table for tests: real moves with chosen tiles, and positions laid out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.carcassonne.cells import NAMES, Cell, Spot, Turn, position_of_cell
from rules.carcassonne.expansion import Expansion, Hooks
from rules.carcassonne.figures import put_figure
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Place
from rules.carcassonne.scoring import score_completed
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import BY_ID, NEED_BITS, TURNED
from rules.core import Choices, Event, IllegalMove, decode_move, encode_move, kinds_of, play, start_game
from rules.core.chance import Chance
from rules.core.game import Context

RED, BLUE, YELLOW, GREEN, BLACK = range(5)
KEY = bytes(32)


def make(*modules: str, **options: str) -> CarcassonneGame:
    """The game with these modules and options."""
    return CarcassonneGame(Choices(modules, tuple(sorted(options.items()))))


class Table:
    """One game. Red begins, unless another seat is named."""

    def __init__(
        self,
        *modules: str,
        seats: int = 4,
        stack: Sequence[str] | None = None,
        made: Sequence[type[Expansion]] = (),
        **options: str,
    ) -> None:
        """`made`: modules of the test's own, in play beside the chosen ones."""
        self.game = make(*modules, **options)
        if made:
            chosen = self.game.hooks.chosen
            self.game.hooks = Hooks((*map(type, self.game.hooks.modules), *made), chosen)
            self.game.moves = kinds_of(self.game.hooks.moves)
        opened = start_game(self.game, seats, KEY, (RED,), stack)
        self.s: CarcassonneState = opened.state
        self.events: list[Event] = list(opened.events)
        self.ending = False

    # Real moves.

    def hold(self, tile: str, seat: int | None = None) -> None:
        """Make this the tile in hand (it changes places with one of the pile), and this the active seat."""
        s = self.s
        number = BY_ID[tile].number
        assert s.hand >= 0, "no tile is being laid"
        if s.hand != number:
            pile = list(s.pile)
            other = pile.index(number, s.drawn)
            pile[s.drawn - 1], pile[other] = pile[other], pile[s.drawn - 1]
            s.pile, s.hand = tuple(pile), number
        if seat is not None:
            s.active = seat
        if self.ending:
            s.pile = s.pile[: s.drawn]
            s.piles = (len(s.pile),)

    def play(self, text: str) -> list[Event]:
        """One move of whoever is waited for."""
        (seat,) = self.game.waiting(self.s)
        done = play(self.game, self.s, seat, decode_move(text, self.game.moves))
        self.s = done.state
        self.events = list(done.events)
        return self.events

    def turn(
        self,
        tile: str,
        cell: str,
        turn: int = 0,
        place: str | None = None,
        seat: int | None = None,
        figure: str = "follower",
    ) -> list[Event]:
        """A whole turn, or a part of it: lay this tile, put a figure or none."""
        self.hold(tile, seat)
        events = self.play(f"place {cell} {turn}")
        if place is not None:
            events += self.play(f"deploy {figure} {cell}.{place}")
        elif self.asks_figure:
            events += self.play("pass figure")
        self.events = events
        return events

    def last(self) -> None:
        """The next tile to be held is the last of the game."""
        self.ending = True

    # Positions.

    def lay(self, tile: str, cell: str, turn: int = 0) -> None:
        """Put a tile on the board, edges matching, without a turn."""
        at = position_of_cell(Cell.parse(cell))
        number = 4 * BY_ID[tile].number + turn // 90
        board = self.s.board
        assert at not in board.laid
        need = board.frontier.get(at, 0)
        for edge in range(4):
            theirs = need >> NEED_BITS * edge & 7
            assert theirs in (0, TURNED[number].need >> NEED_BITS * edge & 7), f"{tile} does not match at {cell}"
        board.lay(at, number)

    def put(self, seat: int, spot: str, figure: str = "follower") -> None:
        """Put a figure anywhere, occupied or not."""
        put_figure(self.s, figure, seat, self.node(spot))

    def score(self, spot: str) -> list[Event]:
        """Score one complete feature, as if a tile of this turn had completed it."""
        ctx = Context(self.s, Chance(KEY))
        assert self.complete(spot)
        self.s.completed = (self.root(spot),)
        score_completed(ctx)
        self.events = ctx.events
        return ctx.events

    def finish(self) -> list[Event]:
        """The final scoring, as if the last turn were over."""
        s = self.s
        s.agenda = list(s.hooks.ending_steps)
        ctx = Context(s, Chance(KEY))
        ctx.run_until_decision()
        self.events = ctx.events
        return ctx.events

    # Looking.

    def node(self, spot: str) -> int:
        cell, place = Spot.parse(spot)
        at, board = position_of_cell(cell), self.s.board
        return board.nodes_at(at)[board.turned_tile_at(at).places.index(place)]

    def root(self, spot: str) -> int:
        """The feature of a place."""
        return self.s.board.of[self.node(spot)]

    def first(self, spot: str) -> str:
        """The first place of the feature that a place belongs to."""
        board = self.s.board
        head = min(board.feature_nodes(self.node(spot)))
        return f"{NAMES[board.cells[head]]}.{board.place_of_node(head)}"

    def same(self, one: str, other: str) -> bool:
        """Do two places belong to one feature?"""
        return self.root(one) == self.root(other)

    def complete(self, spot: str) -> bool:
        return self.s.board.open[self.root(spot)] == 0

    @property
    def asks_figure(self) -> bool:
        return self.s.agenda != [] and self.s.agenda[-1].kind == "carc.figure"

    @property
    def scores(self) -> list[int]:
        return self.s.scores

    @property
    def legal(self) -> list[str]:
        """What whoever is waited for may do, as text."""
        (seat,) = self.game.waiting(self.s)
        return [encode_move(move) for move in self.game.legal(self.s, seat)]

    def figure_places(self, figure: str = "follower") -> list[str]:
        """Where such a figure may be put now."""
        return [line.rpartition(".")[2] for line in self.legal if line.startswith(f"deploy {figure} ")]

    def left(self, seat: int, figure: str = "follower") -> int:
        """Such figures in the supply."""
        return self.s.supply_of_seat(seat)[figure]

    def told(self, key: str) -> list[Event]:
        """The last events whose key begins so."""
        return [event for event in self.events if event.key.startswith(key)]

    def audit(self) -> None:
        self.game.audit(self.s)


def place(cell: str, turn: int) -> Place:
    """A lay, as a value."""
    return Place(Cell.parse(cell), Turn(turn))


def refused(t: Table, text: str) -> str:
    """The key of the reason why whoever is waited for may not do this."""
    with pytest.raises(IllegalMove) as caught:
        t.play(text)
    return caught.value.key

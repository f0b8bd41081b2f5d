"""Modules of the future: a module puts steps of its own between those of the others, and breaks nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.carcassonne.expansion import Expansion, FigureKind
from rules.carcassonne.expansions.count.state import Sent, guest_strength
from rules.carcassonne.moves import Pass
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import BY_ID, MONASTERY
from rules.carcassonne.turn import ABBEY, BAZAAR, DRAW, NOBODY, ONLY_SEAT, Draw, LayTile
from rules.core import IllegalMove, Move, Phrase, Step
from rules.core.saving import from_text, to_text

from .bridging import lay, reveal
from .holes import hole_of_roads_and_city
from .table import RED, Table
from .test_abbey import abbeys
from .test_builder import trade

OMEN = Pass("omen")


@dataclass(frozen=True, slots=True)
class Omen(Step[CarcassonneState]):
    """Asks the active player for nothing in particular."""

    kind: ClassVar[str] = "test.omen"
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[s.active]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.figure")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return (OMEN,)

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if move != OMEN:
            raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> Omen:
        return replace(self, done=True)


class Omens(Expansion):
    """An omen before each tile is drawn, and one after it."""

    key = "omens"
    order = 99
    turn = ((ABBEY + 5, Omen), (DRAW + 5, Omen))


class Plenty(Expansion):
    """A second tile at the end of each turn."""

    key = "plenty"
    order = 99
    turn = ((BAZAAR - 20, Draw), (BAZAAR - 10, LayTile))


def saved(t: Table) -> None:
    """The game goes on from what was saved."""
    t.s = t.game.restore_unsaved_fields(from_text(CarcassonneState, to_text(t.s)))


def test_an_abbey_takes_the_place_of_the_drawn_tile_whatever_stands_between() -> None:
    t = Table("abbey", seats=2, made=(Omens,))
    for _ in range(2):
        t.play("pass omen")
    hole_of_roads_and_city(t)
    t.turn("base-B", "M51", seat=RED)
    assert t.legal == ["abbey T60", "pass abbey"]
    drawn = t.s.drawn
    t.play("abbey T60")
    for _ in range(2):
        assert t.legal == ["pass omen"]
        saved(t)
        t.play("pass omen")
    assert t.s.drawn == drawn
    assert t.figure_places() == ["monastery"]
    t.play("pass figure")
    assert (t.s.active, t.legal, abbeys(t)) == (RED, ["pass omen"], (1, 0))
    t.play("pass omen")
    assert t.s.drawn == drawn + 1  # the next player draws
    t.play("pass omen")
    assert t.s.hand >= 0


def test_a_builder_earns_his_second_part_whatever_is_drawn_later() -> None:
    t = Table("trade", seats=2, made=(Plenty,))
    t.lay("base-U", "N50", 90)
    t.lay("base-U", "O50", 90)
    t.put(RED, "N50.road-E")
    t.put(RED, "O50.road-E", "builder")
    t.hold("base-U", RED)
    t.play("place P50 90")
    assert trade(t).earned


def test_a_declined_tile_is_replaced_whatever_is_drawn_later() -> None:
    t = Table("bridge", seats=2, made=(Plenty,))
    lay(t, "base-W", "M51", 90)
    lay(t, "base-W", "N50", 270)
    reveal(t, "base-U", "base-V")
    t.hold("base-B", RED)
    for answer, tile in (("bridge-decline", "base-U"), ("place", "base-V")):
        t.play(next(line for line in t.legal if line.startswith(answer)))
        if t.asks_figure:
            t.play("pass figure")
        assert (t.s.active, t.s.hand) == (RED, BY_ID[tile].number)
    t.audit()


def test_a_follower_out_of_the_city_weighs_what_its_module_says() -> None:
    """Not every follower with places of its own weighs as much as a mayor or a wagon there."""

    class Monks(Expansion):
        key = "monks"
        order = 99
        figures = (
            FigureKind("monk", 1, frozenset((MONASTERY,))),
            FigureKind("abbot", 1, frozenset((MONASTERY,)), sent_weight=3),
        )

    t = Table("count", seats=2, made=(Monks,))
    weights = {kind: guest_strength(t.s, Sent(kind, RED, 0)) for kind in ("follower", "monk", "abbot")}
    assert weights == {"follower": 1, "monk": 1, "abbot": 3}

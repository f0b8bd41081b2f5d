"""Previews of moves with the dragon: carcassonne.md 12.3."""

from __future__ import annotations

from rules.core import decode_move

from .lairs import asks_step, fairy, meadow, name, summon
from .table import BLUE, RED, Table


def told_before(t: Table, move: str) -> list[tuple[str, object]]:
    """What is said of a move beforehand."""
    (seat,) = t.game.waiting(t.s)
    said = t.game.describe_effects(t.s, seat, decode_move(move, t.game.moves))
    return [(phrase.key, phrase.params.get("seats")) for phrase in said]


def test_a_preview_knows_that_the_dragon_comes_first() -> None:
    t = Table("princess", seats=2)
    t.lay("base-X", "L50")
    meadow(t, "T60", "U60", "S60")
    summon(t, "T60")
    t.hold("princess-rrrf-dragon", RED)
    t.play("place N50 180")
    # The road is complete, but nobody knows yet whether its follower will be there when it is scored.
    assert told_before(t, "deploy follower N50.road-W") == [("carc.preview.first", [RED])]
    t = Table("princess", seats=2, dragon_move="after_scoring")
    t.lay("base-X", "L50")
    meadow(t, "T60", "U60", "S60")
    summon(t, "T60")
    t.hold("princess-rrrf-dragon", RED)
    t.play("place N50 180")
    assert told_before(t, "deploy follower N50.road-W") == [
        ("carc.preview.scores", [RED]),
        ("carc.preview.later", [RED]),
    ]


def test_a_preview_of_steps_without_a_choice() -> None:
    """They follow at once: what they eat is known."""
    t = Table("princess", seats=2)
    t.lay("base-X", "L50")
    meadow(t, "O50")
    summon(t, "O50")
    t.hold("princess-rrrf-dragon", RED)
    t.play("place N50 180")
    # From O50 there is one way, over N50, M50 and L50: the road would be complete, and its follower gone.
    assert told_before(t, "deploy follower N50.road-W") == [("carc.preview.ends_turn", None)]
    t.play("deploy follower N50.road-W")
    assert t.scores == [0, 0]
    assert t.s.active == BLUE


def test_a_lay_after_which_only_the_dragon_moves() -> None:
    t = Table("princess", seats=2)
    meadow(t, *(f"{column}{row}" for column in "CDEFGHI" for row in (60,)))
    for column in "CDEFGHI":
        t.put(RED, f"{column}60.monastery")
    fairy(t, "C60")
    t.s.figures = [f for f in t.s.figures if name(t.s.board.cells[f.node]) == "C60"]
    t.s.board.held = [0] * len(t.s.board.held)
    t.s.board.held[t.root("C60.monastery")] = 1
    t.s.supply[0] = 0  # nothing to put, and the fairy is where she could go
    meadow(t, "T60", "U60", "S60")
    summon(t, "T60")
    t.hold("princess-rfrf-dragon", RED)
    assert told_before(t, "place N50 90") == [("carc.preview.later", [RED])]
    t.play("place N50 90")
    assert asks_step(t)

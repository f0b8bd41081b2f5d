"""The City when the game ends, and beside other modules: carcassonne.md 16.5, 18, T109."""

from __future__ import annotations

from rules.carcassonne.cells import NAMES
from rules.carcassonne.expansions.count.moves import PASS_SEND
from rules.carcassonne.expansions.princess.dragon import cells_open_to_dragon
from rules.carcassonne.expansions.trade.builder import earn_second_part
from rules.carcassonne.tiles import TURNED
from rules.core import Phrase

from .counting import count_goes, inside, open_road, settle_in
from .lairs import summon
from .table import BLUE, RED, YELLOW, Table

# The end: 16.5.


def end(t: Table) -> None:
    """The last tile is laid by Red."""
    t.last()
    t.hold("base-B", RED)
    t.play("place Q50 0")
    if t.asks_figure:
        t.play("pass figure")


def test_the_market_goes_to_fields_at_the_end() -> None:
    t = Table("count", seats=3)
    t.put(RED, "N50.field-NNW")
    settle_in(t, BLUE, "market")
    settle_in(t, YELLOW, "market")
    end(t)
    assert list(t.game.waiting(t.s)) == [BLUE]  # left of the player of the last tile
    assert t.game.view(t.s, None).tasks == {BLUE: Phrase("carc.task.last_send")}
    assert t.game.standing_answer_moves(t.s, BLUE) == {"never_march": PASS_SEND}
    fields = [f for f in t.game.view(t.s, None).features if f.kind == "field"]
    assert len(t.legal) == len(fields) + 1
    t.play("count-send follower market M50.field-NNW")
    t.play("pass send")
    assert t.game.over(t.s)
    assert t.scores == [3, 3, 0]
    assert inside(t, "market") == [("follower", YELLOW)]


def test_the_count_blocks_the_market_at_the_end() -> None:
    t = Table("count", seats=2)
    count_goes(t, "market")
    settle_in(t, BLUE, "market")
    end(t)
    assert t.game.over(t.s)


def test_T109_the_others_stay_inside() -> None:
    t = Table("count", seats=2)
    count_goes(t, "market")
    open_road(t, 60, RED)
    settle_in(t, BLUE, "smithy")
    settle_in(t, BLUE, "castle")
    settle_in(t, BLUE, "cathedral")
    end(t)
    assert t.game.over(t.s)
    assert t.scores[BLUE] == 0


def test_every_quarter_at_the_end_if_so_chosen() -> None:
    t = Table("count", "abbey", seats=2, count_final="any_quarter")
    count_goes(t, "market")
    t.lay("base-F", "T60")
    t.put(RED, "T60.city-N")
    settle_in(t, BLUE, "castle", "mayor")
    settle_in(t, BLUE, "smithy")
    settle_in(t, BLUE, "market")
    t.lay("base-E", "X60", 180)
    t.lay("base-E", "X61")
    end(t)
    assert "count-send mayor castle T60.city-N" in t.legal
    assert "count-send mayor castle X60.city-S" not in t.legal  # complete
    assert not [move for move in t.legal if "market" in move]
    assert {move.split()[2] for move in t.legal if move.startswith("count-send")} == {"castle", "smithy"}
    t.play("count-send mayor castle T60.city-N")
    t.play("pass send")
    assert t.game.over(t.s)
    assert t.scores == [0, 2]  # the mayor counts two


def test_round_and_round_if_so_chosen() -> None:
    t = Table("count", seats=2, count_final_order="round_robin")
    for seat in (RED, BLUE):
        settle_in(t, seat, "market")
        settle_in(t, seat, "market")
    end(t)
    field = "M50.field-NNW"
    order = []
    for move in (
        f"count-send follower market {field}",
        "pass send",
        "pass send",
        f"count-send follower market {field}",
        f"count-send follower market {field}",
    ):
        (seat,) = t.game.waiting(t.s)
        order.append(seat)
        t.play(move)
    # Blue sends one, Red passes; Blue passes, Red sends; Blue sends the last, and Red is asked once more.
    assert order == [BLUE, RED, BLUE, RED, BLUE]
    assert list(t.game.waiting(t.s)) == [RED]
    t.play("pass send")
    assert list(t.game.waiting(t.s)) == [RED]  # somebody moved in that round
    t.play("pass send")
    assert t.game.over(t.s)


def test_into_a_field_with_a_barn_at_the_end() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-B", "N49")
    t.hold("base-B", BLUE)
    t.play("place O49 0")
    t.play("barn SW")
    settle_in(t, RED, "market")
    end(t)
    t.play("count-send follower market M50.field-NNW")
    assert t.game.over(t.s)
    assert t.scores == [1, 4]
    assert t.told("carc.barn.merged_each")


def test_no_tile_is_left_for_a_second_part_and_the_market_goes_out() -> None:
    t = Table("count", "abbey", "trade", seats=2)
    t.lay("base-B", "N49")
    t.hold("base-B", BLUE)
    t.play("place O49 0")
    t.play("barn SW")
    settle_in(t, RED, "market")
    settle_in(t, RED, "market")
    t.hold("base-B", RED)
    t.play("place Q50 0")
    t.s.pile = t.s.pile[: t.s.drawn]
    t.s.piles = (len(t.s.pile),)
    earn_second_part(t.s)
    t.play("pass figure")
    t.play("count-send follower market M50.field-NNW")  # a field with a barn
    t.audit()
    t.play(t.legal[0])
    t.audit()
    assert t.game.over(t.s)


def test_the_final_order_counts_from_an_abbey() -> None:
    t = Table("count", "abbey", seats=3)
    for cell in ("T59", "U60", "T61", "S60"):
        t.lay("base-B", cell)
    for seat in (RED, BLUE, YELLOW):
        settle_in(t, seat, "market")
    end(t)
    t.play("abbey T60")  # Blue
    t.play("pass figure")
    assert list(t.game.waiting(t.s)) == [YELLOW]


# With other modules: carcassonne.md 18.


def test_count_and_cult() -> None:
    """The cathedral quarter helps the monk who is being scored, and so decides the duel."""
    t = Table("count", "cult", seats=2)
    t.lay("cult-ffff-shrine", "T60")
    for cell in ("T61", "S60", "S61", "S62", "T62"):
        t.lay("base-B", cell)
    t.put(BLUE, "T60.monastery")
    settle_in(t, RED, "cathedral")
    t.lay("base-B", "U60")
    t.lay("base-U", "U62", 0)
    t.hold("base-V", BLUE)
    t.play("place U61 90")
    t.play("pass figure")
    assert t.legal == ["count-send follower cathedral T61.monastery", "pass send"]
    t.play("count-send follower cathedral T61.monastery")
    assert t.scores == [9, 0]
    assert t.left(BLUE) == 7


def test_the_dragon_stays_out_of_the_city() -> None:
    for value, found in (("avoid12", ["O49"]), ("avoid_inner", ["N50", "O49"])):
        t = Table("count", "princess", seats=2, dragon_count=value)
        t.lay("base-B", "N49")
        t.lay("base-B", "O49")
        summon(t, "N49")
        assert sorted(NAMES[at] for at in cells_open_to_dragon(t.s)) == found


def test_shelters() -> None:
    t = Table("count", seats=2)
    (shelters,) = t.s.hooks.is_closed_to_dragon
    assert all(shelters(t.s, at) for at in t.s.board.laid)
    t.lay("base-B", "T60")
    t = Table("count", seats=2, dragon_count="avoid_inner")
    (shelters,) = t.s.hooks.is_closed_to_dragon
    assert [TURNED[t.s.board.laid[at][0]].tile.id for at in t.s.board.laid if shelters(t.s, at)] == [
        "count-06",
        "count-07",
    ]

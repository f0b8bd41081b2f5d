"""The board graph, against a flood fill, on random boards."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.carcassonne.audit import flood_fill
from rules.carcassonne.board import Board
from rules.carcassonne.cells import ORIGIN
from rules.carcassonne.tiles import BY_ID, FITS, TILES, TURNED
from rules.core.saving import from_plain, from_text, to_plain, to_text
from tools.sizes import EXAMPLES

from .table import RED, Table

LAND = [tile for tile in TILES if "X" not in tile.edges and "A" not in tile.edges]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any tiles of all sets, laid where they fit."""
    board = Board()
    board.lay(ORIGIN, 4 * BY_ID["base-D"].number)
    for _ in range(draw(st.integers(1, 25))):
        tile = draw(st.sampled_from(LAND))
        lays = [
            (at, 4 * tile.number + turn)
            for at, need in sorted(board.frontier.items())
            for turn in range(4)
            if FITS[tile.number][need] >> turn & 1
        ]
        if lays:
            at, number = draw(st.sampled_from(lays))
            before = {root for root in board.roots() if board.kinds[root] != 3 and not board.open[root]}
            done = board.lay(at, number)
            now = {root for root in board.roots() if board.kinds[root] != 3 and not board.open[root]}
            assert set(done) == now - before
    return board


@settings(max_examples=3 * EXAMPLES // 2, deadline=None)
@given(boards())
def test_features_are_what_a_flood_fill_finds(board: Board) -> None:
    found = flood_fill({at: TURNED[number] for at, (number, _) in board.laid.items()})
    for (at, segment), feature in found.items():
        root = board.of[board.laid[at][1] + segment]
        assert {board.laid[a][1] + i for a, i in feature} == set(board.feature_nodes(root))
        assert set(board.feature_positions(root)) == {a for a, _ in feature}
        assert board.count_tiles(root) == len(board.feature_positions(root))
        assert board.first_node(root) == min(board.feature_nodes(root))


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(boards())
def test_a_saved_board_comes_back_whole(board: Board) -> None:
    twin = from_text(Board, to_text(board))
    twin.recompute_unsaved_fields()
    assert twin == board


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(boards())
def test_a_copy_goes_its_own_way(board: Board) -> None:
    twin = board.copy()
    assert twin == board
    at = min(board.frontier)
    twin.lay(at, 4 * BY_ID["base-B"].number)
    assert at not in board.laid
    assert len(board.of) < len(twin.of)
    assert twin != board


def test_followers_are_counted_where_features_join() -> None:
    t = Table(seats=2)
    t.lay("base-U", "T60")
    t.lay("base-U", "T62")
    t.put(RED, "T60.road-N")
    t.put(1, "T62.road-N")
    t.lay("base-U", "T61")
    root = t.root("T61.road-N")
    assert t.s.board.count_followers(root) == 2
    assert t.s.board.held[root] == 1 | 1 << 8


def test_positions_saved_before_there_were_bridges_can_be_read() -> None:
    t = Table(seats=2)
    t.turn("base-E", "M49", 180, "city-S")
    data = to_plain(t.s)
    del data["board"]["bridges"]
    assert t.game.restore_unsaved_fields(from_plain(t.game.state, t.game.upgrade_saved_state(data, 1))) == t.s

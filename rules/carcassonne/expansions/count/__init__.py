"""Module The Count of Carcassonne."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from rules.carcassonne.cells import ORIGIN, X_BITS
from rules.carcassonne.expansion import Expansion, Setup
from rules.carcassonne.state import CarcassonneState, Ctx, Guest
from rules.carcassonne.tiles import CITY, TILES, TURNED, mark_lane
from rules.carcassonne.turn import COUNT, ENTER, FINAL_FEATURES, is_last_turn
from rules.carcassonne.view import Piece
from rules.core import Option

from . import view
from .entering import AfterScoring
from .moves import NEVER_MARCH, EnterCity, MoveCount, SendOut
from .sending import BeforeEnd, BeforeScoring
from .state import HELPS, QUARTERS, City, city_of_carcassonne, list_guests, return_guests, writable_city

LAST_SENDING = FINAL_FEATURES - 100  # rank after the last turn
WALL = "wall"
WALLS = mark_lane(WALL)
SPRING = ORIGIN - (1 << X_BITS) + 1  # position of the spring: carcassonne.md 4.5
NORTH = ((0,),)  # the rivers of a tile with a single river running north


class Count(Expansion):
    """The City of Carcassonne, which opens the game, and the count in it."""

    key = "count"
    order = 45
    sets = ("count",)
    presets = ("bigbox",)
    trait_warnings: ClassVar[Mapping[str, str]] = {"fork": "carc.warning.fork"}  # carcassonne.md 2.1
    options = (
        Option("count_market", ("end_only", "also_barn"), "count"),
        Option("count_final", ("market_only", "any_quarter"), "count"),
        Option("count_final_order", ("one_pass", "round_robin"), "count"),
        Option("count_special_strength", ("two", "usual"), "count"),
        Option("count_lair", ("barred", "fields_open"), "count", formerly="fields_open"),
        Option("dragon_count", ("avoid12", "avoid_inner"), "count"),
    )
    marks = (WALL,)
    moves = (EnterCity, MoveCount, SendOut)
    turn = ((COUNT, BeforeScoring), (ENTER, AfterScoring))
    ending = ((LAST_SENDING, BeforeEnd),)

    def standing_answer_keys(self) -> Sequence[str]:
        return (NEVER_MARCH,)

    def add_opening_tiles(self, setup: Setup) -> None:
        # carcassonne.md 4.2, 4.5: instead of the start tile; a river begins north of the City.
        springs = [TURNED[number].tile for _, number in setup.opening if TURNED[number].rivers]
        blocks = [(tile.block, 4 * tile.number) for tile in TILES if tile.set in self.sets and tile.block]
        setup.opening = [(ORIGIN + (row << X_BITS) + column, number) for (column, row), number in blocks]
        for spring in springs:
            northward = next(turned.number for turned in spring.turned if turned.rivers == NORTH)
            setup.opening.append((SPRING, northward))

    def create_module_state(self, s: CarcassonneState) -> None:
        s.ext["count"] = City()

    def on_tile_laid(self, ctx: Ctx, at: int, number: int) -> None:
        writable_city(ctx.s).last = ctx.s.active

    def count_walled_cities(self, s: CarcassonneState, field: int) -> int:
        # carcassonne.md 16.1
        return 1 if s.board.marks[field] & WALLS else 0

    def count_walled_features(self, s: CarcassonneState, kind: int) -> int:
        return 1 if kind == CITY else 0

    def is_closed_to_dragon(self, s: CarcassonneState, at: int) -> bool:
        # carcassonne.md 16.7: all twelve tiles, or those without landscape.
        turned = TURNED[s.board.laid[at][0]]
        return turned.tile.block is not None and (self.chosen["dragon_count"] == "avoid12" or not turned.size)

    def list_feature_guests(self, s: CarcassonneState) -> Iterable[Guest]:
        return list_guests(s)

    def return_feature_guests(self, s: CarcassonneState, roots: set[int]) -> None:
        return_guests(s, roots)

    def audit(self, s: CarcassonneState) -> None:
        city = city_of_carcassonne(s)
        assert 0 <= city.count < len(QUARTERS)
        stands = {kind.key: kind.stands for _, kind in s.hooks.followers}
        assert all(HELPS[citizen.quarter] in stands[citizen.kind] for citizen in city.inside), "a stranger in a quarter"
        assert all(s.board.first_node(sent.node) == sent.node for sent in city.sent)
        assert s.just >= 0 or not city.sent or is_last_turn(s), "a follower sent to nothing"

    def list_module_pieces(self, s: CarcassonneState) -> Iterator[Piece]:
        return view.city_pieces(s)

    def build_module_view(self, s: CarcassonneState) -> view.CitySeen:
        return view.build_city_view(s)


MODULE = Count

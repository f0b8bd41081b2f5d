"""Publicly predictable effects of a move, for the screens on which players choose.

Moves are played on a copy, which stops before the next tile is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.core import Context, Move, Phrase, Step

from .cells import CELLS, Cell, Spot
from .expansion import FOLLOWER
from .farming import cities_around
from .figures import barred_features
from .moves import Deploy, Pass, Place
from .outcomes import Outcome, context_of_copy, list_outcomes, steps_between_ranks, try_lay
from .scoring import FULL_MONASTERY, count_shields, feature_name, feature_points, majority_seats, seat_strengths
from .state import CarcassonneState
from .tiles import FIELD, KINDS
from .turn import ABBEY, AGAIN, END, LAY, DeployFigure, Score
from .view import CarcassonneView, Feature
from .viewing import build_carcassonne_view, cell_of_node, farm_shares, field_value, list_features, open_cells

if TYPE_CHECKING:
    from .game import CarcassonneGame


@dataclass(frozen=True, slots=True)
class PlaceInfo:
    """A place of the tile just laid, with its feature."""

    spot: Spot
    feature: str  # road, city, monastery, field
    called: str  # public name: a monastery may be a shrine
    tiles: tuple[Cell, ...]  # of the whole feature, each once
    shields: int
    open_at: tuple[Cell, ...]  # empty cells it still extends to; a monastery: empty cells around it
    complete: bool  # will be scored at the end of this turn
    points: int  # for each owner: now if complete, else at the end of the game in its present state (a field: at most)
    strength: tuple[int, ...]  # of each seat, now
    owners: tuple[int, ...]  # seats that would score it now
    occupied_by: tuple[int, ...]  # the seats with followers in it
    cities: int  # a field: how many complete cities it touches
    figures: tuple[str, ...]  # figures the seat may put here
    barred: str = ""  # key of the reason why no follower may be put in this feature

    @property
    def is_deployable(self) -> bool:
        """Whether the seat may put a figure here."""
        return bool(self.figures)


@dataclass(frozen=True, slots=True)
class Preview:
    """The table after a tile is laid and before anything else."""

    view: CarcassonneView
    places: tuple[PlaceInfo, ...]  # of the tile just laid, in the order of roads, cities, monastery, fields
    completed: tuple[Feature, ...]  # all features this tile completes, scored or not
    asks_figure: bool  # whether a figure can be put on it
    ends_turn: bool  # no figure can be put, and the turn ends; False if the same player draws again (the lake), or if
    # another decision comes first
    later: tuple[int, ...] = ()  # if no figure can be put: seats with a decision before the turn ends (the dragon)
    lays: tuple[Outcome, ...] = ()  # while a tile is in hand: the effect of each lay


def preview_lay(game: CarcassonneGame, s: CarcassonneState, seat: int, place: Move | None) -> Preview:
    """The table after this lay; None: as it is now. RulesError if the lay is illegal."""
    if place is None:
        asks_figure = bool(s.agenda) and isinstance(s.agenda[-1], DeployFigure)
        lays = list_outcomes(s, seat, game.legal(s, seat))
        view, places = build_carcassonne_view(game, s), _list_places(s, seat, game)
        return Preview(view, places, completed=(), asks_figure=asks_figure, ends_turn=False, lays=lays)
    after = _state_after_lay(game, s, seat, place)
    asks_figure = isinstance(after.agenda[-1], DeployFigure)
    view = build_carcassonne_view(game, after)
    completed_names = {_kind_and_first_place(after, root) for root in after.completed}
    completed = tuple(feature for feature in view.features if (feature.kind, feature.places[0]) in completed_names)
    places = _list_places(after, seat, game)
    if asks_figure:
        return Preview(view, places, completed, asks_figure, ends_turn=False)
    draws_again = _plays_again(after)
    later = tuple(_seats_asked_before(after, context_of_copy(after), _steps_not_predicted(after)))
    part_beginnings = steps_between_ranks(after, ABBEY, LAY)
    begins_another_part = bool(after.agenda) and isinstance(after.agenda[-1], part_beginnings)  # after an extra tile
    ends_turn = not (later or begins_another_part or draws_again)
    return Preview(view, places, completed, asks_figure=False, ends_turn=ends_turn, later=later)


def view_after_lay(game: CarcassonneGame, s: CarcassonneState, seat: int, place: Move) -> CarcassonneView:
    """The view after this lay only, before drawing and scoring. RulesError if it is illegal."""
    return build_carcassonne_view(game, _state_after_lay(game, s, seat, place))


def preview_places(
    game: CarcassonneGame, s: CarcassonneState, seat: int, place: Move | None = None
) -> tuple[PlaceInfo, ...]:
    """The places of the tile just laid, or of the tile in hand laid as `place`."""
    return _list_places(s if place is None else _state_after_lay(game, s, seat, place), seat, game)


def _kind_and_first_place(s: CarcassonneState, root: int) -> tuple[str, tuple[Cell, str]]:
    """The kind and first place of a feature, which identify it in a view."""
    board = s.board
    node = board.first_node(root)
    return KINDS[board.kinds[root]], (cell_of_node(s, node), board.place_of_node(node))


def _state_after_lay(game: CarcassonneGame, s: CarcassonneState, seat: int, place: Move) -> CarcassonneState:
    """The state after this lay and before anything else. RulesError if it is illegal."""
    game.check(s, seat, place)
    return try_lay(s, seat, place)


def _list_places(s: CarcassonneState, seat: int, game: CarcassonneGame) -> tuple[PlaceInfo, ...]:
    """The places of the tile laid last, with the figures the seat may put on each."""
    board = s.board
    at = next(reversed(board.laid))
    figures: dict[str, list[str]] = {}
    if s.agenda and isinstance(s.agenda[-1], DeployFigure):
        for move in game.legal(s, seat):
            if isinstance(move, Deploy) and move.spot.cell == CELLS[s.just]:
                figures.setdefault(move.spot.place, []).append(move.figure)
    shares = farm_shares(s)
    barred = barred_features(s, FOLLOWER)
    return tuple(
        _place_info(s, node, Spot(CELLS[at], place), tuple(figures.get(place, ())), shares, barred)
        for node, place in zip(board.nodes_at(at), board.turned_tile_at(at).places, strict=True)
    )


def _place_info(
    s: CarcassonneState,
    node: int,
    spot: Spot,
    figures: tuple[str, ...],
    shares: Mapping[int, tuple[int, list[int]]],
    barred: Mapping[int, str],
) -> PlaceInfo:
    board = s.board
    root = board.of[node]
    is_field = board.kinds[root] == FIELD
    strength = seat_strengths(s, root)
    return PlaceInfo(
        spot=spot,
        feature=KINDS[board.kinds[root]],
        called=feature_name(s, root),
        tiles=tuple(CELLS[at] for at in board.feature_positions(root)),
        shields=count_shields(s, root),
        open_at=open_cells(s, root, sorted(board.feature_nodes(root))),
        complete=not is_field and not board.open[root],
        points=field_value(s, root) if is_field else feature_points(s, root),
        strength=tuple(strength),
        owners=tuple(shares[root][1] if root in shares else majority_seats(strength)),
        occupied_by=tuple(board.occupying_seats(root)),
        cities=cities_around(s, root) if is_field else 0,
        figures=figures,
        barred=barred.get(root, ""),
    )


def explain_move(game: CarcassonneGame, s: CarcassonneState, seat: int, move: Move) -> Sequence[Phrase]:
    """The effects of a legal move, in words."""
    if isinstance(s.agenda[-1], DeployFigure):
        return _describe_scores(game, s, seat, move)
    if does_lay_tile(game, s, seat, move):
        shown = preview_lay(game, s, seat, move)
        phrases = [_describe_completion(feature) for feature in shown.completed]
        if shown.ends_turn:
            phrases.append(
                Phrase("carc.preview.no_figure" if any(s.supply_of_seat(seat).values()) else "carc.preview.no_supply")
            )
        elif shown.later:
            phrases.append(Phrase("carc.preview.later", {"seats": list(shown.later)}))
        elif not shown.asks_figure:
            phrases.append(Phrase("carc.preview.draws_again"))
        return phrases
    return ()


def does_lay_tile(game: CarcassonneGame, s: CarcassonneState, seat: int, move: Move) -> bool:
    """Whether this move lays a tile."""
    if isinstance(move, (Place, Pass)):
        return isinstance(move, Place)
    return len(_state_after_lay(game, s, seat, move).board.laid) > len(s.board.laid)


def _describe_completion(feature: Feature) -> Phrase:
    cell, place = feature.places[0]
    params: Mapping[str, object] = {
        "feature": feature.called,
        "cell": str(cell),
        "place": place,
        "points": feature.points,
        "n": FULL_MONASTERY if feature.kind == "monastery" else len(feature.tiles),
        "seats": list(feature.owners),
    }
    return Phrase("carc.preview.scores" if feature.owners else "carc.preview.completes", params)


def _describe_scores(game: CarcassonneGame, s: CarcassonneState, seat: int, move: Move) -> Sequence[Phrase]:
    """The immediate scores of this last decision of a part."""
    after = s.copy()
    ctx = context_of_copy(after)
    again, unpredicted = _plays_again(after), _steps_not_predicted(after)
    asked = len(after.agenda) - 1
    after.agenda[asked] = after.agenda[asked].apply_move(ctx, seat, move)
    if isinstance(after.agenda[-1], DeployFigure) and after.agenda[-1].waiting(after):
        return ()  # the figure is not decided yet
    asked_before = _seats_asked_before(after, ctx, (Score, *unpredicted))
    if asked_before:
        return [Phrase("carc.preview.first", {"seats": asked_before})]
    completed = list_features(after, after.completed) if after.completed else ()
    phrases = [_describe_completion(feature) for feature in completed if feature.owners]
    phrases += [phrase for ask in after.hooks.forecast_scores for phrase in ask(after)]
    later = _seats_asked_before(after, ctx, unpredicted)
    if later:
        return [*phrases, Phrase("carc.preview.later", {"seats": later})]
    if again:
        return [*phrases, Phrase("carc.preview.another")]
    return [*phrases, Phrase("carc.preview.ends_turn" if _draws_tile(after, ctx) else "carc.preview.ends_only")]


def _draws_tile(s: CarcassonneState, ctx: Context[CarcassonneState]) -> bool:
    """Whether a tile is drawn before the next decision. The next player may hold one, and the pile may be empty."""
    drawn = s.drawn
    while s.agenda and not s.agenda[-1].waiting(s):
        s.agenda.pop().run(ctx)
    return s.drawn > drawn


def _steps_not_predicted(s: CarcassonneState) -> tuple[type[Step[CarcassonneState]], ...]:
    """The steps whose effects are not predicted: those that begin another part or end the turn."""
    return (*steps_between_ranks(s, ABBEY, LAY), *steps_between_ranks(s, AGAIN, END + 1))


def _seats_asked_before(
    s: CarcassonneState, ctx: Context[CarcassonneState], stop: tuple[type[Step[CarcassonneState]], ...]
) -> list[int]:
    """Advance a copy to such a step; returns the seats with a decision before it."""
    while s.agenda and not isinstance(s.agenda[-1], stop):
        waiting = s.agenda[-1].waiting(s)
        if waiting:
            return sorted(waiting)
        s.agenda.pop().run(ctx)
    return []


def _plays_again(s: CarcassonneState) -> bool:
    """Whether the same player lays another tile after this part."""
    return any(ask(s) for ask in s.hooks.lays_another_tile)

"""The expert for the search: the most promising moves, tried in the same imagined orders of the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import DeployFigure
from rules.core import Chance, Game, Move
from rules.core.saving import Slice, to_text

from ..player import Imagine
from ..search import Expert
from . import expansions
from .chances import MANY, expected_points, is_crowded, win_chances
from .odds import Odds
from .open_ends import Ends
from .rollout import play_on, play_to_end, position_to_judge, turns_completed
from .search import Search
from .situation import Situation

REGISTERED: Final = expansions
IDEAS: Final = 6
MOST_POINTS_BEHIND: Final = 5.0  # points; moves further behind the best are not searched
TURNS_AHEAD: Final = 6  # total turns after the start of the look with two players; with more, each takes one
ENDING_TILES: Final = 8  # tiles left: below that it plays to the end
LAST: Final = 2  # tiles left: below that every decision is weighed instead of glanced
CROWDED_SIMULATIONS: Final = 500  # simulations with many modules, where each takes twice as long
PRESENT: Final = 0.3  # weight of the judgement made before playing on


class Judging(Search):
    """A search that compares positions by the judge."""

    __slots__ = ()

    def judge_situation(self, r: Situation) -> float:
        """The lead over the mean of the others, in expected points."""
        points = expected_points(r)
        own = points.pop(self.seat)
        return own - sum(points) / len(points)


class CarcassonneExpert(Expert):
    """Keeps caches of the running decision. `known`: position -> best figure, and winning chances if they do not
    depend on the next tile; `ends`: final chances by order of the last tiles; `first`: open ends of its position."""

    simulations = 1000
    judges_with_follow_up = True  # a lay and its figure
    may_reveal_hidden = False  # only the order of the tiles is hidden

    def __init__(self) -> None:
        self.cached_by_position: dict[object, tuple[Move | None, list[float] | None]] = {}
        self.cached_final_chances: dict[object, Sequence[float]] = {}
        self.ends_of_decision: Ends | None = None

    def clear_caches(self) -> None:
        """Clear the caches for another decision."""
        self.cached_by_position.clear()
        self.cached_final_chances.clear()

    def simulations_per_decision(self, game: Game[Any]) -> int:
        return CROWDED_SIMULATIONS if len(game.choices.modules) > MANY else self.simulations

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        self.clear_caches()
        s = imagine()
        search = Judging(s, imagine.seat)
        self.ends_of_decision = search.ends
        for decide in search.odds.extras.decide_at_once:
            decided = decide(search, legal)
            if decided is not None:
                return [decided]
        ranked = search.rank_moves(legal, IDEAS, MOST_POINTS_BEHIND)
        if plays_last_tiles_out(s) and type(s.agenda[-1]) is DeployFigure:
            best = best_by_playout(imagine.game, s, imagine.seat, ranked)
            return [best, *(move for move in ranked if move is not best)]
        return ranked

    def chances_after_playing_on(
        self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState
    ) -> Sequence[float]:
        if game.over(s):
            return win_chances(game, s)
        if self.ends_of_decision is None or not self.ends_of_decision.reach.leads_to(s.board):
            self.ends_of_decision = Ends(s.board, Odds(s))
            self.clear_caches()
        first = self.ends_of_decision
        turns = turns_completed(s, before)
        key = visible_position(s, len(first.reach.laid))
        if key not in self.cached_by_position:
            self.cached_by_position[key] = best_figure(game, s, before, first), None
        figure, present_chances = self.cached_by_position[key]
        if plays_last_tiles_out(before):
            return self._final_chances(game, s, key, figure)
        if present_chances is None:
            present_chances = win_chances(game, position_to_judge(game, s, before, figure, first.reach), first)
            if turns < 1:  # otherwise the next tile differs each time
                self.cached_by_position[key] = figure, present_chances
        play_on(game, s, turns_to_look_ahead(before) + turns, figure, first.reach)
        later_chances = win_chances(game, s, first)
        return [PRESENT * x + (1 - PRESENT) * y for x, y in zip(present_chances, later_chances, strict=True)]

    def _final_chances(self, game: Game[Any], s: CarcassonneState, key: object, figure: Move | None) -> Sequence[float]:
        """The final result if the remaining tiles come in the order of that position."""
        order = (key, s.pile[s.drawn :])
        if order not in self.cached_final_chances:
            play_to_end(game, s, figure)
            self.cached_final_chances[order] = win_chances(game, s)
        return self.cached_final_chances[order]


def plays_last_tiles_out(s: CarcassonneState) -> bool:
    """Whether the last tiles are played to the end."""
    return len(s.pile) - s.drawn <= LAST


def turns_to_look_ahead(s: CarcassonneState) -> int:
    """The number of turns judged after the start of the look; near the end all remaining ones."""
    return max(s.seats, TURNS_AHEAD // (s.seats - 1)) if len(s.pile) - s.drawn > ENDING_TILES else ENDING_TILES


def visible_position(s: CarcassonneState, tiles_before: int) -> object:
    """A key of the public position, as far as moves of one decision change it."""
    board = s.board
    return (
        s.drawn,
        s.hand,
        s.just,
        *s.scores,
        *s.figures,
        *s.supply,
        *islice(board.laid.items(), tiles_before, None),
        *board.bridges,
        *s.agenda,
        *map(slice_values, s.ext.values()),
    )


def slice_values(part: Slice) -> object:
    """The state of a module as a comparable value, if possible."""
    names: Sequence[str] = type(part).__dict__.get("__slots__", ())
    values = (part.kind, *[getattr(part, name) for name in names])
    try:
        hash(values)
    except TypeError:
        return to_text(part)
    return values if names else to_text(part)


def best_figure(
    game: Game[Any], s: CarcassonneState, before: CarcassonneState, first: Ends | None = None
) -> Move | None:
    """The figure to put on the tile just laid; None: nobody is asked. Chosen by the judge, or by the most wins for the
    last tiles. `before`: the position before the move that led here; `first`: open ends of an earlier position."""
    step = s.agenda[-1]
    if type(step) is not DeployFigure or not step.waiting(s):
        return None
    ranked = Judging(s, s.active, first).rank_moves(list(step.legal(s, s.active)), IDEAS)
    return best_by_playout(game, s, s.active, ranked) if plays_last_tiles_out(before) else ranked[0]


def best_by_playout(game: Game[Any], s: CarcassonneState, seat: int, moves: Sequence[Move]) -> Move:
    """The move that wins most often over all orders of the remaining tiles; of equals the first. With many modules only
    the first two moves are tried, because each takes ten times as long."""
    moves = moves[:2] if is_crowded(s.hooks) else moves
    if len(moves) == 1:
        return moves[0]
    orders = dict.fromkeys(permutations(sorted(s.pile[s.drawn :])))
    wins = []  # by move
    for move in moves:
        wins.append(0.0)
        for order in orders:
            end = s.copy()
            end.pile = (*s.pile[: s.drawn], *order)
            play_to_end(game, end, move)
            wins[-1] += win_chances(game, end)[seat]
    return moves[wins.index(max(wins))]


EXPERT: Final = CarcassonneExpert()

"""The expert for the search: the normal player's best moves, played on for about a round and judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.development import DevPlenty, DevRoads
from rules.catan.moves import Bank, End, FreeRoad, Roll, Setup
from rules.catan.state import CatanState
from rules.core import Chance, Game, Move

from ..player import Imagine
from ..search import Expert
from . import development_features, expansions, first_places, learnt, trading
from .chances import win_chances
from .policy import made_or_winning_move
from .rollout import positions_to_judge
from .scores import score_move
from .situation import Situation

# Imported to register the features and their weights.
REGISTERING: Final = (expansions, development_features, learnt)

PREPARES: Final = (Bank, DevPlenty, DevRoads, FreeRoad)  # moves that only prepare others
MOST_CANDIDATES: Final = 8  # candidate moves
MOST_OF_A_KIND: Final = 4  # candidates of one kind
MOST_POINTS_BEHIND: Final = 1.2  # victory points by which a candidate may be worse, by the normal player's scores


class CatanExpert(Expert):
    """Looks about a round ahead; the judge covers the average rest."""

    simulations = 200
    caution = 0.008

    def is_told_together(self, move: Move, after: Move) -> bool:
        """Not the dice, because everything before them is final then."""
        return isinstance(move, PREPARES) and not isinstance(after, (End, Roll))

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        situation = Situation(view, chance)
        only_move = made_or_winning_move(situation, legal)
        if only_move is not None:
            return [only_move]
        moves = [*legal, *trading.invented_offers(situation)]
        ranked = sorted(((score_move(situation, move), -n, move) for n, move in enumerate(moves)), reverse=True)
        if isinstance(legal[0], Setup):
            return first_places.best_road_per_corner([move for _, _, move in ranked if isinstance(move, Setup)])
        return vary_moves([(value, move) for value, _, move in ranked])

    def chances_after_playing_on(
        self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState
    ) -> Sequence[float]:
        return average_chances(game, s, luck, before.turn)


def average_chances(game: Game[Any], s: CatanState, luck: Chance, since: int) -> list[float]:
    """Each seat's winning chance, 0 to 1, averaged over the positions to judge for turn `since`."""
    judged = [win_chances(position) for position in positions_to_judge(game, s, luck, since)]
    return [sum(chances) / len(judged) for chances in zip(*judged, strict=True)]


def vary_moves(moves: Sequence[tuple[float, Move]]) -> list[Move]:
    """The best moves, with a limit per kind."""
    least = moves[0][0] - MOST_POINTS_BEHIND
    found: list[Move] = []
    kinds: dict[str, int] = {}
    for value, move in moves:
        if value < least or len(found) == MOST_CANDIDATES:
            break
        kinds[move.kind] = kinds.get(move.kind, 0) + 1
        if kinds[move.kind] <= MOST_OF_A_KIND:
            found.append(move)
    return found


EXPERT: Final = CatanExpert()

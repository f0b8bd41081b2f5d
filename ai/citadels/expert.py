"""The expert for the search: plays the round on in imagined positions and judges the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.citadels.moves import Build, Cards, End, Gold, Income, Pass, Pick
from rules.citadels.state import CitadelsState
from rules.core import Chance, Game, Move

from ..player import Imagine
from ..search import Expert, final_chances
from . import chances, likely_deals, rollout
from .card_knowledge import character_play
from .cards import buildable_cards
from .scores import AT_ONCE, BEFORE_BUILDING, score_move
from .situation import Situation

MOST_OF_A_KIND: Final = 5  # candidates of a kind
MOST_CHARACTERS: Final = 6  # candidate characters
ROUTINE_MOVES: Final = (Gold, Cards, Income, End, Pass)  # kinds of moves made in any case
MOST_OTHERS: Final = 2  # further candidates the normal player would not choose


def is_between_rounds(s: CitadelsState) -> bool:
    """Whether the first character of a round is about to be chosen."""
    return len(s.slots) == 1 and not s.rank


class CitadelsExpert(Expert):
    """Looks to the end of the round; the judge's weights cover the rest."""

    simulations = 1000

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        r = Situation(view, chance)
        moves = [*legal, *character_play(r.acting_character).unlisted_moves(r, legal)]
        if has_nothing_to_build(r) and any(isinstance(move, Cards) for move in moves):
            moves = [move for move in moves if not isinstance(move, Gold)]
        ranked = sorted(((score_move(r, move), -i) for i, move in enumerate(moves)), reverse=True)
        return promising_moves([(value, moves[-i]) for value, i in ranked])

    def is_told_together(self, move: Move, after: Move) -> bool:
        """Building with the gold, and a power used after that."""
        return not isinstance(after, ROUTINE_MOVES)

    def imagined(self, imagine: Imagine) -> CitadelsState:
        return likely_deals.likely_position(imagine)

    def chances_after_playing_on(
        self, game: Game[Any], s: CitadelsState, luck: Chance, before: CitadelsState
    ) -> Sequence[float]:
        rollout.play_on(s, luck, is_between_rounds)
        if not s.agenda:
            return final_chances(game.winners(s), s.seats)
        return chances.chances_by_weights(s)


def has_nothing_to_build(r: Situation) -> bool:
    """Whether nothing can be built with the gold, early enough to change that. The judge's games rarely contain such
    gold, so it overrates it."""
    has_cards = bool(buildable_cards(r)) or character_play(r.acting_character).extra_cards > 0
    return r.is_my_turn and not has_cards and r.view.deck > 0 and not r.view.last_round


def promising_moves(ranked: Sequence[tuple[float, Move]]) -> list[Move]:
    """The candidates among moves ranked by the normal player, its own choice first. Moves that can be made later just
    as well are no alternatives to it."""
    best_score, best = ranked[0]
    moves = [move for _, move in ranked]
    if isinstance(best, Income):
        return [best]
    if isinstance(best, Pick):
        return moves[:MOST_CHARACTERS]
    if best_score >= AT_ONCE:
        return [move for score, move in ranked if score >= AT_ONCE][:MOST_OF_A_KIND]
    if isinstance(best, (Gold, Cards)):
        powers = [move for score, move in ranked if score > BEFORE_BUILDING and not isinstance(move, (Gold, Cards))]
        return [*(move for move in moves if isinstance(move, (Gold, Cards))), *powers[:MOST_OTHERS]]
    if any(isinstance(move, (End, Pass)) for move in moves):
        same_kind = [move for move in moves if type(move) is type(best)][: MOST_OF_A_KIND - 1]
        ends = [move for move in moves if isinstance(move, (End, Pass))]
        others = [move for move in moves if not isinstance(move, (type(best), End, Pass, Income))]
        builds = [move for move in others if isinstance(move, Build)]
        rest = [move for move in others if not isinstance(move, Build)]
        return list(dict.fromkeys((*same_kind, *ends, *builds[:MOST_OTHERS], *rest[:MOST_OTHERS])))
    return moves[:MOST_OF_A_KIND]


EXPERT: Final = CitadelsExpert()

"""The coach: an expert with more candidates, for advice to people.

Beside the moves of a strong machine it considers immediate points with bank trades, more offers, every card of a
Monopoly, and other cards to give up; it tries starting places for several rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any, Final

from rules.catan.development import DevMonopoly, DevPlenty, DevRoads
from rules.catan.moves import Bank, BuildRoad, End, Roll, Setup, TradeConfirm, TradeFirst
from rules.catan.state import CatanState
from rules.core import Chance, Game, Move

from ..coach import Coach
from ..player import Imagine
from ..search import WeighedMove
from .chances import win_chances
from .expert import PREPARES, CatanExpert
from .first_places import best_road_per_corner
from .hand import add_cards, goals_by_gain, subtract_cards
from .rollout import state_after_turn
from .same_turn_gain import same_turn_gain
from .scores import MAKERS, score_move
from .situation import Situation
from .trading import rate_offers
from .winning import winning_line_moves

# Turns starting places are tried for, in whole rounds: without modules, and with some, where each takes longer.
FIRST_PLACE_TURNS: Final = (16, 8)
POINT_WITH_MODULES: Final = 0.6  # weight of a point with modules, where more points are needed
FIRST_CORNERS: Final = 16  # considered for starting places
GOALS_KEPT_FOR: Final = 5  # goals that cards are kept for
POINT_LINES: Final = 3  # lines that score a point
LEAST_OFFER_POINTS: Final = 0.3  # points an offer must complete
MOST_OFFERS: Final = 4
ANY_DOTS: Final = -1  # dots; the imagined position decides who holds a card
OPENING_MOVES: Final = (*PREPARES, BuildRoad, DevMonopoly, TradeConfirm)  # often made for the sake of the next move
CARDS_AFTER_DICE: Final = (DevMonopoly, DevPlenty, DevRoads)  # cards that lose nothing by waiting for the dice
NEARLY_EQUAL: Final = 0.005  # winning chance; a refused offer costs nothing
SEPARATE_MOVES: Final = (End, Roll, TradeFirst)  # moves that never belong to the previous one


class CatanCoach(CatanExpert, Coach):
    simulations = 400  # people ask rarely and can wait
    caution = 0.015  # of nearly equal moves the usual one is preferred
    patience = 0.07

    def is_told_together(self, move: Move, after: Move) -> bool:
        return isinstance(move, OPENING_MOVES) and not isinstance(after, SEPARATE_MOVES)

    def share_of_point_scored(self, game: Game[Any], s: CatanState, seat: int, move: Move, after: CatanState) -> float:
        return same_turn_gain(game, s, seat, move, after) * (POINT_WITH_MODULES if game.choices.modules else 1.0)

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        r = Situation(view, chance)
        if isinstance(legal[0], Setup):
            scored = [(score_move(r, move), -n, move) for n, move in enumerate(legal) if isinstance(move, Setup)]
            return best_road_per_corner([move for _, _, move in sorted(scored, reverse=True)], FIRST_CORNERS)
        found = list(super().candidate_moves(view, legal, imagine, chance))
        if r.view.phase == "before":  # playing it after the dice avoids losing the result to a seven
            found = [move for move in found if not isinstance(move, CARDS_AFTER_DICE)] or found
        elif type(legal[0]) in MAKERS:
            found += _other_cards_to_give_up(r, found[0])
        elif len(found) > 1 or found[0].is_declining:  # a single move wins or is forced
            offers = rate_offers(r, worth_it=LEAST_OFFER_POINTS, wish=0.0, likely=ANY_DOTS)
            found += sorted(offers, key=lambda offer: -offers[offer])[:MOST_OFFERS]
            found += list(islice(winning_line_moves(r, legal, need=1), POINT_LINES))
            found += [move for move in legal if isinstance(move, DevMonopoly)]
        return list(dict.fromkeys(found))

    def reorder_for_advice(self, found: list[WeighedMove]) -> list[WeighedMove]:
        """Puts an offer to players before a bank trade for the same card, because it may cost fewer cards."""
        bank = found[0].move
        if isinstance(bank, Bank):
            for n, weighed in enumerate(found):
                is_same_card = isinstance(weighed.move, TradeFirst) and weighed.move.want == (bank.take,)
                if is_same_card and found[0].lead_over(weighed)[0] < NEARLY_EQUAL:
                    return [weighed, *found[:n], *found[n + 1 :]]
        return found

    def chances_after_playing_on(
        self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState
    ) -> Sequence[float]:
        if before.turn:
            return super().chances_after_playing_on(game, s, luck, before)
        rounds = max(1, FIRST_PLACE_TURNS[bool(game.choices.modules)] // s.seats)
        return win_chances(state_after_turn(game, s, luck, s.seats * rounds))


def _other_cards_to_give_up(r: Situation, first: Any) -> Iterator[Move]:
    """Alternatives to the move `first`: the most frequent cards beside those that pay for one goal, or for two."""
    move_type, n = type(first), len(first.kinds)
    prices = list(dict.fromkeys(goal.cost for goal in r.cached(goals_by_gain)))[:GOALS_KEPT_FOR]
    price_pairs = [add_cards(price, other) for price, other in combinations(prices[:3], 2)]
    for price in (*prices, *price_pairs):
        spare = list(subtract_cards(r.hand, price))
        if sum(spare) >= n:
            counts = [0] * len(spare)
            for _ in range(n):
                kind = max(range(len(spare)), key=spare.__getitem__)
                spare[kind] -= 1
                counts[kind] += 1
            yield move_type(tuple(card for card, count in zip(r.view.cards, counts, strict=True) for _ in range(count)))


COACH: Final = CatanCoach()

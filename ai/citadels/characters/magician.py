"""Knowledge about the Magician: exchanging cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.citadels.characters.magician import LISTED, Redraw, Swap
from rules.core import Move

from ..card_knowledge import CharacterPlay
from ..cards import NEW_CARD, buildable_cards, builds_planned_with_action, hand_without, hand_worth
from ..scores import ACTION, AFTER_BUILDING, BEFORE_BUILDING, MOST, NEVER, scorer_for
from ..situation import Situation

MOST_NEW_CARDS: Final = 5  # useful cards of another hand
LEAST_SWAP_GAIN: Final = 0.5
LEAST_REDRAW_GAIN: Final = 0.3


class Magician(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        most = max(r.view.players[other].hand for other in range(r.view.seats) if other != seat)
        mine = len(buildable_cards(r)) if seat == r.me else r.view.players[seat].hand
        return 0.4 + 0.7 * max(0, most - mine)

    def unlisted_moves(self, r: Situation, legal: Sequence[Move]) -> Sequence[Move]:
        """For a hand too large for listing every set: all unbuildable cards, and all duplicates."""
        if len(r.hand) <= LISTED or not any(isinstance(move, Redraw) for move in legal):
            return ()
        useless = [card for i, card in enumerate(r.hand) if card in r.hand[:i] or not r.may_build_by_name(card)]
        return [Redraw(tuple(sorted(useless)))] if useless else ()


PLAY: Final = Magician()


@scorer_for(Swap)
def score_hand_swap(r: Situation, move: Swap) -> float:
    """A fuller hand; planned districts are built first."""
    planned = r.cached(builds_planned_with_action)
    given = hand_worth(r, hand_without(r, planned))
    new_cards = min(r.view.players[move.player].hand, MOST_NEW_CARDS)
    is_too_late = r.view.last_round and not (r.builds_left and not planned)
    usefulness = 0.3 if is_too_late else 1.0
    gain = usefulness * NEW_CARD * new_cards * (1 + 0.2 * r.threats[move.player]) - given
    return delay_until_built(r, planned, gain) if gain > LEAST_SWAP_GAIN else NEVER


@scorer_for(Redraw)
def score_redraw(r: Situation, move: Redraw) -> float:
    """Useless cards for new ones."""
    planned = r.cached(builds_planned_with_action)
    rest = hand_without(r, move.districts)
    if any(card not in rest for card in planned):
        return NEVER
    new_cards = min(len(move.districts), r.view.deck)
    usefulness = 0.2 if r.view.last_round else 1.0
    gain = usefulness * NEW_CARD * new_cards - (hand_worth(r, r.hand) - hand_worth(r, rest))
    return delay_until_built(r, planned, gain) if gain > LEAST_REDRAW_GAIN else NEVER


def delay_until_built(r: Situation, planned: tuple[str, ...], gain: float) -> float:
    """The score of new cards: after building, or at once if there is nothing to build."""
    if planned:
        return AFTER_BUILDING + gain / 10
    return (BEFORE_BUILDING if r.has_acted else ACTION + MOST) + gain

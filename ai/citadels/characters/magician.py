"""Knowledge about the Magician: exchanging cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.citadels.characters.magician import LISTED, Redraw, Swap
from rules.core import Move

from ..card_knowledge import CharacterPlay
from ..cards import NEW_CARD, TAKEN, buildable_cards, builds_planned_this_turn, hand_without, hand_worth, plan_builds
from ..draft import hand_size
from ..scores import ACTION, AFTER_BUILDING, BEFORE_BUILDING, MOST, NEVER, scorer_for
from ..situation import Situation


class Magician(CharacterPlay):
    def want(self, r: Situation, seat: int) -> float:
        most = max(r.view.players[other].hand for other in range(r.view.seats) if other != seat)
        mine = len(buildable_cards(r)) if seat == r.me else hand_size(r, seat)
        return 0.4 + 0.7 * max(0, most - mine)

    def invented(self, r: Situation, legal: Sequence[Move]) -> Sequence[Move]:
        """For a hand too large for listing every set: all unbuildable cards, and all duplicates."""
        if len(r.hand) <= LISTED or not any(isinstance(move, Redraw) for move in legal):
            return ()
        stale = [card for i, card in enumerate(r.hand) if card in r.hand[:i] or not r.allowed(card)]
        return [Redraw(tuple(sorted(stale)))] if stale else ()


PLAY: Final = Magician()


@scorer_for(Swap)
def score_hand_swap(r: Situation, move: Swap) -> float:
    """A fuller hand; planned districts are built first."""
    wanted = r.memo(soon_built)
    given = hand_worth(r, hand_without(r, wanted))
    new = r.view.players[move.player].hand
    late = 0.3 if r.view.last_round and not (r.builds and not wanted) else 1.0
    gain = late * NEW_CARD * min(new, 5) * (1 + 0.2 * r.threats[move.player]) - given
    return delay_until_built(r, wanted, gain) if gain > 0.5 else NEVER


@scorer_for(Redraw)
def score_redraw(r: Situation, move: Redraw) -> float:
    """Useless cards for new ones."""
    wanted = r.memo(soon_built)
    rest = hand_without(r, move.districts)
    if any(card not in rest for card in wanted):
        return NEVER
    new = min(len(move.districts), r.view.deck)
    late = 0.2 if r.view.last_round else 1.0
    gain = late * NEW_CARD * new - (hand_worth(r, r.hand) - hand_worth(r, rest))
    return delay_until_built(r, wanted, gain) if gain > 0.3 else NEVER


def soon_built(r: Situation) -> tuple[str, ...]:
    """The districts I intend to build in this turn, with the gold of the action."""
    return r.memo(builds_planned_this_turn) if r.acted else plan_builds(r, r.gold + r.income + TAKEN, r.builds)[1]


def delay_until_built(r: Situation, wanted: tuple[str, ...], gain: float) -> float:
    """The score of new cards: after building, or at once if there is nothing to build."""
    if wanted:
        return AFTER_BUILDING + gain / 10
    return (BEFORE_BUILDING if r.acted else ACTION + MOST) + gain

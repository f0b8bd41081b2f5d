"""Playing any number of progress cards in one's turn."""  # catan.md 10.3

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rules.catan.expansion import BEFORE, MAIN, Action
from rules.catan.places import OUT
from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move, Phrase

from .deck import NUMBERS, lose_progress, put_card_under_deck
from .progress import progress_rules
from .progress.card import Progress
from .realm import realm_of

RULES = progress_rules()
# Hooks of cards on the table:
BETTER: Final = tuple(
    card.kinds_traded_2_to_1
    for card in RULES.values()
    if type(card).kinds_traded_2_to_1 is not Progress.kinds_traded_2_to_1
)
ON_VIEW: Final = tuple(
    card.add_to_view for card in RULES.values() if type(card).add_to_view is not Progress.add_to_view
)
SCORING: Final = tuple(card for card in RULES.values() if card.tally)


class PlayProgress(Action):
    """Play a card in the main phase."""

    phases = (MAIN,)
    playable: ClassVar[dict[int, Progress]] = {n: card for n, card in RULES.items() if not card.is_played_before_dice}
    moves = tuple(card.move for card in RULES.values() if not card.is_played_before_dice)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        realm = realm_of(s)
        hand = realm.held[seat]
        if hand:
            playable = self.playable
            for number in dict.fromkeys(hand):
                if number in playable:
                    playable[number].add_legal_moves(s, realm, seat, moves)

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        card = BY_MOVE[type(move)]
        realm = realm_of(s)
        if NUMBERS[card.key] not in realm.held[seat]:
            raise IllegalMove("catan.error.no_progress", progress=card.key)
        card.check(s, realm, seat, move)

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return BY_MOVE[type(move)].describe_effect(s, seat, move)

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        card = BY_MOVE[type(move)]
        realm = realm_of(ctx.s)
        number = NUMBERS[card.key]
        lose_progress(realm, seat, number)
        put_card_under_deck(realm, number, OUT)
        ctx.emit("catan.play.card", reveals=True, seat=seat, progress=card.key)
        card.play(ctx, seat, move)


class PlayBefore(PlayProgress):
    """Play a card before the dice."""

    phases = (BEFORE,)
    playable: ClassVar[dict[int, Progress]] = {n: card for n, card in RULES.items() if card.is_played_before_dice}
    moves = tuple(card.move for card in RULES.values() if card.is_played_before_dice)


BY_MOVE = {card.move: card for card in RULES.values()}

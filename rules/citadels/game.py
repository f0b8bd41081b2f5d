"""The Citadels game type: its options, and the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.core import BadOption, BadRecord, Chance, Choices, Event, Game, GameType, Move, Phrase, kinds_of
from rules.core.conditional_moves import conditional_kinds_by_key
from rules.core.fortune import Fortune

from . import effects, hiding, options, order, scoring, viewing
from .audit import audit_cards, configured_deck
from .cards import BASE_PURPLES, BONUS_PURPLES, DISTRICTS, sorted_cards
from .conditional_moves import PLANS
from .decisions import Ask
from .fortune import fortune_of_card_draws
from .hooks import ROLES, RULES
from .moves import BASE, Build
from .round import GameStart
from .state import OUT, CitadelsState
from .turn import Main
from .view import CitadelsView

HAND = 4
GOLD = 2


class CitadelsGame(Game[CitadelsState]):
    """Citadels with its options fixed."""

    key = "citadels"
    version = 2
    state = CitadelsState
    moves: Mapping[str, type[Move]] = kinds_of(
        [*BASE, *(m for role in ROLES.values() for m in role.moves), *(m for r in RULES.values() for m in r.moves)]
    )

    plans = conditional_kinds_by_key(PLANS)

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.chosen = options.option_values(choices)
        self.seats = options.allowed_seat_counts(choices)

    def setup(self, seats: int, chance: Chance, stack: Sequence[str] | None = None) -> CitadelsState:
        refused = options.seat_count_refusal(self.choices, seats)
        if refused is not None:
            raise BadOption(refused.key, **refused.params)
        box = options.draw_box(self.choices, seats, chance)
        s = CitadelsState()
        s.key = chance.key
        s.used = 0
        s.seats = seats
        s.cast = box.cast
        base = [key for key in BASE_PURPLES for _ in range(DISTRICTS[key].count - box.removed.get(key, 0))]
        s.purples = (*base, *box.bonus)
        s.round = s.rank = 0
        s.goal = box.target
        s.lowered = s.ended = False
        s.first = s.face_up = s.draft = s.shown = s.silent = s.builders = s.looked = s.changed = s.slots = s.razed = ()
        s.named = {}
        s.acting = {}
        s.turn = None
        s.looker = s.taken_from = OUT
        s.taken = s.ruin = ""
        for rule in RULES.values():
            rule.store_options(s, self.chosen)
        s.gold = [GOLD] * seats
        s.cities = [()] * seats
        s.deck = stack_deck(configured_deck(s), stack or (), chance)
        s.cards = len(s.deck)
        s.hands = [sorted_cards(s.deck[seat * HAND : (seat + 1) * HAND]) for seat in range(seats)]
        s.deck = s.deck[seats * HAND :]
        crown = self.chosen["crown"]
        s.crown = chance.below(seats) if crown == "random" else int(crown.removeprefix("seat")) - 1
        s.agenda = [GameStart()]
        return s

    def view(self, s: CitadelsState, seat: int | None) -> CitadelsView:
        return viewing.build_citadels_view(self, s, seat)

    def shuffle_hidden(self, s: CitadelsState, seat: int | None, chance: Chance) -> None:
        hiding.shuffle_hidden(s, seat, chance)

    def shuffle_unknown(self, s: CitadelsState, chance: Chance) -> None:
        hiding.shuffle_deck(s, chance)

    def audit(self, s: CitadelsState) -> None:
        audit_cards(s)

    def scores(self, s: CitadelsState) -> tuple[int, ...]:
        return scoring.list_scores(s)

    def winners(self, s: CitadelsState) -> tuple[int, ...]:
        return scoring.find_winners(s)

    def fortune_by_seat(
        self, before: CitadelsState, move: Move, after: CitadelsState, events: Sequence[Event]
    ) -> Mapping[int, Fortune]:
        return fortune_of_card_draws(before, events)

    def pipeline(self) -> Sequence[tuple[int, str, str]]:
        return order.round_order(options.possible_cards(self.choices))

    def upgrade_saved_state(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        if version < 2:  # destroyed districts were not saved
            data.setdefault("razed", [])
        return data

    def sample_unlisted_moves(self, s: CitadelsState, seat: int, chance: Chance) -> Iterable[Move]:
        top = s.agenda[-1]
        if isinstance(top, Main) and top.seat == seat and s.turn is not None and "power" not in s.turn.used:
            return ROLES[s.turn.character].sample_unlisted_moves(s, seat, chance)
        return ()

    def standing_answer_keys(self, s: CitadelsState) -> Sequence[str]:
        return tuple(key for district in dict.fromkeys(s.purples) for key in RULES[district].standing_answer_keys(s))

    def describe_effects(self, s: CitadelsState, seat: int, move: Move) -> Sequence[Phrase]:
        top = s.agenda[-1]
        return top.describe_effect(s, move) if isinstance(top, (Ask, Main)) else ()

    def preview(self, s: CitadelsState, seat: int, move: Move | None = None) -> int | None:
        """For a building move: the price, whether the move is possible now or not."""
        return effects.building_cost(s, seat, move.district) if isinstance(move, Build) else None


def stack_deck(cards: Counter[str], stack: Sequence[str], chance: Chance) -> tuple[str, ...]:
    """The deck, top first: as `stack` fixes it, the rest shuffled."""
    remaining = Counter(cards)
    for number, key in enumerate(stack, 1):
        if not remaining[key]:
            raise BadRecord("cit.error.stack", district=key, number=number)
        remaining[key] -= 1
    rest = list(remaining.elements())
    chance.shuffle(rest)
    return (*stack, *rest)


KIND = GameType(
    key="citadels",
    family="cit",
    modules=BONUS_PURPLES,
    options=options.OPTIONS,
    presets=options.PRESETS,
    maker=CitadelsGame,
    groups=("power", "district"),
    pools=(options.CHARACTER_POOL, options.DISTRICT_POOL),
    check_combination=options.check_contradictions,
    refuse_player_count=options.seat_count_refusal,
    warnings=options.choice_warnings,
)

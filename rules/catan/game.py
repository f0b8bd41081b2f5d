"""The Catan game type: its options, and the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.core import BadOption, BadRecord, Chance, Choices, Event, Game, GameType, Move, Phrase, kinds_of
from rules.core.fortune import Fortune
from rules.core.modules import Modules, move_groups

from . import hiding, trading, viewing
from .audit import audit_counts
from .base import Base
from .choosing import ChooseCards
from .development import Development
from .effects import PLAIN_RATES, card_names, rates_with_corner
from .expansion import Expansion, Hooks
from .expansions import catan_modules
from .fortune import fortune_of_roll
from .island import group_hexes_by_number, lay_out_island
from .layout import layout_for
from .moves import Robber, Roll, Setup
from .network import refresh_reach
from .places import OUT
from .placing import GameBegins, Place, first_cards
from .robber import robber_victims
from .state import CITIES, MOST_SEATS, ROADS, SETTLEMENTS, CatanState, Offer
from .turn import AUTO_ROLL, DECLINE_TRADES, SKIP_BUILD, Main, has_special_build_phase
from .view import SUMS, CatanView

SEATS = range(3, MOST_SEATS + 1)
LARGE = 5  # minimal number of seats for the large board

MODULES: Modules[Expansion] = Modules((Base, Development), catan_modules())
SOME_ANSWERED, ALL_ANSWERED = 1, 2  # see `Game.questions_with_answer_state`
PERSONAL = (AUTO_ROLL, DECLINE_TRADES, SKIP_BUILD)


def implied_defaults(choices: Choices) -> Mapping[str, str]:
    """The defaults implied by the option `rules`."""
    rules = choices.get("rules") or "official"
    return {key: value for module in MODULES.all for key, value in module.implied_defaults.get(rules, {}).items()}


def check_contradictions(choices: Choices) -> None:
    """BadOption if choices contradict each other."""
    values = KIND.option_values(choices)
    for module in MODULES.all:
        module.check_combination(values)


def seat_count_refusal(choices: Choices, seats: int) -> Phrase | None:
    """The reason why this number of players is impossible with these choices; None: possible."""
    if choices.get("map") == "beginner" and seats >= LARGE:
        return Phrase("catan.option_error.beginner")
    return None


class CatanGame(Game[CatanState]):
    """Catan with its options fixed."""

    key = "catan"
    version = 5
    state = CatanState

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        values = KIND.option_values(choices)
        self.hooks = Hooks(MODULES.modules_in_play(choices), values)
        self.moves: Mapping[str, type[Move]] = kinds_of(self.hooks.moves)
        self.plans = self.hooks.plans
        self.seats = range(SEATS.start, LARGE) if values["map"] == "beginner" else SEATS

    def setup(self, seats: int, chance: Chance, stack: Sequence[str] | None = None) -> CatanState:
        refused = seat_count_refusal(self.choices, seats)
        if refused is not None:
            raise BadOption(refused.key, **refused.params)
        if stack:
            raise BadRecord("catan.error.stack")
        hooks = self.hooks
        layout = layout_for(seats)
        island = lay_out_island(layout, hooks.chosen, chance)
        s = CatanState()
        s.key = chance.key
        s.used = 0
        s.hooks = hooks
        s.layout = layout
        s.agenda = [GameBegins()]
        s.seats = seats
        s.terrain, s.tokens, s.harbours, s.robber = island
        s.turn = s.bank = s.offers = s.heard = 0
        s.longest = s.winner = OUT
        s.dice = s.rolled = s.gains = s.due = ()
        s.sums = (0,) * len(SUMS)
        s.changed = s.wishes = s.refusals = ()
        s.building = False
        s.offer = None
        s.hands, s.points, s.hidden, s.lengths = ([0] * seats for _ in range(4))
        s.buildings = [0] * len(layout.corners)
        s.held = [OUT] * len(layout.corners)
        s.roads = [OUT] * len(layout.paths)
        s.roads_left, s.settlements_left, s.cities_left = ([n] * seats for n in (ROADS, SETTLEMENTS, CITIES))
        s.ext = {}
        derive_transient_fields(s)
        for opening in hooks.set_up_module:
            opening(s, chance)
        s.active = chance.below(seats)  # catan.md 2.1 no. 1
        return s

    def view(self, s: CatanState, seat: int | None) -> CatanView:
        return viewing.build_catan_view(self, s, seat)

    def shuffle_hidden(self, s: CatanState, seat: int | None, chance: Chance) -> None:
        hiding.shuffle_hidden(s, seat, chance)

    def shuffle_unknown(self, s: CatanState, chance: Chance) -> None:
        for shuffle in s.hooks.reshuffle_unknown:
            shuffle(s, chance)

    def audit(self, s: CatanState) -> None:
        audit_counts(s)

    def scores(self, s: CatanState) -> tuple[int, ...]:
        if s.winner == OUT:
            return tuple(s.points)  # without hidden points
        return tuple(s.total_points(seat) for seat in range(s.seats))

    def winners(self, s: CatanState) -> tuple[int, ...]:
        return () if s.winner == OUT else (s.winner,)

    def fortune_by_seat(
        self, before: CatanState, move: Move, after: CatanState, events: Sequence[Event]
    ) -> Mapping[int, Fortune]:
        return fortune_of_roll(before, after.dice) if isinstance(move, Roll) else {}

    def pipeline(self) -> Sequence[tuple[int, str, str]]:
        return self.hooks.pipeline()

    def upgrade_saved_state(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        if version < 2:  # producing hexes were not saved
            data.setdefault("rolled", [])
        if version < 3:  # every offer waited for its maker, vain offers were not saved
            data.setdefault("heard", 0)
            data.setdefault("wishes", [])
            if data["offer"] is not None and len(data["offer"]) == len(Offer._fields) - 1:
                data["offer"].append(False)
        if version < 4:  # rolls were not counted
            data.setdefault("sums", [])
        if version < 5:  # declined offers were not saved
            data.setdefault("refusals", [])
        return data

    def restore_unsaved_fields(self, s: CatanState) -> CatanState:
        s.hooks = self.hooks
        s.layout = layout_for(s.seats)
        derive_transient_fields(s)
        return s

    def sample_unlisted_moves(self, s: CatanState, seat: int, chance: Chance) -> Iterable[Move]:
        top = s.agenda[-1] if s.agenda else None
        if isinstance(top, Main) and self.may_act(s, seat):
            return trading.sample_trades(s, seat, chance)
        if isinstance(top, ChooseCards) and self.may_act(s, seat):
            return top.sample_unlisted_moves(s, seat, chance)
        return ()

    def questions_with_answer_state(self, s: CatanState) -> Mapping[int, tuple[int, int]]:
        if not s.heard or not s.agenda:
            return {}
        all_answered = s.offer is None or not trading.seats_without_answer(s.offer)
        return {s.active: (s.heard, ALL_ANSWERED if all_answered else SOME_ANSWERED)}

    def standing_answer_keys(self, s: CatanState) -> Sequence[str]:
        return PERSONAL if has_special_build_phase(s) else tuple(key for key in PERSONAL if key != SKIP_BUILD)

    def upcoming_standing_answers(self, s: CatanState, seat: int) -> Sequence[str]:
        builds_between = s.agenda and s.turn and has_special_build_phase(s)
        return (SKIP_BUILD,) if builds_between and seat != s.active else ()  # catan.md 14.3

    def describe_effects(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        if isinstance(move, Setup):
            cards = first_cards(s, move.corner) if s.agenda[-1] == Place(seat, round=2) else 0
            return [Phrase("catan.preview.cards", {"cards": card_names(cards)})] if cards else ()
        action = self.hooks.action_by_move.get(type(move))
        return action.describe_effect(s, seat, move) if action is not None else ()

    def preview(self, s: CatanState, seat: int, move: Move | None = None) -> tuple[int, ...] | None:
        """For a robber move: the seats that can be robbed on the hex."""
        return tuple(sorted(robber_victims(s, seat, move.hex))) if isinstance(move, Robber) else None


def derive_transient_fields(s: CatanState) -> None:
    """Compute all fields that are not saved."""
    layout = s.layout
    s.hexes_by_number = group_hexes_by_number(s.tokens)
    s.paths_taken = sum(1 << path for path, owner in enumerate(s.roads) if owner != OUT)
    s.corners_too_near = s.corners_occupied = 0
    s.harbour_rates = [PLAIN_RATES] * s.seats
    for corner, seat in enumerate(s.held):
        if seat != OUT:
            s.corners_occupied |= 1 << corner
            if s.buildings[corner]:
                s.corners_too_near |= layout.too_near_bits[corner]
                s.harbour_rates[seat] = rates_with_corner(s, seat, s.harbour_rates[seat], corner)
    s.corners_reached, s.paths_open = [0] * s.seats, [0] * s.seats
    for seat in range(s.seats):
        refresh_reach(s, seat)


def every_move() -> Iterator[type[Move]]:
    """The moves of all modules: actions first, then answers."""
    yield from (move for module in MODULES.all for action in module.actions for move in action.moves)
    yield from (move for module in MODULES.all for move in module.answer_moves)


KIND = GameType(
    key="catan",
    family="catan",
    modules=MODULES.keys,
    options=MODULES.options,
    presets={name: choices for module in MODULES.all for name, choices in module.presets.items()},
    maker=CatanGame,
    groups=move_groups(every_move()),
    piles=False,
    answers_for_all_tables=PERSONAL,
    answers_given_by_default=(SKIP_BUILD,),
    implied_defaults=implied_defaults,
    check_combination=check_contradictions,
    refuse_player_count=seat_count_refusal,
)

"""Cities & Knights as a module of Catan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from rules.catan.cards import CLOTH, COIN, COMMODITIES, ONE, PAPER
from rules.catan.effects import SPECIAL
from rules.catan.expansion import Expansion
from rules.catan.places import OUT
from rules.catan.state import CITY, CatanState, Ctx
from rules.catan.turn import AFTER_YIELD, CLOSING, EVENT
from rules.core import BadOption, Chance, Choices, Option

from . import hiding, viewing
from .aqueduct import Aqueduct
from .audit import audit_realm
from .cities import City, Wall
from .deck import TurnCloses, shuffle_decks
from .events import EventHappens, throw_event_die
from .improvements import BuyImprovement
from .knight_actions import RaiseKnights, UseKnights
from .moves import ANSWERS
from .playing import BETTER, SCORING, PlayBefore, PlayProgress
from .realm import ABILITY, KEY, METROPOLIS_WORTH, TRADE, WALL_WORTH, metropolises_of, new_realm, pillaged_of, realm_of

# Terrain -> the commodity a city gets there beside one resource.
GOODS = {1: PAPER, 2: CLOTH, 4: COIN}
GUILD: Final = sum(1 << kind for kind in GOODS.values())  # kinds with a better rate, as bits


class CitiesKnights(Expansion):
    """Commodities, improvements, knights, barbarians and progress cards; no development cards."""

    key = KEY
    order = 100
    replaces = ("development",)
    options = (
        Option("progress_limit", ("strict", "own_turn_5"), KEY),
        Option("crane_stacking", ("per_level", "one_per_turn"), KEY),
        Option("inventor_own_hexes", ("forbidden", "allowed"), KEY),
        Option("aqueduct_on_shortage", ("on", "off"), KEY),
        Option("master_merchant_may_decline", ("on", "off"), KEY),
        Option("displaced_may_be_removed", ("off", "on"), KEY),
        Option("mean_rule", ("off", "on"), KEY),
    )
    presets: ClassVar[Mapping[str, Choices]] = {
        "official": Choices((KEY,)),
        "colonist": Choices((KEY,), (("rules", "colonist"),)),
    }
    implied_defaults: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "colonist": {
            "progress_limit": "own_turn_5",
            "crane_stacking": "one_per_turn",
            "inventor_own_hexes": "allowed",
            "aqueduct_on_shortage": "off",
            "master_merchant_may_decline": "off",
            "displaced_may_be_removed": "on",
        }
    }
    cards = COMMODITIES
    actions = (City, Wall, BuyImprovement, RaiseKnights, UseKnights, PlayProgress, PlayBefore)
    answer_moves = ANSWERS
    tally = ("metropolises", "defenders", *(card.tally for card in SCORING), "progress")
    turn = ((EVENT, EventHappens), (AFTER_YIELD, Aqueduct), (CLOSING, TurnCloses))
    goal = 13
    second_building_level = CITY

    @staticmethod
    def check_combination(chosen: Mapping[str, str]) -> None:
        if chosen["rules"] == "colonist" and chosen["mean_rule"] == "on":
            raise BadOption("catan.option_error.mean_rule")

    def set_up_module(self, s: CatanState, chance: Chance) -> None:
        realm = new_realm(s.seats)
        realm.decks = shuffle_decks(chance)
        s.ext[KEY] = realm
        s.bank += self.module_cards(s)

    def module_cards(self, s: CatanState) -> int:
        cards_per_kind: int = s.layout.printed_facts["goods"]
        return sum(cards_per_kind * ONE[kind] for kind in range(CLOTH, CLOTH + len(COMMODITIES)))

    def cards_yielded(self, terrain: int, level: int, cards: int) -> int:
        return ONE[terrain] + ONE[GOODS[terrain]] if level == CITY and terrain in GOODS else cards

    def on_turn_begin(self, ctx: Ctx) -> None:
        realm = realm_of(ctx.s)
        realm.ready = realm.active
        realm.promoted = realm.fleet = realm.cranes = 0
        realm.event = OUT

    def on_dice_rolled(self, ctx: Ctx) -> None:
        throw_event_die(ctx)

    def blocks_robber(self, s: CatanState) -> bool:
        return not realm_of(s).came

    def adjusted_hand_limit(self, s: CatanState, seat: int, limit: int) -> int:
        return limit + WALL_WORTH * realm_of(s).walls[seat].bit_count()

    def adjusted_bank_rates(self, s: CatanState, seat: int, rates: tuple[int, ...]) -> tuple[int, ...]:
        """With the guild for commodities, and with progress cards."""
        realm = realm_of(s)
        better = GUILD if realm.levels[seat][TRADE] >= ABILITY else 0
        for kinds_of_card in BETTER:
            better |= kinds_of_card(s, realm, seat)
        if not better:
            return rates
        return tuple([SPECIAL if better >> kind & 1 else rate for kind, rate in enumerate(rates)])

    def points_by_category(self, s: CatanState, seat: int) -> Mapping[str, int]:
        realm = realm_of(s)
        return {
            "metropolises": METROPOLIS_WORTH * len(metropolises_of(s, realm, seat)),
            "defenders": realm.defenders[seat],
            **{card.tally: card.points(realm, seat) for card in SCORING},
            "progress": len(realm.shown[seat]),
        }

    def count_pillaged_cities(self, s: CatanState, seat: int) -> int:
        return pillaged_of(s, realm_of(s), seat).bit_count()

    def seats_with_open_hand(self, s: CatanState, seat: int | None) -> Iterable[int]:
        return hiding.hands_seen(s, seat)

    def certain_cards(self, s: CatanState, seat: int, cards: int, pool: int, chance: Chance) -> int:
        return hiding.certain_cards(s, seat, cards, pool, chance)

    def reshuffle_secrets(self, s: CatanState, seat: int | None, chance: Chance) -> None:
        hiding.reshuffle_secrets(s, seat, chance)

    def reshuffle_unknown(self, s: CatanState, chance: Chance) -> None:
        hiding.shuffle_decks_anew(s, chance)

    def add_to_view(self, shown: dict[str, Any], s: CatanState, you: int | None) -> None:
        viewing.add_realm_to_view(shown, s, you)

    def audit(self, s: CatanState) -> None:
        audit_realm(s)

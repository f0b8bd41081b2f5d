"""Themes of the judge's words, and helpers to declare them.

Modules that supply features (`judge_features.supplies_features`) declare their themes in their own files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Final

from rules.catan import state
from rules.catan.cards import CARDS, CLOTH, kind_counts
from rules.catan.choosing import ChooseCards
from rules.catan.network import SHORTEST, set_bits
from rules.catan.places import OUT, Hex
from rules.catan.placing import Place
from rules.catan.state import CatanState

from ..reasons import Scene, Tell, Theme, Values, tell_always
from .judge_features import JUDGED_FEATURES, Facts, features_in_play

Measure = Callable[[CatanState, int], float]

THEMES: Final[dict[str, list[Theme]]] = {}  # module -> its themes
A_CARD: Final = 0.5  # minimal change that is told
A_THEFT: Final = 1.5  # cards; a single theft is obvious from the victim
A_DOT: Final = 0.5
MOSTLY: Final = 0.75  # minimal change of something that is 0 or 1, for a sentence without "likely"
NEAR: Final = 2  # roads missing for the Longest Road at which a player counts as near
CHANCE: Final = 0.04  # minimal change of nearness, which is at most 1


def declare_theme(
    module: str,
    name: str,
    words: str,
    leads: str,
    tell: Tell = tell_always,
    variants: str = "*",
    *,
    others: bool = True,
    foremost: Collection[str] = (),
    weak: bool = False,
    later: bool = False,
) -> None:
    """Declare a theme of a module for these words. Leading words are bad if they end with -, else good. Variants: `*`
    for the plain one; with a `!` only about the mover. Other parameters as in `Theme`."""
    signs = {word: -1 if word.endswith("-") else 1 for word in leads.split()}
    every = tuple("" if variant == "*" else variant for variant in variants.split() if not variant.endswith("!"))
    own = tuple(variant[:-1] for variant in variants.split() if variant.endswith("!"))
    theme = Theme(name, tuple(words.split()), signs, tell, every, own, others, foremost, weak, later)
    THEMES.setdefault(module, []).append(theme)


def list_themes(s: CatanState) -> list[Theme]:
    """All themes in such a game."""
    return [
        theme
        for module in dict.fromkeys(features.module for features in features_in_play(s))
        for theme in THEMES.get(module, ())
    ]


def gain_for_mover(scene: Scene, measure: Measure) -> float:
    """The increase for the mover, or the decrease for another seat."""
    change = scene.mean(lambda s: measure(s, scene.seat))
    return change if scene.seat == scene.mover else -change


def tell_first(*parts: tuple[str, Measure, float]) -> Tell:
    """Tells the first of these variants whose value changes enough."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        return next(((name, {}) for name, measure, least in parts if gain_for_mover(scene, measure) >= least), None)

    return tell


def tell_held(measure: Measure, *parts: tuple[str, Measure, float]) -> Tell:
    """For something only one seat can hold: variant `holds` or `likely`; otherwise as `tell_first`."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        if max(gain_for_mover(scene.right_after_moves, measure), gain_for_mover(scene, measure)) >= MOSTLY:
            return "holds", {}
        return tell_first(("likely", measure, 0.2), *parts)(scene)

    return tell


def tell_kept(measure: Measure, least: float) -> Tell:
    """Tells that a seat has more of something; variant `kept` if the mover only keeps it."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        if gain_for_mover(scene, measure) < least:
            return None
        gained = sum(measure(pair.better, scene.seat) - measure(pair.before, scene.seat) for pair in scene.pairs)
        return "kept" if scene.seat == scene.mover and gained <= 0 else "", {}

    return tell


def tell_most(*parts: tuple[str, Measure], least: float = CHANCE) -> Tell:
    """Tells the variant that changes most, if by at least `least`."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        change, name = max((gain_for_mover(scene, measure), name) for name, measure in parts)
        return (name, {}) if change >= least else None

    return tell


# --- the base game


def tell_points(scene: Scene) -> tuple[str, Values] | None:
    def total_points(s: CatanState, seat: int) -> float:
        return float(s.total_points(seat))

    n, later = gain_for_mover(scene.right_after_moves, total_points), gain_for_mover(scene, total_points)
    if n >= MOSTLY:
        return "", {"n": round(n)}
    if n >= 0.25 and scene.seat == scene.mover:
        return "turn", {}
    return ("likely", {}) if later >= 0.1 else None


def cards_made(kind: int) -> Measure:
    """The number of such cards a seat produces in 36 rolls."""
    return lambda s, seat: float(Facts(s).production[seat][kind])


def judged_word(name: str, sign: int = 1) -> Measure:
    """The feature of the judge under that word."""

    def measure(s: CatanState, seat: int) -> float:
        features = next(features for features in JUDGED_FEATURES if name in features.words)
        return sign * features.supplier(Facts(s), seat)[features.words.index(name)]

    return measure


def is_first_place_of_mover(scene: Scene) -> bool:
    """Whether the mover has nothing on the board: the first place is judged with the second one."""
    s: CatanState = scene.pairs[0].before
    return scene.seat == scene.mover and not any(
        kind and owner == scene.seat for kind, owner in zip(s.buildings, s.held, strict=True)
    )


def tell_at_once(tell: Tell) -> Tell:
    """Restricts a sentence to immediate effects, because later ones also depend on others."""
    return lambda scene: tell(scene.right_after_moves)


def tell_after_placing(tell: Tell) -> Tell:
    """Restricts a sentence to effects after all have placed."""

    def tell_later(scene: Scene) -> tuple[str, Values] | None:
        s: CatanState = scene.pairs[0].before
        is_incomplete = is_first_place_of_mover(scene) or (
            scene.seat != scene.mover and isinstance(s.agenda[-1], Place)
        )
        return tell(scene if is_incomplete else scene.right_after_moves)

    return tell_later


def _trail_in_reach(s: CatanState, seat: int) -> float:
    """The longest trail of a seat near the Longest Road that does not hold it."""
    need = SHORTEST if s.longest == OUT else s.lengths[s.longest] + 1
    return 0.0 if s.longest == seat or need - s.lengths[seat] > NEAR else float(s.lengths[seat])


def tell_harvest(scene: Scene) -> tuple[str, Values] | None:
    """The cards a seat produces more of, or the robber as the cause of a loss."""
    blocked = -gain_for_mover(scene, lambda s, seat: float(Facts(s).blocked_by_robber[seat]))
    gained = [gain_for_mover(scene, cards_made(kind)) for kind in range(CLOTH)]
    if blocked <= -A_DOT:
        return None
    if blocked >= A_DOT and blocked >= 0.5 * sum(gained):
        place = _robber_place(scene)
        return ("robber", place) if place is not None else None
    before = Facts(scene.pairs[0].before).production[scene.seat]
    more = [kind for kind, n in enumerate(gained) if n >= A_DOT]
    new = [kind for kind in more if not before[kind]]
    if is_first_place_of_mover(scene) and more:
        return "start", {"made": [CARDS[kind] for kind in more]}
    if scene.seat == scene.mover and new:
        return "new", {"made": [CARDS[kind] for kind in new]}
    if scene.seat == scene.mover and gain_for_mover(scene, _bank_rates) >= A_CARD:
        return "harbour", {}
    return ("", {"made": [CARDS[kind] for kind in more]}) if more else None


def _bank_rates(s: CatanState, seat: int) -> float:
    """The quality of the permanent bank rates, without cards that improve them for a turn."""
    return -float(sum(s.harbour_rates[seat][:CLOTH]))


def _robber_place(scene: Scene) -> Values | None:
    """The robber's place that makes the difference, as parameters; None for the mover's own hexes."""
    if scene.seat == scene.mover:
        return {}
    places = Counter(pair.better.robber for pair in scene.pairs if pair.better.robber != pair.worse.robber)
    s: CatanState = scene.pairs[0].better
    for hex_, _ in places.most_common():
        if any(s.held[corner] == scene.seat and s.buildings[corner] for corner in s.layout.corners_of[hex_]):
            return {"hex": str(Hex(hex_)), "token": s.tokens[hex_]}
    return None


def _hand_size(s: CatanState, seat: int) -> float:
    return float(sum(kind_counts(s.hands[seat])))


def _kinds_in_hand(s: CatanState, seat: int) -> float:
    return float(sum(1 for n in kind_counts(s.hands[seat])[:CLOTH] if n))


def tell_hand(scene: Scene) -> tuple[str, Values] | None:
    """More cards at once, or fewer cards spent. Undecided simultaneous choices are counted later."""
    whole_scene, scene = scene, scene.right_after_moves
    positions = (s for pair in scene.pairs for s in (pair.better, pair.worse))
    if any(s.agenda and isinstance(s.agenda[-1], ChooseCards) for s in positions):
        return ("", {}) if gain_for_mover(whole_scene, _hand_size) >= A_CARD else None
    if gain_for_mover(scene, _hand_size) >= (A_CARD if scene.seat == scene.mover else A_THEFT):
        gained = sum(_hand_size(pair.better, scene.seat) - _hand_size(pair.before, scene.seat) for pair in scene.pairs)
        if scene.seat != scene.mover or gained > 0:
            return "", {}
        if not gained:
            return "kept", {}
    return ("kinds", {}) if scene.seat == scene.mover and gain_for_mover(scene, _kinds_in_hand) >= 0.3 else None


def nearness_to_price(*price: int) -> Measure:
    """How soon a seat can pay that price."""

    def measure(s: CatanState, seat: int) -> float:
        facts = Facts(s)
        return facts.nearness_of_price(seat, facts.price(*price))

    return measure


def _count_standing(s: CatanState, seat: int, piece: str) -> int:
    """The number of a seat's settlements, cities or roads on the board."""
    if piece == "road":
        return s.roads.count(seat)
    level = state.CITY if piece == "city" else state.SETTLEMENT
    return sum(1 for building, owner in zip(s.buildings, s.held, strict=True) if (building, owner) == (level, seat))


def tell_unbuilt(**nearness: Measure) -> Tell:
    """The purchase that becomes affordable sooner, unless the other move builds it."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        first = scene.right_after_moves.pairs[0]
        unbuilt = [
            (piece, measure)
            for piece, measure in nearness.items()
            if _count_standing(first.worse, scene.seat, piece) <= _count_standing(first.before, scene.seat, piece)
        ]
        return tell_most(*unbuilt)(scene) if unbuilt else None

    return tell


def tell_plainly(tell: Tell) -> Tell:
    """The plain variant if only one thing could be told."""

    return lambda scene: None if tell(scene) is None else ("", {})


def tell_unused(tell: Tell) -> Tell:
    """Remaining sites, unless the other move settles on one of them."""

    def tell_if_unused(scene: Scene) -> tuple[str, Values] | None:
        first = scene.right_after_moves.pairs[0]
        after_better, after_other = (_count_standing(s, scene.seat, "settlement") for s in (first.better, first.worse))
        return None if after_other > after_better and scene.seat == scene.mover else tell(scene)

    return tell_if_unused


def ease_of_making(*price: int) -> Measure:
    """How well a seat's production covers that price."""

    def measure(s: CatanState, seat: int) -> float:
        facts = Facts(s)
        return facts.ease_of_price(seat, facts.price(*price))

    return measure


def _settlement_places(s: CatanState, seat: int) -> float:
    """The approximate number of settlements possible at once or with one road, given distances and pieces."""
    here, close, _ = Facts(s).settlement_corners(seat)
    closed_corners = count = 0
    for corner in set_bits(here | close):
        if not closed_corners >> corner & 1:
            closed_corners |= s.layout.too_near_bits[corner]
            count += 1
    return float(min(count, s.settlements_left[seat]))


def _best_site(s: CatanState, seat: int) -> float:
    """The quality of the best site of a seat."""
    return Facts(s).sites[seat][1]


SETTLEMENT, CITY, ROAD = (1, 1, 1, 1), (0, 0, 0, 2, 3), (1, 1)
declare_theme(
    "",
    "points",
    "need- one+ two+ three+ soon+ soon_one+ soon_two+ soon_three+ homes+ cities+ upgrade+ settlements_left+",
    "need-",
    tell_points,
    "* likely turn!",
    foremost=("", "turn"),
    later=True,
)
declare_theme(
    "",
    "harvest",
    "brick+ lumber+ wool+ grain+ ore+ gaps- made+ blocked- power+ early_power+ early_gaps-",
    "made+ gaps- power+ blocked-",
    tell_after_placing(tell_harvest),
    "* robber start! new! harbour!",
)
declare_theme("", "hand", "cards+ excess- kinds+", "cards+ kinds+", tell_hand, "* kinds! kept!", weak=True)
declare_theme(
    "",
    "near",
    "settlement+ city+ late_settlement+ late_city+",
    "settlement+ city+",
    tell_unbuilt(settlement=nearness_to_price(*SETTLEMENT), city=nearness_to_price(*CITY)),
    "settlement city",
)
declare_theme(
    "",
    "near_road",
    "road+",
    "road+",
    tell_plainly(tell_unbuilt(road=nearness_to_price(*ROAD))),
    others=False,
    weak=True,
)
declare_theme(
    "",
    "make",
    "make_settlement+ make_city+ make_road+",
    "make_settlement+ make_city+ make_road+",
    tell_after_placing(
        tell_most(
            ("settlement", ease_of_making(*SETTLEMENT)),
            ("city", ease_of_making(*CITY)),
            ("road", ease_of_making(*ROAD)),
        )
    ),
    "settlement city road",
)
declare_theme(
    "",
    "sites",
    "here+ near+ further+ site+",
    "here+ near+ further+ site+",
    tell_unused(tell_after_placing(tell_first(("", _settlement_places, 0.5), ("best", _best_site, A_DOT)))),
    "* best",
)
declare_theme(
    "",
    "longest",
    "trail+ longest? ahead+ defended+ roads_left+",
    "trail+ longest? ahead+",
    tell_held(lambda s, seat: float(s.longest == seat), ("", _trail_in_reach, 0.5)),
    "* holds likely",
    foremost=("holds",),
)

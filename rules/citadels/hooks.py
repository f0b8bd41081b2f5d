"""Hooks of characters and districts.

The code calls hooks instead of checking for a card. Every character and every district with a text has its own file
(`characters/`, `districts/`), found by listing the folder. A new hook needs a method here and a call; a hook at a fixed
moment of the round is a `Question` of `order`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rules.core import Chance, Known, Move, Option

from .cards import CHARACTERS, COLOURS, DISTRICTS
from .state import OUT, Built, CitadelsStep

if TYPE_CHECKING:
    from .state import CitadelsState, Ctx


class Character:
    """A character. `seat` is always the acting player, possibly a Witch who has taken over."""

    key: ClassVar[str]
    colour: ClassVar[str | None] = None  # of its income
    build_limit: ClassVar[int] = 1  # districts per turn
    may_build_copies: ClassVar[bool] = False  # may build districts of a name already in the city
    moves: ClassVar[tuple[type[Move], ...]] = ()
    never_face_up: ClassVar[bool] = False  # never among the face-up cards
    murders: ClassVar[bool] = False
    least_seats: ClassVar[int] = 2
    too_few_players_key: ClassVar[str] = ""  # key of the reason against fewer players
    exchanges_districts: ClassVar[bool] = (
        False  # exchanges districts, while other characters of its rank destroy or take them
    )
    presets: ClassVar[tuple[str, ...]] = ()  # a character of rank 9: the presets that include it

    def __init__(self, key: str = "") -> None:
        """`key`: for a character without a file, which has no power."""
        self.rank = CHARACTERS[key or self.key].rank

    # Hooks of all characters of the cast, whichever is called:

    def has_murdered(self, s: CitadelsState, character: str) -> bool:
        """Whether that character is murdered."""
        return False

    def successor_as(self, s: CitadelsState, character: str) -> int:
        """The player who continues as that character after its holder's action; OUT: the holder."""
        return OUT

    def on_character_revealed(self, ctx: Ctx, holder: int, character: str) -> None:
        """Called first when a player reveals that character."""

    def on_any_turn_end(self, ctx: Ctx, seat: int) -> None:
        """Called at the end of that player's turn, for payments."""

    def protects_city_of(self, s: CitadelsState, seat: int) -> bool:
        """Whether the districts of that player are safe from the power of rank 8."""
        return False

    def on_round_end(self, ctx: Ctx) -> None:
        """Called after all characters were called."""

    # Hooks of the called character:

    def on_own_reveal(self, ctx: Ctx, holder: int) -> None:
        """Called when its holder reveals it, bewitched or not."""

    def on_acting_begun(self, ctx: Ctx, seat: int) -> None:
        """Called when that player begins to act as it."""

    def steps_before_turn(self, s: CitadelsState, seat: int) -> Sequence[CitadelsStep]:
        """Decisions before its turn."""
        return ()

    def turn_steps(self, seat: int) -> Sequence[CitadelsStep] | None:
        """The steps of its turn; None: the usual ones."""
        return None

    def extra_income(self, s: CitadelsState, seat: int) -> int:
        """Its present income beside that of its colour, in gold."""
        return 0

    def gain_after_action(self, ctx: Ctx, seat: int) -> None:
        """Called after the action."""

    def list_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """Its powers at any moment of its turn. Called only until one is used."""
        return ()

    def use_power(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Carry out one of its powers."""
        raise NotImplementedError

    def check_unlisted_power(self, s: CitadelsState, seat: int, move: Move) -> bool:
        """Check an unlisted power: IllegalMove with the reason, or True; False: not such a power."""
        return False

    def partly_listed_kinds(self, s: CitadelsState, seat: int) -> Collection[str]:
        """The kinds of its powers of which only some are listed."""
        return ()

    def list_matching_moves(self, s: CitadelsState, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """See `rules.core.Step.list_matching_moves`."""
        return ()

    def sample_unlisted_moves(self, s: CitadelsState, seat: int, chance: Chance) -> Iterable[Move]:
        """A few unlisted powers."""
        return ()

    def list_plannable_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """Powers that may be chosen before its turn and are used if legal then."""
        return ()

    def steps_at_turn_end(self, s: CitadelsState, seat: int) -> Sequence[CitadelsStep]:
        """Decisions at the end of its turn."""
        return ()

    def refund_gold(self, ctx: Ctx, seat: int) -> None:
        """Called after its turn and all payments."""


class District:
    """A kind of district. Hooks are called for every district in a city."""

    key: ClassVar[str] = ""
    extra_look: ClassVar[int] = 0  # extra cards to look at in the action
    extra_keep: ClassVar[int] = 0  # extra cards to keep
    extra_points: ClassVar[int] = 0  # fixed extra points at the end
    counts_for_every_income: ClassVar[bool] = False  # counts for the income of every colour
    is_safe_from_rank_8: ClassVar[bool] = False  # rank 8 can neither destroy nor take it
    needs_spoken_words: ClassVar[bool] = (
        False  # its effect depends on words of the players, so it is never selected at random
    )
    moves: ClassVar[tuple[type[Move], ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[tuple[str, ...]] = ()  # as a bonus district: the presets that include it

    def store_options(self, s: CitadelsState, chosen: Mapping[str, str]) -> None:
        """Called at the set-up of every game, to store its options in the state."""

    def is_excluded_by(self, character: Character) -> bool:
        """Whether it leaves the deck if that character is in the game."""
        return False

    def is_of_little_use(self, cast: Sequence[str], target: int) -> bool:
        """Whether it is of little use with these characters (none: not known yet) and that goal."""
        return False

    def standing_answer_keys(self, s: CitadelsState) -> Sequence[str]:
        """The keys of standing answers to its questions, if it may be built in this game."""
        return ()

    def building_discount(self, key: str) -> int:
        """The discount for its owner when building that district."""
        return 0

    def allows_copy(self, count: int) -> bool:
        """Whether its owner may build another copy of a name they have `count` times."""
        return False

    def destruction_surcharge(self, key: str) -> int:
        """The extra cost of that district of its city for rank 8."""
        return 0

    def list_actions(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """Its actions for its owner in their turn."""
        return ()

    def use_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Carry out one of its actions."""
        raise NotImplementedError

    def on_built(self, ctx: Ctx, seat: int) -> None:
        """Called when it was built."""

    def on_destroyed(self, ctx: Ctx, owner: int) -> None:
        """Called when it was destroyed."""

    def on_any_destroyed(self, ctx: Ctx, owner: int, by: int) -> bool:
        """Called when rank 8 destroyed any district. Whether its owner decides about the card."""
        return False

    def on_crown_moved(self, ctx: Ctx, owner: int) -> None:
        """Called when the crown went from one player to another."""

    def question_on_murder(self, s: CitadelsState, owner: int, character: str) -> CitadelsStep | None:
        """The question to its owner when a murdered character is called."""
        return None

    def question_on_call(self, s: CitadelsState, owner: int, holder: int, character: str) -> CitadelsStep | None:
        """The question to a called player before the crown moves, instead of the turn, which the step then begins."""
        return None

    def on_turn_end(self, ctx: Ctx, owner: int) -> None:
        """Called at the end of its owner's turn."""

    def question_after_turn(self, s: CitadelsState, owner: int) -> CitadelsStep | None:
        """The question to its owner after their turn."""
        return None

    def counts_as_any_colour(self, s: CitadelsState, built: Built) -> bool:
        """Whether it may count as another colour at the end."""
        return False

    def points_beside_cost(self, s: CitadelsState, owner: int, built: Built, purples: int) -> int:
        """Its points beside its cost; `purples`: number of purple districts in the city."""
        return self.extra_points


Card = TypeVar("Card", Character, District)
ROLES: dict[str, Character] = {key: Character(key) for key in CHARACTERS}  # characters without a file have no power
RULES: dict[str, District] = {key: District() for key in DISTRICTS}  # districts without a text have no hooks


def _read_rules(package: str, path: Iterable[str], base: type[Card], cards: Collection[str]) -> Iterator[type[Card]]:
    """The class `RULE` of each module of a package. ValueError for slips that would leave a card without its power."""
    for info in sorted(iter_modules(path), key=lambda info: info.name):
        name = f"{package}.{info.name}"
        cls = getattr(import_module(name), "RULE", None)
        if cls is None:
            raise ValueError(f"{name} has no RULE")
        if not issubclass(cls, base):
            raise ValueError(f"{name}: RULE is no {base.__name__}")
        if cls.__dict__.get("key") not in cards:
            raise ValueError(f"{name}: no card has the key {cls.__dict__.get('key')!r}")
        unknown = [hook for hook in vars(cls) if hook[0] != "_" and hook != "key" and not hasattr(base, hook)]
        if unknown:
            raise ValueError(
                f"{name}: {base.__name__} has no hook {', '.join(unknown)}; names of your own begin with _"
            )
        yield cls


def register_characters(package: str, path: Iterable[str]) -> None:
    """Register all characters."""
    for cls in _read_rules(package, path, Character, CHARACTERS):
        if cls.colour not in (None, *COLOURS):
            raise ValueError(f"{cls.__module__}: no districts are {cls.colour!r}, but {', '.join(COLOURS)}")
        ROLES.pop(cls.key, None)  # in the order of their files
        ROLES[cls.key] = cls()


def register_districts(package: str, path: Iterable[str]) -> None:
    """Register all districts with a text."""
    for cls in _read_rules(package, path, District, DISTRICTS):
        RULES[cls.key] = cls()

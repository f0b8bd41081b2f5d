"""The questions that characters and districts answer. Nobody asks which one it is: whoever is there answers.

Every character and every district with a text has a file of its own (`characters/`, `districts/`); both are found by
listing their folders. To add a question: a method here, and the place that asks it; where it acts at a fixed moment of
the round, that is a `Question` of `order`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from rules.core import Chance, Known, Move, Option
from rules.core.modules import collect_from_package

from .cards import CHARACTERS, DISTRICTS
from .state import OUT, Built, CitStep

if TYPE_CHECKING:
    from .state import CitadelsState, Ctx


class Character:
    """A character. `seat` is always the player who acts, which may be a Witch who has taken over."""

    key: ClassVar[str]
    colour: ClassVar[str | None] = None  # of its income
    builds: ClassVar[int] = 1  # districts in a turn
    copies: ClassVar[bool] = False  # districts of a name that is already in the city may be built
    moves: ClassVar[tuple[type[Move], ...]] = ()
    unseen: ClassVar[bool] = False  # never among the cards shown face up
    murders: ClassVar[bool] = False
    least_seats: ClassVar[int] = 2
    too_few: ClassVar[str] = ""  # the sentence for fewer players
    exchanges: ClassVar[bool] = False  # swaps districts where others of its rank destroy or take them
    presets: ClassVar[tuple[str, ...]] = ()  # a character of rank 9: those in which it plays

    def __init__(self, key: str = "") -> None:
        """`key`: of a character without a file, who has no power."""
        self.rank = CHARACTERS[key or self.key].rank

    # What concerns all characters of the cast, whoever is called.

    def silences(self, s: CitadelsState, character: str) -> bool:
        """Is that character murdered?"""
        return False

    def continues(self, s: CitadelsState, character: str) -> int:
        """The player who plays on as that character once its holder has taken the action; OUT: the holder."""
        return OUT

    def answered(self, ctx: Ctx, holder: int, character: str) -> None:
        """Somebody has just revealed that character; before anything else happens."""

    def levies(self, ctx: Ctx, seat: int) -> None:
        """The turn of that player is ending: is there something to be paid?"""

    def protects(self, s: CitadelsState, seat: int) -> bool:
        """Are the districts of that player safe from the power of rank 8?"""
        return False

    def round_ends(self, ctx: Ctx) -> None:
        """All characters were called."""

    # What concerns the character itself.

    def revealed(self, ctx: Ctx, holder: int) -> None:
        """Its holder has revealed it, bewitched or not."""

    def assumed(self, ctx: Ctx, seat: int) -> None:
        """From now on that player plays its part."""

    def opens(self, s: CitadelsState, seat: int) -> Sequence[CitStep]:
        """What must be decided before its turn."""
        return ()

    def turn(self, seat: int) -> Sequence[CitStep] | None:
        """The steps of its turn, where they are not the usual ones."""
        return None

    def income(self, s: CitadelsState, seat: int) -> int:
        """The gold it would get now beside that of its colour."""
        return 0

    def gains(self, ctx: Ctx, seat: int) -> None:
        """The action is done."""

    def powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """What it may do at any moment of its turn. Asked only until its power is used."""
        return ()

    def use(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Carry out one of its powers."""
        raise NotImplementedError

    def check(self, s: CitadelsState, seat: int, move: Move) -> bool:
        """Judge a power too rich to be listed: IllegalMove with the reason, or True; False: that is no such power."""
        return False

    def partly(self, s: CitadelsState, seat: int) -> Collection[str]:
        """The kinds of its powers of which some are listed, and not all."""
        return ()

    def narrowed(self, s: CitadelsState, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """Some of such a kind with what is known of them: see `rules.core.Step.narrowed`."""
        return ()

    def samples(self, s: CitadelsState, seat: int, chance: Chance) -> Iterable[Move]:
        """A few of its powers that are not listed."""
        return ()

    def foreseen(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """Powers that its holder may choose before its turn, to be used if they are possible then."""
        return ()

    def end_power(self, s: CitadelsState, seat: int) -> Sequence[CitStep]:
        """What may be decided when its turn ends."""
        return ()

    def refunds(self, ctx: Ctx, seat: int) -> None:
        """Its turn is over, and all that had to be paid is paid."""


class District:
    """A kind of district. The questions are asked of every district that lies in a city."""

    key: ClassVar[str] = ""
    extra_look: ClassVar[int] = 0  # cards more to look at in the action
    extra_keep: ClassVar[int] = 0  # cards more to keep
    extra_points: ClassVar[int] = 0  # at the end, always the same
    any_income: ClassVar[bool] = False  # counts for the income of every colour
    shielded: ClassVar[bool] = False  # rank 8 can neither destroy nor take it
    spoken: ClassVar[bool] = False  # it is about what players say, so it is never drawn at random
    moves: ClassVar[tuple[type[Move], ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[tuple[str, ...]] = ()  # those in which a bonus district plays

    def begins(self, s: CitadelsState, chosen: Mapping[str, str]) -> None:
        """A game is being set up, whether it is in play or not: what does the state remember of these options?"""

    def taken_out(self, character: Character) -> bool:
        """Does it leave the deck where that character plays?"""
        return False

    def idle(self, cast: Sequence[str], target: int) -> bool:
        """Is there little sense in it with these characters (none: not known yet) and that goal?"""
        return False

    def standing_answers(self, s: CitadelsState) -> Sequence[str]:
        """The standing answers to what it asks, in a game where it may be built."""
        return ()

    def discount(self, key: str) -> int:
        """How much less its owner pays to build that district."""
        return 0

    def allows_copy(self, count: int) -> bool:
        """May its owner build one more of a name they have so many times?"""
        return False

    def surcharge(self, key: str) -> int:
        """How much more rank 8 pays for that district of its city."""
        return 0

    def actions(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """What its owner may do with it in their turn."""
        return ()

    def use(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Carry out one of its actions."""
        raise NotImplementedError

    def built(self, ctx: Ctx, seat: int) -> None:
        """It was just built."""

    def destroyed(self, ctx: Ctx, owner: int) -> None:
        """It was just destroyed."""

    def salvage(self, ctx: Ctx, owner: int, by: int) -> bool:
        """Rank 8 has just destroyed a district of anybody: does its owner decide what becomes of the card?"""
        return False

    def crown_moved(self, ctx: Ctx, owner: int) -> None:
        """The crown went from one player to another."""

    def hears_silence(self, s: CitadelsState, owner: int, character: str) -> CitStep | None:
        """A murdered character is called: what is its owner asked?"""
        return None

    def greets(self, s: CitadelsState, owner: int, holder: int, character: str) -> CitStep | None:
        """Somebody is called; before the crown moves: what are they asked in place of their turn, which it begins?"""
        return None

    def turn_ends(self, ctx: Ctx, owner: int) -> None:
        """The turn of its owner is ending."""

    def farewell(self, s: CitadelsState, owner: int) -> CitStep | None:
        """The turn of its owner is over: what may they still decide?"""
        return None

    def wild(self, s: CitadelsState, built: Built) -> bool:
        """May it count as another colour at the end?"""
        return False

    def points(self, s: CitadelsState, owner: int, built: Built, purples: int) -> int:
        """What it scores beside its cost, where the city has so many purple districts."""
        return self.extra_points


ROLES: dict[str, Character] = {key: Character(key) for key in CHARACTERS}  # those without a file have no power
RULES: dict[str, District] = {key: District() for key in DISTRICTS}  # those without a text answer nothing


def learn_characters(package: str, path: Iterable[str]) -> None:
    """Find all characters."""
    for cls in collect_from_package(package, path, "RULE"):
        assert issubclass(cls, Character)
        ROLES.pop(cls.key, None)  # in the order of their files
        ROLES[cls.key] = cls()


def learn_districts(package: str, path: Iterable[str]) -> None:
    """Find all districts with a text."""
    for cls in collect_from_package(package, path, "RULE"):
        assert issubclass(cls, District)
        RULES[cls.key] = cls()

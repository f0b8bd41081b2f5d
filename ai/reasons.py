"""Why one move is better than another: what the judge of the game thinks more of after the one than after the other.

A judge adds up numbers for each seat (its **words**); what a seat's sum is to those of the others makes its chance of
winning. A **theme** is what several words are about, and has sentences. Whoever knows a game declares them in
`ai/<game>/reasons.py`, an expansion its own in its room; a word of a judge that is in no theme fails a test.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from rules.core import Chance, Game

from .sensible import find_in_game_package

LEAST: Final = 0.01  # of weight: what is less is no reason
SHARE: Final = 0.15  # of the weight of the first reason: what is less is not worth a sentence beside it
SURE: Final = 2.0  # standard errors that a difference must be away from nothing
TRUE: Final = 0.02  # by so much what is said must be so, in the numbers of the judge
OF: Final = "_of"  # ends the key of a sentence of a reason that is told of somebody
WIN: Final = "wins"  # the theme of games that are over
TOTAL: Final = "total"  # points that they end with
BESIDE: Final = 0.9  # of the weight of a win: the points that it comes from
A_POINT: Final = 0.1  # what a point at the end weighs where nobody wins more often for it
OFTEN: Final = 0.1  # of the positions imagined: what befalls somebody in fewer more is no reason

Values = Mapping[str, Any]  # of a sentence: numbers, tokens, seats under `seat` or `..._seat`; plain JSON
Read = Mapping[str, tuple[float, float]]  # word -> its number, and what that adds to the seat's sum
Fate = tuple[str, int]  # what befalls a seat on the way to a position, such as `murder`, and which seat


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that speaks for a move. `key`, `values`: a sentence of the catalogues, told to the seat that moves;
    `weight`: how much it adds to the logarithm of the odds of winning, more than 0."""

    key: str
    values: Values
    weight: float

    def to_json(self) -> list[Any]:
        return [self.key, dict(self.values), self.weight]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Reason:
        """TypeError or ValueError where it is none."""
        key, values, weight = data
        return cls(str(key), dict(values), float(weight))


@dataclass(frozen=True, slots=True)
class Pair:
    """Where two moves led from one imagined position: where it stood before them, after the better, after the worse.
    `look`: which of the positions that are looked at for a move these are, the earliest first. `befell`: what befell
    the seats on the way, after the better and after the worse. `now`: where both stand as soon as they are made, with
    what belongs to them; None where it is not asked what comes of them directly."""

    before: Any
    better: Any
    worse: Any
    look: int = 0
    befell: tuple[Collection[Fate], Collection[Fate]] = ((), ())
    now: tuple[Any, Any] | None = None

    @property
    def turned(self) -> Pair:
        """The same with the other move as the better one."""
        now = None if self.now is None else self.now[::-1]
        return Pair(self.before, self.worse, self.better, self.look, self.befell[::-1], now)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a theme is asked about: the two moves lead to these positions, and the difference for `of` is to be told to
    `me`; they are the same where it is told of oneself."""

    pairs: Sequence[Pair]
    of: int
    me: int

    def mean(self, ask: Callable[[Any], float]) -> float:
        """By how much a number is higher after the better move."""
        return sum(ask(pair.better) - ask(pair.worse) for pair in self.pairs) / len(self.pairs)

    @property
    def at_once(self) -> Scene:
        """The same as soon as the moves are made, if there is any such position."""
        return Scene([pair for pair in self.pairs if not pair.look] or self.pairs, self.of, self.me)


# The variant of a sentence ("" for the plain one) and its values beside the seat; None: there is nothing to be said.
Tell = Callable[[Scene], tuple[str, Values] | None]


def tell_always(scene: Scene) -> tuple[str, Values] | None:
    return "", {}


@dataclass(frozen=True, slots=True)
class Theme:
    """What some words of the judge are about. `leads`: the words that say which way it went, with 1 where more is good
    and -1 where it is bad: what is told must be so by them, whatever the weights. Its sentence is
    `<family>.because.<name>` for the seat that moves, with `_other` of somebody else, who is worse off, and then with
    `_<variant>` for each variant ("" for none). What is told to the seat that moves has another sentence, with `_of`
    behind all that, for those who hear of it (`of_seat`). `own`: variants that are told of the seat that moves alone;
    `foremost`: those that stand before whatever weighs more, told of that seat, for the rest comes of them.
    """

    name: str
    words: tuple[str, ...]
    leads: Mapping[str, int]
    tell: Tell = tell_always
    variants: tuple[str, ...] = ("",)
    own: tuple[str, ...] = ()
    others: bool = True  # whether it is told of others too
    foremost: Collection[str] = ()
    weak: bool = False  # says little more than what the move is: it stands behind whatever else there is
    later: bool = False  # may come of what is done after the move as well: else that is not said of the move

    def led(self, one: Read, other: Read) -> float:
        """By how much what leads went the way that is told, in the first of two positions beside the other."""
        return sum(sign * (one[word][0] - other[word][0]) for word, sign in self.leads.items() if word in one)

    def keys(self, family: str) -> list[str]:
        """Of all its sentences."""
        name = f"{family}.because.{self.name}"
        mine = [name + (f"_{variant}" if variant else "") for variant in (*self.variants, *self.own)]
        theirs = [f"{name}_other" + (f"_{variant}" if variant else "") for variant in self.variants if self.others]
        return [*mine, *(f"{key}{OF}" for key in mine), *theirs]


def public_reason(key: str, values: Values, seat: int) -> tuple[str, Values]:
    """The sentence of a reason as everybody hears it of the seat that moved."""
    return (key, values) if "other_seat" in values else (f"{key}{OF}", {**values, "seat": seat})


class Sequel(NamedTuple):
    """What comes of a move: the positions that are judged for it, the earliest first, and what befell the seats on the
    way to the last of them."""

    positions: Sequence[Any]
    befell: Collection[Fate] = ()


class Reader(Protocol):
    """Who reads what the judge of a game sees. A module `ai/<game>` holds one as `READER`."""

    family: str  # of the catalogues
    points_win: ClassVar[bool] = False  # whoever has most points when a game ends has won, whatever ended it

    def themes(self, game: Game[Any], s: Any) -> Sequence[Theme]:
        """Of all words of the judge in such a game."""

    def read(self, game: Game[Any], s: Any) -> Sequence[Read]:
        """What the judge sees of each seat in a position of a game that is not over."""

    def harms(self) -> Mapping[str, float]:
        """What may befall a seat on the way, with what that takes from the logarithm of its odds of winning."""
        return {}

    def made(self, game: Game[Any], s: Any, luck: Chance) -> Any:
        """The position in which a move has had its effect, if need be with the answers of others: what does not differ
        there is not told of it. None: whatever comes of it later is told. Does not change `s`."""
        return None

    def looked(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequel:
        """What comes of a move from `before` to `s`, with always as many positions. May change `s`."""


def fate_keys(reader: Reader) -> list[str]:
    """Of the sentences for whatever may befall a seat."""
    names = [f"{reader.family}.because.{what}" for what in reader.harms()]
    return [key for name in names for key in (name, f"{name}{OF}", f"{name}_other")]


def own_reader(module: str) -> Reader | None:
    """Who reads the judge of the game whose views are declared in that module; None: nobody."""
    found: Reader | None = find_in_game_package(module, "READER")
    return found


@dataclass(slots=True)
class _Difference:
    """Of one theme of one seat, in each pair."""

    weights: list[float] = field(default_factory=list)  # of what that adds to the odds of whoever moves
    true: float = 0.0  # how far what leads went the way that is told
    now: list[float] = field(default_factory=list)  # the same as soon as the moves are made, where that is asked

    @property
    def later(self) -> bool:
        """Whether it is not so yet when the move is made: somebody's next ones bring it about."""
        return bool(self.now) and sum(self.now) < TRUE * len(self.now)

    def weight(self) -> float:
        """What it adds on average; 0 where that may be chance."""
        mean = sum(self.weights) / len(self.weights)
        if len(self.weights) > 1:
            spread = sum((each - mean) ** 2 for each in self.weights) / (len(self.weights) - 1)
            if mean < SURE * sqrt(spread / len(self.weights)):
                return 0.0
        return mean


def list_reasons(
    reader: Reader, game: Game[Any], pairs: Sequence[Pair], seat: int, ahead: float | None = None
) -> list[Reason]:
    """What speaks for the better of two moves of a seat, the weightiest first; perhaps nothing. At least one pair.
    `ahead`: by how much that wins more often, where it was measured in more positions than these."""
    themes = {theme.name: theme for theme in reader.themes(game, pairs[0].before)}
    found: dict[tuple[str, int], _Difference] = {}
    over, last = dict[int, list[float]](), max(pair.look for pair in pairs)
    ends = [pair for pair in pairs if pair.look == last]
    for pair in pairs:
        if game.over(pair.better) or game.over(pair.worse):
            for other in range(len(game.scores(pair.better)) if pair.look == last else 0):
                over.setdefault(other, []).append(
                    _victory_share(game, pair.better, other) - _victory_share(game, pair.worse, other)
                )
            continue
        _add_differences(reader, game, pair, seat, themes.values(), found)
    won = [pair.better for pair in ends], [pair.worse for pair in ends]
    sure = {of for of in over if all(_victory_share(game, s, of) == 1.0 for s in won[of != seat])}
    rank = {f"because.{WIN}": 0, f"because.{WIN}_surely": 0}  # key -> what comes first
    reasons = [*_victory_reasons(reader, over, seat, len(ends), sure, ahead), *_fate_reasons(reader, ends, seat)]
    reasons += _points_reasons(reader, game, ends, seat, max((reason.weight for reason in reasons), default=0.0))
    for (name, of), difference in found.items():
        difference.weights += [0.0] * (len(pairs) - len(difference.weights))
        weight = difference.weight()
        theme = themes[name]
        if difference.later and not theme.later:
            continue
        if weight < LEAST or difference.true < TRUE * len(pairs) or (of != seat and not theme.others):
            continue
        said = theme.tell(Scene(pairs, of, seat))
        if said is not None:
            reasons.append(_build_reason(reader, theme.name, of, seat, said, weight))
            first = of == seat and said[0] in theme.foremost
            rank[reasons[-1].key] = 0 if first else 3 if theme.weak else 2 if difference.later else 1
    reasons.sort(key=lambda one: (rank.get(one.key, 1), -one.weight, "other_seat" in one.values, one.key))
    least = SHARE * max((reason.weight for reason in reasons), default=0.0)
    return [reason for reason in reasons if reason.weight >= least or not rank.get(reason.key, 1)]


def _victory_share(game: Game[Any], s: Any, seat: int) -> float:
    """How much of the victory that seat has; less than 1: shared, or nothing yet."""
    winners = game.winners(s) if game.over(s) else ()
    return 1 / len(winners) if seat in winners else 0.0


def _victory_reasons(
    reader: Reader,
    over: Mapping[int, Sequence[float]],
    seat: int,
    pairs: int,
    sure: Collection[int],
    ahead: float | None,
) -> list[Reason]:
    """That somebody wins the game, or does not. `sure`: who wins in all that is imagined by the better move, or else by
    the other: how often they do not with the other of the two says less. Of so few positions those that are told at
    all say too much: what was measured is told in their place, and of others no more than that."""
    found = []
    for of, differences in over.items():
        sign = 1 if of == seat else -1
        every = [sign * one for one in differences] + [0.0] * (pairs - len(differences))
        share = _Difference(every).weight()
        if ahead is not None:
            share = min(share, ahead) if of != seat or share < 0.05 else ahead
        if share >= 0.05:
            percent = round(100 * share)
            variant = "surely" if of in sure else ""
            found.append(_build_reason(reader, WIN, of, seat, (variant, {"percent": percent}), 4 * share))
    return found


def _points_reasons(reader: Reader, game: Game[Any], ends: Sequence[Pair], seat: int, most: float) -> list[Reason]:
    """What the seats have in the end, if at least half of the games are over by then. `most`: the weight of what is
    known to come of it."""
    both = [pair for pair in ends if game.over(pair.better) and game.over(pair.worse)]
    if not reader.points_win or 2 * len(both) < len(ends):
        return []
    scores = [(game.scores(pair.better), game.scores(pair.worse)) for pair in both]
    found = []
    for of in range(len(scores[0][0])):
        sign = 1 if of == seat else -1
        found.append((_Difference([float(sign * (one[of] - other[of])) for one, other in scores]).weight(), of))
    largest = max(n for n, _ in found)
    return [
        _build_reason(
            reader, TOTAL, of, seat, ("", {"n": round(n)}), (BESIDE * most or A_POINT * largest) * n / largest
        )
        for n, of in found
        if round(n) > 0
    ]


def _fate_reasons(reader: Reader, ends: Sequence[Pair], seat: int) -> list[Reason]:
    """What befalls the seat less often by the better move, or somebody else more often. Of others it weighs half as
    much: there are several."""
    found, harms = [], reader.harms()
    for fate in sorted({fate for pair in ends for each in pair.befell for fate in each}):
        what, of = fate
        sign = -1.0 if of == seat else 1.0
        share = _Difference([sign * ((fate in p.befell[0]) - (fate in p.befell[1])) for p in ends]).weight()
        if share >= OFTEN:
            weight = share * harms[what] * (1.0 if of == seat else 0.5)
            found.append(_build_reason(reader, what, of, seat, ("", {"percent": round(100 * share)}), weight))
    return found


def _build_reason(reader: Reader, name: str, of: int, seat: int, said: tuple[str, Values], weight: float) -> Reason:
    variant, values = said
    family = "because" if name in (WIN, TOTAL) else f"{reader.family}.because"
    key = f"{family}.{name}" + ("" if of == seat else "_other") + (f"_{variant}" if variant else "")
    return Reason(key, dict(values) if of == seat else {**values, "other_seat": of}, weight)


def _add_differences(
    reader: Reader,
    game: Game[Any],
    pair: Pair,
    seat: int,
    themes: Any,
    found: dict[tuple[str, int], _Difference],
) -> None:
    better, worse = reader.read(game, pair.better), reader.read(game, pair.worse)
    rivals = _rival_weights(better, worse, seat)
    now = [] if pair.now is None or any(map(game.over, pair.now)) else [reader.read(game, s) for s in pair.now]
    for of, (one, other) in enumerate(zip(better, worse, strict=True)):
        part = 1.0 if of == seat else -rivals[of]
        for theme in themes:
            adds = sum(one[word][1] - other[word][1] for word in theme.words if word in one)
            difference = found.setdefault((theme.name, of), _Difference())
            difference.weights.append(part * adds)
            difference.true += theme.led(one, other) if of == seat else theme.led(other, one)
            if now:
                first, second = (each[of] for each in now)
                difference.now.append(theme.led(first, second) if of == seat else theme.led(second, first))


def _rival_weights(better: Sequence[Read], worse: Sequence[Read], seat: int) -> list[float]:
    """How much each other seat's sum counts against this seat's odds: as likely as it is to win instead."""
    sums = [
        sum(adds for _, adds in one.values()) + sum(adds for _, adds in other.values())
        for one, other in zip(better, worse, strict=True)
    ]
    most = max(sums)
    shares = [0.0 if of == seat else exp((each - most) / 2) for of, each in enumerate(sums)]
    whole = sum(shares) or 1.0
    return [share / whole for share in shares]

"""Reasons why one move is better than another, derived from the judge of the game.

A judge sums up numbers for each seat (its **words**); the sums of all seats determine their winning chances. A
**theme** groups words and has sentences. Each game declares its themes in `ai/<game>/reasons.py`, an expansion in its
own file; a test fails if a word of a judge belongs to no theme.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from rules.core import Chance, Game

from .sensible import find_in_game_package

LEAST: Final = 0.01  # minimum weight of a reason
SHARE: Final = 0.15  # minimum weight, as a share of that of the first reason
SURE: Final = 2.0  # standard errors by which a difference must exceed 0
TRUE: Final = 0.02  # minimum change of the leading words in the direction of the sentence
OF: Final = "_of"  # suffix of the key of a sentence told about the mover to others
WIN: Final = "wins"  # theme: somebody wins
TOTAL: Final = "total"  # theme: final points
BESIDE: Final = 0.9  # weight of the points behind a win, as a share of the weight of the win
A_POINT: Final = 0.1  # weight of a final point if the win is not affected
OFTEN: Final = 0.1  # minimum share of imagined positions in which a fate occurs more or less often

Values = Mapping[str, Any]  # parameters of a sentence: numbers, tokens, seats under `seat` or `..._seat`; plain JSON
Read = Mapping[str, tuple[float, float]]  # word -> its number, and its contribution to the sum of the seat
Fate = tuple[str, int]  # an event that affects a seat on the way, such as `murder`, and the seat


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a move. `key`, `values`: its sentence for the moving seat; `weight`: gain in log odds, above 0."""

    key: str
    values: Values
    weight: float

    def to_json(self) -> list[Any]:
        return [self.key, dict(self.values), self.weight]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Reason:
        """TypeError or ValueError if the data is invalid."""
        key, values, weight = data
        return cls(str(key), dict(values), float(weight))


@dataclass(frozen=True, slots=True)
class Pair:
    """Positions two moves lead to from one imagined position `before`. `look`: index among the positions judged for a
    move, earliest first. `befell`: fates on the way, after the better and the worse move. `now`: both positions as soon
    as the moves have had their effect, follow-up included; None: not needed."""

    before: Any
    better: Any
    worse: Any
    look: int = 0
    befell: tuple[Collection[Fate], Collection[Fate]] = ((), ())
    now: tuple[Any, Any] | None = None

    @property
    def turned(self) -> Pair:
        """The same pair with the roles of the moves swapped."""
        now = None if self.now is None else self.now[::-1]
        return Pair(self.before, self.worse, self.better, self.look, self.befell[::-1], now)


@dataclass(frozen=True, slots=True)
class Scene:
    """Input of a theme: pairs of positions, the seat `of` the difference, and the moving seat `me` (may be equal)."""

    pairs: Sequence[Pair]
    of: int
    me: int

    def mean(self, ask: Callable[[Any], float]) -> float:
        """The mean increase of a number by the better move."""
        return sum(ask(pair.better) - ask(pair.worse) for pair in self.pairs) / len(self.pairs)

    @property
    def at_once(self) -> Scene:
        """The same scene right after the moves, if such positions exist."""
        return Scene([pair for pair in self.pairs if not pair.look] or self.pairs, self.of, self.me)


# Returns the variant of a sentence ("" for the plain one) and its parameters beside the seat; None: no sentence.
Tell = Callable[[Scene], tuple[str, Values] | None]


def tell_always(scene: Scene) -> tuple[str, Values] | None:
    return "", {}


@dataclass(frozen=True, slots=True)
class Theme:
    """A group of words of the judge with its sentences.

    `leads`: word -> 1 if more of it is good, -1 if bad; a sentence is told only if these words agree with it. Keys:
    `<family>.because.<name>` for the moving seat, `..._other` for another seat that is worse off, each followed by
    `_<variant>` ("" for none). Sentences about the moving seat also exist with the suffix `_of`, for other readers
    (`public_reason`). `own`: variants only for the moving seat. `foremost`: variants about the moving seat that come
    before heavier reasons, because the others follow from them.
    """

    name: str
    words: tuple[str, ...]
    leads: Mapping[str, int]
    tell: Tell = tell_always
    variants: tuple[str, ...] = ("",)
    own: tuple[str, ...] = ()
    others: bool = True  # also told about other seats
    foremost: Collection[str] = ()
    weak: bool = False  # hardly more than a description of the move: comes last
    later: bool = False  # may also result from later moves; otherwise only immediate effects are told

    def led(self, one: Read, other: Read) -> float:
        """The net change of the leading words in the told direction, in `one` compared with `other`."""
        return sum(sign * (one[word][0] - other[word][0]) for word, sign in self.leads.items() if word in one)

    def keys(self, family: str) -> list[str]:
        """The keys of all its sentences."""
        name = f"{family}.because.{self.name}"
        mine = [name + (f"_{variant}" if variant else "") for variant in (*self.variants, *self.own)]
        theirs = [f"{name}_other" + (f"_{variant}" if variant else "") for variant in self.variants if self.others]
        return [*mine, *(f"{key}{OF}" for key in mine), *theirs]


def public_reason(key: str, values: Values, seat: int) -> tuple[str, Values]:
    """The key and parameters of a reason about `seat` for readers other than that seat."""
    return (key, values) if "other_seat" in values else (f"{key}{OF}", {**values, "seat": seat})


class Sequel(NamedTuple):
    """The positions judged for a move, earliest first, and the fates on the way to the last one."""

    positions: Sequence[Any]
    befell: Collection[Fate] = ()


class Reader(Protocol):
    """Reads the numbers of a game's judge. A module `ai/<game>` provides one as `READER`."""

    family: str  # prefix of its keys in the catalogues
    points_win: ClassVar[bool] = False  # the most points at the end of a game always win

    def themes(self, game: Game[Any], s: Any) -> Sequence[Theme]:
        """Themes that cover all words of the judge in this game."""

    def read(self, game: Game[Any], s: Any) -> Sequence[Read]:
        """The words of each seat in a position that is not over."""

    def harms(self) -> Mapping[str, float]:
        """Fate -> what it takes from the log odds of winning."""
        return {}

    def made(self, game: Game[Any], s: Any, luck: Chance) -> Any:
        """The position in which the move has had its immediate effect, including answers of others. Does not change
        `s`. Themes that do not differ there are not told. None: later effects are told as well."""
        return None

    def looked(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequel:
        """The sequel of a move from `before` to `s`, always with the same number of positions. May change `s`."""


def fate_keys(reader: Reader) -> list[str]:
    """The keys of the sentences about fates."""
    names = [f"{reader.family}.because.{what}" for what in reader.harms()]
    return [key for name in names for key in (name, f"{name}{OF}", f"{name}_other")]


def own_reader(module: str) -> Reader | None:
    """The reader of the game with that view module; None: it has none."""
    found: Reader | None = find_in_game_package(module, "READER")
    return found


@dataclass(slots=True)
class _Difference:
    """Differences of one theme for one seat, one per pair."""

    weights: list[float] = field(default_factory=list)  # contributions to the log odds of the mover
    true: float = 0.0  # sum of the changes of the leading words in the told direction
    now: list[float] = field(default_factory=list)  # the same right after the moves, if known

    @property
    def later(self) -> bool:
        """Whether the difference arises only from later moves."""
        return bool(self.now) and sum(self.now) < TRUE * len(self.now)

    def weight(self) -> float:
        """The mean contribution; 0 if not significant."""
        mean = sum(self.weights) / len(self.weights)
        if len(self.weights) > 1:
            spread = sum((each - mean) ** 2 for each in self.weights) / (len(self.weights) - 1)
            if mean < SURE * sqrt(spread / len(self.weights)):
                return 0.0
        return mean


def list_reasons(
    reader: Reader, game: Game[Any], pairs: Sequence[Pair], seat: int, ahead: float | None = None
) -> list[Reason]:
    """Reasons for the better of two moves of a seat, by decreasing weight; may be empty. Requires at least one pair.
    `ahead`: its measured lead in winning chance, if known from more positions than these."""
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
    rank = {f"because.{WIN}": 0, f"because.{WIN}_surely": 0}  # key -> sort rank
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
    """The share of the victory of that seat; 0 if it has not won."""
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
    """Reasons about winning more often. `sure`: seats that win in every imagined position. `pairs`: number of final
    positions. The measured lead `ahead` replaces the estimate from few positions and limits that of other seats."""
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
    """Reasons about final points, if at least half of the games are over. `most`: highest weight so far."""
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
    """Fates that affect the seat less often, or another seat more often (at half the weight: there are several)."""
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
    """The weight of each other seat's sum against the mover's odds: its relative probability of winning instead."""
    sums = [
        sum(adds for _, adds in one.values()) + sum(adds for _, adds in other.values())
        for one, other in zip(better, worse, strict=True)
    ]
    most = max(sums)
    shares = [0.0 if of == seat else exp((each - most) / 2) for of, each in enumerate(sums)]
    whole = sum(shares) or 1.0
    return [share / whole for share in shares]

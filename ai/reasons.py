"""Reasons why one move is better than another, derived from the judge of the game.

A judge sums up numbers for each seat (its **words**); the sums of all seats determine their winning chances. A
**theme** groups words and has sentences. Each game declares its themes in `ai/<game>/reasons.py`, an expansion in its
own file; a test fails if a word of a judge belongs to no theme.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from rules.core import Chance, Game

from .search import standard_error
from .sensible import find_in_game_package

LEAST_WEIGHT: Final = 0.01  # minimum weight of a reason
LEAST_WEIGHT_SHARE: Final = 0.15  # minimum weight, as a share of that of the first reason
SURE: Final = 2.0  # standard errors by which a difference must exceed 0
LEAST_CHANGE: Final = 0.02  # minimum change of the leading words in the direction of the sentence
OF_SUFFIX: Final = "_of"  # suffix of the key of a sentence told about the mover to others
WIN: Final = "wins"  # theme: somebody wins
TOTAL: Final = "total"  # theme: final points
LEAST_VICTORY_SHARE: Final = 0.05  # minimum difference in the share of victories for a reason about winning
VICTORY_WEIGHT: Final = 4  # log odds of a victory gained in every position
POINTS_SHARE_BEHIND_WIN: Final = 0.9  # weight of the points behind a win, as a share of the weight of the win
POINT_WEIGHT: Final = 0.1  # weight of a final point if the win is not affected
OTHER_SEAT_SHARE: Final = 0.5  # weight of a fate of another seat: there are several
LEAST_FATE_SHARE: Final = 0.1  # minimum share of imagined positions in which a fate occurs more or less often

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
    """Positions two moves lead to from one imagined position `before`. `position_index`: among the positions judged
    for a move, earliest first. `fates`: on the way, after the better and the worse move. `after_effects`: both
    positions as soon as the moves have had their effect, follow-up included; None: not needed."""

    before: Any
    better: Any
    worse: Any
    position_index: int = 0
    fates: tuple[Collection[Fate], Collection[Fate]] = ((), ())
    after_effects: tuple[Any, Any] | None = None

    @property
    def swapped(self) -> Pair:
        """The same pair with the roles of the moves swapped."""
        now = None if self.after_effects is None else self.after_effects[::-1]
        return Pair(self.before, self.worse, self.better, self.position_index, self.fates[::-1], now)


@dataclass(frozen=True, slots=True)
class Scene:
    """Input of a theme: pairs of positions, the seat `of` the difference, and the moving seat `me` (may be equal)."""

    pairs: Sequence[Pair]
    seat: int
    mover: int

    def mean(self, measure: Callable[[Any], float]) -> float:
        """The mean increase of a number by the better move."""
        return sum(measure(pair.better) - measure(pair.worse) for pair in self.pairs) / len(self.pairs)

    @property
    def right_after_moves(self) -> Scene:
        """The same scene right after the moves, if such positions exist."""
        return Scene([pair for pair in self.pairs if not pair.position_index] or self.pairs, self.seat, self.mover)


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
    leading_words: Mapping[str, int]
    tell: Tell = tell_always
    variants: tuple[str, ...] = ("",)
    mover_variants: tuple[str, ...] = ()
    is_told_of_others: bool = True  # also told about other seats
    foremost: Collection[str] = ()
    comes_last: bool = False  # hardly more than a description of the move: comes last
    may_come_later: bool = False  # may also result from later moves; otherwise only immediate effects are told

    def leading_change(self, one: Read, other: Read) -> float:
        """The net change of the leading words in the told direction, in `one` compared with `other`."""
        return sum(sign * (one[word][0] - other[word][0]) for word, sign in self.leading_words.items() if word in one)

    def sentence_keys(self, family: str) -> list[str]:
        """The keys of all its sentences."""
        name = f"{family}.because.{self.name}"
        mine = [name + (f"_{variant}" if variant else "") for variant in (*self.variants, *self.mover_variants)]
        theirs = [
            f"{name}_other" + (f"_{variant}" if variant else "") for variant in self.variants if self.is_told_of_others
        ]
        return [*mine, *(f"{key}{OF_SUFFIX}" for key in mine), *theirs]


def public_reason(key: str, values: Values, seat: int) -> tuple[str, Values]:
    """The key and parameters of a reason about `seat` for readers other than that seat."""
    return (key, values) if "other_seat" in values else (f"{key}{OF_SUFFIX}", {**values, "seat": seat})


class Sequel(NamedTuple):
    """The positions judged for a move, earliest first, and the fates on the way to the last one."""

    positions: Sequence[Any]
    fates: Collection[Fate] = ()


class Reader(Protocol):
    """Reads the numbers of a game's judge. A module `ai/<game>` provides one as `READER`."""

    family: str  # prefix of its keys in the catalogues
    points_win: ClassVar[bool] = False  # the most points at the end of a game always win

    def themes(self, game: Game[Any], s: Any) -> Sequence[Theme]:
        """Themes that cover all words of the judge in this game."""

    def read(self, game: Game[Any], s: Any) -> Sequence[Read]:
        """The words of each seat in a position that is not over."""

    def fate_harms(self) -> Mapping[str, float]:
        """Fate -> what it takes from the log odds of winning."""
        return {}

    def state_after_effects(self, game: Game[Any], s: Any, luck: Chance) -> Any:
        """The position in which the move has had its immediate effect, including answers of others. Does not change
        `s`. Themes that do not differ there are not told. None: later effects are told as well."""
        return None

    def play_out_move(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequel:
        """The sequel of a move from `before` to `s`, always with the same number of positions. May change `s`."""


def fate_keys(reader: Reader) -> list[str]:
    """The keys of the sentences about fates."""
    names = [f"{reader.family}.because.{what}" for what in reader.fate_harms()]
    return [key for name in names for key in (name, f"{name}{OF_SUFFIX}", f"{name}_other")]


def own_reader(module: str) -> Reader | None:
    """The reader of the game with that view module; None: it has none."""
    found: Reader | None = find_in_game_package(module, "READER")
    return found


@dataclass(slots=True)
class _Difference:
    """Differences of one theme for one seat, one per pair."""

    weights: list[float] = field(default_factory=list)  # contributions to the log odds of the mover
    leading_change: float = 0.0  # sum of the changes of the leading words in the told direction
    changes_at_once: list[float] = field(default_factory=list)  # the same right after the moves, if known

    @property
    def arises_later(self) -> bool:
        """Whether the difference arises only from later moves."""
        return bool(self.changes_at_once) and sum(self.changes_at_once) < LEAST_CHANGE * len(self.changes_at_once)


def significant_mean(values: Sequence[float]) -> float:
    """The mean; 0 if it is not significantly above 0."""
    mean = sum(values) / len(values)
    return 0.0 if len(values) > 1 and mean < SURE * standard_error(values) else mean


def list_reasons(
    reader: Reader, game: Game[Any], pairs: Sequence[Pair], mover: int, ahead: float | None = None
) -> list[Reason]:
    """Reasons for the better of two moves of a seat, by decreasing weight; may be empty. Requires at least one pair.
    `ahead`: its measured lead in winning chance, if known from more positions than these."""
    themes = {theme.name: theme for theme in reader.themes(game, pairs[0].before)}
    found: dict[tuple[str, int], _Difference] = {}  # by name of the theme and seat
    victories: dict[int, list[float]] = {}  # seat -> differences of its share of the victory
    last_look = max(pair.position_index for pair in pairs)
    ends = [pair for pair in pairs if pair.position_index == last_look]
    for pair in pairs:
        if not game.over(pair.better) and not game.over(pair.worse):
            _add_differences(reader, game, pair, mover, themes.values(), found)
        elif pair.position_index == last_look:
            for subject in range(len(game.scores(pair.better))):
                gain = _victory_share(game, pair.better, subject) - _victory_share(game, pair.worse, subject)
                victories.setdefault(subject, []).append(gain)
    sure = set()
    for subject in victories:
        positions = (pair.better if subject == mover else pair.worse for pair in ends)
        if all(_victory_share(game, s, subject) == 1.0 for s in positions):
            sure.add(subject)
    rank = {f"because.{WIN}": 0, f"because.{WIN}_surely": 0}  # key -> rank in the sorted list; others: 1
    reasons = [*_victory_reasons(reader, victories, mover, len(ends), sure, ahead), *_fate_reasons(reader, ends, mover)]
    reasons += _points_reasons(reader, game, ends, mover, max((reason.weight for reason in reasons), default=0.0))
    for (name, subject), difference in found.items():
        difference.weights += [0.0] * (len(pairs) - len(difference.weights))
        weight = significant_mean(difference.weights)
        theme = themes[name]
        if (difference.arises_later and not theme.may_come_later) or (subject != mover and not theme.is_told_of_others):
            continue
        if weight < LEAST_WEIGHT or difference.leading_change < LEAST_CHANGE * len(pairs):
            continue
        said = theme.tell(Scene(pairs, subject, mover))
        if said is not None:
            reasons.append(_build_reason(reader, theme.name, subject, mover, said, weight))
            key = reasons[-1].key
            if subject == mover and said[0] in theme.foremost:
                rank[key] = 0
            elif theme.comes_last:
                rank[key] = 3
            else:
                rank[key] = 2 if difference.arises_later else 1
    reasons.sort(key=lambda each: (rank.get(each.key, 1), -each.weight, "other_seat" in each.values, each.key))
    least = LEAST_WEIGHT_SHARE * max((reason.weight for reason in reasons), default=0.0)
    return [reason for reason in reasons if reason.weight >= least or not rank.get(reason.key, 1)]


def _victory_share(game: Game[Any], s: Any, seat: int) -> float:
    """The share of the victory of that seat; 0 if it has not won."""
    winners = game.winners(s) if game.over(s) else ()
    return 1 / len(winners) if seat in winners else 0.0


def _victory_reasons(
    reader: Reader,
    victories: Mapping[int, Sequence[float]],
    mover: int,
    pairs: int,
    sure: Collection[int],
    ahead: float | None,
) -> list[Reason]:
    """Reasons about winning more often. `sure`: seats that win in every imagined position. `pairs`: number of final
    positions. The measured lead `ahead` replaces the estimate from few positions and limits that of other seats."""
    found = []
    for subject, differences in victories.items():
        sign = 1 if subject == mover else -1
        every = [sign * difference for difference in differences] + [0.0] * (pairs - len(differences))
        share = significant_mean(every)
        if ahead is not None:
            share = min(share, ahead) if subject != mover or share < LEAST_VICTORY_SHARE else ahead
        if share >= LEAST_VICTORY_SHARE:
            said = "surely" if subject in sure else "", {"percent": round(100 * share)}
            found.append(_build_reason(reader, WIN, subject, mover, said, VICTORY_WEIGHT * share))
    return found


def _points_reasons(reader: Reader, game: Game[Any], ends: Sequence[Pair], mover: int, most: float) -> list[Reason]:
    """Reasons about final points, if at least half of the games are over. `most`: highest weight so far."""
    finished = [pair for pair in ends if game.over(pair.better) and game.over(pair.worse)]
    if not reader.points_win or 2 * len(finished) < len(ends):
        return []
    scores = [(game.scores(pair.better), game.scores(pair.worse)) for pair in finished]
    gains = []
    for subject in range(len(scores[0][0])):
        sign = 1 if subject == mover else -1
        gains.append(significant_mean([float(sign * (better[subject] - worse[subject])) for better, worse in scores]))
    largest = max(gains)
    weight = POINTS_SHARE_BEHIND_WIN * most or POINT_WEIGHT * largest
    return [
        _build_reason(reader, TOTAL, subject, mover, ("", {"n": round(gain)}), weight * gain / largest)
        for subject, gain in enumerate(gains)
        if round(gain) > 0
    ]


def _fate_reasons(reader: Reader, ends: Sequence[Pair], mover: int) -> list[Reason]:
    """Fates that affect the seat less often, or another seat more often (at half the weight: there are several)."""
    found, harms = [], reader.fate_harms()
    for fate in sorted({fate for pair in ends for fate in (*pair.fates[0], *pair.fates[1])}):
        what, subject = fate
        sign = -1.0 if subject == mover else 1.0
        share = significant_mean([sign * ((fate in pair.fates[0]) - (fate in pair.fates[1])) for pair in ends])
        if share >= LEAST_FATE_SHARE:
            weight = share * harms[what] * (1.0 if subject == mover else OTHER_SEAT_SHARE)
            found.append(_build_reason(reader, what, subject, mover, ("", {"percent": round(100 * share)}), weight))
    return found


def _build_reason(
    reader: Reader, name: str, subject: int, mover: int, said: tuple[str, Values], weight: float
) -> Reason:
    """A reason about the seat `subject` for the mover. `said`: variant and parameters of the sentence."""
    variant, values = said
    family = "because" if name in (WIN, TOTAL) else f"{reader.family}.because"
    key = f"{family}.{name}" + ("" if subject == mover else "_other") + (f"_{variant}" if variant else "")
    return Reason(key, dict(values) if subject == mover else {**values, "other_seat": subject}, weight)


def _add_differences(
    reader: Reader,
    game: Game[Any],
    pair: Pair,
    mover: int,
    themes: Any,
    found: dict[tuple[str, int], _Difference],
) -> None:
    """Add the differences of each theme for each seat between the two positions to `found`."""
    better, worse = reader.read(game, pair.better), reader.read(game, pair.worse)
    rivals = _rival_weights(better, worse, mover)
    now = (
        []
        if pair.after_effects is None or any(map(game.over, pair.after_effects))
        else [reader.read(game, s) for s in pair.after_effects]
    )
    for subject, (one, other) in enumerate(zip(better, worse, strict=True)):
        share = 1.0 if subject == mover else -rivals[subject]
        for theme in themes:
            contribution = sum(one[word][1] - other[word][1] for word in theme.words if word in one)
            difference = found.setdefault((theme.name, subject), _Difference())
            difference.weights.append(share * contribution)
            difference.leading_change += (
                theme.leading_change(one, other) if subject == mover else theme.leading_change(other, one)
            )
            if now:
                first, second = (reads[subject] for reads in now)
                change = (
                    theme.leading_change(first, second) if subject == mover else theme.leading_change(second, first)
                )
                difference.changes_at_once.append(change)


def _rival_weights(better: Sequence[Read], worse: Sequence[Read], mover: int) -> list[float]:
    """The weight of each other seat's sum against the mover's odds: its relative probability of winning instead."""
    sums = [
        sum(adds for _, adds in one.values()) + sum(adds for _, adds in other.values())
        for one, other in zip(better, worse, strict=True)
    ]
    highest = max(sums)
    shares = [0.0 if subject == mover else exp((total - highest) / 2) for subject, total in enumerate(sums)]
    total_share = sum(shares) or 1.0
    return [share / total_share for share in shares]

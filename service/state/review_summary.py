"""A stored review of a finished game, built from the survey and the evaluated decisions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from ai.reasons import public_reason
from ai.review import Deed, ReviewedDeed, Verdict

VERSION: Final = 1
MAX_COSTLY_DECISIONS: Final = 5
MAX_LUCK_SWINGS: Final = 3
MAX_EVALUATED: Final = 24  # evaluated decisions per game
MAX_EVALUATED_PER_SEAT: Final = 9  # per seat
MIN_LUCK_SWING: Final = 0.02  # smallest reported change of a winning chance by luck
MIN_SHARE_OF_SWING: Final = 0.5  # share of the move's largest change by luck below which a seat is not affected
MIN_APPARENT_COST: Final = 0.005  # smallest apparent cost of an evaluated decision
MAX_CHART_ROWS: Final = 400  # points of the chart
PARTS: Final = 1000  # chances are stored in thousandths


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A costly decision. `at`: turn, tile or round; `cost`, `chance` (of the better move) in thousandths; `why`:
    reasons as sentence keys with parameters; `then`: continuation of the better move, or empty; `but`: reasons for the
    move played."""

    number: int
    at: int
    seat: int
    move: str
    better: str
    cost: int
    chance: int
    why: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    then: str = ""
    but: tuple[tuple[str, Mapping[str, Any]], ...] = ()

    @property
    def public_reasons(self) -> list[tuple[str, Mapping[str, Any]]]:
        """`why` for other readers; `why` itself addresses the seat."""
        return [public_reason(key, values, self.seat) for key, values in self.why]

    @property
    def public_reasons_for_played(self) -> list[tuple[str, Mapping[str, Any]]]:
        """`but` for other readers."""
        return [public_reason(key, values, self.seat) for key, values in self.but]


@dataclass(frozen=True, slots=True)
class LuckSwing:
    """One of the moves whose luck changed a chance most, in thousandths."""

    number: int
    at: int
    by: int  # the mover
    move: str
    seat: int  # the affected seat
    change: int
    then: tuple[int, str] | None = None  # seat and move of the next player, if another one
    after: int = 0  # log entry that shows it; 0: none


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """Totals of a seat in thousandths of a chance: lost by decisions, changed by luck. `got`, `due`: the game's own
    measure of luck, and its expected value."""

    lost: int
    mistakes: int
    luck: int
    got: float
    due: float


@dataclass(frozen=True, slots=True)
class Review:
    """A review. `course`: chances of the seats after each turn, in thousandths."""

    course: tuple[tuple[int, tuple[int, ...]], ...]
    swings: tuple[CostlyDecision, ...]
    strokes: tuple[LuckSwing, ...]
    accounts: tuple[SeatAccount, ...]

    def to_json(self) -> str:
        return json.dumps({"version": VERSION, **asdict(self)}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Review | None:
        """Decode a stored review; None for one of another version."""
        data = json.loads(text)
        if data.pop("version") != VERSION:
            return None
        return cls(
            tuple((at, tuple(row)) for at, row in data["course"]),
            tuple(
                CostlyDecision(**{**one, **{name: _stored_reasons(one, name) for name in ("why", "but")}})
                for one in data["swings"]
            ),
            tuple(LuckSwing(**{**one, "then": tuple(one["then"]) if one["then"] else None}) for one in data["strokes"]),
            tuple(SeatAccount(**one) for one in data["accounts"]),
        )


def _stored_reasons(swing: Mapping[str, Any], name: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Stored reasons; empty in reviews of versions without them."""
    return tuple((key, told) for key, told in swing.get(name, ()))


def likely_mistakes(deeds: Sequence[Deed], looked: Sequence[ReviewedDeed]) -> list[int]:
    """Indices of the decisions to evaluate: those with the highest apparent cost."""
    suspects: list[int] = []
    count_by_seat: Counter[int] = Counter()
    for at in sorted(range(len(looked)), key=lambda at: (-looked[at].cost, at)):
        seat = deeds[at].seat
        if looked[at].cost < MIN_APPARENT_COST or len(suspects) == MAX_EVALUATED:
            break
        if count_by_seat[seat] < MAX_EVALUATED_PER_SEAT:
            count_by_seat[seat] += 1
            suspects.append(at)
    return suspects


def build_review(
    first: ReviewedDeed, deeds: Sequence[Deed], looked: Sequence[ReviewedDeed], verdicts: Mapping[int, Verdict]
) -> Review:
    """Build a review. `verdicts`: by index of the decision."""
    course = {first.at: first.chances}
    for one in looked:
        course[one.at] = one.chances
    rows = [(at, tuple(_to_thousandths(chance) for chance in chances)) for at, chances in sorted(course.items())]
    while len(rows) > MAX_CHART_ROWS:
        rows = [*rows[:-1:2], rows[-1]]
    mistakes = separate_mistakes(deeds, looked, verdicts)
    worst = sorted(mistakes, key=lambda at: (-mistakes[at].cost, at))[:MAX_COSTLY_DECISIONS]
    swings = tuple(_build_costly_decision(deeds[at], looked[at], mistakes[at]) for at in sorted(worst))
    accounts = tuple(_build_seat_account(seat, deeds, looked, mistakes) for seat in range(len(first.chances)))
    return Review(tuple(rows), swings, _largest_luck_swings(deeds, looked), accounts)


def separate_mistakes(
    deeds: Sequence[Deed], looked: Sequence[ReviewedDeed], verdicts: Mapping[int, Verdict]
) -> dict[int, Verdict]:
    """Mistakes with their separate costs: a later mistake in the same turn is not charged to earlier ones."""
    mistakes: dict[int, Verdict] = {}
    # Seat and turn -> index of the earliest mistake so far, and the best chance from there on.
    best_by_turn: dict[tuple[int, int], tuple[int, Verdict]] = {}
    for at in sorted((at for at, verdict in verdicts.items() if verdict.is_mistake), reverse=True):
        verdict, turn = verdicts[at], (deeds[at].seat, looked[at].at)
        best = verdict
        if turn in best_by_turn:
            later_at, later = best_by_turn[turn]
            later = replace(later, chance=later.chance - _luck_of_seat(deeds[at].seat, looked[at:later_at]))
            verdict = replace(verdict, cost=min(verdict.cost, verdict.chance - later.chance))
            best = max(verdict, later, key=lambda one: one.chance)
        if verdict.is_mistake:
            mistakes[at] = verdict
        best_by_turn[turn] = at, best
    return mistakes


def _luck_of_seat(seat: int, looked: Iterable[ReviewedDeed]) -> float:
    """Total change of a seat's chance by luck."""
    return sum(one.luck[seat] for one in looked if one.luck)


def _to_thousandths(chance: float) -> int:
    return round(PARTS * chance)


def _build_costly_decision(deed: Deed, one: ReviewedDeed, found: Verdict) -> CostlyDecision:
    cost, chance = _to_thousandths(found.cost), _to_thousandths(found.chance)
    return CostlyDecision(
        deed.number, one.at, deed.seat, deed.move, found.better, cost, chance, found.why, found.then, found.but
    )


def _largest_luck_swings(deeds: Sequence[Deed], looked: Sequence[ReviewedDeed]) -> tuple[LuckSwing, ...]:
    """The largest changes by luck, in order of play."""
    swings = []
    for at, (deed, reviewed) in enumerate(zip(deeds, looked, strict=True)):
        luck = reviewed.luck
        if luck and max(map(abs, luck)) >= MIN_LUCK_SWING:
            sizes = list(map(abs, luck))
            seat = sizes.index(max(sizes))
            change = _to_thousandths(luck[seat])
            then, after = _next_move_by_other(deeds, at, reviewed)
            turn = looked[at + 1].at if after else reviewed.at  # a tile is drawn after the previous one was laid
            swings.append(LuckSwing(deed.number, turn, deed.seat, deed.move, seat, change, then, after))
    swings.sort(key=lambda swing: (-abs(swing.change), swing.number))
    return tuple(sorted(swings[:MAX_LUCK_SWINGS], key=lambda swing: swing.number))


def _next_move_by_other(deeds: Sequence[Deed], at: int, one: ReviewedDeed) -> tuple[tuple[int, str] | None, int]:
    """The next move by another seat and its log entry; after a question to several seats, the most affected one and no
    entry, as answers stay hidden until all are in."""
    if len(one.asked) > 1:
        answers = [deed for deed in deeds[at + 1 : at + 1 + len(one.asked)] if deed.seat in one.asked]
        unluckiest = min(answers, key=lambda deed: one.luck[deed.seat], default=None)
        if unluckiest is None or -one.luck[unluckiest.seat] < MIN_SHARE_OF_SWING * max(map(abs, one.luck)):
            return None, 0
        return (unluckiest.seat, unluckiest.move), 0
    if at + 1 == len(deeds) or deeds[at + 1].seat == deeds[at].seat:
        return None, 0
    return (deeds[at + 1].seat, deeds[at + 1].move), deeds[at + 1].number


def _build_seat_account(
    seat: int, deeds: Sequence[Deed], looked: Sequence[ReviewedDeed], mistakes: Mapping[int, Verdict]
) -> SeatAccount:
    own = [verdict.cost for at, verdict in mistakes.items() if deeds[at].seat == seat]
    luck = _luck_of_seat(seat, looked)
    fortunes = [(got, due) for one in looked for index, got, due in one.fortune if index == seat]
    got, due = sum(got for got, _ in fortunes), sum(due for _, due in fortunes)
    return SeatAccount(_to_thousandths(sum(own)), len(own), _to_thousandths(luck), round(got, 1), round(due, 1))

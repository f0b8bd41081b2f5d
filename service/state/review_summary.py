"""What is kept of a game that somebody looked back at: values, put together from what was surveyed and weighed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from ai.reasons import public_reason
from ai.review import Deed, ReviewedDeed, Verdict

VERSION: Final = 1
SWINGS: Final = 5
STROKES: Final = 3
TRIED: Final = 24  # decisions of a game that are weighed
TRIED_EACH: Final = 9  # of one seat
STRUCK: Final = 0.02  # of a chance: less luck is not worth a word
HARD: Final = 0.5  # of the largest luck of a move: who is struck less has nothing to do with it
WORTH: Final = 0.005  # what seems to cost less is not weighed
ROWS: Final = 400  # of the chart
PARTS: Final = 1000  # chances are kept in so many parts


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A decision that cost much. `at`: the turn, tile or round; `cost`, `chance`: in thousandths; `chance` is that
    which the better move had. `why`: reasons, as keys of the catalogues and what stands in them; `then`: what belongs
    to the better move, or empty; `but`: what speaks for what was played, as `why`."""

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
    def reasons(self) -> list[tuple[str, Mapping[str, Any]]]:
        """The same for those who hear of it; `why` says it to the seat."""
        return [public_reason(key, values, self.seat) for key, values in self.why]

    @property
    def contrary(self) -> list[tuple[str, Mapping[str, Any]]]:
        """`but` for those who hear of it."""
        return [public_reason(key, values, self.seat) for key, values in self.but]


@dataclass(frozen=True, slots=True)
class LuckSwing:
    """A move after which luck changed somebody's chance most, by so many thousandths."""

    number: int
    at: int
    by: int  # who moved
    move: str
    seat: int  # whose luck it was
    change: int
    then: tuple[int, str] | None = None  # who went on from there, and with what, where that was somebody else
    after: int = 0  # the entry that tells of it; 0: none


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """What a seat lost by its decisions and got by luck, in thousandths of a chance; `got`, `due`: what luck gives in
    that game, and what was to be expected."""

    lost: int
    mistakes: int
    luck: int
    got: float
    due: float


@dataclass(frozen=True, slots=True)
class Review:
    """`course`: the chances of the seats after each turn, in thousandths."""

    course: tuple[tuple[int, tuple[int, ...]], ...]
    swings: tuple[CostlyDecision, ...]
    strokes: tuple[LuckSwing, ...]
    accounts: tuple[SeatAccount, ...]

    def written(self) -> str:
        return json.dumps({"version": VERSION, **asdict(self)}, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Review | None:
        """None where another version wrote it."""
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
    """Reasons as they were written; those of before some of them were told have none."""
    return tuple((key, told) for key, told in swing.get(name, ()))


def likely_mistakes(deeds: Sequence[Deed], looked: Sequence[ReviewedDeed]) -> list[int]:
    """The indices of the decisions that are worth weighing: those that seem to have cost most."""
    found: list[int] = []
    each: dict[int, int] = {}
    for at in sorted(range(len(looked)), key=lambda at: (-looked[at].cost, at)):
        seat = deeds[at].seat
        if looked[at].cost < WORTH or len(found) == TRIED:
            break
        if each.get(seat, 0) < TRIED_EACH:
            each[seat] = each.get(seat, 0) + 1
            found.append(at)
    return found


def build_review(
    first: ReviewedDeed, deeds: Sequence[Deed], looked: Sequence[ReviewedDeed], verdicts: Mapping[int, Verdict]
) -> Review:
    """All of it. `verdicts`: by the index of the deed."""
    course = {first.at: first.chances}
    for one in looked:
        course[one.at] = one.chances
    rows = [(at, tuple(_to_thousandths(chance) for chance in chances)) for at, chances in sorted(course.items())]
    while len(rows) > ROWS:
        rows = [*rows[:-1:2], rows[-1]]
    mistakes = separate_mistakes(deeds, looked, verdicts)
    worst = sorted(mistakes, key=lambda at: (-mistakes[at].cost, at))[:SWINGS]
    swings = tuple(_build_costly_decision(deeds[at], looked[at], mistakes[at]) for at in sorted(worst))
    accounts = tuple(_build_seat_account(seat, deeds, looked, mistakes) for seat in range(len(first.chances)))
    return Review(tuple(rows), swings, _largest_luck_swings(deeds, looked), accounts)


def separate_mistakes(
    deeds: Sequence[Deed], looked: Sequence[ReviewedDeed], verdicts: Mapping[int, Verdict]
) -> dict[int, Verdict]:
    """The mistakes, each with what it cost alone: what could still be had when its seat went wrong again in the same
    turn was not lost before, as far as that was not luck."""
    found: dict[int, Verdict] = {}
    later: dict[tuple[int, int], tuple[int, Verdict]] = {}  # seat and turn -> the earliest so far; what could be had
    for at in sorted((at for at, verdict in verdicts.items() if verdict.counts), reverse=True):
        verdict, turn = verdicts[at], (deeds[at].seat, looked[at].at)
        had = verdict
        if turn in later:
            last, known = later[turn]
            known = replace(known, chance=known.chance - _luck_of_seat(deeds[at].seat, looked[at:last]))
            verdict = replace(verdict, cost=min(verdict.cost, verdict.chance - known.chance))
            had = max(verdict, known, key=lambda one: one.chance)
        if verdict.counts:
            found[at] = verdict
        later[turn] = at, had
    return found


def _luck_of_seat(seat: int, looked: Iterable[ReviewedDeed]) -> float:
    """By how much luck changed a seat's chance."""
    return sum(one.luck[seat] for one in looked if one.luck)


def _to_thousandths(chance: float) -> int:
    return round(PARTS * chance)


def _build_costly_decision(deed: Deed, one: ReviewedDeed, found: Verdict) -> CostlyDecision:
    cost, chance = _to_thousandths(found.cost), _to_thousandths(found.chance)
    return CostlyDecision(
        deed.number, one.at, deed.seat, deed.move, found.better, cost, chance, found.why, found.then, found.but
    )


def _largest_luck_swings(deeds: Sequence[Deed], looked: Sequence[ReviewedDeed]) -> tuple[LuckSwing, ...]:
    """The largest, in their order."""
    found = []
    for at, (deed, one) in enumerate(zip(deeds, looked, strict=True)):
        if one.luck and max(map(abs, one.luck)) >= STRUCK:
            seat = max(range(len(one.luck)), key=lambda seat: abs(one.luck[seat]))
            then, after = _next_move_by_other(deeds, at, one)
            turn = looked[at + 1].at if after else one.at  # a tile is drawn when the one before it has been laid
            found.append(
                LuckSwing(deed.number, turn, deed.seat, deed.move, seat, _to_thousandths(one.luck[seat]), then, after)
            )
    found.sort(key=lambda stroke: (-abs(stroke.change), stroke.number))
    return tuple(sorted(found[:STROKES], key=lambda one: one.number))


def _next_move_by_other(deeds: Sequence[Deed], at: int, one: ReviewedDeed) -> tuple[tuple[int, str] | None, int]:
    """What somebody else went on with, and its entry; of several who were asked at once, whoever it struck hardest, but
    no entry: until all have answered it tells nothing."""
    if len(one.asked) > 1:
        after = [deed for deed in deeds[at + 1 : at + 1 + len(one.asked)] if deed.seat in one.asked]
        struck = min(after, key=lambda deed: one.luck[deed.seat], default=None)
        if struck is None or -one.luck[struck.seat] < HARD * max(map(abs, one.luck)):
            return None, 0
        return (struck.seat, struck.move), 0
    if at + 1 == len(deeds) or deeds[at + 1].seat == deeds[at].seat:
        return None, 0
    return (deeds[at + 1].seat, deeds[at + 1].move), deeds[at + 1].number


def _build_seat_account(
    seat: int, deeds: Sequence[Deed], looked: Sequence[ReviewedDeed], mistakes: Mapping[int, Verdict]
) -> SeatAccount:
    own = [verdict.cost for at, verdict in mistakes.items() if deeds[at].seat == seat]
    luck = _luck_of_seat(seat, looked)
    fortunes = list(_luck_got_and_due(seat, looked))
    got, due = sum(one for one, _ in fortunes), sum(one for _, one in fortunes)
    return SeatAccount(_to_thousandths(sum(own)), len(own), _to_thousandths(luck), round(got, 1), round(due, 1))


def _luck_got_and_due(seat: int, looked: Sequence[ReviewedDeed]) -> Iterable[tuple[float, float]]:
    return ((got, due) for one in looked for of, got, due in one.fortune if of == seat)

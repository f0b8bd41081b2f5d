"""Figures of a run: days, pings and reminders by game and seats, with and without prepared answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from ai import Imagine, moves_to_consider, players_by_level
from rules.core import Chance, play

from .book import TableHistory
from .people import DAY
from .shard import Shard

MOST: Final = 2500  # moves to play on at most in a game that was not over in time
GOAL: Final = 0.4
# Games and seats that should end sooner by GOAL.
GOALS: Final = {("citadels", n) for n in (4, 5, 6, 7)} | {("catan", n) for n in (5, 6)}


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Figures of a game. `days` are true days, extrapolated by moves for an unfinished game."""

    number: tuple[str, int]  # seed of the shard, number of the game
    kind: str
    seats: int
    people: int
    over: bool
    plain: bool  # counts for comparisons: no resignation, nobody stayed away
    days: float
    running: float  # days, within the simulated time
    moves: int
    by_hand: int
    stretches: int
    by_clock: int
    pings: float
    reminders: float


@dataclass(slots=True)
class Report:
    """Results of a shard."""

    answers: bool
    games: list[GameFigures] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    people_days: float = 0
    seconds: float = 0

    def add(self, other: Report) -> None:
        self.games += other.games
        self.faults += other.faults
        self.kinds += other.kinds
        self.done += other.done
        self.refusals += other.refusals
        self.people_days += other.people_days
        self.seconds += other.seconds


def build_report(shard: Shard, seconds: float) -> Report:
    """The report of a shard after its run."""
    ledger = shard.ledger
    counts = Counter({"steps": ledger.steps, "messages": shard.desk.messages, **ledger.judged})
    made = Report(shard.answers, [], [f"seed {shard.seed}, {fault}" for fault in ledger.faults], ledger.kinds)
    made.done, made.refusals, made.seconds = shard.done + counts, shard.refusals, seconds
    made.people_days = len(shard.people) * shard.days
    for table_id, played in shard.played.items():
        book = ledger.books[table_id]
        until = played.ended if played.ended is not None else shard.end
        running = max(0.01, (until - played.began) / DAY)
        moves = len(book.moves)
        told = [tally for (_, there), tally in ledger.tallies.items() if there == table_id]
        plain = table_id not in shard.spoilt and moves > 0 and not book.resigned
        days = (
            running
            if book.over or not plain
            else running * (moves + _count_moves_left(book, shard.level_of(table_id))) / moves
        )
        made.games.append(
            GameFigures(
                (shard.seed, played.plan.number),
                played.plan.kind,
                played.plan.seats,
                played.plan.people,
                book.over,
                plain,
                days,
                running,
                moves,
                played.moves,
                book.stretches,
                book.counted["clock"],
                sum(tally.pings for tally in told),
                sum(tally.reminders for tally in told),
            )
        )
    return made


def _count_moves_left(book: TableHistory, level: str) -> int:
    """The moves to the end of an unfinished game, played on without a clock."""
    state, game, player = book.state, book.game, players_by_level()[level]
    for number in range(MOST):
        if game.over(state):
            return number
        seat = min(game.waiting(state))
        luck = Chance(f"left {number}".encode())
        imagine = Imagine(game, state, seat, luck)
        move = player.choose(game.view(state, seat), moves_to_consider(game, state, seat, luck), imagine, luck)
        state = play(game, state, seat, move).state
    return MOST


def comparison_lines(with_answers: Report, without: Report | None) -> Iterator[str]:
    """The lines of the printed table."""
    yield ("game, seats         games over  days        stretches   pings and reminders a person and day   sooner")
    cells: dict[tuple[str, int], list[GameFigures]] = defaultdict(list)
    for game in with_answers.games:
        cells[game.kind, game.seats].append(game)
    other = {game.number: game for game in without.games} if without is not None else {}
    for (kind, seats), games in sorted(cells.items()):
        yield _comparison_row(kind, seats, games, [other[g.number] for g in games if g.number in other])


def _comparison_row(kind: str, seats: int, games: Sequence[GameFigures], before: Sequence[GameFigures]) -> str:
    pairs = [(g, b) for g, b in zip(games, before, strict=False) if g.plain and b.plain]
    plain = [g for g, _ in pairs] or [g for g in games if g.plain]
    text = f"{kind:12} {seats} seats {len(games):6} {sum(g.over for g in games):4}  "
    text += f"{_mean(g.days for g in plain):5.1f}"
    text += f" ({_mean(b.days for _, b in pairs):5.1f})" if pairs else " (  -  )"
    text += f"{_mean(g.stretches / g.running for g in games):6.1f} a day"
    text += f"   {_daily_rate(games, 'pings'):5.2f} + {_daily_rate(games, 'reminders'):4.2f}"
    text += f" ({_daily_rate(before, 'pings'):5.2f} + {_daily_rate(before, 'reminders'):4.2f})" if before else ""
    if pairs:
        sooner = 1 - sum(g.days for g, _ in pairs) / sum(b.days for _, b in pairs)
        goal = f", goal {GOAL:.0%}: {'met' if sooner >= GOAL else 'MISSED'}" if (kind, seats) in GOALS else ""
        text += f"   {sooner:5.0%} of {len(pairs)}{goal}"
    return text


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return fmean(found) if found else 0.0


def _daily_rate(games: Sequence[GameFigures], what: str) -> float:
    """Messages per day, per person and table."""
    days = sum(game.running * game.people for game in games)
    return sum(getattr(game, what) for game in games) / days if days else 0.0


def summary_lines(found: Report) -> Iterator[str]:
    """Totals of acts, messages and refusals."""
    pings, reminders = sum(g.pings for g in found.games), sum(g.reminders for g in found.games)
    name = "with" if found.answers else "without"
    days = max(1.0, found.people_days)
    counts = ", ".join(f"{value} {key}" for key, value in sorted(found.done.items()))
    yield f"{name} answers: {len(found.games)} games, {found.seconds:.0f} s of processor; {counts}"
    yield f"  a person, at all their tables, a day: {pings / days:.2f} pings, {reminders / days:.2f} reminders"
    yield "  refused: " + ", ".join(f"{key} {n}" for key, n in found.refusals.most_common(12))

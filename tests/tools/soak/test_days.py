"""The simulation of many days: what it holds the service against is right, and what is wrong is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.state import due_dates, turn_clocks
from service.state.model import Seat
from service.store.log_writer import LogWriter
from service.store.registry import TableRegistry
from service.time import user_hours as times
from service.time.hours import compute_due_instant, count_open_seconds, next_open_instant
from tools.soak.days import __main__ as days
from tools.soak.days import acts, figures, hours, people
from tools.soak.days.desk import RecordingOutbox
from tools.soak.days.plan import draw_plans
from tools.soak.days.shard import BEGIN, Shard

pytestmark = pytest.mark.slow

HOUR, DAY = 3600, 86_400


def ran(path: Path, games: int = 6, length: int = 3, seed: str = "test") -> Shard:
    shard = Shard(seed, games, length, path / "longtable.db", answers=True)
    shard.run()
    return shard


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Jerusalem", "Australia/Sydney", "Asia/Kolkata"])
def test_the_calendar_of_minutes_comes_to_what_the_service_counts(zone: str) -> None:
    luck = Random(zone)
    for quiet in people.QUIET:
        for rest in people.REST:
            settings = {"quiet": quiet, "rest": rest, "timezone": zone}
            away = [(BEGIN + 9 * DAY + luck.randrange(DAY), BEGIN + 16 * DAY + 7), (BEGIN + 40 * DAY, BEGIN + 41 * DAY)]
            away = [span for span in away if luck.random() < 0.7]
            vacation = {"vacation": " ".join(f"{a}-{b}" for a, b in away)} if away else {}
            spans, calendar = times.closed_hours({**settings, **vacation}), hours.calendar_of(settings, BEGIN, 90, away)
            for _ in range(40):
                a = BEGIN + luck.randrange(60 * DAY)
                b, allowance = a + luck.randrange(10 * DAY), luck.randrange(8 * DAY)
                assert calendar.open_between(a, b) == count_open_seconds(spans(a, b), a, b)
                assert calendar.reached(a, allowance) == compute_due_instant(a, allowance, spans)
                assert calendar.opens(a) == next_open_instant(spans, a)
                assert hours.digest_after({**settings, "digest": "12:00"}, a) == times.next_digest_at(
                    {**settings, "digest": "12:00"}, a
                )


def test_some_days_are_clean_and_the_same_for_the_same_seed(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    one, two = ran(tmp_path), ran(tmp_path / "again")
    assert one.ledger.faults == []
    assert one.done["decisions"] > 100
    assert one.ledger.judged["told"] > 20
    assert (one.done, one.ledger.judged, one.ledger.steps) == (two.done, two.ledger.judged, two.ledger.steps)


def test_a_world_that_stands_still_is_a_fault_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.soak.days.shard.ROUNDS", 50)
    monkeypatch.setattr(Shard, "_sweep", lambda self: self.agenda.at(self.watch.true, self._sweep))
    assert ran(tmp_path, games=1, length=2).ledger.kinds["hangs"] > 0


def test_the_process_may_be_down_when_the_time_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.soak.days.shard.DOWN_FOR", (9 * HOUR,))
    monkeypatch.setattr(Shard, "_moments", lambda self, every: [self.end - HOUR])
    shard = ran(tmp_path, games=1, length=1)
    assert shard.process is None
    assert shard.done["restarts"] == 1
    assert shard.ledger.faults == []


def test_one_game_alone() -> None:
    assert [plan.kind for plan in draw_plans(4, Random(1), "citadels")] == ["citadels"] * 4


def _twice(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = RecordingOutbox._tell

    def doubled(self: RecordingOutbox, *told: Any) -> None:
        tell(self, *told)
        tell(self, *told)

    monkeypatch.setattr(RecordingOutbox, "_tell", doubled)


def _never(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = RecordingOutbox._tell

    def silent(self: RecordingOutbox, user: int, *told: Any) -> None:
        if user % 2:
            tell(self, user, *told)

    monkeypatch.setattr(RecordingOutbox, "_tell", silent)


def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = turn_clocks.start_turn_timer

    def sooner(*given: Any, **named: Any) -> Any:
        timer = begun(*given, **named)
        return timer if timer.due is None else replace(timer, due=timer.due - 3600)

    monkeypatch.setattr(turn_clocks, "start_turn_timer", sooner)


def _blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due_dates, "next_action_at", lambda table, vote: None)


def _generous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_clocks, "bank_after", lambda pace, left, used: pace.bank)
    monkeypatch.setattr("tools.soak.days.plan.PACES", {"bank:1d+6h": 1})


def _sleepless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableRegistry, "closed_hours_of", lambda self, seat: lambda a, b: ())


def _early(monkeypatch: pytest.MonkeyPatch) -> None:
    allowance = turn_clocks.turn_allowance
    monkeypatch.setattr(turn_clocks, "turn_allowance", lambda *given: (allowance(*given) or 7200) // 2)
    monkeypatch.setattr("tools.soak.days.plan.LATE", {"fallback": 1})


def _restless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_clocks, "are_clocks_stopped", lambda table: False)
    monkeypatch.setattr("tools.soak.days.acts.AT_TABLE", ((1.0, acts.ask_pause), (1.0, acts.answer_vote)))


def _backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogWriter, "entry_time", property(lambda self: self.now - self.table.seq))


def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stands in is never the one who is called."""
    monkeypatch.setattr(Seat, "notify_user_id", property(lambda self: self.user_id))
    monkeypatch.setattr("tools.soak.days.acts.ASKS_SOMEBODY", 1.0)
    monkeypatch.setattr(people, "ANNOUNCED", 1.0)
    monkeypatch.setattr(people, "LEAVES", 0.0)
    monkeypatch.setattr(people, "ABSENT_EVERY", DAY // 2)


def _uncalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vacation begins by itself for who is not late."""
    monkeypatch.setattr(
        turn_clocks, "time_is_up", lambda timer, now: timer.due is not None and timer.due - now < 6 * HOUR
    )
    monkeypatch.setattr(people, "BY_ITSELF", 1.0)


def _unwelcome(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is back on the server has no more time than they had."""
    monkeypatch.setattr(turn_clocks, "_resume_after_return", lambda old, new, stretch, now, hours: stretch)
    _leaving(monkeypatch)


def _waited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of who has left goes on, though the table waits."""
    monkeypatch.setattr("service.play.moves.awaited_departed_seats", lambda table, log, new=(): frozenset())
    monkeypatch.setattr(acts, "WAITS", 1.0)
    _leaving(monkeypatch)


def _leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "LEAVES", 1.0)
    monkeypatch.setattr(people, "ABSENT_EVERY", DAY // 2)
    monkeypatch.setattr(people, "ABSENT_FOR", (12 * HOUR, 0.3))
    monkeypatch.setattr("tools.soak.days.plan.PACES", {"12h": 1})


def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another pace counts from the next stretch on."""
    monkeypatch.setattr(turn_clocks, "recompute_for_pace", lambda table, pace, *rest: replace(table, pace=str(pace)))
    monkeypatch.setattr("tools.soak.days.acts.AT_TABLE", ((1.0, acts.ask_pace), (1.0, acts.answer_vote)))


def _lax(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the table agrees on for who is late is not done."""
    monkeypatch.setattr(turn_clocks, "with_late_policy", lambda table, late, *rest: replace(table, late=late))
    monkeypatch.setattr("tools.soak.days.acts.AT_TABLE", ((1.0, acts.ask_late), (1.0, acts.answer_vote)))


def test_people_do_all_that_is_said_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They leave and come back, hand seats over, agree on other times, and vacations begin by themselves."""
    _leaving(monkeypatch)
    monkeypatch.setattr(people, "BY_ITSELF", 1.0)
    monkeypatch.setattr("tools.soak.days.plan.PACES", {"10m": 1, "bank:1d+6h": 1})
    often = (
        (0.3, acts.hand_seat_over),
        (0.2, acts.ask_pace),
        (0.2, acts.ask_late),
        (1.0, acts.answer_vote),
        (1.0, acts.settle_empty_seat),
    )
    monkeypatch.setattr("tools.soak.days.acts.AT_TABLE", often)
    shard = ran(tmp_path, games=5, length=6)
    assert shard.ledger.faults == []
    done = shard.done
    assert min(done["taken over"], done["votes on the pace"], done["votes on who is late"], done["looked up"]) > 0
    assert done["waited for who has left"] + done["machines for who has left"] > 0
    assert shard.ledger.judged["vacations by themselves"] > 0


@pytest.mark.parametrize(
    ("breaks", "kind"),
    [
        (_uncalled, "vacation"),
        (_unwelcome, "timer"),
        (_waited, "timer"),
        (_forgotten, "timer"),
        (_lax, "timer"),
        (_restless, "timer"),
        (_backwards, "log"),
        (_nobody, "seats"),
        (_twice, "doubled"),
        (_never, "missing"),
        (_hasty, "timer"),
        (_blind, "look"),
        (_generous, "bank"),
        (_sleepless, "timer"),
        (_early, "early"),
    ],
)
def test_what_is_wrong_is_found(
    breaks: Callable[[pytest.MonkeyPatch], None], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    assert ran(tmp_path, games=5, length=2).ledger.kinds[kind] > 0


def test_the_figures_are_printed_and_a_fault_is_told_with_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "MOST", 40)
    given = ["--games", "3", "--days", "2", "--seed", "5", "--processes", "1", "--folder", str(tmp_path)]
    assert days.main(given) == 0
    told = capsys.readouterr().out
    assert "faults: none" in told
    assert all(name in told for name in ("carcassonne", "catan", "citadels", "pings", "reminders"))
    _twice(monkeypatch)
    assert days.main([*given, "--alone"]) == 1
    assert "FAULT seed 5.0, doubled: table" in capsys.readouterr().out

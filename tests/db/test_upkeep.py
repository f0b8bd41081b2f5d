"""What is done for the file while the bot runs: backups in time, the newest kept, a damage said."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from db import opening, upkeep
from db.backup import backups_newest_first, format_backup_name
from db.errors import StoreError
from db.store import open_store
from db.upkeep import RETRY_SECONDS, START_DELAY_SECONDS, BackupPlan, Upkeep
from service.store.clock import SystemClock

from .files import CLOCK, ENTRY, GAME

HOUR = 3600
BEGIN = 1_700_000_000.0


class Watch:
    """A clock that goes on when somebody sleeps, and for so long only."""

    def __init__(self, until: float) -> None:
        self.at = BEGIN
        self.until = BEGIN + until
        self.naps: list[float] = []

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.at += max(seconds, 0)
        if self.at >= self.until:
            raise asyncio.CancelledError
        await asyncio.sleep(0)


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = tmp_path / "longtable.db"
    store = await open_store(path, SystemClock())
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.add_entries([ENTRY]))
    await store.close()
    return path


async def ran(path: Path, seconds: float, plan: BackupPlan | None) -> tuple[Upkeep, Watch]:
    watch = Watch(seconds)
    keeper = Upkeep(path, plan, watch)
    with pytest.raises(asyncio.CancelledError):
        await keeper.run()
    return keeper, watch


async def test_backups_are_made_in_time_and_the_newest_are_kept(path: Path, tmp_path: Path) -> None:
    plan = BackupPlan(tmp_path / "backups", 6 * HOUR, 3)
    keeper, _ = await ran(path, 31 * HOUR, plan)
    times = [BEGIN + START_DELAY_SECONDS + 6 * HOUR * n for n in range(6)]
    assert [file.name for file in backups_newest_first(plan.folder)] == [format_backup_name(at) for at in times[:-4:-1]]
    assert len(list(plan.folder.iterdir())) == 3
    assert keeper.newest_backup_at == times[-1]


async def test_a_restart_makes_none_before_it_is_due(path: Path, tmp_path: Path) -> None:
    plan = BackupPlan(tmp_path / "backups", 6 * HOUR, 3)
    plan.folder.mkdir()
    (plan.folder / format_backup_name(BEGIN - HOUR)).touch()
    await ran(path, 4.5 * HOUR, plan)
    assert len(backups_newest_first(plan.folder)) == 1
    await ran(path, 5.5 * HOUR, plan)
    assert len(backups_newest_first(plan.folder)) == 2


async def test_a_backup_from_the_future_does_not_put_off_the_next(path: Path, tmp_path: Path) -> None:
    """The clock of the machine was wrong when it was made."""
    plan = BackupPlan(tmp_path / "backups", 6 * HOUR, 3)
    plan.folder.mkdir()
    (plan.folder / format_backup_name(BEGIN + 1000 * HOUR)).touch()
    await ran(path, HOUR, plan)
    assert len(backups_newest_first(plan.folder)) == 2


async def test_where_none_can_be_made_it_is_tried_again(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plan = BackupPlan(tmp_path / "backups", 6 * HOUR, 3)
    plan.folder.write_text("a file, where the folder should be")
    _, watch = await ran(path, 3 * HOUR, plan)
    assert watch.naps.count(RETRY_SECONDS) == 2 + 1
    assert caplog.text.count("was not made") == 3
    plan.folder.unlink()
    keeper, _ = await ran(path, HOUR, plan)
    assert keeper.newest_backup_at is not None


async def test_a_fault_of_ours_does_not_end_it(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*given: object) -> None:
        raise LookupError

    monkeypatch.setattr(upkeep, "make_backup", broken)
    _, watch = await ran(path, 3 * HOUR, BackupPlan(tmp_path / "backups", 6 * HOUR, 3))
    assert watch.naps.count(RETRY_SECONDS) == 3
    assert "could not be made" in caplog.text


async def test_of_a_damaged_file_none_is_made_and_none_goes(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plan = BackupPlan(tmp_path / "backups", HOUR, 1)
    await ran(path, HOUR, plan)
    good = backups_newest_first(plan.folder)
    content = path.read_bytes()
    path.write_bytes(content[:-4096] + b"\xff" * 4096)
    monkeypatch.setattr(opening, "COMPLETE_CHECK_BYTES", 0)
    monkeypatch.setattr(upkeep, "COMPLETE_CHECK_BYTES", 0)
    plan = BackupPlan(plan.folder, 10 * 60, 1)
    keeper, _ = await ran(path, 2 * HOUR, plan)
    assert keeper.found_damage is not None
    assert "is damaged" in caplog.text
    assert all(record.levelno == logging.ERROR for record in caplog.records if "is damaged" in record.message)
    assert backups_newest_first(plan.folder) == good


async def test_nothing_to_do_ends_it(path: Path, tmp_path: Path) -> None:
    watch = Watch(10 * HOUR)
    await Upkeep(path, None, watch).run()
    assert watch.naps == [START_DELAY_SECONDS]
    assert not list(tmp_path.glob("backups"))


async def test_closing_takes_away_what_is_half_done(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()
    real = upkeep.make_backup

    def slow(source: Path, target: Path, stopped: upkeep.Interruptible) -> None:
        loop.call_soon_threadsafe(begun.set)
        while not stopped():
            pass
        real(source, target, stopped)

    monkeypatch.setattr(upkeep, "make_backup", slow)
    keeper = Upkeep(path, BackupPlan(tmp_path / "backups", HOUR, 3), Watch(HOUR))
    keeper.start()
    await begun.wait()
    await keeper.close()
    await keeper.close()  # twice is no fault
    assert list((tmp_path / "backups").iterdir()) == []
    with pytest.raises(StoreError):
        real(tmp_path / "none", tmp_path / "x")
    await (await open_store(path, CLOCK)).close()

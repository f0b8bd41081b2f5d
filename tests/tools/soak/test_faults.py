"""The campaign of faults, in small: it plays and proves; and it finds what is wrong where something is."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from playground.world import Event, World
from service.state.branch_point import Branch, encode_branch
from tools.soak.faults import campaign, child, people, proof
from tools.soak.faults.book import DONE, PLAYED, DatabaseReader, Intent, IntentLog
from tools.soak.faults.campaign import CampaignPlan, run_campaign
from tools.soak.faults.fault_injection import FaultInjector
from tools.soak.faults.process import BotProcess

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


async def test_games_to_their_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without faults, so that it depends on nothing."""
    monkeypatch.setattr(campaign, "LULL", float("inf"))
    monkeypatch.setattr(campaign, "ACTS", (10_000, 10_000))
    monkeypatch.setattr(campaign, "STEPS_BACK", ())
    monkeypatch.setattr(people, "BRANCHES", 1.0)  # the second begins in the middle of the first
    monkeypatch.setattr(people, "LATEST", 4)
    told: list[str] = []
    result = await run_campaign(CampaignPlan(1, 200, games=2, tables=1, left=2, kills=False), tmp_path, told.append)
    assert result.wrong == []
    assert not result.faults
    assert result.counts["carcassonne to the end"] >= 2
    assert result.counts["branches that were played on"] >= 1
    assert result.counts["acknowledged"] >= 1
    assert result.counts["lost"] == result.counts["doubled"] == 0
    assert "1 games are set up" in told[0]


@pytest.fixture
def disk(tmp_path: Path) -> DatabaseReader:
    """A log with three acts: one whole, one that was carried out twice, one of two entries; and one from before."""
    path = tmp_path / "log.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE log (game_id INTEGER, seq INTEGER, kind TEXT, move TEXT, act TEXT, first INTEGER)")
        rows = [(1, 2, "1", 2), (1, 3, "2", 3), (1, 4, "2", 4), (1, 5, "3", 5), (1, 6, "3", 5), (1, 1, "before 1 0", 1)]
        db.executemany("INSERT INTO log VALUES (?, ?, 'move', 'pass', ?, ?)", [*rows, (1, 7, None, 7)])
    return DatabaseReader(path)


def book_of(*intents: Intent) -> IntentLog:
    book = IntentLog(SimpleNamespace(world=World()))
    book.intents = list(intents)
    return book


def test_what_is_lost_and_doubled_is_counted(disk: DatabaseReader) -> None:
    fine = Intent(1, 1, "a", acts=[1, 77], told={DONE})
    group = Intent(1, 4, "b", acts=[3], told={DONE})
    again = Intent(1, 1, "a", acts=[78], told={PLAYED})  # by the first
    itself = Intent(1, 6, "pass", acts=[79], told={PLAYED})  # by an answer that stood
    screens = Intent(1, 1, "by the screens", acts=[80], told={PLAYED}, meant=(4, "pass;end"))  # on another screen
    counts, wrong = proof.find_lost_and_doubled(book_of(fine, group, again, itself, screens), disk)
    assert (counts["moves"], counts["lost"], counts["doubled"]) == (6, 0, 1)
    assert wrong == ["act 2 made 2 groups of entries"]
    lost = Intent(1, 9, "c", acts=[99], told={DONE})
    twice = Intent(1, 8, "d", acts=[1, 3], told={DONE})
    never = Intent(1, 6, "end", acts=[79], told={PLAYED})
    nowhere = Intent(1, 4, "by the screens", acts=[80], told={PLAYED}, meant=(7, "pass"))
    counts, wrong = proof.find_lost_and_doubled(book_of(lost, twice, never, nowhere), disk)
    assert (counts["lost"], counts["doubled"]) == (3, 2)
    assert any("after 9: c was acknowledged" in each for each in wrong)
    assert any("after 8: d was played 2 times" in each for each in wrong)


def test_branches_that_are_lost_or_doubled_are_found(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE games (branch TEXT)")
        begun = [encode_branch(Branch(of, at, ())) for of, at in ((1, 5), (1, 6), (1, 6))]
        db.executemany("INSERT INTO games VALUES (?)", [(each,) for each in (*begun, None)])
    book, counts = book_of(), Counter[str]()
    book.branched.update({(1, 5): 2, (1, 6): 2, (1, 7): 1})
    book.opened.update({(1, 5): 1, (1, 6): 1})
    assert list(proof.check_branches(book, DatabaseReader(path), counts)) == []
    assert counts["branches"] == 3
    book.branched[1, 6] = 1
    book.opened[1, 7] = 1
    doubled, lost = proof.check_branches(book, DatabaseReader(path), counts)
    assert doubled == "game 1 was branched 2 times after 6, and 1 were wanted"
    assert lost == "1 branches of game 1 after 7 were acknowledged, and there are 0"


def test_thinking_is_excused_by_a_death_alone() -> None:
    book = book_of()
    message = SimpleNamespace(loading=True)
    act: Any = SimpleNamespace(
        unfilled=True, original_id=5, expired=False, started=100.0, at=0.0, user_id=1, token="abc", label=lambda: "x"
    )
    failed = SimpleNamespace(path="/webhooks/1/abc", status=502)
    book.box = SimpleNamespace(
        requests=[], world=SimpleNamespace(find_message=lambda n: message, users={1: SimpleNamespace(name="Ann")})
    )
    book.acts = [act]
    assert len(book.thinking([])) == 1
    assert len(book.thinking([99.0])) == 1  # it had died before
    assert book.thinking([101.0]) == []
    assert len(book.thinking([200.0])) == 1
    book.box.requests.append(failed)  # it was still trying
    assert book.thinking([200.0]) == []
    act.expired = True
    assert book.thinking([]) == []


LOG = """2026-11-23 10:00:00 INFO    cogs.client: ready
2026-11-23 10:00:01 ERROR   discord.client: Attempting a reconnect
Traceback (most recent call last):
ConnectionError
2026-11-23 10:00:02 ERROR   cogs.act.pipeline: E60 abc at table 1, seq 2: StoreError at x
2026-11-23 10:00:03 ERROR   cogs.act.pipeline: E60 def at table 1, seq 2: KeyError at x
2026-11-23 10:00:04 ERROR   cogs.post.publisher: table 1 could not be shown
Traceback (most recent call last):
ValueError
"""


def test_errors_of_ours_are_found_in_the_log(tmp_path: Path) -> None:
    process = BotProcess(SimpleNamespace(), tmp_path / "x.sqlite3")
    process.log.write_text(LOG)
    found = process.errors()
    assert len(found) == 2
    assert found[0].endswith("E60 def at table 1, seq 2: KeyError at x")
    assert "table 1 could not be shown" in found[1]
    assert found[1].endswith("ValueError")


def test_the_same_seed_draws_the_same_faults() -> None:
    def drawn(seed: int) -> Counter[tuple[float, ...]]:
        gateway = SimpleNamespace(delays=None)
        box = SimpleNamespace(server=SimpleNamespace(gateway=gateway))
        people: Any = SimpleNamespace(process=None, box=box)
        mischief = FaultInjector(people, [], random.Random(seed))
        mischief._gateway = True
        return Counter(tuple(mischief._delays(Event("interaction", 1))) for _ in range(300))

    assert drawn(1) == drawn(1) != drawn(2)
    assert drawn(1)[(0.0,)] > 150  # most come as they should
    assert drawn(1)[()] > 0


def test_the_database_meets_what_was_ordered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = child.OrderReader()
    monkeypatch.setattr(child, "HAND", hand)
    db = child.Connection(sqlite3.connect(tmp_path / "x.sqlite3", isolation_level=None))
    db.execute("CREATE TABLE t (x TEXT)")

    def write(size: int) -> None:
        db.execute("BEGIN IMMEDIATE")
        try:
            db.execute("INSERT INTO t VALUES (?)", ("x" * size,))
            db.execute("COMMIT")
        except sqlite3.OperationalError:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    hand.order("full")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        write(100_000)
    hand.order("roomy")
    write(100_000)
    hand.order("sealed")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        write(1)
    hand.order("open")
    write(1)
    assert db.execute("SELECT count(*) FROM t").fetchone() == (2,)


@pytest.mark.parametrize(("where", "kept"), [("commit", 1), ("committed", 2), ("begin", 1), ("statement", 1)])
def test_the_process_dies_where_it_was_told(where: str, kept: int, tmp_path: Path) -> None:
    """At the second of its transactions."""
    file = tmp_path / "x.sqlite3"
    script = f"""
import sqlite3
from tools.soak.faults import child
db = child.Connection(sqlite3.connect({str(file)!r}, isolation_level=None))
db.execute("CREATE TABLE t (x)")
child.HAND.order("die", {where!r}, "2")
for _ in range(5):
    db.execute("BEGIN"); db.execute("INSERT INTO t VALUES (1)"); db.execute("COMMIT")
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=60)
    assert done.returncode == -9
    with sqlite3.connect(file) as db:
        assert db.execute("SELECT count(*) FROM t").fetchone() == (kept,)

"""The campaign of faults on a PostgreSQL server, in small; what befalls the server, and where the process dies."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tools import postgres
from tools.soak.faults import __main__ as program
from tools.soak.faults import campaign
from tools.soak.faults.campaign import CampaignPlan, run_campaign

if TYPE_CHECKING:
    from tools.soak.faults.served import ServerFaults, ServerReader

psycopg = pytest.importorskip("psycopg")
on_server = pytest.importorskip("tools.soak.faults.served")
ROOT = Path(__file__).resolve().parents[3]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not postgres.can_start_server(), reason="PostgreSQL's server is not installed here"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerReader, ServerFaults]]:
    with on_server.temporary_server(tmp_path_factory.mktemp("served")) as found:
        with psycopg.connect(found[0].address, autocommit=True) as line:
            line.execute("CREATE TABLE games (id BIGINT PRIMARY KEY)")
        yield found


async def test_games_among_faults_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but what befalls the server, drawn from a seed: nothing is lost, nothing is doubled."""
    monkeypatch.setattr(campaign, "LULL", 1.5)
    monkeypatch.setattr(campaign, "ACTS", (2, 4))
    monkeypatch.setattr(campaign, "STEPS_BACK", ())
    whole = campaign.FaultInjector.__init__

    def servers_alone(self: campaign.FaultInjector, *rest: object) -> None:
        whole(self, *rest)
        self.kinds = {"server": self.kinds["server"]}

    monkeypatch.setattr(campaign.FaultInjector, "__init__", servers_alone)
    result = await run_campaign(
        CampaignPlan(2, 10, None, tables=1, left=None, kills=False, postgres=True), tmp_path, lambda _: None
    )
    assert result.wrong == []
    assert sum(result.faults.values()) >= 2
    assert set(result.faults) <= {name for name in result.faults if "database" in name}
    assert result.counts["acknowledged"] >= 1
    assert result.counts["lost"] == result.counts["doubled"] == 0


def test_a_server_that_falls_is_read_again_as_soon_as_it_is_back(place: tuple[ServerReader, ServerFaults]) -> None:
    disk, server = place
    with psycopg.connect(disk.address, autocommit=True) as line:
        line.execute("INSERT INTO games VALUES (1)")
    assert disk.read("SELECT id FROM games WHERE id = ?", 1) == [(1,)]
    falls = Thread(target=server.restarted, args=(0.5,))
    falls.start()
    until = time.monotonic() + 60
    while disk.there:
        assert time.monotonic() < until, "it does not fall"
        time.sleep(0.005)
    assert disk.read("SELECT id FROM games WHERE id = ?", 1) == [(1,)]  # it waits for the server
    falls.join()
    assert disk.there
    assert list(disk.damage()) == []


def test_lines_are_cut_with_or_without_that_of_the_claim(place: tuple[ServerReader, ServerFaults]) -> None:
    disk, server = place
    disk.read("SELECT 1")
    with psycopg.connect(disk.address, autocommit=True) as claim, psycopg.connect(disk.address) as other:
        claim.execute("SELECT pg_advisory_lock(1)")
        assert server.cut(claim=False) == 1
        with pytest.raises(psycopg.OperationalError):
            other.execute("SELECT 1")
        claim.execute("SELECT 1")
        assert server.cut(claim=True) == 1
        with pytest.raises(psycopg.OperationalError):
            claim.execute("SELECT 1")
    assert disk.read("SELECT 1") == [(1,)]  # ours stands


@pytest.mark.parametrize(
    ("where", "kept"), [("begin", {1}), ("statement", {1}), ("commit", {1}), ("committing", {1, 2}), ("committed", {2})]
)
def test_the_process_dies_where_it_was_told(
    place: tuple[ServerReader, ServerFaults], where: str, kept: set[int]
) -> None:
    """At the second of its transactions."""
    disk, _ = place
    script = f"""
import psycopg
from tools.soak.faults import child
from db.postgres.connection import Connection, set_up_connection
from db.postgres.store import BEGIN_WRITE
with child.on_server(), psycopg.connect({disk.address!r}) as line:
    set_up_connection(line)
    child.HAND.order("die", {where!r}, "2")
    for number in range(5):
        with line.pipeline() as pipeline:
            line.execute(BEGIN_WRITE)
            Connection(line, pipeline).execute("INSERT INTO games VALUES (?)", (100 + number,))
            line.execute("COMMIT")
"""
    with psycopg.connect(disk.address, autocommit=True) as line:
        line.execute("DELETE FROM games")
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=60)
    assert done.returncode == -9
    time.sleep(0.2)  # the server carries out what it was sent
    assert disk.read("SELECT count(*) FROM games")[0][0] in kept


def test_where_there_is_no_server_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres, "can_start_server", lambda: False)
    assert program.main(["--postgres"]) == 1
    assert "is not installed here" in capsys.readouterr().out

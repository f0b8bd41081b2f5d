"""The process that thinks: started when it is wanted, one thought at a time, replaced when it fails, gone at last."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ai.questions import Question, Thought
from ai.review import ReviewRequest, SurveyResult
from service.machines.search_process import WorkerProcess
from service.store.thinking import InProcess, ThoughtFailedError
from tests.ai.test_questions import position

ASKED = position("carcassonne", "")
NEVER = 3600.0  # seconds: on a slow machine nothing that works is given up


def command(mode: str) -> tuple[str, ...]:
    return (sys.executable, "-P", "-S", "-m", "tests.ai.thinking", mode)


@asynccontextmanager
async def thinking(mode: str = "quick", **given: float) -> AsyncIterator[WorkerProcess]:
    thinker = WorkerProcess(command(mode), **{"wild": NEVER, "idle": NEVER, "most": 10_000, **given})
    try:
        yield thinker
    finally:
        await thinker.close()


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def gone(pid: int) -> bool:
    """Whether there is no such process any more, not even a dead one that nobody has buried."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.ai.quick import Quick

    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick())


async def test_it_thinks_as_this_process_does_and_is_one() -> None:
    async with thinking() as thinker:
        assert thinker.pid is None
        thought = await thinker.think(ASKED)
        assert thought == await InProcess().think(ASKED)
        pid = thinker.pid
        assert pid is not None
        assert pid != os.getpid()
        assert await thinker.think(ASKED) == thought
        assert thinker.pid == pid
        assert thinker.open_questions == 0
        assert thinker.used_megabytes >= 0
    assert thinker.pid is None
    assert sys.platform == "win32" or gone(pid)


async def test_first_come_first_served() -> None:
    async with thinking() as thinker:
        done: list[int] = []

        async def one(number: int) -> None:
            await thinker.think(position("carcassonne", "", f"{number:02x}" * 32))
            done.append(number)

        tasks = [asyncio.create_task(one(number)) for number in range(5)]
        await asyncio.sleep(0)
        assert thinker.open_questions == 5
        await asyncio.gather(*tasks)
        assert done == list(range(5))


async def test_whoever_goes_away_leaves_no_answer_to_the_next() -> None:
    async with thinking() as thinker:
        first = asyncio.create_task(thinker.think(ASKED))
        waits = asyncio.create_task(thinker.think(ASKED))
        other = position("citadels", "")
        last = asyncio.create_task(thinker.think(other))
        await until(lambda: thinker.pid is not None)
        first.cancel()
        waits.cancel()
        assert await last == await InProcess().think(other)
        assert thinker.open_questions == 0


@pytest.mark.parametrize("mode", ["dies", "babbles", "no such mode"])
async def test_where_it_fails_the_log_says_so_once_and_it_is_started_again(
    mode: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    async with thinking(mode) as thinker:
        if mode == "no such mode":
            monkeypatch.setattr(thinker, "_command", (str(Path(sys.executable).parent / "no-such-python"),))
        thinker.on_search_end = lambda outcome, seconds: told.append(outcome)
        for _ in range(3):
            with pytest.raises(ThoughtFailedError):
                await thinker.think(ASKED)
        monkeypatch.setattr(thinker, "_command", command("quick"))
        assert isinstance(await thinker.think(ASKED), Thought)
    assert told == ["failed"] * 3 + ["thought"]
    lines = [
        r.getMessage()
        for r in caplog.records
        if r.name == "service.machines.search_process" and r.levelno >= logging.WARNING
    ]
    assert len(lines) == 1
    assert "cannot think" in lines[0]


async def test_what_runs_wild_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    async with thinking("hangs", wild=0.2) as thinker:
        with pytest.raises(ThoughtFailedError):
            await thinker.think(ASKED)
        assert thinker.pid is None
    assert any("more than 0 s" in line for line in caplog.messages)


async def test_an_error_while_thinking_costs_a_thought_and_no_process(caplog: pytest.LogCaptureFixture) -> None:
    async with thinking() as thinker:
        await thinker.think(ASKED)
        pid = thinker.pid
        with pytest.raises(ThoughtFailedError):
            await thinker.think(Question("carcassonne", ASKED.choices, '{"key":"5a5a5a"}', 0, "00" * 32))
        assert thinker.pid == pid
        await thinker.think(ASKED)
    assert any("KeyError" in line or "BadSave" in line for line in caplog.messages)
    assert "5a5a5a" not in caplog.text


async def test_it_goes_when_nobody_asks_and_comes_back() -> None:
    async with thinking(idle=0.01) as thinker:
        await thinker.think(ASKED)
        await until(lambda: thinker.pid is None)
        assert isinstance(await thinker.think(ASKED), Thought)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")
async def test_one_that_holds_too_much_makes_room() -> None:
    async with thinking(most=1) as thinker:
        assert isinstance(await thinker.think(ASKED), Thought)
        assert thinker.pid is None
        assert isinstance(await thinker.think(ASKED), Thought)


async def test_it_knows_no_setting(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("LONGTABLE_DB", "x")
    async with thinking("tells") as thinker:
        with pytest.raises(ThoughtFailedError, match="PYTHONPATH") as caught:
            await thinker.think(ASKED)
    assert "DISCORD" not in str(caught.value)
    assert "LONGTABLE" not in str(caught.value)


async def test_a_process_that_starts_while_the_bot_ends_is_ended() -> None:
    async with thinking("works") as thinker:
        asked = asyncio.create_task(thinker.think(ASKED))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # it is about to be started
        assert thinker.pid is None
        await thinker.close()
        with pytest.raises(ThoughtFailedError):
            await asked
        assert thinker.pid is None


async def test_the_end_of_the_bot_ends_a_thought(caplog: pytest.LogCaptureFixture) -> None:
    async with thinking("works") as thinker:
        asked = asyncio.create_task(thinker.think(ASKED))
        await until(lambda: thinker.pid is not None)
        pid = thinker.pid
        assert pid is not None
        await thinker.close()
        with pytest.raises(ThoughtFailedError):
            await asked
        assert sys.platform == "win32" or gone(pid)
        with pytest.raises(ThoughtFailedError):
            await thinker.think(ASKED)
        assert thinker.pid is None
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


PARENT = """
import asyncio
from tests.ai.test_questions import position
from tests.service.machines.test_search_process import command, until
from service.machines.search_process import WorkerProcess

async def main():
    thinker = WorkerProcess(command("works"))
    asked = asyncio.create_task(thinker.think(position("carcassonne", "")))
    await until(lambda: thinker.pid is not None)
    print(thinker.pid, flush=True)
    await asked

asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell who is dead and not buried")
async def test_a_bot_that_is_killed_leaves_nobody_behind() -> None:
    def alive(pid: int) -> bool:
        try:
            state = (
                Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[0]
            )
        except (FileNotFoundError, ProcessLookupError):
            return False
        return state != "Z"

    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT, stdout=asyncio.subprocess.PIPE)
    assert bot.stdout is not None
    pid = int(await bot.stdout.readline())
    assert alive(pid)
    bot.kill()
    await bot.wait()
    await until(lambda: not alive(pid))


async def test_it_looks_back_as_this_process_does() -> None:
    piece = ReviewRequest(ASKED.kind, ASKED.choices, ASKED.state, (), None)
    async with thinking() as thinker:
        told = await thinker.review_piece(piece)
        here = await InProcess().review_piece(piece)
        assert SurveyResult.from_json(told["surveyed"]) == SurveyResult.from_json(here["surveyed"])
        with pytest.raises(ThoughtFailedError):
            await thinker.review_piece(ReviewRequest(ASKED.kind, ASKED.choices, "{}", (), None))
        assert (await thinker.review_piece(piece))["surveyed"] == told["surveyed"]

"""Worker process that searches moves for strong machines, started on demand.

A process with pipes in place of a pool of `concurrent.futures`: a pool loads the bot's main program again (Discord,
rendering: more memory than any search), breaks when one search has to be killed, and may outlive a killed bot. This
process exits when its input is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

import ai
from ai.questions import FRAME_LENGTH_BYTES, MAX_FRAME_BYTES, Question, Thought, frame_message
from ai.review import ReviewRequest

from ..store.thinking import ThoughtFailedError

log = logging.getLogger(__name__)

SEARCH_SECONDS: Final = 60.0  # after which a search of usual length is given up
IDLE_SECONDS: Final = 300.0  # without a question, after which the process exits
EXIT_SECONDS: Final = 5.0  # to exit by itself
MAX_MEGABYTES: Final = 150  # a larger process is replaced by a new one
# Import path: the standard library and the packages beside `ai`, whatever the working directory.
COMMAND: Final = (sys.executable, "-P", "-S", "-m", "ai.worker")
OWN_PREFIXES: Final = ("DISCORD_", "LONGTABLE_")  # prefixes of settings kept from the process, such as the token
Watch = Callable[[str, float], None]
Q = TypeVar("Q")
A = TypeVar("A")


class WorkerProcess:
    """A process of its own, started on demand. Answers one question at a time, in order."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        *,
        wild: float = SEARCH_SECONDS,
        idle: float = IDLE_SECONDS,
        most: float = MAX_MEGABYTES,
    ) -> None:
        self._command, self._seconds_per_search, self._idle_seconds, self._max_megabytes = command, wild, idle, most
        self._turn_lock = asyncio.Lock()
        self._process: Process | None = None
        self._idle_timer: asyncio.TimerHandle | None = None  # exit after idle time
        self._is_failure_logged = False  # the failure was logged
        self._closed = False
        self._exit_task: asyncio.Task[None] | None = None
        self.open_questions = 0  # questions, including the current one
        self.used_megabytes = 0.0  # megabytes after the last search
        self.on_search_end: Watch = lambda outcome, seconds: None  # called after each search with `thought` or `failed`

    @property
    def pid(self) -> int | None:
        """Process id; None: not running."""
        return self._process.pid if self._process is not None else None

    async def think(self, question: Question) -> Thought:
        limit = self._seconds_per_search * max(1.0, question.effort)
        return await self._ask_in_turn(question.to_json(), limit, Thought.from_json)

    async def review_piece(self, piece: ReviewRequest) -> dict[str, Any]:
        return await self._ask_in_turn(piece.to_json(), self._seconds_per_search, dict)

    async def _ask_in_turn(self, question: dict[str, Any], limit: float, read: Callable[[dict[str, Any]], A]) -> A:
        """Ask when earlier questions are answered, and decode the answer with `read`."""
        self.open_questions += 1
        try:
            await self._turn_lock.acquire()
            # The caller may be cancelled: the process is free only after its answer.
            task = asyncio.ensure_future(self._ask_within_limit(question, limit, read))
            task.add_done_callback(self._release_turn)
            return await asyncio.shield(task)
        finally:
            self.open_questions -= 1

    def _release_turn(self, task: asyncio.Task[A]) -> None:
        self._turn_lock.release()
        if not task.cancelled():
            task.exception()  # marks it as retrieved, in case the caller was cancelled

    async def _ask_within_limit(self, question: dict[str, Any], limit: float, read: Callable[[dict[str, Any]], A]) -> A:
        begun = monotonic()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        try:
            async with asyncio.timeout(limit):
                answer = await self._exchange_messages(question)
            thought = None if "failed" in answer else read(answer)
        except TimeoutError:
            await self._kill_process()
            raise self._report_failure(begun, f"it thought for more than {limit:.0f} s") from None
        except (OSError, EOFError, ValueError, TypeError, KeyError) as error:
            await self._kill_process()
            raise self._report_failure(begun, f"its process: {type(error).__name__}") from error
        if thought is None:
            await self._stop_now_or_when_idle(answer)
            raise self._report_failure(begun, str(answer.get("failed", "?")))
        self.on_search_end("thought", monotonic() - begun)
        if self._is_failure_logged:
            log.info("strong machines think again")
        self._is_failure_logged = False
        await self._stop_now_or_when_idle(answer)
        return thought

    async def _exchange_messages(self, question: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        if self._closed:
            raise EOFError("the bot is ending")
        if process is None or process.returncode is not None:
            process = self._process = await self._start_process()
            if self._closed:
                raise EOFError("the bot has ended meanwhile")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame_message(question))
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(FRAME_LENGTH_BYTES), "big")
        if length > MAX_FRAME_BYTES:
            raise ValueError(f"an answer of {length} bytes")
        answer = json.loads(await process.stdout.readexactly(length))
        if not isinstance(answer, dict):
            raise ValueError("an answer of another shape")
        return answer

    async def _start_process(self) -> Process:
        root = str(Path(ai.__file__).resolve().parent.parent)
        env = {name: value for name, value in os.environ.items() if not name.startswith(OWN_PREFIXES)}
        # A fixed hash seed gives sets the same order in every process.
        env.update(PYTHONPATH=root, PYTHONHASHSEED="0")
        process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, env=env)
        log.info("a process thinks for strong machines: %(process)d", {"process": process.pid})
        return process

    def _report_failure(self, begun: float, why: str) -> ThoughtFailedError:
        self.on_search_end("failed", monotonic() - begun)
        if not self._is_failure_logged and not self._closed:
            log.error("strong machines cannot think (%(why)s); they play as normal ones meanwhile", {"why": why})
        self._is_failure_logged = True
        return ThoughtFailedError(why)

    async def _stop_now_or_when_idle(self, answer: dict[str, Any]) -> None:
        """The answer has arrived: stop the process, now or after idle time."""
        held = answer.get("held")  # megabytes
        self.used_megabytes = float(held) if isinstance(held, int | float) else 0.0
        if self.used_megabytes > self._max_megabytes:
            log.warning("the process that thinks holds %(megabytes)d MB; another takes its place", {"megabytes": held})
            await self._stop_gently()
        else:
            self._idle_timer = asyncio.get_running_loop().call_later(self._idle_seconds, self._stop_if_idle)

    def _stop_if_idle(self) -> None:
        if not self._turn_lock.locked():
            self._exit_task = asyncio.ensure_future(self._stop_gently())

    async def _stop_gently(self) -> None:
        """Let the process exit by closing its input."""
        process, self._process = self._process, None
        self.used_megabytes = 0.0
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(EXIT_SECONDS):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _kill_process(self) -> None:
        process, self._process = self._process, None
        self.used_megabytes = 0.0
        if process is not None:
            with contextlib.suppress(ProcessLookupError):  # it has exited already
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """End the process. A running search fails without a log entry."""
        self._closed = True
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if self._exit_task is not None:
            await self._exit_task
        await self._stop_gently()
        async with self._turn_lock:  # waiting callers that see the closed process
            return

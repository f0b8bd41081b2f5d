"""The worker process for thinking machines: `python -m ai.worker`, started by the bot.

It reads questions from standard input and writes an answer to each, in order, to standard output: the result or an
error. It exits as soon as its input is closed, even in the middle of a search, so it cannot outlive the bot.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

NICENESS: Final = 10  # of the process: moves may wait, the bot must answer
REPORTED_FRAMES: Final = 6  # stack frames reported of an error
MEGABYTE: Final = 1024 * 1024


def main() -> None:
    # Ctrl+C or a service manager may signal all processes of the bot; the bot closes the input when it is time.
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not supported or not allowed
        os.nice(NICENESS)
    out = os.fdopen(os.dup(1), "wb")
    with contextlib.suppress(OSError):
        os.dup2(2, 1)  # prints must not break a frame
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_questions, args=(sys.stdin.buffer, questions), daemon=True).start()
    serve_questions(questions, out)


def serve_questions(questions: SimpleQueue[bytes], out: BinaryIO) -> None:
    """Answer questions forever."""
    from .questions import frame_message  # loads games and players only after the reader thread is running

    while True:
        answer = frame_message(answer_frame(questions.get()))
        try:
            out.write(answer)
            out.flush()
        except OSError:  # the bot is gone
            os._exit(0)


def answer_frame(data: bytes) -> dict[str, Any]:
    """The answer, or the error: its type and stack, but not its text, which may name cards. `held`: resident megabytes
    of this process."""
    from . import review
    from .questions import Question, answer_question

    try:
        question = json.loads(data)
        if "review" in question:
            answer: dict[str, Any] = review.answer_piece(question)
        else:
            answer = answer_question(Question.from_json(question)).to_json()
    except Exception as error:  # reported to the bot
        frames = traceback.extract_tb(error.__traceback__)[-REPORTED_FRAMES:]
        where = ", ".join(f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames)
        answer = {"failed": f"{type(error).__name__} ({where})"}
    return {**answer, "held": memory_in_megabytes()}


def memory_in_megabytes() -> float:
    """Resident megabytes of this process; 0 if unknown."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    with contextlib.suppress(ImportError):
        import resource  # missing on some systems; used only without /proc

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # in bytes on macOS, elsewhere in kilobytes
        return peak / (MEGABYTE if sys.platform == "darwin" else 1024)
    return 0.0


def _read_questions(source: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    """Pass each frame of the input on; exit when the input ends."""
    from .questions import FRAME_LENGTH_BYTES

    while True:
        head = source.read(FRAME_LENGTH_BYTES)
        length = int.from_bytes(head, "big")
        data = source.read(length) if len(head) == FRAME_LENGTH_BYTES else b""
        if len(head) < FRAME_LENGTH_BYTES or len(data) < length:
            os._exit(0)
        questions.put(data)


if __name__ == "__main__":
    main()

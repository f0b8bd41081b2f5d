"""The process in which machines think ahead: `python -m ai.worker`, started by the bot.

It reads questions from its standard input and writes an answer to each, in their order, to its standard output: what
was weighed, or how it failed. When its input is closed it leaves at once, also in the middle of a thought: so it
cannot outlive the bot, however that ends.
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

KIND: Final = 10  # by how much it stands back behind whoever plays, where the system knows such a thing
PLACES: Final = 6  # in the code, of what is told of an error
MEGABYTE: Final = 1024 * 1024


def main() -> None:
    # Whoever stops the bot may mean all its processes (Ctrl+C, a service manager). The bot says when it is time.
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # it may not be known, or not be allowed
        os.nice(KIND)
    out = os.fdopen(os.dup(1), "wb")
    with contextlib.suppress(OSError):
        os.dup2(2, 1)  # whatever prints something does not break a frame
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_questions, args=(sys.stdin.buffer, questions), daemon=True).start()
    serve_questions(questions, out)


def serve_questions(questions: SimpleQueue[bytes], out: BinaryIO) -> None:
    """Answer for ever."""
    from .questions import frame_message  # games and players are loaded when what stops the process stands

    while True:
        answer = frame_message(answer_frame(questions.get()))
        try:
            out.write(answer)
            out.flush()
        except OSError:  # nobody reads it any more
            os._exit(0)


def answer_frame(data: bytes) -> dict[str, Any]:
    """What was weighed, or how thinking failed: the kind of the error and the places in the code, but no word of its
    text, which may name cards. `held`: megabytes of this process in memory."""
    from . import review
    from .questions import Question, answer_question

    try:
        question = json.loads(data)
        if "review" in question:
            found: dict[str, Any] = review.answer_piece(question)
        else:
            found = answer_question(Question.from_json(question)).to_json()
    except Exception as error:  # whatever a position does to who thinks about it
        places = traceback.extract_tb(error.__traceback__)[-PLACES:]
        where = ", ".join(f"{Path(place.filename).name}:{place.lineno} in {place.name}" for place in places)
        found = {"failed": f"{type(error).__name__} ({where})"}
    return {**found, "held": memory_in_megabytes()}


def memory_in_megabytes() -> float:
    """Megabytes of this process that lie in memory; 0 where the system does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    with contextlib.suppress(ImportError):
        import resource  # not everywhere; here only where there is no /proc

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (MEGABYTE if sys.platform == "darwin" else 1024)
    return 0.0


def _read_questions(source: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    from .questions import HEAD

    while True:
        head = source.read(HEAD)
        length = int.from_bytes(head, "big")
        data = source.read(length) if len(head) == HEAD else b""
        if len(head) < HEAD or len(data) < length:
            os._exit(0)
        questions.put(data)


if __name__ == "__main__":
    main()

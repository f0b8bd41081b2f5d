"""A process that thinks, for tests: `python -m tests.ai.thinking MODE`.

`quick`: `ai.worker` as it is, where `tests.ai.quick` knows every game; all others do what a broken one does.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import ai.strong
from ai import worker

from .quick import Quick


def dies(data: bytes) -> dict[str, Any]:
    os._exit(7)


def hangs(data: bytes) -> dict[str, Any]:
    while True:
        time.sleep(60)


def works(data: bytes) -> dict[str, Any]:
    while True:
        pass


def babbles(data: bytes) -> dict[str, Any]:
    return {"weighed": []}


def tells(data: bytes) -> dict[str, Any]:
    return {"failed": " ".join(sorted(os.environ))}


MODES: Final[dict[str, Callable[[bytes], dict[str, Any]]]] = {
    "dies": dies, "hangs": hangs, "works": works, "babbles": babbles, "tells": tells,
}  # fmt: skip


def main(mode: str) -> None:
    ai.strong.own_expert = lambda module: Quick()
    worker.answer_frame = MODES.get(mode, worker.answer_frame)
    worker.main()


if __name__ == "__main__":
    main(sys.argv[1])

"""Memory goes back to the system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from render.core import heap

HOLES = """
import sys
from pathlib import Path
from render.core import heap

def held():
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) // 1024

if sys.argv[1] == "apart":
    assert heap.separate_large_blocks()
large = bytearray(8_000_000)
del large  # from now on the heap is what large blocks are taken from
before, kept = held(), []
for _ in range(20):
    picture = bytearray(4_000_000)
    kept.append(bytearray(60_000))
    del picture
    picture = [bytearray(4_000_000) for _ in range(3)]
    kept.append(bytearray(60_000))
del picture
print(held() - before)
"""


@pytest.mark.skipif(not heap.separate_large_blocks(), reason="only glibc keeps what was freed")
def test_between_what_is_kept_no_holes_stay() -> None:
    def holes(how: str) -> int:
        root = Path(heap.__file__).parents[2]
        done = subprocess.run(
            [sys.executable, "-c", HOLES, how], capture_output=True, text=True, check=True, cwd=root, timeout=60
        )
        return int(done.stdout)

    assert holes("apart") < 5 < holes("as it is")


def test_where_the_library_is_another_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_load_c_library", lambda: None)
    assert not heap.separate_large_blocks()
    assert not heap.return_free_memory()

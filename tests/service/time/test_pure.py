"""Nothing here asks a clock: whoever asks says what time it is."""

from __future__ import annotations

import ast
from pathlib import Path

import service.time
from tools.checks.import_rules import list_imports

FILES = sorted(Path(service.time.__file__).parent.rglob("*.py"))
CLOCKS = {"now", "utcnow", "today", "time_ns", "monotonic", "sleep"}


def test_no_file_asks_what_time_it_is_or_waits() -> None:
    assert len(FILES) > 4
    for path in FILES:
        assert not {"time", "asyncio", "random"} & {module.split(".")[0] for _, module in list_imports(path)}, path
        tree = ast.parse(path.read_text(encoding="utf-8"))
        asked = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & CLOCKS
        assert not asked, path

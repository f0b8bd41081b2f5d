"""What the suite leaves out on this machine, said at its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.driver import find_schema
from tests.chromium import CHROMIUM

# What several tests demand alike says as much when it fails as a test does.
pytest.register_assert_rewrite(
    "tests.render.core.sights", "tests.render.pictures", "tests.rules.carcassonne.comparing", "tests.rules.records"
)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not Path(CHROMIUM).exists():
        terminalreporter.line("Chromium is not installed: the tests of the playground's page were left out.")
    if not find_schema().exists():
        terminalreporter.line(
            "No copy of Discord's OpenAPI document lies beside the checkout: requests were held against the project's "
            "own table of limits, but not against that schema."
        )

"""What the suite leaves out on this machine, and where its time went, said at its end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

from playground.driver import find_schema
from tests.chromium import CHROMIUM
from tests.timing import SLOWEST, Times
from tools.sizes import EXAMPLES, RUNS, SEED, SHARE

# What several tests demand alike says as much when it fails as a test does.
pytest.register_assert_rewrite(
    "tests.render.core.sights", "tests.render.pictures", "tests.rules.carcassonne.comparing", "tests.rules.records"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=int, help=f"tell where the time went, and so many slow tests (else {SLOWEST})")


def pytest_configure(config: pytest.Config) -> None:
    settings.register_profile("longtable", max_examples=EXAMPLES, derandomize=RUNS != "long")
    settings.load_profile("longtable")
    config.pluginmanager.register(Times(config.getoption("--times")), "times")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`make test` leaves out what goes through every combination; `make soak` runs what is random, nothing else."""
    through = [item for item in items if item.get_closest_marker("soak")]
    if RUNS == "test":
        kept = set(items) - set(through)
    else:
        played = {item for item in items if item.get_closest_marker("random") or is_hypothesis_test(item.obj)}
        kept = {*through[SEED % SHARE :: SHARE], *(played - set(through))}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


@pytest.fixture(scope="session", autouse=True)
def _own_sprites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Pictures keep their sprites in a folder of this run, which its workers share: none is older than its painter."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LONGTABLE_CACHE", str(folder / "sprites"))
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not Path(CHROMIUM).exists():
        terminalreporter.line("Chromium is not installed: the tests of the playground's page were left out.")
    if not find_schema().exists():
        terminalreporter.line(
            "No copy of Discord's OpenAPI document lies beside the checkout: requests were held against the project's "
            "own table of limits, but not against that schema."
        )

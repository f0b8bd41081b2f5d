"""What the suite leaves out on this machine, and where its time went, said at its end."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from pathlib import Path

import PIL
import pytest
from hypothesis import is_hypothesis_test, settings

from playground.driver import find_schema
from tests import stores
from tests.chromium import CHROMIUM
from tests.stores.asking import asked
from tests.tiers import Tiers
from tests.timing import SLOWEST, Times
from tools.sizes import EXAMPLES, RUNS, SEED, SHARE

ROOT = Path(__file__).parent.parent
NUMBERS = count()

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
    config.pluginmanager.register(Tiers(config.getoption("markexpr")), "tiers")


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


def sprites() -> Path:
    """Where the pictures of tests keep their sprites: a folder for the painters as they are now."""
    made = blake2b(PIL.__version__.encode(), digest_size=8)
    for path in sorted((ROOT / "render").rglob("*.py")):
        made.update(path.read_bytes())
    return ROOT / ".cache" / f"sprites-{made.hexdigest()}"


@pytest.fixture(scope="session", autouse=True)
def _own_sprites() -> Iterator[None]:
    folder = sprites()
    for other in folder.parent.glob("sprites-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LONGTABLE_CACHE", str(folder))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server, for tests that want one whatever the others run on."""
    from tests.stores import server

    yield server.address()
    if not stores.ON_SERVER:  # who tests everything on it ends it
        server.close()


@pytest.fixture
def empty(postgresql: str) -> Iterator[str]:
    """The address of an empty database on it."""
    name = f"empty_{os.getpid()}_{next(NUMBERS)}"
    asked(f"{postgresql}/postgres", f"CREATE DATABASE {name}")
    yield f"{postgresql}/{name}"
    asked(f"{postgresql}/postgres", f"DROP DATABASE {name} WITH (FORCE)")


if stores.ON_SERVER:

    @pytest.fixture(autouse=True)
    def _own_databases() -> Iterator[None]:
        yield
        stores.forgotten()

    def pytest_sessionfinish() -> None:
        stores.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not Path(CHROMIUM).exists():
        terminalreporter.line("Chromium is not installed: the tests of the playground's page were left out.")
    if not find_schema().exists():
        terminalreporter.line(
            "No copy of Discord's OpenAPI document lies beside the checkout: requests were held against the project's "
            "own table of limits, but not against that schema."
        )

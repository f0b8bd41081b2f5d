"""`python -m tools.stored`: see the package."""

from __future__ import annotations

import argparse
import asyncio
import lzma
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from . import life
from .decisions import find_openings
from .stage import StoredStage

ROOT: Final = Path(__file__).resolve().parents[3]
FOLDER: Final = ROOT / "tests" / "stored"
SUFFIX: Final = ".sqlite3.xz"


def project_version() -> str:
    """The version under development."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


async def store_all_conditions(path: Path) -> None:
    """Creates the database. The longest waiting tables come first, as the clock runs on meanwhile."""
    found = list(find_openings())
    async with StoredStage.at(path) as stage:
        met: set[str] = set()
        for part in life.PARTS:
            await part(stage)
        for one in [*found, *(again for again in found if again.step in life.BESIDE)]:
            table = await stage.opening(one)
            if one.step in life.BESIDE and one.step in met:
                await life.add_side_decisions(stage, table)
            met.add(one.step)
        await stage.store.read(lambda t: t.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
        await stage.store.read(lambda t: t.db.execute("VACUUM"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.stored", description="A database as this release stores it.")
    parser.add_argument(
        "target", nargs="?", type=Path, default=FOLDER / f"{project_version()}{SUFFIX}", help="the file"
    )
    target: Path = parser.parse_args(arguments).target
    with tempfile.TemporaryDirectory(prefix="longtable-stored-") as folder:
        path = Path(folder) / "stored.sqlite3"
        asyncio.run(store_all_conditions(path))
        plain = path.read_bytes()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(lzma.compress(plain, preset=9))
    print(f"{target}: {target.stat().st_size / 1024:,.0f} kB ({len(plain) / 1024:,.0f} kB as it is used)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Runs one reader under Atheris: `python -m tools.soak.fuzz.run typed FOLDER -max_total_time=60`.

Only the modules of the readers are instrumented: inputs that reach new lines there are kept.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any


def main() -> None:
    atheris: Any = importlib.import_module("atheris")
    # Libraries are not instrumented, since their lines do not matter.
    with atheris.instrument_imports(include=["rules", "service", "cogs.choose", "cogs.screen.ids", "cogs.games"]):
        readers = importlib.import_module("tools.soak.fuzz.readers")
    reader = readers.READERS[sys.argv[1]]
    reader(b"")  # fills caches before measuring
    atheris.Setup([sys.argv[0], *sys.argv[2:]], reader)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

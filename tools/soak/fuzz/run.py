"""One reader under the fuzzer: `python -m tools.fuzz.run typed FOLDER -max_total_time=60`, in an environment that has
Atheris. The modules that read are watched: what leads to new lines of theirs is kept."""

from __future__ import annotations

import importlib
import sys
from typing import Any


def main() -> None:
    atheris: Any = importlib.import_module("atheris")
    # The libraries around the readers are not watched: their lines are not what is looked for.
    with atheris.instrument_imports(include=["rules", "service", "cogs.choose", "cogs.screen.ids", "cogs.games"]):
        readers = importlib.import_module("tools.soak.fuzz.readers")
    reader = readers.READERS[sys.argv[1]]
    reader(b"")  # what is made once is made before it is measured
    atheris.Setup([sys.argv[0], *sys.argv[2:]], reader)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

"""Runs the readers under a coverage-guided fuzzer: `make fuzz`, or `python -m tools.fuzz typed record --seconds 600`.

Atheris is installed into its own environment (`.venv-fuzz`), since it supports fewer systems than the bot. Inputs that
reach new lines are kept in `.cache/fuzz`, where the next run begins; so are failing inputs. Exit status: 0; 1 if
something was found; 2 if the fuzzer cannot be installed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.make_venv import main as make_venv

from .readers import READERS
from .seeds import load_seeds

FOLDER: Final = Path(".venv-fuzz")
KEPT: Final = Path(".cache/fuzz")
PACKAGES: Final = ("atheris==3.0.0", "-r", "requirements.txt")
SECONDS: Final = 60
LONGEST: Final = 4096  # bytes of an input; stored positions are longer
LONG: Final = {"saved": 65536}
SLOW: Final = 20  # seconds per input, on a busy machine


def install_fuzzer(folder: Path = FOLDER) -> Path | None:
    """The Python of an environment with the fuzzer, created if needed; None if it cannot be installed."""
    python = folder / "bin" / "python"
    if not python.exists() and make_venv(folder):
        return None
    if subprocess.run([python, "-c", "import atheris, discord"], capture_output=True, check=False).returncode == 0:
        return python
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    return python if subprocess.run(pip, check=False).returncode == 0 else None


def prepare_inputs(reader: str, kept: Path = KEPT) -> Path:
    """The folder of a reader's inputs, with its seeds."""
    folder = kept / reader
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(load_seeds(reader)):
        (folder / f"seed-{number}").write_bytes(data)
    return folder


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Anything, to everything that reads.")
    parser.add_argument("readers", nargs="*", metavar="reader", help=f"some of {', '.join(READERS)} (all)")
    parser.add_argument("--seconds", type=int, default=SECONDS, help=f"for each reader ({SECONDS})")
    parser.add_argument("--seed", type=int, default=1, help="of the fuzzer's luck (1)")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.readers if name not in READERS]:
        parser.error(f"{unknown[0]} is none of {', '.join(READERS)}")
    python = install_fuzzer()
    if python is None:
        print("The fuzzer cannot be installed here.", file=sys.stderr)
        return 2
    broken = []
    for reader in given.readers or READERS:
        print(f"{reader}: {given.seconds} s", flush=True)
        command: list[str | Path] = [
            python,
            "-m",
            "tools.soak.fuzz.run",
            reader,
            prepare_inputs(reader),
            f"-max_total_time={given.seconds}",
        ]
        command += [f"-seed={given.seed}", f"-max_len={LONG.get(reader, LONGEST)}", f"-timeout={SLOW}"]
        command += [f"-artifact_prefix={KEPT}/{reader}-", "-print_final_stats=1", "-verbosity=0"]
        if subprocess.run(command, check=False).returncode:
            broken.append(reader)
    print(f"broken: {', '.join(broken) or 'none'}")
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())

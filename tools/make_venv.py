"""Creates the virtual environment, also on a Debian whose Python has no `venv` package.

Run by the Makefile with the system's Python; uses only the standard library.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path


def main(folder: Path) -> int:
    """Returns the exit status; prints what to install if the environment cannot be created."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if (
        find_spec("ensurepip") is None
        and not _install_package(f"python{version}-venv")
        and not _install_package("python3-venv")
    ):
        print(
            f"This Python {version} cannot make virtual environments. Install its venv package and try again, "
            f"on Debian or Ubuntu: sudo apt install python{version}-venv",
            file=sys.stderr,
        )
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    return subprocess.call([sys.executable, "-m", "venv", str(folder)])


def _install_package(package: str) -> bool:
    """Installs a Debian package; False without apt-get or root."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    print(f"installing {package}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = subprocess.DEVNULL
    subprocess.call(["apt-get", "update", "-qq"], env=environment, stdout=quiet)
    return subprocess.call(["apt-get", "install", "-y", "-qq", package], env=environment, stdout=quiet) == 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))

"""Starts temporary PostgreSQL servers for tests and benchmarks, each in a folder and on a free port.

`LONGTABLE_POSTGRES` names a running server to use instead. `python -m tools.postgres` exits with 0 if there is one.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

MISSING: Final = "PostgreSQL's server is not installed here, so nothing is tested on it."
UNREADY: Final = "PostgreSQL's server, or psycopg, is not installed here, so nothing is measured on it."
PLACES: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
USER: Final = "longtable"
NOBODY: Final = "postgres"  # the account of the server when this process is root, as which PostgreSQL refuses to run


def find_program(name: str) -> str | None:
    """Path of a PostgreSQL program; None if it is not installed."""
    found = shutil.which(name, path=os.pathsep.join([*map(str, PLACES), os.environ.get("PATH", "")]))
    return found


def has_server_programs() -> bool:
    return "LONGTABLE_POSTGRES" in os.environ or can_start_server()


def can_start_server() -> bool:
    """Whether the programs to start a server are installed."""
    return all(find_program(name) for name in ("initdb", "pg_ctl"))


def is_usable() -> bool:
    """Whether there is a server and psycopg."""
    return has_server_programs() and find_spec("psycopg") is not None and find_spec("psycopg_pool") is not None


@contextmanager
def running_server(folder: Path, *, safe: bool = False, told: bool = True) -> Iterator[str]:
    """The address of a server, without a database name, that runs for the duration of the context.

    `safe`: it waits for the disk. `told`: `LONGTABLE_POSTGRES` may replace it.
    """
    known = os.environ.get("LONGTABLE_POSTGRES")
    if known is not None and told:
        yield known.rstrip("/")
        return
    data, port = folder / "data", free_port()
    folder.mkdir(parents=True, exist_ok=True)
    if is_root():
        shutil.chown(folder, NOBODY)
        for above in folder.parents:
            if above.stat().st_mode & 0o001 == 0:
                above.chmod(above.stat().st_mode | 0o011)  # pytest's folders are readable by their owner only
    run_program("initdb", "-D", str(data), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
    options = [f"port = {port}", f"unix_socket_directories = '{folder}'"]
    options += ["listen_addresses = '127.0.0.1'", "max_connections = 200"]
    if not safe:
        options += ["fsync = off", "synchronous_commit = off", "full_page_writes = off"]
        options += ["wal_level = minimal", "max_wal_senders = 0", "max_wal_size = 128MB"]  # the folder may be in memory
    with (data / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.writelines(f"{option}\n" for option in options)
    try:
        start_server(folder)
        yield f"postgresql://{USER}@127.0.0.1:{port}"
    finally:
        kill_server(folder)


def start_server(folder: Path) -> None:
    """Starts the server of a folder and waits until it answers."""
    run_program("pg_ctl", "-D", str(folder / "data"), "-w", "-l", str(folder / "log"), "start")


def kill_server(folder: Path) -> None:
    """Stops the server as a power cut would: committed data stays."""
    run_program("pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "-w", "stop")


def restart_server(folder: Path) -> None:
    """Kills the server of a folder and starts it again."""
    kill_server(folder)
    start_server(folder)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def run_program(name: str, *arguments: str) -> None:
    """Runs a PostgreSQL program; `RuntimeError` with its output if it fails."""
    found = find_program(name)
    assert found is not None, f"{name} is not installed"
    command = [found, *arguments]
    if is_root():
        command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stdout}{done.stderr}")


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def main() -> int:
    if has_server_programs():
        return 0
    print(MISSING)
    return 1


if __name__ == "__main__":
    sys.exit(main())

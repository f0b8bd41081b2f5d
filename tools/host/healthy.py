"""Health check of a running bot with the same settings: `python -m tools.healthy` exits with 0 if it is well.

Used by containers, so it imports only the settings. `--wait 90` repeats it for up to 90 seconds, for updates in which
one process replaces another.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import Final

from cogs import settings
from cogs.settings import SettingsError

STANDBY: Final = "standby"  # well, and waiting for another process to give up its shards
PATIENCE: Final = 4.0  # seconds
AGAIN: Final = 1.0  # seconds between two requests
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # a bot that listens on all addresses is asked on loopback


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.healthy", description="How is the bot?")
    parser.add_argument("--wait", type=float, default=0.0, metavar="SECONDS", help="ask until it is well (once)")
    until = time.monotonic() + parser.parse_args(arguments).wait
    try:
        place = settings.load_settings().status_address
    except SettingsError as error:
        return _report_unhealthy(str(error))
    if place is None:
        return _report_unhealthy("LONGTABLE_STATUS is not set: the bot tells nobody how it is.")
    while (ill := check_health(*place)) and time.monotonic() < until:
        time.sleep(AGAIN)
    return ill


def check_health(host: str, port: int) -> int:
    """Prints the bot's status; returns 0 if it is well, else 1."""
    connection = HTTPConnection(EVERYWHERE.get(host, host), port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        told = json.loads(answer.read(10_000))
    except (OSError, HTTPException, ValueError) as error:
        return _report_unhealthy(f"No answer at port {port} ({type(error).__name__}).")
    finally:
        connection.close()
    print(json.dumps(told))
    waits = isinstance(told, dict) and told.get("status") == STANDBY
    return 0 if answer.status == 200 or waits else 1


def _report_unhealthy(sentence: str) -> int:
    print(sentence)
    return 1


if __name__ == "__main__":
    sys.exit(main())

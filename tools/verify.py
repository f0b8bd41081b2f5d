"""Check the luck of a finished game: `python -m tools.verify FILE`.

Draws every number again from the revealed key and compares, and prints the hash that was shown when the game began.
"""

from __future__ import annotations

import argparse

from rules.core import RulesError, commitment
from rules.core.record import replay

from .common import explained, fail, read_record


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.verify", description="Check the luck of a finished game.")
    parser.add_argument("file", help="a record (.game) with its key; - reads standard input")
    record = read_record(parser.parse_args(arguments).file)
    if record.key is None:
        fail("This record has no key; it is revealed when the game is over.")
    if record.luck_chosen:
        fail("At this table somebody chose numbers to be drawn, so the key vouches for nothing.")
    if record.start is None or any(line.drawn is None for line in record.lines):
        fail("This record does not tell which numbers were drawn, so there is nothing to compare.")
    numbers = 0
    try:
        for t in replay(record, from_key=True):
            numbers += len(t.chance)
    except RulesError as error:
        print(f"NOT as the key draws: {explained(error)}")
        return 1
    print(f"All {numbers} numbers of {len(record.lines)} moves are those the key draws.")
    if record.table is not None:
        print(f"Hash shown at the start of table #{record.table}: {commitment(record.key, record.table)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

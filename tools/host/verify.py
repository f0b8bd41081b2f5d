"""Verifies the luck of a finished game: `python -m tools.verify FILE`.

Draws every number again from the revealed key, compares them, and prints the hash published when the game began.
"""

from __future__ import annotations

import argparse

from rules.core import RulesError, key_commitment
from rules.core.record import replay_record

from ..common import exit_with_error, explain_refusal, read_record


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.verify", description="Check the luck of a finished game.")
    parser.add_argument("file", help="a record (.game) with its key; - reads standard input")
    record = read_record(parser.parse_args(arguments).file)
    if record.key is None or any(branch.key is None for branch in record.branches):
        exit_with_error("This record has no key; it is revealed when the game is over.")
    if record.luck_chosen:
        exit_with_error("At this table somebody chose numbers to be drawn, so the key vouches for nothing.")
    drawn = [record.start, *(line.drawn for line in record.lines), *(branch.drawn for branch in record.branches)]
    if None in drawn:
        exit_with_error("This record does not tell which numbers were drawn, so there is nothing to compare.")
    numbers = sum(len(branch.drawn or ()) for branch in record.branches)
    try:
        for t in replay_record(record, from_key=True):
            numbers += len(t.chance)
    except RulesError as error:
        print(f"NOT as the key draws: {explain_refusal(error)}")
        return 1
    print(f"All {numbers} numbers of {len(record.lines)} moves are those the key draws.")
    if record.table is not None:
        print(f"Hash shown at the start of table #{record.table}: {key_commitment(record.key, record.table)}")
    for branch in record.branches:
        if branch.key is not None:
            seal = key_commitment(branch.key, branch.table)
            print(f"Hash shown at the start of table #{branch.table}, after {branch.after} moves: {seal}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

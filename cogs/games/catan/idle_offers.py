"""Offers without result: the log tells those that a player made in a row in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from rules.core import Phrase
from service.state.model import LogEntry, StoredEvent

from .story import DECLINED, OFFERED

TRADE: Final = "catan.trade."
CANCELLED: Final = "catan.trade.cancelled"
ENDS: Final = frozenset({OFFERED, "catan.turn.ended", "catan.game.over"})  # events that close an open offer
MOST: Final = 5  # offers told in one line


def merge_idle_offers(entries: Sequence[LogEntry], cuts: Collection[int]) -> Mapping[int, StoredEvent | None]:
    """Sequence number -> event that replaces the first of a run of offers nobody took; None for its other entries.

    `cuts`: sequence numbers at which a run ends.
    """
    empty = _fruitless_offers(entries)
    found: dict[int, StoredEvent | None] = {}
    run: list[LogEntry] = []
    for entry in entries:
        if not entry.events or any(event.params.get("offer") not in empty for event in entry.events):
            found |= dict(_tell_run_once(run))
            run = []
            continue
        if any(event.key == OFFERED for event in entry.events):
            if run and (run[0].seat != entry.seat or any(run[0].seq < at <= entry.seq for at in cuts)):
                found |= dict(_tell_run_once(run))
                run = []
            run.append(entry)
        else:
            found[entry.seq] = None
    return found | dict(_tell_run_once(run))


def _fruitless_offers(entries: Sequence[LogEntry]) -> set[object]:
    """Numbers of closed offers that everybody declined or left unanswered."""
    offered: set[object] = set()
    other: set[object] = set()
    last: object = None
    closed = False
    for event in (event for entry in entries for event in entry.events):
        if event.key in ENDS:
            closed = True
        if event.key == OFFERED:
            last, closed = event.params.get("offer"), False
            offered.add(last)
        elif event.key.startswith(TRADE) and event.key not in (DECLINED, CANCELLED):
            other |= {last, event.params.get("offer")}
        elif event.key == CANCELLED:
            closed = True
    return offered - other - (set() if closed else {last}) - {None}


def _tell_run_once(run: Sequence[LogEntry]) -> Iterator[tuple[int, StoredEvent | None]]:
    """The replacements for one run."""
    offers = [event.params for entry in run for event in entry.events if event.key == OFFERED]
    if not offers:
        return
    first = run[0]
    if len(offers) == 1:
        yield first.seq, StoredEvent("catan.trade.idle", offers[0])
        return
    kinds = list({str((one["give"], one["want"])): one for one in offers}.values())
    each = [Phrase("catan.trade.idle_one", {"give": one["give"], "want": one["want"]}) for one in kinds[:MOST]]
    key = "catan.trade.idle_more" if len(kinds) > MOST else "catan.trade.idle_many"
    told = {"seat": first.seat, "n": len(offers), "list": each, "more": len(kinds) - MOST}
    yield first.seq, StoredEvent(key, told)
    for entry in run[1:]:
        yield entry.seq, None

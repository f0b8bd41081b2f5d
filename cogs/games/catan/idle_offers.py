"""Offers without result: the log tells those that a player made in a row in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from rules.core import Phrase
from service.state.model import LogEntry, StoredEvent

from .story import DECLINED, OFFERED

TRADE: Final = "catan.trade."
CANCELLED: Final = "catan.trade.cancelled"
CLOSING_EVENTS: Final = frozenset({OFFERED, "catan.turn.ended", "catan.game.over"})  # events that close an open offer
MAX_OFFERS_TOLD: Final = 5  # in one line


def merge_idle_offers(entries: Sequence[LogEntry], cuts: Collection[int]) -> Mapping[int, StoredEvent | None]:
    """Sequence number -> event that replaces the first of a run of offers nobody took; None for its other entries.

    `cuts`: sequence numbers at which a run ends.
    """
    fruitless = _fruitless_offers(entries)
    replacements: dict[int, StoredEvent | None] = {}
    run: list[LogEntry] = []
    for entry in entries:
        if not entry.events or any(event.params.get("offer") not in fruitless for event in entry.events):
            replacements |= dict(_replace_run(run))
            run = []
            continue
        if any(event.key == OFFERED for event in entry.events):
            if run and (run[0].seat != entry.seat or any(run[0].seq < cut <= entry.seq for cut in cuts)):
                replacements |= dict(_replace_run(run))
                run = []
            run.append(entry)
        else:
            replacements[entry.seq] = None
    return replacements | dict(_replace_run(run))


def _fruitless_offers(entries: Sequence[LogEntry]) -> set[object]:
    """Numbers of closed offers that everybody declined or left unanswered."""
    offered: set[object] = set()
    taken_up: set[object] = set()
    open_offer: object = None
    is_closed = False
    for event in (event for entry in entries for event in entry.events):
        if event.key in CLOSING_EVENTS:
            is_closed = True
        if event.key == OFFERED:
            open_offer, is_closed = event.params.get("offer"), False
            offered.add(open_offer)
        elif event.key.startswith(TRADE) and event.key not in (DECLINED, CANCELLED):
            taken_up |= {open_offer, event.params.get("offer")}
        elif event.key == CANCELLED:
            is_closed = True
    return offered - taken_up - (set() if is_closed else {open_offer}) - {None}


def _replace_run(run: Sequence[LogEntry]) -> Iterator[tuple[int, StoredEvent | None]]:
    """The replacements for one run of offers: an event for its first entry, None for the others."""
    offers = [event.params for entry in run for event in entry.events if event.key == OFFERED]
    if not offers:
        return
    first = run[0]
    if len(offers) == 1:
        yield first.seq, StoredEvent("catan.trade.idle", offers[0])
        return
    distinct = list({str((offer["give"], offer["want"])): offer for offer in offers}.values())
    items = [
        Phrase("catan.trade.idle_one", {"give": offer["give"], "want": offer["want"]})
        for offer in distinct[:MAX_OFFERS_TOLD]
    ]
    key = "catan.trade.idle_more" if len(distinct) > MAX_OFFERS_TOLD else "catan.trade.idle_many"
    params = {"seat": first.seat, "n": len(offers), "list": items, "more": len(distinct) - MAX_OFFERS_TOLD}
    yield first.seq, StoredEvent(key, params)
    for entry in run[1:]:
        yield entry.seq, None

"""The log of a game in words, entry by entry, and in pages. Values in, values out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.faces import face
from cogs.post import taken_back
from cogs.screen import cut, telling
from service.history import shown, without_undone
from service.model import Entry, Table
from service.seats import owner_at
from words import Voice

GAP: Final = 900  # seconds without an entry after which the log says the time again
PAGE: Final = 25  # entries of one page: so many choices a list has
LINE: Final = 1000
LONGEST: Final = 3600
STAMP: Final = 40  # letters that a time may take


@dataclass(frozen=True, slots=True)
class Told:
    """An entry that has something to tell this reader."""

    seq: int
    at: int
    text: str


def stories(table: Table, history: Sequence[Entry], seat: int | None, voice: Voice) -> list[Told]:
    """What everybody may know of each entry, and what that seat alone may; without what was taken back."""
    own = face(table.kind)
    moves = taken_back.named(table, history, seat, voice)
    found = []
    for entry in _counting(history):
        say = as_it_was(table, entry.seq, voice)
        parts = [
            part
            for event in entry.events
            if (event.seats is None or seat in event.seats) and (said := telling.sentence(event, say, moves))
            for part in (said, own.reckoning(event, say))
            if part
        ]
        if parts:
            found.append(Told(entry.seq, entry.at, cut(" ".join(parts), LINE)))
    return found


def records(table: Table, history: Sequence[Entry], seat: int | None) -> list[Told]:
    """The moves in the form of records, as far as that seat may read them."""
    moves = (entry for entry in _counting(history) if entry.kind == "move")
    return [Told(e.seq, e.at, cut(f"{e.seq}: {e.seat} {shown(table, e, seat)}", LINE)) for e in moves]


def _counting(history: Sequence[Entry]) -> Iterator[Entry]:
    """The entries that count, and those that say that something was taken back."""
    effective = {entry.seq for entry in without_undone(history)}
    return (entry for entry in history if entry.seq in effective or entry.kind == "undo")


def as_it_was(table: Table, seq: int, voice: Voice) -> Voice:
    """The voice that calls the seats by who owned them then."""
    if all(term.role != "owner" for term in table.terms):
        return voice
    owners = [owner_at(table, seat, seq) for seat in table.seats]
    return voice.naming([voice.seat(n) if user is None else voice.person(user) for n, user in enumerate(owners)])


def pages(told: Sequence[Told], *, newest: bool) -> list[list[Told]]:
    """In pages of one message each, each in the order of the log: the newest page first, full; or from the first entry
    on. There is always one."""
    found: list[list[Told]] = [[]]
    length = 0
    for one in reversed(told) if newest else told:
        size = len(one.text) + STAMP
        if len(found[-1]) == PAGE or (found[-1] and length + size > LONGEST):
            found.append([])
            length = 0
        found[-1].append(one)
        length += size
    return [page[::-1] for page in found] if newest else found


def lines(page: Sequence[Told], voice: Voice, last: int | None) -> list[str]:
    """A page of stories with its times; `last`: the entry with which the reader last moved, which is marked."""
    found: list[str] = []
    before = None
    for one in page:
        if last is not None and (before.seq if before is not None else one.seq) <= last < one.seq:
            found.append(voice("look.log_since"))
            last = None
        if before is None or one.at - before.at >= GAP:
            found.append(voice("look.log_time", when=f"<t:{one.at}:f>"))
        found.append(voice("look.log_line", n=one.seq, story=one.text))
        before = one
    if last is not None and before is not None and before.seq == last:
        found.append(voice("look.log_here"))
    return found

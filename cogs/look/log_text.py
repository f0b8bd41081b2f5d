"""The log of a game as text, entry by entry, and its pages. Values in, values out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.games import face_for
from cogs.post import undone_moves
from cogs.screen import cut, event_text, pages
from service.state.model import LogEntry, StoredEvent, Table
from service.state.readable_log import visible_line, without_undone
from service.state.seat_control import owner_at
from words import Voice

GAP: Final = 900  # seconds between entries after which the time is shown again
PAGE: Final = 25  # entries of a page: a select holds so many
LINE: Final = 1000
FEW: Final = 4  # sentences of an entry shown in one line; more become a list
POINT: Final = "\n- "
LONGEST: Final = 3600
STAMP: Final = 40  # characters reserved for a time


@dataclass(frozen=True, slots=True)
class LogItem:
    """A log entry with a sentence for this reader, or a part of it."""

    seq: int
    at: int
    text: str


class LogNarrator:
    """Describes entries by public knowledge and that of one seat; lazily, as logs are long."""

    def __init__(
        self,
        table: Table,
        history: Sequence[LogEntry],
        seat: int | None,
        voice: Voice,
        cuts: Collection[int] | None = None,
    ) -> None:
        """`history`: the whole log, as the reader may read it. `cuts`: entries without effect are summed up, separately
        before and after these numbers; None: every entry is told."""
        effective = {entry.seq for entry in without_undone(history)}
        self.entries = [entry for entry in history if entry.seq in effective or entry.kind == "undo"]
        self.voice = voice
        self._table, self._seat = table, seat
        self._moves = undone_moves.describe_undone_entries(table, history, seat, voice)
        self._face = face_for(table.kind)
        self._idle = {} if cuts is None else self._face.idle(self.entries, cuts)

    def marks(self, most: int) -> list[LogItem]:
        """At most `most` entries to start reading from: turns if the game has them."""
        opens = [entry for entry in self.entries if any(event.key in self._face.opens for event in entry.events)]
        some = opens if len(opens) > 1 else self.entries
        chosen = some[:: -(-len(some) // (most - 1)) or 1]
        first = [] if chosen[:1] == self.entries[:1] else self.entries[:1]
        return [*self._told([*first, *chosen])]

    def after(self, seq: int) -> Iterator[LogItem]:
        """The entries after `seq`, in order."""
        return self._told(entry for entry in self.entries if entry.seq > seq)

    def back(self, seq: int | None = None) -> Iterator[LogItem]:
        """The entries up to `seq`, newest first."""
        return self._told(entry for entry in reversed(self.entries) if seq is None or entry.seq <= seq)

    def story(self, seq: int) -> str:
        """The text of entry `seq`; empty if it has none."""
        return next((one.text for one in self._told(e for e in self.entries if e.seq == seq)), "")

    def _told(self, entries: Iterable[LogEntry]) -> Iterator[LogItem]:
        for entry in entries:
            if said := self._sentences(entry):
                lines = [cut(one, LINE - len(POINT)) for one in said]
                yield LogItem(
                    entry.seq, entry.at, cut(" ".join(said), LINE) if len(said) <= FEW else POINT + POINT.join(lines)
                )

    def _sentences(self, entry: LogEntry) -> list[str]:
        """The sentence of each visible event, with the sum behind its points."""
        say = voice_at_entry(self._table, entry.seq, self.voice)
        found = []
        idle = self._idle.get(entry.seq, entry)
        for event in entry.events if idle is entry else [idle] if isinstance(idle, StoredEvent) else []:
            if event.seats is None or self._seat in event.seats:
                said = event_text.describe_event(event, say, self._moves)
                if said:
                    found.append(" ".join(filter(None, (said, self._face.reckoning(event, say)))))
        return found


class RecordNarrator(LogNarrator):
    """Describes moves in the notation of records."""

    def _told(self, entries: Iterable[LogEntry]) -> Iterator[LogItem]:
        for entry in entries:
            if entry.kind == "move":
                line = f"{entry.seq}: {entry.seat} {visible_line(self._table, entry, self._seat)}"
                yield LogItem(entry.seq, entry.at, cut(line, LINE))


def split_long_items(told: Iterable[LogItem], *, backwards: bool = False) -> Iterator[LogItem]:
    """The same, with items longer than LINE split."""
    for one in told:
        if len(one.text) <= LINE:
            yield one
            continue
        found = [""]
        for line in one.text.removeprefix(POINT).split(POINT):
            if found[-1] and len(found[-1]) + len(POINT) + len(line) > LINE:
                found.append("")
            found[-1] += POINT + line
        for text in reversed(found) if backwards else found:
            yield LogItem(one.seq, one.at, text)


def parse_log_position(argument: str) -> tuple[int, int, int]:
    """(since, page, until) from a custom id; missing values are 0."""
    since, page, until = (*(pages.parse_number(part) for part in argument.split(".")), 0, 0, 0)[:3]
    return since, page, until


def flatten_log_text(text: str) -> str:
    """The text of an entry in one line."""
    return text.replace(POINT, " ").strip()


def voice_at_entry(table: Table, seq: int, voice: Voice) -> Voice:
    """The voice that names seats by their owners at that entry."""
    if all(term.role != "owner" for term in table.terms):
        return voice
    owners = [owner_at(table, seat, seq) for seat in table.seats]
    return voice.naming([voice.seat(n) if user is None else voice.person(user) for n, user in enumerate(owners)])


def paginate_log(told: Iterable[LogItem], number: int) -> tuple[list[LogItem], int, bool]:
    """The page with that number, or the last one; its number; whether another one follows."""
    page: list[LogItem] = []
    at = length = 0
    for one in told:
        size = len(one.text) + STAMP
        if len(page) == PAGE or (page and length + size > LONGEST):
            if at == number:
                return page, at, True
            at, page, length = at + 1, [], 0
        page.append(one)
        length += size
    return page, at, False


def format_log_lines(page: Sequence[LogItem], voice: Voice, last: int | None) -> list[str]:
    """A page with its times; `last`: the reader's last own entry, which is marked."""
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

"""The log of a game in words, entry by entry, and in pages. Values in, values out."""

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

GAP: Final = 900  # seconds without an entry after which the log says the time again
PAGE: Final = 25  # entries of one page: so many choices a list has
LINE: Final = 1000
FEW: Final = 4  # sentences of an entry that stand behind each other; more are lines
POINT: Final = "\n- "
LONGEST: Final = 3600
STAMP: Final = 40  # letters that a time may take


@dataclass(frozen=True, slots=True)
class LogItem:
    """An entry that has something to tell this reader, or a part of it."""

    seq: int
    at: int
    text: str


class LogNarrator:
    """Tells entries as everybody may know them, and as that seat alone may. Long logs are told as far as one looks."""

    def __init__(
        self,
        table: Table,
        history: Sequence[LogEntry],
        seat: int | None,
        voice: Voice,
        cuts: Collection[int] | None = None,
    ) -> None:
        """`history`: the whole log, as the reader may read it; `cuts`: what came to nothing is told in few lines, which
        are cut before these numbers. None: every entry is told."""
        effective = {entry.seq for entry in without_undone(history)}
        self.entries = [entry for entry in history if entry.seq in effective or entry.kind == "undo"]
        self.voice = voice
        self._table, self._seat = table, seat
        self._moves = undone_moves.describe_undone_entries(table, history, seat, voice)
        self._face = face_for(table.kind)
        self._idle = {} if cuts is None else self._face.idle(self.entries, cuts)

    def marks(self, most: int) -> list[LogItem]:
        """Where one may want to begin to read, so many places at most: turns where the game has some."""
        opens = [entry for entry in self.entries if any(event.key in self._face.opens for event in entry.events)]
        some = opens if len(opens) > 1 else self.entries
        chosen = some[:: -(-len(some) // (most - 1)) or 1]
        first = [] if chosen[:1] == self.entries[:1] else self.entries[:1]
        return [*self._told([*first, *chosen])]

    def after(self, seq: int) -> Iterator[LogItem]:
        """What the entries after that one tell, in their order."""
        return self._told(entry for entry in self.entries if entry.seq > seq)

    def back(self, seq: int | None = None) -> Iterator[LogItem]:
        """What the entries up to that one tell, the last first."""
        return self._told(entry for entry in reversed(self.entries) if seq is None or entry.seq <= seq)

    def story(self, seq: int) -> str:
        """What that entry tells."""
        return next((one.text for one in self._told(e for e in self.entries if e.seq == seq)), "")

    def _told(self, entries: Iterable[LogEntry]) -> Iterator[LogItem]:
        for entry in entries:
            if said := self._sentences(entry):
                lines = [cut(one, LINE - len(POINT)) for one in said]
                yield LogItem(
                    entry.seq, entry.at, cut(" ".join(said), LINE) if len(said) <= FEW else POINT + POINT.join(lines)
                )

    def _sentences(self, entry: LogEntry) -> list[str]:
        """What each event of it tells, with the sum behind its points."""
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
    """Tells the moves in the form of records."""

    def _told(self, entries: Iterable[LogEntry]) -> Iterator[LogItem]:
        for entry in entries:
            if entry.kind == "move":
                line = f"{entry.seq}: {entry.seat} {visible_line(self._table, entry, self._seat)}"
                yield LogItem(entry.seq, entry.at, cut(line, LINE))


def split_long_items(told: Iterable[LogItem], *, backwards: bool = False) -> Iterator[LogItem]:
    """The same with what is too long for one piece of a page in several."""
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
    """A page of the log, out of an id: the number where the pages begin, which of them it is, and the number from which
    they go back; 0 for what is not said."""
    since, page, until = (*(pages.parse_number(part) for part in argument.split(".")), 0, 0, 0)[:3]
    return since, page, until


def flatten_log_text(text: str) -> str:
    """What an entry tells, in one line."""
    return text.replace(POINT, " ").strip()


def voice_at_entry(table: Table, seq: int, voice: Voice) -> Voice:
    """The voice that calls the seats by who owned them then."""
    if all(term.role != "owner" for term in table.terms):
        return voice
    owners = [owner_at(table, seat, seq) for seat in table.seats]
    return voice.naming([voice.seat(n) if user is None else voice.person(user) for n, user in enumerate(owners)])


def paginate_log(told: Iterable[LogItem], number: int) -> tuple[list[LogItem], int, bool]:
    """Of what is told one after the other, the page of one message with that number, else the last one; its number;
    and whether another one follows."""
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

"""The log of a game as text, entry by entry, and its pages. Values in, values out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.games import face_for
from cogs.post import undone_moves
from cogs.screen import event_text, pages, truncate_text
from service.state.model import LogEntry, StoredEvent, Table
from service.state.readable_log import visible_line, without_undone
from service.state.seat_control import owner_at
from words import Voice

TIME_GAP_SECONDS: Final = 900  # seconds between entries after which the time is shown again
PAGE_ENTRIES: Final = 25  # entries of a page: a select holds so many
LINE_LENGTH: Final = 1000
INLINE_SENTENCES: Final = 4  # sentences of an entry shown in one line; more become a list
LIST_POINT: Final = "\n- "
PAGE_LENGTH: Final = 3600
TIME_LENGTH: Final = 40  # characters reserved for a time


@dataclass(frozen=True, slots=True)
class LogItem:
    """A log entry with a sentence for this reader, or a part of it."""

    seq: int
    told_at: int
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
        self._undone_moves = undone_moves.describe_undone_entries(table, history, seat, voice)
        self._face = face_for(table.kind)
        self._summaries = {} if cuts is None else self._face.replace_idle_entries(self.entries, cuts)

    def starting_points(self, limit: int) -> list[LogItem]:
        """At most `limit` entries to start reading from: turns if the game has them."""
        turn_starts = [
            entry for entry in self.entries if any(event.key in self._face.turn_start_keys for event in entry.events)
        ]
        candidates = turn_starts if len(turn_starts) > 1 else self.entries
        chosen = candidates[:: -(-len(candidates) // (limit - 1)) or 1]
        game_start = [] if chosen[:1] == self.entries[:1] else self.entries[:1]
        return [*self._narrate([*game_start, *chosen])]

    def items_after(self, seq: int) -> Iterator[LogItem]:
        """The entries after `seq`, in order."""
        return self._narrate(entry for entry in self.entries if entry.seq > seq)

    def items_back_from(self, seq: int | None = None) -> Iterator[LogItem]:
        """The entries up to `seq`, newest first."""
        return self._narrate(entry for entry in reversed(self.entries) if seq is None or entry.seq <= seq)

    def text_of_entry(self, seq: int) -> str:
        """The text of entry `seq`; empty if it has none."""
        return next((item.text for item in self._narrate(e for e in self.entries if e.seq == seq)), "")

    def _narrate(self, entries: Iterable[LogEntry]) -> Iterator[LogItem]:
        for entry in entries:
            if sentences := self._describe_events(entry):
                text = truncate_text(" ".join(sentences), LINE_LENGTH)
                if len(sentences) > INLINE_SENTENCES:
                    text = LIST_POINT + LIST_POINT.join(
                        truncate_text(sentence, LINE_LENGTH - len(LIST_POINT)) for sentence in sentences
                    )
                yield LogItem(entry.seq, entry.at, text)

    def _describe_events(self, entry: LogEntry) -> list[str]:
        """The sentence of each visible event, with the sum behind its points."""
        say = voice_at_entry(self._table, entry.seq, self.voice)
        sentences = []
        events: Sequence[StoredEvent] = entry.events
        if entry.seq in self._summaries:
            summary = self._summaries[entry.seq]
            events = [summary] if isinstance(summary, StoredEvent) else []
        for event in events:
            if event.seats is None or self._seat in event.seats:
                sentence = event_text.describe_event(event, say, self._undone_moves)
                if sentence:
                    sentences.append(" ".join(filter(None, (sentence, self._face.explain_points(event, say)))))
        return sentences


class RecordNarrator(LogNarrator):
    """Describes moves in the notation of records."""

    def _narrate(self, entries: Iterable[LogEntry]) -> Iterator[LogItem]:
        for entry in entries:
            if entry.kind == "move":
                line = f"{entry.seq}: {entry.seat} {visible_line(self._table, entry, self._seat)}"
                yield LogItem(entry.seq, entry.at, truncate_text(line, LINE_LENGTH))


def split_long_items(items: Iterable[LogItem], *, backwards: bool = False) -> Iterator[LogItem]:
    """The same, with items longer than LINE split."""
    for item in items:
        if len(item.text) <= LINE_LENGTH:
            yield item
            continue
        pieces = [""]
        for line in item.text.removeprefix(LIST_POINT).split(LIST_POINT):
            if pieces[-1] and len(pieces[-1]) + len(LIST_POINT) + len(line) > LINE_LENGTH:
                pieces.append("")
            pieces[-1] += LIST_POINT + line
        for text in reversed(pieces) if backwards else pieces:
            yield LogItem(item.seq, item.told_at, text)


def parse_log_position(argument: str) -> tuple[int, int, int]:
    """(since, page, until) from a custom id; missing values are 0."""
    since, page, until = (*(pages.parse_number(part) for part in argument.split(".")), 0, 0, 0)[:3]
    return since, page, until


def flatten_log_text(text: str) -> str:
    """The text of an entry in one line."""
    return text.replace(LIST_POINT, " ").strip()


def voice_at_entry(table: Table, seq: int, voice: Voice) -> Voice:
    """The voice that names seats by their owners at that entry."""
    if all(term.role != "owner" for term in table.terms):
        return voice
    owners = [owner_at(table, seat, seq) for seat in table.seats]
    return voice.with_seat_names(
        [voice.seat(n) if user is None else voice.person(user) for n, user in enumerate(owners)]
    )


def paginate_log(items: Iterable[LogItem], number: int) -> tuple[list[LogItem], int, bool]:
    """The page with that number, or the last one; its number; whether another one follows."""
    page: list[LogItem] = []
    page_index = length = 0
    for item in items:
        size = len(item.text) + TIME_LENGTH
        if len(page) == PAGE_ENTRIES or (page and length + size > PAGE_LENGTH):
            if page_index == number:
                return page, page_index, True
            page_index, page, length = page_index + 1, [], 0
        page.append(item)
        length += size
    return page, page_index, False


def format_log_lines(page: Sequence[LogItem], voice: Voice, last_own: int | None) -> list[str]:
    """A page with its times; `last_own`: the reader's last own entry, which is marked."""
    lines: list[str] = []
    previous = None
    for item in page:
        if last_own is not None and (previous.seq if previous is not None else item.seq) <= last_own < item.seq:
            lines.append(voice("look.log_since"))
            last_own = None
        if previous is None or item.told_at - previous.told_at >= TIME_GAP_SECONDS:
            lines.append(voice("look.log_time", when=f"<t:{item.told_at}:f>"))
        lines.append(voice("look.log_line", n=item.seq, story=item.text))
        previous = item
    if last_own is not None and previous is not None and previous.seq == last_own:
        lines.append(voice("look.log_here"))
    return lines

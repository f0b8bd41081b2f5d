"""The log in words: its pages, its times, and where the reader last moved."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from cogs.look import log_text
from cogs.look.log_text import LogItem, LogNarrator, format_log_lines, paginate_log
from service.state.model import LogEntry, StoredEvent, Table
from words import Voice

SAY = Voice("en")


def told(*numbers: int, at: int = 1000, gap: int = 60, text: str = "said") -> list[LogItem]:
    return [LogItem(n, at + gap * n, f"{text} {n}") for n in numbers]


def leaves(log: list[LogItem]) -> list[list[int]]:
    """The numbers on all pages."""
    found, more = [], True
    while more:
        page, at, more = paginate_log(log, len(found))
        assert at == len(found)
        found.append([one.seq for one in page])
    return found


def test_pages_are_full_from_where_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_text, "PAGE_ENTRIES", 3)
    log = told(*range(7, 0, -1))
    assert leaves(log) == [[7, 6, 5], [4, 3, 2], [1]]
    assert leaves(log[1:]) == [[6, 5, 4], [3, 2, 1]]
    assert paginate_log(log, 99) == (log[6:], 2, False)
    assert paginate_log([], 0) == ([], 0, False)


def test_no_more_is_told_than_one_looks_at() -> None:
    asked: list[int] = []

    def telling() -> Iterator[LogItem]:
        for one in told(*range(1000)):
            asked.append(one.seq)
            yield one

    page, _, more = paginate_log(telling(), 0)
    assert (len(page), more) == (log_text.PAGE_ENTRIES, True)
    assert len(asked) == log_text.PAGE_ENTRIES + 1


def test_a_page_is_no_longer_than_a_message() -> None:
    log = told(*range(1, 40), text="x" * 990)
    assert {len(page) for page in leaves(log)} == {3}
    assert len("\n".join(format_log_lines(paginate_log(log, 0)[0], SAY, None))) <= 3900


def test_a_page_has_as_many_entries_as_a_list_has_choices() -> None:
    assert {len(page) for page in leaves(told(*range(1, 76)))} == {25}


def test_times_stand_at_the_top_and_after_a_gap() -> None:
    page = [
        LogItem(1, 1000, "a"),
        LogItem(2, 1000 + log_text.TIME_GAP_SECONDS - 1, "b"),
        LogItem(3, 1000 + 2 * log_text.TIME_GAP_SECONDS, "c"),
    ]
    assert format_log_lines(page, SAY, None) == [
        "-# <t:1000:f>",
        "**1** a",
        "**2** b",
        f"-# <t:{1000 + 2 * log_text.TIME_GAP_SECONDS}:f>",
        "**3** c",
    ]


@pytest.mark.parametrize(
    ("last", "before"),
    [(3, "**4** said 4"), (4, "**6** said 6"), (5, "**6** said 6"), (6, None), (2, None), (None, None)],
)
def test_the_mark_stands_where_the_reader_last_moved(last: int | None, before: str | None) -> None:
    """Entry 5 has nothing to tell this reader, and may be theirs all the same."""
    shown = format_log_lines(told(3, 4, 6), SAY, last)
    marks = [at for at, line in enumerate(shown) if line.startswith("▲")]
    if before is not None:
        assert [shown[at + 1] for at in marks] == [before]
        assert "since then" in shown[marks[0]]
    else:
        assert [shown[at] for at in marks] == (["▲ your last move"] if last == 6 else [])


def test_what_is_too_long_for_a_piece_is_told_whole_in_several() -> None:
    said = [f"sentence {n} " + "x" * 200 for n in range(30)]
    log = [LogItem(7, 1000, "".join(log_text.LIST_POINT + one for one in said)), *told(8)]
    for backwards in (False, True):
        found = list(log_text.split_long_items(reversed(log) if backwards else log, backwards=backwards))
        assert all(len(one.text) <= log_text.LINE_LENGTH for one in found)
        if backwards:
            found.reverse()
        assert [one.seq for one in found[-2:]] == [7, 8]
        assert "".join(one.text for one in found[:-1]) == log[0].text
    pages = leaves(list(log_text.split_long_items(log)))
    assert len(pages) > 1
    assert all(set(page) <= {7, 8} for page in pages)


def test_an_entry_of_many_sentences_is_told_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    table = cast(Table, SimpleNamespace(kind="carcassonne", terms=()))
    monkeypatch.setattr(log_text.undone_moves, "describe_undone_entries", lambda *given: {})
    monkeypatch.setattr(log_text.event_text, "describe_event", lambda event, say, moves: event.key)

    def text(count: int) -> str:
        events = tuple(StoredEvent(f"{n}" * 300 + ".", {}) for n in range(count))
        entry = LogEntry(1, 0, "move", "", (), False, events, 1000, None, 1)
        return LogNarrator(table, [entry], None, SAY).text_of_entry(1)

    assert text(2) == "0" * 300 + ". " + "1" * 300 + "."
    assert text(9) == "".join(f"\n- {str(n) * 300}." for n in range(9))
    assert log_text.flatten_log_text(text(9)).startswith("0" * 300 + ". 1")


def test_places_to_read_on_from_lie_all_over_a_long_log(monkeypatch: pytest.MonkeyPatch) -> None:
    table = cast(Table, SimpleNamespace(kind="catan", terms=()))
    monkeypatch.setattr(log_text.undone_moves, "describe_undone_entries", lambda *given: {})
    monkeypatch.setattr(log_text.event_text, "describe_event", lambda event, say, moves: event.key)

    def entry(seq: int) -> LogEntry:
        key = "catan.dice.rolled" if seq % 10 == 5 else "catan.build.road"
        return LogEntry(seq, 0, "move", "", (), False, (StoredEvent(key, {"seat": 0}),), 1000, None, seq)

    marks = LogNarrator(table, [entry(seq) for seq in range(1, 1001)], None, SAY, ()).starting_points(25)
    assert len(marks) <= 25
    assert marks[0].seq == 1
    assert all(one.seq % 10 == 5 for one in marks[1:])  # where turns begin
    assert marks[-1].seq > 900


@pytest.mark.parametrize(
    ("argument", "found"),
    [("5.2.0", (5, 2, 0)), ("0.3", (0, 3, 0)), ("", (0, 0, 0)), ("0.1.57.9", (0, 1, 57)), ("x.-1.é", (0, 0, 0))],
)
def test_pages_are_found_again_by_their_ids_old_ones_too(argument: str, found: tuple[int, int, int]) -> None:
    assert log_text.parse_log_position(argument) == found
